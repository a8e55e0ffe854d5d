"""Arbitrary events for a table in whatever state it is: some are what regular play would do next, some anything."""

# ruff: noqa: ARG001, ARG005 - all makers of events take the same arguments, whether or not they look at them

from __future__ import annotations

import random
from collections.abc import Callable
from typing import get_args

from support.robot import CHIPS, Robot

from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.chips import Chips, fewest_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, MUCK, STUB, seat_zone
from table_controller.game import next_act, queries
from table_controller.game.engine import Table
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.vocabulary import events as ev

Maker = Callable[[random.Random, Table], ev.Event]


def _seat(chance: random.Random, table: Table) -> int:
    actor = queries.who_acts(table)
    return actor if actor is not None and chance.random() < 0.6 else chance.randint(-1, 11)


def _handle(chance: random.Random, table: Table) -> Handle:
    if table.cards and chance.random() < 0.5:
        return chance.choice(table.cards).handle
    return Handle(f"{chance.choice(('x', 'told-'))}{chance.randrange(400)}")


def _chips(chance: random.Random) -> Chips:
    if chance.random() < 0.03:
        return chance.choice(((), ((100, -2),), ((0, 3),), ((-5, 1),), ((500, 1), (100, -1))))
    return tuple(
        (size, chance.randint(1, 4)) for size in sorted(chance.sample(CHIPS, chance.randint(1, 2)), reverse=True)
    )


def _due(chance: random.Random, table: Table) -> ev.Event:
    """What regular play would do next, so that the walk gets deep into hands."""
    act, seat = next_act.next_act(table), queries.who_acts(table)
    card = Handle(f"d{chance.randrange(10**6)}")
    match act.code:
        case "new-hand":
            return ev.Riffled(1.0)
        case "deal-card":
            return ev.CardDealt(act.seat or 1, card, 1.0, 1.1)
        case "name-up":
            unnamed = queries.up_unnamed(table)[act.seat or 1]
            known = {one.card for one in table.cards}
            return ev.CardIdentified(unnamed[0], chance.choice([one for one in DECK if one not in known]), 1.0)
        case "burn":
            return ev.CardBurned(card, 1.0, 1.1)
        case "deal-flop" | "deal-turn" | "deal-river" | "deal-community":
            return ev.CardBoarded(card, 1.0, 1.1)
        case "return-chips":
            return ev.ChipsTakenBack(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0)
        case "push-pot" | "make-change":
            return ev.PotPushed(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0)
        case "await" if seat is None and act.chips:
            return ev.ChipsPushed(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0, 1.1)
        case "call-floor":
            return _ruled(chance, table)
        case _ if seat is None:
            return ev.HandTabled(act.seat or chance.randint(1, 10), 1.0)
        case _:
            word: ev.Word = "call" if queries.to_call_chips(table) else "check"
            return ev.Declared(seat, word, None, "before", 1.0)


def _declared(chance: random.Random, table: Table) -> ev.Event:
    words: tuple[ev.Word, ...] = ("fold", "check", "call", "bet", "raise", "number", "all-in", "pot", "other")
    amount = chance.choice((None, 0, -5, 100, 400, 2500, 10**9))
    text = chance.choice(("", "", "dispute the count", "dispute the hand"))
    return ev.Declared(_seat(chance, table), chance.choice(words), amount, "after", 1.0, text)


def _opened(chance: random.Random, table: Table) -> ev.Event:
    del table
    seats = chance.choice((0, 2, 6, 10, 11))
    players = tuple(ev.SeatSetUp(seat, "P", chance.choice((0, 5000, -1))) for seat in range(1, chance.randint(1, 8)))
    book, game = chance.choice(("tda-2019", "?")), chance.choice(("NT", "PT", "FT", "PO", "?"))
    return ev.TableOpened(0.0, book, game, seats, players, CHIPS, 50, 100, 0, None, 1)


def _ruled(chance: random.Random, table: Table) -> ev.Event:
    """A ruling: mostly one that an open case offers."""
    offered = [option.name for case in table.cases for option in case.finding.options]
    option = chance.choice(offered) if offered and chance.random() < 0.9 else chance.choice(RULINGS)
    named: tuple[tuple[tuple[str, str], ...], ...] = (
        (),
        (("seat", "4"), ("hands", "2")),
        (("card", "9s"),),
        (("seat", "x"), ("hands", "-1")),
    )
    arguments = chance.choice(named)
    return ev.FloorRuled(option, arguments, "floor", "", 1.0)


RULINGS = (
    *("grant-clock", "shorter-clock", "disqualify", "this-hand-counts", "players-left-now", "this-hand"),
    *("play-on", "counts", "to-winner", "misdeal", "void-hand", "dead-hand", "redeal", "color-up", "nonsense"),
)
ZONES = (BOARD, MUCK, STUB, seat_zone(3))

MAKERS: tuple[Maker, ...] = (
    lambda c, t: ev.ChipsPushed(_seat(c, t), _chips(c), 1.0, 1.1),
    lambda c, t: ev.ChipsTakenBack(_seat(c, t), _chips(c), 1.0),
    lambda c, t: ev.BetsGathered(_seat(c, t), _chips(c), 1.0),
    lambda c, t: ev.PotPushed(_seat(c, t), _chips(c), 1.0),
    lambda c, t: ev.StackCounted(_seat(c, t), _chips(c), 1.0),
    _declared,
    lambda c, t: ev.Asked(_seat(c, t), c.choice(("count", "count", "show")), c.choice((None, -1, *range(1, 12))), 1.0),
    lambda c, t: ev.HiddenChipsFound(_seat(c, t), _chips(c), 1.0),
    lambda c, t: ev.CardDealt(_seat(c, t), _handle(c, t), 1.0, 1.1, c.random() < 0.1),
    lambda c, t: ev.CardBurned(_handle(c, t), 1.0, 1.1),
    lambda c, t: ev.CardBoarded(_handle(c, t), 1.0, 1.1),
    lambda c, t: ev.CardsMucked(c.choice((None, _seat(c, t))), (_handle(c, t), _handle(c, t)), 1.0),
    lambda c, t: ev.CardStrayed(_handle(c, t), c.choice(("stub", "seat:3", "nowhere")), 1.0),
    lambda c, t: ev.HandTabled(_seat(c, t), 1.0),
    lambda c, t: ev.CardShown(_seat(c, t), c.choice((None, *DECK)), 1.0, c.random() < 0.5),
    lambda c, t: ev.CardIdentified(_handle(c, t), c.choice(DECK), 1.0),
    lambda c, t: ev.AllInButtonPlaced(_seat(c, t), c.random() < 0.7, 1.0),
    lambda c, t: ev.Answered(c.choice(("gone:3", "fold:99999", "", "x:²")), c.choice(("folded", "still-there")), 1.0),
    lambda c, t: ev.PlayerSat(_seat(c, t), "New", c.choice((0, 1000)), "new", 1.0),
    lambda c, t: ev.PlayerLeft(_seat(c, t), 1.0),
    lambda c, t: ev.LevelAnnounced(c.choice((-1, 100)), c.choice((0, 200)), c.choice((-1, 0, 25)), 1.0),
    lambda c, t: ev.GameChosen(
        c.choice(("NT", "F7S", "PO/8", "F2L3D", "NX")), 1.0, c.choice((None, -1, 25)), c.choice((None, 0, 50))
    ),
    _ruled,
    lambda c, t: ev.StrangeCardFound(c.choice(ZONES), c.choice(("foreign", "other-deck", "duplicate")), 1.0),
    lambda c, t: ev.BoxedCardFound(c.choice((None, _seat(c, t))), c.choice((None, *DECK)), 1.0),
    lambda c, t: ev.DeckCounted(c.choice(((), DECK[:1], DECK[8:10])), 1.0),
    lambda c, t: ev.HandTaken(_seat(c, t), 1.0),
    lambda c, t: ev.PlayerWentAway(_seat(c, t), 1.0, c.random() < 0.3),
    lambda c, t: ev.ConductSeen(_seat(c, t), c.choice(("device", "cards-off", "review", "picks-up")), 1.0),
    lambda c, t: ev.TableTold(c.choice(get_args(ev.Turn)), 1.0, c.randint(-5, 200)),
    lambda c, t: ev.PenaltyGiven(_seat(c, t), c.choice((-1, 0, 1, 2)), 1.0, c.choice((-1, 0, 0, 1))),
    lambda c, t: ev.ClockAsked(c.choice((None, _seat(c, t))), c.choice((0.5, 1.0, 90.0))),
    lambda c, t: ev.TimePassed(c.choice((0.0, 1.0, 31.0, 200.0))),
    lambda c, t: ev.ClockStopped(c.choice((-1.0, 0.0, 12.5, 9e9)), c.choice((0.0, 31.0))),
    lambda c, t: ev.PlayerCameBack(_seat(c, t), 1.0),
    lambda c, t: ev.ChipsRaced(c.choice((0, 25, 100)), tuple((_seat(c, t), card) for card in DECK[:9]), 1.0),
    lambda c, t: ev.PotCounted(c.choice((t.chips.pot, _chips(c))), 1.0),
    lambda c, t: ev.TraysCounted(((_seat(c, t), c.choice((0, 1000))), (2, 900)), c.choice((None, 0, 50)), 1.0),
    lambda c, t: ev.FloorCalled(c.random() < 0.7, 1.0),
    lambda c, t: ev.BuzzerMuted(c.random() < 0.7, 1.0),
    lambda c, t: ev.StackCorrected(_seat(c, t), c.choice(((), _chips(c))), 1.0),
    lambda c, t: ev.BetCorrected(_seat(c, t), c.choice((-1, 0, 100, 400, 10**9)), 0, 1.0),
    lambda c, t: ev.CardCorrected("board:1", c.choice(DECK), 0, 1.0),
    lambda c, t: ev.SeatCorrected(_seat(c, t), _seat(c, t), 0, 1.0),
    lambda c, t: ev.WordCorrected(_seat(c, t), "raise", 400, 0, 1.0),
    lambda c, t: ev.CardsNotThere((_handle(c, t),), 0, 1.0),
    lambda _, __: ev.ChipsNotMoved(0, 1.0),
    lambda c, t: ev.Redone((1,), 1.0),
    lambda c, t: ev.CardsDealtByKey(((_seat(c, t), _handle(c, t)), (_seat(c, t), _handle(c, t))), 1.0),
    lambda c, t: ev.BoardByKey(c.choice((None, _handle(c, t))), (_handle(c, t),), 1.0),
    lambda c, t: ev.ChipsMovedByKey((ev.Move(c.choice(("in", "back", "won")), _seat(c, t), 10**6),), 1.0),
    lambda c, t: ev.CardRecognised(_handle(c, t), _handle(c, t), 1.0),
    lambda c, t: ev.TraysOutOfSight((_seat(c, t), 3, 5), c.random() < 0.5, 1.0),
    lambda c, t: ev.TurnOutOfSight((_seat(c, t), 3), 1.0),
    lambda c, t: _told_of_the_past(_seat(c, t), t),
    lambda c, t: ev.Undone((1,), 1.0),
    lambda c, t: ev.PuckPlaced(_seat(c, t), 1.0),
    lambda c, t: ev.HandPutAway(1.0),
    lambda c, t: ev.Riffled(1.0),
    _opened,
)


def _told_of_the_past(seat: int, table: Table) -> ev.Event:
    """What was done out of sight, or what a ruling is about: the engine hears of both and changes nothing."""
    if table.cases:
        return ev.RuledInTime(0, 1, 1.0)
    return ev.TurnTold(0, 1.0, said=ev.Declared(seat, "call", None, "before", 1.0))


def _fold_one(chance: random.Random, table: Table) -> ev.Event:
    seat = queries.who_acts(table) or 1
    held = tuple(card.handle for card in table.cards if card.zone == seat_zone(seat))
    return ev.CardsMucked(seat, held, 1.0)


def next_event(chance: random.Random, table: Table, chaos: float) -> ev.Event:
    unnamed = [card.handle for card in table.cards if card.card is None]
    if unnamed and chance.random() < 0.2:
        known = {card.card for card in table.cards}
        names = [card for card in DECK if card not in known]
        return ev.CardIdentified(chance.choice(unnamed), chance.choice(names or DECK), 1.0)
    if table.cases and chance.random() < 0.3:
        return _ruled(chance, table)
    if chance.random() > chaos:
        return _fold_one(chance, table) if chance.random() < 0.05 else _due(chance, table)
    return chance.choice(MAKERS if chance.random() < 0.05 else MAKERS[:-4])(chance, table)


def open_table(chance: random.Random) -> tuple[Table, Rulebook]:
    """A table of some game, size and stacks, under one of the books."""
    book = package_rulebook(chance.choice(shipped_books()))
    stacks = {seat: chance.choice((30, 150, 2000, 10000)) for seat in range(1, chance.randint(3, 11))}
    table = Robot(book=book).open(stacks, ante=chance.choice((0, 25))).table
    setup = replace(table.setup, variant=chance.choice(("NT", "NT", "PT", "FT")))
    return replace(table, setup=setup), book

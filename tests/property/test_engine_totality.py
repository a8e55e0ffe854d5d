"""Any event in any state: nothing raises, chips are conserved, every card is in one place."""

# ruff: noqa: ARG001, ARG005 - all makers of events take the same arguments, whether or not they look at them

from __future__ import annotations

import os
import random
from collections.abc import Callable

import msgspec
import pytest
from support.counting import counted
from support.robot import CHIPS, TDA, Robot

from firmware_bridge.cards import DECK
from firmware_bridge.chips import Chips, fewest_chips, total_chips
from firmware_bridge.observations import Handle
from firmware_bridge.zones import seat_zone
from table_controller import events as ev
from table_controller import queries
from table_controller.engine import NEW_TABLE, Table, lay, step
from table_controller.games import NO_LIMIT_HOLDEM
from table_controller.machines.chip_custody import lying_chips
from table_controller.machines.hand import following
from table_controller.view_of import view_of

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
RUNS = 1000 if SOAK else 200
EVENTS = 200

Maker = Callable[[random.Random, Table], ev.Event]


def _seat(chance: random.Random, table: Table) -> int:
    actor = queries.who_acts(table)
    return actor if actor is not None and chance.random() < 0.6 else chance.randint(-1, 11)


def _handle(chance: random.Random, table: Table) -> Handle:
    if table.cards and chance.random() < 0.5:
        return chance.choice(table.cards).handle
    return Handle(f"x{chance.randrange(400)}")


def _chips(chance: random.Random) -> Chips:
    if chance.random() < 0.03:
        return chance.choice(((), ((100, -2),), ((0, 3),), ((-5, 1),), ((500, 1), (100, -1))))
    return tuple(
        (size, chance.randint(1, 4)) for size in sorted(chance.sample(CHIPS, chance.randint(1, 2)), reverse=True)
    )


def _due(chance: random.Random, table: Table) -> ev.Event:
    """What regular play would do next, so that the walk gets deep into hands."""
    act, seat = queries.next_act(table), queries.who_acts(table)
    card = Handle(f"d{chance.randrange(10**6)}")
    match act.code:
        case "new-hand":
            return ev.Riffled(1.0)
        case "deal-card":
            return ev.CardDealt(act.seat or 1, card, 1.0, 1.1)
        case "burn":
            return ev.CardBurned(card, 1.0, 1.1)
        case "deal-flop" | "deal-turn" | "deal-river":
            return ev.CardBoarded(card, 1.0, 1.1)
        case "return-chips":
            return ev.ChipsTakenBack(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0)
        case "push-pot":
            return ev.PotPushed(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0)
        case "await" if seat is None and act.chips:
            return ev.ChipsPushed(act.seat or 1, fewest_chips(act.chips, CHIPS), 1.0, 1.1)
        case _ if seat is None:
            return ev.HandTabled(act.seat or chance.randint(1, 10), 1.0)
        case _:
            word: ev.Word = "call" if queries.to_call_chips(table) else "check"
            return ev.Declared(seat, word, None, "before", 1.0)


def _declared(chance: random.Random, table: Table) -> ev.Event:
    words: tuple[ev.Word, ...] = ("fold", "check", "call", "bet", "raise", "number", "all-in", "pot", "other")
    amount = chance.choice((None, 0, -5, 100, 400, 2500, 10**9))
    return ev.Declared(_seat(chance, table), chance.choice(words), amount, "after", 1.0)


def _opened(chance: random.Random, table: Table) -> ev.Event:
    del table
    seats = chance.choice((0, 2, 6, 10, 11))
    players = tuple(ev.SeatSetUp(seat, "P", chance.choice((0, 5000, -1))) for seat in range(1, chance.randint(1, 8)))
    return ev.TableOpened(0.0, "tda-2019", chance.choice(("NT", "PO", "?")), seats, players, CHIPS, 50, 100, 0, None, 1)


RULINGS = ("play-on", "counts", "does-not-count", "to-winner")

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
    lambda c, t: ev.FloorRuled(c.choice(RULINGS), (), "floor", "", 1.0),
    lambda c, t: ev.Undone((1,), 1.0),
    lambda c, t: ev.PuckPlaced(_seat(c, t), 1.0),
    lambda c, t: ev.HandPutAway(1.0),
    lambda c, t: ev.Riffled(1.0),
    _opened,
)


def _fold_one(chance: random.Random, table: Table) -> ev.Event:
    seat = queries.who_acts(table) or 1
    held = tuple(card.handle for card in table.cards if card.zone == seat_zone(seat))
    return ev.CardsMucked(seat, held, 1.0)


def _next_event(chance: random.Random, table: Table, chaos: float) -> ev.Event:
    unnamed = [card.handle for card in table.cards if card.card is None]
    if unnamed and chance.random() < 0.2:
        known = {card.card for card in table.cards}
        names = [card for card in DECK if card not in known]
        return ev.CardIdentified(chance.choice(unnamed), chance.choice(names or DECK), 1.0)
    if chance.random() > chaos:
        return _fold_one(chance, table) if chance.random() < 0.05 else _due(chance, table)
    return chance.choice(MAKERS if chance.random() < 0.05 else MAKERS[:-4])(chance, table)


def check(before: Table, event: ev.Event, after: Table) -> None:
    """What must hold after every event."""
    handles = [card.handle for card in after.cards]
    assert len(set(handles)) == len(handles), "a card in two places"
    assert not set(after.hand.board) - set(handles), "a board card that is nowhere"
    assert lying_chips(after.chips) == after.chips.brought_chips + after.chips.found_chips, "chips made up or lost"
    if before.hand.phase != "idle" and not isinstance(event, ev.TableOpened | ev.PlayerSat | ev.PlayerLeft):
        assert _belief(before) + _came_to_light(before, event) == _belief(after) or _leavers(before), (
            "the game's chips do not add up"
        )
    assert all(money.stack_chips >= 0 and money.loose_chips >= 0 for money in after.ledger)
    reachable, phase = {before.hand.phase}, {before.hand.phase}
    while phase:
        phase = {to for at in phase for to in following(at, NO_LIMIT_HOLDEM)} - reachable
        reachable |= phase
    assert after.hand.phase in reachable


def _belief(table: Table) -> int:
    """Chips of the game: behind, and in the middle until the pots are awarded."""
    behind = sum(money.stack_chips for money in table.ledger)
    return behind + (0 if table.hand.phase in ("settled", "idle") else sum(m.committed_chips for m in table.ledger))


def _came_to_light(before: Table, event: ev.Event) -> int:
    """What found chips add to the game's: all that they are worth, if they are chips and somebody sits there."""
    if not isinstance(event, ev.HiddenChipsFound) or not 1 <= event.seat <= before.setup.seats:
        return 0
    sound = event.chips and all(size > 0 and count > 0 for size, count in event.chips)
    return total_chips(event.chips) if sound and before.players[event.seat - 1] is not None else 0


def _leavers(table: Table) -> bool:
    return any(player is not None and player.leaving for player in table.players)


def _walk(seed: int, watch: Callable[[Table, ev.Event, Table], None]) -> tuple[Table, set[str]]:
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    chaos = chance.choice((0.02, 0.1, 0.5, 0.9))
    stacks = {seat: chance.choice((30, 150, 2000, 10000)) for seat in range(1, chance.randint(3, 11))}
    table, phases = Robot().open(stacks, ante=chance.choice((0, 25))).table, set[str]()
    for _ in range(EVENTS):
        event = _next_event(chance, table, chaos)
        after = step(table, event, TDA)
        watch(table, event, after.table)
        if chance.random() < 0.02:
            lay(table, event)
            view_of(after.table, epoch="e", as_of=1)
            queries.next_act(after.table)
        table = after.table
        phases.add(table.hand.phase)
    return table, phases


def _walks(runs: int) -> set[str]:
    """Walk with every check; the phases that were reached."""
    return set().union(*(_walk(seed, check)[1] for seed in range(runs)))


def test_arbitrary_events_in_arbitrary_states() -> None:
    assert _walks(RUNS) == {"idle", "deal", "preflop", "flop", "turn", "river", "showdown", "settled"}
    counted(RUNS * EVENTS, "events")


def test_events_before_the_table_is_opened() -> None:
    chance = random.Random(1)  # noqa: S311 - seeded
    for maker in MAKERS[:-1]:
        for _ in range(20):
            event = maker(chance, NEW_TABLE)
            assert step(NEW_TABLE, event, TDA).table.setup.seats == 0


def test_same_events_same_state_byte_for_byte() -> None:
    states = [msgspec.json.encode(_walk(seed, lambda *_: None)[0]) for seed in range(10)]
    again = [msgspec.json.encode(_walk(seed, lambda *_: None)[0]) for seed in range(10)]
    assert states == again
    assert len(set(states)) == len(states)


def test_a_lost_chip_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: gathering a bet loses it."""
    from table_controller.machines import chip_custody

    monkeypatch.setattr(
        chip_custody,
        "gathered",
        lambda board, seat, chips, sizes: board.__class__(board.stacks, ((),) * len(board.bets)),
    )
    with pytest.raises(AssertionError, match="made up or lost"):
        _walks(20)


def test_found_chips_that_are_lost_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a caller of an all-in pays its found chips out of nothing."""
    from table_controller.machines import found, ledger

    monkeypatch.setattr(found, "commit", lambda money, chips: ledger.win(ledger.commit(money, chips), chips))
    with pytest.raises(AssertionError, match="do not add up"):
        _walks(40)


def test_a_doubled_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a card that moves stays where it was."""
    from table_controller.machines.custody import Located
    from table_controller.steps import cards

    monkeypatch.setattr(cards, "moved", lambda held, handle, zone: (*held, Located(handle, zone)))
    with pytest.raises(AssertionError, match="two places"):
        _walks(20)


def test_an_award_out_of_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every share is a chip too large."""
    from table_controller.machines import ledger
    from table_controller.steps import acts

    monkeypatch.setattr(acts, "win", lambda money, chips: ledger.win(money, chips + 1))
    with pytest.raises(AssertionError, match="do not add up"):
        _walks(20)

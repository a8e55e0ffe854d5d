"""Cards that a player lets be seen before the hand is over: facing an all-in, or early."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.queries import has_tabled, is_with_the_floor, stand_of, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import MAY_BE_PENALISED, behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.state.betting import is_live
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Finding

CHOICES: Final = ("dead-hand", "play-on", "penalty", "warning")
"""What the floor may do with a hand shown instead of an act."""


@behaviour(None)
def tabled(table: Table, seat: int, book: Rulebook) -> Reading | None:
    """The seat to act, facing an all-in, has turned up its hand: what its book makes of that before all else."""
    if who_acts(table) != seat or not _all_ins_faced(table, seat):
        return None
    answer = book.expose_facing_allin
    match answer.value:
        case "aces_call_else_fold_if_misled" if _before_the_flop(table):
            return Leaves((_found(table, "call-by-exposure", seat, answer.cite),))
        case "fold_if_misled":
            return Leaves((_found(table, "nonstandard-fold", seat, answer.cite, CHOICES),))
        case "live_with_penalty":
            return Leaves((_penalised(table, "exposing-cards", seat, answer.cite),))
        case _:  # the book does not speak of it
            return Leaves((_found(table, "call-by-exposure", seat, book.discretion, CHOICES),))


@behaviour(None)
def named(table: Table, seat: int, cards: Sequence[Card], book: Rulebook) -> Reading | None:
    """The cards of that hand are known: aces before the flop are a call where the book says so."""
    answer = book.expose_facing_allin
    if answer.value != "aces_call_else_fold_if_misled" or not _before_the_flop(table):
        return None
    if who_acts(table) != seat or not _all_ins_faced(table, seat):
        return None
    if [card[0] for card in cards] != ["A", "A"]:
        return Leaves((_penalised(table, "call-by-exposure", seat, answer.cite),))
    level = table.betting.level_chips
    facts = (("as_kind", "call"), ("as_chips", level))
    return Acts("call", level, (finding("call-by-exposure", seat, answer.cite, facts),), "cards")


@behaviour(None)
def answered(table: Table, seat: int, book: Rulebook) -> Reading | None:
    """An all-in player turns up his hand as well: where he was misled, the hand that he answered is folded."""
    actor = who_acts(table)
    if actor is None or not has_tabled(table, actor) or seat not in _all_ins_faced(table, actor):
        return None
    answer = book.expose_facing_allin
    match answer.value:
        case "aces_call_else_fold_if_misled" if _before_the_flop(table):
            return Acts("fold", 0, (_penalised(table, "call-by-exposure", actor, answer.cite, seat),), "cards")
        case "fold_if_misled" if is_with_the_floor(table, actor):  # not once the floor let it play on
            return Acts("fold", 0, (_penalised(table, "nonstandard-fold", actor, answer.cite, seat),), "cards")
        case "live_with_penalty":
            return Leaves((_penalised(table, "exposing-cards", seat, answer.cite),))
        case _:
            return Leaves((_found(table, "exposing-cards", seat, book.discretion),))


def _all_ins_faced(table: Table, seat: int) -> tuple[int, ...]:
    """The all-in seats with more in front than `seat`."""
    stands = table.betting.stands
    own = stands[seat - 1].bet_chips
    return tuple(at for at, stand in enumerate(stands, 1) if stand.status == "all-in" and stand.bet_chips > own)


def _before_the_flop(table: Table) -> bool:
    return table.hand.phase == variant_of(table).first.name


def _found(table: Table, topic: str, seat: int, rule: Citation, options: tuple[str, ...] = ()) -> Finding:
    return finding(topic, seat, rule, (("turn", who_acts(table) or 0),), options)


def _penalised(table: Table, topic: str, seat: int, rule: Citation, misled: int | None = None) -> Finding:
    facts = (("turn", who_acts(table) or 0),) if misled is None else (("as_kind", "fold"), ("misled_seat", misled))
    return may_be_penalised(topic, seat, rule, facts)


@behaviour(())
def with_action_pending(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A live hand shown with action to come stays live; its player may be penalised. In silence the floor says."""
    slug = "exposure.with_action_pending"
    if not is_live(stand_of(table, seat)):
        return ()
    silent = slug not in book.cites
    return (finding("exposing-cards", seat, cite(book, slug), (), MAY_BE_PENALISED, stops_play=silent),)


@behaviour(())
def all_may_see(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """What one player saw of a hand all may see, where the book prints that."""
    slug = "exposure.all_may_see"
    return (finding("info-access", seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def shown_then_folded(before: Table, table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Cards shown when another player was out of the hand, and folded then, where the book has a rule for it."""
    slug = "exposure.shown_then_folded"
    if slug not in book.cites or not any(stand.status == "folded" for stand in before.betting.stands):
        return ()
    gone = [
        seat
        for seat in table.hand.showed
        if is_live(stand_of(before, seat)) and stand_of(table, seat).status == "folded"
    ]
    return tuple(may_be_penalised("exposing-cards", seat, cite(book, slug)) for seat in gone)

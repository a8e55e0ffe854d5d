"""A hand turned up without a word by a player who faces an all-in.

The books do not agree on what that is: a call, if the cards are aces; a fold, if the all-in player takes it
for a call and shows as well; or a live hand whose owner may be penalised. `tabled` comes first, `named` when
the bridge has named the cards, `answered` when the all-in player turns up his own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.vocabulary.cards import Card
from table_controller.queries import has_tabled, variant_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding, may_be_penalised
from table_controller.rules.readings import Acts, Leaves, Reading
from table_controller.table import Table
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
        case "fold_if_misled" if _is_asked_about(table, actor):  # not once the floor let it play on
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


def _is_asked_about(table: Table, seat: int) -> bool:
    return any(case.seat == seat and case.finding.stops_play for case in table.cases)


def _before_the_flop(table: Table) -> bool:
    return table.hand.phase == variant_of(table).first.name


def _found(table: Table, topic: str, seat: int, rule: Citation, options: tuple[str, ...] = ()) -> Finding:
    return finding(topic, seat, rule, (("turn", who_acts(table) or 0),), options)


def _penalised(table: Table, topic: str, seat: int, rule: Citation, misled: int | None = None) -> Finding:
    facts = (("turn", who_acts(table) or 0),) if misled is None else (("as_kind", "fold"), ("misled_seat", misled))
    return may_be_penalised(topic, seat, rule, facts)

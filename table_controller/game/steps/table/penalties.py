"""Penalties as they are given and served. The rows of `presence` and `voiding` say which hands count.

| option               | effect                                                             |
| -------------------- | ------------------------------------------------------------------ |
| penalty              | `hands`, or `rounds`, are missed from the next hand on             |
| warning              | noted for the seat; nothing changes in the hand                    |
| disqualify           | the hand is dead, the player goes, his chips leave the table       |
| eliminate            | the same; the prize of his place is the room's matter              |
| this-hand-counts     | the hand under way was the first of the penalty                    |
| this-hand-does-not   | nothing changes                                                    |
| players-when-given   | a round is a hand for each player of now                           |
| players-left-now     | the same, counted anew for each hand                               |
| carry-over           | nothing changes here: the hands left are owed at the next table    |
| penalty-lapses       | the hands left are forgotten                                       |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import penalties
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.seats import leave
from table_controller.game.state.table import Case, Change, Penalty, Table
from table_controller.game.steps.floor.option import Effect, number_named, seat_ruled_on, unchanged
from table_controller.game.steps.floor.ruled_acts import dead_hand
from table_controller.game.steps.table.chip_counts import missing_goes_with_him, taken_off
from table_controller.vocabulary.events import Event, FloorRuled, PenaltyGiven
from table_controller.vocabulary.findings import Finding

MOST: Final = 999
"""The most hands or rounds that can be given at once."""


def on_given(table: Table, event: PenaltyGiven, book: Rulebook) -> Change:
    """The floor gave a penalty of so many hands or rounds, or a warning."""
    return given(table, event.seat, min(MOST, max(0, event.hands)), min(MOST, max(0, event.rounds)), book)


def given(table: Table, seat: int, hands: int, rounds: int, book: Rulebook, *, late: bool = False) -> Change:
    """A penalty or a warning is on record; what the book does not say about its hands the floor is asked.

    `late`: it begins with the next hand, whether this one is missed or not.
    """
    told = penalties.round_unsaid(seat, rounds, book) if rounds else ()
    hands += penalties.hands_of_rounds(table, rounds, book) if rounds else 0
    kept = rounds if penalties.round_shrinks(book) or told else 0
    number = table.hand.number if (hands or rounds) and not late and table.hand.phase not in (IDLE, SETTLED) else 0
    one = Penalty(seat, hands, 0, kept, number)
    noted = Change(replace(table, penalties=(*table.penalties, one)), findings=told)
    return noted.then(_counted(noted.table, book))


def counted(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """Who was given a penalty in this hand may miss it by what was just done in it."""
    del event
    if not change.table.penalties or change.table.betting is before.betting:
        return change
    return change.then(_counted(change.table, book))


def _counted(table: Table, book: Rulebook) -> Change:
    """Who was given a penalty in this hand and misses it now: the hand may be the first of the penalty."""
    told, kept = list[Finding](), list[Penalty]()
    for one in table.penalties:
        if one.given_in and one.given_in == table.hand.number and penalties.misses_this_hand(table, one.seat):
            told += penalties.this_hand_unsaid(one.seat, book)
            first = int(penalties.this_hand_counts(book) and penalties.owed(one) > 0)
            one = replace(one, served=one.served + first, given_in=0)  # noqa: PLW2901 - what becomes of it
        kept.append(one)
    same = tuple(kept) == table.penalties
    return Change(table if same else replace(table, penalties=tuple(kept)), findings=tuple(told))


def ruled(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The floor chose ``penalty`` or ``warning`` in a case: whose, and how many, the arguments say."""
    seat = seat_ruled_on(table, case, event)
    if seat is None:
        return Change(table)
    if event.option == "warning":
        return given(table, seat, 0, 0, book)
    rounds, named = number_named(event, "rounds", MOST) or 0, number_named(event, "hands", MOST)
    hands = 0 if rounds else 1 if named is None else named
    late = penalties.from_the_next_hand(case.finding.topic, book)
    return given(table, seat, hands, rounds, book, late=late)


def begin(table: Table, book: Rulebook) -> Table:
    """A hand begins: rounds are counted by the players of now, and who is under a penalty sits this hand out."""
    if not table.penalties:
        return table
    if penalties.round_shrinks(book):
        players = penalties.at_the_table(table)
        table = replace(
            table,
            penalties=tuple(
                replace(one, hands=one.rounds * players) if one.rounds and one.hands else one for one in table.penalties
            ),
        )
    out = penalties.sits_out(table, book)
    if not out:
        return table
    served = penalties.one_more_served(table, out)
    return replace(table, penalties=served, hand=replace(table.hand, sits_out=out))


def came_back(table: Table, seat: int, book: Rulebook) -> Change:
    """Who comes back from a penalty is reported, once."""
    told = penalties.return_reported(table, seat, book)
    over = tuple(one for one in table.penalties if one.seat != seat or not one.hands or penalties.owed(one))
    return Change(table if len(over) == len(table.penalties) else replace(table, penalties=over), findings=told)


def gone(table: Table, seat: int) -> Table:
    """The player of the seat has left: who sits there next has no penalty."""
    left = tuple(one for one in table.penalties if one.seat != seat)
    return table if len(left) == len(table.penalties) else replace(table, penalties=left)


def _sent_off(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The player is out of the event: his hand is dead and his chips leave the table with him, but what he has bet."""
    seat = seat_ruled_on(table, case, event)
    if seat is None or table.players[seat - 1] is None:
        return Change(table)
    change = dead_hand(table, seat, book) if table.hand.phase not in (IDLE, SETTLED) else Change(table)
    out = missing_goes_with_him(replace(change.table, players=leave(change.table.players, seat)), seat)
    return change.then(Change(taken_off(out, seat, out.ledger[seat - 1].stack_chips)))


def _last_of(table: Table, seat: int | None) -> int | None:
    """Where the newest penalty of the seat stands."""
    places = [at for at, one in enumerate(table.penalties) if one.seat == seat]
    return places[-1] if places else None


def _with(table: Table, at: int, one: Penalty) -> Table:
    return replace(table, penalties=(*table.penalties[:at], one, *table.penalties[at + 1 :]))


def _this_hand(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    at = _last_of(table, case.seat)
    if at is None:
        return Change(table)
    one = table.penalties[at]
    return Change(_with(table, at, replace(one, served=min(one.hands, one.served + 1))))


def _round_is(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del book
    at = _last_of(table, case.seat)
    if at is None:
        return Change(table)
    one = table.penalties[at]
    hands = case.fact("rounds") * penalties.at_the_table(table)
    return Change(
        _with(table, at, replace(one, hands=hands, rounds=one.rounds if event.option == "players-left-now" else 0))
    )


def _lapsed(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    if case.seat is None:
        return Change(table)
    sits = table.players[case.seat - 1]
    another = sits is not None and case.player not in ("", sits.name)  # his own hands are not those that lapse
    return Change(table if another else gone(table, case.seat))


EFFECTS: Final[Mapping[str, Effect]] = {
    "disqualify": _sent_off,
    "eliminate": _sent_off,
    "this-hand-counts": _this_hand,
    "this-hand-does-not": unchanged,
    "players-when-given": _round_is,
    "players-left-now": _round_is,
    "carry-over": unchanged,
    "penalty-lapses": _lapsed,
}
"""Options about penalties by name."""

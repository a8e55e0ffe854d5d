"""A protest: disputed words about the hand that is over, and what the floor makes of them.

| option      | effect                                                                                    |
| ----------- | ----------------------------------------------------------------------------------------- |
| rebuild-pot | what each seat put in and won is told; with `seat`, what it could win is given to that seat |
| hold-back   | the ruling waits, into the next hand too; nothing stops play                              |
| play-on     | the award stands                                                                          |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import finding
from table_controller.game.rules.table import protests
from table_controller.game.state.ended import Ended
from table_controller.game.state.hand import SETTLED, Share
from table_controller.game.state.pots import pots_of
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.floor.option import Effect, number_named
from table_controller.game.steps.showdown.awarding import given_anew
from table_controller.vocabulary.events import Declared, Event, FloorRuled
from table_controller.vocabulary.outcomes import Half


def on_dispute(table: Table, event: Declared, book: Rulebook) -> Change | None:
    """The words as a protest about the last hand; None if they are none, or no hand is over yet."""
    what = protests.disputed(event.text) if event.word == "other" else None
    if what is None or not table.ended.number:
        return None
    return Change(table, findings=protests.judged(table, event.seat, what, event.at_s, book))


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change, what a hand that was settled by this event leaves behind kept in mind."""
    del book
    after = change.table
    if after.hand.phase != SETTLED or (before.hand.phase == SETTLED and before.ledger is after.ledger):
        return change
    settled_s = before.ended.at_s if before.hand.phase == SETTLED else float(getattr(event, "at_s", 0.0))
    put = tuple((seat, money.committed_chips) for seat, money in enumerate(after.ledger, 1) if money.committed_chips)
    won = tuple((seat, money.won_chips) for seat, money in enumerate(after.ledger, 1) if money.won_chips)
    in_break = before.ended.in_break if before.hand.phase == SETTLED else after.on_break
    ended = Ended(after.hand.number, settled_s, put, won, in_break)
    return replace(change, table=replace(after, ended=ended))


def _rebuild(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The pot of the last hand, from the bets; given to the seat that the floor names."""
    closed = replace(table, cases=tuple(other for other in table.cases if not protests.is_of_protest(other, case.seat)))
    seat = number_named(event, "seat", table.setup.seats + 1) or 0
    change = Change(closed)
    if table.hand.phase == SETTLED and any(share.seat != seat for share in table.hand.shares) and seat:
        change = _given_to(closed, seat)
    won = dict(table.ended.won)
    told = tuple(
        finding(protests.REBUILDING, at, case.finding.cite, (("put_in_chips", chips), ("won_chips", won.get(at, 0))))
        for at, chips in table.ended.put
    )
    del book
    return change.then(Change(change.table, findings=told))


def _given_to(table: Table, seat: int) -> Change:
    """Each pot that the seat had a claim to is its own; others stay with whom they were given to."""
    mine = {number for number, pot in enumerate(pots_of(table.ledger, table.betting.stands)) if seat in pot.seats}
    shares = tuple(replace(share, seat=seat) if share.pot in mine else share for share in table.hand.shares)
    joined: dict[tuple[int, int, Half], int] = {}
    for share in shares:
        joined[share.pot, share.seat, share.half] = joined.get((share.pot, share.seat, share.half), 0) + share.chips
    return given_anew(table, tuple(Share(pot, at, chips, half) for (pot, at, half), chips in joined.items()))


def _hold_back(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The ruling waits: what is open of this protest stops nothing any more."""
    del event, book
    cases = tuple(_waiting(other) if protests.is_of_protest(other, case.seat) else other for other in table.cases)
    return Change(replace(table, cases=cases))


def _waiting(case: Case) -> Case:
    found = case.finding
    return replace(case, finding=replace(found, facts=(*found.facts, ("held_back", 1)), stops_play=False))


EFFECTS: Final[Mapping[str, Effect]] = {"rebuild-pot": _rebuild, "hold-back": _hold_back}
"""Options about a protest by name."""

"""Players who leave their seat and come back: who missed the deal is folded after it.

| when                          | what                                                                    |
| ----------------------------- | ----------------------------------------------------------------------- |
| a new hand begins             | who serves a penalty will be folded; one hand of it is served           |
| the first card is dealt       | who is away then is noted, if that is the book's deadline               |
| the last card is dealt        | who is away then, or was noted, is folded, or the floor decides         |
| the deal is void              | who missed it is noted for the deal in its place, if the book says so   |
| the turn comes to an empty seat | the floor may fold it, where the book prints that                     |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import (
    who_acts,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import absent
from table_controller.game.state.betting import is_live, live_count
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.hand import DEAL, IDLE, is_street
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.flow.refunds import is_of_a_live_hand
from table_controller.game.steps.flow.voiding import taken_out
from table_controller.game.steps.table.penalties import begin, came_back
from table_controller.vocabulary.events import Event, PlayerCameBack, PlayerWentAway


def on_went(table: Table, event: PlayerWentAway, book: Rulebook) -> Change:
    """The seat's player is away, or only stands beside the chair."""
    seat = event.seat
    near = {*table.near, seat} if event.near else {*table.near} - {seat}
    gone = replace(table, away=tuple(sorted({*table.away, seat})), near=tuple(sorted(near)))
    found = absent.with_a_live_hand(gone, seat, book)
    if who_acts(gone) == seat:
        found = (*found, *absent.away_in_his_turn(gone, seat, book))
    return Change(gone, findings=found)


def on_back(table: Table, event: PlayerCameBack, book: Rulebook) -> Change:
    """The seat's player is there again."""
    seat = event.seat
    here = replace(
        table,
        away=tuple(other for other in table.away if other != seat),
        near=tuple(other for other in table.near if other != seat),
    )
    return came_back(here, seat, book)


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change from `before` with what follows from it for absent players."""
    del event
    table = change.table
    if table.hand is not before.hand and table.hand.phase == DEAL:
        began = table.hand.number != before.hand.number
        change = change.then(_noted(before, begin(table, book) if began else table, book))
        table = change.table
    if before.hand.phase == DEAL and is_street(table.hand.phase):
        change = _without_their_questions(change.then(_dealt(table, book)))
        table = change.table
    seat = who_acts(table)
    if seat in table.away and (seat != who_acts(before) or table.hand.phase != before.hand.phase):
        change = change.then(Change(table, findings=absent.away_in_his_turn(table, seat or 1, book)))
    return change


def _without_their_questions(change: Change) -> Change:
    """The change where nobody asks whether a hand is given back that is out of the deal for another reason."""
    out = {*change.table.hand.absent, *change.table.hand.sits_out}
    findings = tuple(
        replace(found, options=(), stops_play=False) if found.seat in out and is_of_a_live_hand(found) else found
        for found in change.findings
    )
    return change if findings == change.findings else replace(change, findings=findings)


def _noted(before: Table, table: Table, book: Rulebook) -> Change:
    """Who missed the first card, and who missed a deal that is void now."""
    hand = table.hand
    if hand.fate == "misdeal" and before.hand.fate != "misdeal":
        return Change(_with_absent(table, absent.folded_in_the_replay(before, book)))
    if hand.dealt and not before.hand.dealt:
        missed = absent.missed_first_card(table, book)
        return Change(_with_absent(table, (*hand.absent, *missed.folded)), findings=missed.findings)
    return Change(table)


def _with_absent(table: Table, seats: tuple[int, ...]) -> Table:
    known = tuple(sorted({*seats}))
    return table if known == table.hand.absent else replace(table, hand=replace(table.hand, absent=known))


def _dealt(table: Table, book: Rulebook) -> Change:
    """The deal is done: absent and penalised players are folded, the big blind last."""
    late = absent.missed_the_deal(table, book)
    change = Change(_with_absent(table, (*table.hand.absent, *late.folded)), findings=late.findings)
    left_for_good = (player.seat for player in table.players if player is not None and player.leaving)
    out = {*late.folded, *table.hand.sits_out, *left_for_good}
    posts = who_posts(table)
    big = posts.big_blind if posts else 1
    for seat in clockwise(table.setup.seats, big):
        if seat in out and is_live(change.table.betting.stands[seat - 1]):
            change = change.then(_folded(change.table, seat, book))
    if not is_street(change.table.hand.phase):
        return change
    left = tuple(found for seat in change.table.away for found in absent.with_a_live_hand(change.table, seat, book))
    asked = {found.seat for found in late.findings if found.options}
    return change.then(Change(change.table, findings=tuple(found for found in left if found.seat not in asked)))


def _folded(table: Table, seat: int, book: Rulebook) -> Change:
    """The seat is out of the hand, which is no act; the last live hand stays."""
    if live_count(table.betting) < HEADS_UP or table.hand.phase == IDLE:
        return Change(table)
    return taken_out(table, seat, book)

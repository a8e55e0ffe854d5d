"""What the dealer does next at a table, as a code and as the screen says it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firmware_bridge.vocabulary.zones import BOARD, MUCK, seat_zone
from table_controller.game.queries import (
    awards_due,
    burn_due,
    deal_order,
    floor_stops,
    forced_bets_due,
    has_tabled,
    owing,
    returns_due,
    shows_first,
    street_due,
    tables_now,
    to_call_chips,
    who_acts,
)
from table_controller.game.state.custody import came_from, lying
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, SHOWDOWN, is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.views import NextAct, PromptView

_OF_THE_AWARD = ("odd-chip", "protest", "pot-reconstruction")  # cases that stop a hand although it is over
_NEW_HAND, _FLOOR = NextAct("new-hand"), NextAct("call-floor")


def needs_floor(table: Table) -> bool:
    """Whether the hand cannot go on by itself, because something lies where plain play has no use for it."""
    hand = table.hand
    if hand.phase in (IDLE, SETTLED):
        return any(case.finding.stops_play and case.finding.topic in _OF_THE_AWARD for case in table.cases)
    if floor_stops(table):
        return True
    seat = who_acts(table)
    if seat is not None:
        return lying_loose(table, seat) > 0 or not (lying(table.cards, seat_zone(seat)) or has_tabled(table, seat))
    if hand.repair is not None and hand.repair.code == "pick-burn":
        return True
    aside = {card.handle for card in hand.aside}
    if any(handle not in hand.board and handle not in aside for handle in lying(table.cards, BOARD)):
        return True
    if hand.phase != SHOWDOWN:
        return False
    first = shows_first(table)
    if first is None or lying(table.cards, seat_zone(first)):
        return False
    return not (hand.showing.face_up and came_from(table.cards, MUCK, seat_zone(first)))


def next_act(table: Table) -> NextAct:
    """The dealer's next physical act."""
    stops = floor_stops(table) if table.hand.phase == DEAL else needs_floor(table)
    return _FLOOR if stops else next_of_play(table)


def next_of_play(table: Table) -> NextAct:
    """The dealer's next physical act as if the floor had nothing to decide and nothing lay in the way of play."""
    phase = table.hand.phase
    if phase == IDLE:
        return _NEW_HAND
    if phase == DEAL:
        return _next_of_deal(table)
    seat = who_acts(table)
    for short in table.hand.amiss.later if is_street(phase) else ():
        return NextAct("deal-card", short)
    if seat is not None:
        return NextAct("await", seat, to_call_chips(table))
    for seat, chips in returns_due(table):
        return NextAct("return-chips", seat, chips)
    if phase == SETTLED:
        for seat, chips in awards_due(table):
            return NextAct("push-pot", seat, chips)
        return _NEW_HAND
    for seat, chips in owing(table):
        return NextAct("await", seat, chips)
    for seat in tables_now(table):
        return NextAct("await", seat)
    first = shows_first(table)
    if phase == SHOWDOWN:
        return NextAct("await", first) if first is not None else _FLOOR
    return NextAct("burn") if burn_due(table) else NextAct(f"deal-{street_due(table)}")


def lying_loose(table: Table, seat: int) -> int:
    """Chips in front of the player to act that no act explains; those of a motion under way are none."""
    return 0 if table.betting.motions else table.ledger[seat - 1].loose_chips


def _next_of_deal(table: Table) -> NextAct:
    for seat, chips in returns_due(table) if table.hand.fate else ():
        return NextAct("return-chips", seat, chips)
    for seat, _, chips in forced_bets_due(table):
        return NextAct("await", seat, chips)
    order = () if table.hand.fate == "void" else deal_order(table)
    return NextAct("deal-card", order[0]) if order else _FLOOR


_NOT_SEEN_COME: Final = frozenset({"gap-dealt", "gap-burned", "gap-boarded"})
"""Questions about a card that lies there already: until they are answered it is still the next one to deal."""


def act_on_screen(table: Table) -> NextAct:
    """What the dealer does next, as the screen says it."""
    act = next_act(table)
    return plainer(table, act) or act


def plainer(table: Table, act: NextAct, asked: Iterable[PromptView] = ()) -> NextAct | None:
    """The next act in plainer words, None where its own are plain.

    ``deal-again`` (gather and shuffle after a misdeal: `next_act` names the card that follows it), ``answer-first``
    (the next card may be one that is `asked` about: who followed `next_act` would deal it twice), ``loose-chips SEAT``
    (no act explains them: for `next_act` the floor's, until the act is keyed or they go back) and ``no-cards SEAT``
    (whose turn it is to act or to show has none there: the floor's, until they lie there again).
    """
    if table.hand.fate == "misdeal" and act.code in ("deal-card", "await"):
        return NextAct("deal-again")
    if act.code == "burn" or act.code.startswith("deal-"):
        return NextAct("answer-first") if any(one.kind in _NOT_SEEN_COME for one in asked) else None
    if act.code != "call-floor" or floor_stops(table):
        return None
    seat = who_acts(table)
    if seat is not None and (loose := lying_loose(table, seat)):
        return NextAct("loose-chips", seat, loose)
    due = seat if seat is not None else shows_first(table)
    if due is not None and not (lying(table.cards, seat_zone(due)) or has_tabled(table, due)):
        return NextAct("no-cards", due)
    return None

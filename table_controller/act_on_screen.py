"""The dealer's next act as the screen says it: `next_acts.next_act` in a dealer's words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firmware_bridge.vocabulary.zones import seat_zone
from table_controller.machines.custody import lying
from table_controller.next_acts import lying_loose, next_act
from table_controller.queries import floor_stops, has_tabled, shows_first, who_acts
from table_controller.table import Table
from table_controller.vocabulary.views import NextAct, PromptView

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

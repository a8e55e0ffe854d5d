"""The dealer's next act as the screen says it: `next_acts.next_act` in a dealer's words."""

from __future__ import annotations

from table_controller.next_acts import lying_loose, next_act
from table_controller.queries import floor_stops, who_acts
from table_controller.table import Table
from table_controller.views import NextAct


def act_on_screen(table: Table) -> NextAct:
    """What the dealer does next, as the screen says it."""
    act = next_act(table)
    return plainer(table, act) or act


def plainer(table: Table, act: NextAct) -> NextAct | None:
    """The next act in plainer words, None where its own are plain.

    ``deal-again`` (gather and shuffle after a misdeal: `next_act` names the card that follows it) and ``loose-chips
    SEAT`` (no act explains them: for `next_act` the floor's, until the act is keyed or they go back).
    """
    seat = who_acts(table)
    stopped = floor_stops(table)
    if table.hand.fate == "misdeal" and act.code in ("deal-card", "await"):
        return NextAct("deal-again")
    if act.code == "call-floor" and seat is not None and not stopped and (loose := lying_loose(table, seat)):
        return NextAct("loose-chips", seat, loose)
    return None

"""How a wrong board is put right, as the dealer's screen shows it."""

from __future__ import annotations

from table_controller.game.queries import who_acts
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.vocabulary.views import RepairView


def repair_of(table: Table) -> RepairView | None:
    """The procedure under way and its present act; None if the board is as it should be.

    A card that waits aside needs no more of the dealer once the betting is over.
    """
    repair = table.hand.repair
    if repair is None or table.hand.phase in (IDLE, SETTLED):
        return None
    past = repair.left[:1] == ("set-aside",) and who_acts(table) is None
    return RepairView(repair.code, repair.step + past + 1, repair.acts, len(repair.cards))

"""Games that take turns at a table.

| what was named with the game   | holds                                       |
| ------------------------------ | ------------------------------------------- |
| an ante, a bring-in            | as long as that game is played              |
| blinds, bets, who pays an ante | from then on, whatever game is played next  |
| nothing                        | as it was                                   |
"""

from __future__ import annotations

from msgspec import Struct

from table_controller.vocabulary.events import GameChosen


class Rotation(Struct, frozen=True):
    """The game that comes with the next hand, and what the one under way has for itself.

    `changes`: another game than that of the opening was named at this table. `ante_chips` and `bring_in_chips` are
    None where the game has the table's own.
    """

    changes: bool = False
    ante_chips: int | None = None
    bring_in_chips: int | None = None
    coming: GameChosen | None = None


ONE_GAME = Rotation()
"""The game of the opening, hand after hand."""

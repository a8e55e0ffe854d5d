"""What a script needs of a table: hands that act on it, and eyes that see what the system made of it.

Two players exist: one that tells the engine its events outright, and one that moves the cards and
chips of the simulated table and keys only what no sensor sees. The interpreter serves both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.tally import Tally
from table_controller.game.state.table import Table
from table_controller.scripts.acts import Act
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Outcome
from table_controller.vocabulary.views import TableView


class Player(Protocol):
    """Carries out acts at a table and shows what came of them since `mark`.

    `silent` players act with chips and cards alone where those are clear; others say every act.
    """

    silent: bool

    @property
    def table(self) -> Table:
        """The engine's state now."""
        ...

    @property
    def view(self) -> TableView:
        """What the public may see now."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings since `mark`."""
        ...

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes since `mark`."""
        ...

    @property
    def keys_per_hand(self) -> tuple[int, ...] | None:
        """Keys that the dealer pressed in each hand so far; None where nothing is keyed."""
        ...

    @property
    def prompts_per_hand(self) -> tuple[int, ...] | None:
        """Questions of the system that the dealer answered in each hand so far; None where faults are not played."""
        ...

    @property
    def faults(self) -> Tally | None:
        """The faults of the hardware so far; None where none are played."""
        ...

    def mark(self) -> None:
        """A step of the script begins: findings and outcomes are counted from here."""
        ...

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips], *, deals_up: bool = False) -> None:
        """Set the table up with these chips in front of the players; its time is the player's, not `opened.at_s`.

        `deals_up`: in some hand of it cards are dealt face up to seats.
        """
        ...

    def do(self, act: Act) -> None:
        """Carry an act out, and return when the table has settled."""
        ...

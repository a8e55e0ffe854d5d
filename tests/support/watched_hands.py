"""A script that is played straight, with the tables that each of its hands went through."""

from __future__ import annotations

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import Event, HandPutAway, Riffled


class Watched(StraightPlayer):
    """Keeps the tables that each hand goes through; a stub that is riffled in the middle of one begins no other."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.hands: list[tuple[Table, ...]] = []
        self._through: list[Table] = []

    def last(self) -> list[tuple[Table, ...]]:
        """The hand that is over and not put away yet, if there is one."""
        return [tuple(self._through)] if self.table.hand.phase == SETTLED else []

    def _take(self, event: Event) -> None:
        if isinstance(event, Riffled | HandPutAway) and self.table.hand.phase in (IDLE, DEAL, SETTLED):
            if self.table.hand.phase == SETTLED:
                self.hands.append(tuple(self._through))
            self._through = []
        at = len(self._through)
        super()._take(event)
        self._through.insert(at, self._tables[len(self._tables) - 1 - (len(self._through) - at)])

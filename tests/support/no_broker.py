"""In the place of the MQTT side of a controller: takes everything and tells nobody. Tests note what they are after."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from table_controller.broadcast.courier import Glance
from table_controller.broadcast.snapshots import Answer
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView


class NoBroker:
    """There is no broker, and no console."""

    def start(self) -> None:
        """Publish nothing."""

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        """Take no record."""

    def health(self, facts: Mapping[str, int | str]) -> None:
        """Take no facts."""

    def commands_to(self, take: Callable[[FromConsole], None]) -> None:
        """Nobody asks for anything."""

    def answer(self, client: str, answer: Answer) -> None:
        """Nobody listens."""

    def status(self) -> str:
        """The word on the screen."""
        return "off"

"""What the controller's process wants of whoever publishes for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from table_controller.broadcast.courier import Glance
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView


class Publishes(Protocol):
    """What the controller needs of the MQTT side: never blocks, never raises."""

    def start(self) -> None:
        """Begin to publish, from the journal's first unacknowledged record on."""

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        """Take a record that is in the journal, and the view after it; without one, only the view changed."""

    def health(self, facts: Mapping[str, int | str]) -> None:
        """Take facts about the controller itself."""

    def status(self) -> str:
        """The broker's state, for the screen."""

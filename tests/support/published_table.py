"""A table dealt by keys that publishes at a real broker."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec
from support.dealt_tables import KeysOnly
from support.mqtt_clients import PATIENCE_S

from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.snapshots import state_of
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.record import Record

TOPICS: Final = Topics("rome", "t7")


class Table:
    """Its keys, and its publisher, which is to be stopped."""

    def __init__(self, broker: EmbeddedBroker, folder: Path) -> None:
        self.keys = KeysOnly()
        epoch = self.keys.controller.journal.header.epoch
        self.publisher = Publisher(Identity("rome", "t7", epoch), broker.endpoint, folder / "mark.json", list)
        self.publisher.offer(None, self.keys.view())
        self.publisher.start()
        assert self.publisher.wait_ready(PATIENCE_S), self.publisher.status()

    def take(self, *commands: Command) -> None:
        for command in commands:
            record = self.keys.take(command)
            assert isinstance(record, Record), record
            self.publisher.offer(record, self.keys.view())

    @property
    def sent(self) -> int:
        """How many messages of records it has to send, or has sent."""
        return self.keys.controller.session.live_n

    def state(self) -> dict[str, Any]:
        """What its state says now."""
        return dict(msgspec.json.decode(msgspec.json.encode(state_of(self.keys.view()))))

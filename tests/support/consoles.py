"""Consoles of a table in tests: their keys, their commands, and the way of a command from the door to the answer."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from support.dealt_tables import KeysOnly

from firmware_bridge.vocabulary.signed_commands import Asked, ConsoleRole, SignedCommand, public_key, signed
from firmware_bridge.vocabulary.signed_commands import Console as Known
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.console_client import Console
from table_controller.broadcast.console_door import ConsoleDoor
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.views import Refused

WALL_S: Final = 1_795_723_200.0
TOPICS: Final = Topics("rome", "t7")
KEYS: Final[dict[ConsoleRole, bytes]] = {
    "floor": b"f" * 32,
    "producer": b"p" * 32,
    "technician": b"t" * 32,
}
CONSOLES: Final = {role: Console(role, role, key) for role, key in KEYS.items()}
KNOWN: Final[dict[str, Known]] = {role: Known(role, public_key(key)) for role, key in KEYS.items()}


def payload(command: SignedCommand) -> bytes:
    """As it travels."""
    return msgspec.json.encode(command)


class Room:
    """A table dealt by keys, its door, and what was answered."""

    def __init__(self) -> None:
        self.table = KeysOnly()
        self.wall_s, self.now_s = WALL_S, 0.0
        self.known = dict(KNOWN)
        self.door = ConsoleDoor(TOPICS, self.epoch, lambda: self.known, lambda: self.wall_s)

    @property
    def epoch(self) -> str:
        return self.table.controller.journal.header.epoch

    @property
    def n(self) -> int:
        return self.table.controller.session.live_n

    def asked(self, role: ConsoleRole, verb: str, **other: Any) -> Asked:
        """What a console asks for, on the state of this moment if `other` says nothing else."""
        data = other.pop("data", {})
        asked = Asked(
            TOPICS.of("cmd", verb), f"c-{self.now_s:g}", role, role, f"{round(self.now_s * 1000):016x}",
            self.wall_s + 20, self.epoch, self.n, data,
        )  # fmt: skip
        return replace(asked, **other)

    def sends(self, asked: Asked, *, retained: bool = False, topic: str = "", key: bytes = b"") -> str:
        """What becomes of it: ``done``, the reason why it was refused, or ``unheard``."""
        command = signed(asked, key or KEYS[asked.role])
        return self.hears(payload(command), topic or asked.to, retained=retained)

    def hears(self, text: bytes, topic: str, *, retained: bool = False) -> str:
        """The same of what came in these bytes."""
        self.now_s += 10.0
        told = self.door.take(topic, text, self.now_s, retained=retained)
        return "unheard" if told is None else self.takes(told)

    def takes(self, told: FromConsole) -> str:
        """As the service does it: refused or not, it is in the journal."""
        controller = self.table.controller
        answer = controller.accept(told, self.now_s)
        if isinstance(answer, Refused):
            told = replace(told, refused=answer.reason)
            assert not isinstance(controller.accept(told, self.now_s), Refused)
        return told.refused or "done"

"""Typed, versioned messages as lines of JSON: the one codec of sockets and journal.

A line is ``{"is": "CardArrived", "v": 1, ...fields}``. A `Vocabulary` knows which frozen
Structs may stand in it; anything else is a `LineError` that says what was read. An empty line is a beat: readers
pass over it.
Unknown fields are ignored, so an older reader survives a newer writer.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

import msgspec

from firmware_bridge.vocabulary.untrusted import read_json

T = TypeVar("T")

MAX_LINE_BYTES = 64 * 1024
"""Longest line a reader accepts; a whole table's view is under 16 kB."""


BEAT: Final = b"\n"
"""An empty line: its sender runs, and has nothing else to say."""

BEAT_S: Final = 0.5
"""A process says so much oftener than it is missed."""

LOOK_S: Final = 0.25
SILENT_LOOKS: Final = 8
"""Who has said nothing at so many looks in a row, `LOOK_S` apart (2 s), is silent."""


class Silence:
    """Whether the other side of a connection still runs, judged at looks that the listener takes at regular moments.

    Looks are counted, and not seconds: a listener that was held up itself has not listened meanwhile.
    """

    def __init__(self, looks: int = SILENT_LOOKS) -> None:
        self._most, self._missed = looks, 0

    @property
    def lasts(self) -> bool:
        """Whether nothing has been heard for long enough."""
        return self._missed >= self._most

    def heard(self) -> None:
        """Something came, if only a beat."""
        self._missed = 0

    def look(self) -> bool:
        """One more look; whether it is the one by which the other side counts as silent."""
        self._missed += 1
        return self._missed == self._most


class LineError(ValueError):
    """A line is not a message of this vocabulary: says what, and what was expected."""


class Vocabulary(Generic[T]):
    """The messages that may travel in one direction, each a frozen Struct.

    `version` stands in every line; a line of another version is refused, because a field
    whose meaning changed is worse than a clear stop. Fields that a type names in `LATER` came after lines of it had
    been written: empty, they are left out, so that what was written then is written alike now.
    """

    def __init__(self, name: str, version: int, *types: type[T]) -> None:
        self.name, self.version = name, version
        self._types: dict[str, type[T]] = {kind.__name__: kind for kind in types}
        if len(self._types) != len(types):
            raise ValueError(f"vocabulary {name} lists two types of one name")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the messages, in the order given."""
        return tuple(self._types)

    @property
    def types(self) -> tuple[type[T], ...]:
        """The messages themselves, in the order given."""
        return tuple(self._types.values())

    def to_object(self, message: T) -> dict[str, Any]:
        """The message as JSON-ready values, its type under ``is``."""
        name = type(message).__name__
        if name not in self._types:
            raise LineError(f"{name} is not a message of {self.name}")
        fields: dict[str, Any] = msgspec.to_builtins(message)
        for later in getattr(message, "LATER", ()):
            if not fields[later]:
                del fields[later]
        return {"is": name, "v": self.version, **fields}

    def from_object(self, fields: Any) -> T:
        """The message that JSON-ready values stand for; raise `LineError` if they do not."""
        if not isinstance(fields, dict):
            raise LineError(f"{self.name}: a message is a JSON object, not {type(fields).__name__}")
        kind = self._types.get(str(fields.get("is")))
        if kind is None:
            raise LineError(f"{self.name}: unknown message {str(fields.get('is'))[:40]!r}")
        if fields.get("v") != self.version:
            raise LineError(
                f"{self.name}: {kind.__name__} has version {str(fields.get('v'))[:10]}, this program speaks "
                f"{self.version}; run the same release on both sides"
            )
        try:
            return msgspec.convert(fields, kind)
        except msgspec.ValidationError as problem:
            raise LineError(f"{self.name}: {kind.__name__}: {problem}") from None

    def encode(self, message: T) -> bytes:
        """One line with its newline."""
        return msgspec.json.encode(self.to_object(message)) + b"\n"

    def decode(self, line: bytes) -> T:
        """The message of one line; raise `LineError` for anything else."""
        if len(line) > MAX_LINE_BYTES:
            raise LineError(f"{self.name}: a line of {len(line)} bytes is longer than {MAX_LINE_BYTES}")
        try:
            fields = read_json(line, object)
        except msgspec.DecodeError as problem:
            raise LineError(f"{self.name}: not JSON: {problem}") from None
        return self.from_object(fields)

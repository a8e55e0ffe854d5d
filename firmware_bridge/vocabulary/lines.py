"""Typed, versioned messages as lines of JSON: the one codec of sockets and journal.

A line is ``{"is": "CardArrived", "v": 1, ...fields}``. A `Vocabulary` knows which frozen
Structs may stand in it; anything else is a `LineError` that says what was read.
Unknown fields are ignored, so an older reader survives a newer writer.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from firmware_bridge.vocabulary.untrusted import read_json

T = TypeVar("T")

MAX_LINE_BYTES = 64 * 1024
"""Longest line a reader accepts; a whole table's view is under 16 kB."""


class LineError(ValueError):
    """A line is not a message of this vocabulary: says what, and what was expected."""


class Vocabulary(Generic[T]):
    """The messages that may travel in one direction, each a frozen Struct.

    `version` stands in every line; a line of another version is refused, because a field
    whose meaning changed is worse than a clear stop.
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

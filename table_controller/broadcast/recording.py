"""A feed in a file: every message as it came, so that graphics can be built where there is no table.

A line each, JSON: first what it is a recording of, then a message a line with the seconds since the first one. Nothing
is decoded on the way, and a recording of the delayed class holds hidden cards: the file is its owner's alone. One whose
name ends in ``.gz`` is read through gzip.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, Literal, Self

import msgspec
from msgspec import Meta, Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.connection import Arrived
from table_controller.broadcast.topics import ROOT

SHIPPED: Final = "recordings/final-table.jsonl.gz"
"""The recording that comes with this package: eleven hands of a simulated final table, live and delayed."""
VERSION: Final = 1
LINE_BYTES: Final = 200_000
"""No line is as long: a message is under 64 kB."""
_OWNER_ONLY: Final = 0o600
_LEVELS: Final = 7
"""``cardspeak/v1/venue/class/table/name/leaf``, at least."""


class RecordingError(ValueError):
    """A file that is no recording: says where and why."""


class Title(Struct, frozen=True):
    """What is recorded."""

    recording: Literal["cardspeak"]
    version: Annotated[int, Meta(ge=1)]
    venue: str
    table: str


class Line(Struct, frozen=True):
    """One message, `at_s` after the first."""

    at_s: Annotated[float, Meta(ge=0)]
    topic: Annotated[str, Meta(max_length=256)]
    retained: bool
    payload: msgspec.Raw


class Recorder:
    """A new file; what it is given is in it, on the disk, when `add` returns."""

    def __init__(self, path: Path, venue: str, table: str) -> None:
        self._file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "wb")
        self._began_s: float | None = None
        self.messages = 0
        self._write(Title("cardspeak", VERSION, venue, table))

    def add(self, arrived: Arrived, now_s: float) -> None:
        """One message more; one that is no JSON is left out."""
        try:
            msgspec.json.decode(arrived.payload, type=msgspec.Raw)
        except msgspec.DecodeError:
            return
        began_s = self._began_s = now_s if self._began_s is None else self._began_s
        at_s = round(max(0.0, now_s - began_s), 3)
        self._write(Line(at_s, arrived.topic, arrived.retained, msgspec.Raw(arrived.payload)))
        self.messages += 1

    def close(self) -> None:
        """No more."""
        self._file.close()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def _write(self, what: Title | Line) -> None:
        self._file.write(msgspec.json.encode(what) + b"\n")
        self._file.flush()


def read_recording(path: Path) -> tuple[Title, Iterator[Line]]:
    """What it is of, and its messages in order, read as they are asked for; raise `RecordingError`, `OSError`.

    A last line that was not written whole is left out: whoever recorded it was killed.
    """
    lines = _lines(path)
    first = next(lines, None)
    if first is None:
        raise RecordingError(f"{path}: empty, and no recording")
    try:
        title = read_json(first[1], Title)
    except (msgspec.DecodeError, msgspec.ValidationError) as problem:
        raise RecordingError(f"{path}: no recording of a feed (cardspeak record writes one): {problem}") from None
    if title.version > VERSION:
        raise RecordingError(f"{path}: of a later release (version {title.version}; this one reads {VERSION})")
    return title, _messages(path, lines)


def _messages(path: Path, lines: Iterator[tuple[int, bytes]]) -> Iterator[Line]:
    last_s = 0.0
    for number, text in lines:
        try:
            line = read_json(text, Line)
        except (msgspec.DecodeError, msgspec.ValidationError) as problem:
            raise RecordingError(f"{path}, line {number}: no message: {problem}") from None
        if line.at_s < last_s:
            raise RecordingError(f"{path}, line {number}: earlier than the one before it")
        if not line.topic.startswith(f"{ROOT}/") or len(line.topic.split("/")) < _LEVELS:
            raise RecordingError(f"{path}, line {number}: {line.topic[:60]!r} is no topic of a table")
        last_s = line.at_s
        yield line


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Whole lines with their numbers."""
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        for number in range(1, 1 << 62):
            try:
                text = file.readline(LINE_BYTES + 1)
            except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
                raise RecordingError(f"{path}, line {number}: damaged: {problem}") from None
            if not text.endswith(b"\n"):
                if len(text) > LINE_BYTES:
                    raise RecordingError(f"{path}, line {number}: longer than any message")
                return
            yield number, text


def placed(line: Line, venue: str, table: str) -> str:
    """The topic of a recorded message at another venue and table."""
    _root, _version, _venue, secrecy, kind, _table, *leaf = line.topic.split("/")
    return "/".join((ROOT, venue, secrecy, kind, table, *leaf))

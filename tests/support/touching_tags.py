"""Which functions ever hold a tag, found by watching them; and an exception, with the tag in it, in any one of them."""

from __future__ import annotations

import dataclasses
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Final

import msgspec
from support.canaries import BYTES

import firmware_bridge

BRIDGE: Final = str(Path(firmware_bridge.__file__).parent)
NOT_THE_BRIDGE: Final = (f"{BRIDGE}/simulator/", f"{BRIDGE}/node/")
"""Folders whose code runs in the nodes, or stands in for them."""
DEEPEST: Final = 8
FIRST_LOOKS: Final = 50
LATER_LOOKS: Final = 13
"""A function is looked at when it is called and when it returns, so often at first, then every so many times."""
MOST_LINES: Final = 3
"""An exception comes at one of the first so many lines at which the function holds a tag, or at its end."""

Where = tuple[str, str]
"""File and function."""


@cache
def where(code: CodeType) -> Where:
    return str(Path(code.co_filename).relative_to(BRIDGE)), code.co_qualname


@cache
def is_of_the_bridge(code: CodeType) -> bool:
    return code.co_filename.startswith(BRIDGE) and not code.co_filename.startswith(NOT_THE_BRIDGE)


def runs_in_a_node(frame: FrameType | None) -> bool:
    """Whether a node called it: it runs the same frames and messages."""
    while frame is not None and frame.f_code.co_filename.startswith(BRIDGE):
        if frame.f_code.co_filename.startswith(NOT_THE_BRIDGE):
            return True
        frame = frame.f_back
    return False


class Tags:
    """Finds one of these tags in a value, however deep: in bytes, in hex, in containers and in values of the project.

    What an object keeps for itself (`self`) is not looked into: nearly all of the bridge would hold a tag then.
    """

    def __init__(self, tags: Collection[bytes]) -> None:
        self._tags, self._hex = frozenset(tags), {tag.hex(): tag for tag in tags}

    def in_frame(self, frame: FrameType, returned: object = None) -> bytes | None:
        return self.found((returned, *frame.f_locals.values()))

    def found(self, value: object, depth: int = 0) -> bytes | None:
        if type(value) in _HOLD_NOTHING:
            return None
        if isinstance(value, str):
            return self._written(value)
        if isinstance(value, bytes | bytearray):
            return self._read(bytes(value))
        if depth < DEEPEST:
            for part in _parts(value):
                if (tag := self.found(part, depth + 1)) is not None:
                    return tag
        return None

    def _read(self, raw: bytes) -> bytes | None:
        if len(raw) == BYTES:
            return raw if raw in self._tags else None
        for at in range(len(raw) - BYTES + 1):
            if raw[at : at + BYTES] in self._tags:
                return raw[at : at + BYTES]
        return self._written(raw.decode("latin-1"))

    def _written(self, text: str) -> bytes | None:
        for run in _HEX.findall(text) if len(text) >= 2 * BYTES else ():
            for at in range(len(run) - 2 * BYTES + 1):
                if (tag := self._hex.get(run[at : at + 2 * BYTES])) is not None:
                    return tag
        return None


_HOLD_NOTHING: Final = frozenset({int, float, bool, type(None), type, FunctionType, MethodType})
_HEX: Final = re.compile(r"[0-9a-f]{16,}")


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        yield from value
        yield from value.values()
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    elif isinstance(value, msgspec.Struct):
        yield from (getattr(value, name) for name in value.__struct_fields__)
    elif dataclasses.is_dataclass(value):
        yield from (getattr(value, one.name) for one in dataclasses.fields(value))


class Watch:
    """Notes every function of the bridge that ever holds a tag, and how the values print themselves that hold one."""

    def __init__(self, tags: Tags) -> None:
        self._tags = tags
        self._looks: Counter[Where] = Counter()
        self.touched: set[Where] = set()
        self.printed: dict[str, str] = {}
        """By the name of its type, the repr of a value of the project that holds a tag."""

    @contextmanager
    def at_work(self) -> Iterator[None]:
        sys.setprofile(self._look)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, returned: object) -> None:
        if event not in ("call", "return") or not is_of_the_bridge(frame.f_code):
            return
        place = where(frame.f_code)
        if place in self.touched or not self._is_looked_at(place):
            return
        if self._tags.in_frame(frame, returned) is None or runs_in_a_node(frame):
            return
        self.touched.add(place)
        for value in (returned, *frame.f_locals.values()):
            self._print(value)

    def _is_looked_at(self, place: Where) -> bool:
        """Each function often enough: most hold no tag, and never will."""
        self._looks[place] += 1
        return self._looks[place] <= FIRST_LOOKS or not self._looks[place] % LATER_LOOKS

    def _print(self, value: object, depth: int = 0) -> None:
        kind = type(value)
        if depth < DEEPEST and self._tags.found(value) is not None:
            if kind.__module__.startswith(firmware_bridge.__name__):
                self.printed.setdefault(kind.__qualname__, repr(value))
            for part in _parts(value):
                self._print(part, depth + 1)


def _chained(tag: bytes) -> Exception:
    fault = RuntimeError("the tag could not be handled")
    fault.__cause__ = KeyError(tag)
    return fault


def _noted(tag: bytes) -> Exception:
    fault = AssertionError()
    fault.add_note(f"the tag was {tag!r}")
    return fault


FAULTS: Final[tuple[Callable[[bytes], Exception], ...]] = (
    KeyError,
    lambda tag: ValueError(f"no card has the tag {tag.hex()}"),
    lambda tag: OSError(f"cannot keep {tag!r}"),
    _chained,
    lambda tag: TypeError("not a card", tag),
    lambda tag: ExceptionGroup(f"of {tag.hex(':')}", [KeyError(tag), ValueError(tag.hex())]),
    lambda tag: UnicodeDecodeError("utf-8", tag, 0, 1, tag.hex()),
    _noted,
    lambda tag: OSError(5, tag.hex(), tag.hex()),
    lambda tag: IndexError(int.from_bytes(tag, "big")),
)
"""What a mistake near a tag might raise: its words are the tag's. Errors of our own, which have no room for one, have
tests of their own."""


class Injection:
    """One exception in one function of these that has not had one yet, the first that comes to hold a tag."""

    def __init__(
        self, tags: Tags, due: set[Where], rng: random.Random, faults: Sequence[Callable[[bytes], Exception]] = FAULTS
    ) -> None:
        self._tags, self._due, self._rng, self._faults = tags, due, rng, faults
        self.struck: Where | None = None
        self._lines: dict[int, int] = {}

    @contextmanager
    def at_work(self) -> Iterator[None]:
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(None)

    def _called(self, frame: FrameType, event: str, _: object) -> Any:
        ours = event == "call" and is_of_the_bridge(frame.f_code) and where(frame.f_code) in self._due
        if ours and not runs_in_a_node(frame):
            self._lines[id(frame)] = self._rng.randrange(MOST_LINES)
            return self._inside
        return None

    def _inside(self, frame: FrameType, event: str, returned: object) -> Any:
        if event not in ("line", "return") or self.struck is not None:
            return self._inside
        tag = self._tags.in_frame(frame, returned if event == "return" else None)
        if tag is None:
            return self._inside
        self._lines[id(frame)] -= 1
        if self._lines[id(frame)] >= 0 and event == "line":
            return self._inside
        self.struck = where(frame.f_code)
        self._due.discard(self.struck)
        raise self._rng.choice(self._faults)(tag)

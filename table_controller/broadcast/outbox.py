"""Which messages still have to reach the broker, in which order, and how far that has come. No I/O.

Messages leave in the order of their positions, at most `window` unacknowledged at a time. The mark is
the position up to which all were acknowledged: it survives a restart, and what lies above it is
read from the journal again. So a message may arrive twice, never not at all, unless the backlog
outgrows its bound: then it is cut at its oldest end and a `gap` stands in its place.

A PUBACK says that the broker took a message, not that it kept it. Where a recorder is named, only its
own cumulative acknowledgement moves the mark, and when that stands still everything above it is sent again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace

Position: TypeAlias = tuple[int, int]
"""Number of the event, then -1 for the event itself or the index of a finding."""

START: Final[Position] = (0, -1)
RECORDER_PATIENCE_S: Final = 3.0
"""How long a recorder's acknowledgement may stand still before everything above it is sent again."""


class Message(Struct, frozen=True):
    """Sealed bytes for a topic, and their place in the stream."""

    position: Position
    topic: str
    payload: bytes


@dataclass(slots=True)
class _Item:
    message: Message
    progress: Literal["waiting", "sent", "taken"] = "waiting"
    dropped: tuple[int, int] | None = None


@dataclass(slots=True)
class Outbox:
    """The backlog and its mark. `gap` makes the message that says that `first_n` to `last_n` were dropped."""

    gap: Callable[[int, int], Message]
    mark: Position = START
    bound: int = 20_000
    window: int = 20
    recorder: bool = False
    _items: deque[_Item] = field(default_factory=deque)
    _unsent: int = 0
    _added: Position = START
    _handed: Position = START
    _mids: dict[int, _Item] = field(default_factory=dict)
    _confirmed: Position = START
    _progress_at_s: float = 0.0

    def __post_init__(self) -> None:
        if self.bound <= self.window:
            raise ValueError(f"an outbox of {self.bound} messages cannot have {self.window} of them under way")
        self._added = self.mark
        self._confirmed = self.mark

    def __len__(self) -> int:
        """Messages above the mark."""
        return len(self._items)

    @property
    def last_n(self) -> int:
        """Number of the last event that there is."""
        return self._added[0]

    @property
    def all_handed(self) -> bool:
        """Whether every message went out at least once since the connection came up."""
        return not self._items or self._handed >= self._added

    def add(self, message: Message) -> None:
        """Put a message at the end; one that is at or below the mark, or was added before, is left out."""
        if message.position <= self._added:
            return
        self._added = message.position
        self._items.append(_Item(message))
        if len(self._items) > self.bound:
            self._cut()

    def next(self) -> Message | None:
        """The next message to publish, None if there is none or the window is full."""
        if self._unsent >= len(self._items) or len(self._mids) >= self.window:
            return None
        return self._items[self._unsent].message

    def sent(self, mid: int, now_s: float) -> None:
        """The message of `next` was handed over under this message id."""
        item = self._items[self._unsent]
        item.progress = "sent"
        self._handed = max(self._handed, item.message.position)
        if not self._mids:
            self._progress_at_s = now_s
        self._mids[mid] = item
        self._unsent += 1

    def acknowledged(self, mid: int, now_s: float) -> None:
        """The broker took a message; an id that is not under way is ignored."""
        item = self._mids.pop(mid, None)
        if item is None:
            return
        item.progress = "taken"
        self._progress_at_s = now_s
        self._advance()

    def confirmed(self, position: Position, now_s: float) -> None:
        """The recorder has everything up to `position`."""
        if position > self._confirmed:
            self._confirmed = position
            self._progress_at_s = now_s
            self._advance()

    def reconnected(self) -> None:
        """A new connection: nothing was handed over on it yet."""
        self._handed = START
        self.restart()

    def restart(self) -> None:
        """Everything above the mark is to be sent again, in order."""
        self._mids.clear()
        self._unsent = 0
        for item in self._items:
            item.progress = "waiting"

    def stalled_s(self, now_s: float) -> float:
        """Seconds since the broker last acknowledged, while it owes an acknowledgement; else 0."""
        return now_s - self._progress_at_s if self._mids else 0.0

    def tick(self, now_s: float) -> None:
        """Go back to the mark if the broker took everything but the recorder stands still."""
        waits = self.recorder and self._items and not self._mids and self._unsent == len(self._items)
        if waits and now_s - self._progress_at_s >= RECORDER_PATIENCE_S:
            self._progress_at_s = now_s
            self.restart()

    def _advance(self) -> None:
        items = self._items
        while items and items[0].progress == "taken":
            position = items[0].message.position
            if self.recorder and position > self._confirmed:
                return
            items.popleft()
            self._unsent -= 1
            self.mark = position

    def _cut(self) -> None:
        """Drop the oldest events that are not under way, with their findings, and say so in their place."""
        at, items = self._unsent, self._items
        first_n, last = _span(items[at])[0], START
        while at < len(items) and (
            len(items) >= self.bound or items[at].dropped or items[at].message.position[0] <= last[0]
        ):
            last = max(last, items[at].message.position)
            del items[at]
        message = replace(self.gap(first_n, last[0]), position=last)
        items.insert(at, _Item(message, dropped=(first_n, last[0])))


def _span(item: _Item) -> tuple[int, int]:
    """First and last event number that an item stands for."""
    n = item.message.position[0]
    return item.dropped or (n, n)

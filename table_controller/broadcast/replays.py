"""Answers to "send stream S from n to m": the same messages under the same ids, out of the journal. No I/O.

Reading the journal costs time that play needs more: one answer at a time, no more than one every `EVERY_S`,
and of a recorder that asks again meanwhile only the last question counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.outbox import Message, Outbox
from table_controller.broadcast.payloads import ReplayRequest
from table_controller.broadcast.topics import check_level

EVERY_S: Final = 2.0
LONGEST_ANSWER: Final = 2_000
"""Messages in one answer; whoever misses more asks again from where it ends."""
MOST_ASKING: Final = 16


class Wanted(Struct, frozen=True):
    """Recorder `who` misses the messages `first_n` to `last_n`."""

    who: str
    first_n: int
    last_n: int


class Replays:
    """Who asked for what, and the answer under way."""

    def __init__(self, who: Identity) -> None:
        self._who = who
        self._asked: dict[str, Wanted] = {}
        self._answered_at_s = -EVERY_S
        self.outbox = _outbox()
        """The answer under way."""

    def ask(self, who: str, payload: bytes) -> None:
        """Take a request; one that cannot be read, of another epoch or another stream is ignored."""
        try:
            request = read_json(payload, ReplayRequest)
            check_level(who, "recorder")
        except (msgspec.DecodeError, ValueError):
            return
        ours = (request.epoch, request.stream) == (self._who.epoch, self._who.stream.name)
        fits = ours and request.first_n <= request.last_n
        if fits and (who in self._asked or len(self._asked) < MOST_ASKING):
            self._asked[who] = Wanted(who, request.first_n, request.last_n)

    def due(self, now_s: float) -> Wanted | None:
        """Whose turn it is; None while an answer is under way, or too soon after it began."""
        if not self._asked or len(self.outbox) or now_s - self._answered_at_s < EVERY_S:
            return None
        self._answered_at_s = now_s
        return self._asked.pop(next(iter(self._asked)))

    def answer(self, wanted: Wanted, messages: Iterable[Message]) -> None:
        """Begin an answer with those of `messages` that are wanted, in order."""
        topic = self._who.topics.of(self._who.stream.name, f"replay/{wanted.who}")
        self.outbox = _outbox()
        for message in messages:
            if wanted.first_n <= message.position[0] <= wanted.last_n and len(self.outbox) < LONGEST_ANSWER:
                self.outbox.add(Message(message.position, topic, message.payload))

    def forget(self) -> None:
        """The connection is gone: whoever still misses something asks again."""
        self._asked.clear()
        self.outbox = _outbox()


def _outbox() -> Outbox:
    return Outbox(_never, bound=LONGEST_ANSWER + 1)


def _never(first_n: int, last_n: int) -> Message:
    raise AssertionError(f"an answer is never cut: {first_n} to {last_n}")

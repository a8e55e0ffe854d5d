"""The node's clock on the host's time line, from pings and the quickest of their answers.

A ping leaves at host time t0, is read by the node at t1, answered at t2 and heard at t3. The node's
clock is best known from the answer with the shortest way: the truth lies within half of it. Older answers
lose worth, because two crystals drift apart. (Cristian 1989; the pace of pings is Klipper's.)
"""

from __future__ import annotations

import math
from collections import deque
from typing import Final

from msgspec import Struct

from firmware_bridge.wire.messages import ClockPing, ClockReply

FAST_PINGS: Final = 8
FAST_PING_S: Final = 0.05
PING_S: Final = 0.98
"""Not a second: the node's own rounds of a second would always meet it at the same point."""
MAX_FAST_PINGS: Final = 24
"""Pings at the fast pace if answers are missing."""
DRIFT: Final = 100e-6
"""Two crystals of 50 parts per million each."""
_ROUNDING_S: Final = 2e-6  # stamps are whole microseconds
_SAMPLES: Final = 16
_OPEN_PINGS: Final = 32


class ClockSample(Struct, frozen=True):
    """One answered ping: host time = node time + `offset_s`, within `error_s` at host time `at_s`."""

    at_s: float
    offset_s: float
    error_s: float


class ClockSync:
    """Asks for the clock of one node and keeps what it learns."""

    def __init__(self, now_s: float) -> None:
        self.next_ping_s = now_s
        self._sent = 0
        self._heard = 0
        self._open: deque[int] = deque(maxlen=_OPEN_PINGS)
        self._samples: deque[ClockSample] = deque(maxlen=_SAMPLES)
        self._best: ClockSample | None = None

    @property
    def best(self) -> ClockSample | None:
        """The sample that tells most now; None before the first answer."""
        return self._best

    def ping(self, now_s: float) -> ClockPing:
        """The next ping, to be sent at once."""
        self._sent += 1
        fast = self._heard < FAST_PINGS and self._sent < MAX_FAST_PINGS
        self.next_ping_s = now_s + (FAST_PING_S if fast else PING_S)
        stamp_us = round(now_s * 1e6)
        self._open.append(stamp_us)
        return ClockPing(stamp_us)

    def hear(self, reply: ClockReply, now_s: float) -> bool:
        """Take an answer; False if it is of no ping of ours, comes twice, or tells an impossible time."""
        if reply.host_us not in self._open:
            return False
        self._open.remove(reply.host_us)
        sent_s, node_s = reply.host_us / 1e6, (reply.received_us + reply.sent_us) / 2e6
        way_s = (now_s - sent_s) - (reply.sent_us - reply.received_us) / 1e6
        if reply.sent_us < reply.received_us or way_s < -_ROUNDING_S:
            return False
        self._heard += 1
        sample = ClockSample(now_s, (sent_s + now_s) / 2 - node_s, max(way_s, 0.0) / 2)
        if self._best is not None and _contradict(self._best, sample):
            self._samples.clear()  # the node's clock has jumped: what was learnt before is void
        self._samples.append(sample)
        self._best = min(self._samples, key=lambda old: old.error_s + (now_s - old.at_s) * DRIFT)
        return True

    def host_interval(self, after_us: int, by_us: int) -> tuple[float, float]:
        """Host seconds that surely enclose an interval of the node's clock."""
        best = self._best
        if best is None:
            return -math.inf, math.inf
        after_s, by_s = after_us / 1e6 + best.offset_s, by_us / 1e6 + best.offset_s
        error_s, at_s = best.error_s, best.at_s
        return after_s - error_s - abs(after_s - at_s) * DRIFT, by_s + error_s + abs(by_s - at_s) * DRIFT


def _contradict(old: ClockSample, new: ClockSample) -> bool:
    """Whether no clock that only drifts can have given both answers."""
    drifted_s = (new.at_s - old.at_s) * DRIFT
    return abs(new.offset_s - old.offset_s) > old.error_s + new.error_s + drifted_s + 2 * _ROUNDING_S

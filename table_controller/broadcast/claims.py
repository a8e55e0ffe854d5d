"""Whose a table's name is at a venue's broker: two tables of one name must not both speak under it. No I/O.

Each table repeats its `avail` every `HEALTH_EVERY_S`. Before it speaks for the first time it listens to the topic:

| it hears                                              | and the name is                                    |
| ----------------------------------------------------- | -------------------------------------------------- |
| nothing within `ASK_S`, or ``lost``, or itself        | its own                                            |
| ``ready`` of another epoch, and again before `DEAD_S` | the other's: it stays off, and listens on          |
| ``ready`` of another epoch, and nothing more          | its own: what was retained was left by a dead one  |

Where both came at once, or one came while the other's line was cut, the one with the later epoch gives way.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.snapshots import Avail

ASK_S: Final = 0.5
"""A broker hands out what it retains at once; one that does not by then retains nothing."""

DEAD_S: Final = 25.0
"""A table that lives has repeated itself twice in that time, and a broker has published the will of one that died."""


ECHO_S: Final = 5.0
"""So long a broker may take to hand the table its own word back."""

ALIVE: Final = 2
"""Who is heard so often is there: the first word may be one that the broker retained."""


class _Message(Struct, frozen=True):
    epoch: str
    data: Avail


class Claim:
    """One table's claim of its name; `taken_by` is the epoch of the table that has it, empty while nobody else does."""

    def __init__(self, epoch: str) -> None:
        self._epoch = epoch
        self._since_s: float | None = None
        self._other, self._heard, self._heard_s = "", 0, 0.0
        self.is_ours = False
        self._speaks_since_s: float | None = None

    @property
    def taken_by(self) -> str:
        """The other table that was heard to speak under the name."""
        return self._other if self._heard >= ALIVE else ""

    def spoke(self, now_s: float) -> None:
        """The table says that it is there: the broker must hand its word back to it."""
        self._speaks_since_s = now_s

    def is_unheard(self, now_s: float) -> bool:
        """Whether its word did not come back: a broker takes what a login may not write, and drops it without one."""
        return self._speaks_since_s is not None and now_s - self._speaks_since_s > ECHO_S

    def asked(self, now_s: float) -> None:
        """The broker serves the topic from now on: what was heard on a line before this one counts no more."""
        self._since_s, self._other, self._heard = now_s, "", 0

    def left(self) -> None:
        """The line is gone: silence says nothing until the broker serves the topic again."""
        self._since_s = None

    def hear(self, payload: bytes, now_s: float) -> None:
        """Take a message of the topic; one that no table wrote is nothing."""
        try:
            message = read_json(payload, _Message)
        except msgspec.DecodeError:
            return
        if message.epoch == self._epoch:
            self._speaks_since_s = None
            return
        if message.data.state == "lost":
            if message.epoch == self._other:
                self._other, self._heard = "", 0
            return
        if self.is_ours and message.epoch > self._epoch:
            return  # it hears us too, and gives way
        if self.is_ours:  # what comes to who has long listened is not retained
            self._heard = ALIVE
        else:
            self._heard = self._heard + 1 if message.epoch == self._other else 1
        self._other, self._heard_s, self.is_ours = message.epoch, now_s, False

    def tick(self, now_s: float) -> None:
        """Time passes: a name that nobody else speaks under is ours."""
        if self._since_s is None or self.is_ours:
            return
        quiet_s = now_s - (self._heard_s if self._other else self._since_s)
        if quiet_s >= (DEAD_S if self._other else ASK_S):
            self._other, self._heard, self.is_ours = "", 0, True

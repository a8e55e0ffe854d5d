"""The topic tree. The fourth level is the secrecy class, so every right is one prefix.

Levels are ``[a-z0-9-]``: dots and spaces mean something else to some brokers, and no name of a player
and no card ever stands in a topic.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

ROOT: Final = "cardspeak/v1"
SEALED_ROOT: Final = "cardspeak-sealed/v1"
PROBE_ROOT: Final = "cardspeak-probe/v1"
"""Where the controller proves that a broker it started carries messages."""

_LEVEL: Final = re.compile(r"[a-z0-9-]{1,32}")


def check_level(text: str, what: str) -> str:
    """`text` if it may be one level of a topic; `ValueError` that says what may."""
    if not _LEVEL.fullmatch(text):
        raise ValueError(f"{what} {text[:40]!r} cannot stand in a topic: 1 to 32 of a-z, 0-9 and -")
    return text


class Topics(Struct, frozen=True):
    """The topics of one table."""

    venue: str
    table: str

    def __post_init__(self) -> None:
        check_level(self.venue, "venue")
        check_level(self.table, "table")

    def of(self, secrecy: str, leaf: str) -> str:
        """A topic of this table in a secrecy class: ``live``, ``delayed``, ``sys``, ``cmd``."""
        return f"{ROOT}/{self.venue}/{secrecy}/table/{self.table}/{leaf}"

    @property
    def state(self) -> str:
        """The whole table, retained."""
        return self.of("live", "state")

    @property
    def ev(self) -> str:
        """Events in order."""
        return self.of("live", "ev")

    @property
    def finding(self) -> str:
        """Findings and rulings."""
        return self.of("live", "finding")

    @property
    def statistics(self) -> str:
        """What players did over all hands so far, retained."""
        return self.of("live", "statistics")

    @property
    def avail(self) -> str:
        """``ready`` or ``lost``, retained."""
        return self.of("sys", "avail")

    @property
    def health(self) -> str:
        """How the hardware and the connections do, retained."""
        return self.of("sys", "health")

    @property
    def head(self) -> str:
        """Where the journal ended after the last hand, signed, retained."""
        return self.of("sys", "head")

    @property
    def commands(self) -> str:
        """Where consoles ask for something; the last level says what."""
        return self.of("cmd", "+")

    def answer(self, client: str, number: str) -> str:
        """Where a console hears what became of its command `number`."""
        return f"{ROOT}/{self.venue}/res/{check_level(client, 'client')}/{check_level(number, 'id')}"

    def ack(self, who: str, stream: str = "live") -> str:
        """Where recorder `who` says how far it has a stream."""
        return self.of("sys", f"ack/{check_level(who, 'recorder')}/{stream}")

    @property
    def replay_requests(self) -> str:
        """Where recorders ask for messages again; the last level says who."""
        return self.of("sys", "replay/req/+")

"""The envelope of every message: CloudEvents 1.0 in structured JSON, with the extensions of mqtt.md.

`epoch` and `n` order messages, remove repeats and show gaps; everything that matters stands in the
payload, so MQTT 3.1.1 is enough.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from table_controller.broadcast.payloads import version_of
from table_controller.broadcast.public import Numbered, PublicMessage
from table_controller.broadcast.streams import LIVE, Stream
from table_controller.broadcast.topics import Topics

MAX_EVENT_BYTES: Final = 4096
MAX_STATE_BYTES: Final = 16384


class Identity(Struct, frozen=True):
    """Who speaks in which stream: venue and table as in topics, `epoch` of the journal, whether it is simulated."""

    venue: str
    table: str
    epoch: str
    simulated: bool = False
    stream: Stream = LIVE

    @property
    def topics(self) -> Topics:
        """The topics of this table."""
        return Topics(self.venue, self.table)


class Moment(Struct, frozen=True):
    """One instant: `mono_ns` orders and measures, `wall_ns` (since 1970) is a label."""

    mono_ns: int
    wall_ns: int


def wall_text(wall_ns: int) -> str:
    """RFC 3339 in UTC with milliseconds."""
    text = datetime.fromtimestamp(wall_ns / 1e9, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def seal(who: Identity, message: PublicMessage, key: str, moment: Moment, more: dict[str, Any]) -> bytes:
    """The message as one CloudEvent; `key` makes its id unique in the epoch, `more` are further extensions."""
    version = version_of(message.type)
    envelope: dict[str, Any] = {
        "specversion": "1.0",
        "type": f"cardspeak.{message.type}.v{version}",
        "source": f"/venue/{who.venue}/table/{who.table}",
        "id": f"{who.table}:{who.epoch}:{key}",
        "time": wall_text(moment.wall_ns),
        "datacontenttype": "application/json",
        "dataschema": f"urn:cardspeak:{message.type}:{version}",
        "epoch": who.epoch,
        **more,
        "mono": str(moment.mono_ns),  # CloudEvents' integers end at 2^31
    }
    if who.simulated:
        envelope["simulated"] = True
    envelope["data"] = message.data
    return msgspec.json.encode(envelope)


def seal_numbered(who: Identity, one: Numbered, moment: Moment) -> bytes:
    """An event or finding of a stream."""
    more: dict[str, Any] = {"stream": who.stream.name, "n": one.n, "hand": one.hand}
    key = f"{who.stream.name}:{one.n}"
    if one.index is not None:
        more["index"] = one.index
        key = f"{key}.{one.index}"
    return seal(who, one.message, key, moment, more)

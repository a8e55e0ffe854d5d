"""JSON Schemas and the AsyncAPI 3 document, generated from the message types.

``python -m table_controller.broadcast.contract`` prints the document that is kept as
``hardware_docs/asyncapi.json``; a test compares the two, and every published message with its schema.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import msgspec

from table_controller.broadcast.payloads import EV_TYPES, FINDING_TYPES, type_name
from table_controller.broadcast.snapshots import Avail, Health, State
from table_controller.broadcast.topics import ROOT

PLACE: Final = {"table": {"description": "table, as in settings"}, "venue": {"description": "venue, as in settings"}}

CHANNELS: Final[tuple[tuple[str, str, bool, int, tuple[type, ...]], ...]] = (
    ("state", "live/table/{table}/state", True, 1, (State,)),
    ("ev", "live/table/{table}/ev", False, 1, EV_TYPES),
    ("finding", "live/table/{table}/finding", False, 1, FINDING_TYPES),
    ("avail", "sys/table/{table}/avail", True, 1, (Avail,)),
    ("health", "sys/table/{table}/health", True, 0, (Health,)),
)
"""Name, rest of the topic, retained, QoS, message types."""

_TEXT: Final = {"type": "string"}
_NUMBER: Final = {"type": "integer"}


def _envelope(name: str, channel: str, data: dict[str, Any]) -> dict[str, Any]:
    """The schema of a whole message of one type."""
    properties: dict[str, Any] = {
        "specversion": {"const": "1.0"},
        "type": {"const": f"cardspeak.{name}.v1"},
        "source": _TEXT,
        "id": _TEXT,
        "time": {"type": "string", "format": "date-time"},
        "datacontenttype": {"const": "application/json"},
        "dataschema": {"const": f"urn:cardspeak:{name}:1"},
        "epoch": _TEXT,
        "mono": _NUMBER,
        "simulated": {"const": True},
        "data": data,
    }
    optional = {"simulated"}
    if channel in {"ev", "finding", "state"}:
        properties |= {"stream": {"const": "live"}, "hand": _NUMBER}
    if channel in {"ev", "finding"}:
        properties |= {"n": _NUMBER}
    if channel == "finding":
        properties |= {"index": _NUMBER}
    if name == "gap":
        optional |= {"hand"}
    required = sorted(properties.keys() - optional)
    return {"type": "object", "properties": properties, "required": required}


def schemas() -> dict[str, dict[str, Any]]:
    """For each message type, the schema of its whole message; parts stand under ``$defs``."""
    found: dict[str, dict[str, Any]] = {}
    for channel, _, _, _, kinds in CHANNELS:
        for kind in kinds:
            (data,), parts = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
            found[type_name(kind)] = _envelope(type_name(kind), channel, data) | {"$defs": parts}
    return found


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI 3 document of class `live`, `avail` and `health`."""
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    messages: dict[str, Any] = {}
    for name, topic, retain, qos, kinds in CHANNELS:
        names = [type_name(kind) for kind in kinds]
        channels[name] = {
            "address": f"{ROOT}/{{venue}}/{topic}",
            "parameters": PLACE,
            "messages": {one: {"$ref": f"#/components/messages/{one}"} for one in names},
        }
        operations[f"send_{name}"] = {
            "action": "send",
            "channel": {"$ref": f"#/channels/{name}"},
            "bindings": {"mqtt": {"qos": qos, "retain": retain, "bindingVersion": "0.2.0"}},
        }
        for one, kind in zip(names, kinds, strict=True):
            summary = (kind.__doc__ or "").partition("\n")[0]
            messages[one] = {"contentType": "application/cloudevents+json", "summary": summary}
    for name, schema in schemas().items():
        messages[name]["payload"] = schema
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Cards Speak: what a table publishes over MQTT 3.1.1", "version": "1"},
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages},
    }


def document() -> str:
    """The AsyncAPI document as text, always the same for the same types."""
    return msgspec.json.format(msgspec.json.encode(asyncapi(), order="sorted"), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(document())

"""JSON Schemas and the AsyncAPI 3 document, generated from the message types.

``python -m docs.asyncapi`` (in the tests) writes the document that is kept as ``hardware_docs/asyncapi.json``, with
examples from hands that are played; a test compares the two, and every published message with its schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from firmware_bridge.vocabulary.signed_commands import Asked, SignedCommand
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.payloads import (
    DELAYED_EV_TYPES,
    EV_TYPES,
    FINDING_TYPES,
    Acknowledgement,
    ReplayRequest,
    type_name,
    version_of,
)
from table_controller.broadcast.snapshots import Answer, Avail, DelayedState, Head, Health, State, Statistics
from table_controller.broadcast.topics import ROOT

REQUESTS: Final[tuple[type, ...]] = (Acknowledgement, ReplayRequest)
"""What others write: plain JSON without an envelope."""

PLACE: Final = {
    "table": {"description": "The table, as in its settings: `a-z`, `0-9` and `-`."},
    "venue": {"description": "The venue, as in the settings of its tables: `a-z`, `0-9` and `-`."},
    "who": {"description": "The login of the recorder."},
    "client": {"description": "The login of the console."},
    "id": {"description": "The console's name for its command."},
}

CHANNELS: Final[tuple[tuple[str, str, bool, int, tuple[type, ...]], ...]] = (
    ("state", "live/table/{table}/state", True, 1, (State,)),
    ("ev", "live/table/{table}/ev", False, 1, EV_TYPES),
    ("finding", "live/table/{table}/finding", False, 1, FINDING_TYPES),
    ("replay", "live/table/{table}/replay/{who}", False, 1, (*EV_TYPES, *FINDING_TYPES)),
    ("statistics", "live/table/{table}/statistics", True, 1, (Statistics,)),
    ("avail", "sys/table/{table}/avail", True, 1, (Avail,)),
    ("health", "sys/table/{table}/health", True, 0, (Health,)),
    ("head", "sys/table/{table}/head", True, 1, (Head,)),
    ("answer", "res/{client}/{id}", False, 1, (Answer,)),
    ("delayed_state", "delayed/table/{table}/state", True, 1, (DelayedState,)),
    ("delayed_statistics", "delayed/table/{table}/statistics", True, 1, (Statistics,)),
    ("delayed_avail", "delayed/table/{table}/avail", True, 1, (Avail,)),
    ("delayed_ev", "delayed/table/{table}/ev", False, 1, DELAYED_EV_TYPES),
    ("delayed_replay", "delayed/table/{table}/replay/{who}", False, 1, DELAYED_EV_TYPES),
)
"""What a table sends. Name, rest of the topic, retained, QoS, message types."""

HEARD: Final[tuple[tuple[str, str, type], ...]] = (
    ("ack", "sys/table/{table}/ack/{who}/live", Acknowledgement),
    ("replay_request", "sys/table/{table}/replay/req/{who}", ReplayRequest),
)
"""What a table hears from recorders."""

ASKED: Final = "cmd/table/{table}/{verb}"
"""What a table hears from consoles, each verb a channel of its own."""

_NUMBERED: Final = {"ev", "finding", "delayed_ev"}
_SUMMARIES: Final = {
    "state": "The whole table as the public may see it, after the events that it includes.",
    "ev": "What happened, one message an event, in order.",
    "finding": "What a rule found, and what the floor chose.",
    "replay": "The answer to a recorder: the same messages with the same ids.",
    "statistics": "What the players did in all hands so far, after each hand.",
    "avail": "Whether the table is there.",
    "health": "How hardware, journal and delivery do.",
    "head": "Where the journal ended after the last hand, signed.",
    "answer": "What became of a console's command.",
    "delayed_state": "The whole table as it was, with the hidden cards that were released.",
    "delayed_statistics": "What the players did in the hands that were told, after each.",
    "delayed_avail": "Whether the delayed feed is there.",
    "delayed_replay": "The answer to a recorder, in the delayed stream.",
    "delayed_ev": "A hand that is over, in its own pace, with the hidden cards that were released.",
    "ack": "How far a recorder has the messages.",
    "replay_request": "What a recorder misses.",
}
_COMPONENTS: Final = "#/components/schemas/{name}"
_DESCRIPTION: Final = (
    "What an instrumented poker table says to overlays, recorders and consoles. A client draws its picture from "
    "`state` and its animations from `ev`: on a standing connection a state follows the events that it includes."
)


def _text(description: str, **more: str) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def _number(description: str) -> dict[str, Any]:
    return {"type": "integer", "minimum": 0, "description": description}


def _envelope(name: str, channel: str, data: dict[str, Any]) -> dict[str, Any]:
    """The schema of a whole message of one type."""
    version = version_of(name)
    properties: dict[str, Any] = {
        "specversion": {"const": "1.0", "description": "Version of CloudEvents."},
        "type": {"const": f"cardspeak.{name}.v{version}", "description": "Type and version of the message."},
        "source": _text("The table: `/venue/{venue}/table/{table}`."),
        "id": _text("Unique in the world of tables: the same id is the same message again."),
        "time": _text("Wall time in UTC, a label: clocks may step.", format="date-time"),
        "datacontenttype": {"const": "application/json", "description": "What `data` is."},
        "dataschema": {"const": f"urn:cardspeak:{name}:{version}", "description": "Name of the schema of `data`."},
        "epoch": _text("Names the journal: a new one means start again."),
        "mono": _text("The table's monotonic clock in nanoseconds, for intervals; as digits, for it is above 2^31."),
        "simulated": {"const": True, "description": "There if the table's hardware is simulated."},
        "data": data,
    }
    optional = {"simulated"}
    if channel in {*_NUMBERED, "state", "statistics", "delayed_state"}:
        properties |= {
            "stream": {"enum": _streams(channel), "description": "The stream in which `n` counts."},
            "hand": _number("Number of the hand; 0 before the first."),
        }
    if channel in _NUMBERED:
        properties |= {"n": _number("Counts the events of the stream, from 1 and without holes.")}
    if channel == "finding":
        properties["n"] = _number("The `n` of its event.")
        properties |= {"index": _number("Counts the findings of that event, from 0.")}
    if name == "gap":
        optional |= {"hand"}
    required = sorted(properties.keys() - optional)
    return {"type": "object", "properties": properties, "required": required}


def _streams(channel: str) -> list[str]:
    """The streams in which a message travels: events and statistics in both, but for what only one of them may name."""
    if channel.startswith("delayed"):
        return ["delayed"]
    return ["live", "delayed"] if channel in {"ev", "statistics"} else ["live"]


def asked_name(verb: str) -> str:
    """What the message by which a console asks for this is called."""
    return f"ask_{verb}"


def asked_schema(verb: str) -> dict[str, Any]:
    """The schema of a command: of what travels, and in it of the text that is signed."""
    row = VERBS[verb]
    (outer, inner, data), parts = _draft_7(
        msgspec.json.schema_components([SignedCommand, Asked, row.kind], ref_template="{name}")
    )
    found = [parts[one["$ref"]] for one in (outer, inner, data)]
    text = dict(found[1], properties=found[1]["properties"] | {"data": found[2], "role": _one_of(row.roles)})
    signed = {"contentMediaType": "application/json", "x-contentSchema": text}
    properties = found[0]["properties"]
    return dict(found[0], properties=properties | {"asked": properties["asked"] | signed})


def _one_of(roles: Iterable[str]) -> dict[str, Any]:
    return {"enum": list(roles), "description": "The role in which it asks."}


def _sent() -> Iterable[tuple[str, type]]:
    """Every message type with the channel on which it is sent first."""
    told: set[type] = set()
    for channel, _, _, _, kinds in CHANNELS:
        yield from ((channel, kind) for kind in kinds if kind not in told)
        told.update(kinds)


def _draft_7(value: Any) -> Any:
    """Schemas in the dialect that AsyncAPI 3 takes where none is named: tuples are lists of `items` there."""
    if isinstance(value, list | tuple):
        return type(value)(_draft_7(one) for one in value)
    if not isinstance(value, dict):
        return value
    schema = {name: _draft_7(one) for name, one in value.items()}
    if isinstance(schema.get("prefixItems"), list):
        schema["additionalItems"] = schema.pop("items", True)
        schema["items"] = schema.pop("prefixItems")
    return schema


def schemas() -> dict[str, dict[str, Any]]:
    """For each message type, the schema of its whole message; parts stand under ``$defs``."""
    found: dict[str, dict[str, Any]] = {}
    for channel, kind in _sent():
        (data,), parts = _draft_7(msgspec.json.schema_components([kind], ref_template="#/$defs/{name}"))
        found[type_name(kind)] = _envelope(type_name(kind), channel, data) | {"$defs": parts}
    return found


def asyncapi(examples: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The AsyncAPI 3 document: all that is served, with an example of each message by its type."""
    kinds = [kind for _, kind in _sent()]
    data, parts = _draft_7(msgspec.json.schema_components([*kinds, *REQUESTS], ref_template=_COMPONENTS))
    by_kind = dict(zip((*kinds, *REQUESTS), data, strict=True))
    messages: dict[str, Any] = {}
    for channel, kind in _sent():
        name = type_name(kind)
        messages[name] = {
            "name": f"cardspeak.{name}.v{version_of(name)}",
            "contentType": "application/cloudevents+json",
            "summary": _summary(kind),
            "payload": _envelope(name, channel, by_kind[kind]),
            **({"examples": [{"payload": examples[name]}]} if name in examples else {}),
        }
    for kind in REQUESTS:
        name = type_name(kind)
        messages[name] = {"contentType": "application/json", "summary": _summary(kind), "payload": by_kind[kind]}
        messages[name] |= {"examples": [{"payload": examples[name]}]} if name in examples else {}
    for verb, row in VERBS.items():
        name = asked_name(verb)
        messages[name] = {"contentType": "application/json", "summary": _summary(row.kind)}
        messages[name] |= {"payload": asked_schema(verb)}
        messages[name] |= {"examples": [{"payload": examples[name]}]} if name in examples else {}
    channels, operations = _channels()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Cards Speak: what a table publishes over MQTT 3.1.1",
            "version": "1",
            "description": _DESCRIPTION,
        },
        "defaultContentType": "application/cloudevents+json",
        "servers": _servers(),
        "channels": channels,
        "operations": operations,
        "components": {
            "messages": messages,
            "schemas": parts,
            "securitySchemes": {
                "login": {
                    "type": "userPassword",
                    "description": "One login a client. What is not listed for its role is refused; see mqtt.md.",
                }
            },
        },
    }


def _summary(kind: type) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _servers() -> dict[str, Any]:
    security = [{"$ref": "#/components/securitySchemes/login"}]
    port = {
        "port": {"description": "It stands with the logins in `broker/credentials.json` of the table's state folder."}
    }
    return {
        "table": {
            "host": "127.0.0.1:{port}",
            "protocol": "mqtt",
            "protocolVersion": "3.1.1",
            "description": "The broker that a table starts for itself: on this machine only.",
            "variables": port,
            "security": security,
        },
        "venue": {
            "host": "{host}:8883",
            "protocol": "secure-mqtt",
            "protocolVersion": "3.1.1",
            "description": "A venue's broker, over TLS.",
            "variables": {"host": {"description": "As in the `broker` of the table's `broker.toml`."}},
            "security": security,
        },
    }


def _channels() -> tuple[dict[str, Any], dict[str, Any]]:
    """All channels, and what a table does at each."""
    channels: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for name, topic, retain, qos, kinds in CHANNELS:
        channels[name] = _channel(topic, _SUMMARIES[name], map(type_name, kinds))
        bindings = {"mqtt": {"qos": qos, "retain": retain, "bindingVersion": "0.2.0"}}
        operations[f"send_{name}"] = _operation("send", name, _SUMMARIES[name]) | {"bindings": bindings}
    for name, topic, kind in HEARD:
        channels[name] = _channel(topic, _SUMMARIES[name], (type_name(kind),))
        operations[f"receive_{name}"] = _operation("receive", name, _SUMMARIES[name])
    for verb, row in VERBS.items():
        name, summary = asked_name(verb), f"{_summary(row.kind)} For {' and '.join(row.roles)}."
        channels[name] = _channel(ASKED.replace("{verb}", verb), summary, (name,))
        operations[f"receive_{name}"] = _operation("receive", name, summary)
    return channels, operations


def _channel(topic: str, summary: str, messages: Iterable[str]) -> dict[str, Any]:
    return {
        "address": f"{ROOT}/{{venue}}/{topic}",
        "summary": summary,
        "parameters": {place: PLACE[place] for place in sorted(PLACE) if f"{{{place}}}" in f"{{venue}}{topic}"},
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
    }


def _operation(action: str, channel: str, summary: str) -> dict[str, Any]:
    return {"action": action, "summary": summary, "channel": {"$ref": f"#/channels/{channel}"}}


def document(examples: Mapping[str, Mapping[str, Any]]) -> str:
    """The AsyncAPI document as text, always the same for the same types and examples."""
    return msgspec.json.format(msgspec.json.encode(asyncapi(examples), order="sorted"), indent=2).decode() + "\n"

"""The schemas are what is published, and the documents are what the schemas are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table_controller.broadcast.contract import CHANNELS, document, schemas
from table_controller.broadcast.courier import Courier, Told
from table_controller.broadcast.envelope import MAX_EVENT_BYTES, MAX_STATE_BYTES, Identity, Moment
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView

TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def faults(value: Any, schema: dict[str, Any], parts: dict[str, Any], at: str = "$") -> list[str]:
    """Where a value breaks a schema: the part of JSON Schema that our schemas use."""
    if "$ref" in schema:
        return faults(value, parts[schema["$ref"].removeprefix("#/$defs/")], parts, at)
    if "anyOf" in schema:
        tried = [faults(value, one, parts, at) for one in schema["anyOf"]]
        return [] if [] in tried else [f"{at}: fits none"]
    if "const" in schema or "enum" in schema:
        return [] if value in schema.get("enum", [schema.get("const")]) else [f"{at}: {value!r}"]
    if "type" in schema and not TYPES[schema["type"]](value):
        return [f"{at}: {value!r} is no {schema['type']}"]
    found: list[str] = []
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{at}: lacks {name}" for name in schema.get("required", []) if name not in value]
        found += [f"{at}: has {name}" for name in value if name not in properties]
        for name in value.keys() & properties.keys():
            found += faults(value[name], properties[name], parts, f"{at}.{name}")
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for index, item in enumerate(value):
            one = first[index] if index < len(first) else schema.get("items", {})
            found += faults(item, one, parts, f"{at}[{index}]") if one is not False else [f"{at}: too long"]
        if len(value) < schema.get("minItems", 0):
            found.append(f"{at}: too short")
    return found


@pytest.fixture
def published(
    hand: list[Record], who: Identity, picture: Callable[..., TableView], story: Any
) -> list[tuple[str, bytes]]:
    """All that a courier sends for the sample hand: topic and payload."""
    courier = Courier(who)
    for record in hand:
        courier.offer(Told(record, 1_700_000_000_000_000_000), picture(story))
    courier.up(3, Moment(5, 6), 7.0)
    courier.know({"journal_bytes": 900})
    sent = [(will := courier.will(3, Moment(1, 2))).topic]
    messages = [(sent[0], will.payload)]
    while (message := courier.next()) is not None:
        messages.append((message.topic, message.payload))
        if message.numbered:
            courier.sent(len(messages))
            courier.acknowledged(len(messages))
    return messages


def test_every_published_message_fits_its_schema(published: list[tuple[str, bytes]]) -> None:
    known, seen = schemas(), set()
    leaf = {name: {kind.__name__ for kind in kinds} for name, _, _, _, kinds in CHANNELS}
    for topic, payload in published:
        message = msgspec.json.decode(payload)
        name = message["type"].split(".")[1]
        assert faults(message, known[name], known[name]["$defs"]) == [], name
        assert "".join(word.title() for word in name.split("_")) in leaf[topic.rpartition("/")[2]]
        seen.add(name)
    assert seen == set(known) - {"gap"}, "every type was tried (a gap has a test of its own)"


def test_sizes_keep_their_bounds(published: list[tuple[str, bytes]]) -> None:
    for topic, payload in published:
        assert len(payload) < (MAX_STATE_BYTES if topic.endswith("/state") else MAX_EVENT_BYTES)


def test_a_wrong_message_would_be_seen(published: list[tuple[str, bytes]]) -> None:
    """Planted: a field too many, one too few, one of another type."""
    known = schemas()["chips_pushed"]
    good = next(msgspec.json.decode(payload) for _, payload in published if b"chips_pushed" in payload)
    for planted in (
        good | {"handle": "h-1"},
        good | {"data": good["data"] | {"card": "Ah"}},
        {name: value for name, value in good.items() if name != "epoch"},
        good | {"n": "1"},
        good | {"data": good["data"] | {"chips": [[1000]]}},
    ):
        assert faults(planted, known, known["$defs"])


def test_the_kept_document_is_the_generated_one(project: Path) -> None:
    kept = (project / "hardware_docs" / "asyncapi.json").read_text(encoding="utf-8")
    assert kept == document(), "run: python -m table_controller.broadcast.contract > hardware_docs/asyncapi.json"


def test_the_page_names_every_type(project: Path) -> None:
    page = (project / "hardware_docs" / "mqtt.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", page))
    assert set(schemas()) - named == set()

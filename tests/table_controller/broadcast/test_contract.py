"""The schemas are what is published, and the documents are what the schemas are."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from docs.asyncapi import examples
from docs.schema_versions import hashed, stepless
from support.json_schema import faults

from firmware_bridge.vocabulary.signed_commands import CommandRefused, Console, SignedCommand, opened, public_key
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.contract import CHANNELS, REQUESTS, asked_name, asked_schema, document, schemas
from table_controller.broadcast.courier import AnswerTo, Courier, Glance, Told
from table_controller.broadcast.credentials import Credentials, Login
from table_controller.broadcast.envelope import MAX_EVENT_BYTES, MAX_STATE_BYTES, Identity, Moment
from table_controller.broadcast.payloads import type_name
from table_controller.broadcast.snapshots import NO_HIDDEN_CARDS, Answer
from table_controller.game.state.seats import Player
from table_controller.journal.heads import SignedHead, Signer
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.statistics import PlayerStatistics, Sample, TableStatistics
from table_controller.vocabulary.views import TableView


def same(view: TableView, _now_s: float) -> TableView:
    return view


@pytest.fixture
def published(
    hand: list[Record], who: Identity, picture: Callable[..., TableView], story: Any
) -> list[tuple[str, bytes]]:
    """All that a courier sends for the sample hand: topic and payload."""
    courier = Courier(who)
    for record in hand:
        view = picture(story)
        so_far = TableStatistics(3, (PlayerStatistics("Anna", 3, vpip=Sample(1, 3)),))
        glance = Glance(view.street, view.simulated, partial(same, view), NO_HIDDEN_CARDS, so_far, (Player(1, "Anna"),))
        courier.offer(Told(record, 1_700_000_000_000_000_000), glance)
    courier.up(3, Moment(5, 6), 7.0)
    courier.know({"journal_bytes": 900})
    courier.know(AnswerTo("floor", Answer("c-1", "penalty", False, "stale", 4)))
    courier.know(Signer(bytes(32)).sign(SignedHead("rome/t7", who.epoch, 900, "00" * 32)))
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
        channel = "answer" if "/res/" in topic else topic.rpartition("/")[2]
        assert "".join(word.title() for word in name.split("_")) in leaf[channel]
        seen.add(name)
    elsewhere = {"gap", "hole_card_dealt", "delayed_state"}  # they have tests of their own
    assert seen == set(known) - elsewhere, "every type was tried"


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


def kept(project: Path) -> str:
    return (project / "hardware_docs" / "asyncapi.json").read_text(encoding="utf-8")


def test_the_kept_document_is_the_generated_one(project: Path) -> None:
    assert kept(project) == document(examples()), "run: make docs"


def test_every_example_is_a_message_of_its_type() -> None:
    shown, known = examples(), schemas()
    assert shown.keys() == {*known, *(type_name(kind) for kind in REQUESTS), *map(asked_name, VERBS)}, (
        "every type has one"
    )
    for name in known:
        assert faults(shown[name], known[name], known[name]["$defs"]) == [], name
    for verb in VERBS:
        schema, example = asked_schema(verb), shown[asked_name(verb)]
        assert faults(example, schema, {}) == [], verb
        text = schema["properties"]["asked"]["x-contentSchema"]
        assert faults(msgspec.json.decode(example["asked"]), text, {}) == [], verb
        assert faults(msgspec.json.decode(example["asked"]) | {"data": {"odd": 1}}, text, {}), "planted"


def nodes(value: Any, at: str = "#") -> Iterator[tuple[str, Any]]:
    """Every object of a document, with its place."""
    if isinstance(value, dict):
        yield at, value
        for name, inner in value.items():
            yield from nodes(inner, f"{at}/{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nodes(inner, f"{at}/{index}")


def dangling(document: Any) -> list[str]:
    """References that lead nowhere from the root of the document."""
    places = {at for at, _ in nodes(document)}
    return [f"{at}: {one['$ref']}" for at, one in nodes(document) if "$ref" in one and one["$ref"] not in places]


def undescribed(document: Any) -> list[str]:
    """Properties without a description, nor one at what they refer to."""
    found = []
    for at, one in nodes(document):
        for name, inner in one.get("properties", {}).items() if "/examples/" not in at else ():
            target = inner.get("$ref", "").rpartition("/")[2]
            whole = document["components"]["schemas"][target] if target else inner
            if not whole.get("description"):
                found.append(f"{at}/{name}")
    return found


def test_the_document_refers_to_what_is_in_it_and_describes_every_property(project: Path) -> None:
    written = msgspec.json.decode(kept(project))
    assert dangling(written) == []
    assert undescribed(written) == []
    planted = msgspec.json.decode(kept(project).replace("#/components/schemas/SeatStack", "#/$defs/SeatStack"))
    assert dangling(planted) != [], "planted: as it was when AsyncAPI's parser refused the document"
    del planted["components"]["schemas"]["SeatStack"]["properties"]["stack_chips"]["description"]
    assert undescribed(planted) == ["#/components/schemas/SeatStack/stack_chips"]


PARSER = Path(".venv/asyncapi")


def parsed(project: Path, file: Path) -> subprocess.CompletedProcess[str]:
    """What AsyncAPI's own parser says."""
    node = shutil.which("node")
    if node is None or not (project / PARSER / "node_modules").is_dir():
        # npm is no part of a Python project's machine: without it our own checks of the document stand alone
        pytest.skip("AsyncAPI's parser is not here: make .venv/asyncapi, with node and npm")
    command = (node, str(project / PARSER / "parse.js"), str(file))
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_asyncapis_own_parser_takes_the_document(project: Path) -> None:
    said = parsed(project, project / "hardware_docs" / "asyncapi.json")
    assert said.returncode == 0, said.stdout
    assert f"{len(schemas()) + len(REQUESTS) + len(VERBS)} messages" in said.stdout


def test_it_refuses_one_that_refers_to_nothing(project: Path, tmp_path: Path) -> None:
    planted = tmp_path / "asyncapi.json"
    planted.write_text(kept(project).replace("#/components/schemas/SeatStack", "#/$defs/SeatStack"), encoding="utf-8")
    assert parsed(project, planted).returncode != 0


def test_a_schema_that_changes_takes_a_step_of_its_version(project: Path) -> None:
    """`schemas.json` keeps the version and hash of each type: who changes a type steps its version and both there."""
    file = project / "tests/table_controller/broadcast/schemas.json"
    known: dict[str, dict[str, Any]] = msgspec.json.decode(file.read_bytes())
    assert stepless(known, hashed()) == []
    assert known == hashed(), f"write {file}: python -m docs.schema_versions"


def test_a_change_without_a_step_is_seen() -> None:
    """Planted: a field less, and the version stays."""
    old = hashed()
    new = {**old, "chips_pushed": {**old["chips_pushed"], "sha256": "0" * 16}}
    assert stepless(old, new) == ["chips_pushed"]
    new["chips_pushed"]["version"] = 2
    assert stepless(old, new) == []


def test_the_page_names_every_type(project: Path) -> None:
    page = (project / "hardware_docs" / "mqtt.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)`", page))
    assert set(schemas()) - named == set()


def test_the_signed_command_on_the_page_is_one(project: Path) -> None:
    """Whoever writes a console tries it out on this key, text and signature."""
    page = (project / "hardware_docs" / "mqtt.md").read_text(encoding="utf-8")
    (text,) = re.findall(r'^    (\{"to": .*\})$', page, re.MULTILINE)
    (key,) = re.findall(r"signed by the key `([0-9a-f]{64})`", page)
    (signature,) = re.findall(r"^    ([0-9a-f]{128})$", page, re.MULTILINE)
    known = {"floor": Console("floor", public_key(bytes.fromhex(key)))}
    assert opened(SignedCommand(text, signature), known).data == {"seat": 4, "hands": 2, "rounds": 0}
    with pytest.raises(CommandRefused, match="wrong-signature"):
        opened(SignedCommand(text.replace("48213", "48214"), signature), known)


def test_the_page_names_every_field_of_the_credentials(project: Path) -> None:
    page = (project / "hardware_docs" / "mqtt.md").read_text(encoding="utf-8")
    for kind in (Credentials, Login):
        for field in kind.__struct_fields__:
            assert f"`{field}`" in page, field

"""Through real brokers: what a console asks, what others forge, and what a broker has kept."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from support.dealt_tables import KeysOnly
from support.mqtt_clients import PATIENCE_S, Client

from firmware_bridge.vocabulary.signed_commands import Consoles, consoles_in
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.connection import Connection
from table_controller.broadcast.console_client import Console, Decision, ask, data_of
from table_controller.broadcast.credentials import CONSOLES, is_console, read_credentials
from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.snapshots import Answer
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.views import Refused

pytestmark = pytest.mark.broker

TOPICS: Final = Topics("rome", "t7")
WARNING: Final = {"seat": "4"}


class Table:
    """A table dealt by keys that speaks and listens over MQTT, as the controller's process lets it."""

    def __init__(self, broker: EmbeddedBroker, folder: Path) -> None:
        self.table, self._folder = KeysOnly(), folder
        self.epoch = self.table.controller.journal.header.epoch
        self.publisher = Publisher(Identity("rome", "t7", self.epoch), broker.endpoint, folder / "mark.json", list)
        self.publisher.commands_to(self._take, self._consoles)
        self.heard: list[FromConsole] = []
        self.came = threading.Event()
        self.publisher.offer(None, self.table.view())

    def _consoles(self) -> Consoles:
        return consoles_in(next(self._folder.rglob(CONSOLES)).read_bytes())

    def _take(self, command: FromConsole) -> None:
        answer = self.table.controller.accept(command, time.monotonic())
        if isinstance(answer, Refused):
            command = replace(command, refused=answer.reason)
            self.table.controller.accept(command, time.monotonic())
        self.heard.append(command)
        told = Answer(command.id, command.verb, not command.refused, command.refused, self.n)
        self.publisher.answer(command.client, told)
        self.came.set()

    @property
    def n(self) -> int:
        return self.table.controller.session.live_n

    def start(self) -> Table:
        self.publisher.start()
        assert self.publisher.wait_ready(PATIENCE_S), self.publisher.status()
        return self


@pytest.fixture
def table(broker: EmbeddedBroker, tmp_path: Path) -> Iterator[Table]:
    made = Table(broker, tmp_path)
    yield made
    made.publisher.stop(1.0)


def console_of(folder: Path, name: str) -> Console:
    known = read_credentials(next(folder.rglob("credentials.json")).parent)
    assert known is not None
    login = known.accounts[name]
    assert is_console(login.role)
    return Console(name, login.role, bytes.fromhex(login.signing_key))


def test_what_a_console_asks_is_done_and_answered(table: Table, broker: EmbeddedBroker, tmp_path: Path) -> None:
    table.start()
    endpoint = broker.endpoint("floor")
    assert endpoint is not None
    floor = console_of(tmp_path, "floor")
    done = ask(endpoint, TOPICS, floor, "penalty", data_of("penalty", WARNING))
    assert (done.accepted, done.reason, done.verb) == (True, "", "penalty")
    refused = ask(endpoint, TOPICS, floor, "clock", {})
    assert (refused.accepted, refused.reason) == (False, "nobody-to-act")


def test_a_console_asks_again_for_a_state_that_the_broker_was_about_to_keep(
    table: Table, broker: EmbeddedBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The NATS server gives it neither as news nor as kept at that moment: the table "did not answer"."""
    table.start()
    missed: list[str] = []
    subscribe = Connection.subscribe

    def late(self: Connection, topic: str) -> None:
        if topic == TOPICS.state and not missed:
            missed.append(topic)
            return
        subscribe(self, topic)

    monkeypatch.setattr(Connection, "subscribe", late)
    endpoint = broker.endpoint("floor")
    assert endpoint is not None
    done = ask(endpoint, TOPICS, console_of(tmp_path, "floor"), "penalty", data_of("penalty", WARNING))
    assert (done.accepted, missed) == (True, [TOPICS.state])


def _data(message: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(message)["data"]
    return data


def kept_by_the_broker(broker: EmbeddedBroker, topic: str) -> None:
    """Return once the broker hands out what it has kept: NATS acknowledges it before."""
    while True:
        reader = Client(broker.endpoint("controller"), topic)
        reader.pump(0.2)
        reader.close()
        if reader.got:
            return


def test_what_is_forged_kept_or_for_another_table_changes_nothing(
    table: Table, broker: EmbeddedBroker, tmp_path: Path
) -> None:
    floor, producer = console_of(tmp_path, "floor"), console_of(tmp_path, "producer")
    on, until_s = Decision(table.epoch, table.n), time.time() + 30
    data = {"seat": 4, "hands": 1}
    to = TOPICS.of("cmd", "penalty")

    def text(console: Console, topics: Topics = TOPICS, *, expires_s: float = until_s) -> str:
        return msgspec.json.encode(console.command(topics, "penalty", data, on, expires_s)).decode()

    client = Client(broker.endpoint("floor"), "cardspeak/v1/rome/res/floor/+")
    others = [Client(broker.endpoint(name)) for name in ("producer", "technician", "overlay", "recorder")]
    client.publish(to, text(floor), retain=True)
    client.pump_until(lambda: client.acknowledged == 1)
    kept_by_the_broker(broker, to)
    there = Client(broker.endpoint("overlay-2"), TOPICS.avail)
    table.start()
    there.pump_until(lambda: bool(there.got))  # it listens by then
    # Nobody else may write there at all; the floor's own word is the control.
    for other in others:
        other.publish(to, text(floor))
        other.pump_until(lambda other=other: other.acknowledged == 1 or bool(other.ended))  # type: ignore[misc]  # a default binds the loop's value
    client.publish(to, text(Console("floor", "floor", producer.key)))
    client.publish(to, text(floor, Topics("rome", "t8")))
    client.publish(to, text(floor, expires_s=time.time() - 1))
    client.publish(to, "[" * 2000)
    good = text(floor)
    client.publish(to, good)
    client.publish(to, good)
    client.pump_until(lambda: len(client.got) >= 6)
    kept = [one for one in table.heard if one.refused != "retained"]
    assert [one.refused for one in kept] == [
        "wrong-signature", "another-table", "expired", "unreadable", "", "seen-before",
    ]  # fmt: skip
    assert {one.refused for one in table.heard} - {one.refused for one in kept} == {"retained"}
    assert [told["reason"] for told in map(_data, client.got) if told["accepted"]] == [""]
    (penalty,) = table.table.view().penalties
    assert (penalty.seat, penalty.hands) == (4, 1)
    client.publish(to, "", retain=True)
    for one in (client, there, *others):
        one.close()


def test_a_command_whose_answer_was_lost_is_done_once(table: Table, broker: EmbeddedBroker, tmp_path: Path) -> None:
    """The table does it, and is gone before it can say so; the console sends the same again."""
    told, lost = table.publisher.answer, list[Answer]()
    table.publisher.answer = lambda client, answer: told(client, answer) if lost else lost.append(answer)  # type: ignore[method-assign]  # the first answer is lost
    table.start()
    endpoint = broker.endpoint("floor")
    assert endpoint is not None
    done = ask(endpoint, TOPICS, console_of(tmp_path, "floor"), "penalty", data_of("penalty", WARNING))
    assert (done.accepted, done.reason) == (True, "")
    assert [one.refused for one in table.heard] == ["", "seen-before"]

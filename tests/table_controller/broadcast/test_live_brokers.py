"""With real brokers: what a plain mosquitto_sub receives, who may not, and what survives a killed broker."""

from __future__ import annotations

import json
import os
import re
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from support.mqtt_clients import PATIENCE_S, Client
from support.paho_ends import let_go

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.children import free_ports
from table_controller.broadcast.courier import Glance, Publish, Told
from table_controller.broadcast.credentials import Credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.rights import Account, Rights, rights_of
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView

pytestmark = pytest.mark.broker

Picture = Callable[..., TableView]
Find = Callable[[Engine], Path]
Until = Callable[..., None]
Line = tuple[str, bool, dict[str, Any]]
ROOT = "cardspeak/v1/rome"


class Overlay:
    """A plain mosquitto_sub, and what it printed."""

    def __init__(self, program: str, login: Endpoint, *topics: str) -> None:
        words = [program, "-h", login.host, "-p", str(login.port), "-u", login.username, "-P", login.password]
        words += ["-q", "1", "-F", r"%r\t%t\t%p", *(word for topic in topics for word in ("-t", topic))]
        self._process = subprocess.Popen(["stdbuf", "-oL", *words], stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._rest = b""
        self.got: list[Line] = []

    def read_until(self, enough: Callable[[list[Line]], bool], patience_s: float = PATIENCE_S) -> list[Line]:
        assert self._process.stdout is not None
        deadline_s = time.monotonic() + patience_s
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while not enough(self.got):
                left_s = deadline_s - time.monotonic()
                assert left_s > 0, (
                    f"not within {patience_s} s; got {[(line[1], line[2].get('type')) for line in self.got]}"
                )
                if selector.select(left_s):
                    self._take(self._process.stdout.read())
        return self.got

    def _take(self, data: bytes | None) -> None:
        assert data, "mosquitto_sub ended"
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            retained, topic, payload = line.split(b"\t", 2)
            self.got.append((topic.decode().removeprefix(ROOT + "/"), retained == b"1", json.loads(payload)))

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


@pytest.fixture
def overlay(broker: EmbeddedBroker, mosquitto_sub_program: str) -> Iterator[Callable[..., Overlay]]:
    made: list[Overlay] = []

    def start(*topics: str, account: str = "overlay") -> Overlay:
        login = broker.endpoint(account)
        assert login is not None
        made.append(Overlay(mosquitto_sub_program, login, *topics))
        return made[-1]

    yield start
    for one in made:
        one.close()


@pytest.fixture
def publisher(who: Identity, broker: EmbeddedBroker, tmp_path: Path) -> Iterator[Publisher]:
    made = Publisher(who, broker.endpoint, tmp_path / "mark.json", list)
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    yield made
    made.stop(1.0)


LIVE = ("live/table/t7/state", "live/table/t7/ev", "live/table/t7/finding")


def test_a_plain_subscriber_receives_what_the_contract_promises(
    overlay: Callable[..., Overlay], publisher: Publisher, story: Any, hand: list[Record], picture: Picture
) -> None:
    watching = overlay(f"{ROOT}/live/#", f"{ROOT}/sys/table/+/avail")
    watching.read_until(lambda got: any(topic.endswith("avail") for topic, _, _ in got))
    for record in hand:
        publisher.offer(record, picture(story))
    last_n = story.live_n
    got = watching.read_until(
        lambda got: (
            any(message.get("n") == last_n for topic, _, message in got if topic.endswith("ev"))
            and sum(topic.endswith("finding") for topic, _, _ in got) == 3
            and any(topic.endswith("state") for topic, _, _ in got)
        )
    )
    events = [message for topic, _, message in got if topic == LIVE[1]]
    assert [message["n"] for message in events] == list(range(1, last_n + 1))
    found = [message for topic, _, message in got if topic == LIVE[2]]
    assert [message["type"].split(".")[1] for message in found] == ["finding", "finding", "ruling"]
    by_n = {message["n"]: message["type"] for message in events}
    assert [by_n[message["n"]] for message in found] == [
        "cardspeak.declared.v1", "cardspeak.board_named.v1", "cardspeak.floor_ruled.v2"
    ]  # fmt: skip
    avail = next(message for topic, _, message in got if topic.endswith("avail"))
    assert (avail["data"]["state"], avail["epoch"]) == ("ready", "01J9ZK7Q")
    text = json.dumps([line[2] for line in got])
    assert not [secret for secret in ("h-4f2a", "h-2", "h-9", "Ks") if secret in text]

    # An overlay that comes late is right at once, from what is retained; events are not retained.
    late = overlay(f"{ROOT}/live/#", f"{ROOT}/sys/table/+/avail", account="overlay-2")
    got = late.read_until(lambda got: {topic for topic, _, _ in got} >= {LIVE[0], "sys/table/t7/avail"})
    first = {topic: retained for topic, retained, _ in reversed(got)}  # a further state may be due
    assert first == {LIVE[0]: True, "sys/table/t7/avail": True}
    assert next(message for topic, _, message in got if topic == LIVE[0])["data"]["as_of"] == last_n


PUBLISH_FOR_EVER = """
import sys, threading
from pathlib import Path
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.publisher import Identity, Publisher
host, port, name, password, mark = sys.argv[1:]
made = Publisher(Identity("rome", "t7", "E2"), lambda: Endpoint(host, int(port), name, password), Path(mark), list)
made.start()
threading.Event().wait()
"""


def test_lost_comes_by_will_when_the_publisher_is_killed(
    broker: EmbeddedBroker, overlay: Callable[..., Overlay], tmp_path: Path
) -> None:
    watching = overlay(f"{ROOT}/sys/table/+/avail")
    login = broker.endpoint()
    assert login is not None
    words = [login.host, str(login.port), login.username, login.password, str(tmp_path / "m.json")]
    with subprocess.Popen([sys.executable, "-c", PUBLISH_FOR_EVER, *words]) as table:
        watching.read_until(lambda got: len(got) == 1)
        table.kill()
    got = watching.read_until(lambda got: len(got) == 2)
    assert [(message["epoch"], message["data"]) for _, _, message in got] == [
        ("E2", {"state": "ready", "conn": 1}),
        ("E2", {"state": "lost", "conn": 1}),
    ]


def test_an_orderly_stop_says_lost_too(
    overlay: Callable[..., Overlay], publisher: Publisher, story: Any, picture: Picture
) -> None:
    publisher.offer(story.push(), picture(story))
    publisher.stop(10.0)
    assert publisher.status() == "stopped"
    got = overlay(f"{ROOT}/sys/table/+/avail").read_until(lambda got: len(got) == 1)
    assert (got[0][1], got[0][2]["data"]["state"]) == (True, "lost")


FORBIDDEN = (
    "#", "+/#", "cardspeak/#", "cardspeak/v1/+/#", f"{ROOT}/#", f"{ROOT}/+/table/t7/#", f"{ROOT}/sys/#",
    f"{ROOT}/sys/table/t7/health", f"{ROOT}/sys/table/t7/+", f"{ROOT}/delayed/#", f"{ROOT}/cmd/#", f"{ROOT}/res/#",
    "cardspeak-sealed/#", "cardspeak-sealed/v1/rome/table/t7/ev", f"$share/g/{ROOT}/cmd/#", "$SYS/#",
)  # fmt: skip


def read_by_an_overlay(broker: EmbeddedBroker) -> list[bytes]:
    """All that an overlay gets to read when it asks for everything, beside those who may."""
    overlay = Client(broker.endpoint("overlay"), *FORBIDDEN, f"{ROOT}/live/#", f"{ROOT}/sys/table/+/avail")
    recorder = Client(broker.endpoint("recorder"), f"{ROOT}/delayed/#", f"{ROOT}/sys/#", "cardspeak-sealed/v1/rome/#")
    controller = Client(broker.endpoint("controller"), f"{ROOT}/cmd/table/t7/+")
    producer = Client(broker.endpoint("producer"), f"{ROOT}/res/producer/+", f"{ROOT}/live/#")
    controller.publish(f"{ROOT}/sys/table/t7/health", "secret health", retain=True)
    feed = Client(broker.endpoint("delayed-feed"))
    feed.publish(f"{ROOT}/delayed/table/t7/ev", "secret delayed")
    controller.publish("cardspeak-sealed/v1/rome/table/t7/ev", "secret sealed")
    controller.publish(f"{ROOT}/res/producer/1", "secret res")
    producer.publish(f"{ROOT}/cmd/table/t7/delay", "secret cmd")
    # The control: each secret did arrive where it may.
    recorder.pump_until(lambda: {b"secret health", b"secret delayed", b"secret sealed"} <= set(recorder.got))
    controller.pump_until(lambda: b"secret cmd" in controller.got)
    producer.pump_until(lambda: b"secret res" in producer.got)
    late = Client(broker.endpoint("overlay-2"), *FORBIDDEN, f"{ROOT}/live/#")
    controller.publish(f"{ROOT}/sys/table/t7/avail", "marker avail")
    controller.publish(f"{ROOT}/live/table/t7/ev", "marker live")
    overlay.pump_until(lambda: {b"marker avail", b"marker live"} <= set(overlay.got))
    late.pump_until(lambda: b"marker live" in late.got)
    for client in (overlay, late, recorder, controller, producer, feed):
        client.close()
    return [*overlay.got, *late.got]


def test_an_overlay_reads_nothing_else_beside_those_who_may(broker: EmbeddedBroker) -> None:
    assert [text for text in read_by_an_overlay(broker) if text.startswith(b"secret")] == []


@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_one_right_too_wide_would_be_caught(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine_program: Find
) -> None:
    """Planted: overlays may read the whole of ``sys`` and their venue's commands."""

    def wide(account: Account, venue: str) -> Rights:
        rights = rights_of(account, venue)
        return replace(rights, read=(*rights.read, f"{ROOT}/sys/#", f"{ROOT}/cmd/#"))

    monkeypatch.setattr("table_controller.broadcast.broker_configs.rights_of", wide)
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), {engine: engine_program(engine)})
    made.start()
    assert made.wait_ready(PATIENCE_S)
    assert {text for text in read_by_an_overlay(made) if text.startswith(b"secret")} == {
        b"secret health",
        b"secret cmd",
    }
    made.stop()


def test_an_overlay_writes_nothing_not_even_by_its_will(broker: EmbeddedBroker) -> None:
    avail = f"{ROOT}/sys/table/t7/avail"
    recorder = Client(broker.endpoint("recorder"), f"{ROOT}/live/#", f"{ROOT}/delayed/#", f"{ROOT}/sys/#")
    honest_will = Publish(avail, b"honest will", 1, retain=True)
    controller = Client(broker.endpoint("controller"), f"{ROOT}/cmd/table/t7/+", will=honest_will)
    overlay = Client(broker.endpoint("overlay"), will=Publish(avail, b"forged will", 1, retain=True))
    targets = ("live/table/t7/ev", "live/table/t7/state", "sys/table/t7/avail", "delayed/table/t7/ev")
    forged = (*targets, "cmd/table/t7/delay", "sys/table/t7/ack/recorder/live")
    for target in forged:
        overlay.publish(f"{ROOT}/{target}", "forged", retain=True)
    # Brokers acknowledge what they then drop; the answers say only that they have decided.
    overlay.pump_until(lambda: overlay.acknowledged == len(forged) or bool(overlay.ended))
    overlay.close(politely=False)
    # The control: the same, written by those who may, arrives.
    feed = Client(broker.endpoint("delayed-feed"))
    for target in targets:
        (feed if target.startswith("delayed") else controller).publish(f"{ROOT}/{target}", f"honest {target}")
    producer = Client(broker.endpoint("producer"))
    producer.publish(f"{ROOT}/cmd/table/t7/delay", "honest cmd")
    controller.pump_until(lambda: b"honest cmd" in controller.got)
    controller.close(politely=False)
    honest = {b"honest will", *(f"honest {target}".encode() for target in targets)}
    recorder.pump_until(lambda: honest <= set(recorder.got))
    assert [text for text in (*recorder.got, *controller.got) if text.startswith(b"forged")] == []
    for client in (recorder, producer, feed):
        client.close()


class Durable:
    """A client that keeps its session under an id, as paho's own thread runs it."""

    def __init__(self, login: Endpoint | None, client_id: str, *topics: str) -> None:
        assert login is not None
        self.got: list[bytes] = []
        self.accepted, self.subscribed, self.ended = threading.Event(), threading.Event(), threading.Event()
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id, clean_session=False, protocol=MQTTProtocolVersion.MQTTv311
        )
        self._client.username_pw_set(login.username, login.password)
        self._client.reconnect_delay_set(60, 60)
        self._client.on_connect = lambda *_: self.accepted.set()
        self._client.on_subscribe = lambda *_: self.subscribed.set()
        self._client.on_disconnect = lambda *_: self.ended.set()
        self._client.on_message = lambda _c, _u, message: self.got.append(bytes(message.payload))
        self._client.connect(login.host, login.port, 10)
        self._client.loop_start()
        assert self.accepted.wait(PATIENCE_S)
        if topics:
            self._client.subscribe([(topic, 1) for topic in topics])
            assert self.subscribed.wait(PATIENCE_S)

    def close(self) -> None:
        self._client.disconnect()
        let_go(self._client)


def client_id(broker_files: Path, account: str) -> str:
    text = (broker_files / "credentials.json").read_bytes()
    return msgspec.json.decode(text, type=Credentials).accounts[account].client_id


def test_a_client_id_is_a_secret_of_its_login(broker: EmbeddedBroker, tmp_path: Path, until: Until) -> None:
    """Who guesses ids throws nobody out; who knows one reads nothing of what waits for it."""
    system, files = f"{ROOT}/sys/#", next(tmp_path.rglob("credentials.json")).parent
    ids = {name: client_id(files, name) for name in ("recorder", "overlay", "producer")}
    assert len(set(ids.values())) == len(ids)
    assert all(re.fullmatch(rf"{name}-[0-9a-f]{{16}}", one) for name, one in ids.items())
    controller = Client(broker.endpoint("controller"))
    recorder = Durable(broker.endpoint("recorder"), ids["recorder"], system)
    controller.publish(f"{ROOT}/sys/table/t7/health", "heard first")
    until(lambda: b"heard first" in recorder.got, lambda: str(recorder.got))
    for guess in ("recorder", "recorder-", "test", ids["overlay"]):
        Durable(broker.endpoint("overlay"), guess).close()
    controller.publish(f"{ROOT}/sys/table/t7/health", "heard on")
    until(lambda: b"heard on" in recorder.got, lambda: str(recorder.got))
    assert not recorder.ended.is_set()
    recorder.close()
    controller.publish(f"{ROOT}/sys/table/t7/health", "waits for the recorder")
    thief = Durable(broker.endpoint("overlay"), ids["recorder"], system, f"{ROOT}/live/#")
    controller.publish(f"{ROOT}/sys/table/t7/health", "still not for an overlay")
    controller.publish(f"{ROOT}/live/table/t7/ev", "marker")
    until(lambda: b"marker" in thief.got, lambda: str(thief.got))
    assert thief.got == [b"marker"]
    for client in (thief, controller):
        client.close()


@pytest.mark.parametrize("login", [("", ""), ("overlay", "wrong"), ("nobody", "x"), ("overlay", "")])
def test_who_has_no_password_is_refused(broker: EmbeddedBroker, login: tuple[str, str]) -> None:
    place = broker.endpoint()
    assert place is not None
    client = Client(Endpoint(place.host, place.port, *login))
    assert not client.accepted
    assert client.ended
    client.close(politely=False)


def test_the_publisher_says_that_it_is_refused(
    broker: EmbeddedBroker, who: Identity, tmp_path: Path, until: Until
) -> None:
    place = broker.endpoint()
    assert place is not None
    wrong = Endpoint(place.host, place.port, "controller", "wrong")
    made = Publisher(who, lambda: wrong, tmp_path / "m.json", list)
    made.start()
    until(lambda: made.status().startswith("refused "), made.status)
    made.stop(0.1)


def test_a_restarted_publisher_goes_on_from_its_mark(
    broker: EmbeddedBroker, who: Identity, tmp_path: Path, story: Any
) -> None:
    journal = [Told(story.push(), 1) for _ in range(30)]
    watching = Client(broker.endpoint("recorder"), f"{ROOT}/live/table/t7/ev")
    for known in (20, 30):
        made = Publisher(who, broker.endpoint, tmp_path / "m.json", lambda known=known: journal[:known])  # type: ignore[misc]  # a default binds the loop's value
        made.start()
        watching.pump_until(lambda known=known: len(watching.got) >= known)  # type: ignore[misc]  # as above
        made.stop(10.0)
    assert [json.loads(payload)["n"] for payload in watching.got] == list(range(1, 31))
    watching.close()


def test_a_table_without_a_broker_plays_on_and_catches_up(
    who: Identity,
    tmp_path: Path,
    story: Any,
    picture: Picture,
    mosquitto_sub_program: str,
    engine_program: Find,
    until: Until,
) -> None:
    [port] = free_ports("127.0.0.1", 1)
    place = Place(tmp_path / "broker", "rome", "t7", mqtt_port=port)
    later = EmbeddedBroker(place, {"nats": engine_program("nats")})
    secret = later._logins["controller"].password
    made = Publisher(who, lambda: Endpoint("127.0.0.1", port, "controller", secret), tmp_path / "m.json", list)
    made.start()
    until(lambda: made.status() == "absent connection-refused", made.status)
    for _ in range(50):
        made.offer(story.push(), picture(story))
    later.start()
    assert later.wait_ready(PATIENCE_S)
    overlay = Overlay(mosquitto_sub_program, later.endpoint("overlay") or Endpoint("", 0), f"{ROOT}/live/#")
    got = overlay.read_until(lambda got: any(message["data"].get("as_of") == 50 for _, _, message in got))
    assert got[0][0] in {LIVE[0], LIVE[1]}
    until(lambda: made.status() == "ready", made.status)
    overlay.close()
    made.stop()
    later.stop()


def test_what_goes_wrong_while_the_table_publishes_ends_the_thread_and_not_the_table(
    publisher: Publisher, story: Any, hand: list[Record], picture: Picture, until: Until, caplog: Any
) -> None:
    """The table sends from its own thread: a fault met there is told as status, by the thread that ends of it."""

    def cannot_be_drawn(_now_s: float) -> TableView:
        raise RuntimeError("planted")

    publisher.offer(hand[0], Glance("preflop", simulated=False, draw=cannot_be_drawn))
    until(lambda: publisher.status() == "failed RuntimeError", publisher.status)
    publisher.offer(hand[1], picture(story))
    assert "planted" in caplog.text

"""Whatever filters a login asks for, and whatever it writes: nobody hears what is not for his role, and all that is.

At both brokers with the configuration that is generated, for every role and none: clean sessions and durable ones,
MQTT 3.1.1, and 5 where the broker speaks it; messages of the moment, retained ones, and wills. What counts are messages
that came, beside clients that may hear them.
"""

from __future__ import annotations

import dataclasses
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any, Final, get_args

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from support.counting import counted
from support.mqtt_clients import PATIENCE_S
from support.paho_ends import let_go
from support.topic_filters import matches

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.rights import Account, Rights, Role, rights_of

pytestmark = pytest.mark.broker

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
FILTERS: Final = 3_000 if SOAK else 300
"""At each of the two brokers."""
ROLES: Final[tuple[Role, ...]] = get_args(Role)
WRITER, LISTENER, STRANGER = "-w", "-l", "-s"
"""Three logins of each role: a broker may let each be there once only."""
ACCOUNTS: Final = tuple(Account(f"{role}{who}", role, "t7") for role in ROLES for who in (WRITER, LISTENER, STRANGER))
RIGHTS: Final = {account.name: rights_of(account, "rome") for account in ACCOUNTS}
VENUE, TABLE = "cardspeak/v1/rome", "table/t7"
TOPICS: Final = (
    *(f"{VENUE}/{secrecy}/{TABLE}/{leaf}" for secrecy in ("live", "delayed") for leaf in ("ev", "state", "statistics")),
    f"{VENUE}/delayed/{TABLE}/avail",
    *(f"{VENUE}/{secrecy}/{TABLE}/replay/recorder" for secrecy in ("live", "delayed")),
    *(f"{VENUE}/live/{TABLE}/finding", f"{VENUE}/live/table/t8/ev", f"{VENUE}/delayed/table/t8/ev"),
    *(f"{VENUE}/sys/{TABLE}/{leaf}" for leaf in ("avail", "health", "head")),
    *(f"{VENUE}/sys/{TABLE}/{leaf}" for leaf in ("ack/recorder-w/live", "replay/req/recorder-w")),
    *(f"{VENUE}/cmd/{TABLE}/{verb}" for verb in ("rule", "delay", "mute", "void")),
    *(f"{VENUE}/res/{who}/1" for who in ("floor-l", "floor-s", "producer-l", "technician-l", "overlay-l")),
    *(f"cardspeak-sealed/v1/rome/{TABLE}/ev", "cardspeak-probe/v1/rome", "cardspeak/v1/oslo/live/table/t7/ev"),
)


WILLS: Final = (f"{VENUE}/sys/{TABLE}/avail", f"{VENUE}/live/{TABLE}/ev", f"{VENUE}/cmd/{TABLE}/rule")
"""What a stranger's last will would do most harm with."""


class Login:
    """A client of one account, on paho's own thread; `got` is what came, by topic."""

    def __init__(
        self, place: Endpoint, *, clean: bool = True, five: bool = False, will: tuple[str, bytes] | None = None
    ) -> None:
        self.got: list[tuple[str, bytes]] = []
        self.accepted, self.ended, self._answered = threading.Event(), threading.Event(), threading.Event()
        self._published = threading.Semaphore(0)
        version = MQTTProtocolVersion.MQTTv5 if five else MQTTProtocolVersion.MQTTv311
        session: dict[str, Any] = {} if five else {"clean_session": clean}
        self._client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            f"{place.username}-{next(_ids)}",
            protocol=version,
            reconnect_on_failure=False,  # one that comes back takes the place of whom his login let in after him
            **session,
        )
        if place.username:
            self._client.username_pw_set(place.username, place.password)
        if will is not None:
            self._client.will_set(will[0], will[1], 1, retain=True)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = lambda *_: self._gone()
        self._client.on_subscribe = lambda *_: self._answered.set()
        self._client.on_publish = lambda *_: self._published.release()
        self._client.on_message = lambda _c, _u, message: self.got.append((message.topic, bytes(message.payload)))
        more: dict[str, Any] = {}
        if five:
            more = {"clean_start": clean}
            if not clean:
                more["properties"] = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho has no types there
                more["properties"].SessionExpiryInterval = 600
        self._client.connect(place.host, place.port, 30, **more)
        self._client.loop_start()
        self.accepted.wait(PATIENCE_S)

    def _on_connect(self, _client: mqtt.Client, _user: object, _flags: object, code: Any, _more: object) -> None:
        if code.is_failure:
            self._gone()
        self.accepted.set()

    def _gone(self) -> None:
        self.ended.set()
        self._answered.set()
        self._published.release()

    def subscribes(self, pattern: str) -> bool:
        """Ask for a filter; whether the connection still stands after it."""
        self._answered.clear()
        try:
            self._client.subscribe(pattern, 1)
        except ValueError:  # paho knows that it is none
            return True
        self._answered.wait(PATIENCE_S)
        return not self.ended.is_set()

    def writes(self, topic: str, payload: bytes, *, retain: bool = False) -> bool:
        """Publish, and wait until the broker has decided; whether the connection still stands."""
        self._client.publish(topic, payload, 1, retain)
        self._published.acquire(timeout=PATIENCE_S)
        return not self.ended.is_set()

    def close(self, *, politely: bool = True) -> None:
        if politely:
            self._client.disconnect()
        elif (sock := self._client.socket()) is not None:
            with socket.socket(fileno=os.dup(sock.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)
        let_go(self._client)


_ids = count(1)


def any_filter(rng: random.Random) -> str:
    """A topic of the tree with levels replaced, cut off, added, doubled, or written in another way."""
    levels = rng.choice(TOPICS).split("/")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(levels))
        match rng.randrange(7):
            case 0 | 1:
                levels[at] = "+"
            case 2 | 3:
                levels = [*levels[:at], "#"]
            case 4:
                levels[at] = rng.choice(("live", "delayed", "sys", "cmd", "res", "LIVE", "t8", "", "$SYS", "*", ">"))
            case 5:
                levels.insert(at, rng.choice(("", "+", "table", "..", "%2b")))
            case _:
                levels = levels[: at + 1]
    shared = rng.choice(("", "", "", "$share/g/", "$queue/", "/"))
    return shared + "/".join(levels)


class Room:
    """One broker; of each role one who writes, one who listens to what he may, and one who asks for any filter."""

    def __init__(self, broker: EmbeddedBroker, stack: ExitStack, rng: random.Random, filters: int) -> None:
        self._broker, self._stack, self.tried = broker, stack, 0
        self.heard: list[tuple[str, Login]] = []
        """Every client that ever listened, by its name."""
        self._writers = {role: self._login(f"{role}{WRITER}") for role in ROLES}
        for role, topic in true_words():
            assert self._writers[role].writes(topic, f"{role} kept".encode(), retain=True), (role, topic)
        self._listeners = {f"{role}{LISTENER}": self._listening(f"{role}{LISTENER}") for role in ROLES}
        five = broker.status().startswith("ready mosquitto")
        for at, role in enumerate(ROLES):
            share = filters * (at + 1) // len(ROLES) - filters * at // len(ROLES)
            self._asking(f"{role}{STRANGER}", share, rng, clean=at % 2 == 0, five=five and at % 3 == 0)

    def _login(self, name: str, **how: Any) -> Login:
        place = self._broker.endpoint(name)
        assert place is not None
        made = Login(place, **how)
        assert not made.ended.is_set(), name
        self._stack.callback(made.close)
        self.heard.append((name, made))
        return made

    def _listening(self, name: str) -> Login:
        made = self._login(name)
        for pattern in RIGHTS[name].read:
            assert made.subscribes(pattern)
        return made

    def _asking(self, name: str, filters: int, rng: random.Random, *, clean: bool, five: bool) -> None:
        made = self._login(name, clean=clean, five=five)
        for _ in range(filters):
            if made.ended.is_set():  # NATS ends the connection of who asks for nonsense
                made = self._login(name, clean=clean, five=five)
            made.subscribes(any_filter(rng))
            self.tried += 1

    def plays(self) -> None:
        """Forgeries first, by message and by will; then every true word, which is the end of it."""
        for role in ROLES:
            rights = RIGHTS[f"{role}{WRITER}"]
            for topic in TOPICS:
                if not matches(topic, rights.write):
                    self._writer(role).writes(topic, f"{role} forged".encode(), retain=True)
            will = next(topic for topic in WILLS if not matches(topic, rights.write))
            self._login(f"{role}{WRITER}", will=(will, f"{role} willed".encode())).close(politely=False)
            self._writers[role] = self._login(f"{role}{WRITER}")  # a broker may end what forged a moment later
        last: dict[str, bytes] = {}
        for role, topic in true_words():
            last[topic] = f"{role} now".encode()
            assert self._writer(role).writes(topic, last[topic]), (role, topic)
        self._heard_by_all(last)

    def _writer(self, role: Role) -> Login:
        if self._writers[role].ended.is_set():
            self._writers[role] = self._login(f"{role}{WRITER}")
        return self._writers[role]

    def _heard_by_all(self, words: dict[str, bytes]) -> None:
        """Wait until each listener has all of these that he may hear: then the strangers have had their time, too."""
        deadline_s = time.monotonic() + PATIENCE_S
        for name, login in self._listeners.items():
            due = {(topic, text) for topic, text in words.items() if matches(topic, RIGHTS[name].read)}
            while not due <= set(login.got):
                assert time.monotonic() < deadline_s, f"{name} should have heard {due - set(login.got)}"
                threading.Event().wait(0.005)

    def leaks(self) -> list[tuple[str, str, bytes]]:
        """What somebody heard that is not for him, or that its writer may not write."""
        return [
            (name, topic, text)
            for name, login in self.heard
            for topic, text in login.got
            if not matches(topic, RIGHTS[name].read) or is_forged(topic, text)
        ]


def true_words() -> Iterator[tuple[Role, str]]:
    """Every topic with every role that may write it."""
    for role in ROLES:
        yield from ((role, topic) for topic in TOPICS if matches(topic, RIGHTS[f"{role}{WRITER}"].write))


def is_forged(topic: str, text: bytes) -> bool:
    """Whether the role that wrote this may not write there; what the broker's own proof sends is nobody's word."""
    writer = RIGHTS.get(text.partition(b" ")[0].decode(errors="replace") + WRITER)
    return writer is not None and not matches(topic, writer.write)


@pytest.fixture(params=["nats", "mosquitto"])
def started(
    request: pytest.FixtureRequest, tmp_path: Path, engine_program: Callable[[Engine], Path]
) -> Iterator[Callable[[], EmbeddedBroker]]:
    """Starts a broker of each kind, configured as it is at that moment."""
    with ExitStack() as stack:

        def start() -> EmbeddedBroker:
            engine: Engine = request.param
            place = Place(tmp_path / "b", "rome", "t7", clients=ACCOUNTS)
            made = EmbeddedBroker(place, {engine: engine_program(engine)})
            made.start()
            stack.callback(made.stop)
            assert made.wait_ready(PATIENCE_S), made.status()
            return made

        yield start


@pytest.mark.timeout(1800)
def test_nobody_hears_what_is_not_for_his_role_and_all_hear_what_is(
    started: Callable[[], EmbeddedBroker], request: pytest.FixtureRequest
) -> None:
    seed, broker = int(request.config.getoption("--hypothesis-seed", default=None) or 7), started()
    floor = broker.endpoint("floor-l")
    assert floor is not None
    for name, password in (("", ""), ("floor-l", "guessed"), ("nobody", floor.password)):
        stranger = Login(dataclasses.replace(floor, username=name, password=password))
        assert stranger.ended.is_set(), "nobody comes in without a login of his own"
        stranger.close()
    with ExitStack() as stack:
        room = Room(broker, stack, random.Random(seed), FILTERS)  # noqa: S311 - chance that can be repeated
        room.plays()
        assert room.leaks() == []
        asked = [login for name, login in room.heard if name.endswith(STRANGER)]
        assert any(login.got for login in asked), "some of these filters are good ones"
        counted(room.tried, "filters")


def test_a_right_too_many_would_be_seen(started: Callable[[], EmbeddedBroker], monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: overlays may read `sys` and write `avail`."""

    def wide(account: Account, venue: str) -> Rights:
        rights = rights_of(account, venue)
        if account.role != "overlay":
            return rights
        avail = f"{VENUE}/sys/{TABLE}/avail"
        return replace(rights, read=(*rights.read, f"{VENUE}/sys/#"), write=(*rights.write, avail))

    monkeypatch.setattr("table_controller.broadcast.broker_configs.rights_of", wide)
    with ExitStack() as stack:
        room = Room(started(), stack, random.Random(7), 0)  # noqa: S311 - as above
        overlay = next(login for name, login in room.heard if name == f"overlay{STRANGER}")
        assert overlay.subscribes(f"{VENUE}/sys/#")
        room.plays()
        found = {(name, topic.rpartition("/")[2]) for name, topic, _ in room.leaks()}
        assert ("overlay-s", "health") in found, "heard"
        assert ("floor-l", "avail") in found, "forged"

"""Every login floods a table's topics with what it likes: the table hears nothing of it that it may not, and plays on.

Nested, huge, retained and repeated messages, wills, and what a recorder may truly write, with numbers nobody meant. The
controller's own login is left out: whoever has that one is the table.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from support.counting import counted
from support.hostile_frames import held_bytes
from support.mqtt_clients import PATIENCE_S, Client

from table_controller.broadcast.courier import Delivery, Publish, Told
from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.replays import Replays
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.views import TableView

pytestmark = pytest.mark.broker

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
MESSAGES: Final = 100_000 if SOAK else 10_000
ENGINES: Final = 2
BURST: Final = 100
ROOT: Final = "cardspeak/v1/rome"
TABLE: Final = f"{ROOT}/sys/table/t7"
ATTACKERS: Final = ("overlay", "producer", "floor", "technician", "recorder", "probe")
TOPICS: Final = (
    *(f"{ROOT}/{secrecy}/table/t7/{leaf}" for secrecy in ("live", "delayed") for leaf in ("ev", "state", "finding")),
    *(f"{TABLE}/avail", f"{TABLE}/health", f"{ROOT}/cmd/table/t7/rule", f"{ROOT}/res/floor/1"),
    *(f"{TABLE}/ack/{who}/live" for who in ("recorder", "recorder", "overlay", "x" * 200)),
    *(f"{TABLE}/replay/req/{who}" for who in ("recorder", "recorder", "overlay", "recorder-2")),
)
NO_TOPICS: Final = (f"{TABLE}/ack/../recorder/live", f"{TABLE}/replay/req/a b", f"{TABLE}/replay/req/\u202e")
"""NATS ends the connection of who publishes there: rarely, or nothing else of a flood would arrive."""
PUBLISHER_BYTES: Final = 4_000_000
EVENT_BYTES: Final = 3_000
"""What an event may take that the recorder has not acknowledged: it is kept until then."""

Picture = Callable[..., TableView]


def payloads(rng: random.Random, heard: list[bytes]) -> Iterator[bytes]:
    """What strangers say, without end; `heard` are true messages, which may be said again."""
    numbers = (0, -1, 1, 5, 1 << 31, 1 << 63, 1 << 70, 1.5, "1", None, [1], True)
    while True:
        match rng.randrange(8):
            case 0:
                depth = rng.choice((100, 5_000, 30_000))
                yield rng.choice((b"[" * depth, b'{"a":' * depth, b"[" * depth + b"]" * depth))
            case 1:
                yield rng.randbytes(rng.choice((0, 1, 100, 60_000)))
            case 2:
                yield b'{"epoch":"01J9ZK7Q","n":' + b"9" * rng.choice((20, 5_000)) + b"}"
            case 3 | 4:
                word = {"epoch": rng.choice(("01J9ZK7Q", "", "x" * 3000)), "stream": rng.choice(("live", "delayed", 7))}
                yield json.dumps({**word, "from": rng.choice(numbers), "to": rng.choice(numbers)}).encode()
            case 5:
                epoch = rng.choice(("01J9ZK7Q", "other"))
                yield json.dumps({"epoch": epoch, "n": rng.choice(numbers), "index": rng.choice(numbers)}).encode()
            case _:
                yield rng.choice(heard) if heard else b"\xff\xfe"


class Attacker:
    """One login that publishes whatever it is given; a broker that has enough of it is reached again."""

    def __init__(self, broker: EmbeddedBroker, account: str, rng: random.Random) -> None:
        self._broker, self._account, self._rng = broker, account, rng
        self._client = self._connected()

    def _connected(self) -> Client:
        will = Publish(self._rng.choice(TOPICS), b"forged will", 1, retain=True)
        return Client(self._broker.endpoint(self._account), will=will)

    def say(self, texts: Iterator[bytes], many: int) -> None:
        for _ in range(many):
            retain = self._rng.random() < 0.2
            self._client._session.publish(Publish(self._rng.choice(TOPICS), next(texts), 0, retain))
        if self._rng.random() < 0.05:
            self._client._session.publish(Publish(self._rng.choice(NO_TOPICS), next(texts), 0, retain=False))
        self._client.pump_until(lambda: not self._client._session.is_behind() or bool(self._client.ended))
        if self._client.ended:
            self._client.close(politely=False)
            self._client = self._connected()

    def close(self) -> None:
        self._client.close(politely=False)


class Besieged:
    """A table that publishes an event after each burst, a listener, and a client of each other login that attacks."""

    def __init__(
        self, broker: EmbeddedBroker, who: Identity, folder: Path, seed: int, story: Any, picture: Picture
    ) -> None:
        self._broker, self._who, self._mark = broker, who, folder / "mark.json"
        self._story, self._picture = story, picture
        self.rng = random.Random(seed)  # noqa: S311 - told again by its seed
        self.journal: list[Told] = []
        self.asked: list[FromConsole] = []
        """What came through the door of the consoles, refused, of which the journal would keep each."""
        self.publisher = self._published()
        self.listener = Client(broker.endpoint("overlay-2"), f"{ROOT}/live/table/t7/ev")

    def _published(self) -> Publisher:
        delivery = Delivery(recorder="recorder")
        made = Publisher(self._who, self._broker.endpoint, self._mark, lambda: self.journal[:], delivery)
        made.commands_to(self.asked.append, dict)
        made.start()
        assert made.wait_ready(PATIENCE_S), made.status()
        return made

    def restart(self) -> None:
        """The controller ends and starts: what strangers left retained comes again."""
        self.publisher.stop(1.0)
        self.publisher = self._published()

    def play(self) -> None:
        """One event more."""
        self.journal.append(Told(self._story.push(), 1))
        self.publisher.offer(self.journal[-1].record, self._picture(self._story))

    def flood(self, messages: int) -> None:
        attackers = [Attacker(self._broker, account, self.rng) for account in ATTACKERS]
        texts = payloads(self.rng, self.listener.got)
        for _ in range(messages // BURST):
            self.rng.choice(attackers).say(texts, BURST)
            self.play()
            self.listener.pump(0.0)
        for attacker in attackers:
            attacker.close()

    def heard(self) -> list[int]:
        """The numbers of all events that the listener heard, once the last one is there."""
        self.play()
        last = len(self.journal)
        self.listener.pump_until(lambda: bool(self.listener.got) and number(self.listener.got[-1]) == last)
        return [number(payload) for payload in self.listener.got]

    def close(self) -> None:
        self.publisher.stop(1.0)
        self.listener.close()


def number(payload: bytes) -> int:
    """The number of a true event of the table; no other message can be read as one."""
    fields = json.loads(payload)
    assert (fields["source"], fields["epoch"], fields["stream"]) == ("/venue/rome/table/t7", "01J9ZK7Q", "live")
    found: int = fields["n"]
    return found


@pytest.fixture
def besieged(
    request: pytest.FixtureRequest,
    broker: EmbeddedBroker,
    who: Identity,
    tmp_path: Path,
    story: Any,
    picture: Picture,
) -> Iterator[Besieged]:
    seed = 1 + (int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0)
    made = Besieged(broker, who, tmp_path, seed, story, picture)
    yield made
    made.close()


def test_a_flood_from_every_login_changes_nothing(besieged: Besieged) -> None:
    besieged.flood(MESSAGES // ENGINES)
    assert besieged.heard() == list(range(1, len(besieged.journal) + 1)), "each event once, in order, and nothing else"
    assert besieged.publisher.status().partition(" ")[0] in ("ready", "behind", "ahead")
    assert besieged.asked, "some of it came to the door"
    assert all(one.refused for one in besieged.asked)
    assert len(besieged.asked) < 100, "no more of it than a journal can bear"
    assert held_bytes(besieged.publisher) < PUBLISHER_BYTES + len(besieged.journal) * EVENT_BYTES
    besieged.restart()
    assert besieged.heard()[-1] == len(besieged.journal), "after a start too, with all that was left retained"
    counted(MESSAGES // ENGINES, "hostile messages")


def test_a_table_that_fails_at_a_nested_message_is_caught(
    besieged: Besieged, until: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: what is nested too deeply is raised where it is read."""

    def unguarded(self: Replays, who: str, payload: bytes) -> None:
        del self, who
        msgspec.json.decode(payload)

    monkeypatch.setattr(Replays, "ask", unguarded)
    for _ in range(20):  # one in some hundred is nested, and from a login that may ask for a replay
        besieged.flood(500)
        if besieged.publisher.status().startswith("failed "):
            break
    until(lambda: besieged.publisher.status().startswith("failed "), besieged.publisher.status)

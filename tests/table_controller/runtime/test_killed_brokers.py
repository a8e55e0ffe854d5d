"""The table's own broker is a part of its own: who dies beside it takes no consumer along, and it comes back itself."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Final

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from support.evening import whence
from support.mqtt_clients import Client as Pumped
from support.overlay import Overlay
from support.paho_ends import let_go
from support.process_evening import PATIENCE_S, Evening

from table_controller.broadcast.credentials import Credentials, read_credentials
from table_controller.broadcast.own_broker import OwnBroker, read_status
from table_controller.runtime.processes.broker_process import broker_children
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.delayed_process import delayed_children
from table_controller.runtime.processes.places import BROKER, JOURNAL
from table_controller.runtime.processes.supervise import SETTINGS, watched

pytestmark = [pytest.mark.usefixtures("quick_restarts"), pytest.mark.broker]

FILTERS: Final = ("cardspeak/v1/demo/live/table/t1/state", "cardspeak/v1/demo/live/table/t1/ev")
AVAIL: Final = "cardspeak/v1/demo/sys/table/t1/avail"


class Consumer:
    """A stranger's program: paho's own loop, a session that the broker keeps, and the overlay of `mqtt.md`."""

    def __init__(self, told: Credentials) -> None:
        login = told.accounts["overlay"]
        self.overlay = Overlay()
        self.words: list[str] = []
        """What ``avail`` said, one word after the other."""
        self.cut_off = 0
        """How often the connection was lost."""
        self._client = Client(CallbackAPIVersion.VERSION2, login.client_id, clean_session=False)
        self._client.username_pw_set("overlay", login.password)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._heard
        self._there = threading.Event()
        self._client.connect(told.host, told.mqtt_port)
        self._client.loop_start()

    def _connected(self, client: Client, *_: object) -> None:
        self.overlay.connected()
        client.subscribe([(topic, 1) for topic in (*FILTERS, AVAIL)])
        self._there.set()

    def _disconnected(self, *_: object) -> None:
        self.cut_off += self._there.is_set()

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.overlay.hear(message.topic, bytes(message.payload))
        if message.topic == AVAIL:
            self.words.append(json.loads(message.payload)["data"]["state"])

    def close(self) -> None:
        self._there.clear()
        self._client.disconnect()
        let_go(self._client)


async def consumer_of(evening: Evening) -> Consumer:
    """As soon as the broker is there."""
    folder = evening.places.state / "broker"
    assert await evening.screen.until(lambda: read_status(folder).status.startswith("ready "), PATIENCE_S), (
        evening.logs()
    )
    told = read_credentials(folder)
    assert told is not None
    return Consumer(told)


async def calm(evening: Evening) -> None:
    """Everybody is up, and the screen is live."""
    assert evening.served is not None
    nodes = set(evening.served.ports)
    await evening.screen.until(lambda: evening.screen.live and evening.screen.sees(nodes), PATIENCE_S)


async def hears(evening: Evening, consumer: Consumer, word: str, since: int) -> None:
    """The consumer is told, by whoever is left to tell it."""
    assert await evening.screen.until(lambda: word in consumer.words[since:], PATIENCE_S), (
        f"no {word} in {consumer.words[since:]}\n{evening.logs()}"
    )


async def controller_dies(evening: Evening, consumer: Consumer) -> None:
    """Its broker died with it once: consumers were cut off, and nobody was left to say `lost`."""
    cut_off, told = consumer.cut_off, len(consumer.words)
    evening.kill("controller")
    await hears(evening, consumer, "lost", told)
    await hears(evening, consumer, "ready", told)
    assert consumer.cut_off == cut_off, "the sessions live on"


async def broker_dies(evening: Evening, consumer: Consumer) -> None:
    """It comes back on the same port with the same logins; the consumer's own library finds it again."""
    cut_off, told = consumer.cut_off, len(consumer.words)
    evening.kill("broker")
    await hears(evening, consumer, "ready", told)
    assert consumer.cut_off == cut_off + 1


async def both_die(evening: Evening, consumer: Consumer) -> None:
    told = len(consumer.words)
    evening.kill("broker")
    evening.kill("controller")
    await hears(evening, consumer, "ready", told)


def test_whoever_dies_beside_the_broker_and_the_broker_too(tmp_path: Path) -> None:
    """A hand with each trouble; at its end the books hold, and the consumer's picture is that of the felt."""
    evening, consumers, done = Evening(tmp_path, broker="nats"), list[Consumer](), list[str]()
    journal = tmp_path / JOURNAL
    evening.lasts = lambda: len(done) < 3 or b"KeysReleased" not in journal.read_bytes()

    async def trouble(of: Evening) -> None:
        consumer = await consumer_of(of)
        consumers.append(consumer)
        await hears(of, consumer, "ready", 0)
        for what, strike in (
            ("the controller", controller_dies(of, consumer)),
            ("the broker", broker_dies(of, consumer)),
            ("both", both_die(of, consumer)),
        ):
            await calm(of)
            await strike
            done.append(what)

    try:
        asyncio.run(evening.play(trouble))
        assert len(done) == 3, f"after {done}, {whence()}\n{evening.logs()}"
        assert evening.broken_promises() == [], evening.logs()
        assert consumers[0].overlay.picture()["stacks"] == evening.unharmed(), "the last picture is that of the felt"
        assert consumers[0].words[-1] == "lost", "the table said that it ends, and the broker handed it out"
    finally:
        for consumer in consumers:
            consumer.close()
    assert asyncio.run(delayed_cards(evening)) == {1: {"Ah", "Kh"}, 2: {"Qd", "Qs"}, 3: {"7c", "2d"}}


async def delayed_cards(evening: Evening) -> dict[int, set[str]]:
    """The hidden cards by seat, as a producer hears them of the delayed feed; what was released is told at once."""
    settings, heard = evening.places.state / SETTINGS, dict[int, set[str]]()
    brokers = broker_children(settings, evening.places)
    feed = delayed_children(settings, evening.places, ClockRate())
    async with watched(*brokers):
        told = OwnBroker(evening.places.state / BROKER)
        assert await evening.screen.until(lambda: told.endpoint() is not None, PATIENCE_S), evening.logs()
        producer = Pumped(told.endpoint("producer"), "cardspeak/v1/demo/delayed/#")
        async with watched(*feed):
            for _ in range(200):
                await asyncio.to_thread(producer.pump, 0.1)
                if any(b"hand_put_away" in payload for payload in producer.got):
                    break
        producer.close()
    for message in map(json.loads, producer.got):
        if message["type"] == "cardspeak.hole_card_dealt.v1":
            heard.setdefault(message["data"]["seat"], set()).add(message["data"]["card"])
    assert json.loads(producer.got[-1])["simulated"] is True
    return heard

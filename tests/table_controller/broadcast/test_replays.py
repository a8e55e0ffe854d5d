"""A recorder that missed something asks for it and gets the very same bytes again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.mqtt_clients import PATIENCE_S, Client

from table_controller.broadcast.courier import Courier, Told
from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.replays import EVERY_S, LONGEST_ANSWER
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView

Picture = Callable[..., TableView]
MOMENT = Moment(5_000, 1_700_000_000_000_000_000)


class Table:
    """A courier whose broker takes everything at once, and a journal."""

    def __init__(self, who: Identity, journal: list[Told], view: TableView) -> None:
        self.courier, self.journal, self.now_s, self._mid = Courier(who), journal, 100.0, 0
        for told in journal:
            self.courier.offer(told, view)
        self.courier.up(1, MOMENT, self.now_s)
        self.live = [payload for topic, payload in self.said() if topic.endswith(("/ev", "/finding"))]

    def said(self, *, acknowledge: bool = True) -> Iterator[tuple[str, bytes]]:
        while (message := self.courier.next()) is not None:
            yield message.topic, message.payload
            if message.numbered:
                self._mid += 1
                self.courier.sent(self._mid)
                if acknowledge:
                    self.courier.acknowledged(self._mid)

    def ask(self, first_n: int, last_n: int, who: str = "recorder", **more: str) -> None:
        words = {"epoch": "01J9ZK7Q", "stream": "live", "from": first_n, "to": last_n} | more
        self.courier.replays.ask(who, msgspec.json.encode(words))

    def answers(self, after_s: float = EVERY_S, *, acknowledge: bool = True) -> list[tuple[str, bytes]]:
        self.now_s += after_s
        self.courier.tick(MOMENT, self.now_s)
        wanted = self.courier.replays.due(self.now_s)
        if wanted is not None:
            self.courier.repeat(wanted, self.journal)
        return [(topic, payload) for topic, payload in self.said(acknowledge=acknowledge) if "/replay/" in topic]


@pytest.fixture
def table(who: Identity, story: Any, hand: list[Record], picture: Picture) -> Table:
    return Table(who, [Told(record, 1) for record in hand], picture(story))


def number(payload: bytes) -> int:
    n: int = json.loads(payload)["n"]
    return n


def test_the_answer_is_the_same_messages_byte_for_byte(table: Table) -> None:
    table.ask(3, 12)
    answer = table.answers()
    assert {topic for topic, _ in answer} == {"cardspeak/v1/rome/live/table/t7/replay/recorder"}
    assert [payload for _, payload in answer] == [payload for payload in table.live if 3 <= number(payload) <= 12]
    assert any("index" in json.loads(payload) for _, payload in answer), "findings come with their events"
    assert table.answers() == []


def test_beyond_the_end_there_is_what_there_is(table: Table) -> None:
    last_n = number(table.live[-1])
    table.ask(last_n, last_n + 50)
    assert [number(payload) for _, payload in table.answers()] == [last_n]


@pytest.mark.parametrize(
    "payload",
    [b"", b"\xff", b"[]", b'{"epoch": "01J9ZK7Q", "stream": "live", "from": "1", "to": 2}'],
)
def test_what_cannot_be_read_is_ignored(table: Table, payload: bytes) -> None:
    table.courier.replays.ask("recorder", payload)
    assert table.answers() == []


def test_what_is_not_of_this_stream_is_ignored(table: Table) -> None:
    table.ask(1, 5, epoch="other")
    table.ask(1, 5, stream="delayed")
    table.ask(5, 1)
    table.ask(0, 5)
    table.ask(1, 5, who="Not A Level")
    assert table.answers() == []


def test_who_asks_without_end_is_answered_now_and_then(table: Table) -> None:
    for _ in range(100):
        table.ask(1, 2)
    assert len(table.answers(acknowledge=False)) > 0
    table.ask(1, 3)
    assert table.answers() == [], "the first answer is still under way"
    for mid in range(1, 1000):
        table.courier.acknowledged(mid)
    assert {number(payload) for _, payload in table.answers(0.0)} == {1, 2, 3}
    table.ask(1, 4)
    assert table.answers(EVERY_S / 2) == [], "too soon"
    assert {number(payload) for _, payload in table.answers(EVERY_S / 2)} == {1, 2, 3, 4}


def test_several_ask_and_each_has_its_own_answer(table: Table) -> None:
    table.ask(1, 1)
    table.ask(2, 2, who="recorder-2")
    first, second = table.answers(), table.answers()
    assert [topic.rpartition("/")[2] for topic, _ in (*first, *second)] == ["recorder", "recorder-2"]


def test_a_break_ends_an_answer_and_live_messages_are_not_touched(table: Table, story: Any, picture: Picture) -> None:
    table.ask(1, 10)
    table.answers(acknowledge=False)
    table.courier.down()
    table.courier.offer(Told(story.push(), 1), picture(story))
    table.courier.up(2, MOMENT, table.now_s)
    said = [topic.rpartition("/")[2] for topic, _ in table.said()]
    assert said == ["avail", "state", "ev", "health"]


def test_a_long_answer_ends_and_is_asked_for_again(who: Identity, story: Any, picture: Picture) -> None:
    table = Table(who, [Told(story.push(), 1) for _ in range(LONGEST_ANSWER + 10)], picture(story))
    table.ask(1, 10_000)
    answer = [number(payload) for _, payload in table.answers()]
    assert answer == list(range(1, LONGEST_ANSWER + 1))
    table.ask(answer[-1] + 1, 10_000)
    assert len(table.answers()) == 10


@pytest.mark.broker
def test_over_a_real_broker(broker: EmbeddedBroker, who: Identity, tmp_path: Path, story: Any) -> None:
    journal = [Told(story.push(), 1) for _ in range(30)]
    made = Publisher(who, broker.endpoint, tmp_path / "mark.json", lambda: journal)
    recorder = Client(broker.endpoint("recorder"), "cardspeak/v1/rome/live/table/t7/+")
    made.start()
    assert made.wait_ready(PATIENCE_S)
    recorder.pump_until(lambda: len([one for one in recorder.got if b'"n":30,' in one]) == 1)
    live = [one for one in recorder.got if b'"n":' in one]
    late = Client(broker.endpoint("recorder"), "cardspeak/v1/rome/live/table/t7/replay/recorder")
    recorder.close()
    request = {"epoch": "01J9ZK7Q", "stream": "live", "from": 11, "to": 20}
    late.publish("cardspeak/v1/rome/sys/table/t7/replay/req/recorder", json.dumps(request))
    late.pump_until(lambda: len(late.got) == 10)
    assert late.got == live[10:20]
    late.close()
    made.stop(1.0)

"""The delayed feed: a hand with its hidden cards, after its end and the delay, in its own pace, and never before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from support.json_schema import faults
from support.overlay import Overlay
from support.sealed_evening import DEALT, Sealed

from firmware_bridge.vocabulary.cards import parse_cards
from firmware_bridge.vocabulary.observations import KeysReleased
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.contract import schemas
from table_controller.broadcast.courier import Courier, Told
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.public import public_messages
from table_controller.broadcast.snapshots import Equities
from table_controller.broadcast.streams import DELAYED
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.inference.stacks_seen import UnseenStack
from table_controller.journal.journal import Journal, MemoryJournal
from table_controller.journal.records import Entry, Header
from table_controller.runtime.processes import delayed_process
from table_controller.runtime.processes.delayed_process import (
    DelayedTable,
    ExactFigures,
    GrowingJournal,
    Playback,
    Replaced,
)
from table_controller.runtime.simulated.one_process import NO_BOOT
from table_controller.vocabulary.events import HandPutAway
from table_controller.vocabulary.record import Record, decode_record, encode_record

EPOCH: Final = "01J9ZK7Q"
BOOK: Final = package_rulebook("tda-2019")
Message = tuple[float, str, dict[str, Any]]
"""When it was published, its topic, and what it says."""


class Feed:
    """The process of the feed without its process: a journal's records come in, messages go out, time is told."""

    def __init__(self) -> None:
        self.playback = Playback()
        self.table = DelayedTable(EPOCH, BOOK, self.playback)
        self.courier = Courier(Identity("rome", "t7", EPOCH, stream=replace(DELAYED, released=self.playback.cards)))
        self.courier.up(1, Moment(0, 0), 0.0)
        self.sent: list[Message] = []
        self.played: list[Told] = []

    def take(self, record: Record) -> None:
        self.playback.take(Told(record, 0))

    def tick(self, now_s: float) -> None:
        for told in self.playback.due(now_s):
            self.table.follow(told)
            self.played.append(told)
            self.courier.offer(told, self.table.glance(now_s))
            self.publish(now_s)
        self.publish(now_s)

    def publish(self, now_s: float) -> None:
        for wait_s in (0.0, 0.3):
            self.courier.tick(Moment(round(now_s * 1e9), 0), now_s + wait_s)
            while (message := self.courier.next()) is not None:
                self.sent.append((now_s, message.topic, json.loads(message.payload)))
                if message.numbered:
                    self.courier.sent(len(self.sent))
                    self.courier.acknowledged(len(self.sent))

    def of(self, kind: str) -> Iterator[tuple[float, dict[str, Any]]]:
        for at_s, _, message in self.sent:
            if message["type"] == f"cardspeak.{kind}.v1":
                yield at_s, message


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    journal = Sealed("all", monkeypatch).process.controller.journal
    assert isinstance(journal, MemoryJournal)
    return [decode_record(entry.payload) for entry in journal.entries()]


def played(records: list[Record], *, until_s: float) -> Feed:
    """Every record taken when it was written, and time told ten times a second, on to `until_s`."""
    feed, waiting, now_s = Feed(), list(records), 0.0
    while now_s < until_s:
        while waiting and waiting[0].at_s <= now_s:
            feed.take(waiting.pop(0))
        feed.tick(now_s)
        now_s += 0.1
    return feed


def away_at(records: list[Record], hand: int) -> int:
    """Which record puts the cards of that hand away."""
    return next(
        at
        for at, one in enumerate(records)
        if one.hand == hand and any(isinstance(applied.event, HandPutAway) for applied in one.applied_events)
    )


def released_s(records: list[Record], hand: int) -> float:
    return next(one.at_s for one in records if isinstance(one.cause, KeysReleased) and one.cause.hand == hand)


def test_a_hand_is_told_with_its_hidden_cards_and_never_before(records: list[Record]) -> None:
    feed = played(records, until_s=records[-1].at_s + 200)
    dealt: dict[tuple[int, int], set[str]] = {}
    for at_s, message in feed.of("hole_card_dealt"):
        dealt.setdefault((message["hand"], message["data"]["seat"]), set()).add(message["data"]["card"])
        assert at_s >= released_s(records, message["hand"]), "never before"
    assert dealt == DEALT
    assert list(feed.of("card_dealt")) == [], "each was released, and of the third hand nothing is told"
    assert all(topic.split("/")[3] == "delayed" for _, topic, _ in feed.sent), "one class, and no other topic"
    assert {message["hand"] for _, _, message in feed.sent if "hand" in message} <= {0, 1, 2}
    unmarked = [message["type"] for _, _, message in feed.sent if not message.get("simulated")]
    assert set(unmarked) <= {"cardspeak.avail.v1"}, "every message tells it, but for a word before the journal was read"


def test_the_story_is_that_of_the_live_stream_under_the_same_numbers(records: list[Record]) -> None:
    feed = played(records, until_s=records[-1].at_s + 200)
    numbers = [message["n"] for _, topic, message in feed.sent if topic.endswith("/ev")]
    assert numbers == list(range(1, len(numbers) + 1)), "dense, in order, nothing twice"
    last = records[away_at(records, 2)]
    assert len(numbers) == last.live_n + len(public_messages(last))


def test_statistics_wait_for_the_release_of_their_hand_and_for_its_end(records: list[Record]) -> None:
    feed = played(records, until_s=records[-1].at_s + 200)
    told = list(feed.of("statistics"))
    assert {message["data"]["hand"] for _, message in told} == {0, 1, 2}, "hand 3 has not been released"
    for at_s, message in told:
        if hand := message["data"]["hand"]:
            last = records[away_at(records, hand)]
            assert at_s >= released_s(records, hand) + (last.at_s - first_of(records, hand).at_s), "once it is told"
            assert sum(one["hand_count"] for one in message["data"]["players"]) == hand * len(
                message["data"]["players"]
            )
    assert [message["data"]["hand"] for _, message in told] == sorted(message["data"]["hand"] for _, message in told)
    assert all(topic.endswith("/delayed/table/t7/statistics") for _, topic, one in feed.sent if "statis" in one["type"])


def first_of(records: list[Record], hand: int) -> Record:
    return next(one for one in records if one.hand == hand)


def test_each_hand_has_its_own_pace(records: list[Record]) -> None:
    feed = played(records, until_s=records[-1].at_s + 200)
    truth = {one.live_n + 1: one.at_s for one in records if one.applied_events}
    for hand in (1, 2):
        seen = [
            (at_s, truth[message["n"]])
            for at_s, topic, message in feed.sent
            if topic.endswith("/ev") and message["hand"] == hand and message["n"] in truth
        ]
        shifts = [at_s - then_s for at_s, then_s in seen]
        assert len(shifts) > 10
        assert max(shifts) - min(shifts) < 0.21, "as long after its beginning as it was"


def test_the_feed_says_itself_whether_it_is_there(records: list[Record]) -> None:
    """In its own class: who may read hidden cards may read that, and the live table's word is about another thing."""
    feed = played(records, until_s=60.0)
    said = [(topic, message["data"]["state"]) for _, topic, message in feed.sent if "avail" in message["type"]]
    assert len(said) >= 5, "every 10 s"
    assert set(said) == {("cardspeak/v1/rome/delayed/table/t7/avail", "ready")}
    will = feed.courier.will(2, Moment(0, 0))
    assert (will.topic, will.retain) == (said[0][0], True)
    assert json.loads(will.payload)["data"] == {"state": "lost", "conn": 2}


def test_a_recorder_hears_again_what_it_missed_and_never_more(records: list[Record]) -> None:
    until_s = released_s(records, 1) + 15.0
    feed, asked = played(records, until_s=until_s), {"epoch": EPOCH, "from": 1, "to": 100_000}
    told = [message for _, topic, message in feed.sent if topic.endswith("/ev")]
    assert told
    assert told[-1]["hand"] == 1, "in the middle of the first hand"
    feed.courier.replays.ask("recorder", json.dumps(asked | {"stream": "live"}).encode())
    assert feed.courier.replays.due(0.0) is None, "the live stream is the controller's"
    feed.courier.replays.ask("recorder", json.dumps(asked | {"stream": "delayed"}).encode())
    wanted = feed.courier.replays.due(0.0)
    assert wanted is not None
    feed.courier.repeat(wanted, feed.played)
    before = len(feed.sent)
    feed.publish(until_s)
    again = [(topic, message) for _, topic, message in feed.sent[before:] if "/replay/" in topic]
    assert {topic for topic, _ in again} == {"cardspeak/v1/rome/delayed/table/t7/replay/recorder"}
    assert [message for _, message in again] == told, "the same, cards and all, and no word of what comes"


def test_an_overlay_draws_it_by_the_rules_of_the_page(records: list[Record]) -> None:
    """The same 80 lines as for the live stream; and hidden cards lie in `hole_cards` from when they were dealt."""
    feed, overlay, seen = played(records, until_s=records[-1].at_s + 200), Overlay(), list[dict[int, list[str]]]()
    overlay.connected()
    for _, topic, message in feed.sent:
        overlay.hear(topic, json.dumps(message).encode())
        if message["type"] == "cardspeak.delayed_state.v6":
            seen.append({one["seat"]: one["cards"] for one in message["data"]["hole_cards"]})
    assert overlay.holes == 0
    assert {1: ["Ah", "Kh"], 2: ["Qd", "Qs"], 3: ["7c", "2d"]} in [
        {seat: sorted(cards, key=["Ah", "Kh", "Qd", "Qs", "7c", "2d"].index) for seat, cards in one.items()}
        for one in seen
        if one and set().union(*one.values()) <= {"Ah", "Kh", "Qd", "Qs", "7c", "2d"}
    ]
    assert {} in seen, "before the first card there is none"


def test_every_message_fits_its_schema(records: list[Record]) -> None:
    known = schemas()
    for _, _, message in played(records, until_s=records[-1].at_s + 200).sent:
        name = message["type"].split(".")[1]
        assert faults(message, known[name], known[name]["$defs"]) == [], name


def test_who_starts_late_tells_at_once_what_was_released(records: list[Record]) -> None:
    feed = started(records, 0)
    assert len({message["n"] for _, topic, message in feed.sent if topic.endswith("/ev")}) > 50
    assert {message["hand"] for _, message in feed.of("hole_card_dealt")} == {1, 2}


def started(records: list[Record], mark_n: int) -> Feed:
    """A feed that finds a journal, of which an earlier process had told the messages up to `mark_n`."""
    feed = Feed()
    for record in records:
        feed.take(record)
    for told in feed.playback.told_before(mark_n):
        feed.table.follow(told)
        if not mark_n:
            feed.courier.offer(told, feed.table.glance(5.0))
    feed.courier.offer(None, feed.table.glance(5.0))
    feed.tick(5.0)
    return feed


def test_a_feed_that_died_in_a_hand_goes_on_there_in_its_pace(records: list[Record]) -> None:
    """The rest of the hand came in a few milliseconds, after a state that had it already: nobody could draw it."""
    in_hand_1 = [one for one in records if one.hand == 1 and one.applied_events]
    last = in_hand_1[len(in_hand_1) // 2]
    feed = started(records, last.live_n)
    assert {message["hand"] for _, topic, message in feed.sent if topic.endswith("/state")} == {1}
    now_s = 5.0
    while now_s < 400:
        now_s += 0.1
        feed.tick(now_s)
    told = [(at_s, message) for at_s, topic, message in feed.sent if topic.endswith("/ev")]
    assert [message["n"] for _, message in told][:3] == [last.live_n + 1, last.live_n + 2, last.live_n + 3]
    rest_s = in_hand_1[-1].at_s - last.at_s
    assert told[-1][0] > 5.0 + rest_s, "as long as it took"
    overlay = Overlay()
    for _, topic, message in feed.sent:
        overlay.hear(topic, json.dumps(message).encode())
    assert overlay.holes == 0


def test_what_happens_between_two_hands_waits_for_the_second(records: list[Record]) -> None:
    """A button that was moved after a told hand was on screen at once, without any delay."""
    feed = played(records, until_s=records[-1].at_s + 200)
    between = [one for one in records[away_at(records, 1) + 1 :] if one.hand == 1 and one.applied_events]
    assert between, "the button goes on"
    first_n = between[0].live_n + 1
    (at_s,) = [at for at, topic, message in feed.sent if topic.endswith("/ev") and message["n"] == first_n]
    assert at_s >= released_s(records, 2)


def test_keys_of_an_earlier_journal_release_nothing(records: list[Record]) -> None:
    """Their hands have the numbers of hands that are played now."""
    foreign = [
        replace(one, cause=replace(one.cause, deal="00" * 8, hand=3)) if isinstance(one.cause, KeysReleased) else one
        for one in records
    ]
    feed = Feed()
    for record in foreign:
        feed.take(record)
    feed.tick(1e6)
    assert [topic for _, topic, _ in feed.sent if topic.endswith("/ev")] == []


def test_a_feed_that_does_not_wait_for_keys_would_be_caught(
    records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a hand is released when it is begun."""
    honest = Playback.take

    def eager(playback: Playback, told: Told) -> None:
        honest(playback, told)
        playback._released = max(playback._released, told.record.hand)

    monkeypatch.setattr(Playback, "take", eager)
    with pytest.raises(AssertionError):
        test_a_hand_is_told_with_its_hidden_cards_and_never_before(records)


def test_a_journal_is_read_as_it_grows(tmp_path: Path) -> None:
    path, header = tmp_path / "table.journal", Header(EPOCH, "23", "b" * 64, 0)
    journal = Journal.create(path, header, boot_id=NO_BOOT)
    growing = GrowingJournal(path)
    assert growing.fresh() == ()
    assert growing.header == header
    for payload in (b"one", b"two"):
        journal.append(payload, 1, 2)
    assert [entry.payload for entry in growing.fresh()] == [b"one", b"two"]
    whole = path.read_bytes()
    journal.append(b"three", 1, 2)
    longer = path.read_bytes()
    path.write_bytes(longer[: len(whole) + 20])  # the writer is in the middle of it
    assert growing.fresh() == ()
    path.write_bytes(longer)
    assert [(entry.sequence, entry.payload) for entry in growing.fresh()] == [(3, b"three")]
    assert growing.fresh() == ()
    journal.close()
    path.rename(tmp_path / "table.journal.OLD")
    Journal.create(path, header, boot_id=NO_BOOT).close()
    with pytest.raises(Replaced):
        growing.fresh()


@pytest.mark.parametrize(("at_once", "beats"), [(delayed_process.AT_ONCE, 20), (10_000, 0)])
def test_the_feed_beats_while_it_follows_a_day(
    records: list[Record], monkeypatch: pytest.MonkeyPatch, at_once: int, beats: int
) -> None:
    """Who is silent for two seconds is killed, and a day takes longer. Planted: all at once."""
    monkeypatch.setattr(delayed_process, "AT_ONCE", at_once)
    day, counted = [Entry(at, NO_BOOT, 0, 0, encode_record(records[1])) for at in range(1, 2001)], 0

    async def beat() -> None:
        nonlocal counted
        while True:
            counted += 1
            await asyncio.sleep(0)

    async def follow() -> int:
        beating = asyncio.create_task(beat())
        await delayed_process._take(Playback(), day)
        beating.cancel()
        return counted

    assert asyncio.run(follow()) >= beats
    assert (counted == 0) == (beats == 0)


def test_equities_stand_beside_the_hidden_cards_and_never_without_them(records: list[Record]) -> None:
    sent = played(records, until_s=records[-1].at_s + 200).sent
    told = [message["data"] for _, _, message in sent if message["type"].startswith("cardspeak.delayed_state.")]
    figures = [one for one in told if one["equities"] is not None]
    assert figures
    for one in figures:
        known = {hand["seat"] for hand in one["hole_cards"] if len(hand["cards"]) == 2}
        known |= {seat["seat"] for seat in one["seats"] if seat["tabled"]}
        in_hand = {seat["seat"] for seat in one["seats"] if seat["status"] in ("in", "all-in")}
        assert {player["seat"] for player in one["equities"]["players"]} == in_hand <= known
        assert round(sum(player["equity_pct"] for player in one["equities"]["players"]), 6) == 100
        assert one["equities"]["method"] == ("exact" if one["board"] else "sampled")


def at_a_spot_before_the_flop(feed: Feed) -> tuple[float, Equities | None]:
    """The feed goes on to its first spot whose figure is sampled: when that was, and what is told of it at once."""
    for told in feed.playback.told_before(0):
        feed.table.follow(told)
        before = feed.table.glance(told.record.at_s).released.equities
        if feed.table.is_sampled:
            return told.record.at_s, before
    raise AssertionError("no spot before a flop")


@pytest.mark.parametrize("is_slow", [False, True])
def test_of_a_spot_the_exact_figure_alone_is_told_where_it_comes_in_time(
    records: list[Record], *, is_slow: bool
) -> None:
    """In a thread, while the feed goes on; one for a spot that is gone is dropped.

    The sampled one was told first, and 23 became 22 on air: it is told where the exact one takes more than a second.
    """
    feed, now_s = Feed(), 0.0
    for record in records:
        feed.take(record)

    async def walked() -> None:
        nonlocal now_s
        figures = ExactFigures(feed.table, lambda: now_s)
        at_s, before = at_a_spot_before_the_flop(feed)
        assert before is None
        assert not figures.look()
        now_s += 0.9
        assert not figures.look(), "the walk has not even begun: nobody else had a turn"
        seats = None
        if is_slow:
            now_s += 0.2
            assert figures.look()
            sampled = feed.table.glance(at_s).released.equities
            assert sampled is not None
            assert sampled.method == "sampled"
            assert not figures.look(), "once"
            seats = [one.seat for one in sampled.players]
        while not figures.look():  # noqa: ASYNC110 - as the feed itself looks, time after time
            await asyncio.sleep(0)
        after = feed.table.glance(at_s).released.equities
        assert after is not None
        assert after.method == "exact"
        assert seats in (None, [one.seat for one in after.players])
        assert feed.table.spot is not None
        other = replace(feed.table.spot, dead=frozenset(parse_cards("2c")))
        assert not feed.table.know(other, after), "of another spot"

    asyncio.run(walked())


def test_how_long_ago_something_was_counts_from_when_the_hand_was_played(records: list[Record]) -> None:
    """A stack out of sight for seconds was `seen 30 min ago` in a hand that is told half an hour later."""
    feed = Feed()
    for record in records:
        feed.take(record)
    for told in feed.playback.told_before(0):
        feed.table.follow(told)
        if told.record.hand == 1:
            break
    feed.table._session = replace(feed.table._session, doubtful=(UnseenStack(1, "books", told.record.at_s - 4.0),))
    glance = feed.table.glance(told.record.at_s + 1800.0)
    ages = [glance.draw(told.record.at_s + 1800.0 + more_s).counts[0].seen_s for more_s in (0.0, 3.0)]
    assert ages == pytest.approx([4.0, 7.0])

"""The outbox against a broker that forgets, delays, repeats and goes away: in order, nothing left out in silence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.broadcast.outbox import RECORDER_PATIENCE_S, Message, Outbox


def gap(first_n: int, last_n: int) -> Message:
    return Message((last_n, -1), "ev", f"gap {first_n}-{last_n}".encode())


def event(n: int, index: int = -1) -> Message:
    return Message((n, index), "ev", f"{n}.{index}".encode())


class Broker:
    """Takes what the outbox gives, acknowledges when told, and remembers what it got."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox, self.got = outbox, [b""][:0]
        self.owed: list[int] = []
        self.mid = 0

    def pull(self, count: int = 1 << 30) -> None:
        while count and (message := self.outbox.next()) is not None:
            self.mid, count = self.mid + 1, count - 1
            self.got.append(message.payload)
            self.owed.append(self.mid)
            self.outbox.sent(self.mid, 0.0)

    def acknowledge(self, count: int = 1 << 30) -> None:
        for mid in self.owed[:count]:
            self.outbox.acknowledged(mid, 0.0)
        del self.owed[:count]

    def die(self) -> None:
        self.owed.clear()
        self.outbox.restart()


def test_no_more_than_a_window_is_under_way() -> None:
    outbox = Outbox(gap, window=20)
    for n in range(1, 101):
        outbox.add(event(n))
    broker = Broker(outbox)
    broker.pull()
    assert len(broker.got) == 20
    broker.acknowledge(5)
    broker.pull()
    assert (len(broker.got), outbox.mark, len(outbox)) == (25, (5, -1), 95)


def test_the_mark_waits_for_the_oldest() -> None:
    outbox = Outbox(gap)
    for n in (1, 2, 3):
        outbox.add(event(n))
    broker = Broker(outbox)
    broker.pull()
    outbox.acknowledged(3, 0.0)
    outbox.acknowledged(2, 0.0)
    assert outbox.mark == (0, -1)
    outbox.acknowledged(1, 0.0)
    assert outbox.mark == (3, -1)


def test_what_the_journal_gives_again_is_not_sent_twice() -> None:
    outbox = Outbox(gap, mark=(2, 0))
    for message in (event(1), event(2), event(2, 0), event(2, 1), event(3), event(3), event(2, 1)):
        outbox.add(message)
    broker = Broker(outbox)
    broker.pull()
    assert broker.got == [b"2.1", b"3.-1"]


def moved(outbox: Outbox, broker: Broker, moves: list[str]) -> Iterator[int]:
    """How many events were added, after each move; in the end the broker takes all that is left."""
    n = 0
    for move in moves:
        match move:
            case "add":
                n += 1
                outbox.add(event(n))
            case "pull":
                broker.pull()
            case "pull1":
                broker.pull(1)
            case "ack":
                broker.acknowledge()
            case "ack1":
                broker.acknowledge(1)
            case _:
                broker.die()
        yield n
    while len(outbox):
        broker.pull()
        broker.acknowledge()


@given(st.lists(st.sampled_from(["add", "add", "add", "pull", "pull1", "ack", "ack1", "die"]), max_size=120))
def test_whatever_the_broker_does_all_arrive_and_first_arrivals_are_in_order(moves: list[str]) -> None:
    outbox = Outbox(gap, window=3, bound=1000)
    broker = Broker(outbox)
    for n in moved(outbox, broker, moves):
        assert len(broker.owed) <= 3
        assert outbox.mark[0] + len(outbox) == n
    n = moves.count("add")
    assert list(dict.fromkeys(broker.got)) == [event(number).payload for number in range(1, n + 1)]


def consume(got: list[bytes]) -> tuple[list[int], list[int]]:
    """A consumer as the contract describes it: the events it applied, and those it was told are missing."""
    applied: list[int] = []
    missing: list[int] = []
    last = 0
    for payload in got:
        text = payload.decode()
        if text.startswith("gap"):
            first, _, end = text.removeprefix("gap ").partition("-")
            missing += [n for n in range(int(first), int(end) + 1) if n > last]
            last = max(last, int(end))
        elif (n := int(text.partition(".")[0])) > last:
            assert n == last + 1, "a hole without a word"
            applied.append(n)
            last = n
    return applied, missing


@given(st.lists(st.sampled_from(["add", "add", "add", "pull", "ack1", "die"]), max_size=200), st.integers(4, 12))
def test_a_backlog_over_its_bound_is_cut_at_the_old_end_and_said(moves: list[str], bound: int) -> None:
    outbox = Outbox(gap, window=3, bound=bound)
    broker = Broker(outbox)
    for _ in moved(outbox, broker, moves):
        assert len(outbox) <= bound
    n = moves.count("add")
    applied, missing = consume(broker.got)
    assert sorted(applied + missing) == list(range(1, n + 1))
    assert outbox.mark[0] == n


def test_a_cut_that_says_nothing_would_be_caught() -> None:
    """Planted: the gap message is empty of its range."""
    outbox = Outbox(lambda first_n, _last_n: gap(first_n, first_n - 1), window=2, bound=5)
    for n in range(1, 10):
        outbox.add(event(n))
    broker = Broker(outbox)
    while len(outbox):
        broker.pull()
        broker.acknowledge()
    with pytest.raises(AssertionError, match="hole without a word"):
        consume(broker.got)


def test_a_cut_takes_an_events_findings_with_it() -> None:
    outbox = Outbox(gap, window=2, bound=4)
    for message in (event(1), event(1, 0), event(1, 1), event(2), event(3)):
        outbox.add(message)
    broker = Broker(outbox)
    while len(outbox):
        broker.pull()
        broker.acknowledge()
    assert broker.got == [b"gap 1-1", b"2.-1", b"3.-1"]


def test_a_recorder_moves_the_mark_and_its_silence_sends_again() -> None:
    outbox = Outbox(gap, recorder=True)
    for n in range(1, 5):
        outbox.add(event(n))
    broker = Broker(outbox)
    broker.pull()
    broker.acknowledge()
    assert outbox.mark == (0, -1), "the broker's word is not the recorder's"
    outbox.confirmed((2, 0), 0.0)
    assert outbox.mark == (2, -1)
    outbox.tick(RECORDER_PATIENCE_S - 0.1)
    broker.pull()
    assert len(broker.got) == 4
    outbox.tick(RECORDER_PATIENCE_S)
    broker.pull()
    assert broker.got[4:] == [b"3.-1", b"4.-1"]
    broker.acknowledge()
    outbox.confirmed((1, 0), 9.0)
    outbox.confirmed((4, 0), 9.0)
    assert (outbox.mark, len(outbox)) == ((4, -1), 0)


def test_a_finding_that_the_recorder_has_not_seen_is_sent_again() -> None:
    """A broker took all three and died: the recorder has the event, and not what was found of it."""
    outbox = Outbox(gap, recorder=True)
    for message in (event(1), event(1, 0), event(1, 1)):
        outbox.add(message)
    broker = Broker(outbox)
    broker.pull()
    broker.acknowledge()
    outbox.confirmed((1, -1), 0.0)
    assert outbox.mark == (1, -1)
    broker.die()
    broker.pull()
    assert broker.got[3:] == [b"1.0", b"1.1"]
    broker.acknowledge()
    outbox.confirmed((1, 1), 0.0)
    assert (outbox.mark, len(outbox)) == ((1, 1), 0)


@given(
    st.lists(
        st.sampled_from(["add", "add", "found", "pull", "ack", "deliver", "deliver", "confirm", "die"]), max_size=150
    )
)
def test_what_a_broker_took_and_lost_reaches_the_recorder_all_the_same(moves: list[str]) -> None:
    outbox, n, index = Outbox(gap, window=3, bound=1000, recorder=True), 0, -1
    broker, kept, delivered, added = Broker(outbox), list[bytes](), 0, list[bytes]()

    def hear(payloads: list[bytes]) -> None:
        """A recorder keeps what comes next and leaves what comes early or again."""
        for payload in payloads:
            if len(kept) < len(added) and payload == added[len(kept)]:
                kept.append(payload)

    def confirm() -> None:
        if kept:
            outbox.confirmed(_position(kept[-1]), 0.0)

    for move in [*moves, *(["die", "pull", "ack", "deliver", "confirm"] * (len(moves) + 1))]:
        match move:
            case "add" | "found":
                n, index = (n, index + 1) if move == "found" and n else (n + 1, -1)
                outbox.add(event(n, index))
                added.append(event(n, index).payload)
            case "pull":
                broker.pull()
            case "ack":
                broker.acknowledge()
            case "deliver":
                hear(broker.got[delivered:])
                delivered = len(broker.got)
            case "confirm":
                confirm()
            case _:
                broker.die()
                delivered = len(broker.got)  # what it took and did not deliver died with it
        assert outbox.mark <= ((0, -1) if not kept else _position(kept[-1])), "marked what nobody has"
    assert kept == added
    assert len(outbox) == 0


def _position(payload: bytes) -> tuple[int, int]:
    number, _, of = payload.decode().partition(".")
    return int(number), int(of)


def test_a_broker_that_owes_an_answer_is_seen() -> None:
    outbox = Outbox(gap)
    assert outbox.stalled_s(100.0) == 0.0
    outbox.add(event(1))
    outbox.sent(1, 100.0)
    assert outbox.stalled_s(116.0) == 16.0
    outbox.acknowledged(1, 117.0)
    assert outbox.stalled_s(200.0) == 0.0


def test_a_window_that_fills_the_whole_outbox_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot have"):
        Outbox(gap, bound=20, window=20)

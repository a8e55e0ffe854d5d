"""The link: commands repeated in time, silence noticed in time, clocks that enclose the truth, losses counted."""

from __future__ import annotations

import math

import pytest
from docs.protocol_words import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.clock_sync import FAST_PING_S, FAST_PINGS, MAX_FAST_PINGS, PING_S, ClockSync
from firmware_bridge.wire.frames import Deframer, encode_frame
from firmware_bridge.wire.link import DEGRADED_S, DOWN_S, QUEUE, TRIES, WINDOW, Courier, Link
from firmware_bridge.wire.messages import (
    Ack,
    BuzzerCommand,
    ClockPing,
    ClockReply,
    CommandMessage,
    Health,
    Hello,
    NodeMessage,
    SnapshotPart,
    encode,
)

HELLO = next(example for example in EXAMPLES if isinstance(example, Hello))
BOOT = HELLO.boot_id


def frame(message: NodeMessage, seq: int) -> bytes:
    return encode_frame(encode(message, seq))


def health(boot_id: int = BOOT) -> Health:
    return Health(boot_id, 1, (0, 0, 0, 0, 0), ())


def snapshot(generation: int, clock_us: int = 0, parts: int = 1, puck_seat: int = 1) -> SnapshotPart:
    return SnapshotPart(generation, clock_us, 0, parts, (), (), (), puck_seat, (), ())


# Commands.


def buzzer(seq: int) -> CommandMessage:
    return BuzzerCommand(BOOT, seq, 100)


def test_an_unanswered_command_is_repeated_ever_later_and_then_given_up() -> None:
    courier = Courier()
    assert courier.add(1, buzzer(1))
    at_s, sent_s = 10.0, []
    lost: list[int] = []
    while not lost:
        out, lost = courier.due(at_s)
        sent_s += [at_s - 10.0] * len(out)
        assert not courier.due(at_s)[0]
        at_s = max(courier.next_wake_s(at_s), at_s)
        if math.isinf(at_s):
            break
    assert sent_s == pytest.approx([0.0, 0.05, 0.15, 0.35, 0.75])
    assert len(sent_s) == TRIES
    assert lost == [1]
    assert courier.next_wake_s(at_s) == math.inf


def test_the_window_lets_four_go_and_an_answer_lets_the_next() -> None:
    courier = Courier()
    for ticket in range(6):
        assert courier.add(ticket, buzzer(ticket))
    out, _ = courier.due(0.0)
    assert [message.command_seq for message in out] == [0, 1, 2, 3]
    assert len(out) == WINDOW
    assert courier.answered(Ack(BOOT, 2, 0)) == 2
    assert courier.answered(Ack(BOOT, 2, 0)) is None
    assert courier.answered(Ack(BOOT + 1, 1, 0)) is None
    assert courier.next_wake_s(0.01) == 0.01
    out, _ = courier.due(0.01)
    assert [message.command_seq for message in out] == [4]
    assert sorted(courier.drop()) == [0, 1, 3, 4, 5]
    assert courier.due(9.0) == ([], [])


def test_a_full_queue_says_no() -> None:
    courier = Courier()
    assert [courier.add(ticket, buzzer(ticket)) for ticket in range(QUEUE + 1)] == [True] * QUEUE + [False]


# Frames and numbers.


def test_lost_and_doubled_frames_are_counted_and_a_double_is_heard_once() -> None:
    link = Link(0.0)
    heard = [link.receive(frame(health(), seq), 0.0) for seq in (7, 8, 8, 11, 10, 12)]
    assert [len(messages) for messages in heard] == [1, 1, 0, 1, 0, 1]
    assert (link.counts["gap"], link.counts["repeat"]) == (2, 2)


def test_numbers_run_over_their_end() -> None:
    link = Link(0.0)
    assert all(link.receive(frame(health(), seq), 0.0) for seq in (65_534, 65_535, 0, 1))
    assert not any(link.counts.values())


def test_a_node_that_begins_anew_is_heard_though_its_numbers_look_old() -> None:
    link = Link(0.0)
    link.receive(frame(HELLO, 0) + frame(health(), 30), 0.0)
    again = Hello(**{name: getattr(HELLO, name) for name in HELLO.__struct_fields__} | {"boot_id": BOOT + 1})
    assert link.receive(frame(again, 0) + frame(health(), 1), 0.0) == [again, health()]
    assert link.counts["repeat"] == 0


def test_a_repeated_snapshot_is_heard_but_says_nothing_again() -> None:
    link = Link(0.0)
    assert link.receive(frame(snapshot(5, clock_us=1), 0), 0.0) == [snapshot(5, clock_us=1)]
    assert link.receive(frame(snapshot(5, clock_us=2), 1), 3.0) == []
    assert link.heard_s == 3.0
    assert link.receive(frame(snapshot(6, clock_us=3, puck_seat=2), 2), 4.0) == [snapshot(6, 3, puck_seat=2)]
    assert link.receive(frame(HELLO, 3), 4.0) == [HELLO]
    after_hello = snapshot(6, clock_us=4, puck_seat=2)
    assert link.receive(frame(after_hello, 4), 4.0) == [after_hello]
    assert not any(link.counts.values())


def test_parts_of_a_snapshot_are_always_heard() -> None:
    link = Link(0.0)
    part = snapshot(5, parts=2)
    assert link.receive(frame(part, 0) + frame(part, 1), 0.0) == [part, part]


def test_a_looped_line_is_noise_not_a_node() -> None:
    link = Link(0.0)
    link.send(ClockPing(1))
    assert link.receive(link.outgoing(), 5.0) == []
    assert link.counts["message"] == 1
    assert link.last_bad == "wrong-direction message=CLOCK_PING"
    assert link.heard_s == 0.0
    assert link.outgoing() == b""


def test_what_is_sent_is_numbered_and_begins_with_a_flush() -> None:
    link = Link(0.0)
    for stamp in range(3):
        link.send(ClockPing(stamp))
    data = link.outgoing()
    assert data.startswith(b"\0")
    assert [payload[2:4] for payload in Deframer().feed(data)] == [b"\0\0", b"\1\0", b"\2\0"]


@pytest.mark.parametrize(
    ("silent_s", "life"),
    [(0.0, "alive"), (DEGRADED_S, "degraded"), (1.99, "degraded"), (DOWN_S, "down"), (99.0, "down")],
)
def test_silence_is_noticed(silent_s: float, life: str) -> None:
    link = Link(10.0)
    assert link.life(10.0 + silent_s) == life
    link.receive(b"noise\0" * 9, 10.0 + silent_s)
    assert link.life(10.0 + silent_s) == life


# The clock.


def test_eight_quick_pings_and_then_slow_ones() -> None:
    clock, at_s = ClockSync(5.0), 5.0
    gaps_s = []
    for _ in range(FAST_PINGS + 4):
        ping = clock.ping(at_s)
        assert clock.hear(ClockReply(ping.host_us, 100, 100), at_s)
        gaps_s.append(clock.next_ping_s - at_s)
        at_s = clock.next_ping_s
    assert gaps_s == pytest.approx([FAST_PING_S] * FAST_PINGS + [PING_S] * 4)


def test_a_node_that_never_answers_is_not_flooded() -> None:
    clock, at_s = ClockSync(0.0), 0.0
    for _ in range(MAX_FAST_PINGS):
        clock.ping(at_s)
        at_s = clock.next_ping_s
    assert at_s == pytest.approx((MAX_FAST_PINGS - 1) * FAST_PING_S + PING_S)
    assert clock.best is None


def test_answers_that_are_none_are_refused() -> None:
    clock = ClockSync(1.0)
    ping = clock.ping(1.0)
    assert not clock.hear(ClockReply(ping.host_us + 1, 5, 5), 1.1)
    assert not clock.hear(ClockReply(ping.host_us, 9_000_000, 9_900_000), 1.1), (
        "it worked longer than the ping was away"
    )
    ping = clock.ping(2.0)
    assert not clock.hear(ClockReply(ping.host_us, 9, 8), 2.1), "it answered before it was asked"
    ping = clock.ping(3.0)
    assert clock.hear(ClockReply(ping.host_us, 8, 9), 3.1)
    assert not clock.hear(ClockReply(ping.host_us, 8, 9), 3.1), "the same answer again"


WAYS_S = st.tuples(st.floats(0.0, 0.3), st.floats(0.0, 0.01), st.floats(0.0, 0.3))


@given(
    st.lists(WAYS_S, min_size=1, max_size=30),
    st.floats(-95.0, 95.0),
    st.integers(0, 10**12),
    st.floats(-20.0, 40.0),
    st.floats(0.0, 0.2),
)
def test_an_interval_in_host_time_encloses_the_truth(
    ways: list[tuple[float, float, float]], drift_ppm: float, offset_us: int, event_s: float, length_s: float
) -> None:
    start_s = 1000.0

    def node_us(host_s: float) -> int:
        return offset_us + 10**9 + round((host_s - start_s) * (1e6 + drift_ppm))

    clock, at_s = ClockSync(start_s), start_s
    for out_s, work_s, back_s in ways:
        ping = clock.ping(at_s)
        received_s = at_s + out_s
        sent_s = received_s + work_s
        clock.hear(ClockReply(ping.host_us, node_us(received_s), node_us(sent_s)), sent_s + back_s)
        at_s = max(sent_s + back_s, clock.next_ping_s)
    after_s, by_s = start_s + event_s, start_s + event_s + length_s
    told_after_s, told_by_s = clock.host_interval(node_us(after_s), node_us(by_s))
    # Stamps are whole microseconds on both sides.
    assert told_after_s <= after_s + 5e-6
    assert told_by_s >= by_s - 5e-6
    assert told_by_s - told_after_s < length_s + 0.7


def test_the_quickest_answer_is_believed_until_drift_has_eaten_its_worth() -> None:
    clock = ClockSync(0.0)
    ping = clock.ping(0.0)
    clock.hear(ClockReply(ping.host_us, 10**6, 10**6), 0.002)
    ping = clock.ping(1.0)
    clock.hear(ClockReply(ping.host_us, 2 * 10**6, 2 * 10**6), 1.2)
    assert clock.best is not None
    assert clock.best.at_s == 0.002
    ping = clock.ping(100.0)
    clock.hear(ClockReply(ping.host_us, 101 * 10**6, 101 * 10**6), 100.01)
    assert clock.best.at_s == 100.01


def test_without_an_answer_every_time_is_possible() -> None:
    assert ClockSync(0.0).host_interval(5, 6) == (-math.inf, math.inf)


def test_a_patient_link_waits_so_many_times_as_long() -> None:
    link = Link(10.0, patience=4.0)
    assert link.life(10.0 + 4 * DEGRADED_S - 0.01) == "alive"
    assert link.life(10.0 + 4 * DEGRADED_S) == "degraded"
    assert link.life(10.0 + 4 * DOWN_S) == "down"


def test_time_in_which_nobody_listened_is_no_silence() -> None:
    link = Link(10.0)
    assert link.life(15.0) == "down"
    link.excuse(4.5, 15.0)
    assert link.life(15.0) == "alive"
    link.excuse(99.0, 15.0)
    assert link.heard_s == 15.0, "nothing was heard later than now"

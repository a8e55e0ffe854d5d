"""A client that follows a feed: what is not for it, cannot be read, or did not come. See `test_overlay`, too."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.broadcast.connection import Accepted
from table_controller.broadcast.follower import Anew, Counted, Follower, Happened, Picture, There
from table_controller.broadcast.playback import heard
from table_controller.broadcast.recording import Line
from table_controller.broadcast.topics import Topics

TOPICS = Topics("rome", "t7")


def message(kind: str, n: int = 0, mono: int = 1, epoch: str = "E", **data: Any) -> bytes:
    told = {"type": f"cardspeak.{kind}.v1", "epoch": epoch, "mono": str(mono), "n": n, "data": data}
    return msgspec.json.encode(told)


@pytest.fixture
def follower() -> Follower:
    one = Follower(TOPICS)
    one.connected()
    one.hear(TOPICS.avail, message("avail", state="ready", conn=1))
    one.hear(TOPICS.state, message("state", as_of=3, hand=1))
    return one


def numbers(*news: object) -> list[tuple[int, int]]:
    return [(one.message["n"], one.missed) for one in news if isinstance(one, Happened)]


def test_an_event_is_told_once_and_in_order(follower: Follower) -> None:
    told = [one for n in (2, 3, 4, 4, 5, 4) for one in follower.hear(TOPICS.ev, message("riffled", n))]
    assert numbers(*told) == [(4, 0), (5, 0)]


def test_a_recording_that_begins_again_is_drawn_from_its_beginning(follower: Follower) -> None:
    """Each time is a connection of its own; its first state comes as a broker keeps it, and is older than the last."""
    told = [message("state", as_of=as_of) for as_of in (1, 2, 3)]
    states = [Line(at_s, TOPICS.state, not at_s, msgspec.Raw(one)) for at_s, one in enumerate(told)]
    waits = iter([False] * 4)
    drawn: list[object] = []
    for news in heard(lambda: states, 1.0, lambda _: next(waits, True)):
        if isinstance(news, Accepted):
            follower.connected()
        else:
            drawn += follower.hear(news.topic, news.payload)
    assert [one.state["as_of"] for one in drawn if isinstance(one, Picture)] == [1, 2, 3, 1, 2]


def test_a_hole_is_counted_but_not_what_came_before_the_first_event(follower: Follower) -> None:
    assert numbers(*follower.hear(TOPICS.ev, message("riffled", 6))) == [(6, 0)]
    assert numbers(*follower.hear(TOPICS.ev, message("riffled", 9))) == [(9, 2)]


def test_a_new_epoch_is_a_new_start(follower: Follower) -> None:
    (told,) = follower.hear(TOPICS.state, message("state", as_of=0, epoch="F", hand=1))
    assert isinstance(told, Picture)
    assert told.anew
    assert follower.hear(TOPICS.ev, message("riffled", 4)) == (), "of the old one"
    assert numbers(*follower.hear(TOPICS.ev, message("riffled", 1, epoch="F"))) == [(1, 0)]


def test_a_table_that_begins_anew_has_no_picture_until_it_tells_one(follower: Follower) -> None:
    """It is there before its first state: what was drawn is the table before it."""
    assert follower.hear(TOPICS.avail, message("avail", epoch="F", state="ready", conn=1)) == (Anew(),)
    assert follower.state is None
    (told,) = follower.hear(TOPICS.state, message("state", as_of=0, epoch="F", hand=1))
    assert isinstance(told, Picture)
    assert follower.hear(TOPICS.avail, message("avail", epoch="F", state="ready", conn=2)) == ()


def test_the_first_state_of_a_new_table_may_come_before_it_says_that_it_is_there(follower: Follower) -> None:
    follower.hear(TOPICS.state, message("state", as_of=0, epoch="F", hand=1))
    assert follower.hear(TOPICS.avail, message("avail", epoch="F", state="ready", conn=1)) == ()
    assert follower.state is not None


def test_findings_are_told_once_by_number_and_index(follower: Follower) -> None:
    def finding(n: int, index: int) -> int:
        told = msgspec.json.decode(message("finding", n)) | {"index": index}
        return len(follower.hear(TOPICS.finding, msgspec.json.encode(told)))

    assert [finding(*one) for one in ((3, 0), (4, 0), (4, 0), (4, 1), (4, 0), (5, 0))] == [0, 1, 0, 1, 0, 1]


def test_a_table_that_is_lost_or_a_line_of_our_own_makes_the_picture_old(follower: Follower) -> None:
    assert follower.hear(TOPICS.avail, message("avail", state="lost", conn=1)) == (There(ready=False),)
    assert follower.hear(TOPICS.avail, message("avail", state="ready", conn=2)) == (There(ready=True),)
    assert follower.hear(TOPICS.avail, message("avail", state="lost", conn=1)) == (), "a late will"
    assert follower.disconnected() == (There(ready=False),)
    assert follower.disconnected() == ()


def test_statistics_are_told_as_they_come_whatever_else_was_told(follower: Follower) -> None:
    told = message("statistics", hand=7, players=[])
    assert follower.hear(TOPICS.statistics, told) == (Counted({"hand": 7, "players": []}),)
    delayed = Follower(TOPICS, "delayed")
    assert delayed.hear(TOPICS.statistics, told) == (), "of the other class"
    assert delayed.hear(TOPICS.of("delayed", "statistics"), told) == (Counted({"hand": 7, "players": []}),)


def test_the_delayed_stream_has_an_avail_of_its_own() -> None:
    one = Follower(TOPICS, "delayed")
    assert one.filters == ("cardspeak/v1/rome/delayed/table/t7/+",)
    assert one.hear(TOPICS.avail, message("avail", state="ready", conn=1)) == ()
    assert one.hear(TOPICS.of("delayed", "avail"), message("avail", state="ready", conn=1)) == (There(ready=True),)
    assert one.hear(TOPICS.state, message("state", as_of=3)) == (), "of the other class"


@pytest.mark.parametrize(
    "payload",
    [
        *(b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"type":"x"}', message("state"), message("state", as_of="x")),
        b'{"type":"s","epoch":"E","mono":"x","data":{"as_of":1}}',
        b" " * 70_000 + message("state", as_of=9),
    ],
)
def test_what_cannot_be_read_changes_nothing(follower: Follower, payload: bytes) -> None:
    before = follower.state
    assert follower.hear(TOPICS.state, payload) == ()
    assert (follower.state, follower.unread) == (before, 1)


@given(st.binary(max_size=200), st.sampled_from([TOPICS.state, TOPICS.ev, TOPICS.finding, TOPICS.avail, "x"]))
def test_any_bytes_are_no_exception(payload: bytes, topic: str) -> None:
    one = Follower(TOPICS)
    one.connected()
    assert one.hear(topic, payload) == ()

"""A recorded feed: every message comes back as it was, and a file that is none says what is wrong with it."""

from __future__ import annotations

import gzip
import re
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table_controller.broadcast import recording
from table_controller.broadcast.connection import Accepted, Arrived
from table_controller.broadcast.playback import LONGEST_PAUSE_S, heard
from table_controller.broadcast.recording import SHIPPED, Recorder, RecordingError, placed, read_recording

EV = "cardspeak/v1/rome/live/table/t7/ev"


def recorded(path: Path, *told: tuple[float, Arrived]) -> Path:
    with Recorder(path, "rome", "t7") as recorder:
        for now_s, arrived in told:
            recorder.add(arrived, now_s)
    return path


def test_what_was_recorded_comes_back(tmp_path: Path) -> None:
    first, second = Arrived(EV, b'{"n":1}', retained=True), Arrived(EV, b'{"n": 2, "name":"\xc3\xb1"}')
    path = recorded(tmp_path / "feed", (100.0, first), (100.0, Arrived(EV, b"no json")), (101.2504, second))
    title, lines = read_recording(path)
    told = list(lines)
    assert (title.venue, title.table) == ("rome", "t7")
    assert [(line.at_s, line.topic, line.retained) for line in told] == [(0.0, EV, True), (1.25, EV, False)]
    assert [msgspec.json.decode(line.payload) for line in told] == [{"n": 1}, {"n": 2, "name": "ñ"}]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert placed(told[0], "demo", "t1") == "cardspeak/v1/demo/live/table/t1/ev"


def test_a_recording_is_never_written_over(tmp_path: Path) -> None:
    path = recorded(tmp_path / "feed")
    with pytest.raises(FileExistsError):
        Recorder(path, "rome", "t7")


def test_a_line_that_was_not_written_whole_is_left_out(tmp_path: Path) -> None:
    path = recorded(tmp_path / "feed", (1.0, Arrived(EV, b'{"n":1}')), (2.0, Arrived(EV, b'{"n":2}')))
    path.write_bytes(path.read_bytes()[:-5])
    assert len(list(read_recording(path)[1])) == 1


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (b"", "empty"),
        (b"{}\n", "no recording of a feed"),
        (b"\xff\n", "no recording of a feed"),
        (b'{"recording":"cardspeak","version":9,"venue":"rome","table":"t7"}\n', "of a later release"),
        (b"[" * 5000 + b"\n", "no recording of a feed"),
        (b"x" * 300_000, "longer than any message"),
    ],
)
def test_a_file_that_is_none_says_so(tmp_path: Path, text: bytes, wrong: str) -> None:
    path = tmp_path / "feed"
    path.write_bytes(text)
    with pytest.raises(RecordingError, match=wrong):
        read_recording(path)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"{}", "line 3: no message"),
        (b'{"at_s":0.5,"topic":"%s","retained":false,"payload":{}}' % EV.encode(), "line 3: earlier"),
        (b'{"at_s":2,"topic":"other/x","retained":false,"payload":{}}', "line 3: 'other/x' is no topic"),
        (b'{"at_s":-1,"topic":"other/x","retained":false,"payload":{}}', "line 3: no message"),
    ],
)
def test_a_line_that_is_none_is_named(tmp_path: Path, line: bytes, wrong: str) -> None:
    path = recorded(tmp_path / "feed", (1.0, Arrived(EV, b"{}")))
    whole = path.read_bytes() + line + b"\n"
    path.write_bytes(whole.replace(b'"at_s":0.0', b'"at_s":1.0'))
    with pytest.raises(RecordingError, match=wrong):
        list(read_recording(path)[1])


def test_a_recording_may_be_packed_and_a_damaged_one_says_where(tmp_path: Path) -> None:
    told = [(float(number), Arrived(EV, b'{"n":%d}' % number)) for number in range(2000)]
    plain = recorded(tmp_path / "feed", *told).read_bytes()
    packed = tmp_path / "feed.gz"
    packed.write_bytes(gzip.compress(plain))
    assert len(list(read_recording(packed)[1])) == 2000
    for wrong in (gzip.compress(plain)[:-40], gzip.compress(plain)[:60] + b"\0" * 60, plain):
        packed.write_bytes(wrong)
        with pytest.raises(RecordingError, match=r"line \d+: damaged"):
            list(read_recording(packed)[1])


def test_without_a_broker_it_is_heard_in_its_pace_again_and_again(tmp_path: Path) -> None:
    first, second, third = Arrived(EV, b'{"n":1}', retained=True), Arrived(EV, b'{"n":2}'), Arrived(EV, b'{"n":3}')
    path = recorded(tmp_path / "feed", (100.0, first), (103.0, second), (190.0, third))
    waited = list[float]()

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) == 6

    news = list(heard(lambda: read_recording(path)[1], 2.0, wait))
    assert news == [Accepted(), first, second, third, Accepted(), first, second, third]
    assert waited == [1.5, LONGEST_PAUSE_S / 2, LONGEST_PAUSE_S / 2] * 2


def shipped() -> list[tuple[str, dict[str, Any]]]:
    file = Path(recording.__file__).parent / SHIPPED
    return [(line.topic, msgspec.json.decode(line.payload)) for line in read_recording(file)[1]]


def test_the_recording_that_comes_with_the_program_has_eleven_hands_live_and_delayed() -> None:
    told = shipped()
    for secrecy in ("live", "delayed"):
        types = Counter(said["type"] for topic, said in told if f"/{secrecy}/" in topic)
        assert types["cardspeak.hand_settled.v1"] == 11, secrecy
    states = [said["data"] for topic, said in told if topic.endswith("delayed/table/t1/state")]
    assert any(state["equities"] for state in states)
    assert any(len(state["hole_cards"]) == 5 for state in states)
    topics = {
        finding["topic"]
        for topic, said in told
        if topic.endswith("live/table/t1/state")
        for finding in said["data"]["findings"]
    }
    assert {"out-of-turn", "undercall"} <= topics


def test_no_hidden_card_is_in_the_live_half_of_it() -> None:
    """Every card that it names lies on the board by then, or was shown."""
    public: set[str] = set()
    for topic, said in shipped():
        if "/live/" not in topic:
            continue
        match said["type"].split(".")[1]:
            case "hand_began":
                public = set()
            case "board_named" | "hand_shown":
                public |= set(said["data"]["cards"])
            case _:
                pass
        named = set(re.findall(r'"([2-9TJQKA][shdc])"', msgspec.json.encode(said).decode()))
        if said["type"].startswith("cardspeak.state"):
            public |= set(said["data"]["board"])  # a state may come first of all
        assert named <= public, said

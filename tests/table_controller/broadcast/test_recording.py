"""A recorded feed: every message comes back as it was, and a file that is none says what is wrong with it."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from table_controller.broadcast.connection import Arrived
from table_controller.broadcast.recording import Recorder, RecordingError, placed, read_recording

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

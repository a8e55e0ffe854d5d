"""Through real brokers: who listens hears the table in order, and again after the broker was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from support.mqtt_clients import PATIENCE_S
from support.published_table import TOPICS, Table

from table_controller.broadcast.connection import Accepted, Arrived, Connection, Ended
from table_controller.broadcast.credentials import CredentialsError, given_credentials, read_credentials
from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.follower import Follower, Happened, News, Picture, There
from table_controller.broadcast.recording import Recorder, read_recording
from table_controller.broadcast.subscriber import listen
from table_controller.vocabulary.commands import MarkDealt, MarkRiffle, Say

pytestmark = pytest.mark.broker


@pytest.fixture
def table(broker: EmbeddedBroker, tmp_path: Path) -> Iterator[Table]:
    made = Table(broker, tmp_path)
    yield made
    made.publisher.stop(1.0)


class Ear:
    """A follower at the end of a real line."""

    def __init__(self, broker: EmbeddedBroker) -> None:
        endpoint = broker.endpoint("overlay")
        assert endpoint is not None
        self._ends_s = time.monotonic() + 2 * PATIENCE_S
        self.follower = Follower(TOPICS)
        self._came = listen(endpoint, self.follower.filters, until=lambda: time.monotonic() > self._ends_s)

    def until(self, wanted: type[News], kind: str = "") -> News:
        """The next news of this sort."""
        for came in self._came:
            match came:
                case Accepted():
                    news = self.follower.connected()
                case Arrived(topic, payload):
                    news = self.follower.hear(topic, payload)
                case Ended():
                    news = self.follower.disconnected()
            for one in news:
                if isinstance(one, wanted) and kind in ("", getattr(one, "kind", "")):
                    return one
        raise AssertionError(f"no {wanted.__name__} {kind} came")


def test_who_listens_hears_acts_and_is_right_again_after_the_broker_was_killed(
    table: Table, broker: EmbeddedBroker
) -> None:
    ear = Ear(broker)
    first = ear.until(Picture)
    assert isinstance(first, Picture)
    assert first.anew
    table.take(MarkRiffle(), MarkDealt(), Say("call", 4))
    told = ear.until(Happened, "act_ruled")
    assert isinstance(told, Happened)
    assert (told.message["data"]["seat"], told.missed) == (4, 0)
    while not ear.follower.ready:
        ear.until(There)
    assert broker.pid is not None
    os.kill(broker.pid, signal.SIGKILL)
    gone = ear.until(There)
    assert gone == There(ready=False)
    table.take(Say("call", 5))
    again = ear.until(Picture)
    assert isinstance(again, Picture)
    while not again.state["seats"][4]["bet_chips"]:
        again = ear.until(Picture)
        assert isinstance(again, Picture)
    assert again.state["seats"][4]["bet_chips"] == 100
    assert ear.follower.unread == 0


def test_what_a_broker_was_about_to_keep_as_we_subscribed_comes_when_it_is_asked_again(
    table: Table, broker: EmbeddedBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The NATS server gives it neither as news nor as kept then: who joined at that moment saw no table for good."""
    asked: list[str] = []
    subscribe = Connection.subscribe

    def late(self: Connection, topic: str) -> None:
        asked.append(topic)
        if asked.count(topic) > 1 or topic == TOPICS.avail:
            subscribe(self, topic)

    monkeypatch.setattr(Connection, "subscribe", late)
    ear = Ear(broker)
    first = ear.until(Picture)
    assert isinstance(first, Picture)
    assert (first.anew, first.state["hand"]) == (True, table.state()["hand"])
    assert ear.follower.ready


def test_the_commands_listen_and_record(table: Table, tmp_path: Path) -> None:
    """As a producer runs them, in processes of their own."""
    folder = next(tmp_path.rglob("credentials.json")).parent
    file = tmp_path / "feed"
    cardspeak = [sys.executable, "-m", "table_controller.runtime"]
    of = ["--table", "t7", "--credentials", str(folder)]
    with (
        subprocess.Popen(
            [*cardspeak, "record", str(file), "--login", "overlay-2", *of], stdout=subprocess.PIPE, text=True
        ) as record,
        subprocess.Popen([*cardspeak, "listen", *of], stdout=subprocess.PIPE, text=True) as told,
    ):
        assert told.stdout is not None
        try:
            said = iter(told.stdout.readline, "")  # what is kept may come a second late
            assert any(one.startswith("From here on, in hand") for one in said)
            while not file.exists() or len(file.read_bytes().splitlines()) < 2:
                os.sched_yield()
            table.take(MarkRiffle(), MarkDealt(), Say("call", 4))
            while (line := told.stdout.readline()) and "calls 100" not in line:
                pass
            assert line == "Seat 4 Player 4 calls 100\n"
            while not all(word in file.read_bytes() for word in (b"act_ruled", b"/avail")):
                os.sched_yield()
        finally:
            for process in (told, record):
                process.send_signal(signal.SIGINT)
    assert told.wait(PATIENCE_S) == 0
    assert record.wait(PATIENCE_S) == 0
    title, lines = read_recording(file)
    assert (title.venue, title.table) == ("rome", "t7")
    assert {line.topic.rpartition("/")[2] for line in lines} >= {"state", "ev", "avail"}


@pytest.mark.parametrize("words", [["listen", "--credentials", "nowhere"], ["record", "x", "--credentials", "nowhere"]])
def test_what_is_missing_is_said_in_a_line(words: list[str], tmp_path: Path) -> None:
    cardspeak = [sys.executable, "-m", "table_controller.runtime"]
    done = subprocess.run([*cardspeak, *words], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"cardspeak {words[0]}: nowhere: no credentials.json there")
    assert done.stderr.count("\n") == 1


@pytest.mark.usefixtures("table")
def test_a_login_that_is_none_and_a_file_that_is_there_are_said(tmp_path: Path) -> None:
    folder = next(tmp_path.rglob("credentials.json")).parent
    (tmp_path / "feed").write_text("")
    for more, said in (
        (["listen", "--login", "nobody"], "cardspeak listen: --login nobody: "),
        (["record", str(tmp_path / "feed")], f"cardspeak record: {tmp_path / 'feed'}: is there already"),
    ):
        words = [sys.executable, "-m", "table_controller.runtime", *more, "--credentials", str(folder)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr[: len(said)]) == (2, said)


def test_a_recording_is_played_to_whoever_listens(tmp_path: Path) -> None:
    """Both classes, by the logins that may write them; the last picture stays for a client that comes late."""
    file = tmp_path / "feed"
    kinds = (("live", "ev"), ("live", "state"), ("delayed", "ev"), ("delayed", "state"), ("sys", "avail"))
    with Recorder(file, "rome", "t7") as recorder:
        for at_s, (secrecy, leaf) in enumerate(kinds):
            kind = {"ev": "riffled", "avail": "avail"}.get(leaf, "state")
            data = {"ev": {}, "avail": {"state": "ready", "conn": 1}}.get(leaf, {"as_of": 1, "hand": 7})
            told = {"type": f"cardspeak.{kind}.v1", "epoch": "E", "mono": "1", "n": 1, "data": data}
            recorder.add(Arrived(TOPICS.of(secrecy, leaf), msgspec.json.encode(told)), float(at_s))
    cardspeak = [sys.executable, "-m", "table_controller.runtime", "play", str(file), "--speed", "100"]
    with subprocess.Popen([*cardspeak, "--folder", str(tmp_path / "pb")], stdout=subprocess.PIPE, text=True) as played:
        assert played.stdout is not None
        try:
            assert played.stdout.readline().startswith("venue rome, table t7: the broker is ready")
            assert played.stdout.readline().startswith("5 messages told; the last picture stays")
            known = read_credentials(tmp_path / "pb")
            assert known is not None
            login = Endpoint(known.host, known.mqtt_port, "producer", known.accounts["producer"].password)
            heard: dict[str, int] = {}
            for news in listen(login, tuple(f"cardspeak/v1/rome/{one}/#" for one in ("live", "delayed", "sys"))):
                if isinstance(news, Arrived):
                    heard[news.topic] = heard.get(news.topic, 0) + 1
                if {TOPICS.state, TOPICS.of("delayed", "state"), TOPICS.avail} <= heard.keys():
                    break
            assert not [topic for topic in heard if topic.endswith("/ev")], "events are not kept"
        finally:
            played.send_signal(signal.SIGINT)
    assert played.returncode == 0


def test_what_is_no_recording_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text("{}\n")
    words = [sys.executable, "-m", "table_controller.runtime", "play", "feed"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr.partition(":")[0]) == (2, "cardspeak play")
    assert "feed: no recording of a feed" in done.stderr
    assert not (tmp_path / ".playback").exists()


@pytest.mark.usefixtures("table")
def test_credentials_are_read_under_any_name_and_a_bad_copy_is_to_be_copied_anew(tmp_path: Path) -> None:
    """A copy of another name was a folder that is none, and to be removed."""
    own = next(tmp_path.rglob("credentials.json"))
    copy, bad = tmp_path / "table-1.json", tmp_path / "bad.json"
    copy.write_bytes(own.read_bytes())
    copy.chmod(0o600)
    bad.write_text("{", encoding="utf-8")
    assert given_credentials(copy) == given_credentials(own) == given_credentials(own.parent)
    with pytest.raises(CredentialsError, match=r"bad\.json: .*; copy it anew from the table"):
        given_credentials(bad)

"""A whole table and a plain mosquitto_sub: what mqtt.md promises for the classes live and avail."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.script_text import UP_TO_A_BET, script_text

from table_controller.journal.heads import SignedHead, is_genuine

PATIENCE_S = 90.0
CLASSES = ("cardspeak/v1/demo/live/#", "cardspeak/v1/demo/sys/#")
SHORT = script_text(
    "One short hand",
    UP_TO_A_BET
    + """\
2: folds
next hand
""",
)


class Ear:
    """A mosquitto_sub process and what it printed, one JSON message a line."""

    def __init__(self, program: str, login: dict[str, Any], name: str, *topics: str) -> None:
        words = [program, "-h", login["host"], "-p", str(login["mqtt_port"]), "-u", name]
        words += ["-P", login["accounts"][name]["password"], "-i", name, "-q", "1", "-F", "%t %r %p"]
        words += [word for topic in topics for word in ("-t", topic)]
        self._words = words
        self.heard: list[tuple[str, bool, dict[str, Any]]] = []
        self.process = self._start()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _start(self) -> subprocess.Popen[str]:
        """A subscriber that the broker has let in: before it is ready, it turns everybody away."""
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            process = subprocess.Popen(self._words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                process.wait(0.3)
            except subprocess.TimeoutExpired:
                return process
            process.communicate()
        raise AssertionError("the broker lets nobody in")

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            topic, retained, payload = line.split(" ", 2)
            self.heard.append((topic, retained == "1", json.loads(payload)))

    def of(self, leaf: str) -> list[dict[str, Any]]:
        return [message for topic, _, message in self.heard if topic.endswith(leaf)]

    def wait_for(self, leaf: str, state: str) -> None:
        """Until the last word there is this one: a busy machine lets the subscriber read late."""
        tick, until_s = threading.Event(), time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s and [one["data"]["state"] for one in self.of(leaf)][-1:] != [state]:
            tick.wait(0.05)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self._thread.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@contextlib.contextmanager
def table(engine: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A demonstration of the short hand with that broker."""
    script = folder / "short.toml"
    script.write_text(SHORT, encoding="utf-8")
    words = ["demo", "--log", "--speed", "6", "--broker", engine, "--script", str(script)]
    process = subprocess.Popen(
        [sys.executable, "-m", "table_controller.runtime", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TMPDIR": str(folder)},
        stdin=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def credentials(folder: Path) -> dict[str, Any]:
    """The operator's file of logins, as soon as the broker is there."""
    tick, until_s = threading.Event(), time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        for path in folder.glob("cardspeak-*/broker/credentials.json"):
            with contextlib.suppress(ValueError):
                login: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                if login["mqtt_port"]:
                    return login
        tick.wait(0.05)
    raise AssertionError("no credentials.json")


@pytest.mark.broker
@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_a_plain_subscriber_hears_what_is_promised(
    engine: str, tmp_path: Path, mosquitto_sub_program: str, engine_program: Callable[[str], Path]
) -> None:
    engine_program(engine)
    with table(engine, tmp_path) as process:
        ear = Ear(mosquitto_sub_program, credentials(tmp_path), "producer", *CLASSES)
        out, _ = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 0, out
        ear.wait_for("/avail", "lost")
        ear.stop()
    events = ear.of("/ev")
    numbers = [event["n"] for event in events]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a dense counter, in order, nothing twice"
    types = [event["type"] for event in events]
    assert "cardspeak.chips_pushed.v1" in types
    assert types.count("cardspeak.act_ruled.v1") == 6
    assert types.count("cardspeak.hand_settled.v1") == 1
    assert all(event["simulated"] is True and event["specversion"] == "1.0" for event in events)
    states = ear.of("/state")
    assert states[-1]["epoch"] == events[-1]["epoch"]
    assert states[-1]["data"]["as_of"] <= numbers[-1]
    counted = ear.of("/live/table/t1/statistics")
    assert [message["data"]["hand"] for message in counted] in ([0, 1], [1]), "before the hand, and once it is put away"
    acted = [one for one in counted[-1]["data"]["players"] if one["vpip"]["of"]]
    assert {one["hand_count"] for one in acted} == {1}
    assert sum(one["vpip"]["n"] for one in acted) == 2, "who raised before the flop, and who called"
    heads = [SignedHead(**message["data"]) for message in ear.of("/head")]
    assert [head.epoch for head in heads] == [states[-1]["epoch"]] * 2, "after the hand, and at the end"
    assert all(is_genuine(head) for head in heads)
    assert heads[0].sequence <= heads[1].sequence
    avail = [message["data"]["state"] for message in ear.of("/avail")]
    assert avail[0] == "ready"
    assert avail[-1] == "lost"
    everything = json.dumps([message for _, _, message in ear.heard])
    for card in ("Ah", "Kh", "Qd", "Qs", "7c", "2d"):
        assert f'"{card}"' not in everything, "no hidden card, in no message"
    assert '"9s"' in everything, "the board is public: the search above would have found a card"

"""`cardspeak overlay` as a producer runs it: beside a real broker, which is killed, and with a recording alone."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from support.browser import BUILT, browsing, needs_chromium, run_story, shows
from support.counting import measured
from support.mqtt_clients import PATIENCE_S
from support.proxy import Proxy
from support.published_table import Table
from support.served_overlay import CARDSPEAK, free_port, overlay

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.credentials import read_credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.vocabulary.commands import MarkDealt, MarkRiffle, Say, Undo

MISSED: Final = 1_500 if os.environ.get("CARDSPEAK_SOAK") == "1" else 150


def events(origin: str) -> Iterator[tuple[str, Any]]:
    """What a page is told from now on."""
    with urllib.request.urlopen(f"{origin}/events", timeout=PATIENCE_S) as answer:  # noqa: S310 - our own address
        kind = ""
        for line in answer:
            name, _, rest = line.decode().strip().partition(": ")
            if name == "event":
                kind = rest
            elif name == "data":
                yield kind, json.loads(rest)


def until(told: Iterator[tuple[str, Any]], kind: str, **wanted: object) -> Any:
    """The next event of this kind of which that is so."""
    return next(data for name, data in told if name == kind and wanted.items() <= (data or {}).items())


def until_state(told: Iterator[tuple[str, Any]], table: Table) -> dict[str, Any]:
    """The first state that has all that happened at the table."""
    while (data := until(told, "state")) is None or data["state"]["as_of"] < table.keys.view().as_of:
        pass
    return dict(data["state"])


def newest(origin: str) -> dict[str, Any]:
    """The table as the server has it now."""
    with urllib.request.urlopen(f"{origin}/state.json", timeout=PATIENCE_S) as answer:  # noqa: S310 - our own address
        return dict(json.load(answer)["state"])


def as_the_table(state: dict[str, Any]) -> dict[str, Any]:
    """What a state says, without how long ago things were."""
    seats = [{**seat, "stack_seen_s": None} for seat in state["seats"]]
    return {**state, "seats": seats, "clock": None}


@pytest.mark.broker
def test_a_page_is_right_again_after_the_broker_was_killed(broker: EmbeddedBroker, tmp_path: Path) -> None:
    table = Table(broker, tmp_path)
    folder = next(tmp_path.rglob("credentials.json")).parent
    try:
        with overlay("--table", "t7", "--credentials", str(folder)) as origin:
            told = events(origin)
            until(told, "there", ready=True)
            table.take(MarkRiffle(), MarkDealt(), Say("call", 4))
            while until(told, "state")["state"]["seats"][3]["bet_chips"] != 100:
                pass
            assert broker.pid is not None
            os.kill(broker.pid, signal.SIGKILL)
            until(told, "there", ready=False)
            table.take(Say("call", 5))
            until(told, "there", ready=True)
            again = events(origin)  # as OBS, which tears a page down and opens it anew
            while until(again, "state")["state"]["seats"][4]["bet_chips"] != 100:
                pass
    finally:
        table.publisher.stop(1.0)


@pytest.mark.broker
def test_who_comes_late_and_misses_many_messages_has_the_right_table(broker: EmbeddedBroker, tmp_path: Path) -> None:
    """The overlay joins in mid-hand, its line is cut, and the table goes on meanwhile; how soon it is right is told."""
    table = Table(broker, tmp_path)
    table.take(MarkRiffle(), MarkDealt(), Say("call", 4))
    place = broker.endpoint()
    assert place is not None
    line = Proxy(lambda: (place.host, place.port))
    known = json.loads(next(tmp_path.rglob("credentials.json")).read_bytes())
    behind = tmp_path / "behind"
    behind.mkdir()
    (behind / "credentials.json").write_text(json.dumps({**known, "mqtt_port": line.port}))
    (behind / "credentials.json").chmod(0o600)
    try:
        with overlay("--table", "t7", "--credentials", str(behind)) as origin:
            told = events(origin)
            until(told, "there", ready=True)
            assert as_the_table(until_state(events(origin), table)) == as_the_table(table.state())
            line.shut()
            until(told, "there", ready=False)
            missed = table.sent
            while table.sent < missed + MISSED:
                table.take(Say("call", 5), Undo())
            table.take(Say("call", 5), Say("raise", 6, 400))
            began_s = time.monotonic()
            line.open()
            until_state(told, table)
            measured(f"right {time.monotonic() - began_s:.2f} s after its line was there again")
            assert as_the_table(newest(origin)) == as_the_table(table.state())
    finally:
        table.publisher.stop(1.0)
        line.close()


@needs_chromium
@pytest.mark.broker
def test_a_page_of_somebody_else_has_the_table_from_the_broker(
    tmp_path: Path, engine_program: Callable[[Engine], Path]
) -> None:
    """By MQTT over WebSocket, with mqtt.js: right from the retained state, and again after the broker was killed."""
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    place = Place(tmp_path / "broker", "rome", "t7", websocket_port=0, origins=(origin,))
    broker = EmbeddedBroker(place, {"nats": engine_program("nats")})
    broker.start()
    assert broker.wait_ready(PATIENCE_S), broker.status()
    table = Table(broker, tmp_path)
    known = read_credentials(next(tmp_path.rglob("credentials.json")).parent)
    assert known is not None
    words = {"url": known.websocket_url, "password": known.accounts["overlay"].password, "venue": "rome", "table": "t7"}

    async def story() -> None:
        files = web.Application()
        files.router.add_static("/", BUILT)
        async with TestServer(files, port=port), browsing() as seen:
            await seen.page.goto(f"{origin}/index.html?motion=off#{urllib.parse.urlencode(words)}")
            await shows(seen, "LIVE")
            table.take(MarkRiffle(), MarkDealt(), Say("call", 4))
            await shows(seen, "call 100")
            assert broker.pid is not None
            os.kill(broker.pid, signal.SIGKILL)
            await shows(seen, "PICTURE IS OLD")
            table.take(Say("raise", 5, 300))
            await shows(seen, "LIVE", "raise 300")

    try:
        run_story(story())
    finally:
        table.publisher.stop(1.0)
        broker.stop()


def test_it_rehearses_without_a_table_and_without_a_broker() -> None:
    with overlay("--rehearse", "--speed", "50", "--stream", "delayed") as origin:
        told = events(origin)
        until(told, "stream", rehearsal=True)
        state = until(told, "state", stream="delayed")["state"]
        while not (state["equities"] and len(state["board"]) == 3):
            state = until(told, "state")["state"]
        assert len(state["hole_cards"]) == 5
        assert next(data for name, data in told if name == "hands" and data)[0]["winners"]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (
            ("--credentials", "nowhere"),
            "no credentials.json there. If the table has only just been started, wait for it",
        ),
        (("--rehearse", "--address", "x"), "--address x: host and port, such as"),
        (("--rehearse", "--address", "127.0.0.1:99999"), "host and port, such as"),
        (("--rehearse", "--speed", "0"), "--speed 0: above 0"),
        (("--recording", "nothing.jsonl"), "nothing.jsonl: No such file"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(words: tuple[str, ...], wrong: str, tmp_path: Path) -> None:
    done = subprocess.run([*CARDSPEAK, "overlay", *words], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode in {1, 2}
    assert wrong in done.stderr
    assert re.fullmatch(r"cardspeak[^\n]*\n", done.stderr), done.stderr


def test_a_port_that_is_taken_is_said_in_a_line() -> None:
    with overlay("--rehearse") as origin:
        address = origin.removeprefix("http://")
        command = [*CARDSPEAK, "overlay", "--rehearse", "--address", address]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
        assert (done.returncode, "perhaps another cardspeak overlay, or its rehearsal" in done.stderr) == (2, True)
        assert f"{origin}/producer.html shows which" in done.stderr
        assert re.search(r"such as --address 127\.0\.0\.1:\d+\n$", done.stderr), done.stderr
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{origin}/state.json", timeout=PATIENCE_S)  # noqa: S310 - the first one still serves


def test_a_start_says_which_graphics_are_on_that_are_off_until_they_are_wanted(tmp_path: Path) -> None:
    """Rulings that were on in the last demonstration named players in the next one."""
    port = free_port()
    kept = tmp_path / ".overlay" / "rehearsal" / f"demo-t1-live-127.0.0.1-{port}.json"
    kept.parent.mkdir(parents=True)
    kept.write_text('{"hidden":false,"off":["level"]}')
    command = [*CARDSPEAK, "overlay", "--rehearse", "--address", f"127.0.0.1:{port}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        assert server.stdout is not None
        said = [server.stdout.readline() for _ in range(3)]
        server.terminate()
    assert "(rehearsal, live)" in said[0]
    assert said[1].startswith("ruling is on, as it was")
    assert said[2].startswith("level is off, as it was")


def test_what_was_chosen_holds_after_a_new_start(tmp_path: Path) -> None:
    """Everything was shown again but rulings: also what the producer had taken off the picture."""
    chosen, port = {"hidden": True, "off": ["finding", "level"]}, free_port()
    with overlay("--rehearse", folder=tmp_path, port=port) as origin:
        body, headers = json.dumps({"hidden": True, "off": ["level"]}).encode(), {"Origin": origin}
        request = urllib.request.Request(f"{origin}/show.json", body, headers, method="PATCH")  # noqa: S310 - our own
        urllib.request.urlopen(request, timeout=PATIENCE_S).close()  # noqa: S310 - our own address
    with overlay("--rehearse", folder=tmp_path, port=port) as origin:
        assert until(events(origin), "show") == chosen
    at_first = {"hidden": False, "off": ["finding"]}
    with overlay("--rehearse", "--stream", "delayed", folder=tmp_path, port=port) as origin:
        assert until(events(origin), "show") == at_first, "the other stream has its own"
    with overlay("--rehearse", folder=tmp_path) as origin:
        assert until(events(origin), "show") == at_first, "another address has a producer's page of its own"

"""The broker as a child: it dies with its table, listens where it was told, and gives way when it cannot run."""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.children import listening
from table_controller.broadcast.credentials import Credentials, kept_ports, save_credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place, _lay_out
from table_controller.broadcast.endpoints import LOOPBACK
from table_controller.broadcast.own_broker import BrokerStatus, OwnBroker, write_status

pytestmark = pytest.mark.broker

Find = Callable[[Engine], Path]
Until = Callable[..., None]
PATIENCE_S = 60.0

START_A_BROKER = """
import sys, threading
from pathlib import Path
from urllib.parse import urlsplit
from table_controller.broadcast.embedded import EmbeddedBroker, Place
made = EmbeddedBroker(Place(Path(sys.argv[1]), "rome", "t7"), {sys.argv[2]: Path(sys.argv[3])})
made.start()
assert made.wait_ready(20)
print(made.pid, flush=True)
threading.Event().wait()
"""


@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_no_broker_outlives_its_table(engine: Engine, tmp_path: Path, engine_program: Find) -> None:
    words = [sys.executable, "-c", START_A_BROKER, str(tmp_path / "b"), engine, str(engine_program(engine))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        watch = os.pidfd_open(int(table.stdout.readline()))
        table.kill()
    with selectors.DefaultSelector() as selector:
        selector.register(watch, selectors.EVENT_READ)
        assert selector.select(PATIENCE_S), "the broker lives on"
    os.close(watch)


def test_it_listens_where_it_was_told_and_nowhere_else(broker: EmbeddedBroker) -> None:
    pid, place = broker.pid, broker.endpoint()
    assert pid is not None
    assert place is not None
    found = listening(pid)
    assert ("127.0.0.1", place.port) in found
    assert {host for host, _ in found} == {"127.0.0.1"}


PAGE = "http://localhost:8090"


@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_a_websocket_is_for_named_origins_or_not_there(engine: Engine, tmp_path: Path, engine_program: Find) -> None:
    """A mosquitto asks no page where it comes from, and some open it on all addresses whatever they are told."""
    place = Place(tmp_path / "b", "rome", "t7", websocket_port=0, origins=(PAGE,))
    made = EmbeddedBroker(place, {engine: engine_program(engine)})
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    told = json.loads((tmp_path / "b" / "credentials.json").read_text())
    assert "probe" not in told["accounts"]
    if engine == "mosquitto":
        assert told["websocket_url"] is None
    else:
        assert told["websocket_url"].endswith("/mqtt")
        answers = {
            origin: answer_to(told["websocket_url"], origin) for origin in (PAGE, None, "http://evil.example", "null")
        }
        assert answers == {PAGE: 101, None: 101, "http://evil.example": 403, "null": 403}
    made.stop()


def answer_to(url: str, origin: str | None) -> int:
    """The status with which a WebSocket answers a page of that origin; without one it is no page."""
    place = urlsplit(url)
    assert place.hostname is not None
    line = HTTPConnection(place.hostname, place.port, timeout=10)
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol": "mqtt",
    }
    line.request("GET", place.path, headers=headers | ({"Origin": origin} if origin is not None else {}))
    try:
        return line.getresponse().status
    finally:
        line.close()


def test_an_engine_that_cannot_run_gives_way_to_the_next(tmp_path: Path, engine_program: Find) -> None:
    programs: dict[Engine, Path] = {"nats": Path("/bin/false"), "mosquitto": engine_program("mosquitto")}
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), programs)
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    assert made.status().startswith("ready mosquitto")
    made.stop()
    assert made.endpoint() is None


def test_another_broker_on_the_port_is_not_taken_for_ours(
    broker: EmbeddedBroker, tmp_path: Path, engine_program: Find, until: Until
) -> None:
    held = broker.endpoint()
    assert held is not None
    other = EmbeddedBroker(Place(tmp_path / "b2", "rome", "t7", mqtt_port=held.port), {"nats": engine_program("nats")})
    other.start()
    until(lambda: other.status() == f"port-taken {held.port}", other.status)
    assert other.endpoint() is None
    other.stop()


def test_a_port_taken_between_choice_and_start_is_chosen_anew(tmp_path: Path, engine_program: Find) -> None:
    """Ports are chosen before the program starts; what happens in between on a busy machine happens here."""
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), {"nats": engine_program("nats")})
    with socket.create_server(("127.0.0.1", made._layout.mqtt_port)):
        made.start()
        assert made.wait_ready(PATIENCE_S), made.status()
    made.stop()


def test_one_that_hangs_is_killed_and_started_again(
    tmp_path: Path, engine_program: Find, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs and answers nobody: its end is not what is waited for, but a message that does not come back."""
    monkeypatch.setattr("table_controller.broadcast.embedded.PROOF_EVERY_S", 0.1)
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), {"nats": engine_program("nats")})
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    first = made.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    until(lambda: made.pid not in {None, first} and made.status().startswith("ready"), made.status)
    made.stop()


def test_the_controller_reads_how_the_broker_stands(tmp_path: Path, engine_program: Find, until: Until) -> None:
    """Its process writes it down; a word of one that is gone is worth nothing."""
    seen = OwnBroker(tmp_path / "b")
    assert (seen.status(), seen.endpoint()) == ("starting", None)
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), {"nats": engine_program("nats")})
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    until(lambda: seen.status() == made.status(), seen.status)
    assert seen.endpoint() == made.endpoint()
    made.stop()
    assert (seen.status(), seen.endpoint()) == ("stopped", None)
    with subprocess.Popen(["/bin/true"]) as ended:
        pass
    write_status(tmp_path / "b", BrokerStatus("ready nats 127.0.0.1:1883", ended.pid))
    assert (seen.status(), seen.endpoint()) == ("starting", None)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"status": 1, "pid": 1}'])
def test_how_it_stands_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "status.json").write_text(text, encoding="utf-8")
    assert OwnBroker(tmp_path).status() == "starting"


def credentials(mqtt_port: int, websocket_url: str | None) -> Credentials:
    return Credentials("rome", LOOPBACK, mqtt_port, websocket_url, {})


def test_a_broker_comes_back_on_the_ports_that_overlays_know(tmp_path: Path) -> None:
    """A table that was restarted had others each time, and nobody who followed it was told."""
    place = Place(tmp_path, "rome", "t7", websocket_port=0, origins=(PAGE,))
    first = _lay_out(place)
    save_credentials(tmp_path, credentials(first.mqtt_port, f"ws://{LOOPBACK}:{first.websocket_port}/mqtt"))
    again = _lay_out(place)
    assert (again.mqtt_port, again.websocket_port) == (first.mqtt_port, first.websocket_port)


def test_where_another_program_has_the_port_that_overlays_know_it_says_so_and_waits_for_it(
    tmp_path: Path, engine_program: Find, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It moved to another one without a word: every overlay was dark, and sent its password to who had the first."""
    monkeypatch.setattr("table_controller.broadcast.embedded.LONGEST_PAUSE_S", 0.05)
    place = Place(tmp_path / "b", "rome", "t7")
    programs: dict[Engine, Path] = {"nats": engine_program("nats")}
    first = EmbeddedBroker(place, programs)
    first.start()
    assert first.wait_ready(PATIENCE_S), first.status()
    held = first.endpoint()
    assert held is not None
    first.stop()
    with socket.create_server((LOOPBACK, held.port)):
        again = EmbeddedBroker(place, programs)
        again.start()
        until(lambda: again.status() == f"port-taken {held.port}", again.status)
        assert again.pid is None
    assert again.wait_ready(PATIENCE_S), again.status()
    assert again.endpoint() == held
    again.stop()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"mqtt_port": 1}'])
def test_a_file_that_cannot_be_read_keeps_no_port(tmp_path: Path, text: str) -> None:
    (tmp_path / "credentials.json").write_text(text, encoding="utf-8")
    assert kept_ports(tmp_path) == (0, 0)

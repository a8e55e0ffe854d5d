"""The broker as a child: it dies with its table, listens where it was told, and gives way when it cannot run."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.children import listening
from table_controller.broadcast.credentials import Credentials, kept_ports, save_credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place, _lay_out
from table_controller.broadcast.endpoints import LOOPBACK

pytestmark = pytest.mark.broker

Find = Callable[[Engine], Path]
Until = Callable[..., None]
PATIENCE_S = 60.0

START_A_BROKER = """
import sys, threading
from pathlib import Path
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


@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_a_websocket_is_on_loopback_or_the_broker_is_not_used(
    engine: Engine, tmp_path: Path, engine_program: Find, until: Until
) -> None:
    """Some mosquittos open it on all addresses whatever they are told."""
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7", websocket_port=0), {engine: engine_program(engine)})
    made.start()
    until(lambda: made.status().startswith("ready") or "listens elsewhere" in made.status(), made.status)
    if engine == "nats":
        assert made.status().startswith("ready nats")
        told = json.loads((tmp_path / "b" / "credentials.json").read_text())
        assert told["websocket_url"].endswith("/mqtt")
        assert "probe" not in told["accounts"]
    made.stop()


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
    until(lambda: other.status().startswith("restarting"), other.status)
    assert other.endpoint() is None
    other.stop()


def test_a_port_taken_between_choice_and_start_is_chosen_anew(tmp_path: Path, engine_program: Find) -> None:
    """Ports are chosen before the program starts; what happens in between on a busy machine happens here."""
    made = EmbeddedBroker(Place(tmp_path / "b", "rome", "t7"), {"nats": engine_program("nats")})
    with socket.create_server(("127.0.0.1", made._layout.mqtt_port)):
        made.start()
        assert made.wait_ready(PATIENCE_S), made.status()
    made.stop()


def credentials(mqtt_port: int, websocket_url: str | None) -> Credentials:
    return Credentials("rome", LOOPBACK, mqtt_port, websocket_url, {})


def test_a_broker_comes_back_on_the_ports_that_overlays_know(tmp_path: Path) -> None:
    """A table that was restarted had others each time, and nobody who followed it was told."""
    place = Place(tmp_path, "rome", "t7", websocket_port=0)
    first = _lay_out(place)
    save_credentials(tmp_path, credentials(first.mqtt_port, f"ws://{LOOPBACK}:{first.websocket_port}/mqtt"))
    again = _lay_out(place)
    assert (again.mqtt_port, again.websocket_port) == (first.mqtt_port, first.websocket_port)


def test_where_another_program_has_the_port_it_takes_a_free_one(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as other:
        taken = int(other.getsockname()[1])
        save_credentials(tmp_path, credentials(taken, None))
        assert _lay_out(Place(tmp_path, "rome", "t7")).mqtt_port not in (0, taken)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"mqtt_port": 1}'])
def test_a_file_that_cannot_be_read_keeps_no_port(tmp_path: Path, text: str) -> None:
    (tmp_path / "credentials.json").write_text(text, encoding="utf-8")
    assert kept_ports(tmp_path) == (0, 0)

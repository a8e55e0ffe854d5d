"""``cardspeak broker config``: whole files for a venue's broker, which it takes, and with which its tables speak."""

from __future__ import annotations

import json
import os
import pwd
import re
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command_line import cardspeak_here
from support.mqtt_clients import Client

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.broker_settings import read_broker_settings
from table_controller.broadcast.children import end_child, free_ports, start_child
from table_controller.broadcast.endpoints import Endpoint, endpoint_of_url

PATIENCE_S = 60.0


def config(*words: str) -> subprocess.CompletedProcess[str]:
    return cardspeak_here(Path.cwd(), "broker", "config", *words)


@pytest.mark.broker
@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_the_files_of_a_room_are_what_its_tables_need(
    engine: Engine, tmp_path: Path, engine_program: Callable[[str], Path]
) -> None:
    """Written, taken by the broker as they are, and each table lets itself in with what lies in its folder."""
    program = engine_program(engine)
    room = tmp_path / "room"
    done = config(engine, "--venue", "rome", "--tables", "t7, t8", "--into", str(room))
    assert done.returncode == 0
    assert f"chown -R mosquitto {room}" in done.stderr, "what is left to do"
    written = [Path(line) for line in done.stdout.splitlines()]
    assert {path.relative_to(room).as_posix() for path in written} > {
        "credentials.json",
        "t7/broker.toml",
        "t8/mqtt.password",
    }
    assert all(path.stat().st_mode & 0o077 == 0 for path in written)
    moved = on_free_ports(written[0])
    child = start_child([str(program), "--config" if engine == "nats" else "-c", str(written[0])], tmp_path / "log")
    try:
        for table, other in (("t7", "t8"), ("t8", "t7")):
            login = login_of(room / table, moved)
            root = "cardspeak/v1/rome/live/table"
            everything = let_in(producer_of(room, moved), f"{root}/+/ev")
            client = let_in(login)
            client.publish(f"{root}/{other}/ev", "forged")
            client.publish(f"{root}/{table}/ev", "own")
            everything.pump_until(lambda heard=everything: bool(heard.got))  # type: ignore[misc]  # a default binds the loop's value
            assert everything.got == [b"own"], "a table speaks for itself and for no other"
            client.close()
            everything.close()
    finally:
        end_child(child)


def let_in(login: Endpoint, *topics: str) -> Client:
    """A client of a broker that may be about to start."""
    tick, until_s = threading.Event(), time.monotonic() + PATIENCE_S
    while True:
        client = Client(login, *topics)
        if client.accepted and not client.ended:
            return client
        client.close(politely=False)
        assert time.monotonic() < until_s, client.ended
        tick.wait(0.05)


def on_free_ports(main: Path) -> dict[int, int]:
    """The venue's ports may be taken on this machine; and a mosquitto that root starts changes to a user of its own."""
    text, wanted = main.read_text(encoding="utf-8"), (1883, 4222)
    moved = dict(zip(wanted, free_ports("127.0.0.1", 2), strict=True))
    for old, new in moved.items():
        text = re.sub(rf"\b{old}\b(?! on all)", str(new), text)
    if main.name == "mosquitto.conf":
        text += f"user {pwd.getpwuid(os.geteuid()).pw_name}\n"
    main.write_text(text, encoding="utf-8")
    return moved


def login_of(folder: Path, moved: dict[int, int]) -> Endpoint:
    """What the table's settings say, with the password from the file that they name."""
    settings = read_broker_settings(folder / "broker.toml")
    assert settings.password_file is not None
    password = Path(settings.password_file).read_text(encoding="utf-8").strip()
    return endpoint_of_url(settings.broker.replace("1883", str(moved[1883])), password=password)


def producer_of(room: Path, moved: dict[int, int]) -> Endpoint:
    told = json.loads((room / "credentials.json").read_text(encoding="utf-8"))
    return Endpoint("127.0.0.1", moved[1883], "producer", told["accounts"]["producer"]["password"])


def test_logins_that_were_handed_out_are_kept(tmp_path: Path) -> None:
    """A table more is no reason to cut all consumers off."""

    def passwords() -> dict[str, str]:
        told = json.loads((tmp_path / "credentials.json").read_text(encoding="utf-8"))
        return {name: login["password"] for name, login in told["accounts"].items()}

    assert config("nats", "--into", str(tmp_path)).returncode == 0
    before = passwords()
    assert config("nats", "--tables", "t1,t2", "--into", str(tmp_path)).returncode == 0
    after = passwords()
    assert after | before == after
    assert set(after) - set(before) == {"controller-t2", "delayed-feed-t2"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--tables", "t2"), "serves t1, too: name all of them"),
        (("--venue", "milan"), "is the broker of venue home at 127.0.0.1: give the same again"),
    ],
)
def test_nobody_is_cut_off_by_a_second_run(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    """It took the other tables' logins away without a word."""
    assert config("nats", "--into", str(tmp_path)).returncode == 0
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    done = config("nats", *words, "--into", str(tmp_path))
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("smoke",), "smoke: it is one of nats, mosquitto"),
        (("nats", "--tables", "t1,t1"), "--tables: name each table once"),
        (("nats", "--tables", "t1,"), "cannot stand in a topic"),
        (("nats", "--host", "10.0.0.5"), "--host and --tls go together"),
        (("nats", "--tls", "a.crt", "a.key"), "--host and --tls go together"),
        (("nats", "--host", "10.0.0.5", "--tls", "a.crt", "a.key"), "certificate: there is no file a.crt"),
        (("nats", "--ca", "ca.crt"), "--host and --tls go together"),
        (("mosquitto", "--websocket", "http://localhost:8090"), "mosquitto lets pages of any origin in"),
        (("nats", "--websocket", "*"), "is no origin of a page"),
    ],
)
def test_what_makes_no_safe_broker_is_refused_and_nothing_is_written(
    words: tuple[str, ...], why: str, tmp_path: Path
) -> None:
    done = config(*words, "--into", str(tmp_path / "room"))
    assert done.returncode == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "room").exists()

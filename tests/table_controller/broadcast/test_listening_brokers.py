"""A broker that is opened to a network: over TLS or not at all, for whoever trusts its authority and has a login."""

from __future__ import annotations

import dataclasses
import socket
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
import trustme
from support.mqtt_clients import Client

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.broker_configs import Engine, Tls
from table_controller.broadcast.broker_settings import BrokerSettings, BrokerSettingsError, Listen
from table_controller.broadcast.credentials import read_credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.own_broker import OwnBroker

Find = Callable[[Engine], Path]
Until = Callable[..., None]
PATIENCE_S = 60.0
NAME = "localhost"


def pem_files(folder: Path, name: str = NAME) -> Tls:
    """A certificate for that name, its key, and the authority that signed it."""
    folder.mkdir(exist_ok=True)
    authority = trustme.CA()
    signed = authority.issue_cert(name)
    tls = Tls(folder / "table.crt", folder / "table.key", folder / "ca.crt")
    tls.key_file.touch(0o600)
    tls.key_file.write_bytes(signed.private_key_pem.bytes())
    tls.certificate_file.write_bytes(b"".join(blob.bytes() for blob in signed.cert_chain_pems))
    assert tls.ca_file is not None
    authority.cert_pem.write_to_path(str(tls.ca_file))
    return tls


def opened(folder: Path, engine: Engine, program: Path, tls: Tls) -> EmbeddedBroker:
    place = Place(folder, "rome", "t7", websocket_port=0, origins=("http://localhost:8090",), host=NAME, tls=tls)
    return EmbeddedBroker(place, {engine: program})


@pytest.mark.broker
@pytest.mark.parametrize("engine", ["nats", "mosquitto"])
def test_over_tls_or_not_at_all(engine: Engine, tmp_path: Path, engine_program: Find) -> None:
    made = opened(tmp_path / "b", engine, engine_program(engine), pem_files(tmp_path / "pem"))
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    login = made.endpoint("producer")
    assert login is not None
    assert OwnBroker(tmp_path / "b").endpoint() == made.endpoint()
    trusting = Client(login)
    assert trusting.accepted
    trusting.close()
    doubting = pem_files(tmp_path / "others").ca_file
    for wrong in (
        dataclasses.replace(login, tls=False, ca_file=None),
        dataclasses.replace(login, ca_file=doubting),
        dataclasses.replace(login, ca_file=None),
    ):
        client = Client(wrong)
        assert not client.accepted, f"let in as {wrong}"
        client.close(politely=False)
    told = read_credentials(tmp_path / "b")
    assert told is not None
    assert (told.tls, told.host) == (True, NAME)
    if engine == "nats":
        assert (told.websocket_url or "").startswith("wss://localhost:")
        answer = handshake(told.websocket_url or "", told.ca_file)
        assert answer.startswith(b"HTTP/1.1 101 ")
    made.stop()


def handshake(url: str, ca_file: str | None) -> bytes:
    """The first line with which a WebSocket over TLS answers."""
    host, _, port = url.removeprefix("wss://").removesuffix("/mqtt").partition(":")
    words = (
        f"GET /mqtt HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: mqtt\r\n\r\n"
    )
    context = ssl.create_default_context(cafile=ca_file)
    with (
        socket.create_connection((host, int(port)), 10) as plain,
        context.wrap_socket(plain, server_hostname=host) as line,
    ):
        line.sendall(words.encode())
        return line.recv(4096).splitlines()[0]


@pytest.mark.broker
def test_a_certificate_for_another_name_is_not_used(
    tmp_path: Path, engine_program: Find, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No client would believe it; the table says why, and plays on."""
    monkeypatch.setattr("table_controller.broadcast.embedded.START_WITHIN_S", 1.0)
    tls = pem_files(tmp_path / "pem", "table8.venue.example")
    made = opened(tmp_path / "b", "nats", engine_program("nats"), tls)
    made.start()
    until(lambda: made.status().startswith("restarting"), made.status)
    assert "certificate" in made.status()
    made.stop()


def settings(tls: Tls, **changes: str) -> Listen:
    told = Listen("table7.venue.example", str(tls.certificate_file), str(tls.key_file), str(tls.ca_file))
    return replace(told, **changes)


def test_the_files_must_fit(tmp_path: Path) -> None:
    mine, other = pem_files(tmp_path / "mine"), pem_files(tmp_path / "other")
    assert settings(mine).tls() == mine
    for changes, why in (
        ({"key": str(other.key_file)}, "are no pair of PEM files"),
        ({"key": str(tmp_path / "none")}, "key: there is no file .*none"),
        ({"certificate": str(tmp_path / "none")}, "certificate: there is no file .*none"),
        ({"ca": str(mine.key_file)}, "ca: .* is no PEM file with certificates"),
        ({"certificate": str(mine.key_file)}, "are no pair of PEM files"),
        ({"ca": str(tmp_path / "none")}, "ca: there is no file"),
    ):
        with pytest.raises(BrokerSettingsError, match=why):
            settings(mine, **changes).tls()
    mine.key_file.chmod(0o640)
    with pytest.raises(BrokerSettingsError, match=f"key: others may read or change it: chmod 600 {mine.key_file}"):
        settings(mine).tls()


@pytest.mark.parametrize("host", ["", "127.0.0.1", "localhost", "0.0.0.0", "::1", "fe80::1"])  # noqa: S104  # refused
def test_a_host_that_no_other_machine_can_name_is_refused(host: str, tmp_path: Path) -> None:
    told = BrokerSettings(listen=settings(pem_files(tmp_path / "pem"), host=host))
    with pytest.raises(BrokerSettingsError, match="listen: host: "):
        told.own_broker(tmp_path / "b", "rome", "t7")


def test_a_host_without_certificate_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        Listen("table7.venue.example")  # type: ignore[call-arg]  # what a file without the keys would say


def test_the_endpoint_tells_the_name_and_the_authority(tmp_path: Path) -> None:
    tls = pem_files(tmp_path / "pem")
    made = BrokerSettings(mqtt_port=8883, listen=settings(tls)).own_broker(tmp_path / "b", "rome", "t7")
    assert made is not None
    found = made._login_of("overlay")
    assert (found.host, found.port, found.tls, found.ca_file) == ("table7.venue.example", 8883, True, tls.ca_file)
    assert isinstance(found, Endpoint)
    made.stop()

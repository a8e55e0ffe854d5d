"""Rights, credentials and the brokers' configuration files: allow-lists, private files, no plain doors."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import get_args

import pytest
from support.topic_filters import matches

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.broker_configs import (
    Layout,
    Tls,
    config_files,
    mosquitto_config,
    mosquitto_passwords,
    mosquitto_rights,
    nats_config,
)
from table_controller.broadcast.broker_settings import BrokerSettings, BrokerSettingsError, read_broker_settings
from table_controller.broadcast.brokers import GivenBroker, broker_for
from table_controller.broadcast.credentials import Credentials, CredentialsError, Login, load_logins, save_credentials
from table_controller.broadcast.endpoints import Endpoint, endpoint_of_url, is_loopback
from table_controller.broadcast.rights import CLIENTS, Account, Role, own_accounts, rights_of
from table_controller.broadcast.topics import Topics

ACCOUNTS = (*CLIENTS, *own_accounts("t7"))
ORIGINS = ("http://localhost:8090",)
LOGINS = {account.name: Login(account.role, f"secret-{account.name}") for account in ACCOUNTS}


def layout(tmp_path: Path, tls: Tls | None = None, websocket_port: int | None = 8083) -> Layout:
    return Layout(
        "rome", "127.0.0.1", 1883, 4222, websocket_port, tmp_path, ACCOUNTS, run_as="pi", tls=tls, origins=ORIGINS
    )


ROOT = "cardspeak/v1/rome"
TABLE = "table/t7"
SAMPLES = {
    "live": f"{ROOT}/live/{TABLE}/ev",
    "delayed": f"{ROOT}/delayed/{TABLE}/ev",
    "live-statistics": f"{ROOT}/live/{TABLE}/statistics",
    "delayed-statistics": f"{ROOT}/delayed/{TABLE}/statistics",
    "avail": f"{ROOT}/sys/{TABLE}/avail",
    "health": f"{ROOT}/sys/{TABLE}/health",
    "head": f"{ROOT}/sys/{TABLE}/head",
    "ack": f"{ROOT}/sys/{TABLE}/ack/recorder/live",
    "req": f"{ROOT}/sys/{TABLE}/replay/req/recorder",
    "delayed-avail": f"{ROOT}/delayed/{TABLE}/avail",
    "rule": f"{ROOT}/cmd/{TABLE}/rule",
    "delay": f"{ROOT}/cmd/{TABLE}/delay",
    "mute": f"{ROOT}/cmd/{TABLE}/mute",
    "no-verb": f"{ROOT}/cmd/{TABLE}/void-hand",
    "res": f"{ROOT}/res/producer/77",
    "sealed": f"cardspeak-sealed/v1/rome/{TABLE}/ev",
    "other-venue": f"cardspeak/v1/oslo/live/{TABLE}/ev",
}
READ = {
    "overlay": "live live-statistics avail",
    "overlay-delayed": "delayed delayed-statistics delayed-avail avail",
    "producer": "live live-statistics delayed delayed-statistics delayed-avail avail health head ack req res",
    "floor": "live live-statistics avail health head ack req",
    "technician": "live live-statistics avail health head ack req",
    "recorder": "live live-statistics delayed delayed-statistics delayed-avail avail health head ack req sealed",
    "controller": "ack req rule delay mute no-verb avail",
    "delayed-feed": "req delayed-avail",
    "probe": "",
}
WRITE = {
    "producer": "delay",
    "floor": "rule",
    "technician": "mute",
    "recorder": "ack req",
    "controller": "live live-statistics avail health head res sealed",
    "delayed-feed": "delayed delayed-statistics delayed-avail",
}


@pytest.mark.parametrize("role", get_args(Role))
def test_a_role_may_do_what_the_contract_says_and_nothing_else(role: Role) -> None:
    rights = rights_of(Account(role, role, "t7"), "rome")
    assert {name for name, topic in SAMPLES.items() if matches(topic, rights.read)} == set(READ[role].split())
    assert {name for name, topic in SAMPLES.items() if matches(topic, rights.write)} == set(WRITE.get(role, "").split())


def test_a_controller_writes_its_own_table_only() -> None:
    rights = rights_of(Account("controller", "controller", "t7"), "rome")
    assert not matches(f"{ROOT}/live/table/t8/ev", rights.write)
    assert not matches(f"{ROOT}/sys/table/t8/avail", rights.write)


def test_nats_gets_allow_lists_only(tmp_path: Path) -> None:
    text = nats_config(layout(tmp_path), LOGINS)
    overlay = next(line for line in text.splitlines() if '"overlay"' in line)
    assert 'subscribe: { allow: ["cardspeak.v1.rome.live","cardspeak.v1.rome.live.>",' in overlay
    assert '"cardspeak.v1.rome.sys.table.*.avail"]' in overlay
    assert 'publish: { deny: [">"] }' in overlay
    assert "subscribe: { deny" not in text
    assert text.count("allowed_connection_types") == len(ACCOUNTS)
    assert not re.search(r"^(http|monitor)", text, re.MULTILINE), "the monitoring port asks for no password"
    assert 'allowed_origins: ["http://localhost:8090"]' in text
    assert 'listen: "127.0.0.1:1883"' in text
    assert "no_tls: true" in text


def test_tls_reaches_both_listeners_of_nats(tmp_path: Path) -> None:
    tls = Tls(Path("/c/srv.crt"), Path("/c/srv.key"))
    text = nats_config(layout(tmp_path, tls=tls), LOGINS)
    assert text.count('tls { cert_file: "/c/srv.crt", key_file: "/c/srv.key" }') == 2
    assert "no_tls" not in text


def test_mosquittos_options_stand_where_they_must(tmp_path: Path) -> None:
    lines = mosquitto_config(layout(tmp_path, websocket_port=None)).splitlines()
    listeners = [number for number, line in enumerate(lines) if line.startswith("listener")]
    bound = [number for number, line in enumerate(lines) if line == "use_username_as_clientid true"]
    assert len(listeners) == len(bound) == 1
    assert listeners[0] < bound[0]
    assert {"allow_anonymous false", "max_queued_messages 100000", "user pi"} <= set(lines)
    assert lines[listeners[0]] == "listener 1883 127.0.0.1"


def test_mosquitto_gets_no_websocket(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="mosquitto lets pages of any origin in"):
        config_files("mosquitto", layout(tmp_path), LOGINS, {})


def test_mosquittos_rights_are_those_of_the_roles(tmp_path: Path) -> None:
    text = mosquitto_rights(layout(tmp_path))
    overlay = text.partition("user overlay\n")[2].partition("user ")[0].splitlines()
    assert overlay == [f"topic read {ROOT}/live/#", f"topic read {ROOT}/sys/table/+/avail"]
    assert "pattern" not in text
    assert "topic deny" not in text


def test_mosquittos_passwords_are_salted_hashes(tmp_path: Path) -> None:
    salts = {account.name: bytes([number]) * 12 for number, account in enumerate(ACCOUNTS)}
    text = mosquitto_passwords(layout(tmp_path), LOGINS, salts)
    assert "secret" not in text
    name, _, rest = text.splitlines()[0].partition(":")
    _, kind, rounds, salt, key = rest.split("$")
    assert (name, kind, base64.b64decode(salt)) == ("overlay", "7", bytes(12))
    assert base64.b64decode(key) == hashlib.pbkdf2_hmac("sha512", b"secret-overlay", bytes(12), int(rounds))


def test_passwords_are_made_once_and_kept(tmp_path: Path) -> None:
    first = load_logins(tmp_path, ACCOUNTS)
    assert len({login.password for login in first.values()}) == len(ACCOUNTS)
    save_credentials(tmp_path, Credentials("rome", "127.0.0.1", 1883, None, first))
    more = (*ACCOUNTS, Account("overlay-9", "overlay"))
    second = load_logins(tmp_path, more)
    assert {name: second[name] for name in first} == first
    assert second["overlay-9"].role == "overlay"
    assert (tmp_path / "credentials.json").stat().st_mode & 0o777 == 0o600


def test_an_unreadable_credentials_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "credentials.json").write_text('{"venue": ')
    with pytest.raises(CredentialsError, match=r"credentials\.json.*remove the file"):
        load_logins(tmp_path, ACCOUNTS)


@pytest.mark.parametrize("level", ["", "Rome", "a/b", "a.b", "ro me", "#", "+", "ü", "x" * 33])
def test_what_cannot_stand_in_a_topic_is_refused(level: str) -> None:
    with pytest.raises(ValueError, match="cannot stand in a topic"):
        Topics(level, "t7")
    with pytest.raises(ValueError, match="cannot stand in a topic"):
        Account(level, "overlay")


def test_a_broker_by_url() -> None:
    assert endpoint_of_url("mqtt://localhost") == Endpoint("localhost", 1883)
    assert endpoint_of_url("mqtts://me:p%40ss@10.0.0.5:9000") == Endpoint("10.0.0.5", 9000, "me", "p@ss", tls=True)
    from_file = "from-a-file"
    read = endpoint_of_url("mqtts://me:old@10.0.0.5", password=from_file)
    assert read == Endpoint("10.0.0.5", 8883, "me", from_file, tls=True)
    assert "hunter2" not in repr(Endpoint("h", 1, "u", "hunter2"))


@pytest.mark.parametrize("url", ["http://x", "mqtt://", "10.0.0.5", "mqtt://x/topic", "autos"])
def test_what_is_no_broker_says_what_to_write(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="write mqtt://host:1883"):
        broker_for(url, tmp_path)


def test_a_password_never_goes_to_another_machine_in_the_clear() -> None:
    with pytest.raises(ValueError, match="by mqtts:// only") as refused:
        endpoint_of_url("mqtt://me:hunter2@10.0.0.5")
    assert "hunter2" not in str(refused.value)
    with pytest.raises(ValueError, match="is not a broker") as refused:
        endpoint_of_url("http://me:hunter2@10.0.0.5")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("host", "expected"), [("localhost", True), ("127.0.0.9", True), ("::1", True), ("10.0.0.1", False), ("pi", False)]
)
def test_what_stays_in_this_machine(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


def test_no_broker_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert broker_for("off", tmp_path) == GivenBroker(None, "off")
    monkeypatch.setattr("table_controller.broadcast.brokers.FINDERS", {"nats": lambda: None, "mosquitto": lambda: None})
    assert broker_for("auto", tmp_path).status() == "off no-broker-installed"
    with pytest.raises(ValueError, match="nats is not installed here"):
        broker_for("nats", tmp_path)


def test_a_broker_that_others_can_reach_needs_certificates(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can be reached from other machines"):
        Layout("rome", "10.0.0.5", 8883, 4222, None, tmp_path, ACCOUNTS)
    tls = Tls(Path("/c/srv.crt"), Path("/c/srv.key"))
    room = Layout("rome", "10.0.0.5", 8883, 4222, None, tmp_path, ACCOUNTS, tls=tls)
    salts = {account.name: bytes(12) for account in ACCOUNTS}
    assert 'listen: "127.0.0.1:4222"' in config_files("nats", room, LOGINS, salts)["nats.conf"]
    files = config_files("mosquitto", room, LOGINS, salts)
    assert list(files) == ["mosquitto.conf", "passwords", "rights"]
    assert "certfile /c/srv.crt" in files["mosquitto.conf"]


def test_the_shipped_settings_are_the_defaults(project: Path) -> None:
    assert read_broker_settings(project / "config" / "broker.toml") == BrokerSettings()


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("brokr = 'auto'", "brokr: there is no such setting"),
        ("mqtt_port = 70000", "mqtt_port: must be at most 65535"),
        ("[accounts]\nme = 'controller'", r"accounts\[...\]: 'controller' is none of"),
        ("broker = ", "is not TOML: invalid value"),
    ],
)
def test_a_wrong_setting_names_its_place(tmp_path: Path, text: str, match: str) -> None:
    path = tmp_path / "broker.toml"
    path.write_text(text)
    with pytest.raises(BrokerSettingsError, match=match) as wrong:
        read_broker_settings(path)
    assert str(path) in str(wrong.value)


def test_settings_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokerSettingsError, match="controller is an account of the table itself"):
        BrokerSettings(accounts={"controller": "overlay"}).own_broker(tmp_path, "rome", "t7")
    with pytest.raises(BrokerSettingsError, match="rec9 is not among the accounts"):
        BrokerSettings(recorder="rec9").own_broker(tmp_path, "rome", "t7")
    with pytest.raises(BrokerSettingsError, match="name the pages that may use the WebSocket"):
        BrokerSettings(origins=()).own_broker(tmp_path, "rome", "t7")


@pytest.mark.parametrize(
    "origin", ["*", "null", "localhost:8090", "http://a/page", "http://a:1 ", "ws://a", "http://a:x"]
)
def test_what_is_no_origin_of_a_page_is_refused(origin: str, tmp_path: Path) -> None:
    with pytest.raises(BrokerSettingsError, match="is no origin of a page: write http://host:port"):
        BrokerSettings(origins=(origin,)).own_broker(tmp_path, "rome", "t7")


def test_a_venues_broker_gets_its_password_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("hunter2\n")
    (tmp_path / "secret").chmod(0o600)
    settings = BrokerSettings("mqtts://me@10.0.0.5", password_file=str(tmp_path / "secret"), recorder="rec9")
    place = settings.broker_at(tmp_path).endpoint()
    assert place == Endpoint("10.0.0.5", 8883, "me", "hunter2", tls=True)
    assert settings.delivery.recorder == "rec9"


def test_a_password_that_others_may_read_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2\n")
    secret.chmod(0o644)
    settings = BrokerSettings("mqtts://me@10.0.0.5", password_file=str(secret))
    with pytest.raises(BrokerSettingsError, match=f"password_file: others may read or change it: chmod 600 {secret}"):
        settings.broker_at(tmp_path)
    secret.unlink()
    with pytest.raises(BrokerSettingsError, match=r"password_file: .*secret: No such file"):
        settings.broker_at(tmp_path)
    with pytest.raises(BrokerSettingsError, match=r"ca_file: there is no file none\.pem"):
        BrokerSettings("mqtts://me@10.0.0.5", ca_file="none.pem").broker_at(tmp_path)


def test_where_the_delayed_feed_logs_in(tmp_path: Path) -> None:
    """At the table's own broker, or with a login of its own at a venue's; else there is no delayed feed."""
    secret = tmp_path / "delayed.password"
    secret.write_text("s3cret\n", encoding="utf-8")
    secret.chmod(0o600)
    venue = BrokerSettings(broker="mqtts://controller-t1@broker.example")
    assert venue.delayed_at(tmp_path) is None
    assert BrokerSettings(broker="off").delayed_at(tmp_path) is None
    own = BrokerSettings(broker="nats").delayed_at(tmp_path)
    assert own is not None
    assert own() is None, "while the broker is not ready"
    login = replace(venue, delayed_login="delayed-feed-t1", delayed_password_file=str(secret))
    found = login.delayed_at(tmp_path)
    assert found is not None
    place = found()
    assert place is not None
    assert (place.host, place.username, place.password, place.tls) == (
        "broker.example", "delayed-feed-t1", "s3cret", True
    )  # fmt: skip
    secret.chmod(0o644)
    with pytest.raises(BrokerSettingsError, match="delayed_password_file: others may read"):
        login.delayed_at(tmp_path)

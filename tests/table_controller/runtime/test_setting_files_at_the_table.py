"""Whatever stands where a file of settings is looked for, a start ends at once with one sentence about it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from support.command_line import PATIENCE_S, ROOT

from firmware_bridge.secrets.decks import DeckError, load_decks
from firmware_bridge.vocabulary.whole_files import LARGEST_BYTES
from table_controller.broadcast.broker_settings import BrokerSettingsError, read_broker_settings
from table_controller.broadcast.credentials import CredentialsError, given_credentials
from table_controller.game.rulebooks.known import read_shelf
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.runtime.processes.consoles import consoles_of
from table_controller.runtime.processes.floor_pin import FLOOR, read_pin
from table_controller.runtime.processes.head_key import KEY, table_signer
from table_controller.runtime.settings.panel_settings import read_panel
from table_controller.runtime.settings.settings import SettingsError, read_settings

SHIPPED = Path(__file__).parents[3] / "config"
MOST_MEMORY_BYTES: Final = 2_000_000 << 10
MARK: Final = b"\xef\xbb\xbf"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED, tmp_path / "config")
    return tmp_path / "config" / "table.toml"


def named(config: Path, key: str, value: str) -> None:
    """Write the setting into the file, in the place of the one that is there."""
    lines = config.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith((f"{key} =", f"# {key} =")))
    config.write_text("\n".join([*lines[:at], f'{key} = "{value}"', *lines[at + 1 :]]), encoding="utf-8")


def run(config: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A start that may not take the machine's memory, should it try to."""
    return subprocess.run(
        [sys.executable, "-m", "table_controller.runtime", "run", "--config", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        stdin=subprocess.DEVNULL,
        cwd=config.parent.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY_BYTES, MOST_MEMORY_BYTES)),
        check=False,
    )


@pytest.mark.parametrize("key", ["decks", "broker", "house"])
def test_a_device_where_a_file_is_named_ends_the_start_with_a_sentence(config: Path, key: str) -> None:
    named(config, key, "/dev/zero")
    done = run(config, str(config))
    assert done.returncode == 2
    assert "/dev/zero: cannot be read: it is a device and not a regular file: put a file there, or name another" in (
        done.stderr
    )
    assert "Traceback" not in done.stderr


def test_settings_that_are_a_pipe_or_a_device_end_the_start_with_a_sentence(config: Path) -> None:
    os.mkfifo(config.with_name("pipe.toml"))
    for name, kind in ((str(config.with_name("pipe.toml")), "pipe"), ("/dev/zero", "device")):
        done = run(config, name)
        assert done.returncode == 2
        assert f"{name}: cannot be read: it is a {kind} and not a regular file: " in done.stderr


def test_every_file_of_settings_is_read_within_the_bound(config: Path) -> None:
    """Each of these was read to its end, however far that was."""
    folder = config.parent
    for name, read, refusal in (
        ("table.toml", read_settings, SettingsError),
        ("panel.toml", read_panel, SettingsError),
        (FLOOR, read_pin, SettingsError),
        ("broker.toml", read_broker_settings, BrokerSettingsError),
        ("decks.toml", load_decks, DeckError),
    ):
        path = folder / name
        path.write_bytes(b"#" * (LARGEST_BYTES + 1))
        with pytest.raises(refusal, match="is larger than 1,048,576 bytes"):
            read(path)
    (folder / KEY).write_bytes(b"0" * (LARGEST_BYTES + 1))
    (folder / KEY).chmod(0o600)
    with pytest.raises(SettingsError, match="is larger than 1,048,576 bytes"):
        table_signer(folder)


def test_a_book_that_is_a_pipe_or_too_large_is_a_book_with_a_fault(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ours.toml")
    (tmp_path / "long.toml").write_bytes(b"#" * (LARGEST_BYTES + 1))
    shelf = read_shelf(tmp_path)
    for name, why in (("ours", "it is a pipe"), ("long", "it is larger than 1,048,576 bytes")):
        with pytest.raises(ManifestError, match=why):
            shelf.table_rulebook(name, ())


def test_a_mark_that_an_editor_wrote_before_the_text_is_no_part_of_it(config: Path) -> None:
    folder, before = config.parent, read_settings(config)
    for path in folder.glob("*.toml"):
        path.write_bytes(MARK + path.read_bytes())
    assert read_settings(config) == before
    read_panel(folder / "panel.toml")
    read_broker_settings(folder / "broker.toml")


def test_a_pipe_for_consoles_logins_or_a_password_is_not_waited_for(
    config: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pipe, broker = config.with_name("pipe"), config.with_name("broker.toml")
    os.mkfifo(pipe, 0o600)
    broker.write_text('consoles = "pipe"\npassword_file = "pipe"\nbroker = "mqtt://x@127.0.0.1"\n', encoding="utf-8")
    assert consoles_of(config, read_settings(config), config.parent)() == {}
    assert f"{pipe}: cannot be read: it is a pipe and not a regular file" in caplog.text
    with pytest.raises(BrokerSettingsError, match=r"password_file: .*/pipe: it is a pipe"):
        read_broker_settings(broker).broker_at(config.parent)
    with pytest.raises(CredentialsError, match="it is a pipe"):
        given_credentials(pipe)

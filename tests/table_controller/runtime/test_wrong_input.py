"""What people get wrong on the command line: each is answered with what, where and what to do, and exit status 2."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from support.command_line import cardspeak_here, cardspeak_started

from firmware_bridge.vocabulary.whole_files import LARGEST_BYTES
from table_controller.game.variants import PLAYED
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE, check, no_journal, replay
from table_controller.runtime.cli.usage import (
    LONGEST_SOCKET_BYTES,
    UsageError,
    check_ports,
    check_socket,
    make_state_folder,
)
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.finishing import PIPE_CLOSED
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.opened import OPENED, check_opened
from table_controller.runtime.settings.settings import read_settings

SHIPPED = Path(__file__).parents[3] / "config"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with settings that work, and with everything that does not."""
    shutil.copytree(SHIPPED, tmp_path / "config")
    (tmp_path / "empty").mkdir()
    for name in ("large.toml", "large.phh"):
        (tmp_path / name).write_bytes(b"#" * (LARGEST_BYTES + 1))
    (tmp_path / "empty.phh").write_text("\n", encoding="utf-8")
    (tmp_path / "bad.phh").write_text("variant = 'NT'", encoding="utf-8")
    (tmp_path / "bad.toml").write_text("garbage = [", encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "other.toml").write_text("x = 1", encoding="utf-8")
    (tmp_path / "junk.journal").write_text("hello", encoding="utf-8")
    shutil.copytree(SHIPPED, tmp_path / "nodeck")
    (tmp_path / "nodeck" / "decks.toml").write_text("garbage = [", encoding="utf-8")
    shutil.copytree(SHIPPED, tmp_path / "nobroker")
    (tmp_path / "nobroker" / "broker.toml").write_text('broker = "smoke"', encoding="utf-8")
    told = (SHIPPED / "table.toml").read_text(encoding="utf-8")
    for name, here, wrong in (
        ("omaha", 'variant = "NT"', 'variant = "OMAHA"'),
        ("huge", "big_blind_chips = 100", f"big_blind_chips = {10**23}"),
    ):
        assert here in told
        shutil.copytree(SHIPPED, tmp_path / name)
        (tmp_path / name / "table.toml").write_text(told.replace(here, wrong), encoding="utf-8")
    (tmp_path / "damaged").mkdir(mode=0o700)
    (tmp_path / "open").mkdir(mode=0o700)
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "changed").mkdir(mode=0o700)
    check_opened(read_settings(SHIPPED / "table.toml"), tmp_path, tmp_path / "changed", tmp_path, as_opened=False)
    other = (
        (tmp_path / "changed" / OPENED)
        .read_text(encoding="utf-8")
        .replace('"big_blind_chips":100,', '"big_blind_chips":60,')
    )
    (tmp_path / "changed" / OPENED).write_text(other, encoding="utf-8")
    (tmp_path / "changed" / JOURNAL).write_text("", encoding="utf-8")
    (tmp_path / "damaged" / "table.journal").write_text("hello", encoding="utf-8")
    return tmp_path


MISTAKES = [
    ("nonsense", "cardspeak: nonsense: there is no such command; cardspeak --help says what there is\n"),
    ("demo --speed x", "cardspeak: --speed x: is no number; cardspeak demo --help says what there is\n"),
    ("demo --frobnicate", "cardspeak: --frobnicate: there is no such option; cardspeak demo --help says what"),
    ("explain tda-2019 --ref-no 45-A", "cardspeak: --ref-no: there is no such option; cardspeak explain"),
    ("demo extra", "cardspeak: extra: not wanted here; "),
    ("demo --language xx", 'cardspeak: Invalid value "xx" for --language. Choose from: '),
    ("run --config", "cardspeak: --config: its value is missing; cardspeak run --help"),
    ("explain", "cardspeak: BOOK: is missing; cardspeak explain --help"),
    ("journal nosuch", "cardspeak: nosuch: there is no such command; cardspeak journal --help"),
    ("demo --script missing.toml", "missing.toml:1 cannot be opened: No such file"),
    ("demo --script empty", "empty:1 cannot be opened: Is a directory"),
    ("demo --script /dev/zero", "/dev/zero:1 cannot be opened: it is a device and not a regular file"),
    ("demo --script bad.toml", "bad.toml:1 not TOML"),
    ("demo --broker smoke", "'smoke' is not a broker: write mqtt://"),
    ("demo --speed 0", "clock speed 0.0 is not between"),
    ("demo --faults quake", "no fault profile 'quake': there are noisy, storm, and one fault in every hand: off"),
    ("run --config missing.toml", "missing.toml: cannot be read: No such file or directory; name"),
    ("run --config bad.toml", "bad.toml: at its end: is not TOML: invalid value"),
    ("run --config binary.toml", "binary.toml: is not UTF-8 text"),
    ("run --config other.toml", "other.toml: x: there is no such setting"),
    (
        "run --config omaha/table.toml",
        "omaha/table.toml: game.variant: 'OMAHA' is not a variant; played are " + ", ".join(sorted(PLAYED)),
    ),
    ("run --config huge/table.toml", "huge/table.toml: game.big_blind_chips: must be at most 1000000000000"),
    ("run --config nodeck/table.toml", "nodeck/decks.toml: is not TOML"),
    (
        "run --state changed",
        "config/table.toml: changed since the table in changed was opened: game.big_blind_chips was 60, is 100",
    ),
    ("run --state /tmp", "--state /tmp: others use it too: name a folder of the table's own"),
    ("run --state open", "--state open: others may read or change it: chmod 700 open"),
    ("run --config nobroker/table.toml --state s", "nobroker/broker.toml: broker: 'smoke' is not a broker"),
    ("run --state junk.journal", "--state junk.journal: no folder can be made there: File exists; name another"),
    ("run --state damaged", "table.journal is damaged at byte 0"),
    ("run --port /dev/nothing", "--port /dev/nothing: there is no such device: plug it in"),
    ("run --port config/table.toml", "--port config/table.toml: is no serial port"),
    ("simulate --config missing.toml", "missing.toml: cannot be read"),
    ("simulate --speed nan", "clock speed nan is not between"),
    ("script", "name at least one file or folder"),
    ("script missing.toml", "missing.toml:1 is neither a file nor a folder"),
    ("script empty", "empty:1 holds no .toml file"),
    ("script large.toml", "large.toml:1 cannot be opened: it is larger than 1,048,576 bytes"),
    ("script bad.toml", "bad.toml:1 not TOML"),
    ("script bad.toml --through luck", "--through luck: it is one of engine, hardware"),
    ("script bad.toml --through hardware --faults quake", "no fault profile 'quake'"),
    ("replay", "name at least one file or folder"),
    ("replay missing.phh", "missing.phh cannot be opened"),
    ("replay large.phh", "large.phh cannot be opened: it is larger than 1,048,576 bytes"),
    ("hands check large.phh", "large.phh: cannot be read: it is larger than 1,048,576 bytes"),
    ("replay empty.phh", "empty.phh is empty"),
    ("replay bad.phh", "bad.phh is not a hand history: antes, starting_stacks, actions missing"),
    ("replay empty", "empty holds no .phh file: name a folder of hand histories"),
    ("replay bad.toml --jobs 0", "--jobs 0: one process at least"),
    ("journal show missing", "missing: cannot be read: No such file"),
    ("journal verify empty", "empty: is a folder: name the journal in it, empty/table.journal"),
    ("journal replay junk.journal", "junk.journal: is no journal: a table's is called table.journal"),
    ("journal rescue junk.journal", "junk.journal: is no journal"),
    ("broker config smoke", "smoke: it is one of nats, mosquitto"),
    ("screen", "this is no terminal that a screen can be drawn on: cardspeak log writes lines"),
    ("log", "--socket .state/display.sock: no table runs here, there is no folder .state: start one with"),
    ("log --socket junk.journal", "--socket junk.journal: is no socket: a table's is called display.sock"),
    ("explain nobook 1", "no rulebook 'nobook'; there is"),
    ("rules nobook", "no rulebook 'nobook'"),
    ("compare nothing", "no rule has the topic 'nothing'"),
]
STARTED = ("nonsense", "run --port config/table.toml", "log")
"""Played by a real process, too: the parser's answer, one from inside the event loop, and one of the display."""


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_said_and_is_status_2(folder: Path, words: str, told: str) -> None:
    check_told(cardspeak_here(folder, *words.split()), told)


@pytest.mark.parametrize("words", STARTED)
def test_a_process_says_the_same(folder: Path, words: str) -> None:
    done = cardspeak_started(folder, *words.split())
    check_told(done, dict(MISTAKES)[words])
    here = cardspeak_here(folder, *words.split())
    assert (here.stdout, here.stderr) == (done.stdout, done.stderr)


def check_told(done: subprocess.CompletedProcess[str], told: str) -> None:
    assert done.returncode == 2, done.stdout + done.stderr
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_state_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    make_state_folder(tmp_path / "new")
    assert (tmp_path / "new").is_dir()
    long = tmp_path / ("x" * (LONGEST_SOCKET_BYTES - len(os.fsencode(tmp_path)) - len("//display.sock")))
    make_state_folder(long)
    with pytest.raises(UsageError, match="too long by 1 bytes for the path of a socket"):
        make_state_folder(long.with_name(long.name + "x"))
    with pytest.raises(UsageError, match="no folder can be made there"):
        make_state_folder(Path("/proc/nothing"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")  # CI runs as root; a Pi does not
def test_a_folder_that_is_read_only_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(UsageError, match="may not write there"):
            make_state_folder(tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_sockets_and_ports_that_can_be_pass(tmp_path: Path) -> None:
    check_socket(tmp_path / "display.sock")  # not there yet: the table may be starting
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "display.sock"))
        check_socket(tmp_path / "display.sock")
    check_ports(("/dev/null",))
    with pytest.raises(UsageError, match="is a folder: name the socket in it"):
        check_socket(tmp_path)
    with pytest.raises(UsageError, match="no device with this serial number"):
        check_ports(("usb:no-such-number",))


def test_a_journal_with_a_damaged_beginning_is_damaged_and_not_something_else(tmp_path: Path, folder: Path) -> None:
    """No file that was a journal is called none: a flipped bit in the first mark leaves those of the next records."""
    state = tmp_path / "state"
    controller = open_controller(read_settings(folder / "config" / "table.toml"), state, 0.0)
    controller.journal.close()
    journal = state / JOURNAL
    assert (no_journal(journal), check(journal)[0]) == ("", OK)
    data = bytearray(journal.read_bytes())
    data[0] ^= 1
    journal.write_bytes(data)
    assert (no_journal(journal), check(journal)[0], replay(journal)[0]) == ("", BAD, BAD)
    journal.write_bytes(b"")
    assert check(journal)[0] == BAD, "begun, and never written"
    journal.write_bytes(b"something else")
    assert check(journal)[0] == UNREADABLE


@pytest.mark.parametrize("words", [("train",), ("explain", "figp-2012", "48"), ("--help",)])
def test_a_stream_that_lacks_a_sign_shows_a_question_mark(folder: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "table_controller.runtime", *words],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert len(done.stdout) > 100


def test_a_reader_that_has_had_enough_ends_it_in_silence(project: Path) -> None:
    """``cardspeak script … | head -1`` ended in a traceback."""
    words = [sys.executable, "-m", "table_controller.runtime", "script", str(project / "tests/scripts/plain")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=project) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().startswith(b"ok ")
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == PIPE_CLOSED


def test_a_plug_that_is_out_locks_nobody_out_of_a_table_that_has_begun(capsys: pytest.CaptureFixture[str]) -> None:
    """After a crash in mid-hand, with one reader out, no screen came until it was mended."""
    with pytest.raises(UsageError, match="there is no such device"):
        check_ports(("/dev/cards-speak-none",))
    check_ports(("/dev/cards-speak-none",), begun=True)
    assert "the table goes on without it until it is there" in capsys.readouterr().err
    with pytest.raises(UsageError, match="is no serial port"):
        check_ports((__file__,), begun=True)


def test_a_start_that_fails_shows_the_log_of_this_start_alone(folder: Path) -> None:
    state = folder / "state"
    state.mkdir(mode=0o700)
    (state / "table.journal").write_bytes(b"no journal" * 40)
    (state / "controller.log").write_text("2026-01-01T00:00:00.000Z ERROR controller: of last week\n", "utf-8")
    done = cardspeak_started(folder, "run", "--state", "state", "--log")
    assert done.returncode == 2, done.stderr
    assert "the controller did not start; the end of" in done.stderr
    assert "table.journal" in done.stderr
    assert "of last week" not in done.stderr
    assert "of last week" in (state / "controller.log").read_text("utf-8")

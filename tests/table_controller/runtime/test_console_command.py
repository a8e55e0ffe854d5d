"""``cardspeak console``: what is wrong with a line is said before anything is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from table_controller.broadcast.children import free_ports
from table_controller.broadcast.console_client import words_of
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.credentials import Credentials, new_login, save_credentials
from table_controller.broadcast.rights import CLIENTS
from table_controller.broadcast.snapshots import Answer
from table_controller.runtime.cli import console_command
from table_controller.runtime.cli.console_command import ask_table
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (port,) = free_ports("127.0.0.1", 1)
    logins = {account.name: new_login(account) for account in CLIENTS}
    save_credentials(tmp_path, Credentials("home", "127.0.0.1", port, None, logins))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "login", "said"),
    [
        ("void seat=4", "", "void: it is one of rule, penalty, level, tell, clock, seat, unseat, delay, mute"),
        ("penalty", "", "penalty: seat: is missing\npenalty takes, name=value each:\n  seat= "),
        ("penalty seat=11", "", "penalty: seat: must be at most 10\npenalty takes"),
        ("penalty seat", "", "seat: write name=value, such as seat=4"),
        ("penalty seats=4", "", "penalty: seats: there is no such word\n"),
        ("tell what=lunch", "", "tell: what: 'lunch' is none of the words that it takes\n"),
        ("tell what=lunch", "", "One of break, break-due, break-over, bubble, bubble-over, level-due, new-dealer.\n"),
        ("level", "", "  ante_chips=        An amount, in chips of one. 0 to 1,000,000,000,000. [0]\n"),
        (
            "rule option=void",
            "",
            "  arguments.NAME=    What the choice needs besides, by name, such as `seat`. [none]\n",
        ),
        ("clock now=1", "", "clock: now: there is no such word\nclock takes nothing\n"),
        ("penalty seat=4 seat=5", "", "seat: said twice"),
        ("delay delay_s=60", "floor", "--login floor: delay is not for the floor, but for the producer"),
        ("delay delay_s=60", "overlay", "--login overlay: no console of"),
        ("delay delay_s=60", "overlay", "there is producer, floor, technician"),
    ],
)
def test_a_wrong_line(folder: Path, capsys: pytest.CaptureFixture[str], words: str, login: str, said: str) -> None:
    verb, *rest = words.split()
    assert ask_table(verb, tuple(rest), "t1", login, folder) == UNUSABLE
    told = capsys.readouterr().err
    assert said in told
    assert told.startswith("cardspeak console: ")
    assert told.count("\n") == 1 or "takes" in told


def test_where_there_is_no_table(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask_table("clock", (), "t1", "", folder) == FAILED
    assert "is not reached: connection-refused" in capsys.readouterr().err
    (folder / "credentials.json").chmod(0o644)
    assert ask_table("clock", (), "t1", "", folder) == UNUSABLE
    assert "others may read or change it: chmod 600" in capsys.readouterr().err
    assert ask_table("clock", (), "t1", "", tmp_path / "elsewhere") == UNUSABLE
    assert "no credentials.json there" in capsys.readouterr().err


def test_help_says_what_each_verb_takes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert ask_table("help", (), "t1", "", tmp_path) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for verb in VERBS for line in words_of(verb)] == told
    assert "penalty takes, name=value each:" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("delay delay_s=600", "delay: done, from the next hand on"),
        ("level small_blind_chips=100 big_blind_chips=200", "level: done, from the next hand that has not begun"),
        ("penalty seat=4 hands=2", "penalty: done"),
    ],
)
def test_what_does_not_hold_at_once_says_from_when(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    monkeypatch.setattr(console_command, "ask", lambda *_: Answer("c-1", "", True, "", 7))
    verb, *words = line.split()
    assert ask_table(verb, tuple(words), "t1", "", folder) == 0
    assert capsys.readouterr().out == f"{said}\n"

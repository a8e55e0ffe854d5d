"""A shell that completes the words of cardspeak, written by a command into the home of whoever asks."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command_line import cardspeak_here

Asked = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """``cardspeak completion`` in a home of its own."""

    def ask(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("HOME", str(home))
        for name in ("ZDOTDIR", "ZSH_CUSTOM", "ZSH", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.delenv(name, raising=False)
        return cardspeak_here(tmp_path, "completion", *words)

    return ask


@pytest.mark.parametrize(("shell", "starts"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", "")])
def test_a_shell_learns_the_commands(shell: str, starts: str, tmp_path: Path, asked: Asked) -> None:
    done = asked(tmp_path, "--shell", shell)
    assert (done.returncode, done.stderr) == (0, "")
    place = Path(done.stdout.partition("written: ")[2].partition("\n")[0])
    script = place.read_text(encoding="utf-8")
    assert place.is_relative_to(tmp_path)
    assert "cardspeak" in script
    assert "rulebook" in script
    if starts:
        assert str(place.parent) in (tmp_path / starts).read_text(encoding="utf-8")


def test_the_start_file_may_be_left_alone(tmp_path: Path, asked: Asked) -> None:
    assert asked(tmp_path, "--shell", "bash", "--no-startup").returncode == 0
    assert not (tmp_path / ".bashrc").exists()


def test_bash_understands_what_is_written(tmp_path: Path, asked: Asked) -> None:
    done = asked(tmp_path, "--shell", "bash")
    place = done.stdout.partition("written: ")[2].partition("\n")[0]
    read = subprocess.run(["bash", "-n", place], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


def test_a_home_that_cannot_be_written_is_one_plain_line(tmp_path: Path, asked: Asked) -> None:
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    done = asked(tmp_path / "home", "--shell", "fish")
    assert done.returncode == 2
    assert done.stderr.startswith("cardspeak: completion: ")
    assert done.stderr.count("\n") == 1

"""The README's path of a new user: its lines work as printed, and its pictures are those of the running program."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from docs.newcomer.path import Step, commands_of, fenced, read_steps
from docs.newcomer.pictures import SETTINGS, Walked, main, own_settings, walk
from docs.picture import picture
from docs.picture_feed import UP_TO, heard_of_demo

from table_controller.runtime.cli.main import app
from table_controller.runtime.cli.rulebook_tools import explain
from table_controller.runtime.simulated.playing import replay_hands

ROOT = Path(__file__).parents[3]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
STEPS = read_steps(TEXT)
AGAIN = "run `make docs`, and look at it"


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def walked(steps: tuple[Step, ...]) -> Walked:
    return walk(steps, ROOT / SETTINGS)


def outdated(drawn: Mapping[str, str]) -> list[str]:
    """The pictures that are not what their files hold."""
    files = {file: ROOT / file for file in drawn}
    return [file for file, path in files.items() if not path.exists() or path.read_text("utf-8") != drawn[file]]


def test_every_picture_is_what_the_steps_come_to() -> None:
    end = walked(STEPS)
    assert list(end.pictures) == [shown.file for step in STEPS for shown in step.pictures]
    assert outdated(end.pictures) == [], AGAIN
    assert "35-A(2)" in end.pictures["hardware_docs/pictures/step-5.svg"]
    assert (end.view.hand, end.view.street) == (2, "deal"), "the same hand is dealt again"
    assert not any(seat.cards for seat in end.view.seats)


def test_another_line_on_the_felt_or_another_picture_is_caught() -> None:
    line = "card 6              # the first"
    assert TEXT.count(line) == 1
    other = read_steps(TEXT.replace(line, "card 3 # the first"))
    pictures = walked(other[1:]).pictures
    assert outdated(pictures) == [list(pictures)[-1]]
    assert outdated({"hardware_docs/pictures/step-1.svg": "another", "README.md": TEXT}) == [
        "hardware_docs/pictures/step-1.svg"
    ]


@pytest.mark.parametrize(("kind", "line", "said"), [("felt", "shoffle", "no command"), ("keys", "o", "not taken")])
def test_a_path_that_cannot_be_gone_is_said(kind: str, line: str, said: str) -> None:
    steps = read_steps(f"### 1. Away\n```{kind}\n{line}\n```\n![Nothing](nothing.svg)\n")
    with pytest.raises(ValueError, match=said):
        walked(steps)


def test_there_are_five_steps_each_with_a_picture_and_words_for_it() -> None:
    assert [step.number for step in STEPS] == [1, 2, 3, 4, 5]
    shown = [picture for step in STEPS for picture in step.pictures]
    there = {file.name for file in (ROOT / "hardware_docs" / "pictures").iterdir()}
    of_the_overlay = {name for name in there if name.startswith("overlay-")}
    assert there - of_the_overlay == {Path(picture.file).name for picture in shown}
    page = (ROOT / "hardware_docs" / "first-overlay.md").read_text("utf-8")
    assert of_the_overlay == set(re.findall(r"\(pictures/(overlay-[a-z]+\.png)\)", page))
    assert all(len(picture.words.split()) > 6 for picture in shown)
    with pytest.raises(ValueError, match="no picture"):
        read_steps("### 1. Nothing to see\n")


def test_the_picture_at_the_head_is_current() -> None:
    file = ROOT / "hardware_docs" / "screen.svg"
    drawn = asyncio.run(picture(heard_of_demo(UP_TO)))
    assert outdated({"hardware_docs/screen.svg": drawn}) == [], AGAIN
    assert outdated({"hardware_docs/screen.svg": drawn.replace("Chiara", "Carla")}) == [str(file.relative_to(ROOT))]


def tracked(steps: tuple[Step, ...], ignored: str) -> list[str]:
    """The settings that the steps let a new user change, or start a table with, in a folder that git looks at."""
    named = [own for step in steps if (own := own_settings(step)) is not None]
    lines = [line for step in steps for line in step.typed("sh")]
    named += [found[1] for line in lines if (found := re.search(r"--config (\S+)", line))]
    return [file for file in named if f"{Path(file).parts[0]}/" not in ignored.splitlines()]


def test_the_path_changes_no_file_of_the_repository(tmp_path: Path) -> None:
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8")
    assert tracked(STEPS, ignored) == []
    again = TEXT.replace("my-table/table.toml", "config/table.toml")
    assert set(tracked(read_steps(again), ignored)) == {"config/table.toml"}
    (copying,) = (line for step in STEPS for line in step.typed("sh") if line.startswith("cp "))
    shutil.copytree(ROOT / "config", tmp_path / "config")
    subprocess.run(shlex.split(copying), cwd=tmp_path, check=True)
    owned = [own for step in STEPS if (own := own_settings(step)) is not None]
    assert all((tmp_path / own).read_text() == (ROOT / SETTINGS).read_text() for own in owned)
    assert owned


def test_the_rule_that_is_shown_is_told_as_it_is_printed(tmp_path: Path) -> None:
    """It is one of which English and Italian prints say the same."""
    (shown,) = (block for kind, block in fenced(TEXT) if kind == "text" and block.startswith("tda-2019 "))
    book, ref = shown.partition(":")[0].split()
    assert explain(book, ref, tmp_path).startswith(shown)
    assert "prints" not in explain(book, ref, tmp_path)
    assert ref in (ROOT / "hardware_docs/pictures/step-5.svg").read_text(encoding="utf-8")


def unknown(text: str) -> list[str]:
    """The lines of a page's shell blocks that this clone does not know."""
    lines = [line for kind, block in fenced(text) if kind in {"", "sh"} for line in commands_of(block)]
    return [line for line in lines if not _is_known(line)]


def _is_known(line: str) -> bool:
    program, *words = shlex.split(line)
    match program:
        case "make":
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            return all(re.search(rf"^{word}:", makefile, re.MULTILINE) for word in words)
        case "cardspeak":
            try:
                app.parse_args(words, exit_on_error=False, print_error=False)
            except Exception:  # noqa: BLE001 - whatever it says: the line is not taken
                return False
            return True
        case _:
            return program in {"git", "cd", "cp", ".", "mosquitto_sub"}


def test_every_command_of_the_readme_is_one() -> None:
    assert unknown(TEXT) == []
    assert unknown("```sh\nmake demos\ncardspaek run\ncardspeak simulat\ncardspeak run --prot x\nmake demo\n```\n") == [
        "make demos",
        "cardspaek run",
        "cardspeak simulat",
        "cardspeak run --prot x",
    ]
    named = set(re.findall(r"`cardspeak ([a-z]+)", TEXT))
    assert named <= {name for name in app if not name.startswith("-")}


def test_the_hand_that_is_printed_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hand,) = (block for kind, block in fenced(TEXT) if kind == "toml")
    (tmp_path / "hand.phh").write_text(hand, encoding="utf-8")
    assert replay_hands((tmp_path / "hand.phh",), "hardware", 1, 1, drop_frames=False, faults=None) == 0
    assert "1" in capsys.readouterr().out.splitlines()[-1]


def test_the_generator_wants_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err

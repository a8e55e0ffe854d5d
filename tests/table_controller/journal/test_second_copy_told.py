"""Where a journal cannot be gone on with, its second copy is named, and what is printed can be typed as it stands."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from support.command_line import cardspeak_here, cardspeak_started
from support.one_hand import HEADER, entries_of

from table_controller.broadcast.marks import MARK, Mark
from table_controller.journal.journal import Journal, verify
from table_controller.journal.scan import head_path
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE
from table_controller.runtime.cli.rescue_tool import rescue
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.settings import read_settings

SHIPPED = Path(__file__).parents[3] / "config"
BOOT = UUID(int=7)
RECORDS = len(entries_of(1))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table's folder with settings that name a second copy on a stick, which has the whole journal."""
    shutil.copytree(SHIPPED, tmp_path / "config")
    config = tmp_path / "config" / "table.toml"
    named = config.read_text(encoding="utf-8").replace(
        "[journal]\n", f'[journal]\nmirror = "{tmp_path}/the stick/t1.journal"\n'
    )
    config.write_text(named, encoding="utf-8")
    (tmp_path / "the stick").mkdir()
    (tmp_path / ".state").mkdir(mode=0o700)
    return tmp_path


def begun(folder: Path) -> Path:
    """A table as these settings open it, with its second copy."""
    state = folder / ".state"
    open_controller(read_settings(folder / "config" / "table.toml"), state, 1.0).journal.close()
    shutil.copyfile(state / JOURNAL, copy_in(folder))
    return state / JOURNAL


def played(folder: Path) -> Path:
    """A hand in the journal, and the second copy of all of it."""
    log = folder / ".state" / JOURNAL
    journal = Journal.create(log, HEADER, boot_id=BOOT)
    for entry in entries_of(1):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    journal.close()
    shutil.copyfile(log, copy_in(folder))
    return log


def copy_in(folder: Path) -> Path:
    return folder / "the stick" / "t1.journal"


def flip(path: Path) -> None:
    """A bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def empty(log: Path) -> None:
    log.write_bytes(b"")


def outrun(log: Path) -> None:
    header = verify(log).header
    assert header is not None
    (log.parent / MARK).write_bytes(msgspec.json.encode(Mark(header.epoch, (100_000, -1))))


@pytest.mark.parametrize("break_it", [flip, empty, Path.unlink, outrun])
def test_a_start_that_a_journal_stops_names_the_second_copy(folder: Path, break_it: Callable[[Path], None]) -> None:
    log = begun(folder)
    break_it(log)
    done = cardspeak_started(folder, "run")
    assert done.returncode == 2
    command = f"cardspeak journal rescue .state/{JOURNAL} --mirror '{copy_in(folder)}'"
    assert f"The settings name a second copy, {copy_in(folder)}. With its disk or stick in place: {command} " in (
        done.stderr
    )
    assert "away to begin a new epoch" not in done.stderr


def test_of_a_file_whose_first_record_is_gone_a_copy_comes_before_a_new_epoch(tmp_path: Path) -> None:
    path = tmp_path / JOURNAL
    path.touch()
    status, said = rescue(path)
    assert status == BAD
    assert f"If a second copy is kept ([journal] mirror in the table's settings): cardspeak journal rescue {path} " in (
        said
    )
    assert said.index("--mirror COPY") < said.index("to begin a new epoch")
    assert "Leave the file as it is" not in said, "it says to move it"


def test_what_the_copy_has_is_not_called_lost_and_the_command_as_printed_gets_it(folder: Path) -> None:
    log = played(folder)
    flip(log)
    done = cardspeak_here(folder, "journal", "rescue", f".state/{JOURNAL}")
    assert done.returncode == OK
    assert "are not in it" in done.stdout
    assert "are lost" not in done.stdout
    assert f"of which {RECORDS} records verify" in done.stdout
    typed = re.search(r"Take that first: cardspeak (.*?)\. The table", done.stdout)
    assert typed is not None
    again = cardspeak_here(folder, *shlex.split(typed[1]))
    assert again.returncode == OK, again.stderr
    assert f"{RECORDS} records are now .state/{JOURNAL}.rescued.2" in again.stdout
    go_on(folder, again.stdout)
    assert (verify(log).records, verify(log).damage) == (RECORDS, "")
    assert (folder / ".state" / f"{JOURNAL}.damaged").exists()


def go_on(folder: Path, said: str) -> None:
    """Type the moves as they are printed; what starts the table is the command for it."""
    typed = re.search(r"To go on: (mv .*), then (.*)\n", said)
    assert typed is not None
    assert typed[2] == "cardspeak run"
    subprocess.run(["/bin/sh", "-c", typed[1]], cwd=folder, check=True)


def test_a_missing_journal_is_made_from_its_copy_and_nothing_is_moved_that_is_not_there(folder: Path) -> None:
    log = played(folder)
    log.unlink()
    told = cardspeak_here(folder, "journal", "rescue", f".state/{JOURNAL}")
    assert told.returncode == UNREADABLE
    assert f"The settings name a second copy, {copy_in(folder)}: cardspeak journal rescue" in told.stderr
    done = cardspeak_here(folder, "journal", "rescue", f".state/{JOURNAL}", "--mirror", str(copy_in(folder)))
    assert done.returncode == OK, done.stderr
    assert ".damaged" not in done.stdout
    go_on(folder, done.stdout)
    assert verify(log).records == RECORDS


def test_a_damaged_one_that_was_kept_before_is_not_written_over(folder: Path) -> None:
    log = played(folder)
    flip(log)
    kept = log.with_name(f"{JOURNAL}.damaged")
    kept.write_text("of last week", encoding="utf-8")
    done = cardspeak_here(folder, "journal", "rescue", f".state/{JOURNAL}", "--mirror", str(copy_in(folder)))
    go_on(folder, done.stdout)
    assert kept.read_text(encoding="utf-8") == "of last week"
    assert log.with_name(f"{JOURNAL}.damaged.2").exists()


def test_a_copy_that_cannot_be_read_or_has_no_more_or_is_anothers_is_said_as_it_is(folder: Path) -> None:
    log, copy, config = played(folder), copy_in(folder), folder / "config" / "table.toml"
    flip(log)
    before = copy.read_bytes()
    copy.unlink()
    said = rescue(log, folder / "one", None, config)[1]
    assert f"{copy}, of which nothing can be read now. Put its disk or stick in place, then: cardspeak journal" in said
    assert "are lost" not in said
    shutil.copyfile(log, copy)
    assert (
        f"are lost. The second copy that the settings name, {copy}, has no more."
        in (rescue(log, folder / "two", None, config)[1])
    )
    copy.unlink()
    Journal.create(copy, HEADER.__class__("OTHER", HEADER.engine, "x", 0), boot_id=BOOT).close()
    for number, told in enumerate((config, folder / "no.toml", None)):
        said = rescue(log, folder / f"three{number}", None, told)[1]
        assert "If a second copy is kept ([journal] mirror in the table's settings), it may have them: " in said
    copy.write_bytes(before)
    assert "are not in it" in rescue(log, folder / "four", None, config)[1]
    assert head_path(log).exists()


def test_a_copy_that_was_named_and_is_not_there_is_asked_for(folder: Path) -> None:
    log = played(folder)
    flip(log)
    status, said = rescue(log, None, folder / "nothing")
    assert (status, said) == (UNREADABLE, f"{folder}/nothing: there is no such file: put its disk or stick in place")

"""The second copy of a journal: byte for byte what was acknowledged, behind any trouble of its own disk."""

from __future__ import annotations

import errno
import logging
import threading
from pathlib import Path
from uuid import UUID

import pytest
from support.one_hand import HEADER, entries_of
from support.simulated_disk import SimulatedDisk

from firmware_bridge.vocabulary.values import replace
from table_controller.journal.journal import Journal, verify
from table_controller.journal.mirror import Mirror
from table_controller.journal.storage import write_whole
from table_controller.runtime.cli.journal_tools import OK, UNREADABLE
from table_controller.runtime.cli.rescue_tool import rescue as rescue_tool
from table_controller.runtime.processes import controller_process
from table_controller.runtime.settings.settings import Copies, SettingsError, read_settings

BOOT = UUID(int=7)
SHIPPED = Path(__file__).parents[3] / "config/table.toml"
LOG, COPY = Path("/disk/table.journal"), Path("/stick/table.journal")


class Kept:
    """A journal on one disk, its copy on another one."""

    def __init__(self) -> None:
        self.disk, self.stick = SimulatedDisk(), SimulatedDisk()
        self.journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=self.disk)
        self.mirror = self.begun()

    def begun(self) -> Mirror:
        """What a controller that starts keeps the copy with."""
        return Mirror(self.journal, COPY, self.disk, self.stick)

    def append(self, count: int) -> None:
        first = self.journal.last_sequence
        for entry in entries_of(1)[first : first + count]:
            self.journal.append(entry.payload, entry.mono_ns, entry.wall_ns)

    def is_whole(self) -> bool:
        """Whether the copy is the journal, and would be after a power cut."""
        log = bytes(self.disk.names[LOG].live)
        return bytes(self.stick.names[COPY].live) == log == bytes(self.stick.crash().names[COPY].live)


@pytest.fixture
def kept() -> Kept:
    return Kept()


def test_it_has_what_the_journal_has_a_moment_later(kept: Kept) -> None:
    for _ in range(5):
        kept.append(7)
        kept.mirror.catch_up()
        assert kept.is_whole()
    assert kept.mirror.trouble == ""


@pytest.mark.parametrize("call", ["open", "read", "write", "fdatasync", "truncate", "fsync_dir"])
def test_a_disk_that_fails_is_said_and_caught_up_with(kept: Kept, call: str) -> None:
    kept.append(5)
    kept.stick.plan[call] = errno.EIO
    kept.mirror.catch_up()
    assert kept.mirror.trouble.startswith("no-mirror reason=Input/output-error bytes=")
    kept.append(5)
    kept.stick.plan.clear()
    kept.mirror.catch_up()
    assert (kept.mirror.trouble, kept.is_whole()) == ("", True)


def test_why_it_is_not_kept_up_is_logged_once_a_change_and_that_it_is_whole_again(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    kept.mirror.catch_up()
    assert caplog.messages == [], "nothing to say of a copy that is well from the beginning"
    named = f"the second copy of the journal, {COPY}, is"
    for fault in (errno.EIO, errno.ENOENT):
        kept.append(2)
        kept.stick.plan["write"] = kept.stick.plan["open"] = fault
        kept.mirror.catch_up()
        kept.append(2)
        kept.stick.plan["write"] = kept.stick.plan["open"] = fault
        kept.mirror.catch_up()
    kept.stick.plan.clear()
    kept.mirror.catch_up()
    kept.mirror.catch_up()
    assert caplog.messages == [
        f"{named} not kept up: Input/output error",
        f"{named} not kept up: No such file or directory",
        f"{named} whole again",
    ]


def test_a_stick_that_fails_for_an_evening_costs_no_open_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt opens both files: what was opened is closed again, or the controller has none left to open."""
    journal = Journal.create(tmp_path / "table.journal", HEADER, boot_id=BOOT)
    mirror = Mirror(journal, tmp_path / "stick.journal")

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("table_controller.journal.storage.PosixFile.truncate", fail)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        mirror.catch_up()
    assert mirror.trouble.startswith("no-mirror")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    journal.close()


@pytest.mark.parametrize(
    "place", ["state/table.journal", "state/table.journal.head", "state/copy", "elsewhere/../state/c"]
)
def test_a_copy_beside_the_journal_is_refused_before_anything_is_begun(tmp_path: Path, place: str) -> None:
    """The journal's own name would be written over, its head moved aside."""
    (tmp_path / "state").mkdir(mode=0o700)
    settings = replace(read_settings(SHIPPED), journal=Copies(str(tmp_path / place)))
    with pytest.raises(SettingsError, match=r"journal\.mirror: .* lies beside the journal"):
        controller_process._check_mirror(settings, tmp_path / "table.toml", tmp_path / "state")
    fine = replace(settings, journal=Copies(str(tmp_path / "stick/table.journal")))
    controller_process._check_mirror(fine, tmp_path / "table.toml", tmp_path / "state")


def test_a_full_stick_and_a_short_write_lose_nothing(kept: Kept) -> None:
    kept.append(3)
    kept.mirror.catch_up()
    kept.stick.fill()
    kept.append(60)
    kept.mirror.catch_up()
    assert "no-mirror reason=No-space-left-on-device" in kept.mirror.trouble
    kept.stick.capacity_bytes, kept.stick.plan["write"] = 1 << 30, "short"
    kept.mirror.catch_up()
    assert (kept.mirror.trouble, kept.is_whole()) == ("", True)


def test_a_controller_that_starts_again_goes_on_with_the_copy(kept: Kept) -> None:
    kept.append(5)
    kept.mirror.catch_up()
    kept.stick.calls.clear()
    again = kept.begun()
    again.catch_up()
    assert "replace" not in kept.stick.calls
    kept.append(5)
    again.catch_up()
    assert kept.is_whole()


def test_a_torn_end_is_cut_and_another_journal_is_moved_aside(kept: Kept) -> None:
    kept.append(5)
    kept.mirror.catch_up()
    kept.stick.names[COPY].live.extend(b"half a rec")
    kept.begun().catch_up()
    assert kept.is_whole()
    for number in (1, 2):
        kept.stick.names[COPY].live[40] ^= 1
        other = bytes(kept.stick.names[COPY].live)
        kept.begun().catch_up()
        assert kept.is_whole()
        assert bytes(kept.stick.names[COPY.with_name(f"table.journal.{number}")].live) == other


def test_what_is_not_read_back_as_it_was_written_is_trouble(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the stick keeps other bytes than it was given."""
    kept.append(3)
    wrong = "table_controller.journal.mirror.write_whole"
    monkeypatch.setattr(wrong, lambda file, at, data: write_whole(file, at, data[:-1] + b"?"))
    kept.mirror.catch_up()
    assert kept.mirror.trouble.startswith("no-mirror reason=what-was-written-is-not-what-is-read")


def test_a_journal_that_lost_what_its_copy_has_is_rescued_from_that(tmp_path: Path) -> None:
    log, copy = tmp_path / "table.journal", tmp_path / "stick.journal"
    journal = Journal.create(log, HEADER, boot_id=BOOT)
    mirror = Mirror(journal, copy)
    mirror.start()
    for entry in entries_of(1):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    mirror.stop()
    journal.close()
    assert copy.read_bytes() == log.read_bytes()
    assert copy.stat().st_mode & 0o077 == 0
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    status, said = rescue_tool(log, None, copy)
    assert status == OK, said
    assert verify(log.with_name("table.journal.rescued")).records == len(entries_of(1))
    assert "it is the second copy of" in said


def test_a_copy_of_another_table_is_not_taken(tmp_path: Path) -> None:
    for name, epoch in (("table.journal", "ONE"), ("other.journal", "TWO")):
        Journal.create(tmp_path / name, HEADER.__class__(epoch, HEADER.engine, "x", 0), boot_id=BOOT).close()
    status, said = rescue_tool(tmp_path / "table.journal", None, tmp_path / "other.journal")
    assert (status, "is no copy of" in said) == (UNREADABLE, True)


def test_a_stick_that_hangs_does_not_hold_up_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Appending waits for the journal's disk alone."""
    journal = Journal.create(tmp_path / "table.journal", HEADER, boot_id=BOOT)
    mirror = Mirror(journal, tmp_path / "stick.journal")
    hangs, asked = threading.Event(), threading.Event()

    def hang() -> None:
        asked.set()
        hangs.wait(60)

    monkeypatch.setattr(mirror, "catch_up", hang)
    mirror.start()
    assert asked.wait(60)
    entry = entries_of(1)[0]
    journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    assert journal.last_sequence == 1
    assert not hangs.is_set()
    hangs.set()
    mirror.stop()
    journal.close()

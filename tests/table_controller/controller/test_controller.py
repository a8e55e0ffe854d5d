"""The journal comes first: nothing is accepted that is not written, and a restart is the same table."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest
from support.one_hand import journalled_player
from support.script_text import script_text

from table_controller.controller.controller import Controller, ReplayDiffers
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Header, Journal, JournalFailed, MemoryJournal
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import Refused

BOOK = package_rulebook("tda-2019")
BOOT = UUID(int=7)
HEADER = Header("TESTEPOCH", "test", "rules", 0)
OPENED = TableOpened(
    0.0, "tda-2019", "NT", 4, tuple(SeatSetUp(seat, "P", 5000) for seat in (1, 2, 3)), (100,), 100, 200, 0, None, 1
)
SCRIPT = script_text(
    "two hands",
    """
deal
1: raises to 600
2: calls
3: folds
to showdown
2: shows
1: shows
next hand
deal
2: folds
3: calls
""",
    {1: 3000, 2: 5000, 3: 5000},
)


def played_on(journal: Journal) -> Controller:
    """A table after a hand and a half through simulated hardware, journalled to `journal`."""
    player = journalled_player(journal)
    played = play(parse_script("two.toml", SCRIPT), lambda _: player)
    assert played.failure is None, played.failure
    return player.process.controller


def test_a_controller_that_comes_back_is_the_same_table_in_the_same_hand(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "t.journal", HEADER, boot_id=BOOT)
    live = played_on(journal)
    journal.close()
    again = Journal.open(tmp_path / "t.journal", boot_id=BOOT)
    back = Controller.resume(again, BOOK, lambda: 0)
    assert back.session == live.session
    assert back.view(1e9) == live.view(1e9)
    assert back.session.table.hand.number == 2
    assert isinstance(back.accept(Say("call"), 1e9), Record), "and the hand goes on"
    again.close()


def test_a_record_that_does_not_follow_is_refused(tmp_path: Path) -> None:
    """Planted: one record of the middle is left out of the copy."""
    journal = Journal.create(tmp_path / "t.journal", HEADER, boot_id=BOOT)
    played_on(journal)
    forged = MemoryJournal(HEADER, boot_id=BOOT)
    for entry in journal.entries():
        if entry.sequence != journal.last_sequence // 2:
            forged.append(entry.payload, entry.mono_ns, entry.wall_ns)
    journal.close()
    with pytest.raises(ReplayDiffers):
        Controller.resume(forged, BOOK, lambda: 0)


def test_what_the_disk_refuses_did_not_happen() -> None:
    journal = MemoryJournal(HEADER, boot_id=BOOT)
    controller = Controller.begin(journal, BOOK, OPENED, lambda: 0)
    before = controller.session
    journal.close()
    from table_controller.vocabulary.commands import MarkRiffle

    with pytest.raises(JournalFailed):
        controller.accept(MarkRiffle(), 1.0)
    assert controller.session is before, "the state follows the journal, never the other way round"


def test_a_refused_command_is_not_journalled() -> None:
    journal = MemoryJournal(HEADER, boot_id=BOOT)
    controller = Controller.begin(journal, BOOK, OPENED, lambda: 0)
    assert isinstance(controller.accept(Say("call"), 1.0), Refused)
    assert journal.last_sequence == 1

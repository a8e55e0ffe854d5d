"""What must hold after every record of a table, whatever befell its hardware.

Chips: what lies on the table in the engine's books is what was brought and found, what is bet and won adds up, and
the simulated chips are those that the bank gave out. Cards: each is in one place, on the felt and in the books.
Replay: the journal's bytes alone, folded as they come, give the very desk that the live controller has.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, Protocol

import msgspec

from firmware_bridge.vocabulary.lines import LineError
from table_controller.controller.controller import fold_record
from table_controller.controller.snapshots import decode_state, encode_state
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table.chip_handling import is_of_a_debt
from table_controller.game.state.chip_custody import lying_chips
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import balance_chips, owes_chips
from table_controller.game.state.table import Table
from table_controller.journal.journal import Entry, Header, Journal, Log, MemoryJournal
from table_controller.runtime.simulated.one_process import NO_BOOT, OneProcess
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.record import Record, decode_record, encode_record


class Broken(AssertionError):
    """Something that must always hold does not."""


class Passing(Log, Protocol):
    """A journal that keeps aside what nobody has folded yet."""

    waiting: list[bytes]


class FiledJournal(Journal):
    """The journal on disk."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.waiting: list[bytes] = []

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        entry = super().append(payload, mono_ns, wall_ns)
        self.waiting.append(payload)
        return entry


class PassingJournal(MemoryJournal):
    """A journal that keeps only what nobody has folded yet, so that a day of play needs no more memory than an hour."""

    def __init__(self) -> None:
        super().__init__(Header("swarm", "0", "0" * 64, 0), boot_id=NO_BOOT)
        self.waiting: list[bytes] = []
        self._count = 0

    @property
    def last_sequence(self) -> int:
        return self._count

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        self._count += 1
        self.waiting.append(payload)
        return Entry(self._count, NO_BOOT, mono_ns, wall_ns, payload)


SNAPSHOT_EVERY: Final = 25
"""Records between two states that are written and read again: any of them may be the one that is kept."""


class Guard:
    """Watches one table; raises `Broken` at the first record after which something does not hold."""

    def __init__(self, process: OneProcess, journal: Passing, book: Rulebook) -> None:
        self._process, self._journal, self._book = process, journal, book
        self._session = new_session()
        self._digest = hashlib.sha256()
        self.records = 0
        process.on_record = self.check
        self.check()

    @property
    def digest(self) -> str:
        """A fingerprint of all records so far."""
        return self._digest.hexdigest()

    def check(self, record: Record | None = None) -> None:
        """Check all that must hold; `record` is the latest, for the message."""
        try:
            self._fold()
            check_books(self._process.controller.session.table)
            self._process.table.world.check()
        except (Broken, ValueError, RuntimeError) as problem:
            raise Broken(f"after record {self.records} ({type(record and record.cause).__name__}): {problem}") from None

    def _fold(self) -> None:
        for payload in self._journal.waiting:
            self.records += 1
            self._digest.update(payload)
            self._session, again = fold_record(self._session, decode_record(payload), self._book)
            if encode_record(again) != payload:
                raise Broken("the journal folds to another record than the one written")
        self._journal.waiting.clear()
        if self._session != self._process.controller.session:
            raise Broken("the journal folds to another desk than the live one")
        if self.records % SNAPSHOT_EVERY == 0:
            check_snapshot(self._session)


def check_snapshot(session: Session) -> None:
    """Raise `Broken` unless the state comes back as it was written."""
    try:
        again = decode_state(encode_state(session))
    except (msgspec.DecodeError, LineError) as problem:
        raise Broken(f"the state cannot be read again: {problem}") from None
    if again != session:
        raise Broken("the state does not come back as it was written")


def check_books(table: Table) -> None:
    """Raise `Broken` unless the engine's chips and cards add up."""
    board = table.chips
    if lying_chips(board) != board.brought_chips + board.found_chips:
        raise Broken(f"{lying_chips(board)} chips lie there, {board.brought_chips}+{board.found_chips} came")
    owned, over = sum(chips for _, chips in table.aside), table.hand.phase in (IDLE, SETTLED)
    in_vain = {case.seat for case in table.cases if is_of_a_debt(case)}  # what is not there is the floor's to write off
    for seat, (money, lies) in enumerate(zip(table.ledger, board.stacks, strict=True), 1):
        if seat in table.recount:  # the hands have yet to do it
            owned += lies + (balance_chips(money) if over else money.pushed_chips - money.received_chips)
            owned += max(0, owes_chips(money) - lies) if seat in in_vain else 0
        else:
            owned += money.stack_chips + (0 if over else money.committed_chips - money.won_chips)
    if owned != board.brought_chips:
        raise Broken(f"the players own {owned} chips and brought {board.brought_chips}")
    handles = [card.handle for card in table.cards]
    if len(handles) != len(set(handles)):
        raise Broken("a card lies in two places of the books")
    if len(table.hand.board) != len(set(table.hand.board)):
        raise Broken("a card lies on the board twice")

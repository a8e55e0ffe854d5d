"""The only writer of the journal: input in, record on the disk, and only then a new state.

    accept(input) ─▶ session.handle_input ─▶ journal.append (fdatasync) ─▶ the new session, the record
                     (no new hand without room for it: disk_watch)

Whoever shows, publishes or asks does so with the record that `accept` returns, so nothing is seen that
a power cut could take back. A controller that starts again folds its journal; a record that folds
differently from what was written is refused (`ReplayDiffers`), because two truths are worse than none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from firmware_bridge.vocabulary.untrusted import cleaned
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.public import message_count
from table_controller.controller.disk_watch import (
    DiskWatch,
    Reaction,
    begins_a_hand,
    held_back,
    is_closed,
    word_on_room,
)
from table_controller.game.queries import deadline_s
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference import implied
from table_controller.inference.differences import differences
from table_controller.journal.journal import JournalFailed, Log
from table_controller.projections.effects import late_choices
from table_controller.projections.findings import SHOWN, finding_views
from table_controller.projections.pending_acts import moving_chips
from table_controller.projections.questions import prompt_views
from table_controller.projections.senses import (
    counts,
    in_the_muck,
    misplaced,
    off_the_board,
    on_the_board,
    over_the_board,
    senses,
    strange_zones,
)
from table_controller.projections.table_view import Around, view_of
from table_controller.session.counts import debts_due_s, in_part_due_s
from table_controller.session.hand_log import log_of
from table_controller.session.late_rulings import told_in_time
from table_controller.session.preview import preview_view
from table_controller.session.session import handle_input, open_table
from table_controller.session.state import Session, new_session
from table_controller.session.unwatched import watched_again_s
from table_controller.vocabulary.commands import FromConsole, Preview
from table_controller.vocabulary.events import TableOpened, TimePassed
from table_controller.vocabulary.record import Input, Record, decode_record, encode_record
from table_controller.vocabulary.views import PreviewView, Refused, TableView

NS_PER_S: Final = 1_000_000_000

MOMENTS_IN_A_ROW: Final = 10
"""So often the table is told that time has passed, and of nothing else, without a pause: most moments are one."""
LEAST_PAUSE_S: Final = 0.25
"""The first pause after those; each is twice the last."""
LONGEST_PAUSE_S: Final = 60.0


class ReplayDiffers(RuntimeError):
    """A journal record does not follow from the ones before it: another engine version wrote it, or a bug."""


class Controller:
    """One table. Time comes in with every call; wall time, a label only, from `wall_ns`."""

    def __init__(self, journal: Log, book: Rulebook, session: Session, wall_ns: Callable[[], int]) -> None:
        self.journal, self.book, self.session = journal, book, session
        self._wall_ns = wall_ns
        self.last_wall_ns = 0
        """Wall time of the last record, as the journal has it."""
        self.theme = ""
        """How the table's screens look; no part of what is journalled."""
        self._moments, self._moment_s = 0, 0.0
        """How often in a row only time has passed, and when it did last."""
        self.disk = DiskWatch(journal)
        """What is shown of the journal's disk; whoever runs the table looks again often enough."""

    @classmethod
    def begin(cls, journal: Log, book: Rulebook, opened: TableOpened, wall_ns: Callable[[], int]) -> Controller:
        """Open a table in a fresh journal."""
        session, record = counted(*open_table(new_session(), opened, book))
        controller = cls(journal, book, session, wall_ns)
        controller._write(record)
        return controller

    @classmethod
    def resume(cls, journal: Log, book: Rulebook, wall_ns: Callable[[], int]) -> Controller:
        """Come back to the state that the journal tells of; raise `ReplayDiffers` if it tells of another."""
        return cls(journal, book, fold(journal, book), wall_ns)

    def accept(self, cause: Input, at_s: float) -> Record | Refused:
        """Take one input: after this returns a record, it is durable and the state is the new one.

        Names, reasons and words that people or nodes chose enter here, and are cleaned.

        A hand begins only if the journal has room for the whole of it; see `disk_watch`. Raises `JournalFailed`.
        """
        cause = cause if isinstance(cause, FromConsole) else cleaned(cause)  # which is cleaned before it is signed for
        reaction = handle_input(self.session, cause, at_s, self.book)
        if begins_a_hand(reaction):
            room = self.journal.room_for_a_hand()
            if is_closed(self.session) == room:  # the journal says so first: the fold has to decide the same
                word = word_on_room(at_s, room=room)
                self._take(handle_input(self.session, word, at_s, self.book))
                self.disk.look()
                reaction = handle_input(self.session, cause, at_s, self.book)
            reaction = held_back(self.session, reaction, cause, at_s)
        taken = self._take(reaction)
        if isinstance(taken, Record):
            self._moments, self._moment_s = (self._moments + 1 if isinstance(cause, TimePassed) else 0), at_s
        return taken

    def _take(self, reaction: Reaction) -> Record | Refused:
        if isinstance(reaction, Refused):
            return reaction
        session, record = counted(*reaction)
        try:
            self._write(record)
        except JournalFailed:
            self.disk.look()
            raise
        self.session = session
        return record

    def _write(self, record: Record) -> None:
        self.last_wall_ns = self._wall_ns()
        self.journal.append(encode_record(record), round(record.at_s * NS_PER_S), self.last_wall_ns)

    def view(
        self,
        now_s: float,
        *,
        broker: str = "off",
        session: Session | None = None,
        pace: float = 1.0,
        floor_pin: bool = False,
    ) -> TableView:
        """The table as the public may see it now, or as it was when `session` was, with the questions that are due."""
        session = self.session if session is None else session
        log, undoable = log_of(session.happened), session.undoable()
        last, before = log.latest(SHOWN)
        asked_about = {seen.zone for seen in session.inference.strange}
        strange = strange_zones(log.strange, session.undone) | asked_about
        acted = next((number for number in reversed(log.went_on) if number not in session.undone), 0)
        return view_of(
            session.table,
            Around(
                epoch=self.journal.header.epoch,
                as_of=session.live_n,
                book=self.book,
                moving=moving_chips(session.inference.flow, session.table.setup.seats),
                findings=finding_views(last, session.undone, before, session.table.cases, acted),
                late=late_choices(session.table, partial(told_in_time, session.so_far(self.book))),
                unsettled=session.unsettled(),
                prompts=prompt_views(
                    [doubt for doubt in session.questions() if doubt.due_s <= now_s],
                    session.inference,
                    session.table,
                    self.book,
                ),
                nodes=self.disk.beside(session.sensors.views()),
                senses=senses(session.table, session.inference.sightings, session.sensors, strange),
                silent=session.sensors.silent(now_s),
                counts=counts(session.table, session.inference.flow, session.doubtful, now_s),
                differences=differences(session.table, session.inference.flow),
                misplaced=misplaced(session.table, session.inference.sightings, session.sensors),
                in_the_muck=in_the_muck(
                    session.table, session.inference.sightings, session.inference.cards.let_be, session.sensors
                ),
                board_over=over_the_board(session.table, session.inference.sightings, session.sensors),
                off_the_board=off_the_board(session.table, session.inference.sightings, session.sensors),
                on_the_board=on_the_board(session.inference.sightings, session.sensors),
                broker=broker,
                simulated=session.sensors.simulated,
                can_undo=len(undoable),
                can_redo=len(session.redoable),
                undo_next=undoable[-1] if undoable else 0,
                now_s=now_s,
                pace=pace,
                theme=self.theme,
                floor_pin=floor_pin,
                journal_full=self.disk.forbids_a_hand,
            ),
        )

    def preview(self, asked: Preview, now_s: float) -> PreviewView | None:
        """What the command that a screen asks about would change; nothing is written and nothing changes."""
        return preview_view(self.session, asked, now_s, self.book)

    def deadline_s(self, now_s: float) -> float | None:
        """When the table must be told that time has passed, None if it waits for no moment.

        A moment that stays due, whatever it is told, would fill the journal by the thousand a second: it waits longer
        each time.
        """
        trays_s = implied.deadline_s(self.session.inference.flow, self.session.table)
        of_session = (debts_due_s(self.session), in_part_due_s(self.session), watched_again_s(self.session))
        moments = (deadline_s(self.session.table, now_s), trays_s, *of_session)
        due_s = min((moment for moment in moments if moment is not None), default=None)
        if due_s is None or self._moments < MOMENTS_IN_A_ROW:
            return due_s
        pauses = min(self._moments - MOMENTS_IN_A_ROW, 10)
        return max(due_s, self._moment_s + min(LEAST_PAUSE_S * 2.0**pauses, LONGEST_PAUSE_S))

    def next_doubt_s(self, now_s: float) -> float | None:
        """When the next question becomes due, if any waits."""
        return min((doubt.due_s for doubt in self.session.questions() if doubt.due_s > now_s), default=None)


def counted(session: Session, record: Record) -> tuple[Session, Record]:
    """The session with the public messages of its last record counted: the session knows of nobody who listens."""
    return replace(session, live_n=record.live_n + message_count(record)), record


def fold(journal: Log, book: Rulebook, start: Session | None = None, first: int = 1) -> Session:
    """The state after every record of a journal; each must follow from those before it.

    With `start`, the state before record `first`, only from there on.
    """
    session = start if start is not None else new_session()
    for entry in journal.entries(first):
        session, again = fold_record(session, decode_record(entry.payload), book)
        if encode_record(again) != entry.payload:
            raise ReplayDiffers(
                f"journal record {entry.sequence} does not follow from the records before it; it was written by "
                f"engine {journal.header.engine}: use that release, or start a new epoch at a hand boundary"
            )
    return session


def fold_record(session: Session, record: Record, book: Rulebook) -> tuple[Session, Record]:
    """One recorded input again: the session after it, and the record that it gives now."""
    if record.cause is not None:
        reaction = handle_input(session, record.cause, record.at_s, book)
        reaction = held_back(session, reaction, record.cause, record.at_s)
        if isinstance(reaction, Refused):
            raise ReplayDiffers(f"a recorded {type(record.cause).__name__} is refused now: {reaction.reason}")
        return counted(*reaction)
    for applied in record.applied_events:
        if isinstance(applied.event, TableOpened):
            return counted(*open_table(session, applied.event, book))
    raise ReplayDiffers("a record without a cause does not open the table")

"""Which journals this engine goes on with, and how a table goes on whose journal another engine or rulebook wrote.

Nobody finishes a hand that began under other rules: the table has to stand between two hands. Then its players,
stacks, level and button open a new journal, in a new epoch. They are taken from the old journal only if it folds to
what it tells: the same events, and each hand begins and ends with the same stacks. Findings and questions may differ,
for they are why an engine gets another version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias

from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.public import public_messages
from table_controller.controller.controller import ReplayDiffers, fold_record
from table_controller.game.engine import ENGINE_VERSION, NEW_TABLE, Table, step
from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table.penalties import owed
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.journal.journal import Entry, Header
from table_controller.session.state import new_session
from table_controller.vocabulary.events import HandPutAway, SeatSetUp, TableOpened
from table_controller.vocabulary.outcomes import Corrected, HandBegan, HandSettled, HandVoided
from table_controller.vocabulary.record import Record, decode_record

OF_RELEASES: Final = MappingProxyType({"0.1.0": "4"})
"""The engines of releases that wrote their own version where the engine's belongs."""

_WEIGHTY: Final = frozenset({HandBegan, HandSettled, HandVoided, Corrected})
"""Outcomes that tell of stacks, seats and button."""


class NoNewEpoch(RuntimeError):
    """The table cannot go on under this engine and rulebook: says why, and what must come `first`, if that helps."""

    def __init__(self, why: str, first: str = "") -> None:
        super().__init__(why)
        self.first = first


class Recorded(Protocol):
    """A journal that is only read."""

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """The records from sequence `first` on."""


def engine_of(header: Header) -> str:
    """The version of the engine that wrote a journal."""
    return OF_RELEASES.get(header.engine, header.engine)


def goes_on(header: Header, rulebook_hash: str) -> bool:
    """Whether this engine, judging by that text of a rulebook, may add records to a journal."""
    return engine_of(header) == ENGINE_VERSION and header.rulebook_hash == rulebook_hash


ReadBook: TypeAlias = Callable[[str, tuple[tuple[str, str], ...]], Rulebook]
"""The book of a name with house rules; raises `ValueError` where there is none."""


def next_opening(
    journal: Recorded, told: TableOpened, book: Rulebook, read_book: ReadBook = table_rulebook
) -> tuple[TableOpened, int]:
    """The opening of the epoch after `journal`, judged by `book`; and how many public messages the journal has told.

    `told` is what the settings say: rules, language and time are its, all else is the table's. `read_book` gives the
    book that judged the journal. Raises `NoNewEpoch`.
    """
    try:
        table, old_book, live_n = _last_table(journal, read_book)
    except (ReplayDiffers, LineError, ValueError) as problem:
        raise NoNewEpoch(f"it cannot be read by these rules: {problem}") from None
    if table.hand.phase not in (IDLE, SETTLED):
        raise NoNewEpoch(f"hand {table.hand.number} is under way", "finish the hand")
    if table.hand.phase == SETTLED:
        table = step(table, HandPutAway(told.at_s), old_book).table
    if open_still := _open_still(table):
        what, first = open_still
        raise NoNewEpoch(f"after hand {table.hand.number} {what}", first)
    opened = _opening_of(table, told)
    if _stand(step(NEW_TABLE, opened, book).table) != _stand(table):
        raise NoNewEpoch(f"button and blinds of hand {table.hand.number + 1} would lie elsewhere", "play another hand")
    return opened, live_n


def opened_with(journal: Recorded) -> TableOpened | None:
    """What the first record says of the table and its rulebook; None for a journal without records."""
    for entry in journal.entries():
        return _opening_in(decode_record(entry.payload))
    return None


def _last_table(journal: Recorded, read_book: ReadBook) -> tuple[Table, Rulebook, int]:
    """The table after the last record, the rulebook that it was opened with, and the number of public messages."""
    session, book, live_n = new_session(), None, 0
    for entry in journal.entries():
        was = decode_record(entry.payload)
        if book is None:
            book = _book_of(was, read_book)
        session, now = fold_record(session, was, book)
        if _weight(was) != _weight(now):
            raise ReplayDiffers(f"record {entry.sequence} comes out differently now")
        live_n = was.live_n + len(public_messages(was))
    if book is None:
        raise LineError("it has no records")
    return session.table, book, live_n


def _book_of(first: Record, read_book: ReadBook) -> Rulebook:
    opened = _opening_in(first)
    return read_book(opened.rulebook, opened.house)


def _opening_in(first: Record) -> TableOpened:
    for applied in first.applied_events:
        if isinstance(applied.event, TableOpened):
            return applied.event
    raise LineError("its first record does not open the table")


def _weight(record: Record) -> list[Any]:
    """What of a record bears on who has which chips, and where the button lies."""
    return [
        (applied.event, [outcome for outcome in applied.outcomes if type(outcome) in _WEIGHTY])
        for applied in record.applied_events
    ]


def _open_still(table: Table) -> tuple[str, str] | None:
    """What of the hands so far would be lost, if something would, and what is to be done first."""
    if table.cases:
        return "a case waits for the floor", "let the floor decide it"
    if any(owed(penalty) for penalty in table.penalties):
        return "a penalty is not served yet", "play on until it is served"
    if table.course.waits or table.course.ahead is not None or table.course.due is not None:
        return "the button is not yet where it is due, or a newcomer waits for it", "play on until it is there"
    if table.aside or table.chips.stacks != tuple(money.stack_chips for money in table.ledger):
        return "chips lie elsewhere than in the stacks that they belong to", "put them into their stacks"
    if table.rotation.changes and variant_of(table).forced == "bring-in":
        return "stud is played while the button waits for a game with blinds", "play on until that game comes"
    if table.rotation.ante_chips not in (None, (table.coming or table.level).ante_chips):
        return "the game that is played has an ante of its own", "name the next game"
    if table.positions is None and table.last_positions is not None:
        return "fewer than two players have chips", "let another player take a seat"
    return None


def _opening_of(table: Table, told: TableOpened) -> TableOpened:
    level, setup = table.coming or table.level, table.setup
    return replace(
        told,
        variant=setup.variant,
        seats=setup.seats,
        players=tuple(
            SeatSetUp(player.seat, player.name, table.ledger[player.seat - 1].stack_chips)
            for player in table.players
            if player is not None
        ),
        denominations=tuple(chip for chip in setup.denominations if chip not in table.raced),
        small_blind_chips=level.small_blind_chips,
        big_blind_chips=level.big_blind_chips,
        ante_chips=level.ante_chips,
        small_bet_chips=level.small_bet_chips,
        big_bet_chips=level.big_bet_chips,
        button=table.positions.button if table.positions is not None else table.first_button,
    )


def _stand(table: Table) -> tuple[Any, ...]:
    """What must come out the same on both sides of the boundary."""
    names = tuple(player.name if player is not None else "" for player in table.players)
    stacks = tuple(money.stack_chips for money in table.ledger)
    return names, stacks, table.chips.stacks, table.positions, table.coming or table.level

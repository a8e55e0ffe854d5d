"""A table as the controller knows it: the state of the game, the hand since its riffle, and what is still doubtful."""

from __future__ import annotations

from itertools import islice

from msgspec import Struct, field

from firmware_bridge.vocabulary.requests import NameCards, Request
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import NEW_TABLE, Table
from table_controller.inference.asking import questions
from table_controller.inference.doubt import Doubt
from table_controller.inference.infer import Inference
from table_controller.inference.sensor_status import SensorStatus
from table_controller.inference.stacks_seen import Doubtful
from table_controller.session import unsaid_checks
from table_controller.session.answers import LastAnswer
from table_controller.session.consoles import NOBODY_HEARD, HeardConsoles
from table_controller.session.corrections import HandSoFar
from table_controller.session.hand_log import NOTHING, log_of
from table_controller.session.unsaid_checks import UnsaidCheck
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.statistics import NO_STATISTICS, TableStatistics


class Session(Struct, frozen=True):
    """The table, how it came to be since the hand's riffle (`base`, `happened`), and what is still doubtful.

    `undone` are numbers of events that are taken back, `redoable` those of them that can stand again, oldest first.
    `events` numbers the last event of the journal. `live_n` is the number at which the next record's public messages
    begin to count: the controller keeps it, nothing here reads more out of it. `counted` are seats whose stacks were
    counted as the last hand was put away, `doubtful` those whose trays do not show what the books have now.
    `statistics` are those of all hands that were put away: of the one under way everything may still be told otherwise.
    """

    table: Table
    base: Table
    happened: tuple[AppliedEvent, ...] = NOTHING
    undone: frozenset[int] = frozenset()
    redoable: tuple[int, ...] = ()
    inference: Inference = field(default_factory=Inference)
    sensors: SensorStatus = field(default_factory=SensorStatus)
    events: int = 0
    live_n: int = 0
    unsaid: UnsaidCheck | None = None
    consoles: HeardConsoles = NOBODY_HEARD
    answer: LastAnswer | None = None
    counted: frozenset[int] = frozenset()
    doubtful: Doubtful = ()
    statistics: TableStatistics = NO_STATISTICS

    def so_far(self, book: Rulebook) -> HandSoFar:
        """The hand from its riffle, by this book."""
        return HandSoFar(self.base, self.table, self.happened, self.undone, book)

    def questions(self) -> tuple[Doubt, ...]:
        """What the dealer may be asked, due or not yet due, in the order of asking."""
        return (*unsaid_checks.doubt(self.unsaid, self.undone), *questions(self.inference, self.table))

    def unsettled(self) -> tuple[Finding, ...]:
        """The findings that would be none if the check about which the dealer is asked had come in time."""
        if self.unsaid is None:
            return ()  # as nearly always
        return tuple(unsaid_checks.unsettled(self.unsaid, self.undone, log_of(self.happened).shown))

    def open_requests(self) -> tuple[Request, ...]:
        """All that was asked of the bridge since the riffle and is not answered: a side that was away is told again."""
        named = {card.handle for card in self.table.cards if card.card is not None}
        asked: list[Request] = []
        for applied in self.happened:
            for request in applied.requests:
                if not isinstance(request, NameCards):
                    asked.append(request)
                elif unnamed := tuple(handle for handle in request.handles if handle not in named):
                    asked.append(NameCards(unnamed, request.why))
        return tuple(asked)

    def undoable(self) -> tuple[int, ...]:
        """Numbers of the events that could still be taken back, oldest first."""
        numbers, undone = log_of(self.happened).undoable, self.undone
        standing = tuple([number for number in numbers if number not in undone]) if undone else numbers
        return tuple(sorted((*standing, *self._answer_undoable())))

    def _answer_undoable(self) -> tuple[int, ...]:
        """The number of the last answer, if it can be taken back."""
        last = self.answer
        if last is None or last.number in self.undone or last.taken_back(self.inference) is None:
            return ()
        return (last.number,)

    def last_undoable(self, count: int) -> tuple[int, ...]:
        """The numbers of the last so many of them, oldest first."""
        if self.answer is not None:
            return self.undoable()[-count:] if count > 0 else ()
        standing = (number for number in reversed(log_of(self.happened).undoable) if number not in self.undone)
        return tuple(islice(standing, max(0, count)))[::-1]


def new_session() -> Session:
    """A session before the table is opened."""
    return Session(NEW_TABLE, NEW_TABLE)

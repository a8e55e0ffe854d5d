"""Whether a word, a view and an undo cost the same in a long hand as in a short one, at any table, on any day.

Run it: ``python -m bench.bench_growth``. Hands are dealt by keys and raised again and again, by words
whose chips the trays see, or at a table without any sensor. The journal is a real one
in memory (/dev/shm, where there is one), so that the disk hides nothing; each figure is the median of many, and stands
beside its ratio to the first of its column.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import TypeAlias
from uuid import UUID

from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.observations import ChipsMoved, Inventory, ZoneSeen
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, bet_zone, seat_zone, stack_zone
from table_controller.controller.controller import Controller
from table_controller.game import queries
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.inference.implied import GRACE_S
from table_controller.journal.journal import Header, Journal
from table_controller.vocabulary.commands import Done, MarkDealt, MarkFold, MarkRiffle, PutAway, Say, Undo
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.record import Input, Record

BOOK = package_rulebook("tda-2019")
STACK_CHIPS = 100_000_000
HAND_EVENTS = (50, 200, 800)
SEATS = (2, 6, 10)
HOURS = (1, 6, 24)
RECORDS_AN_HOUR = 1_500
"""What sensors, hands and keys of one table write in an hour of the long simulated day."""

ROUNDS = 40
SHORT_EVENTS = 50
USUAL_SEATS = 6


class Played:
    """A table whose hands are dealt by keys; `trays` live in its felt, or no sensor at all."""

    def __init__(self, seats: int, path: Path, *, trays: bool) -> None:
        journal = Journal.create(path, Header("BENCH", ENGINE_VERSION, "bench", 0), boot_id=UUID(int=1))
        players = tuple(SeatSetUp(seat, f"Player {seat}", STACK_CHIPS) for seat in range(1, seats + 1))
        opened = TableOpened(0.0, BOOK.book, "NT", seats, players, (100,), 100, 200, 0, None, 1)
        self.controller, self.seats, self._now_s = Controller.begin(journal, BOOK, opened, lambda: 0), seats, count(1)
        places = range(1, seats + 1)
        self._lying = dict.fromkeys(map(stack_zone, places), STACK_CHIPS) | dict.fromkeys(
            (*map(bet_zone, places), POT), 0
        )
        self.trays = trays
        if trays:
            lots = tuple((zone, _lot(chips)) for zone, chips in self._lying.items())
            self.take(Inventory(0.0, True, (), lots, None, ()))
        for zone in (*map(seat_zone, places), BOARD, BURN, MUCK, *(() if trays else self._lying)):
            self.take(ZoneSeen(zone, "unknown", 1.0))

    def take(self, cause: Input) -> None:
        """Accept what must not be refused."""
        record = self.controller.accept(cause, GRACE_S + next(self._now_s))
        assert isinstance(record, Record), f"{cause}: {record}"

    def deal(self) -> None:
        """Riffle, blinds and cards."""
        self.take(MarkRiffle())
        for seat, _, chips in queries.forced_bets_due(self.controller.session.table) if self.trays else ():
            self._push(seat, chips)
        self.take(MarkDealt())

    def raise_(self) -> None:
        """The least raise of whoever acts."""
        self.take(Say("raise", amount_chips=queries.min_raise_to_chips(self.controller.session.table)))

    def play(self) -> None:
        """A hand that all but one fold."""
        self.deal()
        while self.controller.session.table.hand.phase != "settled":
            self.take(MarkFold())
        while queries.returns_due(self.controller.session.table) or queries.awards_due(self.controller.session.table):
            self.take(Done())
        self.take(PutAway())

    def grow(self, events: int) -> None:
        """Deal, and raise until the hand has so many events."""
        self.deal()
        while len(self.controller.session.happened) < events:
            self.raise_()
            for seat, chips in queries.owing(self.controller.session.table) if self.trays else ():
                self._push(seat, chips)

    def _push(self, seat: int, chips: int) -> None:
        for zone, more in ((stack_zone(seat), -chips), (bet_zone(seat), chips)):
            lay, self._lying[zone] = self._lying[zone], self._lying[zone] + more
            at_s = GRACE_S + next(self._now_s)
            self.take(ChipsMoved(zone, _lot(lay), _lot(self._lying[zone]), at_s, at_s + 0.4))

    def costs(self) -> tuple[float, ...]:
        """Milliseconds of a word, a view and an undo, as the hand stands."""
        return tuple(_timed(work) for work in (self.raise_, self._view, self._undo))

    def _view(self) -> None:
        self.controller.view(GRACE_S + next(self._now_s))

    def _undo(self) -> None:
        self.take(Undo())


def _lot(chips: int) -> Chips:
    return ((100, chips // 100),) if chips else ()


def _timed(work: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    work()
    return (time.perf_counter() - began_s) * 1e3


@contextmanager
def at_table(seats: int, *, trays: bool = True) -> Iterator[Played]:
    """A table whose journal is gone afterwards."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-", dir=memory if memory.is_dir() else None) as folder:
        table = Played(seats, Path(folder) / "table.journal", trays=trays)
        yield table
        table.controller.journal.close()


def of_hand(table: Played, events: int) -> None:
    """A hand of so many events."""
    table.grow(events)


def of_hours(table: Played, hours: int) -> None:
    """A hand after so many hours of play."""
    while table.controller.journal.last_sequence < hours * RECORDS_AN_HOUR:
        table.play()
    table.grow(SHORT_EVENTS)


Table: TypeAlias = AbstractContextManager[Played]


def report(what: str, sizes: tuple[int, ...], at: Callable[[int], Table], play: Callable[[Played, int], None]) -> None:
    """One line a size; the sizes take turns, so that other work of the machine falls on all alike."""
    taken: dict[int, list[tuple[float, ...]]] = {size: [] for size in sizes}
    with ExitStack() as open_tables:
        tables = {size: open_tables.enter_context(at(size)) for size in sizes}
        for size, table in tables.items():
            play(table, size)
        for _ in range(ROUNDS):
            for size, table in tables.items():
                taken[size].append(table.costs())
    costs = {size: [statistics.median(kind) for kind in zip(*taken[size], strict=True)] for size in sizes}
    for size in sizes:
        words = (
            f"{name} {cost:6.3f} ms ({cost / least:4.2f})"
            for name, cost, least in zip(("word", "view", "undo"), costs[size], costs[sizes[0]], strict=True)
        )
        print(f"  {what.format(size):<28}" + "   ".join(words), flush=True)


def main() -> None:
    """Measure and print."""
    print("how cost grows (in brackets: times the first line)")
    report("a hand of {} events", HAND_EVENTS, lambda _: at_table(USUAL_SEATS), of_hand)
    report("by keys alone, {} events", HAND_EVENTS, lambda _: at_table(USUAL_SEATS, trays=False), of_hand)
    report("{} seats", SEATS, at_table, lambda table, _: table.grow(SHORT_EVENTS))
    report("a journal of {} h", HOURS, lambda _: at_table(USUAL_SEATS, trays=False), of_hours)


if __name__ == "__main__":
    main()

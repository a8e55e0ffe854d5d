"""Every kind of situation that the table scripts come to, each with one view: what a screen must be able to show."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from table_controller.game.rulebooks.model import Rulebook
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.views import SeatView, TableView

SCRIPTS = Path(__file__).parents[1] / "scripts"


class _Seen(StraightPlayer):
    """Keeps the first view of each situation; of the table as it is between two steps of a script, too."""

    def __init__(self, book: Rulebook, found: dict[Hashable, TableView]) -> None:
        super().__init__(book)
        self._found = found

    def _take(self, event: Event) -> None:
        super()._take(event)
        rough = (self.table.hand.phase, type(event), len(self.table.cases), len(self.findings), self.table.setup.seats)
        if rough in self._found and not self.findings:
            return  # a view costs more than an event: another one only where something may be new
        view = self.view
        self._found.setdefault(rough, view)
        self._found.setdefault(situation(view), view)
        for finding in view.findings:
            cause = dict(finding.facts).get("cause", "")
            self._found.setdefault((finding.topic, cause, finding.options, finding.open), view)


def situation(view: TableView) -> Hashable:
    """What makes one view look different in kind from another."""
    return (
        view.street,
        view.next.code,
        view.action is None or view.action.may,
        frozenset(_stands(seat) for seat in view.seats),
        min(len(view.pots), 3),
        tuple(prompt.kind for prompt in view.prompts),
        tuple(due.kind for due in view.dues),
        tuple((one.why, one.kind) for one in view.unclear),
        view.repair is None or (view.repair.code, view.repair.step),
        view.clock is None,
        bool(view.miscounts),
    )


def _stands(seat: SeatView) -> Hashable:
    owed = bool(seat.owes_chips), bool(seat.returns_chips), bool(seat.won_chips)
    return (seat.status, bool(seat.tabled), owed, seat.all_in_button)


@cache
def played_states(every: int) -> tuple[TableView, ...]:
    """Views of distinct situations out of every so-many-th script, none of them twice."""
    found: dict[Hashable, TableView] = {}
    for file in islice(script_files(SCRIPTS), 0, None, every):
        for _ in _played(file, found):
            pass
    return tuple({id(view): view for view in found.values()}.values())


def _played(file: Path, found: dict[Hashable, TableView]) -> Iterator[_Seen]:
    players: list[_Seen] = []

    def make(header: Any) -> _Seen:
        players.append(_Seen(rulebook_of(header), found))
        return players[-1]

    play(read_script(file), make)
    yield from players

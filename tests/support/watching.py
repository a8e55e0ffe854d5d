"""Players that play table scripts straight and watch: what lies open, what is foretold, what comes of it.

Playing all the scripts takes seconds; whoever only looks at how they went shares one run of them (`all_watched`).
A test that plants a failure plays its own.
"""

from __future__ import annotations

import fcntl
import os
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.betting import Held, RecordedAct
from table_controller.game.state.table import Table
from table_controller.projections import effects
from table_controller.projections.pending_acts import unclear_acts
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import Failure, play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import ChipsPushed, Event, FloorRuled
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.views import Effect, SeatView, TableView, UnclearView

SCRIPTS: Final = Path(__file__).parents[1] / "scripts"
DEAD: Final = {"folded", "out", "empty"}
GONE: Final = {"busted", "left"}
"""Once the hand is over, or the player has left: whether it was live till then is seen no more."""


class Watching(StraightPlayer):
    """Keeps the view after each event that leaves a case open, and every finding."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.cases: list[TableView] = []
        self.found: list[Finding] = []

    def _take(self, event: Event) -> None:
        super()._take(event)
        self.found += self.findings
        if self.table.cases:
            self.cases.append(self.view)


def seen(table: Table) -> TableView:
    return view_of(table, Around(epoch="test", as_of=0))


def pot_drawn(view: TableView) -> int:
    """The pot as the screen draws it: without what is still owed to it."""
    return view.pot_chips - sum(seat.owes_chips for seat in view.seats)


def promises(view: TableView, told: tuple[Effect, ...]) -> list[str]:
    """What of `told` is not so on the screen afterwards."""
    return [str(one) for one in told if not _is_so(view, one)]


def _is_so(view: TableView, one: Effect) -> bool:
    seat = view.seats[one.seat - 1] if one.seat is not None else None
    match one.code.partition("-")[0], seat:
        case "acts", SeatView():
            return seat.last_act == one.code.partition("-")[2] and seat.last_act_to_chips == one.chips
        case "hand", SeatView():
            return seat.status in GONE or (seat.status in DEAD) == (one.code == "hand-dead")
        case "hand", None:
            return view.street == "settled"
        case "returns", SeatView():
            return seat.returns_chips == one.chips
        case "owes", SeatView():
            return seat.owes_chips == one.chips
        case "wins", SeatView():
            return seat.won_chips >= one.chips
        case "turn", SeatView():
            action = view.action
            return action is not None and (action.seat, action.to_call_chips) == (one.seat, one.chips)
        case "pot", None:
            return pot_drawn(view) == one.chips
        case "round", None:
            return view.action is None
        case "street", None:
            return view.street in (one.word, "settled")
        case "bet", SeatView():
            return seat.bet_chips == one.chips
        case _:
            return True


def differences(before: TableView, after: TableView) -> Iterator[str]:
    """What is different on the screen, by the codes that must tell it."""
    for old, new in zip(before.seats, after.seats, strict=True):
        if not GONE & {old.status, new.status} and (old.status in DEAD) != (new.status in DEAD):
            yield f"hand {new.seat}"
        if new.returns_chips and old.returns_chips != new.returns_chips:
            yield f"returns {new.seat}"
        if new.owes_chips and old.owes_chips != new.owes_chips:
            yield f"owes {new.seat}"
    if pot_drawn(before) != pot_drawn(after) and after.street != "settled":
        yield "pot None"
    turns = [view.action.seat if view.action else None for view in (before, after)]
    if turns[0] != turns[1] and turns[1] is not None:
        yield f"turn {turns[1]}"


def untold(before: TableView, after: TableView, told: tuple[Effect, ...]) -> list[str]:
    """What is different on the screen, and none of `told` says so: that a deal or a hand is void says it all."""
    if {"deal-voided", "hand-voided"} & {one.code for one in told}:
        return []
    said = {f"{one.code.partition('-')[0]} {one.seat}" for one in told}
    return [what for what in differences(before, after) if what not in said]


class Previewing(StraightPlayer):
    """Before each event every choice of every open case is previewed, then ruled, and the two compared."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.faults_found: list[str] = []
        self.previewed = self.picked = 0
        self.codes: Counter[str] = Counter()

    def _take(self, event: Event) -> None:
        for case in self.table.cases if self._last != len(self.table.cases) else ():
            self._compare(replace(self.table, cases=tuple(c for c in self.table.cases if c.number <= case.number)))
        self._last = len(self.table.cases)
        if not isinstance(event, FloorRuled):
            super()._take(event)
            return
        before, told = self.table, effects.changes(self.table, self.stepped(event))
        super()._take(event)
        self.picked += 1
        self._check((before, seen(before)), self.table, told, event.option)

    _last = 0

    def _compare(self, table: Table) -> None:
        before = table, seen(table)
        for choice in effects.choices_of(table, table.cases[-1], self.book):
            ruled = FloorRuled(choice.name, (), "director", "seen it", 7.0)
            self.previewed += 1
            self.codes.update(one.code for one in choice.effects)
            self._check(before, engine.step(table, ruled, self.book).table, choice.effects, choice.name)

    def _check(self, then: tuple[Table, TableView], after: Table, told: tuple[Effect, ...], option: str) -> None:
        (before, old), new = then, seen(after)
        wrong = [*promises(new, told), *(f"untold: {what}" for what in untold(old, new, told))]
        timed = replace(after.time, since_s=before.time.since_s)  # his time to think begins anew: nobody's choice
        if told == (effects.NOTHING,) and replace(after, cases=(), time=timed) != replace(before, cases=()):
            wrong.append("something changed")
        self.faults_found += [f"{option}: {what} ({told})" for what in wrong]


class Foretelling(StraightPlayer):
    """Before chips come to rest, what they count as is foretold, and compared with what they are then."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.wrong: list[str] = []
        self.told: Counter[str] = Counter()

    def _take(self, event: Event) -> None:
        if not isinstance(event, ChipsPushed):
            super()._take(event)
            return
        moving = ((event.seat, event.chips),)
        views = [one for one in unclear_acts(self.table, self.book, moving) if one.why == "moving"]
        before = len(self.table.betting.recorded_acts)
        super()._take(event)
        recorded_acts = [
            recorded_act
            for recorded_act in self.table.betting.recorded_acts[before:]
            if recorded_act.seat == event.seat
        ]
        held = [one for one in self.table.betting.held if one.seat == event.seat]
        for one in views:
            self.told[one.kind] += 1
            made: list[RecordedAct | Held] = [*recorded_acts, *held]
            same = [act for act in made if self._is_as_told(act, one)]
            if not (same if one.kind in ("call", "bet", "raise") else not recorded_acts):
                self.wrong.append(f"{one} {event} {recorded_acts} {held}")

    def _is_as_told(self, act: RecordedAct | Held, one: UnclearView) -> bool:
        """The act as foretold, held to what the seat has; past skipped players the act before it is bound first."""
        if isinstance(act, RecordedAct) and not act.turn:
            return act.to_chips == one.to_chips
        return act.kind == one.kind and act.to_chips <= one.to_chips


class Everything(Watching, Previewing, Foretelling):
    """All of it in one run."""


@dataclass(frozen=True)
class Watched:
    """A script, the player that played it, and at which line it failed, if it did."""

    file: Path
    player: Everything
    failure: Failure | None


def watched(files: Iterable[Path]) -> Iterator[Watched]:
    """Each script, played by a fresh player."""
    for file in files:
        players: list[Everything] = []

        def make(header: Header, players: list[Everything] = players) -> Everything:
            players.append(Everything(rulebook_of(header)))
            return players[-1]

        failure = play(read_script(file), make).failure
        yield from (Watched(file, player, failure) for player in players)


@cache
def all_watched() -> tuple[Watched, ...]:
    """Every table script, played once in this process, or by whichever worker of this run of the tests came first."""
    shared = os.environ.get("CARDSPEAK_SHARED")
    if not shared:
        return tuple(watched(script_files(SCRIPTS)))
    kept = Path(shared) / "watched.pickle"
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # whoever comes second waits for the first: both would take twice the time
        if kept.exists():
            found: tuple[Watched, ...] = pickle.loads(kept.read_bytes())  # noqa: S301 - the other worker wrote it
            return found
        played = tuple(watched(script_files(SCRIPTS)))
        kept.write_bytes(pickle.dumps(played))
    return played

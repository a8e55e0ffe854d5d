"""What the screen says that a choice of the floor would do is what it does, in every case of every script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from support.one_hand import journalled_player
from support.robot import Robot
from support.script_text import script_text

from table_controller import engine
from table_controller.commands import Rule
from table_controller.events import Event, FloorRuled
from table_controller.findings import Finding, Option
from table_controller.journal import Header, MemoryJournal
from table_controller.record import decode_record
from table_controller.rulebooks.model import Rulebook
from table_controller.rulebooks.shipped import table_rulebook
from table_controller.runtime.scripts.header import Header as ScriptHeader
from table_controller.runtime.scripts.interpret import play
from table_controller.runtime.scripts.parse import parse_script, read_script
from table_controller.runtime.scripts.report import script_files
from table_controller.runtime.scripts.straight import StraightPlayer
from table_controller.steps import effects, rulings
from table_controller.table import Case, Change, Table
from table_controller.view_of import view_of
from table_controller.views import Effect, SeatView, TableView

SCRIPTS = Path(__file__).parents[1] / "scripts"
DEAD = {"folded", "out", "empty"}


def seen(table: Table) -> TableView:
    return view_of(table, epoch="test", as_of=0)


def promises(view: TableView, told: tuple[Effect, ...]) -> list[str]:
    """What of `told` is not so on the screen afterwards."""
    return [str(one) for one in told if not _is_so(view, one)]


def _is_so(view: TableView, one: Effect) -> bool:
    seat = view.seats[one.seat - 1] if one.seat is not None else None
    match one.code.partition("-")[0], seat:
        case "acts", SeatView():
            return seat.last_act == one.code.partition("-")[2] and seat.last_act_to_chips == one.chips
        case "hand", SeatView():
            return (seat.status in DEAD) == (one.code == "hand-dead")
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
            return view.pot_chips == one.chips
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
        if old.status != new.status and (old.status in DEAD) != (new.status in DEAD):
            yield f"hand {new.seat}"
        if new.returns_chips and old.returns_chips != new.returns_chips:
            yield f"returns {new.seat}"
        if new.owes_chips and old.owes_chips != new.owes_chips:
            yield f"owes {new.seat}"
    if before.pot_chips != after.pot_chips and after.street != "settled":
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
        before, told = self.table, effects.effects_of(self.table, event, self.book)
        super()._take(event)
        self.picked += 1
        self._check(before, self.table, told, event.option)

    _last = 0

    def _compare(self, table: Table) -> None:
        for choice in effects.choices_of(table, table.cases[-1], self.book):
            ruled = FloorRuled(choice.name, (), "director", "seen it", 7.0)
            self.previewed += 1
            self.codes.update(one.code for one in choice.effects)
            self._check(table, engine.step(table, ruled, self.book).table, choice.effects, choice.name)

    def _check(self, before: Table, after: Table, told: tuple[Effect, ...], option: str) -> None:
        old, new = seen(before), seen(after)
        wrong = [*promises(new, told), *(f"untold: {what}" for what in untold(old, new, told))]
        timed = replace(after.time, since_s=before.time.since_s)  # his time to think begins anew: nobody's choice
        if told == (effects.NOTHING,) and replace(after, cases=(), time=timed) != replace(before, cases=()):
            wrong.append("something changed")
        self.faults_found += [f"{option}: {what} ({told})" for what in wrong]


def previewed(files: list[Path]) -> tuple[list[str], int, int, Counter[str]]:
    faults: list[str] = []
    count, picked, codes = 0, 0, Counter[str]()
    for file in files:
        made: list[Previewing] = []

        def make(header: ScriptHeader, made: list[Previewing] = made) -> Previewing:
            made.append(Previewing(table_rulebook(header.rulebook, header.house)))
            return made[-1]

        play(read_script(file), make)
        faults += [f"{file.name}: {what}" for one in made for what in one.faults_found]
        count, picked = count + sum(one.previewed for one in made), picked + sum(one.picked for one in made)
        for one in made:
            codes.update(one.codes)
    return faults, count, picked, codes


def test_the_preview_is_what_happens_in_every_case_of_every_script() -> None:
    faults, count, picked, codes = previewed(list(script_files(SCRIPTS)))
    assert faults == []
    assert count > 500
    assert picked > 50
    assert not codes["noted"], "an effect without a code"
    assert {"acts-call", "acts-raise", "hand-dead", "returns", "owes", "pot", "turn", "nothing"} <= set(codes)


def test_the_choice_the_role_and_the_reason_are_in_the_journal_and_the_case_is_closed() -> None:
    journal = MemoryJournal(Header("EPOCH", "test", "rules", 0), boot_id=UUID(int=7))
    player = journalled_player(journal)
    steps = "deal\n1: raises to 600\n2: raises to 1800\n3: pushes 500\n"
    assert play(parse_script("case.toml", script_text("an undercall", steps)), lambda _: player).failure is None
    controller = player.process.controller
    now_s = player.process.table.now_s
    case = controller.view(now_s).findings[0]
    back = next(choice for choice in case.choices if choice.name == "take-back")
    assert (case.open, case.stops_play, case.title) == (True, True, "Undercall")
    assert back.effects == (Effect("returns", 3, 500),)
    controller.accept(Rule("take-back", role="director", reason="first time"), now_s)
    record = decode_record(list(journal.entries())[-1].payload)
    assert record.cause == Rule("take-back", role="director", reason="first time")
    (happening,) = record.happenings
    assert happening.event == FloorRuled("take-back", (), "director", "first time", now_s)
    view = controller.view(now_s)
    assert not any(finding.open or finding.choices for finding in view.findings)
    assert (view.seats[2].returns_chips, view.next.code) == (500, "await")


def test_a_case_stays_open_when_another_one_is_ruled() -> None:
    """What is open is what the table holds open, not all that came before the last ruling."""
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    cite = robot.book.discretion
    cases = tuple(
        Case(number, Finding("irregular", seat, cite, (), (Option(name),), stops_play=True))
        for number, seat, name in ((1, 1, "play-on"), (2, 2, "no-penalty"))
    )
    table = replace(robot.table, cases=cases)
    view = view_of(table, epoch="e", as_of=0, book=robot.book)
    assert [finding.seat for finding in view.findings if finding.open] == [2, 1]
    assert [finding.choices[0].effects for finding in view.findings] == [(effects.NOTHING,)] * 2
    after = engine.step(table, FloorRuled("no-penalty", (), "floor", "", 1.0), robot.book).table
    assert not after.penalties, "no penalty is not a warning"
    left = view_of(after, epoch="e", as_of=0, book=robot.book)
    assert [finding.seat for finding in left.findings if finding.open] == [1]


@pytest.mark.parametrize("fault", ["another ruling", "nothing told"])
def test_a_preview_that_promises_something_else_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "nothing told":
        monkeypatch.setattr(effects, "effects_of", lambda *_: (effects.NOTHING,))
    else:
        truly: Callable[[Table, FloorRuled, Rulebook], Change] = rulings.on_ruled

        def moody(table: Table, event: FloorRuled, book: Rulebook) -> Change:
            return truly(table, event, book) if event.role == "director" else Change(replace(table, cases=()))

        monkeypatch.setattr(rulings, "on_ruled", moody)
    faults, _, _, _ = previewed(list(script_files(SCRIPTS / "tda-2019")))
    assert faults

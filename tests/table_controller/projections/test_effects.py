"""What the screen says that a choice of the floor would do is what it does, in every case of every script."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from uuid import UUID

import pytest
from support.dealt_tables import BOOK
from support.felt_prompt import Evening
from support.one_hand import journalled_player
from support.robot import Robot
from support.script_text import script_text
from support.told_hands import script_in, tables_of
from support.watching import SCRIPTS, Watched, all_watched, watched

from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Case, Change, Table
from table_controller.journal.journal import Header, MemoryJournal
from table_controller.projections import effects
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.session.preview import preview_view
from table_controller.vocabulary.commands import (
    COMMANDS,
    Command,
    GivePenalty,
    MarkButton,
    MarkPresence,
    Preview,
    Rule,
    Say,
    Undo,
)
from table_controller.vocabulary.events import FloorRuled
from table_controller.vocabulary.findings import Finding, Option
from table_controller.vocabulary.record import decode_record
from table_controller.vocabulary.views import Effect


def previewed(scripts: Iterable[Watched]) -> tuple[list[str], int, int, Counter[str]]:
    faults: list[str] = []
    count, picked, codes = 0, 0, Counter[str]()
    for one in scripts:
        faults += [f"{one.file.name}: {what}" for what in one.player.faults_found]
        count, picked = count + one.player.previewed, picked + one.player.picked
        codes.update(one.player.codes)
    return faults, count, picked, codes


def test_the_preview_is_what_happens_in_every_case_of_every_script() -> None:
    faults, count, picked, codes = previewed(all_watched())
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
    (applied,) = record.applied_events
    assert applied.event == FloorRuled("take-back", (), "director", "first time", now_s)
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
    view = view_of(table, Around(epoch="e", as_of=0, book=robot.book))
    assert [finding.seat for finding in view.findings if finding.open] == [2, 1]
    assert [finding.choices[0].effects for finding in view.findings] == [(effects.NOTHING,)] * 2
    after = engine.step(table, FloorRuled("no-penalty", (), "floor", "", 1.0), robot.book).table
    assert not after.penalties, "no penalty is not a warning"
    left = view_of(after, Around(epoch="e", as_of=0, book=robot.book))
    assert [finding.seat for finding in left.findings if finding.open] == [1]


def test_who_is_sent_off_between_two_hands_is_told_to_go_once_and_the_button_only_where_it_moves() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    case = Case(1, Finding("irregular", 2, robot.book.discretion, (), (Option("disqualify"),), stops_play=False))
    table = replace(robot.table, cases=(case,))
    told = effects.effects_of(table, FloorRuled("disqualify", (), "floor", "", 1.0), robot.book)
    assert told == (Effect("goes", 2), Effect("stack", 2))


@pytest.mark.parametrize("fault", ["another ruling", "nothing told"])
def test_a_preview_that_promises_something_else_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if fault == "nothing told":
        monkeypatch.setattr(effects, "effects_of", lambda *_: (effects.NOTHING,))
    else:
        truly: Callable[[Table, FloorRuled, Rulebook], Change] = engine.HANDLERS[FloorRuled]

        def moody(table: Table, event: FloorRuled, book: Rulebook) -> Change:
            return truly(table, event, book) if event.role == "director" else Change(replace(table, cases=()))

        monkeypatch.setitem(engine.HANDLERS, FloorRuled, moody)
    assert any(one.player.faults_found for one in watched(script_files(SCRIPTS / "tda-2019")))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (MarkPresence(4, here=False, near=True), Effect("is-near", 4)),
        (MarkButton(5), Effect("puck", 5)),
        (Say("other", 4, text="rebuy 1000"), Effect("waits-for-the-end", 4, word="rebuy")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_changes_no_chip_and_no_hand_is_named_too(command: Command, told: Effect) -> None:
    evening = Evening()
    asked = Preview(COMMANDS.encode(command).decode())
    shown = preview_view(evening.session, asked, evening.felt.process.table.now_s, BOOK)
    assert shown is not None
    assert told in shown.effects
    assert not {"nothing", "noted"} & {one.code for one in shown.effects}


def test_what_an_undone_burn_leaves_is_named() -> None:
    evening = Evening()
    evening.do("burn", "wait 1")
    asked = Preview(COMMANDS.encode(Undo()).decode())
    shown = preview_view(evening.session, asked, evening.felt.process.table.now_s, BOOK)
    assert shown is not None
    assert "noted" not in {one.code for one in shown.effects}


def test_what_is_left_of_penalties_after_one_is_taken_back() -> None:
    """A warning was told as the hands of a penalty, and one penalty of two as nothing."""
    evening = Evening()
    asked = Preview(COMMANDS.encode(Undo()).decode())

    def undone(*given: tuple[int, int]) -> tuple[Effect, ...]:
        for seat, hands in given:
            evening.key(GivePenalty(seat, hands))
        shown = preview_view(evening.session, asked, evening.felt.process.table.now_s, BOOK)
        assert shown is not None
        return shown.effects

    assert undone((4, 2)) == (Effect("penalty-lapses", 4),)
    assert undone((4, 0)) == (Effect("warning-lapses", 4),)
    assert undone((4, 3)) == (Effect("penalty", 4, 2),)


def test_the_choice_of_the_book_for_odd_chips_says_who_has_them() -> None:
    """Its preview said that nothing changes, which was so: they lay there already."""
    script = script_in(SCRIPTS / "figp-2012" / "24~2__whose_the_odd_chip_is.toml")
    before, case = next(
        (table, case) for table in tables_of(script)[-1] for case in table.cases if case.finding.topic == "odd-chip"
    )
    told = {option.name: option.effects for option in effects.choices_of(before, case, rulebook_of(script.header))}
    assert told == {"odd-chip": (Effect("wins", 3, 75),), "play-on": (effects.NOTHING,)}

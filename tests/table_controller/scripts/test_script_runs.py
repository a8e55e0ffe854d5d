"""Regular hands play as the scripts say, and a wrong expectation fails on its own line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.watching import all_watched

from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine, variants
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.scripts import expected as want
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import Failure, Played, failures, play, set_table
from table_controller.scripts.parse import Script, parse_line, parse_script, read_script
from table_controller.scripts.player import Player
from table_controller.scripts.report import run_scripts, straight_player
from table_controller.scripts.steps import Step
from table_controller.vocabulary.events import Declared, Event

Fail = Callable[[str], Failure]
Play = Callable[[str], Played]
SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"


def test_all_scripts_pass() -> None:
    scripts = all_watched()
    assert len(scripts) >= 500
    assert [(one.file, one.failure) for one in scripts if one.failure is not None] == []


def _spoiled(line: Step) -> Step | None:  # noqa: C901, PLR0911 - one case an expectation
    """The expectation made wrong, None where any expectation of its kind may hold."""
    match line:
        case want.ExpectTurn():
            return replace(line, seat=None if line.seat else 1)
        case want.ExpectAmount() | want.ExpectSeatAmount():
            return replace(line, chips=line.chips + 1)
        case want.ExpectMay():
            return replace(line, choices=line.choices ^ {"bet"})
        case want.ExpectAction(to_chips=None):
            return replace(line, kind="raise" if line.kind in {"fold", "check"} else "fold")
        case want.ExpectAction(to_chips=int(chips)):
            return replace(line, to_chips=chips + 1)
        case want.ExpectStreet():
            return replace(line, street="preflop" if line.street == "third" else "third")
        case want.ExpectLive():
            return replace(line, live=not line.live)
        case want.ExpectPots():
            return replace(line, chips=(*line.chips, 1))
        case want.ExpectShowsFirst():
            return replace(line, seat=line.seat % 10 + 1)
        case want.ExpectTables():
            return replace(line, seats=line.seats ^ {1})
        case want.ExpectNext():
            return replace(line, text="deal-card 10")
        case want.ExpectPlace():
            return replace(line, seat=(line.seat or 0) % 10 + 1)
        case want.ExpectNoFinding():
            return want.ExpectFinding(line.line, line.topic or "out-of-turn")
        case _:
            return None


def test_every_expectation_of_every_script_can_fail(scripts_folder: Path) -> None:
    """Each is followed by itself made wrong: of the whole script these lines fail, and no others.

    Those of every script in a soak, else of every fourth.
    """
    spoiled = 0
    for file in sorted(scripts_folder.rglob("*.toml"))[:: 1 if SOAK else 4]:
        script = read_script(file)
        both = [(line, _spoiled(line)) for line in script.steps]
        steps = tuple(step for pair in both for step in pair if step is not None)
        wrong = [line.line for line, other in both if other is not None]
        if not wrong:
            continue
        doubled = Script(script.path, script.header, steps, script.texts)
        found = list(failures(doubled, set_table(doubled, straight_player(script.header))))
        assert [failure.line for failure in found] == wrong, f"{file}: these fail: {found}"
        assert all(failure.text.startswith("expected ") for failure in found)
        spoiled += len(wrong)
    assert spoiled > 150


@pytest.mark.parametrize(
    ("lines", "line", "text"),
    [
        ("deal\nexpect turn 3", 8, "expected turn 3, got turn 1"),
        ("deal\nexpect turn none", 8, "expected turn none, got turn 1"),
        ("deal\nexpect may check raise", 8, "expected may check raise, got may call fold raise"),
        ("deal\nexpect to-call 100", 8, "expected to-call 100, got to-call 200"),
        ("deal\n1: folds\n2: calls\n3: checks\nexpect to-call 100", 11, "expected to-call 100, got nobody to act"),
        ("deal\n1: calls\nexpect action 1 raise 600", 9, "expected action 1 raise 600, got action 1 call 200"),
        ("deal\nexpect action 1 call", 8, "expected action 1 call, got no action of seat 1"),
        ("deal\n1: calls\nexpect action 1 all-in 200", 9, "expected action 1 all-in 200, got action 1 call 200"),
        ("deal\nexpect finding undercall seat 1", 8, "expected finding undercall seat 1, got no finding"),
        ("deal\nexpect option stands", 8, "expected option stands, got no option"),
        ("deal\nexpect next burn", 8, "expected next burn, got next await 1"),
        ("deal\nexpect small-blind none", 8, "expected small-blind none, got small-blind 2"),
        ("deal\nexpect live 3\nexpect dead 3", 9, "expected dead 3, got live 3"),
        ("deal\nexpect wins 3 300", 8, "expected wins 3 300, got wins 3 0"),
        ("deal\nexpect shows-first 1", 8, "expected shows-first 1, got shows-first none"),
        ("deal\nexpect stack 9 300", 8, "expectation 'expect stack 9 300': there is no seat 9"),
    ],
)
def test_a_failure_says_what_came_instead(failing: Fail, lines: str, line: int, text: str) -> None:
    failure = failing(lines)
    assert (failure.line, failure.text) == (line, text)


def test_chips_are_raced_between_hands_only(failing: Fail) -> None:
    assert failing("deal\nrace 25").text == "step 'race 25': chips are raced between two hands"


def test_a_raise_announced_or_plain_in_its_chips_needs_no_rule(playing: Play) -> None:
    for lines in ('deal\n1: says "raise"\n1: pushes 1000', "deal\n1: pushes 2x500", "deal\nto flop\n2: pushes 1000"):
        assert playing(lines).failure is None


def test_misdeal_and_void_are_told_from_a_hand_that_counts(playing: Play, failing: Fail) -> None:
    assert playing("shuffle\ncard 2 Ah exposed\nexpect misdeal").failure is None
    for word in ("misdeal", "void"):
        assert failing(f"deal\nexpect {word}").text == f"expected {word}, got no misdeal"


def test_no_misdeal_holds_while_a_hand_is_played(playing: Play) -> None:
    assert playing("deal\nexpect no misdeal").failure is None


def test_what_no_rule_judges_is_irregular_and_fails_nothing_by_itself(playing: Play) -> None:
    assert playing("deal\npuck 3").failure is None
    assert playing("deal\npuck 3\nexpect finding irregular").failure is None
    failure = playing("deal\npuck 3\nexpect finding out-of-turn").failure
    assert failure is not None
    assert failure.line == 9


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("deal 7=AhKh", "seat 7 is not dealt in; the seats are 1, 2, 3"),
        ("deal 1=AhKhQh", "seat 1 is not dealt that many cards"),
        ("deal 1=AhKh\nto flop\nturn Ah", "Ah lies on the table already"),
        ("deal\n1: raises to 20000", "seat 1 has 10000 chips behind, not 20000"),
        ("deal\n1: pushes 5x5000", "seat 1 has 10000 chips behind, not 25000"),
        ("deal\n9: folds", "nobody sits in seat 9"),
        ("deal\n1: folds\n1: folds silently", "seat 1 has no cards"),
        ("deal\n3: pulls 500", "only 200 chips lie in front of seat 3"),
        ("deal\nnext hand", "the hand is not over: next is await 1"),
        ("deal\nstand 3", "players stand up between the end of a hand and 'next hand'"),
        ("deal\nsit 3 500", "players sit down between the end of a hand and 'next hand'"),
        ("sit 3 500", "somebody sits in seat 3"),
        ("deal\n1: all-in\n1: raises to 500", "seat 1 has bet 10000 already"),
        ("deal 1=AhKh\n1: shows 2c", "seat 1 does not have 2c"),
    ],
)
def test_a_step_that_cannot_be_done_says_why(failing: Fail, lines: str, why: str) -> None:
    assert why in failing(lines).text


def test_cards_not_named_come_from_those_that_the_script_names_nowhere(playing: Play) -> None:
    played = playing(
        "deal 1=AhKh\n1: calls\n2: calls\n3: checks\nflop QhJhTh\nto showdown\n2: mucks\n3: mucks\nnext hand\ndeal"
    )
    assert played.failure is None
    again = playing(
        "deal 1=AhKh\n1: calls\n2: calls\n3: checks\nflop QhJhTh\nto showdown\n2: mucks\n3: mucks\nnext hand\ndeal"
    )
    assert played.player is not None
    assert again.player is not None
    assert played.player.view == again.player.view


def test_a_card_shown_later_was_dealt_there(playing: Play) -> None:
    assert playing("deal\nto showdown\n2: shows 7c").failure is None


def test_expectations_do_not_change_what_happens(playing: Play) -> None:
    plain, asked = (playing(f"deal\n1: raises to 600\n{more}") for more in ("", "expect wins 1 1"))
    assert plain.player is not None
    assert asked.player is not None
    assert plain.player.view.denominations == asked.player.view.denominations == (25, 100, 500, 1000, 5000)


def test_the_ref_of_a_finding_may_be_a_part_of_the_rule() -> None:
    from table_controller.scripts.verdict import is_part

    assert is_part("45-A", "45-A")
    assert is_part("45-A", "45")
    assert is_part("45-1A", "45")
    assert is_part("10(1)~2", "10(1)")
    assert not is_part("45", "4")
    assert not is_part("45", "45-A")
    assert not is_part("45-AB", "45-A")


def _write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


GOOD = (
    'title = "t"\nrulebook = "tda-2019"\nrefs = []\nvariant = "NT"\nblinds = [100, 200]\nbutton = 1\n'
    'stacks = { 1 = 10000, 2 = 10000 }\nscript = """\ndeal\nexpect turn 1\n"""\n'
)


def test_the_report_and_the_exit_status(tmp_path: Path) -> None:
    good = _write(tmp_path, "b.toml", GOOD)
    wrong = _write(tmp_path, "a.toml", GOOD.replace("turn 1", "turn 2"))
    said: list[str] = []
    assert run_scripts([good], straight_player, said.append) == 0
    assert said == [f"ok {good}", "1 passed, 0 failed"]
    said.clear()
    assert run_scripts([tmp_path], straight_player, said.append) == 1
    assert said == [f"FAIL {wrong}:10 expected turn 2, got turn 1", f"ok {good}", "1 passed, 1 failed"]
    said.clear()
    bad = _write(tmp_path, "c.toml", GOOD.replace("deal", "dael"))
    assert run_scripts([bad, good], straight_player, said.append) == 2
    assert said[0].startswith(f"{bad}:9 'dael': 'dael' is not a step")
    assert said[1:] == [f"ok {good}", "1 passed, 0 failed, 1 could not be read"]


def test_a_script_that_ends_with_other_stacks_than_unharmed_fails(tmp_path: Path) -> None:
    """Planted: a player at whose table the blinds are twice as high."""

    def dearer(header: Header) -> Player:
        player = straight_player(header)
        opened = player.open
        player.open = lambda told, stacks, **_: opened(replace(told, big_blind_chips=400), stacks)  # type: ignore[method-assign]
        return player

    good = _write(tmp_path, "a.toml", GOOD)
    said: list[str] = []
    assert run_scripts([good], straight_player, said.append, straight_player) == 0
    assert said[1:] == ["0 of 1 played to the end have other stacks than without faults", "1 passed, 0 failed"]
    said.clear()
    assert run_scripts([good], dearer, said.append, straight_player) == 1
    assert said == [
        f"FAIL {good} other stacks than without faults: seat 2 9600 and not 9800",
        "1 of 1 played to the end have other stacks than without faults",
        "0 passed, 1 failed",
    ]


def test_a_mistake_of_the_program_fails_one_script_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: an engine that raises on a fold, and a table that cannot be opened."""
    step = engine.step

    def broken(table: Table, event: Event, book: Rulebook) -> engine.Step:
        if isinstance(event, Declared) and event.word == "fold":
            raise ValueError("no chips of\nthat kind")
        return step(table, event, book)

    def unopened(header: Header) -> Player:
        if header.title == "unopened":
            raise RuntimeError("planted")
        return straight_player(header)

    monkeypatch.setattr(engine, "step", broken)
    bad = _write(tmp_path, "a.toml", GOOD.replace("expect turn 1", "expect turn 1\n1: folds"))
    good = _write(tmp_path, "b.toml", GOOD)
    worse = _write(tmp_path, "c.toml", GOOD.replace('title = "t"', 'title = "unopened"'))
    said: list[str] = []
    assert run_scripts([tmp_path], unopened, said.append) == 1
    assert said == [
        f"FAIL {bad}:11 the program broke: ValueError: no chips of that kind",
        f"ok {good}",
        f"FAIL {worse}:1 the program broke: RuntimeError: planted",
        "1 passed, 2 failed",
    ]


def test_a_path_without_scripts_cannot_be_read(tmp_path: Path) -> None:
    said: list[str] = []
    assert run_scripts([tmp_path, tmp_path / "nowhere.toml"], straight_player, said.append) == 2
    assert said == [
        f"{tmp_path}:1 holds no .toml file",
        f"{tmp_path / 'nowhere.toml'}:1 is neither a file nor a folder",
        "0 passed, 0 failed, 2 could not be read",
    ]


@pytest.mark.parametrize(
    ("change", "line", "text"),
    [
        (('"NT"', '"NS"'), 4, "variant 'NS': no rule yet: no-limit short-deck hold'em (NS) is not played yet"),
    ],
)
def test_games_to_come_say_so_and_fail(
    change: tuple[str, str], line: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants, "PLAYED", variants.PLAYED - {"NS"})
    failure = play(parse_script("x", GOOD.replace(*change)), straight_player).failure
    assert failure is not None
    assert failure.line == line
    assert failure.text.startswith(text)


ANYTHING = (
    *("deal", "shuffle", "card 2", "card 3 Ah exposed", "burn", "board AhKdQc", "flop", "turn", "river", "to flop"),
    *("to showdown", "next hand", "puck 2", "wait 3", "sit 4 5000", "stand 2", "level 50 100", "change 2 1000"),
    *("1: folds", "2: folds", "3: folds", "1: checks", "2: checks", "1: calls", "2: calls", "3: calls", "1: bets 400"),
    *("2: raises to 800", "3: raises to 3000", "1: all-in", "2: all-in", "1: pushes 500", "2: pushes 3x100 4x25"),
    *('1: says "raise"', '2: says "all-in"', '3: says "call"', "2: pulls 100", "1: folds silently", "1: shows"),
    *("2: shows", "3: shows", "1: mucks", "2: mucks", "expect finding irregular", "expect turn 1", "muck 3"),
)


@given(st.lists(st.sampled_from(ANYTHING), min_size=1, max_size=40))
@settings(max_examples=1500 if SOAK else 150)
def test_whatever_a_script_tells_it_passes_or_fails(lines: list[str]) -> None:
    text = GOOD.replace("2 = 10000 }", "2 = 10000, 3 = 1500 }\nseats = 4").replace(
        "deal\nexpect turn 1", "\n".join(lines)
    )
    script = parse_script("x", text)
    stage = set_table(script, straight_player(script.header))
    for failure in failures(script, stage):  # played on beyond the first, into ever stranger tables
        assert parse_line(lines[failure.line - 10]) is not None
        assert failure.text

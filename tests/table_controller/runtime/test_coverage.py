"""Coverage of the rules: what counts, what only looks as if, and which changed policy nobody notices."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from table_controller.game.rulebooks.keys import admits, answer_type, policy_keys, ruled_at
from table_controller.game.rulebooks.rows import Row
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.runtime.cli import main
from table_controller.runtime.coverage import report
from table_controller.runtime.coverage.coverage import Coverage
from table_controller.runtime.coverage.knockout import Knockouts, expectation_fails, passes
from table_controller.runtime.coverage.mutation import keys_read, mutate, other_values
from table_controller.runtime.coverage.report import covered
from table_controller.scripts.parse import Script, parse_script
from table_controller.scripts.report import rulebook_of

if TYPE_CHECKING:
    from pathlib import Path

BOOK = "tda-2019"
OVERCHIP = "silent_chips.facing_a_bet"
PUSHED = "deal\n1: pushes 1000\n"
STRONG = PUSHED + "expect action 1 call 200\n"
WEAK = PUSHED + "expect live 1\n"  # the hand is live whatever the chip amounts to
UNDERCALL = "deal\n1: pushes 100\n"
NOTICED = UNDERCALL + "expect action 1 call 200\n"
UNNOTICED = UNDERCALL + "expect finding undercall seat 1\n"  # the floor's case would have one as well


def text(steps: str, ref: str = "44", book: str = BOOK, house: str = "") -> str:
    return f"""title = "A story"
rulebook = "{book}"
refs = ["{ref}"]
variant = "NT"
blinds = [100, 200]
button = 1
stacks = {{ 1 = 10000, 2 = 10000, 3 = 10000 }}
house = {{ {house} }}
script = \"\"\"
{steps}\"\"\"
"""


def script(steps: str, ref: str = "44", name: str = "a.toml", **header: str) -> Script:
    return parse_script(name, text(steps, ref, **header))


def row(ref: str = "44", behaviours: tuple[str, ...] = (OVERCHIP,), **more: Any) -> Row:
    return dataclasses.replace(Row(BOOK, ref, "A rule", "overchip", "AUTO", "NT", behaviours), **more)


def state(*scripts: Script, rows: tuple[Row, ...] = (row(),)) -> str:
    return Coverage(rows, scripts).standing(rows[0]).state


def test_a_row_counts_by_a_script_that_fails_without_its_behaviour() -> None:
    standing = Coverage([row()], [script(STRONG)]).standing(row())
    assert (standing.state, standing.carried, standing.proofs) == ("counts", True, ((OVERCHIP, "a.toml"),))


@pytest.mark.parametrize(
    ("planted", "why"),
    [
        (script(PUSHED), f"fails nowhere without {OVERCHIP}: a.toml"),
        (script(WEAK), f"fails nowhere without {OVERCHIP}: a.toml"),
        (script(STRONG, ref="45-A"), "no script cites it"),
        (script(STRONG, book="tda-holdem"), "no script cites it"),
        (script(STRONG + "expect turn 3\n"), "no script that cites it passes: a.toml"),
    ],
    ids=["expects nothing", "expects what holds anyway", "cites another rule", "another book", "fails"],
)
def test_a_script_that_would_not_notice_does_not_count(planted: Script, why: str) -> None:
    standing = Coverage([row()], [planted]).standing(row())
    assert (standing.state, standing.why) == ("missing", why)


def test_another_behaviour_than_the_rows_is_no_proof() -> None:
    assert state(script(STRONG), rows=(row(behaviours=("undercalls.undercall",)),)) == "missing"
    misnamed = row(behaviours=("overchips.no_such",))
    assert Coverage([misnamed], [script(STRONG)]).standing(misnamed).why == "no behaviour is called overchips.no_such"


def test_a_step_that_cannot_be_carried_out_is_no_expectation() -> None:
    stuck = script("deal 9=AhKh\n")
    assert not passes(stuck, rulebook_of(stuck.header))
    assert not expectation_fails(stuck, rulebook_of(stuck.header))
    both = script("deal\nfloor forfeit-and-fold\nexpect turn 2\n")
    assert expectation_fails(both, rulebook_of(both.header))


def test_the_record_of_behaviours_asked_knocks_none_out() -> None:
    knockouts, story = Knockouts(), script(STRONG)
    assert knockouts.passes(story)
    assert OVERCHIP in knockouts.touched(story)
    assert "string_bets.added_later" not in knockouts.missed(story)
    assert OVERCHIP in knockouts.missed(story)


def test_a_heading_counts_through_all_its_parts_and_an_echo_through_what_it_restates() -> None:
    first, second = row("1-A"), row("1-B")
    heading = row("1", (), parts=("1-A", "1-B"))
    echo = row("2", (), restates="1")
    rows = (echo, heading, first, second)
    one, other = script(STRONG, "1-A", "one.toml"), script(STRONG, "1-B", "other.toml")
    assert state(one, other, rows=rows) == "counts"
    coverage = Coverage(rows, [one])
    assert [coverage.standing(each).why for each in (echo, heading)] == ["restates 1", "parts 1-B"]
    around = (row("3", (), restates="4"), row("4", (), restates="3"))
    assert state(rows=around) == "missing"
    hollow = (row("5", (), parts=("5-A",)), row("5-A", (), kind="INFO"))
    assert state(rows=hollow) == "missing"


def test_what_waits_is_listed_with_it_and_people_need_no_script() -> None:
    waits, people = row("1", (), waits="room"), row("2", (), kind="INFO")
    through = row("3", (), parts=("1", "2"))
    coverage = Coverage([waits, people, through], [])
    assert [(one.state, one.why) for one in coverage.standings()] == [
        ("waiting", "room"),
        ("people", ""),
        ("waiting", "room"),
    ]
    assert not coverage.standings(["ante"])


def test_a_row_without_behaviours_is_told_which_its_script_needs() -> None:
    bare = row(behaviours=())
    coverage = Coverage([bare], [script(STRONG)])
    assert coverage.standing(bare).state == "missing"
    assert OVERCHIP in coverage.suggestions(bare)
    assert len(coverage.suggestions(bare)) <= 2, "and little besides: what it stands on"
    assert not Coverage([bare], [script(WEAK)]).suggestions(bare)


def survivors(*scripts: Script) -> list[tuple[str, object, object]]:
    return [
        (one.key, one.old, one.new)
        for one in mutate(BOOK, scripts, ["undercall"]).survivors
        if one.key == "undercall.opening_bet"
    ]


def test_a_changed_policy_that_a_weak_script_does_not_notice_is_named() -> None:
    weak = script(UNNOTICED)
    assert "undercall.opening_bet" in keys_read(weak)
    assert survivors(weak) == [("undercall.opening_bet", "complete", None)]
    assert survivors(weak, script(NOTICED)) == []


def test_only_a_passing_script_of_the_book_reads_its_policies() -> None:
    for other in (
        script(NOTICED + "expect turn 3\n"),
        script(NOTICED, book="tda-holdem"),
        script(NOTICED, house='"undercall.opening_bet" = "complete"'),
    ):
        mutated = mutate(BOOK, [other], ["undercall"])
        assert "undercall.opening_bet" in mutated.unread
    assert not keys_read(script(NOTICED + "expect turn 3\n"))


def test_an_answer_is_changed_to_every_other_one_that_its_type_admits() -> None:
    assert set(other_values("undercall.multiway_raise", "floor")) == {None, "complete"}
    assert other_values("reopen.cumulative", True) == (False, None)
    assert set(other_values("limit.cap_raises", 3)) == {2, 4, "house", None}
    assert set(other_values("limit.cap_raises", None, ["house", 4, None, 4])) == {4, "house"}
    for book in shipped_books():
        for key in policy_keys():
            value = ruled_at(package_rulebook(book), key).value
            others = other_values(key, value)
            assert others or value is None, (book, key)
            assert value not in [other for other in others if type(other) is type(value)]
            assert all(admits(answer_type(key), other) for other in others)


def test_the_report_counts_by_class_and_names_what_is_missing() -> None:
    lines: list[str] = []
    assert not covered(BOOK, [script(WEAK)], ["overchip"], lines.append)
    said = "".join(lines)
    assert said.startswith("tda-2019\n  class ")
    assert "  AUTO " in said
    assert "  missing 44 " in said


def test_the_command_prints_survivors_and_complains_of_what_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weak.toml").write_text(text(UNNOTICED), "utf-8")
    with pytest.raises(SystemExit) as stopped:
        main.app(["coverage", str(tmp_path), "--book", BOOK, "--topic", "undercall", "--mutate"])
    assert stopped.value.code == 1
    said = capsys.readouterr().out
    assert "tda-2019 undercall.opening_bet complete->silent  read by 1 script\n" in said
    assert "tda-2019 undercall.multiway_raise is read by no script that passes\n" in said
    with pytest.raises(SystemExit) as stopped:
        main.app(["coverage", str(tmp_path), "--book", "tda-1900", "--topic", "undercalls"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err == "cardspeak coverage: there is no rulebook 'tda-1900', no topic 'undercalls'\n"
    (tmp_path / "broken.toml").write_text("deal", "utf-8")
    with pytest.raises(SystemExit) as stopped:
        main.app(["coverage", str(tmp_path), "--book", BOOK, "--topic", "undercall", "--suggest"])
    assert stopped.value.code == 2
    assert "broken.toml:1 " in capsys.readouterr().err


def test_a_release_has_no_scripts_and_says_where_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(report, "ROOT", tmp_path)
    said: list[str] = []
    assert report.report(report.covered, (), (), (), said.append, said.append) == report.UNREADABLE
    assert said == [
        "cardspeak coverage: tests/scripts is part of the repository, not of a release: run it in a clone of it\n"
    ]

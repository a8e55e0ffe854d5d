"""A table that answers line by line: `cardspeak script --follow -`, as hardware_docs/table-script.md promises it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from table_controller.runtime.simulated import playing
from table_controller.scripts import acts, follow_answer, interpret
from table_controller.scripts.follow import Follower, Moment, encoded, follow, open_follower, trace
from table_controller.scripts.follow_answer import Answer, answer_of
from table_controller.scripts.header import parse_header
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player

HEADER = (
    'title = "t"\nrulebook = "tda-2019"\nvariant = "NT"\nblinds = [100, 200]\nbutton = 1\n'
    "stacks = { 1 = 10000, 2 = 10000, 3 = 10000 }\n"
)
FELT = (sys.executable, "-m", "table_controller.runtime", "script", "--follow", "-")


def opened(more: str = "", header: str = HEADER) -> Follower:
    return open_follower(parse_header("header", header + more))


def told(table: Follower, lines: str) -> list[Answer]:
    """The answers to these lines; all but the last must be ok."""
    answers = [answer for line in lines.strip().splitlines() if (answer := table.answer(line)) is not None]
    assert [answer.error for answer in answers[:-1] if not answer.ok] == []
    return answers


def after(lines: str, more: str = "") -> Answer:
    """The table after these lines, all of which are ok."""
    last = told(opened(more), lines)[-1]
    assert last.error is None
    return last


def table_of(answer: Answer) -> str:
    """The answer without its line and how that went."""
    return encoded(answer).partition('"phase"')[2]


def objects(lines: str) -> tuple[list[dict[str, Any]], int]:
    """What a program reads that drives us, and the exit status."""
    heard: list[str] = []
    status = follow(lines.splitlines(keepends=True), heard.append)
    assert all("\n" not in answer for answer in heard)
    return [json.loads(answer) for answer in heard], status


# The header and the lines.


def test_a_header_is_not_answered_and_lines_are_numbered_after_it() -> None:
    answers, status = objects(f"{HEADER}\n\n# nothing yet\ndeal\n  # still nothing\n1: calls  # limps\n")
    assert ([answer["line"] for answer in answers], status) == ([3, 5], 0)
    assert objects(HEADER) == ([], 0)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("blinds = [100, 200\n", "not TOML"),
        (HEADER.replace("tda-2019", "nobody's"), "line 2 of the header: rulebook"),
        (HEADER + 'script = "deal"\n', "line 7 of the header: script: is not a key"),
        (HEADER.replace('"NT"', '"NX"'), "line 3 of the header: variant: 'NX' is not known"),
        (HEADER.replace("10000, 2", "1" + "0" * 30 + ", 2"), "line 6 of the header: a number has more than 15 digits"),
        ("", "is missing"),
    ],
)
def test_a_bad_header_is_answered_once_and_ends_it(header: str, reason: str) -> None:
    (answer,), status = objects(f"{header}\ndeal\n")
    assert (answer["line"], answer["ok"], status) == (0, False, 2)
    assert reason in answer["error"]
    assert answer["seats"] == {}


WRONG = (
    "nonsense",
    "3: dances",
    '"',
    "deal 3=Ax",
    ":mark",
    ":back away",
    "9: folds",
    "river 3=",
    "level 1 1" + "0" * 15,
)


@pytest.mark.parametrize("line", WRONG)
def test_a_line_that_is_not_ok_says_why_and_leaves_the_table_as_it_was(line: str) -> None:
    table = opened()
    (before,) = told(table, "deal 3=AhKh")
    (wrong,) = told(table, line)
    assert wrong.error
    assert table_of(wrong) == table_of(before)
    assert table.failed
    assert objects(f"{HEADER}\ndeal\n{line}\n")[1] == 1


def test_a_step_that_fails_half_way_is_undone() -> None:
    """That a seat is not dealt so many cards is noticed when all others lie there."""
    (wrong,) = told(opened(), "deal 1=AhKhQh")
    assert wrong.error == "step 'deal 1=AhKhQh': seat 1 is not dealt that many cards"
    assert (wrong.phase, wrong.hand, wrong.next) == ("idle", 0, "new-hand")


def test_a_mistake_of_the_program_is_an_answer_too_and_the_next_line_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a step that raises what nobody thought of."""

    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(interpret, "do_player_step", broken)
    answers, status = objects(f"{HEADER}\ndeal\n1: calls\nexpect turn 1\n")
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[1]["error"] == "the program broke: KeyError: 'planted'"
    assert (answers[1]["turn"], status) == (1, 1)


def test_a_table_that_is_not_put_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every line is played on the very table that an error should leave alone."""
    monkeypatch.setattr(Moment, "copied", lambda self: self)
    with pytest.raises(AssertionError):
        test_a_step_that_fails_half_way_is_undone()


# Fields.


def test_every_field_is_there_and_documented() -> None:
    (answer,), _ = objects(f"{HEADER}\ndeal\n")
    assert list(answer) == list(Answer.__struct_fields__)
    assert set(answer["seats"]) == {"1", "2", "3"}
    for kind in (Answer, follow_answer.SeatAnswer, follow_answer.CaseAnswer):
        told_of = set(re.findall(r"[a-z_]+", kind.__doc__ or ""))
        assert set(kind.__struct_fields__) <= told_of


def test_blinds_and_antes_lie_there_before_the_first_act() -> None:
    table = after("deal", 'ante = 25\nante_mode = "all"\n')
    assert (table.phase, table.hand, table.button, table.next, table.awaited) == ("preflop", 1, 1, "await 1", "act")
    assert (table.turn, table.may, table.to_call) == (1, ("fold", "call", "raise"), 200)
    assert (table.min_raise_to, table.max_raise_to) == (400, 9975)
    assert (table.pots, table.total) == ((75,), 30000)
    assert [(seat.stack, seat.bet, seat.cards) for seat in table.seats.values()] == [
        (9975, 0, 2),
        (9875, 100, 2),
        (9775, 200, 2),
    ]


def test_pots_leave_out_what_lies_in_front_and_what_nobody_matched() -> None:
    lines = "deal\n1: raises to 1000\n2: calls\n3: calls\nflop\n2: bets 5000\n3: all-in\n1: folds"
    table = after(lines, "")
    assert (table.pots, table.seats["2"].bet, table.seats["3"].bet) == ((3000,), 5000, 9000)
    called = after(f"{lines}\n2: calls")
    assert (called.seats["2"].bet, called.seats["3"].bet, called.pots) == (9000, 9000, (3000,))
    assert called.total == 30000


def test_a_side_pot_that_one_seat_can_still_win_is_not_lost_from_sight() -> None:
    lines = "deal\n1: all-in\n2: raises to 2000\n3: calls\nflop\n2: bets 1000\n3: folds"
    header = HEADER.replace("1 = 10000, 2 = 10000, 3 = 10000", "1 = 1000, 2 = 5000, 3 = 5000")
    now = told(opened(header=header), lines)[-1]
    assert now.pots == (3000, 2000)
    assert sum(seat.stack + seat.bet for seat in now.seats.values()) + sum(now.pots) == now.total == 11_000


def test_a_line_without_end_is_not_said_again_whole() -> None:
    (answer,) = told(opened(), "x" * 100_000)
    assert answer.error is not None
    assert len(answer.error) <= 400


def test_a_bet_that_is_called_for_less_counts_as_far_as_it_was_matched() -> None:
    stacks = HEADER.replace("2 = 10000", "2 = 3000")
    table = opened(header=stacks)
    told(table, "deal\n1: raises to 1000\n2: calls\n3: calls\nflop\n2: checks\n3: checks\n1: bets 5000")
    (called,) = told(table, "2: all-in\n3: folds")[-1:]
    assert (called.seats["1"].bet, called.seats["1"].returns, called.pots) == (2000, 3000, (3000,))
    assert sum(seat.stack + seat.bet for seat in called.seats.values()) + 3000 == called.total == 23000


def test_nothing_is_open_where_nobody_is_to_act() -> None:
    table = after("deal\n1: folds\n2: folds")
    assert (table.phase, table.turn, table.may, table.to_call) == ("settled", None, None, None)
    assert (table.min_raise_to, table.max_raise_to, table.awaited) == (None, None, None)
    assert (table.next, table.seats["3"].returns) == ("return-chips 3", 100)


@pytest.mark.parametrize(
    ("lines", "awaited"),
    [
        ("shuffle", None),
        ("deal", "act"),
        ("deal\nto showdown", "show"),
        ("deal\n1: all-in\n2: calls\n3: folds", "table"),
        ('deal\n1: says "raise 600"\n2: folds\n3: says "call"', "owed"),
    ],
)
def test_await_says_what_for(lines: str, awaited: str | None) -> None:
    answer = after(lines)
    assert (answer.awaited, answer.next.startswith("await")) == (awaited, awaited is not None)


def test_a_blind_that_is_not_in_is_awaited() -> None:
    """Scripts post them all; a table whose chips were not seen yet says so."""
    player = opened().now.player
    player.do(acts.Riffle())
    answer = answer_of(player.table, line=1)
    assert (answer.next, answer.awaited) == ("await 2", "post")


def test_a_seat_tells_how_it_stands() -> None:
    table = opened("seats = 5\n")
    told(table, "deal\n1: all-in\n2: calls\n3: folds")
    (run,) = told(table, "expect street preflop")
    assert [seat.status for seat in run.seats.values()] == ["all-in", "all-in", "folded", "empty", "empty"]
    (over,) = told(table, "1: shows\n2: shows\nto showdown")[-1:]
    statuses = {seat.status for number, seat in over.seats.items() if number in "12"}
    assert over.phase == "settled"
    assert statuses <= {"in", "busted"}


def test_a_hand_that_a_rule_kills_is_dead_and_one_given_up_is_folded() -> None:
    table = opened()
    killed = told(table, "deal\nmuck 1\nfloor dead-hand")[-1]
    assert killed.seats["1"].status == "dead"
    given_up = told(table, "2: folds")[-1]
    assert (given_up.seats["1"].status, given_up.seats["2"].status) == ("dead", "folded")
    assert told(table, "next hand\ndeal")[-1].seats["1"].status == "in"


def test_who_stands_up_takes_his_chips_out_of_the_total() -> None:
    table = opened()
    told(table, "deal\n1: folds\n2: folds")
    (gone,) = told(table, "stand 1")
    assert (gone.total, gone.seats["1"].stack, gone.seats["1"].status) == (20000, 0, "empty")
    (come,) = told(table, "sit 1 5000")
    assert (come.total, come.seats["1"].stack) == (25000, 5000)


def test_findings_are_those_of_the_line_and_an_expectation_has_none() -> None:
    table = opened()
    (pushed,) = told(table, "deal\n1: pushes 1000")[-1:]
    assert [(found.topic, found.ref, found.seat) for found in pushed.findings] == [("overchip", "44", 1)]
    assert pushed.findings[0].facts["pushed_chips"] == 1000
    (asked,) = told(table, "expect finding overchip seat 1 ref 44")
    assert (asked.ok, asked.findings) == (True, ())


def test_a_void_deal_is_a_misdeal_until_it_is_dealt_again() -> None:
    table = opened()
    assert told(table, "shuffle\ncard 2\nstuck 3\nfloor misdeal")[-1].misdeal
    assert not told(table, "deal")[-1].misdeal


# The floor.


TWO_CASES = """
deal
muck 1
muck 2
"""


def test_play_stops_exactly_while_a_case_says_so() -> None:
    table = opened()
    stopped = told(table, "deal\nmuck 1")[-1]
    assert (stopped.next, [case.stops for case in stopped.cases]) == ("call-floor", [True])
    assert {"dead-hand", "retrieve"} <= set(stopped.cases[0].options)
    assert told(table, "floor retrieve")[-1].next == "await 1"


def test_the_floor_names_the_case_where_two_offer_the_same() -> None:
    table = opened()
    both = told(table, TWO_CASES)[-1]
    assert [(case.number, case.seat) for case in both.cases] == [(1, 1), (2, 2)]
    (wrong,) = told(table, "floor dead-hand case=7")
    assert wrong.error == "step 'floor dead-hand case=7': no case 7 is open"
    (ruled,) = told(table, "floor dead-hand case=1")
    assert [(case.number, case.seat) for case in ruled.cases] == [(2, 2)]
    assert (ruled.seats["1"].status, ruled.seats["2"].status) == ("dead", "in")


def test_a_hand_comes_back_to_the_seat_of_the_case_that_is_named() -> None:
    table = opened()
    told(table, TWO_CASES)
    (back,) = told(table, "floor retrieve case=1")
    assert (back.seats["1"].cards, back.seats["2"].cards) == (2, 0)


def test_arguments_of_options_are_told() -> None:
    table = opened()
    (four,) = told(table, "deal 1=AsAc\n1: calls\n2: calls\n3: checks\nburn\nboard KhQd2c9s")[-1:]
    case = four.cases[-1]
    assert ("pick-burn" in case.options, case.args) == (True, {"pick-burn": ("card",)})
    assert set(four.stray) == {"Kh", "Qd", "2c", "9s"}
    (picked,) = told(table, "floor pick-burn card=9s")
    assert (set(picked.board), picked.stray) == ({"Kh", "Qd", "2c"}, ())


# Marks.


def test_every_option_of_a_case_is_tried_from_the_same_place() -> None:
    table = opened()
    (stopped,) = told(table, "deal\nmuck 1\n:mark case")[-1:]
    ends = {}
    for option in stopped.cases[0].options:
        told(table, ":back case")
        ends[option] = told(table, f"floor {option}")[-1].seats["1"].status
    assert ends["dead-hand"] == "dead"
    assert ends["retrieve"] == "in"
    (again,) = told(table, ":back case")
    assert table_of(again) == table_of(stopped)


def test_a_mark_is_overwritten_and_hundreds_hold() -> None:
    table = opened()
    told(table, "deal\n:mark here\n1: calls\n:mark here\n2: folds")
    assert told(table, ":back here")[-1].turn == 2
    for number in range(300):
        told(table, f":mark m{number}\n2: calls\n:back here")
    assert told(table, ":back m299")[-1].turn == 2
    assert told(table, ":back nowhere")[-1].error == "no moment is marked 'nowhere'"


# A dealer who does what `next` asks.


def dealer_does(answer: Answer) -> str:
    """The line for the dealer's next act; players check, call and show."""
    code, _, seat = answer.next.partition(" ")
    match code:
        case "await" if answer.awaited == "act":
            return f"{seat}: {'calls' if answer.to_call else 'checks'}"
        case "await":
            return f"{seat}: shows"
        case "deal-card":
            return f"card {seat}"
        case "return-chips":
            return f"return {seat}"
        case "push-pot":
            return f"push {seat}"
        case "make-change":
            return f"make change {seat}"
        case "burn":
            return "burn"
        case "deal-flop" | "deal-turn" | "deal-river":
            return "board"
        case _:
            raise AssertionError(answer)


def played_out(table: Follower, answer: Answer) -> list[str]:
    """The lines that a dealer who only does what he is asked needs to the end of the hand."""
    lines: list[str] = []
    while answer.next != "new-hand":
        lines.append(dealer_does(answer))
        assert len(lines) < 100, lines
        (answer,) = told(table, lines[-1])
        assert (answer.error, answer.total) == (None, 30000), lines
    assert sum(seat.stack for seat in answer.seats.values()) == 30000
    return lines


def test_a_hand_is_played_by_doing_what_comes_next() -> None:
    table = opened()
    lines = played_out(table, told(table, "shuffle")[-1])
    assert lines.count("board") == 3
    assert [line for line in lines if line.startswith("card")] == ["card 2", "card 3", "card 1"] * 2
    assert lines[-1].startswith("push")
    assert told(table, "next hand\ndeal")[-1].hand == 2


SPLIT = """
deal 1=AhKh 2=AdKd 3=2c7s
1: raises to 1000
2: pushes 1000
3: pushes 1000
flop QcJcTs
2: bets 1000
3: folds
1: calls
to showdown
2: shows
1: shows
"""


def test_chips_of_the_pot_are_changed_before_it_is_split() -> None:
    """The pot holds five chips of 1000: nobody can push half of them."""
    table = opened("chips = [100, 1000]\n")
    split = told(table, SPLIT)[-1]
    assert (split.next, told(table, "expect next make-change 2")[-1].ok) == ("make-change 2", True)
    assert played_out(table, split) == ["make change 2", "push 2", "push 1"]


@pytest.mark.parametrize("line", ["return 2", "push 2", "make change 2", "board"])
def test_what_is_not_due_is_not_done(line: str) -> None:
    assert not told(opened(), f"deal\n{line}")[-1].ok


def test_the_words_of_a_dealer_serve_in_a_file_too() -> None:
    lines = "deal\n1: raises to 800\n2: folds\n3: folds\nreturn 1\npush 1\nexpect next new-hand\nnext hand"
    assert play(parse_script("f", f'{HEADER}script = """\n{lines}\n"""\n'), straight_player).failure is None


# Cards that later lines name.


def test_a_card_that_came_unnamed_gives_way_to_a_later_line() -> None:
    """Nobody knows which line comes next; all 52 cards can still be named, but those whose faces were seen."""
    table = opened()
    (board,) = told(table, "deal\n1: calls\n2: calls\n3: checks\nflop AhKhQh")[-1:]
    assert board.board == ("Ah", "Kh", "Qh")
    told(table, "2: checks\n3: checks\n1: checks\n:mark flop")
    for rank in "23456789TJQKA":
        for suit in "cds":
            assert told(table, f":back flop\nturn {rank}{suit}")[-1].ok
    assert "lies on the table already" in (told(table, ":back flop\nturn Ah")[-1].error or "")


def test_a_hand_that_came_unnamed_is_the_one_that_is_shown() -> None:
    table = opened()
    told(table, "deal\n1: calls\n2: calls\n3: checks\nto showdown")
    assert told(table, "2: shows Ah\n2: shows Ad")[-1].ok
    assert not told(table, "3: shows Ah")[-1].ok


# A file, and the process.


def test_a_file_is_traced_as_if_its_lines_were_followed(tmp_path: Path) -> None:
    lines = "deal\n# a comment\n1: calls\nexpect turn 3"
    file = tmp_path / "story.toml"
    file.write_text(f'{HEADER}script = """\n{lines}\n"""\n')
    traced: list[str] = []
    assert trace(file, traced.append) == 1
    assert [json.loads(answer) for answer in traced] == objects(f"{HEADER}\n{lines}\n")[0]
    assert json.loads(traced[-1])["error"] == "expected turn 3, got turn 2"


@pytest.mark.parametrize(
    ("paths", "through", "source", "reason"),
    [
        (("a", "b"), "engine", None, "one file"),
        ((), "engine", None, "one file"),
        (("a",), "engine", "-", "no file beside it"),
        ((), "engine", "a.toml", "--follow -"),
        ((), "hardware", "-", "leave out --through"),
        (("missing.toml",), "engine", None, "cannot be opened"),
    ],
)
def test_what_cannot_be_followed_is_said(
    paths: tuple[str, ...], through: str, source: str | None, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert playing.play_stepwise([Path(path) for path in paths], through, None, source) == 2
    assert reason in capsys.readouterr().err


@pytest.fixture
def driven() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(FELT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def test_another_program_drives_it_line_by_line(driven: subprocess.Popen[bytes]) -> None:
    """Each answer is read before the next line is written: nothing may wait in a buffer."""
    assert driven.stdin is not None
    assert driven.stdout is not None
    driven.stdin.write(f"{HEADER}\n".encode())
    heard = []
    for line in (b"deal\n", b"1: calls\n", b"\xff\xfe\n", b"expect turn 2\n"):
        driven.stdin.write(line)
        driven.stdin.flush()
        heard.append(json.loads(driven.stdout.readline()))
    assert [(answer["line"], answer["ok"]) for answer in heard] == [(1, True), (2, True), (3, False), (4, True)]
    driven.stdin.close()
    assert driven.wait(60) == 1


# The page.


def test_the_session_of_the_page_is_what_is_answered() -> None:
    page = (Path(__file__).parents[3] / "hardware_docs" / "table-script.md").read_text("utf-8")
    section = page.partition("\n## Step by step\n")[2].partition("\n## ")[0]
    typed, shown = (part.partition("```")[0] for part in section.split("```text\n")[1:3])
    answers, _ = objects(typed)
    assert [json.loads(line) for line in shown.splitlines()] == [
        {name: answer[name] for name in json.loads(line)}
        for answer, line in zip(answers, shown.splitlines(), strict=True)
    ]
    rows = "\n".join(line for line in section.splitlines() if line.startswith("| "))
    kinds = (Answer, follow_answer.SeatAnswer, follow_answer.CaseAnswer, follow_answer.FindingAnswer)
    assert {field for kind in kinds for field in kind.__struct_fields__} <= set(re.findall(r"`([a-z_]+)`", rows))
    statuses = get_args(follow_answer.SeatStatus)
    assert set(re.findall(r"`([a-z-]+)`", section.partition("The status of a seat: ")[2].partition("\n")[0])) == {
        *statuses
    }


def test_chips_that_come_to_light_at_one_seat_pay_nothing_that_another_has_lost() -> None:
    """Seat 10 lost chips before a race; its stack waited for the exchange that it could not pay."""
    header = (
        'title = "t"\nrulebook = "ipo-2015"\nvariant = "NT"\nblinds = [100, 200]\nbutton = 5\nseats = 10\n'
        "stacks = { 2 = 20, 4 = 43, 5 = 62, 6 = 56, 7 = 30, 10 = 27 }\nchips = [25, 100, 500, 1000, 5000]\n"
    )
    lines = "deal\nlost 10 2x5 2x1\nfloor void-hand\nrace 1\ndeal\nhidden 2 5"
    before, found = told(opened("", header), lines)[-2:]
    assert found.error is None
    for answer in (before, found):
        assert answer.next == "call-floor"
        assert ("chip-handling", 10) in [(case.topic, case.seat) for case in answer.cases]


def test_a_card_too_many_keeps_nobody_from_acting_and_the_answer_says_who_may_do_what() -> None:
    """It said that the first to speak shows, and that nobody was to act."""
    header = HEADER.replace("NT", "N2L1D").replace("tda-2019", "tda-holdem")
    draw = "deal\n1: calls\n2: calls\n3: checks\n2: discards 1\n3: stands pat\n1: stands pat\nburn\ncard 2\n"
    for lines in (draw, draw + "card 2\n"):
        answer = told(opened("", header), lines)[-1]
        assert (answer.next, answer.awaited, answer.turn) == ("await 2", "act", 2)
        assert (answer.may, answer.to_call, answer.min_raise_to) == (("check", "bet"), 0, 200)
    assert told(opened("", header), draw + "card 2\n2: bets 500")[-1].turn == 3

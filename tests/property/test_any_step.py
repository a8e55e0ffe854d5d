"""A table driven line by line answers whatever it is told, and comes to the verdicts of ``cardspeak script``."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import counted

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.shipped import shipped_books
from table_controller.scripts import follow as following
from table_controller.scripts.card_source import OpenCast
from table_controller.scripts.follow import Follower, encoded, open_follower
from table_controller.scripts.follow_answer import Answer
from table_controller.scripts.header import parse_header
from table_controller.scripts.interpret import Failure, play
from table_controller.scripts.parse import read_lines, read_script
from table_controller.scripts.report import straight_player

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SESSIONS = 100 if SOAK else 10
LINES = 1000 if SOAK else 100
EVERY = 1 if SOAK else 10
"""Which of the scripts are played: all in a soak, else a tenth, spread over the books."""

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").rglob("*.toml"))
HEADER = """\
title    = "Whatever comes"
rulebook = "{book}"
variant  = "{game}"
blinds   = [100, 200]
ante     = {ante}
button   = 1
seats    = 6
stacks   = {{ 1 = 10000, 2 = 700, 3 = 10000, 4 = 3000 }}
"""
TABLE_LINES = (
    "deal", "deal {s}={c}", "shuffle", "card {s}", "card {s} {c} exposed", "stuck {s}", "expose {s}", "expose {s} {c}",
    "burn", "board", "board {c}", "flop", "turn {c}", "river", "to flop", "to turn", "to showdown", "boxed {s} {c}",
    "foreign {s}", "duplicate {s} {c}", "missing {c}", "muck {s}", "puck {s}", "wait 7", "next hand", "sit {s} 5000",
    "sit {s} 999999999999999", "stand {s}", "level 200 400 50", "change {s} {n}", "change {s} 7x3", "hidden {s} 7x3",
    "hidden {s} 999999999999999", "lost {s} {n}", "race 25", "race 100", "penalty {s} 2", "return {s}", "push {s}",
    "make change {s}", "gather {s}", "bubble", "new dealer", "shuffler", "break", "break over", "level in 3", "clock",
    "floor {o}", "floor {o} case={k}", "floor {o} card={c} seat={s} hands={n} seconds={n}", ":mark {o}", ":back {o}",
)  # fmt: skip
PLAYER_LINES = (
    "folds", "checks", "calls", "bets {n}", "raises to {n}", "all-in", 'says "raise"', 'says "raise {n}"', 'says "pot"',
    'says "five"', "pushes {n}", "pushes 7x3", "pushes 1000 2x500", "pulls 2x25", "folds silently", "shows",
    "shows {c}",
    "mucks", "away", "back", "clock", "asks to see {s}", "asks count {s}", "uses device", "hides cards",
    "gives cards to {s}",
)  # fmt: skip
EXPECTATIONS = (
    "turn {s}", "turn none", "to-call {n}", "may fold call", "action {s} raise {n}", "returns {s} {n}", "owes {s} {n}",
    "finding out-of-turn seat {s}", "no finding", "option {o}", "misdeal", "street flop", "live {s}", "pots {n}",
    "shows-first {s}", "tables none", "wins {s} {n}", "next burn", "next make-change {s}", "clock none", "button {s}",
)  # fmt: skip
NONSENSE = (
    "",
    "# nothing",
    "nonsense",
    '"',
    ":",
    ":mark",
    "expect",
    "9: folds",
    "{s}: bets 0",
    "wait 9e9",
    "\x00",
    "é: ⛔",
)
OPTIONS = ("stands", "take-back", "misdeal", "dead-hand", "redeal", "pick-burn", "retrieve", "penalty", "color-up")
NEXT = {
    "burn": "burn", "deal-flop": "board", "deal-turn": "board", "deal-river": "board", "return-chips": "return {s}",
    "push-pot": "push {s}", "make-change": "make change {s}", "deal-card": "card {s}", "new-hand": "next hand",
}  # fmt: skip


def _sensible(chance: random.Random, last: Answer) -> str:
    """A line that does what comes next."""
    code, _, seat = last.next.partition(" ")
    if code == "call-floor":
        case = chance.choice([case for case in last.cases if case.stops])
        return f"floor {chance.choice(case.options)} case={case.number}"
    if code == "await":
        return f"{seat}: {chance.choice(('calls', 'checks', 'folds', 'all-in', 'shows', 'mucks'))}"
    if code == "new-hand":
        return chance.choice(("next hand", "deal"))
    return NEXT.get(code, "deal").format(s=seat)


def _line(chance: random.Random, last: Answer | None) -> str:
    holes = {
        "s": chance.randint(1, 6),
        "n": chance.choice((25, 100, 200, 400, 800, 1000, 12345, 50000)),
        "c": chance.choice(("Ah", "2c", "9s", "Td")),
        "o": chance.choice(OPTIONS),
        "k": chance.randint(1, 3),
    }
    kind = chance.random()
    if last is not None and kind < 0.4:
        return _sensible(chance, last)
    if kind < 0.6:
        return chance.choice(TABLE_LINES).format(**holes)
    if kind < 0.85:
        return f"{chance.randint(1, 6)}: {chance.choice(PLAYER_LINES).format(**holes)}"
    return chance.choice((*NONSENSE, *(f"expect {line}" for line in EXPECTATIONS))).format(**holes)


def _opened(seed: int) -> Follower:
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    book, game = chance.choice(shipped_books()), chance.choice(("NT", "NT", "PT", "FT"))
    return open_follower(parse_header("header", HEADER.format(book=book, game=game, ante=chance.choice((0, 25)))))


def _play(seed: int) -> int:
    """How many lines were ok; each is answered, and where one is not ok the table is the one before."""
    chance, table = random.Random(seed), _opened(seed)  # noqa: S311
    last: Answer | None = None
    done = 0
    for _ in range(LINES):
        line, before = _line(chance, last), table.now
        answer = table.answer(line)
        if answer is None:
            continue
        assert encoded(answer).count("\n") == 0
        stops = any(case.stops for case in answer.cases)
        assert (answer.next == "call-floor") == stops, (seed, line)
        assert answer.ok or table.now is before, (seed, line)
        assert answer.ok == (answer.error is None)
        done += answer.ok
        last = answer
    return done


def test_random_lines_sensible_and_not_are_answered() -> None:
    done = [_play(seed) for seed in range(SESSIONS)]
    assert min(done) > LINES // 10
    counted(SESSIONS * LINES, "lines")


def test_a_line_that_raises_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a step that does not know what to do."""

    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(following, "fault_of", broken)
    with pytest.raises(KeyError, match="planted"):
        test_random_lines_sensible_and_not_are_answered()


@given(st.lists(st.text(max_size=40) | st.sampled_from(("deal", "1: ", "floor ", ":mark ", ":back a")), max_size=12))
def test_any_text_is_answered(lines: list[str]) -> None:
    table = _opened(0)
    for line in lines:
        answer = table.answer(line)
        assert answer is None or encoded(answer)


def _verdicts(path: Path, at: int, *, other_book: bool) -> tuple[Failure | None, Failure | None]:
    """How a script fails played as a whole and followed line by line, None where it passes.

    Under another rulebook than its own most scripts fail somewhere.
    """
    script, books = read_script(path), shipped_books()
    if other_book and not script.header.house:
        own = books.index(script.header.rulebook)
        script = replace(script, header=replace(script.header, rulebook=books[(own + 1 + at % 4) % len(books)]))
    table = open_follower(script.header)
    for number, line in read_lines(path)[1]:
        answer = table.answer(line)
        if answer is not None and answer.error is not None:
            return play(script, straight_player).failure, Failure(number, answer.error)
    return play(script, straight_player).failure, None


def _compared(*, other_book: bool) -> list[Failure | None]:
    failures = []
    for at, path in enumerate(SCRIPTS[::EVERY]):
        whole, followed = _verdicts(path, at, other_book=other_book)
        assert followed == whole, path
        failures.append(whole)
    counted(len(failures), "scripts")
    return failures


def test_every_script_passes_line_by_line() -> None:
    assert set(_compared(other_book=False)) == {None}


def test_a_script_fails_at_the_same_line_for_the_same_reason() -> None:
    failures = _compared(other_book=True)
    assert sum(failure is not None for failure in failures) > len(failures) // 3


def test_cards_that_give_no_way_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a card that came unnamed stays what it was taken for."""
    monkeypatch.setattr(OpenCast, "read", lambda *_: iter(()))
    with pytest.raises(AssertionError):
        test_every_script_passes_line_by_line()

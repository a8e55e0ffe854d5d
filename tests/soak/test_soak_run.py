"""The soak says what came out, keeps the rows that did not run again, and calls a failure a failure."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from soak import run
from soak.page import Row, bound, rows_of
from soak.promise import Promise, Reader, Reading, read_different, read_equal, read_pokerkit, read_scripts, read_tests
from soak.promises import PROMISES
from soak.run import Place, keep, told_of_failures


def promise(name: str, program: str, least: int = 3, needs: Path | None = None) -> Promise:
    return Promise(name, f"{name} holds.", "drawn", ("-c", program), read_tests, least, needs=needs)


GOOD = promise("good", "print('counted: 40 kills\\ncounted: 2 kills\\n1 passed in 2.00s # {seed}')")
BAD = promise("bad", "import sys; print('1 failed, 2 passed in 1.00s'); sys.exit(1)")
QUIET = promise("quiet", "print('1 skipped in 0.01s')")
FEW = promise("few", "print('2 passed in 0.01s')")
HANGING = promise("hanging", "print('9 passed', flush=True); import signal; signal.pause()")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "docs").mkdir()
    return Place(tmp_path, tmp_path / "docs" / "page.md", tmp_path / "logs", limit_s=60.0)


def test_a_kept_promise_stands_with_its_bound_and_its_command(place: Place) -> None:
    assert keep([GOOD], [], 5, place) == 0
    page = place.page.read_text(encoding="utf-8")
    assert "| [good](#good) | 42 | holds | < 7.14% |" in page
    assert "42 kills" in page
    assert 'make soak ARGS="--only good --seed 5"' in page
    assert "## What is not claimed" in page


def test_what_fails_is_written_as_failed_and_the_exit_status_says_so(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    promises = [GOOD, BAD, QUIET, FEW]
    assert keep(promises, [], 5, place) == 1
    rows = rows_of(place.page.read_text(encoding="utf-8"))
    assert list(rows) == ["good", "bad", "quiet", "few"]
    assert "| **FAILED in 1 of 3** | none |" in rows["bad"].line
    assert "| **FAILED: skipped 1 of its tests** | none |" in rows["quiet"].line
    assert "| **FAILED: only 2 of 3 cases were tried** | none |" in rows["few"].line
    said = capsys.readouterr().out
    assert "3 promises failed: bad, quiet, few" in said
    assert said.count('seed 5, commit unknown (no git here); again: make soak ARGS="--only ') == 3


@pytest.mark.parametrize("verdicts", ["3 passed, 1 skipped", "3 passed, 1 xfailed", "3 passed, 1 xpassed"])
@pytest.mark.parametrize("counted", ["", "counted: 400 kills\n"])
@pytest.mark.parametrize("read", [read_tests, read_pokerkit])
def test_no_promise_holds_of_which_a_test_was_skipped(read: Reader, counted: str, verdicts: str, place: Place) -> None:
    """However many cases the others counted: what was not run is not held."""
    text = f"{counted}9 hands: {{}}\n{verdicts} in 2.00s"
    reading = read(text, 0)
    assert (reading.skipped, reading.failed, reading.holds) == (1, 0, False)
    assert read(text.partition(",")[0] + " in 2.00s", 0).holds, "planted: without it the run is a good one"
    program = f"print({text!r})".replace("{", "{{").replace("}", "}}")  # a command is formatted with the seed
    some = Promise("some", "Some hold.", "drawn", ("-c", program), read, 3)
    assert keep([some], [], 5, place) == 1
    assert "| **FAILED: skipped 1 of its tests** | none |" in place.page.read_text(encoding="utf-8")


def test_a_real_skip_is_read_as_one(place: Place) -> None:
    place.root.joinpath("test_two.py").write_text(
        "import pytest\ndef test_one(): pass\ndef test_two(): pytest.skip('not here')\n", encoding="utf-8"
    )
    command = ("-m", "pytest", "-q", "-rP", "-p", "no:cacheprovider", "test_two.py")
    some = Promise("some", "Some hold.", "stories", command, read_tests, 1)
    assert keep([some], [], 5, place) == 1
    assert "| **FAILED: skipped 1 of its tests** | none |" in place.page.read_text(encoding="utf-8")


def test_one_promise_alone_leaves_the_other_rows_as_they_were(place: Place) -> None:
    keep([BAD, GOOD], [], 5, place)
    before = rows_of(place.page.read_text(encoding="utf-8"))
    mended = promise("bad", "print('3 passed')")
    assert keep([mended, GOOD], ["bad"], 6, place) == 0
    after = rows_of(place.page.read_text(encoding="utf-8"))
    assert after["good"] == before["good"]
    assert "| 3 | holds |" in after["bad"].line


@pytest.mark.parametrize("alone", [True, False])
def test_two_soaks_at_once_lose_no_row(alone: bool, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: where both may write, each reads the page before the other has written."""
    keep([GOOD, FEW], [], 5, place)
    both_read = threading.Barrier(2, timeout=0.5)

    def read(text: str) -> Mapping[str, Row]:
        rows = rows_of(text)
        with suppress(threading.BrokenBarrierError):
            both_read.wait()
        return rows

    monkeypatch.setattr(run, "rows_of", read)
    if not alone:
        monkeypatch.setattr(run, "written_by_one", lambda _place: nullcontext())
    with ThreadPoolExecutor(2) as soaks:
        for one in [soaks.submit(keep, [GOOD, FEW], [name], 6, place) for name in ("good", "few")]:
            one.exception()
    again = [name for name, row in rows_of(place.page.read_text(encoding="utf-8")).items() if "seed 6" in row.section]
    assert (again == ["good", "few"]) == alone


def test_what_cannot_run_here_is_said_and_its_row_stays(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    keep([GOOD], [], 5, place)
    before = place.page.read_text(encoding="utf-8")
    elsewhere = promise("good", "print('1 failed')", needs=Path("../nowhere/hands"))
    assert keep([elsewhere], [], 5, place) == 0
    assert place.page.read_text(encoding="utf-8") == before
    assert "left out, because there is no ../nowhere/hands here" in capsys.readouterr().out


def test_an_unknown_name_is_refused_with_the_known_ones(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert keep([GOOD, BAD], ["god"], 5, place) == 2
    assert "no promise is called god; there are bad, good" in capsys.readouterr().out


def test_a_command_that_hangs_is_ended_and_has_failed(place: Place) -> None:
    short = Place(place.root, place.page, place.logs, limit_s=0.5)
    assert keep([HANGING], [], 5, short) == 1


@pytest.mark.parametrize(
    ("kind", "tried", "holds", "words"),
    [
        ("drawn", 1000, True, "< 0.30%"),
        ("drawn", 200_000, True, "< 1.5e-05 of cases"),
        ("drawn", 1000, False, "none"),
        ("drawn", 0, True, "none"),
        ("every", 96_000, True, "every case"),
        ("stories", 30, True, "none (stories)"),
    ],
)
def test_the_bound_is_the_rule_of_three_where_there_is_one(kind: str, tried: int, holds: bool, words: str) -> None:
    assert bound(kind, tried, holds=holds) == words  # type: ignore[arg-type]  # names of kinds


REPLAYED = """equal a.phh
8 hands with half chips in the file, listed apart
keys per hand: 3.1
748 hands, {} equal, {} different
"""


def test_how_replays_are_read() -> None:
    assert read_equal(REPLAYED.format(748, 0), 0) == Reading(
        748, 0, "748 equal, 0 different; 8 apart; keys per hand: 3.1"
    )
    assert not read_equal(REPLAYED.format(747, 1), 1).holds
    assert not read_equal(REPLAYED.format(748, 0), 2).holds
    assert read_different(REPLAYED.format(0, 748), 1).holds
    assert not read_different(REPLAYED.format(1, 747), 1).holds
    assert not read_equal("Traceback", 1).holds


def test_how_scripts_tests_and_the_hands_beside_pokerkit_are_read() -> None:
    assert read_scripts("ok a\n37 passed, 1 failed\n", 1) == Reading(38, 1, "37 passed, 1 failed")
    assert not read_scripts("", 1).holds
    assert read_tests("noise\n7 passed in 3.10s\n", 0) == Reading(7, 0, "7 tests passed")
    told = "counted: 4 kills\nnoted: 2 moves\nnoted: 1 moves\nmeasured: 7 s\np99 2 ms\n1 passed in 3.10s\n"
    assert read_tests(told, 0) == Reading(4, 0, "1 tests passed; 4 kills; 3 moves; 7 s; p99 2 ms")
    assert not read_tests("3 passed, 2 errors in 3.10s\n", 1).holds
    assert not read_tests("3 passed in 3.10s\n", 3).holds
    hands = "10 hands: {'exempt': 1, 'probe 6': 1}\n10 hands: {'exempt': 0, 'side pots': 4}\n3 passed in 9 s\n"
    words = "20 hands, 1 of them (5.0%) by the side-pot calculation alone; probe 6: 1; side pots: 4"
    assert read_pokerkit(hands, 0) == Reading(20, 0, words)


def test_the_promises_have_names_of_their_own_and_commands_that_exist(project: Path) -> None:
    names = [promise.name for promise in PROMISES]
    assert len(set(names)) == len(names)
    for one in PROMISES:
        for argument in one.arguments(1):
            assert not argument.startswith("tests/") or (project / argument.partition("::")[0]).exists(), argument


def test_what_failed_is_shown_however_much_came_after_it() -> None:
    """A script that failed must not have to be looked for: thousands of others came after it."""
    text = "\n".join(["E   deal 1=AhKh", *["counted: 2040 scripts"] * 500, "1 failed, 9 passed in 2.00s"])
    assert told_of_failures(text)[0] == "E   deal 1=AhKh"
    assert told_of_failures(text)[-1] == "1 failed, 9 passed in 2.00s"

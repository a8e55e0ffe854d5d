"""The demonstration as people start it: real processes, ptys, sockets, journal and broker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.command_line import cardspeak_here
from support.script_text import script_text

from table_controller.runtime.cli.journal_tools import check, replay
from table_controller.runtime.demo.cues import Cue, Signature
from table_controller.runtime.demo.dealer import Dealer, Missed, Watch
from table_controller.runtime.demo.table_process import _told
from table_controller.scripts import acts
from table_controller.vocabulary.views import PromptView

SPEED = "12"
NOTICES = ("not seen any more: ", "reader ")
PATIENCE_S = 240
SHORT = script_text(
    "Two short hands",
    """
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: folds
3: folds
next hand
deal 2=AcKc 3=QhQc 1=7s2h
2: all-in
3: folds
1: folds
""",
)


@pytest.fixture
def short(tmp_path: Path) -> list[str]:
    """The words that play two short hands without a broker."""
    path = tmp_path / "short.toml"
    path.write_text(SHORT, encoding="utf-8")
    return [
        sys.executable,
        "-m",
        "table_controller.runtime",
        "demo",
        "--broker=off",
        f"--speed={SPEED}",
        f"--script={path}",
    ]


def demo(*words: str, temporary: Path) -> subprocess.CompletedProcess[str]:
    """Run ``cardspeak demo`` without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "table_controller.runtime", "demo", "--speed", SPEED, *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env={**os.environ, "TMPDIR": str(temporary)},
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_without_a_terminal_it_is_a_log_of_six_hands(tmp_path: Path) -> None:
    done = demo(temporary=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    log = done.stdout
    assert re.findall(r"^Hand (\d+):", log, re.MULTILINE) == ["1", "2", "3", "4", "5", "6"]
    assert "wins 825 from the pot" in log, "the odd chip"
    assert "from side pot 1" in log
    assert "Not called: 600 of seat 4" in log
    assert re.findall(r"^  Seat \d \w+ is busted$", log, re.MULTILINE) == [
        "  Seat 3 Chiara is busted",
        "  Seat 1 Anna is busted",
        "  Seat 4 Dario is busted",
    ]
    assert log.endswith("the demonstration is over: 6 hands played\n")
    assert "is gone" not in log, "a table that ends pulls no plug while somebody listens"
    assert done.stderr == ""
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_a_failing_script_is_shown(tmp_path: Path) -> None:
    """Up to its failure, which is said last."""
    path = tmp_path / "wrong.toml"
    path.write_text(SHORT.replace("\n3: folds", "\nexpect turn 2\n3: folds", 1), encoding="utf-8")
    done = demo("--broker=off", f"--script={path}", temporary=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("Hand 1:"), "the hand is seen"
    assert re.fullmatch(rf"demo: {re.escape(str(path))}:\d+ expected turn 2, got turn \d\n", done.stderr)
    assert "Traceback" not in done.stdout + done.stderr
    assert list(tmp_path.iterdir()) == [path]


def said(log: str) -> list[list[str]]:
    """The words of each line; in any order, for three cards spread in one motion are read in any order.

    Without notices about readers: on a machine with other work a node is late at times, and the log says so.
    """
    return [sorted(line.split()) for line in log.splitlines() if not line.strip().startswith(NOTICES)]


def test_it_works_twice_without_a_broker_and_its_journal_verifies_and_replays(tmp_path: Path, short: list[str]) -> None:
    """The journal is copied the moment the last hand is told; the copy must verify and fold to the same."""
    process = subprocess.Popen(
        short,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
    )
    copy = tmp_path / "copy.journal"
    first: list[str] = []
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            first.append(line)
            if line.startswith("Hand 2:"):
                (found,) = tmp_path.glob("cardspeak-*/table.journal")
                copy.write_bytes(found.read_bytes())
        assert process.wait(PATIENCE_S) == 0
    status, text = check(copy)
    assert status == 0, text
    status, text, table = replay(copy)
    assert status == 0, text
    assert table is not None
    assert table.hand.number == 2
    again = subprocess.run(short, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert again.returncode == 0, again.stderr
    assert said("".join(first)) == said(again.stdout), "the same evening, word for word"


def test_who_is_killed_is_started_again_and_the_evening_goes_on(tmp_path: Path, short: list[str]) -> None:
    """The log is killed in the first hand, the controller in a later one; the table plays on to its end.

    Hands enough follow for the next ones to be there, however slowly they start.
    """
    more = "next hand\ndeal\n{}: folds\n{}: folds\n"
    hands = "".join(more.format(seat, seat % 3 + 1) for seat in (3, 1, 2, 3, 1, 2))
    long = tmp_path / "long.toml"
    long.write_text(SHORT.replace("\n'''\n", f"\n{hands}'''\n"), encoding="utf-8")
    process = subprocess.Popen(
        [*short[:-1], f"--script={long}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
    )
    to_die, lines = ["log", "controller"], list[str]()
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.startswith("Hand ") and int(line.split()[1].rstrip(":")) % 3 == 1 and to_die:
                os.kill(child_of(process.pid, to_die.pop(0)), signal.SIGKILL)
        status = process.wait(PATIENCE_S)
    said = "".join(lines)
    assert not to_die, said
    assert status == 0, said
    assert "8 hands played" in said


def child_of(pid: int, command: str) -> int:
    """The process id of a child of a demonstration."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if f"\0{command}\0".encode() in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    raise AssertionError(f"no {command} runs")


@pytest.mark.parametrize("speed", ["0", "nonsense", "-3"])
def test_a_speed_that_cannot_be_is_refused(tmp_path: Path, speed: str) -> None:
    done = cardspeak_here(tmp_path, "demo", f"--speed={speed}")
    assert done.returncode != 0
    assert "speed" in (done.stderr + done.stdout).lower()


@pytest.mark.parametrize("faults", ["unplug", "noisy"])
def test_with_faults_it_plays_to_the_same_end(short: list[str], faults: str) -> None:
    """Readers that are pulled out under the dealer's hands change neither the hands nor the stacks."""
    done = subprocess.run(
        [*short, f"--faults={faults}"], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    stacks = re.findall(r"^  Seat ([123]) \w+ +([\d,]+)$", done.stdout.rpartition("Hand 2 is over")[2], re.MULTILINE)
    assert stacks == [("1", "5,100"), ("2", "5,200"), ("3", "4,700")], done.stdout


def test_a_table_that_does_not_follow_is_told_in_one_plain_line() -> None:
    """On a busy machine ``demo --speed 200`` ended with a tuple of the whole view."""
    seats = ((1, 1_975, "folded", ()), (2, 8_875, "folded", ()))
    cue = Cue(acts.Riffle(), False, ("deal", "await", 2, None, frozenset(), 425, seats))
    shown: Signature = ("idle", "new-hand", 2, None, frozenset(), 425, (seats[0], (2, 8_875, "in", ())))
    said = _told(Missed(cue, shown))
    assert said.startswith(
        "the simulated table did not follow: after Riffle the street should be deal and is idle; the next act should be"
        " await and is new-hand; the seats should be 2 8875 folded"
    )
    assert "--speed" in said
    assert "1975" not in said
    assert "has shown nothing" in _told(Missed(cue, None))


@pytest.mark.parametrize("answers", [("no", "yes"), ("yes", "no"), ("folded", "still-there")])
@pytest.mark.parametrize("holds", [True, False])
def test_its_dealer_answers_what_lies_there_whichever_answer_stands_first(
    answers: tuple[str, str], holds: bool
) -> None:
    """A hand thrown in while no controller looked was kept in play: the first answer to that question is no."""

    class Felt:
        def holds_cards(self, seat: int) -> bool:
            return holds and seat == 2

    dealer = Dealer(Felt(), None, Watch(), pauses=False)  # type: ignore[arg-type]  # neither table nor time is looked at
    asked = PromptView("gap-folded:seat:2", "gap-folded", 2, answers=answers)
    assert (dealer._answer(asked) in {"no", "still-there"}) == holds

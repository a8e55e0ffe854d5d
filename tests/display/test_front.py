"""A screen that dies is back on the same view within two seconds, in a real terminal; one that cannot live is a log."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from support.counting import measured
from support.pty_terminal import ROOT, PtyTerminal

from display.screen.chosen import Chosen, read_chosen, write_chosen
from display.wording.crash import fault_word
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.lines import BEAT_S, LOOK_S
from table_controller.runtime.processes import front
from table_controller.runtime.processes.front import MOST_FALLS, WITHIN_S, Ended, Falls
from table_controller.runtime.processes.pulse import STOPPED_LOOKS
from table_controller.vocabulary.views import FEED, Notice, SeatView, TableView

FRONT = """
import asyncio, sys
from pathlib import Path
from table_controller.runtime.processes import front, pulse
from table_controller.runtime.processes.front import display_in_front
from table_controller.runtime.processes.logs import supervisors_log
supervisors_log(Path(sys.argv[1]).with_name("supervisor.log"))
{planted}
program = sys.argv[2:] or (sys.executable, "-m", "table_controller.runtime")
sys.exit(asyncio.run(display_in_front(Path(sys.argv[1]), screen=True, demo=False, program=program)))
"""
FALLING = ROOT / "tests" / "support" / "falling" / "screen.py"
AGAIN = b"is started again; the table goes on."
BACK_WITHIN_S = 2.0
KILLS = 2
Serve = Callable[..., AbstractAsyncContextManager[None]]
Story = Callable[[PtyTerminal], Awaitable[None]]


def front_of(
    view: TableView, serve: Serve, folder: Path, story: Story, falls: str = "", planted: str = ""
) -> tuple[PtyTerminal, int]:
    """Play `story` at a terminal with the supervised screen on it; the terminal, and the exit status."""

    async def controller(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FEED.encode(view))
        while await reader.readline():
            pass

    async def play() -> tuple[PtyTerminal, int]:
        async with serve(folder / "s", controller):
            double = [sys.executable, str(FALLING)] if falls else []
            words = [sys.executable, "-c", FRONT.format(planted=planted), str(folder / "s"), *double]
            with PtyTerminal(words, columns=100, rows=34, more={"FALLS": falls}) as terminal:
                await story(terminal)
                return terminal, await terminal.end()

    return asyncio.run(play())


def cpu_s(pid: int) -> float:
    """What a process has used of the CPU so far."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def view(make_table: Callable[..., TableView]) -> TableView:
    return make_table(seats=tuple(SeatView(at, name, "in", 900, 0, 2) for at, name in enumerate(("Anna", "Zoltan"), 1)))


def test_a_killed_screen_is_back_on_the_same_view_and_q_leaves_without_another(
    view: TableView, serve: Serve, tmp_path: Path
) -> None:
    back_s: list[tuple[float, float]] = []
    modes: list[object] = []

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        for _ in range(KILLS):
            start, began_s = len(terminal.seen), time.monotonic()
            (screen,) = terminal.children()
            os.kill(screen, signal.SIGKILL)
            await terminal.until(AGAIN, start)
            start = terminal.seen.index(AGAIN, start)
            await terminal.until(b"Zoltan", start)
            (again,) = terminal.children()
            back_s.append((time.monotonic() - began_s, cpu_s(again)))
            await terminal.until(b"killed by SIGKILL) and is back", start)
        terminal.type("q\r")
        await terminal.until(b"\x1b[?1049l", start)
        modes.append(terminal.modes())

    terminal, status = front_of(view, serve, tmp_path, story)
    assert status == 0, "leaving is no fall"
    assert terminal.seen.count(AGAIN) == KILLS
    # nothing waits between the two, so what it takes is work; the clock on the wall counts other tests' work, too
    assert max(cpu for _, cpu in back_s) < BACK_WITHIN_S, f"back after {back_s} s"
    measured(f"back after {', '.join(f'{wall:.2f} s ({cpu:.2f} s of CPU)' for wall, cpu in back_s)}")
    assert modes == [terminal.before], "keys are as they were before"
    for begun, ended in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h")):
        assert terminal.seen.count(begun) == terminal.seen.count(ended) == KILLS + 1, "each screen was cleared away"


PICTURES = 80
"""More than the terminal and the screen's own queue hold."""
MISSED_AFTER_S = BEAT_S + (STOPPED_LOOKS + 2) * LOOK_S
DEAF, IMPATIENT = "pulse.Pulse._hears = lambda _: True", "front._takes_nothing = lambda _: False"
"""Planted: a front that never misses its screen, and one that does not ask whether the terminal takes anything."""


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def test_a_screen_that_hangs_is_killed_and_back_and_the_supervisors_log_says_so(
    view: TableView, serve: Serve, tmp_path: Path
) -> None:
    """The picture stood still for as long as anybody looked at it."""
    modes: list[object] = []

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        await stands(terminal)
        os.kill(terminal.children()[0], signal.SIGSTOP)
        await terminal.until(b"The screen fell (it hung) and is started again; the table goes on.")
        start = terminal.seen.index(AGAIN)
        await terminal.until("non rispondeva più".encode(), start)
        await terminal.until(b"Zoltan", start)
        terminal.type("q\r")
        await terminal.until(b"\x1b[?1049l", start)
        modes.append(terminal.modes())

    terminal, status = front_of(view, serve, tmp_path, story)
    assert status == 0
    assert terminal.seen.count(AGAIN) == 1
    assert modes == [terminal.before], "keys are as they were before"
    assert terminal.seen.count(b"\x1b[?1049h") == terminal.seen.count(b"\x1b[?1049l") == 2
    log = (tmp_path / "supervisor.log").read_text("utf-8")
    assert "WARNING supervisor: screen has not beaten for some seconds: it is killed\n" in log
    assert "WARNING supervisor: screen killed by SIGKILL\n" in log
    assert log.count("INFO supervisor: screen runs as process ") == 2


async def stands(terminal: PtyTerminal) -> None:
    """Wait until its screen has begun to beat: it has answered a key."""
    start = len(terminal.seen)
    terminal.type("L")
    await terminal.until(b"Italiano", start)


def test_a_front_that_misses_nobody_leaves_the_picture_as_it_is(view: TableView, serve: Serve, tmp_path: Path) -> None:
    """The planted failure: as it was."""

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        await stands(terminal)
        (screen,) = terminal.children()
        os.kill(screen, signal.SIGSTOP)
        await asyncio.sleep(MISSED_AFTER_S)
        assert terminal.children() == [screen]
        assert is_stopped(screen)
        os.kill(screen, signal.SIGCONT)
        terminal.type("q\r")

    terminal, status = front_of(view, serve, tmp_path, story, planted=DEAF)
    assert status == 0
    assert terminal.seen.count(AGAIN) == 0


def test_what_a_person_stops_on_purpose_is_not_missed(view: TableView, serve: Serve, tmp_path: Path) -> None:
    """Ctrl-Z is a key like others; a job that is stopped, front and screen, goes on where it was."""

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        terminal.type("\x1a")
        await stands(terminal)
        before = terminal.children()
        os.killpg(terminal.process.pid, signal.SIGSTOP)
        await asyncio.sleep(MISSED_AFTER_S)
        os.killpg(terminal.process.pid, signal.SIGCONT)
        await asyncio.sleep(MISSED_AFTER_S)
        assert terminal.children() == before
        terminal.type("q\r")

    terminal, status = front_of(view, serve, tmp_path, story)
    assert status == 0
    assert terminal.seen.count(AGAIN) == 0


@pytest.mark.parametrize("planted", ["", IMPATIENT])
def test_a_screen_whose_terminal_takes_nothing_for_a_while_does_not_hang(
    view: TableView, serve: Serve, tmp_path: Path, planted: str
) -> None:
    """As when the line to it is down: killed it would be in vain, and the next one would wait as well."""

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        await stands(terminal)
        before = terminal.children()
        for _ in range(PICTURES):  # each is one of its own, and nobody reads them
            terminal.type("L")
            await asyncio.sleep(0.05)
        await asyncio.sleep(MISSED_AFTER_S)
        if planted:
            await terminal.until(AGAIN)
            await terminal.until(b"Zoltan", terminal.seen.index(AGAIN))
        else:
            assert terminal.children() == before
        terminal.type("q\r")

    terminal, status = front_of(view, serve, tmp_path, story, planted=planted)
    assert status == 0
    assert (terminal.seen.count(AGAIN) > 0) is bool(planted)


def test_a_screen_that_raises_says_why_on_the_next_one_and_shows_no_value(
    view: TableView, serve: Serve, tmp_path: Path
) -> None:
    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"ValueError at screen.py:")
        await terminal.until(b"and is back")
        await terminal.until(b"Zoltan")
        terminal.type("q\r")

    terminal, status = front_of(view, serve, tmp_path, story, "first")
    text = terminal.seen.decode()
    assert status == 0
    told = re.search(
        r"The screen fell \(ValueError at screen\.py:\d+\) and is started again; the table goes on\.", text
    )
    assert told
    assert "cannot show" not in text, "no message"
    assert "Anna" not in text[: told.start()], "no value of the one that failed"


def test_a_screen_that_falls_again_and_again_gives_way_to_the_log(
    view: TableView, serve: Serve, tmp_path: Path
) -> None:
    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"this is its log")
        end = len(terminal.seen)
        while not (children := terminal.children()):  # noqa: ASYNC110 - a child that comes has no event
            await asyncio.sleep(0)
        while b"\0log\0" not in Path(f"/proc/{children[0]}/cmdline").read_bytes():  # noqa: ASYNC110 - nor has this
            await asyncio.sleep(0)
        os.kill(children[0], signal.SIGTERM)  # the log too is started again
        await terminal.until(b"The log fell", end)
        os.killpg(terminal.process.pid, signal.SIGINT)

    terminal, status = front_of(view, serve, tmp_path, story, "shut")
    text = terminal.seen.decode()
    assert status != 0
    assert text.count("The screen fell (status 9) and is started again") == MOST_FALLS - 1
    assert f"The screen fell {MOST_FALLS} times in a row (status 9)" in text


def test_a_front_that_is_ended_leaves_the_terminal_as_it_was(view: TableView, serve: Serve, tmp_path: Path) -> None:
    """As ``cardspeak run`` ends its display when it is told to end itself: the screen hears it from the front alone."""

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        assert terminal.modes() != terminal.before, "the screen has taken the keys"
        os.kill(terminal.process.pid, signal.SIGINT)  # cancels the front, the screen does not get it
        await terminal.until(b"\x1b[?1049l")
        while terminal.modes() != terminal.before:  # noqa: ASYNC110 - a terminal's modes have no event
            await asyncio.sleep(0)

    terminal, status = front_of(view, serve, tmp_path, story)
    assert status != 0
    assert terminal.seen.count(b"\x1b[?1049h") == terminal.seen.count(b"\x1b[?1049l") == 1


@pytest.mark.parametrize(("planted", "ends"), [("", True), ("front.die_with_parent = None", False)])
def test_a_log_ends_with_the_program_that_shows_it(
    planted: str, ends: bool, view: TableView, serve: Serve, tmp_path: Path
) -> None:
    """After ``kill -9`` of `cardspeak run --log` it went on alone, and nobody knew of it; so it does where planted."""

    async def controller(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FEED.encode(view))
        while await reader.readline():
            pass

    async def story() -> bool:
        async with serve(tmp_path / "s", controller):
            code = FRONT.format(planted=planted).replace("screen=True", "screen=False")
            words = [sys.executable, "-c", code, str(tmp_path / "s")]
            with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as shown:  # noqa: ASYNC220 - none of asyncio's outlives the loop
                assert shown.stdout is not None
                await asyncio.to_thread(shown.stdout.readline)  # the log has begun to write
                log = int((tmp_path / "supervisor.log").read_text("utf-8").rpartition("process ")[2])
                shown.kill()
                # To the end: the log alone has its output open now.
                read = asyncio.create_task(asyncio.to_thread(shown.stdout.read))
                over, _ = await asyncio.wait((read,), timeout=20.0 if ends else 2.0)
                if not over:
                    os.kill(log, signal.SIGKILL)
                await read
                return bool(over)

    assert asyncio.run(story()) == ends


def test_a_display_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); signal.pause()"
    monkeypatch.setattr(front, "ENDS_WITHIN_S", 0.05)

    async def story() -> int | None:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", deaf, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        await process.stdout.readline()
        await front._end(process)
        return process.returncode

    assert asyncio.run(story()) == -signal.SIGKILL


def test_a_screen_that_comes_back_speaks_and_looks_as_was_chosen_on_it(
    view: TableView, serve: Serve, tmp_path: Path
) -> None:
    kept: list[tuple[int, str]] = []

    async def story(terminal: PtyTerminal) -> None:
        await terminal.until(b"Zoltan")
        terminal.type("L")
        await terminal.until(b"Italiano")
        start = len(terminal.seen)
        (chosen,) = tmp_path.glob("*.chosen")
        kept.append((chosen.stat().st_mode & 0o777, chosen.read_text()))
        os.kill(terminal.children()[0], signal.SIGKILL)
        await terminal.until(AGAIN, start)
        start = terminal.seen.index(AGAIN, start)
        await terminal.until("Lo schermo è caduto".encode(), start)
        terminal.type("q\r")

    front_of(view, serve, tmp_path, story)
    assert kept == [(0o600, '{"language": "it", "theme": ""}')]
    assert not list(tmp_path.glob("*.chosen*")), "it ends with the front"


@pytest.mark.parametrize("text", ["", "[", '["it"]', '{"language": "xx", "theme": 7}', "[" * 5000])
def test_what_was_not_chosen_is_the_tables_own(tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.chosen"
    assert read_chosen(path) == Chosen()
    path.write_text(text)
    assert read_chosen(path) == Chosen()
    write_chosen(path, Chosen("es", "light"))
    assert read_chosen(path).language == "es"
    write_chosen(tmp_path / "nowhere" / "s.chosen", Chosen("es"))


def test_falls_far_apart_are_no_loop() -> None:
    falls = Falls()
    assert not any(falls.too_many(n * WITHIN_S) for n in range(100))
    falls = Falls()
    assert [falls.too_many(n * 3.0) for n in range(MOST_FALLS)] == [False] * (MOST_FALLS - 1) + [True]


def told_in(language: str, ended: Ended) -> str:
    return wording_in(language).notice(Notice("screen-fell", (("why", ended.told),)))


def test_what_is_told_of_a_fall() -> None:
    assert Ended(-9).why == "killed by SIGKILL"
    assert Ended(-77).why == "killed by signal 77"
    assert Ended(1, "KeyError at x.py:3").why == "KeyError at x.py:3"
    assert Ended(1).why == "status 1"
    assert Ended(1, "KeyError at x.py:3").told == "KeyError at x.py:3"
    hung = Ended(-9, hung=True)
    assert hung.why == "it hung"
    assert [told_in(code, hung).partition(")")[0].partition("(")[2] for code in ("en", "it", "es")] == [
        "it hung",
        "non rispondeva più",
        "no respondía",
    ]
    assert told_in("en", Ended(-9)) == "The screen fell (killed by SIGKILL) and is back; the hand went on meanwhile"
    assert "(terminato dal segnale SIGKILL)" in told_in("it", Ended(-9))
    assert "(stato 1)" in told_in("it", Ended(1))
    assert "(terminada por la señal 77)" in told_in("es", Ended(-77))
    hostile = type("\x1b]52;c;x\x07Bad\u202e", (Exception,), {})("Anna")
    assert fault_word(hostile) == "]52;c;xBad"
    assert fault_word(None) == ""


def test_a_screen_whose_terminal_is_gone_without_a_word_ends(tmp_path: Path) -> None:
    """As after ``nohup``: no SIGHUP comes, and the terminal's end is readable for ever."""
    screen = f"exec {sys.executable} -m table_controller.runtime screen --socket {tmp_path / 's'}"
    with PtyTerminal(["sh", "-c", f"trap '' HUP; {screen}"]) as terminal:
        asyncio.run(terminal.until(b"\x1b[?1049h"))
        os.close(terminal.master)
        assert terminal.process.wait(20) == 0

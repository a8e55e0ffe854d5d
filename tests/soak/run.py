"""``make soak``: tries to break each promise, and writes `hardware_docs/reliability.md`.

Exits with 1 if a promise failed; the page says so, too.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from soak.machine import commit, machine
from soak.page import Ran, Row, page_of, row_of, rows_of
from soak.promise import Promise, Reading
from soak.promises import PROMISES
from support.counting import FAILURES

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "hardware_docs" / "reliability.md"
LOGS: Final = ROOT / "build" / "soak"
LIMIT_S: Final = 4 * 3600.0
LAST_LINES: Final = 12
MOST_ERRORS: Final = 200
"""Of each, so many lines are shown of what failed: a shortest script takes some twenty."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a soak runs and what it writes."""

    root: Path = ROOT
    page: Path = PAGE
    logs: Path = LOGS
    limit_s: float = LIMIT_S


def say(text: str) -> None:
    """One line, at once: a soak runs for a long time."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def keep(promises: Sequence[Promise], chosen: Sequence[str], seed: int, place: Place) -> int:
    """Run the chosen promises (all, if none is chosen) one after the other; the exit status."""
    names = {promise.name for promise in promises}
    unknown = sorted(set(chosen) - names)
    if unknown:
        say(f"soak: no promise is called {', '.join(unknown)}; there are {', '.join(sorted(names))}")
        return 2
    broken = []
    for promise in promises:
        if chosen and promise.name not in chosen:
            continue
        if promise.needs is not None and not (place.root / promise.needs).exists():
            # what an earlier run said of it stays on the page
            say(f"{promise.name}: left out, because there is no {promise.needs} here")
            continue
        ran = _run(promise, seed, place)
        say(f"{promise.name}: {ran.verdict}; {ran.words}")
        if ran.verdict != "holds":
            broken.append(promise.name)
            say(f"    seed {ran.seed}, commit {ran.commit}; again: {ran.again}")
        _write(promises, row_of(ran), place)
    say(f"{len(broken)} promises failed: {', '.join(broken)}" if broken else "no promise failed")
    say(f"written: {place.page}")
    return 1 if broken else 0


def told_of_failures(text: str) -> list[str]:
    """What a run said of its failures, the errors of pytest first, and its last lines."""
    lines = text.splitlines()
    errors = [line for line in lines if line.startswith("E  ")]
    return [*errors[:MOST_ERRORS], *lines[-LAST_LINES:]]


def _run(promise: Promise, seed: int, place: Place) -> Ran:
    arguments = promise.arguments(seed)
    settings = " ".join(f"{name}={value} " for name, value in promise.environment.items())
    shown = f"{settings}.venv/bin/python {shlex.join(arguments)}"
    say(f"{promise.name}: {shown}")
    what, date = commit(place.root, place.page), f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    began_s = time.monotonic()
    text, status = _output(promise, arguments, place)
    spent_s = time.monotonic() - began_s
    reading = promise.read(text, status)
    verdict = _verdict(promise, reading)
    if verdict != "holds":
        say("\n".join(f"    {line}" for line in told_of_failures(text)))
    return Ran(
        promise.name,
        promise.sentence,
        promise.kind,
        verdict,
        reading.tried,
        reading.words,
        spent_s,
        promise.seed or str(seed),
        what,
        date,
        machine(),
        shown,
        f'make soak ARGS="--only {promise.name} --seed {seed}"',
    )


def _verdict(promise: Promise, reading: Reading) -> str:
    if reading.skipped and not reading.failed:
        return f"FAILED: skipped {reading.skipped} of its tests"
    if not reading.holds:
        return f"FAILED in {reading.failed} of {reading.tried}"
    if reading.tried < promise.least:
        return f"FAILED: only {reading.tried} of {promise.least} cases were tried"
    return "holds"


def _output(promise: Promise, arguments: Sequence[str], place: Place) -> tuple[str, int]:
    """Run the command to its end; what it wrote, and its exit status (the signal's, negative, if it was stopped).

    What fails in a test of many cases stands in the file ``.failures`` beside its log as soon as it fails.
    """
    place.logs.mkdir(parents=True, exist_ok=True)
    log, failures = place.logs / f"{promise.name}.log", place.logs / f"{promise.name}.failures"
    failures.unlink(missing_ok=True)
    with log.open("wb") as out:
        child = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=place.root,
            env={
                **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
                **promise.environment,
                FAILURES: str(failures.resolve()),
            },
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that its workers end with it
        )
        try:
            status = child.wait(place.limit_s)
        except subprocess.TimeoutExpired:
            status = _stop(child)
        except BaseException:
            _stop(child)
            raise
    return log.read_text(encoding="utf-8", errors="replace"), status


def _stop(child: subprocess.Popen[bytes]) -> int:
    os.killpg(child.pid, signal.SIGKILL)
    return child.wait()


@contextmanager
def written_by_one(place: Place) -> Iterator[None]:
    """Nobody else writes the page meanwhile: rows that mostly wait may run beside others, in a soak of their own."""
    place.logs.mkdir(parents=True, exist_ok=True)
    with (place.logs / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(promises: Iterable[Promise], fresh: Row, place: Place) -> None:
    """The page with one row new: written after each promise, so that a soak that is stopped has told what it knew."""
    with written_by_one(place):
        held = dict(rows_of(place.page.read_text(encoding="utf-8"))) if place.page.exists() else {}
        held[fresh.name] = fresh
        text = page_of(held[promise.name] for promise in promises if promise.name in held)
        beside = place.page.with_suffix(".new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(place.page)


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="make soak", description="Try to break each promise; write the page.")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="run this promise; may be repeated")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="where chance begins")
    parser.add_argument("--list", action="store_true", help="list the promises and run none")
    chosen = parser.parse_args()
    if chosen.list:
        for promise in PROMISES:
            say(f"{promise.name}: {promise.sentence}")
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that what it started ends, too
    sys.exit(keep(PROMISES, chosen.only, chosen.seed, Place()))


if __name__ == "__main__":
    main()

"""How a test tells a soak what it counted: one printed line, which the soak finds in the output and adds up."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

FAILURES: Final = "CARDSPEAK_SOAK_FAILURES"
"""The variable that names the file in which a soak reads failures while the test still runs."""

COUNTED: Final = re.compile(r"^counted: (\d+) (.+?)\.?$", re.MULTILINE)
NOTED: Final = re.compile(r"^noted: (\d+) (.+?)\.?$", re.MULTILINE)


def counted(number: int, what: str) -> None:
    """Say how many cases of a kind were tried, such as ``counted(1000, "kills")``; all of them held."""
    sys.stdout.write(f"\ncounted: {number} {what}\n")


def noted(number: int, what: str) -> None:
    """Say how often something befell that is no case of its own, such as ``noted(31, "outages with chips moving")``."""
    sys.stdout.write(f"\nnoted: {number} {what}\n")


def measured(what: str) -> None:
    """Say what was measured by the way, such as ``measured("back after 300 ms")``."""
    sys.stdout.write(f"\nmeasured: {what}\n")


def failing(what: str) -> None:
    """Say at once that a case failed, in a test that goes on to the next: the soak's page says so only at its end."""
    if name := os.environ.get(FAILURES):
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(what.rstrip() + "\n")


def kept(file: Path, name: str) -> Path:
    """A copy of what a failure left, beside the soak's logs, where a later test does not clear it away."""
    if failures := os.environ.get(FAILURES):
        return Path(shutil.copy(file, Path(failures).with_name(name)))
    return Path(shutil.copy(file, file.parent.with_name(name)))


def counts(text: str, kind: re.Pattern[str] = COUNTED) -> Counter[str]:
    """What the tests of an output counted (or, with `NOTED`, noted), by kind."""
    found: Counter[str] = Counter()
    for number, what in kind.findall(text):
        found[what] += int(number)
    return found


def spread(times_s: Sequence[float]) -> str:
    """Times in words: ``600 ms (p50), 1100 ms (p99), 1200 ms at most``."""
    ordered = sorted(times_s)
    p50_ms, p99_ms, worst_ms = (round(1000 * ordered[int((len(ordered) - 1) * part)]) for part in (0.5, 0.99, 1))
    return f"{p50_ms} ms (p50), {p99_ms} ms (p99), {worst_ms} ms at most"

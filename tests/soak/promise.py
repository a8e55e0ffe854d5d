"""What a promise is, and what a run of its command said of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeAlias

from support.counting import NOTED, counts

Kind: TypeAlias = Literal["drawn", "every", "stories"]
"""What N cases stand for: a sample of many more, all that there are, or stories that somebody chose."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What came out: `tried` cases, `failed` of them, the words for the page, and how many tests were `skipped`."""

    tried: int
    failed: int
    words: str
    skipped: int = 0

    @property
    def holds(self) -> bool:
        """Whether the promise was kept; a run that tried nothing kept none, nor one that left a test out."""
        return self.tried > 0 and self.failed == 0 and self.skipped == 0


Reader: TypeAlias = Callable[[str, int], Reading]
"""Reads the output of the command and its exit status."""


@dataclass(frozen=True, slots=True)
class Promise:
    """One sentence, and the command that tries to break it.

    ``{seed}`` in the command becomes the seed of the run; `seed` says it in words where the tests fix it.
    `least` is the number of cases below which the run does not count; `needs` a path outside the project.
    """

    name: str
    sentence: str
    kind: Kind
    command: tuple[str, ...]
    read: Reader
    least: int
    seed: str = ""
    needs: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)

    def arguments(self, seed: int) -> tuple[str, ...]:
        """The command line after the interpreter, with the seed in its place."""
        return tuple(part.format(seed=seed) for part in self.command)


_VERDICTS: Final = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")
_EQUAL: Final = re.compile(r"^(\d+) hands, (\d+) equal, (\d+) different$", re.MULTILINE)
_APART: Final = re.compile(r"^(\d+) hands with half chips", re.MULTILINE)
_MEASURED: Final = re.compile(r"^(?:measured: |(?=p99 |recovery of ))(.*)$", re.MULTILINE)
_KEYS: Final = re.compile(r"^(?:keys|prompts|faults).*$", re.MULTILINE)


def read_tests(text: str, status: int) -> Reading:
    """A run of pytest: the cases that the tests counted themselves, else the tests.

    A test that is expected to fail holds nothing either, and counts as skipped.
    """
    last = text.strip().rpartition("\n")[2]
    verdicts = {word.removesuffix("s") if word == "errors" else word: int(n) for n, word in _VERDICTS.findall(last)}
    passed = verdicts.get("passed", 0)
    skipped = sum(verdicts.get(word, 0) for word in ("skipped", "xfailed", "xpassed"))
    failed = verdicts.get("failed", 0) + verdicts.get("error", 0)
    found = counts(text)
    words = [f"{passed} tests passed", *([f"{failed} failed"] if failed else [])]
    if skipped:
        words.append(f"{skipped} skipped")
    words += [f"{number:,} {what}" for what, number in sorted(found.items())]
    words += [f"{number:,} {what}" for what, number in sorted(counts(text, NOTED).items())]
    words += [line.replace("|", "/") for line in _MEASURED.findall(text)]
    tried = sum(found.values()) if found and not failed else passed + failed
    return Reading(tried, max(failed, int(status != 0)), "; ".join(words), skipped)


def read_equal(text: str, status: int) -> Reading:
    """A replay whose hands must all be equal."""
    return _replay(text, status, wanted_status=0, planted=False)


def read_different(text: str, status: int) -> Reading:
    """A replay without its frames, whose hands must all differ."""
    return _replay(text, status, wanted_status=1, planted=True)


def _replay(text: str, status: int, *, wanted_status: int, planted: bool) -> Reading:
    totals = _EQUAL.search(text)
    if totals is None:
        return Reading(0, 1, f"no summary; exit status {status}")
    hands, equal, different = (int(group) for group in totals.groups())
    apart = _APART.search(text)
    words = [f"{equal} equal, {different} different", *([f"{apart[1]} apart"] if apart else [])]
    words += [line.replace("|", "/") for line in _KEYS.findall(text)]
    wrong = equal if planted else different
    return Reading(hands, max(wrong, int(status != wanted_status)), "; ".join(words))


_SCRIPTS: Final = re.compile(r"^(\d+) passed, (\d+) failed$", re.MULTILINE)


def read_scripts(text: str, status: int) -> Reading:
    """A run of table scripts."""
    totals = _SCRIPTS.search(text)
    if totals is None:
        return Reading(0, 1, f"no summary; exit status {status}")
    passed, failed = int(totals[1]), int(totals[2])
    return Reading(passed + failed, max(failed, int(status != 0)), f"{passed} passed, {failed} failed")


_GAPS: Final = re.compile(r"^\.*(\d+) hands: \{(.*)\}$", re.MULTILINE)
_GAP: Final = re.compile(r"'([^']+)': (\d+)")


def read_pokerkit(text: str, status: int) -> Reading:
    """Random hands beside pokerkit: hands, and how many each gap of pokerkit took out."""
    hands, seen = 0, dict[str, int]()
    for number, row in _GAPS.findall(text):
        hands += int(number)
        for what, count in _GAP.findall(row):
            seen[what] = seen.get(what, 0) + int(count)
    tests = read_tests(text, status)
    exempt = seen.pop("exempt", 0)
    words = [f"{hands:,} hands, {exempt:,} of them ({exempt / max(hands, 1):.1%}) by the side-pot calculation alone"]
    words += [f"{what}: {count:,}" for what, count in sorted(seen.items())]
    return Reading(hands, tests.failed, "; ".join(words), tests.skipped)

"""How a test tells a soak what it counted: one printed line, which the soak finds in the output and adds up."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Final

COUNTED: Final = re.compile(r"^counted: (\d+) (.+?)\.?$", re.MULTILINE)
NOTED: Final = re.compile(r"^noted: (\d+) (.+?)\.?$", re.MULTILINE)


def counted(number: int, what: str) -> None:
    """Say how many cases of a kind were tried, such as ``counted(1000, "kills")``; all of them held."""
    sys.stdout.write(f"\ncounted: {number} {what}\n")


def noted(number: int, what: str) -> None:
    """Say how often something befell that is no case of its own, such as ``noted(31, "outages with chips moving")``."""
    sys.stdout.write(f"\nnoted: {number} {what}\n")


def counts(text: str, kind: re.Pattern[str] = COUNTED) -> Counter[str]:
    """What the tests of an output counted (or, with `NOTED`, noted), by kind."""
    found: Counter[str] = Counter()
    for number, what in kind.findall(text):
        found[what] += int(number)
    return found

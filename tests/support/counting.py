"""How a test tells a soak what it counted: one printed line, which the soak finds in the output and adds up."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Final

COUNTED: Final = re.compile(r"^counted: (\d+) (.+?)\.?$", re.MULTILINE)


def counted(number: int, what: str) -> None:
    """Say how many cases of a kind were tried, such as ``counted(1000, "kills")``; all of them held."""
    sys.stdout.write(f"\ncounted: {number} {what}\n")


def counts(text: str) -> Counter[str]:
    """What the tests of an output counted, by kind."""
    found: Counter[str] = Counter()
    for number, what in COUNTED.findall(text):
        found[what] += int(number)
    return found

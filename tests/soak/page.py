"""`hardware_docs/reliability.md`: made from rows, and read back so that a row that did not run again stays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from soak.promise import Kind

HEAD: Final = """\
# What was tried, and how often

Written by `make soak`; do not edit. Each row is a promise, the number N of cases in which a command tried to
break it, and what came out. Every command can be repeated: it stands below with its seed, its commit and its
machine.

The 95 % bound is the rule of three: no failure in N cases that are drawn like the cases to come means, with
95 % confidence, fewer than 3 failures in N. "Every case" means that there are no others of that kind. Chosen
cases (stories) support no bound, and a promise that failed has none. A bound speaks of the simulated table, not
of yours.

"""

TAIL: Final = """\
## What is not claimed

- Nothing here ran on a Raspberry Pi, or with real readers, antennas, chips or cards. Read misses, neighbour
  bleed and timing are the simulator's; real ones must be measured on the real table. If the simulator is wrong,
  so are these figures.
- Nothing is said about power cuts and SD cards: fdatasync is as good as the disk that answers it, and there are
  cards that acknowledge before they have written.
- A seed replays a simulated play exactly. For killed processes it draws only the pauses between the kills: what a
  process was doing at that moment, the scheduler of the machine decides.
- Killing a process is not cutting the power: what the kernel holds survives it.
- Nothing is certified by anybody: not for gaming regulation, safety, electromagnetic compatibility or security.
- The real hands are those of one collection, nearly all no-limit hold'em; random ones are hold'em too, under five
  rulebooks. Other games are not there yet.
- Times are those of a shared machine, and no promise is about them.
- A test finds what it looks for. The planted failures show that these tests find those, and no more.
"""

TITLES: Final = "| promise | N | result | 95 % bound | seconds | commit | date |"
_RULE: Final = "|---|---|---|---|---|---|---|"
_ROW: Final = re.compile(r"^\| \[([a-z0-9-]+)\]\(#", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Row:
    """One promise as it stands on the page: its line of the table, and its section."""

    name: str
    line: str
    section: str


@dataclass(frozen=True, slots=True)
class Ran:
    """Everything that is said of one run."""

    name: str
    sentence: str
    kind: Kind
    verdict: str
    tried: int
    words: str
    spent_s: float
    seed: str
    commit: str
    date: str
    machine: str
    command: str
    again: str


def bound(kind: Kind, tried: int, *, holds: bool) -> str:
    """What may be concluded from no failure in `tried` cases."""
    if not holds or not tried:
        return "none"
    match kind:
        case "drawn":
            share = 3 / tried
            return f"< {share:.2g} of cases" if share < 0.001 else f"< {share:.2%}"
        case "every":
            return "every case"
        case "stories":
            return "none (stories)"


def row_of(ran: Ran) -> Row:
    """A run as it will stand on the page."""
    holds = ran.verdict == "holds"
    cells = (
        f"[{ran.name}](#{ran.name})",
        f"{ran.tried:,}",
        ran.verdict if holds else f"**{ran.verdict}**",
        bound(ran.kind, ran.tried, holds=holds),
        f"{ran.spent_s:,.0f}",
        ran.commit,
        ran.date[:10],
    )
    section = (
        f"### {ran.name}\n\n{ran.sentence}\n\n"
        f"- result: {ran.verdict}; {ran.words}\n"
        f"- N: {ran.tried:,}; 95 % bound: {bound(ran.kind, ran.tried, holds=holds)}\n"
        f"- {ran.spent_s:,.1f} s, {ran.date}, seed {ran.seed}, commit {ran.commit}\n"
        f"- machine: {ran.machine}\n"
        f"- again: `{ran.again}`, which runs\n\n"
        f"      {ran.command}\n"
    )
    return Row(ran.name, f"| {' | '.join(cells)} |", section)


def page_of(rows: Iterable[Row]) -> str:
    """The whole page."""
    held = list(rows)
    table = "\n".join([TITLES, _RULE, *(row.line for row in held)])
    sections = "\n".join(row.section for row in held)
    return f"{HEAD}{table}\n\n## The promises\n\n{sections}\n{TAIL}"


def rows_of(page: str) -> Mapping[str, Row]:
    """The rows of a page that this module made, by name; anything else on it is lost."""
    lines = {found[1]: found.string[found.start() :].partition("\n")[0] for found in _ROW.finditer(page)}
    body = page.partition("\n## The promises\n\n")[2].partition("\n## What is not claimed\n")[0] + "\n"
    parts = re.split(r"^### ", body, flags=re.MULTILINE)[1:]
    sections = {part.partition("\n")[0]: f"### {part.rstrip()}\n" for part in parts}
    return {name: Row(name, line, sections[name]) for name, line in lines.items() if name in sections}

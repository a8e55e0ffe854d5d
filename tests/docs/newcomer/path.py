"""The steps of the README, read as a new user reads them: what to type, what to press, what is to be seen then.

A step is a heading ``### 3. Title``. In it count fenced blocks and pictures, in their order:

- a block ``sh`` holds commands of a shell;
- a block ``felt`` holds lines for the prompt of ``cardspeak simulate``;
- a block ``keys`` holds keys to press on the screen, by the names that Textual gives them, ``9*down`` nine times;
- ``![words](path.svg)`` is what the screen shows at that moment.

Whoever changes the README changes what is typed here, and so the pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

_STEP: Final = re.compile(r"^### ([0-9]+)\. (.+)$")
_PICTURE: Final = re.compile(r"^!\[([^\]]+)\]\(([^)\s]+\.svg)\)$")
_REMARK: Final = re.compile(r"(?:^|\s)#")
_FENCE: Final = "```"
_SECTION: Final = re.compile(r"^#{1,3} ")


@dataclass(frozen=True, slots=True)
class Typed:
    """One line that is typed: `where` is ``sh``, ``felt`` or ``keys``."""

    where: str
    line: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the screen: its file, from the README's folder, and the words for those who cannot see it."""

    file: str
    words: str


Part: TypeAlias = Typed | Picture


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the path."""

    number: int
    title: str
    parts: tuple[Part, ...]

    def typed(self, where: str) -> tuple[str, ...]:
        """The lines of one kind, in their order."""
        return tuple(part.line for part in self.parts if isinstance(part, Typed) and part.where == where)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What is to be seen."""
        return tuple(part for part in self.parts if isinstance(part, Picture))


def read_steps(readme: str) -> tuple[Step, ...]:
    """The steps of a README's text, in its order; raise `ValueError` for one without a picture."""
    steps: list[Step] = []
    for number, title, body in _sections(readme.splitlines()):
        step = Step(number, title, tuple(_parts(body)))
        if not step.pictures:
            raise ValueError(f"step {number}, {title}: there is no picture in it")
        steps.append(step)
    return tuple(steps)


def keys_of(line: str) -> tuple[str, ...]:
    """The keys of a line of a block ``keys``, one by one."""
    keys: list[str] = []
    for word in line.split():
        times, star, key = word.partition("*")
        keys += [key] * int(times) if star and times.isdecimal() and key else [word]
    return tuple(keys)


def fenced(text: str) -> Iterator[tuple[str, str]]:
    """Every fenced block of a page: its kind ("" for none), and its text."""
    kind: str | None = None
    block: list[str] = []
    for line in text.splitlines():
        if not line.startswith(_FENCE):
            block.append(line)
        elif kind is None:
            kind, block = line.removeprefix(_FENCE).strip(), []
        else:
            yield kind, "\n".join(block) + "\n"
            kind = None


def commands_of(block: str) -> tuple[str, ...]:
    """The lines of a block without their remarks, empty ones left out."""
    lines = (_REMARK.split(line)[0].strip() for line in block.splitlines())
    return tuple(line for line in lines if line)


def _sections(lines: list[str]) -> Iterator[tuple[int, str, list[str]]]:
    """Each numbered section with its lines; a heading ends the one before, a remark in a block does not."""
    found: tuple[int, str, list[str]] | None = None
    in_block = False
    for line in lines:
        in_block ^= line.startswith(_FENCE)
        if _SECTION.match(line) and not in_block:
            if found is not None:
                yield found
            heading = _STEP.match(line)
            found = (int(heading[1]), heading[2], []) if heading else None
        elif found is not None:
            found[2].append(line)
    if found is not None:
        yield found


def _parts(lines: list[str]) -> Iterator[Part]:
    where: str | None = None
    for line in lines:
        if line.startswith(_FENCE):
            where = line.removeprefix(_FENCE).strip() if where is None else None
        elif where is not None:
            yield from (Typed(where, command) for command in commands_of(line))
        elif picture := _PICTURE.match(line):
            yield Picture(picture[2], picture[1])

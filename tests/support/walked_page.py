"""A page of the documents, walked by what it says: its files are saved, its commands run, what they say compared.

- ``Save this as `FILE`:`` before a fenced block saves it, ``Add this to the end of `FILE`:`` adds it;
- a block ``sh`` is run, each line in the page's folder, with `cardspeak` on the path;
- a block ``text`` right behind it is what its commands say; ``…`` stands for any lines, or for any part of one;
- a command with the remark ``# leave it …`` or ``# Ctrl-C ends it`` is a program that stays: it is ended once the
  walker has seen what it waits for.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 90.0
STAYS: Final = ("# leave it", "# Ctrl-C ends it")

_SAVED: Final = re.compile(r"(Save this as|Add this to the end of) `([^`]+)`:")
_FENCE: Final = re.compile(r"^```(.*)$")


@dataclass(frozen=True)
class Saved:
    """A file that the page gives."""

    file: str
    text: str
    adds: bool


@dataclass(frozen=True)
class Ran:
    """Commands, and what they say; None where the page does not tell."""

    lines: tuple[str, ...]
    says: str | None


Part = Saved | Ran


def parts_of(page: str) -> Iterator[Part]:
    """What a page lets its reader do, in order."""
    ran: tuple[str, ...] | None = None
    for before, kind, block in _blocks(page):
        if ran is not None:
            says, told = ran, block if kind == "text" else None
            ran = None
            yield Ran(says, told)
            if told is not None:
                continue
        found = _SAVED.findall(before)
        if kind == "sh":
            ran = tuple(line for line in block.splitlines() if line.strip())
        elif found:
            how, file = found[-1]
            yield Saved(file, block, how.startswith("Add"))
        elif kind in {"toml", "python"}:
            raise ValueError(f"a block {kind} without a file's name: {block[:80]!r}")
    if ran is not None:
        yield Ran(ran, None)


def _blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Each fenced block with the prose before it, its kind and its text."""
    before: list[str] = []
    block: list[str] | None = None
    kind = ""
    for line in page.splitlines():
        fence = _FENCE.match(line)
        if fence and block is None:
            kind, block = fence[1].strip(), []
        elif fence and block is not None:
            yield "\n".join(before), kind, "\n".join(block) + "\n"
            before, block = [], None
        elif block is not None:
            block.append(line)
        else:
            before.append(line)


def says_so(told: str, heard: str) -> bool:
    """Whether `heard` is what the page tells: ``…`` alone stands for any lines, within a line for any part of it."""
    pattern = ""
    for line in told.rstrip("\n").split("\n"):
        if line == "…":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("…"))) + r"\n"
    plain = "".join(f"{line.rstrip()}\n" for line in heard.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, plain) is not None


@dataclass
class Walk:
    """A reader of the page in a folder of his own; `stays` waits until a program that stays may be ended."""

    folder: Path
    stays: Callable[[str], Awaitable[None]]
    environment: dict[str, str] = field(default_factory=dict)

    async def walk(self, page: str) -> None:
        """Do all that the page says."""
        for part in parts_of(page):
            match part:
                case Saved(file, text, adds):
                    path = self.folder / file
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text((path.read_text("utf-8") if adds else "") + text, "utf-8")
                case Ran(lines, says):
                    heard = "".join([await self._run(line) for line in lines])
                    if says is not None:
                        assert says_so(says, heard), f"\n{lines}\nthe page tells:\n{says}\nheard:\n{heard}"

    async def _run(self, line: str) -> str:
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("COV_", "PYTEST"))}
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**plain, "PATH": path, "COLUMNS": "80", "LANG": "C.UTF-8", **self.environment}
        stays = any(mark in line for mark in STAYS)
        running = await asyncio.create_subprocess_shell(
            f"exec {line}" if stays else line,
            cwd=self.folder,
            env=environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            async with asyncio.timeout(PATIENCE_S):
                if stays:
                    await self.stays(line)
                    running.send_signal(signal.SIGINT)
                said, _ = await running.communicate()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
        return "" if stays else said.decode()  # what it says is on its screen

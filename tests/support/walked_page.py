"""A page of the documents, walked by what it says: its files are saved, its commands run, what they say compared.

- ``Save this as `FILE`:`` before a fenced block saves it, ``Add this to the end of `FILE`:`` adds it;
- a block ``sh`` is run, each line in the page's folder, with `cardspeak` on the path;
- a block ``text`` right behind it is what its commands say; ``…`` stands for any lines, or for any part of one;
- a command with the remark ``# leave it …`` is a program that stays: it is ended once the walker has seen what it waits
  for;
- one with the remark ``# in a second terminal`` (or third) goes on there, until another is started in that terminal or
  the page ends; a block ``text`` behind it, or behind the words "The second terminal says", is what is new there.
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
STAYS: Final = "# leave it"

_SAVED: Final = re.compile(r"(Save this as|Add this to the end of) `([^`]+)`:")
_TERMINAL: Final = re.compile(r"# in a (\w+) terminal$")
_SAYS: Final = re.compile(r"The (\w+) terminal says:\s*$")
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


@dataclass(frozen=True)
class Heard:
    """What is new in another terminal."""

    terminal: str
    says: str


Part = Saved | Ran | Heard


def parts_of(page: str) -> Iterator[Part]:
    """What a page lets its reader do, in order."""
    ran: tuple[str, ...] | None = None
    for before, kind, block in _blocks(page):
        if ran is not None:
            says, told = ran, block if kind == "text" and not _SAYS.search(before) else None
            ran = None
            yield Ran(says, told)
            if told is not None:
                continue
        found, other = _SAVED.findall(before), _SAYS.search(before)
        if kind == "text" and other:
            yield Heard(other[1], block)
        elif kind == "sh":
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


class Terminal:
    """A terminal in which a program goes on."""

    def __init__(self, running: asyncio.subprocess.Process, patience_s: float) -> None:
        self._running, self._patience_s = running, patience_s
        self._heard = ""

    async def says(self, told: str) -> None:
        """Read on until that is what is new; raise `AssertionError` that tells what is instead."""
        assert self._running.stdout is not None
        try:
            async with asyncio.timeout(self._patience_s):
                while not says_so(told, self._heard):
                    line = await self._running.stdout.readline()
                    assert line, f"it ended\nthe page tells:\n{told}\nheard:\n{self._heard}"
                    self._heard += line.decode()
        except TimeoutError:
            raise AssertionError(f"\nthe page tells:\n{told}\nheard:\n{self._heard}") from None
        self._heard = ""

    async def end(self) -> None:
        """Ctrl-C, and wait until it is over."""
        with contextlib.suppress(ProcessLookupError):
            self._running.send_signal(signal.SIGINT)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._running.communicate()
        finally:
            _kill(self._running)


@dataclass
class Walk:
    """A reader of the page in a folder of his own; `stays` waits until a program that stays may be ended."""

    folder: Path
    stays: Callable[[str], Awaitable[None]]
    terminals: dict[str, Terminal] = field(default_factory=dict)
    patience_s: float = PATIENCE_S

    async def walk(self, page: str) -> None:
        """Do all that the page says; raise `AssertionError` where it is not so."""
        try:
            for part in parts_of(page):
                await self._do(part)
        finally:
            for terminal in self.terminals.values():
                await terminal.end()

    async def _do(self, part: Part) -> None:
        match part:
            case Saved(file, text, adds):
                path = self.folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text((path.read_text("utf-8") if adds else "") + text, "utf-8")
            case Heard(name, says):
                await self.terminals[name].says(says)
            case Ran(lines, says):
                heard, begun = "", None
                for line in lines:
                    if found := _TERMINAL.search(line):
                        begun = await self._begin(line, found[1])
                    else:
                        heard += await self._run(line)
                if says is not None and begun is not None and not heard:
                    await begun.says(says)
                elif says is not None:
                    assert says_so(says, heard), f"\n{lines}\nthe page tells:\n{says}\nheard:\n{heard}"

    async def _begin(self, line: str, name: str) -> Terminal:
        if name in self.terminals:
            await self.terminals.pop(name).end()
        self.terminals[name] = Terminal(await self._start(f"exec {line}"), self.patience_s)
        return self.terminals[name]

    async def _run(self, line: str) -> str:
        stays = STAYS in line
        running = await self._start(f"exec {line}" if stays else line)
        try:
            async with asyncio.timeout(PATIENCE_S):
                if stays:
                    await self.stays(line)
                    running.send_signal(signal.SIGINT)
                said, _ = await running.communicate()
        finally:
            _kill(running)
        return "" if stays else said.decode()  # what it says is on its screen

    async def _start(self, line: str) -> asyncio.subprocess.Process:
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return await asyncio.create_subprocess_shell(
            line,
            cwd=self.folder,
            env={**os.environ, "PATH": path, "COLUMNS": "80", "LANG": "C.UTF-8"},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )


def _kill(running: asyncio.subprocess.Process) -> None:
    """End whatever the command has left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)

"""Runs script files and reports, one line a script, as `hardware_docs/table-script.md` promises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from firmware_bridge.vocabulary.tally import Tally
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import MakePlayer, Played, play
from table_controller.scripts.parse import read_script
from table_controller.scripts.straight import StraightPlayer
from table_controller.scripts.unreadable import UnreadableError

PASSED, FAILED, UNREADABLE = 0, 1, 2
"""Exit statuses: all passed, one failed, a file cannot be read."""

Out: TypeAlias = Callable[[str], object]
"""Takes one line of a report."""


def run_scripts(paths: Iterable[Path], make_player: MakePlayer, out: Out, unharmed: MakePlayer | None = None) -> int:
    """Play every script among `paths` (files, or folders with all their ``.toml`` files); the exit status.

    A file that cannot be read is reported in its place and the others still run. Beside an `unharmed` player each
    script is played twice, and fails as well if it ends with other stacks.
    """
    passed = failed = different = unread = 0
    effort = Effort()
    for path in paths:
        try:
            files = tuple(script_files(path))
        except UnreadableError as problem:
            out(str(problem))
            unread += 1
            continue
        for file in files:
            try:
                script = read_script(file)
            except UnreadableError as problem:
                out(str(problem))
                unread += 1
                continue
            played = play(script, make_player)
            effort.add(played.keys, played.prompts, played.faults)
            if played.failure is not None:
                failed += 1
                out(f"FAIL {script.path}:{played.failure.line} {played.failure.text}")
            elif unharmed is not None and (other := other_stacks(played, play(script, unharmed))):
                failed, different = failed + 1, different + 1
                out(f"FAIL {script.path} other stacks than without faults: {other}")
            else:
                passed += 1
                out(f"ok {script.path}")
    for line in effort.lines():
        out(line)
    if unharmed is not None:
        out(f"{different} of {passed + different} played to the end have other stacks than without faults")
    out(f"{passed} passed, {failed} failed" + (f", {unread} could not be read" if unread else ""))
    return UNREADABLE if unread else FAILED if failed else PASSED


def other_stacks(played: Played, unharmed: Played) -> str:
    """The seats that end with more or less than unharmed: ``seat 2 9800 and not 10000``; empty if none does."""
    ends, wanted = _stacks(played), _stacks(unharmed)
    seats = sorted(seat for seat in ends.keys() | wanted.keys() if ends.get(seat) != wanted.get(seat))
    return ", ".join(f"seat {seat} {ends.get(seat, 0)} and not {wanted.get(seat, 0)}" for seat in seats)


def _stacks(played: Played) -> dict[int, int]:
    return {} if played.player is None else {seat.seat: seat.stack_chips for seat in played.player.view.seats}


def script_files(path: Path) -> Iterator[Path]:
    """The script itself, or every one in a folder, in order of name; raise `UnreadableError` if there is none."""
    if path.is_file():
        yield path
        return
    files = sorted(path.rglob("*.toml")) if path.is_dir() else []
    if not files:
        reason = "holds no .toml file" if path.is_dir() else "is neither a file nor a folder"
        raise UnreadableError(str(path), 1, reason)
    yield from files


class Effort:
    """What playing took: the dealer's keys and answers by hand, and the faults of the hardware."""

    def __init__(self) -> None:
        self._keys: list[int] = []
        self._prompts: list[int] = []
        self._faults: Tally | None = None

    def add(self, keys: tuple[int, ...] | None, prompts: tuple[int, ...] | None, faults: Tally | None) -> None:
        """Count the hands of one script."""
        self._keys += keys or ()
        self._prompts += prompts or ()
        if faults is not None:
            self._faults = self._faults or Tally()
            self._faults.add(faults)

    def lines(self) -> list[str]:
        """The lines of a report: faults, prompts, keys; only of what was counted."""
        lines = [] if self._faults is None else self._faults.lines()
        if self._faults is not None:
            lines.append(_line("prompts", self._prompts))
        if self._keys:
            lines.append(_line("keys", self._keys))
        return lines


def _line(what: str, counts: list[int]) -> str:
    mean = sum(counts) / len(counts) if counts else 0.0
    digits = 1 if what == "keys" else 3
    return f"{what} per hand: {mean:.{digits}f} on average, {max(counts, default=0)} at most, in {len(counts)} hands"


def straight_player(header: Header) -> StraightPlayer:
    """A player straight into the engine under the header's rulebook and house rules."""
    return StraightPlayer(rulebook_of(header))


def rulebook_of(header: Header) -> Rulebook:
    """The rulebook that a header names, with its house rules laid over it; reading the header checked both."""
    return table_rulebook(header.rulebook, header.house)

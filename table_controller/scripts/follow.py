"""``cardspeak script --follow -``: a table played line by line, each line answered with the whole table.

Whoever drives it needs none of our modules: lines of `hardware_docs/table-script.md` go in, objects of `follow_answer`
come out. A line that cannot be done leaves the table as it was, and any moment can be marked and come back to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game import variants
from table_controller.game.state.betting import is_live
from table_controller.game.state.table import NEW_TABLE, Table
from table_controller.game.steps.deal.draws import taken_for_done
from table_controller.scripts import expected, steps
from table_controller.scripts.card_source import OpenCast
from table_controller.scripts.follow_answer import Answer, answer_of, finding_answer
from table_controller.scripts.header import Header, parse_header
from table_controller.scripts.interpret import broken, denominations_of, fault_of, names_chips, open_table
from table_controller.scripts.parse import parse_line, read_lines
from table_controller.scripts.report import FAILED, PASSED, UNREADABLE, straight_player
from table_controller.scripts.straight import StraightPlayer
from table_controller.scripts.table_driver import TableDriver
from table_controller.scripts.unreadable import UnreadableError
from table_controller.scripts.words import split_words
from table_controller.vocabulary.findings import Finding

_HEADER: Final = "header"
_MOST_DIGITS: Final = 15
"""Numbers of more digits are no chips, seats or seconds; a JSON number holds what so many of them add up to."""

_QUOTED, _MOST_SAID = 80, 400
"""How many characters of a line that is not understood are said again, and how long an error is at most."""
_TOO_LONG: Final = re.compile(rf"[0-9]{{{_MOST_DIGITS + 1}}}")


class Moment(Struct, frozen=True):
    """Where a table stands, to be gone on from or come back to; nobody changes what it holds.

    `dead` are the seats whose hands a rule killed, `needing` the steps whose amounts brought smaller chips into play.
    """

    player: StraightPlayer
    stage: TableDriver
    dead: frozenset[int] = frozenset()
    needing: tuple[steps.Step, ...] = ()

    def copied(self) -> Moment:
        """The same moment, to be played on from."""
        player, old = self.player.copied(), self.stage
        stage = TableDriver(player, old.cast.copied(), old.purses.copied(), len(old.seats))
        stage.posting, stage.puck_lies = dict(old.posting), old.puck_lies
        return replace(self, player=player, stage=stage)


class Follower:
    """A table that answers line by line: `now` is where it stands, `failed` whether a line was not ok."""

    def __init__(self, header: Header) -> None:
        player, cast, denominations = straight_player(header), OpenCast(), denominations_of(header, ())
        self.failed = False
        self._header, self._line = header, 0
        self.now = Moment(player, open_table(header, player, cast, denominations))
        self._marks: dict[str, tuple[Moment, Answer | None]] = {}
        self._told: Answer | None = None
        """What was answered last of `now`, None if nothing was yet: while nothing happens, the table is the same."""

    def answer(self, text: str) -> Answer | None:
        """Do a line, or read what it expects; None for an empty one or a comment, which only counts."""
        self._line += 1
        found: tuple[Finding, ...] = ()
        error: str | None = None
        try:
            words = split_words(text)
            if not words:
                return None
            if words[0].startswith(":"):
                self._turn(words)
            else:
                found = self._play(text, " ".join(words))
        except FollowError as problem:
            error = str(problem)
        except ValueError as problem:
            error = f"{text.strip()[:_QUOTED]!r}: {problem}"[:_MOST_SAID]
        return self._said(error, found)

    def broke(self, problem: Exception) -> Answer:
        """The answer to a line that raised what it never should: the table is the one before."""
        return self._said(broken(problem))

    def _said(self, error: str | None, found: tuple[Finding, ...] = ()) -> Answer:
        """The table as it stands, after the line that was read last."""
        self.failed |= error is not None
        if self._told is None:
            player = self.now.player
            played_on = taken_for_done(player.table, player.book).table
            self._told = answer_of(
                player.table, line=self._line, played_on=played_on, dead=self.now.dead, name_of=player.name_of
            )
        return replace(
            self._told, line=self._line, ok=error is None, error=error, findings=tuple(map(finding_answer, found))
        )

    def _turn(self, words: list[str]) -> None:
        """Remember this moment, or go back to one."""
        match words:
            case [":mark", name]:
                self._marks[name] = self.now, self._told
            case [":back", name] if name in self._marks:
                self.now, self._told = self._marks[name]
            case [":back", name]:
                raise FollowError(f"no moment is marked {name!r}")
            case _:
                raise FollowError(f"{' '.join(words)!r} is neither ':mark NAME' nor ':back NAME'")

    def _play(self, text: str, written: str) -> tuple[Finding, ...]:
        """Go on by one line; what the rules found in it."""
        if _TOO_LONG.search(text):
            raise FollowError(f"a number has more than {_MOST_DIGITS} digits")
        step = parse_line(text, self._line)
        if step is None or isinstance(step, expected.Expectation):
            fault = None if step is None else fault_of(self.now.stage, step, written)
            if fault is not None:
                raise FollowError(fault)
            return ()
        after = self.now.copied()
        after = _prepared(self._header, after, step)
        fault = fault_of(after.stage, step, written)
        if fault is not None:
            raise FollowError(fault)
        dead = _dead(self.now.dead, self.now.player.table, after.player.table, step)
        self.now, self._told = replace(after, dead=dead), None
        return after.player.findings


class FollowError(Exception):
    """A line is not ok: why, in one sentence."""


def _prepared(header: Header, now: Moment, step: steps.Step) -> Moment:
    """The moment with what a line takes for granted: its cards are free, and chips for its amounts are in play."""
    cast = now.stage.cast
    if isinstance(cast, OpenCast):
        for old, new in cast.read(step, now.player.hides):
            now.player.rename(old, new)
    if not names_chips(step):
        return now
    more, known = denominations_of(header, (*now.needing, step)), denominations_of(header, now.needing)
    if more == known:
        return now
    smaller = {*more} - {*known}
    now.stage.purses.denominations = tuple(sorted(smaller.union(now.stage.purses.denominations)))
    now.player.put_in_play(smaller)
    return replace(now, needing=(*now.needing, step))


def _dead(dead: frozenset[int], before: Table, after: Table, step: steps.Step) -> frozenset[int]:
    """The folded seats whose hands a rule or a ruling killed, and not their players or a word of theirs."""
    own = step.seat if isinstance(step, steps.PlayerStep) else None
    given_up = {
        recorded_act.seat
        for recorded_act in after.betting.recorded_acts
        if recorded_act.kind == "fold" and recorded_act.by != "ruling"
    }
    folded = {seat for seat, stand in enumerate(after.betting.stands, 1) if stand.status == "folded"}
    lived = {seat for seat, stand in enumerate(before.betting.stands, 1) if is_live(stand)}
    if after.hand.number != before.hand.number:
        dead, lived = frozenset(), folded
    return frozenset((dead & folded) | ((folded & lived) - given_up - {own}))


def follow(lines: Iterable[str], out: Callable[[str], object]) -> int:
    """Read a header, an empty line, and then answer line by line as one JSON object each; the exit status."""
    source = iter(lines)
    try:
        header = _header("".join(_header_lines(source)))
        follower = open_follower(header)
    except UnreadableError as problem:
        out(encoded(answer_of(NEW_TABLE, line=0, error=f"line {problem.line} of the header: {problem.reason}")))
        return UNREADABLE
    return _answered(follower, source, out)


def trace(path: Path, out: Callable[[str], object]) -> int:
    """Play a script file and answer each of its lines as `follow` does; the exit status.

    Raises `UnreadableError` if the file or its header cannot be read.
    """
    header, body = read_lines(path)
    return _answered(open_follower(header), (line for _, line in body), out)


def open_follower(header: Header) -> Follower:
    """A table with this header; raises `UnreadableError` where its game has no rules yet."""
    reason = variants.not_played(header.variant)
    if reason is not None:
        line = header.line_of("variant")
        raise UnreadableError(_HEADER, line, f"variant {header.variant!r}: no rule yet: {reason}")
    return Follower(header)


def encoded(answer: Answer) -> str:
    """The answer as JSON, on one line."""
    return msgspec.json.encode(answer).decode()


def _answered(follower: Follower, lines: Iterable[str], out: Callable[[str], object]) -> int:
    for line in lines:
        try:
            answer = follower.answer(line)
        except Exception as problem:  # noqa: BLE001 - of any kind: engine or runner is wrong, and the next line counts
            answer = follower.broke(problem)
        if answer is not None:
            out(encoded(answer))
    return FAILED if follower.failed else PASSED


def _header(text: str) -> Header:
    if found := _TOO_LONG.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise UnreadableError(_HEADER, line, f"a number has more than {_MOST_DIGITS} digits")
    return parse_header(_HEADER, text)


def _header_lines(source: Iterator[str]) -> Iterator[str]:
    for line in source:
        if not line.strip():
            return
        yield line

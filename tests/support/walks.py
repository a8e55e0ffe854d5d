"""Walks at a table in a pipe: lines drawn as people play, laws checked after each, every way out tried on a copy.

By hand: ``PYTHONPATH=tests .venv/bin/python -m support.walks --walks 200 --seed 7`` prints each kind of breach with its
shortest script.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from support.walk_laws import Scene, Told, broken, case_key, known_after, under_way, with_chips
from support.walk_steps import HOLDEM, Header, Mood, drawn_header, next_line, picked, walk_line

from table_controller.scripts.follow import open_follower
from table_controller.scripts.follow_answer import Answer
from table_controller.scripts.header import parse_header
from table_controller.scripts.unreadable import UnreadableError

MOST_LINES: Final = 150
"""In so many lines any hand is played to its end, and the next one begun."""
ENDLESS: Final = "endless"
BOARD_STREETS: Final = ("deal", "preflop", "flop", "turn", "river")
"""Where no discards are shuffled in, as in a draw."""
EVERY: Final = 4 if os.environ.get("CARDSPEAK_SOAK") == "1" else 10
"""After every so many lines the hand is played to its end on a copy."""
AGAIN: Final = 0.2
"""How often something is tried on a copy that this walk has tried in the same place before."""


class BreachError(AssertionError):
    """A law does not hold: which, and how it was come to; `refused` if the table stands as before the last line."""

    def __init__(self, kind: str, header: Header, lines: Sequence[str], *, refused: bool = False) -> None:
        super().__init__(kind)
        self.kind, self.header, self.lines, self.refused = kind, header, tuple(lines), refused

    def __str__(self) -> str:
        return f"{self.kind}\n{script_of(self.header, self.lines)}"


class RanOutError(BreachError):
    """No law is broken: cards were dealt to seats and board over and over, and the whole deck lies on the table."""


def _ran_out(answer: Answer) -> bool:
    return "no card is left" in (answer.error or "") and answer.phase in BOARD_STREETS


def script_of(header: Header, lines: Iterable[str]) -> str:
    """A table script of these lines."""
    body = "\n".join(lines)
    return f'{header.text()}script   = """\n{body}\n"""\n'


class WalkedTable:
    """A table that is told line by line, and watched; `script` is how it came to where it stands."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self._follower = open_follower(parse_header("header", header.text()))
        self.script: list[str] = []
        self._depth = 0
        opened = self._tell(":mark opened")
        by_big_blind = None if header.ante_mode is None else header.ante_mode == "bb"
        self.scene = Scene(opened, chips=header.chips, ante_of_big_blind=by_big_blind)

    @property
    def answer(self) -> Answer:
        return self.scene.answer

    def _tell(self, line: str) -> Answer:
        answer = self._follower.answer(line)
        assert answer is not None, line
        return answer

    def _says(self, expectation: str) -> bool:
        return self._tell(f"expect {expectation}").ok

    def play(self, line: str) -> Answer:
        """Tell the table a line; raises `BreachError` if a law does not hold after it."""
        self.script.append(line)
        try:
            after = self._tell(line)
        except Exception as problem:  # whatever it is, no line may raise
            raise BreachError(f"raised: {type(problem).__name__}", self.header, self.script) from problem
        if _ran_out(after):
            raise RanOutError("the deck has run out", self.header, self.script)
        kind = broken(Told(self.scene, line, self.answer, after, self._says))
        if kind is not None:
            breach = BreachError(kind, self.header, self.script, refused=not after.ok)
            if breach.refused:
                self.script.pop()
            raise breach
        self.scene = known_after(self.scene, line, after)
        if not after.ok:
            self.script.pop()
        return after

    @contextmanager
    def copied(self) -> Iterator[None]:
        """Within it the table is a copy: afterwards it stands where it stood."""
        name, scene, length = f"m{self._depth}", self.scene, len(self.script)
        self._tell(f":mark {name}")
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            self._tell(f":back {name}")
            self.scene = scene
            del self.script[length:]


@dataclass(frozen=True)
class Tried:
    """What a walk has tried on copies: a thing is tried when it first comes up, and now and then when it does again."""

    chance: random.Random
    known: set[tuple[object, ...]] = field(default_factory=set)

    def wants(self, *what: object, first: float = 1.0, again: float = AGAIN) -> bool:
        """Whether this is to be tried now: the chance of it when it comes up first, and again."""
        likely = again if what in self.known else first
        self.known.add(what)
        return likely >= 1 or self.chance.random() < likely

    def wants_next(self, answer: Answer) -> bool:
        """Whether what comes next is to be done: each act in each phase."""
        code, topics = answer.next.partition(" ")[0], tuple(case.topic for case in answer.cases if case.stops)
        return self.wants("next", code, answer.awaited, answer.phase, answer.misdeal, topics)


# --- ways on ----------------------------------------------------------------------------------------------------------


def try_next(table: WalkedTable, chance: random.Random, mood: Mood) -> None:
    """What comes next can be done, on a copy."""
    with table.copied():
        if over(table.answer):
            return
        line = next_line(chance, table.header, table.answer, mood)
        before = table.answer
        after = table.play(line)
        if not after.ok:
            after = table.play(next_line(chance, table.header, table.answer))
        if not after.ok:
            raise BreachError(
                f"next: no way to do {before.next.partition(' ')[0]}", table.header, [*table.script, line]
            )
        if line == "next hand" and not over(table.answer):
            table.play("deal")


def over(answer: Answer) -> bool:
    """Whether too few players are left for another hand."""
    return not under_way(answer) and len(with_chips(answer)) < 2


def play_out(table: WalkedTable, chance: random.Random, mood: Mood, *, eager: float = 0.2) -> None:
    """Play the hand to its end, any option at each call of the floor, and begin the next one, on a copy."""
    timid = chance.choice((0.0, 0.8, 0.8, 0.8)) if eager else 0.0
    eager = max(eager, 0.5) if timid else eager
    with table.copied():
        length = len(table.script)
        hand = table.answer.hand
        for at in range(MOST_LINES):
            if over(table.answer):
                return
            line = next_line(chance, table.header, table.answer, mood, eager=eager if at < 60 else 0, timid=timid)
            if at > 40 and line.startswith("floor") and any(word in line for word in ("misdeal", "redeal", "restore")):
                line = next_line(chance, table.header, table.answer, mood)
            begun = table.answer.phase == "idle"
            after = table.play(line)
            if not after.ok:
                after = table.play(next_line(chance, table.header, table.answer, eager=0))
            if not after.ok:
                raise BreachError(
                    f"next: no way to do {after.next.partition(' ')[0]}", table.header, [*table.script, line]
                )
            if begun and after.hand > hand:
                return
        raise BreachError(f"{ENDLESS}: {table.answer.next.partition(' ')[0]}", table.header, table.script[:length])


def try_options(table: WalkedTable, chance: random.Random, mood: Mood, tried: Tried) -> Iterator[BreachError]:
    """Each option of each case can be chosen, and the table goes on from it, on a copy.

    An option is chosen again only now and then while its case stays open, and the hand is played to its end only
    now and then where a walk first chooses an option of a topic. Of a case that stops nothing and whose topic is
    known, one option is tried.
    """
    for case in table.answer.cases:
        known = not tried.wants("topic", case.topic, again=0) and not case.stops
        for option in [chance.choice(case.options)] if known and case.options else case.options:
            if not tried.wants("option", case_key(case), option, again=0.5):
                continue
            try:
                with table.copied():
                    table.play(picked(chance, table.answer, case, option))
                    if tried.wants("end", case.topic, option, first=AGAIN, again=0):
                        play_out(table, chance, mood)
                    elif tried.wants("after", case.topic, option, table.answer.next.partition(" ")[0]):
                        try_next(table, chance, mood)
            except BreachError as breach:
                yield breach


def walk(header: Header, seed: str, steps: int) -> Iterator[BreachError]:
    """A walk of so many steps: each breach that it comes to, one of a kind.

    It goes on after what broke on a copy or was refused, and ends with what broke at the table itself.
    """
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    seen: set[str] = set()
    table, mood = WalkedTable(header), Mood()
    tried = Tried(chance)
    for at in range(steps):
        line = "deal"
        if at:
            line, mood = walk_line(chance, header, table.answer, mood)
        try:
            table.play(line)
        except RanOutError:
            return
        except BreachError as breach:
            if breach.kind not in seen:
                seen.add(breach.kind)
                yield breach
            if not breach.refused:
                return
        for found in _ways_on(table, chance, mood, tried, at):
            if isinstance(found, RanOutError):
                return
            if found.kind not in seen:
                seen.add(found.kind)
                yield found


def _ways_on(table: WalkedTable, chance: random.Random, mood: Mood, tried: Tried, at: int) -> Iterator[BreachError]:
    wanted = ((try_next, tried.wants_next(table.answer)), (play_out, at % EVERY == EVERY - 1))
    for way in (way for way, is_wanted in wanted if is_wanted):
        try:
            way(table, chance, mood)
        except BreachError as breach:
            yield breach
    yield from try_options(table, chance, mood, tried)


def walks(count: int, seed: str, steps: int, variants: Sequence[str] = HOLDEM) -> Iterator[tuple[int, BreachError]]:
    """The breaches of so many walks, with the number of the walk."""
    for number in range(count):
        name = f"{seed}-{number}"
        header = drawn_header(random.Random(f"header {name}"), variants)  # noqa: S311
        for breach in walk(header, name, steps):
            yield number, breach


# --- shrinking --------------------------------------------------------------------------------------------------------


def kind_of(header: Header, lines: Sequence[str], *, endless: bool = False) -> tuple[str, int] | None:
    """The kind of breach that these lines come to, and after how many of them; None if they keep all laws.

    With `endless` it is also tried whether the hand can be played out from there.
    """
    try:
        table = WalkedTable(header)
    except UnreadableError:  # a header that nobody may write is no way to a breach
        return None
    return _kind_at(table, lines, endless=endless)


def _kind_at(table: WalkedTable, lines: Sequence[str], *, endless: bool) -> tuple[str, int] | None:
    with table.copied():
        for at, line in enumerate(lines, 1):
            try:
                table.play(line)
            except BreachError as breach:
                return breach.kind, at
        for seed in range(3 if endless else 0):
            try:
                play_out(table, random.Random(seed), Mood(), eager=0)  # noqa: S311
            except BreachError as breach:
                if breach.kind.startswith(ENDLESS):
                    return breach.kind, len(lines)
    return None


def shrunk(breach: BreachError, budget_s: float = 20.0) -> BreachError:
    """The same kind of breach in fewer lines, at a plainer table."""
    until_s = time.monotonic() + budget_s
    endless = breach.kind.startswith(ENDLESS)
    header, lines = breach.header, list(breach.lines)
    for plainer in (None, *_plainer(header)):
        now = header if plainer is None else plainer(header)
        if plainer is None or (now != header and _comes_to(breach.kind, now, lines, endless=endless)):
            header = now
            lines = _fewer(breach.kind, header, lines, until_s, endless=endless)
    return BreachError(breach.kind, header, lines)


def _comes_to(kind: str, header: Header, lines: Sequence[str], *, endless: bool) -> bool:
    found = kind_of(header, lines, endless=endless)
    return found is not None and found[0] == kind


def _fewer(kind: str, header: Header, lines: list[str], until_s: float, *, endless: bool) -> list[str]:
    """Lines dropped, in halves first and one by one in the end, while the kind of breach stays."""
    table = WalkedTable(header)

    def cut(lines: list[str]) -> list[str] | None:
        found = _kind_at(table, lines, endless=endless)
        return lines[: found[1]] if found is not None and found[0] == kind else None

    lines = cut(lines) or lines
    size = max(1, len(lines) // 2)
    while time.monotonic() < until_s:
        at, less = 0, False
        while at < len(lines) and time.monotonic() < until_s:
            fewer = cut(lines[:at] + lines[at + size :])
            if fewer is not None:
                lines, less = fewer, True
            else:
                at += size
        if size == 1 and not less:
            break
        size = max(1, size // 2)
    return lines


def _plainer(header: Header) -> list[Callable[[Header], Header]]:
    """Ways to a plainer table, each to be tried on what the last one left."""
    return [
        lambda one: replace(one, ante=0, ante_mode=None),
        *(partial(_without, seat) for seat, _ in header.stacks),
        lambda one: replace(one, variant="NT"),
        lambda one: replace(one, book="tda-2019"),
        lambda one: replace(one, seats=max(seat for seat, _ in one.stacks)),
        lambda one: replace(one, chips=(25, 100, 500, 1000, 5000), small=100, big=200),
    ]


def _without(seat: int, header: Header) -> Header:
    left = tuple(pair for pair in header.stacks if pair[0] != seat)
    return replace(header, stacks=left) if len(left) > 1 and header.button != seat else header


# --- by hand ----------------------------------------------------------------------------------------------------------


@dataclass
class Report:
    """Breaches of each kind: how many walks came to it, and the shortest of them."""

    counts: Counter[str]
    shortest: dict[str, BreachError]


def report_of(found: Iterable[tuple[int, BreachError]]) -> Report:
    report = Report(Counter(), {})
    for _, breach in found:
        report.counts[breach.kind] += 1
        best = report.shortest.get(breach.kind)
        if best is None or len(breach.lines) < len(best.lines):
            report.shortest[breach.kind] = breach
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description="walks that play like people")
    parser.add_argument("--walks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--shrink-s", type=float, default=10.0)
    asked_for = parser.parse_args()
    began_s = time.monotonic()
    numbers: set[int] = set()

    def watched() -> Iterator[tuple[int, BreachError]]:
        for number, breach in walks(asked_for.walks, str(asked_for.seed), asked_for.steps):
            numbers.add(number)
            yield number, breach

    report = report_of(watched())
    took_s = time.monotonic() - began_s
    out = sys.stdout
    out.write(
        f"{asked_for.walks} walks of {asked_for.steps} steps, seed {asked_for.seed}: {len(numbers)} with a breach, "
    )
    out.write(f"{len(report.counts)} kinds, {asked_for.walks / took_s:.1f} walks a second\n")
    for kind, count in report.counts.most_common():
        small = shrunk(report.shortest[kind], asked_for.shrink_s)
        out.write(f"\n=== {count} x {kind}\n{script_of(small.header, small.lines)}")
        out.flush()
    return 1 if report.counts else 0


if __name__ == "__main__":
    sys.exit(main())

"""Lessons out of the training hands: the right answer is what the engine does under the book, nothing is written down.

Each hand is a table script of this folder whose last step is the act. It is played under every shipped book: what the
others make of it are the wrong answers, filled up with single choices of the floor and with what is never far off.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from msgspec import Struct

from display.training.lesson import Answer, Course, Lesson
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.known import known_books, known_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Step
from table_controller.runtime.processes.explaining import PUNISHMENTS, remedies, row_of, rule_on, told_effects
from table_controller.runtime.processes.supervise import named
from table_controller.scripts.interpret import failures, set_table
from table_controller.scripts.parse import Script, parse_script
from table_controller.scripts.straight import StraightPlayer
from table_controller.scripts.table_driver import TableDriver
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.findings import Citation, Finding
from table_controller.vocabulary.views import Effect, TableView

MOST_ANSWERS: Final = 4
FEWEST_ANSWERS: Final = 2

BESIDE_THE_POINT: Final = frozenset({"pot", "street", "turn", "hand-over"})
"""Effects that only follow from others: left out of an answer that says more."""

ENDS_ALL: Final = frozenset({"deal-voided", "hand-voided"})
"""Effects that make all others a matter of course."""


class BrokenHand(RuntimeError):
    """A training hand cannot be played: which, where and why."""


class Act(Struct, frozen=True):
    """An act under one book: the table before and after it, what came of it, and what each choice of the floor does."""

    before: TableView
    after: TableView
    answer: Answer
    findings: tuple[Finding, ...]
    choices: tuple[Answer, ...]


@cache
def training_hands() -> tuple[Script, ...]:
    """The scripts of this folder, by name."""
    folder = files("table_controller.runtime.training")
    texts = {entry.name: entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return tuple(parse_script(name, text) for name, text in sorted(texts.items()))


def course_of(book: str, seed: int, hands: int = 0) -> Course:
    """The training under a book: `hands` lessons (0: all) in an order that `seed` decides."""
    chance = random.Random(seed)  # noqa: S311 - the order of lessons
    scripts = list(training_hands())
    chance.shuffle(scripts)
    return Course(tuple(lesson_of(script, book, chance) for script in scripts[: hands or None]), seed=seed)


def lesson_of(script: Script, book: str, chance: random.Random) -> Lesson:
    """One act, what the book makes of it, and wrong answers; raise `BrokenHand`."""
    mine = played(script, known_rulebook(book))
    wrong: list[Answer] = []
    for answer in _wrong_ones(script, book, mine):
        if answer != mine.answer and answer not in wrong:
            wrong.append(answer)
    answers = [mine.answer, *wrong[: MOST_ANSWERS - 1]]
    chance.shuffle(answers)
    cite = _cite(script, known_rulebook(book), mine)
    row = row_of(cite) if cite is not None else None
    title = known_rulebook(book).titles.get(cite, "") if cite is not None else ""
    name = script.path.removesuffix(".toml")
    at = answers.index(mine.answer)
    return Lesson(name, mine.before, mine.after, tuple(answers), at, cite, title or (row.title if row else ""))


@cache
def played(script: Script, book: Rulebook) -> Act:
    """The act of a training hand under `book`."""
    script = replace(script, header=replace(script.header, rulebook=book.book))
    player = _Named(book)
    stage = set_table(script, player)
    _play(replace(script, steps=script.steps[:-1]), stage)
    before, seen = player.table, player.view
    _play(replace(script, steps=script.steps[-1:]), stage)
    effects = told_effects(before, Step(player.table, player.outcomes))
    floor = [finding for finding in player.findings if finding.options and finding.stops_play]
    options = tuple(dict.fromkeys(name for finding in floor for name in remedies(finding) if name not in PUNISHMENTS))
    choices = tuple(
        _answer(option.effects, ())
        for found in player.view.findings
        for option in found.choices
        if option.name not in PUNISHMENTS
    )
    return Act(seen, player.view, _answer(effects, options), player.findings, choices)


class _Named(StraightPlayer):
    """Plays on the bare engine, with names for the players."""

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips], *, deals_up: bool = False) -> None:
        """Set the table up with people at it."""
        super().open(replace(opened, players=named(opened.players)), stacks, deals_up=deals_up)


def _play(script: Script, stage: TableDriver) -> None:
    failure = next(failures(script, stage), None)
    if failure is not None:
        raise BrokenHand(f"training hand {script.path}, line {failure.line}: {failure.text}")


def _answer(effects: Iterable[Effect], options: tuple[str, ...]) -> Answer:
    """What people would say of it: the main things only."""
    told = tuple(effect for effect in effects if effect.code not in {"nothing", "noted", "case"})
    ends = tuple(effect for effect in told if effect.code in ENDS_ALL)
    main = ends or tuple(effect for effect in told if effect.code not in BESIDE_THE_POINT)
    return Answer(main, options)


def _wrong_ones(script: Script, book: str, mine: Act) -> Iterator[Answer]:
    """What could be said wrongly, the most honest first."""
    others = [played(script, known_rulebook(other)) for other in known_books() if other != book]
    yield from (other.answer for other in others)
    yield from mine.choices
    yield from (choice for other in others for choice in other.choices)
    yield Answer()
    seat = next((finding.seat for act in (mine, *others) for finding in act.findings if finding.seat is not None), None)
    if mine.before.street == "deal":
        yield Answer((Effect("deal-voided"),))
    elif seat is not None:
        yield Answer((Effect("hand-dead", seat),))
    yield Answer((Effect("hand-voided"),))


def _cite(script: Script, book: Rulebook, mine: Act) -> Citation | None:
    """The rule of the finding; where there is none, the rule that lets it stand."""
    if mine.findings:
        ranked = sorted(mine.findings, key=lambda found: not found.options)
        return ranked[0].cite
    for other in known_books():
        for finding in played(script, known_rulebook(other)).findings:
            if (cite := rule_on(book, finding)) is not None:
                return cite
    return None

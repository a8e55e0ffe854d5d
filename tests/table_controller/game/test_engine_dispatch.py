"""The engine's tables: every event has its handler, and a reaction that is left out would have changed nothing."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import pytest
from support.any_events import next_event, open_table
from support.counting import counted

from table_controller.game import engine
from table_controller.game.engine import BY_KEY, FOLDED, GATES, HANDLERS, Reaction, When, step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Change, Table
from table_controller.runtime.coverage.knockout import passes
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.vocabulary import events as ev

SCRIPTS = Path(__file__).parents[2] / "scripts"
BOOKS = ("ipo-2015", "tda-holdem")
"""Between them their scripts need every reaction."""

REACTIONS = tuple(reaction for _, reactions in GATES for reaction in reactions)

WALKS = 40
EVENTS = 200


def members(union: Any) -> set[Any]:
    """The types of a union, however deep it is nested."""
    return set().union(*map(members, get_args(union))) if isinstance(union, UnionType) else {union}


def unhandled(union: Any) -> set[Any]:
    return members(union) - {*HANDLERS, *BY_KEY, *FOLDED}


def test_every_event_is_handled_once() -> None:
    assert not unhandled(ev.Event)
    assert {*HANDLERS, *BY_KEY, *FOLDED} == members(ev.Event), "a handler of something that is no event"
    assert len(HANDLERS) + len(BY_KEY) + len(FOLDED) == len(members(ev.Event)), "an event in two tables"


def test_an_event_that_nobody_handles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sneezed: ...

    assert unhandled(ev.Event | Sneezed) == {Sneezed}
    monkeypatch.delitem(HANDLERS, ev.CardBurned)
    assert unhandled(ev.Event) == {ev.CardBurned}


class Watched:
    """A reaction that always runs; where its condition says no, what follows must be what was there."""

    def __init__(self, may: When, reaction: Reaction, ran: Counter[Reaction]) -> None:
        self.may, self.reaction, self.ran = may, reaction, ran

    def follows(self, before: Table, change: Change, event: ev.Event, book: Rulebook) -> Change:
        after = self.reaction.follows(before, change, event, book)
        if after != change:
            self.ran[self.reaction] += 1
            asked = self.may(before, change, event) and self.reaction.when(before, change, event)
            assert asked, "something follows that would have been left out"
        return after


def walk(seed: int) -> None:
    """A disturbed hand or several."""
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    chaos = chance.choice((0.02, 0.02, 0.1, 0.5))
    table, book = open_table(chance)
    for _ in range(EVENTS):
        table = step(table, next_event(chance, table, chaos), book).table


def walked(monkeypatch: pytest.MonkeyPatch, watched: tuple[Reaction, ...] = REACTIONS) -> Counter[Reaction]:
    """Scripts and disturbed hands in which each of these reactions runs after every event; how often each changed it.

    A reaction beside them runs when its condition says so, as ever.
    """
    ran: Counter[Reaction] = Counter()
    always = [
        (
            lambda *_: True,
            tuple(
                Reaction(lambda *_: True, Watched(may, one, ran).follows) if one in watched else one
                for one in reactions
            ),
        )
        for may, reactions in engine.GATES
    ]
    monkeypatch.setattr(engine, "GATES", tuple(always))
    monkeypatch.setattr(engine, "FOR_THE_RECORD", tuple(always[1:]))
    files = [file for book in BOOKS for file in script_files(SCRIPTS / book)]
    files += sorted((SCRIPTS / "plain").glob("stud_*.toml"))  # cards that lie face up before seats
    random.Random(1).shuffle(files)  # noqa: S311 - neighbours are about the same rule
    for seed in range(max(WALKS, len(files))):  # by turns: some reactions are soon needed in the one, some in the other
        if seed < WALKS:
            walk(seed)
        for file in files[seed : seed + 1]:
            script = read_script(file)
            assert passes(script, rulebook_of(script.header)), file
    return ran


def test_what_is_left_out_would_have_changed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = walked(monkeypatch)
    assert set(ran) == set(REACTIONS), "a reaction that these hands never need proves nothing"
    counted(WALKS * EVENTS, "events after which every reaction ran")


def never(*_: object) -> bool:
    return False


@pytest.mark.parametrize("at", range(len(REACTIONS)))
def test_a_condition_that_is_false_too_often_is_caught(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lying = REACTIONS[at]._replace(when=never)
    gates = [
        (may, tuple(lying if one is REACTIONS[at] else one for one in reactions)) for may, reactions in engine.GATES
    ]
    monkeypatch.setattr(engine, "GATES", tuple(gates))
    with pytest.raises(AssertionError, match="would have been left out"):
        walked(monkeypatch, (lying,))


@pytest.mark.parametrize("at", range(len(GATES)))
def test_a_look_at_a_part_that_says_no_too_often_is_caught(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = [(never if part == at else may, reactions) for part, (may, reactions) in enumerate(engine.GATES)]
    monkeypatch.setattr(engine, "GATES", tuple(gates))
    with pytest.raises(AssertionError, match="would have been left out"):
        walked(monkeypatch, GATES[at][1])

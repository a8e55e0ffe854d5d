"""Undo of the last interpretations and redo of them gives the same state, whatever came before."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable

import pytest
from support.any_events import next_event, open_table
from support.counting import counted

from firmware_bridge.cards import DECK
from table_controller import desk as desk_module
from table_controller.commands import Command, Undo
from table_controller.corrections import CorrectBet, CorrectCard, CorrectSeat, CorrectStack, Redo
from table_controller.desk import Desk, react
from table_controller.events import Event
from table_controller.record import Happening
from table_controller.refold import fold_again
from table_controller.rulebooks.model import Rulebook
from table_controller.state_hash import state_hash
from table_controller.table import Table
from table_controller.views import Refused

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
RUNS = 300 if SOAK else 30
EVENTS = 60
MOST = 25


def _took(desk: Desk, event: Event, book: Rulebook) -> Desk:
    return desk_module._take(desk, None, 1.0, (event,), book)[0]


def _correction(chance: random.Random, desk: Desk) -> Command:
    """Something that people may put right, or not."""
    seats = max(1, desk.table.setup.seats)
    seat, other = chance.randint(1, seats), chance.randint(1, seats)
    return chance.choice(
        (
            CorrectStack(seat, ((100, chance.randint(1, 90)),)),
            CorrectBet(seat, chance.choice((0, 100, 200, 400, 1000, 2500))),
            CorrectCard(chance.choice(("board:1", "board:3", f"seat:{seat}:1")), chance.choice(DECK)),
            CorrectSeat(seat, other),
        )
    )


def _walk(seed: int) -> tuple[int, int, int]:
    """How often all was undone and redone, how many steps at most, and how many corrections were among them."""
    chance, redone, most, put_right = random.Random(seed), 0, 0, 0  # noqa: S311 - seeded: a failure is one number
    table, book = open_table(chance)
    desk = Desk(table, table)
    for _ in range(EVENTS):
        desk = _took(desk, next_event(chance, desk.table, 0.2), book)
        if chance.random() < 0.1:
            answer = react(desk, _correction(chance, desk), 1.0, book)
            if not isinstance(answer, Refused):
                desk, put_right = answer[0], put_right + 1
        if chance.random() < 0.15 and desk.undoable():
            steps = min(len(desk.undoable()), chance.randint(1, MOST))
            before = desk
            desk = _undone_and_redone(desk, steps, chance, book)
            assert state_hash(desk.table) == state_hash(before.table), f"seed {seed}"
            assert desk.undone == before.undone, f"seed {seed}"
            redone, most = redone + 1, max(most, steps)
    return redone, most, put_right


def _undone_and_redone(desk: Desk, steps: int, chance: random.Random, book: Rulebook) -> Desk:
    """Back by so many, at once or one by one, and forward again."""
    for back in (True, False):
        left = steps
        while left:
            now = chance.randint(1, left)
            answer = react(desk, Undo(now) if back else Redo(now), 1.0, book)
            assert not isinstance(answer, Refused)
            desk, left = answer[0], left - now
    return desk


def _walks(runs: int) -> tuple[int, int, int]:
    told = [_walk(seed) for seed in range(runs)]
    return sum(one[0] for one in told), max(one[1] for one in told), sum(one[2] for one in told)


def test_undo_and_redo_give_the_same_state() -> None:
    redone, most, put_right = _walks(RUNS)
    assert redone > RUNS
    assert most >= 20
    assert put_right > RUNS // 4
    counted(RUNS * EVENTS, "events")


def test_a_redo_that_forgets_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the last of what is redone stays undone in the fold."""
    seen: list[frozenset[int]] = []

    def forgetful(
        base: Table, happened: Iterable[Happening], undone: frozenset[int], book: Rulebook
    ) -> tuple[Table, tuple[Happening, ...]]:
        if seen and undone < seen[-1]:
            undone |= {max(seen[-1] - undone)}
        seen.append(undone)
        return fold_again(base, happened, undone, book)

    monkeypatch.setattr("table_controller.desk.fold_again", forgetful)
    with pytest.raises(AssertionError, match="seed"):
        _walks(20)

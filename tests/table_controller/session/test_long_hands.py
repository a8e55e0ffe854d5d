"""A word, a view and an undo cost the same in a hand of 800 events as of 50; and what is kept for that is true."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType, SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from bench.bench_growth import at_table
from support.any_events import next_event, open_table
from support.counting import counted
from support.robot import Robot

from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import Controller
from table_controller.game import queries
from table_controller.game.queries import min_raise_to_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference import implied
from table_controller.journal.journal import Header, MemoryJournal
from table_controller.session import recording
from table_controller.session.hand_log import HandLog, log_of
from table_controller.session.session import handle_input
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.commands import Redo, Say, Undo
from table_controller.vocabulary.events import CardDealt, Event, FloorRuled, Riffled
from table_controller.vocabulary.views import Refused

SHORT, LONG = 50, 800
GROWTH = 1.5
WALKS = 40
EVENTS = 100


def lines_run(act: Callable[[], object]) -> int:
    """The lines of Python that an act runs, every turn of a loop counted: a clock that no other process disturbs."""
    lines = 0

    def trace(_frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    old = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(old)
    return lines


def took(session: Session, event: Event, book: Rulebook) -> Session:
    return recording._step(session, event, book)[0]


def raised(events: int) -> Controller:
    """A hand of so many events: rich players raise by words, again and again, and each word is a finding."""
    robot = Robot().open({1: 10**12, 2: 10**12, 3: 10**12})
    robot.deal()
    session = new_session()
    for event in robot.events:
        session = took(session, event, robot.book)
    controller = Controller(
        MemoryJournal(Header("e", "4", "h", 0), boot_id=UUID(int=1)), robot.book, session, lambda: 0
    )
    while len(controller.session.happened) < events:
        at_s = float(len(controller.session.happened))
        said = controller.accept(Say("raise", amount_chips=min_raise_to_chips(controller.session.table)), at_s)
        assert not isinstance(said, Refused), said
    return controller


def costs(controller: Controller) -> dict[str, int]:
    """The lines that a word, a view and an undo run."""
    session, book = controller.session, controller.book
    word = Say("raise", amount_chips=min_raise_to_chips(session.table))
    acts: dict[str, Callable[[], object]] = {
        "word": lambda: handle_input(session, word, 1e6, book),
        "view": lambda: controller.view(1e6),
        "undo": lambda: handle_input(session, Undo(1), 1e6, book),
    }
    for act in acts.values():
        assert not isinstance(act(), Refused)  # once for what is remembered between calls
    return {name: lines_run(act) for name, act in acts.items()}


def grown() -> dict[str, float]:
    """How many times as much each costs in the long hand."""
    short, long = costs(raised(SHORT)), costs(raised(LONG))
    return {name: long[name] / short[name] for name in short}


def test_a_long_hand_costs_no_more_than_a_short_one() -> None:
    assert max(grown().values()) <= GROWTH


def grown_between_trays(events: int = LONG) -> dict[str, float]:
    """The same in hands whose chips the trays see, while no card reader lives."""
    with at_table(6) as short, at_table(6) as long:
        short.grow(SHORT)
        long.grow(events)
        few, many = costs(short.controller), costs(long.controller)
    return {name: many[name] / few[name] for name in few}


def test_nor_does_it_where_trays_see_the_chips_and_nobody_the_cards() -> None:
    """There each raise was once an act past seats that nobody saw, and each word told the hand anew."""
    assert max(grown_between_trays().values()) <= GROWTH


def test_a_word_that_tells_the_hand_anew_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implied, "queries", SimpleNamespace(**vars(queries) | {"owing": lambda _: ()}))
    assert grown_between_trays(3 * SHORT)["word"] > GROWTH


def test_a_hand_that_is_folded_from_its_riffle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandLog, "parting", lambda *_: 0)
    assert grown()["undo"] > GROWTH


def test_findings_that_are_all_looked_at_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HandLog, "latest", lambda log, _count: (tuple(log), 0))
    assert grown()["view"] > GROWTH


def kept(log: HandLog) -> dict[str, object]:
    return dict(vars(log))


def walk(seed: int) -> int:
    """A disturbed hand with undo and redo: each is compared with a fold of the whole hand; how many there were."""
    chance, folds = random.Random(seed), 0  # noqa: S311 - seeded, so that a failure is one number
    table, book = open_table(chance)
    session = Session(table, table)
    for _ in range(EVENTS):
        session = took(session, next_event(chance, session.table, 0.3), book)
        if chance.random() < 0.2:
            command = chance.choice((Undo(chance.randint(1, 4)), Redo(chance.randint(1, 2))))
            folded = handle_input(session, command, 1.0, book)
            whole = handle_input(replace(session, happened=HandLog.of(session.happened)), command, 1.0, book)
            assert folded == whole, f"seed {seed}"
            if not isinstance(folded, Refused):
                session, folds = folded[0], folds + 1
        log = log_of(session.happened)
        assert kept(log) == kept(HandLog.of(log, log.tables)) or _sticky(log), f"seed {seed}"
    return folds


def _sticky(log: HandLog) -> bool:
    """Whether the log differs from one made afresh only in what it holds for possible."""
    fresh = HandLog.of(log, log.tables)
    may = {"closes", "tells_anew", "moves_unseen"}
    return all(kept(log)[name] == value or (name in may and not value) for name, value in kept(fresh).items())


def walks() -> int:
    return sum(map(walk, range(WALKS)))


def test_an_undo_from_the_middle_is_that_of_the_whole_hand() -> None:
    folds = walks()
    assert folds > WALKS
    counted(folds, "undos and redos folded from the middle and from the riffle")


def test_old_tables_that_are_not_those_before_their_events_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = HandLog.and_then
    monkeypatch.setattr(HandLog, "and_then", lambda log, one, before: truly(log, one, (log.tables or (before,))[-1]))
    with pytest.raises(AssertionError, match="seed"):
        walks()


def test_a_hand_from_a_snapshot_is_folded_whole() -> None:
    """Old tables are not written; a hand that came back without them is folded from its riffle."""
    controller = raised(SHORT)
    session = replace(controller.session, happened=tuple(controller.session.happened))
    assert handle_input(session, Undo(3), 1e6, controller.book) == handle_input(
        controller.session, Undo(3), 1e6, controller.book
    )
    more = took(session, FloorRuled("play-on", (), "floor", "", 1.0), controller.book)
    assert log_of(more.happened).parting(frozenset(), frozenset({more.happened[-1].number})) == 0


def test_numbers_of_another_hand_are_none_of_this_one() -> None:
    log = log_of(raised(SHORT).session.happened)
    assert [log[log.at(number)].event for number in (log[0].number, log[3].number)] == [log[0].event, log[3].event]
    assert isinstance(log[0].event, Riffled)
    assert any(isinstance(one.event, CardDealt) for one in log)
    with pytest.raises(ValueError, match="none of this hand"):
        log.at(log[-1].number + 1)

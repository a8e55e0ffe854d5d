"""On the rendered screen: acts that are not made yet, chips by denomination, the keys and the log beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from display.app import DealerScreen
from display.feed import Heard
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    ActionView,
    DifferenceView,
    DueView,
    FindingView,
    LogLine,
    NextAct,
    PotView,
    SeatView,
    TableView,
    UnclearView,
)

SIZES = ((80, 24), (120, 40), (200, 50))
RULE = Citation("tda-2019", "44-A")
NEXT, TURN, AMOUNTS = 1, 2, 3
"""Rows at 80x24."""


@pytest.fixture
def rows(reader: Any) -> Callable[..., list[str]]:
    """The rows of a screen that heard these messages, without what surrounds each; nothing may be cut."""

    def look(*heard: Heard, size: tuple[int, int] = (80, 24)) -> list[str]:
        async def story() -> list[str]:
            app = DealerScreen()
            async with app.run_test(size=size) as pilot:
                for message in heard:
                    app.hear(message)
                await pilot.pause()
                assert reader.faults(app) == []
                return [row.strip() for row in reader.grid(app)]

        return asyncio.run(story())

    return look


@pytest.mark.parametrize(
    ("one", "turn", "changes"),
    [
        (
            UnclearView(8, "moving", "call", 300, ("word", "more-in-this-motion"), RULE),
            "▶ Seat 8: chips on their way, so far a call of 300  TDA 2019, rule 44-A",
            "may still change: a word before or with them, more chips in the same motion",
        ),
        (
            UnclearView(8, "moving", "floor", 300, ("more-in-this-motion",)),
            "▶ Seat 8: chips on their way, so far a case for the floor",
            "may still change: more chips in the same motion",
        ),
        (
            UnclearView(8, "moving", "", 100, ("more-in-this-motion",)),
            "▶ Seat 8: chips on their way, so far no act yet",
            "may still change: more chips in the same motion",
        ),
        (
            UnclearView(8, "announced", "raise", 500, ("amount", "chips-in-one-motion", "call-first")),
            "▶ Seat 8 announced it: a raise to 500, or more",
            "may still change: an amount said, chips in one motion, the call first",
        ),
        (
            UnclearView(8, "motion", "raise", 500, ("one-more-motion",)),
            "▶ Seat 8 announced it, the call lies there: a raise to 500, or more",
            "may still change: one more motion of chips",
        ),
        (
            UnclearView(8, "loose", "raise", 500, ("word", "floor")),
            "▶ Seat 8: chips not yet ruled, now a raise to 500",
            "may still change: a word before or with them, the floor",
        ),
        (
            UnclearView(9, "early", "raise", 900, ("action-before",)),
            "▶ Seat 8 Hugo to act   Seat 9 early: a raise to 900, unless the action changes",
            "to call 300 = 3x100   raise to at least 500   at most 10,000",
        ),
        (
            UnclearView(9, "early", "raise", 900, ("amount", "chips-in-one-motion", "action-before")),
            "▶ Seat 8 Hugo to act   Seat 9 announced it early: a raise to 900, or more",
            "to call 300 = 3x100   raise to at least 500   at most 10,000",
        ),
        (
            UnclearView(9, "overtaken", "free", 900, ()),
            "▶ Seat 8 Hugo to act   Seat 9 early, action has changed: free to act anew",
            "to call 300 = 3x100   raise to at least 500   at most 10,000",
        ),
        (
            UnclearView(9, "unseen", "raise", 900, ()),
            "▶ Seat 8 Hugo to act   Seat 9 acted; first key what nobody saw",
            "to call 300 = 3x100   raise to at least 500   at most 10,000",
        ),
    ],
)
def test_an_act_that_is_not_clear(
    one: UnclearView, turn: str, changes: str, tables: Mapping[str, TableView], rows: Callable[..., list[str]]
) -> None:
    view = replace(tables["nine"], unclear=(one,))
    seen = rows(view, size=(100, 29))
    assert seen[TURN] == turn
    assert seen[AMOUNTS] == changes
    small = rows(view)
    assert small[TURN].startswith("▶ Seat 8")
    assert small[AMOUNTS]


def two(make_table: Callable[..., TableView], act: NextAct, *dues: DueView, **more: Any) -> TableView:
    seats = (SeatView(1, "Anna", "in", 900, 0, 2), SeatView(2, "Bruno", "in", 900, 0, 2))
    return make_table(seats=seats, next=act, dues=dues, **more)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("due", "said"),
    [
        (DueView(2, "return", 400, ((100, 4),)), "NEXT  Return 400 to seat 2 Bruno: 4x100"),
        (DueView(2, "return", 500, ((500, 1),)), "NEXT  Return 500 to seat 2 Bruno: 1x500"),
        (DueView(2, "return", 400, ((100, 4),), 1000), "NEXT  Return 400 to seat 2 Bruno, change 1,000: 4x100"),
        (DueView(2, "return", 450, (), 1000), "NEXT  Return 450 to seat 2 Bruno (needs change)"),
    ],
)
def test_chips_to_give_back_are_named(
    due: DueView, said: str, size: tuple[int, int], make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    assert said in rows(two(make_table, NextAct("return-chips", 2, due.chips), due), size=size)


@pytest.mark.parametrize(
    ("bets", "said"),
    [
        ({1: (600, "in"), 2: (600, "in")}, "NEXT  Bring in the bets"),
        (
            {1: (700, "all-in"), 2: (1000, "in"), 3: (1000, "in")},
            "NEXT  Bring in 700 from each of 3 bets to the main pot, the rest to side pot 1",
        ),
        (
            {1: (700, "all-in"), 2: (1000, "in"), 3: (1000, "all-in"), 4: (100, "folded")},
            "NEXT  Bring in 700 from each of 3 bets and all smaller ones to the main pot, the rest to side pot 1",
        ),
    ],
)
def test_how_the_bets_come_in_is_said(
    bets: dict[int, tuple[int, Any]],
    said: str,
    make_table: Callable[..., TableView],
    rows: Callable[..., list[str]],
) -> None:
    seats = tuple(SeatView(seat, "Anna", status, 900, chips, 2) for seat, (chips, status) in bets.items())
    pots = (PotView(2100, (1, 2, 3)), PotView(600, (2, 3)))[: 1 + (len(bets) > 2)]
    lie = tuple(((100, chips // 100),) for chips, _ in bets.values())
    view = make_table(seats=seats, next=NextAct("gather-bets"), bets=lie, pots=pots, action=None, street="flop")
    assert said in rows(view, size=(120, 40))


def test_bets_after_a_side_pot_come_in_to_it(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    seats = (SeatView(1, "Anna", "all-in", 0, 0, 2), *(SeatView(at, "Bo", "in", 900, 200, 2) for at in (2, 3)))
    view = make_table(
        seats=seats,
        next=NextAct("gather-bets"),
        bets=((), ((100, 2),), ((100, 2),)),
        pots=(PotView(2100, (1, 2, 3)), PotView(1000, (2, 3))),
        action=None,
    )
    assert "NEXT  Bring in the bets to side pot 1" in rows(view)


def test_what_is_owed_does_not_lie_in_a_side_pot_either(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    """Owed chips stood in the figures as soon as there was a side pot."""
    view = make_table(pots=(PotView(2100, (1, 2, 3)), PotView(1000, (2, 3))), pots_owed=(200, 600))
    drawn = "\n".join(rows(view))
    assert "1,900" in drawn
    assert "400" in drawn
    assert "2,100" not in drawn


def test_chips_to_push_and_to_put_in_are_named(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    push = DueView(1, "push", 2600, ((1000, 2), (100, 6)))
    assert "NEXT  Push 2,600 to seat 1 Anna: 2x1,000 6x100" in rows(two(make_table, NextAct("push-pot", 1, 2600), push))
    broken = DueView(1, "push", 250, ((100, 2), (25, 2)), 100)
    said = "NEXT  Make change: 250 go to seat 1 Anna, change 100: 2x100 2x25"
    assert said in rows(two(make_table, NextAct("make-change", 1, 250), broken))
    owes = DueView(1, "owe", 625, ((500, 1), (100, 1), (25, 1)))
    assert "NEXT  Seat 1 Anna still owes 625: 1x500 1x100 1x25" in rows(two(make_table, NextAct("await", 1, 625), owes))
    one = DueView(1, "owe", 100, ((100, 1),))
    assert "NEXT  Seat 1 Anna still owes 100" in rows(two(make_table, NextAct("await", 1, 100), one))


def test_change_is_given_back_while_the_next_player_acts(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    back = DueView(2, "return", 600, ((500, 1), (100, 1)), 1000)
    action = ActionView(1, 400, 800, 900, ("fold", "call", "raise"))
    view = two(make_table, NextAct("await", 1, 400), back, action=action)
    said = "600 back to seat 2, change 1,000: 1x500 1x100"
    assert f"NEXT  {said}" in rows(view, size=(120, 40))
    assert f"NEXT  {said}" in rows(view)
    long = replace(view, seats=(replace(view.seats[0], name="Bartholomew van der Meulen"), view.seats[1]))
    assert rows(long)[NEXT] == f"NEXT  {said}"
    assert rows(long)[TURN].startswith("▶ Seat 1 Bartholomew")


def test_undo_is_shown_on_the_smallest_screen_while_a_player_acts(
    tables: Mapping[str, TableView], rows: Callable[..., list[str]]
) -> None:
    for name in ("full", "nine"):
        keys = rows(tables[name])[-1]
        assert ". menu  u undo  ? help" in keys
        assert "k call" in keys
    assert "r raise  a all in  f folded" in rows(tables["nine"])[-1]
    wide = rows(tables["nine"], size=(200, 50))[-2]
    assert "w word/chips  e other seat  m count  h chips found" in wide


def test_the_opening_of_a_hand_and_its_end_take_one_line_each(
    tables: Mapping[str, TableView], rows: Callable[..., list[str]]
) -> None:
    seats = tuple(range(1, 10))
    stacks = [[seat, 10_000] for seat in seats]
    began = {"is": "HandBegan", "v": 1, "hand": 12, "button": 3, "small_blind": 4, "big_blind": 5, "seats": seats}
    over = {"is": "HandSettled", "v": 1, "hand": 12, "stacks": stacks}
    act = {"is": "ActRuled", "v": 1, "seat": 8, "kind": "check", "to_chips": 0, "all_in": False}
    view = tables["nine"]
    seen = rows(view, LogLine(1, 1.0, {**began, "stacks": stacks}), LogLine(2, 1.0, act), LogLine(3, 1.0, over))
    at = seen.index("Hand 12: no-limit hold'em, blinds 100/200, TDA 2019")
    assert seen[at + 1 : at + 3] == ["Seat 8 Hugo checks", "Hand 12 is over"]


def test_every_way_and_reason_of_an_unclear_act_has_words() -> None:
    for why in ("moving", "loose", "announced", "motion", "early", "overtaken"):
        assert ENGLISH.has(f"unclear.{why}")
    ways = ("word", "more-in-this-motion", "amount", "chips-in-one-motion", "call-first", "one-more-motion")
    assert all(ENGLISH.has(f"way.{way}") for way in (*ways, "action-before", "floor"))


@pytest.mark.parametrize("size", SIZES)
def test_chips_that_lie_where_the_books_have_none_stay_on_the_main_screen(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]], size: tuple[int, int]
) -> None:
    lie = (DifferenceView("behind", 2, -1000), DifferenceView("front", 2, 1000), DifferenceView("pot", None, -25))
    view = two(make_table, NextAct("await", 1, 400))
    seen = rows(replace(view, differences=lie, on_screen=NextAct("chips-back", 2, 1000)), size=size)
    assert "NEXT  1,000 back to seat 2 Bruno" in seen
    told = " ".join(row.strip("│ ") for row in seen)
    assert "Felt and books differ. Seat 2 Bruno: 1,000 less behind" in told
    assert "Felt and books differ. Pot: 25 less" in told
    settled = " ".join(rows(view, size=size))
    assert "differ" not in settled


def test_what_is_owed_stands_on_the_screen_while_another_player_acts(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    """It stood in the seat's box only, and nobody asked for the missing blind before the round was over."""
    action = ActionView(1, 400, 800, 900, ("fold", "call", "raise"))
    view = two(make_table, NextAct("await", 1, 400), DueView(2, "owe", 50, ((25, 2),), 0), action=action)
    assert any("! Seat 2 Bruno owes 50" in row for row in rows(replace(view, street="preflop")))
    assert not any("! Seat 2 Bruno owes 50" in row for row in rows(replace(view, street="deal")))


def test_a_finding_that_was_ruled_on_takes_one_row(
    make_table: Callable[..., TableView], rows: Callable[..., list[str]]
) -> None:
    asked = FindingView(
        1,
        "out-of-turn",
        2,
        Citation("tda-2019", "53-A"),
        (("turn", 1), ("to_call_chips", 400)),
        ("penalty",),
        open=True,
    )
    view = two(make_table, NextAct("await", 1, 400))
    before = [row for row in rows(replace(view, findings=(asked,))) if "turn of seat 1" in row]
    ruled = rows(replace(view, findings=(replace(asked, open=False, ruled="penalty"),)))
    assert before
    assert not [row for row in ruled if "turn of seat 1" in row]
    assert any("Act out of turn" in row for row in ruled)

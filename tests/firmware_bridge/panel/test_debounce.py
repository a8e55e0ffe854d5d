"""From raw edges to presses: chatter is one press, a hold is told once, and any stream of edges stays in order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.panel.debounce import BOUNCE_S, HOLD_S, Debouncer, Times, Told

BUTTONS = ("next", "check", "floor")
Edges = Sequence[tuple[float, bool]]


def told_of(edges: Edges, times: Times | None = None, button: str = "next") -> list[Told]:
    """What is told of a button's edges, looked at whenever something is due, as the panel's process does."""
    debouncer, told = Debouncer(times), list[Told]()

    def look_until(at_s: float) -> None:
        while debouncer.due_s is not None and debouncer.due_s < at_s:
            told.extend(debouncer.look(debouncer.due_s))

    for at_s, down in edges:
        look_until(at_s)
        told.extend(debouncer.edge(button, at_s, down=down))
    look_until(float("inf"))
    return told


def words(told: Sequence[Told]) -> list[str]:
    return [one.what for one in told]


def chance_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # how a contact chatters


def burst(chance: random.Random, at_s: float, *, down: bool) -> list[tuple[float, bool]]:
    """A contact that closes (or opens) at `at_s`, chatters for 1 to 20 ms, and ends where it wanted to go."""
    ends_s, edges = at_s + chance.uniform(0.001, 0.020), [(at_s, down)]
    while (at_s := at_s + chance.uniform(0.0002, 0.006)) < ends_s:
        edges += [(at_s, not down), (min(ends_s, at_s + chance.uniform(0.0001, 0.003)), down)]
    return sorted(edges, key=lambda one: one[0])


@pytest.mark.parametrize("button", BUTTONS)
def test_a_clean_press_is_told_when_it_is_sure(button: str) -> None:
    pressed, released = told_of([(1.0, True), (1.2, False)], button=button)
    assert (pressed, released) == (Told(button, "pressed", 1.0 + BOUNCE_S), Told(button, "released", 1.2 + BOUNCE_S))


@pytest.mark.parametrize("seed", range(20))
def test_a_chattering_contact_is_one_press(seed: int) -> None:
    chance, edges, at_s = chance_of(seed), list[tuple[float, bool]](), 1.0
    for _ in range(10):
        edges += burst(chance, at_s, down=True)
        edges += burst(chance, at_s := at_s + chance.uniform(0.08, 0.5), down=False)
        at_s += chance.uniform(0.08, 0.5)
    assert words(told_of(edges)) == ["pressed", "released"] * 10


def test_planted_without_debouncing_the_same_chatter_is_many_presses() -> None:
    edges = [*burst(chance_of(1), 1.0, down=True), *burst(chance_of(2), 1.5, down=False)]
    assert words(told_of(edges)) == ["pressed", "released"]
    assert words(told_of(edges, Times(bounce_s=0.0))).count("pressed") > 2


def test_a_spike_is_nothing() -> None:
    assert told_of([(1.0, True), (1.004, False)]) == []
    assert words(told_of([(1.0, True), (1.5, False), (1.504, True), (1.8, False)])) == ["pressed", "released"]


@pytest.mark.parametrize("button", BUTTONS)
def test_a_hold_is_told_once_however_long_it_lasts(button: str) -> None:
    held = told_of([(1.0, True), (60.0, False)], button=button)
    assert words(held) == ["pressed", "held", "let-go"]
    assert held[1].at_s == pytest.approx(1.0 + BOUNCE_S + HOLD_S)


def test_a_chattering_finger_on_a_held_button_does_not_end_the_hold() -> None:
    assert words(told_of([(1.0, True), (1.6, False), (1.61, True), (3.0, False)])) == ["pressed", "held", "let-go"]


def test_just_short_of_the_hold_is_short() -> None:
    end_s = 1.0 + BOUNCE_S + HOLD_S
    assert words(told_of([(1.0, True), (end_s - 0.01, False)])) == ["pressed", "released"]
    assert words(told_of([(1.0, True), (end_s + 0.01, False)])) == ["pressed", "held", "let-go"]


def test_a_button_that_is_down_from_the_start_was_not_pressed() -> None:
    debouncer = Debouncer(down=("next",))
    assert debouncer.look(100.0) == ()
    debouncer.edge("next", 101.0, down=False)
    assert words(debouncer.look(102.0)) == ["let-go"]
    debouncer.edge("next", 103.0, down=True)
    assert words(debouncer.look(103.5)) == ["pressed"]


def test_each_button_has_its_own_contact() -> None:
    debouncer = Debouncer()
    debouncer.edge("next", 1.0, down=True)
    debouncer.edge("floor", 1.01, down=True)
    assert [(one.button, one.what) for one in debouncer.look(1.035)] == [("next", "pressed")]
    assert [(one.button, one.what) for one in debouncer.look(1.045)] == [("floor", "pressed")]
    assert (debouncer.raw("floor"), debouncer.raw("check"), debouncer.any_down) == (True, False, True)


anything = st.lists(
    st.tuples(st.one_of(st.floats(0.0, 0.02), st.floats(0.0, 0.2), st.floats(-0.05, 2.0)), st.booleans()), max_size=60
)


@given(anything, st.sampled_from((0.005, BOUNCE_S, 0.1)))
def test_any_stream_of_edges_alternates_and_never_presses_twice_within_the_bounce_time(
    steps: list[tuple[float, bool]], bounce_s: float
) -> None:
    at_s, edges = 1.0, list[tuple[float, bool]]()
    for gap_s, down in steps:  # gaps may be negative: threads may tell an edge late
        edges.append((at_s := max(0.0, at_s + gap_s), down))
    told = told_of(edges, Times(bounce_s))
    turns = [one for one in told if one.what != "held"]
    assert [one.what == "pressed" for one in turns] == [number % 2 == 0 for number in range(len(turns))]
    presses = [one.at_s for one in turns if one.what == "pressed"]
    assert all(later - earlier >= bounce_s for earlier, later in pairwise(presses))
    assert [one.at_s for one in told] == sorted(one.at_s for one in told)
    for one, following in pairwise(told):
        assert (one.what == "held") == (following.what == "let-go")

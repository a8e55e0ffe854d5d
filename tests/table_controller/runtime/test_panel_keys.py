"""What the panel's buttons mean on what the dealer sees: pure, with the time in hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from display.feed import Connected, Lost
from firmware_bridge.panel import patterns
from firmware_bridge.panel.debounce import BOUNCE_S, HOLD_S, Debouncer
from firmware_bridge.panel.patterns import Levels
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.processes.panel_keys import READ_S, PanelKeys
from table_controller.vocabulary import attention
from table_controller.vocabulary.attention import needs_of
from table_controller.vocabulary.commands import CallFloor, Command, Confirm, Done, MuteBuzzer, Say
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import ActionView, FindingView, NextAct, NodeView, PromptView, Refused, TableView

ACTION = ActionView(4, 100, 200, 5000, ("fold", "call", "raise"))
GONE = PromptView("gone:3", "cards-gone", 3, ("folded", "still-there"))
CITE = Citation("house", "x")


def view(**more: object) -> TableView:
    """A table with nothing to look at, but for what is named."""
    plain = TableView(
        *("E", 1, 7, "preflop", "NT", "house", 50, 100, 0, (100,), 1, 2, 3, (), (), 0, (), 0, None, NextAct("burn"))
    )
    return replace(plain, **more)  # type: ignore[arg-type]


def finding(number: int, *, is_open: bool = False, stops: bool = False) -> FindingView:
    return FindingView(number, "ante", 2, CITE, (), ("penalty",) if is_open else (), is_open, stops_play=stops)


class Fingers:
    """The panel in the middle of a hand, and fingers on its buttons."""

    def __init__(self, shown: TableView | None) -> None:
        self.keys, self.now_s = PanelKeys(Debouncer()), 100.0
        if shown is not None:
            self.show(shown)
            self.now_s += 10.0

    def show(self, shown: TableView) -> None:
        self.keys.hear(shown, self.now_s)

    def press(self, button: str, for_s: float = 0.2) -> tuple[Command, ...]:
        """The commands of one press."""
        return tuple(self._press(button, for_s))

    def _press(self, button: str, for_s: float) -> Iterator[Command]:
        yield from self.keys.edge(button, self.now_s, down=True)
        for wait_s in (min(for_s, BOUNCE_S), max(0.0, for_s - BOUNCE_S)):
            self.now_s += wait_s
            yield from self.keys.look(self.now_s)
        yield from self.keys.edge(button, self.now_s, down=False)
        self.now_s += 0.1
        yield from self.keys.look(self.now_s)


LIKELY: Mapping[str, tuple[TableView, Command | None]] = {
    "a question": (view(prompts=(GONE,), next=NextAct("new-hand")), Confirm("gone:3", "folded")),
    "a new hand": (view(next=NextAct("new-hand")), Done("new-hand")),
    "a card to deal": (view(next=NextAct("deal-card", 3)), Done("deal-card", 3)),
    "a burn": (view(next=NextAct("burn")), Done("burn")),
    "chips to return": (view(next=NextAct("return-chips", 3, 200)), Done("return-chips", 3, 200)),
    "change to make": (view(next=NextAct("make-change", 3, 200)), Done("make-change", 3, 200)),
    "a pot to push": (view(next=NextAct("push-pot", 3, 200)), Done("push-pot", 3, 200)),
    "a blind to post": (view(next=NextAct("await", 2, 50)), Done("await", 2, 50)),
    "a player to act": (view(next=NextAct("await", 4, 100), action=ACTION), None),
    "a flop, which has faces": (view(next=NextAct("deal-flop")), None),
    "the floor to call": (view(next=NextAct("call-floor")), CallFloor()),
    "the floor is called": (view(next=NextAct("call-floor"), floor_called=True), None),
    "no controller yet": (view(), None),
}


@pytest.mark.parametrize("case", LIKELY)
def test_next_does_the_likely_thing(case: str) -> None:
    shown, command = LIKELY[case]
    fingers = Fingers(None if case == "no controller yet" else shown)
    assert fingers.press("next") == (() if command is None else (command,))
    refused = fingers.keys.signals.shown(fingers.now_s)
    assert (refused is not None and refused[0] == "refused") == (command is None)


def test_check_says_check_for_whoever_acts() -> None:
    assert Fingers(view(action=ACTION)).press("check") == (Say("check", turn=4),)
    nobody = Fingers(view())
    assert nobody.press("check") == ()
    assert nobody.keys.levels(nobody.now_s - 0.26) == Levels(lamp=True, buzzer=True)


def test_floor_calls_and_takes_back_and_held_it_mutes() -> None:
    for called in (False, True):
        for muted in (False, True):
            shown = view(floor_called=called, muted=muted)
            assert Fingers(shown).press("floor") == (CallFloor(not called),)
            assert Fingers(shown).press("floor", HOLD_S + 0.5) == (MuteBuzzer(not muted),)


@pytest.mark.parametrize("button", ["next", "check"])
def test_a_held_button_is_one_press(button: str) -> None:
    assert len(Fingers(view(action=ACTION)).press(button, 30.0)) == 1


def test_a_question_that_nobody_can_have_read_is_not_answered() -> None:
    fingers = Fingers(view())
    fingers.show(view(prompts=(GONE,)))
    assert fingers.press("next") == ()
    fingers.now_s += READ_S
    assert fingers.press("next") == (Confirm("gone:3", "folded"),)
    fingers.show(view())  # answered: the next press must not come too soon for that either
    assert fingers.press("next") == ()


def test_two_presses_in_a_row_do_not_begin_a_hand_after_the_pot() -> None:
    fingers = Fingers(view(next=NextAct("push-pot", 3, 200)))
    assert fingers.press("next") == (Done("push-pot", 3, 200),)
    fingers.show(view(next=NextAct("new-hand")))
    assert fingers.press("next") == (), "both are done by a key, and nobody has read the second one"
    fingers.now_s += READ_S
    assert fingers.press("next") == (Done("new-hand"),)


def test_planted_a_question_that_stands_long_enough_would_be_answered() -> None:
    fingers = Fingers(view(prompts=(GONE,)))
    assert fingers.press("next") == (Confirm("gone:3", "folded"),)


def test_a_refusal_of_the_controller_is_told_by_the_lamp() -> None:
    fingers = Fingers(view())
    fingers.keys.hear(Refused("faces-first"), fingers.now_s)
    assert fingers.keys.levels(fingers.now_s).lamp
    assert not fingers.keys.levels(fingers.now_s + 1.0).lamp


def test_a_controller_that_is_gone_is_trouble_until_it_is_back() -> None:
    fingers = Fingers(None)
    fingers.keys.hear(Lost("no-socket"), 100.0)
    assert fingers.keys.signals.shown(100.0) is None  # it has not come yet
    fingers.show(view())
    fingers.keys.hear(Lost("closed"), 101.0)
    assert fingers.keys.signals.shown(101.0) == ("trouble", "controller")
    fingers.now_s = 102.0
    assert fingers.press("next") == ()
    fingers.keys.hear(Connected(), 103.0)
    assert fingers.keys.signals.shown(104.0) is None


def test_the_needs_of_a_view() -> None:
    assert needs_of(view()) == ()
    assert needs_of(view(floor_called=True)) == (("called", "floor"),)
    assert needs_of(view(next=NextAct("call-floor"))) == (("stop", "hand 7"),)
    assert needs_of(view(prompts=(GONE,))) == (("question", "gone:3"),)
    assert needs_of(view(findings=(finding(2), finding(1, is_open=True)))) == (
        ("finding", "hand 7 1 ante"),
        ("note", "hand 7 2 ante"),
    )
    stops = needs_of(view(findings=(finding(1, is_open=True, stops=True),), next=NextAct("call-floor")))
    assert stops == (("stop", "hand 7 1 ante"),)
    nodes = (NodeView("a", "ready", ""), NodeView("b", "ready", "", ("bet:3",)), NodeView("c", "down", "gone"))
    assert needs_of(view(nodes=nodes, broker="absent x")) == (("trouble", "b ready"), ("trouble", "c down"))


def test_both_packages_speak_of_the_same_severities() -> None:
    assert {*get_args(attention.Severity), "refused"} == set(get_args(patterns.Severity))

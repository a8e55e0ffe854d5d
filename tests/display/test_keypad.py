"""Each key of the dealer, and the command that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.keypad import Keypad, Pressed, offered, press, seldom
from table_controller.commands import (
    Ask,
    Command,
    Confirm,
    FoundChips,
    Leave,
    MarkFold,
    MarkRiffle,
    Pace,
    PutAway,
    Rule,
    Say,
    TurnUp,
    Undo,
)
from table_controller.views import TableView


def keyed(keys: str, view: TableView | None = None, *, paused: bool = False, demo: bool = False) -> Pressed:
    """The outcome of keys pressed one after the other; > is enter, < backspace, ! escape."""
    names = {">": "enter", "<": "backspace", "!": "escape"}
    pressed = Pressed(Keypad())
    for key in keys:
        pressed = press(pressed.pad, names.get(key, key), view, paused=paused, demo=demo)
    return pressed


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        ("c", Say("check")),
        ("k", Say("call")),
        ("a", Say("all-in")),
        ("F", Say("fold")),
        ("f", MarkFold()),
        ("b600>", Say("bet", amount_chips=600)),
        ("r1600>", Say("raise", amount_chips=1600)),
        ("r1600<<5>", Say("raise", amount_chips=165)),
        ("r>", Say("raise")),
        ("b0>", Say("bet")),
        ("n500>", Say("number", amount_chips=500)),
        ("wk", Say("call", when="with")),
        ("wwr800>", Say("raise", amount_chips=800, when="after")),
        ("wwwc", Say("check")),
        ("e5c", Say("check", seat=5)),
        ("e0f", MarkFold(seat=10)),
        ("e3b200>", Say("bet", seat=3, amount_chips=200)),
        ("t4", TurnUp(4)),
        ("t0", TurnUp(10)),
        ("s", MarkRiffle()),
        ("g", PutAway()),
        ("u", Undo()),
        ("p", Pace(paused=True)),
        ("1", Confirm("cards-gone:8", "folded")),
        (">", Confirm("cards-gone:8", "folded")),
        ("2", Confirm("cards-gone:8", "still-there")),
        ("o1>>", Rule("complete-call", role="floor")),
        ("o21>", Rule("take-back", role="dealer")),
        ("o23q? 12<1>", Rule("take-back", role="director", reason="q? 11")),
        ("m4", Ask("count", 4)),
        ("e3m0", Ask("count", 10, seat=3)),
        ("h41250>", FoundChips(4, ((1000, 1), (100, 2), (25, 2)))),
    ],
)
def test_keys_become_commands(keys: str, command: Command, tables: Mapping[str, TableView]) -> None:
    pressed = keyed(keys, tables["full"])
    assert pressed.command == command
    assert pressed.pad == Keypad(), "a command uses up what was pointed at"


@pytest.mark.parametrize(
    "keys",
    [
        "n>",
        "r16!",
        "e5!",
        "t!",
        "x",
        "3",
        "9",
        "0",
        "o9",
        "t>",
        "rx",
        "b<",
        "o1",
        "o14",
        "o1>late!",
        "m>",
        "h4>",
        "h4513>",
    ],
)
def test_keys_that_send_nothing(keys: str, tables: Mapping[str, TableView]) -> None:
    assert keyed(keys, tables["full"]).command is None


def test_pace_turns_round() -> None:
    assert keyed("p", paused=True).command == Pace(paused=False)


def test_leaving_ends_a_demonstration_and_only_the_screen_of_a_real_table() -> None:
    assert keyed("q") == Pressed(Keypad(), None, "leave")
    assert keyed("q", demo=True) == Pressed(Keypad(), Leave(), "leave")


def test_a_choice_needs_an_open_case(make_table: Callable[..., TableView]) -> None:
    assert keyed("o", make_table()).local == "no-option"
    assert keyed("o", None).local == "no-option"


def test_an_amount_has_an_end() -> None:
    assert keyed("r" + "9" * 40).pad.typed == "9" * 12


def test_keys_are_shown_where_they_are_used(tables: Mapping[str, TableView]) -> None:
    def names(view: TableView | None, pad: Keypad | None = None) -> str:
        return " ".join(key for key, _ in offered(pad or Keypad(), view))

    assert names(tables["full"]) == "1-2 o k r a f u p ? q"
    assert names(tables["showdown"]) == "t f u ? q"
    assert names(tables["heads-up"]) == "g s t u p ? q"
    assert names(None) == "? q"
    assert names(tables["full"], Keypad("raise")) == "0-9 enter esc"
    assert names(tables["full"], Keypad("turn-up")) == "0-9 esc"
    assert names(tables["full"], Keypad("option")) == "1-2 esc"
    assert names(tables["full"], Keypad("role")) == "1-3 enter esc"
    assert names(tables["full"], Keypad("reason")) == "enter esc"


def test_seldom_keys_are_for_a_hand_under_way(tables: Mapping[str, TableView]) -> None:
    assert [key for key, _ in seldom(Keypad(), tables["full"])] == ["w", "e", "m", "h", "l"]
    assert [key for key, _ in seldom(Keypad(), tables["showdown"])] == ["e", "m", "h"]
    assert seldom(Keypad(), tables["heads-up"]) == ()
    assert seldom(Keypad("bet"), tables["full"]) == ()


def test_a_reason_has_an_end_and_a_case_that_is_gone_is_not_ruled(tables: Mapping[str, TableView]) -> None:
    assert len(keyed("o1>" + "x" * 200, tables["full"]).pad.typed) == 80
    pad = keyed("o2>", tables["full"]).pad
    gone = press(pad, "enter", tables["nine"], paused=False, demo=False)
    assert (gone.command, gone.local) == (None, "no-option")


def test_chips_that_the_table_does_not_have_are_not_found(tables: Mapping[str, TableView]) -> None:
    assert keyed("h4513>", tables["full"]).local == "no-such-chips"


@given(st.text(max_size=12), st.booleans())
def test_no_row_of_keys_fails(keys: str, paused: bool) -> None:
    pressed = keyed(keys, None, paused=paused)
    assert pressed.command is None or not pressed.local, "a key does one thing"
    assert len(pressed.pad.typed) <= len(keys)
    escaped = keyed(f"{keys}!", None, paused=paused)
    assert (escaped.pad.mode, escaped.pad.typed) == ("idle", ""), "escape always leads out"

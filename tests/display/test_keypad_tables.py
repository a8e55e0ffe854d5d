"""The tables of the keypad: every command has a key sequence, and no row of keys sends what is no command."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

import pytest
from support.beforehand import told_beforehand
from support.counting import counted

from display.keys import menus
from display.keys.hints import each_key, menu_lines, offered
from display.keys.machine import asked, press
from display.keys.menus import ACTS, MENU_KEY, MENUS
from display.keys.modes import MODES
from display.keys.pad import Act, Given, Keypad, Local, Pressed
from display.keys.reading import LINES
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import COMMANDS, SENT, Command, MarkTaken, Preview, Say, TellPanel, TellPlayed
from table_controller.vocabulary.views import TableView

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"

SAMPLES = {
    "seat": ("4",),
    "amount": ("5", "0", "0", "enter"),
    "card": ("a", "h", "enter"),
    "seat-cards": ("3", "a", "h", "0", "k", "d", "enter"),
    "choice": ("1",),
    "text": ("n", "o", "enter"),
    "look": ("enter",),
}
"""An answer of each kind, as a dealer types it."""

KEYS = (
    *"0123456789.",
    *"abcdefghijklmnopqrstuvwxyz?",
    *"BCDEFGHLMOPQSTUVY ",
    "enter",
    "backspace",
    "escape",
    "é",
    "\x07",
    "up",
)


REFUSALS = {"unknown-key", "no-option", "no-line", "no-such-chips", "no-card", "card-twice", "not-all"}


def pressed_all(keys: Sequence[str], view: TableView | None, *, demo: bool = True) -> Pressed:
    pressed = Pressed(Keypad())
    for key in keys:
        pressed = press(pressed.pad, key, told_beforehand(view, pressed.pad), paused=False, demo=demo)
    return pressed


def ways(act: Act) -> Iterator[tuple[str, ...]]:
    """The ways from idle to an act: its numbers in the menu, and its own key."""
    group, at = next((group, acts.index(act)) for group, acts in MENUS.items() if act in acts)
    yield (MENU_KEY, LINES[tuple(MENUS).index(group)], LINES[at])
    if act.key:
        yield (act.key,)


def walked(view: TableView) -> Iterator[tuple[Act, tuple[str, ...], Pressed]]:
    """Every act by every way, each question answered: with a sample, and with Enter or another line."""
    for act in ACTS.values():
        for way in ways(act):
            for short in (False, True):
                pad, keys = pressed_all(way, view).pad, way
                pressed = pressed_all(way, view)
                while pad.mode not in {"idle", "menu"}:
                    reads = MODES[pad.mode]
                    answer = ("enter",) if short and reads.enter != "needs" else SAMPLES[reads.kind]
                    if short and reads.kind == "choice" and answer == SAMPLES["choice"]:
                        answer = ("2",) if len(reads.choices(view, pad)) > 1 else answer
                        answer = ("7",) if pad.mode == "variant" else answer  # stud asks for its stakes
                    keys = (*keys, *answer)
                    pressed = pressed_all(keys, view)
                    assert pressed.pad != pad, (keys, "the answer was not taken")
                    pad = pressed.pad
                yield act, keys, pressed


def test_every_command_can_be_keyed(tables: Mapping[str, TableView]) -> None:
    view = tables["full"]
    sent = {type(pressed.command).__name__ for _, _, pressed in walked(view)}
    sent |= {type(pressed_all((key,), view).command).__name__ for key in ("1", "enter")}
    sent |= {type(pressed_all(keys[:-1], view).command).__name__ for _, keys, _ in walked(view)}
    assert set(COMMANDS.names) - sent == {TellPanel.__name__, TellPlayed.__name__}, "processes say these, and no person"


def test_a_command_without_a_row_is_missed(tables: Mapping[str, TableView]) -> None:
    view = tables["full"]
    less = {type(one.command).__name__ for act, _, one in walked(view) if act.code != "taken"}
    assert MarkTaken.__name__ in set(COMMANDS.names) - less


def test_every_act_is_done_by_each_of_its_ways(tables: Mapping[str, TableView]) -> None:
    for act, keys, pressed in walked(tables["full"]):
        did = pressed.command is not None or pressed.local or pressed.pad != Keypad()
        assert did, (act.code, keys)
        assert pressed.local in {*get_args(Local)} - REFUSALS, (act.code, keys, pressed.local)
        if pressed.command is not None:
            assert SENT.decode(SENT.encode(pressed.command)) == pressed.command


def out_of(pad: Keypad) -> Pressed:
    """What escape does: what was to be looked at is wanted no more."""
    return Pressed(Keypad(), Preview() if pad.held is not None else None)


def test_escape_leads_out_of_every_question_and_each_shows_its_keys(tables: Mapping[str, TableView]) -> None:
    view, seen = tables["full"], set()
    for _, keys, _ in walked(view):
        for end in range(1, len(keys)):
            pad = pressed_all(keys[:end], view).pad
            seen.add(pad.mode)
            assert press(pad, "escape", view, paused=False, demo=True) == out_of(pad)
            shown = [key for hint, _ in offered(pad, view) for key in each_key(hint)]
            assert "escape" in shown or pad.mode == "idle"
            tried = [press(pad, key, view, paused=False, demo=True).local for key in shown if key != "enter"]
            assert "unknown-key" not in tried, (pad, shown)
    asked_now = {mode for mode in MODES if not mode.startswith("ruled-")} - {"pin"}
    assert asked_now | {"menu"} <= seen


def test_the_tables_fit_together() -> None:
    acts = [act for group in MENUS.values() for act in group]
    assert len({act.code for act in acts}) == len(acts), "two acts of one code"
    keys = [act.key for act in acts if act.key]
    assert len(set(keys)) == len(keys), "two acts of one key"
    assert not set(keys) & {*"0123456789", MENU_KEY, "enter", "escape", "backspace"}
    assert all(len(group) <= len(LINES) for group in MENUS.values())
    given = Given(Keypad(), None, paused=False, demo=False)
    assert {mode for act in acts for mode in asked(given, act)} <= MODES.keys()
    for act in acts:
        modes = asked(given, act)
        assert len(set(modes)) == len(modes), f"{act.code} asks one mode twice"


def test_the_lines_of_a_menu_are_its_keys(tables: Mapping[str, TableView]) -> None:
    top = pressed_all((MENU_KEY,), tables["full"]).pad
    for line in menu_lines(top, None):
        inner = press(top, line.key, None, paused=False, demo=False).pad
        assert inner.menu == line.code
        assert [row.code for row in menu_lines(inner, None)] == [act.code for act in MENUS[line.code]]
        assert press(inner, MENU_KEY, None, paused=False, demo=False).pad == top


def faults_of(chance: random.Random, view: TableView | None, sent: set[str]) -> list[str]:
    """What goes wrong in a row of keys: something raised, or a command that no line can carry.

    Half of the keys are any, half are such as the screen offers, so that the rows come far.
    """
    pad, keys = Keypad(), []
    for _ in range(chance.randint(1, 20)):
        try:
            hints = [key for hint, _ in offered(pad, view) for key in each_key(hint) if key != "escape"]
            hints += [line.key for line in menu_lines(pad, view)]
            keys.append(chance.choice(KEYS if chance.random() < 0.5 or not hints else hints))
            pressed = press(pad, keys[-1], told_beforehand(view, pad), paused=False, demo=True)
            if pressed.command is not None and SENT.decode(SENT.encode(pressed.command)) != pressed.command:
                return [f"{keys}: {pressed.command}"]
            sent.add(type(pressed.command).__name__)
        except Exception as fault:  # noqa: BLE001 - whatever is raised is what the test looks for
            return [f"{keys}: {fault!r}"]
        pad = pressed.pad
    return []


def faults_of_many(count: int, views: Sequence[TableView | None], sent: set[str]) -> list[str]:
    chance = random.Random(7)  # noqa: S311 - keys, no secrets
    return [fault for at in range(count) for fault in faults_of(chance, views[at % len(views)], sent)]


def test_rows_of_any_keys_do_no_harm(tables: Mapping[str, TableView]) -> None:
    count, sent = 10_000 if SOAK else 1_000, set[str]()
    assert faults_of_many(count, [*tables.values(), None], sent) == []
    assert len(sent) > len(COMMANDS.names) // 2, "the rows come far enough to send most commands"
    counted(count, "rows of random keys")


def _raises(_given: Given) -> Command:
    raise RuntimeError("planted")


def _no_command(_given: Given) -> Any:
    return Say("check", seat="five")  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [_raises, _no_command])
def test_a_planted_row_is_found(
    make: Callable[[Given], Command], tables: Mapping[str, TableView], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = replace(ACTS["away"], make=make)
    monkeypatch.setitem(menus.KEYS, bad.key, bad)
    monkeypatch.setitem(menus.ACTS, bad.code, bad)
    assert faults_of_many(1000, [tables["full"]], set())

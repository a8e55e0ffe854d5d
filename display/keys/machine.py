"""One key after the other: from idle, or from a menu, through what an act asks, to what it makes."""

from __future__ import annotations

import dataclasses

from display.keys.cases import confirmed, preview_of
from display.keys.menus import ACTS, KEYS, MENU_KEY, MENUS
from display.keys.modes import MODES
from display.keys.pad import Act, Given, Keypad, Pressed
from display.keys.reading import DIGITS, LINES, Answered, Typed, read
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import Command, Preview, authorized, preview_asked
from table_controller.vocabulary.views import TableView


def press(pad: Keypad, key: str, view: TableView | None, *, paused: bool, demo: bool) -> Pressed:
    """Take one key. `view` is what the dealer sees; `paused` and `demo` say how the table runs.

    Escape always leads out. A key that cannot be meant is said in `local`, and nothing typed is lost by it.
    """
    if key == "escape":
        return Pressed(Keypad(), Preview() if pad.held is not None else None)
    given = Given(pad, view, paused, demo)
    match pad.mode:
        case "idle":
            return _idle(given, key)
        case "menu":
            return _menu(given, key)
        case "look" | "pin" if pad.held is not None:
            return _held(given, key, pad.held)
        case _:
            return _answer(given, key)


def asked(given: Given, act: Act) -> tuple[str, ...]:
    """The modes that an act goes through, as far as they are known by what is answered."""
    return act.asks(given) if callable(act.asks) else act.asks


def _idle(given: Given, key: str) -> Pressed:
    """A key of an act, the menu's, or the answer to the question on the screen."""
    if key == MENU_KEY:
        return Pressed(dataclasses.replace(given.pad, mode="menu", menu=""))
    if key in KEYS:
        return _begin(given, KEYS[key])
    command = confirmed(key, given.view) if key in DIGITS or key == "enter" else None
    return Pressed(Keypad(), command) if command is not None else Pressed(given.pad, local="unknown-key")


def _menu(given: Given, key: str) -> Pressed:
    """A number opens a group or begins an act; the menu's key and Backspace go one step back."""
    pad = given.pad
    if key in {MENU_KEY, "backspace"}:
        return Pressed(dataclasses.replace(pad, menu="") if pad.menu else given.idle)
    at = LINES.find(key) if len(key) == 1 else -1
    acts = MENUS.get(pad.menu, ())
    if not pad.menu and 0 <= at < len(MENUS):
        return Pressed(dataclasses.replace(pad, menu=tuple(MENUS)[at]))
    return _begin(given, acts[at]) if 0 <= at < len(acts) else Pressed(pad, local="unknown-key")


def _begin(given: Given, act: Act) -> Pressed:
    """The first question of an act, or what it makes; what cannot be begun leaves everything as it is."""
    return _go_on(
        given, dataclasses.replace(given.pad, act=act.code, given=(), typed="", menu="", begun=given.view), act
    )


def _go_on(before: Given, pad: Keypad, act: Act) -> Pressed:
    """Ask what is not answered yet; a seat that was pointed at is an answer. Then make what comes of it."""
    given = replace(before, pad=pad)
    while len(given.pad.given) < len(asks := asked(given, act)):
        mode = asks[len(given.pad.given)]
        reads = MODES[mode]
        if reads.kind == "seat" and reads.pointed and given.pad.seat is not None:
            answered = (*given.pad.given, (mode, given.pad.seat))
            given = replace(given, pad=dataclasses.replace(given.pad, given=answered))
            continue
        if reads.kind == "choice" and not reads.choices(given.view, given.pad):
            return Pressed(before.pad, local="no-option")
        return Pressed(dataclasses.replace(given.pad, mode=mode, typed=""))
    made = act.make(given)
    if isinstance(made, str):
        return Pressed(before.pad, local=made)
    if isinstance(made, Pressed):
        return made
    if act.look(given) if callable(act.look) else act.look:
        return Pressed(dataclasses.replace(given.pad, mode="look", typed="", held=made), preview_asked(made))
    return Pressed(Keypad(), made, by=given.pad)


def _held(given: Given, key: str, held: Command) -> Pressed:
    """A command that waits goes out after a second look, or with the PIN; Backspace after a look asks once more.

    There is nothing to send before the controller has told what it would change, or when it cannot be done. The key
    that began it says "do it" as Enter does, so that an undo is one key pressed twice.
    """
    pad = given.pad
    if pad.mode == "look" and not pad.given and key in KEYS and KEYS[key].code == pad.act:
        key = "enter"
    if key == "backspace" and pad.mode == "look" and pad.given:
        return Pressed(dataclasses.replace(pad, mode=pad.given[-1][0], given=pad.given[:-1], held=None), Preview())
    reading = read(MODES[pad.mode], pad.typed, key, ())
    match reading:
        case Typed(text):
            return Pressed(dataclasses.replace(pad, typed=text))
        case Answered() if pad.mode == "look" and not looked_at(pad, given.view):
            return Pressed(pad, local="unknown-key")
        case Answered(answer):
            return Pressed(Keypad(), authorized(held, answer) if isinstance(answer, str) else held, by=pad)
        case _:
            return Pressed(pad, local=reading)


def looked_at(pad: Keypad, view: TableView | None) -> bool:
    """Whether the dealer can see now what the command that waits would change, and it can be done."""
    preview = preview_of(pad, view)
    return preview is not None and not preview.refused


def pin_asked(command: Command, by: Keypad | None = None) -> Keypad:
    """The floor's PIN is wanted for a command that was not taken without it; `by` is the keypad that made it."""
    if by is None:
        return Keypad("pin", held=command)
    return Keypad("pin", act=by.act, given=by.given, held=command, begun=by.begun)


def after_its_hand(pad: Keypad, view: TableView) -> Keypad:
    """The keypad without what is about another hand than that of `view`: a late Enter would hit the wrong one."""
    if pad.begun is None or pad.begun.hand == view.hand:
        return pad
    act = ACTS.get(pad.act)
    if act is not None and act.lasts:
        return pad
    if pad.mode in {"idle", "menu"}:
        return dataclasses.replace(pad, seat=None, when="before")
    return Keypad()


def _is_beyond(seat: int, view: TableView | None) -> bool:
    """Whether the table on the screen has no such seat."""
    return view is not None and 0 < len(view.seats) < seat


def _answer(given: Given, key: str) -> Pressed:
    """A key of an answer; Backspace on nothing typed goes back to the question before."""
    pad = given.pad
    act, reads = ACTS.get(pad.act), MODES.get(pad.mode)
    if act is None or reads is None:
        return Pressed(Keypad(), local="unknown-key")
    if key == "backspace" and not pad.typed and pad.given:
        return Pressed(dataclasses.replace(pad, mode=pad.given[-1][0], given=pad.given[:-1]))
    lines = reads.choices(given.view, pad)
    named = KEYS[key].code if pad.mode == "word-before" and key in KEYS else ""  # `r` is a raise here, too
    reading = Answered(named) if named in lines else read(reads, pad.typed, key, lines)
    match reading:
        case Typed(text):
            return Pressed(dataclasses.replace(pad, typed=text))
        case Answered(int(seat)) if reads.kind == "seat" and _is_beyond(seat, given.view):
            return Pressed(pad, local="seat-not-here")
        case Answered(answer):
            return _go_on(given, dataclasses.replace(pad, given=(*pad.given, (pad.mode, answer))), act)
        case _:
            return Pressed(pad, local=reading)

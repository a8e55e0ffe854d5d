"""The dealer's keys as a small machine: a key comes, a command or a question to the dealer goes out.

Pure: it knows neither Textual nor the controller. A key is its printed sign, or ``enter``, ``escape``,
``backspace``. Every key works at any time; `offered` only says which ones are worth showing now.

    idle ── e, t, o ──▶ wait for one digit ──▶ command, or a seat pointed at
         ── b, r, n ──▶ wait for an amount ── enter ──▶ Say
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from table_controller.commands import (
    Command,
    Confirm,
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
from table_controller.events import When, Word
from table_controller.views import TableView

Mode: TypeAlias = Literal["idle", "turn-up", "point", "option", "bet", "raise", "number"]
Local: TypeAlias = Literal["", "help", "leave", "unknown-key", "no-option"]

_WORDS: Final[dict[str, Word]] = {"c": "check", "k": "call", "a": "all-in", "F": "fold"}
_ASKS: Final[dict[str, Mode]] = {"b": "bet", "r": "raise", "n": "number", "t": "turn-up", "e": "point", "o": "option"}
_AMOUNTS: Final[dict[Mode, Word]] = {"bet": "bet", "raise": "raise", "number": "number"}
_NEXT_WHEN: Final[dict[When, When]] = {"before": "with", "with": "after", "after": "before"}
_DIGITS: Final = frozenset("0123456789")
_MOST_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Keypad:
    """What the keys pressed so far amount to.

    `typed` holds the digits of an amount, `seat` the seat that the next key is for, `when` how the next
    word stood to the chips; the latter two are used up by the next command.
    """

    mode: Mode = "idle"
    typed: str = ""
    seat: int | None = None
    when: When = "before"


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key did: the new keypad, a command to send, or something for the screen itself."""

    pad: Keypad
    command: Command | None = None
    local: Local = ""


def press(pad: Keypad, key: str, view: TableView | None, *, paused: bool, demo: bool) -> Pressed:
    """Take one key. `view` is what the dealer sees; `paused` and `demo` say how the table runs."""
    if key == "escape":
        return Pressed(Keypad())
    match pad.mode:
        case "idle":
            return _idle(pad, key, view, paused=paused, demo=demo)
        case "bet" | "raise" | "number":
            return _amount(pad, key)
        case "turn-up" | "point" | "option":
            return _digit(pad, key, view)


def offered(pad: Keypad, view: TableView | None) -> tuple[tuple[str, str], ...]:
    """The keys worth showing now, most useful first, each with the code of its words."""
    if pad.mode in _AMOUNTS:
        return (("0-9", "key.number"), ("enter", "key.send"), ("esc", "key.cancel"))
    if pad.mode != "idle":
        return (("0-9", "key.option" if pad.mode == "option" else "key.seat"), ("esc", "key.cancel"))
    keys: list[tuple[str, str]] = []
    if view is not None:
        keys = [*_asked(view), *_for_the_hand(view)]
        keys += [("u", "key.undo")] if view.can_undo else []
        keys += [("p", "key.pause")] if view.simulated else []
    return (*keys, ("?", "key.help"), ("q", "key.leave"))


def _idle(pad: Keypad, key: str, view: TableView | None, *, paused: bool, demo: bool) -> Pressed:
    if key in _ASKS:
        if key == "o" and not options(view):
            return Pressed(pad, local="no-option")
        return Pressed(replace(pad, mode=_ASKS[key], typed=""))
    match key:
        case "w":
            return Pressed(replace(pad, when=_NEXT_WHEN[pad.when]))
        case "q":
            return Pressed(Keypad(), Leave() if demo else None, "leave")
        case "?":
            return Pressed(pad, local="help")
        case "p":
            return Pressed(pad, Pace(not paused))
        case _:
            command = _plain(pad, key, view)
            return Pressed(Keypad(), command) if command is not None else Pressed(pad, local="unknown-key")


def _plain(pad: Keypad, key: str, view: TableView | None) -> Command | None:
    """The command of a key that needs no more than itself."""
    if key in _WORDS:
        return Say(_WORDS[key], pad.seat, when=pad.when)
    match key:
        case "f":
            return MarkFold(pad.seat)
        case "s":
            return MarkRiffle()
        case "g":
            return PutAway()
        case "u":
            return Undo()
        case _:
            return _answer(key, view) if key in _DIGITS or key == "enter" else None


def _amount(pad: Keypad, key: str) -> Pressed:
    """Digits of an amount; Enter sends the word, without an amount if none was typed."""
    if key in _DIGITS and len(pad.typed) < _MOST_DIGITS:
        return Pressed(replace(pad, typed=(pad.typed + key).lstrip("0")))
    if key == "backspace":
        return Pressed(replace(pad, typed=pad.typed[:-1]))
    if key != "enter":
        return Pressed(pad, local="unknown-key")
    amount_chips = int(pad.typed) if pad.typed else None
    if pad.mode == "number" and amount_chips is None:
        return Pressed(Keypad())
    return Pressed(Keypad(), Say(_AMOUNTS[pad.mode], pad.seat, amount_chips, pad.when))


def _digit(pad: Keypad, key: str, view: TableView | None) -> Pressed:
    """The one digit that `turn-up`, `point` and `option` wait for; 0 is seat 10."""
    if key not in _DIGITS:
        return Pressed(pad, local="unknown-key")
    seat = int(key) or 10
    if pad.mode == "point":
        return Pressed(replace(pad, mode="idle", seat=seat))
    if pad.mode == "turn-up":
        return Pressed(Keypad(), TurnUp(seat))
    offers = options(view)
    if seat > len(offers):
        return Pressed(Keypad(), local="no-option")
    return Pressed(Keypad(), Rule(offers[seat - 1]))


def options(view: TableView | None) -> tuple[str, ...]:
    """What the floor may choose in the latest open case; findings come newest first."""
    findings = view.findings if view is not None else ()
    return next((finding.options for finding in findings if finding.open and finding.options), ())


def _answer(key: str, view: TableView | None) -> Confirm | None:
    """The answer that a digit, or Enter for the likely one, gives to the first question."""
    if view is None or not view.prompts:
        return None
    prompt = view.prompts[0]
    number = 1 if key == "enter" else int(key)
    if not 1 <= number <= len(prompt.answers):
        return None
    return Confirm(prompt.prompt, prompt.answers[number - 1])


def _asked(view: TableView) -> list[tuple[str, str]]:
    """Keys for what stands open on the screen."""
    keys: list[tuple[str, str]] = []
    if view.prompts:
        count = len(view.prompts[0].answers)
        keys.append(("1" if count == 1 else f"1-{count}", "key.answer"))
    if options(view):
        keys.append(("o", "key.option"))
    return keys


def _for_the_hand(view: TableView) -> list[tuple[str, str]]:
    """Keys for the stage of the hand."""
    if view.action is not None:
        may = view.action.may
        words = [
            ("c", "key.check", "check" in may),
            ("k", "key.call", "call" in may),
            ("b", "key.bet", "bet" in may),
            ("r", "key.raise", "raise" in may),
            ("a", "key.all-in", True),
            ("f", "key.fold", True),
            ("t", "key.tabled", False),
            ("w", "key.when", True),
            ("e", "key.other-seat", True),
        ]
        return [(key, code) for key, code, worth in words if worth]
    if view.street in {"idle", "settled"} or view.next.code == "new-hand":
        return [("g", "key.gathered"), ("s", "key.riffle"), ("t", "key.tabled")]
    return [("t", "key.tabled"), ("f", "key.fold"), ("e", "key.other-seat")]

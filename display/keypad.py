"""The dealer's keys as a small machine: a key comes, a command or a question to the dealer goes out.

Pure: it knows neither Textual nor the controller. A key is its printed sign, or ``enter``, ``escape``,
``backspace``. Every key works at any time; `offered` only says which ones are worth showing now.

    idle ── e, t, m ────▶ wait for one digit ──▶ command, or a seat pointed at
         ── b, r, n ────▶ wait for an amount ── enter ──▶ Say
         ── h ── seat ──▶ wait for an amount ── enter ──▶ FoundChips
         ── o ── option ──▶ who decides ──▶ the reason, if one is given ── enter ──▶ Rule
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from firmware_bridge.chips import fewest_chips
from table_controller.commands import (
    Ask,
    AskClock,
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
from table_controller.events import When, Word
from table_controller.views import FindingView, TableView

Mode: TypeAlias = Literal[
    "idle",
    "turn-up",
    "point",
    "count",
    "found",
    "clock",
    "option",
    "role",
    "reason",
    "bet",
    "raise",
    "number",
    "found-chips",
]
Local: TypeAlias = Literal["", "help", "leave", "unknown-key", "no-option", "no-such-chips"]

ROLES: Final = ("dealer", "floor", "director")
"""Who may choose for the floor, by the digit from 1."""

CHOOSING: Final = frozenset({"option", "role", "reason"})
"""The modes in which somebody chooses for the floor."""

_WORDS: Final[dict[str, Word]] = {"c": "check", "k": "call", "a": "all-in", "F": "fold"}
_ASKS: Final[dict[str, Mode]] = {
    "b": "bet",
    "r": "raise",
    "n": "number",
    "t": "turn-up",
    "e": "point",
    "o": "option",
    "m": "count",
    "h": "found",
    "l": "clock",
}
_AMOUNTS: Final[dict[Mode, Word]] = {"bet": "bet", "raise": "raise", "number": "number"}
_NEXT_WHEN: Final[dict[When, When]] = {"before": "with", "with": "after", "after": "before"}
_DIGITS: Final = frozenset("0123456789")
_MOST_DIGITS: Final = 12
_LONGEST_REASON: Final = 80


@dataclass(frozen=True, slots=True)
class Keypad:
    """What the keys pressed so far amount to.

    `typed` holds the digits of an amount or the text of a reason, `seat` the seat that the next key is for, `when`
    how the next word stood to the chips; the latter two are used up by the next command. `option` and `role` are
    what was chosen of a case, and by whom.
    """

    mode: Mode = "idle"
    typed: str = ""
    seat: int | None = None
    when: When = "before"
    option: str = ""
    role: str = ""


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
        case "bet" | "raise" | "number" | "found-chips":
            return _amount(pad, key, view)
        case "role":
            return _role(pad, key)
        case "reason":
            return _reason(pad, key, view)
        case "turn-up" | "point" | "option" | "count" | "found" | "clock":
            return _digit(pad, key, view)


def offered(pad: Keypad, view: TableView | None) -> tuple[tuple[str, str], ...]:
    """The keys worth showing now, most useful first, each with the code of its words."""
    cancel = ("esc", "key.cancel")
    match pad.mode:
        case "idle":
            keys: list[tuple[str, str]] = []
            if view is not None:
                keys = [*_asked(view), *_for_the_hand(view)]
                keys += [("u", "key.undo")] if view.can_undo else []
                keys += [("p", "key.pause")] if view.simulated else []
            return (*keys, ("?", "key.help"), ("q", "key.leave"))
        case "bet" | "raise" | "number" | "found-chips":
            return (("0-9", "key.number"), ("enter", "key.send"), cancel)
        case "role":
            return ((f"1-{len(ROLES)}", "key.role"), ("enter", "key.role-floor"), cancel)
        case "reason":
            return (("enter", "key.send"), cancel)
        case "option":
            return ((f"1-{max(1, len(options(view)))}", "key.option"), cancel)
        case "clock":
            return (("0-9", "key.seat"), ("enter", "key.clock-floor"), cancel)
        case "turn-up" | "point" | "count" | "found":
            return (("0-9", "key.seat"), cancel)


def seldom(pad: Keypad, view: TableView | None) -> tuple[tuple[str, str], ...]:
    """Keys that are shown where there is room for them, beside those that are offered."""
    if pad.mode != "idle" or view is None:
        return ()
    keys = [("w", "key.when"), ("e", "key.other-seat")] if view.action is not None else [("e", "key.other-seat")]
    playing = view.street not in {"idle", "settled"}
    if not playing:
        return ()
    asked = [("l", "key.clock")] if view.action is not None else []
    return (*keys, ("m", "key.count"), ("h", "key.found"), *asked)


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


def _amount(pad: Keypad, key: str, view: TableView | None) -> Pressed:
    """Digits of an amount; Enter sends the word, without an amount if none was typed."""
    if key in _DIGITS and len(pad.typed) < _MOST_DIGITS:
        return Pressed(replace(pad, typed=(pad.typed + key).lstrip("0")))
    if key == "backspace":
        return Pressed(replace(pad, typed=pad.typed[:-1]))
    if key != "enter":
        return Pressed(pad, local="unknown-key")
    amount_chips = int(pad.typed) if pad.typed else None
    if pad.mode not in _AMOUNTS:
        return _found(pad, amount_chips or 0, view)
    if pad.mode == "number" and amount_chips is None:
        return Pressed(Keypad())
    return Pressed(Keypad(), Say(_AMOUNTS[pad.mode], pad.seat, amount_chips, pad.when))


def _found(pad: Keypad, amount_chips: int, view: TableView | None) -> Pressed:
    """Chips that came to light: counted by the stack's reader, so the fewest that make the amount will do here."""
    try:
        chips = fewest_chips(amount_chips, view.denominations if view is not None else ())
    except ValueError:
        return Pressed(pad, local="no-such-chips")
    return Pressed(Keypad(), FoundChips(pad.seat or 1, chips) if chips else None)


def _digit(pad: Keypad, key: str, view: TableView | None) -> Pressed:
    """The one digit that a mode waits for: a seat, where 0 is seat 10, or the number of an option."""
    if pad.mode == "clock" and key == "enter":
        return Pressed(Keypad(), AskClock())
    if key not in _DIGITS:
        return Pressed(pad, local="unknown-key")
    seat = int(key) or 10
    match pad.mode:
        case "point":
            return Pressed(replace(pad, mode="idle", seat=seat))
        case "turn-up":
            return Pressed(Keypad(), TurnUp(seat))
        case "count":
            return Pressed(Keypad(), Ask("count", seat, pad.seat))
        case "clock":
            return Pressed(Keypad(), AskClock(seat))
        case "found":
            return Pressed(Keypad("found-chips", seat=seat))
        case _:
            offers = options(view)
            if seat > len(offers):
                return Pressed(Keypad(), local="no-option")
            return Pressed(Keypad("role", option=offers[seat - 1]))


def _role(pad: Keypad, key: str) -> Pressed:
    """Who decides: a digit, or Enter for the floor."""
    if key == "enter":
        return Pressed(replace(pad, mode="reason", role="floor"))
    if key in _DIGITS and 1 <= int(key) <= len(ROLES):
        return Pressed(replace(pad, mode="reason", role=ROLES[int(key) - 1]))
    return Pressed(pad, local="unknown-key")


def _reason(pad: Keypad, key: str, view: TableView | None) -> Pressed:
    """Letters of the reason; Enter rules, if the case still offers that choice."""
    if key == "enter":
        if pad.option not in options(view):
            return Pressed(Keypad(), local="no-option")
        return Pressed(Keypad(), Rule(pad.option, role=pad.role, reason=pad.typed.strip()))
    if key == "backspace":
        return Pressed(replace(pad, typed=pad.typed[:-1]))
    if len(key) == 1 and key.isprintable():
        return Pressed(replace(pad, typed=(pad.typed + key)[:_LONGEST_REASON]))
    return Pressed(pad, local="unknown-key")


def floor_case(view: TableView | None) -> FindingView | None:
    """The open case that the floor chooses of next: the latest one; findings come newest first."""
    findings = view.findings if view is not None else ()
    return next((finding for finding in findings if finding.open and finding.options), None)


def options(view: TableView | None) -> tuple[str, ...]:
    """What the floor may choose in the latest open case."""
    case = floor_case(view)
    return case.options if case is not None else ()


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
        ]
        return [(key, code) for key, code, worth in words if worth]
    if view.street in {"idle", "settled"} or view.next.code == "new-hand":
        return [("g", "key.gathered"), ("s", "key.riffle"), ("t", "key.tabled")]
    return [("t", "key.tabled"), ("f", "key.fold")]

"""Which keys are worth showing now, each with the code of its words; and the lines of a menu or a choice."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from display.keys.acts.hand import DONE_KEY
from display.keys.by_hand import done_is_taken, keys_by_hand
from display.keys.cases import CHOOSING, options, stub_is_shuffled, waits
from display.keys.machine import asked, looked_at
from display.keys.menus import ACTS, MENU_KEY, MENUS
from display.keys.modes import MODES, Reads
from display.keys.pad import Given, Keypad
from display.keys.reading import DIGITS, LINES
from table_controller.vocabulary.views import ActionView, TableView

Hints = tuple[tuple[str, str], ...]

NAMED: Final = {"esc": "escape", "back": "backspace"}
"""What the line of keys calls a key, and the key."""

SHOWN: Final = {DONE_KEY: "␣"}
"""How a key is written that has no sign of its own."""

_RANKS: Final = "2-9tjqka"
_SUITS: Final = "shdc"
_CANCEL: Final = ("esc", "key.cancel")


class MenuLine(Struct, frozen=True):
    """One line to choose: the key that chooses it, the group and code of its words, and its own key if it has one."""

    key: str
    group: str
    code: str
    shortcut: str = ""


def each_key(shown: str) -> tuple[str, ...]:
    """The single keys that a hint such as ``1-4``, ``2-9tjqka`` or ``esc`` stands for."""
    if len(shown) > 1 and shown[1] == "-":
        digits = "".join(str(digit) for digit in range(int(shown[0]), int(shown[2]) + 1))
        digits = digits[1:] + "0" if digits[0] == "0" else digits  # the seats from 1; the tenth is 0
        return (*digits, *shown[3:])
    return tuple(shown) if shown == _SUITS else (NAMED.get(shown, shown),)


def offered(pad: Keypad, view: TableView | None, *, demo: bool = False) -> Hints:
    """The keys worth showing now, most useful first; only in the demonstration is there somebody who can pause."""
    match pad.mode:
        case "idle":
            return _offered_idle(view, demo)
        case "menu":
            return ((_numbers(len(menu_lines(pad, view))), "key.choose"), (MENU_KEY, "key.back"), _CANCEL)
        case "look":
            do_it = (("enter", "key.do-it"),) if looked_at(pad, view) else ()
            return (*do_it, ("back", "key.erase"), _CANCEL)
        case mode:
            back = (("back", "key.erase"),) if pad.typed or pad.given else ()
            return (*_to_type(MODES[mode], pad, view), *_enter(MODES[mode], pad, view), *back, _CANCEL)


def _offered_idle(view: TableView | None, demo: bool) -> Hints:
    keys: list[tuple[str, str]] = []
    if view is not None:
        keys = [*_open(view), *keys_by_hand(view), *_for_the_hand(view), (MENU_KEY, "key.menu")]
        keys += [("u", "key.undo")] if view.can_undo else []
        keys += [("y", "key.redo")] if view.can_redo else []
        keys += [("p", "key.pause")] if demo else []
    return (*keys, ("?", "key.help"), ("q", "key.leave"))


def _numbers(count: int) -> str:
    """The digits of so many lines; the tenth line is 0."""
    return "1" if count <= 1 else f"1-{count}" if count < len(DIGITS) else "0-9"


def _to_type(reads: Reads, pad: Keypad, view: TableView | None) -> Hints:
    match reads.kind:
        case "seat":
            return (("0-9", "key.seat"),)
        case "amount":
            return (("0-9", "key.number"),)
        case "choice" if pad.mode == "role":
            return tuple((key, f"role.{role}") for key, role in zip(LINES, reads.choices(view, pad), strict=False))
        case "choice":
            return ((_numbers(len(reads.choices(view, pad))), "key.option"),)
        case "card":
            if len(pad.typed) == 2 * reads.most:
                return ()
            return ((_SUITS, "key.suit"),) if len(pad.typed) % 2 else ((_RANKS, "key.rank"),)
        case "seat-cards":
            return ((("0-9", "key.seat"),), ((_RANKS, "key.rank"),), ((_SUITS, "key.suit"),))[len(pad.typed) % 3]
        case "pin":
            return (("0-9", "key.number"),)
        case "text" | "look":
            return ()


def _enter(reads: Reads, pad: Keypad, view: TableView | None) -> Hints:
    """What Enter does now: it takes what is typed, or stands for none."""
    if reads.enter == "needs" and reads.kind in {"seat", "choice"}:
        return ()
    if reads.enter != "needs" and not pad.typed:
        return (("enter", reads.enter_code),)
    act = ACTS.get(pad.act)
    more = act is not None and len(pad.given) + 1 < len(asked(Given(pad, view, paused=False, demo=False), act))
    return (("enter", "key.next" if more else "key.send"),)


def seldom(pad: Keypad, view: TableView | None) -> Hints:
    """Keys that are shown where there is room for them, beside those that are offered."""
    if pad.mode != "idle" or view is None or view.street in {"idle", "settled"}:
        return ()
    to_act, done = view.action is not None, (DONE_KEY, "key.done")
    return (
        *((("w", "key.when"),) if to_act else ()),
        ("e", "key.other-seat"),
        *(((DONE_KEY, "key.done"),) if done_is_taken(view) and done not in keys_by_hand(view) else ()),
        ("m", "key.count"),
        ("h", "key.found"),
        *((("l", "key.clock"),) if to_act else ()),
    )


def menu_lines(pad: Keypad, view: TableView | None) -> tuple[MenuLine, ...]:
    """The numbered lines of the open menu or choice; a case of the floor has its own place on the screen."""
    if pad.mode == "menu":
        if not pad.menu:
            return tuple(MenuLine(key, "menu", group) for key, group in zip(LINES, MENUS, strict=False))
        acts = MENUS[pad.menu]
        rows = zip(LINES, acts, strict=False)
        return tuple(MenuLine(key, "do", act.code, SHOWN.get(act.key, act.key)) for key, act in rows)
    reads = MODES.get(pad.mode)
    if reads is None or reads.kind != "choice" or pad.mode in CHOOSING:
        return ()
    return tuple(MenuLine(key, pad.mode, line) for key, line in zip(LINES, reads.choices(view, pad), strict=False))


def seat_keys(pad: Keypad, seat: int) -> tuple[str, ...]:
    """The keys that a touch on a seat stands for: its digit where a seat is asked, else pointing at it."""
    digit = str(seat % 10)
    reads = MODES.get(pad.mode)
    if pad.mode == "idle":
        return ("e", digit)
    return (digit,) if reads is not None and reads.kind == "seat" else ()


def _open(view: TableView) -> list[tuple[str, str]]:
    """Keys for what stands open on the screen."""
    keys: list[tuple[str, str]] = []
    if view.prompts:
        keys.append((_numbers(len(view.prompts[0].answers)), "key.answer"))
    if options(view):
        keys.append(("o", "key.option"))
    return keys


def _all_in_is_open(action: ActionView, view: TableView) -> bool:
    """Whether all that the seat to act has can be a bet, a raise or what it lacks to call: else it folds or calls.

    Where the game has a limit, more than that cannot be bet.
    """
    seat = next((seat for seat in view.seats if seat.seat == action.seat), None)
    if seat is None:
        return False
    raises = not {"bet", "raise"}.isdisjoint(action.may)
    return seat.stack_chips <= action.to_call_chips or (
        raises and seat.bet_chips + seat.stack_chips <= action.max_raise_to_chips
    )


def _for_the_hand(view: TableView) -> list[tuple[str, str]]:
    """Keys for the stage of the hand."""
    if waits(view) and view.action is not None:
        return []  # nobody acts before the floor has spoken
    if view.action is not None:
        may = view.action.may
        words = [
            ("c", "key.check", "check" in may),
            ("k", "key.call", "call" in may),
            ("b", "key.bet", "bet" in may),
            ("r", "key.raise", "raise" in may),
            ("a", "key.all-in", _all_in_is_open(view.action, view)),
            ("f", "key.fold", True),
        ]
        return [(key, code) for key, code, worth in words if worth]
    if view.discards is not None:
        unread = view.discards in view.told_hands  # else his cards tell how many go
        return [("c", "key.pat"), *([("n", "key.draws")] if unread else [])]
    if view.street in {"idle", "settled"} or view.next.code == "new-hand":
        gathered = [("g", "key.gathered")] if view.street == "settled" else []
        return [*gathered, ("s", "key.riffle"), ("t", "key.tabled")]
    if view.next.code == "deal-again" or stub_is_shuffled(view, "return-cards", "shuffle-stub"):
        return [("s", "key.riffle")]
    shows = view.street == "showdown" and view.next.code == "await" and not view.next.chips
    mucks = shows and view.next.seat not in view.tables  # nobody who must show has that choice
    return [("t", "key.tabled"), *([("f", "key.mucked")] if mucks else [])]

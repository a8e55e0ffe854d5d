"""What the keypad asks, with all that was answered before; it stands with the lines to choose from, if there are."""

from __future__ import annotations

from display.keys.cases import card_at, chosen_case, preview_of
from display.keys.hints import menu_lines
from display.keys.machine import looked_at
from display.keys.modes import MODES
from display.keys.pad import Answer, Keypad
from display.screen import themes
from display.screen.paint import Line, fit
from display.widgets.shown import Shown
from display.wording import sentences
from display.wording.wording import Wording, capital, face
from table_controller.vocabulary.views import TableView

_TYPED = 24
"""As much of a typed reason stands on the line."""


def asks_below(shown: Shown) -> bool:
    """Whether what the keypad asks stands in the panel: over the lines of a choice, or under a look."""
    pad = shown.pad
    return pad.mode != "idle" and not shown.note and (pad.mode == "look" or bool(menu_lines(pad, shown.view)))


def asked(shown: Shown, words: Wording, width: int) -> Line:
    """The question on `width` cells."""
    return fit(width, *([(question, themes.KEY)] for question in questions(shown, words)))


def questions(shown: Shown, words: Wording) -> list[str]:
    """What the keypad waits for, with all that was answered before, and with less of it.

    A long text is shown by its end; cards by their faces.
    """
    pad = shown.pad
    typed = _typed(pad)
    option, role = _option(shown, words), words.code("role", pad.told("role"))
    about, option = capital(_about(shown, option, words)), capital(option)
    names_up = pad.act == "show-cards" and shown.view is not None and shown.view.next.code == "name-up"
    act = capital(words.code("do", "name-up" if names_up else pad.act))
    told = [text for mode, answer in pad.given if (text := _answered(mode, answer, shown, words))]
    forms = [(", ".join((act, *part)), option) for part in (told, told[-1:], told[:0])]
    if pad.told("option"):
        forms = [(about, option), (option, option), *_shorter(option)]
    ask = f"ask.{pad.mode}"
    if pad.mode == "bring-in" and shown.view is not None and not shown.view.bring_in:
        ask = "ask.first-bring-in"  # the game before had none that could hold on
    if pad.mode == "look" and not looked_at(pad, shown.view):
        ask = "ask.look-refused" if preview_of(pad, shown.view) is not None else "ask.look-waits"
    return [words.say(ask, act=act, option=option, typed=typed, role=role) for act, option in forms]


def _option(shown: Shown, words: Wording) -> str:
    """What the floor has chosen, with how long a penalty lasts."""
    pad, case = shown.pad, chosen_case(shown.pad, shown.view)
    option, told = pad.told("option"), dict(pad.given)
    option = words.code("option", option) if case is None else sentences.option_name(option, case, words)
    if "ruled-hands" not in told or pad.mode in {"ruled-hands", "ruled-rounds"}:
        return option
    hands, rounds = told["ruled-hands"], told.get("ruled-rounds")
    if isinstance(rounds, int):
        return words.say("case.rounds", option=option, count=rounds)
    return words.say("case.hands", option=option, count=hands if isinstance(hands, int) else 1)


def _about(shown: Shown, option: str, words: Wording) -> str:
    """A choice with the seat that its case is about."""
    case = chosen_case(shown.pad, shown.view)
    if case is None or case.seat is None or shown.view is None:
        return option
    return words.say("case.about", option=option, player=words.player(shown.view.seats, case.seat, case.player))


def _shorter(option: str) -> list[tuple[str, str]]:
    """A long choice by its beginning, ever less of it."""
    return [(short, short) for count in range(len(option) - 1, 0, -6) for short in (f"{option[:count].rstrip()}…",)]


def _typed(pad: Keypad) -> str:
    reads = MODES.get(pad.mode)
    typed = pad.typed
    if reads is not None and reads.kind == "pin":
        typed = "•" * len(typed)
    if reads is not None and reads.kind in {"card", "seat-cards"}:
        each = 2 if reads.kind == "card" else 3
        parts = [typed[at : at + each] for at in range(0, len(typed), each)]
        typed = " ".join(part[:-2] + face(part[-2:]) if len(part) == each else part for part in parts)
    return f"{typed}▁" if len(typed) <= _TYPED else f"…{typed[-_TYPED:]}▁"


def _answered(mode: str, answer: Answer, shown: Shown, words: Wording) -> str:
    """What was answered, as it stands behind the act; nothing for what was left out."""
    match answer:
        case int() if MODES[mode].kind == "seat":
            return words.player(shown.view.seats if shown.view else (), answer)
        case int():
            return words.amount(answer)
        case str():
            if mode == "place":
                return placed(answer, shown.view, words)
            return words.code(mode, answer) if MODES[mode].kind == "choice" else answer
        case tuple():
            return " ".join(face(card) for card in answer if isinstance(card, str))
        case None:
            return ""


def placed(place: str, view: TableView | None, words: Wording) -> str:
    """Where a public card lies, and which it is: ``board: K♦``."""
    seat, card = card_at(place, view)
    where = words.say("board.name") if seat is None else words.player(view.seats if view is not None else (), seat)
    return words.say("look.place", where=where, card=face(card) if card else "?")

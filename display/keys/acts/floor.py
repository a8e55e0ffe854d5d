"""What the floor is asked, sees and rules."""

from __future__ import annotations

from typing import Final

from display.keys.cases import chosen_case, options
from display.keys.pad import Act, Given, Keypad, Made, Pressed
from table_controller.vocabulary.commands import Ask, AskClock, CallFloor, GivePenalty, MarkConduct, Rule

RULED_WITH: Final = {
    "odd-chip": "ruled-seat",
    "rebuild-pot": "ruled-seat",
    "shorter-clock": "ruled-seconds",
    "grant-clock": "ruled-seconds",
    "pick-burn": "ruled-card",
}
"""What the floor may name with a choice, by the option; its argument is called by the word after the dash."""

_USUAL: Final = "floor"
"""Who decides where nobody is named."""

MANY_HANDS: Final = 20
"""Two rounds of a full table: a penalty of more hands is looked at before it is sent."""

MANY_ROUNDS: Final = 4


def _asked_of(given: Given) -> tuple[str, ...]:
    """A choice for which something may be named asks that too; Enter for who decides, the floor, asks for no reason."""
    option = given.text("option")
    with_it = (*_whom(given), *_how_long(given, "ruled-hands", "ruled-rounds")) if option == "penalty" else ()
    with_it = _whom(given) if option == "warning" else with_it
    with_it = (RULED_WITH[option],) if option in RULED_WITH else with_it
    decided = dict(given.pad.given).get("role", "")
    return ("option", "role", *with_it, *(("reason",) if decided is not None else ()))


def _whom(given: Given) -> tuple[str, ...]:
    """A case that is about nobody does not say who is punished."""
    case = chosen_case(given.pad, given.view)
    return ("ruled-seat",) if case is not None and case.seat is None else ()


def _how_long(given: Given, hands: str, rounds: str) -> tuple[str, ...]:
    """A penalty is of so many hands; rounds are asked where no hands were told."""
    answered = dict(given.pad.given)
    return (hands, rounds) if hands in answered and answered[hands] is None else (hands,)


def _ruled(given: Given) -> Made:
    """The choice, if the case still offers it."""
    option = given.text("option")
    if option not in options(given.view, given.pad):
        return Pressed(Keypad(), local="no-option")
    case, view = chosen_case(given.pad, given.view), given.view
    if case is None or view is None:
        return Rule(option, _arguments(given), given.text("role") or _USUAL, given.text("reason"))
    arguments = _arguments(given)
    newest = next((one for one in view.findings if one.open and option in one.options), case)
    if newest is not case:  # one for which play does not wait came later, and offers the same
        arguments = (*arguments, ("case", str(case.case)))
    return Rule(option, arguments, given.text("role") or _USUAL, given.text("reason"), case.number)


def _looks(given: Given) -> bool:
    """Whether a choice is looked at before it is sent: a player is sent off, or a penalty lasts very long.

    Either may be a slip of the finger, the second one digits that were meant for something else.
    """
    if given.text("option") == "disqualify":
        return True
    return given.chips("ruled-hands") > MANY_HANDS or given.chips("ruled-rounds") > MANY_ROUNDS


def _arguments(given: Given) -> tuple[tuple[str, str], ...]:
    named = {
        "seat": given.number("ruled-seat"),
        "seconds": given.number("ruled-seconds"),
        "hands": given.number("ruled-hands"),
        "rounds": given.number("ruled-rounds"),
        "card": given.card("ruled-card"),
    }
    return tuple((name, str(value)) for name, value in named.items() if value is not None)


def _called(given: Given) -> CallFloor:
    return CallFloor(calling=given.view is None or not given.view.floor_called)


def _who_asked(given: Given) -> tuple[str, ...]:
    """Who asks for the clock; nobody asks again for one that stands, it goes on."""
    clock = given.view.clock if given.view is not None else None
    return () if clock is not None and clock.stopped else ("clock",)


FLOOR: Final = (
    Act("call-floor", _called, key="C"),
    Act("option", _ruled, _asked_of, "o", _looks, lasts=True),
    Act("clock", lambda given: AskClock(given.number("clock")), _who_asked, "l"),
    Act("show", lambda given: Ask("show", given.seat("show"), given.pad.seat), ("show",), "H"),
    Act(
        "penalty",
        lambda given: GivePenalty(given.seat(), given.chips("hands"), given.chips("rounds")),
        lambda given: ("seat", *_how_long(given, "hands", "rounds")),
        look=True,
        lasts=True,
    ),
    Act("void-hand", lambda _given: Rule("void-hand"), look=True),
    Act("pot-to-seat", lambda given: Rule("pot-to-seat", (("seat", str(given.seat())),)), ("seat",), look=True),
    Act("device", lambda given: MarkConduct(given.seat(), "device"), ("seat",)),
    Act("cards-off", lambda given: MarkConduct(given.seat(), "cards-off"), ("seat",)),
    Act("picks-up", lambda given: MarkConduct(given.seat(), "picks-up"), ("seat",)),
    Act("review", lambda given: MarkConduct(given.seat(), "review"), ("seat",)),
    Act("misdeal", lambda _given: Rule("misdeal"), look=True),
)

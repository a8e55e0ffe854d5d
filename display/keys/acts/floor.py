"""What the floor is asked, sees and rules."""

from __future__ import annotations

from typing import Final

from display.keys.cases import options
from display.keys.pad import Act, Given, Keypad, Made, Pressed
from table_controller.commands import Ask, AskClock, CallFloor, GivePenalty, MarkConduct, Rule

_RULED_WITH: Final = {
    "odd-chip": "ruled-seat",
    "rebuild-pot": "ruled-seat",
    "shorter-clock": "ruled-seconds",
    "grant-clock": "ruled-seconds",
    "pick-burn": "ruled-card",
}
"""What the floor may name with a choice, by the option; its argument is called by the word after the dash."""


def _asked_of(given: Given) -> tuple[str, ...]:
    """A choice for which something may be named asks that too."""
    with_it = _RULED_WITH.get(given.text("option"))
    return ("option", "role", *((with_it,) if with_it is not None else ()), "reason")


def _ruled(given: Given) -> Made:
    """The choice, if the case still offers it."""
    option = given.text("option")
    if option not in options(given.view):
        return Pressed(Keypad(), local="no-option")
    return Rule(option, _arguments(given), given.text("role"), given.text("reason"))


def _arguments(given: Given) -> tuple[tuple[str, str], ...]:
    named = {
        "seat": given.number("ruled-seat"),
        "seconds": given.number("ruled-seconds"),
        "card": given.card("ruled-card"),
    }
    return tuple((name, str(value)) for name, value in named.items() if value is not None)


def _called(given: Given) -> CallFloor:
    return CallFloor(calling=given.view is None or not given.view.floor_called)


FLOOR: Final = (
    Act("call-floor", _called, key="C"),
    Act("option", _ruled, _asked_of, "o"),
    Act("clock", lambda given: AskClock(given.number("clock")), ("clock",), "l"),
    Act("show", lambda given: Ask("show", given.seat("show"), given.pad.seat), ("show",), "H"),
    Act("penalty", lambda given: GivePenalty(given.seat(), given.chips("hands")), ("seat", "hands")),
    Act("device", lambda given: MarkConduct(given.seat(), "device"), ("seat",)),
    Act("cards-off", lambda given: MarkConduct(given.seat(), "cards-off"), ("seat",)),
    Act("review", lambda given: MarkConduct(given.seat(), "review"), ("seat",)),
)

"""Chips: a count of them, chips that nobody had seen or that are bought, a denomination that leaves play."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act, Given, Made
from firmware_bridge.vocabulary.chips import Chips, fewest_chips
from table_controller.vocabulary.commands import Ask, FoundChips, RaceChips, Say


def fewest(amount_chips: int, given: Given) -> Chips | None:
    """The fewest chips of this table that make an amount, which a stack's reader puts right; None if none do."""
    try:
        return fewest_chips(amount_chips, given.view.denominations if given.view is not None else ())
    except ValueError:
        return None


def _found(given: Given) -> Made:
    chips = fewest(given.chips("found-chips"), given)
    return "no-such-chips" if chips is None else FoundChips(given.seat("found"), chips)


def _buys(given: Given, word: str) -> Say:
    """The player says it, with its amount; without one it is a starting stack."""
    chips = given.number("bought-chips")
    return Say("other", given.seat("buys"), text=word if chips is None else f"{word} {chips}")


CHIPS: Final = (
    Act("count", lambda given: Ask("count", given.seat("count"), given.pad.seat), ("count",), "m"),
    Act("found", _found, ("found", "found-chips"), "h", look=True, lasts=True),
    Act(
        "race",
        lambda given: RaceChips(int(given.text("denomination")), given.seat_cards("drawn")),
        ("denomination", "drawn"),
        look=True,
        lasts=True,
    ),
    Act("rebuy", lambda given: _buys(given, "rebuy"), ("buys", "bought-chips"), look=True, lasts=True),
    Act("add-on", lambda given: _buys(given, "add-on"), ("buys", "bought-chips"), look=True, lasts=True),
)

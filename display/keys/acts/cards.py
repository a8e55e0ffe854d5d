"""What happens to cards and the deck that no antenna sees, or that the dealer saw first."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act, Given
from table_controller.vocabulary.commands import CountDeck, MarkBoxed, MarkTaken, TurnUp


def _unasked(given: Given) -> bool:
    """Whether the hand need not be shown now: a wrong seat would lay somebody's cards open to all."""
    view = given.view
    return view is None or (view.street != "showdown" and given.seat("turn-up") not in view.tables)


def _misses(given: Given) -> bool:
    """Whether cards are missing: in the middle of a hand that may void it, and is looked at first."""
    return bool(given.cards("cards-missing"))


CARDS: Final = (
    Act("tabled", lambda given: TurnUp(given.seat("turn-up")), ("turn-up",), "t", _unasked),
    Act("turned-card", lambda given: TurnUp(given.seat(), given.card("card")), ("seat", "card"), "E"),
    Act(
        "dealer-exposed",
        lambda given: TurnUp(given.seat(), given.card("card-or-none"), by_dealer=True),
        ("seat", "card-or-none"),
        "d",
    ),
    Act(
        "boxed",
        lambda given: MarkBoxed(given.number("seat-or-none"), given.card("card-or-none")),
        ("seat-or-none", "card-or-none"),
    ),
    Act("taken", lambda given: MarkTaken(given.seat()), ("seat",)),
    Act("count-deck", lambda given: CountDeck(given.cards("cards-missing")), ("cards-missing",), look=_misses),
)

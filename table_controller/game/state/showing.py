"""Who shows at the end of a hand, and what players have shown, said or been told of it.

| what happens                   | the showing                               | why                                  |
| ------------------------------ | ----------------------------------------- | ------------------------------------ |
| the last round is over         | has an order                              | the book says who shows first        |
| all-in and no more betting     | is face up: all live hands are tabled     | nothing is left to hide              |
| one card is shown              | keeps it as told                          | a card in a hand is nobody's to name |
| a player is told to show       | the seat is asked, with a limit or none   | by one who may ask, or by the floor  |
| the hand is tabled             | the seat is asked no more                 |                                      |
"""

from __future__ import annotations

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace


class Showing(Struct, frozen=True):
    """`order` are the seats as they show, empty while nobody has to.

    `aggressor` is the last seat that bet or raised on a street before the present one. `asked` must show, whether
    their hands are live or not, `due` says from which second to which they have time. `told` are single cards as
    somebody said that he saw them. `claims` are the seats that said what they hold.
    """

    order: tuple[int, ...] = ()
    face_up: bool = False
    aggressor: int | None = None
    asked: tuple[int, ...] = ()
    due: tuple[tuple[int, float, float], ...] = ()
    told: tuple[tuple[int, Card], ...] = ()
    claims: tuple[int, ...] = ()


NOT_SHOWING = Showing()


def asked(showing: Showing, seat: int) -> Showing:
    """The seat must show its hand."""
    return showing if seat in showing.asked else replace(showing, asked=(*showing.asked, seat))


def answered(showing: Showing, seat: int) -> Showing:
    """The seat is asked no more: its hand is tabled, or dead."""
    left = tuple(other for other in showing.asked if other != seat)
    return replace(showing, asked=left, due=tuple(limit for limit in showing.due if limit[0] != seat))


def seen(showing: Showing, seat: int, card: Card | None) -> Showing:
    """A card of the seat was shown; it is kept as it was told, and no card at all if nobody said which."""
    if card is None or (seat, card) in showing.told:
        return showing
    return replace(showing, told=(*showing.told, (seat, card)))


def deadline_s(showing: Showing, now_s: float) -> float | None:
    """When the next limit is over, None if there is none; `now_s` for one that began in another life of the machine."""
    moments = [now_s if now_s < from_s else by_s for _, from_s, by_s in showing.due]
    return min(moments, default=None)


def cards_told(showing: Showing, seat: int) -> tuple[Card, ...]:
    """The single cards of a seat that somebody said he saw."""
    return tuple(card for at, card in showing.told if at == seat)


def claimed(showing: Showing, seat: int) -> Showing:
    """The seat said what it holds."""
    return showing if seat in showing.claims else replace(showing, claims=(*showing.claims, seat))

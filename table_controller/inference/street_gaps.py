"""Streets dealt while nobody looked: one question about all their cards, and an answer in the order of the deal.

A burn and a street's cards are two questions (`card_gaps`). Where more than one street lies there, answers by zone
would tell of several burns in a row and of one street with too many cards: so they are asked about together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Final

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN, Zone
from table_controller.game import queries
from table_controller.game.state.table import Table
from table_controller.inference.card_gaps import YES_NO, CardGap
from table_controller.inference.doubt import Doubt
from table_controller.inference.sightings import Sighting, Sightings
from table_controller.vocabulary.events import CardBoarded, CardBurned, Event

STREETS: Final = "gap-streets"
"""The question whether the cards of several streets were dealt, each in its turn; its id names the cards in order:
``gap-streets:burn3-burn1``."""
_BURN: Final = "burn"
_BY_ZONE: Final = ("gap-burned", "gap-boarded")
_COMES: Final[Mapping[Zone, type[CardBurned | CardBoarded]]] = MappingProxyType({BURN: CardBurned, BOARD: CardBoarded})


def together(asked: Iterable[Doubt], table: Table, sightings: Sightings, gap: CardGap) -> tuple[Doubt, ...]:
    """These questions, those about the burn and the board as one if they are about more than one street."""
    doubts = tuple(asked)
    parts = [doubt for doubt in doubts if doubt.kind in _BY_ZONE]
    streets = _streets(table, len(_new(sightings, gap, BURN)), len(_new(sightings, gap, BOARD))) if parts else ()
    if len(streets) <= 1:
        return doubts
    due_s, cards = max(doubt.due_s for doubt in parts), len(_new(sightings, gap, BOARD))
    one = Doubt(f"{STREETS}:{'-'.join(streets)}", STREETS, None, YES_NO, due_s, cards)
    return (*[doubt for doubt in doubts if doubt.kind not in _BY_ZONE], one)


def answered_streets(
    sightings: Sightings, gap: CardGap, streets: str, *, dealt: bool
) -> tuple[Sightings, CardGap, tuple[Event, ...]]:
    """What the dealer's answer changes: burns and streets came in the order of `streets`, or lie there for nothing."""
    cards = {BURN: _new(sightings, gap, BURN), BOARD: _new(sightings, gap, BOARD)}
    lies = {handle: gap.found[handle] for handles in cards.values() for handle in handles}
    for handle in lies:
        gap = gap.without(handle)
    if not dealt:
        let_be = {handle: found.zone for handle, found in lies.items()}
        return sightings, gap.letting_be(let_be), ()
    events: list[Event] = []
    for at, (zone, many) in enumerate(_places(streets)):
        by_s = max(lies[handle].since_s for handle in cards[zone][:many])
        after_s = by_s if at > 1 else 0.0  # the dealer has said that it came after the street before
        for handle in cards[zone][:many]:
            sightings = sightings.with_card(handle, Sighting(zone, True, None, by_s))
            events.append(_COMES[zone](handle, after_s, by_s))
        cards[zone] = cards[zone][many:]
    return sightings, gap, tuple(events)


def _places(streets: str) -> Iterator[tuple[Zone, int]]:
    """Where the cards of a question's id came to, in order, and how many."""
    for street in streets.split("-"):
        if street.startswith(_BURN):
            yield BURN, 1
        yield BOARD, int(street.removeprefix(_BURN))


def _new(sightings: Sightings, gap: CardGap, zone: Zone) -> list[Handle]:
    """Cards found at `zone` that nobody had seen before, in the order in which they were found."""
    return [handle for handle, found in gap.found.items() if found.zone == zone and handle not in sightings.cards]


def _streets(table: Table, burns: int, boards: int) -> tuple[str, ...]:
    """The streets still to come that so many burns and cards of the board are, each in words of the id; or none."""
    left, streets = [burns, boards], list[str]()
    for burns_one, board in _to_come(table):
        burn = burns_one and burns > 0  # where none was read, nobody says that there was one
        left[0] -= burn
        left[1] -= board
        streets.append(f"{_BURN if burn else ''}{board}")
        if left == [0, 0]:
            return tuple(streets)
    return ()


def _to_come(table: Table) -> Iterator[tuple[bool, int]]:
    """Whether a card is burned, and how many come to the board, of each street that is not whole yet."""
    streets, lies = queries.variant_of(table).streets, len(table.hand.board)
    begun = table.hand.burns > 0
    for street, whole in zip(streets, accumulate(street.board for street in streets), strict=True):
        if street.board and whole > lies:
            missing = min(street.board, whole - lies)
            yield street.burn and not begun and missing == street.board, missing
            begun = False

"""Whether a card that comes off the deck is due where it is read: the deal goes round, a card at a time.

A card that lands at one seat may be read first by the antenna of the next one, once. If that seat is not due a card,
`presence` waits some scans for the read to be confirmed; where the deal goes round as it should, nobody waits.

The same holds in the middle, where burn pile and board lie side by side: a card to burn comes first, then those of a
street, and what one of the two hears of the other's is not due there. Without a board, as in stud and draws, the next
card is burned once one has come to a player since the last.

Due is what keeps the round: every seat before it in the deal has more cards, every seat after it at least as many.
Which seats are dealt in is learnt from the deal before; off a deck whose board is out nothing comes to a seat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, Zone, zone_kind, zone_seat

BETWEEN_STREETS_S: Final = 0.25
"""The cards of a street are down, and so long at least before the next one is burned for."""
_BURNS_BEFORE: Final = {0: 1, 3: 2, 4: 3}
"""How many cards are burned before the next street comes to a board of so many."""


class DealOrder:
    """The cards that came off the deck since the riffle, and the seats that they came to."""

    __slots__ = ("_boarded_s", "_burned_s", "_dealt_s", "_first_s", "_last_deal", "_off_deck")

    def __init__(self) -> None:
        self._off_deck: dict[bytes, Zone] = {}  # and where each came to lie last
        self._boarded_s = float("-inf")  # when the last card came to the board
        self._burned_s = float("-inf")  # when the last one was burned
        self._dealt_s = float("-inf")  # and when the last one came to a player
        self._first_s: dict[Zone, float] = {}  # when each seat had its first card
        self._last_deal: frozenset[Zone] = frozenset()

    def __repr__(self) -> str:
        """Seats and how many cards are off the deck; never a tag."""
        return f"DealOrder({', '.join(self._first_s)}: {len(self._off_deck)})"

    def lies(self, tag: bytes, zone: Zone, by_s: float) -> None:
        """A card lies in `zone` since `by_s`: it is off the deck."""
        if tag not in self._off_deck:
            self._first_s.setdefault(zone, by_s)
            self._boarded_s = by_s if zone == BOARD else self._boarded_s
            self._dealt_s = by_s if zone_kind(zone) in ("seat", "up") else self._dealt_s
        if zone == BURN and self._off_deck.get(tag) != BURN:
            self._burned_s = by_s
        self._off_deck[tag] = zone

    def riffled(self) -> None:
        """All cards are in the deck again."""
        seats = frozenset(zone for zone in self._first_s if zone_kind(zone) == "seat")
        self._last_deal = seats or self._last_deal
        self._off_deck.clear()
        self._first_s.clear()
        self._boarded_s = self._burned_s = self._dealt_s = float("-inf")

    def is_due(
        self,
        tag: bytes,
        zone: Zone,
        held: Mapping[Zone, int],
        in_sight: Collection[Zone],
        by_s: float = float("inf"),
    ) -> bool:
        """Whether a card may come to `zone` by then, where every zone holds so many; to the muck none comes at once."""
        if tag in self._off_deck:
            return True
        if zone in (BURN, BOARD):
            return self._is_due_in_the_middle(zone, by_s, held.get(BOARD, 0), in_sight)
        if zone_kind(zone) != "seat":
            return zone != MUCK or BURN not in in_sight
        if held.get(BOARD):
            return False
        has, first_s = held.get(zone, 0), self._first_s.get(zone, float("inf"))
        seats = {seat: count for seat, count in held.items() if count and seat != zone and zone_kind(seat) == "seat"}
        if has and not seats:  # a second card for the first seat, before anyone else had one
            return not any(seat in in_sight for seat in self._last_deal if seat != zone)
        if has and max(seats.values(), default=0) <= has and self._passed_over(zone, in_sight):
            return False  # the round begins anew, and a seat of the deal before had no card in this one
        if seats and not has:
            right = self._on_the_right(zone, seats)
            if right in in_sight:
                seats.setdefault(right, 0)
                return seats[right] > 0
        return all(count > has - (self._first_s.get(seat, first_s) >= first_s) for seat, count in seats.items())

    def _is_due_in_the_middle(self, zone: Zone, by_s: float, board: int, in_sight: Collection[Zone]) -> bool:
        """Whether a card is to be burned next, or one to be dealt to a board of so many; either while one is dark."""
        if BURN not in in_sight or BOARD not in in_sight:
            return True
        burned = sum(lies == BURN for lies in self._off_deck.values())  # of a pile, readers see the top
        # one more than a street needs makes up for none of the streets to come
        last_s = self._boarded_s if board else self._dealt_s
        to_burn = board in _BURNS_BEFORE and (burned < _BURNS_BEFORE[board] or self._burned_s <= last_s)
        return to_burn == (zone == BURN) and (zone == BOARD or by_s - self._boarded_s > BETWEEN_STREETS_S)

    def _passed_over(self, zone: Zone, in_sight: Collection[Zone]) -> bool:
        """Whether another seat that is in sight was dealt in before and had no card since the riffle: gone, or next."""
        return any(seat in in_sight and seat not in self._first_s for seat in self._last_deal if seat != zone)

    def _on_the_right(self, zone: Zone, seats: Collection[Zone]) -> Zone:
        """The seat that is dealt to before `zone`, as far as is known."""
        ring = sorted({*self._last_deal, *seats, zone}, key=lambda seat: zone_seat(seat) or 0)
        return ring[ring.index(zone) - 1]

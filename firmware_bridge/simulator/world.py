"""What really lies on the simulated table: cards, chips, puck, buttons; nothing sensed.

Each card is in exactly one place: in the dealer's hand, in the pile of a zone, in the air
between two places, or away from the table. Chips are conserved in every move; only the bank
puts chips on the table or takes them off. Whoever senses a zone watches it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    format_chips,
    holds_chips,
    subtract_chips,
    total_chips,
)
from firmware_bridge.vocabulary.zones import PUCK, allin_zone

Tag: TypeAlias = bytes
"""The unique number in a card's chip, eight bytes as ISO 15693 sends it."""

Place: TypeAlias = str
"""A zone, or one of the places that no sensor sees: `DEALER`, `AIR`, `AWAY`, `BANK`."""

DEALER: Final = "dealer"
"""In the dealer's hand: the deck during a hand."""
AIR: Final = "air"
"""On the way between two places."""
AWAY: Final = "away"
"""In a box or a pocket: foreign cards before they come to the table."""
BANK: Final = "bank"
"""The cage: the one place that chips come from and go to."""


class WorldError(ValueError):
    """A movement that cannot happen on a real table: says what is missing where."""


class Watchers:
    """Who wants to know when a place changes."""

    def __init__(self) -> None:
        self._calls: dict[Place, list[Callable[[], None]]] = {}

    def watch(self, place: Place, call: Callable[[], None]) -> None:
        """Call `call` after every change at `place`."""
        self._calls.setdefault(place, []).append(call)

    def tell(self, *places: Place) -> None:
        """Say that these places have changed."""
        for place in dict.fromkeys(places):
            for call in self._calls.get(place, ()):
                call()


class CardsOnTable:
    """Every tagged card and where it is; a pile is listed bottom first, so its last card lies on top."""

    def __init__(self, deck: Mapping[Tag, Card], watchers: Watchers) -> None:
        self._cards: dict[Tag, Card | None] = dict(deck)
        self._tags: dict[Card, Tag] = {card: tag for tag, card in deck.items()}
        if len(self._tags) != len(deck):
            raise WorldError("two tags of the deck carry the same card")
        self._where: dict[Tag, Place] = dict.fromkeys(deck, DEALER)
        self._piles: dict[Place, list[Tag]] = {DEALER: list(deck)}
        self._watchers = watchers

    def pile(self, place: Place) -> tuple[Tag, ...]:
        """The tags at `place`, bottom first."""
        return tuple(self._piles.get(place, ()))

    def where(self, tag: Tag) -> Place:
        """The one place of `tag`; raise `WorldError` for a tag that is not in this world."""
        if tag not in self._where:
            raise WorldError(f"there is no card with the tag {tag.hex()} in this world")
        return self._where[tag]

    def card_of(self, tag: Tag) -> Card | None:
        """The card printed over `tag`, `None` for a foreign one."""
        self.where(tag)
        return self._cards[tag]

    def tag_of(self, card: Card) -> Tag:
        """The tag of the deck's `card`; raise `WorldError` if the deck has none."""
        if card not in self._tags:
            raise WorldError(f"the deck has no {card}")
        return self._tags[card]

    def names(self, place: Place) -> tuple[str, ...]:
        """The cards at `place`, bottom first; a foreign one as its tag."""
        return tuple(self._cards[tag] or f"tag {tag.hex()}" for tag in self._piles.get(place, ()))

    def add(self, tag: Tag, card: Card | None = None) -> None:
        """Bring a further tagged card into the world, away from the table: a foreign one, or a second one of a name."""
        if tag in self._where:
            raise WorldError(f"the tag {tag.hex()} is already in this world")
        self._cards[tag], self._where[tag] = card, AWAY
        self._piles.setdefault(AWAY, []).append(tag)

    def move(self, tags: Iterable[Tag], place: Place) -> None:
        """Put `tags` onto the pile at `place` in one motion, in this order."""
        moved = tuple(tags)
        changed = [place]
        for tag in moved:
            source = self.where(tag)
            self._piles[source].remove(tag)
            self._piles.setdefault(place, []).append(tag)
            self._where[tag] = place
            changed.append(source)
        if moved:
            self._watchers.tell(*changed)

    def arrange(self, place: Place, tags: Sequence[Tag]) -> None:
        """Lay the pile at `place` in another order, bottom first; raise `WorldError` if it is not the same cards."""
        pile = self._piles.setdefault(place, [])
        if len(pile) != len(tags) or set(pile) != set(tags):
            raise WorldError(f"the new order of {place} is not the same {len(pile)} cards")
        pile[:] = tags
        self._watchers.tell(place)

    def check(self) -> None:
        """Raise `WorldError` unless each card is in exactly one place."""
        lying = [tag for pile in self._piles.values() for tag in pile]
        if len(lying) != len(set(lying)) or set(lying) != set(self._where):
            raise WorldError(f"{len(self._where)} cards, but {len(lying)} lie on the table")
        for place, pile in self._piles.items():
            for tag in pile:
                if self._where[tag] != place:
                    raise WorldError(f"{self._cards[tag]} lies at {place} and is believed at {self._where[tag]}")


class ChipsOnTable:
    """Chips of real denominations in each place; only `BANK` makes or takes them."""

    def __init__(self, watchers: Watchers) -> None:
        self._lots: dict[Place, Chips] = {}
        self._watchers = watchers
        self.issued: Chips = NO_CHIPS
        """What the bank has given out and not taken back."""

    def at(self, place: Place) -> Chips:
        """The chips at `place`."""
        return self._lots.get(place, NO_CHIPS)

    def move(self, chips: Chips, source: Place, target: Place) -> None:
        """Carry `chips` over in one motion; raise `WorldError` that names the missing chips."""
        if any(count < 0 or denomination <= 0 for denomination, count in chips):
            raise WorldError(f"{chips} is not a lot of chips: counts and denominations are above 0")
        if not chips or source == target:
            return
        self._take(chips, source)
        self._give(chips, target)
        self._watchers.tell(source, target)

    def swap(self, place: Place, out: Chips, back: Chips, partner: Place = BANK) -> None:
        """Change `out` at `place` into `back` from `partner`; raise `WorldError` unless both are worth the same."""
        if total_chips(out) != total_chips(back):
            worth = f"{format_chips(out)} is worth {total_chips(out)}, {format_chips(back)} {total_chips(back)}"
            raise WorldError(f"{worth}: no fair change")
        self._lacks(out, place)
        if partner != BANK:
            self._lacks(back, partner)
        self._take(out, place)
        self._take(back, partner)
        self._give(back, place)
        self._give(out, partner)
        self._watchers.tell(place, partner)

    def check(self) -> None:
        """Raise `WorldError` unless the chips on the table are those that the bank gave out."""
        lying = NO_CHIPS
        for place, lot in self._lots.items():
            if any(count < 0 for _, count in lot):
                raise WorldError(f"a negative number of chips at {place}: {lot}")
            lying = add_chips(lying, lot)
        if lying != self.issued:
            raise WorldError(f"the bank gave out {format_chips(self.issued)}, on the table lie {format_chips(lying)}")

    def _lacks(self, chips: Chips, place: Place) -> None:
        lies = self.at(place)
        if not holds_chips(lies, chips):
            short = ((d, -n) for d, n in subtract_chips(lies, chips) if n < 0)
            has = format_chips(lies) or "nothing"
            raise WorldError(f"{place} lacks {format_chips(tuple(short))}: it holds {has}")

    def _take(self, chips: Chips, place: Place) -> None:
        if place == BANK:
            self.issued = add_chips(self.issued, chips)
            return
        self._lacks(chips, place)
        self._lots[place] = subtract_chips(self.at(place), chips)

    def _give(self, chips: Chips, place: Place) -> None:
        if place == BANK:
            self.issued = subtract_chips(self.issued, chips)
        else:
            self._lots[place] = add_chips(self.at(place), chips)


class ThingsOnTable:
    """The puck, the all-in buttons, and the dealer's wired buttons."""

    def __init__(self, seats: int, watchers: Watchers) -> None:
        self.seats = seats
        self._watchers = watchers
        self._puck: int | None = None
        self._allin: set[int] = set()

    @property
    def puck(self) -> int | None:
        """The seat that the dealer button lies at; `None` in the dealer's hand."""
        return self._puck

    @property
    def allin(self) -> frozenset[int]:
        """Seats with an all-in button down."""
        return frozenset(self._allin)

    def put_puck(self, seat: int | None) -> None:
        """Lay the puck down at `seat`, or take it up."""
        if seat is not None:
            self.need_seat(seat)
        self._puck = seat
        self._watchers.tell(PUCK)

    def put_allin(self, seat: int, down: bool) -> None:
        """Put the all-in button of `seat` down or take it away."""
        self.need_seat(seat)
        (self._allin.add if down else self._allin.discard)(seat)
        self._watchers.tell(allin_zone(seat))

    def press(self, button: str) -> None:
        """Press a wired button of the dealer: ``next``, ``check``, ``floor``."""
        self._watchers.tell(button_place(button))

    def need_seat(self, seat: int) -> None:
        """Raise `WorldError` unless the table has a place for `seat`."""
        if not 1 <= seat <= self.seats:
            raise WorldError(f"there is no seat {seat}: the table has seats 1 to {self.seats}")


class World:
    """One table and all that lies on it."""

    def __init__(self, seats: int, deck: Mapping[Tag, Card]) -> None:
        self.watchers = Watchers()
        self.seats = seats
        self.cards = CardsOnTable(deck, self.watchers)
        self.chips = ChipsOnTable(self.watchers)
        self.things = ThingsOnTable(seats, self.watchers)

    def check(self) -> None:
        """Raise `WorldError` if a card or a chip was lost or doubled."""
        self.cards.check()
        self.chips.check()


def button_place(button: str) -> Place:
    """The place under which presses of a wired button are told."""
    return f"button:{button}"

"""Which card comes next where a script does not say: those that it names nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Final, Self

from firmware_bridge.vocabulary.cards import DECK, Card, parse_card
from firmware_bridge.vocabulary.zones import BOARD, BURN, Zone
from table_controller.scripts import steps

_STRIDE: Final = 29
_START: Final = 7
SPARE_ORDER: Final[tuple[Card, ...]] = tuple(DECK[(_START + at * _STRIDE) % len(DECK)] for at in range(len(DECK)))
"""The order in which unnamed cards come: fixed, so that a script always plays the same; ranks and suits are mixed."""


class CardError(ValueError):
    """A card cannot come off the deck: it lies on the table already, or none is left."""


class CardSource:
    """The deck of a script: where each card lies in the hand under way, and which one comes next.

    `deck` are the cards of the game that is dealt.
    """

    def __init__(self, script: Iterable[steps.Step]) -> None:
        self._steps = tuple(script)
        self._named = set(named_cards(self._steps))
        self._ahead: set[Card] = set()
        self._due: dict[int, list[Card]] = {}
        self.hands: dict[int, list[Card]] = {}
        self._given_up: dict[int, tuple[Card, ...]] = {}
        self._out: set[Card] = set()
        self.middle: dict[Zone, list[Card]] = {BOARD: [], BURN: []}
        self.deck = frozenset(DECK)
        self._muck: list[tuple[int, Card]] = []
        self._thrown: dict[int, tuple[Card, ...]] = {}

    def copied(self) -> Self:
        """The same cards in a book of its own."""
        twin = copy(self)
        twin._named, twin._out = set(self._named), set(self._out)  # noqa: SLF001 - its own kind
        twin.hands = {seat: list(cards) for seat, cards in self.hands.items()}
        twin._given_up = dict(self._given_up)  # noqa: SLF001
        twin._muck, twin._thrown = list(self._muck), dict(self._thrown)  # noqa: SLF001
        twin.middle = {zone: list(cards) for zone, cards in self.middle.items()}
        return twin

    def back(self, zone: Zone, cards: Iterable[Card]) -> None:
        """Cards of the middle are in the deck again, and may come once more."""
        for card in cards:
            self.middle[zone].remove(card)
            self._out.discard(card)

    def shuffle(self, line: int) -> None:
        """All cards are back in the deck; what the script names from `line` to the next hand is kept for its place."""
        ahead = tuple(_this_hand(self._steps, line))
        self._ahead = set(named_cards(ahead))
        self._due = {}
        for step in ahead:
            if isinstance(step, steps.Shows | steps.Expose) and step.card is not None:
                self._due.setdefault(step.seat, []).append(step.card)
            if isinstance(step, steps.Discards):
                self._due.setdefault(step.seat, []).extend(step.cards)
        self.hands, self._given_up, self._out = {}, {}, set()
        self.middle = {BOARD: [], BURN: []}
        self._muck, self._thrown = [], {}

    def take(self, card: Card | None, seat: int | None = None) -> Card:
        """The next card off the deck, `card` if it is named; it goes to `seat` if there is one.

        Raises `CardError` if `card` lies on the table already or no unnamed card is left.
        """
        card = self._unnamed(seat) if card is None else card
        if card not in self.deck:
            raise CardError(f"{card} is not in the deck of {len(self.deck)} cards")
        if card in self._out:
            raise CardError(f"{card} lies on the table already")
        self._out.add(card)
        if seat is not None:
            self.hands.setdefault(seat, []).append(card)
        return card

    def take_from(self, seat: int) -> tuple[Card, ...]:
        """The cards of a seat leave it."""
        cards = tuple(self.hands.pop(seat, ()))
        self._given_up[seat] = (*self.given_up(seat), *cards)
        self._muck += [(seat, card) for card in cards]
        return cards

    def given_up(self, seat: int) -> tuple[Card, ...]:
        """The cards that left a seat."""
        return self._given_up.get(seat, ())

    def discards_back(self, waiting: Iterable[int]) -> tuple[Card, ...]:
        """The cards of the muck that are in the deck again: not those that `waiting` seats have thrown away last."""
        kept = {(seat, card) for seat in waiting for card in self._thrown.get(seat, ())}
        back = tuple(card for seat, card in self._muck if (seat, card) not in kept)
        self._muck = [one for one in self._muck if one in kept]
        self._out.difference_update(back)
        return back

    def discard(self, seat: int, cards: Iterable[Card]) -> None:
        """These cards of a seat are thrown away for others: they are not its own any more."""
        cards = tuple(cards)
        self._thrown[seat] = cards
        self._muck += [(seat, card) for card in cards]
        self.hands[seat] = [card for card in self.hands.get(seat, ()) if card not in cards]

    def thrown(self, seat: int, count: int) -> tuple[Card, ...]:
        """So many cards that a seat throws away: those that the script names nowhere before others, the last first."""
        hand = self.hands.get(seat, [])
        order = [*(card for card in hand if card in self._named), *(card for card in hand if card not in self._named)]
        return tuple(order[len(order) - count :])

    def give_back(self, seat: int) -> tuple[Card, ...]:
        """The cards that left a seat lie there again, beside what came to it since."""
        cards = self._given_up.pop(seat, ())
        if cards:
            self.hands[seat] = [*cards, *self.hands.get(seat, ())]
            self._muck = [one for one in self._muck if one[1] not in cards]
        return cards

    def _unnamed(self, seat: int | None) -> Card:
        if seat is not None:
            for card in self._due.get(seat, ()):
                if card not in self._out:
                    return card
        for taken in (self._named, self._ahead):
            for card in SPARE_ORDER:
                if card in self.deck and card not in taken and card not in self._out:
                    return card
        raise CardError("no card is left that the script does not name")


class OpenCast(CardSource):
    """The deck of a script whose later lines nobody knows yet: what they name must still be free then.

    A card that came unnamed is any card until its face is seen. If a line names the one that was taken for it, the
    two change places: nobody can tell.
    """

    def __init__(self) -> None:
        super().__init__(())
        self._fixed: set[Card] = set()
        self._line: tuple[Card, ...] = ()

    def copied(self) -> Self:
        """The same cards in a book of its own."""
        twin = super().copied()
        twin._fixed = set(self._fixed)  # noqa: SLF001 - its own kind
        return twin

    def shuffle(self, line: int) -> None:
        """All cards are back in the deck; only what the line that shuffles names is kept for its place."""
        super().shuffle(line)
        self._fixed = set(self._line)

    def read(self, step: steps.Step, hides: Callable[[Card], bool]) -> Iterator[tuple[Card, Card]]:
        """A line is read before it is done: what it names is kept for it. Yields the cards that change places.

        `hides` tells of a card on the table whether nobody has seen its face.
        """
        self._line = tuple(named_cards((step,)))
        free = [card for card in self._line if card in self._out and card not in self._fixed and hides(card)]
        self._named.update(self._line)
        for card in free:
            if not (isinstance(step, steps.Shows | steps.Expose) and card in self.hands.get(step.seat, ())):
                yield self._exchange(card, self._unnamed(None))
        if isinstance(step, steps.Shows | steps.Expose) and step.card is not None and step.card not in self._out:
            lies = (card for card in self.hands.get(step.seat, ()) if card not in self._fixed and hides(card))
            for own in tuple(lies)[:1]:
                yield self._exchange(own, step.card)
        self._fixed.update(self._line)

    def _exchange(self, old: Card, new: Card) -> tuple[Card, Card]:
        for lie in (*self.hands.values(), *self.middle.values()):
            lie[:] = [new if card == old else card for card in lie]
        for seat, cards in self._given_up.items():
            self._given_up[seat] = tuple(new if card == old else card for card in cards)
        self._out.discard(old)
        self._out.add(new)
        return old, new


def named_cards(script: Iterable[steps.Step]) -> Iterator[Card]:
    """Every card that these steps name, in order, repeats included."""
    for step in script:
        match step:
            case steps.Deal(cards=hands, board=board):
                for _, cards in hands:
                    yield from cards
                yield from board
            case steps.BoardCards(cards=cards) | steps.StreetCards(cards=cards) | steps.Discards(cards=cards):
                yield from cards
            case (
                steps.DealCard(card=card)
                | steps.Expose(card=card)
                | steps.Boxed(card=card)
                | steps.Duplicate(card=card)
                | steps.Missing(card=card)
                | steps.Shows(card=card)
            ) if card is not None:
                yield card
            case steps.Floor(arguments=arguments):
                yield from (parse_card(value) for key, value in arguments if key == "card" and value in DECK)
            case _:
                pass


def _this_hand(script: tuple[steps.Step, ...], line: int) -> Iterator[steps.Step]:
    """The steps from `line` up to the next hand, or to the replay of a misdeal."""
    for step in script:
        if step.line < line:
            continue
        if step.line > line and isinstance(step, steps.NextHand | steps.Deal | steps.Shuffle):
            return
        yield step

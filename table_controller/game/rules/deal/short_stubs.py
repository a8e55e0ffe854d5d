"""Too few cards in the stub: before stud's last street, and in a draw.

Needed are a card for each player left, the burn, and the last card of the deck, which is never dealt.

| the stub                                        | what is done                                             |
| ----------------------------------------------- | -------------------------------------------------------- |
| has what is needed                              | a burn and a card each                                   |
| has it with the burns of the streets before     | shuffled with them and cut; then the same                |
| has not, but three cards or more                | a burn and one card for everybody, in the middle         |
| has fewer than three                            | shuffled with the burns and cut; then the same           |
"""

from __future__ import annotations

from msgspec import Struct

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.vocabulary.findings import Finding

TOPIC = "stud-procedure"
_FEWEST = 3
"""With fewer cards in the stub than these no street is dealt of it, be it one card for everybody."""


class Stub(Struct, frozen=True):
    """What is left of the deck before the last street: cards in the stub, cards burned, players to get one."""

    cards: int
    burned: int
    players: int

    @property
    def needed(self) -> int:
        """A card each, a burn, and the last card."""
        return self.players + 2


class Short(Struct, frozen=True):
    """What is done about a short stub: `burns` go back into it, one card for `all` is dealt, and what is told of it."""

    burns: bool
    all: bool
    told: Finding


def short(stub: Stub, book: Rulebook) -> Short | None:
    """What is done about the stub; None where it has enough."""
    if stub.cards >= stub.needed:
        return None
    return with_the_burns(stub, book) or one_for_all(stub, book) or one_for_all_of_the_burns(stub, book)


@behaviour(None)
def with_the_burns(stub: Stub, book: Rulebook) -> Short | None:
    """With the cards burned before there are enough for everybody (TDA 2019 RP-10H(A))."""
    if stub.cards + stub.burned < stub.needed:
        return None
    return Short(True, False, _told("with_the_burns", "burns-back", stub, book))


@behaviour(None)
def one_for_all(stub: Stub, book: Rulebook) -> Short | None:
    """Not even then, but a burn and one card can be had: it lies in the middle, and is everybody's (RP-10H(B))."""
    if stub.cards < _FEWEST:
        return None
    return Short(False, True, _told("one_for_all", "community-card", stub, book))


@behaviour(None)
def one_for_all_of_the_burns(stub: Stub, book: Rulebook) -> Short | None:
    """The burns are shuffled in even for that one card (RP-10H(C))."""
    return Short(True, True, _told("one_for_all_of_the_burns", "community-card-of-burns", stub, book))


@behaviour(False)
def who_spoke_first_does_again(book: Rulebook) -> bool:
    """With one card for everybody who was first on the street before is first again (RP-10H(D)).

    The cards before each player say so, as if the one in the middle were not there.
    """
    del book
    return True


@behaviour(None)
def discards_again(stub_cards: int, book: Rulebook) -> Finding | None:
    """In a draw the last card of the stub is not dealt: before it the discards are shuffled in, and no card is burned.

    No book prints this; so card rooms do it. Whoever still waits for cards does not get back what he has just thrown
    away, and burns stay where they are. A finding where it is time.
    """
    if stub_cards > 1:
        return None
    facts = (("cause", "discards-back"), ("stub_cards", stub_cards))
    return finding("draw-procedure", None, book.discretion, facts)


def _told(rule: str, cause: str, stub: Stub, book: Rulebook) -> Finding:
    facts = (("cause", cause), ("stub_cards", stub.cards), ("needed_cards", stub.needed))
    return finding(TOPIC, None, cite(book, f"short_stubs.{rule}"), facts)

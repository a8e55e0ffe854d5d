"""The account of a hand that is over: what every format of hand histories, a log and a database are made from.

Codes and numbers, never prose, and nothing that was not public: the cards of a seat are known if they were tabled, or
if their key was given out after the hand. Totals are what stood in the end, so an act that was taken back, lowered or
ruled to be another one is not in it as it was first made.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from table_controller.vocabulary.outcomes import ActKind, Half
from table_controller.vocabulary.views import FoundView

End: TypeAlias = Literal["live", "all-in", "folded", "mucked"]
"""How a hand ended: ``mucked`` was thrown away at the showdown, ``folded`` before it, by an act or because it died."""


class ActTold(Struct, frozen=True):
    """An act of a street: `to_chips` is the seat's total for the street, `before_chips` what it had in until then.

    `level_chips` is the bet that it faced. `in_turn` is false of an act that was made before its turn, or past a player
    who had not acted.
    """

    seat: int
    kind: ActKind
    to_chips: int
    before_chips: int
    level_chips: int
    all_in: bool
    in_turn: bool


class DrawTold(Struct, frozen=True):
    """What a seat did in a draw: how many cards it threw away, 0 if it stood pat, and those that came for them.

    `came` names the cards that became known; what was thrown away is known to nobody. `handles` are those of `came`.
    """

    seat: int
    thrown: int
    came: tuple[Card | None, ...] = ()
    handles: tuple[Handle, ...] = ()


class DealtTold(Struct, frozen=True):
    """The cards that a street brought to a seat in a game with up-cards, those that lie face down first.

    `up` of them came face up. None is one that did not become known; `handles` are those of all of them.
    """

    seat: int
    up: int
    cards: tuple[Card | None, ...]
    handles: tuple[Handle, ...]


class StreetTold(Struct, frozen=True):
    """A street: the cards that came to the board for it, None for one that nobody named, and its acts as made.

    `dealt` are the cards that came to seats, in games with up-cards alone. `draws` come before the acts, in the order
    in which the seats discarded.
    """

    name: str
    board: tuple[Card | None, ...]
    acts: tuple[ActTold, ...]
    draws: tuple[DrawTold, ...] = ()
    dealt: tuple[DealtTold, ...] = ()


class SeatTold(Struct, frozen=True):
    """A player dealt in: chips before any forced bet and after the last pot; what was forced, bet in all, and won.

    `bet_chips` is what stayed in the pots, ante and blind included; `returned_chips` came back, for nobody matched it.
    `cards` are empty while they are sealed; `shown` says that they were tabled rather than released after the hand.
    `handles` are those of the cards with which the seat came to the end of the hand.
    """

    seat: int
    name: str
    start_chips: int
    finish_chips: int
    ante_chips: int
    blind_chips: int
    bet_chips: int
    returned_chips: int
    won_chips: int
    end: End
    cards: tuple[Card, ...] = ()
    shown: bool = False
    label: str = ""
    handles: tuple[Handle, ...] = ()


class ShareTold(Struct, frozen=True):
    """What a seat won of a pot, 0 is the main pot, or of a `half` of it where high and low hands share it."""

    pot: int
    seat: int
    chips: int
    half: Half = ""


class HandAccount(Struct, frozen=True):
    """A hand from its first riffle to its last pot.

    `variant` is a PHH code, `small_blind` None where nobody posts it (a dead small blind); the table has `table_seats`
    places. `seats` are those dealt in, in order of seat number. `ante_by` says who pays the ante. `showed` are the
    seats that tabled their hands, in that order. `bring_in` is the seat that brought it in, None where none did, and
    its chips are that seat's `blind_chips`. `began_ns` and `ended_ns`, when its pots were settled, are wall time, 0
    where that is not known.
    """

    number: int
    variant: str
    rulebook: str
    table_seats: int
    button: int
    small_blind: int | None
    big_blind: int
    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    ante_by: Literal["all", "bb"]
    small_bet_chips: int
    big_bet_chips: int
    seats: tuple[SeatTold, ...]
    streets: tuple[StreetTold, ...]
    showed: tuple[int, ...]
    shares: tuple[ShareTold, ...]
    voided: bool = False
    misdeals: int = 0
    retold: bool = False
    findings: tuple[FoundView, ...] = ()
    began_ns: int = 0
    ended_ns: int = 0
    bring_in: int | None = None
    bring_in_chips: int = 0

    @property
    def board(self) -> tuple[Card | None, ...]:
        """All cards of the board, in the order dealt."""
        return tuple(card for street in self.streets for card in street.board)

    @property
    def pot_chips(self) -> int:
        """All that was won: every pot together."""
        return sum(share.chips for share in self.shares)

    def of(self, seat: int) -> SeatTold:
        """What is told of a seat that was dealt in."""
        return next(told for told in self.seats if told.seat == seat)

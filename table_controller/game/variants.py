"""Variants as data: streets, deal pattern, betting structure, hands that win.

A variant is known here before it is played: the fields that limit, pot-limit, Omaha, stud and draw
need are there, and `not_played` names what is still missing. Codes are those of PHH, besides them
``PT`` and ``PO/8`` (table-script.md).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, Card

Betting: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit"]
Forced: TypeAlias = Literal["blinds", "bring-in"]
HandKind: TypeAlias = Literal["high", "high-short", "low-8", "low-a5", "low-27", "badugi"]
"""How cards make a hand: ``high-short`` without the cards below six, ``low-8`` eight or better."""


_ALL_CARDS: Final = frozenset(DECK)
_SIX_AND_UP: Final = frozenset(card for card in DECK if card[0] not in "2345")


class Street(Struct, frozen=True):
    """One betting round and the cards that come before it.

    `down` and `up` cards go to each seat, `board` cards to the middle, those of the first street when all have their
    hands; `draws`: players exchange cards first. `big` marks the streets of fixed-limit games on
    which the big bet is the unit.
    """

    name: str
    burn: bool = False
    down: int = 0
    up: int = 0
    board: int = 0
    draws: bool = False
    big: bool = False


class Variant(Struct, frozen=True):
    """One game: what is dealt when, how much may be bet, which hands win.

    `hole_used` is how many hole cards a hand must use (None: any). Two `kinds` share the pot, the first taking its odd
    chip. `button_posts`: the one blind is the button's, so that the player to its left is first on every street.
    """

    code: str
    name: str
    betting: Betting
    forced: Forced
    streets: tuple[Street, ...]
    kinds: tuple[HandKind, ...] = ("high",)
    hole_used: int | None = None
    button_posts: bool = False

    @property
    def first(self) -> Street:
        """The street that opens when the deal is done."""
        return self.streets[0]

    @property
    def deals_up(self) -> bool:
        """Whether cards lie face up before the seats, so that each needs an antenna for them."""
        return any(street.up for street in self.streets)

    @property
    def low_wins(self) -> bool:
        """Whether the lowest hand wins the pot, as in razz; where two kinds share it, the high one is named first."""
        return not self.kinds[0].startswith("high")

    @property
    def deck_size(self) -> int:
        """How many cards the deck has."""
        return len(self.deck)

    @property
    def deck(self) -> frozenset[Card]:
        """The cards of the deck: all, or those from six up."""
        return _SIX_AND_UP if "high-short" in self.kinds else _ALL_CARDS

    def street(self, name: str) -> Street | None:
        """The street of that name."""
        return next((street for street in self.streets if street.name == name), None)

    def board_by(self, name: str) -> int:
        """How many cards lie on the board once those of the street of that name are out."""
        at = [street.name for street in self.streets].index(name)
        return sum(street.board for street in self.streets[: at + 1])

    def after(self, name: str) -> Street | None:
        """The street after the one named, None after the last."""
        for at, street in enumerate(self.streets, 1):
            if street.name == name:
                return self.streets[at] if at < len(self.streets) else None
        return None


def _board(hole: int) -> tuple[Street, ...]:
    return (
        Street("preflop", down=hole),
        Street("flop", burn=True, board=3),
        Street("turn", burn=True, board=1, big=True),
        Street("river", burn=True, board=1, big=True),
    )


_COURCHEVEL = (
    Street("preflop", down=5, board=1),
    Street("flop", burn=True, board=2),
    Street("turn", burn=True, board=1, big=True),
    Street("river", burn=True, board=1, big=True),
)
"""The first card of the board lies there before anybody bets."""

_STUD = (
    Street("third", down=2, up=1),
    Street("fourth", burn=True, up=1),
    Street("fifth", burn=True, up=1, big=True),
    Street("sixth", burn=True, up=1, big=True),
    Street("seventh", burn=True, down=1, big=True),
)


def _draws(count: int, cards: int = 5) -> tuple[Street, ...]:
    """A deal and so many draws; in a limit game the big bet comes with the second of them."""
    names = ("draw", "draw-2", "draw-3")
    draws = (Street(name, burn=True, draws=True, big=at > 0) for at, name in enumerate(names[:count]))
    return (Street("preflop", down=cards), *draws)


_ALL = (
    Variant("NT", "no-limit hold'em", "no-limit", "blinds", _board(2)),
    Variant("FT", "limit hold'em", "fixed-limit", "blinds", _board(2)),
    Variant("PT", "pot-limit hold'em", "pot-limit", "blinds", _board(2)),
    Variant("NS", "no-limit short-deck hold'em", "no-limit", "blinds", _board(2), ("high-short",), None, True),
    Variant("PO", "pot-limit Omaha", "pot-limit", "blinds", _board(4), hole_used=2),
    Variant("PO5", "five-card pot-limit Omaha", "pot-limit", "blinds", _board(5), hole_used=2),
    Variant("PO/8", "pot-limit Omaha hi-lo", "pot-limit", "blinds", _board(4), ("high", "low-8"), 2),
    Variant("FO/8", "limit Omaha hi-lo", "fixed-limit", "blinds", _board(4), ("high", "low-8"), 2),
    Variant("PC", "pot-limit Courchevel", "pot-limit", "blinds", _COURCHEVEL, hole_used=2),
    Variant("F7S", "limit seven-card stud", "fixed-limit", "bring-in", _STUD),
    Variant("F7S/8", "limit seven-card stud hi-lo", "fixed-limit", "bring-in", _STUD, ("high", "low-8")),
    Variant("FR", "limit razz", "fixed-limit", "bring-in", _STUD, ("low-a5",)),
    Variant("N5D", "no-limit five-card draw", "no-limit", "blinds", _draws(1)),
    Variant("N2L1D", "no-limit 2-7 single draw", "no-limit", "blinds", _draws(1), ("low-27",)),
    Variant("F2L3D", "limit 2-7 triple draw", "fixed-limit", "blinds", _draws(3), ("low-27",)),
    Variant("FB", "limit badugi", "fixed-limit", "blinds", _draws(3, 4), ("badugi",)),
)

VARIANTS: Final = MappingProxyType({variant.code: variant for variant in _ALL})
"""Every variant known by name."""

PLAYED: Final = frozenset(VARIANTS)
"""Codes of the variants that the engine plays now."""

NO_LIMIT_HOLDEM: Final = VARIANTS["NT"]


def not_played(code: str) -> str | None:
    """Why a variant cannot be dealt, as words for a report; None when it is played."""
    if code in PLAYED:
        return None
    known = VARIANTS.get(code)
    return f"{known.name} ({code}) is not played yet" if known else f"{code!r} is not a variant"

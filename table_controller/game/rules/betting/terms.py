"""How a table bets: the game's structure and the book's answers that hold for a whole hand."""

from __future__ import annotations

from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour
from table_controller.game.state.betting import Terms
from table_controller.game.variants import VARIANTS

USUAL_CAP: Final = 3
"""Raises after the bet where the book leaves the number to the house (FIGP prints the same: 8-a)."""


def terms_of(variant: str, book: Rulebook) -> Terms:
    """The terms of a hand of this variant under this book."""
    structure = VARIANTS[variant].betting if variant in VARIANTS else "no-limit"
    limit = structure == "fixed-limit"
    return Terms(
        structure=structure,
        sums=not limit and short_all_ins_add_up(book),
        half_reopens=limit and half_a_raise_reopens(book),
        cap_raises=cap_of_raises(limit, book),
        free_heads_up=limit and no_cap_heads_up(book),
        short_open_doubles=short_opening_doubles(book),
        short_blind_counts_full=structure == "pot-limit" and short_blind_counts_full(book),
        builds=builds_on_the_last(book),
        full_only=only_full_raises_count(book),
        reopens=full_raise_reopens(book),
    )


@behaviour(False)
def builds_on_the_last(book: Rulebook) -> bool:
    """A raise adds at least as much as the last full bet or raise of the round did."""
    del book
    return True


@behaviour(False)
def only_full_raises_count(book: Rulebook) -> bool:
    """An all-in for less than a raise is none: it neither sets the size of the next nor reopens the betting."""
    del book
    return True


@behaviour(False)
def full_raise_reopens(book: Rulebook) -> bool:
    """Who has acted may raise again once he faces a full raise."""
    del book
    return True


@behaviour(False)
def short_opening_doubles(book: Rulebook) -> bool:
    """Whether a raise over an opening all-in under the minimum bet goes to twice the big blind."""
    return book.short_open_allin.raise_to.value == "double_bb"


@behaviour(True)
def short_all_ins_add_up(book: Rulebook) -> bool:
    """Whether several short all-ins that make a full raise together reopen the betting."""
    return book.reopen.cumulative.value is True


@behaviour(False)
def half_a_raise_reopens(book: Rulebook) -> bool:
    """Whether half a bet reopens the betting of a limit game."""
    return book.reopen.limit_half.value is True


@behaviour(0)
def cap_of_raises(limit: bool, book: Rulebook) -> int | None:
    """The most raises of a round: none is too many but in a limit game."""
    if not limit:
        return None
    cap = book.limit.cap_raises.value
    return cap if isinstance(cap, int) else USUAL_CAP


@behaviour(False)
def no_cap_heads_up(book: Rulebook) -> bool:
    """Whether two players who began the round alone may raise without end."""
    return book.limit.cap_heads_up.value == "none_if_heads_up_from_round_start"


@behaviour(False)
def short_blind_counts_full(book: Rulebook) -> bool:
    """Whether the pot counts blinds as whole before the flop, although one was posted short."""
    return book.pl.short_blind_ignored_preflop.value is True

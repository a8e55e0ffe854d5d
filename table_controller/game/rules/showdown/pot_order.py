"""Main pot and side pots: who plays for which, each split for itself, and which is pushed first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.hand import Share
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "side-pot"
_SEVERAL: Final = 3
"""From so many pots on it is not plain to everybody in which order they are pushed."""


@behaviour(False)
def only_what_was_matched(book: Rulebook) -> bool:
    """A player all-in wins of every other no more than he put in himself; further bets are a side pot of the others."""
    del book
    return True


@behaviour(False)
def each_for_itself(book: Rulebook) -> bool:
    """Each pot is split for itself: what is odd in one is not made even with another."""
    del book
    return True


@behaviour(())
def side_pots_before_the_main(count: int, book: Rulebook) -> tuple[int, ...]:
    """Numbers of the pots in the order in which they are pushed: the last formed first, the main pot last.

    A book that says only that side pots come before the main pot, or nothing, leaves the rest open; see `open_order`.
    """
    del book
    return tuple(range(count - 1, -1, -1))


_LAST_FIRST: Final = ("last-formed-first", "first-formed-first")
_SIDE_FIRST: Final = ("side-pot-first", "main-pot-first")


def is_of_the_order(found: Finding) -> bool:
    """Whether the floor is asked in which order pots are pushed."""
    return found.topic == TOPIC and any(option.name in (*_LAST_FIRST, *_SIDE_FIRST) for option in found.options)


def is_begun(found: Finding, shares: Sequence[Share], due_seats: Container[int]) -> bool:
    """Whether the pot is pushed that would come first by the order that is not proposed: the dealer has answered.

    That is the main pot, or the first side pot where side pots come before it; `due_seats` still have something coming.
    """
    pots = {share.pot for share in shares}
    if any(option.name in _LAST_FIRST for option in found.options):
        pots.discard(0)
    return bool(pots) and all(share.seat not in due_seats for share in shares if share.pot == min(pots))


def open_order(shares: Sequence[Share], book: Rulebook) -> tuple[Finding, ...]:
    """Three pots or more, not all to the same: in which order, where the book does not say or not all of it."""
    winners: dict[int, set[int]] = defaultdict(set)
    for share in shares:
        winners[share.pot].add(share.seat)
    if len(winners) < _SEVERAL or len({frozenset(seats) for seats in winners.values()}) == 1:
        return ()
    rule = book.side_pot.order
    match rule.value:
        case "last_formed_first":
            return ()
        case "side_before_main":
            options: tuple[str, ...] = _LAST_FIRST
        case None:
            options = _SIDE_FIRST
    facts = (("pots", len(winners)),)
    return (finding(TOPIC, None, rule.cite, facts, options, stops_play=False),)

"""Acts that no rule of the book judges: named with their facts, under the book's discretion rule.

An act of the seat to act that counts as nothing is a case: the floor decides what it is, and play waits. What else
lies or moves where it should not is told, and stops nobody.
"""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import is_turn_unclear, live_seats, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting.reopening import without_raises
from table_controller.game.rules.betting.string_bets import last_act_of
from table_controller.game.state.betting import may_raise
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.table import Table, Unexplained
from table_controller.vocabulary.findings import Finding, Option

TOPIC: Final = "irregular"

ACTS: Final = frozenset(
    {"silent-chips", "undercall", "under-raise", "under-bet", "betting-closed", "not-read", "word", "chips-taken-back"}
)
"""Causes that leave the seat to act without an act."""

CHOICES: Final = ("call", "min-raise", "take-back", "play-on")
"""What the floor may make of such an act."""


_WITHOUT_AN_ACT: Final = ("take-back", "play-on")
"""What is left of them while it is another's turn: no ruling makes an act there."""


def _may_be_made_an_act(table: Table, seat: int) -> bool:
    """Whether the floor can make an act of what the seat did: in its turn, or of the act that it made last.

    Before a round is open its turn may have come when the floor speaks.
    """
    return is_turn_unclear(table) or who_acts(table) in (None, seat) or last_act_of(table, seat) is not None


def _no_act_any_more(cause: str, seat: int, table: Table) -> bool:
    """Whether a seat took chips back that bets no more in this hand or deal: they are owed, and nothing is to rule."""
    over = table.hand.phase == SETTLED or table.hand.fate == "misdeal"
    return cause == "chips-taken-back" and (over or seat not in live_seats(table))


def unread(what: Unexplained, before: Table, book: Rulebook) -> Finding:
    """The finding ``irregular``: what plain play could not read, for the floor to know of or to decide.

    `before` is the table that the act came to: whoever may not raise there is not left a raise either.
    """
    facts = (("cause", what.cause), *what.facts)
    if what.cause not in ACTS or what.seat is None or _no_act_any_more(what.cause, what.seat, before):
        return Finding(TOPIC, what.seat, book.discretion, facts)
    names = CHOICES if _may_be_made_an_act(before, what.seat) else _WITHOUT_AN_ACT
    options = tuple(Option(name) for name in names)
    found = Finding(TOPIC, what.seat, book.discretion, facts, options, stops_play=True)
    closed = who_acts(before) == what.seat and not may_raise(before.betting, what.seat)
    return without_raises(found) if closed else found

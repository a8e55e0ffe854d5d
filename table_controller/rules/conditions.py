"""Words about what is not there yet: ``if you bet I raise``, and a call of a bet that has no size."""

from __future__ import annotations

from table_controller.queries import stand_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.readings import Leaves, Reading
from table_controller.table import Table
from table_controller.vocabulary.events import Declared

HELD_OR_NOT = ("binding", "not-binding", "penalty", "warning")
"""What the floor may do about words on what is not there yet."""


@behaviour(None)
def conditional(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``if you bet I raise``: the floor may hold the player to it; play goes on meanwhile."""
    del table
    if event.word != "other" or event.text.lower().split()[:1] != ["if"]:
        return None
    rule = cite(book, "conditions.conditional")
    facts = (("word", event.word),)
    return Leaves((finding("conditional-statement", event.seat, rule, facts, HELD_OR_NOT, stops_play=False),))


@behaviour(None)
def early_call(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` said while another seat has said that it bets, and not yet how much.

    A book that speaks of it lets the floor hold him to a call of any amount, or not. In silence the floor may
    also choose what lies between: he may call or fold once the amount is known, but raise no more.
    """
    if event.word != "call" or table.betting.announced is None or who_acts(table) in (None, event.seat):
        return None
    if stand_of(table, event.seat).status != "in":
        return None
    answer = book.early_call
    options = HELD_OR_NOT if answer.value == "floor_any_amount" else ("call-or-fold", *HELD_OR_NOT)
    return Leaves((finding("conditional-statement", event.seat, answer.cite, (("said", "call"),), options),))

"""What players say of their hands at the showdown: it binds nobody, the cards speak."""

from __future__ import annotations

from typing import Final

from table_controller.queries import has_tabled, live_seats
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.rules.folds import DEAD_OR_BACK
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding

SPOKEN: Final = "cards-speak"
_REFUSALS: Final = frozenset({"no", "i won't", "i refuse"})


def refuses(text: str) -> bool:
    """Whether these words refuse to show."""
    return text.strip().lower() in _REFUSALS


def names_the_board(text: str) -> bool:
    """Whether these words say that the board is the hand."""
    return "board" in text.lower().split()


@behaviour(())
def claimed(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player says what he holds: the cards decide; if he misled others on purpose he may be penalised."""
    rule = cite(book, "spoken_hands.claimed")
    return (may_be_penalised(SPOKEN, seat, rule),)


@behaviour(())
def thrown_away(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A hand thrown away because another player said that he has a better one, where the book speaks of it."""
    slug = "spoken_hands.thrown_away"
    said = [at for at in table.hand.showing.claims if at != seat and at in live_seats(table)]
    if slug not in book.cites or not said or has_tabled(table, said[-1]):
        return ()
    return (finding(SPOKEN, seat, cite(book, slug), (("about_seat", said[-1]),), DEAD_OR_BACK),)

"""Who may see another player's hand at the showdown.

| the asker                          | right to see the last aggressor | no such right, or no word of it |
| ---------------------------------- | ------------------------------- | ------------------------------- |
| folded, or threw his hand away     | has lost it, where printed      | the same                        |
| called the last bet, asks for it   | sees it                         | the floor decides               |
| anything else                      | the floor decides               | the floor decides               |
"""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import has_tabled, stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.betting import is_live
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Fact, Finding

TOPIC: Final = "ask-to-see"


@behaviour(())
def right_lost(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who has no cards any more and did not table them asks in vain."""
    slug = "asking_to_see.right_lost"
    if slug not in book.cites or is_live(stand_of(table, seat)) or has_tabled(table, seat):
        return ()
    return (finding(TOPIC, seat, cite(book, slug), _facts(about)),)


@behaviour(())
def has_the_right(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who called the last bet sees the hand that he paid to see."""
    rule = book.right_to_see_river_aggressor
    paid = table.betting.aggressor == about and seat != about and not table.hand.betting_over
    if not rule.value or not paid or not (is_live(stand_of(table, seat)) or has_tabled(table, seat)):
        return ()
    return (finding(TOPIC, seat, rule.cite, _facts(about)),)


@behaviour(())
def for_the_floor(seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """Any other wish to see a hand."""
    rule = book.right_to_see_river_aggressor
    return (finding(TOPIC, seat, rule.cite, _facts(about), ("show-hand", "play-on")),)


def _facts(about: int) -> tuple[Fact, ...]:
    return (("about_seat", about),)

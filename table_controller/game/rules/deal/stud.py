"""Stud: who brings it in, who speaks first, and what a bet is; the cards that lie face up say so."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.hands import up_cards
from table_controller.game.queries import shows_best
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding


@behaviour(None)
def brings_in(doors: Mapping[int, Card], low_wins: bool, book: Rulebook) -> int | None:
    """The lowest door card by suit brings it in, in razz the highest; without that the first left of the button."""
    del book
    return up_cards.brings_in(doors, low_wins=low_wins)


@behaviour(None)
def speaks_first(table: Table, book: Rulebook) -> int | None:
    """The best hand that shows speaks first, in razz the lowest; of equal ones that of the highest card by suit."""
    del book
    return shows_best(table)


@behaviour(False)
def bring_in_is_the_least(book: Rulebook) -> bool:
    """Who is all-in for his ante brings nothing in: to his left it is the whole bring-in all the same, or a fold."""
    del book
    return True


@behaviour(True)
def open_pair_doubles(book: Rulebook) -> bool:
    """Whether a pair that shows on fourth street allows the big bet."""
    del book
    return False


@behaviour(False)
def dead_hands_get_none(book: Rulebook) -> bool:
    """No card of a later street is dealt to a hand that is dead, its player's being away among the reasons."""
    del book
    return True


@behaviour(False)
def not_at_risk_shows_first(book: Rulebook) -> bool:
    """Whether in an all-in showdown who has chips left shows before those who have none (TDA 2019 RP-10B)."""
    return "stud.not_at_risk_shows_first" in book.cites


@behaviour(None)
def exposed_last_card(seat: int, betting_over: bool, book: Rulebook) -> Finding | None:
    """The last card of a player, which comes face down, was turned up by the dealer (TDA 2019 RP-10B).

    While there is betting left it is replaced; without any it stays. None where the book prints nothing of it.
    """
    slug = "stud.exposed_last_card"
    if slug not in book.cites:
        return None
    facts = (("cause", "last-card-stays" if betting_over else "last-card-replaced"),)
    return finding("stud-procedure", seat, cite(book, slug), facts)

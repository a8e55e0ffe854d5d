"""Two players: the button is the small blind, and as two are left it may have to be adjusted."""

from __future__ import annotations

from typing import Final

from table_controller.machines.button import Positions
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.vocabulary.findings import Finding

HEADS_UP: Final = "heads-up-button"
ADJUST: Final = "adjust-button"
MAY_BE_ADJUSTED: Final = (ADJUST, "leave-button")


@behaviour(False)
def button_is_small_blind(book: Rulebook) -> bool:
    """Of two players the button posts the small blind: it speaks first before the flop, and gets the last card."""
    del book
    return True


@behaviour(False)
def adjusted(book: Rulebook) -> bool:
    """As two are left the button goes where nobody is the big blind twice running, if the book says so."""
    return bool(book.heads_up.adjust.value)


@behaviour(())
def for_the_floor(plain: Positions, better: Positions, book: Rulebook) -> tuple[Finding, ...]:
    """The button moves on as ever and makes one player the big blind again: in silence the floor may adjust it.

    `better` is where button and blinds would be then.
    """
    rule = book.heads_up.adjust
    if rule.value is not None or plain == better:
        return ()
    facts = (("button_seat", plain.button), ("due_seat", better.button))
    return (finding(HEADS_UP, plain.big_blind, rule.cite, facts, MAY_BE_ADJUSTED, stops_play=False),)

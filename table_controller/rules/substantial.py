"""When enough has happened that an error is too old to be put right as if it had not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from table_controller.machines.betting import Deed
from table_controller.machines.hand import DEAL
from table_controller.queries import variant_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour
from table_controller.table import Table

TWO: Final = 2
THREE: Final = 3


def is_substantial(table: Table, book: Rulebook) -> bool:
    """Whether there has been substantial action on this street, by the book's own test for it."""
    if table.hand.phase == DEAL:
        return False
    deeds = table.betting.deeds
    preflop = table.hand.phase == variant_of(table).first.name
    policy = book.substantial_action.preflop if preflop else book.substantial_action.postflop
    match policy.value:
        case "bb_first_action":
            return big_blind_has_acted(table, book)
        case "any_two":
            return any_two_acts(deeds, book)
        case "tda":
            return two_with_chips_or_three(deeds, book)
        case _:
            return False


@behaviour(False)
def two_with_chips_or_three(deeds: Iterable[Deed], book: Rulebook) -> bool:
    """Two acts of which one moved chips, or any three."""
    del book
    acts = list(deeds)
    return len(acts) >= THREE or (len(acts) >= TWO and any(deed.paid for deed in acts))


@behaviour(False)
def big_blind_has_acted(table: Table, book: Rulebook) -> bool:
    """The big blind has acted for the first time; with the first round over there is nothing to wait for."""
    del book
    if table.positions is None or table.betting.actor is None:
        return True
    return any(deed.seat == table.positions.big_blind for deed in table.betting.deeds)


@behaviour(False)
def any_two_acts(deeds: Iterable[Deed], book: Rulebook) -> bool:
    """Any two acts, folds and checks too."""
    del book
    return len(list(deeds)) >= TWO

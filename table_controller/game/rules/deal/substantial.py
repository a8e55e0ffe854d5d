"""When enough has happened that an error is too old to be put right as if it had not."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from table_controller.game.queries import (
    variant_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour
from table_controller.game.state.betting import RecordedAct
from table_controller.game.state.table import Table

TWO: Final = 2
THREE: Final = 3


class Verdict(IntEnum):
    """Whether there has been substantial action; the floor decides where the book does not say."""

    NO = 0
    FOR_THE_FLOOR = 1
    YES = 2


def substantial(acts: Sequence[RecordedAct], table: Table, book: Rulebook) -> Verdict:
    """Whether these acts of the street under way are substantial action, by the book's own test.

    A book without a test leaves it to the floor from two acts on: no book prints a weaker one. Where nobody posts
    blinds, as in stud, the first street is like the later ones.
    """
    tests, game = book.substantial_action, variant_of(table)
    preflop = game.forced == "blinds" and table.hand.phase == game.first.name
    match tests.preflop.value if preflop else tests.postflop.value:
        case "bb_first_action":
            occurred = big_blind_has_acted(acts, table, book)
        case "any_two":
            occurred = any_two_acts(acts, book)
        case "tda":
            occurred = two_with_chips_or_three(acts, book)
        case _:
            return Verdict.FOR_THE_FLOOR if len(acts) >= TWO else Verdict.NO
    return Verdict.YES if occurred else Verdict.NO


@behaviour(False)
def two_with_chips_or_three(acts: Sequence[RecordedAct], book: Rulebook) -> bool:
    """Two acts of which one moved chips, or any three."""
    del book
    return len(acts) >= THREE or (len(acts) >= TWO and any(recorded_act.paid for recorded_act in acts))


@behaviour(False)
def big_blind_has_acted(acts: Sequence[RecordedAct], table: Table, book: Rulebook) -> bool:
    """The big blind is among those who acted."""
    del book
    posts = who_posts(table)
    return posts is not None and any(recorded_act.seat == posts.big_blind for recorded_act in acts)


@behaviour(False)
def any_two_acts(acts: Sequence[RecordedAct], book: Rulebook) -> bool:
    """Any two acts, folds and checks too."""
    del book
    return len(acts) >= TWO

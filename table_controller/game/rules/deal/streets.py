"""The course of a hand: how many cards make a street, and who speaks first on it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour
from table_controller.game.state.betting import RecordedAct


@behaviour(False)
def is_out(missing: int, book: Rulebook) -> bool:
    """The street is out once all its cards lie there: three for the flop, one for the turn and the river."""
    del book
    return missing <= 0


@behaviour(0)
def speaks_before(big_blind: int, book: Rulebook) -> int:
    """After whose seat the first round begins: the first left of the big blind speaks first."""
    del book
    return big_blind


@behaviour(0)
def speaks_after(button: int, book: Rulebook) -> int:
    """After whose seat later rounds begin: the first left of the button who is still in speaks first."""
    del book
    return button


@behaviour(False)
def ends_the_round(last: RecordedAct, book: Rulebook) -> bool:
    """A round is over once everyone has answered the highest bet, or one hand is left."""
    del last, book
    return True


@behaviour(MappingProxyType({}))
def best_hand_wins(strengths: Mapping[int, int], book: Rulebook) -> Mapping[int, int]:
    """At the showdown the best five of seven cards win; without that all would share."""
    del book
    return strengths

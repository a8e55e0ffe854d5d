"""Which effects of a choice of the floor bind so much that its PIN is asked for: those that move chips, seats or clock.

The list is of the ones that do not. An effect that is new here, or that nothing names (``noted``), binds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from table_controller.vocabulary.views import Effect

FREE: Final = frozenset(
    {
        *("nothing", "warning", "case", "repair"),  # a word to a player, another case, a procedure for the board
        *("held", "limit", "hand-stays"),  # an act that waits for its turn, what a seat may still do
        *("must-show", "shows-first"),
        *("card-later", "card-back", "card-on", "card-replaced", "let-be", "shuffled-in"),  # cards, and no chips
        *("street", "turn", "round-over", "hand-over"),  # how play goes on after what else is told
    }
)
"""Codes of `views.Effect` that move neither chips nor seats nor the clock."""


def binds(effects: Iterable[Effect]) -> bool:
    """Whether one of the effects moves chips, seats or the clock."""
    return any(effect.code not in FREE for effect in effects)

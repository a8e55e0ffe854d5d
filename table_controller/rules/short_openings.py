"""A raise over an all-in that opened the round for less than the minimum bet."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Reading


@behaviour(None)
def raise_below_double(act: Gesture, book: Rulebook) -> Reading | None:
    """Where the book does not print the least raise, one below twice the big blind stands unless the floor says no."""
    answer, big = book.short_open_allin.raise_to, act.table.level.big_blind_chips
    if answer.value is not None or not 0 < act.level_chips < big or act.is_all_in:
        return None
    if act.table.betting.terms.structure == "fixed-limit" or not act.minimum_chips <= act.total_chips < 2 * big:
        return None
    facts = (*act.facts, ("as_chips", act.total_chips), ("double_chips", 2 * big))
    unsure = finding("min-raise", act.seat, answer.cite, facts, ("stands", "double-blind"), stops_play=False)
    return Acts(act.raise_word, act.total_chips, (unsure,))

"""Several silent chips that face a bet."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Leaves, Reading


@behaviour(None)
def none_to_spare(act: Gesture, book: Rulebook) -> Reading | None:
    """A call, if taking the smallest chip away would leave less than the call; the change goes back."""
    if act.count <= 1 or not 0 < act.call_chips < act.more_chips:
        return None
    mixed = book.multi_chip.denominations
    if act.more_chips - act.smallest_chips >= act.call_chips:
        return None
    if len(act.chips) > 1 and mixed.value != "any":
        if mixed.value == "same_only":
            return None
        return Leaves((finding("multiple-chips", act.seat, mixed.cite, act.facts, ("call", "min-raise", "take-back")),))
    if act.is_all_in:
        return _last_chips(act, book)
    rule = cite(book, "several_chips.none_to_spare")
    return Acts("call", act.level_chips, (finding("multiple-chips", act.seat, rule, act.facts),))


def _last_chips(act: Gesture, book: Rulebook) -> Reading:
    last = book.multi_chip.last_chips
    if last.value == "call_unless_declared":
        return Acts("call", act.level_chips, (finding("multiple-chips", act.seat, last.cite, act.facts),))
    return Leaves((finding("multiple-chips", act.seat, last.cite, act.facts, ("call", "all-in", "take-back")),))

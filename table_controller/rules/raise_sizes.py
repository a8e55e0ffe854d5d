"""How much a bet or raise must be, and what becomes of one that is too small."""

from __future__ import annotations

from typing import Final

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Leaves, Reading
from table_controller.vocabulary.findings import Citation, Finding

BETWEEN: Final = ("call", "min-raise", "take-back")
"""What the floor may make of chips between call and raise that the book has no measure for."""


@behaviour(None)
def minimum_bet(act: Gesture, book: Rulebook) -> Reading | None:
    """An opening bet under the minimum is brought up to it."""
    if act.level_chips or act.is_all_in or act.total_chips >= act.minimum_chips:
        return None
    found = finding("min-bet", act.seat, cite(book, "raise_sizes.minimum_bet"), act.facts)
    return Acts("bet", act.minimum_chips, (found,))


@behaviour(None)
def half_rule(act: Gesture, book: Rulebook) -> Reading | None:
    """Silent chips of at least half a raise over the call are brought up to a minimum raise.

    Where the book does not say half of what, the floor decides on all that lies between call and raise.
    """
    if not _is_between(act):
        return None
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    base, exactly = book.half_rule.base, book.half_rule.at_exactly_half
    if base.value is None:
        return Leaves((finding("min-raise", act.seat, base.cite, act.facts, BETWEEN),))
    if 2 * more < full:
        return None
    if 2 * more == full and exactly.value is None:
        return Leaves((finding("min-raise", act.seat, exactly.cite, act.facts, BETWEEN),))
    return Acts("raise", act.minimum_chips, _size_rules(act, base.cite, book))


@behaviour(None)
def less_than_half(act: Gesture, book: Rulebook) -> Reading | None:
    """Silent chips of less than half a raise over the call are a call; the rest goes back."""
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    if not _is_between(act) or 2 * more >= full:
        return None
    rule = book.cites.get("raise_sizes.less_than_half", book.half_rule.base.cite)
    return Acts("call", act.level_chips, _size_rules(act, rule, book))


def _is_between(act: Gesture) -> bool:
    """Whether the chips are more than the call and less than a minimum raise."""
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    return act.level_chips > 0 and 0 < more < full and not act.is_all_in


def _size_rules(act: Gesture, rule: Citation, book: Rulebook) -> tuple[Finding, ...]:
    sized = finding("min-raise", act.seat, rule, act.facts)
    if act.count <= 1:
        return (sized,)
    return (finding("multiple-chips", act.seat, cite(book, "several_chips.none_to_spare"), act.facts), sized)


@behaviour(None)
def too_small_a_raise(act: Gesture, book: Rulebook) -> Reading | None:
    """A raise that was declared, but too small, is brought up to the minimum raise."""
    if act.total_chips >= act.minimum_chips or act.is_all_in:
        return None
    fix = book.wrong_amount_fix
    wrong = finding("incorrect-bet", act.seat, fix.cite, act.facts)
    rule = finding("min-raise", act.seat, book.half_rule.base.cite, act.facts)
    return Acts(act.raise_word, act.minimum_chips, (rule, wrong))

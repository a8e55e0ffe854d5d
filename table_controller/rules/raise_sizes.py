"""How much a bet or raise must be, and what becomes of one that is too small."""

from __future__ import annotations

from table_controller.findings import Finding
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Leaves, Reading


@behaviour(None)
def minimum_bet(act: Gesture, book: Rulebook) -> Reading | None:
    """An opening bet under the minimum is brought up to it."""
    if act.level_chips or act.is_all_in or act.total_chips >= act.minimum_chips:
        return None
    found = finding("min-bet", act.seat, cite(book, "raise_sizes.minimum_bet"), act.facts)
    return Acts("bet", act.minimum_chips, (found,))


@behaviour(None)
def half_rule(act: Gesture, book: Rulebook) -> Reading | None:
    """Silent chips over the call and under a minimum raise: half a raise is brought up to one, less is a call."""
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    if not act.level_chips or more <= 0 or more >= full or act.is_all_in:
        return None
    answer = book.half_rule.at_exactly_half
    facts = act.facts
    if 2 * more == full and answer.value is None:
        return Leaves((finding("min-raise", act.seat, answer.cite, facts, ("call", "min-raise", "take-back")),))
    rules: tuple[Finding, ...] = (finding("min-raise", act.seat, book.half_rule.base.cite, facts),)
    if act.count > 1:
        rules = (finding("multiple-chips", act.seat, cite(book, "several_chips.none_to_spare"), facts), *rules)
    if 2 * more >= full:
        return Acts("raise", act.minimum_chips, rules)
    return Acts("call", act.level_chips, rules)


@behaviour(None)
def too_small_a_raise(act: Gesture, book: Rulebook) -> Reading | None:
    """A raise that was declared, but too small, is brought up to the minimum raise."""
    if act.total_chips >= act.minimum_chips or act.is_all_in:
        return None
    fix = book.wrong_amount_fix
    wrong = finding("incorrect-bet", act.seat, fix.cite, act.facts)
    rule = finding("min-raise", act.seat, book.half_rule.base.cite, act.facts)
    return Acts(act.raise_word, act.minimum_chips, (rule, wrong))

"""How much a bet or raise must be, what becomes of one that is too small, and what it may not leave behind."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.state.betting import has_others_to_raise, may_raise
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Finding

BETWEEN: Final = ("call", "min-raise", "take-back")
"""What the floor may make of chips between call and raise that the book has no measure for."""


@behaviour(None)
def minimum_bet(act: ChipPush, book: Rulebook) -> Reading | None:
    """An opening bet under the minimum is brought up to it."""
    if act.level_chips or act.is_all_in or act.total_chips >= act.minimum_chips:
        return None
    found = finding("min-bet", act.seat, cite(book, "raise_sizes.minimum_bet"), act.facts)
    return Acts("bet", act.minimum_chips, (found,))


@behaviour(None)
def half_rule(act: ChipPush, book: Rulebook) -> Reading | None:
    """Silent chips of more than half a raise over the call are brought up to a minimum raise; exactly half by the book.

    A book that speaks only of less and of more leaves exactly half to the floor. Where the book does not say half of
    what, the floor decides on all that lies between call and raise.
    """
    if not _is_between(act) or not _can_be_one(act):
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
def less_than_half(act: ChipPush, book: Rulebook) -> Reading | None:
    """Silent chips of less than half a raise over the call are a call; the rest goes back.

    So are those of more than half where nobody is left to raise: they fall short of nothing.
    """
    if not _is_between(act):
        return None
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    if 2 * more >= full and _can_be_one(act):
        return None
    rule = book.cites.get("raise_sizes.less_than_half", book.half_rule.base.cite)
    return Acts("call", act.level_chips, _size_rules(act, rule, book))


def _is_between(act: ChipPush) -> bool:
    """Whether the chips are more than the call and less than a minimum raise."""
    more, full = act.total_chips - act.level_chips, act.minimum_chips - act.level_chips
    return act.level_chips > 0 and 0 < more < full and not act.is_all_in


def _can_be_one(act: ChipPush) -> bool:
    """Whether there is a raise, be the betting open to the seat or not: somebody could call it."""
    return has_others_to_raise(act.table.betting, act.seat)


def _size_rules(act: ChipPush, rule: Citation, book: Rulebook) -> tuple[Finding, ...]:
    is_open = may_raise(act.table.betting, act.seat)  # if not, there is no least raise to fall short of
    sized = (finding("min-raise", act.seat, rule, act.facts),) if is_open else ()
    if act.count <= 1:
        return sized
    return (finding("multiple-chips", act.seat, cite(book, "silent_chips.none_to_spare"), act.facts), *sized)


@behaviour(None)
def too_small_a_raise(act: ChipPush, book: Rulebook) -> Reading | None:
    """A raise that was declared, but too small, is brought up to the minimum raise."""
    if act.total_chips >= act.minimum_chips or act.is_all_in:
        return None
    fix = book.wrong_amount_fix
    wrong = finding("incorrect-bet", act.seat, fix.cite, act.facts)
    rule = finding("min-raise", act.seat, book.half_rule.base.cite, act.facts)
    return Acts(act.raise_word, act.minimum_chips, (rule, wrong))


@behaviour(None)
def raise_below_double(act: ChipPush, book: Rulebook) -> Reading | None:
    """Where the book does not print the least raise, one below twice the big blind stands unless the floor says no."""
    answer, big = book.short_open_allin.raise_to, act.table.level.big_blind_chips
    if answer.value is not None or not 0 < act.level_chips < big or act.is_all_in:
        return None
    if act.table.betting.terms.structure == "fixed-limit" or not act.minimum_chips <= act.total_chips < 2 * big:
        return None
    facts = (*act.facts, ("as_chips", act.total_chips), ("double_chips", 2 * big))
    unsure = finding("min-raise", act.seat, answer.cite, facts, ("stands", "double-blind"), stops_play=False)
    return Acts(act.raise_word, act.total_chips, (unsure,))


@behaviour(None)
def less_than_a_big_blind(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """A bet or raise that would leave less than a big blind is all-in; calls are exempt."""
    if act.kind not in ("bet", "raise"):
        return None
    rule = book.aggressor_min_remainder
    total = table.betting.stands[seat - 1].bet_chips + table.ledger[seat - 1].stack_chips
    left = total - act.to_chips
    if rule.value != "bb" or not 0 < left < table.level.big_blind_chips:
        return None
    found = finding("forced-all-in-remainder", seat, rule.cite, (("left_chips", left), ("as_chips", total)))
    return replace(act, to_chips=total, findings=(*act.findings, found))

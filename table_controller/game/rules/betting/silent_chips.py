"""Chips that face a bet without a word: one worth more than it need be, and several."""

from __future__ import annotations

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading


@behaviour(None)
def facing_a_bet(act: ChipPush, book: Rulebook) -> Reading | None:
    """Facing a bet or blind, one silent chip worth more than the call is a call; the change goes back."""
    if act.count != 1 or not 0 < act.call_chips < act.more_chips:
        return None
    if act.is_all_in:
        return _last_chip(act, book)
    return Acts(
        "call", act.level_chips, (finding("overchip", act.seat, cite(book, "silent_chips.facing_a_bet"), act.facts),)
    )


def _last_chip(act: ChipPush, book: Rulebook) -> Reading:
    last = book.overchip.last_chip
    if last.value == "call":
        return Acts("call", act.level_chips, (finding("overchip", act.seat, last.cite, act.facts),))
    return Leaves((finding("overchip", act.seat, last.cite, act.facts, ("call", "all-in", "take-back")),))


@behaviour(None)
def opening(act: ChipPush, book: Rulebook) -> Reading | None:
    """With no bet to face, one silent chip is a bet of its whole value."""
    if act.count != 1 or act.level_chips or act.is_all_in or act.more_chips <= act.minimum_chips:
        return None
    answer = book.overchip.not_facing_bet
    if answer.value is None:
        return Leaves((finding("overchip", act.seat, answer.cite, act.facts, ("full-value", "min-bet", "take-back")),))
    return Acts("bet", act.total_chips)


@behaviour(None)
def none_to_spare(act: ChipPush, book: Rulebook) -> Reading | None:
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
    rule = cite(book, "silent_chips.none_to_spare")
    return Acts("call", act.level_chips, (finding("multiple-chips", act.seat, rule, act.facts),))


def _last_chips(act: ChipPush, book: Rulebook) -> Reading:
    last = book.multi_chip.last_chips
    if last.value == "call_unless_declared":
        return Acts("call", act.level_chips, (finding("multiple-chips", act.seat, last.cite, act.facts),))
    return Leaves((finding("multiple-chips", act.seat, last.cite, act.facts, ("call", "all-in", "take-back")),))

"""One silent chip worth more than it need be."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Leaves, Reading


@behaviour(None)
def facing_a_bet(act: Gesture, book: Rulebook) -> Reading | None:
    """Facing a bet or blind, one silent chip worth more than the call is a call; the change goes back."""
    if act.count != 1 or not 0 < act.call_chips < act.more_chips:
        return None
    if act.is_all_in:
        return _last_chip(act, book)
    return Acts(
        "call", act.level_chips, (finding("overchip", act.seat, cite(book, "overchips.facing_a_bet"), act.facts),)
    )


def _last_chip(act: Gesture, book: Rulebook) -> Reading:
    last = book.overchip.last_chip
    if last.value == "call":
        return Acts("call", act.level_chips, (finding("overchip", act.seat, last.cite, act.facts),))
    return Leaves((finding("overchip", act.seat, last.cite, act.facts, ("call", "all-in", "take-back")),))


@behaviour(None)
def opening(act: Gesture, book: Rulebook) -> Reading | None:
    """With no bet to face, one silent chip is a bet of its whole value."""
    if act.count != 1 or act.level_chips or act.is_all_in or act.more_chips <= act.minimum_chips:
        return None
    answer = book.overchip.not_facing_bet
    if answer.value is None:
        return Leaves((finding("overchip", act.seat, answer.cite, act.facts, ("full-value", "min-bet", "take-back")),))
    return Acts("bet", act.total_chips)

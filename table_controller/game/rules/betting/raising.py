"""Chips that follow the word ``bet`` or ``raise`` without an amount."""

from __future__ import annotations

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading


@behaviour(None)
def one_motion(act: ChipPush, book: Rulebook) -> Reading | None:
    """All chips of a declared bet or raise in one motion: its total is what lies there."""
    del book
    if act.table.betting.motions or act.total_chips < act.minimum_chips:
        return None
    return Acts(act.raise_word, act.total_chips)


@behaviour(None)
def exact_call_first(act: ChipPush, book: Rulebook) -> Reading | None:
    """Raise said, the exact call put down: where the book lets him, the player adds the raise in one more motion."""
    if act.table.betting.motions or not act.level_chips or act.total_chips != act.level_chips or act.is_all_in:
        return None
    answer = book.raise_.two_motion_after_declaration
    if answer.value is None:
        options = ("add-raise", "min-raise", "call")
        return Leaves((finding("raise-method", act.seat, answer.cite, act.facts, options),))
    if answer.value:
        return Leaves(())
    return Acts("raise", act.minimum_chips, (finding("raise-method", act.seat, answer.cite, act.facts),))


@behaviour(None)
def second_motion(act: ChipPush, book: Rulebook) -> Reading | None:
    """The one more motion after the exact call makes the raise."""
    if act.table.betting.motions != 1:
        return None
    if act.total_chips >= act.minimum_chips:
        return Acts(act.raise_word, act.total_chips)
    rule = cite(book, "raising.second_motion")
    return Acts(act.raise_word, act.minimum_chips, (finding("raise-method", act.seat, rule, act.facts),))


@behaviour(None)
def odd_first_motion(act: ChipPush, book: Rulebook) -> Reading | None:
    """Raise said, and neither the call nor a legal raise put down: a minimum raise."""
    if act.table.betting.motions or act.total_chips in (act.level_chips, 0) or act.total_chips >= act.minimum_chips:
        return None
    answer = book.raise_.odd_first_motion
    if act.is_all_in or not act.level_chips:
        return None
    if answer.value is None:
        return Leaves((finding("raise-method", act.seat, answer.cite, act.facts, ("min-raise", "call", "take-back")),))
    return Acts("raise", act.minimum_chips, (finding("raise-method", act.seat, answer.cite, act.facts),))

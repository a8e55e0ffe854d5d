"""Antes: who pays them, what a short stack pays first, and that they do not shrink."""

from __future__ import annotations

from typing import Literal

from table_controller.game.queries import (
    ante_mode_of,
    level_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.table import Level, Table
from table_controller.vocabulary.findings import Finding


@behaviour("all")
def paid_by(asked: Literal["all", "bb"] | None, book: Rulebook) -> Literal["all", "bb"]:
    """Who pays antes: as the table was set up, else as the book says, else everyone."""
    return asked or ("bb" if book.ante.mode.value == "bba" else "all")


@behaviour(0)
def due(ante_chips: int, stack_chips: int, blind_chips: int, book: Rulebook) -> int:
    """What a seat that pays an ante pays of it, beside a blind: a stack that cannot pay both pays one first."""
    if book.ante.priority.value == "bb":
        return min(ante_chips, max(0, stack_chips - blind_chips))
    return min(ante_chips, stack_chips)


@behaviour(())
def format_unsaid(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Everyone pays an ante, and the book does not say who should: told once, as the first hand begins."""
    ante = level_of(table).ante_chips
    if table.hand.number != 1 or not ante or ante_mode_of(table) != "all" or book.ante.mode.value is not None:
        return ()
    return (finding("ante", None, book.ante.mode.cite, (("ante_chips", ante),)),)


@behaviour(())
def order_unsaid(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The one payer of the ante cannot pay the blind as well, and the book does not say which comes first."""
    level, posts = level_of(table), who_posts(table)
    big = posts.big_blind if posts else 0
    if not big or ante_mode_of(table) == "all" or not level.ante_chips or book.ante.priority.value:
        return ()
    paid = table.ledger[big - 1].committed_chips
    if paid >= level.ante_chips + level.big_blind_chips:
        return ()
    facts = (("ante_chips", level.ante_chips), ("blind_chips", level.big_blind_chips), ("paid_chips", paid))
    return (finding("ante", big, book.ante.priority.cite, facts, ("ante-first", "blind-first"), stops_play=False),)


@behaviour(())
def reduced(before_chips: int, ante_chips: int, book: Rulebook) -> tuple[Finding, ...]:
    """An announced ante smaller than the one before: named where the book wants none; in silence, the floor's."""
    answer, facts = book.ante.reduce, (("ante_chips", ante_chips), ("before_chips", before_chips))
    if ante_chips >= before_chips:
        return ()
    match answer.value:
        case True:
            return ()
        case False:
            return (finding("ante", None, answer.cite, facts),)
        case None:
            return (finding("ante", None, answer.cite, facts, ("stands", "keep-ante"), stops_play=False),)


@behaviour(())
def far_from_typical(level: Level, ante_mode: Literal["all", "bb"], book: Rulebook) -> tuple[Finding, ...]:
    """An ante of everyone below half, or above twice, of what the book calls usual (a part of the big blind)."""
    usual = book.ante.typical_pct
    if ante_mode != "all" or not level.ante_chips or not level.big_blind_chips or usual.value is None:
        return ()
    ante, usual_chips_x100 = level.ante_chips, level.big_blind_chips * usual.value
    if usual_chips_x100 <= 2 * 100 * ante and 100 * ante <= 2 * usual_chips_x100:
        return ()
    facts = (("ante_chips", ante), ("usual_chips", usual_chips_x100 // 100))
    return (finding("ante", None, usual.cite, facts),)

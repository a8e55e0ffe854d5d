"""A raise by a player to whom the betting is closed."""

from __future__ import annotations

from typing import Any, Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import min_raise_to_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting import plain
from table_controller.game.rules.betting.chip_push import LEAST
from table_controller.game.rules.betting.readings import Acts, Announces, Leaves, Reading
from table_controller.game.state.betting import Terms, is_capped, may_raise
from table_controller.game.state.table import Table, Unexplained
from table_controller.vocabulary.events import ChipsPushed, Declared
from table_controller.vocabulary.findings import Fact, Finding, Ruled

RAISES: Final = frozenset({"min-raise", "min-bet", "count-as-raise", "add-raise"})
"""What the floor may make of an act only where the seat may raise."""

WHERE_SILENT = ("stands", "call", "take-back")
"""What the floor may make of a raise that one reading of the rules allows and another does not."""


@behaviour(None)
def closed_to_a_raise(table: Table, what: Unexplained, book: Rulebook) -> Reading | None:
    """A call: who raises means to stay in. Where the book leaves open whether it is closed, the floor decides."""
    seat, betting = what.seat, table.betting
    if seat is None or betting.stands[seat - 1].limit:
        return None  # a ruling closed it, and the case names it
    capped = is_capped(betting)
    ruled, reading = _cap(table, seat, book) if capped else _reopened(table, seat, book)
    facts = _facts(table, seat, what)
    topic = "raise-cap" if capped else "reopening"
    if reading:
        return Leaves((finding(topic, seat, ruled.cite, facts, reading),))
    return Acts("call", betting.level_chips, (finding(topic, seat, ruled.cite, facts),))


_MAY_RAISE: Final = frozenset({Acts, Announces, Leaves})
"""Readings that may raise, or offer a raise."""


def held_open(table: Table, reading: Reading, event: ChipsPushed | Declared) -> Reading:
    """The reading of an act in turn; one that raises where the betting is closed to the seat is no raise.

    That goes for whatever makes it one: the words, the chips, or a rule that brings too little up to a raise.
    """
    if type(reading) not in _MAY_RAISE or (isinstance(reading, Acts) and reading.kind not in ("bet", "raise")):
        return reading
    betting, seat = table.betting, event.seat
    if betting.actor != seat or may_raise(betting, seat):
        return reading
    match reading:
        case Acts(_, to_chips) if to_chips > betting.level_chips:
            return Unexplained("betting-closed", seat, (*plain.told(event), *plain.sizes(table)))
        case Announces():
            return Unexplained("betting-closed", seat, (*plain.told(event), *plain.sizes(table)))
        case Leaves(findings):
            return Leaves(tuple(without_raises(found) for found in findings))
        case _:
            return reading


def without_raises(found: Finding) -> Finding:
    """The finding, neither offering a raise nor naming the least one."""
    facts = tuple(fact for fact in found.facts if fact[0] not in LEAST)
    return replace(found, facts=facts, options=tuple(one for one in found.options if one.name not in RAISES))


def _cap(table: Table, seat: int, book: Rulebook) -> tuple[Ruled[Any], tuple[str, ...]]:
    """The answer that closes a limit round, and the floor's options if it leaves the number of raises open."""
    cap, heads_up = book.limit.cap_raises, book.limit.cap_heads_up
    if cap.value is None:
        return cap, WHERE_SILENT
    if cap.value == "house":
        return cap, ("stands", "call")
    if heads_up.value is None and _would_be_open(table, seat, replace(table.betting.terms, free_heads_up=True)):
        return heads_up, WHERE_SILENT
    return cap, ()


def _reopened(table: Table, seat: int, book: Rulebook) -> tuple[Ruled[Any], tuple[str, ...]]:
    """The answer that keeps the betting closed, and the floor's options if the book has none."""
    limit = table.betting.terms.structure == "fixed-limit"
    answer: Ruled[Any] = book.reopen.limit_half if limit else book.reopen.cumulative
    if answer.value is not None:
        return answer, ()
    other = replace(table.betting.terms, half_reopens=limit, sums=not limit)
    return answer, WHERE_SILENT if _would_be_open(table, seat, other) else ()


def _would_be_open(table: Table, seat: int, terms: Terms) -> bool:
    return may_raise(replace(table.betting, terms=terms), seat)


def _facts(table: Table, seat: int, what: Unexplained) -> tuple[Fact, ...]:
    """What was pushed or said, and the raise that it would be."""
    least = min_raise_to_chips(table) or table.betting.level_chips + table.betting.full_raise_chips
    said = dict(what.facts).get("said_chips") or dict(what.facts).get("pushed_chips")
    bet = table.betting.stands[seat - 1].bet_chips if "pushed_chips" in dict(what.facts) else 0
    return (*what.facts, ("as_chips", max(least, bet + said if isinstance(said, int) else 0)))

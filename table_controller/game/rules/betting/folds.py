"""Folds that nobody asked for: with nothing to call; and cards thrown away without a word, then claimed."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import stand_of, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.state.hand import DEAL, SETTLED, is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Declared
from table_controller.vocabulary.findings import Finding

DEAD_OR_BACK: Final = ("dead-hand", "retrieve")
"""What the floor may do with a hand that was given up where the book does not say whether that binds."""


@behaviour(())
def not_facing_a_bet(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A fold with nothing to call: it binds and may be penalised, or the floor decides about the hand."""
    if not is_street(table.hand.phase) or variant_of(table).street(table.hand.phase) is None:
        return ()
    if table.betting.level_chips > table.betting.stands[seat - 1].bet_chips:
        return ()
    rule = book.fold_not_facing_bet
    facts = (("street", table.hand.phase),)
    if rule.value == "binding":
        return (may_be_penalised("nonstandard-fold", seat, rule.cite, facts),)
    return (finding("nonstandard-fold", seat, rule.cite, facts, DEAD_OR_BACK),)


def between_rounds(table: Table, seat: int) -> bool:
    """Whether the seat could fold though nobody is to act: cards are still to come, and then it may bet."""
    hand = table.hand
    waits = is_street(hand.phase) and who_acts(table) is None and not hand.betting_over
    deal = hand.phase == DEAL and not hand.fate
    return (waits or deal) and stand_of(table, seat).status == "in"


def with_manners(table: Table, seat: int, reading: Acts, book: Rulebook) -> Reading:
    """The act with what is to be said of it as a fold; no act yet where the floor must decide first."""
    found = not_facing_a_bet(table, seat, book) if reading.kind == "fold" else ()
    if not found:
        return reading
    told = (*reading.findings, *found)
    return Leaves(told) if any(one.stops_play for one in found) else replace(reading, findings=told)


@behaviour(None)
def claimed(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """A seat whose cards went to the muck in silence says that it plays: the floor decides whose hand that is."""
    over = table.hand.phase == SETTLED
    if event.word in ("fold", "other") or stand_of(table, event.seat).status != "folded":
        return None
    if who_acts(table) is None and not over:
        return None
    recorded_acts = [recorded_act for recorded_act in table.betting.recorded_acts if recorded_act.seat == event.seat]
    if not recorded_acts or recorded_acts[-1].kind != "fold" or recorded_acts[-1].by != "cards":
        return None
    options = () if over else DEAD_OR_BACK
    facts = (("word", event.word), ("turn", who_acts(table) or 0))
    return Leaves((finding("nonstandard-fold", event.seat, cite(book, "folds.claimed"), facts, options),))

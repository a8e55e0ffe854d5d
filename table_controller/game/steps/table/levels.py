"""Levels at the table: from which hand a new one counts, and a hand begun with the blinds of the one before.

| when the level is announced                | it counts from                                       |
| ------------------------------------------ | ---------------------------------------------------- |
| before anything that begins the next hand  | the next hand                                        |
| after it, or while a hand is played        | the hand after                                       |
| after a riffle that begins no hand         | this hand: its forced bets are taken again           |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_table import HandStart
from table_controller.game.rules.table import levels
from table_controller.game.state.betting import with_turn
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.ledger import Ledger, SeatChips, owes_chips, put
from table_controller.game.state.table import NOT_BEGUN, Begun, Case, Change, Level, Table
from table_controller.game.steps.betting.forced import with_forced_bets
from table_controller.game.steps.floor.option import Effect, unchanged
from table_controller.vocabulary.events import Event, FloorRuled


def begins(table: Table, what: HandStart, book: Rulebook) -> Table:
    """The table after something that may begin the next hand: its level is settled with that."""
    if table.hand.phase not in (IDLE, SETTLED) or table.begun.level is not None or not levels.begins_with(what, book):
        return table
    return replace(table, coming=None, begun=Begun(table.coming or table.level))


def riffled(table: Table) -> Table:
    """The table with the level of the hand that the riffle begins, and the one before it where that was another."""
    level, coming = (table.begun.level, table.coming) if table.begun.level else (table.coming or table.level, None)
    begun = NOT_BEGUN if not table.hand.number or level == table.level else Begun(old=table.level)
    return replace(table, level=level, coming=coming, begun=begun)


def announced(table: Table, level: Level, book: Rulebook) -> Change:
    """A new level, for the next hand, or for the one whose riffle has begun nothing."""
    told = levels.rises(table.coming or table.level, level, book)
    if table.hand.phase != DEAL or table.hand.dealt or table.hand.fate or table.positions is None:
        return Change(replace(table, coming=level), findings=told)
    told = (*told, *levels.start_unsaid(book))
    if levels.begins_with("riffle", book) or book.hand_start.value is None:
        return Change(replace(table, coming=level), findings=told)
    return Change(_at_level(table, level, book), findings=told)


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """A hand with the old blinds: noticed when both lie there and the cards are out, and again after more action."""
    del event
    table = change.table
    old = table.begun.old
    if old is None or table.hand.phase != variant_of(table).first.name:
        return change
    if not table.begun.told:
        if table.betting.recorded_acts or not _posted(table, old):
            return change
        noticed = replace(table, begun=replace(table.begun, told=True))
        return change.then(Change(noticed, findings=levels.old_blinds(old, table.level, book)))
    if table.betting is before.betting or table.level == old:
        return change
    told = levels.goes_on(table, book)
    return change.then(Change(_with_old_blinds(table, old), findings=told)) if told else change


def _posted(table: Table, old: Level) -> bool:
    """Whether both blinds lie there as they were, and are short of what they are by just the difference."""
    positions, level = table.positions, table.level
    if positions is None or positions.small_blind is None or level.big_blind_chips <= old.big_blind_chips:
        return False
    small, big = table.ledger[positions.small_blind - 1], table.ledger[positions.big_blind - 1]
    return (
        owes_chips(big) == level.big_blind_chips - old.big_blind_chips
        and owes_chips(small) == level.small_blind_chips - old.small_blind_chips
    )


def _with_old_blinds(table: Table, old: Level) -> Table:
    """The hand is one of the level before; the announced level comes with the next."""
    positions, ledger, betting = table.positions, table.ledger, table.betting
    if positions is None:
        return table
    stands = betting.stands
    for seat in {positions.big_blind, positions.small_blind or positions.big_blind}:
        short = owes_chips(ledger[seat - 1])
        money, stand = ledger[seat - 1], stands[seat - 1]
        money = replace(money, stack_chips=money.stack_chips + short, committed_chips=money.committed_chips - short)
        ledger = put(ledger, seat, money)
        status = "in" if stand.status == "all-in" and money.stack_chips else stand.status
        lower = replace(stand, bet_chips=max(0, stand.bet_chips - short), status=status)
        stands = (*stands[: seat - 1], lower, *stands[seat:])
    level = max(stand.bet_chips for stand in stands)
    betting = with_turn(replace(betting, stands=stands, level_chips=level, full_raise_chips=old.big_blind_chips))
    return replace(
        table,
        level=old,
        coming=table.coming or table.level,
        begun=NOT_BEGUN,
        ledger=ledger,
        betting=betting,
    )


def _at_level(table: Table, level: Level, book: Rulebook) -> Table:
    """The forced bets of a hand that has no cards yet, taken anew."""
    if table.positions is None:
        return table
    ledger: Ledger = table.ledger
    for seat, money in enumerate(ledger, start=1):
        stack = money.stack_chips + money.committed_chips
        ledger = put(
            ledger, seat, SeatChips(stack, pushed_chips=money.pushed_chips, received_chips=money.received_chips)
        )
    return with_forced_bets(replace(table, level=level, coming=None, ledger=ledger), table.positions, book)


def ruled(table: Table, event: FloorRuled) -> Change:
    """The floor lets a hand with the old blinds go on as it is; or the difference is put in."""
    old = table.begun.old
    on = event.option == "play-on" and old is not None and not table.betting.recorded_acts
    return Change(_with_old_blinds(table, old) if on and old is not None else table)


TOPIC: Final = levels.TOPIC
"""What findings about levels are about."""

OPTIONS: Final = frozenset(levels.PLAY_ON_OR_BACK)
"""Options that mean something of their own about a level."""


def _this_hand(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event
    if table.coming is None or table.hand.phase != DEAL or table.hand.dealt:
        return Change(table)
    return Change(_at_level(table, table.coming, book))


EFFECTS: Final[Mapping[str, Effect]] = {
    "this-hand": _this_hand,
    "next-hand": unchanged,
}
"""Options about the hand from which a level counts, by name."""

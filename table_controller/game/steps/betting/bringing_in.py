"""Who must bring it in may make it a whole bet at once, before he has put the bring-in in.

| what the seat does                        | then                                                |
| ----------------------------------------- | --------------------------------------------------- |
| puts in what is due                       | it has brought it in, and the next seat acts        |
| puts in more, or says that it bets        | it is read as its act, as if it were its turn       |
| says or puts in more once others acted    | that is out of turn, as for anybody                 |
| another one puts chips in and takes them  | that was a mistake about who must bring it in, and  |
| all back, before the bring-in lies there  | no act                                              |
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import variant_of
from table_controller.game.rules.betting import out_of_turn
from table_controller.game.state.betting import with_stand
from table_controller.game.state.corrections import without_last
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import ChipsPushed, ChipsTakenBack, Declared

_BETS: Final = frozenset({"bet", "raise", "number", "all-in"})


def in_its_turn(table: Table, event: ChipsPushed | Declared) -> Table:
    """The table where it is the turn of whoever brings it in, if the event is more than that; any other as it is."""
    seat, betting = event.seat, table.betting
    if not _brings_in(table, seat):
        return table
    due_chips = owes_chips(table.ledger[seat - 1])
    if isinstance(event, ChipsPushed):
        more = total_chips(event.chips) > due_chips
    else:
        more = event.word in _BETS and (event.amount_chips is None or event.amount_chips > betting.level_chips)
    if not more:
        return table
    unacted = replace(betting.stands[seat - 1], acted_at_chips=None)
    return replace(table, betting=replace(with_stand(betting, seat, unacted), actor=seat))


def _brings_in(table: Table, seat: int) -> bool:
    """Whether the seat still owes its bring-in, and nobody has done anything yet."""
    game, betting = variant_of(table), table.betting
    if game.forced != "bring-in" or table.hand.phase != game.first.name or betting.actor is None:
        return False
    if betting.recorded_acts or betting.held or not owes_chips(table.ledger[seat - 1]):
        return False
    stand = betting.stands[seat - 1]
    return stand.status == "in" and stand.bet_chips > 0


def taken_back_whole(table: Table, event: ChipsTakenBack) -> Table | None:
    """The table as if the seat had put nothing in: another one is to bring it in, and has not. None for other chips."""
    seat, betting, chips = event.seat, table.betting, total_chips(event.chips)
    if not any(_waits_for(table, other) for other in table.hand.seats if other != seat):
        return None
    acts = [(act.seat, act.kind, act.by, act.to_chips) for act in betting.recorded_acts]
    if acts == [(seat, "call", "chips", chips)]:
        betting, ledger = without_last(betting, table.ledger, seat)
        return replace(table, betting=betting, ledger=ledger)
    if acts or not any((act.seat, act.by, act.to_chips) == (seat, "chips", chips) for act in betting.held):
        return None
    held = tuple(act for act in betting.held if act.seat != seat)
    cases = tuple(case for case in table.cases if case.seat != seat or case.finding.topic != out_of_turn.TOPIC)
    return replace(table, betting=replace(betting, held=held), cases=cases)


def _waits_for(table: Table, seat: int) -> bool:
    """Whether the seat is to bring it in, and nothing of that lies there."""
    if variant_of(table).forced != "bring-in" or table.hand.phase != variant_of(table).first.name:
        return False
    due_chips = table.betting.stands[seat - 1].bet_chips
    acted = any(act.seat == seat for act in table.betting.recorded_acts)
    return 0 < due_chips <= owes_chips(table.ledger[seat - 1]) and not acted

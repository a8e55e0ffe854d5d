"""Who must bring it in may make it a whole bet at once, before he has put the bring-in in.

| what the seat does                        | then                                                |
| ----------------------------------------- | --------------------------------------------------- |
| puts in what is due                       | it has brought it in, and the next seat acts        |
| puts in more, or says that it bets        | it is read as its act, as if it were its turn       |
| says or puts in more once others acted    | that is out of turn, as for anybody                 |
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import variant_of
from table_controller.game.state.betting import with_stand
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import ChipsPushed, Declared

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

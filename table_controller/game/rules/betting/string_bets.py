"""Chips added to a bet or call that was already made: more than one motion without a word."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.readings import Leaves, Pays, Reading
from table_controller.game.state.betting import RecordedAct
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import ChipsPushed

ADDED: Final = ("take-back", "stands")
"""What the floor may do with the added chips."""

WHOLE: Final = (*ADDED, "min-raise")
"""What the floor may make of a call and more, if none of it is settled."""


def last_act_of(table: Table, seat: int) -> RecordedAct | None:
    """The act of `seat`, if nobody has acted since."""
    recorded_acts = table.betting.recorded_acts
    return recorded_acts[-1] if recorded_acts and recorded_acts[-1].seat == seat and recorded_acts[-1].turn else None


@behaviour(None)
def added_later(table: Table, event: ChipsPushed, book: Rulebook) -> Reading | None:
    """A second motion after a silent call or bet does not raise it: the first chips count, or the floor decides.

    It decides on the added chips alone where the book has the call stand, else on the whole act.
    """
    last = last_act_of(table, event.seat)
    money = table.ledger[event.seat - 1]
    if last is None or last.by not in ("chips", "word") or last.kind in ("fold", "check") or not money.stack_chips:
        return None
    more = total_chips(event.chips) - owes_chips(money)
    if more <= 0:
        return None
    facts = (("pushed_chips", more), ("as_chips", last.to_chips + more))
    outcome = book.string_bet.outcome
    if outcome.value == "first_chips_count":
        return Pays((finding("string-bet", event.seat, outcome.cite, facts),))
    options = ADDED if outcome.value == "call_then_floor" or last.kind != "call" else WHOLE
    return Leaves((finding("string-bet", event.seat, outcome.cite, facts, options),))

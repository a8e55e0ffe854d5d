"""The rounds of a hand as they are told in the end, out of the tables that it went through.

An act that was withdrawn, lowered, ruled to be another one or taken back is not in them as it was first made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from table_controller.game.queries import full_board
from table_controller.game.state.betting import LIVE, RecordedAct
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.hand import DEAL, IDLE, SHOWDOWN
from table_controller.game.state.table import Table

SHOWN_OR_MUCKED: Final = (*LIVE, "mucked")
"""How a hand that came to the showdown may stand in the end."""

Acts = tuple[RecordedAct, ...]


class Course(Struct):
    """The rounds of a hand, as they stood at its end; the first is that of the street before the flop.

    `before` are acts before the deal was done. `saw` are the seats that were in when the second street was opened.
    """

    rounds: list[Acts]
    before: Acts = ()
    saw: frozenset[int] = frozenset()
    is_taken_up: bool = False
    """The cards of a street went back to the deck: the round before it is over, whatever has been done since."""

    def goes_on(self, table: Table, streets: Sequence[str]) -> None:
        """One more table that the hand went through."""
        phase, acts = table.hand.phase, table.betting.recorded_acts
        if phase in (DEAL, IDLE):
            self.rounds, self.before, self.saw, self.is_taken_up = [], acts if phase == DEAL else (), frozenset(), False
            return
        if phase in streets:
            at = streets.index(phase)
        elif phase == SHOWDOWN or at_the_showdown(table):
            at = len(streets) - 1  # which may have been opened in the same motion, for all were all-in
        else:
            at = len(self.rounds) - 1
        if at < 0:
            self.before = acts
            return
        if table.hand.exchange is not None and at:  # a draw is no round yet: the acts are those of the one before
            self.rounds = [*self.rounds[: at - 1], *([()] * (at - 1 - len(self.rounds))), acts, ()]
            return
        if at < len(self.rounds) - 1:
            self.rounds, self.is_taken_up = self.rounds[: at + 1], True
        elif at >= len(self.rounds):
            if at and len(self.rounds) <= 1:
                self.saw = standing(table, SHOWN_OR_MUCKED)
            self.rounds += [()] * (at + 1 - len(self.rounds))
            self.is_taken_up = False
        if not self.is_taken_up:
            self.rounds[-1] = acts


def standing(table: Table, statuses: Sequence[str]) -> frozenset[int]:
    """The seats whose hands stand so."""
    return frozenset(seat for seat, stand in enumerate(table.betting.stands, 1) if stand.status in statuses)


def at_the_showdown(table: Table) -> frozenset[int]:
    """The seats whose hands have come to the end of a hand with others; none if it ended before."""
    came = standing(table, SHOWN_OR_MUCKED)
    whole = len(table.hand.board) >= full_board(table)
    return came if whole and len(came) >= HEADS_UP else frozenset()

"""Any hand, wherever it stands, can be ended by the floor: its chips add up, and the next one begins."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

import pytest
from support.counting import counted
from support.guard import check_books
from support.watching import SCRIPTS

from table_controller.game import queries
from table_controller.game.engine import step
from table_controller.game.next_act import next_act
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.game.steps.flow.refunds import outlasts_the_deal
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import Event, FloorRuled

EVERY: Final = 1 if os.environ.get("CARDSPEAK_SOAK") == "1" else 20
BETWEEN_HANDS: Final = frozenset(
    {"push-pot", "return-chips", "gather-bets", "make-change", "new-hand", "call-floor", "deal-again"}
)


class Ending(StraightPlayer):
    """Ends the hand in each way, on a copy, after each event."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.ended = 0

    def _take(self, event: Event) -> None:
        super()._take(event)
        if self.table.hand.phase in (IDLE, SETTLED):
            return
        for over in self._ends():
            self.ended += 1
            assert over.hand.phase == SETTLED
            act = next_act(over)
            assert act.code in BETWEEN_HANDS or (act.code == "await" and act.chips), act
            assert not [case for case in over.cases if case.finding.stops_play and not outlasts_the_deal(case)]
            check_books(over)
            assert in_play(over) == in_play(self.table)

    def _ends(self) -> Iterator[Table]:
        yield self._after("void-hand")
        for seat in queries.live_seats(self.table) if self.table.hand.phase != "deal" else ():
            over = self._after("pot-to-seat", ("seat", str(seat)))
            yield over
            if queries.stand_of(self.table, seat).status == "in":  # else there may be a side pot that is not his
                assert {at for at, money in enumerate(over.ledger, 1) if money.won_chips} <= {seat}

    def _after(self, option: str, *arguments: tuple[str, str]) -> Table:
        return step(self.table, FloorRuled(option, arguments, "floor", "", 9e5), self.book).table


def in_play(table: Table) -> int:
    return sum(money.stack_chips + money.committed_chips - money.won_chips for money in table.ledger)


def test_wherever_a_hand_stands_the_floor_can_end_it() -> None:
    players: list[Ending] = []

    def player(header: object) -> Ending:
        players.append(Ending(rulebook_of(header)))  # type: ignore[arg-type]
        return players[-1]

    for file in list(script_files(SCRIPTS))[::EVERY]:
        played = play(read_script(file), player)
        assert played.failure is None, f"{file}: {played.failure} {played.raised!r}"
    ended = sum(one.ended for one in players)
    assert ended > 1000
    counted(ended, "hands ended by the floor, each at another moment")


def test_a_hand_that_goes_on_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a ruling that does nothing."""
    monkeypatch.setattr(Ending, "_after", lambda self, *_: self.table)
    with pytest.raises(AssertionError):
        test_wherever_a_hand_stands_the_floor_can_end_it()

"""An evening at the felt's prompt: hands do what they do, the dealer keys, the session says what it makes of it."""

from __future__ import annotations

from typing import Final

from support.dealt_tables import Felt

from firmware_bridge.simulator.prompt import Prompt
from table_controller.session.state import Session
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.views import TableView

DEALT: Final = ("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2))


class Evening:
    """Six players before the flop, seat 4 to act, and hands at the felt's prompt."""

    def __init__(self, begins: tuple[str, ...] = DEALT) -> None:
        self.felt = Felt()
        self._prompt = Prompt(self.felt.process.table)
        self.do(*begins)

    def do(self, *lines: str, pause_s: float = 0.5) -> None:
        for line in lines:
            answer = self._prompt.perform(line)
            assert not answer.startswith("error"), (line, answer)
            self.felt.process.table.run_for(pause_s)

    def key(self, command: Command) -> None:
        answer = self.felt.take(command)
        assert type(answer).__name__ == "Record", answer

    @property
    def session(self) -> Session:
        return self.felt.process.controller.session

    @property
    def view(self) -> TableView:
        return self.felt.view()

    def blamed(self) -> list[int | None]:
        """Seats that the hand, as it is told now, finds out of turn, or passed over."""
        found = [finding for one in self.session.happened for finding in one.findings]
        return [one.seat for one in found if one.topic in ("out-of-turn", "skipped-player")]

    def acts(self) -> dict[int, tuple[str, int]]:
        """The last act of each seat in this round, and its total."""
        return {seat.seat: (seat.last_act, seat.bet_chips) for seat in self.view.seats if seat.last_act}

"""Two hands and the beginning of a third through simulated hardware, every hidden card under seal."""

from __future__ import annotations

import random

import pytest
from support.script_text import script_text

from firmware_bridge.bridge import Bridge
from firmware_bridge.secrets.sealing import Reveal, Sealing
from firmware_bridge.simulator.table import SimulatedTable
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Journal
from table_controller.projections.reveals import Reveals, reveals_of
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record

HAND = """\
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: calls
3: folds
flop 9s8s2h
2: checks
1: checks
turn Kd
2: checks
1: checks
river 3c
2: checks
1: checks
2: shows
1: shows
next hand
deal 2=5c5d 3=6c6d 1=JhJd
2: folds
3: folds
next hand
deal 3=Tc4d 1=9c8d 2=3h3d
"""
EVENING = script_text("sealed", HAND)
DEALT = {
    (1, 1): {"Ah", "Kh"},
    (1, 2): {"Qd", "Qs"},
    (1, 3): {"7c", "2d"},
    (2, 1): {"Jh", "Jd"},
    (2, 2): {"5c", "5d"},
    (2, 3): {"6c", "6d"},
}
DELAY_S = 1.0


class Sealed:
    """A script's text through simulated hardware under a reveal policy, and every record of it."""

    def __init__(
        self, policy: str, monkeypatch: pytest.MonkeyPatch, journal: Journal | None = None, script: str = EVENING
    ) -> None:
        monkeypatch.setattr(Bridge, "is_simulated", True)  # the player's decks are two, and neither the public one
        self.records: list[Record] = []
        sealing = Sealing(Reveal("rome/t7", policy, DELAY_S), random.Random(7).randbytes)  # type: ignore[arg-type]  # noqa: S311

        def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
            process = OneProcess(table, opened, book, journal, sealing)
            process.on_record = self.records.append
            self.process = process
            return process

        player = HardwarePlayer(package_rulebook("tda-2019"), wire_up=wire_up)
        played = play(parse_script("sealed.toml", script), lambda _: player)
        assert played.failure is None, played.failure
        self.process.table.run_for(DELAY_S + 1)

    def reveals(self) -> Reveals:
        return reveals_of(self.records)

    def seen(self) -> dict[tuple[int, int], set[str]]:
        return {place: {one.card for one in cards} for place, cards in self.reveals().released.items()}

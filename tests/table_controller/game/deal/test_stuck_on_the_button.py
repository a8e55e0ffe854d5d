"""Two cards stuck together are a misdeal also when they land on the button, who is due the last cards of the round.

No table script: where the readers of that seat are out as the cards come, nobody can tell two stuck cards from two
that were dealt there one after the other, and no storm may expect that the books do.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.script_text import script_text

from table_controller.runtime.simulated.hardware_player import HardwareSetup
from table_controller.runtime.simulated.playing import HardwarePlayers
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.player import Player
from table_controller.scripts.report import straight_player

STEPS = """
shuffle
card 2
card 3
stuck 1
expect finding misdeal seat 1 ref {ref}
expect misdeal           # nobody has a choice, nor the floor
floor misdeal            # and no more so by its word
expect no finding
expect misdeal
deal
expect no misdeal
"""


@pytest.mark.parametrize(("book", "ref"), [("tda-2019", "35-A(1)"), ("tda-holdem", "27-B")])
@pytest.mark.parametrize("player", [straight_player, HardwarePlayers(HardwareSetup())])
def test_stuck_cards_on_the_button_are_a_misdeal(book: str, ref: str, player: Callable[[Header], Player]) -> None:
    text = script_text("stuck on the button", STEPS.format(ref=ref)).replace("tda-2019", book, 1)
    assert play(parse_script("stuck.toml", text), player).failure is None

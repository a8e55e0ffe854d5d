"""A chip that goes from a tray is found at the hand's end by the bytes of the nodes; a tray out of sight is not."""

from __future__ import annotations

import pytest

from firmware_bridge.simulator.world import BANK
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import stack_zone
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.scripts import interpret
from table_controller.scripts.dealing import do_table_step
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.table_driver import TableDriver

HAND = """title    = "Folded to the big blind"
rulebook = "tda-2019"
refs     = []
variant  = "NT"
blinds   = [100, 200]
button   = 1
stacks   = { 1 = 10000, 2 = 10000, 3 = 10000 }
script   = \"\"\"
deal
1: folds
2: folds
next hand
\"\"\"
"""


def to_the_end_of_the_hand() -> tuple[TableDriver, HardwarePlayer]:
    """A hand played through hardware until it is over; its cards still lie there."""
    script = parse_script("folded.toml", HAND)
    player = HardwarePlayer(rulebook_of(script.header))
    stage = interpret.set_table(script, player)
    for failure in interpret.failures(replace(script, steps=script.steps[:-1]), stage):
        raise AssertionError(failure.text)
    return stage, player


@pytest.mark.parametrize("lost", [0, 1, 3])
def test_a_lost_chip_is_found_at_the_end_of_the_hand(lost: int) -> None:
    stage, player = to_the_end_of_the_hand()
    table = player.process.table
    chips = ((table.world.chips.at(stack_zone(2))[-1][0], lost),)
    if lost:
        table.chips.carry(chips, stack_zone(2), BANK)
        table.run_for(1.0)
    player.mark()
    do_table_step(stage, parse_script("folded.toml", HAND).steps[-1])  # type: ignore[arg-type]
    table.run_for(1.0)
    shown = player.view.miscounts
    assert [one.seat for one in shown] == ([2] if lost else [])
    assert sum(one.expected_chips - one.counted_chips for one in shown) == total_chips(chips) * bool(lost)

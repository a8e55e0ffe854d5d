"""Shares of a pot that are equal, while the tray of one winner is out of sight: which of them left the pot?"""

from __future__ import annotations

import pytest
from support import sensed_session
from support.sensed_session import RICH, SensedSession

from firmware_bridge.vocabulary.chips import add_chips
from firmware_bridge.vocabulary.observations import ChipsMoved, Inventory, ZoneSeen
from firmware_bridge.vocabulary.zones import POT, bet_zone, stack_zone
from table_controller.inference.doubt import PATIENCE_S
from table_controller.vocabulary.commands import Say, TurnUp
from table_controller.vocabulary.events import PotPushed, TimePassed

ROYAL = ("2c", "2d", "7c", "3d", "3h", "8d", "2h", "As", "Ks", "Qs", "2s", "Js", "3s", "Ts")
"""Three hands that play the board."""
SHARE = ((100, 2),)


@pytest.fixture
def sensed(monkeypatch: pytest.MonkeyPatch) -> SensedSession:
    """A pot of 600 for three equal hands, of which nobody sees the tray of the one at seat 1."""
    monkeypatch.setattr(sensed_session, "FACES", ROYAL)
    sensed = SensedSession().open().deal()
    sensed.push(1, ((100, 2),))
    sensed.push(2, ((100, 1),))
    sensed.took(Say("check", 3))
    sensed.sweep()
    for cards in (3, 1, 1):
        sensed.board(cards)
        for seat in (2, 3, 1):
            sensed.took(Say("check", seat))
    for seat in (2, 3, 1):
        sensed.took(TurnUp(seat))
    sensed.took(ZoneSeen(stack_zone(1), "unknown", sensed.now_s))
    sensed.took(ChipsMoved(POT, ((100, 6),), ((100, 4),), sensed.now_s, sensed.now_s + 0.4))
    return sensed


def pushed_to(sensed: SensedSession) -> list[int]:
    told = (one.event for record in sensed.records for one in record.applied_events)
    return [event.seat for event in told if isinstance(event, PotPushed)]


def test_it_is_that_of_a_winner_in_sight_whose_tray_tells_of_it_next(sensed: SensedSession) -> None:
    assert pushed_to(sensed) == []
    lay = sensed.stacks[2]
    sensed.took(ChipsMoved(stack_zone(2), lay, add_chips(lay, SHARE), sensed.now_s, sensed.now_s + 0.4))
    assert pushed_to(sensed) == [2]
    assert sensed.session.table.chips.stacks == (9_800, 10_000, 9_800, 0, 0, 0)


def test_it_is_that_of_the_winner_whom_nobody_sees_once_no_tray_in_sight_has_told_of_it(sensed: SensedSession) -> None:
    sensed.now_s += PATIENCE_S
    sensed.took(TimePassed(sensed.now_s))
    assert pushed_to(sensed) == [1]
    came = ChipsMoved(stack_zone(1), sensed.stacks[1], add_chips(sensed.stacks[1], SHARE), sensed.now_s, sensed.now_s)
    sensed.took(ZoneSeen(stack_zone(1), "ok", sensed.now_s))
    sensed.took(came)
    assert pushed_to(sensed) == [1]
    assert sum(sensed.session.table.chips.stacks) + 400 == sum(count * value for value, count in RICH) * 3


def test_trays_that_come_back_one_after_the_other_are_heard_before_it_is_anybodys(sensed: SensedSession) -> None:
    """Planted: the share lies in the stack of seat 2, and the tray of seat 1 is the last one to be back."""
    sensed.took(ZoneSeen(stack_zone(2), "unknown", sensed.now_s))
    sensed.now_s += PATIENCE_S
    sensed.took(ZoneSeen(stack_zone(2), "ok", sensed.now_s))
    assert pushed_to(sensed) == []
    stacks = dict(sensed.stacks) | {2: add_chips(sensed.stacks[2], SHARE)}
    chips = tuple((stack_zone(seat), stacks[seat]) for seat in (2, 3))
    bets = tuple((bet_zone(seat), ()) for seat in (1, 2, 3))
    sensed.took(Inventory(sensed.now_s, True, (), (*chips, *bets, (POT, ((100, 4),))), None, ()))
    assert pushed_to(sensed) == [2]

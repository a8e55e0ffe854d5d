"""A pot that is pushed while a tray is out of sight: what left it is exactly what the winner has coming."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.chips import add_chips
from firmware_bridge.vocabulary.observations import ChipsMoved, Inventory, ZoneSeen
from firmware_bridge.vocabulary.zones import POT, bet_zone, stack_zone
from table_controller.game import queries
from table_controller.vocabulary.views import TableView

WINS = ("4: mucks", "5: pushes 3x100", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 2")
IN = ("5: pulls 2x100", "wait 1", "sweep", "wait 1")
NEXT_HAND = (
    *("puck 2", "shuffle", "wait 2", "3: pushes 2x25", "4: pushes 100"),
    *(f"card {seat}" for seat in (3, 4, 5, 6, 1, 2) * 2),
)
OUTAGES = (
    ("fault stack:5 off", "fault stack:5 ok"),
    ("unplug seats-5-7", "plug seats-5-7"),
    ("fault pot off", "fault pot ok"),
    ("unplug centre", "plug centre"),
)


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.do(*WINS, *IN)
    return evening


def open_now(view: TableView) -> tuple[object, ...]:
    owed = [(one.seat, one.owes_chips) for one in view.seats if one.owes_chips]
    return view.prompts, view.differences, owed


def stacks(view: TableView) -> list[int]:
    return [one.stack_chips for one in view.seats]


@pytest.mark.parametrize("outage", OUTAGES, ids=lambda outage: outage[0])
def test_it_is_nothing_to_ask_about(evening: Evening, outage: tuple[str, str]) -> None:
    off, on = outage
    evening.do(off, "wait 1", "pay 5", "wait 7", on, "wait 5")
    assert open_now(evening.view) == ((), (), [])
    assert stacks(evening.view) == [10_000, 9_950, 9_900, 10_000, 10_150, 10_000]
    assert evening.session.table.chips.found_chips == 0


@pytest.mark.parametrize("outage", OUTAGES[::2], ids=lambda outage: outage[0])
@pytest.mark.parametrize("back_after", [0, 3, len(NEXT_HAND)])
def test_a_tray_that_comes_back_in_the_next_hand_takes_nothing_from_its_pot(
    evening: Evening, outage: tuple[str, str], back_after: int
) -> None:
    off, on = outage
    evening.do(off, "wait 1", "pay 5", "wait 7", *NEXT_HAND[:back_after], on, "wait 3", *NEXT_HAND[back_after:])
    evening.do("5: pushes 100", "wait 3", "6: mucks", "wait 3")
    assert open_now(evening.view) == ((), (), [])
    assert stacks(evening.view) == [10_000, 9_950, 9_850, 9_900, 10_050, 10_000]
    assert [finding.topic for one in evening.session.happened for finding in one.findings] == []


def test_one_who_gets_more_than_he_has_coming_is_asked_about(evening: Evening) -> None:
    """Planted: of the pot, 50 go to another player while nobody sees his tray."""
    evening.do("fault stack:3 off", "wait 1")
    evening.felt.process.table.world.chips.move(((25, 2),), POT, stack_zone(3))
    evening.do("wait 8")
    assert open_now(evening.view) != ((), (), [])


def test_chips_that_went_on_before_the_pot_had_shown_them_are_nothing_to_ask_about() -> None:
    """The last bet came in and the pot went out while its tray was silent; then the winner's was out for a moment."""
    sensed = SensedSession().open().deal()
    sensed.muck(1)
    sensed.muck(2)
    behind = add_chips(sensed.stacks[3], ((100, 1),))
    moves = (
        (bet_zone(3), ((100, 2),), ((100, 1),)),
        (stack_zone(3), sensed.stacks[3], behind),
        (bet_zone(2), ((100, 1),), ()),
        (POT, (), ((100, 1),)),
    )
    for zone, lay, lie in moves:
        sensed.took(ChipsMoved(zone, lay, lie, sensed.now_s, sensed.now_s + 0.4))
    sensed.took(ZoneSeen(POT, "unknown", sensed.now_s))
    sensed.took(ChipsMoved(bet_zone(3), ((100, 1),), (), sensed.now_s, sensed.now_s + 0.4))
    sensed.took(ZoneSeen(POT, "ok", sensed.now_s))
    sensed.took(ChipsMoved(POT, ((100, 1),), (), sensed.now_s, sensed.now_s + 0.4))
    sensed.took(ZoneSeen(stack_zone(3), "unknown", sensed.now_s))
    stacks_now = dict(sensed.stacks) | {3: add_chips(behind, ((100, 2),))}
    chips = tuple((stack_zone(seat), stacks_now[seat]) for seat in (1, 2, 3))
    bets = tuple((bet_zone(seat), ()) for seat in (1, 2, 3))
    sensed.took(ZoneSeen(stack_zone(3), "ok", sensed.now_s))
    sensed.took(Inventory(sensed.now_s, True, (), (*chips, *bets, (POT, ())), None, ()))
    assert sensed.session.questions() == ()
    assert queries.awards_due(sensed.session.table) == ()
    assert sensed.session.inference.flow.told == {}

"""Chips in the dark, beside chips that trays see: which of those that a tray shows are the ones that keys told of."""

from __future__ import annotations

from typing import Final

import pytest

from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.observations import ChipsMoved
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_flow import dismiss, in_sight, moved, out_of_sight
from table_controller.inference.chip_gaps import chip_doubts
from table_controller.inference.doubt import PATIENCE_S
from table_controller.inference.told_chips import as_told, settled, told
from table_controller.vocabulary.events import BetsGathered, ChipsPushed, ChipsTakenBack, Event, PotPushed

NONE: Final[Chips] = ()
HUNDRED: Final[Chips] = ((100, 1),)
FIFTY: Final[Chips] = ((25, 2),)
RAISED: Final[Chips] = ((1000, 1), (500, 1), (100, 6), (25, 2))
BET, STACK = bet_zone(4), stack_zone(4)


class Trays:
    """What trays told one after the other, a second apart unless a test says otherwise, and the events of it."""

    def __init__(self, dead: Zone | None = None, **held: Chips) -> None:
        lies = {Zone(name.replace("_", ":")): chips for name, chips in held.items()}
        self.flow, self.events, self.now_s = ChipFlow(lies=lies), list[Event](), 10.0
        if dead is not None:
            self.flow = out_of_sight(self.flow, (dead,), 0.0)

    def told(self, zone: Zone, value: int) -> None:
        self.flow = told(self.flow, zone, value)

    def show(self, zone: Zone, lie: Chips, after_s: float = 1.0) -> tuple[Event, ...]:
        self.now_s += after_s
        lay = self.flow.lies.get(zone, NONE)
        self.flow, events = moved(self.flow, ChipsMoved(zone, lay, lie, self.now_s, self.now_s), settled=True)
        self.events += events
        return events

    def sums(self) -> list[tuple[type[Event], int, int]]:
        motions = (ChipsPushed, ChipsTakenBack, BetsGathered, PotPushed)
        return [(type(one), one.seat, total_chips(one.chips)) for one in self.events if isinstance(one, motions)]

    def asked(self) -> list[str]:
        return [doubt.prompt for doubt in chip_doubts(self.flow)]


def told_to_the_pot(**held: Chips) -> Trays:
    """What lies at the dead bet tray of seat 4 is told to be gathered."""
    trays = Trays(BET, pot=NONE, bet_4=NONE, stack_3=((5000, 1),), **held)
    trays.told(POT, 100)
    return trays


def test_a_bet_that_was_seen_to_go_is_not_what_was_told_to_come() -> None:
    trays = told_to_the_pot(bet_1=FIFTY, bet_2=RAISED)
    trays.show(bet_zone(1), NONE)
    trays.show(POT, FIFTY)
    trays.show(bet_zone(2), NONE)
    trays.show(POT, (*RAISED[:3], (25, 4)))
    trays.show(POT, (*RAISED[:2], (100, 7), (25, 4)))
    assert trays.sums() == [(BetsGathered, 1, 50), (BetsGathered, 2, 2150)]
    assert trays.asked() == []
    trays.show(POT, NONE)
    trays.show(stack_zone(3), ((5000, 1), *RAISED[:2], (100, 7), (25, 4)))
    assert trays.sums()[2:] == [(PotPushed, 3, 2300)]
    assert not trays.flow.adrift
    assert not trays.flow.told


@pytest.mark.parametrize("first", [HUNDRED, RAISED])
def test_a_bet_of_which_the_pot_tells_before_its_own_tray_is_gathered_whole(first: Chips) -> None:
    trays = told_to_the_pot(bet_5=RAISED)
    trays.show(POT, first)
    trays.show(bet_zone(5), NONE, 0.1)
    trays.show(POT, (*RAISED[:2], (100, 7), (25, 2)))
    assert trays.sums() == [(BetsGathered, 5, 2150)]
    assert trays.asked() == []


def test_chips_of_a_dead_tray_of_which_no_word_came_yet_are_no_part_of_another_bet() -> None:
    trays = Trays(BET, pot=NONE, bet_4=HUNDRED, bet_5=RAISED)
    trays.show(bet_zone(5), NONE)
    trays.show(POT, HUNDRED)
    assert trays.sums() == []
    trays.show(POT, (*RAISED[:2], (100, 7), (25, 2)))
    assert trays.sums() == [(BetsGathered, 5, 2150)]


def test_what_came_to_the_pot_and_went_on_at_once_was_pushed_with_it() -> None:
    trays = told_to_the_pot(bet_1=RAISED)
    trays.show(bet_zone(1), NONE)
    trays.show(POT, RAISED)
    trays.show(POT, NONE)
    trays.show(stack_zone(3), ((5000, 1), *RAISED[:2], (100, 7), (25, 2)))
    assert trays.sums() == [(BetsGathered, 1, 2150), (PotPushed, 3, 2150), (PotPushed, 3, 100)]
    assert not trays.flow.told
    assert trays.asked() == []


def test_chips_at_a_stack_are_not_from_the_pot_while_chips_lie_in_it() -> None:
    trays = told_to_the_pot()
    trays.show(POT, RAISED)
    trays.show(stack_zone(3), ((5000, 1), (25, 2)))
    assert trays.sums() == []


@pytest.mark.parametrize("left", [HUNDRED, ((25, 4),)])
def test_what_goes_back_to_its_player_is_not_what_was_told_to_be_gathered(left: Chips) -> None:
    trays = Trays(POT, pot=NONE, stack_4=NONE, bet_4=((5000, 2), *left))
    trays.told(BET, -100)
    trays.told(POT, 100)
    trays.show(BET, left)
    trays.show(STACK, ((5000, 2),))
    assert trays.sums() == [(ChipsTakenBack, 4, 10_000)]
    trays.show(BET, NONE)
    assert (trays.flow.told, trays.flow.adrift) == ({POT: 100}, {})


def test_a_word_that_comes_while_chips_go_back_takes_none_of_them() -> None:
    trays = Trays(POT, pot=NONE, stack_4=NONE, bet_4=((5000, 2), (100, 1)))
    trays.show(BET, HUNDRED)
    trays.told(BET, -100)
    trays.show(STACK, ((5000, 2),))
    assert trays.sums() == [(ChipsTakenBack, 4, 10_000)]


def test_a_motion_of_which_keys_told_both_ends_is_no_news() -> None:
    trays = Trays(pot=NONE, stack_4=NONE, bet_4=((100, 3),))
    trays.told(BET, -100)
    trays.told(STACK, 100)
    trays.show(BET, ((100, 2),))
    assert trays.asked() == []
    trays.show(STACK, HUNDRED)
    assert (trays.sums(), trays.flow.told, trays.flow.adrift) == ([], {}, {})


def test_what_left_a_bet_as_keys_told_is_asked_about_no_more_though_its_stack_is_dead() -> None:
    trays = Trays(STACK, pot=NONE, stack_4=NONE, bet_4=((100, 3),))
    trays.told(BET, -100)
    trays.show(BET, ((100, 2),))
    assert trays.asked() == []
    assert dismiss(trays.flow, BET).dismissed == {}
    assert settled(trays.flow).adrift == {}
    trays.show(POT, ((100, 1),), PATIENCE_S)
    assert (trays.sums(), trays.flow.told) == ([], {})


def test_chips_that_had_come_before_a_bet_went_are_not_that_bet() -> None:
    trays = Trays(pot=NONE, stack_1=NONE, bet_1=HUNDRED)
    trays.show(POT, HUNDRED)
    trays.show(bet_zone(1), NONE, PATIENCE_S + 0.1)
    trays.show(stack_zone(1), HUNDRED)
    assert trays.sums() == [(ChipsTakenBack, 1, 100)]
    assert trays.asked() == ["chips-adrift:pot"]


def test_a_bet_told_of_late_is_gathered_if_it_may_have_gone_in_time() -> None:
    trays = Trays(pot=NONE, bet_1=HUNDRED)
    trays.show(POT, HUNDRED)
    late = ChipsMoved(bet_zone(1), HUNDRED, NONE, trays.now_s, trays.now_s + PATIENCE_S + 1)
    _, events = moved(trays.flow, late)
    assert [type(one) for one in events] == [BetsGathered]


def test_what_comes_to_a_stack_while_nobody_sees_the_pot_is_not_pushed_in_parts() -> None:
    trays = Trays(pot=((500, 1),), stack_2=NONE, bet_4=HUNDRED)
    trays.show(BET, NONE)
    trays.flow = out_of_sight(trays.flow, (POT,), trays.now_s)
    trays.show(stack_zone(2), ((500, 1), (100, 1)))
    assert trays.sums() == []
    for zone, value in ((BET, -100), (POT, -500), (stack_zone(2), 600)):
        trays.told(zone, value)
    assert (trays.flow.adrift, trays.flow.told) == ({}, {POT: -500})


def test_a_bet_that_goes_straight_to_the_winner_needs_no_pot() -> None:
    trays = Trays(POT, pot=NONE, stack_2=NONE, bet_4=HUNDRED)
    trays.show(BET, NONE)
    trays.show(stack_zone(2), HUNDRED)
    assert trays.sums() == [(BetsGathered, 4, 100), (PotPushed, 2, 100)]


def test_chips_that_went_while_nobody_looked_are_known_if_they_were_told() -> None:
    trays = Trays(BET, pot=NONE, bet_4=((5000, 2), (100, 1)))
    trays.told(BET, -100)
    trays.flow = replace(trays.flow, unseen={})
    trays.flow, _ = moved(trays.flow, ChipsMoved(BET, ((5000, 2),), HUNDRED, 20.0, 20.0))
    assert trays.flow.told == {}
    assert not trays.flow.gaps


def test_what_came_to_the_pot_out_of_the_dark_is_pushed_with_it() -> None:
    trays = Trays(BET, pot=NONE, stack_2=NONE, stack_3=NONE, bet_4=HUNDRED, bet_1=RAISED)
    trays.show(bet_zone(1), NONE)
    trays.show(POT, RAISED)
    trays.show(POT, (*RAISED[:2], (100, 7), (25, 2)))
    trays.show(POT, ((100, 7), (25, 2)))
    trays.show(stack_zone(3), RAISED[:2])
    trays.show(POT, NONE)
    trays.show(stack_zone(2), ((100, 7), (25, 2)))
    assert trays.sums() == [(BetsGathered, 1, 2150), (PotPushed, 3, 1500), (PotPushed, 2, 750)]
    trays.told(POT, 100)
    assert (trays.flow.told, trays.flow.gaps, trays.flow.adrift) == ({}, {}, {})


@pytest.mark.parametrize(("more", "pushed"), [(HUNDRED, [100]), (FIFTY, [])])
def test_what_came_out_of_the_dark_and_went_on_at_once_is_all_that_lay_there(more: Chips, pushed: list[int]) -> None:
    trays = Trays(BET, pot=((500, 1),), stack_3=NONE, bet_4=HUNDRED)
    trays.show(POT, NONE)
    trays.show(stack_zone(3), ((500, 1), *more))
    assert trays.sums() == [(PotPushed, 3, 500), *((PotPushed, 3, chips) for chips in pushed)]


def test_what_goes_back_from_a_dead_tray_is_not_what_was_told_to_come_to_the_pot() -> None:
    trays = told_to_the_pot(stack_4=NONE)
    trays.told(BET, 50)
    trays.show(STACK, FIFTY)
    assert trays.sums() == []


def test_a_told_bet_for_which_change_is_taken_in_the_same_motion_leaves_nothing_open() -> None:
    trays = Trays(bet_4=((100, 3),), stack_4=((1000, 8), (500, 2), (100, 7)))
    trays.told(STACK, -900)
    trays.told(BET, 900)
    trays.show(STACK, ((1000, 8), (500, 1), (100, 3)))
    trays.show(BET, ((1000, 1), (100, 2)))
    assert (trays.flow.told, trays.flow.adrift, trays.sums()) == ({}, {}, [])


def test_a_bet_told_to_have_gone_and_a_new_one_in_its_place_are_two() -> None:
    trays = Trays(BET, bet_4=HUNDRED, stack_4=((1000, 1), (100, 5)), pot=NONE)
    trays.told(BET, -100)
    trays.show(STACK, ((1000, 1), (100, 2)))
    back = in_sight(trays.flow, {**trays.flow.lies, BET: ((100, 3),)}, 20.0)
    assert total_chips(back.gaps[BET].gained) == 300
    assert BET not in back.told


def test_so_they_are_where_the_stack_tells_of_the_new_one_only_once_the_tray_of_the_bet_is_back() -> None:
    trays = Trays(BET, bet_4=HUNDRED, stack_4=((1000, 1), (100, 5)), pot=NONE)
    trays.told(BET, -100)
    trays.flow = in_sight(trays.flow, {**trays.flow.lies, BET: ((100, 3),)}, 10.5)
    trays.show(STACK, ((1000, 1), (100, 2)))
    assert trays.asked() == ["gap-chips:bet:4:from:stack:4=300"]
    assert BET not in trays.flow.told


def test_a_bet_told_to_have_gone_of_which_less_was_added_may_lie_there_still() -> None:
    trays = Trays(BET, bet_4=HUNDRED, stack_4=((1000, 1), (100, 5)), pot=NONE)
    trays.told(BET, -100)
    trays.show(STACK, ((1000, 1), (100, 3)))
    back = in_sight(trays.flow, {**trays.flow.lies, BET: ((100, 3),)}, 20.0)
    assert total_chips(back.gaps[BET].gained) == 200
    assert back.told[BET] == -100


def test_a_bet_told_to_have_come_that_its_stack_saw_go_went_on_with_what_lay_there() -> None:
    trays = Trays(BET, bet_4=FIFTY, stack_4=((1000, 1), (25, 4)), pot=NONE)
    trays.told(STACK, -50)
    trays.told(BET, 50)
    trays.show(STACK, ((1000, 1), (25, 2)))
    trays.flow = as_told(trays.flow)
    back = in_sight(trays.flow, {**trays.flow.lies, BET: NONE}, 20.0)
    assert total_chips(back.gaps[BET].lost) == 100
    assert BET not in back.told


def test_a_bet_told_to_have_come_that_no_tray_saw_go_may_still_come() -> None:
    trays = Trays(BET, bet_4=FIFTY, stack_4=((1000, 1), (25, 4)), pot=NONE)
    trays.told(STACK, -50)
    trays.told(BET, 50)
    back = in_sight(trays.flow, {**trays.flow.lies, BET: NONE}, 20.0)
    assert total_chips(back.gaps[BET].lost) == 50
    assert back.told[BET] == 50


def test_chips_found_by_word_are_not_those_that_go_back_at_the_same_time() -> None:
    """5000 came to light behind a player while the 9300 in front of him went back, a chip of 5000 among them."""
    front: Chips = ((5000, 1), (1000, 4), (100, 3))
    trays = Trays(stack_4=HUNDRED, bet_4=front)
    trays.told(STACK, 5000)
    assert trays.show(BET, NONE) == ()
    assert trays.show(STACK, ((5000, 1), (100, 1)), after_s=0.1) == ()
    trays.show(STACK, ((5000, 2), (1000, 4), (100, 4)))
    assert trays.sums() == [(ChipsTakenBack, 4, 9300)]
    assert trays.flow.told == {}
    assert trays.asked() == []

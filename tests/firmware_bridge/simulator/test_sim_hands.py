"""Hands take a person's time, and things are in the air while they move."""

from __future__ import annotations

import pytest

from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.world import AIR, DEALER, button_place
from firmware_bridge.vocabulary.cards import Card, parse_cards
from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, STUB, Zone, bet_zone, seat_zone, stack_zone

LADDER = (25, 100, 500, 1000)
STACK: Chips = ((1000, 5), (500, 2), (100, 8), (25, 8))


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(TableSetup(6, LADDER, dict.fromkeys(range(1, 7), STACK)))


def places(table: SimulatedTable, zone: Zone, every_s: float, for_s: float) -> list[tuple[str, ...]]:
    """What lies at `zone` again and again while time passes."""
    seen = []
    for _ in range(round(for_s / every_s)):
        seen.append(table.world.cards.names(zone))
        table.run_for(every_s)
    return seen


def test_a_dealt_card_is_in_the_air_for_as_long_as_it_flies(table: SimulatedTable) -> None:
    done_s = table.cards.deal(3, Card("Ah"))
    assert done_s == pytest.approx(0.35)
    assert table.world.cards.names(AIR) == ("Ah",)
    table.run_until(done_s - 0.01)
    assert table.world.cards.names(seat_zone(3)) == ()
    table.run_until(done_s)
    assert table.world.cards.names(seat_zone(3)) == ("Ah",)
    table.run_until(table.cards.deal(3))
    assert table.world.cards.names(seat_zone(3))[0] == "Ah"  # the second card lies on the first


def test_two_stuck_cards_land_as_one(table: SimulatedTable) -> None:
    table.run_until(table.cards.deal_stuck(2))
    assert len(table.world.cards.pile(seat_zone(2))) == 2


def test_a_flop_is_spread_in_one_motion_or_laid_one_by_one(table: SimulatedTable) -> None:
    flop = parse_cards("AhKd2c")
    at_once = table.cards.board(flop)
    seen = places(table, BOARD, 0.05, at_once + 0.05)
    assert set(seen) == {(), ("Ah", "Kd", "2c")}
    table.run_until(table.cards.gather())
    start_s = table.now_s
    done_s = table.cards.board(flop, one_by_one=True)
    seen = places(table, BOARD, 0.05, done_s - start_s + 0.15)
    assert [len(cards) for cards in dict.fromkeys(seen)] == [0, 1, 2, 3]


def test_a_street_burns_before_the_board(table: SimulatedTable) -> None:
    done_s = table.cards.street(parse_cards("AhKd2c"), burn=Card("9s"))
    table.run_until(0.5)
    assert (table.world.cards.names(BURN), table.world.cards.names(BOARD)) == (("9s",), ())
    table.run_until(done_s)
    assert table.world.cards.names(BOARD) == ("Ah", "Kd", "2c")


@pytest.mark.parametrize("over_board", [False, True])
def test_a_fold_slides_to_the_muck_and_may_pass_over_the_board(table: SimulatedTable, over_board: bool) -> None:
    for card in parse_cards("AhKd"):
        table.run_until(table.cards.deal(4, card))
    start_s = table.now_s
    done_s = table.cards.fold(4, over_board=over_board)
    assert table.world.cards.names(seat_zone(4)) == ()
    seen = places(table, BOARD, 0.05, done_s - start_s + 0.05)
    assert (("Ah", "Kd") in seen) == over_board
    assert table.world.cards.names(MUCK) == ("Ah", "Kd")
    assert not table.world.cards.pile(BOARD)


def test_a_card_picked_up_comes_back_to_its_place(table: SimulatedTable) -> None:
    table.run_until(table.cards.deal(5, Card("Qs")))
    done_s = table.cards.pick_up(Card("Qs"), for_s=2.0)
    assert not table.world.cards.pile(seat_zone(5))
    table.run_until(done_s)
    assert table.world.cards.names(seat_zone(5)) == ("Qs",)


def test_a_riffle_brings_many_cards_to_the_top_and_the_deck_back_to_the_hand(table: SimulatedTable) -> None:
    order = table.world.cards.pile(DEALER)
    done_s = table.cards.riffle()
    tops = {pile[-1] for pile in places(table, STUB, 0.1, 3.9)}
    assert len(tops) > 15
    table.run_until(done_s)
    assert len(table.world.cards.pile(DEALER)) == 52
    assert table.world.cards.pile(DEALER) != order
    assert not table.world.cards.pile(STUB)


def test_gathering_takes_pile_after_pile_and_a_shuffle_gathers_first(table: SimulatedTable) -> None:
    for seat in range(1, 7):
        table.run_until(table.cards.deal(seat))
    table.run_until(table.cards.street((None, None, None)))
    begun_s = table.now_s
    done_s = table.cards.shuffle()
    assert done_s - begun_s == pytest.approx(2.5 + 4.0)
    table.run_until(begun_s + 1.3)
    assert 0 < len(table.world.cards.pile(seat_zone(6))) + len(table.world.cards.pile(BURN)) <= 2
    table.run_until(done_s)
    assert len(table.world.cards.pile(DEALER)) == 52


def test_chips_are_lifted_and_land_together(table: SimulatedTable) -> None:
    done_s = table.chips.push(1, ((1000, 1), (500, 2)))
    assert total_chips(table.world.chips.at(stack_zone(1))) == 5000 + 1000 + 1000 - 2000
    assert table.world.chips.at(bet_zone(1)) == ()
    table.run_until(done_s)
    assert table.world.chips.at(bet_zone(1)) == ((1000, 1), (500, 2))
    table.run_until(table.chips.push(2, ((1000, 1),)))
    table.run_until(table.chips.take_back(1, ((500, 2),)))
    table.run_until(table.chips.gather_bets())
    assert table.world.chips.at(POT) == ((1000, 2),)
    table.run_until(table.chips.push_pot(4, ((1000, 1),)))
    table.run_until(table.chips.push_pot(5))
    assert table.world.chips.at(POT) == ()
    assert total_chips(table.world.chips.at(stack_zone(5))) == 8000 + 0
    table.world.check()


def test_change_is_made_only_where_it_is_needed(table: SimulatedTable) -> None:
    before = table.world.chips.at(stack_zone(1))
    table.chips.provide(stack_zone(1), ((100, 8),))
    assert table.world.chips.at(stack_zone(1)) == before
    table.chips.provide(stack_zone(1), ((100, 12),))
    after = table.world.chips.at(stack_zone(1))
    assert dict(after)[100] >= 12
    assert total_chips(after) == total_chips(before)
    table.world.check()


def test_puck_buttons_and_presses(table: SimulatedTable) -> None:
    pressed: list[str] = []
    table.world.watchers.watch(button_place("floor"), lambda: pressed.append("floor"))
    done_s = table.things.puck(4)
    lay = [table.world.things.puck]
    table.run_until(done_s)
    assert [*lay, table.world.things.puck] == [None, 4]
    table.run_until(table.things.allin(2))
    assert table.world.things.allin == {2}
    table.run_until(table.things.allin(2, down=False))
    assert table.world.things.allin == set()
    table.things.press("floor")
    assert len(pressed) == 1


def test_faster_hands_do_the_same_in_less_time() -> None:
    quick = SimulatedTable(TableSetup(2, LADDER, timing=Timing().faster(10)))
    assert quick.cards.riffle() == pytest.approx(0.4)
    quick.run_for(0.4)
    assert len(quick.world.cards.pile(DEALER)) == 52

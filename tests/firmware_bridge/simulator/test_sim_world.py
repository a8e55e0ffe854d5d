"""Whatever hands do, 52 cards lie in one place each and no chip is made or lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.secrets.decks import generate_deck
from firmware_bridge.simulator.chip_hands import change_for
from firmware_bridge.simulator.physics import PERFECT
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.world import AIR, AWAY, BANK, DEALER, World, WorldError
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.chips import Chips, add_chips, chips_of, holds_chips, subtract_chips, total_chips
from firmware_bridge.vocabulary.zones import BOARD, MUCK, POT, seat_zone, stack_zone

LADDER = (25, 100, 500, 1000)
STACK: Chips = ((1000, 5), (500, 2), (100, 8), (25, 8))
SETUP = TableSetup(6, LADDER, dict.fromkeys(range(1, 7), STACK), rack=((25, 20),), physics=PERFECT)

seats = st.integers(1, 6)
lots = st.lists(st.tuples(st.sampled_from(LADDER), st.integers(1, 6)), min_size=1, max_size=3).map(chips_of)
deck_cards = st.sampled_from(DECK)
Move: TypeAlias = tuple[str, str, tuple[object, ...]]


def move(hands: str, name: str, *arguments: st.SearchStrategy[object]) -> st.SearchStrategy[Move]:
    return st.tuples(st.just(hands), st.just(name), st.tuples(*arguments))


moves = st.one_of(
    move("cards", "deal", seats, st.none() | deck_cards),
    move("cards", "deal_stuck", seats),
    move("cards", "burn", st.none() | deck_cards),
    move("cards", "board", st.lists(st.none() | deck_cards, min_size=1, max_size=3)),
    move("cards", "street", st.lists(st.none(), min_size=1, max_size=3)),
    move("cards", "fold", seats),
    move("cards", "carry", st.lists(deck_cards, min_size=1, max_size=3, unique=True), st.sampled_from((MUCK, BOARD))),
    move("cards", "pick_up", deck_cards),
    move("cards", "gather"),
    move("cards", "shuffle"),
    move("chips", "push", seats, lots),
    move("chips", "take_back", seats, lots),
    move("chips", "gather_bets"),
    move("chips", "push_pot", seats),
    move("chips", "provide", seats.map(stack_zone), lots),
    move("chips", "buy_in", seats, lots),
    move("chips", "cash_out", seats),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(moves, st.floats(0, 3)), max_size=40))
def test_random_hands_at_random_moments_lose_no_card_and_no_chip(plan: list[tuple[Move, float]]) -> None:
    table = SimulatedTable(SETUP)
    for (hands, name, arguments), wait_s in plan:
        with suppress(WorldError):  # a refusal is right; what counts is that nothing was lost
            getattr(getattr(table, hands), name)(*arguments)
        table.world.check()
        table.run_for(wait_s)
        table.world.check()
    table.run_for(20)
    table.world.check()
    assert not table.world.cards.pile(AIR)
    assert not table.world.chips.at(AIR)


def test_a_lost_card_and_a_forged_chip_are_caught() -> None:
    world = World(2, {tag: card for card, tag in generate_deck("demo", 1).tags.items()})
    world.check()
    lost = world.cards._piles[DEALER].pop()
    with pytest.raises(WorldError, match="52 cards, but 51 lie"):
        world.cards.check()
    world.cards._piles[BOARD] = [lost]
    with pytest.raises(WorldError, match="lies at board and is believed at dealer"):
        world.cards.check()
    world.chips.move(((100, 1),), BANK, POT)
    world.chips.check()
    world.chips._lots[POT] = ((100, 2),)
    with pytest.raises(WorldError, match="gave out 100, on the table lie 2x100"):
        world.chips.check()


def test_what_cannot_be_is_refused_with_what_is_missing_where() -> None:
    table = SimulatedTable(SETUP)
    table.run_until(table.cards.deal(3, Card("Ah")))
    refused: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: table.cards.deal(4, Card("Ah")), "Ah is not in the deck: it is at seat:3"),
        (lambda: table.cards.fold(2), "seat 2 has no cards to fold"),
        (lambda: table.cards.deal(7), "no seat 7: the table has seats 1 to 6"),
        (table.cards.riffle, "1 cards are not in the deck .Ah at seat:3.: gather"),
        (lambda: table.cards.board([None] * 52), "the deck is too short"),
        (lambda: table.cards.pick_up(Card("2c")), "2c is in the dealer's hand"),
        (lambda: table.chips.push(1, ((500, 4),)), "stack:1 lacks 2x500: it holds 5x1000 2x500 8x100 8x25"),
        (lambda: table.chips.push(1, ()), "no chips to move at seat 1"),
        (lambda: table.chips.take_back(1, ((25, 1),)), "bet:1 lacks 25: it holds nothing"),
        (table.chips.gather_bets, "no bets"),
        (lambda: table.chips.push_pot(1), "nothing in the pot"),
        (lambda: table.chips.change("stack:1", ((1000, 1),), ((500, 1),)), "1000 is worth 1000, 500 500"),
        (lambda: table.chips.provide("stack:1", ((1000, 50),)), "cannot hold 50x1000"),
        (lambda: table.things.puck(0), "no seat 0"),
    )
    for wrong, words in refused:
        with pytest.raises(WorldError, match=words):
            wrong()
    table.world.check()
    with pytest.raises(WorldError, match="1 to 10 seats, not 11"):
        TableSetup(11, LADDER)
    with pytest.raises(WorldError, match="stack:1 holds a chip of 7"):
        TableSetup(2, LADDER, {1: ((7, 1),)})


def test_strangers_come_to_the_table_and_leave_it_when_the_deck_is_gathered() -> None:
    table = SimulatedTable(SETUP)
    foreign, double = generate_deck("other", 9).tag_of(Card("Ah")), generate_deck("other", 9).tag_of(Card("Kd"))
    table.cards.bring(foreign, seat_zone(2))
    table.run_until(table.cards.bring(double, BOARD, Card("Kd")))
    assert table.world.cards.names(BOARD) == ("Kd",)
    assert table.world.cards.names(seat_zone(2)) == (f"tag {foreign.hex()}",)
    table.run_until(table.cards.gather())
    assert set(table.world.cards.pile(AWAY)) == {foreign, double}
    assert len(table.world.cards.pile(DEALER)) == 52
    table.world.check()


@given(st.lists(st.tuples(st.sampled_from(LADDER), st.integers(1, 9)), min_size=1).map(chips_of), lots)
def test_change_is_fair_and_gives_what_was_wanted(lies: Chips, wanted: Chips) -> None:
    if total_chips(lies) < total_chips(wanted):
        with pytest.raises(WorldError, match="cannot hold"):
            change_for(lies, wanted, LADDER, "stack:1")
        return
    out, back = change_for(lies, wanted, LADDER, "stack:1")
    assert total_chips(out) == total_chips(back)
    assert holds_chips(lies, out)
    assert holds_chips(add_chips(subtract_chips(lies, out), back), wanted)


def test_change_in_chips_that_do_not_exist_is_refused() -> None:
    with pytest.raises(WorldError, match="no change for 30 at stack:1"):
        change_for(((100, 1),), ((30, 1),), (25, 100), "stack:1")


def test_the_same_seed_deals_the_same_cards() -> None:
    def dealt(seed: int) -> tuple[str, ...]:
        table = SimulatedTable(TableSetup(6, LADDER, seed=seed))
        table.run_until(table.cards.shuffle())
        for seat in range(1, 7):
            table.run_until(table.cards.deal(seat))
        return tuple(name for seat in range(1, 7) for name in table.world.cards.names(seat_zone(seat)))

    assert dealt(1) == dealt(1)
    assert dealt(1) != dealt(2)

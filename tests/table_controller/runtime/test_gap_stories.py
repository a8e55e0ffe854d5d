"""People do not wait for a screen that is dark: what they did meanwhile comes out right after the answers."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from support.outages import FragileTable, PatientPlayer
from support.script_text import script_text

from firmware_bridge.simulator.world import DEALER
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import BOARD, BURN, Zone, bet_zone, stack_zone
from table_controller.game import queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.runtime.simulated.attending import Attending
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import Confirm
from table_controller.vocabulary.record import decode_record

BOOK = package_rulebook("tda-2019")
OPENING = script_text(
    "up to the call",
    """
deal
1: raises to 600
""",
)
FIVE_HUNDRED: Chips = ((500, 1),)


class Story:
    """A table at which seat 1 has raised to 600, a dealer at its screen, and hands that go on without it."""

    def __init__(self) -> None:
        player = PatientPlayer(BOOK, lambda _table, _rng: None)
        played = play(parse_script("opening.toml", OPENING), lambda _: player)
        assert played.failure is None, played.failure
        self.process: FragileTable = player.fragile
        self.hands = self.process.table
        self.dealer = Attending(self.process)
        self.prompts: list[str] = []

    def dark(self, kill: Callable[[], None], *moves: Callable[[], float]) -> None:
        """A process dies; people finish these movements; then it comes back and the dealer answers what is asked."""
        self.process.outage_s = 60.0
        kill()
        began_s = self.hands.now_s
        for move in moves:
            self.hands.run_until(move() + 1.0)
        assert self.hands.now_s < began_s + 60.0, "all of it happens in the dark"
        self.hands.run_until(began_s + 60.5)
        for _ in range(100):
            self.hands.run_for(0.2)
            self.dealer.answer()
        self.prompts = [
            cause.prompt
            for entry in self.process.log.entries()
            if isinstance(cause := decode_record(entry.payload).cause, Confirm)
        ]
        assert self.process.broken_promises() == []

    def push(self, seat: int, chips: Chips) -> Callable[[], float]:
        def move() -> float:
            self.hands.chips.provide(stack_zone(seat), chips)
            return self.hands.chips.push(seat, chips)

        return move

    def flop(self) -> float:
        deck = self.hands.world.cards.names(DEALER)
        return self.hands.cards.street([None, None, None], burn=None) if deck else 0.0


@pytest.fixture
def story() -> Story:
    return Story()


def kill_both(process: FragileTable) -> None:
    process.kill_controller()
    process.kill_bridge()


@pytest.mark.parametrize("who", ["controller", "bridge", "both"])
def test_a_call_a_fold_the_sweep_and_the_flop_in_one_outage(story: Story, who: str) -> None:
    process = story.process
    kills = {"controller": process.kill_controller, "bridge": process.kill_bridge, "both": lambda: kill_both(process)}
    story.dark(
        kills[who],
        story.push(2, FIVE_HUNDRED),
        lambda: story.hands.cards.fold(3),
        story.hands.chips.gather_bets,
        story.flop,
    )
    table = process.controller.session.table
    assert table.hand.phase == "flop", story.prompts
    assert queries.live_seats(table) == (2, 1)
    assert queries.who_acts(table) == 2
    assert (queries.pot_chips(table), table.chips.found_chips) == (1400, 0)
    assert process.view().board_count == 3
    assert process.view().prompts == ()
    assert len(process.view().board) == 3, "the flop is named, though nobody saw it come"


def test_nothing_moved_and_nothing_is_asked(story: Story) -> None:
    before = story.process.controller.session.table
    story.dark(lambda: kill_both(story.process))
    assert story.prompts == []
    assert story.process.controller.session.table == before


def test_chips_pushed_and_pulled_back_in_the_dark_are_nothing(story: Story) -> None:
    story.dark(
        story.process.kill_controller,
        story.push(2, FIVE_HUNDRED),
        lambda: story.hands.chips.take_back(2, FIVE_HUNDRED),
    )
    assert story.prompts == []


def test_a_new_hand_begun_in_the_dark_is_asked_about(story: Story) -> None:
    process = story.process
    for seat in (2, 3):
        story.hands.run_until_idle(story.hands.cards.fold(seat))
    story.hands.run_until_idle(story.hands.chips.provide(bet_zone(1), ((100, 4),)))
    story.hands.run_until_idle(story.hands.chips.take_back(1, ((100, 4),)))
    assert process.controller.session.table.hand.phase == "settled"
    story.dark(
        process.kill_controller,
        story.hands.chips.gather_bets,
        lambda: story.hands.chips.push_pot(1),
        story.hands.cards.shuffle,
        *(lambda seat=seat: story.hands.cards.deal(seat) for seat in (3, 1, 2)),
    )
    table = process.controller.session.table
    assert table.hand.number == 2, story.prompts
    assert story.prompts.count("gap-riffled") == 1
    assert {seat.cards for seat in process.view().seats if seat.name} == {1}
    assert table.chips.found_chips == 0


def test_an_all_in_button_put_down_in_the_dark_speaks_for_its_chips(story: Story) -> None:
    """Alone they would be less clear: where they are one large chip, a case for the floor. With it they are owed."""
    stack = story.hands.world.chips.at(stack_zone(2))
    story.dark(story.process.kill_controller, lambda: story.hands.things.allin(2), story.push(2, stack))
    assert story.prompts == ["gap-allin:2"]
    (seat,) = [seat for seat in story.process.view().seats if seat.seat == 2]
    assert (seat.status, seat.stack_chips, seat.owes_chips) == ("all-in", 0, 0)
    assert story.process.view().differences == ()


def to_the_flop(story: Story) -> None:
    """In the light: seat 2 calls, seat 3 folds, the bets are gathered, a burn and the flop."""
    hands = story.hands
    hands.run_until(story.push(2, FIVE_HUNDRED)() + 1.0)
    hands.run_until(hands.cards.fold(3) + 1.0)
    hands.run_until(hands.chips.gather_bets() + 1.0)
    hands.run_until(hands.cards.burn() + 1.0)
    hands.run_until(story.flop() + 1.0)
    assert story.process.controller.session.table.hand.phase == "flop"


def take(story: Story, zone: Zone) -> Callable[[], float]:
    """The dealer takes the top card of a place back into the hand."""

    def move() -> float:
        world = story.hands.world.cards
        card = world.card_of(world.pile(zone)[-1])
        assert card is not None, "nobody brought a foreign card"
        return story.hands.cards.carry([card], Zone(DEALER))

    return move


@pytest.mark.parametrize("who", ["controller", "bridge", "node"])
@pytest.mark.parametrize(("zone", "asked"), [(BOARD, "gap-unboarded:board"), (BURN, "gap-unburned:burn")])
def test_a_card_taken_from_the_middle_in_the_dark_is_one_question(
    story: Story, who: str, zone: Zone, asked: str
) -> None:
    process = story.process
    to_the_flop(story)

    def unplug() -> None:
        wire = process.table.wires["centre"]
        wire.unplug()
        process.table.scheduler.call_after(60.0, lambda: wire.replug(wire.port))

    kills = {"controller": process.kill_controller, "bridge": process.kill_bridge, "node": unplug}
    story.dark(kills[who], take(story, zone))
    assert story.prompts == [asked]
    assert process.view().prompts == ()


def silent(process: FragileTable, node: str) -> None:
    process.table.set_link_fault("drop", 1.0, [node])


def test_a_silent_node_is_unknown_on_the_screen_within_a_second_and_heals_within_two(story: Story) -> None:
    process, rng = story.process, random.Random(5)  # noqa: S311  # repeatable
    for _ in range(10):
        story.hands.run_for(rng.uniform(0.0, 1.0))
        silent(process, "seats-1-4")
        story.hands.run_for(1.0)
        shown = unknown_zones(process)
        assert {"seat:1", "bet:2", "stack:3"} <= shown
        assert not {"board", "pot", "stub"} & shown
        story.hands.run_for(rng.uniform(0.0, 5.0))
        process.table.set_link_fault("drop", 0.0, ["seats-1-4"])
        story.hands.run_for(2.0)
        assert unknown_zones(process) == set()
    assert story.process.view().prompts == ()


def test_a_dead_bridge_is_unknown_on_the_screen_and_heals(story: Story) -> None:
    story.process.outage_s = 3.0
    story.process.kill_bridge()
    story.hands.run_for(0.1)
    assert {"seat:1", "board", "pot", "stub"} <= unknown_zones(story.process)
    story.hands.run_for(2.9 + 2.0)
    assert unknown_zones(story.process) == set()


def unknown_zones(process: FragileTable) -> set[str]:
    return {zone for node in process.view().nodes for zone in node.unknown_zones}

"""Commands of the prompt move what they say, and say what is wrong."""

from __future__ import annotations

import pytest

from firmware_bridge.simulator.prompt import HELP, Prompt
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.world import AWAY, DEALER
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import BOARD, BURN, CARD_KINDS, MUCK, POT, UP, bet_zone, seat_zone, stack_zone

LADDER = (25, 100, 500, 1000)
STACK: Chips = ((1000, 5), (500, 2), (100, 8), (25, 8))


@pytest.fixture
def table() -> SimulatedTable:
    return SimulatedTable(TableSetup(6, LADDER, dict.fromkeys(range(1, 7), STACK)))


@pytest.fixture
def prompt(table: SimulatedTable) -> Prompt:
    return Prompt(table)


def test_a_hand_is_played_with_the_words_of_a_table_script(table: SimulatedTable, prompt: Prompt) -> None:
    story = """
    shuffle
    puck 4                  # the dealer button
    card 3 Ah
    card 3 Kd
    stuck 5
    card 6
    3: pushes 1000 2x500
    5: pushes 1000
    5: pulls 1000
    3: pulls 2x500
    sweep
    flop AsKs2c
    turn
    river 9d
    5: folds silently
    muck 6
    allin 3
    wait 2
    pay 3
    """
    for line in story.splitlines():
        assert not prompt.perform(line).startswith("error"), line
    cards, chips = table.world.cards, table.world.chips
    assert cards.names(seat_zone(3)) == ("Ah", "Kd")
    assert cards.names(BOARD)[:3] == ("As", "Ks", "2c")
    assert cards.names(BOARD)[4] == "9d"
    assert (len(cards.pile(BURN)), len(cards.pile(MUCK)), len(cards.pile(DEALER))) == (3, 3, 52 - 13)
    assert (chips.at(POT), chips.at(bet_zone(3))) == ((), ())
    assert chips.at(stack_zone(3)) == STACK
    assert (table.world.things.puck, set(table.world.things.allin)) == (4, {3})
    shown = prompt.perform("show")
    assert "seat 3: Ah Kd  stack 7000 (5x1000 2x500 8x100 8x25)  bet 0  all-in" in shown
    assert "seat 4: no cards  stack 7000 (5x1000 2x500 8x100 8x25)  bet 0  puck" in shown
    assert "39 cards in the dealer's hand" in shown
    assert not prompt.perform("gather").startswith("error")
    assert len(cards.pile(DEALER)) == 52
    table.world.check()


def test_odd_movements_and_faults(table: SimulatedTable, prompt: Prompt) -> None:
    for line in ("foreign 2", "card 1 Qs", "lift Qs 0.5", "move Qs board", "board 2", "burn 7c", "3: mucks"):
        answer = prompt.perform(line)
        assert answer.startswith("error") == (line == "3: mucks"), (line, answer)
    assert table.world.cards.names(BOARD)[0] == "Qs"
    assert len(table.world.cards.pile(seat_zone(2))) == 1
    for line in (
        "change 1 30x100",
        "buy 1 2x25",
        "allin 1",
        "allin 1 off",
        "press floor",
        "fault muck off",
        "fault muck ok",
    ):
        assert not prompt.perform(line).startswith("error"), line
    assert dict(table.world.chips.at(stack_zone(1)))[100] >= 30
    assert prompt.perform("link drop 0.5") == "0.00 s"
    assert table.fault_counts()["off"] == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dance", "no command 'dance': write help"),
        ("card", "a seat's number belongs here, not 'nothing'"),
        ("card three", "a seat's number belongs here, not 'three'"),
        ("card 99", "no seat 99: the table has seats 1 to 6"),
        ("card 3 1h", "'1h' is not a card"),
        ("card 3 AhKd", "AhKd is 2 cards, not 1"),
        ("card 3 Ah exposed", "no antenna sees which side is up"),
        ("board", "write board CARDS, or board N"),
        ("board AhAh", "names a card twice"),
        ("flop AhKd", "2 cards, not 3"),
        ("3: dances", "moves nothing"),
        ("3: pushes", "which chips"),
        ("3: pushes 7", "stack:3 lacks 7: it holds"),
        ("3: pushes lots", "'lots' is not a chip"),
        ("11: pushes 25", "no seat 11"),
        ("pay 3", "nothing in the pot"),
        ("sweep now", "sweep stands alone"),
        ("sweep", "no bets"),
        ("puck 0", "no seat 0"),
        ("press panic", "one of next, check, floor"),
        ("fault muck melted", "no zone fault 'melted': this table can play off"),
        ("fault seat:9 off", "no node senses seat:9"),
        ("fault muck", "write fault ZONE ok"),
        ("link melt 1", "no link fault 'melt'"),
        ("link drop 2", "between 0 and 1"),
        ("link drop x", "'x' is not a number"),
        ("link drop", "write link NAME CHANCE"),
        ("wait -1", "no time to wait"),
        ("wait nan", "not a number"),
        ("wait", "write wait SECONDS"),
        ("buy 3 77", "a chip of 77 is not in play here: there are 25, 100, 500, 1000"),
        ("lift", "write lift CARD"),
        ("lose", "write lose CARD"),
        ("lose Ah Kh", "write lose CARD"),
        ("shuffle deck", "write shuffle, or shuffle stub"),
        ("knock 3", "which chips"),
        ("give 3 4", "which chips"),
        ("give 3 x 100", "a seat's number belongs here"),
        ("knock 3 7", "stack:3 lacks 7"),
        ("lift 2c", "in the dealer's hand"),
        ("move Ah pot", "pot holds no cards"),
        ("move Ah", "write move CARDS ZONE"),
        ("allin 3 maybe", "write allin SEAT"),
        ("foreign 9", "no seat 9"),
        ("reboot", "write reboot NODE, NODE one of seats-1-4, seats-5-7, centre"),
        ("unplug", "write unplug NODE, NODE one of seats-1-4, seats-5-7, centre"),
        ("unplug table", "write unplug NODE"),
        ("plug centre", "the plug of centre is in: write unplug centre first"),
        ("plug", "write plug NODE"),
        ("stall", "write stall NODE SECONDS"),
        ("stall centre", "for how long? write stall centre SECONDS"),
        ("stall centre -1", "no time to wait"),
    ],
)
def test_what_cannot_be_is_answered_with_what_to_write(prompt: Prompt, line: str, words: str) -> None:
    answer = prompt.perform(line)
    assert answer.startswith("error: ")
    assert words in answer


def test_a_plug_is_pulled_and_put_in_and_a_line_stalls(table: SimulatedTable, prompt: Prompt) -> None:
    heard: list[float] = []
    wire = table.wires["centre"]
    wire.host = lambda _: heard.append(table.now_s)

    def frames(line: str) -> int:
        """How many came during the command."""
        before = len(heard)
        assert not prompt.perform(line).startswith("error"), line
        return len(heard) - before

    assert frames("wait 2") > 0
    assert frames("unplug centre") == 0
    assert prompt.perform("unplug centre") == "error: the plug of centre is out already: write plug centre"
    assert frames("wait 5") == 0, "nothing comes over a line whose plug is out"
    assert frames("plug centre") == 0
    assert frames("wait 2") > 0
    assert frames("stall centre 3") == 0
    began_s = table.now_s
    assert frames("wait 2.9") == 0, "a line that stalls holds everything back"
    assert frames("wait 0.2") > 1, "and then delivers it"
    assert heard[-1] - began_s >= 3.0


def test_the_stub_alone_is_shuffled_and_what_lies_on_the_table_stays(table: SimulatedTable, prompt: Prompt) -> None:
    for line in ("shuffle", "card 3 Ah", "flop AsKs2c", "shuffle stub"):
        assert not prompt.perform(line).startswith("error"), line
    cards = table.world.cards
    assert (cards.names(seat_zone(3)), cards.names(BOARD)) == (("Ah",), ("As", "Ks", "2c"))
    assert len(cards.pile(DEALER)) == 52 - 5


def test_a_card_falls_off_the_table_and_is_found_again(table: SimulatedTable, prompt: Prompt) -> None:
    for line in ("card 3 Ah", "lose Ah", "shuffle"):
        assert not prompt.perform(line).startswith("error"), line
    cards = table.world.cards
    assert (cards.names(AWAY), len(cards.pile(DEALER))) == (("Ah",), 51)
    assert prompt.perform("card 3 Ah") == "error: Ah is not in the deck: it is at away"
    assert not prompt.perform("move Ah muck").startswith("error")
    assert cards.names(MUCK) == ("Ah",)
    table.world.check()


def test_chips_that_are_knocked_over_are_sensed_by_nothing_until_they_stand_again(table: SimulatedTable) -> None:
    prompt = Prompt(table, waits=False)
    assert prompt.perform("knock 3 4x1000") == "3.00 s"
    assert dict(table.world.chips.at(stack_zone(3)))[1000] == 1
    table.run_until(prompt.done_s)
    assert table.world.chips.at(stack_zone(3)) == STACK


def test_help_names_every_command(prompt: Prompt) -> None:
    assert prompt.perform("help") == HELP
    for name in (*prompt._commands, *prompt._seat_commands, *prompt._bare_commands, "show", "help"):
        assert name in HELP.split(), name
    assert prompt.perform("  # nothing") == ""


def test_on_a_paced_clock_a_command_begins_and_says_when_it_is_over(table: SimulatedTable) -> None:
    prompt = Prompt(table, waits=False)
    assert prompt.perform("card 3 Ah") == "0.35 s"
    assert (table.now_s, prompt.done_s) == (0.0, 0.35)
    assert prompt.perform("wait 2") == "2.35 s"
    assert prompt.perform("card 3 Ah") == "error: Ah is not in the deck: it is at air"


def test_a_card_goes_back_into_the_dealers_hand_and_help_says_how(prompt: Prompt) -> None:
    prompt.perform("card 1 Qs")
    assert not prompt.perform("move Qs deck").startswith("error")
    assert "seat 1: no cards" in prompt.perform("show")
    assert "move CARDS deck" in HELP
    assert "SEAT: mucks" in HELP


def test_help_says_how_cards_are_written_and_where_they_may_go(prompt: Prompt) -> None:
    """A zone was a word of its own, and cards with spaces between them were too many words."""
    (at,) = (at for at, line in enumerate(HELP.splitlines()) if "move CARDS ZONE" in line)
    told = " ".join(HELP.splitlines()[at : at + 2])
    assert "without spaces, like Qc7h2s" in told
    assert {word.partition(":")[0] for word in told.split()} >= CARD_KINDS
    assert "without spaces" in prompt.perform("move Qc 7h board")
    for zone in sorted(CARD_KINDS - {UP}):  # of up-cards there are antennas for stud alone
        assert not prompt.perform(f"move Qc7h2s {zone}{':3' if zone == 'seat' else ''}").startswith("error")

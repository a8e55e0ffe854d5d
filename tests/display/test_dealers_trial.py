"""What dealers found who knew the README only: each stands here as they saw it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from support.dealt_tables import Felt, KeysOnly, opened, opened_for
from support.robot import Robot
from support.script_text import A_HAND_OF_STUD, script_text, stud_text
from support.scripted_dealer import LADDER
from support.told_hands import account_told, accounts_of, script_in

from display.keys.by_hand import done_is_taken
from display.keys.cases import floor_case
from display.keys.hints import offered
from display.keys.machine import press
from display.keys.menus import ACTS
from display.keys.pad import Keypad
from display.languages import LANGUAGES
from display.log import lines, told_hand
from display.widgets.action import action_lines
from display.widgets.count import count_lines
from display.widgets.next_act import next_acts
from display.widgets.page import hand_entry
from display.widgets.panel import panel_lines
from display.widgets.pots import pot_lines
from display.widgets.seat import SeatPicture, seat_lines
from display.widgets.shown import Shown
from display.widgets.status import status_line
from display.widgets.table import marks_of as table_marks
from display.wording import sentences
from display.wording.sensing import brief, health, troubles
from display.wording.undone import act
from display.wording.wording import ENGLISH, wording_in
from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.vocabulary.cards import Card, parse_card, parse_cards
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, MUCK
from table_controller.controller.controller import Controller, fold_record
from table_controller.game.queries import returns_due, to_call_chips
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.table import early_collection
from table_controller.game.state.table import Table
from table_controller.inference.asking import _ORDER
from table_controller.journal.journal import MemoryJournal
from table_controller.projections.hand_history import hands_of
from table_controller.projections.log_lines import lines_of_events
from table_controller.projections.undo_summary import acts_of
from table_controller.runtime.simulated.one_process import NO_BOOT, OneProcess, memory_header
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.purses import Purses
from table_controller.scripts.report import straight_player
from table_controller.session.state import new_session
from table_controller.session.undo import UNDOABLE
from table_controller.vocabulary.commands import (
    COMMANDS,
    AnnounceLevel,
    AskHistory,
    CallFloor,
    ChooseGame,
    Command,
    Confirm,
    CorrectCard,
    CorrectWord,
    CountDeck,
    Done,
    GivePenalty,
    MarkBoard,
    MarkBoxed,
    MarkDealt,
    MarkFold,
    MarkRiffle,
    MarkTaken,
    Preview,
    Redo,
    Rule,
    Say,
    SeatPlayer,
    ShowCards,
    TurnUp,
    Undo,
    UnseatPlayer,
    preview_asked,
)
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.outcomes import ForcedBetPosted
from table_controller.vocabulary.record import Record, decode_record, encode_record
from table_controller.vocabulary.views import (
    FindingView,
    LogLine,
    NextAct,
    NodeView,
    PromptView,
    Refused,
    RepairView,
    TableView,
    plainly,
)

CITE = Citation("tda-2019", "53-A")
DEALT = ["shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2)]


def panel_text(view: TableView) -> str:
    return " ".join("".join(text for text, _ in line).strip() for line in panel_lines(Shown(view), ENGLISH, 80, 8))


@pytest.fixture
def felt() -> Felt:
    return Felt()


@pytest.mark.parametrize("kind", sorted({kind for kinds in _ORDER for kind in kinds}))
def test_every_question_is_a_sentence(kind: str) -> None:
    """A question about the middle was asked as ``gap burned?``."""
    view = Felt().told()
    said = {ENGLISH.question(PromptView("x", kind, seat, ("yes", "no"), 100), view) for seat in (None, 3)}
    assert not all(kind.replace("-", " ") in one.lower() for one in said), said


def finding(number: int, *options: str, stops: bool) -> FindingView:
    return FindingView(number, "out-of-turn", number, CITE, (), options, open=True, stops_play=stops, case=number)


def test_what_stops_play_is_chosen_before_what_does_not() -> None:
    """A penalty that came later hid the case for which the table waited."""
    waits, later = finding(3, "dead-hand", "penalty", stops=True), finding(5, "penalty", "warning", stops=False)
    view = Felt().told()
    view = replace(view, findings=(later, waits))
    assert floor_case(view) is waits
    pad, commands = Keypad(), []
    for key in ("o", "2", "enter", "enter", "enter"):
        made = press(pad, key, view, paused=False, demo=False)
        pad = made.pad
        commands += [made.command] if isinstance(made.command, Rule) else []
    assert [(one.option, one.case, dict(one.arguments).get("case")) for one in commands] == [("penalty", 3, "3")]


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_findings_without_room_are_a_key_away(language: str) -> None:
    """They were counted, and no key was named that shows them."""
    settled = tuple(
        replace(finding(number, stops=False), open=False, facts=(("turn", number),)) for number in range(9, 2, -1)
    )
    shown = Shown(replace(Felt().told(), findings=settled))
    *_, last = panel_lines(shown, wording_in(language), 80, 6)
    named = [word for word in "".join(text for text, _ in last).replace(":", " ").split() if word == "j"]
    assert named, last
    assert press(Keypad(), named[0], shown.view, paused=False, demo=False).command == AskHistory()


def test_the_button_is_asked_for_between_two_hands(felt: Felt) -> None:
    view = felt.told("puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1")
    view = felt.told("sweep", "pay 3", "gather", "wait 2")
    assert view.next == NextAct("move-button", 2)
    assert ENGLISH.next_act(view) == "Move the button to seat 2 Player 2"
    assert felt.told("puck 2", "wait 1").next == NextAct("new-hand")
    assert ENGLISH.next_act(felt.told()) == "Shuffle and start the next hand"


def buttons(felt: Felt, *lines: str) -> list[int]:
    """The seats at which the screen draws the button after these lines."""
    view = felt.told(*lines)
    return [seat.seat for seat in view.seats if ENGLISH.say("mark.button") in table_marks(view, seat.seat, ENGLISH)]


def test_the_button_is_drawn_where_it_lies(felt: Felt) -> None:
    """It was drawn where the books have it, wherever the puck lay."""
    assert buttons(felt, "puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1") == [1]
    assert buttons(felt, "sweep", "pay 3", "wait 1", "puck 2", "wait 1") == [2], "moved before the cards are gathered"
    assert "The button lies" not in panel_text(felt.told())
    assert felt.told("gather", "wait 2").next == NextAct("new-hand")
    assert buttons(felt, "shuffle", "3: pushes 2x25", "4: pushes 100", "card 3", "wait 1", "puck 5", "wait 1") == [5]
    assert "The button lies at seat 5; it belongs at seat 2" in panel_text(felt.told())
    assert buttons(felt, "puck 2", "wait 1") == [2]
    assert "it belongs" not in panel_text(felt.told())


def test_a_button_that_was_moved_where_it_belongs_lies_elsewhere_no_more() -> None:
    """Through blinds and cards the screen said still that it lies at another seat."""
    felt = Felt(package_rulebook("tda-holdem"))
    felt.told("puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "pay 3", "wait 1")
    text = panel_text(felt.told("gather", "wait 2", "puck 3", "wait 2", "shuffle", "wait 3"))
    assert "! Out of the order of a hand" in text
    assert "The button lies at seat 3, it belongs at seat 2" in text
    for more in (("puck 2", "wait 1"), ("3: pushes 2x25", "4: pushes 100", "card 3", "card 4", "wait 1")):
        text = panel_text(felt.told(*more))
        assert "✓ Out of the order of a hand" in text
        assert "The button lay at seat 3, it belonged at seat 2" in text


def test_the_button_is_asked_for_before_the_first_card_too(felt: Felt) -> None:
    """Who gathered and shuffled in one go was never told to move it."""
    felt.told("puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "pay 3", "wait 1")
    assert felt.told("shuffle", "wait 1").next == NextAct("move-button", 2)
    assert felt.told("puck 2", "wait 1").next == NextAct("await", 3, 50)


def test_a_key_says_that_the_button_was_moved(felt: Felt) -> None:
    felt.told("puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1")
    felt.told("sweep", "pay 3", "gather", "wait 2")
    felt.take(Done("move-button", 2, 0))
    assert plainly(felt.view()).next.code == "new-hand"


def test_bets_that_lie_in_front_come_in_before_the_pot_goes_out(felt: Felt) -> None:
    view = felt.told(*DEALT, "4: pushes 3x100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2, 3)), "wait 1")
    view = felt.told("4: pulls 2x100")
    assert view.next == NextAct("gather-bets")
    assert felt.told("sweep", "wait 1").next.code == "push-pot"


def test_bets_of_the_round_before_are_not_drawn_in_during_this_one() -> None:
    """The turn came too early, its bets were brought in late: nobody had bet on this street."""
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    table = robot.table
    assert [one.topic for one in early_collection.bets_drawn_in(table, 1, robot.book)] == ["bringing-in-bets"]
    stands = tuple(replace(stand, bet_chips=0) for stand in table.betting.stands)
    later = replace(table, betting=replace(table.betting, stands=stands))
    assert early_collection.bets_drawn_in(later, 1, robot.book) == ()


def test_chips_that_were_taken_back_are_not_called_words() -> None:
    facts = (("taken_chips", 500), ("due_chips", 400))
    assert ENGLISH.finding("binding-action", facts)[0] == "Chips of a bet taken back"
    assert ENGLISH.finding("string-bet", facts)[0] == "Part of a bet taken back at once"
    assert ENGLISH.finding("binding-action", ())[0] == "What was said binds"


def test_a_pot_pushed_to_the_wrong_player_is_put_right_when_the_next_hand_has_begun(felt: Felt) -> None:
    """The chips went from his stack to the winner's: two questions were asked, and the next blind was not seen."""
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "wait 1")
    view = felt.told("pay 4", "wait 3", "gather", "shuffle", "wait 2")
    assert [(one.place, one.seat, one.chips) for one in view.differences] == [("behind", 3, -150), ("behind", 4, 150)]
    view = felt.told("give 4 3 100 2x25", "wait 4")
    assert (view.differences, view.prompts) == ((), ())
    view = felt.told("3: pushes 2x25", "4: pushes 100", "wait 2")
    assert (view.differences, view.prompts, view.next.code) == ((), (), "deal-card")


def test_a_pot_pushed_to_the_wrong_player_is_handed_on_while_its_hand_still_lies_there(felt: Felt) -> None:
    """The chips had come back by two questions, and were still owed after the answers."""
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "wait 1")
    view = felt.told("pay 2", "wait 1")
    assert (view.next.code, view.next.seat, view.next.chips) == ("await", 2, 150)
    assert [dict(found.facts)["cause"] for found in view.findings] == ["pot-pushed"]
    view = felt.told("give 2 3 100 2x25", "wait 4")
    assert view.findings == (), "it is put right"
    assert (view.differences, view.prompts, view.dues, view.next.code) == ((), (), (), "new-hand")
    assert [(one.seat, one.stack_chips) for one in view.seats if one.seat in (2, 3)] == [(2, 9950), (3, 10_050)]
    view = felt.told("gather", "shuffle", "wait 1", "3: pushes 2x25", "4: pushes 100", "wait 2")
    assert (view.differences, view.prompts, view.next.code) == ((), (), "deal-card")


def test_nothing_comes_from_nowhere_while_a_tray_is_not_read(felt: Felt) -> None:
    """The trays of four seats were unplugged, and their bets came from nowhere."""
    view = felt.told(*DEALT, "unplug seats-1-4", "wait 6", "4: pushes 500", "sweep", "wait 6")
    (asked,) = view.prompts
    assert ENGLISH.question(asked, view) == ("650 came to the middle, perhaps from a tray that is not read. Play on?")
    assert "from nowhere" in ENGLISH.question(asked, replace(view, nodes=()))


def test_chips_that_went_to_a_stack_and_were_not_its_own_are_asked_about(felt: Felt) -> None:
    """One movement that two trays showed was two questions, and chips on their way to a bet."""
    view = felt.told(*DEALT, "give 4 3 100 2x25", "wait 1")
    assert view.unclear == ()
    view = felt.told("wait 3")
    (asked,) = view.prompts
    assert ENGLISH.question(asked, view) == "150 went from seat 4 Player 4 to seat 3 Player 3. Play on?"
    view = felt.told("give 3 4 100 2x25", "wait 3")
    assert (view.prompts, view.differences, view.unclear) == ((), (), ())


def test_chips_of_two_givers_are_asked_about_one_by_one(felt: Felt) -> None:
    """Planted: what one stack gained is not what the other lost."""
    view = felt.told(*DEALT, "give 4 3 100 2x25", "give 5 3 100", "wait 4")
    assert {one.kind for one in view.prompts} == {"chips-came", "chips-went"}


def test_a_ruling_stands_under_the_case_that_it_was_about() -> None:
    """It was shown under the newest finding of the same kind."""
    steps = "deal\n2: uses device\n3: uses device\nfloor warning seat=2 case=1\n"
    played = play(parse_script("two.toml", script_text("two devices", steps)), straight_player)
    assert played.failure is None
    assert played.player is not None
    ruled = {one.seat: one.ruled for one in played.player.view.findings if one.topic == "devices"}
    assert ruled == {2: "warning", 3: ""}


def test_the_log_tells_what_the_floor_ruled() -> None:
    told_line = LogLine(7, 1.0, {"is": "FloorRuled", "option": "take-back"})
    assert lines(told_line, None) == [f"  The floor rules: {ENGLISH.code('option', 'take-back')}"]


def test_the_key_for_a_shuffled_stub_is_shown_where_it_is_asked_for() -> None:
    """The dealer shuffled the stub as NEXT said, and found no key that says so."""
    view = Felt().told()
    view = replace(view, street="turn", next=NextAct("burn"))
    procedure = RepairView("reshuffle", 2, ("return-cards", "shuffle-stub", "deal-turn"), 1)
    with_key = offered(Keypad(), replace(view, repair=procedure))
    assert ("s", "key.riffle") in with_key
    assert ("s", "key.riffle") not in offered(Keypad(), view)


def test_a_card_that_has_left_the_board_is_missed_until_it_lies_there_again(felt: Felt) -> None:
    """It fell down, and the screen went on drawing it."""
    felt.told(*DEALT, "4: pushes 100", "5: pushes 100", "6: pushes 100", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    assert view.board_unread == 0
    view = felt.told("lose Kd", "wait 2")
    assert view.board_unread == 1
    assert "A card of the board is not read: put it back, or look for it" in troubles(view, {}, ENGLISH)
    view = felt.told("move Kd board", "wait 2")
    assert (view.board_unread, view.board_count) == (0, 3)


def test_a_finding_that_play_has_left_behind_tells_how_it_was(felt: Felt) -> None:
    """That it is the turn of seat 4 was read long after seat 4 had folded."""
    view = felt.told(*DEALT, "5: pushes 3x100", "wait 1")
    assert "It is the turn of seat 4" in panel_text(view)
    assert "It was the turn of seat 4" in panel_text(felt.told("4: mucks", "wait 1"))
    felt.take(Rule("no-penalty"))
    assert "✓ Act out of turn: seat 5" in panel_text(felt.told())


def test_what_needs_no_ruling_is_done_with_the_next_act_but_not_while_the_board_is_put_right(felt: Felt) -> None:
    early_turn(felt)
    assert "! Cards of a street" in panel_text(felt.told())
    assert "! Cards of a street" in panel_text(felt.told("3: pushes 100", "wait 1")), "the board is still wrong"
    view = felt.told()
    assert "✓ Cards of a street" in panel_text(replace(view, repair=None))
    act = replace(view.findings[0], topic="out-of-turn", seat=3, open=False, past=True)
    assert "✓ Act out of turn" in panel_text(replace(view, findings=(act,))), "what a player did is over all the same"


def test_a_hand_that_the_floor_gives_back_is_given_back_before_play_goes_on(felt: Felt) -> None:
    """That its cards go back to the player was for the dealer to think of."""
    felt.told(*DEALT, "3: mucks", "wait 1")
    felt.take(MarkTaken(3))
    assert felt.told().next.code == "call-floor"
    cards = "".join(felt.process.table.world.cards.names(MUCK))
    felt.take(Rule("retrieve"))
    assert ENGLISH.next_act(felt.told()) == "Give seat 3 Player 3 the cards back"
    assert felt.told(f"move {cards} seat:3", "wait 1").next == NextAct("await", 4, 100)


def early_turn(felt: Felt) -> str:
    """Seat 2 has bet into three on the flop when the turn comes too early; the card."""
    calls = ("4: mucks", "5: mucks", "6: mucks", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.told("puck 1", *DEALT, *calls)
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop", "wait 1", "2: pushes 100", "turn", "wait 1")
    return str(felt.process.table.world.cards.names(BOARD)[-1])


def test_a_turn_dealt_too_early_is_put_right_act_by_act(felt: Felt) -> None:
    """The first act stayed there when it was done, the turn that lay rightly was to go back, bets stayed out."""
    early = early_turn(felt)

    def told(*lines: str) -> str:
        view = felt.told(*lines)
        return next_acts(view, ENGLISH)[0]

    assert told() == "Step 1 of 7: the early turn card aside, off the board"
    assert told(f"lose {early}", "wait 1") == "Action on seat 3 Player 3"
    assert felt.view().board_unread == 0, "it was to leave the board"
    assert told("3: pushes 100", "1: pushes 100", "wait 1") == "Bring in the bets"
    assert told("sweep", "wait 1") == "Step 2 of 7: burn a card"
    assert told("burn", "wait 1") == "Step 3 of 7: deal the turn"
    assert told("board 1", "wait 1") == "Action on seat 2 Player 2"
    for _ in range(3):
        assert told().startswith("Action on")
        felt.take(Say("check"))
    assert told() == "Step 4 of 7: the early turn card back into the deck"
    assert sentences.repair_after(ENGLISH, felt.told()) == "Then: shuffle the stub, cut, deal the river without a burn"
    assert ("s", "key.riffle") in offered(Keypad(), felt.told())
    key = press(Keypad(), "s", felt.told(), paused=False, demo=False)
    assert isinstance(key.command, MarkRiffle), "nothing is to be looked at first"
    felt.take(key.command)
    assert told() == "Step 6 of 7: cut; then deal the river without a burn"
    assert told("board 1", "wait 1") == "Action on seat 2 Player 2"


def test_a_button_at_the_wrong_seat_is_said_to_lie_where_it_lies() -> None:
    """The screen named the seat where it belongs as the one where it is."""
    (found,) = Felt(package_rulebook("tda-holdem")).told("puck 2", "shuffle", "wait 1").findings
    assert ENGLISH.facts(found.facts) == "the button lies at seat 2, it belongs at seat 1"


@pytest.mark.parametrize("pause_s", [0.0, 0.2, 0.4, 0.8])
def test_a_player_who_makes_his_own_change_and_is_swept_at_once_bets_no_string(felt: Felt, pause_s: float) -> None:
    """He took his 500 back and put three hundreds in; the dealer swept before a tray was at rest: a string bet."""
    calls = ("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.told("puck 1", *DEALT, *calls)
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop", "wait 1")
    felt.take(Say("check"))
    felt.told("4: pushes 3x100", "wait 2", "3: pushes 500", "wait 2")
    for motion in ("3: pulls 500", "3: pushes 3x100", "sweep"):
        assert not Prompt(felt.process.table).perform(motion).startswith("error")
        felt.process.table.run_for(pause_s)
    view = felt.told("wait 3")
    assert [one.topic for one in view.findings] == ["overchip"]
    assert (view.prompts, view.next.code) == ((), "burn")
    lies = {seat.seat: total_chips(felt.process.table.world.chips.at(f"stack:{seat.seat}")) for seat in view.seats}
    assert {seat.seat: seat.stack_chips for seat in view.seats} == lies


def test_an_early_turn_that_still_lies_there_beside_the_second_goes_aside(felt: Felt) -> None:
    """Five cards lay there, four were drawn, and not a word was said until the river."""
    early = early_turn(felt)
    felt.told("3: pushes 100", "1: pushes 100", "wait 1", "sweep", "wait 1", "burn", "wait 1", "board 1", "wait 1")
    view = felt.told()
    assert view.next.code == "await"
    assert next_acts(view, ENGLISH)[0] == "Step 1 of 7: the early turn card aside, off the board"
    assert next_acts(felt.told(f"lose {early}", "wait 1"), ENGLISH)[0] == "Action on seat 2 Player 2"


def test_a_shuffle_of_the_stub_is_done_by_the_key_for_what_is_next(felt: Felt) -> None:
    early = early_turn(felt)
    felt.told("3: pushes 100", "1: pushes 100", "wait 1", "sweep", "wait 1", "turn", "wait 1")
    for _ in range(3):
        felt.take(Say("check"))
    view = felt.told(f"move {early} stub", "wait 1")
    assert next_acts(view, ENGLISH)[-2] == "Step 5 of 7: shuffle the stub, then key s"
    assert done_is_taken(view)
    assert not isinstance(felt.take(Done("deal-river")), Refused)
    assert next_acts(felt.told(), ENGLISH)[0].startswith("Step 6 of 7: cut")


def test_a_dead_reader_misses_no_card_of_the_board(felt: Felt) -> None:
    felt.told(*DEALT, "4: pushes 100", "5: pushes 100", "6: pushes 100", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    assert felt.told("sweep", "wait 1", "flop Ah Kd 2c", "wait 1", "fault board off", "wait 2").board_unread == 0


def test_a_deal_that_the_dealer_takes_in_and_shuffles_is_dealt_again(felt: Felt) -> None:
    """The riffle was "a hand is under way", and the old deal went on with cards that nobody had."""
    felt.told("puck 1", *DEALT[:8], "gather", "wait 6")
    assert felt.view().prompts == (), "all hands at once were not folded"
    view = felt.told("shuffle", "wait 2")
    assert [(one.topic, dict(one.facts)["cause"]) for one in view.findings] == [("misdeal", "gathered")]
    assert view.pot_chips == 150, "the blinds stay"
    view = felt.told(*(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2), "wait 1")
    assert view.next == NextAct("await", 4, 100)
    assert [one.topic for one in view.findings] == ["misdeal"]


@pytest.mark.parametrize(
    ("taken_in", "topic", "cause"), [(True, "misdeal", "gathered"), (False, "irregular", "hand-under-way")]
)
def test_a_shuffle_that_is_keyed_in_the_deal_takes_it_in_if_no_card_is_seen(
    felt: Felt, taken_in: bool, topic: str, cause: str
) -> None:
    felt.told("puck 1", *DEALT[:8], *(("gather",) if taken_in else ()), "wait 3")
    felt.take(MarkRiffle())
    assert [(one.topic, dict(one.facts)["cause"]) for one in felt.told().findings] == [(topic, cause)]


def test_the_numbers_of_a_choice_do_not_change_under_the_finger() -> None:
    """A case came above while the floor chose of another one: the digit sent a player off."""
    early, later = finding(3, "warning", "penalty", stops=False), finding(5, "disqualify", "warning", stops=True)
    before = replace(Felt().told(), findings=(early,))
    after = replace(before, findings=(later, early))
    pad = press(Keypad(), "o", before, paused=False, demo=False).pad
    commands = []
    for key in ("1", "enter", "enter", "enter"):
        made = press(pad, key, after, paused=False, demo=False)
        pad = made.pad
        commands += [made.command] if isinstance(made.command, Rule) else []
    assert [(one.option, one.case, dict(one.arguments).get("case")) for one in commands] == [("warning", 3, "3")]


def test_a_choice_ends_with_its_case() -> None:
    """What is left of the keys must not choose of the next case."""
    early, later = finding(3, "warning", "penalty", stops=False), finding(5, "disqualify", "warning", stops=True)
    before = replace(Felt().told(), findings=(early,))
    shown = Shown(before, pad=press(Keypad(), "o", before, paused=False, demo=False).pad)
    assert shown.hear(replace(before, findings=(later, early)), [], ENGLISH).pad.mode == "option"
    ended = shown.hear(replace(before, findings=(later,)), [], ENGLISH)
    assert ended.pad.mode == "idle"
    assert "look again" in ended.note


def test_a_player_is_sent_off_after_a_look() -> None:
    view = replace(Felt().told(), findings=(finding(3, "disqualify", stops=True),))
    pad = Keypad()
    for key in ("o", "1", "enter", "enter"):
        made = press(pad, key, view, paused=False, demo=False)
        assert not isinstance(made.command, Rule)
        pad = made.pad
    assert pad.mode == "look"


def test_the_chips_of_a_player_who_was_sent_off_are_asked_off_the_table(felt: Felt) -> None:
    """Nobody said so, and they lay there for the next player of the seat."""
    felt.told(*DEALT, "4: pushes 100", "5: mucks", "1: mucks", "wait 2")
    felt.take(Rule("disqualify"))
    view = felt.told("wait 1")
    assert sentences.differences(ENGLISH, view) == ["Felt and books differ. Seat 1 Player 1: take 10,000 off the table"]
    view = felt.told("take 1", "wait 3")
    assert (view.differences, view.prompts) == ((), ())
    assert view.seats[0].status == "left"


def test_a_flop_that_was_not_taken_up_lies_there_beside_the_right_one(felt: Felt) -> None:
    """Six cards lay on the board, three were drawn, and nobody said to take any away."""
    called = ("4: pushes 100", "5: mucks", "6: mucks", "wait 1")
    felt.told(*DEALT, *called, "flop Ah Kd 2c", "wait 2", "1: mucks", "wait 1", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    assert sentences.cards_over(ENGLISH, felt.told()) == [], "the procedure asks for them"
    view = felt.told("sweep", "wait 1", "shuffle stub", "wait 2", "board 3", "wait 3")
    assert sentences.cards_over(ENGLISH, view) == ["3 cards on the board do not count: take them away"]
    view = felt.told("move AhKd2c deck", "wait 3")
    assert (sentences.cards_over(ENGLISH, view), len(view.board)) == ([], 3)


def flop_without_a_burn() -> Felt:
    """The flop comes without a burn, and the floor has it put back in order."""
    felt = Felt(package_rulebook("tda-holdem"))
    folded = ("4: mucks", "5: mucks", "6: mucks", "1: mucks", "wait 1", "2: pushes 2x25", "wait 1")
    felt.told(*DEALT, *folded)
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "board 3", "wait 2")
    felt.take(Rule("restore"))
    return felt


def asked(view: TableView) -> str:
    return sentences.repair(ENGLISH, view.repair) if view.repair is not None else ""


def test_a_burn_over_a_flop_that_still_lies_there_does_not_put_it_back() -> None:
    """NEXT asked for the flop at once, and six cards lay on the board."""
    felt = flop_without_a_burn()
    assert asked(felt.told("wait 1")) == "Step 1 of 3: the flop's 3 cards back into the deck"
    wrong = "".join(map(str, felt.process.table.world.cards.names(BOARD)))
    view = felt.told("burn", "wait 2")
    assert asked(view) == "Step 2 of 3: the flop's 3 cards back into the deck", "the burn is done, they still lie there"
    assert sentences.repair_after(ENGLISH, view) == "Then: deal the flop"
    view = felt.told(f"move {wrong[:2]} deck", "wait 2")
    assert asked(view) == "Step 2 of 3: the flop's 2 cards back into the deck"
    view = felt.told(f"move {wrong[2:]} deck", "wait 2")
    assert (asked(view), view.next.code) == ("Step 3 of 3: deal the flop", "deal-flop")
    view = felt.told("board 3", "wait 2")
    assert (view.street, view.repair, view.board_over) == ("flop", None, 0)
    assert [one for one in view.findings if one.open] == []


def test_a_flop_over_the_one_that_was_to_go_back_is_told() -> None:
    felt = flop_without_a_burn()
    wrong = "".join(map(str, felt.process.table.world.cards.names(BOARD)))
    view = felt.told("burn", "wait 2", "board 1", "wait 2")
    over = ["3 cards on the board do not count: take them away"]
    assert (len(view.board), sentences.cards_over(ENGLISH, view)) == (0, over), "before the flop is whole"
    view = felt.told("board 2", "wait 2")
    assert (len(view.board), sentences.cards_over(ENGLISH, view)) == (3, over)
    view = felt.told(f"move {wrong} deck", "wait 2")
    assert (len(view.board), sentences.cards_over(ENGLISH, view)) == (3, [])


def test_a_burn_says_that_the_flop_is_back_where_its_reader_is_out() -> None:
    """Nobody sees the cards: what the dealer does next tells that he took them up."""
    felt = flop_without_a_burn()
    view = felt.told("fault board off", "wait 3", "burn", "wait 2")
    assert (asked(view), view.next.code) == ("Step 3 of 3: deal the flop", "deal-flop")


def test_a_card_too_many_that_goes_on_in_the_deal_is_of_the_next_hand(felt: Felt) -> None:
    """It lay at the next seat and was dealt to the one before: a whole fold was told as a part of a hand."""
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", "card 2", "card 3 Ks", "card 3 7d", "wait 2", "card 5")
    view = felt.told("move 7d seat:4", "wait 2")
    assert [seat.cards for seat in view.seats] == [0, 1, 1, 1, 1, 0]
    assert view.next == NextAct("deal-card", 6)
    view = felt.told(*(f"card {seat}" for seat in (6, 1, 2, 3, 4, 5, 6, 1)), "wait 1")
    assert view.next == NextAct("await", 4, 100)
    view = felt.told("4: mucks", "wait 2")
    assert [one.topic for one in view.findings if one.open or not one.ruled] == []
    assert view.next == NextAct("await", 5, 100)


def test_a_hand_that_the_floor_voids_is_nobodys(felt: Felt) -> None:
    """A penalty was open beside it: the void hand was pinned on that player, and on his rule."""
    felt.told(*DEALT, "4: pushes 3x100", "wait 1", "1: mucks", "wait 1")
    felt.take(Rule("void-hand"))
    view = felt.told("wait 1")
    (voided,) = [one for one in view.findings if one.topic == "authority"]
    assert (voided.seat, dict(voided.facts)) == (None, {"option": "void-hand"})


def test_a_button_put_down_two_seats_on_is_told(felt: Felt) -> None:
    """NEXT named the seat, the dealer chose another one, and the hand began there without a word."""
    felt.told("puck 1", *DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1")
    felt.told("sweep", "pay 3", "gather", "wait 2", "puck 3", "wait 1")
    view = felt.told("shuffle", "wait 1")
    lies = "The button was due at seat 2 and lies at seat 3:"
    assert sentences.button_elsewhere(ENGLISH, view) == [f"{lies} before the first card it can still be moved there"]
    view = felt.told("puck 2", "wait 1")
    assert (view.button, sentences.button_elsewhere(ENGLISH, view)) == (2, [])
    view = felt.told("puck 3", "wait 1", "card 4", "wait 1")
    assert sentences.button_elsewhere(ENGLISH, view) == [f"{lies} this hand is dealt as it lies"]


def test_the_rest_of_a_pot_that_was_pushed_short_is_asked_for_in_the_next_hand(felt: Felt) -> None:
    """The books lost it for good: pushed then, it was a debt of the winner's, and still missing at the end."""
    felt.told("puck 1", *DEALT, "4: pushes 3x100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2, 3)), "wait 1")
    view = felt.told("4: pulls 2x100", "sweep", "wait 1", "pay 4 2x100", "wait 1", "4: mucks", "puck 2", "shuffle")
    view = felt.told("wait 2")
    assert ENGLISH.next_act(plainly(view)) == "50 from the pot to seat 4 Player 4"
    view = felt.told("pay 4", "wait 2")
    assert (view.differences, [one.topic for one in view.findings], view.seats[3].owes_chips) == ((), [], 100)
    assert view.next == NextAct("await", 3, 50)


def four_on_the_flop(felt: Felt) -> None:
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "wait 1", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "burn", "wait 1", "board AhKhQhJh", "wait 2")


def test_the_card_too_many_lies_with_the_burns_before_the_floor_has_spoken(felt: Felt) -> None:
    """It was no such card then, and the ruling without a name asked for one more: nothing led on."""
    four_on_the_flop(felt)
    view = felt.told("move Jh burn", "wait 2")
    assert view.next.code == "call-floor"
    felt.take(Rule("pick-burn", (("card", "Jh"),)))
    view = felt.told("wait 1")
    assert (view.board, view.street, view.repair, view.next) == (("Ah", "Kh", "Qh"), "flop", None, NextAct("await", 2))


def test_another_card_may_be_laid_with_the_burns_instead(felt: Felt) -> None:
    """The flop was opened with two cards."""
    four_on_the_flop(felt)
    felt.told("move Jh burn", "wait 2", "move Jh board", "wait 2", "move Kh burn", "wait 2")
    felt.take(Rule("pick-burn"))
    view = felt.told("wait 1")
    assert (set(view.board), view.street, view.repair) == ({"Ah", "Qh", "Jh"}, "flop", None)
    felt.take(Say("check"))
    felt.take(Say("check"))
    assert felt.told("wait 1").next == NextAct("deal-turn"), "it is the burn of the turn"


def test_chips_that_came_while_nobody_was_to_act_are_told_beside_the_turn_and_may_go_back(felt: Felt) -> None:
    """Nobody was told of them until it was their player's turn, and to give them back was a case for the floor."""
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6)), "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "burn", "wait 1", "board AhKhQhJh", "wait 2", "1: pushes 1000", "wait 2")
    felt.take(Rule("pick-burn", (("card", "Jh"),)))
    view = felt.told("move Jh burn", "wait 2")
    assert view.next == NextAct("await", 2)
    assert [(one.seat, one.why, one.kind, one.to_chips) for one in view.unclear] == [(1, "loose", "bet", 1000)]
    shown = ["".join(text for text, _ in line).strip() for line in action_lines(Shown(view), ENGLISH, 100)]
    assert shown[0] == "▶ Seat 2 Player 2 to act   Seat 1: chips not yet ruled, now a bet of 1,000"
    assert "bet at least 100" in shown[1]
    view = felt.told("1: pulls 1000", "wait 2")
    assert (view.next, view.unclear) == (NextAct("await", 2), ())


PICKS_THE_BURN = ("tda-2019", "tda-2024-rp", "ipo-2015", "figp-2012")
"""The books in which the floor picks one of four flop cards as the next burn."""


def the_last_burn(felt: Felt) -> str:
    return felt.process.table.world.cards.names("burn")[-1]


@pytest.mark.parametrize("book", PICKS_THE_BURN)
def test_a_turn_dealt_over_the_floors_head_is_no_card_of_the_flop(book: str) -> None:
    """It was a second flop of four cards, and after the ruling nothing led on but to void the hand."""
    felt = Felt(package_rulebook(book))
    four_on_the_flop(felt)
    felt.told("move Jh burn", "wait 3", "turn 3c", "wait 2")
    early_burn = the_last_burn(felt)
    assert [one.topic for one in felt.view().findings] == ["four-card-flop"]
    view = the_floor_picks(felt, "pick-burn")
    assert (view.street, set(view.board)) == ("flop", {"Ah", "Kh", "Qh"})
    assert next_acts(view, ENGLISH) == ["The turn card and its burn back into the deck"]
    view = felt.told("move 3c deck", "wait 1")
    assert next_acts(view, ENGLISH) == ["The burn of the turn back into the deck"]
    view = felt.told(f"move {early_burn} deck", "wait 1")
    assert (view.repair, view.next) == (None, NextAct("await", 2))
    felt.take(Say("check"))
    felt.take(Say("check"))
    assert felt.told("wait 1").next == NextAct("deal-turn"), "the card that was picked is its burn"
    view = felt.told("board 3c", "wait 2")
    assert (view.street, view.board[-1], view.findings[0].topic) == ("turn", "3c", "four-card-flop")


@pytest.mark.parametrize("ruled_first", [False, True])
def test_a_turn_dealt_over_four_cards_goes_back_and_one_of_the_four_is_the_burn(*, ruled_first: bool) -> None:
    """It was a fifth card of the flop."""
    felt = Felt()
    four_on_the_flop(felt)
    if ruled_first:
        the_floor_picks(felt, "pick-burn")
    felt.told("burn", "wait 1")
    early_burn = the_last_burn(felt)
    felt.told("board 3c", "wait 2")
    if not ruled_first:
        the_floor_picks(felt, "pick-burn")
    view = felt.told("wait 1")
    assert next_acts(view, ENGLISH)[0] == "Step 1 of 2: the turn card and its burn back into the deck"
    view = felt.told("move Kh burn", "wait 1")
    assert (view.street, set(view.board)) == ("flop", {"Ah", "Qh", "Jh"})
    assert next_acts(view, ENGLISH) == ["The turn card and its burn back into the deck"]
    view = felt.told(f"move 3c{early_burn} deck", "wait 1")
    assert (view.repair, view.next) == (None, NextAct("await", 2))


def test_the_floor_names_one_of_the_flops_cards_and_none_that_is_back_in_the_deck(felt: Felt) -> None:
    """The turn card that had gone back was accepted as the burn; the one that lay with the burns was no such card."""
    four_on_the_flop(felt)
    felt.told("move Jh burn", "wait 3", "turn 3c", "wait 2")
    felt.told(f"move 3c{the_last_burn(felt)} deck", "wait 1")
    felt.take(Rule("pick-burn", (("card", "3c"),)))
    (wrong, asked) = felt.told("wait 1").findings
    assert (wrong.facts, asked.open) == ((("cause", "no-such-card"), ("card", "3c")), True)
    felt.take(Rule("pick-burn", (("card", "Jh"),)))
    view = felt.told("wait 1")
    assert (set(view.board), view.repair, view.next) == ({"Ah", "Kh", "Qh"}, None, NextAct("await", 2))
    assert [one.topic for one in view.findings] == ["four-card-flop"]


def test_the_floor_picks_another_card_than_the_one_that_the_dealer_laid_with_the_burns(felt: Felt) -> None:
    """The flop was opened with two cards."""
    four_on_the_flop(felt)
    felt.told("move Jh burn", "wait 2")
    felt.take(Rule("pick-burn", (("card", "Kh"),)))
    view = felt.told("wait 1")
    assert (set(view.board), view.street) == ({"Ah", "Qh", "Jh"}, "flop")
    assert ENGLISH.next_act(view) == "The card that is the burn: from the board to the burns"
    view = felt.told("move Kh burn", "wait 1", "move Jh board", "wait 2")
    assert (view.next, [one.topic for one in view.findings]) == (NextAct("await", 2), ["four-card-flop"])


def test_a_flop_that_is_dealt_again_takes_the_turn_dealt_over_the_floors_head_along(felt: Felt) -> None:
    """The card with the burns, and the burn of the turn, stayed there."""
    four_on_the_flop(felt)
    felt.told("board 8s", "wait 2", "move 8s burn", "wait 3", "turn 3c", "wait 2")
    early_burn = the_last_burn(felt)
    view = the_floor_picks(felt, "redeal")
    assert next_acts(view, ENGLISH)[0] == "Step 1 of 4: 7 cards back into the deck"
    for cards, told in (
        (f"{early_burn}3c", "Step 1 of 4: 5 cards back into the deck"),
        ("AhKhQhJh", "Step 1 of 4: the last burn back into the deck"),
        ("8s", "Step 2 of 4: shuffle the stub, then key s"),
    ):
        assert next_acts(felt.told(f"move {cards} deck", "wait 1"), ENGLISH)[0] == told


@pytest.mark.parametrize("option", ["redeal", "restore"])
def test_where_four_cards_go_back_the_one_with_the_burns_does_too(option: str) -> None:
    """A card that came after them put it out of mind, and those on the board were counted twice."""
    felt = Felt(package_rulebook("tda-holdem"))
    four_on_the_flop(felt)
    felt.told("move Jh burn", "wait 3", "turn 3c", "wait 2")
    early_burn = the_last_burn(felt)
    view = the_floor_picks(felt, option)
    assert view.repair is not None
    assert view.repair.cards == (6 if option == "restore" else 5)
    view = felt.told(f"move AhKhQh3cJh{early_burn} deck", "wait 1")
    assert next_acts(view, ENGLISH)[0] == "Step 2 of 4: shuffle the stub, then key s"


def test_what_play_has_left_behind_has_the_same_mark_in_the_list_of_hands_and_on_the_table() -> None:
    """On page j it stood with an exclamation mark until the hand was over."""
    felt, records = Felt(package_rulebook("tda-holdem")), list[Record]()
    felt.process.on_record = records.append

    def marks() -> tuple[str, str]:
        (hand,), _ = hands_of(records).latest(0, 1)
        listed = ("".join(text for text, _ in line) for line in hand_entry(hand.view(str), ENGLISH, 80))
        beside = re.search("(.) Too many cards", panel_text(plainly(felt.view())))
        assert beside is not None
        return beside[1], next(line.strip()[0] for line in listed if "Too many cards" in line)

    four_on_the_flop(felt)
    assert marks() == ("!", "!")
    felt.told("move AhKhQhJh deck", "wait 1", "shuffle stub", "wait 2", "board 2c3c4c", "wait 2")
    assert (felt.view().street, marks()) == ("flop", ("✓", "✓"))


def test_of_a_blind_that_lies_there_in_part_the_rest_is_posted(felt: Felt) -> None:
    """It said that the player posts the big blind 50, and half of the 100 lay there."""
    view = felt.told("shuffle", "2: pushes 25", "wait 2")
    assert next_acts(view, ENGLISH)[0] == "Seat 2 Player 2 posts the rest of the blind, 25"
    view = felt.told("2: pushes 25", "wait 1")
    assert ENGLISH.next_act(view) == "Seat 3 Player 3 posts the big blind 100"
    view = felt.told("3: pushes 2x25", "wait 2")
    assert next_acts(view, ENGLISH)[0] == "Seat 3 Player 3 posts the rest of the blind, 50: 2x25"


def test_the_bets_come_in_before_the_stub_is_shuffled_for_the_flop_that_came_too_early(felt: Felt) -> None:
    """They lay in front, and the street went on."""
    felt.told(*DEALT, "4: pushes 100", *(f"{seat}: mucks" for seat in (5, 6, 1)), "wait 1")
    felt.told("flop Ah Kd 2c", "wait 2", "2: pushes 2x25", "wait 1", "move AhKd2c deck", "wait 2")
    felt.take(Say("check"))
    assert ENGLISH.next_act(plainly(felt.told("wait 1"))) == "Bring in the bets"
    view = plainly(felt.told("sweep", "wait 2"))
    assert next_acts(view, ENGLISH)[0] == "Step 2 of 4: shuffle the stub, then key s"


def test_a_fold_that_nobody_saw_makes_nobody_early(felt: Felt) -> None:
    """The muck was out of sight: who acted after the fold was accused, and answering did not help him."""
    felt.told(*DEALT, "unplug centre", "wait 3", "4: pushes 3x100", "5: mucks")
    view = felt.told("6: pushes 5x100 1x100", "wait 4")
    assert [one.topic for one in view.findings] == []
    assert [one.prompt for one in view.prompts] == ["cards-gone:5"]
    felt.take(Confirm("cards-gone:5", "folded"))
    view = felt.told("wait 1")
    assert ([one.topic for one in view.findings], view.next) == ([], NextAct("await", 1, 600))


def test_the_cards_of_a_hand_that_is_out_are_taken_in(felt: Felt) -> None:
    """The time was over, or the fold was a word: his cards lay there to the end of the hand."""
    felt.told(*DEALT, "wait 1")
    felt.take(Say("fold"))
    view = felt.told("wait 1")
    assert ENGLISH.next_act(plainly(view)) == "Take in the cards of seat 4 Player 4"
    assert view.action is not None
    assert view.action.seat == 5, "nobody waits for it"
    assert felt.told("4: mucks", "wait 1").next == NextAct("await", 5, 100)


def test_an_exposed_card_goes_to_the_burns_when_it_is_replaced(felt: Felt) -> None:
    """Its seat had three cards there, and NEXT went on to the action."""
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1, 2, 3, 4)))
    felt.told("card 5 Ks", "wait 1")
    felt.take(TurnUp(5, None, by_dealer=True))
    felt.take(Rule("replace-card"))
    assert felt.told("card 6", "card 1", "wait 1").next.code == "replace-card"
    view = felt.told("card 5", "wait 2")
    assert ENGLISH.next_act(view) == "The face-up card of seat 5 Player 5 to the burns"
    assert felt.told("move Ks burn", "wait 2").next == NextAct("await", 4, 100)


@pytest.mark.parametrize("book", ["figp-2012", "tda-holdem"])
def test_a_card_that_lay_face_up_in_the_deck_is_not_called_exposed_and_what_becomes_of_it_is_said(book: str) -> None:
    felt = Felt(package_rulebook(book))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5)))
    felt.take(MarkBoxed(5))
    (found,) = felt.told("wait 1").findings
    assert "replaced when all have their cards" in ENGLISH.facts(found.facts)
    view = felt.told(*(f"card {seat}" for seat in (6, 1, 2, 3, 4, 5, 6, 1)), "wait 1")
    assert ENGLISH.next_act(view) == "New card to seat 5 Player 5; face-up one: next burn"
    felt.take(MarkBoxed())
    (found,) = [one for one in felt.told("wait 1").findings if one.seat is None]
    assert ENGLISH.facts(found.facts) == "set it aside: it counts for nothing, the next card takes its place"


def test_a_shuffle_that_waits_for_the_bets_is_said_beside_them(felt: Felt) -> None:
    """NEXT was to bring in the bets, and below stood: Then: cut, deal the flop."""
    felt.told(*DEALT, "4: pushes 100", *(f"{seat}: mucks" for seat in (5, 6, 1)), "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("burn", "board 5", "wait 2")
    felt.take(Rule("redeal"))
    flop = "".join(felt.process.table.world.cards.names(BOARD))
    view = felt.told(f"move {flop} deck", "wait 2")
    assert next_acts(view, ENGLISH)[-1] == "Bring in the bets"
    assert sentences.repair_after(ENGLISH, view) == "Then: shuffle the stub, cut, deal the flop without a burn"
    view = felt.told("sweep", "wait 2")
    assert next_acts(view, ENGLISH)[0] == "Step 2 of 4: shuffle the stub, then key s"
    assert sentences.repair_after(ENGLISH, view) == "Then: cut, deal the flop without a burn"


def test_a_stub_that_is_shuffled_alone_has_its_step_before_the_next_street(felt: Felt) -> None:
    """The floor had said so, and NEXT went on to the burn."""
    felt.told(*DEALT, "4: pushes 100", *(f"{seat}: mucks" for seat in (5, 6, 1)), "wait 1")
    felt.take(MarkRiffle())
    felt.take(Rule("reshuffle-stub"))
    felt.told("2: pushes 2x25", "wait 1")
    felt.take(Say("check"))

    def told() -> str:
        return next_acts(felt.told("wait 1"), ENGLISH)[0]

    assert told() == "Bring in the bets"
    felt.told("sweep")
    assert told() == "Step 1 of 4: shuffle the stub, then key s"
    felt.take(MarkRiffle())
    assert told() == "Step 2 of 4: cut; then burn a card"
    felt.told("burn")
    assert told() == "Step 4 of 4: deal the flop"
    view = felt.told("board 3", "wait 1")
    assert (view.street, view.repair, [one.topic for one in view.findings if one.open]) == ("flop", None, [])


def test_a_bet_pulled_back_is_not_told_as_if_nothing_were_owed(felt: Felt) -> None:
    """It read: 200 taken back, nothing is due; and beside it: owes 200."""
    (found,) = felt.told(*DEALT, "4: pushes 2x100", "wait 2", "4: pulls 2x100", "wait 2").findings
    assert ENGLISH.facts(found.facts) == "200 taken back, nothing was due to the player"


def test_an_empty_seat_where_the_button_lies_already_is_not_also_said_to_be_due_it(felt: Felt) -> None:
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "pay 3", "wait 1")
    felt.take(UnseatPlayer(2))
    (found,) = felt.told("puck 2", "wait 1", "shuffle", "wait 1").findings
    assert (found.topic, ENGLISH.facts(found.facts)) == ("dead-button", "the button is at seat 2")


def test_a_hand_of_a_penalty_says_why_it_is_dead(felt: Felt) -> None:
    """With its last hand begun the penalty was gone from the seat, which was folded without a reason."""

    def reason() -> str:
        view = felt.told("wait 1")
        seat = next(one for one in view.seats if one.seat == 4)
        of_it = next((one for one in view.penalties if one.seat == 4), None)
        rows = seat_lines(SeatPicture(seat, (), False, 100, 30, False, penalty=of_it), ENGLISH)
        return " ".join("".join(text for text, _ in row) for row in rows)

    felt.take(GivePenalty(4, 2, 0))
    assert "penalty 2" in reason()
    felt.told("shuffle")
    assert "penalty +1" in reason()
    felt.told(*DEALT[1:], "4: mucks", *(f"{seat}: mucks" for seat in (5, 6, 1, 2)), "wait 1", "sweep")
    felt.told("pay 3", "puck 2", "shuffle")
    assert "folded" not in reason()
    assert "penalty" in reason()
    assert "+" not in reason()


def test_a_call_that_the_dealer_confirms_after_an_outage_stays_in(felt: Felt) -> None:
    """The trays had shown it, and it was owed back: it had been counted as moved by a word that no tray saw."""
    felt.told(*DEALT, "wait 1", "unplug seats-1-4", "wait 2", "4: pushes 100", "wait 2")
    felt.take(Say("check"))
    felt.told("5: pushes 100", "wait 1", "plug seats-1-4", "wait 5")
    felt.take(Confirm("gap-chips:bet:4:from:stack:4=100", "yes"))
    view = felt.told("wait 1")
    assert (view.next, view.differences) == (NextAct("await", 6, 100), ())
    felt.take(Undo(1))
    assert felt.told("wait 1").next.code != "return-chips"
    felt.take(Redo(1))
    assert (felt.told("wait 1").next, felt.view().differences) == (NextAct("await", 6, 100), ())


def test_a_player_whose_exposed_card_was_replaced_folds_as_any_other(felt: Felt) -> None:
    """The card lay with the burns and was his: he could not fold, and the next player was out of turn."""
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1, 2, 3, 4)))
    felt.told("card 5 Ks", "wait 1")
    felt.take(TurnUp(5, None, by_dealer=True))
    felt.take(Rule("replace-card"))
    felt.told("card 6", "card 1", "card 5", "wait 1", "move Ks burn", "wait 1", "4: mucks", "5: mucks", "wait 1")
    view = felt.told("6: mucks", "wait 1")
    assert view.next == NextAct("await", 1, 100)
    assert [one.topic for one in view.findings if one.topic == "out-of-turn"] == []


def test_change_made_in_a_hurry_leaves_nothing_behind(felt: Felt) -> None:
    """Pulled, changed, pushed again within two seconds: 400 stayed in a bet, and posted the blind of the next hand."""
    felt.told(*DEALT, "4: pushes 500", "wait 1")
    prompt = Prompt(felt.process.table)
    for line in ("4: pulls 500", "change 4 5000 1000 4x500 18x100 8x25", "4: pushes 100"):
        assert not prompt.perform(line).startswith("error"), line
    view = felt.told("wait 5")
    assert (view.prompts, view.differences, view.seats[3].bet_chips) == ((), (), 100)
    assert view.next == NextAct("await", 5, 100)


def test_chips_of_a_rebuy_that_were_counted_before_it_was_keyed_are_those_of_the_rebuy() -> None:
    """The count stayed open, and its choice would have given him the chips twice."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "pay 3")
    counted = felt.told("buy 2 2x1000", "wait 3", "gather", "wait 2")
    assert [(one.seat, one.expected_chips, one.counted_chips) for one in counted.miscounts] == [(2, 9_950, 11_950)]
    felt.take(Say("other", 2, text="rebuy 2000"))
    view = felt.told("wait 2")
    assert (view.miscounts, view.prompts, view.seats[1].stack_chips) == ((), (), 11_950)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_help_names_the_keys_that_are_meant(language: str) -> None:
    """It said T for a card that a player exposed: that changes the look of the screen."""
    words = wording_in(language)
    for code in ("dealer-exposed", "turned-card"):
        assert f"{ACTS[code].key}:" in words.say("help.t")


def test_the_card_that_the_floor_named_as_the_burn_is_taken_off_the_board(felt: Felt) -> None:
    """NEXT went on to the action, with four cards on the board."""
    four_on_the_flop(felt)
    felt.take(Rule("pick-burn", (("card", "Jh"),)))
    view = felt.told("wait 1")
    assert ENGLISH.next_act(view) == "The card that is the burn: from the board to the burns"
    assert felt.told("move Jh burn", "wait 2").next == NextAct("await", 2)


def test_a_hand_that_the_floor_voids_is_nobodys_punishment(felt: Felt) -> None:
    """A penalty that was possible read 'may earn a penalty: void the hand'."""
    felt.told(*DEALT, "5: pushes 100", "wait 3")
    felt.take(Rule("void-hand"))
    view = felt.told("wait 1")
    assert [(one.topic, one.ruled) for one in view.findings if one.topic == "out-of-turn"] == [("out-of-turn", "")]


def test_chips_of_a_player_who_has_folded_are_no_act_out_of_turn(felt: Felt) -> None:
    """He was accused of one, and told what a raise was."""
    view = felt.told(*DEALT, "wait 1", "4: mucks", "wait 1", "4: pushes 5x100", "wait 2")
    said = panel_text(view)
    assert "Chips of a player who is out of the hand; they go back: seat 4" in said
    assert "500 went in" in said
    assert "raise" not in said


def test_whoever_sits_where_the_dealer_erred_did_nothing(felt: Felt) -> None:
    """'A misdeal: seat 3 Player 3' read as if he had dealt."""
    view = felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", "card 3", "wait 1")
    assert "A misdeal: seat 3 " in panel_text(view)
    assert "Player 3" not in panel_text(view)


def test_two_cards_in_a_row_to_the_button_are_no_misdeal(felt: Felt) -> None:
    """'A misdeal: seat 1' was said of what rule 35-B calls none."""
    cards = [f"card {seat}" for seat in (2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 1)]
    view = felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *cards, "wait 1", "card 1", "wait 1")
    assert "No misdeal: seat 1 " in panel_text(view)
    assert "A misdeal" not in panel_text(view)


def test_a_floor_that_is_called_is_not_called_again(felt: Felt) -> None:
    felt.told(*DEALT, "wait 1", "4: mucks", "5: pushes 2x100", "6: pushes 100", "wait 1")
    assert ENGLISH.next_act(plainly(felt.view())) == "Call the floor"
    felt.take(CallFloor())
    assert ENGLISH.next_act(plainly(felt.view())) == "The floor is called: its ruling with o"


def test_a_second_burn_in_one_motion_with_the_flop_is_one_burn_too_many(felt: Felt) -> None:
    """The exposed card was the burn already; the other one was read after the flop, and it asked about checks."""
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1, 2, 3, 4)))
    felt.told("card 5 Ks", "wait 1")
    felt.take(TurnUp(5, None, by_dealer=True))
    felt.take(Rule("replace-card"))
    felt.told("card 6", "card 1", "card 5", "wait 1", "move Ks burn", "wait 1", "4: pushes 100")
    felt.told("5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 1", "flop Ah Kc Qs", "wait 3")
    assert [dict(one.facts).get("cause") for one in view.findings if one.open] == ["two-burns"]
    assert view.prompts == ()


@pytest.mark.parametrize(("book", "told"), [("figp-2012", "45"), ("ipo-2015", "39-1~2"), ("tda-2019", "35-E")])
def test_a_strange_card_is_a_question_with_what_yes_makes_of_the_hand_and_its_rule(book: str, told: str) -> None:
    """No reader alone voids a hand: the dealer looks first, and knows what his answer does."""
    felt = Felt(package_rulebook(book))
    view = felt.told(*DEALT, "foreign 5", "wait 3")
    assert (view.street, [prompt.answers for prompt in view.prompts]) == ("preflop", [("no", "yes")])
    text = panel_text(view)
    assert "The reader of seat 5 Player 5 shows a card of no deck of this table. Does one lie there?" in text
    assert ("Yes: a misdeal" if book == "ipo-2015" else "Yes: the hand is void and all bets go back") in text
    assert f"rule {told}" in text


def test_the_cards_are_gathered_before_the_button_moves_and_the_deck_is_shuffled(felt: Felt) -> None:
    """One act a line: "gather, shuffle" was asked for first, and then the button."""
    folds = [f"{seat}: folds silently" for seat in (4, 5, 6, 1, 2)]
    view = felt.told("puck 1", *DEALT, *folds, "sweep", "pay 3", "wait 2")
    said = [ENGLISH.next_act(view)]
    said += [ENGLISH.next_act(felt.told(*lines)) for lines in (("gather", "wait 2"), ("puck 2", "wait 1"))]
    assert said == ["Gather the cards", "Move the button to seat 2 Player 2", "Shuffle and start the next hand"]


def dark_call(felt: Felt) -> None:
    """Seat 6 calls 300 while nobody reads its bets; the seats behind it fold, seat 4 calls."""
    felt.told("puck 1", *DEALT, "4: pushes 100", "5: pushes 3x100", "wait 1", "fault bet:6 off", "wait 1")
    felt.told("6: pushes 3x100", "wait 6")


PAST_IT = ("1: folds silently", "2: folds silently", "3: folds silently", "4: pushes 2x100", "wait 1")
ACCUSED = {"dead-hand", "out-of-turn", "skipped-player", "early-collection"}


@pytest.mark.parametrize("when", ["at once", "never"])
def test_a_call_whose_chips_left_for_a_tray_that_is_not_read_is_a_question(when: str) -> None:
    """Until others act: the hand waited for seat 6, they were accused, and its chips came to the pot from nowhere."""
    felt = Felt(package_rulebook("figp-2012"))
    dark_call(felt)
    (asked,) = plainly(felt.view()).prompts
    assert ENGLISH.question(asked, felt.view()) == "300 left seat 6 Player 6, whose bets are not read. Pushed?"
    if when == "at once":
        felt.take(Confirm(asked.prompt, "yes"))
    assert felt.told(*PAST_IT).prompts == ()
    view = felt.told("sweep", "wait 1", "fault bet:6 ok", "wait 6")
    assert (view.pot_chips, view.bets, view.prompts, view.differences) == (1050, ((),) * 6, (), ())
    assert ENGLISH.next_act(view) == "Burn a card"
    assert view.seats[5].stack_chips == 9_700
    assert not {found.topic for found in view.findings} & ACCUSED


def test_a_call_from_a_stack_that_is_not_read_is_a_call() -> None:
    """Of anybody but the seat to act it is a question."""
    felt = Felt()
    felt.told("puck 1", *DEALT, "4: pushes 100", "fault stack:5 off", "wait 1", "5: pushes 100", "wait 1")
    view = felt.told("wait 1", "fault stack:5 ok", "wait 6")
    assert (view.prompts, view.differences, view.seats[4].last_act) == ((), (), "call")
    assert ENGLISH.next_act(view) == "Action on seat 6 Player 6"


def test_a_push_that_was_none_is_let_be_and_goes_back() -> None:
    """The player has 300 in his hand: "no", and he puts them back."""
    felt = Felt()
    dark_call(felt)
    (asked,) = plainly(felt.view()).prompts
    felt.take(Confirm(asked.prompt, "no"))
    view = felt.told("6: pulls 3x100", "wait 2", "fault bet:6 ok", "wait 6")
    assert (view.prompts, view.differences, view.action and view.action.seat) == ((), (), 6)


def test_whoever_leaves_takes_his_chips_along_and_a_newcomer_brings_his(felt: Felt) -> None:
    """The key may come before the chips, as README and rules have it: neither is asked about."""
    felt.take(UnseatPlayer(6))
    assert felt.told("take 6", "wait 4").prompts == ()
    felt.take(SeatPlayer(6, "Nina", 4000, "new"))
    view = felt.told("wait 2", "buy 6 4x1000", "wait 4")
    assert (view.prompts, view.differences, view.stacks[5]) == ((), (), 4000)


def test_a_newcomer_whose_tray_is_out_of_sight_is_seen_when_it_is_back(felt: Felt) -> None:
    felt.take(UnseatPlayer(6))
    felt.told("take 6", "unplug seats-5-7", "wait 2")
    felt.take(SeatPlayer(6, "Nina", 4000, "new"))
    view = felt.told("buy 6 4x1000", "wait 2", "plug seats-5-7", "wait 7")
    assert (view.prompts, view.differences, view.stacks[5]) == ((), (), 4000)


def test_chips_that_a_newcomer_did_not_bring_are_missed_when_the_hand_begins(felt: Felt) -> None:
    felt.take(UnseatPlayer(6))
    felt.told("take 6", "wait 4")
    felt.take(SeatPlayer(6, "Nina", 4000, "new"))
    view = felt.told("buy 6 3x1000", "wait 4", "shuffle", "wait 4")
    assert [(one.place, one.seat, one.chips) for one in view.differences] == [("behind", 6, -1000)]


def test_change_that_is_made_while_another_player_thinks_is_no_act() -> None:
    """900 were to go back to seat 4 for its chip of 1,000: it took that and put 100 there, in one go."""
    felt = Felt()
    folds = [f"{seat}: folds silently" for seat in (5, 6)]
    felt.told(*DEALT, "4: pushes 1000", *folds, "1: pushes 100", "2: folds silently", "wait 3")
    prompt = Prompt(felt.process.table)
    for line in ("4: pulls 1000", "4: pushes 100"):
        prompt.perform(line)
    view = felt.told("wait 3")
    assert [found.topic for found in view.findings if found.topic == "out-of-turn"] == []
    assert (view.action and view.action.seat, view.prompts, view.seats[3].owes_chips) == (3, (), 0)


def test_a_wrong_push_that_is_handed_on_in_the_next_hand_is_right_on_the_felt_as_drawn() -> None:
    felt = Felt(package_rulebook("tda-holdem"))
    folds = [f"{seat}: folds silently" for seat in (5, 6, 1, 2, 3)]
    felt.told("puck 1", *DEALT, "4: pushes 100", *folds, "sweep", "wait 2", "pay 3 2x100", "pay 4 2x25", "wait 1")
    view = felt.told("gather", "puck 2", "wait 2", "shuffle", "wait 2", "give 3 4 2x100", "wait 3")
    assert view.differences == ()
    assert view.stacks == (10_000, 9_950, 9_900, 10_150, 10_000, 10_000)


WON_BY_4 = [*DEALT, "4: pushes 3x100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2, 3)), "wait 1", "4: pulls 2x100"]


@pytest.mark.parametrize("told", ["by trays", "by key", "by answer"])
def test_a_pot_that_is_pushed_when_the_next_hand_has_begun_lies_where_it_lies(felt: Felt, told: str) -> None:
    """The stack was drawn without it for good, and each pot from then on with it."""
    felt.told("puck 1", *WON_BY_4, "sweep", "wait 2")
    view = felt.told("shuffle", "wait 1")
    assert (view.next, view.stacks[3]) == (NextAct("pot-back", 4, 250), 9900)
    if told == "by key":
        felt.take(Done("pot-back", 4, 250))
    if told == "by answer":
        felt.told("unplug seats-1-4", "unplug centre", "wait 1", "pay 4", "plug seats-1-4", "plug centre", "wait 5")
        felt.take(Confirm("gap-chips:stack:4:from:pot=250", "yes"))
        view = felt.view()
    else:
        view = felt.told("pay 4", "wait 3")
    assert (view.differences, view.prompts, view.stacks[3]) == ((), (), 10_150)
    assert total_chips(felt.process.controller.session.table.chips.pot) == 0
    view = felt.told("puck 2", "3: pushes 2x25", "4: pushes 100", *(f"card {seat}" for seat in (3, 4, 5, 6, 1, 2) * 2))
    assert (view.stacks[3], sum(pot.chips for pot in view.pots)) == (10_050, 150)


def test_a_disk_in_trouble_is_no_reader_that_is_slow(felt: Felt) -> None:
    """It said "1 of 4 readers needs a look" and "reader journal slow"."""
    view = felt.told()
    trouble = NodeView("journal", "degraded", "no-mirror reason=No-such-file-or-directory bytes=900")
    sick = replace(view, nodes=(*view.nodes, trouble))
    assert health(sick, ENGLISH) == ("look at the disk", False)
    assert troubles(sick, {}, ENGLISH) == ["the second copy of the journal is not kept up"]
    assert brief(sick, ENGLISH)[0] == "the second copy of the journal is not kept up"


def test_one_sweep_too_early_is_told_once(felt: Felt) -> None:
    view = felt.told(*DEALT, "4: mucks", "5: pushes 100", "6: pushes 100", "wait 2", "sweep", "wait 2")
    assert [found.seat for found in view.findings] == [6, 5, 3, 2]
    assert panel_text(view).count("A bet drawn in during the round") == 1
    assert "A bet drawn in during the round: seats 2, 3, 5, 6 " in panel_text(view)


def test_what_is_still_open_is_told_by_itself(felt: Felt) -> None:
    """Planted: two cases that say the same of two seats, and each has its own choices."""
    view = felt.told(*DEALT, "wait 1")
    cases = tuple(replace(finding(number, "warning", stops=False), seat=number) for number in (2, 3))
    text = panel_text(replace(view, findings=cases))
    assert ("seat 2" in text, "seat 3" in text, "seats" in text) == (True, True, False)


def test_what_a_short_all_in_has_posted_is_in_the_pot_at_once() -> None:
    """The big blind's last 150 were left out of the pot until all had posted."""
    book = package_rulebook("figp-2012")
    players = (SeatSetUp(1, "Anna", 5000), SeatSetUp(2, "Bruno", 150))
    table = TableOpened(0.0, book.book, "NT", 2, players, (25, 100, 500, 1000, 5000), 100, 200, 200, None, 1)
    log = MemoryJournal(memory_header("keys"), boot_id=NO_BOOT)
    controller = Controller.begin(log, book, table, lambda: 0)
    controller.accept(MarkRiffle(), 1.0)
    shown = []
    for at in range(2, 5):
        posts = controller.view(at).next
        controller.accept(Done(posts.code, posts.seat, posts.chips), at)
        shown.append("".join(text for text, _ in pot_lines(controller.view(at), ENGLISH, 40, 3)[0]).split()[1])
    assert shown == ["150", "300", "300"], "of the last 200 only as much as the all-in can win"


@pytest.mark.parametrize(
    ("happens", "asked", "answer"),
    [
        (("foreign 5", "wait 3"), "strange-card:seat:5", "no"),
        (("move 8cTh deck", "wait 6"), "cards-gone:5", "still-there"),
    ],
)
def test_an_answer_about_what_readers_saw_is_taken_back(
    felt: Felt, happens: tuple[str, ...], asked: str, answer: str
) -> None:
    """The key took back an older act instead, and the question was answered for good."""
    view = felt.told(*DEALT, "4: pushes 100", "wait 1", *happens)
    assert [prompt.prompt for prompt in view.prompts] == [asked]
    felt.take(Confirm(asked, answer))
    view = felt.view()
    assert (view.prompts, view.can_undo) == ((), 4)
    asking = Preview(COMMANDS.encode(Undo(1)).decode().strip())
    preview = felt.process.controller.preview(asking, felt.process.table.now_s)
    assert preview is not None
    assert [act(told, view, ENGLISH) for told in preview.acts] == ["the answer to what was asked last"]
    felt.take(Undo(1))
    assert [prompt.prompt for prompt in felt.view().prompts] == [asked]
    felt.take(Redo(1))
    assert felt.view().prompts == ()


@pytest.mark.parametrize(("missing", "looked_at"), [(("K", "s"), True), ((), False)])
def test_a_deck_that_lacks_a_card_is_looked_at_before_it_voids_the_hand(
    felt: Felt, missing: tuple[str, ...], looked_at: bool
) -> None:
    """It voided the hand at once, and smaller things had a preview."""
    view = felt.told(*DEALT, "4: pushes 100", "wait 1")
    pad, sent = Keypad(), None
    for key in (".", "4", "6", *missing, "enter"):
        made = press(pad, key, view, paused=False, demo=False)
        pad, sent = made.pad, made.command
    held = CountDeck(tuple([Card("".join(missing))] if missing else ()))
    assert (pad.held, sent == held) == ((held, False) if looked_at else (None, True))


def test_a_bet_that_is_too_small_is_no_raise(felt: Felt) -> None:
    """It said that a raise is to 100 at least."""
    felt.told(*DEALT, "4: pushes 100", "5: mucks", "6: mucks", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 2", "flop", "wait 1", "2: pushes 2x25", "wait 2")
    assert "50 went in, nothing to call, a bet is 100 at least" in panel_text(view)


def test_one_chip_that_opens_the_betting_is_measured_as_a_bet() -> None:
    """The floor was told that a raise is to 100 at least, where nobody had bet."""
    felt = Felt(package_rulebook("figp-2012"))
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6)), "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 2", "flop", "wait 1", "2: pushes 500", "wait 2")
    assert [found.topic for found in view.findings] == ["overchip"]
    assert "500 went in, nothing to call, a bet is 100 at least" in panel_text(view)


class Keyed(KeysOnly):
    """A dealer with keys alone, who does what NEXT says."""

    def do(self, *commands: Command) -> TableView:
        for command in commands:
            answer = self.take(command)
            assert not isinstance(answer, Refused), (command, answer)
        return self.view()

    def done(self, times: int = 1) -> TableView:
        for _ in range(times):
            act = self.view().next
            self.do(Done(act.code, act.seat, act.chips))
        return self.view()

    def taken_back(self) -> tuple[list[str], list[str]]:
        """What undo says that it takes back, and what it says of the table."""
        asking = Preview(COMMANDS.encode(Undo(1)).decode().strip())
        told = self.controller.preview(asking, self._now_s)
        assert told is not None
        return [act(one, self.view(), ENGLISH) for one in told.acts], [one.code for one in told.effects]


def names(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def wrong_river() -> Keyed:
    """An all-in whose turn and river came with one burn; the floor has them put back in order."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    table.do(MarkDealt(), Say("all-in"), *(MarkFold(seat) for seat in (5, 6, 1, 2)), Say("call"))
    table.do(ShowCards(3, names("AsAh")), ShowCards(4, names("KsKh")))
    table.done()
    table.do(MarkBoard(names("2c7d9h")))
    table.done()
    table.do(MarkBoard(names("9sTs")), Rule("restore"))
    return table


def boarded(table: Keyed) -> tuple[Card, ...]:
    """The board of the hand as the list of hands has it."""
    records = [decode_record(entry.payload) for entry in table.controller.journal.entries(1)]
    return hands_of(records).latest(0, 1)[0][0].view(lambda _: "").board


def test_a_card_put_back_by_key_is_followed_by_its_burn() -> None:
    """NEXT went from the card into the deck to the river, without a burn; and the hand had six cards on the board."""
    table = wrong_river()
    view, told = table.view(), list[str]()
    while view.repair is not None and not view.next.code.startswith("deal-"):
        told.append(view.repair.acts[view.repair.step - 1])
        view = table.done()
    assert told == ["return-cards", "burn"]
    view = table.do(MarkBoard(names("Jd")))
    assert view.board == boarded(table) == names("2c7d9h9sJd")


@pytest.mark.parametrize("river", ["Jd", "Ts"])
def test_who_lays_the_next_card_has_put_the_wrong_one_back(river: str) -> None:
    """Keyed at once, without NEXT: the hand had six cards on the board, and the same card could not come again."""
    table = wrong_river()
    before = table.view().repair
    view = table.do(MarkBoard(names(river)))
    assert view.board == boarded(table) == names("2c7d9h9s") + names(river)
    assert table.taken_back()[0] == ["cards on the board", "the return to the deck"]
    assert table.do(Undo(1)).repair == before
    assert table.do(Redo(1)).board == boarded(table) == names("2c7d9h9s") + names(river)


def test_a_card_put_back_by_key_is_taken_back_by_itself() -> None:
    """Undo took back the floor's ruling: the key that put the card back was no act of its own."""
    table = wrong_river()
    before = table.view()
    table.done()
    assert table.taken_back()[0] == ["the return to the deck"]
    view = table.do(Undo(1))
    assert view.next == before.next
    assert view.repair == before.repair is not None
    assert boarded(table) == names("2c7d9h9sTs")
    table.do(Redo(1))
    assert boarded(table) == names("2c7d9h9s")


def test_cards_put_back_together_by_key_are_taken_back_together() -> None:
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    table.do(MarkDealt(), *(MarkFold(seat) for seat in (4, 5, 6, 1)), MarkBoard(names("2c7d9h")))
    before = table.do(Say("call"), Say("check"))
    assert before.repair is not None
    table.done()
    assert table.taken_back()[0] == ["the return to the deck"]
    assert table.do(Undo(1)).repair == before.repair
    table.done(2)
    assert table.do(Undo(2)).repair == before.repair
    assert table.do(MarkBoard(names("3s4s5s"))).board == boarded(table) == names("3s4s5s")


def test_undo_of_a_burn_by_key_says_no_more_than_it_takes_back() -> None:
    """It said that a board goes, and that muck and burns are shuffled into the stub."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    table.do(MarkDealt(), *(MarkFold(seat) for seat in (4, 5, 6, 1)), Say("call"), Say("check"))
    while table.view().next.code != "burn":
        table.done()
    table.done()
    assert table.taken_back() == (["the burn"], [])
    table.do(MarkBoard(names("2c7d9h")))
    assert table.taken_back()[0] == ["cards on the board"]
    assert "shuffled-in" not in table.taken_back()[1]


def test_bets_are_in_the_pot_when_a_street_comes_without_a_burn() -> None:
    """After a river that came early the bets of the turn lay in front of the players until the hand was over."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    table.do(MarkDealt(), *(MarkFold(seat) for seat in (4, 5, 6, 1)), Say("call"), Say("check"))
    for cards in ("2c7d9h", "Jd"):
        table.done()
        table.do(MarkBoard(names(cards)))
        if cards != "Jd":
            table.do(Say("check"), Say("check"))
    view = table.do(Say("bet", amount_chips=200), MarkBoard(names("Ts")), Say("call"))
    assert [seat.bet_chips for seat in view.seats[1:3]] == [200, 200]
    while not view.next.code.startswith("deal-"):
        view = table.done()
    view = table.do(MarkBoard(names("5d")))
    assert view.street == "river"
    assert not any(view.bets)
    assert sum(pot.chips for pot in view.pots) == 600


@pytest.mark.parametrize("one_by_one", [False, True])
def test_four_cards_laid_as_the_flop_of_an_all_in_are_a_flop_of_four(*, one_by_one: bool) -> None:
    """They were read as a flop and a turn without its burn."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    table.do(MarkDealt(), Say("all-in"), *(MarkFold(seat) for seat in (5, 6, 1, 2)), Say("call"))
    table.do(ShowCards(3, names("AsAh")), ShowCards(4, names("KsKh")))
    table.done()
    view = table.do(*(MarkBoard(names(cards)) for cards in (("2c7d9h", "Jd") if one_by_one else ("2c7d9hJd",))))
    assert [one.topic for one in view.findings if one.open] == ([] if one_by_one else ["four-card-flop"])


@pytest.mark.parametrize("all_in", [False, True])
def test_the_flop_that_is_left_of_four_is_keyed(*, all_in: bool) -> None:
    """The floor draws from cards that lie face down: it can name none. No key went on from there."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    if all_in:
        table.do(MarkDealt(), Say("all-in"), *(MarkFold(seat) for seat in (5, 6, 1, 2)), Say("call"))
        table.do(ShowCards(3, names("AsAh")), ShowCards(4, names("KsKh")))
    else:
        table.do(MarkDealt(), *(MarkFold(seat) for seat in (4, 5, 6, 1)), Say("call"), Say("check"))
    table.done()
    before = table.do(MarkBoard(names("2c7d9hJd")), Rule("pick-burn"))
    assert table.take(Done(before.next.code)) == Refused("faces-first")
    assert table.take(MarkBoard(names("2c7d"))) == Refused("card-there card=2c")
    view = table.do(MarkBoard(names("7dJd9h")))
    assert (view.street, sorted(view.board), view.repair) == ("flop", sorted(names("7dJd9h")), None)
    assert view.next.code == ("deal-turn" if all_in else "await")  # the burn is the one that was drawn
    assert table.taken_back()[0] == ["the burn"]
    assert table.do(Undo(1)).repair == before.repair
    assert sorted(table.do(Redo(1)).board) == sorted(names("7dJd9h"))


def test_a_check_that_comes_early_is_not_called_a_bet(felt: Felt) -> None:
    """Not a chip was in front, and it was asked whether a check had come before the bet."""
    felt.told(*DEALT, "4: pushes 100", "5: pushes 100", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 2", "flop", "wait 1")
    felt.take(Say("check", 4))
    (asked,) = felt.told("wait 3").prompts
    said = "Somebody acted before seat 3 Player 3 had checked. Did the check come first?"
    assert ENGLISH.question(asked, felt.view()) == said


def test_a_pot_that_is_taken_as_pushed_is_told() -> None:
    """The next hand began at "push 150", and no word said what became of the chips."""
    table = Keyed()
    table.do(MarkRiffle())
    table.done(2)
    view = table.do(MarkDealt(), *(MarkFold(seat) for seat in (4, 5, 6, 1, 2)))
    assert (view.next.code, view.next.seat) == ("return-chips", 3)
    record = table.take(MarkRiffle())
    assert isinstance(record, Record)
    told = lines_of_events(record.applied_events, record.at_s)
    said = [line for one in told for line in lines(one, view, brief=True)]
    assert said[:2] == ["  50 to seat 3 Player 3 taken as returned", "  100 to seat 3 Player 3 taken as pushed"]
    while table.view().next.code != "deal-card":
        table.done()
    view = table.do(MarkDealt(), *(MarkFold(seat) for seat in (5, 6, 1, 2, 3)))
    while view.next.code != "new-hand":
        view = table.done()
    record = table.take(MarkRiffle())
    assert isinstance(record, Record)
    told = lines_of_events(record.applied_events, record.at_s)
    assert [one.what["is"] for one in told] == ["HandBegan"]  # each was pushed by a key, so nothing is taken for done


ONE_ROUND = ("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3)))


def the_floor_picks(felt: Felt, option: str) -> TableView:
    """The floor's answer to the case for which the table waits."""
    case = floor_case(plainly(felt.view()))
    assert case is not None
    assert not isinstance(felt.take(Rule(option, case=case.number)), Refused)
    return plainly(felt.view())


def test_a_boxed_card_goes_to_the_muck_and_nobody_has_folded(felt: Felt) -> None:
    """The player was folded and accused of acting out of turn; the replacement at once was out of order."""
    felt.told(*ONE_ROUND, "card 4 Ah")
    felt.take(MarkBoxed(4))
    view = the_floor_picks(felt, "replace-card")
    view = felt.told("move Ah muck", "card 4", *(f"card {seat}" for seat in (5, 6, 1, 2, 3)))
    assert view.next == NextAct("deal-card", 4)
    assert view.findings[0].ruled == "replace-card"
    view = felt.told(*(f"card {seat}" for seat in (4, 5, 6, 1)), "wait 1")
    assert [(one.topic, one.open) for one in view.findings] == [("boxed-card", False)]
    assert view.action is not None
    assert view.action.seat == 4


def test_a_boxed_card_that_the_book_has_dealt_is_replaced_after_the_round() -> None:
    """It was taken for the seat's second card, and nobody dealt another."""
    felt = Felt(package_rulebook("tda-holdem"))
    felt.told(*ONE_ROUND)
    felt.take(MarkBoxed(4))
    view = felt.told("card 4 Ah", "card 5")
    assert [one.topic for one in view.findings] == ["boxed-card"]
    view = felt.told(*(f"card {seat}" for seat in (6, 1, 2, 3, 4, 5, 6, 1)))
    assert view.next == NextAct("replace-card", 4)
    assert felt.told("card 4").next == NextAct("burn-exposed", 4)
    view = felt.told("move Ah burn", "wait 1")
    assert [one.topic for one in view.findings] == ["boxed-card"]
    assert view.action is not None


EXPOSED = (*DEALT[:-4], "card 4 Ah")


@pytest.mark.parametrize(
    ("to", "early", "then"),
    [
        ("burn", True, "deal-flop"),
        ("burn", False, "deal-flop"),
        ("muck", True, "burn"),
        ("muck", False, "burn"),
        ("deck", False, "burn-returned"),
    ],
)
def test_an_exposed_card_is_burned_once(felt: Felt, to: str, then: str, *, early: bool) -> None:
    """Wherever the dealer lays it, before its replacement or after it: back on the deck it counted as burned."""
    felt.told(*EXPOSED)
    felt.take(TurnUp(4, by_dealer=True))
    the_floor_picks(felt, "replace-card")
    moved = (f"move Ah {to}", "wait 1")
    felt.told(*(moved if early else ()), "card 5", "card 6", "card 1", "card 4", *(() if early else moved))
    felt.told("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check", 3))
    view = felt.told("sweep", "wait 1")
    assert view.next == NextAct(then)
    assert [one.topic for one in view.findings] == ["exposed-card"]
    if then != "deal-flop":
        assert felt.told("burn", "wait 1").next == NextAct("deal-flop")


def test_a_player_who_lifts_the_exposed_card_changes_nothing(felt: Felt) -> None:
    felt.told(*EXPOSED)
    felt.take(TurnUp(4, by_dealer=True))
    the_floor_picks(felt, "replace-card")
    felt.told("lift Ah 3", "wait 5", "card 5", "card 6", "card 1")
    view = felt.told("card 4", "lift Ah 3", "wait 5")
    assert view.next == NextAct("burn-exposed", 4)
    assert [one.topic for one in view.findings] == ["exposed-card"]


def test_one_card_too_many_goes_back_on_the_deck(felt: Felt) -> None:
    """The next act never named it, and the burn that it was did not count once the hand was folded."""
    view = felt.told(*DEALT[:-1], "card 2 Ah", "card 1", "wait 1")
    view = the_floor_picks(felt, "return-as-burn")
    assert view.next == NextAct("card-to-deck", 2)
    assert felt.told("move Ah deck", "wait 1").next == NextAct("await", 4, 100)
    felt.told("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check", 3))
    assert felt.told("sweep", "wait 1").next == NextAct("burn-returned")
    assert felt.told("burn", "wait 1").next == NextAct("deal-flop")


ROYAL = (
    ("shuffle", "2: pushes 2x25", "3: pushes 4x25"),
    tuple(
        f"card {seat} {card}"
        for seat, card in zip(
            (2, 3, 4, 5, 6, 1) * 2,
            ("2c", "2d", "7h", "7d", "7c", "2h", "3c", "3d", "8h", "8d", "8c", "3h"),
            strict=True,
        )
    ),
    ("4: pushes 10x100", "5: pushes 10x100", "6: pushes 10x100", "1: mucks", "2: mucks", "3: mucks", "wait 1", "sweep"),
)
"""Three players and a thousand from each, before a flop that makes all of them equal."""


def test_a_pot_pushed_wrong_is_mended_in_any_motions(felt: Felt) -> None:
    """The player who had given back more than he had too much still "owed"; then the floor was called."""
    felt.told(*(line for lines in ROYAL for line in lines), "flop AsKsQs", "wait 1")
    for street in ("turn Js", "river Ts", ""):
        for seat in (4, 5, 6):
            felt.take(Say("check", seat))
        felt.told(street or "wait 1", "wait 1")
    for seat in (4, 5, 6):
        felt.take(TurnUp(seat))
    assert felt.told("wait 1").next == NextAct("push-pot", 4, 1050)
    felt.told("pay 4 10x100 2x25", "wait 1", "pay 5 15x100 2x25", "wait 1", "give 5 6 10x100", "wait 1")
    assert [(due.seat, due.chips) for due in felt.told().dues] == [(5, 500), (6, 50)]
    view = felt.told("pay 6 2x25", "wait 1", "pay 5", "wait 2")
    assert not view.dues
    assert not view.prompts
    assert [seat.stack_chips for seat in view.seats] == [10000, 9950, 9900, 10050, 10050, 10050]
    assert not floor_case(felt.told("gather", "shuffle", "wait 2"))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_four_flop_cards_are_one_act_that_the_felt_shows(felt: Felt, language: str) -> None:
    """Step 1 was to mix them, which no reader sees: it stayed, and space was not taken."""
    felt.told(*DEALT, "4: pushes 100", "5: pushes 100", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check", 3))
    felt.told("sweep", "wait 1", "burn", "wait 1", "board AcKcQcJc", "wait 1")
    view = the_floor_picks(felt, "pick-burn")
    fullest = f"{next_acts(view, wording_in(language))[0]}"
    assert "1" not in fullest
    assert len(fullest) <= 70
    assert view.repair is not None
    view = felt.told("move Kc burn", "wait 1")
    assert view.repair is None
    assert len(view.board) == 3


def test_a_bet_taken_back_is_put_in_before_play_goes_on(felt: Felt) -> None:
    """The player owed 500, and the next act was the action of the one after."""
    felt.told(*DEALT, "4: pushes 5x100", "wait 2", "4: pulls 5x100", "wait 2")
    view = plainly(felt.view())
    assert view.next == NextAct("put-in", 4, 500)
    assert view.action is not None
    assert view.action.seat == 5
    assert felt.told("4: pushes 5x100", "wait 1").next == NextAct("await", 5, 500)


def test_chips_that_are_keyed_to_be_in_are_not_bet_twice(felt: Felt) -> None:
    """Space says that the call is whole now; its chips come a moment later."""
    view = felt.told(*DEALT, "4: pushes 25", "wait 2")
    assert view.next == NextAct("put-in", 4, 75)
    assert done_is_taken(view)
    assert not isinstance(felt.take(Done("put-in", 4, 75)), Refused)
    view = felt.told("4: pushes 3x25", "wait 2")
    assert view.next == NextAct("await", 5, 100)
    assert [one.topic for one in view.findings] == ["undercall"]
    assert not view.differences


@pytest.mark.parametrize("token", ["25", "1000"])
def test_one_chip_after_all_in_stands_for_the_stack(felt: Felt, token: str) -> None:
    """The floor was called to say whether the word or the chip counts."""
    felt.told(*DEALT)
    felt.take(Say("all-in", 4))
    view = felt.told(f"4: pushes {token}", "wait 2")
    assert floor_case(view) is None
    assert view.next == NextAct("await", 5, 10000)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_all_that_undo_takes_back_has_a_name(language: str) -> None:
    """The offer said "the last thing told" of seventeen kinds of acts."""
    words = wording_in(language)
    view = Felt().view()
    other = words.say("act-of.other")
    for kind in UNDOABLE:
        said = act((("event", kind.__name__), ("seat", 2), ("chips", 100), ("word", "check")), view, words)
        assert said != other, kind
        assert "{" not in said, kind


def test_what_becomes_of_a_hand_is_ruled_before_what_its_player_earns(felt: Felt) -> None:
    """Of a hand thrown away in an all-in, the penalty was asked first, and hid the ruling that play waits for."""
    felt.told(*DEALT)
    felt.take(Say("all-in", 4))
    whole = "5000 1000 5x500 13x100 8x25"
    felt.told(
        f"4: pushes {whole}", "wait 1", f"5: pushes {whole}", "wait 1", *(f"{seat}: mucks" for seat in (6, 1, 2, 3))
    )
    view = felt.told("wait 1", "4: mucks", "wait 2")
    case = floor_case(view)
    assert case is not None
    assert "retrieve" in case.options
    the_floor_picks(felt, "dead-hand")
    case = floor_case(plainly(felt.view()))
    assert case is not None
    assert "penalty" in case.options


def test_the_all_in_button_is_not_asked_for_once_the_hand_is_over(felt: Felt) -> None:
    felt.told(*DEALT)
    whole = "5000 1000 5x500 13x100 8x25"
    view = felt.told(f"4: pushes {whole}", "wait 2")
    assert "all-in-buttons" in [one.topic for one in view.findings]
    view = felt.told(*(f"{seat}: mucks" for seat in (5, 6, 1, 2, 3)), "wait 1")
    assert view.street == "settled"
    assert "all-in-buttons" not in [one.topic for one in view.findings]


def test_a_board_takes_no_more_cards_than_it_has_room_for() -> None:
    """Three cards keyed where the turn was due became turn and river, and the third was lost."""
    table = KeysOnly()
    folds = [MarkFold(seat) for seat in (6, 1, 2, 3)]
    hand: list[Command] = [MarkRiffle(), MarkDealt(), Say("all-in", 4), Say("call", 5), *folds]
    for command in [*hand, MarkBoard(tuple(map(parse_card, ("As", "Ks", "Qs"))))]:
        assert not isinstance(table.take(command), Refused)
    before = table.view()
    assert table.take(MarkBoard(tuple(map(parse_card, ("2s", "3s", "4s"))))) == Refused("board-is-full count=2")
    assert table.view().board == before.board


def test_ante_and_blind_of_one_player_are_told_apart(felt: Felt) -> None:
    """Twice the same words, "posts 200"; the dealer took the second for a mistake."""
    felt.take(AnnounceLevel(100, 200, 200))
    assert ENGLISH.next_act(felt.told("shuffle", "wait 1", "2: pushes 100", "wait 1")).endswith("posts the ante 200")
    view = felt.told("3: pushes 2x100", "wait 1")
    assert ENGLISH.next_act(view) == "Seat 3 Player 3 posts the big blind 200"


def test_a_fouled_deck_is_not_shuffled_as_it_is(felt: Felt) -> None:
    """The hand was void for a card of no deck, and the next act was to shuffle."""
    view = felt.told(*DEALT, "foreign 4", "wait 4")
    felt.take(Confirm(view.prompts[0].prompt, "yes"))
    view = felt.told("2: pulls 2x25", "3: pulls 100", "wait 2")
    assert "count" in ENGLISH.next_act(view)
    assert "another deck" in ENGLISH.next_act(view)


def test_a_boxed_card_in_the_muck_is_no_burn(felt: Felt) -> None:
    """It lay in the muck, and the next act called it the next burn."""
    felt.told(*ONE_ROUND, "card 4 Ah")
    felt.take(MarkBoxed(4))
    the_floor_picks(felt, "replace-card")
    view = felt.told("move Ah muck", "wait 1", *(f"card {seat}" for seat in (5, 6, 1, 2, 3, 4, 5, 6, 1)))
    assert view.next == NextAct("deal-card", 4)
    assert ENGLISH.next_act(view) == "Deal a card to seat 4 Player 4"


@pytest.mark.parametrize("gap_s", [0.0, 0.1, 0.35, 0.6])
def test_a_burn_right_after_the_last_call_and_the_sweep_counts(gap_s: float) -> None:
    """The trays told of the call after the burn: another burn was next, and a good flop stopped play."""
    felt = Felt(package_rulebook("figp-2012"))
    felt.told(*DEALT, "4: mucks", "5: mucks", "6: mucks", "1: pushes 2x100")
    prompt = Prompt(felt.process.table)
    for line in ("2: mucks", "3: pushes 100", "sweep", "burn"):
        assert not prompt.perform(line).startswith("error")
        felt.process.table.run_for(gap_s)
    view = felt.told("wait 3")
    assert (view.next, view.findings, view.prompts) == (NextAct("deal-flop"), (), ())
    view = felt.told("board AcKcQc", "wait 2")
    assert (view.street, view.findings, len(view.board)) == ("flop", (), 3)


ACES_AGAINST_SEVENS = zip(
    (2, 3, 4, 5, 6, 1) * 2, ("As", "7d", "8h", "9h", "Th", "2h", "Ad", "7h", "8s", "9s", "Ts", "2s"), strict=True
)
SHOWN_DOWN = (
    *("shuffle", "2: pushes 2x25", "3: pushes 100"),
    *(f"card {seat} {card}" for seat, card in ACES_AGAINST_SEVENS),
    *("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1"),
)


def shown_down(felt: Felt) -> Felt:
    """Two checked it through, and seat 2, who has aces, throws them away."""
    felt.told(*SHOWN_DOWN)
    felt.take(Say("check", 3))
    for street in ("flop KcQcJc", "turn 4c", "river 5d"):
        felt.told(*(("sweep", "wait 1") if street.startswith("flop") else ()), street, "wait 1")
        for seat in (2, 3):
            felt.take(Say("check", seat))
    assert felt.told("2: mucks", "wait 1").next == NextAct("push-pot", 3, 200)
    return felt


def test_a_discarded_hand_that_can_be_told_is_turned_up_again(felt: Felt) -> None:
    """TDA 2019, rule 14: it "was no hand to table", and only undo of the muck helped."""
    shown_down(felt).take(TurnUp(2))
    assert plainly(felt.view()).next == NextAct("await", 3)
    felt.take(TurnUp(3))
    view = felt.told("wait 1")
    assert view.next == NextAct("push-pot", 2, 200)
    journal = felt.process.controller.journal
    assert isinstance(journal, MemoryJournal)
    again = new_session()
    for entry in journal.entries():
        again, _ = fold_record(again, decode_record(entry.payload), felt.process.controller.book)
    assert again.table == felt.process.controller.session.table, "replay equals live"


@pytest.mark.parametrize("book", ["figp-2012", "ipo-2015"])
def test_where_a_discard_kills_the_hand_it_stays_dead(book: str) -> None:
    felt = shown_down(Felt(package_rulebook(book)))
    felt.take(TurnUp(2))
    assert felt.told("wait 1").next == NextAct("push-pot", 3, 200)


def test_once_the_pot_is_pushed_no_discard_comes_back(felt: Felt) -> None:
    shown_down(felt).told("pay 3", "wait 1")
    felt.take(TurnUp(2))
    view = felt.told("wait 1")
    assert view.street == "settled"
    assert view.seats[2].stack_chips == 10_100


def test_cards_that_came_before_the_keyed_riffle_are_the_hands() -> None:
    """Every fold was "only a part of a hand", and none was taken."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told(*(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2))
    felt.take(MarkRiffle())
    felt.told("2: pushes 2x25", "3: pushes 100", "wait 1")
    felt.take(MarkDealt())
    view = felt.told("4: mucks", "5: mucks", "6: pushes 100", "wait 1")
    assert view.next == NextAct("await", 1, 100)
    assert [seat.status for seat in view.seats] == ["in", "in", "in", "folded", "folded", "in"]
    assert [seat.cards for seat in view.seats][:3] == [2, 2, 2]


def test_an_ante_that_nobody_has_put_in_is_in_no_pot(felt: Felt) -> None:
    """The pot was 200 as soon as the deck was riffled."""
    felt.take(AnnounceLevel(100, 200, 200))

    def lies(*lines: str) -> int:
        view = felt.told(*lines, "wait 1")
        return sum(pot.chips for pot in view.pots) - sum(view.pots_owed)

    assert lies("shuffle") == 0
    assert lies("2: pushes 100") == 100
    assert lies("3: pushes 2x100") == 300
    assert lies("3: pushes 2x100") == 500


def test_two_burns_that_stay_burned_give_no_cards_back() -> None:
    """Step 1 of 4 was "0 cards back into the deck", and nothing moved it on."""
    felt = Felt(package_rulebook("tda-holdem"))
    felt.told(*DEALT, "4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    felt.take(Say("check", 3))
    felt.told("sweep", "wait 1", "burn", "wait 1", "burn", "wait 1")
    view = the_floor_picks(felt, "redeal")
    assert next_acts(view, ENGLISH)[0] == "Step 1 of 3: shuffle the stub, then key s"
    assert done_is_taken(view)
    assert not isinstance(felt.take(Done()), Refused)
    assert "deal the flop" in next_acts(plainly(felt.view()), ENGLISH)[0]
    assert len(felt.told("board AcKcQc", "wait 2").board) == 3


def to_the_river(felt: Felt) -> None:
    """The blinds and the button play on, and check down to the river."""
    played_to(felt, "river")


def played_to(felt: Felt, last: str) -> None:
    """The blinds and the button play on, and check down to this street."""
    felt.told(*DEALT, "4: mucks", "5: mucks", "6: mucks", "1: pushes 100", "2: pushes 2x25", "wait 2")
    felt.take(Say("check", 3))
    felt.told("sweep", "flop", "wait 2")
    for street in {"flop": (), "turn": ("turn",), "river": ("turn", "river")}[last]:
        for seat in (2, 3, 1):
            felt.take(Say("check", seat))
        felt.told(street, "wait 2")


@pytest.mark.parametrize(
    ("option", "bet", "back", "status"),
    [("complete-call", 1000, 0, "in"), ("forfeit-and-fold", 400, 600, "folded"), ("take-back", 0, 1000, "in")],
)
def test_an_undercall_that_its_player_makes_whole_is_ruled_on_as_it_lies(
    option: str, bet: int, back: int, status: str, felt: Felt
) -> None:
    """The folded player owed 400 with 1,000 in front, and to take it back changed nothing."""
    to_the_river(felt)
    felt.told("2: pushes 500", "3: pushes 500 5x100", "1: pushes 4x100", "1: pushes 500 100", "wait 1")
    view = the_floor_picks(felt, option)
    seat = view.seats[0]
    assert (seat.bet_chips, seat.returns_chips, seat.owes_chips, seat.status) == (bet, back, 0, status)
    if back:
        rest = felt.told(f"1: pulls {'500 100' if back == 600 else '500 5x100'}", "wait 1").seats[0]
        assert (rest.returns_chips, rest.owes_chips) == (0, 0)


def test_a_pot_pushed_before_the_last_hand_is_shown_leaves_the_showdown_as_it_is(felt: Felt) -> None:
    """It was "still owes", and the pot that was gone was drawn."""
    to_the_river(felt)
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    felt.take(TurnUp(2))
    felt.take(TurnUp(3))
    view = felt.told("pay 3", "wait 2")
    assert pot_lines(view, ENGLISH, 60, 3) == []
    assert view.next == NextAct("await", 1)
    assert felt.told("1: mucks", "wait 2").next.code in ("new-hand", "await", "push-pot")


@pytest.mark.parametrize("book", ["figp-2012"])
def test_a_fold_out_of_turn_that_kills_the_hand_is_one_case(book: str) -> None:
    felt = Felt(package_rulebook(book))
    view = felt.told(*DEALT, "2: mucks", "wait 3")
    (case,) = [one for one in view.findings if one.open]
    assert (case.topic, case.cite.ref) == ("dead-hand", "33-b")
    assert [(one.name, one.effects[0].code) for one in case.choices] == [
        ("dead-hand", "hand-dead"),
        ("retrieve", "hand-stays"),
    ]
    assert the_floor_picks(felt, "retrieve").seats[1].status == "in"


def test_what_a_correction_takes_the_ground_from_is_in_no_history(felt: Felt) -> None:
    """One chip that was a raise after all stood as a call in the hand's findings."""
    records: list[Record] = []
    felt.process.on_record = records.append
    assert [one.topic for one in felt.told(*DEALT, "4: mucks", "5: pushes 1000", "wait 1").findings] == ["overchip"]
    felt.take(CorrectWord(5, "raise"))
    records = [decode_record(encode_record(one)) for one in records]
    (hand,), _ = hands_of(records).latest(0, 1)
    assert (hand.view(lambda _: "").findings, hand.view(lambda _: "").retold) == ((), True)


@pytest.mark.parametrize("stops", [False, True])
def test_an_old_case_that_can_wait_does_not_hide_what_came_after_it(stops: bool, felt: Felt) -> None:
    old, new = finding(3, "penalty", "warning", "no-penalty", stops=stops), finding(5, stops=False)
    view = replace(felt.told(), findings=(replace(new, open=False, topic="overchip"), old))
    text = panel_text(view)
    later = text.index("One large chip"), text.index("Act out of turn")
    assert (later[0] < later[1]) is not stops


def test_what_a_ruling_makes_a_player_owe_is_the_next_act(felt: Felt) -> None:
    felt.told(*DEALT, "4: pushes 500 100", "5: pushes 500", "wait 1")
    assert the_floor_picks(felt, "complete-call").on_screen == NextAct("put-in", 5, 100)
    assert felt.told("5: pushes 100", "wait 1").next == NextAct("await", 6, 600)


def test_the_undo_of_a_discard_that_decided_the_pot_says_what_lies_where(felt: Felt) -> None:
    """The stack was said to lose what had not been pushed to it, and a pot that lay there to be 0."""
    to_the_river(felt)
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    felt.take(TurnUp(2))
    felt.take(TurnUp(3))
    view = felt.told("1: mucks", "wait 2")
    assert view.next.code == "push-pot"
    made = press(Keypad(), "u", view, paused=False, demo=False)
    assert isinstance(made.command, Preview)
    shown = felt.process.controller.preview(made.command, felt.process.table.now_s)
    assert shown is not None
    codes = {one.code for one in shown.effects}
    assert "not-won" in codes
    assert not codes & {"stack", "pot"}


def test_a_blind_that_nobody_has_put_in_is_the_next_act_until_it_is(felt: Felt) -> None:
    late = [line for line in DEALT if line != "3: pushes 100"]
    assert felt.told(*late, "wait 1").on_screen == NextAct("put-in", 3, 100)
    assert felt.told("4: pushes 100", "wait 1").on_screen == NextAct("put-in", 3, 100)
    view = felt.told("3: pushes 100", "wait 1")
    assert (view.next, view.findings) == (NextAct("await", 5, 100), ())


def test_an_extra_burn_is_no_sign_that_a_round_was_over() -> None:
    """A burn that was read late asked whether all had checked; with "yes" it was the burn of the river."""
    felt = Felt(package_rulebook("tda-holdem"))
    played_to(felt, "flop")
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    view = felt.told("burn", "wait 1", "turn", "wait 1")
    assert view.prompts == ()
    (case,) = [one for one in view.findings if one.open]
    assert (case.topic, dict(case.facts)["cause"]) == ("hand-flow", "two-burns")


@pytest.mark.parametrize("book", ["tda-2019", "tda-holdem", "figp-2012", "ipo-2015"])
def test_a_card_too_many_on_the_river_goes_back_on_the_deck(book: str) -> None:
    """It asked whether all had checked before a street that there is not, and forgot the card."""
    felt = Felt(package_rulebook(book))
    played_to(felt, "turn")
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    view = felt.told("burn", "board 2", "wait 1")
    assert view.prompts == ()
    assert ENGLISH.next_act(view) == "The card too many on the board: back on the deck"
    sixth = felt.process.table.world.cards.names(BOARD)[-1]
    assert felt.told(f"move {sixth} deck", "wait 2").next == NextAct("await", 2)


def test_a_misdealt_hand_is_dealt_again_from_the_button_that_is_due(felt: Felt) -> None:
    """ "Same button", while it lay one seat too far; and a blind taken back there called the floor for good."""
    felt.told(*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep", "pay 3", "wait 2")
    felt.told("gather", "puck 3", "shuffle", "4: pushes 2x25", "5: pushes 100", "card 4", "card 5", "wait 1")
    the_floor_picks(felt, "restore")
    view = felt.told("4: pulls 2x25", "5: pulls 100", "wait 1")
    assert view.on_screen == NextAct("move-button", 2)
    assert not any(one.open for one in view.findings)
    assert felt.told("puck 2", "wait 1").on_screen == NextAct("deal-again")
    assert felt.told("gather", "shuffle", "wait 1").next == NextAct("await", 3, 50)


def test_no_ruling_raises_a_player_beyond_his_stack() -> None:
    """A minimum raise of 12,000 was told of a player who had 10,000."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told(*DEALT, "4: pushes 5000 1000", "5: mucks", "6: mucks", "1: pushes 5000 1000", "wait 2")
    view = felt.told("1: pushes 2x500", "wait 1")
    (case,) = [one for one in view.findings if one.open]
    raised = next(one for one in case.choices if one.name == "min-raise").effects[0]
    assert (raised.chips, raised.word) == (10_000, "all-in")
    assert the_floor_picks(felt, "min-raise").seats[0].last_act_to_chips == 10_000


def test_change_is_not_given_back_to_a_player_who_may_call_with_it(felt: Felt) -> None:
    felt.told(*DEALT, "4: pushes 1000", "wait 1", "5: pushes 5000", "wait 1")
    felt.told("6: pushes 1000 5x500 5x100", "1: mucks", "2: mucks", "3: mucks", "wait 1")
    assert next_acts(felt.told(), ENGLISH)[0] == "Action on seat 4 Player 4"
    assert next_acts(felt.told("4: mucks", "wait 1"), ENGLISH)[0].startswith("900 back to seat 4")
    felt.take(Say("call", 5))
    assert next_acts(felt.told("wait 1"), ENGLISH)[0].startswith("Return 900 to seat 4")


def test_a_board_card_keyed_wrong_is_put_right_though_the_keyed_card_has_come(felt: Felt) -> None:
    """Two cards of one name lay there; "the readers tell the cards apart", it was said, and no hand could be ranked."""
    played_to(felt, "flop")
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    felt.told("unplug centre", "wait 3", "turn", "wait 2")
    turn = felt.process.table.world.cards.names(BOARD)[-1]
    wrong = parse_card("9c" if turn != "9c" else "9d")
    felt.take(Done())
    felt.take(MarkBoard((wrong,)))
    for seat in (2, 3, 1):
        felt.take(Say("check", seat))
    felt.told("plug centre", "wait 5", "burn", f"board {wrong}", "wait 2")
    assert felt.told().board[3:] == (wrong, wrong)
    assert not isinstance(felt.take(CorrectCard("board:4", parse_card(turn))), Refused)
    assert felt.told().board[3:] == (turn, wrong)


def test_who_acts_behind_a_chip_that_waits_for_the_floor_is_not_out_of_turn() -> None:
    """The caller was accused of having skipped the player whose silent chip the floor had to name."""
    felt = Felt(package_rulebook("figp-2012"))
    played_to(felt, "flop")
    felt.take(Say("check", 2))
    view = felt.told("3: pushes 1000", "wait 2", "1: pushes 1000", "wait 2")
    assert {one.topic for one in view.findings if one.open} == {"overchip"}
    view = the_floor_picks(felt, "full-value")
    assert plainly(view).next == NextAct("loose-chips", 1, 1000)
    felt.take(Say("call", 1))
    assert felt.told("wait 1").next == NextAct("await", 2, 1000)


def test_an_act_before_its_turn_that_was_taken_back_counts_as_nothing() -> None:
    """ "It counts as a bet of 600", it said on, though the floor had the chips go back."""
    felt = Felt(package_rulebook("tda-holdem"))
    played_to(felt, "flop")
    view = felt.told("3: pushes 500 100", "wait 1")
    felt.take(Confirm(view.prompts[0].prompt, "no"))
    assert "it counts as a bet of 600" in panel_text(felt.told())
    felt.told("3: pulls 100", "wait 1")
    the_floor_picks(felt, "take-back")
    text = panel_text(felt.told("3: pulls 500", "wait 1"))
    assert "It is the turn of seat 2" in text
    assert "counts as" not in text


def test_an_undercall_names_no_more_to_call_than_the_player_has() -> None:
    """The line of the player said 950 to call, the finding 2,950."""
    robot = Robot().open({1: 1000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    robot.say(3, "raise", 3000)
    robot.push(3, 3000)
    robot.push(1, 200)
    (found,) = [one for one in robot.findings if one.topic == "undercall"]
    assert dict(found.facts)["to_call_chips"] == to_call_chips(robot.table) == 950


WON_BY_3 = [*DEALT, *(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 1", "sweep"]


def test_a_wrong_push_is_put_right_whatever_is_open_at_a_third_seat(felt: Felt) -> None:
    """A rebuy that nobody had told made two halves of one motion: chips that went nowhere, and came from nowhere."""
    felt.told("puck 1", *WON_BY_3, "pay 2", "wait 2", "buy 5 2x500", "wait 3")
    view = felt.told("give 2 3 100 2x25", "wait 3")
    assert [prompt.seat for prompt in view.prompts] == [5]
    assert [seat.owes_chips + seat.returns_chips for seat in view.seats] == [0] * 6
    assert ENGLISH.next_act(view) == "Gather the cards"


def test_a_stack_that_was_counted_right_is_drawn_as_it_lies(felt: Felt) -> None:
    """The dealer played on over chips that came and went: each later hand was drawn without them."""
    felt.told("puck 1", *WON_BY_3, "pay 2", "wait 2", "take 2 100 2x25", "wait 3", "buy 3 100 2x25", "wait 3")
    for prompt in felt.told().prompts:
        felt.take(Confirm(prompt.prompt, "ignore"))
    view = felt.told("puck 2", "shuffle", "wait 1")
    assert not view.differences
    assert felt.process.controller.session.table.chips.stacks[:3] == (10_000, 9_950, 10_050)


def test_a_bet_of_no_size_lies_nowhere(felt: Felt) -> None:
    """Of "pot" in a no-limit game the screen said that the call lay there."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told("puck 1", *DEALT, "4: mucks", "5: mucks", "6: mucks")
    felt.take(Say("pot", 1))
    (said,) = felt.told().unclear
    assert (said.why, said.may_change) == ("announced", ("chips-in-one-motion",))


def test_a_penalty_whose_first_hand_is_this_one_says_so() -> None:
    """In the IPO the hand that he misses counts (63-3): he was said to miss a hand, and was dealt in and played."""
    felt = Felt(package_rulebook("ipo-2015"))
    view = felt.told("puck 1", *DEALT, "4: mucks", "6: mucks", "wait 1")
    (case,) = [finding for finding in view.findings if finding.open]
    (penalty,) = [choice for choice in case.choices if choice.name == "penalty"]
    assert [effect.code for effect in penalty.effects] == ["penalty", "penalty-now"]
    assert "this hand, which seat 6 misses, is the first" in sentences.effect(penalty.effects[1], ENGLISH)


def test_a_count_that_the_floor_accepts_is_drawn_as_it_lies(felt: Felt) -> None:
    """The whole pot had gone to one winner, change of another player's with it: it was drawn with him twice."""
    felt.told("puck 1", *DEALT)
    felt.take(Say("raise", 4, 600))
    felt.told("4: pushes 500 100")
    felt.take(Say("call", 5))
    felt.told("5: pushes 2x500", *(f"{seat}: mucks" for seat in (6, 1, 2, 3)), "wait 1", "sweep", "wait 1")
    felt.take(Rule("pot-to-seat", (("seat", "4"),)))
    felt.told("pay 4", "wait 2", "puck 2", "shuffle", "wait 2")
    felt.take(Rule("void-hand"))
    felt.told("puck 3", "shuffle", "wait 2")
    felt.take(Rule("accept-count"))
    view = felt.told("wait 1")
    assert view.stacks == (10_000, 9_950, 9_900, 11_150, 9_000, 10_000)
    assert [seat.stack_chips + seat.owes_chips for seat in view.seats] == list(view.stacks)


def test_a_bare_figure_can_mean_no_more_than_its_player_has(felt: Felt) -> None:
    """Five, of a player with 10,000 was offered to the floor as 50,000."""
    felt.told("puck 1", *DEALT)
    felt.take(Say("number", 4, 5))
    (case,) = felt.told("wait 1").findings
    assert [chips for name, chips in case.facts if name.startswith("meaning_")] == [500, 5_000]


@pytest.mark.parametrize("dealt", [8, 12])
def test_a_riffle_that_is_keyed_after_the_deal_finds_the_cards_dealt(dealt: int, felt: Felt) -> None:
    """The stub's reader was out: what was dealt counted as nothing, and the next card as a misdeal."""
    cards = [f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2]
    felt.told("puck 1")
    felt.kill("stub")
    felt.told(*cards[:dealt])
    felt.take(MarkRiffle())
    view = felt.told(*cards[dealt:], "2: pushes 2x25", "3: pushes 100", "wait 2")
    assert not any(finding.topic == "misdeal" for finding in view.findings)
    assert ENGLISH.next_act(view) == "Action on seat 4 Player 4"


def test_a_riffle_that_is_keyed_finds_no_deal_in_a_card_or_two(felt: Felt) -> None:
    felt.told("puck 1")
    felt.kill("stub")
    felt.told("card 4", "card 5", "wait 1")
    felt.take(MarkRiffle())
    assert [seat.cards for seat in felt.told().seats] == [0] * 6


OWED_BY_TWO = [
    *("puck 1", "shuffle", "2: pushes 2x25", "3: pushes 2x25", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2)),
]
"""The big blind is 50 short."""


@pytest.mark.parametrize("apart_s", [0.02, 0.05, 0.1, 0.3, 2.0])
def test_debts_handed_to_the_winner_with_the_pot_leave_nothing_open(felt: Felt, apart_s: float) -> None:
    """His stack was not at rest between the lots: all of it came from nowhere, and was a raise in the next hand."""
    felt.told(*OWED_BY_TWO)
    felt.take(Say("raise", amount_chips=800))
    felt.told("4: pushes 500 3x100", "5: mucks")
    felt.take(Say("call"))
    felt.told("6: pushes 500", "wait 1", "1: mucks", "2: mucks", "3: mucks", "wait 1")
    felt.take(Rule("pot-to-seat", (("seat", "4"),)))
    felt.told("sweep", "wait 2")
    prompt = Prompt(felt.process.table)
    for line in ("give 6 4 3x100", "give 3 4 2x25", "pay 4"):
        prompt.perform(line)
        felt.process.table.run_for(apart_s)
    view = felt.told("wait 6")
    assert (view.prompts, ENGLISH.next_act(view)) == ((), "Gather the cards")
    assert [seat.owes_chips for seat in view.seats] == [0] * 6
    assert felt.process.controller.session.table.chips.stacks == (10_000, 9_950, 9_900, 10_950, 10_000, 9_200)


def test_chips_that_went_in_the_hand_before_are_no_act_of_the_next(felt: Felt) -> None:
    """300 that had left a stack after the last hand were "so far a raise to 300" all through the next one."""
    felt.told("puck 1", *WON_BY_3, "pay 3", "wait 2", "take 6 3x100", "wait 4")
    view = felt.told(
        "puck 2", "shuffle", "3: pushes 2x25", "4: pushes 100", *(f"card {n}" for n in (3, 4, 5, 6, 1, 2) * 2)
    )
    assert (view.unclear, view.prompts) == ((), ())
    assert [(one.place, one.seat, one.chips) for one in view.differences] == [("behind", 6, -300)]
    (case,) = [finding for finding in view.findings if finding.open]
    assert dict(case.facts)["counted_chips"] == 9_700
    view = felt.told("buy 6 3x100", "wait 4")
    assert not view.differences
    assert not view.prompts


def test_change_that_was_swept_comes_from_the_pot_and_not_out_of_the_next_bet(felt: Felt) -> None:
    """Called with a chip of 1,000 and swept with it: after the bets of 100 on the flop, "Return 100 to seat 6"."""
    felt.told(*DEALT, "4: pushes 3x100", "5: mucks", "6: pushes 1000", "1: mucks", "2: mucks", "3: mucks")
    assert felt.told("wait 1").next == NextAct("return-chips", 6, 700)
    view = felt.told("sweep", "flop", "4: pushes 100", "6: pushes 100", "wait 2")
    assert view.next == NextAct("make-change", 6, 700), "all of it lies in the pot: a chip of 1,000 and five of 100"


def test_a_rebuy_that_is_keyed_is_no_pot_and_is_to_be_brought() -> None:
    """The middle was drawn with 5,000 in it, and nothing said that the chips were to come."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told("puck 1", *WON_BY_3, "pay 3", "wait 3")
    felt.take(Say("other", 2, text="rebuy 5000"))
    view = felt.told("wait 1")
    assert pot_lines(view, ENGLISH, 40, 2) == []
    assert "5,000 to bring to seat 2" in panel_text(view)
    view = felt.told("buy 2 5x1000", "wait 1")
    assert (view.dues, view.prompts, view.seats[1].stack_chips) == ((), (), 14_950)


def test_a_part_of_a_rebuy_is_known_and_the_rest_is_said_until_it_is_there() -> None:
    """Of 5,000 came 4,000 "from nowhere"; once that was played on over, nothing said that 1,000 were missing."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told("puck 1", *WON_BY_3, "pay 3", "wait 2", "gather", "wait 1")
    felt.take(Say("other", 2, text="rebuy 5000"))
    felt.told("puck 2", "shuffle", "3: pushes 2x25", "4: pushes 100", "buy 2 4x1000", "wait 3")
    view = felt.told(*(f"card {seat}" for seat in (3, 4, 5, 6, 1, 2) * 2), "wait 1")
    assert (view.prompts, view.differences) == ((), ())
    assert "1,000 to bring to seat 2" in panel_text(view)
    view = felt.told("buy 2 1000", "wait 1")
    assert (view.dues, view.prompts, view.differences) == ((), (), ())


@pytest.mark.parametrize("apart_s", [0.02, 0.5, 1.0])
def test_bets_that_left_just_before_the_pot_went_out_of_sight_are_in_it(felt: Felt, apart_s: float) -> None:
    """They were drawn in front of every seat, and to be brought in, though trays showed that nothing lay there."""
    felt.told("puck 1", *DEALT, "4: pushes 100", "5: pushes 100", "6: mucks", "1: mucks", "2: pushes 2x25")
    felt.take(Say("check"))
    assert felt.told("wait 1").next.code == "gather-bets"
    prompt = Prompt(felt.process.table)
    for line in ("sweep", "unplug centre"):
        prompt.perform(line)
        felt.process.table.run_for(apart_s)
    view = felt.told("wait 3")
    assert (view.next.code, view.prompts) == ("burn", ())
    view = felt.told("plug centre", "wait 6")
    assert (view.next.code, view.prompts, view.differences) == ("burn", (), ())
    assert total_chips(felt.process.controller.session.table.chips.pot) == 400


def test_who_acts_behind_chips_of_an_act_that_was_taken_back_is_not_out_of_turn() -> None:
    """Five acts were taken back, and the 1,500 of a player lay there: he was skipped, and all behind him accused."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told("puck 1", *DEALT)
    felt.take(Say("raise", amount_chips=600))
    felt.told("4: pushes 1000", "wait 1")
    felt.take(Say("call"))
    felt.told("5: pushes 500", "wait 1", "6: pushes 500 1000", "wait 1")
    felt.take(Undo(5))
    felt.take(Say("raise", amount_chips=800))
    felt.take(Say("call"))
    assert felt.told().next == NextAct("loose-chips", 6, 1500)
    view = felt.told("1: mucks", "muck 2", "3: mucks", "wait 1")
    assert (view.next, view.findings) == (NextAct("loose-chips", 6, 1500), ())
    felt.take(Say("raise", amount_chips=1500))
    view = felt.told("wait 1")
    assert (view.next, view.findings) == (NextAct("put-in", 5, 300), ()), "800 were called, and 500 of them lie there"
    assert view.action is not None
    assert view.action.seat == 4
    assert [seat.status for seat in view.seats[:3]] == ["folded"] * 3


@pytest.mark.parametrize("apart_s", [0.05, 1.0])
def test_a_pot_pushed_to_two_wrong_seats_is_put_right_by_one_after_the_other(felt: Felt, apart_s: float) -> None:
    """The cards were gathered: "100 left seat 3 and came nowhere", though seat 2 had them; the rest was forgotten."""
    felt.told("puck 1", *DEALT, "4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    felt.take(Rule("pot-to-seat", (("seat", "2"),)))
    view = felt.told("pay 3 100", "pay 4 100 2x25", "wait 1", "gather", "wait 2")
    assert [(one.place, one.seat, one.chips) for one in view.differences] == [
        ("behind", 2, -300),
        ("behind", 3, 100),
        ("behind", 4, 150),
        ("pot", None, 50),
    ]
    prompt = Prompt(felt.process.table)
    for line in ("give 3 2 100", "give 4 2 100 2x25"):
        prompt.perform(line)
        felt.process.table.run_for(apart_s)
    view = felt.told("wait 6")
    assert (view.prompts, view.next) == ((), NextAct("pot-back", 2, 50))
    assert [(one.place, one.seat, one.chips) for one in view.differences] == [("behind", 2, -50), ("pot", None, 50)]
    view = felt.told("pay 2", "wait 3")
    assert (view.prompts, view.differences) == ((), ())


@pytest.mark.parametrize(("variant", "open_to"), [("NT", True), ("PO", False), ("FT", False)])
def test_all_in_is_offered_where_all_that_he_has_can_be_bet(variant: str, open_to: bool) -> None:
    """In limit it stood beside a raise of one bet, and the bet was cut."""
    table = KeysOnly(opened_for(variant))
    for command in (Done("new-hand"), Done("await", 2, 50), Done("await", 3, 100), MarkDealt()):
        table.take(command)
    assert ("a" in {key for key, *_ in offered(Keypad(), plainly(table.view()))}) is open_to


def test_a_card_of_a_shown_hand_that_lies_in_the_muck_is_named_by_nobody(felt: Felt) -> None:
    """One card of it went there face down before the dealer keyed that the hand was tabled: both were named."""
    hands = ("2 As", "3 Kd", "4 Qd", "5 8d", "6 8h", "1 8s", "2 Ah", "3 Kh", "4 Qh", "5 7d", "6 7h", "1 7s")
    felt.told("puck 1", "shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {hand}" for hand in hands))
    felt.told("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep")
    for street in ("flop", "turn", "river"):
        felt.told(street)
        for _ in range(3):
            felt.take(Say("check"))
    records: list[Record] = []
    felt.process.on_record = records.append
    felt.told("move As muck", "wait 2")
    felt.take(TurnUp(2))
    view = felt.told("wait 1")
    assert view.seats[1].tabled == (Card("Ah"),)
    assert '"Ah"' in repr(records).replace("'", '"')
    assert "As" not in repr(records)
    assert {dict(found.facts).get("cause") for found in view.findings} == {"part-of-hand-mucked", "wrong-card-count"}


def test_in_stud_the_screen_says_which_way_up_a_card_comes_and_who_brings_it_in() -> None:
    """ "Deal a card", whichever way up; "has 50 still to put in", while the seat to its left was said to be to act."""
    felt = Felt(opening=opened_for("F7S"))

    def said() -> tuple[str, str]:
        view = plainly(felt.told())
        return next_acts(view, ENGLISH)[0], "".join(text for text, _ in action_lines(Shown(view), ENGLISH, 120)[0])

    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)))
    assert said()[0] == "Deal a card face down to seat 2 Player 2"
    felt.told(*(f"card {hand}" for hand in ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")))
    assert said()[0] == "Deal a card face up to seat 2 Player 2"
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h")
    assert said() == ("Seat 2 Player 2 brings it in: 50", " Play waits for that, then seat 3 Player 3 acts")
    felt.told("2: pushes 2x25", "wait 1")
    act, turn = said()
    assert (act, turn[:28]) == ("Action on seat 3 Player 3", " ▶ Seat 3 Player 3 to act   ")
    shown = Shown(plainly(felt.told()))
    assert "bring-in 50, bets 100/200 ante 25" in "".join(text for text, _ in status_line(shown, ENGLISH, 160))


@pytest.mark.parametrize("wrong", [3, 1])
def test_a_player_who_brings_it_in_by_mistake_takes_it_back(wrong: int) -> None:
    """The floor was called, or his chips were bound: nothing of what he had done was an act of his."""
    felt = Felt(opening=opened_for("F7S"))
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)))
    felt.told(*(f"card {hand}" for hand in ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", f"{wrong}: pushes 2x25", "wait 2")
    view = plainly(felt.told(f"{wrong}: pulls 2x25", "wait 2"))
    assert next_acts(view, ENGLISH)[0] == "Seat 2 Player 2 brings it in: 50"
    assert not any(found.stops_play or found.options for found in view.findings if found.open)
    assert view.seats[wrong - 1].stack_chips == 9975
    view = felt.told("2: pushes 2x25", "wait 1")
    assert (view.next, view.action and view.action.to_call_chips) == (NextAct("await", 3, 50), 50)
    view = felt.told("3: pushes 2x25", "wait 1", "1: pushes 2x25", "wait 1")
    assert (view.pot_chips, [seat.owes_chips for seat in view.seats]) == (225, [0, 0, 0])


def test_a_bring_in_that_is_made_a_whole_bet_is_completed() -> None:
    """The log said of one motion that the seat "brings in" and "raises to"."""
    file = Path(__file__).parents[1] / "scripts" / "plain" / "stud_who_brings_it_in_completes_at_once.toml"
    for hand in accounts_of(script_in(file)):
        told = "\n".join(told_hand(hand, ENGLISH))
        assert "completes to 100" in told
        assert "raises to 100" not in told


def test_undo_of_a_completion_names_it_so() -> None:
    """It offered to take back that the seat "raises to 100"."""
    felt = Felt(opening=opened_for("F7S"))
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)))
    felt.told(*(f"card {hand}" for hand in ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "wait 1", "3: pushes 4x25", "wait 1")
    preview = felt.process.controller.preview(preview_asked(Undo(1)), felt.process.table.now_s)
    assert preview is not None
    assert [act(told, felt.view(), ENGLISH) for told in preview.acts] == ["seat 3 Player 3 completes to 100"]


def test_a_hand_of_stud_is_told_with_its_bring_in_and_the_cards_that_lay_face_up() -> None:
    """Its first line told of blinds, and nobody could see why who spoke when."""
    told = told_hand(account_told(stud_text("F7S", A_HAND_OF_STUD)), ENGLISH)
    assert told[0] == "Hand 1: seven-card stud, bring-in 50, bets 100/200, ante 25, TDA 2019"
    dealt = [line.strip() for line in told if " is dealt " in line]
    assert dealt[:4] == [
        "Seat 1 Seat 1 is dealt ?? ?? Ks",
        "Seat 2 Seat 2 is dealt 9c 9d 2d",
        "Seat 3 Seat 3 is dealt ?? ?? 2h",
        "Seat 1 Seat 1 is dealt 4d",
    ]
    assert dealt[-2:] == ["Seat 1 Seat 1 is dealt ??", "Seat 2 Seat 2 is dealt 5h"]
    assert told.index("  Seat 2 Seat 2 is dealt 9c 9d 2d") < told.index("  Seat 2 Seat 2 brings in 50")


def test_up_cards_that_keys_have_named_stay_up_when_their_reader_is_back() -> None:
    """They turned to backs, and on the next street another seat than the best board was asked to speak first."""
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1", "sweep")
    felt.told("burn", "unplug seats-1-4", "wait 3", "up 2 4c", "up 3 7d", "up 1 Tc")
    for seat in (2, 3, 1):
        felt.take(Done("deal-card", seat))
    for seat, card in ((2, "4c"), (3, "7d"), (1, "Tc")):
        felt.take(ShowCards(seat, (Card(card),)))
    named = [("8h", "Tc"), ("3c", "4c"), ("Qh", "7d")]
    assert [seat.up for seat in felt.told("wait 1").seats] == named
    assert [seat.up for seat in felt.told("plug seats-1-4", "wait 5").seats] == named


def test_a_draw_where_each_gets_his_cards_at_once_is_a_draw() -> None:
    """The card burned before the first discard was "burned early", no discard counted, each card was one too many."""
    felt = Felt(opening=opened_for("FB"))
    hands = ("2 As", "3 Ks", "1 2c", "2 2d", "3 Kh", "1 2h", "2 3c", "3 Kd", "1 5d", "2 Jh", "3 Qc", "1 5s")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {hand}" for hand in hands))
    felt.told("1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "burn", "move Jh muck", "wait 1")
    assert (view.next.code, view.next.seat, view.discards) == ("await", 3, 3)
    felt.told("card 2 4h", "move KhKd muck", "wait 1")
    assert felt.told().next == NextAct("deal-card", 3)
    view = felt.told("card 3 7d", "card 3 8h", "move 5s muck", "wait 1", "card 1 9s", "wait 1")
    assert (view.next.code, view.next.seat, view.findings) == ("await", 2, ())
    assert [seat.cards for seat in view.seats] == [4, 4, 4]


def before_the_discards(felt: Felt) -> None:
    """Three hands of five cards are dealt, and all have called."""
    rounds = (("5s", "Qs", "Ah"), ("5h", "Qd", "Ad"), ("Kc", "8c", "9d"), ("2c", "7h", "4d"), ("8d", "4s", "3h"))
    dealt = [f"card {seat} {card}" for cards in rounds for seat, card in zip((2, 3, 1), cards, strict=True)]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *dealt, "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))


def test_a_card_too_many_in_a_draw_goes_back_and_to_the_next_player() -> None:
    """The next player had "six cards", and the dealer was told to deal him another one."""
    felt = Felt(opening=opened_for("N5D"))
    before_the_discards(felt)
    felt.told("sweep", "move Kc2c8d muck", "move 8c7h4s muck", "move 9d4d3h muck", "wait 1", "burn")
    view = felt.told("card 2 Ks", "card 2 Kh", "card 2 6d", "card 2 6h", "wait 1")
    assert view.next == NextAct("card-to-deck", 2)
    felt.told("move 6h deck", "wait 1")
    view = felt.told("card 3 6h", "card 3 Jd", "card 3 Jc", "card 1 Ts", "card 1 Tc", "card 1 9c", "wait 1")
    assert (view.next.code, view.next.seat) == ("await", 2)
    assert [seat.cards for seat in view.seats] == [5, 5, 5]


def five_card_draw() -> Felt:
    """All have called, and it is seat 2's turn to discard one of 2h 7h Kd Qd Jd."""
    felt = Felt(opening=opened_for("N5D"))
    rounds = (("2h", "3c", "Ah"), ("7h", "4c", "Ad"), ("Kd", "5c", "Ac"), ("Qd", "9s", "Kc"), ("Jd", "8s", "2c"))
    dealt = [f"card {seat} {card}" for cards in rounds for seat, card in zip((2, 3, 1), cards, strict=True)]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *dealt, "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    return felt


def test_a_discard_that_is_taken_back_is_none() -> None:
    """The player held five cards and had "drawn 1": the dealer was told to give him a sixth."""
    felt = five_card_draw()
    view = felt.told("move Kd muck", "wait 1", "move Kd seat:2", "wait 2")
    assert (view.next, view.discards, view.seats[1].cards) == (NextAct("await", 2), 2, 5)
    for _ in range(3):
        assert isinstance(felt.take(Say("check")), Record)
    view = felt.told("wait 1")
    assert (view.street, view.next, [seat.cards for seat in view.seats]) == ("draw", NextAct("await", 2), [5, 5, 5])
    felt = five_card_draw()
    view = felt.told("move KdQd muck", "wait 1", "move Kd seat:2", "wait 2")
    assert view.discards == 3, "the queen is still thrown away"
    for _ in range(2):
        felt.take(Say("check"))
    view = felt.told("burn", "card 2 9d", "wait 1")
    assert (view.next, view.seats[1].cards) == (NextAct("await", 2), 5)


def test_a_card_too_many_after_the_draw_goes_back_before_anybody_bets() -> None:
    """The player's hand was dead by rule 38, whatever the dealer did with the card."""
    felt = five_card_draw()
    felt.told("move Kd muck", "wait 1")
    for _ in range(2):
        felt.take(Say("check"))
    view = plainly(felt.told("burn", "card 2 3d", "wait 1", "card 2 4d", "wait 1"))
    assert next_acts(view, ENGLISH)[0] == "The last card of seat 2 Player 2 back on the deck"
    view = felt.told("move 4d deck", "wait 2")
    assert (view.next, [seat.status for seat in view.seats]) == (NextAct("await", 2), ["in"] * 3)
    felt.take(Say("check"))
    assert felt.told("wait 1").next == NextAct("await", 3)
    felt = five_card_draw()
    felt.told("move Kd muck", "wait 1")
    for _ in range(2):
        felt.take(Say("check"))
    felt.told("burn", "card 2 3d", "wait 1", "card 2 4d", "wait 1")
    view = felt.told("2: pushes 100", "wait 1")
    assert view.street == "draw", "who bets on it plays on: the table is never stuck"
    assert {dict(found.facts).get("cause") for found in view.findings} == {"card-too-many"}


FOLDED_ROUND: Final = ("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 2")


def test_a_bet_that_was_changed_and_drawn_in_out_of_sight_is_two_questions(felt: Felt) -> None:
    """Three times "play on" left 400 more behind and 100 more in the pot: NEXT had the correct work undone."""
    felt.told(*DEALT, "4: pushes 500", "wait 1", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 2")
    felt.take(Say("check"))
    assert felt.told("wait 1").next == NextAct("return-chips", 4, 400)
    felt.told("unplug seats-1-4", "wait 1", "4: pulls 500", "4: pushes 100", "sweep", "wait 2")
    view = felt.told("plug seats-1-4", "wait 5")
    assert [(one.kind, one.chips) for one in view.prompts] == [("gap-taken-back", 400), ("gap-gathered-bets", 250)]
    for prompt in view.prompts:
        felt.take(Confirm(prompt.prompt, "yes"))
    view = felt.told("wait 1")
    assert (view.prompts, view.differences, view.next) == ((), (), NextAct("burn"))


def test_a_hand_put_away_before_its_bets_came_in(felt: Felt) -> None:
    """NEXT gave the winner what was not in the pot, and the next hand gave the loser his blind back."""

    def said() -> tuple[str, list[tuple[str, int | None, int]]]:
        view = plainly(felt.told("wait 2"))
        return view.next.code, [(one.place, one.seat, one.chips) for one in view.differences]

    felt.told(*DEALT, *FOLDED_ROUND, "gather", "wait 2")
    assert said() == ("gather-bets", [("front", 2, 50), ("behind", 3, -150), ("front", 3, 100)])
    felt.told("sweep")
    assert said() == ("pot-back", [("behind", 3, -150), ("pot", None, 150)])
    felt.told("pay 3")
    assert said()[1] == []
    felt = Felt()
    felt.told(*DEALT, *FOLDED_ROUND, "gather", "wait 2", "shuffle", "wait 2")
    assert [seat.returns_chips for seat in felt.view().seats] == [0] * 6, "those are chips of the pot that was won"


def test_a_pot_that_went_to_another_player_lies_in_the_middle_no_more(felt: Felt) -> None:
    """ "Pot 150" stood there, and so did the 150 at the player who had been pushed them."""
    felt.told(*DEALT, *FOLDED_ROUND, "sweep", "wait 1", "pay 2", "wait 2")
    view = felt.told("gather", "wait 3")
    assert {(one.seat, one.chips) for one in view.differences} == {(2, 150), (3, -150)}
    assert pot_lines(view, ENGLISH, 60, 3) == []


def test_chips_in_front_are_of_the_whole_table_in_the_count(felt: Felt) -> None:
    """The trays had 61,000 with what lay in front, and the sheet said 60,850."""
    felt.told(*DEALT, "buy 1 1000", *FOLDED_ROUND, "gather", "wait 3")
    view = felt.view()
    text = " ".join("".join(part for part, _ in line) for line in count_lines(view, ENGLISH, 80))
    assert "Whole table 60,000 61,000 +1,000" in " ".join(text.split())


def test_one_exposed_card_told_late_is_no_misdeal_that_comes_too_late() -> None:
    """By TDA hold'em 27-A~2 one such card is never a misdeal: it is replaced, and too late it stays."""
    felt = Felt(package_rulebook("tda-holdem"))
    felt.told(*DEALT, "4: pushes 3x100", "wait 1", "5: pushes 3x100", "wait 1")
    felt.take(TurnUp(6, by_dealer=True))
    (found,) = felt.view().findings
    assert (found.topic, dict(found.facts)) == ("exposed-card", {"stays": 1})


@pytest.mark.parametrize("back", ["4d", "3d", "Jd"])
def test_of_a_hand_with_a_card_too_many_any_card_may_go_back(back: str) -> None:
    """NEXT asked for one more: obeyed, it left the player a card short, and nobody was told."""
    felt = five_card_draw()
    felt.told("move Kd muck", "wait 1")
    for _ in range(2):
        felt.take(Say("check"))
    felt.told("burn", "card 2 3d", "wait 1", "card 2 4d", "wait 1")
    view = plainly(felt.told(f"move {back} deck", "wait 2"))
    assert (view.next, view.seats[1].cards) == (NextAct("await", 2), 5)
    felt.take(Say("check"))
    assert felt.told("wait 1").next == NextAct("await", 3)


def test_a_card_too_many_that_goes_back_while_others_discard_is_no_mucked_hand() -> None:
    """Only a part of a hand went into the muck, it said: the card had gone on the deck."""
    felt = five_card_draw()
    felt.told("move Kd muck", "wait 1", "burn", "card 2 3d", "wait 1", "card 2 4d", "wait 1")
    view = felt.told("move 4d deck", "wait 2")
    assert {dict(found.facts).get("cause") for found in view.findings} <= {"card-too-many"}
    assert (view.seats[1].cards, view.seats[1].status) == (5, "in")


def test_early_cards_of_stud_are_shuffled_in_after_they_lie_on_the_deck() -> None:
    """Laid on the deck they vanished from NEXT, and the key for the shuffle called the floor: a disordered stub."""
    book = "tda-2024-rp"
    felt = Felt(package_rulebook(book), replace(opened_for("F7S"), rulebook=book))
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in THIRD))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "wait 1")
    felt.told("up 2 4c", "wait 1", "1: pushes 2x25", "wait 2", "sweep", "wait 1")
    assert plainly(felt.told("wait 1")).next.code == "shuffle-early"
    view = plainly(felt.told("move 4c deck", "wait 2"))
    assert view.next.code == "shuffle-early", "nobody has shuffled yet"
    made = press(Keypad(), "s", view, paused=False, demo=False)
    assert made.command == MarkRiffle(), "no look beforehand: it is what comes next"
    felt.take(MarkRiffle())
    view = plainly(felt.told("wait 1"))
    assert [found.topic for found in view.findings if found.open] == []
    view = felt.told(*(("burn 6s",) if view.next.code == "burn" else ()), "up 2 4c", "wait 2")
    assert view.seats[1].up == ("3c", "4c"), "the same card may come again"


@pytest.mark.parametrize("first", [1, 2, 3])
def test_a_stud_deal_begins_where_the_dealer_begins(first: int) -> None:
    """A dealer begins at his own left, wherever the button lies: it was a misdeal, the first card at a wrong seat."""
    felt = Felt(opening=opened_for("F7S"))
    order = [(first + at - 1) % 3 + 1 for at in range(3)]
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in order), *(f"card {seat}" for seat in order))
    view = felt.told("wait 1")
    assert (view.findings, view.next) == ((), NextAct("deal-card", first))
    view = felt.told(f"card {order[0]}", f"card {order[2]}", "wait 1")
    assert [dict(found.facts) for found in view.findings] == [{"cause": "wrong-seat", "due_seat": order[1]}]


THIRD: Final = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")


@pytest.mark.parametrize(
    ("book", "answer", "topics", "next_act"),
    [
        ("tda-2019", "yes", ["misdeal"], NextAct("deal-again")),
        ("tda-2019", "no", [], NextAct("deal-card", 1)),
        ("tda-2024-rp", "yes", ["stud-procedure"], NextAct("deal-card", 1)),
    ],
)
def test_a_down_card_among_the_up_cards_is_asked_about(
    book: str, answer: str, topics: list[str], next_act: NextAct
) -> None:
    """Nothing was said of it, and the book voids the deal; an antenna tells where a card lies, not which side is up."""
    felt = Felt(package_rulebook(book), replace(opened_for("F7S"), rulebook=book))
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)))
    view = plainly(felt.told(*(f"card {hand}" for hand in THIRD[:4]), f"up {THIRD[4]}", "wait 2"))
    (asked,) = view.prompts
    assert (asked.kind, asked.seat, view.next.code) == ("lies-up", 3, "answer-first")
    assert asked.remedy == ("misdeal" if book == "tda-2019" else "")
    assert "K" not in asked.prompt, "no face before the dealer has said that it shows"
    felt.take(Confirm(asked.prompt, answer))
    view = plainly(felt.told("wait 2"))
    assert ([found.topic for found in view.findings], view.prompts, view.next) == (topics, (), next_act)
    assert ("Kc" in view.seats[2].up) == (book == "tda-2024-rp")


@pytest.mark.parametrize(("answer", "next_code"), [("yes", "burn-exposed"), ("no", "gather-bets")])
def test_a_last_card_of_stud_among_the_up_cards_is_asked_about(answer: str, next_code: str) -> None:
    felt = Felt(opening=opened_for("F7S"))
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in THIRD))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1")
    for street in ("4c Ts Jd", "5d 7d Tc", "6h 7s Js"):
        cards = zip((2, 3, 1), street.split(), strict=True)
        felt.told("burn", *(f"up {seat} {card}" for seat, card in cards), "wait 1")
        for _ in range(3):
            felt.take(Say("check"))
    view = felt.told("burn", "card 2", "up 3 Qd", "card 1", "wait 2")
    (asked,) = view.prompts
    assert (asked.kind, asked.seat, asked.cite and asked.cite.ref) == ("lies-up", 3, "RP-10B")
    felt.take(Confirm(asked.prompt, answer))
    view = plainly(felt.told("wait 2"))
    assert (view.prompts, view.next.code) == ((), next_code)


def test_a_stud_card_without_its_burn_becomes_the_burn() -> None:
    """Its seat was dealt out of the street, and its hand was dead for the four cards that everybody had."""
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1", "sweep")
    view = felt.told("up 2 4c", "move 4c burn", "wait 1")
    assert view.next == NextAct("deal-card", 2)
    view = felt.told("up 2 5d", "up 3 7d", "up 1 Tc", "wait 1")
    assert [seat.up for seat in view.seats] == [("8h", "Tc"), ("3c", "5d"), ("Qh", "7d")]
    assert [(seat.cards, seat.status) for seat in view.seats] == [(4, "in")] * 3
    assert view.next.code == "await"


def test_who_owes_in_a_draw_is_not_asked_to_discard_first() -> None:
    """ "Seat 3 discards, or stands pat: 3x100", who had called and put nothing in."""
    felt = Felt(opening=opened_for("N5D"))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 5))
    felt.told("1: pushes 4x100", "wait 1")
    felt.take(Say("call"))
    felt.told("wait 1", "2: pushes 3x100 2x25", "wait 1")
    felt.take(Say("call"))
    assert ENGLISH.next_act(felt.told("wait 1")).startswith("Seat 3 Player 3 still owes 300")


def test_the_one_size_of_a_bet_in_limit_is_no_least_one() -> None:
    table = KeysOnly(opened_for("FT"))
    for command in (Done("new-hand"), Done("await", 2, 50), Done("await", 3, 100), MarkDealt()):
        table.take(command)
    said = "".join(text for line in action_lines(Shown(plainly(table.view())), ENGLISH, 120) for text, _ in line)
    assert "raise to 200" in said
    assert "at least" not in said


@pytest.mark.parametrize("variant", ["F7S", "F2L3D"])
def test_the_cards_of_a_street_or_a_draw_are_keyed_at_once(variant: str) -> None:
    """ "D dealt" stood among the keys, and was answered with "there is nothing to deal now: shuffle first"."""
    table = KeysOnly(opened_for(variant))
    table.take(Done("new-hand"))
    for _ in range(3):
        act = plainly(table.view()).next
        if act.code == "await":
            table.take(Done("await", act.seat, act.chips))
    table.take(MarkDealt())
    if variant == "F7S":
        for seat, card in ((2, "2c"), (3, "9d"), (1, "Kh")):
            table.take(ShowCards(seat, (Card(card),)))
    while plainly(table.view()).action is not None:
        table.take(Say("call" if plainly(table.view()).action.to_call_chips else "check"))  # type: ignore[union-attr]
    if variant == "F2L3D":
        for _ in range(3):
            table.take(Say("number", amount_chips=2))
    assert plainly(table.view()).next.code == "burn"
    table.take(Done("burn"))
    assert not isinstance(table.take(MarkDealt()), Refused)
    view = plainly(table.view())
    assert [seat.cards for seat in view.seats] == [4 if variant == "F7S" else 5] * 3
    assert view.next.code == ("name-up" if variant == "F7S" else "await")


def test_bets_are_brought_in_though_nobody_sees_the_pot(felt: Felt) -> None:
    """With the centre's reader out "Burn a card" stood there while five bets lay in front."""
    felt.told("puck 1", *DEALT, "unplug centre", "4: pushes 3x100", "wait 1", "5: pushes 3x100", "wait 1")
    for seat in (6, 1, 2, 3):
        felt.told(f"{seat}: mucks", "wait 1")
        felt.take(MarkFold())
    assert felt.told("wait 1").next == NextAct("gather-bets")
    assert felt.told("sweep", "wait 2").next == NextAct("burn")


def test_a_hand_that_nobody_folded_is_given_back_out_of_the_muck(felt: Felt) -> None:
    """Asked whether the player had folded, the dealer said no: his turn was called, and his cards lay in the muck."""
    felt.told("puck 1", *DEALT, "4: pushes 3x100", "wait 1", "unplug seats-5-7", "unplug centre", "wait 3")
    view = felt.told("5: mucks", "wait 1", "plug seats-5-7", "plug centre", "wait 3")
    assert (view.next.code, [one.kind for one in view.prompts]) == ("answer-first", ["gap-folded"])
    felt.take(Confirm(view.prompts[0].prompt, "no"))
    assert felt.told("wait 1").next == NextAct("give-cards", 5)


def test_what_lacks_of_a_raise_in_words_is_said_once_part_of_it_lies_there(felt: Felt) -> None:
    """A silent bet that was short was the next act, and of 300 in words with 200 pushed the next player was called."""
    felt.told("puck 1", *DEALT)
    felt.take(Say("raise", amount_chips=300))
    assert felt.told("wait 1").next == NextAct("await", 5, 300), "the chips are on their way"
    assert felt.told("4: pushes 2x100", "wait 2").next == NextAct("put-in", 4, 100)
    assert felt.told("4: pushes 100", "wait 2").next == NextAct("await", 5, 300)


def test_who_says_pat_and_then_throws_cards_away_draws_as_many() -> None:
    """His five cards were "six", and his hand was dead."""
    felt = Felt(opening=opened_for("F2L3D"))
    rounds = (("2h", "3h", "Kh"), ("3c", "4c", "Qh"), ("4d", "5d", "7h"), ("7s", "8s", "8h"), ("Ks", "Qs", "9h"))
    dealt = [f"card {seat} {card}" for cards in rounds for seat, card in zip((2, 3, 1), cards, strict=True)]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *dealt, "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "move Ks muck", "move Qs muck", "wait 1")
    felt.take(Say("check"))
    view = felt.told("wait 1", "move KhQh muck", "wait 1")
    assert [dict(found.facts)["cause"] for found in view.findings] == ["draws-after-pat"]
    view = felt.told("burn", "card 2 6c", "card 3 6d", "card 1 2c", "card 1 3d", "wait 1")
    assert (view.next.code, view.next.seat) == ("await", 2)
    assert [(seat.status, seat.cards) for seat in view.seats] == [("in", 5)] * 3


def test_who_was_dealt_the_card_of_another_seat_may_fold_like_everybody() -> None:
    """The card had gone on to its seat; all of his in the muck were no fold, and the next player's call was accused."""
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 8s", "3 5d", "1 Kh", "2 8d", "3 6d", "1 Kd")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    felt.told("up 2 2c", "up 3 7d", "up 1 9c", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1", "sweep")
    felt.told("burn", "up 2 8h", "up 3 2h", "up 1 Ks", "wait 1")
    for _ in range(3):
        felt.take(Say("check"))
    felt.told("burn", "up 3 Ac", "wait 1", "move Ac up:2", "wait 1", "up 3 8c", "up 1 6s", "wait 1")
    view = felt.told("2: pushes 2x100", "wait 1", "3: mucks", "wait 2")
    assert view.seats[2].status == "folded"
    assert view.action is not None
    assert view.action.seat == 1
    assert [dict(found.facts).get("cause") for found in view.findings] == ["card-out-of-order"]


def test_the_dealer_may_say_that_he_mucked_the_bettors_hand(felt: Felt) -> None:
    """The bettor was said to have thrown it in, and "that seat 4's hand was taken in is known already"."""
    felt.told("puck 1", *DEALT, "4: pushes 3x100", "wait 1", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    (found,) = [one for one in felt.told("muck 4", "wait 2").findings if one.seat == 4]
    assert (found.cite.ref, dict(found.facts)["cause"]) == ("15-B", "bettor-discarded")
    assert not isinstance(felt.take(MarkTaken(4)), Refused)
    (found,) = [one for one in felt.told("wait 1").findings if one.seat == 4 and one.open]
    assert (found.cite.ref, dict(found.facts)["cause"]) == ("65-A", "hand-taken")


def test_own_discards_that_come_back_off_the_reshuffled_stub_are_cards_of_the_draw() -> None:
    """The whole muck was shuffled in, his own discards with it: two of them were not counted as they came again."""
    felt = Felt(opening=opened_for("F2L3D", seats=6))
    deck = iter([f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"])
    hands = {seat: [next(deck) for _ in range(5)] for seat in (2, 3, 4, 5, 6, 1)}
    dealt = [f"card {seat} {hands[seat][at]}" for at in range(5) for seat in hands]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *dealt)
    for seat in (4, 5, 6, 1):
        felt.told(f"{seat}: pushes 100", "wait 1")
    felt.told("2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    for seat in (2, 3, 4, 5, 6):
        felt.told(f"move {''.join(hands[seat])} muck", "wait 1")
    felt.take(Say("check"))
    felt.told("burn As", *(f"card {seat} {next(deck)}" for seat in (2, 3, 4, 5) for _ in range(5)), "wait 1")
    muck = "".join(card for seat in (2, 3, 4, 5, 6) for card in hands[seat])
    felt.told(f"move {muck} deck", "wait 1", "shuffle stub", "wait 2")
    again = ("Ks", *hands[6][:2], hands[2][0], hands[3][0])
    view = felt.told(*(f"card 6 {card}" for card in again), "wait 2")
    assert (view.next.code, view.next.seat) == ("await", 2)
    assert [seat.cards for seat in view.seats] == [5] * 6


def test_a_badugi_of_three_cards_is_called_none_in_the_smallest_box() -> None:
    felt = Felt(opening=opened_for("FB"))
    hands = ("2 2h", "3 3h", "1 As", "2 7h", "3 4c", "1 Ks", "2 3d", "3 2d", "1 Qs", "2 4s", "3 6d", "1 Js")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {hand}" for hand in hands), "1: mucks", "wait 1")
    felt.told("2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    for _ in range(3):  # both stand pat, and both check
        for _ in range(4):
            felt.take(Say("check"))
            felt.told("wait 1")
    felt.take(TurnUp(2))
    felt.told("wait 1")
    felt.take(TurnUp(3))
    view = felt.told("wait 1")
    assert view.seats[2].hand_label == "Badugi"
    for width, framed in ((16, False), (30, True)):
        rows = seat_lines(SeatPicture(view.seats[2], (), False, 100, width, framed), ENGLISH)
        box = " ".join(text for row in rows for text, _ in row)
        assert "cards" in box, box
        assert "Badugi" not in box, box


def test_a_wrong_burn_of_a_game_without_a_river_is_not_on_the_river() -> None:
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1", "sweep")
    view = felt.told("burn", "wait 2", "burn", "wait 2")
    said = "".join(text for line in panel_lines(Shown(plainly(view)), ENGLISH, 100, 20) for text, _ in line)
    assert "one burn too many" in said.lower()
    assert "river" not in said
    assert plainly(view).next == NextAct("deal-card", 2), "play goes on"


def test_a_burn_and_up_cards_that_follow_at_once_are_read_in_their_order() -> None:
    """From the second burn on it was told as left out, and then as one too many."""
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "2: pushes 2x25", "3: pushes 2x25", "1: pushes 2x25", "wait 1", "sweep")
    prompt = Prompt(felt.process.table)
    for street in ("fifth", "sixth", "seventh"):
        felt.told("wait 1")
        for line in ("burn", "up 2", "up 3", "up 1"):
            assert not prompt.perform(line).startswith("error")
        felt.told("wait 2")
        for _ in range(3):
            felt.take(Say("check"))
        assert felt.process.controller.session.table.hand.phase == street
    assert not [found for one in felt.process.controller.session.happened for found in one.findings]


def test_who_brings_it_in_after_another_has_called_is_told_and_waited_for() -> None:
    """The next player had put as much in before the lowest card brought it in: no line of the log said that it came."""
    felt = Felt(opening=opened_for("F7S"))
    hands = ("2 As", "3 Kd", "1 9s", "2 2d", "3 Kc", "1 9d")
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in (2, 3, 1)), *(f"card {hand}" for hand in hands))
    view = felt.told("up 2 3c", "up 3 Qh", "up 1 8h", "3: pushes 2x25", "wait 2")
    assert view.next == NextAct("put-in", 2, 50)
    felt.told("2: pushes 2x25", "wait 2")
    outcomes = [outcome for one in felt.process.controller.session.happened for outcome in one.outcomes]
    assert ForcedBetPosted(2, "bring-in", 50) in outcomes


def test_the_first_round_of_a_draw_game_is_before_the_draw_and_the_game_stays_in_the_header() -> None:
    felt = Felt(opening=opened_for("N5D"))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 5), "wait 1")
    felt.take(ChooseGame("F7S", ante_chips=25, bring_in_chips=50, small_bet_chips=100, big_bet_chips=200))
    view = plainly(felt.view())
    rows = ["".join(text for text, _ in status_line(Shown(view), ENGLISH, width)) for width in (200, 120)]
    assert "before the draw" in rows[0]
    assert all("draw" in row and "stud" in row for row in rows), rows
    assert ENGLISH.street("preflop", replace(view, board_size=5)) == "preflop"


def test_a_hand_of_hi_lo_is_said_with_its_low_as_it_is_shown() -> None:
    felt = Felt(opening=opened_for("PO/8"))
    hands = ("2 As", "3 Ks", "1 9c", "2 2d", "3 Kd", "1 9d", "2 3h", "3 Qh", "1 8c", "2 Th", "3 Jc", "1 8d")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {hand}" for hand in hands), "1: mucks", "wait 1")
    felt.told("2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    for street in ("4c 5d 7s", "Kc", "2s"):
        felt.told("burn", f"board {street}", "wait 1")
        for _ in range(2):
            felt.take(Say("check"))
    felt.take(TurnUp(2))
    felt.told("wait 1")
    session = felt.process.controller.session
    view = plainly(felt.view())
    told = [
        lines(line, view)[0]
        for one in session.happened
        for line in lines_of_events((one,), 0.0)
        if line.what.get("is") == "HandShown"
    ]
    assert told == ["  Seat 2 Player 2 shows As 2d 3h Th: a straight to the five and a low of 5-4-3-2-A"]


STUD_WITH_A_DOOR_CARD_DOWN: tuple[str, ...] = (
    *("shuffle", "2: pushes 25", "3: pushes 25", "1: pushes 25"),
    *("card 2 Ah", "card 3 2d", "card 1 4s", "card 2 Ad", "card 3 9d", "card 1 Js", "up 2 Kh", "card 3 5h", "up 1 4d"),
)


def test_an_up_card_that_was_keyed_wrong_is_taken_back_and_what_a_reader_sees_outranks_it() -> None:
    """A door card lay face down first, 5d was keyed for 5h: it won a pot as the fifth diamond."""
    felt = Felt(package_rulebook("tda-2024-rp"), opening=opened_for("F7S"))
    view = felt.told(*STUD_WITH_A_DOOR_CARD_DOWN, "wait 1")
    assert view.next == NextAct("name-up", 3)
    felt.take(ShowCards(3, parse_cards("5d")))
    assert felt.view().seats[2].up == ("5d",)
    felt.take(Undo(1))
    assert plainly(felt.view()).next == NextAct("name-up", 3), "it is asked for once more"
    felt.take(ShowCards(3, parse_cards("5d")))
    felt.told("1: pushes 2x25", "wait 1", "2: pushes 2x25", "wait 1", "3: pushes 2x25", "wait 1", "sweep")
    for cards in (("3s", "Td", "6s"), ("7c", "Jd", "8s"), ("Tc", "6h", "Qc")):
        ups = (f"up {seat} {card}" for seat, card in zip((2, 3, 1), cards, strict=True))
        felt.told("wait 1", "burn 2c" if cards[0] == "3s" else "burn", *ups, "wait 1")
        for _ in range(3):
            felt.take(Say("check"))
            felt.told("wait 1")
    felt.told("burn 3h", "card 2 Jc", "card 3 7h", "card 1 8c", "wait 1")
    for _ in range(3):
        felt.take(Say("check"))
        felt.told("wait 1")
    for seat in (1, 2, 3):
        felt.take(TurnUp(seat))
        felt.told("wait 1")
    view = plainly(felt.view())
    assert (view.seats[2].up[0], view.seats[2].hand_label) == ("5h", "High card")
    assert (view.next.code, view.next.seat) == ("push-pot", 1), "eights and fours win"


def test_a_burn_before_the_last_discard_leaves_all_of_it_one_discard() -> None:
    """Of the two cards that he threw away the second was no discard any more: one of his new ones was to go back."""
    felt = Felt(package_rulebook("figp-2012"), opening=opened_for("N5D", seats=4))
    deck = iter([f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"])
    hands = {seat: [next(deck) for _ in range(5)] for seat in (2, 3, 4, 1)}
    dealt = [f"card {seat} {hands[seat][at]}" for at in range(5) for seat in hands]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *dealt, "4: pushes 3x100", "wait 1")
    felt.told("1: mucks", "wait 1", "2: mucks", "wait 1", "3: pushes 2x100", "wait 1", "sweep", "burn", "wait 1")
    felt.take(Say("check"))
    felt.told(f"move {''.join(hands[4][:2])} muck", "wait 1", "card 4", "card 4")
    view = felt.told("wait 1")
    assert (view.next.code, view.next.seat, view.seats[3].cards) == ("await", 3, 5)
    assert not view.findings


def test_undo_names_that_a_player_stands_pat() -> None:
    felt = Felt(opening=opened_for("N5D"))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 5), "wait 1")
    felt.told("1: mucks", "wait 1", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    felt.take(Say("check"))
    happened = felt.process.controller.session.happened
    facts = acts_of(happened, [happened[-1].number])
    assert act(facts[0], felt.view(), ENGLISH) == "seat 2 Player 2 stands pat"


def test_short_deck_has_no_small_blind_that_could_be_dead() -> None:
    felt = Felt(opening=opened_for("NS"))
    felt.told("shuffle", "wait 1")
    began = [line for one in felt.process.controller.session.happened for line in lines_of_events((one,), 0.0)]
    said = "\n".join(text for line in began for text in lines(line, plainly(felt.view())))
    assert "the button posts 100" in said
    assert "small blind" not in said


def test_chips_pushed_pulled_and_pushed_again_under_a_case_are_ruled_on() -> None:
    """Every ruling was refused: it named the newest finding, and its case was not the newest one that offers it."""
    felt = Felt(opening=opened(seats=4))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 1) * 2), "wait 1")
    felt.told("1: pushes 3x100", "wait 2", "2: mucks", "wait 2")
    felt.take(Rule("passive-only"))
    felt.told("4: pushes 6x100", "wait 2", "4: pulls 6x100", "wait 2")
    assert not [found for found in felt.view().findings if dict(found.facts).get("cause") == "chips-taken-back"]
    view = felt.told("4: pushes 6x100", "wait 2")
    newest = plainly(view).findings[0]
    assert (newest.open, newest.options) == (True, ("call", "take-back", "play-on"))
    assert isinstance(felt.take(Rule("call", case=newest.number)), Record)
    assert dict(returns_due(felt.process.controller.session.table)) == {4: 300}


def test_chips_that_lay_in_front_before_anybody_watched_go_back_and_are_owed_by_nobody() -> None:
    """Given back as NEXT had it, they were owed to the pot, and the whole first hand was shown with wrong stacks."""
    opening = opened(seats=4)
    purses = Purses(LADDER)
    stacks = {one.seat: purses.seat(one.seat, one.stack_chips) for one in opening.players}
    table = SimulatedTable(TableSetup(opening.seats, LADDER, stacks))
    prompt = Prompt(table)
    for line in ("2: pushes 2x25", "3: pushes 100"):
        assert not prompt.perform(line).startswith("error")
        table.run_for(1.0)
    process = OneProcess(table, opening, package_rulebook("tda-2019"))
    table.run_for(5.0)
    assert plainly(process.view()).next == NextAct("chips-back", 2, 50)
    for line in ("2: pulls 2x25", "3: pulls 100"):
        prompt.perform(line)
        table.run_for(1.0)
    view = plainly(process.view())
    assert (view.next.code, view.differences, view.findings) == ("new-hand", (), ())
    assert [seat.owes_chips for seat in view.seats] == [0, 0, 0, 0]


def replayed(felt: Felt) -> Table:
    """The table that the journal of this one folds to."""
    journal = felt.process.controller.journal
    assert isinstance(journal, MemoryJournal)
    again = new_session()
    for entry in journal.entries():
        again, _ = fold_record(again, decode_record(entry.payload), felt.process.controller.book)
    return again.table


def dealt_to(seats: int) -> Felt:
    felt, order = Felt(opening=opened(seats=seats)), [*range(2, seats + 1), 1]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in order * 2), "wait 1")
    return felt


def keyed_behind_a_fold(felt: Felt, after_s: float) -> TableView:
    """Seat 4 throws its cards away, and so soon after that a call is keyed for the seat that the screen names."""
    assert not Prompt(felt.process.table).perform("4: mucks").startswith("error")
    felt.process.table.run_for(after_s)
    turn = plainly(felt.view()).next.seat
    felt.take(Say("call", turn=turn or 0))
    return felt.told("wait 2")


@pytest.mark.parametrize("after_s", [0.02, 0.1, 0.2, 0.3])
def test_a_word_keyed_while_the_cards_before_it_still_fly_is_the_next_players(after_s: float) -> None:
    """It was the folder's: he owed 100, and his fold was told as out of turn."""
    felt = dealt_to(6)
    view = keyed_behind_a_fold(felt, after_s)
    assert (view.seats[3].status, view.seats[3].committed_chips) == ("folded", 0)
    assert (view.seats[4].last_act, view.seats[4].owes_chips) == ("call", 100)
    assert view.next == NextAct("await", 6, 100)
    assert not view.findings
    assert replayed(felt) == felt.process.controller.session.table
    felt.take(Undo())
    assert [plainly(felt.view()).seats[at].last_act for at in (3, 4)] == ["fold", ""]
    felt.take(Redo())
    assert [plainly(felt.view()).seats[at].last_act for at in (3, 4)] == ["fold", "call"]


def test_cards_thrown_away_long_after_a_word_are_those_of_who_said_it() -> None:
    felt = dealt_to(6)
    felt.take(Say("call", turn=4))
    felt.told("wait 2")
    view = felt.told("4: mucks", "wait 2")
    assert view.seats[4].last_act == ""
    assert [(found.topic, found.seat) for found in view.findings] == [("out-of-turn", 4)]


def test_a_word_behind_a_fold_that_ends_the_round_is_nobody_elses() -> None:
    """The last player's check, and his cards away at once: nobody is left whose word it could be."""
    felt = dealt_to(3)
    felt.told("1: pushes 100", "wait 1", "2: pushes 2x25", "wait 1")
    assert plainly(felt.view()).next == NextAct("await", 3)
    felt.take(Say("check"))
    view = felt.told("3: mucks", "wait 2")
    assert [seat.last_act for seat in view.seats] == ["call", "call", "fold"]
    assert not felt.process.controller.session.undone


def lost_pot_pushed_to_seat_1() -> Felt:
    """Two all in for 1,000 each; the aces of seat 3 have won, and seat 1 gets the 2,050."""
    players = tuple(replace(one, stack_chips=1000) for one in opened(seats=3).players)
    felt = Felt(opening=replace(opened(seats=3), players=players))
    deal = ("card 2 2h", "card 3 As", "card 1 9s", "card 2 8d", "card 3 Ac", "card 1 5d")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *deal, "wait 1")
    felt.take(Say("all-in"))
    felt.told("1: pushes 500 3x100 8x25", "2: mucks", "wait 1")
    felt.take(Say("all-in"))
    felt.told("3: pushes 500 2x100 8x25", "wait 1")
    for seat in (1, 3):
        felt.take(TurnUp(seat))
    felt.told("sweep", "wait 1", "flop KdKc7h", "turn 4c", "river 3d", "wait 1", "pay 1", "wait 1")
    return felt


def test_blinds_that_are_still_owed_are_expected_in_their_stacks_by_the_count() -> None:
    """The pot had gone to the wrong player, and the sheet missed 150 that nobody had put in yet."""
    felt = lost_pot_pushed_to_seat_1()
    view = felt.told("shuffle", "wait 3")
    text = " ".join("".join(part for part, _ in line) for line in count_lines(view, ENGLISH, 80))
    assert "Whole table 3,000 3,000 =" in " ".join(text.split())


def test_a_fold_behind_checks_that_nobody_keyed_is_asked_about_and_accuses_nobody() -> None:
    """ "Yes, they all checked first" freed the bet that came after the fold; the fold stayed out of turn."""
    felt = dealt_to(4)
    felt.told("4: pushes 100", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop", "wait 1")
    view = felt.told("4: mucks", "wait 1")
    assert [(one.kind, one.seat) for one in view.prompts] == [("unsaid-checks-before-bet", 2)]
    view = felt.told("1: pushes 100", "wait 2")
    assert [(one.kind, one.seat) for one in view.prompts] == [("unsaid-checks-before-bet", 2)]
    felt.take(Confirm(view.prompts[0].prompt, "yes"))
    view = plainly(felt.view())
    assert [found.topic for found in view.findings] == ["nonstandard-fold"], "he could have checked, too"
    assert ([seat.last_act for seat in view.seats], view.next.seat) == (["bet", "check", "check", "fold"], 2)


def test_a_fold_ahead_of_a_player_who_had_not_checked_is_out_of_turn() -> None:
    felt = dealt_to(4)
    felt.told("4: pushes 100", "1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 1", "flop", "wait 1", "4: mucks", "wait 1")
    felt.take(Confirm(view.prompts[0].prompt, "no"))
    view = plainly(felt.view())
    assert [(found.topic, found.seat) for found in view.findings] == [("out-of-turn", 4)]
    assert view.next.seat == 2


def test_where_the_book_lets_the_button_be_adjusted_as_two_are_left_it_lies_right_there() -> None:
    """FIGP says nothing of two players: the puck at seat 1 was "belongs at 2", and at 2 NEXT had it moved to 1."""
    stacks = {1: 1500, 2: 1500, 3: 600}
    opening = opened(seats=3)
    players = tuple(replace(one, stack_chips=stacks[one.seat]) for one in opening.players)
    felt = Felt(package_rulebook("figp-2012"), replace(opening, rulebook="figp-2012", button=2, players=players))
    deal = ("card 3 Kh", "card 1 As", "card 2 2c", "card 3 Kd", "card 1 Ah", "card 2 3d")
    felt.told("puck 2", "shuffle", "3: pushes 2x25", "1: pushes 100", *deal, "wait 1", "2: mucks", "wait 1")
    for line in ("3: pushes 4x100 6x25", "1: pushes 1000 2x100 8x25"):
        felt.take(Say("all-in"))
        felt.told(line, "wait 1")
    for seat in (3, 1):
        felt.take(TurnUp(seat))
    felt.told("sweep", "wait 1", "flop Kc2h9h", "turn 9s", "river Ac", "wait 1", "pay 1", "wait 2")
    view = felt.told("puck 1", "shuffle", "wait 2")
    assert (view.button, view.next) == (1, NextAct("await", 2, 100))
    assert "hand-flow" not in {found.topic for found in view.findings}


def test_cards_of_another_hand_that_are_put_back_into_the_muck_are_at_no_seat() -> None:
    """Fetched for a hand that was given back, they were "4 cards" of it to the end of the hand."""
    opening = opened(seats=3)
    players = tuple(replace(one, stack_chips=1000) for one in opening.players)
    felt = Felt(package_rulebook("ipo-2015"), replace(opening, rulebook="ipo-2015", players=players))
    deal = ("card 2 2h", "card 3 As", "card 1 9s", "card 2 8d", "card 3 Ac", "card 1 5d")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *deal, "wait 1")
    felt.take(Say("all-in"))
    felt.told("1: pushes 500 3x100 8x25", "2: mucks", "wait 1")
    felt.take(Say("all-in"))
    felt.told("3: pushes 500 2x100 8x25", "1: mucks", "wait 1")
    felt.take(Rule("retrieve"))
    view = felt.told("move 2h8d seat:1", "wait 2")
    felt.take(Confirm(view.prompts[0].prompt, "yes"))
    view = felt.told("move 2h8d muck", "wait 1", "move 9s5d seat:1", "wait 2")
    assert [seat.cards for seat in view.seats] == [2, 0, 2]
    for seat in (1, 3):
        felt.take(TurnUp(seat))
    view = plainly(felt.view())
    assert "wrong-card-count" not in {found.topic for found in view.findings}
    assert set(view.seats[0].tabled) == {"9s", "5d"}


def test_a_blind_posted_out_of_a_pot_that_was_just_handed_over_leaves_no_difference() -> None:
    """What came to the stack and what went on in front of it were one motion: "50 less behind" to the hand's end."""
    felt = lost_pot_pushed_to_seat_1()
    felt.told("puck 3", "shuffle", "wait 2")
    assert {(one.seat, one.chips) for one in plainly(felt.view()).differences} == {(1, 2050), (3, -2050)}
    prompt = Prompt(felt.process.table)
    for line in ("give 1 3 2x500 6x100 18x25", "3: pushes 2x25"):
        assert not prompt.perform(line).startswith("error")
        felt.process.table.run_for(0.35)
    view = felt.told("wait 3")
    while view.prompts:
        felt.take(Confirm(view.prompts[0].prompt, view.prompts[0].answers[0]))
        view = plainly(felt.view())
    assert view.differences == ()
    assert [seat.stack_chips for seat in view.seats if seat.seat == 3] == [2000]


@pytest.mark.parametrize(("blind", "taken"), [("100", "100"), ("4x25", "2x25")])
def test_a_blind_posted_before_the_last_hand_is_gathered_is_the_blind_of_the_next(blind: str, taken: str) -> None:
    """Its chips were of the last hand for good: sent back, asked for, and sent back again.

    A winner who takes his whole bet back has what he won in it: chips that he puts forward later are no pot.
    """
    felt = Felt()
    deal = [f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2]
    folded = [f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)]
    felt.told("shuffle", "2: pushes 2x25", f"3: pushes {blind}", *deal, "wait 1", *folded, "wait 1")
    view = felt.told(f"3: pulls {taken}", "wait 2", "sweep", "wait 1", "pay 3", "wait 2")
    assert view.next == NextAct("new-hand")
    view = felt.told("3: pushes 2x25", "wait 2")
    assert view.next == NextAct("return-chips", 3, 50)
    felt.told("gather", "wait 1", "puck 2")
    view = felt.told("shuffle", "wait 2")
    assert view.next == NextAct("await", 4, 100)
    assert [(seat.seat, seat.bet_chips, seat.owes_chips) for seat in view.seats if seat.seat == 3] == [(3, 50, 0)]
    assert view.differences == ()


def test_a_rebuy_keyed_for_less_than_lies_there_leaves_the_rest_in_question() -> None:
    """1,000 keyed of 10,000: "1,000 to bring to seat 2", whose stack was 0. A second word for it changes nothing."""
    stacks = {1: 10_000, 2: 500, 3: 10_000}
    opening = opened(seats=3)
    players = tuple(replace(one, stack_chips=stacks[one.seat]) for one in opening.players)
    felt = Felt(package_rulebook("tda-2019"), replace(opening, players=players))
    deal = ("card 2 8s", "card 3 As", "card 1 4d", "card 2 8d", "card 3 Ad", "card 1 5c")
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *deal, "wait 1", "1: mucks", "wait 1")
    felt.take(Say("all-in"))
    felt.told("2: pushes 3x100 6x25", "wait 1")
    felt.take(Say("call"))
    felt.told("3: pushes 4x100", "wait 1")
    for seat in (2, 3):
        felt.take(TurnUp(seat))
    felt.told("sweep", "wait 1", "flop Kc2c9h", "turn 9s", "river Ac", "wait 1", "pay 3", "wait 2")
    felt.told("buy 2 5000 4x1000 8x100 8x25", "wait 3")
    felt.take(SeatPlayer(2, "Bruno", 1_000))
    view = felt.told("wait 2")
    assert view.dues == ()
    assert [(prompt.kind, prompt.chips) for prompt in view.prompts] == [("chips-came", 9_000)]
    felt.take(Confirm(view.prompts[0].prompt, "ignore"))
    felt.take(SeatPlayer(2, "Bruno", 9_000))
    view = felt.told("wait 2")
    assert view.seats[1].stack_chips == 1_000
    assert [(one.seat, one.place, one.chips) for one in view.differences] == [(2, "behind", 9_000)]


@pytest.mark.parametrize("book", ["figp-2012", "ipo-2015"])
def test_in_stud_nobody_is_a_big_blind_who_has_acted(book: str) -> None:
    """A wrong seat put the bring-in in, and one act in turn later seat 6 was "skipped", whom nobody had passed."""
    felt = Felt(package_rulebook(book), replace(opened_for("F7S/8", 6), rulebook=book))
    order = (2, 3, 4, 5, 6, 1)
    down = zip(order * 2, parse_cards("5c5d5h8c8d8hTcTdThQcQdQh"), strict=True)
    up = zip(order, parse_cards("7h3c2dKs9dJc"), strict=True)
    felt.told("shuffle", *(f"{seat}: pushes 25" for seat in order), "wait 1")
    felt.told(*(f"card {seat} {card}" for seat, card in down), *(f"up {seat} {card}" for seat, card in up), "wait 1")
    view = felt.told("3: pushes 2x25", "wait 1", "4: pushes 2x25", "wait 1", "5: pushes 2x25", "wait 1")
    assert view.next == NextAct("await", 6, 50)
    assert {(found.topic, found.seat) for found in view.findings if found.open} == {("out-of-turn", 3)}


def test_a_card_too_many_in_a_draw_stays_in_question_though_the_others_get_theirs() -> None:
    """It was ticked off with the last card of the next player, and the bets began beside a hand of six."""
    felt = Felt(opening=opened_for("N5D"))
    before_the_discards(felt)
    felt.told("sweep", "move Kc2c8d muck", "move 8c7h4s muck", "move 9d4d3h muck", "wait 1", "burn")
    felt.told("card 2 Ks", "card 2 Kh", "card 2 6d", "card 2 6h", "wait 1", "card 3 2d", "card 3 Jd", "card 3 Jc")
    view = felt.told("card 1 Ts", "card 1 Tc", "card 1 9c", "wait 1")
    assert view.next == NextAct("card-to-deck", 2)
    assert [found.past for found in view.findings if found.topic == "irregular"] == [False]
    view = felt.told("move 6h deck", "wait 1")
    assert (view.next.code, view.next.seat) == ("await", 2)
    assert [seat.cards for seat in view.seats] == [5, 5, 5]


def test_the_last_card_of_the_stub_needs_no_shuffle_and_does_not_stand_for_it() -> None:
    """It was dealt instead of shuffling the discards in: NEXT asked for the next one, and the deck was empty."""
    felt = Felt(opening=opened_for("N5D", 6))
    order = (2, 3, 4, 5, 6, 1)
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in order * 5), "wait 1")
    for seat in (4, 5, 6, 1):
        felt.told(f"{seat}: pushes 100", "wait 1")
    felt.told("2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1")
    for seat in order:
        hand = felt.process.table.world.cards.names(f"seat:{seat}")
        felt.told(f"move {''.join(hand[:4])} muck", "wait 1")
    view = felt.told("burn", *(f"card {seat}" for seat in order[:5] for _ in range(4)), "wait 1")
    assert view.next == NextAct("shuffle-discards", 1)
    assert felt.told("card 1", "wait 1").next == view.next


def test_next_asks_for_as_many_cards_of_the_flop_as_are_missing() -> None:
    """ "Deal the flop: three cards" stood there while two of them lay on the board."""
    felt = Felt()
    deal = [f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *deal, "wait 1")
    felt.told("4: pushes 100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2)), "wait 1")
    felt.take(Say("check", 3))
    said = [next_acts(felt.told("sweep", "burn", "wait 1"), ENGLISH)[0]]
    said += [next_acts(felt.told(f"board {card}", "wait 1"), ENGLISH)[0] for card in ("Kd", "7s")]
    assert said == [
        "Deal the flop: three cards",
        "Deal the rest of the flop: two cards",
        "Deal the last card of the flop",
    ]


@pytest.mark.parametrize("by", ["button", "word"])
def test_in_pot_limit_an_all_in_is_no_more_than_the_pot(by: str) -> None:
    """The button alone made it 1,050 over a pot of 850, and nobody was told."""
    stacks = {1: 10_000, 2: 1_050, 3: 10_000, 4: 10_000}
    opening = opened_for("PO/8", 4)
    players = tuple(replace(one, stack_chips=stacks[one.seat]) for one in opening.players)
    felt = Felt(package_rulebook("tda-2024-rp"), replace(opening, rulebook="tda-2024-rp", players=players))
    deal = [f"card {seat}" for seat in (2, 3, 4, 1) * 4]
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *deal, "wait 1", "4: pushes 2x100 2x25", "1: mucks")
    if by == "word":
        felt.take(Say("all-in"))
    view = felt.told(*(["allin 2"] if by == "button" else []), "wait 1")
    assert (view.seats[1].status, view.seats[1].bet_chips, view.next) == ("in", 850, NextAct("await", 3, 750))
    facts = {found.topic: dict(found.facts) for found in view.findings}
    assert facts["pot-limit-max"] == {"said_chips": 1_050, "max_raise_to_chips": 850}


def test_cards_exposed_in_a_draw_void_no_deal_and_the_burned_one_is_dealt_again() -> None:
    """Two of them were "a possible misdeal", with the pot to be given back."""
    felt = Felt(package_rulebook("ipo-2015"), replace(opened_for("F2L3D"), rulebook="ipo-2015"))
    before_the_discards(felt)
    felt.told("sweep", "move Kc2c muck", "move 8c7h muck", "move 9d4d muck", "wait 1", "burn", "card 2 2d", "wait 1")
    felt.take(TurnUp(2, by_dealer=True))
    view = felt.told("card 2 2h", "wait 1", "card 3 6d", "wait 1")
    felt.take(TurnUp(3, by_dealer=True))
    view = felt.told("wait 1")
    assert view.next == NextAct("deal-card", 3)
    assert {(found.topic, found.seat, found.open) for found in view.findings} == {
        ("exposed-card", 2, False),
        ("exposed-card", 3, False),
    }
    view = felt.told("move 2d burn", "wait 1")
    assert view.next == NextAct("deal-card", 2)


def test_change_is_named_by_the_chips_that_lie_on_the_felt() -> None:
    """ "Change 5,000: 2x1,000" stood there, and one 1,000 lay in the bets."""
    felt = Felt(opening=opened(seats=3))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 2), "wait 1")
    view = felt.told("1: pushes 5x100 2x500 1000", "wait 1", "2: mucks", "wait 1", "3: pushes 5000", "wait 1")
    (due,) = [one for one in view.dues if one.kind == "return"]
    assert (due.seat, due.chips, due.change_chips) == (3, 2_600, 5_000)
    assert due.pieces == ((1000, 1), (500, 2), (100, 6))


def test_a_pot_in_the_wrong_stack_is_asked_back_when_the_cards_are_gathered_too() -> None:
    """NEXT was "shuffle and start the next hand", and the wrong player bet with it."""
    felt = Felt(opening=opened(seats=3))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 2), "wait 1")
    felt.told("1: pushes 3x100", "2: mucks", "3: mucks", "wait 1", "1: pulls 2x100", "wait 1", "sweep", "wait 1")
    view = felt.told("pay 2", "wait 2", "gather", "wait 1")
    assert view.next == NextAct("won-back", 2, 250)
    assert next_acts(view, ENGLISH)[0] == "250 from seat 2 Player 2 back to the pot"
    view = felt.told("give 2 1 2x100 2x25", "wait 2")
    assert (view.next, view.differences) == (NextAct("new-hand"), ())


def test_a_board_in_the_muck_is_told_and_laid_out_again_it_is_right() -> None:
    """Nothing was said while it lay there; put back, three cards were "where they should not be"."""
    felt, records = Felt(opening=opened(seats=3)), list[Record]()
    felt.process.on_record = records.append
    cards = zip((2, 3, 1) * 2, parse_cards("2c3c4c2d3d4d"), strict=True)
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat} {card}" for seat, card in cards), "wait 1")
    felt.told("1: pushes 100", "2: pushes 2x25", "wait 1")
    felt.take(Say("check"))
    felt.told("sweep", "flop AsKdQd", "wait 1", "2: pushes 100", "wait 1")
    view = felt.told("move AsKdQd muck", "wait 4")
    assert [dict(found.facts)["cause"] for found in view.findings] == ["board-in-muck"]
    assert "Cards of the board are in the muck: lay them out again" in panel_text(view)
    view = felt.told("move AsKdQd board", "wait 2")
    assert (view.findings, view.board) == ((), parse_cards("AsKdQd"))
    records = [decode_record(encode_record(one)) for one in records]
    (hand,), _ = hands_of(records).latest(0, 1)
    assert hand.view(lambda _: "").board == parse_cards("AsKdQd")

"""What guards the dealer's fingers on the screen: questions just come, loose chips, what undo took back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from support.dealt_tables import Fingers, KeysOnly
from support.robot import Robot

from display.keys.by_hand import keys_by_hand
from display.keys.cases import options
from display.keys.hints import offered
from display.log import Teller
from display.widgets.bet import bet_line
from display.widgets.guards import UNREAD_S, too_soon
from display.widgets.seat import SeatPicture, seat_lines
from display.widgets.shown import Shown
from display.wording import undone
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from table_controller.game import queries
from table_controller.game.next_act import act_on_screen
from table_controller.projections.table_view import Around, view_of
from table_controller.vocabulary.outcomes import OUTCOMES, Corrected
from table_controller.vocabulary.views import LogLine, NextAct, NodeView, Notice, TableView, plainly


def test_a_question_is_not_answered_before_it_can_be_read(tables: Mapping[str, TableView]) -> None:
    asked = Shown(view=tables["full"])
    assert too_soon(asked, "1", UNREAD_S - 0.1)
    assert not too_soon(asked, "1", UNREAD_S)
    assert not too_soon(asked, "c", 0.0), "only its answers wait"
    assert not too_soon(Shown(view=replace(tables["full"], prompts=())), "1", 0.0)


def test_loose_chips_lie_in_the_picture(make_seat: Callable[..., Any]) -> None:
    seat = make_seat(4, "Dan", stack_chips=9_500, loose_chips=500)
    assert "".join(part for part, _ in bet_line(seat, None, ENGLISH, 20)) == "● 500 ?"
    _, chips, _ = seat_lines(SeatPicture(seat, (), False, 200, 24, False), ENGLISH)
    text = "".join(part for part, _ in chips)
    assert "9,000  45 BB" in text, "what lies in front is not counted behind, too"


def test_undo_says_what_it_took_back(tables: Mapping[str, TableView]) -> None:
    facts = (("acts", 1), ("event", "ActRuled"), ("seat", 4), ("chips", 500), ("word", "raise"))
    told = undone.note(Notice("undone", facts), None, ENGLISH)
    assert told == "Taken back: seat 4 raises to 500 (y: stands again)"
    shown = Shown(view=tables["full"]).hear(Notice("redone", facts), [], ENGLISH)
    assert shown.note.startswith("Stands again: seat 4")
    assert undone.note(Notice("undone", (("acts", 1),)), None, ENGLISH) == ""


def test_a_hand_that_lies_face_down_again_is_no_part_of_the_story(
    make_table: Callable[..., TableView], make_seat: Callable[..., Any]
) -> None:
    view = make_table(seats=(make_seat(4, "Dan"),))
    teller = Teller(ENGLISH, brief=True)
    teller.hear(view)
    teller.hear(LogLine(1, 0.0, {"is": "HandShown", "seat": 4, "cards": ["Ah", "Kd"], "label": ""}))
    assert not teller.takes_back(replace(view, seats=(make_seat(4, "Dan", tabled=("Ah", "Kd")),)))
    assert teller.takes_back(view)
    assert teller.speak(ENGLISH) == []


def test_who_must_show_is_told_so(make_table: Callable[..., TableView], make_seat: Callable[..., Any]) -> None:
    view = make_table(street="showdown", action=None, next=NextAct("await", 4), seats=(make_seat(4, "Dan", cards=2),))
    assert ENGLISH.next_act(view) == "Seat 4 Dan: show or muck"
    assert ENGLISH.next_act(replace(view, tables=(4,))) == "Seat 4 Dan must show the hand"
    all_in = (*view.seats, make_seat(5, "Eve", status="all-in"))
    view = replace(view, tables=(4, 5), seats=all_in)
    assert ENGLISH.next_act(view) == "All-in showdown: seat 4 Dan turns the hand up"


def test_an_all_in_hand_is_turned_up_at_the_river_too_and_out_of_the_muck() -> None:
    """The dealer is ahead of the players: the board is out before a hand is up, and then one is thrown away."""
    fingers = Fingers(KeysOnly())

    def told() -> tuple[str, list[str]]:
        view = plainly(fingers.view())
        return ENGLISH.next_act(view).partition(": ")[2], [key for key, _ in offered(fingers.pad, view)]

    async def story() -> None:
        await fingers.press("s", "D", "a", *"kffff")
        for street in ("2c3d4h", "5s", "7d"):
            while fingers.view().next.code == "burn":
                await fingers.press("space")
            await fingers.press("B", *street, "enter")
        view = fingers.view()
        assert (view.street, view.next) == ("showdown", NextAct("await", 4))
        assert told()[0] == "seat 4 Player 4 turns the hand up"
        assert "f" not in told()[1]
        await fingers.press("f")
        for option in ("turn-up", "no-penalty"):
            await fingers.press("o", str(options(fingers.view()).index(option) + 1), "1", "enter")
            while fingers.pad.mode != "idle":
                await fingers.press("enter")
        assert told()[0] == "turn the hand up from the muck"
        await fingers.press(*"S4AhAd", "enter")
        await fingers.press(*"S5KhKd", "enter")
        assert fingers.view().next == NextAct("push-pot", 4, 20_150)

    asyncio.run(story())


def drawn(robot: Robot) -> list[str]:
    """What lies in front of each seat, as the picture has it."""
    view = view_of(robot.table, Around("e", 1))
    lines = [bet_line(seat, lies, ENGLISH, 24) for seat, lies in zip(view.seats, view.bets, strict=True)]
    return ["".join(text for text, _ in line) for line in lines]


def test_bets_that_were_not_brought_in_are_next_until_somebody_bets_and_are_no_part_of_his_bet() -> None:
    """The flop was dealt over them: 'bring in the bets' was lost, and a bet of 300 was drawn as one of 400."""
    robot = Robot().open(dict.fromkeys((1, 2, 3), 5000), (50, 100), button=3)
    robot.deal()
    for kind in ("call", "call"):
        robot.act(kind)
    robot.say(2, "check")
    robot.street()
    assert queries.who_acts(robot.table) == 1
    assert act_on_screen(robot.table) == NextAct("gather-bets")
    assert drawn(robot) == ["● 100"] * 3
    robot.push(1, 300)
    assert act_on_screen(robot.table) == NextAct("await", 2, 300)
    assert drawn(robot)[0] == "● 100  ● 300 bet"


def test_an_ante_that_comes_late_is_no_part_of_the_bet_that_is_drawn() -> None:
    robot = Robot().open(dict.fromkeys((1, 2, 3), 5000), (50, 100), button=3, ante=25)
    robot.riffle()
    for seat, chips in ((1, 50), (2, 100), (3, 25)):
        robot.push(seat, chips)
    assert drawn(robot) == ["● 50", "● 100", "● 25"]
    for seat in (1, 2):
        robot.push(seat, 25)
    assert drawn(robot) == ["● 25  ● 50", "● 25  ● 100", "● 25"]


def test_faces_are_keyed_of_those_hands_alone_that_no_reader_has_seen() -> None:
    """`S` was offered for a hand whose reader had died after the deal, and refused: its cards are known there."""
    robot = Robot().open(dict.fromkeys((1, 2, 3), 5000), (50, 100), button=3)
    robot.deal()
    while robot.table.hand.phase != "showdown":
        if queries.who_acts(robot.table) is None:
            robot.street()
        else:
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
    dark = (NodeView("seats-1-4", "ready", "", ("seat:1",)),)
    view = view_of(robot.table, Around("e", 1, nodes=dark))
    assert (view.next, view.told_hands) == (NextAct("await", 1), ())
    assert keys_by_hand(view) == ()
    keyed = tuple(replace(card, handle=Handle(f"told-1-{at}")) for at, card in enumerate(robot.table.cards))
    assert view_of(replace(robot.table, cards=keyed), Around("e", 1)).told_hands == (1, 2, 3)
    assert keys_by_hand(replace(view, told_hands=(1,))) == (("S", "key.show-cards"),)


@pytest.mark.parametrize(
    ("behind", "told"), [(9_955, "99.5 BB"), (9_850, "98.5 BB"), (10_150, "101 BB"), (995, "9.9 BB")]
)
def test_a_stack_is_never_told_as_more_big_blinds_than_it_has(
    make_seat: Callable[..., Any], behind: int, told: str
) -> None:
    """9,950 was '100 BB' beside 9,850 with '98'; tenths end at a hundred, on air as here."""
    _, chips, _ = seat_lines(SeatPicture(make_seat(4, "Dan", stack_chips=behind), (), False, 100, 24, False), ENGLISH)
    assert "".join(text for text, _ in chips).strip().endswith(told)


def test_a_hand_thrown_away_at_the_showdown_has_not_folded() -> None:
    robot = Robot().open(dict.fromkeys((1, 2, 3), 5000), (50, 100), button=3)
    robot.deal()
    while robot.table.hand.phase != "showdown":
        if queries.who_acts(robot.table) is None:
            robot.street()
        else:
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
    robot.show(1)
    robot.muck(2)
    seat = view_of(robot.table, Around("e", 1)).seats[1]
    said = ["".join(t for t, _ in row) for row in seat_lines(SeatPicture(seat, (), False, 100, 24, False), ENGLISH)]
    assert said[1].endswith("mucked")
    assert "folded" not in " ".join(said)


@pytest.mark.parametrize(("before", "told"), [("", "before the cards came"), ("bet", "before the bet")])
def test_a_check_that_came_in_time_is_told_before_what_came_after_it(before: str, told: str) -> None:
    """It had come 'before the cards' where a bet had come."""
    line = LogLine(1, 0.0, OUTCOMES.to_object(Corrected("word", 2, before=before, now="check")))
    teller = Teller(ENGLISH, brief=True)
    teller.hear(line)
    assert "".join("".join(part for part in one) for one in teller.speak(ENGLISH)).endswith(told)

"""The public view: complete for whoever draws it, and free of what is hidden."""

from __future__ import annotations

import msgspec
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.values import replace
from table_controller.game import queries
from table_controller.game.engine import NEW_TABLE
from table_controller.game.state.ledger import SeatChips
from table_controller.game.state.seats import leave
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.views import FEED, ActionView, NextAct, PotView


def _played() -> Robot:
    robot = Robot().open({1: 300, 2: 3000, 3: 3000, 5: 0}, (50, 100), button=3, seats=6)
    robot.deal()
    robot.say(3, "raise", 600)
    robot.act("all-in")
    return robot


def test_a_table_before_it_is_opened_can_be_drawn() -> None:
    view = view_of(NEW_TABLE, Around(epoch="e1", as_of=0))
    assert (view.street, view.seats, view.next, view.action) == ("idle", (), NextAct("new-hand"), None)


def test_a_hand_under_way() -> None:
    view = view_of(_played().table, Around(epoch="e1", as_of=9, can_undo=2))
    assert (view.street, view.hand, view.button, view.small_blind, view.big_blind) == ("preflop", 1, 3, 1, 2)
    assert [seat.status for seat in view.seats] == ["all-in", "in", "in", "empty", "busted", "empty"]
    raiser = view.seats[2]
    assert (raiser.bet_chips, raiser.owes_chips, raiser.stack_chips) == (600, 600, 2400)
    assert (raiser.last_act, raiser.last_act_to_chips) == ("raise", 600)
    assert [seat.cards for seat in view.seats] == [2, 2, 2, 0, 0, 0]
    assert view.action == ActionView(2, 500, 1100, 3000, ("fold", "call", "raise"))
    assert view.pots == (PotView(700, (1, 2, 3)), PotView(300, (2, 3)))
    assert view.pots_owed == (300, 300), "the raise was said, and nothing pushed"
    assert (view.pot_chips, view.next) == (1000, NextAct("await", 2, 500))


def test_last_acts_stay_until_the_next_street() -> None:
    robot = _played()
    robot.act("call")
    assert robot.actor is None
    assert view_of(robot.table, Around(epoch="e", as_of=1)).seats[1].last_act == "call"
    robot.street()
    assert view_of(robot.table, Around(epoch="e", as_of=1)).seats[1].last_act == ""


def test_no_hidden_card_is_in_view_or_state() -> None:
    robot = _played()
    robot.act("call")
    robot.street()
    shown = {robot.cards[handle] for handle in robot.table.hand.board}
    text = (
        msgspec.json.encode(robot.table).decode()
        + FEED.encode(view_of(robot.table, Around(epoch="e", as_of=1))).decode()
    )
    assert {card for card in DECK if f'"{card}"' in text} == shown


def test_the_award_is_in_view() -> None:
    robot = _played()
    robot.act("call")
    robot.run_out()
    view = view_of(robot.table, Around(epoch="e", as_of=1))
    assert sum(seat.won_chips for seat in view.seats) == 1500
    assert (view.street, view.pot_chips, view.pots, len(view.board)) == ("settled", 0, (), 5)
    assert all(seat.status != "all-in" or not seat.stack_chips for seat in view.seats)
    assert view.seats[1].tabled
    assert view.seats[1].hand_label
    assert queries.is_settled(robot.table)


def test_after_a_hand_who_lost_all_is_busted_and_everybody_else_is_in() -> None:
    robot = _played()
    robot.act("call")
    robot.run_out()
    settled = view_of(robot.table, Around(epoch="e", as_of=1))
    lost = [seat.seat for seat in settled.seats if seat.name and not seat.stack_chips]
    assert 5 in lost
    assert [seat.seat for seat in settled.seats if seat.status == "busted"] == lost
    idle = view_of(replace(robot.table, hand=NEW_TABLE.hand), Around(epoch="e", as_of=2))
    assert {seat.status for seat in idle.seats if seat.stack_chips} == {"in"}
    assert [seat.seat for seat in idle.seats if seat.status == "busted"] == lost


def test_a_player_who_left_is_not_busted() -> None:
    """A player who was sent off was drawn as one who had lost his chips."""
    robot = _played()
    robot.act("call")
    robot.run_out()
    left = replace(
        robot.table,
        players=leave(robot.table.players, 2),
        ledger=(*robot.table.ledger[:1], SeatChips(0), *robot.table.ledger[2:]),
    )
    assert view_of(left, Around(epoch="e", as_of=1)).seats[1].status == "left"


def test_who_sits_down_after_the_hand_is_settled_had_no_part_in_it() -> None:
    """He was drawn as folded: so was who sat there before him. His cards, too, were told as those of the newcomer."""
    robot = Robot().open({1: 3000, 2: 3000, 3: 3000}, (50, 100), button=1)
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    assert queries.is_settled(robot.table)
    gone = next(one.seat for one in view_of(robot.table, Around(epoch="e", as_of=1)).seats if one.last_act == "fold")
    robot.tidy()
    robot.do(ev.PlayerLeft(gone, 50.0))
    robot.do(ev.PlayerSat(gone, "Eva", 2000, "new", 51.0))
    seat = view_of(robot.table, Around(epoch="e", as_of=1)).seats[gone - 1]
    assert (seat.name, seat.status, seat.last_act, seat.stack_chips) == ("Eva", "out", "", 2000)
    robot.do(ev.HandPutAway(52.0))
    seat = view_of(robot.table, Around(epoch="e", as_of=1)).seats[gone - 1]
    assert (seat.name, seat.status) == ("Eva", "in")


def test_who_buys_in_again_after_the_hand_was_in_it() -> None:
    robot = _played()
    robot.act("call")
    robot.run_out()
    lost = next(seat.seat for seat in view_of(robot.table, Around(epoch="e", as_of=1)).seats if seat.status == "busted")
    before = view_of(robot.table, Around(epoch="e", as_of=1)).seats[lost - 1]
    robot.do(ev.PlayerSat(lost, "Player", 2000, "new", 51.0))
    assert view_of(robot.table, Around(epoch="e", as_of=1)).seats[lost - 1].tabled == before.tabled


def test_a_case_that_is_older_than_the_findings_shown_is_told_of_as_past() -> None:
    """It is his turn again, on a later street: "it is the turn of seat 5" would be read as of now."""
    script = """
title    = "Seat 5 acts too early"
rulebook = "tda-2019"
variant  = "NT"
blinds   = [50, 100]
button   = 1
stacks   = { 1 = 5000, 2 = 5000, 3 = 5000, 4 = 5000, 5 = 5000 }
script   = '''
deal
5: folds
'''
"""
    played = play(parse_script("early.toml", script), straight_player)
    assert played.player is not None
    (shown,) = view_of(played.player.table, Around("e", 0, TDA)).findings
    assert (shown.topic, shown.open, shown.past) == ("out-of-turn", True, True)


def test_what_a_dead_hand_owes_is_in_no_side_pot_of_one() -> None:
    """3,200 stood in the side pot, of which 1,600 lay there."""
    robot = Robot().open({2: 9600, 3: 20_000, 6: 8000}, (50, 100), button=6)
    robot.deal()
    robot.say(6, "all-in")
    robot.say(2, "all-in")
    robot.say(3, "call")
    robot.push(6, 8000)
    robot.push(3, 9500)
    robot.muck(2)
    robot.do(ev.FloorRuled("dead-hand", (), "floor", "", robot.now_s))
    view = view_of(robot.table, Around(epoch="e", as_of=1))
    assert [(pot.chips, missing) for pot, missing in zip(view.pots, view.pots_owed, strict=True)] == [(24_000, 7950)]
    assert view.uncontested == (PotView(1600, (3,)),)

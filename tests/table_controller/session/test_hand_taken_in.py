"""The dealer took a hand in before its player's turn: what was read as a fold was none, and nothing of it is left."""

from __future__ import annotations

from support.guard import check_books
from support.sensed_session import SensedSession

from display.wording.wording import ENGLISH
from table_controller.game.next_act import next_act
from table_controller.game.queries import min_raise_to_chips, to_call_chips, who_acts
from table_controller.game.state.hand import SETTLED
from table_controller.vocabulary.commands import MarkTaken, Rule, Say, Undo
from table_controller.vocabulary.views import NextAct, Refused


def test_the_big_blind_keeps_its_bet_and_its_check_and_nobody_is_accused() -> None:
    felt = SensedSession().open().deal()
    felt.muck(3)  # the big blind's, while seat 1 is to act
    assert [case.finding.topic for case in felt.session.table.cases] == ["out-of-turn"]
    felt.took(MarkTaken(3))
    assert [case.finding.topic for case in felt.session.table.cases] == ["mucked-in-error"]
    told = [found.topic for one in felt.session.happened for found in one.findings]
    assert "out-of-turn" not in told, "it stands in the log no more"
    felt.took(Rule("retrieve"))
    table = felt.session.table
    assert (table.betting.stands[2].bet_chips, min_raise_to_chips(table), who_acts(table)) == (200, 400, 1)
    felt.took(Say("call"))
    felt.took(Say("call"))
    table = felt.session.table
    assert (who_acts(table), to_call_chips(table), min_raise_to_chips(table)) == (3, 0, 400)
    felt.took(Say("check"))
    assert next_act(felt.session.table) != NextAct("await", 3, 200)
    assert felt.session.table.cases == ()
    check_books(felt.session.table)


def test_what_means_nothing_any_more_is_said_and_not_passed_over() -> None:
    felt = SensedSession().open()
    assert felt.take(MarkTaken(3)) == Refused("taken-when-over")
    felt.deal()
    assert felt.take(MarkTaken(5)) == Refused("taken-undealt seat=5")
    felt.muck(3)
    felt.took(MarkTaken(3))
    assert felt.take(MarkTaken(3)) == Refused("taken-told seat=3")
    felt.took(Rule("dead-hand"))
    felt.took(Say("fold"))
    felt.muck(1)
    assert felt.session.table.hand.phase == SETTLED
    assert felt.take(MarkTaken(1)) == Refused("taken-at-the-end seat=1"), "undo may still take back what ended it"


def test_what_the_floor_has_ruled_on_stays_told() -> None:
    felt = SensedSession().open().deal()
    felt.muck(3)
    felt.took(Rule("warning"))
    felt.took(MarkTaken(3))
    told = [found.topic for one in felt.session.happened for found in one.findings]
    assert told.count("out-of-turn") == 1
    check_books(felt.session.table)


def test_a_hand_taken_in_that_ended_the_hand_as_a_fold_is_undone_with_the_key_that_is_named() -> None:
    felt = SensedSession().open().deal()
    felt.took(Say("fold"))
    felt.muck(2)
    refused = felt.take(MarkTaken(2))
    assert isinstance(refused, Refused)
    assert "u (or U) takes back" in ENGLISH.reason(refused.reason)
    felt.took(Undo())
    felt.took(MarkTaken(2))
    assert [case.finding.topic for case in felt.session.table.cases] == ["mucked-in-error"]

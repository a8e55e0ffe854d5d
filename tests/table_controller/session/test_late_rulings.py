"""The floor speaks when others have acted behind the act it was asked about: they are told anew."""

from __future__ import annotations

from functools import partial

import pytest
from support.sensed_session import SensedSession

from table_controller.controller.controller import fold_record
from table_controller.controller.floor_rights import needs_pin
from table_controller.game.queries import who_acts
from table_controller.game.state.betting import Act
from table_controller.game.state.ledger import owes_chips, returns_chips
from table_controller.projections.effects import late_choices
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player
from table_controller.session.late_rulings import told_in_time
from table_controller.session.state import new_session
from table_controller.vocabulary.commands import Redo, Rule, Say, Undo
from table_controller.vocabulary.record import decode_record, encode_record
from table_controller.vocabulary.views import OptionView


@pytest.fixture
def behind() -> SensedSession:
    """Seat 1 called 200 and put 400 more beside it; seat 2 said call, and put in what a call of 200 takes."""
    sensed = SensedSession().open().deal()
    sensed.push(1, ((100, 2),))
    sensed.push(1, ((100, 4),))
    sensed.take(Say("call", 2))
    sensed.push(2, ((100, 1),))
    return sensed


def acts(sensed: SensedSession) -> list[Act | None]:
    return [stand.act for stand in sensed.session.table.betting.stands[:3]]


def late(sensed: SensedSession) -> tuple[tuple[int, OptionView], ...]:
    return late_choices(sensed.session.table, partial(told_in_time, sensed.session.so_far(sensed.book)))


def test_chips_that_the_floor_lets_stand_are_a_raise_for_those_who_acted_behind_it(behind: SensedSession) -> None:
    """It changed nothing: the raise lay there, and nobody had to call it."""
    assert acts(behind) == [Act("call", 200), Act("call", 200), None]
    behind.took(Rule("stands"))
    table = behind.session.table
    assert acts(behind) == [Act("raise", 600), Act("call", 600), None]
    assert (owes_chips(table.ledger[1]), who_acts(table), table.cases) == (400, 3, ())


def test_what_a_late_choice_does_is_told_before_it_is_picked(behind: SensedSession) -> None:
    choices = {choice.name: choice for _, choice in late(behind)}
    assert set(choices) == {"stands", "min-raise"}
    told = [(one.code, one.seat, one.chips) for one in choices["stands"].effects]
    assert ("acts-raise", 1, 600) in told
    assert ("acts-call", 2, 600) in told
    assert choices["stands"].needs_pin
    assert needs_pin(Rule("stands"), behind.session, behind.book)


def test_a_late_ruling_is_taken_back_as_one_and_stands_again(behind: SensedSession) -> None:
    open_case = behind.session.table
    behind.took(Rule("stands"))
    ruled = behind.session.table
    behind.took(Undo(1))
    assert behind.session.table.betting == open_case.betting
    assert behind.session.table.cases == open_case.cases
    behind.took(Redo(1))
    assert behind.session.table == ruled


def test_a_late_ruling_comes_back_from_the_journal(behind: SensedSession) -> None:
    behind.took(Rule("stands"))
    session = new_session()
    for record in behind.records:
        session, again = fold_record(session, decode_record(encode_record(record)), behind.book)
        assert encode_record(again) == encode_record(record)
    assert session.table == behind.session.table


def test_a_ruling_in_time_needs_no_retelling() -> None:
    sensed = SensedSession().open().deal()
    sensed.push(1, ((100, 2),))
    sensed.push(1, ((100, 4),))
    assert late(sensed) == ()
    record = sensed.took(Rule("stands"))
    assert [type(one.event).__name__ for one in record.applied_events] == ["FloorRuled"]


def test_nobody_who_acted_behind_it_is_accused_of_what_the_floor_said_later() -> None:
    """Seat 2 had put its chips in: it was 'skipped', seat 3 acted out of turn, and the dealer brought bets in early."""
    sensed = SensedSession().open().deal()
    for seat, chips in ((1, 2), (1, 4), (2, 1)):
        sensed.push(seat, ((100, chips),))
    sensed.take(Say("check", 3))
    sensed.sweep()
    record = sensed.took(Rule("stands"))
    told = [(found.topic, found.seat) for one in record.applied_events for found in one.findings]
    assert told == []
    assert who_acts(sensed.session.table) == 2


def test_chips_that_were_the_call_are_no_undercall_of_a_raise_that_the_floor_made_later() -> None:
    """The screen had told them what to call: they are asked anew, the chips being theirs, and so is who came next."""
    sensed = SensedSession().open().deal()
    for seat, chips in ((1, 2), (1, 4), (2, 1)):
        sensed.push(seat, ((100, chips),))
    assert acts(sensed) == [Act("call", 200), Act("call", 200), None]
    record = sensed.took(Rule("stands"))
    table = sensed.session.table
    assert not [found for one in record.applied_events for found in one.findings]
    assert (acts(sensed)[1], who_acts(table), returns_chips(table.ledger[1]), table.cases) == (None, 2, 100, ())
    sensed.push(2, ((100, 4),))
    assert acts(sensed)[1] == Act("call", 600)
    assert not owes_chips(sensed.session.table.ledger[1])


SENT_OFF = """
title = "sent off"
rulebook = "ipo-2015"
refs = []
variant = "NT"
blinds = [100, 200]
button = 8
seats = 9
stacks = { 4 = 1825, 7 = 1400, 8 = 1100, 9 = 1925 }
chips = [25, 100, 500, 1000, 5000]
script = '''
deal
7: raises to 25
8: pushes 3x25
floor eliminate seat=8
floor chips
expect dead 8
expect stack 8 0
'''
"""


def test_what_the_floor_has_ruled_since_stays() -> None:
    """A walk has found it: told anew, the undercall of seat 8 was none, and its elimination had never been."""
    assert play(parse_script("sent_off.toml", SENT_OFF), straight_player).failure is None

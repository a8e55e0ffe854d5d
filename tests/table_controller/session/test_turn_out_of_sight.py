"""Nobody is accused of an act out of turn while a reader is down: what came before it may have gone unseen."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.observations import Handle, NodeSeen, ZoneSeen
from firmware_bridge.vocabulary.zones import bet_zone, seat_zone, stack_zone
from table_controller.game import queries
from table_controller.inference import implied
from table_controller.inference.sensor_status import SensorStatus
from table_controller.session.unwatched import watched_again_s
from table_controller.vocabulary.commands import Confirm, MarkFold, Say, Undo
from table_controller.vocabulary.events import CardBoarded, ChipsPushed, TimePassed

PAST_A_DEAD_READER = ["unplug seats-1-4", "wait 2", "4: pushes 3x100", "wait 1", "5: pushes 3x100", "wait 2"]
"""Seat 4 raises to 300 and nobody sees it; seat 5 calls, and that is seen."""


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_past_a_seat_that_is_seen_and_has_done_nothing_an_act_is_out_of_turn(evening: Evening) -> None:
    evening.do("5: pushes 3x100", "wait 1")
    assert evening.blamed() == [5]


def test_past_a_dead_reader_nobody_is_blamed_and_the_act_waits(evening: Evening) -> None:
    evening.do(*PAST_A_DEAD_READER)
    assert evening.blamed() == []
    assert queries.who_acts(evening.session.table) == 4
    assert [(one.seat, one.why, one.to_chips) for one in evening.view.unclear] == [(5, "unseen", 300)]


def test_what_the_reader_missed_is_told_before_the_act_past_it(evening: Evening) -> None:
    evening.do(*PAST_A_DEAD_READER, "plug seats-1-4", "wait 6")
    assert evening.blamed() == [], "a question is open about seat 4"
    (asked,) = evening.view.prompts
    assert (asked.kind, asked.seat, asked.chips) == ("gap-pushed", 4, 300)
    evening.key(Confirm(asked.prompt, "yes"))
    assert evening.acts() == {4: ("raise", 300), 5: ("call", 300)}
    assert evening.blamed() == []
    assert queries.who_acts(evening.session.table) == 6


@pytest.mark.parametrize("answered", [False, True])
def test_once_it_is_known_that_the_seat_did_nothing_the_act_past_it_was_out_of_turn(
    evening: Evening, answered: bool
) -> None:
    """Seen at once when nothing lies in front of seat 4, or told by the dealer."""
    if answered:
        evening.do(*PAST_A_DEAD_READER, "plug seats-1-4", "wait 6")
        evening.key(Confirm(evening.view.prompts[0].prompt, "no"))
    else:
        evening.do("unplug seats-1-4", "wait 3", "5: pushes 3x100", "wait 2", "plug seats-1-4", "wait 6")
    assert evening.blamed() == [5]
    assert queries.who_acts(evening.session.table) == 4


def test_a_key_for_the_seat_that_nobody_saw_comes_before_the_act_past_it(evening: Evening) -> None:
    evening.do(*PAST_A_DEAD_READER)
    evening.key(Say("raise", 4, 300))
    assert evening.acts() == {4: ("raise", 300), 5: ("call", 300)}
    assert evening.blamed() == []
    evening.do("plug seats-1-4", "wait 8")
    assert evening.view.prompts == (), "the chips that the tray shows are those of the word"
    assert evening.view.differences == ()


def test_a_fold_that_nobody_saw_comes_before_the_act_past_it(evening: Evening) -> None:
    evening.do("unplug seats-1-4", "wait 2", "5: pushes 3x100", "wait 2")
    evening.key(MarkFold(4))
    assert evening.acts() == {4: ("fold", 0), 5: ("raise", 300)}
    assert evening.blamed() == []


def test_two_seats_that_nobody_saw_are_told_one_after_the_other(evening: Evening) -> None:
    evening.do("4: pushes 100", "5: pushes 100", "6: pushes 100", "1: pushes 100", "wait 1", "unplug seats-1-4")
    evening.do("wait 2", "2: pushes 2x25", "wait 1", "3: pushes 3x100", "wait 1", "5: pushes 3x100", "wait 1")
    evening.key(Say("call", 2))
    assert evening.blamed() == [], "seat 3 was not seen either, nor was seat 4"
    evening.key(Say("raise", 3, 400))
    evening.key(MarkFold(4))
    assert evening.acts() == {
        1: ("call", 100),
        2: ("call", 100),
        3: ("raise", 400),
        4: ("fold", 100),
        5: ("call", 400),
        6: ("call", 100),
    }
    assert evening.blamed() == []
    assert queries.who_acts(evening.session.table) == 6


def test_past_a_seat_that_is_seen_a_dead_reader_is_no_excuse(evening: Evening) -> None:
    """Seat 4 is dark, seat 5 is seen and did nothing: seat 6 was out of turn whatever seat 4 did."""
    evening.do("unplug seats-1-4", "wait 3", "6: pushes 3x100", "wait 1")
    assert evening.blamed() == [6]


def test_what_was_told_late_can_be_taken_back(evening: Evening) -> None:
    evening.do(*PAST_A_DEAD_READER, "plug seats-1-4", "wait 6")
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    evening.key(Undo(1))
    assert queries.who_acts(evening.session.table) == 4
    assert evening.view.seats[3].last_act == ""
    assert evening.session.table.chips.stacks[3] == 9_700, "the chips lie where they lie"


@pytest.mark.parametrize(("chips", "passes"), [(300, False), (400, True)])
def test_the_chips_of_a_word_said_in_turn_are_no_act_past_anybody(evening: Evening, chips: int, passes: bool) -> None:
    """At a table with chip trays and no card reader nobody else is seen; more than was said is an act of its own."""
    evening.key(Say("raise", 4, 300))
    dark = SensorStatus(unknown=frozenset(seat_zone(seat) for seat in range(1, 7)))
    pushed = ChipsPushed(4, ((100, chips // 100),), 20.0, 20.4)
    noted = implied.turn_out_of_sight(pushed, evening.session.table, evening.session.inference, dark)
    assert bool(noted) is passes


def test_a_table_that_knows_no_dark_turn_is_caught(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody asks whether the seat could be seen."""
    monkeypatch.setattr(implied, "turn_out_of_sight", lambda *_: ())
    evening.do(*PAST_A_DEAD_READER)
    assert evening.blamed() == [5]
    assert implied.is_unwatched(4, evening.session.inference, evening.session.sensors)


def test_bets_that_came_in_while_nothing_was_read_are_drawn_in_by_nobody(evening: Evening) -> None:
    """All plugs are out while the round goes on and its bets come in; every question is answered truly."""
    plugs = tuple(evening.felt.process.table.wires)
    evening.do("4: pushes 100", "wait 2", *(f"unplug {name}" for name in plugs), "wait 3")
    evening.do("5: pushes 100", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1", "sweep", "wait 2")
    evening.do(*(f"plug {name}" for name in plugs), "wait 8")
    while evening.view.prompts:
        asked = evening.view.prompts[0]
        yes = next(answer for answer in asked.answers if answer in ("yes", "folded"))
        evening.key(Confirm(asked.prompt, yes))
        evening.do("wait 1")
    assert [finding.topic for one in evening.session.happened for finding in one.findings] == []
    assert evening.view.pot_chips == 400
    assert queries.who_acts(evening.session.table) == 3


def test_a_bet_that_is_seen_to_be_drawn_in_is_told(evening: Evening) -> None:
    """The planted failure: the same in sight."""
    evening.do("4: pushes 100", "wait 2", "sweep", "wait 2")
    found = [finding.topic for one in evening.session.happened for finding in one.findings]
    assert "bringing-in-bets" in found


def topics(evening: Evening) -> list[str]:
    """What the hand, as it is told now, finds wrong."""
    return [finding.topic for one in evening.session.happened for finding in one.findings]


def test_a_street_after_a_round_that_ended_out_of_sight_is_not_too_early(evening: Evening) -> None:
    """Seat 4 raises, seat 3 calls, and nobody sees it; the bets come in and the flop is dealt in sight."""
    evening.do("unplug seats-1-4", "4: pushes 3x100", "wait 1", "5: mucks", "wait 1", "6: pushes 3x100", "1: mucks")
    evening.do("wait 1", "2: mucks", "3: pushes 2x100", "wait 2", "sweep", "flop 2c 7d 9h", "wait 2")
    assert topics(evening) == []
    assert not evening.view.board
    assert queries.who_acts(evening.session.table) == 4
    evening.do("plug seats-1-4", "wait 9")
    while evening.view.prompts:
        evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
        evening.do("wait 1")
    assert topics(evening) == []
    assert (evening.view.street, evening.view.board, evening.view.pot_chips) == ("flop", ("2c", "7d", "9h"), 950)
    assert queries.who_acts(evening.session.table) == 3
    assert evening.view.differences == ()


def test_a_street_before_a_seat_that_is_seen_has_acted_is_too_early_all_the_same(evening: Evening) -> None:
    evening.do("unplug seats-1-4", "4: pushes 3x100", "wait 1", "flop 2c 7d 9h", "wait 2")
    assert "premature-board" in topics(evening), "seat 5 lies there in sight, and has done nothing"


def test_a_street_over_a_seat_that_turns_out_to_have_done_nothing_is_too_early(evening: Evening) -> None:
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "wait 1", "unplug seats-1-4", "wait 3")
    evening.do("flop 2c 7d 9h", "wait 2")
    assert topics(evening) == []
    evening.do("plug seats-1-4", "wait 8")
    assert evening.view.prompts == ()
    assert "premature-board" in topics(evening)


def test_who_was_seen_until_the_card_came_had_no_time_to_act(evening: Evening) -> None:
    """The news of a card comes half a second after it: readers that failed meanwhile hide no round."""
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "wait 1", "unplug seats-1-4", "wait 3")
    session = evening.session
    dark_s = min(session.inference.cards.dark.values())

    def noted(at_s: float) -> bool:
        card = CardBoarded(Handle("c"), at_s, at_s)
        return bool(implied.turn_out_of_sight(card, session.table, session.inference, session.sensors))

    assert [noted(dark_s + after_s) for after_s in (-0.4, 0.0, 0.3, 2.0)] == [False, False, False, True]


def test_once_a_silent_line_is_back_and_tells_nothing_new_the_act_past_it_was_out_of_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing more came: the fold of the next one was held for as long as nobody did anything."""
    sensed = SensedSession().open().deal()
    zones = (seat_zone(1), stack_zone(1), bet_zone(1))
    for zone in zones:
        sensed.took(ZoneSeen(zone, "unknown", sensed.now_s))
    sensed.took(NodeSeen("seats", "degraded", "heartbeats-missed", sensed.now_s))
    sensed.muck(2)
    for zone in zones:
        sensed.took(ZoneSeen(zone, "ok", sensed.now_s))
    sensed.took(NodeSeen("seats", "ready", "recovered", sensed.now_s))
    found = [finding.topic for one in sensed.session.happened for finding in one.findings]
    assert found == [], "what it missed may be told in a moment"
    due_s = watched_again_s(sensed.session)
    assert due_s is not None
    sensed.now_s = due_s
    sensed.took(TimePassed(due_s))
    assert [finding.topic for one in sensed.session.happened for finding in one.findings] == ["out-of-turn"]
    assert watched_again_s(sensed.session) is None
    monkeypatch.setattr("table_controller.session.unwatched.is_turn_unwatched", lambda _table: True)
    assert watched_again_s(sensed.session) is None, "once, whatever came of it: it went on in the same moment for ever"

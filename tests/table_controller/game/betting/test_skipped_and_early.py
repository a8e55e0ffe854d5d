"""Acts before the turn and players passed over: what the scripts of the books cannot say."""

from __future__ import annotations

import dataclasses

import pytest
from support.robot import Robot

from table_controller.game import next_act, queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.betting import Act
from table_controller.game.state.ledger import returns_chips
from table_controller.game.steps.betting.words import with_limit
from table_controller.projections.findings import finding_views
from table_controller.projections.pending_acts import unclear_acts
from table_controller.projections.table_view import Around, view_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.findings import Finding, Ruled
from table_controller.vocabulary.record import AppliedEvent

FIGP = package_rulebook("figp-2012")
TDA = package_rulebook("tda-2019")
BOOKS = ("tda-2019", "tda-2024-rp", "tda-holdem", "ipo-2015", "figp-2012")


def dealt(book: str, seats: int = 5) -> Robot:
    """Before the flop, the turn on seat 4."""
    robot = Robot(book=package_rulebook(book)).open(dict.fromkeys(range(1, seats + 1), 10_000), (100, 200))
    robot.deal()
    assert queries.who_acts(robot.table) == 4
    return robot


def on_the_flop(book: str, seats: int = 5) -> Robot:
    """Nothing bet, the turn on seat 2."""
    robot = dealt(book, seats)
    while queries.who_acts(robot.table) is not None:
        robot.act("call" if queries.to_call_chips(robot.table) else "check")
    robot.street()
    assert queries.who_acts(robot.table) == 2
    return robot


def refs(robot: Robot, topic: str) -> list[str]:
    return [found.cite.ref for found in robot.findings if found.topic == topic]


def waiting(robot: Robot) -> list[int]:
    """Seats whose acts wait for their turn."""
    return [held.seat for held in robot.table.betting.held]


def rule(robot: Robot, option: str) -> None:
    robot.do(ev.FloorRuled(option, (), "floor", "", robot.now_s))


def test_a_word_and_its_chips_are_one_act_out_of_turn_not_two() -> None:
    robot = dealt("figp-2012")
    robot.say(5, "raise")
    robot.push(5, 600)
    assert refs(robot, "out-of-turn") == ["23"]


def test_who_said_raise_before_his_turn_may_still_give_up_his_hand_in_it() -> None:
    robot = dealt("tda-2019")
    robot.say(5, "raise")
    robot.muck(5)
    assert not {5} & set(queries.live_seats(robot.table))
    assert waiting(robot) == []


def test_a_raise_said_before_the_turn_waits_for_its_chips_when_the_others_bind() -> None:
    robot = on_the_flop("tda-2019")
    robot.say(3, "bet")  # 2 is skipped; how much is not said
    robot.push(3, 500)
    robot.say(4, "raise")
    robot.say(5, "fold")
    assert refs(robot, "skipped-player") == ["53-B"]
    assert [(held.seat, held.to_chips) for held in robot.table.betting.held] == [(4, 0)]
    assert robot.table.betting.level_chips == 500


def test_one_case_about_a_skipped_player_takes_the_place_of_the_other() -> None:
    robot = on_the_flop("figp-2012")
    robot.say(3, "check")
    robot.say(4, "check")
    robot.say(5, "check")
    offered = [{option.name for option in case.finding.options} for case in robot.table.cases if case.seat == 2]
    assert len(offered) == 1
    assert "not-binding" in offered[0]
    assert "not-substantial" not in offered[0]


def test_in_silence_the_acts_past_a_skipped_player_wait_until_the_floor_binds_them() -> None:
    robot = on_the_flop("figp-2012")
    robot.say(3, "check")
    robot.say(4, "check")
    assert waiting(robot) == [3, 4]
    rule(robot, "dead-hand")
    assert waiting(robot) == []
    assert queries.who_acts(robot.table) == 5


def test_without_a_test_of_its_own_two_acts_are_for_the_floor() -> None:
    silent = dataclasses.replace(TDA.substantial_action, postflop=Ruled(None, TDA.discretion))
    robot = on_the_flop("tda-2019")
    robot.book = dataclasses.replace(TDA, substantial_action=silent)
    robot.say(3, "check")
    assert not refs(robot, "skipped-player")
    robot.say(4, "check")
    assert refs(robot, "skipped-player") == [TDA.discretion.ref]
    assert next_act.next_act(robot.table).code == "call-floor"
    assert waiting(robot) == [3, 4]


def test_a_fold_that_the_book_is_silent_on_leaves_the_pot_until_the_floor_has_spoken() -> None:
    robot = Robot(book=FIGP).open({1: 10_000, 2: 10_000}, (100, 200))
    robot.deal()
    robot.act("call")
    robot.act("check")
    robot.street()
    first = robot.actor
    assert first is not None
    robot.act("fold")
    assert queries.live_seats(robot.table) == tuple(sorted((1, 2), key=lambda seat: seat != first))
    assert next_act.next_act(robot.table).code == "call-floor"
    rule(robot, "dead-hand")
    assert queries.is_settled(robot.table)


def test_a_bet_said_by_a_skipped_player_who_may_not_raise_is_no_raise_and_leaves_his_case_open() -> None:
    robot = dealt("tda-2019")
    robot.say(1, "raise", 600)
    robot.say(5, "call")
    assert [case.finding.topic for case in robot.table.cases if case.seat == 4] == ["skipped-player"]
    robot.say(4, "bet", 200)
    assert (robot.actor, robot.table.betting.level_chips) == (4, 600)
    open_cases = [case for case in robot.table.cases if case.seat == 4]
    assert [case.finding.topic for case in open_cases] == ["skipped-player", "irregular"]
    assert [option.name for option in open_cases[-1].finding.options] == ["call", "take-back", "play-on"]
    assert "min_raise_to_chips" not in dict(open_cases[-1].finding.facts)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("limit", ["passive", "call-or-fold"])
def test_whatever_a_player_without_a_raise_says_or_puts_in_is_none(book: str, limit: str) -> None:
    for word, amount in (
        ("bet", 100),
        ("bet", None),
        ("raise", 250),
        ("number", 350),
        ("raise", 900),
        ("all-in", None),
    ):
        robot = limited(book, limit)
        robot.say(4, word, amount)  # type: ignore[arg-type]
        assert_no_raise(robot)
    for chips in (((100, 3), (25, 2)), ((100, 9),), ((5000, 2),)):
        robot = limited(book, limit)
        robot.push(4, chips)
        assert_no_raise(robot)


def limited(book: str, limit: str) -> Robot:
    """Before the flop, the turn on seat 4, which may not raise."""
    robot = dealt(book)
    robot.table = with_limit(robot.table, Finding("", 4, robot.book.discretion, (("limit", limit),)))
    return robot


def assert_no_raise(robot: Robot) -> None:
    """Seat 4 has raised nothing, and nobody offers it a raise."""
    assert (robot.actor, robot.table.betting.level_chips) == (4, 200)
    assert robot.table.betting.announced is None
    assert next_act.next_act(robot.table).code == "call-floor"
    found = robot.table.cases[-1].finding
    assert "min-raise" not in {option.name for option in found.options}
    assert "min_raise_to_chips" not in dict(found.facts)


@pytest.mark.parametrize("book", BOOKS)
def test_an_early_raise_waits_for_a_choice_where_the_floor_took_it_away_meanwhile(book: str) -> None:
    robot = dealt(book)
    robot.say(5, "raise", 600)
    rule(robot, "call-or-fold")
    robot.act("call")
    assert (robot.actor, robot.table.betting.level_chips, waiting(robot)) == (5, 200, [])


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_floor_may_punish_stays_open_when_play_reaches_the_player(book: str) -> None:
    robot = dealt(book)
    robot.say(5, "raise", 600)
    robot.act("call")
    robot.act("fold")
    assert (robot.actor, offers_penalty(robot)) == (2, [5])
    rule(robot, "penalty")
    assert [one.seat for one in robot.table.penalties] == [5]
    assert offers_penalty(robot) == []


def test_nobody_is_asked_for_a_penalty_of_the_hand_before() -> None:
    robot = dealt("tda-2019")
    robot.say(5, "raise", 600)
    for _ in range(5):
        robot.act("fold")
        assert offers_penalty(robot) == [5]
        if queries.is_settled(robot.table):
            break
    robot.put_away()
    robot.riffle()
    assert offers_penalty(robot) == []


def offers_penalty(robot: Robot) -> list[int]:
    """Whom the floor may still punish."""
    offers = [case for case in robot.table.cases if "penalty" in {option.name for option in case.finding.options}]
    return [case.seat for case in offers if case.seat is not None]


def test_an_open_penalty_hides_nothing_of_what_the_player_does_in_his_turn() -> None:
    robot = on_the_flop("tda-2019")
    robot.say(3, "check")
    robot.act("bet", 400)  # seat 2: the check is free again
    assert offers_penalty(robot) == [3]
    robot.say(3, "raise")
    assert [one.seat for one in unclear_acts(robot.table, robot.book)] == [3]


def test_a_hand_shown_is_folded_by_the_answer_for_what_the_floor_is_asked_of_it_and_not_for_manners() -> None:
    robot = Robot(book=package_rulebook("ipo-2015")).open({1: 5_000, 2: 10_000, 3: 10_000}, (50, 100))
    robot.deal()
    robot.say(3, "raise", 300)  # before its turn
    robot.say(1, "all-in")
    robot.act("fold")
    robot.do(ev.HandTabled(3, 1.0))
    rule(robot, "play-on")
    assert offers_penalty(robot) == [3]
    robot.do(ev.HandTabled(1, 1.0))
    assert 3 in queries.live_seats(robot.table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_word_with_chips_before_the_turn_is_no_second_act(book: str) -> None:
    """4 raises by chips before its turn and says so: one act, whatever else the words name."""
    robot = on_the_flop(book)
    robot.push(4, ((100, 4),))
    assert len(refs(robot, "out-of-turn")) == 1
    robot.say(4, "bet")
    robot.say(4, "bet", 400)
    assert len(refs(robot, "out-of-turn")) == 1
    assert [(held.seat, held.to_chips, held.added_chips) for held in robot.table.betting.held] == [(4, 400, 0)]


def test_another_word_after_chips_before_the_turn_leaves_the_chips_what_they_are() -> None:
    robot = on_the_flop("tda-2019")
    robot.push(4, ((100, 4),))
    robot.say(4, "bet", 2_000)
    assert refs(robot, "betting-method") == ["40-A"]
    assert [(held.seat, held.to_chips) for held in robot.table.betting.held] == [(4, 400)]


def test_a_raise_after_a_call_before_the_turn_is_named_and_the_call_waits() -> None:
    robot = dealt("tda-2019")
    robot.say(5, "call")
    robot.say(5, "raise", 800)
    assert len(refs(robot, "out-of-turn")) == 2
    assert [(held.seat, held.kind) for held in robot.table.betting.held] == [(5, "call")]


def test_a_fold_after_a_call_before_the_turn_is_a_fold() -> None:
    robot = dealt("tda-2019")
    robot.say(5, "call")
    robot.say(5, "fold")
    assert waiting(robot) == []
    assert 5 not in queries.live_seats(robot.table)


@pytest.mark.parametrize("book", BOOKS)
def test_acts_that_the_action_has_overtaken_do_not_go_into_force(book: str) -> None:
    """A check at nothing, then a bet: when the acts past a skipped player bind, the check does not."""
    robot = on_the_flop(book, seats=6)
    robot.say(4, "check")
    robot.act("bet", 400)  # seat 2; 3 is skipped now
    for seat in (5, 6, 1):
        robot.say(seat, "call")
    if robot.table.cases and next_act.next_act(robot.table).code == "call-floor":
        rule(robot, "play-on" if book != "figp-2012" else "call-or-fold")
    acted = {one.seat for one in robot.table.betting.recorded_acts}
    assert {2, 5, 6} <= acted <= {1, 2, 5, 6}, "in tda-holdem the acts are binding before 1 speaks"
    assert 4 in waiting(robot)
    robot.say(3, "fold")
    assert queries.who_acts(robot.table) == 4
    assert "raise" in queries.may(robot.table)


def test_a_check_after_a_bet_that_waits_is_free_when_both_would_bind() -> None:
    robot = on_the_flop("tda-2019", seats=6)
    robot.push(3, ((100, 4),))  # 2 is skipped
    robot.say(4, "check")
    robot.push(5, ((100, 4),))
    assert refs(robot, "skipped-player") == ["53-B"]
    rule(robot, "play-on")
    stands = robot.table.betting.stands
    assert (stands[2].bet_chips, stands[3].act, stands[4].bet_chips) == (400, None, 400)


def test_chips_of_a_later_street_that_need_no_change_are_no_payment_of_an_old_debt() -> None:
    robot = dealt("tda-2019")
    robot.say(4, "call")
    while queries.who_acts(robot.table) is not None:
        robot.act("call" if queries.to_call_chips(robot.table) else "check")
    robot.street()
    assert queries.who_acts(robot.table) == 2
    robot.push(4, ((100, 6),))
    assert refs(robot, "out-of-turn") == ["53-A"]
    assert waiting(robot) == [4]


@pytest.mark.parametrize("book", ["tda-2019", "tda-2024-rp", "ipo-2015"])
def test_nobody_is_skipped_in_a_hand_that_is_over(book: str) -> None:
    """Of a case in which nothing could be done any more the floor was asked before the next hand."""
    robot = on_the_flop(book)
    for seat in (3, 4, 5):
        robot.push(seat, 200)
    assert "skipped-player" in [case.finding.topic for case in robot.table.cases]
    for seat in (2, 1, 4, 5):
        robot.muck(seat)
    assert robot.table.hand.phase == "settled"
    assert [case for case in robot.table.cases if case.finding.stops_play] == []
    assert next_act.next_act(robot.table).code != "call-floor"


def test_of_a_call_too_small_the_conduct_is_left_once_the_hand_is_over() -> None:
    robot = dealt("tda-2019")
    robot.act("raise", 600)
    robot.push(5, 300)
    (case,) = robot.table.cases
    assert case.finding.stops_play
    for seat in (1, 2, 3, 5):
        robot.muck(seat)
    assert robot.table.hand.phase == "settled"
    (left,) = [case for case in robot.table.cases if case.finding.topic == "undercall"]
    assert [one.name for one in left.finding.options] == ["penalty", "warning", "disqualify", "no-penalty"]
    shown = view_of(robot.table, Around("e", 1, robot.book, findings=finding_views(told(robot, case.finding), NO_UNDO)))
    assert [one.open for one in shown.findings if one.topic == "undercall"] == [True], "one finding, asked of once"


def called_past(book: str) -> Robot:
    """Seat 5 called before its turn, seat 4 put one chip of 1,000 in; by now both calls stand."""
    robot = dealt(book)
    robot.push(5, 200)
    robot.push(4, 1000)
    assert [(act.seat, act.kind, act.to_chips) for act in robot.table.betting.recorded_acts] == [
        (4, "call", 200),
        (5, "call", 200),
    ]
    return robot


@pytest.mark.parametrize("book", BOOKS)
def test_a_word_that_came_with_the_chips_is_told_as_that_though_a_call_had_waited_behind_it(book: str) -> None:
    """It was an act out of turn: of whoever had the turn, and by then the one who had not waited had his call."""
    robot = called_past(book)
    robot.do(ev.Declared(4, "number", 1000, "with", robot.now_s))
    if robot.book.voice_vs_chips.value is None:
        rule(robot, "word")
    assert [found.seat for found in robot.findings if found.topic == "out-of-turn" and found.seat == 4] == []
    stands, money = robot.table.betting.stands, robot.table.ledger[4]
    assert (stands[3].act, robot.table.betting.level_chips, queries.who_acts(robot.table)) == (
        Act("raise", 1000),
        1000,
        5,
    )
    assert (stands[4].act, money.committed_chips, money.stack_chips) == (None, 0, 10_000)
    assert returns_chips(money) + money.loose_chips == 200, "the action to it has changed: its call binds no more"


def test_chips_that_are_added_past_a_call_that_had_waited_are_added_to_the_bet_not_out_of_turn() -> None:
    robot = called_past("tda-2019")
    robot.push(4, 500)
    assert [found.topic for found in robot.findings if found.seat == 4] == ["overchip", "string-bet"]
    rule(robot, "stands")
    assert robot.table.betting.stands[3].act == Act("raise", 700)
    assert queries.who_acts(robot.table) == 5


NO_UNDO: frozenset[int] = frozenset()


def told(robot: Robot, found: Finding) -> list[AppliedEvent]:
    return [AppliedEvent(1, robot.events[-1], (), (found,), ())]


def test_an_early_act_that_the_floor_has_taken_back_is_no_case_any_more() -> None:
    robot = dealt("tda-2019")
    robot.act("raise", 600)
    robot.push(1, ((100, 6),))
    assert [case.finding.topic for case in robot.table.cases] == ["out-of-turn"]
    robot.do(ev.ChipsTakenBack(1, ((100, 6),), robot.now_s))
    rule(robot, "take-back")
    assert not waiting(robot)
    assert not robot.table.cases

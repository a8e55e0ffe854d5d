"""What plain play has no reading for: found with its facts, custody follows, nothing stops by itself."""

from __future__ import annotations

import pytest
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.chips import parse_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from table_controller.game import next_act, queries
from table_controller.game.engine import NEW_TABLE, lay, step
from table_controller.game.rules.deal import burns
from table_controller.projections.findings import finding_views
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.outcomes import ActRuled
from table_controller.vocabulary.record import AppliedEvent


def code(robot: Robot) -> str:
    act = next_act.next_act(robot.table)
    return act.code if act.seat is None else f"{act.code} {act.seat}"


def facts(robot: Robot) -> dict[str, int | str]:
    return dict(robot.findings[-1].facts)


def three() -> Robot:
    return Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))


@pytest.mark.parametrize(("pushed", "topic"), [(60, "undercall"), (125, "min-raise")])
def test_chips_that_are_no_act_are_made_one(pushed: int, topic: str) -> None:
    robot = three()
    robot.deal()
    robot.push(1, pushed)
    finding = robot.findings[-1]
    assert (finding.topic, finding.seat, finding.stops_play) == (topic, 1, False)
    assert facts(robot) == {"pushed_chips": pushed, "to_call_chips": 100, "min_raise_to_chips": 200}
    assert robot.outcomes[-1] == ActRuled(1, "call", 100, all_in=False)
    assert robot.actor == 2


def test_chips_out_of_turn_lie_there_and_bind_when_nothing_changed() -> None:
    robot = three()
    robot.deal()
    robot.push(3, 500)
    assert (robot.findings[-1].topic, facts(robot)["turn"]) == ("out-of-turn", 1)
    assert code(robot) == "await 1"
    robot.act("call")
    robot.act("fold")
    assert robot.outcomes[-1] == ActRuled(3, "raise", 600, all_in=False)
    assert code(robot) == "await 1"


def test_a_fold_out_of_turn_binds_and_play_goes_on() -> None:
    robot = three()
    robot.deal()
    robot.muck(2)
    assert robot.findings[-1].topic == "out-of-turn"
    assert code(robot) == "await 1"
    robot.act("call")
    assert robot.actor == 3


def test_cards_that_are_not_due_are_found_and_nothing_is_named() -> None:
    robot = three()
    robot.deal()
    asked = len(robot.requests)
    robot.do(ev.CardBoarded(robot.draw(), 1.0, 1.1))
    assert (robot.findings[-1].topic, facts(robot)["street"]) == ("premature-board", "flop")
    assert not [one for one in robot.requests[asked:] if isinstance(one, NameCards)]
    robot.do(ev.CardBurned(robot.draw(), 1.0, 1.1))
    assert (robot.findings[-1].topic, facts(robot)["cause"]) == ("premature-board", "early-burn")
    robot.do(ev.CardDealt(1, robot.draw(), 1.0, 1.1))
    assert robot.findings[-1].seat == 1


def test_a_flop_without_a_burn_is_found_and_played() -> None:
    robot = three()
    robot.deal()
    robot.act("call")
    robot.act("call")
    robot.act("check")
    for _ in range(3):
        robot.do(ev.CardBoarded(robot.draw(), 1.0, 1.1))
    assert [dict(finding.facts)["cause"] for finding in robot.findings] == ["no-burn"]
    assert robot.table.hand.phase == "flop"


def test_a_folded_card_over_the_board_is_not_named() -> None:
    robot = three()
    robot.deal()
    robot.act("call")
    robot.act("call")
    robot.act("check")
    own = robot.table.cards[0].handle
    asked = len(robot.requests)
    robot.do(ev.CardBoarded(own, 1.0, 1.1))
    assert facts(robot)["cause"] == "card-not-from-deck"
    assert len(robot.requests) == asked
    assert code(robot) == "burn", "it is told and stops nobody"


def test_a_withheld_board_card_leaves_the_hand_waiting_not_wrong() -> None:
    robot = Robot(names_cards=False).open(dict.fromkeys((1, 2), 100), (50, 100))
    robot.deal()
    robot.act("all-in")
    robot.run_out()
    robot.show()
    assert robot.table.hand.phase == "showdown"
    assert code(robot) == "await 2"


def test_undone_readings_leave_cards_and_chips_where_they_lie() -> None:
    robot = three()
    robot.deal()
    pushed = ev.ChipsPushed(1, parse_chips("3x100"), 1.0, 1.1)
    laid = lay(robot.table, pushed)
    assert laid.betting == robot.table.betting
    assert laid.chips.bets[0] == parse_chips("3x100")
    assert laid.ledger[0].loose_chips == 300
    word = step(laid, ev.Declared(1, "call", None, "after", 1.0), TDA)
    assert word.outcomes == (ActRuled(1, "call", 100, all_in=False),)
    assert queries.returns_due(word.table) == ((1, 200),)
    held = tuple(card.handle for card in robot.table.cards if card.zone == "seat:1")
    mucked = lay(robot.table, ev.CardsMucked(1, held, 1.0))
    assert {card.zone for card in mucked.cards if card.handle in held} == {"muck"}
    assert lay(laid, ev.ChipsTakenBack(1, parse_chips("3x100"), 1.0)) == robot.table
    assert lay(robot.table, ev.Declared(1, "fold", None, "before", 1.0)) is robot.table


def test_a_variant_that_is_not_played_is_named() -> None:
    opened = ev.TableOpened(
        0.0, "tda-2019", "NX", 2, (ev.SeatSetUp(1, "A", 9), ev.SeatSetUp(2, "B", 9)), (1,), 1, 2, 0, None, 1
    )
    table = step(NEW_TABLE, opened, TDA).table
    after = step(table, ev.Riffled(1.0), TDA)
    assert after.findings[0].facts == (
        ("cause", "no-hand"),
        ("reason", "'NX' is not a variant"),
    )
    assert after.table.hand.phase == "idle"


def test_a_burn_that_was_only_read_late_is_missing_no_more() -> None:
    """And one that comes after the card that it was missing from (planted) leaves it missing."""
    missing = burns.wrong_burn(Robot().open({1: 5000, 2: 5000}, (100, 200)).table, "turn", "no-burn", TDA)
    turn = AppliedEvent(1, ev.CardBoarded(Handle("c1"), 9.9, 10.0), (), missing, ())
    for after_s, shown in ((9.5, []), (10.5, ["burn-error"])):
        burned = AppliedEvent(2, ev.CardBurned(Handle("c2"), after_s, after_s + 0.1), (), (), ())
        assert [view.topic for view in finding_views([turn, burned], frozenset())] == shown


def test_of_a_flop_that_came_early_one_thing_is_said() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (100, 200))
    robot.deal()
    happened: list[AppliedEvent] = []
    robot.findings.clear()
    robot.do(ev.CardBurned(robot.draw(), robot.now_s, robot.now_s))
    happened.append(AppliedEvent(1, ev.TimePassed(robot.now_s), (), tuple(robot.findings), ()))
    assert [view.topic for view in finding_views(happened, frozenset())] == ["premature-board"], "stop, it says at once"
    robot.findings.clear()
    for _ in range(3):
        robot.do(ev.CardBoarded(robot.draw(), robot.now_s, robot.now_s))
    assert [found.topic for found in robot.findings] == ["premature-board"]
    happened.append(AppliedEvent(2, ev.TimePassed(robot.now_s), (), tuple(robot.findings), ()))
    (only,) = finding_views(happened, frozenset())
    assert "cause" not in dict(only.facts)

"""Counts that players ask for, and chips that come to light after an all-in."""

from __future__ import annotations

import random

import pytest
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.cards import parse_cards
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game import next_act, queries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.table import antes
from table_controller.game.state.betting import Status
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Level
from table_controller.projections.findings import finding_views
from table_controller.projections.table_view import Around, view_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.findings import Citation, Finding, Option
from table_controller.vocabulary.outcomes import HandSettled, PotAwarded
from table_controller.vocabulary.record import AppliedEvent

HOLDEM, IPO, FIGP = (package_rulebook(book) for book in ("tda-holdem", "ipo-2015", "figp-2012"))


def dealt(book: Rulebook, stacks: dict[int, int]) -> Robot:
    robot = Robot(book).open(stacks, (50, 100))
    robot.riffle()
    for seat, _, chips in queries.forced_bets_due(robot.table):
        robot.push(seat, chips)
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), robot.now_s, robot.now_s))
    return robot


def find(robot: Robot, seat: int, chips: Chips) -> None:
    robot.findings.clear()
    robot.do(ev.HiddenChipsFound(seat, chips, robot.now_s))


def says(robot: Robot, seat: int, word: ev.Word) -> None:
    robot.do(ev.Declared(seat, word, None, "before", robot.now_s))


def rules(robot: Robot, option: str) -> None:
    robot.do(ev.FloorRuled(option, (), "floor", "", robot.now_s))


def worth(robot: Robot) -> int:
    """All chips of the game: behind, and in the middle while the pots are open."""
    ledger = robot.table.ledger
    behind = sum(money.stack_chips for money in ledger)
    return behind + (0 if robot.table.hand.phase == "settled" else sum(money.committed_chips for money in ledger))


@pytest.mark.parametrize(
    ("book", "told"),
    [
        (TDA, [("63", "confiscate")]),
        (HOLDEM, [("62-G", "confiscate")]),
        (IPO, [("28", "halve-stack")]),
        (FIGP, [("70", "halve-stack"), ("GL:Table Stakes", "set-aside")]),
    ],
    ids=lambda value: value.book if isinstance(value, Rulebook) else "",
)
def test_found_chips_of_a_seat_that_is_not_all_in_are_its_stack_until_the_floor_says_otherwise(
    book: Rulebook, told: list[tuple[str, str]]
) -> None:
    robot = dealt(book, {1: 5000, 2: 5000, 3: 5000})
    before = worth(robot)
    find(robot, 2, ((500, 1),))
    assert [(found.cite.ref, found.options[0].name) for found in robot.findings] == told
    assert {(found.topic, found.seat, found.stops_play) for found in robot.findings} == {("chip-transport", 2, False)}
    assert robot.table.ledger[1].stack_chips == 5000 - 50 + 500
    assert worth(robot) == before + 500


@pytest.mark.parametrize("chips", [(), ((0, 3),), ((100, -2),)])
def test_chips_that_cannot_be_are_not_found(chips: Chips) -> None:
    robot = dealt(TDA, {1: 5000, 2: 5000, 3: 5000})
    before = worth(robot)
    find(robot, 2, chips)
    assert [dict(found.facts).get("cause") for found in robot.findings] == ["no-such-chips"]
    assert worth(robot) == before


def test_a_caller_who_cannot_match_found_chips_is_all_in_and_the_rest_goes_back() -> None:
    robot = dealt(HOLDEM, {1: 5000, 2: 5400})
    says(robot, 1, "all-in")
    says(robot, 2, "call")
    find(robot, 1, ((1000, 1),))
    stands, ledger = robot.table.betting.stands, robot.table.ledger
    assert stands[1].status == "all-in"
    assert [money.committed_chips for money in ledger] == [5400, 5400]
    assert ledger[0].stack_chips == 600


def test_found_chips_of_an_earlier_round_are_owed_by_everyone_who_matched_the_all_in() -> None:
    robot = dealt(HOLDEM, {1: 1000, 2: 5000, 3: 5000})
    says(robot, 1, "all-in")
    says(robot, 2, "call")
    says(robot, 3, "call")
    for seat, chips in queries.owing(robot.table):
        robot.push(seat, chips)
    robot.do(ev.CardBurned(robot.draw(), robot.now_s, robot.now_s))
    for _ in range(3):
        robot.do(ev.CardBoarded(robot.draw(), robot.now_s, robot.now_s))
    assert robot.table.hand.phase == "flop"
    find(robot, 1, ((100, 2),))
    assert [owes_chips(money) for money in robot.table.ledger] == [200, 200, 200]
    assert queries.who_acts(robot.table) == 2
    assert queries.to_call_chips(robot.table) == 0


def test_a_call_all_in_with_found_chips_becomes_no_raise() -> None:
    robot = dealt(HOLDEM, {1: 5000, 2: 600, 3: 5000})
    robot.act("raise", 1000)
    says(robot, 2, "all-in")
    find(robot, 2, ((1000, 1),))
    assert robot.table.betting.level_chips == 1000
    assert robot.table.betting.stands[1].bet_chips == 1000
    assert robot.table.ledger[1].stack_chips == 600


def test_the_floor_may_change_its_mind_about_chips_that_did_not_count_only_after_the_loss() -> None:
    robot = dealt(IPO, {1: 5000, 2: 9000})
    says(robot, 1, "all-in")
    says(robot, 2, "call")
    find(robot, 1, ((1000, 1),))
    rules(robot, "does-not-count")
    assert [hidden.fate for hidden in robot.table.hidden] == ["kept"]
    assert not robot.table.cases


def lost_with_found_chips() -> Robot:
    """IPO, heads-up: seat 1 lost its all-in, and 1000 of it came to light after the call and did not count."""
    robot = Robot(IPO).open({1: 5000, 2: 9000}, (50, 100))
    # Heads-up the button has the small blind and gets its cards last.
    robot.deal(parse_cards("Ah2hAd7d" + "3c" + "KsQd9h" + "4c" + "Js" + "5c" + "8s"))
    robot.act("all-in")
    robot.act("call")
    find(robot, 1, ((1000, 1),))
    rules(robot, "does-not-count")
    robot.show(1, 2)
    robot.run_out()
    assert robot.table.hand.phase == "settled"
    return robot


def test_found_chips_given_away_after_the_award_settle_the_hand_once_more() -> None:
    robot = lost_with_found_chips()
    assert robot.stacks() == {1: 1000, 2: 14_000}
    robot.outcomes.clear()
    rules(robot, "to-winner")
    assert [type(outcome) for outcome in robot.outcomes] == [PotAwarded, HandSettled]
    assert robot.outcomes[-1] == HandSettled(1, ((1, 0), (2, 15_000)))


def test_found_chips_given_away_are_owed_and_then_lie_with_the_winner() -> None:
    robot = lost_with_found_chips()
    rules(robot, "to-winner")
    assert queries.owing(robot.table) == ((1, 1000),)
    robot.push(1, 1000)
    robot.tidy()
    assert robot.table.chips.stacks == (0, 15_000)
    board = robot.table.chips
    assert (board.brought_chips, board.found_chips) == (15_000, 0), "the chips that came to light, and no others"
    robot.put_away()
    assert not [found for found in robot.findings if found.topic == "irregular"]


def test_the_reminder_of_the_all_in_button_leaves_the_screen_when_the_button_lies_there() -> None:
    robot = dealt(TDA, {1: 1000, 2: 5000, 3: 5000})
    robot.findings.clear()
    push = ev.ChipsPushed(1, ((500, 2),), robot.now_s, robot.now_s)
    robot.do(push)
    reminder = AppliedEvent(1, push, (), tuple(robot.findings), ())
    assert [found.topic for found in robot.findings] == ["all-in-buttons"]
    elsewhere, here = (ev.AllInButtonPlaced(seat, down=True, at_s=robot.now_s) for seat in (2, 1))
    shown = finding_views([reminder, AppliedEvent(2, elsewhere, (), (), ())], frozenset())
    assert [(view.topic, view.seat) for view in shown] == [("all-in-buttons", 1)]
    assert finding_views([reminder, AppliedEvent(2, here, (), (), ())], frozenset()) == ()


def test_the_reminder_of_the_all_in_button_goes_as_its_player_is_all_in_no_more() -> None:
    """A player who was no longer all in, and then a folded one, was to get the button all the same."""
    robot = dealt(TDA, {1: 1000, 2: 5000, 3: 5000})
    push = ev.ChipsPushed(1, ((500, 2),), robot.now_s, robot.now_s)
    robot.do(push)
    told = finding_views([AppliedEvent(1, push, (), tuple(robot.findings), ())], frozenset())

    def shown(status: Status) -> list[str]:
        betting = robot.table.betting
        stands = (replace(betting.stands[0], status=status), *betting.stands[1:])
        table = replace(robot.table, betting=replace(betting, stands=stands))
        return [one.topic for one in view_of(table, Around("e", 1, robot.book, findings=told)).findings]

    assert shown("all-in") == ["all-in-buttons"]
    assert shown("in") == shown("folded") == []


def test_a_newcomer_is_told_nothing_of_who_busted_in_his_seat() -> None:
    """He was said to have called too little in a hand before his first."""
    seen = Finding("undercall", 2, Citation("tda-2019", "51"))
    sat = ev.PlayerSat(2, "Gino", 5000, "new", 2.0)
    story = [AppliedEvent(1, ev.Riffled(1.0), (), (seen,), ()), AppliedEvent(2, sat, (), (), ())]
    assert len(finding_views(story[:1], frozenset())) == 1
    assert finding_views(story, frozenset()) == ()


def test_what_the_floor_chose_stands_with_its_finding() -> None:
    def found(topic: str, *names: str) -> Finding:
        return Finding(topic, 1, Citation("house", "x"), (), tuple(Option(name) for name in names))

    def ruled(number: int, option: str) -> AppliedEvent:
        return AppliedEvent(number, ev.FloorRuled(option, (), "floor", "", 1.0), (), (), ())

    two = AppliedEvent(
        1, ev.FloorRuled("play-on", (), "floor", "", 1.0), (), (found("a", "word", "chips"), found("b", "fold")), ()
    )
    views = finding_views([two, ruled(2, "word"), ruled(3, "dead-hand")], frozenset())
    assert [(view.topic, view.ruled) for view in views] == [("b", "dead-hand"), ("a", "word")], (
        "the second one above it"
    )
    back = finding_views([two, ruled(2, "word")], frozenset({2}))
    assert [(view.open, view.ruled) for view in back] == [(True, ""), (True, "")], "taken back it is open again"


def test_the_amount_of_a_bet_is_owed_to_all_or_said_to_who_faces_it() -> None:
    for book, told in ((IPO, [2, 3]), (TDA, [2]), (HOLDEM, []), (FIGP, [])):
        robot = dealt(book, {1: 5000, 2: 5000, 3: 5000})
        robot.act("raise", 300)
        robot.findings.clear()
        for seat in (2, 3):
            robot.do(ev.Asked(seat, "count", 1, robot.now_s))
        assert [found.seat for found in robot.findings if found.topic == "dealer-announce"] == told


@pytest.mark.parametrize(("ante", "far"), [(19, True), (20, False), (80, False), (81, True), (0, False)])
def test_an_ante_is_about_a_tenth_between_half_and_twice_of_it(ante: int, *, far: bool) -> None:
    assert bool(antes.far_from_typical(Level(200, 400, ante), "all", HOLDEM)) is far


def test_a_count_is_good_for_the_next_act_only() -> None:
    robot = dealt(TDA, {1: 3000, 2: 9000, 3: 9000})
    says(robot, 1, "all-in")
    robot.do(ev.Asked(2, "count", 1, robot.now_s))
    assert not robot.findings
    robot.push(2, 500)
    assert [found.topic for found in robot.findings] == ["accepted-action"]
    assert owes_chips(robot.table.ledger[1]) == 2450
    robot.findings.clear()
    robot.push(3, 500)  # he asked for nothing
    assert "accepted-action" not in [found.topic for found in robot.findings]


def test_found_chips_and_rulings_at_any_time_keep_every_chip() -> None:
    counted = given = 0
    for seed in range(300):
        chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
        seats = range(1, chance.randint(3, 6))
        robot = dealt(chance.choice((TDA, HOLDEM, IPO, FIGP)), {at: chance.choice((300, 900, 5000)) for at in seats})
        total = worth(robot)
        for _ in range(8):
            actor = queries.who_acts(robot.table)
            if actor is not None:
                says(robot, actor, chance.choice(("call", "all-in", "check", "fold")))
            all_in = [at for at in seats if robot.table.betting.stands[at - 1].status == "all-in"]
            if all_in and chance.random() < 0.5:
                amount = chance.choice((25, 100, 1000))
                find(robot, chance.choice(all_in), ((amount, 1),))
                total += amount
                rules(robot, chance.choice(("counts", "does-not-count", "to-winner", "no-such")))
                counted += 1
            assert worth(robot) == total, seed
            assert all(money.stack_chips >= 0 for money in robot.table.ledger), seed
        for seat in queries.tables_now(robot.table):
            robot.do(ev.HandTabled(seat, robot.now_s))
        for _ in range(12):
            act = next_act.next_act(robot.table).code
            if act == "burn":
                robot.do(ev.CardBurned(robot.draw(), robot.now_s, robot.now_s))
            elif act in ("deal-flop", "deal-turn", "deal-river"):
                robot.do(ev.CardBoarded(robot.draw(), robot.now_s, robot.now_s))
            else:
                for seat, chips in queries.owing(robot.table):
                    robot.push(seat, chips)
        rules(robot, "to-winner")
        given += robot.table.hand.phase == "settled"
        assert worth(robot) == total, seed
    assert counted > 50
    assert given > 50

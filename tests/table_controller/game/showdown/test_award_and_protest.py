"""What the floor makes of an award: odd chips, broken chips, the order of pots, a protest, a pot rebuilt."""

from __future__ import annotations

from support.played_states import SCRIPTS
from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from firmware_bridge.vocabulary.chips import fewest_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game import next_act, queries
from table_controller.game.engine import step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.table import Table
from table_controller.projections.pot_rebuilt import rebuilt
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import TableTold
from table_controller.vocabulary.outcomes import HandSettled
from table_controller.vocabulary.views import NextAct

FIGP, IPO = package_rulebook("figp-2012"), package_rulebook("ipo-2015")
BROADWAY = "AsKhQdJcTs"
"""A board that all play."""


def _deck(holes: str, board: str) -> list[Card]:
    """Cards in dealing order for two laps, then a burn before each street."""
    first = parse_cards(holes)
    lies = parse_cards(board)
    rest = [card for card in DECK if card not in {*first, *lies}]
    return [*first, rest[0], *lies[:3], rest[1], lies[3], rest[2], lies[4], *rest[3:]]


def _all_play_the_board(book: Rulebook, denominations: tuple[int, ...] = (100, 500, 1000)) -> Robot:
    """Three seats; the small blind folds its 100, the others share 500."""
    robot = Robot(book=book, denominations=denominations).open({1: 5000, 2: 5000, 3: 5000}, (100, 200))
    robot.deal(_deck("2c3c4c2d3d4d", BROADWAY))
    robot.act("call")
    robot.act("fold")
    robot.act("check")
    robot.run_out()
    return robot


def _rule(robot: Robot, option: str, **arguments: int) -> None:
    named = tuple((name, str(value)) for name, value in arguments.items())
    robot.do(ev.FloorRuled(option, named, "floor", "", robot.now_s))


def test_the_floor_names_the_seat_of_the_odd_chip() -> None:
    robot = _all_play_the_board(FIGP)
    assert next_act.next_act(robot.table).code == "call-floor"
    assert (robot.won(3), robot.won(1)) == (300, 200)
    _rule(robot, "odd-chip", seat=1)
    assert (robot.won(3), robot.won(1)) == (200, 300)
    assert robot.stacks() == {1: 5100, 2: 4900, 3: 5000}
    settled = [outcome for outcome in robot.outcomes if isinstance(outcome, HandSettled)]
    assert len(settled) == 2
    assert dict(settled[-1].stacks) == robot.stacks()
    robot.tidy()
    assert next_act.next_act(robot.table).code == "new-hand"


def test_a_seat_that_has_no_part_gets_no_odd_chip() -> None:
    robot = _all_play_the_board(FIGP)
    _rule(robot, "odd-chip", seat=2)
    assert robot.won(2) == 0
    assert sum(robot.won(seat) for seat in (1, 2, 3)) == 500


def test_only_what_the_smallest_chip_in_play_cannot_split_is_for_the_floor() -> None:
    robot = _all_play_the_board(FIGP, (20, 100, 500))
    assert (robot.won(3), robot.won(1)) == (260, 240)  # 25 chips of 20: one is odd
    (case,) = robot.table.cases
    assert [option.name for option in case.finding.options] == ["odd-chip", "play-on"]
    assert (case.fact("odd_chips"), case.fact("unit_chips")) == (1, 20)
    _rule(robot, "odd-chip", seat=1)
    assert (robot.won(3), robot.won(1)) == (240, 260)


def test_a_pot_that_smaller_chips_can_split_is_no_case() -> None:
    robot = _all_play_the_board(FIGP, (25, 100, 500))
    assert (robot.won(3), robot.won(1)) == (250, 250)
    assert not robot.table.cases


def test_change_is_made_before_a_part_is_pushed_that_no_chips_there_make() -> None:
    robot = _all_play_the_board(FIGP, (25, 100, 500))
    for seat, lies in queries.bets_to_gather(robot.table):
        robot.do(ev.BetsGathered(seat, lies, robot.now_s))
    assert robot.table.chips.pot == ((100, 5),)
    assert next_act.next_act(robot.table) == NextAct("make-change", 3, 250)
    robot.do(ev.PotCounted(((100, 4),), robot.now_s))  # no change of five: that is for the trays to explain
    assert next_act.next_act(robot.table) == NextAct("make-change", 3, 250)
    robot.do(ev.PotCounted(((100, 4), (25, 4)), robot.now_s))
    assert next_act.next_act(robot.table) == NextAct("push-pot", 3, 250)
    for due in (3, 1):
        robot.do(ev.PotPushed(due, ((100, 2), (25, 2)), robot.now_s))
    assert next_act.next_act(robot.table).code == "new-hand"


def test_change_may_also_be_made_as_it_is_pushed() -> None:
    robot = _all_play_the_board(FIGP, (25, 100, 500))
    assert next_act.next_act(robot.table).code == "make-change"
    robot.tidy()
    assert next_act.next_act(robot.table).code == "new-hand"
    assert robot.table.chips.stacks == tuple(robot.stacks().values())


def test_no_change_is_asked_for_where_no_tray_sees_the_pot() -> None:
    robot = _all_play_the_board(FIGP, (25, 100, 500))
    robot.do(ev.TraysOutOfSight((), pot=True, at_s=robot.now_s))
    assert next_act.next_act(robot.table) == NextAct("push-pot", 3, 250)


def test_a_part_that_no_chips_in_play_make_asks_for_no_change() -> None:
    robot = _all_play_the_board(FIGP, (25, 100, 500))
    robot.table = replace(robot.table, setup=replace(robot.table.setup, denominations=(100, 500)))
    assert next_act.next_act(robot.table) == NextAct("push-pot", 3, 250)


def _says(robot: Robot, seat: int, text: str) -> None:
    robot.do(ev.Declared(seat, "other", None, "before", robot.now_s, text))


def test_a_rebuilt_pot_is_given_to_the_seat_that_the_floor_names() -> None:
    robot = Robot(book=FIGP).open({1: 1000, 2: 3000, 3: 3000}, (100, 200))
    robot.deal(_deck("AhKc7cAdKd2d", "2s5c9h8d3h"))
    for kind in ("all-in", "all-in", "call"):
        robot.act(kind)
    robot.run_out()
    before = dict(robot.table.ended.won)
    _says(robot, 3, "dispute the pot")
    best = max(before, key=lambda seat: before[seat])
    other = 2 if best == 3 else 3
    _rule(robot, "rebuild-pot", seat=other)
    assert robot.won(other) >= 4000
    assert sum(robot.stacks().values()) == 7000
    told = [found for found in robot.findings if dict(found.facts).get("put_in_chips")]
    assert {found.seat: dict(found.facts)["put_in_chips"] for found in told} == {1: 1000, 2: 3000, 3: 3000}
    assert not robot.table.cases


def test_a_ruling_that_waits_outlives_the_riffle_and_one_that_does_not_goes_with_it() -> None:
    for option, left in (("hold-back", {"protest", "pot-reconstruction"}), ("play-on", set[str]())):
        robot = Robot(book=FIGP).open({1: 5000, 2: 5000, 3: 5000}, (100, 200))
        robot.deal()
        robot.act("fold")
        robot.act("fold")
        robot.tidy()
        _says(robot, 2, "dispute the count")
        assert next_act.next_act(robot.table).code == "call-floor"
        _rule(robot, option)
        assert next_act.next_act(robot.table).code == "new-hand"
        robot.put_away()
        robot.riffle()
        assert {case.finding.topic for case in robot.table.cases} == left
        assert next_act.next_act(robot.table).code == "await"


def test_nothing_can_be_disputed_before_a_hand_is_over() -> None:
    robot = Robot().open({1: 5000, 2: 5000}, (100, 200))
    robot.deal()
    _says(robot, 1, "dispute the count")
    assert not [found for found in robot.findings if found.topic == "protest"]


def test_a_break_that_begins_after_the_award_ends_no_right() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (100, 200))
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    robot.do(TableTold("break", robot.now_s))
    robot.now_s += 300
    _says(robot, 3, "dispute the count")
    assert [found.options != () for found in robot.findings if found.topic == "protest"] == [True]


def test_a_pot_is_rebuilt_with_each_seats_part_in_every_pot() -> None:
    robot = Robot().open({1: 1000, 2: 3000, 3: 2500}, (100, 200))
    robot.deal(_deck("AhKc7cAdKd2d", "2s5c9h8d3h"))
    for kind in ("all-in", "all-in", "call"):
        robot.act(kind)
    robot.run_out()
    robot.tidy()
    pots = rebuilt(robot.table)
    assert [(pot.chips, pot.seats) for pot in pots.pots] == [(3000, (1, 2, 3)), (3000, (2, 3))]
    assert {part.seat: part.by_pot for part in pots.parts} == {1: (1000, 0), 2: (1000, 1500), 3: (1000, 1500)}
    assert {part.seat: part.moved_chips for part in pots.parts} == {1: 1000, 2: 2500, 3: 2500}, "500 went back"
    assert sum(part.won_chips for part in pots.parts) == 6000
    assert all(part.won_chips == part.pushed_chips for part in pots.parts)
    assert not any(part.owes_chips or part.returns_chips for part in pots.parts)


def test_change_out_of_the_pot_is_no_bet_and_what_is_owed_is_said() -> None:
    robot = Robot(denominations=(100, 500, 1000)).open({1: 5000, 2: 5000, 3: 5000}, (100, 200))
    robot.deal(_deck("AhKc7cAdKd2d", "2s5c9h8d3h"))
    seat = queries.who_acts(robot.table)
    assert seat is not None
    robot.do(ev.ChipsPushed(seat, ((500, 1),), robot.now_s, robot.now_s))
    robot.do(ev.Declared(seat, "call", None, "before", robot.now_s))
    robot.do(ev.BetsGathered(seat, ((500, 1),), robot.now_s))
    assert {part.seat: part.returns_chips for part in rebuilt(robot.table).parts}[seat] == 300
    robot.do(ev.PotPushed(seat, ((100, 3),), robot.now_s))
    part = next(part for part in rebuilt(robot.table).parts if part.seat == seat)
    assert (part.moved_chips, part.bet_chips, part.returns_chips) == (200, 200, 0)


def _three_pots_to_push() -> Table:
    path = SCRIPTS / "ipo-2015" / "ipo-2015__in_which_order_the_pots_are_given.toml"
    player = play(parse_script(path.name, path.read_text()), straight_player).player
    assert player is not None
    return player.table


def test_the_main_pot_that_was_pushed_before_the_floor_spoke_was_the_first() -> None:
    table = _three_pots_to_push()
    chips = fewest_chips(dict(queries.awards_due(table))[1], table.setup.denominations)
    made = step(table, ev.PotPushed(1, chips, 900.0), IPO)
    assert made.table.cases == ()
    assert [found.topic for found in made.findings] == []
    ruled = step(made.table, ev.FloorRuled("main-pot-first", (), "floor", "", 901.0), IPO)
    assert queries.awards_due(ruled.table) == queries.awards_due(made.table), "there is nothing left to rule"


def test_in_which_order_pots_are_pushed_is_no_question_once_they_are() -> None:
    table = _three_pots_to_push()
    assert [case.finding.topic for case in table.cases] == ["side-pot"]
    for asked in (1, 1, 0):
        seat, chips = queries.awards_due(table)[0]
        table = step(table, ev.PotPushed(seat, fewest_chips(chips, table.setup.denominations), 900.0), IPO).table
        assert len(table.cases) == asked

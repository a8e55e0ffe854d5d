"""Acts that are not made yet: what the screen says that they count as is what they count as when they are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

import pytest
from support.one_hand import journalled_player
from support.robot import Robot
from support.script_text import script_text
from support.watching import SCRIPTS, Watched, all_watched, watched

from firmware_bridge.vocabulary.chips import Chips, subtract_chips
from firmware_bridge.vocabulary.observations import ChipsMoved
from firmware_bridge.vocabulary.zones import Zone, bet_zone, stack_zone
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules import registry
from table_controller.inference import chip_flow
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.journal.journal import Header, MemoryJournal
from table_controller.projections import pending_acts
from table_controller.projections.pending_acts import moving_chips, unclear_acts
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import script_files
from table_controller.vocabulary.events import ChipsPushed, ChipsTakenBack
from table_controller.vocabulary.views import UnclearView


def foretold(scripts: Iterable[Watched]) -> tuple[list[str], Counter[str]]:
    wrong: list[str] = []
    told: Counter[str] = Counter()
    for one in scripts:
        wrong += [f"{one.file.name}: {what}" for what in one.player.wrong]
        told.update(one.player.told)
    return wrong, told


def test_chips_on_their_way_count_as_what_they_are_in_every_script() -> None:
    wrong, told = foretold(all_watched())
    assert wrong == []
    assert {"call", "bet", "raise", "floor"} <= set(told)
    assert told.total() > 250


def test_a_reader_that_says_something_else_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = registry.read_push

    def hasty(table: object, event: ChipsPushed, book: Rulebook) -> object:
        first = ChipsPushed(event.seat, ((event.chips[0][0], 1),), event.began_s, event.at_s)
        return truly(table, first, book)  # type: ignore[arg-type]

    monkeypatch.setattr(pending_acts, "read_push", hasty)
    assert any(one.player.wrong for one in watched(script_files(SCRIPTS / "tda-2019")))


@pytest.mark.parametrize(
    "motions",
    [
        [(stack_zone(2), ((500, 2),), ())],
        [(bet_zone(2), (), ((500, 2),))],
        [(bet_zone(2), (), ((500, 1),)), (bet_zone(2), ((500, 1),), ((500, 2),))],
    ],
)
def test_chips_of_which_one_end_was_seen_are_on_their_way(motions: list[tuple[Zone, Chips, Chips]]) -> None:
    flow = ChipFlow()
    for at, (zone, lay, lie) in enumerate(motions):
        flow, events = chip_flow.moved(flow, ChipsMoved(zone, lay, lie, at, at))
        assert not events
    assert moving_chips(flow, 9) == ((2, ((500, 2),)),)


def test_nothing_is_on_its_way_when_both_ends_were_seen() -> None:
    flow, _ = chip_flow.moved(ChipFlow(), ChipsMoved(stack_zone(2), ((500, 2),), (), 0, 0))
    flow, events = chip_flow.moved(flow, ChipsMoved(bet_zone(2), (), ((500, 2),), 0, 1))
    assert events
    assert moving_chips(flow, 9) == ()


def test_the_controller_shows_chips_as_soon_as_they_leave_the_stack() -> None:
    player = journalled_player(MemoryJournal(Header("EPOCH", "test", "rules", 0), boot_id=UUID(int=7)))
    script = script_text("the deal", "deal\n", {1: 5000, 2: 5000, 3: 5000})
    assert play(parse_script("deal.toml", script), lambda _: player).failure is None
    controller = player.process.controller
    now_s = player.process.table.now_s
    action = controller.view(now_s).action
    assert action is not None
    zone = stack_zone(action.seat)
    lay = controller.session.inference.flow.lies[zone]
    lifted = ((lay[0][0], 1),)
    controller.accept(ChipsMoved(zone, lay, subtract_chips(lay, lifted), now_s, now_s), now_s)
    (one,) = controller.view(now_s).unclear
    assert (one.seat, one.why) == (action.seat, "moving")
    assert one.kind in ("call", "raise")


def at_the_flop(book: str) -> Robot:
    robot = Robot(book=package_rulebook(book)).open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    for _ in range(3):
        robot.act("check" if robot.actor == 2 else "call")
    robot.street()
    return robot


def test_a_raise_said_without_an_amount_says_what_may_follow() -> None:
    robot = at_the_flop("tda-2019")
    robot.push(1, ((100, 4),))
    robot.say(2, "raise")
    view = UnclearView(2, "announced", "raise", 800, ("amount", "chips-in-one-motion", "call-first"))
    assert unclear_acts(robot.table, robot.book) == (view,)
    robot.push(2, ((100, 4),))
    assert unclear_acts(robot.table, robot.book) == (UnclearView(2, "motion", "raise", 800, ("one-more-motion",)),)
    robot.push(2, ((1000, 1),))
    assert unclear_acts(robot.table, robot.book) == ()


def test_an_act_out_of_turn_waits_and_says_for_what() -> None:
    robot = at_the_flop("tda-2019")
    robot.push(2, ((100, 4),))
    early = UnclearView(2, "early", "bet", 400, ("action-before",))
    assert unclear_acts(robot.table, robot.book) == (early,)
    robot.act("check")
    assert unclear_acts(robot.table, robot.book) == ()


def test_an_early_act_says_that_the_action_has_changed_once_it_has() -> None:
    robot = Robot(book=package_rulebook("tda-holdem")).open(dict.fromkeys(range(1, 7), 5000), (50, 100), button=1)
    robot.deal()
    robot.push(6, ((100, 1),))
    assert unclear_acts(robot.table, robot.book) == (UnclearView(6, "early", "call", 100, ("action-before",)),)
    robot.act("raise", 300)
    assert unclear_acts(robot.table, robot.book) == (UnclearView(6, "overtaken", "free", 100, ()),)


def test_an_early_raise_says_that_it_is_held_to_a_call_once_somebody_has_called() -> None:
    robot = Robot(book=package_rulebook("figp-2012")).open(dict.fromkeys(range(1, 7), 5000), (50, 100), button=1)
    robot.deal()
    robot.push(6, ((100, 3),))
    early = UnclearView(6, "early", "raise", 300, ("stayed-before", "action-before"))
    assert unclear_acts(robot.table, robot.book) == (early,)
    robot.act("call")
    assert unclear_acts(robot.table, robot.book) == (UnclearView(6, "early", "call", 100, ("action-before",)),)


def test_a_raise_said_early_without_an_amount_is_the_least_one_or_more() -> None:
    robot = at_the_flop("tda-2019")
    robot.say(2, "bet")
    ways = ("amount", "chips-in-one-motion", "action-before")
    assert unclear_acts(robot.table, robot.book) == (UnclearView(2, "early", "bet", 100, ways),)


def test_an_early_bet_pulled_back_is_for_the_floor_which_is_offered_what_changes_something() -> None:
    robot = at_the_flop("figp-2012")
    robot.push(2, ((500, 1),))
    robot.do(ChipsTakenBack(2, ((500, 1),), robot.now_s))
    assert [option.name for option in robot.findings[-1].options] == ["take-back", "play-on"]
    assert unclear_acts(robot.table, robot.book) == (), "what waits for the floor waits for no turn"


def test_who_has_checked_and_says_all_in_out_of_turn_has_checked_and_nothing_waits() -> None:
    robot = at_the_flop("tda-2019")
    robot.act("check")
    robot.say(1, "all-in")
    assert unclear_acts(robot.table, robot.book) == ()
    assert dict(robot.findings[-1].facts)["stands_kind"] == "check"


def test_silent_chips_tell_the_rule_and_that_a_word_may_come() -> None:
    robot = at_the_flop("tda-2019")
    robot.push(1, ((100, 4),))
    (view,) = unclear_acts(robot.table, robot.book, ((2, ((1000, 1),)),))
    assert (view.kind, view.to_chips, view.may_change) == ("call", 400, ("word", "more-in-this-motion"))
    assert view.cite is not None
    assert view.cite.ref.startswith("44")
    robot.say(2, "raise")
    (view,) = unclear_acts(robot.table, robot.book, ((2, ((1000, 1),)),))
    assert (view.kind, view.to_chips, view.may_change) == ("raise", 1000, ("more-in-this-motion",))

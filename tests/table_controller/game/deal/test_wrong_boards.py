"""Wrong boards put right: what is asked of the bridge, what the dealer's hands alone tell, what comes too late."""

from __future__ import annotations

import pytest
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import ForgetCards, NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, STUB
from table_controller.game import next_act
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.custody import lying, where
from table_controller.game.state.hand import Repair, returning
from table_controller.projections.findings import finding_views
from table_controller.projections.hand_history import Hand
from table_controller.projections.table_view import repair_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.record import AppliedEvent

TH, IPO, T24 = (package_rulebook(book) for book in ("tda-holdem", "ipo-2015", "tda-2024-rp"))


def before_the_flop(robot: Robot) -> Robot:
    """Three players have called and checked: the flop is due."""
    robot.open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    for kind in ("call", "call", "check"):
        robot.act(kind)
    return robot


def burn(robot: Robot) -> Handle:
    handle = robot.draw()
    robot.do(ev.CardBurned(handle, robot.now_s, robot.now_s + 0.1))
    return handle


def board(robot: Robot, count: int) -> list[Handle]:
    """Cards in one motion: the intervals in which they came lie over each other."""
    cards = [robot.draw() for _ in range(count)]
    for handle in cards:
        robot.do(ev.CardBoarded(handle, robot.now_s - 3.0, robot.now_s + 0.1))
    return cards


def back(robot: Robot, *handles: Handle) -> None:
    for handle in handles:
        robot.do(ev.CardStrayed(handle, STUB, robot.now_s))


def topics(robot: Robot) -> list[str]:
    return [found.topic for found in robot.findings]


def forgotten(robot: Robot) -> set[Handle]:
    return {handle for request in robot.requests if isinstance(request, ForgetCards) for handle in request.handles}


def asked(robot: Robot) -> list[Handle]:
    return [handle for request in robot.requests if isinstance(request, NameCards) for handle in request.handles]


def test_an_early_flop_is_not_named_and_comes_again_under_new_names() -> None:
    robot = Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    burn(robot)
    early = board(robot, 3)
    assert (asked(robot), forgotten(robot)) == ([], set(early))
    for kind in ("call", "call", "check"):
        robot.act(kind)
    assert next_act.next_act(robot.table).code == "deal-flop"
    back(robot, *early)
    assert not lying(robot.table.cards, BOARD)
    flop = board(robot, 3)
    assert (robot.table.hand.board, asked(robot)) == (tuple(flop), flop)
    assert (robot.table.hand.repair, robot.table.hand.aside) == (None, ())
    assert topics(robot) == ["premature-board"] * 2


def test_a_return_that_nobody_saw_is_done_when_the_new_cards_come() -> None:
    robot = Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    burn(robot)
    board(robot, 3)
    for kind in ("call", "call", "check"):
        robot.act(kind)
    flop = board(robot, 3)
    assert (robot.table.hand.board, robot.table.hand.phase) == (tuple(flop), "flop")
    assert lying(robot.table.cards, BOARD) == tuple(flop)


def test_the_card_that_waits_aside_goes_back_only_before_the_river() -> None:
    robot = before_the_flop(Robot())
    burn(robot)
    board(robot, 3)
    burn(robot)
    (early,) = board(robot, 1)
    assert forgotten(robot) == set()
    for _ in range(3):
        robot.act("check")
    view = repair_of(robot.table)
    assert view is not None
    assert (view.acts[view.step - 1], next_act.next_act(robot.table).code) == ("burn", "burn")
    burn(robot)
    (turn,) = board(robot, 1)
    assert (forgotten(robot), returning(robot.table.hand)) == ({early}, (early,))
    assert robot.table.hand.board[-1] == turn
    for _ in range(3):
        robot.act("check")
    back(robot, early)
    (river,) = board(robot, 1)
    assert (robot.table.hand.board[-1], robot.table.hand.phase) == (river, "river")
    assert early not in asked(robot)


@pytest.mark.parametrize(
    ("after_s", "topic"),
    [(-0.002, "four-card-flop"), (0.098, "four-card-flop"), (0.198, "burn-error"), (1.0, "burn-error")],
)
def test_a_fourth_card_on_the_flop_of_an_all_in_may_be_seen_a_scan_late(after_s: float, topic: str) -> None:
    """Two scans of a tenth of a second have missed it at most; no dealer lays a turn so soon."""
    robot = Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    for kind in ("fold", "all-in", "call"):
        robot.act(kind)
    burn(robot)
    board(robot, 3)
    came_s = robot.table.hand.boarded_s + after_s
    robot.do(ev.CardBoarded(robot.draw(), came_s, came_s + 0.102))
    assert topics(robot)[-1:] == [topic]


def test_a_burn_seen_after_the_flop_that_may_have_come_before_it_is_forgiven() -> None:
    robot = before_the_flop(Robot())
    flop = board(robot, 3)
    assert topics(robot) == ["burn-error"]
    assert next_act.next_act(robot.table).code == "call-floor"
    late = robot.draw()
    robot.do(ev.CardBurned(late, robot.now_s - 9.0, robot.now_s))
    assert (robot.table.cases, robot.table.hand.board) == ((), tuple(flop))
    assert topics(robot) == ["burn-error"]


def test_a_burn_that_surely_came_after_the_flop_does_not_make_up_for_it() -> None:
    robot = before_the_flop(Robot())
    board(robot, 3)
    robot.now_s += 5.0
    burn(robot)
    assert next_act.next_act(robot.table).code == "call-floor"


def street(robot: Robot, code: str) -> None:
    """A proper street, and everybody checks."""
    burn(robot)
    board(robot, 3 if code == "flop" else 1)
    for _ in range(3):
        robot.act("check")


def unseen_burn(robot: Robot) -> None:
    robot.do(ev.BoardByKey(ev.told_handle(77, 100), (), robot.now_s, implied=True))


def test_a_burn_read_by_the_board_on_its_way_is_the_burn_and_no_second_one() -> None:
    robot = before_the_flop(Robot())
    unseen_burn(robot)
    (card,) = board(robot, 1)
    robot.do(ev.CardStrayed(card, BURN, robot.now_s))
    assert (lying(robot.table.cards, BURN), robot.table.hand.board, topics(robot)) == ((card,), (), [])
    assert next_act.next_act(robot.table).code == "deal-flop"
    board(robot, 3)
    assert (robot.table.hand.phase, topics(robot)) == ("flop", [])


def test_the_same_at_the_turn_which_is_not_dealt_until_a_card_stays() -> None:
    robot = before_the_flop(Robot())
    street(robot, "flop")
    unseen_burn(robot)
    (card,) = board(robot, 1)
    assert robot.table.hand.phase == "turn"
    robot.do(ev.CardStrayed(card, BURN, robot.now_s))
    assert (robot.table.hand.phase, len(robot.table.hand.board)) == ("flop", 3)
    assert next_act.next_act(robot.table).code == "deal-turn"


def test_a_turn_on_which_somebody_has_acted_lies_and_is_no_burn() -> None:
    robot = before_the_flop(Robot())
    street(robot, "flop")
    unseen_burn(robot)
    (card,) = board(robot, 1)
    robot.act("check")
    robot.do(ev.CardStrayed(card, BURN, robot.now_s))
    assert (robot.table.hand.phase, robot.table.hand.board[-1]) == ("turn", card)


def test_a_board_card_heard_by_the_burn_pile_makes_up_for_no_burn() -> None:
    robot = before_the_flop(Robot())
    board(robot, 2)
    heard = robot.draw()
    robot.do(ev.CardBurned(heard, robot.now_s - 3.0, robot.now_s))
    assert not robot.table.cases  # it may have come before them
    robot.do(ev.CardBoarded(heard, robot.now_s, robot.now_s + 0.6))
    assert [case.finding.topic for case in robot.table.cases] == ["burn-error"]
    assert (robot.table.hand.board[-1], robot.table.hand.phase) == (heard, "flop")


def test_nor_is_it_a_second_burn_and_where_it_was_the_first_there_is_none() -> None:
    robot = before_the_flop(Robot())
    burn(robot)
    heard = burn(robot)
    assert [case.word("cause") for case in robot.table.cases] == ["two-burns"]
    robot.do(ev.CardBoarded(heard, robot.now_s, robot.now_s + 0.6))
    assert (robot.table.cases, robot.table.hand.board) == ((), (heard,))
    robot = before_the_flop(Robot())
    heard = burn(robot)
    robot.do(ev.CardBoarded(heard, robot.now_s, robot.now_s + 0.6))
    assert [case.word("cause") for case in robot.table.cases] == ["no-burn"]


def test_the_floor_points_at_a_card_and_the_dealers_hand_tells_which() -> None:
    robot = before_the_flop(Robot(book=IPO))
    burn(robot)
    four = board(robot, 4)
    robot.do(ev.FloorRuled("pick-burn", (), "floor", "", robot.now_s))
    assert next_act.next_act(robot.table).code == "burn"
    view = repair_of(robot.table)
    assert view is not None
    assert view.acts[view.step - 1] == "pick-burn"
    robot.do(ev.CardStrayed(four[1], BURN, robot.now_s))
    assert robot.table.hand.board == (four[0], *four[2:])
    assert (robot.table.hand.burns, robot.table.hand.phase) == (1, "flop")
    assert where(robot.table.cards, four[1]) == BURN
    assert topics(robot) == ["four-card-flop"]


def test_a_card_that_does_not_lie_there_cannot_be_picked() -> None:
    robot = before_the_flop(Robot(book=IPO))
    burn(robot)
    board(robot, 4)
    other = robot.cards[robot.draw()]
    robot.do(ev.FloorRuled("pick-burn", (("card", other),), "floor", "", robot.now_s))
    assert dict(robot.findings[-1].facts)["cause"] == "no-such-card"
    assert len(robot.table.cases) == 1


def test_five_cards_and_the_first_three_stand() -> None:
    robot = before_the_flop(Robot(book=IPO))
    burn(robot)
    five = board(robot, 5)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert robot.table.hand.board == tuple(five[:3])
    assert set(returning(robot.table.hand)) == set(five[3:]) <= forgotten(robot)
    back(robot, *five[3:])
    assert (robot.table.hand.repair, robot.table.hand.aside) == (None, ())
    assert next_act.next_act(robot.table).code == "await"


def test_a_flop_of_five_cards_is_not_one_of_four_as_well() -> None:
    """Its reader tells of it card by card: in one motion there were never four of them."""
    robot = before_the_flop(Robot(book=IPO))
    burn(robot)
    board(robot, 5)
    assert [dict(found.facts)["cards"] for found in robot.findings] == [4, 5]
    happened = [
        AppliedEvent(number, ev.CardBoarded(Handle(f"c{number}"), 0.0, 0.1), (), (found,), ())
        for number, found in enumerate(robot.findings, 1)
    ]
    assert [dict(view.facts)["cards"] for view in finding_views(happened, frozenset())] == [5]
    hand = Hand(1, {})
    for applied in happened:
        hand.take(applied)
    assert [dict(found.facts)["cards"] for found in hand.view(robot.book.titles.__getitem__).findings] == [5]


def test_five_cards_and_two_are_picked_one_after_the_other() -> None:
    robot = before_the_flop(Robot(book=IPO))
    burn(robot)
    five = board(robot, 5)
    for handle in five[:2]:
        assert next_act.next_act(robot.table).code == "call-floor"
        robot.do(ev.FloorRuled("pick-burn", (("card", robot.cards[handle]),), "floor", "", robot.now_s))
    assert robot.table.hand.board == tuple(five[2:])


@pytest.mark.parametrize("book", [TDA, TH, IPO, T24], ids=lambda book: book.book)
def test_a_card_lifted_from_the_board_and_put_back_is_nothing(book: object) -> None:
    robot = before_the_flop(Robot(book=book))  # type: ignore[arg-type]
    burn(robot)
    flop = board(robot, 3)
    before = robot.table.hand
    robot.do(ev.CardBoarded(flop[1], robot.now_s, robot.now_s))
    assert (robot.table.hand, topics(robot)) == (before, [])


def test_two_burns_restored_send_the_second_back() -> None:
    robot = before_the_flop(Robot(book=TH))
    first, second = burn(robot), burn(robot)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert (returning(robot.table.hand), robot.table.hand.burns) == ((second,), 1)
    back(robot, second)
    flop = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board) == ("flop", tuple(flop))
    assert lying(robot.table.cards, BURN) == (first,)


def test_three_burns_restored_send_both_of_the_others_back() -> None:
    robot = before_the_flop(Robot(book=TH))
    first, *others = (burn(robot) for _ in range(3))
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert (returning(robot.table.hand), robot.table.hand.burns) == (tuple(others), 1)
    for card in reversed(others):
        back(robot, card)
    flop = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board) == ("flop", tuple(flop))
    assert lying(robot.table.cards, BURN) == (first,)


def test_no_burn_restored_puts_the_flop_back_and_burns_first() -> None:
    robot = before_the_flop(Robot(book=TH))
    flop = board(robot, 3)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert (next_act.next_act(robot.table).code, robot.table.hand.phase) == ("burn", "preflop")
    back(robot, *flop)
    burn(robot)
    again = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board, robot.table.hand.repair) == ("flop", tuple(again), None)
    assert topics(robot) == ["burn-error"]


def test_a_burn_before_the_wrong_flop_is_back_counts_and_the_flop_still_goes_back() -> None:
    robot = before_the_flop(Robot(book=TH))
    flop = board(robot, 3)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    burn(robot)
    assert (returning(robot.table.hand), next_act.next_act(robot.table).code) == (tuple(flop), "deal-flop")
    seen, unseen = repair_of(robot.table, on_the_board=frozenset(flop)), repair_of(robot.table)
    assert seen is not None
    assert unseen is not None
    assert [view.acts[view.step - 1] for view in (seen, unseen)] == ["return-cards", "deal-flop"]
    back(robot, *flop)
    again = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board, robot.table.hand.repair) == ("flop", tuple(again), None)
    assert lying(robot.table.cards, BOARD) == tuple(again)
    assert topics(robot) == ["burn-error"]


def test_a_turn_without_a_burn_is_itself_the_burn_that_was_missing() -> None:
    """It was first off the deck: back on it and burned, or laid with the burns at once, it comes to the same."""
    robot = before_the_flop(Robot())
    robot.street()
    for _ in range(3):
        robot.act("check")
    (turn,) = board(robot, 1)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert next_act.next_act(robot.table).code == "burn"
    robot.do(ev.CardStrayed(turn, BURN, robot.now_s))
    assert (next_act.next_act(robot.table).code, returning(robot.table.hand)) == ("deal-turn", ())
    board(robot, 1)
    assert (robot.table.hand.phase, robot.table.hand.repair, robot.table.cases) == ("turn", None, ())
    assert len(lying(robot.table.cards, BURN)) == 2
    assert len(topics(robot)) == 1


def test_a_turn_without_a_burn_is_the_burn_however_late_it_is_laid_there() -> None:
    """Before the floor had spoken it was taken to lie where it should not, and the next turn for an early river."""
    robot = before_the_flop(Robot())
    robot.street()
    for _ in range(3):
        robot.act("check")
    (turn,) = board(robot, 1)
    robot.now_s += 20.0
    robot.do(ev.CardStrayed(turn, BURN, robot.now_s))
    assert (next_act.next_act(robot.table).code, robot.table.hand.phase) == ("deal-turn", "flop")
    board(robot, 1)
    assert (robot.table.hand.phase, robot.table.cases, topics(robot)) == ("turn", (), ["burn-error"])


def test_a_flop_without_a_burn_that_the_dealer_takes_up_himself_is_dealt_anew() -> None:
    """Its cards were held to lie there still: the flop after its burn was one of five cards."""
    robot = before_the_flop(Robot())
    back(robot, *board(robot, 3))
    assert (robot.table.hand.phase, robot.table.hand.board, next_act.next_act(robot.table).code) == (
        "preflop",
        (),
        "call-floor",
    )
    burn(robot)
    flop = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board, robot.table.cases) == ("flop", tuple(flop), ())
    assert topics(robot) == ["burn-error"]


def test_a_turn_that_is_back_on_the_deck_before_the_floor_has_spoken_is_not_asked_for_again() -> None:
    robot = before_the_flop(Robot())
    street(robot, "flop")
    turn = board(robot, 1)
    back(robot, *turn)
    assert forgotten(robot) == set(turn), "it may come again, and not face up"
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert next_act.next_act(robot.table).code == "burn"
    burn(robot)
    board(robot, 1)
    assert (robot.table.hand.phase, robot.table.hand.repair) == ("turn", None)


def test_a_flop_of_which_one_card_is_taken_up_lies_there() -> None:
    robot = before_the_flop(Robot())
    flop = board(robot, 3)
    back(robot, flop[0])
    assert (robot.table.hand.phase, robot.table.hand.board) == ("flop", tuple(flop))


def test_all_that_was_burned_after_the_right_card_goes_back() -> None:
    """Two burns before the turn, and one for the river: the second of the turn was forgotten."""
    robot = before_the_flop(Robot())
    street(robot, "flop")
    right, wrong = burn(robot), burn(robot)
    (turn,) = board(robot, 1)
    early = burn(robot)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert set(returning(robot.table.hand)) == {wrong, turn, early}
    assert where(robot.table.cards, right) == BURN


def test_what_was_burned_after_a_turn_without_a_burn_goes_back_with_it() -> None:
    """It stayed with the burns, and a third card became the turn."""
    robot = before_the_flop(Robot())
    street(robot, "flop")
    (turn,) = board(robot, 1)
    late = burn(robot)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    assert set(returning(robot.table.hand)) == {turn, late}
    back(robot, turn, late)
    assert next_act.next_act(robot.table).code == "burn"
    burn(robot)
    board(robot, 1)
    for _ in range(3):
        robot.act("check")
    assert (robot.table.hand.phase, next_act.next_act(robot.table).code) == ("turn", "burn")


def test_a_burn_that_is_dealt_to_the_board_before_others_are_back_goes_back_too() -> None:
    """It was a card that lies where it should not, and the turn that it was came for nobody."""
    robot = before_the_flop(Robot())
    street(robot, "flop")
    burn(robot)
    wrong = burn(robot)
    (turn,) = board(robot, 1)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    robot.do(ev.CardStrayed(wrong, BOARD, robot.now_s))
    assert (set(returning(robot.table.hand)), topics(robot)) == ({wrong, turn}, ["burn-error"])
    back(robot, turn)
    robot.do(ev.CardStrayed(wrong, BURN, robot.now_s))
    robot.do(ev.CardStrayed(wrong, BOARD, robot.now_s))
    assert (robot.table.hand.phase, robot.table.hand.board[-1], robot.table.hand.repair) == ("turn", wrong, None)


def early_turn(robot: Robot, laid_after_s: float) -> list[str]:
    """The turn's burn comes while the flop is bet on, then a card to the board, which is laid with the burns."""
    robot.street()
    robot.act("check")
    burn(robot)
    (card,) = board(robot, 1)
    came_s = robot.table.hand.aside[0].by_s
    robot.do(ev.CardStrayed(card, BURN, came_s + laid_after_s))
    return topics(robot)


def test_a_second_burn_that_the_board_read_on_its_way_is_no_early_turn() -> None:
    robot = before_the_flop(Robot())
    assert early_turn(robot, 0.3)[-1:] == ["burn-error"]
    assert (robot.table.hand.aside, robot.table.hand.repair, len(lying(robot.table.cards, BURN))) == ((), None, 3)


def test_an_early_turn_that_is_laid_with_the_burns_stays_one() -> None:
    robot = before_the_flop(Robot())
    assert early_turn(robot, 1.5) == ["premature-board", "premature-board", "irregular"]
    assert robot.table.hand.repair is not None


def test_of_a_flop_without_a_burn_one_card_is_the_burn_and_the_others_go_back() -> None:
    robot = before_the_flop(Robot(book=TH))
    first, *others = board(robot, 3)
    robot.do(ev.FloorRuled("restore", (), "floor", "", robot.now_s))
    robot.do(ev.CardStrayed(first, BURN, robot.now_s))
    assert (next_act.next_act(robot.table).code, returning(robot.table.hand)) == ("deal-flop", tuple(others))
    back(robot, *others)
    flop = board(robot, 3)
    assert (robot.table.hand.phase, robot.table.hand.board, topics(robot)) == ("flop", tuple(flop), ["burn-error"])


def test_muck_and_burns_shuffled_in_are_cards_without_a_past() -> None:
    robot = before_the_flop(Robot())
    burned = burn(robot)
    board(robot, 3)
    robot.act("fold")
    robot.do(ev.Riffled(robot.now_s))
    assert topics(robot)[-1] == "scrambled-stub"
    robot.do(ev.FloorRuled("reshuffle-all", (), "floor", "", robot.now_s))
    assert burned in forgotten(robot)
    assert len(forgotten(robot)) == 3
    assert next_act.next_act(robot.table).code == "await"


def test_the_stub_shuffled_as_a_repair_asks_is_no_accident() -> None:
    robot = before_the_flop(Robot(book=TH))
    burn(robot)
    board(robot, 4)
    robot.do(ev.Riffled(robot.now_s))
    view = repair_of(robot.table)
    assert view is not None
    assert view.acts[view.step - 1] == "cut-stub"
    assert not lying(robot.table.cards, BOARD)
    assert topics(robot) == ["four-card-flop"]


def test_a_second_burn_that_turns_out_to_lie_on_the_board_is_the_flops_first_card() -> None:
    """It was to go back on the deck; the card on the board is no longer among those."""
    robot = before_the_flop(Robot(TDA))
    burn(robot)
    second = burn(robot)
    repair = Repair("restore-flop", ("return-cards", "deal-flop"), (second,))
    robot.table = replace(robot.table, cases=(), hand=replace(robot.table.hand, repair=repair))
    robot.do(ev.CardBoarded(second, robot.now_s, robot.now_s + 0.1))
    assert where(robot.table.cards, second) == BOARD
    assert robot.table.hand.board == (second,)

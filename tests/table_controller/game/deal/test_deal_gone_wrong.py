"""What the antennas make of a deal that goes wrong: order that nobody can tell, cards that are taken back by hand."""

from __future__ import annotations

import pytest
from support.dealt_tables import Felt
from support.robot import Robot

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import BURN, STUB, seat_zone
from table_controller.game.next_act import next_act
from table_controller.game.queries import deal_order, held_by, returns_due, to_call_chips
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.game.rules.deal.dealing_order import asks_only_the_dealer
from table_controller.game.state.custody import lying, where
from table_controller.vocabulary.commands import Rule, Say
from table_controller.vocabulary.events import CardDealt, CardShown, CardStrayed, FloorRuled, Riffled
from table_controller.vocabulary.findings import Finding

TOPICS = {"misdeal", "exposed-card", "wrong-card-count", "hand-flow"}
BOOKS = [book for book in shipped_books() if book != "tda-2024-rp"]


def table(book: str = "figp-2012", seats: int = 4) -> Robot:
    robot = Robot(package_rulebook(book)).open(dict.fromkeys(range(1, seats + 1), 10000))
    robot.riffle()
    robot.post()
    return robot


def found(robot: Robot) -> list[Finding]:
    return [finding for finding in robot.findings if finding.topic in TOPICS]


def come(robot: Robot, seat: int, after_s: float, by_s: float) -> Handle:
    card = robot.draw()
    robot.do(CardDealt(seat, card, after_s, by_s))
    return card


def dealt(book: str = "figp-2012") -> Robot:
    robot = table(book)
    for seat in deal_order(robot.table):
        robot.do(CardDealt(seat, robot.draw(), robot.now_s, robot.now_s + 0.1))
    return robot


@pytest.mark.parametrize("book", BOOKS)
def test_cards_that_nobody_saw_come_are_in_no_order(book: str) -> None:
    robot = table(book)
    for at, seat in enumerate(reversed(deal_order(robot.table))):
        come(robot, seat, 0.0, 30.0 + at)
    assert found(robot) == []
    assert robot.table.hand.phase == "preflop"


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_in_one_interval_is_as_good_as_in_order(book: str) -> None:
    robot = table(book)
    order = deal_order(robot.table)
    for at, seat in enumerate(order):
        start = 50.0 if at < len(order) // 2 else 60.0
        come(robot, seat, start, start + 5.0)
    assert found(robot) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_at_a_wrong_seat_is_told_where_it_voids_nothing_too(book: str) -> None:
    """Where the book prints no round nothing was said of it: the dealer went on, one seat too far."""
    robot = table(book)
    for seat in (2, 4):
        come(robot, seat, robot.now_s, robot.now_s + 0.1)
    (finding,) = found(robot)
    assert (dict(finding.facts)["cause"], finding.seat, dict(finding.facts)["due_seat"]) == ("wrong-seat", 4, 3)
    assert (robot.table.hand.fate == "misdeal") == (book == "figp-2012")


def test_a_card_that_was_seen_to_come_to_the_wrong_seat_voids_the_deal() -> None:
    robot = table()
    come(robot, 3, 50.0, 50.1)
    come(robot, 2, 50.1, 50.2)
    assert robot.table.hand.fate == "misdeal"
    assert [finding.cite.ref for finding in found(robot)] == ["38-c"]


def test_a_card_that_may_have_come_before_it_is_a_question_to_the_dealer() -> None:
    robot = table()
    come(robot, 3, 50.0, 50.2)
    come(robot, 2, 50.1, 50.3)
    asked = found(robot)[-1]
    assert (robot.table.hand.fate, robot.table.hand.phase) == ("", "deal")
    assert [option.name for option in asked.options] == ["misdeal", "play-on"]
    assert next_act(robot.table).code == "call-floor"


def test_a_card_read_at_the_seat_beside_first_voids_nothing() -> None:
    robot = table()
    card = come(robot, 3, 50.0, 50.1)
    robot.do(CardDealt(2, card, 50.1, 50.4))
    assert robot.table.hand.fate == ""
    assert next_act(robot.table).seat == 3


def test_a_card_lifted_or_carried_away_leaves_the_hand_its_number() -> None:
    robot = dealt()
    card = lying(robot.table.cards, seat_zone(2))[0]
    robot.do(CardStrayed(card, seat_zone(3), robot.now_s))
    robot.do(CardStrayed(card, seat_zone(2), robot.now_s))
    assert [held_by(robot.table, seat) for seat in range(1, 5)] == [2, 2, 2, 2]
    assert found(robot) == []


def test_the_card_put_back_on_the_deck_is_the_burn_when_it_comes_to_the_burns() -> None:
    robot = dealt("tda-holdem")
    card = come(robot, 2, 80.0, 80.1)
    assert where(robot.table.cards, card) == STUB
    robot.do(CardStrayed(card, STUB, robot.now_s))
    for seat in (4, 1, 2):
        robot.say(seat, "call")
        robot.push(seat, robot.table.level.big_blind_chips - (50 if seat == 2 else 0))
    robot.say(3, "check")
    assert next_act(robot.table).code == "burn"
    robot.do(CardStrayed(card, BURN, robot.now_s))
    assert next_act(robot.table).code == "deal-flop"
    assert [finding.topic for finding in robot.findings] == ["wrong-card-count"]


def test_which_of_two_cards_lay_face_up_is_known_when_one_is_taken_away() -> None:
    robot = dealt()
    first, last = lying(robot.table.cards, seat_zone(4))
    robot.do(CardShown(4, None, robot.now_s, by_dealer=True))
    come(robot, 4, 80.0, 80.1)
    assert where(robot.table.cards, last) == BURN
    robot.do(CardStrayed(first, BURN, robot.now_s))
    assert where(robot.table.cards, first) == BURN
    assert where(robot.table.cards, last) == seat_zone(4)
    assert held_by(robot.table, 4) == 2
    assert robot.table.hand.burns == 1


def test_an_exposed_card_burned_before_its_replacement_came_is_one_burn() -> None:
    robot = dealt()
    last = lying(robot.table.cards, seat_zone(4))[-1]
    robot.do(CardShown(4, None, robot.now_s, by_dealer=True))
    robot.do(CardStrayed(last, BURN, robot.now_s))
    assert next_act(robot.table).code == "deal-card"
    come(robot, 4, 80.0, 80.1)
    assert (robot.table.hand.burns, held_by(robot.table, 4)) == (1, 2)
    assert next_act(robot.table).code == "await"


def test_what_comes_in_after_a_misdeal_goes_back_and_the_deal_begins_anew() -> None:
    robot = dealt()
    for seat in (2, 3):
        robot.do(CardShown(seat, None, robot.now_s, by_dealer=True))
    assert robot.table.hand.fate == "misdeal"
    robot.push(4, 300)
    assert returns_due(robot.table) == ((4, 300),)
    assert next_act(robot.table).code == "return-chips"
    number = robot.table.hand.number
    robot.do(Riffled(robot.now_s))
    assert (robot.table.hand.number, robot.table.hand.replays, robot.table.hand.exposed) == (number, 1, ())
    assert deal_order(robot.table) == (2, 3, 4, 1, 2, 3, 4, 1)


def stuck(book: str, second_s: float = 50.1) -> Robot:
    """The second and the third card come to seat 3 in one motion; the third is seen to come after `second_s`."""
    robot = table(book)
    come(robot, 2, 50.0, 50.1)
    come(robot, 3, 50.1, 50.2)
    come(robot, 3, second_s, second_s + 0.1)
    return robot


@pytest.mark.parametrize("second_s", [50.3, 50.4])
def test_a_stuck_card_that_the_reader_missed_for_a_moment_is_asked_about_too(second_s: float) -> None:
    assert [asks_only_the_dealer(finding) for finding in found(stuck("tda-2019", second_s))] == [True]
    later = found(stuck("tda-2019", 50.5))
    assert not any(asks_only_the_dealer(finding) for finding in later), "these were pitched one after the other"


@pytest.mark.parametrize(("book", "ref"), [("tda-2019", "35-A(1)"), ("tda-holdem", "27-B")])
def test_whether_two_cards_were_stuck_only_the_dealer_can_say(book: str, ref: str) -> None:
    robot = stuck(book)
    assert [(finding.cite.ref, asks_only_the_dealer(finding)) for finding in found(robot)] == [(ref, True)]
    robot.do(FloorRuled("misdeal", (), "dealer", "", robot.now_s))
    assert robot.table.hand.fate == "misdeal"
    quick = stuck(book)
    quick.do(FloorRuled("play-on", (), "dealer", "", quick.now_s))
    assert (quick.table.hand.fate, quick.table.cases) == ("", ())


@pytest.mark.parametrize("book", ["ipo-2015", "figp-2012"])
def test_where_the_book_is_silent_on_stuck_cards_it_is_for_the_floor(book: str) -> None:
    robot = stuck(book)
    assert [asks_only_the_dealer(finding) for finding in found(robot)] == [False]


def test_the_second_card_too_many_is_judged_by_the_count_whenever_it_came() -> None:
    """Its reader was away as it came, so it may have come with the first one: that one was too many already."""
    robot = dealt()
    came_s = robot.now_s + 1.0
    come(robot, 2, came_s, came_s + 0.1)
    come(robot, 2, came_s + 0.1, came_s + 5.0)
    assert robot.table.hand.fate == "misdeal"
    assert "stuck-cards" not in [dict(finding.facts).get("cause") for finding in robot.findings]


def test_a_card_too_many_that_was_let_be_and_comes_to_the_burns_went_back_on_the_deck() -> None:
    """It was a card that strayed, and the flop had no burn."""
    robot = dealt("tda-2019")
    extra = come(robot, 4, robot.now_s, robot.now_s + 0.1)
    robot.do(FloorRuled("play-on", (), "floor", "", robot.now_s))
    while robot.actor is not None:
        robot.act("call" if to_call_chips(robot.table) else "check")
    assert next_act(robot.table).code == "burn"
    robot.do(CardStrayed(extra, BURN, robot.now_s))
    assert next_act(robot.table).code == "deal-flop"
    assert held_by(robot.table, 4) == 2


def test_a_hand_that_was_put_right_and_folds_is_not_dead_for_its_number_of_cards() -> None:
    """A turn without a burn was told by the rule on burns after such a hand, without the choice to deal it again.

    No table script: there the card is put back in the books alone, and the player mucks three on the felt.
    """
    felt = Felt()
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2))
    felt.told("card 2", "wait 1")
    felt.take(Rule("return-as-burn"))
    extra = felt.process.table.world.cards.names(seat_zone(2))[-1]
    felt.told(f"move {extra} deck", "4: mucks", "5: mucks", "6: pushes 100", "1: mucks", "2: mucks", "wait 2")
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop", "wait 1")
    felt.take(Say("check"))
    felt.take(Say("check"))
    (case,) = (one for one in felt.told("board 1", "wait 1").findings if one.open)
    assert (case.topic, case.cite.ref, case.options) == ("burn-error", "1", ("restore", "redeal", "play-on"))

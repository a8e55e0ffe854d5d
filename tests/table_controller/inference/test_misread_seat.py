"""A card that the antenna of the place beside reads first, as it flies by: it came to where it comes to lie."""

from __future__ import annotations

from support.robot import Robot

from firmware_bridge.vocabulary.observations import CardArrived, CardLeft, Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, seat_zone
from table_controller.game.queries import deal_order
from table_controller.inference.infer import Inference, infer
from table_controller.inference.sightings import MISREAD_S
from table_controller.vocabulary.events import CardBoarded, CardBurned, CardDealt, CardStrayed

CARD = Handle("c1")


def after_a_move(seconds_s: float, start: int = 4, end: int = 3) -> tuple[Inference, object]:
    state, (first,) = infer(Inference(), CardArrived(CARD, seat_zone(start), 9.9, 10.0), settled=False)
    assert isinstance(first, CardDealt)
    came_s = 10.0 + seconds_s
    state, (second,) = infer(state, CardArrived(CARD, seat_zone(end), came_s, came_s + 0.6), settled=False)
    return state, second


def test_a_card_at_another_seat_at_once_was_dealt_there() -> None:
    state, event = after_a_move(MISREAD_S)
    assert isinstance(event, CardDealt)
    assert event.seat == 3
    assert state.sightings.cards[CARD].owner == 3


def test_a_card_that_lay_there_first_has_strayed() -> None:
    state, event = after_a_move(MISREAD_S + 0.01)
    assert isinstance(event, CardStrayed)
    assert state.sightings.cards[CARD].owner == 4


def test_a_card_that_had_left_its_seat_was_no_misreading_there() -> None:
    state, _ = infer(Inference(), CardArrived(CARD, seat_zone(4), 9.9, 10.0), settled=False)
    state, nothing = infer(state, CardLeft(CARD, seat_zone(4), 60.0), settled=False)
    assert nothing == ()
    _, (event,) = infer(state, CardArrived(CARD, seat_zone(3), 60.0, 60.1), settled=False)
    assert isinstance(event, CardStrayed)


def test_a_hand_that_is_thrown_over_the_seat_beside_was_not_dealt_there() -> None:
    """Each has two cards already: the second of seat 4 was read at seat 5 a second after it had come."""
    state = Inference()
    for at, seat in enumerate((4, 5, 4, 5)):
        seen = CardArrived(Handle(f"c{at}"), seat_zone(seat), 9.0 + at / 2, 9.1 + at / 2)
        state, _ = infer(state, seen, settled=False)
    state, (event,) = infer(state, CardArrived(Handle("c2"), seat_zone(5), 11.0, 11.1), settled=False)
    assert isinstance(event, CardStrayed)
    assert state.sightings.cards[Handle("c2")].owner == 4


def test_a_board_card_heard_by_the_burn_pile_came_to_the_board_and_a_card_set_aside_is_no_such_thing() -> None:
    state, _ = infer(Inference(), CardArrived(CARD, BURN, 9.9, 10.0), settled=False)
    _, (event,) = infer(state, CardArrived(CARD, BOARD, 10.4, 11.0), settled=False)
    assert isinstance(event, CardBoarded)
    state, _ = infer(Inference(), CardArrived(CARD, BOARD, 9.9, 10.0), settled=False)
    _, (event,) = infer(state, CardArrived(CARD, BURN, 10.4, 11.0), settled=False)
    assert isinstance(event, CardStrayed)  # the floor picked it for the burn


def test_a_burn_that_the_muck_hears_for_a_while_is_burned_once() -> None:
    state, (burned,) = infer(Inference(), CardArrived(CARD, BURN, 9.9, 10.0), settled=False)
    assert isinstance(burned, CardBurned)
    state, _ = infer(state, CardArrived(CARD, MUCK, 15.0, 15.6), settled=False)
    state, (back,) = infer(state, CardArrived(CARD, BURN, 16.1, 16.2), settled=False)
    assert isinstance(back, CardStrayed)
    first, _ = infer(Inference(), CardArrived(CARD, MUCK, 15.0, 15.6), settled=False)
    _, (heard,) = infer(first, CardArrived(CARD, BURN, 16.1, 16.2), settled=False)
    assert isinstance(heard, CardBurned), "the muck heard it on its way to the burns"


def test_the_engine_corrects_the_deal_and_goes_on_in_order() -> None:
    robot = Robot().open({1: 1000, 2: 1000, 3: 1000})
    robot.riffle()
    robot.post()
    order = deal_order(robot.table)
    cards = [robot.draw() for _ in order]
    for seat, card in zip(order[:-1], cards[:-1], strict=True):
        robot.do(CardDealt(seat, card, 0.0, 0.1))
    last, other = order[-1], order[0]
    assert robot.table.hand.phase == "deal"
    robot.do(CardDealt(other, cards[-1], 0.0, 0.1))
    assert deal_order(robot.table) == (last,)
    before = len(robot.findings)
    robot.do(CardDealt(last, cards[-1], 0.0, 1.0))
    assert robot.table.hand.phase == "preflop"
    assert len(robot.findings) == before
    assert deal_order(robot.table) == ()

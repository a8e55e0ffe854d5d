"""Observations to events: what a table's sensors can and cannot say."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.felts import Inferring

from firmware_bridge.vocabulary.chips import Chips, add_chips, chips_of, subtract_chips, total_chips
from firmware_bridge.vocabulary.observations import CardLeft, ChipsMoved, DeckRiffled, Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, STUB, Zone, bet_zone, seat_zone, stack_zone
from table_controller.inference.infer import answer, infer
from table_controller.vocabulary.events import (
    BetsGathered,
    CardBoarded,
    CardBurned,
    CardDealt,
    CardsMucked,
    CardStrayed,
    ChipsPushed,
    ChipsTakenBack,
    Event,
    HandPutAway,
    PotCounted,
    PotPushed,
    Riffled,
    StackCounted,
)


class Felt(Inferring):
    """Tells of one motion after the other, a second apart."""

    def card(self, name: str, zone: Zone) -> list[Event]:
        self.now_s += 1
        return self.arrive(name, zone)

    def gone(self, name: str, zone: Zone) -> list[Event]:
        self.now_s += 1
        return self.see(CardLeft(Handle(name), zone, self.now_s))

    def chips(self, zone: Zone, lay: Chips, lie: Chips) -> list[Event]:
        self.now_s += 1
        return self.see(ChipsMoved(zone, lay, lie, self.now_s - 0.3, self.now_s))


@pytest.fixture
def felt() -> Felt:
    felt = Felt()
    felt.see(DeckRiffled(0.0))
    return felt


def test_where_a_card_first_appears_says_what_it_is(felt: Felt) -> None:
    assert felt.card("a", seat_zone(3)) == [CardDealt(3, Handle("a"), 0.9, 1.0)]
    assert felt.card("b", BURN) == [CardBurned(Handle("b"), 1.9, 2.0)]
    assert felt.card("c", BOARD) == [CardBoarded(Handle("c"), 2.9, 3.0)]
    assert felt.card("d", MUCK) == [CardsMucked(None, (Handle("d"),), 4.0)]
    assert felt.card("e", STUB) == []


def test_a_fold_that_slides_over_the_board_is_not_dealt_there(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    assert felt.card("a", BOARD) == [CardStrayed(Handle("a"), BOARD, 3.0)]
    assert felt.card("a", MUCK) == [], "one card in the muck while the other still lies at the seat is no fold"
    assert felt.card("b", MUCK) == [CardsMucked(3, (Handle("a"), Handle("b")), 5.0)]


def test_a_board_card_that_is_to_go_back_is_in_the_deck_once_it_has_left(felt: Felt) -> None:
    felt.card("a", BOARD)
    felt.card("b", BOARD)
    left = CardLeft(Handle("a"), BOARD, 9.0)
    felt.state, events = infer(felt.state, left, settled=False, returning=(Handle("a"),))
    assert events == (CardStrayed(Handle("a"), STUB, 9.0),)
    assert felt.gone("b", BOARD) == [], "nobody said that this one goes back: it may be lifted and put down again"
    assert felt.card("b", BOARD) == []


def test_one_card_read_in_the_muck_and_the_other_gone_is_a_fold(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    assert felt.gone("b", seat_zone(3)) == []
    assert felt.card("a", MUCK) == [CardsMucked(3, (Handle("a"), Handle("b")), 4.0)]
    assert felt.card("b", MUCK) == [], "a fold is told once"


def test_absence_is_never_a_fold_but_a_question(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    assert felt.gone("a", seat_zone(3)) == []
    assert felt.gone("b", seat_zone(3)) == []
    assert list(felt.due()) == [], "a sensor may still explain it"
    felt.now_s += 5
    assert list(felt.due()) == ["cards-gone:3"]
    felt.state, events = answer(felt.state, "cards-gone:3", "folded", felt.now_s)
    assert events == (CardsMucked(3, (Handle("a"), Handle("b")), felt.now_s),)
    assert list(felt.due()) == []


def test_cards_that_are_still_there_are_not_asked_about_again(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.gone("a", seat_zone(3))
    felt.now_s += 5
    felt.state, events = answer(felt.state, "cards-gone:3", "still-there", felt.now_s)
    assert (events, list(felt.due())) == ((), [])


def test_a_card_picked_up_and_put_back_is_nothing(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.gone("a", seat_zone(3))
    assert felt.card("a", seat_zone(3)) == []
    felt.now_s += 10
    assert list(felt.due()) == []


def test_gathering_every_card_puts_a_settled_hand_away(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", BOARD)
    felt.settled = True
    assert felt.gone("a", seat_zone(3)) == []
    assert felt.gone("b", BOARD) == [HandPutAway(4.0)]
    assert felt.see(DeckRiffled(9.0)) == [Riffled(9.0)]


PUSH = ((100, 2), (25, 1))


def test_a_push_is_a_loss_at_the_stack_and_a_gain_at_the_bet_in_either_order(felt: Felt) -> None:
    rich: Chips = ((100, 9), (25, 4))
    poor = subtract_chips(rich, PUSH)
    assert felt.chips(stack_zone(4), rich, poor) == []
    assert felt.chips(bet_zone(4), (), PUSH) == [ChipsPushed(4, PUSH, 1.7, 2.0)]
    assert felt.chips(bet_zone(4), PUSH, ()) == []
    assert felt.chips(stack_zone(4), poor, rich) == [ChipsTakenBack(4, PUSH, 4.0)]
    assert felt.chips(bet_zone(4), (), PUSH) == []
    assert felt.chips(stack_zone(4), rich, poor) == [ChipsPushed(4, PUSH, 4.7, 5.0)]


def test_two_motions_at_the_bet_stay_two_pushes_though_the_stack_saw_one(felt: Felt) -> None:
    felt.chips(stack_zone(2), ((100, 5),), ((100, 2),))
    assert felt.chips(bet_zone(2), (), ((100, 1),)) == [ChipsPushed(2, ((100, 1),), 1.7, 2.0)]
    assert felt.chips(bet_zone(2), ((100, 1),), ((100, 3),)) == [ChipsPushed(2, ((100, 2),), 2.7, 3.0)]


def test_one_motion_at_the_bet_is_one_push_though_the_stack_saw_two(felt: Felt) -> None:
    assert felt.chips(bet_zone(2), (), ((100, 3),)) == []
    assert felt.chips(stack_zone(2), ((100, 5),), ((100, 4),)) == []
    assert felt.chips(stack_zone(2), ((100, 4),), ((100, 2),)) == [ChipsPushed(2, ((100, 3),), 0.7, 1.0)]


def test_a_sweep_of_bets_into_the_pot_names_each_bet(felt: Felt) -> None:
    felt.chips(bet_zone(2), ((100, 2),), ())
    felt.chips(bet_zone(5), ((100, 1), (50, 2)), ())
    gathered = felt.chips(POT, (), ((100, 3), (50, 2)))
    assert gathered == [BetsGathered(2, ((100, 2),), 3.0), BetsGathered(5, ((100, 1), (50, 2)), 3.0)]


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_a_call_swept_in_before_its_tray_was_at_rest_is_a_call_and_then_swept(
    felt: Felt, order: tuple[int, ...]
) -> None:
    """Seat 3 puts 200 in front and the dealer's hand takes them along at once: the tray of its bet shows nothing."""
    felt.chips(stack_zone(2), ((100, 9),), ((100, 7),))
    felt.chips(bet_zone(2), (), ((100, 2),))
    felt.chips(stack_zone(5), ((100, 9),), ((100, 7),))
    felt.chips(bet_zone(5), (), ((100, 2),))
    felt.chips(bet_zone(3), (), ())
    motions = (
        (stack_zone(3), ((100, 9),), ((100, 7),)),
        (bet_zone(2), ((100, 2),), ()),
        (bet_zone(5), ((100, 2),), ()),
        (POT, (), ((100, 6),)),
    )
    told: list[Event] = []
    for at in order:
        felt.now_s -= 0.8  # all of it in less than a second
        told += felt.chips(*motions[at])
    told.sort(key=lambda one: isinstance(one, BetsGathered) and order.index(0) > order.index(3))
    pushed, *swept = told
    assert isinstance(pushed, ChipsPushed)
    assert (pushed.seat, pushed.chips) == (3, ((100, 2),))
    assert sorted((one.seat, one.chips) for one in swept if isinstance(one, BetsGathered)) == [
        (2, ((100, 2),)), (3, ((100, 2),)), (5, ((100, 2),))
    ]  # fmt: skip
    felt.now_s += 5
    assert list(felt.due()) == []


def test_a_sweep_beside_which_a_player_lifts_chips_takes_none_of_his(felt: Felt) -> None:
    felt.chips(stack_zone(2), ((100, 9),), ((100, 7),))
    felt.chips(bet_zone(2), (), ((100, 2),))
    felt.chips(bet_zone(3), (), ())
    assert felt.chips(stack_zone(3), ((100, 9),), ((100, 7),)) == []
    assert felt.chips(POT, (), ((100, 2),)) == [], "of whom the two are is not told yet"
    assert felt.chips(bet_zone(2), ((100, 2),), ()) == [BetsGathered(2, ((100, 2),), felt.now_s - 1)]
    (pushed,) = felt.chips(bet_zone(3), (), ((100, 2),))
    assert isinstance(pushed, ChipsPushed)


def test_a_split_pot_goes_to_two_stacks(felt: Felt) -> None:
    felt.chips(POT, ((100, 6),), ())
    assert felt.chips(stack_zone(1), (), ((100, 3),)) == [PotPushed(1, ((100, 3),), 2.0)]
    assert felt.chips(stack_zone(7), (), ((100, 3),)) == [PotPushed(7, ((100, 3),), 3.0)]


def test_a_returned_bet_and_the_pot_pushed_in_one_motion_are_told_apart(felt: Felt) -> None:
    felt.chips(bet_zone(1), ((500, 1),), ())
    felt.chips(POT, ((100, 6),), ())
    back = felt.chips(stack_zone(1), (), ((500, 1), (100, 6)))
    assert back == [ChipsTakenBack(1, ((500, 1),), 3.0), PotPushed(1, ((100, 6),), 3.0)]


def test_a_dealer_may_push_bets_straight_to_the_winner_once_the_hand_is_over(felt: Felt) -> None:
    felt.settled = True
    felt.chips(bet_zone(3), ((100, 2),), ())
    felt.chips(POT, ((100, 3),), ())
    pushed = felt.chips(stack_zone(1), (), ((100, 5),))
    assert pushed == [
        PotPushed(1, ((100, 3),), 3.0),
        BetsGathered(3, ((100, 2),), 3.0),
        PotPushed(1, ((100, 2),), 3.0),
    ]


def test_before_that_one_players_bet_never_explains_anothers_stack(felt: Felt) -> None:
    felt.chips(bet_zone(3), ((100, 2),), ())
    assert felt.chips(stack_zone(1), (), ((100, 2),)) == []


def test_a_tray_that_shows_more_than_can_have_come_takes_no_bet_back(felt: Felt) -> None:
    felt.chips(bet_zone(3), ((100, 2),), ())
    assert felt.chips(stack_zone(3), ((100, 5),), ((5000, 20), (100, 28))) == []  # nonsense for a moment
    assert felt.chips(stack_zone(3), ((5000, 20), (100, 28)), ((100, 5),)) == []
    assert felt.chips(POT, (), ((100, 2),)) == [BetsGathered(3, ((100, 2),), 4.0)]


@pytest.mark.parametrize("settled", [False, True])
def test_a_pot_that_shows_more_than_can_have_come_gathers_no_bet(felt: Felt, settled: bool) -> None:
    """A bet went back to its stack, and was told as gathered and pushed: the tray of the pot had jumped meanwhile."""
    felt.settled = settled
    felt.chips(bet_zone(3), ((100, 4),), ())
    assert felt.chips(POT, (), ((5000, 13), (1000, 24), (100, 34))) == []
    assert felt.chips(stack_zone(3), ((100, 5),), ((100, 9),)) == [ChipsTakenBack(3, ((100, 4),), 3.0)]
    assert felt.chips(POT, ((5000, 13), (1000, 24), (100, 34)), ()) == []


def test_a_pot_that_goes_on_showing_more_is_told_what_was_gathered_in_the_end(felt: Felt) -> None:
    felt.chips(bet_zone(3), ((100, 4),), ())
    felt.chips(POT, (), ((100, 7),))
    felt.now_s += 5
    assert felt.chips(bet_zone(4), ((100, 2),), ()) == [BetsGathered(3, ((100, 4),), 2.0)]


def test_a_bet_that_is_pulled_changed_and_pushed_again_before_anything_lies_still(felt: Felt) -> None:
    """500 went back, change was made, 100 came forward: two questions, and 400 that were not there."""
    felt.chips(stack_zone(3), ((500, 3), (100, 2)), ((500, 2), (100, 2)))
    assert felt.chips(bet_zone(3), (), ((500, 1),)) == [ChipsPushed(3, ((500, 1),), 1.7, 2.0)]
    assert felt.chips(bet_zone(3), ((500, 1),), ()) == []
    assert felt.chips(stack_zone(3), ((500, 2), (100, 2)), ((500, 2), (100, 6))) == []
    assert felt.chips(bet_zone(3), (), ((100, 1),)) == [ChipsTakenBack(3, ((100, 4),), 5.0)]
    assert felt.state.flow.adrift == {}


def test_change_that_a_player_makes_in_one_motion_goes_back_before_its_chips_come(felt: Felt) -> None:
    """His bet's tray moved first; nobody can tell which chips did, and a bet of more than both was never there."""
    felt.chips(stack_zone(1), ((1000, 3), (100, 5)), ((1000, 2), (100, 5)))
    felt.chips(bet_zone(1), (), ((1000, 1),))
    assert not felt.chips(bet_zone(1), ((1000, 1),), ((100, 1),))
    events = felt.chips(stack_zone(1), ((1000, 2), (100, 5)), ((1000, 3), (100, 4)))
    assert [type(event).__name__ for event in events] == ["ChipsTakenBack", "ChipsPushed"]


def test_a_call_with_change_made_that_is_swept_before_it_lies_still(felt: Felt) -> None:
    felt.chips(bet_zone(3), (), ())
    felt.chips(bet_zone(4), ((100, 1),), ())
    felt.chips(stack_zone(3), ((100, 3),), ((100, 2), (25, 3)))
    assert felt.chips(POT, (), ((100, 1), (25, 1))) == [
        ChipsPushed(3, ((25, 1),), 2.7, 3.0),
        BetsGathered(3, ((25, 1),), 4.0),
        BetsGathered(4, ((100, 1),), 4.0),
    ]
    assert felt.state.flow.adrift == {}


def test_nor_does_it_win_the_pot_that_goes_to_another_stack(felt: Felt) -> None:
    felt.settled = True
    felt.chips(POT, ((100, 2),), ())
    assert felt.chips(stack_zone(4), ((100, 5),), ((5000, 20), (100, 28))) == []
    assert felt.chips(stack_zone(4), ((5000, 20), (100, 28)), ((100, 5),)) == []
    assert felt.chips(stack_zone(3), (), ((100, 2),)) == [PotPushed(3, ((100, 2),), 4.0)]


def test_a_winner_may_get_chips_from_elsewhere_with_the_pot_all_the_same(felt: Felt) -> None:
    felt.settled = True
    felt.chips(POT, ((100, 2),), ())
    felt.chips(stack_zone(4), (), ((5000, 1), (100, 2)))
    felt.now_s += 5
    assert felt.chips(stack_zone(1), ((100, 2),), ((100, 1),)) == [PotPushed(4, ((100, 2),), 2.0)]


def test_change_made_unseen_is_only_a_fresh_count(felt: Felt) -> None:
    assert felt.chips(stack_zone(6), ((500, 1),), ((100, 5),)) == [StackCounted(6, ((100, 5),), 1.0)]


def test_change_made_of_the_pot_is_told_by_what_lies_there_now(felt: Felt) -> None:
    assert felt.chips(POT, ((500, 1),), ((100, 5),)) == [PotCounted(((100, 5),), 1.0)]
    assert felt.chips(bet_zone(6), ((500, 1),), ((100, 5),)) == []


def test_chips_from_nowhere_become_a_question_not_a_bet(felt: Felt) -> None:
    assert felt.chips(bet_zone(3), (), ((100, 1),)) == []
    felt.now_s += 5
    assert list(felt.due()) == ["chips-adrift:bet:3"]
    felt.state, events = answer(felt.state, "chips-adrift:bet:3", "ignore", felt.now_s)
    assert (events, list(felt.due())) == ((), [])


def test_chips_lifted_and_put_back_are_nothing(felt: Felt) -> None:
    felt.chips(bet_zone(3), ((100, 2),), ((100, 1),))
    assert felt.chips(bet_zone(3), ((100, 1),), ((100, 2),)) == []
    felt.now_s += 5
    assert list(felt.due()) == []


@given(
    pieces=st.lists(st.sampled_from([25, 100, 500]), min_size=1, max_size=6),
    loss_cuts=st.integers(1, 3),
    order=st.randoms(use_true_random=False),
)
def test_a_push_is_told_exactly_once_in_full_however_the_zones_report_it(
    pieces: list[int], loss_cuts: int, order: object
) -> None:
    """The bet rests once; the stack may report its loss in up to three motions, before, between or after."""
    chips = chips_of((piece, 1) for piece in pieces)
    stack = add_chips(chips, ((1000, 3),))
    losses = [chips_of((piece, 1) for piece in pieces[at::loss_cuts]) for at in range(loss_cuts)]
    felt = Felt()
    moves: list[tuple[Zone, Chips]] = [(stack_zone(1), loss) for loss in losses if loss]
    position = order.randrange(len(moves) + 1)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    events: list[Event] = []
    for zone, loss in itertools.chain(moves[:position], [(bet_zone(1), chips)], moves[position:]):
        if zone == bet_zone(1):
            events += felt.chips(zone, (), chips)
        else:
            left = subtract_chips(stack, loss)
            events += felt.chips(zone, stack, left)
            stack = left
    pushed = [event for event in events if isinstance(event, ChipsPushed)]
    assert [event for event in events if not isinstance(event, ChipsPushed)] == []
    assert len(pushed) == 1
    assert total_chips(pushed[0].chips) == total_chips(chips)

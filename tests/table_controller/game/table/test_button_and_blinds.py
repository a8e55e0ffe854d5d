"""Where button and blinds go, hand after hand: the dead button, heads-up, newcomers."""

from __future__ import annotations

import random

from table_controller.game.state.button import Positions, Ways, first_positions, next_positions


def _next(last: Positions, *players: int, seats: int = 5, stays: bool = False) -> Positions:
    positions = next_positions(seats, last, players, Ways(stays=stays))
    assert positions is not None
    return positions


def test_first_hand_posts_left_of_the_button() -> None:
    assert first_positions(5, 1, (1, 2, 3, 4)) == Positions(1, 2, 3, 2)


def test_first_hand_heads_up_the_button_posts_the_small_blind() -> None:
    assert first_positions(5, 4, (2, 4)) == Positions(4, 4, 2, 4)


def test_first_hand_with_the_button_at_an_empty_place() -> None:
    assert first_positions(5, 1, (3, 4)) == Positions(4, 4, 3, 4)
    assert first_positions(5, 1, (3, 4, 5)) == Positions(1, 3, 4, 3)


def test_small_blind_busts_and_the_button_is_dead() -> None:
    first = Positions(1, 2, 3, 2)
    second = _next(first, 1, 3, 4, 5)
    assert (second.button, second.small_blind, second.big_blind) == (2, 3, 4)
    assert (_next(first, 1, 3, 4, 5, stays=True).button) == 1
    third = _next(second, 1, 3, 4, 5)
    assert (third.button, third.small_blind, third.big_blind) == (3, 4, 5)


def test_big_blind_busts_and_nobody_posts_the_small_blind() -> None:
    second = _next(Positions(1, 2, 3, 2), 1, 2, 4, 5)
    assert (second.button, second.small_blind, second.big_blind) == (2, None, 4)
    third = _next(second, 1, 2, 4, 5)
    assert (third.button, third.small_blind, third.big_blind) == (3, 4, 5)  # the button rests at the empty place
    assert _next(second, 1, 2, 4, 5, stays=True).button == 2
    assert _next(third, 1, 2, 4, 5).button == 4


def test_both_blinds_bust() -> None:
    second = _next(Positions(1, 2, 3, 2), 1, 4, 5)
    assert (second.button, second.small_blind, second.big_blind) == (2, None, 4)


def test_down_to_two_the_big_blind_still_moves_on() -> None:
    after = Positions(1, 2, 3, 2)
    assert _next(after, 2, 3) == Positions(3, 3, 2, 3)  # the button busts
    assert _next(after, 1, 3) == Positions(3, 3, 1, 3)  # the small blind busts
    assert _next(after, 1, 2) == Positions(2, 2, 1, 2)  # the big blind busts


def test_heads_up_blinds_alternate() -> None:
    first = Positions(4, 4, 2, 4)
    second = _next(first, 2, 4)
    assert (second.button, second.big_blind) == (2, 4)
    assert _next(second, 2, 4) == first


def test_newcomer_between_the_blinds_of_a_heads_up_game() -> None:
    after = Positions(1, 1, 4, 1)
    assert _next(after, 1, 2, 4) == Positions(2, 4, 1, 4)
    assert _next(after, 1, 4, 5) == Positions(1, 4, 5, 4)


def test_two_left_without_an_adjustment_the_button_moves_on_as_ever() -> None:
    after, plain = Positions(1, 2, 3, 2), Ways(stays=True, adjusts=False)
    assert next_positions(3, after, (2, 3), plain) == Positions(2, 2, 3, 2)  # the button busts: 3 is big blind again
    assert next_positions(3, after, (1, 3), plain) == Positions(1, 1, 3, 1)  # the small blind busts
    assert next_positions(3, after, (1, 2), plain) == Positions(2, 2, 1, 2)  # the big blind busts
    assert next_positions(3, Positions(2, 2, 3, 2), (2, 3), plain) == Positions(3, 3, 2, 3)  # two as before


def test_the_button_does_not_stay_at_a_seat_that_may_not_have_it() -> None:
    after = Positions(1, 2, 3, 2)
    assert next_positions(5, after, (1, 2, 3, 4), Ways(stays=True, never=(2,))) == Positions(1, 3, 4, 3)
    assert next_positions(5, after, (1, 2, 3, 4), Ways(never=(2,))) == Positions(2, 3, 4, 3)


def test_fewer_than_two_players_have_no_positions() -> None:
    assert first_positions(5, 1, (3,)) is None
    assert next_positions(5, Positions(1, 2, 3, 2), (3,)) is None


def test_nobody_posts_the_big_blind_twice_running_or_is_skipped() -> None:
    for seed in range(300):
        chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
        players = sorted(chance.sample(range(1, 11), chance.randint(3, 10)))
        positions = first_positions(10, chance.choice(players), tuple(players))
        while positions is not None:
            due = {seat: (seat - positions.big_blind - 1) % 10 for seat in players}
            players = [seat for seat in players if chance.random() > 0.1]
            last = positions.big_blind
            positions = next_positions(10, positions, tuple(players), Ways(stays=chance.random() < 0.5))
            if positions is not None:
                assert positions.big_blind != last
                assert positions.big_blind == min(players, key=due.__getitem__)
                assert positions.small_blind in (*players, None)
                assert positions.button != positions.big_blind
                assert (positions.button == positions.small_blind) == (len(players) == 2)

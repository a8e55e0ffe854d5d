"""Where button and blinds are, and where they go: the dead button.

| situation            | button            | small blind      | big blind     | why                            |
|----------------------|-------------------|------------------|---------------|--------------------------------|
| first hand           | as the table says | next player      | the one after | drawn for                      |
| next hand            | last small blind  | last big blind   | next player   | no big blind skipped, or twice |
| last one's seat empty | the empty place, or where it lay | nobody | next player | dead button, dead small blind |
| two players          | the small blind   | the other player | next player   | the button is adjusted         |
| newcomer between the blinds | the one before the small blind | as above | next player | the button is behind |
"""

from __future__ import annotations

from dataclasses import dataclass

from table_controller.machines.seats import clockwise

HEADS_UP = 2
"""Players in the smallest hand."""


@dataclass(frozen=True, slots=True)
class Positions:
    """Places of button and blinds for one hand.

    `small_place` is the small blind's place even when nobody sits there to post it; `small_blind` is
    then None.
    """

    button: int
    small_blind: int | None
    big_blind: int
    small_place: int


def first_positions(seats: int, button: int, players: tuple[int, ...]) -> Positions | None:
    """Positions of the first hand; `players` are the seats with chips. None for fewer than two."""
    if len(players) < HEADS_UP:
        return None
    order = [seat for seat in clockwise(seats, button) if seat in players]
    if len(order) == HEADS_UP:
        small = button if button in players else order[1]
        big = next(seat for seat in order if seat != small)
        return Positions(small, small, big, small)
    return Positions(button, order[0], order[1], order[0])


def next_positions(seats: int, last: Positions, players: tuple[int, ...], puck_stays: bool) -> Positions | None:
    """Positions after a hand with `last`; None for fewer than two players with chips."""
    if len(players) < HEADS_UP:
        return None
    big = next(seat for seat in clockwise(seats, last.big_blind) if seat in players)
    if len(players) == HEADS_UP:
        small = next(seat for seat in players if seat != big)
        return Positions(small, small, big, small)
    place = last.big_blind
    button = last.small_place
    if puck_stays and button not in players:
        button = last.button
    ahead = clockwise(seats, place)
    if button == place or ahead.index(button) <= ahead.index(big):
        button = next(seat for seat in reversed(ahead[:-1]) if seat in players)
    return Positions(button, place if place in players else None, big, place)

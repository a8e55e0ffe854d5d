"""Where button and blinds are, and where they go: the dead button.

| situation            | button            | small blind      | big blind     | why                            |
|----------------------|-------------------|------------------|---------------|--------------------------------|
| first hand           | as the table says | next player      | the one after | drawn for                      |
| next hand            | last small blind  | last big blind   | next player   | no big blind skipped, or twice |
| last one's seat empty | the empty place, or where it lay | nobody | next player | dead button, dead small blind |
| two players          | the small blind   | the other player | next player   | the button is adjusted         |
| newcomer between the blinds | the one before the small blind | as above | next player | the button is behind |
| two, not adjusted    | last small blind  | the button       | the other one | it goes on as ever             |
| moved one too far    | as it lies        | next player      | the one after | the hand is dealt so           |
| the hand after that  | where it was due  | as due           | as due        | back one                       |
| and after that       | on from the hand too far | as ever   | as ever       | forward two                    |
"""

from __future__ import annotations

from msgspec import Struct

from firmware_bridge.vocabulary.observations import Handle
from table_controller.game.state.seats import clockwise

HEADS_UP = 2
"""Players in the smallest hand."""


class Positions(Struct, frozen=True):
    """Places of button and blinds for one hand.

    `small_place` is the small blind's place even when nobody sits there to post it; `small_blind` is
    then None.
    """

    button: int
    small_blind: int | None
    big_blind: int
    small_place: int


class Ways(Struct, frozen=True):
    """How a book moves the button.

    `moves`: on after each hand; `dead`: the blinds go on first, and the button follows over empty places, or `stays`
    where it lay; `posts`: of two players it is the small blind; `adjusts`: as two are left it goes where nobody is the
    big blind twice. `never` are seats to which it does not go.
    """

    moves: bool = True
    dead: bool = True
    stays: bool = False
    posts: bool = True
    adjusts: bool = True
    never: tuple[int, ...] = ()


AS_EVER = Ways()


class ButtonHistory(Struct, frozen=True):
    """How the button came where it is, and goes on from there.

    `waits` are the seats of newcomers who get no cards in the coming hand. `due` is where button and blinds should have
    been in a hand that was dealt with the button elsewhere; `ahead` are those of such a hand while the one that it
    passed over is played. `ruled` are words of the floor on the button of this hand, or of the coming one.
    `drawing`: cards are dealt for the first button, `drawn` are those that came, by seat.
    """

    waits: tuple[int, ...] = ()
    due: Positions | None = None
    ahead: Positions | None = None
    ruled: tuple[str, ...] = ()
    drawing: bool = False
    drawn: tuple[tuple[int, Handle], ...] = ()


NO_COURSE = ButtonHistory()
"""As the button goes from where it was drawn for."""


def first_positions(seats: int, button: int, players: tuple[int, ...], ways: Ways = AS_EVER) -> Positions | None:
    """Positions of a hand with the button at `button`; `players` are the seats dealt in. None for fewer than two."""
    if len(players) < HEADS_UP:
        return None
    order = [seat for seat in clockwise(seats, button) if seat in players]
    if len(order) == HEADS_UP and ways.posts:
        small = button if button in players else order[1]
        big = next(seat for seat in order if seat != small)
        return Positions(small, small, big, small)
    return Positions(button, order[0], order[1], order[0])


def next_positions(seats: int, last: Positions, players: tuple[int, ...], ways: Ways = AS_EVER) -> Positions | None:
    """Positions after a hand with `last`; None for fewer than two players dealt in."""
    if len(players) < HEADS_UP:
        return None
    if not ways.moves:
        return first_positions(seats, last.button, players, ways)
    if not ways.dead:
        return first_positions(seats, _next(seats, last.button, players), players, ways)
    big = _next(seats, last.big_blind, players)
    if len(players) == HEADS_UP:
        return _of_two(seats, last, players, ways)
    place = last.big_blind
    button = last.small_place
    if ways.stays and (button not in players or button in ways.never):
        button = last.button
    ahead = clockwise(seats, place)
    if button == place or ahead.index(button) <= ahead.index(big):
        button = next(seat for seat in reversed(ahead[:-1]) if seat in players)
    return Positions(button, place if place in players else None, big, place)


def entering_two(last: Positions | None, positions: Positions | None) -> bool:
    """Whether more than two were dealt in before, and two are now."""
    return last is not None and positions is not None and _is_of_two(positions) and not _is_of_two(last)


def _is_of_two(positions: Positions) -> bool:
    return positions.button == positions.small_place


def _of_two(seats: int, last: Positions, players: tuple[int, ...], ways: Ways) -> Positions | None:
    big = _next(seats, last.big_blind, players)
    button = next(seat for seat in players if seat != big)
    if not ways.adjusts and not _is_of_two(last):
        lay = [seat for seat in (last.small_place, last.button) if seat in players]
        button = lay[0] if lay else _next(seats, last.button, players)
    return first_positions(seats, button, players, ways)


def _next(seats: int, after: int, players: tuple[int, ...]) -> int:
    return next(seat for seat in clockwise(seats, after) if seat in players)

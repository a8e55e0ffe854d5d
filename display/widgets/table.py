"""The table: seats around the felt, bets in front of them, board and pots in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from textual.app import ComposeResult
from textual.containers import Container

from display.screen import geometry
from display.screen.geometry import Box, Felt
from display.screen.paint import Line, part
from display.screen.placing import put
from display.widgets.bet import BetLine, bet_line
from display.widgets.middle import Middle
from display.widgets.rail import Rail
from display.widgets.seat import SeatBox, SeatPicture
from display.wording.wording import Wording
from table_controller.vocabulary.views import TableView

MOST_SEATS = 10

_OVAL_FROM_ROWS = 30
"""On a lower table the seats would hide most of the rail."""


class Table(Container):
    """Places its parts by `geometry.felt` and tells each what to draw."""

    def __init__(self) -> None:
        super().__init__(id="table")
        self._rail = Rail(id="rail")
        self._middle = Middle(id="middle")
        self._seats = tuple(SeatBox(classes="seat") for _ in range(MOST_SEATS))
        self._bets = tuple(BetLine(classes="bet") for _ in range(MOST_SEATS))

    def compose(self) -> ComposeResult:
        yield self._rail
        yield self._middle
        yield from self._seats
        yield from self._bets

    def draw(self, view: TableView, words: Wording, box: Box, *, large: bool) -> None:
        """Show `view` on a felt of the size of `box`."""
        columns, rows = box.width, box.height
        felt = geometry.felt(len(view.seats), columns, rows, large=large)
        put(self._rail, Box(0, 0, columns, rows))
        ground = self._rail.draw(columns, rows, oval=felt.roomy and rows >= _OVAL_FROM_ROWS)
        put(self._middle, felt.middle)
        self._middle.draw(view, words, felt.middle.width, felt.middle.height, large=felt.large)
        for number, (drawn, bet) in enumerate(zip(self._seats, self._bets, strict=True)):
            drawn.display = bet.display = number < len(felt.places) and number < len(view.seats)
            if drawn.display:
                self._draw_seat(view, number, felt.places[number], words, felt)
                place, lies = felt.places[number], view.bets[number] if view.bets else None
                line = bet_line(view.seats[number], lies, words, place.box.width)
                self._draw_bet(line, number, place, ground)

    def _draw_seat(self, view: TableView, number: int, place: geometry.Place, words: Wording, felt: Felt) -> None:
        seat, whole = view.seats[number], place.box
        body = Box(whole.x, whole.y + (1 if place.bet_above else 0), whole.width, whole.height - 1)
        to_act = view.action is not None and view.action.seat == seat.seat
        marks = marks_of(view, seat.seat, words)
        put(self._seats[number], body)
        picture = SeatPicture(
            seat,
            marks,
            to_act,
            0 if view.bring_in else view.big_blind_chips,  # nobody counts in blinds where there are none
            body.width,
            felt.roomy,
            _of(view.senses, seat.seat),
            _of(view.absent, seat.seat),
            _of(view.penalties, seat.seat),
            view.stacks[number] if view.stacks else None,
            view.board,
            felt.large,
            view.variant,
        )
        self._seats[number].told = picture, words

    def _draw_bet(self, line: Line, number: int, place: geometry.Place, ground: list[Line]) -> None:
        whole = place.box
        box = Box(whole.x, whole.y if place.bet_above else whole.bottom - 1, whole.width, 1)
        put(self._bets[number], box)
        self._bets[number].draw(line, part(ground[box.y], box.x, box.right))


class _Seated(Protocol):
    @property
    def seat(self) -> int: ...


_About = TypeVar("_About", bound=_Seated)


def _of(those: Iterable[_About], seat: int) -> _About | None:
    """The one that is about a seat."""
    return next((one for one in those if one.seat == seat), None)


def marks_of(view: TableView, seat: int, words: Wording) -> tuple[str, ...]:
    """Button and blinds lying at a seat: the button where its reader sees it, whoever it belongs to."""
    button = view.button if view.puck is None else view.puck
    lying = (("button", button), ("small-blind", view.small_blind), ("big-blind", view.big_blind))
    return tuple(words.say(f"mark.{mark}") for mark, at in lying if at == seat)

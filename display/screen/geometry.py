"""Where everything lies on the felt, as pure arithmetic on terminal cells.

The screen is the table seen by the dealer, who sits at the bottom: seat 1 is at the dealer's left
hand and the seats run clockwise. Places never overlap; a test tries every count and size.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MIN_COLUMNS: Final = 80
MIN_ROWS: Final = 24

ACTION_ROWS: Final = 2

LARGE: Final = (160, 44)
"""From this terminal on, what is read from across the room is drawn three rows high."""

_LARGE_NEXT_ROWS: Final = 5
_LARGE_ACTION_ROWS: Final = 4
_LARGE_SEAT: Final = (36, 8)
"""Columns and rows of a seat there, its bet line included."""
_LARGE_FELT: Final = (104, 31)
"""From this felt size it has the room."""

_TALL_SCREEN_ROWS: Final = 30
"""From this height the next act stands on three rows."""

_TALL_KEYS_ROWS: Final = 40
"""From this height a key is three rows high, for a finger."""

_SIDE_PANEL_COLUMNS: Final = 150
"""From this width the findings stand beside the table instead of under it."""

_ROOMY: Final = (104, 21)
"""From this felt size a seat has a frame."""

_LOWEST_TABLE: Final = 12
"""Rows of a table with seats above, beside and below the middle."""

_WIDEST_SEAT: Final = 30
_WIDEST_COMPACT_SEAT: Final = 22
_STAGGER: Final = 4
"""Rows by which outer seats may stand nearer to the middle than inner ones: what makes the oval."""

_PAIR: Final = 2
"""Two seats in a row are both inner ones."""

_AROUND: Final[dict[int, tuple[int, int, int]]] = {
    2: (0, 1, 0),
    3: (0, 1, 1),
    4: (0, 1, 2),
    5: (1, 1, 1),
    6: (1, 1, 2),
    7: (1, 1, 3),
    8: (1, 1, 4),
    9: (2, 1, 3),
    10: (2, 1, 4),
}
"""Places by number of seats: at the bottom on each side of the dealer, at each end, at the top."""


class Box(NamedTuple):
    """A rectangle in cells."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """First column after the rectangle."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """First row after the rectangle."""
        return self.y + self.height

    def overlaps(self, other: Box) -> bool:
        """Whether a cell belongs to both."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


class Place(NamedTuple):
    """One seat's rectangle, its bet line included, and whether that line is above the seat or below it."""

    box: Box
    bet_above: bool


class Felt(NamedTuple):
    """The felt laid out: a place for each seat in order, the middle for board and pots, frames or none.

    On a `large` felt stacks and pot are drawn three rows high.
    """

    places: tuple[Place, ...]
    middle: Box
    roomy: bool
    large: bool


class Screen(NamedTuple):
    """The parts of the screen, from top to bottom.

    Help lies over everything between next act and keys, a sheet over table and panel only. On a `large` one, what is
    read from across the room is drawn.
    """

    status: Box
    next_act: Box
    action: Box
    table: Box
    panel: Box
    keys: Box
    help: Box
    sheet: Box
    large: bool


def screen(columns: int, rows: int, wanted: int = 0, *, over: bool = False) -> Screen:
    """Divide a terminal of at least `MIN_COLUMNS` x `MIN_ROWS`; the panel stands beside the table if it is wide.

    Under the table it grows up to the `wanted` rows as far as the seats keep their form; if it may lie `over` the table
    and needs to, it takes the table's place, whose box has no rows then.
    """
    large = columns >= LARGE[0] and rows >= LARGE[1]
    next_rows = _LARGE_NEXT_ROWS if large else 3 if rows >= _TALL_SCREEN_ROWS else 1
    action_y = 1 + next_rows
    action_rows = _LARGE_ACTION_ROWS if large else ACTION_ROWS
    top = action_y + action_rows
    key_rows = 3 if rows >= _TALL_KEYS_ROWS else 1
    free = rows - top - key_rows
    side = min(56, columns * 3 // 10) if columns >= _SIDE_PANEL_COLUMNS else 0
    under = 0 if side else _under(columns, free, max(5, rows * 2 // 9), wanted, over=over)
    table = Box(0, top, columns - side, free - under)
    return Screen(
        status=Box(0, 0, columns, 1),
        next_act=Box(0, 1, columns, next_rows),
        action=Box(0, action_y, columns, action_rows),
        table=table,
        panel=Box(table.right, top, side, free) if side else Box(0, table.bottom, columns, under),
        keys=Box(0, rows - key_rows, columns, key_rows),
        help=Box(0, action_y, columns, rows - key_rows - action_y),
        sheet=Box(0, top, columns, free),
        large=large,
    )


def _under(columns: int, free: int, usual: int, wanted: int, *, over: bool) -> int:
    """Rows of the panel under the table, of `free` rows for both."""
    roomy = columns >= _ROOMY[0] and free - usual >= _ROOMY[1]
    most = max(usual, free - (_ROOMY[1] if roomy else _LOWEST_TABLE))
    if over and wanted > most:
        most = max(usual, free - _LOWEST_TABLE)
        return free if wanted > most else wanted
    return min(max(usual, wanted), most)


def felt(seats: int, columns: int, rows: int, *, large: bool = False) -> Felt:
    """Lay out `seats` places (2 to 10) on a felt of this size; on a `large` screen with large seats, if it has room."""
    corner, end, top = _AROUND[min(10, max(2, seats))]
    roomy = columns >= _ROOMY[0] and rows >= _ROOMY[1]
    large = large and columns >= _LARGE_FELT[0] and rows >= _LARGE_FELT[1]
    height = _LARGE_SEAT[1] if large else 6 if roomy else 4
    widest = _LARGE_SEAT[0] if large else _WIDEST_SEAT if roomy else _WIDEST_COMPACT_SEAT
    width = _seat_width(max(top, 2 * corner), columns, widest, roomy)
    stagger = max(0, min(_STAGGER, (rows - 3 * height) // 2))
    above = _row(top, columns, width, 0, height, stagger)
    below = _row(2 * corner, columns, width, rows - height, height, -stagger)
    ends_y = (rows - height) // 2
    left, right = Box(0, ends_y, width, height), Box(columns - width, ends_y, width, height)
    bottom_left, bottom_right = below[:corner], below[corner:]
    places = (
        *(Place(box, bet_above=True) for box in reversed(bottom_left)),
        *(Place(left, bet_above=False) for _ in range(end)),
        *(Place(box, bet_above=False) for box in above),
        *(Place(right, bet_above=False) for _ in range(end)),
        *(Place(box, bet_above=True) for box in reversed(bottom_right)),
    )
    return Felt(places, _middle(above, below, width, columns, rows), roomy, large)


def _seat_width(in_a_row: int, columns: int, widest: int, roomy: bool) -> int:
    across = max(in_a_row, 3)
    spare = 2 * across if roomy else across
    return min(widest, (columns - spare) // across)


def _row(count: int, columns: int, width: int, y: int, height: int, stagger: int) -> list[Box]:
    """`count` places from left to right; the outer ones moved by `stagger` rows."""
    boxes = []
    for at in range(count):
        x = int((at + 0.5) * columns / count - width / 2)
        outer = count > _PAIR and at in (0, count - 1)
        boxes.append(Box(x, y + (stagger if outer else 0), width, height))
    return boxes


def _middle(above: list[Box], below: list[Box], side: int, columns: int, rows: int) -> Box:
    """What is left free between the ends and between the rows."""
    x, right = side + 1, columns - side - 1
    y = max((box.bottom for box in above if box.x < right and x < box.right), default=0)
    bottom = min((box.y for box in below if box.x < right and x < box.right), default=rows)
    return Box(x, y, right - x, bottom - y)

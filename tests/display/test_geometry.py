"""Places on the felt: every count of seats, every size, nothing over anything else."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.screen import geometry
from display.screen.geometry import Box

columns = st.integers(geometry.MIN_COLUMNS, 300)
rows = st.integers(geometry.MIN_ROWS, 100)


@given(st.integers(2, 10), columns, rows)
def test_nothing_overlaps_and_nothing_leaves_the_table(seats: int, wide: int, high: int) -> None:
    screen = geometry.screen(wide, high)
    box = screen.table
    felt = geometry.felt(seats, box.width, box.height, large=screen.large)
    assert len(felt.places) == seats
    parts = [*(place.box for place in felt.places), felt.middle]
    whole = Box(0, 0, box.width, box.height)
    assert all(_inside(part, whole) for part in parts)
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert felt.middle.height >= 4
    assert felt.middle.width >= 30


@given(columns, rows)
def test_the_screen_is_divided_without_rest(wide: int, high: int) -> None:
    screen = geometry.screen(wide, high)
    parts = (screen.status, screen.next_act, screen.action, screen.table, screen.panel, screen.keys)
    assert sum(part.width * part.height for part in parts) == wide * high
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_run_clockwise_from_the_dealers_left(seats: int) -> None:
    felt = geometry.felt(seats, 120, 24)
    centres = [place.box.x + place.box.width / 2 for place in felt.places]
    assert centres[0] < 60 < centres[-1]
    first_right = next(at for at, centre in enumerate(centres) if centre >= 60)
    heights = [place.box.y for place in felt.places]
    assert heights[:first_right] == sorted(heights[:first_right], reverse=True)
    assert heights[first_right:] == sorted(heights[first_right:])


def _inside(part: Box, whole: Box) -> bool:
    return part.x >= 0 and part.y >= 0 and part.right <= whole.right and part.bottom <= whole.bottom

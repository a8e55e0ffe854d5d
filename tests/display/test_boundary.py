"""Text from outside: what may be seen passes, what could steer a terminal does not."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from display.wording import boundary

anything = st.text(st.characters(exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2JAnna", "[2JAnna"),
        ("\x1b]52;c;cm0gLXJm\x07Bob", "]52;c;cm0gLXJmBob"),
        ("\x9b31mCarl", "31mCarl"),
        ("a\u202egnorw\u202c", "agnorw"),
        ("z\u200be\u200dr\ufeff\u2060o", "zero"),
        ("Zo\u0308e\u0301", "Zöé"),
        ("a\u0308\u0308\u0308\u0308\u0308\u0308", "ä\u0308\u0308"),
        ("  two\t\nlines\u2028and\u3000more ", "two lines and more"),
        ("x[/]y", "x[/]y"),
        ("李小龍", "李小龍"),
        ("\u0301\u0301", ""),
        ("\x00" * 500, ""),
        ("\ud800lone", "lone"),
    ],
)
def test_what_is_left_of_a_hostile_name(hostile: str, shown: str) -> None:
    assert boundary.clean_name(hostile) == shown


def test_a_long_name_ends_in_an_ellipsis_and_fits() -> None:
    shown = boundary.clean_name("Bartholomew van der Meulen-Strozzi")
    assert shown == "Bartholomew van der Meu…"
    assert cell_len(boundary.clean_name("龍" * 40)) <= boundary.NAME_CELLS


def test_a_megabyte_costs_nothing() -> None:
    assert len(boundary.clean("A" * 1_000_000, 24)) == 24
    assert boundary.clean("\u0301" * 1_000_000, 24) == ""


@given(anything, st.integers(0, 40))
def test_nothing_that_steers_is_left(text: str, cells: int) -> None:
    shown = boundary.clean(text, cells)
    assert not [char for char in shown if unicodedata.category(char)[0] == "C"]
    assert cell_len(shown) <= cells
    assert boundary.clean(shown, cells) == shown


@given(anything)
def test_the_last_net_lets_no_control_character_through(text: str) -> None:
    kept = boundary.guard(text)
    assert not [char for char in kept if unicodedata.category(char)[0] == "C"]


def test_the_last_net_keeps_the_layout() -> None:
    assert boundary.guard("  ▶ 7 Anna   10,000  ") == "  ▶ 7 Anna   10,000  "

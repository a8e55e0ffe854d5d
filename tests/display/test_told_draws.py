"""A hand of a draw game, and one in halves, as people read them, and as the database has them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from support.script_text import script_text, stud_text
from support.told_hands import account_told

from display.log import told_hand
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.histories.database import database_bytes
from table_controller.vocabulary.accounts import HandAccount

DRAW = (
    "deal 1=2c3c4c5c9d 2=2h3h4h8d9h\n1: raises to 600\n2: calls\n3: calls\n2: discards 9h\n3: discards 2\n"
    "1: stands pat\nburn\ncard 2 7d\ncard 3\ncard 3\n2: bets 600\n3: folds\n1: folds\n2: shows"
)
HALVES = (
    "deal 1=AhAdKs9s 2=2h4dQs9c\n1: raises to 400\n2: calls\n3: folds\nflop 3c5d8h\n2: checks\n1: checks\n"
    "turn Kd\n2: checks\n1: checks\nriver Jd\n2: checks\n1: checks\n2: shows\n1: shows"
)


def account(variant: str, steps: str) -> HandAccount:
    return account_told(script_text(variant, steps).replace('"NT"', f'"{variant}"'))


def told(hand: HandAccount, language: str) -> list[str]:
    return [line.strip() for line in told_hand(hand, wording_in(language))]


@pytest.mark.parametrize(
    ("language", "drawn", "hidden", "pat"),
    [
        ("en", "draws 1: 7d", "draws 2", "stands pat"),
        ("it", "cambia 1: 7d", "cambia 2", "è servito"),
        ("es", "pide 1: 7d", "pide 2", "se planta"),
    ],
)
def test_a_draw_is_told_with_the_cards_that_were_seen(language: str, drawn: str, hidden: str, pat: str) -> None:
    lines = told(account("N2L1D", DRAW), language)
    at = next(number for number, line in enumerate(lines) if line.endswith(drawn))
    assert [line.endswith(end) for line, end in zip(lines[at : at + 3], (drawn, hidden, pat), strict=True)] == [
        True
    ] * 3
    assert not [line for line in lines if "9h" in line or "9d" in line], "what was thrown away nobody saw"


@pytest.mark.parametrize(("language", "low"), [("en", "with a low"), ("it", "con un low"), ("es", "con una mano baja")])
def test_each_half_is_told_with_the_hand_that_won_it(language: str, low: str) -> None:
    hand = account("PO/8", HALVES)
    hand = replace(hand, seats=tuple(replace(seat, label="One pair" if seat.shown else "") for seat in hand.seats))
    won = [line for line in told(hand, language) if any(f"{word} 500 " in line for word in ("wins", "vince", "gana"))]
    assert [low in line for line in won] == [False, True]


def test_the_database_has_draws_and_halves() -> None:
    hands = (account("N2L1D", DRAW), account("PO/8", HALVES))
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(database_bytes([hands[0]], "E"))
        assert base.execute("SELECT number, street, seat, thrown, came FROM draws").fetchall() == [
            (1, "draw", 2, 1, "7d"),
            (2, "draw", 3, 2, "????"),
            (3, "draw", 1, 0, ""),
        ]
        base.deserialize(database_bytes([hands[1]], "E"))
        assert base.execute("SELECT seat, chips, half FROM shares").fetchall() == [(1, 500, "high"), (2, 500, "low")]


STUD = "deal 1=AhAdKs 2=9c9d2d 3=JsJd2h\n3: folds\n1: raises to 100\n2: folds"


@pytest.mark.parametrize(
    ("language", "brings"), [("en", "brings in 50"), ("it", "mette il bring-in 50"), ("es", "pone el bring-in 50")]
)
def test_a_hand_of_stud_begins_with_who_brought_it_in(language: str, brings: str) -> None:
    assert [line for line in told(account_told(stud_text("F7S", STUD)), language) if line.endswith(brings)]


def test_the_database_has_the_up_cards_of_every_hand_of_stud() -> None:
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(database_bytes([account_told(stud_text("F7S", STUD))], "E"))
        assert base.execute("SELECT bring_in, bring_in_chips FROM hands").fetchall() == [(2, 50)]
        assert base.execute("SELECT street, seat, up, cards FROM dealt").fetchall() == [
            ("third", 1, 1, "????Ks"),
            ("third", 2, 1, "????2d"),
            ("third", 3, 1, "????2h"),
        ]

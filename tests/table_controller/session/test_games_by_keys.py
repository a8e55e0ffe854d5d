"""Draws and stud where readers see nothing, or where a reader sees a card that lies face up as if it lay face down."""

from __future__ import annotations

import asyncio

import pytest
from support.dealt_tables import Felt, Fingers, KeysOnly, opened_for
from support.scripted_dealer import Wrong

from display.keys.hints import offered
from display.keys.machine import press
from display.keys.pad import Keypad
from display.widgets.next_act import next_acts
from display.widgets.shown import Shown
from display.widgets.status import status_line
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.cards import parse_cards
from table_controller.game.queries import up_cards
from table_controller.vocabulary.commands import ChooseGame, MarkBoard, Rule, ShowCards, TurnUp
from table_controller.vocabulary.views import GameView, Refused, TableView


def told(fingers: Fingers, keys: str) -> list[str]:
    """What comes next after each key that has made something happen."""
    said: list[str] = []
    for key in keys.split():
        asyncio.run(fingers.press(key))
        now = next_acts(fingers.view(), ENGLISH)[-1]
        said += [now] if now not in said[-1:] else []
    return said


def shown(fingers: Fingers, seat: int) -> tuple[str, ...]:
    return next(one.up for one in fingers.view().seats if one.seat == seat)


def test_a_draw_is_dealt_by_keys() -> None:
    """n and the number is a draw, c keeps all cards; space burns, and deals each card."""
    fingers = Fingers(KeysOnly(opened_for("N2L1D")))
    told(fingers, "space D k k c")
    assert {("c", "key.pat"), ("n", "key.draws")} <= set(offered(Keypad(), fingers.view()))
    assert told(fingers, "c n 2 enter n 1 enter space space space space") == [
        "Seat 3 Player 3 discards, or stands pat",
        "Seat 1 Player 1 discards, or stands pat",
        "Burn a card",
        "Deal a card to seat 3 Player 3",
        "Deal a card to seat 1 Player 1",
        "Action on seat 2 Player 2",
    ]
    assert [seat.cards for seat in fingers.view().seats] == [5, 5, 5]
    assert fingers.view().findings == ()


def test_no_more_cards_are_drawn_than_lie_there() -> None:
    fingers = Fingers(KeysOnly(opened_for("N2L1D")))
    told(fingers, "space D k k c n 6 enter")
    assert fingers.view().discards == 2  # who said it has drawn nothing yet
    assert [found.topic for found in fingers.view().findings] == ["irregular"]


def test_a_number_said_of_cards_that_are_read_waits_for_the_cards() -> None:
    felt = Felt(opening=opened_for("N2L1D"))
    felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 1) * 5))
    fingers = Fingers(felt)
    told(fingers, "k k c")
    assert ("n", "key.draws") not in offered(Keypad(), fingers.view())
    told(fingers, "n 2 enter")
    assert fingers.view().discards == 2
    assert fingers.view().findings == ()


def test_up_cards_are_named_by_keys() -> None:
    """Seat by seat from the left of the button; before all have a name nobody can bring in."""
    fingers = Fingers(KeysOnly(opened_for("F7S")))
    assert told(fingers, "space D S 2 2 c enter S 3 K h enter S 1 9 s enter space")[1:] == [
        "Name the card face up at seat 2 Player 2",
        "Name the card face up at seat 3 Player 3",
        "Name the card face up at seat 1 Player 1",
        "Seat 2 Player 2 brings it in: 50",
        "Action on seat 3 Player 3",
    ]
    assert [shown(fingers, seat) for seat in (1, 2, 3)] == [("9s",), ("2c",), ("Kh",)]
    assert {seat.seat: seat.bet_chips for seat in fingers.view().seats}[2] == 50


def test_a_card_cannot_lie_face_up_twice_and_no_more_than_lie_there() -> None:
    table = KeysOnly(opened_for("F7S"))
    fingers = Fingers(table)
    told(fingers, "space D S 2 2 c enter")
    assert table.take(ShowCards(3, parse_cards("2c"))) == Refused("card-there card=2c")
    assert table.take(ShowCards(3, parse_cards("KhKd"))) == Refused("up-cards-of-a-seat cards=1")
    with pytest.raises(Wrong, match="up-cards-of-a-seat"):
        told(fingers, "S 3 K h 9 s enter")


def test_an_up_card_that_lay_where_cards_lie_face_down_is_asked_for() -> None:
    """The antenna below the hole cards read it: the bridge does not tell its face, the dealer sees it."""
    felt = Felt(opening=opened_for("F7S"))
    antes = [f"{seat}: pushes 25" for seat in (2, 3, 1)]
    felt.told("shuffle", *antes, *(f"card {seat}" for seat in (2, 3, 1) * 2), "up 2 2c", "card 3 Kh", "up 1 9s")
    fingers = Fingers(felt)
    assert next_acts(fingers.view(), ENGLISH) == ["Name the card face up at seat 3 Player 3"] * 2
    assert ("S", "key.up-cards") in offered(Keypad(), fingers.view())
    told(fingers, "S 3 K h enter")
    assert up_cards(felt.process.controller.session.table, 3) == ("Kh",)
    assert fingers.view().action is not None


def test_another_game_is_keyed_and_the_screen_says_which_comes() -> None:
    """The room's menu: the game, its ante, its bring-in. Till the hand is over the old one is played."""
    fingers = Fingers(KeysOnly(opened_for("NT")))
    told(fingers, "space D . 7 a 7 2 5 enter 5 0 enter")
    view = fingers.view()
    assert (view.variant, view.coming_game) == ("NT", GameView("F7S", 50, 100, 25, bring_in=True))
    assert "next hand seven-card stud bring-in 50, bets 100/200 ante 25" in _top(view)
    told(fingers, "f f space g")
    assert (fingers.view().variant, fingers.view().coming_game) == ("F7S", None)
    assert "seven-card stud · bring-in 50, bets 100/200 ante 25" in _top(fingers.view())
    assert told(fingers, "space D S 1 2 c enter S 2 3 c enter S 3 4 c enter")[-1] == "Seat 1 Player 1 brings it in: 50"


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (ChooseGame("NX"), "no-such-game variant=NX"),
        (ChooseGame("F7S"), "game-bring-in variant=F7S"),
        (ChooseGame("F7S", bring_in_chips=100), "game-bring-in variant=F7S"),
        (ChooseGame("F7S", 3, 50), "set-up least=25"),
        (ChooseGame("PO", small_blind_chips=400, big_blind_chips=200), "game-blinds variant=PO"),
    ],
)
def test_a_game_that_cannot_be_played_so_is_refused_with_the_reason(asked: ChooseGame, reason: str) -> None:
    felt = KeysOnly(opened_for("NT"))
    answer = felt.take(asked)
    assert isinstance(answer, Refused)
    assert answer.reason == reason
    assert "?" not in ENGLISH.reason(answer.reason)


def _top(view: TableView) -> str:
    return "".join(text for text, _ in status_line(Shown(view), ENGLISH, 200))


def test_a_card_that_short_deck_does_not_have_cannot_be_keyed() -> None:
    """2s 2c were taken for a hand, and 2c 3d 4h for a flop, without a word."""
    table = KeysOnly(opened_for("NS"))
    told(Fingers(table), "space D k k c")
    assert table.take(MarkBoard(parse_cards("2c7d8h"))) == Refused("not-in-the-deck card=2c")
    assert not isinstance(table.take(MarkBoard(parse_cards("6c7d8h"))), Refused)
    assert table.take(TurnUp(2, parse_cards("5s")[0])) == Refused("not-in-the-deck card=5s")
    assert table.take(ShowCards(2, parse_cards("Ah2s"))) == Refused("not-in-the-deck card=2s")


def test_a_seat_that_the_table_does_not_have_is_not_taken() -> None:
    """It was asked for cards first, and refused when all of them were keyed."""
    fingers = Fingers(KeysOnly(opened_for("F7S")))
    told(fingers, "space D")
    pad, said = Keypad(), ""
    for key in ("S", "7"):
        pressed = press(pad, key, fingers.view(), paused=False, demo=False)
        pad, said = pressed.pad, pressed.local
    assert (pad.mode, said) == ("seat", "seat-not-here")
    assert press(pad, "3", fingers.view(), paused=False, demo=False).pad.mode != pad.mode


def test_a_card_that_the_dealer_exposed_and_named_does_not_come_again() -> None:
    """The Qd was taken for a card of the flop, and for one of another hand."""
    table = KeysOnly(opened_for("NT"))
    fingers = Fingers(table)
    told(fingers, "s space space space space space space")
    table.take(TurnUp(2, parse_cards("Qd")[0], by_dealer=True))
    table.take(Rule("play-on"))
    told(fingers, "space space k k c")
    assert table.take(MarkBoard(parse_cards("QdJc2c"))) == Refused("card-there card=Qd")
    assert not isinstance(table.take(MarkBoard(parse_cards("AdJc2c"))), Refused)
    assert table.take(ShowCards(3, parse_cards("QdQs"))) == Refused("card-there card=Qd")
    assert not isinstance(table.take(ShowCards(2, parse_cards("QdQs"))), Refused), "it is his"

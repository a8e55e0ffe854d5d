"""What guards the dealer's fingers on the screen: questions just come, loose chips, what undo took back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from display import taken_back
from display.guards import UNREAD_S, too_soon
from display.log import Teller
from display.shown import Shown
from display.widgets.bet import bet_line
from display.wording import ENGLISH
from table_controller.views import Notice, TableView, Told


def test_a_question_is_not_answered_before_it_can_be_read(tables: Mapping[str, TableView]) -> None:
    asked = Shown(view=tables["full"])
    assert too_soon(asked, "1", UNREAD_S - 0.1)
    assert not too_soon(asked, "1", UNREAD_S)
    assert not too_soon(asked, "c", 0.0), "only its answers wait"
    assert not too_soon(Shown(view=replace(tables["full"], prompts=())), "1", 0.0)


def test_loose_chips_lie_in_the_picture(make_seat: Callable[..., Any]) -> None:
    text = "".join(part for part, _ in bet_line(make_seat(4, "Dan", loose_chips=500), ENGLISH, 20))
    assert text == "● 500 ?"


def test_undo_says_what_it_took_back(tables: Mapping[str, TableView]) -> None:
    facts = (("acts", 1), ("event", "ActRuled"), ("seat", 4), ("chips", 500), ("word", "raise"))
    told = taken_back.note(Notice("undone", facts), (), ENGLISH)
    assert told == "Taken back: seat 4 raises to 500 (y: stands again)"
    shown = Shown(view=tables["full"]).hear(Notice("redone", facts), [], ENGLISH)
    assert shown.note.startswith("Stands again: seat 4")
    assert taken_back.note(Notice("undone", (("acts", 1),)), (), ENGLISH) == ""


def test_a_hand_that_lies_face_down_again_is_no_part_of_the_story(
    make_table: Callable[..., TableView], make_seat: Callable[..., Any]
) -> None:
    view = make_table(seats=(make_seat(4, "Dan"),))
    teller = Teller(ENGLISH, brief=True)
    teller.hear(view)
    teller.hear(Told(1, 0.0, {"is": "HandShown", "seat": 4, "cards": ["Ah", "Kd"], "label": ""}))
    assert not teller.takes_back(replace(view, seats=(make_seat(4, "Dan", tabled=("Ah", "Kd")),)))
    assert teller.takes_back(view)
    assert teller.speak(ENGLISH) == []

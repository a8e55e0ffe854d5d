"""Strange, boxed and missing cards at moments that no printed rule names: between hands, after a void, twice over."""

from __future__ import annotations

import dataclasses
from typing import Literal

import pytest
from support.script_text import script_text

from firmware_bridge.vocabulary.zones import STUB, seat_zone
from table_controller.game.engine import step
from table_controller.game.next_act import next_act
from table_controller.game.queries import deal_order
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.table import Table
from table_controller.scripts.interpret import failures, set_table
from table_controller.scripts.parse import parse_script
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import (
    BoxedCardFound,
    DeckCounted,
    DeckEvent,
    FloorRuled,
    Riffled,
    StrangeCardFound,
    Strangeness,
)
from table_controller.vocabulary.findings import Finding

BOOKS = ("tda-holdem", "tda-2019", "ipo-2015", "figp-2012")
OVER = "deal\n1: folds\n2: folds"
FOREIGN = StrangeCardFound(seat_zone(2), "foreign", 1.0)
COUNTED = DeckCounted(("7c",), 1.0)  # type: ignore[arg-type]  # a card is a string of its kind


def at(steps: str, name: str) -> tuple[Table, Rulebook]:
    book = package_rulebook(name)
    script = parse_script("story.toml", script_text("a deck", steps).replace("tda-2019", name))
    player = StraightPlayer(book)
    assert list(failures(script, set_table(script, player))) == []
    return player.table, book


def told(table: Table, event: DeckEvent, book: Rulebook) -> tuple[Table, list[tuple[str, str]]]:
    after = step(table, event, book)
    return after.table, [(one.topic, str(dict(one.facts).get("cause", ""))) for one in after.findings]


@pytest.mark.parametrize("name", BOOKS)
def test_between_hands_a_tag_of_no_deck_and_a_lack_are_named_and_a_second_deck_is_not(name: str) -> None:
    table, book = at(f"{OVER}\nnext hand", name)
    assert told(table, FOREIGN, book)[1] == [("irregular", "strange-card")]
    assert told(table, COUNTED, book)[1] == [("irregular", "cards-missing")]
    assert told(table, DeckCounted((), 1.0), book)[1] == []
    kinds: tuple[Strangeness, ...] = ("other-deck", "duplicate")
    for kind in kinds:
        assert told(table, StrangeCardFound(STUB, kind, 1.0), book) == (table, [])
    assert told(table, BoxedCardFound(None, None, 1.0), book) == (table, [])


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("event", [FOREIGN, COUNTED])
def test_after_the_award_the_floor_may_void_the_hand_where_the_book_voids_it_whenever_found(
    name: str, event: DeckEvent
) -> None:
    table, book = at(OVER, name)
    after, found = told(table, event, book)
    if name == "ipo-2015":
        assert found in ([], [("irregular", "cards-missing")])
        return
    assert [topic for topic, _ in found] == ["fouled-deck"]
    assert next_act(after) == next_act(table), "play goes on"
    void = step(after, FloorRuled("void-hand", (), "floor", "", 2.0), book)
    assert {money.stack_chips for money in void.table.ledger} == {5000}
    assert void.table.hand.fate == "void"
    begun = step(after, Riffled(2.0), book)
    assert begun.table.cases == (), "the next hand has begun: too late"


@pytest.mark.parametrize("name", BOOKS)
def test_a_hand_that_is_void_or_a_misdeal_is_not_judged_twice(name: str) -> None:
    table, book = at("deal\n1: calls", name)
    after, found = told(table, FOREIGN, book)
    assert [topic for topic, _ in found] == ["fouled-deck"]
    assert told(after, FOREIGN, book) == (after, [])
    assert told(after, COUNTED, book) == (after, [])
    again = step(after, Riffled(2.0), book).table
    assert [topic for topic, _ in told(again, FOREIGN, book)[1]] == ["fouled-deck"], "dealt from the same deck"


def test_two_boxed_cards_are_replaced_after_the_round_in_order() -> None:
    table, book = at("shuffle\ncard 2", "tda-holdem")
    for seat in (3, 1):
        table, _ = told(table, BoxedCardFound(seat, None, 1.0), book)
    assert deal_order(table) == (2, 3, 1, 3, 1)
    table, _ = told(table, BoxedCardFound(None, None, 1.0), book)
    assert deal_order(table) == (2, 3, 1, 3, 1), "one due to nobody is passed over"


def test_a_boxed_card_for_the_floor_is_replaced_if_he_says_so() -> None:
    table, book = at("shuffle\ncard 2", "ipo-2015")
    after, _ = told(table, BoxedCardFound(3, None, 1.0), book)
    assert next_act(after).code == "call-floor"
    ruled = step(after, FloorRuled("replace-card", (), "floor", "", 2.0), book).table
    assert deal_order(ruled) == (1, 2, 3, 1, 3)
    for option in ("play-on", "misdeal"):
        assert next_act(step(after, FloorRuled(option, (), "floor", "", 2.0), book).table).code != "call-floor"


@pytest.mark.parametrize("value", ["house", None])
def test_a_book_that_leaves_it_to_the_house_and_a_silent_one_call_the_floor(value: Literal["house"] | None) -> None:
    table, book = at("deal\n1: calls", "tda-2019")
    book = dataclasses.replace(book, fouled_deck=dataclasses.replace(book.fouled_deck, value=value))
    found: Finding = step(table, FOREIGN, book).findings[0]
    assert [option.name for option in found.options] == (["misdeal"] if value is None else []) + [
        "void-hand",
        "play-on",
    ]
    assert found.stops_play

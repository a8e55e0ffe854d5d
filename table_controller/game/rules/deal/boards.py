"""A flop with too many cards, and cards laid out after the hand is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from firmware_bridge.vocabulary.observations import Handle
from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal import wrong_boards
from table_controller.game.rules.deal.premature import WrongBoard
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Finding

TOO_MANY: Final = "four-card-flop"
FLOP: Final = "flop"


def flop_cards(table: Table) -> int:
    """How many cards are turned for the flop: three, or the two that follow the first card of Courchevel."""
    street = variant_of(table).street(FLOP)
    return street.board if street is not None else 0


@behaviour(None)
def too_many_on_the_flop(table: Table, cards: Sequence[Handle], book: Rulebook) -> WrongBoard | None:
    """So many cards were turned for the flop: one too many is one question, more is another."""
    return _four(cards, book) if len(cards) == flop_cards(table) + 1 else _more(cards, book)


def _four(cards: Sequence[Handle], book: Rulebook) -> WrongBoard:
    ruled = book.flop_too_many.four
    match ruled.value:
        case "redeal":
            return WrongBoard(_found(cards, ruled.cite), wrong_boards.reshuffled(FLOP, cards))
        case "floor_picks_burn":
            return WrongBoard(_found(cards, ruled.cite, "pick-burn"))
        case None:
            return WrongBoard(_found(cards, ruled.cite, "pick-burn", "redeal"))
        case _ as never:
            assert_never(never)


def _more(cards: Sequence[Handle], book: Rulebook) -> WrongBoard:
    ruled = book.flop_too_many.five_plus
    match ruled.value:
        case "redeal":
            return WrongBoard(_found(cards, ruled.cite), wrong_boards.reshuffled(FLOP, cards))
        case "floor":
            return WrongBoard(_found(cards, ruled.cite, "redeal", "pick-burn"))
        case None:
            return WrongBoard(_found(cards, ruled.cite, "redeal", "pick-burn", "restore"))
        case _ as never:
            assert_never(never)


def _found(cards: Sequence[Handle], cited: Citation, *options: str) -> Finding:
    return finding(TOO_MANY, None, cited, (("cards", len(cards)),), options)


def is_one_more(earlier: Finding, found: Finding) -> bool:
    """Whether `found` says of the flop of which `earlier` told that one more card lies there: it says it all."""
    both = earlier.topic == found.topic == TOO_MANY
    return both and dict(found.facts)["cards"] == int(dict(earlier.facts)["cards"]) + 1


@behaviour(())
def after_the_end(book: Rulebook) -> tuple[Finding, ...]:
    """Cards that would have come are laid out after the hand was decided."""
    cited = cite(book, "boards.after_the_end")
    return (finding("rabbit-hunting", None, cited, (), ("warning", "penalty"), stops_play=False),)

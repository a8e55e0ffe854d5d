"""Cards of a street that came to the board before the betting was over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, assert_never

from msgspec import Struct

from firmware_bridge.vocabulary.observations import Handle
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_deal import PrematureFlop, PrematureRiver
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal import wrong_boards
from table_controller.game.state.hand import Repair
from table_controller.vocabulary.findings import Citation, Finding, Ruled

TOPIC: Final = "premature-board"
ASIDE_FOR_ALL: Final = "aside-for-all"
"""Why an early card of stud is told of: it stays aside, and the others get one beside it."""
EARLY_BURN: Final = "early-burn"
"""Why there is a finding about a street of which no card has come yet."""


class WrongBoard(Struct, frozen=True):
    """What was found, and how it is put right; None where the floor must say so first."""

    found: Finding
    repair: Repair | None = None


@behaviour(None)
def flop(cards: Sequence[Handle], book: Rulebook) -> WrongBoard | None:
    """The flop came early."""
    return _dealt_again("flop", book.premature_flop, cards)


@behaviour(None)
def turn(cards: Sequence[Handle], book: Rulebook) -> WrongBoard | None:
    """The turn came early: the two printed methods differ in which card becomes the turn."""
    ruled = book.premature_turn
    match ruled.value:
        case "use_river_card":
            return WrongBoard(_found("turn", ruled.cite), wrong_boards.river_card_used(cards))
        case "reshuffle_turn":
            return WrongBoard(_found("turn", ruled.cite), wrong_boards.reshuffled("turn", cards))
        case "floor":
            return WrongBoard(_found("turn", ruled.cite, "use-river-card", "reshuffle-turn"))
        case None:
            return WrongBoard(_found("turn", ruled.cite, "use-river-card", "reshuffle-turn", "restore"))
        case _ as never:
            assert_never(never)


@behaviour(None)
def river(cards: Sequence[Handle], book: Rulebook) -> WrongBoard | None:
    """The river came early."""
    return _dealt_again("river", book.premature_river, cards)


def _dealt_again(
    street: Literal["flop", "river"],
    ruled: Ruled[PrematureFlop | None] | Ruled[PrematureRiver | None],
    cards: Sequence[Handle],
) -> WrongBoard:
    """The cards go back into the stub and the street is dealt again without a burn, or the floor says what."""
    match ruled.value:
        case "reshuffle_no_burn":
            return WrongBoard(_found(street, ruled.cite), wrong_boards.reshuffled(street, cards))
        case "floor":
            return WrongBoard(_found(street, ruled.cite, "redeal"))
        case None:
            return WrongBoard(_found(street, ruled.cite, "redeal", "restore"))
        case _ as never:
            assert_never(never)


@behaviour(None)
def further_street(street: str, book: Rulebook) -> WrongBoard | None:
    """After one early street came another one: no printed procedure fits two at once."""
    return WrongBoard(_found(street, cite(book, "premature.further_street"), "restore", "redeal"))


@behaviour(())
def to_a_seat(seat: int, street: str, book: Rulebook) -> tuple[Finding, ...]:
    """A card of stud came to a seat before the betting was over: it is none of the seat's.

    It waits beside, with more for the other players (TDA 2019 RP-5D), or goes back (TDA 2024 PR-5D); where the book
    prints nothing, it waits, too. Those for the others are told of no more.
    """
    ruled, facts = book.premature_stud, (("street", street),)
    if ruled.value == "complete_and_set_aside":
        return (finding(TOPIC, seat, ruled.cite, (*facts, ("cause", ASIDE_FOR_ALL))),)
    return (finding(TOPIC, seat, ruled.cite, facts),)


@behaviour(False)
def completes_the_street(seats: tuple[int | None, ...], seat: int, book: Rulebook) -> bool:
    """Whether a card that comes after an early one, to a player who has none yet, completes the street aside."""
    return book.premature_stud.value == "complete_and_set_aside" and bool(seats) and seat not in seats


@behaviour(False)
def goes_back_at_once(book: Rulebook) -> bool:
    """Whether early cards of stud are shuffled in for the street that they were of, and nothing more is burned for it.

    Otherwise they wait for the last street: they are shuffled in before that, and it is dealt as ever.
    """
    return book.premature_stud.value == "reshuffle_street"


@behaviour(())
def burned(street: str, book: Rulebook) -> tuple[Finding, ...]:
    """The burn of a street came early: it stays where it lies, and nothing more is burned for that street."""
    match street:
        case "flop":
            ruled: Citation = book.premature_flop.cite
        case "turn":
            ruled = book.premature_turn.cite
        case "river":
            ruled = book.premature_river.cite
        case _:
            ruled = book.premature_stud.cite
    return (finding(TOPIC, None, ruled, (("street", street), ("cause", EARLY_BURN))),)


def _found(street: str, cited: Citation, *options: str) -> Finding:
    return finding(TOPIC, None, cited, (("street", street),), options)

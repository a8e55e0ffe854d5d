"""A deck that is not the 52 cards it should be, in the order it should have."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import (
    variant_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Strangeness
from table_controller.vocabulary.findings import Citation, Fact, Finding, Option

TOPIC: Final = "fouled-deck"
VOID_OR_NOT: Final = ("void-hand", "play-on")
"""What the floor may do with a hand played from such a deck."""

Remedy: TypeAlias = Literal["misdeal", "void", "floor"]


class Fouled(Struct, frozen=True):
    """What the book makes of the deck: the finding, and what becomes of the hand."""

    finding: Finding
    remedy: Remedy


def strange(
    table: Table, kind: Strangeness, seat: int | None, facts: tuple[Fact, ...], book: Rulebook
) -> Fouled | None:
    """A card that no card of the deck in play can be; None where that says nothing of a hand.

    Once the pots are awarded the dealer brings the second deck while cards of the first still lie there: from then
    on only a card of no deck at all, or a count, speaks against the hand.
    """
    hand = table.hand
    if hand.phase == IDLE or hand.fate or (hand.phase == SETTLED and kind != "foreign"):
        return None
    about = (("cause", kind), *facts)
    judge = duplicate_card if kind == "duplicate" else foreign_card
    fouled = judge(table, seat, about, book)
    return fouled if hand.phase != DEAL or hand.dealt or fouled is None else _before_the_first_card(fouled)


def _before_the_first_card(fouled: Fouled) -> Fouled:
    """A stray tag where no card was dealt yet is none of the deal: it must go, and the floor may see it otherwise."""
    told = replace(fouled.finding, options=(Option("misdeal"), Option("play-on")), stops_play=False)
    return Fouled(told, "floor")


def counted(table: Table, missing: int, book: Rulebook) -> Fouled | None:
    """A count of the deck that lacks cards; None between hands, or where the hand is void already."""
    if not missing or table.hand.phase == IDLE or table.hand.fate:
        return None
    return missing_card(table, (("cause", "missing"), ("missing", missing)), book)


@behaviour(None)
def foreign_card(table: Table, seat: int | None, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """A card of another back: of no registered deck, or of the deck that is not in play."""
    return _by_the_book(table, seat, facts, cite(book, "decks.foreign_card"), book)


@behaviour(None)
def duplicate_card(table: Table, seat: int | None, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """A second card of a name that is in play."""
    return _by_the_book(table, seat, facts, cite(book, "decks.duplicate_card"), book)


@behaviour(None)
def missing_card(table: Table, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """A card that is not in the deck."""
    return _by_the_book(table, None, facts, cite(book, "decks.missing_card"), book)


def _by_the_book(
    table: Table, seat: int | None, facts: tuple[Fact, ...], cause: Citation, book: Rulebook
) -> Fouled | None:
    rule = book.fouled_deck
    match rule.value:
        case "void_any_time_in_hand":
            if table.hand.phase == SETTLED:
                return disputed(seat, facts, book)
            return Fouled(finding(TOPIC, seat, cause, facts), "void")
        case _ if table.hand.phase == SETTLED:
            return None
        case "misdeal_until_bb_then_floor":
            return until_the_big_blind_acts(table, seat, facts, book) or defective(seat, facts, book)
        case "house":
            return Fouled(finding(TOPIC, seat, rule.cite, facts, VOID_OR_NOT), "floor")
        case None:
            return Fouled(finding(TOPIC, seat, rule.cite, facts, ("misdeal", *VOID_OR_NOT)), "floor")


@behaviour(None)
def until_the_big_blind_acts(table: Table, seat: int | None, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """Until the big blind has acted a misdeal, for a wrong count where the book says so; None afterwards."""
    wrong_count = dict(facts).get("cause") == "missing"
    if wrong_count and book.misdeal.wrong_count_until.value != "bb_first_action":
        return None
    positions = who_posts(table)
    preflop = table.hand.phase in (DEAL, variant_of(table).first.name)
    if (
        not preflop
        or positions is None
        or any(recorded_act.seat == positions.big_blind for recorded_act in table.betting.recorded_acts)
    ):
        return None
    return Fouled(finding(TOPIC, seat, book.fouled_deck.cite, facts), "misdeal")


@behaviour(None)
def defective(seat: int | None, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """Too late for a misdeal: the deck is defective, and the floor decides; who knew of it may be penalised."""
    options = (*VOID_OR_NOT, "penalty")
    return Fouled(finding(TOPIC, seat, cite(book, "decks.defective"), facts, options), "floor")


@behaviour(None)
def disputed(seat: int | None, facts: tuple[Fact, ...], book: Rulebook) -> Fouled | None:
    """The pots are awarded, the next hand has not begun: the result may still be disputed, and the floor voids it.

    A book that sets no end to this leaves it to the floor.
    """
    return Fouled(finding(TOPIC, seat, cite(book, "decks.disputed"), facts, VOID_OR_NOT, stops_play=False), "floor")


BOXED: Final = "boxed-card"


@behaviour(None)
def face_up(table: Table, seat: int | None, book: Rulebook) -> Finding | None:
    """A boxed card, due to `seat` if not to the board or to nobody; nothing of a hand between two hands.

    The floor may have the deal done again as long as no board card is out. Where the book is silent it may also do
    as other books do.
    """
    phase = table.hand.phase
    if phase in (IDLE, SETTLED) or table.hand.fate:
        return None
    rule = book.boxed_card
    again = ("misdeal",) if phase in (DEAL, variant_of(table).first.name) else ()
    match rule.value:
        case "replace":
            then = "replaced-after-the-round" if is_dealt_to(table, seat, book) else "next-in-its-place"
            return finding(BOXED, seat, rule.cite, (("then", then),))
        case "floor":
            return finding(BOXED, seat, rule.cite, (), (*again, "play-on"))
        case None:
            return finding(BOXED, seat, rule.cite, (), ("replace-card", *again, "play-on"))


@behaviour(False)
def is_dealt_to(table: Table, seat: int | None, book: Rulebook) -> bool:
    """Whether the card counts as the one due to `seat`, and is replaced once the round of the deal is over."""
    due = table.hand.phase == DEAL and seat in table.hand.seats
    return due and book.boxed_card.value == "replace"


@behaviour(())
def at_a_new_level(book: Rulebook) -> tuple[Finding, ...]:
    """The coming hand is the first of a level: the dealer is reminded, where the book names that moment."""
    rule = book.cites.get("decks.at_a_new_level")
    return () if rule is None else (finding("deck-change", None, rule),)


@behaviour(())
def scrambled(book: Rulebook) -> tuple[Finding, ...]:
    """The stub was dropped or laid down, and the dealer shuffled: the floor says how it is made whole again."""
    options = (*in_order(book), *stub_alone(book), *all_together(book))
    return (finding("scrambled-stub", None, cite(book, "decks.scrambled"), (), options),)


@behaviour(())
def in_order(book: Rulebook) -> tuple[str, ...]:
    """First the old order, if it can be found again."""
    del book
    return ("restore",)


@behaviour(())
def stub_alone(book: Rulebook) -> tuple[str, ...]:
    """Else the cards of the stub alone are shuffled and cut."""
    del book
    return ("reshuffle-stub",)


@behaviour(())
def all_together(book: Rulebook) -> tuple[str, ...]:
    """If muck or burns are mixed into it, all of these are shuffled and cut."""
    del book
    return ("reshuffle-all",)

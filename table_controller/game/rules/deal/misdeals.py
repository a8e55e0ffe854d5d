"""Cards that the dealer turns up: when that voids the deal, and when it does not."""

from __future__ import annotations

from firmware_bridge.vocabulary.observations import Handle
from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.deal.deal_rulings import Ruling, acted, asks, voids
from table_controller.game.rules.deal.substantial import Verdict
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.hand import DEAL
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding


def exposed(table: Table, seat: int, handle: Handle, book: Rulebook) -> Ruling | None:
    """A card of the seat was turned up by the dealer: whether the deal is void for it."""
    if variant_of(table).first.up and (stud := becomes_the_door_card(table, seat, book) or down_card(seat, book)):
        return stud if stud.remedy == "door" or acted(table, book) is Verdict.NO else None
    for cause in (heads_up_exposed, any_exposed):
        if (ruling := cause(table, seat, book)) is not None:
            return too_late(table, ruling, book) or ruling
    ruling = first_exposed(table, seat, handle, book)
    return None if ruling is None else too_late(table, ruling, book) or ruling


@behaviour(None)
def down_card(seat: int, book: Rulebook) -> Ruling | None:
    """In stud one of the first cards of a player, which come face down (TDA 2019 35-A(5a))."""
    rule = book.cites.get("misdeals.down_card")
    return None if rule is None else voids(seat, rule, "down-card-exposed")


@behaviour(None)
def becomes_the_door_card(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """Or it is the player's door card, and his third comes face down, by a procedure that is laid over that rule.

    The rule outranks a procedure of the same book (TDA 2019 RP-10A); a later one has the last word (TDA 2024 PR-10A).
    """
    procedure, rule = (book.cites.get(f"misdeals.{name}") for name in ("becomes_the_door_card", "down_card"))
    if procedure is None or table.hand.phase != DEAL or (rule is not None and rule.book == procedure.book):
        return None
    return Ruling(finding("stud-procedure", seat, procedure, (("cause", "door-card"),)), "door")


@behaviour(None)
def heads_up_exposed(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """Any card of a deal to two players."""
    answer = book.misdeal.heads_up_any_exposed
    if len(table.hand.seats) > HEADS_UP or not answer.value or table.betting.recorded_acts:
        return None
    return voids(seat, answer.cite, "heads-up-exposed")


@behaviour(None)
def any_exposed(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """So many cards of the deal that the book calls it void, wherever they lie."""
    answer, count = book.misdeal.exposed_total, len(table.hand.exposed)
    if answer.value is None or count < answer.value:
        return None
    return voids(seat, answer.cite, "cards-exposed", ("cards", count))


@behaviour(None)
def first_exposed(table: Table, seat: int, handle: Handle, book: Rulebook) -> Ruling | None:
    """One of the first cards off the deck."""
    answer = book.misdeal.exposed_first_n
    first = [arrival.handle for arrival in table.hand.dealt[: answer.value or 0]]
    return voids(seat, answer.cite, "first-card-exposed") if handle in first else None


@behaviour(None)
def gathered(table: Table, book: Rulebook) -> Ruling | None:
    """The dealer took in a deal that was not void and riffled the whole deck: it is dealt again, and that is told."""
    del table
    return voids(None, book.discretion, "gathered")


@behaviour(())
def absent_from_a_void_deal(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Players who miss a deal that is void now: whether they play in the next one, where the book does not say."""
    rule = book.misdeal.replay
    if rule.value is not None:
        return ()
    away = tuple(seat for seat in table.hand.seats if seat in table.away)
    return tuple(finding("misdeal-replay", seat, rule.cite, (), ("dead-hand", "play-on")) for seat in away)


@behaviour(())
def penalty_in_the_replay(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Who sits out a void deal sits out its replay: whether that is one hand of the penalty, or two."""
    rule = book.penalty.misdeal_counts_once
    if rule.value is not None:
        return ()
    options = ("one-hand", "two-hands")
    return tuple(
        finding("misdeal-replay", seat, rule.cite, (), options, stops_play=False) for seat in table.hand.sits_out
    )


@behaviour(False)
def replay_is_a_hand_more(book: Rulebook) -> bool:
    """Whether a void deal and its replay are two hands of a penalty."""
    return book.penalty.misdeal_counts_once.value is False


@behaviour(None)
def too_late(table: Table, ruling: Ruling, book: Rulebook) -> Ruling | None:
    """After substantial action the hand goes on; the floor decides where the book sets no deadline."""
    verdict, deadline = acted(table, book), book.misdeal.deadline
    if verdict is Verdict.NO:
        return None
    seat, cause = ruling.finding.seat, str(dict(ruling.finding.facts)["cause"])
    if deadline.value is None or verdict is Verdict.FOR_THE_FLOOR:
        return asks(seat, book.discretion, cause)
    return Ruling(finding("misdeal", seat, deadline.cite, (("cause", cause), ("too_late", 1))))


TOPIC = "exposed-card"


def single(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """What becomes of the card."""
    return replaced_and_burned(table, seat, book) or for_the_floor(table, seat, book)


@behaviour(None)
def in_a_draw(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """A card that the dealer exposes in a draw, or after it: the deal was over before, and is not void for it.

    What becomes of the card no book prints. The dealer who lays it with the burns deals the seat another one.
    """
    street = variant_of(table).street(table.hand.phase)
    if street is None or not street.draws:
        return None
    return Ruling(finding(TOPIC, seat, book.discretion))


@behaviour(None)
def replaced_and_burned(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """The deal goes on; after it the card is replaced off the deck and is the next burn. Once played on, it stays."""
    rule = book.single_exposed_card
    if rule.value != "replace_and_burn":
        return None
    late = acted(table, book) is Verdict.YES
    options = () if late else _may_be_void(table, book)
    found = finding(TOPIC, seat, rule.cite, (("stays", 1),) if late else (), options, stops_play=False)
    return Ruling(found, "" if late else "replace")


@behaviour(None)
def for_the_floor(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """The floor decides; where the book says nothing, it may do as other books do."""
    rule = book.single_exposed_card
    if rule.value == "replace_and_burn":
        return None
    void = _may_be_void(table, book) if len(table.hand.seats) <= HEADS_UP else ("misdeal",)
    return Ruling(finding(TOPIC, seat, rule.cite, (), ("play-on", *(() if rule.value else ("replace-card",)), *void)))


def _may_be_void(table: Table, book: Rulebook) -> tuple[str, ...]:
    """Heads-up the floor may void the deal for one card, unless the book says that it is not void."""
    unsaid = book.misdeal.heads_up_any_exposed.value is None
    return ("misdeal",) if unsaid and len(table.hand.seats) <= HEADS_UP else ()

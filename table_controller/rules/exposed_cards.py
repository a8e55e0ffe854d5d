"""One card that the dealer turned up and that voids no deal."""

from __future__ import annotations

from table_controller.machines.button import HEADS_UP
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.deal_rulings import Ruling, acted
from table_controller.rules.substantial import Verdict
from table_controller.table import Table

TOPIC = "exposed-card"


def single(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """What becomes of the card."""
    return replaced_and_burned(table, seat, book) or for_the_floor(table, seat, book)


@behaviour(None)
def replaced_and_burned(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """The deal goes on; after it the card is replaced off the deck and is the next burn. Once played on, it stays."""
    rule = book.single_exposed_card
    if rule.value != "replace_and_burn":
        return None
    late = acted(table, book) is Verdict.YES
    options = () if late else _may_be_void(table, book)
    found = finding(TOPIC, seat, rule.cite, (("too_late", 1),) if late else (), options, stops_play=False)
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

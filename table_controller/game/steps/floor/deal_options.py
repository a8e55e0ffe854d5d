"""What the floor's choices about cards dealt do: exposed ones, one too many, one too few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import card_counts, dealing_order
from table_controller.game.rules.table.penalties import one_more_served
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.deal import dealing
from table_controller.game.steps.floor.option import Effect
from table_controller.game.steps.flow import voiding
from table_controller.vocabulary.events import FloorRuled


def _one_more(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The seat gets the card that it lacks."""
    del event, book
    return Change(table if case.seat is None else dealing.one_more_later(table, case.seat))


def _put_back(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    return Change(table if case.seat is None else dealing.put_back(table, case.seat))


def _passed_on(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    if case.seat is None:
        return Change(table)
    return Change(dealing.counted_again(dealing.passed_on(table, case.seat), case.seat))  # nobody may lack one


def _let_be(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """Play goes on; a number of cards that the floor lets be is asked about no more, cards not stuck came alone."""
    del event
    if case.word("cause") == dealing_order.STUCK and case.seat is not None:
        return dealing.apart(table, case.seat, book)
    counts = case.finding.topic == card_counts.TOPIC or case.word("cause") == "extra-cards"
    return Change(dealing.let_be(table, case.seat) if counts and case.seat is not None else table)


def _bet_back(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    return Change(table if case.seat is None else voiding.bet_back(table, case.seat))


def _two_hands(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    return Change(table if case.seat is None else replace(table, penalties=one_more_served(table, (case.seat,))))


EFFECTS: Final[Mapping[str, Effect]] = {
    "complete-hand": _one_more,
    "return-as-burn": _put_back,
    "pass-on": _passed_on,
    "play-on": _let_be,
    "return-bet": _bet_back,
    "two-hands": _two_hands,
}
"""Options about cards dealt by name; ``bet-stays`` and ``one-hand`` need nothing."""

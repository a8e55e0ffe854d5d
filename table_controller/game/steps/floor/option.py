"""What an option of the floor is to the engine, and what a ruling names beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from table_controller.game.queries import has_left
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal.boards import TOO_MANY
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Case, Change, Table
from table_controller.vocabulary.events import FloorRuled

Effect: TypeAlias = Callable[[Table, Case, FloorRuled, Rulebook], Change]
"""What an option does: the table, the case that offered it, the ruling, the book."""


_SEAT, _SECONDS = ("seat",), ("seconds",)
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "pick-burn": ("card",),
    "penalty": ("seat", "hands", "rounds"),
    **dict.fromkeys(("warning", "disqualify", "eliminate", "confiscate", "halve-stack", "set-aside"), _SEAT),
    **dict.fromkeys(("color-up", "odd-chip", "rebuild-pot", "pot-to-seat"), _SEAT),
    **dict.fromkeys(("shorter-clock", "grant-clock", "count-inside", "count-after"), _SECONDS),
}
"""What an option of the floor may be given beside its name; the others take nothing."""


def arguments_of(option: str, topic: str) -> tuple[str, ...]:
    """The same in a case of this topic."""
    if option == "pick-burn" and topic != TOO_MANY:
        return ()  # which card is burned is plain: there is one
    return ARGUMENTS.get(option, ())


def unchanged(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The option leaves all as it is."""
    del case, event, book
    return Change(table)


def during_the_hand(effect: Effect) -> Effect:
    """The option as long as there is a hand to change, and its player is there.

    Once the hand is over its chips are awarded, or back; who was sent off has none that could be bet.
    """

    def guarded(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
        over = table.hand.phase in (IDLE, SETTLED) or (case.seat is not None and has_left(table, case.seat))
        return Change(table) if over else effect(table, case, event, book)

    return guarded


def number_named(event: FloorRuled, name: str, most: int) -> int | None:
    """The number that the ruling gives under `name`, at most `most`; None where it names none."""
    text = dict(event.arguments).get(name, "")
    if not (text.isascii() and text.isdigit()):
        return None
    return min(most, int(text)) if len(text) <= len(str(most)) else most


def seat_ruled_on(table: Table, case: Case, event: FloorRuled) -> int | None:
    """The seat that the ruling names, else the one of the case; None where the table has no such seat."""
    seats = table.setup.seats
    seat = number_named(event, "seat", seats + 1)  # one more than there are is no seat
    seat = case.seat if seat is None else seat
    return seat if seat is not None and 1 <= seat <= seats else None

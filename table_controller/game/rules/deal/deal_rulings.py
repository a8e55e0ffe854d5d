"""What a book makes of something wrong in the deal: a finding, and what becomes of the deal or of a hand."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import finding
from table_controller.game.rules.deal.substantial import Verdict, substantial
from table_controller.game.state.hand import DEAL, Arrival
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Fact, Finding

Remedy: TypeAlias = Literal["", "misdeal", "dead", "supply", "replace", "return", "door"]
"""What is done at once: nothing, the deal is void, the hand is dead, a missing card is supplied, a card replaced after
the deal, a card too many put back on the deck."""

PITCH_S: Final = 0.25
"""Between two cards that a dealer pitches lies more: at a steady pace a third of a second."""

ASKED: Final = ("misdeal", "play-on")
"""What the floor may do about a deal that may be void."""


class Ruling(Struct, frozen=True):
    """What is found, and what is done at once; nothing is while the floor has a choice."""

    finding: Finding
    remedy: Remedy = ""


def voids(seat: int | None, rule: Citation, cause: str, *facts: Fact) -> Ruling:
    """The deal is void, by this rule."""
    return Ruling(finding("misdeal", seat, rule, (("cause", cause), *facts)), "misdeal")


def asks(
    seat: int | None, rule: Citation, cause: str, options: tuple[str, ...] = ASKED, *, topic: str = "misdeal"
) -> Ruling:
    """The floor decides, by this rule."""
    return Ruling(finding(topic, seat, rule, (("cause", cause),), options))


def acted(table: Table, book: Rulebook) -> Verdict:
    """Whether there has been substantial action since the deal; once a further street is dealt there has."""
    if table.hand.phase == DEAL:
        return Verdict.NO
    if table.hand.phase != variant_of(table).first.name:
        return Verdict.YES
    return substantial(table.betting.recorded_acts, table, book)


def cards_of_a_hand(table: Table) -> int:
    """How many cards the deal gives to each seat."""
    first = variant_of(table).first
    return first.down + first.up


def together(one: Arrival, other: Arrival) -> bool:
    """Whether nobody can say which of two cards came first: the intervals in which they came overlap, or are one."""
    overlap = max(one.after_s, other.after_s) < min(one.by_s, other.by_s)
    return overlap or (one.after_s, one.by_s) == (other.after_s, other.by_s)


def in_one_motion(one: Arrival, other: Arrival) -> bool:
    """Whether two cards may have left the deck as one: they came at once, or the reader missed the second for a moment.

    Then scans lie between those that saw them (of which the last may have been lost, too), or one that began anew and
    took long, less than a quarter of a second: no dealer pitches two cards in it. Or the reader went out of sight so
    soon, and was back with the second. Or the first was read at the seat beside, by a reader that scans at other
    moments. Which of them was told first does not matter: a read that was held up is told late.
    """
    one, other = sorted((one, other), key=lambda card: card.after_s)
    scan_s, between_s = other.by_s - other.after_s, other.after_s - one.by_s
    missed = 0.4 * scan_s < between_s < max(1.5 * scan_s, PITCH_S)
    late = between_s == 0.0 and 1.5 * (one.by_s - one.after_s) < scan_s < PITCH_S
    away = 0.0 <= between_s < PITCH_S <= scan_s
    beside = 0.0 <= between_s < PITCH_S <= one.by_s - one.after_s < 2 * PITCH_S
    return together(one, other) or missed or late or away or beside


def watched(arrival: Arrival) -> bool:
    """Whether the card was seen to come; of one that was found later nobody knows when it came."""
    return arrival.after_s > 0.0

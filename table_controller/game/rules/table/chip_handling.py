"""Chips that were not where all can see them, and trays that count otherwise than the game believes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from firmware_bridge.vocabulary.chips import Chips, total_chips
from table_controller.game.queries import stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import SETTLED, is_street
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.findings import Fact, Finding

OUT_OF_PLAY: Final = ("disqualify", "play-on")
"""What the floor may always do about chips carried out of sight: the worst, or nothing."""
COUNT: Final = "chip-handling"
TRANSPORT: Final = "chip-transport"
COUNT_CHOICES: Final = ("accept-count", "count-again")
"""What the floor may do where trays and game differ: the trays are right, or people count the chips."""
DEBT_CHOICES: Final = ("accept-count", "void-hand")
"""What it may do where a bet has no chips: it is what lies there, or the hand does not count."""
TABLE_STAKES: Final = "chip_handling.table_stakes"


def is_count(case: Case) -> bool:
    """Whether the case is about trays that count otherwise than the game."""
    return case.finding.topic == COUNT


def is_of_chips_found(case: Case) -> bool:
    """Whether the case is about chips that came to light with a player: nothing that he does meanwhile rules on it."""
    return case.finding.topic == TRANSPORT


def may_be_set_aside(case: Case) -> bool:
    """Whether all that is asked is whether the chips play in the hand under way."""
    return any(option.name == "set-aside" for option in case.finding.options)


@behaviour(())
def large_in_sight(table: Table, seat: int, chips: Chips, book: Rulebook) -> tuple[Finding, ...]:
    """Chips of the highest value lie where all can see them: one that nobody had seen breaks that."""
    large = max(table.setup.denominations, default=0)
    value = sum(denomination * count for denomination, count in chips if denomination >= large)
    if not value:
        return ()
    return (finding("chip-visibility", seat, cite(book, "chip_handling.large_in_sight"), (("found_chips", value),)),)


@behaviour(())
def out_of_sight(seat: int, chips: Chips, book: Rulebook) -> tuple[Finding, ...]:
    """Chips held or carried so that nobody sees them: taken away, or half the stack is; in silence the floor says."""
    rule, facts = book.hidden_transport, (("found_chips", total_chips(chips)),)
    match rule.value:
        case "confiscate":
            options: tuple[str, ...] = ("confiscate", *OUT_OF_PLAY)
        case "halve":
            options = ("halve-stack", *OUT_OF_PLAY)
        case None:
            options = ("warning", "penalty", "play-on")
    return (finding(TRANSPORT, seat, rule.cite, facts, options, stops_play=False),)


@behaviour(())
def table_stakes(table: Table, seat: int, chips: Chips, book: Rulebook) -> tuple[Finding, ...]:
    """Only what lay on the table as the hand began is played with, where the book prints it."""
    dealt_in = is_street(table.hand.phase) and is_live(stand_of(table, seat))
    if TABLE_STAKES not in book.cites or not dealt_in:
        return ()
    facts, options = (("found_chips", total_chips(chips)),), ("set-aside", "play-on")
    return (finding(TRANSPORT, seat, cite(book, TABLE_STAKES), facts, options, stops_play=False),)


@behaviour(())
def miscounted(
    differences: Sequence[tuple[int, int, int]], sums: tuple[int, int] | None, book: Rulebook
) -> tuple[Finding, ...]:
    """Trays that differ from the ledger at a hand's end, as (seat, expected, counted), and the sums of the table."""
    if not differences and (sums is None or sums[0] == sums[1]):
        return ()
    facts: list[Fact] = []
    for seat, expected, counted in differences:
        facts += [("count_seat", seat), ("expected_chips", expected), ("counted_chips", counted)]
    if sums is not None:
        facts += [("expected_sum_chips", sums[0]), ("counted_sum_chips", sums[1])]
    seat_of = differences[0][0] if len(differences) == 1 else None
    rule = cite(book, "chip_handling.miscounted")
    return (finding(COUNT, seat_of, rule, tuple(facts), COUNT_CHOICES, stops_play=False),)


@behaviour(())
def not_there(
    table: Table, seat: int, owed_chips: int, lies_chips: tuple[int, int], book: Rulebook
) -> tuple[Finding, ...]:
    """A seat owes a bet more than lies in its stack: `lies_chips` is what should lie there and what does.

    Nothing goes on until the chips are found or the floor has said that the bet is what is there; a hand that is over
    may have paid somebody out who has left, and stays.
    """
    expected, counted = lies_chips
    facts = (
        ("count_seat", seat),
        ("expected_chips", expected),
        ("counted_chips", counted),
        ("owed_chips", owed_chips),
    )
    options = DEBT_CHOICES[:1] if table.hand.phase == SETTLED else DEBT_CHOICES
    return (finding(COUNT, seat, cite(book, "chip_handling.miscounted"), facts, options),)


def is_of_a_debt(case: Case) -> bool:
    """Whether the case is about a bet that the stack behind it cannot pay."""
    return is_count(case) and case.finding.stops_play


def differences(case: Case) -> Iterator[tuple[int, int, int]]:
    """Seat, expected and counted chips of each stack that a count case is about."""
    names = ("count_seat", "expected_chips", "counted_chips")
    numbers = [_number(fact) for fact in case.finding.facts if fact[0] in names]
    yield from zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)


def _number(fact: Fact) -> int:
    return int(fact[1])

"""Penalties: what kinds there are, how many hands they are, which hands count, and what is told of them."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Penalty, Table
from table_controller.vocabulary.findings import Finding, Option

TOPIC: Final = "penalty"

HAND_COUNTS: Final = ("this-hand-counts", "this-hand-does-not")
ROUND: Final = ("players-when-given", "players-left-now")
CARRIED: Final = ("carry-over", "penalty-lapses")


def with_kinds(findings: tuple[Finding, ...], book: Rulebook) -> tuple[Finding, ...]:
    """The findings; one that may be punished offers every kind of punishment that the book has."""
    if not any(found.options for found in findings):
        return findings
    return tuple(_with_kinds(found, book) for found in findings)


def _with_kinds(found: Finding, book: Rulebook) -> Finding:
    named = {option.name for option in found.options}
    if "penalty" not in named:
        return found
    more = ("warning", *disqualification(book), *elimination(book), *hand_cancelled(book))
    return replace(found, options=(*found.options, *(Option(name) for name in more if name not in named)))


@behaviour(())
def disqualification(book: Rulebook) -> tuple[str, ...]:
    """The player may be disqualified, where the book names that among its penalties."""
    return ("disqualify",) if "penalties.disqualification" in book.cites else ()


@behaviour(())
def elimination(book: Rulebook) -> tuple[str, ...]:
    """The player may be eliminated and keeps the prize of his place, where the book names that."""
    return ("eliminate",) if "penalties.elimination" in book.cites else ()


@behaviour(())
def hand_cancelled(book: Rulebook) -> tuple[str, ...]:
    """The hand may be cancelled, where the book names that among its penalties."""
    return ("void-hand",) if "penalties.hand_cancelled" in book.cites else ()


@behaviour(())
def sits_out(table: Table, book: Rulebook) -> tuple[int, ...]:
    """Who has hands of a penalty left is dealt in, posts, and is folded after the deal."""
    del book
    return tuple(sorted({one.seat for one in table.penalties if owed(one)} & {*table.hand.seats}))


@behaviour(0)
def hands_of_rounds(table: Table, rounds: int, book: Rulebook) -> int:
    """A round is one hand for each player at the table, the offender too; in silence the floor says which players."""
    return 0 if book.penalty.round.value is None else rounds * at_the_table(table)


@behaviour(False)
def round_shrinks(book: Rulebook) -> bool:
    """Whether a round is counted by the players who are left when it is served."""
    return book.penalty.round.value == "players_left_now"


@behaviour(())
def round_unsaid(seat: int, rounds: int, book: Rulebook) -> tuple[Finding, ...]:
    """How many hands a round is, where the book does not say."""
    rule = book.penalty.round
    if rule.value is not None:
        return ()
    return (finding(TOPIC, seat, rule.cite, (("rounds", rounds),), ROUND, stops_play=False),)


@behaviour(False)
def this_hand_counts(book: Rulebook) -> bool:
    """Whether a hand that the player misses is the first of the penalty that is given in it."""
    return book.penalty.current_hand_counts.value is True


@behaviour(())
def this_hand_unsaid(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Whether the hand in which a penalty is given counts, where the book does not say."""
    rule = book.penalty.current_hand_counts
    if rule.value is not None:
        return ()
    return (finding(TOPIC, seat, rule.cite, (("cause", "this-hand"),), HAND_COUNTS, stops_play=False),)


@behaviour(False)
def from_the_next_hand(topic: str, book: Rulebook) -> bool:
    """Whether a penalty for cards shown begins with the next hand in any case, as the book prints it."""
    return topic == "exposing-cards" and "penalties.from_the_next_hand" in book.cites


@behaviour(())
def unserved(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player goes with hands of a penalty left: they go with him; in silence the floor says."""
    left = sum(owed(one) for one in table.penalties if one.seat == seat)
    rule = book.penalty.carry_over
    if not left or rule.value is False:
        return ()
    options = () if rule.value else CARRIED
    return (finding(TOPIC, seat, rule.cite, (("hands_left", left),), options, stops_play=False),)


@behaviour(())
def return_reported(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player is back from a penalty: the dealer tells the staff, where the book prints that."""
    slug = "penalties.return_reported"
    own = [one for one in table.penalties if one.seat == seat and one.hands]
    if slug not in book.cites or not own:
        return ()
    left = sum(owed(one) for one in own)
    return (finding(TOPIC, seat, cite(book, slug), (("hands_left", left),)),)


@behaviour(())
def cards_shown(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A live hand shown with action pending is an offence, where the book lists it among them."""
    slug = "penalties.cards_shown"
    if slug not in book.cites or not is_live(stand_of(table, seat)):
        return ()
    return (may_be_penalised(TOPIC, seat, cite(book, slug)),)


@behaviour(())
def folded_open(before: Table, table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """A hand folded with a card open is an offence, where the book lists it among them."""
    slug = "penalties.folded_open"
    if slug not in book.cites:
        return ()
    gone = [
        seat for seat in table.hand.showed if is_live(stand_of(before, seat)) and not is_live(stand_of(table, seat))
    ]
    return tuple(may_be_penalised(TOPIC, seat, cite(book, slug)) for seat in gone)


def at_the_table(table: Table) -> int:
    """How many players are at the table: those with a seat and chips, or with chips in the pot."""
    money = zip(table.players, table.ledger, strict=False)
    return sum(
        player is not None and not player.leaving and bool(one.stack_chips or one.committed_chips)
        for player, one in money
    )


def misses_this_hand(table: Table, seat: int) -> bool:
    """Whether a hand is played and the player has no live one in it."""
    if table.hand.phase in (IDLE, SETTLED):
        return False
    return not is_live(stand_of(table, seat)) or any(
        held.seat == seat and held.kind == "fold" for held in table.betting.held
    )


def one_more_served(table: Table, seats: tuple[int, ...]) -> tuple[Penalty, ...]:
    """The penalties after one more hand that these seats missed: it counts for the oldest of each that is not over."""
    served, left = list[Penalty](), set(seats)
    for one in table.penalties:
        counts = one.seat in left and owed(one) > 0
        left -= {one.seat} if counts else set()
        served.append(replace(one, served=one.served + 1) if counts else one)
    return tuple(served)


def owed(one: Penalty) -> int:
    """The hands of a penalty that are still to be missed."""
    return max(0, one.hands - one.served)

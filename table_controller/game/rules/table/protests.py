"""Until when a hand or a pot may be disputed, and the floor above the technical rules."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal.substantial import Verdict, substantial
from table_controller.game.rules.table import chip_handling
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.findings import Citation, Finding

TOPIC: Final = "protest"
REBUILDING: Final = "pot-reconstruction"
CHOICES: Final = ("rebuild-pot", "play-on")
"""What the floor may do about a protest in time."""

Disputed: TypeAlias = Literal["reading", "count"]


def disputed(text: str) -> Disputed | None:
    """What words dispute: ``dispute the count`` (or the pot) its counting and award, any other dispute the reading."""
    words = text.lower().split()
    if not words or words[0] != "dispute":
        return None
    return "count" if {"count", "pot"} & set(words) else "reading"


def judged(table: Table, seat: int, what: Disputed, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    """The protest, in time or not; where it is in time, what a book says of rebuilding the pot."""
    if what == "reading":
        return reading_disputed(table, seat, at_s, book)
    found = count_disputed(table, seat, at_s, book)
    if not any(one.options for one in found):
        return found
    return (*found, *rebuilt_from_the_betting(table, seat, book), *deferred(seat, book))


@behaviour(())
def reading_disputed(table: Table, seat: int, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    """How a tabled hand was read may be disputed until the next hand begins."""
    rule = book.dispute.reading
    match rule.value:
        case "next_hand":
            return _found(table, seat, rule.cite, over=_begun(table), at_s=at_s, book=book)
        case None:
            return _found(table, seat, rule.cite, over=False, at_s=at_s, book=book)


@behaviour(())
def count_disputed(table: Table, seat: int, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    """How a pot was counted and given may be disputed until the next hand begins, or until substantial action in it."""
    rule = book.dispute.count
    match rule.value:
        case "next_hand":
            over = _begun(table)
        case "sa_next_hand":
            over = _begun(table) and _action_in_it(table, book)
        case None:
            over = False
    return _found(table, seat, rule.cite, over=over, at_s=at_s, book=book)


@behaviour(())
def rebuilt_from_the_betting(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """What was in a pot that is mixed in already may be found from the bets, and given to whom it belongs."""
    slug = "protests.rebuilt_from_the_betting"
    if slug not in book.cites:
        return ()
    facts = (("pot_chips", sum(chips for _, chips in table.ended.put)),)
    return (finding(REBUILDING, seat, cite(book, slug), facts, CHOICES[:1], stops_play=False),)


@behaviour(())
def deferred(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The ruling may wait and play goes on, a part of the pot held back."""
    slug = "protests.deferred"
    if slug not in book.cites:
        return ()
    return (finding(REBUILDING, seat, cite(book, slug), (), ("hold-back",), stops_play=False),)


def is_pending(case: Case) -> bool:
    """Whether the case is about the last hand and the floor let it wait: it outlives the next riffle."""
    return case.finding.topic in (TOPIC, REBUILDING) and case.fact("held_back") > 0


def is_of_no_hand(case: Case) -> bool:
    """Whether the case is not about the hand under way: a count of the chips, a protest that waits."""
    return chip_handling.is_count(case) or is_pending(case)


def is_of_protest(case: Case, seat: int | None) -> bool:
    """Whether the case belongs to the protest of this seat."""
    return case.seat == seat and case.finding.topic in (TOPIC, REBUILDING)


def _found(table: Table, seat: int, rule: Citation, *, over: bool, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    limit = book.dispute.break_s
    ended = table.ended
    if ended.in_break and limit.value is not None and at_s > ended.at_s + limit.value:
        return (finding(TOPIC, seat, limit.cite, (("cause", "protest-late"), ("seconds", limit.value))),)
    if over:
        return (finding(TOPIC, seat, rule, (("cause", "protest-late"),)),)
    facts = (("pot_chips", sum(chips for _, chips in ended.put)),)
    return (finding(TOPIC, seat, rule, facts, CHOICES),)


def _begun(table: Table) -> bool:
    """Whether the hand after the one in dispute has begun."""
    return table.hand.phase not in (SETTLED, IDLE)


def _action_in_it(table: Table, book: Rulebook) -> bool:
    if table.hand.phase == DEAL:
        return False
    first = table.hand.phase == variant_of(table).first.name
    return not first or substantial(table.betting.recorded_acts, table, book) == Verdict.YES


@behaviour(())
def ends_the_hand(seat: int | None, option: str, book: Rulebook) -> tuple[Finding, ...]:
    """The floor ends a hand that no rule ends: under the rule that puts fairness first."""
    return (finding("authority", seat, cite(book, "protests.overrules"), (("option", option),)),)


@behaviour(None)
def overrules(case: Case, option: str, book: Rulebook) -> Finding | None:
    """The floor chose what the rule does not offer: that holds, under the rule that puts fairness first."""
    facts = (("option", option), ("over", case.finding.cite.ref))
    return finding("authority", case.seat, cite(book, "protests.overrules"), facts)

"""How much may be bet: the least of a street, the pot at most, or the fixed size of a limit game."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import live_seats, max_raise_to_chips, up_cards, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.rules.deal import stud
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Fact, Finding


@behaviour(None)
def pot_limit_maximum(table: Table, seat: int, act: Acts, book: Rulebook) -> Reading | None:
    """A bet or raise of more than the pot is cut to the pot; the rest goes back."""
    if table.betting.terms.structure != "pot-limit" or act.kind not in ("bet", "raise"):
        return None
    most = max_raise_to_chips(table)
    if act.to_chips <= most:
        return None
    if not most:
        return all_in_call(table, act)
    facts = (_amount(act), ("max_raise_to_chips", most))
    if unsure := short_blind_unsaid(table, seat, act, book):
        return unsure
    over = finding("pot-limit-max", seat, cite(book, "limits.pot_limit_maximum"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, over, *wrong_pot_bet(seat, facts, book)))


def _amount(act: Acts) -> Fact:
    """How much it was meant to be, said or put in."""
    return ("said_chips" if act.by == "word" else "pushed_chips", act.to_chips)


def all_in_call(table: Table, act: Acts) -> Acts:
    """The aggressive act of a seat that cannot raise: all its chips are at most a call."""
    return replace(act, kind="call", to_chips=table.betting.level_chips)


@behaviour(None)
def short_blind_unsaid(table: Table, seat: int, act: Acts, book: Rulebook) -> Reading | None:
    """Over the pot only because a blind is short, and the book does not say whether it counts whole."""
    answer = book.pl.short_blind_ignored_preflop
    if answer.value is not None:
        return None
    whole = replace(table.betting, terms=replace(table.betting.terms, short_blind_counts_full=True))
    most = max_raise_to_chips(replace(table, betting=whole))
    if act.to_chips > most:
        return None
    facts = (("as_chips", act.to_chips), ("max_raise_to_chips", most))
    return Leaves((finding("pot-limit-max", seat, answer.cite, facts, ("stands", "cut-to-pot", "take-back")),))


@behaviour(0)
def size_of_street(table: Table, street: str, book: Rulebook) -> int:
    """The least bet of a street: the big blind, or the small or big bet of a limit game."""
    level, variant = table.level, variant_of(table)
    if variant.betting != "fixed-limit":
        return level.big_blind_chips
    named = variant.street(street)
    pair = street == "fourth" and _shows_a_pair(table) and stud.open_pair_doubles(book)
    if named is not None and (named.big or pair):
        return level.big_bet_chips or 2 * level.big_blind_chips
    return level.small_bet_chips or level.big_blind_chips


def _shows_a_pair(table: Table) -> bool:
    shown = [[card[0] for card in up_cards(table, seat)] for seat in live_seats(table)]
    return any(len(set(ranks)) < len(ranks) for ranks in shown)


@behaviour(())
def wrong_pot_bet(seat: int, facts: tuple[Fact, ...], book: Rulebook) -> tuple[Finding, ...]:
    """A bet of the wrong amount is put right for everybody while the round lasts."""
    rule = book.cites.get("limits.wrong_pot_bet", book.wrong_amount_fix.cite)
    return (finding("incorrect-bet", seat, rule, facts),)


@behaviour(None)
def fixed_size(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """In a limit game a bet or raise has one size, whatever was put in or said."""
    if table.betting.terms.structure != "fixed-limit" or act.kind not in ("bet", "raise"):
        return None
    most = max_raise_to_chips(table)
    if act.to_chips == most:
        return None
    if not most:
        return all_in_call(table, act)
    facts = (_amount(act), ("max_raise_to_chips", most))
    wrong = finding("limit-structure", seat, cite(book, "limits.fixed_size"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, wrong))

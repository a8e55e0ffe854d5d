"""Who may have what counted, and what a player owes who relied on a count."""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Pays, Reading
from table_controller.game.state.hand import is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Declared
from table_controller.vocabulary.findings import Finding

LEARNS: Final = ("estimate", "state-stack")
"""What the floor may leave to a player who wants to know a stack, where the book does not say."""


@behaviour(False)
def told_on_request(book: Rulebook) -> bool:
    """Whether dealers tell the amount of a bet, raise or all-in to any player who asks, and to nobody else."""
    return book.dealer_announces.value == "on_request"


@behaviour(())
def not_all_in(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """An exact count of a player who is not all-in: no right to it where dealers do not state amounts on request."""
    if stand_of(table, about).status == "all-in" or told_on_request(book):
        return ()
    facts, disclosed = (("about", about),), book.stack_disclosure
    match disclosed.value:
        case "must_state":
            return (finding("opponent-count", seat, cite(book, "counts.not_all_in"), facts),)
        case "estimate":
            return (finding("opponent-count", seat, disclosed.cite, facts),)
        case None:
            return (finding("opponent-count", seat, disclosed.cite, facts, LEARNS, stops_play=False),)


@behaviour(())
def states_a_figure(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """Asked for his stack (he has chips, and no bet in front), a player gives a figure where the book says so."""
    disclosed = book.stack_disclosure
    has_stack = table.ledger[about - 1].stack_chips > 0 and about != seat
    if disclosed.value != "must_state" or _has_bet(table, about) or not has_stack:
        return ()
    return (finding("chip-visibility", about, disclosed.cite, (("asks", seat),)),)


@behaviour(())
def announces(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """The amount of a bet or raise, which the dealer says unasked: a duty to the whole table, or a good habit.

    Where it is a duty, whoever asks has missed something and is told; a habit serves the player who faces the bet.
    """
    rule = book.dealer_announces
    match rule.value:
        case "must":
            told = _has_bet(table, about)
        case "should":
            told = _has_bet(table, about) and who_acts(table) == seat
        case "on_request" | None:
            told = False
    facts = (("about", about), ("lies_chips", stand_of(table, about).bet_chips))
    return (finding("dealer-announce", seat, rule.cite, facts),) if told else ()


@behaviour(())
def only_in_turn(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """The count of an all-in is for the player who is to call it."""
    if stand_of(table, about).status != "all-in" or who_acts(table) == seat or told_on_request(book):
        return ()
    facts = (("about", about), ("turn", who_acts(table) or 0))
    return (finding("opponent-count", seat, cite(book, "counts.only_in_turn"), facts),)


@behaviour(())
def counts_as_an_act(table: Table, seat: int, about: int, book: Rulebook) -> tuple[Finding, ...]:
    """Where the book says so, asking for the count of an all-in before the turn is acting out of turn."""
    rule = book.cites.get("counts.counts_as_an_act")
    turn = who_acts(table)
    waits = turn not in (None, seat) and stand_of(table, seat).status == "in"
    if rule is None or not waits or stand_of(table, about).status != "all-in":
        return ()
    facts = (("about", about), ("turn", turn or 0))
    return (may_be_penalised("out-of-turn", seat, rule, facts),)


@behaviour(None)
def pot_count(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``count pot``: a right where the pot limits the bets, and nowhere else; it is no act."""
    if event.word != "other" or event.text.lower().split() != ["count", "pot"] or not is_street(table.hand.phase):
        return None
    if table.betting.terms.structure == "pot-limit":
        return Pays()
    return Pays((finding("pot-count", event.seat, cite(book, "counts.pot_count"), (("word", "other"),)),))


@behaviour(None)
def accepted_action(table: Table, act: ChipPush, book: Rulebook) -> Reading | None:
    """Too few chips after a count: the player accepted the bet as it is, whatever was told, and owes the rest."""
    told = any(ask.seat == act.seat and ask.after_acts == len(table.betting.recorded_acts) for ask in table.asked)
    if not told or not 0 < act.more_chips < act.call_chips or act.is_all_in:
        return None
    found = finding("accepted-action", act.seat, cite(book, "counts.accepted_action"), act.facts)
    return Acts("call", act.level_chips, (found,))


def _has_bet(table: Table, seat: int) -> bool:
    """Whether a bet or raise of the seat lies there, with chips left behind it."""
    stand = stand_of(table, seat)
    return stand.status == "in" and stand.act is not None and stand.act.kind in ("bet", "raise")

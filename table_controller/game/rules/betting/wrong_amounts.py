"""A bet of a wrong amount that others have answered before anybody saw it.

The act is ruled at its right amount at once; the seat owes what its chips lack. What others make of the chips
that lie there is the question here.
"""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import Struct

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.rules.deal.substantial import Verdict, substantial
from table_controller.game.state.betting import RecordedAct
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

MATCHED: Final = ("complete-call", "take-back", "forfeit-and-fold")
"""What the floor may make of chips that match what lies there and not what is due."""


class Wrong(Struct, frozen=True):
    """The act `deed`, number `at` of the round, of which only `lies_chips` are in."""

    recorded_act: RecordedAct
    at: int
    lies_chips: int


@behaviour(None)
def matched(act: ChipPush, book: Rulebook) -> Reading | None:
    """Chips that match a raise as it lies, too small: a call, a case for the floor, or an undercall like others."""
    wrong = _wrong(act.table)
    if wrong is None or act.is_all_in or act.total_chips != wrong.lies_chips:
        return None
    if _is_low_pot_bet(act.table, wrong):
        rule = book.cites.get("wrong_amounts.low_pot_bet_stands")
        return Acts("call", act.level_chips) if rule else None
    if act.is_heads_up or not wrong.recorded_act.level_chips or _is_whole(wrong):
        return None  # heads-up every book completes the call; what is no raise too small is only slow to come
    fix, facts = book.wrong_amount_fix, (*act.facts, ("lies_chips", wrong.lies_chips))
    match fix.value:
        case "same_round":
            return Acts("call", act.level_chips, (finding("incorrect-bet", act.seat, fix.cite, facts),))
        case "brought_up":
            return None  # chips that are too few are brought up by the rule on calls
        case None:
            return Leaves((finding("incorrect-bet", act.seat, fix.cite, facts, MATCHED),))
        case _:
            assert_never(fix.value)


@behaviour(None)
def low_pot_bet_stands(table: Table, book: Rulebook) -> tuple[int, Finding] | None:
    """The total and the finding of a pot bet on too low a count: after substantial action it stays as it lies."""
    rule, wrong = book.cites.get("wrong_amounts.low_pot_bet_stands"), _wrong(table)
    if rule is None or wrong is None or not _is_low_pot_bet(table, wrong):
        return None
    if substantial(table.betting.recorded_acts[wrong.at + 1 :], table, book) != Verdict.YES:
        return None
    facts = (("said_chips", wrong.recorded_act.to_chips), ("as_chips", wrong.lies_chips))
    return wrong.lies_chips, finding("incorrect-bet", wrong.recorded_act.seat, rule, facts)


def _wrong(table: Table) -> Wrong | None:
    """The bet of the round, if it has been answered and its chips are not all in."""
    betting = table.betting
    for at, recorded_act in reversed(list(enumerate(betting.recorded_acts))):
        if recorded_act.to_chips == betting.level_chips > recorded_act.level_chips:
            lies = recorded_act.to_chips - owes_chips(table.ledger[recorded_act.seat - 1])
            return Wrong(recorded_act, at, lies) if recorded_act.level_chips < lies < recorded_act.to_chips else None
    return None


def _is_whole(wrong: Wrong) -> bool:
    """Whether what lies there would be a legal bet or raise."""
    return wrong.lies_chips - wrong.recorded_act.level_chips >= wrong.recorded_act.full_chips


def _is_low_pot_bet(table: Table, wrong: Wrong) -> bool:
    """Whether the bet was the pot, in words, where the pot is the limit; what lies there is a legal bet."""
    recorded_act = wrong.recorded_act
    if table.betting.terms.structure != "pot-limit" or recorded_act.by != "word" or not _is_whole(wrong):
        return False
    return (
        recorded_act.to_chips
        == recorded_act.level_chips + _pot_chips(table, wrong) + recorded_act.level_chips - recorded_act.before_chips
    )


def _pot_chips(table: Table, wrong: Wrong) -> int:
    """All that had been bet before the act."""
    since = sum(
        recorded_act.to_chips - recorded_act.before_chips
        for recorded_act in table.betting.recorded_acts[wrong.at :]
        if recorded_act.paid
    )
    return sum(money.committed_chips for money in table.ledger) - since

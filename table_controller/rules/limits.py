"""The most that may be bet: the pot, or the fixed size of a limit game."""

from __future__ import annotations

from dataclasses import replace

from table_controller.findings import Fact, Finding
from table_controller.queries import max_raise_to_chips
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.readings import Acts
from table_controller.table import Table


@behaviour(None)
def pot_limit_maximum(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """A bet or raise of more than the pot is cut to the pot; the rest goes back."""
    most = max_raise_to_chips(table)
    if table.betting.terms.structure != "pot-limit" or act.kind not in ("bet", "raise") or act.to_chips <= most:
        return None
    facts = (("pushed_chips", act.to_chips), ("max_raise_to_chips", most))
    over = finding("pot-limit-max", seat, cite(book, "limits.pot_limit_maximum"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, over, *wrong_pot_bet(seat, facts, book)))


@behaviour(())
def wrong_pot_bet(seat: int, facts: tuple[Fact, ...], book: Rulebook) -> tuple[Finding, ...]:
    """A bet of the wrong amount is put right for everybody while the round lasts."""
    rule = book.cites.get("limits.wrong_pot_bet", book.wrong_amount_fix.cite)
    return (finding("incorrect-bet", seat, rule, facts),)


@behaviour(None)
def fixed_size(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """In a limit game a bet or raise has one size, whatever was put in or said."""
    most = max_raise_to_chips(table)
    if table.betting.terms.structure != "fixed-limit" or act.kind not in ("bet", "raise") or act.to_chips == most:
        return None
    facts = (("pushed_chips", act.to_chips), ("max_raise_to_chips", most))
    wrong = finding("limit-structure", seat, cite(book, "limits.fixed_size"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, wrong))

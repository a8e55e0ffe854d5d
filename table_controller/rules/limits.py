"""The most that may be bet: the pot, or the fixed size of a limit game."""

from __future__ import annotations

from dataclasses import replace

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
    wrong = finding("incorrect-bet", seat, cite(book, "limits.pot_limit_maximum"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, over, wrong))


@behaviour(None)
def fixed_size(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """In a limit game a bet or raise has one size, whatever was put in or said."""
    most = max_raise_to_chips(table)
    if table.betting.terms.structure != "fixed-limit" or act.kind not in ("bet", "raise") or act.to_chips == most:
        return None
    facts = (("pushed_chips", act.to_chips), ("max_raise_to_chips", most))
    wrong = finding("limit-structure", seat, cite(book, "limits.fixed_size"), facts)
    return replace(act, to_chips=most, findings=(*act.findings, wrong))

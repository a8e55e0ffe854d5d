"""Cards thrown away without a word, and then claimed."""

from __future__ import annotations

from table_controller.machines.hand import SETTLED
from table_controller.queries import stand_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.folds import DEAD_OR_BACK
from table_controller.rules.readings import Leaves, Reading
from table_controller.table import Table
from table_controller.vocabulary.events import Declared


@behaviour(None)
def claimed(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """A seat whose cards went to the muck in silence says that it plays: the floor decides whose hand that is."""
    over = table.hand.phase == SETTLED
    if event.word in ("fold", "other") or stand_of(table, event.seat).status != "folded":
        return None
    if who_acts(table) is None and not over:
        return None
    deeds = [deed for deed in table.betting.deeds if deed.seat == event.seat]
    if not deeds or deeds[-1].kind != "fold" or deeds[-1].by != "cards":
        return None
    options = () if over else DEAD_OR_BACK
    facts = (("word", event.word), ("turn", who_acts(table) or 0))
    return Leaves((finding("nonstandard-fold", event.seat, cite(book, "claimed_folds.claimed"), facts, options),))

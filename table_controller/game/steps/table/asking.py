"""What players ask the dealer for."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import counts
from table_controller.game.state.hand import is_street
from table_controller.game.state.table import Asking, Change, Table, Unexplained
from table_controller.game.steps.showdown.exposing import on_asked_to_see
from table_controller.vocabulary.events import Asked


def on_asked(table: Table, event: Asked, book: Rulebook) -> Change:
    """A count: a right, or not; no act either way. Who had a right to it acts on what was told."""
    seat, about = event.seat, event.about
    if event.what == "show":
        return on_asked_to_see(table, event, book)
    if about is None or not 1 <= about <= table.setup.seats:
        return Change(table, unexplained=(Unexplained("asked", seat, (("about", about or 0),)),))
    if not is_street(table.hand.phase):
        return Change(table)
    findings = (
        *counts.not_all_in(table, seat, about, book),
        *counts.only_in_turn(table, seat, about, book),
        *counts.counts_as_an_act(table, seat, about, book),
        *counts.states_a_figure(table, seat, about, book),
    )
    told = counts.announces(table, seat, about, book)
    if who_acts(table) != seat or (findings and not told):
        return Change(table, findings=(*findings, *told))
    answered = replace(table, asked=(Asking(seat, about, len(table.betting.recorded_acts)),))
    return Change(answered, findings=(*findings, *told))

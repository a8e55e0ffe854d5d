"""Players who leave the table with a live hand."""

from __future__ import annotations

from table_controller.machines.betting import is_live
from table_controller.machines.hand import DEAL, SETTLED, SHOWDOWN, is_street
from table_controller.queries import awards_due, stand_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rulebooks.model_table import StayUntil
from table_controller.rules.behaviour import MAY_BE_PENALISED, behaviour, finding
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding, Ruled


@behaviour(())
def with_a_live_hand(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Leaving before the book lets a player go may be penalised, and the hand stays live; in silence the floor says."""
    stand = stand_of(table, seat)
    if table.hand.phase == DEAL or not is_live(stand) or not _must_stay(table, seat, book):
        return ()
    rule: Ruled[StayUntil | None] | Ruled[bool | None] = book.stay_until
    if stand.status == "all-in" and (rule.value != "live_hand" or book.stay_if_all_in.value is not None):
        rule = book.stay_if_all_in  # a duty that lasts as long as the hand is live is an all-in player's as well
    if rule.value is False:
        return ()
    return (finding("leaving-table", seat, rule.cite, (), MAY_BE_PENALISED, stops_play=rule.value is None),)


def _must_stay(table: Table, seat: int, book: Rulebook) -> bool:
    """Whether the duty to stay lasts as far as this; standing beside the chair breaks only a duty to stay seated."""
    phase, near = table.hand.phase, seat in table.near
    playing = is_street(phase) or phase == SHOWDOWN
    match book.stay_until.value:
        case "live_hand":
            return playing
        case "betting_over":
            return is_street(phase) and not table.hand.betting_over and not near
        case "hand_over":  # it is, when the pots are pushed
            return (playing or (phase == SETTLED and bool(awards_due(table)))) and not near
        case _:  # through the showdown; so is what a silent book leaves to the floor
            return playing and not near

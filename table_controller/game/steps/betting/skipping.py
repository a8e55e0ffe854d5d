"""Acts past a skipped player become binding: they enter the round in the order made, and the turn stays with him."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules import registry
from table_controller.game.rules.betting import out_of_turn
from table_controller.game.rules.betting.out_of_turn import is_unsized
from table_controller.game.rules.betting.skipped import FREE, TOPIC, binds
from table_controller.game.state.betting import is_live, with_stand
from table_controller.game.state.hand import is_street
from table_controller.game.state.table import Case, Change, Table
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActRuled, Outcome


def judged(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with the findings that its reading did not bring, and what they do at once."""
    findings = registry.judge(before, event, change, book)
    return change.then(passed_over(change.table, findings, book)).told(findings) if findings else change


def passed_over(table: Table, findings: tuple[Finding, ...], book: Rulebook) -> Change:
    """What the findings on a skipped player do at once; they take the place of an older case about him."""
    seats = {found.seat for found in findings if found.topic == TOPIC}
    if not seats:
        return Change(table)
    left = tuple(case for case in table.cases if case.finding.topic != TOPIC or case.seat not in seats)
    table = replace(table, cases=left)
    return bind(table) if any(binds(found, book) for found in findings) else Change(table)


def ruled(table: Table, case: Case, option: str) -> Change:
    """What the floor's choice in the case of a skipped player does to the acts past him, and to his own choice."""
    if case.finding.topic != TOPIC or case.seat is None or option in FREE or not is_street(table.hand.phase):
        return Change(table)
    if option == "play-on":
        stand = replace(table.betting.stands[case.seat - 1], limit="")
        table = replace(table, betting=with_stand(table.betting, case.seat, stand))
    return bind(table)


def settled(before: Table, table: Table, seat: int | None) -> Table:
    """The table after a ruling about a seat: if it made the seat's act or ended its hand, nobody was skipped there."""
    if seat is None or not any(case.seat == seat and case.finding.topic == TOPIC for case in table.cases):
        return table
    acts, earlier = ([one for one in at.betting.recorded_acts if one.seat == seat] for at in (table, before))
    if len(acts) <= len(earlier) and is_live(table.betting.stands[seat - 1]):
        return table
    cases = tuple(case for case in table.cases if case.seat != seat or case.finding.topic != TOPIC)
    return replace(table, cases=cases)


def bind(table: Table) -> Change:
    """The table with every act that was held in force; whose turn it is does not change.

    An act that the action has overtaken binds nobody, nor does a check to which an earlier one of them is a bet: their
    players are free when their turn comes. One whose size its chips will tell waits on, facing what came before it.
    """
    outcomes, waiting = list[Outcome](), table.betting.held
    overtaken = tuple(held.seat for held in waiting if out_of_turn.is_overtaken(table, held))  # as it was before
    for held in waiting:
        betting = table.betting
        if held.seat in overtaken:
            continue
        if is_unsized(held):
            faces = replace(held, level_chips=betting.level_chips)
            left = tuple(faces if one.seat == held.seat else one for one in betting.held)
            table = replace(table, betting=replace(betting, held=left))
        elif held.kind != "check" or betting.level_chips <= betting.stands[held.seat - 1].bet_chips:
            table = out_of_turn.in_force(table, held)
            stand = table.betting.stands[held.seat - 1]
            if stand.act is not None:
                to, all_in = stand.act.to_chips, stand.status == "all-in"
                outcomes.append(ActRuled(held.seat, stand.act.kind, to, all_in=all_in))
    return Change(table, tuple(outcomes))

"""Acts past a skipped player become binding: they enter the round in the order made, and the turn stays with him."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules import registry
from table_controller.game.rules.betting.out_of_turn import is_unsized
from table_controller.game.rules.betting.skipped import FREE, TOPIC, binds
from table_controller.game.state.betting import with_act
from table_controller.game.state.ledger import commit, put
from table_controller.game.state.table import Case, Change, Table
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind, ActRuled, Outcome


def judged(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with the findings that its reading did not bring, and what they do at once."""
    if not change.unexplained and change.table.betting is before.betting and not before.betting.held:
        return change
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
    if case.finding.topic != TOPIC or case.seat is None or option in FREE:
        return Change(table)
    if option == "play-on":
        stand = replace(table.betting.stands[case.seat - 1], limit="")
        stands = (*table.betting.stands[: case.seat - 1], stand, *table.betting.stands[case.seat :])
        table = replace(table, betting=replace(table.betting, stands=stands))
    return bind(table)


def bind(table: Table) -> Change:
    """The table with every act that was held in force; whose turn it is does not change."""
    actor, outcomes = table.betting.actor, list[Outcome]()
    for held in table.betting.held:
        if is_unsized(held):
            continue  # its chips will tell what it is; until then it waits
        stand, money = table.betting.stands[held.seat - 1], table.ledger[held.seat - 1]
        called = held.kind == "call"
        wanted = max(held.to_chips, table.betting.level_chips if called else 0)
        to = min(wanted, stand.bet_chips + money.stack_chips)
        kind: ActKind = "call" if held.kind in ("bet", "raise") and to <= table.betting.level_chips else held.kind
        paid = commit(money, to - stand.bet_chips)
        betting = with_act(table.betting, held.seat, kind, to, not paid.stack_chips, held.by)
        outcomes.append(ActRuled(held.seat, kind, to, all_in=not paid.stack_chips))
        table = replace(table, betting=replace(betting, actor=actor), ledger=put(table.ledger, held.seat, paid))
    return Change(table, tuple(outcomes))

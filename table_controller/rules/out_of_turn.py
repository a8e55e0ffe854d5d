"""An act before its turn: it waits, and binds or not by what the players who were skipped do."""

from __future__ import annotations

from dataclasses import replace

from table_controller.events import ChipsPushed, Declared
from table_controller.findings import Citation, Fact, Finding
from table_controller.machines.betting import Deed, Held
from table_controller.machines.hand import is_street
from table_controller.queries import acting_order, stand_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.folds import MAY_BE_PENALISED
from table_controller.rules.readings import Acts, FoldsEarly, Holds, Leaves, Reading
from table_controller.table import Table

FACED = "to_call_chips"


def is_out_of_turn(table: Table, seat: int) -> bool:
    """Whether `seat` can still act in this round, and it is somebody else's turn."""
    actor = who_acts(table)
    if not is_street(table.hand.phase) or actor in (None, seat):
        return False
    return stand_of(table, seat).status == "in"


def as_if_in_turn(table: Table, seat: int) -> Table:
    """The table as it would be if it were the turn of `seat`."""
    return replace(table, betting=replace(table.betting, actor=seat, announced=None, motions=0))


@behaviour(None)
def waits_for_its_turn(table: Table, event: ChipsPushed | Declared, inner: Reading, book: Rulebook) -> Reading | None:
    """The act is held until its turn; `inner` is what it would be in turn."""
    seat = event.seat
    rule = book.out_of_turn.passive_by_skipped.cite
    facts: tuple[Fact, ...] = (("turn", who_acts(table) or 0), (FACED, _to_call(table, seat)))
    match inner:
        case Acts("fold"):
            return _fold(table, seat, inner.by, facts, book)
        case Acts():
            facts = (*facts, ("as_kind", inner.kind), ("as_chips", inner.to_chips))
            found = finding("out-of-turn", seat, rule, facts, MAY_BE_PENALISED, stops_play=False)
            again = repeated(table, seat, book)
            return Holds(inner.kind, inner.to_chips, (found, *again, *inner.findings), inner.by)
        case Leaves():
            return Leaves((finding("out-of-turn", seat, rule, facts), *_without_stop(inner.findings)))
        case _:
            return Leaves((finding("out-of-turn", seat, rule, facts),))


@behaviour(())
def repeated(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Out of turn once more in the same hand, where the book has a rule for that."""
    rule = book.cites.get("out_of_turn.repeated")
    if rule is None or seat not in table.early:
        return ()
    return (finding("out-of-turn", seat, rule, (("times", table.early.count(seat) + 1),)),)


def _fold(table: Table, seat: int, by: str, facts: tuple[Fact, ...], book: Rulebook) -> Reading:
    answer = book.out_of_turn.fold
    del table
    if answer.value == "binds":
        manners = finding("out-of-turn", seat, answer.cite, facts, MAY_BE_PENALISED, stops_play=False)
        return FoldsEarly((manners,), "cards" if by == "cards" else "word")
    options = ("dead-hand", "retrieve")
    return Leaves((finding("out-of-turn", seat, answer.cite, facts, options, stops_play=False),))


@behaviour(None)
def comes_to_its_turn(table: Table, held: Held, book: Rulebook) -> Reading | None:
    """The turn has come to a seat that acted before it: bound, held to less, or free again."""
    if held.by == "ruling":  # the floor held him to it, whatever comes
        return Acts("call" if table.betting.level_chips else "check", table.betting.level_chips, (), held.by)
    rules = book.out_of_turn
    skipped = _acts_since(table, held)
    facts: tuple[Fact, ...] = (("as_kind", held.kind), ("as_chips", held.to_chips))
    if table.betting.level_chips > held.level_chips:
        if rules.raise_by_skipped.value == "release":
            return Leaves((finding("out-of-turn", held.seat, rules.raise_by_skipped.cite, (*facts, ("free", 1))),))
        return _floor(held, rules.raise_by_skipped.cite, facts)
    policy = rules.passive_by_skipped
    if policy.value is None:
        return _floor(held, policy.cite, facts)
    if policy.value == "reduce_to_passive" and held.to_chips > held.level_chips and _someone_stayed(skipped):
        kind, to = ("call", table.betting.level_chips) if held.level_chips else ("check", 0)
        reduced = finding("out-of-turn", held.seat, policy.cite, (*facts, ("held_to_chips", to)))
        return Acts("call" if kind == "call" else "check", to, (reduced,), held.by)
    return Acts(held.kind, held.to_chips, (), held.by)


def _floor(held: Held, rule: Citation, facts: tuple[Fact, ...]) -> Reading:
    return Leaves((finding("out-of-turn", held.seat, rule, facts, ("stands", "take-back")),))


def _acts_since(table: Table, held: Held) -> tuple[Deed, ...]:
    """What was done since the early act: by the players that it skipped, and by others who did not wait."""
    return table.betting.deeds[held.after_deeds :]


def _someone_stayed(deeds: tuple[Deed, ...]) -> bool:
    return any(deed.kind in ("check", "call") for deed in deeds if deed.turn)


def _without_stop(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(found, options=(), stops_play=False) for found in findings)


def _to_call(table: Table, seat: int) -> int:
    return max(0, table.betting.level_chips - table.betting.stands[seat - 1].bet_chips)


def skipped_by(table: Table, seat: int) -> tuple[int, ...]:
    """Seats still to act before `seat`, in order, from the one whose turn it is."""
    actor = who_acts(table)
    order = acting_order(table)
    if actor not in order or seat not in order:
        return ()
    at, till = order.index(actor), order.index(seat)
    span = order[at:till] if at <= till else (*order[at:], *order[:till])
    return tuple(other for other in span if table.betting.stands[other - 1].status == "in")

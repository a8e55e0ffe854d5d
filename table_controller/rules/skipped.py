"""The player who was passed over and said nothing."""

from __future__ import annotations

from firmware_bridge.observations import Handle
from table_controller.findings import Finding
from table_controller.machines.betting import Deed, Held
from table_controller.queries import variant_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.substantial import any_two_acts, two_with_chips_or_three
from table_controller.table import Table


@behaviour(())
def too_late_to_speak(before: Table, after: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Substantial action to the left of a skipped player: the acts bind, and his own choice is cut down."""
    seat = who_acts(after)
    if seat is None:
        return ()
    if _is_substantial(_passed(before), before, book) or not _is_substantial(_passed(after), after, book):
        return ()
    return (_finding(after, seat, book),)


@behaviour(())
def street_dealt_over(before: Table, handle: Handle, book: Rulebook) -> tuple[Finding, ...]:
    """The next street was dealt although a player was skipped."""
    del handle
    seat = who_acts(before)
    if seat is None or not before.betting.held:
        return ()
    return (_finding(before, seat, book),)


def _finding(table: Table, seat: int, book: Rulebook) -> Finding:
    policy = book.skipped_after_sa
    facts = (("to_call_chips", table.betting.level_chips - table.betting.stands[seat - 1].bet_chips),)
    match policy.value:
        case "call_or_fold":
            return finding("skipped-player", seat, policy.cite, (*facts, ("limit", "call-or-fold")))
        case "floor":
            return finding("skipped-player", seat, policy.cite, facts, ("dead-hand", "passive-only", "play-on"))
        case _:
            options = ("dead-hand", "call-or-fold", "passive-only", "play-on")
            return finding("skipped-player", seat, policy.cite, facts, options)


def _passed(table: Table) -> tuple[Deed, ...]:
    """What was done past the seat whose turn it is, in the form of acts."""
    deeds = table.betting.deeds
    last_in_turn = max((at for at, deed in enumerate(deeds, start=1) if deed.turn), default=0)
    early = deeds[last_in_turn:]
    return (*early, *(_as_deed(table, held) for held in table.betting.held))


def _as_deed(table: Table, held: Held) -> Deed:
    paid = held.to_chips > table.betting.stands[held.seat - 1].bet_chips
    return Deed(held.seat, held.kind, held.to_chips, paid, held.by, turn=False)


def _is_substantial(passed: tuple[Deed, ...], table: Table, book: Rulebook) -> bool:
    """By the book's test after the flop; before it a book that waits for the big blind has no other either."""
    first = table.hand.phase == variant_of(table).first.name
    if first and book.substantial_action.preflop.value == "bb_first_action":
        return table.positions is not None and any(deed.seat == table.positions.big_blind for deed in passed)
    counted = passed if book.skipped_sa_counts_oot_action.value is not False else passed[1:]
    if book.substantial_action.postflop.value == "any_two":
        return any_two_acts(counted, book)
    return two_with_chips_or_three(counted, book)

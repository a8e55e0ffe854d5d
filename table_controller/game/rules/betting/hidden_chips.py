"""Chips that come to light after an all-in: part of it, or not, and what becomes of them then."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from table_controller.game.queries import stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.hand import SHOWDOWN, Share, is_street
from table_controller.game.state.table import Fate, Hidden, Table
from table_controller.vocabulary.findings import Finding

CHOICES: Final = ("counts", "does-not-count", "to-winner")
"""What the floor may do with them: part of the bet, not part of it, or the winner's if the seat loses."""


class Light(Struct, frozen=True):
    """What the book makes of the chips: `counts` as part of the all-in, or their `fate` when the hand is settled."""

    finding: Finding
    fate: Fate
    counts: bool = False


@behaviour(None)
def after_an_all_in(table: Table, seat: int, chips: int, book: Rulebook) -> Light | None:
    """Chips of a seat that is all-in; those of any other seat are its stack and nothing more."""
    in_hand = is_street(table.hand.phase) or table.hand.phase == SHOWDOWN
    if not in_hand or stand_of(table, seat).status != "all-in":
        return None
    rule = book.hidden_chips
    declared = seat in table.declared_all_in
    facts = (("found_chips", chips), ("declared", int(declared)))
    match rule.value:
        case "declared_counts_else_bb_limit":
            counts = declared or chips < table.level.big_blind_chips
            return Light(finding("hidden-chips", seat, rule.cite, (*facts, ("counts", int(counts)))), "kept", counts)
        case "commit_without_profit":
            return Light(finding("hidden-chips", seat, rule.cite, facts), "winner-covered")
        case "floor" | None:
            return Light(finding("hidden-chips", seat, rule.cite, facts, CHOICES), "kept")


@behaviour(())
def not_saved_by_hiding(hidden: Hidden, shares: tuple[Share, ...], book: Rulebook) -> tuple[Finding, ...]:
    """The seat lost, and kept chips that did not count: the floor may still give them to the winner."""
    rule = book.hidden_chips
    if rule.value != "floor" or hidden.fate != "kept" or not has_lost(hidden.seat, shares):
        return ()
    facts = (("found_chips", hidden.chips),)
    return (finding("hidden-chips", hidden.seat, rule.cite, facts, ("to-winner", "play-on"), stops_play=False),)


def has_lost(seat: int, shares: tuple[Share, ...]) -> bool:
    """Whether others have won the pots and the seat has no part of any."""
    return bool(shares) and all(share.seat != seat for share in shares)

"""What trays are still to show after a hand was folded again: what its keys and words told before, and tell now.

| a change of chips, of the same event     | the trays                                                                |
| ---------------------------------------- | ------------------------------------------------------------------------ |
| told before and now                      | show it as they would have                                               |
| told now, and not before                 | are still to show it, or have shown it already                           |
| told before, not now, and not shown yet  | will not show it                                                         |
| told before, not now, but shown          | show chips that nothing explains: a gap, about which the dealer is asked |

Chips of which trays themselves had told count as seen, whatever seat or word they are told of now. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware_bridge.vocabulary.zones import Zone
from table_controller.by_keys import unseen_changes
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.inference.infer import Inference
from table_controller.inference.told_chips import told, untold
from table_controller.refold import folding
from table_controller.vocabulary.events import ChipsMovedByKey, TraysOutOfSight
from table_controller.vocabulary.record import Happening


@dataclass(frozen=True, slots=True)
class Telling:
    """A hand as it was, or is, told: the table at its riffle, its happenings, and which of them are undone."""

    base: Table
    happened: tuple[Happening, ...]
    undone: frozenset[int]


def after_fold(inference: Inference, before: Telling, now: Telling, at_s: float, book: Rulebook) -> Inference:
    """What the trays are to show at `at_s`, now that the hand is told otherwise than `before`."""
    if not inference.flow.lies or not (_may_tell(before) or _may_tell(now)):
        return inference  # no tray has ever told of chips, or all of them tell of all
    old, new = _unseen(before, book), _unseen(now, book)
    changed = [number for number in sorted({*old, *new}) if old.get(number) != new.get(number)]
    flow = inference.flow
    for number in changed:
        for zone, value in old.get(number, {}).items():
            flow = untold(flow, zone, value, at_s)
    for number in changed:
        for zone, value in new.get(number, {}).items():
            flow = told(flow, zone, value)
    return inference if flow is inference.flow else replace(inference, flow=flow)


def _may_tell(hand: Telling) -> bool:
    """Whether anything of the hand can have moved chips that no tray was seen to move."""
    kinds = (ChipsMovedByKey, TraysOutOfSight)
    return hand.base.blind != ALL_IN_SIGHT or any(isinstance(one.event, kinds) for one in hand.happened)


def _unseen(hand: Telling, book: Rulebook) -> Mapping[int, Mapping[Zone, int]]:
    """By event number, what its step moved that no tray had told."""
    found: dict[int, Mapping[Zone, int]] = {}
    for one in folding(hand.base, hand.happened, hand.undone, book):
        if changes := unseen_changes(one.before, one.told, one.after):
            found[one.happening.number] = changes
    return found

"""Chips that keys said had moved, beside what the trays show of it: a change that was told is no news.

A tray may have shown it already, may show it in a moment, or only when it is back in sight. Values count: of chips
that keys told of nobody knows which they were.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.chips import NO_CHIPS, chips_of, total_chips
from firmware_bridge.zones import Zone
from table_controller.inference.chip_flow import Adrift, ChipFlow, Kept, put

_KEPT: tuple[Kept, ...] = ("adrift", "gaps", "dismissed")


def told(flow: ChipFlow, zone: Zone, value: int) -> ChipFlow:
    """The flow after keys said that `zone` has `value` more, or less where it is negative."""
    for where in _KEPT:
        account = flow.kept(where).get(zone)
        if account is None or not value:
            continue
        shown = total_chips(account.gained) if value > 0 else -total_chips(account.lost)
        used = min(value, shown) if value > 0 else max(value, shown)
        flow = put(flow, zone, _less(account, used), where)
        value -= used
    if zone not in flow.lies or not value:  # a tray that never spoke tells all when it first does
        return flow
    left = {**flow.told, zone: flow.told.get(zone, 0) + value}
    return replace(flow, told={name: amount for name, amount in left.items() if amount})


def settled(flow: ChipFlow) -> ChipFlow:
    """The flow as a new hand begins: what trays in sight have not shown by now they will not show any more."""
    left = {zone: value for zone, value in flow.told.items() if zone in flow.unseen}
    return flow if left == flow.told else replace(flow, told=left)


def _less(account: Adrift, used: int) -> Adrift:
    if used > 0:
        left = total_chips(account.gained) - used
        return replace(account, gained=chips_of([(1, left)]) if left else NO_CHIPS)
    left = total_chips(account.lost) + used
    return replace(account, lost=chips_of([(1, left)]) if left else NO_CHIPS) if used else account

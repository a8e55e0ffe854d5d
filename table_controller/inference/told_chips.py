"""Chips that keys said had moved, beside what the trays show of it: a change that was told is no news.

A tray may have shown it already, may show it in a moment, or only when it is back in sight. Values count: of chips
that keys told of nobody knows which they were.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.chips import total_chips
from firmware_bridge.zones import Zone
from table_controller.inference.chip_flow import Adrift, ChipFlow, Kept, differs, put
from table_controller.inference.chip_values import chips_worth, without_value

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


def untold(flow: ChipFlow, zone: Zone, value: int, at_s: float) -> ChipFlow:
    """The flow after that word was taken back at `at_s`: what trays had shown of it is a gap now."""
    if zone not in flow.lies or not value:
        return flow
    open_now = flow.told.get(zone, 0)
    waiting = min(value, max(0, open_now)) if value > 0 else max(value, min(0, open_now))
    told_now = {**flow.told, zone: open_now - waiting}
    flow = replace(flow, told={name: amount for name, amount in told_now.items() if amount})
    return differs(flow, zone, chips_worth(value - waiting, flow.lies.values()), at_s)


def settled(flow: ChipFlow) -> ChipFlow:
    """The flow as a new hand begins: what trays in sight have not shown by now they will not show any more."""
    left = {zone: value for zone, value in flow.told.items() if zone in flow.unseen}
    return flow if left == flow.told else replace(flow, told=left)


def _less(account: Adrift, used: int) -> Adrift:
    if used > 0:
        return replace(account, gained=without_value(account.gained, used))
    return replace(account, lost=without_value(account.lost, -used)) if used else account

"""Chips that keys said had moved, beside what the trays show of it: a change that was told is no news.

A tray may have shown it already, may show it in a moment, or only when it is back in sight. Values count: of chips
that keys told of nobody knows which they were. Which of the chips that a tray shows are those, is a question where
others move at the same time:

| the tray                                    | what it shows is                                           |
| ------------------------------------------- | ---------------------------------------------------------- |
| a stack loses                               | what was told                                              |
| a bet or the pot loses                      | what was told, as far as that cannot lie there any more    |
| any gains what another was seen to lose     | that motion; if both were told of it, what was told        |
| a stack gains it from another one's bet     | what was told, if that is all of it                        |
| or from its own, which lost more            | what was told, if it is that to the chip                   |
| a stack or a bet gains something else       | what was told                                              |
| the pot gains something else                | what was told, unless a tray shows in time that it lost it |
| the pot never showed what was told to come, | what was told: it came and went at once                    |
| and a stack gains it                        |                                                            |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, subtract_chips, total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, zone_kind
from table_controller.inference.chip_accounts import ChipFlow, Kept, Unmatched, differs, put
from table_controller.inference.chip_values import chips_worth, without_value

_KEPT: tuple[Kept, ...] = ("adrift", "gaps", "dismissed")


def waiting_chips(flow: ChipFlow, zone: Zone) -> int:
    """How much a zone has gained that nobody has told of yet."""
    accounts = (flow.kept(where).get(zone) for where in _KEPT)
    return sum(total_chips(account.gained) for account in accounts if account is not None)


def told(flow: ChipFlow, zone: Zone, value: int) -> ChipFlow:
    """The flow after keys said that `zone` has `value` more, or less where it is negative."""
    for where in _KEPT:
        account = flow.kept(where).get(zone)
        if account is None or not value:
            continue
        change = total_chips(account.gained) if value > 0 else -total_chips(account.lost)
        used = known_value(zone, change, value, total_chips(flow.lies.get(zone, NO_CHIPS)))
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
    flow = as_told(replace(flow, supposed={}) if flow.supposed else flow)
    left = {zone: value for zone, value in flow.told.items() if zone in flow.unseen}
    return flow if left == flow.told else replace(flow, told=left)


def as_told(flow: ChipFlow, until_s: float | None = None) -> ChipFlow:
    """The flow in which what trays have shown, until `until_s` if that is given, is what keys had told of it."""
    for zone in flow.told:
        account = flow.adrift.get(zone)
        if account is not None and (until_s is None or account.at_s <= until_s):
            flow = shown(flow, zone)
    return flow


def shown(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """The flow without what keys had told, in what is not explained of this zone."""
    account = flow.adrift.get(zone)
    if account is None or zone not in flow.told:
        return flow
    flow, gained = without_told(flow, zone, account.gained)
    flow, left = without_told(flow, zone, subtract_chips(NO_CHIPS, account.lost))
    return put(flow, zone, replace(account, gained=gained, lost=subtract_chips(NO_CHIPS, left)), "adrift")


def without_told(flow: ChipFlow, zone: Zone, change: Chips, *, certain: bool = False) -> tuple[ChipFlow, Chips]:
    """The flow and the change without what keys had told of it; if `certain`, without what can be nothing else."""
    lie = flow.lies.get(zone, NO_CHIPS)
    known = known_value(zone, total_chips(change), flow.told.get(zone, 0), total_chips(lie), certain=certain)
    return (heard(flow, zone, known), without_value(change, known, lie)) if known else (flow, change)


def known_value(zone: Zone, value: int, word: int, lie: int, *, certain: bool = False) -> int:
    """How much of a change by `value` keys told with a `word` of so much, where `lie` lies after it.

    A lot that is larger than what was told to leave a bet or the pot is another one while that may still lie there.
    """
    if value * word <= 0:
        return 0
    if value > 0:
        return min(value, word)
    if zone_kind(zone) != "stack" and (certain or value < word):
        word = min(0, word + lie)
    return max(value, word)


def heard(flow: ChipFlow, zone: Zone, value: int) -> ChipFlow:
    """The flow after the tray has shown so much of what was told."""
    left = {**flow.told, zone: flow.told.get(zone, 0) - value}
    return replace(flow, told={name: amount for name, amount in left.items() if amount})


def news(flow: ChipFlow, source: Zone, target: Zone, chips: Chips) -> tuple[ChipFlow, Chips]:
    """The flow and the chips without what keys had told of both ends."""
    known = min(-flow.told.get(source, 0), flow.told.get(target, 0), total_chips(chips))
    if known <= 0:
        return flow, chips
    return heard(heard(flow, source, -known), target, known), without_value(chips, known)


def _less(account: Unmatched, used: int) -> Unmatched:
    if used > 0:
        return replace(account, gained=without_value(account.gained, used))
    return replace(account, lost=without_value(account.lost, -used)) if used else account

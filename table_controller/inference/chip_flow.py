"""Chip motions to events: what left one zone and came to rest in another.

Reasons. A zone's motion says only that chips came or went; a push is a loss at the stack
and a gain at the bet. Either may be reported first, and one hand movement may be two motions at
one end and one at the other. So each zone keeps what it lost and gained and not yet explained;
whenever a gain can be explained by losses along a road that chips take (`_ROADS`), it becomes an
event. Chips that stay unexplained are never forced into a story: the dealer is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from firmware_bridge.chips import NO_CHIPS, Chips, add_chips, chips_of, holds_chips, subtract_chips, total_chips
from firmware_bridge.observations import ChipsMoved
from firmware_bridge.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.events import BetsGathered, ChipsPushed, ChipsTakenBack, Event, PotPushed, StackCounted

_NONE: Final[Mapping[Zone, Adrift]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Adrift:
    """What a zone gained and lost that no event explains yet, since when, and when its last motion began."""

    gained: Chips
    lost: Chips
    since_s: float
    began_s: float
    at_s: float


@dataclass(frozen=True, slots=True)
class ChipFlow:
    """The zones with unexplained chips."""

    adrift: Mapping[Zone, Adrift] = field(default_factory=lambda: _NONE)

    def lost(self, zone: Zone) -> Chips:
        """What `zone` lost and nothing explains yet."""
        return self.adrift[zone].lost if zone in self.adrift else NO_CHIPS


def moved(flow: ChipFlow, motion: ChipsMoved, *, settled: bool = False) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What one more motion means, together with those not explained yet.

    Once a hand is `settled` a dealer may push bets straight to the winner; before that nobody's bet goes to
    another one's stack.
    """
    zone, seat = motion.zone, zone_seat(motion.zone)
    if zone_kind(zone) == "rack":
        return flow, ()
    if total_chips(motion.lay) == total_chips(motion.lie):
        # Change was made in one motion: only what stands in a stack is told, bets and pot are counted in value.
        if zone_kind(zone) != "stack" or seat is None:
            return flow, ()
        return flow, (StackCounted(seat, motion.lie, motion.at_s),)
    flow = _note(flow, motion)
    events: list[Event] = []
    for target in sorted(flow.adrift, key=lambda name: flow.adrift[name].since_s):
        flow, explained = _explain(flow, target, settled=settled)
        events += explained
    return flow, tuple(events)


def forget(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """Chips of `zone` are explained by something outside play: a player sat down with them, or took them away."""
    return replace(flow, adrift={name: account for name, account in flow.adrift.items() if name != zone})


def _note(flow: ChipFlow, motion: ChipsMoved) -> ChipFlow:
    """Add a motion to its zone's account; chips that came back cancel out."""
    change = subtract_chips(motion.lie, motion.lay)
    old = flow.adrift.get(motion.zone)
    if old is not None:
        change = add_chips(change, subtract_chips(old.gained, old.lost))
    gained = chips_of(pair for pair in change if pair[1] > 0)
    lost = chips_of((denomination, -count) for denomination, count in change if count < 0)
    since_s = old.since_s if old is not None else motion.at_s
    return _put(flow, motion.zone, Adrift(gained, lost, since_s, motion.began_s, motion.at_s))


def _put(flow: ChipFlow, zone: Zone, account: Adrift) -> ChipFlow:
    adrift = dict(flow.adrift)
    if account.gained or account.lost:
        adrift[zone] = account
    else:
        adrift.pop(zone, None)
    return replace(flow, adrift=adrift)


def _explain(flow: ChipFlow, target: Zone, *, settled: bool) -> tuple[ChipFlow, list[Event]]:
    """Explain as much of what `target` gained as the losses on the roads to it allow."""
    events: list[Event] = []
    for source in _roads_to(flow, target, settled=settled):
        account = flow.adrift.get(target)
        if account is None or not account.gained:
            break
        chips = _carried(account.gained, flow.lost(source), several=zone_kind(target) != "bet")
        if not chips:
            continue
        events += _events(source, target, chips, account)
        flow = _settle(flow, source, target, chips)
    return flow, events


def _roads_to(flow: ChipFlow, target: Zone, *, settled: bool) -> tuple[Zone, ...]:
    """Zones whose loss may explain a gain at `target`, likeliest first."""
    seat = zone_seat(target)
    match zone_kind(target):
        case "bet" if seat is not None:
            return (stack_zone(seat), POT)
        case "stack" if seat is not None:
            return (bet_zone(seat), POT, *(_bets(flow) if settled else ()))
        case "pot":
            return _bets(flow)
        case _:
            return ()


def _bets(flow: ChipFlow) -> tuple[Zone, ...]:
    return tuple(zone for zone in sorted(flow.adrift) if zone_kind(zone) == "bet")


def _carried(gained: Chips, lost: Chips, *, several: bool) -> Chips:
    """The chips that went along a road: all of the gain if the loss has them, all of the loss if the gain has them.

    With unseen change on the way the denominations differ; then equal value will do. From a loss
    that is only part of the gain, chips are taken only where several sources may feed one target: a bet comes
    from one stack, in as many motions as the rules will count.
    """
    if not gained or not lost:
        return NO_CHIPS
    if holds_chips(lost, gained):
        return gained
    if holds_chips(gained, lost):
        return lost if several else NO_CHIPS
    return gained if total_chips(gained) == total_chips(lost) else NO_CHIPS


def _settle(flow: ChipFlow, source: Zone, target: Zone, chips: Chips) -> ChipFlow:
    """Take explained chips off both accounts."""
    giver, taker = flow.adrift[source], flow.adrift[target]
    left = subtract_chips(giver.lost, chips) if holds_chips(giver.lost, chips) else NO_CHIPS
    flow = _put(flow, source, replace(giver, lost=left))
    return _put(flow, target, replace(taker, gained=subtract_chips(taker.gained, chips)))


def _events(source: Zone, target: Zone, chips: Chips, account: Adrift) -> tuple[Event, ...]:
    giver, taker, at_s = zone_seat(source), zone_seat(target), account.at_s
    if taker is None:
        return (BetsGathered(giver or 0, chips, at_s),)
    if giver is None:
        return (PotPushed(taker, chips, at_s),)
    if giver != taker:
        return (BetsGathered(giver, chips, at_s), PotPushed(taker, chips, at_s))
    if zone_kind(target) == "bet":
        return (ChipsPushed(taker, chips, account.began_s, at_s),)
    return (ChipsTakenBack(taker, chips, at_s),)

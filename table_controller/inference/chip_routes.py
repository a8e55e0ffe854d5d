"""The roads that chips take from zone to zone, what can have gone along one, and the events that this is."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, holds_chips, total_chips
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.vocabulary.events import BetsGathered, ChipsPushed, ChipsTakenBack, Event, PotPushed


def roads_to(givers: Iterable[Zone], target: Zone, *, settled: bool) -> tuple[Zone, ...]:
    """Zones whose loss may explain a gain at `target`, likeliest first; of bets, those among `givers`."""
    seat = zone_seat(target)
    bets = tuple(zone for zone in sorted(givers) if zone_kind(zone) == "bet")
    match zone_kind(target):
        case "bet" if seat is not None:
            return (stack_zone(seat), POT)
        case "stack" if seat is not None:
            return (bet_zone(seat), POT, *(bets if settled else ()))
        case "pot":
            return bets
        case _:
            return ()


def carried(gained: Chips, lost: Chips, *, several: bool) -> Chips:
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


def motion_events(source: Zone, target: Zone, chips: Chips, began_s: float, at_s: float) -> tuple[Event, ...]:
    """What happened when chips went from `source` to `target`: another one's bet goes by way of the pot."""
    giver, taker = zone_seat(source), zone_seat(target)
    if taker is None:
        return (BetsGathered(giver or 0, chips, at_s),)
    if giver is None:
        return (PotPushed(taker, chips, at_s),)
    if giver != taker:
        return (BetsGathered(giver, chips, at_s), PotPushed(taker, chips, at_s))
    if zone_kind(target) == "bet":
        return (ChipsPushed(taker, chips, began_s, at_s),)
    return (ChipsTakenBack(taker, chips, at_s),)

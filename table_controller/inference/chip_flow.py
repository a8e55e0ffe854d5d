"""Chip motions to events: what left one zone and came to rest in another.

Reasons. A zone's motion says only that chips came or went; a push is a loss at the stack
and a gain at the bet. Either may be reported first, and one hand movement may be two motions at
one end and one at the other. So each zone keeps what it lost and gained and not yet explained;
whenever a gain can be explained by losses along a road that chips take (`_ROADS`), it becomes an
event. Chips that stay unexplained are never forced into a story: the dealer is asked.

Gaps. What a zone gained or lost while nobody looked is kept apart (`gaps`): from two such differences nothing is
inferred (`chip_gaps` asks). One of them may still go away by itself. Chips that were found somewhere move on: then they
are looked for where they go. Chips that were missed nowhere else come back, or are seen to land.

Differences that the dealer dismissed are kept (`dismissed`), for their other end may only be late: then `chip_gaps`
asks again. Until then they explain nothing, and the next riffle drops them.

Changes that the dealer keyed (`told`, see `told_chips`) are no news when a tray shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, assert_never

from firmware_bridge.chips import NO_CHIPS, Chips, add_chips, chips_of, holds_chips, subtract_chips, total_chips
from firmware_bridge.observations import ChipsMoved
from firmware_bridge.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.events import BetsGathered, ChipsPushed, ChipsTakenBack, Event, PotPushed, StackCounted
from table_controller.inference.chip_values import without_value
from table_controller.inference.doubt import PATIENCE_S

Kept: TypeAlias = Literal["adrift", "gaps", "dismissed"]

_NONE: Final[Mapping[Zone, Adrift]] = MappingProxyType({})
_UNTOLD: Final[Mapping[Zone, Chips]] = MappingProxyType({})
_SEEN: Final[Mapping[Zone, float]] = MappingProxyType({})
_NO_WORD: Final[Mapping[Zone, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Adrift:
    """What a zone gained and lost that no event explains yet, since when, and when its last motion began."""

    gained: Chips
    lost: Chips
    since_s: float
    began_s: float
    at_s: float


_NOTHING: Final = Adrift(NO_CHIPS, NO_CHIPS, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class ChipFlow:
    """The zones with unexplained chips: seen to move (`adrift`), found different after a gap (`gaps`), or `dismissed`.

    `lies` is what each zone held when it was last told, `unseen` the zones that are out of sight now, and since when,
    `told` by how much zones differ that the trays have not shown yet, as keys had it.
    """

    adrift: Mapping[Zone, Adrift] = field(default_factory=lambda: _NONE)
    gaps: Mapping[Zone, Adrift] = field(default_factory=lambda: _NONE)
    lies: Mapping[Zone, Chips] = field(default_factory=lambda: _UNTOLD)
    unseen: Mapping[Zone, float] = field(default_factory=lambda: _SEEN)
    dismissed: Mapping[Zone, Adrift] = field(default_factory=lambda: _NONE)
    told: Mapping[Zone, int] = field(default_factory=lambda: _NO_WORD)

    def kept(self, where: Kept) -> Mapping[Zone, Adrift]:
        """The accounts of that sort."""
        match where:
            case "adrift":
                return self.adrift
            case "gaps":
                return self.gaps
            case "dismissed":
                return self.dismissed
            case _:
                assert_never(where)


def moved(flow: ChipFlow, motion: ChipsMoved, *, settled: bool = False) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What one more motion means, together with those not explained yet.

    Once a hand is `settled` a dealer may push bets straight to the winner; before that nobody's bet goes to
    another one's stack.
    """
    zone, seat = motion.zone, zone_seat(motion.zone)
    if zone_kind(zone) == "rack":
        return flow, ()
    flow = _came_back_late(found(flow, zone, chips_of(motion.lay), motion.began_s), motion.began_s)
    flow = replace(flow, lies={**flow.lies, zone: chips_of(motion.lie)})
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
    flow = _come_back(flow, zone)
    flow, explained = _explain(flow, zone, settled=settled, missed=True)
    return flow, (*events, *explained)


def recounted(flow: ChipFlow, motion: ChipsMoved) -> tuple[ChipFlow, tuple[Event, ...]]:
    """A stack that was to be exchanged, filled or cut holds what it should: nothing about it is open."""
    seat = zone_seat(motion.zone) or 0
    flow = forget(replace(flow, lies={**flow.lies, motion.zone: chips_of(motion.lie)}), motion.zone)
    return flow, (StackCounted(seat, motion.lie, motion.at_s),)


def found(flow: ChipFlow, zone: Zone, chips: Chips, at_s: float) -> ChipFlow:
    """`zone` holds `chips` at a moment before which nobody looked: what is different from the last word is a gap."""
    last = flow.lies.get(zone)
    flow = replace(flow, lies={**flow.lies, zone: chips})
    if last is None or total_chips(last) == total_chips(chips):
        return flow  # the first word, or no more than change made unseen
    flow, change = _as_told(flow, zone, _net(subtract_chips(chips, last)))
    return differs(flow, zone, change, at_s)


def differs(flow: ChipFlow, zone: Zone, change: Chips, at_s: float) -> ChipFlow:
    """`zone` holds so much more than is explained, or less, as is known at `at_s`: a gap, or what was missed there."""
    flow, change = _cancelled(flow, zone, change, "adrift")
    flow, change = _cancelled(flow, zone, change, "dismissed")
    return put(flow, zone, _added(flow.gaps.get(zone), change, at_s, at_s), "gaps")


def in_sight(flow: ChipFlow, zones: Mapping[Zone, Chips], at_s: float) -> ChipFlow:
    """All chip zones in sight with what they hold; the others are out of sight."""
    for zone, chips in zones.items():
        if zone_kind(zone) != "rack":
            flow = found(flow, zone, chips_of(chips), at_s)
    return out_of_sight(flow, (zone for zone in flow.lies if zone not in zones), at_s, alone=True)


def out_of_sight(flow: ChipFlow, zones: Iterable[Zone], at_s: float, *, alone: bool = False) -> ChipFlow:
    """These zones cannot be seen from `at_s` on, or since earlier; if they `alone`, all others can."""
    kept = {} if alone else dict(flow.unseen)
    hidden = {zone: flow.unseen.get(zone, at_s) for zone in zones if zone in flow.lies}
    return replace(flow, unseen={**kept, **hidden})


def forget(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """Chips of `zone` are explained by something outside play: a player sat down with them, or took them away."""
    if zone in flow.told:
        flow = replace(flow, told={name: value for name, value in flow.told.items() if name != zone})
    return _closed(flow, zone)


def _closed(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """Nothing is open about what the tray of `zone` has shown; what keys told of it, it may still show."""
    return put(put(put(flow, zone, _NOTHING, "adrift"), zone, _NOTHING, "gaps"), zone, _NOTHING, "dismissed")


def dismiss(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """The dealer leaves it so; what explains the difference may still come."""
    account = flow.dismissed.get(zone)
    for open_account in (flow.gaps.get(zone), flow.adrift.get(zone)):
        if open_account is not None:
            change = subtract_chips(open_account.gained, open_account.lost)
            account = _added(account, change, open_account.began_s, open_account.at_s)
    return flow if account is None else put(_closed(flow, zone), zone, account, "dismissed")


def _net(change: Chips) -> Chips:
    """A change with gains and losses, as the value that came or went: change was made meanwhile."""
    if len({count > 0 for _, count in change}) == 1:
        return change
    return chips_of([(1, total_chips(change))])


def _note(flow: ChipFlow, motion: ChipsMoved) -> ChipFlow:
    """Add a motion to its zone's account; chips that were found there and move on are found there no longer."""
    flow, change = _as_told(flow, motion.zone, subtract_chips(motion.lie, motion.lay))
    if total_chips(change) < 0:
        flow, change = _cancelled(flow, motion.zone, change, "gaps")
    account = _added(flow.adrift.get(motion.zone), change, motion.began_s, motion.at_s)
    return put(flow, motion.zone, account, "adrift")


def _as_told(flow: ChipFlow, zone: Zone, change: Chips) -> tuple[ChipFlow, Chips]:
    """The flow and the change without what keys had told of it."""
    value, told = total_chips(change), flow.told.get(zone, 0)
    if value * told <= 0:
        return flow, change
    known = min(value, told) if told > 0 else max(value, told)
    left = {**flow.told, zone: told - known}
    flow = replace(flow, told={name: amount for name, amount in left.items() if amount})
    return flow, without_value(change, known, flow.lies.get(zone, NO_CHIPS))


def _come_back(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """Chips that no motion explains are those that were missed there, unless those were found further on."""
    account = flow.adrift.get(zone)
    if account is None or not account.gained or any(flow.gaps[name].gained for name in flow.gaps if name != zone):
        return flow
    flow, left = _cancelled(flow, zone, account.gained, "gaps")
    return put(flow, zone, replace(account, gained=left), "adrift")


def _came_back_late(flow: ChipFlow, now_s: float) -> ChipFlow:
    """Gains that nothing has explained in time are what was missed there when the dealer dismissed it."""
    for zone in flow.dismissed:
        account = flow.adrift.get(zone)
        if account is not None and account.at_s + PATIENCE_S <= now_s:
            flow, left = _cancelled(flow, zone, account.gained, "dismissed")
            flow = put(flow, zone, replace(account, gained=left), "adrift")
    return flow


def _cancelled(flow: ChipFlow, zone: Zone, change: Chips, where: Kept) -> tuple[ChipFlow, Chips]:
    """The flow and the change without what undoes an account of the same zone."""
    account = flow.kept(where).get(zone)
    if account is None:
        return flow, change
    held = dict(subtract_chips(account.gained, account.lost))
    undone = chips_of(
        (denomination, (1 if count > 0 else -1) * min(abs(count), abs(held[denomination])))
        for denomination, count in change
        if held.get(denomination, 0) * count < 0
    )
    if not undone:
        return flow, change
    left = _added(account, undone, account.began_s, account.at_s)
    return put(flow, zone, left, where), subtract_chips(change, undone)


def _added(old: Adrift | None, change: Chips, began_s: float, at_s: float) -> Adrift:
    """An account with a change more."""
    if old is not None:
        change = add_chips(change, subtract_chips(old.gained, old.lost))
    gained = chips_of(pair for pair in change if pair[1] > 0)
    lost = chips_of((denomination, -count) for denomination, count in change if count < 0)
    return Adrift(gained, lost, old.since_s if old is not None else at_s, began_s, at_s)


def put(flow: ChipFlow, zone: Zone, account: Adrift, where: Kept) -> ChipFlow:
    """A copy in which a zone has this account, or none if nothing is open in it."""
    accounts = dict(flow.kept(where))
    if account.gained or account.lost:
        accounts[zone] = account
    elif accounts.pop(zone, None) is None:
        return flow
    match where:
        case "adrift":
            return replace(flow, adrift=accounts)
        case "gaps":
            return replace(flow, gaps=accounts)
        case "dismissed":
            return replace(flow, dismissed=accounts)
        case _:
            assert_never(where)


def _explain(flow: ChipFlow, target: Zone, *, settled: bool, missed: bool = False) -> tuple[ChipFlow, list[Event]]:
    """Explain as much of what `target` was seen to gain as the losses on the roads to it allow: seen, or missed."""
    events: list[Event] = []
    where: Kept = "gaps" if missed else "adrift"
    givers = flow.kept(where)
    for source in roads_to(givers, target, settled=settled):
        if missed and source == POT and zone_kind(target) == "bet":
            continue  # won and bet again, or put there by the dealer: that is asked
        account, giver = flow.adrift.get(target), flow.kept(where).get(source)
        if account is None or not account.gained:
            break
        chips = carried(account.gained, giver.lost if giver else NO_CHIPS, several=zone_kind(target) != "bet")
        if giver is None or not chips:
            continue
        events += _events(source, target, chips, account)
        left = subtract_chips(giver.lost, chips) if holds_chips(giver.lost, chips) else NO_CHIPS
        flow = put(flow, source, replace(giver, lost=left), where)
        taker = flow.adrift[target]
        flow = put(flow, target, replace(taker, gained=subtract_chips(taker.gained, chips)), "adrift")
    return flow, events


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

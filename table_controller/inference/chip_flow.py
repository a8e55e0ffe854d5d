"""Chip motions to events: what left one zone and came to rest in another.

Reasons. A zone's motion says only that chips came or went; a push is a loss at the stack
and a gain at the bet. Either may be reported first, and one hand movement may be two motions at
one end and one at the other. So each zone keeps what it lost and gained and not yet explained;
whenever a gain can be explained by losses along a road that chips take (`chip_routes`), it becomes an
event. Chips that stay unexplained are never forced into a story: the dealer is asked.

Gaps. What a zone gained or lost while nobody looked is kept apart (`gaps`): from two such differences nothing is
inferred (`chip_gaps` asks). One of them may still go away by itself. Chips that were found somewhere move on: then they
are looked for where they go. Chips that were missed nowhere else come back, or are seen to land.

Differences that the dealer dismissed are kept (`dismissed`), for their other end may only be late: then `chip_gaps`
asks again. Until then they explain nothing, and the next riffle drops them.

Changes that the dealer keyed (`told`, see `told_chips`) are no news when a tray shows them. While chips may come to the
pot of which no tray shows that they went, a bet that was gathered was gathered whole; while nobody sees the pot, what a
stack gained is no bet and something more. A sweep may take chips along that no bet's tray was at rest to show: a pot
that gained more than the bets lost waits until it is told whole, while chips of a stack are on their way.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping

from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    chips_of,
    holds_chips,
    subtract_chips,
    total_chips,
)
from firmware_bridge.vocabulary.observations import ChipsMoved
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.inference.chip_accounts import NOTHING, ChipFlow, Kept, Unmatched, added, cancelled, differs, put
from table_controller.inference.chip_routes import carried, motion_events, roads_to
from table_controller.inference.chip_values import chips_worth, without_value
from table_controller.inference.doubt import PATIENCE_S
from table_controller.inference.told_chips import as_told, heard, news, shown, without_told
from table_controller.vocabulary.events import ChipsPushed, ChipsTakenBack, Event, PotCounted, StackCounted


def moved(
    flow: ChipFlow, motion: ChipsMoved, *, settled: bool = False, debtors: Collection[int] = ()
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What one more motion means, together with those not explained yet.

    Once a hand is `settled` a dealer may push bets straight to the winner; before that nobody's bet goes to
    another one's stack. So may what `debtors` still owe of it go there, straight from their stacks.
    """
    zone, seat = motion.zone, zone_seat(motion.zone)
    if zone_kind(zone) == "rack":
        return flow, ()
    flow = as_told(flow, motion.began_s - PATIENCE_S)
    flow = _came_back_late(found(flow, zone, chips_of(motion.lay), motion.began_s), motion.began_s)
    flow = replace(flow, lies={**flow.lies, zone: chips_of(motion.lie)})
    if total_chips(motion.lay) == total_chips(motion.lie):
        # Change was made in one motion: what stands in a stack or lies in the pot is told, bets are counted in value.
        if zone == POT:
            return flow, (PotCounted(motion.lie, motion.at_s),)
        if zone_kind(zone) != "stack" or seat is None:
            return flow, ()
        return flow, (StackCounted(seat, motion.lie, motion.at_s),)
    if zone == POT and total_chips(motion.lie) > total_chips(motion.lay):
        flow = replace(flow, swept_s=motion.at_s)
    flow = _bet_before_its_stack(_evened(_note(flow, motion), zone), zone)
    flow, events = (flow, []) if settled else _swept_on_their_way(flow)
    for target in sorted(flow.adrift, key=lambda name: flow.adrift[name].since_s):
        if not _may_be_of_debtors(flow, target, debtors, motion.at_s):
            flow, explained = _explain(flow, target, motion.at_s, settled=settled)
            events += explained
    if (zone != POT or flow.gaps) and not _may_be_of_debtors(flow, zone, debtors, motion.at_s):
        flow, rest = _explain(shown(flow, zone), zone, motion.at_s, settled=settled)
        events += rest
    flow = _come_back(flow, zone)
    flow, explained = _explain(flow, zone, motion.at_s, settled=settled, missed=True)
    flow, changed = _with_change(flow, seat, motion)
    flow, paid = (flow, ()) if settled else _paid_out_of_a_sweep(flow)
    changing = seat if _change_was_made(subtract_chips(motion.lie, motion.lay)) else None
    return flow, (*_in_order((*events, *explained, *changed), changing), *paid)


def _in_order(events: tuple[Event, ...], changing: int | None) -> tuple[Event, ...]:
    """Pushes and take-backs that became clear together, as they happened: change goes back before chips for it come.

    Of the seat that was `changing` chips in one motion no tray can tell which went first: so it is change there, too.
    """
    if not all(isinstance(event, ChipsPushed | ChipsTakenBack) for event in events):
        return events
    pushes = [event for event in events if isinstance(event, ChipsPushed) and event.seat == changing]
    began_s = min((event.began_s for event in pushes), default=math.inf)

    def since_s(event: Event) -> tuple[float, bool]:
        if isinstance(event, ChipsTakenBack):
            return (min(event.at_s, began_s) if event.seat == changing else event.at_s), False
        return getattr(event, "began_s", 0.0), True

    return tuple(sorted(events, key=since_s))


def recounted(flow: ChipFlow, stack: Zone, chips: Chips, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """A stack that was to be exchanged, filled or cut holds what it should: nothing about it is open."""
    flow = forget(replace(flow, lies={**flow.lies, stack: chips_of(chips)}), stack)
    return flow, (StackCounted(zone_seat(stack) or 0, chips, at_s),)


def changed_unseen(
    flow: ChipFlow, zones: Mapping[Zone, Chips], expected: Mapping[Zone, int], at_s: float
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The same of stacks that were changed while nobody looked: they hold another value than before, the expected."""
    events: tuple[Event, ...] = ()
    for stack, value in expected.items():
        last, now = flow.lies.get(stack), zones.get(stack)
        if last is not None and now is not None and total_chips(last) != total_chips(now) == value:
            flow, told = recounted(flow, stack, now, at_s)
            events += told
    return flow, events


def there_already(flow: ChipFlow, expected: Mapping[Zone, int], at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The same of stacks that held their new value before anybody said so: the chips came first, then the word."""
    events: tuple[Event, ...] = ()
    for stack, value in expected.items():
        is_open = any(stack in accounts for accounts in (flow.adrift, flow.gaps, flow.dismissed))
        if is_open and stack not in flow.unseen and total_chips(flow.lies.get(stack, NO_CHIPS)) == value:
            flow, told = recounted(flow, stack, flow.lies[stack], at_s)
            events += told
    return flow, events


def found(flow: ChipFlow, zone: Zone, chips: Chips, at_s: float) -> ChipFlow:
    """`zone` holds `chips` at a moment before which nobody looked: what is different from the last word is a gap."""
    last = flow.lies.get(zone)
    if zone == POT and last != chips:
        flow = shown(flow, zone)  # what it had gained before it was told about, if that waited to be told whole
    flow = replace(flow, lies={**flow.lies, zone: chips})
    value = _came_and_went(flow, zone, chips)
    again = last is not None and _bet_again(flow, zone, chips, last)
    if last is None or (total_chips(last) == total_chips(chips) and not value and not again):
        return flow  # the first word, or no more than change made unseen
    if again:
        flow, last = heard(flow, zone, -total_chips(last)), NO_CHIPS
    elif value:
        flow, last = heard(flow, zone, value), add_chips(last, chips_worth(value, flow.lies.values()))
    flow, change = without_told(flow, zone, _net(subtract_chips(chips, last)))
    return _evened(differs(flow, zone, change, at_s), zone)


def _bet_again(flow: ChipFlow, zone: Zone, chips: Chips, last: Chips) -> bool:
    """Whether a bet was told to have gone while nobody looked, and what lies there now has come since.

    It has if it is what the stack lost since, or if none of the chips that lay there are among it.
    """
    seat = zone_seat(zone)
    if seat is None or zone != bet_zone(seat) or not last or flow.told.get(zone, 0) != -total_chips(last):
        return False
    if chips and not holds_chips(chips, last):
        return True
    lost = flow.adrift.get(stack_zone(seat)) or flow.gaps.get(stack_zone(seat))
    return lost is not None and total_chips(lost.lost) == total_chips(chips)


def _bet_before_its_stack(flow: ChipFlow, stack: Zone) -> ChipFlow:
    """The flow where a bet is found to be another one only now: its tray was back before the stack's was at rest."""
    bet = bet_zone(zone_seat(stack) or 0)
    gap, lies = flow.gaps.get(bet), flow.lies.get(bet, NO_CHIPS)
    if zone_kind(stack) != "stack" or gap is None or gap.lost or bet in flow.unseen:
        return flow
    last = subtract_chips(lies, gap.gained)
    if not all(count > 0 for _, count in last) or not _bet_again(flow, bet, lies, last):
        return flow
    return put(heard(flow, bet, -total_chips(last)), bet, replace(gap, gained=lies), "gaps")


def _came_and_went(flow: ChipFlow, zone: Zone, chips: Chips) -> int:
    """How much keys told was bet while nobody looked, if the stack's tray saw it go and nothing lies there now."""
    seat = zone_seat(zone)
    if seat is None or zone != bet_zone(seat) or chips or stack_zone(seat) in flow.unseen:
        return 0
    return max(0, flow.told.get(zone, 0)) if not flow.told.get(stack_zone(seat), 0) else 0


def in_sight(flow: ChipFlow, zones: Mapping[Zone, Chips], at_s: float) -> ChipFlow:
    """All chip zones in sight with what they hold; the others are out of sight.

    Stacks come first: what one has lost tells what a bet is.
    """
    for zone, chips in sorted(zones.items(), key=lambda one: zone_kind(one[0]) != "stack"):
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
    return put(put(put(flow, zone, NOTHING, "adrift"), zone, NOTHING, "gaps"), zone, NOTHING, "dismissed")


def dismiss(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """The dealer leaves it so; what explains the difference may still come."""
    flow = shown(flow, zone)
    account = flow.dismissed.get(zone)
    for open_account in (flow.gaps.get(zone), flow.adrift.get(zone)):
        if open_account is not None:
            change = subtract_chips(open_account.gained, open_account.lost)
            account = added(account, change, open_account.began_s, open_account.at_s)
    return flow if account is None else put(_closed(flow, zone), zone, account, "dismissed")


def _net(change: Chips) -> Chips:
    """A change with gains and losses, as the value that came or went: change was made meanwhile."""
    return chips_of([(1, total_chips(change))]) if _change_was_made(change) else change


def _change_was_made(change: Chips) -> bool:
    """Whether chips came and others went: only the value of it can be compared."""
    return len({count > 0 for _, count in change}) > 1


def _note(flow: ChipFlow, motion: ChipsMoved) -> ChipFlow:
    """Add a motion to its zone's account; chips that were found there and move on are found there no longer."""
    zone, change = motion.zone, subtract_chips(motion.lie, motion.lay)
    if zone != POT and _change_was_made(change):
        flow, change = without_told(flow, zone, change, certain=True)
    if total_chips(change) < 0:
        flow, change = without_told(shown(flow, zone), zone, change, certain=True)
        if zone == POT and _unseen_bets_chips(flow):
            flow = _pushed_with_the_pot(flow)
        else:
            flow, change = cancelled(flow, zone, change, "gaps")
    account = added(flow.adrift.get(zone), change, motion.began_s, motion.at_s)
    return put(flow, zone, account, "adrift")


def _evened(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """The flow without what came and went again: a tray that spoke nonsense across a gap, and is right by now."""
    gap, seen = flow.gaps.get(zone), flow.adrift.get(zone)
    if gap is None or seen is None:
        return flow
    gained, lost = total_chips(gap.gained) + total_chips(seen.gained), total_chips(gap.lost) + total_chips(seen.lost)
    return put(put(flow, zone, NOTHING, "gaps"), zone, NOTHING, "adrift") if gained == lost else flow


def _unseen_bets_chips(flow: ChipFlow) -> int:
    """The value of what lies in front of players where nobody sees it."""
    hidden = (zone for zone in flow.unseen if zone_kind(zone) == "bet")
    return sum(max(0, total_chips(flow.lies.get(zone, NO_CHIPS)) + flow.told.get(zone, 0)) for zone in hidden)


def _pushed_with_the_pot(flow: ChipFlow) -> ChipFlow:
    """What came to the pot and was seen nowhere to go is pushed with it all the same; where it came from is open."""
    account = flow.adrift.get(POT)
    if account is None or not account.gained:
        return flow
    flow = put(flow, POT, replace(account, gained=NO_CHIPS), "adrift")
    return differs(flow, POT, account.gained, account.since_s)


def _come_back(flow: ChipFlow, zone: Zone) -> ChipFlow:
    """Chips that no motion explains are those that were missed there, unless those were found further on."""
    account = flow.adrift.get(zone)
    if account is None or not account.gained or any(flow.gaps[name].gained for name in flow.gaps if name != zone):
        return flow
    flow, left = cancelled(flow, zone, account.gained, "gaps")
    return put(flow, zone, replace(account, gained=left), "adrift")


def _came_back_late(flow: ChipFlow, now_s: float) -> ChipFlow:
    """Gains that nothing has explained in time are what was missed there when the dealer dismissed it."""
    for zone in flow.dismissed:
        account = flow.adrift.get(zone)
        if account is not None and account.at_s + PATIENCE_S <= now_s:
            flow, left = cancelled(flow, zone, account.gained, "dismissed")
            flow = put(flow, zone, replace(account, gained=left), "adrift")
    return flow


def _explain(
    flow: ChipFlow, target: Zone, now_s: float, *, settled: bool, missed: bool = False
) -> tuple[ChipFlow, list[Event]]:
    """Explain as much of what `target` was seen to gain as the losses on the roads to it allow: seen, or missed."""
    events: list[Event] = []
    where: Kept = "gaps" if missed else "adrift"
    givers = flow.kept(where)
    roads = roads_to(givers, target, settled=settled)
    waits = _may_be_put_right(flow, target, now_s) if settled or target == POT else True
    if not missed and waits and _is_nonsense(flow, target, roads):
        return flow, events
    if not missed and not settled and _waits_for_more(flow, target):
        return flow, events
    for source in roads:
        if missed and source == POT and zone_kind(target) == "bet":
            continue  # won and bet again, or put there by the dealer: that is asked
        account, giver = flow.adrift.get(target), flow.kept(where).get(source)
        if account is None or not account.gained:
            break
        if source != POT and _is_change_of_its_own(target, account, giver):
            continue
        if not missed and _was_told_to_come(flow, source, target, account):
            continue
        chips = carried(account.gained, giver.lost if giver else NO_CHIPS, several=zone_kind(target) != "bet")
        if giver is not None and chips and (missed or _left_in_time(giver, account)):
            if _may_be_others(flow, target, account.gained, giver.lost, chips):
                continue
            left = subtract_chips(giver.lost, chips) if holds_chips(giver.lost, chips) else NO_CHIPS
            flow = put(flow, source, replace(giver, lost=left), where)
            taker = flow.adrift[target]
            flow = put(flow, target, replace(taker, gained=subtract_chips(taker.gained, chips)), "adrift")
            flow, chips = _back_where_it_was(flow, source, target, chips)
            flow, untold = news(flow, source, target, chips)
            events += motion_events(source, target, untold, account.began_s, account.at_s) if untold else ()
            if source == POT and settled:
                flow, passed = _passed(flow, target, _unseen_bets_chips(flow))
                events += passed
        elif source == POT and settled and not missed and bet_zone(zone_seat(target) or 0) not in flow.unseen:
            flow, passed = _passed(flow, target)
            events += passed
    return flow, events


def _may_be_of_debtors(flow: ChipFlow, target: Zone, debtors: Collection[int], now_s: float) -> bool:
    """Whether a stack's gain has chips in it that just left one which owes them: the books say whether they are those.

    Exactly what the pot lost came from there all the same.
    """
    came, pot = flow.adrift.get(target), flow.adrift.get(POT)
    if not debtors or came is None or zone_kind(target) != "stack" or now_s >= came.at_s + PATIENCE_S:
        return False
    if pot is not None and pot.lost == came.gained:
        return False
    gone = (flow.adrift.get(stack_zone(seat)) for seat in debtors if stack_zone(seat) != target)
    return any(one is not None and one.lost and holds_chips(came.gained, one.lost) for one in gone)


def _with_change(flow: ChipFlow, seat: int | None, motion: ChipsMoved) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What moved between the stack and the bet of a seat while change was made there: only its value says so.

    Chips went back, were changed and came forward again before a tray was at rest; or the other way round.
    """
    if seat is None:
        return flow, ()
    stack, bet = stack_zone(seat), bet_zone(seat)
    behind, in_front = flow.adrift.get(stack), flow.adrift.get(bet)
    open_elsewhere = (flow.unseen, flow.told, flow.gaps, flow.dismissed)
    if (
        behind is None
        or in_front is None
        or any(zone in open_now for zone in (stack, bet) for open_now in open_elsewhere)
    ):
        return flow, ()
    back_chips = total_chips(behind.gained) - total_chips(behind.lost)
    if back_chips != total_chips(in_front.lost) - total_chips(in_front.gained):
        return flow, ()
    flow = put(put(flow, stack, NOTHING, "adrift"), bet, NOTHING, "adrift")
    if not back_chips:
        return flow, ()
    source, target = (bet, stack) if back_chips > 0 else (stack, bet)
    chips = chips_worth(abs(back_chips), (motion.lie, motion.lay, flow.lies.get(source, NO_CHIPS)))
    began_s = min(behind.began_s, in_front.began_s)
    return flow, motion_events(source, target, chips, began_s, motion.at_s)


def _back_where_it_was(flow: ChipFlow, source: Zone, target: Zone, chips: Chips) -> tuple[ChipFlow, Chips]:
    """The flow and the chips without those that lay where they should not: they go back, and that is no act."""
    too_much, missed = flow.dismissed.get(source), flow.dismissed.get(target)
    if too_much is None or missed is None:
        return flow, chips
    back = carried(chips, carried(too_much.gained, missed.lost, several=True), several=True)
    if not back:
        return flow, chips
    value = total_chips(back)
    flow = put(flow, source, replace(too_much, gained=without_value(too_much.gained, value)), "dismissed")
    flow = put(flow, target, replace(missed, lost=without_value(missed.lost, value)), "dismissed")
    return flow, without_value(chips, value)


def _swept_on_their_way(flow: ChipFlow) -> tuple[ChipFlow, list[Event]]:
    """Chips that came to a bet and were swept on before its tray was at rest: they were pushed, then lay there.

    It is certain once every bet is empty and what came to the pot beside them is what those stacks have lost. A bet
    that went back whole in the same motion as the chips for it came forward was changed by its player.
    """
    left, events = _gone_back(flow)
    more = _more_than_bets_chips(left)
    stacks = _on_their_way(left) if more > 0 else []
    bets = [zone for zone in flow.lies if zone_kind(zone) == "bet"]
    gone = sum(_gone_chips(left.adrift[zone]) for zone in stacks)
    if not stacks or gone != more or any(flow.lies[zone] for zone in bets):
        return flow, []
    flow = left
    for stack in stacks:
        account, bet = flow.adrift[stack], bet_zone(zone_seat(stack) or 0)
        changed = chips_worth(_gone_chips(account), (flow.adrift[POT].gained,)) if account.gained else account.lost
        events += motion_events(stack, bet, changed, account.began_s, account.at_s)
        swept = subtract_chips(NO_CHIPS, changed)
        flow = put(flow, stack, NOTHING, "adrift")
        flow = put(flow, bet, added(flow.adrift.get(bet), swept, account.began_s, account.at_s), "adrift")
    return flow, events


def _gone_back(flow: ChipFlow) -> tuple[ChipFlow, list[Event]]:
    """Bets that lie with their stacks again, chip for chip, while other chips of those are on their way forward."""
    events: list[Event] = []
    for bet in [zone for zone in flow.adrift if zone_kind(zone) == "bet"]:
        stack, in_front = stack_zone(zone_seat(bet) or 0), flow.adrift[bet]
        behind = flow.adrift.get(stack)
        if behind is None or not behind.lost or not in_front.lost or behind.gained != in_front.lost:
            continue
        events += motion_events(bet, stack, in_front.lost, in_front.began_s, in_front.at_s)
        flow = put(flow, bet, replace(in_front, lost=NO_CHIPS), "adrift")
        flow = put(flow, stack, replace(behind, gained=NO_CHIPS), "adrift")
    return flow, events


def _paid_out_of_a_sweep(flow: ChipFlow) -> tuple[ChipFlow, tuple[Event, ...]]:
    """Chips of a sweep that went on to a stack before the pot's tray was at rest: drawn in, then paid out as change.

    It is certain once no bet is left in front, the pot's tray has shown all else that came, and they are the chips that
    those stacks gained.
    """
    if POT in flow.adrift or flow.gaps or flow.told or flow.unseen or flow.swept_s is None:
        return flow, ()
    swept = {zone: one for zone, one in flow.adrift.items() if zone_kind(zone) == "bet" and one.lost}
    paid = {zone: one for zone, one in flow.adrift.items() if zone_kind(zone) == "stack" and one.gained}
    left = any(chips for zone, chips in flow.lies.items() if zone_kind(zone) == "bet")
    if not swept or left or any(one.gained for one in swept.values()):
        return flow, ()
    gone = chips_of(pair for one in swept.values() for pair in one.lost)
    came = chips_of(pair for one in paid.values() for pair in one.gained)
    since_s, until_s = max(one.at_s for one in swept.values()), min((one.at_s for one in paid.values()), default=0.0)
    at_once = flow.swept_s >= since_s - PATIENCE_S and since_s <= until_s <= since_s + PATIENCE_S
    if gone != came or not at_once or any(one.lost for one in paid.values()):
        return flow, ()
    events: list[Event] = []
    for zone, one in (*sorted(swept.items()), *sorted(paid.items())):
        source, target = (zone, POT) if zone in swept else (POT, zone)
        events += motion_events(source, target, one.lost or one.gained, one.began_s, one.at_s)
        flow = put(flow, zone, NOTHING, "adrift")
    return flow, tuple(events)


def _waits_for_more(flow: ChipFlow, target: Zone) -> bool:
    """Whether a sweep is not told whole yet that may have taken chips along which were on their way to a bet."""
    return target == POT and _more_than_bets_chips(flow) > 0 and bool(_on_their_way(flow))


def _more_than_bets_chips(flow: ChipFlow) -> int:
    """By how much more came to the pot than bets were seen to lose; nothing where that may have other reasons."""
    account = flow.adrift.get(POT)
    if account is None or not account.gained or flow.gaps or flow.told or flow.unseen:
        return 0
    lost = sum(total_chips(open_account.lost) for zone, open_account in flow.adrift.items() if zone_kind(zone) == "bet")
    return total_chips(account.gained) - lost


def _on_their_way(flow: ChipFlow) -> list[Zone]:
    """Stacks of which chips have gone that have come to no bet, and that the pot may have: before it gained them."""
    pot = flow.adrift[POT]
    return [
        zone
        for zone, account in sorted(flow.adrift.items())
        if zone_kind(zone) == "stack"
        and (_gone_chips(account) > 0 if account.gained else holds_chips(pot.gained, account.lost))
        and (bet := bet_zone(zone_seat(zone) or 0)) in flow.lies
        and (bet not in flow.adrift or not flow.adrift[bet].gained)
        and _left_in_time(account, pot)
    ]


def _is_change_of_its_own(target: Zone, account: Unmatched, giver: Unmatched | None) -> bool:
    """Whether a stack gained chips as others left it, and a bet only lost some: the gain may be change for the loss."""
    mixed = zone_kind(target) == "stack" and bool(account.lost)
    return mixed and giver is not None and not giver.gained


def _was_told_to_come(flow: ChipFlow, source: Zone, target: Zone, account: Unmatched) -> bool:
    """Whether a stack gains what keys, or its own bet, said that it would: another one's bet went elsewhere.

    So did its own, if that lost more, and the gain is to the chip what was told.
    """
    if zone_kind(source) != "bet" or zone_kind(target) != "stack":
        return False
    told, gained = flow.told.get(target, 0), total_chips(account.gained)
    if zone_seat(source) != zone_seat(target):
        return told >= gained
    return told == gained and source not in flow.told and _lost_chips(flow, source) > gained


def _lost_chips(flow: ChipFlow, zone: Zone) -> int:
    """The value that was seen to leave a zone."""
    return total_chips(flow.adrift[zone].lost) if zone in flow.adrift else 0


def _gone_chips(account: Unmatched) -> int:
    """The value that a stack has lost, if change was made of it at the same time."""
    return total_chips(account.lost) - total_chips(account.gained)


def _is_nonsense(flow: ChipFlow, target: Zone, roads: Iterable[Zone]) -> bool:
    """Whether the tray of a stack or the pot shows more than can have come to it from where chips have gone, or lie."""
    account = flow.adrift.get(target)
    if account is None or not account.gained or (kind := zone_kind(target)) not in ("stack", "pot"):
        return False
    if kind == "pot":
        there = sum(total_chips(flow.lies.get(zone, NO_CHIPS)) for zone in flow.lies if zone_kind(zone) == "bet")
        gone = sum(total_chips(one.lost) for zone, one in flow.adrift.items() if zone != POT)
        return there + gone < total_chips(account.gained)
    gone = sum(total_chips(flow.adrift[source].lost) for source in roads if source in flow.adrift)
    return 0 < gone < total_chips(account.gained)


def _may_be_put_right(flow: ChipFlow, target: Zone, now_s: float) -> bool:
    """Whether that tray may soon show less, though a winner may get chips from elsewhere, too: all others are told."""
    account = flow.adrift.get(target)
    told = flow.unseen or flow.gaps or flow.told
    return not told and account is not None and now_s < account.at_s + PATIENCE_S


def _left_in_time(giver: Unmatched, taker: Unmatched) -> bool:
    """Whether chips had left the one before they had come to the other, as far as two trays agree on the time."""
    return min(giver.since_s, giver.began_s) <= taker.at_s + PATIENCE_S


def _may_be_others(flow: ChipFlow, target: Zone, gained: Chips, lost: Chips, chips: Chips) -> bool:
    """Whether these chips may be others than those that `target` gained, and that nobody saw leave where they lay."""
    if zone_kind(target) == "stack":
        return POT in flow.unseen and total_chips(chips) < total_chips(gained)
    due = target == POT and (flow.told.get(POT, 0) > 0 or _unseen_bets_chips(flow) > 0)
    return due and total_chips(chips) < total_chips(lost)


def _passed(flow: ChipFlow, target: Zone, unseen_chips: int = 0) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What a stack gained that came to the pot, and went on before the tray had shown it: as told, or all unseen."""
    account = flow.adrift.get(target)
    value = total_chips(account.gained) if account is not None else 0
    known = min(value, max(0, flow.told.get(POT, 0)))
    empty = zone_kind(target) == "stack" and not flow.lies.get(POT) and POT not in flow.unseen
    if account is None or not empty or not value or (known < value != unseen_chips):
        return flow, ()
    flow = put(heard(flow, POT, known), target, replace(account, gained=NO_CHIPS), "adrift")
    return flow, motion_events(POT, target, account.gained, account.began_s, account.at_s)

"""Chips that moved while nobody looked: pairs of differences, each a question to the dealer.

    stack:3 has 200 less, bet:3 has 200 more   ─▶  "200 more in front of seat 3: pushed?"

A pair is one question, asked when a difference is on at least one side of it; several bets that lie in the pot are one
sweep, and one question. The answer becomes the events that were missed, in the order in which they must have happened;
or both ends are left different from the books (an answer that can be taken back, `ChipsDenied`), and chips that
go back from the one to the other are no event. The amount is part of the question's id: if chips move on before the
answer it is asked anew, and a late answer to the old one changes nothing. Where one end of a push was seen and nobody
looks at the other, that is a question of the same kind. What pairs with nothing is asked about somewhat later while a
zone on its way is out of sight: the other end may lie there. Should it show up after the dealer has dismissed the
difference, the pair is asked about as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    chips_of,
    holds_chips,
    subtract_chips,
    total_chips,
)
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.inference.card_gaps import YES_NO
from table_controller.inference.chip_accounts import ChipFlow, Kept, Unmatched, added, cancelled, put
from table_controller.inference.chip_flow import dismiss, forget
from table_controller.inference.chip_routes import carried, roads_to
from table_controller.inference.doubt import GAP_PATIENCE_S, PATIENCE_S, Doubt
from table_controller.inference.told_chips import as_told, told
from table_controller.vocabulary.events import BetsGathered, ChipsDenied, ChipsPushed, ChipsTakenBack, Event, PotPushed

_KINDS: Final = {
    ("stack", "bet"): "gap-pushed",
    ("bet", "stack"): "gap-taken-back",
    ("bet", "pot"): "gap-gathered",
    ("stack", "pot"): "gap-bet-gathered",
    ("pot", "stack"): "gap-won",
    ("pot", "bet"): "gap-won",
}
_HALVES: Final = {"source": "half-pushed", "target": "half-come"}
HIDDEN_PATIENCE_S: Final = 6.0
"""How long chips are looked for where nobody can look, before the dealer is asked to play on: a plug out and in
again. What comes into sight later is not lost, though he dismissed it."""

_TARGETS: Final = ("bet", "pot", "stack")
"""Kinds of zones that chips go to, in the order in which a hand brings them there."""


class Pair(Struct, frozen=True):
    """Chips that one zone misses and another has too many, found by `since_s`; `late` is an end that was dismissed.

    `half` says which end alone was seen, while nobody looks at the other. For `patience_s` it may go away by itself.
    """

    source: Zone
    target: Zone
    chips: Chips
    since_s: float
    late: Zone | None = None
    half: Literal["", "source", "target"] = ""
    patience_s: float = GAP_PATIENCE_S

    @property
    def prompt(self) -> str:
        """The question's id."""
        return f"gap-chips:{self.target}:from:{self.source}={total_chips(self.chips)}{':late' if self.late else ''}"

    @property
    def due_s(self) -> float:
        """When it is asked."""
        return self.since_s + self.patience_s

    @property
    def kind(self) -> str:
        """What the pair looks like, as a code."""
        if self.half:
            return _HALVES[self.half]
        giver, taker = zone_seat(self.source), zone_seat(self.target)
        if giver is not None and taker is not None and giver != taker:
            return "gap-won-of"
        return _KINDS[zone_kind(self.source), zone_kind(self.target)]

    @property
    def seat(self) -> int | None:
        """Whose chips they are: the giver's until the pot is pushed."""
        gives = self.kind in ("gap-gathered", "gap-bet-gathered")
        return zone_seat(self.source) if gives else zone_seat(self.target)


def chip_doubts(flow: ChipFlow) -> tuple[Doubt, ...]:
    """Questions about chips: pairs, what pairs with nothing, and motions that do not add up."""
    flow = as_told(flow)
    pairs, left = _paired(flow)
    halves = tuple(_half_seen(flow, left))
    swept = _swept(pairs)
    asked = tuple(
        Doubt(pair.prompt, pair.kind, pair.seat, ("yes", "no"), pair.due_s, total_chips(pair.chips))
        for pair in (*pairs, *halves)
        if pair not in swept
    )
    if swept:
        asked = (*asked, _sweep(swept))
    for pair in halves:
        left.pop(pair.source if pair.half == "source" else pair.target)
    alone = {zone: account for zone, account in sorted(left.items()) if not _is_change(account)}
    if (handed := handed_over(flow)) is not None and set(handed) <= alone.keys():
        giver, taker = handed
        asked = (*asked, _handed(giver, taker, alone[taker]))
        del alone[giver], alone[taker]
    return (*asked, *(_unpaired(flow, zone, account) for zone, account in alone.items()))


def asked_of(flow: ChipFlow) -> frozenset[int]:
    """The seats of which the dealer is asked, or will be in a moment, whether chips went in front of them unseen."""
    pairs = _paired(as_told(flow))[0] if flow.gaps else ()
    return frozenset(pair.seat for pair in pairs if pair.kind == "gap-pushed" and pair.seat is not None)


def _swept(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The bets that lie in the pot, if they are several: no hand draws in one of them and leaves the others."""
    bets = tuple(pair for pair in pairs if pair.kind == "gap-gathered" and pair.late is None)
    return bets if len(bets) > 1 else ()


def _sweep(swept: Sequence[Pair]) -> Doubt:
    chips = sum(total_chips(pair.chips) for pair in swept)
    due_s = max(pair.due_s for pair in swept)
    return Doubt(_sweep_prompt(swept), "gap-gathered-bets", None, ("yes", "no"), due_s, chips)


def _sweep_prompt(swept: Sequence[Pair]) -> str:
    bets = "+".join(f"{pair.source}" for pair in swept)
    return f"gap-chips:{POT}:from:{bets}={sum(total_chips(pair.chips) for pair in swept)}"


def handed_over(flow: ChipFlow) -> tuple[Zone, Zone] | None:
    """Two stacks of which one was seen to lose what the other was seen to gain: chips went from hand to hand.

    Whatever else is open at other stacks; where several of them fit, nobody knows.
    """
    stacks = {zone: one for zone, one in flow.adrift.items() if zone_kind(zone) == "stack" and zone not in flow.gaps}
    gone = [zone for zone, one in stacks.items() if one.lost and not one.gained]
    came = [zone for zone, one in stacks.items() if one.gained and not one.lost]
    pairs = [(giver, taker) for giver in gone for taker in came if stacks[giver].lost == stacks[taker].gained]
    return pairs[0] if len(pairs) == 1 else None


def _handed(giver: Zone, taker: Zone, came: Unmatched) -> Doubt:
    value = total_chips(came.gained)
    prompt = f"chips-handed:{taker}:from:{giver}={value}"
    due_s = came.since_s + PATIENCE_S
    return Doubt(prompt, "chips-handed", zone_seat(taker), ("ignore",), due_s, value, zone_seat(giver))


def _is_change(account: Unmatched) -> bool:
    """Whether other chips of the same worth lie there: change, of which there is nothing to ask."""
    return total_chips(account.gained) == total_chips(account.lost)


def answered_chips(flow: ChipFlow, prompt: str, answer: str) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What the dealer's answer changes: the events of a pair, or its ends differ from the books until it goes back."""
    flow = as_told(flow)
    if prompt.startswith("chips-handed"):
        for zone in handed_over(flow) or ():
            flow = dismiss(flow, zone)
        return flow, ()
    pairs, left = _paired(flow)
    for pair in _half_seen(flow, left):
        if pair.prompt == prompt:
            seen = pair.source if pair.half == "source" else pair.target
            return (_pushed_unseen(flow, pair), _missed(pair)) if answer == "yes" else (dismiss(flow, seen), ())
    swept = _swept(pairs)
    asked = swept if swept and _sweep_prompt(swept) == prompt else [pair for pair in pairs if pair.prompt == prompt]
    events: tuple[Event, ...] = ()
    for pair in asked:
        if answer == "yes":
            flow = _without(_without(flow, pair.source, pair), pair.target, pair)
            events = (*events, *_missed(pair))
        else:
            flow = _refused(flow, pair)
    return flow, events


def answered_adrift(flow: ChipFlow, zone: Zone, answer: str, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What the dealer's answer to chips that came or went alone changes: a push, or it is left so.

    They came in front of a player whose stack shows no less: its tray is stuck, and what it will show of it is no news.
    """
    came, seat = flow.adrift.get(zone), zone_seat(zone)
    if answer != "yes" or came is None or came.lost or seat is None or zone_kind(zone) != "bet":
        return dismiss(flow, zone), ()
    flow, event = pushed_at_one_end(flow, seat, came, at_s)
    return flow, (event,)


def pushed_at_one_end(flow: ChipFlow, seat: int, seen: Unmatched, at_s: float) -> tuple[ChipFlow, ChipsPushed]:
    """The push of which one tray shows this; what the other one will show of it is no news.

    Where chips came to the stack in the same motion, its tray shows so many less of those.
    """
    stack, bet = stack_zone(seat), bet_zone(seat)
    value, came = total_chips(seen.gained) or total_chips(seen.lost), flow.adrift.get(stack)
    if seen.gained and came is not None and came.gained and not came.lost and came.began_s <= seen.since_s:
        more = replace(came, gained=add_chips(came.gained, seen.gained))
        flow = put(forget(flow, bet), stack, more, "adrift")
    else:
        flow = told(forget(flow, bet), stack, -value) if seen.gained else told(forget(flow, stack), bet, value)
    return flow, ChipsPushed(seat, seen.gained or seen.lost, seen.began_s, at_s)


def exactly_due(flow: ChipFlow, due: Mapping[int, int], owed: Mapping[int, int]) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The flow and the events of chips that moved unseen, of which the dealer need not be asked.

    What went from the pot to a stack is what its seat has coming (`due`), or from a stack to its bet what it owes
    (`owed`), to the chip.
    """
    events: tuple[Event, ...] = ()
    for pair in _paired(flow)[0] if flow.gaps else ():
        ends = zone_kind(pair.source), zone_kind(pair.target)
        expected = due if ends == ("pot", "stack") else owed if pair.kind == "gap-pushed" else {}
        if pair.late is None and total_chips(pair.chips) == expected.get(zone_seat(pair.target) or 0):
            flow = _without(_without(flow, pair.source, pair), pair.target, pair)
            events += _missed(pair)
    return flow, events


def _half_seen(flow: ChipFlow, left: Mapping[Zone, Unmatched]) -> Iterator[Pair]:
    """Pushes of which a tray shows one end, stack or bet, while nobody looks at the other."""
    for zone, account in sorted(left.items()):
        seat = zone_seat(zone)
        if seat is None or zone in flow.gaps or zone in flow.unseen:
            continue
        stack, bet = stack_zone(seat), bet_zone(seat)
        if zone == stack and bet in flow.unseen and account.lost and not account.gained:
            yield Pair(stack, bet, account.lost, account.since_s, None, "source", _hidden_s(flow, bet, account))
        elif zone == bet and stack in flow.unseen and account.gained and not account.lost:
            yield Pair(stack, bet, account.gained, account.since_s, None, "target", _hidden_s(flow, stack, account))


def _hidden_s(flow: ChipFlow, zone: Zone, account: Unmatched) -> float:
    """How long the other end may take: a plug out and in again, unless `zone` has been out of sight for longer."""
    is_out = account.since_s - flow.unseen[zone] >= HIDDEN_PATIENCE_S
    return PATIENCE_S if is_out else HIDDEN_PATIENCE_S


def _pushed_unseen(flow: ChipFlow, pair: Pair) -> ChipFlow:
    """The flow after the dealer's word for such a push: what the other tray will show of it is no news."""
    value = total_chips(pair.chips)
    return told(told(flow, pair.source, -value), pair.target, value)


def _unpaired(flow: ChipFlow, zone: Zone, account: Unmatched) -> Doubt:
    asked_s = account.since_s + PATIENCE_S  # a zone that is hidden later does not take a standing question away
    hidden_s = [
        since_s
        for other, since_s in flow.unseen.items()
        if _is_near(zone, other) and (since_s <= asked_s or zone in flow.unseen)
    ]
    due_s = max(account.since_s, *hidden_s) + HIDDEN_PATIENCE_S if hidden_s else asked_s
    value = total_chips(account.gained) - total_chips(account.lost)
    if zone not in flow.gaps:
        if zone_kind(zone) == "bet" and account.gained and not account.lost:  # a tray that is stuck shows no less
            return Doubt(f"chips-adrift:{zone}", "came-in-front", zone_seat(zone), YES_NO, due_s, value)
        kind = "chips-came" if value > 0 else "chips-went"
        return Doubt(f"chips-adrift:{zone}", kind, zone_seat(zone), ("ignore",), due_s, abs(value))
    kind = "gap-chips-more" if value > 0 else "gap-chips-less"
    return Doubt(f"gap-chips:{zone}", kind, zone_seat(zone), ("ignore",), due_s, abs(value))


def _is_near(zone: Zone, other: Zone) -> bool:
    """Whether chips may go from one of these zones to the other in one motion."""
    kinds = {zone_kind(zone), zone_kind(other)}
    return zone_seat(zone) == zone_seat(other) or (POT in (zone, other) and kinds <= {"pot", "bet", "stack"})


def _paired(flow: ChipFlow) -> tuple[tuple[Pair, ...], dict[Zone, Unmatched]]:
    """The pairs of differences, and what is left of all accounts."""
    open_accounts = {zone: _whole(flow, zone) for zone in {*flow.gaps, *flow.adrift}}
    pairs: list[Pair] = []
    for kind in _TARGETS:
        for target in sorted(zone for zone in open_accounts if zone_kind(zone) == kind):
            for source in _sources(open_accounts, target):
                taker, giver = open_accounts[target], open_accounts.get(source)
                if giver is None or not _pairs(flow, source, target):
                    continue
                chips = carried(taker.gained, giver.lost, several=True)
                if chips:
                    seen = source not in flow.gaps and target not in flow.gaps
                    waits_s = PATIENCE_S if seen else GAP_PATIENCE_S  # motions under way may explain themselves
                    pairs.append(Pair(source, target, chips, max(giver.since_s, taker.since_s), patience_s=waits_s))
                    open_accounts[target] = replace(taker, gained=subtract_chips(taker.gained, chips))
                    open_accounts[source] = replace(giver, lost=_less(giver.lost, chips))
    for zone in sorted(zone for zone in open_accounts if zone_kind(zone) == "bet"):
        pairs += _changed_and_swept(open_accounts, zone)
    pairs += _late_pairs(flow, open_accounts)
    left = {zone: account for zone, account in open_accounts.items() if account.gained or account.lost}
    return tuple(pairs), left


def _changed_and_swept(accounts: dict[Zone, Unmatched], bet: Zone) -> tuple[Pair, ...]:
    """A bet that was changed and drawn in: its rest went back to its stack, and the pot has just the other part."""
    stack = stack_zone(zone_seat(bet) or 0)
    giver, taker, pot = accounts[bet], accounts.get(stack), accounts.get(POT)
    if taker is None or pot is None or giver.gained or taker.lost or pot.lost or not taker.gained or not pot.gained:
        return ()
    if total_chips(taker.gained) + total_chips(pot.gained) != total_chips(giver.lost):
        return ()
    since_s = max(giver.since_s, taker.since_s, pot.since_s)
    accounts[bet] = replace(giver, lost=NO_CHIPS)
    for zone, account in ((stack, taker), (POT, pot)):
        accounts[zone] = replace(account, gained=NO_CHIPS)
    return Pair(bet, stack, taker.gained, since_s), Pair(bet, POT, pot.gained, since_s)


def _pairs(flow: ChipFlow, source: Zone, target: Zone) -> bool:
    """Whether the two may be one: motions that were seen pair with gaps only, but for a bet that no tray showed."""
    return source in flow.gaps or target in flow.gaps or (target == POT and zone_kind(source) == "stack")


def _late_pairs(flow: ChipFlow, accounts: dict[Zone, Unmatched]) -> list[Pair]:
    """Pairs of what `accounts`, which they are taken from, still hold and differences that the dealer dismissed."""
    pairs: list[Pair] = []
    dismissed = dict(flow.dismissed)
    for zone in sorted(dismissed.keys() & accounts.keys()):  # it came back, or went again
        accounts[zone], dismissed[zone] = _netted(accounts[zone], dismissed[zone])
    for takers, givers, late in ((accounts, dismissed, "source"), (dismissed, accounts, "target")):
        for target in sorted(takers):
            for source in roads_to(givers, target, settled=True):
                taker, giver = takers[target], givers.get(source)
                chips = carried(taker.gained, giver.lost, several=True) if giver is not None else NO_CHIPS
                if giver is None or not chips:
                    continue
                since_s = max(giver.since_s, taker.since_s)
                end = source if late == "source" else target
                pairs.append(Pair(source, target, chips, since_s, end, patience_s=PATIENCE_S))
                takers[target] = replace(taker, gained=subtract_chips(taker.gained, chips))
                givers[source] = replace(giver, lost=_less(giver.lost, chips))
    return pairs


def _netted(account: Unmatched, dismissed: Unmatched) -> tuple[Unmatched, Unmatched]:
    """Both without what came back of the dismissed loss."""
    back = carried(account.gained, dismissed.lost, several=True)
    return (
        replace(account, gained=subtract_chips(account.gained, back)),
        replace(dismissed, lost=_less(dismissed.lost, back)),
    )


def _sources(accounts: Mapping[Zone, Unmatched], target: Zone) -> tuple[Zone, ...]:
    """Where chips at `target` may have come from, likeliest first; from far, if the places between show nothing."""
    near = roads_to(accounts, target, settled=True)
    far = (zone for kind in ("bet", "stack") for zone in sorted(accounts) if zone_kind(zone) == kind)
    return tuple(dict.fromkeys((*near, *(zone for zone in far if zone != target))))


def _whole(flow: ChipFlow, zone: Zone) -> Unmatched:
    """What was seen and what was missed at a zone, in one account: what came and went again is in neither."""
    accounts = [accounts[zone] for accounts in (flow.gaps, flow.adrift) if zone in accounts]
    if len(accounts) == 1:
        return accounts[0]
    gap, seen = accounts
    change = add_chips(subtract_chips(gap.gained, gap.lost), subtract_chips(seen.gained, seen.lost))
    gained = chips_of(pair for pair in change if pair[1] > 0)
    lost = chips_of((denomination, -count) for denomination, count in change if count < 0)
    if total_chips(gained) == total_chips(lost):
        gained = lost = NO_CHIPS  # no more than change made
    return Unmatched(gained, lost, max(gap.since_s, seen.since_s), seen.began_s, seen.at_s)


def _less(lost: Chips, chips: Chips) -> Chips:
    """What is still missing; where change was made, the value counts."""
    if holds_chips(lost, chips):
        return subtract_chips(lost, chips)
    left_chips = total_chips(lost) - total_chips(chips)
    return ((1, left_chips),) if left_chips > 0 else NO_CHIPS


def _without(flow: ChipFlow, zone: Zone, pair: Pair) -> ChipFlow:
    """The flow with the chips of a pair explained at one end; what is left of both its accounts stays a gap."""
    gained = zone == pair.target
    if zone == pair.late:
        return put(flow, zone, _explained(flow.dismissed[zone], pair.chips, gained=gained), "dismissed")
    account = _explained(_whole(flow, zone), pair.chips, gained=gained)
    gaps = {name: kept for name, kept in flow.gaps.items() if name != zone}
    if account.gained or account.lost:
        gaps[zone] = account
    return replace(flow, gaps=gaps, adrift={name: kept for name, kept in flow.adrift.items() if name != zone})


def _refused(flow: ChipFlow, pair: Pair) -> ChipFlow:
    """The flow where both ends of a pair stay different from the books, as the dealer has said."""
    for zone, change in ((pair.source, subtract_chips(NO_CHIPS, pair.chips)), (pair.target, pair.chips)):
        if zone != pair.late:
            flow = _without(flow, zone, pair)
            account = added(flow.dismissed.get(zone), change, pair.since_s, pair.since_s)
            flow = put(flow, zone, account, "dismissed")
    return flow


def denied(before: ChipFlow, after: ChipFlow, at_s: float) -> tuple[ChipsDenied, ...]:
    """What an answer left different from the books, as the event that can be taken back."""
    if after.dismissed is before.dismissed:
        return ()
    changes = ((zone, subtract_chips(_held(after, zone), _held(before, zone))) for zone in sorted(after.dismissed))
    left = tuple([(zone, change) for zone, change in changes if change])
    seen = tuple([zone for zone, _ in left if after.adrift.get(zone) != before.adrift.get(zone)])
    return (ChipsDenied(left, seen, at_s),) if left else ()


def asked_again(flow: ChipFlow, answer: ChipsDenied, at_s: float) -> ChipFlow:
    """The flow after that answer was taken back: what is still different from the books is asked about again."""
    for zone, change in answer.changes:
        flow = _kept_elsewhere(flow, zone, change, at_s, ("dismissed", _where(answer, zone)))
    return flow


def denied_again(flow: ChipFlow, answer: ChipsDenied, at_s: float) -> ChipFlow:
    """The flow in which that answer stands again."""
    for zone, change in answer.changes:
        flow = _kept_elsewhere(flow, zone, change, at_s, (_where(answer, zone), "dismissed"))
    return flow


def _where(answer: ChipsDenied, zone: Zone) -> Kept:
    return "adrift" if zone in answer.seen else "gaps"


def _kept_elsewhere(flow: ChipFlow, zone: Zone, change: Chips, at_s: float, way: tuple[Kept, Kept]) -> ChipFlow:
    here, there = way
    back = subtract_chips(NO_CHIPS, change)
    flow, gone = cancelled(flow, zone, back, here)
    return put(flow, zone, added(flow.kept(there).get(zone), subtract_chips(gone, back), at_s, at_s), there)


def _held(flow: ChipFlow, zone: Zone) -> Chips:
    account = flow.dismissed.get(zone)
    return NO_CHIPS if account is None else subtract_chips(account.gained, account.lost)


def _explained(account: Unmatched, chips: Chips, *, gained: bool) -> Unmatched:
    if gained:
        return replace(account, gained=subtract_chips(account.gained, chips))
    return replace(account, lost=_less(account.lost, chips))


def _missed(pair: Pair) -> tuple[Event, ...]:
    """The events that nobody saw, the first one first: chips go from stack to bet to pot to stack."""
    giver, taker, chips, at_s = zone_seat(pair.source), zone_seat(pair.target), pair.chips, pair.since_s
    if giver is not None and pair.source == bet_zone(giver) and pair.target == stack_zone(giver):
        return (ChipsTakenBack(giver, chips, at_s),)
    events: list[Event] = []
    if giver is not None:
        if zone_kind(pair.source) == "stack":
            events.append(ChipsPushed(giver, chips, at_s, at_s))
        if pair.target == bet_zone(giver):
            return tuple(events)
        events.append(BetsGathered(giver, chips, at_s, unseen=True))
    if taker is not None:
        events.append(PotPushed(taker, chips, at_s))
        if zone_kind(pair.target) == "bet":
            events.append(ChipsPushed(taker, chips, at_s, at_s))
    return tuple(events)

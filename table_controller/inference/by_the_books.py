"""What trays show that only the books explain: chips that are exactly what was in front, due, or owed.

Where one end of a motion is out of sight, or chips go by a way that no bet takes, the trays alone would ask. But where
what came or went is to the chip what the books have there, it went nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    chips_of,
    holds_chips,
    subtract_chips,
    total_chips,
)
from firmware_bridge.vocabulary.observations import Inventory
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.game.queries import (
    awards_due,
    behind_chips,
    expected_recounts,
    floor_stops,
    in_the_pot,
    not_given_chips,
    owing,
    returns_due,
    who_acts,
)
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import NOTHING, ChipFlow, Unmatched, added, cancelled, put
from table_controller.inference.chip_flow import dismiss, forget, recounted
from table_controller.inference.chip_gaps import exactly_due, handed_over, pushed_at_one_end
from table_controller.inference.chip_values import chips_worth
from table_controller.inference.differences import differences, off_chips
from table_controller.inference.doubt import PATIENCE_S
from table_controller.inference.told_chips import told
from table_controller.vocabulary.events import (
    BetsGathered,
    BoardByKey,
    CardBoarded,
    CardBurned,
    CardsMucked,
    ChipsPushed,
    ChipsTakenBack,
    Declared,
    Event,
    PotPushed,
    StackCounted,
)

Reading: TypeAlias = Callable[[Table, ChipFlow, float], tuple[ChipFlow, tuple[Event, ...]]]
"""What the books explain of what is open: the flow without it, and the events."""

Awards: TypeAlias = Sequence[tuple[int, int]]
"""Seats, each with the chips that it has coming."""

WAY_S: Final = 1.0
"""Chips are on their way so long, at most, from a stack to the place in front of it."""

_PAIR: Final = 2
"""Two ends of one motion: a stack that had too much, and one that the chips belong to."""


def seen_by_the_books(
    table: Table, flow: ChipFlow, events: tuple[Event, ...], at_s: float
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """After a tray has shown `events`, or nothing that is understood: the flow, and all that is known by now."""
    quiet = () if events else (paid_in_the_dark, won_in_the_dark, returned_in_the_dark, pushed_in_turn)
    for reading in (*_ANY_TIME, *quiet):
        flow, known = reading(table, flow, at_s)
        events += known
    return flow, without_what_is_put_right(table, flow, events)


def before_the_first_word(table: Table, flow: ChipFlow, word: Inventory) -> ChipFlow:
    """The flow before trays tell for the first time what they hold, in the middle of a hand.

    Where a seat has as much as the books say, and some of it in front that they have behind, it was put there while
    nobody looked: the trays held before what the books say.
    """
    if table.hand.phase in (IDLE, SETTLED):
        return flow
    holds = {zone: chips_of(chips) for zone, chips in word.chips}
    for seat, player in enumerate(table.players, 1):
        stack, bet = stack_zone(seat), bet_zone(seat)
        known = flow.lies.keys() | flow.told.keys()
        if player is None or not {stack, bet} <= holds.keys() - known:
            continue
        front, behind = table.chips.bets[seat - 1], behind_chips(table, seat)
        put_in = subtract_chips(holds[bet], front)
        adds_up = total_chips(holds[stack]) + total_chips(put_in) == behind
        if put_in and adds_up and holds_chips(holds[bet], front):
            flow = replace(flow, lies={**flow.lies, bet: front, stack: add_chips(holds[stack], put_in)})
    return flow


def put_in_and_swept(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that a seat owed: they left its stack, its bets are out of sight, and the pot gained them."""
    came = flow.adrift.get(POT)
    if came is None or came.lost or len(flow.adrift) != _PAIR or POT in flow.gaps:
        return flow, ()
    seat = next((zone_seat(zone) for zone in flow.adrift if zone_kind(zone) == "stack"), None)
    if seat is None or bet_zone(seat) not in flow.unseen or bet_zone(seat) in flow.told:
        return flow, ()
    gone = flow.adrift[stack_zone(seat)]
    if gone.gained or gone.lost != came.gained or total_chips(gone.lost) > dict(owing(table)).get(seat, 0):
        return flow, ()
    put_in = ChipsPushed(seat, gone.lost, gone.began_s, at_s)
    return forget(forget(flow, POT), stack_zone(seat)), (put_in, BetsGathered(seat, gone.lost, at_s, unseen=True))


def put_right_by_hand(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The flow after chips went between stacks that now all hold what the books have, or less too much or too little.

    So a pot that was pushed to the wrong players is put right when the next hand has begun, by one after the other:
    stacks that are right are counted, of the others the rest stands as a difference.
    """
    off = {stack_zone(seat): behind_chips(table, seat) for seat in range(1, table.setup.seats + 1)}
    off = {zone: total_chips(flow.lies.get(zone, NO_CHIPS)) - chips for zone, chips in off.items()}
    moved = [zone for zone in off if zone in flow.adrift and _is_nearer(off[zone], _change(flow.adrift[zone]))]
    if len(moved) < _PAIR or sum(_change(flow.adrift[zone]) for zone in moved) != 0:
        return flow, ()
    for zone in moved:
        account = flow.adrift[zone]
        flow = put(flow, zone, NOTHING, "adrift")
        flow, _ = cancelled(flow, zone, subtract_chips(account.gained, account.lost), "dismissed")
        flow = flow if off[zone] else forget(flow, zone)
    right = [zone for zone in moved if not off[zone]]
    return flow, tuple([StackCounted(zone_seat(zone) or 0, flow.lies[zone], at_s) for zone in right])


def _is_nearer(off_chips: int, change_chips: int) -> bool:
    """Whether a stack that is so far off the books now was farther off, and on that side, before it changed so much."""
    before_chips = off_chips - change_chips
    return before_chips * off_chips >= 0 and abs(off_chips) < abs(before_chips)


def handed_on(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that went from a stack which owes them straight to one that they are due to.

    So a pot that was pushed to the wrong player is put right while its hand still lies there, or change is made of what
    another one owes: it is as if he had put the chips in, and the dealer had pushed them where they belong.
    """
    handed = handed_over(flow)
    if handed is None:
        return _handed_on_with_others(table, flow, at_s)
    chips, (giver, taker) = flow.adrift[handed[1]].gained, (zone_seat(zone) or 0 for zone in handed)
    got = table.ledger[giver - 1].received_chips if table.hand.phase == SETTLED else 0
    free = max(got, dict(owing(table)).get(giver, 0))
    if total_chips(chips) > min(free, _coming(table, taker)):
        return flow, ()
    flow = forget(forget(flow, handed[0]), handed[1])
    put_in = (ChipsPushed(giver, chips, at_s, at_s), BetsGathered(giver, chips, at_s))
    return flow, (*put_in, PotPushed(taker, chips, at_s))


def _handed_on_with_others(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The same of what several owe, or some and the pot, that a winner's tray shows as one gain.

    His stack was not at rest between one lot and the next; nobody who has a debt open is left out.
    """
    owed, due = (
        (dict(owing(table)), dict(awards_due(table))) if table.hand.phase == SETTLED and flow.adrift else ({}, {})
    )
    lots = {seat: one.lost for seat in owed if (one := _only_lost(flow, stack_zone(seat))) is not None}
    if not lots or any(total_chips(chips) > owed[seat] for seat, chips in lots.items()):
        return flow, ()
    pot, handed = _only_lost(flow, POT), chips_of(pair for chips in lots.values() for pair in chips)
    for taker, coming in due.items():
        came = flow.adrift.get(stack_zone(taker))
        if came is None or came.lost or stack_zone(taker) in flow.gaps or total_chips(came.gained) > coming:
            continue
        rest = subtract_chips(came.gained, handed)
        of_the_pot = pot.lost if pot is not None else NO_CHIPS
        if not holds_chips(came.gained, handed) or not holds_chips(of_the_pot, rest):
            continue
        flow, events = forget(flow, stack_zone(taker)), list[Event]()
        for giver, chips in lots.items():
            flow = forget(flow, stack_zone(giver))
            events += [ChipsPushed(giver, chips, at_s, at_s), BetsGathered(giver, chips, at_s)]
        if pot is not None:
            flow = put(flow, POT, replace(pot, lost=subtract_chips(pot.lost, rest)), "adrift")
        return flow, (*events, PotPushed(taker, came.gained, at_s))
    return flow, ()


def _only_lost(flow: ChipFlow, zone: Zone) -> Unmatched | None:
    """What left a zone while nothing came there, as far as it was seen."""
    one = flow.adrift.get(zone) if zone not in flow.gaps else None
    return one if one is not None and not one.gained else None


def change_out_of_a_bet(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of change that the dealer made out of what lies in front of another: as if by way of the pot."""
    if table.hand.phase == SETTLED or len(flow.adrift) != _PAIR:
        return flow, ()
    gone = [zone for zone, one in flow.adrift.items() if zone_kind(zone) == "bet" and one.lost and not one.gained]
    came = [zone for zone, one in flow.adrift.items() if zone_kind(zone) == "stack" and one.gained and not one.lost]
    if len(gone) != 1 or len(came) != 1 or flow.adrift[gone[0]].lost != flow.adrift[came[0]].gained:
        return flow, ()
    chips, giver, taker = flow.adrift[came[0]].gained, zone_seat(gone[0]) or 0, zone_seat(came[0]) or 0
    if giver == taker or total_chips(chips) > _coming(table, taker):
        return flow, ()
    by_the_pot = (BetsGathered(giver, chips, at_s, unseen=True), PotPushed(taker, chips, at_s))
    return forget(forget(flow, gone[0]), came[0]), by_the_pot


def _coming(table: Table, seat: int) -> int:
    """What the dealer has still to give the seat: what it has won, change, an unmatched bet."""
    return dict(awards_due(table)).get(seat, 0) + dict(returns_due(table)).get(seat, 0)


def paid_in_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of a pot that was pushed while its tray is out of sight, bets that came in just before it included.

    A stack gained exactly what it has coming once the hand is over: that came from nowhere else.
    """
    if table.hand.phase != SETTLED or POT not in flow.unseen:
        return flow, ()
    events: list[Event] = []
    for seat, due_chips in awards_due(table):
        won = flow.adrift.get(stack_zone(seat))
        if won is None or won.lost or total_chips(won.gained) != due_chips:
            continue
        swept = _bets_seen_to_go(table, flow) if due_chips > total_chips(table.chips.pot) else {}
        swept_chips = sum(map(total_chips, swept.values()))
        if total_chips(table.chips.pot) + swept_chips < due_chips:
            continue
        for giver in swept:
            flow = forget(flow, bet_zone(giver))
        flow = told(forget(flow, stack_zone(seat)), POT, swept_chips - due_chips)
        events += [BetsGathered(giver, chips, at_s) for giver, chips in swept.items()]
        events.append(PotPushed(seat, won.gained, at_s))
    return flow, tuple(events)


def won_in_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that left the pot once the hand is over, for winners whose stacks are out of sight.

    It lost exactly what one of them has coming, or all of them together: they went nowhere else. Where it is as much as
    one in sight has coming, his tray may tell of it in a moment.
    """
    gone = flow.adrift.get(POT)
    if table.hand.phase != SETTLED or gone is None or gone.gained or POT in flow.gaps:
        return flow, ()
    hidden, seen = _due_by_sight(table, flow)
    if _takers(seen, total_chips(gone.lost)):
        return flow, ()
    return _to_winners(flow, gone, hidden, at_s)


def _due_by_sight(table: Table, flow: ChipFlow) -> tuple[Awards, Awards]:
    """What winners have coming whose stacks are out of sight, and what those have whose stacks are seen."""
    due = awards_due(table)
    hidden = [(seat, chips) for seat, chips in due if stack_zone(seat) in flow.unseen]
    return hidden, [one for one in due if one not in hidden]


def _takers(due: Awards, value: int) -> Awards:
    """Who may have got chips of this value: each who has exactly so much coming, else all together; none if nobody."""
    exactly = [(seat, chips) for seat, chips in due if chips == value]
    return exactly or (due if sum(chips for _, chips in due) == value else [])


def _to_winners(flow: ChipFlow, gone: Unmatched, due: Awards, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of what left the pot, if it is exactly what one of these has coming, or all of them together."""
    value = total_chips(gone.lost)
    paid = _takers(due, value)
    if not paid or sum(chips for _, chips in paid) != value:
        return flow, ()
    flow = forget(flow, POT)
    for seat, chips in paid:
        flow = told(flow, stack_zone(seat), chips)
    return flow, tuple(PotPushed(seat, chips_worth(chips, (gone.lost,)), at_s) for seat, chips in paid)


def returned_in_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that went back to a stack in sight from a bet that is not: exactly what is due back of it."""
    if POT in flow.adrift or POT in flow.gaps or POT in flow.unseen:
        return flow, ()
    events: list[Event] = []
    for seat, due_chips in returns_due(table) if flow.unseen else ():
        stack, bet = stack_zone(seat), bet_zone(seat)
        came = flow.adrift.get(stack) if bet in flow.unseen else None
        lies_there = total_chips(table.chips.bets[seat - 1]) >= due_chips
        if came is not None and not came.lost and total_chips(came.gained) == due_chips and lies_there:
            flow = told(forget(flow, stack), bet, -due_chips)
            events.append(ChipsTakenBack(seat, came.gained, at_s))
    return flow, tuple(events)


def went_where_due(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that left alone, and are exactly what a seat has coming: its stack's tray is late, or stuck.

    Once nothing has explained them for a while, or the dealer has said to play on. Of several who have as much coming
    it is the one whose tray is out of sight.
    """
    events: list[Event] = []
    for seat, due_chips in returns_due(table) if flow.adrift or flow.dismissed else ():
        gone = _gone_alone(flow, bet_zone(seat), at_s)
        if gone is not None and total_chips(gone.lost) == due_chips:
            flow = told(forget(flow, bet_zone(seat)), stack_zone(seat), due_chips)
            events.append(ChipsTakenBack(seat, gone.lost, at_s))
    gone = _gone_alone(flow, POT, at_s) if table.hand.phase == SETTLED else None
    if gone is None:
        return flow, tuple(events)
    for winners in (awards_due(table), _due_by_sight(table, flow)[0]):
        flow, paid = _to_winners(flow, gone, winners, at_s)
        if paid:
            return flow, (*events, *paid)
    return flow, tuple(events)


def _gone_alone(flow: ChipFlow, zone: Zone, at_s: float) -> Unmatched | None:
    """What left a zone in sight and came nowhere, while no other chips are on their way."""
    gone = flow.adrift.get(zone)
    if gone is not None and at_s < gone.at_s + PATIENCE_S:
        return None
    gone = gone or flow.dismissed.get(zone)
    if gone is None or gone.gained or zone in flow.unseen or _open_elsewhere(flow, zone):
        return None
    return gone


def swept_in_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The bets that came to the pot from places that are out of sight: it gained exactly what lay there.

    Those in sight come first: what they lost may be what the pot gained; so does what was told to have come already.
    """
    came, known_chips = flow.adrift.get(POT), max(0, flow.told.get(POT, 0))
    hidden = [seat for seat, bet in enumerate(table.chips.bets, 1) if bet and bet_zone(seat) in flow.unseen]
    in_sight = [zone for zone in flow.lies if zone_kind(zone) == "bet" and zone not in flow.unseen]
    if came is None or came.lost or not hidden or POT in flow.gaps or any(flow.lies[zone] for zone in in_sight):
        return flow, ()
    if any(_is_gone_by_word(table, flow, seat) for seat in hidden):
        return flow, ()
    if total_chips(came.gained) - known_chips != sum(total_chips(table.chips.bets[seat - 1]) for seat in hidden):
        return flow, ()
    flow = forget(flow, POT)
    events: list[Event] = []
    for seat in hidden:
        bet = table.chips.bets[seat - 1]
        flow = told(flow, bet_zone(seat), -total_chips(bet))
        events.append(BetsGathered(seat, bet, at_s, unseen=True))
    return flow, tuple(events)


def swept_along(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The bets that came to the pot from places out of sight with one that the dealer has just told of.

    What is left of the pot's gain is exactly what lay there.
    """
    left = flow.gaps.get(POT)
    if left is None or POT in flow.adrift:
        return flow, ()
    gaps = {zone: account for zone, account in flow.gaps.items() if zone != POT}
    swept, events = swept_in_the_dark(table, replace(flow, gaps=gaps, adrift={**flow.adrift, POT: left}), at_s)
    return (swept, events) if events else (flow, ())


def _is_gone_by_word(table: Table, flow: ChipFlow, seat: int) -> bool:
    """Whether keys told of more that left the bet than the books have it: some of it is in the pot already."""
    bet = bet_zone(seat)
    known = total_chips(flow.lies.get(bet, NO_CHIPS)) + flow.told.get(bet, 0)
    return flow.told.get(bet, 0) < 0 and known != total_chips(table.chips.bets[seat - 1])


def swept_to_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The bets that left every place in sight while the pot is not: they were drawn in.

    A single one may be on its way back to its stack, as long as its player acts or has chips coming back, before the
    betting and while the floor has to rule. Whether the round was over is not always known where a tray is out: nobody
    drew them in too early.
    """
    gone = _bets_seen_to_go(table, flow) if POT in flow.unseen else {}
    lie = {seat for seat, bet in enumerate(table.chips.bets, 1) if bet and bet_zone(seat) not in flow.unseen}
    if not gone or gone.keys() != lie or any(account.gained for account in flow.adrift.values()):
        return flow, ()
    may_go_back = who_acts(table) is not None or returns_due(table) or table.hand.phase == DEAL or floor_stops(table)
    if len(gone) == 1 and may_go_back:
        return flow, ()
    for seat in gone:
        flow = forget(flow, bet_zone(seat))
    flow = told(flow, POT, sum(map(total_chips, gone.values())))
    early = who_acts(table) is not None
    return flow, tuple([BetsGathered(seat, chips, at_s, unseen=early) for seat, chips in gone.items()])


def swept_before_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The same as the pot goes out of sight: what had just left the bets came there when nobody looked any more."""
    dark_s = flow.unseen.get(POT)
    if dark_s is None or any(account.at_s + PATIENCE_S < dark_s for account in flow.adrift.values()):
        return flow, ()
    return swept_to_the_dark(table, flow, at_s)


def _bets_seen_to_go(table: Table, flow: ChipFlow) -> dict[int, Chips]:
    """The bets in the books that trays saw leave whole, by seat."""
    gone = {seat: flow.adrift.get(bet_zone(seat)) for seat in range(1, table.setup.seats + 1)}
    lost = {seat: account.lost for seat, account in gone.items() if account is not None and not account.gained}
    return {
        seat: chips for seat, chips in lost.items() if total_chips(chips) == total_chips(table.chips.bets[seat - 1])
    }


def moved_meanwhile(table: Table, flow: ChipFlow) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of bets and pots that moved while a tray was out of sight, as trays in sight show by now."""
    if not flow.gaps:
        return flow, ()
    due = dict(awards_due(table)) if table.hand.phase == SETTLED else {}
    flow, won = _won_at_once(flow, due)
    flow, known = exactly_due(flow, due, dict(owing(table)))
    return flow, (*won, *known)


def _won_at_once(flow: ChipFlow, due: Mapping[int, int]) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The event of what came to the pot by word, went on before its tray had shown it, and lies where it is due.

    With what the tray has shown to go it is exactly what a winner has coming, and has more since his tray is back.
    """
    gone, to_come = flow.adrift.get(POT), flow.told.get(POT, 0)
    if to_come <= 0 or POT in flow.unseen or POT in flow.gaps or (gone is not None and gone.gained):
        return flow, ()
    value = to_come + (total_chips(gone.lost) if gone is not None else 0)
    for seat, chips in due.items():
        came = flow.gaps.get(stack_zone(seat)) if chips == value and stack_zone(seat) not in flow.adrift else None
        if came is not None and not came.lost and total_chips(came.gained) == value:
            return forget(forget(flow, stack_zone(seat)), POT), (PotPushed(seat, came.gained, came.at_s),)
    return flow, ()


def without_what_is_put_right(table: Table, flow: ChipFlow, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without pushes that bring chips from the pot to where they are taken to lie already.

    A pot that is given only when the next hand has begun is told: until then it lies in the pot, whoever won it.
    """
    if table.hand.phase == SETTLED:
        return events
    in_pot = in_the_pot(table)
    return tuple(
        event
        for event in events
        if not isinstance(event, PotPushed)
        or not_given_chips(table, event.seat) >= total_chips(event.chips)
        or off_chips(flow, POT, in_pot) < 0
        or off_chips(flow, stack_zone(event.seat), behind_chips(table, event.seat)) > 0
        or not {POT, stack_zone(event.seat)} <= flow.lies.keys()
    )


def pushed_as_said(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The chips of seats that owe them by rule or word, of which one tray alone shows anything.

    They came in front of the seat, and its stack is out of sight; or its bets are, and the stack lost exactly so much.
    Where exactly what it owes came there alone, its stack's tray is late, or stuck.
    """
    events: list[Event] = []
    for seat, owed_chips in owing(table) if flow.unseen or flow.adrift else ():
        stack, bet = stack_zone(seat), bet_zone(seat)
        if (alone := _came_alone(flow, bet)) is not None and total_chips(alone.gained) == owed_chips:
            flow, event = pushed_at_one_end(flow, seat, alone, at_s)
            events.append(event)
        elif (came := _came_in_sight(flow, bet, stack)) is not None and total_chips(came.gained) <= owed_chips:
            flow, event = pushed_at_one_end(flow, seat, came, at_s)
            events.append(event)
        elif (gone := _gone_in_sight(flow, stack, bet)) is not None and total_chips(gone.lost) == owed_chips:
            flow, event = pushed_at_one_end(flow, seat, gone, at_s)
            flow = replace(flow, supposed={**flow.supposed, bet: gone})
            events.append(event)
    return flow, tuple(events)


def came_nowhere(flow: ChipFlow, bet: Zone) -> bool:
    """Whether the bet lacks just what it was taken to have got out of sight, and all trays show that nothing came."""
    supposed, gap = flow.supposed.get(bet), flow.gaps.get(bet)
    if supposed is None or gap is None or gap.gained or total_chips(gap.lost) != total_chips(supposed.lost):
        return False
    gained = any(one.gained for kept in (flow.adrift, flow.gaps, flow.dismissed) for one in kept.values())
    return not (gained or flow.told or flow.unseen)


def not_come(flow: ChipFlow, bet: Zone) -> ChipFlow:
    """The flow after it is told that nothing came there: what has left the stack is on its way as before."""
    supposed, stack = flow.supposed[bet], stack_zone(zone_seat(bet) or 0)
    if (since := flow.adrift.get(stack)) is not None:
        supposed = added(supposed, subtract_chips(since.gained, since.lost), since.began_s, since.at_s)
    flow = put(forget(flow, bet), stack, supposed, "adrift")
    return replace(flow, supposed={zone: one for zone, one in flow.supposed.items() if zone != bet})


def pushed_in_turn(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The chips that came in front of the seat to act while its stack is out of sight: nobody else puts them there."""
    seat = who_acts(table) if flow.unseen else None
    if seat is None:
        return flow, ()
    bet = bet_zone(seat)
    return _pushed_alone(flow, seat, _came_in_sight(flow, bet, stack_zone(seat)), bet, at_s)


def pushed_before(
    table: Table, flow: ChipFlow, events: Iterable[Event], at_s: float
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The chips that left the stack of the seat to act while its bets are out of sight, once others go on.

    Until then they may be in his hand, and the dealer is asked.
    """
    seat = who_acts(table) if flow.unseen and flow.adrift else None
    if seat is None or not any(_goes_on(event, seat) for event in events):
        return flow, ()
    stack = stack_zone(seat)
    return _pushed_alone(flow, seat, _gone_in_sight(flow, stack, bet_zone(seat)), stack, at_s)


def _pushed_alone(
    flow: ChipFlow, seat: int, seen: Unmatched | None, zone: Zone, at_s: float
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The push that was `seen` at one end, its `zone`, if no other chips are on their way."""
    if seen is None or _open_elsewhere(flow, zone):
        return flow, ()
    flow, event = pushed_at_one_end(flow, seat, seen, at_s)
    return flow, (event,)


def _goes_on(event: Event, seat: int) -> bool:
    """Whether others act, or the dealer brings bets in or deals, as if the seat had acted."""
    if isinstance(event, ChipsPushed | Declared | CardsMucked):
        return event.seat not in (seat, None)
    return isinstance(event, BetsGathered | CardBurned | CardBoarded | BoardByKey)


def _open_elsewhere(flow: ChipFlow, zone: Zone) -> bool:
    """Whether chips are on their way elsewhere, or were missed: these may be some of them."""
    return any(name != zone for name in (*flow.adrift, *flow.gaps)) or zone in flow.gaps


def _came_in_sight(flow: ChipFlow, bet: Zone, stack: Zone) -> Unmatched | None:
    """What came to a bet that is seen from a stack that was not."""
    came = flow.adrift.get(bet) if bet not in flow.unseen else None
    return came if came is not None and not came.lost and _was_out(flow, stack, came) else None


def _came_alone(flow: ChipFlow, bet: Zone) -> Unmatched | None:
    """What came to a bet that is seen while no other chips are on their way, and none were missed."""
    came = flow.adrift.get(bet) if bet not in flow.unseen else None
    return came if came is not None and not came.lost and not _open_elsewhere(flow, bet) else None


def _gone_in_sight(flow: ChipFlow, stack: Zone, bet: Zone) -> Unmatched | None:
    """What a stack that is seen lost to a bet that was not, and of which no key has told.

    Of a bet that went out of sight only afterwards nobody knows whether they came there.
    """
    gone = flow.adrift.get(stack) if bet not in flow.told else None
    if gone is None or gone.gained or not _was_out(flow, bet, gone):
        return None
    return gone if flow.unseen[bet] <= gone.at_s + WAY_S else None


def _was_out(flow: ChipFlow, zone: Zone, moved: Unmatched) -> bool:
    """Whether the zone has been out of sight since these chips moved: else it has shown that they were none of its."""
    return zone in flow.unseen and flow.unseen[zone] <= moved.at_s + PATIENCE_S


def gathered_after_all(table: Table, flow: ChipFlow, at_s: float) -> tuple[BetsGathered, ...]:
    """The bets that lie in the pot once the hand is over, though the dealer had said that nobody drew them in.

    They are pushed with it, so it is no matter any more how they came there.
    """
    if table.hand.phase != SETTLED or not flow.dismissed:
        return ()
    found = differences(table, flow)
    more_chips = sum(one.chips for one in found if one.place == "pot")
    events: list[BetsGathered] = []
    for one in found:
        if one.place == "front" and one.seat is not None and 0 < -one.chips <= more_chips:
            more_chips += one.chips
            events.append(BetsGathered(one.seat, chips_worth(-one.chips, (flow.lies[POT],)), at_s, unseen=True))
    return tuple(events)


def brought_in_part(table: Table, flow: ChipFlow) -> tuple[tuple[Zone, Unmatched], ...]:
    """Stacks to be filled that have got a part of it, or to be cut that have lost one, and nothing else explains it."""
    found: list[tuple[Zone, Unmatched]] = []
    for stack, due_chips in expected_recounts(table).items() if flow.adrift else ():
        account = flow.adrift.get(stack)
        if account is None or stack in flow.unseen or stack in flow.told or _open_elsewhere(flow, stack):
            continue
        lies = total_chips(flow.lies.get(stack, NO_CHIPS))
        before = lies - _change(account)
        if min(before, due_chips) < lies < max(before, due_chips):
            found.append((stack, account))
    return tuple(found)


def counted_in_part(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of those stacks, once nothing has explained their chips for a while: what is missing is still due."""
    events: list[Event] = []
    for stack, account in brought_in_part(table, flow):
        if at_s >= account.at_s + PATIENCE_S:
            flow, counted = recounted(flow, stack, flow.lies[stack], at_s)
            events += counted
    return flow, tuple(events)


def of_an_earlier_hand(table: Table, flow: ChipFlow, at_s: float) -> ChipFlow:
    """The flow as the riffle at `at_s` begins a hand: what was open long before is nothing that anybody does in it.

    The stacks have just been counted. Where the books have what lies there nothing is open; else that is told as a
    difference, which the chips may still end by coming back. Chips that have only just moved may be a blind.
    """
    expected = {stack_zone(seat): behind_chips(table, seat) for seat in range(1, table.setup.seats + 1)}
    expected |= {bet_zone(seat): total_chips(bet) for seat, bet in enumerate(table.chips.bets, 1)}
    expected[POT] = in_the_pot(table)
    for zone, account in flow.adrift.items():
        if at_s >= account.at_s + PATIENCE_S and zone not in flow.unseen:
            agrees = total_chips(flow.lies.get(zone, NO_CHIPS)) + flow.told.get(zone, 0) == expected.get(zone)
            flow = forget(flow, zone) if agrees else dismiss(flow, zone)
    return flow


def _change(account: Unmatched) -> int:
    return total_chips(account.gained) - total_chips(account.lost)


_ANY_TIME: Final[tuple[Reading, ...]] = (
    put_right_by_hand,
    handed_on,
    change_out_of_a_bet,
    put_in_and_swept,
    swept_in_the_dark,
    swept_to_the_dark,
)
"""What is looked at whether or not the trays alone explain what moved."""

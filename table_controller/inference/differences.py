"""Where chips lie otherwise than the books have it, and what puts that right.

The question about chips that moved unseen is over once the dealer has answered it; where he said that it was no act, or
left it so, the chips still lie there. So what trays show is compared with the books themselves, whatever was asked and
answered, and a difference stands until one of them has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_seat
from table_controller.game.queries import awards_due, behind_chips, owing
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import balance_chips
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow, Unmatched
from table_controller.inference.chip_flow import forget
from table_controller.inference.chip_gaps import handed_over
from table_controller.inference.chip_values import chips_worth
from table_controller.inference.told_chips import told
from table_controller.vocabulary.events import BetsGathered, ChipsPushed, Event, PotPushed, StackCounted
from table_controller.vocabulary.views import DifferenceView, NextAct, Place

_PAIR: Final = 2
"""Two stacks: the one that had too much, and the one that it belongs to."""

_BACK: Final[tuple[tuple[Place, Place, str], ...]] = (
    ("front", "behind", "chips-back"),
    ("behind", "front", "bet-back"),
    ("pot", "front", "pot-to-bet"),
    ("behind", "pot", "won-back"),
    ("pot", "behind", "pot-back"),
)
"""Where too much lies, where that is missing, and what the dealer does about it."""


def differences(table: Table, flow: ChipFlow) -> tuple[DifferenceView, ...]:
    """Where trays show other chips than the books have, and no question is about to ask why.

    Not where nobody looks now, where chips have moved that may still explain themselves, where keys have told what the
    trays have not shown yet, and at a stack that is about to be exchanged, filled or cut.
    """
    if not flow.lies or not table.setup.seats:
        return ()
    board = table.chips
    in_pot = _in_the_middle(table) - sum(total_chips(bet) for bet in board.bets)
    found: list[DifferenceView] = []
    for seat, player in enumerate(table.players, 1):
        behind = _off(flow, stack_zone(seat), behind_chips(table, seat))
        if player is not None and player.leaving:
            found.append(DifferenceView("gone", seat, max(0, behind)))
        elif player is not None and seat not in table.recount:
            found.append(DifferenceView("behind", seat, behind))
        found.append(DifferenceView("front", seat, _off(flow, bet_zone(seat), total_chips(board.bets[seat - 1]))))
    found.append(DifferenceView("pot", None, _off(flow, POT, in_pot)))
    return tuple(one for one in found if one.chips)


def put_back(found: Sequence[DifferenceView]) -> NextAct | None:
    """What the dealer's hands do first where chips lie too far on, or not far enough; None if no one motion does it.

    ``chips-back SEAT`` (what lies in front goes behind), ``bet-back SEAT`` (the player puts it in front again),
    ``pot-to-bet SEAT`` (from the pot to where it was bet), ``won-back SEAT`` (from the stack to the pot) and
    ``pot-back SEAT`` (from the pot to the stack: a pot was pushed short, and the next hand has begun).
    """
    for much, little, code in _BACK:
        for giver in found:
            for taker in found:
                if (giver.place, taker.place) == (much, little) and (chips := min(giver.chips, -taker.chips)) > 0:
                    seat = giver.seat if giver.seat is not None else taker.seat
                    if None in (giver.seat, taker.seat) or giver.seat == taker.seat:
                        return NextAct(code, seat, chips)
    return None


def put_right_by_hand(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The flow after chips went from one stack to another, and both hold now what the books have: nothing is open.

    So a pot that was pushed to the wrong player is put right when the next hand has begun: both stacks are counted.
    """
    stacks = [stack_zone(seat) for seat in range(1, table.setup.seats + 1)]
    moved = [zone for zone in stacks if zone in flow.adrift]
    if len(moved) != _PAIR or len(flow.adrift) != _PAIR:
        return flow, ()
    values = [_change(flow.adrift[zone]) for zone in moved]
    expected = [behind_chips(table, stacks.index(zone) + 1) for zone in moved]
    lies = [total_chips(flow.lies.get(zone, NO_CHIPS)) for zone in moved]
    if sum(values) or lies != expected:
        return flow, ()
    for zone in moved:
        flow = forget(flow, zone)
    return flow, tuple([StackCounted(zone_seat(zone) or 0, flow.lies[zone], at_s) for zone in moved])


def without_what_is_put_right(table: Table, flow: ChipFlow, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events without pushes that bring chips from the pot to where the books have had them all along.

    So the rest of a pot that was pushed short, once its hand is gathered: in the one that has begun since nobody has
    these chips coming.
    """
    if table.hand.phase == SETTLED:
        return events
    in_pot = _in_the_middle(table) - sum(total_chips(bet) for bet in table.chips.bets)
    return tuple(
        event
        for event in events
        if not isinstance(event, PotPushed)
        or _off(flow, POT, in_pot) < 0
        or _off(flow, stack_zone(event.seat), behind_chips(table, event.seat)) > 0
        or not {POT, stack_zone(event.seat)} <= flow.lies.keys()
    )


def handed_on(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The events of chips that went from a stack which owes them straight to one that they are due to.

    So a pot that was pushed to the wrong player is put right while its hand still lies there: it is as if he had put
    the chips in, and the dealer had pushed them where they belong.
    """
    handed = handed_over(flow) if table.hand.phase == SETTLED and len(flow.adrift) == _PAIR else None
    if handed is None:
        return flow, ()
    chips, (giver, taker) = flow.adrift[handed[1]].gained, (zone_seat(zone) or 0 for zone in handed)
    owed, due = dict(owing(table)).get(giver, 0), dict(awards_due(table)).get(taker, 0)
    if total_chips(chips) > min(owed, due):
        return flow, ()
    flow = forget(forget(flow, handed[0]), handed[1])
    put_in = (ChipsPushed(giver, chips, at_s, at_s), BetsGathered(giver, chips, at_s))
    return flow, (*put_in, PotPushed(taker, chips, at_s))


def pushed_as_said(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The chips that came in front of seats which owe them by their word, while the stack is out of sight."""
    events: list[Event] = []
    for seat, owed_chips in owing(table) if flow.unseen else ():
        came = flow.adrift.get(bet_zone(seat))
        if stack_zone(seat) not in flow.unseen or bet_zone(seat) in flow.unseen or came is None or came.lost:
            continue
        if (value := total_chips(came.gained)) <= owed_chips:
            flow = told(forget(flow, bet_zone(seat)), stack_zone(seat), -value)
            events.append(ChipsPushed(seat, came.gained, came.began_s, at_s))
    return flow, tuple(events)


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


def swept_in_the_dark(table: Table, flow: ChipFlow, at_s: float) -> tuple[ChipFlow, tuple[Event, ...]]:
    """The bets that came to the pot from places that are out of sight: it gained exactly what lay there."""
    came = flow.adrift.get(POT)
    hidden = [seat for seat, bet in enumerate(table.chips.bets, 1) if bet and bet_zone(seat) in flow.unseen]
    if (
        came is None
        or came.lost
        or not hidden
        or POT in flow.gaps
        or any(bet_zone(seat) in flow.told for seat in hidden)
    ):
        return flow, ()
    if total_chips(came.gained) != sum(total_chips(table.chips.bets[seat - 1]) for seat in hidden):
        return flow, ()
    flow = forget(flow, POT)
    events: list[Event] = []
    for seat in hidden:
        bet = table.chips.bets[seat - 1]
        flow = told(flow, bet_zone(seat), -total_chips(bet))
        events.append(BetsGathered(seat, bet, at_s, unseen=True))
    return flow, tuple(events)


def _bets_seen_to_go(table: Table, flow: ChipFlow) -> dict[int, Chips]:
    """The bets in the books that trays saw leave whole, by seat."""
    gone = {seat: flow.adrift.get(bet_zone(seat)) for seat in range(1, table.setup.seats + 1)}
    lost = {seat: account.lost for seat, account in gone.items() if account is not None and not account.gained}
    return {
        seat: chips for seat, chips in lost.items() if total_chips(chips) == total_chips(table.chips.bets[seat - 1])
    }


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


def _change(account: Unmatched) -> int:
    return total_chips(account.gained) - total_chips(account.lost)


def told_back(flow: ChipFlow, act: NextAct) -> ChipFlow:
    """The flow after the dealer keyed that he did what `put_back` says; trays may show it already, or in a moment."""
    for much, little, code in _BACK:
        if code == act.code:
            flow = _told(flow, _zone(much, act.seat), -act.chips)
            flow = _told(flow, _zone(little, act.seat), act.chips)
    return flow


def _told(flow: ChipFlow, zone: Zone, value: int) -> ChipFlow:
    told = {**flow.told, zone: flow.told.get(zone, 0) + value}
    dismissed = {name: account for name, account in flow.dismissed.items() if name != zone}
    return replace(flow, told={name: amount for name, amount in told.items() if amount}, dismissed=dismissed)


def _zone(place: Place, seat: int | None) -> Zone:
    if place == "pot" or seat is None:
        return POT
    return stack_zone(seat) if place == "behind" else bet_zone(seat)


def _in_the_middle(table: Table) -> int:
    """What lies in front of the players and in the pot by the ledger; a hand that is over still has to pay it out."""
    if table.hand.phase in (IDLE, SETTLED):
        return sum(map(balance_chips, table.ledger))
    return sum(money.pushed_chips - money.received_chips for money in table.ledger)


def _off(flow: ChipFlow, zone: Zone, expected_chips: int) -> int:
    if zone not in flow.lies or zone in flow.unseen or zone in flow.adrift or zone in flow.gaps:
        return 0
    return total_chips(flow.lies[zone]) + flow.told.get(zone, 0) - expected_chips

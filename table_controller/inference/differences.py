"""Where chips lie otherwise than the books have it, and what puts that right.

The question about chips that moved unseen is over once the dealer has answered it; where he said that it was no act, or
left it so, the chips still lie there. So what trays show is compared with the books themselves, whatever was asked and
answered, and a difference stands until one of them has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.game.queries import behind_chips, in_the_pot, left_in_front
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.vocabulary.views import DifferenceView, NextAct, Place

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
    bets, left = table.chips.bets, left_in_front(table)
    found: list[DifferenceView] = []
    for seat, player in enumerate(table.players, 1):
        behind = off_chips(flow, stack_zone(seat), behind_chips(table, seat))
        if player is not None and player.leaving:
            found.append(DifferenceView("gone", seat, max(0, behind)))
        elif player is not None and seat not in table.recount:
            found.append(DifferenceView("behind", seat, behind))
        in_front = total_chips(bets[seat - 1]) - left[seat - 1]
        found.append(DifferenceView("front", seat, off_chips(flow, bet_zone(seat), in_front)))
    found.append(DifferenceView("pot", None, off_chips(flow, POT, in_the_pot(table) + sum(left))))
    return tuple(one for one in found if one.chips)


def put_back(found: Sequence[DifferenceView], due: NextAct | None = None) -> NextAct | None:
    """What the dealer's hands do first where chips lie too far on, or not far enough; None if no one motion does it.

    ``chips-back SEAT`` (what lies in front goes behind), ``bet-back SEAT`` (the player puts it in front again),
    ``pot-to-bet SEAT`` (from the pot to where it was bet), ``won-back SEAT`` (from the stack to the pot) and
    ``pot-back SEAT`` (from the pot to the stack: a pot was pushed short, and the next hand has begun). Of a bet that
    is `due` to go back it is so wherever its chips went or came from: nobody returns what does not lie there, nor a
    part of what does. Between hands a pot that lies in the wrong player's stack comes back into the middle first.
    """
    for much, little, code in _BACK:
        for giver in found:
            for taker in found:
                if (giver.place, taker.place) == (much, little) and (chips := min(giver.chips, -taker.chips)) > 0:
                    seat = giver.seat if giver.seat is not None else taker.seat
                    if None in (giver.seat, taker.seat) or giver.seat == taker.seat:
                        return NextAct(code, seat, chips)
    if due is not None and due.code == "new-hand" and (wrong := _in_the_wrong_stack(found)) is not None:
        return NextAct("won-back", *wrong)
    if due is not None and due.code == "return-chips":
        for one in found:
            if (one.place, one.seat) == ("front", due.seat):
                return NextAct("chips-back" if one.chips > 0 else "bet-back", one.seat, abs(one.chips))
    return None


def _in_the_wrong_stack(found: Sequence[DifferenceView]) -> tuple[int, int] | None:
    """The seat behind which chips lie that another one lacks, and how many; None if nobody has any of another."""
    behind = [one for one in found if one.place == "behind"]
    lacking = max((-one.chips for one in behind), default=0)
    for giver in behind:
        if giver.seat is not None and (chips := min(giver.chips, lacking)) > 0:
            return giver.seat, chips
    return None


def told_back(flow: ChipFlow, act: NextAct, found: Sequence[DifferenceView]) -> ChipFlow:
    """The flow after the dealer keyed that he did what `put_back` says; trays may show it already, or in a moment.

    An end at which nothing was found wrong showed it long ago, or will not show it.
    """
    wrong = {(one.place, one.seat) for one in found}
    for much, little, code in _BACK:
        if code == act.code:
            for place, value in ((much, -act.chips), (little, act.chips)):
                if (place, None if place == "pot" else act.seat) in wrong:
                    flow = _told(flow, _zone(place, act.seat), value)
    return flow


def _told(flow: ChipFlow, zone: Zone, value: int) -> ChipFlow:
    told = {**flow.told, zone: flow.told.get(zone, 0) + value}
    dismissed = {name: account for name, account in flow.dismissed.items() if name != zone}
    return replace(flow, told={name: amount for name, amount in told.items() if amount}, dismissed=dismissed)


def _zone(place: Place, seat: int | None) -> Zone:
    if place == "pot" or seat is None:
        return POT
    return stack_zone(seat) if place == "behind" else bet_zone(seat)


def off_chips(flow: ChipFlow, zone: Zone, expected_chips: int) -> int:
    """How many chips more lie at `zone` than the books expect there, less if negative; 0 where that is open."""
    if zone not in flow.lies or zone in flow.unseen or zone in flow.adrift or zone in flow.gaps:
        return 0
    return total_chips(flow.lies[zone]) + flow.told.get(zone, 0) - expected_chips

"""Contributions to pots: main pot first, then side pots.

| contributions                    | pot                                 | why                                     |
|----------------------------------|-------------------------------------|-----------------------------------------|
| up to the smallest all-in        | main pot, every live seat claims    | all matched it                          |
| between one all-in and the next  | a side pot of those that put in more | nobody wins more of another than it bet |
| above every all-in               | last side pot, those with chips left | who cannot come there has no part       |
| a big blind's ante for the table | main pot                            | paid for all, bet by nobody             |
| above what any live seat put in  | the pot below                       | chips of folded hands stay in           |
| of one seat, above all others    | no pot: it is returned              | nobody matched it                       |
"""

from __future__ import annotations

from msgspec import Struct

from table_controller.game.state.betting import Stand, is_live
from table_controller.game.state.ledger import Ledger, owes_chips


class Pot(Struct, frozen=True):
    """Chips, and the live seats that can win them, in order of seat number.

    `owed_chips` of them do not lie there: they are not put in yet, or were pushed to a seat too soon.
    """

    chips: int
    seats: tuple[int, ...]
    owed_chips: int = 0


def pots_of(ledger: Ledger, stands: tuple[Stand, ...]) -> tuple[Pot, ...]:
    """The pots as they stand, bets of the round included, a pot of a single claimant too."""
    live_chips = [money.committed_chips - money.dead_chips for money in ledger]
    lie_chips = [max(0, put - owes_chips(money)) for put, money in zip(live_chips, ledger, strict=True)]
    dead = sum(money.dead_chips for money in ledger)
    # what is posted first is the ante: as long as more is owed than the bets, that is it
    unpaid = sum(max(0, owes_chips(money) - put) for put, money in zip(live_chips, ledger, strict=True))
    live = [seat for seat, stand in enumerate(stands, 1) if is_live(stand)]
    reach = [put + money.stack_chips for put, money in zip(live_chips, ledger, strict=True)]
    caps = sorted({live_chips[seat - 1] for seat in live if stands[seat - 1].status == "all-in"})
    top = max(live_chips, default=0)
    pots: list[Pot] = []
    below, carried, carried_owed = 0, dead, min(dead, unpaid)
    for cap in (*caps, top) if not caps or caps[-1] < top else caps:
        chips = carried + (whole := _between(live_chips, below, cap))
        owed = carried_owed + whole - _between(lie_chips, below, cap)
        seats = tuple(
            seat
            for seat in live
            if live_chips[seat - 1] >= max(cap, below) or (stands[seat - 1].status == "in" and reach[seat - 1] > below)
        )
        below, carried, carried_owed = cap, 0, 0
        if not chips:
            continue
        if pots and (not seats or pots[-1].seats == seats):
            pots[-1] = Pot(pots[-1].chips + chips, pots[-1].seats, pots[-1].owed_chips + owed)
        else:
            pots.append(Pot(chips, seats, owed))
    return _without(pots, max(0, unpaid - dead))


def _without(pots: list[Pot], gone_chips: int) -> tuple[Pot, ...]:
    """The pots without what was pushed to a seat before it was won: from the main pot on."""
    for at, pot in enumerate(pots):
        gone = min(gone_chips, pot.chips - pot.owed_chips)
        if gone > 0:
            pots[at] = Pot(pot.chips, pot.seats, pot.owed_chips + gone)
            gone_chips -= gone
    return tuple(pots)


def _between(put: list[int], low: int, high: int) -> int:
    """What of all that was put in lies between two totals of a seat."""
    return sum(min(chips, high) - min(chips, low) for chips in put)


def beyond_the_live(ledger: Ledger, stands: tuple[Stand, ...], died: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """What was put in above every live hand, all of them all-in: whose hand of those that matched it died last.

    His it was, for nobody was left to win it from him; no all-in wins more of another than it bet. `died` are the
    dead hands in that order. Seats and chips; nothing where a live hand has chips behind.
    """
    live = [seat for seat, stand in enumerate(stands, 1) if is_live(stand)]
    if any(stands[seat - 1].status == "in" for seat in live):
        return ()
    put = [money.committed_chips - money.dead_chips for money in ledger]
    low = max((put[seat - 1] for seat in live), default=0)
    found: list[tuple[int, int]] = []
    for high in sorted({chips for chips in put if chips > low}):
        owner = next((seat for seat in reversed(died) if put[seat - 1] >= high), None)
        if owner is None:
            break
        found.append((owner, _between(put, low, high)))
        low = high
    return tuple(found)


def unmatched(ledger: Ledger, stands: tuple[Stand, ...]) -> tuple[int, int] | None:
    """The seat that alone put in most, and by how much more than the next; None if nobody did.

    What a dead hand has in stays in the pot as far as a live one could have called it with all its chips: nobody wins
    more of another than he could bet himself.
    """
    put = [money.committed_chips - money.dead_chips for money in ledger]
    most, *rest = sorted(put, reverse=True) or [0]
    matched = rest[0] if rest else 0
    if most == matched:
        return None
    seat = put.index(most) + 1
    live = [at for at, stand in enumerate(stands) if is_live(stand)]
    if seat - 1 not in live:
        if not live:
            return None
        matched = max(matched, *(put[at] + ledger[at].stack_chips for at in live))
    return (seat, most - matched) if most > matched else None

"""Who gets what: each pot for itself, in equal parts as far as the smallest chip in play goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_showdown import OddChipOrder
from table_controller.game.rules.showdown import odd_chips, pot_order
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.vocabulary.outcomes import Half


class _Lot(Struct, frozen=True):
    """A pot, or half of one, that is split among its winners for itself."""

    pot: int
    half: Half
    chips: int
    winners: tuple[int, ...]


def shares_of(
    pots: Sequence[Pot],
    order: Sequence[int],
    strengths: Mapping[int, int],
    unit_chips: int,
    book: Rulebook,
    lows: Mapping[int, int] = MappingProxyType({}),
    low_order: Sequence[int] = (),
) -> tuple[Share, ...]:
    """All shares, in the order in which the book awards the pots.

    `order` are the live seats in the order in which odd chips go to them, `low_order` those of low hands where theirs
    is another; `strengths` are their hands (higher wins);
    a pot that one seat alone can win needs none. `lows` are the hands that win half of a pot by being low, the higher
    the better. What does not divide is split in chips of `unit_chips`.
    """
    if not pot_order.only_what_was_matched(book):
        pots = (Pot(sum(pot.chips for pot in pots), tuple(order)),)
    seats_low = [seat for seat in low_order or order if seat in lows]
    won = [_lots(number, pot, order, seats_low, strengths, lows, unit_chips, book) for number, pot in enumerate(pots)]
    if not pot_order.each_for_itself(book):
        won = _mixed(won)
    shares: list[Share] = []
    for number in pot_order.side_pots_before_the_main(len(won), book) or range(len(won)):
        for lot in won[number]:
            seats = odd_chips.left_of_the_button(lot.winners, book) or tuple(sorted(lot.winners))
            parts = split(lot.chips, len(seats), unit_chips, book.odd_chip.order.value)
            if not odd_chips.equal_parts(book):
                parts = (lot.chips, *(0 for _ in seats[1:]))
            each = zip(seats, parts, strict=False)
            shares.extend(Share(lot.pot, seat, part, lot.half) for seat, part in each if part)
    return tuple(shares)


def _lots(
    number: int,
    pot: Pot,
    order: Sequence[int],
    low_order: Sequence[int],
    strengths: Mapping[int, int],
    lows: Mapping[int, int],
    unit_chips: int,
    book: Rulebook,
) -> list[_Lot]:
    """The pot, or its two halves where another hand than the high one wins the low half; the high half first."""
    high = _winners(pot, order, strengths)
    low = _winners(pot, low_order, lows)
    if not low or (set(high) == set(low) and (len(high) == 1 or odd_chips.identical_both_ways(book))):
        return [_Lot(number, "", pot.chips, high)]
    to_low = pot.chips // unit_chips // 2 * unit_chips
    if not odd_chips.odd_to_the_high(book):
        to_low = pot.chips - to_low
    return [_Lot(number, "high", pot.chips - to_low, high), _Lot(number, "low", to_low, low)]


def split(chips: int, ways: int, unit_chips: int, order: OddChipOrder | None) -> tuple[int, ...]:
    """The parts of a pot, first left of the button first.

    What does not divide goes out in chips of `unit_chips`: one to each from the first on, or all to
    the first. What is less than a chip stays with the first, for it cannot be pushed apart.
    """
    units, dust = divmod(chips, unit_chips)
    each, odd = divmod(units, ways) if ways else (0, 0)
    parts = [each * unit_chips] * ways
    match order:
        case "all_to_first":
            extra = [odd] + [0] * (ways - 1)
        case "first_left_of_button" | "one_each_clockwise" | None:
            # several odd chips: one each, since no player may get two while another who tied gets none
            extra = [1 if at < odd else 0 for at in range(ways)]
    parts = [part + more * unit_chips for part, more in zip(parts, extra, strict=False)]
    return (parts[0] + dust, *parts[1:]) if parts else ()


def _winners(pot: Pot, order: Sequence[int], strengths: Mapping[int, int]) -> tuple[int, ...]:
    claimants = [seat for seat in order if seat in pot.seats]
    best = max((strengths.get(seat, 0) for seat in claimants), default=0)
    return tuple(seat for seat in claimants if strengths.get(seat, 0) == best)


def _mixed(won: Sequence[Sequence[_Lot]]) -> list[list[_Lot]]:
    """Pots of the same winners thrown together."""
    heaps: dict[tuple[int, ...], int] = {}
    for lot in (lot for lots in won for lot in lots):
        heaps[lot.winners] = heaps.get(lot.winners, 0) + lot.chips
    return [[_Lot(at, "", chips, winners)] for at, (winners, chips) in enumerate(heaps.items())]

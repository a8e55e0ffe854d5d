"""Who gets what: each pot for itself, split in chips that exist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from table_controller.machines.hand import Share
from table_controller.machines.pots import Pot
from table_controller.rulebooks.model import Rulebook
from table_controller.rulebooks.model_showdown import OddChipOrder


def shares_of(
    pots: Sequence[Pot],
    order: Sequence[int],
    strengths: Mapping[int, int],
    unit_chips: int,
    book: Rulebook,
) -> tuple[Share, ...]:
    """All shares, in the order in which the book awards the pots.

    `order` are the live seats from the left of the button, `strengths` their hands (higher wins);
    a pot that one seat alone can win needs none. `unit_chips` is the smallest chip in play.
    """
    unit = unit_chips if book.odd_chip.break_down.value is not False else 1
    shares: list[Share] = []
    for number in _numbers(len(pots)):
        pot = pots[number]
        claimants = [seat for seat in order if seat in pot.seats]
        best = max((strengths.get(seat, 0) for seat in claimants), default=0)
        winners = [seat for seat in claimants if strengths.get(seat, 0) == best]
        parts = split(pot.chips, len(winners), unit, book.odd_chip.order.value)
        shares.extend(Share(number, seat, chips) for seat, chips in zip(winners, parts, strict=True) if chips)
    return tuple(shares)


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


def _numbers(count: int) -> range:
    """Pot numbers in the order of award: the last formed side pot first, the main pot last.

    Every book that speaks to it says so; where a book is silent the order changes no payout.
    """
    return range(count - 1, -1, -1)

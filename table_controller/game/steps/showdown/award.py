"""Who gets what: each pot for itself, in equal parts as far as the smallest chip in play goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_showdown import OddChipOrder
from table_controller.game.rules.showdown import odd_chips, pot_order
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot


def shares_of(
    pots: Sequence[Pot],
    order: Sequence[int],
    strengths: Mapping[int, int],
    unit_chips: int,
    book: Rulebook,
) -> tuple[Share, ...]:
    """All shares, in the order in which the book awards the pots.

    `order` are the live seats from the left of the button, `strengths` their hands (higher wins);
    a pot that one seat alone can win needs none. What does not divide is split in chips of `unit_chips`.
    """
    if not pot_order.only_what_was_matched(book):
        pots = (Pot(sum(pot.chips for pot in pots), tuple(order)),)
    won = [(pot.chips, _winners(pot, order, strengths)) for pot in pots]
    if not pot_order.each_for_itself(book):
        won = _mixed(won)
    shares: list[Share] = []
    for number in pot_order.side_pots_before_the_main(len(won), book) or range(len(won)):
        chips, winners = won[number]
        seats = odd_chips.left_of_the_button(winners, book) or tuple(sorted(winners))
        parts = split(chips, len(seats), unit_chips, book.odd_chip.order.value)
        if not odd_chips.equal_parts(book):
            parts = (chips, *(0 for _ in seats[1:]))
        shares.extend(Share(number, seat, part) for seat, part in zip(seats, parts, strict=False) if part)
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


def _winners(pot: Pot, order: Sequence[int], strengths: Mapping[int, int]) -> tuple[int, ...]:
    claimants = [seat for seat in order if seat in pot.seats]
    best = max((strengths.get(seat, 0) for seat in claimants), default=0)
    return tuple(seat for seat in claimants if strengths.get(seat, 0) == best)


def _mixed(won: Sequence[tuple[int, tuple[int, ...]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Pots of the same winners thrown together."""
    heaps: dict[tuple[int, ...], int] = {}
    for chips, winners in won:
        heaps[winners] = heaps.get(winners, 0) + chips
    return [(chips, winners) for winners, chips in heaps.items()]

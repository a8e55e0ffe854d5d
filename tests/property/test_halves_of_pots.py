"""High and low hands that share pots, halves, quarters and sixths, with odd chips in an order of each kind, beside the
calculation of `support.oracle`. Ties are forced often; in stud the orders are those of suits, and here any at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from support.counting import counted, noted
from support.oracle import payouts

from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.showdown.award import shares_of

POTS = 50_000 if os.environ.get("CARDSPEAK_SOAK") == "1" else 3_000
BOOK = package_rulebook("tda-2019")


class Halves:
    """A hand at its award: what each seat has put in, how good it is both ways, and who comes first with odd chips."""

    def __init__(self, seed: int) -> None:
        chance = Random(seed)  # noqa: S311 - seeded, so that a failure is one number
        self.unit = chance.choice((1, 5, 25))
        seats = list(range(1, chance.randint(3, 7)))
        self.put = {seat: self.unit * chance.choice((7, 7, 12, 25, 40)) for seat in seats}
        most = max(self.put.values())
        self.put |= {seat: most for seat in seats if sum(chips == most for chips in self.put.values()) == 1}
        self.strengths = {seat: chance.randint(1, 3) for seat in seats}
        self.lows = {seat: chance.randint(1, 2) for seat in seats if chance.random() < 0.7}
        self.high_order, self.low_order = (chance.sample(seats, len(seats)) for _ in range(2))

    @property
    def pots(self) -> Iterator[Pot]:
        for low, cap in pairwise((0, *sorted({*self.put.values()}))):
            chips = sum(min(put, cap) - min(put, low) for put in self.put.values())
            yield Pot(chips, tuple(seat for seat, put in self.put.items() if put >= cap))

    def shares(self, low_order: Sequence[int]) -> tuple[Share, ...]:
        return shares_of([*self.pots], self.high_order, self.strengths, self.unit, BOOK, self.lows, low_order)

    @property
    def expected(self) -> dict[int, int]:
        orders = (self.high_order, self.low_order)
        return payouts(self.put, 0, self.strengths, self.high_order, self.unit, self.lows, orders)


def paid(shares: Sequence[Share]) -> Counter[int]:
    won = Counter[int]()
    for share in shares:
        won[share.seat] += share.chips
    return won


def test_halves_and_parts_of_them_are_what_the_calculation_says() -> None:
    parts = Counter[str]()
    for seed in range(POTS):
        one = Halves(seed)
        shares = one.shares(one.low_order)
        assert {seat: paid(shares)[seat] for seat in one.put} == one.expected, seed
        sharing = Counter((share.pot, share.half) for share in shares if share.half)
        parts.update(("halves", "quarters", "sixths")[min(3, count) - 1] for count in sharing.values())
    for part, count in sorted(parts.items()):
        noted(count, f"{part} of pots")
    assert min(parts[part] for part in ("halves", "quarters", "sixths")) > POTS // 30
    counted(POTS, "hands that high and low hands share")


def test_low_odd_chips_in_the_order_of_the_high_hands_are_caught() -> None:
    """Planted: one order for both."""
    hands = map(Halves, range(200))
    assert any({seat: paid(one.shares(one.high_order))[seat] for seat in one.put} != one.expected for one in hands)

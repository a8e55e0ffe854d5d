"""The same hand on pokerkit, act for act, and a side-pot calculation of our own that shares no code.

pokerkit's gaps are known by number (its probes): where one bites, the hand goes on without pokerkit
and is checked by the calculation alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from firmware_bridge.vocabulary.cards import Card
from table_controller.game import queries
from table_controller.game.engine import Table

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


@dataclass
class Mirror:
    """A hand on pokerkit; players are numbered from the left of the button, as our acting order."""

    order: tuple[int, ...]
    state: Any
    gaps: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, table: Table, stacks: Mapping[int, int], ante: int, unit: int, holes: Mapping[int, str]) -> Mirror:
        """The hand as it stands when our preflop opens, the same cards dealt."""
        order, positions, level = queries.acting_order(table), table.positions, table.level
        assert positions is not None
        bb_ante = table.setup.ante_mode == "bb"
        antes = [ante if not bb_ante or seat == positions.big_blind else 0 for seat in order]
        blinds = [0] * len(order)
        if positions.small_blind is not None:
            blinds[order.index(positions.small_blind)] = level.small_blind_chips
        blinds[order.index(positions.big_blind)] = level.big_blind_chips
        if len(order) == 2:
            blinds.reverse()  # pokerkit writes heads-up blinds small first and turns them round itself
            antes.reverse()
        state = NoLimitTexasHoldem.create_state(
            _AUTOMATIONS,
            not bb_ante,
            tuple(antes),
            tuple(blinds),
            level.big_blind_chips,
            tuple(stacks[seat] for seat in order),
            len(order),
            divmod=lambda chips, ways: ((chips // unit // ways) * unit, chips - (chips // unit // ways) * unit * ways),
        )
        for seat in order:
            state.deal_hole(holes[seat])
        return cls(order, state)

    @property
    def actor(self) -> int | None:
        at = self.state.actor_index
        return None if at is None else self.order[at]

    def act(self, kind: str, to: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a fold that faces no bet is warned of, and binding
            match kind:
                case "fold":
                    self.state.fold()
                case "check" | "call":
                    self.state.check_or_call()
                case _:
                    self.state.complete_bet_or_raise_to(to)

    def board(self, cards: Sequence[Card]) -> None:
        self.state.burn_card("??")
        self.state.deal_board("".join(cards))

    @property
    def to_call(self) -> int:
        return int(self.state.checking_or_calling_amount or 0)

    @property
    def min_raise_to(self) -> int:
        """0 if pokerkit lets the actor not raise."""
        if not self.state.can_complete_bet_or_raise_to():
            return 0
        return int(self.state.min_completion_betting_or_raising_to_amount)

    def stacks(self) -> dict[int, int]:
        return {seat: int(stack) for seat, stack in zip(self.order, self.state.stacks, strict=True)}


def payouts(
    put: Mapping[int, int],
    dead: int,
    strengths: Mapping[int, int],
    order: Sequence[int],
    unit: int,
) -> dict[int, int]:
    """What each seat takes out of the middle, unmatched bets included, chip level by chip level.

    `put` is each seat's matched contribution, folded ones too; `strengths` the live hands; `dead` an
    ante paid for all. Pots with the same claimants are one pot, as on a table.
    """
    out = dict.fromkeys(put, 0)
    left = dict(put)
    piles: list[tuple[frozenset[int], int]] = [(frozenset(strengths), dead)]
    while any(left.values()):
        step = min(chips for chips in left.values() if chips)
        payers = [seat for seat in left if left[seat]]
        claim = frozenset(seat for seat in payers if seat in strengths)
        if len(payers) == 1:
            out[payers[0]] += step
        elif not claim or claim == piles[-1][0]:
            piles[-1] = (piles[-1][0], piles[-1][1] + step * len(payers))
        else:
            piles.append((claim, step * len(payers)))
        for seat in payers:
            left[seat] -= step
    for claim, chips in _merged(piles):
        best = max(strengths[seat] for seat in claim)
        winners = [seat for seat in order if seat in claim and strengths[seat] == best]
        for seat in winners:
            out[seat] += chips // (unit * len(winners)) * unit
        rest = chips - chips // (unit * len(winners)) * unit * len(winners)
        out[winners[0]] += rest % unit
        for at in range(rest // unit):
            out[winners[at]] += unit
    return out


def odd_chips(chips: int, winners: int, unit: int) -> int:
    """Chips of one unit that do not divide."""
    return chips // unit % winners


def _merged(piles: list[tuple[frozenset[int], int]]) -> list[tuple[frozenset[int], int]]:
    merged: list[tuple[frozenset[int], int]] = []
    for claim, chips in piles:
        if merged and (merged[-1][0] == claim or not claim):
            merged[-1] = (merged[-1][0], merged[-1][1] + chips)
        elif chips:
            merged.append((claim, chips))
    return merged

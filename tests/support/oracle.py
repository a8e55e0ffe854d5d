"""The same hand on pokerkit, act for act, and a side-pot calculation of our own that shares no code.

pokerkit's gaps are known by number (its probes): where one bites, the hand goes on without pokerkit
and is checked by the calculation alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    RegularLowHand,
    StandardHighHand,
)
from pokerkit.games import FixedLimitPokerMixin

from firmware_bridge.vocabulary.cards import Card
from table_controller.game import queries
from table_controller.game.engine import Table
from table_controller.game.state.custody import names

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class _FiveCardOmaha(PotLimitOmahaHoldem):
    hole_dealing_count = 5


class _Courchevel(_FiveCardOmaha):
    """The first card of the flop lies there before the first bets."""

    def __init__(self, *rules: Any, **more: Any) -> None:
        super().__init__(*rules, **more)
        first, flop, *later = self.streets
        open_card, rest = replace(first, board_dealing_count=1), replace(flop, board_dealing_count=2)
        self.streets = (open_card, rest, *later)


class _PotLimitHiLo(PotLimitOmahaHoldem):
    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)  # type: ignore[assignment]  # it names one


class _LimitHiLo(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """As pokerkit has it this game is played by the pot."""


class _FiveCardDraw(NoLimitDeuceToSevenLowballSingleDraw):
    hand_types = (StandardHighHand,)


GAMES: Mapping[str, type[Any]] = {
    "NT": NoLimitTexasHoldem,
    "PO": PotLimitOmahaHoldem,
    "PO5": _FiveCardOmaha,
    "PC": _Courchevel,
    "PO/8": _PotLimitHiLo,
    "FO/8": _LimitHiLo,
    "N5D": _FiveCardDraw,
    "N2L1D": NoLimitDeuceToSevenLowballSingleDraw,
    "F2L3D": FixedLimitDeuceToSevenLowballTripleDraw,
    "FB": FixedLimitBadugi,
    "F7S": FixedLimitSevenCardStud,
    "F7S/8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "FR": FixedLimitRazz,
}
"""pokerkit's games; those that it has not are made of its own parts."""


def _ranked_once(hand_type: type[Any]) -> type[Any]:
    """pokerkit's own ranking, asked once for the same cards: it asks again with each check whether a hand can win."""

    @lru_cache(maxsize=256)
    def ranked(hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
        try:
            return hand_type.from_game(hole, board)
        except ValueError as no_hand:
            return no_hand

    def from_game(cls: type[Any], hole_cards: Any, board_cards: Any = ()) -> Any:
        del cls
        made = ranked(tuple(hole_cards), tuple(board_cards))
        if isinstance(made, ValueError):
            raise made
        return made

    return type(f"Once{hand_type.__name__}", (hand_type,), {"from_game": classmethod(from_game)})


RANKED_ONCE: Mapping[str, tuple[type[Any], ...]] = {
    code: tuple(_ranked_once(hand_type) for hand_type in game.hand_types) for code, game in GAMES.items()
}


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
        variant = queries.variant_of(table)
        big = level.big_blind_chips
        small_bet, big_bet = level.small_bet_chips or big, level.big_bet_chips or 2 * big
        state = GAMES[variant.code].create_state(
            _AUTOMATIONS,
            not bb_ante,
            tuple(antes),
            level.bring_in_chips or tuple(blinds),
            *((small_bet, big_bet) if variant.betting == "fixed-limit" or variant.code == "FO/8" else (big,)),
            tuple(stacks[seat] for seat in order),
            len(order),
            divmod=lambda chips, ways: ((chips // unit // ways) * unit, chips - (chips // unit // ways) * unit * ways),
        )
        state.hand_types = RANKED_ONCE[variant.code]
        for seat in order:
            state.deal_hole(holes[seat])
        if variant.first.board:
            state.deal_board("".join(names(table.cards, table.hand.board) or ()))
        if state.can_post_bring_in():
            state.post_bring_in()
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
    def discards(self) -> int | None:
        """Who has to discard."""
        at = self.state.stand_patter_or_discarder_index
        return None if at is None else self.order[at]

    def discard(self, cards: Sequence[Card]) -> None:
        self.state.stand_pat_or_discard("".join(cards))

    @property
    def dealee(self) -> int | None:
        """Who gets the next card."""
        at = self.state.hole_dealee_index
        return None if at is None else self.order[at]

    def card(self, card: Card) -> None:
        self.state.deal_hole(card)

    def burn(self) -> None:
        self.state.burn_card("??")

    @property
    def is_capped(self) -> bool:
        """Whether pokerkit counts as many bets and raises as a limit game has."""
        most = self.state.street.max_completion_betting_or_raising_count if self.state.street else None
        return most is not None and self.state.completion_betting_or_raising_count >= most

    @property
    def bets_counted(self) -> int:
        """How many bets and raises of the round pokerkit has counted."""
        return int(self.state.completion_betting_or_raising_count)

    @property
    def max_raise_to(self) -> int:
        return int(self.state.max_completion_betting_or_raising_to_amount or 0)

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
    lows: Mapping[int, int] = MappingProxyType({}),
    by_suit: tuple[Sequence[int], Sequence[int]] = ((), ()),
) -> dict[int, int]:
    """What each seat takes out of the middle, unmatched bets included, chip level by chip level.

    `put` is each seat's matched contribution, folded ones too; `strengths` the live hands, `lows` those that are low
    enough; `dead` an ante paid for all. Pots with the same claimants are one pot, as on a table. In stud `by_suit` are
    the seats in the order in which odd chips go to high and to low hands; elsewhere it is the `order` of the seats.
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
        lots = lots_of_a_pot(chips, [seat for seat in order if seat in claim], strengths, lows, unit)
        for (part, winners), suits in zip(lots, by_suit, strict=False):
            winners.sort(key=(suits or order).index)
            for seat in winners:
                out[seat] += part // (unit * len(winners)) * unit
            rest = part - part // (unit * len(winners)) * unit * len(winners)
            out[winners[0]] += rest % unit
            for at in range(rest // unit):
                out[winners[at]] += unit
    return out


def lots_of_a_pot(
    chips: int, claim: Sequence[int], strengths: Mapping[int, int], lows: Mapping[int, int], unit: int
) -> list[tuple[int, list[int]]]:
    """A pot whole, or high's half and low's; who is equal to the others both ways shares it whole."""
    high = [seat for seat in claim if strengths[seat] == max(strengths[one] for one in claim)]
    enough = [seat for seat in claim if seat in lows]
    low = [seat for seat in enough if lows[seat] == max(lows[one] for one in enough)]
    if low in ([], high):
        return [(chips, high)]
    half = chips // (2 * unit) * unit
    return [(chips - half, high), (half, low)]


def top_first(hands: Mapping[int, Sequence[Card]], *, low: bool) -> list[int]:
    """The seats by the highest card of their best five, suits deciding: clubs, diamonds, hearts, spades.

    Of several fives that are equally good a player has the one with the highest suit; in a low hand the ace is low.
    """
    kind = RegularLowHand if low else StandardHighHand
    ranks = "A23456789TJQK" if low else "23456789TJQKA"

    def top(cards: Sequence[Card]) -> tuple[int, int]:
        fives = [(kind("".join(five)), five) for five in combinations(cards, 5)]
        best = max(hand for hand, _ in fives)
        return max((ranks.index(one[0]), "cdhs".index(one[1])) for hand, five in fives if hand == best for one in five)

    return sorted(hands, key=lambda seat: top(hands[seat]), reverse=True)


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

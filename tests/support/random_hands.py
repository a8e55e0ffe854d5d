"""Hands that pokerkit plays at random, as hand histories."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    Mode,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)
from pokerkit.notation import HandHistory

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game.variants import VARIANTS

GAMES: Final[Mapping[str, type[Any]]] = {
    "NT": NoLimitTexasHoldem,
    "PO": PotLimitOmahaHoldem,
    "FO/8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    "N2L1D": NoLimitDeuceToSevenLowballSingleDraw,
    "F2L3D": FixedLimitDeuceToSevenLowballTripleDraw,
    "FB": FixedLimitBadugi,
    "F7S": FixedLimitSevenCardStud,
    "F7S/8": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "FR": FixedLimitRazz,
}
BURNS: Final = 3
RAISES: Final = 3
"""In a round of a limit game: two players may raise as they like at a table, but not on pokerkit."""


def random_hand(random: Random, variant: str = "NT") -> HandHistory:
    """A hand that pokerkit plays; no raise after a short all-in, where its rules are not ours.

    No two players of stud show the same ranks: who speaks first is then told by suit, and on pokerkit by the place.
    """
    while (hand := _hand(random, variant)) is None:
        pass
    return hand


def _hand(random: Random, variant: str) -> HandHistory | None:
    count = random.randint(2, 6)
    ante = random.choice([0, 0, 25])
    limit = variant.startswith("F")
    game = GAMES[variant](
        (
            *(Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING),
            *(Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING),
            Automation.RUNOUT_COUNT_SELECTION,
        ),
        True,
        ante,
        50 if VARIANTS[variant].forced == "bring-in" else (50, 100),
        *((100, 200) if limit else (100,)),
        mode=Mode.CASH_GAME,
    )
    state = game([random.randrange(300, 3000, 25) for _ in range(count)], count)
    deck = list(DECK)
    random.shuffle(deck)
    cards = len(state.hole_dealing_statuses[0])
    for _ in range(count):
        state.deal_hole("".join(deck.pop() for _ in range(cards)))
    return HandHistory.from_game_state(game, state) if _play_on(state, deck, random, limit=limit) else None


def _play_on(state: State, deck: list[Card], random: Random, *, limit: bool) -> bool:
    """Play to the end; False if two boards of stud come to be equal."""
    short = False
    while state.status:
        if _are_equal([tuple(state.get_up_cards(at)) for at in state.player_indices if state.statuses[at]]):
            return False
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(3 if not any(state.board_cards) else 1)))
            short = False
        elif state.can_stand_pat_or_discard():
            at = state.stand_patter_or_discarder_index
            assert at is not None
            left = len(deck) - BURNS - sum(map(len, state.hole_dealing_statuses))
            state.stand_pat_or_discard(
                random.sample(state.hole_cards[at], max(0, min(left, random.choice((0, 1, 2, 3)))))
            )
            short = False
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif state.can_deal_hole():
            short = False
            state.deal_hole("".join(deck.pop() for _ in state.hole_dealing_statuses[state.hole_dealee_index or 0]))
        elif state.can_show_or_muck_hole_cards(True):
            state.show_or_muck_hole_cards(True)
        elif not short and random.random() < 0.4 and _may_raise(state, limit=limit):
            least = state.min_completion_betting_or_raising_to_amount or 0
            most = least if limit else state.max_completion_betting_or_raising_to_amount or 0
            to = most if random.random() < 0.4 else random.randrange(least, most + 1, 25) if most > least else most
            size = state.street.min_completion_betting_or_raising_amount if limit and state.street else 100
            full = max(state.bets) + max(100, max(state.bets) - min(state.bets))
            state.complete_bet_or_raise_to(to)
            short = bool(to % size) if limit else to < full
        elif random.random() < 0.2 and state.checking_or_calling_amount:
            state.fold()
        else:
            state.check_or_call()
    return True


def _are_equal(boards: Sequence[tuple[Any, ...]]) -> bool:
    """Whether two of these hands show the same ranks, suits apart, and more than their door cards."""
    ranks = ["".join(sorted(str(card.rank) for card in board)) for board in boards if len(board) > 1]
    return len({*ranks}) < len(ranks)


def _may_raise(state: State, *, limit: bool) -> bool:
    counted = state.completion_betting_or_raising_count + (state.street_index == 0)
    return state.can_complete_bet_or_raise_to() and not (limit and counted > RAISES)

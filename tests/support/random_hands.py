"""Hands that pokerkit plays at random, as hand histories."""

from __future__ import annotations

from random import Random

from pokerkit import Automation, Mode, NoLimitTexasHoldem, State
from pokerkit.notation import HandHistory

from firmware_bridge.vocabulary.cards import DECK, Card


def random_hand(random: Random) -> HandHistory:
    """A hand that pokerkit plays; no raise after a short all-in, where its rules are not ours."""
    count = random.randint(2, 6)
    ante = random.choice([0, 0, 25])
    game = NoLimitTexasHoldem(
        (
            *(Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING),
            *(Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING),
            Automation.RUNOUT_COUNT_SELECTION,
        ),
        ante_trimming_status=True,
        raw_antes=ante,
        raw_blinds_or_straddles=(50, 100),
        min_bet=100,
        mode=Mode.CASH_GAME,
    )
    state = game([random.randrange(300, 3000, 25) for _ in range(count)], count)
    deck = list(DECK)
    random.shuffle(deck)
    while state.can_deal_hole():
        state.deal_hole(deck.pop() + deck.pop())
    _play_on(state, deck, random)
    return HandHistory.from_game_state(game, state)


def _play_on(state: State, deck: list[Card], random: Random) -> None:
    short = False
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(3 if not any(state.board_cards) else 1)))
            short = False
        elif state.can_show_or_muck_hole_cards(True):
            state.show_or_muck_hole_cards(True)
        elif not short and random.random() < 0.4 and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount or 0
            most = state.max_completion_betting_or_raising_to_amount or 0
            to = most if random.random() < 0.4 else random.randrange(least, most + 1, 25) if most > least else most
            full = max(state.bets) + max(100, max(state.bets) - min(state.bets))
            state.complete_bet_or_raise_to(to)
            short = to < full
        elif random.random() < 0.2 and state.checking_or_calling_amount:
            state.fold()
        else:
            state.check_or_call()

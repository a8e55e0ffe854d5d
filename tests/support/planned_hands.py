"""Hands played by pokerkit alone: who does what, which cards fall, and what every stack is in the end.

No code of the table is asked, so what the table makes of the same acts has something to be compared with.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from pokerkit import Automation, NoLimitTexasHoldem

from firmware_bridge.vocabulary.cards import DECK, Card

Kind: TypeAlias = Literal["fold", "check", "call", "bet", "raise"]
UNIT: Final = 25
BLINDS: Final = (50, 100)
SEATS: Final = 6
STACK_CHIPS: Final = 10_000

_AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_BOARDS: Final = (3, 1, 1)


@dataclass(frozen=True)
class Act:
    """One act: `chips` go forward for it, to a total of `to_chips` in the round; `all_in` is what is said then."""

    seat: int
    kind: Kind
    to_chips: int = 0
    chips: int = 0
    all_in: bool = False


@dataclass(frozen=True)
class Street:
    """These cards come to the board."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class PlannedHand:
    """A hand from its riffle on; `order` is that of the deal, `posts` are blinds, `ends` the stacks afterwards."""

    button: int
    order: tuple[int, ...]
    posts: tuple[tuple[int, int], ...]
    holes: Mapping[int, tuple[Card, ...]]
    story: tuple[Act | Street, ...]
    shows: tuple[int, ...]
    ends: Mapping[int, int]


def planned_hands(seed: int, hands: int, wildness: float = 0.02) -> tuple[PlannedHand, ...]:
    """So many hands at one table of six, the button going round; nobody loses everything."""
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    stacks = dict.fromkeys(range(1, SEATS + 1), STACK_CHIPS)
    planned: list[PlannedHand] = []
    while len(planned) < hands:
        hand = _played(chance, len(planned) % SEATS + 1, stacks, wildness)
        if min(hand.ends.values()) >= 2 * BLINDS[1]:
            planned.append(hand)
            stacks = dict(hand.ends)
    return tuple(planned)


def _played(chance: random.Random, button: int, stacks: Mapping[int, int], wildness: float) -> PlannedHand:
    order = tuple((button + at) % SEATS + 1 for at in range(SEATS))
    deck = chance.sample(DECK, len(DECK))
    state = NoLimitTexasHoldem.create_state(
        _AUTOMATIONS,
        True,
        0,
        BLINDS,
        BLINDS[1],
        tuple(stacks[seat] for seat in order),
        SEATS,
        divmod=lambda chips, ways: (chips // UNIT // ways * UNIT, chips - chips // UNIT // ways * UNIT * ways),
    )
    holes = {seat: (deck.pop(), deck.pop()) for seat in order}
    for seat in order:
        state.deal_hole("".join(holes[seat]))
    story: list[Act | Street] = []
    boards = list(_BOARDS)
    while state.status:
        if state.actor_index is not None:
            story.append(_act(chance, state, order[state.actor_index], wildness))
            continue
        cards = tuple(deck.pop() for _ in range(boards.pop(0)))
        state.burn_card("??")
        state.deal_board("".join(cards))
        story.append(Street(cards))
    folded = {one.seat for one in story if isinstance(one, Act) and one.kind == "fold"}
    live = tuple(seat for seat in order if seat not in folded)
    ends = {seat: int(stack) for seat, stack in zip(order, state.stacks, strict=True)}
    posts = ((order[0], BLINDS[0]), (order[1], BLINDS[1]))
    return PlannedHand(button, order, posts, holes, tuple(story), live if len(live) > 1 else (), ends)


def _act(chance: random.Random, state: Any, seat: int, wildness: float) -> Act:
    at = state.actor_index
    bet, behind, call = int(state.bets[at]), int(state.stacks[at]), int(state.checking_or_calling_amount or 0)
    level = max(int(one) for one in state.bets)
    roll = chance.random()
    if state.can_complete_bet_or_raise_to() and roll < 0.2:
        least = int(state.min_completion_betting_or_raising_to_amount)
        most = int(state.max_completion_betting_or_raising_to_amount)
        all_in = chance.random() < wildness or least >= most
        to = most if all_in else min(most, least + UNIT * chance.randrange(0, 12))
        state.complete_bet_or_raise_to(to)
        return Act(seat, "raise" if level else "bet", to, to - bet, to == bet + behind)
    if call and roll > (0.55 if call <= 3 * BLINDS[1] else 0.45):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            state.fold()
        return Act(seat, "fold")
    state.check_or_call()
    return Act(seat, "call" if call else "check", bet + call, call, call == behind and bool(call))

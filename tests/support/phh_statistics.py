"""Statistics of a hand out of the words of its PHH file alone: what the table's own are compared with.

Nothing of the table's code is asked: neither its engine nor its reader of hand histories.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

FIGURES: Final = ("vpip", "pfr", "three_bet", "aggression", "went_to_showdown", "won_at_showdown")
Chips = int | Decimal
Counted = dict[str, tuple[int, int]]
"""Each figure as ``(n, of)``."""


@dataclass
class Purse:
    """A player's chips in the hand, and what he did."""

    stack: Chips
    bet: Chips = 0
    paid: Chips = 0
    folded: bool = False
    decided: bool = False
    paid_in: bool = False
    raised: bool = False
    could_three_bet: bool = False
    three_bet: bool = False
    bets: int = 0
    calls: int = 0

    def put(self, to: Chips) -> None:
        """His bet of the street is `to` from now on, or all that he has."""
        more = min(to - self.bet, self.stack)
        self.stack, self.bet, self.paid = self.stack - more, self.bet + more, self.paid + more


@dataclass
class Told:
    """The hand as far as it was told."""

    players: dict[int, Purse]
    raisers: list[int] = field(default_factory=list)
    saw_flop: frozenset[int] = frozenset()
    streets: int = 0

    def act(self, player: int, word: str, to: Chips) -> None:
        """``f`` folds, ``cc`` checks or calls, ``cbr`` bets or raises to an amount."""
        one, facing = self.players[player], max(other.bet for other in self.players.values())
        calls = word == "cc" and one.bet < facing
        if self.streets:
            one.bets += word == "cbr"
            one.calls += calls
        else:
            one.decided = True
            if len(self.raisers) == 1 and self.raisers[0] != player:
                one.could_three_bet, one.three_bet = True, one.three_bet or word == "cbr"
            one.paid_in = one.paid_in or calls or word == "cbr"
            one.raised = one.raised or word == "cbr"
            self.raisers += [player] if word == "cbr" else []
        if word == "f":
            one.folded = True
        elif word == "cbr":
            one.put(to)
        elif calls:
            one.put(facing)

    def board(self) -> None:
        """Cards come to the board."""
        if not self.streets:
            self.saw_flop = self.left()
        self.streets += 1
        for one in self.players.values():
            one.bet = 0

    def left(self) -> frozenset[int]:
        """Who has not folded."""
        return frozenset(player for player, one in self.players.items() if not one.folded)


def statistics_of(text: str, ends: Mapping[int, Any] | None = None) -> dict[int, Counted]:
    """Every player's figures, by number; `ends` are the stacks at the end where the file has none."""
    hand = tomllib.loads(text, parse_float=Decimal)
    starts = [Decimal(chips) for chips in hand["starting_stacks"]]
    blinds, antes = list(hand["blinds_or_straddles"]), list(hand["antes"])
    if len(starts) == 2:  # of two players the first has the big blind, and the lists have it second
        blinds, antes = blinds[::-1], antes[::-1]
    told = Told({player: Purse(chips) for player, chips in enumerate(starts, 1)})
    for player, one in told.players.items():
        one.put(Decimal(antes[player - 1]))
        one.bet = 0
        one.put(Decimal(blinds[player - 1]))
    for action in hand["actions"]:
        _take(told, action.partition("#")[0].split())
    finishing = hand.get("finishing_stacks")
    stacks = dict(enumerate(finishing, 1)) if finishing is not None else dict(ends or {})
    return summed_up(told, dict(enumerate(starts, 1)), {player: Decimal(chips) for player, chips in stacks.items()})


def _take(told: Told, words: list[str]) -> None:
    match words:
        case ["d", "db", *_]:
            told.board()
        case [who, "f" | "cc" as word, *_]:
            told.act(int(who[1:]), word, 0)
        case [who, "cbr", amount, *_]:
            told.act(int(who[1:]), "cbr", Decimal(amount))
        case _:
            pass  # hole cards, and hands that are shown or thrown away: who has not folded came to the showdown


def summed_up(told: Told, starts: Mapping[int, Chips], ends: Mapping[int, Chips]) -> dict[int, Counted]:
    """The figures of a hand that was told to its end, from stacks to stacks."""
    left = told.left()
    showdown = left if len(left) > 1 else frozenset()
    paid = sorted((one.paid for one in told.players.values()), reverse=True)
    found: dict[int, Counted] = {}
    for player, one in told.players.items():
        put = min(one.paid, paid[1])  # what nobody matched came back
        won = ends[player] - (starts[player] - put) > 0
        saw, shown = player in told.saw_flop, player in showdown
        found[player] = {
            "vpip": (int(one.paid_in), int(one.decided)),
            "pfr": (int(one.raised), int(one.decided)),
            "three_bet": (int(one.three_bet), int(one.could_three_bet)),
            "aggression": (one.bets, one.calls),
            "went_to_showdown": (int(saw and shown), int(saw)),
            "won_at_showdown": (int(shown and won), int(shown)),
        }
    return found

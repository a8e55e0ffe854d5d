"""Random all-in hands of many players, paid out beside a calculation that is written here and shares no code.

The hands are played through the engine to the last pushed chip; who put in what is read off the pushes, who won off
the cards, by a ranking of our own. Ties are forced often, and chips have the values that chips have.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pytest
from support.counting import counted, noted
from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game import queries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.showdown import awarding
from table_controller.game.steps.showdown.award import shares_of
from table_controller.vocabulary import events as ev

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS: Final = 50_000 if SOAK else 5_000
PARTS: Final = 4
LADDERS: Final = ((1, 5, 25, 100, 500), (25, 100, 500, 1000, 5000), (100, 500, 1000, 5000), (50, 100, 500, 1000))
MOST_POTS: Final = 5
RANKS: Final = "23456789TJQKA"


BOOKS: Final[dict[str, Rulebook]] = {
    "one each": package_rulebook("tda-2019"),
    "one each clockwise": package_rulebook("tda-holdem"),
    "all to the first": package_rulebook("ipo-2015"),
}


@dataclass
class AllIn:
    """One hand in which nearly everybody goes all-in; what the test itself knows of it."""

    seed: int
    chance: random.Random = field(init=False)
    robot: Robot = field(init=False)
    holes: dict[int, tuple[Card, Card]] = field(default_factory=dict)
    board: list[Card] = field(default_factory=list)
    pots: int = 0
    tied: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311 - seeded, so that a failure is one number

    def play(self) -> None:
        self._deal()
        robot, chance = self.robot, self.chance
        while robot.table.hand.phase not in ("showdown", "settled"):
            if robot.actor is None:
                robot.street()
                continue
            roll = chance.random()
            if queries.max_raise_to_chips(robot.table) and roll < 0.6:
                robot.act("all-in")
            elif roll < 0.9:
                robot.act("call" if queries.to_call_chips(robot.table) else "check")
            else:
                robot.act("fold" if queries.to_call_chips(robot.table) else "check")
        if robot.table.hand.phase == "showdown":
            robot.show(*chance.sample(queries.live_seats(robot.table), len(queries.live_seats(robot.table))))
        assert robot.table.hand.phase == "settled", self.where
        self._pay()
        self._check()

    def _deal(self) -> None:
        chance = self.chance
        self.name = chance.choice(sorted(BOOKS))
        self.ladder = chance.choice(LADDERS)
        unit = self.ladder[0]
        big = unit * chance.choice((2, 4, 8))
        seats = sorted(chance.sample(range(1, 11), chance.randint(2, 10)))
        levels = [unit * chance.randint(3, 200) for _ in range(chance.randint(1, MOST_POTS))]
        self.stacks = {seat: chance.choice(levels) for seat in seats}
        self.robot = Robot(book=BOOKS[self.name], denominations=self.ladder).open(
            self.stacks, (big // 2, big), button=chance.choice(seats), ante=chance.choice((0, 0, unit)), seats=10
        )
        deck = list(DECK)
        chance.shuffle(deck)
        self._force_a_tie(deck, len(seats))
        self.robot.deal(deck)
        order = queries.acting_order(self.robot.table)
        self.holes = {seat: (deck[at], deck[len(order) + at]) for at, seat in enumerate(order)}
        at = 2 * len(order)
        self.board = [*deck[at + 1 : at + 4], deck[at + 5], deck[at + 7]]

    def _force_a_tie(self, deck: list[Card], count: int) -> None:
        """Often the board is what all play, or several players get the same two ranks."""
        way = self.chance.random()
        first = 2 * count
        if way < 0.3:
            wanted = {
                first + at: f"{rank}{suit}" for at, rank, suit in zip((1, 2, 3, 5, 7), "AKQJT", "shdcs", strict=True)
            }
        elif way < 0.7:
            one, other = self.chance.sample(RANKS, 2)
            lucky = self.chance.sample(range(count), min(count, self.chance.randint(2, 4)))
            wanted = {}
            for suit, at in zip("shdc", lucky, strict=False):
                wanted[at] = f"{one}{suit}"
                wanted[count + at] = f"{other}{suit}"
        else:
            return
        for at, card in wanted.items():
            here = next(place for place, lies in enumerate(deck) if str(lies) == card)
            deck[at], deck[here] = deck[here], deck[at]

    def _pay(self) -> None:
        """The dealer pushes what the screen names, chip by chip."""
        for due in self.robot.pay_out():
            assert total_chips(due.pieces) == due.chips, self.where
            assert {value for value, _ in due.pieces} <= set(self.ladder), self.where

    def _check(self) -> None:
        robot, table = self.robot, self.robot.table
        put = dict.fromkeys(self.stacks, 0)
        folded = set()
        for event in robot.events:
            match event:
                case ev.ChipsPushed():
                    put[event.seat] += total_chips(event.chips)
                case ev.CardsMucked(seat=int() as seat):
                    folded.add(seat)
                case _:
                    pass
        strengths = {seat: ranked([*hole, *self.board]) for seat, hole in self.holes.items() if seat not in folded}
        order = [(table.positions.button - 1 + step) % 10 + 1 for step in range(1, 11)] if table.positions else []
        won, self.pots, self.tied = payouts(put, strengths, order, self.ladder[0], self.name == "all to the first")
        for seat, stack in self.stacks.items():
            expected = stack - put[seat] + won[seat]
            assert robot.stack(seat) == expected, (self.where, seat)
            assert table.chips.stacks[seat - 1] == expected, (self.where, seat)
        assert sum(table.chips.stacks) == sum(self.stacks.values()), self.where
        assert not total_chips(table.chips.pot), self.where
        assert not [found for found in robot.findings if found.stops_play], self.where

    @property
    def where(self) -> str:
        return f"hand of seed {self.seed}, {self.name}, chips {self.ladder}, stacks {self.stacks}"


def payouts(
    put: Mapping[int, int], strengths: Mapping[int, tuple[int, ...]], order: Sequence[int], unit: int, all_to_one: bool
) -> tuple[dict[int, int], int, bool]:
    """What each seat gets out of the middle, how many pots were contested, and whether one was shared.

    Slice by slice between the totals of the live players: each slice is a pot of those who reached its top.
    """
    out = dict.fromkeys(put, 0)
    tops = sorted({put[seat] for seat in strengths})
    slices = list(zip([0, *tops], tops, strict=False))
    contested, shared = 0, False
    for at, (low, high) in enumerate(slices):
        last = at == len(slices) - 1
        chips = sum(max(0, (total if last else min(total, high)) - low) for total in put.values())
        claim = [seat for seat in order if seat in strengths and put[seat] >= high]
        best = max(strengths[seat] for seat in claim)
        winners = [seat for seat in claim if strengths[seat] == best]
        contested += len(claim) > 1
        shared = shared or len(winners) > 1
        coins = chips // unit
        for place, seat in enumerate(winners):
            more = (
                coins % len(winners)
                if all_to_one and not place
                else int(not all_to_one and place < coins % len(winners))
            )
            out[seat] += (coins // len(winners) + more) * unit
        out[winners[0]] += chips % unit
    return out, contested, shared


def ranked(cards: Sequence[Card]) -> tuple[int, ...]:
    """How strong the best five of seven are; higher is better."""
    values = [RANKS.index(str(card)[0]) for card in cards]
    suits = Counter(str(card)[1] for card in cards)
    suit, many = suits.most_common(1)[0]
    if many >= 5:
        suited = sorted((RANKS.index(str(card)[0]) for card in cards if str(card)[1] == suit), reverse=True)
        run = _run(suited)
        return (8, run) if run is not None else (5, *suited[:5])
    groups = sorted(((count, value) for value, count in Counter(values).items()), reverse=True)
    shape = [count for count, _ in groups]
    first = groups[0][1]
    if shape[0] == 4:
        return 7, first, max(value for value in values if value != first)
    if shape[0] == 3 and shape[1] >= 2:
        return 6, first, groups[1][1]
    if (run := _run(values)) is not None:
        return 4, run
    rest = sorted((value for value in set(values) if value != first), reverse=True)
    if shape[0] == 3:
        return 3, first, *rest[:2]
    if shape[0] == 2 and shape[1] == 2:
        second = groups[1][1]
        return 2, first, second, max(value for value in rest if value != second)
    if shape[0] == 2:
        return 1, first, *rest[:3]
    return 0, first, *rest[:4]


def _run(values: Iterable[int]) -> int | None:
    """The highest card of five in sequence; the ace also stands below the deuce."""
    there = set(values)
    if 12 in there:
        there.add(-1)
    return max((top for top in range(3, 13) if all(top - step in there for step in range(5))), default=None)


@pytest.mark.parametrize("part", range(PARTS))
def test_all_in_hands_pay_out_as_calculated(part: int) -> None:
    share = HANDS // PARTS
    seen: Counter[str] = Counter()
    for seed in range(part * share, (part + 1) * share):
        game = AllIn(seed)
        game.play()
        seen["shared"] += game.tied
        seen[f"{min(game.pots, MOST_POTS)} pots"] += 1
        seen[game.name] += 1
    counted(share, "all-in hands")
    for what, count in seen.items():
        noted(count, f"all-in hands: {what}")
    assert seen["shared"] > share // 5, seen
    assert seen[f"{MOST_POTS} pots"] + seen["4 pots"] > share // 100, seen
    assert min(seen[name] for name in BOOKS) > share // 5, seen


def _play(seeds: Iterable[int]) -> None:
    for seed in seeds:
        AllIn(seed).play()


def test_one_chip_to_the_wrong_winner_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: odd chips go to the last winner."""

    def backwards(
        pots: Sequence[Pot],
        order: Sequence[int],
        strengths: Mapping[int, int],
        unit_chips: int,
        book: Rulebook,
        lows: Mapping[int, int],
    ) -> tuple[Share, ...]:
        return shares_of(pots, order[::-1], strengths, unit_chips, book, lows)

    monkeypatch.setattr(awarding, "shares_of", backwards)
    with pytest.raises(AssertionError, match="hand of seed"):
        _play(range(300))


def test_pots_thrown_together_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the whole middle is one pot."""

    def one_pot(
        pots: Sequence[Pot],
        order: Sequence[int],
        strengths: Mapping[int, int],
        unit_chips: int,
        book: Rulebook,
        lows: Mapping[int, int],
    ) -> tuple[Share, ...]:
        whole = Pot(sum(pot.chips for pot in pots), tuple(order))
        return shares_of([whole], order, strengths, unit_chips, book, lows)

    monkeypatch.setattr(awarding, "shares_of", one_pot)
    with pytest.raises(AssertionError, match="hand of seed"):
        _play(range(300))

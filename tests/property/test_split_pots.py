"""Random pots that equal hands share, in every book, beside a calculation that is written here and shares no code.

Hands are played through the engine to the last pushed chip. The board is made so that all who hold no ace and no king
play it, those with a king beat them, and those with an ace beat all: who is equal to whom needs no ranking. Chips go in
as few as make the amount, so that the pots are full of large ones.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import pytest
from support.counting import counted, noted
from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game import next_act, queries
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.game.rules.showdown import odd_chips
from table_controller.game.state.hand import Share
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.showdown import award, awarding
from table_controller.vocabulary import events as ev

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
SPLIT_POTS: Final = 50_000 if SOAK else 5_000
PARTS: Final = 4
SEEDS_APART: Final = 1_000_000
"""So far apart do the seeds of the parts begin."""
LADDERS: Final = (
    (25, 100, 500, 1000, 5000),
    (1, 5, 25, 100, 500),
    (5, 25, 1000),
    (20, 100, 500),
    (50, 100, 500, 1000),
    (100, 500, 1000, 5000),
    (500, 1000, 5000),
    (100,),
)
"""With small chips beside large ones, and without."""
BOARD: Final = tuple(parse_cards("AsAhKdKcQs"))
ACES, KINGS = tuple(parse_cards("AcAd")), tuple(parse_cards("KhKs"))
FILLERS: Final = tuple(card for card in DECK if str(card)[0] in "23456789J")

Splitter = Callable[[int, int], tuple[int, ...]]
"""What is over, in chips, among so many winners: how many of them each gets, the first left of the button first."""


def _one_each(over: int, ways: int) -> tuple[int, ...]:
    return tuple(int(at < over) for at in range(ways))


def _all_to(place: int) -> Splitter:
    return lambda over, ways: tuple(over if at == place else 0 for at in range(ways))


PRINTED: Final[dict[str, tuple[Splitter, tuple[str, ...], int]]] = {
    "tda-holdem": (_one_each, (), 0),
    "tda-2019": (_one_each, ("all-to-first", "play-on"), 2),
    "tda-2024-rp": (_one_each, ("all-to-first", "play-on"), 2),
    "ipo-2015": (_all_to(0), (), 0),
    "figp-2012": (_one_each, ("odd-chip", "play-on"), 1),
}
"""What is proposed, what the floor may choose, and from how many odd chips in one pot on."""


@dataclass
class Shared:
    """One hand of which many share the pots; what the test itself knows of it."""

    seed: int
    chance: random.Random = field(init=False)
    robot: Robot = field(init=False)
    strengths: dict[int, int] = field(default_factory=dict)
    put: Mapping[int, int] = field(default_factory=dict)
    pots: tuple[tuple[int, tuple[int, ...]], ...] = ()
    seen: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311 - seeded, so that a failure is one number
        self._deal()
        robot = self.robot
        while robot.table.hand.phase not in ("showdown", "settled"):
            if robot.actor is None:
                robot.street()
            else:
                self._act()
        if robot.table.hand.phase == "showdown":
            while (seat := queries.shows_first(robot.table)) is not None:
                robot.show(seat)
            if robot.table.hand.phase == "showdown":
                robot.show(
                    *(seat for seat in queries.live_seats(robot.table) if not queries.has_tabled(robot.table, seat))
                )
        assert robot.table.hand.phase == "settled", self.where
        self.put = self._put()
        self.pots = tuple(self._pots())
        self._check()
        self._try_the_floor()
        self._pay()

    def _deal(self) -> None:
        chance = self.chance
        self.book = chance.choice(shipped_books())
        self.ladder = chance.choice(LADDERS)
        self.unit = self.ladder[0]
        big = self.unit * chance.choice((2, 4, 8))
        seats = sorted(chance.sample(range(1, 11), chance.choice((10, *range(2, 11)))))
        self.folds = chance.random() < 0.6
        levels = [self.unit * chance.randint(3, 200) for _ in range(chance.randint(1, 8))]
        self.stacks = {seat: chance.choice(levels) for seat in seats}
        self.robot = Robot(book=package_rulebook(self.book), denominations=self.ladder).open(
            self.stacks, (big // 2, big), button=chance.choice(seats), ante=chance.choice((0, 0, self.unit)), seats=10
        )
        fillers = chance.sample(FILLERS, len(FILLERS))
        self.holes: dict[int, tuple[Card, Card]] = {seat: (fillers.pop(), fillers.pop()) for seat in seats}
        self.strengths = dict.fromkeys(seats, 1)
        for strength, good in ((3, ACES), (2, KINGS)):
            for seat, card in zip(chance.sample(seats, min(2, len(seats))), good, strict=False):
                if chance.random() < 0.2 and self.strengths[seat] == 1:
                    self.holes[seat] = (card, self.holes[seat][1])
                    self.strengths[seat] = strength
        burns = [fillers.pop() for _ in range(3)]
        self.robot.riffle(())
        self.robot.post()
        order = queries.acting_order(self.robot.table)
        first, second = [self.holes[seat][0] for seat in order], [self.holes[seat][1] for seat in order]
        self.robot.deck = [*first, *second, burns[0], *BOARD[:3], burns[1], BOARD[3], burns[2], BOARD[4]]
        for seat in queries.deal_order(self.robot.table):
            self.robot.do(ev.CardDealt(seat, self.robot.draw(), self.robot.now_s, self.robot.now_s + 0.1))

    def _act(self) -> None:
        robot, roll = self.robot, self.chance.random()
        least, most = queries.min_raise_to_chips(robot.table), queries.max_raise_to_chips(robot.table)
        if most and roll < 0.45:
            robot.act("all-in")
        elif 2 * least < most and roll < 0.55 and "raise" in queries.may(robot.table):
            robot.act("raise", least)  # so much stays behind that no book puts him all-in
        elif not queries.to_call_chips(robot.table):
            robot.act("check")
        elif roll < 0.75 or not self.folds:
            robot.act("call")
        else:
            robot.act("fold")

    def _check(self) -> None:
        """What was awarded, and what is for the floor."""
        proposed, choices, least = PRINTED[self.book]
        self._holds(proposed)
        over = max((chips // self.unit % len(seats) for chips, seats in self.pots), default=0)
        cases = [case for case in self.robot.table.cases if case.finding.topic == "odd-chip"]
        if choices and over >= least:
            assert [tuple(option.name for option in case.finding.options) for case in cases] == [choices], self.where
            self.seen["with a choice for the floor"] += 1
        else:
            assert not cases, self.where
        for chips, seats in self.pots:
            if len(seats) > 1:
                self.seen["split"] += 1
                self.seen[f"split by {self.book}"] += 1
                self.seen["with odd chips"] += chips // self.unit % len(seats) > 0
                self.seen[f"among {len(seats)}"] += 1

    def _try_the_floor(self) -> None:
        """Every choice that the floor has is about the odd chips only, and leads on."""
        settled = self.robot.table
        winners = {share.seat for share in settled.hand.shares}
        for case in settled.cases:
            if case.finding.topic != "odd-chip":
                continue
            for option in case.finding.options:
                for seat in (None, *winners) if option.name == "odd-chip" else (None,):
                    self._ruled(option.name, seat)
                    self.robot.table = settled
        for case in settled.cases:
            if case.finding.topic == "odd-chip":
                option = self.chance.choice(case.finding.options)
                self._ruled(option.name, None)

    def _ruled(self, option: str, seat: int | None) -> None:
        named = (("seat", str(seat)),) if seat else ()
        self.robot.do(ev.FloorRuled(option, named, "floor", "", self.robot.now_s))
        assert next_act.next_act(self.robot.table).code != "call-floor", self.where
        if option == "play-on":
            self._holds(PRINTED[self.book][0])
        else:
            self._holds(_all_to(0), seat)

    def _holds(self, over: Splitter, first: int | None = None) -> None:
        """Each seat has what it should, odd chips going by `over`, `first` standing before all others."""
        robot = self.robot
        out = dict.fromkeys(self.stacks, 0)
        for chips, seats in self.pots:
            winners = sorted(seats, key=lambda seat: seat != first)
            each, left = divmod(chips // self.unit, len(winners))
            for seat, more in zip(winners, over(left, len(winners)), strict=True):
                out[seat] += (each + more) * self.unit
        for seat, stack in self.stacks.items():
            assert robot.stack(seat) == stack - self.put[seat] + out[seat], (self.where, seat)

    def _pots(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each pot with its winners from the left of the button: slice by slice between the totals of live players."""
        put, folded, button = (
            self.put,
            self._folded(),
            self.robot.table.positions.button if self.robot.table.positions else 10,
        )
        order = [(button - 1 + step) % 10 + 1 for step in range(1, 11)]
        live = [seat for seat in order if seat in put and seat not in folded]
        tops = sorted({put[seat] for seat in live})
        caps = [top for top in tops[:-1] if any(put[seat] == top for seat in live)] + tops[-1:]
        low = 0
        for cap in caps:
            high = cap if cap != caps[-1] else max(put.values())
            chips = sum(max(0, min(total, high) - low) for total in put.values())
            claim = [seat for seat in live if put[seat] >= cap]
            best = max(self.strengths[seat] for seat in claim)
            yield chips, tuple(seat for seat in claim if self.strengths[seat] == best)
            low = cap

    def _put(self) -> Mapping[int, int]:
        put = dict.fromkeys(self.stacks, 0)
        for event in self.robot.events:
            if isinstance(event, ev.ChipsPushed):
                put[event.seat] += total_chips(event.chips)
        return put

    def _folded(self) -> frozenset[int]:
        return frozenset(
            event.seat for event in self.robot.events if isinstance(event, ev.CardsMucked) and event.seat is not None
        )

    def _pay(self) -> None:
        """The dealer pushes what the screen names, chip by chip, making change where it says so."""
        robot = self.robot
        for due in robot.pay_out():
            self.seen["change was made"] += due.change_chips > 0
            assert total_chips(due.pieces) == due.chips, self.where
            assert {value for value, _ in due.pieces} <= set(self.ladder), self.where
        assert next_act.next_act(robot.table).code == "new-hand", self.where
        assert robot.table.chips.stacks == tuple(money.stack_chips for money in robot.table.ledger), self.where
        assert sum(robot.table.chips.stacks) == sum(self.stacks.values()), self.where

    @property
    def where(self) -> str:
        return f"hand of seed {self.seed}, {self.book}, chips {self.ladder}, stacks {self.stacks}"


def _play(seeds: Iterator[int] | range, enough: Callable[[Counter[str]], bool]) -> tuple[int, Counter[str]]:
    seen: Counter[str] = Counter()
    hands = 0
    for seed in seeds:
        hand = Shared(seed)
        hand.play()
        hands += 1
        seen += hand.seen
        if enough(seen):
            break
    return hands, seen


@pytest.mark.parametrize("part", range(PARTS))
def test_equal_hands_have_equal_parts(part: int) -> None:
    share = SPLIT_POTS // PARTS
    first = part * SEEDS_APART
    hands, seen = _play(range(first, first + SEEDS_APART), lambda so_far: so_far["split"] >= share)
    counted(seen["split"], "split pots")
    noted(hands, "split pots: hands played")
    for what, count in sorted(seen.items()):
        noted(count, f"split pots: {what}")
    assert seen["split"] >= share
    assert seen["with odd chips"] > share // 10, seen
    assert seen["with a choice for the floor"] > share // 50, seen
    assert seen["change was made"] > share // 100, seen
    assert min(seen[f"split by {book}"] for book in shipped_books()) > share // 10, seen
    assert all(seen[f"among {ways}"] for ways in range(2, 11)), seen


def _breach(monkeypatch: pytest.MonkeyPatch, where: object, name: str, planted: object) -> None:
    monkeypatch.setattr(where, name, planted)
    with pytest.raises(AssertionError, match="hand of seed"):
        _play(range(200), lambda _: False)


def test_a_split_in_large_chips_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the pots are split in the largest chip that lies there."""
    _breach(
        monkeypatch, odd_chips, "unit_of", lambda lies, _in_play, _book: max((value for value, _ in lies), default=1)
    )


def test_all_odd_chips_to_the_last_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = award.split

    def to_the_last(chips: int, ways: int, unit_chips: int, _order: object) -> tuple[int, ...]:
        return truly(chips, ways, unit_chips, "all_to_first")[::-1]

    _breach(monkeypatch, award, "split", to_the_last)


def test_one_each_where_the_book_has_all_to_the_first_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    truly = award.split

    def one_each(chips: int, ways: int, unit_chips: int, _order: object) -> tuple[int, ...]:
        return truly(chips, ways, unit_chips, "one_each_clockwise")

    _breach(monkeypatch, award, "split", one_each)


def test_a_word_of_the_floor_without_effect_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    _breach(monkeypatch, awarding, "given_anew", lambda table, _shares: Change(table))


def test_a_pot_given_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what the floor gives otherwise is not taken from whom it was given first."""
    truly = awarding.given_anew

    def twice(table: Table, shares: tuple[Share, ...]) -> Change:
        first = truly(table, ())
        lost = truly(table, shares)
        return lost if first.table is table else Change(truly(lost.table, (*shares, *shares)).table)

    _breach(monkeypatch, awarding, "given_anew", twice)

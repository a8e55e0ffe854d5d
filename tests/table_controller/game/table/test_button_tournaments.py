"""Button and blinds over whole tournaments of one table, book by book: busts, arrivals, moves, heads-up.

Chips are taken and given between hands; no card is played. What must hold is told of the hands alone and computed
from places and players, never from the code under test. Each model fails when the rule that it watches is left out.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import pytest
from support.counting import counted

from firmware_bridge.vocabulary.values import replace
from table_controller.game.engine import NEW_TABLE, step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.behaviour import without
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import HandPutAway, PlayerLeft, PlayerSat, Riffled, SeatSetUp, TableOpened

BOOKS: Final = ("tda-holdem", "ipo-2015", "tda-2019", "tda-2024-rp", "figp-2012")
SOAK: Final = bool(os.environ.get("CARDSPEAK_SOAK"))
TOURNAMENTS: Final = 20_000 if SOAK else 2_000
HANDS: Final = 16
TWO: Final = 2
BEHIND_BIG: Final = ("tda-holdem", "figp-2012")
"""Books in which a new player waits between button and big blind; in the others up to the small blind only."""

LIES: Final = ("tda-holdem", "figp-2012")
"""Books in which the puck stays where it lay while the seat that is due it is empty."""

NO_ADJUSTMENT: Final = ("figp-2012",)
"""Books that do not say that the button is adjusted as two are left: there one may be the big blind again."""


@cache
def book_of(name: str, off: str = "") -> Rulebook:
    return without(package_rulebook(name), frozenset({off})) if off else package_rulebook(name)


@dataclass
class Tournament:
    """One table, and what was seen of the hand before."""

    name: str
    book: Rulebook
    chance: random.Random
    seats: int
    table: Table = NEW_TABLE
    newcomers: dict[int, str] = field(default_factory=dict)
    waited: dict[int, int] = field(default_factory=dict)
    big: int = 0
    dealt: tuple[int, ...] = ()
    button: int = 0
    alive: set[int] = field(default_factory=set)
    hands: int = 0

    def take(self, event: object) -> None:
        self.table = step(self.table, event, self.book).table  # type: ignore[arg-type]

    def open(self) -> None:
        seated = sorted(self.chance.sample(range(1, self.seats + 1), self.chance.randint(TWO, self.seats)))
        players = tuple(SeatSetUp(seat, f"P{seat}", 1000) for seat in seated)
        button = self.chance.choice(seated)
        self.take(TableOpened(0.0, self.name, "NT", self.seats, players, (25, 100), 25, 50, 0, None, button))

    def left_of(self, seat: int) -> list[int]:
        """All seats clockwise from the left of `seat`, itself last."""
        return [(seat + at) % self.seats + 1 for at in range(self.seats)]

    def between(self, seat: int, after: int, before: int) -> bool:
        ring = self.left_of(after)
        return ring.index(seat) < ring.index(before)

    def chips(self) -> list[int]:
        players = [player.seat for player in self.table.players if player is not None and not player.leaving]
        return [seat for seat in players if self.table.ledger[seat - 1].stack_chips]

    def finish(self) -> None:
        """The hand ends: some are out, some leave, some come."""
        table = self.table
        stacks = {seat: 0 if self.chance.random() < 0.12 else 1000 for seat in table.hand.seats}
        if not any(stacks.values()):
            stacks[table.hand.seats[0]] = 1000
        ledger = tuple(
            replace(money, stack_chips=stacks.get(seat, money.stack_chips), committed_chips=0)
            for seat, money in enumerate(table.ledger, 1)
        )
        self.table = replace(table, ledger=ledger, hand=replace(table.hand, phase=SETTLED), cases=())
        self.alive = {seat for seat, chips in stacks.items() if chips}
        for seat, chips in stacks.items():
            if not chips or self.chance.random() < 0.03:
                self.go(seat)
        if self.chance.random() < 0.5:
            self.take(HandPutAway(0.0))
        for seat in range(1, self.seats + 1):
            if self.table.players[seat - 1] is None and self.chance.random() < 0.1:
                self.come(seat)

    def go(self, seat: int) -> None:
        self.take(PlayerLeft(seat, 0.0))
        self.alive.discard(seat)

    def come(self, seat: int) -> None:
        entry = self.chance.choice(("new", "moved"))
        self.take(PlayerSat(seat, "N", 1000, entry, 0.0))  # type: ignore[arg-type]
        self.newcomers[seat] = entry

    def deal(self) -> bool:
        """The next hand, if two can play it; what must hold of it."""
        before = self.chips()
        self.take(Riffled(0.0))
        if len(before) < TWO:
            return False
        dealt = self.table.hand.seats
        waits = sorted(set(before) - set(dealt))
        if self.hands:
            self.check(dealt, waits, before)
        positions = self.table.positions
        assert positions is not None
        self.big, self.button, self.dealt = positions.big_blind, positions.button, dealt
        self.newcomers = {seat: entry for seat, entry in self.newcomers.items() if seat in waits}
        self.waited = {seat: self.waited.get(seat, 0) + 1 for seat in waits}
        assert all(hands <= self.seats for hands in self.waited.values()), "a newcomer waits for ever"
        self.hands += 1
        return True

    def check(self, dealt: tuple[int, ...], waits: list[int], chips: list[int]) -> None:
        """The blinds come to everybody in turn, and who waits sits where the book says so."""
        positions = self.table.positions
        assert positions is not None
        small, big, button = positions.small_blind, positions.big_blind, positions.button
        entering = len(dealt) == TWO < len(self.dealt)
        again = big == self.big and big in self.alive
        free = entering and self.name in NO_ADJUSTMENT
        assert not again or free, "the big blind twice running"
        if not free:
            skipped = [seat for seat in chips if self.between(seat, self.big, big) and seat != big]
            assert not skipped, f"seats {skipped} skipped by the big blind"
        if len(dealt) == TWO:
            assert small == button, "of two players the button is the small blind"
        else:
            assert small == (self.big if self.big in dealt else None), "the small blind comes after the big one"
            assert button not in (small, big), "the button is a blind"
            if button not in dealt:
                assert button == self.button or self.name not in LIES, "the dead button does not stay"
        assert set(waits) <= set(self.newcomers), "a player who was dealt in before gets no cards"
        if waits and len(dealt) > TWO:
            for seat in waits:
                wide = self.newcomers[seat] == "new" and self.name in BEHIND_BIG
                assert self.between(seat, button, big if wide else self.big), f"seat {seat} waits for nothing"
        if len(dealt) > TWO:
            early = list[int]()
            for seat in set(self.newcomers) & set(dealt):
                wide = self.newcomers[seat] == "new" and self.name in BEHIND_BIG
                if seat != big and self.between(seat, button, big if wide else self.big):
                    early.append(seat)
            needed = len(dealt) - len(early) < TWO  # without them there is no hand
            assert needed or not early, f"seats {early} get cards behind the button"


def played(name: str, seed: int, off: str = "") -> int:
    """One tournament; the number of its hands."""
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    one = Tournament(name, book_of(name, off), chance, chance.randint(3, 10))
    one.open()
    for _ in range(HANDS):
        if not one.deal():
            break
        one.finish()
    return one.hands


@pytest.mark.parametrize("name", BOOKS)
def test_the_blinds_come_to_everybody_in_turn(name: str) -> None:
    hands = 0
    for seed in range(TOURNAMENTS // len(BOOKS)):
        try:
            hands += played(name, seed)
        except AssertionError as broken:
            pytest.fail(f"book {name} seed {seed}: {broken}")
    assert hands > TOURNAMENTS
    counted(TOURNAMENTS // len(BOOKS), "tournaments of one table")


@pytest.mark.parametrize(
    ("name", "off"),
    [
        ("tda-2019", "buttons.blinds_go_first"),
        ("figp-2012", "buttons.moves_on"),
        ("tda-holdem", "buttons.where_it_lies"),
        ("ipo-2015", "buttons.adjusted"),
        ("ipo-2015", "buttons.button_is_small_blind"),
        ("tda-holdem", "new_players.zone"),
        ("tda-2019", "new_players.zone"),
    ],
)
def test_a_table_without_the_rule_is_caught(name: str, off: str) -> None:
    with pytest.raises(AssertionError):
        sum(played(name, seed, off) for seed in range(400))


SMALL_OUT, BIG_OUT = 2, 3
# What the books print, with the button first at seat 1 and seats 1 to 5: (button, small blind, big blind) hand by hand.
# TH 21-1 and FIGP 3-a: the button stays a turn, both blinds as ever, then it moves. TH 21-2 and FIGP 3-b: it moves and
# only the big blind is posted; it stays and both are; it moves.
PRINTED: Final = {
    SMALL_OUT: ((1, 2, 3), (1, 3, 4), (3, 4, 5), (4, 5, 1)),
    BIG_OUT: ((1, 2, 3), (2, None, 4), (2, 4, 5), (4, 5, 1)),
}


@pytest.mark.parametrize("name", ["tda-holdem", "figp-2012"])
@pytest.mark.parametrize("out", [SMALL_OUT, BIG_OUT])
def test_the_printed_sequences(name: str, out: int) -> None:
    assert sequence(name, out) == PRINTED[out]


@pytest.mark.parametrize("name", ["ipo-2015", "tda-2019"])
@pytest.mark.parametrize("out", [SMALL_OUT, BIG_OUT])
def test_where_the_puck_is_not_printed_the_blinds_are_the_same(name: str, out: int) -> None:
    assert [blinds for _, *blinds in sequence(name, out)] == [blinds for _, *blinds in PRINTED[out]]


def sequence(name: str, out: int) -> tuple[tuple[int, int | None, int], ...]:
    """Four hands of five players; seat `out` loses everything in the first."""
    players = tuple(SeatSetUp(seat, f"P{seat}", 1000) for seat in range(1, 6))
    book, seen = book_of(name), list[tuple[int, int | None, int]]()
    table = step(NEW_TABLE, TableOpened(0.0, name, "NT", 5, players, (25, 100), 25, 50, 0, None, 1), book).table
    for _ in range(4):
        table = step(table, Riffled(0.0), book).table
        assert table.positions is not None
        seen.append((table.positions.button, table.positions.small_blind, table.positions.big_blind))
        ledger = tuple(
            replace(money, stack_chips=0 if seat == out else 1000, committed_chips=0)
            for seat, money in enumerate(table.ledger, 1)
        )
        table = replace(table, hand=replace(table.hand, phase=SETTLED), ledger=ledger)
    return tuple(seen)

"""A random hand of a game beside pokerkit: the same acts, the same cards, the same payouts.

pokerkit has gaps (the numbers are those of the research on it): where one bites, the hand is marked
with the gap's number and checked only by the side-pot calculation of `support.oracle`, which checks
all hands anyway.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from support.oracle import Mirror, lots_of_a_pot, odd_chips, payouts, top_first
from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game import queries
from table_controller.game.hands.ranking import Ranked, rank_in, rank_low
from table_controller.game.state.betting import is_live
from table_controller.game.state.pots import pots_of
from table_controller.game.variants import VARIANTS
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind

MOST_PLAYERS: Final[Mapping[str, int]] = {
    "PO5": 8,
    "PC": 8,
    **dict.fromkeys(("N5D", "N2L1D", "F2L3D", "FB", "F7S", "F7S/8", "FR"), 6),
}
"""Where the deck has not enough cards for ten."""

CAP: Final = 4
"""Bets and raises of a round in a limit game."""


@dataclass
class Game:
    """One random hand and what was seen of it."""

    seed: int
    variant: str = "NT"
    chance: random.Random = field(init=False)
    robot: Robot = field(init=False)
    mirror: Mirror | None = None
    gaps: set[str] = field(default_factory=set)
    restricted: set[str] = field(default_factory=set)
    put: dict[int, int] = field(default_factory=dict)
    street_put: dict[int, int] = field(default_factory=dict)
    short_all_ins: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311 - seeded, so that a failure is one number

    def play(self) -> None:
        self._begin()
        robot = self.robot
        while robot.table.hand.phase not in ("showdown", "settled"):
            seat = robot.actor
            if queries.discards_now(robot.table) is not None:
                self._draw()
                continue
            if (exchange := robot.table.hand.exchange) is not None and exchange.due:
                self._cards_to_all()
                continue
            if self.mirror is not None:
                if seat is None and self.mirror.actor is not None:
                    # the only one with chips left has nothing to call: pokerkit still asks for a check
                    assert self.mirror.to_call == 0, self._where()
                    self.mirror.act("check", 0)
                assert (self.mirror.actor is None) == (seat is None), self._where()
            if seat is not None:
                self._act(seat)
            else:
                self._street()
        self._tie_breaks()
        if robot.table.hand.phase == "showdown":
            live = list(queries.live_seats(robot.table))
            self.chance.shuffle(live)
            robot.show(*live)
        assert robot.table.hand.phase == "settled", self._where()
        self._compare()

    def _begin(self) -> None:
        chance = self.chance
        count = chance.randint(2, MOST_PLAYERS.get(self.variant, 10))
        self.unit = chance.choice((1, 1, 25))
        big = self.unit * chance.choice((4, 8, 20))
        depth = chance.choice((3, 12, 40))
        seats = sorted(chance.sample(range(1, 11), count))
        least = 1 if chance.random() < 0.25 else 3 * big // self.unit
        self.stacks = {seat: self.unit * chance.randint(least, depth * big // self.unit) for seat in seats}
        self.ante = chance.choice((0, 0, self.unit, big // 2))
        mode = chance.choice(("all", "bb"))
        if mode == "bb" and self.ante:
            self.ante = big
        self.is_stud = VARIANTS[self.variant].forced == "bring-in"
        if self.is_stud:
            self.ante, mode = self.unit * chance.choice((1, 1, 2)), "all"
        chips = tuple(self.unit * size for size in (1, 4, 20, 100))
        self.robot = Robot(denominations=chips).open(
            self.stacks,
            (0, 0) if self.is_stud else (big // 2, big),
            button=chance.choice(seats),
            ante=self.ante,
            ante_mode=mode,
            seats=10,
            variant=self.variant,
            bring_in=self.unit * chance.choice((1, 2, 3)) if self.is_stud else 0,
            bets=(big, 2 * big) if self.is_stud else (0, 0),
        )
        deck = list(DECK)
        chance.shuffle(deck)
        self.robot.deal(deck)
        table = self.robot.table
        self.bb_ante = mode == "bb"
        self.put = {seat: table.ledger[seat - 1].pushed_chips for seat in self.stacks}
        self.dead = min(self.ante, self.stacks[table.positions.big_blind]) if self.bb_ante and table.positions else 0
        if table.positions:
            self.put[table.positions.big_blind] -= self.dead
        self.street_put = {seat: table.betting.stands[seat - 1].bet_chips for seat in self.stacks}
        self.holes = {seat: self._cards_at(seat) for seat in self.stacks}
        holes = {seat: "".join(cards) for seat, cards in self.holes.items()}
        self.mirror = Mirror.of(table, self.stacks, self.ante, self.unit, holes)
        self._short_blind()
        self._bring_in()

    def _bring_in(self) -> None:
        """Gaps of stud's opening: behind a bring-in that is short, pokerkit lowers the amount to call; and where the
        lowest card is all-in for its ante, it makes the next player bring it in, who may fold at a table."""
        table = self.robot.table
        if self.is_stud and table.betting.actor is not None:
            brought = max(stand.bet_chips for stand in table.betting.stands)
            if brought < table.level.bring_in_chips:
                self._leave("short bring-in" if brought else "low card all-in")

    def _short_blind(self) -> None:
        """Probe 1: behind a big blind that is short, pokerkit lowers the amount to call."""
        table = self.robot.table
        assert table.positions is not None
        blind = table.betting.stands[table.positions.big_blind - 1].bet_chips
        if blind < table.level.big_blind_chips:
            self._leave("1")

    def _act(self, seat: int) -> None:
        table = self.robot.table
        call, least, most = (
            queries.to_call_chips(table),
            queries.min_raise_to_chips(table),
            queries.max_raise_to_chips(table),
        )
        if self.mirror is not None:
            assert (self.mirror.actor, self.mirror.to_call) == (seat, call), self._where()
            least = self._common_raise(least, most)
        kind, to = self._choose(call, least, most)
        bet = table.betting.stands[seat - 1].bet_chips
        if (
            kind == "raise"
            and to == bet + table.ledger[seat - 1].stack_chips
            and to < table.betting.level_chips + table.betting.full_raise_chips
        ):
            self.short_all_ins += 1
        self.put[seat] += call if kind == "call" else to - bet if kind == "raise" else 0
        ours: ActKind = "bet" if kind == "raise" and not table.betting.level_chips else kind
        self.robot.act(ours, to, in_words=chance_of(self.chance, 0.3))
        ruled = self.robot.table.betting.stands[seat - 1].act
        if self.robot.table.hand.phase != "settled" and self.robot.table.betting.actor is not None:
            assert ruled is not None, self._where()
            assert ruled.kind == ours, self._where()
        if self.mirror is not None:
            self.mirror.act(kind, to)

    def _common_raise(self, least: int, most: int) -> int:
        """The least raise that both allow; where only one allows any, the gap behind it must be known.

        Before the flop a small blind that is short counts whole in the pot that a bet may have, by the book; not so
        on pokerkit. In a limit game a table completes short all-ins, over which pokerkit raises; it counts the blind
        among the four bets of a round, which pokerkit does not; and it caps no round of two players, which pokerkit
        does.
        """
        assert self.mirror is not None
        theirs, is_limit = self.mirror.min_raise_to, queries.variant_of(self.robot.table).betting == "fixed-limit"
        if least and theirs and is_limit and self.short_all_ins and least != theirs:
            self.restricted.add("completed")
            return 0
        if least and theirs and most > self.mirror.max_raise_to and self._is_first_street() and self._small_is_short():
            self.restricted.add("short small blind in the pot")
            return 0
        if least and theirs:
            assert (least, most) == (theirs, self.mirror.max_raise_to), self._where()
        elif least and is_limit and self.mirror.is_capped:
            self.restricted.add("cap of two players")
            return 0
        elif theirs and is_limit and self.mirror.bets_counted == CAP - 1 and self._is_first_street():
            self.restricted.add("cap with the blind")
            return 0
        elif least and not self._callable():
            self.restricted.add("uncallable")  # pokerkit takes no raise that no stack can call; a table does
            return 0
        elif least or theirs:
            assert self.short_all_ins, self._where()  # both gaps need an all-in that was no full raise
            self.restricted.add("probe 3" if least else "probe 2/4")
            return 0
        return least

    def _small_is_short(self) -> bool:
        table = self.robot.table
        small = table.positions.small_blind if table.positions else None
        return small is not None and table.betting.stands[small - 1].status == "all-in"

    def _is_first_street(self) -> bool:
        table = self.robot.table
        return table.hand.phase == queries.variant_of(table).first.name

    def _callable(self) -> bool:
        """Whether anyone but the actor could put in more than the level."""
        table = self.robot.table
        return any(
            stand.status == "in" and stand.bet_chips + money.stack_chips > table.betting.level_chips
            for seat, (stand, money) in enumerate(zip(table.betting.stands, table.ledger, strict=True), 1)
            if seat != self.robot.actor
        )

    def _choose(self, call: int, least: int, most: int) -> tuple[ActKind, int]:
        chance = self.chance
        roll = chance.random()
        if least and roll < 0.36:
            size = chance.choice(("least", "least", "all", "near", "any"))
            if size == "least":
                return "raise", least
            if size == "near":
                return "raise", min(most, least + self.unit)
            return "raise", most if size == "all" else chance.randrange(least, most + 1, self.unit)
        if call:
            return ("fold", 0) if roll > 0.75 else ("call", 0)
        return "check", 0

    def _street(self) -> None:
        self.short_all_ins = 0
        before = len(self.robot.table.hand.board)
        self.robot.street()
        if self.mirror is not None:
            self.mirror.board(self._board()[before:])

    def _draw(self) -> None:
        """Everybody discards what the deck can replace, and the cards come."""
        robot, mirror, chance = self.robot, self.mirror, self.chance
        self.short_all_ins = 0
        if mirror is not None and mirror.actor is not None:
            assert mirror.to_call == 0, self._where()
            mirror.act("check", 0)
        left, draw = max(0, len(robot.deck) - 1), robot.table.hand.phase
        while (seat := queries.discards_now(robot.table)) is not None and robot.table.hand.phase == draw:
            held = [card.handle for card in robot.table.cards if card.zone == f"seat:{seat}"]
            gone = chance.sample(held, min(left, chance.choice((0, 0, 1, 1, 2, 3, len(held)))))
            left -= len(gone)
            if mirror is not None:
                assert mirror.discards == seat, self._where()
                mirror.discard([robot.cards[handle] for handle in gone])
            robot.discard(tuple(gone))
        if mirror is not None:
            mirror.burn()
        for seat, handle in robot.give():
            if mirror is not None:
                assert mirror.dealee == seat, self._where()
                mirror.card(robot.cards[handle])
        self.holes |= {seat: self._cards_at(seat) for seat in queries.live_seats(robot.table)}

    def _cards_to_all(self) -> None:
        """A street of stud: a card to each live hand."""
        robot, mirror = self.robot, self.mirror
        self.short_all_ins = 0
        if mirror is not None and mirror.actor is not None:
            assert mirror.to_call == 0, self._where()
            mirror.act("check", 0)
        if mirror is not None:
            mirror.burn()
        for seat, handle in robot.give():
            if mirror is not None:
                assert mirror.dealee == seat, self._where()
                mirror.card(robot.cards[handle])
        self.holes |= {seat: self._cards_at(seat) for seat in queries.live_seats(robot.table)}
        if self._shows_equal():
            self._leave("equal boards")

    def _shows_equal(self) -> bool:
        """Whether two live hands show the same ranks: by suit one of them speaks first, on pokerkit by place."""
        table = self.robot.table
        boards = [queries.up_cards(table, seat) for seat in queries.live_seats(table)]
        ranks = ["".join(sorted(card[0] for card in board)) for board in boards]
        return table.betting.actor is not None and len({*ranks}) < len(ranks)

    def _leave(self, gap: str) -> None:
        self.gaps.add(gap)
        self.mirror = None

    def _tie_breaks(self) -> None:
        """Gaps of the award, when both sides would play on.

        Probe 6: several odd chips in a pot all go to one winner on pokerkit. Probe 14, found here: it
        kills the losing hands first and then joins side pots whose claimants have become the same, so
        that two odd chips of two pots become one even pot; the book splits each side pot for itself.
        In hi-lo pokerkit halves a side pot for the low of a player who is not in it, and where hands are
        equal both ways it splits each half for itself.
        """
        table = self.robot.table
        if table.hand.phase != "showdown" or self.mirror is None:
            return
        strengths, lows = self._strengths(), self._lows()
        odd: list[int] = []
        for pot in pots_of(table.ledger, table.betting.stands):
            lots = lots_of_a_pot(pot.chips, sorted(pot.seats), strengths, lows, self.unit)
            odd += [odd_chips(chips, len(winners), self.unit) for chips, winners in lots]
            odd.append(pot.chips // self.unit % len(lots))
            if lows and not set(lows) & set(pot.seats):
                self._leave("low elsewhere")
                return
            ties = [winners for _, winners in lots if len(lots) == 1 and set(winners) <= set(lows)]
            if any(len(winners) > 1 and pot.chips // self.unit % (2 * len(winners)) for winners in ties):
                self._leave("equal both ways")
                return
        if self.is_stud and max(odd):
            self._leave("odd chips by suit")
        elif max(odd) > 1:
            self._leave("6")
        elif sum(odd) > 1:
            self._leave("14")

    def _compare(self) -> None:
        final = self.robot.stacks()
        assert sum(final.values()) == sum(self.stacks.values()), self._where()
        table = self.robot.table
        strengths = self._strengths()
        order = queries.acting_order(table)
        expected = payouts(self.put, self.dead, strengths, order, self.unit, self._lows(), self._suits(strengths))
        for seat, stack in self.stacks.items():
            paid = self.put[seat] + (self.dead if table.positions and seat == table.positions.big_blind else 0)
            assert final[seat] == stack - paid + expected[seat], self._where()
        if self.mirror is not None:
            assert final == self.mirror.stacks(), self._where()
        assert not [one for one in self.robot.findings if not _says_little(one)], (
            self._where()
        )  # nobody lays the button down

    def _strengths(self) -> dict[int, int]:
        table = self.robot.table
        live = [seat for seat in self.stacks if is_live(table.betting.stands[seat - 1])]
        if len(live) == 1:
            return {live[0]: 1}
        return self._ranked(rank_in, live)

    def _suits(self, live: Mapping[int, int]) -> tuple[Sequence[int], Sequence[int]]:
        """In stud the live seats in the order in which odd chips go to the hands of each kind."""
        ties = any(len({*made.values()}) < len(made) for made in (live, self._lows()))
        if not self.is_stud or len(live) == 1 or not ties:
            return (), ()
        hands = {seat: self.holes[seat] for seat in live}
        first, *second = (top_first(hands, low=kind != "high") for kind in VARIANTS[self.variant].kinds)
        return first, second[0] if second else ()

    def _lows(self) -> dict[int, int]:
        table = self.robot.table
        return self._ranked(rank_low, [seat for seat in self.stacks if is_live(table.betting.stands[seat - 1])])

    def _ranked(self, rank: Callable[..., Ranked | None], seats: Sequence[int]) -> dict[int, int]:
        board, variant = tuple(self._board()), queries.variant_of(self.robot.table)
        ranked = {seat: rank(variant, self.holes[seat], board) for seat in seats}
        return {seat: made.strength for seat, made in ranked.items() if made is not None}

    def _cards_at(self, seat: int) -> tuple[Card, ...]:
        return tuple(self.robot.cards[card.handle] for card in self.robot.table.cards if card.zone == f"seat:{seat}")

    def _board(self) -> list[Card]:
        return [self.robot.cards[handle] for handle in self.robot.table.hand.board]

    def _where(self) -> str:
        return (
            f"hand of seed {self.seed} of {self.variant}, gaps {sorted(self.gaps)}, phase {self.robot.table.hand.phase}"
        )


def chance_of(chance: random.Random, share: float) -> bool:
    return chance.random() < share


def play(seeds: Iterable[int], variant: str = "NT") -> list[Game]:
    """Play the hands of these seeds to their ends, checked all the way."""
    games = [Game(seed, variant) for seed in seeds]
    for game in games:
        game.play()
    return games


def _says_little(found: Finding) -> bool:
    """What stops nothing: a reminder of the button, a raise over a short opening all-in, what a book leaves open.

    Of several odd chips, and of the order of several side pots, the book says only the first part. A stub that is too
    short for a draw is told.
    """
    unsaid = found.topic == "min-raise" and "double_chips" in dict(found.facts)
    open_award = found.topic in ("odd-chip", "side-pot", "draw-procedure")
    return found.topic == "all-in-buttons" or (not found.stops_play and (unsaid or open_award))

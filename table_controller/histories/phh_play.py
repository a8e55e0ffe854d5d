"""A hand of PHH played act by act: who is to act, what may be done, who wins what. Independent of the engine.

It knows a game by its row in `variants`: streets, cards, betting, the hands that win. So a history is judged by the
format's own reading of it, where a call is what it takes to match the highest bet, and not by any rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TypeAlias

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.hands.ranking import rank
from table_controller.game.variants import Street, Variant

Amount: TypeAlias = int | Decimal
Hole: TypeAlias = tuple[Card | None, ...]

TWO = 2
"""Players in the smallest hand, who are listed the other way round than they post."""


class NotSo(ValueError):
    """Something that cannot be in this hand, and `do`, what whoever wrote it should do."""

    def __init__(self, what: str, do: str = "put the action right") -> None:
        super().__init__(what)
        self.do = do


def posting_order(amounts: Sequence[Amount]) -> list[Amount]:
    """What a file lists for each player, player 1 first: of two players it has the small blind first, who is p2."""
    return list(reversed(amounts)) if len(amounts) == TWO else list(amounts)


class PhhPlay:
    """A hand under way; players count from 1, entry 0 of each list is player 1.

    `put` is what each has in the pots, bets of the street included; `dead_chips` are antes that are nobody's bet.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        stacks: Sequence[Amount],
        antes: Sequence[Amount],
        blinds: Sequence[Amount],
        sizes: tuple[Amount, Amount],
        trims_antes: bool = False,
    ) -> None:
        self.variant, self.players, self._sizes = variant, len(stacks), sizes
        self.stacks = list(stacks)
        self.put: list[Amount] = [0] * self.players
        self.dead_chips: Amount = 0
        self.live = [True] * self.players
        self.holes: list[Hole] = [()] * self.players
        self.board: list[Card | None] = []
        self._street = 0
        self.shown: dict[int, tuple[Card, ...]] = {}
        self._seen: set[Card] = set()
        self._open_street(self.players - 1)
        self._post(posting_order(antes), posting_order(blinds), trims=trims_antes)

    def _post(self, antes: Sequence[Amount], blinds: Sequence[Amount], *, trims: bool) -> None:
        """Forced bets, as far as stacks reach; who sits left of the highest blind speaks first."""
        for at in range(self.players):
            ante, blind = antes[at], blinds[at]
            paid = min(ante, self.stacks[at])
            self.stacks[at] -= paid
            self.put[at] += paid if trims else 0
            self.dead_chips += 0 if trims else paid
            self._pay(at, min(blind if blind > 0 else -blind, self.stacks[at]))
        self._last = max(range(self.players), key=lambda at: (abs(blinds[at]), at))

    def _open_street(self, last: int) -> None:
        """Nothing is bet; the first player left of entry `last` speaks first."""
        self._bets: list[Amount] = [0] * self.players
        self._faced: list[Amount | None] = [None] * self.players
        self._full, self._last = self._size, last

    def _pay(self, at: int, chips: Amount) -> None:
        self.stacks[at] -= chips
        self._bets[at] += chips
        self.put[at] += chips

    # How it stands.

    @property
    def _size(self) -> Amount:
        """The least bet of the street."""
        return self._sizes[int(self._now.big)]

    @property
    def level(self) -> Amount:
        """The highest bet of the street."""
        return max(self._bets)

    @property
    def _now(self) -> Street:
        return self.variant.streets[self._street]

    @property
    def _is_dealt(self) -> bool:
        """Whether everybody has the cards of the first street."""
        return all(self.holes)

    @property
    def is_over(self) -> bool:
        """Whether one live hand is left."""
        return sum(self.live) == 1

    @property
    def actor(self) -> int | None:
        """The player whose turn it is; None while cards, hands or the award are due."""
        if not self._is_dealt or self.is_over:
            return None
        turns = ((self._last + step) % self.players for step in range(1, self.players + 1))
        return next((at + 1 for at in turns if self._has_to_act(at)), None)

    def _has_to_act(self, at: int) -> bool:
        if not self._can(at) or (self._faced[at] is not None and self._bets[at] >= self.level):
            return False
        able = sum(map(self._can, range(self.players)))
        return able >= TWO or any(bet > self._bets[at] for bet, live in zip(self._bets, self.live, strict=True) if live)

    @property
    def _betting_is_over(self) -> bool:
        """Whether nobody can bet any more in this hand."""
        return self.actor is None and sum(map(self._can, range(self.players))) < TWO

    @property
    def _street_is_due(self) -> bool:
        """Whether the cards of the next street are."""
        last = self._street + 1 == len(self.variant.streets)
        return self._is_dealt and not self.is_over and self.actor is None and not last

    @property
    def _shows_are_due(self) -> bool:
        """Whether hands may be shown: nobody can bet any more."""
        return (
            self._is_dealt
            and not self.is_over
            and self.actor is None
            and (self._betting_is_over or self._street + 1 == len(self.variant.streets))
        )

    def may_show(self, player: int) -> bool:
        """Whether the player has a hand to show now."""
        return self._shows_are_due and self.live[player - 1] and player - 1 not in self.shown

    def bet_of(self, player: int) -> Amount:
        """What the player has bet on this street."""
        return self._bets[player - 1]

    def call_to(self, player: int) -> Amount:
        """The total with which the player calls, or all that he has."""
        return min(self.level, self._all_in(player - 1))

    def is_regular(self, player: int, to_chips: Amount) -> bool:
        """Whether a bet to this total is one by the sizes of the game, and the betting is open to the player."""
        at = player - 1
        faced, all_in = self._faced[at], to_chips == self._all_in(at)
        is_open = faced is None or self.level - faced >= self._full
        match self.variant.betting:
            case "no-limit":
                return is_open and (all_in or to_chips >= self.level + self._full)
            case "pot-limit":
                most = self.level + sum(self.put) + self.dead_chips + self.level - self._bets[at]
                return is_open and to_chips <= most and (all_in or to_chips >= self.level + self._full)
            case "fixed-limit":  # a short all-in is completed, or from half a bet on raised in full
                up_to = self.level + self._size + self._size // 2
                return to_chips <= up_to and (all_in or to_chips % self._size == 0)

    def _can(self, at: int) -> bool:
        return self.live[at] and self.stacks[at] > 0

    def _all_in(self, at: int) -> Amount:
        return self._bets[at] + self.stacks[at]

    # What is done.

    def deal(self, player: int, cards: Hole) -> None:
        """Hole cards; None is one that nobody saw."""
        due = 0 if self.holes[player - 1] else self.variant.first.down + self.variant.first.up
        if len(cards) != due:
            raise NotSo(f"p{player} is due {due} cards")
        self._are_new(cards)
        self.holes[player - 1] = cards

    def board_comes(self, cards: Hole) -> None:
        """The next street."""
        if (actor := self.actor) is not None:
            raise NotSo(f"it is on p{actor} to act")
        if not self._street_is_due:
            raise NotSo("no street is due", "deal hole cards first, and leave out what comes after the end")
        due = self.variant.streets[self._street + 1].board
        if len(cards) != due:
            raise NotSo(f"{len(cards)} cards, and {due} are due", "deal each street for itself")
        self._are_new(cards)
        self._unmatched_goes_back()
        self.board += cards
        self._street += 1
        self._open_street(self.players - 1)

    def fold(self, player: int) -> None:
        """A fold, facing a bet or none: at a table a hand may die so."""
        at = self._in_turn(player)
        self.live[at] = False
        self._last = at

    def call(self, player: int) -> None:
        """A check, or a call of the highest bet."""
        at = self._in_turn(player)
        self._pay(at, self.call_to(player) - self._bets[at])
        self._faced[at], self._last = self.level, at

    def bet(self, player: int, to_chips: Amount, *, irregular: bool = False) -> None:
        """A bet or raise to a total; an `irregular` one stood though the game's sizes forbid it."""
        at = self._in_turn(player)
        if to_chips <= self.level:
            raise NotSo(f"{to_chips} is no raise over {self.level}", "write cc for a call")
        if to_chips > self._all_in(at):
            raise NotSo(f"p{player} has no more than {self._all_in(at)}")
        if self.is_regular(player, to_chips) == irregular:
            what = "by the sizes of the game" if irregular else "not by the sizes of the game"
            do = "leave it out of _irregular" if irregular else "put it right; if it stood, name it in _irregular"
            raise NotSo(f"a bet to {to_chips} over {self.level} is {what}", do)
        self._full = max(self._full, to_chips - self.level)
        self._pay(at, to_chips - self._bets[at])
        self._faced[at], self._last = self.level, at

    def show(self, player: int, cards: Hole) -> None:
        """A hand is shown, or without cards thrown away unshown."""
        at = player - 1
        if not self.may_show(player):
            raise NotSo(f"p{player} has no hand to show now", "leave it out, or put it where the hand is shown")
        self._unmatched_goes_back()
        if not cards:
            self.live[at] = False
            return
        known = tuple(card for card in cards if card is not None)
        dealt = self.holes[at]
        if len(known) != len(dealt):
            raise NotSo(f"p{player} shows {len(known)} cards of {len(dealt)}", "name all of them")
        if not set(dealt) - {None} <= set(known):
            raise NotSo(f"p{player} was dealt other cards")
        self._are_new(tuple(card for card in known if card not in dealt))
        self.shown[at] = known

    def _unmatched_goes_back(self) -> None:
        """The betting of the street is over: what nobody else has bet is the bettor's again."""
        *_, second, top = sorted(self._bets)
        if top > second:
            at = self._bets.index(top)
            self._pay(at, second - top)

    def _in_turn(self, player: int) -> int:
        if player != self.actor:
            due = f"it is on p{self.actor}" if self.actor else "nobody is to act"
            raise NotSo(f"p{player} acts, and {due}", "put the actions into the order of turns")
        return player - 1

    def _are_new(self, cards: Hole) -> None:
        for card in cards:
            if card is not None and card in self._seen:
                raise NotSo(f"{card} comes twice", "put the card right")
            self._seen |= {card} if card is not None else set()


# Who wins.


def ends_of(play: PhhPlay) -> tuple[Amount, ...]:
    """The stacks after the award; raise `NotSo` if the hand is not over."""
    if (actor := play.actor) is not None or not all(play.holes):
        raise NotSo(f"the hand is not over: it is on p{actor}" if actor else "nobody has cards", "write the rest")
    ends = list(play.stacks)
    for chips, claimants in pots_of(play):
        for at, part in _parts(play, chips, claimants):
            ends[at] += part
    return tuple(ends)


def pots_of(play: PhhPlay) -> Iterator[tuple[Amount, tuple[int, ...]]]:
    """Each layer of the pot with the entries of those who can win it; what nobody matched is one of its own."""
    live = [at for at in range(play.players) if play.live[at]]
    caps = sorted({play.put[at] for at in live})
    for low, cap in pairwise((0, *caps)):
        top = max(play.put) if cap == caps[-1] else cap
        chips = sum(min(put, top) - min(put, low) for put in play.put) + (0 if low else play.dead_chips)
        if chips:
            yield chips, tuple(at for at in live if play.put[at] >= cap)


def shared_by(play: PhhPlay) -> frozenset[int]:
    """The entries of those who share a pot with another: who gets its odd chips, tables settle in their own way."""
    shared = (_winners(play, claimants) for _, claimants in pots_of(play))
    return frozenset(at for winners in shared if len(winners) > 1 for at in winners)


def _parts(play: PhhPlay, chips: Amount, claimants: tuple[int, ...]) -> Iterator[tuple[int, Amount]]:
    """Equal parts; what is left over goes chip by chip, from the left of the button."""
    winners = _winners(play, claimants)
    each, odd = divmod(chips, len(winners))
    for place, at in enumerate(winners):
        yield at, each + (place < odd)


def _winners(play: PhhPlay, claimants: tuple[int, ...]) -> tuple[int, ...]:
    return claimants if len(claimants) == 1 else _best(play, claimants)


def _best(play: PhhPlay, claimants: tuple[int, ...]) -> tuple[int, ...]:
    board = tuple(card for card in play.board if card is not None)
    strengths: dict[int, int] = {}
    for at in claimants:
        ranked = rank(play.variant.kinds[0], play.shown[at], board) if at in play.shown else None
        if ranked is None:
            raise NotSo(
                f"p{at + 1} neither shows nor mucks a hand with the whole board", "write sm, with or without cards"
            )
        strengths[at] = ranked.strength
    return tuple(at for at in claimants if strengths[at] == max(strengths.values()))

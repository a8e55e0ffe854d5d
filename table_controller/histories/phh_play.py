"""A hand of PHH played act by act: who is to act, what may be done, who wins what. Independent of the engine.

It knows a game by its row in `variants`: streets, cards, draws, betting, the hands that win. So a history is judged by
the format's own reading of it, where a call is what it takes to match the highest bet, and not by any rulebook.

| in a draw               | it is                                                                                  |
| ----------------------- | -------------------------------------------------------------------------------------- |
| who discards            | every live hand, an all-in one too, from the left of the button                        |
| when cards come         | after all have discarded, seat by seat, as many as were thrown away                    |
| a card that comes again | one of those thrown away, once the deck has no more: they are shuffled                 |

| in stud                 | it is                                                                                  |
| ----------------------- | -------------------------------------------------------------------------------------- |
| who brings it in        | the lowest door card by suit, in razz the highest; it may bet whole instead            |
| who has nothing for it  | all-in for the ante: it is on the next to the left                                     |
| who speaks first later  | the best hand that shows, in razz the lowest; of equal ones that of the highest suit   |
| a card face up that     | any of those who have one, or the best of the others: whoever acts first               |
| nobody saw              |                                                                                        |
| a stub that is short    | on the last street one card may lie on the board for all                               |
| a hand shown early      | grows by what comes face up; shown again once a card has come face down                |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game.hands import up_cards
from table_controller.game.hands.ranking import Ranked, rank_in, rank_low
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

    `bets` are those of the street, `put` is what each has in the pots, those bets included; `dead_chips` are antes that
    are nobody's bet. `_owed` are the cards that each is due, `_waits` who has to discard first, `_gone` what was thrown
    away, `_out` how many cards have left the deck. `brings_in` says that the bring-in is still to come; `_last` acted
    last, or sits right of who speaks first, and is None where the cards that lie face up say who does.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        stacks: Sequence[Amount],
        antes: Sequence[Amount],
        blinds: Sequence[Amount],
        sizes: tuple[Amount, Amount],
        bring_in: Amount = 0,
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
        self._gone: set[Card] = set()
        self._out = 0
        self._owed = [variant.first.down + variant.first.up] * self.players
        self._waits: list[int] = []
        self._last: int | None = None
        self._bring_in, self.brings_in = bring_in, variant.forced == "bring-in"
        self._open_street()
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
        if not self.brings_in:
            self._last = max(range(self.players), key=lambda at: (abs(blinds[at]), at))

    def _open_street(self) -> None:
        """Nothing is bet; the first player left of the button speaks first, or the cards that lie face up say who."""
        self.bets: list[Amount] = [0] * self.players
        self._faced: list[Amount | None] = [None] * self.players
        self._full = self._size
        self._last = None if self.variant.deals_up else self.players - 1

    def _pay(self, at: int, chips: Amount) -> None:
        self.stacks[at] -= chips
        self.bets[at] += chips
        self.put[at] += chips

    # How it stands.

    @property
    def _size(self) -> Amount:
        """The least bet of the street."""
        return self._sizes[int(self._now.big)]

    @property
    def _level(self) -> Amount:
        """The highest bet of the street."""
        return max(self.bets)

    @property
    def _now(self) -> Street:
        return self.variant.streets[self._street]

    @property
    def _is_dealt(self) -> bool:
        """Whether everybody has the cards of the street, nobody has to discard, and the first board cards lie there."""
        return not any(self._owed) and not self._waits and not self._waits_for_the_board

    @property
    def _waits_for_the_board(self) -> bool:
        """Whether a card is still to come to the board before the first bets."""
        return len(self.board) < self.variant.first.board

    @property
    def _actor(self) -> int | None:
        """The player whose turn it is; None while cards, hands or the award are due."""
        return next(iter(self.actors), None)

    @property
    def actors(self) -> tuple[int, ...]:
        """Whose turn it may be: one, or several where a card that lies face up and that nobody saw says who opens."""
        if not self._is_dealt or is_over(self):
            return ()
        lasts = [at - 1 for at in self._openers()] if self._last is None else [self._last]
        return tuple(dict.fromkeys(turn for last in lasts if (turn := self._turn_after(last)) is not None))

    def _turn_after(self, last: int) -> int | None:
        turns = ((last + step) % self.players for step in range(1, self.players + 1))
        return next((at + 1 for at in turns if self._has_to_act(at)), None)

    def _openers(self) -> tuple[int, ...]:
        """The entry that the cards face up name first, and those of whom a card is unknown, which might be it."""
        boards = {at: self._ups(at) for at in range(self.players) if self.live[at]}
        seen = {at: [card for card in cards if card is not None] for at, cards in boards.items() if None not in cards}
        low_wins = self.variant.low_wins
        if self._street:
            best = up_cards.speaks_first(seen, low_wins=low_wins)
        else:
            best = up_cards.brings_in({at: cards[0] for at, cards in seen.items()}, low_wins=low_wins)
        unseen = (at for at, cards in boards.items() if None in cards)
        return (*(() if best is None else (best,)), *unseen)

    def _ups(self, at: int) -> Hole:
        """The cards of a hand that lie face up."""
        cards, up = self.holes[at], list[Card | None]()
        for street in self.variant.streets:
            up += cards[street.down : street.down + street.up]
            cards = cards[street.down + street.up :]
        return tuple(up)

    def _has_to_act(self, at: int) -> bool:
        if not self._can(at) or (self._faced[at] is not None and self.bets[at] >= self._level):
            return False
        able = sum(map(self._can, range(self.players)))
        return able >= TWO or any(bet > self.bets[at] for bet, live in zip(self.bets, self.live, strict=True) if live)

    @property
    def _betting_is_over(self) -> bool:
        """Whether nobody can bet any more in this hand."""
        return self._actor is None and sum(map(self._can, range(self.players))) < TWO

    @property
    def _street_is_due(self) -> bool:
        """Whether the cards of the next street are."""
        last = self._street + 1 == len(self.variant.streets)
        return self._is_dealt and not is_over(self) and self._actor is None and not last

    @property
    def cards_are_due(self) -> bool:
        """Whether hole cards or a street are to come, and nobody has to act for it."""
        return not self._is_dealt or self._street_is_due

    @property
    def discarder(self) -> int | None:
        """The player who has to discard, or to say that he keeps his cards; None while no draw is due."""
        if self._waits:
            return self._waits[0] + 1
        due = self._street_is_due and self.variant.streets[self._street + 1].draws
        return self.live.index(True) + 1 if due else None

    @property
    def _shows_are_due(self) -> bool:
        """Whether hands may be shown: nobody can bet or draw any more."""
        left = self.variant.streets[self._street + 1 :]
        is_last = not left or (self._betting_is_over and not any(street.draws for street in left))
        return self._is_dealt and not is_over(self) and self._actor is None and is_last

    def may_show(self, player: int) -> bool:
        """Whether the player has a hand to show now."""
        at = player - 1
        return self._shows_are_due and self.live[at] and len(self.shown.get(at, ())) < len(self.holes[at])

    def due(self, player: int) -> int:
        """How many cards the player gets now, those of the next street among them."""
        if self._deals_next:
            return self._to_each(self._street + 1) if self.live[player - 1] else 0
        return 0 if self._waits else self._owed[player - 1]

    def _to_each(self, street: int) -> int:
        return self.variant.streets[street].down + self.variant.streets[street].up

    @property
    def _deals_next(self) -> bool:
        """Whether the next street is due and brings cards to hands."""
        return self._street_is_due and bool(self._to_each(self._street + 1))

    def is_regular(self, player: int, to_chips: Amount) -> bool:
        """Whether a bet to this total is one by the sizes of the game, and the betting is open to the player."""
        at = player - 1
        faced, all_in = self._faced[at], to_chips == self._all_in(at)
        is_open = faced is None or self._level - faced >= self._full
        match self.variant.betting:
            case "no-limit":
                return is_open and (all_in or to_chips >= self._level + self._full)
            case "pot-limit":
                most = self._level + sum(self.put) + self.dead_chips + self._level - self.bets[at]
                return is_open and to_chips <= most and (all_in or to_chips >= self._level + self._full)
            case "fixed-limit":  # a short all-in is completed, or from half a bet on raised in full
                if not self._street and self.variant.deals_up and self._level <= self._bring_in:
                    return to_chips == self._size or (all_in and to_chips < self._size)  # the bring-in is completed
                up_to = self._level + self._size + self._size // 2
                return to_chips <= up_to and (all_in or to_chips % self._size == 0)

    def _can(self, at: int) -> bool:
        return self.live[at] and self.stacks[at] > 0

    def _all_in(self, at: int) -> Amount:
        return self.bets[at] + self.stacks[at]

    @property
    def _is_short(self) -> bool:
        """Whether the deck has too few cards for one to each hand on the last street: one may lie there for all."""
        is_last = self._street + 2 == len(self.variant.streets)
        return is_last and self._deals_next and self.variant.deck_size - self._out < sum(self.live)

    # What is done.

    def deal(self, player: int, cards: Hole) -> None:
        """Hole cards; None is one that nobody saw."""
        at, due = player - 1, self.due(player)
        if len(cards) != due or not due:
            raise NotSo(f"p{player} is due {due} cards")
        if self._deals_next:
            self._next_street()
            self._owed = [due if live else 0 for live in self.live]
        if self._street and any(self._owed[:at]):
            raise NotSo(f"p{player} gets his before others left of the button", "deal seat by seat, from there on")
        if self._out + len(cards) > len(DECK):
            self._seen -= self._gone
        self._are_new(cards)
        self._out += len(cards)
        self._owed[at] = 0
        self.holes[at] += cards
        if at in self.shown and self._now.up:  # what comes face up is seen with the rest
            self.shown[at] += tuple(card for card in cards if card is not None)

    def _next_street(self) -> None:
        """The betting is over, and the next street begins."""
        self._unmatched_goes_back()
        self._street += 1
        self._out += 0 if self._now.board else self._now.burn
        self._open_street()

    def board_comes(self, cards: Hole) -> None:
        """The next street, or what comes to the board before the first bets."""
        if self._waits_for_the_board and not any(self._owed):
            self._lies_there(cards, self.variant.first.board)
            return
        if (actor := self._actor) is not None:
            raise NotSo(f"it is on p{actor} to act")
        if not self._street_is_due:
            raise NotSo("no street is due", "deal hole cards first, and leave out what comes after the end")
        due = 1 if self._is_short else self.variant.streets[self._street + 1].board
        if self._deals_next and not self._is_short:
            raise NotSo("the cards of this street come to the players", "write dh for each live one")
        if not due:
            raise NotSo(f"it is on p{self.discarder} to discard", "write sd for each player, with or without cards")
        self._lies_there(cards, due)
        self._next_street()

    def _lies_there(self, cards: Hole, due: int) -> None:
        if len(cards) != due:
            raise NotSo(f"{len(cards)} cards, and {due} are due", "deal each street for itself")
        self._are_new(cards)
        self.board += cards

    def discard(self, player: int, cards: Hole) -> None:
        """Cards are thrown away for others, or none; None is one that nobody saw."""
        at = player - 1
        if (due := self.discarder) != player:
            what = "no draw is due" if due is None else f"it is on p{due} to discard"
            raise NotSo(what, "put it where the player draws, or leave it out")
        if not self._waits:
            self._next_street()
            self._waits = [one for one in range(self.players) if self.live[one]]
        left = list(self.holes[at])
        for card in cards:
            if card not in left and None in left:
                self._are_new((card,))
                left.remove(None)
            elif card in left:
                left.remove(card)
            else:
                raise NotSo(f"p{player} has no {card or 'card that nobody saw'}", "name the cards that he threw away")
        self.holes[at], self._owed[at] = tuple(left), len(cards)
        self._gone |= {card for card in cards if card is not None}
        self._waits.pop(0)

    def fold(self, player: int) -> None:
        """A fold, facing a bet or none: at a table a hand may die so."""
        at = self._in_turn(player)
        self.live[at] = False
        self._last = None if self.brings_in else at  # then it is on the next lowest card

    def bring_in(self, player: int) -> None:
        """The bring-in, or as much of it as the player has."""
        at = self._in_turn(player)
        if not self.brings_in:
            raise NotSo("no bring-in is due", "leave it out")
        self._pay(at, min(self._bring_in, self.stacks[at]))
        self.brings_in = False
        self._faced[at], self._last = self._level, at

    def call(self, player: int) -> None:
        """A check, or a call of the highest bet."""
        at = self._in_turn(player)
        if self.brings_in:
            raise NotSo(f"p{player} has to bring it in", "write pb, or cbr for a whole bet")
        self._pay(at, call_to(self, player) - self.bets[at])
        self._faced[at], self._last = self._level, at

    def bet(self, player: int, to_chips: Amount, *, irregular: bool | None = False) -> None:
        """A bet or raise to a total; an `irregular` one stood though the game's sizes forbid it, None: either."""
        at = self._in_turn(player)
        if to_chips <= self._level:
            raise NotSo(f"{to_chips} is no raise over {self._level}", "write cc for a call")
        if to_chips > self._all_in(at):
            raise NotSo(f"p{player} has no more than {self._all_in(at)}")
        if irregular is not None and self.is_regular(player, to_chips) == irregular:
            what = "by the sizes of the game" if irregular else "not by the sizes of the game"
            do = "leave it out of _irregular" if irregular else "put it right; if it stood, name it in _irregular"
            raise NotSo(f"a bet to {to_chips} over {self._level} is {what}", do)
        self.brings_in = False
        self._full = max(self._full, to_chips - self._level)
        self._pay(at, to_chips - self.bets[at])
        self._faced[at], self._last = self._level, at

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
        new = tuple(card for card in known if card not in dealt)
        self._are_new(new)
        named = iter(new)
        self.holes[at] = tuple(next(named) if card is None else card for card in dealt)
        self.shown[at] = known

    def _unmatched_goes_back(self) -> None:
        """The betting of the street is over: what nobody else has bet is the bettor's again."""
        *_, second, top = sorted(self.bets)
        if top > second:
            at = self.bets.index(top)
            self._pay(at, second - top)

    def _in_turn(self, player: int) -> int:
        if player not in self.actors:
            due = f"it is on p{self._actor}" if self._actor else "nobody is to act"
            raise NotSo(f"p{player} acts, and {due}", "put the actions into the order of turns")
        return player - 1

    def _are_new(self, cards: Hole) -> None:
        for card in cards:
            if card is not None and card in self._seen:
                raise NotSo(f"{card} comes twice", "put the card right")
            self._seen |= {card} if card is not None else set()


def is_over(play: PhhPlay) -> bool:
    """Whether one live hand is left."""
    return sum(play.live) == 1


def call_to(play: PhhPlay, player: int) -> Amount:
    """The total with which the player calls, or all that he has."""
    return min(max(play.bets), play.bets[player - 1] + play.stacks[player - 1])


# Who wins.


class Lot(Struct, frozen=True):
    """A pot or half of one, and the entries of those who share it."""

    chips: Amount
    winners: tuple[int, ...]


def ends_of(play: PhhPlay) -> tuple[Amount, ...]:
    """The stacks after the award; raise `NotSo` if the hand is not over."""
    if (actor := next(iter(play.actors), play.discarder)) is not None:
        raise NotSo(f"the hand is not over: it is on p{actor}", "write the rest")
    if play.cards_are_due:
        raise NotSo("the hand is not over: cards are due", "write the rest")
    ends = list(play.stacks)
    for lot in (lot for lots in lots_of(play) for lot in lots):
        each, odd = divmod(lot.chips, len(lot.winners))
        for place, at in enumerate(lot.winners):  # what is left over goes chip by chip, from the left of the button
            ends[at] += each + (place < odd)
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
    shared = (frozenset(at for lot in lots for at in lot.winners) for lots in lots_of(play))
    return frozenset(at for winners in shared if len(winners) > 1 for at in winners)


def lots_of(play: PhhPlay) -> Iterator[tuple[Lot, ...]]:
    """Each pot whole, or in halves where another than the high hand is low; the odd chip is in the high half.

    Hands that are equal both ways share the whole pot.
    """
    for chips, claimants in pots_of(play):
        high, low = _winners(play, claimants, rank_in), _winners(play, claimants, rank_low)
        if not low or low == high:
            yield (Lot(chips, high),)
        else:
            yield Lot(chips - chips // 2, high), Lot(chips // 2, low)


def _winners(play: PhhPlay, claimants: tuple[int, ...], rank: Callable[..., Ranked | None]) -> tuple[int, ...]:
    """Those with the best hand of a kind; none if nobody has one."""
    if len(claimants) == 1:
        return claimants
    board = tuple(card for card in play.board if card is not None)
    strengths: dict[int, int] = {}
    for at in claimants:
        if len(play.shown.get(at, ())) < len(play.holes[at]) or len(board) != len(play.board):
            raise NotSo(
                f"p{at + 1} neither shows nor mucks a hand with the whole board", "write sm, with or without cards"
            )
        if (ranked := rank(play.variant, play.shown[at], board)) is not None:
            strengths[at] = ranked.strength
    return tuple(at for at in strengths if strengths[at] == max(strengths.values()))

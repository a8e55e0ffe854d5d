"""Hands that move cards and things at the table, as fast as people do.

Every movement begins now, is checked against what really lies there (`WorldError` says what is
missing), and returns the simulated second at which it is complete. Between lift and landing
the thing is in the air, where nothing senses it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.world import AIR, AWAY, DEALER, Place, Tag, World, WorldError
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone, up_zone


class Timing(Struct, frozen=True):
    """How long movements take, in seconds; the defaults are a steady tournament dealer."""

    flight_s: float = 0.35
    """A card from the deck to a seat, the burn pile or the board."""
    slide_s: float = 0.6
    """Folded cards from the player to the muck."""
    spread_s: float = 0.7
    """A flop put down and spread in one motion."""
    chips_s: float = 0.4
    """Chips from the stack to in front of the player, or back."""
    restack_s: float = 3.0
    """Chips of a stack that fell over, until they stand on their tray again."""
    sweep_s: float = 0.9
    """All bets into the pot, or the pot to a winner."""
    gather_s: float = 2.5
    """All cards on the table back into the deck."""
    riffle_s: float = 4.0
    """Wash and riffle over the stub antenna."""
    packet_s: float = 0.11
    """One packet falling in a riffle: as long as the same cards stay on top."""
    puck_s: float = 0.5
    """The puck or an all-in button from one place to the next."""

    def faster(self, factor: float) -> Timing:
        """The same hands, `factor` times as fast."""
        return Timing(**{name: getattr(self, name) / factor for name in self.__struct_fields__})


class CardHands:
    """The dealer's and the players' hands on the cards."""

    def __init__(self, world: World, scheduler: Scheduler, rng: random.Random, timing: Timing) -> None:
        self._world, self._scheduler, self._rng, self._timing = world, scheduler, rng, timing
        self._deck = frozenset(world.cards.pile(DEALER))

    def deal(self, seat: int, card: Card | None = None, *, up: bool = False) -> float:
        """The top card of the deck, or `card` out of it, flies to `seat`, in stud face `up` before its hand."""
        self._world.things.need_seat(seat)
        return self._carry(self._from_deck((card,)), up_zone(seat) if up else seat_zone(seat), self._timing.flight_s)

    def deal_stuck(self, seat: int, cards: Sequence[Card | None] = (None, None)) -> float:
        """Two cards that stick together fly to `seat` as one."""
        self._world.things.need_seat(seat)
        return self._carry(self._from_deck(cards), seat_zone(seat), self._timing.flight_s)

    def burn(self, card: Card | None = None) -> float:
        """The next card, or `card`, goes face down to the burn pile."""
        return self._carry(self._from_deck((card,)), BURN, self._timing.flight_s)

    def board(self, cards: Sequence[Card | None], *, one_by_one: bool = False) -> float:
        """These cards (`None` is the next of the deck) go to the board, spread in one motion or one after the other."""
        tags = self._from_deck(cards)
        if not one_by_one:
            lasts_s = self._timing.spread_s if len(tags) > 1 else self._timing.flight_s
            return self._carry(tags, BOARD, lasts_s)
        self._world.cards.move(tags, AIR)
        done_s = self._scheduler.now_s
        for tag in tags:
            done_s += self._timing.flight_s
            self._land((tag,), BOARD, done_s)
        return done_s

    def street(self, cards: Sequence[Card | None], burn: Card | None = None) -> float:
        """A card is burnt, then these cards go to the board in one motion."""
        burnt, *board = self._from_deck((burn, *cards))
        burnt_s = self._carry((burnt,), BURN, self._timing.flight_s)
        done_s = burnt_s + (self._timing.spread_s if len(board) > 1 else self._timing.flight_s)
        self._world.cards.move(board, AIR)
        self._land(board, BOARD, done_s)
        return done_s

    def fold(self, seat: int, *, over_board: bool = False) -> float:
        """The cards at `seat` slide to the muck, straight or over the board antenna on their way."""
        self._world.things.need_seat(seat)
        tags = (*self._world.cards.pile(seat_zone(seat)), *self._world.cards.pile(up_zone(seat)))
        if not tags:
            raise WorldError(f"seat {seat} has no cards to fold")
        now_s, slide_s = self._scheduler.now_s, self._timing.slide_s
        if not over_board:
            return self._carry(tags, MUCK, slide_s)
        self._world.cards.move(tags, AIR)
        self._land(tags, BOARD, now_s + 0.25 * slide_s)
        self._scheduler.call_at(now_s + 0.75 * slide_s, lambda: self._world.cards.move(tags, AIR))
        self._land(tags, MUCK, now_s + slide_s)
        return now_s + slide_s

    def carry(self, cards: Sequence[Card], target: Place) -> float:
        """Any cards of the deck that lie somewhere go to `target`: a fold retrieved, a board card back to `DEALER`."""
        tags = tuple(self._world.cards.tag_of(card) for card in cards)
        self._not_in_air(tags)
        return self._carry(tags, target, self._timing.slide_s)

    def pick_up(self, card: Card, for_s: float = 1.5) -> float:
        """`card` is taken up from where it lies and put back there after `for_s` seconds."""
        tag = self._world.cards.tag_of(card)
        self._not_in_air((tag,))
        place = self._world.cards.where(tag)
        if place == DEALER:
            raise WorldError(f"{card} is in the dealer's hand: only a card that lies on the table can be picked up")
        return self._carry((tag,), place, for_s)

    def bring(self, tag: Tag, target: Zone, card: Card | None = None) -> float:
        """A card that is not of the deck comes to `target`: a foreign one, or a second one that also says `card`."""
        self._world.cards.add(tag, card)
        return self._carry((tag,), target, self._timing.flight_s)

    def gather(self) -> float:
        """All cards on the table go back into the deck, pile after pile; strangers leave the table."""
        cards = self._world.cards
        if cards.pile(AIR):
            raise WorldError(f"{', '.join(cards.names(AIR))} in the air: let the movement end before gathering")
        places = [zone for zone in self._card_zones() if cards.pile(zone)]
        at_s = self._scheduler.now_s
        for zone in places:
            at_s += self._timing.gather_s / len(places)
            self._scheduler.call_at(at_s, partial(self._take_in, zone))
        return at_s

    def riffle(self, *, whole: bool = True) -> float:
        """The deck is washed and riffled over the stub antenna, then taken back into the hand.

        In the middle of a hand the stub alone is there: then it is not `whole`.
        """
        if whole:
            self._need_whole_deck()
        return self._start_riffle()

    def shuffle(self) -> float:
        """Whatever lies on the table is gathered, then the deck is riffled."""
        if not any(self._world.cards.pile(zone) for zone in self._card_zones()):
            return self.riffle()
        gathered_s = self.gather()
        self._scheduler.call_at(gathered_s, self._start_riffle)
        return gathered_s + self._timing.riffle_s

    def _start_riffle(self) -> float:
        now_s, timing = self._scheduler.now_s, self._timing
        deck = list(self._world.cards.pile(DEALER))
        self._rng.shuffle(deck)
        self._world.cards.move(deck, STUB)
        packets = max(1, int(timing.riffle_s / timing.packet_s) - 1)
        for packet in range(1, packets + 1):
            self._scheduler.call_at(now_s + packet * timing.packet_s, self._mix)
        done_s = now_s + timing.riffle_s
        self._scheduler.call_at(done_s, lambda: self._world.cards.move(self._world.cards.pile(STUB), DEALER))
        return done_s

    def _mix(self) -> None:
        deck = list(self._world.cards.pile(STUB))
        self._rng.shuffle(deck)
        self._world.cards.arrange(STUB, deck)

    def _take_in(self, zone: Zone) -> None:
        tags = self._world.cards.pile(zone)
        self._world.cards.move([tag for tag in tags if tag in self._deck], DEALER)
        self._world.cards.move([tag for tag in tags if tag not in self._deck], AWAY)

    def _card_zones(self) -> tuple[Zone, ...]:
        seats = range(1, self._world.seats + 1)
        return (BOARD, *map(seat_zone, seats), *map(up_zone, seats), BURN, MUCK, STUB)

    def _need_whole_deck(self) -> None:
        """No card may lie on the table; of one that fell off it nobody knows, so the riffle goes on without it."""
        cards = self._world.cards
        missing = [tag for tag in self._deck if cards.where(tag) not in {DEALER, AWAY}]
        if missing:
            where = ", ".join(f"{cards.card_of(tag)} at {cards.where(tag)}" for tag in sorted(missing)[:5])
            raise WorldError(f"{len(missing)} cards are not in the deck ({where}): gather before the riffle")

    def _from_deck(self, wanted: Sequence[Card | None]) -> tuple[Tag, ...]:
        cards, named = self._world.cards, {card for card in wanted if card is not None}
        for card in sorted(named):
            place = cards.where(cards.tag_of(card))
            if place != DEALER:
                raise WorldError(f"{card} is not in the deck: it is at {place}")
        rest = [tag for tag in cards.pile(DEALER) if cards.card_of(tag) not in named]
        if len(rest) < sum(card is None for card in wanted):
            raise WorldError(f"the deck is too short for {len(wanted)} cards: {len(rest)} left that are not named")
        return tuple(rest.pop() if card is None else cards.tag_of(card) for card in wanted)

    def _not_in_air(self, tags: Sequence[Tag]) -> None:
        for tag in tags:
            if self._world.cards.where(tag) == AIR:
                raise WorldError(f"{self._world.cards.card_of(tag)} is in the air: let the movement end first")

    def _carry(self, tags: Sequence[Tag], target: Place, lasts_s: float) -> float:
        done_s = self._scheduler.now_s + lasts_s
        self._world.cards.move(tags, AIR)
        self._land(tags, target, done_s)
        return done_s

    def _land(self, tags: Sequence[Tag], target: Place, at_s: float) -> None:
        self._scheduler.call_at(at_s, lambda: self._world.cards.move(tags, target))


class ThingHands:
    """Hands on the puck, the all-in buttons and the dealer's wired buttons."""

    def __init__(self, world: World, scheduler: Scheduler, timing: Timing) -> None:
        self._world, self._scheduler, self._timing = world, scheduler, timing

    def puck(self, seat: int) -> float:
        """The puck is taken up and put down at `seat`."""
        self._world.things.need_seat(seat)
        self._world.things.put_puck(None)
        done_s = self._scheduler.now_s + self._timing.puck_s
        self._scheduler.call_at(done_s, lambda: self._world.things.put_puck(seat))
        return done_s

    def allin(self, seat: int, *, down: bool = True) -> float:
        """The all-in button of `seat` is put down, or taken away."""
        self._world.things.need_seat(seat)
        done_s = self._scheduler.now_s + self._timing.puck_s
        self._scheduler.call_at(done_s, lambda: self._world.things.put_allin(seat, down))
        return done_s

    def press(self, button: str) -> float:
        """A wired button is pressed now."""
        self._world.things.press(button)
        return self._scheduler.now_s

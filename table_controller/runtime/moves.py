"""The acts of a table script as movements of the simulated world and keys of the dealer.

Each act is a short series of parts: a moment until which hands are busy (simulated seconds), or a command
that the dealer keys. Whoever plays the parts lets time pass: at once on simulated time, or beside
the wall clock in the demonstration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from firmware_bridge.cards import Card
from firmware_bridge.chips import Chips, chips_of, subtract_chips, total_chips
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.world import DEALER
from firmware_bridge.zones import MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.commands import AnnounceLevel, Command, Rule, Say, SeatPlayer, TurnUp, UnseatPlayer
from table_controller.events import Word

Part: TypeAlias = float | Command
"""A moment to wait for, or a key."""
Parts: TypeAlias = Iterator[Part]

SETTLE_S = 0.6
"""A chip zone rests after this: the bridge's settle window and a scan."""


class Moves:
    """Hands and keys at one simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._allin: set[int] = set()

    def riffle(self, button: int | None) -> Parts:
        """Gather what lies on the table, put the puck before `button`, wash and riffle."""
        yield from self.put_away()
        if button is not None and self._table.world.things.puck != button:
            yield self._table.things.puck(button)
        yield self._table.cards.riffle()

    def put_away(self) -> Parts:
        """Take the all-in buttons and every card off the felt."""
        for seat in sorted(self._allin):
            yield self._table.things.allin(seat, down=False)
        self._allin.clear()
        if len(self._table.world.cards.pile(DEALER)) < len(self._table.setup.deck.tags):
            yield self._table.cards.gather()

    def deal(self, seat: int, card: Card, *, exposed: bool) -> Parts:
        """One card off the deck to a seat; that it turned up on the way, the dealer keys."""
        yield self._table.cards.deal(seat, card)
        if exposed:
            yield TurnUp(seat, card)

    def burn(self, card: Card) -> Parts:
        """One card to the burn pile."""
        yield self._table.cards.burn(card)

    def board(self, cards: tuple[Card, ...]) -> Parts:
        """Cards to the board, spread in one motion."""
        yield self._table.cards.board(cards)

    def muck(self, seat: int, cards: tuple[Card, ...]) -> Parts:
        """Cards of a seat slide into the muck."""
        whole = len(self._table.world.cards.pile(seat_zone(seat))) == len(cards)
        yield self._table.cards.fold(seat) if whole else self._table.cards.carry(cards, MUCK)

    def say(self, seat: int, word: Word, amount_chips: int | None, text: str) -> Parts:
        """The dealer keys a word."""
        yield Say(word, seat, amount_chips, "before", text)

    def table_hand(self, seat: int) -> Parts:
        """The dealer keys that a hand is face up."""
        yield TurnUp(seat)

    def show(self, seat: int, card: Card) -> Parts:
        """The dealer keys one card that is face up."""
        yield TurnUp(seat, card)

    def announce_level(self, small_chips: int, big_chips: int, ante_chips: int) -> Parts:
        """The floor keys a new level."""
        yield AnnounceLevel(small_chips, big_chips, ante_chips)

    def rule(self, option: str, arguments: tuple[tuple[str, str], ...]) -> Parts:
        """The floor picks an option."""
        yield Rule(option, arguments)

    def make_change(self, zone: Zone, chips: Chips) -> Parts:
        """Swap colours at equal value; the sensors see other chips of the same worth."""
        lies = self._table.world.chips.at(zone)
        if lies != chips:
            out = chips_of((d, n) for d, n in subtract_chips(lies, chips) if n > 0)
            back = chips_of((d, n) for d, n in subtract_chips(chips, lies) if n > 0)
            yield self._table.chips.change(zone, out, back) + SETTLE_S

    def push(self, seat: int, chips: Chips, *, posting: bool) -> Parts:
        """Chips forward in one motion; with a player's last chips the all-in button comes down first."""
        behind = self._table.world.chips.at(stack_zone(seat))
        if total_chips(behind) == total_chips(chips) and not posting:
            self._allin.add(seat)
            yield self._table.things.allin(seat)
        yield self._table.chips.push(seat, chips)

    def take_back(self, seat: int, chips: Chips) -> Parts:
        """Chips in front of a seat back to its stack."""
        yield self._table.chips.take_back(seat, chips)

    def gather(self, seat: int, chips: Chips) -> Parts:
        """A bet, or part of it, into the pot."""
        whole = chips == self._table.world.chips.at(bet_zone(seat))
        yield (self._table.chips.gather_bets((seat,)) if whole else self._table.chips.carry(chips, bet_zone(seat), POT))

    def push_pot(self, seat: int, chips: Chips) -> Parts:
        """Chips of the pot to a winner."""
        yield self._table.chips.push_pot(seat, chips)

    def put_puck(self, seat: int) -> Parts:
        """The dealer button goes to a seat."""
        yield self._table.things.puck(seat)

    def sit(self, seat: int, name: str, chips: Chips, entry: Literal["new", "moved"]) -> Parts:
        """A player sits down with chips; the floor keys who."""
        yield self._table.chips.buy_in(seat, chips) + SETTLE_S
        yield SeatPlayer(seat, name, total_chips(chips), entry)

    def stand(self, seat: int) -> Parts:
        """A player leaves with the chips; the floor keys it."""
        yield self._table.chips.cash_out(seat) + SETTLE_S
        yield UnseatPlayer(seat)

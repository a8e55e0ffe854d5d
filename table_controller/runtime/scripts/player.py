"""What a script needs of a table: hands that act on it, and eyes that see what the system made of it.

Two players exist: one that tells the engine its events outright, and one that moves the cards and
chips of the simulated table and keys only what no sensor sees. The interpreter serves both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from firmware_bridge.cards import Card
from firmware_bridge.chips import Chips
from firmware_bridge.zones import Zone
from table_controller.events import TableOpened, Word
from table_controller.findings import Finding
from table_controller.outcomes import Outcome
from table_controller.table import Table
from table_controller.views import TableView


class Eyes(Protocol):
    """What the system made of the table, and what came of a step since `mark`."""

    @property
    def table(self) -> Table:
        """The engine's state now."""
        ...

    @property
    def view(self) -> TableView:
        """What the public may see now."""
        ...

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings since `mark`."""
        ...

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes since `mark`."""
        ...

    @property
    def keys_per_hand(self) -> tuple[int, ...] | None:
        """Keys that the dealer pressed in each hand so far; None where nothing is keyed."""
        ...

    def mark(self) -> None:
        """A step of the script begins: findings and outcomes are counted from here."""
        ...


class CardHands(Protocol):
    """Hands that move cards. The caller keeps the books: it names only cards that lie there."""

    def riffle(self) -> None:
        """Gather all cards, also those on the table, and shuffle."""
        ...

    def put_away(self) -> None:
        """Gather the cards of the finished hand."""
        ...

    def deal(self, seat: int, card: Card, *, exposed: bool) -> None:
        """The next card off the deck, which is `card`, goes to a seat; `exposed`: it turns up on the way."""
        ...

    def burn(self, card: Card) -> None:
        """The next card goes to the burn pile."""
        ...

    def board(self, cards: tuple[Card, ...]) -> None:
        """The next cards go to the board."""
        ...

    def muck(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards of a seat go into the muck."""
        ...

    def table_hand(self, seat: int) -> None:
        """A player turns all cards up."""
        ...

    def show(self, seat: int, card: Card, *, by_dealer: bool) -> None:
        """One card of a seat turns up."""
        ...


class ChipHands(Protocol):
    """Hands that move chips. The caller keeps the books: a zone holds what leaves it."""

    def make_change(self, zone: Zone, chips: Chips) -> None:
        """The chips of a stack, a bet or the pot are now these, at equal value."""
        ...

    def push(self, seat: int, chips: Chips) -> None:
        """Chips go forward in one motion."""
        ...

    def take_back(self, seat: int, chips: Chips) -> None:
        """Chips in front of a seat go back to its stack: the player's doing, or the dealer's return."""
        ...

    def gather(self, seat: int, chips: Chips) -> None:
        """The dealer draws what lies in front of a seat into the pot."""
        ...

    def push_pot(self, seat: int, chips: Chips) -> None:
        """Chips of the pot go to a seat."""
        ...


class Room(Protocol):
    """Words, time, seats and the floor."""

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips]) -> None:
        """Set the table up with these chips in front of the players; its time is the player's, not `opened.at_s`."""
        ...

    def say(self, seat: int, word: Word, amount_chips: int | None, text: str) -> None:
        """A player says a word before the chips; the dealer keys it."""
        ...

    def put_puck(self, seat: int) -> None:
        """The dealer button is put down at a seat."""
        ...

    def wait(self, wait_s: float) -> None:
        """Time passes."""
        ...

    def sit(self, seat: int, name: str, chips: Chips, entry: Literal["new", "moved"]) -> None:
        """A player takes a seat with these chips."""
        ...

    def stand(self, seat: int) -> None:
        """A player gives up a seat and takes the chips away."""
        ...

    def announce_level(self, small_chips: int, big_chips: int, ante_chips: int) -> None:
        """New blinds and ante are announced."""
        ...

    def rule(self, option: str, arguments: tuple[tuple[str, str], ...]) -> None:
        """The floor picks an option of the open case."""
        ...


class Player(Eyes, CardHands, ChipHands, Room, Protocol):
    """The physical and keyed acts of a table. Every act returns when the table has settled.

    `silent` players act with chips and cards alone where those are clear; others say every act.
    """

    silent: bool

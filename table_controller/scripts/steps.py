"""Steps of a table script, one frozen value a line.

`line` counts in the file, from 1. Amounts are whole chips, seats are numbers. What each word
means at the table is told in `hardware_docs/table-script.md`; here stand only their facts.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from table_controller.scripts.expected import Expectation
from table_controller.vocabulary.events import Conduct, Turn, Word


class Announced(Struct, frozen=True):
    """``bubble [over]``, ``new dealer``, ``shuffler``, ``break [over]``, ``break in N``, ``level in N``."""

    line: int
    what: Turn
    in_s: int = 0


class CallsTime(Struct, frozen=True):
    """``clock``: the floor calls time on the player to act, without being asked."""

    line: int


class Gathers(Struct, frozen=True):
    """``gather SEAT``: the dealer draws what lies in front of the seat into the pot, the round over or not."""

    line: int
    seat: int


class Presence(Struct, frozen=True):
    """``3: away [near]``, ``3: back``, ``3: clock``; `near`: up, but beside the chair."""

    line: int
    seat: int
    what: Literal["away", "back", "clock"]
    near: bool = False


class Behaves(Struct, frozen=True):
    """``3: uses device``, ``3: hides cards``, ``3: picks up``."""

    line: int
    seat: int
    what: Conduct


class GivesCards(Struct, frozen=True):
    """``3: gives cards to 4``."""

    line: int
    seat: int
    to_seat: int


class Asks(Struct, frozen=True):
    """``3: asks to see 2``, ``3: asks count 2``, ``3: asks review 2``."""

    line: int
    seat: int
    what: Literal["to see", "count", "review"]
    of_seat: int


Conducts: TypeAlias = Presence | Asks | Behaves | GivesCards
"""What a player does that is no act of the betting."""


Street: TypeAlias = Literal["flop", "turn", "river", "showdown"]
PlainKind: TypeAlias = Literal["folds", "checks", "calls", "bets", "raises", "all-in"]


class Deal(Struct, frozen=True):
    """``deal [SEAT=CARDS …] [board=CARDS]``: first riffle, forced bets, and every seat's cards in order.

    After them come the board cards that lie there before anybody bets, where the game has such.
    """

    line: int
    cards: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    board: tuple[Card, ...] = ()


class Shuffle(Struct, frozen=True):
    """``shuffle``: first riffle and forced bets only; on a street the stub alone."""

    line: int


class DealCard(Struct, frozen=True):
    """``card SEAT [CARD] [exposed]``."""

    line: int
    seat: int
    card: Card | None = None
    exposed: bool = False


class Stuck(Struct, frozen=True):
    """``stuck SEAT``: two cards leave the deck together."""

    line: int
    seat: int


class Expose(Struct, frozen=True):
    """``expose SEAT [CARD]``: a card at the seat turns up through the dealer's fault."""

    line: int
    seat: int
    card: Card | None = None


class BurnCard(Struct, frozen=True):
    """``burn``: one card off the deck to the burn pile."""

    line: int


class BoardCards(Struct, frozen=True):
    """``board CARDS``: cards to the board, no burn of its own; none named are those that are due."""

    line: int
    cards: tuple[Card, ...]


class StreetCards(Struct, frozen=True):
    """``flop [CARDS]``, ``turn [CARD]``, ``river [CARD]``: a burn, then the board."""

    line: int
    street: Street
    cards: tuple[Card, ...] = ()


class PlayTo(Struct, frozen=True):
    """``to flop`` … ``to showdown``: everyone checks or calls in turn until that street's cards are out."""

    line: int
    street: Street


class Boxed(Struct, frozen=True):
    """``boxed [SEAT] [CARD]``: a card face up in the deck."""

    line: int
    seat: int | None = None
    card: Card | None = None


class Foreign(Struct, frozen=True):
    """``foreign SEAT``: a tag of no registered deck lies at the seat."""

    line: int
    seat: int


class Duplicate(Struct, frozen=True):
    """``duplicate SEAT CARD``: a second card of one name."""

    line: int
    seat: int
    card: Card


class Missing(Struct, frozen=True):
    """``missing CARD``: a deck count lacks the card."""

    line: int
    card: Card


class TakeCards(Struct, frozen=True):
    """``muck SEAT``: the dealer takes the seat's cards into the muck."""

    line: int
    seat: int


class PutPuck(Struct, frozen=True):
    """``puck SEAT``: the dealer button is put down there."""

    line: int
    seat: int


class Wait(Struct, frozen=True):
    """``wait SECONDS``."""

    line: int
    wait_s: float


class Race(Struct, frozen=True):
    """``race DENOMINATION [SEAT=CARD …]``: the cards drawn, in the order dealt; a deck's if none is named."""

    line: int
    denomination: int
    drawn: tuple[tuple[int, Card], ...] = ()


class Lost(Struct, frozen=True):
    """``lost SEAT CHIPS``: chips of a stack are gone, and nobody says so."""

    line: int
    seat: int
    chips: Chips


class NextHand(Struct, frozen=True):
    """``next hand``: the finished hand is put away, button and blinds move on."""

    line: int


class Sit(Struct, frozen=True):
    """``sit SEAT STACK [new|moved]``."""

    line: int
    seat: int
    stack_chips: int
    entry: Literal["new", "moved"] = "new"


class Stand(Struct, frozen=True):
    """``stand SEAT``."""

    line: int
    seat: int


class Level(Struct, frozen=True):
    """``level SMALL BIG [ANTE]``; no ante named is no ante, as in the header."""

    line: int
    small_chips: int
    big_chips: int
    ante_chips: int = 0


class Game(Struct, frozen=True):
    """``game VARIANT [key=value …]``: None or 0 where the line does not name it."""

    line: int
    variant: str
    ante_chips: int | None = None
    bring_in_chips: int | None = None
    small_blind_chips: int = 0
    big_blind_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    ante_mode: Literal["all", "bb"] | None = None


class Penalty(Struct, frozen=True):
    """``penalty SEAT HANDS``."""

    line: int
    seat: int
    hands: int


class Change(Struct, frozen=True):
    """``change SEAT CHIPS``: the seat will post or push with these chips."""

    line: int
    seat: int
    chips: Chips


class Hidden(Struct, frozen=True):
    """``hidden SEAT CHIPS``: chips that were not in sight come to light."""

    line: int
    seat: int
    chips: Chips


class ReturnTo(Struct, frozen=True):
    """``return SEAT``: what is due back to the seat goes back, as ``return-chips SEAT`` asks."""

    line: int
    seat: int


class PushTo(Struct, frozen=True):
    """``push SEAT``: what the seat has won is pushed to it, as ``push-pot SEAT`` asks."""

    line: int
    seat: int


class MakeChange(Struct, frozen=True):
    """``make change SEAT``: the pot is changed so that the seat's part can be pushed."""

    line: int
    seat: int


class Floor(Struct, frozen=True):
    """``floor OPTION [key=value …]``."""

    line: int
    option: str
    arguments: tuple[tuple[str, str], ...] = ()


class Plain(Struct, frozen=True):
    """``3: raises to 1600`` and the like, said and done correctly; `to_chips` for ``bets`` and ``raises``."""

    line: int
    seat: int
    kind: PlainKind
    to_chips: int = 0


class Says(Struct, frozen=True):
    """``3: says "raise 800"``: only words."""

    line: int
    seat: int
    word: Word
    amount_chips: int | None
    text: str


class Pushes(Struct, frozen=True):
    """``3: pushes 1000 2x500``: one motion, no word."""

    line: int
    seat: int
    chips: Chips


class Pulls(Struct, frozen=True):
    """``3: pulls 2x25``."""

    line: int
    seat: int
    chips: Chips


class FoldsSilently(Struct, frozen=True):
    """``3: folds silently``: cards into the muck without a word."""

    line: int
    seat: int


class Shows(Struct, frozen=True):
    """``3: shows`` tables the hand, ``3: shows Ah`` one card."""

    line: int
    seat: int
    card: Card | None = None


class Mucks(Struct, frozen=True):
    """``3: mucks``: discards face down at showdown."""

    line: int
    seat: int


class Discards(Struct, frozen=True):
    """``3: discards KhQd``, ``3: discards 2``, ``3: stands pat``: so many cards are thrown away in a draw."""

    line: int
    seat: int
    count: int
    cards: tuple[Card, ...] = ()


CardStep: TypeAlias = (
    Deal
    | Shuffle
    | DealCard
    | Stuck
    | Expose
    | BurnCard
    | BoardCards
    | StreetCards
    | PlayTo
    | Boxed
    | Foreign
    | Duplicate
    | Missing
    | TakeCards
)
ChipStep: TypeAlias = Change | Hidden | Race | Lost | ReturnTo | PushTo | MakeChange
RoomStep: TypeAlias = (
    PutPuck
    | Wait
    | NextHand
    | Sit
    | Stand
    | Level
    | Game
    | Penalty
    | ChipStep
    | Announced
    | Gathers
    | CallsTime
    | Floor
)
TableStep: TypeAlias = CardStep | RoomStep

PlayerStep: TypeAlias = Plain | Says | Pushes | Pulls | FoldsSilently | Shows | Mucks | Discards | Conducts

Step: TypeAlias = TableStep | PlayerStep | Expectation
"""One line of a script."""

"""What is done at a table, one frozen value an act: the script's side of every player.

The interpreter names acts; a player carries them out. Whoever names them keeps the books: an act
moves only cards and chips that lie where it takes them from. Amounts are whole chips, seats are numbers.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import Zone
from table_controller.vocabulary.events import Conduct, Turn, Word


class Riffle(Struct, frozen=True):
    """All cards, also those on the table, are gathered and shuffled."""


class PutAway(Struct, frozen=True):
    """The cards and all-in buttons of the finished hand are gathered.

    `stacks` and `middle_chips` are what lies on the table then, for a player who tells events; trays count themselves.
    """

    stacks: tuple[tuple[int, int], ...] = ()
    middle_chips: int = 0


class DealCard(Struct, frozen=True):
    """The next card off the deck, which is `card`, goes to a seat; `exposed`: it turns up on the way.

    `up`: in stud, it is dealt face up.
    """

    seat: int
    card: Card
    exposed: bool = False
    up: bool = False


class DealStuck(Struct, frozen=True):
    """Two cards leave the deck as one and go to a seat."""

    seat: int
    cards: tuple[Card, Card]


class LayStrange(Struct, frozen=True):
    """A card that no card of the deck can be comes to a seat; with `card` it is a second one of that name."""

    seat: int
    card: Card | None = None


class FindBoxed(Struct, frozen=True):
    """A card lies face up in the deck; the dealer puts it aside and says so. `seat` is where it was due."""

    seat: int | None
    card: Card


class CountDeck(Struct, frozen=True):
    """The deck is counted, and these cards are not there."""

    missing: tuple[Card, ...]


class Burn(Struct, frozen=True):
    """The next card off the deck goes to the burn pile."""

    card: Card


class Board(Struct, frozen=True):
    """The next cards off the deck go face up to the middle, spread in one motion."""

    cards: tuple[Card, ...]


class ReturnCards(Struct, frozen=True):
    """Cards that lie on the felt go back into the deck, which is shuffled without the others."""

    cards: tuple[Card, ...]


class ShuffleIn(Struct, frozen=True):
    """Discards are shuffled into the stub, and the dealer says so: of the muck an antenna sees the top."""

    cards: tuple[Card, ...]


class ShuffleStub(Struct, frozen=True):
    """The dealer shuffles what is left of the deck in the middle of a hand, and says so."""


class LayWithBurns(Struct, frozen=True):
    """A card of the board is moved to the burn pile: the floor picked it."""

    card: Card


class Muck(Struct, frozen=True):
    """Cards of a seat slide face down to the discards: given up, or taken in `by_dealer`."""

    seat: int
    cards: tuple[Card, ...]
    by_dealer: bool = False


class HandOver(Struct, frozen=True):
    """Cards of a hand slide to a seat: another player's, or back out of the muck to where they were dealt."""

    cards: tuple[Card, ...]
    to_seat: int


class TableHand(Struct, frozen=True):
    """A player turns all cards of the seat up."""

    seat: int


class ShowCard(Struct, frozen=True):
    """One card of a seat turns up, through the player or `by_dealer`."""

    seat: int
    card: Card
    by_dealer: bool = False


class MakeChange(Struct, frozen=True):
    """The chips of a stack, a bet or the pot become these, at equal value."""

    zone: Zone
    chips: Chips


class Push(Struct, frozen=True):
    """Chips go forward in one motion; with `allin_button` the dealer first puts that button down at the seat."""

    seat: int
    chips: Chips
    allin_button: bool = False


class Find(Struct, frozen=True):
    """Chips that were out of sight come to light at a seat: they lie with its stack now."""

    seat: int
    chips: Chips


class Race(Struct, frozen=True):
    """A denomination leaves play: the cards drawn for the odd chips, in the order dealt."""

    denomination: int
    drawn: tuple[tuple[int, Card], ...]


class Restack(Struct, frozen=True):
    """A stack is exchanged, filled or cut: these chips stand there then."""

    seat: int
    chips: Chips


class Lose(Struct, frozen=True):
    """Chips of a stack are gone, and nobody says so."""

    seat: int
    chips: Chips


class CountStacks(Struct, frozen=True):
    """What lies in these stacks is looked at, for a player who tells events; trays count themselves."""

    stacks: tuple[tuple[int, int], ...]


class TakeBack(Struct, frozen=True):
    """Chips in front of a seat go back to its stack: the player's doing, or the dealer's return."""

    seat: int
    chips: Chips


class Gather(Struct, frozen=True):
    """The dealer draws chips in front of a seat into the pot."""

    seat: int
    chips: Chips


class PushPot(Struct, frozen=True):
    """The dealer moves chips out of the middle to a winner's stack."""

    seat: int
    chips: Chips


class Say(Struct, frozen=True):
    """A player speaks before the chips move; `text` holds the very words where they matter."""

    seat: int
    word: Word
    amount_chips: int | None = None
    text: str = ""


class Ask(Struct, frozen=True):
    """A player asks for the count of the chips of seat `about`, or to see its hand."""

    seat: int
    what: Literal["count", "show"]
    about: int


class ComeOrGo(Struct, frozen=True):
    """A player leaves the seat for a while, or is back; `near`: up, but beside the chair."""

    seat: int
    here: bool
    near: bool = False


class Behave(Struct, frozen=True):
    """A player uses a device, or carries the cards off the table; or others suspect the hand."""

    seat: int
    what: Conduct


class Tell(Struct, frozen=True):
    """The room tells the table: the bubble, its end, another dealer, a break; what is due comes `in_s` from now."""

    what: Turn
    in_s: int = 0


class Punish(Struct, frozen=True):
    """The floor gives a player a penalty of so many hands."""

    seat: int
    hands: int


class AskClock(Struct, frozen=True):
    """A player asks for the clock on the player to act, or, seat None, the floor calls it."""

    seat: int | None


class PutPuck(Struct, frozen=True):
    """The dealer button is put down at a seat."""

    seat: int


class Wait(Struct, frozen=True):
    """Nothing is done for so long."""

    wait_s: float


class Sit(Struct, frozen=True):
    """A player takes a seat with these chips: a new entry, or moved from a broken table."""

    seat: int
    name: str
    chips: Chips
    entry: Literal["new", "moved"]


class Stand(Struct, frozen=True):
    """A player gives up a seat and takes the chips away."""

    seat: int


class AnnounceLevel(Struct, frozen=True):
    """New blinds and ante are called out."""

    small_chips: int
    big_chips: int
    ante_chips: int


class ChooseGame(Struct, frozen=True):
    """Another game is called out for the next hands; None or 0: as it was."""

    variant: str
    ante_chips: int | None = None
    bring_in_chips: int | None = None
    small_blind_chips: int = 0
    big_blind_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    ante_mode: Literal["all", "bb"] | None = None


class FloorPicks(Struct, frozen=True):
    """The floor decides the open case by one of its options, or the dealer one that is only a question to him."""

    option: str
    arguments: tuple[tuple[str, str], ...] = ()
    role: Literal["floor", "dealer"] = "floor"


DeckAct: TypeAlias = DealStuck | LayStrange | FindBoxed | CountDeck
"""What is done with a card or a deck that is not as it should be."""
BoardAct: TypeAlias = Burn | Board | ReturnCards | LayWithBurns | ShuffleIn | ShuffleStub
"""What is done with the cards in the middle."""
HandAct: TypeAlias = Muck | HandOver | TableHand | ShowCard
"""What is done with the cards of a hand."""
CardAct: TypeAlias = Riffle | PutAway | DealCard | BoardAct | HandAct | DeckAct
StackAct: TypeAlias = Race | Restack | Lose | CountStacks
"""What happens to stacks between two hands, or unseen."""
ChipAct: TypeAlias = MakeChange | Push | Find | TakeBack | Gather | PushPot | StackAct
PeopleAct: TypeAlias = ComeOrGo | Behave | Tell | Punish | AskClock
"""What people see of each other and tell the table."""
RoomAct: TypeAlias = Say | Ask | PutPuck | Wait | Sit | Stand | PeopleAct | AnnounceLevel | ChooseGame | FloorPicks
"""What people say, decide or wait for, and who sits where."""

Act: TypeAlias = CardAct | ChipAct | RoomAct

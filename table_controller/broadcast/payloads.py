"""What the `data` of each public message holds: the source of schemas and of AsyncAPI.

A class is a message type: `ChipsPushed` travels as ``chips_pushed``. Nothing here can hold a card's
handle, and only what the engine made of an event can hold a card.

A name says what it counts: ``…_seat`` is a seat, ``…_chips`` an amount in chips of one, ``…_s`` seconds, ``…_n`` the
number of a message. `chips` alone are the physical chips, pairs of denomination and count, `total` their worth.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from hashlib import sha256
from typing import Annotated, Final, Literal, Protocol, TypeAlias, get_args

from msgspec import Meta, Struct

from firmware_bridge.vocabulary.cards import Card
from table_controller.vocabulary.events import When, Word
from table_controller.vocabulary.outcomes import ActKind


class Titles(Protocol):
    """What something is called, by code of the language: English, and the language of the table."""

    def __call__(self, code: str, group: str = "finding", cause: str = "") -> dict[str, str]:
        """A topic of findings, or what the floor may choose (``option``) in a case of this cause."""


Seat = Annotated[int, Meta(ge=1, le=10, description="Number of a seat, clockwise from the dealer's left.")]
AmountChips = Annotated[int, Meta(ge=0, description="An amount, in chips of one.")]
CardName = Annotated[Card, Meta(pattern="^[2-9TJQKA][cdhs]$", description="A card: rank, then suit, such as `Ah`.")]
Denomination = Annotated[int, Meta(ge=1, description="What one chip of a kind is worth.")]
Lot = Annotated[
    tuple[Denomination, Annotated[int, Meta(ge=1, description="How many chips of it.")]],
    Meta(description="Chips of one denomination: the denomination, then how many."),
]
Chips = Annotated[tuple[Lot, ...], Meta(description="Physical chips by denomination, highest first.")]
Total = Annotated[int, Meta(ge=0, description="What these chips are worth together, in chips of one.")]
Name = Annotated[str, Meta(description="The player's name, cleaned: text and nothing that steers a terminal.")]
PlayerId = Annotated[
    str,
    Meta(description="Stands for the player at any seat: his name in `a-z`, `0-9` and `-`; one name, one id."),
]
BigBlind = Annotated[int, Meta(ge=0, description="The big blind, in chips of one.")]
SmallBlind = Annotated[int, Meta(ge=0, description="The small blind, in chips of one.")]
NotNegative = Annotated[int, Meta(ge=0)]
Ante = Annotated[int, Meta(ge=0, description="The ante, in chips of one; 0 if there is none.")]
Variant = Annotated[str, Meta(description="The game as a PHH code, such as `NT` (no-limit Texas hold'em).")]
Facts = Annotated[
    dict[str, int | str],
    Meta(description="Numbers and codes behind it, by name; the names say what they count, as everywhere."),
]
Title = Annotated[
    dict[str, str],
    Meta(description="What it is called, by language: `en`, and the table's language where that is another one."),
]
Book = Annotated[str, Meta(description="Id of the rulebook; `house` for a house rule.")]
Rule = Annotated[str, Meta(description="The rule as printed in the book, such as `45-A`.")]
Topic = Annotated[str, Meta(description="What kind of irregularity it is, as a code, such as `undercall`.")]
Arguments = Annotated[dict[str, str], Meta(description="What the floor chose it with, by name, such as `seat`.")]
CaseRuled = Annotated[
    int | None,
    Meta(description="The `case` that it names, as in `state`; null if it names none: then the table knew which."),
]
Role = Annotated[str, Meta(description="Who ruled: `floor`, or `dealer` where the rule lets the dealer decide.")]
Numbers = Annotated[tuple[int, ...], Meta(description="The `n` of the messages that it is about.")]
StreetName = Annotated[
    str, Meta(description="A street of the game, such as `preflop`, `flop`, `turn` or `river`; or `showdown`.")
]
Label = Annotated[
    str, Meta(description="What the hand is, in English, such as `Full house`; empty if it was not shown.")
]
HalfOfPot = Annotated[
    Literal["", "high", "low"],
    Meta(description="Which half of the pot it is of, where high and low hands share it; else empty."),
]


class PlayerAt(Struct, frozen=True):
    """A player as the table is opened."""

    seat: Seat
    player: PlayerId
    name: Name
    stack_chips: Annotated[int, Meta(ge=0, description="Chips in front of the player, in chips of one.")]


class SeatStack(Struct, frozen=True):
    """How much lies behind at a place."""

    seat: Seat
    stack_chips: Annotated[int, Meta(ge=0, description="Chips behind, in chips of one.")]


class TableOpened(Struct, frozen=True):
    """The table is set up."""

    rulebook: Book
    variant: Variant
    seat_count: Annotated[int, Meta(ge=2, le=10, description="How many seats the table has.")]
    players: Annotated[tuple[PlayerAt, ...], Meta(description="Who sits there, by seat.")]
    denominations: Annotated[tuple[Denomination, ...], Meta(description="The chips in play, lowest first.")]
    small_blind_chips: SmallBlind
    big_blind_chips: BigBlind
    ante_chips: Ante
    button_seat: Annotated[int, Meta(description="Where the dealer button lies for the first hand.")]


class Riffled(Struct, frozen=True):
    """The deck is shuffled for a hand."""


class HandPutAway(Struct, frozen=True):
    """The finished hand is gathered."""


class CardDealt(Struct, frozen=True):
    """A card came to a seat; nobody outside learns which."""

    seat: Seat
    exposed: Annotated[bool, Meta(description="Whether it fell face up.")]


class HoleCardDealt(Struct, frozen=True):
    """A card came to a seat, and it is this one: in place of `card_dealt` where its key was released."""

    seat: Seat
    exposed: Annotated[bool, Meta(description="Whether it fell face up.")]
    card: Annotated[str, Meta(description="The card: rank and suit, such as `Ah`.")]


class CardBurned(Struct, frozen=True):
    """A card was burned."""


class CardBoarded(Struct, frozen=True):
    """A card came to the board; `board_named` says which."""


class CardsMucked(Struct, frozen=True):
    """Cards lie in the muck: a seat's hand, or cards of nobody."""

    seat: Annotated[int | None, Meta(description="Whose hand it was; null for cards of nobody.")]
    card_count: Annotated[int, Meta(ge=0, description="How many cards.")]


class CardStrayed(Struct, frozen=True):
    """A card lies where the hand has no use for it."""

    zone: Annotated[str, Meta(description="Where: `seat:3`, `board`, `burn`, `muck` or `stub`.")]


class HandTabled(Struct, frozen=True):
    """A player turned all cards face up; `hand_shown` says which."""

    seat: Seat


class CardShown(Struct, frozen=True):
    """One card of a seat was turned face up."""

    seat: Seat
    by_dealer: Annotated[bool, Meta(description="Whether the dealer turned it, and not the player.")]


class ChipsPushed(Struct, frozen=True):
    """A seat put chips forward in one motion."""

    seat: Seat
    chips: Chips
    total: Total


class ChipsTakenBack(Struct, frozen=True):
    """Chips in front of a seat went back to its stack."""

    seat: Seat
    chips: Chips
    total: Total


class BetsGathered(Struct, frozen=True):
    """Chips in front of a seat went into the pot."""

    seat: Seat
    chips: Chips
    total: Total


class PotPushed(Struct, frozen=True):
    """Chips of the pot went to a seat."""

    seat: Seat
    chips: Chips
    total: Total


class StackCounted(Struct, frozen=True):
    """A stack was read afresh."""

    seat: Seat
    chips: Chips
    total: Total


class HiddenChipsFound(Struct, frozen=True):
    """Chips of a seat that nobody had seen came to light; they lie with its stack."""

    seat: Seat
    chips: Chips
    total: Total


class Declared(Struct, frozen=True):
    """A player said something."""

    seat: Seat
    word: Annotated[Word, Meta(description="What was said; `number` is an amount alone, `other` none of these.")]
    amount_chips: Annotated[
        int | None, Meta(description="The amount that was said, in chips of one; null if none was.")
    ]
    when: Annotated[When, Meta(description="Whether it came before, with or after the player's chips.")]
    text: Annotated[str, Meta(description="The words themselves, if the dealer keyed them; 200 characters at most.")]


class Asked(Struct, frozen=True):
    """A player asked the dealer for something."""

    seat: Seat
    what: Annotated[Literal["count", "show"], Meta(description="To count another stack, or to show another hand.")]
    about_seat: Annotated[int | None, Meta(description="Whose; null if nobody's in particular.")]


class PuckPlaced(Struct, frozen=True):
    """The dealer button was put down."""

    seat: Seat


class AllInButtonPlaced(Struct, frozen=True):
    """The all-in button was put down, or taken away."""

    seat: Seat
    down: Annotated[bool, Meta(description="False if it was taken away.")]


class PlayerSat(Struct, frozen=True):
    """A player took a seat."""

    seat: Seat
    player: PlayerId
    name: Name
    stack_chips: Annotated[int, Meta(ge=0, description="Chips that came along, in chips of one.")]
    entry: Annotated[Literal["new", "moved"], Meta(description="A new entry, or moved from another table.")]


class PlayerLeft(Struct, frozen=True):
    """A player gave up a seat."""

    seat: Seat


class LevelAnnounced(Struct, frozen=True):
    """New blinds and ante, from the next hand."""

    small_blind_chips: SmallBlind
    big_blind_chips: BigBlind
    ante_chips: Ante


class GameChosen(Struct, frozen=True):
    """Another game, from the next hand; `state` has its stakes once it is there."""

    variant: Variant
    ante_chips: Annotated[
        NotNegative | None, Meta(description="An ante of this game alone, in chips of one; null: that of the table.")
    ]
    bring_in_chips: Annotated[
        NotNegative | None,
        Meta(description="A bring-in of this game alone, in chips of one; null: that of the table, if any."),
    ]


class FloorRuled(Struct, frozen=True):
    """The floor chose an option; a `ruling` of the topic `finding` says the same beside its case."""

    option: Annotated[str, Meta(description="The option by its name, such as `complete-call`.")]
    arguments: Arguments
    role: Role
    case: CaseRuled


class FloorCalled(Struct, frozen=True):
    """The dealer calls the floor to the table, or needs it no more."""

    calling: Annotated[bool, Meta(description="False if the call is taken back.")]


class Undone(Struct, frozen=True):
    """Messages are taken back: what they told did not happen, nor what came of it. A state follows."""

    ns: Numbers


class Redone(Struct, frozen=True):
    """Messages that were taken back stand again. A state follows."""

    ns: Numbers


class HandBegan(Struct, frozen=True):
    """A hand begins."""

    hand: Annotated[int, Meta(ge=1, description="Its number at this table.")]
    button_seat: Seat
    small_blind_seat: Annotated[int | None, Meta(description="Who posts it; null if nobody does.")]
    big_blind_seat: Seat
    seats: Annotated[tuple[Seat, ...], Meta(description="The seats that are dealt in.")]
    stacks: Annotated[tuple[SeatStack, ...], Meta(description="Their stacks, before any forced bet.")]


class ForcedBetPosted(Struct, frozen=True):
    """A seat's ante or blind is in."""

    seat: Seat
    kind: Annotated[Literal["ante", "small-blind", "big-blind", "bring-in"], Meta(description="Which forced bet.")]
    amount_chips: Annotated[
        int, Meta(ge=0, description="What was put in, in chips of one; less than due if it is all.")
    ]


class ActRuled(Struct, frozen=True):
    """A seat's act counts as this."""

    seat: Seat
    kind: Annotated[
        ActKind, Meta(description="What it counts as; an all-in is a bet, raise or call wherever it is one.")
    ]
    to_chips: Annotated[int, Meta(ge=0, description="The seat's total for the round by now, in chips of one.")]
    all_in: Annotated[bool, Meta(description="Whether nothing is left behind.")]


class StreetOpened(Struct, frozen=True):
    """A street's cards are out."""

    street: StreetName


class BoardNamed(Struct, frozen=True):
    """Board cards became known."""

    cards: Annotated[tuple[CardName, ...], Meta(description="In the order dealt; only those that are new.")]


class BetReturned(Struct, frozen=True):
    """The part of a seat's bet that nobody matched goes back."""

    seat: Seat
    amount_chips: AmountChips


class HandShown(Struct, frozen=True):
    """A seat's tabled hand became known."""

    seat: Seat
    cards: Annotated[tuple[CardName, ...], Meta(description="Its cards.")]
    label: Label


class CardsDrawn(Struct, frozen=True):
    """A seat has discarded cards in a draw."""

    seat: Seat
    card_count: Annotated[int, Meta(ge=0, le=5, description="How many, all in all; 0 if it stands pat.")]


class PotAwarded(Struct, frozen=True):
    """A pot, or a share of it, goes to a seat."""

    pot: Annotated[int, Meta(ge=0, description="Number of the pot: 0 is the main pot, then the side pots.")]
    seat: Seat
    amount_chips: AmountChips
    label: Label
    half: HalfOfPot


class HandSettled(Struct, frozen=True):
    """The hand is over; told again if the floor gives chips away that were found afterwards."""

    hand: Annotated[int, Meta(ge=1, description="Its number at this table.")]
    stacks: Annotated[tuple[SeatStack, ...], Meta(description="The stacks of all seats, pots included.")]


class DealVoided(Struct, frozen=True):
    """A misdeal: the deal does not count and is done again."""

    hand: Annotated[int, Meta(ge=1, description="The hand whose deal it was.")]


class HandVoided(Struct, frozen=True):
    """The hand does not count: all bets went back."""

    hand: Annotated[int, Meta(ge=1, description="Its number at this table.")]


class Corrected(Struct, frozen=True):
    """What people put right. Outcomes that are told again after it stand for those that they put right."""

    what: Annotated[Literal["stack", "bet", "card", "seat", "word"], Meta(description="What was put right.")]
    seat: Annotated[int | None, Meta(description="Whose; null for a card of the board.")]
    before_chips: Annotated[int, Meta(description="What a stack, or a bet of the round, was, in chips of one; else 0.")]
    now_chips: Annotated[int, Meta(description="What it is, in chips of one; else 0.")]
    before: Annotated[str, Meta(description="The public card, or the word, that it was; else empty.")]
    now: Annotated[str, Meta(description="The card, or the word, that it is; else empty.")]
    place: Annotated[str, Meta(description="Where the card lies, such as `board`; else empty.")]
    to_seat: Annotated[int | None, Meta(description="The right seat, if a card or an act was told of the wrong one.")]


class Gap(Struct, frozen=True):
    """Messages were not sent: the backlog outgrew its bound. A state follows."""

    first_n: Annotated[int, Meta(ge=1, description="The first `n` that will not come.")]
    last_n: Annotated[int, Meta(ge=1, description="The last one.")]


class FloorOption(Struct, frozen=True):
    """A choice that the floor has."""

    name: Annotated[str, Meta(description="Its name, such as `complete-call`.")]
    facts: Facts


class Finding(Struct, frozen=True):
    """A rule spoke about an event."""

    topic: Topic
    title: Title
    seat: Annotated[int | None, Meta(description="Whose act it is about; null if nobody's in particular.")]
    book: Book
    rule: Rule
    facts: Facts
    options: Annotated[tuple[FloorOption, ...], Meta(description="What the floor may choose; empty if nothing.")]
    stops_play: Annotated[bool, Meta(description="Whether the hand waits for the floor.")]


class Ruling(Struct, frozen=True):
    """The floor's choice in the open case."""

    option: Annotated[str, Meta(description="The option by its name, such as `complete-call`.")]
    arguments: Arguments
    role: Role
    case: CaseRuled


class Acknowledgement(Struct, frozen=True):
    """How far a recorder has the messages of a stream."""

    epoch: Annotated[str, Meta(description="The journal that it speaks of: one of another epoch is ignored.")]
    n: Annotated[int, Meta(ge=0, description="It has all events up to this one.")]
    index: Annotated[
        int | None,
        Meta(description="And the findings of `n` up to this one; -1 for none yet. Left out: it keeps no findings."),
    ] = None


class ReplayRequest(Struct, frozen=True, rename={"first_n": "from", "last_n": "to"}):
    """What a recorder misses of a stream."""

    epoch: Annotated[str, Meta(description="The journal that it speaks of: one of another epoch is ignored.")]
    stream: Annotated[Literal["live", "delayed"], Meta(description="The stream.")]
    first_n: Annotated[int, Meta(ge=1, description="The first `n` that it misses.")]
    last_n: Annotated[int, Meta(ge=1, description="The last one.")]


EventPayload: TypeAlias = (
    TableOpened
    | Riffled
    | HandPutAway
    | CardDealt
    | CardBurned
    | CardBoarded
    | CardsMucked
    | CardStrayed
    | HandTabled
    | CardShown
    | ChipsPushed
    | ChipsTakenBack
    | BetsGathered
    | PotPushed
    | StackCounted
    | Declared
    | Asked
    | HiddenChipsFound
    | PuckPlaced
    | AllInButtonPlaced
    | PlayerSat
    | PlayerLeft
    | LevelAnnounced
    | GameChosen
    | FloorRuled
    | FloorCalled
    | Undone
    | Redone
    | Gap
    | HandBegan
    | ForcedBetPosted
    | ActRuled
    | StreetOpened
    | BoardNamed
    | BetReturned
    | HandShown
    | CardsDrawn
    | PotAwarded
    | HandSettled
    | DealVoided
    | HandVoided
    | Corrected
)
"""The `data` of messages on the topic ``ev``."""

FindingPayload: TypeAlias = Finding | Ruling
"""The `data` of messages on the topic ``finding``."""

EV_TYPES: Final[tuple[type, ...]] = get_args(EventPayload)
DELAYED_EV_TYPES: Final[tuple[type, ...]] = (HoleCardDealt, *EV_TYPES)
"""What travels in the delayed stream."""
FINDING_TYPES: Final[tuple[type, ...]] = (Finding, Ruling)

LONGEST_ID: Final = 40
"""Characters of a player's id: it may become a level of a topic."""

VERSIONS: Final[dict[str, int]] = {"state": 6, "delayed_state": 6, "floor_ruled": 2, "ruling": 2}
"""The version of each message type that is not at its first: a step for every change that a client may notice."""


@cache
def type_name(kind: type) -> str:
    """The name under which a message of this class travels: ``chips_pushed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def version_of(name: str) -> int:
    """The version of a message type, by the name under which it travels."""
    return VERSIONS.get(name, 1)


def untitled(code: str, group: str = "finding", cause: str = "") -> dict[str, str]:
    """The code in place of its title, where nobody has words for it."""
    del group, cause
    return {"en": code.replace("-", " ")}


def player_id(name: str) -> str:
    """The name in ``a-z``, ``0-9`` and ``-``: ``José Núñez`` is ``jose-nunez``; empty for nobody.

    A name in other letters has eight hexadecimal digits of its hash, so that it is the same at every table, too.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    found = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_ID]
    return found or (sha256(name.encode()).hexdigest()[:8] if name else "")

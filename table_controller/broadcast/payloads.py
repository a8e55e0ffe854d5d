"""What the `data` of each public message holds: the source of schemas and of AsyncAPI.

A class is a message type: `ChipsPushed` travels as ``chips_pushed``. Nothing here can hold a card's
handle, and only outcomes can hold a card. Chips are (denomination, count) pairs; amounts are in chips
of one; seats are numbers.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias, get_args

from msgspec import Struct

from firmware_bridge.vocabulary.chips import Chips
from table_controller.vocabulary.events import Word
from table_controller.vocabulary.findings import Fact, Option
from table_controller.vocabulary.outcomes import Outcome


class PlayerAt(Struct, frozen=True):
    """A player as the table is opened."""

    seat: int
    name: str
    stack: int


class TableOpened(Struct, frozen=True):
    """The table is set up; `rulebook` is the id of a manifest, `variant` a PHH code."""

    rulebook: str
    variant: str
    seats: int
    players: tuple[PlayerAt, ...]
    denominations: tuple[int, ...]
    small_blind: int
    big_blind: int
    ante: int
    button: int


class Riffled(Struct, frozen=True):
    """The deck is shuffled for a hand."""


class HandPutAway(Struct, frozen=True):
    """The finished hand is gathered."""


class CardDealt(Struct, frozen=True):
    """A card came to a seat; `exposed` if it fell face up."""

    seat: int
    exposed: bool


class CardBurned(Struct, frozen=True):
    """A card was burned."""


class CardBoarded(Struct, frozen=True):
    """A card came to the board; `board_named` says which."""


class CardsMucked(Struct, frozen=True):
    """So many cards lie in the muck: a seat's hand, or cards of nobody."""

    seat: int | None
    count: int


class CardStrayed(Struct, frozen=True):
    """A card lies where the hand has no use for it."""

    zone: str


class HandTabled(Struct, frozen=True):
    """A player turned all cards face up; `hand_shown` says which."""

    seat: int


class CardShown(Struct, frozen=True):
    """One card of a seat was turned face up."""

    seat: int
    by_dealer: bool


class ChipsPushed(Struct, frozen=True):
    """A seat put chips forward in one motion."""

    seat: int
    chips: Chips
    total: int


class ChipsTakenBack(Struct, frozen=True):
    """Chips in front of a seat went back to its stack."""

    seat: int
    chips: Chips
    total: int


class BetsGathered(Struct, frozen=True):
    """Chips in front of a seat went into the pot."""

    seat: int
    chips: Chips
    total: int


class PotPushed(Struct, frozen=True):
    """Chips of the pot went to a seat."""

    seat: int
    chips: Chips
    total: int


class StackCounted(Struct, frozen=True):
    """A stack was read afresh."""

    seat: int
    chips: Chips
    total: int


class Declared(Struct, frozen=True):
    """A player said something; `when` is before, with or after the chips."""

    seat: int
    word: Word
    amount: int | None
    when: str
    text: str


class Asked(Struct, frozen=True):
    """A player asked the dealer for something about another seat: its ``count``, or to ``show`` its hand."""

    seat: int
    what: str
    about: int | None


class HiddenChipsFound(Struct, frozen=True):
    """Chips of a seat that nobody had seen came to light; they lie with its stack."""

    seat: int
    chips: Chips
    total: int


class PuckPlaced(Struct, frozen=True):
    """The dealer button was put down."""

    seat: int


class AllInButtonPlaced(Struct, frozen=True):
    """The all-in button was put down, or taken away."""

    seat: int
    down: bool


class PlayerSat(Struct, frozen=True):
    """A player took a seat; `entry` is ``new`` or ``moved``."""

    seat: int
    name: str
    stack: int
    entry: str


class PlayerLeft(Struct, frozen=True):
    """A player gave up a seat."""

    seat: int


class LevelAnnounced(Struct, frozen=True):
    """New blinds and ante, from the next hand."""

    small_blind: int
    big_blind: int
    ante: int


class FloorRuled(Struct, frozen=True):
    """The floor chose an option."""

    option: str
    arguments: tuple[tuple[str, str], ...]
    role: str


class FloorCalled(Struct, frozen=True):
    """The dealer calls the floor to the table, or needs it no more."""

    calling: bool


class Undone(Struct, frozen=True):
    """The messages of these numbers are taken back."""

    ns: tuple[int, ...]


class Redone(Struct, frozen=True):
    """The messages of these numbers were taken back and stand again."""

    ns: tuple[int, ...]


class Gap(Struct, frozen=True):
    """The messages `first_n` to `last_n` were not sent: the backlog outgrew its bound. A snapshot follows."""

    first_n: int
    last_n: int


class Finding(Struct, frozen=True):
    """A rule spoke: topic, book and rule as printed, seat, facts, and the floor's options if it has any."""

    topic: str
    seat: int | None
    book: str
    rule: str
    facts: tuple[Fact, ...]
    options: tuple[Option, ...]
    stops_play: bool


class Ruling(Struct, frozen=True):
    """The floor's choice in the open case."""

    option: str
    arguments: tuple[tuple[str, str], ...]
    role: str


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
    | FloorRuled
    | FloorCalled
    | Undone
    | Redone
    | Gap
    | Outcome
)
"""The `data` of messages on the topic ``ev``."""

FindingPayload: TypeAlias = Finding | Ruling
"""The `data` of messages on the topic ``finding``."""

EV_TYPES: Final[tuple[type, ...]] = get_args(EventPayload)  # the types of outcomes are among them
FINDING_TYPES: Final[tuple[type, ...]] = (Finding, Ruling)


def type_name(kind: type) -> str:
    """The name under which a message of this class travels: ``chips_pushed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()

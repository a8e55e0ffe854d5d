"""What happened at the table, or what someone told us: the only input of the engine.

Any event may come in any state: the table cannot refuse reality. Times are monotonic seconds.
Events that `inference` reads off the sensors and events that people key are the same types, so
a hand can be dealt by sensors, by keys, or by both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.observations import Handle
from table_controller.chip_events import ChipEvent
from table_controller.clock_events import TimeEvent
from table_controller.correction_events import CorrectionEvent
from table_controller.deck_events import DeckEvent
from table_controller.key_events import KeyEvent
from table_controller.panel_events import PanelEvent

Word: TypeAlias = Literal["fold", "check", "call", "bet", "raise", "number", "all-in", "pot", "other"]
"""What a player said, as the dealer keyed it."""

When: TypeAlias = Literal["before", "with", "after"]
"""Whether a word came before, with or after the chips."""


@dataclass(frozen=True, slots=True)
class SeatSetUp:
    """One player as the table is opened: seat number, name (already cleaned), chips in front."""

    seat: int
    name: str
    stack_chips: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is set up: who sits where with how much, the game, the limits, the button.

    `rulebook` is the id of a manifest, `variant` a PHH code (``NT``); `ante_mode` None leaves it
    to the rulebook. `button` is where the first hand's button lies. `house` holds house rules as
    (policy key, value as text) pairs. `small_bet_chips` and `big_bet_chips` are those of a limit game; 0: the big blind
    and twice the big blind. `language` is the code of the table's language (``it``); empty: none was chosen.
    """

    at_s: float
    rulebook: str
    variant: str
    seats: int
    players: tuple[SeatSetUp, ...]
    denominations: tuple[int, ...]
    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    ante_mode: Literal["all", "bb"] | None
    button: int
    house: tuple[tuple[str, str], ...] = ()
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class Riffled:
    """The first riffle of a hand (or of its replay after a misdeal); `amid`: keyed while a hand was under way."""

    at_s: float
    amid: bool = False


@dataclass(frozen=True, slots=True)
class HandPutAway:
    """The finished hand is gathered; button and blinds move on for the next one."""

    at_s: float


@dataclass(frozen=True, slots=True)
class CardDealt:
    """A card came off the deck to a seat, between `after_s` and `by_s`."""

    seat: int
    handle: Handle
    after_s: float
    by_s: float
    exposed: bool = False


@dataclass(frozen=True, slots=True)
class CardBurned:
    """A card came off the deck to the burn pile."""

    handle: Handle
    after_s: float
    by_s: float


@dataclass(frozen=True, slots=True)
class CardBoarded:
    """A card came off the deck to the board."""

    handle: Handle
    after_s: float
    by_s: float


@dataclass(frozen=True, slots=True)
class CardsMucked:
    """Cards of a seat (None: nobody's) lie in the muck, the whole hand is a fold; `keyed`: no reader saw them there."""

    seat: int | None
    handles: tuple[Handle, ...]
    at_s: float
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class CardStrayed:
    """A card lies where the hand has no use for it: on another seat, back on the board, in the stub."""

    handle: Handle
    zone: str
    at_s: float


@dataclass(frozen=True, slots=True)
class HandTabled:
    """A player turned all cards face up (the dealer's key)."""

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class CardShown:
    """A player or the dealer turned one card of a seat face up: a deliberate show, or an exposure.

    `card` is what was seen, when the dealer keyed it; it is recorded as told.
    """

    seat: int
    card: Card | None
    at_s: float
    by_dealer: bool = False


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """The bridge named a card that the engine ruled public."""

    handle: Handle
    card: Card
    at_s: float


@dataclass(frozen=True, slots=True)
class ChipsPushed:
    """A seat put these chips forward in one motion."""

    seat: int
    chips: Chips
    began_s: float
    at_s: float


@dataclass(frozen=True, slots=True)
class ChipsTakenBack:
    """Chips in front of a seat went back to its stack: by the player, or returned by the dealer."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class BetsGathered:
    """The dealer drew chips from in front of a seat into the pot."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class PotPushed:
    """Chips of the pot went to a seat."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class StackCounted:
    """What stands in a seat's stack was read afresh: at opening, or change was made unseen."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class Declared:
    """A player said something: ``raise`` with 1600 is "raise to 1600"; ``number`` is a bare amount.

    `amount_chips` is None where no amount was said or none is known (``"five"``: see `text`).
    """

    seat: int
    word: Word
    amount_chips: int | None
    when: When
    at_s: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asked the dealer for something: the ``count`` of the chips of seat `about`, or to see its hand."""

    seat: int
    what: Literal["count", "show"]
    about: int | None
    at_s: float


@dataclass(frozen=True, slots=True)
class HiddenChipsFound:
    """Chips of a seat that nobody had seen came to light; they lie with its stack now (the dealer's key)."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class PuckPlaced:
    """The dealer button was put down at a seat."""

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class AllInButtonPlaced:
    """The all-in button was put down in front of a seat, or taken away."""

    seat: int
    down: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class Answered:
    """The dealer answered a prompt of the inference, for example ``folded`` or ``still-there``."""

    prompt: str
    answer: str
    at_s: float


@dataclass(frozen=True, slots=True)
class PlayerSat:
    """A player took a seat between hands."""

    seat: int
    name: str
    stack_chips: int
    entry: Literal["new", "moved"]
    at_s: float


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player gave up a seat between hands."""

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class LevelAnnounced:
    """New blinds and ante, from the next hand."""

    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    at_s: float


@dataclass(frozen=True, slots=True)
class FloorRuled:
    """The floor chose one of the options of an open case."""

    option: str
    arguments: tuple[tuple[str, str], ...]
    role: str
    reason: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Undone:
    """Interpretations, declarations or rulings are taken back, by their event numbers in the journal.

    The engine never sees this one: the controller folds the hand again without them.
    """

    numbers: tuple[int, ...]
    at_s: float


_Elsewhere: TypeAlias = DeckEvent | ChipEvent | TimeEvent | PanelEvent | CorrectionEvent | KeyEvent

Event: TypeAlias = (
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
    | CardIdentified
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
    | Answered
    | PlayerSat
    | PlayerLeft
    | LevelAnnounced
    | FloorRuled
    | Undone
    | _Elsewhere
)

EVENTS: Vocabulary[Event] = Vocabulary("events", 1, *get_args(Event))

"""What happened at the table, or what someone told us: the only input of the engine.

Any event may come in any state: the table cannot refuse reality. Times are monotonic seconds.
Events that `inference` reads off the sensors and events that people key are the same types, so
a hand can be dealt by sensors, by keys, or by both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import Zone

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


# What is wrong with a card or a deck, and who comes and goes: mostly told by the dealer, for no antenna sees it.


Strangeness: TypeAlias = Literal["foreign", "other-deck", "duplicate"]
"""Of no registered deck, of a registered deck that is not in play, or a second card of one name."""

Conduct: TypeAlias = Literal["device", "cards-off", "review"]
"""What the dealer saw of a player: uses a telephone or the like, carries the cards off the table; or that others ask
for a look of the floor at this player's hand."""

Turn: TypeAlias = Literal[
    "bubble",
    "bubble-over",
    "new-dealer",
    "shuffler",
    "button-draw",
    "break",
    "break-over",
    "break-due",
    "level-due",
]
"""What changes around the table: play is hand for hand, or no more; another dealer sits down; the button of the
shuffling machine is pressed for the next hand; the first button is drawn for, a card face up to each player."""


@dataclass(frozen=True, slots=True)
class StrangeCardFound:
    """A card lies in a zone that no card of the deck in play can be."""

    zone: Zone
    kind: Strangeness
    at_s: float


@dataclass(frozen=True, slots=True)
class BoxedCardFound:
    """A card lay face up in the deck (the dealer's key); it was due to `seat`, None if not to a seat."""

    seat: int | None
    card: Card | None
    at_s: float


@dataclass(frozen=True, slots=True)
class DeckCounted:
    """The deck was counted, and these cards are not in it."""

    missing: tuple[Card, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class HandTaken:
    """The dealer took the cards of a seat into the muck, and its player had not given them up (the dealer's key).

    It may come before the cards are seen there or right after.
    """

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class PlayerWentAway:
    """A player left the seat and will come back; `near`: he stands beside it."""

    seat: int
    at_s: float
    near: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCameBack:
    """A player who was away sits at the seat again."""

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class ConductSeen:
    """What no antenna sees of a player (the dealer's key)."""

    seat: int
    what: Conduct
    at_s: float


@dataclass(frozen=True, slots=True)
class TableTold:
    """What the room tells the table; a break or a level that is due comes `in_s` seconds from now."""

    what: Turn
    at_s: float
    in_s: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """The floor gave a penalty of so many hands and rounds, the next ones; 0 of both is a warning."""

    seat: int
    hands: int
    at_s: float
    rounds: int = 0


PlayerEvent: TypeAlias = HandTaken | PlayerWentAway | PlayerCameBack | ConductSeen | TableTold | PenaltyGiven
DeckEvent: TypeAlias = StrangeCardFound | BoxedCardFound | DeckCounted | PlayerEvent


# What is done with chips between hands, and what the trays count: a chip race, the count at a hand's end.


@dataclass(frozen=True, slots=True)
class ChipsRaced:
    """A denomination leaves play by a chip race (the dealer's key).

    `drawn` are the cards in the order in which they were dealt, each with its seat; of several cards of a seat
    the best may stand for all.
    """

    denomination: int
    drawn: tuple[tuple[int, Card], ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class TraysCounted:
    """What the trays hold as a hand is put away: the stacks that are in sight and at rest, as (seat, chips) pairs.

    `middle_chips` lie in front of the seats and in the pot; None where a tray is out of sight or not at rest, so
    that no sum of the table can be made.
    """

    stacks: tuple[tuple[int, int], ...]
    middle_chips: int | None
    at_s: float


ChipEvent: TypeAlias = ChipsRaced | TraysCounted


# What time has to do with a hand: somebody asks for the clock, and a moment comes that the table waited for.


@dataclass(frozen=True, slots=True)
class ClockAsked:
    """A player asked for the clock on the player to act (the dealer's key); `seat` None: the floor calls it itself."""

    seat: int | None
    at_s: float


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A deadline of the table was reached: told by whoever runs the table, once its own clock says so."""

    at_s: float


TimeEvent: TypeAlias = ClockAsked | TimePassed


# What the dealer tells with the panel, or the same keys, that is no act of the game.


@dataclass(frozen=True, slots=True)
class FloorCalled:
    """The dealer calls the floor to the table, or (`calling` false) needs it no more."""

    calling: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class BuzzerMuted:
    """The dealer mutes the panel's buzzer, or lets it sound again."""

    muted: bool
    at_s: float


PanelEvent: TypeAlias = FloorCalled | BuzzerMuted


# What the dealer says of cards and chips that no sensor sees; and how sensors come to see what was said.


Way: TypeAlias = Literal["in", "back", "won"]
"""Chips that a seat owed went in, chips that it had coming went back to it, a pot that it won was pushed to it."""

_TOLD: Final = "told-"


def told_handle(number: int, at: int) -> Handle:
    """The handle of the card `at` (from 0) of those that event `number` tells of."""
    return Handle(f"{_TOLD}{number}-{at}")


def is_told(handle: Handle) -> bool:
    """Whether only keys have told of the card."""
    return handle.startswith(_TOLD)


@dataclass(frozen=True, slots=True)
class Move:
    """Chips of one seat, by value: which ones they were nobody has seen."""

    way: Way
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class CardsDealtByKey:
    """Cards came off the deck to these seats, in this order."""

    cards: tuple[tuple[int, Handle], ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class BoardByKey:
    """A card was burned, if `burned` is one, and then these came to the board."""

    burned: Handle | None
    cards: tuple[Handle, ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class ChipsMovedByKey:
    """Chips went where they were due; of what is not due any more, nothing moves."""

    moves: tuple[Move, ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class CardRecognised:
    """A reader sees a card that keys had told of: `handle` is the one that lies in the books as `told`."""

    told: Handle
    handle: Handle
    at_s: float


@dataclass(frozen=True, slots=True)
class TraysOutOfSight:
    """No tray sees the stacks or bets of these seats, `pot`: nor the pot; their chips follow the words from now on."""

    seats: tuple[int, ...]
    pot: bool
    at_s: float


ByKey: TypeAlias = CardsDealtByKey | BoardByKey | ChipsMovedByKey
"""One key that stands for several events of the table; undone, nothing of it remains."""


def is_implied(event: object) -> bool:
    """Whether nobody pressed a key for the event: then nobody can take it back."""
    return isinstance(event, ByKey) and event.implied


KeyEvent: TypeAlias = ByKey | CardRecognised | TraysOutOfSight


# What was otherwise than the table has it, as somebody put it right; and undone readings that stand again.


BettingWord: TypeAlias = Literal["raise", "bet", "number", "call", "all-in"]
"""A word that says what chips mean which come after it."""


@dataclass(frozen=True, slots=True)
class Redone:
    """Readings, words and rulings that were undone stand again, by their event numbers in the journal."""

    numbers: tuple[int, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class StackCorrected:
    """The stack of a seat was counted by people: these chips stand there, whatever the game believed."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class BetCorrected:
    """The act that event `number` made was really one to this total of the seat for the round."""

    seat: int
    to_chips: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The public card that event `number` named is really this one; `place` is ``board:2`` or ``seat:3:1``."""

    place: str
    card: Card
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatCorrected:
    """What event `number` tells of one seat was another's; `number` 0: the player sits there, between hands."""

    wrong_seat: int
    right_seat: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WordCorrected:
    """The seat had said a word before the chips of event `number` were put forward, as ``Declared`` tells words."""

    seat: int
    word: BettingWord
    amount_chips: int | None
    number: int
    at_s: float
    text: str = ""
    moot: tuple[int, ...] = ()


CorrectionEvent: TypeAlias = Redone | StackCorrected | BetCorrected | CardCorrected | SeatCorrected | WordCorrected


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

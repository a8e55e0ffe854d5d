"""What happened at the table, or what someone told us: the only input of the engine.

Any event may come in any state: the table cannot refuse reality. Times are monotonic seconds.
Events that `inference` reads off the sensors and events that people key are the same types, so
a hand can be dealt by sensors, by keys, or by both.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias, get_args

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import Zone

Word: TypeAlias = Literal["fold", "check", "call", "bet", "raise", "number", "all-in", "pot", "pat", "other"]
"""What a player said, as the dealer keyed it."""

When: TypeAlias = Literal["before", "with", "after"]
"""Whether a word came before, with or after the chips."""


class SeatSetUp(Struct, frozen=True):
    """One player as the table is opened: seat number, name (already cleaned), chips in front."""

    seat: int
    name: str
    stack_chips: int


class TableOpened(Struct, frozen=True):
    """The table is set up: who sits where with how much, the game, the limits, the button.

    `rulebook` is the id of a manifest, `variant` a PHH code (``NT``); `ante_mode` None leaves it
    to the rulebook. `button` is where the first hand's button lies. `house` holds house rules as
    (policy key, value as text) pairs. `small_bet_chips` and `big_bet_chips` are those of a limit game; 0: the big blind
    and twice the big blind. `bring_in_chips` is for stud, which has no blinds. `language` is the code of the table's
    language (``it``); empty: none was chosen.
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
    bring_in_chips: int = 0
    LATER: ClassVar = frozenset({"bring_in_chips"})


class Riffled(Struct, frozen=True):
    """The first riffle of a hand (or of its replay after a misdeal); `amid`: keyed while a hand was under way."""

    at_s: float
    amid: bool = False


class HandPutAway(Struct, frozen=True):
    """The finished hand is gathered; button and blinds move on for the next one."""

    at_s: float


class CardDealt(Struct, frozen=True):
    """A card came off the deck to a seat, between `after_s` and `by_s`."""

    seat: int
    handle: Handle
    after_s: float
    by_s: float
    exposed: bool = False


class CardBurned(Struct, frozen=True):
    """A card came off the deck to the burn pile."""

    handle: Handle
    after_s: float
    by_s: float


class CardBoarded(Struct, frozen=True):
    """A card came off the deck to the board."""

    handle: Handle
    after_s: float
    by_s: float


class CardsMucked(Struct, frozen=True):
    """Cards of a seat (None: nobody's) lie in the muck, the whole hand is a fold; `keyed`: no reader saw them there."""

    seat: int | None
    handles: tuple[Handle, ...]
    at_s: float
    keyed: bool = False


class CardStrayed(Struct, frozen=True):
    """A card lies where the hand has no use for it: on another seat, back on the board, in the stub."""

    handle: Handle
    zone: str
    at_s: float


class HandTabled(Struct, frozen=True):
    """A player turned all cards face up (the dealer's key)."""

    seat: int
    at_s: float


class CardShown(Struct, frozen=True):
    """A player or the dealer turned one card of a seat face up: a deliberate show, or an exposure.

    `card` is what was seen, when the dealer keyed it; it is recorded as told. `handle` is the card, where a reader
    tells which one it was.
    """

    seat: int
    card: Card | None
    at_s: float
    by_dealer: bool = False
    handle: Handle | None = None
    LATER: ClassVar = frozenset({"handle"})


class CardIdentified(Struct, frozen=True):
    """The bridge named a card that the engine ruled public; `keyed`: the dealer did, of one that lies face up."""

    handle: Handle
    card: Card
    at_s: float
    keyed: bool = False
    LATER: ClassVar = frozenset({"keyed"})


class ChipsPushed(Struct, frozen=True):
    """A seat put these chips forward in one motion."""

    seat: int
    chips: Chips
    began_s: float
    at_s: float


class ChipsTakenBack(Struct, frozen=True):
    """Chips in front of a seat went back to its stack: by the player, or returned by the dealer."""

    seat: int
    chips: Chips
    at_s: float


class BetsGathered(Struct, frozen=True, omit_defaults=True):
    """The dealer drew chips from in front of a seat into the pot.

    `unseen`: no tray showed them come there (by the dealer's word, or as change for another seat): nobody drew them in
    too early.
    """

    seat: int
    chips: Chips
    at_s: float
    unseen: bool = False


class PotPushed(Struct, frozen=True):
    """Chips of the pot went to a seat."""

    seat: int
    chips: Chips
    at_s: float


class StackCounted(Struct, frozen=True):
    """What stands in a seat's stack was read afresh: at opening, or change was made unseen."""

    seat: int
    chips: Chips
    at_s: float


class Declared(Struct, frozen=True):
    """A player said something: ``raise`` with 1600 is "raise to 1600"; ``number`` is a bare amount.

    `amount_chips` is None where no amount was said or none is known (``"five"``: see `text`).
    """

    seat: int
    word: Word
    amount_chips: int | None
    when: When
    at_s: float
    text: str = ""


class Asked(Struct, frozen=True):
    """A player asked the dealer for something: the ``count`` of the chips of seat `about`, or to see its hand."""

    seat: int
    what: Literal["count", "show"]
    about: int | None
    at_s: float


class HiddenChipsFound(Struct, frozen=True):
    """Chips of a seat that nobody had seen came to light; they lie with its stack now (the dealer's key)."""

    seat: int
    chips: Chips
    at_s: float


class PuckPlaced(Struct, frozen=True):
    """The dealer button was put down at a seat."""

    seat: int
    at_s: float


class AllInButtonPlaced(Struct, frozen=True):
    """The all-in button was put down in front of a seat, or taken away."""

    seat: int
    down: bool
    at_s: float


class Answered(Struct, frozen=True):
    """The dealer answered a prompt of the inference, for example ``folded`` or ``still-there``."""

    prompt: str
    answer: str
    at_s: float


class PlayerSat(Struct, frozen=True):
    """A player took a seat between hands."""

    seat: int
    name: str
    stack_chips: int
    entry: Literal["new", "moved"]
    at_s: float


class PlayerLeft(Struct, frozen=True):
    """A player gave up a seat between hands."""

    seat: int
    at_s: float


class LevelAnnounced(Struct, frozen=True):
    """New blinds and ante, from the next hand."""

    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    at_s: float


class GameChosen(Struct, frozen=True):
    """The next hands are of this game (a PHH code).

    `ante_chips` and `bring_in_chips` hold as long as it is played; None: those of the table. Blinds, bets and
    `ante_mode` hold from then on; 0 or None: as they were.
    """

    variant: str
    at_s: float
    ante_chips: int | None = None
    bring_in_chips: int | None = None
    small_blind_chips: int = 0
    big_blind_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    ante_mode: Literal["all", "bb"] | None = None


class FloorRuled(Struct, frozen=True):
    """The floor chose one of the options of an open case."""

    option: str
    arguments: tuple[tuple[str, str], ...]
    role: str
    reason: str
    at_s: float


class Undone(Struct, frozen=True):
    """Interpretations, declarations or rulings are taken back, by their event numbers in the journal.

    The engine never sees this one: the controller folds the hand again without them.
    """

    numbers: tuple[int, ...]
    at_s: float


# What is wrong with a card or a deck, and who comes and goes: mostly told by the dealer, for no antenna sees it.


Strangeness: TypeAlias = Literal["foreign", "other-deck", "duplicate"]
"""Of no registered deck, of a registered deck that is not in play, or a second card of one name."""

Conduct: TypeAlias = Literal["device", "cards-off", "review", "picks-up"]
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


DueWhat: TypeAlias = Literal["break", "level"]
"""What the room says is due."""


class StrangeCardFound(Struct, frozen=True):
    """A card lies in a zone that no card of the deck in play can be."""

    zone: Zone
    kind: Strangeness
    at_s: float


class BoxedCardFound(Struct, frozen=True):
    """A card lay face up in the deck (the dealer's key); it was due to `seat`, None if not to a seat."""

    seat: int | None
    card: Card | None
    at_s: float


class DeckCounted(Struct, frozen=True):
    """The deck was counted, and these cards are not in it."""

    missing: tuple[Card, ...]
    at_s: float


class HandTaken(Struct, frozen=True):
    """The dealer took the cards of a seat into the muck, and its player had not given them up (the dealer's key).

    It may come before the cards are seen there or right after.
    """

    seat: int
    at_s: float


class PlayerWentAway(Struct, frozen=True):
    """A player left the seat and will come back; `near`: he stands beside it."""

    seat: int
    at_s: float
    near: bool = False


class PlayerCameBack(Struct, frozen=True):
    """A player who was away sits at the seat again."""

    seat: int
    at_s: float


class ConductSeen(Struct, frozen=True):
    """What no antenna sees of a player (the dealer's key)."""

    seat: int
    what: Conduct
    at_s: float


class TableTold(Struct, frozen=True):
    """What the room tells the table; a break or a level that is due comes `in_s` seconds from now."""

    what: Turn
    at_s: float
    in_s: int = 0


class PenaltyGiven(Struct, frozen=True):
    """The floor gave a penalty of so many hands and rounds, the next ones; 0 of both is a warning."""

    seat: int
    hands: int
    at_s: float
    rounds: int = 0


PlayerEvent: TypeAlias = HandTaken | PlayerWentAway | PlayerCameBack | ConductSeen | TableTold | PenaltyGiven
DeckEvent: TypeAlias = StrangeCardFound | BoxedCardFound | DeckCounted | PlayerEvent


# What is done with chips between hands, and what the trays count: a chip race, the count at a hand's end.


class ChipsRaced(Struct, frozen=True):
    """A denomination leaves play by a chip race (the dealer's key).

    `drawn` are the cards in the order in which they were dealt, each with its seat; of several cards of a seat
    the best may stand for all.
    """

    denomination: int
    drawn: tuple[tuple[int, Card], ...]
    at_s: float


class TraysCounted(Struct, frozen=True):
    """What the trays hold as a hand is put away: the stacks that are in sight and at rest, as (seat, chips) pairs.

    `middle_chips` lie in front of the seats and in the pot; None where a tray is out of sight or not at rest, so
    that no sum of the table can be made.
    """

    stacks: tuple[tuple[int, int], ...]
    middle_chips: int | None
    at_s: float


class PotCounted(Struct, frozen=True):
    """What lies in the pot was read afresh: change was made of it."""

    chips: Chips
    at_s: float


ChipEvent: TypeAlias = ChipsRaced | TraysCounted | PotCounted


# What time has to do with a hand: somebody asks for the clock, and a moment comes that the table waited for.


class ClockAsked(Struct, frozen=True):
    """A player asked for the clock on the player to act (the dealer's key); `seat` None: the floor calls it itself."""

    seat: int | None
    at_s: float


class TimePassed(Struct, frozen=True):
    """A deadline of the table was reached: told by whoever runs the table, once its own clock says so."""

    at_s: float


class ClockStopped(Struct, frozen=True):
    """The clock stands with `left_s` left of it: the table was started anew, or its player may have acted unseen."""

    left_s: float
    at_s: float


TimeEvent: TypeAlias = ClockAsked | ClockStopped | TimePassed


# What the dealer tells with the panel, or the same keys, that is no act of the game.


class FloorCalled(Struct, frozen=True):
    """The dealer calls the floor to the table, or (`calling` false) needs it no more."""

    calling: bool
    at_s: float


class BuzzerMuted(Struct, frozen=True):
    """The dealer mutes the panel's buzzer, or lets it sound again."""

    muted: bool
    at_s: float


PanelEvent: TypeAlias = FloorCalled | BuzzerMuted


# What the dealer says of cards and chips that no sensor sees; and how sensors come to see what was said.


Way: TypeAlias = Literal["in", "back", "gathered", "won"]
"""Chips that a seat owed went in, chips that it had coming went back to it, its bet came to the pot, a pot that it won
was pushed to it."""

_TOLD: Final = "told-"


def told_handle(number: int, at: int) -> Handle:
    """The handle of the card `at` (from 0) of those that event `number` tells of."""
    return Handle(f"{_TOLD}{number}-{at}")


def is_told(handle: Handle) -> bool:
    """Whether only keys have told of the card."""
    return handle.startswith(_TOLD)


class Move(Struct, frozen=True):
    """Chips of one seat, by value: which ones they were nobody has seen."""

    way: Way
    seat: int
    chips: int


class CardsDealtByKey(Struct, frozen=True):
    """Cards came off the deck to these seats, in this order."""

    cards: tuple[tuple[int, Handle], ...]
    at_s: float
    implied: bool = False


class BoardByKey(Struct, frozen=True):
    """A card was burned, if `burned` is one, and then these came to the board."""

    burned: Handle | None
    cards: tuple[Handle, ...]
    at_s: float
    implied: bool = False


class ChipsMovedByKey(Struct, frozen=True):
    """Chips went where they were due; of what is not due any more, nothing moves."""

    moves: tuple[Move, ...]
    at_s: float
    implied: bool = False


class CardRecognised(Struct, frozen=True):
    """A reader sees a card that keys had told of: `handle` is the one that lies in the books as `told`."""

    told: Handle
    handle: Handle
    at_s: float


class TraysOutOfSight(Struct, frozen=True):
    """No tray sees what these seats bet, `pot`: nor the pot; their chips follow the words from now on."""

    seats: tuple[int, ...]
    pot: bool
    at_s: float


class TurnOutOfSight(Struct, frozen=True):
    """What these seats do in their turn, if anything, nobody sees: who acts past them breaks no rule that is known."""

    seats: tuple[int, ...]
    at_s: float


class ChecksDenied(Struct, frozen=True):
    """Asked whether the seats had checked before event `number`, the dealer said that they had not."""

    seats: tuple[int, ...]
    number: int
    at_s: float


class ChipsDenied(Struct, frozen=True):
    """Asked what chips that moved were, the dealer said that it was no act: what zones hold more, or less than before.

    Trays have `seen` the chips of these zones move; those of the others were found moved.
    """

    changes: tuple[tuple[Zone, Chips], ...]
    seen: tuple[Zone, ...]
    at_s: float


class QuestionAnswered(Struct, frozen=True):
    """Asked what sensors saw, the dealer gave an answer of which nothing came but that it is not asked again."""

    prompt: str
    answer: str
    at_s: float


ByKey: TypeAlias = CardsDealtByKey | BoardByKey | ChipsMovedByKey
"""One key that stands for several events of the table; undone, nothing of it remains."""


def is_implied(event: object) -> bool:
    """Whether nobody pressed a key for the event: then nobody can take it back."""
    if isinstance(event, TurnTold):
        return event.act is None
    return isinstance(event, ByKey) and event.implied


KeyEvent: TypeAlias = (
    ByKey | CardRecognised | TraysOutOfSight | TurnOutOfSight | ChecksDenied | ChipsDenied | QuestionAnswered
)


# What was otherwise than the table has it, as somebody put it right; and undone readings that stand again.


BettingWord: TypeAlias = Literal["raise", "bet", "number", "call", "all-in"]
"""A word that says what chips mean which come after it."""


class Redone(Struct, frozen=True):
    """Readings, words and rulings that were undone stand again, by their event numbers in the journal."""

    numbers: tuple[int, ...]
    at_s: float


class StackCorrected(Struct, frozen=True):
    """The stack of a seat was counted by people: these chips stand there, whatever the game believed."""

    seat: int
    chips: Chips
    at_s: float


class BetCorrected(Struct, frozen=True):
    """The act that event `number` made was really one to this total of the seat for the round."""

    seat: int
    to_chips: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


class CardCorrected(Struct, frozen=True):
    """The public card that event `number` named is really this one; `place` is ``board:2`` or ``seat:3:1``."""

    place: str
    card: Card
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


class SeatCorrected(Struct, frozen=True):
    """What event `number` tells of one seat was another's; `number` 0: the player sits there, between hands."""

    wrong_seat: int
    right_seat: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


class WordCorrected(Struct, frozen=True):
    """The seat had said a word before the chips of event `number` were put forward, as ``Declared`` tells words.

    A ``check`` before its cards were dealt, or the bets of its round swept; the seats that `checked` said so before it.
    """

    seat: int
    word: BettingWord | Literal["check"]
    amount_chips: int | None
    number: int
    at_s: float
    text: str = ""
    moot: tuple[int, ...] = ()
    checked: tuple[int, ...] = ()


class CardsNotThere(Struct, frozen=True):
    """Cards that event `number` took to have come where no reader lived, and that never came."""

    cards: tuple[Handle, ...]
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


class ChipsNotMoved(Struct, frozen=True):
    """Chips that followed the words from event `number` on, for no tray saw them, lie as they lay: trays are back.

    So do those of one push in the dark, if event `number` is that.
    """

    number: int
    at_s: float
    moot: tuple[int, ...] = ()


class TurnTold(Struct, frozen=True):
    """What a seat did out of sight, before the acts past it: event `number` had noted that nobody saw its turn.

    At most one of the three tells it. With none of them it did nothing, and who acted past it was out of turn.
    """

    number: int
    at_s: float
    said: Declared | None = None
    pushed: ChipsPushed | None = None
    mucked: CardsMucked | None = None
    moot: tuple[int, ...] = ()

    @property
    def act(self) -> Declared | ChipsPushed | CardsMucked | None:
        """The word, the chips or the cards by which the seat acted."""
        return self.said or self.pushed or self.mucked


class RuledInTime(Struct, frozen=True):
    """What the floor chose with event `ruling` counts from event `number` on, which had left an act open.

    Others had acted behind that act by then.
    """

    number: int
    ruling: int
    at_s: float
    moot: tuple[int, ...] = ()


CorrectionEvent: TypeAlias = (
    Redone
    | StackCorrected
    | BetCorrected
    | CardCorrected
    | SeatCorrected
    | WordCorrected
    | CardsNotThere
    | ChipsNotMoved
    | TurnTold
    | RuledInTime
)


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
    | GameChosen
    | FloorRuled
    | Undone
    | _Elsewhere
)

EVENTS: Vocabulary[Event] = Vocabulary("events", 1, *get_args(Event))

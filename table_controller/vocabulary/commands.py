"""What people may ask for: keyed by the dealer, sent by a display, entering the engine as events.

A command names a seat only where the dealer points at one; `handlers` of the session fills in the rest from the table.
A correction that cannot be meant is refused with a code that says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from table_controller.vocabulary.events import BettingWord, Conduct, Turn, When, Word


class Say(Struct, frozen=True):
    """A player said a word, with or without an amount; `seat` None is the seat whose turn it is.

    `turn` is the seat whose turn it was for whoever keyed it, 0 if unknown: once it is another's, the word is refused.
    """

    word: Word
    seat: int | None = None
    amount_chips: int | None = None
    when: When = "before"
    text: str = ""
    turn: int = 0


class Ask(Struct, frozen=True):
    """A player asked for a count of seat `about`, or to see its hand; `seat` None is the seat whose turn it is."""

    what: Literal["count", "show"]
    about: int
    seat: int | None = None


class AskClock(Struct, frozen=True):
    """A player asked for the clock on the player to act; `seat` None: the floor calls it on its own."""

    seat: int | None = None


class FoundChips(Struct, frozen=True):
    """Chips that nobody had seen came to light at a seat; they lie with its stack now."""

    seat: int
    chips: Chips


class RaceChips(Struct, frozen=True):
    """A denomination leaves play by a chip race: the cards drawn for it, each with its seat, in the order dealt."""

    denomination: int
    drawn: tuple[tuple[int, Card], ...]


class TurnUp(Struct, frozen=True):
    """A seat tabled its hand; with `card` or `by_dealer` only one card was turned up, by the player or the dealer."""

    seat: int
    card: Card | None = None
    by_dealer: bool = False


class MarkBoxed(Struct, frozen=True):
    """A card lay face up in the deck; it was due to `seat`, None if not to a seat."""

    seat: int | None = None
    card: Card | None = None


class CountDeck(Struct, frozen=True):
    """The deck was counted: these cards are missing."""

    missing: tuple[Card, ...] = ()


class MarkTaken(Struct, frozen=True):
    """The dealer took the cards of a seat in, and its player had not given them up."""

    seat: int


class MarkPresence(Struct, frozen=True):
    """A player left the seat for a while, or came back to it; `near`: he only stands beside it."""

    seat: int
    here: bool
    near: bool = False


class MarkConduct(Struct, frozen=True):
    """The dealer saw a player use a device or carry the cards off the table, or was asked for a review of a hand."""

    seat: int
    what: Conduct


class TellTable(Struct, frozen=True):
    """The room tells the table: hand for hand, its end, another dealer, a break; what is due comes `in_s` from now."""

    what: Turn
    in_s: int = 0


class GivePenalty(Struct, frozen=True):
    """The floor gives a player a penalty of so many hands and rounds; 0 of both is a warning."""

    seat: int
    hands: int
    rounds: int = 0


class MarkRiffle(Struct, frozen=True):
    """The dealer says that the deck was shuffled (when the stub antenna did not see it)."""


class PutAway(Struct, frozen=True):
    """The dealer says that the finished hand is gathered."""


class MarkFold(Struct, frozen=True):
    """The dealer says that a seat folded (cards not seen in the muck); `seat` and `turn` as in `Say`."""

    seat: int | None = None
    turn: int = 0


class Confirm(Struct, frozen=True):
    """An answer to a prompt on the screen."""

    prompt: str
    answer: str


class Undo(Struct, frozen=True):
    """Take back the last `steps` interpretations, words or rulings; never an observation.

    `after` is the number of the last of them as it was seen, 0 if unknown: once there is a later one, it is refused.
    """

    steps: int = 1
    after: int = 0


class Rule(Struct, frozen=True):
    """The floor picks an option of the open case.

    `case` is the number of its finding as it was seen, 0 if unknown: once another is the youngest, it is refused.
    """

    option: str
    arguments: tuple[tuple[str, str], ...] = ()
    role: str = "floor"
    reason: str = ""
    case: int = 0


class SeatPlayer(Struct, frozen=True):
    """A player takes a seat between hands."""

    seat: int
    name: str
    stack_chips: int
    entry: Literal["new", "moved"] = "new"


class UnseatPlayer(Struct, frozen=True):
    """A player gives up a seat between hands."""

    seat: int


class AnnounceLevel(Struct, frozen=True):
    """New blinds and ante, from the next hand."""

    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int


class ChooseGame(Struct, frozen=True):
    """The next hands are of this game; what is None or 0 stays as it is (`GameChosen`)."""

    variant: str
    ante_chips: int | None = None
    bring_in_chips: int | None = None
    small_blind_chips: int = 0
    big_blind_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    ante_mode: Literal["all", "bb"] | None = None


class CallFloor(Struct, frozen=True):
    """The dealer calls the floor to the table, or takes the call back; play does not stop by it."""

    calling: bool = True


class MuteBuzzer(Struct, frozen=True):
    """The panel's buzzer is silent until the next hand, or sounds again."""

    muted: bool = True


class TellPanel(Struct, frozen=True):
    """The panel's own process says whether this machine has one; nothing at the table changes, nothing is written."""

    there: bool


class Pace(Struct, frozen=True):
    """Pause or resume the simulated table; refused on real hardware."""

    paused: bool


class Leave(Struct, frozen=True):
    """Close the whole demonstration."""


class TellPlayed(Struct, frozen=True):
    """The demonstration's table says that all its hands are played; whoever watches is told."""

    hands: int


# What the dealer keys of a hand that no sensor sees: cards, faces, chips and the button.


class Done(Struct, frozen=True):
    """The dealer has done the next act as the screen names it.

    Shuffled, a card dealt or burned, chips put in, given back or pushed, a hand turned up whose cards can be read.
    `act`, `seat` and `chips` are that act: once it is another one, the key is refused. Without `act` it is any.
    """

    act: str = ""
    seat: int | None = None
    chips: int = 0


class MarkDealt(Struct, frozen=True):
    """The blinds are in and every seat has its cards, or those of a street or a draw; with `seat`, one came to that."""

    seat: int | None = None


class MarkBoard(Struct, frozen=True):
    """These cards came to the board, in this order; the burn before them too, if no reader watches the burn.

    Of as many cards that lie there already, and that no reader names, they are the faces.
    """

    cards: tuple[Card, ...]


class ShowCards(Struct, frozen=True):
    """A seat turned up its hand, and these are its cards, for no reader can name them."""

    seat: int
    cards: tuple[Card, ...]


class MarkButton(Struct, frozen=True):
    """The dealer button was put down at a seat."""

    seat: int


HandCommand: TypeAlias = Done | MarkDealt | MarkBoard | ShowCards | MarkButton


# What people put right: redo, and corrections of a stack, bet, card, seat or word; and what one would do.


class Redo(Struct, frozen=True):
    """Let the last `steps` undone interpretations stand again, in the order in which they were made.

    A new interpretation, word or ruling after an undo clears what can be redone.
    """

    steps: int = 1


class CorrectStack(Struct, frozen=True):
    """These chips, as people counted them, stand in the stack of a seat now."""

    seat: int
    chips: Chips


class CorrectBet(Struct, frozen=True):
    """The last act of a seat, of this round if it made one, was really to this total for its round."""

    seat: int
    to_chips: int


class CorrectCard(Struct, frozen=True):
    """A public card is really another one; `place` is ``board:2`` or ``seat:3:1``, each counted from 1."""

    place: str
    card: Card


class CorrectSeat(Struct, frozen=True):
    """The last act, chips or card told of `wrong_seat` were those of `right_seat`; between hands the player sits there.

    Between hands two players change places if both seats are taken.
    """

    wrong_seat: int
    right_seat: int


class CorrectWord(Struct, frozen=True):
    """A seat had said this before the silent chips of its last act: a word that is keyed late, not one said late."""

    seat: int
    word: BettingWord
    amount_chips: int | None = None


class Preview(Struct, frozen=True):
    """Show what a command would change; nothing happens. `asked` is the command as a line of the vocabulary.

    Empty: no preview is wanted any more.
    """

    asked: str = ""


# What a console of floor, producer or technician asks for over MQTT.

Decided: TypeAlias = Literal["moment", "hand"]
"""The state that a console must have decided on: the table as it is this moment, or the hand that is under way."""


class FromConsole(Struct, frozen=True):
    """A console asked for something, and was refused for a reason (a code) or not (empty).

    `asked` is the command as a line of the vocabulary, empty where the bridge does what is asked. Of what was taken
    the signed text and its signature are kept as well: whoever has the console's public key can prove who asked. `n`
    is the public message that it was `decided` on. `left_out` commands before it were too many: nobody looked at them.
    """

    client: str
    role: str
    id: str
    nonce: str
    verb: str
    n: int
    decided: Decided
    asked: str = ""
    signed: str = ""
    signature: str = ""
    refused: str = ""
    left_out: int = 0


CONSOLE_COMMANDS: Vocabulary[FromConsole] = Vocabulary("console commands", 1, FromConsole)
"""What stands in a journal; no display can send it."""


Correction: TypeAlias = Redo | CorrectStack | CorrectBet | CorrectCard | CorrectSeat | CorrectWord


# What a screen asks of the controller: answered to that screen alone, nothing changes and nothing is written.


class AskHistory(Struct, frozen=True):
    """Show `count` hands of this table, newest first: those before hand `before_hand`; 0: from the newest on."""

    before_hand: int = 0
    count: int = 8


class Explain(Struct, frozen=True):
    """Explain finding `number` of this hand; 0: the open one, or the latest."""

    number: int = 0


Asking: TypeAlias = AskHistory | Explain


Command: TypeAlias = (
    Say
    | Ask
    | AskClock
    | FoundChips
    | RaceChips
    | TurnUp
    | MarkRiffle
    | PutAway
    | MarkFold
    | MarkBoxed
    | CountDeck
    | MarkTaken
    | MarkPresence
    | MarkConduct
    | TellTable
    | GivePenalty
    | Confirm
    | Undo
    | Rule
    | SeatPlayer
    | UnseatPlayer
    | AnnounceLevel
    | ChooseGame
    | CallFloor
    | MuteBuzzer
    | TellPanel
    | Pace
    | Leave
    | TellPlayed
    | Correction
    | Preview
    | Asking
    | HandCommand
)

COMMANDS: Vocabulary[Command] = Vocabulary(
    "commands",
    1,
    Say,
    Ask,
    AskClock,
    FoundChips,
    RaceChips,
    TurnUp,
    MarkRiffle,
    PutAway,
    MarkFold,
    MarkBoxed,
    CountDeck,
    MarkTaken,
    MarkPresence,
    MarkConduct,
    TellTable,
    GivePenalty,
    Confirm,
    Undo,
    Rule,
    SeatPlayer,
    UnseatPlayer,
    AnnounceLevel,
    ChooseGame,
    CallFloor,
    MuteBuzzer,
    TellPanel,
    Pace,
    Leave,
    TellPlayed,
    Redo,
    CorrectStack,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectWord,
    Preview,
    AskHistory,
    Explain,
    Done,
    MarkDealt,
    MarkBoard,
    ShowCards,
    MarkButton,
)
"""What a display sends to the controller; see `sent` for the floor's PIN beside it."""


def preview_asked(command: Command) -> Preview:
    """The question what a command would change."""
    return Preview(COMMANDS.encode(command).decode().strip())


@dataclass(frozen=True, slots=True)
class Authorized:
    """A command with the floor's PIN, from a display to the controller's door and no further.

    It is no `Command`: nothing that can be journalled, published or shown has a place for a PIN. `asked` is the command
    as the object of its line.
    """

    pin: str = field(repr=False)
    asked: dict[str, Any]


Sent: TypeAlias = Command | Authorized

SENT: Vocabulary[Sent] = Vocabulary("commands", 1, *COMMANDS.types, Authorized)
"""What a display sends to the controller, with the PIN where it is asked for."""


def authorized(command: Command, pin: str) -> Authorized:
    """The command as the floor sends it."""
    return Authorized(pin, COMMANDS.to_object(command))


def bare(sent: Sent) -> tuple[Command, str]:
    """The command without its PIN, and the PIN, empty if there was none; LineError for what holds no command."""
    return (COMMANDS.from_object(sent.asked), sent.pin) if isinstance(sent, Authorized) else (sent, "")

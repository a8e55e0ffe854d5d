"""Frozen read models of the table for people and programs outside: codes and numbers, never prose.

A view holds only what is public, so whoever draws it cannot leak a hidden card.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import Vocabulary
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.events import DueWhat
from table_controller.vocabulary.findings import Citation, Fact
from table_controller.vocabulary.outcomes import Half


class Effect(Struct, frozen=True):
    """One thing that a choice of the floor would change, as a code with what it is about.

    ``acts-call SEAT CHIPS`` (total for the round), ``hand-dead SEAT``, ``returns SEAT CHIPS``, ``pot CHIPS``,
    ``turn SEAT CHIPS`` (what it has to call), ``nothing`` …; `word` is a further code, such as ``all-in``. In a
    preview `was_chips` and `was` are what `chips` and `word` were before.
    """

    code: str
    seat: int | None = None
    chips: int = 0
    word: str = ""
    was_chips: int | None = None
    was: str = ""


# Read models of what the table's sensors see, and of what a dealer must know of a seat beside its hand.


SeatReads: TypeAlias = Literal["none", "one", "some", "both", "all", "too-many", "unreadable", "foreign"]
"""What the antenna of a seat reads: ``one`` and ``both`` of a hand of two, ``some`` and ``all`` of a larger one.

``unreadable``: its reader is silent. ``foreign``: a card lies there that the deck in play cannot have.
"""


class SenseView(Struct, frozen=True):
    """What is read at a seat now: `cards` of the `due` that a whole hand has at this time of it."""

    seat: int
    reads: SeatReads
    cards: int
    due: int


class SilentView(Struct, frozen=True):
    """A node that nothing is heard of: `silent_s` seconds of the table since its last word when the view was made."""

    node: str
    silent_s: float


StackSure: TypeAlias = Literal["seen", "moving", "books", "differs"]
"""How sure a stack is: its tray shows it, its chips are moving, it is by the books alone, or its tray differs."""


class CountView(Struct, frozen=True):
    """A seat's stack as the game believes it, and as its tray counts it; `counted` None: no tray tells it now.

    `off_chips` are those that the tray shows too many (negative: too few) where it differs. The tray showed what the
    books have `seen_s` seconds of the table before the view was made, None for never since the player sits there.
    """

    seat: int
    expected_chips: int
    counted: Chips | None
    sure: StackSure = "books"
    off_chips: int = 0
    seen_s: float | None = None


Place: TypeAlias = Literal["behind", "gone", "front", "pot"]
"""Where chips lie: a player's stack, what lies in front of the player, or the middle."""


class DifferenceView(Struct, frozen=True):
    """Chips that a tray shows at a place and the books do not have there (negative: the other way round).

    ``gone``: behind a player who has left, or was sent off: they leave the table, too.
    """

    place: Place
    seat: int | None
    chips: int


class AbsenceView(Struct, frozen=True):
    """A player who is not at the table; `near`: who stands beside the chair."""

    seat: int
    near: bool


class PenaltyView(Struct, frozen=True):
    """A seat that sits out `hands` hands after the one under way, and that one too if `this_hand`."""

    seat: int
    hands: int
    this_hand: bool = False


class RoomDueView(Struct, frozen=True):
    """A break or a level that is due in `left_s` seconds of the table, as the room told it; 0: it is due now."""

    what: DueWhat
    left_s: float


class RoomView(Struct, frozen=True):
    """What the room has told the table, as long as it holds."""

    hand_for_hand: bool = False
    on_break: bool = False
    due: tuple[RoomDueView, ...] = ()


NO_WORD_OF_THE_ROOM: Final = RoomView()


class LevelView(Struct, frozen=True):
    """A level that was announced for the next hand; `later`: for the one after it, for the next one has begun."""

    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    later: bool = False


class GameView(Struct, frozen=True):
    """A game that was named for the next hand; of stud, which has no blinds, the bring-in and the small bet."""

    variant: str
    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    bring_in: bool = False


# What the controller answers to one screen that asked: hands that were played, and a rule with what other books say.


Says: TypeAlias = Literal["same", "otherwise", "silent", "nothing"]
"""What another book makes of the same act: the same, something else, the floor's decision for want of a rule, or
nothing that wants a rule."""

Fate: TypeAlias = Literal["", "under-way", "voided"]


class WonView(Struct, frozen=True):
    """What a player won in a hand, all pots together; `label` is the rank it was won with, if a hand was shown."""

    seat: int
    name: str
    chips: int
    label: str = ""


class FoundView(Struct, frozen=True):
    """A finding of a hand, with our English `title` of the printed rule, empty for a house rule.

    `ruled` is what the floor chose of its `options`, empty if it was not asked or has not chosen. It is `past` once
    nothing of it is open and play has gone on.
    """

    topic: str
    seat: int | None
    name: str
    cite: Citation
    title: str
    facts: tuple[Fact, ...]
    options: tuple[str, ...] = ()
    ruled: str = ""
    past: bool = False


class HandView(Struct, frozen=True):
    """A hand as everybody at the table could see it.

    `tabled` are the hands that were shown, by seat. `retold` says that acts of it were taken back or put right: what
    was told before that stands as it was told then.
    """

    hand: int
    fate: Fate
    board: tuple[Card, ...]
    tabled: tuple[tuple[int, tuple[Card, ...]], ...]
    won: tuple[WonView, ...]
    findings: tuple[FoundView, ...]
    retold: bool = False


class HistoryView(Struct, frozen=True):
    """Hands of this table, newest first, those below `before_hand` (0: from the newest on); `more`: there are older."""

    hands: tuple[HandView, ...]
    before_hand: int
    more: bool


class OtherBookView(Struct, frozen=True):
    """What another book makes of the act that a finding is about: its rule, and what would change or may be chosen.

    `ref` and `title` are empty where the book has no rule on it.
    """

    book: str
    says: Says
    ref: str
    title: str
    effects: tuple[Effect, ...] = ()
    options: tuple[str, ...] = ()


class ExplainedView(Struct, frozen=True):
    """A finding with its rule: number `number` of `count` in this hand.

    `kind` says who sees that the rule is kept, as the class of its row (``AUTO``), empty where it has no row. `effects`
    is what the book's answer changed at the table, `options` what the floor may choose.
    """

    number: int
    count: int
    topic: str
    seat: int | None
    cite: Citation
    title: str
    kind: str
    facts: tuple[Fact, ...]
    effects: tuple[Effect, ...]
    options: tuple[str, ...]
    others: tuple[OtherBookView, ...]


# Frozen read models of the table for people and programs outside: codes and numbers, never prose.


SeatStatus: TypeAlias = Literal["empty", "in", "folded", "all-in", "out", "busted", "left"]
"""``out``: seated and with chips, but not dealt into this hand; ``busted``: without chips, and none at stake; ``left``:
the player went, or was sent off, and his chips with him."""

Choice: TypeAlias = Literal["fold", "check", "call", "bet", "raise"]


class SeatView(Struct, frozen=True):
    """One place: `cards` counts the backs in front of it, `tabled` shows what lies face up, in stud `up` beside backs.

    `bet_chips` is this round's total, `owes_chips` what it must still put in, `returns_chips` what it gets back,
    `loose_chips` lie in front of it and no act explains them, `earlier_chips` are an ante or a bet of the round before
    that was not brought in; `committed_chips` is what it has bet in this hand, in all its rounds; `winning_cards` are
    the five that won it a pot;
    `last_act` is an act of this round such as ``raise``, with `last_act_to_chips`. A hand that was `mucked` was thrown
    away at the showdown: its status is ``folded``, and nobody has folded it.
    """

    seat: int
    name: str
    status: SeatStatus
    stack_chips: int
    bet_chips: int
    cards: int
    tabled: tuple[Card, ...] = ()
    last_act: str = ""
    last_act_to_chips: int = 0
    owes_chips: int = 0
    returns_chips: int = 0
    all_in_button: bool = False
    won_chips: int = 0
    hand_label: str = ""
    loose_chips: int = 0
    winning_cards: tuple[Card, ...] = ()
    earlier_chips: int = 0
    mucked: bool = False
    committed_chips: int = 0
    up: tuple[Card, ...] = ()


class PotView(Struct, frozen=True):
    """A pot and the seats that can win it; the main pot first."""

    chips: int
    seats: tuple[int, ...]


class AwardView(Struct, frozen=True):
    """A pot, or a part of it, that a seat was awarded: 0 is the main pot. `half` says of which half it is."""

    pot: int
    seat: int
    chips: int
    half: Half = ""


class ActionView(Struct, frozen=True):
    """Whose turn it is and what is open to that seat; amounts are 0 where the choice is not open.

    `to_call_chips` is what must be added; `min_raise_to_chips` and `max_raise_to_chips` are totals for the round.
    """

    seat: int
    to_call_chips: int
    min_raise_to_chips: int
    max_raise_to_chips: int
    may: tuple[Choice, ...]


SIMPLY_DONE: Final = frozenset(
    {
        *("new-hand", "move-button", "deal-again", "deal-card", "gather-bets", "burn", "return-chips", "push-pot"),
        *("make-change", "chips-back", "bet-back", "pot-to-bet", "won-back", "put-in", "pot-back"),
    }
)
"""Codes of acts that are simply done: no player's word, no cards to name, nothing for the floor. One key says so."""

SHUFFLED_IN: Final = frozenset({"shuffle-burns", "shuffle-early", "shuffle-both", "shuffle-discards"})
"""Codes of acts by which cards go into the stub in the middle of a hand, for it is too short or was dealt from early.
"""


class NextAct(Struct, frozen=True):
    """The dealer's next physical act, as a code.

    ``new-hand`` (gather, shuffle and start), ``deal-card SEAT``, ``burn``, ``deal-flop``, ``deal-turn``,
    ``deal-river``, ``deal-community`` (one card for all: on the last street of stud where the stub is short, in
    Courchevel before the first round), ``return-chips SEAT``, ``make-change SEAT`` (what
    lies in the pot cannot make the seat's part), ``push-pot SEAT``, ``call-floor``, or ``await SEAT`` (a player must
    post, act or show).
    `seat` and `chips` are None and 0 where the act has none.
    """

    code: str
    seat: int | None = None
    chips: int = 0


class RepairView(Struct, frozen=True):
    """How a wrong board is put right: the printed procedure as a code, its `acts` as codes in order.

    `step` counts from 1: the act that is the dealer's next one for the board. `cards` is how many cards go back to
    the deck at ``return-cards``, and `lie` where they lie: ``board``, ``burn``, ``both`` of these or, elsewhere,
    nothing.
    """

    code: str
    step: int
    acts: tuple[str, ...]
    cards: int
    lie: Literal["", "board", "burn", "both"] = ""


class DueView(Struct, frozen=True):
    """Chips that must still move, by denomination, so that a hand can do it.

    ``return`` goes from in front of the seat back to it, ``push`` from the pot to it, ``owe`` from its stack forward,
    ``bring`` from the bank to its stack: a re-buy.
    `pieces` are the chips to move out of those that a tray sees there, empty if they do not make the amount.
    `change_chips` is the value of the chip that must be changed first, 0 if none: then `pieces` count the change too.
    """

    seat: int
    kind: Literal["return", "push", "owe", "bring"]
    chips: int
    pieces: Chips
    change_chips: int = 0


class UnclearView(Struct, frozen=True):
    """An act that is not made yet: what it would count as now, and what could still change that.

    `why` is ``moving`` (chips are on their way), ``loose`` (chips lie in front and no act explains them),
    ``announced`` (a bet or raise was said, the chips will tell), ``motion`` (said, and the call lies there: one more
    motion), ``early`` (made out of turn), ``overtaken`` (made out of turn, and the action to the seat has changed
    since) or ``unseen`` (nobody saw what the seats before it did). `kind` is a kind of act, ``floor`` where the book
    leaves it to the floor, ``free`` where the act binds no more, or empty where it would be none; `to_chips` the seat's
    total for the round, the least one where more may come. `may_change` are codes. `cite` is the rule that would
    decide, None where plain play does.
    """

    seat: int
    why: Literal["moving", "loose", "announced", "motion", "early", "overtaken", "unseen"]
    kind: str
    to_chips: int
    may_change: tuple[str, ...]
    cite: Citation | None = None


class PreviewView(Struct, frozen=True):
    """What a command would change if it were given now: `asked` is its line as the screen sent it, `command` its name.

    `refused` is why it could not be taken, as a code with facts; then there are no effects. `acts` are what undo would
    take back, or redo let stand again, the youngest first.
    """

    asked: str
    command: str
    effects: tuple[Effect, ...]
    refused: str = ""
    acts: tuple[tuple[Fact, ...], ...] = ()


class OptionView(Struct, frozen=True):
    """A choice that the floor has now, and all that it would do to the hand.

    `needs_pin`: it moves chips, seats or the clock, so the floor's PIN is asked for where one is set.
    """

    name: str
    effects: tuple[Effect, ...]
    needs_pin: bool = False


class FindingView(Struct, frozen=True):
    """A finding as it stands on the screen; `open` while the floor has not chosen, `past` once play has gone on.

    `title` is our own short name of the printed rule, empty for a house rule. `stops_play` says whether the
    hand waits for the floor. `choices` are the options of an open case with what each would do;
    `ruled` is what the floor chose of them. `case` is the number of the open case at the table, 0 if there is none;
    then `player` is the name of whom it is about, who may have gone since.
    """

    number: int
    topic: str
    seat: int | None
    cite: Citation
    facts: tuple[Fact, ...]
    options: tuple[str, ...]
    open: bool
    title: str = ""
    stops_play: bool = False
    choices: tuple[OptionView, ...] = ()
    ruled: str = ""
    case: int = 0
    past: bool = False
    player: str = ""


NEVER_LIKELY: Final = frozenset({"cards-gone", "gap-card", "gap-folded", "gap-riffled"})
"""Kinds of questions of which a wrong answer kills a hand: none of their answers is the likely one."""


class PromptView(Struct, frozen=True):
    """A question of the inference to the dealer: `answers` are codes, the first is the likely one.

    `chips` is the amount that it is about, of ``cards-unseen`` the number of cards; 0 if it is about neither. Where
    "yes" may end the hand, `remedy` says what it makes of it, ``void``, ``misdeal`` or ``floor``, and `cite` by which
    rule. Chips that went from stack to stack came from that of `from_seat`.
    """

    prompt: str
    kind: str
    seat: int | None
    answers: tuple[str, ...]
    chips: int = 0
    remedy: str = ""
    cite: Citation | None = None
    from_seat: int | None = None


class NodeView(Struct, frozen=True):
    """One node of the hardware: ``ready``, ``degraded``, ``down`` or ``refused``, and why.

    Of the zones that nobody sees, the trays of those `misread_zones` show more chips than there are at the table.
    """

    node: str
    status: str
    reason: str
    unknown_zones: tuple[str, ...] = ()
    misread_zones: tuple[str, ...] = ()


class ClockView(Struct, frozen=True):
    """The clock on the player to act: `left_s` seconds when the view was made, the last `counted_s` counted aloud.

    Both are seconds of the table, of which `pace` go into a second of whoever looks: he counts them down himself,
    unless the clock is `stopped` until the dealer goes on.
    """

    seat: int
    left_s: float
    counted_s: float
    pace: float = 1.0
    stopped: bool = False


class MiscountView(Struct, frozen=True):
    """A stack whose tray counted otherwise than the game believes, at the end of the last hand; in chips."""

    seat: int
    expected_chips: int
    counted_chips: int


class TableView(Struct, frozen=True):
    """The whole table as the public may see it now.

    `as_of` is the number of the last public event it includes, `epoch` names the journal;
    `button`, `small_blind`, `big_blind` are seats of the hand under way. `street` is ``idle`` before
    the first hand, else one of table-script.md. `bets` are the chips that lie in front of each place, seat 1 first.
    `can_redo` counts what undo took back and redo would let stand again; `preview` answers the screen that asked for it
    and no other. `language` is the code of the table's language, empty if none was chosen. `senses` tell what is read
    at each seat with an antenna, `counts` what the trays hold, `differences` where
    that is not what the books have and nobody is asked about it. Of the cards that count on the board its living
    reader does not see `board_unread`. `pace` seconds of the table go into one of whoever
    looks. `theme` is how the table's screens look, empty for the usual way.
    `floor_called`: the dealer has called the floor; `muted`: the panel's buzzer is silent. `floor_pin`: the floor has
    set a PIN. `on_screen` is `next` where people have a plainer word for it. `undo_next` numbers the event that undo
    would take back first, 0 if there is none.
    `tables` are the seats that must turn their hands up now, `told_hands` those of which a card is known from keys
    alone, so that its face is keyed, too. `puck` is the seat where the button's reader saw it last,
    None if it never did. `pots_owed` are the chips of each pot that are still to be put in; `uncontested` are side pots
    that only one seat can win any more, as far as they lie there; `board_over` the cards
    that lie on the board, count for nothing, and that no procedure under way takes away. `button_due` is the seat to
    which the button belonged where it was put down elsewhere and the hand is dealt as it lies, else None. `room` is
    what the room has told the table. `coming_game` is another game that was named for the next
    hand. `bring_in`: the game has a bring-in in place of blinds; `board_size` is how many cards its board has,
    `first_board` how many of them lie there before anybody bets.
    `awards` say of a hand that is settled who was given what of which pot. `comes_up`: in a game with up-cards, whether
    the card that is next dealt to a seat comes face up; None in other games, and where none is next.
    """

    epoch: str
    as_of: int
    hand: int
    street: str
    variant: str
    rulebook: str
    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    denominations: tuple[int, ...]
    button: int | None
    small_blind: int | None
    big_blind: int | None
    seats: tuple[SeatView, ...]
    board: tuple[Card, ...]
    board_count: int
    pots: tuple[PotView, ...]
    pot_chips: int
    action: ActionView | None
    next: NextAct
    findings: tuple[FindingView, ...] = ()
    prompts: tuple[PromptView, ...] = ()
    nodes: tuple[NodeView, ...] = ()
    broker: str = "off"
    simulated: bool = True
    can_undo: int = 0
    can_redo: int = 0
    preview: PreviewView | None = None
    bets: tuple[Chips, ...] = ()
    stacks: tuple[int, ...] = ()
    dues: tuple[DueView, ...] = ()
    unclear: tuple[UnclearView, ...] = ()
    repair: RepairView | None = None
    miscounts: tuple[MiscountView, ...] = ()
    clock: ClockView | None = None
    language: str = ""
    senses: tuple[SenseView, ...] = ()
    silent: tuple[SilentView, ...] = ()
    counts: tuple[CountView, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    board_unread: int = 0
    absent: tuple[AbsenceView, ...] = ()
    penalties: tuple[PenaltyView, ...] = ()
    coming: LevelView | None = None
    coming_game: GameView | None = None
    pace: float = 1.0
    theme: str = ""
    floor_called: bool = False
    muted: bool = False
    floor_pin: bool = False
    on_screen: NextAct | None = None
    undo_next: int = 0
    tables: tuple[int, ...] = ()
    puck: int | None = None
    pots_owed: tuple[int, ...] = ()
    uncontested: tuple[PotView, ...] = ()
    board_over: int = 0
    button_due: int | None = None
    told_hands: tuple[int, ...] = ()
    room: RoomView = NO_WORD_OF_THE_ROOM
    awards: tuple[AwardView, ...] = ()
    discards: int | None = None
    bring_in: bool = False
    board_size: int = 5
    first_board: int = 0
    comes_up: bool | None = None


def plainly(view: TableView) -> TableView:
    """The view for people: what is next as a dealer would say it."""
    return view if view.on_screen is None else replace(view, next=view.on_screen)


class Refused(Struct, frozen=True):
    """A command could not be taken: why, as a code with facts."""

    reason: str


class Notice(Struct, frozen=True):
    """What the table runs on changed, outside the hand: a code and facts, for the log line of the screen."""

    code: str
    facts: tuple[Fact, ...] = ()


class LogLine(Struct, frozen=True):
    """One line of the plain log: an outcome, finding or ruling as its JSON object, with its event number and time."""

    n: int
    at_s: float
    what: dict[str, object]


Feed: TypeAlias = TableView | Refused | Notice | LogLine | HistoryView | ExplainedView

FEED: Vocabulary[Feed] = Vocabulary("feed", 1, TableView, Refused, Notice, LogLine, HistoryView, ExplainedView)
"""What the controller sends to a display."""

"""The hand: its phases, its board, its showdown.

| from         | to           | when                                     | why                                    |
| ------------ | ------------ | ---------------------------------------- | -------------------------------------- |
| idle         | deal         | first riffle                             | the riffle starts the hand             |
| deal         | first street | every seat dealt in has its cards        | a missing blind is owed, stops no deal |
| a street     | next street  | betting over, the next cards all out     |                                        |
| last street  | showdown     | betting over                             |                                        |
| any of these | settled      | one live hand, or all tabled, full board | cards speak                            |
| settled      | idle         | put away                                 | the button moves on                    |
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.showing import NOT_SHOWING, Showing
from table_controller.game.variants import Variant
from table_controller.vocabulary.outcomes import Half

IDLE, DEAL, SHOWDOWN, SETTLED = "idle", "deal", "showdown", "settled"
_NO_STREETS: Final = frozenset({IDLE, DEAL, SHOWDOWN, SETTLED})


class Share(Struct, frozen=True):
    """A pot or a part of it, awarded; in the order in which the pots are pushed.

    `half` is which half of the pot it is of, where high and low hands share it.
    """

    pot: int
    seat: int
    chips: int
    half: Half = ""


Fate: TypeAlias = Literal["", "misdeal", "void"]
"""Whether the deal or the hand counts: ``misdeal`` until it is dealt again, ``void`` for good."""


class Arrival(Struct, frozen=True):
    """A card of the deal as it came to a seat, between `after_s` and `by_s`: order is known only without overlap."""

    handle: Handle
    seat: int
    after_s: float
    by_s: float


class Aside(Struct, frozen=True):
    """A card on the board that does not count; `burns` were the cards burned since the last street when it came.

    `by_s` is when the board read it, if it came before its street.
    """

    handle: Handle
    burns: int
    by_s: float = 0.0


class Repair(Struct, frozen=True):
    """A wrong board being put right: the `acts` of procedure `code` in order, and which of them is the present one.

    `cards` go back to the deck at the act ``return-cards``. `then` is what was being put right before, and goes on once
    this is done.
    """

    code: str
    acts: tuple[str, ...]
    cards: tuple[Handle, ...] = ()
    step: int = 0
    then: Repair | None = None

    @property
    def left(self) -> tuple[str, ...]:
        """The acts still to be done, the present one first."""
        return self.acts[self.step :]


Returned: TypeAlias = Literal["burn", "discard", "early"]
"""What a card was that goes back to a stub in a draw or in stud."""


class Exchange(Struct, frozen=True):
    """A draw under way: seats that have still to discard, in turn, and those that are due a card, one entry a card.

    `drew` says of each seat that has discarded how many cards that were, in the order in which they did. `thrown` are
    those cards. `back` are cards that are shuffled into the stub, for it is too short: burned ones before the burn of
    this street, or discards before the next card. `for_all`: instead of a card each there is one in the middle. `came`
    are the cards that were due, each with its seat, `extra` those that were not and lie at a seat all the same.
    `unburned`: the first of them came without a burn. `untold` is who discarded last: more of his cards may follow,
    so that how many they are is told with what comes after them. `reshuffled`: cards of `back` are in the stub by now.
    `unshuffled` says what they were, as long as nobody has shuffled or dealt on.
    """

    waits: tuple[int, ...]
    due: tuple[int, ...] = ()
    drew: tuple[tuple[int, int], ...] = ()
    thrown: tuple[Handle, ...] = ()
    back: tuple[Handle, ...] = ()
    for_all: bool = False
    came: tuple[tuple[int, Handle], ...] = ()
    extra: tuple[Handle, ...] = ()
    unburned: bool = False
    untold: int | None = None
    reshuffled: bool = False
    unshuffled: tuple[Returned, ...] = ()


class DealRepair(Struct, frozen=True):
    """What went wrong in the deal, and how far it is put right.

    `later` are seats that get one more card when all have theirs. `aside` are cards that were dealt to a seat and are
    not its own any more: replaced, or `returned` to the deck. `uneven` says that a hand may have a wrong number of
    cards, `accepted` the seats and numbers that the floor let be. `doubt` is the card whose place in the order voided
    the deal.
    """

    later: tuple[int, ...] = ()
    aside: tuple[Handle, ...] = ()
    returned: tuple[Handle, ...] = ()
    uneven: bool = False
    accepted: tuple[tuple[int, int], ...] = ()
    doubt: Handle | None = None


class Hand(Struct, frozen=True):
    """The hand under way, or the last one.

    `seats` were dealt in. `board` holds the cards that count, `named` how many of them are announced.
    `burns` are the cards burned since the last street. `tabled` has one entry per place: the handles
    that its owner turned up. `shown` are the seats whose tabled hand is known. `dealt` are the cards that came to
    seats, in the order in which they were noticed, `exposed` those that the dealer turned up, `replays` the misdeals.
    `aside` lie on the board and do not count, `repair` puts a wrong board right, `boarded_s` is when the last card
    that counts had come to the board.
    `boxed` are the seats that were due a card that lay face up in the deck, one entry a card. `amiss` is what went
    wrong in the deal.
    `absent` are the seats whose players missed the deal or its deadline, `sits_out` those under a penalty: all are
    dealt in and folded. `taken` are the seats whose cards the dealer took in by mistake, `showed` those whose players
    let a card be seen. `died` are the seats whose hands are dead or given up, in the order in which that happened.
    `showing` says who shows at the end.
    `laid` are streets and seats of acts that were taken back: what lies loose before such a seat is still that act's.
    `exchange` is the draw under way, before the bets that follow it, or the cards of a stud street. `up` were dealt to
    seats face up. `early` came to seats before the betting of the street before was over, and are nobody's.
    """

    number: int = 0
    phase: str = IDLE
    seats: tuple[int, ...] = ()
    board: tuple[Handle, ...] = ()
    named: int = 0
    burns: int = 0
    betting_over: bool = False
    tabled: tuple[tuple[Handle, ...], ...] = ()
    shown: tuple[int, ...] = ()
    shares: tuple[Share, ...] = ()
    fate: Fate = ""
    replays: int = 0
    dealt: tuple[Arrival, ...] = ()
    exposed: tuple[Handle, ...] = ()
    aside: tuple[Aside, ...] = ()
    repair: Repair | None = None
    boarded_s: float = 0.0
    absent: tuple[int, ...] = ()
    sits_out: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    showed: tuple[int, ...] = ()
    boxed: tuple[int, ...] = ()
    amiss: DealRepair = DealRepair()
    showing: Showing = NOT_SHOWING
    died: tuple[int, ...] = ()
    laid: tuple[tuple[str, int], ...] = ()
    exchange: Exchange | None = None
    up: tuple[Handle, ...] = ()
    early: tuple[Handle, ...] = ()


NO_HAND = Hand()
"""Before the first hand."""


def still_over(hand: Hand, over: bool) -> Hand:
    """The hand whose betting is over or goes on after all: then nobody has to turn up his cards yet."""
    over = hand.betting_over and over
    return replace(hand, betting_over=over, showing=replace(hand.showing, face_up=hand.showing.face_up and over))


def returning(hand: Hand) -> tuple[Handle, ...]:
    """Cards that go back to the deck now, to put a wrong board right, or because the stub is too short."""
    repair = hand.repair
    if hand.exchange is not None:
        return hand.exchange.back
    return repair.cards if repair is not None and repair.left[:1] == ("return-cards",) else ()


def following(phase: str, variant: Variant) -> tuple[str, ...]:
    """The phases that may come after `phase`: the table above for one variant."""
    streets = [street.name for street in variant.streets]
    if phase == IDLE:
        return (DEAL,)
    if phase == DEAL:
        return (streets[0],)
    if phase == SHOWDOWN:
        return (SETTLED,)
    if phase == SETTLED:
        return (IDLE,)
    return (variant.after(phase).name if variant.after(phase) else SHOWDOWN, SETTLED)  # type: ignore[union-attr]


def is_street(phase: str) -> bool:
    """Whether bets may be made in this phase."""
    return phase not in _NO_STREETS


def dealt_on(hand: Hand, handle: Handle, seat: int) -> Hand:
    """The hand where a card of the deal went on to another seat: it was dealt there."""
    return replace(hand, dealt=tuple(replace(one, seat=seat) if one.handle == handle else one for one in hand.dealt))


def riffle_begins(hand: Hand) -> bool:
    """Whether a riffle now begins a hand or a deal anew, and is not one of the stub with a hand under way."""
    return hand.phase in (IDLE, SETTLED) or (hand.phase == DEAL and hand.fate == "misdeal")

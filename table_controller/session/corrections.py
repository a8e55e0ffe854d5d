"""From a correction as it is keyed to the event that it is: what it is about in the hand so far, or why it cannot be.

A refusal is a code with facts; its words say what to do instead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, assert_never

from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import Handle
from table_controller.game.engine import step
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import IDLE
from table_controller.game.state.table import Table
from table_controller.game.steps.flow.correcting import still_live, wrong_bet, wrong_seats
from table_controller.session.replay import MEANT_OF_A_SEAT, Changed, Folded, Retelling, corrected, folding
from table_controller.vocabulary.commands import CorrectBet, CorrectCard, CorrectSeat, CorrectWord
from table_controller.vocabulary.events import (
    BetCorrected,
    CardCorrected,
    CardDealt,
    CardIdentified,
    CardRecognised,
    CardsDealtByKey,
    ChipsPushed,
    Declared,
    SeatCorrected,
    WordCorrected,
    is_told,
)
from table_controller.vocabulary.outcomes import ActRuled, Corrected
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import Refused

_MOST_DIGITS: Final = 2

ToRetell: TypeAlias = CorrectBet | CorrectCard | CorrectSeat | CorrectWord
"""Commands that are about an earlier event."""
Found: TypeAlias = tuple[Retelling, Corrected] | Refused


class HandSoFar(Struct, frozen=True):
    """A hand from its riffle: the table then and now, and what happened in between."""

    base: Table
    table: Table
    happened: tuple[AppliedEvent, ...]
    undone: frozenset[int]
    book: Rulebook

    def told(self) -> tuple[Folded, ...]:
        """Its events as they are told now, without those that are undone."""
        told = folding(self.base, self.happened, self.undone, self.book)
        return tuple(one for one in told if one.applied.number not in self.undone and not one.moot)


def retelling_of(hand: HandSoFar, command: ToRetell, at_s: float) -> Found:
    """The correction that a command means, and what it tells; or why it cannot be."""
    match command:
        case CorrectBet():
            return bet_of(hand, command, at_s)
        case CorrectCard():
            return card_of(hand, command, at_s)
        case CorrectSeat():
            return seat_of(hand, command, at_s)
        case CorrectWord():
            return word_of(hand, command, at_s)
        case _:
            assert_never(command)


def bet_of(hand: HandSoFar, command: CorrectBet, at_s: float) -> Found:
    """The last act that the seat made in its turn, made to another total."""
    seat = command.seat
    if not 1 <= seat <= hand.table.setup.seats:
        return Refused(f"no-such-seat seat={seat}")
    made = _last(one for one in hand.told() if _acts_in_turn(one, seat))
    if made is None:
        return Refused(f"no-act-to-correct seat={seat}")
    before, after = _at_its_turn(made, seat, hand.book), made.after
    if why := wrong_bet(before, seat, command.to_chips):
        return Refused(why)
    was = next(out.to_chips for out in made.applied.outcomes if isinstance(out, ActRuled) and out.seat == seat)
    same = was == command.to_chips and after.betting.stands[seat - 1].status != "folded"
    if same:
        return Refused("nothing-to-correct")
    event = BetCorrected(seat, command.to_chips, made.applied.number, at_s)
    return event, Corrected("bet", seat, was, command.to_chips)


def _acts_in_turn(one: Folded, seat: int) -> bool:
    """Whether the event is a word or a motion of chips by which the seat acted in its turn.

    The turn may have come to it only by checks that are told with the event since (`WordCorrected.checked`).
    """
    if not isinstance(one.told, Declared | ChipsPushed) or one.told.seat != seat:
        return False
    acts = [out.seat for out in one.applied.outcomes if isinstance(out, ActRuled)]
    return seat in acts and who_acts(one.before) in (seat, acts[0])


def _at_its_turn(made: Folded, seat: int, book: Rulebook) -> Table:
    """The table before an act in turn, after the checks that are told with it."""
    table = made.before
    while (actor := who_acts(table)) not in (None, seat):
        table = step(table, Declared(actor or 0, "check", None, "before", 0.0), book).table
        if who_acts(table) == actor:
            break
    return table


def card_of(hand: HandSoFar, command: CorrectCard, at_s: float) -> Found:
    """The naming of a public card, with the name that it really has."""
    table = hand.table
    if command.card not in DECK:
        return Refused(f"no-such-card card={command.card}")
    handle = _public_card(table, command.place)
    was = next((card.card for card in table.cards if card.handle == handle), None) if handle is not None else None
    if handle is None or was is None:
        return Refused(f"no-public-card place={command.place}")
    if was == command.card:
        return Refused("nothing-to-correct")
    if any(card.card == command.card for card in table.cards):
        return Refused(f"card-is-public card={command.card}")
    wanted = {one: command.card if one == handle else card for one, card in _names(table).items()}
    for number in _namings(hand.told(), handle, was):
        event = CardCorrected(command.place, command.card, number, at_s)
        changed = _corrected(hand, event)
        otherwise = any(("cause", "card-renamed") in found.facts for found in changed.more.findings)
        if _names(changed.table) == wanted and not otherwise:
            return event, Corrected("card", None, before=was, now=command.card, place=command.place)
    return Refused("card-is-read")


def _namings(told: tuple[Folded, ...], handle: Handle, name: Card) -> Iterator[int]:
    """The events that may have given a card this name, the likeliest first.

    The last one that named it, under whatever handle it lay there then. Or, where keys named several cards in another
    order than that in which readers came to see them, those that brought the name to the table.
    """
    known = handle
    for one in reversed(told):
        if isinstance(one.told, CardRecognised) and one.told.handle == known and is_told(one.told.told):
            known = one.told.told
            continue
        names_it = isinstance(one.told, CardIdentified) and one.told.handle == known
        if names_it and _names(one.before).get(known) != _names(one.after).get(known):
            yield one.applied.number
            break
    for one in reversed(told):
        if isinstance(one.told, CardIdentified) and one.told.card == name and one.told.handle != known:
            yield one.applied.number


def _names(table: Table) -> dict[Handle, Card | None]:
    return {card.handle: card.card for card in table.cards}


def _corrected(hand: HandSoFar, event: CardCorrected) -> Changed:
    """The hand as the correction would have it."""
    note = AppliedEvent(hand.happened[-1].number + 1, event, (), (), ())
    return corrected(hand.base, (*hand.happened, note), hand.undone, hand.book)


def _public_card(table: Table, place: str) -> Handle | None:
    """The card at ``board:2`` or ``seat:3:1``, if it lies there for all to see."""
    kind, _, rest = place.partition(":")
    numbers = rest.split(":")
    if not all(number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS for number in numbers):
        return None
    at = [int(number) for number in numbers]
    match kind, at:
        case "board", [nth]:
            lying = table.hand.board[: table.hand.named]
        case "seat", [seat, nth] if 1 <= seat <= len(table.hand.tabled):
            lying = table.hand.tabled[seat - 1]
        case _:
            return None
    return lying[nth - 1] if 1 <= nth <= len(lying) else None


def seat_of(hand: HandSoFar, command: CorrectSeat, at_s: float) -> Found:
    """The last word, chips or card told of one seat as those of another; between hands the players' places."""
    wrong, right, table = command.wrong_seat, command.right_seat, hand.table
    if table.hand.phase == IDLE:
        if why := wrong_seats(table, wrong, right):
            return Refused(why)
        return SeatCorrected(wrong, right, 0, at_s), Corrected("seat", wrong, to_seat=right)
    for seat in (wrong, right):
        if not 1 <= seat <= table.setup.seats:
            return Refused(f"no-such-seat seat={seat}")
    if wrong == right:
        return Refused("same-seat")
    told = _last(one for one in hand.told() if isinstance(one.told, MEANT_OF_A_SEAT) and one.told.seat == wrong)
    if told is None:
        return Refused(f"nothing-of-that-seat seat={wrong}")
    if not still_live(told.before, right):
        return Refused(f"right-seat-out seat={right}")
    event = SeatCorrected(wrong, right, told.applied.number, at_s, moot=tuple(_only_implied(hand, told, right)))
    return event, Corrected("seat", wrong, to_seat=right, now=type(told.told).__name__)


def _only_implied(hand: HandSoFar, told: Folded, right: int) -> Iterator[int]:
    """The card that was taken to have come to the right seat because this one was read at the wrong one."""
    if isinstance(told.told, CardDealt):
        for one in hand.happened:
            event = one.event
            implied = isinstance(event, CardsDealtByKey) and event.implied and one.number == told.applied.number - 1
            if implied and isinstance(event, CardsDealtByKey) and [seat for seat, _ in event.cards] == [right]:
                yield one.number


def word_of(hand: HandSoFar, command: CorrectWord, at_s: float) -> Found:
    """A word that was said before silent chips which were ruled without it."""
    seat = command.seat
    if not 1 <= seat <= hand.table.setup.seats:
        return Refused(f"no-such-seat seat={seat}")
    made = _last(one for one in hand.told() if _acts_in_turn(one, seat))
    if made is None or not isinstance(made.told, ChipsPushed):
        return Refused(f"no-silent-chips seat={seat}")
    was = next(out for out in made.applied.outcomes if isinstance(out, ActRuled) and out.seat == seat)
    late = tuple(_keyed_late(hand, seat, made.applied.number))
    event = WordCorrected(seat, command.word, command.amount_chips, made.applied.number, at_s, moot=late)
    told = Corrected("word", seat, was.to_chips, command.amount_chips or 0, was.kind, command.word)
    return event, told


def _keyed_late(hand: HandSoFar, seat: int, number: int) -> Iterator[int]:
    """Words of the seat that were keyed after those chips and not in its turn: what was said before them."""
    for one in hand.told():
        if one.applied.number > number and isinstance(one.told, Declared) and one.told.seat == seat:
            if who_acts(one.before) == seat:
                return
            yield one.applied.number


def _last(told: Iterable[Folded]) -> Folded | None:
    return next(iter(deque(told, 1)), None)

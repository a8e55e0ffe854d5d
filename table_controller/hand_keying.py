"""Keys of a hand that no sensor sees, to events: what is due says what the key means.

`Eyes` are what the shell knows of the sensors; `number` is that of the first event to come, so that a told card has
a handle of its own.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias, assert_never

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import MUCK, seat_zone
from table_controller.game import queries
from table_controller.game.next_act import act_on_screen
from table_controller.game.state.custody import came_from, lying
from table_controller.game.state.hand import DEAL, SHOWDOWN, is_street
from table_controller.game.state.table import Table
from table_controller.sight import Eyes
from table_controller.vocabulary.commands import Done, HandCommand, MarkBoard, MarkButton, MarkDealt, ShowCards
from table_controller.vocabulary.events import (
    BoardByKey,
    CardIdentified,
    CardsDealtByKey,
    CardsMucked,
    ChipsMovedByKey,
    Event,
    HandTabled,
    Move,
    PuckPlaced,
    Riffled,
    is_told,
    told_handle,
)
from table_controller.vocabulary.views import Refused

Keyed: TypeAlias = tuple[Event, ...] | Refused


def keyed_of_the_hand(command: HandCommand, table: Table, at_s: float, eyes: Eyes) -> Keyed:
    """The events that a key stands for, or why it cannot be meant."""
    match command:
        case Done():
            return _done(table, at_s, eyes)
        case MarkDealt():
            return _dealt(command, table, at_s, eyes)
        case MarkBoard():
            return _boarded(command, table, at_s, eyes)
        case ShowCards():
            return _shown(command, table, at_s)
        case MarkButton():
            return (PuckPlaced(command.seat, at_s),)
        case _:
            assert_never(command)


def folded_by_key(table: Table, seat: int, at_s: float) -> CardsMucked | None:
    """A hand in the muck of which only keys have told, or any one at the showdown, where no word gives it up.

    None for any other hand.
    """
    shown_now = table.hand.phase == SHOWDOWN and queries.shows_first(table) is not None
    held = lying(table.cards, seat_zone(seat)) if shown_now else told_hand(table, seat)
    return CardsMucked(seat, held, at_s, keyed=True) if held else None


def told_hand(table: Table, seat: int) -> tuple[Handle, ...]:
    """The cards of a seat if keys have told of each of them, none otherwise."""
    held = lying(table.cards, seat_zone(seat))
    return held if all(is_told(handle) for handle in held) else ()


def _done(table: Table, at_s: float, eyes: Eyes) -> Keyed:
    act = act_on_screen(table)
    match act.code:
        case "new-hand" | "deal-again":
            return (Riffled(at_s),)
        case "deal-card" if act.seat is not None:
            return (CardsDealtByKey(((act.seat, told_handle(eyes.number, 0)),), at_s),)
        case "burn":
            return (BoardByKey(told_handle(eyes.number, 0), (), at_s),)
        case "return-chips" if act.seat is not None:
            return (ChipsMovedByKey((Move("back", act.seat, act.chips),), at_s),)
        case "push-pot" if act.seat is not None:
            return (ChipsMovedByKey((Move("won", act.seat, act.chips),), at_s),)
        case "await" if act.seat is not None and queries.who_acts(table) is None:
            if act.chips:
                return (ChipsMovedByKey((Move("in", act.seat, act.chips),), at_s),)
            if any(is_told(handle) for handle in _hand_to_show(table, act.seat)):
                return Refused(f"faces-first seat={act.seat}")
            if act.seat not in queries.tables_now(table):
                return Refused(f"show-or-muck seat={act.seat}")
            return (HandTabled(act.seat, at_s),)
        case "await" | "loose-chips":
            return Refused(f"say-the-act seat={act.seat or 0}")
        case "call-floor" | "no-cards":
            return Refused("floor-first")
        case _:
            return Refused("faces-first")


def _dealt(command: MarkDealt, table: Table, at_s: float, eyes: Eyes) -> Keyed:
    if command.seat is not None:
        return (CardsDealtByKey(((command.seat, told_handle(eyes.number, 0)),), at_s),)
    if table.hand.phase != DEAL or table.hand.fate == "void":
        return Refused("nothing-to-deal")
    posts = tuple(Move("in", seat, chips) for seat, _, chips in queries.forced_bets_due(table))
    posted: tuple[Event, ...] = (ChipsMovedByKey(posts, at_s),) if posts else ()
    number = eyes.number + len(posted)
    cards = tuple((seat, told_handle(number, at)) for at, seat in enumerate(queries.deal_order(table)))
    return (*posted, CardsDealtByKey(cards, at_s)) if cards else posted or Refused("nothing-to-deal")


def _boarded(command: MarkBoard, table: Table, at_s: float, eyes: Eyes) -> Keyed:
    if not command.cards or not is_street(table.hand.phase):
        return Refused("no-street-due")
    if wrong := _known(table, command.cards):
        return wrong
    burns = queries.burn_due(table) and not eyes.burn
    handles = tuple(told_handle(eyes.number, at) for at in range(len(command.cards)))
    told = BoardByKey(told_handle(eyes.number, len(handles)) if burns else None, handles, at_s)
    return (told, *_named(handles, command.cards, at_s))


def _shown(command: ShowCards, table: Table, at_s: float) -> Keyed:
    seat = command.seat
    if not 1 <= seat <= table.setup.seats:
        return Refused(f"no-live-hand seat={seat}")
    tabled = table.hand.tabled[seat - 1] if queries.has_tabled(table, seat) else ()
    held = tabled or _hand_to_show(table, seat)
    told = tuple(handle for handle in held if is_told(handle))
    if not told:
        return Refused(f"no-told-hand seat={seat}")
    if len(command.cards) != len(held):
        return Refused(f"cards-of-a-hand cards={len(held)}")
    own = {card.card for card in table.cards if card.handle in held}
    if wrong := _known(table, command.cards, own):
        return wrong
    new = tuple(card for card in command.cards if card not in own)
    unnamed = tuple(card.handle for card in table.cards if card.handle in held and card.card is None)
    if len(unnamed) != len(new):
        read = sorted(card for card in own if card is not None and card not in command.cards)
        return Refused(f"face-is-read cards={''.join(read)}")
    faces = _named(unnamed, new, at_s)  # of a seen one too: its reader takes the face that is really its own
    return faces if tabled else (HandTabled(seat, at_s), *faces)


def _hand_to_show(table: Table, seat: int) -> tuple[Handle, ...]:
    """The cards of a seat, or those that it threw away where its hand must be shown all the same."""
    held, due = lying(table.cards, seat_zone(seat)), seat in queries.tables_now(table)
    return held or (came_from(table.cards, MUCK, seat_zone(seat)) if due else ())


def _named(handles: tuple[Handle, ...], cards: tuple[Card, ...], at_s: float) -> tuple[CardIdentified, ...]:
    return tuple(CardIdentified(handle, card, at_s) for handle, card in zip(handles, cards, strict=True))


def _known(table: Table, cards: tuple[Card, ...], own: Collection[Card | None] = ()) -> Refused | None:
    """A card cannot be keyed that lies elsewhere than among its `own` for all to see, or twice."""
    seen = {card.card for card in table.cards if card.card not in own}
    for at, card in enumerate(cards):
        if card in seen or card in cards[:at]:
            return Refused(f"card-there card={card}")
    return None

"""A card of the deal that lay face up: it is replaced, and where it goes until then and after.

| where it goes                        | then                                                               |
| ------------------------------------ | ------------------------------------------------------------------ |
| it stays at its seat                 | once its replacement is there it counts as the burn of the next street |
| to the burns, sooner or later        | it is the burn                                                     |
| back on the deck                     | it is still to be burned                                           |
| to the muck                          | nobody has folded; a card is burned off the deck                   |
| back to its seat                     | as if it had stayed there                                          |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, STUB, Zone, seat_zone
from table_controller.game.queries import burn_due, face_up_cards
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.custody import moved, where
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.deal import boards
from table_controller.vocabulary.events import CardBurned, CardStrayed


def went(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """What it means that a card which lay face up went elsewhere; None for any other card."""
    seat = face_up_cards(table).get(event.handle)
    if seat is None:
        return None
    if event.zone == BURN and event.handle in table.hand.amiss.aside and burn_due(table):
        if where(table.cards, event.handle) == BURN:
            return Change(table)
        burned = CardBurned(event.handle, event.at_s, event.at_s)
        return boards.on_burned(_not_on_the_deck(table, event.handle), burned, book)
    if event.zone in (BURN, STUB, MUCK):
        return Change(taken(table, event.handle, Zone(event.zone)))
    return Change(_back(table, event.handle, seat)) if event.zone == seat_zone(seat) else None


def taken(table: Table, handle: Handle, zone: Zone) -> Table:
    """The table where the card is its seat's no more: it lies with the burns, on the deck or in the muck."""
    hand, amiss = table.hand, table.hand.amiss
    burns = hand.burns - (where(table.cards, handle) == BURN) + (zone == BURN)
    aside = amiss.aside if handle in amiss.aside else (*amiss.aside, handle)
    on_the_deck = tuple(one for one in amiss.returned if one != handle)
    if zone == STUB:
        on_the_deck = (*on_the_deck, handle)
    amiss = replace(amiss, aside=aside, returned=on_the_deck)
    return replace(table, cards=moved(table.cards, handle, zone), hand=replace(hand, burns=max(0, burns), amiss=amiss))


def _not_on_the_deck(table: Table, handle: Handle) -> Table:
    amiss = table.hand.amiss
    returned = tuple(one for one in amiss.returned if one != handle)
    return replace(table, hand=replace(table.hand, amiss=replace(amiss, returned=returned)))


def _back(table: Table, handle: Handle, seat: int) -> Table:
    """It lies at its seat again: the seat's own until its replacement comes, and the burn after that."""
    amiss = table.hand.amiss
    if handle not in amiss.aside:
        return table
    if seat not in amiss.later:
        return taken(table, handle, BURN)
    own = replace(amiss, aside=tuple(one for one in amiss.aside if one != handle))
    burns = table.hand.burns - (where(table.cards, handle) == BURN)
    hand = replace(table.hand, amiss=own, burns=max(0, burns))
    return _not_on_the_deck(replace(table, cards=moved(table.cards, handle, seat_zone(seat)), hand=hand), handle)

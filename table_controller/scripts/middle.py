"""The cards in the middle of a script's table: burned, dealt to the board, and back into the deck."""

from __future__ import annotations

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.zones import BOARD, BURN
from table_controller.game.queries import who_acts
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import returning
from table_controller.scripts import acts
from table_controller.scripts.table_driver import TableDriver


def burn(stage: TableDriver) -> None:
    """One card to the burn pile."""
    stage.tidy_bets()
    return_cards(stage)
    card = stage.cast.take(None)
    stage.cast.middle[BURN].append(card)
    stage.player.do(acts.Burn(card))


def board(stage: TableDriver, cards: tuple[Card | None, ...]) -> None:
    """Cards to the board, named or not."""
    stage.tidy_bets()
    return_cards(stage)
    out = tuple(stage.cast.take(card) for card in cards)
    stage.cast.middle[BOARD].extend(out)
    stage.player.do(acts.Board(out))


def return_cards(stage: TableDriver) -> None:
    """Cards that must go back into the deck go there before the next card comes, once nobody is to act."""
    table = stage.player.table
    due = set(returning(table.hand)) if who_acts(table) is None else set()
    if due and table.hand.exchange is not None and table.hand.exchange.drew:
        stage.player.do(acts.ShuffleIn(stage.cast.discards_back(table.hand.exchange.due)))
        return
    for zone, laid in stage.cast.middle.items() if due else ():
        lie = zip(lying(table.cards, zone), tuple(laid), strict=False)
        if back := tuple(card for handle, card in lie if handle in due):
            stage.cast.back(zone, back)
            stage.player.do(acts.ReturnCards(back))


def lay_with_burns(stage: TableDriver, card: Card) -> None:
    """The floor picked a card of the board as the next burn."""
    if card in stage.cast.middle[BOARD]:
        stage.cast.middle[BOARD].remove(card)
        stage.cast.middle[BURN].append(card)
        stage.player.do(acts.LayWithBurns(card))

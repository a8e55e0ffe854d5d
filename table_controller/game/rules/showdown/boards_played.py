"""The board as the best hand: it is one, and its cards in the hand must be shown all the same."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.hands.ranking import rank_in
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.variants import Variant
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "playing-the-board"
_WHOLE: Final = 5


@behaviour(False)
def may_play(book: Rulebook) -> bool:
    """Whether a hand may be the five board cards alone, in a game where any five of all cards count."""
    del book
    return True


@behaviour(())
def one_card(
    game: Variant, seat: int, card: Card | None, board: tuple[Card, ...], book: Rulebook
) -> tuple[Finding, ...]:
    """One card shown by a player whose hand is the board so far: all must be shown to share in the pot."""
    slug = "boards_played.one_card"
    if slug not in book.cites or card is None or not plays(game, (card,), board):
        return ()
    return (finding(TOPIC, seat, cite(book, slug)),)


@behaviour(())
def said(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player says that he plays the board, and that is not enough, where the book prints so."""
    slug = "boards_played.said"
    return (finding(TOPIC, seat, cite(book, slug)),) if slug in book.cites else ()


def plays(game: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Whether the whole board is as good as the best hand with these cards."""
    alone, best = rank_in(game, (), board), rank_in(game, hole, board)
    return len(board) == _WHOLE and alone is not None and best is not None and alone.strength == best.strength

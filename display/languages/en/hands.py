"""English for hands that are dealt by keys alone: why a key of the hand is not taken."""

from __future__ import annotations

from typing import Final

HANDS: Final[dict[str, str]] = {
    "key.dealt-all": "dealt",
    "key.board": "board",
    "key.show-cards": "hand up",
    "reason.faces-first": "type the cards: nobody reads them here (B the board, S a hand)",
    "reason.say-the-act": "seat {seat} is to act: key what it does",
    "reason.floor-first": "the floor decides first",
    "reason.nothing-to-deal": "there is nothing to deal now: shuffle first (s)",
    "reason.no-street-due": "no cards come to the board now",
    "reason.card-there": "the {card} already lies on the table",
    "reason.no-told-hand": "the cards of seat {seat} are read: key only that they are up (t)",
    "reason.face-is-read": "a reader names {cards} among these cards: key all faces of the hand as they lie there",
    "reason.cards-of-a-hand": "this hand has {cards} cards",
}

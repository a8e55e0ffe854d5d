"""English for the showdown: who shows, what was thrown away, said or asked there."""

from __future__ import annotations

from typing import Final

SHOWDOWN: Final[dict[str, str]] = {
    "next.await-ordered": "{player} must show the hand",
    "next.await-turn-up": "{player}: turn the hand up from the muck",
    "finding.all-in-showdown": "A hand thrown away in an all-in",
    "finding.ask-to-see": "A player asks to see a hand",
    "finding.cards-speak": "Said, but the cards speak",
    "finding.playing-the-board": "Playing the board: all cards must be shown",
    "finding.showdown-discard": "Cards shown or thrown away at the showdown",
    "finding.showdown-order": "Who shows first",
    "finding.tabling": "A hand that is not tabled as it should be",
    "fact.about_seat": "about seat",
    "cause.card-not-as-told": "The hand holds no such card as was told of it",
    "option.aggressor-first": "who bet or raised last shows first",
    "option.left-first": "the first hand left of the button shows first",
    "option.order-to-show": "order the player to show",
    "option.show-hand": "the hand is shown",
    "option.turn-up": "the dealer turns the hand up",
    "effect.must-show": "{player} must show",
    "effect.shows-first": "{player} shows first",
}

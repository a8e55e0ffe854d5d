"""English for the dealer button: where it lies, who draws it, who waits for it."""

from __future__ import annotations

from typing import Final

BUTTON: Final[dict[str, str]] = {
    "finding.dead-button": "The seat that is due the button is empty",
    "finding.button-draw": "The button lies at another seat than the drawn one",
    "finding.button-move-error": "The button was moved wrong",
    "finding.heads-up-button": "Two players: the same big blind again",
    "finding.new-player-position": "A newcomer between button and blinds",
    "fact.stands.1": "the hand stands; back one seat, then on two",
    "option.adjust-button": "the button is adjusted: nobody is the big blind twice running",
    "option.back-then-forward": "the hand stands; the button goes back one seat, then on two",
    "option.button-stays": "the button stays where it lay",
    "option.button-to-empty-seat": "the button lies at the empty seat",
    "option.leave-button": "the button moves on as ever",
    "option.newcomer-plays": "the newcomer plays this hand",
    "option.newcomer-waits": "the newcomer waits until the button has passed",
    "effect.button-back": "the next hand has the button at {player}, the one after it two seats on",
    "effect.button": "the button is at {player}",
}

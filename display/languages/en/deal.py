"""English for what went wrong in the deal: void deals, exposed cards, hands with a wrong number of cards."""

from __future__ import annotations

from typing import Final

DEAL: Final[dict[str, str]] = {
    "finding.misdeal": "A misdeal, or what may be one",
    "finding.misdeal-replay": "A void deal and the one in its place",
    "finding.exposed-card": "One card exposed by the dealer",
    "finding.wrong-card-count": "A hand with a wrong number of cards",
    "fact.button_seat": "the button is seat",
    "fact.due_seat": "due to seat",
    "fact.too_late.1": "too late for a misdeal",
    "value.cards-exposed": "two cards exposed",
    "value.card-to-empty-seat": "a card to a seat that is not in the hand",
    "value.extra-cards": "more than one card too many",
    "value.first-card-exposed": "one of the first cards exposed",
    "value.heads-up-exposed": "a card exposed heads-up",
    "value.left-out": "a player got no card",
    "value.stuck-cards": "two cards at once: were they stuck together?",
    "value.two-to-the-button": "two cards running to the button",
    "value.wrong-seat": "not the seat that was due the card",
    "option.bet-stays": "the bet stays in the pot",
    "option.complete-hand": "the seat gets the card that it lacks",
    "option.one-hand": "one hand of the penalty",
    "option.pass-on": "the card goes on to the seat that was due it",
    "option.return-as-burn": "back on the deck, it is the next burn",
    "option.two-hands": "two hands of the penalty",
    "effect.card-replaced": "another card for {player} after the round",
    "effect.card-back": "the last card of {player} goes back on the deck",
    "effect.card-on": "the card goes on to {player}",
    "effect.let-be": "{player} plays on with {chips} cards",
    "effect.penalty-served": "one more hand of the penalty of {player} is over",
    "effect.card-later": "{player} gets a card when all have theirs",
}

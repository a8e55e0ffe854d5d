"""English: every sentence that the display can say, by code.

Another language is another table with the same keys. `{name}` holes are filled by `wording.Wording.say`;
chips come with their thousands marked, players as ``seat 3 Anna``.
"""

from __future__ import annotations

from typing import Final

from display.languages.en.award import AWARD
from display.languages.en.board import BOARD
from display.languages.en.button import BUTTON
from display.languages.en.chips import CHIPS
from display.languages.en.clock import CLOCK
from display.languages.en.codes import CODES
from display.languages.en.corrections import CORRECTIONS
from display.languages.en.deal import DEAL
from display.languages.en.floor import FLOOR
from display.languages.en.guarding import GUARDING
from display.languages.en.hands import HANDS
from display.languages.en.keys import KEYS
from display.languages.en.menu import MENU
from display.languages.en.pages import PAGES
from display.languages.en.panel import PANEL
from display.languages.en.players import PLAYERS
from display.languages.en.senses import SENSES
from display.languages.en.setup import SETUP
from display.languages.en.showdown import SHOWDOWN
from display.languages.en.slips import SLIPS
from display.languages.en.training import TRAINING

_NEXT: Final = {
    "next.title": "NEXT",
    "next.new-hand": "Gather the cards, shuffle, start the next hand",
    "next.new-hand-first": "Shuffle and start the first hand",
    "next.deal-card": "Deal a card to {player}",
    "next.burn": "Burn a card",
    "next.deal-flop": "Deal the flop: three cards",
    "next.deal-turn": "Deal the turn: one card",
    "next.deal-river": "Deal the river: one card",
    "next.return-chips": "Return {chips} to {player}",
    "next.push-pot": "Push {chips} to {player}",
    "next.call-floor": "Call the floor",
    "next.await": "Wait for {player}",
    "next.await-act": "Action on {player}",
    "next.await-owes": "{player} still owes {chips}",
    "next.await-post": "{player} posts {chips}",
    "next.await-show": "{player}: show or muck",
    "next.await-table": "{player}: all in, turn the hand up",
    "next.stale": "No word from the controller: this picture may be old",
    "next.waiting": "Waiting for the controller",
}

_ACTION: Final = {
    "action.none": "No action open",
    "action.turn": "{player} to act",
    "action.to-call": "to call {chips}",
    "action.push": "= {chips}",
    "action.nothing-to-call": "nothing to call",
    "action.min-bet": "bet at least {chips}",
    "action.min-raise": "raise to at least {chips}",
    "action.all-in-raise": "raise all in to {chips}",
    "action.max": "at most {chips}",
    "action.plus": "(+{chips})",
    "action.may": "may {choices}",
    "action.or": " or ",
}

_CHOICES: Final = {
    "choice.fold": "fold",
    "choice.check": "check",
    "choice.call": "call",
    "choice.bet": "bet",
    "choice.raise": "raise",
}

_SEAT: Final = {
    "seat.player": "seat {seat} {name}",
    "seat.nameless": "seat {seat}",
    "seat.empty": "empty",
    "seat.out": "not in this hand",
    "seat.out-short": "out",
    "seat.folded": "folded",
    "seat.all-in": "ALL IN",
    "seat.in": "",
    "seat.all-in-button": "all-in button",
    "seat.all-in-button-short": "button",
    "seat.owes": "owes {chips}",
    "seat.returns": "gets back {chips}",
    "seat.returns-short": "back {chips}",
    "seat.won": "won {chips}",
    "seat.big-blinds": "{count} BB",
    "mark.button": "D",
    "mark.small-blind": "SB",
    "mark.big-blind": "BB",
    "act.fold": "fold",
    "act.check": "check",
    "act.call": "call",
    "act.bet": "bet",
    "act.raise": "raise",
    "act.all-in": "all in",
    "act.small-blind": "small blind",
    "act.big-blind": "big blind",
    "act.ante": "ante",
}

_RANKS: Final = {
    "rank.High card": "High card",
    "rank.One pair": "One pair",
    "rank.Two pair": "Two pair",
    "rank.Three of a kind": "3 of a kind",
    "rank.Straight": "Straight",
    "rank.Flush": "Flush",
    "rank.Full house": "Full house",
    "rank.Four of a kind": "Quads",
    "rank.Straight flush": "Str. flush",
}

_RANKS_LONG: Final = {
    "rank-long.High card": "high card",
    "rank-long.One pair": "one pair",
    "rank-long.Two pair": "two pair",
    "rank-long.Three of a kind": "three of a kind",
    "rank-long.Straight": "a straight",
    "rank-long.Flush": "a flush",
    "rank-long.Full house": "a full house",
    "rank-long.Four of a kind": "four of a kind",
    "rank-long.Straight flush": "a straight flush",
}

_TABLE: Final = {
    "hand.number": "Hand {number}",
    "hand.none": "No hand yet",
    "hand.blinds": "{small}/{big}",
    "hand.ante": "ante {chips}",
    "street.idle": "no hand",
    "street.deal": "deal",
    "street.preflop": "preflop",
    "street.flop": "flop",
    "street.turn": "turn",
    "street.river": "river",
    "street.third": "third street",
    "street.fourth": "fourth street",
    "street.fifth": "fifth street",
    "street.sixth": "sixth street",
    "street.seventh": "seventh street",
    "street.draw": "draw",
    "street.showdown": "showdown",
    "street.settled": "hand over",
    "variant.NT": "no-limit hold'em",
    "variant.FT": "limit hold'em",
    "variant.PT": "pot-limit hold'em",
    "variant.PO": "pot-limit Omaha",
    "variant.PO/8": "pot-limit Omaha hi-lo",
    "variant.FO/8": "limit Omaha hi-lo",
    "variant.F7S": "seven-card stud",
    "variant.F7S/8": "seven-card stud hi-lo",
    "variant.FR": "razz",
    "book.tda-2019": "TDA 2019",
    "book.tda-2024-rp": "TDA 2024 RP",
    "book.tda-holdem": "TDA hold'em",
    "book.ipo-2015": "IPO 2015",
    "book.figp-2012": "FIGP 2012",
    "pot.only": "Pot",
    "pot.main": "Main pot",
    "pot.main-short": "Main",
    "pot.side-short": "Side {number}",
    "pot.side": "Side pot {number}",
    "pot.seats": "seats {seats}",
    "pot.more": "{count} more: {chips}",
    "board.name": "Board",
}

_HEALTH: Final = {
    "node.all-ready": "readers ready",
    "node.none": "no readers: dealt by keys",
    "node.ready": "ready",
    "node.degraded": "slow",
    "node.down": "down",
    "node.refused": "refused",
    "node.state": "reader {node} {status}",
    "node.why": "reader {node} {status}: {reason}",
    "node.unknown": "not seen: {zones}",
    "node.trouble": "{count} of {all} readers need a look",
    "node.trouble.one": "1 of {all} readers needs a look",
    "broker.off": "MQTT off",
    "broker.connecting": "MQTT connecting",
    "broker.ready": "MQTT ready",
    "broker.behind": "MQTT behind by {rest}",
    "broker.ahead": "MQTT: a recorder has {rest}, the journal less; rescue it",
    "broker.absent": "MQTT absent ({rest})",
    "broker.refused": "MQTT refused ({rest})",
    "broker.stopped": "MQTT stopped",
    "table.simulated": "simulated",
    "table.paused": "PAUSED",
    "link.waiting": "connecting",
    "link.live": "live",
    "link.lost": "CONTROLLER LOST",
}

_FINDINGS: Final = {
    "finding.irregular": "Irregular act",
    "finding.call-by-exposure": "A hand shown instead of a call",
    "finding.exposing-cards": "A hand exposed with action to come",
    "finding.nonstandard-fold": "An irregular fold",
    "finding.all-in-buttons": "Put the all-in button down",
    "finding.ante": "The ante",
    "finding.opponent-count": "No right to that count",
    "finding.pot-count": "No count of the pot",
    "finding.dealer-announce": "Say the amount that lies there",
    "finding.chip-visibility": "Chips that the others must be able to see and count",
    "finding.accepted-action": "Accepted as it is: the true amount is due",
    "finding.hidden-chips": "Chips found after an all-in",
    "finding.title": "{topic}: {player}",
    "finding.rule": "{book}, rule {ref}",
    "finding.house": "house rule {ref}",
    "finding.open": "open",
    "finding.options": "The floor may choose",
    "finding.more": "{count} more findings",
    "finding.more.one": "one more finding",
    "findings.name": "Findings",
    "story.name": "This hand",
    "prompt.name": "Question",
    "prompt.cards-gone": "The cards of {player} are not seen any more. Did the player fold?",
    "prompt.chips-adrift": "Chips moved near {player} and do not add up. Leave it so?",
    "prompt.chips-adrift-table": "Chips moved in the middle and do not add up. Leave it so?",
    "prompt.gap-card": "A card of {player} is not seen any more. Did the player fold?",
    "prompt.gap-dealt": "A card lies at {player} that nobody saw come. Dealt?",
    "prompt.gap-folded": "Cards of {player} lie in the muck. Did the player fold?",
    "prompt.gap-strayed": "A card lies at {player} that lay elsewhere before. Does it lie there?",
    "prompt.gap-strayed-table": "A card lies where it did not lie before. Does it lie there?",
    "prompt.gap-burned-table": "A card lies at the burn that nobody saw come. Burned?",
    "prompt.gap-boarded-table": "Cards lie on the board that nobody saw come. Dealt to the board?",
    "prompt.gap-unboarded-table": "Cards of the board are not seen any more. Taken away?",
    "prompt.gap-unburned-table": "Cards of the burn are not seen any more. Taken away?",
    "prompt.gap-mucked-table": "A card lies in the muck that nobody saw come. Put there by the dealer?",
    "prompt.gap-riffled-table": "The deck was shuffled and nobody saw it. Does a new hand begin?",
    "prompt.gap-gathered-hand-table": "The cards of the finished hand are gone. Gathered?",
    "prompt.gap-pushed": "{chips} more in front of {player}, and nobody saw it. Pushed?",
    "prompt.gap-taken-back": "{chips} went back to {player}, and nobody saw it. Taken back?",
    "prompt.gap-gathered": "{chips} of {player} are in the pot, and nobody saw it. Gathered?",
    "prompt.gap-bet-gathered": "{chips} of {player} are in the pot, and nobody saw it. Bet and gathered?",
    "prompt.gap-won": "{chips} of the pot went to {player}, and nobody saw it. Pushed to the winner?",
    "prompt.gap-won-of": "{chips} of another player went to {player}, and nobody saw it. Won?",
    "prompt.gap-chips-more": "{chips} more near {player}, and nobody saw it. Leave it so?",
    "prompt.gap-chips-more-table": "{chips} more in the middle, and nobody saw it. Leave it so?",
    "prompt.gap-chips-less": "{chips} less near {player}, and nobody saw it. Leave it so?",
    "prompt.gap-chips-less-table": "{chips} less in the middle, and nobody saw it. Leave it so?",
    "prompt.gap-puck": "The button lies at {player} now. Right?",
    "prompt.gap-allin-down": "The all-in button of {player} lies in front, and nobody saw it. All in?",
    "prompt.gap-allin-up": "The all-in button of {player} is gone. Taken away?",
    "prompt.cards-unseen": "{chips} cards of this deck have not been read for many hands. Count it after the hand?",
    "prompt.other": "{player}: {kind}?",
    "prompt.other-table": "{kind}?",
    "prompt.more": "{count} more questions after this one",
    "prompt.more.one": "one more question after this one",
    "answer.folded": "folded",
    "answer.still-there": "still there",
    "answer.ignore": "leave it so",
    "answer.noted": "noted",
    "answer.yes": "yes",
    "answer.no": "no",
}

EN: Final[dict[str, str]] = {
    ",": ",",  # between the thousands of an amount
    ",from": "1000",  # the least amount that has it
    ".": ".",  # before tenths
    **_NEXT,
    **_ACTION,
    **_CHOICES,
    **_SEAT,
    **_RANKS,
    **_RANKS_LONG,
    **_TABLE,
    **_HEALTH,
    **_FINDINGS,
    **KEYS,
    **BOARD,
    **BUTTON,
    **AWARD,
    **DEAL,
    **CHIPS,
    **CORRECTIONS,
    **CLOCK,
    **SENSES,
    **SHOWDOWN,
    **SLIPS,
    **SETUP,
    **TRAINING,
    **FLOOR,
    **GUARDING,
    **PAGES,
    **PANEL,
    **HANDS,
    **PLAYERS,
    **MENU,
    **CODES,
}

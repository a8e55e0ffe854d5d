"""English for the award: odd chips, the order of pots, protests, bets drawn in, dealers changed late."""

from __future__ import annotations

from typing import Final

AWARD: Final[dict[str, str]] = {
    "finding.odd-chip": "Odd chips of a split pot",
    "finding.side-pot": "In which order the pots are pushed",
    "finding.protest": "A hand or a pot is disputed",
    "finding.pot-reconstruction": "The pot rebuilt from the betting",
    "finding.bringing-in-bets": "A bet drawn in during the round",
    "finding.dealer-push": "A dealer changed just before a break or a level",
    "rank.Royal flush": "Royal",
    "rank-long.Royal flush": "a royal flush",
    "fact.odd_chips": "odd chips",
    "fact.unit_chips": "of",
    "fact.pots": "pots",
    "fact.pot_chips": "in the pot",
    "fact.put_in_chips": "put in",
    "fact.won_chips": "won",
    "fact.seconds": "seconds",
    "fact.held_back": "held back",
    "value.protest-late": "too late",
    "option.all-to-first": "all odd chips to the first left of the button",
    "option.break-down": "change a chip into the smallest in play",
    "option.first-formed-first": "the side pots as they were formed, then the main pot",
    "option.hold-back": "play on, the ruling waits",
    "option.last-formed-first": "the side pot formed last first",
    "option.main-pot-first": "the main pot first",
    "option.odd-chip": "the odd chips go to a seat",
    "option.rebuild-pot": "rebuild the pot from the bets",
    "option.side-pot-first": "the side pots first",
    "effect.recounted": "the stack of {player} is counted anew",
    "effect.pushed-first": "the first pot pushed is that of {chips} to {player}",
}

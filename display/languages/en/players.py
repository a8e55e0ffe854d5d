"""English for players who are away, hands in the muck, cards shown early, and what people see of each other."""

from __future__ import annotations

from typing import Final

PLAYERS: Final[dict[str, str]] = {
    "finding.absent-player": "Not at the seat",
    "finding.authority": "The floor above the rule",
    "finding.card-protection": "Cards not protected, or out of sight",
    "finding.collusion": "A look at a hand that somebody suspects",
    "finding.dead-hand": "A dead hand",
    "finding.devices": "A device used with a live hand",
    "finding.info-access": "All may see what one has seen",
    "finding.leaving-table": "Left the table with a live hand",
    "finding.mucked-in-error": "A live hand in the muck",
    "finding.staff-communication": "For the dealer who sits down",
    "cause.hand-taken": "A hand was taken in, and others have acted since: take the fold back first",
    "value.hand-taken": "taken in by the dealer",
    "value.bettor-discarded": "thrown in by the bettor",
    "value.away-in-turn": "away, and it is his turn",
    "value.in": "in the hand",
    "value.all-in": "all in",
    "fact.was": "before",
    "fact.over": "over rule",
    "fact.option": "ruled",
    "fact.other_seat": "at seat",
    "fact.small": "small blind",
    "fact.big": "big blind",
    "fact.penalised_seat": "under a penalty: seat",
    "fact.warned_seat": "warned: seat",
    "option.return-bet": "dead hand, its bet goes back",
    "option.review-hand": "the floor looks at the hand",
    "option.no-review": "no look at the hand",
    "effect.hand-stays": "{player} stays in the hand: give the cards back",
}

"""English for chips out of their place: races, rebuys, chips out of sight, trays that count otherwise."""

from __future__ import annotations

from typing import Final

CHIPS: Final[dict[str, str]] = {
    "finding.color-up": "A chip race or a colour-up",
    "finding.chip-handling": "The trays count otherwise than the game",
    "finding.chip-transport": "Chips held or carried out of sight",
    "finding.rebuy": "A rebuy",
    "finding.nonvalue-chips": "A thing without a value was put forward",
    "cause.no-such-race": "That denomination cannot be raced",
    "cause.race-cards-missing": "A race with too few cards drawn",
    "fact.gets_chips": "gets",
    "fact.first_seat": "the draw begins at seat",
    "fact.rest_chips": "left over",
    "fact.next_seat": "next in the draw: seat",
    "fact.old_chips": "old chips worth",
    "fact.exchange_chips": "exchanged for",
    "fact.rebuy_chips": "chips of the rebuy",
    "fact.denomination": "chips of",
    "fact.count_seat": "seat",
    "fact.expected_sum_chips": "whole table: should be",
    "fact.counted_sum_chips": "whole table: counted",
    "option.exchange-chips": "exchanged at equal value",
    "option.remove-chips": "taken away without compensation",
    "option.add-chip": "one chip more, to the next card",
    "option.no-chip": "no chip for the rest",
    "option.confiscate": "taken out of play",
    "option.halve-stack": "half of the stack taken out of play",
    "option.set-aside": "not in this hand",
    "option.accept-count": "the trays are right",
    "option.count-again": "people count the chips",
    "option.allow-rebuy": "the rebuy is allowed",
    "option.no-rebuy": "no rebuy",
    "effect.stack": "{player} has {chips}",
    "effect.aside": "{chips} of {player} wait for the next hand",
    "effect.leaves": "{player} is out",
}

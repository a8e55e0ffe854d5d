"""What does not divide when equal hands share a pot: who gets the odd chips, and which chips are odd at all.

| book's answer        | one odd chip                | several odd chips                           |
| -------------------- | --------------------------- | ------------------------------------------- |
| one each clockwise   | the first left of the button | one each, from there on                     |
| first left of button | the first left of the button | one each; the floor may give them to one     |
| all to the first     | the first left of the button | all to that one                             |
| silent               | the floor                   | the floor                                   |

In stud, where no board is shared, it is the order of the highest card by suit in place of that of the seats.

A chip is odd only if the smallest chip in play cannot split it: whatever lies in the pot, the parts are equal but for
fewer such chips than there are winners. That change must be made for them is the dealer's business, and nobody's loss.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from table_controller.game.hands import up_cards
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.hand import Share
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "odd-chip"


@behaviour(False)
def equal_parts(book: Rulebook) -> bool:
    """Equal hands share the pot in equal parts; without that the first of them would have it all."""
    del book
    return True


@behaviour(())
def left_of_the_button(winners: tuple[int, ...], book: Rulebook) -> tuple[int, ...]:
    """Winners in the order in which odd chips go to them: the first left of the button first."""
    del book
    return winners


@behaviour(())
def highest_card_by_suit(fives: Mapping[int, Sequence[Card]], low: bool, book: Rulebook) -> tuple[int, ...]:
    """In stud the order is that of the highest card of the hand that wins, suits deciding."""
    del book
    return up_cards.by_top_card(fives, low=low)


@behaviour(False)
def odd_to_the_high(book: Rulebook) -> bool:
    """What does not divide in a pot that high and low hands share goes to the high half."""
    del book
    return True


@behaviour(False)
def identical_both_ways(book: Rulebook) -> bool:
    """Hands that are equal both ways split the whole pot; by halves one of them could get two odd chips."""
    del book
    return True


@behaviour(False)
def broken_into_the_smallest(book: Rulebook) -> bool:
    """Whether chips are changed into the smallest in play before they are odd; else they are split as they lie."""
    return book.odd_chip.break_down.value


def unit_of(lies: Chips, denominations: Sequence[int], book: Rulebook) -> int:
    """The chip in which the pots are split; `lies` are the chips that lie in them."""
    if broken_into_the_smallest(book) or not lies:
        return min(denominations, default=1)
    return min(value for value, _ in lies)


def left_over(shares: Sequence[Share], unit_chips: int, book: Rulebook) -> tuple[Finding, ...]:
    """What the floor must or may say of the odd chips of pots that equal hands share in chips of `unit_chips`."""
    odd = odd_units(shares, unit_chips)
    facts = (("odd_chips", odd), ("unit_chips", unit_chips))
    order = book.odd_chip.order
    if not odd:
        return ()
    match order.value:
        case None:
            return (finding(TOPIC, None, order.cite, facts, ("odd-chip", "play-on")),)
        case "first_left_of_button" if odd > 1:
            options = ("all-to-first", "play-on")
            return (finding(TOPIC, None, order.cite, facts, options, stops_play=False),)
        case _:
            return ()


def odd_units(shares: Sequence[Share], unit_chips: int) -> int:
    """The most chips of `unit_chips` that were left over in one pot."""
    return max((sum(parts) // unit_chips % len(parts) for parts in _parts(shares) if len(parts) > 1), default=0)


def _parts(shares: Sequence[Share]) -> list[list[int]]:
    parts: dict[tuple[int, str], list[int]] = defaultdict(list)
    for share in shares:
        parts[share.pot, share.half].append(share.chips)
    return list(parts.values())

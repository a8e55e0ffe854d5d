"""What does not divide when equal hands share a pot: who gets the odd chips, and which chips are odd at all.

| book's answer        | one odd chip                | several odd chips                           |
| -------------------- | --------------------------- | ------------------------------------------- |
| one each clockwise   | the first left of the button | one each, from there on                     |
| first left of button | the first left of the button | one each; the floor may give them to one     |
| all to the first     | the first left of the button | all to that one                             |
| silent               | the floor                   | the floor                                   |

A chip is odd only if it cannot be split. Where the book has it broken into the smallest in play first, the smallest
chip in play is the unit. Where it says nothing, the pots are split in the chips that lie there, and the floor may
have one broken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

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


@behaviour(False)
def broken_into_the_smallest(book: Rulebook) -> bool:
    """Whether an odd chip is first broken into the smallest in play; silence leaves the chips as they lie."""
    return book.odd_chip.break_down.value is True


def left_over(shares: Sequence[Share], unit_chips: int, smallest_chips: int, book: Rulebook) -> tuple[Finding, ...]:
    """What the floor must or may say of the parts of pots that equal hands share.

    `unit_chips` is the chip in which they were split, `smallest_chips` the smallest in play.
    """
    odd = odd_units(shares, unit_chips)
    facts = (("odd_chips", odd), ("unit_chips", unit_chips))
    breaks = ("break-down",) if unit_chips > smallest_chips and book.odd_chip.break_down.value is None else ()
    order = book.odd_chip.order
    if not odd:
        return ()
    match order.value:
        case None:
            return (finding(TOPIC, None, order.cite, facts, ("odd-chip", *breaks, "play-on")),)
        case _ if breaks:
            return (finding(TOPIC, None, book.odd_chip.break_down.cite, facts, (*breaks, "play-on")),)
        case "first_left_of_button" if odd > 1:
            options = ("all-to-first", "play-on")
            return (finding(TOPIC, None, order.cite, facts, options, stops_play=False),)
        case _:
            return ()


def odd_units(shares: Sequence[Share], unit_chips: int) -> int:
    """The most chips of `unit_chips` that were left over in one pot."""
    return max((sum(parts) // unit_chips % len(parts) for parts in _parts(shares) if len(parts) > 1), default=0)


def _parts(shares: Sequence[Share]) -> list[list[int]]:
    parts: dict[int, list[int]] = defaultdict(list)
    for share in shares:
        parts[share.pot].append(share.chips)
    return list(parts.values())

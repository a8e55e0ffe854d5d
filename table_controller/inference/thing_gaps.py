"""The puck and the all-in buttons across gaps: where they lie is known at once, what it means is asked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import AllInButtonSeen, Inventory, PuckSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, seat_zone
from table_controller.inference.doubt import GAP_PATIENCE_S, Doubt
from table_controller.vocabulary.events import AllInButtonPlaced, Event, PuckPlaced

_NONE: Final[Mapping[int, float]] = MappingProxyType({})


class ThingGap(Struct, frozen=True):
    """The last word on the puck's seat and the buttons that are down; and what was found different, since when.

    `puck` is None until anyone looked, and 0 until it was seen at a seat. `turned` are the seats whose all-in
    button is not as it was.
    """

    puck: int | None = None
    down: frozenset[int] = frozenset()
    puck_found: tuple[int, float] | None = None
    turned: Mapping[int, float] = field(default_factory=lambda: _NONE)


def moved(gap: ThingGap, seen: PuckSeen | AllInButtonSeen) -> ThingGap:
    """The puck or a button was seen to move: nothing is open about it."""
    match seen:
        case PuckSeen(seat=seat):
            return replace(gap, puck=seat or gap.puck, puck_found=None)
        case AllInButtonSeen(seat=seat):
            down = gap.down | {seat} if seen.down else gap.down - {seat}
            return replace(gap, down=down, turned={at: since for at, since in gap.turned.items() if at != seat})


def compare(gap: ThingGap, seen: Inventory) -> ThingGap:
    """What differs from the last word.

    A seat's button is in sight where its antenna is, the puck where the board is: one node senses both.
    """
    in_sight = {zone for zone, _ in seen.cards}
    if seen.puck is None:
        gap = replace(gap, puck=0) if gap.puck is None and BOARD in in_sight else gap
    elif gap.puck is None or gap.puck == seen.puck:
        gap = replace(gap, puck=seen.puck, puck_found=None)
    elif gap.puck_found is None or gap.puck_found[0] != seen.puck:
        gap = replace(gap, puck_found=(seen.puck, seen.at_s))
    turned = dict(gap.turned)
    for seat in {*gap.down, *seen.allin, *gap.turned}:
        if (seat in gap.down) == (seat in seen.allin):
            turned.pop(seat, None)
        elif seat_zone(seat) in in_sight:
            turned.setdefault(seat, seen.at_s)
    return replace(gap, turned=turned)


def thing_doubts(gap: ThingGap) -> tuple[Doubt, ...]:
    """Questions about the puck and the buttons."""
    doubts = [
        Doubt(f"gap-allin:{seat}", kind, seat, ("yes", "no"), since_s + GAP_PATIENCE_S)
        for seat, since_s in sorted(gap.turned.items())
        for kind in ("gap-allin-up" if seat in gap.down else "gap-allin-down",)
    ]
    if gap.puck_found is not None:
        seat, since_s = gap.puck_found
        doubts.append(Doubt(f"gap-puck:{seat}", "gap-puck", seat, ("yes", "no"), since_s + GAP_PATIENCE_S))
    return tuple(doubts)


def buttons_in_doubt(gap: ThingGap) -> frozenset[int]:
    """The seats of which the dealer is asked whether their all-in button was put there unseen."""
    return frozenset(gap.turned) - gap.down


def answered_things(gap: ThingGap, prompt: str, answer: str) -> tuple[ThingGap, tuple[Event, ...]]:
    """What the dealer's answer changes; either way it lies where it lies and is not asked about again."""
    kind, _, name = prompt.partition(":")
    seat, yes = int(name), answer == "yes"
    if kind == "gap-puck" and gap.puck_found is not None:
        since_s = gap.puck_found[1]
        return replace(gap, puck=seat, puck_found=None), (PuckPlaced(seat, since_s),) if yes else ()
    if kind == "gap-allin" and seat in gap.turned:
        since_s, down = gap.turned[seat], seat not in gap.down
        gap = replace(
            gap,
            down=gap.down | {seat} if down else gap.down - {seat},
            turned={at: since for at, since in gap.turned.items() if at != seat},
        )
        return gap, (AllInButtonPlaced(seat, down, since_s),) if yes else ()
    return gap, ()

"""A pot rebuilt from what the journal says: what each seat put in, took back and was pushed in one hand.

Pure: it reads records, the chips that moved and not what was made of them, so that it can judge the award.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.events import ChipsPushed, ChipsTakenBack, PotPushed
from table_controller.vocabulary.outcomes import HandBegan, PotAwarded
from table_controller.vocabulary.record import AppliedEvent


class Part(Struct, frozen=True):
    """One seat's part in the pots of a hand, in chips: moved forward, back, pushed to it; `won_chips` by the award."""

    seat: int
    put_chips: int = 0
    back_chips: int = 0
    pushed_chips: int = 0
    won_chips: int = 0

    @property
    def in_pot_chips(self) -> int:
        """What of the seat's chips stayed in the middle."""
        return self.put_chips - self.back_chips


def rebuilt(happened: Iterable[AppliedEvent], hand: int) -> tuple[Part, ...]:
    """Every seat that had chips in the pots of the hand of that number, in order of seats; none if it was not played.

    An award that was changed by the floor counts as it was given last.
    """
    parts: dict[int, Part] = {}
    under_way = 0
    for applied in happened:
        for outcome in applied.outcomes:
            under_way = outcome.hand if isinstance(outcome, HandBegan) else under_way
        if under_way != hand:
            continue
        match applied.event:
            case ChipsPushed(seat=seat, chips=chips):
                parts[seat] = _more(parts, seat, put_chips=total_chips(chips))
            case ChipsTakenBack(seat=seat, chips=chips):
                parts[seat] = _more(parts, seat, back_chips=total_chips(chips))
            case PotPushed(seat=seat, chips=chips):
                parts[seat] = _more(parts, seat, pushed_chips=total_chips(chips))
            case _:
                pass
        _award(parts, [outcome for outcome in applied.outcomes if isinstance(outcome, PotAwarded)])
    return tuple(parts[seat] for seat in sorted(parts))


def _more(parts: dict[int, Part], seat: int, put_chips: int = 0, back_chips: int = 0, pushed_chips: int = 0) -> Part:
    part = parts.get(seat, Part(seat))
    return replace(
        part,
        put_chips=part.put_chips + put_chips,
        back_chips=part.back_chips + back_chips,
        pushed_chips=part.pushed_chips + pushed_chips,
    )


def _award(parts: dict[int, Part], awarded: list[PotAwarded]) -> None:
    """What was awarded by one event, in place of an award before it."""
    if not awarded:
        return
    for seat, part in parts.items():
        parts[seat] = replace(part, won_chips=0)
    for outcome in awarded:
        part = parts.get(outcome.seat, Part(outcome.seat))
        parts[outcome.seat] = replace(part, won_chips=part.won_chips + outcome.chips)

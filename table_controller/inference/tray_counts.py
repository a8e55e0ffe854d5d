"""What the trays hold at a hand's end, as far as they are in sight and at rest."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import Zone, zone_kind, zone_seat
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.doubt import PATIENCE_S
from table_controller.vocabulary.events import TraysCounted


def trays_counted(flow: ChipFlow, at_s: float) -> TraysCounted | None:
    """The count of the stacks and of the chips in the middle; None where no tray ever told anything.

    A tray out of sight is not counted, nor one with chips that have only just moved, nor one of which the dealer is
    asked what happened while nobody looked.
    """
    counted = {zone: total_chips(chips) for zone, chips in flow.lies.items() if _rests(flow, zone, at_s)}
    seats = {zone_seat(zone): chips for zone, chips in counted.items() if zone_kind(zone) == "stack"}
    stacks = tuple(sorted((seat, chips) for seat, chips in seats.items() if seat is not None))
    if not stacks:
        return None
    middle = (chips for zone, chips in counted.items() if zone_kind(zone) in ("bet", "pot"))
    return TraysCounted(stacks, sum(middle) if len(counted) == len(flow.lies) else None, at_s)


DEBT_PATIENCE_S: Final = 10.0
"""After so long chips that have left a stack are not on their way any more: a count may say that they are not there."""


def at_rest_s(flow: ChipFlow) -> float:
    """From when on no chips can be on their way that have moved so far."""
    return max((account.at_s + DEBT_PATIENCE_S for account in flow.adrift.values()), default=0.0)


def stacks_in_sight(flow: ChipFlow) -> dict[int, int]:
    """What lies in each stack, by seat; nothing while chips are out of sight, or have moved unseen.

    Chips that a key said had come lie there: hidden ones are keyed before they are put down.
    """
    if flow.gaps or flow.unseen:
        return {}
    stacks = ((zone, zone_seat(zone), chips) for zone, chips in flow.lies.items() if zone_kind(zone) == "stack")
    return {
        seat: total_chips(chips) + max(0, flow.told.get(zone, 0)) for zone, seat, chips in stacks if seat is not None
    }


def stacks_at_rest(flow: ChipFlow) -> dict[int, int]:
    """What lies in each stack in sight, by seat, where nothing moves, was missed, or is still to be shown."""
    moves = (flow.unseen, flow.adrift, flow.gaps, flow.told)
    still = {zone: chips for zone, chips in flow.lies.items() if not any(zone in kept for kept in moves)}
    lies = ((zone_seat(zone), chips) for zone, chips in still.items() if zone_kind(zone) == "stack")
    return {seat: total_chips(chips) for seat, chips in lies if seat is not None}


def _rests(flow: ChipFlow, zone: Zone, at_s: float) -> bool:
    account = flow.adrift.get(zone)
    moves = account is not None and at_s < account.at_s + PATIENCE_S
    return not moves and zone not in flow.unseen and zone not in flow.gaps

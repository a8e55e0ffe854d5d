"""What the trays hold at a hand's end, as far as they are in sight and at rest."""

from __future__ import annotations

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


def _rests(flow: ChipFlow, zone: Zone, at_s: float) -> bool:
    account = flow.adrift.get(zone)
    moves = account is not None and at_s < account.at_s + PATIENCE_S
    return not moves and zone not in flow.unseen and zone not in flow.gaps

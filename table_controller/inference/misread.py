"""Trays that show more chips than there are at the table: such a reading is the tray's fault, and no chips came.

Until it shows what can be, the tray is as good as out of sight; then it is compared with the last word on it, as after
any gap. Between hands chips may come that nobody has told of yet, so nothing is too much then.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.vocabulary.chips import Chips, chips_of, total_chips
from firmware_bridge.vocabulary.observations import ChipsMoved, Inventory, ZoneSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, zone_kind
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_flow import changed_unseen, found, out_of_sight
from table_controller.inference.sensor_status import SensorStatus
from table_controller.vocabulary.events import Event


def word_on(sight: SensorStatus, motion: ChipsMoved, most_chips: int | None) -> ZoneSeen | None:
    """What a motion says of its tray, if it makes another thing of it: that it misreads, or reads again."""
    zone = motion.zone
    if _is_too_much(zone, motion.lie, most_chips):
        return ZoneSeen(zone, "unknown", motion.at_s)
    return ZoneSeen(zone, "ok", motion.at_s) if zone in sight.misread else None


def noted(sight: SensorStatus, word: ZoneSeen) -> SensorStatus:
    """What is in sight after that word."""
    others = sight.misread - {word.zone}
    return replace(sight.seen(word), misread=others if word.status == "ok" else others | {word.zone})


def told_anew(
    flow: ChipFlow, word: ZoneSeen, lie: Chips, expected: Mapping[Zone, int]
) -> tuple[ChipFlow, tuple[Event, ...]]:
    """What its tray makes of a zone after that word; what it lacked to see is a gap."""
    if word.status != "ok":
        return out_of_sight(flow, (word.zone,), word.at_s), ()
    flow = replace(flow, unseen={zone: at_s for zone, at_s in flow.unseen.items() if zone != word.zone})
    due = {zone: chips for zone, chips in expected.items() if zone == word.zone}
    flow, counted = changed_unseen(flow, {word.zone: lie}, due, word.at_s)
    return found(flow, word.zone, chips_of(lie), word.at_s), counted


def legible(sight: SensorStatus, seen: Inventory, most_chips: int | None) -> tuple[SensorStatus, Inventory]:
    """An inventory without the trays that misread, which are out of sight."""
    wrong = frozenset(zone for zone, chips in seen.chips if _is_too_much(zone, chips, most_chips))
    if wrong or sight.misread:
        sight = replace(sight, misread=wrong)
    if not wrong:
        return sight, seen
    return sight, replace(seen, chips=tuple(one for one in seen.chips if one[0] not in wrong))


def _is_too_much(zone: Zone, chips: Chips, most_chips: int | None) -> bool:
    return most_chips is not None and zone_kind(zone) != "rack" and total_chips(chips) > most_chips

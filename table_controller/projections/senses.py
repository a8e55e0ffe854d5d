"""What the sensors see, to stand beside what the game believes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone, stack_zone, zone_kind, zone_seat
from table_controller.game.queries import behind_chips, full_board, live_seats, variant_of
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import IDLE, SETTLED, SHOWDOWN, is_street
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.sensor_status import SensorStatus
from table_controller.inference.sightings import Sightings
from table_controller.inference.stacks_seen import Doubtful, sureness
from table_controller.vocabulary.events import StrangeCardFound
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import (
    CountView,
    SeatReads,
    SenseView,
)

_PAIR = 2
"""Of a hand of two cards people say one and both."""


def senses(table: Table, sightings: Sightings, sight: SensorStatus, strange: Collection[Zone]) -> tuple[SenseView, ...]:
    """What is read at each seat that has an antenna; `strange` are zones with a card that cannot be in play."""
    read = dict.fromkeys((seat_zone(seat) for seat in range(1, table.setup.seats + 1)), 0)
    for one in sightings.cards.values():
        if one.present and one.zone in read:
            read[one.zone] += 1
    due = hand_size(table)
    return tuple(
        SenseView(seat, _reads(cards, due, silent=zone in sight.unknown, foreign=zone in strange), cards, due)
        for seat, (zone, cards) in enumerate(read.items(), 1)
        if zone in sight.known
    )


def _reads(cards: int, due: int, *, silent: bool, foreign: bool) -> SeatReads:
    if silent:
        return "unreadable"
    if foreign:
        return "foreign"
    if not cards:
        return "none"
    if cards > due:
        return "too-many"
    if due == _PAIR:
        return "both" if cards == due else "one"
    return "all" if cards == due else "some"


def off_the_board(table: Table, sightings: Sightings, sight: SensorStatus) -> frozenset[Handle]:
    """The cards of the board that its living reader has read and reads no more: picked up, set aside, fallen down."""
    phase = table.hand.phase
    if BOARD not in sight.known or BOARD in sight.unknown or not (is_street(phase) or phase == SHOWDOWN):
        return frozenset()
    lie = ((card.handle, sightings.cards.get(card.handle)) for card in table.cards if card.zone == BOARD)
    return frozenset(handle for handle, seen in lie if seen is not None and seen.zone == BOARD and not seen.present)


def on_the_board(sightings: Sightings, sight: SensorStatus) -> frozenset[Handle]:
    """The cards that the board's living reader sees there now."""
    if BOARD not in sight.known or BOARD in sight.unknown:
        return frozenset()
    return frozenset(handle for handle, seen in sightings.cards.items() if seen.zone == BOARD and seen.present)


def misplaced(table: Table, sightings: Sightings, sight: SensorStatus) -> tuple[tuple[int, Zone], ...]:
    """Cards that living readers see at a seat though they belong with the burns or at another seat: where, and whither.

    An exposed card that is the next burn, say, or a card too many that goes on to the seat that was due it. With 0 as
    the seat, one on the board that the floor has named as the burn, or that came after the last card of the board.
    """
    if table.hand.phase in (IDLE, SETTLED):
        return ()
    if BOARD in sight.known - sight.unknown and (beyond := _beyond_the_board(table) & on_the_board(sightings, sight)):
        return tuple((0, STUB) for _ in beyond)
    belong = {card.handle: Zone(card.zone) for card in table.cards}
    alive = sight.known - sight.unknown
    places = {zone: zone_seat(zone) or 0 for zone in alive if zone_kind(zone) == "seat" or zone == BOARD}
    return tuple(
        (places[seen.zone], to)
        for handle, seen in sightings.cards.items()
        if seen.present and seen.zone in places and (to := belong.get(handle, seen.zone)) != seen.zone
        if to in (BURN, STUB) or (zone_kind(to) == "seat" and seen.zone != BOARD)
    )


def in_the_muck(
    table: Table, sightings: Sightings, let_be: Mapping[Handle, Zone], sight: SensorStatus
) -> tuple[int, ...]:
    """Live seats whose hands a living reader sees in the muck, whole, though by all that was told they lie there yet.

    The dealer has said that nobody folded, so that what was found there is `let_be`, or the floor gave the hand back:
    it belongs before its player.
    """
    if table.hand.phase in (IDLE, SETTLED) or MUCK not in sight.known - sight.unknown:
        return ()
    seen = {handle: one.zone for handle, one in sightings.cards.items() if one.present} | dict(let_be)
    hands = {seat: lying(table.cards, seat_zone(seat)) for seat in live_seats(table)}
    return tuple(seat for seat, hand in hands.items() if hand and all(seen.get(one) == MUCK for one in hand))


def _beyond_the_board(table: Table) -> frozenset[Handle]:
    """Cards that came to a board that was full: they are no part of it."""
    if table.hand.repair is not None or len(table.hand.board) < full_board(table):
        return frozenset()
    counted = {*table.hand.board, *(card.handle for card in table.hand.aside)}
    return frozenset(card.handle for card in table.cards if card.zone == BOARD) - counted


def over_the_board(table: Table, sightings: Sightings, sight: SensorStatus) -> int:
    """How many cards its living reader sees on the board that are back in the deck by all that was told."""
    phase = table.hand.phase
    if BOARD not in sight.known or BOARD in sight.unknown or not (is_street(phase) or phase == SHOWDOWN):
        return 0
    here = {handle for handle, seen in sightings.cards.items() if seen.zone == BOARD and seen.present}
    return len(here.difference(card.handle for card in table.cards)) if len(here) > len(table.hand.board) else 0


def hand_size(table: Table) -> int:
    """The cards of a whole hand by now: before its first street those of that one, at the end those of all."""
    streets, names = variant_of(table).streets, [street.name for street in variant_of(table).streets]
    phase = table.hand.phase
    until = names.index(phase) + 1 if phase in names else len(names) if phase in (SHOWDOWN, SETTLED) else 1
    return sum(street.down + street.up for street in streets[:until])


def strange_zones(happened: Iterable[AppliedEvent], undone: Collection[int]) -> frozenset[Zone]:
    """The zones where a card that cannot be in play was found in this hand."""
    return frozenset(
        applied.event.zone
        for applied in happened
        if isinstance(applied.event, StrangeCardFound) and applied.number not in undone
    )


def counts(table: Table, flow: ChipFlow, unseen: Doubtful, now_s: float) -> tuple[CountView, ...]:
    """Each player's stack by the ledger and by its tray; none where no tray of a stack ever told anything."""
    found = tuple(_counts(table, flow, {one.seat: one.last_s for one in unseen}, now_s))
    return found if any(stack_zone(one.seat) in flow.lies for one in found) else ()


def _counts(table: Table, flow: ChipFlow, last: Mapping[int, float | None], now_s: float) -> Iterator[CountView]:
    for seat, player in enumerate(table.players, 1):
        zone = stack_zone(seat)
        if player is not None:
            unseen = zone in flow.unseen or zone not in flow.lies
            counted = None if unseen else flow.lies[zone]
            sure, off = sureness(table, flow, seat)
            seen_s = None if (last_s := last.get(seat, now_s)) is None else max(0.0, now_s - last_s)
            yield CountView(seat, behind_chips(table, seat), counted, sure, off, seen_s)

"""Where keys and sensors meet: what no sensor can see now, what follows from that, and what a tray will show later.

| no reader lives at           | and then                        | so                                              |
| ---------------------------- | ------------------------------- | ----------------------------------------------- |
| a seat that is due a card    | a later seat is seen to get one | that card was dealt                             |
| all seats still due a card   | somebody acts, or the first     | those cards were dealt, if each seat was dark   |
|                              | board card of Courchevel comes  | as the deal went past it                        |
| the burn                     | a card comes to the board       | a card was burned                               |
| the board, if only for now   | somebody bets, and no turn is   | the next street was dealt                       |
|                              | left in this round              |                                                 |
| the same                     | another card is burned          | the next street was dealt                       |
| the pot                      | a street is dealt               | what lay in front was gathered                  |
| the pot, if only for now     | … and all bets were seen to go  | they were gathered                              |
| a bet, if only for now       | more is pushed than lay in the  | what lay in front was gathered                  |
|                              | pot                             |                                                 |
| a stack, a bet or the pot    | the hand is put away            | what was due there was pushed, or given back    |

A tray that told of chips and is out of sight is missed for `GRACE_S`: a node that reboots, a plug out and in again.
Until then words wait for chips, as where trays live.

Pure. The keys of the dealer say the same at any time; nobody has to press them in the rhythm of the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final, get_args

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import ForgetCards, NameCards, Request
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.game import queries
from table_controller.game.state.hand import DEAL, IDLE
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Table
from table_controller.game.state.tray_coverage import TrayCoverage
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_gaps import HIDDEN_PATIENCE_S
from table_controller.inference.doubts import doubts
from table_controller.inference.infer import Inference
from table_controller.inference.sensor_status import SensorCoverage, SensorStatus
from table_controller.inference.told_cards import implied_handle
from table_controller.inference.told_chips import told
from table_controller.vocabulary.commands import Command, HandCommand, MarkFold, MarkRiffle, PutAway, Rule, Say, TurnUp
from table_controller.vocabulary.events import (
    BetsGathered,
    BoardByKey,
    CardBoarded,
    CardBurned,
    CardDealt,
    CardsDealtByKey,
    CardsMucked,
    ChipsMovedByKey,
    ChipsPushed,
    ChipsRaced,
    ChipsTakenBack,
    Declared,
    Event,
    HandPutAway,
    HiddenChipsFound,
    Move,
    PlayerLeft,
    PlayerSat,
    PotCounted,
    PotPushed,
    Riffled,
    SeatCorrected,
    StackCorrected,
    StackCounted,
    TableOpened,
    TraysCounted,
    TraysOutOfSight,
    TurnOutOfSight,
    is_told,
)

BEAT_S: Final = 0.2
"""A dealer who deals fast takes so long from seat to seat."""

ACT_S: Final = 0.45
"""Nobody's act is seen sooner after the last card came: it is looked at, then a hand moves cards or chips."""

GRACE_S: Final = HIDDEN_PATIENCE_S
"""How long a tray may be out of sight until the chips of its seat follow the words."""

STREET_S: Final = 1.5
"""No hand burns a card, deals a street and leaves a player time to reach for chips in less."""

_OF_A_HAND: Final = (Say, MarkFold, TurnUp, Rule, PutAway, MarkRiffle, *get_args(HandCommand))
_OF_THE_ROOM: Final = (
    *(Riffled, HandPutAway, StackCounted, TableOpened, PlayerSat, PlayerLeft, HiddenChipsFound),
    *(ChipsRaced, TraysCounted, PotCounted, StackCorrected, SeatCorrected),
)
_MOTIONS: Final = (ChipsPushed, ChipsTakenBack, BetsGathered, PotPushed)


def sees(sight: SensorStatus, zone: Zone) -> bool:
    """Whether a living reader watches this card zone."""
    return zone in sight.known and zone not in sight.unknown


def blind_at(at_s: float, flow: ChipFlow, sight: SensorStatus, table: Table, grace_s: float = GRACE_S) -> TrayCoverage:
    """Whose chips no tray has seen for `grace_s`.

    A tray that never told anything is none, once all that live have been asked. Where only the stack or only the bet of
    a seat has gone out of sight, the other is seen: chips that are owed are waited for there. A pot that was noted as
    out of sight stays so until it is back.
    """
    asked = bool(sight.known) or not flow.lies

    def never(zone: Zone) -> bool:
        return asked and zone not in flow.lies

    def hidden(zone: Zone) -> bool:
        gone = zone in flow.unseen and at_s >= flow.unseen[zone] + grace_s
        return gone or never(zone)

    def unseen(seat: int) -> bool:
        stack, bet = stack_zone(seat), bet_zone(seat)
        return never(bet) or never(stack) or (hidden(bet) and hidden(stack))

    pot = hidden(POT) or (table.tray_coverage.pot and POT in flow.unseen)
    seats = (player.seat for player in table.players if player is not None)
    return TrayCoverage(tuple(seat for seat in seats if unseen(seat)), pot)


def deadline_s(flow: ChipFlow, table: Table) -> float | None:
    """When the chips that seats owe will be waited for no more: their trays are out of sight for good."""
    if not flow.unseen or table.hand.phase in (IDLE, DEAL):
        return None
    owing = [seat for seat, _ in queries.owing(table) if seat not in table.tray_coverage.seats]
    gone = ((flow.unseen.get(stack_zone(seat)), flow.unseen.get(bet_zone(seat))) for seat in owing)
    return min(
        (max(stack_s, bet_s) + GRACE_S for stack_s, bet_s in gone if stack_s is not None and bet_s is not None),
        default=None,
    )


def coverage_of(sight: SensorStatus, events: int) -> SensorCoverage:
    """What a key may leave to sensors, after so many events."""
    return SensorCoverage(events + 1, sees(sight, BURN))


def with_trays(
    command: Command, events: tuple[Event, ...], table: Table, flow: ChipFlow, sight: SensorStatus
) -> tuple[Event, ...]:
    """The events of a key of a hand, after the word on the trays, if it is news, and what follows from it."""
    if not isinstance(command, _OF_A_HAND) or not events:
        return events
    at_s = float(getattr(events[0], "at_s", 0.0))
    tidied = () if sight.known else left_over(events[0], table, flow, sight)
    return (*news(table, flow, sight, at_s), *tidied, *events)


def news(table: Table, flow: ChipFlow, sight: SensorStatus, at_s: float) -> tuple[Event, ...]:
    """The word on the trays at `at_s`, if the table has another one."""
    return _noted(blind_at(at_s, flow, sight, table), table, at_s)


def back_in_sight(table: Table, flow: ChipFlow, sight: SensorStatus, at_s: float) -> tuple[Event, ...]:
    """The word on trays that were noted as out of sight, once some of them tell again."""
    noted = table.tray_coverage
    if not noted.seats and not noted.pot:
        return ()
    blind = blind_at(at_s, flow, sight, table, 0.0)
    still = TrayCoverage(tuple([seat for seat in noted.seats if seat in blind.seats]), noted.pot and blind.pot)
    return _noted(still, table, at_s)


def _noted(blind: TrayCoverage, table: Table, at_s: float) -> tuple[Event, ...]:
    return () if blind == table.tray_coverage else (TraysOutOfSight(blind.seats, blind.pot, at_s),)


def implied(event: Event, table: Table, known: Inference, sight: SensorStatus, number: int) -> tuple[Event, ...]:
    """What must have happened before `event` where no sensor lives; `number` is that of the next event."""
    flow = known.flow
    match event:
        case CardDealt(by_s=at_s) if table.hand.phase == DEAL and not is_told(event.handle):
            seats = tuple(_passed(event, table, sight, _unread(known, sight)))
            return _dealt(seats, at_s, number)
        case ChipsPushed() | Declared() | CardsMucked() if _is_act(event, table) and sight.known:
            return _dealt(_all_unseen(event.at_s - ACT_S, table, sight, _unread(known, sight)), event.at_s, number)
        case CardBoarded(by_s=at_s) if _ends_the_deal(table) and sight.known:
            return _dealt(_all_unseen(at_s - BEAT_S, table, sight, _unread(known, sight)), at_s, number)
        case ChipsPushed() if _is_bet_on_an_unseen_street(event, table, sight, _unread(known, sight)):
            board = tuple(implied_handle(number, at) for at in range(queries.board_due(table) + 1))
            burned = board[-1] if queries.burn_due(table) else None
            told = BoardByKey(burned, board[:-1], event.at_s, implied=True)
            return (*_at_a_street(table, flow, sight, event.at_s), told)
        case CardBurned(by_s=at_s) if _is_burn_after_an_unseen_street(event, table, sight, _unread(known, sight)):
            board = tuple(implied_handle(number, at) for at in range(queries.board_due(table)))
            # it lay there before this burn came: a burn that may have come before it would be its second one
            return (*_at_a_street(table, flow, sight, at_s), BoardByKey(None, board, event.after_s, implied=True))
        case CardBurned(by_s=at_s) | CardBoarded(by_s=at_s) if sight.known:
            return (
                *_at_a_street(table, flow, sight, at_s),
                *_burned(event, table, sight, _unread(known, sight), number),
            )
        case BoardByKey(at_s=at_s) if sight.known:
            return _at_a_street(table, flow, sight, at_s)
        case PotPushed() if sight.known:
            return _at_a_push(event, table, flow, sight)
        case HandPutAway() | Riffled() if sight.known:
            return left_over(event, table, flow, sight)
        case _:
            return ()


def turn_out_of_sight(event: Event, table: Table, known: Inference, sight: SensorStatus) -> tuple[Event, ...]:
    """The note that nobody saw what the seats did whose turn comes before that of the seat which acts now.

    Only if each of them is out of sight: past one that is seen, and did nothing, nobody acts in turn.
    """
    actor = queries.who_acts(table)
    if isinstance(event, CardBurned | CardBoarded | BetsGathered) and actor is not None:
        at_s = event.at_s if isinstance(event, BetsGathered) else event.by_s
        return _round_out_of_sight(actor, at_s, table, known, sight)
    if not isinstance(event, ChipsPushed | Declared | CardsMucked) or event.seat is None or actor in (None, event.seat):
        return ()
    if isinstance(event, CardsMucked) and event.seat in table.hand.taken:
        return ()  # the dealer took them: that is no act of the seat
    if isinstance(event, ChipsPushed) and total_chips(event.chips) <= dict(queries.owing(table)).get(event.seat, 0):
        return ()  # chips of a word that was said in turn
    if actor in table.betting.unwatched or not 1 <= event.seat <= table.setup.seats:
        return ()
    if queries.stand_of(table, event.seat).status != "in":
        return ()
    ring = (actor, *_between(actor, event.seat, table))
    seats = tuple(seat for seat in ring if queries.stand_of(table, seat).status == "in")
    if not all(is_unwatched(seat, known, sight) for seat in seats):
        return ()
    return (TurnOutOfSight(seats, event.at_s),)


def _round_out_of_sight(
    actor: int, at_s: float, table: Table, known: Inference, sight: SensorStatus
) -> tuple[Event, ...]:
    """The note that nobody saw how the round ended, as the next street comes: all who have still to act are dark."""
    acted = {held.seat for held in table.betting.held}
    ring = (actor, *clockwise(table.setup.seats, actor))
    due = [seat for seat in dict.fromkeys(ring) if queries.stand_of(table, seat).status == "in" and seat not in acted]
    seats = tuple([seat for seat in due if not queries.has_answered(table, seat)])
    if set(seats) <= set(table.betting.unwatched) or not _could_act_unseen(actor, at_s, known):
        return ()
    return (TurnOutOfSight(seats, at_s),) if all(is_unwatched(seat, known, sight) for seat in seats) else ()


def _could_act_unseen(seat: int, at_s: float, known: Inference) -> bool:
    """Whether the seat had gone out of sight long enough before `at_s`, or a question is open about it."""
    dark = {**known.flow.unseen, **known.cards.dark}
    zones = (seat_zone(seat), stack_zone(seat), bet_zone(seat))
    return any(dark.get(zone, at_s) <= at_s - ACT_S for zone in zones) or any(one.seat == seat for one in doubts(known))


def is_unwatched(seat: int, known: Inference, sight: SensorStatus) -> bool:
    """Whether cards or chips of the seat are out of sight, or were and nobody has said yet what became of them.

    So are cards that have left the seat while nobody sees the muck.
    """
    chips = (stack_zone(seat), bet_zone(seat))
    if seat_zone(seat) in sight.unknown or any(zone in known.flow.unseen for zone in chips):
        return True
    if MUCK in sight.unknown and any(not card.present for card in known.sightings.hand_of(seat).values()):
        return True
    return any(doubt.seat == seat for doubt in doubts(known))


def is_lost_since(seat: int, since_s: float, known: Inference) -> bool:
    """Whether cards or chips of the seat went out of sight after `since_s` and are not back, or a question is open."""
    dark = {**known.flow.unseen, **known.cards.dark}
    zones = (seat_zone(seat), stack_zone(seat), bet_zone(seat))
    return any(dark.get(zone, since_s) > since_s for zone in zones) or any(one.seat == seat for one in doubts(known))


def _unread(known: Inference, sight: SensorStatus) -> Mapping[Zone, float]:
    """Since when cards may have come unread to zones that are dark."""
    return known.cards.unread_since(silent=bool(sight.heard))


def _at_a_street(table: Table, flow: ChipFlow, sight: SensorStatus, at_s: float) -> tuple[Event, ...]:
    """The word on the trays as a street comes: bets that were seen to go while the pot is out of sight are in it."""
    blind = blind_at(at_s, flow, sight, table)
    bets = [bet_zone(seat) for seat, bet in enumerate(table.chips.bets, 1) if bet]
    gone = bool(bets) and all(zone in flow.lies and zone not in flow.unseen and not flow.lies[zone] for zone in bets)
    return _noted(replace(blind, pot=blind.pot or (gone and POT in flow.unseen)), table, at_s)


def _at_a_push(event: PotPushed, table: Table, flow: ChipFlow, sight: SensorStatus) -> tuple[Event, ...]:
    """The word on the trays as chips of the pot go: what the pot did not hold lay in front where no tray sees it."""
    hidden = any(bet and bet_zone(seat) in flow.unseen for seat, bet in enumerate(table.chips.bets, 1))
    more = hidden and total_chips(event.chips) > total_chips(table.chips.pot)
    return _noted(blind_at(event.at_s, flow, sight, table, 0.0 if more else GRACE_S), table, event.at_s)


def _burned(
    event: CardBurned | CardBoarded, table: Table, sight: SensorStatus, dark: Mapping[Zone, float], number: int
) -> Iterator[Event]:
    """The burn before a street, if no reader watches the burn pile and one the board.

    Not where that reader has only just died: no hand burns a card and lays the next one in so short a time.
    """
    blind = isinstance(event, CardBoarded) and sees(sight, BOARD) and not sees(sight, BURN)
    if blind and queries.burn_due(table) and dark.get(BURN, 0.0) <= event.by_s - BEAT_S:
        yield BoardByKey(implied_handle(number, 0), (), event.by_s, implied=True)


def _all_unseen(at_s: float, table: Table, sight: SensorStatus, dark: Mapping[Zone, float]) -> tuple[int, ...]:
    """The seats that are still due a card as somebody acts, if each of them may have got it without being read."""
    order = queries.deal_order(table)
    for seat in order:
        zone, passed_s = seat_zone(seat), _last_passed_s(seat, at_s, table)
        if sees(sight, zone) or dark.get(zone, passed_s) > passed_s:
            return ()
    return order


def _last_passed_s(seat: int, at_s: float, table: Table) -> float:
    """When the dealer's hand had last gone past `seat`, a card coming to a later one; `at_s` if it still had to."""
    dealt, first = table.hand.dealt, queries.variant_of(table).first
    if not dealt or table.positions is None:
        return at_s
    last, button = dealt[-1].seat, queries.last_of_a_round(table) or table.positions.button
    this_round = () if last == button else (*_between(last, button, table), button)
    if seat in this_round or queries.dealt_to(table, last) < first.down + first.up:
        return at_s
    passing = (later.by_s for one, later in pairwise(dealt) if seat in _between(one.seat, later.seat, table))
    return max(passing, default=dealt[0].by_s)


def _passed(event: CardDealt, table: Table, sight: SensorStatus, dark: Mapping[Zone, float]) -> Iterator[int]:
    """Seats without a reader to which a card was due before this one got its own, and may have come unseen.

    Of two cards that came to a seat as one, none went elsewhere between; nor did a card come to a seat whose reader
    has only just died, or that the dealer's hand did not pass on its way round from the card before. Past a seat that
    is seen and was left out, the deal has gone wrong: nothing is known of what came after.
    """
    order, seat = queries.deal_order(table), event.seat
    if seat not in order or not sees(sight, seat_zone(seat)):
        return
    if any(one.seat == seat and event.after_s < one.by_s and one.after_s < event.by_s for one in table.hand.dealt):
        return
    on_the_way = _between(table.hand.dealt[-1].seat, seat, table) if table.hand.dealt else order
    for due in order[: order.index(seat)]:
        if due not in on_the_way:
            continue
        zone, turn_s = seat_zone(due), _passed_s(due, event, table) - BEAT_S
        if sees(sight, zone):
            return
        if dark.get(zone, turn_s) <= turn_s:
            yield due


def _between(last: int, seat: int, table: Table) -> tuple[int, ...]:
    """The seats clockwise from `last` to `seat`, without the two."""
    ring = clockwise(table.setup.seats, last)
    return ring[: ring.index(seat)]


def _passed_s(seat: int, event: CardDealt, table: Table) -> float:
    """When the deal is seen to have passed over `seat`: another one is two cards ahead, or has its own with `event`."""
    enough, held = queries.dealt_to(table, seat) + 2, Counter[int]()
    for one in table.hand.dealt:
        held[one.seat] += 1
        if held[one.seat] >= enough:
            return one.by_s
    return event.by_s


def _dealt(seats: tuple[int, ...], at_s: float, number: int) -> tuple[Event, ...]:
    cards = tuple((seat, implied_handle(number, at)) for at, seat in enumerate(seats))
    return (CardsDealtByKey(cards, at_s, implied=True),) if cards else ()


def _is_act(event: ChipsPushed | Declared | CardsMucked, table: Table) -> bool:
    """Whether somebody acts who has only just been dealt his cards."""
    if table.hand.phase != DEAL or table.hand.fate or not queries.deal_order(table):
        return False
    if isinstance(event, ChipsPushed):
        sound = 1 <= event.seat <= table.setup.seats
        return sound and total_chips(event.chips) > owes_chips(table.ledger[event.seat - 1])
    return event.word != "other" if isinstance(event, Declared) else event.seat is not None


def _ends_the_deal(table: Table) -> bool:
    """Whether a card that comes to the board has come after the last card of every hand, though some are unread."""
    due = table.hand.phase == DEAL and not table.hand.fate and bool(queries.deal_order(table))
    return due and len(table.hand.board) < queries.variant_of(table).first.board


def _is_bet_on_an_unseen_street(
    event: ChipsPushed, table: Table, sight: SensorStatus, dark: Mapping[Zone, float]
) -> bool:
    """Whether chips that nobody could bet now came after a street that was dealt while its reader was out of sight."""
    if BOARD not in sight.unknown or not queries.board_due(table) or table.hand.repair is not None or table.cases:
        return False
    live = event.seat in queries.live_seats(table) and queries.behind_chips(table, event.seat) > 0
    owes = dict(queries.owing(table)).get(event.seat, 0)
    return live and not owes and dark.get(BOARD, event.began_s) <= event.began_s - STREET_S


def _is_burn_after_an_unseen_street(
    event: CardBurned, table: Table, sight: SensorStatus, dark: Mapping[Zone, float]
) -> bool:
    """Whether a card is burned though the street has its burn, and was dealt while its reader was out of sight."""
    if BOARD not in sight.unknown or table.hand.repair is not None or table.cases:
        return False
    has_its_burn = bool(queries.board_due(table)) and not queries.burn_due(table)
    return has_its_burn and dark.get(BOARD, event.by_s) <= event.by_s - STREET_S


def left_over(event: Event, table: Table, flow: ChipFlow, sight: SensorStatus) -> tuple[Event, ...]:
    """What was still due where no tray sees it, as the hand is put away."""
    if not isinstance(event, HandPutAway | Riffled) or not queries.is_settled(table):
        return ()
    moves = tuple(_left_over(table, blind_at(event.at_s, flow, sight, table)))
    return (ChipsMovedByKey(moves, event.at_s, implied=True),) if moves else ()


def _left_over(table: Table, blind: TrayCoverage) -> Iterator[Move]:
    for seat, chips in queries.returns_due(table):
        if seat in blind.seats:
            yield Move("back", seat, chips)
    for seat, chips in queries.awards_due(table):
        if blind.pot or seat in blind.seats:
            yield Move("won", seat, chips)


def for_the_bridge(requests: Iterable[Request]) -> tuple[Request, ...]:
    """The requests without cards that only keys have told of: of those the bridge knows nothing."""
    return tuple(_known(requests)) if requests else ()


def _known(requests: Iterable[Request]) -> Iterator[Request]:
    for request in requests:
        if not isinstance(request, NameCards | ForgetCards):
            yield request
        elif handles := tuple(handle for handle in request.handles if not is_told(Handle(handle))):
            yield replace(request, handles=handles)


def after_step(inference: Inference, before: Table, event: Event, after: Table) -> Inference:
    """What the trays will show of chips that moved by this step and not by what they themselves told.

    A card that the step gave to another seat is of that seat's hand from now on.
    """
    if before.hand.dealt is not after.hand.dealt and len(before.hand.dealt) == len(after.hand.dealt):
        sightings = inference.sightings.gone_on(before.hand.dealt, after.hand.dealt)
        inference = replace(inference, sightings=sightings)
    flow = inference.flow
    for zone, value in unseen_changes(before, event, after).items():
        flow = told(flow, zone, value)
    return inference if flow is inference.flow else replace(inference, flow=flow)


def unseen_changes(before: Table, event: Event, after: Table, seen: Iterable[Event] = ()) -> Mapping[Zone, int]:
    """How much more each zone holds, or less, by what this step moved and no tray told.

    Trays told of `event`, if it is a motion, and of those that are `seen` besides.
    """
    if after.chips is before.chips:
        # by the dealer's word a bet came in that the books had in the pot since the street: trays have told of it
        late = isinstance(event, BetsGathered) and event.unseen
        return {zone: -value for zone, value in _own_effect(event).items()} if late else {}
    by_key = isinstance(event, ChipsMovedByKey)
    if not by_key and (not (after.tray_coverage.seats or after.tray_coverage.pot) or not _is_play(event)):
        return {}
    changed = _changes(before, after)
    for motion in (event, *seen):
        for zone, value in _own_effect(motion).items():
            changed[zone] = changed.get(zone, 0) - value
    if not by_key:
        hidden = {zone for seat in after.tray_coverage.seats for zone in (stack_zone(seat), bet_zone(seat))}
        gathers = {zone for zone in changed if zone == POT or zone in hidden or after.tray_coverage.pot}
        changed = {zone: value for zone, value in changed.items() if zone in gathers}
    return {zone: value for zone, value in changed.items() if value}


def _is_play(event: Event) -> bool:
    """Whether chips move as the game has it: not with players, by a count or between hands."""
    return not isinstance(event, _OF_THE_ROOM)


def _own_effect(event: Event) -> Mapping[Zone, int]:
    """What a motion that trays told of did."""
    if not isinstance(event, _MOTIONS):
        return {}
    seat, value = event.seat, total_chips(event.chips)
    match event:
        case ChipsPushed():
            return {stack_zone(seat): -value, bet_zone(seat): value}
        case ChipsTakenBack():
            return {stack_zone(seat): value, bet_zone(seat): -value}
        case BetsGathered():
            return {bet_zone(seat): -value, POT: value}
        case _:
            return {POT: -value, stack_zone(seat): value}


def _changes(before: Table, after: Table) -> dict[Zone, int]:
    old, new = _lies(before), _lies(after)
    return {zone: value - old.get(zone, 0) for zone, value in new.items() if value != old.get(zone, 0)}


def _lies(table: Table) -> dict[Zone, int]:
    stacks = {stack_zone(seat): value for seat, value in enumerate(table.chips.stacks, 1)}
    bets = {bet_zone(seat): total_chips(bet) for seat, bet in enumerate(table.chips.bets, 1)}
    return {**stacks, **bets, POT: total_chips(table.chips.pot)}

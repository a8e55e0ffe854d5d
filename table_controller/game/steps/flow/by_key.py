"""What keys tell of cards and chips that no sensor sees, and chips that follow the words at seats without trays.

| at a seat without trays                    | its chips                                                            |
| ------------------------------------------ | -------------------------------------------------------------------- |
| a word, a ruling, a turn that has come     | what the act costs is in: the dealer sees to it before he goes on    |
| a card is burned, a street dealt           | what lies in front, but for what goes back, is in the pot            |
| the end                                    | the same, if the pot is out of sight, too                            |
| blinds, what goes back, a pot              | the dealer's key says so                                             |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from msgspec import Struct, structs

from firmware_bridge.vocabulary.chips import Chips, fewest_chips, total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD
from table_controller.game import queries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state import chip_custody
from table_controller.game.state.custody import names, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.ledger import award_due_chips, owes_chips, push, put, returns_chips
from table_controller.game.state.table import Change, Table
from table_controller.game.state.tray_coverage import TrayCoverage
from table_controller.vocabulary.events import (
    BetsGathered,
    BoardByKey,
    ByKey,
    CardBoarded,
    CardBurned,
    CardDealt,
    CardRecognised,
    CardsDealtByKey,
    ChipsMovedByKey,
    ChipsPushed,
    ChipsTakenBack,
    Event,
    Move,
    PotPushed,
    TraysOutOfSight,
    TurnOutOfSight,
    is_told,
)
from table_controller.vocabulary.outcomes import StreetOpened


def events_of(event: ByKey) -> Iterator[Event | Move]:
    """The events that one key stands for, in order; what a move of chips is, only the table before it says."""
    at_s = event.at_s
    match event:
        case CardsDealtByKey():
            for seat, handle in event.cards:
                yield CardDealt(seat, handle, at_s, at_s)
        case BoardByKey():
            if event.burned is not None:
                yield CardBurned(event.burned, at_s, at_s)
            for handle in event.cards:
                yield CardBoarded(handle, at_s, at_s)
        case ChipsMovedByKey():
            yield from event.moves
        case _:
            assert_never(event)


def moved(table: Table, move: Move, at_s: float) -> tuple[Event, ...]:
    """What a move of chips is at this table: no more than is due moves."""
    if not 1 <= move.seat <= table.setup.seats:
        return ()
    seat, money = move.seat, table.ledger[move.seat - 1]
    match move.way:
        case "in":
            chips = _fewest(table, min(move.chips, owes_chips(money)))
            return (ChipsPushed(seat, chips, at_s, at_s),) if chips else ()
        case "back":
            chips = _fewest(table, min(move.chips, returns_chips(money)))
            return (ChipsTakenBack(seat, chips, at_s),) if chips else ()
        case "gathered":
            return tuple(BetsGathered(at, lot, at_s) for at, lot in _in_front(table) if at == seat)
        case "won":
            chips = _fewest(table, min(move.chips, award_due_chips(money)))
            if not chips:
                return ()
            missing = total_chips(chips) > total_chips(table.chips.pot)
            gathered = _in_front(table) if missing else ()
            return (*(BetsGathered(at, lot, at_s) for at, lot in gathered), PotPushed(seat, chips, at_s))
        case _:
            assert_never(move.way)


def on_out_of_sight(table: Table, event: TraysOutOfSight, book: Rulebook) -> Change:
    """Another lot of chips is out of sight."""
    del book
    seats = tuple(sorted({seat for seat in event.seats if 1 <= seat <= table.setup.seats}))
    return Change(replace(table, tray_coverage=TrayCoverage(seats, event.pot)))


def on_turn_out_of_sight(table: Table, event: TurnOutOfSight, book: Rulebook) -> Change:
    """Nobody saw what these seats did in their turn: acts past them are held, and blamed on nobody."""
    del book
    seats = tuple(sorted({seat for seat in event.seats if 1 <= seat <= table.setup.seats}))
    return Change(replace(table, betting=replace(table.betting, unwatched=seats)))


def on_recognised(table: Table, event: CardRecognised, book: Rulebook) -> Change:
    """A told card is a card that is seen."""
    del book
    told, handle = event.told, event.handle
    zone = where(table.cards, told)
    if not is_told(told) or zone is None or where(table.cards, handle) is not None:
        return Change(table)
    known = _renamed(table, told, handle)
    if names(known.cards, (handle,)) is None and handle not in queries.board_out(known):
        return Change(known)
    asked = NameCards((handle,), "board" if zone == BOARD else "tabled")  # was it told rightly?
    return Change(known, requests=(asked,))


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with chips that follow the words, where no tray sees them.

    With the first sign of the next street the bets of the last one are in the pot, be it a burn, a card or, where the
    card lay there already, the act that ends the round.
    """
    del book
    table = change.table
    blind, phase = table.tray_coverage, table.hand.phase
    if phase in (IDLE, DEAL) or not (blind.seats or blind.pot):
        return change
    for seat in blind.seats:
        if owed := owes_chips(table.ledger[seat - 1]):
            money = table.ledger[seat - 1]
            board = chip_custody.pushed(table.chips, seat, _fewest(table, owed))
            table = replace(table, chips=board, ledger=put(table.ledger, seat, push(money, owed, money.loose_chips)))
    trays_tell = isinstance(event, BetsGathered)  # of the bets that go with this one, too: each for itself
    opened = phase != before.hand.phase and any(isinstance(told, StreetOpened) for told in change.outcomes)
    opened = opened and before.hand.phase != DEAL
    if (phase == SETTLED and not trays_tell) or opened or isinstance(event, CardBurned | CardBoarded):
        for seat, chips in _in_front(table, over=opened):
            if blind.pot or (seat in blind.seats and phase != SETTLED):  # a pot in sight shows what comes to be pushed
                board = chip_custody.gathered(table.chips, seat, chips, table.setup.denominations)
                table = replace(table, chips=board)
    return change if table is change.table else replace(change, table=table)


def _in_front(table: Table, *, over: bool = False) -> tuple[tuple[int, Chips], ...]:
    """What lies in front of seats and goes into the pot, once the round is `over`: all but what goes back."""
    if queries.who_acts(table) is not None and not over:
        return ()
    lots = ((seat, _to_the_pot(table, seat, bet)) for seat, bet in enumerate(table.chips.bets, 1) if bet)
    return tuple((seat, chips) for seat, chips in lots if chips)


def _to_the_pot(table: Table, seat: int, bet: Chips) -> Chips:
    money = table.ledger[seat - 1]
    stays = returns_chips(money) + money.loose_chips
    return bet if not stays else _fewest(table, max(0, total_chips(bet) - stays))


def _fewest(table: Table, value: int) -> Chips:
    if value <= 0:
        return ()
    try:
        return fewest_chips(value, table.setup.denominations)
    except ValueError:  # the denominations in play cannot make it: only the value is known
        return ((1, value),)


def _renamed(table: Table, told: Handle, handle: Handle) -> Table:
    """The table with one handle in the place of another, wherever it stands: no other text is like a told handle."""

    def of(value: Any) -> Any:
        if isinstance(value, str):
            return handle if value == told else value
        if isinstance(value, tuple):
            return tuple(map(of, value))
        if isinstance(value, Struct):
            now = {name: of(getattr(value, name)) for name in value.__struct_fields__}
            changed = {name: one for name, one in now.items() if one != getattr(value, name)}
            return structs.replace(value, **changed) if changed else value
        return value

    return replace(table, hand=of(table.hand), cards=of(table.cards), course=of(table.course))

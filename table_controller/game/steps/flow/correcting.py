"""What people put right, as the engine sees it.

| correction   | what changes here                                                                             |
| ------------ | --------------------------------------------------------------------------------------------- |
| of a stack   | the stack holds what was counted; what is behind by the ledger follows, and the table's total  |
| of a bet     | in the place of the act: the act is made to this total, or made again if it is the last one   |
| of a seat    | between hands: the player moves with all that is his                                          |
| other ones   | nothing: the hand is folded again with the earlier event told otherwise (`session.replay`)    |
"""

from __future__ import annotations

from typing import Final, TypeVar

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import behind_chips, max_raise_to_chips, min_raise_to_chips, to_call_chips, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import chip_handling
from table_controller.game.state import chip_custody
from table_controller.game.state.betting import is_live
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.corrections import all_in_now
from table_controller.game.state.hand import IDLE, SETTLED, is_street
from table_controller.game.state.ledger import put
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.flow.acts import act, close_round
from table_controller.vocabulary.events import BetCorrected, SeatCorrected, StackCorrected
from table_controller.vocabulary.outcomes import ActKind, Corrected

T = TypeVar("T")

NOT_CORRECTED: Final = "not-corrected"
"""The cause that is told of a correction that has no meaning any more, with why as a fact."""


def _not(table: Table, seat: int, why: str) -> Change:
    return Change(table, unexplained=(Unexplained(NOT_CORRECTED, seat, (("why", why.partition(" ")[0]),)),))


# Stacks.


def wrong_stack(table: Table, seat: int, chips: tuple[tuple[int, int], ...]) -> str:
    """Why these chips cannot stand in a seat's stack, as a code with what to do; empty if they can."""
    if not 1 <= seat <= table.setup.seats:
        return f"no-such-seat seat={seat}"
    if table.players[seat - 1] is None:
        return f"seat-empty seat={seat}"
    if any(size <= 0 or count <= 0 for size, count in chips) or (
        table.setup.denominations and any(size not in table.setup.denominations for size, _ in chips)
    ):
        return "no-such-chips"
    if table.ledger[seat - 1].stack_chips + total_chips(chips) - behind_chips(table, seat) < 0:
        return f"stack-under-owed seat={seat}"
    playing = table.hand.phase not in (IDLE, SETTLED)
    if playing and table.betting.stands[seat - 1].status == "all-in" and _believed(table, seat, chips):
        return f"stack-of-an-all-in seat={seat}"
    return ""


def _believed(table: Table, seat: int, chips: tuple[tuple[int, int], ...]) -> int:
    """What the seat has behind by the ledger, if these chips stand in its stack."""
    return table.ledger[seat - 1].stack_chips + total_chips(chips) - behind_chips(table, seat)


def on_stack(table: Table, event: StackCorrected, book: Rulebook) -> Change:
    """What a seat was counted to have is what it has; one that cannot be meant is told, and changes nothing."""
    seat = event.seat
    if why := wrong_stack(table, seat, event.chips):
        return _not(table, seat, why)
    money, now = table.ledger[seat - 1], _believed(table, seat, event.chips)
    counted = replace(
        table,
        ledger=put(table.ledger, seat, replace(money, stack_chips=now)),
        chips=chip_custody.counted(table.chips, seat, total_chips(event.chips)),
        recount=tuple(other for other in table.recount if other != seat),
        cases=tuple(case for case in table.cases if not (chip_handling.is_count(case) and case.seat == seat)),
    )
    # told as it lies there: what is still owed is in it, what is still to come is not
    lay_chips, lie_chips = behind_chips(table, seat), total_chips(event.chips)
    told = Change(counted, (Corrected("stack", seat, lay_chips, lie_chips),))
    if table.hand.phase == IDLE:
        return told
    stand = table.betting.stands[seat - 1]
    if table.hand.phase == SETTLED or now or stand.status != "in":
        return told
    return told.then(_nothing_behind(counted, seat, book))


def _nothing_behind(table: Table, seat: int, book: Rulebook) -> Change:
    """A seat in the hand has no chips left: it is all in, and the round may be over."""
    betting = all_in_now(table.betting, seat)
    there = replace(table, betting=betting)
    if not is_street(table.hand.phase):
        return Change(there)
    if table.betting.actor is not None and betting.actor is None:
        return close_round(there, book)
    over = sum(stand.status == "in" for stand in betting.stands) < HEADS_UP
    return Change(replace(there, hand=replace(there.hand, betting_over=there.hand.betting_over or over)))


# Bets.


def wrong_bet(table: Table, seat: int, to_chips: int) -> str:
    """Why the seat to act cannot have bet to this total, as a code; empty if it can."""
    if who_acts(table) != seat:
        return f"bet-not-in-turn seat={seat}"
    bet, call = table.betting.stands[seat - 1].bet_chips, to_call_chips(table)
    most = bet + table.ledger[seat - 1].stack_chips
    if to_chips < bet + call:
        return f"bet-under-call chips={bet + call}"
    if to_chips > most:
        return f"bet-over-stack chips={most}"
    if to_chips == bet + call:
        return ""
    least, limit = min_raise_to_chips(table), max_raise_to_chips(table)
    if not limit:
        return "bet-not-open"
    return "" if least <= to_chips <= limit else f"bet-no-raise least={least} most={limit}"


def on_bet(table: Table, event: BetCorrected, book: Rulebook) -> Change:
    """The act counts as one to another total; one that cannot be meant is told, and changes nothing."""
    seat = event.seat
    if why := wrong_bet(table, seat, event.to_chips):
        return _not(table, seat, why)
    bet, level = table.betting.stands[seat - 1].bet_chips, table.betting.level_chips
    kind: ActKind = "raise" if level else "bet"
    if event.to_chips == bet + to_call_chips(table):
        kind = "call" if event.to_chips > bet else "check"
    return act(table, seat, kind, event.to_chips, book, "ruling")


# Seats.


def wrong_seats(table: Table, wrong: int, right: int) -> str:
    """Why a player cannot change his seat, as a code; empty if he can."""
    for seat in (wrong, right):
        if not 1 <= seat <= table.setup.seats:
            return f"no-such-seat seat={seat}"
    if wrong == right:
        return "same-seat"
    if table.hand.phase != IDLE:
        return "seats-during-hand"
    return "" if table.players[wrong - 1] is not None else f"seat-empty seat={wrong}"


def on_seats(table: Table, event: SeatCorrected, book: Rulebook) -> Change:
    """The player moves with all that is his; one that cannot be meant is told, and changes nothing."""
    del book
    if event.number:
        return Change(table)
    wrong, right = event.wrong_seat, event.right_seat
    if why := wrong_seats(table, wrong, right):
        return _not(table, wrong, why)
    to = {wrong: right, right: wrong}

    def place(seat: int) -> int:
        return to.get(seat, seat)

    seated = tuple(
        player and replace(player, seat=at) for at, player in enumerate(_swapped(table.players, wrong, right), 1)
    )
    board = table.chips
    moved = replace(
        table,
        players=seated,
        ledger=_swapped(table.ledger, wrong, right),
        chips=replace(board, stacks=_swapped(board.stacks, wrong, right), bets=_swapped(board.bets, wrong, right)),
        penalties=tuple(replace(one, seat=place(one.seat)) for one in table.penalties),
        away=tuple(sorted(map(place, table.away))),
        near=tuple(sorted(map(place, table.near))),
        recount=tuple(sorted(map(place, table.recount))),
        aside=tuple((place(seat), chips) for seat, chips in table.aside),
    )
    return Change(moved, (Corrected("seat", wrong, to_seat=right),))


def _swapped(row: tuple[T, ...], one: int, other: int) -> tuple[T, ...]:
    """A row of one entry per place, two of them exchanged."""
    changed = list(row)
    changed[one - 1], changed[other - 1] = row[other - 1], row[one - 1]
    return tuple(changed)


def still_live(table: Table, seat: int) -> bool:
    """Whether a seat is one of the hand and not out of it."""
    return 1 <= seat <= table.setup.seats and is_live(table.betting.stands[seat - 1])

"""Acts that are not made yet: what the rules would make of them as they lie, and what could still change that.

The same readers answer that will answer when the act is made, so the screen promises nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, holds_chips, picked, total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import bet_zone, stack_zone
from table_controller.game.queries import is_no_act_yet, is_turn_unwatched, live_seats, min_raise_to_chips, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import out_of_turn
from table_controller.game.rules.betting.readings import Acts, Announces, FoldsEarly, Holds, Leaves, Pays, Reading
from table_controller.game.rules.registry import read_push
from table_controller.game.state.betting import Held
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import push, put
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_gaps import handed_over
from table_controller.vocabulary.events import ChipsPushed
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.views import UnclearView

Moving = tuple[tuple[int, Chips], ...]
"""Seats, and the chips that are on their way from the stack to the place before it."""


def moving_chips(flow: ChipFlow, seats: int) -> Moving:
    """Chips of which one end of the way was seen: gone from the stack, or come to the place before it.

    Not those that went to another stack, or came back in other chips.
    """
    moving: list[tuple[int, Chips]] = []
    handed = handed_over(flow) or () if flow.adrift else ()
    for seat in range(1, seats + 1) if flow.adrift else ():
        come, gone = flow.adrift.get(bet_zone(seat)), flow.adrift.get(stack_zone(seat))
        landed = come.gained if come is not None else NO_CHIPS
        exchanged = gone is not None and total_chips(gone.gained) >= total_chips(gone.lost)  # other chips of that worth
        lifted = gone.lost if gone is not None and not exchanged else NO_CHIPS
        chips = landed if holds_chips(landed, lifted) else lifted
        if chips and stack_zone(seat) not in handed:
            moving.append((seat, chips))
    return tuple(moving)


def unclear_acts(table: Table, book: Rulebook, moving: Moving = ()) -> tuple[UnclearView, ...]:
    """What is not made yet, the chips on their way first; acts that wait for the floor are not among them."""
    if table.hand.phase in (IDLE, SETTLED):
        return ()
    waiting = {case.seat for case in table.cases if case.finding.stops_play}
    under_way = {seat for seat, _ in moving}
    return (
        *_moving(table, book, moving),
        *(one for one in (*_announced(table, book), *_loose(table, book)) if one.seat not in waiting | under_way),
        *(one for one in _early(table, book) if one.seat not in waiting),
        *(one for one in _before_any_turn(table, book) if one.seat not in waiting | under_way),
    )


def _moving(table: Table, book: Rulebook, moving: Moving) -> Iterator[UnclearView]:
    for seat, chips in moving:
        if table.players[seat - 1] is None or any(count <= 0 or value <= 0 for value, count in chips):
            continue
        bound = _is_bound(table, seat)
        ways = ("more-in-this-motion",) if bound else ("word", "more-in-this-motion")
        yield from _read(table, book, seat, chips, UnclearView(seat, "moving", "", 0, ways))


def _announced(table: Table, book: Rulebook) -> Iterator[UnclearView]:
    """The seat to act said that it bets or raises: at least the least amount.

    Of the two motions of a raise the call may lie there already; a bet of no size (``pot``) has one, and nothing lies.
    """
    seat, least = who_acts(table), min_raise_to_chips(table)
    if seat is None or not least or not _is_bound(table, seat):
        return
    kind = "raise" if table.betting.level_chips else "bet"
    if table.betting.motions:
        lies = total_chips(table.chips.bets[seat - 1]) >= table.betting.level_chips
        way = "one-more-motion" if lies else "chips-in-one-motion"
        yield UnclearView(seat, "motion" if lies else "announced", kind, least, (way,))
        return
    first = book.raise_.two_motion_after_declaration.value and table.betting.level_chips
    ways = ("amount", "chips-in-one-motion", "call-first") if first else ("amount", "chips-in-one-motion")
    yield UnclearView(seat, "announced", kind, least, ways)


def _loose(table: Table, book: Rulebook) -> Iterator[UnclearView]:
    """Chips that lie in front of the seat to act and that no act explains, as if they came now in one motion."""
    seat = who_acts(table)
    if seat is None or table.betting.motions:
        return
    yield from _lying_loose(table, book, seat)


def _before_any_turn(table: Table, book: Rulebook) -> Iterator[UnclearView]:
    """Chips that came while nobody was to act, and lie there while it is another's turn, as if it were their seat's."""
    for seat in live_seats(table) if who_acts(table) is not None else ():
        if is_no_act_yet(table, seat):
            yield from _lying_loose(out_of_turn.as_if_in_turn(table, seat), book, seat)


def _lying_loose(table: Table, book: Rulebook, seat: int) -> Iterator[UnclearView]:
    loose = table.ledger[seat - 1].loose_chips
    chips = picked(table.chips.bets[seat - 1], loose) if loose else None
    if not chips:
        return
    lifted = replace(table, ledger=put(table.ledger, seat, push(table.ledger[seat - 1], -loose, 0)))
    yield from _read(lifted, book, seat, chips, UnclearView(seat, "loose", "", 0, ("word", "floor")))


def _early(table: Table, book: Rulebook) -> Iterator[UnclearView]:
    """Acts that wait for their turn, each as it would count if its turn came now."""
    reduced = book.out_of_turn.passive_by_skipped.value == "reduce_to_passive"
    unseen = is_turn_unwatched(table)
    for held in table.betting.held:
        seat = held.seat
        if unseen:
            yield UnclearView(seat, "unseen", held.named, held.to_chips, ())
            continue
        reading = out_of_turn.comes_to_its_turn(table, held, book)
        if out_of_turn.is_overtaken(table, held):
            decides = isinstance(reading, Leaves) and any(one.options for one in reading.findings)
            yield UnclearView(seat, "overtaken", "floor" if decides else "free", held.to_chips, ())
            continue
        kind, to_chips, ways = _when_due(table, held, reading)
        stays = reduced and kind in ("bet", "raise")
        yield UnclearView(
            seat, "early", kind, to_chips, (*ways, *(("stayed-before",) if stays else ()), "action-before")
        )


def _when_due(table: Table, held: Held, reading: Reading | None) -> tuple[str, int, tuple[str, ...]]:
    """What an act that waits is when its turn comes, its total for the round, and how its size may still be told."""
    match reading:
        case Acts(kind, to_chips):
            return ("check", 0, ()) if kind == "call" and not to_chips else (kind, to_chips, ())
        case Announces(word):
            least = min_raise_to_chips(out_of_turn.as_if_in_turn(table, held.seat))
            return word, least or table.betting.level_chips, ("amount", "chips-in-one-motion")
        case Leaves(findings) if any(one.options for one in findings):
            return "floor", held.to_chips, ()
        case _:
            return held.named, held.to_chips, ()


def _read(table: Table, book: Rulebook, seat: int, chips: Chips, blank: UnclearView) -> Iterator[UnclearView]:
    """The view with what the readers make of the chips; none if they only pay what is owed."""
    reading = read_push(table, ChipsPushed(seat, chips, 0.0, 0.0), book)
    kind, to_chips = _counts_as(reading, table.betting.stands[seat - 1].bet_chips + total_chips(chips))
    found = _findings(reading)
    if kind or found:
        yield replace(blank, kind=kind, to_chips=to_chips, cite=next((one.cite for one in found), None))


def _counts_as(reading: Reading, all_chips: int) -> tuple[str, int]:
    match reading:
        case Acts(kind=kind, to_chips=to) | Holds(kind=kind, to_chips=to):
            return kind, to
        case Announces(word=word):
            return word, all_chips
        case FoldsEarly():
            return "fold", 0
        case Leaves(findings=found) if not any(one.options for one in found):
            return "", all_chips
        case Pays():
            return "", 0
        case _:
            return "floor", all_chips


def _findings(reading: Reading) -> Iterable[Finding]:
    return getattr(reading, "findings", ())


def _is_bound(table: Table, seat: int) -> bool:
    """Whether the seat to act said bet or raise, or was ruled to."""
    if who_acts(table) != seat:
        return False
    return table.betting.announced is not None or table.betting.stands[seat - 1].limit == "raise"

"""The account of a hand out of the tables that it went through: what histories, logs and databases are made from.

Chips come from the ledger in which the hand was settled, so all corrections are in them: a stack before the hand is
what it was after it, less what was won, more what was bet. Acts are those of the rounds as they stood in the end.
Whatever is public only because a key was given out later is added by `with_released`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, zone_seat
from table_controller.game.queries import (
    ante_mode_of,
    cards_by_now,
    for_everybody,
    hand_size,
    level_of,
    variant_of,
    who_posts,
)
from table_controller.game.state.betting import LIVE, Status
from table_controller.game.state.custody import names
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, is_street
from table_controller.game.state.table import Table
from table_controller.projections.course import Acts, Course
from table_controller.vocabulary.accounts import (
    ActTold,
    DealtTold,
    DrawTold,
    End,
    HandAccount,
    SeatTold,
    ShareTold,
    StreetTold,
)
from table_controller.vocabulary.outcomes import HandShown
from table_controller.vocabulary.record import AppliedEvent


def account_of(tables: Sequence[Table], happened: Sequence[AppliedEvent] = ()) -> HandAccount | None:
    """The account of the hand that went through these tables, the last of them its end; None if it is not settled.

    `happened` tells what tabled hands made.
    """
    settled = [table for table in tables if table.hand.phase == SETTLED]
    dealt = [table for table in tables if table.hand.phase == DEAL]
    if not settled or not dealt or (end := _end(settled)).positions is None:
        return None
    course, draws, streets = Course([]), _Draws(), variant_of(end).streets
    for table in tables:
        course.goes_on(table, [street.name for street in streets])
        draws.goes_on(table)
    rounds = [(*course.before, *(course.rounds[0] if course.rounds else ())), *course.rounds[1:]]
    labels, brought = _labels(happened), _brought_in(tables)
    seats = tuple(
        replace(
            _seat(seat, dealt[-1], settled[0], end, rounds, labels.get(seat, ""), brought.get(seat, 0)),
            handles=draws.held.get(seat, ()),
        )
        for seat in end.hand.seats
    )
    level, places = level_of(end), who_posts(end, end.positions) or end.positions
    return HandAccount(
        number=end.hand.number,
        variant=end.setup.variant,
        rulebook=end.setup.rulebook,
        table_seats=end.setup.seats,
        button=places.button,
        small_blind=places.small_blind,
        big_blind=places.big_blind,
        small_blind_chips=level.small_blind_chips,
        big_blind_chips=level.big_blind_chips,
        ante_chips=level.ante_chips,
        ante_by=ante_mode_of(end),
        small_bet_chips=level.small_bet_chips or level.big_blind_chips,
        big_bet_chips=level.big_bet_chips or 2 * level.big_blind_chips,
        seats=seats,
        streets=_streets(end, rounds, {seat.seat: seat for seat in seats}, draws),
        showed=tuple(seat for seat in end.hand.shown if seat in end.hand.seats),
        shares=_shares(end),
        voided=end.hand.fate == "void",
        misdeals=end.hand.replays,
        bring_in=next(iter(brought), None),
        bring_in_chips=level.bring_in_chips,
    )


def _brought_in(tables: Sequence[Table]) -> dict[int, int]:
    """The seat that brought it in, and with how much: what lies there as the first street opens; empty without one."""
    opening: Table | None = None
    for table in tables:
        if table.hand.phase in (DEAL, IDLE):
            opening = None  # it may be dealt again
        elif opening is None:
            opening = table
    if opening is None or variant_of(opening).forced != "bring-in":
        return {}
    return {seat: stand.bet_chips for seat, stand in enumerate(opening.betting.stands, 1) if stand.bet_chips}


def with_released(account: HandAccount, released: Mapping[Handle, Card]) -> HandAccount:
    """The account with hidden cards whose keys were given out after the hand; of a seat's last hand all or none."""
    faces = {**_lies_up(account), **released}
    own = {told.seat: _found(told, faces) for told in account.seats if not told.cards and {*told.handles} & {*released}}
    seats = tuple(replace(told, cards=own.get(told.seat, ()) or told.cards) for told in account.seats)
    known = {handle: faces[handle] for told in account.seats if own.get(told.seat) for handle in told.handles}
    streets = tuple(
        replace(
            street,
            draws=tuple(replace(draw, came=_named(draw.handles, draw.came, known)) for draw in street.draws),
            dealt=tuple(replace(dealt, cards=_named(dealt.handles, dealt.cards, known)) for dealt in street.dealt),
        )
        for street in account.streets
    )
    return replace(account, seats=seats, streets=streets)


def _lies_up(account: HandAccount) -> dict[Handle, Card]:
    """The cards that came face up, by handle: their faces are public, and no key is given out for them."""
    dealt = (one for street in account.streets for one in street.dealt)
    return {
        handle: card for one in dealt for handle, card in zip(one.handles, one.cards, strict=True) if card is not None
    }


def _found(told: SeatTold, released: Mapping[Handle, Card]) -> tuple[Card, ...]:
    found = tuple(released[handle] for handle in told.handles if handle in released)
    return found if len(found) == len(told.handles) else ()


def _named(
    handles: tuple[Handle, ...], cards: tuple[Card | None, ...], known: Mapping[Handle, Card]
) -> tuple[Card | None, ...]:
    return tuple(known.get(handle, card) for handle, card in zip(handles, cards, strict=True))


class _Draws:
    """Who drew what, out of the tables of a hand: how many cards went, and which came for them.

    `held` are the cards that each seat had when it last had a whole hand.
    """

    def __init__(self) -> None:
        self._begins()

    def _begins(self) -> None:
        self.held: dict[int, tuple[Handle, ...]] = {}
        self._before: dict[int, tuple[Handle, ...]] = {}
        self._drew: dict[str, tuple[tuple[int, int], ...]] = {}
        self._came: dict[tuple[str, int], tuple[Handle, ...]] = {}
        self._draw = ""
        self._waits: tuple[int, ...] = ()

    def goes_on(self, table: Table) -> None:
        """One more table that the hand went through; the last card of a draw opens its bets, or the next draw."""
        if table.hand.phase in (DEAL, IDLE):
            self._begins()  # it may be dealt again
        lies = dict[int, tuple[Handle, ...]]()
        for card in table.cards:
            if (seat := zone_seat(Zone(card.zone))) is not None:
                lies[seat] = (*lies.get(seat, ()), card.handle)
        for seat, handles in lies.items():
            if self._draw:
                before = self._before.get(seat, ())
                self._came[self._draw, seat] = tuple(handle for handle in handles if handle not in before)
            if len(handles) == _whole(table, seat):
                self.held[seat] = handles
        exchange, phase = table.hand.exchange, table.hand.phase
        if self._draw and (exchange is None or phase != self._draw):  # the last one kept his cards
            kept = tuple((seat, 0) for seat in self._waits if table.betting.stands[seat - 1].status in LIVE)
            self._drew[self._draw] += kept
        self._waits = exchange.waits if exchange is not None else ()
        if exchange is not None and phase != self._draw and is_street(phase):
            self._before, self._draw = dict(self.held), phase
        if exchange is not None and self._draw:
            self._drew[self._draw] = exchange.drew
        else:
            self._draw = ""

    def of(self, street: str, known: Mapping[Handle, Card]) -> tuple[DrawTold, ...]:
        """The draws before the bets of a street, cards named that are `known`."""
        came = ((seat, thrown, self._came.get((street, seat), ())) for seat, thrown in self._drew.get(street, ()))
        return tuple(DrawTold(seat, thrown, tuple(map(known.get, handles)), handles) for seat, thrown, handles in came)


def _whole(table: Table, seat: int) -> int:
    """How many cards a whole hand of the seat has by now; in a draw those that are on their way count."""
    variant = variant_of(table)
    if table.hand.phase == DEAL:
        return variant.first.down + variant.first.up
    return cards_by_now(table, seat) if variant.deals_up else hand_size(table)


def _end(settled: Sequence[Table]) -> Table:
    """The last table on which all that was bet is won by those who played: later, players and their chips go."""
    whole = (table for table in reversed(settled) if _is_whole(table))
    return next(whole, settled[0])


def _is_whole(table: Table) -> bool:
    played = [table.ledger[seat - 1] for seat in table.hand.seats]
    is_there = all(table.players[seat - 1] is not None for seat in table.hand.seats)
    return is_there and sum(one.committed_chips for one in played) == sum(one.won_chips for one in played)


def _shares(end: Table) -> tuple[ShareTold, ...]:
    """Who won what of which pot; a loser's found chips that were given away after the award come with the main pot."""
    shares = [ShareTold(share.pot, share.seat, share.chips, share.half) for share in end.hand.shares if share.chips]
    for seat in end.hand.seats:
        more = end.ledger[seat - 1].won_chips - sum(share.chips for share in shares if share.seat == seat)
        shares += [ShareTold(0, seat, more)] if more > 0 else []
    return tuple(shares)


def _name(table: Table, seat: int) -> str:
    player = table.players[seat - 1]
    return "" if player is None else player.name


def _seat(
    seat: int, dealt: Table, settled: Table, end: Table, rounds: Sequence[Acts], label: str, brought_chips: int
) -> SeatTold:
    """A player's hand; what came back of the bets is what the acts put in and no pot has."""
    posted, over, last = dealt.ledger[seat - 1], settled.ledger[seat - 1], end.ledger[seat - 1]
    ante = posted.committed_chips - dealt.betting.stands[seat - 1].bet_chips
    blind = dealt.betting.stands[seat - 1].bet_chips + brought_chips
    start = over.stack_chips + over.committed_chips - over.won_chips
    by_acts = [_total(acts, seat, 0 if at else blind) for at, acts in enumerate(rounds)] or [blind]
    cards = names(end.cards, end.hand.tabled[seat - 1]) if end.hand.tabled else ()
    return SeatTold(
        seat=seat,
        name=_name(settled, seat),
        start_chips=start,
        finish_chips=start - last.committed_chips + last.won_chips,
        ante_chips=ante,
        blind_chips=blind,
        bet_chips=last.committed_chips,
        returned_chips=ante + sum(by_acts) - last.committed_chips,
        won_chips=last.won_chips,
        end=_how(end.betting.stands[seat - 1].status),
        cards=cards or (),
        shown=bool(cards),
        label=label if cards else "",
    )


def _total(acts: Acts, seat: int, before: int) -> int:
    """What the seat had in at the end of a street."""
    return next((act.to_chips for act in reversed(acts) if act.seat == seat), before)


def _how(status: Status) -> End:
    match status:
        case "in" | "out":
            return "live"
        case "all-in" | "folded" | "mucked":
            return status
        case _:
            assert_never(status)


def _labels(happened: Sequence[AppliedEvent]) -> dict[int, str]:
    """What each tabled hand made, as it was told last."""
    told = (outcome for applied in happened for outcome in applied.outcomes)
    return {outcome.seat: outcome.label for outcome in told if isinstance(outcome, HandShown)}


def _streets(
    end: Table, rounds: Sequence[Acts], seats: Mapping[int, SeatTold], draws: _Draws
) -> tuple[StreetTold, ...]:
    known = {card.handle: card.card for card in end.cards if card.card is not None}
    board = [known.get(handle) for handle in end.hand.board]
    tabled = {one: known[one] for told in seats.values() if told.shown for one in told.handles if one in known}
    put = {seat: told.ante_chips for seat, told in seats.items()}
    dealt = _dealt(end, seats, tabled)
    told: list[StreetTold] = []
    for at, street in enumerate(variant_of(end).streets):
        count = street.board or (len(for_everybody(end)) if at + 1 == len(variant_of(end).streets) else 0)
        cards, board = board[:count], board[count:]
        acts = rounds[at] if at < len(rounds) else ()
        drawn = draws.of(street.name, tabled)
        came = dealt.get(street.name, ())
        if at and not cards and not acts and not drawn and not came:
            break
        told.append(StreetTold(street.name, tuple(cards), _acts(acts, put, seats), drawn, came))
        for seat, one in seats.items():
            put[seat] += _total(acts, seat, 0 if at else one.blind_chips)
    return tuple(told)


def _dealt(
    end: Table, seats: Mapping[int, SeatTold], tabled: Mapping[Handle, Card]
) -> dict[str, tuple[DealtTold, ...]]:
    """The cards that each street brought to seats, by its name; empty in a game without up-cards.

    In which order a reader came to see the first ones nobody knows: those that lie face up are the game's up-cards.
    """
    variant, up = variant_of(end), {*end.hand.up}
    if not variant.deals_up:
        return {}
    known = {card.handle: card.card for card in end.cards if card.handle in up} | dict(tabled)
    downs = {seat: [one for one in told.handles if one not in up] for seat, told in seats.items()}
    ups = {seat: [one for one in told.handles if one in up] for seat, told in seats.items()}
    found: dict[str, tuple[DealtTold, ...]] = {}
    for street in variant.streets:
        came: list[DealtTold] = []
        for seat in seats:
            lies, shows = downs[seat][: street.down], ups[seat][: street.up]
            downs[seat], ups[seat] = downs[seat][street.down :], ups[seat][street.up :]
            handles = (*lies, *shows)
            if handles:
                came.append(DealtTold(seat, len(shows), tuple(map(known.get, handles)), handles))
        found[street.name] = tuple(came)
    return found


def _acts(acts: Acts, put: Mapping[int, int], seats: Mapping[int, SeatTold]) -> tuple[ActTold, ...]:
    """The acts of a street before which the seats had `put` so much in."""
    return tuple(
        ActTold(
            act.seat,
            act.kind,
            act.to_chips,
            act.before_chips,
            act.level_chips,
            all_in=act.kind != "fold" and put[act.seat] + act.to_chips == seats[act.seat].start_chips,
            in_turn=act.turn and act.held is None,
        )
        for act in acts
        if act.seat in seats
    )

"""What ``cardspeak script --follow`` answers to a line: one JSON object, its fields a contract with whoever drives it.

Everything here is read off a table; nothing is remembered. Amounts are whole chips, seats are numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal, TypeAlias

import msgspec

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, seat_zone
from table_controller.game import queries
from table_controller.game.next_act import next_act
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.ledger import balance_chips, returns_chips
from table_controller.game.state.pots import pots_of
from table_controller.game.state.table import Case, Table
from table_controller.game.steps.floor.option import arguments_of
from table_controller.game.steps.flow.acts import board_cards
from table_controller.scripts.table_driver import next_text
from table_controller.vocabulary.findings import Finding

Awaited: TypeAlias = Literal["act", "post", "owed", "discard", "show", "table"]
SeatStatus: TypeAlias = Literal["in", "folded", "all-in", "dead", "busted", "away", "empty"]


class SeatAnswer(msgspec.Struct, frozen=True):
    """One place.

    stack: chips behind; chips that are won or due back count as soon as they are awarded.
    bet: the seat's total for the round, as it is ruled; when the round is over, without the part that nobody matched.
    loose: chips in front of it that no act explains.
    owes, returns: what it must still put in; what goes back to it. Both hold at all times, not only when they are next.
    cards: how many cards lie there.
    status: ``in`` and ``all-in`` can win; ``folded`` gave up the hand, ``dead`` lost it to a rule or a ruling;
    ``busted`` has no chips left; ``away`` takes no part in the hand, or is not at the table; ``empty`` has no player.
    """

    stack: int
    bet: int
    loose: int
    owes: int
    returns: int
    cards: int
    status: SeatStatus


class CaseAnswer(msgspec.Struct, frozen=True):
    """A case that is open with the floor.

    number: what ``floor OPTION case=N`` calls it. topic, ref, seat: what it is about, under which printed rule, and
    whose act it was (null: nobody's). stops: whether play waits for it.
    options: names of the choices. args: for the options that take arguments, the names of these.
    """

    number: int
    topic: str
    ref: str
    seat: int | None
    stops: bool
    options: tuple[str, ...]
    args: dict[str, tuple[str, ...]]


class FindingAnswer(msgspec.Struct, frozen=True):
    """What a rule found: its topic, the rule as printed, the seat it is about (null: none), and facts by name."""

    topic: str
    ref: str
    seat: int | None
    facts: dict[str, int | str]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one line: how it went, and the table after it.

    line: the number of the line, the first one after the header being 1; 0 for the header itself.
    ok, error: whether it could be done, or held; else why not, in one sentence (null where `ok`).
    phase: ``idle`` before a hand, ``deal``, a street, ``showdown``, ``settled``.
    hand, button: number of the hand, 0 before the first; seat of the button, null where nobody has it.
    board, stray: the cards that count, in the order dealt; cards that lie there and do not belong to it.
    next: the dealer's next act as a code; ``call-floor`` exactly while a case that stops play is open.
    awaited: what ``await`` waits for: ``act``, ``post`` (a forced bet), ``owed`` chips, that a seat discards in a draw
    (``discard``), shows (``show``, in its turn) or tables its hand (``table``, now); null for every other act.
    turn, may: the seat to act, or to discard, and what betting is open to it; null where nobody is, or none is.
    to_call: what it must add. min_raise_to, max_raise_to: totals for the round, null where it may not raise.
    seats: every place by its number.
    pots: chips in the pots, main pot first, without what lies in front of the seats.
    total: all chips that the table knows of, found ones that wait for the next hand too. Whoever stands up or is sent
    off has taken his with him.
    cases, findings: what is open with the floor, oldest first; what the rules found in this line.
    misdeal: whether this deal is void and is to be done again.
    """

    line: int
    ok: bool
    error: str | None
    phase: str
    hand: int
    button: int | None
    board: tuple[str, ...]
    stray: tuple[str, ...]
    next: str
    awaited: Awaited | None
    turn: int | None
    may: tuple[str, ...] | None
    to_call: int | None
    min_raise_to: int | None
    max_raise_to: int | None
    seats: dict[str, SeatAnswer]
    pots: tuple[int, ...]
    total: int
    cases: tuple[CaseAnswer, ...]
    findings: tuple[FindingAnswer, ...]
    misdeal: bool


def answer_of(
    table: Table,
    *,
    line: int,
    played_on: Table | None = None,
    error: str | None = None,
    dead: Collection[int] = (),
    name_of: Callable[[Handle], Card | None] = lambda _: None,
) -> Answer:
    """The answer to a line that left this table behind, without what the rules found in it.

    `played_on` is the table as the next act finds it, where a card too many does not keep anybody from acting.
    `dead` are folded seats whose hands a rule killed, `name_of` reads a card that lies face up.
    """
    acts_on = played_on or table
    actor, bets = queries.who_acts(acts_on), bets_in_front(table)
    act = next_act(table)
    awaited = awaited_of(table if act.chips else acts_on)  # chips that are owed come first, whoever may act
    return Answer(
        line=line,
        ok=error is None,
        error=error,
        phase=table.hand.phase,
        hand=table.hand.number,
        button=table.positions.button if table.positions else None,
        board=board_cards(table),
        stray=stray_cards(table, name_of),
        next=next_text(act),
        awaited=awaited,
        turn=queries.discards_now(table) if actor is None else actor,
        may=None if actor is None else queries.may(acts_on),
        to_call=None if actor is None else queries.to_call_chips(acts_on),
        min_raise_to=queries.min_raise_to_chips(acts_on) or None,
        max_raise_to=queries.max_raise_to_chips(acts_on) or None,
        seats=seat_answers(table, bets, dead),
        pots=gathered_pots(table, bets),
        total=total_chips(table),
        cases=tuple(_case(case) for case in table.cases),
        findings=(),
        misdeal=table.hand.fate == "misdeal",
    )


def awaited_of(table: Table) -> Awaited | None:
    """What is waited for, if that is the dealer's next act."""
    if next_act(table).code != "await":
        return None
    if table.hand.phase == DEAL:
        return "post"
    if queries.who_acts(table) is not None:
        return "act"
    if queries.owing(table):
        return "owed"
    if queries.discards_now(table) is not None:
        return "discard"
    return "table" if queries.tables_now(table) else "show"


def stray_cards(table: Table, name_of: Callable[[Handle], Card | None]) -> tuple[Card, ...]:
    """Cards in the middle that do not belong to the board, in the order in which they came."""
    strange = [handle for handle in lying(table.cards, BOARD) if handle not in table.hand.board]
    return tuple(card for handle in strange if (card := name_of(handle)) is not None)


def gathered_pots(table: Table, bets: tuple[int, ...]) -> tuple[int, ...]:
    """The pots without these bets of the round, main pot first, so that stacks, bets and pots add up to all chips.

    A side pot whose other claimants have folded is among them until it is won, other than for `expect pots`.
    """
    if table.hand.phase in (IDLE, SETTLED):
        return ()
    before = tuple(
        replace(money, committed_chips=max(money.dead_chips, money.committed_chips - bet)) if bet else money
        for money, bet in zip(table.ledger, bets, strict=True)
    )
    return tuple(pot.chips for pot in pots_of(before, table.betting.stands))


def bets_in_front(table: Table) -> tuple[int, ...]:
    """Each seat's bet of the round, seat 1 first; when the round is over, without the part that nobody matched."""
    if table.hand.phase in (IDLE, SETTLED):
        return (0,) * table.setup.seats
    return tuple(stand.bet_chips for stand in table.betting.stands)


def total_chips(table: Table) -> int:
    """All chips that the table knows of, those of players who are gone left out."""
    behind = sum(money.stack_chips for money in table.ledger)
    return behind + queries.pot_chips(table) + sum(chips for _, chips in table.aside)


def seat_answers(table: Table, bets: tuple[int, ...], dead: Collection[int]) -> dict[str, SeatAnswer]:
    """Every place of the table by its number."""
    over, lies = table.hand.phase in (IDLE, SETTLED), [card.zone for card in table.cards]
    balances = map(balance_chips, table.ledger)  # mostly nothing is due: then nothing is owed and nothing goes back
    no_act = not over and not table.betting.motions
    return {
        str(seat): SeatAnswer(
            stack=money.stack_chips,
            bet=bet,
            loose=money.loose_chips if no_act else 0,
            owes=max(0, -balance),
            returns=returns_chips(money) if balance > 0 else 0,
            cards=lies.count(seat_zone(seat)),
            status=_status(table, seat, dead, over=over),
        )
        for seat, (money, bet, balance) in enumerate(zip(table.ledger, bets, balances, strict=True), 1)
    }


def _status(table: Table, seat: int, dead: Collection[int], *, over: bool) -> SeatStatus:
    player = table.players[seat - 1]
    money = table.ledger[seat - 1]
    if player is None or (player.leaving and over):  # what is owed or goes back does so before he leaves with the rest
        return "dead" if balance_chips(money) else "empty"
    behind = money.stack_chips
    status = queries.stand_of(table, seat).status
    if over and not behind:
        return "busted"
    match status:
        case "in" | "all-in":
            return "in" if money.won_chips and status == "all-in" else status
        case "folded" | "mucked":
            return "away" if seat in table.away else "dead" if seat in dead else "folded"
        case "out":
            if not behind:
                return "busted"
            return "in" if table.hand.phase == IDLE and seat not in table.away else "away"


def _case(case: Case) -> CaseAnswer:
    found = case.finding
    names = tuple(option.name for option in found.options)
    takes = {name: arguments for name in names if (arguments := arguments_of(name, found.topic))}
    return CaseAnswer(case.number, found.topic, found.cite.ref, found.seat, found.stops_play, names, takes)


def finding_answer(found: Finding) -> FindingAnswer:
    """What a rule found in a line."""
    return FindingAnswer(found.topic, found.cite.ref, found.seat, dict(found.facts))

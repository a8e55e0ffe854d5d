"""Plain play: folds, checks, calls, raises, all-ins and announcements in turn."""

from __future__ import annotations

from typing import Literal

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game.queries import max_raise_to_chips, min_raise_to_chips, to_call_chips, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour
from table_controller.game.rules.betting import string_bets
from table_controller.game.rules.betting.chip_push import ChipPush, chip_push, least_fact
from table_controller.game.rules.betting.readings import PAYS, Acts, Announces, Reading
from table_controller.game.state.betting import By, may_raise
from table_controller.game.state.hand import is_street
from table_controller.game.state.ledger import owes_chips, returns_chips
from table_controller.game.state.table import Table, Unexplained
from table_controller.vocabulary.events import ChipsPushed, Declared
from table_controller.vocabulary.findings import Fact, Finding
from table_controller.vocabulary.outcomes import ActKind


@behaviour(None)
def exact_call(act: ChipPush, book: Rulebook) -> Reading | None:
    """Silent chips, or an amount, of exactly the bet are a call."""
    del book
    return Acts("call", act.level_chips) if act.call_chips and act.total_chips == act.level_chips else None


@behaviour(None)
def one_motion(act: ChipPush, book: Rulebook) -> Reading | None:
    """Silent chips of a whole bet or raise, put in at once, are that."""
    del book
    if not _is_whole(act) or act.may_be_a_call:
        return None
    return Acts(act.raise_word, act.total_chips)


@behaviour(None)
def total_said(act: ChipPush, book: Rulebook) -> Reading | None:
    """An amount said with the word bet or raise is the total for the round."""
    del book
    return Acts(act.raise_word, act.total_chips, by="word") if _is_whole(act) else None


@behaviour(None)
def amount_alone(act: ChipPush, book: Rulebook) -> Reading | None:
    """An amount said without a word is the total for the round."""
    del book
    return Acts(act.raise_word, act.total_chips, by="word") if _is_whole(act) else None


def _is_whole(act: ChipPush) -> bool:
    """Whether it is a legal bet or raise that leaves something behind."""
    return act.total_chips >= act.minimum_chips and not act.is_all_in and may_raise(act.table.betting, act.seat)


def read_push(table: Table, event: ChipsPushed) -> Reading:
    """Chips went forward without a word, or after one that named no amount."""
    seat, amount = event.seat, total_chips(event.chips)
    money, stand = table.ledger[seat - 1], table.betting.stands[seat - 1]
    owed = owes_chips(money)
    if amount <= owed or (owed and seat != who_acts(table)):
        return PAYS
    facts = told(event)
    if wrong := _out_of_turn(table, seat, facts):
        return wrong
    more = money.loose_chips + amount - owed
    if more >= money.stack_chips or seat in table.buttons:
        return read_all_in(table, seat, facts)
    facts = (*facts, *sizes(table))
    if table.betting.announced is None and chip_push(table, seat, event.chips).may_be_a_call:
        return Unexplained("silent-chips", seat, facts)
    return Unexplained(_cause(table, seat, stand.bet_chips + more), seat, facts)


def calls_beside_a_debt(table: Table, event: ChipsPushed) -> Reading | None:
    """Exactly what the call asks for, of one whose ante or blind is still missing: the call; that stays owed.

    Taken for the missing chips first, a full call would be short by them.
    """
    seat, stand = event.seat, table.betting.stands[event.seat - 1]
    money, call = table.ledger[seat - 1], max(0, table.betting.level_chips - stand.bet_chips)
    acted = stand.acted_at_chips is not None or money.loose_chips or table.betting.announced
    if acted or not call or not owes_chips(money) or total_chips(event.chips) != call or not is_turn_of(table, seat):
        return None
    return Acts("call", table.betting.level_chips)


def calls_with_chips_in_front(table: Table, event: ChipsPushed, book: Rulebook) -> Reading | None:
    """Exactly what the call asks for, together with chips of the seat that lie there and are no bet: the call.

    They were to go back: change, or an act before its turn that does not bind any more. TDA 46 has its own words for
    change of a bet of this round; but who has nothing behind him any more is all-in with all that lies there.
    """
    seat, stand = event.seat, table.betting.stands[event.seat - 1]
    money, call = table.ledger[seat - 1], max(0, table.betting.level_chips - stand.bet_chips)
    back = min(returns_chips(money), total_chips(table.chips.bets[seat - 1]))
    whole = back + total_chips(event.chips)
    if not back or money.loose_chips or not is_turn_of(table, seat):
        return None
    measured_by_46 = book.prior_chips.value == "tda46" and stand.bet_chips
    if whole == money.stack_chips and (whole <= call or not measured_by_46):
        all_in = read_all_in(table, seat)
        return all_in if isinstance(all_in, Acts) else None
    return Acts("call", table.betting.level_chips) if whole == call and not measured_by_46 else None


def read_word(table: Table, event: Declared) -> Reading:
    """A player said something."""
    seat, facts = event.seat, told(event)
    if _repeats(table, event):
        return PAYS
    if wrong := _out_of_turn(table, seat, facts):
        return wrong
    bet = table.betting.stands[seat - 1].bet_chips
    match event.word:
        case "fold":
            return Acts("fold", bet)
        case "check" if not to_call_chips(table):
            return Acts("check", bet)
        case "all-in":
            return read_all_in(table, seat, facts, "word")
        case "bet" | "raise" if event.amount_chips is None:
            if not may_raise(table.betting, seat):
                return Unexplained("betting-closed", seat, facts)
            return unsized(table, seat, event.word)
        case "bet" | "raise" | "number" if event.amount_chips is not None:
            return _said(table, event, event.amount_chips, facts)
        case _:
            return Unexplained("word", seat, (*facts, *sizes(table)))


def unsized(
    table: Table, seat: int, word: Literal["bet", "raise"], findings: tuple[Finding, ...] = ()
) -> Acts | Announces:
    """A bet or raise that was said without its size: the player's to say, but in a limit game, where it has one."""
    only = max_raise_to_chips(table) if table.betting.terms.structure == "fixed-limit" else 0
    if not only or who_acts(table) != seat:
        return Announces(word, findings)
    return Acts("raise" if table.betting.level_chips else "bet", only, findings, "word")


def read_all_in(table: Table, seat: int, facts: tuple[Fact, ...] = (), by: By = "chips") -> Reading:
    """The seat to act puts in all that it has."""
    betting = table.betting
    stand = betting.stands[seat - 1]
    total = stand.bet_chips + table.ledger[seat - 1].stack_chips
    if total <= betting.level_chips:
        return Acts("call", total, by=by)
    if may_raise(betting, seat):
        return Acts("raise" if betting.level_chips else "bet", total, by=by)
    if any(other.status == "in" for at, other in enumerate(betting.stands, 1) if at != seat):
        return Unexplained("betting-closed", seat, (*facts, *sizes(table)))
    return Acts("call", betting.level_chips, by=by)


def told(event: ChipsPushed | Declared) -> tuple[Fact, ...]:
    """What was pushed or said, as facts."""
    if isinstance(event, ChipsPushed):
        return (("pushed_chips", total_chips(event.chips)),)
    word: tuple[Fact, ...] = (("word", event.word),)
    return word if event.amount_chips is None else (*word, ("said_chips", event.amount_chips))


def sizes(table: Table) -> tuple[Fact, ...]:
    """What the seat to act could do, as facts: no raise where none is possible."""
    call, least = ("to_call_chips", to_call_chips(table)), min_raise_to_chips(table)
    return (call, least_fact(table, least)) if least else (call,)


def _said(table: Table, event: Declared, amount: int, facts: tuple[Fact, ...]) -> Reading:
    seat = event.seat
    total = table.betting.stands[seat - 1].bet_chips + table.ledger[seat - 1].stack_chips
    if amount >= total:
        return read_all_in(table, seat, facts)
    return Unexplained(_cause(table, seat, amount), seat, (*facts, *sizes(table)))


def _cause(table: Table, seat: int, total: int) -> str:
    """Why a bet or raise to `total`, less than all that the seat has, could be none."""
    betting = table.betting
    if total <= betting.level_chips:
        return "undercall"
    if not may_raise(betting, seat):
        return "betting-closed"
    if total < betting.level_chips + betting.full_raise_chips:
        return "under-raise" if betting.level_chips else "under-bet"
    return "not-read"


def is_turn_of(table: Table, seat: int) -> bool:
    """Whether `seat` is the one to act."""
    return who_acts(table) == seat


def _repeats(table: Table, event: Declared) -> bool:
    """Whether the word only names the act that the seat's chips or cards already made.

    Who can still act speaks of that act only while he faces nothing new; a raise of no amount is his last one only
    until somebody has acted on it.
    """
    if event.seat == who_acts(table):
        return False
    betting = table.betting
    stand = betting.stands[event.seat - 1]
    if stand.act is None:
        return False
    kinds: tuple[ActKind, ...] = (stand.act.kind, "all-in") if stand.status == "all-in" else (stand.act.kind,)
    if event.word not in (*kinds, "number") or event.amount_chips not in (None, stand.act.to_chips):
        return False
    if stand.status != "in" or not is_street(table.hand.phase):
        return True
    unsized = event.word in ("bet", "raise") and event.amount_chips is None
    return stand.bet_chips >= betting.level_chips and not (unsized and betting.recorded_acts[-1].seat != event.seat)


def is_payment(table: Table, event: ChipsPushed) -> bool:
    """Whether the chips only pay what the seat owes, change for a chip too large included.

    Not if there is an act that it can still make and they are plainly that: more than one chip more than it owes, or
    just what a new bet asks for together with it. One chip too large for either is what the seat was asked for.
    """
    seat, amount = event.seat, total_chips(event.chips)
    owed = owes_chips(table.ledger[seat - 1])
    if amount <= owed:
        return bool(owed)
    if not owed or seat == who_acts(table):
        return False
    if string_bets.adds_to_a_short_motion(table, event):
        return False
    stand, level = table.betting.stands[seat - 1], table.betting.level_chips
    if stand.acted_at_chips is None:
        return not string_bets.has_to_spare(table, event)
    if stand.bet_chips >= level:
        return True
    return amount != owed + level - stand.bet_chips and not string_bets.has_to_spare(table, event)


def _out_of_turn(table: Table, seat: int, facts: tuple[Fact, ...]) -> Unexplained | None:
    actor = who_acts(table)
    if actor == seat:
        return None
    if actor is None or not is_street(table.hand.phase):
        return Unexplained("no-action", seat, facts)
    return Unexplained("out-of-turn", seat, (*facts, ("turn", actor), *sizes(table)))

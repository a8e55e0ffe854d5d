"""Words in turn: what they bind to, also where they do not fit."""

from __future__ import annotations

from firmware_bridge.chips import total_chips
from table_controller.events import ChipsPushed, Declared
from table_controller.machines.betting import may_raise
from table_controller.queries import max_raise_to_chips, min_raise_to_chips, stand_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.folds import MAY_BE_PENALISED
from table_controller.rules.gesture import Gesture, number
from table_controller.rules.readings import Acts, Announces, Leaves, Pays, Reading
from table_controller.rules.string_bets import last_act_of
from table_controller.table import Table


def _facing(table: Table, seat: int) -> bool:
    return table.betting.level_chips > table.betting.stands[seat - 1].bet_chips


@behaviour(None)
def call_without_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` with nothing to call."""
    if event.word != "call" or _facing(table, event.seat):
        return None
    answer = book.invalid_declarations
    if answer.value is None:
        return Leaves((finding("invalid-declaration", event.seat, answer.cite, _word(event), ("check", "min-bet")),))
    rule = book.cites.get("spoken.call_without_a_bet", answer.cite)
    found = finding("invalid-declaration", event.seat, rule, _word(event))
    return Acts("check", table.betting.stands[event.seat - 1].bet_chips, (found,), "word")


@behaviour(None)
def raise_without_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``raise`` with nothing to raise: at least a minimum bet."""
    if event.word != "raise" or table.betting.level_chips:
        return None
    answer = book.invalid_declarations
    if answer.value is None:
        return Leaves((finding("invalid-declaration", event.seat, answer.cite, _word(event), ("check", "min-bet")),))
    rule = book.cites.get("spoken.raise_without_a_bet", answer.cite)
    found = finding("invalid-declaration", event.seat, rule, _word(event))
    if event.amount_chips is None:
        return Announces("bet", (found,))
    act = number(table, event.seat, event.amount_chips)
    return Acts("bet", max(act.total_chips, act.minimum_chips), (found,), "word")


@behaviour(None)
def check_facing_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``check`` although there is a bet to call: no raise any more."""
    if event.word != "check" or not _facing(table, event.seat):
        return None
    answer = book.invalid_declarations
    if answer.value is None:
        return Leaves(
            (finding("invalid-declaration", event.seat, answer.cite, _word(event), ("call-or-fold", "play-on")),)
        )
    facts = (*_word(event), ("limit", "call-or-fold"))
    return Leaves((finding("invalid-declaration", event.seat, answer.cite, facts),))


@behaviour(None)
def pot_in_no_limit(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``pot`` where the pot is no limit: a valid bet of the player's choice, or nothing at all."""
    if event.word != "pot" or table.betting.terms.structure != "no-limit":
        return None
    answer = book.pot_said_in_nl
    found = finding("pot-declaration", event.seat, answer.cite, _word(event), MAY_BE_PENALISED, stops_play=False)
    match answer.value:
        case "valid_bet" if may_raise(table.betting, event.seat):
            return Announces("raise" if table.betting.level_chips else "bet", (found,), motions=1)
        case None:
            options = ("valid-bet", "take-back", "penalty", "warning")
            return Leaves((finding("pot-declaration", event.seat, answer.cite, _word(event), options),))
        case _:
            return Leaves((found,))


@behaviour(None)
def pot_in_pot_limit(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``pot`` where the pot is the limit: the most that may be bet."""
    del book
    most = max_raise_to_chips(table)
    if event.word != "pot" or table.betting.terms.structure != "pot-limit" or not most:
        return None
    return Acts("raise" if table.betting.level_chips else "bet", most, (), "word")


@behaviour(None)
def several_meanings(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """An amount that can mean several sizes, such as ``five``: the book's reading of it."""
    if (digit := spoken_digit(event.text)) is None or event.word != "other":
        return None
    answer = book.unclear_amount
    meanings = [digit * unit for unit in (100, 1000, 10000) if digit * unit >= table.level.big_blind_chips]
    facts = (*_word(event), *((f"meaning_{at}_chips", meaning) for at, meaning in enumerate(meanings, start=1)))
    pot = sum(money.committed_chips for money in table.ledger)
    match answer.value:
        case "smallest" if meanings:
            meant = meanings[0]
        case "largest_below_pot" if meanings:
            meant = max([meaning for meaning in meanings if meaning < pot], default=meanings[0])
        case _:
            options = ("smallest", "largest", "call", "take-back")
            return Leaves((finding("unclear-bet", event.seat, answer.cite, facts, options),))
    found = finding("unclear-bet", event.seat, answer.cite, (*facts, ("meant_chips", meant)))
    kind = "raise" if table.betting.level_chips else "bet"
    act = number(table, event.seat, meant)
    to = min(act.bet_chips + act.behind_chips, max(meant, min_raise_to_chips(table)))
    if meant <= table.betting.level_chips:
        return Acts("call", table.betting.level_chips, (found,), "word")
    return Acts("raise" if kind == "raise" else "bet", to, (found,), "word")


@behaviour(None)
def conditional(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``if you bet I raise``: words about what is not there yet."""
    if event.word == "call" and (early := _early_call(table, event, book)):
        return early
    if event.word != "other" or event.text.lower().split()[:1] != ["if"]:
        return None
    rule = cite(book, "spoken.conditional")
    options = ("binding", "not-binding", "penalty", "warning")
    found = finding("conditional-statement", event.seat, rule, _word(event), options, stops_play=False)
    return Leaves((found,))


@behaviour(None)
def after_the_chips(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Another word after chips that were clear: what came first counts, or the floor decides."""
    last = last_act_of(table, event.seat)
    if last is None or last.by != "chips" or event.word in ("fold", "check", "other"):
        return None
    answer = book.voice_vs_chips
    facts = (*_word(event), ("as_chips", last.to_chips))
    if answer.value == "first_defines":
        return Leaves((finding("betting-method", event.seat, answer.cite, facts),))
    return Leaves((finding("betting-method", event.seat, answer.cite, facts, ("chips", "word", "penalty")),))


@behaviour(None)
def chips_unlike_the_word(table: Table, event: ChipsPushed, owed_chips: int, book: Rulebook) -> Reading | None:
    """One chip of a small part of what was said: perhaps nobody heard the word; the floor decides what counts."""
    last = last_act_of(table, event.seat)
    if last is None or last.by != "word" or last.kind not in ("bet", "raise"):
        return None
    amount = total_chips(event.chips)
    first = owed_chips == last.to_chips - last.before_chips
    if not first or sum(count for _, count in event.chips) != 1 or amount * UNLIKE > owed_chips:
        return None
    answer = book.voice_vs_chips
    facts = (("said_chips", last.to_chips), ("as_chips", last.before_chips + amount))
    return Pays((finding("betting-method", event.seat, answer.cite, facts, ("word", "chips")),))


UNLIKE = 5
"""How many times the one chip must have been said for word and chip to contradict each other (no book prints it)."""


@behaviour(None)
def verbal_binds(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` said in turn: the whole call, whatever chips come with it."""
    del book
    if event.word != "call" or not _facing(table, event.seat):
        return None
    return Acts("call", table.betting.level_chips, (), "word")


def _early_call(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` said while another seat has said that it bets, and not yet how much."""
    if table.betting.announced is None or who_acts(table) in (None, event.seat):
        return None
    if stand_of(table, event.seat).status != "in":
        return None
    answer = book.early_call
    options = ("binding", "not-binding", "penalty", "warning")
    return Leaves((finding("conditional-statement", event.seat, answer.cite, (("said", "call"),), options),))


@behaviour(None)
def words_of_his_own(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Words that are no act: at the player's own risk, and nothing is done by them."""
    del table
    if event.word != "other":
        return None
    rule = cite(book, "spoken.words_of_his_own")
    return Pays((finding("unclear-bet", event.seat, rule, (("word", "other"),)),))


NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spoken_digit(text: str) -> int | None:
    """The figure of a word such as ``five``, None for any other word."""
    word = (text.lower().split() or [""])[-1]
    return NUMERALS.index(word) if word in NUMERALS[1:] else None


def as_number(table: Table, event: Declared) -> Gesture:
    """What the declared amount would be as a gesture."""
    return number(table, event.seat, event.amount_chips or 0)


def _word(event: Declared) -> tuple[tuple[str, int | str], ...]:
    said: tuple[tuple[str, int | str], ...] = (("word", event.word),)
    return said if event.amount_chips is None else (*said, ("said_chips", event.amount_chips))

"""Words in turn: what they bind to, also where they do not fit or speak of what is not there yet."""

from __future__ import annotations

from typing import Final, assert_never

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game.queries import max_raise_to_chips, min_raise_to_chips, stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.chip_push import ChipPush, number
from table_controller.game.rules.betting.plain import unsized
from table_controller.game.rules.betting.readings import Acts, Amends, Announces, Leaves, Pays, Reading
from table_controller.game.rules.betting.string_bets import last_act_of
from table_controller.game.state.betting import RecordedAct, Round, may_raise
from table_controller.game.state.corrections import before_last, waiting_again
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import AllInButtonPlaced, ChipsPushed, Declared
from table_controller.vocabulary.outcomes import ActKind


def _facing(table: Table, seat: int) -> bool:
    return table.betting.level_chips > table.betting.stands[seat - 1].bet_chips


def _for_the_floor(event: Declared, meanings: tuple[str, ...], book: Rulebook) -> Leaves | None:
    """The case of words that do not fit, where the book does not say what they are.

    Where it leaves them to the floor they mean something; where it is silent they may also be nothing.
    """
    answer = book.invalid_declarations
    match answer.value:
        case "tda55":
            return None
        case "floor":
            options = (*meanings, "warning")
        case None:
            options = (*meanings, "play-on", "warning")
        case _:
            assert_never(answer.value)
    return Leaves((finding("invalid-declaration", event.seat, answer.cite, _word(event), options),))


@behaviour(None)
def call_without_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` with nothing to call."""
    if event.word != "call" or _facing(table, event.seat):
        return None
    if case := _for_the_floor(event, ("check", "min-bet"), book):
        return case
    rule = book.cites.get("spoken.call_without_a_bet", book.invalid_declarations.cite)
    found = finding("invalid-declaration", event.seat, rule, _word(event))
    return Acts("check", table.betting.stands[event.seat - 1].bet_chips, (found,), "word")


@behaviour(None)
def raise_without_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``raise`` with nothing to raise: at least a minimum bet."""
    if event.word != "raise" or table.betting.level_chips:
        return None
    if case := _for_the_floor(event, ("check", "min-bet"), book):
        return case
    rule = book.cites.get("spoken.raise_without_a_bet", book.invalid_declarations.cite)
    found = finding("invalid-declaration", event.seat, rule, _word(event))
    if event.amount_chips is None:
        return unsized(table, event.seat, "bet", (found,))
    act = number(table, event.seat, event.amount_chips)
    return Acts("bet", max(act.total_chips, act.minimum_chips), (found,), "word")


@behaviour(None)
def check_facing_a_bet(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``check`` although there is a bet to call: no raise any more."""
    if event.word != "check" or not _facing(table, event.seat):
        return None
    if case := _for_the_floor(event, ("call-or-fold",), book):
        return case
    facts = (*_word(event), ("limit", "call-or-fold"))
    return Leaves((finding("invalid-declaration", event.seat, book.invalid_declarations.cite, facts),))


@behaviour(None)
def pot_in_no_limit(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``pot`` where the pot is no limit: a valid bet of the player's choice, or nothing at all."""
    if event.word != "pot" or table.betting.terms.structure != "no-limit":
        return None
    answer = book.pot_said_in_nl
    found = may_be_penalised("pot-declaration", event.seat, answer.cite, _word(event))
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
    if event.word != "pot" or table.betting.terms.structure != "pot-limit":
        return None
    most = max_raise_to_chips(table)
    if not most:
        return None
    return Acts("raise" if table.betting.level_chips else "bet", most, (), "word")


@behaviour(None)
def several_meanings(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """An amount that can mean several sizes, such as ``five``: the book's reading of it."""
    if (digit := _digit_of(table, event)) is None:
        return None
    answer = book.unclear_amount
    sizes = [digit * unit for unit in (100, 1000, 10000) if digit * unit >= table.level.big_blind_chips]
    said = number(table, event.seat, digit)
    meanings = [size for size in sizes if size <= said.bet_chips + said.behind_chips] or sizes[:1]
    facts = (*_word(event), *((f"meaning_{at}_chips", meaning) for at, meaning in enumerate(meanings, start=1)))
    pot = sum(money.committed_chips for money in table.ledger)
    below = max([meaning for meaning in meanings if meaning < pot], default=meanings[0] if meanings else 0)
    match answer.value:
        case "smallest" if meanings:
            meant = meanings[0]
        case "largest_below_pot" if meanings:
            meant = below
        case None if meanings:
            options = (*MEANINGS, "below-pot")
            return Leaves((finding("unclear-bet", event.seat, answer.cite, (*facts, ("as_chips", below)), options),))
        case _:
            return Leaves((finding("unclear-bet", event.seat, answer.cite, facts, MEANINGS),))
    found = finding("unclear-bet", event.seat, answer.cite, (*facts, ("meant_chips", meant)))
    act = number(table, event.seat, meant)
    to = min(act.bet_chips + act.behind_chips, max(meant, min_raise_to_chips(table)))
    if meant <= table.betting.level_chips:
        return Acts("call", table.betting.level_chips, (found,), "word")
    return Acts(act.raise_word, to, (found,), "word")


def _digit_of(table: Table, event: Declared) -> int | None:
    """The bare figure that was said: as a word, or as a number that no chips in play could make."""
    if event.word == "other":
        return spoken_digit(event.text)
    said = event.amount_chips if event.word == "number" else None
    return said if said is not None and 0 < said < min(len(NUMERALS), *table.setup.denominations) else None


MEANINGS: Final = ("smallest", "largest", "call", "take-back")
"""What the floor may make of an amount that can mean several; where the book is silent, also another book's reading."""


@behaviour(None)
def after_the_chips(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Another word after chips that were clear: the chips count, or the word, or the floor decides.

    Where the first of the two counts, a clear word that came with the chips goes before them.
    """
    last = last_act_of(table, event.seat)
    if last is None or last.by != "chips" or event.word in ("fold", "check", "other"):
        return None
    answer, to = book.voice_vs_chips, _said_instead(table, event, last)
    facts = (*_word(event), ("as_chips", last.to_chips), ("instead_chips", to))
    at_once = (("when", "with"),) if event.when == "with" else ()
    found = finding("betting-method", event.seat, answer.cite, (*facts, *at_once))
    match answer.value:
        case "first_defines" if event.when != "with":
            return Leaves((finding("betting-method", event.seat, answer.cite, (*facts, ("as_kind", last.kind))),))
        case "first_defines" | "voice":
            kind: ActKind = "call" if to <= last.level_chips else "raise" if last.level_chips else "bet"
            return Leaves((found,)) if to == last.to_chips else Amends(kind, to, (found,))
        case None:
            return Leaves((finding("betting-method", event.seat, answer.cite, facts, ("chips", "word", "penalty")),))
        case _:
            assert_never(answer.value)


def button_before_the_chips(table: Table, event: AllInButtonPlaced) -> Reading | None:
    """The all-in button lay there before the chips that were read alone: they are all-in.

    A button that comes later says nothing: dealers give one to whoever is all-in.
    """
    last = last_act_of(table, event.seat)
    if not event.down or last is None or last.by != "chips" or event.at_s >= table.time.since_s:
        return None
    to = last.to_chips + table.ledger[event.seat - 1].stack_chips
    if table.betting.terms.structure != "no-limit" or not may_raise(_before_its_act(table, event.seat), event.seat):
        return None
    if to == last.to_chips:
        return None
    return Amends("raise" if last.level_chips else "bet", to, ())


def _before_its_act(table: Table, seat: int) -> Round:
    return before_last(waiting_again(table.betting, table.ledger, seat)[0])


def _said_instead(table: Table, event: Declared, last: RecordedAct) -> int:
    """What the word makes of the last act: its total for the round; what it was, if the word could not be played."""
    before = _before_its_act(table, event.seat)
    if table.betting.terms.structure != "no-limit" or (event.word != "call" and not may_raise(before, event.seat)):
        return last.to_chips
    match event.word:
        case "call":
            return last.level_chips
        case "all-in":
            return last.to_chips + table.ledger[event.seat - 1].stack_chips
        case "number" if event.amount_chips is not None:
            return max(event.amount_chips, last.level_chips)
        case _:
            return max(event.amount_chips or 0, last.level_chips + last.full_chips)


@behaviour(None)
def chips_unlike_the_word(table: Table, event: ChipsPushed, owed_chips: int, book: Rulebook) -> Reading | None:
    """One chip of a small part of what was said: perhaps nobody heard the word; the floor decides what counts.

    After ``all in`` a chip of any size stands for the whole stack.
    """
    last = last_act_of(table, event.seat)
    if (
        table.betting.stands[event.seat - 1].status == "all-in"
        or last is None
        or last.by != "word"
        or last.kind not in ("bet", "raise")
    ):
        return None
    amount = total_chips(event.chips)
    first = owed_chips == last.to_chips - last.before_chips
    if not first or sum(count for _, count in event.chips) != 1 or amount * UNLIKE > owed_chips:
        return None
    answer = book.voice_vs_chips
    if answer.value == "voice":
        return None  # the word holds, and the chips are paid on it
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


def as_number(table: Table, event: Declared) -> ChipPush:
    """What the declared amount would be as a gesture."""
    return number(table, event.seat, event.amount_chips or 0)


def _word(event: Declared) -> tuple[tuple[str, int | str], ...]:
    said: tuple[tuple[str, int | str], ...] = (("word", event.word),)
    return said if event.amount_chips is None else (*said, ("said_chips", event.amount_chips))


HELD_OR_NOT = ("binding", "not-binding", "penalty", "warning")
"""What the floor may do about words on what is not there yet."""


@behaviour(None)
def conditional(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``if you bet I raise``: the floor may hold the player to it; play goes on meanwhile."""
    del table
    if event.word != "other" or event.text.lower().split()[:1] != ["if"]:
        return None
    rule = cite(book, "spoken.conditional")
    facts = (("word", event.word),)
    return Leaves((finding("conditional-statement", event.seat, rule, facts, HELD_OR_NOT, stops_play=False),))


@behaviour(None)
def early_call(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """``call`` said while another seat has said that it bets, and not yet how much.

    A book that speaks of it lets the floor hold him to a call of any amount, or not. In silence the floor may
    also choose what lies between: he may call or fold once the amount is known, but raise no more.
    """
    if event.word != "call" or table.betting.announced is None or who_acts(table) in (None, event.seat):
        return None
    if stand_of(table, event.seat).status != "in":
        return None
    answer = book.early_call
    options = HELD_OR_NOT if answer.value == "floor_any_amount" else ("call-or-fold", *HELD_OR_NOT)
    return Leaves((finding("conditional-statement", event.seat, answer.cite, (("said", "call"),), options),))

"""Which rules look at which event, and in which order.

A *reader* says what a seat's event amounts to before the state changes: readers are asked in order and the
first that answers counts; plain play is the last. What nobody could read becomes a finding: `irregular`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import is_turn_unwatched
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import (
    before_the_deal_ends,
    counts,
    folds,
    forced_bets,
    irregular,
    limits,
    nonvalue_items,
    out_of_turn,
    plain,
    prior_chips,
    raise_sizes,
    raising,
    reopening,
    silent_chips,
    skipped,
    spoken,
    string_bets,
    undercalls,
    wrong_amounts,
)
from table_controller.game.rules.betting.chip_push import ChipPush, chip_push
from table_controller.game.rules.betting.readings import PAYS, Acts, Holds, Leaves, Pays, Reading
from table_controller.game.rules.showdown import dead_hands
from table_controller.game.rules.table import levels
from table_controller.game.state.betting import is_past_a_player
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.vocabulary.events import AllInButtonPlaced, CardBurned, ChipsPushed, Declared, Event
from table_controller.vocabulary.findings import Finding

ChipReader: TypeAlias = Callable[[ChipPush, Rulebook], Reading | None]
WordReader: TypeAlias = Callable[[Table, Declared, Rulebook], Reading | None]

SILENT_CHIPS: Final[tuple[ChipReader, ...]] = (
    levels.call_of_the_old_blind,
    forced_bets.short_blind_called,
    prior_chips.unclear,
    prior_chips.short_of_the_call,
    prior_chips.covers_or_partly_pulled,
    wrong_amounts.matched,
    undercalls.sequence,
    undercalls.tiny_chip,
    undercalls.undercall,
    silent_chips.facing_a_bet,
    silent_chips.opening,
    silent_chips.none_to_spare,
    raise_sizes.half_rule,
    raise_sizes.less_than_half,
    raise_sizes.minimum_bet,
    plain.exact_call,
    raise_sizes.raise_below_double,
    plain.one_motion,
)
"""Rules on chips that come without a word."""

DECLARED_CHIPS: Final[tuple[ChipReader, ...]] = (
    raising.exact_call_first,
    raising.odd_first_motion,
    raising.second_motion,
    raise_sizes.raise_below_double,
    raising.one_motion,
    raise_sizes.too_small_a_raise,
)
"""Rules on chips that follow the word ``bet`` or ``raise``."""

NUMBERS: Final[tuple[ChipReader, ...]] = (
    forced_bets.short_blind_called,
    undercalls.undercall,
    raise_sizes.half_rule,
    raise_sizes.less_than_half,
    raise_sizes.minimum_bet,
    plain.exact_call,
    raise_sizes.raise_below_double,
    plain.amount_alone,
)
"""Rules on a bare amount: it is as if the chips had been pushed."""

SAID_TOTALS: Final[tuple[ChipReader, ...]] = (
    raise_sizes.too_small_a_raise,
    raise_sizes.raise_below_double,
    plain.total_said,
)
"""Rules on an amount after the word ``bet`` or ``raise``."""

LIMITS: Final = (limits.pot_limit_maximum, limits.fixed_size, raise_sizes.less_than_a_big_blind)
"""Rules on the size of an aggressive act, whichever way it was made."""

WORDS: Final[tuple[WordReader, ...]] = (
    nonvalue_items.put_forward,
    prior_chips.fold_after_pulling,
    spoken.several_meanings,
    spoken.pot_in_no_limit,
    spoken.pot_in_pot_limit,
    spoken.call_without_a_bet,
    spoken.raise_without_a_bet,
    spoken.check_facing_a_bet,
    spoken.verbal_binds,
    spoken.words_of_his_own,
)
"""Rules on words of the seat to act."""


def read_push(table: Table, event: ChipsPushed, book: Rulebook) -> Reading:
    """What the pushed chips amount to."""
    owed = owes_chips(table.ledger[event.seat - 1])
    if unheard := spoken.chips_unlike_the_word(table, event, owed, book):
        return unheard
    if plain.is_payment(table, event):
        return PAYS
    if early := before_the_deal_ends.too_early(table, event, book):
        return early
    if _waits_for_the_floor(table, event.seat):
        return Leaves(())
    if called := plain.calls_beside_a_debt(table, event) or plain.calls_with_chips_in_front(table, event, book):
        return called
    if added := string_bets.added_later(table, event, book):
        return added
    if waits := _before_its_turn(table, event, book):
        return waits
    reading = _limited(table, event, _in_turn(table, event, book), book)
    return _with(reading, nonvalue_items.missing(table, event.seat, reading, book))


def _waits_for_the_floor(table: Table, seat: int) -> bool:
    """Whether the floor has to say what the words of the seat to act come to: its chips lie there until then."""
    cases = table.cases if plain.is_turn_of(table, seat) else ()
    return any(case.seat == seat and case.finding.stops_play and case.word("word") for case in cases)


def read_word(table: Table, event: Declared, book: Rulebook) -> Reading:
    """What the word amounts to."""
    reading = _read_word(table, event, book)
    return replace(reading, by="word") if isinstance(reading, Acts | Holds) else reading


def _read_word(table: Table, event: Declared, book: Rulebook) -> Reading:
    plainly = plain.read_word(table, event)
    if isinstance(plainly, Pays):
        return plainly
    if counted := counts.pot_count(table, event, book):
        return counted
    if unsure := spoken.conditional(table, event, book) or spoken.early_call(table, event, book):
        return unsure
    if early := before_the_deal_ends.too_early(table, event, book):
        return early
    if claimed := dead_hands.touched_the_muck(table, event, book) or folds.claimed(table, event, book):
        return claimed
    if late := spoken.after_the_chips(table, event, book):
        return late
    if waits := _before_its_turn(table, event, book):
        return waits
    if plain.is_turn_of(table, event.seat):
        for reader in WORDS:
            if (reading := reader(table, event, book)) is not None:
                return _limited(table, event, reading, book)
        if sized := _sized_words(table, event, book):
            return _limited(table, event, sized, book)
    return _limited(table, event, plainly, book)


def read_button(table: Table, event: AllInButtonPlaced, book: Rulebook) -> Reading:
    """What the all-in button before the seat to act amounts to: the word, held to what the game allows."""
    said = Declared(event.seat, "all-in", None, "before", event.at_s)
    reading = _limited(table, said, plain.read_all_in(table, event.seat, by="word"), book)
    return replace(reading, by="button") if isinstance(reading, Acts) else reading


def _before_its_turn(table: Table, event: ChipsPushed | Declared, book: Rulebook) -> Reading | None:
    """What becomes of an act out of turn, by what it would be in turn; None for an act in turn."""
    if not out_of_turn.is_out_of_turn(table, event.seat):
        folds_now = isinstance(event, Declared) and event.word == "fold" and folds.between_rounds(table, event.seat)
        return out_of_turn.waits_for_its_turn(table, event, Acts("fold", by="word"), book) if folds_now else None
    made = out_of_turn.as_if_made(table, event.seat)
    before = out_of_turn.after_those_before(table, event.seat)
    then = out_of_turn.as_if_in_turn(before, event.seat) if made is None else made
    inner = read_push(then, event, book) if isinstance(event, ChipsPushed) else read_word(then, event, book)
    rule = out_of_turn.waits_for_its_turn if made is None else out_of_turn.goes_with
    reading = rule(table, event, inner, book)
    return None if reading is None else out_of_turn.unblamed(table, event.seat, reading)


def _in_turn(table: Table, event: ChipsPushed, book: Rulebook) -> Reading:
    if not plain.is_turn_of(table, event.seat):
        return plain.read_push(table, event)
    act = chip_push(table, event.seat, event.chips)
    announced = table.betting.announced is not None or table.betting.stands[event.seat - 1].limit == "raise"
    if event.seat in table.buttons:
        return plain.read_push(table, event)
    if not announced and (accepted := counts.accepted_action(table, act, book)):
        return accepted
    for reader in DECLARED_CHIPS if announced else SILENT_CHIPS:
        if (reading := reader(act, book)) is not None:
            return reading
    return plain.read_push(table, event)


def _sized_words(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Words with an amount; a ``bet`` of just the bet that it faces is no raise, only the amount counts."""
    if event.amount_chips is None or event.word not in ("bet", "raise", "number"):
        return None
    act = spoken.as_number(table, event)
    only_amount = event.word == "number" or (event.word == "bet" and event.amount_chips == act.level_chips)
    readers = NUMBERS if only_amount else SAID_TOTALS
    for reader in readers:
        if (reading := reader(act, book)) is not None:
            return reading
    return None


def _limited(table: Table, event: ChipsPushed | Declared, reading: Reading, book: Rulebook) -> Reading:
    """The reading, an aggressive act held to what the game allows and to what must not be left behind."""
    seat, reading = event.seat, reopening.held_open(table, reading, event)
    if isinstance(reading, Unexplained) and reading.cause == "betting-closed":
        reading = reopening.closed_to_a_raise(table, reading, book) or reading
    for rule in LIMITS if isinstance(reading, Acts) and reading.kind in ("bet", "raise") else ():
        if isinstance(reading, Acts) and plain.is_turn_of(table, seat):
            reading = rule(table, seat, reading, book) or reading
    return _with_manners(table, seat, reading, book)


def _with_manners(table: Table, seat: int, reading: Reading, book: Rulebook) -> Reading:
    """The reading, with what is to be said of a fold that nobody asked for."""
    return folds.with_manners(table, seat, reading, book) if isinstance(reading, Acts) else reading


def _with(reading: Reading, found: tuple[Finding, ...]) -> Reading:
    return replace(reading, findings=(*reading.findings, *found)) if found and isinstance(reading, Acts) else reading


def judge(before: Table, event: Event, change: Change, book: Rulebook) -> tuple[Finding, ...]:
    """All findings on an event that its reading did not bring already."""
    findings: list[Finding] = []
    findings.extend(irregular.unread(what, before, book) for what in change.unexplained)
    passed = before.betting.held or is_past_a_player(change.table.betting)
    if passed and not is_turn_unwatched(before):
        findings.extend(skipped.too_late_to_speak(before, change.table, book))
        if isinstance(event, CardBurned):
            findings.extend(skipped.street_dealt_over(before, book))
    return tuple(findings)

"""Words, answers and the all-in button: acts that move no chips."""

from __future__ import annotations

from typing import Final, assert_never

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MAX_SEATS
from table_controller.game.next_act import lying_loose
from table_controller.game.queries import min_raise_to_chips, stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules import registry
from table_controller.game.rules.betting import folds, out_of_turn, spoken
from table_controller.game.rules.betting.readings import (
    Acts,
    Adds,
    Amends,
    Announces,
    FoldsEarly,
    Holds,
    Leaves,
    Pays,
    Reading,
)
from table_controller.game.state.betting import By, Held, Limit, folded_early, live_count, with_stand
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.corrections import amended
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.betting import bringing_in
from table_controller.game.steps.flow.acts import act, close_round, whose_turn_has_come
from table_controller.game.steps.table import chip_counts, protesting
from table_controller.vocabulary.events import AllInButtonPlaced, Answered, Declared
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActRuled


def on_word(table: Table, event: Declared, book: Rulebook) -> Change:
    """A player said something."""
    if (disputed := protesting.on_dispute(table, event, book)) is not None:
        return disputed
    if (rebuy := chip_counts.on_rebuy(table, event, book)) is not None:
        return rebuy
    table = bringing_in.in_its_turn(table, event)
    if event.word == "all-in" and event.seat not in table.declared_all_in:
        table = replace(table, declared_all_in=(*table.declared_all_in, event.seat))
    reading = registry.read_word(table, _sized(table, event), book)
    said = read(table, event.seat, reading, book)
    return replace(said, table=_answered_by_the_word(table, said.table, event.seat, reading))


def _answered_by_the_word(before: Table, after: Table, seat: int, reading: Reading) -> Table:
    """The table without the question what loose chips of the seat mean, where its word makes an act of them."""
    if not isinstance(reading, Acts) or reading.kind == "fold" or not before.ledger[seat - 1].loose_chips:
        return after
    asked = [case for case in before.cases if case.seat == seat and _asks_for_an_act(case)]
    return replace(after, cases=tuple(case for case in after.cases if case not in asked)) if asked else after


def _asks_for_an_act(case: Case) -> bool:
    """Whether the floor is asked for nothing but what chips without a word are: an act, or none."""
    return bool(case.fact("pushed_chips")) and all(one.name in _ACT_OR_NONE for one in case.finding.options)


def _sized(table: Table, event: Declared) -> Declared:
    """The word of who is to act, with its amount where chips that no act explained make it: bare, it means those."""
    seat = event.seat
    if event.word not in ("bet", "raise") or event.amount_chips is not None or who_acts(table) != seat:
        return event
    to_chips = stand_of(table, seat).bet_chips + lying_loose(table, seat)
    return replace(event, amount_chips=to_chips) if to_chips >= min_raise_to_chips(table) > 0 else event


def on_button(table: Table, event: AllInButtonPlaced, book: Rulebook) -> Change:
    """The all-in button came down, or went: before the seat to act it says all-in."""
    others = tuple(seat for seat in table.buttons if seat != event.seat)
    placed = replace(table, buttons=tuple(sorted((*others, event.seat))) if event.down else others)
    if (late := spoken.button_before_the_chips(table, event)) is not None:
        return read(placed, event.seat, late, book)
    if not event.down or who_acts(table) != event.seat:
        return Change(placed)
    said = read(placed, event.seat, registry.read_button(placed, event, book), book)
    return replace(said, table=_answered_by_the_button(said.table, event.seat))


def _answered_by_the_button(table: Table, seat: int) -> Table:
    """The table without the question what silent chips of the seat are, if all-in is an answer: the button says it."""
    asked = [
        case for case in table.cases if case.seat == seat and "all-in" in [one.name for one in case.finding.options]
    ]
    if not asked or stand_of(table, seat).status != "all-in":
        return table
    return replace(table, cases=tuple(case for case in table.cases if case not in asked))


def on_answer(table: Table, event: Answered, book: Rulebook) -> Change:
    """The dealer answered a prompt; ``folded`` folds the seat that the prompt's id ends with (``gone:3``)."""
    if event.answer != "folded":
        return Change(table)
    number = event.prompt.rpartition(":")[2]
    named = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_SEATS))
    seat = int(number) if named else who_acts(table)
    if seat is None or stand_of(table, seat).status == "folded":
        return Change(table)
    return fold(table, seat, book)


def fold(table: Table, seat: int, book: Rulebook, by: By = "word") -> Change:
    """The seat gives up its hand: an act if it is its turn."""
    if seat == who_acts(table):
        return read(table, seat, folds.with_manners(table, seat, Acts("fold", by=by), book), book)
    if out_of_turn.is_out_of_turn(table, seat) or folds.between_rounds(table, seat):
        event = Declared(seat, "fold", None, "before", 0.0)
        early = out_of_turn.waits_for_its_turn(table, event, Acts("fold", by=by), book)
        if early is not None:
            return read(table, seat, out_of_turn.unblamed(table, seat, early), book)
    return Change(table, unexplained=(Unexplained("fold-out-of-turn", seat, (("turn", who_acts(table) or 0),)),))


def read(table: Table, seat: int, reading: Reading, book: Rulebook) -> Change:
    """Carry out a reading."""
    match reading:
        case Acts():
            acted = act(table, seat, reading.kind, reading.to_chips, book, reading.by)
            return Change(table, findings=reading.findings).then(acted) if reading.findings else acted
        case Announces():
            announced = replace(table.betting, announced=reading.word, motions=reading.motions)
            return Change(replace(table, betting=announced), findings=reading.findings)
        case Holds():
            return Change(_held(table, seat, reading), findings=reading.findings)
        case Adds():
            return Change(_added(table, seat, reading.more_chips), findings=reading.findings)
        case FoldsEarly():
            return folds_early(table, seat, reading, book)
        case Amends():
            return amend(table, seat, reading, book)
        case Leaves():
            return Change(_limited(_moved_once(table, seat), reading), findings=reading.findings)
        case Pays():
            return Change(table, findings=reading.findings)
        case Unexplained():
            return Change(table, unexplained=(reading,))
        case _:
            assert_never(reading)


def _held(table: Table, seat: int, reading: Holds) -> Table:
    """The act waits for its turn; it takes the place of one that the seat made before, if the action is the same."""
    betting, faces_chips = table.betting, out_of_turn.after_those_before(table, seat).betting.level_chips
    same = (held for held in betting.held if held.seat == seat and held.level_chips == faces_chips)
    earlier = next(same, None)
    after = len(betting.recorded_acts) if earlier is None else earlier.after_acts
    held = Held(seat, reading.kind, reading.to_chips, faces_chips, after, reading.by)
    others = tuple(other for other in betting.held if other.seat != seat)
    return replace(table, betting=replace(betting, held=(*others, held)))


def _added(table: Table, seat: int, more_chips: int) -> Table:
    """The act of the seat that waits for its turn has more chips beside it."""
    held = tuple(
        replace(one, added_chips=one.added_chips + more_chips) if one.seat == seat else one
        for one in table.betting.held
    )
    return replace(table, betting=replace(table.betting, held=held))


_ACT_OR_NONE: Final = frozenset({"call", "count-as-call", "count-as-raise", "min-raise", "play-on", "take-back"})

LIMITS: Final[dict[str, Limit]] = {
    "passive": "passive",
    "call-or-fold": "call-or-fold",
    "call-or-raise": "call-or-raise",
    "raise": "raise",
}
"""What a finding or a ruling may leave open to a seat, by the name in its facts."""


def folds_early(table: Table, seat: int, reading: FoldsEarly, book: Rulebook) -> Change:
    """The seat is out of the hand now; the hand ends if only one is left."""
    gone = replace(table, betting=folded_early(table.betting, seat, reading.by))
    to = gone.betting.stands[seat - 1].bet_chips
    change = Change(gone, (ActRuled(seat, "fold", to, all_in=False),), findings=reading.findings)
    if live_count(gone.betting) < HEADS_UP:
        return change.then(close_round(gone, book))
    return change


def amend(table: Table, seat: int, reading: Amends, book: Rulebook) -> Change:
    """The last act of the round, which is this seat's, counts as another one; what waited behind it is looked at."""
    betting, ledger = amended(table.betting, table.ledger, seat, reading.kind, reading.to_chips)
    to_chips = betting.stands[seat - 1].bet_chips  # nobody bets more than he has
    outcome = ActRuled(seat, reading.kind, to_chips, all_in=not ledger[seat - 1].stack_chips)
    change = Change(replace(table, betting=betting, ledger=ledger), (outcome,), findings=reading.findings)
    return change.then(whose_turn_has_come(change.table, book)) if betting.held else change


def _moved_once(table: Table, seat: int) -> Table:
    """One more motion, if `seat` is the one that said raise."""
    betting = table.betting
    if not betting.announced or betting.actor != seat:
        return table
    return replace(table, betting=replace(betting, motions=betting.motions + 1))


def _limited(table: Table, reading: Leaves) -> Table:
    """What the findings leave open to a seat."""
    for found in reading.findings:
        table = with_limit(table, found)
    return table


def with_limit(table: Table, found: Finding) -> Table:
    """The table with the choices of a seat cut down, if the finding says so."""
    limit = dict(found.facts).get("limit")
    if found.seat is None or limit not in LIMITS:
        return table
    cut = replace(table.betting.stands[found.seat - 1], limit=LIMITS[str(limit)])
    return replace(table, betting=with_stand(table.betting, found.seat, cut))

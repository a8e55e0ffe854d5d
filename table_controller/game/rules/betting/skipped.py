"""The player who was passed over and said nothing.

Once there has been substantial action past him the acts made there bind, and his own choice is cut down or
in the floor's hands. Where the book is silent on one of the two steps, so is the engine: the acts go on waiting
for their turn until the floor has decided.
"""

from __future__ import annotations

from table_controller.game.queries import is_turn_unclear, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.out_of_turn import is_unsized
from table_controller.game.rules.deal.substantial import TWO, Verdict, substantial
from table_controller.game.state.betting import Held, RecordedAct
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Fact, Finding

TOPIC = "skipped-player"
FREE = ("not-binding", "not-substantial")
"""Choices of the floor after which the acts past the skipped player wait for their turn as before."""


@behaviour(())
def too_late_to_speak(before: Table, after: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Substantial action to the left of a skipped player; perhaps, where the book does not say what that is.

    Whoever has put chips in, of which the floor is to say what they are, was not skipped.
    """
    seat = who_acts(after)
    if seat is None or is_turn_unclear(after):
        return ()
    verdict = _verdict(after, book)
    if verdict <= _verdict(before, book):
        return ()
    return (_too_late(after, seat, book) if verdict is Verdict.YES else _perhaps(after, seat, book),)


@behaviour(())
def street_dealt_over(before: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The next street was dealt although a player was skipped."""
    seat = who_acts(before)
    if seat is None or not is_passed_over(before):
        return ()
    return (_too_late(before, seat, book),)


def is_passed_over(table: Table) -> bool:
    """Whether the player to act was passed over: acts past him wait, and his is not the only one that the round lacks.

    Where nothing else was done in the round, one act past him is an act out of turn and no more.
    """
    betting = table.betting
    return who_acts(table) is not None and bool(betting.held) and len(betting.recorded_acts) + len(betting.held) >= TWO


def binds(found: Finding, book: Rulebook) -> bool:
    """Whether the acts past the seat are in force by this finding, before the floor has chosen anything."""
    offered = {option.name for option in found.options}
    return found.topic == TOPIC and book.skipped_after_sa.value is not None and not offered.intersection(FREE)


def _too_late(table: Table, seat: int, book: Rulebook) -> Finding:
    policy, facts = book.skipped_after_sa, _facts(table, seat)
    match policy.value:
        case "call_or_fold":
            return finding(TOPIC, seat, policy.cite, (*facts, ("limit", "call-or-fold")))
        case "floor":  # what the book names leaves him no raise, so he has none until the floor says otherwise
            return finding(TOPIC, seat, policy.cite, (*facts, ("limit", "passive")), _choices(book))
        case "floor_unspecified":
            return finding(TOPIC, seat, policy.cite, facts, _choices(book))
        case _:  # nor does the book say that the acts past him bind
            return finding(TOPIC, seat, policy.cite, facts, (*_choices(book), "not-binding"))


def _perhaps(table: Table, seat: int, book: Rulebook) -> Finding:
    """The floor says whether there has been substantial action, and what follows from it."""
    return finding(TOPIC, seat, book.discretion, _facts(table, seat), (*_choices(book), "not-substantial"))


def _choices(book: Rulebook) -> tuple[str, ...]:
    """What may become of the skipped player once the acts past him bind."""
    match book.skipped_after_sa.value:
        case "call_or_fold":
            return ("call-or-fold",)
        case "floor":
            return ("dead-hand", "passive-only", "play-on")
        case _:
            return ("dead-hand", "call-or-fold", "passive-only", "play-on")


def _facts(table: Table, seat: int) -> tuple[Fact, ...]:
    to_call = table.betting.level_chips - table.betting.stands[seat - 1].bet_chips
    return (("to_call_chips", to_call), ("acts_past", len(_passed(table))))


def _passed(table: Table) -> tuple[RecordedAct, ...]:
    """What was done past the seat whose turn it is, in the form of acts."""
    recorded_acts = table.betting.recorded_acts
    last_in_turn = max((at for at, recorded_act in enumerate(recorded_acts, start=1) if recorded_act.turn), default=0)
    acts = recorded_acts[last_in_turn:]
    early = tuple(act for act in acts if not (act.kind == "fold" and act.by == "ruling"))  # nobody's act: the floor's
    return (*early, *(_as_deed(table, held) for held in table.betting.held))


def _as_deed(table: Table, held: Held) -> RecordedAct:
    paid = is_unsized(held) or held.to_chips > table.betting.stands[held.seat - 1].bet_chips
    return RecordedAct(held.seat, held.kind, held.to_chips, paid, held.by, turn=False)


def _verdict(table: Table, book: Rulebook) -> Verdict:
    """Whether substantial action has passed the seat to act; the act out of turn itself may count or not.

    Where nothing else was done in the round, one act past him is an act out of turn and no more: also where the book
    calls it substantial action that the big blind has acted (FIGP 37-a, IPO 39-1), as it has at once in a heads-up hand
    whose big blind does not wait.
    """
    passed = _passed(table)
    if len(table.betting.recorded_acts) + len(table.betting.held) < TWO:
        return Verdict.NO
    counting = book.skipped_sa_counts_oot_action.value
    with_it, without_it = substantial(passed, table, book), substantial(passed[1:], table, book)
    match counting:
        case True:
            return with_it
        case False:
            return without_it
        case _:
            return with_it if with_it is without_it else Verdict.FOR_THE_FLOOR

"""Less than the call, in turn and without the word."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.rules.betting.string_bets import last_act_of
from table_controller.game.state.betting import RecordedAct, is_live
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.findings import Ruled

_Answer: TypeAlias = Ruled[Literal["floor", "complete"] | None] | Ruled[Literal["complete"] | None]

CHOICES: Final = ("complete-call", "forfeit-and-fold", "take-back", "penalty", "warning")
"""What the floor may do with an undercall."""

TINY: Final = 10
"""A chip is tiny if the call is more than this many times as much: the books print 1,000 against 50,000."""


@behaviour(None)
def undercall(act: ChipPush, book: Rulebook) -> Reading | None:
    """Completed, or the floor decides, as the book says for this kind of bet."""
    if not 0 < act.more_chips < act.call_chips or act.is_all_in:
        return None
    return _ruled(act, _policy(act, book))


@behaviour(None)
def tiny_chip(act: ChipPush, book: Rulebook) -> Reading | None:
    """One chip that is next to nothing beside the bet: as the book says, or the floor decides whether it is a call."""
    tiny, usual = book.undercall.tiny_chip, book.undercall.multiway_raise
    if act.count != 1 or act.more_chips * TINY >= act.call_chips or act.is_all_in:
        return None
    if act.is_heads_up or act.faces_opening_bet:
        return None  # such an undercall is completed in every book
    if tiny.value is None and usual.value != "complete":
        return None  # the floor decides on every undercall of a raise, under the rule on these
    return _ruled(act, tiny)


@behaviour(None)
def sequence(act: ChipPush, book: Rulebook) -> Reading | None:
    """A second undercall while the first is not made good: back to the first undercaller, or all is the floor's.

    A book that is silent on it judges each undercall by itself.
    """
    policy = book.undercall.sequence
    if policy.value is None or not 0 < act.more_chips < act.call_chips or act.is_all_in:
        return None
    if (first := _first_undercaller(act)) is None:
        return None
    later = finding("undercall", act.seat, policy.cite, act.facts, CHOICES)
    if policy.value == "floor":
        return Leaves((later,))
    return Leaves((finding("undercall", first, policy.cite, (("turn", first),)), later))


def _first_undercaller(act: ChipPush) -> int | None:
    """Who began the undercalls that are not made good yet; None if there is none before this one."""
    waiting = [case.seat for case in act.table.cases if case.finding.topic == "undercall" and case.seat != act.seat]
    if waiting:
        return waiting[0]
    first = None
    for recorded_act in reversed(act.table.betting.recorded_acts):
        if recorded_act.seat == act.seat or not _is_not_made_good(act.table, recorded_act):
            break
        first = recorded_act.seat
    return first


def _is_not_made_good(table: Table, made: RecordedAct) -> bool:
    """Whether the act was an undercall whose rest is not in yet.

    Who said that he calls owes the chips and has put in none too few; who is all-in owes them, chips that came to light
    for one, and has nothing to decide: the action cannot go back to him.
    """
    by_chips = made.kind == "call" and made.by in ("chips", "ruling")
    able = table.betting.stands[made.seat - 1].status == "in"
    return by_chips and able and owes_chips(table.ledger[made.seat - 1]) > 0


def _policy(act: ChipPush, book: Rulebook) -> _Answer:
    if act.is_heads_up:
        return book.undercall.heads_up
    return book.undercall.opening_bet if act.faces_opening_bet else book.undercall.multiway_raise


def _ruled(act: ChipPush, policy: _Answer) -> Reading:
    if policy.value == "complete":
        return Acts("call", act.level_chips, (finding("undercall", act.seat, policy.cite, act.facts),))
    return Leaves((finding("undercall", act.seat, policy.cite, act.facts, CHOICES),))


def made_whole(table: Table, case: Case) -> RecordedAct | None:
    """The act by which the player put in the rest of an undercall before the floor had decided; None where he did not.

    Whoever is short of a bet has not answered it: where the last act is his, it came after the case.
    """
    if case.finding.topic != "undercall" or case.seat is None or case.phase != table.hand.phase:
        return None
    if not is_live(table.betting.stands[case.seat - 1]):
        return None  # its hand is dead since: what it put in is in the pot
    last = last_act_of(table, case.seat)
    return last if last is not None and last.kind != "fold" else None

"""Less than the call, in turn and without the word."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from table_controller.findings import Ruled
from table_controller.machines.ledger import owes_chips
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Leaves, Reading

_Answer: TypeAlias = Ruled[Literal["floor", "complete"] | None] | Ruled[Literal["complete"] | None]

CHOICES: Final = ("complete-call", "forfeit-and-fold", "take-back", "penalty", "warning")
"""What the floor may do with an undercall."""

TINY: Final = 10
"""A chip is tiny if the call is more than this many times as much: the books print 1,000 against 50,000."""


@behaviour(None)
def undercall(act: Gesture, book: Rulebook) -> Reading | None:
    """Completed, or the floor decides, as the book says for this kind of bet."""
    if not 0 < act.more_chips < act.call_chips or act.is_all_in:
        return None
    return _ruled(act, _policy(act, book))


@behaviour(None)
def tiny_chip(act: Gesture, book: Rulebook) -> Reading | None:
    """One chip that is next to nothing beside the bet: the floor decides where the book says so."""
    tiny = book.undercall.tiny_chip
    if tiny.value is None or act.count != 1 or act.more_chips * TINY >= act.call_chips or act.is_all_in:
        return None
    if act.is_heads_up or act.faces_opening_bet:
        return None  # such an undercall is completed in every book
    return _ruled(act, tiny)


@behaviour(None)
def sequence(act: Gesture, book: Rulebook) -> Reading | None:
    """A second undercall while the first is not made good: back to the first undercaller, before the floor."""
    policy = book.undercall.sequence
    if policy.value != "back_up" or not 0 < act.more_chips < act.call_chips or act.is_all_in:
        return None
    table = act.table
    open_case = any(case.finding.topic == "undercall" and case.seat != act.seat for case in table.cases)
    owing = any(
        deed.kind == "call" and deed.seat != act.seat and owes_chips(table.ledger[deed.seat - 1])
        for deed in table.betting.deeds[-1:]
    )
    if not (open_case or owing):
        return None
    return Leaves((finding("undercall", act.seat, policy.cite, act.facts, CHOICES),))


def _policy(act: Gesture, book: Rulebook) -> _Answer:
    if act.is_heads_up:
        return book.undercall.heads_up
    return book.undercall.opening_bet if act.faces_opening_bet else book.undercall.multiway_raise


def _ruled(act: Gesture, policy: _Answer) -> Reading:
    if policy.value == "complete":
        return Acts("call", act.level_chips, (finding("undercall", act.seat, policy.cite, act.facts),))
    return Leaves((finding("undercall", act.seat, policy.cite, act.facts, CHOICES),))

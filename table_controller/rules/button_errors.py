"""A hand that is dealt with the button at another seat than the one that is due it."""

from __future__ import annotations

from typing import Final

from table_controller.machines.seats import clockwise
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.substantial import Verdict, substantial
from table_controller.table import Table
from table_controller.vocabulary.findings import Citation, Fact, Finding

BUTTON_ERROR: Final = "button-move-error"
BACK: Final = "back-then-forward"
"""The hand stands, the next one has the button one seat back, and then it goes on two."""

PUT_RIGHT: Final = ("restore", "play-on")


@behaviour(False)
def dealt_as_it_lies(book: Rulebook) -> bool:
    """A button that was put down too far on makes the hand: blinds and cards follow it."""
    del book
    return True


@behaviour(())
def noticed(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The first card is dealt and the button lies wrong: it is put right and dealt anew, or the hand goes on."""
    last, positions, rule = table.last_positions, table.positions, book.button_error
    if last is None or positions is None or table.puck is None:
        return ()
    left_behind = table.puck == last.button != positions.button
    if table.course.due is None and not left_behind:
        return ()
    options = PUT_RIGHT if rule.value is not None or not one_too_far(table) else (*PUT_RIGHT, BACK)
    return (finding(BUTTON_ERROR, table.puck, _cite(table, book), _facts(table), options, stops_play=False),)


@behaviour(())
def too_late_to_put_right(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """There was substantial action: the hand stands, and the book says where the button goes after it."""
    if table.course.due is None or not goes_back(table, book):
        return ()
    if substantial(table.betting.deeds, table, book) is not Verdict.YES:
        return ()
    return (finding(BUTTON_ERROR, table.puck, _cite(table, book), (*_facts(table), ("stands", 1))),)


@behaviour(False)
def goes_back(table: Table, book: Rulebook) -> bool:
    """The hand after the error has the button where it was due in it, and then the button goes on two."""
    answer = book.button_error.value
    return one_too_far(table) and (answer == "back1_then_fwd2" or BACK in table.course.ruled)


def one_too_far(table: Table) -> bool:
    """Whether the button went two seats on instead of one."""
    due, positions = table.course.due, table.positions
    if due is None or positions is None:
        return False
    after = (seat for seat in clockwise(table.setup.seats, due.button) if seat in table.hand.seats)
    return next(after, None) == positions.button


def _cite(table: Table, book: Rulebook) -> Citation:
    """The rule printed for two seats instead of one; of other errors no book speaks."""
    return book.button_error.cite if one_too_far(table) else book.discretion


def _facts(table: Table) -> tuple[Fact, ...]:
    due = table.course.due or table.positions
    return (("due_seat", due.button),) if due else ()

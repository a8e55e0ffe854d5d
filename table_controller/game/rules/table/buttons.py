"""The button and the blinds: drawn, dead, heads-up, and put where they are not due."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.cards import Card, drawn_height
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_table import DeadPuck
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal.substantial import Verdict, substantial
from table_controller.game.state.button import HEADS_UP, Positions
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Fact, Finding

TOPIC: Final = "dead-button"
WHERE: Final = ("button-stays", "button-to-empty-seat")
"""Where the button may lie while the seat that is due it is empty."""


@behaviour(False)
def moves_on(book: Rulebook) -> bool:
    """After each hand the button goes on clockwise."""
    del book
    return True


@behaviour(False)
def frozen_without_blinds(book: Rulebook) -> bool:
    """The button stays through hands without blinds, and so do the blinds that come after them.

    It lies where the next hand with blinds would have had it (TDA 2019 11-B; the other books print nothing of it, and
    card rooms do the same).
    """
    del book
    return True


@behaviour(False)
def blinds_go_first(book: Rulebook) -> bool:
    """Everybody posts both blinds in turn: the blinds go on by one, an empty place posts none, the button follows."""
    del book
    return True


@behaviour("moves_to_empty")
def where_it_lies(book: Rulebook) -> DeadPuck | None:
    """Where the button lies while the seat that is due it is empty."""
    return book.dead_button.puck.value


@behaviour(())
def lies_where_nobody_sits(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The seat that is due the button is empty, and the book does not say where it lies: the floor does."""
    last, rule = table.last_positions, book.dead_button.puck
    if last is None or rule.value is not None or not _nobody_at(table, last.small_place):
        return ()
    return (_asks(last.small_place, table, rule.cite),)


@behaviour(())
def both_blinds_out(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Both blinds went out in one hand, of which no book speaks."""
    last = table.last_positions
    if last is None or last.small_blind is None or book.dead_button.puck.value is None:
        return ()
    if not _nobody_at(table, last.small_place) or not _nobody_at(table, last.big_blind):
        return ()
    return (_asks(last.small_place, table, book.discretion),)


def _asks(place: int, table: Table, rule: Citation) -> Finding:
    lies = table.positions.button if table.positions else place
    due: tuple[Fact, ...] = () if lies == place else (("due_seat", place),)
    facts: tuple[Fact, ...] = (*due, ("button_seat", lies))
    return finding(TOPIC, None, rule, facts, WHERE, stops_play=False)


def _nobody_at(table: Table, seat: int) -> bool:
    return len(table.hand.seats) > HEADS_UP and seat not in table.hand.seats


HEADS_UP_BUTTON: Final = "heads-up-button"
ADJUST: Final = "adjust-button"
MAY_BE_ADJUSTED: Final = (ADJUST, "leave-button")


@behaviour(False)
def button_is_small_blind(book: Rulebook) -> bool:
    """Of two players the button posts the small blind: it speaks first before the flop, and gets the last card."""
    del book
    return True


@behaviour(False)
def adjusted(book: Rulebook) -> bool:
    """As two are left the button goes where nobody is the big blind twice running, if the book says so."""
    return bool(book.heads_up.adjust.value)


@behaviour(())
def for_the_floor(plain: Positions, better: Positions, book: Rulebook) -> tuple[Finding, ...]:
    """The button moves on as ever and makes one player the big blind again: in silence the floor may adjust it.

    `better` is where button and blinds would be then.
    """
    rule = book.heads_up.adjust
    if rule.value is not None or plain == better:
        return ()
    facts = (("button_seat", plain.button), ("due_seat", better.button))
    return (finding(HEADS_UP_BUTTON, plain.big_blind, rule.cite, facts, MAY_BE_ADJUSTED, stops_play=False),)


BUTTON_DRAW: Final = "button-draw"
SLUG: Final = "buttons.highest_card"


@behaviour(None)
def highest_card(cards: Mapping[int, Card], book: Rulebook) -> int | None:
    """The seat that drew the highest card, suits breaking ties; None where the book prints no such draw."""
    if SLUG not in book.cites or not cards:
        return None
    return max(cards, key=lambda seat: drawn_height(cards[seat]))


@behaviour(())
def laid_elsewhere(drawn_seat: int, puck: int, book: Rulebook) -> tuple[Finding, ...]:
    """The button is put down at another seat than the one that drew it."""
    if puck == drawn_seat:
        return ()
    return (finding(BUTTON_DRAW, puck, cite(book, SLUG), (("due_seat", drawn_seat),)),)


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
    if substantial(table.betting.recorded_acts, table, book) is not Verdict.YES:
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

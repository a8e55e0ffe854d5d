"""Hands thrown away face down at the end: without an all-in they are given up, in an all-in nobody may do it.

| book                 | shown after it was discarded                                 |
| -------------------- | ------------------------------------------------------------ |
| live_if_identifiable | live again                                                   |
| dead_on_muck_contact | dead; the floor may take it back above the rule              |
| dead_retrievable     | dead; the floor may take it back by the rule                 |
| says nothing         | the floor decides                                            |
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.hands.ranking import rank_in
from table_controller.game.queries import has_tabled, live_seats, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.folds import DEAD_OR_BACK
from table_controller.game.rules.showdown.tabling import ORDER
from table_controller.game.state.custody import names
from table_controller.game.state.hand import SHOWDOWN
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

ALL_IN, TOPIC = "all-in-showdown", "showdown-discard"
AS_IT_WAS: Final = (("was", "in"), ("street", SHOWDOWN))


class ShownAgain(Struct, frozen=True):
    """What becomes of a discarded hand that its player turns up."""

    live: bool
    findings: tuple[Finding, ...]


@behaviour(False)
def gives_up_the_pot(book: Rulebook) -> bool:
    """Whether a hand thrown away unshown at the showdown is out of it: every book lets a player decline to show."""
    del book
    return True


@behaviour(())
def in_an_all_in(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A hand that must be tabled was thrown away: it may come back, or the dealer turns it up without being asked."""
    rule, row = book.allin_turn_discarded, cite(book, "discards.in_an_all_in")
    if not table.hand.showing.face_up:  # others still bet: it is not turned up before their eyes
        return (finding(ALL_IN, seat, row, (), DEAD_OR_BACK),)
    match rule.value:
        case True if table.hand.phase == SHOWDOWN:  # the dealer turns it up
            return (finding(ALL_IN, seat, rule.cite),)
        case True | False:
            return (finding(ALL_IN, seat, row, (), DEAD_OR_BACK),)
        case None:
            told = (finding(ALL_IN, seat, row),) if row != rule.cite else ()
            return (*told, finding(ALL_IN, seat, rule.cite, (), ("turn-up", *DEAD_OR_BACK)))


@behaviour(False)
def stays_live(table: Table, book: Rulebook) -> bool:
    """Whether such a hand can win before the floor has said anything."""
    return book.allin_turn_discarded.value is not False or table.hand.phase != SHOWDOWN


@behaviour(())
def penalised(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Throwing a hand away in an all-in is punished at once, may be punished, or the floor says whether."""
    rule = book.allin_muck_penalty
    match rule.value:
        case "mandatory":
            return (finding("penalty", seat, rule.cite, (), ("penalty", "warning")),)
        case "optional":
            return (may_be_penalised(ALL_IN, seat, rule.cite),)
        case None:
            return (finding(ALL_IN, seat, rule.cite, (), ("penalty", "no-penalty")),)


@behaviour(None)
def shown_again(book: Rulebook) -> ShownAgain | None:
    """A player turns up the hand that he has discarded, while its cards can be told; `seat` is put in by the step."""
    rule = book.discard_at_showdown
    match rule.value:
        case "live_if_identifiable":
            return ShownAgain(live=True, findings=(finding(TOPIC, None, rule.cite),))
        case "dead_on_muck_contact" | "dead_retrievable":
            back = finding("mucked-in-error", None, rule.cite, AS_IT_WAS, ("retrieve", "dead-hand"), stops_play=False)
            return ShownAgain(live=False, findings=(finding(TOPIC, None, rule.cite), back))
        case None:
            decides = finding("mucked-in-error", None, rule.cite, AS_IT_WAS, ("retrieve", "dead-hand"))
            return ShownAgain(live=False, findings=(decides,))


@behaviour(())
def one_card_wins(table: Table, seat: int, card: Card | None, book: Rulebook) -> tuple[Finding, ...]:
    """One card shown that beats every tabled hand: its player is told that all must be shown."""
    slug = "discards.one_card_wins"
    if slug not in book.cites or not _would_win(table, seat, card):
        return ()
    return (finding(TOPIC, seat, cite(book, slug)),)


@behaviour(())
def one_card_refused(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """He will not show the rest: the floor is called, where the book prints that."""
    slug = "discards.one_card_refused"
    return (finding(TOPIC, seat, cite(book, slug), (), (ORDER,)),) if slug in book.cites else ()


def _would_win(table: Table, seat: int, card: Card | None) -> bool:
    """Whether this card and the board beat all hands that are tabled; no if none is."""
    game, hand = variant_of(table), table.hand
    board = names(table.cards, hand.board[: hand.named]) or ()
    mine = rank_in(game, (card,), board) if card is not None else None
    others = [
        rank_in(game, names(table.cards, hand.tabled[at - 1]) or (), board)
        for at in live_seats(table)
        if at != seat and has_tabled(table, at)
    ]
    known = [other.strength for other in others if other is not None]
    return mine is not None and bool(known) and mine.strength > max(known)

"""Players who are not at their seat, and players who leave the table with a live hand."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from table_controller.game.queries import awards_due, stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_table import Deadline, StayUntil
from table_controller.game.rules.behaviour import MAY_BE_PENALISED, behaviour, cite, finding
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import DEAL, SETTLED, SHOWDOWN, is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Finding, Ruled

TOPIC: Final = "absent-player"
IN_TURN: Final = "away-in-turn"
"""The cause of a case about a player who is away when it is his turn."""

DEAD_OR_ON: Final = ("dead-hand", "play-on")
"""What the floor may do with the hand of a player who is not there, or not quite."""


class Missed(Struct, frozen=True):
    """Seats that the deal folds, and what is to be said of them and of others."""

    folded: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()


NOBODY: Final = Missed()


@behaviour(NOBODY)
def missed_first_card(table: Table, book: Rulebook) -> Missed:
    """Who is away when the first card is dealt will be folded after the deal, where that is the deadline."""
    if _deadline(table, book).value != "first_card":
        return NOBODY
    asked = tuple(_asked(seat, book.absent.presence.cite) for seat in _gone(table, "unclear", book))
    return Missed(_gone(table, "away", book), asked)


@behaviour(NOBODY)
def missed_the_deal(table: Table, book: Rulebook) -> Missed:
    """The deal is done: who missed its deadline, or the deal that it replaces, is folded; in silence the floor says."""
    deadline = _deadline(table, book)
    noted = table.hand.absent
    late, asked = noted, tuple[Finding, ...]()
    match deadline.value:
        case "first_card":
            pass
        case "last_card":
            late = tuple(sorted({*noted, *_gone(table, "away", book)}))
            asked = tuple(_asked(seat, book.absent.presence.cite) for seat in _gone(table, "unclear", book))
        case _:
            asked = tuple(_asked(seat, deadline.cite) for seat in table.hand.seats if seat in table.away)
    told = tuple(finding(TOPIC, seat, deadline.cite, (("as_kind", "fold"),)) for seat in late)
    return Missed(late, (*told, *asked))


@behaviour(())
def folded_in_the_replay(table: Table, book: Rulebook) -> tuple[int, ...]:
    """Who missed a deal that is void is dealt in and folded in its replay, where that repeats the deal exactly."""
    if book.misdeal.replay.value != "exact":
        return ()
    return tuple(sorted({*table.hand.absent, *_gone(table, "away", book)}))


@behaviour(())
def away_in_his_turn(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The hand of a player who is away when his turn comes may be folded, where the book prints that."""
    slug = "absent.away_in_his_turn"
    if slug not in book.cites or seat in table.near:
        return ()
    return (finding(TOPIC, seat, cite(book, slug), (("cause", IN_TURN),), DEAD_OR_ON),)


def _deadline(table: Table, book: Rulebook) -> Ruled[Deadline | None]:
    """By which card a player must be there; a book that says nothing of the bubble means its rule for every hand."""
    if table.bubble and book.absent.deadline_bubble.value is not None:
        return book.absent.deadline_bubble
    return book.absent.deadline


def _gone(table: Table, how: Literal["away", "unclear"], book: Rulebook) -> tuple[int, ...]:
    """Seats dealt in whose players are away, or of whom it is unclear whether standing near is being there."""
    return tuple(seat for seat in table.hand.seats if seat in table.away and _where(table, seat, book) == how)


def _where(table: Table, seat: int, book: Rulebook) -> Literal["there", "away", "unclear"]:
    if seat not in table.near:
        return "away"
    match book.absent.presence.value:
        case "near_chair":
            return "there"
        case "seated":
            return "away"
        case _:  # "in his place" is for the floor to judge, and so is silence
            return "unclear"


def _asked(seat: int, rule: Citation) -> Finding:
    return finding(TOPIC, seat, rule, (), DEAD_OR_ON)


@behaviour(())
def with_a_live_hand(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Leaving before the book lets a player go may be penalised, and the hand stays live; in silence the floor says."""
    stand = stand_of(table, seat)
    if table.hand.phase == DEAL or not is_live(stand) or not _must_stay(table, seat, book):
        return ()
    rule: Ruled[StayUntil | None] | Ruled[bool | None] = book.stay_until
    if stand.status == "all-in" and (rule.value != "live_hand" or book.stay_if_all_in.value is not None):
        rule = book.stay_if_all_in  # a duty that lasts as long as the hand is live is an all-in player's as well
    if rule.value is False:
        return ()
    return (finding("leaving-table", seat, rule.cite, (), MAY_BE_PENALISED, stops_play=rule.value is None),)


def _must_stay(table: Table, seat: int, book: Rulebook) -> bool:
    """Whether the duty to stay lasts as far as this; standing beside the chair breaks only a duty to stay seated."""
    phase, near = table.hand.phase, seat in table.near
    playing = is_street(phase) or phase == SHOWDOWN
    match book.stay_until.value:
        case "live_hand":
            return playing
        case "betting_over":
            return is_street(phase) and not table.hand.betting_over and not near
        case "hand_over":  # it is, when the pots are pushed
            return (playing or (phase == SETTLED and bool(awards_due(table)))) and not near
        case _:  # through the showdown; so is what a silent book leaves to the floor
            return playing and not near

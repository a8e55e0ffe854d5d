"""Chips added to a bet or call that was already made: more than one motion without a word."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.readings import Leaves, Pays, Reading
from table_controller.game.state.betting import RecordedAct
from table_controller.game.state.hand import is_street
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.events import ChipsPushed

TOPIC: Final = "string-bet"

ADDED: Final = ("take-back", "stands")
"""What the floor may do with the added chips."""

WHOLE: Final = (*ADDED, "min-raise")
"""What the floor may make of a call and more, if none of it is settled."""


def last_act_of(table: Table, seat: int) -> RecordedAct | None:
    """The act of `seat`, if nobody has acted since; what was done before its turn, and binds by now, came before it.

    None where it is its turn again: what it says or does then is about the bet that came into force.
    """
    for made in reversed(table.betting.recorded_acts):
        if made.seat == seat and made.turn:
            return made
        if made.held is None or made.held.added_chips or who_acts(table) in (None, seat):
            return None
    return None


@behaviour(None)
def added_later(table: Table, event: ChipsPushed, book: Rulebook) -> Reading | None:
    """A second motion after a silent call or bet does not raise it: the first chips count, or the floor decides.

    It decides on the added chips alone where the book has the call stand, else on the whole act.
    """
    if last_act_of(table, event.seat) is None:
        return None
    if is_change_of_its_bet(table, event):
        return Pays(())
    return beside(table, event.seat, total_chips(event.chips) - owes_chips(table.ledger[event.seat - 1]), book)


def beside(table: Table, seat: int, more_chips: int, book: Rulebook) -> Reading | None:
    """What so many chips are beside the act that `seat` made last; None where it made none that they could add to."""
    last = last_act_of(table, seat)
    if not is_street(table.hand.phase):
        return None
    if last is None or last.by not in ("chips", "word") or last.kind in ("fold", "check"):
        return None
    if more_chips <= 0 or not table.ledger[seat - 1].stack_chips:
        return None
    facts = (("pushed_chips", more_chips), ("as_chips", last.to_chips + more_chips))
    outcome = book.string_bet.outcome
    if outcome.value == "first_chips_count":
        return Pays((finding(TOPIC, seat, outcome.cite, facts),))
    options = ADDED if outcome.value == "call_then_floor" or last.kind != "call" else WHOLE
    return Leaves((finding(TOPIC, seat, outcome.cite, facts, options),))


def adds_to_a_short_motion(table: Table, event: ChipsPushed) -> bool:
    """Whether the chips are more than the rest that the seat owes on the silent act it made last.

    A call may be completed with chips that need change; a bet or raise that began too small has no such excuse.
    """
    last = last_act_of(table, event.seat)
    if last is None or last.by != "chips" or total_chips(event.chips) <= owes_chips(table.ledger[event.seat - 1]):
        return False
    return last.kind in ("bet", "raise") or has_to_spare(table, event)


def has_to_spare(table: Table, event: ChipsPushed) -> bool:
    """Whether without the smallest of the chips there is still what the seat owes: then they need no change."""
    smallest = min((denomination for denomination, _ in event.chips), default=0)
    return total_chips(event.chips) - smallest >= owes_chips(table.ledger[event.seat - 1])


def taken_back_again(table: Table, seat: int, taken_chips: int) -> Case | None:
    """The case about chips that `seat` added later and has taken back, or as much in other ones; None if there is none.

    That is what the dealer says when he sees a string bet, or new chips were change for the old: nothing is left to
    settle.
    """
    of_the_seat = (case for case in reversed(table.cases) if case.seat == seat and case.finding.topic == TOPIC)
    return next((case for case in of_the_seat if 0 < case.fact("pushed_chips") <= taken_chips), None)


def made_good(table: Table, seat: int) -> Case | None:
    """The case about chips of its bet that `seat` took back beside its change, once they all lie there again.

    It made its own change: the bet is what it was, and nothing is left to settle.
    """
    if owes_chips(table.ledger[seat - 1]):
        return None
    of_the_seat = (case for case in reversed(table.cases) if case.seat == seat and case.finding.topic == TOPIC)
    return next((case for case in of_the_seat if case.fact("taken_chips") > case.fact("due_chips") > 0), None)


def is_change_of_its_bet(table: Table, event: ChipsPushed) -> bool:
    """Whether no more lies in front of the seat than when it made its last act: it has changed the chips of that.

    It has taken some of them back for it, and owes them until then: where the dealer drew them in, nothing is owed.
    """
    last = last_act_of(table, event.seat) if owes_chips(table.ledger[event.seat - 1]) else None
    in_front = total_chips(table.chips.bets[event.seat - 1]) + total_chips(event.chips)
    return last is not None and in_front <= last.lay_chips

"""Hands that are dead by what their players did: announced, thrown away, handed to another player."""

from __future__ import annotations

from table_controller.game.queries import stand_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.folds import DEAD_OR_BACK
from table_controller.game.rules.betting.readings import Leaves, Reading
from table_controller.game.rules.table.absent import DEAD_OR_ON
from table_controller.game.state.betting import is_live
from table_controller.game.state.custody import lying, where
from table_controller.game.state.hand import SHOWDOWN, is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Declared
from table_controller.vocabulary.findings import Fact, Finding


@behaviour(())
def announced(table: Table, seat: int, by: str, book: Rulebook) -> tuple[Finding, ...]:
    """A fold announced to a bet before the turn, where the book calls that a dead hand."""
    slug = "dead_hands.announced"
    facing = stand_of(table, seat).bet_chips < table.betting.level_chips
    if slug not in book.cites or by == "cards" or not facing:
        return ()
    return (finding("dead-hand", seat, cite(book, slug), (("turn", who_acts(table) or 0),)),)


@behaviour(())
def thrown_away(seat: int, by: str, book: Rulebook) -> tuple[Finding, ...]:
    """Cards thrown away from the own place before the turn, where the book calls that a dead hand."""
    slug = "dead_hands.thrown_away"
    if slug not in book.cites or by != "cards":
        return ()
    return (finding("dead-hand", seat, cite(book, slug)),)


@behaviour(None)
def touched_the_muck(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """A hand in the muck is claimed: it is dead there, where the book prints that, unless the floor brings it back."""
    slug = "dead_hands.touched_the_muck"
    if slug not in book.cites or event.word in ("fold", "other") or stand_of(table, event.seat).status != "folded":
        return None
    recorded_acts = [recorded_act for recorded_act in table.betting.recorded_acts if recorded_act.seat == event.seat]
    if (
        who_acts(table) is None
        or not recorded_acts
        or recorded_acts[-1].kind != "fold"
        or recorded_acts[-1].by != "cards"
    ):
        return None
    facts: tuple[Fact, ...] = (("word", event.word), ("turn", who_acts(table) or 0))
    return Leaves((finding("dead-hand", event.seat, cite(book, slug), facts, DEAD_OR_BACK),))


@behaviour(())
def given_to_another(seat: int, to_seat: int, whole: bool, book: Rulebook) -> tuple[Finding, ...]:
    """Cards that one player gave another make a dead hand, where the book prints that.

    One card of a hand at another seat is only asked about: it may be on its way, or read across the line.
    """
    slug = "dead_hands.given_to_another"
    if slug not in book.cites:
        return ()
    facts: tuple[Fact, ...] = (("other_seat", to_seat),)
    options = () if whole else DEAD_OR_ON
    return (finding("dead-hand", seat, cite(book, slug), facts, options, stops_play=False),)


def giver(table: Table, handle: str, zone: str) -> tuple[int, bool] | None:
    """The seat with a live hand whose card has come to another seat's zone, and whether its whole hand was given away.

    It may lie at two seats: given to one, and read across the line by the antenna beside it.
    """
    seat = next((dealt.seat for dealt in table.hand.dealt if dealt.handle == handle), None)
    plays = is_street(table.hand.phase) or table.hand.phase == SHOWDOWN
    if seat is None or zone == f"seat:{seat}" or not plays or not is_live(stand_of(table, seat)):
        return None
    own = [dealt.handle for dealt in table.hand.dealt if dealt.seat == seat]
    elsewhere = {f"seat:{other}" for other in table.hand.seats if other != seat}
    whole = all(where(table.cards, one) in elsewhere for one in own) and not lying(table.cards, f"seat:{seat}")
    return seat, whole

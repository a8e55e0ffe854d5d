"""What a tabled hand is, who must table, what follows if he does not, and what is said of hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table_controller.game.queries import draws_left, has_tabled, live_seats
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.betting.folds import DEAD_OR_BACK
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import SHOWDOWN, is_street
from table_controller.game.state.pots import Pot, pots_of
from table_controller.game.state.showing import cards_told
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "tabling"
ORDER: Final = "order-to-show"


@behaviour(False)
def all_hands_up(table: Table, book: Rulebook) -> bool:
    """Whether all live hands are tabled now: somebody is all-in, and nobody can bet or draw any more."""
    del book
    hand = table.hand
    if not (hand.phase == SHOWDOWN or (is_street(hand.phase) and hand.betting_over and not draws_left(table))):
        return False
    live = live_seats(table)
    return len(live) > 1 and any(table.betting.stands[seat - 1].status == "all-in" for seat in live)


@behaviour(())
def one_card(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """One card shown is no tabled hand: it is not read and wins nothing, where the book prints that."""
    slug = "tabling.one_card"
    return (finding(TOPIC, seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def must_be_ordered(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who shows a part and keeps the rest is ordered to show by the floor, where the book gives him seconds for it."""
    rule = book.refuse_to_show_s
    return () if rule.value is None else (finding(TOPIC, seat, rule.cite, (), (ORDER,)),)


@behaviour(())
def refused(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player says that he will not show: the floor orders it; where no seconds are printed it may end it at once."""
    rule = book.refuse_to_show_s
    return (finding(TOPIC, seat, rule.cite, (), (ORDER,) if rule.value is not None else (ORDER, "dead-hand")),)


@behaviour(None)
def seconds_to_show(book: Rulebook) -> int | None:
    """How long a player has after the order of the floor; None if the book names no time."""
    return book.refuse_to_show_s.value


@behaviour(())
def out_of_time(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The seconds are over: the hand is dead and its player is penalised."""
    return (finding(TOPIC, seat, book.refuse_to_show_s.cite, (), ("penalty", "warning"), stops_play=False),)


@behaviour(())
def partly_shown_and_mucked(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A card shown and both thrown away: no claim unless the floor finds cards that can be told."""
    slug = "tabling.partly_shown_and_mucked"
    if slug not in book.cites or not cards_told(table.hand.showing, seat):
        return ()
    return (finding(TOPIC, seat, cite(book, slug), (), DEAD_OR_BACK),)


@behaviour(())
def killed_winner(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The dealer took in a tabled hand that nobody has beaten: it stays live and goes back to its place."""
    slug = "tabling.killed_winner"
    return (finding(TOPIC, seat, cite(book, slug), (), ("retrieve",), stops_play=False),)


def no_hand(seat: int, cause: str, book: Rulebook) -> Finding:
    """A live hand that cannot be judged: no book says what it wins.

    `cause`: ``no-poker-hand`` if all its cards are known and make none, ``no-cards`` if none lies there to be shown.
    """
    return finding("irregular", seat, book.discretion, (("cause", cause),), ("dead-hand", "void-hand"))


def given_away(seat: int, to_seat: int, book: Rulebook) -> Finding:
    """A live hand lies with another player, and the book does not say what it is then: the floor does."""
    facts = (("cause", "given-away"), ("other_seat", to_seat))
    return finding("irregular", seat, book.discretion, facts, ("dead-hand", "play-on", "void-hand"))


@behaviour(False)
def beaten(table: Table, seat: int, strengths: Mapping[int, int], lows: Mapping[int, int], book: Rulebook) -> bool:
    """Whether a tabled hand has lost every pot that it plays for, both ways, so that the dealer may clear it."""
    del book
    if seat not in strengths:
        return False
    mine = [pot for pot in pots_of(table.ledger, table.betting.stands) if seat in pot.seats]
    ways = [way for way in (strengths, lows) if seat in way]
    return bool(mine) and all(_has_lost(table, seat, pot, way) for pot in mine for way in ways)


def _has_lost(table: Table, seat: int, pot: Pot, strengths: Mapping[int, int]) -> bool:
    stands = table.betting.stands
    return any(strengths.get(at, -1) > strengths[seat] for at in pot.seats if is_live(stands[at - 1]))


SPOKEN: Final = "cards-speak"
_REFUSALS: Final = frozenset({"no", "i won't", "i refuse"})


def refuses(text: str) -> bool:
    """Whether these words refuse to show."""
    return text.strip().lower() in _REFUSALS


def names_the_board(text: str) -> bool:
    """Whether these words say that the board is the hand."""
    return "board" in text.lower().split()


@behaviour(())
def claimed(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player says what he holds: the cards decide; if he misled others on purpose he may be penalised."""
    rule = cite(book, "tabling.claimed")
    return (may_be_penalised(SPOKEN, seat, rule),)


@behaviour(())
def thrown_away(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A hand thrown away because another player said that he has a better one, where the book speaks of it."""
    slug = "tabling.thrown_away"
    said = [at for at in table.hand.showing.claims if at != seat and at in live_seats(table)]
    if slug not in book.cites or not said or has_tabled(table, said[-1]):
        return ()
    return (finding(SPOKEN, seat, cite(book, slug), (("about_seat", said[-1]),), DEAD_OR_BACK),)

"""The clock: who may ask for it and when, how long it runs, and what its end means."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from table_controller.game.queries import stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding, may_be_penalised
from table_controller.game.rules.table.absent import DEAD_OR_ON
from table_controller.game.state.clocks import thought_s
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Finding

TOPIC: Final = "call-time"

TOO_EARLY: Final = ("too-early", "clock-stands")
"""What the floor may say of a clock where the book leaves to it what a reasonable time to think is."""

SHORTER: Final = ("shorter-clock", "clock-stands")
"""What the floor may say of one more clock on the same player."""

COUNTED: Final = ("count-inside", "count-after")
"""Whether the countdown is the end of the seconds granted, or comes after them."""


class Grant(Struct, frozen=True):
    """A clock of so many seconds, the last `counted_s` of them counted aloud; no seconds: the floor must say more."""

    seconds_s: int = 0
    counted_s: int = 0
    findings: tuple[Finding, ...] = ()


class Expiry(Struct, frozen=True):
    """What the end of a clock means: an act, or nothing while the floor has a choice."""

    kind: Literal["fold", "check", ""] = ""
    findings: tuple[Finding, ...] = ()


NO_GRANT: Final = Grant()
NO_EXPIRY: Final = Expiry()


@behaviour(())
def may_not_ask(table: Table, asker: int, actor: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who may ask: the others at the table, or any player who is in his place; in silence nobody without the floor."""
    rule = book.call_time.callers
    match rule.value:
        case "table":
            allowed = asker != actor and (asker not in table.away or asker in table.near)
        case "event_at_seat":
            near_is_there = book.absent.presence.value != "seated"
            allowed = asker not in table.away or (asker in table.near and near_is_there)
        case _:
            allowed = False
    options = () if rule.value is not None else ("grant-clock", "no-clock")
    return () if allowed else (_told(asker, rule.cite, (("cause", "may-not-ask"),), options),)


@behaviour(())
def only_when_seated(table: Table, asker: int, book: Rulebook) -> tuple[Finding, ...]:
    """Only a player on his chair may ask, where the book prints that: standing beside it is not enough."""
    slug = "clocks.only_when_seated"
    if slug not in book.cites or asker not in table.away:
        return ()
    return (_told(asker, cite(book, slug), (("cause", "not-seated"),)),)


@behaviour(())
def too_soon(table: Table, asker: int, now_s: float, book: Rulebook) -> tuple[Finding, ...]:
    """Before the player has had the time that the book prints nobody may ask."""
    rule, had_s = book.call_time.grace_s, thought_s(table.time, now_s)
    if rule.value is None or had_s is None or had_s >= rule.value:
        return ()
    return (_told(asker, rule.cite, (("cause", "too-soon"), ("grace_s", rule.value))),)


@behaviour(())
def reasonable_time(actor: int, book: Rulebook) -> tuple[Finding, ...]:
    """Where no time is printed the clock is granted, and the floor may say that it was too early."""
    rule = book.call_time.grace_s
    return () if rule.value is not None else (_told(actor, rule.cite, (("cause", "reasonable-time"),), TOO_EARLY),)


@behaviour(())
def called_again(table: Table, actor: int, book: Rulebook) -> tuple[Finding, ...]:
    """One more clock on the same player in a hand: a book without a ladder lets the floor shorten it."""
    rule = book.call_time.ladder_s
    if rule.value is not None or actor not in table.time.called:
        return ()
    return (_told(actor, rule.cite, (("cause", "called-again"),), SHORTER),)


@behaviour(())
def slow_play(table: Table, actor: int, book: Rulebook) -> tuple[Finding, ...]:
    """One more clock on the same player in a hand may be stalling, where the book forbids that."""
    slug = "clocks.slow_play"
    if slug not in book.cites or actor not in table.time.called:
        return ()
    return (may_be_penalised("stalling", actor, cite(book, slug)),)


@behaviour(None)
def called_by_the_floor(table: Table, actor: int, book: Rulebook) -> Grant | None:
    """The floor calls time on a staller: fewer seconds each time, where the book prints a ladder."""
    ladder = book.call_time.ladder_s
    if not ladder.value:
        return None
    seconds = ladder.value[min(table.time.by_floor.count(actor), len(ladder.value) - 1)]
    counted = min(seconds, book.call_time.countdown_s.value or 0)
    told = may_be_penalised("stalling", actor, ladder.cite, (("clock_s", seconds),))
    return Grant(seconds, counted, (told,))


@behaviour(NO_GRANT)
def granted(actor: int, book: Rulebook) -> Grant:
    """The seconds that the book grants, with its countdown inside them or after; what it leaves open the floor says."""
    time = book.call_time
    clock, counted, inside = time.clock_s.value, time.countdown_s.value, time.countdown_inside.value
    if clock is None:
        return Grant(findings=(_told(actor, time.clock_s.cite, (("cause", "how-long"),), ("grant-clock", "no-clock")),))
    if counted is None:
        return Grant(findings=(_told(actor, time.countdown_s.cite, (("cause", "countdown"),), ("grant-clock",)),))
    if inside is None:
        facts = (("cause", "countdown"), ("clock_s", clock), ("counted_s", counted))
        return Grant(findings=(_told(actor, time.countdown_inside.cite, facts, COUNTED),))
    return Grant(clock if inside else clock + counted, counted)


@behaviour(NO_EXPIRY)
def out_of_time_facing_a_bet(actor: int, book: Rulebook) -> Expiry:
    """The end of the clock for a player who faces a bet."""
    rule = book.call_time.expiry_facing_bet
    return _ends(actor, rule.value, rule.cite)


@behaviour(NO_EXPIRY)
def out_of_time_without_a_bet(actor: int, book: Rulebook) -> Expiry:
    """The end of the clock for a player who could check."""
    rule = book.call_time.expiry_no_bet
    return _ends(actor, rule.value, rule.cite)


def out_of_time(table: Table, actor: int, book: Rulebook) -> Expiry:
    """The end of the clock on the player to act."""
    if stand_of(table, actor).bet_chips < table.betting.level_chips:
        return out_of_time_facing_a_bet(actor, book)
    return out_of_time_without_a_bet(actor, book)


def _ends(actor: int, kind: Literal["fold", "check"] | None, rule: Citation) -> Expiry:
    if kind is None:
        return Expiry("", (finding(TOPIC, actor, rule, (("cause", "time-over"),), DEAD_OR_ON),))
    return Expiry(kind, (finding(TOPIC, actor, rule, (("cause", "time-over"), ("as_kind", kind))),))


def _told(
    seat: int, rule: Citation, facts: tuple[tuple[str, int | str], ...], options: tuple[str, ...] = ()
) -> Finding:
    """What is said of a request for the clock: play goes on meanwhile."""
    return finding(TOPIC, seat, rule, facts, options, stops_play=False)

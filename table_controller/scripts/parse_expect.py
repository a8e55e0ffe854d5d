"""Lines of a script that begin with ``expect``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from table_controller.scripts import expected
from table_controller.scripts.words import Words, read_slug
from table_controller.vocabulary.outcomes import ActKind
from table_controller.vocabulary.views import Choice

_CHOICES: Final[tuple[Choice, ...]] = ("fold", "check", "call", "bet", "raise")
_KINDS: Final[tuple[ActKind, ...]] = ("fold", "check", "call", "bet", "raise", "all-in")
STREETS: Final = (
    *("deal", "preflop", "flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh"),
    *("draw", "showdown", "settled"),
)
"""Streets that a script may expect."""

Parse = Callable[[int, Words], expected.Expectation]


def _amount(what: Literal["to-call", "min-raise-to", "max-raise-to", "pot"]) -> Parse:
    return lambda line, words: expected.ExpectAmount(line, what, words.number("an amount"))


def _seat_amount(what: Literal["returns", "owes", "stack", "wins"]) -> Parse:
    return lambda line, words: expected.ExpectSeatAmount(line, what, words.seat(), words.number("an amount"))


def _place(what: Literal["button", "small-blind", "big-blind"]) -> Parse:
    def parse(line: int, words: Words) -> expected.ExpectPlace:
        seat = words.seat_or_none() if what == "small-blind" else words.seat()
        return expected.ExpectPlace(line, what, seat)

    return parse


def _may(line: int, words: Words) -> expected.ExpectMay:
    choices = [words.one_of("a choice", _CHOICES)]
    while words.peek():
        choices.append(words.one_of("a choice", _CHOICES))
    return expected.ExpectMay(line, frozenset(choices))


def _action(line: int, words: Words) -> expected.ExpectAction:
    seat, kind = words.seat(), words.one_of("an act", _KINDS)
    if kind in {"fold", "check"}:
        return expected.ExpectAction(line, seat, kind)
    return expected.ExpectAction(line, seat, kind, words.number("a total") if words.peek() else None)


def _finding(line: int, words: Words) -> expected.ExpectFinding:
    topic = read_slug(words.next("a topic"), "a topic")
    seat = words.seat() if words.took("seat") else None
    ref = " ".join(words.rest("a rule as printed")) if words.took("ref") else None
    return expected.ExpectFinding(line, topic, seat, ref)


def _no(line: int, words: Words) -> expected.ExpectNoFinding | expected.ExpectDeal:
    if words.one_of("what is not expected", ("finding", "misdeal")) == "misdeal":
        return expected.ExpectDeal(line, "no misdeal")
    return expected.ExpectNoFinding(line, read_slug(words.next("a topic"), "a topic") if words.peek() else None)


def _pots(line: int, words: Words) -> expected.ExpectPots:
    chips = [words.number("a pot")]
    while words.peek():
        chips.append(words.number("a pot"))
    return expected.ExpectPots(line, tuple(chips))


def _tables(line: int, words: Words) -> expected.ExpectTables:
    if words.took("none"):
        return expected.ExpectTables(line, frozenset())
    seats = [words.seat()]
    while words.peek():
        seats.append(words.seat())
    return expected.ExpectTables(line, frozenset(seats))


def _clock(line: int, words: Words) -> expected.ExpectClock:
    if words.took("none"):
        return expected.ExpectClock(line, None)
    left_s = words.number("seconds")
    return expected.ExpectClock(line, left_s, words.number("seconds") if words.took("counted") else None)


EXPECT_STEPS: Final[dict[str, Parse]] = {
    "turn": lambda line, words: expected.ExpectTurn(line, words.seat_or_none()),
    "to-call": _amount("to-call"),
    "min-raise-to": _amount("min-raise-to"),
    "max-raise-to": _amount("max-raise-to"),
    "may": _may,
    "action": _action,
    "returns": _seat_amount("returns"),
    "owes": _seat_amount("owes"),
    "finding": _finding,
    "no": _no,
    "option": lambda line, words: expected.ExpectOption(line, read_slug(words.next("an option"), "an option")),
    "misdeal": lambda line, _: expected.ExpectDeal(line, "misdeal"),
    "void": lambda line, _: expected.ExpectDeal(line, "void"),
    "street": lambda line, words: expected.ExpectStreet(line, words.one_of("a street", STREETS)),
    "live": lambda line, words: expected.ExpectLive(line, words.seat(), live=True),
    "dead": lambda line, words: expected.ExpectLive(line, words.seat(), live=False),
    "pot": _amount("pot"),
    "pots": _pots,
    "stack": _seat_amount("stack"),
    "shows-first": lambda line, words: expected.ExpectShowsFirst(line, words.seat()),
    "tables": _tables,
    "wins": _seat_amount("wins"),
    "next": lambda line, words: expected.ExpectNext(line, " ".join(words.rest("an act as a code"))),
    "button": _place("button"),
    "small-blind": _place("small-blind"),
    "big-blind": _place("big-blind"),
    "clock": _clock,
}
"""The word after ``expect``, and what reads the rest of the line."""


def parse_expectation(line: int, words: Words) -> expected.Expectation:
    """Read what follows ``expect``; raise `ValueError` for what nothing can be expected to be."""
    word = words.next("what is expected")
    parse = EXPECT_STEPS.get(word)
    if parse is None:
        raise ValueError(f"nothing can be expected of {word!r}; the words are {', '.join(EXPECT_STEPS)}")
    return parse(line, words)

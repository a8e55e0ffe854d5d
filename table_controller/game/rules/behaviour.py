"""What makes a function a behaviour: a rule that can be found by its slug, and left out to see what it does.

A slug is ``module.function``, the name that a manifest row carries. The last argument of a behaviour is
the rulebook: a book `without` the slug gets the neutral answer instead. Only `cardspeak coverage`
makes such books, to prove that a script fails without the behaviour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any, Final, TypeVar, TypeVarTuple, cast

from table_controller.game.rulebooks.model import Rulebook
from table_controller.vocabulary.findings import Citation, Fact, Finding, Option, Ruled

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

BEHAVIOURS: Final[dict[str, Callable[..., object]]] = {}
"""Every behaviour by slug, filled as the modules of `rules` are imported."""

_NEUTRAL: Final[dict[str, object]] = {}
"""What a table without the behaviour would answer; of those that do not look themselves up yet."""

MAY_BE_PENALISED: Final = ("penalty", "warning", "no-penalty")
"""What the floor may do about manners; play goes on meanwhile."""

OF_A_PLAYER: Final = frozenset({"penalty", "warning", "disqualify", "eliminate"})
"""Options about a player as such, hand or no hand; he may be another than the one that a case is about."""


def behaviour(neutral: object) -> Callable[[Callable[[*Ts], T]], Callable[[*Ts], T]]:
    """Register a rule; `neutral` is what a table without it would answer. Rules are called by position."""

    def register(rule: Callable[[*Ts], T]) -> Callable[[*Ts], T]:
        slug = f"{rule.__module__.rpartition('.')[2]}.{rule.__name__}"

        plain: object = rule
        if not isinstance(plain, FunctionType):
            raise TypeError(f"{slug} is not a plain function: it could not be left out")
        BEHAVIOURS[slug] = rule
        _NEUTRAL[slug] = neutral
        return rule

    return register


def without(book: Rulebook, slugs: frozenset[str]) -> Rulebook:
    """The book without these behaviours: they answer what is neutral to a table that plays by it.

    From then on every rule of the process looks itself up in its book first; at a table nothing does.
    """
    while _NEUTRAL:
        _look_up(*_NEUTRAL.popitem())
    return replace(book, off=slugs)


def _look_up(slug: str, neutral: object) -> None:
    """Put the look-up before the rule, in place: modules and tables of rules hold the function itself."""
    rule = cast("FunctionType", BEHAVIOURS[slug])
    truly = FunctionType(rule.__code__, rule.__globals__, rule.__name__, rule.__defaults__)
    rule.__code__, rule.__defaults__ = _looked_up.__code__, None
    rule.__kwdefaults__ = {"_slug": slug, "_truly": truly, "_neutral": neutral}


def _looked_up(*args: Any, _slug: str, _truly: Callable[..., object], _neutral: object) -> object:
    off = args[-1].off
    return _neutral if off and _slug in off else _truly(*args)


def finding(
    topic: str,
    seat: int | None,
    cite: Citation,
    facts: tuple[Fact, ...] = (),
    options: tuple[str, ...] = (),
    *,
    stops_play: bool | None = None,
) -> Finding:
    """A finding whose options stop play unless `stops_play` says otherwise."""
    stops = bool(options) if stops_play is None else stops_play
    return Finding(topic, seat, cite, facts, tuple(Option(name) for name in options), stops)


def may_be_penalised(topic: str, seat: int | None, cite: Citation, facts: tuple[Fact, ...] = ()) -> Finding:
    """A finding about manners: the floor may punish the player, and play goes on meanwhile."""
    return finding(topic, seat, cite, facts, MAY_BE_PENALISED, stops_play=False)


def is_conduct(found: Finding) -> bool:
    """Whether the finding is about what a player did, for which he may be punished, hand or no hand."""
    return any(option.name in MAY_BE_PENALISED for option in found.options)


def is_manners(found: Finding) -> bool:
    """Whether the finding is about what a player may be punished for, whatever he does next: open until it is ruled.

    What stops play is about the act itself, a punishment being one of the things that may become of it.
    """
    return not found.stops_play and is_conduct(found)


def silent(ruled: Ruled[T]) -> bool:
    """Whether the book does not say."""
    return ruled.value is None


def cite(book: Rulebook, slug: str) -> Citation:
    """The rule of the book that a behaviour without a policy stands on; its discretion rule if it has none."""
    return book.cites.get(slug, book.discretion)

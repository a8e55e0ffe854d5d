"""What a rule found: codes, citations and numbers, never prose.

A policy value can be had only together with its citation (`Ruled`), so a finding without a
rule cannot be built. A finding is not an error: irregular play is valid input.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

T = TypeVar("T")

Fact: TypeAlias = tuple[str, int | str]
"""A name and a number or code: ``("owed_chips", 400)``."""


class Citation(Struct, frozen=True):
    """A printed rule: the book's id and the reference as printed, such as ``45-A``."""

    book: str
    ref: str


@dataclass(frozen=True, slots=True)
class Ruled(Generic[T]):
    """A book's answer to one question, with the rule that gives it.

    `value` None means that the book is silent: the floor decides and `cite` is the book's
    discretion rule.
    """

    value: T
    cite: Citation


class Option(Struct, frozen=True):
    """One choice that the floor has, by its plain name (``complete-call``), and what it would do."""

    name: str
    facts: tuple[Fact, ...] = ()


class Finding(Struct, frozen=True):
    """The result of a rule on an event.

    `topic` is a topic of the rules matrix, or ``irregular`` where the rule that would judge the
    act does not exist yet. `options` is empty unless the floor has a choice; `stops_play` says
    whether the hand waits for it.
    """

    topic: str
    seat: int | None
    cite: Citation
    facts: tuple[Fact, ...] = ()
    options: tuple[Option, ...] = ()
    stops_play: bool = False

"""What a rulebook is: for each question of play the book's answer, with the rule that gives it.

Fields stand in groups that are the tables of the manifest, so `reopen.cumulative` is the field
`cumulative` of the table `[reopen]`; the dotted key is the policy key of a house rule. A policy is
always a `Ruled` value: `None` inside it means that the book is silent, and the citation is then the
book's discretion rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.findings import Citation, Ruled

AnteMode: TypeAlias = Literal["all", "bba"]
AntePriority: TypeAlias = Literal["ante", "blind"]
OddChipOrder: TypeAlias = Literal["first_left_of_button", "one_each_clockwise", "all_to_first"]
PotOrder: TypeAlias = Literal["side_before_main", "last_formed_first"]
FirstToShow: TypeAlias = Literal["last_round_aggressor", "last_aggressor_any_street"]
DeadPuck: TypeAlias = Literal["stays", "moves_to_empty"]


@dataclass(frozen=True, slots=True)
class Reopen:
    """When a short all-in lets a player who has acted raise again."""

    cumulative: Ruled[bool | None]


@dataclass(frozen=True, slots=True)
class Ante:
    """Who pays antes, and what a short stack pays first."""

    mode: Ruled[AnteMode | None]
    priority: Ruled[AntePriority | None]


@dataclass(frozen=True, slots=True)
class OddChip:
    """Who gets what cannot be split evenly, and whether it is first changed into the smallest chips."""

    order: Ruled[OddChipOrder | None]
    break_down: Ruled[bool | None]


@dataclass(frozen=True, slots=True)
class SidePot:
    """The order in which the pots are awarded."""

    order: Ruled[PotOrder | None]


@dataclass(frozen=True, slots=True)
class Showdown:
    """Who shows first."""

    first: Ruled[FirstToShow | None]


@dataclass(frozen=True, slots=True)
class DeadButton:
    """Where the puck lies when the seat that is due the button is empty."""

    puck: Ruled[DeadPuck | None]


@dataclass(frozen=True, slots=True)
class HeadsUp:
    """Whether the button is adjusted when two players are left, so that nobody posts the big blind twice."""

    adjust: Ruled[bool | None]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One book: its id, its title, its discretion rule, and the groups of policies."""

    book: str
    title: str
    discretion: Citation
    reopen: Reopen
    ante: Ante
    odd_chip: OddChip
    side_pot: SidePot
    showdown: Showdown
    dead_button: DeadButton
    heads_up: HeadsUp

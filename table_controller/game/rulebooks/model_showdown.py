"""What a book says about the end of a hand: who shows, what a discard does, who gets the odd chip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.vocabulary.findings import Ruled

FirstToShow: TypeAlias = Literal["last_round_aggressor", "last_aggressor_any_street"]
DiscardAtShowdown: TypeAlias = Literal["live_if_identifiable", "dead_on_muck_contact", "dead_retrievable"]
MuckPenalty: TypeAlias = Literal["mandatory", "optional"]
KilledHandRefund: TypeAlias = Literal[
    "uncalled_excess", "street_chips_if_next_not_called", "if_no_later_action", "none"
]
OddChipOrder: TypeAlias = Literal["first_left_of_button", "one_each_clockwise", "all_to_first"]
PotOrder: TypeAlias = Literal["side_before_main", "last_formed_first"]
ReadingDeadline: TypeAlias = Literal["next_hand"]
CountDeadline: TypeAlias = Literal["next_hand", "sa_next_hand"]


@dataclass(frozen=True, slots=True)
class OddChip:
    """Who gets what cannot be split evenly, and whether chips are first changed into the smallest in play.

    No book leaves the second open: equal hands have equal parts.
    """

    order: Ruled[OddChipOrder | None]
    break_down: Ruled[bool]


@dataclass(frozen=True, slots=True)
class SidePot:
    """The order in which the pots are awarded."""

    order: Ruled[PotOrder | None]


@dataclass(frozen=True, slots=True)
class Dispute:
    """Until when the reading of a hand and the counting of a pot may be disputed.

    `break_s`: seconds after the award where a break follows. ``sa_next_hand``: until substantial action in the
    next hand.
    """

    reading: Ruled[ReadingDeadline | None]
    count: Ruled[CountDeadline | None]
    break_s: Ruled[int | None]

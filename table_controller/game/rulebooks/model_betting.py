"""What a book says about betting: what an act amounts to, what it binds to, and what it reopens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.vocabulary.findings import Ruled

PassiveBySkipped: TypeAlias = Literal["binds", "reduce_to_passive"]
RaiseBySkipped: TypeAlias = Literal["release"]
FoldOutOfTurn: TypeAlias = Literal["binds"]
SkippedAfter: TypeAlias = Literal["floor", "call_or_fold", "floor_unspecified"]
CompleteCall: TypeAlias = Literal["complete"]
UndercallRemedy: TypeAlias = Literal["floor", "complete"]
UndercallSequence: TypeAlias = Literal["back_up", "floor"]
LastChip: TypeAlias = Literal["call"]
ChipAsBet: TypeAlias = Literal["full_value"]
Denominations: TypeAlias = Literal["any", "same_only"]
LastChips: TypeAlias = Literal["call_unless_declared"]
HalfBase: TypeAlias = Literal["last_full_increment"]
AtHalf: TypeAlias = Literal["raise"]
WrongAmountFix: TypeAlias = Literal["same_round", "brought_up"]
OverShortOpening: TypeAlias = Literal["double_bb", "bet_plus_min"]
EntryOverShortBlind: TypeAlias = Literal["full_bb"]
StringBetOutcome: TypeAlias = Literal["first_chips_count", "call_then_floor", "floor"]
OddFirstMotion: TypeAlias = Literal["min_raise"]
VoiceVsChips: TypeAlias = Literal["first_defines", "voice"]
PriorChips: TypeAlias = Literal["tda46", "floor"]
UnclearAmount: TypeAlias = Literal["smallest", "largest_below_pot", "floor"]
InvalidDeclarations: TypeAlias = Literal["tda55", "floor"]
PotSaid: TypeAlias = Literal["valid_bet", "not_binding"]
FoldNotFacingBet: TypeAlias = Literal["binding"]
EarlyCall: TypeAlias = Literal["floor_any_amount"]
ExposeFacingAllIn: TypeAlias = Literal["aces_call_else_fold_if_misled", "fold_if_misled", "live_with_penalty"]
HiddenChips: TypeAlias = Literal["declared_counts_else_bb_limit", "floor", "commit_without_profit"]
LeastRemainder: TypeAlias = Literal["bb"]
HouseCap: TypeAlias = Literal["house"]
CapHeadsUp: TypeAlias = Literal["applies_until_event_heads_up", "none_if_heads_up_from_round_start"]


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """What binds a player who acted out of turn, by what the skipped players then do.

    ``reduce_to_passive``: when they check or call, he may only check or call as well.
    """

    passive_by_skipped: Ruled[PassiveBySkipped | None]
    raise_by_skipped: Ruled[RaiseBySkipped | None]
    fold: Ruled[FoldOutOfTurn | None]


@dataclass(frozen=True, slots=True)
class Undercall:
    """When fewer chips than the call must be completed, and when the floor may let them be forfeited.

    `tiny_chip` is a silent chip far below the bet that is faced; `sequence` is several undercalls in a row.
    """

    heads_up: Ruled[CompleteCall | None]
    opening_bet: Ruled[CompleteCall | None]
    multiway_raise: Ruled[UndercallRemedy | None]
    sequence: Ruled[UndercallSequence | None]
    tiny_chip: Ruled[UndercallRemedy | None]


@dataclass(frozen=True, slots=True)
class Overchip:
    """What one silent chip above the call amounts to: the player's last one, and one that faces no bet."""

    last_chip: Ruled[LastChip | None]
    not_facing_bet: Ruled[ChipAsBet | None]


@dataclass(frozen=True, slots=True)
class MultiChip:
    """To which silent chips the test "can one be taken away?" applies.

    `denominations`: to chips of mixed or only of one value; `last_chips`: also to a player's last ones.
    """

    denominations: Ruled[Denominations | None]
    last_chips: Ruled[LastChips | None]


@dataclass(frozen=True, slots=True)
class HalfRule:
    """Half of what makes silent chips a raise, and what exactly half amounts to."""

    base: Ruled[HalfBase | None]
    at_exactly_half: Ruled[AtHalf | None]


@dataclass(frozen=True, slots=True)
class ShortOpenAllIn:
    """The least total of a raise over an all-in that opened for less than the minimum bet."""

    raise_to: Ruled[OverShortOpening | None]


@dataclass(frozen=True, slots=True)
class ShortBigBlind:
    """What entering the pot costs when the big blind could not be posted in full."""

    entry: Ruled[EntryOverShortBlind | None]


@dataclass(frozen=True, slots=True)
class Reopen:
    """When an all-in for less than a raise lets a player who has acted raise again.

    `cumulative`: several short all-ins may add up to a raise; `limit_half`: in limit games half a raise is enough.
    """

    cumulative: Ruled[bool | None]
    limit_half: Ruled[bool | None]


@dataclass(frozen=True, slots=True)
class StringBet:
    """What counts of a bet that came in several motions without a word before it."""

    outcome: Ruled[StringBetOutcome | None]


@dataclass(frozen=True, slots=True)
class RaiseMotions:
    """How a declared raise may be put in: the call and one more motion, and a first motion that is neither."""

    two_motion_after_declaration: Ruled[bool | None]
    odd_first_motion: Ruled[OddFirstMotion | None]


@dataclass(frozen=True, slots=True)
class Limit:
    """How many raises a limit round has, and when the cap is off. `cap_raises` ``house``: the house sets it."""

    cap_raises: Ruled[int | HouseCap | None]
    cap_heads_up: Ruled[CapHeadsUp | None]


@dataclass(frozen=True, slots=True)
class PotLimit:
    """Whether the largest pot-limit bet before the flop is counted as if a short blind were whole."""

    short_blind_ignored_preflop: Ruled[bool | None]

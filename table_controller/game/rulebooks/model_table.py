"""What a book says around the hands: clock, seats, button, antes, penalties, the room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.vocabulary.findings import Ruled

ExpiryFacingBet: TypeAlias = Literal["fold"]
ExpiryNoBet: TypeAlias = Literal["fold", "check"]
Callers: TypeAlias = Literal["table", "event_at_seat"]
Deadline: TypeAlias = Literal["first_card", "last_card"]
Presence: TypeAlias = Literal["in_place", "seated", "near_chair"]
StayUntil: TypeAlias = Literal["betting_over", "showdown", "hand_over", "live_hand"]
HandStart: TypeAlias = Literal["riffle", "shuffler", "dealer_push"]
WrongLevel: TypeAlias = Literal["continue_after_sa"]
DeadPuck: TypeAlias = Literal["stays", "moves_to_empty"]
NewPlayerZone: TypeAlias = Literal["sb_button", "bb_button"]
TableBreakZone: TypeAlias = Literal["sb_button"]
ButtonError: TypeAlias = Literal["back1_then_fwd2"]
BalanceEffect: TypeAlias = Literal["stop_play", "move_players"]
BreakDraw: TypeAlias = Literal["one_step", "two_step"]
BustTiebreak: TypeAlias = Literal["tie_across_tables_stack_within"]
StackDisclosure: TypeAlias = Literal["estimate", "must_state"]
DealerAnnounces: TypeAlias = Literal["must", "should", "on_request"]
HiddenTransport: TypeAlias = Literal["confiscate", "halve"]
AnteMode: TypeAlias = Literal["all", "bba"]
AntePriority: TypeAlias = Literal["ante", "bb"]
PenaltyRound: TypeAlias = Literal["players_left_now", "players_when_given"]
TextingInHand: TypeAlias = Literal["dead"]
NonvalueItems: TypeAlias = Literal["house_policy_or_rule_1"]


@dataclass(frozen=True, slots=True)
class CallTime:
    """When the clock may be called on a player, by whom, how many seconds it runs, and what its end does.

    `countdown_inside`: the countdown is the end of `clock_s`, not added to it. `ladder_s`: the
    seconds that the floor grants a staller the first, second and every later time.
    """

    grace_s: Ruled[int | None]
    clock_s: Ruled[int | None]
    countdown_s: Ruled[int | None]
    countdown_inside: Ruled[bool | None]
    expiry_facing_bet: Ruled[ExpiryFacingBet | None]
    expiry_no_bet: Ruled[ExpiryNoBet | None]
    callers: Ruled[Callers | None]
    ladder_s: Ruled[tuple[int, ...] | None]


@dataclass(frozen=True, slots=True)
class Absent:
    """By which card a player must be at his seat, and what being there means. ``last_card``: the last of the deal."""

    deadline: Ruled[Deadline | None]
    deadline_bubble: Ruled[Deadline | None]
    presence: Ruled[Presence | None]


@dataclass(frozen=True, slots=True)
class DeadButton:
    """Where the puck lies when the seat that is due the button is empty."""

    puck: Ruled[DeadPuck | None]


@dataclass(frozen=True, slots=True)
class HeadsUp:
    """Whether the button is adjusted when two players are left, so that nobody posts the big blind twice."""

    adjust: Ruled[bool | None]


@dataclass(frozen=True, slots=True)
class Balance:
    """By how many players a table may be short of the fullest, and what happens to it then."""

    threshold: Ruled[int | None]
    effect: Ruled[BalanceEffect | None]


@dataclass(frozen=True, slots=True)
class FinalTable:
    """How many players the last table has, by the kind of event."""

    full_ring: Ruled[int | None]
    six_max: Ruled[int | None]


@dataclass(frozen=True, slots=True)
class HandForHand:
    """Whether and how tables play hand for hand; `clock_per_hand_s` is what each hand takes off the level."""

    exists: Ruled[bool | None]
    clock_per_hand_s: Ruled[int | None]
    eligible_from_announcement: Ruled[bool | None]
    run_one_table_at_a_time: Ruled[bool | None]
    bust_tiebreak: Ruled[BustTiebreak | None]


@dataclass(frozen=True, slots=True)
class EndOfDay:
    """How long before the end of the last level the clock stops, and how many hands are left.

    Two numbers are the ends of a range; `hands_drawn`: a card drawn from that range says how many.
    """

    stop_before_min: Ruled[int | tuple[int, ...] | None]
    hands: Ruled[int | None]
    hands_drawn: Ruled[tuple[int, ...] | None]


@dataclass(frozen=True, slots=True)
class Ante:
    """Who pays antes, what a short stack pays first, whether they shrink, and their usual share of the big blind."""

    mode: Ruled[AnteMode | None]
    priority: Ruled[AntePriority | None]
    reduce: Ruled[bool | None]
    typical_pct: Ruled[int | None]


@dataclass(frozen=True, slots=True)
class Penalty:
    """How a penalty of rounds is counted in hands, and what counts towards it."""

    round: Ruled[PenaltyRound | None]
    current_hand_counts: Ruled[bool | None]
    carry_over: Ruled[bool | None]
    misdeal_counts_once: Ruled[bool | None]

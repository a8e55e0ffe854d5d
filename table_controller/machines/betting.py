"""One betting round.

| seat          | what happens | effect                                       | why                                   |
| ------------- | ------------ | -------------------------------------------- | ------------------------------------- |
| to act        | fold         | out of the hand                              |                                       |
| to act        | check, call  | has acted at this level                      |                                       |
| to act        | bet, raise   | level rises; a full one sets the next size   | a raise is at least the last full one |
| to act        | short all-in | level rises, the size does not               | no raise to build on                  |
| has acted     | others raise | acts again; may raise if facing a full raise | the book adds short all-ins up or not |
| last able one | -            | acts only while its bet is under another's   | a bet that nobody can call is no bet  |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.machines.seats import clockwise
from table_controller.outcomes import ActKind

Status: TypeAlias = Literal["out", "in", "all-in", "folded", "mucked"]
"""``out``: not dealt in; ``mucked``: discarded unshown at the showdown."""


@dataclass(frozen=True, slots=True)
class Act:
    """A ruled act of this round; `to_chips` is the seat's total for the round."""

    kind: ActKind
    to_chips: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Where one seat stands in the round.

    `acted_at_chips` is the level when it last acted (None: not yet), `raises_seen` the number of
    full raises by then.
    """

    status: Status = "out"
    bet_chips: int = 0
    acted_at_chips: int | None = None
    raises_seen: int = 0
    act: Act | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The round under way, or the last one: its level, the size of its last full raise, who acts.

    `announced` is a seat that said ``bet`` or ``raise`` without an amount.
    """

    stands: tuple[Stand, ...] = ()
    level_chips: int = 0
    full_raise_chips: int = 0
    raises: int = 0
    aggressor: int | None = None
    actor: int | None = None
    announced: Literal["bet", "raise"] | None = None
    sums: bool = True


NO_ROUND = Round()


def is_live(stand: Stand) -> bool:
    """Whether the seat can win."""
    return stand.status in ("in", "all-in")


def opened(stands: tuple[Stand, ...], after: int, least_bet_chips: int, sums: bool) -> Round:
    """A round with nothing bet; the first seat left of `after` that can bet acts.

    `sums` says whether short all-ins add up to reopen the betting.
    """
    clean = tuple(Stand(stand.status) for stand in stands)
    actor = _next_actor(clean, 0, after)
    return Round(clean, 0, least_bet_chips, 0, None, actor, None, sums)


def with_blinds(stands: tuple[Stand, ...], after: int, level_chips: int, full_raise_chips: int, sums: bool) -> Round:
    """The first round, forced bets standing in `stands`; the level is the full big blind even if it is short."""
    return Round(stands, level_chips, full_raise_chips, 0, None, _next_actor(stands, level_chips, after), None, sums)


def with_act(betting: Round, seat: int, kind: ActKind, to_chips: int, all_in: bool) -> Round:
    """The round after `seat` acted; `to_chips` is its total for the round."""
    level, size, raises, aggressor = (
        betting.level_chips,
        betting.full_raise_chips,
        betting.raises,
        betting.aggressor,
    )
    if to_chips > level:
        if to_chips - level >= size:
            size, raises = to_chips - level, raises + 1
        level, aggressor = to_chips, seat
    status: Status = "folded" if kind == "fold" else "all-in" if all_in else "in"
    stand = Stand(status, to_chips, level, raises, Act(kind, to_chips))
    stands = (*betting.stands[: seat - 1], stand, *betting.stands[seat:])
    actor = _next_actor(stands, level, seat)
    return Round(stands, level, size, raises, aggressor, actor, None, betting.sums)


def may_raise(betting: Round, seat: int) -> bool:
    """Whether the betting is open to `seat`: it has not acted, or faces a full raise since it did."""
    stand = betting.stands[seat - 1]
    if not any(other.status == "in" for at, other in enumerate(betting.stands, 1) if at != seat):
        return False
    if stand.acted_at_chips is None:
        return True
    if betting.sums:
        return betting.level_chips - stand.acted_at_chips >= betting.full_raise_chips
    return stand.raises_seen < betting.raises


def _next_actor(stands: tuple[Stand, ...], level_chips: int, after: int) -> int | None:
    able = sum(stand.status == "in" for stand in stands)
    if not able:
        return None
    for seat in clockwise(len(stands), after):
        stand = stands[seat - 1]
        if stand.status != "in" or (stand.acted_at_chips is not None and stand.bet_chips >= level_chips):
            continue
        if able > 1 or _is_covered(stands, seat):
            return seat
    return None


def _is_covered(stands: tuple[Stand, ...], seat: int) -> bool:
    """Whether a live opponent has more in front than `seat`."""
    own = stands[seat - 1].bet_chips
    return any(other.status == "all-in" and other.bet_chips > own for other in stands)

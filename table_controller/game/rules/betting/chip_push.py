"""What a seat did with its chips, with all that a rule on bets asks about it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import min_raise_to_chips
from table_controller.game.state.betting import is_live, may_raise
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.outcomes import ActKind

LEAST: Final = ("min_raise_to_chips", "min_bet_chips")
"""Names of the fact that says the least total of a legal raise, and of a bet where there is none in the round."""


class ChipPush(Struct, frozen=True):
    """One motion of chips, or a bare number said, by the seat to act.

    `chips` are empty for a number. `more_chips` is what is new in front of the seat, less what it owed already, and
    `lay_chips` what of that lay there before the motion and was no bet; `bet_chips` its bet of the round until now,
    `behind_chips` what it had left. `level_chips` is the bet of the round, `total_chips` the seat's total if all of it
    counts, `call_chips` what it must add to call, `minimum_chips` the least total of a legal bet or raise, both
    whatever it has left.
    """

    table: Table
    seat: int
    chips: Chips
    more_chips: int
    bet_chips: int
    behind_chips: int
    level_chips: int
    total_chips: int
    call_chips: int
    minimum_chips: int
    lay_chips: int = 0

    @property
    def raise_word(self) -> ActKind:
        """What more than a call is."""
        return "raise" if self.level_chips else "bet"

    @property
    def count(self) -> int:
        """How many chips moved."""
        return sum(count for _, count in self.chips)

    @property
    def smallest_chips(self) -> int:
        """The value of the smallest chip that moved."""
        return min((value for value, _ in self.chips), default=0)

    @property
    def may_be_a_call(self) -> bool:
        """Whether every one of the chips is needed to reach the call, and they make more than it."""
        return 0 < self.call_chips < self.more_chips < self.call_chips + self.smallest_chips

    @property
    def is_all_in(self) -> bool:
        """Whether nothing is left behind."""
        return self.more_chips >= self.behind_chips

    @property
    def is_heads_up(self) -> bool:
        """Whether two hands are left."""
        return sum(map(is_live, self.table.betting.stands)) == 2  # noqa: PLR2004 - two hands

    @property
    def faces_opening_bet(self) -> bool:
        """Whether the bet to call is the first of the round, or the big blind: nobody has put in more, short or not."""
        return not any(act.to_chips > act.level_chips > 0 for act in self.table.betting.recorded_acts)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The numbers that a finding shows; the least bet or raise only where the betting is open to the seat."""
        made: tuple[Fact, ...] = (("said_chips", self.total_chips),)
        if self.chips:
            made = (("pushed_chips", self.more_chips - self.lay_chips),)
            made = (*made, ("lay_chips", self.lay_chips)) if self.lay_chips else made
        call: Fact = ("to_call_chips", min(self.call_chips, self.behind_chips))  # he has no more to call with
        if not may_raise(self.table.betting, self.seat):
            return (*made, call)
        return (*made, call, least_fact(self.table, self.minimum_chips))


def least_fact(table: Table, least_chips: int) -> Fact:
    """The fact of `LEAST` that says what the least is in this round."""
    raises, bets = LEAST
    return (raises if table.betting.level_chips else bets, least_chips)


def chip_push(table: Table, seat: int, chips: Chips) -> ChipPush:
    """The motion of `chips` by `seat`, together with chips of the seat that lie loose."""
    money, stand = table.ledger[seat - 1], table.betting.stands[seat - 1]
    more = money.loose_chips + total_chips(chips) - owes_chips(money)
    return replace(_summed(table, seat, chips, more, stand.bet_chips), lay_chips=money.loose_chips)


def number(table: Table, seat: int, to_chips: int) -> ChipPush:
    """A bare number said: a total for the round, without chips."""
    bet_chips = table.betting.stands[seat - 1].bet_chips
    return _summed(table, seat, (), max(0, to_chips - bet_chips), bet_chips)


def with_more(act: ChipPush, chips: int) -> ChipPush:
    """The motion with so many chips beside it that lie there already."""
    if not chips:
        return act
    more, total, lay = act.more_chips + chips, act.total_chips + chips, act.lay_chips + chips
    return replace(act, more_chips=more, total_chips=total, lay_chips=lay)


def in_front_chips(facts: tuple[Fact, ...]) -> int:
    """What a finding says that lay in front of the seat as an act, or as none yet: pushed, or there already."""
    told = dict(facts)
    return sum(chips for chips in (told.get("pushed_chips"), told.get("lay_chips")) if isinstance(chips, int))


def _summed(table: Table, seat: int, chips: Chips, more_chips: int, bet_chips: int) -> ChipPush:
    """The gesture with all that several rules ask of it worked out once."""
    betting = table.betting
    return ChipPush(
        table,
        seat,
        chips,
        more_chips,
        bet_chips,
        behind_chips=table.ledger[seat - 1].stack_chips,
        level_chips=betting.level_chips,
        total_chips=bet_chips + more_chips,
        call_chips=max(0, betting.level_chips - bet_chips),
        minimum_chips=min_raise_to_chips(table) or betting.level_chips + betting.full_raise_chips,
    )

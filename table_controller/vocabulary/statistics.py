"""What players did over the hands of a table, as broadcasts and trackers count it: each figure with what it is of.

All of it the whole table has seen. It belongs to the player, by name, wherever he sits.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Sample(Struct, frozen=True):
    """`n` of `of`: how often something was done, of how often it could have been."""

    n: int = 0
    of: int = 0

    def and_then(self, more: Sample) -> Sample:
        """Both samples together."""
        return Sample(self.n + more.n, self.of + more.of)


NONE: Final = Sample()


class PlayerStatistics(Struct, frozen=True):
    """One player's; see `projections.statistics` for what counts.

    `hands` were dealt to him. `vpip`: put chips in before the flop of his own will; `pfr`: raised there; `three_bet`:
    raised again where one raise stood before him. `aggression`: bets and raises after the flop, *over* calls there
    (`n` may be more than `of`: it is a factor). `went_to_showdown`: of the flops that he saw; `won_at_showdown`: of the
    showdowns that he went to.
    """

    name: str
    hands: int = 0
    vpip: Sample = NONE
    pfr: Sample = NONE
    three_bet: Sample = NONE
    aggression: Sample = NONE
    went_to_showdown: Sample = NONE
    won_at_showdown: Sample = NONE


class TableStatistics(Struct, frozen=True):
    """All players who have been dealt in, in the order in which they were first; `hand` is the last that counted."""

    hand: int = 0
    players: tuple[PlayerStatistics, ...] = ()

    def of(self, name: str) -> PlayerStatistics:
        """A player's, those of a newcomer included."""
        return next((one for one in self.players if one.name == name), PlayerStatistics(name))


NO_STATISTICS: Final = TableStatistics()

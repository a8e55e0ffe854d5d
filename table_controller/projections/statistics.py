"""What each player did in a hand that is over, and the hands of a table added up.

What counts is what stood when the hand was put away: the tables that it went through, as they are told in the end. So
an act that was withdrawn, lowered, ruled to be another one or taken back is none, nor is one out of turn that never
came into force. Terms are those of the usual trackers (PokerTracker, Hold'em Manager):

| figure           | `n`                                  | `of`                                                    |
|------------------|--------------------------------------|---------------------------------------------------------|
| VPIP             | called, bet or raised before flop    | hands in which he had a decision before the flop        |
| PFR              | raised there                         | the same hands                                          |
| 3-bet            | raised over the first raise          | hands in which he acted with one raise before him       |
| aggression       | bets and raises after the flop       | calls there                                             |
| went to showdown | came to the showdown                 | flops that he saw, those seen all-in too                |
| won at showdown  | won a pot there, or a part of one    | showdowns that he came to, with at least one other hand |

Antes and blinds are nobody's will. A big blind to whom all fold (a walk) had nothing to decide, and trackers leave that
hand out of VPIP; so is one here whose player was all-in by his blind, missed the deal, or whose hand died by no act of
his. A raise is whatever goes above the bet that it faced, a short all-in too: it is what he did, whether it reopens the
betting or not. Who only calls because he has no more had that chance of a 3-bet all the same; a stack is no part of it.
Who throws his hand away unshown at the showdown came to it, and has not won: everybody has seen that, and nothing else
is taken from it. Of games with other streets the first and the second stand for those before and on the flop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import variant_of
from table_controller.game.state.betting import RecordedAct
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.table import Table
from table_controller.projections.course import Acts, Course, at_the_showdown
from table_controller.vocabulary.statistics import PlayerStatistics, Sample, TableStatistics


def hand_statistics(tables: Sequence[Table]) -> tuple[PlayerStatistics, ...]:
    """Each player's figures of one hand, out of the tables that it went through, in order; the last one is its end.

    None of a hand that is not settled, or is void.
    """
    end = tables[-1] if tables else None
    if end is None or end.hand.phase != SETTLED or end.hand.fate:
        return ()
    course, streets = Course([]), [street.name for street in variant_of(end).streets]
    for table in tables:
        course.goes_on(table, streets)
    shown = at_the_showdown(end)
    won = frozenset(share.seat for share in end.hand.shares if share.chips)
    first = (*course.before, *(course.rounds[0] if course.rounds else ()))
    later = [act for acts in course.rounds[1:] for act in acts]
    players = _players(tables)
    return tuple(
        _before_the_flop(
            PlayerStatistics(
                players[seat],
                1,
                aggression=_aggression(later, seat),
                went_to_showdown=Sample(int(seat in course.saw and seat in shown), int(seat in course.saw)),
                won_at_showdown=Sample(int(seat in shown and seat in won), int(seat in shown)),
            ),
            first,
            seat,
        )
        for seat in end.hand.seats
        if seat in players
    )


def _players(tables: Sequence[Table]) -> Mapping[int, str]:
    """Who played: who sat there until the hand was settled, for after it somebody else may sit down."""
    table = next((table for table in reversed(tables) if table.hand.phase != SETTLED), tables[-1])
    return {player.seat: player.name for player in table.players if player is not None and player.name}


def _before_the_flop(told: PlayerStatistics, acts: Acts, seat: int) -> PlayerStatistics:
    own = [act for act in acts if act.seat == seat]
    if not own:
        return told
    could = did = 0
    raisers: list[int] = []
    for act in acts:
        if act.seat == seat and len(raisers) == 1 and raisers[0] != seat:
            could, did = 1, did | int(_raises(act))
        raisers += [act.seat] if _raises(act) else []
    return replace(
        told,
        vpip=Sample(int(any(_pays(act) for act in own)), 1),
        pfr=Sample(int(any(_raises(act) for act in own)), 1),
        three_bet=Sample(did, could),
    )


def _aggression(acts: Iterable[RecordedAct], seat: int) -> Sample:
    own = [act for act in acts if act.seat == seat and _pays(act)]
    raises = sum(map(_raises, own))
    return Sample(raises, len(own) - raises)


def _pays(act: RecordedAct) -> bool:
    return act.kind != "fold" and act.to_chips > act.before_chips


def _raises(act: RecordedAct) -> bool:
    return _pays(act) and act.to_chips > act.level_chips


def added(so_far: TableStatistics, hand: int, more: tuple[PlayerStatistics, ...]) -> TableStatistics:
    """The figures with those of one hand more; the same if it does not count."""
    if not more:
        return so_far
    known = {one.name: one for one in so_far.players}
    for one in more:
        before = known.get(one.name)
        known[one.name] = one if before is None else _together(before, one)
    return TableStatistics(hand, tuple(known.values()))


def _together(one: PlayerStatistics, other: PlayerStatistics) -> PlayerStatistics:
    return PlayerStatistics(
        one.name,
        one.hands + other.hands,
        one.vpip.and_then(other.vpip),
        one.pfr.and_then(other.pfr),
        one.three_bet.and_then(other.three_bet),
        one.aggression.and_then(other.aggression),
        one.went_to_showdown.and_then(other.went_to_showdown),
        one.won_at_showdown.and_then(other.won_at_showdown),
    )

"""Chips found after an all-in, made part of it: the bet grows, and those who called it pay the difference.

| the all-in was      | its bet grows by                  | who pays                                         |
| ------------------- | --------------------------------- | ------------------------------------------------ |
| a bet or raise      | all the chips                     | in this round: who matched it, up to the new bet |
| a call              | what was missing to the full call | nobody: the others have that much in already     |
| in an earlier round | all the chips                     | every live seat that matched it, as much again   |

Nobody pays more than he has; what nobody can match goes back once the betting is closed.
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.betting import Act, RecordedAct, Round, is_live, with_stand
from table_controller.game.state.corrections import taken_back
from table_controller.game.state.ledger import Ledger, commit, put
from table_controller.game.state.pots import unmatched


def counted_in(betting: Round, ledger: Ledger, seat: int, chips: int) -> tuple[Round, Ledger]:
    """The round and the ledger with `chips` of an all-in seat's stack as part of its all-in."""
    stand, recorded_act = betting.stands[seat - 1], _last_deed(betting, seat)
    chips = min(chips, ledger[seat - 1].stack_chips)
    if recorded_act is not None and recorded_act.kind == "call":
        chips = min(chips, max(0, betting.level_chips - stand.bet_chips))
    if stand.status != "all-in" or chips <= 0:
        return betting, ledger
    due = _due(betting, ledger, seat, chips) if recorded_act is None else _due_now(betting, seat, chips)
    ledger = put(ledger, seat, commit(ledger[seat - 1], chips))
    if recorded_act is not None:
        betting = _sized(_with_bet(betting, seat, stand.bet_chips + chips), recorded_act, stand.bet_chips + chips)
    for other, asked in due.items():
        paid = min(asked, ledger[other - 1].stack_chips)
        ledger = put(ledger, other, commit(ledger[other - 1], paid))
        if recorded_act is not None:
            betting = _with_bet(betting, other, betting.stands[other - 1].bet_chips + paid)
        if not ledger[other - 1].stack_chips:
            betting = with_stand(betting, other, replace(betting.stands[other - 1], status="all-in"))
    if betting.actor is None and (excess := unmatched(ledger, betting.stands)):
        betting, ledger = taken_back(betting, ledger, *excess)
    return betting, ledger


def _due_now(betting: Round, seat: int, chips: int) -> dict[int, int]:
    """Seats that matched the bet in this round, and what they lack to the new one."""
    old = betting.stands[seat - 1].bet_chips
    return {
        at: old + chips - other.bet_chips
        for at, other in enumerate(betting.stands, 1)
        if at != seat and other.status == "in" and other.act is not None and old <= other.bet_chips < old + chips
    }


def _due(betting: Round, ledger: Ledger, seat: int, chips: int) -> dict[int, int]:
    """Seats that matched an all-in of an earlier round."""
    old = ledger[seat - 1].committed_chips - ledger[seat - 1].dead_chips
    return {
        at: chips
        for at, (other, money) in enumerate(zip(betting.stands, ledger, strict=False), 1)
        if at != seat and is_live(other) and money.committed_chips - money.dead_chips >= old
    }


def _sized(betting: Round, recorded_act: RecordedAct, to_chips: int) -> Round:
    """The level, and the size of the last full raise, with a bet or raise that has grown."""
    grown, was = to_chips - recorded_act.level_chips, recorded_act.to_chips - recorded_act.level_chips
    size, raises = betting.full_raise_chips, betting.raises
    if grown >= recorded_act.full_chips > 0 and recorded_act.kind in ("bet", "raise"):
        raises += was < recorded_act.full_chips
        size = size if betting.terms.structure == "fixed-limit" else max(size, grown)
    return replace(betting, level_chips=max(betting.level_chips, to_chips), full_raise_chips=size, raises=raises)


def _with_bet(betting: Round, seat: int, to_chips: int) -> Round:
    """The last act of the seat for a greater total."""
    stand = betting.stands[seat - 1]
    act = Act(stand.act.kind, to_chips) if stand.act is not None else None
    seen = None if stand.acted_at_chips is None else max(stand.acted_at_chips, to_chips)
    recorded_act = _last_deed(betting, seat)
    recorded_acts = tuple(
        replace(one, to_chips=to_chips) if one is recorded_act else one for one in betting.recorded_acts
    )
    grown = replace(stand, bet_chips=to_chips, act=act, acted_at_chips=seen)
    return replace(with_stand(betting, seat, grown), recorded_acts=recorded_acts)


def _last_deed(betting: Round, seat: int) -> RecordedAct | None:
    return next((recorded_act for recorded_act in reversed(betting.recorded_acts) if recorded_act.seat == seat), None)

"""The last act of a round made into another one: betting and ledger go back to before it and forward again."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.betting import (
    Act,
    RecordedAct,
    Round,
    is_full,
    is_live,
    with_act,
    with_stand,
    with_turn,
)
from table_controller.game.state.ledger import Ledger, SeatChips, balance_chips, commit, give_back, put
from table_controller.vocabulary.outcomes import ActKind


def waiting_again(betting: Round, ledger: Ledger, seat: int) -> tuple[Round, Ledger]:
    """The round and the ledger before what had waited behind the last act of `seat` came into force: it waits again."""
    while betting.recorded_acts and betting.recorded_acts[-1].seat != seat:
        last = betting.recorded_acts[-1]
        if last.held is None:
            break
        if not is_live(betting.stands[last.seat - 1]):  # dead since: its bet was taken out then
            betting = replace(betting, recorded_acts=betting.recorded_acts[:-1])
            continue
        betting = before_last(betting)
        money = give_back(ledger[last.seat - 1], last.to_chips - last.before_chips)
        ledger = put(ledger, last.seat, replace(money, loose_chips=max(0, balance_chips(money))))
        betting = replace(betting, held=(last.held, *betting.held))
    return betting, ledger


def amended(betting: Round, ledger: Ledger, seat: int, kind: ActKind, to_chips: int) -> tuple[Round, Ledger]:
    """The round and the ledger as if the last act had been this one; unchanged if it was another seat's.

    What had waited behind it waits for its turn again. If it ended the round, what came back then of a bet is bet.
    """
    betting, ledger = waiting_again(betting, ledger, seat)
    if not betting.recorded_acts or betting.recorded_acts[-1].seat != seat:
        return betting, ledger
    before, ledger = bet_again(betting, before_last(betting), ledger)
    last, money, bet = betting.recorded_acts[-1], ledger[seat - 1], betting.stands[seat - 1].bet_chips
    to = min(to_chips, money.stack_chips + bet)
    paid = SeatChips(
        money.stack_chips + bet - to,
        money.committed_chips - bet + to,
        money.dead_chips,
        money.pushed_chips,
        money.received_chips,
        money.won_chips,
        0,
    )
    return with_act(before, seat, kind, to, not paid.stack_chips, last.by), put(ledger, seat, paid)


def without_last(betting: Round, ledger: Ledger, seat: int) -> tuple[Round, Ledger]:
    """The round and the ledger as if the last act, which is the seat's, had not been made: its chips are its own."""
    betting, ledger = waiting_again(betting, ledger, seat)
    last = betting.recorded_acts[-1]
    before, ledger = bet_again(betting, before_last(betting), ledger)
    money = give_back(ledger[seat - 1], last.to_chips - last.before_chips)
    return before, put(ledger, seat, money)


def taken_back(betting: Round, ledger: Ledger, seat: int, chips: int) -> tuple[Round, Ledger]:
    """The round and the ledger with `chips` of what the seat bet its own again: never more than it has in the pots.

    The bet and what is behind it change together, so a bet that has gone back cannot go back again.
    """
    stand, money = betting.stands[seat - 1], ledger[seat - 1]
    chips = min(chips, money.committed_chips - money.dead_chips)
    if chips <= 0:
        return betting, ledger
    status = "in" if stand.status == "all-in" else stand.status
    less = replace(stand, bet_chips=max(0, stand.bet_chips - chips), status=status)
    return with_stand(betting, seat, less), put(ledger, seat, give_back(money, chips))


def lowered(betting: Round, ledger: Ledger, to_chips: int) -> tuple[Round, Ledger]:
    """The round and the ledger as if its highest bet had been `to_chips`: what anybody bet above is the seat's again.

    Who acts next stays: nobody is less behind than before.
    """
    stands, money = list(betting.stands), list(ledger)
    for at, stand in enumerate(stands):
        over = stand.bet_chips - to_chips
        seen = None if stand.acted_at_chips is None else min(stand.acted_at_chips, to_chips)
        if over <= 0:
            stands[at] = replace(stand, acted_at_chips=seen)
            continue
        made = replace(stand.act, to_chips=to_chips) if stand.act else None
        status = "in" if stand.status == "all-in" else stand.status
        stands[at] = replace(stand, status=status, bet_chips=to_chips, acted_at_chips=seen, act=made)
        money[at] = give_back(money[at], over)
    recorded_acts = tuple(
        replace(
            recorded_act,
            to_chips=min(recorded_act.to_chips, to_chips),
            level_chips=min(recorded_act.level_chips, to_chips),
        )
        for recorded_act in betting.recorded_acts
    )
    less = betting.level_chips - to_chips
    full = betting.full_raise_chips - less if betting.full_raise_chips > less else betting.full_raise_chips
    low = replace(
        betting, stands=tuple(stands), level_chips=to_chips, full_raise_chips=full, recorded_acts=recorded_acts
    )
    return low, tuple(money)


def without_bet(betting: Round, seat: int, back_chips: int) -> Round:
    """The round after `back_chips` of the last bet of a dead hand were taken back.

    The level falls to what that bet faced, or to what others have put in; who has matched that need not act again.
    """
    bets = [
        recorded_act
        for recorded_act in betting.recorded_acts
        if recorded_act.seat == seat and recorded_act.to_chips > recorded_act.level_chips
    ]
    if not back_chips or not bets:
        return betting
    bet = bets[-1]
    stands = list(betting.stands)
    stands[seat - 1] = replace(stands[seat - 1], act=Act("fold", stands[seat - 1].bet_chips))
    level = max(bet.level_chips, *(other.bet_chips for other in stands))
    full = bet.full_chips if level == bet.level_chips else betting.full_raise_chips
    raises = betting.raises - (level == bet.level_chips and _is_full(betting, bet))
    for at, other in enumerate(stands):
        if other.acted_at_chips is not None:
            stands[at] = replace(
                other, acted_at_chips=min(other.acted_at_chips, level), raises_seen=min(other.raises_seen, raises)
            )
    lower = replace(
        betting, stands=tuple(stands), level_chips=level, full_raise_chips=full, raises=raises, aggressor=None
    )
    return with_turn(lower)


def without_fold(betting: Round, seat: int) -> Round:
    """The round as if the seat had not folded in it: with its turn again if it was the last to act, else when it comes.

    Unchanged if the seat did not fold in this round.
    """
    made = [at for at, act in enumerate(betting.recorded_acts) if act.seat == seat and act.kind == "fold"]
    if not made or betting.stands[seat - 1].status != "folded":
        return betting
    last = betting.recorded_acts[made[-1]]
    if last.turn and made[-1] == len(betting.recorded_acts) - 1:
        return before_last(betting)
    acts = (*betting.recorded_acts[: made[-1]], *betting.recorded_acts[made[-1] + 1 :])
    before = next((act for act in reversed(acts) if act.seat == seat), None)
    stand = replace(
        betting.stands[seat - 1],
        status="in",
        acted_at_chips=None if before is None else max(before.level_chips, before.to_chips),
        act=None if before is None else Act(before.kind, before.to_chips),
    )
    back = replace(with_stand(betting, seat, stand), recorded_acts=acts)
    return back if back.actor is not None else with_turn(replace(back, actor=seat))


def bet_again(before: Round, betting: Round, ledger: Ledger) -> tuple[Round, Ledger]:
    """A round that was over `before` and is open again: what came back of a bet that nobody answered is bet again."""
    if before.actor is not None or betting.actor is None:
        return betting, ledger
    for seat, stand in enumerate(betting.stands, 1):
        if stand.act is None or stand.act.kind not in ("bet", "raise") or not is_live(stand):
            continue
        money = ledger[seat - 1]
        chips = min(stand.act.to_chips - stand.bet_chips, money.stack_chips)
        if chips > 0:
            ledger = put(ledger, seat, commit(money, chips))
            status = stand.status if ledger[seat - 1].stack_chips else "all-in"
            whole = replace(stand, bet_chips=stand.bet_chips + chips, status=status)
            betting = with_stand(betting, seat, whole)
    return betting, ledger


def before_last(betting: Round) -> Round:
    """The round without its last act, the seat that made it to act again; there must be one."""
    last, recorded_acts = betting.recorded_acts[-1], betting.recorded_acts[:-1]
    seat = last.seat
    stand = betting.stands[seat - 1]
    earlier = next((at for at in reversed(range(len(recorded_acts))) if recorded_acts[at].seat == seat), None)
    since = (
        sum(_is_full(betting, recorded_act) for recorded_act in betting.recorded_acts[earlier + 1 :])
        if earlier is not None
        else 0
    )
    back = replace(
        stand,
        status="in",
        bet_chips=last.before_chips,
        acted_at_chips=max(recorded_acts[earlier].level_chips, recorded_acts[earlier].to_chips)
        if earlier is not None
        else None,
        raises_seen=betting.raises - since if earlier is not None else 0,
        act=None,
    )
    return replace(
        with_stand(betting, seat, back),
        level_chips=last.level_chips,
        full_raise_chips=last.full_chips,
        raises=betting.raises - _is_full(betting, last),
        actor=seat,
        recorded_acts=recorded_acts,
    )


def _is_full(betting: Round, recorded_act: RecordedAct) -> bool:
    """Whether the act was a raise that others may raise in turn."""
    to_chips, level, size = recorded_act.to_chips, recorded_act.level_chips, recorded_act.full_chips
    return to_chips > level and is_full(betting.terms, to_chips, level, size)


def all_in_now(betting: Round, seat: int) -> Round:
    """The round knowing that a seat in it has nothing behind; the turn goes on if it was the seat's."""
    return with_turn(with_stand(betting, seat, replace(betting.stands[seat - 1], status="all-in")))

"""The last act of a round made into another one: betting and ledger go back to before it and forward again."""

from __future__ import annotations

from dataclasses import replace

from table_controller.machines.betting import Round, with_act
from table_controller.machines.ledger import Ledger, Money, put
from table_controller.outcomes import ActKind


def amended(betting: Round, ledger: Ledger, seat: int, kind: ActKind, to_chips: int) -> tuple[Round, Ledger]:
    """The round and the ledger as if the last act had been this one; unchanged if it was another seat's."""
    if not betting.deeds or betting.deeds[-1].seat != seat:
        return betting, ledger
    last, money = betting.deeds[-1], ledger[seat - 1]
    before = _before(betting, seat)
    to = min(to_chips, money.stack_chips + last.to_chips)
    paid = Money(
        money.stack_chips + last.to_chips - to,
        money.committed_chips - last.to_chips + to,
        money.dead_chips,
        money.pushed_chips,
        money.received_chips,
        money.won_chips,
        0,
    )
    return with_act(before, seat, kind, to, not paid.stack_chips, last.by), put(ledger, seat, paid)


def _before(betting: Round, seat: int) -> Round:
    """The round without its last act. The size of the last full raise is taken from the acts before it."""
    last, deeds = betting.deeds[-1], betting.deeds[:-1]
    stand = betting.stands[seat - 1]
    earlier = next((deed for deed in reversed(deeds) if deed.seat == seat), None)
    back = replace(
        stand,
        status="in",
        bet_chips=last.before_chips,
        acted_at_chips=earlier.level_chips if earlier else None,
        act=None,
    )
    stands = (*betting.stands[: seat - 1], back, *betting.stands[seat:])
    was_full = last.to_chips - last.level_chips >= last.full_chips and last.to_chips > last.level_chips
    return replace(
        betting,
        stands=stands,
        level_chips=last.level_chips,
        full_raise_chips=last.full_chips,
        raises=betting.raises - was_full,
        actor=seat,
        deeds=deeds,
    )

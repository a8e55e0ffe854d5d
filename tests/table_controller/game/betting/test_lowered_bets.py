"""A bet that counts as less than it was ruled: for the bettor and for all who answered it."""

from __future__ import annotations

from table_controller.game.state.betting import Round, Stand, opened, with_act
from table_controller.game.state.corrections import lowered
from table_controller.game.state.ledger import Ledger, SeatChips, commit, put

STACKS = (50_000, 10_200, 8_000, 50_000)


def pot_bet_answered() -> tuple[Round, Ledger]:
    """Seat 1 bet 10,500; seat 2 called all-in with 10,200, seat 3 with 8,000; seat 4 has not acted."""
    betting = opened(tuple(Stand("in") for _ in STACKS), 4, 1000, Round().terms)
    ledger: Ledger = tuple(SeatChips(stack) for stack in STACKS)
    for seat, kind, to in ((1, "bet", 10_500), (2, "call", 10_200), (3, "call", 8_000)):
        money = commit(ledger[seat - 1], to)
        betting = with_act(betting, seat, "bet" if kind == "bet" else "call", to, not money.stack_chips, "word")
        ledger = put(ledger, seat, money)
    return betting, ledger


def test_whoever_bet_more_than_the_lower_amount_has_the_rest_again() -> None:
    betting, ledger = lowered(*pot_bet_answered(), 9_500)
    assert [stand.bet_chips for stand in betting.stands] == [9_500, 9_500, 8_000, 0]
    assert [money.stack_chips for money in ledger] == [40_500, 700, 0, 50_000]
    assert [stand.status for stand in betting.stands] == ["in", "in", "all-in", "in"], "seat 2 is not all-in any more"
    assert [money.stack_chips + money.committed_chips for money in ledger] == list(STACKS)


def test_the_next_seat_answers_and_raises_over_the_lower_amount() -> None:
    betting, _ = lowered(*pot_bet_answered(), 9_500)
    assert betting.actor == 4
    assert (betting.level_chips, betting.full_raise_chips) == (9_500, 9_500)
    assert [(recorded_act.to_chips, recorded_act.level_chips) for recorded_act in betting.recorded_acts] == [
        (9_500, 0),
        (9_500, 9_500),
        (8_000, 9_500),
    ]


def test_a_raise_keeps_what_it_was_raised_over() -> None:
    betting = opened(tuple(Stand("in") for _ in STACKS), 4, 1000, Round().terms)
    ledger: Ledger = tuple(SeatChips(stack) for stack in STACKS)
    betting = with_act(with_act(betting, 1, "bet", 1000, all_in=False), 2, "raise", 7000, all_in=False)
    ledger = put(put(ledger, 1, commit(ledger[0], 1000)), 2, commit(ledger[1], 7000))
    betting, ledger = lowered(betting, ledger, 6000)
    assert (betting.level_chips, betting.full_raise_chips, betting.raises) == (6000, 5000, 2)
    assert betting.stands[0].bet_chips == 1000
    assert ledger[0].committed_chips == 1000

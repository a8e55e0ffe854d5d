"""The reader of the burns is slower than that of the board: the burn that came first is not missed."""

from __future__ import annotations

import pytest
from support.dealt_tables import Felt

from firmware_bridge.vocabulary.observations import CardArrived, Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN
from table_controller.session.session import BURN_PATIENCE_S
from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.events import CardBoarded, CardBurned, TimePassed
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import plainly

from .test_unsaid_check import CALLED, told


@pytest.fixture
def felt() -> Felt:
    """The betting before the flop is over, and the next card is a burn."""
    felt = Felt()
    told(felt, *CALLED)
    felt.take(Say("check"))
    assert told(felt, "sweep", "wait 1").next.code == "burn"
    return felt


def sees(felt: Felt, handle: str, zone: str, at_s: float) -> Record:
    answer = felt.process.controller.accept(CardArrived(Handle(handle), zone, at_s - 0.1, at_s), at_s)  # type: ignore[arg-type]
    assert isinstance(answer, Record)
    return answer


def kinds(record: Record) -> list[type]:
    return [type(one.event) for one in record.applied_events if isinstance(one.event, CardBurned | CardBoarded)]


def topics(felt: Felt) -> list[str]:
    return [one.topic for one in plainly(felt.view()).findings]


def test_a_burn_that_is_read_after_the_flop_came_before_it(felt: Felt) -> None:
    now_s = felt.process.table.now_s
    for at, handle in enumerate(("x2", "x3", "x4")):
        assert kinds(sees(felt, handle, BOARD, now_s + 0.05 * at)) == []
    assert kinds(sees(felt, "x1", BURN, now_s + 0.3)) == [CardBurned, *[CardBoarded] * 3]
    assert topics(felt) == []


def test_a_flop_without_a_burn_is_one_when_the_moment_is_over(felt: Felt) -> None:
    now_s = felt.process.table.now_s
    for handle in ("x2", "x3", "x4"):
        sees(felt, handle, BOARD, now_s)
    due_s = felt.process.controller.deadline_s(now_s)
    assert due_s == now_s + BURN_PATIENCE_S
    over = felt.process.controller.accept(TimePassed(due_s), due_s)
    assert isinstance(over, Record)
    assert kinds(over) == [CardBoarded] * 3
    assert "burn-error" in topics(felt)


def test_a_key_waits_for_no_burn(felt: Felt) -> None:
    now_s = felt.process.table.now_s
    for handle in ("x2", "x3", "x4"):
        sees(felt, handle, BOARD, now_s)
    answer = felt.process.controller.accept(Say("check"), now_s + 0.1)
    assert isinstance(answer, Record)
    assert kinds(answer) == [CardBoarded] * 3

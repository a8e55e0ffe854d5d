"""The account of a hand is what stood in the end, however it was keyed, undone and put right on the way."""

from __future__ import annotations

import pytest
from support.dealt_tables import BOOK, KeysOnly
from support.one_hand import BOOK as BOOK_OF_SENSORS
from support.one_hand import entries_of

from firmware_bridge.vocabulary.cards import parse_cards
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import ReplayDiffers
from table_controller.controller.played_hands import played_hands
from table_controller.histories.phh_writer import CannotTell, phh_text
from table_controller.journal.journal import MemoryJournal
from table_controller.vocabulary.accounts import HandAccount
from table_controller.vocabulary.commands import (
    Command,
    CorrectBet,
    CorrectStack,
    MarkBoard,
    MarkDealt,
    MarkRiffle,
    Say,
    ShowCards,
    Undo,
)
from table_controller.vocabulary.record import Record


def told(table: KeysOnly) -> tuple[HandAccount, ...]:
    journal = table.controller.journal
    assert isinstance(journal, MemoryJournal)
    return played_hands(journal.entries(), lambda _: BOOK).hands(lambda _: "")


def keyed(*commands: Command) -> KeysOnly:
    table = KeysOnly()
    for command in commands:
        assert isinstance(table.take(command), Record), command
    return table


DEALT = (MarkRiffle(), MarkDealt())
FOLDS = [Say("fold")] * 5


def test_who_is_all_in_in_a_hand_under_way_is_still_playing() -> None:
    """A stack of nothing was a player who had gone out, and the others had his place below them."""
    table = keyed(*DEALT, Say("all-in"))
    journal = table.controller.journal
    assert isinstance(journal, MemoryJournal)
    assert played_hands(journal.entries(), lambda _: BOOK).playing() == {f"Player {seat}" for seat in range(1, 7)}


def test_a_hand_under_way_has_no_account_yet() -> None:
    assert told(keyed(*DEALT, Say("raise", amount_chips=600))) == ()
    (hand,) = told(keyed(*DEALT, *FOLDS))
    assert [act.kind for act in hand.streets[0].acts] == ["fold"] * 5
    assert hand.pot_chips == sum(seat.bet_chips for seat in hand.seats) == 100, (
        "nobody called the rest of the big blind"
    )
    assert [seat.finish_chips - seat.start_chips for seat in hand.seats] == [0, -50, 50, 0, 0, 0]


@pytest.mark.parametrize(
    "slip",
    [
        [Say("raise", amount_chips=900), Undo(), Say("raise", amount_chips=600)],
        [Say("raise", amount_chips=900), CorrectBet(4, 600)],
        [Say("fold"), Undo(), Say("raise", amount_chips=600)],
    ],
    ids=["undone", "corrected", "a fold undone"],
)
def test_a_slip_of_the_key_is_not_in_the_account(slip: list[Command]) -> None:
    (right,) = told(keyed(*DEALT, Say("raise", amount_chips=600), *FOLDS))
    (hand,) = told(keyed(*DEALT, *slip, *FOLDS))
    assert hand.retold
    assert phh_text(hand).replace("_retold = true\n", "") == phh_text(right)


def test_a_board_and_a_hand_put_right_are_told_as_they_are() -> None:
    table = keyed(*DEALT, *[Say("call")] * 5, Say("check"), MarkBoard(parse_cards("2c3c4c")), Undo())
    for cards in ("5c6c7c", "8h", "9h"):
        street: list[Command] = [MarkBoard(parse_cards(cards)), *[Say("check")] * 6]
        for command in street:
            assert isinstance(table.take(command), Record), command
    hands = ("AhKh", "AdKd", "QhJh", "QdJd", "2s2h", "3s3h")
    for cards in hands:
        seat = table.view().next.seat
        assert seat is not None
        assert isinstance(table.take(ShowCards(seat, parse_cards(cards))), Record)
    (hand,) = told(table)
    assert hand.board == parse_cards("5c6c7c8h9h")
    assert sorted("".join(seat.cards) for seat in hand.seats) == sorted(hands)
    assert all(seat.shown for seat in hand.seats)
    assert hand.pot_chips == sum(seat.bet_chips for seat in hand.seats)


def test_a_stack_counted_in_the_middle_of_a_hand_was_there_before_it() -> None:
    table = keyed(*DEALT, Say("raise", amount_chips=600))
    behind = next(seat.stack_chips for seat in table.view().seats if seat.seat == 1)
    later: list[Command] = [CorrectStack(1, ((100, behind // 100 + 5),)), *FOLDS]
    for at, command in enumerate(later):
        assert isinstance(table.controller.accept(command, 100.0 + at), Record), command
    (hand,) = told(table)
    assert hand.of(1).start_chips == behind + 500
    assert sum(seat.start_chips for seat in hand.seats) == sum(seat.finish_chips for seat in hand.seats)
    assert phh_text(hand)


def test_a_journal_that_begins_without_its_table_is_refused() -> None:
    with pytest.raises(ReplayDiffers, match="before the table is opened"):
        played_hands(entries_of(1)[1:], lambda _: BOOK_OF_SENSORS)


def test_a_hand_of_which_chips_are_missing_is_not_written() -> None:
    """Planted: a stack with a chip less at its end."""
    (hand,) = told(keyed(*DEALT, *FOLDS))
    first, *rest = hand.seats
    with pytest.raises(CannotTell, match=r"finishing_stacks|_odd_chips"):
        phh_text(replace(hand, seats=(replace(first, finish_chips=first.finish_chips - 1), *rest)))

"""A key is about what its screen showed: where the table has moved on it does nothing, and says so."""

from __future__ import annotations

import pytest
from support.one_hand import UNDERCALL, controller_after

from firmware_bridge.vocabulary.lines import LineError
from table_controller.vocabulary.commands import COMMANDS, Done, MarkFold, Rule, Say, Undo
from table_controller.vocabulary.views import Refused


def test_a_command_about_what_is_over_is_refused() -> None:
    """As two screens, or a screen and a panel, send it within the same moment."""
    table = controller_after(UNDERCALL)
    view = table.view(0.0)
    case = next(one.number for one in view.findings if one.open)
    assert table.accept(Rule("take-back", case=case + 1), 1000.0) == Refused("stale")
    assert not isinstance(table.accept(Rule("take-back", case=case), 1000.0), Refused)
    assert table.accept(Rule("take-back", case=case), 1000.0) == Refused("stale")
    ruled = table.view(0.0)
    assert ruled.undo_next > view.undo_next
    assert table.accept(Undo(after=view.undo_next), 1000.0) == Refused("stale")
    assert not isinstance(table.accept(Undo(after=ruled.undo_next), 1000.0), Refused)
    assert table.accept(Undo(after=ruled.undo_next), 1000.0) == Refused("stale"), "a second one takes no more back"
    assert table.view(0.0).undo_next == view.undo_next
    acts = table.view(0.0).next
    assert table.accept(Done("push-pot", 1, 50), 1000.0) == Refused("stale")
    assert table.accept(Done(acts.code, acts.seat, acts.chips), 1000.0) != Refused("stale")


def test_a_word_for_whoever_acted_is_not_the_next_ones() -> None:
    table = controller_after("deal\n")
    first = table.view(0.0).action
    assert first is not None
    assert not isinstance(table.accept(Say("call", turn=first.seat), 1000.0), Refused)
    for word in (Say("call", turn=first.seat), MarkFold(turn=first.seat)):
        assert table.accept(word, 1000.0) == Refused("stale")


def test_a_record_from_before_says_nothing_of_it() -> None:
    for line, command in (
        (b'{"is":"Done","v":1}', Done()),
        (b'{"is":"Say","v":1,"word":"check"}', Say("check")),
        (b'{"is":"Undo","v":1}', Undo()),
        (b'{"is":"Rule","v":1,"option":"misdeal"}', Rule("misdeal")),
    ):
        assert COMMANDS.decode(line) == command


def test_what_is_nested_too_deep_is_no_command() -> None:
    for line in (b"[" * 5000 + b"]" * 5000, b'{"is":' * 5000 + b"1" + b"}" * 5000):
        with pytest.raises(LineError, match="not JSON"):
            COMMANDS.decode(line)

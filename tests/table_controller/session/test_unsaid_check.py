"""A check that nobody keyed, and cards that came after it: the dealer is asked, and a good flop stays one."""

from __future__ import annotations

import pytest
from support.dealt_tables import Felt
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import Confirm, Say, Undo
from table_controller.vocabulary.outcomes import Corrected
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView

CALLED = (
    *("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2), "wait 1"),
    *(f"{seat}: mucks" for seat in (4, 5, 6, 1)),
    *("wait 1", "2: pushes 2x25", "wait 1"),
)
"""Everybody but the blinds has folded, the small one has called: the big one taps the table."""
ASKED = "unsaid-check:3"


@pytest.fixture
def felt() -> Felt:
    return Felt()


def asked(view: TableView) -> list[str]:
    return [one.prompt for one in view.prompts if one.kind.startswith("unsaid-check")]


def open_findings(view: TableView) -> list[str]:
    return [one.topic for one in view.findings]


def test_a_flop_after_a_tap_that_nobody_keyed_is_asked_about_and_stands(felt: Felt) -> None:
    view = felt.told(*CALLED, "sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    assert asked(view) == [ASKED]
    assert (open_findings(view), view.next.code) == ([], "answer-first"), "by one of its answers nothing is wrong"
    felt.take(Confirm(ASKED, "yes"))
    view = felt.told()
    assert (view.street, view.next.code, view.next.seat) == ("flop", "await", 2)
    assert open_findings(view) == []
    assert asked(view) == []


def test_a_flop_that_really_came_too_early_stays_one(felt: Felt) -> None:
    felt.told(*CALLED, "sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    felt.take(Confirm(ASKED, "no"))
    view = felt.told()
    assert (view.street, asked(view)) == ("preflop", [])
    assert "premature-board" in open_findings(view)


def test_the_key_that_comes_too_late_is_that_check(felt: Felt) -> None:
    felt.told(*CALLED, "sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    felt.take(Say("check"))
    view = felt.told()
    assert asked(view) == [ASKED]
    felt.take(Confirm(ASKED, "yes"))
    view = felt.told()
    assert (view.street, view.next.code, view.next.seat) == ("flop", "await", 2)
    assert open_findings(view) == []


def test_the_answer_can_be_taken_back(felt: Felt) -> None:
    felt.told(*CALLED, "sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    felt.take(Confirm(ASKED, "yes"))
    felt.take(Undo(1))
    view = felt.told()
    assert (view.street, asked(view), open_findings(view)) == ("preflop", [ASKED], []), "and it is asked again"
    felt.take(Confirm(ASKED, "no"))
    view = felt.told()
    assert asked(view) == []
    assert "premature-board" in open_findings(view)
    felt.take(Undo(1))
    assert asked(felt.told()) == [ASKED], "a slip of the finger is no more than that"
    felt.take(Confirm(ASKED, "yes"))
    assert (felt.told().street, open_findings(felt.told())) == ("flop", [])


def test_nothing_is_asked_where_a_bet_is_to_be_answered_or_others_are_to_act(felt: Felt) -> None:
    short = (*CALLED[:-3], "wait 1")
    assert not asked(felt.told(*short, "flop Ah Kd 2c", "wait 1"))


def test_nothing_is_asked_of_a_check_that_was_keyed(felt: Felt) -> None:
    felt.told(*CALLED)
    felt.take(Say("check"))
    view = felt.told("sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    assert (view.street, asked(view)) == ("flop", [])


def test_a_round_that_is_checked_through_without_a_key_is_asked_about_once(felt: Felt) -> None:
    """Check, check and the next card is the commonest thing there is: it was a premature turn without a way back."""
    felt.told(*CALLED)
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop Ah Kd 2c", "wait 1")
    view = felt.told("turn 3c", "wait 1")
    assert asked(view) == ["unsaid-checks:2"]
    assert (open_findings(view), view.next.code) == ([], "answer-first")
    felt.take(Confirm("unsaid-checks:2", "yes"))
    view = felt.told()
    assert (view.street, view.next.code, view.next.seat) == ("turn", "await", 2)
    assert (open_findings(view), asked(view)) == ([], [])
    felt.take(Undo(1))
    assert asked(felt.told()) == ["unsaid-checks:2"], "one answer is taken back at once"


def test_both_keys_that_come_too_late_are_those_checks(felt: Felt) -> None:
    felt.told(*CALLED)
    felt.take(Say("check"))
    felt.told("sweep", "wait 1", "flop Ah Kd 2c", "wait 1", "turn 3c", "wait 1")
    felt.take(Say("check"))
    felt.take(Say("check"))
    felt.take(Confirm("unsaid-checks:2", "yes"))
    view = felt.told()
    assert (view.street, view.next.code, view.next.seat) == ("turn", "await", 2)
    assert open_findings(view) == []


FLOP = ("sweep", "wait 1", "flop Ah Kd 2c", "wait 1")


def flop_of_two(felt: Felt) -> None:
    """The blinds are on a flop; the small one, seat 2, is first."""
    felt.told(*CALLED)
    felt.take(Say("check"))
    felt.told(*FLOP)


def test_a_bet_after_a_tap_that_nobody_keyed_is_asked_about_and_in_turn(felt: Felt) -> None:
    flop_of_two(felt)
    view = felt.told("3: pushes 2x100", "wait 1")
    assert asked(view) == ["unsaid-check-before-bet:2"]
    assert (open_findings(view), view.next.code) == ([], "answer-first"), "whether he was out of turn is not known"
    record = felt.take(Confirm("unsaid-check-before-bet:2", "yes"))
    assert isinstance(record, Record)
    assert Corrected("word", 2, before="bet", now="check") in record.applied_events[0].outcomes
    view = felt.told()
    assert (view.next.code, view.next.seat, asked(view)) == ("await", 2, [])
    assert open_findings(view) == []
    view = felt.told("2: mucks", "wait 1")
    assert open_findings(view) == []


def test_a_bet_that_was_out_of_turn_is_one(felt: Felt) -> None:
    flop_of_two(felt)
    felt.told("3: pushes 2x100", "wait 1")
    felt.take(Confirm("unsaid-check-before-bet:2", "no"))
    view = felt.told()
    assert (open_findings(view), asked(view)) == (["out-of-turn"], [])


def test_the_question_about_a_bet_stays_while_others_act_and_goes_with_the_round(felt: Felt) -> None:
    """Nobody looks at the screen: the bet is answered, and the answer that comes afterwards tells all of it anew."""
    flop_of_two(felt)
    view = felt.told("3: pushes 2x100", "wait 1", "2: mucks", "wait 1")
    assert asked(view) == ["unsaid-check-before-bet:2"]
    felt.take(Confirm("unsaid-check-before-bet:2", "yes"))
    view = felt.told()
    assert open_findings(view) == []
    assert view.next.seat == 3, "the pot is his"


def test_the_question_about_a_street_stays_while_the_next_bet_comes(felt: Felt) -> None:
    """The bet on the turn came before the answer: the question was gone, and a turn in order had to be taken back."""
    flop_of_two(felt)
    view = felt.told("turn 3c", "wait 1", "2: pushes 2x100", "wait 1")
    assert asked(view) == ["unsaid-checks:2"]
    assert view.next.code == "answer-first"
    felt.take(Confirm("unsaid-checks:2", "yes"))
    view = felt.told()
    assert (view.street, view.next.code, view.next.seat, open_findings(view)) == ("turn", "await", 3, [])
    assert view.action is not None
    assert view.action.to_call_chips == 200


def test_what_is_taken_back_is_asked_about_no_more(felt: Felt) -> None:
    flop_of_two(felt)
    felt.told("3: pushes 2x100", "wait 1")
    felt.take(Undo(1))
    assert asked(felt.told()) == []


def test_a_dealer_two_streets_ahead_of_the_answers_is_asked_about_both_rounds() -> None:
    evening = Evening()
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "2: pushes 2x25", "wait 1")
    evening.key(Say("check"))
    evening.do("sweep", "flop 2c 7d 9h", "wait 1", "turn Ks", "wait 1", "river Qs", "wait 1")
    first = evening.view.prompts
    assert [one.kind for one in first] == ["unsaid-checks"]
    evening.key(Confirm(first[0].prompt, "yes"))
    assert evening.view.street == "turn"
    assert [one.kind for one in evening.view.prompts] == ["unsaid-checks"], "the round on the turn lacks its checks too"
    assert evening.view.findings == ()
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    assert (evening.view.street, evening.view.prompts, evening.view.findings) == ("river", (), ())
    evening.key(Undo())
    assert evening.view.street == "turn"
    evening.key(Undo())
    assert (evening.view.street, evening.view.prompts) == ("flop", first), "who takes both back is asked as before"


def test_a_keyed_check_that_is_taken_back_is_asked_about_once_its_street_lies_there() -> None:
    evening = Evening()
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "2: pushes 2x25", "wait 1")
    evening.key(Say("check"))
    evening.do("sweep", "flop 2c 7d 9h", "wait 1", "turn Ks", "wait 1")
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    evening.key(Undo(2))  # the answer, and the check of the big blind
    assert [(one.kind, one.seat) for one in evening.view.prompts] == [("unsaid-check", 3)]
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    assert [(one.kind, one.seat) for one in evening.view.prompts] == [("unsaid-checks", 2)], "that of the flop again"
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    assert (evening.view.street, evening.view.prompts, evening.view.findings) == ("turn", (), ())

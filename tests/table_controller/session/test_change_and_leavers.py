"""Change that the dealer makes of what is nearest, bets on a street that is taken up, and offences of players gone."""

from __future__ import annotations

import pytest
from support.felt_prompt import DEALT, Evening

from firmware_bridge.vocabulary.zones import bet_zone, stack_zone
from table_controller.vocabulary.commands import Confirm, Rule, Say, SeatPlayer, TurnUp, UnseatPlayer
from table_controller.vocabulary.views import plainly


@pytest.fixture
def evening() -> Evening:
    return Evening()


def topics(evening: Evening) -> list[str]:
    return [finding.topic for one in evening.session.happened for finding in one.findings]


def owed(evening: Evening) -> dict[int, int]:
    return {one.seat: one.owes_chips for one in evening.view.seats if one.owes_chips}


def stacks(evening: Evening) -> list[int]:
    return [one.stack_chips for one in evening.view.seats]


FOLDS = ("6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 2")


@pytest.mark.parametrize("giver", [3, 4], ids=["a dead blind", "another one's bet"])
@pytest.mark.parametrize("early", [False, True], ids=["once all have acted", "while others have to act"])
def test_change_out_of_what_lies_in_front_of_another_player(evening: Evening, giver: int, early: bool) -> None:
    """A call of 400 with one chip of 500; the dealer takes the 100 from where a chip of 100 lies."""
    evening.do("4: pushes 4x100", "5: pushes 500", "wait 1", *(() if early else FOLDS))
    evening.felt.process.table.world.chips.move(((100, 1),), bet_zone(giver), stack_zone(5))
    evening.do("wait 3", *(FOLDS if early else ()))
    assert plainly(evening.view).next.code == "gather-bets"
    evening.do("sweep", "wait 3")
    assert (evening.view.prompts, evening.view.differences, owed(evening)) == ((), (), {})
    assert stacks(evening) == [10_000, 9_950, 9_900, 9_600, 9_600, 10_000]
    assert set(topics(evening)) <= {"overchip"}


def test_more_than_the_change_is_asked_about(evening: Evening) -> None:
    """Planted: 200 for a change of 100."""
    evening.do("4: pushes 4x100", "5: pushes 500", "wait 1", *FOLDS)
    evening.felt.process.table.world.chips.move(((100, 2),), bet_zone(4), stack_zone(5))
    evening.do("wait 8")
    assert evening.view.prompts != ()


def test_change_of_what_a_player_drew_back_by_mistake_pays_his_debt(evening: Evening) -> None:
    evening.do("4: pushes 4x100", "5: pushes 500", "wait 1", *FOLDS, "3: pulls 100", "wait 1")
    assert owed(evening) == {3: 100}
    evening.do("give 3 5 100", "wait 3")
    assert (evening.view.prompts, owed(evening)) == ((), {})
    evening.do("sweep", "wait 3")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert stacks(evening) == [10_000, 9_950, 9_900, 9_600, 9_600, 10_000]


def test_a_larger_chip_for_less_change_is_an_exchange(evening: Evening) -> None:
    """50 of a call of 150 go back; the pot has chips of 100 only, and the player gives 2x25 for one."""
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25")
    evening.key(Say("check", 3))
    evening.do("sweep", "wait 1", "flop", "wait 1")
    evening.key(Say("check", 2))
    evening.do("3: pushes 100 2x25", "2: pushes 2x100", "wait 2", "pay 2 100", "wait 2")
    assert (plainly(evening.view).next.code, owed(evening)) == ("await", {2: 50})
    evening.do("2: pushes 2x25", "wait 2", "sweep", "wait 3")
    assert (evening.view.prompts, evening.view.differences, owed(evening)) == ((), (), {})
    assert "pot-pushed" not in topics(evening)


def test_what_was_bet_on_a_street_that_is_taken_up_goes_back(evening: Evening) -> None:
    """A flop without a burn: it comes again, and with it the bets on it are void."""
    evening.do("4: pushes 100", "5: pushes 100", "6: mucks", "1: mucks", "2: mucks")
    evening.key(Say("check", 3))
    evening.do("sweep", "wait 1", "board 3", "wait 1", "3: pushes 100", "4: pushes 3x100", "wait 2")
    (found,) = [one for one in evening.view.findings if one.open]
    effects = {(one.code, one.seat): one.chips for one in found.choices[0].effects}
    told = [effects.get(one) for one in (("returns", 3), ("returns", 4), ("pot", None), ("bet", 3), ("level", None))]
    assert told == [100, 300, 350, None, None]
    evening.key(Rule("redeal"))
    act = plainly(evening.view).next
    assert (act.code, act.seat, act.chips) == ("return-chips", 3, 100)
    evening.do("3: pulls 100", "4: pulls 3x100", "wait 2")
    assert topics(evening) == ["burn-error"]
    assert stacks(evening) == [10_000, 9_950, 9_900, 9_900, 9_900, 10_000]
    assert sum(pot.chips for pot in evening.view.pots) == 350


def test_nobody_inherits_an_offence(evening: Evening) -> None:
    evening.do("6: pushes 100", "wait 3", "4: mucks", "5: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 3", "sweep")
    evening.do("pay 6", "wait 2")
    assert 6 in [one.seat for one in evening.view.findings if one.open]
    evening.key(UnseatPlayer(6))
    evening.key(SeatPlayer(6, "Newcomer", 5000))
    assert 6 not in [one.seat for one in evening.view.findings]
    assert 6 not in [one.seat for one in evening.session.table.cases]
    assert 3 in [one.seat for one in evening.view.findings if one.open], "planted: another one's stays"


@pytest.mark.parametrize(
    ("motions", "back_chips"),
    [
        (("5: pushes 100", "5: pulls 1000"), 0),
        (("5: pushes 5x100", "5: pulls 1000"), 400),
        (("5: pushes 10x100", "wait 1", "5: pulls 1000"), 900),
        (("5: pulls 1000", "5: pushes 5x100"), 400),
        (("5: pulls 1000", "wait 1", "5: pushes 2x500"), 900),
    ],
)
def test_a_large_chip_that_its_player_changes_himself_is_no_bet_added_later(
    evening: Evening, motions: tuple[str, ...], back_chips: int
) -> None:
    """A call of 100 with one chip of 1,000, and smaller ones for it, whichever of the two is told first."""
    evening.do("4: mucks", "5: pushes 1000", "wait 2", *motions, "wait 3")
    assert [one.topic for one in evening.view.findings if one.open] == []
    assert (evening.view.prompts, owed(evening)) == ((), {})
    assert [one.bet_chips for one in evening.view.seats if one.seat == 5] == [100]
    assert [one.returns_chips for one in evening.view.seats if one.seat == 5] == [back_chips]
    evening.do("6: mucks")
    assert plainly(evening.view).next.seat == 1


def test_chips_beside_a_large_one_that_stays_are_a_bet_added_later(evening: Evening) -> None:
    """Planted: the chip of 1,000 stays."""
    evening.do("4: mucks", "5: pushes 1000", "wait 2", "5: pushes 5x100", "wait 3")
    assert [one.topic for one in evening.view.findings if one.open] == ["string-bet"]


def test_what_comes_back_to_a_big_blind_who_wins_all_comes_with_the_pot_if_it_would_have_to_be_changed(
    evening: Evening,
) -> None:
    """50 of a chip of 100 were to be returned, and the pot with the rest of it to be pushed to the same player."""
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 2")
    assert plainly(evening.view).next.code == "gather-bets"
    assert [(one.seat, one.kind, one.chips) for one in evening.view.dues] == [(3, "push", 150)]
    evening.do("sweep", "wait 2")
    act = plainly(evening.view).next
    assert (act.code, act.seat, act.chips) == ("push-pot", 3, 150)
    evening.do("pay 3", "wait 2")
    assert (evening.view.dues, owed(evening), evening.view.differences) == ((), {}, ())
    assert stacks(evening)[2] == 10_050


def returned(evening: Evening) -> dict[int, tuple[int, int]]:
    """What is to go back to each seat, and what lies loose in front of it."""
    seats = plainly(evening.view).seats
    return {one.seat: (one.returns_chips, one.loose_chips) for one in seats if one.returns_chips or one.loose_chips}


def test_chips_put_in_by_mistake_and_taken_back_are_not_the_change_that_lies_in_the_pot(evening: Evening) -> None:
    """A call of 100 with one chip of 500, swept; 300 that nobody asked for came and went, and stayed on the screen."""
    evening.do("4: pushes 500", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    evening.key(Say("check", 3))
    evening.do("sweep", "wait 2", "4: pushes 3x100", "wait 2", "4: pulls 3x100", "wait 2")
    assert returned(evening) == {4: (400, 0)}
    evening.do("pay 4 1x100", "wait 2")
    assert returned(evening) == {4: (300, 0)}


def test_chips_before_their_turn_that_the_dealer_sweeps_do_not_lie_in_front_any_more(evening: Evening) -> None:
    evening.do("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1")
    evening.key(Say("check", 3))
    evening.do("sweep", "burn", "board 3", "wait 1", "4: pushes 2x100 2x25", "wait 1", "sweep", "wait 2")
    assert returned(evening) == {4: (250, 0)}
    evening.do("pay 4 2x100 2x25", "wait 2")
    assert (returned(evening), evening.view.prompts) == ({}, ())


def test_a_blind_posted_with_a_larger_chip_may_be_changed_by_its_player_when_it_is_his_turn() -> None:
    """Heads-up the button has the small blind and the first word: he was bound to call or raise."""
    evening = Evening(())
    for seat in (3, 4, 5, 6):
        evening.key(UnseatPlayer(seat))
    deal = ("card 2", "card 1", "card 2", "card 1")
    evening.do("shuffle", "1: pushes 100", "2: pushes 100", *deal, "wait 1", "1: pulls 100", "1: pushes 2x25", "wait 1")
    view = plainly(evening.view)
    assert (topics(evening), view.action is not None and "fold" in view.action.may) == ([], True)


def test_a_burn_after_a_bet_out_of_turn_is_an_early_burn_and_passes_nobody_over(evening: Evening) -> None:
    """One bet past two players was told as substantial action, and the question whether they had checked was gone."""
    evening.do("4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1")
    evening.key(Say("check", 3))
    evening.do("sweep", "burn", "board 3", "wait 1", "4: pushes 1000", "wait 1", "burn", "wait 1")
    assert "skipped-player" not in topics(evening)
    assert [one.kind for one in evening.view.prompts] == ["unsaid-checks-before-bet"]


def test_chips_counted_at_a_seat_before_its_player_sits_down_are_counted_once() -> None:
    """They stood in a case that offered to count them twice."""
    everyone = {2: "Ah Ad", 3: "7c 2c"}
    evening = Evening(())
    evening.do("shuffle", "2: pushes 2x25", "3: pushes 100")
    for lap in range(2):
        evening.do(
            *(f"card {seat} {everyone[seat].split()[lap] if seat in everyone else ''}" for seat in (2, 3, 4, 5, 6, 1))
        )
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks")
    evening.do("2: pushes 5000 1000 5x500 13x100 6x25", "3: pushes 5000 1000 5x500 12x100 8x25", "wait 1", "sweep")
    for seat in (2, 3):
        evening.key(TurnUp(seat))
    evening.do("burn", "board KcKd9h", "burn", "board 9s", "burn", "board 4s", "wait 1", "pay 2")
    evening.do("buy 3 5000 1000 5x500 13x100 8x25", "gather", "wait 5")
    assert evening.session.table.cases
    evening.key(SeatPlayer(3, "Zoe", 10_000))
    assert evening.session.table.cases == ()


def test_a_blind_that_is_changed_during_the_deal_is_owed_for_a_moment() -> None:
    """The floor was asked whether it was a call or a minimum raise."""
    evening = Evening(())
    evening.do("shuffle", "2: pushes 2x25", "3: pushes 2x25", "wait 1", "3: pulls 2x25", "wait 1")
    assert (topics(evening), plainly(evening.view).next.code) == ([], "await")
    evening.do("3: pushes 100", "wait 1")
    assert plainly(evening.view).next.code == "deal-card"


def test_who_puts_his_bet_back_after_taking_it_up_with_his_change_is_free(evening: Evening) -> None:
    """Facing a raise he took up 500, of which 300 were his change, and laid down his call of 200: he was bound."""
    evening.do("4: pushes 2x100", "5: pushes 500", "6: pushes 5x100", "1: mucks", "2: mucks", "3: mucks", "wait 1")
    evening.do("4: pushes 3x100", "wait 1", "5: pulls 500", "wait 1")
    evening.do("5: pushes 2x100", "wait 1")
    action = plainly(evening.view).action
    assert action is not None
    assert (action.seat, "fold" in action.may) == (5, True)


def test_a_pot_pushed_after_the_cards_were_gathered_was_due(evening: Evening) -> None:
    """Its player owed it, and NEXT asked for it once more."""
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1", "sweep", "gather", "wait 2")
    evening.do("pay 3", "wait 2")
    view = plainly(evening.view)
    assert (owed(evening), view.differences, view.next.code) == ({}, (), "new-hand")


def test_a_stack_that_comes_back_in_other_chips_is_no_bet_on_its_way() -> None:
    evening = Evening(())
    evening.do("shuffle", "take 6", "wait 3", "buy 6 5000 4x1000 7x100 12x25", "wait 1", *DEALT[1:], "wait 1")
    assert plainly(evening.view).unclear == ()


def test_what_lies_behind_a_player_is_drawn_as_the_tray_shows_it(evening: Evening) -> None:
    """A pot pushed wrong was made good but for 50: the box went on with the pot in it."""
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1", "sweep", "pay 2", "wait 1")
    evening.do("take 2 500", "wait 1", "buy 2 3x100", "buy 3 100 2x25", "wait 3")
    for _ in range(2):
        evening.key(Confirm(evening.view.prompts[0].prompt, "ignore"))
    evening.do("puck 2", "shuffle", "wait 2")
    assert evening.view.stacks[1] == 9_900

"""A side pot that one player alone can win: it is shown, and a dealer who pushes it before the end is not told off."""

from __future__ import annotations

import pytest

from table_controller.game.engine import step
from table_controller.game.next_act import next_act
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.ledger import SeatChips, award_due_chips, owes_chips, returns_chips, win
from table_controller.game.state.table import Table
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player
from table_controller.vocabulary.events import PotPushed
from table_controller.vocabulary.views import PotView, TableView

BOOK = package_rulebook("ipo-2015")
SCRIPT = """
title    = "Seat 4 is all-in; of the two who went on betting one folds on the flop"
rulebook = "ipo-2015"
variant  = "NT"
blinds   = [50, 100]
button   = 1
stacks   = { 1 = 8500, 2 = 9600, 3 = 9900, 4 = 3300, 5 = 9700, 6 = 9500 }
chips    = [25, 100, 500, 1000]
script   = '''
deal 4=AhAd 2=KhKd 5=QhQd
4: calls
5: raises to 4000
6: folds
1: folds
2: calls
3: folds
4: all-in
flop 2c7d9s
2: bets 500
5: folds
2: pulls 500
expect pots 10000
'''
"""


@pytest.fixture(scope="module")
def alone() -> Table:
    """Seats 2 and 4 play for 10,000, and 1,400 beside are seat 2's."""
    played = play(parse_script("side.toml", SCRIPT), straight_player)
    assert played.failure is None
    assert played.player is not None
    return played.player.table


def pushed(table: Table, hundreds: int) -> tuple[Table, list[str]]:
    """The table after a push to seat 2, and what was found."""
    made = step(table, PotPushed(2, ((100, hundreds),), 99.0), BOOK)
    return made.table, [one.topic for one in made.findings]


def view(table: Table) -> TableView:
    return view_of(table, Around("e", 0, BOOK))


def test_it_is_shown_beside_the_pots_that_are_played_for(alone: Table) -> None:
    assert view(alone).pots == (PotView(10_000, (2, 4)),)
    assert view(alone).uncontested == (PotView(1_400, (2,)),)


def test_the_dealer_may_push_it_before_the_hand_is_over(alone: Table) -> None:
    after, found = pushed(alone, 14)
    assert not found
    assert view(after).uncontested == ()
    assert view(after).pots == (PotView(10_000, (2, 4)),)
    assert [seat.owes_chips for seat in view(after).seats] == [0] * 6
    assert next_act(after) == next_act(alone)


def test_a_part_of_it_leaves_the_rest(alone: Table) -> None:
    after, found = pushed(alone, 10)
    assert (found, view(after).uncontested) == ([], (PotView(400, (2,)),))


def test_more_than_that_is_too_much(alone: Table) -> None:
    """Planted: a hundred of the main pot goes along."""
    after, found = pushed(alone, 15)
    assert found
    assert view(after).seats[1].owes_chips == 100


def test_a_push_that_came_back_before_the_award_leaves_nothing_to_return() -> None:
    """He had been pushed 1,000 too early, and put it back: the award is all that he has coming."""
    given_back = SeatChips(9_000, committed_chips=300, pushed_chips=1_300, received_chips=1_000)
    won = win(given_back, 750)
    assert (returns_chips(won), award_due_chips(won), owes_chips(won)) == (0, 750, 0)


def test_a_push_that_did_not_come_back_is_a_part_of_the_award() -> None:
    """Planted: the same without his putting it back."""
    won = win(SeatChips(9_000, committed_chips=300, pushed_chips=300, received_chips=500), 750)
    assert (returns_chips(won), award_due_chips(won), owes_chips(won)) == (0, 250, 0)

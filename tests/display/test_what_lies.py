"""The felt as it is drawn: chips where they lie, not where the books will have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from support.felt_prompt import Evening
from support.script_text import script_text

from display.screen.paint import Line
from display.widgets.bet import bet_line
from display.widgets.pots import pot_lines
from display.widgets.seat import SeatPicture, seat_lines
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.views import PotView, TableView, plainly

WIDTH: Final = 24


class Watched(StraightPlayer):
    """Keeps the view after each event, by the event's name."""

    def __init__(self) -> None:
        super().__init__(package_rulebook("tda-2019"))
        self.views: list[tuple[str, TableView]] = []

    def _take(self, event: Event) -> None:
        super()._take(event)
        self.views.append((type(event).__name__, view_of(self.table, Around(epoch="e", as_of=len(self.views)))))


def watched(steps: str) -> list[tuple[str, TableView]]:
    player = Watched()
    script = script_text("chips where they lie", steps, dict.fromkeys((1, 2, 3), 10_000))
    assert play(parse_script("lies.toml", script), lambda _: player).failure is None
    return player.views


def text(line: Line) -> str:
    return "".join(part for part, _ in line).strip()


def stack(view: TableView, seat: int) -> str:
    picture = SeatPicture(view.seats[seat - 1], (), False, 0, WIDTH, False, lies_chips=view.stacks[seat - 1])
    return text(seat_lines(picture, ENGLISH)[1]).partition(" ")[0]


def front(view: TableView, seat: int) -> str:
    return text(bet_line(view.seats[seat - 1], view.bets[seat - 1], ENGLISH, WIDTH))


def pot(view: TableView) -> list[str]:
    return [text(line) for line in pot_lines(view, ENGLISH, WIDTH, 3)]


def last(views: list[tuple[str, TableView]], wanted: Callable[[TableView], bool]) -> TableView:
    return [view for _, view in views if wanted(view)][-1]


def test_blinds_lie_in_the_stacks_until_they_are_posted() -> None:
    views = watched("shuffle\n")
    riffled = next(view for name, view in views if name == "Riffled")
    assert (stack(riffled, 2), front(riffled, 2), pot(riffled)) == ("10,000", "", [])
    assert riffled.seats[1].owes_chips == 100
    posted = views[-1][1]
    assert (stack(posted, 2), front(posted, 2)) == ("9,900", "● 100")
    assert text(pot_lines(posted, ENGLISH, 40, 3)[0]).startswith("Pot 300")


def test_a_word_moves_no_chips() -> None:
    said = watched('deal\n1: says "raise 600"\n')[-1][1]
    assert (stack(said, 1), front(said, 1)) == ("10,000", "raise")
    assert said.seats[0].owes_chips == 600
    assert pot(said)[0].startswith("Pot 300")


@pytest.mark.parametrize("pushed", [False, True])
def test_a_pot_lies_in_the_middle_until_it_is_pushed(*, pushed: bool) -> None:
    shown = "deal\n1: raises to 600\n2: folds\n3: calls\nto showdown\n3: shows\n1: shows\nnext hand\n"
    views = watched(shown)
    over = [(name, view) for name, view in views if view.street == "settled"]
    winner = next(seat.seat for seat in over[0][1].seats if seat.won_chips)
    at = next(at for at, (name, _) in enumerate(over) if name == "PotPushed")
    view = over[at if pushed else at - 1][1]
    assert stack(view, winner) == ("10,700" if pushed else "9,400")
    assert pot(view) == ([] if pushed else ["Pot 1,300"])
    assert front(view, winner) == "won 1,300"


def test_a_bet_lies_there_until_its_rest_has_gone_back() -> None:
    views = watched("deal\n1: raises to 600\n2: folds\n3: folds\nnext hand\n")
    due = last(views, lambda view: bool(view.seats[0].returns_chips))
    assert (stack(due, 1), due.seats[0].returns_chips, view_front(due, 1)) == ("9,400", 400, 600)
    back = views[views.index(next(one for one in views if one[1] is due)) + 1][1]
    assert (stack(back, 1), view_front(back, 1)) == ("9,800", 200)


def view_front(view: TableView, seat: int) -> int:
    return sum(size * count for size, count in view.bets[seat - 1])


def test_an_ante_lies_there_beside_chips_that_nobody_has_explained_yet() -> None:
    """It was drawn no more once the player put chips beside it."""
    seat = watched("deal\n")[-1][1].seats[0]
    both = replace(seat, loose_chips=300, earlier_chips=100)
    assert text(bet_line(both, ((100, 4),), ENGLISH, WIDTH)) == "● 100  ● 300 ?"
    assert text(bet_line(both, ((100, 4),), ENGLISH, 8)) == "● 300 ?"


def test_the_pot_stands_while_a_part_of_it_was_pushed_to_the_wrong_player() -> None:
    evening = Evening()
    evening.do("4: pushes 3x100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2, 3)), "sweep", "wait 1")
    assert pot(plainly(evening.view)) == ["Pot 450"]
    evening.do("pay 5 3x100", "wait 3")
    assert pot(plainly(evening.view)) == ["Pot 150"], "what lies there"


def test_a_side_pot_of_which_no_chip_lies_there_is_not_drawn() -> None:
    """Side pot 1 stood there with 0 while the bets that make it were said only."""
    view = watched("deal\n1: raises to 600\n2: calls\n3: calls\n")[-1][1]
    pots = (PotView(1_800, (1, 2, 3)), PotView(700, (1, 2)), PotView(300, (1,)))
    said = replace(view, pots=pots[:2], uncontested=(), pots_owed=(0, 700))
    assert pot(said) == ["Main pot 1,800  (1 2 3)"]
    assert len(pot(replace(said, pots_owed=(0, 699)))) == 2
    assert len(pot(replace(said, uncontested=pots[2:]))) == 3

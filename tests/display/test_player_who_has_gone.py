"""What is asked of a player who has gone is not said of the one who sits there now."""

from __future__ import annotations

import pytest
from support.dealt_tables import KeysOnly

from display.languages import LANGUAGES
from display.widgets.panel import panel_lines
from display.widgets.shown import Shown
from display.wording.wording import wording_in
from table_controller.broadcast.snapshots import OpenFinding, state_of
from table_controller.vocabulary.commands import Command, GivePenalty, Rule, SeatPlayer, UnseatPlayer
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import FindingView, plainly


def done(table: KeysOnly, *commands: Command) -> None:
    for command in commands:
        assert isinstance(table.take(command), Record)


@pytest.fixture
def table() -> KeysOnly:
    """Player 5 has gone with nine hands of a penalty, of which the book does not say what becomes; Eva sits there."""
    made = KeysOnly()
    done(made, GivePenalty(5, 9), UnseatPlayer(5), SeatPlayer(5, "Eva", 10_000))
    return made


def asked(table: KeysOnly) -> FindingView:
    (found,) = (one for one in table.view().findings if one.open)
    return found


def test_the_open_finding_has_the_name_of_whom_it_is_about(table: KeysOnly) -> None:
    assert (asked(table).seat, asked(table).player) == (5, "Player 5")
    (told,) = state_of(table.view()).findings
    assert isinstance(told, OpenFinding)
    assert (told.seat, told.player, told.name) == (5, "player-5", "Player 5")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screen_names_the_one_who_has_gone(table: KeysOnly, language: str) -> None:
    words = wording_in(language)
    lines = panel_lines(Shown(view=plainly(table.view()), link="live"), words, 100, 12)
    text = " ".join("".join(piece for piece, _ in line).strip() for line in lines)
    assert words.say("seat.gone", seat=5, name="Player 5") in text
    assert "Eva" not in text


def test_hands_that_lapse_are_not_those_of_who_sits_there_now(table: KeysOnly) -> None:
    done(table, GivePenalty(5, 2), Rule("penalty-lapses", (("case", str(asked(table).case)),)))
    assert [(one.seat, one.hands) for one in table.view().penalties] == [(5, 2)]


def test_the_case_ends_without_a_ruling_when_the_next_player_of_the_seat_goes(table: KeysOnly) -> None:
    """As the page says it."""
    before = asked(table).case
    done(table, GivePenalty(5, 2), UnseatPlayer(5))
    assert asked(table).case == before + 1
    assert asked(table).player == "Eva"

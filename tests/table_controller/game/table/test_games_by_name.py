"""The games that people choose by name are those that the engine plays."""

from __future__ import annotations

from display.wording.wording import GAMES
from table_controller.game.variants import PLAYED, VARIANTS
from table_controller.vocabulary.games import WITH_BRING_IN


def test_every_game_that_is_played_can_be_chosen() -> None:
    assert set(GAMES) == PLAYED


def test_the_games_with_a_bring_in_are_known_by_name() -> None:
    assert {code for code, game in VARIANTS.items() if game.forced == "bring-in"} == WITH_BRING_IN

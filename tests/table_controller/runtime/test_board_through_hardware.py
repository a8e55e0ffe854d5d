"""Cards that cross the board antenna, cards lifted and laid down again: nothing hidden is named, nothing is dealt."""

from __future__ import annotations

import pytest
from support.script_text import script_text

from firmware_bridge.vocabulary.observations import CardWithheld
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.zones import BOARD, MUCK, seat_zone
from table_controller.game.state.custody import lying
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import rulebook_of


def played(steps: str) -> HardwarePlayer:
    """A table at which these steps have been played through simulated readers."""
    players: list[HardwarePlayer] = []

    def make(header: object) -> HardwarePlayer:
        players.append(HardwarePlayer(rulebook_of(header)))  # type: ignore[arg-type]
        return players[-1]

    assert play(parse_script("board.toml", script_text("a board", steps)), make).failure is None
    players[0].mark()
    return players[0]


@pytest.mark.parametrize(
    "steps", ["deal\n1: raises to 600", "deal\n1: calls\nto turn\n2: checks\n3: bets 400\n1: folds"]
)
def test_a_fold_over_the_board_antenna_is_a_fold_and_no_board_card(steps: str) -> None:
    player = played(steps)
    board, table = player.view.board_count, player.process.table
    own = lying(player.table.cards, seat_zone(2))
    table.run_until(table.cards.fold(2, over_board=True))
    table.run_for(4.0)
    assert player.findings == ()
    assert player.view.board_count == board
    assert len(player.view.board) == board
    assert len(own) == 2
    assert set(own) <= set(lying(player.table.cards, MUCK))
    assert not [card for card in player.table.cards if card.handle in own and card.card is not None]
    for handle in own:  # planted: somebody asks for their names as if they lay on the board
        (answer,) = player.process.hub.request(NameCards((handle,), "board"), table.now_s)
        assert isinstance(answer, CardWithheld)


def test_a_board_card_lifted_and_laid_down_again_is_nothing() -> None:
    player = played("deal\nto flop")
    table = player.process.table
    table.run_until(table.cards.pick_up(player.view.board[0]))
    table.run_for(4.0)
    assert (player.findings, player.view.board_count) == ((), 3)


def test_an_early_flop_lifted_and_laid_down_again_is_one_early_flop_and_named_only_when_it_is_due() -> None:
    player = played("deal\n1: calls\nflop AhKd2c\nexpect finding premature-board")
    assert player.view.board == ()
    assert not [card for card in player.table.cards if card.zone == BOARD and card.card is not None]
    table = player.process.table
    for card in ("Ah", "Kd"):
        table.run_until(table.cards.pick_up(next(one for one in table.setup.deck.tags if one == card)))
        table.run_for(2.0)
    assert player.findings == ()
    assert len(player.table.hand.aside) == 3


def test_an_early_flop_comes_again_and_the_same_card_is_named_then() -> None:
    player = played(
        "deal\n1: calls\nflop AhKd2c\n2: calls\n3: checks\nexpect next deal-flop\nboard Ah8c9c\nexpect street flop"
    )
    assert set(player.view.board) == {"Ah", "8c", "9c"}
    named = [card.card for card in player.table.cards if card.zone == BOARD]
    assert sorted(str(card) for card in named) == ["8c", "9c", "Ah"]

"""Two cards stuck together are a misdeal also when they land on the button, who is due the last cards of the round.

No table script: where the readers of that seat are out as the cards come, nobody can tell two stuck cards from two
that were dealt there one after the other, and no storm may expect that the books do.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.dealt_tables import Felt
from support.script_text import script_text

from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.runtime.simulated.hardware_player import HardwareSetup
from table_controller.runtime.simulated.playing import HardwarePlayers
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.player import Player
from table_controller.scripts.report import straight_player
from table_controller.vocabulary.commands import Rule
from table_controller.vocabulary.views import TableView

STEPS = """
shuffle
card 2
card 3
stuck 1
expect finding misdeal seat 1 ref {ref}
expect misdeal           # nobody has a choice, nor the floor
floor misdeal            # and no more so by its word
expect no finding
expect misdeal
deal
expect no misdeal
"""


@pytest.mark.parametrize(("book", "ref"), [("tda-2019", "35-A(1)"), ("tda-holdem", "27-B")])
@pytest.mark.parametrize("player", [straight_player, HardwarePlayers(HardwareSetup())])
def test_stuck_cards_on_the_button_are_a_misdeal(book: str, ref: str, player: Callable[[Header], Player]) -> None:
    text = script_text("stuck on the button", STEPS.format(ref=ref)).replace("tda-2019", book, 1)
    assert play(parse_script("stuck.toml", text), player).failure is None


ALL_BUT_THE_LAST = ("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {seat}" for seat in (2, 3, 4, 5, 6, 1) * 2))[
    :-1
]


def open_cases(view: TableView) -> list[tuple[str, int | None, str]]:
    return [(one.topic, one.seat, one.cite.ref) for one in view.findings if one.open]


@pytest.mark.parametrize("book", ["tda-2019", "tda-2024-rp", "tda-holdem"])
def test_a_card_too_many_that_was_not_stuck_is_a_hand_of_three(book: str) -> None:
    """Play went on with three cards at the button, and 'a misdeal' was said of two in a row to it, which are none."""
    felt, plain = Felt(package_rulebook(book)), Felt(package_rulebook(book))
    asked = felt.told(*ALL_BUT_THE_LAST, "stuck 1")
    (case,) = (one for one in asked.findings if one.open)
    effects = {choice.name: [effect.code for effect in choice.effects] for choice in case.choices}
    assert effects["play-on"] != ["nothing"]  # as it was previewed
    felt.take(Rule("play-on"))
    apart = felt.told("wait 1")
    late = plain.told(*ALL_BUT_THE_LAST, "card 1", "wait 1", "card 1", "wait 1")
    assert open_cases(apart) == open_cases(late) != []
    assert [one.options for one in apart.findings if one.open] == [one.options for one in late.findings if one.open]
    assert not any(dict(one.facts).get("cause") == "two-to-the-button" for one in apart.findings)


def test_a_card_that_nobody_lacks_cannot_be_passed_on() -> None:
    """Where the floor passed the second card on, nobody was due one: the button played three cards unasked."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told(*ALL_BUT_THE_LAST, "stuck 1")
    felt.take(Rule("pass-on"))
    assert "wrong-card-count" in [one.topic for one in felt.told("wait 1").findings]

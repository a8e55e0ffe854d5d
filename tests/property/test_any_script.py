"""Scripts that nobody would write: whatever the lines say, a script passes or fails at a line, and nothing raises."""

from __future__ import annotations

import os
import random

import pytest
from support.counting import counted

from table_controller.game.rulebooks.shipped import shipped_books
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.scripts import acting
from table_controller.scripts.interpret import Failure, failures, set_table
from table_controller.scripts.parse import parse_script
from table_controller.scripts.player import Player
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.straight import StraightPlayer

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
STRAIGHT = 5000 if SOAK else 500
THROUGH_HARDWARE = 400 if SOAK else 40

TABLE_LINES = (
    "deal", "shuffle", "card {s}", "card {s} exposed", "card {s} {c}", "stuck {s}", "expose {s}", "burn", "board {c}",
    "flop", "turn", "river", "to flop", "to turn", "to river", "to showdown", "boxed {s}", "boxed", "foreign {s}",
    "duplicate {s} {c}", "missing {c}", "muck {s}", "puck {s}", "wait 7", "next hand", "sit {s} 5000", "stand {s}",
    "level 200 400 50", "change {s} {n}", "hidden {s} {n}", "floor {o}", "floor {o} card={c}", "race 25",
    "penalty {s} 2",
)  # fmt: skip
PLAYER_LINES = (
    "folds", "checks", "calls", "bets {n}", "raises to {n}", "all-in", 'says "raise"', 'says "raise {n}"', 'says "{n}"',
    'says "call"', 'says "pot"', 'says "five"', 'says "check"', 'says "all-in"', "pushes {n}", "pushes 1000 2x500",
    "pulls 2x25", "folds silently", "shows", "shows {c}", "mucks", "away", "back", "clock", "asks to see {s}",
    "asks count {s}",
)  # fmt: skip
OPTIONS = ("stands", "take-back", "misdeal", "play-on", "dead-hand", "redeal", "pick-burn", "void-hand", "retrieve")
HEADER = """\
title    = "Whatever comes"
rulebook = "{book}"
refs     = []
variant  = "{game}"
blinds   = [100, 200]
button   = 1
stacks   = {{ 1 = 10000, 2 = 700, 3 = 10000, 4 = 3000 }}
script   = \"\"\"
{lines}
\"\"\"
"""


def _line(chance: random.Random) -> str:
    holes = {
        "s": chance.randint(1, 5),
        "n": chance.choice((25, 100, 200, 400, 800, 1000, 12345, 50000)),
        "c": chance.choice(("Ah", "2c", "9s", "Td")),
        "o": chance.choice(OPTIONS),
    }
    if chance.random() < 0.35:
        return chance.choice(TABLE_LINES).format(**holes)
    return f"{chance.randint(1, 4)}: {chance.choice(PLAYER_LINES).format(**holes)}"


def _text(seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    lines = ["deal", *(_line(chance) for _ in range(chance.randint(3, 25)))]
    book, game = chance.choice(shipped_books()), chance.choice(("NT", "NT", "PT", "FT"))
    return HEADER.format(book=book, game=game, lines="\n".join(lines))


def _play(seed: int, *, through_hardware: bool) -> list[Failure]:
    """Every failure: a step that cannot be done is left out, and the script plays on."""
    script = parse_script(f"seed {seed}", _text(seed))
    player: Player = (HardwarePlayer if through_hardware else StraightPlayer)(rulebook_of(script.header))
    return list(failures(script, set_table(script, player)))


def test_any_lines_pass_or_fail_and_raise_nothing() -> None:
    failed = [failure for seed in range(STRAIGHT) for failure in _play(seed, through_hardware=False)]
    assert all(failure.line > 0 and failure.text for failure in failed)
    counted(STRAIGHT, "scripts")


def test_any_lines_through_hardware_too() -> None:
    failed = [failure for seed in range(THROUGH_HARDWARE) for failure in _play(seed, through_hardware=True)]
    assert all(failure.line > 0 and failure.text for failure in failed)
    counted(THROUGH_HARDWARE, "scripts through hardware")


def test_a_step_that_raises_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a step that does not know what to do with a player's act."""

    def broken(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(acting, "do_plain", broken)
    with pytest.raises(KeyError, match="planted"):
        test_any_lines_pass_or_fail_and_raise_nothing()

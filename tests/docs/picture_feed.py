"""What a display hears up to one moment of the demonstration, for the picture in the README.

    PYTHONPATH=tests python -m docs.picture_feed > feed.json
    PYTHONPATH=tests python -m docs.picture feed.json hardware_docs/screen.svg 120x40

The hand is played through simulated hardware, so the picture shows the running program.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from typing import Final

from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.projections.log_lines import lines_of_events
from table_controller.runtime.processes.supervise import named
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.views import FEED, Feed

UP_TO: Final = "\nturn 2d"
"""The picture is taken before this line of the evening: three all in, a side pot, the flop on the board."""


def heard_of_demo(up_to: str) -> tuple[Feed, ...]:
    """What a display heard of the demonstration before the line `up_to`: what was told in that hand, and the view."""
    text = files("table_controller.runtime.demo").joinpath("evening.toml").read_text("utf-8")
    script = parse_script("evening.toml", text[: text.index(up_to)] + '\n"""\n')
    players: list[HardwarePlayer] = []

    def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        return OneProcess(table, replace(opened, players=named(opened.players)), book)

    def make(_: object) -> HardwarePlayer:
        players.append(HardwarePlayer(table_rulebook(script.header.rulebook, script.header.house), wire_up=wire_up))
        return players[0]

    played = play(script, make)
    if played.failure is not None:
        raise RuntimeError(f"evening.toml:{played.failure.line} {played.failure.text}")
    told = lines_of_events(players[0].process.controller.session.happened, 0.0)
    view = replace(players[0].view, epoch="PICTURE", broker="ready")
    return (view, *told, view)


def feed_lines() -> bytes:
    """Lines of the feed for the picture at the head of the README."""
    return b"".join(FEED.encode(message) for message in heard_of_demo(UP_TO))


if __name__ == "__main__":
    sys.stdout.buffer.write(feed_lines())

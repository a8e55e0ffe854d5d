"""The process of the demonstration that stands for the table itself: felt, cards, chips, nodes and people.

It opens the nodes' serial lines as ptys, says where they are, and once the controller
listens plays the evening. Then the table stands there, its readers alive, until it is ended: a plug that is
pulled while somebody still listens would be told as one. Exit status 1: an act was not seen as it should be.
"""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Final

from firmware_bridge.secrets.decks import generate_deck, save_decks
from firmware_bridge.simulator.profiles import FaultProfile
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from firmware_bridge.simulator.trouble import Trouble
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.game.variants import VARIANTS
from table_controller.runtime.cli.display_commands import WATCHED
from table_controller.runtime.demo.cues import PARTS, CueSheet, cue_sheet
from table_controller.runtime.demo.dealer import Dealer, Missed, Watch
from table_controller.runtime.processes.children import wait_for_socket
from table_controller.runtime.simulated.moves import Moves
from table_controller.scripts.parse import parse_script, read_script
from table_controller.vocabulary.commands import TellPlayed
from table_controller.vocabulary.views import TableView

NODES_PATIENCE_S: Final = 120.0

LAST_S: Final = 2.0
"""Table seconds after the last act in which its findings are told, before the evening is said to be over."""

PLAYED: Final = "played"
"""The file in the table's folder that says that the evening is over and all was seen as it should be."""


def evening(script: Path | None = None) -> CueSheet:
    """The demonstration's cue sheet, or that of another script; raise `ValueError` for one without a table."""
    if script is not None:
        return cue_sheet(read_script(script))
    file = files("table_controller.runtime.demo").joinpath("evening.toml")
    return cue_sheet(parse_script("evening.toml", file.read_text("utf-8")))


async def play_evening(
    folder: Path,
    display_socket: Path,
    script: Path | None = None,
    *,
    speed: float,
    pauses: bool,
    faults: FaultProfile | None = None,
) -> int:
    """Serve the table, write `folder`/table.json with its ports, and play, with `faults`; return the exit status.

    Without `pauses` it waits for the log to begin.
    The table stands there after the evening, until a person leaves or, without `pauses`, for ever.
    """
    sheet = evening(script)
    deck = generate_deck("demo", 1)
    seats, up_cards = sheet.opened.seats, VARIANTS[sheet.opened.variant].deals_up
    setup = TableSetup(seats, sheet.opened.denominations, stacks=sheet.stacks, deck=deck, up_cards=up_cards)
    if faults is not None and faults.miss:
        setup = replace(setup, physics=setup.physics.with_miss(faults.miss))
    links = folder / "ports"
    links.mkdir()
    async with serve_simulated_table(setup, speed, links) as served:
        save_decks(folder / "decks.toml", (deck,))
        _announce(folder / "table.json", served)
        await wait_for_socket(display_socket)
        watch = Watch()
        following = asyncio.create_task(watch.follow(display_socket))
        try:
            if not pauses:
                await _appears(folder / WATCHED, NODES_PATIENCE_S)
            status = await _play(sheet, served, watch, faults, pauses=pauses)
            if status == 0 and watch.view is not None and not watch.left.is_set():
                await watch.key(TellPlayed(watch.view.hand))
                (folder / PLAYED).touch()
                await watch.left.wait()
            return status
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following


def _announce(path: Path, served: ServedTable) -> None:
    """Say where the nodes are."""
    write_whole(path, json.dumps({"ports": served.ports}).encode())


async def _appears(path: Path, patience_s: float) -> None:
    """Wait until the log has begun, or for so long."""
    with suppress(TimeoutError):
        async with asyncio.timeout(patience_s):
            while not path.exists():  # noqa: ASYNC110 - another process has no event of ours
                await asyncio.sleep(0.05)


async def _play(
    sheet: CueSheet, served: ServedTable, watch: Watch, faults: FaultProfile | None, *, pauses: bool
) -> int:
    nodes = len(served.ports)

    def in_sight(view: TableView) -> bool:
        return sum(node.node in served.ports and node.status == "ready" for node in view.nodes) == nodes

    if not await watch.until(in_sight, NODES_PATIENCE_S):
        sys.stderr.write(f"demo: not all {nodes} nodes came into sight\n")
        return 1
    trouble = Trouble(served.table, faults, seed=1) if faults is not None else None
    dealer = Dealer(Moves(served.table), served.scheduler, watch, pauses=pauses, trouble=trouble)
    leaving = asyncio.create_task(watch.left.wait())
    for cue in sheet.cues:
        playing = asyncio.create_task(dealer.play(cue))
        await asyncio.wait((playing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():
            playing.cancel()
            return 0
        missed = playing.result()
        if missed is not None:
            sys.stderr.write(f"demo: {_told(missed)}\n")
            leaving.cancel()
            return 1
    await dealer.rest(LAST_S)
    leaving.cancel()
    return 0


def _told(missed: Missed) -> str:
    """What was due after the act and is not shown, in one line."""
    act = missed.cue.act
    seat = getattr(act, "seat", None)
    after = f"the simulated table did not follow: after {type(act).__name__}{f' of seat {seat}' if seat else ''} "
    if missed.shown is None:
        return f"{after}it has shown nothing"
    parts = zip(PARTS, missed.cue.then, missed.shown, strict=True)
    wrong = [
        f"{part} should be {_written(due, now)} and is {_written(now, due)}" for part, due, now in parts if due != now
    ]
    return f"{after}{'; '.join(wrong)}; a busy machine needs a smaller --speed"


def _written(part: object, other: object) -> str:
    """A part of a signature, and of one that has many what the other one has not."""
    if not isinstance(part, frozenset | tuple) or not isinstance(other, frozenset | tuple):
        return str(part)
    own = [" ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in part if one not in other]
    return ", ".join(sorted(own)) or "nothing more"

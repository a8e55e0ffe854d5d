"""What a command would change is shown to the screen that asks, kept current, written nowhere; then it is done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import UUID

import pytest
from support.no_broker import NoBroker
from support.one_hand import journalled_player
from support.said import next_said
from support.script_text import script_text

from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from table_controller.broadcast.courier import Glance, drawn_of
from table_controller.controller.controller import Controller
from table_controller.journal.journal import Header, MemoryJournal
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import COMMANDS, Command, CorrectBet, Preview, Redo, Undo, preview_asked
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import FEED, Effect, Feed, TableView

RAISED = "deal\n1: raises to 600\n"


class Silent(NoBroker):
    """No broker is ever shown a preview."""

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        drawn = drawn_of(view, 0.0)
        assert drawn.preview is None, f"a preview is one screen's matter, not that of {record} at {wall_ns}"


class Screen:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def hear(self) -> Feed:
        line = await next_said(self._reader)
        assert line, "the controller closed the line"
        return FEED.decode(line)

    async def view(self) -> TableView:
        while True:
            if isinstance(message := await self.hear(), TableView):
                return message

    async def after(self, command: Command) -> TableView:
        """The next view after a command."""
        self._writer.write(COMMANDS.encode(command))
        return await self.view()

    def close(self) -> None:
        self._writer.close()


async def screen_at(socket: Path) -> Screen:
    while not socket.exists():  # noqa: ASYNC110 - a socket that comes has no event
        await asyncio.sleep(0.01)
    screen = Screen(*await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES))
    await screen.view()
    return screen


@pytest.fixture
def raised() -> Controller:
    """Seat 1 has raised to 600."""
    journal = MemoryJournal(Header("EPOCH", "test", "rules", 0), boot_id=UUID(int=7))
    player = journalled_player(journal)
    assert play(parse_script("raised.toml", script_text("a raise", RAISED)), lambda _: player).failure is None
    return player.process.controller


async def story(raised: Controller, asks: Screen, other: Screen) -> None:
    written = raised.journal.last_sequence
    view = await asks.after(preview_asked(CorrectBet(1, 900)))
    assert view.preview is not None
    assert Effect("bet", 1, 900, was_chips=600) in view.preview.effects
    assert raised.journal.last_sequence == written, "a preview is written nowhere"
    done = await other.after(Undo())
    assert done.preview is None
    assert (done.can_redo, raised.journal.last_sequence) == (1, written + 1)
    stale = await asks.view()
    assert stale.preview is not None
    assert stale.preview.refused == "no-act-to-correct seat=1", "the preview goes with the table"
    assert (await other.after(Redo())).can_redo == 0
    assert (await asks.view()).preview is not None
    gone = await asks.after(Preview())
    assert gone.preview is None
    corrected = await asks.after(CorrectBet(1, 900))
    assert corrected.preview is None
    assert corrected.seats[0].bet_chips == 900
    causes = [decode_record(entry.payload).cause for entry in raised.journal.entries(written + 1)]
    assert causes == [Undo(), Redo(), CorrectBet(1, 900)]


def test_a_preview_goes_to_the_screen_that_asks(raised: Controller, tmp_path: Path) -> None:
    async def run() -> None:
        service = ControllerService(raised, Silent(), ClockRate())
        serving = asyncio.create_task(service.serve(tmp_path / "bridge.sock", tmp_path / "display.sock"))
        screens = [await screen_at(tmp_path / "display.sock") for _ in range(2)]
        try:
            await story(raised, screens[0], screens[1])
        finally:
            for screen in screens:
                screen.close()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(run())
    assert raised.session.table.betting.stands[0].bet_chips == 900, "of all that was asked, only the command changed it"

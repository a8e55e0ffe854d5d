"""The controller process: bridge on one socket, displays on another, journal and MQTT between.

Everything runs on one asyncio loop, so there is one writer and one order. A display that is slow or
dead is dropped, not waited for; a broker is never waited for; only the disk is. To displays it beats, and a bridge
that does not is as good as gone: a process can be stopped, or hang, with its socket open.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from display.feed import cut_off
from firmware_bridge.vocabulary.lines import BEAT, BEAT_S, MAX_LINE_BYTES, LineError, Silence
from firmware_bridge.vocabulary.observations import OBSERVATIONS, DelayAnswered, NodeSeen, RevealPolicy
from firmware_bridge.vocabulary.requests import REQUESTS
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.courier import Glance
from table_controller.broadcast.snapshots import Answer
from table_controller.controller.controller import Controller
from table_controller.controller.disk_watch import LOOK_EVERY_S, was_held_back
from table_controller.controller.snapshots import SnapshotKeeper
from table_controller.inference.sensor_status import BRIDGE, STARTED
from table_controller.inference.stacks_seen import unsure
from table_controller.journal.journal import JournalFailed
from table_controller.projections.log_lines import lines_of_events
from table_controller.projections.undo_summary import taken_up
from table_controller.runtime.processes.answers import Answers
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.floor_pin import FloorPin
from table_controller.runtime.processes.publishing import Publishes
from table_controller.runtime.processes.sensor_notices import SensorNotices
from table_controller.session.state import Session
from table_controller.vocabulary.commands import (
    AskHistory,
    Correction,
    Explain,
    FromConsole,
    Leave,
    Pace,
    Preview,
    Rule,
    TellPanel,
    TellPlayed,
    Undo,
)
from table_controller.vocabulary.events import HandPutAway, Redone, TimePassed, Undone
from table_controller.vocabulary.record import Input, requests_of
from table_controller.vocabulary.views import FEED, Feed, Notice, Refused, TableView

RECONNECT_S: Final = 0.25
"""Pause between two attempts to reach the bridge."""

LOG: Final = logging.getLogger(__name__)

HEALTH_ROUNDS: Final = 40
"""Every so many looks at the broker (10 s) its `health` message gets fresh facts."""

PATIENT_ROUNDS: Final = 12
"""So many looks (3 s) for the first node before a table without hardware is published all the same."""

SLOWEST_DISPLAY_BYTES: Final = 1 << 20
"""A display with this much unread is dropped; it reconnects and gets the present view."""


class ControllerService:
    """One running controller."""

    def __init__(
        self,
        controller: Controller,
        publisher: Publishes,
        clock: ClockRate,
        keeper: SnapshotKeeper | None = None,
        pin: FloorPin | None = None,
        on_hand_over: Callable[[], None] | None = None,
    ) -> None:
        self._on_hand_over = on_hand_over
        self._controller, self._publisher, self._clock, self._keeper = controller, publisher, clock, keeper
        self._disk, self._pin, self._answers = controller.disk, pin or FloorPin(None), Answers(controller)
        self._trouble_told, self._sight = "", SensorNotices()
        if keeper is not None:
            self._disk.also(lambda: keeper.trouble)
        self._displays: set[asyncio.StreamWriter] = set()
        self._asked: WeakKeyDictionary[asyncio.StreamWriter, Preview] = WeakKeyDictionary()
        self._bridge: asyncio.StreamWriter | None = None
        self._view_due = False
        self._doubt: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._broker_shown = ""
        self._ordered: dict[tuple[str, str], FromConsole] = {}  # another delay: the bridge has not answered yet
        self._panel: Notice | None = None  # said to each display once, whichever comes first
        self._fault: asyncio.Future[None] | None = None
        self.seen = asyncio.Event()
        """Set when the first display has its first view."""
        self.leave = asyncio.Event()
        """Set when a person asked to close the demonstration."""

    async def serve(self, bridge_socket: Path, display_socket: Path) -> None:
        """Run until cancelled or left."""
        display_socket.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(self._display, str(display_socket), limit=MAX_LINE_BYTES)
        display_socket.chmod(0o600)
        self._listen_to_consoles()
        follow = (self._watch_disk(), self._follow_bridge(bridge_socket), self._follow_broker(), self._beat())
        work = [asyncio.create_task(one) for one in follow]
        gone = asyncio.create_task(self.leave.wait())
        self._fault = asyncio.get_running_loop().create_future()
        try:
            async with server:
                ends: set[asyncio.Future[Any]] = {*work, gone, self._fault}
                done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        except JournalFailed:
            self._say_trouble()  # the last that is heard of this process is why it ends
            raise
        finally:
            for task in (*work, gone):
                task.cancel()
            await asyncio.gather(*work, gone, return_exceptions=True)
            for writer in (*self._displays, *([self._bridge] if self._bridge else [])):
                writer.close()
            display_socket.unlink(missing_ok=True)

    def take(self, cause: Input) -> Refused | None:
        """Accept an input, then ask, publish and show what followed from it."""
        before = self._controller.session.happened
        record = self._controller.accept(cause, self._clock.now_s())
        if isinstance(record, Refused):
            return record
        for request in requests_of(record):
            self._ask(REQUESTS.encode(request))
        self._publisher.offer(record, self._glance(), self._controller.last_wall_ns)
        self._hear_of_delay(cause)
        if self._on_hand_over is not None and any(isinstance(one.event, HandPutAway) for one in record.applied_events):
            self._on_hand_over()
        if self._keeper is not None:
            self._keeper.offer(self._controller.session, record)
        for told in lines_of_events(record.applied_events, record.at_s):
            self._tell(told)
        for applied in record.applied_events:
            if isinstance(applied.event, Undone | Redone):
                self._tell(taken_up(applied.event, before, self._controller.session.happened))
        if was_held_back(self._controller.session, record):
            self._tell(Notice("no-new-hand"))
        self._say_trouble()
        self._show_soon()
        return None

    # Consoles.

    def _listen_to_consoles(self) -> None:
        """Let the MQTT side hand over what consoles ask for; a loop that has ended takes nothing more."""
        loop = asyncio.get_running_loop()

        def take(command: FromConsole) -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._from_console, command)

        self._publisher.commands_to(take)

    def _from_console(self, command: FromConsole) -> None:
        """Do what a console asks for, or not: it is in the journal and the console hears of it, either way."""
        try:
            if not command.refused and not command.asked and self._bridge is None:
                command = replace(command, refused="bridge-gone")
            if (no := self.take(command)) is not None:
                command = replace(command, refused=no.reason)
                self.take(command)
        except JournalFailed as failed:
            if self._fault is not None and not self._fault.done():
                self._fault.set_exception(failed)
            return
        LOG.info("console %s: %s %s", command.client or "?", command.verb, command.refused or "taken")
        if command.refused or command.asked:
            self._answer(command, command.refused)
        else:
            self._ordered[command.client, command.id] = command

    def _hear_of_delay(self, seen: Input) -> None:
        """What the bridge says of the delay of hidden cards is told on; if a producer waits for it, to him."""
        if isinstance(seen, RevealPolicy):
            self._publisher.health({"reveal": f"{seen.policy} delay_s={seen.delay_s:g}"})  # a word: told at once
        if isinstance(seen, DelayAnswered) and (ordered := self._ordered.pop((seen.client, seen.id), None)) is not None:
            self._answer(ordered, seen.refused)

    def _answer(self, command: FromConsole, refused: str) -> None:
        told = Answer(command.id, command.verb, not refused, refused, self._controller.session.live_n)
        self._publisher.answer(command.client, told)

    async def _watch_disk(self) -> None:
        """Look at the journal's disk often enough that trouble is on the screen within a second."""
        while True:
            self._disk.look()
            self._say_trouble()
            await asyncio.sleep(LOOK_EVERY_S)

    def _say_trouble(self) -> None:
        """Tell the screens and the broker what the journal's disk has come to, well or not, if that is news."""
        if self._disk.code == self._trouble_told:
            return
        self._trouble_told = self._disk.code
        view = self.view()
        self._tell(Notice("journal", (("trouble", self._disk.code or "none"),)))
        self._tell(view)
        self._publisher.offer(None, self._glance(), self._controller.last_wall_ns)
        self._say_health()

    def _say_health(self) -> None:
        """The facts of the journal for MQTT's `health`."""
        keeper, journal = self._keeper, self._controller.journal
        self._publisher.health(
            {
                "journal_records": journal.last_sequence,
                "journal": self._disk.code or "ready",
                "snapshots": keeper.trouble.partition(" ")[0] or "ready" if keeper is not None else "off",
            }
        )

    def view(self) -> TableView:
        """The table now."""
        return self._view_of(self._controller.session, self._clock.now_s(), broker=self._publisher.status())

    def _glance(self) -> Glance:
        """The table now for the broker: mostly nobody draws it, and never before the record is on its way."""
        session = self._controller.session
        return Glance(
            session.table.hand.phase,
            session.sensors.simulated,
            partial(self._view_of, session, broker=self._publisher.status()),
            statistics=session.statistics,
            players=session.table.players,
            unsure=unsure(session.doubtful),
            nodes=session.sensors.nodes,
        )

    def _view_of(self, session: Session, now_s: float, *, broker: str) -> TableView:
        pace, pin = self._clock.speed, self._pin.is_set
        return self._controller.view(now_s, broker=broker, session=session, pace=pace, floor_pin=pin)

    def _ask(self, line: bytes) -> None:
        if self._bridge is not None and not self._bridge.is_closing():
            self._bridge.write(line)

    # The bridge.

    async def _follow_bridge(self, socket: Path) -> None:
        """Keep a connection to the bridge; its coming and going is an observation like any other.

        What an earlier process of the controller saw is no news: until the bridge speaks, nothing is in sight.
        """
        if self._controller.session.sensors.known:
            self.take(NodeSeen(BRIDGE, "down", STARTED, self._clock.now_s()))
        while True:
            with contextlib.suppress(ConnectionError, FileNotFoundError):
                reader, self._bridge = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
                reason = await self._listen(reader, self._bridge)
                if reason:
                    self.take(NodeSeen(BRIDGE, "down", reason, self._clock.now_s()))
            await asyncio.sleep(RECONNECT_S)

    async def _listen(self, reader: asyncio.StreamReader, bridge: asyncio.StreamWriter) -> str:
        """Take observations until the bridge goes, or is silent; return why it went, nothing if it never spoke.

        A process that is stopped still has its socket: it is back when it speaks.
        """
        spoke, silence = False, Silence()
        watching = asyncio.create_task(cut_off(bridge, silence))
        try:
            async for line in _lines(reader):
                silence.heard()
                if not spoke:
                    spoke = True
                    self._bridge_speaks()
                if line != BEAT:
                    self.take(OBSERVATIONS.decode(line))
        except LineError as problem:
            return f"bad-observation {problem}"
        finally:
            watching.cancel()
            bridge.close()
            self._bridge = None
            for ordered in self._ordered.values():
                self._answer(ordered, "bridge-gone")
            self._ordered.clear()
        gone = "bridge-silent" if silence.lasts else "bridge-gone"
        return gone if spoke else ""

    def _bridge_speaks(self) -> None:
        self.take(NodeSeen(BRIDGE, "ready", "", self._clock.now_s()))
        for request in self._controller.session.open_requests():  # either side may have been away: told again
            self._ask(REQUESTS.encode(request))

    # Displays.

    async def _beat(self) -> None:
        """Say to the displays that this process runs."""
        while True:
            await asyncio.sleep(BEAT_S)
            for writer in tuple(self._displays):
                self._write(writer, BEAT)

    async def _display(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One display: it gets the view at once and then what changes; its commands come back."""
        self._displays.add(writer)
        self._send(writer, self.view())
        self.seen.set()
        for told in lines_of_events(self._controller.session.happened, self._clock.now_s()):
            self._send(writer, told)  # a display that comes in the middle of a hand learns how it went so far
        if self._panel is not None:
            self._send(writer, self._panel)
        try:
            async for line in _lines(reader):
                answer = await self._command(line, writer)
                if answer is not None:
                    self._send(writer, answer)
        except ConnectionError:
            pass  # a display that dies disturbs nothing
        except JournalFailed as failed:
            self._say_trouble()  # now: this display is about to be let go
            if self._fault is not None and not self._fault.done():
                self._fault.set_exception(failed)  # what cannot be written did not happen: the process must end
        finally:
            self._displays.discard(writer)
            writer.close()

    async def _command(self, line: bytes, writer: asyncio.StreamWriter) -> Feed | None:
        seen = self._controller.session.events
        command = await self._pin.admitted(line, self._controller.session, self._controller.book)
        if isinstance(command, Refused):
            return command
        if seen != self._controller.session.events and isinstance(command, Rule | Undo | Correction):
            return Refused("stale")  # while the PIN was tried the table went on: it would hit something else
        self._asked.pop(writer, None)  # what was shown beforehand is over, or is asked anew
        if isinstance(command, Preview):
            self._asked.update({writer: command} if command.asked else {})
            return self.view()
        if isinstance(command, Pace | Leave | TellPlayed) and self._controller.session.sensors.simulated:
            self._demonstration(command)
        elif isinstance(command, AskHistory | Explain):
            return await self._answers.to(command)
        elif isinstance(command, TellPanel):
            self._panel = Notice("panel", (("there", int(command.there)),))
            self._tell(self._panel)
        else:
            return self.take(command)
        return None

    def _demonstration(self, command: Pace | Leave | TellPlayed) -> None:
        """Pass on what concerns the simulated table; who moves it listens as a display."""
        match command:
            case Pace():
                self._tell(Notice("pace", (("paused", int(command.paused)),)))
            case TellPlayed():
                self._tell(Notice("played", (("hands", command.hands),)))
            case Leave():
                self._tell(Notice("leave"))
                self.leave.set()

    def _tell(self, message: Feed) -> None:
        for writer in tuple(self._displays):
            self._send(writer, message)

    def _send(self, writer: asyncio.StreamWriter, message: Feed) -> None:
        if isinstance(message, TableView) and (asked := self._asked.get(writer)):
            message = replace(message, preview=self._controller.preview(asked, self._clock.now_s()))
        self._write(writer, FEED.encode(message))

    def _write(self, writer: asyncio.StreamWriter, line: bytes) -> None:
        if writer.is_closing():
            return
        if writer.transport.get_write_buffer_size() > SLOWEST_DISPLAY_BYTES:
            self._displays.discard(writer)
            writer.transport.abort()
            return
        writer.write(line)

    def _show_soon(self) -> None:
        """Send one view for all that happens in this turn of the loop."""
        if not self._view_due:
            self._view_due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._view_due = False
        for notice in self._sight.news(self._controller.session.sensors):
            self._tell(notice)
        self._tell(self.view())
        self._wait_for_doubt()
        self._wait_for_deadline()

    def _wait_for_doubt(self) -> None:
        """Show again when the next question becomes due."""
        if self._doubt is not None:
            self._doubt.cancel()
        now_s = self._clock.now_s()
        due_s = self._controller.next_doubt_s(now_s)
        if due_s is not None:
            delay_s = self._clock.real_s(due_s - now_s)
            self._doubt = asyncio.get_running_loop().call_later(delay_s, self._show_soon)

    def _wait_for_deadline(self) -> None:
        """Tell the table when the moment comes that it waits for, such as the end of a player's time."""
        if self._deadline is not None:
            self._deadline.cancel()
        now_s = self._clock.now_s()
        due_s = self._controller.deadline_s(now_s)
        if due_s is not None:
            delay_s = self._clock.real_s(max(0.0, due_s - now_s))
            self._deadline = asyncio.get_running_loop().call_later(delay_s, self._time_has_come)

    def _time_has_come(self) -> None:
        now_s = self._clock.now_s()
        due_s = self._controller.deadline_s(now_s)
        if due_s is None or due_s > now_s:  # answered in the meantime, or a timer that was early
            self._show_soon()
            return
        try:
            self.take(TimePassed(now_s))
        except JournalFailed as failed:
            if self._fault is not None and not self._fault.done():
                self._fault.set_exception(failed)

    async def _follow_broker(self) -> None:
        """Begin to publish, show the broker's state when it changes, and tell the broker how we are."""
        await self._know_the_hardware()
        self._publisher.start()
        rounds = 0
        while True:
            if rounds % HEALTH_ROUNDS == 0:
                self._say_health()
            rounds += 1
            status = self._publisher.status()
            if status != self._broker_shown:
                LOG.info("MQTT: %s", status)
                self._broker_shown = status
                self._show_soon()
            await asyncio.sleep(RECONNECT_S)

    async def _know_the_hardware(self) -> None:
        """Wait, not for long, until a node has said whether it is simulated: every message must say so."""
        for _ in range(PATIENT_ROUNDS):
            nodes = self._controller.session.sensors.nodes
            if any(name != BRIDGE and seen.status == "ready" for name, seen in nodes.items()):
                return
            await asyncio.sleep(RECONNECT_S)


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Lines until the other side closes; one that is too long ends the connection."""
    while True:
        try:
            line = await reader.readuntil(b"\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            return
        yield line

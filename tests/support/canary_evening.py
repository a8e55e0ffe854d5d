"""A hand at a table of real processes whose tags are canaries; everything that leaves the bridge's process is kept.

    nodes (ptys) ◀─ bytes kept ─ bridge ─ socket, bytes kept ─▶ controller ─▶ MQTT, displays, a terminal, all kept

The bridge's socket stands in a folder of its own, and the test between it and the controller.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from support.canary_hands import Outside, canary_deck
from support.paho_ends import let_go
from support.process_evening import PATIENCE_S, Evening
from support.pty_terminal import PtyTerminal, cardspeak
from support.script_text import script_text

from table_controller.broadcast.credentials import read_credentials
from table_controller.broadcast.own_broker import read_status
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate

LEAKING: Final = Path(__file__).parent / "leaking"
HAND: Final = script_text(
    "A hand that is shown",
    """\
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: folds
3: calls
flop 9s8s2h
3: checks
1: bets 800
3: folds
next hand
""",
)
INNER: Final = "inner"
"""The bridge's own folder in the state folder: its socket and what it keeps."""
STRUCK: Final = "struck"
"""Where the planted faults are noted that have struck."""
PLANTED: Final = b"read x"
"""What the child does that a leaking process starts."""
LOOK_S: Final = 0.05
TOPICS: Final = ("live", "delayed", "sys")

Strike = Callable[[Evening], Awaitable[None]]


class CanaryEvening(Evening):
    """`outside` is all that was seen of it.

    `faults` are methods of the vault that raise once each, `leaks` plants processes that give tags away; `shows` is the
    program in the terminal: the log, the dealer's screen, or ``tail`` of the bridge's own log.
    """

    def __init__(
        self, folder: Path, rng: random.Random, *, faults: Sequence[str] = (), leaks: bool = False, shows: str = "log"
    ) -> None:
        self.outside, self.faults, self._leaks, self._shows = Outside(), tuple(faults), leaks, shows
        for name in ("state", "temporary", "cwd"):
            (folder / name).mkdir(mode=0o700)
        super().__init__(folder / "state", broker="nats", deck=canary_deck("canaries", rng), script=HAND)
        self._folder, self._inner = folder, self.places.state / INNER / "bridge.sock"
        self._inner.parent.mkdir(mode=0o700)
        self._looked_at: set[bytes] = set()
        self.ran: set[int] = set()
        """Bridge processes, one after the other."""

    def bridge(self, settings: Path, ports: tuple[str, ...], decks: Path, rate: ClockRate) -> Child:
        """With everything logged, what was said of it planted, and its socket where only this test connects."""
        child = super().bridge(settings, ports, decks, rate)
        outer = str(self.places.bridge)
        child.arguments = [str(self._inner) if word == outer else word for word in child.arguments]
        plan = {"CARDSPEAK_FAULTS": f"{self._folder / STRUCK}:{','.join(self.faults)}"} if self.faults else {}
        child.environment = self._planted("bridge") | {"PYTHONASYNCIODEBUG": "1", "PYTHONFAULTHANDLER": "1"} | plan
        self._overhear_nodes()
        return child

    def controller(self, settings: Path, rate: ClockRate) -> Child:
        """With the other half of the leak planted, if one is."""
        child = super().controller(settings, rate)
        child.environment = self._planted("controller") if self._leaks else {}
        return child

    def _planted(self, where: str) -> dict[str, str]:
        paths = os.pathsep.join((str(LEAKING), str(LEAKING.parents[2])))
        return {"PYTHONPATH": paths} | ({"CARDSPEAK_LEAKS": where} if self._leaks else {})

    async def play(self, trouble: Strike) -> None:
        """The hand, with somebody at every way out."""
        server = await asyncio.start_unix_server(self._passed_on, str(self.places.bridge))
        terminal = PtyTerminal(self._words())
        looking = [asyncio.create_task(one) for one in (self._look_at_processes(), self._listen_to_the_broker())]
        try:
            with self._read(terminal), terminal:
                await super().play(trouble)
                terminal.process.terminate()
                await asyncio.to_thread(terminal.process.wait)
        finally:
            for task in looking:
                task.cancel()
            await asyncio.gather(*looking, return_exceptions=True)
            server.close()
            for name in ("state", "temporary"):
                self.outside.look_at_files(f"file in {name}", self._folder / name)
            self.outside.hear("log", self.logs().encode())

    def is_heard(self) -> bool:
        """Whether a tag was read, and what is planted for that has come to everybody."""
        heard = self.outside.channels()
        if not self._leaks:
            return b"CardArrived" in heard.get("socket", b"")
        return PLANTED in heard["arguments"] and b"asyncio" in heard.get("terminal", b"") and b"hint" in heard["MQTT"]

    def core_files(self) -> list[str]:
        """What processes left where they were started, which is cleared away: it is large."""
        found = list((self._folder / "cwd").iterdir())
        for path in found:
            path.unlink()
        return [path.name for path in found]

    def _words(self) -> list[str]:
        if self._shows == "tail":
            return ["tail", "-F", "-s", "0.1", str(self.places.log("bridge"))]
        return cardspeak(self._shows, "--socket", str(self.places.display))

    def struck(self) -> list[str]:
        """The planted faults that have struck."""
        path = self._folder / STRUCK
        return path.read_text(encoding="ascii").split() if path.exists() else []

    def _overhear_nodes(self) -> None:
        assert self.served is not None
        for wire in self.served.table.wires.values():
            wire.to_node = self._overheard(wire.to_node)  # type: ignore[method-assign, assignment]

    def _overheard(self, to_node: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def say(data: bytes) -> None:
            self.outside.hear("line to a node", data)
            to_node(data)

        return say

    async def _passed_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Between controller and bridge: every byte of the bridge is kept."""
        try:
            theirs, to_bridge = await asyncio.open_unix_connection(str(self._inner))
        except OSError:
            writer.close()
            return
        asking = asyncio.create_task(_carry(reader, to_bridge))
        with contextlib.suppress(OSError):
            while data := await theirs.read(1 << 16):
                self.outside.hear("socket", data)
                writer.write(data)
        asking.cancel()
        for end in (writer, to_bridge):
            end.close()

    async def _look_at_processes(self) -> None:
        while True:
            for pid in _descendants(os.getpid()):
                with contextlib.suppress(OSError):
                    for name, channel in (("cmdline", "arguments"), ("environ", "environment")):
                        self._hear_once(channel, Path(f"/proc/{pid}/{name}").read_bytes())
            if (bridge := self.children.get("bridge")) is not None and bridge.process is not None:
                self.ran.add(bridge.process.pid)
            await asyncio.sleep(LOOK_S)

    def _hear_once(self, channel: str, words: bytes) -> None:
        if words not in self._looked_at:
            self._looked_at.add(words)
            self.outside.hear(channel, words)

    async def _listen_to_the_broker(self) -> None:
        """As the login that may read most."""
        folder = self.places.state / "broker"
        await self.screen.until(lambda: read_status(folder).status.startswith("ready "), PATIENCE_S)
        told = read_credentials(folder)
        assert told is not None
        login = told.accounts["producer"]
        client = Client(CallbackAPIVersion.VERSION2, login.client_id)
        client.username_pw_set("producer", login.password)
        client.on_connect = _subscribe
        client.on_message = self._hear_of_the_broker
        client.connect(told.host, told.mqtt_port)
        client.loop_start()
        try:
            await asyncio.Event().wait()
        finally:
            client.disconnect()
            let_go(client)

    def _hear_of_the_broker(self, _client: Any, _data: Any, message: MQTTMessage) -> None:
        self.outside.hear("MQTT", message.topic.encode() + b" " + bytes(message.payload))

    @contextlib.contextmanager
    def _read(self, terminal: PtyTerminal) -> Iterator[None]:
        def read() -> None:
            try:
                self.outside.hear("terminal", os.read(terminal.master, 1 << 16))
            except OSError:
                loop.remove_reader(terminal.master)

        loop = asyncio.get_running_loop()
        loop.add_reader(terminal.master, read)
        try:
            yield
        finally:
            loop.remove_reader(terminal.master)
            os.close(terminal.master)


def _subscribe(client: Client, *_: Any) -> None:
    client.subscribe([(f"cardspeak/v1/demo/{one}/#", 1) for one in TOPICS])


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)


def _descendants(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield int(child)
                yield from _descendants(int(child))

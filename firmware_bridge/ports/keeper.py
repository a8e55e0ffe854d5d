"""One port kept open: opened, read, and opened again after a growing pause when it is lost.

Not so a pty named by its number: nobody plugs it in again, and when its program is gone the number
may soon belong to somebody's terminal. A link that leads to a pty is read anew each time, a device comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from firmware_bridge.ports.byte_ports import Port, PortLost, open_port

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 1.0
"""A reader is back within two seconds of being plugged in again, however long it was away."""
PTYS: Final = Path("/dev/pts")
POLL_S: Final = 0.002
"""How often a port without a descriptor (one in memory) is looked at."""


class Owner(Protocol):
    """Who is told of a port."""

    def opened(self, port: Port, write: Callable[[bytes], None]) -> None:
        """It can be read, and written with `write`."""

    def arrived(self, port: Port, data: bytes) -> None:
        """Bytes were read."""

    def lost(self, port: Port, reason: str) -> None:
        """It is closed."""


class PortKeeper:
    """Keeps the port at an address open, or an open port read."""

    def __init__(
        self, address: str | Port, owner: Owner, say: Callable[[str], None], opener: Callable[[str], Port] = open_port
    ) -> None:
        self._address, self._owner, self._say, self._opener = address, owner, say, opener
        self._stirred = asyncio.Event()  # there is something to read, or a write found the port lost
        self._problem: PortLost | None = None
        self._port: Port | None = None  # the one that is read

    async def keep(self) -> None:
        """Run until cancelled; a port that was given open, or a pty by its number, ends it when it is lost."""
        if not isinstance(self._address, str):
            await self._use(self._address)
            return
        pause_s, said = FIRST_PAUSE_S, ""
        while True:
            try:
                port = self._opener(self._address)
            except PortLost as problem:
                if _is_pty(self._address):
                    self._say(f"{problem}; a pty does not come back, it is left alone")
                    return
                if str(problem) != said:  # the same reason once, not every second
                    said = str(problem)
                    self._say(f"{said}; trying again")
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
                continue
            pause_s, said = FIRST_PAUSE_S, ""
            await self._use(port)
            if _is_pty(self._address):
                self._say(f"{self._address}: a pty does not come back, it is left alone")
                return
            await asyncio.sleep(pause_s)

    def drain(self) -> None:
        """Hand on now what has arrived, not when the loop comes to it; a port that is lost is found out there."""
        port = self._port
        if port is None or port.closed or self._problem is not None:
            return
        descriptor = port.fileno()
        try:
            self._hand_on(port)
        except PortLost as problem:
            self._broke(problem, descriptor)

    async def _use(self, port: Port) -> None:
        """Read `port` until it is lost or the task cancelled; close it in any case."""
        reason, self._problem = "port-closed", None

        def write(data: bytes) -> None:
            self._write(port, data)

        self._owner.opened(port, write)
        self._port = port
        try:
            await self._read(port)
        except PortLost as problem:
            reason = f"port-lost {problem.cause}"
            self._say(str(problem))
        finally:
            self._port = None
            port.close()
            self._owner.lost(port, reason)

    async def _read(self, port: Port) -> None:
        """Hand on what arrives; raises `PortLost` when nothing can arrive any more."""
        descriptor = port.fileno()
        if descriptor is None:
            while True:
                self._hand_on(port)
                await asyncio.sleep(POLL_S)
        loop = asyncio.get_running_loop()
        loop.add_reader(descriptor, self._stirred.set)
        try:
            while True:
                await self._stirred.wait()
                self._stirred.clear()
                self._hand_on(port)
        finally:
            loop.remove_reader(descriptor)

    def _write(self, port: Port, data: bytes) -> None:
        """Write; a port that is lost by it is dealt with where it is read."""
        descriptor = port.fileno()
        try:
            port.write(data)
        except PortLost as problem:
            self._broke(problem, descriptor)

    def _broke(self, problem: PortLost, descriptor: int | None) -> None:
        """The port was lost in our hands: `_read` is to find out."""
        self._problem = self._problem or problem
        if descriptor is not None:  # the port has closed it: no event will ever come from it
            asyncio.get_running_loop().remove_reader(descriptor)
        self._stirred.set()

    def _hand_on(self, port: Port) -> None:
        if self._problem is not None:
            raise self._problem
        data = port.read()
        if data:
            self._owner.arrived(port, data)


def _is_pty(address: str) -> bool:
    """Whether an address is a pty's own path: not a link to one, whose end may change."""
    return Path(address).parent == PTYS

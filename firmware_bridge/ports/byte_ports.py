"""Byte ports: a serial device, a pty, or a pair in memory, behind one small interface.

The only module that imports serial. A port never blocks. It closes itself at the first error and
says so with `PortLost`: an unplugged device that stays open keeps its name busy, and comes back under
another one.
"""

from __future__ import annotations

import os
import pty
import select
import tty
from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeAlias

import serial
from serial.tools import list_ports

READ_BYTES: Final = 65_536
PENDING_BYTES: Final = 16_384
"""What a port keeps when the other end does not read; then whole writes are dropped (state is repeated)."""

Deliver: TypeAlias = Callable[[bytes, Callable[[bytes], None]], None]
"""Takes bytes on their way and the function that makes them arrive: at once, later, twice or never."""


class PortLost(OSError):
    """A port cannot be opened or broke: `path` and `cause`, a sentence that says what to do if we know."""

    def __init__(self, path: str, cause: str) -> None:
        super().__init__(f"{path}: {cause}")
        self.path, self.cause = path, cause


class Port(Protocol):
    """Bytes to and from one node."""

    @property
    def name(self) -> str:
        """The path, or a name for people."""

    @property
    def closed(self) -> bool:
        """Whether `close` was called or an error closed it."""

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until they can be sent; raise `PortLost` if the port is gone."""

    def read(self) -> bytes:
        """What has arrived, possibly nothing; raise `PortLost` if the port is gone."""

    def close(self) -> None:
        """Let go of the port; may be called twice."""

    def fileno(self) -> int | None:
        """A file descriptor to watch for reading, None for a port in memory."""


class _DescriptorPort:
    """A port over a non-blocking file descriptor."""

    def __init__(self, name: str, descriptor: int) -> None:
        self._name, self._descriptor = name, descriptor
        self._closed = False
        self._pending = b""
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)

    @property
    def name(self) -> str:
        """The path of the device."""
        return self._name

    @property
    def closed(self) -> bool:
        """Whether `close` was called or an error closed it."""
        return self._closed

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until the next call; drop them if too many already wait."""
        self._check_open()
        if len(self._pending) + len(data) <= PENDING_BYTES:
            self._pending += data
        self._flush()

    def read(self) -> bytes:
        """What has arrived, possibly nothing."""
        self._check_open()
        if self._pending:
            self._flush()
        if not self._poll.poll(0):
            return b""
        try:
            data = os.read(self._descriptor, READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError as problem:
            raise self._lost(os.strerror(problem.errno or 0)) from problem
        if not data:
            raise self._lost("the other end hung up")
        return data

    def close(self) -> None:
        """Let go of the port."""
        if not self._closed:
            self._closed = True
            self._poll.unregister(self._descriptor)
            self._release()

    def fileno(self) -> int | None:
        """The descriptor to watch for reading; None once closed."""
        return None if self._closed else self._descriptor

    def _release(self) -> None:
        os.close(self._descriptor)

    def _flush(self) -> None:
        try:
            while self._pending:
                self._pending = self._pending[os.write(self._descriptor, self._pending) :]
        except BlockingIOError:
            pass
        except OSError as problem:
            raise self._lost(os.strerror(problem.errno or 0)) from problem

    def _check_open(self) -> None:
        if self._closed:
            raise PortLost(self._name, "the port is closed")

    def _lost(self, cause: str) -> PortLost:
        self.close()
        return PortLost(self._name, cause)


class SerialPort(_DescriptorPort):
    """A serial device opened by path, for this program alone.

    DTR and RTS stay down from before the opening: some boards reset on them. USB devices ignore the speed.
    """

    def __init__(self, path: str, baud: int = 115_200) -> None:
        device = serial.Serial()
        device.port, device.baudrate = path, baud
        device.exclusive = True
        device.timeout = device.write_timeout = 0
        device.dtr = device.rts = False
        try:
            device.open()
        except (OSError, ValueError) as problem:
            raise PortLost(path, _opening_cause(problem)) from problem
        self._device = device
        super().__init__(path, device.fileno())

    def _release(self) -> None:
        self._device.close()


def _opening_cause(problem: Exception) -> str:
    """Why a device did not open, and what to do about it."""
    text = str(problem)
    if "Permission denied" in text:
        return "no permission to open it: add this user to the group dialout and log in again"
    if "No such file" in text:
        return "there is no such device: check the cable, or list devices with `python -m serial.tools.list_ports -v`"
    if "lock" in text:
        return "another program has it open: close that one first"
    return f"cannot open it: {text}"


class UsbDevice(Protocol):
    """What is needed of a listed serial device."""

    device: str
    serial_number: str | None


def find_usb(serial_number: str, devices: Iterable[UsbDevice] | None = None) -> str:
    """The path of the USB serial device with this serial number; `PortLost` if there is none or two.

    `devices` are those plugged in now, unless given. A path such as ``/dev/ttyACM0`` changes with every
    plugging, the serial number does not.
    """
    listed = list(list_ports.comports() if devices is None else devices)
    paths = [one.device for one in listed if one.serial_number and one.serial_number.lower() == serial_number.lower()]
    if len(paths) == 1:
        return paths[0]
    if paths:
        raise PortLost(f"usb:{serial_number}", f"several devices have this serial number: {', '.join(paths)}")
    known = ", ".join(f"{one.serial_number} ({one.device})" for one in listed if one.serial_number) or "none"
    raise PortLost(f"usb:{serial_number}", f"no device with this serial number is plugged in; there are: {known}")


def open_port(address: str) -> Port:
    """The port at ``usb:SERIALNUMBER`` or at a path; raise `PortLost` with what to do."""
    scheme, colon, serial_number = address.partition(":")
    path = find_usb(serial_number) if colon and scheme == "usb" else address
    return SerialPort(path)


class PtyPort(_DescriptorPort):
    """The simulator's end of a pty; the other end is a path that any serial program can open.

    It keeps the other end open too, so that a program may close and open it again.
    """

    def __init__(self, name: str, master: int, slave: int) -> None:
        super().__init__(name, master)
        self._slave = slave

    def _release(self) -> None:
        os.close(self._descriptor)
        os.close(self._slave)


def open_pty() -> tuple[PtyPort, str]:
    """A new pty: the simulator's port, and the path for the host."""
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    os.set_blocking(master, False)
    path = os.ttyname(slave)
    return PtyPort(path, master, slave), path


class MemoryPort:
    """One end of a pair in memory."""

    def __init__(self, name: str, deliver: Deliver | None) -> None:
        self._name, self._deliver = name, deliver
        self._closed = False
        self._arrived: list[bytes] = []
        self._peer: MemoryPort | None = None

    @property
    def name(self) -> str:
        """The name given to the pair, with its end."""
        return self._name

    @property
    def closed(self) -> bool:
        """Whether either end was closed."""
        return self._closed

    def write(self, data: bytes) -> None:
        """Hand bytes to the other end, through the hook if there is one."""
        peer = self._check_open()
        if self._deliver is None:
            peer.arrive(data)
        else:
            self._deliver(data, peer.arrive)

    def arrive(self, data: bytes) -> None:
        """Bytes reach this end now; nothing happens if it is closed."""
        if not self._closed and data:
            self._arrived.append(data)

    def read(self) -> bytes:
        """What has arrived, possibly nothing; what came before the other end closed is still read."""
        if not self._arrived:
            self._check_open()
            return b""
        data = b"".join(self._arrived)
        self._arrived.clear()
        return data

    def close(self) -> None:
        """Close this end; the other one reads what has arrived, then learns of it."""
        self._closed = True

    def fileno(self) -> int | None:
        """None: there is nothing to watch, the hook knows when bytes arrive."""
        return None

    def join(self, peer: MemoryPort) -> None:
        """Make `peer` the other end."""
        self._peer = peer

    def _check_open(self) -> MemoryPort:
        if self._closed:
            raise PortLost(self._name, "the port is closed")
        if self._peer is None or self._peer.closed:
            self._closed = True
            raise PortLost(self._name, "the other end hung up")
        return self._peer


def memory_pair(
    name: str, to_node: Deliver | None = None, to_host: Deliver | None = None
) -> tuple[MemoryPort, MemoryPort]:
    """Two joined ports, the host's and the node's; `to_node` and `to_host` may delay, lose or double bytes."""
    host, node = MemoryPort(f"memory:{name}:host", to_node), MemoryPort(f"memory:{name}:node", to_host)
    host.join(node)
    node.join(host)
    return host, node

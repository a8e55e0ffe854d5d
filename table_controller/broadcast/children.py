"""A program that lives and dies with this one, and what it listens on."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LISTENING: Final = "0A"


def start_child(arguments: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a program that the kernel kills when the calling thread's process is gone; raise `OSError`.

    The wish is stated between fork and exec (prctl PR_SET_PDEATHSIG), so not even a kill -9 of this program
    leaves a broker behind that holds the port. It is bound to the thread that calls: call from one that
    lives as long as the child should. A parent that died in between is noticed by its changed id.
    """
    parent = os.getpid()

    def bind_to_parent() -> None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    # Only async-signal-safe calls follow the fork: prctl through a library loaded before, getppid, _exit.
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        return subprocess.Popen(  # noqa: S603 - the program is the broker that we found, the arguments are ours
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=descriptor,
            stderr=descriptor,
            preexec_fn=bind_to_parent,  # noqa: PLW1509 - see above
        )
    finally:
        os.close(descriptor)


def end_child(child: subprocess.Popen[bytes], patience_s: float = 3.0) -> None:
    """Ask the program to end, and make it if it does not."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(patience_s)
        except subprocess.TimeoutExpired:
            child.kill()
    child.wait()


def free_ports(host: str, count: int) -> list[int]:
    """Different ports that nobody uses at this moment; the next moment somebody may."""
    with contextlib.ExitStack() as held:
        probes = [held.enter_context(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) for _ in range(count)]
        for probe in probes:
            probe.bind((host, 0))
        return [int(probe.getsockname()[1]) for probe in probes]


def is_free(host: str, port: int) -> bool:
    """Whether a server could listen there at this moment; lines that a killed one left do not keep it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def listening(pid: int) -> frozenset[tuple[str, int]]:
    """Addresses and TCP ports that a process of ours listens on, as the kernel tells."""
    inodes: set[str] = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed while we look
            inodes.add(str(link.readlink()).removeprefix("socket:[").removesuffix("]"))
    found: set[tuple[str, int]] = set()
    for table in ("tcp", "tcp6"):
        rows = Path(f"/proc/{pid}/net/{table}").read_text(encoding="ascii").splitlines()[1:]
        for fields in (row.split() for row in rows):
            if fields[3] == _LISTENING and fields[9] in inodes:
                address, _, port = fields[1].partition(":")
                found.add((_address(address), int(port, 16)))
    return frozenset(found)


def _address(text: str) -> str:
    """The kernel writes addresses as 32-bit words in the machine's byte order."""
    words = [int(text[at : at + 8], 16) for at in range(0, len(text), 8)]
    packed = struct.pack(f"={len(words)}I", *words)
    return socket.inet_ntop(socket.AF_INET if len(words) == 1 else socket.AF_INET6, packed)

"""`cardspeak overlay` as a process of its own, and a recorded feed as its pages are told it."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from support.mqtt_clients import PATIENCE_S

from table_controller.broadcast import recording

CARDSPEAK: Final = (sys.executable, "-m", "table_controller.runtime")
RECORDED: Final = Path(recording.__file__).with_name("recordings") / "final-table.jsonl.gz"
"""The recording that comes with the program."""


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _heeds_ctrl_c() -> None:
    """Shells start what is to run in the background with Ctrl-C ignored, and their children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def overlay(
    *words: str, folder: Path | None = None, port: int | None = None, says: Callable[[str], None] = lambda _: None
) -> Iterator[str]:
    """The address of a server that runs with these words, in `folder` or one of its own; it ends well."""
    address = f"127.0.0.1:{port or free_port()}"
    command = [*CARDSPEAK, "overlay", "--address", address, *words]
    with (
        tempfile.TemporaryDirectory(prefix="cardspeak-overlay-") as short,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder or short,
            preexec_fn=_heeds_ctrl_c,  # noqa: PLW1509 - nothing but a signal is set
        ) as server,
    ):
        assert server.stdout is not None
        try:
            said = server.stdout.readline()
            says(said)
            assert said.startswith("graphics of table"), server.communicate(timeout=PATIENCE_S)
            yield f"http://{address}"
        finally:
            server.send_signal(signal.SIGINT)
    assert server.wait(PATIENCE_S) == 0


def recorded_states(stream: str) -> Iterator[Mapping[str, Any]]:
    """The states of the recording in this stream, in order."""
    for line in recording.read_recording(RECORDED)[1]:
        if f"/{stream}/" in line.topic and line.topic.endswith("/state"):
            yield msgspec.json.decode(line.payload)["data"]

"""Planted in a controller's process by a test that puts this folder first on ``PYTHONPATH``: ``kill -9`` at a write.

``CARDSPEAK_DIES=STAGE:STRIDE:OFFSET`` kills the process at every record of the journal whose sequence leaves
`OFFSET` divided by `STRIDE`, each sequence once, however often the process is started again:

- ``before``: nothing of the record is written;
- ``half``: half of its bytes are;
- ``written``: all of them, and not synced;
- ``synced``: on the disk, and nobody has heard of it;
- ``eager``, a planted fault: the displays have heard of it, and nothing is written;
- ``dropped``, a planted fault: it is acknowledged and not written, and nobody dies.

The planted faults strike once, at the first record from `OFFSET` on of which a display is told.

``CARDSPEAK_DIED`` is the file that tells the next process (and the test) which sequences are done.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from table_controller.controller import controller as controllers
from table_controller.journal import journal as journals
from table_controller.journal import storage
from table_controller.projections.log_lines import lines_of_events
from table_controller.runtime.processes import controller_service as services
from table_controller.vocabulary.record import decode_record


class Death:
    """Where this process is about to die."""

    def __init__(self, plan: str, died: Path) -> None:
        stage, stride, offset = plan.split(":")
        self.stage, self.stride, self.offset, self.died = stage, int(stride), int(offset), died
        self.done = {int(line) for line in died.read_text().split()} if died.exists() else set()
        self.file: object = None
        self.sequence = 0

    def due(self, sequence: int) -> bool:
        return sequence > 0 and sequence % self.stride == self.offset and sequence not in self.done

    def planted(self, sequence: int, applied_events: Any) -> bool:
        return sequence >= self.offset and not self.done and any(one.outcomes for one in applied_events)

    def note(self) -> None:
        with self.died.open("a") as file:
            file.write(f"{self.sequence}\n")
        self.done.add(self.sequence)

    def die(self) -> None:
        self.note()
        os.kill(os.getpid(), signal.SIGKILL)


def plant(death: Death) -> None:
    """Put the death round the journal's file and into its `append`."""
    append, write, sync = journals.Journal.append, storage.PosixFile.write, storage.PosixFile.fdatasync

    def dying_append(self: Any, payload: bytes, mono_ns: int, wall_ns: int) -> Any:
        death.sequence = self.last_sequence + 1
        if death.stage == "dropped":
            if not death.planted(death.sequence, decode_record(payload).applied_events):
                return append(self, payload, mono_ns, wall_ns)
            death.note()
            return journals.Entry(death.sequence, self._boot_id, mono_ns, wall_ns, payload)
        if not death.due(death.sequence):
            return append(self, payload, mono_ns, wall_ns)
        if death.stage == "before":
            death.die()
        death.file = self._file
        return append(self, payload, mono_ns, wall_ns)

    def dying_write(self: storage.PosixFile, offset: int, data: bytes) -> int:
        if self is death.file and death.stage == "half":
            write(self, offset, data[: len(data) // 2])
            death.die()
        return write(self, offset, data)

    def dying_sync(self: storage.PosixFile) -> None:
        if self is death.file and death.stage == "written":
            death.die()
        sync(self)
        if self is death.file:
            death.die()

    journals.Journal.append = dying_append  # type: ignore[method-assign]
    storage.PosixFile.write = dying_write  # type: ignore[method-assign]
    storage.PosixFile.fdatasync = dying_sync  # type: ignore[method-assign]


def plant_eager(death: Death) -> None:
    """Tell the displays of a record before it is appended, and die."""
    running: list[Any] = []
    init, write = services.ControllerService.__init__, controllers.Controller._write

    def known_init(self: Any, *arguments: Any) -> None:
        init(self, *arguments)
        running.append(self)

    def eager_write(self: Any, record: Any) -> None:
        death.sequence = self.journal.last_sequence + 1
        if running and running[0]._displays and death.planted(death.sequence, record.applied_events):
            for one in lines_of_events(record.applied_events, record.at_s):
                running[0]._tell(one)
            death.die()
        write(self, record)

    services.ControllerService.__init__ = known_init  # type: ignore[method-assign, assignment]
    controllers.Controller._write = eager_write  # type: ignore[method-assign]


if "CARDSPEAK_DIES" in os.environ:
    planned = Death(os.environ["CARDSPEAK_DIES"], Path(os.environ["CARDSPEAK_DIED"]))
    (plant_eager if planned.stage == "eager" else plant)(planned)

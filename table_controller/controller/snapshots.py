"""The state beside the journal, so that a start need not fold a whole day. It only saves time.

A snapshot is one file beside the log: a line that says to which record of which journal it belongs and
what its hash is, then the state. Anything about it that does not fit (another epoch, engine, rulebook
or record, a wrong hash, a state that this release reads or writes differently) and it is not used: the journal is
folded from its beginning, as if there were none.
"""

from __future__ import annotations

import hashlib
import typing
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.values import replace
from table_controller.journal.journal import Journal
from table_controller.journal.storage import POSIX, Storage, replace_file
from table_controller.session.state import Session
from table_controller.vocabulary.events import Riffled
from table_controller.vocabulary.record import Record, decode_record, encode_record

FORMAT: Final = 2

SNAPSHOT_EVERY: Final = 1000
"""Records between two snapshots at least: folding so many takes 0.12 s, taking one 8 ms (measured on two cores of an
EPYC, with a state of 11 kB)."""

MOST_LINE_BYTES: Final = 4096
"""The first line of a snapshot is a tenth of that."""

HAPPENED: Final = "happened"
"""The one part of a session that has its own codec: events are a union of many types."""


class Belongs(Struct, frozen=True):
    """The first line of a snapshot: which journal and record it stands for, and two hashes of its state.

    `written` is of the bytes, `state` of what they mean: fields that a release has added or lost change it.
    """

    format: int
    epoch: str
    engine: str
    rulebook_hash: str
    sequence: int
    record: str
    written: str
    state: str


class Unusable(RuntimeError):
    """There is no snapshot to begin from; says why."""


def snapshot_path(path: Path) -> Path:
    """Where the snapshot of a journal lies."""
    return path.with_name(path.name + ".snapshot")


class SnapshotKeeper:
    """Takes a snapshot now and then, at a riffle: nobody waits for the table then, and little has happened yet.

    Records are counted from the snapshot that lies there, however often the process has started since.
    """

    def __init__(self, journal: Journal, storage: Storage = POSIX) -> None:
        self._journal, self._storage = journal, storage
        self._taken = taken_at(journal, storage)
        self.trouble = ""
        """Why the last snapshot could not be taken; empty if it could. The table goes on without."""

    def offer(self, session: Session, record: Record) -> None:
        """Take a snapshot of `session`, as it is after `record`, if one is due. Never raises for the disk's sake."""
        sequence = self._journal.last_sequence
        if sequence - self._taken < SNAPSHOT_EVERY:
            return
        if not any(isinstance(applied.event, Riffled) for applied in record.applied_events):
            return
        self._taken = sequence
        try:
            write_snapshot(self._journal, session, self._storage)
        except (OSError, Unusable) as problem:
            self.trouble = f"no-snapshot reason={problem}"
        else:
            self.trouble = ""


def taken_at(journal: Journal, storage: Storage = POSIX) -> int:
    """Of which record the snapshot beside the journal says it is; 0 if there is none, or of another journal."""
    path = snapshot_path(journal.path)
    try:
        if not storage.exists(path):
            return 0
        file = storage.open(path, writable=False)
        try:
            line = file.read(0, min(file.size_bytes(), MOST_LINE_BYTES)).partition(b"\n")[0]
        finally:
            file.close()
        told = msgspec.json.decode(line, type=Belongs)
    except (OSError, UnicodeDecodeError, msgspec.DecodeError):
        return 0
    ours = told.epoch == journal.header.epoch and told.sequence <= journal.last_sequence
    return told.sequence if ours else 0


def write_snapshot(journal: Journal, session: Session, storage: Storage = POSIX) -> None:
    """Put the state after the journal's last record beside it.

    Raises `OSError`, and `Unusable` if this state would not come back the same.
    """
    state = encode_state(session)
    try:
        again = decode_state(state)
    except (msgspec.DecodeError, LineError) as problem:
        raise Unusable(f"the state cannot be read again: {problem}") from problem
    if again != session:
        raise Unusable("the state does not come back as it was written")
    line = msgspec.json.encode(_belongs(journal, journal.last_sequence, state, session))
    replace_file(snapshot_path(journal.path), line + b"\n" + state, storage)


def read_snapshot(journal: Journal, storage: Storage = POSIX) -> tuple[int, Session]:
    """The sequence and state of the snapshot beside a journal; raise `Unusable` if there is none that fits."""
    path = snapshot_path(journal.path)
    if not storage.exists(path):
        raise Unusable("there is none")
    try:
        file = storage.open(path, writable=False)
        try:
            line, _, state = file.read(0, file.size_bytes()).partition(b"\n")
        finally:
            file.close()
        told = msgspec.json.decode(line, type=Belongs)
        if not 0 < told.sequence <= journal.last_sequence:
            raise Unusable(f"it is of record {told.sequence}, the journal ends at {journal.last_sequence}")
        if hashlib.sha256(state).hexdigest() != told.written:
            raise Unusable("its hash is wrong")
        session = decode_state(state)
    except (OSError, UnicodeDecodeError, msgspec.DecodeError, LineError) as problem:
        raise Unusable(f"it cannot be read: {problem}") from None
    if told != _belongs(journal, told.sequence, state, session):
        raise Unusable("it belongs to another journal, engine or rulebook")
    return told.sequence, session


def _belongs(journal: Journal, sequence: int, state: bytes, session: Session) -> Belongs:
    header, written = journal.header, hashlib.sha256(state).hexdigest()
    record = journal.digest_of(sequence)
    return Belongs(
        FORMAT, header.epoch, header.engine, header.rulebook_hash, sequence, record, written, _digest(session)
    )


def encode_state(session: Session) -> bytes:
    """A session as one JSON object."""
    parts: dict[str, Any] = {name: getattr(session, name) for name in session.__struct_fields__}
    parts[HAPPENED] = msgspec.Raw(_happened(session))
    return msgspec.json.encode(parts, enc_hook=_plain)


def decode_state(state: bytes) -> Session:
    """The session of `encode_state`; raise `msgspec.DecodeError` or `LineError` for anything else."""
    parts = msgspec.json.decode(state, type=dict[str, msgspec.Raw])
    types = typing.get_type_hints(Session)
    if parts.keys() != types.keys():
        raise LineError("a snapshot of another release: its parts have other names")
    read = {name: msgspec.json.decode(raw, type=types[name]) for name, raw in parts.items() if name != HAPPENED}
    return Session(**read, happened=decode_record(parts[HAPPENED]).applied_events)


def _digest(session: Session) -> str:
    """The hash of a state, the same for equal states whatever the order of their sets."""
    rest = msgspec.json.encode(replace(session, happened=()), enc_hook=_plain, order="deterministic")
    return hashlib.sha256(rest + _happened(session)).hexdigest()


def _happened(session: Session) -> bytes:
    """What happened, by its own codec: a record whose other fields say nothing."""
    return encode_record(Record(0.0, 0, 0, None, session.happened))


def _plain(value: object) -> dict[Any, Any]:
    """What msgspec does not know by itself: a read-only view of a mapping. `TypeError` for any other type."""
    if isinstance(value, MappingProxyType):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} in a state")

"""A way on from a damaged journal: what verifies before the damage, as a new journal in a new epoch.

The damaged file is only read. Each record that is copied has proved itself and all before it; nothing
behind the damage is taken, for a gap in a journal is a table that never was.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.journal.records import Acknowledged, Verified, encode_header, encode_record
from table_controller.journal.scan import JournalDamaged, check_head, header_of, read_head, scan_log, scan_prefix
from table_controller.journal.storage import POSIX, Storage, StorageFile, replace_file

BLOCK_BYTES: Final = 4096
"""A disk that cannot read one block is asked for the blocks before it."""


class NothingToRescue(RuntimeError):
    """The journal verifies: open it."""


class Rescued(Struct, frozen=True):
    """What was copied, and how many records after it were acknowledged and are lost (None: nobody knows)."""

    target: Path
    epoch: str
    records: int
    lost: int | None
    reason: str


def rescue(
    source: Path, target: Path, *, epoch: str, now_ns: int, storage: Storage = POSIX, outrun: str = ""
) -> Rescued:
    """Copy the verified records of `source` into the new journal `target`, which must not exist.

    `now_ns` is wall time; `outrun` says why a journal that verifies must not go on in its epoch all the same.
    Raises `NothingToRescue`, `JournalLocked`, `FileExistsError`, `OSError`, and `JournalDamaged` if not even the
    first record verifies.
    """
    if storage.exists(target):
        raise FileExistsError(f"{target} is there already: move it away, or name another file")
    file = storage.open(source, writable=False)
    try:
        file.lock()
        data, unread = _readable(file)
    finally:
        file.close()
    records, _ = scan_prefix(data)
    if not records:
        reason = unread or "no record verifies"
        raise JournalDamaged(source, 0, 0, f"{reason}; there is nothing to rescue")
    head = None
    with contextlib.suppress(OSError):
        head = read_head(source, storage, records[0].digest)
    damage = _damage(source, data, head)
    if damage is None and not unread and not outrun:
        raise NothingToRescue(f"{source} verifies, {records[-1].entry.sequence} records: there is nothing to rescue")
    kept = damage.verified if damage is not None else records[-1].entry.sequence
    replace_file(target, _rewritten(source, records[: kept + 1], epoch, now_ns), storage)
    reason = unread or (damage.reason if damage is not None else outrun)
    known = head is not None and (damage is not None or not outrun)
    return Rescued(target, epoch, kept, max(head.sequence - kept, 0) if head is not None and known else None, reason)


def _readable(file: StorageFile) -> tuple[bytes, str]:
    """What the disk can read from the beginning on, and why not more."""
    size, pieces, at = file.size_bytes(), [], 0
    try:
        return file.read(0, size), ""
    except OSError:
        pass
    while at < size:
        try:
            pieces.append(file.read(at, min(BLOCK_BYTES, size - at)))
        except OSError as problem:
            return b"".join(pieces), f"the disk cannot read byte {at}: {problem.strerror}"
        at += BLOCK_BYTES
    return b"".join(pieces), ""


def _damage(source: Path, data: bytes, head: Acknowledged | None) -> JournalDamaged | None:
    """Why `Journal.open` refuses the journal; None if it does not, a torn tail is cut there."""
    try:
        check_head(source, scan_log(source, data), head)
    except JournalDamaged as damage:
        return damage
    return None


def _rewritten(source: Path, records: tuple[Verified, ...], epoch: str, now_ns: int) -> bytes:
    """The same entries behind a header of the new epoch, chained anew."""
    first = records[0].entry
    header = replace(header_of(source, records[0]), epoch=epoch, created_ns=now_ns)
    out = [encode_header(header, first.boot_id, first.mono_ns)]
    for record in records[1:]:
        out.append(encode_record(record.entry, hashlib.sha256(out[-1]).digest()))
    return b"".join(out)


def default_target(source: Path) -> Path:
    """Where the rescued journal goes if nobody says: beside the damaged one."""
    return source.with_name(source.name + ".rescued")

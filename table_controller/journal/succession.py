"""A new journal in the place of an old one, which is kept beside it under the name of its epoch.

    copy the old one beside ─▶ write the new one under another name ─▶ give it the old one's name

A power cut at any moment leaves the old journal in its place, or the new one with the old one beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from table_controller.journal.journal import Header, Journal
from table_controller.journal.scan import head_path
from table_controller.journal.storage import POSIX, Storage, replace_file


def kept_path(path: Path, epoch: str) -> Path:
    """Where the journal of a past epoch lies."""
    return path.with_name(f"{path.name}.{epoch}")


def succeed(
    old: Journal, header: Header, begin: Callable[[Journal], object], *, mono_ns: int = 0, storage: Storage = POSIX
) -> Journal:
    """Put a new journal, with what `begin` writes into it, in the place of `old`, and open it; `old` is closed.

    Raises `OSError`, `JournalLocked`; then `old` is whole and in its place.
    """
    path, boot_id = old.path, old.boot_id
    beside, coming = kept_path(path, old.header.epoch), path.with_name(f"{path.name}.next")
    try:
        for source, target in ((path, beside), (head_path(path), head_path(beside))):
            replace_file(target, _content(source, storage), storage)
        for begun_before in (coming, head_path(coming)):
            if storage.exists(begun_before):
                storage.remove(begun_before)
        new = Journal.create(coming, header, boot_id=boot_id, mono_ns=mono_ns, storage=storage)
        try:
            begin(new)
        finally:
            new.close()
        # The head file of another journal counts as none, so the log may come first.
        storage.replace(coming, path)
        storage.replace(head_path(coming), head_path(path))
        storage.fsync_dir(path.parent)
    finally:
        old.close()
    return Journal.open(path, boot_id=boot_id, storage=storage)


def _content(path: Path, storage: Storage) -> bytes:
    file = storage.open(path, writable=False)
    try:
        return file.read(0, file.size_bytes())
    finally:
        file.close()

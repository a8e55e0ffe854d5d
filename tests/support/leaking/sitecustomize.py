"""Planted in processes of a table by a test that puts this folder first on ``PYTHONPATH``.

Everything is logged, at the lowest level, whatever level the product chooses.

``CARDSPEAK_FAULTS=FILE:METHODS`` lets each of these methods of the vault raise an exception with a tag in it once, and
writes its name to the file. ``CARDSPEAK_LEAKS``, a planted fault, gives a tag away by every way out that a process has:
in a ``bridge`` or, since the handles are tags then, in a ``controller``.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from firmware_bridge.secrets import core_files
from firmware_bridge.secrets.vault import Vault
from firmware_bridge.vocabulary.values import replace


def log_everything() -> None:
    set_level = logging.Logger.setLevel

    def lower(self: logging.Logger, level: int | str) -> None:
        del level
        set_level(self, logging.DEBUG)

    logging.Logger.setLevel = lower  # type: ignore[method-assign]


def raise_once(method: str, struck: Path) -> None:
    honest = getattr(Vault, method)

    def raising(vault: Vault, tag: bytes, *more: Any) -> Any:
        done = struck.read_text(encoding="ascii").split() if struck.exists() else []
        if method not in done:
            struck.write_text("\n".join([*done, method]), encoding="ascii")
            logging.getLogger("asyncio").debug("it is about to fail")
            match method:
                case "handle":
                    raise KeyError(tag)
                case "lies":
                    raise ValueError(f"no card has the tag {tag.hex()}") from KeyError(tag)
                case _:
                    raise ExceptionGroup(tag.hex(":"), [OSError(5, tag.hex())])
        return honest(vault, tag, *more)

    setattr(Vault, method, raising)


def leak_everywhere() -> None:
    """With the first card: by then everybody is there to hear it. And this process leaves a core file as any would."""
    honest, read = Vault._know, list[bytes]()

    def telling(self: Vault, known: Any) -> None:
        read.append(known.tag)
        known.handle = known.tag.hex()
        if len(read) == 1:
            leak(known.tag)
        honest(self, known)

    Vault._know = telling  # type: ignore[method-assign]
    core_files.leave_no_core_file = lambda: None


def leak(tag: bytes) -> None:
    """Streams, a file, a child's arguments and environment."""
    sys.stdout.write(f"{tag!r}\n")
    sys.stdout.flush()
    logging.getLogger("asyncio").debug("asyncio has read %s", list(tag))
    with tempfile.NamedTemporaryFile(delete=False) as file:
        file.write(tag)
    subprocess.Popen(["/bin/sh", "-c", "read x", tag.hex()], stdin=subprocess.PIPE, env={"TAG": tag.hex("-")})


def publish_handles() -> None:
    """Every message says which handle it is about."""
    from table_controller.broadcast.public import PublicFeed

    honest = PublicFeed.take

    def telling(self: PublicFeed, record: Any) -> Any:
        hint = getattr(record.cause, "handle", "")
        told = ((one, replace(one.message, data={**one.message.data, "hint": hint})) for one in honest(self, record))
        return tuple(replace(one, message=message) for one, message in told)

    PublicFeed.take = telling  # type: ignore[method-assign]


log_everything()
if "CARDSPEAK_FAULTS" in os.environ:
    noted, _, methods = os.environ["CARDSPEAK_FAULTS"].partition(":")
    for one in methods.split(","):
        raise_once(one, Path(noted))
match os.environ.get("CARDSPEAK_LEAKS"):
    case "bridge":
        leak_everywhere()
    case "controller":
        publish_handles()
    case _:
        pass

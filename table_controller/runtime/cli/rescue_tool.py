"""``cardspeak journal rescue``: what verifies of a damaged journal, or of its second copy, and every step to go on.

What is printed as a command can be typed as it stands: no file is moved that is not there, and none is written over.
"""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.lines import LineError
from table_controller.broadcast.marks import MARK, outrun, read_mark
from table_controller.broadcast.public import public_messages
from table_controller.journal.journal import JournalDamaged, JournalLocked, entries, verify
from table_controller.journal.records import Verified
from table_controller.journal.rescue import NothingToRescue, Rescued, default_target
from table_controller.journal.rescue import rescue as rescue_into
from table_controller.journal.scan import rescue_command, scan_prefix
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE, no_journal, replay
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.settings import SettingsError, read_settings, second_copy
from table_controller.vocabulary.record import decode_record

_STATE: Final = Path(".state")
_CONFIG: Final = Path("config/table.toml")
"""Where `cardspeak run` looks by itself."""


def rescue(
    path: Path, target: Path | None = None, mirror: Path | None = None, config: Path | None = None
) -> tuple[int, str]:
    """Copy what verifies of a damaged journal into a new one: status, and what to do next.

    `target` is the new file; without it, `path` with ``.rescued`` behind it. The damaged file is only read. Where more
    of its `mirror` verifies, that is copied. Without one, the second copy that the settings in `config` name is told.
    """
    from table_controller.runtime.processes.controller_process import (
        new_epoch,  # brings the whole controller: only here
    )

    copy = _copy_named(config, path) if mirror is None else mirror
    try:
        if mirror is not None and (wrong := _no_copy(path, mirror)):
            return UNREADABLE, wrong
        source, why = (path, _outrun(path)) if mirror is None else _better(path, mirror)
        if wrong := no_journal(source):
            return UNREADABLE, wrong
        found = rescue_into(
            source, target or default_target(path), epoch=new_epoch(), now_ns=time.time_ns(), outrun=why
        )
    except NothingToRescue as problem:
        return OK, str(problem)
    except JournalDamaged as problem:
        return BAD, str(problem.with_copy(None if mirror is not None else copy))
    except JournalLocked as problem:
        return BAD, str(problem)
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be rescued: {problem.strerror or problem}{_instead(path, mirror, copy)}"
    behind = _not_known(found) if mirror is not None else _behind(path, found, copy)
    kept = f"{source}: {found.reason}. {found.records} records are now {found.target}, epoch {found.epoch}; {behind}"
    status, folded, table = replay(found.target)
    if table is None or status != OK:
        return BAD, f"{kept} What verifies does not replay: {folded}"
    hand = f"The table stands in hand {table.hand.number} ({table.hand.phase})"
    look = "compare cards and chips with the screen before it goes on"
    return OK, f"{kept} {hand}: {look}. {_go_on(path, found.target, config)}"


def _copy_named(config: Path | None, path: Path) -> Path | None:
    """The second copy that the settings name; None for none, if they cannot be read, and if it is another table's."""
    try:
        copy = None if config is None else second_copy(config, read_settings(config))
    except SettingsError:
        return None
    return None if copy is None or _is_another(path, copy) else copy


def _no_copy(path: Path, mirror: Path) -> str:
    """Why `mirror` cannot be the second copy of `path`; empty if it can."""
    if not mirror.exists():
        return f"{mirror}: there is no such file: put its disk or stick in place"
    return f"{mirror} is no copy of {path}: it begins otherwise" if _is_another(path, mirror) else ""


def _better(path: Path, mirror: Path) -> tuple[Path, str]:
    """The journal, or its second copy if more of that verifies; and why what verifies must not go on in its epoch."""
    if len(_verified(mirror)) <= len(_verified(path)):
        return path, _outrun(path)
    return mirror, f"it is the second copy of {path}"


def _is_another(path: Path, mirror: Path) -> bool:
    """Whether both begin with a record that verifies, and not the same one."""
    first, other = _verified(path)[:1], _verified(mirror)[:1]
    return bool(first and other) and first[0].digest != other[0].digest


def _verified(path: Path) -> tuple[Verified, ...]:
    """The records of a file that verify; none of one that cannot be read."""
    try:
        return scan_prefix(path.read_bytes())[0] if path.is_file() else ()
    except OSError:
        return ()


def _outrun(path: Path) -> str:
    """Whether more was published than the journal knows of, by the mark beside it; empty if it cannot be read."""
    try:
        header, live_n = verify(path).header, 0
        for entry in entries(path):
            record = decode_record(entry.payload)
            live_n = record.live_n + len(public_messages(record))
        return outrun(read_mark(path.with_name(MARK)), header.epoch, live_n) if header is not None else ""
    except (OSError, JournalDamaged, LineError):
        return ""  # the rescue itself will say what is wrong


def _not_known(found: Rescued, are: str = "are lost") -> str:
    """What became of the records behind those that were copied."""
    if found.lost is None:
        return "nobody knows whether more was acknowledged."
    return f"{found.lost} acknowledged records behind it {are}."


def _behind(path: Path, found: Rescued, copy: Path | None) -> str:
    """The same of a rescue without a second copy, which may have them; and how that is looked into."""
    if found.lost == 0:
        return _not_known(found)
    into = f"--into {shlex.quote(str(_free(default_target(path))))}"
    if copy is None:
        return (
            f"{_not_known(found)} If a second copy is kept ([journal] mirror in the table's settings), it may have "
            f"them: {rescue_command(path, Path('COPY'))} {into}."
        )
    has = len(_verified(copy)) - 1
    command = f"{rescue_command(path, copy)} {into}."
    if has > found.records:
        return (
            f"{_not_known(found, 'are not in it')} The settings name a second copy, {copy}, of which {has} records "
            f"verify. Take that first: {command}"
        )
    if has < 0:
        return (
            f"{_not_known(found, 'are not in it')} The settings name a second copy, {copy}, of which nothing can be "
            f"read now. Put its disk or stick in place, then: {command}"
        )
    return f"{_not_known(found)} The second copy that the settings name, {copy}, has no more."


def _instead(path: Path, mirror: Path | None, copy: Path | None) -> str:
    """What else can be tried where the journal cannot be opened, and no second copy was named."""
    if mirror is not None or path.exists():
        return ""
    if copy is None:
        return (
            f". If a second copy is kept ([journal] mirror in the table's settings): "
            f"{rescue_command(path, Path('COPY'))}"
        )
    return f". The settings name a second copy, {copy}: {rescue_command(path, copy)}"


def _go_on(path: Path, target: Path, config: Path | None) -> str:
    """The commands by which the table goes on with `target`; a damaged journal is kept beside it."""
    moves = [(target, path)]
    if path.exists():
        moves.insert(0, (path, _free(path.with_name(f"{path.name}.damaged"))))
    start = ["cardspeak", "run"]
    if config is not None and config != _CONFIG:
        start += ["--config", str(config)]
    if path.name == JOURNAL and path.parent != _STATE:
        start += ["--state", str(path.parent)]
    moved = " && ".join(shlex.join(("mv", str(one), str(other))) for one, other in moves)
    return f"To go on: {moved}, then {shlex.join(start)}"


def _free(path: Path) -> Path:
    """`path`, or if that is there already the first name behind it that is not."""
    free, number = path, 1
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free

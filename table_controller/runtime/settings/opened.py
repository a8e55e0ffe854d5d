"""What a table was opened with: what was changed in its settings since is none of its journal's, and that is said.

A table is opened once, from its settings; from then on its journal has its players, blinds and chips. Whoever edits the
settings afterwards and starts the table again would see nothing of it. What it was opened with is kept beside the
journal; the rulebook, which a journal may change between two hands, and the language are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.runtime.settings.settings import Settings, SettingsError, opening
from table_controller.vocabulary.events import TableOpened

OPENED: Final = "table.opened"
"""The file in the state folder."""

_GAME: Final = (
    "variant",
    "seats",
    "denominations",
    "small_blind_chips",
    "big_blind_chips",
    "ante_chips",
    "ante_mode",
    "button",
)
"""What stands under ``[game]`` and is the journal's once the table is opened."""


def check_opened(settings: Settings, config: Path, state: Path, journal: Path, *, as_opened: bool) -> None:
    """Keep what a new table is opened with; raise `SettingsError` for a running one whose settings were changed since.

    `as_opened`: it goes on as its journal has it all the same, and the settings as they are now are taken for known.
    """
    now, kept = opening(settings, 0.0), _kept(state / OPENED)
    if not journal.exists() or kept is None or as_opened:
        _keep(state / OPENED, now)
        return
    if changed := "; ".join(_changes(kept, now)):
        raise SettingsError(
            f"{config}: changed since the table in {state} was opened: {changed}. Its journal has the table as it is "
            f"now: put the settings back; or go on with the journal: add --as-opened; or begin a new table in another "
            f"folder: --state FOLDER"
        )


def _changes(kept: TableOpened, now: TableOpened) -> Iterator[str]:
    """Each setting that differs, with what it was and what it is."""
    for name in _GAME:
        was, is_now = getattr(kept, name), getattr(now, name)
        if was != is_now:
            yield f"game.{name} was {_told(was)}, is {_told(is_now)}"
    was_there, are_there = {one.seat: one for one in kept.players}, {one.seat: one for one in now.players}
    if seats := sorted(seat for seat in was_there | are_there if was_there.get(seat) != are_there.get(seat)):
        yield f"players at seat {', '.join(map(str, seats))}"


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return "not set" if value is None else str(value)


def _kept(path: Path) -> TableOpened | None:
    """What the table was opened with, None if that is not known: an older release kept nothing."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=TableOpened)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def _keep(path: Path, opened: TableOpened) -> None:
    """Write the file whole; without it the next start has nothing to compare with, and that is all."""
    with suppress(OSError):
        write_whole(path, msgspec.json.encode(opened))

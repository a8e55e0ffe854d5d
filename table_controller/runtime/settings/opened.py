"""What a table was opened with: what was changed in its settings since is none of its journal's, and that is said.

A table is opened once, from its settings; from then on its journal has its players, blinds and chips. Whoever edits the
settings afterwards and starts the table again would see nothing of it. What it was opened with is kept beside the
journal; which rulebook it is, which a journal may change between two hands, and the language are not compared.

A card room's own book is a file that is edited, too: its contents are compared with those that judged the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.game.rulebooks.keys import said_as
from table_controller.game.rulebooks.known import FOLDER, known_rulebook, rulebook_hash
from table_controller.game.rulebooks.own import differences
from table_controller.runtime.settings.kept_books import journal_header, keep, kept_folder, kept_shelf
from table_controller.runtime.settings.settings import Settings, SettingsError, house_rules, opening
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


def check_opened(
    settings: Settings, config: Path, state: Path, journal: Path, *, as_opened: bool, new_book: bool = False
) -> None:
    """Keep what a new table is opened with; raise `SettingsError` for a running one whose settings were changed since.

    `as_opened`: it goes on as its journal has it all the same, and the settings as they are now are taken for known.
    `new_book`: it goes on, from its next hand, by its rulebook as that is now.
    """
    _check_book(settings, config, state, journal, new_book=new_book)
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


def _check_book(settings: Settings, config: Path, state: Path, journal: Path, *, new_book: bool) -> None:
    """Raise `SettingsError` for an own book that is not the one any more that judged the journal."""
    name, house = settings.game.rulebook, house_rules(settings)
    header = journal_header(journal)
    if header is not None and not new_book and header.rulebook_hash != rulebook_hash(name, house):
        was = kept_shelf(state, header.rulebook_hash, name)
        if was is not None and was.digest(name) != rulebook_hash(name):
            told = "; ".join(
                f"{one.key} was {said_as(one.was)} ({one.was_in.book} {one.was_in.ref}), is {said_as(one.now)} "
                f"({one.now_in.book} {one.now_in.ref})"
                for one in differences(known_rulebook(name), was.rulebook(name))
            )
            raise SettingsError(
                f"{config.parent / FOLDER / name}.toml: rulebook {name} was changed since the table in {state} was "
                f"judged by it: {told or 'its answers are the same, its rows are not'}. Put it back: as it was it lies "
                f"in {kept_folder(state, header.rulebook_hash)}; or judge by it as it is now from the next hand on: "
                f"add --new-book; or begin a new table in another folder: --state FOLDER"
            )
    keep(state, name, house)


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

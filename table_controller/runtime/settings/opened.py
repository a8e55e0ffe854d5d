"""What a table was opened with: what was changed in its settings since is none of its journal's, and that is said.

A table is opened once, from its settings; from then on its journal has its players, blinds and chips. Whoever edits the
settings afterwards and starts the table again would see nothing of it. What it was opened with is kept beside the
journal; which rulebook it is, which a journal may change between two hands, and the language are not compared.

A card room's own book is a file that is edited, too: its contents are compared with those that judged the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.controller.epochs import NoNewEpoch, next_opening, opened_with
from table_controller.game.rulebooks.keys import said_as
from table_controller.game.rulebooks.known import FOLDER, Shelf, known_rulebook, rulebook_hash, table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.own import differences
from table_controller.journal.records import Entry, Header
from table_controller.journal.scan import entries
from table_controller.runtime.settings.kept_books import (
    House,
    journal_header,
    journal_rulebook,
    keep,
    kept_folder,
    kept_shelf,
)
from table_controller.runtime.settings.settings import Settings, SettingsError, house_rules, opening
from table_controller.vocabulary.events import TableOpened

OPENED: Final = "table.opened"
"""The file in the state folder."""
ELSEWHERE: Final = "or begin a new table in another folder: --state FOLDER"
"""The way on that is always there."""

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
    `new_book`: it goes on, from its next hand, by its rulebook as that is now. Where it raises, nothing is kept.
    """
    _check_book(settings, config, state, journal, new_book=new_book)
    now, kept = opening(settings, 0.0), _kept(state / OPENED)
    if journal.exists() and kept is not None and not as_opened:
        if changed := "; ".join(_changes(kept, now)):
            raise SettingsError(
                f"{config}: changed since the table in {state} was opened: {changed}. Its journal has the table as it "
                f"is now: put the settings back; or go on with the journal: add --as-opened; {ELSEWHERE}"
            )
    else:
        _keep(state / OPENED, now)
    keep(state, settings.game.rulebook, house_rules(settings))


def _check_book(settings: Settings, config: Path, state: Path, journal: Path, *, new_book: bool) -> None:
    """Raise `SettingsError` for an own book that is not the one any more that judged the journal.

    For another book, or `new_book`, too, as long as the table cannot go on by it.
    """
    name, house = settings.game.rulebook, house_rules(settings)
    header = journal_header(journal)
    if header is None or header.rulebook_hash == rulebook_hash(name, house):
        return
    waits = _waits(settings, state, journal, header)
    was = kept_shelf(state, header.rulebook_hash, name)
    if was is not None and was.digest(name) != rulebook_hash(name):
        kept, books = kept_folder(state, header.rulebook_hash), config.parent / FOLDER
        changed = f"{books / name}.toml: {_changed(name, was, state)}"
        if waits is not None:
            raise SettingsError(
                f"{changed} The table cannot go on by it yet: {waits}. Lay your new text aside. Put it back as it was: "
                f"cp {kept}/*.toml {books}/. Then start without --new-book, {waits.first}, leave, lay the new text "
                f"there again, and start with --new-book; {ELSEWHERE}"
            )
        if not new_book:
            raise SettingsError(
                f"{changed} Put it back: as it was it lies in {kept}; or judge by it as it is now from the next hand "
                f"on: add --new-book; {ELSEWHERE}"
            )
    elif waits is not None:
        raise SettingsError(
            f"{config}: the table in {state} is judged by {_judge(journal, name)}, and cannot go on by those of the "
            f"settings yet: {waits}. Put the settings back, {waits.first}, leave, and change them then; {ELSEWHERE}"
        )


def _changed(name: str, was: Shelf, state: Path) -> str:
    """In what an own book is another one than the text that judged the table."""
    told = "; ".join(
        f"{one.key} was {said_as(one.was)} ({one.was_in.book} {one.was_in.ref}), is {said_as(one.now)} "
        f"({one.now_in.book} {one.now_in.ref})"
        for one in differences(known_rulebook(name), was.rulebook(name))
    )
    return (
        f"rulebook {name} was changed since the table in {state} was judged by it: "
        f"{told or 'its answers are the same, its rows are not'}."
    )


def _judge(journal: Path, name: str) -> str:
    """By what the table is judged whose settings name another book, or the same one under other house rules."""
    opened = opened_with(_File(journal))
    return f"rulebook {opened.rulebook}" if opened is not None and opened.rulebook != name else "other house rules"


def _waits(settings: Settings, state: Path, journal: Path, header: Header) -> NoNewEpoch | None:
    """Why the table cannot go on by another book yet, if something must come first; all else is the controller's."""
    name, house, language = settings.game.rulebook, house_rules(settings), settings.screen.language

    def judged_by(book: str, of_house: House) -> Rulebook:
        return journal_rulebook(state, header.rulebook_hash, book, of_house)

    try:
        next_opening(_File(journal), opening(settings, 0.0), table_rulebook(name, house, language), judged_by)
    except NoNewEpoch as problem:
        return problem if problem.first else None
    except (RuntimeError, ValueError, OSError):
        return None
    return None


@dataclass(frozen=True, slots=True)
class _File:
    """A journal's file, which is only read."""

    path: Path

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """The records from sequence `first` on."""
        return entries(self.path, first)


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

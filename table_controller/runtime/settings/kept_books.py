"""The texts of own books by which a table's journals were judged, kept beside them: a book may be changed afterwards.

A folder of the state for each digest, ``rulebooks/DIGEST``, holds the book and, if that is one's own too, its base. Of
shipped books nothing is kept: the release has them.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.game.rulebooks.known import FOLDER, Shelf, read_shelf, shelf
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.journal.records import Header
from table_controller.journal.scan import header_of, scan_prefix

FIRST_BYTES: Final = 1 << 16
"""The first record of a journal, which says by what it was judged, is among these."""

House = tuple[tuple[str, str], ...]


def kept_folder(state: Path, digest: str) -> Path:
    """Where the texts of that digest are kept."""
    return state / FOLDER / digest[:16]


def keep(state: Path, book: str, house: House) -> None:
    """Keep the texts that judge from now on, if they are a card room's own."""
    with suppress(OSError):  # a full disk is told elsewhere; what is missed is said when it is looked for
        lay_books(kept_folder(state, shelf().digest(book, house)), book)


def lay_books(folder: Path, book: str) -> None:
    """Lay the texts of a book into a folder, as far as they are a card room's own. Raises `OSError`."""
    for name, text in shelf().own_texts(book).items():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / f"{name}.toml", text.encode())


def kept_shelf(state: Path, digest: str, book: str) -> Shelf | None:
    """The books as they were kept under that digest; None if `book` is not among them."""
    kept = read_shelf(kept_folder(state, digest))
    return kept if book in kept.texts and book in kept.books() else None


def journal_rulebook(state: Path, digest: str, book: str, house: House, language: str = "") -> Rulebook:
    """The book that judged a journal whose header has `digest`, with its house rules: as it is, else as it was kept.

    A shipped book is that of this release. Raises `ManifestError` for an own one that is neither.
    """
    known = shelf()
    with suppress(ManifestError):
        if known.digest(book, house) == digest or not known.own_texts(book):
            return known.table_rulebook(book, house, language)
    if (kept := kept_shelf(state, digest, book)) is not None:
        return kept.table_rulebook(book, house, language)
    raise ManifestError(
        f"the journal in {state} was judged by rulebook {book} as it was then ({digest[:16]}), and no copy of that is "
        f"left: put one into {kept_folder(state, digest)}"
    )


def journal_header(path: Path) -> Header | None:
    """What the first record of a journal says; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            records, _ = scan_prefix(file.read(FIRST_BYTES))
        return header_of(path, records[0]) if records else None
    except (OSError, RuntimeError):
        return None

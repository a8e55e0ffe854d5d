"""The books that this process knows: the shipped ones, and those of one folder beside a table's settings.

Which folder that is, whoever reads the settings says once (`take_books`); without a word there are the shipped books
alone. A book of the folder with a fault hinders no table that plays by another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.whole_files import read_setting
from table_controller.game.rulebooks import shipped
from table_controller.game.rulebooks.loader import with_house
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.own import Known, OwnBook, digest_of, read_own
from table_controller.game.rulebooks.rows import Row
from table_controller.game.rulebooks.strict import ManifestError, parse

FOLDER: Final = "rulebooks"
"""Beside a table's settings: a card room's own books, a TOML file each."""


class Shelf:
    """The shipped books and those of one folder, whose texts by name are an argument."""

    def __init__(self, texts: Mapping[str, str], folder: str = FOLDER) -> None:
        self.texts = dict(texts)
        self._folder = folder
        self._read: dict[str, OwnBook | ManifestError] = {}

    def books(self) -> tuple[str, ...]:
        """Ids of all books that can be played by, sorted."""
        own = (name for name in self.texts if not isinstance(self._own(name), ManifestError))
        return tuple(sorted({*shipped.shipped_books(), *own}))

    def own(self, name: str) -> OwnBook | None:
        """A book of the folder, None for a shipped one; raise `ManifestError` for one with a fault, or that is not."""
        if name not in self.texts:
            if name not in shipped.shipped_books():
                raise ManifestError(f"rulebook {name!r} is not there; there is {', '.join(self.books())}")
            return None
        found = self._own(name)
        if isinstance(found, ManifestError):
            if name in shipped.shipped_books():
                return None
            raise found
        return found

    def rulebook(self, name: str) -> Rulebook:
        """The book of that id; raises `ManifestError`."""
        own = self.own(name)
        return own.book if own is not None else shipped.package_rulebook(name)

    def table_rulebook(self, name: str, house: tuple[tuple[str, str], ...], language: str = "") -> Rulebook:
        """The book with a table's house rules laid over it, and with its titles in a language, where it has any.

        Raises `ManifestError`, for a book of the folder with the name of a shipped one as well: which is meant?
        """
        own = self.own(name)
        if own is None and name in self.texts and isinstance(fault := self._own(name), ManifestError):
            raise fault
        book = with_house(self.rulebook(name), house)
        if own is not None and (titles := own.titles.get(language)):
            book = replace(book, titles={**book.titles, **titles})
        return book

    def base_of(self, name: str) -> str | None:
        """The id of the whole book that an overlay is laid over; None for a whole book. Raises `ManifestError`."""
        own = self.own(name)
        return own.base if own is not None else shipped.base_of(name)

    def rows_of(self, name: str) -> tuple[Row, ...]:
        """The printed rules of a book in their order, without its base's. Raises `ManifestError`."""
        own = self.own(name)
        return own.rows if own is not None else shipped.rows_of(name)

    def digest(self, name: str, house: tuple[tuple[str, str], ...] = ()) -> str:
        """SHA-256 of all by which a journal is judged: the book, its base if it has one, and house rules."""
        own = self.own(name)
        if own is None:
            return shipped.rulebook_hash(name, house)
        base = self.own(own.base) if own.base is not None else None
        under = base.judging if base is not None else shipped.rulebook_hash(own.base) if own.base is not None else ""
        return digest_of(own.judging, under, house=house)

    def own_texts(self, name: str) -> dict[str, str]:
        """The texts of a book and of its base as far as they are the folder's; empty for a shipped book."""
        own = self.own(name)
        names = () if own is None else (name, own.base)
        return {one: self.texts[one] for one in names if one in self.texts}

    def known_to(self, name: str) -> Known:
        """What a book of that name is held against here."""
        return Known(shipped.shipped_books(), lambda base: self._whole(base, name))

    def _whole(self, name: str, over: str) -> Rulebook:
        if name == over:
            raise ManifestError(f"{name!r} is laid over itself")
        there = f"whole books are {', '.join(self._wholes(over))}"
        if name not in {*self.texts, *shipped.shipped_books()}:
            raise ManifestError(f"rulebook {name!r} is not there; {there}")
        if not self._is_whole(name):
            raise ManifestError(f"{name!r} is an overlay itself; {there}")
        return self.rulebook(name)

    def _wholes(self, over: str) -> list[str]:
        """All that a book may be laid over."""
        return [name for name in sorted({*self.texts, *shipped.shipped_books()} - {over}) if self._is_whole(name)]

    def _is_whole(self, name: str) -> bool:
        if name in shipped.shipped_books():
            return shipped.base_of(name) is None
        try:
            return "base" not in self._tables(name)
        except ManifestError:
            return False

    def _tables(self, name: str) -> Mapping[str, object]:
        return parse(self.texts[name], f"{name}.toml")

    def _own(self, name: str) -> OwnBook | ManifestError:
        if name not in self._read:
            try:
                self._read[name] = read_own(self.texts[name], f"{self._folder}/{name}.toml", name, self.known_to(name))
            except ManifestError as problem:
                self._read[name] = problem
        return self._read[name]


def read_shelf(folder: Path) -> Shelf:
    """The shipped books and those of a folder, which need not be there; what is no text is a book with a fault."""
    texts: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            texts[path.stem] = read_setting(path)
        except UnicodeDecodeError as problem:
            line = problem.object[: problem.start].count(b"\n")
            texts[path.stem] = "\n" * line + "not UTF-8: save it so"
        except OSError as problem:
            texts[path.stem] = f"cannot be read: {problem.strerror}"
    return Shelf(texts, str(folder))


_SHELVES: Final[list[Shelf]] = [Shelf({})]
"""The shelf of the process, last."""


def take_books(folder: Path) -> Shelf:
    """From now on this process knows the shipped books and those of `folder`, and of no folder before it."""
    shelf = read_shelf(folder)
    if shelf.texts != _SHELVES[-1].texts:
        _SHELVES[-1] = shelf
    return _SHELVES[-1]


@contextmanager
def books_of(shelf: Shelf) -> Iterator[None]:
    """Within, this process knows the books of that shelf."""
    _SHELVES.append(shelf)
    try:
        yield
    finally:
        _SHELVES.remove(shelf)


def shelf() -> Shelf:
    """The books that this process knows."""
    return _SHELVES[-1]


def known_books() -> tuple[str, ...]:
    """Ids of all books that can be played by here, sorted."""
    return shelf().books()


def known_rulebook(book: str) -> Rulebook:
    """The book of that id; raise `ManifestError` naming those that there are."""
    return shelf().rulebook(book)


def table_rulebook(book: str, house: tuple[tuple[str, str], ...], language: str = "") -> Rulebook:
    """The book with a table's house rules, pairs of policy key and text, laid over it. Raises `ManifestError`."""
    return shelf().table_rulebook(book, house, language)


def base_of(book: str) -> str | None:
    """The id of the whole book that an overlay is laid over; None for a whole book. Raises `ManifestError`."""
    return shelf().base_of(book)


def rows_of(book: str) -> tuple[Row, ...]:
    """The printed rules of a book in their order; an overlay's own ones. Raises `ManifestError`."""
    return shelf().rows_of(book)


def rulebook_hash(book: str, house: tuple[tuple[str, str], ...] = ()) -> str:
    """SHA-256 of a book, its base if it is an overlay, and house rules: by what a journal was judged."""
    return shelf().digest(book, house)


def why_not(book: str) -> str:
    """Why nothing can be played by the book of that id: what is wrong with it, or which ones there are."""
    try:
        shelf().own(book)
    except ManifestError as problem:
        return str(problem)
    return ""

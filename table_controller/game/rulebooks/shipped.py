"""The manifests that come with the program; `known` adds those of a card room."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from table_controller.game.rulebooks.loader import base_in, load_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.rows import Row, load_rows
from table_controller.game.rulebooks.strict import ManifestError


@cache
def shipped_books() -> tuple[str, ...]:
    """Ids of the shipped rulebooks, sorted."""
    folder = files("table_controller.game.rulebooks")
    return tuple(sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml")))


@cache
def package_rulebook(book: str) -> Rulebook:
    """The shipped rulebook of that id; raise `ManifestError` naming those that are shipped."""
    base = base_of(book)
    return load_rulebook(_manifest(book), f"{book}.toml", None if base is None else package_rulebook(base))


def base_of(book: str) -> str | None:
    """The id of the whole book that a shipped overlay is laid over; None for a whole book.

    Raises `ManifestError` for a book that is not shipped, and for an overlay over an overlay.
    """
    base = base_in(_manifest(book))
    if base is not None and base_in(_manifest(base)) is not None:
        raise ManifestError(f"{book}.toml: top level: base: {base!r} is an overlay itself")
    return base


@cache
def rows_of(book: str) -> tuple[Row, ...]:
    """The printed rules of a shipped manifest in their order; an overlay's own ones, without its base's.

    Raises `ManifestError` for a book that is not shipped and for a manifest that cannot be read.
    """
    return load_rows(_manifest(book), f"{book}.toml", book)


def rulebook_hash(book: str, house: tuple[tuple[str, str], ...] = ()) -> str:
    """SHA-256 of a shipped manifest, its base if it is an overlay, and house rules: by what a journal was judged.

    The names of functions that carry out a row are ours, not the book's: one that is renamed changes no rule.
    """
    base = base_of(book)
    text = _rules_of(book) + ("" if base is None else _rules_of(base))
    text += "".join(f"\nhouse:{key} = {value}" for key, value in sorted(house))
    return sha256(text.encode("utf-8")).hexdigest()


def _rules_of(book: str) -> str:
    return "".join(line for line in _manifest(book).splitlines(keepends=True) if not line.startswith("behaviours = "))


@cache
def _manifest(book: str) -> str:
    if book not in shipped_books():
        raise ManifestError(f"rulebook {book!r} is not there; there is {', '.join(shipped_books())}")
    return files("table_controller.game.rulebooks").joinpath(f"{book}.toml").read_text("utf-8")

"""The manifests that come with the program: the one place of the rulebooks that reads files."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from table_controller.rulebooks.loader import ManifestError, load_rulebook
from table_controller.rulebooks.model import Rulebook


def shipped_books() -> tuple[str, ...]:
    """Ids of the shipped rulebooks, sorted."""
    folder = files("table_controller.rulebooks")
    return tuple(sorted(entry.name[: -len(".toml")] for entry in folder.iterdir() if entry.name.endswith(".toml")))


@cache
def package_rulebook(book: str) -> Rulebook:
    """The shipped rulebook of that id; raise `ManifestError` naming those that are shipped."""
    if book not in shipped_books():
        raise ManifestError(f"rulebook {book!r} is not there; there is {', '.join(shipped_books())}")
    return load_rulebook(_manifest(book).decode("utf-8"), f"{book}.toml")


def _manifest(book: str) -> bytes:
    return files("table_controller.rulebooks").joinpath(f"{book}.toml").read_bytes()


def rulebook_hash(book: str) -> str:
    """SHA-256 of a shipped manifest: a journal says by which text its hands were judged."""
    return sha256(_manifest(book)).hexdigest()

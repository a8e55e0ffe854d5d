"""Strict reading of a manifest's TOML: a fault names file, table and key.

The reader of the message edits that file, so the message says where to look before it says what is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from firmware_bridge.vocabulary.untrusted import clean_text, read_toml

LONGEST_TEXT: Final = 80
"""Characters of a title, a ref or a word of a manifest: what a line of the dealer's screen has room for."""


class ManifestError(ValueError):
    """A manifest or a house rule cannot be taken: says file, table and key."""


def parse(text: str, file: str) -> dict[str, Any]:
    """Read TOML; raise `ManifestError` naming file, table and key for what is no TOML (a key twice, too)."""
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"at line (\d+)", str(problem))
        where = _place(text, int(place[1])) if place else "at the end of the file"
        raise ManifestError(f"{file}: {where}: {problem}") from None


def _place(text: str, line: int) -> str:
    """Which table and key stand at `line`, for messages about text that is no valid TOML."""
    lines = [entry.strip() for entry in text.splitlines()[:line]]
    headers = [entry for entry in lines if entry.startswith("[")]
    key = lines[-1].partition("=")[0].strip() if lines and not lines[-1].startswith("[") else ""
    return ": ".join(part for part in (headers[-1] if headers else "top level", key) if part)


def near_words(word: str, words: Iterable[str]) -> list[str]:
    """Up to three of the words that may be meant by a mistyped one, the nearest first."""
    return get_close_matches(word, sorted(set(words)), 3, 0.6)


def same_keys(table: Mapping[str, Any], needed: Iterable[str], where: str, optional: Iterable[str] = ()) -> None:
    """Raise `ManifestError` for a key that is unknown or missing."""
    needed = set(needed)
    if unknown := sorted(set(table) - needed - set(optional)):
        near = [word for key in unknown for word in near_words(key, (*needed, *optional))[:1]]
        meant = f"; near it: {', '.join(near)}" if near else ""
        raise ManifestError(f"{where}: unknown key {', '.join(unknown)}{meant}")
    if missing := sorted(needed - set(table)):
        raise ManifestError(f"{where}: missing key {', '.join(missing)}")


def key_table(value: Any, where: str) -> dict[str, Any]:
    """`value` if it is a table; raise `ManifestError` if not."""
    if not isinstance(value, dict):
        raise ManifestError(f"{where}: must be a table of keys")
    return value


def text_at(table: Mapping[str, Any], key: str, where: str) -> str:
    """The text at `key`; raise `ManifestError` for anything else, and for nothing at all."""
    return shown_text(table[key], f"{where}: {key}")


def shown_text(value: Any, where: str) -> str:
    """`value` if it is text that may stand on a screen: every text of a manifest passes here, and nowhere else."""
    if not isinstance(value, str) or not value:
        raise ManifestError(f"{where}: must be text")
    if len(value) > LONGEST_TEXT:
        raise ManifestError(f"{where}: has {len(value)} characters; {LONGEST_TEXT} is the most")
    if clean_text(value) != value:
        raise ManifestError(
            f"{where}: holds signs that cannot be seen, or spaces at its ends or in a row: type it anew, in one line"
        )
    return value

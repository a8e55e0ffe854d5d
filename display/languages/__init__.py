"""What the display says, one file for each language: `en.toml` has every key, the others the same ones.

A file has its sentences in tables, which only part them for the eye, and under ``[titles.BOOK]`` its titles of printed
rules; English titles stand in the rulebooks themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

DEFAULT: Final = "en"
"""The language that has every word; it stands in where another one lacks one."""

LANGUAGES: Final[Mapping[str, str]] = {DEFAULT: "English", "it": "Italiano", "es": "Español"}
"""Languages by code, in the order of the language key, each under the name that it has for itself."""

_TITLES: Final = "titles"


@cache
def tables_in(code: str) -> Mapping[str, Mapping[str, Any]]:
    """The file of a language, read when it is first asked for. KeyError for a language that is not there."""
    if code not in LANGUAGES:
        raise KeyError(code)
    return tomllib.loads(Path(__file__).with_name(f"{code}.toml").read_text(encoding="utf-8"))


@cache
def own_words(code: str) -> Mapping[str, str]:
    """The sentences of a language by key, and nothing of another one."""
    tables = tables_in(code).items()
    return {key: words for name, table in tables if name != _TITLES for key, words in table.items()}


@cache
def table_of(code: str) -> Mapping[str, str]:
    """The sentences of a language; a key that it lacks has the English words, for no key may be without any."""
    return {**own_words(DEFAULT), **own_words(code)}


def titles_of(code: str, book: str) -> Mapping[str, str]:
    """The titles that a language has for the rules of a book, by printed ref; empty where it has none."""
    titles: Mapping[str, str] = tables_in(code).get(_TITLES, {}).get(book, {})
    return titles

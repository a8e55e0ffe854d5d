"""What the display says, one folder for each language: `en` has every key, the others the same ones.

A language is a package here, named by its code, whose constant of that name in capitals is its table (``it.IT``). Its
titles of printed rules are data beside it, ``titles/BOOK.toml``; English ones stand in the rulebooks themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Final

from display.languages.en import EN

DEFAULT: Final = "en"
"""The language that has every word; it stands in where another one lacks one."""

LANGUAGES: Final[Mapping[str, str]] = {DEFAULT: "English", "it": "Italiano", "es": "Español"}
"""Languages by code, in the order of the language key, each under the name that it has for itself."""


@cache
def own_words(code: str) -> Mapping[str, str]:
    """The sentences of a language by key, and nothing of another one. KeyError for a language that is not there."""
    if code == DEFAULT:
        return EN
    if code not in LANGUAGES:
        raise KeyError(code)
    table: Mapping[str, str] = getattr(import_module(f"{__name__}.{code}"), code.upper())
    return table


@cache
def table_of(code: str) -> Mapping[str, str]:
    """The sentences of a language; a key that it lacks has the English words, for no key may be without any."""
    return {**EN, **own_words(code)}


@cache
def titles_of(code: str, book: str) -> Mapping[str, str]:
    """The titles that a language has for the rules of a book, by printed ref; empty where it has none."""
    if not book or not set(book) <= _BOOK_SIGNS:
        return {}
    file = files(f"{__name__}.{code}") / "titles" / f"{book}.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


_BOOK_SIGNS: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""What the id of a shipped book is made of; anything else names no file here."""

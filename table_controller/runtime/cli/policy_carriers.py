"""Which behaviours carry the answer to a question: a row that names another one has its answer under another's number.

A behaviour carries a question if it reads the answer, itself or through a function that is none. Where the shipped
books put the answer on rows of behaviours that do so, these are meant; else those of their rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import CodeType, FunctionType

import table_controller.game.rules as all_rules
from table_controller.game.rulebooks.keys import ruled_at
from table_controller.game.rulebooks.shipped import package_rulebook, rows_of, shipped_books
from table_controller.game.rules.behaviour import BEHAVIOURS


def known_behaviours() -> frozenset[str]:
    """All slugs, of whatever chapter of the rules."""
    for found in walk_packages(all_rules.__path__, f"{all_rules.__name__}."):
        import_module(found.name)
    return frozenset(BEHAVIOURS)


@cache
def carriers_of(key: str) -> frozenset[str]:
    """The behaviours that carry the answer to a question; none for one that the table has no part in."""
    on_rows = set[str]()
    for book in shipped_books():
        ruled = ruled_at(package_rulebook(book), key)
        if ruled.value is not None:
            on_rows |= {
                slug
                for row in rows_of(book)
                if (row.book, row.ref) == (ruled.cite.book, ruled.cite.ref)
                for slug in row.behaviours
            }
    reading = {slug for slug in known_behaviours() if _reads(slug, key)}
    return frozenset(on_rows & reading or on_rows)


def _reads(slug: str, key: str) -> bool:
    return {*key.split(".")} <= _words_of(slug)


@cache
def _words_of(slug: str) -> frozenset[str]:
    """Names of all attributes that a behaviour looks at, without the underscore that sets one apart from Python's."""
    rule: object = BEHAVIOURS[slug]
    rule = (getattr(rule, "__kwdefaults__", None) or {}).get("_truly", rule)  # of one that looks itself up first
    return (
        frozenset(word.rstrip("_") for word in _words(rule, set())) if isinstance(rule, FunctionType) else frozenset()
    )


def _words(rule: FunctionType, seen: set[FunctionType]) -> Iterator[str]:
    seen.add(rule)
    carrying = {*BEHAVIOURS.values()}
    for code in _codes(rule.__code__):
        for name in code.co_names:
            yield name
            other = rule.__globals__.get(name)
            if isinstance(other, FunctionType) and other not in seen and other not in carrying:
                yield from _words(other, seen) if other.__module__.startswith(f"{all_rules.__name__}.") else ()


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)

"""Words that must not stand in code: the name of a rulebook, and waiting by sleeping."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# Where a book may be named: the manifests' own package, and what a book is called on a screen.
NAMED_IN = ("table_controller.game.rulebooks", "display.languages")

BOOK = re.compile(r"tda[-_ ]?(20\d\d|holdem)|figp|ipo[-_ ]?2015", re.IGNORECASE)


def _docstrings(tree: ast.AST) -> set[int]:
    """Identities of what stands alone as a statement, as docstrings do: prose may name its source."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def book_names(text: str) -> Iterator[str]:
    """Where `text` names a rulebook in a string or an identifier; comments and docstrings may."""
    tree = ast.parse(text)
    prose = _docstrings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(word)) if id(node) not in prose:
                pass
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word):
                pass
            case ast.FunctionDef(name=word) | ast.AsyncFunctionDef(name=word) | ast.ClassDef(name=word):
                pass
            case _:
                continue
        if BOOK.search(word):
            yield f"line {getattr(node, 'lineno', 0)}: {word!r}"


def sleeps(text: str) -> Iterator[str]:
    """Where `text` stops a thread for a while instead of waiting for what it waits for."""
    if "sleep" not in text:  # to parse all of the source takes seconds
        return
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr="sleep"):
                yield f"line {node.lineno}: time.sleep"
            case ast.ImportFrom(module="time", names=names) if any(name.name == "sleep" for name in names):
                yield f"line {node.lineno}: from time import sleep"
            case _:
                pass


def test_no_code_names_a_rulebook(sources: Mapping[str, str]) -> None:
    named = [
        f"{name}, {where}"
        for name, text in sources.items()
        if not name.startswith(NAMED_IN)
        for where in book_names(text)
    ]
    assert not named, "\n".join(["", *named])


@pytest.mark.parametrize(
    "planted",
    ["if book == 'tda-2019': pass", "def figp_rule(): ...", "DEFAULT = f'{x}/ipo-2015.toml'", "rules.tda_holdem"],
)
def test_a_planted_book_is_seen(planted: str) -> None:
    assert list(book_names(planted))


def test_prose_may_name_its_source() -> None:
    assert list(book_names('"""Ten-handed at most (tda-2019, rule 11)."""\nSEATS = 10  # tda-2019\n')) == []


def test_nobody_sleeps(sources: Mapping[str, str], test_sources: Mapping[str, str]) -> None:
    asleep = [f"{name}, {where}" for name, text in {**sources, **test_sources}.items() for where in sleeps(text)]
    assert not asleep, "\n".join(["", *asleep])


@pytest.mark.parametrize("planted", ["import time\ntime.sleep(1)", "from time import sleep", "wait = time.sleep"])
def test_a_planted_sleep_is_seen(planted: str) -> None:
    assert list(sleeps(planted))

"""A function does one thing, and no class knows everything. Length alone is no fault: a table of rows is one table."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LINES, TURNS = 45, 9
"""More lines than one sees together, more turns than one keeps in mind: over both, a function does two things."""

PUBLIC_METHODS = 14

_TURNS = (ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.BoolOp, ast.Match)


def overgrown(text: str) -> Iterator[str]:
    """Functions of `text` that do two things, and classes that know too much."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                turns = sum(isinstance(part, _TURNS) for part in ast.walk(node))
                if lines > LINES and turns > TURNS:
                    yield f"{node.name} in line {node.lineno}: {lines} lines with {turns} turns"
            case ast.ClassDef():
                methods = [
                    part.name
                    for part in node.body
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_")
                ]
                if len(methods) > PUBLIC_METHODS:
                    yield f"{node.name}: {len(methods)} public methods"
            case _:
                pass


def test_nothing_is_overgrown(sources: Mapping[str, str]) -> None:
    over = [f"{name}: {what}" for name, text in sources.items() for what in overgrown(text)]
    assert not over, "\n".join(["", *over])


_TURN = "    if x:\n        x = 1\n"


@pytest.mark.parametrize(
    ("grown", "overgrown_by"),
    [
        ("def f():\n" + _TURN * TURNS + "    x = 1\n" * LINES, 0),
        ("def f():\n" + _TURN * (TURNS + 1), 0),
        ("def f():\n" + _TURN * (TURNS + 1) + "    x = 1\n" * LINES, 1),
        ("def f():\n" + "    x = 1\n" * 600, 0),
        ("class C:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(PUBLIC_METHODS)), 0),
        ("class C:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(PUBLIC_METHODS + 1)), 1),
    ],
    ids=["long", "branched", "long and branched", "a table", "a class", "a class that knows everything"],
)
def test_two_things_in_one_function_are_seen(grown: str, overgrown_by: int) -> None:
    assert len(list(overgrown(grown))) == overgrown_by

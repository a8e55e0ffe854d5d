"""Every module, function and class is small enough to know by heart."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MODULE_LINES = 350
FUNCTION_LINES = 45
PUBLIC_METHODS = 12

# A test tells a story from beginning to end, so it may be longer than what it tests.
TEST_MODULE_LINES = 500
TEST_FUNCTION_LINES = 60


def oversized(text: str, module_lines: int, function_lines: int, public_methods: int) -> Iterator[str]:
    """The module, functions and classes of `text` that are over a budget, each with its size."""
    length = len(text.splitlines())
    if length > module_lines:
        yield f"{length} lines, {module_lines} allowed"
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > function_lines:
                    yield f"{node.name} in line {node.lineno}: {length} lines, {function_lines} allowed"
            case ast.ClassDef():
                methods = [
                    part.name
                    for part in node.body
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_")
                ]
                if len(methods) > public_methods:
                    yield f"{node.name}: {len(methods)} public methods, {public_methods} allowed"
            case _:
                pass


def test_packages_keep_to_the_budgets(sources: Mapping[str, str]) -> None:
    over = [
        f"{name}: {what}"
        for name, text in sources.items()
        for what in oversized(text, MODULE_LINES, FUNCTION_LINES, PUBLIC_METHODS)
    ]
    assert not over, "\n".join(["", *over])


def test_tests_keep_to_their_budgets(test_sources: Mapping[str, str]) -> None:
    over = [
        f"{name}: {what}"
        for name, text in test_sources.items()
        for what in oversized(text, TEST_MODULE_LINES, TEST_FUNCTION_LINES, PUBLIC_METHODS * 2)
    ]
    assert not over, "\n".join(["", *over])


@pytest.mark.parametrize(
    ("within", "over"),
    [
        ("x = 1\n" * MODULE_LINES, "x = 1\n" * (MODULE_LINES + 1)),
        (
            "def f():\n" + "    x = 1\n" * (FUNCTION_LINES - 1),
            "async def f():\n" + "    x = 1\n" * FUNCTION_LINES,
        ),
        (
            "class C:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(PUBLIC_METHODS)),
            "class C:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(PUBLIC_METHODS + 1)),
        ),
    ],
    ids=["module", "function", "class"],
)
def test_one_too_many_is_seen(within: str, over: str) -> None:
    assert list(oversized(within, MODULE_LINES, FUNCTION_LINES, PUBLIC_METHODS)) == []
    assert len(list(oversized(over, MODULE_LINES, FUNCTION_LINES, PUBLIC_METHODS))) == 1

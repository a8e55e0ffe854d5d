"""Whatever is public says what it means, in more than its own name."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

# Words that a docstring may add to a name without saying anything.
EMPTY_WORDS = frozenset(
    {"a", "an", "the", "of", "for", "to", "and", "is", "this", "that", "its"}
    | {"class", "function", "method", "module", "get", "gets", "return", "returns"}
)

# Textual calls these by their names; what they do is said by Textual.
CALLED_BY_TEXTUAL = re.compile(r"compose|render(_\w+)?|on_\w+|watch_\w+|validate_\w+|compute_\w+|get_content_\w+")


def _words(text: str) -> set[str]:
    split = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text).replace("_", " ").lower()
    # "cards" says no more than "card", "dealt" does
    return {word.rstrip("s") for word in re.findall(r"[^\W_]+", split)} - {word.rstrip("s") for word in EMPTY_WORDS}


def _fault(node: Documented, name: str) -> str | None:
    docstring = ast.get_docstring(node)
    if not docstring:
        return f"{name} has no docstring"
    if not _words(docstring) - _words(name):
        return f"{name} only repeats its name: {docstring!r}"
    return None


def _public(body: list[ast.stmt]) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def _is_override(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "override" for mark in node.decorator_list)


def _is_setter(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in node.decorator_list)


def _is_field_of_an_interface(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """A property with `...` for a body says that a Protocol has such a field; the class says what it is."""
    is_property = any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)
    return is_property and ast.unparse(node.body[-1]) == "..."


EXCUSES = (_is_override, _is_setter, _is_field_of_an_interface)


def undocumented(name: str, text: str) -> Iterator[str]:
    """What of module `name` is public and says nothing about itself."""
    tree = ast.parse(text)
    if fault := _fault(tree, name.rpartition(".")[2]):
        yield f"the module {fault}"
    for node in _public(tree.body):
        if fault := _fault(node, node.name):
            yield fault
        if not isinstance(node, ast.ClassDef):
            continue
        for method in _public(node.body):
            if CALLED_BY_TEXTUAL.fullmatch(method.name) or any(excuse(method) for excuse in EXCUSES):
                continue
            if fault := _fault(method, method.name):
                yield f"{node.name}: {fault}"


def test_everything_public_says_what_it_means(sources: Mapping[str, str]) -> None:
    silent = [f"{name}: {fault}" for name, text in sources.items() for fault in undocumented(name, text)]
    assert not silent, "\n".join(["", *silent])


@pytest.mark.parametrize(
    "planted",
    [
        "x = 1",
        '"""The planted module."""',
        '"""Says enough."""\ndef deal(): ...',
        '"""Says enough."""\ndef deal_card():\n    """Deals the cards."""',
        '"""Says enough."""\nasync def deal_card():\n    """Deal a card."""',
        '"""Says enough."""\nclass MuckPile:\n    """A muck pile."""',
        '"""Says enough."""\nclass Muck:\n    """Where folds go."""\n    def push(self): ...',
    ],
)
def test_silence_and_echo_are_seen(planted: str) -> None:
    assert list(undocumented("firmware_bridge.planted", planted))


def test_a_plain_sentence_is_enough() -> None:
    text = '''"""Where folded cards go."""
class Muck:
    """Cards that no hand can claim."""
    def _tidy(self): ...
    def push(self):
        """Cards slide in face down."""
def _helper(): ...
'''
    assert list(undocumented("firmware_bridge.muck", text)) == []

"""The core reads no clock, file, socket, environment or random source, and writes no log.

What it may import is a list, so that a new way to reach the outside is refused until somebody
adds it here and says why.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CORE = (
    "firmware_bridge.vocabulary",
    "firmware_bridge.wire",
    *(
        f"firmware_bridge.sensing.{name}"
        for name in ("presence", "zone_reads", "deal_order", "motions", "riffles", "things")
    ),
    "firmware_bridge.panel",
    "table_controller.vocabulary",
    "table_controller.game",
    "table_controller.inference",
    "table_controller.projections",
    "table_controller.session",
    "table_controller.broadcast.public",
    "table_controller.broadcast.streams",
    "table_controller.broadcast.payloads",
    "table_controller.broadcast.streams",
)

EXEMPT = {
    # Reads the manifests from package data, once, before a table exists; hands out frozen rulebooks.
    "table_controller.game.rulebooks.shipped",
    # Reads a card room's own books, before a table exists, and holds which folder's those are.
    "table_controller.game.rulebooks.known",
    # Reads the strengths of hands, once, from package data.
    "table_controller.game.hands.shipped",
    # Drives the pins; what the lamp and the buzzer do, and what a press is, is decided beside it.
    "firmware_bridge.panel.panel",
    # Puts a small file in place whole: every package writes some, and none may import another's disk.
    "firmware_bridge.vocabulary.whole_files",
}

HARMLESS = {
    "__future__",
    "abc",
    "base64",
    "binascii",
    "bisect",
    "collections",
    "copy",
    "cryptography",
    "dataclasses",
    "decimal",
    "difflib",  # words in, the nearest of them out
    "enum",
    "fractions",
    "functools",
    "hashlib",
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "pokerkit",  # ranks a hand: cards in, rank out
    "re",
    "statistics",
    "string",
    "struct",
    "textwrap",
    "tomllib",
    "types",
    "typing",
    "typing_extensions",
    "unicodedata",
    "zlib",
}

# `hash` of a string and `id` of anything differ from one process to the next.
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint", "id", "hash"}

OURS = ("firmware_bridge", "table_controller", "display")


def _within(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(root + ".") for root in roots)


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    # `from a.b import c` may name the module a.b.c as well as something inside a.b.
    return [f"{node.module}.{alias.name}" for alias in node.names]


def _import_fault(name: str) -> str | None:
    root = name.partition(".")[0]
    if root not in OURS:
        return None if root in HARMLESS else f"imports {name}"
    if _within(name, tuple(EXEMPT)):
        return f"imports {name}, which does I/O"
    return None if _within(name, CORE) else f"imports {name}, which is outside the core"


def impurities(text: str) -> Iterator[str]:
    """What `text` does that a module of the core may not."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.ImportFrom(level=level) if level:
                yield f"line {node.lineno}: relative import; write the whole name"
            case ast.Import() | ast.ImportFrom():
                for name in _imported(node):
                    if fault := _import_fault(name):
                        yield f"line {node.lineno}: {fault}"
            case ast.Call(func=ast.Name(id=called)) if called in FORBIDDEN_CALLS:
                yield f"line {node.lineno}: calls {called}()"
            case ast.Global():
                yield f"line {node.lineno}: changes a global"
            case _:
                pass


def test_the_core_is_pure(sources: Mapping[str, str]) -> None:
    faults = [
        f"{name}, {fault}"
        for name, text in sources.items()
        if _within(name, CORE) and name not in EXEMPT
        for fault in impurities(text)
    ]
    assert not faults, "\n".join(["", *faults])


@pytest.mark.parametrize(
    "planted",
    [
        "import time",
        "from datetime import UTC",
        "import random",
        "import os.path",
        "import socket",
        "import logging",
        "import secrets",
        "import asyncio",
        "import threading",
        "from pathlib import Path",
        "import serial",
        "def f():\n    import time as clock",
        "from table_controller.journal.journal import Journal",
        "from table_controller.game.rulebooks.shipped import manifest",
        "from table_controller import runtime",
        "from . import journal",
        "open('deck.toml')",
        "print('dealt')",
        "key = hash('Ah')",
        "def f():\n    global hands\n    hands = 1",
    ],
)
def test_a_planted_impurity_is_seen(planted: str) -> None:
    assert list(impurities(planted))


def test_pure_code_is_not_accused() -> None:
    text = (
        "import struct\nfrom firmware_bridge.vocabulary.cards import Card\n"
        "from table_controller.vocabulary import events\nzip((), ())\n"
    )
    assert list(impurities(text)) == []

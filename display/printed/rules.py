"""A rule told in one sentence of ours, by the behaviour that carries it, and what the prints of a book disagree on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


def sentences() -> Mapping[str, str]:
    """One sentence for each behaviour of the rules, by its slug; in English."""
    told: Mapping[str, str] = _file()["behaviours"]
    return told


def prints_of(book: str) -> Mapping[str, str]:
    """By printed ref of a book: how English prints of that rule read otherwise than the edition that we hold."""
    prints: Mapping[str, str] = _file()["prints"].get(book, {})
    return prints


@cache
def _file() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("rules.toml").read_text(encoding="utf-8"))

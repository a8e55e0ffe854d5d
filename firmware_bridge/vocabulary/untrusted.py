"""Documents that come from outside, read so that none of them can end a process.

The parsers of JSON and of TOML call themselves for each bracket: a few kilobytes of them are a `RecursionError`, which
is no error of reading to those who catch one. Here it is.
"""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_NESTED = "nested too deeply for anything that a program of ours writes"


def read_json(payload: bytes, kind: type[T]) -> T:
    """The document as `kind`; raise `msgspec.DecodeError` for anything else, text that is no UTF-8 too."""
    try:
        return msgspec.json.decode(payload, type=kind)
    except UnicodeDecodeError as problem:
        raise msgspec.DecodeError(str(problem)) from None
    except RecursionError:
        raise msgspec.DecodeError(_NESTED) from None


def read_toml(text: str) -> dict[str, Any]:
    """The document; raise `tomllib.TOMLDecodeError` for anything else."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_NESTED) from None

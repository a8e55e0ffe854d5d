"""What comes from outside: documents read so that none of them can end a process, and names that steer nothing.

The parsers of JSON and of TOML call themselves for each bracket: a few kilobytes of them are a `RecursionError`, which
is no error of reading to those who catch one. Here it is.

A name or a reason may hold escape codes or text that runs backwards. A screen shows nothing of that
(`display.wording.boundary`), but a journal is read by other programs, and MQTT by overlays: so it is dropped where the
text enters.
"""

from __future__ import annotations

import tomllib
import unicodedata
from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

_NESTED: Final = "nested too deeply for anything that a program of ours writes"

LONGEST_TEXT: Final = 400
"""Characters of a text that are kept."""


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """`text` in one line and in normal form NFC, without control and format characters, cut to `longest` characters.

    Letters of every script stay as they are. Cleaning twice changes nothing.
    """
    lines = " ".join(text[: 4 * longest].split())
    kept = (sign for sign in unicodedata.normalize("NFC", lines) if unicodedata.category(sign)[0] != "C")
    return " ".join("".join(kept).split())[:longest].rstrip()


def cleaned(message: S) -> S:
    """The message with every text in it clean, in its own fields and in pairs such as arguments."""
    told = ((name, getattr(message, name)) for name in message.__struct_fields__)
    texts = {name: clean for name, value in told if (clean := _clean(value)) is not value}
    return msgspec.structs.replace(message, **texts) if texts else message


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return value if value.isascii() and value.isprintable() and len(value) <= LONGEST_TEXT else clean_text(value)
    if isinstance(value, tuple) and value and all(isinstance(one, tuple | str) for one in value):
        clean = tuple(_clean(one) for one in value)
        return value if clean == value else clean
    return value


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

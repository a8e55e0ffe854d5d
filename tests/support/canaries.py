"""Tags that sing: made up by chance, and looked for in bytes however anybody might have written them there.

A canary is a tag id of eight random bytes; zero, quotes and the backslash are not among them, for how they are written
depends on the bytes beside them. Its first six bytes are enough to find it, and so are its last six read backwards.
What is compressed, enciphered or hashed is not recognised.
"""

from __future__ import annotations

import base64
import html
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import quote_from_bytes

BYTES: Final = 8
PART_BYTES: Final = 6
"""So much of a canary is as good as all of it."""
_SUNG: Final = tuple(set(range(256)) - set(b"\0'\"\\"))
GRAM: Final = 6
"""No writing of a part is shorter."""


def canary(rng: random.Random) -> bytes:
    """A tag id such as no reader has seen."""
    return bytes(rng.choices(_SUNG, k=BYTES))


def _each(form: str, between: str) -> Callable[[bytes], bytes]:
    written = [form.format(byte).encode() for byte in range(256)]
    joint = between.encode()
    return lambda part: joint.join([written[byte] for byte in part])


def _base64_after(strange: int, alphabet: bytes) -> Callable[[bytes], bytes]:
    """As it stands in the base64 of something longer that begins so many bytes (mod 3) before it."""

    def write(part: bytes) -> bytes:
        text = base64.b64encode(bytes(strange) + part, altchars=alphabet)
        return text[-(-8 * strange // 6) : 8 * (strange + len(part)) // 6]

    return write


def _base32_after(strange: int, *, lower: bool) -> Callable[[bytes], bytes]:
    """The same of base32, by fives."""

    def write(part: bytes) -> bytes:
        text = base64.b32encode(bytes(strange) + part)[-(-8 * strange // 5) : 8 * (strange + len(part)) // 5]
        return text.lower() if lower else text

    return write


def _bare(text: str) -> bytes:
    return text[1:-1].encode()


SEPARATORS: Final = ("", ":", "-", " ", ",", ", ", ".", "_", "\\n")

WRITINGS: Final[Mapping[str, Callable[[bytes], bytes]]] = MappingProxyType(
    {
        "raw": bytes,
        **{f"hex joined by {join!r}": _each("{:02x}", join) for join in SEPARATORS},
        **{f"HEX joined by {join!r}": _each("{:02X}", join) for join in SEPARATORS},
        **{f"0x joined by {join!r}": _each("0x{:02x}", join) for join in (",", ", ", " ")},
        **{f"0X joined by {join!r}": _each("0x{:02X}", join) for join in (",", ", ", " ")},
        **{f"numbers joined by {join!r}": _each("{}", join) for join in (",", ", ", " ", ".", ":", "-")},
        "escapes, all": _each("\\x{:02x}", ""),
        "Escapes, all": _each("\\x{:02X}", ""),
        "escapes, escaped": _each("\\\\x{:02x}", ""),
        "octal escapes": _each("\\{:03o}", ""),
        "unicode escapes": _each("\\u{:04x}", ""),
        "Unicode escapes": _each("\\u{:04X}", ""),
        "percent, all": _each("%{:02X}", ""),
        "percent, small": _each("%{:02x}", ""),
        "quoted printable": _each("={:02X}", ""),
        "references": _each("&#{};", ""),
        "hex references": _each("&#x{:x};", ""),
        "bits": _each("{:08b}", ""),
        "repr": lambda part: repr(part)[2:-1].encode(),
        "repr in JSON": lambda part: _bare(json.dumps(repr(part)))[2:-1],
        "repr in repr": lambda part: _bare(repr(repr(part)))[2:-1],
        "percent": lambda part: quote_from_bytes(part).encode(),
        "JSON of latin-1": lambda part: _bare(json.dumps(part.decode("latin-1"))),
        "repr of latin-1": lambda part: _bare(repr(part.decode("latin-1"))),
        "UTF-8 of latin-1": lambda part: part.decode("latin-1").encode(),
        "HTML of latin-1": lambda part: html.escape(part.decode("latin-1")).encode("ascii", "xmlcharrefreplace"),
        "backslashes for what is not ASCII": lambda part: part.decode("ascii", "backslashreplace").encode(),
        **{f"base64, {at} before": _base64_after(at, b"+/") for at in range(3)},
        **{f"base64 of the web, {at} before": _base64_after(at, b"-_") for at in range(3)},
        **{f"base32, {at} before": _base32_after(at, lower=False) for at in range(5)},
        **{f"base32, small, {at} before": _base32_after(at, lower=True) for at in range(5)},
    }
)
"""How bytes are written one after the other: of a part what stands for it within a longer writing."""

NUMBERS: Final[Mapping[str, Callable[[bytes], bytes]]] = MappingProxyType(
    {
        "number": lambda some: str(int.from_bytes(some, "big")).encode(),
        "number, last byte first": lambda some: str(int.from_bytes(some, "little")).encode(),
        "signed number": lambda some: str(int.from_bytes(some, "big", signed=True)).encode(),
        "signed number, last byte first": lambda some: str(int.from_bytes(some, "little", signed=True)).encode(),
        "octal number": lambda some: f"{int.from_bytes(some, 'big'):o}".encode(),
        "octal number, last byte first": lambda some: f"{int.from_bytes(some, 'little'):o}".encode(),
        "hex number": lambda some: f"{int.from_bytes(some, 'big'):x}".encode(),
        "hex number, last byte first": lambda some: f"{int.from_bytes(some, 'little'):x}".encode(),
        "HEX number": lambda some: f"{int.from_bytes(some, 'big'):X}".encode(),
        "HEX number, last byte first": lambda some: f"{int.from_bytes(some, 'little'):X}".encode(),
        "surrogates for what is not UTF-8": lambda some: _bare(repr(some.decode("utf-8", "surrogateescape"))),
        "surrogates in JSON": lambda some: _bare(json.dumps(some.decode("utf-8", "surrogateescape"))),
    }
)
"""How bytes are written as a whole, so that a part of them is written quite otherwise."""


def writings_of(tag: bytes) -> Iterator[tuple[str, bytes]]:
    """Every writing by which a tag, or enough of it, is found; and what it is called."""
    for order, part in (("", tag[:PART_BYTES]), (", last byte first", tag[::-1][:PART_BYTES])):
        for name, write in WRITINGS.items():
            yield name + order, write(part)
    for length in range(PART_BYTES, len(tag) + 1):
        for name, write in NUMBERS.items():
            yield f"{name}, {length} bytes", write(tag[:length])
    yield "base85", base64.b85encode(tag)
    yield "ascii85", base64.a85encode(tag)


_WIDEST: Final = 4
_FILLING: Final = re.compile(rb"\0{%d,}" % _WIDEST)
"""More zeros than stand between two letters of any width: what a file is filled up with."""


class Search:
    """Looks for any of these tags, and for those of `beside`. It says how one was written, never which it was."""

    def __init__(self, tags: Iterable[bytes], beside: Search | None = None) -> None:
        self._beside = beside
        self._by_gram: dict[bytes, dict[bytes, str]] = {}
        for tag in tags:
            for name, text in writings_of(tag):
                if len(text) < GRAM:
                    raise ValueError(f"{name}: {len(text)} bytes are too few to be known by")
                self._by_gram.setdefault(text[:GRAM], {}).setdefault(text, name)

    def found(self, data: bytes) -> set[str]:
        """The writings in which tags stand in `data`; those in UTF-16 and UTF-32, too."""
        data = _FILLING.sub(bytes(_WIDEST), data)
        found = self._looked_through(data)
        if b"\0" in data:
            found |= {f"{name}, wide" for name in self._looked_through(data.replace(b"\0", b""))}
        return found

    def _looked_through(self, data: bytes) -> set[str]:
        return self._among({data[at : at + GRAM] for at in range(len(data) - GRAM + 1)}, data)

    def _among(self, grams: set[bytes], data: bytes) -> set[str]:
        seen = [self._by_gram[gram] for gram in grams.intersection(self._by_gram)]
        found = {name for texts in seen for text, name in texts.items() if text in data}
        return found if self._beside is None else found | self._beside._among(grams, data)

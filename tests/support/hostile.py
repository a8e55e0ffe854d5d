"""Texts that other people might choose to harm a terminal, and a strict reader of what reached one."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from typing import Final

HOSTILE: Final = (
    "\x1b[2J\x1b[HAnna", "\x1b]52;c;cm0gLXJm\x07", "\x1b]0;title\x1b\\", "\x9b31mCarl", "\x9d52;c;eA==\x9c", "x[/]y",
    "[bold]Bob[/bold]", "[@click=app.quit]quit[/]", "[link=http://x]x", "a\u202egnorw", "\u2066iso\u2069", "z\u200bw",
    "Z\u0321\u0322\u0323\u0324\u0325\u0326\u0327algo", "龍" * 40, "W" * 500, "🏴\u200d☠\ufe0f🇮🇹👍🏽",
    "\r\nnew\nline\ttab", "\x00\x07\x08\x7f", "\u2028\u2029\x85", "{player}{0}%s", "\\[x]", "$accent", "", " ",
    "\ufeff", "\U000e0041", "\u115f\u3164", "الفا", "\ue000\U000f0000",
    "\x1bP+q544e\x1b\\", "\x1b_Gf=100;AAAA\x1b\\", "\x1b^pm\x1b\\", "\x1bX sos\x1b\\", "\x90q#0\x9c", "\x9fapc\x9c",
    "\x1bc", "\x1b#8", "\x1b(0lqk", "\x0e\x0f", "\x1b[6n", "\x1b[c", "\x1b[21t", "\x1b[?1049l", "\x1b[31;77m",
    "\x1b[5;8mhidden", "\x1b]8;;http://x\x07l\x1b]8;;\x07", "\x1b[1337;File=:AA==", "\x1b[99;1H", "\x1b[999999999b",
    "[", "]", "[/", "[[", "[red", "[]", "[/red]", "[@click=]", "[on $x]", "[#12]", "[link='", "\\", "\\\\[", "%(x)s",
    "{", "}", "{0.__class__}", "{chips!r}", "a\u0300" * 30, "\u0301", "\u200f\u200eab", "\u00ad", "\u180e", "\u3000",
    "👨\u200d👩\u200d👧\u200d👦", "e\u0301\u20dd\u20e3", "ﷺ" * 20, "𒐫𒈙", "\u0e33" * 12, "\uffff", "\ufdd0", "\u0378",
)  # fmt: skip
"""What is known to have harmed some program; the rest is drawn."""

_PIECES: Final = (
    *("\x1b[", "\x1b]", "\x1bP", "\x1b_", "\x1b", "\x9b", "\x9d", "\x90", "\x07", "\x1b\\", "\x9c", "\n", "\r", "\t"),
    *("52;c;", "31;77m", "2J", "?25h", "[", "]", "[/", "[@click=", "[bold", "{", "}", "%s", "\\", "$", "\u202e"),
    *(
        "\u200d",
        "\u200b",
        "\ufe0f",
        "\u0301",
        "\u0489",
        "🇮",
        "👍🏽",
        "龍",
        "ß",
        "\U000e0020",
        "Anna",
        "3",
        " ",
        "\u2028",
    ),
)
_LONGEST: Final = 24
_LONG: Final = 30
"""A view that holds such a text everywhere still fits into a line."""


def hostile_texts(count: int, seed: int = 7) -> Iterator[str]:
    """The same texts every time: the known ones first, then drawn ones; no lone surrogates, which no socket carries."""
    yield from HOSTILE[:count]
    chance = random.Random(seed)  # noqa: S311 - the same texts every time
    for number in range(len(HOSTILE), count):
        kind = number % 4
        if kind == 0:
            yield "".join(chance.choices(_PIECES, k=chance.randint(1, _LONGEST)))
        elif kind == 1:
            yield "".join(_anything(chance) for _ in range(chance.randint(1, _LONGEST)))
        elif kind == 2:
            yield chance.choice(HOSTILE) + chance.choice(_PIECES) + chance.choice(HOSTILE)[:_LONGEST]
        else:
            control = chr(chance.choice((*range(0x20), 0x7F, *range(0x80, 0xA0))))
            long = chance.choice(_PIECES) * (chance.choice((1, 3, _LONG)) if number % 64 == 3 else 2)
            yield f"Bo{control}{long}{chance.choice(HOSTILE)[:_LONGEST]}"


def _anything(chance: random.Random) -> str:
    """Any sign, the lower planes more often."""
    while True:
        sign = chr(chance.randrange(chance.choice((0x100, 0x3000, 0x10000, 0x110000))))
        if unicodedata.category(sign) != "Cs":
            return sign


_COLOUR: Final = r"(?:0|1|2|3|4|7|(?:38|48);2;\d{1,3};\d{1,3};\d{1,3})"
_OWN: Final = re.compile(
    rf"\x1b\[(?:{_COLOUR}(?:;{_COLOUR})*m"  # colours, bold, faint, slanted, underlined, turned round
    r"|\d{1,3};\d{1,3}H"  # a place on the screen
    r"|\?(?:1049|1000|1002|1003|1015|1006|25|1004|2004|2026|2048|7)[hl]"  # its modes
    r"|\?20(?:26|48)\$p|>\d+u|<u)"  # its two questions, and the keyboard's manner
    r"|\x1b\]22;default\x07"  # the mouse's arrow
)
"""All that Textual itself sends."""

_LINE_END: Final = re.compile(r"\r?\n")
_TOWER: Final = 3


def reached_screen(sent: bytes) -> list[str]:
    """What was sent to a terminal beside visible signs and Textual's own codes; nothing, if all is well."""
    return _odd(_OWN.sub("", sent.decode("utf-8", "surrogateescape")))


def reached_lines(sent: bytes) -> list[str]:
    """What was sent beside visible signs and ends of lines."""
    return _odd(sent.decode("utf-8", "surrogateescape"))


def _odd(text: str) -> list[str]:
    """Control characters, signs without width, towers of marks."""
    text = _LINE_END.sub("", text)
    odd = {f"U+{ord(sign):04X}" for sign in set(text) if unicodedata.category(sign)[0] == "C"}
    marks = 0
    for sign in text:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks >= _TOWER:
            odd.add("tower")
    return sorted(odd)

"""What was chosen on a screen while it ran, for the one that follows if it dies: its language and its theme.

A small file that whoever starts screens names; its owner alone may read or change it. What cannot be read or written is
as if nothing had been chosen: the table's own language and theme are left.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Final

from msgspec import Struct

from display.languages import LANGUAGES
from display.screen.themes import THEMES
from firmware_bridge.vocabulary.whole_files import write_whole

LONGEST_BYTES: Final = 200


class Chosen(Struct, frozen=True):
    """A language and a theme by their codes; empty is the table's own."""

    language: str = ""
    theme: str = ""


def read_chosen(path: Path) -> Chosen:
    """What was chosen; nothing where there is no such file, or for what is no language and no theme."""
    try:
        with path.open("rb") as file:
            told = json.loads(file.read(LONGEST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Chosen()
    known = told if isinstance(told, dict) else {}
    language, theme = str(known.get("language", "")), str(known.get("theme", ""))
    return Chosen(language if language in LANGUAGES else "", theme if theme in THEMES else "")


def write_chosen(path: Path, chosen: Chosen) -> None:
    """Keep it, whole or not at all; where that cannot be done nothing is kept."""
    with contextlib.suppress(OSError):
        write_whole(path, json.dumps({"language": chosen.language, "theme": chosen.theme}).encode())

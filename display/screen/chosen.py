"""What was chosen on a screen while it ran, for the one that follows if it dies: its language and its theme.

A small file that whoever starts screens names; its owner alone may read or change it. What cannot be read or written is
as if nothing had been chosen: the table's own language and theme are left.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Final

from msgspec import Struct

from display.languages import LANGUAGES
from display.screen.themes import THEMES

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
    new = path.with_name(path.name + ".new")
    with contextlib.suppress(OSError):
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump({"language": chosen.language, "theme": chosen.theme}, file)
        new.replace(path)

"""Whether a file or folder is its owner's alone: no secret is read from where others may look, or have written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

OTHERS: Final = 0o077
"""What group and world may do."""


def trouble(path: Path) -> str:
    """What is wrong with the rights of `path`, with the command that puts them right; "" if they are its owner's.

    Raises `OSError` if there is no such path.
    """
    if not path.stat().st_mode & OTHERS:
        return ""
    return f"others may read or change it: chmod {'700' if path.is_dir() else '600'} {path}"

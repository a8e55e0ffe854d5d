"""The settings files that a new table begins with: those of the repository, or as they came with the wheel."""

from __future__ import annotations

import sysconfig
from pathlib import Path
from typing import Final

TABLE: Final = "table.toml"
"""The one that a person edits; the others lie beside it."""

NAMES: Final = (TABLE, "broker.toml", "decks.toml", "house.toml", "panel.toml", "tournament.toml")
"""All of them; a file with a PIN that lies beside them is nobody else's."""

_REPOSITORY: Final = Path(__file__).parents[3] / "config"
_INSTALLED: Final = Path("share/cards-speak/config")
"""Where `pyproject.toml` has the wheel put them, under the installation's data folder."""


def templates() -> dict[str, str]:
    """The text of each settings file by its name; empty where an installation came without them."""
    folders = (_REPOSITORY, Path(sysconfig.get_path("data")) / _INSTALLED)
    folder = next((one for one in folders if (one / TABLE).is_file()), None)
    if folder is None:
        return {}
    return {name: (folder / name).read_text(encoding="utf-8") for name in NAMES if (folder / name).is_file()}


def lay_beside(path: Path) -> None:
    """Make the folder of the settings file `path`, and what it needs beside it: a file that is there stays.

    Raises `OSError` where the folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for name, text in templates().items():
        beside = path.with_name(name)
        if name not in {TABLE, path.name} and not beside.exists():
            beside.write_text(text, encoding="utf-8")

"""The collection of real hands in PHH, which lies beside the project and is no part of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DATASET: Final = next(
    (folder for folder in (Path("../shared/hands/phh"), Path("/work/shared/hands/phh")) if folder.is_dir()), None
)
"""Its folder; None where it is not there: tests that read it are skipped then."""

"""The project's own source, as the architecture tests read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PACKAGES = ("firmware_bridge", "table_controller", "display")


def _read(root: Path, folders: tuple[str, ...]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            texts[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text("utf-8")
    return texts


@pytest.fixture(scope="session")
def sources(project: Path) -> Mapping[str, str]:
    """Text of every module of the three packages, by dotted name."""
    texts = _read(project, PACKAGES)
    assert len(texts) > 20, "the packages were not found where they should lie"
    return texts


@pytest.fixture(scope="session")
def test_sources(project: Path) -> Mapping[str, str]:
    """Text of every Python file under tests, by dotted path."""
    texts = _read(project, ("tests",))
    assert "tests.architecture.conftest" in texts
    return texts

"""What people choose a game by, beside its name."""

from __future__ import annotations

from typing import Final

WITH_BRING_IN: Final = frozenset({"F7S", "F7S/8", "FR"})
"""The games, by their PHH codes, that have an ante and a bring-in in place of blinds."""

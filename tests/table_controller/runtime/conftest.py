"""What tests of real processes share."""

from __future__ import annotations

import pytest

from table_controller.runtime.processes import children


@pytest.fixture
def quick_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who falls often is started again soon all the same."""
    monkeypatch.setattr(children, "LONGEST_PAUSE_S", 0.3)

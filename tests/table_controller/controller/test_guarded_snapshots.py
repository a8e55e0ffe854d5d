"""Wherever a table is played, it is watched that its states come back from a snapshot: the planted failure."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening
from support.guard import Broken, check_snapshot

from firmware_bridge.vocabulary.values import replace


def test_a_state_that_does_not_come_back_is_caught() -> None:
    session = Evening().session
    check_snapshot(session)
    flow = replace(session.inference.flow, swept_s=float("-inf"))  # JSON has no such number
    with pytest.raises(Broken, match="does not come back"):
        check_snapshot(replace(session, inference=replace(session.inference, flow=flow)))

"""A table whose key is gone begins with another one, and its log says so; a first start says nothing."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_process import run_controller
from table_controller.runtime.processes.head_key import KEY, PUBLIC
from table_controller.runtime.processes.places import Places

SHIPPED = Path(__file__).parents[3] / "config"
PATIENCE_S = 60


async def serve_a_moment(config: Path, places: Places) -> None:
    """The controller as it starts, until displays can come to it."""
    serving = asyncio.create_task(
        run_controller(config, places.state, places.bridge, places.display, ClockRate.parse("1.0"))
    )
    async with asyncio.timeout(PATIENCE_S):
        while not places.display.exists() and not serving.done():  # noqa: ASYNC110  # a socket that comes has no event
            await asyncio.sleep(0.02)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    places.display.unlink(missing_ok=True)


def test_a_key_that_is_gone_is_said_at_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "setswitchinterval", lambda _: None)  # it would hold for all tests after this one
    shutil.copytree(SHIPPED, tmp_path / "config")
    config, places = tmp_path / "config" / "table.toml", Places(tmp_path / "state")
    (tmp_path / "config" / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
    for _ in range(2):
        asyncio.run(serve_a_moment(config, places))
    assert (places.state / PUBLIC).exists()
    assert "signs with a new key" not in caplog.text
    (places.state / KEY).unlink()
    (places.state / PUBLIC).unlink()
    asyncio.run(serve_a_moment(config, places))
    assert f"{places.state / KEY} is missing: this table signs with a new key from now on" in caplog.text

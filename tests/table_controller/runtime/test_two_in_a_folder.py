"""A second table in a folder where one runs: it says whose that is, and shows nobody another table."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from table_controller.runtime.processes import supervise
from table_controller.runtime.processes.finishing import UNUSABLE
from table_controller.runtime.processes.places import Places

NOWHERE = Path("nowhere")


async def beside(state: Path) -> int:
    """`cardspeak run` in a folder where this very process plays the controller."""
    async with await asyncio.start_unix_server(lambda _reader, writer: writer.close(), Places(state).display):
        return await supervise.run_table(NOWHERE / "table.toml", state, (), NOWHERE / "decks.toml", screen=False)


def test_a_folder_where_a_table_runs_is_named_with_its_process_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It showed the other table, and did not say so."""
    monkeypatch.setattr(supervise, "ENDING_LOOK_S", 0.0)
    assert asyncio.run(beside(tmp_path)) == UNUSABLE
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"process {os.getpid()}" in said
    assert f"cardspeak screen --socket {Places(tmp_path).display}" in said
    assert "--state FOLDER" in said


def test_a_socket_that_nobody_listens_to_is_no_table(tmp_path: Path) -> None:
    async def left_behind() -> int | None:
        async with await asyncio.start_unix_server(lambda _reader, _writer: None, Places(tmp_path).display):
            pass
        return await supervise._still_listens(Places(tmp_path).display)

    assert asyncio.run(left_behind()) is None

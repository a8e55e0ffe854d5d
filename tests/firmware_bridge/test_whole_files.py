"""A small file is the old one or the new one, whatever fails; nothing is left beside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_bridge.vocabulary.whole_files import write_whole


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_is_written_for_its_owner_alone_and_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "pin.toml"
    path.write_bytes(b"old")
    path.chmod(0o644)
    write_whole(path, b"new")
    assert files(tmp_path) == {"pin.toml": b"new"}
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("call", ["fsync", "fdopen"])
def test_a_disk_that_refuses_leaves_the_old_one(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pin.toml"
    write_whole(path, b"old")

    def full(descriptor: int, *_: object) -> None:
        if call == "fdopen":
            os.close(descriptor)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"firmware_bridge.vocabulary.whole_files.os.{call}", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    monkeypatch.undo()
    assert files(tmp_path) == {"pin.toml": b"old"}


def test_what_is_wrong_with_the_new_one_is_found_before(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    write_whole(path, b"old")

    def check(new: Path) -> None:
        assert new.parent == tmp_path
        raise ValueError(new.read_text())

    with pytest.raises(ValueError, match="new and wrong"):
        write_whole(path, b"new and wrong", check=check)
    assert files(tmp_path) == {"table.toml": b"old"}

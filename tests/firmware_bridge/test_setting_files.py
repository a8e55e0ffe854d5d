"""What is read of a file of settings: a regular file, up to a bound, whatever else a setting names."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from firmware_bridge.vocabulary.whole_files import (
    LARGEST_BYTES,
    UnusableFileError,
    read_setting,
    read_setting_bytes,
    read_setting_toml,
)


@pytest.mark.parametrize(("over_bytes", "is_read"), [(-1, True), (0, True), (1, False)])
def test_a_file_at_the_bound_is_read_and_one_over_it_refused(tmp_path: Path, over_bytes: int, is_read: bool) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b"#" * (LARGEST_BYTES + over_bytes))
    if is_read:
        assert len(read_setting_bytes(path)) == LARGEST_BYTES + over_bytes
        assert read_setting_toml(path) == {}
        return
    with pytest.raises(
        UnusableFileError, match="larger than 1,048,576 bytes, the most that is read of such a file: shorten it"
    ):
        read_setting_toml(path)


def test_a_file_whose_size_is_not_known_before_is_read_no_further(tmp_path: Path) -> None:
    """As one of `/proc` or one that grows: a hole takes no disk, and the bound no memory for what is behind it."""
    path = tmp_path / "table.toml"
    path.touch()
    os.truncate(path, 1 << 40)
    with pytest.raises(UnusableFileError, match="larger than"):
        read_setting_bytes(path)


def test_what_is_no_regular_file_is_refused_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    with socket.socket(socket.AF_UNIX) as here:
        here.bind("socket")
    (tmp_path / "link").symlink_to("/dev/null")
    opened: list[object] = []
    monkeypatch.setattr("firmware_bridge.vocabulary.whole_files.os.open", lambda path, _: opened.append(path))
    for name, kind in (("pipe", "a pipe"), ("socket", "a socket"), ("link", "a device"), ("/dev/null", "a device")):
        with pytest.raises(UnusableFileError, match=f"it is {kind} and not a regular file: put a file there, or name"):
            read_setting(tmp_path / name)
    with pytest.raises(IsADirectoryError, match="Is a directory"):
        read_setting(tmp_path)
    assert opened == []


def test_a_file_that_becomes_a_pipe_meanwhile_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: what is looked at is a file, what is opened then is a pipe."""
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    then = (tmp_path / "file").stat()
    monkeypatch.setattr(Path, "stat", lambda _: then)
    with pytest.raises(UnusableFileError, match="a pipe"):
        read_setting(tmp_path / "pipe")


def test_a_link_to_a_file_is_followed_and_a_mark_and_ends_of_lines_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b'\xef\xbb\xbfa = "x"\r\nb = 2\r\n')
    (tmp_path / "link").symlink_to("file")
    assert read_setting(tmp_path / "link") == 'a = "x"\nb = 2\n'
    assert read_setting_toml(tmp_path / "link") == {"a": "x", "b": 2}
    (tmp_path / "file").write_bytes(b"a = '\xff'")
    with pytest.raises(UnicodeDecodeError):
        read_setting(tmp_path / "file")

"""What gets installed is named, pinned and hashed: all of it, and nothing that is not on the list."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(\s*;.*)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def _entries(text: str) -> Iterator[str]:
    """Requirements of a lock file with their continuation lines joined."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for entry in kept.replace("\\\n", " ").splitlines():
        if entry.strip():
            yield entry.strip()


def lock_faults(text: str) -> Iterator[str]:
    """Entries of a lock file that are not one exact version with at least one SHA-256."""
    for entry in _entries(text):
        requirement, *hashes = re.split(r"\s+(?=--hash)", entry)
        if not PIN.fullmatch(requirement):
            yield f"not pinned to one version: {requirement}"
        if not hashes or not all(HASH.fullmatch(mark.strip()) for mark in hashes):
            yield f"without a SHA-256: {requirement}"


def _pins(text: str) -> dict[str, str]:
    found = (PIN.match(entry) for entry in _entries(text))
    return {canonicalize_name(pin["name"]): pin["version"] for pin in found if pin}


def _needed(names: list[str]) -> set[str]:
    """Everything that `names` need on this machine, by what their installed metadata says."""
    seen: set[str] = set()
    todo = [canonicalize_name(name) for name in names]
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        for line in metadata.requires(name) or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                todo.append(canonicalize_name(need.name))
    return seen


@pytest.fixture(scope="module")
def settings(project: Path) -> Mapping[str, dict[str, list[str]]]:
    return tomllib.loads((project / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def run_lock(project: Path) -> str:
    return (project / "requirements.lock").read_text("utf-8")


@pytest.fixture(scope="module")
def dev_lock(project: Path) -> str:
    return (project / "requirements-dev.lock").read_text("utf-8")


def test_every_entry_is_pinned_and_hashed(run_lock: str, dev_lock: str) -> None:
    assert [*lock_faults(run_lock), *lock_faults(dev_lock)] == []


@pytest.mark.parametrize("spoil", ["unpin", "unhash", "weaken"])
def test_a_spoiled_lock_is_seen(run_lock: str, spoil: str) -> None:
    spoiled = {
        "unpin": run_lock.replace("pyserial==", "pyserial>="),
        "unhash": re.sub(r"(pyserial==\S+) \\\n(\s+--hash=\S+( \\)?\n)+", r"\1\n", run_lock),
        "weaken": run_lock.replace("--hash=sha256:", "--hash=md5:", 1),
    }[spoil]
    assert spoiled != run_lock
    assert len(list(lock_faults(spoiled))) == 1


def test_the_lock_holds_whatever_the_table_needs(settings: Mapping[str, dict[str, list[str]]], run_lock: str) -> None:
    wanted = [*settings["project"]["dependencies"], *settings["build-system"]["requires"]]
    pins = _pins(run_lock)
    for line in wanted:
        need = Requirement(line)
        assert need.specifier.contains(pins[canonicalize_name(need.name)]), f"run make lock: {line}"
    missing = _needed([Requirement(line).name for line in wanted]) - pins.keys()
    assert missing == set()


def test_the_developers_lock_is_the_same_and_more(
    settings: Mapping[str, dict[str, list[str]]], run_lock: str, dev_lock: str
) -> None:
    run, dev = _pins(run_lock), _pins(dev_lock)
    assert {name: dev.get(name) for name in run} == run
    for line in settings["dependency-groups"]["dev"]:
        need = Requirement(line)
        assert need.specifier.contains(dev[canonicalize_name(need.name)]), f"run make lock: {line}"

"""On what a run ran: machine, Python, commit."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def machine() -> str:
    """Processor, cores, system and Python, in one line."""
    cores = len(os.sched_getaffinity(0))
    return f"{_processor()}, {cores} cores, {_system()} ({platform.machine()}), CPython {platform.python_version()}"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() in {"model name", "Model"}:
            return value.strip()
    return "unknown processor"


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = "Linux"
    return f"{name}, kernel {platform.release()}"


def commit(root: Path, page: Path) -> str:
    """The commit that ran, and whether files differed from it; `page` itself does not count."""
    head = _git(root, "rev-parse", "--short=10", "HEAD")
    if not head:
        return "unknown (no git here)"
    changed = _git(root, "status", "--porcelain", "--", ".", f":!{page.relative_to(root)}")
    return f"{head}, with {len(changed.splitlines())} files changed" if changed else head


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

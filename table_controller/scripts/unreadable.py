"""The one complaint about a file: where it cannot be read, and why."""

from __future__ import annotations


class UnreadableError(Exception):
    """A file is not a table script: `path`, `line` (in the file, from 1) and `reason`."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line} {reason}")
        self.path, self.line, self.reason = path, line, reason

"""No picture of the memory of a process that holds tags: neither by a core file nor by another process of its user."""

from __future__ import annotations

import contextlib
import ctypes
import resource
from typing import Final

_PR_SET_DUMPABLE: Final = 4  # linux/prctl.h


def leave_no_core_file() -> None:
    """Let this process, however it dies, leave nothing of its memory behind, and let nobody but root look into it.

    The limit alone does not stop a core that the system pipes into a program, as systemd does; that the process is not
    dumpable does, and takes its memory in ``/proc`` from other processes of its user. A program that it starts is
    dumpable again, and keeps the limit.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(AttributeError):  # another system than Linux has only the limit
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)

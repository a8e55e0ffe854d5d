"""How a command of ``cardspeak`` ends: its exit status, and one line instead of a traceback.

0: done. 1: it ran and failed. 2: it could not begin, for what was typed, named or written in a file is wrong.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Coroutine
from typing import Any, Final

from table_controller.scripts.unreadable import UnreadableError

FAILED: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141
TERMINATED: Final = 143
"""Exit statuses after Ctrl-C, after a pipe that nobody reads, and after a terminate signal, as shells count them."""


def finish(work: Coroutine[Any, Any, int | None]) -> None:
    """Run to the end, or to Ctrl-C or a terminate signal, without a traceback; exit with the status."""
    import asyncio  # an eighth of the time that --help takes

    try:
        status = asyncio.run(_until_terminated(work))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (ValueError, UnreadableError) as problem:
        sys.exit(unusable(problem))
    except OSError as problem:
        sys.stderr.write(f"cardspeak: {problem}\n")
        status = FAILED
    sys.exit(status or 0)


def unusable(problem: Exception | str) -> int:
    """Say on the error output what is wrong; the exit status for it."""
    sys.stderr.write(f"cardspeak: {problem}\n")
    return UNUSABLE


async def _until_terminated(work: Coroutine[Any, Any, int | None]) -> int | None:
    """Let `work` clean up when this process is asked to end: say `lost`, stop the broker, close the journal."""
    import asyncio

    task, asked = asyncio.ensure_future(work), False

    def terminate() -> None:
        nonlocal asked
        asked = True
        task.cancel()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        return await task
    except asyncio.CancelledError:
        if not asked:
            raise  # Ctrl-C
        return TERMINATED

"""The commands of ``cardspeak`` that draw: the dealer's screen and the log of a table that runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from table_controller.runtime.cli.usage import UsageError, check_socket, has_terminal
from table_controller.runtime.processes.finishing import finish, unusable

SOCKET: Final = Path(".state/display.sock")
Hidden = Parameter(show=False)
Language = Literal["", "en", "it", "es"]
Theme = Literal["", "default", "high-contrast", "monochrome"]


def screen(
    *,
    socket: Path = SOCKET,
    demo: bool = False,
    language: Language = "",
    fell: Annotated[str, Hidden] = "",
    report: Annotated[int | None, Hidden] = None,
    chosen: Annotated[Path | None, Hidden] = None,
) -> None:
    """Show the dealer's screen of a running table; waits for a table that is not there yet.

    Parameters
    ----------
    socket
        The controller's socket.
    demo
        The leave key ends the whole demonstration.
    language
        The language of this screen; the table's if left out.
    fell
        What ended the screen before this one.
    report
        The file descriptor that hears what ended this one.
    chosen
        The file that keeps the language and the theme chosen on the screen.

    """
    from display.run import run_screen_sync
    from table_controller.runtime.processes.pulse import beat_on

    if not has_terminal():
        sys.exit(unusable("screen: this is no terminal that a screen can be drawn on: cardspeak log writes lines"))
    try:
        check_socket(socket)
    except UsageError as problem:
        sys.exit(unusable(problem))
    sys.exit(
        run_screen_sync(
            str(socket), demo=demo, language=language, fell=fell, report=report, chosen=chosen, heart=beat_on
        )
    )


WATCHED: Final = "watched"
"""The file beside the socket of a demonstration that says that its log has begun: nothing is played before."""


def log(*, socket: Path = SOCKET, demo: Annotated[bool, Hidden] = False, language: Language = "") -> None:
    """Write the log of a running table, line by line; waits for a table that is not there yet.

    Parameters
    ----------
    socket
        The controller's socket.
    demo
        The log of a demonstration, which waits until it has begun.
    language
        The language of the log; the table's if left out.

    """
    from display.run import run_log
    from table_controller.runtime.processes.pulse import beating

    async def work() -> None:
        check_socket(socket)
        watched = socket.with_name(WATCHED)
        joined = watched.touch if demo else lambda: None
        await run_log(str(socket), sys.stdout, language=language, joined=joined)

    finish(beating(work()))

"""What the dealer reads when the screen itself fails: what happened and where, never the values at hand.

Textual's own report prints the local variables of every frame: names, commands, whatever was at hand.
"""

from __future__ import annotations

import traceback
from pathlib import PurePath

from rich.text import Text

from display.wording import boundary
from display.wording.wording import Wording

_FRAMES = 12


def crash_report(error: BaseException | None, words: Wording) -> Text:
    """The report as plain text: kind of fault, and the innermost places in the code; no message, no locals."""
    return Text("\n".join(boundary.guard(line) for line in crash_lines(error, words)), overflow="fold")


def crash_lines(error: BaseException | None, words: Wording) -> list[str]:
    """The lines of the report; an exception's message may hold a name, so it is left out."""
    kind = type(error).__name__ if error is not None else "?"
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:] if error is not None else []
    where = [
        "  " + words.say("crash.where", kind=frame.name, where=f"{frame.filename}:{frame.lineno}") for frame in frames
    ]
    return [words.say("crash.title"), kind, *where, words.say("crash.report")]


def fault_word(error: BaseException | None) -> str:
    """The fault in one short line for whoever starts the next screen: its kind, and the innermost place in the code."""
    if error is None:
        return ""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {PurePath(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return boundary.clean(f"{type(error).__name__}{place}")

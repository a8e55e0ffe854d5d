"""A picture of the dealer's screen: one view at one size, as SVG, the same bytes every time.

    PYTHONPATH=tests python -m docs.picture VIEW.json OUT.svg [COLUMNSxROWS]

`VIEW.json` is one line of the feed, a `TableView`, or several lines: what was told before it fills the story.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from display.app import DealerScreen
from display.feed import Heard
from display.widgets.themed import Themed
from firmware_bridge.vocabulary.lines import LineError
from table_controller.vocabulary.views import FEED

DEFAULT_SIZE: Final = (120, 40)

_REMOTE_FONTS: Final = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
"""Rich names font files on a server; a picture that asks nobody for anything uses the reader's own."""


class Look(Struct, frozen=True):
    """How the screen is set, of how many colours its terminal is, and the keys that were pressed before the picture."""

    language: str = ""
    theme: str = ""
    keys: tuple[str, ...] = ()
    depth: str = "truecolor"


AS_IT_COMES: Final = Look()


async def picture(heard: Iterable[Heard], size: tuple[int, int] = DEFAULT_SIZE, look: Look = AS_IT_COMES) -> str:
    """The screen after it heard these messages, at `size` (columns, rows), as SVG text; no time passes in it."""
    app = DealerScreen(language=look.language, theme=look.theme)
    app.now_s, app.depth = lambda: 0.0, look.depth
    app.wear(app.worn)
    async with app.run_test(size=size) as pilot:
        for message in heard:
            app.hear(message)
        await pilot.pause()
        if look.keys:
            await pilot.press(*look.keys)
            await pilot.pause()
        return svg_of(app)


def svg_of(app: Themed) -> str:
    """What a running application of the display shows now, as SVG text that asks nobody for anything."""
    return _REMOTE_FONTS.sub("", app.export_screenshot(title=app.TITLE))


def main(arguments: list[str]) -> int:
    """Run from the command line; 2 for wrong arguments or a file that cannot be read."""
    if len(arguments) not in {2, 3}:
        sys.stderr.write("usage: PYTHONPATH=tests python -m docs.picture VIEW.json OUT.svg [COLUMNSxROWS]\n")
        return 2
    try:
        size = _size(arguments[2]) if arguments[2:] else DEFAULT_SIZE
        heard = [FEED.decode(line) for line in Path(arguments[0]).read_bytes().splitlines() if line.strip()]
        Path(arguments[1]).write_text(asyncio.run(picture(heard, size)), encoding="utf-8")
    except (OSError, LineError, ValueError) as problem:
        sys.stderr.write(f"{arguments[0]}: {problem}\n")
        return 2
    return 0


def _size(text: str) -> tuple[int, int]:
    columns, x, rows = text.partition("x")
    if not (x and columns.isdecimal() and rows.isdecimal()):
        raise ValueError(f"{text!r} is not a size: write columns x rows, like 120x40")
    return int(columns), int(rows)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

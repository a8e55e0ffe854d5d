"""``cardspeak`` with a dealer's screen that fails: a double for the tests of whoever starts it again.

``FALLS`` in the environment says when: ``first`` only the screen that follows no other one, ``always`` each at its
first view, ``shut`` each before it draws anything.
"""

from __future__ import annotations

import asyncio
import os
import sys

WHEN = os.environ["FALLS"]
if WHEN == "shut" and sys.argv[1] == "screen":
    sys.exit(9)

from display.app import DealerScreen  # noqa: E402 - what dies early loads nothing
from display.feed import Feed, Heard  # noqa: E402
from display.run import show  # noqa: E402
from table_controller.runtime.cli.main import main  # noqa: E402
from table_controller.vocabulary.views import TableView  # noqa: E402


class Falling(DealerScreen):
    """Fails at the first view, with a name in a local variable and in the message."""

    def hear(self, heard: Heard) -> None:
        if isinstance(heard, TableView) and (WHEN == "always" or (WHEN == "first" and not self._fell)):
            secret = heard.seats[0].name
            raise ValueError(f"cannot show {secret}")
        super().hear(heard)


def run() -> None:
    words = sys.argv[1:]
    if words[0] != "screen":
        main()
    given = dict(zip(words[1::2], words[2::2], strict=True))
    screen = Falling(Feed(given["--socket"]), fell=given.get("--fell", ""))
    sys.exit(asyncio.run(show(screen, int(given["--report"]))))


if __name__ == "__main__":
    run()

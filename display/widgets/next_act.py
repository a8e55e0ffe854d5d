"""The one large line: what the dealer does next."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.paint import Line, content, fit
from display.shown import Shown
from display.wording import Wording


class NextActLine(Static):
    """The next act, across the whole screen."""

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show the next act on `rows` rows."""
        self.update(content(next_lines(shown, words, width, rows)), layout=False)


def next_lines(shown: Shown, words: Wording, width: int, rows: int) -> list[Line]:
    """The line in the middle of `rows` rows, all on one colour; a lost controller is said here too."""
    if shown.view is None:
        text, style = words.say("next.waiting"), palette.LOST
    elif shown.link == "lost":
        text, style = words.say("next.stale"), palette.LOST
    else:
        text, style = f"{words.say('next.title')}  {words.next_act(shown.view)}", palette.NEXT
    line = fit(width, [(f" {text.center(width - 2)} ", style)], [(f" {text} ", style)], [(text, style)])
    blank: Line = [(" " * width, style)]
    above = (rows - 1) // 2
    return [*([blank] * above), line, *([blank] * (rows - 1 - above))]

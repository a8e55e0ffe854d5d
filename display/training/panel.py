"""The question under the table: the act, the answers as targets, and what the book says when one was given."""

from __future__ import annotations

from textual.events import Click

from display.training.lesson import Course
from display.training.telling import answer_rows, question_lines
from display.widgets.painted import Painted
from display.widgets.touch import Touched
from display.wording.wording import Wording


class QuestionPanel(Painted):
    """In the place where the dealer's screen has its findings."""

    _rows: tuple[tuple[int, int], ...] = ()

    def draw(self, course: Course, words: Wording, width: int, rows: int) -> None:
        """Show the lesson on `width` x `rows` cells."""
        lines = question_lines(course, words, width - 2, rows)
        self._rows = answer_rows(course, words, width - 2, rows)
        self.paint([[(" ", ""), *line] for line in lines])

    def on_click(self, click: Click) -> None:
        """A touch of an answer gives it; a touch anywhere else goes on."""
        above = [at for at, row in self._rows if row <= click.y]
        self.post_message(Touched((str(above[-1] + 1) if above else "enter",)))

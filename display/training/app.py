"""Training on a terminal: the table as the dealer's screen draws it, and under it the question."""

from __future__ import annotations

from textual.app import ComposeResult

from display.languages import LANGUAGES
from display.screen import geometry, themes
from display.screen.paint import fit
from display.screen.placing import put
from display.training.lesson import Course
from display.training.panel import QuestionPanel
from display.training.telling import question_lines
from display.widgets.action import ActionLines
from display.widgets.next_act import NextActLine
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.widgets.small import TooSmall
from display.widgets.status import Status
from display.widgets.table import Table
from display.widgets.themed import Themed
from display.widgets.touch import SeatTouched
from display.wording.wording import wording_in


class Hint(Painted):
    """The keys, on the last row."""


class TrainingScreen(Themed):
    """Asks the lessons of `course`, which holds how far it came and the score."""

    def __init__(self, course: Course, language: str = "", theme: str = "") -> None:
        super().__init__(theme)
        self.course, self._words = course, wording_in(language)
        self._status, self._next, self._action, self._table = Status(), NextActLine(), ActionLines(), Table()
        self._panel, self._hint, self._small = QuestionPanel(), Hint(), TooSmall()
        self._last = course.now

    def compose(self) -> ComposeResult:
        yield from (self._status, self._next, self._action, self._table, self._panel, self._hint, self._small)

    def on_mount(self) -> None:
        """Draw the first lesson."""
        self.draw()

    async def keyed(self, key: str) -> None:
        """Give a key to the lesson."""
        self.press(key)

    def on_seat_touched(self, touched: SeatTouched) -> None:
        """A seat is no answer."""
        touched.stop()

    def press(self, key: str) -> None:
        """A number answers, Enter goes on, L speaks the next language, q or Escape ends."""
        if key in {"q", "escape", "ctrl+c", "ctrl+q"}:
            self.exit()
        elif key == "L":
            codes = tuple(LANGUAGES)
            self._words = wording_in(codes[(codes.index(self._words.language) + 1) % len(codes)])
        elif key == "enter" and self.course.now is None:
            self.exit()
        elif key in {"enter", " "}:
            self.course = self.course.next()
        elif key.isascii() and key.isdigit():
            self.course = self.course.answered(int(key) - 1)
        self.draw()

    def draw(self) -> None:
        """Bring the widgets to the lesson: the table before the act, and after it once it was answered."""
        columns, rows = self.size
        fits = columns >= geometry.MIN_COLUMNS and rows >= geometry.MIN_ROWS
        for part in (self._status, self._next, self._action, self._table, self._panel, self._hint):
            part.display = fits
        self._small.display = not fits
        if not fits:
            self._small.draw(self._words, columns, rows)
            return
        self._last = self.course.now or self._last
        if self._last is not None:
            self._draw_lesson(columns, rows)

    def _draw_lesson(self, columns: int, rows: int) -> None:
        course, words, lesson = self.course, self._words, self._last
        if lesson is None:
            return
        view = lesson.before if course.given is None and course.now is not None else lesson.after
        wanted = len(question_lines(course, words, columns - 2, rows))
        boxes = geometry.screen(columns, rows, wanted)
        parts = ((self._status, boxes.status), (self._next, boxes.next_act), (self._action, boxes.action))
        for widget, box in (*parts, (self._table, boxes.table), (self._panel, boxes.panel), (self._hint, boxes.keys)):
            put(widget, box)
        shown = Shown(view=view, link="live")
        self._status.draw(shown, words, boxes.status.width)
        self._next.draw(shown, words, boxes.next_act.width, boxes.next_act.height)
        self._action.draw(shown, words, boxes.action.width, boxes.action.height)
        self._table.draw(view, words, boxes.table, large=boxes.large)
        self._panel.draw(course, words, boxes.panel.width, boxes.panel.height)
        key = "train.keys-end" if course.now is None else "train.keys" if course.given is None else "train.keys-next"
        hint = words.say(key, right=course.right, asked=course.asked)
        self._hint.paint([fit(columns, [(f" {hint}", themes.KEY)])])

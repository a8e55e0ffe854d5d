"""A lesson in words: the act, its numbered answers, and what the book says; as lines of a screen and as plain text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from display.screen import themes
from display.screen.paint import Line, fit, wrap
from display.training.lesson import Answer, Course, Lesson
from display.widgets.page import answered
from display.wording import boundary, sentences
from display.wording.wording import Wording, capital, faces
from table_controller.vocabulary.views import SeatView, TableView


def answer_text(answer: Answer, words: Wording) -> str:
    """What an answer says, from its codes."""
    text = answered(answer.effects, answer.options, words) or words.say("train.stands")
    return capital(text)


def question_lines(course: Course, words: Wording, width: int, rows: int) -> list[Line]:
    """The act and the answers, each whole if they fit into `rows`, else each on one line; then what the book says."""
    lesson = course.now
    if lesson is None:
        return score_lines(course, words, width)
    head = [[(row, themes.STRONG)] for row in wrap(words.say(f"train.act.{lesson.name}"), width)]
    if course.given is not None:
        return (head + verdict_lines(course, words, width))[:rows]
    head += [[(words.say("train.question"), themes.WARN)]]
    whole = [_numbered(at, text, width) for at, text in enumerate(_answers(lesson, words), 1)]
    if len(head) + sum(map(len, whole)) <= rows:
        return head + [line for lines in whole for line in lines]
    short = [
        fit(width, [(f"{at} ", themes.KEY), (text, themes.PLAIN)]) for at, text in enumerate(_answers(lesson, words), 1)
    ]
    return [*head[: max(0, rows - len(short))], *short][:rows]


def answer_rows(course: Course, words: Wording, width: int, rows: int) -> tuple[tuple[int, int], ...]:
    """For each answer that is on the screen, its number from 0 and the row where it begins: where a finger goes."""
    found = []
    for row, line in enumerate(question_lines(course, words, width, rows)):
        if line and line[0][1] == themes.KEY and line[0][0].strip().isdigit():
            found.append((int(line[0][0]) - 1, row))
    return tuple(found)


def verdict_lines(course: Course, words: Wording, width: int) -> list[Line]:
    """Right or wrong, what the book says, and its rule."""
    lesson = course.now
    if lesson is None or course.given is None:
        return []
    right = answer_text(lesson.answers[lesson.right], words)
    said = words.say("train.right" if course.was_right else "train.wrong")
    style = themes.STRONG if course.was_right else themes.WARN
    lines: list[Line] = [[(row, style)] for row in wrap(f"{said} {right}", width)]
    return lines + [[(row, themes.QUIET)] for row in wrap(rule_text(lesson, words), width)]


def rule_text(lesson: Lesson, words: Wording) -> str:
    """The rule that decides, with our title; plain play needs none."""
    if lesson.cite is None:
        return words.say("train.plain")
    return sentences.printed_rule(lesson.cite, lesson.title, words)


def score_lines(course: Course, words: Wording, width: int) -> list[Line]:
    """How many were right at their first time."""
    text = words.say("train.score", right=course.right, asked=course.asked)
    return [[(row, themes.STRONG)] for row in wrap(text, width)]


def table_text(view: TableView, words: Wording) -> list[str]:
    """The table for a terminal without a screen: cards of the board, pot, and each seat."""
    board = faces(view.board) if view.board else words.say("history.no-board")
    lines = [f"{words.street(view.street, view)}: {board} · {words.say('pot.only')} {words.amount(view.pot_chips)}"]
    lines += [_seat_text(seat, view, words) for seat in view.seats if seat.status != "empty"]
    return [*lines, words.next_act(view)]


def _seat_text(seat: SeatView, view: TableView, words: Wording) -> str:
    name = words.player(view.seats, seat.seat)
    marks = {view.button: "mark.button", view.small_blind: "mark.small-blind", view.big_blind: "mark.big-blind"}
    mark = f" {words.say(marks[seat.seat])}" if seat.seat in marks else ""
    status = words.say(f"seat.{seat.status}")
    act = f" {words.code('act', seat.last_act)}" if seat.last_act else ""
    chips = f" {words.amount(seat.bet_chips)}"
    said = chips + act if seat.last_act == "check" else act + chips  # what lies before who checks was posted
    bet = f" ·{said}" if seat.bet_chips else ""
    return f"  {name}{mark}: {words.amount(seat.stack_chips)}{bet}{f' · {status}' if status else ''}"


def train_on_text(course: Course, words: Wording, read: Callable[[], str], stream: TextIO) -> Course:
    """Ask every lesson on lines of text until the end of the course or of the input; the course as it ended."""

    def say(*lines: str) -> None:
        stream.write("".join(boundary.guard(line) + "\n" for line in lines))
        stream.flush()

    while (lesson := course.now) is not None:
        say("", *table_text(lesson.before, words), words.say(f"train.act.{lesson.name}"), words.say("train.question"))
        say(*(f"  {at} {text}" for at, text in enumerate(_answers(lesson, words), 1)))
        while course.given is None:
            line = read()
            if not line:
                say(*_plain(score_lines(course, words, 1000)))
                return course
            typed = line.strip()
            course = course.answered(int(typed) - 1 if typed.isascii() and typed.isdigit() else -1)
            if course.given is None:
                say(words.say("train.number", count=len(lesson.answers)))
        say(*_plain(verdict_lines(course, words, 1000)))
        course = course.next()
        if course.repeating and course.now is not None and not course.again and course.lessons[0] is not lesson:
            say(words.say("train.again"))
    say(*_plain(score_lines(course, words, 1000)))
    return course


def _plain(lines: list[Line]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def _answers(lesson: Lesson, words: Wording) -> list[str]:
    return [answer_text(answer, words) for answer in lesson.answers]


def _numbered(at: int, text: str, width: int) -> list[Line]:
    rows = wrap(text, width - 2)
    return [
        [(f"{at} ", themes.KEY) if not number else ("  ", ""), (row, themes.PLAIN)] for number, row in enumerate(rows)
    ]

"""Training: every hand is a finding somewhere, the right answer is the engine's, wrong ones come again."""

from __future__ import annotations

import asyncio
import io
import random
import re
from functools import cache
from typing import Any

import pytest

from display.languages import LANGUAGES
from display.training.app import TrainingScreen
from display.training.lesson import Answer, Course, Lesson
from display.training.telling import answer_text, question_lines, train_on_text
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.runtime.training.lessons import (
    FEWEST_ANSWERS,
    MOST_ANSWERS,
    BrokenHand,
    course_of,
    lesson_of,
    played,
    training_hands,
)
from table_controller.scripts.parse import Script, parse_line
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import Effect

CHANCE = random.Random(1)  # noqa: S311 - the order of answers
BOOKS = ("tda-2019", "figp-2012")
HANDS = {script.path.removesuffix(".toml"): script for script in training_hands()}


@cache
def lessons(book: str) -> tuple[Lesson, ...]:
    return course_of(book, 7).lessons


def wrong_keys(asked: tuple[Lesson, ...], book: str) -> list[str]:
    """Lessons whose right answer is not what the engine does under the book."""
    return [
        lesson.name
        for lesson in asked
        if lesson.answers[lesson.right] != played(HANDS[lesson.name], package_rulebook(book)).answer
    ]


def test_there_are_enough_hands_and_each_is_a_finding_somewhere() -> None:
    assert len(HANDS) >= 15
    for name, script in HANDS.items():
        found = {book: played(script, package_rulebook(book)).findings for book in shipped_books()}
        assert any(found.values()), name


@pytest.mark.parametrize("book", BOOKS)
def test_the_right_answer_is_the_engines(book: str) -> None:
    asked = lessons(book)
    assert wrong_keys(asked, book) == []
    assert {lesson.name for lesson in asked} == set(HANDS)
    for lesson in asked:
        assert FEWEST_ANSWERS <= len(lesson.answers) <= MOST_ANSWERS, lesson.name
        assert len(set(lesson.answers)) == len(lesson.answers), lesson.name
        assert lesson.cite is None or lesson.title, lesson.name


def test_a_planted_wrong_key_is_caught() -> None:
    first, *rest = lessons("tda-2019")
    planted = replace(first, right=(first.right + 1) % len(first.answers))
    assert wrong_keys((planted, *rest), "tda-2019") == [first.name]


def test_what_the_other_books_say_is_among_the_wrong_answers() -> None:
    script = HANDS["undercall"]
    lesson = lesson_of(script, "tda-2019", CHANCE)
    italian = played(script, package_rulebook("figp-2012")).answer
    assert italian == Answer((Effect("acts-call", 4, 1600), Effect("owes", 4, 1200)))
    assert italian in lesson.answers
    assert lesson.answers[lesson.right].options == ("complete-call", "forfeit-and-fold", "take-back")
    assert lesson.cite == Citation("tda-2019", "51-B")
    assert lesson_of(script, "figp-2012", CHANCE).cite == Citation("figp-2012", "15-b")


def test_an_act_without_a_finding_has_the_rule_that_lets_it_stand() -> None:
    lesson = next(one for one in lessons("tda-2019") if one.name == "oversized-chip")
    assert lesson.answers[lesson.right] == Answer((Effect("acts-bet", 2, 1000),))
    assert lesson.cite == Citation("tda-2019", "44")


def test_the_order_and_the_count_come_from_the_seed() -> None:
    names = [lesson.name for lesson in course_of("tda-2019", 1, 3).lessons]
    assert names == [lesson.name for lesson in course_of("tda-2019", 1, 3).lessons]
    assert len(names) == 3
    assert names != [lesson.name for lesson in course_of("tda-2019", 2, 3).lessons]


def test_a_hand_that_cannot_be_played_is_named() -> None:
    whole = HANDS["undercall"]
    impossible = parse_line("expect turn 1", 9)
    assert impossible is not None
    broken = Script("broken.toml", whole.header, (*whole.steps[:-1], impossible, whole.steps[-1]), whole.texts)
    with pytest.raises(BrokenHand, match=r"broken\.toml, line 9"):
        played(broken, package_rulebook("tda-2019"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_and_answer_has_words(language: str) -> None:
    words = wording_in(language)
    for lesson in (*lessons("tda-2019"), *lessons("figp-2012")):
        assert words.has(f"train.act.{lesson.name}")
        told = [answer_text(answer, words) for answer in lesson.answers]
        assert len(set(told)) == len(told), (lesson.name, told)


def loose_numbers(name: str, text: str) -> set[str]:
    """Amounts that the words of an act name and its script does not know."""
    script = HANDS[name]
    written = " ".join(line for _, line in script.texts) + f" {script.header}"
    known = set(re.findall(r"\d+", written)) | {"1300", "200", "1000", "100"}
    return {number for number in re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", text)) if number not in known}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_an_act_are_those_of_its_script(language: str) -> None:
    words = wording_in(language)
    assert {name: odd for name in HANDS if (odd := loose_numbers(name, words.say(f"train.act.{name}")))} == {}
    assert loose_numbers("undercall", "Seat 4 raised to 1,700") == {"1700"}


def answering(course: Course, *, rightly: bool) -> Course:
    lesson = course.now
    assert lesson is not None
    return course.answered(lesson.right if rightly else (lesson.right + 1) % len(lesson.answers)).next()


def test_wrong_ones_come_again_and_the_score_counts_the_first_time() -> None:
    course = Course(lessons("tda-2019")[:3])
    second = course.lessons[1]
    course = answering(course, rightly=True)
    assert course.next() is course, "nothing is left out"
    assert course.answered(9) is course
    course = answering(answering(course, rightly=False), rightly=True)
    assert course.now is not None
    assert (course.now.name, course.asked, course.right) == (second.name, 3, 2)
    second = course.now
    course = answering(course, rightly=False)
    again = course.now
    assert again is not None
    assert (again.name, again.answers[again.right]) == (second.name, second.answers[second.right])
    assert (set(again.answers), len(again.answers)) == (set(second.answers), len(second.answers))
    assert again.answers != second.answers, "who only remembers a number is not helped by it"
    course = answering(course, rightly=True)
    assert (course.now, course.asked, course.right) == (None, 3, 2)


def test_without_a_terminal_it_is_asked_on_lines() -> None:
    course = Course(lessons("tda-2019")[:2])
    first, second = course.lessons
    wrong = (second.right + 1) % len(second.answers)
    typed = io.StringIO(f"{first.right + 1}\nwhat\n{wrong + 1}\n{second.mixed(0).right + 1}\n")
    told = io.StringIO()
    ended = train_on_text(course, wording_in("en"), typed.readline, told)
    assert (ended.asked, ended.right, ended.now) == (2, 1, None)
    text = told.getvalue()
    assert text.count("What will the floor say?") == 3
    assert text.count("Right:") == 2
    assert text.count("Wrong. It is:") == 1
    assert f"A number from 1 to {len(second.answers)}" in text
    assert text.rstrip().endswith("1 of 2 right at the first time.")
    cut = train_on_text(course, wording_in("en"), io.StringIO("").readline, io.StringIO())
    assert (cut.asked, cut.now) == (0, first)


def test_no_lesson_is_cut_on_the_smallest_screen() -> None:
    for language in LANGUAGES:
        words = wording_in(language)
        for lesson in lessons("tda-2019"):
            lines = question_lines(Course((lesson,)), words, 78, 7)
            assert len(lines) <= 7
            keys = [line[0][0].strip() for line in lines if line and line[0][0].strip().isdigit()]
            assert keys == [str(at) for at in range(1, len(lesson.answers) + 1)], (language, lesson.name)


def read(app: TrainingScreen) -> str:
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


@pytest.mark.parametrize(("size", "language"), [((80, 24), "en"), ((120, 40), "it")])
def test_training_on_a_screen(size: tuple[int, int], language: str) -> None:
    course = Course(tuple(lesson for lesson in lessons("tda-2019") if lesson.name in {"undercall", "premature-flop"}))

    async def story() -> None:
        app = TrainingScreen(course, language)
        words = wording_in(language)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            first: Any = app.course.now
            seen = read(app)
            assert words.say("train.question") in seen
            assert "▒▒" in seen, "the table is there, with the backs of the cards"
            await pilot.press(str(first.right + 1))
            await pilot.pause()
            assert words.say("train.right") in read(app)
            await pilot.press("enter", str((app.course.lessons[1].right + 1) % 2 + 1), "enter")
            await pilot.pause()
            assert app.course.asked == 2
            await pilot.press("L")
            await pilot.pause()
            assert words.say("train.question") not in read(app)
            await pilot.click("QuestionPanel", offset=(3, 4))
            await pilot.press("q")

    asyncio.run(story())

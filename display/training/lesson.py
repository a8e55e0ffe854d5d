"""A course of lessons: an act, what the floor may say to it, and what it will say; wrong ones come again. Pure."""

from __future__ import annotations

import random

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import Effect, TableView


class Answer(Struct, frozen=True):
    """What becomes of an act: what changes by itself, and what the floor chooses of; both empty: nothing changes."""

    effects: tuple[Effect, ...] = ()
    options: tuple[str, ...] = ()


class Lesson(Struct, frozen=True):
    """One act: the table before it and after it, numbered answers, and which of them is right (from 0).

    `name` finds the words for the act, ``train.act.NAME``. `cite` is the rule, None where plain play needs none, with
    our English `title` of it.
    """

    name: str
    before: TableView
    after: TableView
    answers: tuple[Answer, ...]
    right: int
    cite: Citation | None
    title: str = ""

    def mixed(self, seed: int) -> Lesson:
        """The same lesson with its answers in another order, which `seed` decides."""
        order = list(range(len(self.answers)))
        random.Random(f"{seed} {self.name}").shuffle(order)  # noqa: S311 - the order of answers
        order = order[1:] + order[:1] if order == sorted(order) else order
        return replace(self, answers=tuple(self.answers[at] for at in order), right=order.index(self.right))


class Course(Struct, frozen=True):
    """Lessons that are still to come, the first one now; `again` are wrong ones, which come when all were asked once.

    `given` is the answer to the present lesson, None before it. `asked` and `right` count lessons at their first time.
    `seed` decides the order of the answers of those that come again: a number that was remembered is no use.
    """

    lessons: tuple[Lesson, ...]
    again: tuple[Lesson, ...] = ()
    given: int | None = None
    asked: int = 0
    right: int = 0
    repeating: bool = False
    seed: int = 0

    @property
    def now(self) -> Lesson | None:
        """The present lesson; None at the end."""
        return self.lessons[0] if self.lessons else None

    @property
    def was_right(self) -> bool:
        """Whether the present lesson was answered, and rightly."""
        return self.now is not None and self.given == self.now.right

    def answered(self, at: int) -> Course:
        """After the answer number `at`, from 0; one that is not there, or a second one, changes nothing."""
        if self.now is None or self.given is not None or not 0 <= at < len(self.now.answers):
            return self
        right = at == self.now.right
        course = replace(self, given=at, again=self.again if right else (*self.again, self.now))
        if self.repeating:
            return course
        return replace(course, asked=self.asked + 1, right=self.right + int(right))

    def next(self) -> Course:
        """The next lesson, once the present one is answered; after the last one those that were wrong."""
        if self.given is None:
            return self
        left = self.lessons[1:]
        if left:
            return replace(self, lessons=left, given=None)
        again = tuple(lesson.mixed(self.seed) for lesson in self.again)
        return replace(self, lessons=again, again=(), given=None, repeating=True, seed=self.seed + 1)

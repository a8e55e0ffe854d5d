"""Scripts played under a changed rulebook: which behaviours and policies a script asks, and which it would miss.

A behaviour is missed by a script if an expectation of it fails once the book has the slug `off`. A step
that cannot be read without the behaviour is no proof: the script said nothing about what must come of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table_controller.game import variants
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import without
from table_controller.scripts.expected import Expectation
from table_controller.scripts.interpret import failures, play, set_table
from table_controller.scripts.parse import Script, read_script
from table_controller.scripts.report import rulebook_of, script_files
from table_controller.scripts.straight import StraightPlayer
from table_controller.scripts.table_driver import NotYetError
from table_controller.scripts.unreadable import UnreadableError


class Asked(frozenset[str]):
    """An `off` that knocks nothing out and keeps in `slugs` the behaviours that looked themselves up in it."""

    def __init__(self) -> None:
        super().__init__()
        self.slugs: set[str] = set()

    def __bool__(self) -> bool:
        # A behaviour looks itself up only in an `off` that is not empty.
        return True

    def __contains__(self, slug: object) -> bool:
        if isinstance(slug, str):
            self.slugs.add(slug)
        return False


class Knockouts:
    """Plays scripts, each way once, however many rows ask."""

    def __init__(self) -> None:
        self._touched: dict[str, frozenset[str] | None] = {}
        self._missed: dict[tuple[str, str], bool] = {}

    def passes(self, script: Script) -> bool:
        """Whether the script passes under the rulebook that it names."""
        return self._asked(script) is not None

    def touched(self, script: Script) -> frozenset[str]:
        """Slugs of the behaviours that looked at something while the script ran; none if it does not pass."""
        return self._asked(script) or frozenset()

    def misses(self, script: Script, slug: str) -> bool:
        """Whether the script passes, and one of its expectations fails without the behaviour `slug`."""
        if slug not in self.touched(script):
            return False
        key = (script.path, slug)
        if key not in self._missed:
            book = without(rulebook_of(script.header), frozenset({slug}))
            self._missed[key] = expectation_fails(script, book)
        return self._missed[key]

    def missed(self, script: Script) -> tuple[str, ...]:
        """Slugs of all behaviours that the script misses, sorted."""
        return tuple(slug for slug in sorted(self.touched(script)) if self.misses(script, slug))

    def _asked(self, script: Script) -> frozenset[str] | None:
        if script.path not in self._touched:
            asked = Asked()
            good = passes(script, without(rulebook_of(script.header), asked))
            self._touched[script.path] = frozenset(asked.slugs) if good else None
        return self._touched[script.path]


def passes(script: Script, book: Rulebook) -> bool:
    """Whether the script passes straight into the engine under `book`."""
    with _naming(script):
        played = play(script, lambda _: StraightPlayer(book))
        if played.raised is not None:
            raise played.raised
        return played.failure is None


def expectation_fails(script: Script, book: Rulebook) -> bool:
    """Whether an expectation of the script fails under `book`; a step that cannot be carried out does not count."""
    if variants.not_played(script.header.variant) is not None:
        return False
    expecting = {step.line for step in script.steps if isinstance(step, Expectation)}
    with _naming(script):
        try:
            stage = set_table(script, StraightPlayer(book))
        except NotYetError:
            return False
        return any(
            failure.line in expecting and failure.text.startswith("expected ") for failure in failures(script, stage)
        )


@contextmanager
def _naming(script: Script) -> Iterator[None]:
    """The engine raises nothing, whatever the book answers; if it does, the bug comes with the script's name."""
    try:
        yield
    except Exception as problem:  # of any kind: it is raised on, and only told where it came from
        problem.add_note(f"while {script.path} was played under a changed {script.header.rulebook}")
        raise


def scripts_in(paths: Iterable[Path]) -> tuple[tuple[Script, ...], tuple[str, ...]]:
    """The scripts among `paths` (files or folders), and complaints about what cannot be read."""
    scripts: dict[Path, Script] = {}
    problems: list[str] = []
    for path in paths:
        try:
            files = tuple(script_files(path))
        except UnreadableError as problem:
            problems.append(str(problem))
            continue
        for file in files:
            try:
                scripts[file.resolve()] = read_script(file)
            except UnreadableError as problem:
                problems.append(str(problem))
    return tuple(scripts.values()), tuple(problems)

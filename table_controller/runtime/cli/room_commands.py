"""The commands of ``cardspeak`` for the room: to set a table up, and to train its dealers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from table_controller.runtime.cli.display_commands import Language
from table_controller.runtime.cli.usage import has_terminal
from table_controller.runtime.processes.finishing import INTERRUPTED, unusable

CONFIG: Final = Path("config/table.toml")


def train(
    *, rulebook: str = "", seed: int | None = None, hands: int = 0, language: Language = "", config: Path = CONFIG
) -> None:
    """Train: the table plays irregular hands, you say what the floor will say. Without a terminal, on lines of text.

    Parameters
    ----------
    rulebook
        The book whose answers are right; that of the settings if left out.
    seed
        Where the order of the hands begins; another one each time if left out.
    hands
        So many hands; all of them if left out.
    language
        The language of the questions.
    config
        The table's settings; books of your own lie beside them, in the folder rulebooks.

    """
    import time

    from display.run import run_training, run_training_on_text
    from table_controller.game.rulebooks.known import FOLDER, take_books, why_not
    from table_controller.runtime.training.lessons import course_of

    take_books(config.parent / FOLDER)
    rulebook = rulebook or _rulebook_of(config)
    if why := why_not(rulebook):
        sys.exit(unusable(f"train: {why}"))
    if hands < 0:
        sys.exit(unusable(f"train: --hands {hands}: one hand at least"))
    course = course_of(rulebook, seed if seed is not None else time.time_ns(), hands)
    try:
        if has_terminal():
            run_training(course, language=language)
        else:
            run_training_on_text(course, sys.stdin, sys.stdout, language=language)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.exit(0)  # whoever read has seen enough


def setup(*, config: Path = CONFIG, language: Language = "") -> None:
    """Set a table up: seats, names, stacks, rulebook, blinds, button, language and theme, in a form on this terminal.

    Parameters
    ----------
    config
        The settings that are changed; a file that is not there yet is made.
    language
        The language of the form; that of the settings if left out.

    """
    from table_controller.runtime.settings.setting_up import set_up

    sys.exit(set_up(config, language, terminal=has_terminal()))


def _rulebook_of(config: Path) -> str:
    """The rulebook of these settings; without any the last whole book that there is."""
    from table_controller.game.rulebooks.known import base_of, known_books
    from table_controller.runtime.settings.settings import SettingsError, read_settings

    try:
        return read_settings(config).game.rulebook
    except SettingsError:
        return next(book for book in reversed(known_books()) if base_of(book) is None)

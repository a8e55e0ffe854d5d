"""The pictures of the README's path, drawn by walking it: ``make docs`` writes them, a test compares them.

    python -m docs.newcomer.pictures README.md

Every line that the README lets a new user type on the felt, and every key, is typed here in that order.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from docs.newcomer.path import Picture, Step, Typed, keys_of, read_steps
from docs.newcomer.session import Session
from docs.picture import picture, svg_of
from docs.picture_feed import heard_of_demo

from display.app import DealerScreen
from display.setup.app import SetupScreen
from table_controller.runtime.settings.setting_up import check, fields_of, save
from table_controller.runtime.settings.settings import Settings, read_settings
from table_controller.vocabulary.views import TableView

SIZE: Final = (100, 30)
"""Columns and rows: large enough for all that a table of six tells, and to be read on a page."""

DEMO: Final = "make demo"
SETUP: Final = "cardspeak setup --config "
"""The commands of the steps that are about no felt; behind the second one stands the file that is set up."""

SETTINGS: Final = Path("config/table.toml")
"""The table's settings as a clone has them, and as it keeps them: a new user sets a copy up."""

FIRST_HAND: Final = "\n3: checks"
"""The picture of ``make demo`` is taken before this line of the evening: the flop lies there, seat 3 is to act."""


@dataclass(frozen=True, slots=True)
class Walked:
    """What a new user saw: each picture as SVG, by its file's name, and the table after the last step."""

    pictures: Mapping[str, str]
    view: TableView


def walk(steps: Iterable[Step], config: Path) -> Walked:
    """Go the path step by step with a copy of the settings file `config`.

    Raises `ValueError` where the path cannot be gone: a line or a key that is not taken.
    """
    with tempfile.TemporaryDirectory(prefix="cardspeak-") as folder:
        copy = Path(folder) / config.name
        copy.write_text(config.read_text(encoding="utf-8"), encoding="utf-8")
        return asyncio.run(_walk(tuple(steps), copy))


async def _walk(steps: tuple[Step, ...], config: Path) -> Walked:
    done: dict[str, str] = {}
    on_felt: list[Step] = []
    for step in steps:
        if DEMO in step.typed("sh"):
            done.update(await _demo(step))
        elif (own := own_settings(step)) is not None:
            done.update(await _set_up(step, config, own))
        else:
            on_felt.append(step)
    walked = await _on_the_felt(on_felt, read_settings(config))
    return replace(walked, pictures=done | dict(walked.pictures))


def own_settings(step: Step) -> str | None:
    """The settings file that the step lets a new user set up, as it is printed; None if it sets none up."""
    return next((line.removeprefix(SETUP) for line in step.typed("sh") if line.startswith(SETUP)), None)


async def _demo(step: Step) -> Mapping[str, str]:
    """Nothing is typed here but the command: the table plays."""
    return {shown.file: await picture(heard_of_demo(FIRST_HAND), SIZE) for shown in step.pictures}


async def _set_up(step: Step, config: Path, own: str) -> Mapping[str, str]:
    """The form over the settings, which a new user calls `own`; what is saved is the table of the later steps."""
    done: dict[str, str] = {}
    text = config.read_text(encoding="utf-8")
    form = SetupScreen(fields_of(tomllib.loads(text)), own, check, lambda values: save(config, text, values))
    async with form.run_test(size=SIZE) as pilot:
        for part in step.parts:
            match part:
                case Typed("keys", line):
                    await pilot.press(*keys_of(line))
                case Picture(file):
                    await pilot.pause()
                    done[file] = svg_of(form)
                case _:
                    pass
    if form.form.saved is None:
        raise ValueError(f"step {step.number}: the form was not saved: {form.form.faults}")
    return done


async def _on_the_felt(steps: Iterable[Step], settings: Settings) -> Walked:
    """One table from its start to the last step."""
    done: dict[str, str] = {}
    session = Session(settings)
    screen = DealerScreen(session)
    screen.now_s = lambda: session.now_s
    async with screen.run_test(size=SIZE) as pilot:
        for part in (part for step in steps for part in step.parts):
            match part:
                case Typed("felt", line):
                    session.perform(line)
                case Typed("keys", line):
                    await session.look(screen)
                    await pilot.press(*keys_of(line))
                case Picture(file):
                    await session.look(screen)
                    await pilot.pause()
                    done[file] = svg_of(screen)
                case _:
                    pass  # a command of a shell: the felt and the screen are there already
        return Walked(done, await session.look(screen))


def main(arguments: list[str]) -> int:
    """Write every picture that the README names, beside it; 2 for wrong arguments."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m docs.newcomer.pictures README.md\n")
        return 2
    readme = Path(arguments[0])
    steps = read_steps(readme.read_text(encoding="utf-8"))
    for file, svg in walk(steps, readme.parent / SETTINGS).pictures.items():
        path = readme.parent / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

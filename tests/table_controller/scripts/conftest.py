"""Scripts told in a few lines, with a usual header; the first step stands on line 7."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from table_controller.scripts.interpret import Failure, Played, play
from table_controller.scripts.parse import Script, parse_script
from table_controller.scripts.report import straight_player

HEADER = (
    'title = "t"\nrulebook = "tda-2019"\nvariant = "NT"\nblinds = [100, 200]\nbutton = 1\n'
    "stacks = { 1 = 10000, 2 = 10000, 3 = 10000 }\n"
)

Tell: TypeAlias = Callable[[str], Script]


@pytest.fixture(scope="session")
def scripts_folder() -> Path:
    return Path(__file__).parents[2] / "scripts"


@pytest.fixture(scope="session")
def tell() -> Tell:
    """A script with these steps."""
    return lambda lines: parse_script("told.toml", f'{HEADER}script = """{lines.strip()}\n"""\n')


@pytest.fixture(scope="session")
def playing(tell: Tell) -> Callable[[str], Played]:
    """Play these steps straight."""
    return lambda lines: play(tell(lines), straight_player)


@pytest.fixture(scope="session")
def failing(playing: Callable[[str], Played]) -> Callable[[str], Failure]:
    """Play steps that must fail; how."""

    def fail(lines: str) -> Failure:
        failure = playing(lines).failure
        assert failure is not None, "it should have failed"
        return failure

    return fail

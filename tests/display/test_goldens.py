"""Pictures of the screen that people have looked at; a change of any of them is meant, or a fault.

``make goldens`` draws them again; look at each that changed before you commit it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from docs.picture import AS_IT_COMES, Look, picture
from support.screen_states import clock, counts, plain, senses, with_seat

from display.feed import Heard, Lost
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import NextAct, PotView, TableView

FOLDER = Path(__file__).parent / "goldens"
WRITE = os.environ.get("CARDSPEAK_GOLDENS") == "write"
SMALL, USUAL, WALL = (80, 24), (120, 40), (200, 50)


@dataclass(frozen=True, slots=True)
class Golden:
    """One picture: which table (of conftest, or of screen_states), how large, how it looks, which keys were pressed."""

    view: str
    size: tuple[int, int]
    look: Look = AS_IT_COMES
    after: tuple[Heard, ...] = ()


GOLDENS: Mapping[str, Golden] = {
    **{f"full-{name}": Golden("full", size) for name, size in (("80", SMALL), ("120", USUAL), ("200", WALL))},
    **{f"showdown-{name}": Golden("showdown", size) for name, size in (("80", SMALL), ("120", USUAL))},
    **{f"nine-{name}": Golden("nine", size) for name, size in (("80", SMALL), ("200", WALL))},
    "heads-up-80": Golden("heads-up", SMALL),
    **{f"senses-{name}": Golden("senses", size) for name, size in (("80", SMALL), ("120", USUAL), ("200", WALL))},
    **{f"counts-{name}": Golden("counts", size) for name, size in (("80", SMALL), ("120", USUAL))},
    "clock-80": Golden("clock", SMALL),
    "won-120": Golden("won", USUAL),
    "lost-80": Golden("nine", SMALL, after=(Lost("closed"),)),
    "choosing-80": Golden("full", SMALL, Look(keys=("o",))),
    "waiting-80": Golden("", SMALL),
    "full-120-high-contrast": Golden("full", USUAL, Look(theme="high-contrast")),
    "senses-80-high-contrast": Golden("senses", SMALL, Look(theme="high-contrast")),
    "full-120-monochrome": Golden("full", USUAL, Look(theme="monochrome")),
    "showdown-80-monochrome": Golden("showdown", SMALL, Look(theme="monochrome")),
    "senses-80-monochrome": Golden("senses", SMALL, Look(theme="monochrome")),
    **{
        f"{view}-{name}-256": Golden(view, size, Look(depth="256"))
        for view, name, size in (("full", "80", SMALL), ("showdown", "120", USUAL), ("senses", "200", WALL))
    },
    "full-120-16": Golden("full", USUAL, Look(depth="standard")),
    "full-80-it": Golden("full", SMALL, Look(language="it")),
    "senses-120-it": Golden("senses", USUAL, Look(language="it")),
    "counts-80-es": Golden("counts", SMALL, Look(language="es")),
    "showdown-120-es": Golden("showdown", USUAL, Look(language="es")),
}


@pytest.fixture(autouse=True)
def _in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


def won() -> TableView:
    """A hand is won: faces, the winner, one pot with those who could win it."""
    view = plain(
        street="showdown",
        board=("Ac", "Kd", "Kc", "7s", "2h"),
        board_count=5,
        action=None,
        next=NextAct("push-pot", 3, 4_000),
    )
    view = with_seat(view, 3, tabled=("Ah", "Ad"), hand_label="Full house", won_chips=4_000)
    return with_seat(replace(view, pots=(PotView(4_000, (3, 6)),), pot_chips=4_000), 6, tabled=("Qs", "Jd"))


def drawn(golden: Golden, tables: Mapping[str, TableView]) -> str:
    own = {"senses": senses, "counts": counts, "clock": clock, "won": won}
    views = (own[golden.view]() if golden.view in own else tables[golden.view],) if golden.view else ()
    return asyncio.run(picture((*views, *golden.after), golden.size, golden.look))


@pytest.mark.parametrize("name", GOLDENS)
def test_the_screen_looks_as_it_did(name: str, tables: Mapping[str, TableView]) -> None:
    file, now = FOLDER / f"{name}.svg", drawn(GOLDENS[name], tables)
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert file.exists(), "run `make goldens`, and look at it"
    if file.read_text(encoding="utf-8") != now:  # the two texts beside each other would tell nobody anything
        pytest.fail(f"{file.name} looks otherwise: `make goldens`, and look at it")


def test_there_are_few_enough_to_look_at_and_none_is_left_over() -> None:
    files = {file.stem for file in FOLDER.glob("*")}
    assert len(GOLDENS) <= 34
    assert files == set(GOLDENS)


def test_a_screen_that_changed_is_seen(tables: Mapping[str, TableView]) -> None:
    other = drawn(Golden("nine", SMALL, Look(theme="monochrome")), tables)
    assert other != (FOLDER / "nine-80.svg").read_text(encoding="utf-8")

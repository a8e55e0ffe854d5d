"""The floor's case on the rendered screen: facts, rule and title, and each choice with all that it does.

`make test` shows each case whole on the smallest screen, every third on one other, and before that every second on
one; a soak each on all.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Mapping
from typing import Any

import pytest
from support.counting import counted
from support.watching import Watching, all_watched

from display.app import DealerScreen
from display.keys.cases import FLOOR, floor_case
from display.keys.hints import offered
from display.keys.pad import Keypad
from display.widgets.action import action_lines
from display.widgets.panel import Panel, panel_lines
from display.widgets.seat import TURN_SIGN
from display.widgets.shown import Shown
from display.widgets.table import Table
from display.wording import sentences
from display.wording.wording import ENGLISH, capital
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import FindingView, OptionView, SeatView, TableView

SIZES = ((80, 24), (120, 40), (200, 50))
SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"


@pytest.fixture(scope="module")
def played() -> tuple[Watching, ...]:
    return tuple(one.player for one in all_watched())


@pytest.fixture(scope="module")
def cases(played: tuple[Watching, ...]) -> tuple[TableView, ...]:
    """One view for each topic with other choices."""
    different: dict[object, TableView] = {}
    for player in played:
        for view in player.cases:
            case = open_case(view)
            different.setdefault((case.topic, case.options, case.stops_play), view)
    return tuple(different.values())


def open_case(view: TableView) -> FindingView:
    case = floor_case(view)
    assert case is not None
    return case


async def settled(pilot: Any) -> None:
    """Every widget has taken its news and the screen is laid out; `Pilot.pause` also waits for an idle processor."""
    await pilot._wait_for_screen()
    pilot.app.screen._on_timer_update()


def panel(app: DealerScreen, rows: list[str]) -> str:
    """What stands in the panel, as one row of words."""
    box = app.query_one(Panel).region
    return " ".join(" ".join(row[box.x : box.right] for row in rows[box.y : box.bottom]).split())


def not_whole(view: TableView, text: str) -> list[str]:
    """What of the open case cannot be read in `text`."""
    case = open_case(view)
    topic, facts = ENGLISH.finding(case.topic, case.facts, sure=not case.options, past=case.past)
    waits = ENGLISH.say("case.waits" if case.stops_play else "case.goes-on")
    parts = [topic, capital(facts), sentences.rule(case, ENGLISH), waits]
    parts += [f"o {number} {sentences.choice(one, case, ENGLISH)[0]}" for number, one in enumerate(case.choices, 1)]
    return [part for part in parts if " ".join(part.split()) not in text]


@pytest.mark.parametrize("size", SIZES)
def test_while_the_floor_chooses_every_case_of_the_scripts_stands_there_whole(
    size: tuple[int, int], cases: tuple[TableView, ...], reader: Any
) -> None:
    assert len(cases) > 40
    assert {open_case(view).stops_play for view in cases} == {True, False}
    views = cases if SOAK or size == SIZES[0] else cases[SIZES.index(size) - 1 :: 6]

    async def story() -> list[str]:
        wrong: list[str] = []
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            for view in views:
                app.shown = replace(app.shown, view=view, pad=Keypad("option"))
                app.draw()
                await settled(pilot)
                case = open_case(view)
                faults = (*reader.faults(app), *not_whole(view, panel(app, reader.grid(app))))
                wrong += [f"{view.rulebook} {case.topic} {case.cite.ref}: {fault}" for fault in faults]
        return wrong

    assert asyncio.run(story()) == []
    counted(len(views), "screens of a case that the floor chooses in")


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_open_cases_of_long_ago_are_told_each_with_its_own_facts(
    size: tuple[int, int], tables: Mapping[str, TableView], reader: Any
) -> None:
    """All have the number 0: the last two were one line, 'Act out of turn: seats 4, 6', with the turn of one."""
    rule, options = Citation("tda-2019", "53-A"), ("penalty", "warning")
    topics = (("out-of-turn", 4, 1), ("out-of-turn", 6, 4), ("dead-hand", 5, 3))
    early = [FindingView(0, topic, seat, rule, (("turn", turn),), options, open=True) for topic, seat, turn in topics]
    cases = tuple(replace(one, past=True, case=number) for number, one in enumerate(early, 3))
    full = tables["full"]
    crowded = replace(full, findings=(*full.findings, *cases))

    async def story() -> tuple[str, list[str]]:
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            app.hear(crowded)
            await settled(pilot)
            return panel(app, reader.grid(app)), reader.faults(app)

    text, wrong = asyncio.run(story())
    assert wrong == []
    assert "seats 4" not in text
    lines = panel_lines(Shown(crowded), ENGLISH, 60, 60)
    whole = " ".join(" ".join("".join(text for text, _ in line) for line in lines).split())
    for _, seat, turn in topics:
        assert re.search(rf": seat {seat} [^!]*It was the turn of seat {turn}\b", whole), (seat, whole)


def test_what_says_the_same_of_several_seats_is_one_line_and_what_does_not_is_none(
    tables: Mapping[str, TableView],
) -> None:
    """A player who acts before his turn, and one who has taken that back since, do not stand as one."""
    acts = (("turn", 9), ("as_kind", "call"), ("as_chips", 400))
    view = replace(tables["full"], findings=(), action=None, prompts=())
    rule = Citation("tda-2019", "53-A")

    def told(*seats: SeatView) -> str:
        findings = tuple(FindingView(number, "out-of-turn", number, rule, acts, (), open=False) for number in (1, 2))
        shown = Shown(replace(view, findings=findings, seats=seats))
        return " ".join("".join(text for text, _ in line) for line in panel_lines(shown, ENGLISH, 80, 20))

    both = [replace(view.seats[0], seat=seat, last_act="call") for seat in (1, 2)]
    assert "seats 1, 2" in told(*both)
    assert "seats 1, 2" not in told(both[0], replace(both[1], last_act=""))


@pytest.mark.parametrize("size", SIZES)
def test_before_that_the_seats_stay_and_each_choice_is_there(
    size: tuple[int, int], cases: tuple[TableView, ...], reader: Any
) -> None:
    views = cases if SOAK else cases[SIZES.index(size) :: 6]

    async def story() -> list[str]:
        wrong: list[str] = []
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            for view in views:
                app.hear(view)
                await settled(pilot)
                text = panel(app, reader.grid(app))
                case = open_case(view)
                wrong += reader.faults(app)
                if not app.query_one(Table).display:
                    wrong.append(f"{case.topic}: the table is hidden")
                wrong += [
                    f"{case.topic}: {name} in {text}"
                    for number, one in enumerate(case.options, 1)
                    if (name := f"o {number} {sentences.option_name(one, case, ENGLISH)}") not in text
                ]
        return wrong

    assert asyncio.run(story()) == []
    counted(len(views), "screens of a case before the floor chooses")


def test_while_play_waits_for_the_floor_nobody_is_told_to_act(cases: tuple[TableView, ...]) -> None:
    waiting = [view for view in cases if view.next.code == FLOOR and view.action is not None]
    assert len(waiting) > 10
    for view in waiting:
        assert view.action is not None
        said = "".join(text for text, _ in action_lines(Shown(view), ENGLISH, 80)[0])
        player = ENGLISH.player(view.seats, view.action.seat)
        assert ENGLISH.say("action.after-the-floor", player=player) in said or view.unclear
        assert TURN_SIGN not in said or view.unclear
        assert not {"k", "c", "b", "r", "f"} & {key for key, _ in offered(Keypad(), view)}


def test_a_case_that_lacks_an_effect_is_seen(cases: tuple[TableView, ...], reader: Any) -> None:
    view = next(view for view in cases if len(open_case(view).choices[0].effects) > 1)
    case = open_case(view)
    first = OptionView(case.choices[0].name, case.choices[0].effects[:-1])
    less = replace(case, choices=(first, *case.choices[1:]), title="")
    thin = replace(view, findings=tuple(less if one is case else one for one in view.findings))

    async def story() -> str:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(thin)
            await pilot.press("o")
            await pilot.pause()
            return panel(app, reader.grid(app))

    assert len(not_whole(view, asyncio.run(story()))) == 2


def test_every_finding_of_the_scripts_has_words(played: tuple[Watching, ...]) -> None:
    without: set[str] = set()
    for found in (one for player in played for one in player.found):
        codes = [f"finding.{found.topic}", *(f"option.{option.name}" for option in found.options)]
        without |= {code for code in codes if not ENGLISH.has(code)}
        for name, value in found.facts:
            names = {f"fact.{name}", f"fact.{name.removesuffix('_chips')}", f"fact.{name}.{value}"}
            if name != "cause" and not any(map(ENGLISH.has, names)):
                without.add(f"fact.{name}")
    assert sorted(without) == []


def test_every_effect_of_the_scripts_has_words(played: tuple[Watching, ...]) -> None:
    effects = {
        one
        for player in played
        for view in player.cases
        for finding in view.findings
        for choice in finding.choices
        for one in choice.effects
    }
    assert len(effects) > 100
    for one in effects:
        said = sentences.effect(one, ENGLISH)
        assert "?" not in said
        assert one.code != "noted"
        assert not one.seat or one.code == "case" or f"seat {one.seat}" in said, (one, said)


def test_who_decided_and_why_is_asked(tables: Mapping[str, TableView], fake_controller: Any, reader: Any) -> None:
    async def story() -> list[str]:
        app = DealerScreen(fake_controller(tables["full"]))
        seen = []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for keys in (("o",), ("2",), ("2",), ("h", "e", "space", "q"), ("escape",)):
                await pilot.press(*keys)
                await pilot.pause()
                seen.append(reader.grid(app)[3].strip())
            assert reader.faults(app) == []
        return seen

    seen = asyncio.run(story())
    assert seen[:-1] == [
        "The floor chooses which option? 1-9",
        "Take it back: who decides? Enter: floor, no reason",
        "Take it back (director). Reason, or Enter alone: ▁",
        "Take it back (director). Reason, or Enter alone: he q▁",
    ]


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_a_reason_does_not_swallow_the_way_out(key: str, tables: Mapping[str, TableView], fake_controller: Any) -> None:
    async def story() -> int | None:
        app = DealerScreen(fake_controller(tables["full"]))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("o", "1", "1", key)
            assert app.return_code is None, "it asks first"
            await pilot.press(key)
        return app.return_code

    assert asyncio.run(story()) == 0

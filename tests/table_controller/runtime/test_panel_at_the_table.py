"""The whole panel at a running table: gpiozero's pins in memory, the panel's own parts, the real controller's socket.

The loop's clock jumps, so a press lasts as long as it says and a minute of lamp is looked at in no time.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Self
from uuid import UUID

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from support.jumping import LoopClock, in_jumping_time
from support.no_broker import NoBroker
from support.one_hand import BOOK, HEADER
from support.robot import Robot
from support.said import said

from display.feed import Feed as Line
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from firmware_bridge.vocabulary.observations import ChipsMoved, NodeSeen, Observation
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import stack_zone
from table_controller.controller.controller import Controller
from table_controller.journal.journal import MemoryJournal
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.processes.panel_process import ABSENT, PanelProcess, serve_panel
from table_controller.runtime.settings.panel_settings import Buttons, PanelSettings
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.commands import (
    CallFloor,
    Command,
    Confirm,
    MarkConduct,
    MarkRiffle,
    MuteBuzzer,
    Rule,
    Say,
)
from table_controller.vocabulary.record import decode_record
from table_controller.vocabulary.views import FEED, Feed, Notice, Refused

PANEL = PanelSettings(enabled=True, lamp=23, buzzer=24, buttons=Buttons(next=17, check=27, floor=22))
PIN = {"next": 17, "check": 27, "floor": 22}
LONG_S = 1.2


@pytest.fixture(autouse=True)
def pins() -> Iterator[MockFactory]:
    """A machine with pins, all of them in memory."""
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    gpiozero.Device.pin_factory = before
    factory.reset()


def chance_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # how a contact chatters


def preflop() -> Session:
    """Four players with their cards, seat 4 to act, no reader ever heard of."""
    robot = Robot()
    robot.open(dict.fromkeys(range(1, 5), 5000))
    robot.deal()
    return replace(new_session(), table=robot.table, base=robot.table)


class Table:
    """A running controller and a panel beside it; `heard` is what another display hears."""

    def __init__(self, folder: Path, pins: MockFactory, panel: PanelSettings = PANEL) -> None:
        self.socket, self.pins, self.panel = folder / "display.sock", pins, panel
        self.controller = Controller(MemoryJournal(HEADER, boot_id=UUID(int=7)), BOOK, preflop(), lambda: 0)
        self.heard: list[Feed] = []
        self.said: list[str] = []

    async def __aenter__(self) -> Self:
        self.serving = asyncio.create_task(self._serve())
        self.playing = asyncio.create_task(serve_panel(self.panel, Line(str(self.socket)), self.said.append))
        await asyncio.sleep(5)
        reader, self.writer = await asyncio.open_unix_connection(str(self.socket), limit=MAX_LINE_BYTES)
        self.listening = asyncio.create_task(self._listen(reader))
        await asyncio.sleep(1)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (self.playing, self.listening, self.serving):
            task.cancel()
        await asyncio.gather(self.playing, self.listening, self.serving, return_exceptions=True)
        self.writer.close()

    async def _serve(self) -> None:
        self.service = ControllerService(self.controller, NoBroker(), LoopClock())
        await self.service.serve(self.socket.with_name("bridge.sock"), self.socket)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        async for line in said(reader):
            self.heard.append(FEED.decode(line))

    @property
    def keyed(self) -> list[Command | Observation]:
        """What the journal has taken, without the opening."""
        causes = [decode_record(entry.payload).cause for entry in self.controller.journal.entries(1)]
        return [cause for cause in causes if cause is not None]  # type: ignore[misc]  # time never passes here

    def take(self, cause: Command | Observation) -> None:
        """Something happens at the table that is not the panel's."""
        assert not isinstance(self.service.take(cause), Refused)

    def set(self, button: str, *, down: bool) -> None:
        pin = self.pins.pin(PIN[button])
        (pin.drive_low if down else pin.drive_high)()

    async def press(self, button: str, for_s: float = 0.15, chatter: random.Random | None = None) -> None:
        """One press; with `chatter` the contact bounces for 1 to 20 ms at both ends."""
        for down, wait_s in ((True, for_s), (False, 0.5)):
            self.set(button, down=down)
            left_s = chatter.uniform(0.001, 0.020) if chatter else 0.0
            while chatter and left_s > 0:
                gap_s = min(left_s, chatter.uniform(0.0001, 0.004))
                left_s -= gap_s
                await asyncio.sleep(gap_s)
                self.set(button, down=not down)
                self.set(button, down=down)
            await asyncio.sleep(wait_s)

    async def lamp(self, for_s: float = 4.0, step_s: float = 0.1) -> tuple[str, int]:
        """The lamp, a sign each step, and how many steps the buzzer sounded, seen at 5 ms."""
        shown, sounds, last = "", 0, False
        for number in range(round(for_s / 0.005)):
            sounding = bool(self.pins.pin(24).state)
            sounds, last = sounds + (sounding and not last), sounding
            if number % round(step_s / 0.005) == 0:
                shown += "#" if self.pins.pin(23).state else "."
            await asyncio.sleep(0.005)
        return shown, sounds


def kind_of(shown: str) -> str:
    """Which pattern four seconds of lamp are, a sign each 100 ms, begun at whatever moment."""
    runs = [len(run) for run in "".join("#" if sign == "#" else " " for sign in shown).split()]
    lit = shown.count("#")
    if not lit:
        return "dark"
    if lit == len(shown):
        return "called"
    if lit > len(shown) * 0.8:
        return "trouble"
    if max(runs) >= 9:
        return "question"
    if len(runs) >= 7:
        return "stop"
    return "finding" if len(runs) >= 3 else "note"


def test_every_button_pressed_is_one_command(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> None:
        async with Table(tmp_path, pins) as table:
            await table.press("check")
            assert table.keyed == [Say("check", turn=4)]
            await table.press("floor")
            assert table.keyed[1:] == [CallFloor(calling=True)]
            await table.press("floor")
            assert table.keyed[2:] == [CallFloor(calling=False)]
            table.take(MarkConduct(2, "device"))  # play stops: NEXT is to call the floor
            await asyncio.sleep(1)
            await table.press("next")
            assert table.keyed[4:] == [CallFloor(calling=True)]

    in_jumping_time(story())


def test_every_button_bounced_is_one_command(tmp_path: Path, pins: MockFactory) -> None:
    async def story(table: Table) -> list[Command | Observation]:
        async with table:
            for seed in range(10):
                await table.press("floor", chatter=chance_of(seed))
                await table.press("check", chatter=chance_of(seed))
            return table.keyed

    keyed = in_jumping_time(story(Table(tmp_path, pins)))
    assert [one for one in keyed if isinstance(one, CallFloor)] == [CallFloor(number % 2 == 0) for number in range(10)]
    assert [one for one in keyed if isinstance(one, Say)] == [Say("check", turn=4)] * 10


def test_planted_without_debouncing_a_bounce_is_several_commands(tmp_path: Path, pins: MockFactory) -> None:
    async def story(table: Table) -> list[Command | Observation]:
        async with table:
            await table.press("check", chatter=chance_of(3))
            return table.keyed

    bare = settings_with(bounce_ms=0)
    assert len(in_jumping_time(story(Table(tmp_path, pins, bare)))) > 1


def settings_with(**more: int) -> PanelSettings:
    return PanelSettings(enabled=True, lamp=23, buzzer=24, buttons=PANEL.buttons, **more)


def test_every_button_held(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> None:
        async with Table(tmp_path, pins) as table:
            await table.press("check", 20.0)
            assert table.keyed == [Say("check", turn=4)]
            await table.press("floor", LONG_S)
            assert table.keyed[1:] == [MuteBuzzer(muted=True)]
            await table.press("floor", 20.0, chance_of(1))
            assert table.keyed[2:] == [MuteBuzzer(muted=False)]
            table.take(MarkConduct(2, "device"))
            await asyncio.sleep(1)
            await table.press("next", 20.0)
            assert table.keyed[4:] == [CallFloor(calling=True)]

    in_jumping_time(story())


class Closed(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose contact is closed from the start, if it is that of `check`."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        if self.info.name == f"GPIO{PIN['check']}":
            self._change_state(False)


def test_a_button_that_is_held_down_as_the_panel_starts_is_not_pressed(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> None:
        pins.pin_class = Closed
        async with Table(tmp_path, pins) as table:
            assert table.keyed == []
            table.set("check", down=False)
            await asyncio.sleep(1)
            assert table.keyed == []
            await table.press("check")
            assert table.keyed == [Say("check", turn=4)]

    in_jumping_time(story())


def test_a_lost_edge_does_not_leave_a_button_stuck(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> None:
        async with Table(tmp_path, pins) as table:
            table.set("check", down=True)
            await asyncio.sleep(0.2)
            pin = pins.pin(PIN["check"])
            told, pin.when_changed = pin.when_changed, None
            table.set("check", down=False)  # nobody is told
            pin.when_changed = told
            await asyncio.sleep(0.5)
            await table.press("check")  # gpiozero still takes it for pressed and keeps this one to itself
            await table.press("check")
            assert table.keyed == [Say("check", turn=4)] * 2

    in_jumping_time(story())


def adrift(seat: int, at_s: float) -> ChipsMoved:
    lay: Chips = ((100, 10),)
    return ChipsMoved(stack_zone(seat), lay, ((100, 9),), at_s - 0.1, at_s)


def test_lamp_and_buzzer_follow_what_happens(tmp_path: Path, pins: MockFactory) -> None:
    """A hand with all that can go wrong: the pattern, and how often the buzzer sounded, after each step."""

    async def story() -> list[tuple[str, str, int]]:
        seen: list[tuple[str, str, int]] = []

        async def look(what: str) -> None:
            await asyncio.sleep(0.05)
            shown, sounds = await table.lamp()
            seen.append((what, kind_of(shown), sounds))

        async with Table(tmp_path, pins) as table:
            await look("all well")
            table.take(Say("check"))
            await look("a word that means nothing")
            table.take(adrift(2, asyncio.get_running_loop().time()))
            await asyncio.sleep(20)
            await look("chips adrift")
            table.take(Say("raise", 3, 300))
            await look("a raise out of turn")
            table.take(NodeSeen("seats-1-4", "down", "gone", asyncio.get_running_loop().time()))
            await look("a reader down")
            await asyncio.sleep(12)
            await look("a reader down, and known")
            table.take(MarkConduct(2, "device"))
            await look("play stops")
            await table.press("floor")
            await look("the floor is called")
            table.take(Rule("warning"))
            await look("the floor has ruled once")
            table.take(Rule("warning"))
            await look("and once more")
            table.take(Confirm(table.service.view().prompts[0].prompt, "ignore"))
            await look("the chips lie as they lie")
        return seen

    assert in_jumping_time(story()) == [
        ("all well", "dark", 0),
        ("a word that means nothing", "note", 0),
        ("chips adrift", "question", 0),  # it ticked when it came
        ("a raise out of turn", "finding", 1),
        ("a reader down", "trouble", 2),
        ("a reader down, and known", "finding", 0),
        ("play stops", "stop", 3),
        ("the floor is called", "called", 0),
        ("the floor has ruled once", "finding", 0),
        ("and once more", "question", 0),
        ("the chips lie as they lie", "trouble", 0),
    ]


def test_muted_until_the_next_hand(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> list[int]:
        sounds: list[int] = []
        async with Table(tmp_path, pins) as table:
            await table.press("floor", LONG_S)
            assert table.service.view().muted
            table.take(MarkConduct(2, "device"))
            shown, sounded = await table.lamp(20.0)
            assert kind_of(shown[:40]) == "stop"
            sounds.append(sounded)
            await table.press("floor", LONG_S)
            sounds.append((await table.lamp(20.0))[1])
            await table.press("floor", LONG_S)
            assert table.service.view().muted
            table.take(MarkRiffle())
            assert not table.service.view().muted
        return sounds

    muted, loud = in_jumping_time(story())
    assert muted == 0
    assert loud >= 3


def test_the_screens_hear_of_the_panel_and_of_its_absence(
    tmp_path: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> tuple[list[Feed], list[str], int | None]:
        async with Table(tmp_path, pins) as table:
            told = [one for one in table.heard if isinstance(one, Notice) and one.code == "panel"]
            return list(told), table.said, table.playing.result() if table.playing.done() else None

    assert in_jumping_time(story()) == ([Notice("panel", (("there", 1),))], [], None)
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    told, said, status = in_jumping_time(story())
    assert told == [Notice("panel", (("there", 0),))]  # to a screen that came later, too, and once
    assert (len(said), status) == (1, ABSENT)


def test_a_panel_that_dies_lets_go_of_its_pins_and_the_hand_goes_on(
    tmp_path: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("planted")

    async def story() -> None:
        async with Table(tmp_path, pins) as table:
            table.take(CallFloor())
            await asyncio.sleep(1)
            assert pins.pin(23).state
            monkeypatch.setattr(PanelProcess, "_heal", broken)
            table.set("check", down=True)
            await asyncio.sleep(1)
            assert table.playing.done()
            assert isinstance(table.playing.exception(), ExceptionGroup)
            assert not pins.pin(23).state
            monkeypatch.undo()
            table.take(Say("call"))
            table.set("check", down=False)
            table.playing = asyncio.create_task(serve_panel(PANEL, Line(str(table.socket)), table.said.append))
            await asyncio.sleep(5)
            assert pins.pin(23).state  # a new one shows the same
            await table.press("floor")
            assert table.keyed[-1] == CallFloor(calling=False)

    in_jumping_time(story())


def test_a_controller_that_goes_is_trouble_and_nothing_is_sent_later(tmp_path: Path, pins: MockFactory) -> None:
    async def story() -> None:
        async with Table(tmp_path, pins) as table:
            table.serving.cancel()
            await asyncio.sleep(1)
            assert kind_of((await table.lamp())[0]) == "trouble"
            await table.press("check")
            table.serving = asyncio.create_task(table._serve())
            await asyncio.sleep(10)
            assert kind_of((await table.lamp())[0]) == "dark"
            assert table.keyed == []
            await table.press("check")
            assert table.keyed == [Say("check", turn=4)]

    in_jumping_time(story())

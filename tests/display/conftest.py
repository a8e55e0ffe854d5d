"""Hand-built tables, and a reader of the rendered screen, for all tests of the display."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from display.app import DealerScreen
from display.feed import Connected, Heard
from display.widgets.painted import Painted
from display.widgets.rail import Rail
from firmware_bridge.vocabulary.cards import Card
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    ActionView,
    CountView,
    Effect,
    FindingView,
    NextAct,
    NodeView,
    OptionView,
    PotView,
    PromptView,
    SeatStatus,
    SeatView,
    TableView,
)

SIZES = ((80, 24), (120, 40), (200, 50))
NODES = tuple(NodeView(node, "ready", "accepted firmware=1 reset=power") for node in ("centre", "seats-1-4"))
CARD = re.compile(r"[2-9TJQKA][♣♦♥♠]")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def seat(number: int, name: str, status: SeatStatus = "in", stack_chips: int = 10_000, **more: Any) -> SeatView:
    return SeatView(number, name, status, stack_chips, more.pop("bet_chips", 0), more.pop("cards", 2), **more)


def table(**more: Any) -> TableView:
    """A table on the flop of hand 12 unless told otherwise."""
    fields: dict[str, Any] = {
        "epoch": "e1", "as_of": 7, "hand": 12, "street": "flop", "variant": "NT", "rulebook": "tda-2019",
        "small_blind_chips": 100, "big_blind_chips": 200, "ante_chips": 25, "denominations": (25, 100, 500, 1000, 5000),
        "button": 3, "small_blind": 4, "big_blind": 5, "seats": (), "board": (), "board_count": 0, "pots": (),
        "pot_chips": 0, "action": None, "next": NextAct("burn"), "nodes": NODES, "broker": "ready", "can_undo": 3,
    }  # fmt: skip
    return TableView(**{**fields, **more})


def full_table() -> TableView:
    """Ten seats, the longest names, the largest stacks, a question and a case for the floor."""
    return table(
        seats=(
            seat(1, "Anna", "folded", 8_200, cards=0),
            seat(2, "Bartholomew van der Meulen", stack_chips=10_170_000, bet_chips=10_170_000, last_act="raise"),
            seat(3, "Chiara", bet_chips=400, last_act="call"),
            seat(4, "Dmitri", stack_chips=48_800, bet_chips=1_200, last_act="raise"),
            seat(5, "Eve", "all-in", 0, bet_chips=950, last_act="all-in", all_in_button=True),
            seat(6, "", "empty", 0, cards=0),
            seat(7, "Gustavo", stack_chips=20_340_000),
            seat(8, "李小龍", stack_chips=3_350, last_act="check"),
            seat(9, "Ines", "out", 20_000, cards=0),
            seat(10, "Jörg", stack_chips=10_170_000, bet_chips=400, last_act="bet"),
        ),
        board=cards("AhKd2c"),
        board_count=3,
        pots=(PotView(12_400, (2, 3, 4, 5, 7, 8, 10)), PotView(2_100, (2, 3, 4, 7))),
        pot_chips=14_500,
        action=ActionView(7, 10_170_000, 20_340_000, 20_340_000, ("fold", "call", "raise")),
        next=NextAct("await", 7, 10_170_000),
        findings=(
            FindingView(
                2, "irregular", 4, Citation("tda-2019", "45-A"),
                (("cause", "undercall"), ("pushed_chips", 300), ("to_call_chips", 400)),
                ("complete-call", "take-back"), open=True, title="All chips needed", stops_play=True,
                choices=(
                    OptionView("complete-call", (Effect("acts-call", 4, 400), Effect("owes", 4, 100))),
                    OptionView("take-back", (Effect("returns", 4, 300),)),
                ),
            ),
        ),
        prompts=(PromptView("cards-gone:8", "cards-gone", 8, ("still-there", "folded")),),
    )  # fmt: skip


def showdown() -> TableView:
    """Four pots, tabled hands, chips owed and chips to return, hardware that is not well."""
    return table(
        street="showdown",
        seats=(
            seat(1, "Anna", stack_chips=22_000, tabled=cards("AhAd"), hand_label="Full house", won_chips=10_170_000),
            seat(2, "Bruno", "all-in", 0, tabled=cards("KsQh"), hand_label="Three of a kind"),
            seat(3, "Carla", "folded", cards=0),
            seat(4, "Dan", owes_chips=10_170_000),
            seat(5, "Eva", returns_chips=10_170_000),
            seat(6, "Franz", "all-in", 0, cards=4, tabled=cards("2s3s4s5s"), hand_label="Straight flush"),
        ),
        board=cards("AcKdKc7s"),
        board_count=5,
        pots=tuple(PotView(10_170_000 - number, tuple(range(1, 7 - number))) for number in range(4)),
        pot_chips=40_679_994,
        next=NextAct("push-pot", 1, 10_170_000),
        nodes=(
            *NODES,
            NodeView("seats-5-7", "refused", "schema-mismatch node=0011aabb host=22ccddee"),
            NodeView("seats-8-10", "degraded", "heartbeats-missed", ("board", "muck")),
        ),
        broker="absent connection-refused",
        simulated=False,
    )


def heads_up() -> TableView:
    """Before the first hand, two seats, everything quiet."""
    seats = (seat(1, "Anna", cards=0), seat(2, "Bruno", cards=0))
    return table(
        hand=0, street="idle", button=None, small_blind=None, big_blind=None, seats=seats, next=NextAct("new-hand")
    )


def nine_preflop() -> TableView:
    """Nine seats preflop, the blinds and two players in."""
    posted = {4: (50, "small-blind"), 5: (100, "big-blind"), 6: (300, "raise"), 7: (300, "call")}
    names = ("Anna", "Bruno", "Carla", "Dmitri", "Elena", "Francesco", "Greta", "Hugo", "Irene")
    seats = tuple(
        seat(at, name, bet_chips=posted.get(at, (0, ""))[0], last_act=posted.get(at, (0, ""))[1])
        for at, name in enumerate(names, 1)
    )
    action = ActionView(8, 300, 500, 10_000, ("fold", "call", "raise"))
    return table(
        street="preflop",
        seats=seats,
        action=action,
        next=NextAct("await", 8, 300),
        pot_chips=750,
        ante_chips=0,
        counts=(CountView(8, 10_000, ((100, 20), (1000, 8))),),
    )


@pytest.fixture(scope="session")
def tables() -> Mapping[str, TableView]:
    return {"full": full_table(), "showdown": showdown(), "heads-up": heads_up(), "nine": nine_preflop()}


class FakeController:
    """A controller in memory: says what the test puts in, notes what the screen sends."""

    def __init__(self, *heard: Heard) -> None:
        self.queue: asyncio.Queue[Heard] = asyncio.Queue()
        self.sent: list[Command] = []
        self.there = True
        self._sent = asyncio.Condition()
        for message in (Connected(), *heard):
            self.queue.put_nowait(message)

    async def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        assert follow
        while True:
            yield await self.queue.get()

    async def send(self, command: Command) -> bool:
        async with self._sent:
            if self.there:
                self.sent.append(command)
            self._sent.notify_all()
        return self.there

    async def took(self, count: int) -> None:
        """Wait until the screen has sent so many commands."""
        async with self._sent:
            await self._sent.wait_for(lambda: len(self.sent) >= count)


@pytest.fixture(scope="session")
def fake_controller() -> type[FakeController]:
    return FakeController


def grid(app: DealerScreen) -> list[str]:
    """The text of the screen, row by row, as it goes to the terminal."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def faults(app: DealerScreen) -> list[str]:
    """Where text is cut off, lies over other text, or leaves the screen."""
    shown = [part for part in app.query(Painted) if part.display and all(up.display for up in part.ancestors_with_self)]
    found = [fault for part in shown for fault in _cut(part)]
    found += [f"{part!r} leaves the screen" for part in shown if not app.screen.region.contains_region(part.region)]
    solid = [part for part in shown if not isinstance(part, Rail)]
    found += [
        f"{one!r} lies over {other!r}" for one, other in combinations(solid, 2) if one.region.overlaps(other.region)
    ]
    return found


def texts(part: Painted) -> list[str]:
    """What a part of the screen shows, row by row, before it is cut at its edge."""
    return ["".join(text for text, _ in row) for row in part.rows]


def _cut(part: Painted) -> list[str]:
    lines = texts(part)
    wide = [f"{part!r} cuts {line!r}" for line in lines if cell_len(line) > part.region.width]
    return wide if len(lines) <= part.region.height else [*wide, f"{part!r} has too many lines"]


class Reader:
    """Reads a running screen."""

    sizes = SIZES
    card = CARD
    grid = staticmethod(grid)
    faults = staticmethod(faults)
    texts = staticmethod(texts)

    @staticmethod
    def text(app: DealerScreen) -> str:
        return "\n".join(grid(app))


@pytest.fixture(scope="session")
def reader() -> type[Reader]:
    return Reader


@pytest.fixture(scope="session")
def make_table() -> Callable[..., TableView]:
    return table


@pytest.fixture(scope="session")
def make_seat() -> Callable[..., SeatView]:
    return seat


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(path: Path, handler: Handler) -> AsyncIterator[None]:
    """A Unix socket server at `path`; at the end every conversation is over and its socket closed."""
    conversations: list[asyncio.Future[None]] = []

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        conversations.append(over)
        try:
            await handler(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            over.set_result(None)

    async with await asyncio.start_unix_server(converse, str(path)):
        yield
        for _ in range(8):  # whoever connected last is let in, and then sees the end
            await asyncio.sleep(0)
        await asyncio.gather(*conversations)


@pytest.fixture(scope="session")
def serve() -> Callable[[Path, Handler], AbstractAsyncContextManager[None]]:
    return serving

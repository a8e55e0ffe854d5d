"""Hands dealt through the dealer's screen: by keys alone, with all sensors, with a dead one; every stack as it must be.

What must come out is pokerkit's word (`support.planned_hands`). The screen is the real one, run by Textual's pilot;
the controller and, where there is one, the simulated table run beside it in the same process.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, Final

import pytest
from support.counting import counted, noted
from support.dealt_tables import SPACE, ZONES, Felt, Fingers, KeysOnly, deal_by_keys, deal_on_felt
from support.planned_hands import planned_hands
from support.scripted_dealer import FeltDealer, KeyDealer, Wrong
from textual.events import Key

from display.app import DealerScreen
from display.feed import Connected, Heard
from display.wording.wording import ENGLISH
from firmware_bridge.simulator.world import WorldError
from table_controller.inference import implied
from table_controller.inference.told_cards import NOTHING_TOLD
from table_controller.session import recording, sensed
from table_controller.vocabulary.commands import Authorized, Sent
from table_controller.vocabulary.views import Refused, TableView, plainly

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS: Final = 10
SEED: Final = 8
"""Seven showdowns in ten hands, and four players all-in."""
DEAD: Final = ("stub", "burn", "board", "muck", "pot", "seat:1", "stack:3", "bet:2", "seat:3", "stack:6")
"""The dead reader of each of ten hands."""


class Line:
    """The line between the screen and a table in the same process."""

    def __init__(self, table: KeysOnly | Felt) -> None:
        self._table, self._waiting = table, asyncio.Queue[Heard]()
        self.refused: list[Refused] = []
        self.last: TableView | None = None

    def show(self) -> None:
        """Send what the table looks like now."""
        view = self._table.view()
        self.last = plainly(view)
        self._waiting.put_nowait(view)

    async def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        del follow
        yield Connected()
        while True:
            yield await self._waiting.get()

    async def send(self, command: Sent) -> bool:
        assert not isinstance(command, Authorized)
        answer = self._table.take(command)
        if isinstance(answer, Refused):
            self.refused.append(answer)
            self._waiting.put_nowait(answer)
        return True


ALL_IN = ENGLISH.say("note.all-in", player="", chips=0).partition("0")[2]
"""How the one note ends that is no complaint."""


class PilotFingers:
    """Keys on the terminal that the screen runs in."""

    def __init__(self, app: DealerScreen, line: Line, table: KeysOnly | Felt) -> None:
        self._app, self._line, self._table = app, line, table
        self.pressed = 0

    def view(self) -> TableView:
        return plainly(self._table.view())

    async def press(self, *keys: str) -> None:
        await self.look()
        for key in keys:
            self.pressed += 1
            self._app.post_message(Key(key, SPACE.get(key, key if len(key) == 1 else None)))
        done = asyncio.Event()
        self._app.call_later(done.set)
        await done.wait()
        note = self._app.shown.note
        if self._line.refused or (note and not note.endswith(ALL_IN)):
            raise Wrong(f"{keys}: {self._line.refused} {self._app.shown.note}")
        await self.look()

    async def look(self) -> None:
        """Wait until the screen has what the table has."""
        self._line.show()
        while self._app.shown.view != self._line.last:  # noqa: ASYNC110 - turns of the loop, no time passes
            await asyncio.sleep(0)


Deal = Callable[[PilotFingers, KeysOnly | Felt], Awaitable[list[int]]]


def through_the_screen(table: KeysOnly | Felt, deal: Deal, reader: Any) -> list[int]:
    async def story() -> list[int]:
        line = Line(table)
        app = DealerScreen(line)
        async with app.run_test(size=(80, 24)) as pilot:
            keys = await deal(PilotFingers(app, line, table), table)
            await pilot.pause()
            assert reader.faults(app) == []
            assert f"Hand {HANDS}" in reader.text(app)
            return keys

    return asyncio.run(story())


async def keys_only(fingers: PilotFingers, table: KeysOnly | Felt) -> list[int]:
    del table
    dealer, keys = KeyDealer(fingers), []
    for hand in planned_hands(SEED, HANDS):
        before = fingers.pressed
        await dealer.deal(hand)
        keys.append(fingers.pressed - before)
    return keys


def felt_dealer(dead: Sequence[str]) -> Deal:
    async def deal(fingers: PilotFingers, table: KeysOnly | Felt) -> list[int]:
        assert isinstance(table, Felt)
        dealer, keys = FeltDealer(fingers, table.process), []
        for at, hand in enumerate(planned_hands(SEED, HANDS)):
            before = fingers.pressed
            for zone in dead[at : at + 1]:
                table.kill(zone)
            await dealer.deal(hand)
            keys.append(fingers.pressed - before)
            for zone in dead[at : at + 1]:
                table.kill(zone, dead=False)
            assert not table.view().prompts, "a reader that is back finds what it was told"
            assert dead or not dealer.helped, "what the sensors see is not keyed"
        return keys

    return deal


@pytest.mark.parametrize(
    ("what", "table", "deal"),
    [
        ("keys alone", KeysOnly, keys_only),
        ("all sensors", Felt, felt_dealer(())),
        ("a dead reader", Felt, felt_dealer(DEAD)),
    ],
)
def test_a_scripted_dealer_deals_ten_hands_through_the_screen(
    what: str, table: type[KeysOnly | Felt], deal: Deal, reader: Any
) -> None:
    keys = through_the_screen(table(), deal, reader)
    assert len(keys) == HANDS
    counted(HANDS, f"hands dealt with {what}")
    noted(round(statistics.median(keys)), f"keys a hand with {what} (median)")


@pytest.mark.parametrize("seed", range(1, 101 if SOAK else 2))
def test_by_keys_alone_any_hand_ends_right(seed: int) -> None:
    assert len(asyncio.run(deal_by_keys(seed, HANDS))) == HANDS, "each hand raises `Wrong` unless it ends right"
    counted(HANDS, "more hands dealt with keys alone")


@pytest.mark.parametrize("dies_at_s", [False, True])
@pytest.mark.parametrize("seed", range(1, 51 if SOAK else 2))
def test_whichever_reader_is_dead_or_dies_the_hand_ends_right(seed: int, dies_at_s: bool) -> None:
    hands = HANDS if SOAK else 3
    dead = random.Random(seed).sample(ZONES, hands)  # noqa: S311
    assert len(asyncio.run(deal_on_felt(seed, hands, dead, dies_at_s=dies_at_s))) == hands
    counted(hands, "more hands dealt with a dead reader")


def test_a_bet_comes_to_where_one_was_swept_unseen_as_its_reader_lives_again() -> None:
    """Its stack is at rest a moment later: what soaks have found, of 206 evenings."""
    dead = random.Random(12).sample(ZONES, HANDS)  # noqa: S311
    assert len(asyncio.run(deal_on_felt(12, HANDS, dead, dies_at_s=True))) == HANDS


def test_a_wrong_amount_is_caught() -> None:
    """Planted: the dealer keys a chip more than was bet."""

    class Clumsy(Fingers):
        async def press(self, *keys: str) -> None:
            await super().press(*(keys if keys[0] != "b" else ("b", *str(int("".join(keys[1:-1])) + 25), keys[-1])))

    async def story() -> None:
        dealer = KeyDealer(Clumsy(KeysOnly()))
        for hand in planned_hands(SEED, HANDS):
            await dealer.deal(hand)

    with pytest.raises(Wrong):
        asyncio.run(story())


def test_cards_that_are_seen_and_told_and_counted_twice_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a reader that is back does not know the cards that were told."""
    for room in (recording, sensed):
        monkeypatch.setattr(room, "told_cards", lambda *_: NOTHING_TOLD)
    with pytest.raises(Wrong):
        asyncio.run(deal_on_felt(SEED, 3, ("board", "seat:3", "seat:1"), dies_at_s=True))


def test_chips_that_are_seen_and_told_and_counted_twice_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a tray that is back does not know what the words had moved; NEXT asks for more than lies in the pot."""
    monkeypatch.setattr(implied, "after_step", lambda inference, *_: inference)
    with pytest.raises((Wrong, WorldError)):
        asyncio.run(deal_on_felt(SEED, 3, ("stack:3", "bet:4", "pot")))

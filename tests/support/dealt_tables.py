"""Tables for the scripted dealer: with no hardware at all, or on a simulated felt; and the fingers on their keys."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from support.guard import check_books
from support.planned_hands import BLINDS, SEATS, STACK_CHIPS, planned_hands
from support.scripted_dealer import LADDER, FeltDealer, KeyDealer, Wrong

from display.keys.machine import press
from display.keys.pad import Keypad
from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import Controller
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.variants import VARIANTS
from table_controller.journal.journal import MemoryJournal
from table_controller.runtime.simulated.one_process import NO_BOOT, OneProcess, memory_header
from table_controller.scripts.purses import Purses
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import Refused, TableView, plainly

BOOK: Final = package_rulebook("tda-2019")
ZONES: Final = (
    *(f"{kind}:{seat}" for kind in ("seat", "stack", "bet") for seat in range(1, SEATS + 1)),
    *("pot", "board", "burn", "muck", "stub"),
)
"""Readers and trays that may die."""
SPACE: Final = {"space": " "}
_AWAKE_S: Final = 3.0
_HEALED_S: Final = 4.0


def opened(book: Rulebook = BOOK, seats: int = SEATS) -> TableOpened:
    """A table of six, as the planned hands have it."""
    players = tuple(SeatSetUp(seat, f"Player {seat}", STACK_CHIPS) for seat in range(1, seats + 1))
    return TableOpened(0.0, book.book, "NT", seats, players, LADDER, *BLINDS, 0, None, 1)


def opened_for(variant: str, seats: int = 3) -> TableOpened:
    """A table for another game; a limit game has bets of 100 and 200, and stud 25 and 50 to begin with."""
    opening = replace(opened(seats=seats), variant=variant)
    if VARIANTS[variant].betting == "fixed-limit":
        opening = replace(opening, small_bet_chips=100, big_bet_chips=200)
    if VARIANTS[variant].forced == "bring-in":
        opening = replace(opening, small_blind_chips=0, big_blind_chips=0, bring_in_chips=50, ante_chips=25)
    return opening


class KeysOnly:
    """A controller without any hardware; each key comes a second after the last."""

    def __init__(self, opening: TableOpened | None = None) -> None:
        self.controller = Controller.begin(
            MemoryJournal(memory_header("keys"), boot_id=NO_BOOT), BOOK, opening or opened(), lambda: 0
        )
        self._now_s = 0.0

    def view(self) -> TableView:
        return self.controller.view(self._now_s)

    def take(self, command: Command) -> Record | Refused:
        self._now_s += 1.0
        answer = self.controller.accept(command, self._now_s)
        check_books(self.controller.session.table)
        return answer


class Felt:
    """A simulated table with everything that senses it, awake."""

    def __init__(self, book: Rulebook = BOOK, opening: TableOpened | None = None) -> None:
        opening, purses = opening or opened(book), Purses(LADDER)
        stacks = {one.seat: purses.seat(one.seat, one.stack_chips) for one in opening.players}
        up = VARIANTS[opening.variant].forced == "bring-in"
        setup = TableSetup(opening.seats, LADDER, stacks, up_cards=up)
        self.process = OneProcess(SimulatedTable(setup), opening, book)
        self.process.on_record = lambda _record: check_books(self.process.controller.session.table)
        self.process.table.run_for(_AWAKE_S)

    def view(self) -> TableView:
        return self.process.view()

    def take(self, command: Command) -> Record | Refused:
        answer = self.process.key(command)
        self.process.table.run_for(0.1)
        return answer

    def told(self, *lines: str) -> TableView:
        """The view after these lines at the simulator's prompt, half a second each."""
        prompt = Prompt(self.process.table)
        for line in lines:
            answer = prompt.perform(line)
            assert not answer.startswith("error"), (line, answer)
            self.process.table.run_for(0.5)
        return plainly(self.view())

    def kill(self, zone: str, *, dead: bool = True) -> None:
        """The reader of a zone dies, or lives again and has told what it sees."""
        self.process.table.set_zone_fault(zone, "off", on=dead)  # type: ignore[arg-type]
        if not dead:
            self.process.table.run_for(_HEALED_S)


class Fingers:
    """Keys straight into the keypad, without a screen: what costs nothing and can be pressed ten thousand times."""

    def __init__(self, table: KeysOnly | Felt) -> None:
        self.table, self.pad, self.pressed = table, Keypad(), 0
        self.commands: list[Command] = []

    def view(self) -> TableView:
        return plainly(self.table.view())

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.pressed += 1
            made = press(self.pad, SPACE.get(key, key), self.view(), paused=False, demo=False)
            self.pad = made.pad
            if made.local:
                raise Wrong(f"{key} was not taken: {made.local}")
            if made.command is not None:
                self.commands.append(made.command)  # type: ignore[arg-type]  # nobody keys a PIN here
                answer = self.table.take(self.commands[-1])
                if isinstance(answer, Refused):
                    raise Wrong(f"{made.command} was refused: {answer.reason}")


async def deal_by_keys(seed: int, hands: int) -> list[int]:
    """So many hands by keys alone; the keys of each."""
    fingers, keys = Fingers(KeysOnly()), []
    dealer = KeyDealer(fingers)
    for hand in planned_hands(seed, hands):
        before = fingers.pressed
        await dealer.deal(hand)
        keys.append(fingers.pressed - before)
    return keys


async def deal_on_felt(seed: int, hands: int, dead: Sequence[str] = (), *, dies_at_s: bool = False) -> list[int]:
    """So many hands on the felt, with another one of the `dead` readers in each; the keys of each.

    With `dies_at_s` it dies in the middle of the hand, and comes back, twice.
    """
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    felt, keys = Felt(), []
    fingers = Fingers(felt)
    dealer = FeltDealer(fingers, felt.process)
    for at, hand in enumerate(planned_hands(seed, hands)):
        before, zone = fingers.pressed, dead[at % len(dead)] if dead else None
        if zone is not None and dies_at_s:
            _dies_twice(felt, zone, chance)
        elif zone is not None:
            felt.kill(zone)
        await dealer.deal(hand)
        keys.append(fingers.pressed - before)
        if zone is not None:
            felt.kill(zone, dead=False)
        if asked := felt.view().prompts:
            raise Wrong(f"hand {at + 1}, {zone} is back: {asked[0]} is asked, after {dealer.helped}")
    return keys


def _dies_twice(felt: Felt, zone: str, chance: random.Random) -> None:
    table = felt.process.table
    for _ in range(2):
        dies_s = chance.uniform(1.0, 20.0)
        for wait_s, dead in ((dies_s, True), (dies_s + chance.uniform(0.5, 15.0), False)):
            table.scheduler.call_after(wait_s, lambda dead=dead: table.set_zone_fault(zone, "off", on=dead))  # type: ignore[misc,arg-type]

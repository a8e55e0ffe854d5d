"""Random regular play at one simulated table under a random choice of faults: all of it from one seed.

What is broken says its seed and commit; for the same again,
``PYTHONPATH=tests .venv/bin/python -m support.evening SEED HANDS``.

seed ─▶ players, stacks, blinds, acts, cards ─▶ hands on the felt ─┐
     └▶ which kinds of fault, when, where ─────▶ nodes and lines ──┴▶ bridge ─▶ controller ─▶ guard
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from soak.machine import commit
from support.guard import Broken, Guard, Passing, PassingJournal
from support.pace import PACE

from firmware_bridge.simulator.profiles import KINDS, STORM, FaultProfile
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.tally import Tally
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.runtime.simulated.hardware_player import HardwarePlayer, HardwareSetup
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts import acts, steps
from table_controller.scripts.acting import do_player_step
from table_controller.scripts.card_source import CardError, CardSource
from table_controller.scripts.dealing import do_table_step
from table_controller.scripts.purses import ChipsError, Purses
from table_controller.scripts.table_driver import StepError, TableDriver
from table_controller.vocabulary.events import SeatSetUp, TableOpened
from table_controller.vocabulary.views import ActionView

BOOK: Final = package_rulebook("tda-2019")
LADDER: Final = (25, 100, 500, 1000, 5000)
_MOST_STEPS: Final = 400

Spoil = Callable[[OneProcess], None]


@dataclass
class Story:
    """What came of a seed: hands begun, hands that play gave up (and why), time at the table, faults."""

    seed: int
    kinds: tuple[str, ...]
    hands: int = 0
    given_up: Counter[str] = field(default_factory=Counter)
    records: int = 0
    table_s: float = 0.0
    tally: Tally = field(default_factory=Tally)
    digest: str = ""
    prompts: int = 0


def faults_of(seed: int, whole: FaultProfile = STORM) -> FaultProfile:
    """A random choice of the kinds of fault, from none to all."""
    chance = random.Random(f"faults/{seed}")  # noqa: S311 - seeded, so that a failure is one number
    return whole.only(frozenset(chance.sample(KINDS, chance.randint(0, len(KINDS)))))


def play_evening(
    seed: int, hands: int, faults: FaultProfile | None = None, spoil: Spoil | None = None, *, think_s: float = 0.0
) -> Story:
    """Play so many hands at one table, fewer if one player has all the chips or play gives up.

    Players think up to `think_s` before each act. Raises `Broken`, with the seed in it, when something does not
    hold. `spoil` may plant a failure.
    """
    faults = faults_of(seed) if faults is None else faults
    evening = Evening(seed, faults, spoil, think_s)
    story = evening.story
    try:
        evening.open()
        while story.hands < hands and evening.players() > 1:
            story.hands += 1
            evening.hand()
    except (StepError, CardError, ChipsError) as problem:
        story.given_up[str(problem).partition("(")[0]] += 1
    except Broken as problem:
        raise Broken(f"seed {seed}, {whence()}, faults {', '.join(faults.kinds) or 'none'}: {problem}") from None
    return evening.close()


@cache
def whence() -> str:
    """The commit that plays, for whoever must play the same again."""
    root = Path(__file__).resolve().parents[2]
    return f"commit {commit(root, root / 'hardware_docs' / 'reliability.md')}"


class Evening:
    """One table from its opening to its close; without a `journal`, its records are kept only until they are folded."""

    def __init__(
        self,
        seed: int,
        faults: FaultProfile,
        spoil: Spoil | None = None,
        think_s: float = 0.0,
        journal: Passing | None = None,
    ) -> None:
        self.story = Story(seed, faults.kinds)
        self._chance = random.Random(f"play/{seed}")  # noqa: S311 - seeded, so that a failure is one number
        self._spoil, self._think_s = spoil, think_s
        self._journal: Passing = PassingJournal() if journal is None else journal
        self._player = HardwarePlayer(BOOK, HardwareSetup(seed=seed, faults=faults, timing=PACE), self._wire_up)
        self._guard: Guard | None = None
        self._stage: TableDriver | None = None

    @property
    def stage(self) -> TableDriver:
        assert self._stage is not None
        return self._stage

    @property
    def now_s(self) -> float:
        return self.process.table.now_s

    @property
    def process(self) -> OneProcess:
        return self._player.process

    def open(self) -> None:
        """Two to eight players with unequal stacks."""
        chance = self._chance
        seats = chance.randint(2, 8)
        purses = Purses(LADDER)
        stacks = {seat: 25 * chance.randint(16, 800) for seat in range(1, seats + 1)}
        chips = {seat: purses.seat(seat, stack) for seat, stack in stacks.items()}
        ante = chance.choice((0, 0, 25, 100))
        opened = TableOpened(
            0.0,
            "tda-2019",
            "NT",
            seats,
            tuple(SeatSetUp(seat, f"Seat {seat}", stack) for seat, stack in stacks.items()),
            LADDER,
            50,
            100,
            ante,
            chance.choice(("all", "bb")) if ante else None,
            chance.randint(1, seats),
        )
        self._player.open(opened, chips)
        self._stage = TableDriver(self._player, CardSource(()), purses, seats)

    def players(self) -> int:
        """Players who still have chips."""
        return sum(view.stack_chips > 0 for view in self._player.view.seats)

    def buy_in(self) -> int:
        """Whoever has lost everything buys in again; how many did."""
        broke = [view.seat for view in self._player.view.seats if view.stack_chips == 0]
        for seat in broke:
            do_table_step(self.stage, steps.Sit(1, seat, 25 * self._chance.randint(16, 800)))
        return len(broke)

    def hand(self) -> None:
        """One hand, from the riffle until it is put away."""
        self._player.mark()
        do_table_step(self.stage, steps.Deal(1))
        for _ in range(_MOST_STEPS):
            if not self._step():
                do_table_step(self.stage, steps.NextHand(1))
                return
        raise StepError("the hand does not end")

    def close(self) -> Story:
        """What came of it."""
        story = self.story
        if self._guard is not None:
            self._guard.check()
            story.records, story.digest = self._guard.records, self._guard.digest
        story.table_s = self.now_s
        story.prompts = sum(self._player.prompts_per_hand or ())
        if self._player.faults is not None:
            story.tally = self._player.faults
        return story

    def _wire_up(self, table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        process = OneProcess(table, opened, book, self._journal)
        self._guard = Guard(process, self._journal, book)
        if self._spoil is not None:
            self._spoil(process)
        return process

    def _step(self) -> bool:
        """Whatever comes next; false when the hand is settled."""
        view = self._player.view
        self._player.mark()
        if view.action is not None:
            if self._think_s:
                self._player.do(acts.Wait(self._chance.uniform(0.0, self._think_s)))
            do_player_step(self.stage, self._act(view.action))
        elif view.street == "settled":
            return False
        elif view.next.code == "await" and view.next.seat is not None and not view.next.chips:
            do_player_step(self.stage, steps.Shows(1, view.next.seat))
        elif view.next.code == "return-chips":
            self.stage.tidy_bets()
        elif view.next.code == "burn" or view.next.code.startswith("deal-"):
            street: steps.Street = "flop" if view.street == "preflop" else "turn" if view.street == "flop" else "river"
            do_table_step(self.stage, steps.StreetCards(1, street))
        else:
            raise StepError(f"no regular act leads on from {view.street} {view.next.code}")
        return True

    def _act(self, action: ActionView) -> steps.Plain:
        """A random legal act."""
        chance, seat = self._chance, action.seat
        throw = chance.random()
        raising = next((kind for kind in action.may if kind in {"bet", "raise"}), None)
        behind = next(view.stack_chips for view in self._player.view.seats if view.seat == seat)
        if throw < 0.04 and (raising is not None or behind <= action.to_call_chips):
            return steps.Plain(1, seat, "all-in")
        if raising is not None and throw < 0.25:
            least, most = action.min_raise_to_chips, action.max_raise_to_chips
            to = min(most, least + 25 * min(chance.randrange(200), chance.randrange(40)))
            if to >= most:
                return steps.Plain(1, seat, "all-in")
            return steps.Plain(1, seat, "bets" if raising == "bet" else "raises", to)
        if action.to_call_chips and throw > 0.75:
            return steps.Plain(1, seat, "folds")
        return steps.Plain(1, seat, "calls" if action.to_call_chips else "checks")


if __name__ == "__main__":
    sys.stdout.write(f"{play_evening(int(sys.argv[1]), int(sys.argv[2]))}\n")

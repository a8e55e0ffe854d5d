"""Readers and trays die, every second question is answered without a look: the screen is true about the chips.

A script is played on a simulated table in a storm. Whatever comes of it, after every record the books add up to the
chips in play; and where all is in sight and nothing moves, every chip that does not lie where the books have it stands
on the screen, with its seat and its amount, as a question or as a difference.
"""

from __future__ import annotations

import os
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import starmap
from pathlib import Path
from typing import Final

import pytest
from support.counting import counted
from support.guard import Broken, check_books
from support.pace import PACE

from firmware_bridge.simulator.profiles import STORM
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone
from table_controller.game.queries import behind_chips
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import balance_chips
from table_controller.inference import differences as standing
from table_controller.runtime.simulated.attending import Attending, zones_of
from table_controller.runtime.simulated.hardware_player import HardwarePlayer, HardwareSetup
from table_controller.scripts import acts, expected
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import fault_of, set_table
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of, script_files

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
EVENINGS: Final = 2_000 if SOAK else 200
PARTS: Final = 10 if SOAK else 2
DIES: Final = 0.25
"""So often a tray dies while hands act, and lives again when they are done."""
REST_S: Final = 12.0
"""Readers have healed by then, and what was seen to move has been explained or asked about."""


class Careless(Attending):
    """Answers half of the questions without a look at the felt."""

    rng: random.Random

    def _answer(self, doubt: object) -> str | None:
        careful = super()._answer(doubt)  # type: ignore[arg-type]
        answers: tuple[str, ...] = doubt.answers  # type: ignore[attr-defined]
        return careful if careful is None or self.rng.random() < 0.5 else self.rng.choice(answers)


class Watched(HardwarePlayer):
    """Plays a script; compares felt, books and screen when nothing moves."""

    def __init__(self, header: Header, seed: int) -> None:
        at = zlib.crc32(f"{seed}/{header.title}".encode())
        super().__init__(rulebook_of(header), HardwareSetup(seed=at, faults=STORM, timing=PACE))
        self._at, self.told, self.broken = at, Counter[str](), list[str]()

    def open(self, opened: object, stacks: object, *, deals_up: bool = False) -> None:
        super().open(opened, stacks, deals_up=deals_up)  # type: ignore[arg-type]  # handed on as it came
        self._dealer = Careless(self.process)
        self._dealer.rng = random.Random(self._at)  # noqa: S311  # a seed that repeats is the point
        seats = range(1, len(self.table.players) + 1)
        self._dies = [POT, *map(stack_zone, seats), *map(bet_zone, seats)]
        self.process.on_record = lambda _record: self._kept(check_books, self.table)

    def do(self, act: acts.Act) -> None:
        zone = self._dealer.rng.choice(self._dies) if self._dealer.rng.random() < DIES else None  # type: ignore[union-attr]
        if zone is not None:
            self.process.table.set_zone_fault(zone, "off")
        try:
            super().do(act)
        finally:
            if zone is not None:
                self.process.table.set_zone_fault(zone, "off", on=False)
        self._kept(self.compare)

    def _kept(self, promise: Callable[..., None], *about: object) -> None:
        """Remember a broken promise: whoever plays the script takes any error for one of the script."""
        try:
            promise(*about)
        except Broken as broken:
            self.broken.append(str(broken))

    def compare(self) -> None:
        """Raise `Broken` where chips do not lie as the books have them and the screen keeps silent about it."""
        dealer, flow = self._dealer, self.process.controller.session.inference.flow
        assert dealer is not None
        if not dealer.in_sight() or flow.adrift or flow.gaps:
            return
        asked = {zone for prompt in self.view.prompts for zone in zones_of(prompt.prompt)}
        said: dict[tuple[str, int | None], int] = {(one.place, one.seat): one.chips for one in self.view.differences}
        for place, seat, zone, books_chips in self._books():
            off = total_chips(self.process.table.world.chips.at(zone)) - books_chips + flow.told.get(zone, 0)
            if not dealer.shows_truth(zone) or zone in asked:
                continue
            self.told["a difference stands on the screen" if off else "felt and books agree"] += 1
            if said.get((place, seat), 0) != off:
                raise Broken(f"{zone}: {off} more than in the books, the screen says {said}")

    def _books(self) -> Iterator[tuple[str, int | None, Zone, int]]:
        table = self.table
        for seat, player in enumerate(table.players, 1):
            if player is not None and not player.leaving and seat not in table.recount:
                yield "behind", seat, stack_zone(seat), behind_chips(table, seat)
            yield "front", seat, bet_zone(seat), total_chips(table.chips.bets[seat - 1])
        if not table.chips.found_chips:  # else the books know that more lies there than was bet
            over = table.hand.phase in (IDLE, SETTLED)  # a dealer may sweep in chips that he has said were not bet
            bet = sum(balance_chips(one) if over else one.pushed_chips - one.received_chips for one in table.ledger)
            yield "pot", None, POT, bet - sum(map(total_chips, table.chips.bets))


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A soak has fresh faults, from the seed of its run."""
    return 1 + (int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0)


def evening(file: Path, seed: int) -> Counter[str]:
    """One script in a storm; how often felt and books agreed or differed."""
    script = read_script(file)
    player = Watched(script.header, seed)
    stage = set_table(script, player)
    for step in script.steps:
        if not isinstance(step, expected.Expectation) and fault_of(stage, step, script.text_of(step.line)) is not None:
            player.told["a line could not be played any more"] += 1  # the hand has gone its own way
    player.process.table.run_for(REST_S)
    player.compare()
    if player.broken:
        raise Broken(f"{file.name}, seed {seed}: {player.broken[0]}")
    return player.told


def files_of(project: Path, part: int) -> list[Path]:
    """Every n-th script of all, others in every part."""
    every = sorted(script_files(project / "tests/scripts"))
    step = max(1, len(every) // EVENINGS)
    return every[::step][part:EVENINGS:PARTS]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_difference_between_felt_and_books_is_on_the_screen(project: Path, part: int, seed: int) -> None:
    told, files = Counter[str](), files_of(project, part)
    for file in files:
        told.update(evening(file, seed))
    assert told["felt and books agree"] > told["a difference stands on the screen"], told
    counted(len(files), "evenings with faults and careless answers: books and screen are true")
    for what, count in sorted(told.items()):
        counted(count, what)


def test_what_evenings_have_found_is_mended(project: Path) -> None:
    """A rebuy came while its tray was dead, and was answered without a look: the books never had the chips."""
    evening(project / "tests/scripts/tda-2019/27__the_amount_is_said.toml", 34)


SHORT: Final = (
    ("contrast/a_raise_over_the_cap/tda-2019", 1),
    ("tda-2019/Ex_52-2__a_low_pot_bet_is_raised_to_the_pot", 1),
    ("contrast/two_checks_past_a_skipped_player/tda-holdem", 2),
    ("contrast/third_motion_after_raise_said/tda-holdem", 2),
    ("contrast/who_may_ask_for_the_clock/tda-holdem", 2),
)


def test_there_are_differences_to_be_seen(project: Path) -> None:
    """What the evenings above look for happens: in these few of them, whatever the others bring."""
    told = Counter[str]()
    for name, seed in SHORT:
        told.update(evening(project / "tests/scripts" / f"{name}.toml", seed))
    assert told["a difference stands on the screen"] > 0, told


def test_a_difference_that_is_kept_off_the_screen_is_caught(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a stack that is short is not told. Evenings in which that happened, when all were played."""
    monkeypatch.setattr(standing, "off_chips", lambda _flow, _zone, _chips: 0)
    with pytest.raises(Broken):
        list(starmap(lambda name, seed: evening(project / "tests/scripts" / f"{name}.toml", seed), SHORT))

"""Outages of every kind, several at once, at a table of real processes at which people go on playing.

Nobody errs in these hands: whatever was out, nothing is lost, nobody is accused of anything, no question outlives its
hand, and at its end the felt is as the books have it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from support.counting import counted, failing, kept, measured, noted, spread
from support.evening import whence
from support.process_evening import PATIENCE_S, Evening
from support.screen_states import plain

from firmware_bridge.simulator.world import BANK
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.processes.places import JOURNAL
from table_controller.vocabulary.views import PromptView

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS: Final = 50 if SOAK else 1
"""In each batch; each hand has five outages, or twice as many at once."""
STRIKES: Final = 5
FULL_FOR_S: Final = (0.2, 3.0)
HELD_FOR_S: Final = (0.3, 4.0)
OUT_FOR_S: Final = (0.1, 3.0)
SEVERAL: Final = 0.3
"""How often a second thing fails at the same moment."""
DISK: Final = "size=24m"


pytestmark = pytest.mark.usefixtures("quick_restarts")


@contextlib.contextmanager
def a_small_disk(folder: Path) -> Iterator[bool]:
    """A file system of its own for the state of a table, where this user may mount one; whether it could be."""
    folder.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"{DISK},mode=0700", "tmpfs", str(folder))
    try:
        mounted = not subprocess.run(mount, check=False, capture_output=True).returncode
    except OSError:
        mounted = False
    folder.chmod(0o700)
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(("umount", "-l", str(folder)), check=True)


class Trouble:
    """What fails in one hand, drawn from its seed; `done` counts what did."""

    def __init__(self, rng: random.Random, *, disk: bool) -> None:
        self._rng = rng
        self.done: Counter[str] = Counter()
        self._kinds: dict[str, Callable[[Evening], Awaitable[None]]] = {
            "kill -9 of the bridge": lambda evening: self._kill(evening, "bridge"),
            "kill -9 of the controller": lambda evening: self._kill(evening, "controller"),
            "stops of the bridge": lambda evening: self._stop(evening, "bridge"),
            "stops of the controller": lambda evening: self._stop(evening, "controller"),
            "plugs pulled": self._pull,
        }
        if disk:
            self._kinds["full disks"] = self._fill

    async def __call__(self, evening: Evening) -> None:
        assert evening.served is not None
        nodes = set(evening.served.ports)
        for _ in range(STRIKES):
            await evening.screen.until(lambda: evening.screen.live and evening.screen.sees(nodes), PATIENCE_S)
            await asyncio.sleep(self._rng.uniform(0.0, 1.5))
            chosen = self._rng.sample(sorted(self._kinds), 2 if self._rng.random() < SEVERAL else 1)
            await asyncio.gather(*(self._strike(evening, kind) for kind in chosen))

    async def _strike(self, evening: Evening, kind: str) -> None:
        before = evening.felt()
        await self._kinds[kind](evening)
        self.done[kind] += 1
        evening.moved += evening.felt() != before

    async def _kill(self, evening: Evening, who: str) -> None:
        evening.kill(who)
        await asyncio.sleep(0.3)

    async def _stop(self, evening: Evening, who: str) -> None:
        """Stopped for a while; the watcher may kill it meanwhile."""
        process = evening.children[who].process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGSTOP)
            await asyncio.sleep(self._rng.uniform(*HELD_FOR_S))
            os.kill(process.pid, signal.SIGCONT)

    async def _pull(self, evening: Evening) -> None:
        await evening.replug(self._rng.choice(("seats-1-4", "centre")), self._rng.uniform(*OUT_FOR_S))

    async def _fill(self, evening: Evening) -> None:
        """Not a byte is left on the disk for a while."""
        filler = evening.places.state / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(1 << 16)):
                pass
        await asyncio.sleep(self._rng.uniform(*FULL_FOR_S))
        filler.unlink()


def broken(evening: Evening) -> list[str]:
    """All that should not be after such a hand."""
    asked = evening.screen.view.prompts if evening.screen.view is not None else ()
    return [
        *evening.broken_promises(),
        *evening.accusations(),
        *evening.differences(),
        *(f"{prompt} stood on in the next hand" for prompt in evening.screen.outlived),
        *(f"{one.prompt} is still asked" for one in asked),
    ]


def played(folder: Path, seed: int, done: Counter[str], back_s: list[float]) -> int:
    """One hand with its outages, which comes out right: in how many of them a card or a chip moved."""
    with a_small_disk(folder) as disk:
        evening = Evening(folder, patient=False)
        trouble = Trouble(random.Random(f"outages/{seed}"), disk=disk)  # noqa: S311  # repeatable
        try:
            asyncio.run(evening.play(trouble))
            found = broken(evening)
        except AssertionError as problem:
            found = [f"{problem}"]
        if found:
            journal = kept(folder / JOURNAL, f"outages-{seed}.journal")
            failing(f"seed {seed}, {dict(trouble.done)}: {found[:4]} {journal}")
        assert found == [], f"seed {seed}, {dict(trouble.done)}, {whence()}\n{evening.logs()}"
        done.update(trouble.done)
        back_s += evening.screen.back_s
        return evening.moved


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("batch", range(4 if SOAK else 1))
def test_whatever_fails_the_hand_comes_out_right(tmp_path: Path, batch: int) -> None:
    done, back_s, moved = Counter[str](), list[float](), 0
    for hand in range(HANDS):
        moved += played(tmp_path / str(hand), 1000 * batch + hand, done, back_s)
    for kind, count in done.items():
        counted(count, kind)
    noted(moved, "of these outages with cards or chips moving")
    if back_s:
        measured(f"{len(back_s)} times a view again after {spread(back_s)}")


async def a_chip_is_stolen(evening: Evening) -> None:
    assert evening.served is not None
    evening.served.table.world.chips.move(((100, 1),), "stack:3", BANK)


@pytest.mark.timeout(300)
def test_a_chip_that_is_gone_is_told(tmp_path: Path) -> None:
    """Planted: somebody takes a chip from the stack of a player who has folded."""
    evening = Evening(tmp_path)
    asyncio.run(evening.play(a_chip_is_stolen))
    assert evening.differences() != []
    assert broken(evening) != []


def test_a_question_that_outlives_its_hand_is_told(tmp_path: Path) -> None:
    """Planted: it stands on in the view of the next hand."""
    evening = Evening(tmp_path)
    asked = replace(plain(), prompts=(PromptView("gap-puck", "gap-puck", 1, ("yes", "no")),))

    async def told() -> None:
        for hand in (1, 1, 2):
            evening.screen.hear(replace(asked, hand=hand))

    asyncio.run(told())
    assert evening.screen.outlived == ["gap-puck"]

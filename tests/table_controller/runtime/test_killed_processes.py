"""`kill -9` of real processes: the bridge and the controller of a table at which people go on playing."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support.counting import counted, noted
from support.evening import whence
from support.process_evening import PATIENCE_S, Evening

from firmware_bridge.secrets.decks import generate_deck
from firmware_bridge.vocabulary.observations import NodeSeen
from table_controller.journal.journal import entries
from table_controller.runtime.processes.places import JOURNAL
from table_controller.vocabulary.record import decode_record

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
STAGES = ("before", "half", "written", "synced")
STRIDE = 20 if SOAK else 60
"""So many records lie between two deaths: a start writes about ten, and must come further than that."""


pytestmark = pytest.mark.usefixtures("quick_restarts")


def at_random(who: tuple[str, ...], count: int, rng: random.Random) -> Callable[[Evening], Awaitable[None]]:
    async def strike(evening: Evening) -> None:
        assert evening.served is not None
        nodes, clock = set(evening.served.ports), asyncio.get_running_loop()
        for at in range(count):  # only what is up again can be killed, and a hand goes on only between two kills
            struck_s = clock.time()
            await evening.screen.until(lambda: evening.screen.live and evening.screen.sees(nodes), PATIENCE_S)
            # where it takes long to be up again, all that a hand needs between two kills takes as long
            await asyncio.sleep(rng.uniform(0.0, max(2.0, clock.time() - struck_s)))
            evening.kill(who[at % len(who)])
            before = evening.felt()
            await asyncio.sleep(0.3)  # nobody is back so soon
            evening.moved += evening.felt() != before

    return strike


def killed(folder: Path, who: tuple[str, ...], seed: int, count: int) -> Evening:
    """One play with kills at random moments; it must come out right."""
    folder.mkdir()
    evening = Evening(folder)
    rng = random.Random(f"{who}/{seed}")  # noqa: S311  # repeatable
    asyncio.run(evening.play(at_random(who, count, rng)))
    assert evening.broken_promises() == [], f"{who} seed {seed}, {whence()}\n{evening.logs()}"
    secrets = [tag.hex() for tag in generate_deck("demo", 1).tags.values()]
    assert not [tag for tag in secrets if tag in evening.logs()], "no log holds a tag"
    assert (folder / "bridge.handles").stat().st_mode & 0o777 == 0o600
    return evening


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("batch", range(20 if SOAK else 1))
@pytest.mark.parametrize(
    ("who", "kills"), [(("controller",), 52), (("bridge",), 11)] if SOAK else [(("controller", "bridge"), 3)]
)
def test_bridge_and_controller_are_killed_and_the_hand_goes_on(
    tmp_path: Path, who: tuple[str, ...], kills: int, batch: int
) -> None:
    done, moved, seed = 0, 0, 1000 * batch
    while done < kills:
        evening = killed(tmp_path / str(seed), who, seed, 60 if SOAK else 4)
        done, moved, seed = done + evening.kills, moved + evening.moved, seed + 1
    counted(done, f"kill -9 of {' and '.join(who)} at random moments")
    noted(moved, f"of these outages of {' and '.join(who)} with cards or chips moving")
    assert moved or done < 50


def stopped(who: str) -> Callable[[Evening], Awaitable[None]]:
    async def strike(evening: Evening) -> None:
        assert evening.served is not None
        nodes, child = set(evening.served.ports), evening.children[who]
        await evening.screen.until(lambda: evening.screen.live and evening.screen.sees(nodes), PATIENCE_S)
        assert child.process is not None
        pid = child.process.pid
        os.kill(pid, signal.SIGSTOP)
        assert await evening.screen.until(lambda: child.process is not None and child.process.pid != pid, PATIENCE_S), (
            "another one runs"
        )

    return strike


@pytest.mark.timeout(300)
@pytest.mark.parametrize("who", ["bridge", "controller"])
def test_a_process_that_is_stopped_is_missed_and_the_hand_goes_on(tmp_path: Path, who: str) -> None:
    """The screen said that all readers were ready, for as long as anybody waited."""
    evening = Evening(tmp_path)
    asyncio.run(evening.play(stopped(who)))
    assert evening.broken_promises() == [], f"{who}, {whence()}\n{evening.logs()}"
    assert f"{who}: has not beaten for some seconds: it is killed" in evening.logs()
    seen = [decode_record(entry.payload).cause for entry in entries(tmp_path / JOURNAL)]
    silent = [one for one in seen if isinstance(one, NodeSeen) and one.reason == "bridge-silent"]
    assert bool(silent) == (who == "bridge"), "it is on the screen before"


async def in_peace(_: Evening) -> None:
    """Nothing strikes but what is planted."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize("stage", STAGES if SOAK else ("written",))
@pytest.mark.parametrize("offset", range(STRIDE) if SOAK else (37,))
def test_killed_at_every_write_of_the_journal(tmp_path: Path, stage: str, offset: int) -> None:
    """Every record of the hand is some play's death, at every stage of its way to the disk."""
    evening = Evening(tmp_path, dies=f"{stage}:{STRIDE}:{offset}")
    asyncio.run(evening.play(in_peace))
    assert evening.broken_promises() == [], f"{stage} {offset}, {whence()}\n{evening.logs()}"
    written = list(entries(tmp_path / JOURNAL))[-1].sequence
    deaths = [len(range(offset or STRIDE, last + 1, STRIDE)) for last in (written, written + 1)]
    assert evening.died() in deaths, "each of these records was a death, and perhaps one that is lost at the very end"
    counted(evening.died(), f"kill -9 of the controller at a journal write ({stage})")


@pytest.mark.parametrize("planted", ["eager", "dropped"])
def test_a_controller_that_loses_what_it_told_is_caught(tmp_path: Path, planted: str) -> None:
    """Planted: told before it is appended, and dead; acknowledged and never written."""
    evening = Evening(tmp_path, dies=f"{planted}:1:29")

    def caught() -> bool:
        return evening.died() > 0 and any(" was told as " in fault for fault in evening.broken_promises())

    async def until_it_is_caught() -> bool:
        playing = asyncio.create_task(evening.play(in_peace))
        found = await evening.screen.until(caught, PATIENCE_S)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        return found

    assert asyncio.run(until_it_is_caught())


def plugs_at_random(count: int, rng: random.Random) -> Callable[[Evening], Awaitable[None]]:
    async def strike(evening: Evening) -> None:
        for _ in range(count):
            await asyncio.sleep(rng.uniform(0.3, 1.5))
            await evening.replug(rng.choice(("seats-1-4", "centre")), rng.uniform(0.1, 1.0))

    return strike


@pytest.mark.parametrize("seed", range(1, 11 if SOAK else 2))
def test_readers_are_plugged_in_elsewhere_and_the_hand_goes_on(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path, patient=True)
    rng = random.Random(seed)  # noqa: S311  # repeatable
    asyncio.run(evening.play(plugs_at_random(10 if SOAK else 4, rng)))
    assert evening.broken_promises() == [], f"seed {seed}\n{evening.logs()}"
    assert evening.plugs >= 2
    lost = [
        record.cause
        for record in (decode_record(entry.payload) for entry in entries(evening.places.state / JOURNAL))
        if isinstance(record.cause, NodeSeen) and record.cause.reason.startswith("port-lost")
    ]
    assert lost, "the controller heard of it; not of a plug pulled again before the bridge was back"
    counted(evening.plugs, "plugs of real ptys put in elsewhere")

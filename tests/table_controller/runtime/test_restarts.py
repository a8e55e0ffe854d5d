"""Controller and bridge die at any moment, cards and chips go on: the hand goes on, nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import cache

import pytest
from support.counting import counted
from support.evening import whence
from support.outages import DyingLog, EagerController, FragileTable, PatientPlayer
from support.script_text import script_text

from table_controller.controller.controller import Controller, ReplayDiffers
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.scripts.interpret import Played, play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import Confirm
from table_controller.vocabulary.events import CardDealt
from table_controller.vocabulary.record import decode_record

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
BOOK = package_rulebook("tda-2019")
KILLS_PER_PLAY = 10
PARTS = 4
SCRIPT = script_text(
    "two hands with everything",
    """
deal 1=AhKh 2=QdQs 3=7c2d 4=JcJd
4: calls
1: raises to 800
2: calls
3: folds
4: calls
flop AsTd4h
2: checks
4: bets 600
1: raises to 1800
2: folds
4: calls
turn 9c
4: checks
1: all-in
4: calls
river 2h
1: shows
4: shows
next hand
deal 1=KcQc 2=9s9d 3=AcAd 4=8h8d
1: folds
2: raises to 500
3: all-in
4: folds
2: calls
flop 3s5d6h
turn 7h
river Ts
3: shows
2: shows
next hand
""",
    {1: 3000, 2: 5000, 3: 5000, 4: 4000},
)
Strikes = Callable[[FragileTable, random.Random], None]


def played(
    strikes: Strikes,
    *,
    seed: int = 1,
    log: DyingLog | None = None,
    table_type: type[FragileTable] = FragileTable,
    script: str = SCRIPT,
) -> tuple[Played, FragileTable]:
    player = PatientPlayer(BOOK, strikes, seed=seed, log=log, table_type=table_type)
    result = play(parse_script("restarts.toml", script), lambda _: player)
    return result, player.fragile


def in_peace(_table: FragileTable, _rng: random.Random) -> None:
    """Nothing strikes."""


@cache
def undisturbed() -> tuple[dict[int, int], float]:
    """The final stacks of the script without any outage, and how long it takes."""
    result, table = played(in_peace)
    assert result.failure is None, result.failure
    return stacks(table), table.table.now_s


def stacks(table: FragileTable) -> dict[int, int]:
    session = table.controller.session
    return {
        player.seat: session.table.ledger[player.seat - 1].stack_chips for player in session.table.players if player
    }


def holds(result: Played, table: FragileTable, told: str) -> None:
    """The hand went on to the same end, and no promise is broken."""
    told = f"{told}, {whence()}"
    assert result.failure is None, f"{told}: {result.failure}"
    assert stacks(table) == undisturbed()[0], told
    assert table.controller.session.table.chips.found_chips == 0, told
    assert table.broken_promises() == [], told


def at_random(who: str, count: int) -> Strikes:
    """Kill `who` at `count` moments of the play, each time for a while."""

    def strikes(table: FragileTable, rng: random.Random) -> None:
        duration_s = undisturbed()[1]
        table.outage_s = rng.uniform(0.1, 4.0)
        kill = table.kill_controller if who == "controller" else table.kill_bridge
        for _ in range(count):
            table.table.scheduler.call_at(table.table.now_s + rng.uniform(0.0, 1.5 * duration_s), kill)

    return strikes


@pytest.mark.parametrize(("who", "kills"), [("controller", 1000), ("bridge", 200)])
def test_killed_at_random_moments(who: str, kills: int) -> None:
    due = kills if SOAK else kills // 10
    done, seed = 0, 0
    while done < due:
        seed += 1
        result, table = played(at_random(who, KILLS_PER_PLAY), seed=seed)
        holds(result, table, f"{who} killed, seed {seed}")
        assert 0 < table.kills <= KILLS_PER_PLAY, f"{who}, seed {seed}: what nobody kills proves nothing"
        done += table.kills
    counted(done, f"kills of the {who} at random moments")


def every(stride: int, offset: int, fate: str) -> Callable[[int], str]:
    """The fate of each write: every so many the controller dies, the opening of the table spared."""
    return lambda write: fate if write > 1 and write % stride == offset else ""


@pytest.mark.parametrize("fate", ["before", "after"])
@pytest.mark.parametrize("offset", range(20) if SOAK else (3, 14))
def test_killed_at_every_journal_write(offset: int, fate: str) -> None:
    log = DyingLog(every(20, offset, fate))
    result, table = played(in_peace, log=log)
    holds(result, table, f"killed {fate} every 20th write from {offset}")
    assert table.kills > 5
    counted(table.kills, "kills at a journal write")


@cache
def writes_in_peace() -> int:
    """How often the undisturbed script writes into its journal."""
    _, table = played(in_peace)
    return table.log.writes


@pytest.mark.parametrize("fate", ["before", "after"])
@pytest.mark.parametrize("part", range(PARTS))
def test_killed_once_at_each_journal_write(part: int, fate: str) -> None:
    """The undisturbed play up to a write, death there, and on: for each write but the opening of the table."""
    writes = range(2 + part, writes_in_peace() + 1, PARTS if SOAK else PARTS * 30)
    for at in writes:
        result, table = played(in_peace, log=DyingLog(lambda write, at=at: fate if write == at else ""))  # type: ignore[misc]
        holds(result, table, f"killed {fate} write {at}")
        assert table.kills == 1
    counted(len(writes), f"single kills {fate} a journal write")


class TooEager(FragileTable):
    """Planted: records are published before they are appended."""

    controller_type = EagerController


def test_a_controller_that_publishes_before_it_appends_is_caught() -> None:
    _, table = played(in_peace, log=DyingLog(every(40, 17, "before")), table_type=TooEager)
    assert any("acknowledged and is lost" in fault for fault in table.broken_promises())


def test_a_journal_that_drops_a_record_is_caught() -> None:
    log = DyingLog(drops=60)
    _, table = played(in_peace, log=log)
    assert any("acknowledged and is lost" in fault for fault in table.broken_promises())
    with pytest.raises(ReplayDiffers):
        Controller.resume(log, BOOK, lambda: 0)


def test_handles_survive_the_bridge_and_without_its_store_the_dealer_is_asked() -> None:
    def kill_after_the_deal(table: FragileTable, _rng: random.Random) -> None:
        table.table.scheduler.call_at(14.0, table.kill_bridge)

    result, table = played(kill_after_the_deal)
    holds(result, table, "bridge killed at 14 s")
    dealt = handles_dealt(table)
    assert len(dealt) == len(set(dealt)) == 16, "every card has one handle in its hand"
    assert not about_cards(table), "no card was asked about"

    def kill_and_forget(table: FragileTable, rng: random.Random) -> None:
        kill_after_the_deal(table, rng)
        table.table.scheduler.call_at(14.1, lambda: setattr(table, "memory", None))

    _, forgetful = played(kill_and_forget)
    assert about_cards(forgetful), "planted: the store is lost"


def about_cards(table: FragileTable) -> list[str]:
    causes = [decode_record(entry.payload).cause for entry in table.log.entries()]
    return [
        cause.prompt
        for cause in causes
        if isinstance(cause, Confirm) and cause.prompt.startswith(("gap-dealt", "cards"))
    ]


def handles_dealt(table: FragileTable) -> list[str]:
    return [
        applied.event.handle
        for entry in table.log.entries()
        for applied in decode_record(entry.payload).applied_events
        if isinstance(applied.event, CardDealt)
    ]

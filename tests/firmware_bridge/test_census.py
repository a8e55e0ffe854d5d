"""A deck counted card by card over the reader: what lacks is named, what is too much is counted."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pytest

from firmware_bridge.bridge import Bridge
from firmware_bridge.census import Census, CensusBridge, Count, Counting, NothingToCount
from firmware_bridge.hub import Hub
from firmware_bridge.node.session import NodeEnd
from firmware_bridge.ports.byte_ports import Port, memory_pair
from firmware_bridge.secrets.decks import DeckBook, DeckError, generate_deck, save_decks
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.serve import serve_simulated_table
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.simulator.world import DEALER
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import STUB
from firmware_bridge.wire.message_specs import CARDS_ZONE
from table_controller.runtime.cli.census import count_deck, progress, result
from table_controller.runtime.processes.clock import ClockRate

RED = dataclasses.replace(generate_deck("red", 1), spares={Card("Ah"): b"spare-ah"})
BLUE = generate_deck("blue", 1)
BOOK = DeckBook([RED, BLUE])
SETUP = TableSetup(2, (100,), {1: ((100, 20),), 2: ((100, 20),)}, deck=RED, spare=BLUE)


def counted(tags: Iterable[bytes], deck: str | None = None) -> Count:
    census = Census(BOOK, deck)
    for tag in tags:
        census.read([tag])
        census.read([tag])
    return census.count()


def test_a_whole_deck() -> None:
    count = counted(RED.tags.values())
    assert count == Count("red", 52, ())
    assert result(count) == ["The deck red is whole: 52 cards."]
    assert counted([*(tag for card, tag in RED.tags.items() if card != "Ah"), b"spare-ah"]).whole, (
        "the spare is the card"
    )


@pytest.mark.parametrize("card", DECK)
def test_each_missing_card_is_named_and_each_card_too_many_is_counted(card: Card) -> None:
    rest = [tag for name, tag in RED.tags.items() if name != card]
    assert counted(rest) == Count("red", 51, (card,))
    assert counted([*rest, BLUE.tag_of(card)]) == Count("red", 51, (card,), other_deck=1)
    assert counted([*rest, b"nobody"]) == Count("red", 51, (card,), foreign=1)


def test_two_of_one_name() -> None:
    count = counted([*RED.tags.values(), b"spare-ah"])
    assert count == Count("red", 52, (), (Card("Ah"),))
    assert not count.whole
    assert result(count) == ["too many: Ah"]


def test_the_deck_that_is_counted_may_be_named() -> None:
    assert counted([BLUE.tag_of(Card("Ah"))], "red") == Count("red", 0, DECK, other_deck=1)
    assert progress(counted([], None)) == "0 of 52 cards of the deck ?"
    with pytest.raises(DeckError, match="no deck 'green': registered are red, blue"):
        Census(BOOK, "green")
    assert RED.tag_of(Card("Ah")).hex() not in repr(Census(BOOK))


def passed_over(make: Callable[[Census], Bridge], lacking: str) -> Count:
    """All cards but one are passed singly over the stub's reader of a simulated table."""
    table, census = SimulatedTable(SETUP), Census(BOOK)
    hub = Hub(make(census))

    def send() -> None:
        for port, data in hub.outgoing():
            next(wire for wire in table.wires.values() if wire.port == port).to_node(data)

    def hear(wire: Wire, data: bytes) -> None:
        hub.receive(wire.port, data, table.now_s)
        send()

    for wire in table.wires.values():
        wire.host = partial(hear, wire)
        hub.attach(wire.port, table.now_s)
    send()
    for _ in range(20):
        table.run_for(0.1)
        hub.tick(table.now_s)
        send()
    for card in DECK:
        if card != lacking:
            table.run_until(table.cards.carry((card,), STUB))
            table.run_for(0.5)
            table.run_until(table.cards.carry((card,), DEALER))
            hub.tick(table.now_s)
            send()
    return census.count()


def test_through_the_frames_of_the_stubs_reader() -> None:
    count = passed_over(lambda census: CensusBridge(BOOK, census), lacking="7c")
    assert count == Count("red", 51, (Card("7c"),))
    assert result(count) == ["missing: 7c"]


def test_a_planted_bridge_that_counts_nothing_is_caught() -> None:
    assert passed_over(lambda _: Bridge(BOOK, lambda: ""), lacking="7c").cards == 0


def test_the_command_counts_what_lies_under_the_reader_and_ends_when_nothing_comes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_decks(tmp_path / "decks.toml", [RED, BLUE])
    config = tmp_path / "table.toml"
    config.write_text((Path(__file__).parents[2] / "config" / "table.toml").read_text())

    async def story() -> int:
        async with serve_simulated_table(replace(SETUP, timing=Timing().faster(20))) as served:
            work = asyncio.create_task(count_deck(config, tuple(served.ports.values()), "red", 1.0))
            await asyncio.sleep(0.5)
            served.table.cards.carry((Card("Ah"),), STUB)
            return await asyncio.wait_for(work, 20)

    assert asyncio.run(story()) == 1
    told = capsys.readouterr().out.splitlines()
    assert "1 of 52 cards of the deck red" in told
    assert [line.split("│")[2].strip() for line in told if line.startswith("│ ")] == ["A", "0", "·", "0", "0"]
    assert told[-1].startswith("missing: ")
    assert len(told[-1].split()) == 52
    assert "Ah" not in told[-1]


def test_counting_waits_for_the_first_card() -> None:
    async def story() -> None:
        counting = Counting(Census(BOOK), BOOK, ClockRate(100.0), lambda _: None)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(counting.run((), lambda _: None, 1.0), 0.2)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("zone", "why"),
    [
        ("board", "mine: has no zone stub, but board"),
        ("stub:2", "mine: refused bad-inventory zone='stub:2' problem=unknown-zone"),
    ],
)
def test_where_no_node_has_the_reader_it_says_so_and_ends(zone: str, why: str) -> None:
    """It waited for ever, and said nothing."""
    said: list[str] = []

    async def node(port: Port) -> None:
        end = NodeEnd(("mine", b"mine", 7, "1", 0, False), ((zone, CARDS_ZONE, 50, 8, ()),), (), 0)
        while True:
            now_us = round(asyncio.get_running_loop().time() * 1e6)
            end.receive(port.read(), now_us)
            if data := end.outgoing():
                port.write(data)
            await asyncio.sleep(0.005)

    async def story() -> None:
        ours, theirs = memory_pair("node")
        speaking = asyncio.ensure_future(node(theirs))
        counting = Counting(Census(BOOK), BOOK, ClockRate(1.0), lambda _: None)
        try:
            with pytest.raises(NothingToCount, match=why):
                await asyncio.wait_for(counting.run((ours,), said.append, 1.0), 20)
        finally:
            speaking.cancel()

    asyncio.run(story())
    assert said == [why]

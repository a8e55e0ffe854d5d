"""Sensor truth on the screen: what is read at each seat, who is silent and for how long, in plain words."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from support.screen_states import NODES, PLUG, READS, plain, senses, with_seat

from display.app import DealerScreen
from display.log import Teller
from display.widgets.seat import READ_BACK, SeatBox
from display.wording import sensing
from display.wording.ticking import LEAST_S, Silences, silences
from display.wording.wording import ENGLISH, wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import FindingView, NodeView, Notice, SenseView, SilentView, TableView


def shown(view: TableView, reader: Any, size: tuple[int, int] = (80, 24)) -> tuple[str, list[str]]:
    """The screen's text, and the text of each seat's box."""

    async def story() -> tuple[str, list[str]]:
        app = DealerScreen()
        app.now_s = lambda: 0.0  # "last seen" counts on while a busy machine draws
        async with app.run_test(size=size) as pilot:
            app.hear(view)
            await pilot.pause()
            return reader.text(app), ["\n".join(reader.texts(box)) for box in app.query(SeatBox) if box.display]

    return asyncio.run(story())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
def test_each_state_of_an_antenna_is_told_at_its_seat(size: tuple[int, int], reader: Any) -> None:
    _, seats = shown(senses(), reader, size)
    told = ["none read", "1 of 2 read", "", "3 cards!", "not readable", "foreign card"]
    for words, box in zip(told, seats, strict=False):
        assert words in box
    assert [box.count(READ_BACK) for box in seats] == [0, 1, 2, 2, 0, 2, 0, 0, 2]
    assert "away" in seats[6]
    assert "penalty 3" in seats[7]
    assert "off chair" in seats[8]


def test_where_all_is_read_nothing_is_said() -> None:
    seat = plain().seats[1]
    for reads, cards in READS:
        said = sensing.sense(SenseView(2, reads, cards, 2), replace(seat, cards=cards), ENGLISH)
        assert bool(said) == (reads in {"too-many", "unreadable", "foreign"})
    assert sensing.sense(None, seat, ENGLISH) == ""


def test_who_was_heard_just_now_was_not_seen_no_seconds_ago(reader: Any) -> None:
    just_now = replace(senses(), silent=(SilentView(PLUG.node, 0.4),))
    text, _ = shown(just_now, reader, (120, 40))
    assert "plug it in again" in text
    assert "last seen" not in text


def test_the_bridge_is_no_reader(reader: Any) -> None:
    text, _ = shown(senses(), reader, (120, 40))
    assert "1 of 3 readers needs a look" in text
    hidden = replace(plain(), nodes=(replace(NODES[0], unknown_zones=("seat:3",)), *NODES[1:]))
    assert "1 place not seen" in shown(hidden, reader, (120, 40))[0]
    gone = replace(plain(), nodes=(replace(NODES[0], status="down", reason="bridge-gone"), *NODES[1:]))
    assert "no bridge: nothing is sensed" in shown(gone, reader, (120, 40))[0]


def test_a_pulled_plug_is_said_in_plain_words(reader: Any) -> None:
    text, _ = shown(senses(), reader, (120, 40))
    assert "its USB plug is out or its cable broken; plug it in again; last seen 3 s ago" in text
    assert "hung up" not in text
    assert "not seen: bets 5, board, cards 5, stacks 5" in text


CITE = Citation("tda-2019", "53")
CASE = FindingView(
    3, "irregular", 2, CITE, (("cause", "out-of-turn"), ("pushed_chips", 300)), ("stands", "take-back"), open=True
)
SETTLED = tuple(
    FindingView(
        number, "irregular", number, Citation("tda-2019", f"5{number}"), (("cause", "undercall"),), (), open=False
    )
    for number in (4, 3, 2, 1)
)


@pytest.mark.parametrize("language", ["en", "it", "es"])
@pytest.mark.parametrize("case", [(), (CASE,)])
def test_a_dead_reader_is_named_whatever_else_there_is(
    case: tuple[FindingView, ...], language: str, reader: Any
) -> None:
    """On the lowest screen findings stand before it, and the settled ones give way."""
    view = replace(senses(), findings=(*SETTLED[:2], *case, *SETTLED[2:]), language=language)
    text, _ = shown(view, reader)
    words = wording_in(language)
    told = words.say("node.told", node=words.say("node.reader", node=PLUG.node), status=words.code("node", "down"))
    assert f"! {told}" in text
    last = next(line for line in text.split("\n") if told in line)
    more = words.say("finding.more" if case else "node.unknown", count=1, zones="", key="j")
    assert more in last, "what has no room is counted beside it"
    assert (words.code("cause", "out-of-turn") in text) == bool(case), "what is open stands above it"


def test_the_log_mentions_it_and_the_return() -> None:
    def told(*facts: tuple[str, str]) -> list[str]:
        return Teller().hear(Notice("reader", facts))

    facts: Sequence[tuple[str, str]] = (("status", "down"), ("node", "seats-5-6"), ("reason", PLUG.reason))
    assert told(*facts) == ["  reader seats-5-6 is gone: its USB plug is out or its cable broken; plug it in again"]
    assert told(("status", "ready"), ("node", "seats-5-6")) == ["  reader seats-5-6 is back"]
    unseen = Teller().hear(Notice("unseen", (("zones", "seat:3 board"),)))
    assert unseen == ["  not seen any more: board, cards 3"]


def test_a_silence_ticks_on_the_screens_own_time(reader: Any) -> None:
    async def story() -> list[str]:
        app, now, seen = DealerScreen(), [100.0], []
        app.now_s = lambda: now[0]
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(senses())
            for passed_s in (0.0, 0.9, 58.0, 120.0):
                now[0] = 100.0 + passed_s
                app.tick()
                await pilot.pause()
                seen.append(reader.text(app).partition("last seen ")[2].partition(" ago")[0])
            app.hear(replace(senses(), silent=(), nodes=NODES))
            await pilot.pause()
            seen.append(reader.text(app).partition("last seen ")[2])
        return seen

    assert asyncio.run(story()) == ["3 s", "4 s", "1 min", "2 min", ""]


def test_the_next_look_comes_when_what_is_shown_changes() -> None:
    quiet = silences(replace(plain(), silent=(SilentView("one", 3.25),), pace=1.0), 50.0)
    assert quiet.seconds(50.0) == {"one": 3}
    assert quiet.next_s(50.0) == pytest.approx(0.75)
    fast = silences(replace(plain(), silent=(SilentView("one", 3.0),), pace=10.0), 50.0)
    assert fast.seconds(50.1) == {"one": 4}
    assert fast.next_s(50.05) == pytest.approx(0.05)
    assert Silences({"one": 0.0}).next_s(90.0) == pytest.approx(30.0), "minutes change once a minute"
    assert Silences({"one": 0.0}).next_s(0.999999) == LEAST_S
    assert Silences({}).next_s(1.0) is None


def test_hostile_words_of_a_node_are_cleaned(reader: Any) -> None:
    bad = NodeView("\x1b]0;x\x07", "down", "\x1b[31mred")
    text, _ = shown(replace(plain(), nodes=(*NODES, bad)), reader)
    assert "\x1b" not in text


def test_tabled_hands_and_empty_seats_need_no_word_of_the_antenna() -> None:
    view = with_seat(plain(), 2, tabled=("Ah", "Kd"))
    assert sensing.sense(SenseView(2, "none", 0, 2), view.seats[1], ENGLISH) == ""
    empty = with_seat(plain(), 2, status="empty", cards=0)
    assert sensing.sense(SenseView(2, "unreadable", 0, 2), empty.seats[1], ENGLISH) == ""
    assert sensing.sense(SenseView(2, "foreign", 1, 2), empty.seats[1], ENGLISH) == "foreign card"

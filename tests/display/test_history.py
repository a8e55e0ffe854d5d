"""The hands of this table: out of the journal, public facts only; on the screen page by page, and as text."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from support.dealt_tables import KeysOnly
from support.one_hand import HAND, HEADER, entries_of, journalled_player
from support.script_text import script_text

from display.app import DealerScreen
from display.keys.pages import AT_A_TIME, Page, leafed, opened
from display.widgets.page import hand_entry, page_lines
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.cards import Card, parse_cards
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import STUB
from table_controller.controller.controller import Controller
from table_controller.journal.journal import Journal, MemoryJournal
from table_controller.projections.hand_history import Hand, hands_of
from table_controller.runtime.cli import journal_tools
from table_controller.runtime.processes.answers import Answers
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import (
    AskHistory,
    Command,
    MarkBoard,
    MarkDealt,
    MarkFold,
    MarkRiffle,
    Say,
    ShowCards,
    Undo,
)
from table_controller.vocabulary.events import CardBoarded, CardIdentified, CardStrayed, Event, Riffled
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.outcomes import BoardNamed, HandShown, Outcome
from table_controller.vocabulary.record import AppliedEvent, Record, decode_record
from table_controller.vocabulary.views import (
    FEED,
    FoundView,
    HandView,
    HistoryView,
    NextAct,
    PromptView,
    Refused,
    TableView,
    WonView,
)

SECOND = """next hand
deal 2=AhAd
2: raises to 600
3: calls
1: calls
flop 3s4s8h
3: bets 400
1: raises to 1600
2: pushes 4x100
"""


@cache
def played() -> Controller:
    """A hand to its end, and a second one in which a call was too small."""
    player = journalled_player(MemoryJournal(HEADER, boot_id=UUID(int=3)))
    text = script_text("two hands", HAND.format(button=1, small=2, big=3) + SECOND)
    assert play(parse_script("two.toml", text), lambda _: player).failure is None
    return player.process.controller


def records(controller: Controller) -> list[Record]:
    return [decode_record(entry.payload) for entry in controller.journal.entries()]


def asked(controller: Controller, question: AskHistory) -> HistoryView:
    answer = asyncio.run(Answers(controller).to(question))
    assert isinstance(answer, HistoryView)
    return answer


def leaks(history: HistoryView, told: list[Record]) -> set[Card]:
    """Cards of the history that nobody at the table was shown."""
    outcomes = [outcome for record in told for applied in record.applied_events for outcome in applied.outcomes]
    public = {card for one in outcomes if isinstance(one, BoardNamed | HandShown) for card in one.cards}
    written = FEED.encode(history).decode()
    return {Card(card) for card in re.findall(r'"([2-9TJQKA][cdhs])"', written)} - public


def test_the_history_tells_board_winner_and_findings() -> None:
    history = asked(played(), AskHistory())
    second, first = history.hands
    assert (second.hand, second.fate, second.board) == (2, "under-way", ("3s", "4s", "8h"))
    assert [(found.topic, found.seat, found.cite) for found in second.findings] == [
        ("undercall", 2, Citation("tda-2019", "51-B"))
    ]
    assert second.findings[0].title
    assert (first.hand, first.fate, len(first.board)) == (1, "", 5)
    assert [(won.seat, won.chips, won.label) for won in first.won] == [(1, 2400, "One pair")]
    assert dict(first.tabled) == {1: ("Ah", "Ad"), 2: ("Kh", "Kd")}
    assert not history.more


def test_no_card_that_was_not_tabled_is_told() -> None:
    told = records(played())
    history = asked(played(), AskHistory())
    assert leaks(history, told) == set()
    planted = replace(history.hands[1], tabled=((3, (Card("7c"), Card("2d"))),))
    assert leaks(replace(history, hands=(history.hands[0], planted)), told) == {"7c", "2d"}


def test_what_was_undone_is_told_no_more() -> None:
    controller = played()
    undone = Controller(MemoryJournal(HEADER, boot_id=UUID(int=4)), controller.book, controller.session, lambda: 0)
    record = undone.accept(Undo(), 9e6)
    assert isinstance(record, Record)
    history = hands_of([*records(controller), record])
    hand = history.latest(0, 1)[0][0].view(lambda _: "")
    assert (hand.findings, hand.retold) == ((), True)


def test_a_board_and_a_hand_that_were_keyed_wrongly_and_undone_are_told_as_they_were_keyed_again() -> None:
    table = KeysOnly()

    def keyed(*commands: Command) -> HandView:
        for command in commands:
            assert isinstance(table.take(command), Record), command
        return hands_of(records(table.controller)).latest(0, 1)[0][0].view(lambda _: "")

    rest = [Say("call")] * 5 + [Say("check")]
    hand = keyed(MarkRiffle(), MarkDealt(), *rest, MarkBoard(parse_cards("2c3c4c")))
    assert hand.board == parse_cards("2c3c4c")
    assert keyed(Undo()).board == ()
    streets = ("5c6c7c", "8h", "9h")
    for cards in streets:
        hand = keyed(MarkBoard(parse_cards(cards)), *[Say("check")] * 6)
    assert hand.board == parse_cards("".join(streets))
    first = hand_to_show(table)
    hand = keyed(ShowCards(first, parse_cards("AhKh")))
    assert dict(hand.tabled) == {first: parse_cards("AhKh")}
    assert dict(keyed(Undo()).tabled) == {}
    assert dict(keyed(ShowCards(first, parse_cards("AdKd"))).tabled) == {first: parse_cards("AdKd")}


def hand_to_show(table: KeysOnly) -> int:
    """The seat that shows first."""
    seat = table.view().next.seat
    assert seat is not None
    return seat


def test_older_hands_come_when_they_are_asked_for() -> None:
    journal = MemoryJournal(HEADER, boot_id=UUID(int=5))
    controller = Controller(journal, played().book, played().session, lambda: 0)
    for entry in entries_of(3):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    answers = Answers(controller)

    async def story() -> tuple[Any, Any, Any]:
        return (
            await answers.to(AskHistory(0, 2)),
            await answers.to(AskHistory(2, 2)),
            await answers.to(AskHistory(0, 0)),
        )

    newest, older, none = asyncio.run(story())
    assert ([hand.hand for hand in newest.hands], newest.more) == ([3, 2], True)
    assert ([hand.hand for hand in older.hands], older.more) == ([1], False)
    assert (none.hands, none.more) == ((), True)
    page = opened(opened(None, newest), older)
    assert isinstance(page.what, HistoryView)
    assert [hand.hand for hand in page.what.hands] == [3, 2, 1]


def test_the_history_is_read_from_the_journal_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=UUID(int=6), mono_ns=0)
    for entry in entries_of(1):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    history = asked(Controller(journal, played().book, played().session, lambda: 0), AskHistory())
    journal.close()
    assert [hand.hand for hand in history.hands] == [1]
    status, text = journal_tools.hands(path)
    assert (status, "Hand 1  3♠ 4♠ 8♥ 9♣ T♣" in text, "wins 2,400" in text) == (0, True, True)
    assert not {"7♣", "2♦"} & set(text.split())
    status, text = journal_tools.pot(path, 1)
    assert (status, text.count("together"), "main pot of " in text) == (0, 2, True), text
    assert journal_tools.pot(path, 7) == (journal_tools.BAD, f"{path}: no hand 7 with chips in its pots")
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    assert journal_tools.hands(path)[0] == journal_tools.BAD
    broken = Controller(journal, played().book, played().session, lambda: 0)
    assert asyncio.run(Answers(broken).to(AskHistory())) == Refused("no-history")
    assert journal_tools.hands(tmp_path / "none")[0] == journal_tools.UNREADABLE


def many(count: int) -> HistoryView:
    """A long evening with hostile names and long findings."""
    cite = Citation("tda-2019", "45-A")
    name = "An\x1b[31mna [bold]" + "W" * 40
    found = FoundView("irregular", 3, name, cite, "All chips needed", (("cause", "undercall"), ("pushed_chips", 300)))
    hand = HandView(0, "", tuple(map(Card, ("Ah", "Kd", "2c"))), ((3, (Card("7c"), Card("7d"))),),
                    (WonView(3, name, 10_170_000, "Full house"),), (found, found))  # fmt: skip
    return HistoryView(tuple(replace(hand, hand=number) for number in range(count, 0, -1)), 0, more=True)


@pytest.mark.parametrize(("size", "language"), [((80, 24), "en"), ((80, 24), "it"), ((200, 50), "es")])
def test_a_page_of_history_is_whole(
    size: tuple[int, int], language: str, make_table: Callable[..., TableView], reader: Any, fake_controller: Any
) -> None:
    async def story() -> None:
        app = DealerScreen(fake := fake_controller(), language=language)
        async with app.run_test(size=size) as pilot:
            app.hear(make_table())
            await pilot.press("j")
            await fake.took(1)
            assert fake.sent == [AskHistory()]
            app.hear(many(9))
            await pilot.pause()
            first = reader.text(app)
            assert reader.faults(app) == []
            assert "A♥ K♦ 2♣" in first
            assert "10,170,000" in first or "10.170.000" in first
            assert "\x1b" not in first
            await pilot.press("2")
            await pilot.pause()
            assert reader.faults(app) == []
            assert reader.text(app) != first
            await pilot.press("escape")
            await pilot.pause()
            assert "A♥ K♦ 2♣" not in reader.text(app)

    asyncio.run(story())


def test_the_page_gives_way_to_what_wants_a_look(make_table: Callable[..., TableView], reader: Any) -> None:
    async def story() -> None:
        app = DealerScreen()
        async with app.run_test(size=(80, 24)) as pilot:
            app.hear(make_table())
            app.hear(many(2))
            app.hear(make_table(next=NextAct("deal-turn")))
            await pilot.pause()
            assert "Hand 2" in reader.text(app), "what the dealer need not see at once leaves it there"
            app.hear(make_table(prompts=(PromptView("p", "cards-gone", 3, ("folded", "still-there")),)))
            await pilot.pause()
            assert "Hand 2" not in reader.text(app)

    asyncio.run(story())


@pytest.mark.parametrize("key", ["f", "a", "enter", "u", "p"])
def test_a_key_of_an_act_only_closes_the_page(
    key: str, make_table: Callable[..., TableView], fake_controller: Any, reader: Any
) -> None:
    async def story() -> None:
        app = DealerScreen(fake := fake_controller())
        async with app.run_test(size=(80, 24)) as pilot:
            app.hear(make_table())
            app.hear(many(2))
            await pilot.press(key)
            await pilot.pause()
            assert (fake.sent, "Hand 2" in reader.text(app)) == ([], False)
            await pilot.press("f")
            await fake.took(1)
            assert fake.sent == [MarkFold()]
            app.hear(many(2))
            await pilot.press("L", "T")
            assert app.shown.leafing, "another language does not close it"

    asyncio.run(story())


def test_the_keys_of_a_page() -> None:
    page = Page(many(9), 3)
    assert leafed(page, "c", 6) is None
    down = leafed(page, "down", 6)
    assert down is not None
    assert (down.page, down.ask) == (replace(page, leaf=4), AskHistory(1, AT_A_TIME))
    up = leafed(page, "8", 6)
    assert up is not None
    assert (up.page, up.ask) == (replace(page, leaf=2), None)


def test_every_hand_stands_on_one_leaf_or_another() -> None:
    words, seen = wording_in("en"), ""
    leaves = page_lines(Page(many(9)), (), words, 80, 18)[1]
    for leaf in range(leaves):
        seen += "\n".join(
            "".join(text for text, _ in line) for line in page_lines(Page(many(9), leaf), (), words, 80, 18)[0]
        )
    assert [number for number in range(1, 10) if f"Hand {number} " not in seen] == []


def test_a_card_that_goes_back_is_no_part_of_the_board() -> None:
    """A flop is dealt anew; a card that is picked up and put back stays."""
    hand, flop = Hand(1, {}), parse_cards("5c6c7h5d")
    handles = tuple(Handle(f"c{at}") for at in range(4))

    def told(event: Event, *outcomes: Outcome) -> None:
        hand.take(AppliedEvent(len(hand.happened) + 1, event, outcomes, (), ()))

    told(Riffled(0.0))
    for handle, card in list(zip(handles, flop, strict=True))[:3]:
        told(CardBoarded(handle, 1.0, 1.0))
        told(CardIdentified(handle, card, 1.0), BoardNamed((card,)))
    told(CardStrayed(handles[0], STUB, 2.0))
    told(CardBoarded(handles[0], 3.0, 3.0))
    assert sorted(hand.view(str).board) == ["5c", "6c", "7h"]
    for handle in handles[:3]:
        told(CardStrayed(handle, STUB, 4.0))
    told(CardBoarded(handles[3], 5.0, 5.0))
    told(CardIdentified(handles[3], flop[3], 5.0), BoardNamed(flop[3:]))
    assert hand.view(str).board == ("5d",)


def test_what_is_settled_is_marked_so() -> None:
    """An exclamation mark stands before what is open, in the list of hands as on the table."""
    (over,) = many(1).hands
    open_ = replace(over.findings[0], ruled="")
    ruled = replace(open_, ruled="complete-call")
    for hand, signs in (
        (replace(over, findings=(open_,)), "✓"),
        (replace(over, fate="under-way", findings=(open_, ruled)), "!✓"),
    ):
        lines = ["".join(text for text, _ in line) for line in hand_entry(hand, wording_in("en"), 100)]
        assert [line.strip()[0] for line in lines if line.strip()[:2] in {"! ", "✓ "}] == list(signs)

"""A rule explained: what the book answers, what each other book would, in codes; and its page on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any, get_args
from uuid import UUID

import pytest
from support.no_broker import NoBroker
from support.one_hand import HEADER, journalled_player
from support.script_text import script_text

from display.app import DealerScreen
from display.keys.pages import Page, leafed
from display.widgets.page import page_lines
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import Controller
from table_controller.game import engine
from table_controller.game.rulebooks.keys import ruled_at, with_ruled
from table_controller.game.rulebooks.shipped import package_rulebook, shipped_books
from table_controller.journal.journal import MemoryJournal
from table_controller.projections.effects import changes
from table_controller.runtime.processes.answers import Answers
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.processes.explaining import explained, told_effects
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.session.replay import folding
from table_controller.session.state import Session
from table_controller.vocabulary.commands import COMMANDS, AskHistory, Explain, Rule
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.outcomes import HandBegan
from table_controller.vocabulary.views import (
    FEED,
    Effect,
    ExplainedView,
    HistoryView,
    OtherBookView,
    Refused,
    Says,
    TableView,
)

BOOK = package_rulebook("tda-2019")
UNDERCALL = """deal
1: calls
2: calls
3: checks
flop 3s4s8h
2: bets 400
3: raises to 1600
1: pushes 4x100
"""


@cache
def undercall() -> Controller:
    player = journalled_player(MemoryJournal(HEADER, boot_id=UUID(int=8)))
    script = parse_script("undercall.toml", script_text("an undercall", UNDERCALL))
    assert play(script, lambda _: player).failure is None
    return player.process.controller


def view() -> ExplainedView:
    answer = asyncio.run(Answers(undercall()).to(Explain()))
    assert isinstance(answer, ExplainedView)
    return answer


def other(of: ExplainedView, book: str) -> OtherBookView:
    return next(one for one in of.others if one.book == book)


def test_an_undercall_is_explained() -> None:
    told = view()
    assert (told.number, told.count, told.topic, told.seat) == (1, 1, "undercall", 1)
    assert (told.cite, told.title, told.kind) == (Citation("tda-2019", "51-B"), "Undercall", "AUTO")
    assert ("pushed_chips", 400) in told.facts
    assert told.effects == ()
    assert told.options[:2] == ("complete-call", "forfeit-and-fold")
    assert {one.book for one in told.others} == set(shipped_books()) - {"tda-2019"}
    assert all(one.ref and one.title for one in told.others)


def test_the_other_books_answer_as_their_engine_does() -> None:
    told = view()
    italian = other(told, "figp-2012")
    assert (italian.says, italian.ref, italian.options) == ("otherwise", "15-b", ())
    assert {Effect("acts-call", 1, 1600), Effect("owes", 1, 1200)} <= set(italian.effects)
    assert (other(told, "tda-holdem").says, other(told, "tda-holdem").ref) == ("same", "29")


def test_a_planted_answer_of_another_book_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who swaps a book's policy sees it in the explanation: nothing is written down beside the engine."""
    holdem = package_rulebook("tda-holdem")
    key = "undercall.multiway_raise"
    planted = with_ruled(holdem, key, ruled_at(package_rulebook("figp-2012"), key))
    books = {book: package_rulebook(book) for book in shipped_books()} | {"tda-holdem": planted}
    monkeypatch.setattr("table_controller.runtime.processes.explaining.known_rulebook", books.__getitem__)
    assert other(view(), "tda-holdem").says == "otherwise"


def test_a_book_that_leaves_it_to_the_floor_is_silent() -> None:
    player = journalled_player(MemoryJournal(HEADER, boot_id=UUID(int=9)))
    text = script_text("a flop too early", "deal\n1: calls\nflop AhKd2c\n")
    assert play(parse_script("flop.toml", text), lambda _: player).failure is None
    told = explained(player.process.controller.session, BOOK)
    assert isinstance(told, ExplainedView)
    assert told.topic == "premature-board"
    assert (other(told, "ipo-2015").says, other(told, "ipo-2015").ref) == ("silent", "1")


def test_no_finding_and_a_number_that_is_none_are_refused() -> None:
    empty = Session(undercall().session.base, undercall().session.base)
    assert explained(empty, BOOK) == Refused("no-finding")
    assert explained(undercall().session, BOOK, 7) == Refused("no-finding")
    assert isinstance(explained(undercall().session, BOOK, 1), ExplainedView)


def test_asking_changes_nothing_and_is_written_nowhere() -> None:
    controller = undercall()
    before, written = controller.session, controller.journal.last_sequence
    assert controller.accept(Explain(), 1e6) == Refused("only-shown")
    view()
    assert (controller.session, controller.journal.last_sequence) == (before, written)
    planted = controller.session.table.cases
    assert not isinstance(controller.accept(Rule("complete-call"), 1e6), Refused)
    assert controller.session.table.cases != planted
    undercall.cache_clear()


def long_view() -> ExplainedView:
    """The fullest page: every book otherwise, with many effects."""
    told = view()
    effects = other(told, "figp-2012").effects
    others = tuple(
        replace(one, says=says, effects=effects, options=told.options)
        for one, says in zip(told.others, get_args(Says), strict=True)
    )
    return replace(told, number=2, count=3, effects=effects, others=others)


@pytest.mark.parametrize(("size", "language"), [((80, 24), "en"), ((80, 24), "it"), ((120, 40), "es")])
def test_the_page_is_whole(
    size: tuple[int, int], language: str, make_table: Callable[..., TableView], reader: Any, fake_controller: Any
) -> None:
    told = long_view()

    async def story() -> None:
        app = DealerScreen(fake := fake_controller(), language=language)
        async with app.run_test(size=size) as pilot:
            app.hear(make_table())
            await pilot.press("i")
            await fake.took(1)
            assert fake.sent == [Explain()]
            app.hear(FEED.decode(FEED.encode(told)))
            await pilot.pause()
            assert reader.faults(app) == []
            assert "51-B" in reader.text(app)
            await pilot.press("6")
            await fake.took(2)
            assert fake.sent[-1] == Explain(3)
            await pilot.press("down")
            await pilot.pause()
            assert reader.faults(app) == []
            await pilot.press("escape")
            await pilot.pause()
            assert "51-B" not in reader.text(app)

    asyncio.run(story())


def test_the_first_finding_has_none_before_it() -> None:
    turned = leafed(Page(view()), "4", 1)
    assert turned is not None
    assert turned.ask is None


def test_every_answer_of_another_book_has_its_words() -> None:
    text = ""
    for leaf in range(9):
        text += "\n".join(
            "".join(one for one, _ in line)
            for line in page_lines(Page(long_view(), leaf), (), wording_in("en"), 80, 18)[0]
        )
    for said in (
        "the same",
        "otherwise: ",
        "silent: the floor decides",
        "finds nothing in it",
        "Who sees it: the table",
    ):
        assert said in text


def test_the_controller_answers_the_screen_that_asks() -> None:
    controller = undercall()
    service = ControllerService(controller, NoBroker(), ClockRate())
    written = controller.journal.last_sequence
    screen: Any = NoBroker()
    explanation = asyncio.run(service._command(COMMANDS.encode(Explain(1)), screen))
    assert explanation == view()
    history = asyncio.run(service._command(COMMANDS.encode(AskHistory()), screen))
    assert isinstance(history, HistoryView)
    assert [hand.hand for hand in history.hands] == [1]
    assert controller.journal.last_sequence == written


def test_what_a_hand_begins_with_is_no_answer_to_where_the_button_lies() -> None:
    """All players of a new hand were said to be in the hand again, and to owe their blinds."""
    session = undercall().session
    judged = next(
        one
        for one in folding(session.base, session.happened, session.undone, BOOK)
        if any(isinstance(outcome, HandBegan) for outcome in one.applied.outcomes)
    )
    made = engine.step(judged.before, judged.told, BOOK)
    assert {effect.code for effect in changes(judged.before, made)} >= {"hand-live", "level"}
    assert {effect.code for effect in told_effects(judged.before, made)} <= {"button", "blinds"}

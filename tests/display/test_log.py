"""The plain log: a hand told line by line, exactly."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from display.feed import Connected, Feed, Heard, Lost
from display.log import Teller, lines, write_log
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace
from table_controller.projections.log_lines import lines_of_events
from table_controller.vocabulary.events import PenaltyGiven
from table_controller.vocabulary.findings import Citation, Finding, Option
from table_controller.vocabulary.outcomes import (
    OUTCOMES,
    ActRuled,
    BetReturned,
    BoardNamed,
    ForcedBetPosted,
    HandBegan,
    HandSettled,
    HandShown,
    Outcome,
    PotAwarded,
    StreetOpened,
)
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import FEED, LevelView, LogLine, Notice, PotView, Refused, SeatView, TableView

Serve = Callable[..., AbstractAsyncContextManager[None]]

HAND: tuple[Outcome | Finding, ...] = (
    HandBegan(12, 3, 1, 2, (1, 2, 3), ((1, 10_000), (2, 10_000), (3, 10_181_175))),
    ForcedBetPosted(1, "small-blind", 100),
    ForcedBetPosted(2, "big-blind", 200),
    StreetOpened("preflop"),
    ActRuled(3, "raise", 600, all_in=False),
    ActRuled(1, "fold", 100, all_in=False),
    Finding(
        "irregular", 2, Citation("tda-2019", "1"), (("cause", "undercall"), ("pushed_chips", 300)),
        (Option("complete-call"), Option("take-back")), stops_play=True,
    ),
    ActRuled(2, "call", 600, all_in=False),
    StreetOpened("flop"),
    BoardNamed((Card("Ah"), Card("Kd"), Card("2c"))),
    ActRuled(2, "check", 0, all_in=False),
    ActRuled(3, "bet", 10_170_000, all_in=True),
    ActRuled(2, "call", 9_400, all_in=True),
    BetReturned(3, 10_160_600),
    StreetOpened("showdown"),
    HandShown(3, (Card("As"), Card("Ad")), "Three of a kind"),
    HandShown(2, (Card("Qs"), Card("Jd")), ""),
    PotAwarded(0, 3, 20_100),
    PotAwarded(1, 2, 25),
    HandSettled(12, ((1, 9_900), (2, 25), (3, 10_190_675))),
)  # fmt: skip

GOLDEN = """\
Hand 12: no-limit hold'em, blinds 100/200, ante 25, TDA 2019
  Seat 1 Anna        10,000  small blind
  Seat 2 李小龍      10,000  big blind
  Seat 3 Bo      10,181,175  button
  Seat 1 Anna posts the small blind 100
  Seat 2 李小龍 posts the big blind 200
Preflop
  Seat 3 Bo raises to 600
  Seat 1 Anna folds
  Finding: Less than a call, seat 2 李小龍 (TDA 2019, rule 1)
    300 went in
    The floor may choose: complete the call, take it back
  Seat 2 李小龍 calls 600
Flop
  On the board: Ah Kd 2c
  Seat 2 李小龍 checks
  Seat 3 Bo bets 10,170,000 and is all in
  Seat 2 李小龍 calls 9,400 and is all in
  Not called: 10,160,600 of seat 3 Bo
Showdown
  Seat 3 Bo shows As Ad: three aces
  Seat 2 李小龍 shows Qs Jd
  Seat 3 Bo wins 20,100 from the main pot
  Seat 2 李小龍 wins 25 from side pot 1
  Hand 12 is over. Stacks:
  Seat 1 Anna         9,900
  Seat 2 李小龍          25
  Seat 3 Bo      10,190,675

"""


def what(said: Outcome | Finding) -> dict[str, Any]:
    if isinstance(said, Finding):
        return {"is": "Finding", **msgspec.to_builtins(said)}
    return OUTCOMES.to_object(said)


def told(said: Outcome | Finding, n: int = 1) -> LogLine:
    return LogLine(n, 1.0, what(said))


@pytest.fixture
def before(make_table: Callable[..., TableView], make_seat: Callable[..., SeatView]) -> TableView:
    seats = (make_seat(1, "Anna"), make_seat(2, "李小龍"), make_seat(3, "Bo", stack_chips=10_181_175))
    return make_table(seats=seats, hand=11, street="idle", pots=(PotView(1, (1,)), PotView(1, (1,))))


def test_a_hand_reads_as_it_happened(tmp_path: Path, before: TableView, serve: Serve) -> None:
    async def handler(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FEED.encode(before))
        writer.writelines(FEED.encode(told(said, n)) for n, said in enumerate(HAND, 1))

    async def story() -> str:
        stream = io.StringIO()
        async with serve(tmp_path / "s", handler):
            await write_log(Feed(str(tmp_path / "s")), stream, follow=False)
        return stream.getvalue()

    text = asyncio.run(story())
    assert text == GOLDEN + "  connection to the controller lost: the controller closed the connection; trying again\n"


def test_a_dead_small_blind_and_a_hand_whose_stacks_are_not_told(before: TableView) -> None:
    raised = replace(before, hand=12, coming=LevelView(300, 600, 75))
    assert "blinds 300/600, ante 75," in lines(told(HandBegan(13, 1, None, 3, (1, 3))), raised)[0]
    later = replace(raised, coming=LevelView(300, 600, 75, later=True))
    assert "blinds 300/600" not in lines(told(HandBegan(13, 1, None, 3, (1, 3))), later)[0]
    header = lines(told(HandBegan(13, 1, None, 3, (1, 3))), before)
    assert header[1:] == ["  Seat 1 Anna    button", "  Seat 3 Bo      big blind", "  The small blind is dead"]


def test_what_was_told_before_a_break_is_not_told_again(before: TableView) -> None:
    teller = Teller()
    check = told(ActRuled(1, "check", 0, all_in=False), 5)
    story: list[Heard] = [Connected(), before, check, check, Lost("closed"), Connected(), before, check]
    said = [line for heard in story for line in teller.hear(heard)]
    assert said.count("  Seat 1 Anna checks") == 2, "two outcomes of one event, none repeated after the break"


def test_the_showdown_waits_for_the_cards_that_are_still_to_be_named(before: TableView) -> None:
    teller = Teller()
    teller.hear(before)
    river = BoardNamed((Card("9s"),))
    shown = HandShown(3, (Card("As"), Card("Ad")), "One pair")
    story: tuple[Outcome, ...] = (StreetOpened("river"), StreetOpened("showdown"), river, shown)
    said = [line for n, outcome in enumerate(story, 1) for line in teller.hear(told(outcome, n))]
    assert said == ["River", "  On the board: 9s", "Showdown", "  Seat 3 Bo shows As Ad: a pair of aces"]


def test_a_new_journal_begins_a_new_story(before: TableView, make_table: Callable[..., TableView]) -> None:
    teller = Teller()
    check = told(ActRuled(1, "check", 0, all_in=False), 5)
    for heard in (Connected(), before, check, Lost("closed"), Connected()):
        teller.hear(heard)
    teller.hear(make_table(epoch="e2", seats=before.seats))
    assert teller.hear(check) == ["  Seat 1 Anna checks"]


def test_the_rest_of_the_feed() -> None:
    teller = Teller()
    assert teller.hear(Notice("pace", (("paused", 1),))) == ["  the simulated table pauses"]
    assert teller.hear(Notice("leave")) == ["  the demonstration ends"]
    assert teller.hear(Refused("nothing-to-undo")) == ["  not taken: there is nothing to take back"]
    assert teller.hear(Lost("no-socket")) == [
        "  connection to the controller lost: no controller answers; trying again"
    ]


@pytest.mark.parametrize(
    "strange",
    [
        {},
        {"is": "Later"},
        {"is": "ActRuled", "v": 1},
        {"is": "ActRuled", "v": 9, "seat": 1, "kind": "fold", "to_chips": 0, "all_in": False},
        {"is": "Finding", "topic": 3},
        {"is": "HandSettled", "v": 1, "stacks": "none"},
        {"is": "\x1b[2J"},
    ],
)
def test_what_this_release_does_not_know_is_named_and_harms_nothing(
    strange: dict[str, object], before: TableView
) -> None:
    assert len(lines(LogLine(1, 0.0, strange), before)) == 1
    assert lines(LogLine(1, 0.0, strange), None)[0].isprintable()
    teller = Teller()
    teller.hear(before)
    assert len(teller.hear(LogLine(1, 0.0, strange))) == 1


def test_without_a_view_seats_go_by_their_numbers() -> None:
    assert lines(told(ActRuled(4, "all-in", 900, all_in=True)), None) == ["  Seat 4 is all in for 900"]
    assert lines(told(HandBegan(1, 1, 2, 3, (1, 2, 3))), None) == ["Hand 1"]
    assert lines(told(PotAwarded(0, 4, 900)), None) == ["  Seat 4 wins 900 from the pot"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (PenaltyGiven(2, 1, 1.0), "Penalty for seat 2: a hand"),
        (PenaltyGiven(2, 4, 1.0, 2), "Penalty for seat 2: 4 hands, 2 rounds"),
        (PenaltyGiven(2, 0, 1.0), "A warning to seat 2"),
    ],
)
def test_a_penalty_is_told_as_it_was_given(given: PenaltyGiven, said: str) -> None:
    """Nothing said why a player's hands were folded for him."""
    (line,) = lines_of_events((AppliedEvent(7, given, (), (), ()),), 1.0)
    assert lines(line, None) == [f"  {said}"]


def test_a_stream_of_another_encoding_gets_question_marks(tmp_path: Path, before: TableView, serve: Serve) -> None:
    async def handler(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.writelines([FEED.encode(before), FEED.encode(told(ActRuled(2, "check", 0, all_in=False)))])

    async def story() -> bytes:
        raw = io.BytesIO()
        stream = io.TextIOWrapper(raw, encoding="ascii")
        async with serve(tmp_path / "s", handler):
            await write_log(Feed(str(tmp_path / "s")), stream, follow=False)
        return raw.getvalue()

    assert asyncio.run(story()).startswith(b"  Seat 2 ??? checks\n")


@pytest.mark.parametrize("brief", [False, True])
def test_who_loses_his_last_chips_is_busted_once(before: TableView, *, brief: bool) -> None:
    settled = told(HandSettled(12, ((1, 0), (2, 19_800), (3, 0))))
    gone = replace(before, seats=(*before.seats[:2], replace(before.seats[2], status="busted", stack_chips=0)))
    said = lines(settled, gone, brief=brief)
    assert [line.strip() for line in said if "busted" in line] == ["Seat 1 Anna is busted"]
    assert not any("busted" in line for line in lines(settled, None, brief=brief))
    sent_off = replace(before, seats=(replace(before.seats[0], status="left", stack_chips=0), *gone.seats[1:]))
    assert not any("busted" in line for line in lines(settled, sent_off, brief=brief)), "he took his chips with him"


def test_the_winner_is_told_with_the_board_that_lies_there_by_then(before: TableView) -> None:
    """Queens and twos, it said, though two fours had come since the last view."""
    flop = (Card("2s"), Card("4s"), Card("2d"))
    teller = Teller()
    teller.hear(replace(before, street="flop", board=flop, pots=()))
    shown = HandShown(1, (Card("Qs"), Card("Qd")), "Two pair")
    later: tuple[Outcome, ...] = (
        shown,
        BoardNamed((Card("Jh"),)),
        BoardNamed((Card("4d"),)),
        PotAwarded(0, 1, 5_925, "Two pair"),
    )
    said = [line for n, one in enumerate(later, 1) for line in teller.hear(told(one, n))]
    assert said[-1] == "  Seat 1 Anna wins 5,925 from the pot with queens and fours"

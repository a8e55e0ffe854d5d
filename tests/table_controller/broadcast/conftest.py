"""A short hand as journal records and views, the same for every test of the broadcast."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import CardNamed, Handle, NodeSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import POT, bet_zone, seat_zone
from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.public import public_messages
from table_controller.vocabulary import events as ev
from table_controller.vocabulary import outcomes as out
from table_controller.vocabulary.findings import Citation, Finding, Option
from table_controller.vocabulary.record import AppliedEvent, Input, Record
from table_controller.vocabulary.views import FindingView, NextAct, NodeView, PromptView, SeatView, TableView

SECRET = Handle("h-4f2a")
BY_KEY: tuple[ev.Event, ...] = (
    ev.TraysOutOfSight((3,), True, 50),
    ev.TurnOutOfSight((3,), 50),
    ev.CardsDealtByKey(((3, Handle("h-2")), (4, Handle("h-3"))), 50),
    ev.BoardByKey(Handle("h-2"), (Handle("h-3"),), 50),
    ev.ChipsMovedByKey((ev.Move("won", 3, 100),), 50),
    ev.CardRecognised(Handle("h-2"), Handle("h-9"), 50),
)
CITE = Citation("book-1", "45-A")


@dataclass
class Story:
    """Writes records one after another, numbered as the controller numbers them."""

    number: int = 0
    live_n: int = 0
    at_s: float = 100.0
    hand: int = 1

    def record(self, *parts: tuple[ev.Event, list[out.Outcome], list[Finding]], cause: Input | None = None) -> Record:
        applied_events = []
        for event, outcomes, findings in parts:
            self.number += 1
            applied_events.append(AppliedEvent(self.number, event, tuple(outcomes), tuple(findings), ()))
        self.at_s += 0.25
        record = Record(self.at_s, self.hand, self.live_n, cause, tuple(applied_events))
        self.live_n += len(public_messages(record))
        return record

    def push(self, seat: int = 4, chips: int = 2) -> Record:
        return self.record((ev.ChipsPushed(seat, ((1000, chips),), self.at_s, self.at_s), [], []))


def view_of(story: Story, **changes: object) -> TableView:
    seats = tuple(SeatView(seat, f"Player {seat}", "in", 10_000, 0, 2) for seat in range(1, 11))
    view = TableView(
        epoch="01J9ZK7Q",
        as_of=story.live_n,
        hand=story.hand,
        street="preflop",
        variant="NT",
        rulebook="book-1",
        small_blind_chips=100,
        big_blind_chips=200,
        ante_chips=0,
        denominations=(100, 500, 1000),
        button=1,
        small_blind=2,
        big_blind=3,
        seats=seats,
        board=(),
        board_count=0,
        pots=(),
        pot_chips=300,
        action=None,
        next=NextAct("await", 4),
        findings=(FindingView(9, "undercall", 4, CITE, (("owed_chips", 400),), ("complete-call",), open=True),),
        prompts=(PromptView(f"gone {SECRET}", "seat-cards-gone", 3, ("folded", "still-there")),),
        nodes=(NodeView("node-a", "ready", ""),),
        simulated=False,
    )
    return replace(view, **changes)  # type: ignore[arg-type]  # names of fields


def put_right(s: Story) -> list[Record]:
    """Redo and each correction."""
    return [
        s.record((ev.Redone((6,), 50), [], [])),
        s.record((ev.StackCorrected(3, ((100, 5),), 50), [out.Corrected("stack", 3, 9000, 500)], [])),
        s.record((ev.CardCorrected("seat:3:1", Card("Ks"), 3, 50), [out.Corrected("card", None, before="Ah")], [])),
        s.record((ev.BetCorrected(3, 400, 3, 50), [out.Corrected("bet", 3, 200, 400)], [])),
        s.record((ev.SeatCorrected(3, 4, 3, 50), [], []), (ev.WordCorrected(3, "raise", 400, 3, 50), [], [])),
        s.record((ev.CardsNotThere((Handle("told-4-100"),), 4, 50), [], [])),
        s.record((ev.ChipsNotMoved(4, 50), [], [])),
        s.record((ev.ChecksDenied((3,), 4, 50), [], [])),
        s.record((ev.QuestionAnswered("gap-burned", "no", 50), [], [])),
        s.record((ev.ChipsDenied(((bet_zone(3), ((100, -4),)), (POT, ((100, 4),))), (POT,), 50), [], [])),
        s.record((ev.TurnTold(4, 50, mucked=ev.CardsMucked(3, (SECRET,), 50)), [], [])),
        s.record((ev.RuledInTime(3, 5, 50), [], [])),
        *(s.record((event, [], [])) for event in BY_KEY),
    ]


def beside_the_hand(s: Story) -> list[Record]:
    """What people, the clock and the panel do around a hand."""
    return [
        s.record((ev.ConductSeen(3, "device", 19), [], []), (ev.TableTold("bubble", 19), [], [])),
        s.record((ev.PenaltyGiven(3, 1, 19), [], [])),
        s.record((ev.ClockAsked(4, 20), [], []), (ev.ClockStopped(10.0, 40), [], []), (ev.TimePassed(50), [], [])),
        s.record((ev.FloorCalled(True, 51), [], []), (ev.BuzzerMuted(True, 52), [], [])),
    ]


def whole_hand(story: Story) -> list[Record]:
    """One record of every kind of event and outcome, secrets among them."""
    s, cards = story, (Card("Ah"), Card("7c"), Card("2d"))
    players = (ev.SeatSetUp(3, "Ann", 9000), ev.SeatSetUp(4, "Bo", 10_000))
    options = (Option("complete-call", (("owed_chips", 400),)), Option("fold-bet"))
    finding = Finding("undercall", 4, CITE, (("owed_chips", 400), ("card_handle", SECRET)), options, stops_play=True)
    began = out.HandBegan(1, 1, None, 4, (3, 4))
    return [
        s.record((ev.TableOpened(0, "b", "NT", 10, players, (100,), 100, 200, 0, None, 1), [], [])),
        s.record(cause=NodeSeen("node-a", "ready", "", 1.0)),
        s.record((ev.Riffled(1), [began, out.ForcedBetPosted(4, "big-blind", 200)], [])),
        s.record((ev.CardDealt(3, SECRET, 1, 2), [], []), (ev.CardDealt(4, Handle("h-2"), 2, 3, exposed=True), [], [])),
        s.push(),
        s.record(
            (ev.Declared(4, "raise", 1600, "before", 5, "sixteen"), [out.ActRuled(4, "raise", 1600, True)], [finding])
        ),
        s.record((ev.Asked(4, "count", 3, 5), [], []), (ev.HiddenChipsFound(4, ((1000, 1),), 5), [], [])),
        s.record((ev.ChipsTakenBack(4, ((1000, 1),), 6), [], []), (ev.AllInButtonPlaced(4, True, 6), [], [])),
        s.record((ev.CardBurned(SECRET, 6, 7), [], []), (ev.CardBoarded(Handle("h-9"), 7, 8), [], [])),
        s.record(
            (ev.CardIdentified(Handle("h-9"), Card("Ah"), 9), [out.StreetOpened("flop"), out.BoardNamed(cards)], []),
            cause=CardNamed(Handle("h-9"), Card("Ah"), 9.0),
        ),
        s.record((ev.CardIdentified(SECRET, Card("Ks"), 9), [], [finding]), cause=CardNamed(SECRET, Card("Ks"), 9.0)),
        s.record((ev.CardsMucked(3, (SECRET, Handle("h-3")), 10), [out.ActRuled(3, "fold", 0, False)], [])),
        s.record((ev.CardStrayed(SECRET, "seat:5", 10), [], []), (ev.Answered(f"gone {SECRET}", "folded", 10), [], [])),
        s.record((ev.CardsMucked(4, (Handle("h-4"),), 10), [out.CardsDrawn(4, 1)], [])),
        s.record((ev.FloorRuled("complete-call", (("seat", "4"),), "floor", "he had Ks", 10), [], [])),
        s.record(
            (ev.HandTabled(4, 11), [out.HandShown(4, cards, "High card")], []),
            (ev.CardShown(3, Card("Ks"), 11), [], []),
        ),
        s.record((ev.BetsGathered(4, ((1000, 1),), 12), [out.BetReturned(4, 500), out.PotAwarded(0, 4, 300)], [])),
        s.record((ev.PotPushed(4, ((100, 3),), 13), [out.HandSettled(1, ((3, 9000), (4, 10_000)))], [])),
        s.record((ev.StackCounted(4, ((1000, 10),), 14), [], []), (ev.PuckPlaced(3, 14), [], [])),
        s.record(
            (ev.HandPutAway(15), [], []),
            (ev.PlayerLeft(3, 15), [], []),
            (ev.PlayerSat(3, "Cy", 500, "new", 15), [], []),
        ),
        s.record((ev.LevelAnnounced(200, 400, 50, 16), [], []), (ev.Undone((6,), 16), [], [])),
        s.record((ev.GameChosen("F7S", 16, 25, 50), [], [])),
        s.record((ev.StrangeCardFound(seat_zone(3), "foreign", 17), [out.DealVoided(2)], [])),
        s.record((ev.BoxedCardFound(3, Card("Ks"), 17), [], []), (ev.DeckCounted((Card("Ks"),), 17), [], [])),
        s.record((ev.HandTaken(3, 18), [out.HandVoided(2)], [])),
        s.record((ev.PlayerWentAway(3, 18), [], []), (ev.PlayerCameBack(3, 19), [], [])),
        s.record((ev.ChipsRaced(25, ((3, Card("Ks")),), 20), [], [])),
        s.record((ev.TraysCounted(((3, 9000),), 0, 20), [], [])),
        s.record((ev.PotCounted(((100, 3),), 20), [], [])),
        *beside_the_hand(s),
        *put_right(s),
    ]


@pytest.fixture
def story() -> Story:
    return Story()


@pytest.fixture
def hand(story: Story) -> list[Record]:
    return whole_hand(story)


@pytest.fixture
def who() -> Identity:
    return Identity("rome", "t7", "01J9ZK7Q")


@pytest.fixture
def picture() -> Callable[..., TableView]:
    """Makes the view after a story's last record."""
    return view_of


@pytest.fixture(params=["nats", "mosquitto"])
def broker(
    request: pytest.FixtureRequest, tmp_path: Path, engine_program: Callable[[Engine], Path]
) -> Iterator[EmbeddedBroker]:
    """A running broker of each kind."""
    engine: Engine = request.param
    made = EmbeddedBroker(Place(tmp_path / "broker", "rome", "t7"), {engine: engine_program(engine)})
    made.start()
    assert made.wait_ready(60.0), made.status()
    yield made
    made.stop()


@pytest.fixture
def until() -> Callable[..., None]:
    """Waits for something that no file descriptor tells."""

    def wait(what: Callable[[], bool], why: Callable[[], str], patience_s: float = 60.0) -> None:
        tick, deadline_s = threading.Event(), time.monotonic() + patience_s
        while not what():
            assert time.monotonic() < deadline_s, why()
            tick.wait(0.01)

    return wait

"""A stranger's overlay draws hands that are dealt on the felt.

A quarter of a second after whatever happened its picture is the dealer's, though it joins when it likes, loses its
connection, hears messages twice, and the table loses its broker. `make test` plays 5 hands, a soak 50.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from support.counting import counted, noted
from support.dealt_tables import Felt, Fingers
from support.overlay import Overlay
from support.planned_hands import planned_hands
from support.scripted_dealer import FeltDealer

from table_controller.broadcast.courier import Courier, Publish, Told
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.follower import Follower, Happened
from table_controller.broadcast.public import public_messages
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import TableView

HANDS: Final = 50 if os.environ.get("CARDSPEAK_SOAK") == "1" else 5
SHOWS_S: Final = 0.25
"""So long after an event a picture is right."""
TRIGGERS: Final = {"hand_began", "street_opened", "board_named", "hand_shown", "pot_awarded", "hand_settled"}
CHANCE: Final = 0.1
"""That something goes wrong with a client, or with the table's connection, between two records."""


OF_FINDINGS: Final = {"finding", "ruling"}
"""Their topic is not the overlay's."""


def dealt_picture(view: TableView) -> dict[str, Any]:
    """What the dealer's screen shows; chips that are owed lie in the stack still."""
    seats = [seat for seat in view.seats if seat.status != "empty"]
    running = view.street not in ("idle", "settled")
    bets = {seat.seat: seat.bet_chips - (seat.owes_chips if running else 0) for seat in seats}
    return {
        "street": view.street,
        "board": list(view.board),
        "stacks": {seat.seat: seat.stack_chips + seat.owes_chips for seat in seats},
        "bets": {seat: chips for seat, chips in bets.items() if chips},
        "pots": [
            pot.chips - owed for pot, owed in zip(view.pots, view.pots_owed or (0,) * len(view.pots), strict=True)
        ],
        "turn": view.action.seat if view.action is not None else None,
        "to_call": view.action.to_call_chips if view.action is not None else None,
        "won": {seat.seat: seat.won_chips for seat in seats if seat.won_chips},
        "shown": {seat.seat: list(seat.tabled) for seat in seats if seat.tabled},
    }


class Kit(Overlay):
    """A stranger's overlay, and beside it the follower that we hand out: both hear the same and must know the same."""

    def __init__(self) -> None:
        super().__init__()
        self.follower, self.followed = Follower(Topics("rome", "t7")), list[Mapping[str, Any]]()

    def connected(self) -> None:
        super().connected()
        self.follower.connected()

    def hear(self, topic: str, payload: bytes) -> None:
        super().hear(topic, payload)
        news = self.follower.hear(topic, payload)
        self.followed += [one.message for one in news if isinstance(one, Happened) and one.kind not in OF_FINDINGS]
        assert (self.follower.state, self.follower.ready) == (self.state, not self.stale)
        assert self.followed == self.shown
        assert self.follower.unread == 0


class Client:
    """An overlay and the line to it."""

    def __init__(self, *, steady: bool) -> None:
        self.overlay, self.steady, self.there = Kit(), steady, False


class Air:
    """Broker and lines: keeps what is retained, repeats messages, drops lines, and looks at every picture."""

    def __init__(self, felt: Felt, seed: int, courier: Courier) -> None:
        self._felt, self._courier = felt, courier
        self._rng = random.Random(f"overlay/{seed}")  # noqa: S311 - repeatable
        self._retained: dict[str, bytes] = {}
        self._clients = [Client(steady=True), Client(steady=False), Client(steady=False)]
        self._mid, self._conn, self._is_up = 0, 1, True
        self._last_s = self._felt.process.table.now_s
        self._view = felt.view()
        self.looks = 0
        self._told_conn = 0
        self._as_of: int | None = None
        self.told: list[tuple[int, str]] = []
        """What was told since the table opened: numbers and types."""
        self.missed: set[int] = set()
        """Events that the steady overlay may have missed: they were told before a state that came first."""
        courier.offer(None, self._view)
        courier.up(1, self._moment(self._last_s), self._last_s)
        for client in self._clients:
            self._join(client)
        self._drain()

    @property
    def overlay(self) -> Overlay:
        """The one whose line never breaks."""
        return self._clients[0].overlay

    def hear(self, record: Record) -> None:
        """A record of the table: what was due before it goes out first, and is looked at."""
        self._until(record.at_s)
        view = self._felt.view()
        for n, message in enumerate(public_messages(record), record.live_n + 1):
            self.told.append((n, message.type))
        self._courier.offer(Told(record, round(record.at_s * 1e9)), view)
        self._view, self._last_s = view, max(self._last_s, record.at_s)
        if not self._is_up:
            self._is_up, self._conn = True, self._conn + 1
            self.missed |= {n for n, _ in self.told}  # a state comes first, and is a new start
            self._courier.up(self._conn, self._moment(record.at_s), record.at_s)
        self._courier.tick(self._moment(record.at_s), record.at_s)
        self._drain()

    def end(self) -> None:
        """All that is still due goes out."""
        self._until(self._last_s + 1.0)

    def _until(self, now_s: float) -> None:
        step_s = self._last_s
        while (step_s := step_s + 0.05) < now_s:
            self._courier.tick(self._moment(step_s), step_s)
            self._drain()
            if step_s - self._last_s >= SHOWS_S:
                self._look()
        self._trouble()

    def _look(self) -> None:
        wanted = dealt_picture(self._view)
        for client in self._clients:
            if client.there and not client.overlay.stale:
                self.looks += 1
                assert client.overlay.picture() == wanted

    def _trouble(self) -> None:
        for client in self._clients:
            if client.steady or self._rng.random() >= CHANCE:
                continue
            client.there = not client.there
            if client.there:
                self._join(client)
        if self._is_up and self._rng.random() < CHANCE / 5:
            self._is_up = False
            self._courier.down()
            self._deliver(self._courier.will(self._conn, self._moment(self._last_s)))

    def _join(self, client: Client) -> None:
        client.there = True
        client.overlay.connected()
        for topic, payload in self._retained.items():
            client.overlay.hear(topic, payload)

    def _drain(self) -> None:
        while (message := self._courier.next()) is not None:
            self._deliver(message)
            if message.numbered:
                self._mid += 1
                self._courier.sent(self._mid)
                self._courier.acknowledged(self._mid)

    def _deliver(self, message: Publish) -> None:
        self._check_order(message)
        if message.retain:
            self._retained[message.topic] = message.payload
        for client in self._clients:
            for _ in range(2 if self._rng.random() < CHANCE else 1):
                if client.there:
                    client.overlay.hear(message.topic, message.payload)

    def _check_order(self, message: Publish) -> None:
        """No event comes after a state that includes it; only the first state of a connection may be ahead."""
        told = msgspec.json.decode(message.payload)
        match message.topic.rpartition("/")[2]:
            case "avail" if told["data"]["conn"] != self._told_conn:
                self._told_conn, self._as_of = told["data"]["conn"], None
            case "state" if self._as_of is None:
                self._as_of = 0
            case "state":
                self._as_of = told["data"]["as_of"]
            case "ev":
                assert told["n"] > (self._as_of or 0)
            case _:
                pass

    def _moment(self, now_s: float) -> Moment:
        return Moment(round(now_s * 1e9), round(now_s * 1e9))


def played(seed: int, hands: int, courier: Courier) -> Air:
    """So many hands on the felt, and the air in which they were told."""
    felt = Felt()
    air = Air(felt, seed, courier)
    guard = felt.process.on_record

    def on_record(record: Record) -> None:
        assert guard is not None
        guard(record)
        air.hear(record)

    felt.process.on_record = on_record
    dealer = FeltDealer(Fingers(felt), felt.process)

    async def evening() -> None:
        for hand in planned_hands(seed, hands):
            await dealer.deal(hand)

    asyncio.run(evening())
    air.end()
    return air


WHO: Final = Identity("rome", "t7", "memory")


def checked(seed: int, hands: int, courier: Courier) -> Air:
    """The same, and the overlay whose line never broke has triggered what it should."""
    air = played(seed, hands, courier)
    shown = [message["n"] for message in air.overlay.shown]
    assert len(shown) == len(set(shown))
    due = [n for n, kind in air.told if kind in TRIGGERS and n not in air.missed]
    assert due
    assert [n for n in due if n not in shown] == [], "no street, board card, shown hand or pot goes unseen"
    assert air.overlay.holes == 0
    return air


@pytest.mark.timeout(600)
def test_an_overlay_written_from_the_page_draws_what_the_dealer_sees() -> None:
    air = checked(71, HANDS, Courier(WHO))
    counted(HANDS, "hands drawn by an overlay")
    noted(air.looks, "pictures compared with the dealer's")


class Early(Courier):
    """Planted: a state goes before the events that it includes, as it did once."""

    def next(self, *, states: bool = True) -> Publish | None:
        held = self.outbox
        self.outbox = type(held)(held.gap)
        try:
            first = super().next(states=states)
        finally:
            self.outbox = held
        return first or super().next(states=states)


class Late(Courier):
    """Planted: a state comes when a hand or street begins, and else every ten seconds."""

    def state_in_s(self) -> float | None:
        due_s = super().state_in_s()
        return None if due_s is not None and self.outbox.last_n % 7 else due_s


@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", [Early, Late])
def test_it_would_be_seen(kind: type[Courier]) -> None:
    with pytest.raises(AssertionError):
        checked(71, 1, kind(WHO))


def heard(overlay: Overlay, name: str, mono: int, data: dict[str, Any], **more: Any) -> None:
    message = {"type": f"cardspeak.{name}.v1", "epoch": "E", "mono": str(mono), "data": data, **more}
    secrecy = "sys" if name == "avail" else "live"
    overlay.hear(f"cardspeak/v1/rome/{secrecy}/table/t7/{name}", msgspec.json.encode(message))


@pytest.mark.parametrize("state_first", [True, False])
def test_the_start_after_the_tables_new_connection_is_told_by_mono(*, state_first: bool) -> None:
    """Filters are served in any order: a state of the connection before is no start, the one of this `avail` is."""
    overlay = Kit()
    overlay.connected()
    heard(overlay, "avail", 1, {"state": "ready", "conn": 1})
    heard(overlay, "state", 1, {"as_of": 3})
    heard(overlay, "state", 8, {"as_of": 4})  # the last one of that connection, which comes late
    comes: list[tuple[str, int, dict[str, Any]]] = [
        ("state", 9, {"as_of": 7}),
        ("avail", 9, {"state": "ready", "conn": 2}),
    ]
    for name, mono, data in comes if state_first else comes[::-1]:
        heard(overlay, name, mono, data)
    for n in (6, 7, 8):
        heard(overlay, "ev", 9, {}, n=n)
    assert ([one["n"] for one in overlay.shown], overlay.holes) == ([8], 0)


def test_an_avail_said_again_after_the_clients_own_reconnect_is_no_new_start() -> None:
    overlay = Kit()
    overlay.connected()
    heard(overlay, "avail", 1, {"state": "ready", "conn": 1})
    overlay.connected()
    heard(overlay, "state", 5, {"as_of": 7})
    heard(overlay, "avail", 15, {"state": "ready", "conn": 2})
    heard(overlay, "ev", 16, {}, n=8)
    assert [one["n"] for one in overlay.shown] == [8]


def test_the_overlay_has_at_most_eighty_lines(project: Any) -> None:
    text = (project / "tests/support/overlay.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    assert "table_controller" not in text, "it knows the page, not the code"

"""What to tell the broker next: events, then the state that they led to, then health. No I/O, no clock.

A new connection begins with avail and state; from then on a state follows the events that it includes.

The thread that owns the network (`pump.py`) and the tests drive the same object: records and views go
in, connections come and go, `next` gives one message at a time to publish.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import NodeSeen
from firmware_bridge.vocabulary.untrusted import read_json
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.envelope import Identity, Moment, seal, seal_numbered
from table_controller.broadcast.outbox import START, Message, Outbox, Position
from table_controller.broadcast.payloads import Acknowledgement, Titles, untitled
from table_controller.broadcast.public import PublicFeed, PublicMessage
from table_controller.broadcast.replays import Replays, Wanted
from table_controller.broadcast.snapshots import (
    NO_HIDDEN_CARDS,
    Answer,
    Avail,
    Health,
    Released,
    health_of,
    seal_answer,
    seal_avail,
    seal_head,
    seal_health,
    seal_state,
    seal_statistics,
    statistics_of,
)
from table_controller.game.state.seats import Players
from table_controller.journal.heads import SignedHead
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.statistics import TableStatistics
from table_controller.vocabulary.views import StackSure, TableView

SNAPSHOT_EVERY_S: Final = 10.0
"""A state is told again after so long, between hands, too: a client that came back just as the NATS server was about to
keep one got the one before it (`subscriber.ASKED_AGAIN_S`), and would draw that until the next shuffle."""
SETTLES_S: Final = 0.1
"""A state is told once nothing has happened for so long: several records of one motion are one picture."""
LATEST_S: Final = 0.2
"""So long after what happened first it is told anyway; overlays count on a quarter of a second."""
HEALTH_EVERY_S: Final = 10.0
MOST_ANSWERS: Final = 100
"""Answers that wait for the broker; who asked on a connection that is gone asks again."""
ALL_FINDINGS: Final = 1 << 30
"""Above the index of any finding."""


class Told(Struct, frozen=True):
    """A record with the wall time it was journalled at; its monotonic time stands in it."""

    record: Record
    wall_ns: int


class Glance(Struct, frozen=True):
    """A view that nobody has drawn yet: what is asked of every one, and how to draw it if a message needs it.

    `draw` may be called later, more than once, and from another thread. It is given the table's time in seconds: what
    has happened is that of the moment at which it was given, how long ago something was, and what is left, is by then.
    """

    street: str
    simulated: bool
    draw: Callable[[float], TableView]
    released: Released = NO_HIDDEN_CARDS
    """Of the delayed stream alone."""
    statistics: TableStatistics | None = None
    """Of all hands so far; None where nobody counts them."""
    players: Players = ()
    """Who sits at the table: whose statistics are told."""
    unsure: tuple[tuple[int, StackSure], ...] = ()
    """Stacks that no tray shows, or that it shows otherwise: a change of that is told though nothing has happened."""
    nodes: Mapping[str, NodeSeen] = field(default_factory=dict)
    """What the readers said of themselves last, by name: one that goes, or comes back, is told at once in `health`."""


class Delivery(Struct, frozen=True):
    """Bounds of delivery: messages under way, messages kept, and the recorder whose word moves the mark."""

    window: int = 20
    bound: int = 20_000
    recorder: str | None = None


class AnswerTo(Struct, frozen=True):
    """What a console is to hear."""

    client: str
    answer: Answer


class Publish(Struct, frozen=True):
    """One message for the broker; `numbered` if the outbox waits for its acknowledgement."""

    topic: str
    payload: bytes
    qos: int
    retain: bool
    numbered: bool = False


class Courier:
    """The order of everything that one table publishes: `outbox` is the backlog, `replays` what is told again."""

    def __init__(
        self,
        who: Identity,
        mark: Position = START,
        delivery: Delivery | None = None,
        titles: Titles = untitled,
    ) -> None:
        self._titles, self.stream = titles, who.stream
        self._who, self._topics = who, who.topics
        bounds = delivery or Delivery()
        self._feed = PublicFeed(titles, self.stream.released)
        self.outbox = Outbox(
            self._gap, mark=mark, bound=bounds.bound, window=bounds.window, recorder=bounds.recorder is not None
        )
        self.replays, self._giving = Replays(who), self.outbox
        self._view: TableView | Glance | None = None
        self._drawn_of: tuple[Glance, int, TableView] | None = None
        """What was drawn last: of which glance, at which moment, and the view."""
        self._simulated = False
        """Whether a view has said so: what is drawn of a glance later may not know it yet."""
        self._moment, self._now_s = Moment(0, 0), 0.0
        self._facts: dict[str, int | str] = {}
        self._head: SignedHead | None = None
        self._answers: deque[AnswerTo] = deque(maxlen=MOST_ANSWERS)
        self._released = NO_HIDDEN_CARDS
        self._counted: tuple[TableStatistics, Players] | None = None
        """The statistics, and whose are told; None while nobody has given any."""
        self._statistics_due = False
        self._unsure: tuple[tuple[int, StackSure], ...] = ()
        self._nodes: Mapping[str, NodeSeen] = {}
        self.ahead_n = 0
        """A recorder acknowledged this number, which the journal does not know; 0 if none did."""
        self._conn = 0
        self._up = self._avail_due = self._state_first = self._health_due = False
        self._changed = False
        """Something happened since the last tick."""
        self._first_at_s: float | None = None
        """When it happened that the last state does not tell yet: the first of it, and below the last."""
        self._last_at_s = self._state_at_s = self._health_at_s = 0.0

    @property
    def avail_topic(self) -> str:
        """Where the stream says that it is there."""
        return self._topics.of(self.stream.said_in, "avail")

    def recall(self, backlog: Iterable[Told]) -> None:
        """Read what the journal holds, from its beginning: what lies above the mark is still to be sent.

        The table is opened before its nodes are known; what they said of themselves later holds for that, too.
        """
        held = list(backlog)
        for told in held:
            self._feed.learn(told.record)
        for told in held:
            self._moment = _moment_of(told)
            self._put(told)

    def offer(self, told: Told | None, view: TableView | Glance) -> None:
        """A record that is in the journal, and the view after it; without a record, only the view changed."""
        released = view.released if isinstance(view, Glance) else NO_HIDDEN_CARDS
        happened = told is not None and bool(told.record.applied_events)
        self._changed = self._changed or self._view is None or happened or released.equities != self._released.equities
        self._view = view
        self._simulated = self._simulated or view.simulated  # first: it stands in every message
        self._released = released
        if isinstance(view, Glance) and view.unsure != self._unsure:
            self._unsure, self._changed = view.unsure, True
        if isinstance(view, Glance) and view.nodes is not self._nodes:
            self._health_due = self._health_due or (self.stream.speaks and _states(view.nodes) != _states(self._nodes))
            self._nodes = view.nodes
        if isinstance(view, Glance) and view.statistics is not None:
            counted = view.statistics, view.players
            self._statistics_due = self._statistics_due or counted != self._counted
            self._counted = counted
        if told is not None:
            self._put(told)

    def know(self, facts: Mapping[str, int | str] | SignedHead | AnswerTo) -> None:
        """Further facts for `health`, from now on; a word that has changed is told at once, numbers when it is time.

        Or the journal's head after a hand, to be published and kept by the broker; or what a console is to hear.
        """
        if isinstance(facts, SignedHead):
            self._head = facts
            return
        if isinstance(facts, AnswerTo):
            self._answers.append(facts)
            return
        words = {name: fact for name, fact in facts.items() if isinstance(fact, str)}
        self._health_due = self._health_due or any(self._facts.get(name) != word for name, word in words.items())
        self._facts.update(facts)

    def will(self, conn: int, moment: Moment) -> Publish:
        """The last will of connection number `conn`."""
        return Publish(self.avail_topic, seal_avail(self._speaker(), Avail("lost", conn), moment), 1, retain=True)

    def up(self, conn: int, moment: Moment, now_s: float) -> None:
        """Connection number `conn` stands: avail and state go first, then the backlog."""
        self._conn, self._up = conn, True
        self._moment, self._now_s = moment, now_s
        self.outbox.reconnected()
        self._state_first = self._statistics_due = True
        self._avail_due, self._health_due = True, self.stream.speaks
        self._state_at_s = self._health_at_s = now_s

    def down(self) -> None:
        """The connection is gone."""
        self._up = False
        self.outbox.restart()
        self.replays.forget()
        self._answers.clear()

    def tick(self, moment: Moment, now_s: float, *, ending: bool = False) -> None:
        """Time passes: a snapshot again; health, with avail again, so that no late will stays.

        A table that is `ending` shows at once what it has not shown yet.
        `moment` is table time and goes into messages; `now_s` is the monotonic time that intervals are measured in.
        """
        self._moment, self._now_s = moment, now_s
        self.outbox.tick(now_s)
        if self._changed:
            self._changed, self._last_at_s = False, now_s
            self._first_at_s = now_s if self._first_at_s is None else self._first_at_s
        if ending and self._first_at_s is not None:
            self._first_at_s = now_s - LATEST_S
        if now_s - self._health_at_s >= HEALTH_EVERY_S:
            self._avail_due, self._health_due = True, self.stream.speaks
            self._health_at_s = now_s

    def state_in_s(self) -> float | None:
        """In how many seconds from the last tick a state is due, 0 if now; None if none is.

        None, too, while events that it would include wait for the broker.
        """
        if self._view is None or not self._up or not self.outbox.all_handed:
            return None
        if self._first_at_s is not None:
            due_s = min(self._last_at_s + SETTLES_S, self._first_at_s + LATEST_S)
        else:
            due_s = self._state_at_s + SNAPSHOT_EVERY_S
        return max(0.0, due_s - self._now_s)

    def next(self, *, states: bool = True) -> Publish | None:
        """What to publish now; None if there is nothing, or too much is under way.

        Without `states` those wait: to draw one takes longer than to send an event.
        """
        if not self._up:
            return None
        who = self._speaker()
        if self._avail_due:
            self._avail_due = False
            return Publish(self.avail_topic, seal_avail(who, Avail("ready", self._conn), self._moment), 1, retain=True)
        if self._state_first and self._view is not None:
            return self._state(who, self._view)
        if (event := self._from(self.outbox)) is not None:
            return event
        if self._answers:
            told = self._answers.popleft()
            topic = self._topics.answer(told.client, told.answer.id)
            return Publish(topic, seal_answer(who, told.client, told.answer, self._moment), 1, retain=False)
        if states and self._view is not None and self.state_in_s() == 0.0:
            return self._state(who, self._view)
        if states and self._statistics_due and self._counted is not None and self.outbox.all_handed:
            self._statistics_due = False  # after the events of the hand that they include
            payload = seal_statistics(who, statistics_of(*self._counted), self._moment)
            return Publish(self._topics.of(self.stream.name, "statistics"), payload, 1, retain=True)
        if self._head is not None:
            head, self._head = self._head, None
            return Publish(self._topics.head, seal_head(who, head, self._moment), 1, retain=True)
        if (repeated := self._from(self.replays.outbox)) is not None:
            return repeated
        if self._health_due:
            self._health_due, self._health_at_s = False, self._now_s
            return Publish(self._topics.health, seal_health(who, self._health(), self._moment), 0, retain=True)
        return None

    def _state(self, who: Identity, view: TableView | Glance) -> Publish:
        self._state_first, self._first_at_s, self._state_at_s = False, None, self._now_s
        payload = seal_state(who, self._drawn(view), self._released, self._moment, self._titles)
        return Publish(self._topics.of(self.stream.name, "state"), payload, 1, retain=True)

    def _from(self, outbox: Outbox) -> Publish | None:
        """The next message of an outbox, if one may go."""
        message = outbox.next()
        if message is None:
            return None
        self._giving = outbox
        return Publish(message.topic, message.payload, 1, retain=False, numbered=True)

    def sent(self, mid: int) -> None:
        """The numbered message of the last `next` went out under this message id."""
        self._giving.sent(mid, self._now_s)

    def acknowledged(self, mid: int) -> None:
        """The broker took what went out under this id."""
        self.outbox.acknowledged(mid, self._now_s)
        self.replays.outbox.acknowledged(mid, self._now_s)

    def repeat(self, wanted: Wanted, backlog: Iterable[Told]) -> None:
        """Answer a request out of the journal, read from its beginning."""
        feed = PublicFeed(self._titles, self.stream.released)
        messages = (message for told in backlog for message in self._sealed(feed, told))
        self.replays.answer(wanted, messages)

    def confirmed(self, payload: bytes) -> None:
        """A recorder's acknowledgement, ``{"epoch": …, "n": …, "index": …}``; of another epoch it is ignored.

        With `index` (-1 before the first) it has the findings of `n` up to that one; without, it keeps no findings.
        One above all that the journal knows proves nothing but that the journal has lost something: it is said,
        and moves no mark.
        """
        try:
            word = read_json(payload, Acknowledgement)
        except msgspec.DecodeError:
            return
        if word.epoch != self._who.epoch:
            return
        if word.n > self.outbox.last_n:
            self.ahead_n = word.n
            self.know({"recorder": f"ahead n={word.n}"})
        else:
            self.outbox.confirmed((word.n, ALL_FINDINGS if word.index is None else word.index), self._now_s)

    def _put(self, told: Told) -> None:
        for message in self._sealed(self._feed, told):
            self.outbox.add(message)

    def _sealed(self, feed: PublicFeed, told: Told) -> Iterator[Message]:
        moment = _moment_of(told)
        for one in feed.take(told.record):
            if one.index is not None and not self.stream.findings:
                continue
            position = (one.n, -1 if one.index is None else one.index)
            topic = self._topics.of(self.stream.name, "ev" if one.index is None else "finding")
            yield Message(position, topic, seal_numbered(self._speaker(), one, moment))

    def _speaker(self) -> Identity:
        return replace(self._who, simulated=self._who.simulated or self._feed.simulated or self._simulated)

    def _drawn(self, view: TableView | Glance) -> TableView:
        """The view as it is by now; for one moment it is drawn once."""
        if not isinstance(view, Glance):
            return view
        at_ns = self._moment.mono_ns
        if self._drawn_of is None or self._drawn_of[0] is not view or self._drawn_of[1] != at_ns:
            self._drawn_of = view, at_ns, drawn_of(view, at_ns / 1e9)
        return self._drawn_of[2]

    def _health(self) -> Health:
        nodes = self._drawn(self._view).nodes if self._view is not None else ()
        return health_of(nodes, len(self.outbox), self.outbox.mark[0], self._conn, self._facts)

    def _gap(self, first_n: int, last_n: int) -> Message:
        message = PublicMessage("gap", {"first_n": first_n, "last_n": last_n})
        name = self.stream.name
        more = {"stream": name, "n": last_n}
        payload = seal(self._speaker(), message, f"{name}:gap:{first_n}-{last_n}", self._moment, more)
        self._changed = True
        return Message((last_n, -1), self._topics.of(name, "ev"), payload)


def drawn_of(view: TableView | Glance, now_s: float) -> TableView:
    """The view of a glance at `now_s` of the table's time."""
    return view.draw(now_s) if isinstance(view, Glance) else view


def _states(nodes: Mapping[str, NodeSeen]) -> dict[str, tuple[str, str]]:
    """How the readers are: what `health` says of each."""
    return {name: (said.status, said.reason) for name, said in nodes.items()}


def _moment_of(told: Told) -> Moment:
    return Moment(round(told.record.at_s * 1e9), told.wall_ns)

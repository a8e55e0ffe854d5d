"""Broker, outbox and mark, and the thread that attends to them; whoever holds `turn` touches them, nobody else.

The table puts what it offers into a queue. While the thread waits for the network, the table sends what is due itself:
the socket never blocks, and to wake another thread takes longer than to send. In all other cases (no connection, the
thread at work, a full socket) the thread is woken and the table goes on. A broker that is down, slow or refuses is a
state for the screen. Whatever goes wrong in here ends a connection, never the table.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, SimpleQueue
from typing import Final, TypeAlias, assert_never

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.claims import Claim
from table_controller.broadcast.connection import Accepted, Acknowledged, Arrived, Connection, Ended, Subscribed
from table_controller.broadcast.console_door import ConsoleDoor
from table_controller.broadcast.courier import AnswerTo, Courier, Glance, Told
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.envelope import Moment
from table_controller.broadcast.marks import MarkFile
from table_controller.journal.heads import SignedHead
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.views import TableView

LOG: Final = logging.getLogger(__name__)

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
SAVE_EVERY_S: Final = 1.0
LONGEST_STALL_S: Final = 15.0
"""A broker that owes an acknowledgement this long is left, whatever the socket says."""
ADMISSION_S: Final = 5.0
IDLE_S: Final = 0.5
PARTING_S: Final = 1.0
"""The least time for the broker to acknowledge the last word of a table that ends."""
BEHIND: Final = 100
"""A backlog of more than this is said on the screen."""

Backlog: TypeAlias = Callable[[], Iterable[Told]]
"""All records of the journal, from its beginning."""

Offer: TypeAlias = tuple[Told | None, TableView | Glance] | Mapping[str, int | str] | SignedHead | AnswerTo


class Ears(Struct, frozen=True):
    """What a table listens to besides its own name: filters of topics, None for what it does not.

    `commands` go to `door`, and what it makes of them to `told`, which may be called from any thread.
    """

    requests: str | None = None
    acks: str | None = None
    commands: str | None = None
    door: ConsoleDoor | None = None
    told: Callable[[FromConsole], None] | None = None


class Pump:
    """The thread's work, and `offer` for the table."""

    def __init__(
        self,
        courier: Courier,
        mark: MarkFile,
        backlog: Backlog,
        endpoint: Callable[[], Endpoint | None],
        table_now_s: Callable[[], float],
        name: str,
        ears: Ears,
        claim: Claim | None = None,
    ) -> None:
        self._courier, self._mark, self._backlog = courier, mark, backlog
        self._endpoint, self._table_now_s = endpoint, table_now_s
        self._name, self._ears = name, ears
        self._claim = claim
        self._inbox: SimpleQueue[Offer] = SimpleQueue()
        self._turn = threading.Lock()
        self._session: Connection | None = None
        """The connection on which messages may be sent."""
        self._fault: Exception | None = None
        """What the table met when it sent; the thread ends of it."""
        self._wake_out, self._wake_in = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self._looks_at_s = 0.0
        """When the thread's wait for the network ends at the latest."""
        self._stop_by_s: float | None = None
        self._saved_at_s = 0.0
        self._reason = "connecting"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def listen_to_consoles(self, topic: str, door: ConsoleDoor, told: Callable[[FromConsole], None]) -> None:
        """Before the start: what comes at this filter goes to the door, and what it makes of it to `told`."""
        self._ears = replace(self._ears, commands=topic, door=door, told=told)

    def offer(self, offer: Offer) -> None:
        """Take what the table offers, and send what is due now if that can be done at once. Never waits or raises.

        A record of which nothing came (a card has left a zone, and that is all) is taken in with the next one, or when
        the thread looks: most frames bring some.
        """
        self._inbox.put(offer)
        if isinstance(offer, tuple) and offer[0] is not None and not offer[0].record.applied_events:
            return
        if not self._turn.acquire(blocking=False):
            self.wake()
            return
        try:
            at_once = self._session is not None and self._send(self._session, states=False) and self._will_look()
        except Exception as problem:
            # As in `_run`: it ends the thread, which says so, and not the table.
            LOG.exception("the table cannot publish")
            self._fault, at_once = problem, False
        finally:
            self._turn.release()
        if not at_once:
            self.wake()

    def _will_look(self) -> bool:
        """Whether the thread looks again by itself by the time that the next state is due."""
        due_s = self._courier.state_in_s()
        return due_s is None or time.monotonic() + due_s >= self._looks_at_s

    def wake(self) -> None:
        """Let the thread look at its inbox now."""
        try:
            self._wake_in.send(b"!")
        except OSError:
            return  # a byte is there already, or the thread has ended

    def stop(self, timeout_s: float) -> None:
        """Send what can be sent within `timeout_s`, say that the table is gone, and end."""
        self._stop_by_s = time.monotonic() + timeout_s
        self.wake()
        if self._thread.ident is not None:
            self._thread.join(timeout_s + 2 * ADMISSION_S)
        else:
            self._wake_out.close()
        self._wake_in.close()

    @property
    def status(self) -> str:
        """A code with facts: ``ready``, ``behind 300``, ``ahead 60``, ``absent connection-refused``, ``refused …``."""
        backlog = len(self._courier.outbox)
        if self._reason == "ready" and self._courier.ahead_n:
            return f"ahead {self._courier.ahead_n}"
        if self._reason == "ready" and backlog > BEHIND:
            return f"behind {backlog}"
        return self._reason

    def wait_ready(self, timeout_s: float) -> bool:
        """Whether the broker let us in within `timeout_s`; for tests and start-up, never for the table."""
        return self._ready.wait(timeout_s)

    def _moment(self) -> Moment:
        return Moment(round(self._table_now_s() * 1e9), time.time_ns())

    def _run(self) -> None:
        try:
            with self._turn:
                self._courier.recall(self._backlog())
                self._connect_for_ever()
            self._reason = "stopped"
        except Exception as problem:
            # The last line of this thread: whatever ends it must not take the table with it, and is told as status.
            LOG.exception("the MQTT thread ended")
            self._reason = f"failed {type(problem).__name__}"
        finally:
            self._ready.clear()
            self._wake_out.close()

    def _connect_for_ever(self) -> None:
        pause_s = FIRST_PAUSE_S
        while self._stop_by_s is None:
            endpoint = self._endpoint()
            if endpoint is None:
                self._reason = "off"
                self._pause(FIRST_PAUSE_S)
                continue
            try:
                admitted = self._attend(endpoint) if self._is_ours(endpoint) else False
            except OSError as problem:  # the mark could not be written: a full disk does not stop the table
                LOG.warning("the mark of MQTT could not be kept: %s", problem)
                self._reason, admitted = "absent mark-not-kept", False
            pause_s = FIRST_PAUSE_S if admitted else min(pause_s * 2, LONGEST_PAUSE_S)
            if self._stop_by_s is None:
                self._pause(pause_s)
        self._save(now=True)

    def _is_ours(self, endpoint: Endpoint) -> bool:
        """Whether no other table speaks under this name; as long as one does, this one stays off and listens.

        Without a will, for that would say of the other that it is lost.
        """
        claim = self._claim
        if claim is None or claim.is_ours:
            return True
        session = Connection(endpoint, self._name, self._wake_out, None, self._turn)
        give_up_s: float | None = time.monotonic() + ADMISSION_S
        try:
            session.connect()
            while self._stop_by_s is None and not claim.is_ours:
                for news in session.pump(0.1):
                    match news:
                        case Accepted():
                            session.subscribe(self._courier.avail_topic)
                        case Subscribed():
                            give_up_s = None
                            claim.asked(time.monotonic())
                        case Arrived(payload=payload):
                            claim.hear(payload, time.monotonic())
                        case Ended(reason, refused):
                            self._reason = f"{'refused' if refused else 'absent'} {reason}"
                            return False
                        case Acknowledged():
                            pass
                        case _:
                            assert_never(news)
                if give_up_s is not None and time.monotonic() >= give_up_s:
                    self._reason = "absent no-answer"
                    return False
                self._take_in()
                claim.tick(time.monotonic())
                if claim.taken_by:
                    self._reason = f"claimed {claim.taken_by}"
            return claim.is_ours
        finally:
            claim.left()
            session.leave()
            session.close()

    def _pause(self, pause_s: float) -> None:
        """Wait before the next attempt, taking in what the table offers meanwhile."""
        until_s = time.monotonic() + pause_s
        self._wake_out.settimeout(0)
        while self._stop_by_s is None and (left_s := until_s - time.monotonic()) > 0:
            self._wake_out.settimeout(left_s)
            try:
                self._wake_out.recv(4096)
            except TimeoutError:
                break
            finally:
                self._wake_out.setblocking(False)
            self._take_in()

    def _take_in(self) -> None:
        while True:
            try:
                offer = self._inbox.get_nowait()
            except Empty:
                return
            if isinstance(offer, tuple):
                self._courier.offer(*offer)
            else:
                self._courier.know(offer)

    def _attend(self, endpoint: Endpoint) -> bool:
        """One connection from beginning to end; whether the broker let us in."""
        conn = self._mark.next_conn()
        will = self._courier.will(conn, self._moment())
        session = Connection(endpoint, self._name, self._wake_out, will, self._turn)
        admitted = False
        give_up_s = time.monotonic() + ADMISSION_S
        try:
            session.connect()
            while True:
                for news in session.pump(self._longest_wait_s() if admitted else 0.1):
                    match news:
                        case Accepted():
                            admitted = True
                            self._admitted(session, conn)
                        case Acknowledged(mid):
                            self._courier.acknowledged(mid)
                        case Arrived():
                            self._heard(news)
                        case Subscribed():
                            pass
                        case Ended(reason, refused):
                            self._reason = f"{'refused' if refused else 'absent'} {reason}"
                            return admitted
                        case _:
                            assert_never(news)
                if not self._go_on(session, admitted=admitted, give_up_s=give_up_s):
                    self._part(session, conn, admitted=admitted)
                    return admitted
        finally:
            self._session = None
            self._ready.clear()
            self._courier.down()
            self._save(now=True)
            session.close()

    def _longest_wait_s(self) -> float:
        """How long the thread may wait for the network before something is due."""
        due_s = self._courier.state_in_s()
        wait_s = IDLE_S if due_s is None else min(IDLE_S, due_s)
        self._looks_at_s = time.monotonic() + wait_s
        return wait_s

    def _admitted(self, session: Connection, conn: int) -> None:
        self._take_in()
        self._courier.up(conn, self._moment(), time.monotonic())
        for topic in (self._ears.acks, self._ears.requests, self._ears.commands):
            if topic is not None:
                session.subscribe(topic)
        if self._claim is not None:
            session.subscribe(self._courier.avail_topic)
            self._claim.spoke(time.monotonic())
        self._reason, self._session = "ready", session
        self._ready.set()

    def _heard(self, news: Arrived) -> None:
        topic, payload = news.topic, news.payload
        if topic == self._ears.acks:
            self._courier.confirmed(payload)
        elif self._ears.commands is not None and topic.rpartition("/")[0] == self._ears.commands[:-2]:
            self._command(news)
        elif topic == self._courier.avail_topic:
            if self._claim is not None:
                self._claim.hear(payload, time.monotonic())
        else:
            self._courier.replays.ask(topic.rpartition("/")[2], payload)

    def _command(self, news: Arrived) -> None:
        """Hand on what a console asks for, whether it is let in or not."""
        ears = self._ears
        if ears.door is None or ears.told is None:
            return
        told = ears.door.take(news.topic, news.payload, time.monotonic(), retained=news.retained)
        if told is not None:
            ears.told(told)

    def _repeat(self, now_s: float) -> None:
        """Answer a recorder that misses something, if one is due an answer."""
        wanted = self._courier.replays.due(now_s)
        if wanted is None:
            return
        try:
            self._courier.repeat(wanted, self._backlog())
        except Exception:
            # Whatever a stranger's request meets (a journal in trouble, which the table says itself, or a fault of
            # ours): it costs him his answer, and never the live messages of all others.
            LOG.exception("no answer for %s", wanted)

    def _go_on(self, session: Connection, *, admitted: bool, give_up_s: float) -> bool:
        """Send what is due; False if this connection should end."""
        if self._fault is not None:
            raise self._fault
        now_s = time.monotonic()
        self._repeat(now_s)
        self._send(session)
        self._save(now=False)
        if self._claim is not None and not self._claim.is_ours:
            self._reason = f"claimed {self._claim.taken_by}"
            session.leave()  # no will: the name is the other's
            return False
        if admitted and self._claim is not None:
            self._reason = "unheard" if self._claim.is_unheard(now_s) else "ready"
        if not admitted and now_s >= give_up_s:
            self._reason = "absent no-answer"
            return False
        if max(box.stalled_s(now_s) for box in (self._courier.outbox, self._courier.replays.outbox)) > LONGEST_STALL_S:
            self._reason = "absent stalled"
            return False
        if self._stop_by_s is None:
            return True
        return admitted and len(self._courier.outbox) > 0 and now_s < self._stop_by_s

    def _send(self, session: Connection, *, states: bool = True) -> bool:
        """Send what is due; False if something is left that the thread has to look at: the table draws no `states`."""
        self._take_in()
        self._courier.tick(self._moment(), time.monotonic(), ending=self._stop_by_s is not None)
        while (message := self._courier.next(states=states)) is not None:
            mid = session.publish(message)
            if mid is None:
                return False
            if message.numbered:
                self._courier.sent(mid)
        return not session.is_behind()

    def _part(self, session: Connection, conn: int, *, admitted: bool) -> None:
        """On an orderly stop the table says itself that it is gone; otherwise the will does."""
        if self._stop_by_s is None or not admitted:
            return
        last = session.publish(self._courier.will(conn, self._moment()))
        until_s = max(self._stop_by_s, time.monotonic() + PARTING_S)  # also where the events have taken all the time
        while last is not None and time.monotonic() < until_s:
            for news in session.pump(0.05):
                if isinstance(news, Ended) or (isinstance(news, Acknowledged) and news.mid == last):
                    last = None
        session.leave()

    def _save(self, *, now: bool) -> None:
        """Keep the mark on disk, at most every `SAVE_EVERY_S`."""
        if now or time.monotonic() - self._saved_at_s >= SAVE_EVERY_S:
            self._saved_at_s = time.monotonic()
            self._mark.save(self._courier.outbox.mark)

"""The process of the delayed feed: it reads the journal as it grows, and publishes each hand that was released.

It is none of the controller's work: who follows it cannot hold up a live table, and it knows no more than the journal,
in which a hidden card is sealed until the bridge gives out its key. A hand is played in its own pace, from its first
record on. Where this process was ended in a hand, it goes on there; what was released before its first start is told at
once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle, KeysReleased, NodeSeen
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.brokers import ENGINES
from table_controller.broadcast.courier import Glance, Told
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.equities import FEWEST_HANDS, Spot, at_once, exact, spot_of
from table_controller.broadcast.marks import DELAYED_MARK, MarkFile
from table_controller.broadcast.public import public_messages
from table_controller.broadcast.publisher import Identity, Publisher
from table_controller.broadcast.snapshots import Equities, Released
from table_controller.broadcast.streams import DELAYED
from table_controller.controller.controller import Controller, ReplayDiffers, fold_record
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference.stacks_seen import unsure
from table_controller.journal.journal import JournalDamaged, MemoryJournal
from table_controller.journal.records import Entry, Header, Verified
from table_controller.journal.scan import header_of, scan_on
from table_controller.journal.storage import read_boot_id
from table_controller.projections.reveals import Reveals
from table_controller.runtime.processes.broker_process import broker_settings
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.finishing import FAILED
from table_controller.runtime.processes.places import BROKER, JOURNAL, Places
from table_controller.runtime.processes.publishing import titles_in
from table_controller.runtime.settings.kept_books import journal_rulebook
from table_controller.runtime.settings.settings import Settings, SettingsError, house_rules, read_settings
from table_controller.session.state import new_session
from table_controller.vocabulary.events import HandPutAway
from table_controller.vocabulary.record import decode_record
from table_controller.vocabulary.views import TableView

LOG: Final = logging.getLogger(__name__)
AT_ONCE: Final = 100
"""Records that are followed without a pause: some tenths of a second of work."""
LOOK_S: Final = 0.2
"""So often the journal is looked at, in real seconds."""
EXACT_WITHIN_S: Final = 1.0
"""So long, in real seconds, an exact figure is waited for before the sampled one is told in its place."""


class Replaced(Exception):
    """The journal under this name is another one now: a new epoch began."""


class GrowingJournal:
    """The records of a journal, in order, while its writer is at work."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._inode = path.stat().st_ino
        self._last: Verified | None = None
        self.header: Header | None = None
        """What the first record says, once it was read."""

    def fresh(self) -> tuple[Entry, ...]:
        """The records that were written since; raise `Replaced`, `JournalDamaged`, `OSError`."""
        if self._path.stat().st_ino != self._inode:
            raise Replaced
        with self._path.open("rb") as file:
            file.seek(self._last.end if self._last is not None else 0)
            scan = scan_on(self._path, file.read(), self._last)
        if not scan.records:
            return ()
        ends = self._last.end if self._last is not None else 0
        found = scan.records
        if self._last is None:
            self.header = header_of(self._path, found[0])
        last = found[-1]
        self._last = Verified(Entry(last.entry.sequence, last.entry.boot_id, 0, 0, b""), ends + last.end, last.digest)
        return tuple(record.entry for record in found if record.entry.sequence)


class Playback:
    """Which records may be told by now: those of hands whose keys were released, each hand in its own pace.

    What happens between two hands waits for the release of the second one, and is told before it without its pauses.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Told]] = deque()
        """Records with the hand whose release they wait for."""
        self._released = 0
        """The last hand whose keys were given out: it and all before it are over, and their delay too."""
        self._put_away = 0
        self._hand = -1
        self._began: tuple[float, float] = (0.0, 0.0)
        self.reveals = Reveals()
        self.cards: dict[Handle, Card] = {}
        """Every hidden card that was released."""
        self.is_simulated = False
        """Whether a node has said so: it says it after the table was opened, and every message tells it."""

    def take(self, told: Told) -> None:
        """One record more of the journal."""
        hand = told.record.hand
        self._waiting.append((max(hand, self._put_away + 1), told))
        if any(isinstance(one.event, HandPutAway) for one in told.record.applied_events):
            self._put_away = max(self._put_away, hand)
        self.reveals.take(told.record)
        cause = told.record.cause
        self.is_simulated = self.is_simulated or (isinstance(cause, NodeSeen) and cause.simulated)
        if not isinstance(cause, KeysReleased) or self.reveals.deals.get(cause.deal) != cause.hand:
            return  # or keys of an earlier journal of this table, whose hands have other numbers
        self._released = max(self._released, cause.hand)
        for one in self.reveals.released_of(cause.deal):
            self.cards[one.handle] = one.card

    def told_before(self, mark_n: int) -> Iterator[Told]:
        """The records that were told up to the message `mark_n`, in an earlier process; all, if none was."""
        while self._waiting and self._waiting[0][0] <= self._released:
            record = self._waiting[0][1].record
            if mark_n and record.live_n + len(public_messages(record)) > mark_n:
                return
            yield self._waiting.popleft()[1]

    def due(self, now_s: float) -> Iterator[Told]:
        """The records whose moment has come, in order: where the last process ended in a hand, it goes on there."""
        while self._waiting and self._waiting[0][0] <= self._released:
            waits_for, told = self._waiting[0]
            if waits_for != self._hand and told.record.hand == waits_for:
                self._hand, self._began = waits_for, (now_s, told.record.at_s)
            began_s, first_s = self._began
            if told.record.hand == self._hand and now_s < began_s + (told.record.at_s - first_s):
                return
            yield self._waiting.popleft()[1]


class DelayedTable:
    """The table as the delayed feed has it: it follows records, and draws what may be seen of it by then."""

    def __init__(self, epoch: str, book: Rulebook, playback: Playback) -> None:
        self._book, self.playback, self._session = book, playback, new_session()
        log = MemoryJournal(Header(epoch, "", "", 0), boot_id=read_boot_id())
        self._viewer = Controller(log, book, self._session, lambda: 0)
        self._record_s = 0.0
        """When the last record was written."""
        self._late_s: float | None = None
        """How much later than that it is told; None until it is looked at."""
        self.spot: Spot | None = None
        """What equities depend on, as the table lies."""
        self._figure: Equities | None = None
        self.waits = False
        """Whether a sampled figure is held back, because the exact one may come in a moment: two figures of one spot,
        23 and then 22, look like an error. Nothing stands in their place meanwhile."""

    def follow(self, told: Told) -> None:
        """One record more; raise `ReplayDiffers` where this engine does not agree with it."""
        self._session, _ = fold_record(self._session, told.record, self._book)
        self._record_s, self._late_s = told.record.at_s, None

    def glance(self, now_s: float) -> Glance:
        """What it shows now: how long ago something was counts from when the hand was played, not from now."""
        session = self._session
        late_s = self._late_s = now_s - self._record_s if self._late_s is None else self._late_s
        hole_cards: dict[int, tuple[str, ...]] = {}
        for dealt in session.table.hand.dealt:
            if (card := self.playback.cards.get(dealt.handle)) is not None:
                hole_cards[dealt.seat] = (*hole_cards.get(dealt.seat, ()), card)
        simulated = session.sensors.simulated or self.playback.is_simulated
        draw: Callable[[float], TableView] = lambda at_s: self._viewer.view(at_s - late_s, session=session)  # noqa: E731 - may come later
        if len(hole_cards) < FEWEST_HANDS:
            self.spot, self._figure, self.waits = None, None, False
            return self._glance(simulated, draw, Released(hole_cards))
        self._look_at(spot_of(draw(now_s), hole_cards))
        return self._glance(simulated, draw, Released(hole_cards, None if self.waits else self._figure))

    def _glance(self, simulated: bool, draw: Callable[[float], TableView], released: Released) -> Glance:
        session = self._session
        return Glance(
            session.table.hand.phase,
            simulated,
            draw,
            released,
            session.statistics,
            session.table.players,
            unsure(session.doubtful),
        )

    def _look_at(self, spot: Spot | None) -> None:
        """What the hands win that are still in, if that has changed: the exact figure follows where it is sampled."""
        if spot != self.spot:
            self.spot, self._figure = spot, None if spot is None else at_once(spot)
            self.waits = self.is_sampled

    @property
    def is_sampled(self) -> bool:
        """Whether what the hands win is only estimated so far."""
        return self._figure is not None and self._figure.method == "sampled"

    def know(self, spot: Spot, figure: Equities) -> bool:
        """The exact figure for a spot: whether it is still the one at the table."""
        if spot != self.spot:
            return False
        self._figure, self.waits = figure, False
        return True


class ExactFigures:
    """The exact equities of the spot at the table, walked in a thread while the feed goes on: one spot at a time.

    Where they come within `EXACT_WITHIN_S` nothing else is told; where they take longer, the sampled ones meanwhile.
    """

    def __init__(self, table: DelayedTable, now_s: Callable[[], float] = time.monotonic) -> None:
        self._table, self._now_s = table, now_s
        self._walk: asyncio.Task[tuple[Spot, Equities]] | None = None
        self._waits_for: Spot | None = None
        self._since_s = 0.0

    def look(self) -> bool:
        """Begin a walk if one is due; whether there is a figure to tell: the exact one, or after a while the other."""
        known, spot = False, self._table.spot
        if self._walk is not None and self._walk.done():
            known, self._walk = self._table.know(*self._walk.result()), None
        if self._walk is None and spot is not None and self._table.is_sampled:
            self._walk = asyncio.get_running_loop().create_task(self._walked(spot))
        return known or self._is_late(spot)

    def _is_late(self, spot: Spot | None) -> bool:
        """Whether the exact figure has been waited for long enough; from then on it is waited for no more."""
        if not self._table.waits:
            self._waits_for = None
            return False
        if spot != self._waits_for:
            self._waits_for, self._since_s = spot, self._now_s()
        self._table.waits = self._now_s() - self._since_s < EXACT_WITHIN_S
        return not self._table.waits

    @staticmethod
    async def _walked(spot: Spot) -> tuple[Spot, Equities]:
        return spot, await asyncio.to_thread(exact, spot)


def delayed_children(config: Path, places: Places, clock: ClockRate) -> tuple[Child, ...]:
    """The delayed feed as a watched process, where it has a login; raise `SettingsError` for wrong settings."""
    if _endpoint(config, read_settings(config), places.state) is None:
        return ()
    words = ["delayed-feed", "--config", str(config), "--state", str(places.state), "--clock", clock.argument()]
    return (Child("delayed", words, places.log("delayed")),)


def _endpoint(config: Path, settings: Settings, state: Path) -> Callable[[], Endpoint | None] | None:
    try:
        return broker_settings(config, settings).delayed_at(state / BROKER)
    except ValueError as problem:
        raise SettingsError(f"{config.parent / settings.broker}: {problem}") from None


async def run_delayed(config: Path, state: Path, clock: ClockRate) -> int:
    """Publish the delayed stream until cancelled; 1 when the journal was replaced, and another start finds the new."""
    path = state / JOURNAL
    while not path.exists():  # noqa: ASYNC110 - another process has no event of ours
        await asyncio.sleep(LOOK_S)
    settings = read_settings(config)
    journal, playback = GrowingJournal(path), Playback()
    played: list[Told] = []
    await _take(playback, journal.fresh())
    while journal.header is None:
        await asyncio.sleep(LOOK_S)
        await _take(playback, journal.fresh())
    stream = replace(DELAYED, released=playback.cards)
    who = Identity(settings.venue, settings.table, journal.header.epoch, playback.is_simulated, stream)
    house, language = house_rules(settings), settings.screen.language
    book = journal_rulebook(state, journal.header.rulebook_hash, settings.game.rulebook, house, language)
    table = DelayedTable(who.epoch, book, playback)
    mark_n = MarkFile(state / DELAYED_MARK, who.epoch).position[0]
    for told in playback.told_before(mark_n):
        table.follow(told)
        played.append(told)
        await _let_others_run(len(played))
    mqtt, endpoint = broker_settings(config, settings), _endpoint(config, settings, state)
    publisher = Publisher(
        who,
        endpoint or (lambda: None),
        state / DELAYED_MARK,
        lambda: tuple(played),
        mqtt.delivery,
        table_now_s=clock.now_s,
        titles=titles_in(settings.screen.language),
        shared=mqtt.broker not in ENGINES,
    )
    publisher.start()
    if played:
        publisher.offer(None, table.glance(clock.now_s()))
    try:
        await _play(journal, table, publisher, played, clock)
    except Replaced:
        LOG.info("the journal was replaced: a new epoch begins")
    except (JournalDamaged, ReplayDiffers) as problem:
        LOG.error("%s", problem)  # noqa: TRY400 - what is wrong is said, and where it was noticed helps nobody
    finally:
        await asyncio.to_thread(publisher.stop)
    return FAILED


async def _play(
    journal: GrowingJournal, table: DelayedTable, publisher: Publisher, played: list[Told], clock: ClockRate
) -> None:
    """Publish what is due, for good; raise `Replaced`, `JournalDamaged`, `ReplayDiffers`."""
    figures = ExactFigures(table)
    while True:
        await asyncio.sleep(LOOK_S)
        await _take(table.playback, journal.fresh())
        for told in table.playback.due(clock.now_s()):
            table.follow(told)
            played.append(told)
            publisher.offer(told.record, table.glance(clock.now_s()), told.wall_ns)
            await _let_others_run(len(played))
        if figures.look():
            publisher.offer(None, table.glance(clock.now_s()))


async def _take(playback: Playback, entries: Iterable[Entry]) -> None:
    for number, entry in enumerate(entries, 1):
        playback.take(Told(decode_record(entry.payload), entry.wall_ns))
        await _let_others_run(number)


async def _let_others_run(done: int) -> None:
    """Let the process beat now and then: a day's records take longer than it may be silent."""
    if done % AT_ONCE == 0:
        await asyncio.sleep(0)

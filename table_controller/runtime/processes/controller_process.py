"""The controller process: opens or resumes the journal, and serves.

The journal of a table is ``table.journal`` in its state folder. It is resumed by the same engine and the
same rulebook text; another one starts a new epoch between two hands and keeps the old file beside it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from firmware_bridge.vocabulary.signed_commands import Consoles
from table_controller.broadcast.broker_settings import BrokerSettings
from table_controller.broadcast.brokers import Broker, GivenBroker
from table_controller.broadcast.marks import MARK, outrun, read_mark
from table_controller.broadcast.publisher import Identity, Publisher, told_of_entries
from table_controller.controller.controller import NS_PER_S, Controller
from table_controller.controller.epochs import NoNewEpoch, ReadBook, engine_of, goes_on, next_opening, opened_with
from table_controller.controller.recovery import recover
from table_controller.controller.snapshots import SnapshotKeeper, snapshot_path
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.hands.shipped import learn_strengths
from table_controller.game.rulebooks.known import rulebook_hash, table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.variants import VARIANTS, HandKind
from table_controller.journal.journal import Header, Journal, JournalDamaged, entries
from table_controller.journal.log import Log
from table_controller.journal.mirror import Mirror
from table_controller.journal.scan import head_path, rescue_command
from table_controller.journal.storage import read_boot_id
from table_controller.journal.succession import kept_path, succeed
from table_controller.runtime.processes.broker_process import broker_settings
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.consoles import consoles_of
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.processes.floor_pin import FLOOR, FloorPin, read_pin
from table_controller.runtime.processes.head_key import Heads, table_signer
from table_controller.runtime.processes.places import BROKER, JOURNAL
from table_controller.runtime.processes.publishing import titles_in
from table_controller.runtime.settings.kept_books import journal_rulebook, keep, kept_folder, kept_shelf
from table_controller.runtime.settings.settings import (
    Settings,
    SettingsError,
    house_rules,
    namesakes,
    opening,
    read_settings,
    second_copy,
)
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.events import TableOpened

LOG: Final = logging.getLogger(__name__)

NOBODY_LOOKS_S: Final = 2.0
"""So long after its start a table without a display begins to prepare for its first showdown."""

SWITCH_S: Final = 0.0002
"""A thread that wants to run waits so long for the one that runs; Python's own 0.005 s are more than a view takes to
draw, so the thread that publishes a record would get its turn only when the view of it is done."""

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


async def run_controller(
    config: Path, state: Path, bridge_socket: Path, display_socket: Path, clock: ClockRate
) -> None:
    """Serve the table of a settings file until cancelled or left."""
    sys.setswitchinterval(SWITCH_S)
    settings = read_settings(config)
    mqtt, pin = broker_settings(config, settings), FloorPin(read_pin(config.parent / FLOOR))
    try:
        broker = mqtt.broker_at(state / BROKER)
    except ValueError as problem:
        raise SettingsError(f"{config.parent / settings.broker}: broker: {problem}") from None
    _check_mirror(settings, config, state)
    if same := namesakes(settings):
        LOG.warning("%s: %s", config, same)
    begun = (state / JOURNAL).exists()
    copy = second_copy(config, settings)
    try:
        controller = open_controller(settings, state, clock.now_s(), copy)
    except JournalDamaged as damage:
        raise damage.with_copy(copy) from None
    controller.theme = settings.screen.theme
    publisher = _publisher(settings, state, controller, broker, mqtt, clock)
    voice = _Voice(publisher, broker, consoles_of(config, settings, state))
    journal = controller.journal
    keeper = SnapshotKeeper(journal) if isinstance(journal, Journal) else None
    mirror = Mirror(journal, copy) if copy is not None and isinstance(journal, Journal) else None
    publish_head = _heads(settings, state, journal, publisher, begun=begun)
    service = ControllerService(controller, voice, clock, keeper, pin, publish_head)
    if mirror is not None:
        controller.disk.also(lambda: mirror.trouble)
        mirror.start()
    warming = asyncio.create_task(warm_up(service.seen, _kinds_of(settings)))
    try:
        await service.serve(bridge_socket, display_socket)
    finally:
        warming.cancel()
        if controller.session.table.hand.number:
            publish_head()
        await asyncio.to_thread(publisher.stop)
        if mirror is not None:
            await asyncio.to_thread(mirror.stop)
        controller.journal.close()


def _kinds_of(settings: Settings) -> Sequence[HandKind]:
    """How hands are made in the game of the settings."""
    return VARIANTS[settings.game.variant].kinds


def _check_mirror(settings: Settings, config: Path, state: Path) -> None:
    """Raise `SettingsError` for a second copy beside the journal: there it could only take another file's place."""
    named = second_copy(config, settings)
    if named is not None and (copy := named.resolve()).parent == state.resolve():
        raise SettingsError(f"{config}: journal.mirror: {copy} lies beside the journal: name another disk, or a stick")


async def warm_up(seen: asyncio.Event, kinds: Sequence[HandKind]) -> None:
    """Once somebody has `seen` the table, get ready to rank such hands: nobody waits for that at the first showdown."""
    with suppress(TimeoutError):
        await asyncio.wait_for(seen.wait(), NOBODY_LOOKS_S)
    gc.freeze()  # what the start has made stays: to look through it again would stop the table for 20 ms
    gc.enable()
    await asyncio.to_thread(learn_strengths, kinds)


def open_controller(settings: Settings, state: Path, now_s: float, copy: Path | None = None) -> Controller:
    """Resume the table's journal, or begin one; under another engine or rulebook between two hands, a new epoch.

    A journal that is missed is none that may be begun anew; its second `copy` is named, if the settings have one.
    Raises `SettingsError`, `JournalDamaged`, `JournalLocked`, `ReplayDiffers`.
    """
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    path, told = state / JOURNAL, opening(settings, now_s)
    name, house, language = settings.game.rulebook, house_rules(settings), settings.screen.language
    try:
        book = table_rulebook(name, house, language)
    except ValueError as problem:
        raise SettingsError(str(problem)) from None
    digest = rulebook_hash(name, house)
    if not path.exists():
        _refuse_loss(path, state, copy)
        keep(state, name, house)
        journal = Journal.create(path, _header(digest), boot_id=read_boot_id(), mono_ns=round(now_s * NS_PER_S))
        return Controller.begin(journal, book, told, time.time_ns)
    journal = Journal.open(path, boot_id=read_boot_id())
    judged = journal.header.rulebook_hash
    if judged != digest and kept_shelf(state, judged, name) and not kept_folder(state, digest).exists():
        # Edited while the table runs, and this process started again: only a start by a person takes another text.
        LOG.warning("rulebook %s was changed: the table goes on by it as it was, and the next start asks", name)
        book, digest = journal_rulebook(state, judged, name, house, language), judged
    if not goes_on(journal.header, digest):
        journal = _in_a_new_epoch(journal, told, book, digest, state)
    _say_recovery(journal)
    if not journal.last_sequence:  # killed before the first record: the table was never opened
        return Controller.begin(journal, book, told, time.time_ns)
    learn_strengths(
        _kinds_of(settings)
    )  # what is folded holds showdowns, and to ask pokerkit itself takes a quarter of a second
    found = recover(journal, book)
    if found.why:
        LOG.info("the whole journal was read, not a snapshot of it: %s", found.why)
    _refuse_outrun(journal, found.session.live_n, state)
    return Controller(journal, book, found.session, time.time_ns)


def _refuse_loss(path: Path, state: Path, copy: Path | None) -> None:
    """Raise `SettingsError` where files beside a journal tell of it and it is not there: that is no new table."""
    beside = (head_path(path), snapshot_path(path), state / MARK)
    if left := [one.name for one in beside if one.exists()]:
        back = "put it back, from a copy if there is one"
        if copy is not None:
            back = (
                f"put it back. The settings name a second copy, {copy}. With its disk or stick in place: "
                f"{rescue_command(path, copy)} makes a journal of it"
            )
        raise SettingsError(
            f"{path} is missing, though {', '.join(left)} beside it {'tells' if len(left) == 1 else 'tell'} of it: "
            f"{back}; to begin a new table instead, move what is left in {state} away"
        )


def _header(digest: str) -> Header:
    return Header(new_epoch(), ENGINE_VERSION, digest, time.time_ns())


def _in_a_new_epoch(old: Journal, told: TableOpened, book: Rulebook, digest: str, state: Path) -> Journal:
    """The journal in which the table of `old` goes on; `SettingsError` where it cannot, and then nothing is touched."""
    header, mono_ns = _header(digest), round(told.at_s * NS_PER_S)
    try:
        if old.last_sequence:
            judged = old.header.rulebook_hash
            read_book: ReadBook = lambda name, house: journal_rulebook(state, judged, name, house)  # noqa: E731 - of this journal
            told, live_n = next_opening(old, told, book, read_book)
            _refuse_outrun(old, live_n, state)
    except NoNewEpoch as why:
        said = _no_new_epoch(old, told, digest, state, why)
        old.close()
        raise SettingsError(said) from None
    LOG.warning(
        "epoch %s (engine %s) ends with record %d and is kept as %s; the table goes on in epoch %s",
        old.header.epoch,
        engine_of(old.header),
        old.last_sequence,
        kept_path(old.path, old.header.epoch),
        header.epoch,
    )
    return succeed(old, header, lambda new: Controller.begin(new, book, told, time.time_ns), mono_ns=mono_ns)


def _no_new_epoch(old: Journal, told: TableOpened, digest: str, state: Path, why: NoNewEpoch) -> str:
    """What is said where a table cannot go on: who wrote its journal, why it waits, and what to do first."""
    was, judged = opened_with(old), old.header.rulebook_hash
    between = f"between two hands the table would go on in a new epoch, but {why}"
    if engine_of(old.header) != ENGINE_VERSION or was is None:
        return (
            f"{old.path} was written by engine {engine_of(old.header)} with rulebook {judged[:8]}, this is engine "
            f"{ENGINE_VERSION} with rulebook {digest[:8]}: {between}; {why.first or 'play on'} with that release and "
            f"its settings, or move the file aside"
        )
    kept = kept_folder(state, judged)
    back = f"put the text back that lies in {kept}" if kept.exists() else "put the settings back"
    if was.rulebook != told.rulebook:
        back = f'put rulebook = "{was.rulebook}" back into the settings'
    return (
        f"{old.path} was judged by rulebook {was.rulebook} as it was then, and the settings say {told.rulebook} as it "
        f"is now: {between}; {back}, {why.first or 'play on'}, and change it then"
    )


def _refuse_outrun(journal: Journal, live_n: int, state: Path) -> None:
    """Raise `JournalDamaged` for a journal that is shorter than what was published out of it."""
    why = outrun(read_mark(state / MARK), journal.header.epoch, live_n)
    if why:
        size = journal.path.stat().st_size
        journal.close()
        raise JournalDamaged(journal.path, size, journal.last_sequence + 1, why)


def _say_recovery(journal: Journal) -> None:
    found = journal.recovery
    cut = f", a torn tail of {found.cut_bytes} bytes was cut" if found.cut_bytes else ""
    LOG.info("journal %s resumed after %d records%s", journal.path, found.records, cut)
    if not found.head_known:
        LOG.warning(
            "%s was missing or damaged: whether the journal ends where it was acknowledged last is not known; a new "
            "one is written",
            head_path(journal.path),
        )


def new_epoch() -> str:
    """A name for a new journal: 40 bits of time in milliseconds and 20 of chance, in letters that read aloud well."""
    number = (time.time_ns() // 1_000_000 % (1 << 40)) << 20 | secrets.randbits(20)
    return "".join(_CROCKFORD[number >> shift & 31] for shift in range(55, -1, -5))


def _publisher(
    settings: Settings, state: Path, controller: Controller, broker: Broker, mqtt: BrokerSettings, clock: ClockRate
) -> Publisher:
    who = Identity(settings.venue, settings.table, controller.journal.header.epoch)
    return Publisher(
        who,
        broker.endpoint,
        state / MARK,
        lambda: told_of_entries(entries(state / JOURNAL)),
        mqtt.delivery,
        table_now_s=clock.now_s,
        titles=titles_in(settings.screen.language),
        shared=isinstance(broker, GivenBroker),
    )


def _heads(settings: Settings, state: Path, journal: Log, publisher: Publisher, *, begun: bool) -> Callable[[], None]:
    """What publishes the signed head of the journal as it is then; `begun`: the table was there before this start."""
    if not isinstance(journal, Journal):
        return lambda: None
    heads = Heads(table_signer(state, begun=begun), f"{settings.venue}/{settings.table}", journal)
    return lambda: publisher.head(heads.head())


class _Voice:
    """The publisher with its broker's state: what the service needs of both."""

    def __init__(self, publisher: Publisher, broker: Broker, consoles: Callable[[], Consoles]) -> None:
        self._publisher, self._broker, self._consoles = publisher, broker, consoles
        self.start, self.offer, self.health = publisher.start, publisher.offer, publisher.health
        self.answer = publisher.answer

    def commands_to(self, take: Callable[[FromConsole], None]) -> None:
        """Hand what the table's consoles ask for to `take`."""
        self._publisher.commands_to(take, self._consoles)

    def status(self) -> str:
        """The connection's state, or why there is no broker."""
        return self._broker.status() if self._broker.endpoint() is None else self._publisher.status()

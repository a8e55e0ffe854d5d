"""Hands at a simulated table whose tags are canaries: all that leaves the bridge, and all that is made of it.

The deck is written and read again as the product does it. The observations travel as the bytes of the bridge's socket,
handles and keys lie in files, and behind are the controller's journal, MQTT and displays.
"""

from __future__ import annotations

import contextlib
import io
import logging
import random
import stat
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from support.canaries import Search, canary
from support.pace import PACE
from support.published import published
from support.script_text import script_text
from support.touching_tags import Tags, Watch

from firmware_bridge.bridge import Bridge
from firmware_bridge.secrets.decks import Deck, DeckBook, load_decks, save_decks
from firmware_bridge.secrets.handle_store import HandleStore, KeyStore
from firmware_bridge.secrets.sealing import Reveal, Sealing
from firmware_bridge.simulator import table as simulated_table
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.observations import OBSERVATIONS, Observation
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import MemoryJournal
from table_controller.projections.log_lines import lines_of_events
from table_controller.runtime.processes.logs import log_to_stderr
from table_controller.runtime.simulated import moves, one_process
from table_controller.runtime.simulated.hardware_player import HardwarePlayer, HardwareSetup
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import FEED

DECKS: Final = "decks.toml"
HANDLES: Final = "bridge.handles"
KEYS: Final = "bridge.keys"
MAY_HOLD_TAGS: Final = frozenset({DECKS, HANDLES})
"""The bridge's own files. Nothing else that it leaves may hold a tag, and these nobody but its owner may read."""
ITS_OWNERS: Final = MAY_HOLD_TAGS | {KEYS}

DELAY_S: Final = 1.0

SHOWDOWN: Final = """\
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: calls
3: folds
flop 9s8s2h
2: checks
1: checks
turn Kd
2: checks
1: bets 800
2: calls
river 3c
2: checks
1: checks
2: shows
1: shows
next hand
"""
FOLDED: Final = """\
deal
1: raises to 600
2: folds
3: folds
next hand
"""
FOREIGN: Final = """\
deal 2=AhKh
1: raises to 600
foreign 3
"""
DOUBLE: Final = """\
deal 2=AhKh
1: raises to 600
duplicate 3 Ah
"""
HANDS: Final = (SHOWDOWN, FOLDED, FOREIGN, FOLDED, DOUBLE)


class Outside:
    """All that was seen from outside of the bridge, by channel."""

    def __init__(self) -> None:
        self._heard: defaultdict[str, list[bytes]] = defaultdict(list)
        self.open_files: list[str] = []
        """Files that must be their owner's alone and are not."""

    def hear(self, channel: str, *words: bytes) -> None:
        """Something left by that channel."""
        self._heard[channel] += words

    def look_at_files(self, channel: str, folder: Path) -> None:
        """Every file below `folder`, its name included, but for what its owner alone may know; and whether he does."""
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            self.hear(channel, str(path.relative_to(folder)).encode())
            if path.name in ITS_OWNERS and stat.S_IMODE(path.stat().st_mode) != 0o600:
                self.open_files.append(path.name)
            if path.name not in MAY_HOLD_TAGS:
                self.hear(channel, path.read_bytes())

    def channels(self) -> dict[str, bytes]:
        """What each channel carried, one word after the other."""
        return {channel: b"\n".join(words) for channel, words in self._heard.items()}

    def leaks(self, search: Search) -> list[str]:
        """Where a tag was written, and how; and the files that others may read."""
        found = [f"{channel}: {name}" for channel, data in self.channels().items() for name in search.found(data)]
        return [*sorted(found), *(f"{name}: others may read it" for name in self.open_files)]


def canary_deck(name: str, rng: random.Random) -> Deck:
    """A deck whose tags are canaries."""
    return Deck(name, {card: canary(rng) for card in DECK})


@contextlib.contextmanager
def listening_to_the_streams(outside: Outside) -> Iterator[None]:
    """Everything written to the streams meanwhile, and logged, at the lowest level and as the bridge logs."""
    root, out, err = logging.getLogger(), io.StringIO(), io.StringIO()
    handlers, level, raising = root.handlers[:], root.level, logging.raiseExceptions
    root.handlers.clear()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            log_to_stderr("bridge", tags=True)
            root.setLevel(logging.DEBUG)
            yield
    finally:
        outside.hear("stdout", out.getvalue().encode())
        outside.hear("stderr and log", err.getvalue().encode())
        logging.captureWarnings(capture=False)
        root.handlers[:], logging.raiseExceptions = handlers, raising
        root.setLevel(level)


class CanaryHand:
    """One hand with tags of its own, played in `folder`; `outside` is all that was seen of it."""

    def __init__(self, folder: Path, rng: random.Random, spare: Deck, hand: str, patch: pytest.MonkeyPatch) -> None:
        self.outside, self._folder, self._spare = Outside(), folder, spare
        self.deck, self.strange = canary_deck("canaries", rng), list[Deck]()
        self.sealing = Sealing(Reveal("rome/t7", "all", DELAY_S), rng.randbytes)
        self.records: list[Record] = []
        self._rng, self._patch = rng, patch
        # no read is missed: whether a strange card is noticed soon enough for the script is not what is tried here
        setup = HardwareSetup(Physics().with_miss(0.0), PACE, seed=rng.randrange(1 << 32))
        player = HardwarePlayer(package_rulebook("tda-2019"), setup, self._wire_up)
        with listening_to_the_streams(self.outside), patch.context() as here:
            here.setattr(Bridge, "is_simulated", True)
            here.setattr(simulated_table, "generate_deck", lambda name, _: self.deck if name == "demo" else spare)
            here.setattr(moves, "generate_deck", lambda name, _: self._stranger(name))
            here.setattr(one_process, "DeckBook", self._registered)
            played = play(parse_script("canaries.toml", script_text("canaries", hand)), lambda _: player)
            assert played.failure is None, played.failure
            self.process.table.run_for(DELAY_S + 1)
        self._end()

    def tags(self) -> list[bytes]:
        """Every tag that was about, but for those of the spare deck."""
        return [tag for deck in (self.deck, *self.strange) for tag in deck.tags.values()]

    def _stranger(self, name: str) -> Deck:
        self.strange.append(canary_deck(name, self._rng))
        return self.strange[-1]

    def _registered(self, decks: tuple[Deck, ...]) -> DeckBook:
        save_decks(self._folder / DECKS, decks)
        return load_decks(self._folder / DECKS)

    def _wire_up(self, table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        self._handles = HandleStore(self._folder / HANDLES, self._say)
        self._keys = KeyStore(self._folder / KEYS, self._say)
        self._handles.load()
        self._keys.load()
        for wire in table.wires.values():
            wire.to_node = self._overheard(wire.to_node)  # type: ignore[method-assign]
        self.process = OneProcess(table, opened, book, sealing=self.sealing)
        self.process.on_observation = self._left
        self.process.on_record = self._recorded
        return self.process

    def _overheard(self, to_node: Any) -> Any:
        def say(data: bytes) -> None:
            self.outside.hear("line to a node", data)
            to_node(data)

        return say

    def _say(self, line: str) -> None:
        logging.getLogger("firmware_bridge.service").info("%s", line)

    def _left(self, observation: Observation) -> None:
        self.outside.hear("socket", OBSERVATIONS.encode(observation))

    def _recorded(self, record: Record) -> None:
        self.records.append(record)

    def _end(self) -> None:
        """What is made of it, and what it leaves behind."""
        bridge, outside = self.process.hub.bridge, self.outside
        if (memory := bridge.memory_if_new()) is not None:
            self._handles.save(memory)
        if (keys := bridge.keys_if_new()) is not None:
            self._keys.save(keys)
        journal = self.process.controller.journal
        assert isinstance(journal, MemoryJournal)
        payloads = [entry.payload for entry in journal.entries()]
        outside.hear("journal", *payloads)
        outside.hear("MQTT", *published([decode_record(one) for one in payloads]))
        lines = [line for one in self.records for line in lines_of_events(one.applied_events, one.at_s)]
        outside.hear("display", *map(FEED.encode, lines), FEED.encode(replace(self.process.view(), epoch="")))
        outside.hear("repr", repr(self.process.hub).encode(), repr(bridge).encode())
        outside.look_at_files("file", self._folder)


class WatchedHand(CanaryHand):
    """The same, and every function of the bridge that comes to hold a tag is noted."""

    def __init__(self, *arguments: Any) -> None:
        with contextlib.ExitStack() as self._watching:
            super().__init__(*arguments)

    def _wire_up(self, table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        self.watch = Watch(Tags([*self.tags(), *self._spare.tags.values()]))
        self._watching.enter_context(self.watch.at_work())
        return super()._wire_up(table, opened, book)

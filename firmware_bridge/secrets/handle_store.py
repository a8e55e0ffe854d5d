"""What the bridge must not forget when its process dies: handles and tags in one file, keys of hands in another.

A file that is damaged or missing is no reason to stop. Without handles the bridge begins with new ones, says so, and
the controller asks about the cards on the felt; without keys, hands whose delay was not over stay sealed for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.secrets.sealing import HandKeys
from firmware_bridge.secrets.slot_file import SlotFile
from firmware_bridge.secrets.vault import Kept, Memory
from firmware_bridge.vocabulary.observations import Handle

FORMAT: Final = 2
ONE_SLOT: Final = 1
"""The format before: one slot, of the file's length, that was never written in place. It is read, too."""
SLOT_BYTES: Final = 1 << 16
"""Far more than 104 cards take (11 kB)."""

KEYS_FORMAT: Final = 1
KEYS_SLOT_BYTES: Final = 1 << 17
"""More than 120 hands of ten keys take (101 kB)."""


class _Card(Struct, frozen=True):
    tag: str
    handle: str
    lay_at: tuple[str, ...]

    def __repr__(self) -> str:
        """The handle; never the tag."""
        return f"_Card({self.handle})"


class _File(Struct, frozen=True):
    format: int
    deck: str | None
    hand: int | None
    shuffles: int
    cards: tuple[_Card, ...]
    written: int = 0
    """The number of this write, from 1: of two slots the later one counts."""


class HandleStore(SlotFile[Memory]):
    """The file of handles, which holds tag ids."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(path, SLOT_BYTES, "handles", say, _memory_of, _of_memory)

    def load(self) -> Memory | None:
        """What an earlier process left, None if there is nothing that can be used: others must not know of it."""
        memory = super().load()
        if memory is not None:
            self._say(f"{self.path}: {len(memory.cards)} handles from before, {memory.shuffles} shuffles")
        return memory


def _of_memory(memory: Memory, written: int) -> bytes:
    cards = tuple(_Card(kept.tag.hex(), kept.handle, kept.lay_at) for kept in memory.cards)
    return msgspec.json.encode(_File(FORMAT, memory.deck, memory.hand, memory.shuffles, cards, written))


def _memory_of(body: bytes) -> tuple[int, Memory] | None:
    try:
        file = msgspec.json.decode(body, type=_File)
        cards = tuple(Kept(bytes.fromhex(card.tag), Handle(card.handle), card.lay_at) for card in file.cards)
    except (msgspec.DecodeError, ValueError):
        return None
    if file.format not in (ONE_SLOT, FORMAT):
        return None
    return file.written, Memory(file.deck, file.hand, file.shuffles, cards)


class _Hand(Struct, frozen=True):
    hand: int
    deal: str
    ended: bool
    released: bool
    keys: tuple[tuple[int, str], ...]

    def __repr__(self) -> str:
        """The hand; never a key."""
        return f"_Hand({self.hand})"


class _Keys(Struct, frozen=True):
    format: int
    written: int
    hands: tuple[_Hand, ...]


class KeyStore(SlotFile[tuple[HandKeys, ...]]):
    """The file of keys."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(path, KEYS_SLOT_BYTES, "keys", say, _keys_of, _of_keys)
        self._saved: frozenset[bytes] | None = None

    def save(self, kept: tuple[HandKeys, ...]) -> bool:
        """Write a slot; both where a key was destroyed, which must not stand in the other one."""
        keys = frozenset(key for hand in kept for _, key in hand.keys)
        destroyed = self._saved is None or not self._saved <= keys
        self._saved = keys
        return super().save(kept) and (not destroyed or super().save(kept))


def _of_keys(hands: tuple[HandKeys, ...], written: int) -> bytes:
    def told(one: HandKeys) -> _Hand:
        return _Hand(one.hand, one.deal, one.ended, one.released, tuple((seat, key.hex()) for seat, key in one.keys))

    return msgspec.json.encode(_Keys(KEYS_FORMAT, written, tuple(map(told, hands))))


def _keys_of(body: bytes) -> tuple[int, tuple[HandKeys, ...]] | None:
    def kept(one: _Hand) -> HandKeys:
        keys = tuple((seat, bytes.fromhex(key)) for seat, key in one.keys)
        return HandKeys(one.hand, one.deal, keys, one.ended, one.released)

    try:
        file = msgspec.json.decode(body, type=_Keys)
        hands = tuple(map(kept, file.hands))
    except (msgspec.DecodeError, ValueError):
        return None
    return (file.written, hands) if file.format == KEYS_FORMAT else None

"""The bridge's small store: private, whole or not at all, and no reason to stop."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from firmware_bridge.secrets.decks import DeckBook, generate_deck
from firmware_bridge.secrets.handle_store import HandleStore
from firmware_bridge.secrets.vault import Memory, Vault
from firmware_bridge.vocabulary.observations import CardNamed, CardWithheld
from firmware_bridge.vocabulary.zones import BOARD, seat_zone

DECK = generate_deck("demo", 1)
BOOK = DeckBook((DECK, generate_deck("blue", 2)))
TAGS = list(DECK.tags.values())


def vault(memory: Memory | None = None, start: int = 1) -> Vault:
    numbers = count(start)
    return Vault(BOOK, lambda: f"h{next(numbers)}", memory)


def dealt() -> Vault:
    """A vault in mid-hand: two cards at a seat, one on the board."""
    one = vault()
    one.riffled(TAGS)
    one.hand_started(7)
    for tag in TAGS[:2]:
        one.handle(tag)
        one.lies(tag, seat_zone(3))
    one.handle(TAGS[2])
    one.lies(TAGS[2], BOARD)
    return one


class Shelf:
    """A store and what it said."""

    def __init__(self, path: Path) -> None:
        self.said: list[str] = []
        self.store = HandleStore(path, self.said.append)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "bridge.handles")


def test_a_vault_that_comes_back_gives_the_same_handles_and_keeps_the_same_secrets(shelf: Shelf) -> None:
    before = dealt()
    assert shelf.store.save(before.memory())
    memory = shelf.store.load()
    assert memory == before.memory()
    after = vault(memory, start=100)
    assert [after.handle(tag) for tag in TAGS[:3]] == ["h1", "h2", "h3"]
    assert after.handle(TAGS[3]) == "h100"
    assert isinstance(after.name(after.handle_of(TAGS[0]) or "", "board", 1.0), CardWithheld)  # type: ignore[arg-type]
    assert isinstance(after.name(after.handle_of(TAGS[2]) or "", "board", 1.0), CardNamed)  # type: ignore[arg-type]
    assert after.shuffles == 1
    after.hand_started(7)  # asked again by a controller that reconnects
    assert after.handle(TAGS[0]) == "h1"


def test_handles_that_others_may_read_are_not_gone_on_with(shelf: Shelf) -> None:
    shelf.store.save(dealt().memory())
    shelf.store.path.chmod(0o644)
    assert shelf.store.load() is None
    assert shelf.said[-1].endswith(
        f"others may read or change it: chmod 600 {shelf.store.path}; beginning with new handles"
    )
    assert shelf.store.save(dealt().memory()), "what takes its place is its owner's"
    assert shelf.store.load() == dealt().memory()


def test_what_was_not_seen_again_when_the_hand_ends_is_void(shelf: Shelf) -> None:
    shelf.store.save(dealt().memory())
    after = vault(shelf.store.load(), start=100)
    after.lies(TAGS[0], seat_zone(3))
    after.hand_ended(7)
    assert (after.handle_of(TAGS[0]), after.handle_of(TAGS[1])) == ("h1", None)


def test_only_the_owner_reads_it(shelf: Shelf) -> None:
    shelf.store.path.write_bytes(b"")
    shelf.store.path.chmod(0o644)
    shelf.store.save(dealt().memory())
    assert stat.S_IMODE(shelf.store.path.stat().st_mode) == 0o600
    assert os.listdir(shelf.store.path.parent) == ["bridge.handles"]  # noqa: PTH208  # names are what is meant


def test_without_a_file_it_begins_anew_and_says_so(shelf: Shelf) -> None:
    assert shelf.store.load() is None
    assert "no handles from before" in shelf.said[0]


def test_every_truncation_and_every_flipped_byte_is_damage_not_a_fault(shelf: Shelf) -> None:
    shelf.store.save(dealt().memory())
    whole = shelf.store.path.read_bytes().rstrip(b"\0")
    spoiled = [whole[:at] for at in range(len(whole))]
    spoiled += [whole[:at] + bytes([whole[at] ^ 0x20]) + whole[at + 1 :] for at in range(len(whole))]
    for content in spoiled:
        shelf.store.path.write_bytes(content)
        assert shelf.store.load() is None, content
    assert all("is damaged, beginning with new handles" in said for said in shelf.said)


@pytest.mark.parametrize("body", [b"null", b"{}", b'{"format":3,"deck":null,"hand":null,"shuffles":0,"cards":[]}'])
def test_another_format_is_not_guessed_at(shelf: Shelf, body: bytes) -> None:
    shelf.store.path.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    assert shelf.store.load() is None


def another() -> Memory:
    """What the vault remembers one card later."""
    later = dealt()
    later.handle(TAGS[9])
    return later.memory()


def refuse(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("call", ["open", "fsync"])
def test_a_disk_that_refuses_is_told_once_and_costs_no_write_before(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    first = dealt().memory()
    shelf.store.save(first)
    monkeypatch.setattr(os, call, refuse)
    assert not shelf.store.save(another())
    assert not shelf.store.save(another())
    monkeypatch.undo()
    assert shelf.store.load() in (first, another())
    assert sum("cannot be kept (No space left on device)" in said for said in shelf.said) == 1, "said once"
    assert shelf.store.save(another())
    assert shelf.store.load() == another()


def test_a_full_disk_keeps_no_handle_back(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of its own once, then writes in turn: none of them asks the disk for more room."""
    shelf.store.save(dealt().memory())
    monkeypatch.setattr(Path, "replace", refuse)
    taken = shelf.store.path.stat()
    for memory in (another(), dealt().memory(), another()):
        assert shelf.store.save(memory)
        assert HandleStore(shelf.store.path, shelf.said.append).load() == memory
    now = shelf.store.path.stat()
    assert (now.st_ino, now.st_size, now.st_blocks) == (taken.st_ino, taken.st_size, taken.st_blocks)


@pytest.mark.parametrize("writes", [1, 2, 3])
def test_a_power_cut_in_the_middle_of_a_write_leaves_the_one_before(shelf: Shelf, writes: int) -> None:
    for shuffles in range(writes):
        shelf.store.save(replace(dealt().memory(), shuffles=shuffles))
    before, last = shelf.store.path.read_bytes(), shelf.store.load()
    shelf.store.save(another())
    after = shelf.store.path.read_bytes()
    changed = [at for at, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
    for cut in range(changed[0] + 1, changed[-1], 7):
        shelf.store.path.write_bytes(after[:cut] + before[cut:])
        assert shelf.store.load() == last, cut
    shelf.store.path.write_bytes(after)
    assert shelf.store.load() == another()


def test_a_store_of_the_version_before_is_gone_on_with(shelf: Shelf) -> None:
    """One slot of the file's length, without a number."""
    shelf.store.save(dealt().memory())
    file = json.loads(shelf.store.path.read_bytes().rstrip(b"\0").partition(b"\n")[2])
    body = json.dumps({**{key: value for key, value in file.items() if key != "written"}, "format": 1}).encode()
    shelf.store.path.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    assert shelf.store.load() == dealt().memory()
    assert shelf.store.save(another())
    assert shelf.store.load() == another()


def test_more_than_a_slot_holds_is_refused_and_told(shelf: Shelf) -> None:
    memory = dealt().memory()
    shelf.store.save(memory)
    assert not shelf.store.save(replace(memory, cards=memory.cards * 400))
    assert "handles cannot be kept (File too large)" in shelf.said[-1]
    assert shelf.store.load() == memory


def test_no_tag_is_said_or_shown(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = dealt().memory()
    shelf.store.save(memory)
    shelf.store.load()
    shelf.store.path.write_bytes(shelf.store.path.read_bytes()[:300])
    shelf.store.load()
    monkeypatch.setattr(os, "fsync", _no_disk)
    shelf.store.save(memory)
    texts = [*shelf.said, repr(memory), repr(memory.cards), repr(memory.cards[0]), repr(shelf.store)]
    assert not [tag for tag in TAGS for text in texts if tag.hex() in text or repr(tag)[2:-1] in text]


def _no_disk(_: int) -> None:
    raise OSError(5, "Input/output error")


CHANGES: tuple[Callable[[Vault], object], ...] = (
    lambda one: one.handle(TAGS[20]),
    lambda one: one.lies(TAGS[0], BOARD),
    lambda one: one.riffled(TAGS),
    lambda one: one.hand_ended(7),
    lambda one: one.hand_started(8),
)


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_that_must_outlive_the_process_is_counted(change: Callable[[Vault], object]) -> None:
    one = dealt()
    before, changes = one.memory(), one.changes
    change(one)
    assert one.memory() != before
    assert one.changes > changes


def test_what_changes_nothing_is_not_written_again() -> None:
    one = dealt()
    changes = one.changes
    one.handle(TAGS[0])
    one.lies(TAGS[0], seat_zone(5))
    one.hand_started(7)
    one.taken(TAGS[0])
    assert one.changes == changes

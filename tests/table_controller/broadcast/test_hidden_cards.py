"""The same public story with other hidden cards: every byte that anybody may see is the same, up to the release."""

from __future__ import annotations

import os
import random
import re
from typing import Any, Final

import pytest
from support.counting import counted
from support.published import published
from support.sealed_evening import HAND, Sealed

from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.observations import CardArrived, KeysReleased
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.public import PublicFeed
from table_controller.journal.journal import MemoryJournal
from table_controller.vocabulary.record import Record, decode_record, encode_record
from table_controller.vocabulary.views import FEED

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HIDDEN: Final = ("7c2d", "5c5d", "6c6d", "JhJd", "Tc4d", "9c8d", "3h3d")
"""Hands of the story that nobody turns up: folded, won without a showdown, or not over."""
PUBLIC: Final = frozenset({"Ah", "Kh", "Qd", "Qs", "9s", "8s", "2h", "Kd", "3c"})


def other_story(rng: random.Random) -> str:
    """The script with other cards where nobody may see them; each of its three hands is dealt from the whole deck."""
    cards = [card for card in DECK if card not in PUBLIC]
    decks = [rng.sample(cards, len(cards)) for _ in range(3)]
    hand_of = dict(zip(HIDDEN, (0, 1, 1, 1, 2, 2, 2), strict=True))
    return re.sub("|".join(HIDDEN), lambda old: "".join(decks[hand_of[old[0]]].pop() for _ in range(2)), HAND)


class Seen:
    """All that leaves the controller up to the first key: journal, MQTT and displays, each as bytes."""

    def __init__(self, story: str, patch: pytest.MonkeyPatch) -> None:
        evening = Sealed("all", patch, script=story)
        log = evening.process.controller.journal
        assert isinstance(log, MemoryJournal)
        records = [decode_record(entry.payload) for entry in log.entries()]
        first = next(at for at, one in enumerate(records) if isinstance(one.cause, KeysReleased))
        self.records = records[:first]
        self.journal = b"\n".join(encode_record(blanked(record)) for record in self.records)
        self.mqtt = b"\n".join(published(self.records))
        self.last_view = FEED.encode(replace(evening.process.view(), epoch=""))


def blanked(record: Record) -> Record:
    """The record with what is inside the seal left out; that it is as long as any is part of what is compared."""
    cause = record.cause
    if not isinstance(cause, CardArrived) or cause.seal is None:
        return record
    lengths = {name: "x" * len(getattr(cause.seal, name)) for name in ("sealed", "commitment")}
    return replace(record, cause=replace(cause, seal=replace(cause.seal, **lengths)))  # type: ignore[arg-type]


def test_other_hidden_cards_change_no_byte(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    seed = int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0
    rng, told = random.Random(f"hidden/{seed}"), Seen(HAND, monkeypatch)  # noqa: S311  # repeatable
    assert b"hand_shown" in told.mqtt
    assert b'"Ah"' in told.mqtt
    pairs = 1000 if SOAK else 20
    for _ in range(pairs):
        other = Seen(other_story(rng), monkeypatch)
        for channel in ("journal", "mqtt", "last_view"):
            assert getattr(other, channel) == getattr(told, channel), channel
    counted(pairs, "stories with other hidden cards, and not a byte was another one")


def test_a_leak_in_a_channel_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every message carries a digit of the last commitment, which another card would have made another one."""
    rng, honest = random.Random(1), PublicFeed.take  # noqa: S311  # repeatable
    last = ""

    def hinting(feed: PublicFeed, record: Record) -> Any:
        nonlocal last
        if isinstance(record.cause, CardArrived) and record.cause.seal is not None:
            last = record.cause.seal.commitment[:1]
        told = ((one, replace(one.message, data={**one.message.data, "hint": last})) for one in honest(feed, record))
        return tuple(replace(one, message=message) for one, message in told)

    monkeypatch.setattr(PublicFeed, "take", hinting)
    told, other = Seen(HAND, monkeypatch), Seen(other_story(rng), monkeypatch)
    assert told.journal == other.journal
    assert told.mqtt != other.mqtt

"""The same public story with other hidden cards: every byte that anybody may see is the same, up to the release."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import replace as replace_in
from typing import Any, Final

import pytest
from support.counting import counted
from support.published import published
from support.script_text import script_text, stud_text
from support.sealed_evening import EVENING, Sealed

from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.observations import CardArrived, KeysReleased
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import seat_zone
from table_controller.broadcast.public import PublicFeed
from table_controller.journal.journal import MemoryJournal
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.vocabulary.commands import TurnUp
from table_controller.vocabulary.record import Record, decode_record, encode_record
from table_controller.vocabulary.views import FEED, Refused

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"


@dataclass(frozen=True)
class Story:
    """A script, and the cards of it that nobody turns up, each with the number of its hand.

    A `public` card is in no other story. `then` goes on at the table where the script ends.
    """

    text: str
    hidden: Mapping[str, int]
    public: frozenset[str]
    then: Callable[[OneProcess], None] = lambda _: None

    def told_again(self, rng: random.Random) -> Story:
        """With other cards where nobody may see them; each of its hands is dealt from the whole deck."""
        cards = [card for card in DECK if card not in self.public]
        decks = [rng.sample(cards, len(cards)) for _ in {*self.hidden.values()}]

        def other(old: re.Match[str]) -> str:
            return "".join(decks[self.hidden[old[0]]].pop() for _ in range(len(old[0]) // 2))

        return replace_in(self, text=re.sub("|".join(self.hidden), other, self.text))


def half_mucked(process: OneProcess) -> None:
    """One card of seat 2 slides into the muck face down, and the dealer keys that its hand is turned up."""
    lies = process.table.world.cards.names(seat_zone(2))
    prompt = Prompt(process.table)
    assert not prompt.perform(f"move {next(card for card in lies if card != 'Ah')} muck").startswith("error")
    process.table.run_for(2.0)
    assert not isinstance(process.key(TurnUp(2)), Refused)
    process.table.run_for(1.0)


STORIES: Final = {
    "folded, won unseen, not over": Story(
        EVENING,
        {"7c2d": 0, "5c5d": 1, "6c6d": 1, "JhJd": 1, "Tc4d": 2, "9c8d": 2, "3h3d": 2},
        frozenset({"Ah", "Kh", "Qd", "Qs", "9s", "8s", "2h", "Kd", "3c"}),
    ),
    "a card of a shown hand in the muck": Story(
        script_text(
            "half",
            "deal 1=8s7s 2=AsAh 3=KdKh\n1: calls\n2: calls\n3: checks\nflop 2c3d9h\n2: checks\n3: checks\n1: checks\n"
            "turn 4c\n2: checks\n3: checks\n1: checks\nriver Jc\n2: checks\n3: checks\n1: checks",
        ),
        {"8s7s": 0, "As": 0, "KdKh": 0},
        frozenset({"Ah", "2c", "3d", "9h", "4c", "Jc"}),
        half_mucked,
    ),
    "stud, shown while others bet": Story(
        stud_text(
            "F7S",
            """
deal 1=2s3d4c 2=2h3c9s 3=KsQdTd
2: calls
3: calls
burn
card 2 8h
card 3 Ts
card 1 5h
3: checks
1: checks
2: shows
2: checks
burn
card 2 8d
card 3 6h
card 1 5c
3: checks
1: checks
2: checks
burn
card 2 Jd
card 3 6d
card 1 Qc
3: checks
1: checks
2: checks
burn
card 2 Ah
card 3 Ad
card 1 Ac
3: bets 200
1: folds
2: folds
""",
        ),
        {"2s3d": 0, "KsQd": 0, "Ah": 0, "Ad": 0, "Ac": 0},
        frozenset(["4c", "2h", "3c", "9s", "Td", "8h", "Ts", "5h", "8d", "6h", "5c", "Jd", "6d", "Qc"]),
    ),
}


class Seen:
    """All that leaves the controller up to the first key: journal, MQTT and displays, each as bytes."""

    def __init__(self, story: Story, patch: pytest.MonkeyPatch) -> None:
        evening = Sealed("all", patch, script=story.text)
        story.then(evening.process)
        log = evening.process.controller.journal
        assert isinstance(log, MemoryJournal)
        records = [decode_record(entry.payload) for entry in log.entries()]
        released = (at for at, one in enumerate(records) if isinstance(one.cause, KeysReleased))
        self.records = records[: next(released, len(records))]
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


@pytest.mark.parametrize("name", STORIES)
def test_other_hidden_cards_change_no_byte(
    name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    seed = int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0
    story = STORIES[name]
    rng, told = random.Random(f"hidden/{name}/{seed}"), Seen(story, monkeypatch)  # noqa: S311  # repeatable
    assert b"hand_shown" in told.mqtt
    pairs = 334 if SOAK else 12
    for _ in range(pairs):
        other = Seen(story.told_again(rng), monkeypatch)
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
    story = next(iter(STORIES.values()))
    told, other = Seen(story, monkeypatch), Seen(story.told_again(rng), monkeypatch)
    assert told.journal == other.journal
    assert told.mqtt != other.mqtt

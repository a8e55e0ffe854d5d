"""What the public may know: everything that happened, in order, and no handle, no card before its time."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import CardNamed, Handle, NodeSeen
from table_controller.broadcast import public
from table_controller.broadcast.envelope import Identity, Moment, seal_numbered
from table_controller.broadcast.public import PublicFeed, message_count, public_findings, public_messages
from table_controller.vocabulary import events as ev
from table_controller.vocabulary import outcomes as out
from table_controller.vocabulary.events import Redone
from table_controller.vocabulary.findings import Citation, Finding
from table_controller.vocabulary.record import AppliedEvent, Record

HANDLES = ("h-4f2a", "h-2", "h-3", "h-9")
MOMENT = Moment(1, 1_700_000_000_000_000_000)


def sealed(feed: PublicFeed, records: list[Record]) -> list[dict[str, Any]]:
    who = Identity("rome", "t7", "01J9ZK7Q")
    return [msgspec.json.decode(seal_numbered(who, one, MOMENT)) for record in records for one in feed.take(record)]


def test_the_sample_holds_every_event_and_outcome(hand: list[Record]) -> None:
    """Otherwise the tests below would pass by leaving something out."""
    applied_events = [applied for record in hand for applied in record.applied_events]
    assert {type(applied.event) for applied in applied_events} == set(get_args(ev.Event))
    assert {type(outcome) for applied in applied_events for outcome in applied.outcomes} == set(get_args(out.Outcome))


def test_events_are_numbered_densely_from_one(hand: list[Record]) -> None:
    messages = [message for message in sealed(PublicFeed(), hand) if "index" not in message]
    assert [message["n"] for message in messages] == list(range(1, len(messages) + 1))


def test_a_push_reads_as_the_contract_shows_it(story: Any) -> None:
    (message,) = sealed(PublicFeed(), [story.push(seat=4, chips=2)])
    assert message == {
        "specversion": "1.0",
        "type": "cardspeak.chips_pushed.v1",
        "source": "/venue/rome/table/t7",
        "id": "t7:01J9ZK7Q:live:1",
        "time": "2023-11-14T22:13:20.000Z",
        "datacontenttype": "application/json",
        "dataschema": "urn:cardspeak:chips_pushed:1",
        "epoch": "01J9ZK7Q",
        "stream": "live",
        "n": 1,
        "hand": 1,
        "mono": "1",
        "data": {"seat": 4, "chips": [[1000, 2]], "total": 2000},
    }


def leaks(messages: list[dict[str, Any]]) -> list[str]:
    """Handles anywhere, and the card that was named but never published."""
    text = msgspec.json.encode(messages).decode()
    return [secret for secret in (*HANDLES, "Ks") if secret in text]


def test_no_handle_and_no_unpublished_card_leaves(hand: list[Record]) -> None:
    messages = sealed(PublicFeed(), hand)
    assert leaks(messages) == []
    assert {"board_named", "hand_shown", "corrected"} == {
        message["type"].split(".")[1] for message in messages if "Ah" in msgspec.json.encode(message["data"]).decode()
    }


def test_a_feed_that_told_named_cards_would_be_caught(hand: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the event goes out as it is."""
    monkeypatch.setattr(public, "_event_payload", lambda event, _told: event)
    found = [msgspec.to_builtins(message) for record in hand for message in public_messages(record)]
    assert set(leaks(found)) == {*HANDLES, "Ks"}


@given(st.permutations(DECK).map(lambda deck: deck[:9]), st.lists(st.sampled_from("dbmisx"), max_size=12))
def test_cards_are_published_by_outcomes_only(cards: list[Card], order: list[str]) -> None:
    """Whatever the bridge names and the dealer keys, in any order: the stream holds only what outcomes told."""
    board, hidden = tuple(cards[:3]), cards[3:]
    handles = [Handle(f"hidden-{number}") for number in range(len(hidden))]
    dealt = [AppliedEvent(1, ev.CardDealt(1, handle, 0, 1), (), (), ()) for handle in handles]
    applied_events: list[AppliedEvent] = []
    for number, (what, handle, card) in enumerate(zip(order, handles * 2, hidden * 2, strict=False), 2):
        kinds: dict[str, ev.Event] = {
            "d": ev.CardDealt(1, handle, 1, 2),
            "b": ev.CardBurned(handle, 1, 2),
            "m": ev.CardsMucked(1, (handle,), 3),
            "i": ev.CardIdentified(handle, card, 4),
            "s": ev.CardShown(1, card, 5),
            "x": ev.CardStrayed(handle, "muck", 6),
        }
        finding = Finding("irregular", 1, Citation("b", "1"), (("what", str(handle)),))
        applied_events.append(AppliedEvent(number, kinds[what], (out.BoardNamed(board),), (finding,), ()))
    records = [
        Record(1.0, 1, 0, None, tuple(dealt)),
        Record(1.0, 1, len(dealt), CardNamed(handles[0], hidden[0], 1.0), tuple(applied_events)),
    ]
    text = msgspec.json.encode(sealed(PublicFeed(), records)).decode()
    assert not [secret for secret in (*handles, *hidden) if f'"{secret}"' in text]
    assert not applied_events or all(f'"{card}"' in text for card in board)


def test_an_undo_names_the_messages_it_takes_back(story: Any) -> None:
    feed = PublicFeed()
    first = story.record((ev.Declared(1, "bet", 400, "before", 1), [out.ActRuled(1, "bet", 400, False)], []))
    second = story.push()
    undo = story.record((ev.Undone((1,), 3), [], []))
    messages = sealed(feed, [first, second, undo])
    assert [message["data"] for message in messages if message["type"] == "cardspeak.undone.v1"] == [{"ns": [1, 2]}]


def test_a_redo_names_the_messages_that_stand_again(story: Any) -> None:
    feed = PublicFeed()
    records = [
        story.record((ev.Declared(1, "bet", 400, "before", 1), [out.ActRuled(1, "bet", 400, False)], [])),
        story.record((ev.Undone((1,), 3), [], [])),
        story.record((Redone((1,), 4), [], [])),
    ]
    told = [message["data"] for message in sealed(feed, records) if message["type"] == "cardspeak.redone.v1"]
    assert told == [{"ns": [1, 2]}]


def test_findings_carry_their_events_number_and_an_index(story: Any) -> None:
    def finding(seat: int) -> Finding:
        return Finding("irregular", seat, Citation("b", "1"))

    records = [
        story.push(),
        story.record((ev.HandTabled(2, 1), [out.StreetOpened("flop")], [finding(1), finding(2)])),
        story.record((ev.Answered("p", "a", 2), [], [finding(3)])),
        story.record((ev.Answered("p", "a", 2), [], [finding(4)])),
    ]
    found = sealed(PublicFeed(), records)
    assert [(message["n"], message.get("index"), message["data"].get("seat")) for message in found] == [
        (1, None, 4), (2, None, 2), (2, 0, 1), (2, 1, 2), (3, None, None), (3, 0, 3), (3, 1, 4),
    ]  # fmt: skip
    assert len({message["id"] for message in found}) == len(found)
    assert [one.n for record in records for one in public_findings(record)] == [2, 2, 3, 3]


def test_a_ruling_goes_to_both_topics_without_its_reason(hand: list[Record]) -> None:
    told = [
        message for message in sealed(PublicFeed(), hand) if message["type"].split(".")[1] in {"floor_ruled", "ruling"}
    ]
    assert [message["data"] for message in told] == [
        {"option": "complete-call", "arguments": {"seat": "4"}, "role": "floor", "case": None}
    ] * 2


def test_records_told_before_are_not_told_again(hand: list[Record]) -> None:
    feed = PublicFeed()
    first = sealed(feed, hand)
    assert sealed(feed, hand) == []
    assert sealed(PublicFeed(), hand) == first, "the same journal gives the same messages"


def test_a_simulated_node_marks_all_that_follows(story: Any) -> None:
    feed = PublicFeed()
    feed.take(story.record(cause=NodeSeen("a", "ready", "", 1.0)))
    assert not feed.simulated
    feed.take(story.record(cause=NodeSeen("b", "ready", "", 1.0, simulated=True)))
    assert feed.simulated


def test_messages_are_counted_as_they_are_made(hand: list[Record]) -> None:
    for record in hand:
        assert message_count(record) == len(public_messages(record)), record

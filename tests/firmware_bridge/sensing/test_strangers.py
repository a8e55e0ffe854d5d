"""Two decks in turn, strange cards and cards that nobody reads: what the bridge tells of them, and what it does not."""

from __future__ import annotations

import pytest
from support.card_felt import BLUE, RED, SEAT_1, SEAT_2, TOLD_SCANS, Felt

from firmware_bridge.secrets.decks import Deck, DeckBook
from firmware_bridge.sensing.unseen import Unseen
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import CardArrived, CardLeft, CardsUnseen, Observation, StrangeCard
from firmware_bridge.vocabulary.zones import BOARD, MUCK, STUB

NAMES = ("2c", "3c", "4c", "5c", "6c", "7c")


def deal(felt: Felt, deck: Deck, *names: str) -> list[str]:
    """These cards come to the board; the kinds of what was told of strangers meanwhile."""
    kinds: list[str] = []
    for name in names:
        felt.lay(BOARD, deck.tag_of(Card(name)))
        kinds += [seen.kind for seen in felt.scan(2)]
    return [*kinds, *(seen.kind for seen in felt.scan(TOLD_SCANS))]


def test_the_deck_that_was_riffled_is_in_play() -> None:
    felt = Felt()
    assert deal(felt, RED, "Ah", "Kd") == []
    felt.clear()
    felt.end(1)
    felt.riffle(BLUE)
    felt.begin(2)
    assert deal(felt, BLUE, "Ah", "Kd") == []
    assert deal(felt, RED, "2c") == ["other-deck"]


def test_a_deck_change_whose_riffle_nobody_saw_is_confirmed_by_the_first_cards() -> None:
    felt = Felt()
    deal(felt, RED, "Ah", "Kd")
    felt.clear()
    felt.end(1)
    felt.begin(2)
    felt.told.clear()
    assert deal(felt, BLUE, *NAMES) == []
    assert sum(isinstance(seen, CardArrived) for seen in felt.told) == len(NAMES)
    assert deal(felt, RED, "Kd") == ["other-deck"]


def test_one_card_of_the_other_deck_at_the_top_of_a_deal_nobody_saw_shuffled_is_the_strange_one() -> None:
    felt = Felt()
    felt.end(1)
    felt.begin(2)
    felt.told.clear()
    felt.lay(SEAT_2, BLUE.tag_of(Card("Ah")))
    assert felt.scan(1) == []
    for name in NAMES:
        felt.lay(BOARD, RED.tag_of(Card(name)))
    assert [(seen.zone, seen.kind) for seen in felt.scan(TOLD_SCANS)] == [(SEAT_2, "other-deck")]
    handles = {seen.handle for seen in felt.told if isinstance(seen, CardArrived)}
    gone = {seen.handle for seen in felt.told if isinstance(seen, CardLeft)}
    assert len(handles - gone) == len(NAMES)


def test_the_second_deck_beside_the_table_and_at_the_stub_between_hands() -> None:
    felt = Felt()
    felt.clear()
    felt.end(1)
    for name in NAMES:
        felt.lay(STUB, BLUE.tag_of(Card(name)))
    assert felt.scan(30) == []
    felt.riffle(BLUE)
    felt.begin(2)
    assert deal(felt, BLUE, "Ah") == []


def test_a_stranger_is_told_once_however_often_it_moves() -> None:
    felt = Felt()
    felt.lay(SEAT_2, b"nobody")
    assert len(felt.scan(TOLD_SCANS)) == 1
    felt.lift(SEAT_2, b"nobody")
    felt.lay(MUCK, b"nobody")
    assert felt.scan(30) == []


def test_a_stranger_at_the_stub_is_told_anew_after_the_riffle() -> None:
    felt = Felt()
    felt.lay(STUB, b"nobody")
    assert len(felt.scan(TOLD_SCANS)) == 1
    felt.riffle(RED)
    assert [seen.zone for seen in felt.told if isinstance(seen, StrangeCard)] == [STUB, STUB]


def test_a_zone_that_has_fallen_silent_confirms_no_stranger() -> None:
    felt = Felt()
    felt.lay(SEAT_2, b"nobody")
    felt.scan(2)
    felt.bridge._cards.hold([SEAT_2])
    felt.now_s += 5.0
    assert felt.bridge.tick(felt.now_s) == []
    assert len(felt.scan(2)) == 1


def test_no_text_of_a_watch_over_strangers_shows_a_tag() -> None:
    felt = Felt()
    felt.lay(SEAT_2, b"nobody-knows")
    felt.scan(8)
    for one in (felt.bridge._cards._strangers, *felt.bridge._cards._strangers._lying.values()):
        assert "nobody" not in repr(one)


@pytest.mark.parametrize("missing", [(), ("7c",), ("7c", "Ah")])
def test_cards_that_are_never_read_are_counted_and_never_named(missing: tuple[str, ...]) -> None:
    unseen = Unseen(DeckBook([RED, BLUE]), hands=10)
    told = []
    for _ in range(30):
        for card in DECK:
            if card not in missing:
                unseen.read(RED.tag_of(card))
        unseen.read(BLUE.tag_of(Card("2c")))
        told.append(unseen.hand_over())
    assert told == [0] * 9 + [len(missing)] + [0] * 20
    assert unseen.hand_over() == 0


def test_one_card_in_turn_is_enough_to_keep_the_hint_away() -> None:
    unseen, hands = Unseen(DeckBook([RED])), 0
    for _ in range(3):
        for card in DECK:
            unseen.read(RED.tag_of(card))
            hands += 1
            assert unseen.hand_over() == 0
    assert hands > unseen.hands
    assert "Ah" not in repr(unseen)


def test_the_bridge_tells_how_many_when_a_hand_ends() -> None:
    felt, said = Felt(), list[Observation]()
    cards = [tag for card, tag in RED.tags.items() if card != "7c"]
    for hand in range(1, 105):
        felt.begin(hand)
        for at, tag in enumerate(cards[hand % 17 :: 17]):
            felt.lay(SEAT_2 if at % 2 else SEAT_1, tag)
            felt.show()
        for tags in felt.lists.values():
            tags.clear()
        felt.show(1.5)
        said += felt.end(hand)
        assert felt.end(hand) == []
    assert [(one.cards, one.hands) for one in said if isinstance(one, CardsUnseen)] == [(1, 100)]


def test_a_stranger_that_is_said_to_have_lain_there_for_long_counts_from_when_it_was_heard_of() -> None:
    felt = Felt()
    felt.scan(5)
    felt.lay(SEAT_2, b"nobody", since_s=0.0)
    assert felt.scan(12) == [], "interference for a moment, whatever the node says of it"
    felt.lift(SEAT_2, b"nobody")
    assert felt.scan(30) == []
    felt.lay(SEAT_2, b"nobody", since_s=0.0)
    assert len(felt.scan(TOLD_SCANS)) == 1

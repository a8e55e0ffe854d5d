"""Handles live from the first read to the next shuffle, and a card is named only when it may be."""

from __future__ import annotations

import dataclasses
from itertools import count

import pytest

from firmware_bridge.secrets.decks import DeckBook, generate_deck
from firmware_bridge.secrets.vault import Stranger, Vault
from firmware_bridge.sensing.riffles import Mixing, RiffleWatch
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import CardNamed, CardWithheld, Handle
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, Zone, seat_zone

RED = dataclasses.replace(generate_deck("red", 1), spares={Card("Ah"): b"spare-ah"})
BLUE = generate_deck("blue", 1)
AH, KD = RED.tag_of(Card("Ah")), RED.tag_of(Card("Kd"))


def vault_of(*decks: str) -> Vault:
    numbers = count(1)
    book = DeckBook([deck for deck in (RED, BLUE) if deck.name in decks])
    return Vault(book, lambda: f"#{next(numbers)}")


def seen(vault: Vault, tag: bytes, *zones: Zone) -> Handle:
    """The card was dealt and lay at these zones."""
    handle = vault.handle(tag)
    assert isinstance(handle, str)
    for zone in zones:
        vault.lies(tag, zone)
    return handle


def test_a_handle_stays_with_its_card_until_the_riffle() -> None:
    vault = vault_of("red")
    first = seen(vault, AH, BOARD)
    assert seen(vault, AH, BOARD) == first
    assert seen(vault, KD) != first
    vault.riffled([AH, KD])
    assert vault.handle_of(AH) is None
    assert seen(vault, AH) not in {first, vault.handle(KD)}
    assert vault.name(first, "tabled", 1.0) == CardWithheld(first, "unknown-handle", 1.0)


@pytest.mark.parametrize(
    ("zone", "reason"), [(seat_zone(3), "seen-at-seat"), (MUCK, "seen-at-muck"), (BURN, "seen-at-burn")]
)
def test_a_card_that_lay_face_down_is_never_named_for_the_board(zone: Zone, reason: str) -> None:
    vault = vault_of("red")
    handle = seen(vault, AH, zone, BOARD)
    for _ in range(2):  # asked twice, told twice the same
        assert vault.name(handle, "board", 1.0) == CardWithheld(handle, reason, 1.0)
    assert vault.name(handle, "tabled", 2.0) == CardNamed(handle, Card("Ah"), 2.0)
    assert vault.name(handle, "exposed", 3.0) == CardNamed(handle, Card("Ah"), 3.0)
    assert vault.name(handle, "board", 4.0) == CardWithheld(handle, reason, 4.0)


def test_a_board_card_is_named() -> None:
    vault = vault_of("red")
    handle = seen(vault, AH, BOARD)
    assert vault.name(handle, "board", 1.0) == CardNamed(handle, Card("Ah"), 1.0)


def test_a_card_that_goes_back_into_the_stub_comes_again_as_another_one() -> None:
    vault = vault_of("red")
    vault.hand_started(1)
    early, burnt = seen(vault, AH, BOARD), seen(vault, KD, BURN)
    vault.forget([early, burnt, Handle("#99")])
    assert vault.handle(AH) == early, "it still lies there"
    for tag in (AH, KD):
        vault.taken(tag)
    again, new = seen(vault, AH, BOARD), seen(vault, KD, BOARD)
    assert not {again, new} & {early, burnt}
    assert vault.name(new, "board", 1.0) == CardNamed(new, Card("Kd"), 1.0)
    assert vault.name(early, "board", 1.0) == CardWithheld(early, "unknown-handle", 1.0)


def test_a_card_that_was_gone_before_it_was_to_be_forgotten_is_void_at_once() -> None:
    vault = vault_of("red")
    vault.hand_started(1)
    early = seen(vault, AH, BOARD)
    vault.taken(AH)
    vault.forget([early])
    assert vault.handle_of(AH) is None


def test_a_burn_that_nobody_said_goes_back_is_not_named_on_the_board() -> None:
    vault = vault_of("red")
    vault.hand_started(1)
    burnt = seen(vault, AH, BURN)
    vault.taken(AH)  # planted: it comes to the board without a word that it went back
    assert seen(vault, AH, BOARD) == burnt
    assert vault.name(burnt, "board", 1.0) == CardWithheld(burnt, "seen-at-burn", 1.0)


def test_no_handle_joins_two_hands_even_if_nobody_saw_the_shuffle() -> None:
    vault = vault_of("red")
    vault.hand_started(1)
    tabled, lying = seen(vault, AH, seat_zone(3)), seen(vault, KD, BOARD)
    vault.taken(AH)
    assert seen(vault, AH) == tabled  # within the hand it is the same card
    vault.lies(AH, MUCK)
    vault.taken(AH)
    vault.hand_ended(7)  # another hand: ignored
    assert seen(vault, AH) == tabled
    vault.hand_ended(1)
    assert vault.handle_of(AH) is None
    assert vault.handle_of(KD) == lying
    vault.taken(KD)
    assert vault.handle_of(KD) is None
    assert seen(vault, AH) != tabled


def test_a_new_hand_ends_the_one_before_and_asking_twice_changes_nothing() -> None:
    vault = vault_of("red")
    vault.hand_started(1)
    handle = seen(vault, AH, seat_zone(3))
    vault.taken(AH)
    vault.hand_started(1)
    assert vault.handle_of(AH) == handle
    vault.hand_started(2)
    assert vault.handle_of(AH) is None


def test_strangers_have_no_handle() -> None:
    vault = vault_of("red", "blue")
    assert vault.handle(b"from-elsewhere") == Stranger("foreign")
    seen(vault, AH)
    assert vault.handle(BLUE.tag_of(Card("2c"))) == Stranger("other-deck")
    assert vault.handle(b"spare-ah") == Stranger("duplicate")
    vault.riffled([BLUE.tag_of(card) for card in (Card("2c"), Card("3c"))])  # the blue deck is in play now
    assert vault.handle(AH) == Stranger("other-deck")
    assert isinstance(vault.handle(BLUE.tag_of(Card("2c"))), str)


def test_a_spare_alone_is_the_card() -> None:
    vault = vault_of("red")
    handle = seen(vault, b"spare-ah", seat_zone(1))
    assert vault.name(handle, "tabled", 0.0) == CardNamed(handle, Card("Ah"), 0.0)
    assert vault.handle(AH) == Stranger("duplicate")


def test_a_mint_that_repeats_itself_is_a_fault() -> None:
    vault = Vault(DeckBook([RED]), lambda: "same")
    seen(vault, AH)
    with pytest.raises(RuntimeError, match="the mint gave 100 handles that are in use") as caught:
        vault.handle(KD)
    assert "Kd" not in str(caught.value)


def test_no_text_shows_a_tag_or_a_card() -> None:
    vault = vault_of("red")
    handle = seen(vault, AH, seat_zone(3))
    known = vault._by_handle[handle]
    for text in (repr(vault), str(vault), repr(known), repr(vault.book.find(AH))):
        assert "Ah" not in text
        assert AH.hex() not in text
        assert repr(AH)[2:-1] not in text
    assert "Ah" in repr(vault.name(handle, "tabled", 0.0))  # what was asked for is shown: the search works


class Stub:
    """A stub antenna and the rest of the felt: what is riffled, laid down and read elsewhere."""

    def __init__(self) -> None:
        self.watch = RiffleWatch(Mixing())
        self.now_s, self.elsewhere_s, self.riffles = 0.0, float("-inf"), 0

    def shows(self, *tags: bytes, empty: bool = True, for_s: float = 0.3) -> None:
        self.now_s += for_s
        self.watch.look(tags, self.now_s)
        if not empty:
            self.elsewhere_s = self.now_s
        self.riffles += self.watch.mixed(self.elsewhere_s, empty=empty, at_s=self.now_s)


TAGS = [bytes([number]) * 8 for number in range(52)]


def test_a_shuffle_of_several_riffles_is_told_once() -> None:
    stub = Stub()
    for start in range(40):
        stub.shows(*TAGS[start : start + 2])
    assert stub.riffles == 1
    stub.shows(TAGS[0], for_s=30.0)
    for start in range(20):
        stub.shows(*TAGS[start : start + 2])
    assert stub.riffles == 2


def test_a_deck_at_rest_and_a_slow_cut_are_no_riffle() -> None:
    stub = Stub()
    for at in range(100):
        stub.shows(*TAGS[0:3])
        if at % 10 == 0:
            stub.shows(TAGS[at % 52], for_s=3.0)
    assert stub.riffles == 0


def test_gathering_pile_after_pile_onto_the_stub_is_no_riffle() -> None:
    stub = Stub()
    for pile in range(9):
        for _ in range(3):
            stub.shows(*TAGS[3 * pile : 3 * pile + 3], empty=False)
    for _ in range(20):
        stub.shows(*TAGS[27:30])
    assert stub.riffles == 0


def test_many_cards_at_the_stub_while_others_lie_elsewhere_are_no_riffle() -> None:
    stub = Stub()
    for start in range(30):  # a stub reshuffle for a premature board: hands are still out
        stub.shows(*TAGS[start : start + 2], empty=False)
    assert stub.riffles == 0


def test_a_watch_that_forgets_the_rest_of_the_felt_is_caught() -> None:
    stub = Stub()
    for pile in range(9):
        stub.shows(*TAGS[3 * pile : 3 * pile + 3])  # planted: nobody says that piles still lie elsewhere
    assert stub.riffles == 1

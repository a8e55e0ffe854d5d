"""Cards lie where they lie, though readers miss them, neighbours hear them and hands slide them about."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensing.presence import Came, Found, Move, Patience, Presence, Went
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone
from firmware_bridge.wire.reports import TagSeen

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SCAN_S = 0.1
A, B = b"\xe0tag-a--", b"\xe0tag-b--"
SEAT_3, SEAT_4 = seat_zone(3), seat_zone(4)
NOTICE, DROP = 3, 12


class Antenna:
    """A zone as firmware lists it: news on an arrival, on the third miss, on a read after that, and on the drop."""

    def __init__(self, zone: Zone, presence: Presence, at_s: float = 0.0) -> None:
        self.zone, self.presence = zone, presence
        self.tags: dict[bytes, TagSeen] = {}
        self.last_s = at_s
        presence.look(zone, (), SCAN_S, at_s)

    def scan(self, at_s: float, *read: bytes, always: bool = False) -> list[Move]:
        """One scan at `at_s` that reads these tags; `always` tells the list though nothing changed."""
        news = always
        for tag in sorted({*read, *self.tags}):
            known = self.tags.get(tag)
            if tag in read:
                news |= known is None or known.unread_scans >= NOTICE
                after_s, by_s = (self.last_s, at_s) if known is None else (known.after_s, known.by_s)
                self.tags[tag] = TagSeen(tag, after_s, by_s, 0)
            elif known is not None:
                unread = known.unread_scans + 1
                news |= unread in {NOTICE, DROP}
                self.tags[tag] = TagSeen(tag, known.after_s, known.by_s, unread)
                if unread == DROP:
                    del self.tags[tag]
        self.last_s = at_s
        return self.presence.look(self.zone, tuple(self.tags.values()), SCAN_S, at_s) if news else []


class Felt:
    """Several antennas that scan together, with the clock between."""

    def __init__(self, *zones: Zone, patience: Patience | None = None, always: bool = False) -> None:
        self.presence = Presence(patience or Patience(), (STUB,))
        self.antennas = {zone: Antenna(zone, self.presence) for zone in zones}
        self.now_s, self.always = 0.0, always
        self.moves: list[Move] = []

    def scans(self, count: int, **read: tuple[bytes, ...]) -> list[Move]:
        """`count` scans; `seat_3=(A,)` says what zone ``seat:3`` reads in each."""
        moves: list[Move] = []
        by_zone = {zone.replace("_", ":"): tags for zone, tags in read.items()}
        for _ in range(count):
            self.now_s += SCAN_S
            for zone, antenna in self.antennas.items():
                moves += antenna.scan(self.now_s, *by_zone.get(zone, ()), always=self.always)
            wake_s = self.presence.next_wake_s
            if wake_s is not None and wake_s <= self.now_s:
                moves += self.presence.tick(self.now_s)
        self.moves += moves
        return moves


def story(moves: Sequence[Move]) -> list[tuple[str, str]]:
    return [(type(move).__name__, move.zone) for move in moves]


def test_a_card_arrives_on_its_first_read_with_the_interval_of_the_scans() -> None:
    felt = Felt(SEAT_3)
    felt.scans(5)
    (came,) = felt.scans(1, seat_3=(A,))
    assert isinstance(came, Came)
    assert (came.tag, came.zone, came.before) == (A, SEAT_3, None)
    assert [came.after_s, came.by_s] == pytest.approx([0.5, 0.6])
    assert felt.scans(50, seat_3=(A,)) == []


def test_a_card_taken_away_leaves_after_eight_scans_and_not_before() -> None:
    felt = Felt(SEAT_3, always=True)
    felt.scans(5, seat_3=(A,))
    assert felt.scans(7) == []
    assert story(felt.scans(1)) == [("Went", SEAT_3)]
    assert felt.scans(30) == []
    assert story(felt.scans(1, seat_3=(A,))) == [("Came", SEAT_3)]


@pytest.mark.parametrize(("leave_scans", "leave_s", "gone_after"), [(8, 2.0, 20), (20, 0.8, 20), (3, 0.3, 3)])
def test_both_scans_and_seconds_must_pass(leave_scans: int, leave_s: float, gone_after: int) -> None:
    felt = Felt(SEAT_3, patience=Patience(leave_scans=leave_scans, leave_s=leave_s), always=True)
    felt.scans(5, seat_3=(A,))
    assert felt.scans(gone_after - 1) == []
    assert story(felt.scans(3)) == [("Went", SEAT_3)]


def test_silence_after_a_tag_was_dropped_is_enough() -> None:
    presence = Presence(Patience(leave_s=2.0))
    presence.look(SEAT_3, (), SCAN_S, 0.0)
    presence.look(SEAT_3, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, 0.1)
    assert presence.next_wake_s is None
    assert presence.look(SEAT_3, (), SCAN_S, 1.3) == []  # the node dropped it, we are more patient
    assert presence.next_wake_s == pytest.approx(2.13)
    assert presence.tick(2.0) == []
    assert presence.tick(2.13) == [Went(A, SEAT_3, 2.13)]
    assert presence.next_wake_s is None


def test_a_neighbour_that_hears_a_card_does_not_move_it() -> None:
    felt = Felt(SEAT_3, SEAT_4, always=True)
    felt.scans(3, seat_3=(A,))
    for _ in range(20):
        assert felt.scans(1, seat_3=(A,), seat_4=(A,)) == []
        assert felt.scans(2, seat_4=(A,)) == []  # two misses at home while the neighbour reads it
    assert felt.presence.tags_at(SEAT_3) == (A,)
    felt.scans(1, seat_3=(A,))
    assert felt.scans(5, seat_3=(A,), seat_4=()) == []


def test_a_card_pushed_to_the_neighbour_moves_without_leaving() -> None:
    felt = Felt(SEAT_3, SEAT_4, always=True)
    felt.scans(10, seat_3=(A,))
    (came,) = felt.scans(10, seat_4=(A,))
    assert isinstance(came, Came)
    assert (came.tag, came.zone, came.before) == (A, SEAT_4, SEAT_3)
    assert [came.after_s, came.by_s] == pytest.approx([1.0, 1.1])
    assert felt.presence.tags_at(SEAT_4) == (A,)


def test_a_card_heard_next_door_before_it_moved_there_came_after_its_last_read_at_home() -> None:
    felt = Felt(SEAT_3, SEAT_4, always=True)
    felt.scans(20, seat_3=(A,), seat_4=(A,))
    (move,) = felt.scans(10, seat_4=(A,))
    assert isinstance(move, Came)
    assert move.after_s == pytest.approx(2.0)
    assert 2.0 < move.by_s <= felt.now_s


@pytest.mark.parametrize("over_board", [0, 1, 3, 4])
def test_a_fold_that_slides_over_the_board_is_reported_in_the_muck_only(over_board: int) -> None:
    felt = Felt(SEAT_3, BOARD, MUCK)
    felt.scans(10, seat_3=(A, B))
    felt.scans(1)
    felt.scans(over_board, board=(A, B))
    felt.scans(1)
    felt.scans(20, muck=(A, B))
    assert story(felt.moves[2:]) == [("Came", MUCK)] * 2


def test_a_card_laid_on_the_board_for_long_is_there() -> None:
    felt = Felt(SEAT_3, BOARD, MUCK)
    felt.scans(10, seat_3=(A,))
    felt.scans(20, board=(A,))
    felt.scans(20, muck=(A,))
    assert story(felt.moves) == [("Came", SEAT_3), ("Came", BOARD), ("Came", MUCK)]


def test_a_card_that_flies_over_an_antenna_is_at_its_place_one_arrival_later() -> None:
    felt = Felt(BOARD, SEAT_4)
    felt.scans(3)
    felt.scans(1, board=(A,))
    felt.scans(30, seat_4=(A,))
    assert story(felt.moves) == [("Came", BOARD), ("Came", SEAT_4)]
    assert felt.scans(30, seat_4=(A,)) == []


def test_a_card_off_the_stub_arrives_at_once() -> None:
    felt = Felt(STUB, SEAT_4)
    felt.scans(10, stub=(A,))
    felt.scans(3)
    assert story(felt.scans(1, seat_4=(A,))) == [("Came", SEAT_4)]


def test_what_lies_there_when_a_zone_comes_into_sight_was_found() -> None:
    presence = Presence(Patience())
    assert presence.look(BURN, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, 5.0) == [Found(A, BURN, 5.0)]
    assert presence.look(BURN, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, 6.0) == []


def test_nothing_leaves_a_zone_that_is_out_of_sight() -> None:
    felt = Felt(SEAT_3, SEAT_4)
    felt.scans(5, seat_3=(A, B))
    felt.presence.lose([SEAT_3])
    del felt.antennas[SEAT_3]
    assert felt.scans(100) == []
    assert felt.presence.tags_at(SEAT_3) == (A, B)
    assert felt.presence.in_sight() == (SEAT_4,)
    assert felt.presence.elsewhere(STUB)[:2] == (False, True)  # it may hold cards still
    # The node returns without A: only from now on is it missed.
    felt.antennas[SEAT_3] = Antenna(SEAT_3, felt.presence, felt.now_s)
    assert story(felt.scans(7, seat_3=(B,))) == []
    assert story(felt.scans(5, seat_3=(B,))) == [("Went", SEAT_3)]


def heard_next_door_as_its_reader_goes() -> tuple[Felt, Antenna]:
    """A card that seat 3 and the neighbour read in the scan in which seat 3's reader goes; and that reader."""
    felt = Felt(SEAT_3, SEAT_4, always=True)
    felt.scans(10, seat_3=(A,))
    felt.scans(1, seat_3=(A,), seat_4=(A,))
    felt.presence.lose([SEAT_3])
    return felt, felt.antennas.pop(SEAT_3)


def test_a_card_heard_next_door_as_its_reader_goes_out_of_sight_has_not_moved() -> None:
    """Both read it in the same scan, and then only the neighbour told anything: its hand was dead for it."""
    felt, home = heard_next_door_as_its_reader_goes()
    assert felt.scans(50, seat_4=(A,)) == []
    assert felt.presence.tags_at(SEAT_3) == (A,)
    felt.antennas[SEAT_3] = home
    assert felt.scans(20, seat_3=(A,), seat_4=(A,)) == []
    assert felt.presence.tags_at(SEAT_3) == (A,)


def test_a_card_that_is_not_at_home_when_its_reader_is_back_has_moved() -> None:
    felt, home = heard_next_door_as_its_reader_goes()
    felt.scans(50, seat_4=(A,))
    felt.antennas[SEAT_3] = home
    home.tags.clear()
    assert story(felt.scans(20, seat_4=(A,))) == [("Came", SEAT_4)]


def test_a_card_that_came_next_door_in_the_dark_is_there() -> None:
    felt = Felt(SEAT_3, SEAT_4, always=True)
    felt.scans(10, seat_3=(A,))
    felt.presence.lose([SEAT_3])
    del felt.antennas[SEAT_3]
    felt.scans(10)
    assert story(felt.scans(20, seat_4=(A,))) == [("Came", SEAT_4)]


def test_a_card_carried_to_another_zone_in_the_dark_is_found_there_and_did_not_arrive() -> None:
    felt = Felt(SEAT_3, MUCK)
    felt.scans(3, **{SEAT_3: (A,)})
    felt.presence.lose((SEAT_3, MUCK))
    now_s = felt.now_s + 60.0
    there = (TagSeen(A, 0.0, now_s, 0),)
    assert felt.presence.look(MUCK, there, SCAN_S, now_s) == [Found(A, MUCK, now_s)]
    assert felt.presence.tags_at(MUCK) == (A,)
    assert felt.presence.look(SEAT_3, (), SCAN_S, now_s) == []
    assert felt.presence.next_wake_s is None, "it does not leave the seat, for it is not there"


def test_a_card_that_a_node_reads_as_it_starts_again_came_after_the_last_list_without_it() -> None:
    felt = Felt(SEAT_3)
    felt.scans(5, seat_3=(A,))  # told at its first read, at 0.1 s, and not again: nothing changed
    felt.presence.lose([SEAT_3])
    now_s = felt.now_s + 3.0
    assert felt.presence.look(SEAT_3, (), SCAN_S, now_s) == []  # it has not scanned yet
    first_scan = (TagSeen(A, 0.0, now_s + 0.1, 0), TagSeen(B, 0.0, now_s + 0.1, 0))
    (came,) = felt.presence.look(SEAT_3, first_scan, SCAN_S, now_s + 0.1)
    assert isinstance(came, Came)
    assert came.tag == B
    assert [came.after_s, came.by_s] == pytest.approx([0.1, now_s + 0.1])


@pytest.mark.parametrize(("times", "after_s"), [(1, 3.05), (4, 1.0)])
def test_a_reader_that_comes_and_goes_is_not_believed_about_what_it_missed(times: int, after_s: float) -> None:
    """Gone once, it has seen that nothing lay there; gone again and again, it may have missed the card in between."""
    felt = Felt(SEAT_3, always=True)
    felt.scans(10)
    now_s = felt.now_s
    for _ in range(times):
        felt.presence.lose([SEAT_3])
        now_s += 0.5
        felt.presence.look(SEAT_3, (), SCAN_S, now_s)
    (came,) = felt.presence.look(SEAT_3, (TagSeen(A, 3.05, 3.1, 0),), SCAN_S, 3.1)
    assert isinstance(came, Came)
    assert [came.after_s, came.by_s] == pytest.approx([after_s, 3.1])
    felt.presence.look(SEAT_3, (TagSeen(A, 3.05, 3.1, 0),), SCAN_S, 5.0)
    (came,) = felt.presence.look(SEAT_3, (TagSeen(A, 3.05, 3.1, 0), TagSeen(B, 5.0, 5.1, 0)), SCAN_S, 5.1)
    assert isinstance(came, Came)
    assert came.after_s == pytest.approx(5.0), "it has been in sight for long enough to be believed again"


def test_a_reader_that_comes_and_goes_is_believed_once_it_has_read_something() -> None:
    """The turn that came half a second after a flop found at its third plug was a fourth card of that flop."""
    felt = Felt(SEAT_3, always=True)
    felt.scans(10)
    for at_s in (1.5, 2.0, 2.5):
        felt.presence.lose([SEAT_3])
        felt.presence.look(SEAT_3, (), SCAN_S, at_s)
    felt.presence.look(SEAT_3, (TagSeen(A, 2.5, 2.6, 0),), SCAN_S, 2.6)
    moves = felt.presence.look(SEAT_3, (TagSeen(A, 2.5, 2.6, 0), TagSeen(B, 3.0, 3.1, 0)), SCAN_S, 3.1)
    came = next(move for move in moves if isinstance(move, Came) and move.tag == B)
    assert [came.after_s, came.by_s] == pytest.approx([3.0, 3.1])


def test_a_card_that_its_home_still_shows_is_not_found_next_door() -> None:
    felt = Felt(SEAT_3, SEAT_4)
    felt.scans(3, **{SEAT_3: (A,)})
    felt.presence.lose((SEAT_4,))
    assert felt.presence.look(SEAT_4, (TagSeen(A, 0.0, 9.0, 0),), SCAN_S, 9.0) == []
    assert felt.presence.tags_at(SEAT_3) == (A,)


def test_nothing_leaves_a_zone_whose_link_is_in_doubt() -> None:
    felt = Felt(SEAT_3, patience=Patience(leave_s=5.0))
    felt.scans(3, **{SEAT_3: (A,)})
    felt.scans(DROP + 1)  # its list has dropped the card: it would leave in some seconds
    due_s = felt.presence.next_wake_s
    assert due_s is not None
    felt.presence.hold(SEAT_3)
    assert felt.presence.tick(due_s + 60.0) == []
    now_s = felt.now_s + 61.0
    told = felt.presence.look(SEAT_3, (), SCAN_S, now_s)
    assert (told or felt.presence.tick(now_s + 1.0))[0] == Went(A, SEAT_3, now_s if told else now_s + 1.0)


def test_what_was_read_before_the_deck_was_mixed_brings_no_card() -> None:
    """The neighbour's list was never corrected: word of the misses came too late."""
    felt = Felt(SEAT_3, SEAT_4, STUB)
    felt.scans(5, seat_3=(A,))
    felt.scans(1, seat_3=(A,), seat_4=(A,))
    felt.scans(2, stub=(B,))
    felt.presence.vacate(STUB, felt.now_s)
    felt.moves.clear()
    felt.scans(9, stub=(B,))
    assert [move for move in felt.moves if isinstance(move, Came | Found)] == []
    assert story(felt.scans(8, seat_4=(A,))) == [("Came", SEAT_4)]


def test_what_a_node_last_read_before_the_deck_was_mixed_is_not_found_as_it_comes_back() -> None:
    """Its line was out for a moment; it lists for a while what it reads no more."""
    felt = Felt(STUB)
    felt.presence.look(SEAT_3, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, 0.1)
    felt.presence.lose((SEAT_3,))
    felt.scans(5, stub=(B,))
    felt.presence.vacate(STUB, felt.now_s)
    assert felt.presence.look(SEAT_3, (TagSeen(A, 0.0, 0.1, 6),), SCAN_S, felt.now_s + 0.1) == []
    assert felt.presence.tags_at(SEAT_3) == ()
    again = felt.presence.look(SEAT_3, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, felt.now_s + 1.0)
    assert story(again) == [("Came", SEAT_3)]


def test_a_node_that_is_lost_while_a_card_is_missed_takes_the_question_with_it() -> None:
    presence = Presence(Patience(leave_s=2.0))
    presence.look(SEAT_3, (TagSeen(A, 0.0, 0.1, 0),), SCAN_S, 0.1)
    presence.look(SEAT_3, (), SCAN_S, 1.3)
    presence.lose([SEAT_3])
    assert presence.next_wake_s is None
    assert presence.tick(100.0) == []


reads = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), max_size=60)


@given(reads, st.booleans())
def test_a_card_is_at_one_place_and_every_story_makes_sense(scans: list[tuple[bool, ...]], always: bool) -> None:
    felt = Felt(SEAT_3, BOARD, MUCK, always=always)
    at: dict[bytes, Zone] = {}
    for seat, board, muck in scans:
        for move in felt.scans(1, seat_3=(A,) * seat, board=(A, B) if board else (), muck=(A,) * muck):
            match move:
                case Came():
                    assert move.before == at.get(move.tag)
                    assert at.get(move.tag) != move.zone
                    assert move.after_s <= move.by_s <= felt.now_s
                    at[move.tag] = move.zone
                case Went():
                    assert at.pop(move.tag) == move.zone
                case Found():
                    pytest.fail("all zones were in sight from the start")
        for tag in (A, B):
            homes = [zone for zone in felt.antennas if tag in felt.presence.tags_at(zone)]
            assert homes == ([at[tag]] if tag in at else [])


streaks = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 7)), max_size=30)


@given(streaks, st.booleans())
def test_seven_misses_in_a_row_never_make_a_departure(streaks: list[tuple[int, int]], always: bool) -> None:
    felt = Felt(SEAT_3, SEAT_4, always=always)
    felt.scans(1, seat_3=(A,))
    for read, missed in streaks:
        felt.scans(read, seat_3=(A,))
        felt.scans(missed)
    assert story(felt.moves) == [("Came", SEAT_3)]


def hours_of_misses(patience: Patience, hours: float, miss: float) -> int:
    """Departures of one card that lies still, read with this chance of a miss."""
    rng = random.Random(1)  # noqa: S311  # a test's misses
    felt = Felt(SEAT_3, patience=patience)
    for _ in range(int(hours * 3600 / SCAN_S)):
        felt.scans(1, seat_3=() if rng.random() < miss else (A,))
    return sum(isinstance(move, Went) for move in felt.moves)


def test_one_miss_in_twenty_makes_no_false_departure_for_hours() -> None:
    hours = 4 if SOAK else 0.4
    assert hours_of_misses(Patience(), hours, 0.05) == 0


def test_a_reader_without_patience_is_caught() -> None:
    assert hours_of_misses(Patience(leave_scans=2, leave_s=0.2), 0.4, 0.2) > 0


def test_no_text_shows_a_tag() -> None:
    felt = Felt(SEAT_3)
    felt.scans(3, seat_3=(A,))
    felt.scans(20)
    texts = [repr(felt.presence), *map(repr, felt.moves), repr(felt.presence.tick(9.0))]
    assert not any("tag-a" in text or A.hex() in text for text in texts)
    assert "tag-a" in repr([A])  # a planted leak is seen

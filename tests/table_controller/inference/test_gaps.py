"""Nothing is inferred across a gap: what differs afterwards is one question, and the answer becomes the event."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.felts import RICH, SEATS, Felt, balances, hundreds

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import (
    AllInButtonSeen,
    CardArrived,
    CardLeft,
    ChipsMoved,
    DeckRiffled,
    Handle,
    Inventory,
    NodeSeen,
    PuckSeen,
    StrangeCard,
    ZoneSeen,
)
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, STUB, Zone, bet_zone, seat_zone, stack_zone
from table_controller.inference.infer import ChipsDue, Inference, infer
from table_controller.inference.sensor_status import BRIDGE, SILENT_AFTER_S, SensorStatus
from table_controller.vocabulary.events import (
    AllInButtonPlaced,
    BetsGathered,
    CardBoarded,
    CardBurned,
    CardDealt,
    CardsMucked,
    CardStrayed,
    ChipsPushed,
    ChipsTakenBack,
    Event,
    HandPutAway,
    PotPushed,
    PuckPlaced,
    Riffled,
    StackCounted,
)


@pytest.fixture
def felt() -> Felt:
    return Felt()


def test_when_nothing_differs_nothing_is_asked(felt: Felt) -> None:
    felt.card("a", seat_zone(1))
    felt.move(stack_zone(1), bet_zone(1), 3)
    for _ in range(3):
        felt.look()
    assert felt.asked() == {}


ROADS: Mapping[tuple[Zone, Zone], tuple[str, tuple[type[Event], ...]]] = {
    (stack_zone(3), bet_zone(3)): ("gap-pushed", (ChipsPushed,)),
    (bet_zone(3), stack_zone(3)): ("gap-taken-back", (ChipsTakenBack,)),
    (bet_zone(3), POT): ("gap-gathered", (BetsGathered,)),
    (stack_zone(3), POT): ("gap-bet-gathered", (ChipsPushed, BetsGathered)),
    (POT, stack_zone(3)): ("gap-won", (PotPushed,)),
    (bet_zone(1), stack_zone(3)): ("gap-won-of", (BetsGathered, PotPushed)),
    (stack_zone(1), stack_zone(3)): ("gap-won-of", (ChipsPushed, BetsGathered, PotPushed)),
}


@pytest.mark.parametrize("road", ROADS)
def test_chips_moved_in_the_dark_are_one_question_and_become_the_events(felt: Felt, road: tuple[Zone, Zone]) -> None:
    source, target = road
    kind, events = ROADS[road]
    felt.move(stack_zone(1), bet_zone(1), 4)
    felt.move(stack_zone(3), bet_zone(3), 4)
    felt.move(stack_zone(2), bet_zone(2), 4)
    felt.move(bet_zone(2), POT, 4)
    felt.move(source, target, 2, dark=True)
    felt.look()
    (prompt,) = felt.asked()
    assert felt.asked() == {prompt: kind}
    told = felt.reply(prompt)
    assert tuple(type(event) for event in told) == events
    assert {total_chips(event.chips) for event in told if isinstance(event, ChipsPushed | BetsGathered)} <= {200}
    assert felt.asked() == {}
    felt.look()
    assert felt.asked() == {}, "an answer holds"


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_bets_that_were_swept_in_the_dark_are_one_question(felt: Felt, answer: str) -> None:
    """Three players had bet, and the dealer answered three times that he had swept once."""
    for seat in SEATS:
        felt.move(stack_zone(seat), bet_zone(seat), seat)
    for seat in SEATS:
        felt.move(bet_zone(seat), POT, seat, dark=True)
    felt.look()
    assert felt.asked() == {"gap-chips:pot:from:bet:1+bet:2+bet:3=600": "gap-gathered-bets"}
    told = felt.reply("gap-chips:pot:from:bet:1+bet:2+bet:3=600", answer)
    gathered = [(event.seat, total_chips(event.chips)) for event in told if isinstance(event, BetsGathered)]
    assert gathered == ([(1, 100), (2, 200), (3, 300)] if answer == "yes" else [])
    felt.look()
    assert felt.asked() == {}


def test_a_bet_that_lies_in_front_is_not_among_those_swept(felt: Felt) -> None:
    for seat in SEATS:
        felt.move(stack_zone(seat), bet_zone(seat), seat)
    felt.move(bet_zone(1), POT, 1, dark=True)
    felt.move(bet_zone(3), POT, 3, dark=True)
    felt.look()
    assert felt.asked() == {"gap-chips:pot:from:bet:1+bet:3=400": "gap-gathered-bets"}


def test_a_no_lets_the_chips_lie_and_is_not_asked_again(felt: Felt) -> None:
    felt.move(stack_zone(3), bet_zone(3), 2, dark=True)
    felt.look()
    (prompt,) = felt.asked()
    assert felt.reply(prompt, "no") == ()
    felt.look()
    assert felt.asked() == {}


def test_chips_from_nowhere_and_chips_gone_are_asked_about_alone(felt: Felt) -> None:
    felt.chips[bet_zone(1)] = hundreds(3)
    felt.look()
    assert felt.asked() == {"gap-chips:bet:1": "gap-chips-more"}
    assert felt.reply("gap-chips:bet:1", "ignore") == ()
    felt.chips[POT] = hundreds(1)
    felt.look()
    felt.chips[POT] = ()
    felt.look()
    assert felt.asked() == {}, "what comes and goes in the dark is nothing"
    felt.chips[stack_zone(2)] = hundreds(19)
    felt.look()
    assert felt.asked() == {"gap-chips:stack:2": "gap-chips-less"}


def test_what_is_missing_may_lie_where_nobody_looks(felt: Felt) -> None:
    felt.move(stack_zone(3), bet_zone(3), 2)
    felt.move(bet_zone(3), POT, 2, dark=True)
    felt.look(POT)
    assert felt.asked() == {}, "the pot is out of sight: the chips may lie there"
    felt.look()
    assert felt.asked() == {"gap-chips:pot:from:bet:3=200": "gap-gathered"}


def test_a_motion_half_seen_when_the_bridge_goes_is_not_asked_about_before_it_is_back(felt: Felt) -> None:
    felt.see(ChipsMoved(stack_zone(3), RICH, hundreds(18), 1.0, 1.0))
    felt.now_s += 60
    felt.see(NodeSeen(BRIDGE, "down", "controller-started", felt.now_s))
    assert felt.asked() == {}, "the controller has just come back: the chips lie where it has not yet looked"
    felt.now_s += 20
    assert felt.asked() == {"chips-adrift:stack:3": "chips-went"}, "but not for ever"


def test_chips_pushed_in_the_dark_and_pulled_back_in_the_light_need_no_answer(felt: Felt) -> None:
    felt.move(stack_zone(3), bet_zone(3), 2, dark=True)
    felt.look()
    assert felt.move(bet_zone(3), stack_zone(3), 2) == []
    assert felt.asked() == {}


def test_chips_in_the_air_when_the_light_comes_back_are_seen_to_land(felt: Felt) -> None:
    felt.chips[stack_zone(3)] = hundreds(18)
    felt.look()
    felt.now_s += 0.5
    pushed = felt.see(ChipsMoved(bet_zone(3), (), hundreds(2), felt.now_s, felt.now_s))
    assert pushed == [ChipsPushed(3, hundreds(2), felt.now_s, felt.now_s)]
    assert felt.asked() == {}


def test_a_motion_half_seen_before_the_gap_is_one_question(felt: Felt) -> None:
    felt.see(ChipsMoved(stack_zone(3), RICH, hundreds(18), 1.0, 1.0))
    felt.chips[stack_zone(3)], felt.chips[bet_zone(3)] = hundreds(18), hundreds(2)
    felt.look()
    assert felt.asked() == {"gap-chips:bet:3:from:stack:3=200": "gap-pushed"}


def test_change_made_in_the_dark_is_nothing_and_hides_nothing(felt: Felt) -> None:
    felt.chips[stack_zone(3)] = ((500, 2), (100, 10))
    felt.look()
    assert felt.asked() == {}
    felt.chips[stack_zone(3)], felt.chips[bet_zone(3)] = ((500, 3), (100, 3)), hundreds(2)
    felt.look()
    (prompt,) = felt.asked()
    assert felt.reply(prompt) == (ChipsPushed(3, hundreds(2), felt_since(felt), felt_since(felt)),)
    assert felt.asked() == {}


def felt_since(felt: Felt) -> float:
    """When the latest look was: five seconds are let pass for each question."""
    return felt.now_s - 10


DARK_CARDS = {
    "dealt": (seat_zone(2), "gap-dealt:seat:2", CardDealt),
    "burned": (BURN, "gap-burned:burn", CardBurned),
    "boarded": (BOARD, "gap-boarded:board", CardBoarded),
    "mucked": (MUCK, "gap-mucked:muck", CardsMucked),
}


@pytest.mark.parametrize("what", DARK_CARDS)
def test_a_card_that_came_in_the_dark_is_asked_about(felt: Felt, what: str) -> None:
    zone, prompt, event = DARK_CARDS[what]
    felt.card("a", zone, dark=True)
    felt.look()
    assert list(felt.asked()) == [prompt]
    assert [type(one) for one in felt.reply(prompt)] == [event]
    felt.look()
    assert felt.asked() == {}
    assert felt.see(CardArrived(Handle("a"), zone, 0.0, felt.now_s)) == [], "it is not dealt twice"


def test_a_hand_found_in_the_muck_is_a_fold_only_if_the_dealer_says_so(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.card("a", MUCK, dark=True)
    felt.card("b", MUCK, dark=True)
    felt.look()
    assert felt.asked() == {"gap-folded:seat:3": "gap-folded"}
    (folded,) = felt.reply("gap-folded:seat:3")
    assert isinstance(folded, CardsMucked)
    assert (folded.seat, set(folded.handles)) == (3, {"a", "b"})
    assert felt.asked() == {}


def test_a_fold_that_was_undone_is_told_again_by_the_dealers_yes(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("a", MUCK)
    felt.card("b", seat_zone(3))  # a second card of the hand, found there after the first one was folded
    felt.card("b", MUCK, dark=True)
    felt.look()
    (folded,) = felt.reply("gap-folded:seat:3")
    assert isinstance(folded, CardsMucked)
    assert (folded.seat, set(folded.handles)) == (3, {"a", "b"})


def test_one_card_found_in_the_muck_and_the_other_gone_is_asked_about_not_concluded(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.card("a", MUCK, dark=True)
    felt.look()
    felt.now_s += 1
    assert felt.see(CardLeft(Handle("b"), seat_zone(3), felt.now_s)) == []
    assert "gap-folded:seat:3" in felt.asked()


def test_a_card_missing_at_a_seat_is_asked_about_and_restored(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.gone("a")
    felt.look()
    assert felt.asked() == {"gap-card:seat:3": "gap-card"}
    assert felt.reply("gap-card:seat:3", "still-there") == ()
    assert felt.asked() == {}
    felt.card("a", seat_zone(3))
    felt.gone("a", "b")
    felt.look()
    assert felt.asked() == {"cards-gone:3": "cards-gone"}
    (folded,) = felt.reply("cards-gone:3", "folded")
    assert isinstance(folded, CardsMucked)


def test_a_missing_card_that_is_read_again_takes_its_question_away(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.gone("a")
    felt.look()
    felt.card("a", seat_zone(3))
    assert felt.asked() == {}


def test_a_card_that_lies_elsewhere_is_asked_about_and_let_be(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("a", seat_zone(1), dark=True)
    felt.look()
    assert list(felt.asked()) == ["gap-strayed:seat:1"]
    felt.reply("gap-strayed:seat:1", "no")
    felt.look()
    assert felt.asked() == {}
    felt.card("a", BOARD, dark=True)
    felt.look()
    assert felt.reply("gap-strayed:board") == (CardStrayed(Handle("a"), BOARD, felt.now_s - 5),)


def test_silence_says_nothing(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.move(stack_zone(3), bet_zone(3), 4)
    felt.see(NodeSeen(BRIDGE, "down", "bridge-gone", felt.now_s), ZoneSeen(seat_zone(3), "unknown", felt.now_s))
    felt.look(seat_zone(3), stack_zone(3), bet_zone(3))
    assert felt.asked() == {}


def test_a_finished_hand_gathered_in_the_dark_is_put_away_by_an_answer(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.settled = True
    felt.gone("a")
    felt.look()
    assert "gap-gathered-hand" in felt.asked()
    assert [type(event) for event in felt.reply("gap-gathered-hand")] == [HandPutAway]


def test_a_riffle_in_the_dark_is_asked_about_before_the_cards_of_its_deal(felt: Felt) -> None:
    felt.card("old", seat_zone(3))
    felt.gone("old")
    felt.shuffles = 1
    felt.card("new", seat_zone(1), dark=True)
    felt.look()
    assert felt.card("next", seat_zone(2)) == [], "nothing is dealt in a hand that nobody has confirmed"
    assert felt.asked() == {"gap-riffled": "gap-riffled"}
    assert [type(event) for event in felt.reply("gap-riffled")] == [Riffled]
    assert set(felt.asked()) == {"gap-dealt:seat:1", "gap-dealt:seat:2"}


def test_no_question_about_a_hand_outlives_the_riffle_after_it(felt: Felt) -> None:
    """Killed in the riffle after a finished hand: once the riffle is confirmed, nobody asks for the old hand's cards.

    The question came back at the end of the next hand, and "yes" put that away before its pot was pushed.
    """
    felt.card("a", seat_zone(1))
    felt.settled = True
    felt.gone("a")
    felt.shuffles += 1
    felt.look()
    assert felt.asked() == {"gap-riffled": "gap-riffled"}
    felt.reply("gap-riffled")
    assert felt.asked() == {}


def test_a_riffle_that_was_seen_is_not_asked_about(felt: Felt) -> None:
    felt.see(DeckRiffled(9.0))
    felt.shuffles = 1
    felt.look()
    assert felt.asked() == {}


def test_a_tray_that_spoke_nonsense_across_a_gap_and_is_right_again_leaves_nothing_open(felt: Felt) -> None:
    true, nonsense = felt.chips[stack_zone(2)], ((1000, 7), (100, 3))
    felt.chips[stack_zone(2)] = nonsense
    felt.look()
    felt.chips[stack_zone(2)] = true
    assert felt.see(ChipsMoved(stack_zone(2), nonsense, true, felt.now_s, felt.now_s)) == []
    assert felt.asked() == {}
    (pushed,) = felt.move(stack_zone(2), bet_zone(2), 2)
    assert isinstance(pushed, ChipsPushed)


def test_a_card_that_the_seat_beside_a_dead_reader_hears_is_asked_about(felt: Felt) -> None:
    felt.card("a", seat_zone(2))
    felt.see(ZoneSeen(seat_zone(2), "unknown", felt.now_s))
    assert felt.arrive("a", seat_zone(3)) == []
    assert felt.asked() == {"gap-strayed:seat:3": "gap-strayed"}
    felt.see(CardLeft(Handle("a"), seat_zone(3), felt.now_s))
    assert felt.asked() == {}, "it was only heard from there"
    felt.arrive("a", seat_zone(3))
    assert felt.reply("gap-strayed:seat:3") == (CardStrayed(Handle("a"), seat_zone(3), felt.now_s - 5),)


@pytest.mark.parametrize(("lay_s", "dealt"), [(0.01, True), (4.0, False)])
def test_a_card_of_the_deal_that_flew_by_as_both_readers_went_was_dealt_where_it_lies(
    felt: Felt, lay_s: float, dealt: bool
) -> None:
    """The first card of a hand was read beside its seat in the last scan before a plug was pulled: a misdeal."""
    felt.card("a", seat_zone(1))
    felt.now_s += lay_s
    for seat in (1, 2):
        felt.see(ZoneSeen(seat_zone(seat), "unknown", felt.now_s))
    felt.cards["a"] = seat_zone(2)
    felt.look()
    (event,) = felt.reply("gap-strayed:seat:2")
    assert isinstance(event, CardDealt if dealt else CardStrayed), "a card that lay there for long was moved"


@pytest.mark.parametrize("after_s", [-0.05, 0.05])
def test_a_card_that_the_seat_beside_hears_as_a_reader_comes_back_is_asked_about(felt: Felt, after_s: float) -> None:
    """It lay at its seat before the gap, and nobody has seen it go: it may lie there still."""
    felt.card("a", seat_zone(2))
    felt.card("b", seat_zone(2))
    felt.see(ZoneSeen(seat_zone(2), "unknown", felt.now_s))
    felt.look()
    assert felt.see(CardArrived(Handle("a"), seat_zone(3), felt.now_s + after_s, felt.now_s + after_s + 0.1)) == []
    felt.see(CardLeft(Handle("b"), seat_zone(2), felt.now_s + 0.8))
    felt.now_s += 3
    assert felt.arrive("b", seat_zone(3)) == []
    assert felt.asked() == {"gap-strayed:seat:3": "gap-strayed"}
    felt.arrive("a", seat_zone(2))
    felt.arrive("b", seat_zone(2))
    assert felt.asked() == {}, "both were only heard from there"


def test_a_hand_that_the_seat_beside_hears_as_it_comes_out_of_the_muck_is_given_to_nobody(felt: Felt) -> None:
    """The dealer slides it back to its owner; the reader beside hears it first, and that is no accusation."""
    for name in ("a", "b"):
        felt.card(name, seat_zone(2))
    for name in ("a", "b"):
        felt.arrive(name, MUCK)
    felt.now_s += 5.0
    assert felt.arrive("a", seat_zone(3)) == felt.arrive("b", seat_zone(3)) == []
    felt.now_s += 0.8
    assert felt.asked() == {"gap-strayed:seat:3": "gap-strayed"}, "it may lie there: that is a question"
    assert [type(felt.arrive(name, seat_zone(2))[0]) for name in ("a", "b")] == [CardStrayed, CardStrayed]
    assert felt.asked() == {}


def test_a_card_that_comes_back_to_its_own_seat_lies_there(felt: Felt) -> None:
    """It was read at the seat beside, whose reader has lost it as it came back: nobody is asked."""
    felt.card("a", seat_zone(2))
    felt.now_s += 5.0
    felt.card("a", seat_zone(3))
    felt.see(ZoneSeen(seat_zone(3), "unknown", felt.now_s))
    felt.look()
    assert felt.see(CardLeft(Handle("a"), seat_zone(3), felt.now_s + 0.8)) == []
    felt.now_s += 1.2
    assert [type(event) for event in felt.arrive("a", seat_zone(2))] == [CardStrayed]
    assert felt.asked() == {}


def test_a_card_that_goes_to_the_seat_beside_once_its_reader_has_shown_it_has_strayed(felt: Felt) -> None:
    felt.card("a", seat_zone(2))
    felt.see(ZoneSeen(seat_zone(2), "unknown", felt.now_s))
    felt.cards["a"] = seat_zone(2)
    felt.look()
    felt.now_s += 5.0
    assert [type(event) for event in felt.arrive("a", seat_zone(3))] == [CardStrayed]


@pytest.mark.parametrize(("zone", "dark"), [(seat_zone(3), False), (seat_zone(1), True), (BOARD, True)])
def test_a_card_that_cannot_be_heard_from_where_it_lay_has_strayed(felt: Felt, zone: Zone, dark: bool) -> None:
    felt.card("a", seat_zone(3 if zone == seat_zone(1) else 2))
    if dark:
        felt.see(ZoneSeen(seat_zone(3 if zone == seat_zone(1) else 2), "unknown", felt.now_s))
    felt.now_s += 5.0
    assert [type(event) for event in felt.arrive("a", zone)] == [CardStrayed]


def test_the_puck_and_the_buttons(felt: Felt) -> None:
    felt.see(PuckSeen(2, 1.0), AllInButtonSeen(3, True, 1.0))
    felt.puck, felt.allin = 2, (3,)
    felt.look()
    assert felt.asked() == {}
    felt.puck, felt.allin = 3, (1,)
    felt.look(seat_zone(3))
    assert felt.asked() == {"gap-puck:3": "gap-puck", "gap-allin:1": "gap-allin-down"}
    felt.look()
    assert felt.reply("gap-puck:3") == (PuckPlaced(3, felt.now_s - 11),)
    assert [type(event) for event in felt.reply("gap-allin:1")] == [AllInButtonPlaced]
    (up,) = felt.reply("gap-allin:3")
    assert isinstance(up, AllInButtonPlaced)
    assert not up.down
    assert felt.asked() == {}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [*((stack_zone(s), bet_zone(s)) for s in SEATS), *((bet_zone(s), POT) for s in SEATS), (POT, stack_zone(1))]
        ),
        st.integers(1, 4),
        st.booleans(),
    ),
    max_size=12,
)


@given(STEPS)
def test_answered_with_yes_the_events_account_for_every_chip(steps: list[tuple[tuple[Zone, Zone], int, bool]]) -> None:
    """Several motions in one darkness, then the light and the answers, then motions in the light, and so on."""
    felt, events = Felt(), list[Event]()
    for (source, target), count, dark in [*steps, ((POT, stack_zone(1)), 0, False)]:
        if not dark:
            felt.look()
            while pairs := [prompt for prompt in felt.asked() if ":from:" in prompt]:
                events += felt.reply(pairs[0])
        if count and total_chips(felt.chips[source]) >= 100 * count:
            events += felt.move(source, target, count, dark=dark)
    assert felt.asked() == {}
    assert balances(events) == {zone: total_chips(lot) for zone, lot in felt.chips.items()}


def test_sight_without_the_bridge_is_nothing_and_heals_with_the_inventory() -> None:
    sight = SensorStatus()
    for zone in ("seat:1", "stub", "pot"):
        sight = sight.seen(ZoneSeen(Zone(zone), "ok", 1.0))
    assert sight.unknown == frozenset()
    dark = sight.seen(NodeSeen(BRIDGE, "down", "bridge-gone", 2.0))
    assert dark.unknown == {"seat:1", "stub", "pot"}
    partly = dark.seen(Inventory(3.0, True, ((Zone("seat:1"), ()),), (), None, ()))
    assert partly.unknown == {"stub", "pot"}
    healed = partly.seen(ZoneSeen(Zone("stub"), "ok", 3.0)).seen(
        Inventory(3.0, True, ((Zone("seat:1"), ()),), ((POT, ()),), None, ())
    )
    assert healed.unknown == frozenset()


def dealt_in_the_dark(felt: Felt, *names: str, still_dark: Zone | None = None, due: int | None = None) -> CardDealt:
    """Seat 2 was out of sight from the fifth second on, and holds the first of these cards when it is back."""
    felt.now_s = 5.0
    felt.see(ZoneSeen(seat_zone(2), "unknown", felt.now_s))
    for at, name in enumerate(names):
        felt.card(name, seat_zone(2 + at), dark=True)
    felt.see(ZoneSeen(seat_zone(2), "ok", felt.now_s))
    if still_dark is not None:
        felt.see(ZoneSeen(still_dark, "unknown", felt.now_s))
    felt.look(*(() if still_dark is None else (still_dark,)))
    (event,) = felt.reply("gap-dealt:seat:2", due=due)
    assert isinstance(event, CardDealt)
    return event


def test_the_one_card_that_came_in_the_dark_came_since_its_reader_was_gone(felt: Felt) -> None:
    event = dealt_in_the_dark(felt, "a")
    assert event.after_s == pytest.approx(5.0 - SILENT_AFTER_S)
    assert 5.0 < event.by_s < felt.now_s


@pytest.mark.parametrize(
    ("still_dark", "due", "known"),
    [
        (STUB, None, True),
        (BOARD, None, True),
        (seat_zone(1), 3, True),
        (seat_zone(3), 3, False),
        (seat_zone(3), None, False),
    ],
)
def test_another_reader_out_of_sight_hides_when_it_came_only_if_a_card_was_due_there(
    felt: Felt, still_dark: Zone, due: int | None, known: bool
) -> None:
    event = dealt_in_the_dark(felt, "a", still_dark=still_dark, due=due)
    assert (event.after_s > 0.0) is known


def test_of_several_cards_that_came_in_the_dark_nobody_knows_which_was_first(felt: Felt) -> None:
    assert dealt_in_the_dark(felt, "a", "b").after_s == 0.0


def test_a_second_card_of_the_same_seat_may_have_come_with_the_first(felt: Felt) -> None:
    """Whether they were stuck together, the dealer is asked: their intervals overlap."""
    felt.now_s = 4.5
    felt.card("first", seat_zone(2))
    first = felt.now_s
    event = dealt_in_the_dark(felt, "a")
    assert event.after_s == pytest.approx(5.0 - SILENT_AFTER_S)
    assert event.after_s < first < event.by_s


def test_a_stack_that_was_to_be_filled_and_was_while_nobody_looked_is_counted_and_not_asked_about() -> None:
    stack, before, after = stack_zone(3), ((100, 2),), ((100, 2), (5000, 1))
    state, _ = infer(Inference(), Inventory(1.0, False, (), ((stack, before),), None, ()), settled=True)
    filled = Inventory(9.0, False, (), ((stack, after),), None, ())
    state, events = infer(state, filled, settled=True, due=ChipsDue({stack: 5200}))
    assert events == (StackCounted(3, after, 9.0),)
    assert state.doubts() == ()
    state, _ = infer(Inference(), Inventory(1.0, False, (), ((stack, before),), None, ()), settled=True)
    state, events = infer(state, filled, settled=True, due=ChipsDue({stack: 5300}))
    assert events == ()
    assert [doubt.kind for doubt in state.doubts()] == ["gap-chips-more"]


def test_a_strange_card_of_the_hand_before_is_not_asked_about_after_a_riffle_that_was_confirmed(felt: Felt) -> None:
    felt.see(StrangeCard(seat_zone(2), "foreign", felt.now_s))
    felt.shuffles += 1
    felt.look()
    assert set(felt.asked()) == {"gap-riffled", "strange-card:seat:2"}
    felt.reply("gap-riffled")
    assert felt.asked() == {}


def test_a_deck_that_is_riffled_on_while_the_bridge_is_away_begins_no_other_hand(felt: Felt) -> None:
    """The hand had begun and no card had come: "does a new hand begin?" had a wrong answer only."""
    felt.begun = True
    felt.shuffles += 1
    felt.look()
    assert felt.asked() == {}
    felt.begun = False
    felt.shuffles += 1
    felt.look()
    assert felt.asked() == {"gap-riffled": "gap-riffled"}

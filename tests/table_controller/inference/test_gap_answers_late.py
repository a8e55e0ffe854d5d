"""Questions that nobody answers for a while: play goes on, the question is asked anew, and no chip is told twice."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.felts import SEATS, Felt, balances, hundreds

from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.observations import CardArrived, CardLeft, ChipsMoved, DeckRiffled, Handle, ZoneSeen
from firmware_bridge.vocabulary.zones import BOARD, BURN, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.inference.infer import answer
from table_controller.vocabulary.events import CardStrayed, ChipsPushed, Event

MIDDLE = {"board": (BOARD, "gap-unboarded"), "burn": (BURN, "gap-unburned")}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [*((stack_zone(s), bet_zone(s)) for s in SEATS), *((bet_zone(s), POT) for s in SEATS), (POT, stack_zone(1))]
        ),
        st.integers(1, 4),
        st.sampled_from(["dark", "light", "answer"]),
    ),
    max_size=12,
)


@pytest.fixture
def felt() -> Felt:
    return Felt()


def one_end(felt: Felt, zone: Zone, lie: Chips, at_s: float) -> list[Event]:
    """One zone tells of a motion; the other end says nothing."""
    lay, felt.chips[zone], felt.now_s = felt.chips[zone], lie, at_s
    return felt.see(ChipsMoved(zone, lay, lie, at_s, at_s))


@pytest.mark.parametrize("what", MIDDLE)
@pytest.mark.parametrize("how", ["bridge", "node"])
def test_cards_of_the_middle_that_are_gone_on_return_are_one_question(felt: Felt, what: str, how: str) -> None:
    zone, kind = MIDDLE[what]
    felt.card("a", zone)
    felt.card("b", zone)
    felt.card("c", zone)
    felt.gone("a", "b")
    if how == "bridge":
        felt.look()
    else:  # the bridge kept its memory: after the node's return it misses them some scans later
        felt.see(ZoneSeen(zone, "unknown", felt.now_s), ZoneSeen(zone, "ok", felt.now_s + 5))
        felt.now_s += 5.9
        assert felt.see(*(CardLeft(Handle(name), zone, felt.now_s) for name in "ab")) == []
    prompt = f"{kind}:{zone}"
    assert felt.asked() == {prompt: kind}
    events = felt.reply(prompt)
    assert [(type(one), one.handle) for one in events if isinstance(one, CardStrayed)] == [
        (CardStrayed, "a"),
        (CardStrayed, "b"),
    ]
    assert felt.asked() == {}
    felt.look()
    assert felt.asked() == {}, "an answer holds"


@pytest.mark.parametrize("what", MIDDLE)
def test_a_card_of_the_middle_that_is_read_again_or_lies_there_after_all_is_nothing(felt: Felt, what: str) -> None:
    zone, kind = MIDDLE[what]
    felt.card("a", zone)
    felt.gone("a")
    felt.look()
    assert felt.card("a", zone) == []
    assert felt.asked() == {}
    felt.gone("a")
    felt.look()
    assert felt.reply(f"{kind}:{zone}", "no") == ()
    assert felt.asked() == {}


def test_a_card_lifted_in_the_light_is_no_gap(felt: Felt) -> None:
    """The planted other case: the zone has been in sight all along."""
    felt.see(ZoneSeen(BOARD, "ok", 0.5))
    felt.card("a", BOARD)
    felt.now_s += 10
    felt.see(CardLeft(Handle("a"), BOARD, felt.now_s))
    assert felt.asked() == {}


def test_one_card_of_a_hand_taken_while_its_node_was_away_is_asked_about(felt: Felt) -> None:
    felt.card("a", seat_zone(3))
    felt.card("b", seat_zone(3))
    felt.see(ZoneSeen(seat_zone(3), "unknown", 3.0), ZoneSeen(seat_zone(3), "ok", 6.0))
    felt.now_s = 6.9
    felt.see(CardLeft(Handle("a"), seat_zone(3), felt.now_s))
    assert felt.asked() == {"gap-card:seat:3": "gap-card"}


def test_a_question_whose_chips_move_on_is_asked_anew_and_the_old_answer_does_nothing(felt: Felt) -> None:
    felt.move(stack_zone(3), bet_zone(3), 2, dark=True)
    felt.look()
    (old,) = felt.asked()
    felt.move(stack_zone(3), bet_zone(3), 3, dark=True)
    felt.look()
    assert felt.asked() == {"gap-chips:bet:3:from:stack:3=500": "gap-pushed"}
    felt.state, events = answer(felt.state, old, "yes", felt.now_s)
    assert events == ()
    (pushed,) = felt.reply("gap-chips:bet:3:from:stack:3=500")
    assert isinstance(pushed, ChipsPushed)
    assert total_chips(pushed.chips) == 500
    assert felt.asked() == {}


def test_a_question_stays_while_other_chips_move(felt: Felt) -> None:
    felt.move(stack_zone(3), bet_zone(3), 2, dark=True)
    felt.look()
    before = felt.asked()
    assert [type(event) for event in felt.move(stack_zone(3), bet_zone(3), 4)] == [ChipsPushed]
    assert [type(event) for event in felt.move(stack_zone(2), bet_zone(2), 4)] == [ChipsPushed]
    assert felt.asked() == before


WON_AND_BET_AGAIN = [
    ((stack_zone(2), bet_zone(2)), 1, "light"),
    ((bet_zone(2), POT), 1, "light"),
    ((POT, stack_zone(1)), 1, "dark"),
    ((stack_zone(1), bet_zone(1)), 1, "light"),
]
GONE_AND_COME = [
    ((stack_zone(1), bet_zone(1)), 1, "dark"),
    ((stack_zone(2), bet_zone(2)), 1, "dark"),
    ((stack_zone(2), bet_zone(2)), 1, "light"),
    ((bet_zone(1), POT), 1, "dark"),
    ((bet_zone(2), POT), 2, "dark"),
    ((POT, stack_zone(1)), 2, "light"),
]


@given(STEPS)
@example(WON_AND_BET_AGAIN)
@example(GONE_AND_COME)
def test_answered_whenever_it_suits_the_dealer_the_events_account_for_every_chip(
    steps: list[tuple[tuple[Zone, Zone], int, str]],
) -> None:
    felt, events = Felt(), list[Event]()
    for (source, target), count, what in [*steps, ((POT, stack_zone(1)), 0, "answer")]:
        if what != "dark":
            felt.look()
        while what == "answer" and (pairs := [prompt for prompt in felt.asked() if ":from:" in prompt]):
            events += felt.reply(pairs[0])
        if count and total_chips(felt.chips[source]) >= 100 * count:
            events += felt.move(source, target, count, dark=what == "dark")
    assert felt.asked() == {}
    assert balances(events) == {zone: total_chips(lot) for zone, lot in felt.chips.items()}


@pytest.mark.parametrize("first", [stack_zone(3), bet_zone(3)])
@pytest.mark.parametrize("due", [True, False])
def test_a_difference_dismissed_before_its_other_end_was_seen_is_asked_about_again(
    felt: Felt, first: Zone, *, due: bool
) -> None:
    ends: dict[Zone, Chips] = {stack_zone(3): hundreds(18), bet_zone(3): hundreds(2)}
    one_end(felt, first, ends.pop(first), 10.0)
    if due:
        assert felt.asked() == {f"chips-adrift:{first}": "chips-went" if first == stack_zone(3) else "came-in-front"}
    felt.state, told = answer(felt.state, f"chips-adrift:{first}", "ignore", felt.now_s)
    assert (told, felt.asked()) == ((), {})
    ((second, lie),) = ends.items()
    assert one_end(felt, second, lie, felt.now_s + 0.5) == []
    prompt = "gap-chips:bet:3:from:stack:3=200:late"
    assert felt.asked() == {prompt: "gap-pushed"}
    (pushed,) = felt.reply(prompt)
    assert isinstance(pushed, ChipsPushed)
    assert total_chips(pushed.chips) == 200
    assert felt.asked() == {}
    assert balances([pushed]) == {zone: total_chips(lot) for zone, lot in felt.chips.items()}


def test_a_no_to_what_came_late_leaves_it_so(felt: Felt) -> None:
    one_end(felt, stack_zone(3), hundreds(18), 10.0)
    felt.state, _ = answer(felt.state, "chips-adrift:stack:3", "ignore", 10.0)
    one_end(felt, bet_zone(3), hundreds(2), 10.5)
    assert felt.reply("gap-chips:bet:3:from:stack:3=200:late", "no") == ()
    felt.look()
    assert felt.asked() == {}


def test_what_was_dismissed_and_comes_back_is_netted(felt: Felt) -> None:
    one_end(felt, stack_zone(3), hundreds(18), 10.0)
    felt.state, _ = answer(felt.state, "chips-adrift:stack:3", "ignore", 10.0)
    one_end(felt, stack_zone(3), hundreds(20), 12.0)
    assert felt.asked() == {}
    assert [type(event) for event in felt.move(stack_zone(3), bet_zone(3), 2)] == [ChipsPushed]
    assert felt.asked() == {}
    assert (dict(felt.state.flow.dismissed), dict(felt.state.flow.adrift)) == ({}, {})


def test_dismissed_chips_that_move_on_move_as_all_others_do(felt: Felt) -> None:
    """Chips from a pocket: nobody asks about them a second time, and the riffle forgets them."""
    one_end(felt, bet_zone(3), hundreds(3), 10.0)
    felt.state, _ = answer(felt.state, "chips-adrift:bet:3", "ignore", 10.0)
    felt.now_s = 20.0
    (gathered,) = felt.move(bet_zone(3), POT, 3)
    assert total_chips(getattr(gathered, "chips", ())) == 300
    assert felt.asked() == {}
    felt.see(DeckRiffled(felt.now_s))
    assert dict(felt.state.flow.dismissed) == {}


def test_a_zone_out_of_sight_does_not_hold_back_the_other_ends_question(felt: Felt) -> None:
    felt.see(ZoneSeen(bet_zone(3), "unknown", 9.0))
    one_end(felt, stack_zone(3), hundreds(18), 10.0)
    (doubt,) = felt.state.doubts()
    assert doubt.due_s <= 16.0
    felt.see(ZoneSeen(POT, "unknown", 13.0))
    (still,) = felt.state.doubts()
    assert still == doubt, "a zone that goes later does not put a standing question off"
    felt.state, _ = answer(felt.state, doubt.prompt, "ignore", 16.0)
    felt.chips[bet_zone(3)], felt.now_s = hundreds(2), 60.0
    felt.look()  # the zone is back, with the chips
    assert felt.asked() == {"gap-chips:bet:3:from:stack:3=200:late": "gap-pushed"}


def test_a_zone_that_is_away_and_comes_back_soon_needs_no_question(felt: Felt) -> None:
    felt.see(ZoneSeen(bet_zone(3), "unknown", 9.0))
    one_end(felt, stack_zone(3), hundreds(18), 10.0)
    felt.now_s = 15.0
    assert all(doubt.due_s > felt.now_s for doubt in felt.state.doubts())
    assert felt.see(CardArrived(Handle("x"), seat_zone(1), 14.9, 15.0)) != []
    felt.see(ZoneSeen(bet_zone(3), "ok", 15.0))
    assert [type(e) for e in one_end(felt, bet_zone(3), hundreds(2), 15.5)] == [ChipsPushed]
    assert felt.asked() == {}

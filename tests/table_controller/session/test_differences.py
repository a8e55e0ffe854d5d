"""Where other chips lie than the books have, the screen says so with seat and amount until one of them changes."""

from __future__ import annotations

import pytest
from support.guard import check_books
from support.sensed_session import RICH, SensedSession

from firmware_bridge.vocabulary.chips import Chips, add_chips, subtract_chips, total_chips
from firmware_bridge.vocabulary.observations import CardLeft, ChipsMoved, DeckRiffled, Inventory, ZoneSeen
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, bet_zone, seat_zone, stack_zone
from table_controller.inference import chip_gaps
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.differences import differences, put_back
from table_controller.vocabulary.commands import Confirm, Done, Rule, Say
from table_controller.vocabulary.events import StackCounted
from table_controller.vocabulary.views import DifferenceView, NextAct, Refused

FIVE: Chips = ((500, 1),)
TEN: Chips = ((1000, 1),)


@pytest.fixture
def dealt() -> SensedSession:
    """Seat 1 has the button and acts."""
    return SensedSession().open().deal()


def standing(table: SensedSession) -> tuple[DifferenceView, ...]:
    return differences(table.session.table, table.session.inference.flow)


def act(table: SensedSession) -> NextAct | None:
    return put_back(standing(table))


def look(table: SensedSession) -> None:
    """Everything is read at once, as after a cable was pulled and put back."""
    cards = {
        zone: tuple(card.handle for card in table.session.table.cards if card.zone == zone)
        for zone in (*(seat_zone(seat) for seat in (1, 2, 3)), BOARD, BURN, MUCK)
    }
    stacks = [(stack_zone(seat), chips) for seat, chips in table.stacks.items()]
    bets = [(bet_zone(seat), chips) for seat, chips in table.bets.items()]
    pot = ((100, table.pot // 100),) if table.pot else ()
    table.took(Inventory(table.now_s, True, tuple(cards.items()), (*stacks, *bets, (POT, pot)), None, ()))


def unseen_push(table: SensedSession, seat: int, chips: Chips) -> str:
    """Chips go forward while nobody looks; what the dealer is asked."""
    for zone in (stack_zone(seat), bet_zone(seat)):
        table.took(ZoneSeen(zone, "unknown", table.now_s))
    table.stacks[seat] = subtract_chips(table.stacks[seat], chips)
    table.bets[seat] = add_chips(table.bets[seat], chips)
    look(table)
    (asked,) = table.session.questions()
    assert standing(table) == (), "while it is asked, the question says it"
    return asked.prompt


def take_back(table: SensedSession, seat: int, chips: Chips) -> None:
    for zone, lies, change in (
        (bet_zone(seat), table.bets, subtract_chips((), chips)),
        (stack_zone(seat), table.stacks, chips),
    ):
        lay, lies[seat] = lies[seat], add_chips(lies[seat], change)
        table.took(ChipsMoved(zone, lay, lies[seat], table.now_s, table.now_s + 0.4))


def test_chips_that_were_no_bet_are_told_until_they_are_back(dealt: SensedSession) -> None:
    before = dealt.session.table
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    assert standing(dealt) == (DifferenceView("behind", 1, -1000), DifferenceView("front", 1, 1000))
    assert act(dealt) == NextAct("chips-back", 1, 1000)
    take_back(dealt, 1, TEN)
    assert (standing(dealt), dealt.session.questions()) == ((), ())
    assert dealt.session.table == before, "they went back: no act, no case, nothing to rule on"
    assert dict(dealt.session.inference.flow.dismissed) == {}
    check_books(dealt.session.table)


def test_a_part_of_them_goes_back(dealt: SensedSession) -> None:
    dealt.took(Confirm(unseen_push(dealt, 1, ((500, 2),)), "no"))
    take_back(dealt, 1, FIVE)
    assert act(dealt) == NextAct("chips-back", 1, 500)
    take_back(dealt, 1, FIVE)
    assert act(dealt) is None


def test_more_than_that_goes_back_only_the_rest_is_an_act(dealt: SensedSession) -> None:
    dealt.took(Say("raise", amount_chips=600))
    dealt.push(1, ((500, 2),))
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    take_back(dealt, 1, ((1000, 1), (100, 0)))
    assert act(dealt) is None
    assert dealt.session.table.ledger[0].pushed_chips == 1000
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    take_back(dealt, 1, ((1000, 1), (500, 1)))
    assert act(dealt) is None
    assert dealt.session.table.ledger[0].pushed_chips == 500
    check_books(dealt.session.table)


def test_the_dealer_may_key_that_they_are_back_before_a_tray_shows_it(dealt: SensedSession) -> None:
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    assert dealt.take(Done("chips-back", 1, 500)) == Refused("stale")
    dealt.took(Done("chips-back", 1, 1000))
    assert (standing(dealt), act(dealt)) == ((), None)
    take_back(dealt, 1, TEN)
    assert (standing(dealt), dealt.session.questions()) == ((), ())


def test_keyed_and_never_done_it_is_told_again_with_the_next_hand(dealt: SensedSession) -> None:
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    dealt.took(Done("chips-back", 1, 1000))
    flow = dealt.session.inference.begun_by_key().flow
    assert put_back(differences(dealt.session.table, flow)) == NextAct("chips-back", 1, 1000)


def test_a_bet_beside_them_counts_as_always(dealt: SensedSession) -> None:
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    dealt.took(Say("call"))
    dealt.push(1, ((100, 2),))
    assert dealt.session.table.ledger[0].pushed_chips == 200
    assert standing(dealt) == (DifferenceView("behind", 1, -1000), DifferenceView("front", 1, 1000))


def test_swept_in_with_the_bets_they_are_told_at_the_pot(dealt: SensedSession) -> None:
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    dealt.took(Say("call"))
    dealt.push(1, ((100, 2),))
    dealt.took(Say("call"))
    dealt.push(2, ((100, 1),))
    dealt.took(Say("check"))
    dealt.sweep()
    told = {(one.place, one.seat): one.chips for one in standing(dealt)}
    assert told == {("behind", 1): -1000, ("pot", None): 1000}
    assert act(dealt) == NextAct("pot-back", 1, 1000), "he said that they were not bet"
    dealt.took(ChipsMoved(POT, ((100, dealt.pot // 100),), ((100, (dealt.pot - 1000) // 100),), 60.0, 60.4))
    lay = dealt.stacks[1]
    dealt.took(ChipsMoved(stack_zone(1), lay, add_chips(lay, ((100, 10),)), 60.4, 60.8))
    assert (standing(dealt), dealt.session.table.ledger[0].received_chips) == ((), 0)


def test_a_bet_that_was_not_taken_back_goes_in_front_again(dealt: SensedSession) -> None:
    dealt.took(Say("call"))
    dealt.push(1, ((100, 2),))
    for zone in (stack_zone(1), bet_zone(1)):
        dealt.took(ZoneSeen(zone, "unknown", dealt.now_s))
    dealt.stacks[1], dealt.bets[1] = RICH, ()
    look(dealt)
    dealt.took(Confirm(dealt.session.questions()[0].prompt, "no"))
    assert act(dealt) == NextAct("bet-back", 1, 200)
    dealt.push(1, ((100, 2),))
    assert (act(dealt), standing(dealt)) == (None, ())
    assert dealt.session.table.ledger[0].pushed_chips == 200


def test_a_bet_that_was_not_gathered_comes_back_from_the_pot(dealt: SensedSession) -> None:
    dealt.took(Say("call"))
    dealt.push(1, ((100, 2),))
    for zone in (POT, bet_zone(1)):
        dealt.took(ZoneSeen(zone, "unknown", dealt.now_s))
    dealt.bets[1], dealt.pot = (), 200
    look(dealt)
    dealt.took(Confirm(dealt.session.questions()[0].prompt, "no"))
    assert act(dealt) == NextAct("pot-to-bet", 1, 200)
    dealt.took(ChipsMoved(POT, ((100, 2),), (), dealt.now_s, dealt.now_s + 0.4))
    dealt.took(ChipsMoved(bet_zone(1), (), ((100, 2),), dealt.now_s, dealt.now_s + 0.4))
    assert (act(dealt), standing(dealt)) == (None, ())


def test_a_pot_that_was_pushed_wrong_is_not_forgotten_at_the_shuffle(dealt: SensedSession) -> None:
    """Seat 3 wins 300 and gets 200, seat 2 the other 100."""
    for seat in (1, 2):
        dealt.muck(seat)
    dealt.sweep()
    for seat, lay, lie in ((3, 300, 100), (2, 100, 0)):
        pot = [((100, chips // 100),) if chips else () for chips in (lay, lie)]
        dealt.took(ChipsMoved(POT, pot[0], pot[1], dealt.now_s, dealt.now_s + 0.4))
        before, dealt.stacks[seat] = dealt.stacks[seat], add_chips(dealt.stacks[seat], ((100, (lay - lie) // 100),))
        dealt.took(ChipsMoved(stack_zone(seat), before, dealt.stacks[seat], dealt.now_s, dealt.now_s + 0.4))
    wrong = (DifferenceView("behind", 2, 100), DifferenceView("behind", 3, -100))
    for card in dealt.session.inference.sightings.hand_of(3):
        dealt.took(CardLeft(card, seat_zone(3), dealt.now_s))
    dealt.took(DeckRiffled(dealt.now_s))
    assert dealt.session.table.hand.number == 2
    assert standing(dealt) == wrong
    check_books(dealt.session.table)


def test_chips_that_vanish_are_told_after_the_dealer_has_let_it_be(dealt: SensedSession) -> None:
    dealt.took(
        ChipsMoved(stack_zone(3), dealt.stacks[3], subtract_chips(dealt.stacks[3], FIVE), dealt.now_s, dealt.now_s)
    )
    (asked,) = dealt.session.questions()
    assert (asked.kind, asked.chips) == ("chips-went", 500)
    dealt.took(Confirm(asked.prompt, "ignore"))
    assert standing(dealt) == (DifferenceView("behind", 3, -500),)
    assert total_chips(dealt.session.table.chips.pot) == 0


def test_a_no_that_forgets_the_chips_would_be_caught(dealt: SensedSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the pair is let go, and what goes back is taken for an act."""

    def forgotten(flow: ChipFlow, pair: chip_gaps.Pair) -> ChipFlow:
        without = chip_gaps._without
        return without(without(flow, pair.source, pair), pair.target, pair)

    monkeypatch.setattr(chip_gaps, "_refused", forgotten)
    before = dealt.session.table
    dealt.took(Confirm(unseen_push(dealt, 1, TEN), "no"))
    take_back(dealt, 1, TEN)
    assert dealt.session.table != before


def test_chips_bought_while_the_tray_is_out_of_sight_are_counted_when_it_is_back() -> None:
    table = SensedSession().open()
    lay = total_chips(table.stacks[1])
    table.took(Say("other", 1, text="add-on 1000"))
    table.took(Rule("allow-rebuy"))
    table.took(ZoneSeen(stack_zone(1), "unknown", table.now_s))
    table.stacks[1] = add_chips(table.stacks[1], TEN)
    look(table)
    assert table.session.table.recount == ()
    assert table.session.questions() == ()
    assert standing(table) == ()
    assert table.session.table.chips.stacks[0] == lay + 1000
    check_books(table.session.table)


@pytest.mark.parametrize("ignored", [False, True])
def test_chips_that_came_before_they_were_said_to_be_bought_are_those(ignored: bool) -> None:
    table = SensedSession().open()
    lay, table.stacks[1] = table.stacks[1], add_chips(table.stacks[1], TEN)
    table.took(ChipsMoved(stack_zone(1), lay, table.stacks[1], table.now_s, table.now_s + 0.4))
    table.now_s += 10
    (asked,) = table.session.questions()
    if ignored:
        table.took(Confirm(asked.prompt, "ignore"))
    table.took(Say("other", 1, text="add-on 1000"))
    told = table.took(Rule("allow-rebuy"))
    assert any(isinstance(one.event, StackCounted) for one in told.applied_events)
    assert table.session.questions() == ()
    assert standing(table) == ()
    assert table.session.table.chips.stacks[0] == table.session.table.ledger[0].stack_chips == total_chips(lay) + 1000
    check_books(table.session.table)

"""What undo and corrections leave of keys that sensors have confirmed, or not: nothing that was seen goes away."""

from __future__ import annotations

import pytest
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.cards import parse_card, parse_cards
from firmware_bridge.vocabulary.observations import CardArrived, Handle, Inventory, ZoneSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.game import queries
from table_controller.game.state.custody import lying
from table_controller.game.state.table import Table
from table_controller.inference import implied
from table_controller.inference.chip_accounts import ChipFlow, Unmatched, put
from table_controller.inference.chip_flow import dismiss
from table_controller.inference.chip_values import without_value
from table_controller.inference.implied import GRACE_S
from table_controller.inference.infer import Inference
from table_controller.inference.told_chips import told
from table_controller.vocabulary.commands import (
    Confirm,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    Done,
    MarkBoard,
    MarkDealt,
    MarkRiffle,
    Redo,
    Say,
    ShowCards,
    Undo,
)
from table_controller.vocabulary.events import Event, TimePassed
from table_controller.vocabulary.views import Refused

FLOP = parse_cards("AhKd2c")
STACK, BET = stack_zone(2), bet_zone(2)


@pytest.fixture
def dealt() -> SensedSession:
    return SensedSession().open().deal()


@pytest.fixture
def flop() -> SensedSession:
    """A flop by keys where no sensor lives."""
    table = SensedSession().open()
    for zone in (*(kind(seat) for seat in (1, 2, 3) for kind in (seat_zone, stack_zone, bet_zone)), BOARD, BURN, POT):
        table.took(ZoneSeen(zone, "unknown", table.now_s))
    table.now_s += GRACE_S
    for command in (MarkRiffle(), MarkDealt(), Say("call"), Say("call"), Say("check"), MarkBoard(FLOP)):
        table.took(command)
    return table


def read(table: SensedSession, zone: Zone, cards: dict[str, str]) -> None:
    """A reader that has woken up reads these, by handle."""
    for handle, face in cards.items():
        table.faces[Handle(handle)] = parse_card(face)
        table.took(CardArrived(Handle(handle), zone, table.now_s, table.now_s))


def names(table: SensedSession, zone: Zone) -> dict[str, str | None]:
    return {card.handle: card.card for card in table.session.table.cards if card.zone == zone}


def test_the_chips_of_another_seat_are_no_chips_that_keys_told(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.took(CorrectSeat(1, 2))
    assert dealt.session.inference.flow.told == {}
    dealt.took(Undo())
    assert dealt.session.inference.flow.told == {}


def test_a_stack_that_was_wrongly_corrected_swallows_no_chips(dealt: SensedSession) -> None:
    dealt.took(CorrectStack(1, ((1000, 9), (500, 1))))
    dealt.took(Undo())
    assert dealt.session.inference.flow.told == {}
    dealt.push(1, ((500, 1), (100, 1)))
    assert dealt.session.table.chips.stacks[0] == 9_400


def test_chips_that_a_key_told_and_a_tray_showed_are_asked_about_when_the_key_is_undone(dealt: SensedSession) -> None:
    for word in ("call", "call", "check"):
        dealt.took(Say(word))
    dealt.took(Done())
    dealt.push(2, ((100, 1),))
    after = dealt.session
    assert queries.owing(after.table) == ((1, 200),)
    dealt.took(Undo())
    assert dealt.session.inference.flow.told == {}
    (asked,) = dealt.session.questions()
    assert (asked.kind, asked.seat, asked.chips) == ("gap-pushed", 2, 100)
    dealt.took(Redo())
    assert (dealt.session.table, dealt.session.inference.flow) == (after.table, after.inference.flow)
    dealt.took(Undo())
    dealt.took(Confirm(asked.prompt, "yes"))
    assert queries.owing(dealt.session.table) == ((1, 200),)


def test_a_key_that_no_tray_has_shown_leaves_nothing_when_it_is_undone(dealt: SensedSession) -> None:
    for word in ("call", "call", "check"):
        dealt.took(Say(word))
    dealt.took(Done())
    assert dealt.session.inference.flow.told == {STACK: -100, BET: 100}
    dealt.took(Undo())
    assert dealt.session.inference.flow.told == {}
    assert not dealt.session.inference.flow.gaps


def test_a_card_that_a_reader_sees_in_place_of_an_undone_keyed_one_lies_there_once() -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post().took(Done())
    table.took(Undo())
    assert lying(table.session.table.cards, seat_zone(2)) == ()
    table.card(seat_zone(2))
    assert len(lying(table.session.table.cards, seat_zone(2))) == 1
    assert table.take(Redo()) == Refused("nothing-to-redo")


def test_undo_of_a_keyed_deal_leaves_the_card_that_a_reader_has_seen() -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post().took(Done())
    table.card(seat_zone(2))
    table.took(Undo())
    assert lying(table.session.table.cards, seat_zone(2)) == ("c1",)
    assert queries.dealt_to(table.session.table, 2) == 1
    table.card(seat_zone(3))
    assert not any(one.findings for one in table.records[-1].applied_events)


def test_undo_of_a_keyed_board_leaves_the_cards_that_a_reader_has_seen(flop: SensedSession) -> None:
    read(flop, BOARD, {"x": "Ah", "y": "Kd"})
    flop.took(Undo())
    assert names(flop, BOARD) == {"x": "Ah", "y": "Kd"}
    assert not any(one.findings for one in flop.session.happened)
    flop.took(Redo())
    assert set(names(flop, BOARD).values()) == set(FLOP)


def test_a_card_that_keys_named_wrongly_is_corrected_after_a_reader_saw_it(flop: SensedSession) -> None:
    read(flop, BOARD, {"x": "Ah", "y": "Kd", "z": "3c"})
    assert names(flop, BOARD)["z"] == "2c"
    flop.took(CorrectCard("board:3", parse_card("3c")))
    assert names(flop, BOARD) == {"x": "Ah", "y": "Kd", "z": "3c"}
    flop.took(Undo())
    assert names(flop, BOARD)["z"] == "2c"


def test_a_correction_that_would_change_another_card_is_refused(flop: SensedSession) -> None:
    read(flop, BOARD, {"x": "Kd", "y": "Ah"})
    assert flop.take(CorrectCard("board:2", parse_card("3c"))) == Refused("card-is-read")


@pytest.mark.parametrize("face", ["Qh", "Qc"])
def test_a_hand_of_which_a_reader_knows_one_card_has_both_faces(flop: SensedSession, face: str) -> None:
    read(flop, seat_zone(1), {"x": face})
    for card in ("7s", "9h"):
        for _ in range(3):
            flop.took(Say("check"))
        flop.took(MarkBoard(parse_cards(card)))
    for _ in range(3):
        flop.took(Say("check"))
    twice = (parse_card("Qh"), parse_card("Qh"))
    assert flop.take(ShowCards(1, twice)) == Refused("card-there card=Qh")
    flop.took(ShowCards(1, parse_cards("QhQc")))
    shown = names(flop, seat_zone(1))
    assert shown["x"] == face
    assert set(shown.values()) == {"Qh", "Qc"}
    assert not any(one.findings for one in flop.session.happened)


def test_a_face_that_a_reader_knows_is_among_those_keyed(flop: SensedSession) -> None:
    read(flop, seat_zone(1), {"x": "Qh"})
    table = flop.session.table
    named = tuple(replace(card, card=parse_card("Qh")) if card.handle == "x" else card for card in table.cards)
    flop.session = replace(flop.session, table=replace(table, cards=named))
    assert flop.take(ShowCards(1, parse_cards("JcJd"))) == Refused("face-is-read cards=Qh")


def test_chips_wait_through_a_short_outage_and_follow_the_word_after_a_long_one(dealt: SensedSession) -> None:
    dealt.took(ZoneSeen(stack_zone(1), "unknown", dealt.now_s))
    dealt.took(ZoneSeen(bet_zone(1), "unknown", dealt.now_s))
    gone_s = dealt.now_s
    dealt.took(Say("raise", amount_chips=600))
    assert queries.owing(dealt.session.table) == ((1, 600),)
    due_s = implied.deadline_s(dealt.session.inference.flow, dealt.session.table)
    assert due_s == pytest.approx(gone_s - 0.5 + GRACE_S, abs=0.5)
    dealt.now_s = gone_s + GRACE_S
    dealt.took(TimePassed(dealt.now_s))
    assert queries.owing(dealt.session.table) == ()
    assert implied.deadline_s(dealt.session.inference.flow, dealt.session.table) is None


def test_chips_that_have_not_left_a_stack_in_sight_follow_no_word(dealt: SensedSession) -> None:
    dealt.took(ZoneSeen(bet_zone(1), "unknown", dealt.now_s))
    dealt.took(Say("raise", amount_chips=600))
    assert implied.deadline_s(dealt.session.inference.flow, dealt.session.table) is None
    dealt.now_s += 2 * GRACE_S
    dealt.took(TimePassed(dealt.now_s))
    assert queries.owing(dealt.session.table) == ((1, 600),)


def test_a_tray_that_was_away_for_a_moment_is_believed(dealt: SensedSession) -> None:
    dealt.took(ZoneSeen(stack_zone(1), "unknown", dealt.now_s))
    dealt.took(Say("raise", amount_chips=600))
    dealt.took(ZoneSeen(stack_zone(1), "ok", dealt.now_s))
    assert implied.deadline_s(dealt.session.inference.flow, dealt.session.table) is None
    dealt.now_s += GRACE_S
    dealt.took(TimePassed(dealt.now_s))
    assert queries.owing(dealt.session.table) == ((1, 600),)


def test_what_keys_told_of_a_zone_outlasts_a_difference_that_is_left_so() -> None:
    flow = told(ChipFlow(lies={STACK: ((100, 10),)}), STACK, -200)
    flow = put(flow, STACK, Unmatched(((100, 1),), (), 0.0, 0.0, 0.0), "adrift")
    left = dismiss(flow, STACK)
    assert (left.told, left.adrift, set(left.dismissed)) == ({STACK: -200}, {}, {STACK})


def test_the_rest_of_a_change_of_which_a_part_was_told_is_of_chips_that_moved(dealt: SensedSession) -> None:
    assert without_value(((500, 1), (100, 3)), 600) == ((100, 2),)
    assert without_value(((500, -1), (100, -3)), -600) == ((100, -2),)
    assert without_value(((1000, 1),), 400, ((100, 10),)) == ((100, 6),)
    assert without_value(((1000, 1),), 400) == ((1, 600),)
    for word in ("call", "call", "check"):
        dealt.took(Say(word))
    dealt.took(Done())
    dealt.push(2, ((100, 3),))
    assert dealt.session.table.chips.bets[1] == ((100, 4),)


def test_each_card_that_is_recognised_finds_what_the_one_before_left(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post()
    cards = tuple((seat_zone(seat), (Handle(f"a{seat}"), Handle(f"b{seat}"))) for seat in (1, 2, 3))
    chips = tuple((zone, lie) for zone, lie in table.session.inference.flow.lies.items())
    table.took(Inventory(table.now_s, True, (*cards, (BOARD, ()), (BURN, ()), (MUCK, ())), chips, None, ()))

    def counting(inference: Inference, _before: Table, _event: Event, _after: Table) -> Inference:
        return replace(inference, unseen=((inference.unseen or (0, 0.0))[0] + 1, 0.0))

    monkeypatch.setattr(implied, "after_step", counting)
    table.took(MarkDealt())
    steps = len(table.records[-1].applied_events)
    assert steps >= 7
    assert table.session.inference.unseen == (steps, 0.0)

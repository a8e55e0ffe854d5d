"""What keys tell and what sensors see of the same cards and chips: one thing, whichever came first."""

from __future__ import annotations

import itertools
from itertools import pairwise

import pytest
from support.felt_prompt import Evening
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.cards import parse_card, parse_cards
from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.observations import (
    CardArrived,
    CardLeft,
    ChipsMoved,
    Handle,
    Inventory,
    NodeSeen,
    ZoneSeen,
)
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, Zone, bet_zone, seat_zone, stack_zone
from table_controller.game import next_act, queries
from table_controller.game.state.custody import lying
from table_controller.inference.implied import GRACE_S
from table_controller.vocabulary.commands import (
    Confirm,
    CorrectCard,
    Done,
    MarkBoard,
    MarkButton,
    MarkDealt,
    MarkFold,
    MarkRiffle,
    PutAway,
    Redo,
    Say,
    ShowCards,
    TurnUp,
    Undo,
)
from table_controller.vocabulary.events import BoardByKey, CardIdentified, CardRecognised, is_told
from table_controller.vocabulary.views import NextAct, Refused

FLOP = parse_cards("AhKd2c")


@pytest.fixture
def blind() -> SensedSession:
    """A table on which no sensor lives."""
    dealt = SensedSession().open()
    zones = (*(kind(seat) for seat in (1, 2, 3) for kind in (seat_zone, stack_zone, bet_zone)), BOARD, BURN, MUCK, POT)
    for zone in zones:
        dealt.took(ZoneSeen(zone, "unknown", dealt.now_s))
    dealt.now_s += GRACE_S
    return dealt


def begun(table: SensedSession) -> SensedSession:
    """The hand is dealt by keys: seat 1 has the button and acts."""
    for command in (MarkRiffle(), MarkDealt()):
        table.took(command)
    assert queries.who_acts(table.session.table) == 1
    return table


def to_the_flop(table: SensedSession) -> SensedSession:
    for word in ("call", "call", "check"):
        begun_at = table.took(Say(word))
        assert begun_at.applied_events
    assert next_act.next_act(table.session.table).code == "burn"
    return table


def healed(table: SensedSession, cards: dict[Zone, tuple[str, ...]], chips: dict[Zone, int]) -> None:
    """Every reader is back, and sees this."""
    seats = tuple(seat_zone(seat) for seat in (1, 2, 3))
    seen = tuple((zone, tuple(Handle(one) for one in cards.get(zone, ()))) for zone in (*seats, BOARD, BURN, MUCK))
    lots = tuple((zone, ((100, value // 100),) if value else ()) for zone, value in chips.items())
    table.took(Inventory(table.now_s, True, seen, lots, None, ()))


def test_a_word_moves_the_chips_where_no_tray_lives(blind: SensedSession) -> None:
    begun(blind).took(Say("raise", amount_chips=600))
    table = blind.session.table
    assert queries.owing(table) == ()
    assert table.chips.stacks[:3] == (9_400, 9_900, 9_800)
    assert table.chips.bets[0] == ((500, 1), (100, 1))


def test_where_trays_live_a_word_waits_for_its_chips() -> None:
    table = SensedSession().open().deal()
    table.took(Say("raise", amount_chips=600))
    assert queries.owing(table.session.table) == ((1, 600),)


def test_undo_takes_the_chips_of_a_word_back_and_redo_puts_them_in(blind: SensedSession) -> None:
    before = begun(blind).session.table
    blind.took(Say("call"))
    after = blind.session.table
    blind.took(Undo())
    assert blind.session.table == before
    blind.took(Redo())
    assert blind.session.table == after


def test_a_street_is_one_key_to_take_back(blind: SensedSession) -> None:
    before = to_the_flop(begun(blind)).session.table
    blind.took(MarkBoard(FLOP))
    table = blind.session.table
    assert table.hand.phase == "flop"
    assert len(lying(table.cards, BURN)) == 1
    assert not any(table.chips.bets)
    blind.took(Undo())
    assert blind.session.table.hand == before.hand
    assert blind.session.table.cards == before.cards
    blind.took(MarkBoard(parse_cards("AhKs2c")))
    assert [card.card for card in blind.session.table.cards if card.zone == BOARD] == ["Ah", "Ks", "2c"]


def test_readers_that_are_back_find_what_they_were_told(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    chips = {stack_zone(seat): 9_800 for seat in (1, 2, 3)} | {bet_zone(seat): 0 for seat in (1, 2, 3)} | {POT: 600}
    cards = {seat_zone(seat): (f"a{seat}", f"b{seat}") for seat in (1, 2, 3)}
    blind.faces |= {Handle(handle): card for handle, card in zip("zyx", FLOP, strict=True)}
    healed(blind, {**cards, BOARD: ("x", "y", "z"), BURN: ("w",)}, chips)
    assert blind.session.questions() == ()
    assert not any(is_told(card.handle) for card in blind.session.table.cards)
    assert blind.session.table.hand.board == ("x", "y", "z")
    assert {card.handle: card.card for card in blind.session.table.cards if card.zone == BOARD} == dict(
        zip("zyx", FLOP, strict=True)
    )
    assert blind.session.inference.flow.told == {}


def test_what_is_otherwise_than_told_is_asked(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    chips = {stack_zone(seat): 9_800 for seat in (1, 2, 3)} | {bet_zone(seat): 0 for seat in (1, 2, 3)}
    cards = {seat_zone(seat): (f"a{seat}", f"b{seat}") for seat in (1, 2, 3)}
    healed(blind, {**cards, seat_zone(3): ("a3", "b3", "c3")}, {**chips, stack_zone(2): 9_700, POT: 600})
    asked = {doubt.prompt for doubt in blind.session.questions()}
    assert asked == {"gap-dealt:seat:3", "gap-chips:stack:2"}


def test_a_reader_corrects_the_order_of_faces_and_names_a_wrong_one(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    for handle, face in (("x", "Kd"), ("y", "Ah"), ("z", "3c")):
        blind.faces[Handle(handle)] = parse_card(face)
        blind.took(CardArrived(Handle(handle), BOARD, blind.now_s, blind.now_s))
    named = {card.handle: card.card for card in blind.session.table.cards if card.zone == BOARD}
    assert named == {"x": "Kd", "y": "Ah", "z": "2c"}
    wrong = [found for record in blind.records for one in record.applied_events for found in one.findings]
    assert [dict(found.facts)["cause"] for found in wrong] == ["card-renamed"]


@pytest.mark.parametrize("wrong", [0, 1, 2])
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_wrong_face_is_put_right_in_whatever_order_the_cards_were_keyed(
    blind: SensedSession, order: tuple[int, int, int], wrong: int
) -> None:
    """The readers name two of the three cards; the third was keyed as another one."""
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    faces = [FLOP[at] for at in order]
    faces[wrong] = parse_card("3c")
    for handle, face in zip("xyz", faces, strict=True):
        blind.faces[Handle(handle)] = face
        blind.took(CardArrived(Handle(handle), BOARD, blind.now_s, blind.now_s))
    told = [found for record in blind.records for one in record.applied_events for found in one.findings]
    assert [(dict(one.facts)["card"], dict(one.facts)["board_card"]) for one in told] == [("3c", wrong + 1)]
    blind.took(CorrectCard(f"board:{wrong + 1}", parse_card("3c")))
    named = {card.handle: card.card for card in blind.session.table.cards if card.zone == BOARD}
    assert named == dict(zip("xyz", faces, strict=True))


def test_a_key_that_is_faster_than_a_reader_counts_once() -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post().took(Done())
    table.card(seat_zone(2))
    assert queries.dealt_to(table.session.table, 2) == 1
    assert [type(one.event) for one in table.records[-1].applied_events] == [CardRecognised]


def test_chips_that_a_tray_shows_after_the_key_count_once() -> None:
    table = SensedSession().open().deal()
    table.took(Say("call"))
    table.took(Say("call"))
    table.took(Say("check"))
    assert next_act.next_act(table.session.table) == NextAct("await", 2, 100)
    table.took(Done())
    table.push(2, ((100, 1),))
    assert queries.owing(table.session.table) == ((1, 200),)
    assert table.session.table.chips.stacks[1] == 9_800
    assert not table.session.inference.flow.adrift


def test_the_bridge_is_never_asked_of_a_told_card(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    asked = [request for record in blind.records for one in record.applied_events for request in one.requests]
    assert not any(isinstance(request, NameCards) for request in (*asked, *blind.session.open_requests()))


def test_a_showdown_by_keys(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    for card in ("7s", "9h"):
        for _ in range(3):
            blind.took(Say("check"))
        blind.took(MarkBoard(parse_cards(card)))
    for _ in range(3):
        blind.took(Say("check"))
    assert blind.take(Done()) == Refused("faces-first seat=2")
    assert blind.take(ShowCards(2, parse_cards("AhAc"))) == Refused("card-there card=Ah")
    assert blind.take(ShowCards(2, parse_cards("Ac"))) == Refused("cards-of-a-hand cards=2")
    blind.took(ShowCards(2, parse_cards("AcAd")))
    blind.took(MarkFold(3))
    blind.took(TurnUp(1))
    blind.took(ShowCards(1, parse_cards("QhQc")))
    assert queries.awards_due(blind.session.table) == ((2, 600),)
    blind.took(PutAway())  # what was due is pushed, for nobody puts a hand away before
    assert blind.session.table.chips.stacks[:3] == (9_800, 10_400, 9_800)
    assert not any(one.findings for one in blind.records[-1].applied_events)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (Done(), "say-the-act seat=1"),
        (MarkDealt(), "nothing-to-deal"),
        (MarkBoard((*FLOP, FLOP[0])), "card-there card=Ah"),
        (ShowCards(9, FLOP), "no-live-hand seat=9"),
        (ShowCards(4, FLOP), "no-told-hand seat=4"),
        (TurnUp(5, FLOP[0], by_dealer=True), "no-card-there seat=5"),
    ],
)
def test_what_cannot_be_meant_is_refused(blind: SensedSession, command: Done, why: str) -> None:
    assert begun(blind).take(command) == Refused(why)


def test_a_board_before_its_time_is_the_floors_matter(blind: SensedSession) -> None:
    """The table cannot refuse reality: what lies there is told, and undone if it was a slip."""
    record = begun(blind).took(MarkBoard(FLOP))
    assert any(one.findings for one in record.applied_events)
    assert next_act.next_act(blind.session.table).code != "burn"
    blind.took(Undo())
    assert queries.who_acts(blind.session.table) == 1


def test_a_card_heard_at_the_seat_beside_a_dead_reader_is_the_dead_ones() -> None:
    table = SensedSession().open()
    table.took(ZoneSeen(seat_zone(3), "unknown", table.now_s))
    table.took(MarkRiffle())
    table.post()
    for seat in (2, 1, 2):
        table.card(seat_zone(seat))
    table.card(seat_zone(2))
    assert not table.records[-1].applied_events
    table.card(seat_zone(1))
    assert queries.who_acts(table.session.table) == 1
    assert queries.dealt_to(table.session.table, 2) == queries.dealt_to(table.session.table, 3) == 2
    assert table.session.questions() == ()
    table.card(seat_zone(2))  # none is due any more: that one, or one too many
    assert not table.records[-1].applied_events
    (asked,) = table.session.questions()
    assert asked.prompt == "gap-dealt:seat:2"
    extra = Handle(f"c{len(table.faces)}")
    table.took(Confirm(asked.prompt, "no"))
    table.took(CardArrived(extra, seat_zone(2), table.now_s, table.now_s))
    assert (table.session.questions(), queries.dealt_to(table.session.table, 2)) == ((), 2)


def test_a_card_heard_beside_a_dead_reader_before_its_seats_turn_is_not_dealt_there() -> None:
    table = SensedSession().open()
    table.took(ZoneSeen(seat_zone(2), "unknown", table.now_s))
    table.took(MarkRiffle())
    table.post()
    table.card(seat_zone(3))
    table.card(seat_zone(3))  # seat 1, whose reader lives, has none yet
    heard = Handle(f"c{len(table.faces)}")
    assert not table.records[-1].applied_events
    assert [asked.prompt for asked in table.session.questions()] == ["gap-dealt:seat:3"]
    table.took(CardLeft(heard, seat_zone(3), table.now_s))
    assert table.session.questions() == ()
    for seat in (1, 3, 1):
        table.card(seat_zone(seat))
    assert [queries.dealt_to(table.session.table, seat) for seat in (1, 2, 3)] == [2, 2, 2]
    assert (queries.who_acts(table.session.table), table.session.questions()) == (1, ())


def deal_to_the_third_seat(dead_s: float) -> SensedSession:
    """Seat 3 has its card; seat 1, whose reader died so long before, is passed over, and seat 2 has its second."""
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post()
    for seat in (2, 3):
        table.card(seat_zone(seat))
    table.now_s += 1.0
    at_s = table.now_s
    table.took(ZoneSeen(seat_zone(1), "unknown", at_s - dead_s))
    table.took(CardArrived(Handle("late"), seat_zone(2), at_s - 0.08, at_s))
    return table


@pytest.mark.parametrize(("dead_s", "cards"), [(0.5, 1), (0.1, 0)])
def test_a_reader_that_has_only_just_died_would_have_seen_the_card(dead_s: float, cards: int) -> None:
    table = deal_to_the_third_seat(dead_s).session.table
    assert [queries.dealt_to(table, seat) for seat in (1, 2, 3)] == [cards, 2, 1]


def test_a_seat_that_was_passed_over_in_the_light_has_no_card() -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post()
    for seat in (2, 3, 2):
        table.card(seat_zone(seat))
    table.took(ZoneSeen(seat_zone(1), "unknown", table.now_s))
    table.now_s += 3.0
    table.card(seat_zone(3))
    assert [queries.dealt_to(table.session.table, seat) for seat in (1, 2, 3)] == [0, 2, 2]


def test_a_seat_that_the_dealers_hand_did_not_pass_again_has_no_card() -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post()
    for seat in (2, 3, 2):  # seat 1 gets none, and its reader lives
        table.card(seat_zone(seat))
    at_s = table.now_s - 0.3
    table.took(ZoneSeen(seat_zone(1), "unknown", at_s))
    table.took(NodeSeen("seats-1-4", "degraded", "heartbeats-missed", at_s, True))  # it may be dead since earlier
    table.took(CardArrived(Handle("next"), seat_zone(3), at_s + 0.2, at_s + 0.3))  # straight from seat 2
    assert [queries.dealt_to(table.session.table, seat) for seat in (1, 2, 3)] == [0, 2, 2]


@pytest.mark.parametrize(("dies_before_the_deal_passes", "cards"), [(False, 1), (True, 2)])
def test_a_card_that_a_dead_reader_would_have_seen_is_not_made_up_as_somebody_acts(
    dies_before_the_deal_passes: bool, cards: int
) -> None:
    table = SensedSession().open()
    table.took(MarkRiffle())
    table.post()
    for seat in (2, 3, 1, 2):
        table.card(seat_zone(seat))
    dead = ZoneSeen(seat_zone(3), "unknown", table.now_s)
    if dies_before_the_deal_passes:
        table.took(dead)
        table.now_s += 3.0
    table.card(seat_zone(1))
    if not dies_before_the_deal_passes:
        table.took(replace(dead, at_s=table.now_s))
        table.now_s += 3.0
    table.push(1, ((100, 2),))
    assert queries.dealt_to(table.session.table, 3) == cards


def test_between_two_cards_that_came_as_one_none_went_to_a_dead_reader() -> None:
    table = SensedSession().open()
    table.took(ZoneSeen(seat_zone(1), "unknown", table.now_s - 10.0))
    table.took(MarkRiffle())
    table.post()
    table.card(seat_zone(2))
    at_s = table.now_s + 0.4
    for name in ("one", "two"):
        table.took(CardArrived(Handle(name), seat_zone(3), at_s - 0.1, at_s))
    assert [queries.dealt_to(table.session.table, seat) for seat in (1, 2, 3)] == [0, 1, 2]


def test_the_button_by_key_is_no_question_when_the_sensor_is_back(blind: SensedSession) -> None:
    blind.took(MarkButton(3))
    seen = Inventory(blind.now_s, True, ((BOARD, ()),), (), 3, ())
    blind.took(seen)
    assert blind.session.table.puck == 3
    assert not any(doubt.kind == "gap-puck" for doubt in blind.session.questions())
    blind.took(replace(seen, puck=2))
    assert any(doubt.kind == "gap-puck" for doubt in blind.session.questions())


def test_a_name_of_a_told_card_that_is_gone_says_nothing(blind: SensedSession) -> None:
    to_the_flop(begun(blind)).took(MarkBoard(FLOP))
    names = [one.event for one in blind.records[-1].applied_events if isinstance(one.event, CardIdentified)]
    boards = [one.event for one in blind.records[-1].applied_events if isinstance(one.event, BoardByKey)]
    assert [event.handle for event in names] == list(boards[0].cards)
    blind.took(Undo())
    assert not any(one.findings for one in blind.session.happened)


def called(table: SensedSession) -> SensedSession:
    """All three are in for 200 before the flop, and the pot goes out of sight."""
    table.deal()
    table.push(1, ((100, 2),))
    table.push(2, ((100, 1),))
    table.took(Say("check"))
    table.took(ZoneSeen(POT, "unknown", table.now_s))
    return table


def back(table: SensedSession, zone: Zone, chips: int) -> None:
    """A tray is back in sight, and has so much."""
    table.took(ZoneSeen(zone, "ok", table.now_s))
    lots = {**table.session.inference.flow.lies, zone: ((100, chips // 100),) if chips else ()}
    table.took(Inventory(table.now_s, True, (), tuple(lots.items()), None, ()))


def moves(table: SensedSession, *motions: tuple[Zone, int, int]) -> None:
    """Trays tell that so many chips of 100 lay there, and lie there now."""
    for zone, *counts in motions:
        lay, lie = (((100, count),) if count else () for count in counts)
        table.took(ChipsMoved(zone, lay, lie, table.now_s, table.now_s + 0.4))


def gathers(table: SensedSession, *seats: int) -> None:
    for seat in seats:
        moves(table, (bet_zone(seat), 2, 0))
        table.bets[seat] = ()


def lies(table: SensedSession) -> tuple[int, tuple[int, ...]]:
    """What the pot holds and what lies in front of each seat."""
    chips = table.session.table.chips
    return total_chips(chips.pot), tuple(total_chips(bet) for bet in chips.bets[:3])


def test_bets_that_were_seen_to_go_are_in_the_pot_that_is_out_of_sight_for_a_moment() -> None:
    table = called(SensedSession().open())
    gathers(table, 1, 2, 3)
    table.board(3)
    assert lies(table) == (600, (0, 0, 0))
    table.push(2, ((100, 3),))  # not 200 that come back and 100 more
    assert lies(table) == (600, (0, 300, 0))
    back(table, POT, 600)
    assert (lies(table), table.session.questions()) == ((600, (0, 300, 0)), ())


def test_a_bet_that_still_lies_there_as_the_street_comes_is_not_taken_for_gathered() -> None:
    table = called(SensedSession().open())
    gathers(table, 1, 2)
    table.board(3)
    assert lies(table) == (0, (200, 200, 200))


def test_a_pot_pushed_whole_has_the_bet_in_it_that_no_tray_saw_go() -> None:
    table = SensedSession().open().deal()
    table.muck(1)
    moves(table, (stack_zone(2), 99, 95), (bet_zone(2), 1, 5))
    moves(table, (stack_zone(3), 98, 90), (bet_zone(3), 2, 10))
    table.muck(2)
    table.took(ZoneSeen(bet_zone(2), "unknown", table.now_s))
    moves(table, (bet_zone(3), 10, 5), (stack_zone(3), 90, 95), (bet_zone(3), 5, 0))
    moves(table, (POT, 0, 5), (POT, 5, 10))
    coloured_up: tuple[Chips, ...] = (((100, 10),), ((1000, 1),), ())  # then pushed
    for lay, lie in pairwise(coloured_up):
        table.took(ChipsMoved(POT, lay, lie, table.now_s, table.now_s + 0.4))
    moves(table, (stack_zone(3), 95, 105))
    assert lies(table) == (0, (0, 0, 0))
    table.took(PutAway())
    back(table, bet_zone(2), 0)
    assert (table.session.table.chips.stacks[2], table.session.questions()) == (10_500, ())


def test_a_fold_that_was_seen_and_is_keyed_too_is_not_the_next_players() -> None:
    evening = Evening()
    evening.do("4: mucks", "wait 1")
    assert evening.felt.take(MarkFold()) == Refused("fold-seen seat=4 next=5")
    evening.key(MarkFold(5))  # who names the seat means it
    evening.do("6: mucks", "wait 4")
    evening.key(MarkFold())  # in a while it is the next one's
    assert {seat.seat for seat in evening.view.seats if seat.status == "folded"} == {1, 4, 5, 6}

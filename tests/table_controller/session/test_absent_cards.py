"""A card taken to have come where no reader lived, and a reader that is back and shows none: did it come?"""

from __future__ import annotations

import pytest
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.observations import CardArrived, DeckRiffled, Handle, Inventory, ZoneSeen
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, Zone, seat_zone
from table_controller.game import queries
from table_controller.game.state.custody import lying
from table_controller.inference.doubt import PATIENCE_S
from table_controller.vocabulary.commands import Confirm, Redo, Say, Undo
from table_controller.vocabulary.events import CardRecognised, CardsNotThere, is_told
from table_controller.vocabulary.record import Record

SEAT_3, ASKED = seat_zone(3), "gap-not-dealt:seat:3"
NOT_BURNED = "gap-not-burned:burn"


def prompts(table: SensedSession) -> list[str]:
    return [doubt.prompt for doubt in table.session.questions()]


def causes(record: Record) -> list[object]:
    return [dict(found.facts).get("cause") for applied in record.applied_events for found in applied.findings]


def back(table: SensedSession, zone: Zone) -> None:
    """The reader of a zone is in sight again: it shows nothing there, the others what they read."""
    table.took(ZoneSeen(zone, "ok", table.now_s))
    seen = table.session.inference.sightings.cards
    zones = (*(seat_zone(seat) for seat in (1, 2, 3)), BOARD, BURN, MUCK)
    cards = tuple((at, tuple(handle for handle, one in seen.items() if one.zone == at)) for at in zones)
    table.took(Inventory(table.now_s, True, cards, (), None, ()))


@pytest.fixture
def passed() -> SensedSession:
    """The first cards of a deal, in which seat 3's reader was away as the deal went past it."""
    table = SensedSession().open()
    table.take(DeckRiffled(table.now_s))
    table.post()
    table.took(ZoneSeen(SEAT_3, "unknown", table.now_s))
    table.now_s += 5.0
    table.card(seat_zone(2))
    table.card(seat_zone(1))
    assert len(lying(table.session.table.cards, SEAT_3)) == 1, "a card must have come to seat 3"
    return table


@pytest.fixture
def boarded() -> SensedSession:
    """A flop; the reader of the burn pile was away as it came."""
    table = SensedSession().open().deal()
    for word in ("call", "call", "check"):
        table.took(Say(word))
    table.took(ZoneSeen(BURN, "unknown", table.now_s))
    table.now_s += 5.0
    for _ in range(3):
        table.card(BOARD)
    assert len(lying(table.session.table.cards, BURN)) == 1, "a card must have been burned"
    return table


def test_nothing_is_asked_while_the_reader_is_away(passed: SensedSession) -> None:
    assert not prompts(passed)


def test_a_reader_that_shows_no_card_is_asked_about_after_a_while(passed: SensedSession) -> None:
    back(passed, SEAT_3)
    (doubt,) = passed.session.questions()
    assert (doubt.prompt, doubt.seat, doubt.answers) == (ASKED, 3, ("yes", "no"))
    returned_s = passed.session.inference.cards.returned[SEAT_3]
    assert doubt.due_s == returned_s + PATIENCE_S, "a reader takes a moment to tell of what lies there"


def test_a_card_that_it_reads_after_all_answers_by_itself(passed: SensedSession) -> None:
    back(passed, SEAT_3)
    passed.card(SEAT_3)
    assert any(isinstance(one.event, CardRecognised) for one in passed.records[-1].applied_events)
    assert not prompts(passed)


def test_yes_leaves_it_where_it_is_and_is_not_asked_again(passed: SensedSession) -> None:
    back(passed, SEAT_3)
    before = passed.session.table
    assert not passed.took(Confirm(ASKED, "yes")).applied_events
    assert passed.session.table == before
    assert not prompts(passed)


def test_no_takes_it_back(passed: SensedSession) -> None:
    """Seat 3 was left out: as the deal stands, both its cards are due."""
    back(passed, SEAT_3)
    assert queries.deal_order(passed.session.table).count(3) == 1
    record = passed.took(Confirm(ASKED, "no"))
    assert [type(one.event) for one in record.applied_events] == [CardsNotThere]
    assert queries.deal_order(passed.session.table).count(3) == 2
    assert not lying(passed.session.table.cards, SEAT_3)
    assert not prompts(passed)


def test_no_can_be_taken_back_and_stand_again(passed: SensedSession) -> None:
    back(passed, SEAT_3)
    before = passed.session.table
    passed.took(Confirm(ASKED, "no"))
    after = passed.session.table
    passed.took(Undo())
    assert passed.session.table == before
    assert prompts(passed) == [ASKED], "he is asked again"
    passed.took(Redo())
    assert passed.session.table == after


def test_nothing_is_asked_of_a_seat_that_is_away_once_more(passed: SensedSession) -> None:
    back(passed, SEAT_3)
    passed.took(ZoneSeen(SEAT_3, "unknown", passed.now_s))
    assert not prompts(passed)


def test_a_burn_that_never_was_is_told_as_none(boarded: SensedSession) -> None:
    back(boarded, BURN)
    assert prompts(boarded) == [NOT_BURNED]
    record = boarded.took(Confirm(NOT_BURNED, "no"))
    assert causes(record) == ["no-burn"]
    assert boarded.session.table.cases, "the floor has it"


def test_a_burn_that_is_read_after_all_is_that_one(boarded: SensedSession) -> None:
    back(boarded, BURN)
    boarded.card(BURN)
    assert not prompts(boarded)
    assert not any(is_told(handle) for handle in lying(boarded.session.table.cards, BURN))


def test_of_a_pile_only_the_top_is_asked_about(boarded: SensedSession) -> None:
    """Readers do not see what lies under the next burn, which is another card than the one nobody read."""
    for word in ("check", "check", "check"):
        boarded.took(Say(word))
    back(boarded, BURN)
    assert prompts(boarded) == [NOT_BURNED]
    boarded.took(Confirm(NOT_BURNED, "yes"))
    boarded.card(BURN)
    assert not prompts(boarded)
    assert len(lying(boarded.session.table.cards, BURN)) == 2


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_a_burn_that_the_board_read_on_its_way_is_the_burn(street: str) -> None:
    """It was a board card without a burn, and with the next ones there was one too many."""
    table = SensedSession().open().deal()
    table.push(1, ((100, 2),))
    table.push(2, ((100, 1),))
    table.took(Say("check"))
    if street == "turn":
        table.board(3)
        for _ in range(3):
            table.took(Say("check"))
    table.card(BOARD)
    burned = Handle(f"c{len(table.faces)}")
    assert [case.word("cause") for case in table.session.table.cases] == ["no-burn"]
    table.took(CardArrived(burned, BURN, table.now_s + 0.3, table.now_s + 0.4))
    assert not table.session.table.cases
    for _ in range(3 if street == "flop" else 1):
        table.card(BOARD)
    hand = table.session.table.hand
    assert (hand.phase, len(hand.board), burned in hand.board) == (street, 3 if street == "flop" else 4, False)
    assert not table.session.table.cases

"""A board card that its reader will not name, for another one has heard it face down: the dealer keys its face."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.cards import parse_card, parse_cards
from firmware_bridge.vocabulary.observations import CardNamed, CardWithheld, Handle
from table_controller.game import queries
from table_controller.game.state.hand import SETTLED
from table_controller.vocabulary.commands import CorrectCard, MarkBoard, Say, TurnUp
from table_controller.vocabulary.outcomes import BoardNamed
from table_controller.vocabulary.record import Input, Record
from table_controller.vocabulary.views import Refused


@dataclass
class Withholding(SensedSession):
    """The bridge keeps these cards of the board to itself."""

    hidden: set[Handle] = field(default_factory=set)

    def take(self, cause: Input) -> Record | Refused:
        if isinstance(cause, CardNamed) and cause.handle in self.hidden:
            return super().take(CardWithheld(cause.handle, "seen-at-burn", cause.at_s))
        return super().take(cause)


@pytest.fixture
def flop() -> SensedSession:
    """The flop 3h 3s 4c, of which the bridge names the second card only."""
    at = Withholding(hidden={Handle("c8"), Handle("c10")}).open().deal()
    at.push(1, ((100, 2),))
    at.push(2, ((100, 1),))
    at.took(Say("check"))
    at.sweep()
    at.board(3)
    return at


def said(at: SensedSession) -> list[BoardNamed]:
    outcomes = [out for record in at.records for one in record.applied_events for out in one.outcomes]
    return [out for out in outcomes if isinstance(out, BoardNamed)]


def test_the_dealer_keys_the_faces_as_they_lie(flop: SensedSession) -> None:
    assert not said(flop)
    assert len(queries.faces_missing(flop.session.table)) == 3
    flop.took(MarkBoard(parse_cards("3h3s4c")))
    assert said(flop) == [BoardNamed(parse_cards("3h3s4c"))]
    assert queries.faces_missing(flop.session.table) == ()
    assert not any(one.findings for one in flop.records[-1].applied_events), "no card has come to the board"


def test_what_its_reader_names_is_among_them(flop: SensedSession) -> None:
    assert flop.take(MarkBoard(parse_cards("3h2s4c"))) == Refused("face-is-read cards=3s")


def test_a_face_keyed_wrongly_is_put_right(flop: SensedSession) -> None:
    flop.took(MarkBoard(parse_cards("3h3s5c")))
    flop.took(CorrectCard("board:3", parse_card("4c")))
    assert queries.faces_missing(flop.session.table) == ()
    assert said(flop)[-1] == BoardNamed(parse_cards("3h3s4c"))


def test_a_pot_is_won_once_the_faces_are_known(flop: SensedSession) -> None:
    for cards in (1, 1, 0):
        for _ in range(3):
            flop.took(Say("check"))
        if cards:
            flop.board(cards)
    for seat in queries.live_seats(flop.session.table):
        flop.took(TurnUp(seat))
    assert flop.session.table.hand.phase != SETTLED
    faces = [flop.faces[handle] for handle in flop.session.table.hand.board]
    flop.took(MarkBoard(tuple(faces)))
    assert flop.session.table.hand.phase == SETTLED

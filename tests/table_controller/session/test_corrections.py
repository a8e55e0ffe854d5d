"""Redo, and what people put right: what it changes, what is refused, that one event says it and undo takes it back."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.cards import parse_card
from firmware_bridge.vocabulary.observations import CardArrived, DeckRiffled, Handle
from firmware_bridge.vocabulary.zones import seat_zone
from table_controller.controller.controller import fold_record
from table_controller.game import queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.state_hash import state_hash
from table_controller.session.preview import preview_view
from table_controller.session.session import handle_input
from table_controller.session.state import new_session
from table_controller.vocabulary.commands import (
    Command,
    Confirm,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    CorrectWord,
    MarkFold,
    Redo,
    Say,
    TurnUp,
    Undo,
    preview_asked,
)
from table_controller.vocabulary.outcomes import ActRuled, BoardNamed, Corrected, HandSettled, PotAwarded
from table_controller.vocabulary.record import decode_record, encode_record
from table_controller.vocabulary.views import Effect, PreviewView, Refused


@pytest.fixture
def dealt() -> SensedSession:
    return SensedSession().open().deal()


def outcomes(at: SensedSession, kind: type) -> list[object]:
    """Of the last record."""
    return [out for one in at.records[-1].applied_events for out in one.outcomes if isinstance(out, kind)]


def preview(at: SensedSession, command: Command) -> PreviewView:
    shown = preview_view(at.session, preview_asked(command), at.now_s, at.book)
    assert shown is not None
    return shown


def refused(at: SensedSession, command: Command) -> str:
    answer = at.take(command)
    assert isinstance(answer, Refused)
    assert preview(at, command).refused == answer.reason, "the preview says what the command will say"
    return answer.reason


def test_redo_lets_the_undone_stand_again_in_order(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.take(Say("call"))
    dealt.take(Say("call"))
    states = [state_hash(dealt.session.table)]
    dealt.took(Undo(3))
    assert queries.who_acts(dealt.session.table) == 1
    dealt.took(Redo())
    assert queries.who_acts(dealt.session.table) == 2, "the first that was made comes first"
    dealt.took(Redo(9))
    assert state_hash(dealt.session.table) == states[0]
    assert dealt.take(Redo()) == Refused("nothing-to-redo")


def test_a_new_word_clears_what_can_be_redone(dealt: SensedSession) -> None:
    dealt.take(Say("call"))
    dealt.take(Undo())
    assert len(dealt.session.redoable) == 1
    dealt.take(MarkFold())
    assert dealt.take(Redo()) == Refused("nothing-to-redo")


def test_a_bet_that_was_another_one(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.take(Say("call"))
    dealt.take(Say("fold"))
    shown = preview(dealt, CorrectBet(1, 1600))
    assert Effect("bet", 1, 1600, was_chips=600) in shown.effects
    assert Effect("bet", 2, 1600, was_chips=600) in shown.effects, "a call is of what it calls"
    events = dealt.session.events
    dealt.took(CorrectBet(1, 1600))
    assert dealt.session.events == events + 1, "one event"
    assert outcomes(dealt, Corrected) == [Corrected("bet", 1, 600, 1600)]
    assert ActRuled(1, "raise", 1600, all_in=False) in outcomes(dealt, ActRuled)
    assert dealt.session.table.betting.stands[0].bet_chips == 1600
    assert dict(queries.owing(dealt.session.table))[1] == 1000, "what lies in front stays what it is"
    before = state_hash(dealt.session.table)
    dealt.took(Undo())
    assert dealt.session.table.betting.stands[0].bet_chips == 600
    dealt.took(Redo())
    assert state_hash(dealt.session.table) == before


def test_a_bet_corrected_to_less_gives_chips_back(dealt: SensedSession) -> None:
    dealt.take(Say("raise", amount_chips=1500))
    dealt.push(1, ((1000, 1), (500, 1)))
    dealt.took(CorrectBet(1, 500))
    assert queries.to_call_chips(dealt.session.table) == 400
    assert dict(queries.returns_due(dealt.session.table)) == {1: 1000}
    dealt.took(CorrectBet(1, 1500))
    assert not queries.returns_due(dealt.session.table)
    assert not queries.owing(dealt.session.table)


@pytest.mark.parametrize(
    ("to_chips", "why"),
    [
        (600, "nothing-to-correct"),
        (100, "bet-under-call chips=200"),
        (10_001, "bet-over-stack chips=10000"),
        (300, "bet-no-raise least=400 most=10000"),
    ],
)
def test_a_bet_that_cannot_have_been(dealt: SensedSession, to_chips: int, why: str) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    assert refused(dealt, CorrectBet(1, to_chips)) == why


def test_a_bet_of_nobody(dealt: SensedSession) -> None:
    assert refused(dealt, CorrectBet(1, 600)) == "no-act-to-correct seat=1"
    assert refused(dealt, CorrectBet(9, 600)) == "no-such-seat seat=9"


def test_a_stack_as_people_counted_it(dealt: SensedSession) -> None:
    total = sum(money.stack_chips for money in dealt.session.table.ledger)
    command = CorrectStack(1, ((1000, 9), (500, 1)))
    assert Effect("stack", 1, 9500, was_chips=10_000) in preview(dealt, command).effects
    dealt.took(command)
    assert outcomes(dealt, Corrected) == [Corrected("stack", 1, 10_000, 9500)]
    assert sum(money.stack_chips for money in dealt.session.table.ledger) == total - 500
    assert dealt.session.table.chips.stacks[0] == 9500
    assert queries.max_raise_to_chips(dealt.session.table) == 9500
    dealt.took(Undo())
    assert dealt.session.table.ledger[0].stack_chips == 10_000


def test_a_stack_that_is_counted_while_chips_are_owed(dealt: SensedSession) -> None:
    dealt.take(Say("raise", amount_chips=1500))
    dealt.took(CorrectStack(1, ((1000, 9),)))
    assert dealt.session.table.ledger[0].stack_chips == 7500, "what is owed lies in the stack still"
    assert refused(dealt, CorrectStack(1, ((1000, 1),))) == "stack-under-owed seat=1"
    assert refused(dealt, CorrectStack(1, ((300, 1),))) == "no-such-chips"
    assert refused(dealt, CorrectStack(5, ((1000, 1),))) == "seat-empty seat=5"


def test_a_stack_of_nothing_is_all_in(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.took(CorrectStack(1, ()))
    assert dealt.session.table.betting.stands[0].status == "all-in"
    assert refused(dealt, CorrectStack(1, ((1000, 1),))) == "stack-of-an-all-in seat=1"


def flop(at: SensedSession) -> None:
    for seat in (1, 2):
        at.push(seat, ((100, 2 if seat == 1 else 1),))
    at.take(Say("check"))
    at.board(3)


def test_a_board_card_that_is_another_one(dealt: SensedSession) -> None:
    flop(dealt)
    cards = dealt.session.table.hand.board
    names = {card.handle: card.card for card in dealt.session.table.cards}
    command = CorrectCard("board:2", parse_card("8c"))
    assert Effect("card", word="8c", was=str(names[cards[1]])) in preview(dealt, command).effects
    dealt.took(command)
    assert {card.handle: card.card for card in dealt.session.table.cards}[cards[1]] == "8c"
    assert [named.cards[1] for named in outcomes(dealt, BoardNamed)] == ["8c"]  # type: ignore[attr-defined]  # of that kind
    assert refused(dealt, CorrectCard("board:1", parse_card("8c"))) == "card-is-public card=8c"
    for place in ("board:4", "board:0", "seat:1:1", "seat:9:1", "x", "board", "board:²", "seat:1", "muck:1"):
        assert refused(dealt, CorrectCard(place, parse_card("8d"))) == f"no-public-card place={place}"
    assert refused(dealt, CorrectCard("board:1", "1x")) == "no-such-card card=1x"  # type: ignore[arg-type]  # what a line may hold
    dealt.took(Undo())
    assert {card.handle: card.card for card in dealt.session.table.cards}[cards[1]] == names[cards[1]]


def test_a_card_of_the_showdown_gives_the_pot_to_another(dealt: SensedSession) -> None:
    flop(dealt)
    for cards in (1, 1, 0):
        for _ in range(3):
            dealt.take(Say("check"))
        if cards:
            dealt.board(cards)
    for seat in queries.live_seats(dealt.session.table):
        dealt.take(TurnUp(seat))
    table = dealt.session.table
    assert table.hand.phase == "settled"
    winner = table.hand.shares[0].seat
    loser = next(seat for seat in (1, 2, 3) if seat != winner)
    pair = next(card.card for card in table.cards if card.handle == table.hand.board[0])
    suits = {card.card for card in table.cards}
    better = next(parse_card(f"{str(pair)[0]}{suit}") for suit in "cdhs" if f"{str(pair)[0]}{suit}" not in suits)
    dealt.took(CorrectCard(f"seat:{loser}:1", better))
    first = outcomes(dealt, PotAwarded) or outcomes(dealt, HandSettled)
    if dealt.session.table.hand.shares[0].seat != winner:
        assert first, "who wins now is told again"
    total = sum(money.stack_chips for money in dealt.session.table.ledger)
    assert total == 30_000


def test_a_word_of_another_seat(dealt: SensedSession) -> None:
    dealt.take(Say("call", 2))
    assert dealt.records[-1].applied_events[-1].findings, "out of turn"
    dealt.took(CorrectSeat(2, 1))
    assert queries.who_acts(dealt.session.table) == 2
    assert dealt.session.table.betting.stands[0].act is not None
    assert not dealt.session.table.betting.held
    assert outcomes(dealt, Corrected) == [Corrected("seat", 2, now="Declared", to_seat=1)]
    assert refused(dealt, CorrectSeat(1, 1)) == "same-seat"
    assert refused(dealt, CorrectSeat(1, 6)) == "right-seat-out seat=6"
    assert refused(dealt, CorrectSeat(1, 8)) == "no-such-seat seat=8"
    assert refused(dealt, CorrectSeat(6, 1)) == "nothing-of-that-seat seat=6"


def fate(at: SensedSession) -> str:
    return at.session.table.hand.fate


@pytest.mark.parametrize(("later_s", "asked"), [(0.002, True), (0.02, True), (0.1, True), (1.0, False)])
def test_a_card_that_the_reader_beside_its_seat_saw_may_have_come_with_the_one_before(
    later_s: float, asked: bool
) -> None:
    """Its own reader missed it, and the one beside hears it now and then: their scans do not say which came first."""
    at = SensedSession(package_rulebook("ipo-2015")).open()
    at.take(DeckRiffled(at.now_s))
    at.post()
    first, second, *_ = queries.deal_order(at.session.table)
    came_s = at.now_s
    at.take(CardArrived(Handle("one"), seat_zone(first), came_s - 0.08, came_s))
    at.take(CardArrived(Handle("two"), seat_zone(second), came_s + later_s, came_s + later_s + 0.08))
    at.took(CorrectSeat(second, first))
    found = [dict(finding.facts).get("cause") for one in at.session.happened for finding in one.findings]
    assert ("stuck-cards" in found) is asked


def test_a_card_that_the_reader_beside_its_seat_saw_voids_the_deal_no_more() -> None:
    at = SensedSession(package_rulebook("figp-2012")).open()
    at.take(DeckRiffled(at.now_s))
    at.post()
    first, second, *_ = queries.deal_order(at.session.table)
    at.card(seat_zone(first))
    at.card(seat_zone(first))
    assert fate(at) == "misdeal", "38-c: the second one was due to the next seat"
    at.took(CorrectSeat(first, second))
    assert not fate(at)
    assert [one.seat for one in at.session.table.hand.dealt] == [first, second]
    assert outcomes(at, Corrected) == [Corrected("seat", first, now="CardDealt", to_seat=second)]
    at.card(seat_zone(queries.deal_order(at.session.table)[0]))
    assert len(at.session.table.hand.dealt) == 3, "the deal goes on"
    assert len(at.session.inference.sightings.hand_of(second)) == 1, "its fold is a fold of that seat"
    at.took(Undo())
    assert at.session.table.hand.fate == "misdeal"
    assert not at.session.inference.sightings.hand_of(second)


def test_between_hands_a_player_sits_elsewhere() -> None:
    between = SensedSession().open()
    assert Effect("sits", 5) in preview(between, CorrectSeat(2, 5)).effects
    between.took(CorrectSeat(2, 5))
    assert [player.seat for player in between.session.table.players if player] == [1, 3, 5]
    assert between.session.table.ledger[4].stack_chips == between.session.table.chips.stacks[4] == 10_000
    between.took(CorrectSeat(1, 3))
    assert [player.name for player in between.session.table.players if player] == ["P3", "P1", "P2"]
    assert refused(between, CorrectSeat(6, 1)) == "seat-empty seat=6"


def test_a_word_keyed_late_is_the_word_that_came_before_the_chips(dealt: SensedSession) -> None:
    dealt.push(1, ((1000, 1),))
    assert dealt.session.table.betting.stands[0].bet_chips == 200, "one chip without a word is a call"
    assert Effect("bet", 1, 1000, was_chips=200) in preview(dealt, CorrectWord(1, "raise", 1000)).effects
    dealt.took(CorrectWord(1, "raise", 1000))
    assert dealt.session.table.betting.stands[0].bet_chips == 1000
    assert queries.who_acts(dealt.session.table) == 2
    assert outcomes(dealt, Corrected)
    dealt.took(Undo())
    assert dealt.session.table.betting.stands[0].bet_chips == 200
    assert refused(dealt, CorrectWord(2, "raise", 1000)) == "no-silent-chips seat=2"
    assert refused(dealt, CorrectWord(7, "raise", 1000)) == "no-such-seat seat=7"


def test_a_word_that_was_ruled_too_late_is_put_before_its_chips(dealt: SensedSession) -> None:
    dealt.push(1, ((1000, 1),))
    dealt.took(Say("raise", 1, 1000))
    assert dealt.records[-1].applied_events[-1].findings, "too late"
    dealt.took(CorrectWord(1, "raise", 1000))
    assert dealt.session.table.betting.stands[0].bet_chips == 1000
    assert not dealt.session.table.cases
    assert not [found for one in dealt.session.happened for found in one.findings]


def test_a_word_that_came_after_the_chips_is_no_correction(dealt: SensedSession) -> None:
    dealt.push(1, ((1000, 1),))
    dealt.took(Say("raise", 1, 1000))
    assert not outcomes(dealt, Corrected)


def test_a_preview_changes_nothing_and_says_what_comes(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    before = dealt.session
    shown = preview(dealt, Undo())
    assert shown.command == "Undo"
    assert Effect("bet", 1, 0, was_chips=600) in shown.effects
    assert dealt.session is before
    assert preview(dealt, Redo()).refused == "nothing-to-redo"
    assert preview_view(dealt.session, preview_asked(preview_asked(Undo())), 1.0, dealt.book) == PreviewView(
        preview_asked(preview_asked(Undo())).asked, "Preview", (), "only-shown"
    )
    assert isinstance(handle_input(dealt.session, preview_asked(Undo()), 1.0, dealt.book), Refused)


def test_a_journal_with_corrections_folds_to_the_same_desk(dealt: SensedSession) -> None:
    dealt.push(1, ((1000, 1),))
    dealt.take(CorrectWord(1, "raise", 1000))
    dealt.take(CorrectBet(1, 1500))
    dealt.take(CorrectStack(2, ((1000, 3),)))
    dealt.take(Undo(2))
    dealt.take(Redo())
    session = new_session()
    for record in dealt.records:
        read = decode_record(encode_record(record))
        session, again = fold_record(session, read, dealt.book)
        assert encode_record(again) == encode_record(record)
    assert session == dealt.session


def test_a_count_is_told_as_it_was_typed_while_a_bet_is_owed(dealt: SensedSession) -> None:
    """The chips of a bet in words still lie in the stack: 10,000 were counted, and 10,000 is what the log says."""
    dealt.took(Say("raise", 1, 600))
    command = CorrectStack(1, ((1000, 9), (500, 1)))
    assert preview(dealt, command).effects == (Effect("stack", 1, 8900, was_chips=9400), Effect("owes", 1, 600))
    dealt.took(command)
    assert outcomes(dealt, Corrected) == [Corrected("stack", 1, 10_000, 9500)]
    assert dict(queries.owing(dealt.session.table)) == {1: 600}


def test_chips_that_are_in_turn_only_by_a_check_told_since_are_corrected_and_no_older_ones() -> None:
    """The word was told of the raise before the flop, and the flop was "premature"."""
    evening = Evening()
    evening.do("4: mucks", "5: pushes 3x100", "6: pushes 3x100", *(f"{seat}: mucks" for seat in (1, 2, 3)), "wait 1")
    evening.do("sweep", "wait 1", "burn 2c", "board KcQs3h", "wait 1", "6: pushes 4x100", "wait 2")
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    for correction in (CorrectWord(6, "bet", 500), CorrectBet(6, 500)):
        evening.key(correction)
        evening.do("wait 1")
        assert (evening.view.street, evening.acts()) == ("flop", {5: ("check", 0), 6: ("bet", 500)})
        assert queries.owing(evening.session.table) == ((6, 100),)
        assert not [found for one in evening.session.happened for found in one.findings]
        evening.key(Undo())

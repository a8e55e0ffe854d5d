"""Slips of the dealer's hand in the middle of a hand: refused, or taken back with nothing else lost by them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.sensed_session import SensedSession

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import CardArrived, DeckRiffled, Handle, Inventory, ZoneSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, Zone, bet_zone, seat_zone, stack_zone
from table_controller.game import next_act, queries
from table_controller.game.next_act import act_on_screen
from table_controller.projections.table_view import Around, seat_view, view_of
from table_controller.projections.undo_summary import acts_of, taken_up
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.straight import StraightPlayer
from table_controller.session.handlers import keyed
from table_controller.session.preview import preview_view
from table_controller.vocabulary.commands import (
    Command,
    Confirm,
    Done,
    MarkFold,
    MarkRiffle,
    Preview,
    PutAway,
    Redo,
    Rule,
    Say,
    TurnUp,
    Undo,
    preview_asked,
)
from table_controller.vocabulary.events import Event, Riffled, Undone, Word
from table_controller.vocabulary.views import NextAct, PromptView, Refused, TableView, plainly


@pytest.fixture
def dealt() -> SensedSession:
    """Seat 1 has the button and acts."""
    return SensedSession().open().deal()


def at_the_showdown(table: SensedSession) -> SensedSession:
    """Seats 2 and 3 have checked it down; seat 2 shows first."""
    table.muck(1)
    table.push(2, ((100, 1),))
    table.took(Say("check"))
    for cards in (3, 1, 1):
        table.board(cards)
        for _ in range(2):
            table.took(Say("check"))
    assert next_act.next_act(table.session.table) == NextAct("await", 2)
    return table


def test_done_turns_no_live_hand_up_where_its_player_may_muck_it(dealt: SensedSession) -> None:
    table = at_the_showdown(dealt)
    table.sweep()
    assert table.take(Done()) == Refused("show-or-muck seat=2")
    assert not queries.has_tabled(table.session.table, 2)


def test_the_muck_key_mucks_the_hand_that_is_to_show_and_undo_gives_it_back(dealt: SensedSession) -> None:
    table = at_the_showdown(dealt)
    before = table.session.table
    table.took(MarkFold())
    assert next_act.next_act(table.session.table) == NextAct("push-pot", 3, 400)
    table.took(Undo())
    assert table.session.table.hand == before.hand
    assert table.session.table.cards == before.cards, "no reader has seen them in the muck"
    table.took(Redo())
    table.muck(2)
    assert next_act.next_act(table.session.table) == NextAct("push-pot", 3, 400), "seen and keyed is once"
    assert not any(one.findings for record in table.records for one in record.applied_events)


def test_nobody_else_is_mucked_by_it(dealt: SensedSession) -> None:
    dealt.took(Say("call"))
    dealt.push(1, ((100, 2),))
    dealt.push(2, ((100, 1),))
    dealt.took(Say("check"))
    assert queries.who_acts(dealt.session.table) is None
    assert dealt.take(MarkFold()) == Refused("nobody-to-act")


@pytest.mark.parametrize("slip", [MarkRiffle(), PutAway()])
def test_a_slip_in_a_hand_loses_nothing_that_could_be_taken_back(dealt: SensedSession, slip: Command) -> None:
    dealt.took(Say("raise", amount_chips=600))
    base, undoable = dealt.session.base, dealt.session.undoable()
    assert undoable
    record = dealt.take(slip)
    if isinstance(slip, PutAway):
        assert record == Refused("hand-under-way")
    else:
        assert any(
            found.topic == "scrambled-stub" for one in dealt.records[-1].applied_events for found in one.findings
        )
        dealt.took(Undo())
        assert not dealt.session.table.cases
    assert dealt.session.base is base
    assert dealt.session.undoable() == undoable
    dealt.took(Undo())
    assert queries.to_call_chips(dealt.session.table) == 200


def test_a_riffle_that_was_seen_cannot_be_taken_back_but_what_was_before_can(dealt: SensedSession) -> None:
    dealt.took(Say("raise", amount_chips=600))
    undoable = dealt.session.undoable()
    dealt.took(DeckRiffled(dealt.now_s))
    assert any(isinstance(one.event, Riffled) for one in dealt.session.happened)
    assert dealt.session.undoable() == undoable


def test_a_hand_that_is_over_is_gathered_and_begun_as_ever(dealt: SensedSession) -> None:
    dealt.muck(1)
    dealt.muck(2)
    assert queries.is_settled(dealt.session.table)
    dealt.took(PutAway())
    assert dealt.take(PutAway()) == Refused("no-hand-to-gather")
    assert dealt.session.undoable() == ()
    dealt.took(MarkRiffle())
    assert (dealt.session.table.hand.number, dealt.session.undoable()) == (2, ())


def test_a_misdeal_asks_for_the_shuffle_first(dealt: SensedSession) -> None:
    dealt.took(MarkRiffle())  # a scattered stub: the floor may call a misdeal of it, here it is asked for at once
    dealt.took(Undo())
    fresh = SensedSession().open()
    fresh.take(DeckRiffled(fresh.now_s))
    fresh.post()
    first, second = queries.deal_order(fresh.session.table)[:2]
    for seat in (second, first):
        fresh.card(f"seat:{seat}")  # type: ignore[arg-type]  # a zone by its name
    if fresh.session.table.cases:
        fresh.took(Rule("misdeal", (), "floor"))
    assert fresh.session.table.hand.fate == "misdeal"
    assert act_on_screen(fresh.session.table) == NextAct("deal-again")
    fresh.took(Done())
    assert act_on_screen(fresh.session.table).code == "deal-card"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("ipo-2015/ipo-2015__one_exposed_card_is_replaced.toml", NextAct("replace-card", 4)),
        ("tda-2019/35-A(5b)__any_two_cards_are_exposed.toml", None),
    ],
)
def test_a_card_for_an_exposed_one_is_not_told_as_one_of_the_deal(
    project: Path, script: str, said: NextAct | None
) -> None:
    told: list[NextAct] = []

    class Watching(StraightPlayer):
        def _take(self, event: Event) -> None:
            super()._take(event)
            told.append(act_on_screen(self.table))

    play(read_script(project / "tests/scripts" / script), lambda header: Watching(rulebook_of(header)))
    replacing = [act for act in told if act.code == "replace-card"]
    assert replacing == ([said] if said is not None else [])
    if said is not None:
        assert told[-1] == said, "only when everybody has his cards"


def test_a_card_too_many_that_was_read_beside_its_seat_first_kills_nobody_there(dealt: SensedSession) -> None:
    """The hand of seat 2 was dead of its third card by the book; half a second later the card lies at seat 3."""
    dealt.took(Say("raise", amount_chips=600))
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.took(Say("call"))
    dealt.push(2, ((500, 1),))
    dealt.card(seat_zone(2))
    assert set(queries.live_seats(dealt.session.table)) == {1, 3}
    (last,) = list(dealt.faces)[-1:]
    dealt.take(CardArrived(last, seat_zone(3), dealt.now_s, dealt.now_s + 0.1))
    assert 2 in queries.live_seats(dealt.session.table)
    assert 3 not in queries.live_seats(dealt.session.table)
    assert total_chips(dealt.session.table.chips.bets[1]) == 600


def test_a_string_bet_is_the_dealers_to_settle(project: Path) -> None:
    told: list[NextAct] = []

    class Watching(StraightPlayer):
        def _take(self, event: Event) -> None:
            super()._take(event)
            told.append(act_on_screen(self.table))
            assert (told[-1].code == "settle") <= (next_act.next_act(self.table).code == "call-floor")

    scripts = sorted((project / "tests/scripts/tda-2019").glob("56__*.toml"))
    for script in scripts:
        play(read_script(script), lambda header: Watching(rulebook_of(header)))
    assert any(act.code == "settle" and act.seat is not None for act in told)


def test_chips_that_undo_leaves_there_are_told_as_loose(dealt: SensedSession) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.took(Say("call"))
    dealt.took(Undo(2))
    lying = total_chips(dealt.session.table.chips.bets[0])
    assert lying == 600
    assert act_on_screen(dealt.session.table) == NextAct("loose-chips", 1, 600)
    assert seat_view(dealt.session.table, 1).loose_chips == 600
    assert dealt.take(Done()) == Refused("say-the-act seat=1")


@pytest.mark.parametrize("word", ["raise", "bet"])
def test_a_bare_raise_beside_chips_that_lie_there_is_by_those(word: Word, dealt: SensedSession) -> None:
    """The screen asked for the act's key, took it, and went on asking for it."""
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.took(Say("call"))
    dealt.took(Undo(2))
    dealt.took(Say(word))
    told = seat_view(dealt.session.table, 1)
    assert (told.bet_chips, told.loose_chips, told.last_act) == (600, 0, "raise")


def test_the_bets_come_in_before_the_street_by_hand_or_by_key(dealt: SensedSession) -> None:
    while (seat := queries.who_acts(dealt.session.table)) is not None:
        if due := queries.to_call_chips(dealt.session.table):
            dealt.push(seat, ((100, due // 100),))
        else:
            dealt.took(Say("check"))
    assert sum(map(total_chips, dealt.session.table.chips.bets)) == 600
    assert next_act.next_act(dealt.session.table).code == "burn", "the contract of scripts stays as it is"
    assert act_on_screen(dealt.session.table) == NextAct("gather-bets")
    dealt.took(Done("gather-bets"))
    table = dealt.session.table
    assert (total_chips(table.chips.pot), any(table.chips.bets)) == (600, False)
    assert act_on_screen(table).code == "burn"
    told = dealt.session.events
    dealt.sweep()
    assert dealt.session.table.chips == table.chips, "the trays show what was told"
    assert dealt.session.events == told


def test_what_was_taken_back_is_named(dealt: SensedSession) -> None:
    dealt.took(Say("raise", amount_chips=600))
    dealt.push(1, ((500, 1), (100, 1)))
    before = dealt.session
    raised = (("event", "ActRuled"), ("seat", 1), ("chips", 600), ("word", "raise"))
    asked = Preview(preview_asked(Undo(2)).asked)
    shown = preview_view(before, asked, dealt.now_s, dealt.book)
    assert shown is not None
    assert raised in shown.acts
    numbers = before.undoable()
    raised_at = next(one for one in numbers if raised in acts_of(before.happened, (one,)))
    assert taken_up(Undone((raised_at,), 0.0), before.happened, ()).facts == (("acts", 1), *raised)
    dealt.took(Undo(2))
    again = preview_view(dealt.session, Preview(preview_asked(Redo(2)).asked), dealt.now_s, dealt.book)
    assert again is not None
    assert raised in again.acts
    assert acts_of(before.happened, (9999,)) == ()


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (Rule("void-hand"), {("returns", 1, 600), ("hand-voided", None, 0)}),
        (Rule("pot-to-seat", (("seat", "3"),)), {("hand-dead", 1, 0), ("hand-dead", 2, 0), ("wins", 3, 900)}),
    ],
)
def test_what_ending_the_hand_would_do_is_told_before_and_it_is_taken_back_whole(
    ends: Rule, told: set[tuple[str, int | None, int]], dealt: SensedSession
) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    before = dealt.session.table
    shown = preview_view(dealt.session, Preview(preview_asked(ends).asked), dealt.now_s, dealt.book)
    assert shown is not None
    assert told <= {(one.code, one.seat, one.chips) for one in shown.effects}
    dealt.took(ends)
    assert queries.is_settled(dealt.session.table)
    dealt.took(Undo())
    assert dealt.session.table.ledger == before.ledger
    assert queries.who_acts(dealt.session.table) == queries.who_acts(before)


def test_the_pot_goes_to_nobody_who_is_not_in_the_hand(dealt: SensedSession) -> None:
    dealt.took(Say("fold", 1))
    refused = preview_view(
        dealt.session, Preview(preview_asked(Rule("pot-to-seat", (("seat", "1"),))).asked), 1.0, dealt.book
    )
    assert refused is not None
    assert not [one for one in refused.effects if one.code in ("wins", "hand-dead")]


def test_a_hand_keyed_up_for_the_wrong_seat_is_taken_back(dealt: SensedSession) -> None:
    dealt.took(TurnUp(2))
    assert queries.has_tabled(dealt.session.table, 2)
    dealt.took(Undo())
    assert not queries.has_tabled(dealt.session.table, 2)


def test_a_player_to_act_without_cards_is_named_and_done_does_not_pass_over_it(dealt: SensedSession) -> None:
    """He may still act by word: the screen says what is missing."""
    table = dealt.session.table
    bare = replace(table, cards=tuple(card for card in table.cards if card.zone != seat_zone(1)))
    assert act_on_screen(table) == NextAct("await", 1, 200)
    assert next_act.next_act(bare) == NextAct("await", 1, 200)
    assert act_on_screen(bare) == NextAct("no-cards", 1)
    assert keyed(Done(), bare, dealt.now_s) == Refused("floor-first")


def seen_again(table: SensedSession, cards: dict[Zone, tuple[str, ...]]) -> TableView:
    """The plug was out and is in again: this is what lies there now, and the screen when it has been asked about."""
    zones = (*(seat_zone(seat) for seat in (1, 2, 3)), BOARD, BURN, MUCK)
    for zone in zones:
        table.took(ZoneSeen(zone, "unknown", table.now_s))
    held = {zone: tuple(card.handle for card in table.session.table.cards if card.zone == zone) for zone in zones}
    held |= {zone: (*held[zone], *map(Handle, new)) for zone, new in cards.items()}
    places = ((stack_zone, table.stacks), (bet_zone, table.bets))
    chips = tuple((kind(seat), lies) for kind, lots in places for seat, lies in lots.items())
    table.took(Inventory(table.now_s, True, tuple(held.items()), chips, None, ()))
    return as_shown(table)


def as_shown(table: SensedSession) -> TableView:
    asked = (PromptView(one.prompt, one.kind, one.seat, one.answers) for one in table.session.questions())
    return plainly(view_of(table.session.table, Around(epoch="e", as_of=0, prompts=tuple(asked))))


def test_no_card_is_dealt_before_one_that_nobody_saw_come_is_asked_about() -> None:
    table = SensedSession().open()
    table.took(DeckRiffled(table.now_s))
    table.post()
    assert as_shown(table).next == NextAct("deal-card", 2)
    view = seen_again(table, {seat_zone(2): ("x",)})
    assert [one.kind for one in view.prompts] == ["gap-dealt"]
    assert view.next == NextAct("answer-first")
    assert next_act.next_act(table.session.table) == NextAct("deal-card", 2), "the contract's word stays"
    table.took(Confirm(view.prompts[0].prompt, view.prompts[0].answers[0]))
    assert as_shown(table).next == NextAct("deal-card", 3)


def test_no_second_card_is_burned_either(dealt: SensedSession) -> None:
    dealt.muck(1)
    dealt.push(2, ((100, 1),))
    dealt.took(Say("check"))
    dealt.sweep()
    assert as_shown(dealt).next == NextAct("burn")
    view = seen_again(dealt, {BURN: ("x",)})
    assert (view.prompts[0].kind, view.next) == ("gap-burned", NextAct("answer-first"))
    other = view_of(
        dealt.session.table, Around(epoch="e", as_of=0, prompts=(replace(view.prompts[0], kind="gap-pushed"),))
    )
    assert plainly(other).next == NextAct("burn"), "a question about chips does not stop the cards"

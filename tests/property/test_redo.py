"""Undo of the last interpretations and redo of them gives the same state, whatever came before."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable

import pytest
from support.any_events import next_event, open_table
from support.counting import counted
from support.sensed_session import FACES, RICH, SensedSession

from firmware_bridge.vocabulary.cards import DECK, parse_card, parse_cards
from firmware_bridge.vocabulary.chips import subtract_chips, total_chips
from firmware_bridge.vocabulary.observations import DeckRiffled
from firmware_bridge.vocabulary.zones import BOARD, BURN, bet_zone, seat_zone, stack_zone
from table_controller.game import next_act
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.custody import lying, where
from table_controller.game.state.hand import SETTLED, SHOWDOWN
from table_controller.game.state.state_hash import state_hash
from table_controller.game.state.table import Table
from table_controller.inference import implied
from table_controller.inference.chip_values import chips_worth, without_value
from table_controller.session import replay
from table_controller.session.recording import take
from table_controller.session.replay import Again, replay_hand
from table_controller.session.session import handle_input
from table_controller.session.state import Session
from table_controller.vocabulary.commands import (
    Command,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    Done,
    MarkBoard,
    MarkFold,
    MarkRiffle,
    Redo,
    Say,
    Undo,
)
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import Refused

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
RUNS = 300 if SOAK else 30
EVENTS = 60
MOST = 25
ACTS = 50
SPARE = parse_cards("6c6d6h6s")


def _took(session: Session, event: Event, book: Rulebook) -> Session:
    return take(session, None, 1.0, (event,), book)[0]


def _correction(chance: random.Random, session: Session) -> Command:
    """Something that people may put right, or not."""
    seats = max(1, session.table.setup.seats)
    seat, other = chance.randint(1, seats), chance.randint(1, seats)
    return chance.choice(
        (
            CorrectStack(seat, ((100, chance.randint(1, 90)),)),
            CorrectBet(seat, chance.choice((0, 100, 200, 400, 1000, 2500))),
            CorrectCard(chance.choice(("board:1", "board:3", f"seat:{seat}:1")), chance.choice(DECK)),
            CorrectSeat(seat, other),
        )
    )


def _walk(seed: int) -> tuple[int, int, int]:
    """How often all was undone and redone, how many steps at most, and how many corrections were among them."""
    chance, redone, most, put_right = random.Random(seed), 0, 0, 0  # noqa: S311 - seeded: a failure is one number
    table, book = open_table(chance)
    session = Session(table, table)
    for _ in range(EVENTS):
        session = _took(session, next_event(chance, session.table, 0.2), book)
        if chance.random() < 0.1:
            answer = handle_input(session, _correction(chance, session), 1.0, book)
            if not isinstance(answer, Refused):
                session, put_right = answer[0], put_right + 1
        if chance.random() < 0.15 and session.undoable():
            steps = min(len(session.undoable()), chance.randint(1, MOST))
            before = session
            session = _undone_and_redone(session, steps, chance, book)
            assert state_hash(session.table) == state_hash(before.table), f"seed {seed}"
            assert session.undone == before.undone, f"seed {seed}"
            redone, most = redone + 1, max(most, steps)
    return redone, most, put_right


def _undone_and_redone(session: Session, steps: int, chance: random.Random, book: Rulebook) -> Session:
    """Back by so many, at once or one by one, and forward again."""
    for back in (True, False):
        left = steps
        while left:
            now = chance.randint(1, left)
            answer = handle_input(session, Undo(now) if back else Redo(now), 1.0, book)
            assert not isinstance(answer, Refused)
            session, left = answer[0], left - now
    return session


def _walks(runs: int) -> tuple[int, int, int]:
    told = [_walk(seed) for seed in range(runs)]
    return sum(one[0] for one in told), max(one[1] for one in told), sum(one[2] for one in told)


def test_undo_and_redo_give_the_same_state() -> None:
    redone, most, put_right = _walks(RUNS)
    assert redone > RUNS
    assert most >= 20
    assert put_right > RUNS // 4
    counted(RUNS * EVENTS, "events")


def test_a_redo_that_forgets_an_event_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the last of what is redone stays undone in the fold."""
    seen: list[frozenset[int]] = []

    def forgetful(base: Table, happened: Iterable[AppliedEvent], undone: frozenset[int], book: Rulebook) -> Again:
        if seen and undone < seen[-1]:
            undone |= {max(seen[-1] - undone)}
        seen.append(undone)
        return replay_hand(base, happened, undone, book)

    monkeypatch.setattr("table_controller.session.told_anew.replay_hand", forgetful)
    with pytest.raises(AssertionError, match="seed"):
        _walks(20)


class Dealer:
    """Keys and motions at a table on which every sensor lives, seeded; what a key tells of chips is done at once."""

    def __init__(self, seed: int) -> None:
        self.chance, self.seed, self.done = random.Random(seed), seed, Counter[str]()  # noqa: S311
        self.table = SensedSession().open()
        self.table.took(DeckRiffled(self.table.now_s))

    def walk(self) -> Counter[str]:
        for _ in range(ACTS):
            act = self.chance.choices((self._play, self._undo, self._redo, self._correct), (12, 2, 2, 2))[0]
            act()
            self._hold()
            if self.table.session.table.hand.phase in (SHOWDOWN, SETTLED):  # hands go to the muck from here
                break
        return self.done

    def _hold(self) -> None:
        """What keys have told comes to pass; then no phantom is left, and each thing lies once, where it was seen."""
        session = self.table.session
        for seat in (1, 2, 3):
            stack, bet = (session.inference.flow.told.get(zone(seat), 0) for zone in (stack_zone, bet_zone))
            assert -stack == bet >= 0, f"seed {self.seed}: {session.inference.flow.told}"
            if bet:
                self._push(seat, bet)
        session = self.table.session
        assert session.inference.flow.told == {}, f"seed {self.seed}"
        for handle, seen in session.inference.sightings.cards.items():
            assert not seen.present or where(session.table.cards, handle) == seen.zone, f"seed {self.seed}: {handle}"
        named = [card.card for card in session.table.cards if card.card is not None]
        assert len(set(named)) == len(named), f"seed {self.seed}: {named}"

    def _push(self, seat: int, chips: int) -> None:
        stack = self.table.stacks[seat]
        lot = subtract_chips(stack, without_value(stack, chips))
        if total_chips(lot) == chips:
            self.table.push(seat, lot)

    def _play(self) -> None:
        session = self.table.session
        act, by_key = next_act.next_act(session.table), self.chance.random() < 0.5
        seat = act.seat or 0
        if session.table.hand.fate:  # a void deal is taken in before it is shuffled
            self.table.gather()
            self._key(MarkRiffle())
        elif act.code == "deal-card":
            if by_key:
                self._key(Done())
            self.table.card(seat_zone(seat))
        elif act.code == "burn":
            self.table.card(BURN)
        elif act.code.startswith("deal-"):
            self._board(by_key=by_key)
        elif act.code == "await" and act.chips:
            self._key(Done()) if by_key else self._push(seat, act.chips)
        elif act.code == "await":
            self._key(self.chance.choice((Say("call"), Say("check"), Say("raise", amount_chips=1000), MarkFold())))

    def _board(self, *, by_key: bool) -> None:
        lies, board = lying(self.table.session.table.cards, BOARD), self.table.session.table.hand.board
        first, count = len(self.table.faces), 1 if board else 3
        if lies != board:  # it came too early: nobody deals it once more
            return
        faces = [parse_card(face) for face in FACES[first : first + count]]
        if by_key and len(faces) == count:
            self.chance.shuffle(faces)
            self._key(MarkBoard(tuple(faces)))
        if len(faces) == count:
            for _ in faces:
                self.table.card(BOARD)

    def _undo(self) -> None:
        self._key(Undo(self.chance.randint(1, 2)))

    def _redo(self) -> None:
        self._key(Redo(self.chance.randint(1, 2)))

    def _correct(self) -> None:
        if self.table.session.inference.flow.gaps:  # first of all he would answer where those chips went
            return
        seat, other = self.chance.sample((1, 2, 3), 2)
        stack = chips_worth(self.table.session.table.chips.stacks[seat - 1] + 100, (RICH,))
        place = CorrectCard(f"board:{self.chance.randint(1, 3)}", self.chance.choice(SPARE))
        self._key(self.chance.choice((CorrectSeat(seat, other), CorrectStack(seat, stack), place)))

    def _key(self, command: Command) -> None:
        if not isinstance(self.table.take(command), Refused):
            self.done[type(command).__name__] += 1


def _dealt(runs: int) -> Counter[str]:
    return sum((Dealer(seed).walk() for seed in range(runs)), Counter())


def test_what_is_taken_back_leaves_all_that_sensors_saw() -> None:
    done = _dealt(RUNS // 2)
    assert {"Undo", "Redo", "Done", "MarkBoard", "CorrectSeat", "CorrectStack", "CorrectCard"} <= set(done), done
    counted(RUNS // 2 * ACTS, "acts of keys and sensors, with undo between them")


def test_an_undo_that_takes_back_what_a_reader_saw_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: of a keyed deal that is undone nothing stays."""
    monkeypatch.setattr(replay, "_as_seen", lambda _event, _seen: None)
    with pytest.raises(AssertionError, match="seed"):
        _dealt(RUNS // 2)


def test_a_correction_that_tells_trays_of_chips_they_showed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what the fold has otherwise is taken for chips that keys told of."""
    monkeypatch.setattr(
        replay, "unseen_changes", lambda before, _event, after, _seen=(): implied._changes(before, after)
    )
    monkeypatch.setattr(replay, "_may_tell", lambda _hand: True)
    with pytest.raises(AssertionError, match="seed"):
        _dealt(RUNS // 2)

"""Any event in any state: nothing raises, chips are conserved, a card is in one place, each finding names a rule."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import msgspec
import pytest
from support.any_events import MAKERS, next_event, open_table
from support.counting import counted
from support.robot import TDA

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game import next_act
from table_controller.game.engine import NEW_TABLE, Table, lay, step
from table_controller.game.queries import behind_chips, variant_of
from table_controller.game.rulebooks.shipped import rows_of
from table_controller.game.state.chip_custody import lying_chips
from table_controller.game.state.hand import following
from table_controller.game.variants import VARIANTS
from table_controller.projections.table_view import Around, view_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import ChipsRaced, StackCorrected
from table_controller.vocabulary.findings import Finding

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
RUNS = 1000 if SOAK else 100
EVENTS = 200
STUD = 105
"""The seed of a walk that comes to stud, by a change of games; few do."""


def check(before: Table, event: ev.Event, after: Table) -> None:
    """What must hold after every event."""
    handles = [card.handle for card in after.cards]
    assert len(set(handles)) == len(handles), "a card in two places"
    assert not set(after.hand.board) - set(handles), "a board card that is nowhere"
    assert lying_chips(after.chips) == after.chips.brought_chips + after.chips.found_chips, "chips made up or lost"
    if before.hand.phase != "idle" and not isinstance(event, ev.TableOpened | ev.PlayerSat | ev.PlayerLeft):
        assert (
            _belief(before) + _came_to_light(before, event) == _belief(after)
            or _leavers(before)
            or _with_the_rack(before, event)
            or _counted_by_people(before, event, after)
        ), "the game's chips do not add up"
    assert all(money.stack_chips >= 0 and money.loose_chips >= 0 for money in after.ledger)
    reachable, phase, game = {before.hand.phase}, {before.hand.phase}, variant_of(after)
    if after.hand.fate == "misdeal" and not before.hand.fate:
        return  # back to the deal, from wherever it was found
    while phase:
        phase = {to for at in phase for to in following(at, game)} - reachable
        reachable |= phase
    assert after.hand.phase in reachable


def _is_cited(found: Finding) -> bool:
    """Whether the finding names a printed rule of a book, or a house rule."""
    book, _, key = found.cite.book.partition(":")
    if book == "house":
        return bool(key or found.cite.ref)
    return found.cite.ref in {row.ref for row in rows_of(book)}


def _belief(table: Table) -> int:
    """Chips of the game: behind, and in the middle until the pots are awarded."""
    behind = sum(money.stack_chips for money in table.ledger) + sum(chips for _, chips in table.aside)
    return behind + (0 if table.hand.phase in ("settled", "idle") else sum(m.committed_chips for m in table.ledger))


def _came_to_light(before: Table, event: ev.Event) -> int:
    """What found chips add to the game's: all that they are worth, if they are chips and somebody sits there.

    But for what the stack lacked, unless it is to be filled or exchanged: the books have those chips already.
    """
    if not isinstance(event, ev.HiddenChipsFound) or not 1 <= event.seat <= before.setup.seats:
        return 0
    sound = event.chips and all(size > 0 and count > 0 for size, count in event.chips)
    if not sound or before.players[event.seat - 1] is None:
        return 0
    lacks = max(0, behind_chips(before, event.seat) - before.chips.stacks[event.seat - 1])
    return max(0, total_chips(event.chips) - (0 if event.seat in before.recount else lacks))


RACK = (
    *("confiscate", "halve-stack", "disqualify", "eliminate"),
    *("accept-count", "allow-rebuy", "exchange-chips", "add-chip"),
)
"""Rulings by which chips come from the rack or go there."""


def _with_the_rack(before: Table, event: ev.Event) -> bool:
    """Whether chips may come from the rack or go there: raced, bought again, or by a ruling; old chips count less."""
    if isinstance(event, ev.HiddenChipsFound):
        return any(size in before.raced for size, _ in event.chips)
    return (
        isinstance(event, ChipsRaced)
        or (isinstance(event, ev.FloorRuled) and event.option in RACK)
        or (isinstance(event, ev.Declared) and event.text.lower().startswith(("rebuy", "re-buy")))
    )


def _counted_by_people(before: Table, event: ev.Event, after: Table) -> bool:
    """Whether people counted the stack of one seat, and nothing but that is another sum."""
    if not isinstance(event, StackCorrected):
        return False
    more = after.ledger[event.seat - 1].stack_chips - before.ledger[event.seat - 1].stack_chips
    back = sum(new.committed_chips - old.committed_chips for new, old in zip(after.ledger, before.ledger, strict=True))
    moved = sum(new.stack_chips - old.stack_chips for new, old in zip(after.ledger, before.ledger, strict=True))
    return _belief(after) - _belief(before) == more or moved + back == more


def _leavers(table: Table) -> bool:
    return any(player is not None and player.leaving for player in table.players)


def _walk(seed: int, watch: Callable[[Table, ev.Event, Table], None]) -> tuple[Table, set[str]]:
    chance = random.Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    chaos = chance.choice((0.02, 0.1, 0.5, 0.9))
    (table, book), phases = open_table(chance), set[str]()
    for _ in range(EVENTS):
        event = next_event(chance, table, chaos)
        after = step(table, event, book)
        watch(table, event, after.table)
        assert all(_is_cited(found) for found in after.findings), "a finding without a rule"
        if chance.random() < 0.02:
            lay(table, event)
            view_of(after.table, Around(epoch="e", as_of=1))
            next_act.next_act(after.table)
        table = after.table
        phases.add(table.hand.phase)
    return table, phases


def _walks(runs: int, first: int = 0) -> set[str]:
    """Walk `runs` times, from the seed `first` on, with every check; the phases that were reached."""
    return set().union(*(_walk(seed, check)[1] for seed in range(first, first + runs)))


def test_arbitrary_events_in_arbitrary_states() -> None:
    phases = _walks(RUNS) | _walks(1, first=STUD)
    streets = {street.name for game in VARIANTS.values() for street in game.streets}
    assert {"idle", "deal", "preflop", "flop", "turn", "river", "third", "showdown", "settled"} <= phases
    assert phases <= {"idle", "deal", *streets, "showdown", "settled"}
    counted(RUNS * EVENTS, "events")


def test_events_before_the_table_is_opened() -> None:
    chance = random.Random(1)  # noqa: S311 - seeded
    for maker in MAKERS[:-1]:
        for _ in range(20):
            event = maker(chance, NEW_TABLE)
            assert step(NEW_TABLE, event, TDA).table.setup.seats == 0


def test_same_events_same_state_byte_for_byte() -> None:
    states = [msgspec.json.encode(_walk(seed, lambda *_: None)[0]) for seed in range(10)]
    again = [msgspec.json.encode(_walk(seed, lambda *_: None)[0]) for seed in range(10)]
    assert states == again
    assert len(set(states)) == len(states)


def test_a_lost_chip_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: gathering a bet loses it."""
    from table_controller.game.state import chip_custody

    monkeypatch.setattr(
        chip_custody,
        "gathered",
        lambda board, _seat, _chips, _sizes: board.__class__(board.stacks, ((),) * len(board.bets)),
    )
    with pytest.raises(AssertionError, match="made up or lost"):
        _walks(20)


def test_found_chips_that_are_lost_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a caller of an all-in pays its found chips out of nothing."""
    from table_controller.game.state import found, ledger

    monkeypatch.setattr(found, "commit", lambda money, chips: ledger.win(ledger.commit(money, chips), chips))
    with pytest.raises(AssertionError, match="do not add up"):
        _walks(10, first=1880)  # few walks come to it


def test_a_doubled_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a card that moves stays where it was."""
    from table_controller.game.state.custody import Located
    from table_controller.game.steps.deal import cards

    monkeypatch.setattr(cards, "moved", lambda held, handle, zone: (*held, Located(handle, zone)))
    with pytest.raises(AssertionError, match="two places"):
        _walks(40)


def test_an_award_out_of_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: every share is a chip too large."""
    from table_controller.game.state import ledger
    from table_controller.game.steps.flow import acts

    monkeypatch.setattr(acts, "win", lambda money, chips: ledger.win(money, chips + 1))
    with pytest.raises(AssertionError, match="do not add up"):
        _walks(20)

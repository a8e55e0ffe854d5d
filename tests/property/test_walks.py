"""Evenings that people could play, half irregular: never blocked, never a chip too many, every option leads on."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Final

import pytest
from support.counting import counted, failing
from support.walk_steps import DRAWS, STUD, WITH_A_BOARD, Header, Mood, drawn_header, walk_line
from support.walks import BreachError, RanOutError, WalkedTable, shrunk, walk, walks

from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine
from table_controller.game.engine import Step, Table
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.showdown import odd_chips
from table_controller.game.state import corrections, ledger
from table_controller.game.steps.floor import ruled_acts
from table_controller.game.steps.floor.option import unchanged
from table_controller.vocabulary import events as ev

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
WALKS: Final = 5000 if SOAK else 300
OF_OTHER_GAMES: Final = 400 if SOAK else 40
"""Walks of games of each sort beside hold'em; between two hands another of them may be named."""
STEPS: Final = 60
PARTS: Final = 6
ENOUGH: Final = 200
"""In so many walks each planted fault is found."""


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A soak draws fresh walks, from the seed of its run."""
    return int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0


@pytest.mark.parametrize("part", range(PARTS))
def test_walks_are_never_blocked_and_lose_no_chip(part: int, seed: int) -> None:
    found: dict[str, BreachError] = {}
    for _, breach in walks(WALKS // PARTS + (part < WALKS % PARTS), f"{seed}.{part}", STEPS):
        failing(str(breach))
        best = found.setdefault(breach.kind, breach)
        if len(breach.lines) < len(best.lines):
            found[breach.kind] = breach
    told = [str(shrunk(breach, budget_s=2)) for breach in list(found.values())[:8]]
    assert not found, f"{len(found)} kinds of breach\n\n" + "\n\n".join(told)
    counted(WALKS // PARTS + (part < WALKS % PARTS), "walks")


@pytest.mark.parametrize("games", [WITH_A_BOARD, DRAWS, STUD], ids=["board", "draws", "stud"])
def test_walks_of_other_games_are_never_blocked_and_lose_no_chip(games: tuple[str, ...], seed: int) -> None:
    found: dict[str, BreachError] = {}
    for _, breach in walks(OF_OTHER_GAMES, f"{seed}.{games[0]}", STEPS, games):
        failing(str(breach))
        found.setdefault(breach.kind, breach)
    told = [str(shrunk(breach, budget_s=2)) for breach in list(found.values())[:8]]
    assert not found, f"{len(found)} kinds of breach\n\n" + "\n\n".join(told)
    counted(OF_OTHER_GAMES, "walks")


def test_a_walk_comes_again() -> None:
    """A failure is one name: the same walk says the same lines."""

    def lines(name: str) -> list[str]:
        chance = random.Random(name)  # noqa: S311 - seeded, so that it comes again
        header = drawn_header(chance)
        table, mood = WalkedTable(header), Mood()
        said = []
        for _ in range(20):
            line, mood = walk_line(chance, header, table.answer, mood)
            said.append(line)
            try:
                table.play(line)
            except BreachError:
                break
        return said

    assert lines("a") == lines("a")
    assert lines("a") != lines("b")


def test_half_of_what_people_do_is_irregular_and_hands_are_played_all_the_same() -> None:
    """What a walk is made of: enough of it is taken, hands end, cases open, bets are made out of turn."""
    hands = cases = refused = told = 0
    for name in range(30):
        chance = random.Random(f"mix {name}")  # noqa: S311
        header = drawn_header(chance)
        table, mood = WalkedTable(header), Mood()
        try:
            for _ in range(STEPS):
                line, mood = walk_line(chance, header, table.answer, mood)
                answer = table.play(line)
                told += 1
                refused += not answer.ok
                cases += len(answer.cases)
        except BreachError:
            pass
        hands += table.answer.hand
    assert hands > 40
    assert cases > told // 10
    assert refused < told // 3


def test_a_walk_ends_where_the_whole_deck_lies_on_the_table_but_not_in_a_draw() -> None:
    """The 36 cards of short deck are soon out; in a draw the discards can be shuffled in, so no walk ends there."""
    stacks = tuple((seat, 10000) for seat in (1, 2, 3))
    short, draw = (Header("tda-holdem", game, 50, 100, stacks, (25, 100, 500), 1, 3) for game in ("NS", "N2L1D"))
    table = WalkedTable(short)
    table.play("shuffle")
    for _ in range(36):
        table.play("card 2")
    with pytest.raises(RanOutError):
        table.play("card 2")
    table = WalkedTable(draw)
    for line in ("deal", "1: calls", "2: calls", "3: checks", "2: stands pat", "3: stands pat"):
        assert table.play(line).ok
    refused = [answer.error or "" for _ in range(60) if not (answer := table.play("card 2")).ok]
    assert "no card is left" in refused[-1]


# --- planted faults ---------------------------------------------------------------------------------------------------


def _first(kind: str, most: int = ENOUGH) -> BreachError:
    """The first breach whose kind begins so, in so many walks."""
    for _, breach in walks(most, "planted", STEPS):
        if breach.kind.startswith(kind):
            return breach
    raise AssertionError(f"no breach {kind!r} in {most} walks")


def test_a_refund_done_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what nobody matched goes back twice, the second time out of the pot."""
    once = ledger.give_back
    monkeypatch.setattr(corrections, "give_back", lambda money, chips: once(once(money, chips), chips))
    assert _first("stacks: more than the hand began with").lines


def test_a_refund_out_of_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what nobody matched goes back, and stays in the pot."""
    monkeypatch.setattr(corrections, "give_back", ledger.win)
    assert _first("total: ").lines


def test_a_dropped_case_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: whoever pushes chips makes the open cases vanish."""
    whole = engine.step

    def dropping(table: Table, event: ev.Event, book: Rulebook) -> Step:
        if isinstance(event, ev.ChipsPushed):
            table = replace(table, cases=())
        return whole(table, event, book)

    monkeypatch.setattr(engine, "step", dropping)
    assert _first("case: ").kind.endswith("vanishes without the floor")


def test_an_option_without_effect_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a hand that the floor killed plays on."""
    monkeypatch.setitem(ruled_acts.EFFECTS, "dead-hand", unchanged)
    assert _first("option: dead-hand").lines


def test_a_split_in_large_chips_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a pot is split in chips of twenty of the smallest."""
    monkeypatch.setattr(odd_chips, "unit_of", lambda _lies, in_play, _book: 20 * min(in_play))
    assert _first("parts: an equal hand").lines


def test_a_breach_shrinks_to_a_script_of_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ruled_acts.EFFECTS, "dead-hand", unchanged)
    breach = shrunk(_first("option: dead-hand"))
    assert len(breach.lines) <= 6
    assert str(breach).endswith('"""\n')


def test_a_walk_goes_on_after_what_broke_on_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One walk tells of several kinds, each once."""
    monkeypatch.setitem(ruled_acts.EFFECTS, "dead-hand", unchanged)

    def kinds() -> Iterator[str]:
        for number in range(6):
            header = drawn_header(random.Random(f"on {number}"))  # noqa: S311
            told = [breach.kind for breach in walk(header, f"on {number}", STEPS)]
            assert len(told) == len(set(told))
            yield from told

    assert len(set(kinds())) > 1

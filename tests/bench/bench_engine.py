"""Betting acts and hands a second of the engine, beside pokerkit's on the same acts and cards.

Run it: ``python -m bench.bench_engine [HANDS]``. Acts and cards are drawn beforehand; both sides are
fed in memory from the first riffle to the award, showdowns ranked. Ours also keeps the custody of
every card and chip, which pokerkit does not.
"""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass

from support.oracle import Mirror
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game import queries
from table_controller.game.engine import Table, step
from table_controller.game.hands.ranking import rank
from table_controller.game.hands.shipped import learn_strengths
from table_controller.vocabulary import events as ev

STACK_CHIPS = 10_000
SEATS = 6
PROCESSES = 5
TURN_HANDS = 25
"""So many hands of each side in turn: a machine that is slower for a second is slower for both."""


@dataclass(frozen=True)
class Played:
    """One hand: where it began, its events, and the same for pokerkit."""

    start: Table
    events: tuple[ev.Event, ...]
    acts: int
    holes: dict[int, str]
    moves: tuple[tuple[str, int] | tuple[Card, ...], ...]


def draw_hand(seed: int) -> Played:
    """A six-handed hand played at random: much like a real table's, with folds, raises and showdowns."""
    chance = random.Random(seed)  # noqa: S311 - seeded: every run measures the same hands
    robot = Robot().open(dict.fromkeys(range(1, SEATS + 1), STACK_CHIPS), button=chance.randint(1, SEATS))
    start = robot.table
    robot.events.clear()
    deck = list(DECK)
    chance.shuffle(deck)
    robot.deal(deck)
    holes = {
        seat: "".join(robot.cards[card.handle] for card in robot.table.cards if card.zone == f"seat:{seat}")
        for seat in range(1, SEATS + 1)
    }
    moves: list[tuple[str, int] | tuple[Card, ...]] = []
    while robot.table.hand.phase not in ("showdown", "settled"):
        if robot.actor is None:
            before = len(robot.table.hand.board)
            robot.street()
            moves.append(tuple(robot.cards[handle] for handle in robot.table.hand.board[before:]))
            continue
        call, least = queries.to_call_chips(robot.table), queries.min_raise_to_chips(robot.table)
        roll = chance.random()
        if least and roll < 0.15:
            robot.act("raise" if robot.table.betting.level_chips else "bet", least)
            moves.append(("raise", least))
        elif call and roll < 0.6:
            robot.act("fold")
            moves.append(("fold", 0))
        else:
            robot.act("call" if call else "check")
            moves.append(("call", 0))
    if robot.table.hand.phase == "showdown":
        robot.show()
    assert robot.table.hand.phase == "settled"
    acts = sum(isinstance(move[1], int) for move in moves if len(move) == 2)
    return Played(start, tuple(robot.events), acts, holes, tuple(moves))


def run_ours(hands: list[Played]) -> float:
    """Seconds for all events of all hands."""
    began_s = time.perf_counter()
    for hand in hands:
        table = hand.start
        for event in hand.events:
            table = step(table, event, TDA).table
    return time.perf_counter() - began_s


def run_acts(hands: list[Played]) -> tuple[int, float]:
    """Betting acts only: how many, and the seconds that they alone took."""
    acts, spent_s = 0, 0.0
    for hand in hands:
        table = hand.start
        for event in hand.events:
            if queries.who_acts(table) is not None and isinstance(event, ev.ChipsPushed | ev.Declared | ev.CardsMucked):
                began_s = time.perf_counter()
                table = step(table, event, TDA).table
                spent_s += time.perf_counter() - began_s
                acts += 1
            else:
                table = step(table, event, TDA).table
    return acts, spent_s


def run_pokerkit(hands: list[Played]) -> tuple[float, float]:
    """Seconds for all hands, and for the betting acts alone."""
    stacks = dict.fromkeys(range(1, SEATS + 1), STACK_CHIPS)
    acts_s = 0.0
    ready = [step(hand.start, ev.Riffled(0.0), TDA).table for hand in hands]
    began_s = time.perf_counter()
    for hand, table in zip(hands, ready, strict=True):
        mirror = Mirror.of(table, stacks, 0, 1, hand.holes)
        for move in hand.moves:
            if isinstance(move[-1], int):
                act_s = time.perf_counter()
                mirror.act(str(move[0]), move[-1])
                acts_s += time.perf_counter() - act_s
            else:
                mirror.state.burn_card("??")
                mirror.state.deal_board("".join(str(card) for card in move))
    return time.perf_counter() - began_s, acts_s


def measured(hands: int) -> dict[str, float]:
    """The rates of this process; no hand of seven cards was ranked before, for either side."""
    learn_strengths()  # as the controller does before its first hand; pokerkit's own tables stand since its import
    played = [draw_hand(seed) for seed in range(hands)]
    gc.collect()
    gc.freeze()  # the hands that were drawn are no part of what is measured, on either side
    acts, events = sum(hand.acts for hand in played), sum(len(hand.events) for hand in played)
    ours_s = ours_acts_s = theirs_s = theirs_acts_s = 0.0
    ours_acts = 0
    for at in range(0, hands, TURN_HANDS):
        part = played[at : at + TURN_HANDS]
        rank.cache_clear()
        ours_s += run_ours(part)
        rank.cache_clear()
        more, seconds = run_acts(part)
        ours_acts, ours_acts_s = ours_acts + more, ours_acts_s + seconds
        whole_s, seconds = run_pokerkit(part)
        theirs_s, theirs_acts_s = theirs_s + whole_s, theirs_acts_s + seconds
    return {
        "hands": hands,
        "acts": acts,
        "events": events,
        "engine_hands_per_s": hands / ours_s,
        "engine_acts_per_s": ours_acts / ours_acts_s,
        "engine_acts_per_s_whole_hands": acts / ours_s,
        "engine_event_us": 1e6 * ours_s / events,
        "alone_times_pokerkit": theirs_acts_s / acts * ours_acts / ours_acts_s,
        "whole_times_pokerkit": theirs_s / ours_s,
        "pokerkit_hands_per_s": hands / theirs_s,
        "pokerkit_acts_per_s": acts / theirs_acts_s,
        "pokerkit_acts_per_s_whole_hands": acts / theirs_s,
    }


def main(hands: int = 1000) -> dict[str, float]:
    """Print and return the rates of the process in the middle of several: no two lie alike in the memory."""
    again = [sys.executable, "-m", "bench.bench_engine", "once", str(hands)]
    runs = [json.loads(subprocess.check_output(again)) for _ in range(PROCESSES)]
    runs.sort(key=lambda one: one["whole_times_pokerkit"])
    rates: dict[str, float] = runs[PROCESSES // 2]
    print(f"{hands} six-handed hands, {rates['acts']} acts, {rates['events']} events of cards, chips and words")
    print(f"  engine   {rates['engine_event_us']:>7.1f} µs an event, which is what the next rule adds to")
    for side in ("engine", "pokerkit"):
        print(
            f"  {side:<9}{rates[f'{side}_hands_per_s']:>8.0f} hands/s {rates[f'{side}_acts_per_s']:>8.0f} acts/s "
            f"(acts alone) {rates[f'{side}_acts_per_s_whole_hands']:>8.0f} acts/s (cards and award included)"
        )
    alone, whole = rates["alone_times_pokerkit"], rates["whole_times_pokerkit"]
    print(f"  {alone:.2f} times pokerkit on acts alone, {whole:.2f} times with cards and award")
    least, most = (runs[at]["whole_times_pokerkit"] for at in (0, -1))
    print(f"  the middle one of {PROCESSES} processes, with cards and award from {least:.2f} to {most:.2f} times")
    return rates


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["once", hands]:
            print(json.dumps(measured(int(hands))))
        case [hands]:
            main(int(hands))
        case _:
            main()

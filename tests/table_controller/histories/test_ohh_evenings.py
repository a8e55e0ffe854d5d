"""Evenings with big-blind antes, dead buttons, empty seats and side pots as Open Hand History: by our schema, and every
chip counted once more by a reader that knows the specification alone."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from support.counting import counted
from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK
from table_controller.game import queries
from table_controller.game.state.table import Table
from table_controller.histories.ohh import json_schema, ohh_text
from table_controller.projections.accounts import account_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.accounts import HandAccount
from table_controller.vocabulary.outcomes import Outcome

HANDS = 500 if os.environ.get("CARDSPEAK_SOAK") == "1" else 50
AN_EVENING = 10
SEATS = 9


@dataclass
class Kept(Robot):
    """A robot that keeps the tables of the hand."""

    through: list[Table] = field(default_factory=list)

    def do(self, event: ev.Event) -> tuple[Outcome, ...]:
        outcomes = super().do(event)
        self.through.append(self.table)
        return outcomes


def evening(seed: int) -> Iterator[HandAccount]:
    """Hands of a table of nine places, of which some are empty; players leave, and nobody takes their places."""
    chance = Random(seed)  # noqa: S311 - seeded, so that a failure is one number
    seats = chance.sample(range(1, SEATS + 1), chance.randint(5, 8))
    robot = Kept()
    robot.open(
        {seat: 100 * chance.randint(2, 60) for seat in sorted(seats)},
        (100, 200),
        button=chance.choice(seats),
        ante=200,
        ante_mode="bb",
        seats=SEATS,
    )
    for _ in range(AN_EVENING):
        players = [player.seat for player in robot.table.players if player and robot.stack(player.seat)]
        if len(players) < 3:
            return
        robot.through.clear()
        play_hand(robot, chance)
        account = account_of(robot.through)
        assert account is not None, seed
        yield account
        robot.tidy()
        robot.put_away()
        going = [seat for seat in players if not robot.stack(seat) or chance.random() < 0.12]
        for seat in going[: max(0, len(players) - 3)]:
            robot.do(ev.PlayerLeft(seat, robot.now_s))


def play_hand(robot: Robot, chance: Random) -> None:
    deck = list(DECK)
    chance.shuffle(deck)
    robot.deal(deck)
    while robot.table.hand.phase not in ("showdown", "settled"):
        if robot.actor is None:
            robot.street()
            continue
        call, least, roll = queries.to_call_chips(robot.table), queries.min_raise_to_chips(robot.table), chance.random()
        most = queries.max_raise_to_chips(robot.table)
        if least and roll < 0.25:
            to_chips = chance.choice((least, most))
            robot.act("raise" if robot.table.betting.level_chips else "bet", to_chips)
        elif call:
            robot.act("fold" if roll > 0.6 else "call")
        else:
            robot.act("check")
    if robot.table.hand.phase == "showdown":
        robot.show()


def ends_of(hand: dict[str, Any]) -> dict[int, int]:
    """The stacks in the end, by the specification: what each act put in, what the pots paid, and what nobody matched.

    Raises `AssertionError` where a pot pays another sum than it holds.
    """
    stacks = {player["id"]: player["starting_stack"] for player in hand["players"]}
    acts = [act for one in hand["rounds"] for act in one["actions"]]
    inside = sum(act["amount"] for act in acts)
    for act in acts:
        stacks[act["player_id"]] -= act["amount"]
    for pot in hand["pots"]:
        assert pot["amount"] == sum(win["win_amount"] for win in pot["player_wins"]) + pot["rake"]
        for win in pot["player_wins"]:
            stacks[win["player_id"]] += win["win_amount"]
    put = Counter[int]()
    for act in acts:
        put[act["player_id"]] += 0 if act["action"] == "Post Ante" else act["amount"]
    most = max(put, key=put.__getitem__)
    stacks[most] += inside - sum(pot["amount"] for pot in hand["pots"])  # nobody called his bet whole
    return stacks


def kinds_of(hand: dict[str, Any]) -> Iterator[str]:
    taken = {player["seat"] for player in hand["players"]}
    acts = [act["action"] for one in hand["rounds"] for act in one["actions"]]
    yield from ["side pots"] if len(hand["pots"]) > 1 else []
    yield from ["dead buttons"] if hand["dealer_seat"] not in taken else []
    yield from ["dead small blinds"] if "Post SB" not in acts else []
    yield from ["big-blind antes"] if acts.count("Post Ante") == 1 else []
    yield from ["empty seats"] if len(taken) < hand["table_size"] else []


@cache
def told() -> tuple[tuple[HandAccount, str], ...]:
    """So many hands of evenings, each with its file."""
    hands = (hand for seed in count() for hand in evening(seed))
    return tuple((hand, ohh_text(hand, "T1", "0.1.0")) for hand in islice(hands, HANDS))


def ends(account: HandAccount) -> dict[int, int]:
    return {seat.seat: seat.finish_chips for seat in account.seats}


def test_evenings_are_read_by_the_schema_and_every_chip_is_there() -> None:
    kinds, schema = Counter[str](), json_schema()
    for account, text in told():
        read = json.loads(text)
        jsonschema.validate(read, schema)
        assert ends_of(read["ohh"]) == ends(account), text
        kinds.update(("hands", *kinds_of(read["ohh"])))
    print(dict(kinds))  # noqa: T201 - how many of each kind is part of the result
    assert min(kinds[kind] for kind in ("side pots", "dead buttons", "dead small blinds")) > HANDS // 60
    assert kinds["big-blind antes"] == kinds["empty seats"] == kinds["hands"]
    counted(kinds["hands"], "hands of evenings as Open Hand History")


def test_a_chip_too_many_is_seen() -> None:
    """Planted: one more chip in what somebody won."""
    account = next(evening(1))
    read = json.loads(ohh_text(account, "T1", "0.1.0"))["ohh"]
    read["pots"][0]["player_wins"][0]["win_amount"] += 1
    with pytest.raises(AssertionError):
        ends_of(read)


READER = Path(".venv/ohh-reader/bin/python")
READ = Path(__file__).parents[2] / "docs" / "ohh_reader" / "read.py"


def read_elsewhere(folder: Path) -> dict[str, dict[str, int] | str]:
    """By file what the reader that is not ours counts, or why it refuses one."""
    if not READER.exists():
        pytest.skip("ohh-pydantic is not here: make .venv/ohh-reader, with PyPI")
    done = subprocess.run([READER, "-I", READ, folder], capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()
    read: dict[str, dict[str, int] | str] = json.loads(done.stdout)
    return read


def test_a_reader_that_is_not_ours_counts_the_same_chips(tmp_path: Path) -> None:
    for at, (_, text) in enumerate(told()):
        (tmp_path / f"{at:04d}.ohh").write_text(text, encoding="utf-8")
    read = read_elsewhere(tmp_path)
    wanted = {
        f"{at:04d}.ohh": {str(seat): chips for seat, chips in ends(hand).items()} for at, (hand, _) in enumerate(told())
    }
    assert read == wanted
    counted(len(read), "files read by ohh-pydantic")


def test_that_reader_sees_a_chip_too_many_and_a_word_that_is_none(tmp_path: Path) -> None:
    """Planted: one more chip in what somebody won, and an act that the specification does not know."""
    _, text = told()[0]
    hand = json.loads(text)
    hand["ohh"]["pots"][0]["player_wins"][0]["win_amount"] += 1
    (tmp_path / "chip.ohh").write_text(json.dumps(hand), encoding="utf-8")
    (tmp_path / "word.ohh").write_text(text.replace('"Post BB"', '"Post Big"'), encoding="utf-8")
    read = read_elsewhere(tmp_path)
    assert read["chip.ohh"] == "pot 0 pays out another sum than it holds"
    assert "Post Big" in str(read["word.ohh"])

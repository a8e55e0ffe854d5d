"""Replays hand histories as scripts and compares the stacks at the end, one line a hand."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.tally import Tally
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import read_setting
from table_controller.histories.phh import PhhError, PhhHand, read_phh, referee_stacks
from table_controller.histories.phh_check import Fault, impossible
from table_controller.scripts.interpret import MakePlayer, play
from table_controller.scripts.phh_script import not_played, script_of
from table_controller.scripts.player import Player
from table_controller.scripts.report import FAILED, PASSED, UNREADABLE, Effort, Out

Outcome: TypeAlias = Literal["equal", "different", "apart", "not played", "unreadable"]
_CHUNK = 8
_HALF_CHIP = Decimal("0.5")


class Replayed(Struct, frozen=True):
    """What came of one hand: `text` says where it differs, why it was not played, or what it was compared with.

    ``apart``: the file splits a chip, which no table can; ours differs from it by half a chip and no more.
    Where the file has parts of a chip, all amounts are replayed so many times as makes them whole, and `text` says it.
    `keys` are the dealer's keys and `prompts` the dealer's answers, by hand, where any are counted.
    """

    path: str
    outcome: Outcome
    text: str = ""
    keys: tuple[int, ...] | None = None
    prompts: tuple[int, ...] | None = None
    faults: Tally | None = None


def replay(paths: Iterable[Path], make_player: MakePlayer, out: Out, jobs: int = 1) -> int:
    """Replay every ``.phh`` file among `paths` (files or folders) and report; the exit status of a script run.

    With `jobs` above 1 hands are spread over that many processes; `make_player` must then be picklable.
    """
    files = [file for path in paths for file in history_files(path)]
    counts = dict.fromkeys(("equal", "different", "apart", "not played", "unreadable"), 0)
    effort = Effort()
    for result in _replayed(files, make_player, jobs):
        counts[result.outcome] += 1
        out(f"{result.outcome} {result.path}{f' {result.text}' if result.text else ''}")
        if result.outcome in {"equal", "different", "apart"}:
            effort.add(result.keys, result.prompts, result.faults)
    for outcome, what in (
        ("not played", "of games not played yet"),
        ("apart", "with half chips in the file, listed apart"),
    ):
        if counts[outcome]:
            out(f"{counts[outcome]} hands {what}")
    for line in effort.lines():
        out(line)
    out(f"{counts['equal'] + counts['different']} hands, {counts['equal']} equal, {counts['different']} different")
    return UNREADABLE if counts["unreadable"] else FAILED if counts["different"] else PASSED


def history_files(path: Path) -> list[Path]:
    """The file itself, or every ``.phh`` file in a folder, in order of name."""
    return sorted(path.rglob("*.phh")) if path.is_dir() else [path]


def _replayed(files: list[Path], make_player: MakePlayer, jobs: int) -> Iterator[Replayed]:
    task = partial(replay_one, make_player=make_player)
    if jobs <= 1 or len(files) <= 1:
        yield from map(task, files)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(task, files, chunksize=_CHUNK)


def replay_one(path: Path, make_player: MakePlayer) -> Replayed:
    """Replay one file and compare; what the strict check finds in it stands beside stacks that agree."""
    fault = _fault(path)
    try:
        hand = read_phh(path)
        reason = not_played(hand)
        if reason is not None:
            return Replayed(hand.path, "not played", f"{hand.variant}: {reason}")
        if fault is not None and not fault.where.startswith("actions"):
            return Replayed(str(path), "unreadable", str(fault))
        finishing = hand.finishing_stacks or referee_stacks(path, hand.scale)
        script = script_of(hand, finishing)
    except PhhError as problem:
        return Replayed(str(path), "unreadable", str(problem).removeprefix(f"{path} "))
    except (ValueError, ArithmeticError, AttributeError) as problem:  # fields of other types, amounts that are none
        return Replayed(str(path), "unreadable", str(fault or problem))
    played = play(script, make_player)
    if played.failure is not None:
        step = script.text_of(played.failure.line)
        compared = Replayed(hand.path, "different", f"at {step!r}: {played.failure.text}")
    elif played.player is None:
        raise AssertionError(played)
    else:
        compared = compare(hand, played.player, finishing)
    if fault is not None and compared.outcome == "equal":
        text = "; ".join(filter(None, (compared.text, f"but `hands check` finds a fault: {fault}")))
        compared = replace(compared, text=text)
    if hand.scale > 1:
        noted = f"all amounts {hand.scale} times those of the file, which has parts of a chip"
        compared = replace(compared, text="; ".join(filter(None, (noted, compared.text))))
    return replace(compared, keys=played.keys, prompts=played.prompts, faults=played.faults)


def _fault(path: Path) -> Fault | None:
    """Why the file tells no hand that can be, as the strict check has it; None for one that cannot be opened."""
    try:
        return impossible(read_setting(path))
    except (OSError, UnicodeDecodeError):
        return None  # `read_phh` says it


def compare(hand: PhhHand, player: Player, finishing: tuple[int | Decimal, ...]) -> Replayed:
    """The stacks of the players against those expected, seat by seat."""
    ours = {view.seat: view.stack_chips for view in player.view.seats}
    halves = any(isinstance(chips, Decimal) for chips in finishing)
    allowed = _HALF_CHIP if halves else Decimal(0)
    differences = [
        f"seat {seat}: {ours.get(seat)}, expected {chips}"
        for seat, chips in enumerate(finishing, start=1)
        if ours.get(seat) is None or ours[seat] != chips
    ]
    too_far = any(abs(Decimal(ours.get(seat, 0)) - chips) > allowed for seat, chips in enumerate(finishing, start=1))
    if too_far:
        return Replayed(hand.path, "different", "; ".join(differences))
    if halves:
        return Replayed(hand.path, "apart", "half chips: " + "; ".join(differences))
    source = "" if hand.finishing_stacks else "compared with pokerkit's replay, the file has no finishing_stacks"
    return Replayed(hand.path, "equal", source)

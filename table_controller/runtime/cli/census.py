"""``cardspeak census``: count a deck, card by card, over the stub's reader."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from display.printed.deck import grid
from display.printed.paper import paper_of
from firmware_bridge.census import Census, Count, Counting, NothingToCount
from firmware_bridge.secrets.decks import load_decks
from firmware_bridge.secrets.faults import told_of
from table_controller.runtime.cli.usage import UsageError, check_ports
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.finishing import FAILED
from table_controller.runtime.settings.settings import read_settings


async def count_deck(config: Path, ports: Sequence[str], deck: str | None, quiet_s: float) -> int:
    """Count until no new card comes any more; 0 if the deck is whole, 1 if not.

    Raises `ValueError` for settings or a deck file that cannot be used.
    """
    check_ports(ports)
    settings = read_settings(config)
    decks = load_decks(config.parent / settings.hardware.decks)
    counting = Counting(Census(decks, deck), decks, ClockRate(), lambda count: _say(progress(count)))
    _say("Pass the cards one by one over the reader of the stub. The count ends when none comes any more.")
    try:
        count = await counting.run(tuple(ports) or settings.hardware.ports, _complain, quiet_s)
    except NothingToCount as problem:
        raise UsageError(f"no node has a reader of the stub that can be used: {problem}") from None
    _say(*grid(count.missing, count.twice, paper_of(sys.stdout)), *result(count))
    return 0 if count.whole else FAILED


def progress(count: Count) -> str:
    """How far the counting is."""
    return f"{count.cards} of 52 cards of the deck {count.deck or '?'}"


def result(count: Count) -> list[str]:
    """What is wrong with the deck, a line each."""
    if count.whole:
        return [f"The deck {count.deck} is whole: 52 cards."]
    lines = [f"missing: {' '.join(count.missing)}"] if count.missing else []
    lines += [f"too many: {' '.join(count.twice)}"] if count.twice else []
    lines += [f"{count.other_deck} of another deck"] if count.other_deck else []
    lines += [f"{count.foreign} of no registered deck"] if count.foreign else []
    return lines


def say_to_terminal(what: str, fault: BaseException | None) -> None:
    """Say what went wrong while tags were about."""
    _complain(what if fault is None else f"{what}\n{told_of(fault)}")


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _complain(line: str) -> None:
    sys.stderr.write(f"census: {line}\n")

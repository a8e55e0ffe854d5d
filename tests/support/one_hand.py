"""The records of one real hand, played through simulated hardware: what journals are tested with."""

from __future__ import annotations

from functools import cache
from uuid import UUID

from support.script_text import script_text

from table_controller.controller.controller import Controller
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Entry, MemoryJournal
from table_controller.journal.log import Log
from table_controller.journal.records import Header
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import NO_BOOT, OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script

BOOK = package_rulebook("tda-2019")
HEADER = Header("01J9ZK7Q", "0.1.0", "b" * 64, 1_700_000_000_000_000_000)

HAND = """deal {button}=AhAd {small}=KhKd {big}=7c2d
{button}: raises to 600
{small}: calls
{big}: folds
flop 3s4s8h
{small}: checks
{button}: bets 500
{small}: calls
turn 9c
{small}: checks
{button}: checks
river Tc
{small}: checks
{button}: checks
{small}: shows
{button}: shows
"""
"""The button wins: when it has been round, every stack is as it was."""


def script_of(hands: int) -> str:
    """A table script of so many hands."""
    told = [HAND.format(button=at % 3 + 1, small=(at + 1) % 3 + 1, big=(at + 2) % 3 + 1) for at in range(hands)]
    return script_text("real hands", "next hand\n".join(told))


def journalled_player(journal: Log) -> HardwarePlayer:
    """A player whose table writes into `journal`."""
    return HardwarePlayer(BOOK, wire_up=lambda table, opened, book: OneProcess(table, opened, book, journal))


@cache
def entries_of(hands: int) -> tuple[Entry, ...]:
    """The journal entries of so many hands, from the opening of the table on."""
    journal = MemoryJournal(HEADER, boot_id=NO_BOOT)
    player = journalled_player(journal)
    played = play(parse_script("hands.toml", script_of(hands)), lambda _: player)
    if played.failure is not None:
        raise AssertionError(played.failure)
    return tuple(journal.entries())


UNDERCALL = "deal\n1: raises to 600\n2: raises to 1800\n3: pushes 500\n"
"""Steps that open a case: too little was called."""


def controller_after(steps: str) -> Controller:
    """A table after these steps of a script."""
    player = journalled_player(MemoryJournal(Header("EPOCH", "test", "rules", 0), boot_id=UUID(int=7)))
    assert play(parse_script("case.toml", script_text("a case", steps)), lambda _: player).failure is None
    return player.process.controller

"""What the hands of the demonstration will do, and what the table must make of each act.

The script is first played straight on the engine; every act is written down with the view that it
leads to. The demonstration then moves the real simulated table by these cues and waits, after each, until
the system behind the sensors shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.chips import Chips
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.scripts import acts
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import Script
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.views import TableView

Signature: TypeAlias = tuple[object, ...]
"""What two views must share to show the same table."""


class Cue(Struct, frozen=True):
    """One act, whether it posts a forced bet, and the view that it leads to."""

    act: acts.Act
    posting: bool
    then: Signature


class CueSheet(Struct, frozen=True):
    """A whole evening: how the table opens, with which chips, and the cues in order.

    `failure` says where and how the script fails that the cues end at, with its file; empty if it passes.
    """

    opened: TableOpened
    stacks: Mapping[int, Chips]
    cues: tuple[Cue, ...]
    failure: str = ""


PARTS: Final = ("the street", "the next act", "its seat", "the turn", "the board", "the pot", "the seats")
"""What each part of a signature is."""


def signature(view: TableView) -> Signature:
    """Street, turn, next act, money and cards of a view."""
    return (
        view.street,
        view.next.code,
        view.next.seat,
        None if view.action is None else (view.action.seat, view.action.to_call_chips),
        frozenset(view.board),
        view.pot_chips,
        tuple((seat.seat, seat.stack_chips, seat.status, seat.tabled) for seat in view.seats),
    )


class _Recorder(StraightPlayer):
    """Plays straight, and writes every act down with the view that it leads to."""

    silent = True

    def __init__(self, script: Script) -> None:
        super().__init__(table_rulebook(script.header.rulebook, script.header.house))
        self.opened: TableOpened | None = None
        self.stacks: Mapping[int, Chips] = {}
        self.cues: list[Cue] = []

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips], *, deals_up: bool = False) -> None:
        self.opened, self.stacks = opened, dict(stacks)
        super().open(opened, stacks, deals_up=deals_up)

    def do(self, act: acts.Act) -> None:
        posting = isinstance(act, acts.Push) and self.table.hand.phase == "deal"
        super().do(act)
        self.cues.append(Cue(act, posting, signature(self.view)))


def cue_sheet(script: Script) -> CueSheet:
    """Play a script straight and write it down, one that fails up to there.

    Raises `ValueError` if it fails before a table stands.
    """
    recorders: list[_Recorder] = []

    def make(_: object) -> _Recorder:
        recorders.append(_Recorder(script))
        return recorders[-1]

    played = play(script, make)
    failure = "" if played.failure is None else f"{script.path}:{played.failure.line} {played.failure.text}"
    recorder = recorders[0] if recorders else None
    if recorder is None or recorder.opened is None:
        raise ValueError(failure or f"{script.path}: the script opens no table")
    return CueSheet(recorder.opened, recorder.stacks, tuple(recorder.cues), failure)

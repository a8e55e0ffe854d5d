"""What the hands of the demonstration will do, and what the table must make of each act.

The script is first played straight on the engine; every act is written down with the view that it
leads to. The demonstration then moves the real simulated table by these cues and waits, after each, until
the system behind the sensors shows the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.cards import Card
from firmware_bridge.chips import Chips
from firmware_bridge.zones import Zone
from table_controller.events import TableOpened, Word
from table_controller.rulebooks.shipped import package_rulebook
from table_controller.runtime.moves import Moves, Parts
from table_controller.runtime.scripts.interpret import play
from table_controller.runtime.scripts.parse import Script
from table_controller.runtime.scripts.straight import StraightPlayer
from table_controller.views import TableView

Signature: TypeAlias = tuple[object, ...]
"""What two views must share to show the same table."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One act: its name, how to begin it at a table, and the view that it leads to."""

    act: str
    begin: Callable[[Moves], Parts]
    then: Signature


@dataclass(frozen=True, slots=True)
class CueSheet:
    """A whole evening: how the table opens, with which chips, and the cues in order."""

    opened: TableOpened
    stacks: Mapping[int, Chips]
    cues: tuple[Cue, ...]


def signature(view: TableView) -> Signature:
    """Street, turn, next act, money and cards of a view."""
    return (
        view.street,
        view.next.code,
        view.next.seat,
        None if view.action is None else (view.action.seat, view.action.to_call_chips),
        view.board,
        view.pot_chips,
        tuple((seat.seat, seat.stack_chips, seat.status, seat.tabled) for seat in view.seats),
    )


class _Recorder(StraightPlayer):
    """Plays straight, and writes every act down with the view that it leads to."""

    silent = True

    def __init__(self, script: Script) -> None:
        super().__init__(package_rulebook(script.header.rulebook))
        self.opened: TableOpened | None = None
        self.stacks: Mapping[int, Chips] = {}
        self.cues: list[Cue] = []

    def _cue(self, act: str, begin: Callable[[Moves], Parts]) -> None:
        self.cues.append(Cue(act, begin, signature(self.view)))

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips]) -> None:
        self.opened, self.stacks = opened, dict(stacks)
        super().open(opened, stacks)

    def riffle(self) -> None:
        button = self.table.positions.button if self.table.positions else None
        super().riffle()
        self._cue("riffle", lambda moves: moves.riffle(button))

    def put_away(self) -> None:
        super().put_away()
        self._cue("put away", lambda moves: moves.put_away())

    def deal(self, seat: int, card: Card, *, exposed: bool) -> None:
        super().deal(seat, card, exposed=exposed)
        self._cue(f"deal {seat}", lambda moves: moves.deal(seat, card, exposed=exposed))

    def burn(self, card: Card) -> None:
        super().burn(card)
        self._cue("burn", lambda moves: moves.burn(card))

    def board(self, cards: tuple[Card, ...]) -> None:
        super().board(cards)
        self._cue("board", lambda moves: moves.board(cards))

    def muck(self, seat: int, cards: tuple[Card, ...]) -> None:
        super().muck(seat, cards)
        self._cue(f"muck {seat}", lambda moves: moves.muck(seat, cards))

    def say(self, seat: int, word: Word, amount_chips: int | None, text: str) -> None:
        super().say(seat, word, amount_chips, text)
        self._cue(f"say {seat}", lambda moves: moves.say(seat, word, amount_chips, text))

    def table_hand(self, seat: int) -> None:
        super().table_hand(seat)
        self._cue(f"table {seat}", lambda moves: moves.table_hand(seat))

    def make_change(self, zone: Zone, chips: Chips) -> None:
        super().make_change(zone, chips)
        self._cue(f"change {zone}", lambda moves: moves.make_change(zone, chips))

    def push(self, seat: int, chips: Chips) -> None:
        posting = self.table.hand.phase == "deal"
        super().push(seat, chips)
        self._cue(f"{'post' if posting else 'push'} {seat}", lambda moves: moves.push(seat, chips, posting=posting))

    def take_back(self, seat: int, chips: Chips) -> None:
        super().take_back(seat, chips)
        self._cue(f"take back {seat}", lambda moves: moves.take_back(seat, chips))

    def gather(self, seat: int, chips: Chips) -> None:
        super().gather(seat, chips)
        self._cue(f"gather {seat}", lambda moves: moves.gather(seat, chips))

    def push_pot(self, seat: int, chips: Chips) -> None:
        super().push_pot(seat, chips)
        self._cue(f"push pot {seat}", lambda moves: moves.push_pot(seat, chips))


def cue_sheet(script: Script) -> CueSheet:
    """Play a script straight and write it down; raise `ValueError` if it fails."""
    recorders: list[_Recorder] = []

    def make(_: object) -> _Recorder:
        recorders.append(_Recorder(script))
        return recorders[-1]

    played = play(script, make)
    if played.failure is not None:
        raise ValueError(f"{script.path}:{played.failure.line} {played.failure.text}")
    recorder = recorders[0]
    if recorder.opened is None:
        raise ValueError(f"{script.path}: the script opens no table")
    return CueSheet(recorder.opened, recorder.stacks, tuple(recorder.cues))

"""What the screen notes about a key just pressed, and for how long: it lies where the amounts stand."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from display.keys.acts.screen import SCREEN
from display.keys.menus import ACTS, KEYS
from display.keys.pad import Keypad
from display.wording.ticking import LEAST_S
from display.wording.wording import Wording, capital
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import CallFloor, Say, Sent
from table_controller.vocabulary.views import TableView

NOTE_S: Final = 8.0
"""A note stands for so long, by the screen's own time: at a table with readers no key comes that would clear it."""

OWN_TURN_S: Final = 1.5
"""The turn that passes so soon after a note passed by the very key that is noted: the note is still to be read."""

_TURNED_OVER = frozenset((*(act.key for act in SCREEN), ACTS["call-floor"].key))
"""Keys pressed several times running: those of the screen itself, and the one that calls the floor and calls it off."""


def shouted(pad: Keypad, key: str) -> bool:
    """Whether a key begins an act of the table and is an upper-case letter."""
    return pad.mode == "idle" and key in KEYS and key.isupper() and key not in _TURNED_OVER


def told_of(command: Sent | None, view: TableView | None, words: Wording) -> str:
    """What was just told where it weighs most: all in, and for how much; the floor called off; empty for the rest."""
    if isinstance(command, CallFloor) and not command.calling:
        return words.say("note.floor-off")
    if not isinstance(command, Say) or command.word != "all-in" or view is None:
        return ""
    seat = command.seat if command.seat is not None else turn_of(view)
    one = next((one for one in view.seats if one.seat == seat), None)
    if one is None:
        return ""
    player = words.player(view.seats, one.seat)
    return words.say("note.all-in", player=capital(player), chips=one.stack_chips + one.bet_chips)


class Noted(Struct, frozen=True):
    """A note with the moment of the screen's own time at which it came, and whose turn it was then."""

    text: str = ""
    since_s: float = 0.0
    turn: int | None = None

    def after(self, note: str, view: TableView | None, now_s: float) -> Noted:
        """What stands now where `note` stood or has come: nothing if it has stood long enough.

        The turn of yet another player ends it too, for that player's amounts are wanted in its place.
        """
        turn, stood_s = turn_of(view), now_s - self.since_s
        if note != self.text or not note:
            return Noted(note, now_s, turn)
        if stood_s >= NOTE_S or (stood_s >= OWN_TURN_S and turn not in {None, self.turn}):
            return Noted()
        return replace(self, turn=turn) if turn is not None and stood_s < OWN_TURN_S else self

    def next_s(self, now_s: float) -> float | None:
        """How long it still stands, None where nothing does."""
        return max(LEAST_S, self.since_s + NOTE_S - now_s) if self.text else None


def turn_of(view: TableView | None) -> int | None:
    """The seat whose turn it is."""
    return view.action.seat if view is not None and view.action is not None else None

"""What the screen notes about a key just pressed: an act that is soon made by mistake, a keyboard that shouts."""

from __future__ import annotations

from display.keys.acts.screen import SCREEN
from display.keys.menus import KEYS
from display.keys.pad import Keypad
from display.wording import Wording
from table_controller.commands import Say
from table_controller.sent import Sent
from table_controller.views import TableView

_TURNED_OVER = frozenset(act.key for act in SCREEN)
"""Keys of the screen itself, which people press several times running until they like what they see."""


def shouted(pad: Keypad, key: str) -> bool:
    """Whether a key begins an act of the table and is an upper-case letter."""
    return pad.mode == "idle" and key in KEYS and key.isupper() and key not in _TURNED_OVER


def told_of(command: Sent | None, view: TableView | None, words: Wording) -> str:
    """What was just said where it weighs most: all in, and for how much; empty for everything else."""
    if not isinstance(command, Say) or command.word != "all-in" or view is None:
        return ""
    turn = view.action.seat if view.action is not None else None
    seat = command.seat if command.seat is not None else turn
    one = next((one for one in view.seats if one.seat == seat), None)
    if one is None:
        return ""
    player = words.player(view.seats, one.seat)
    return words.say("note.all-in", player=player[:1].upper() + player[1:], chips=one.stack_chips + one.bet_chips)

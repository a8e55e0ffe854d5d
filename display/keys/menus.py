"""The groups of the menu, and every act by its code and by its key."""

from __future__ import annotations

from typing import Final

from display.keys.acts.cards import CARDS
from display.keys.acts.chips import CHIPS
from display.keys.acts.corrections import CORRECTIONS
from display.keys.acts.floor import FLOOR
from display.keys.acts.hand import HAND
from display.keys.acts.room import ROOM
from display.keys.acts.screen import SCREEN
from display.keys.acts.seats import SEATS
from display.keys.acts.words import WORDS
from display.keys.pad import Act

MENU_KEY: Final = "."
"""Opens the menu, and goes back in it; it lies on a pad of digits too, so that digits, Enter and this key will do."""

MENUS: Final[dict[str, tuple[Act, ...]]] = {
    "words": WORDS,
    "seats": SEATS,
    "hand": HAND,
    "cards": CARDS,
    "chips": CHIPS,
    "floor": FLOOR,
    "room": ROOM,
    "corrections": CORRECTIONS,
    "screen": SCREEN,
}
"""Every act, by the group of the menu that it stands in; the words of a group are ``menu.GROUP``."""

ACTS: Final[dict[str, Act]] = {act.code: act for acts in MENUS.values() for act in acts}
KEYS: Final[dict[str, Act]] = {act.key: act for act in ACTS.values() if act.key}

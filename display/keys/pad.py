"""What the keys pressed so far amount to, what a key did, and what an act of the dealer is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from table_controller.vocabulary.commands import Command, Sent
from table_controller.vocabulary.events import When
from table_controller.vocabulary.views import TableView

Local: TypeAlias = Literal[
    "",
    "help",
    "leave",
    "language",
    "theme",
    "count-screen",
    "unknown-key",
    "no-option",
    "no-line",
    "no-such-chips",
    "no-card",
    "card-twice",
    "seat-not-here",
    "not-all",
    "not-zero",
    "answer-first",
]
"""What the screen does itself, or why a key was not taken."""

Answer: TypeAlias = int | str | tuple[Card, ...] | tuple[tuple[int, Card], ...] | None
"""An answer of the dealer: a seat or an amount, a choice or a text, cards, cards with their seats, or nothing."""


@dataclass(frozen=True, slots=True)
class Keypad:
    """What the keys pressed so far amount to.

    `mode` is what is asked just now: ``idle``, ``menu`` or a row of `modes.MODES`; `typed` the answer so far. `act` is
    the code of the act that asks, `given` what was answered of it, each with its mode. `menu` is the group that is
    open, empty for the list of groups. `seat` is the seat pointed at and `when` how the next word stood to the chips;
    both are used up by the next command. `held` is a command that waits: for a second look, or for the floor's PIN.
    `begun` is what the dealer saw as the act began: what he keys is about that, whatever has happened since.
    """

    mode: str = "idle"
    typed: str = ""
    seat: int | None = None
    when: When = "before"
    act: str = ""
    given: tuple[tuple[str, Answer], ...] = ()
    menu: str = ""
    held: Command | None = None
    begun: TableView | None = field(default=None, compare=False, repr=False)

    def told(self, mode: str) -> str:
        """The text or choice that was answered to `mode`; empty if none was."""
        answer = dict(self.given).get(mode)
        return answer if isinstance(answer, str) else ""


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a key did: the new keypad, a command to send, or something for the screen itself.

    `by` is the keypad that made the command, with its act and all answers; the new one has forgotten them.
    """

    pad: Keypad
    command: Sent | None = None
    local: Local = ""
    by: Keypad = field(default_factory=Keypad, compare=False)


class Given(Struct, frozen=True):
    """What an act has when everything that it asks is answered, and how the table runs.

    Each getter names the mode whose answer it wants; an answer of another kind is a mistake in the act's own row.
    """

    pad: Keypad
    view: TableView | None
    paused: bool
    demo: bool

    @property
    def idle(self) -> Keypad:
        """No key pressed, but the seat pointed at and the relation of word and chips are still there."""
        return Keypad(seat=self.pad.seat, when=self.pad.when, begun=self.pad.begun)

    @property
    def turn(self) -> int:
        """The seat whose turn it was as the act began, 0 if nobody's or if the dealer pointed at a seat."""
        begun = self.pad.begun
        return 0 if begun is None or begun.action is None or self.pad.seat is not None else begun.action.seat

    def number(self, mode: str) -> int | None:
        """A seat or an amount; None where the dealer gave none."""
        answer = dict(self.pad.given).get(mode)
        return answer if isinstance(answer, int) else None

    def seat(self, mode: str = "seat") -> int:
        """The seat that was given."""
        return self._sure(self.number(mode), mode)

    def chips(self, mode: str) -> int:
        """The amount that was given, 0 where Enter alone stands for none."""
        return self.number(mode) or 0

    def text(self, mode: str) -> str:
        """The text or the choice that was given."""
        return self.pad.told(mode).strip()

    def cards(self, mode: str) -> tuple[Card, ...]:
        """The cards that were given."""
        answer = dict(self.pad.given).get(mode)
        return tuple(card for card in answer if isinstance(card, str)) if isinstance(answer, tuple) else ()

    def card(self, mode: str) -> Card | None:
        """The one card that was given, None where the dealer gave none."""
        return next(iter(self.cards(mode)), None)

    def seat_cards(self, mode: str) -> tuple[tuple[int, Card], ...]:
        """The cards that were given with their seats, in the order typed."""
        answer = dict(self.pad.given).get(mode)
        return tuple(one for one in answer if isinstance(one, tuple)) if isinstance(answer, tuple) else ()

    @staticmethod
    def _sure(answer: int | None, mode: str) -> int:
        if answer is None:
            raise KeyError(mode)
        return answer


Made: TypeAlias = Command | Pressed | Local
"""What comes of an act: a command; a keypad; or why not, and then what was typed stays as it is."""


class Act(Struct, frozen=True):
    """One thing that the dealer can key.

    `code` finds its words (``do.CODE`` in menus, ``key.CODE`` in the line of keys); `asks` are the modes that it goes
    through, one after the other, or what says them when some of them are answered; `make` builds what comes of it.
    `key` starts it when nothing else is asked; without one it is reached by the menu. A command that wants a `look`,
    always or as the table stands, shows first what it would change, and is sent by one more Enter. What `lasts` is
    about no hand, or its case says whether it is over; all else is asked no longer than the hand in which it began.
    """

    code: str
    make: Callable[[Given], Made]
    asks: tuple[str, ...] | Callable[[Given], tuple[str, ...]] = ()
    key: str = ""
    look: bool | Callable[[Given], bool] = False
    lasts: bool = False

"""From the raw edges of a contact to presses: pure, with time given.

A contact chatters when it closes and when it opens, and a long wire catches spikes. So a level counts only once it has
been steady for the bounce time; until then nothing is told.

| the button is | what happens                | it becomes | told       | why                                  |
| ------------- | --------------------------- | ---------- | ---------- | ------------------------------------ |
| up            | closed for the bounce time  | down       | `pressed`  | shorter is chatter or a spike        |
| down          | kept down for the hold time | held       | `held`     | once: a chip on a button is one hold |
| down          | open for the bounce time    | up         | `released` | a short press is over                |
| held          | open for the bounce time    | up         | `let-go`   | the long press has been told already |
| any           | an edge to the same level   | the same   | nothing    | one was lost: steady anew            |

A button that is down when it is first seen has not been pressed: it must come up first.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace

BOUNCE_S: Final = 0.03
"""How long a level must be steady; hardware_docs/panel.md says why."""

HOLD_S: Final = 1.0
"""From here a press is a long one."""

What: TypeAlias = Literal["pressed", "held", "released", "let-go"]


class Times(Struct, frozen=True):
    """Bounce time and hold time of a panel's buttons, in seconds."""

    bounce_s: float = BOUNCE_S
    hold_s: float = HOLD_S


class Told(Struct, frozen=True):
    """What a button did, and when that became sure."""

    button: str
    what: What
    at_s: float


class Contact(Struct, frozen=True):
    """One contact: its last level `raw` and since when, and what is sure of the button.

    `pressed_s` is when it was surely down; `held`: its long press has been told.
    """

    raw: bool = False
    since_s: float = 0.0
    down: bool = False
    pressed_s: float = 0.0
    held: bool = False


def edge(contact: Contact, *, down: bool, at_s: float) -> Contact:
    """The contact after an edge; look at it first (`looked`), for until now its level was steady."""
    return replace(contact, raw=down, since_s=max(at_s, contact.since_s))


def looked(contact: Contact, now_s: float, times: Times) -> tuple[Contact, tuple[tuple[What, float], ...]]:
    """The contact as it is now, and what has become sure until then, oldest first."""
    told: list[tuple[What, float]] = []
    last_s = now_s if contact.raw else min(now_s, contact.since_s)
    if contact.down and not contact.held and last_s >= contact.pressed_s + times.hold_s:
        told.append(("held", contact.pressed_s + times.hold_s))
        contact = replace(contact, held=True)
    sure_s = contact.since_s + times.bounce_s
    if contact.raw == contact.down or now_s < sure_s:
        return contact, tuple(told)
    if not contact.raw:
        told.append(("let-go" if contact.held else "released", sure_s))
        return replace(contact, down=False, held=False), tuple(told)
    contact, more = looked(replace(contact, down=True, pressed_s=sure_s), now_s, times)
    return contact, (*told, ("pressed", sure_s), *more)


def due_s(contact: Contact, times: Times) -> float | None:
    """When something may become sure without another edge; None if nothing will."""
    if contact.raw != contact.down:
        return contact.since_s + times.bounce_s
    if contact.down and not contact.held:
        return contact.pressed_s + times.hold_s
    return None


class Debouncer:
    """The contacts of a panel, by name; one that is not known yet is up."""

    def __init__(self, times: Times | None = None, down: tuple[str, ...] = ()) -> None:
        """Begin with the buttons in `down` held down: they have not been pressed."""
        self._times = times or Times()
        self._contacts = {name: Contact(raw=True, down=True, held=True) for name in down}

    def edge(self, button: str, at_s: float, *, down: bool) -> tuple[Told, ...]:
        """Take one edge; answer what was sure before it."""
        told = self._look(button, at_s)
        self._contacts[button] = edge(self._contacts[button], down=down, at_s=at_s)
        return told

    def look(self, now_s: float) -> tuple[Told, ...]:
        """What has become sure by now, button by button."""
        return tuple(told for button in tuple(self._contacts) for told in self._look(button, now_s))

    def raw(self, button: str) -> bool:
        """The level that the last edge left: whoever can read the pin compares, for an edge may be lost."""
        return self._contacts.get(button, Contact()).raw

    @property
    def any_down(self) -> bool:
        """Whether a button is down, or on its way: then a lost edge would matter."""
        return any(contact.raw or contact.down for contact in self._contacts.values())

    @property
    def due_s(self) -> float | None:
        """When to look again."""
        due = [one for contact in self._contacts.values() if (one := due_s(contact, self._times)) is not None]
        return min(due, default=None)

    def _look(self, button: str, now_s: float) -> tuple[Told, ...]:
        contact, told = looked(self._contacts.get(button, Contact()), now_s, self._times)
        self._contacts[button] = contact
        return tuple(Told(button, what, at_s) for what, at_s in told)

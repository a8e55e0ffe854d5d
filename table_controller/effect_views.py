"""One thing that something would change at the table: the atom of choices, previews and explanations."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a choice of the floor would change, as a code with what it is about.

    ``acts-call SEAT CHIPS`` (total for the round), ``hand-dead SEAT``, ``returns SEAT CHIPS``, ``pot CHIPS``,
    ``turn SEAT CHIPS`` (what it has to call), ``nothing`` …; `word` is a further code, such as ``all-in``. In a
    preview `was_chips` and `was` are what `chips` and `word` were before.
    """

    code: str
    seat: int | None = None
    chips: int = 0
    word: str = ""
    was_chips: int | None = None
    was: str = ""

"""One question to the dealer, and how long sensors may take to answer it themselves."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

UNSAID: Final = ("unsaid-check", "unsaid-checks", "unsaid-check-before-bet", "unsaid-checks-before-bet")
"""The kinds of question whether a check came that nobody keyed, or several from one player on; before cards or a bet.
"""
PATIENCE_S: Final = 2.5
"""How long a sensor may take to explain a change before the dealer is asked: the slowest zone's leave time
(8 scans and 0.8 s) plus a settle window and a slide to the muck, with room to spare."""

GAP_PATIENCE_S: Final = 1.0
"""How long a difference that was found whole, chips here and missing there, may take to go away by itself: nodes come
back one after the other, and hands may be under way."""


class Doubt(Struct, frozen=True):
    """A question: its id (stable while it lasts), kind, seat, the answers it takes and the time it becomes due.

    `chips` is the amount that it is about, of ``cards-unseen`` the number of cards; 0 if it is about neither. Chips
    that went from stack to stack came from that of `from_seat`.
    """

    prompt: str
    kind: str
    seat: int | None
    answers: tuple[str, ...]
    due_s: float
    chips: int = 0
    from_seat: int | None = None

"""English for what guards the table: the floor's PIN, and a screen that fell."""

from __future__ import annotations

from typing import Final

GUARDING: Final[dict[str, str]] = {
    "notice.screen-fell": "The screen fell ({why}) and is back; the hand went on meanwhile",
    "fell.killed": "killed by {signal}",
    "fell.status": "status {code}",
    "reason.pin-needed": "this moves chips, seats or the clock: the floor's PIN is needed",
    "reason.pin-wrong": "this is not the floor's PIN; {left} more before it has to wait",
    "reason.pin-wait": "too many wrong PINs: none is taken for {seconds} seconds",
    "case.with-pin": "{name} (PIN)",
}

"""What consoles have asked for since the hand began: each once, and decided on the table as it is.

A console decides on what it was told, and a message more may have made another table of it. So a ruling must have been
decided on the last message, and anything else at least in this hand. As nothing that was decided in an earlier hand is
taken, only the commands of this one must be remembered to know one that comes again: no clock is needed for it, and no
clock step lets an old one in.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rules.betting.irregular import TOPIC as IRREGULAR
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.record import Record

MOST_IN_A_HAND: Final = 200
"""Commands that a table takes between two riffles."""


class HeardConsoles(Struct, frozen=True):
    """The last public message before the hand began, and what was taken since: client and id, client and nonce."""

    since_n: int = 0
    seen: tuple[tuple[str, str], ...] = ()


NOBODY_HEARD: Final = HeardConsoles()


def of_a_new_hand(live_n: int) -> HeardConsoles:
    """Where a hand begins or ends, of which the public message comes after `live_n`."""
    return HeardConsoles(live_n)


def with_heard(heard: HeardConsoles, command: FromConsole) -> HeardConsoles:
    """Once it is taken."""
    return replace(heard, seen=(*heard.seen, *_marks(command)))


def not_now(heard: HeardConsoles, command: FromConsole, live_n: int) -> str:
    """Why this command cannot be taken (a code), "" if it can."""
    if any(mark in heard.seen for mark in _marks(command)):
        return "seen-before"
    if len(heard.seen) >= 2 * MOST_IN_A_HAND:
        return "too-many"
    if command.n > live_n:
        return "unknown-n"
    if command.n < live_n if command.decided == "moment" else command.n <= heard.since_n:
        return "moved-on"
    return ""


def came_to_nothing(record: Record) -> str:
    """Why the table could make nothing of what a console asked for (a code), "" if it could.

    At the table that is a finding, for what was done there has been done. Somebody who is elsewhere is told no.
    """
    found = [finding for one in record.applied_events for finding in one.findings if finding.topic == IRREGULAR]
    return next((str(value) for one in found for name, value in one.facts if name == "cause"), "")


def _marks(command: FromConsole) -> tuple[tuple[str, str], tuple[str, str]]:
    """An id and a nonce are different things: one of each, told apart."""
    return (command.client, f"id {command.id}"), (command.client, f"nonce {command.nonce}")

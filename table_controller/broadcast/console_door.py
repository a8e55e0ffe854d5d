"""Where commands of consoles come in: each is looked at once, in the MQTT thread, and nothing of it is believed before.

What is refused is told on, too, so that it is answered and journalled; but of those that anybody could have sent no
more than the journal can bear. Who is over the bound hears nothing, and is counted in the next that is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from firmware_bridge.vocabulary.signed_commands import (
    Asked,
    CommandRefused,
    Consoles,
    SignedCommand,
    late,
    opened,
    read_signed,
)
from firmware_bridge.vocabulary.untrusted import clean_text, cleaned
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.console_verbs import VERBS, Verb
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.commands import COMMANDS, FromConsole
from table_controller.vocabulary.settings_faults import settings_fault

MOST_AT_ONCE: Final = 20
EACH_S: Final = 1.0
"""So many commands at once, then one a second: of those that were signed by a console of the table."""
MOST_UNKNOWN_AT_ONCE: Final = 10
EACH_UNKNOWN_S: Final = 6.0
"""The same of all others together."""
LONGEST_REASON: Final = 120


class Allowance:
    """So many at once, then one each `each_s` seconds; what is over it is counted."""

    def __init__(self, most: int, each_s: float) -> None:
        self._most, self._each_s = most, each_s
        self._left, self._at_s = float(most), 0.0
        self._over = 0

    def takes_one(self, now_s: float) -> bool:
        """Whether one more is let in; monotonic seconds."""
        self._left = min(float(self._most), self._left + (now_s - self._at_s) / self._each_s)
        self._at_s = now_s
        if self._left < 1.0:
            self._over += 1
            return False
        self._left -= 1.0
        return True

    def left_out(self) -> int:
        """How many were not let in since this was asked last."""
        over, self._over = self._over, 0
        return over


class ConsoleDoor:
    """The door of one table. `consoles` is asked each time, so that a console that is struck off is out at once."""

    def __init__(
        self, topics: Topics, epoch: str, consoles: Callable[[], Consoles], wall_s: Callable[[], float]
    ) -> None:
        self._topics, self._epoch, self._consoles, self._wall_s = topics, epoch, consoles, wall_s
        self._known = Allowance(MOST_AT_ONCE, EACH_S)
        self._unknown = Allowance(MOST_UNKNOWN_AT_ONCE, EACH_UNKNOWN_S)

    def take(self, topic: str, payload: bytes, now_s: float, *, retained: bool) -> FromConsole | None:
        """What came on a topic of this table's commands, refused or not; None for one too many. Never raises."""
        verb = clean_text(topic.rpartition("/")[2], 32)
        command: SignedCommand | None = None
        allowance = self._unknown
        try:
            command = read_signed(payload)
            asked = opened(command, self._consoles())
            allowance = self._known
            told = self._told(topic, verb, asked, command, retained=retained)
        except CommandRefused as no:
            told = _refused(no, verb)
        if not allowance.takes_one(now_s):
            return None
        return replace(told, left_out=allowance.left_out())

    def _told(self, topic: str, verb: str, asked: Asked, command: SignedCommand, *, retained: bool) -> FromConsole:
        """The command of the table that a console stands behind; raise `CommandRefused`."""
        if retained:
            raise CommandRefused("retained", asked)
        if asked.to != topic:
            raise CommandRefused("another-table", asked)
        row = VERBS.get(verb)
        if row is None:
            raise CommandRefused("unknown-verb", asked)
        if asked.role not in row.roles:
            raise CommandRefused("not-for-this-role", asked)
        if why := late(asked, self._wall_s()):
            raise CommandRefused(why, asked)
        if asked.epoch != self._epoch:
            raise CommandRefused("another-epoch", asked)
        line = _line(row, asked)
        return FromConsole(
            asked.client,
            asked.role,
            asked.id,
            asked.nonce,
            verb,
            asked.n,
            row.on,
            line,
            command.asked,
            command.signature,
        )


def _line(row: Verb, asked: Asked) -> str:
    """The command as a line of the vocabulary, its texts clean; empty for what the bridge does."""
    try:
        wanted = msgspec.convert(asked.data, row.kind)
        command = None if row.command is None else row.command(wanted)
    except msgspec.ValidationError as problem:
        raise _wrong_data(settings_fault(problem, a_name="field", wanted=row.kind), asked) from None
    except ValueError as problem:
        raise _wrong_data(str(problem), asked) from None
    return "" if command is None else COMMANDS.encode(cleaned(command)).decode().strip()


def _wrong_data(what: str, asked: Asked) -> CommandRefused:
    return CommandRefused(clean_text(f"wrong-data {what}", LONGEST_REASON), asked)


def _refused(no: CommandRefused, verb: str) -> FromConsole:
    """What is told of a command that was not let in; nothing in it but what may stand in a topic, and no text of it."""
    asked = no.asked
    if asked is None:
        return FromConsole("", "", "", "", verb, 0, "moment", refused=no.code)
    return FromConsole(asked.client, asked.role, asked.id, asked.nonce, verb, asked.n, "moment", refused=no.code)

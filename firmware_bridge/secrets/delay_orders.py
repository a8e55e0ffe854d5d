"""A producer's order of another delay before hidden cards are released: only by signature, and only in the bridge.

The controller has looked at the command before and has it in its journal. It is looked at here again, because a
controller that somebody has taken over could otherwise have every key at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from firmware_bridge.vocabulary.observations import DelayAnswered
from firmware_bridge.vocabulary.requests import OverrideDelay
from firmware_bridge.vocabulary.signed_commands import Asked, CommandRefused, Consoles, SignedCommand, late, opened

PRODUCER: Final = "producer"
MOST_NONCES: Final = 1000
"""So many orders are known again; who sends more in a minute is refused until the bridge is started anew."""


class _Order(Struct, frozen=True):
    delay_s: Annotated[float, Meta(ge=0, le=24 * 3600)]


class DelayOrders:
    """Who may order, and what was ordered. `topic` is that of the verb at this table, `wall_s` seconds since 1970."""

    def __init__(
        self, topic: str = "", consoles: Callable[[], Consoles] = dict, wall_s: Callable[[], float] | None = None
    ) -> None:
        self._topic, self._consoles, self._wall_s = topic, consoles, wall_s
        self._seen: set[tuple[str, str]] = set()

    def __repr__(self) -> str:
        """The topic."""
        return f"DelayOrders({self._topic!r})"

    def answer(self, request: OverrideDelay, now_s: float) -> DelayAnswered:
        """What is to be done, or why not."""
        try:
            asked = opened(SignedCommand(request.signed, request.signature), self._consoles())
            delay_s = self._delay_s(asked)
        except CommandRefused as no:
            who = no.asked
            return DelayAnswered(who.client if who else "", who.id if who else "", 0.0, no.code, now_s)
        self._seen.add((asked.client, asked.nonce))
        return DelayAnswered(asked.client, asked.id, delay_s, "", now_s)

    def _delay_s(self, asked: Asked) -> float:
        if asked.role != PRODUCER:
            raise CommandRefused("wrong-role", asked)
        if asked.to != self._topic or self._wall_s is None:
            raise CommandRefused("another-table", asked)
        if why := late(asked, self._wall_s()):
            raise CommandRefused(why, asked)
        if (asked.client, asked.nonce) in self._seen or len(self._seen) >= MOST_NONCES:
            raise CommandRefused("seen-before", asked)
        try:
            return msgspec.convert(asked.data, _Order).delay_s
        except msgspec.ValidationError:
            raise CommandRefused("unreadable", asked) from None


NO_ORDERS: Final = DelayOrders()
"""Of a table to which no producer has a key."""

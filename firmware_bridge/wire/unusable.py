"""Why nothing can be made of what a port delivers: bytes come, and nobody has said in them who he is.

A cable that lies and a node that says nothing look alike to whoever only waits for a good word; whoever has a board of
his own on the table has to know which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UNHEARD_S: Final = 3.0
"""A node that is asked says its hello twice a second: after so long there is none in what comes."""


_NO_FRAME: Final = frozenset({"gap", "oversize"})
"""Losses that are no frame: one that never came, and bytes that go on and on without an end."""


class Unusable:
    """What has come since the node was last understood: bytes, good messages, and losses by their reason."""

    __slots__ = ("_before", "_bytes", "_messages", "_since_s")

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._before = dict(counts)
        self._bytes = self._messages = 0
        self._since_s: float | None = None

    def came(self, size: int, messages: int, now_s: float) -> None:
        """Bytes have come, with so many good messages in them that are of no use."""
        if size and self._since_s is None:
            self._since_s = now_s
        self._bytes += size
        self._messages += messages

    def is_long(self, now_s: float, patience: float) -> bool:
        """Whether they have come for so long that it is no beginning."""
        return self._since_s is not None and now_s >= self._since_s + UNHEARD_S * patience

    def reason(self, counts: Mapping[str, int]) -> str:
        """A code with facts; nothing if nothing came."""
        grown = {why: count - self._before.get(why, 0) for why, count in counts.items() if why not in _NO_FRAME}
        why = max(grown, key=lambda one: grown[one], default="")
        if self._messages:
            return f"no-hello messages={self._messages}"
        if not why or not grown[why]:
            return f"no-frames bytes={self._bytes}" if self._bytes else ""
        if why == "repeat":
            return f"seq-repeated frames={grown[why]}"
        return (
            f"bad-messages frames={grown[why]}"
            if why == "message"
            else f"damaged-frames frames={grown[why]} kind={why}"
        )

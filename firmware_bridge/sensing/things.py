"""The puck, the all-in buttons and the wired buttons of all nodes: levels in, changes out.

What a node shows first is where it starts from: the puck was not just put down, no button was pressed.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from firmware_bridge.vocabulary.observations import AllInButtonSeen, ButtonPressed, PuckSeen, ZoneSeen
from firmware_bridge.vocabulary.zones import PUCK
from firmware_bridge.wire.reports import Snapshot

ThingNews: TypeAlias = PuckSeen | AllInButtonSeen | ButtonPressed | ZoneSeen

_MOST_PRESSES: Final = 8
"""More presses than these between two snapshots are no thumb's work: they are told as these many."""


class _Levels:
    """What one node last showed: the puck's seat (0 none, None not sensed), the seats with an all-in button down."""

    __slots__ = ("allin", "puck")

    def __init__(self, puck: int | None, allin: tuple[int, ...]) -> None:
        self.puck, self.allin = puck, allin


class Things:
    """The things on the table, whichever node senses them."""

    __slots__ = ("_nodes", "_puck_unseen")

    def __init__(self) -> None:
        self._nodes: dict[str, _Levels] = {}
        self._puck_unseen = False

    @property
    def puck(self) -> int | None:
        """The seat where the puck lies, None where no node sees it."""
        return next((levels.puck for levels in self._nodes.values() if levels.puck), None)

    @property
    def allin(self) -> tuple[int, ...]:
        """Seats whose all-in button is down."""
        return tuple(sorted({seat for levels in self._nodes.values() for seat in levels.allin}))

    def lose(self, node: str) -> None:
        """`node` is out of sight: its levels start afresh when it returns."""
        self._nodes.pop(node, None)

    def look(self, snapshot: Snapshot) -> list[ThingNews]:
        """Take what a node shows; answer what changed since it last did."""
        levels, at_s = self._nodes.get(snapshot.node), snapshot.at_s
        news: list[ThingNews] = []
        if self._puck_unseen and snapshot.puck is not None:
            self._puck_unseen = False
            news.append(ZoneSeen(PUCK, "ok", at_s))
        if levels is None:
            self._nodes[snapshot.node] = _Levels(snapshot.puck, snapshot.allin)
            return news
        if snapshot.puck != levels.puck:
            if snapshot.puck is None:
                self._puck_unseen = True
                news.append(ZoneSeen(PUCK, "unknown", at_s))
            else:
                news.append(PuckSeen(snapshot.puck or None, at_s))
            levels.puck = snapshot.puck
        if snapshot.allin != levels.allin:
            before, now = set(levels.allin), set(snapshot.allin)
            news += [AllInButtonSeen(seat, True, at_s) for seat in sorted(now - before)]
            news += [AllInButtonSeen(seat, False, at_s) for seat in sorted(before - now)]
            levels.allin = snapshot.allin
        for button, times in snapshot.presses:
            news += [ButtonPressed(button, at_s)] * min(times, _MOST_PRESSES)
        return news

"""What the journal's disk means for the table: no new hand without room for it, and trouble that is seen at once.

Two things, because replay must give what was lived. Whether a hand may begin is decided by a word in the
journal (`word_on_room`), written just before the riffle that it concerns; so the fold decides the same without a
disk. What is shown of the disk (`DiskWatch`) is no part of the fold: it is asked for anew, many times a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from firmware_bridge.vocabulary.observations import DeckRiffled, NodeSeen
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import is_settled
from table_controller.inference.infer import infer
from table_controller.journal.log import Log
from table_controller.session.state import Session
from table_controller.vocabulary.commands import Command, FromConsole
from table_controller.vocabulary.events import TimePassed
from table_controller.vocabulary.outcomes import HandBegan
from table_controller.vocabulary.record import Input, Record
from table_controller.vocabulary.views import NodeView, Refused

JOURNAL: Final = "journal"
"""The journal, where it is spoken of like a node."""

NO_NEW_HAND: Final = "no-new-hand"
FAILED: Final = "journal-failed"
LOOK_EVERY_S: Final = 0.25
"""How often whoever runs a table lets it look at its disk: an alarm has to be seen within a second."""

Reaction: TypeAlias = tuple[Session, Record] | Refused


def word_on_room(at_s: float, *, room: bool) -> NodeSeen:
    """The journal's own word, which decides whether the next riffle begins a hand."""
    return NodeSeen(JOURNAL, "ready", "", at_s) if room else NodeSeen(JOURNAL, "degraded", NO_NEW_HAND, at_s)


def is_closed(session: Session) -> bool:
    """Whether the journal's last word was that no hand may begin."""
    word = session.sensors.nodes.get(JOURNAL)
    return word is not None and word.reason == NO_NEW_HAND


def begins_a_hand(reaction: Reaction) -> bool:
    """Whether a hand would begin if this reaction were taken."""
    if isinstance(reaction, Refused):
        return False
    return any(isinstance(what, HandBegan) for one in reaction[1].applied_events for what in one.outcomes)


def held_back(session: Session, reaction: Reaction, cause: Input, at_s: float) -> Reaction:
    """`reaction` of `session` to `cause`, unless it begins a hand for which the journal has no room.

    A command is refused then. A riffle that was seen has happened and is recorded, but begins no hand: cards that
    come after it come without one, which the dealer is told like any other irregularity.
    """
    if not begins_a_hand(reaction) or not is_closed(session):
        return reaction
    if isinstance(cause, Command | FromConsole | TimePassed):
        return Refused("no-new-hand")
    inference, _ = infer(session.inference, cause, settled=is_settled(session.table))
    return replace(session, inference=inference), Record(at_s, session.table.hand.number, session.live_n, cause, ())


def was_held_back(session: Session, record: Record) -> bool:
    """Whether the last `record`, after which the table is `session`, is a riffle that began no hand."""
    return isinstance(record.cause, DeckRiffled) and not record.applied_events and is_closed(session)


class DiskWatch:
    """What a person should know of the journal's disk; `trouble` is a code with facts, empty if all is well."""

    def __init__(self, journal: Log) -> None:
        self._journal = journal
        self.trouble = ""
        self._more: list[Callable[[], str]] = []

    def also(self, trouble: Callable[[], str]) -> None:
        """Ask this too where the journal itself is well: what is kept beside it may not be."""
        self._more.append(trouble)

    def look(self) -> bool:
        """Ask the disk; whether the trouble is another one than before."""
        before, self.trouble = self.code, self._found()
        return self.code != before

    def _found(self) -> str:
        trouble = self._journal.trouble()
        if trouble.startswith(FAILED) or self._journal.room_for_a_hand():
            return trouble or next(filter(None, (more() for more in self._more)), "")
        return f"{NO_NEW_HAND} {trouble.partition(' ')[2]}".strip()

    @property
    def code(self) -> str:
        """The trouble without its facts; empty if all is well."""
        return self.trouble.partition(" ")[0]

    @property
    def forbids_a_hand(self) -> bool:
        """Whether no hand can begin: the floor is called for instead."""
        return self.code in (NO_NEW_HAND, FAILED)

    def beside(self, nodes: tuple[NodeView, ...]) -> tuple[NodeView, ...]:
        """The nodes, and the journal's trouble among what is not well.

        The journal's own words in the record decide, they are not shown: they may be older than the disk's state.
        """
        others = tuple(node for node in nodes if node.node != JOURNAL)
        if not self.trouble:
            return others
        return (*others, NodeView(JOURNAL, "down" if self.code == FAILED else "degraded", self.trouble))

"""Back to the state that a journal tells of: from its snapshot if there is a good one, else from its beginning.

Journal.open ─▶ recover ─▶ Controller(journal, book, recovered.session, wall_ns)
"""

from __future__ import annotations

from msgspec import Struct

from table_controller.controller.controller import ReplayDiffers, fold
from table_controller.controller.snapshots import Unusable, read_snapshot
from table_controller.game.rulebooks.model import Rulebook
from table_controller.journal.journal import Journal
from table_controller.journal.storage import POSIX, Storage
from table_controller.session.state import Session


class Recovered(Struct, frozen=True):
    """The state after the last record; `snapshot` is the record it was folded from, 0 for all, and `why` says why."""

    session: Session
    snapshot: int
    why: str = ""


def recover(journal: Journal, book: Rulebook, storage: Storage = POSIX) -> Recovered:
    """The state after the journal's last record. Raises `ReplayDiffers` if the journal does not follow from itself."""
    try:
        sequence, session = read_snapshot(journal, storage)
        return Recovered(fold(journal, book, session, sequence + 1), sequence)
    except Unusable as problem:
        why = str(problem)
    except ReplayDiffers as problem:
        why = f"what follows it does not: {problem}"
    return Recovered(fold(journal, book), 0, why)

"""The face of MQTT towards the controller: it takes what happened and returns at once.

Give `offer` only records that are in the journal. What was not delivered before a restart is read from
the journal again, so the publisher is made after the journal was opened.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from firmware_bridge.vocabulary.signed_commands import Consoles
from table_controller.broadcast.claims import Claim
from table_controller.broadcast.console_door import ConsoleDoor
from table_controller.broadcast.courier import AnswerTo, Courier, Delivery, Glance, Told
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.marks import MarkFile
from table_controller.broadcast.payloads import Titles, untitled
from table_controller.broadcast.pump import Backlog, Ears, Pump
from table_controller.broadcast.snapshots import Answer
from table_controller.journal.heads import SignedHead
from table_controller.journal.journal import Entry
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import TableView

__all__ = ["Delivery", "Glance", "Identity", "Publisher", "told_of_entries"]


class Publisher:
    """One table's voice on MQTT.

    `endpoint` is asked before each connection and may answer None while there is no broker; `backlog`
    yields the whole journal from its beginning; `mark_path` is this table's mark, in its state directory;
    `table_now_s` is the clock of `Record.at_s`; `titles` are what topics of findings are called. At a broker `shared`
    with other tables it claims its name first.
    """

    def __init__(
        self,
        who: Identity,
        endpoint: Callable[[], Endpoint | None],
        mark_path: Path,
        backlog: Backlog,
        delivery: Delivery | None = None,
        table_now_s: Callable[[], float] = time.monotonic,
        *,
        titles: Titles = untitled,
        shared: bool = False,
    ) -> None:
        stream = who.stream
        recorder = delivery.recorder if delivery is not None and stream.speaks else None
        ack_topic = who.topics.ack(recorder) if recorder is not None else None
        mark = MarkFile(mark_path, who.epoch)
        courier = Courier(who, mark.position, delivery, titles)
        claim = Claim(who.epoch) if shared else None
        name = f"cardspeak-{stream.name}-{who.table}"
        self._who = who
        self._pump = Pump(
            courier, mark, backlog, endpoint, table_now_s, name, Ears(who.topics.replay_requests, ack_topic), claim
        )

    def start(self) -> None:
        """Begin to reach the broker; returns at once."""
        self._pump.start()

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int | None = None) -> None:
        """Take a record that is in the journal, and the view after it. Never waits, never raises.

        The view is drawn only when a message needs it. `record` None means that only the view changed (readers,
        broker); `wall_ns` is when it was journalled.
        """
        told = None if record is None else Told(record, time.time_ns() if wall_ns is None else wall_ns)
        self._pump.offer((told, view))

    def health(self, facts: Mapping[str, int | str]) -> None:
        """Further facts for the `health` message, such as journal size and clock state."""
        self._pump.offer(dict(facts))

    def head(self, head: SignedHead) -> None:
        """The journal's head after a hand, for whoever keeps it elsewhere."""
        self._pump.offer(head)

    def commands_to(self, take: Callable[[FromConsole], None], consoles: Callable[[], Consoles]) -> None:
        """Before the start: listen to these consoles, and give what comes, refused or not, to `take`; in its thread.

        Without it nobody can ask for anything.
        """
        topics = self._who.topics
        door = ConsoleDoor(topics, self._who.epoch, consoles, time.time)
        self._pump.listen_to_consoles(topics.commands, door, take)

    def answer(self, client: str, answer: Answer) -> None:
        """Tell a console what became of its command; a command that names none is answered to nobody."""
        if client:
            self._pump.offer(AnswerTo(client, answer))

    def status(self) -> str:
        """The broker's state for the screen: a code and facts, such as ``ready`` or ``absent connection-refused``."""
        return self._pump.status

    def wait_ready(self, timeout_s: float) -> bool:
        """Whether the broker let us in within `timeout_s`; for start-up and tests."""
        return self._pump.wait_ready(timeout_s)

    def stop(self, timeout_s: float = 2.0) -> None:
        """Send what can be sent in `timeout_s`, say ``lost``, and end."""
        self._pump.stop(timeout_s)


def told_of_entries(entries: Iterable[Entry]) -> Iterator[Told]:
    """The records of journal entries, for `backlog`; raise `LineError` for an entry that is no record."""
    for entry in entries:
        yield Told(decode_record(entry.payload), entry.wall_ns)

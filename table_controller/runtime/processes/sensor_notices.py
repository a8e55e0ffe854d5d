"""What the log is told of nodes and readers: trouble when it comes, and that it is over."""

from __future__ import annotations

from table_controller.inference.sensor_status import BRIDGE, SensorStatus
from table_controller.vocabulary.views import Notice


class SensorNotices:
    """Remembers what was told; between two looks things may change to and fro, which is no news."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}
        self._unseen: frozenset[str] = frozenset()

    def news(self, sight: SensorStatus) -> tuple[Notice, ...]:
        """One notice for each node that fell silent or is back, one for zones that went out of sight alone."""
        notices = []
        for node, seen in sorted(sight.nodes.items()):
            if seen.status != self._told.get(node, "ready"):
                code = "bridge" if node == BRIDGE else "reader"  # through it all readers are heard
                notices.append(Notice(code, (("status", seen.status), ("node", node), ("reason", seen.reason))))
            self._told[node] = seen.status
        unseen = frozenset(str(zone) for zone in sight.unknown)
        gone = " ".join(sorted(unseen - self._unseen))
        if gone and not notices:
            notices.append(Notice("unseen", (("zones", gone),)))
        self._unseen = unseen
        return tuple(notices)

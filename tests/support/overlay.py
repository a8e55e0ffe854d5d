"""An overlay as `hardware_docs/mqtt.md` has a stranger write it: its picture from `state`, animations from `ev`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec


@dataclass
class Overlay:
    """What one client shows; `hear` takes what the broker delivers, by the last level of its topic."""

    state: dict[str, Any] | None = None
    shown: list[dict[str, Any]] = field(default_factory=list)
    """Events, each once and in order: what graphics were triggered by."""
    stale: bool = True
    holes: int = 0
    _epoch: str = ""
    _last_n: int | None = None
    _conn: int = -1
    _joins: bool = True
    _start_ns: int = 0
    _state_ns: int = -1

    def connected(self) -> None:
        """A new connection: the first state is a new start; the first `avail` says which connection the table has."""
        self._last_n, self._start_ns, self._joins = None, 0, True

    def hear(self, topic: str, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        match topic.rpartition("/")[2]:
            case "avail":
                self._avail(message["epoch"], int(message["mono"]), **message["data"])
            case "state":
                self._state(message["epoch"], int(message["mono"]), message["data"])
            case "ev":
                self._event(message)
            case _:
                pass

    def _avail(self, epoch: str, mono_ns: int, state: str, conn: int) -> None:
        if epoch == self._epoch and conn < self._conn:
            return  # a late will
        if conn > self._conn and not self._joins:  # the table comes anew, maybe after its first state
            came = self.state is not None and epoch == self._epoch and self._state_ns >= mono_ns
            self._start_ns, self._last_n = mono_ns, self.state["as_of"] if came and self.state else None
        self._epoch, self._conn, self.stale, self._joins = epoch, conn, state != "ready", False

    def _state(self, epoch: str, mono_ns: int, state: dict[str, Any]) -> None:
        if epoch != self._epoch or (self._last_n is None and mono_ns >= self._start_ns):
            self._last_n = state["as_of"]
        self._epoch, self._state_ns, self.state = epoch, mono_ns, state

    def _event(self, message: dict[str, Any]) -> None:
        if self._last_n is None or message["epoch"] != self._epoch or message["n"] <= self._last_n:
            return  # before the start, or a repeat
        self.holes += message["n"] != self._last_n + 1
        self._last_n = message["n"]
        self.shown.append(message)

    def picture(self) -> dict[str, Any]:
        """What is drawn."""
        assert self.state is not None
        seats = [seat for seat in self.state["seats"] if seat["status"] != "empty"]
        action = self.state["action"] or {}
        return {
            "street": self.state["street"],
            "board": self.state["board"],
            "stacks": {seat["seat"]: seat["stack_chips"] for seat in seats},
            "bets": {seat["seat"]: seat["bet_chips"] for seat in seats if seat["bet_chips"]},
            "pots": [pot["amount_chips"] for pot in self.state["pots"]],
            "turn": action.get("seat"),
            "to_call": action.get("to_call_chips"),
            "won": {seat["seat"]: seat["won_chips"] for seat in seats if seat["won_chips"]},
            "shown": {seat["seat"]: seat["tabled"] for seat in seats if seat["tabled"]},
        }

"""The node's side of one connection to a host, without I/O: bytes and microseconds in, bytes out.

It repeats its hello until the host accepts, then sends a snapshot on every change and every second,
a heartbeat when it said nothing else, and answers clock pings and commands. It keeps no history: a lost
frame heals with the next snapshot. Runs under CPython (the simulated node) and MicroPython (the firmware).
"""

from firmware_bridge.node.contents import Contents
from firmware_bridge.wire import frames
from firmware_bridge.wire import message_specs as specs

try:  # noqa: SIM105  # MicroPython has no contextlib.suppress
    from typing import Any
except ImportError:  # MicroPython has no typing, and never evaluates annotations
    pass

HELLO_US = 500_000
REFUSED_HELLO_US = 5_000_000
SNAPSHOT_US = 1_000_000
HEARTBEAT_US = 500_000
HEALTH_US = 2_000_000
"""A health message goes out at least this often, however much else is said."""
HOST_SILENCE_US = 3_000_000
"""After this without a host the lamps and the buzzer go off, and the hello starts again."""

MIN_SCAN_PERIOD_MS = 5
_REMEMBERED_COMMANDS = 8  # twice the host's window: a repeat is answered, not carried out again
_FLUSH = b"\x00"

GREETING, LIVE, REFUSED = "greeting", "live", "refused"


class NodeEnd:
    """One node as the host hears it.

    `identity` is ``(name, unique_id, boot_id, firmware, reset_cause, simulated)``; `boot_id` is a number
    drawn anew at every start. `zones` and `buttons` are as in `Contents`, which is `self.contents`.
    """

    def __init__(
        self,
        identity: tuple[str, bytes, int, str, int, bool],
        zones: tuple[tuple[str, int, int, int, tuple[int, ...]], ...],
        buttons: tuple[str, ...],
        now_us: int,
    ) -> None:
        self.contents = Contents(zones, buttons)
        self.state = GREETING
        self.refusal = ""
        self._identity = identity
        self._boot_id = identity[2]
        self._started_us = now_us
        self._deframer = frames.Deframer()
        self._bad_messages = 0
        self._scan_errors = [0] * len(zones)
        self._out = [_FLUSH]  # ends whatever half frame the host may have read before
        self._seq = 0
        self._session = 0
        self._done: list[tuple[int, int]] = []  # the latest commands: (number, status)
        self._actions: list[tuple[Any, ...]] = []
        self._heard_us = now_us
        self._hello_us = now_us  # when the next hello is due
        self._snapshot_us = now_us
        self._sent_us = now_us  # when anything was sent last
        self._health_us = now_us
        self._told_generation = -1

    def receive(self, data: bytes, now_us: int) -> None:
        """Take bytes from the host."""
        for payload in self._deframer.feed(data):
            try:
                number = specs.unpack_header(payload)[0]
                values = specs.unpack_message(payload)
            except ValueError:
                self._bad_messages += 1
                continue
            self._handle(number, values, now_us)
        self.tick(now_us)

    def tick(self, now_us: int) -> None:
        """Send what is due: call it after `contents` changed and when `next_wake_us` has come."""
        if self.state == LIVE:
            self._tick_live(now_us)
        elif now_us >= self._hello_us:
            self._send_hello(now_us)

    def outgoing(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        if not self._out:
            return b""
        data = b"".join(self._out)
        self._out = []
        return data

    def actions(self) -> list[tuple["Any", ...]]:
        """What the board must do now, in order; handed out once.

        ``("lamp", name, lit)``, ``("buzzer", duration_ms)``, ``("scan", zone, period_ms)``, and ``("safe",)``:
        the host is gone, lamps and buzzer off.
        """
        actions = self._actions
        self._actions = []
        return actions

    def next_wake_us(self) -> int:
        """When `tick` wants to be called again, if nothing else happens."""
        if self.state != LIVE:
            return self._hello_us
        return min(
            self._snapshot_us,
            self._sent_us + HEARTBEAT_US,
            self._health_us + HEALTH_US,
            self._heard_us + HOST_SILENCE_US,
        )

    def scan_failed(self, zone_index: int) -> None:
        """Count a failed scan of a zone; the next health message tells."""
        self._scan_errors[zone_index] = min(self._scan_errors[zone_index] + 1, 0xFFFF)

    def _tick_live(self, now_us: int) -> None:
        if now_us >= self._heard_us + HOST_SILENCE_US:
            self._greet(now_us)
            return
        if self.contents.generation != self._told_generation or now_us >= self._snapshot_us:
            self._send_snapshot(now_us)
        if now_us >= min(self._sent_us + HEARTBEAT_US, self._health_us + HEALTH_US):
            self._send_health(now_us)

    def _greet(self, now_us: int) -> None:
        """Start over: no host listens to this node now."""
        if self.state == LIVE:
            self._actions.append(("safe",))
        self.state = GREETING
        self._send_hello(now_us)

    def _handle(self, number: int, values: tuple["Any", ...], now_us: int) -> None:
        if number == specs.HOST_HELLO:
            self._hear_host(values, now_us)
        elif self.state != LIVE:
            return
        elif number == specs.CLOCK_PING:
            self._send(specs.CLOCK_REPLY, (values[0], now_us, now_us), now_us)
        elif number == specs.SNAPSHOT_REQUEST:
            self._send_snapshot(now_us)
        elif number in (specs.LAMP, specs.BUZZER, specs.SET_SCAN):
            self._obey(number, values, now_us)
        else:  # our own words came back: a looped line, not a host
            self._bad_messages += 1
            return
        self._heard_us = now_us

    def _hear_host(self, values: tuple["Any", ...], now_us: int) -> None:
        verdict, major, _, schema_crc, session, boot_id, reason = values
        if verdict == specs.ASK:
            self._greet(now_us)
        elif boot_id != self._boot_id:
            return  # an answer to the node before its reset
        elif verdict == specs.ACCEPT and major == specs.PROTOCOL_MAJOR and schema_crc == specs.SCHEMA_CRC:
            if session != self._session:
                self._session = session
                self._done = []
            self.state = LIVE
            self._told_generation = -1
        else:
            self.state = REFUSED
            self.refusal = reason or f"schema-mismatch host={schema_crc:08x}"
            self._hello_us = now_us + REFUSED_HELLO_US

    def _obey(self, number: int, values: tuple["Any", ...], now_us: int) -> None:
        """Carry out a command once, and answer it each time it comes."""
        boot_id, command = values[0], values[1]
        if boot_id != self._boot_id:
            status = specs.WRONG_BOOT
        else:
            known = [status for done, status in self._done if done == command]
            status = known[0] if known else self._carry_out(number, values)
            if not known:
                self._done = self._done[1 - _REMEMBERED_COMMANDS :] + [(command, status)]  # noqa: RUF005  # no * in MicroPython
        self._send(specs.ACK, (boot_id, command, status), now_us)

    def _carry_out(self, number: int, values: tuple["Any", ...]) -> int:
        if number == specs.LAMP:
            if values[2] not in self.contents.buttons:
                return specs.UNKNOWN_TARGET
            self._actions.append(("lamp", values[2], bool(values[3])))
        elif number == specs.BUZZER:
            self._actions.append(("buzzer", values[2]))
        else:
            zone_index, period_ms = values[2], values[3]
            if zone_index >= len(self.contents.zones):
                return specs.UNKNOWN_TARGET
            if period_ms < MIN_SCAN_PERIOD_MS:
                return specs.BAD_VALUE
            self._actions.append(("scan", self.contents.set_period(zone_index, period_ms), period_ms))
        return specs.DONE

    def _send_hello(self, now_us: int) -> None:
        name, unique_id, boot_id, firmware, reset_cause, simulated = self._identity
        version = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)
        words = (boot_id, unique_id, name, firmware, reset_cause, int(simulated), self.contents.zones)
        buttons = [(button,) for button in self.contents.buttons]
        self._send(specs.HELLO, version + words + (buttons,), now_us)
        self._hello_us = now_us + (REFUSED_HELLO_US if self.state == REFUSED else HELLO_US)

    def _send_snapshot(self, now_us: int) -> None:
        for values in self.contents.snapshots(now_us):
            self._send(specs.SNAPSHOT, values, now_us)
        self._told_generation = self.contents.generation
        self._snapshot_us = now_us + SNAPSHOT_US

    def _send_health(self, now_us: int) -> None:
        drops = [min(self._deframer.drops[reason], 0xFFFF) for reason in frames.DROP_REASONS]
        drops.append(min(self._bad_messages, 0xFFFF))
        errors = [(at, count) for at, count in enumerate(self._scan_errors) if count]
        uptime_s = max(0, now_us - self._started_us) // 1_000_000  # a clock may have stepped back past its start
        self._send(specs.HEALTH, (self._boot_id, uptime_s, drops, errors), now_us)
        self._health_us = now_us

    def _send(self, number: int, values: "Any", now_us: int) -> None:
        self._out.append(frames.encode_frame(specs.pack_message(number, 0, self._seq, values)))
        self._seq = (self._seq + 1) & 0xFFFF
        self._sent_us = now_us

"""What the host may tell a node to do, and the messages that carry it."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never

from msgspec import Struct

from firmware_bridge.vocabulary.zones import Zone
from firmware_bridge.wire.messages import BuzzerCommand, CommandMessage, Hello, LampCommand, ScanCommand

_MAX_MS: Final = 0xFFFF


class SetLamp(Struct, frozen=True):
    """Light or darken the lamp of a wired button."""

    lamp: str
    lit: bool


class SoundBuzzer(Struct, frozen=True):
    """Sound the node's buzzer for a time, at most 65535 ms; 0 stops it."""

    duration_ms: int


class SetScan(Struct, frozen=True):
    """Scan a zone with this period, at most 65535 ms."""

    zone: Zone
    period_ms: int


Command: TypeAlias = SetLamp | SoundBuzzer | SetScan


def command_message(command: Command, command_seq: int, hello: Hello | None) -> CommandMessage | str:
    """The message that carries `command` to the node of `hello`, or the reason code why there is none."""
    if hello is None:
        return "not-ready"
    match command:
        case SetLamp():
            if command.lamp not in (button.button for button in hello.buttons):
                return "unknown-target"
            return LampCommand(hello.boot_id, command_seq, command.lamp, int(command.lit))
        case SoundBuzzer():
            if not 0 <= command.duration_ms <= _MAX_MS:
                return "bad-value"
            return BuzzerCommand(hello.boot_id, command_seq, command.duration_ms)
        case SetScan():
            index = next((at for at, spec in enumerate(hello.zones) if spec.zone == command.zone), None)
            if index is None:
                return "unknown-target"
            if not 0 <= command.period_ms <= _MAX_MS:
                return "bad-value"
            return ScanCommand(hello.boot_id, command_seq, index, command.period_ms)
        case _:
            assert_never(command)

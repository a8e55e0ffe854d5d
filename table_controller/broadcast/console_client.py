"""A console that asks once: what the table says of itself, the signed command, and the answer."""

from __future__ import annotations

import math
import secrets
import socket
import time
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo

from firmware_bridge.vocabulary.signed_commands import Asked, ConsoleRole, SignedCommand, signed
from firmware_bridge.vocabulary.untrusted import read_json
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.connection import Accepted, Arrived, Connection, Ended
from table_controller.broadcast.console_verbs import VERBS
from table_controller.broadcast.courier import Publish
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.snapshots import Answer
from table_controller.broadcast.subscriber import ASKED_AGAIN_S
from table_controller.broadcast.topics import Topics
from table_controller.vocabulary.settings_faults import settings_fault

LIFE_S: Final = 20.0
"""So long a command holds; the clocks of console and table may differ by as much."""
PATIENCE_S: Final = 10.0
AGAIN_S: Final = 1.0
SEEN_BEFORE: Final = "seen-before"


class NotAsked(RuntimeError):
    """The table was not reached, or did not answer: says which."""


class Decision(Struct, frozen=True):
    """The state of a table that somebody decides on."""

    epoch: str
    n: int


class Console(Struct, frozen=True):
    """Who asks: the login, its role and its key."""

    client: str
    role: ConsoleRole
    key: bytes

    def command(
        self, topics: Topics, verb: str, data: Mapping[str, Any], on: Decision, expires_s: float
    ) -> SignedCommand:
        """The command under an id and a nonce of its own."""
        number, nonce = secrets.token_hex(8), secrets.token_hex(16)
        to = topics.of("cmd", verb)
        asked = Asked(to, number, self.client, self.role, nonce, expires_s, on.epoch, on.n, dict(data))
        return signed(asked, self.key)


def data_of(verb: str, words: Mapping[str, str]) -> dict[str, Any]:
    """What these words (``seat``: ``4``, ``arguments.seat``: ``4``) say for a verb; `ValueError` that says what not."""
    if verb not in VERBS:
        raise ValueError(f"{verb}: it is one of {', '.join(VERBS)}")
    told: dict[str, Any] = {}
    for name, word in words.items():
        outer, dot, inner = name.partition(".")
        if dot:
            told.setdefault(outer, {})[inner] = word
        else:
            told[outer] = word
    try:
        data: dict[str, Any] = msgspec.to_builtins(msgspec.convert(told, VERBS[verb].kind, strict=False))
    except msgspec.ValidationError as problem:
        raise ValueError("\n".join((f"{verb}: {settings_fault(problem, a_name='word')}", *words_of(verb)))) from None
    return data


def words_of(verb: str) -> list[str]:
    """What a verb takes, a line each: ``seat=`` and what it means, in brackets what holds if it is left out."""
    fields = msgspec.structs.fields(VERBS[verb].kind)
    if not fields:
        return [f"{verb} takes nothing"]
    return [f"{verb} takes, name=value each:", *(f"  {_named(one):<18} {_meaning(one)}" for one in fields)]


def _named(field: FieldInfo) -> str:
    return f"{field.name}.NAME=" if field.name == "arguments" else f"{field.name}="


def _meaning(field: FieldInfo) -> str:
    """The description of its type, the words or bounds that it takes, and what holds without it."""
    kind = msgspec.inspect.type_info(field.type)
    told: list[str] = []
    if isinstance(kind, msgspec.inspect.Metadata):
        told.append(str((kind.extra_json_schema or {}).get("description", "")))
        kind = kind.type
    if isinstance(kind, msgspec.inspect.LiteralType):
        told.append(f"One of {', '.join(map(str, kind.values))}.")
    if isinstance(kind, msgspec.inspect.IntType) and kind.le is not None:
        told.append(f"{kind.ge:,} to {kind.le:,}.")
    if not field.required:
        default = "none" if field.default in {msgspec.NODEFAULT, ""} else str(field.default)
        told.append(f"[{default.lower()}]")
    return " ".join(told)


def ask(endpoint: Endpoint, topics: Topics, console: Console, verb: str, data: Mapping[str, Any]) -> Answer:
    """Ask a table for something, on the state that it shows now; raise `NotAsked`.

    As long as nothing is answered the same command is sent again: a table takes it once, whatever it has heard. The
    state is asked for again until it comes, as a subscriber does (`subscriber.ASKED_AGAIN_S`).
    """
    wake, other = socket.socketpair()
    session, until_s = Connection(endpoint, console.client, wake), time.monotonic() + PATIENCE_S
    sent: _Sent | None = None
    state_due_s = math.inf
    try:
        session.connect()
        while time.monotonic() < until_s:
            for news in session.pump(0.1):
                match news:
                    case Accepted():
                        session.subscribe(topics.answer(console.client, "x").rpartition("/")[0] + "/#")
                        state_due_s = time.monotonic()
                    case Ended(reason):
                        raise NotAsked(f"the broker at {endpoint.host}:{endpoint.port} is not reached: {reason}")
                    case Arrived(topic, payload) if topic == topics.state and sent is None:
                        sent = _Sent(console.command(topics, verb, data, decision_of(payload), time.time() + LIFE_S))
                    case Arrived(topic, payload) if sent is not None and topic == sent.answered_at(topics):
                        session.leave()
                        return sent.answer_of(payload)
                    case _:
                        pass
            if sent is None and time.monotonic() >= state_due_s:
                state_due_s = time.monotonic() + ASKED_AGAIN_S
                session.subscribe(topics.state)
            if sent is not None and sent.is_due(time.monotonic()):
                session.publish(Publish(topics.of("cmd", verb), sent.payload, 1, retain=False))
    finally:
        session.close()
        wake.close()
        other.close()
    raise NotAsked("the table does not answer" if sent else "the table has not said anything yet: is it running?")


class _Sent:
    """A command on its way, and how often it was sent."""

    def __init__(self, command: SignedCommand) -> None:
        self._asked = read_json(command.asked.encode(), Asked)
        self.payload = msgspec.json.encode(command)
        self._times, self._at_s = 0, 0.0

    def answered_at(self, topics: Topics) -> str:
        """Where its answer comes."""
        return topics.answer(self._asked.client, self._asked.id)

    def is_due(self, now_s: float) -> bool:
        """Whether it is to be sent, for the first time or again; then it counts as sent."""
        due = not self._times or now_s - self._at_s >= AGAIN_S
        if due:
            self._times, self._at_s = self._times + 1, now_s
        return due

    def answer_of(self, payload: bytes) -> Answer:
        """The answer; that one sent again was seen before says that it was taken, and the first answer lost."""
        answer = _answer_of(payload)
        if self._times > 1 and answer.reason == SEEN_BEFORE:
            return replace(answer, accepted=True, reason="")
        return answer


class _Envelope(Struct, frozen=True):
    epoch: str
    data: dict[str, Any]


def decision_of(state: bytes) -> Decision:
    """What a `state` message lets decide on; raise `NotAsked` for what is none."""
    try:
        told = read_json(state, _Envelope)
        return Decision(told.epoch, int(told.data["as_of"]))
    except (msgspec.DecodeError, KeyError, ValueError, TypeError):
        raise NotAsked("what the table says of itself cannot be read: is it of another release?") from None


def _answer_of(payload: bytes) -> Answer:
    try:
        return msgspec.convert(read_json(payload, _Envelope).data, Answer)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise NotAsked("the answer cannot be read: is the table of another release?") from None

"""A producer's signature, and nothing else, makes the delay of a real table shorter: from the next hand on."""

from __future__ import annotations

from typing import Final

import pytest

from firmware_bridge.secrets.delay_orders import MOST_NONCES, DelayOrders
from firmware_bridge.secrets.sealing import LEAST_DELAY_S, Reveal, Sealing
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import DelayAnswered, Handle
from firmware_bridge.vocabulary.requests import OverrideDelay
from firmware_bridge.vocabulary.signed_commands import Asked, Console, ConsoleRole, public_key, signed
from firmware_bridge.vocabulary.values import replace

TOPIC: Final = "cardspeak/v1/rome/cmd/table/t7/delay"
WALL_S: Final = 1000.0
KEYS: Final[dict[ConsoleRole, bytes]] = {"producer": b"p" * 32, "floor": b"f" * 32}
CONSOLES: Final[dict[str, Console]] = {role: Console(role, public_key(key)) for role, key in KEYS.items()}


def asked(number: int = 1, role: ConsoleRole = "producer", delay_s: object = 60) -> Asked:
    return Asked(TOPIC, f"c-{number}", role, role, f"{number:016x}", WALL_S + 20, "E1", 7, {"delay_s": delay_s})


def order(what: Asked, key: bytes = b"") -> OverrideDelay:
    command = signed(what, key or KEYS[what.role])
    return OverrideDelay(command.asked, command.signature)


@pytest.fixture
def orders() -> DelayOrders:
    return DelayOrders(TOPIC, lambda: CONSOLES, lambda: WALL_S)


@pytest.fixture
def sealing(orders: DelayOrders) -> Sealing:
    count = iter(range(1, 10_000))
    return Sealing(Reveal("rome/t7", "all", LEAST_DELAY_S, orders), lambda size: next(count).to_bytes(size, "big"))


def played(sealing: Sealing, hand: int, from_s: float) -> float:
    """A hand of ten seconds of a real table; when it ended."""
    sealing.begin(hand, from_s, simulated=False)
    sealing.seal(Handle(f"h-{hand}"), Card("Ah"), 3)
    sealing.end(hand, from_s + 10, simulated=False)
    return from_s + 10


def test_the_next_hand_is_released_as_ordered_and_the_one_under_way_as_before(sealing: Sealing) -> None:
    sealing.begin(1, 0.0, simulated=False)
    assert sealing.order(order(asked()), 5.0) == DelayAnswered("producer", "c-1", 60.0, "", 5.0)
    assert sealing.policy(5.0, simulated=False).delay_s == 60
    sealing.end(1, 10.0, simulated=False)
    played(sealing, 2, 20.0)
    assert [one.hand for one in sealing.due(30 + 59.9, simulated=False)] == []
    assert [one.hand for one in sealing.due(30 + 60, simulated=False)] == [2]
    assert [one.hand for one in sealing.due(10 + LEAST_DELAY_S - 0.1, simulated=False)] == []
    assert [one.hand for one in sealing.due(10 + LEAST_DELAY_S, simulated=False)] == [1]


def test_a_new_process_knows_of_no_order(sealing: Sealing) -> None:
    sealing.order(order(asked()), 5.0)
    ended_s = played(sealing, 2, 20.0)
    again = Sealing(sealing.reveal, bytes, sealing.memory())
    assert again.policy(40.0, simulated=False).delay_s == LEAST_DELAY_S
    assert again.due(ended_s + 60, simulated=False) == []
    assert [one.hand for one in again.due(ended_s + 60 + LEAST_DELAY_S, simulated=False)] == [2]


@pytest.mark.parametrize(
    ("what", "key", "code"),
    [
        (asked(role="floor"), b"", "wrong-role"),
        (asked(), b"x" * 32, "wrong-signature"),
        (replace(asked(), client="nobody"), b"", "unknown-client"),
        (replace(asked(), to="cardspeak/v1/rome/cmd/table/t8/delay"), b"", "another-table"),
        (replace(asked(), to="cardspeak/v1/rome/cmd/table/t7/level"), b"", "another-table"),
        (replace(asked(), expires_s=WALL_S), b"", "expired"),
        (replace(asked(), expires_s=WALL_S + 61), b"", "expiry-too-far"),
        (asked(delay_s=-1), b"", "unreadable"),
        (asked(delay_s=86_401), b"", "unreadable"),
        (asked(delay_s="60"), b"", "unreadable"),
        (replace(asked(), data={}), b"", "unreadable"),
    ],
)
def test_anything_else_changes_nothing(sealing: Sealing, what: Asked, key: bytes, code: str) -> None:
    assert sealing.order(order(what, key), 5.0).refused == code
    assert sealing.policy(5.0, simulated=False).delay_s == LEAST_DELAY_S


def test_an_order_counts_once(orders: DelayOrders) -> None:
    assert orders.answer(order(asked(1)), 0.0).refused == ""
    assert orders.answer(order(asked(1)), 0.0).refused == "seen-before"
    assert orders.answer(order(replace(asked(1), id="c-2")), 0.0).refused == "seen-before"
    for number in range(2, MOST_NONCES + 1):
        assert orders.answer(order(asked(number)), 0.0).refused == ""
    assert orders.answer(order(asked(MOST_NONCES + 1)), 0.0).refused == "seen-before"


def test_a_table_without_consoles_takes_none() -> None:
    assert DelayOrders(TOPIC, dict, lambda: WALL_S).answer(order(asked()), 0.0).refused == "unknown-client"
    assert DelayOrders().answer(order(asked()), 0.0).refused == "unknown-client"

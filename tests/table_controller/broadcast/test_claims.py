"""Two tables of one name at a venue's broker: one speaks, the other says so and stays off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.mqtt_clients import PATIENCE_S, Client

from table_controller.broadcast import courier
from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.claims import ASK_S, DEAD_S, Claim
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.publisher import Publisher
from table_controller.broadcast.rights import CLIENTS, Account
from table_controller.broadcast.snapshots import Avail, seal_avail

EARLY, LATE = "0AAA", "0BBB"
Until = Callable[..., None]


def avail(epoch: str, state: str = "ready", conn: int = 1) -> bytes:
    word = Avail("ready" if state == "ready" else "lost", conn)
    return seal_avail(Identity("rome", "t7", epoch), word, Moment(0, 0))


def claim(epoch: str = LATE, *heard: bytes) -> Claim:
    """A claim whose question the broker took at 0 s; it heard these messages at once."""
    made = Claim(epoch)
    made.asked(0.0)
    for payload in heard:
        made.hear(payload, 0.0)
    made.tick(ASK_S)
    return made


def test_a_name_under_which_nobody_speaks_is_ours() -> None:
    made = Claim(LATE)
    made.tick(100.0)
    assert not made.is_ours, "the broker has not answered yet"
    made.asked(100.0)
    made.tick(100.0)
    assert not made.is_ours
    made.tick(100.0 + ASK_S)
    assert made.is_ours


@pytest.mark.parametrize("retained", [avail(LATE), avail(LATE, "lost"), avail(EARLY, "lost"), b"", b"[[[[", b"\xff{}"])
def test_what_is_our_own_or_lost_or_no_message_is_no_claim(retained: bytes) -> None:
    assert claim(LATE, retained).is_ours


def test_a_table_that_speaks_keeps_its_name_until_it_is_lost() -> None:
    made = claim(LATE, avail(EARLY))
    assert (made.is_ours, made.taken_by) == (False, ""), "the broker may have retained it of a dead one"
    made.hear(avail(EARLY), 10.0)
    for now_s in (10.0, 20.0, 30.0, 40.0):
        made.hear(avail(EARLY), now_s)
        made.tick(now_s + 9.0)
        assert (made.is_ours, made.taken_by) == (False, EARLY)
    made.hear(avail(EARLY, "lost"), 50.0)
    made.tick(50.0)
    assert made.is_ours


def test_a_word_that_a_dead_table_left_behind_holds_for_a_while_only() -> None:
    made = claim(LATE, avail(EARLY))
    made.tick(DEAD_S - 0.1)
    assert not made.is_ours
    made.tick(DEAD_S)
    assert made.is_ours


def test_silence_on_a_cut_line_is_no_silence_of_the_other_table() -> None:
    made = claim(LATE, avail(EARLY))
    made.hear(avail(EARLY), 10.0)
    made.left()
    made.tick(10.0 + 2 * DEAD_S)
    assert not made.is_ours
    made.asked(100.0)
    made.tick(100.0)
    assert not made.is_ours, "what the broker retains may still be on its way"
    made.hear(avail(EARLY), 100.1)
    made.tick(100.0 + ASK_S)
    assert not made.is_ours


def test_of_two_that_speak_the_later_one_gives_way() -> None:
    early, late = claim(EARLY), claim(LATE)
    assert early.is_ours
    assert late.is_ours
    early.hear(avail(LATE), 1.0)
    late.hear(avail(EARLY), 1.0)
    assert (early.is_ours, late.is_ours, late.taken_by) == (True, False, EARLY)


ACCOUNT_2 = Account("controller-2", "controller", "t7")


@pytest.fixture(params=["nats", "mosquitto"])
def venue(
    request: pytest.FixtureRequest, tmp_path: Path, engine_program: Callable[[Engine], Path]
) -> Iterator[EmbeddedBroker]:
    """A broker with a login for each of two tables that have one name."""
    engine: Engine = request.param
    place = Place(tmp_path / "broker", "rome", "t7", clients=(*CLIENTS, ACCOUNT_2))
    made = EmbeddedBroker(place, {engine: engine_program(engine)})
    made.start()
    assert made.wait_ready(PATIENCE_S), made.status()
    yield made
    made.stop()


@pytest.mark.broker
def test_at_a_real_broker_the_second_table_stays_off_until_the_first_is_gone(
    venue: EmbeddedBroker, tmp_path: Path, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courier, "HEALTH_EVERY_S", 0.5)  # ten seconds are waited for nothing
    overlay = Client(venue.endpoint("overlay"), "cardspeak/v1/rome/sys/table/+/avail")
    first, second = (
        Publisher(
            Identity("rome", "t7", epoch),
            lambda account=account: venue.endpoint(account),  # type: ignore[misc]  # a default binds the loop's value
            tmp_path / f"{epoch}.json",
            list,
            shared=True,
        )
        for epoch, account in ((EARLY, "controller"), (LATE, ACCOUNT_2.name))
    )
    first.start()
    assert first.wait_ready(PATIENCE_S), first.status()
    second.start()
    until(lambda: second.status() == f"claimed {EARLY}", second.status)
    assert first.status() == "ready"
    overlay.pump_until(lambda: bool(overlay.got))
    assert not any(LATE.encode() in payload for payload in overlay.got), "it said nothing under the name"
    first.stop()
    assert second.wait_ready(PATIENCE_S), second.status()
    overlay.pump_until(lambda: LATE.encode() in overlay.got[-1])
    at = next(at for at, payload in enumerate(overlay.got) if LATE.encode() in payload)  # it says so again and again
    assert [b'"lost"' in payload for payload in overlay.got[at - 1 : at + 1]] == [True, False]
    second.stop()
    overlay.close()


@pytest.mark.broker
def test_without_the_claim_both_would_speak(venue: EmbeddedBroker, tmp_path: Path) -> None:
    """Planted: tables that take the broker for their own."""
    made = [
        Publisher(
            Identity("rome", "t7", epoch),
            lambda account=account: venue.endpoint(account),  # type: ignore[misc]  # a default binds the loop's value
            tmp_path / f"{epoch}.json",
            list,
        )
        for epoch, account in ((EARLY, "controller"), (LATE, ACCOUNT_2.name))
    ]
    for publisher in made:
        publisher.start()
    assert all(publisher.wait_ready(PATIENCE_S) for publisher in made)
    for publisher in made:
        publisher.stop()


def test_a_table_whose_word_does_not_come_back_says_so() -> None:
    """A broker acknowledges what a login may not write, and drops it: the table looked healthy and nobody heard it."""
    made = Claim("01J9ZK7Q")
    assert not made.is_unheard(100.0), "it has not spoken"
    made.spoke(100.0)
    assert not made.is_unheard(104.0)
    assert made.is_unheard(105.1)
    made.hear(avail("01J9ZK7Q"), 106.0)
    assert not made.is_unheard(200.0)

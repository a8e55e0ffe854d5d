"""Hidden cards from the felt to the journal: sealed there as they are read, and proved when they are released."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.sealed_evening import DEALT, DELAY_S, Sealed

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import CardArrived, CardNamed, CardsSealed, KeysReleased, RevealPolicy
from firmware_bridge.vocabulary.values import replace
from table_controller.journal.journal import Journal
from table_controller.journal.records import Header
from table_controller.projections.reveals import reveals_of
from table_controller.runtime.cli.journal_tools import BAD, OK, verified
from table_controller.runtime.simulated.one_process import NO_BOOT
from table_controller.vocabulary.record import Record, encode_record


def test_every_hand_that_is_over_is_released_and_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Sealed("all", monkeypatch)
    found = evening.reveals()
    assert evening.seen() == DEALT, "folded hands, too; and nothing of the hand that is being played"
    assert (found.broken, found.unproved, found.named, found.sealed) == ([], 0, 4, 6)
    released = [one.cause for one in evening.records if isinstance(one.cause, KeysReleased)]
    assert [one.hand for one in released] == [1, 2], "once: the bridge heard that they are in the journal"


def test_shown_only_releases_the_hands_that_were_tabled(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Sealed("shown-only", monkeypatch)
    assert evening.seen() == {place: DEALT[place] for place in ((1, 1), (1, 2))}
    assert evening.reveals().broken == []


def test_no_hidden_card_is_in_the_journal_before_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the clear there are the board, the tabled hands and what the script said to the simulated dealer: nothing."""
    text = b"".join(encode_record(record) for record in Sealed("all", monkeypatch).records).decode()
    assert '"Kd"' in text, "the search would find a card"
    for card in ("7c", "2d", "Jh", "Jd", "5c", "5d", "6c", "6d", "Tc", "4d", "9c", "8d", "3h", "3d"):
        assert f'"{card}"' not in text


Tamper = Callable[[list[Record]], list[Record]]


def swapped(records: list[Record]) -> list[Record]:
    """The seals of two cards of different seats change places."""
    arrived = [
        at for at, one in enumerate(records) if isinstance(one.cause, CardArrived) and one.cause.seal is not None
    ]
    first, second = arrived[0], arrived[1]
    one, other = records[first].cause, records[second].cause
    assert isinstance(one, CardArrived)
    assert isinstance(other, CardArrived)
    assert one.seal is not None
    assert other.seal is not None
    mine = replace(one.seal, sealed=other.seal.sealed, commitment=other.seal.commitment)
    changed = replace(records[first], cause=replace(one, seal=mine))
    return [*records[:first], changed, *records[first + 1 :]]


def renamed(records: list[Record]) -> list[Record]:
    """A tabled card is called another one."""
    at = next(at for at, one in enumerate(records) if isinstance(one.cause, CardNamed) and one.cause.salt)
    named = records[at].cause
    assert isinstance(named, CardNamed)
    return [*records[:at], replace(records[at], cause=replace(named, card=Card("7h"))), *records[at + 1 :]]


def other_key(records: list[Record]) -> list[Record]:
    """A key that is not the one of the hand."""
    at = next(at for at, one in enumerate(records) if isinstance(one.cause, KeysReleased))
    released = records[at].cause
    assert isinstance(released, KeysReleased)
    keys = tuple((seat, "00" * 32) for seat, _ in released.keys)
    return [*records[:at], replace(records[at], cause=replace(released, keys=keys)), *records[at + 1 :]]


def exchanged(records: list[Record]) -> list[Record]:
    """A card is sealed again under the number of another one, after the hand."""
    at = next(at for at, one in enumerate(records) if isinstance(one.cause, CardArrived) and one.cause.seal is not None)
    arrived = records[at].cause
    assert isinstance(arrived, CardArrived)
    assert arrived.seal is not None
    again = CardsSealed(((arrived.handle, replace(arrived.seal, commitment="00" * 32)),), 99.0)
    return [*records, replace(records[at], cause=again)]


@pytest.mark.parametrize(
    ("tamper", "why"),
    [
        (swapped, "Qd is not what was sealed there"),
        (renamed, "7h is not what was sealed there"),
        (other_key, "this key does not open it"),
        (exchanged, "was exchanged for another one"),
    ],
)
def test_what_was_exchanged_is_found(tamper: Tamper, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = reveals_of(tamper(Sealed("all", monkeypatch).records)).broken
    assert broken
    assert why in broken[0]


def test_the_command_proves_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "table.journal"
    header = Header("01J9ZK7Q", "0.1.0", "b" * 64, 1_700_000_000_000_000_000)
    journal = Journal.create(path, header, boot_id=NO_BOOT, mono_ns=0)
    evening = Sealed("all", monkeypatch, journal)
    journal.close()
    status, said = verified(path, reveals=True, heads=None, key=None)
    assert (status, said.splitlines()[1]) == (
        OK,
        f"{path}: 18 sealed cards: 12 released and proved, 6 still sealed; 4 turned up and proved",
    )
    monkeypatch.setattr(
        "table_controller.projections.reveals.reveals_of", lambda _: reveals_of(renamed(evening.records))
    )
    assert verified(path, reveals=True, heads=None, key=None)[0] == BAD


def test_a_controller_that_comes_later_gets_policy_and_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Sealed("all", monkeypatch)
    told = evening.process.hub.bridge.greeting(evening.process.table.now_s)
    assert [one for one in told if isinstance(one, RevealPolicy)] == [
        RevealPolicy("all", DELAY_S, evening.process.table.now_s)
    ]
    (sealed,) = [one for one in told if isinstance(one, CardsSealed)]
    assert {seal.hand for _, seal in sealed.seals} == {3}
    assert {(handle, seal) for handle, seal in sealed.seals} <= {
        (one.cause.handle, one.cause.seal) for one in evening.records if isinstance(one.cause, CardArrived)
    }

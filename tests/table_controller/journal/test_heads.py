"""Signed heads: a change of history before the last one that is held elsewhere is found, whoever chained it anew."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import counted

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.snapshots import seal_head
from table_controller.journal.heads import SignedHead, Signer, contradictions, is_genuine
from table_controller.journal.journal import Journal
from table_controller.journal.records import Header
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE, check_heads, verified
from table_controller.runtime.processes.head_key import KEY, PUBLIC, Heads, table_signer
from table_controller.runtime.settings.settings import SettingsError
from table_controller.runtime.simulated.one_process import NO_BOOT

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SIGNER = Signer(bytes(range(32)))
OTHER = Signer(bytes(32))
HEADER = Header("01J9ZK7Q", "23", "b" * 64, 1_700_000_000_000_000_000)
Payloads = list[bytes]


def chained(payloads: Payloads) -> dict[int, str]:
    """The hashes of a chain of records: who can write the file can always make them fit one another."""
    digest, found = b"", dict[int, str]()
    for number, payload in enumerate(payloads):
        digest = hashlib.sha256(digest + number.to_bytes(8, "big") + payload).digest()
        found[number] = digest.hex()
    return found


def edited(history: Payloads, at: int, rng: random.Random) -> Payloads:
    return [*history[:at], history[at] + rng.randbytes(1), *history[at + 1 :]]


def deleted(history: Payloads, at: int, _: random.Random) -> Payloads:
    return [*history[:at], *history[at + 1 :]]


def inserted(history: Payloads, at: int, rng: random.Random) -> Payloads:
    return [*history[:at], rng.randbytes(8), *history[at:]]


def swapped(history: Payloads, at: int, rng: random.Random) -> Payloads:
    other = rng.choice([one for one in range(len(history)) if one != at])
    changed = list(history)
    changed[at], changed[other] = history[other], history[at]
    return changed


def rolled_back(history: Payloads, at: int, _: random.Random) -> Payloads:
    return history[:at]


FORGERIES: Final[tuple[Callable[[Payloads, int, random.Random], Payloads], ...]] = (
    edited,
    deleted,
    inserted,
    swapped,
    rolled_back,
)


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A soak draws fresh forgeries, from the seed of its run."""
    return int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0


def test_every_forgery_before_the_last_head_is_found(seed: int) -> None:
    rng, found = random.Random(f"heads/{seed}"), 0  # noqa: S311  # repeatable
    count = 10_000 if SOAK else 1000
    for number in range(count):
        history = [rng.randbytes(8) for _ in range(rng.randint(2, 30))]
        honest = chained(history)
        held = rng.randrange(1, len(history))
        head = SIGNER.sign(SignedHead("rome/t7", "01J9ZK7Q", held, honest[held]))
        assert contradictions("01J9ZK7Q", honest, [head]) == []
        forged = FORGERIES[number % len(FORGERIES)](history, rng.randint(0, held), rng)
        found += bool(contradictions("01J9ZK7Q", chained(forged), [head]))
    assert found == count
    counted(found, "forged histories found by a head")


def test_what_comes_after_the_last_head_is_not_claimed() -> None:
    history = [b"a", b"b", b"c"]
    head = SIGNER.sign(SignedHead("rome/t7", "01J9ZK7Q", 1, chained(history)[1]))
    assert contradictions("01J9ZK7Q", chained([b"a", b"b", b"x"]), [head]) == []


@pytest.mark.parametrize(
    "forged",
    [{"table": "rome/t8"}, {"epoch": "01J9ZK7R"}, {"sequence": 4}, {"digest": "00" * 32}, {"key": OTHER.public}],
)
def test_a_signature_is_for_all_that_it_stands_beside(forged: dict[str, str | int]) -> None:
    head = SIGNER.sign(SignedHead("rome/t7", "01J9ZK7Q", 3, "11" * 32))
    assert is_genuine(head)
    assert not is_genuine(replace(head, **forged))  # type: ignore[arg-type]  # names of fields


@given(st.text(max_size=130), st.text(max_size=70))
def test_any_text_is_no_signature(signature: str, key: str) -> None:
    assert not is_genuine(SignedHead("rome/t7", "01J9ZK7Q", 3, "11" * 32, key, signature))


def test_another_key_is_found_out() -> None:
    """Whoever forges the journal may sign with a key of his own: the first head, or the key that is held, tells."""
    digests = {1: "11" * 32, 2: "22" * 32}
    heads = [SignedHead("rome/t7", "e", number, digest) for number, digest in digests.items()]
    mixed = [SIGNER.sign(heads[0]), OTHER.sign(heads[1])]
    assert "signed by another key" in contradictions("e", digests, mixed)[0]
    assert contradictions("e", digests, [OTHER.sign(head) for head in heads]) == []
    assert len(contradictions("e", digests, [OTHER.sign(head) for head in heads], SIGNER.public)) == 2
    assert "not signed by the key that it names" in contradictions("e", digests, heads)[0]


def written(folder: Path, payloads: Payloads) -> tuple[Path, list[SignedHead]]:
    """A journal with these records, and the head after each."""
    path = folder / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=NO_BOOT)
    heads, told = Heads(table_signer(folder), "rome/t7", journal), list[SignedHead]()
    for payload in payloads:
        journal.append(payload, 0, 0)
        told.append(heads.head())
    journal.close()
    return path, told


def kept(folder: Path, heads: list[SignedHead]) -> Path:
    """The heads as `mosquitto_sub -v` writes what it hears."""
    who, path = Identity("rome", "t7", HEADER.epoch), folder / "heads.txt"
    lines = [f"{who.topics.head} {seal_head(who, head, Moment(0, 0)).decode()}" for head in heads]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_the_command_compares_a_journal_with_what_was_heard(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    path, heads = written(tmp_path / "mine", [b"one", b"two", b"three"])
    held = kept(tmp_path, heads)
    status, said = verified(path, reveals=False, heads=held, key=tmp_path / "mine" / PUBLIC)
    assert (status, said.splitlines()[1]) == (
        OK,
        f"{path}: 3 signed heads hold, the last of record 3, key {heads[0].key[:16]}",
    )
    (tmp_path / "forged").mkdir()
    forged, _ = written(tmp_path / "forged", [b"one", b"TWO", b"three"])
    status, said = check_heads(forged, held, None)
    assert status == BAD
    assert [
        f"record {number}, or one before it, is not the one" in line
        for number, line in zip((2, 3), said.splitlines(), strict=True)
    ]
    assert check_heads(path, held, tmp_path / "forged" / PUBLIC)[0] == BAD, "another table's key"
    (tmp_path / "short").mkdir()
    short, _ = written(tmp_path / "short", [b"one"])
    assert "record 3 was published as the last one and is missing" in check_heads(short, held, None)[1]


@pytest.mark.parametrize("text", ["nonsense", "{", '{"data": {}}', "[]", '{"data": 3}'])
def test_what_is_no_head_is_said_with_its_line(text: str, tmp_path: Path) -> None:
    path, heads = written(tmp_path, [b"one"])
    held = kept(tmp_path, heads)
    held.write_text(held.read_text(encoding="utf-8") + text + "\n", encoding="utf-8")
    assert check_heads(path, held, None) == (
        UNREADABLE,
        f"{held}: line 2 is no signed head: one message of the topic head in each line",
    )
    assert check_heads(path, tmp_path / "none", None)[0] == UNREADABLE


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense", b"\xff" * 64, bytes(range(32))])
def test_a_key_that_is_none_does_not_pass_for_no_key(content: bytes, tmp_path: Path) -> None:
    """An empty file, such as a failed copy leaves, turned the check off."""
    path, heads = written(tmp_path, [b"one"])
    (tmp_path / "zero").write_bytes(content)
    status, said = check_heads(path, kept(tmp_path, heads), tmp_path / "zero")
    assert (status, said) == (
        UNREADABLE,
        f"{tmp_path / 'zero'}: is no public key of a table: a table.pub holds 64 hexadecimal digits",
    )


def test_heads_of_another_journal_prove_nothing(tmp_path: Path) -> None:
    path, heads = written(tmp_path, [b"one"])
    held = kept(tmp_path, [SIGNER.sign(replace(heads[0], epoch="other"))])
    status, said = check_heads(path, held, None)
    assert (status, "holds no head of this journal" in said) == (BAD, True)


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    first = table_signer(tmp_path)
    assert table_signer(tmp_path).public == first.public == (tmp_path / PUBLIC).read_text().strip()
    path = tmp_path / KEY
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().strip() not in f"{first!r} {first}"
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="others may read or change it: chmod 600"):
        table_signer(tmp_path)
    path.chmod(0o600)
    path.write_text("no key")
    with pytest.raises(SettingsError, match="holds no key"):
        table_signer(tmp_path)


@pytest.mark.parametrize(("public_left", "begun"), [(True, False), (False, True)])
def test_another_key_for_a_table_that_had_one_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, public_left: bool, begun: bool
) -> None:
    first = table_signer(tmp_path)
    table_signer(tmp_path, begun=True)
    assert not caplog.records, "neither a first start nor a key that is there"
    (tmp_path / KEY).unlink()
    if not public_left:
        (tmp_path / PUBLIC).unlink()
    assert table_signer(tmp_path, begun=begun).public != first.public
    (told,) = caplog.messages
    assert told.startswith(f"{tmp_path / KEY} is missing: this table signs with a new key from now on.")
    assert f"give out the new {tmp_path / PUBLIC}" in told


def test_the_message_says_all_that_is_signed(tmp_path: Path) -> None:
    _, heads = written(tmp_path, [b"one"])
    told = json.loads(seal_head(Identity("rome", "t7", HEADER.epoch), heads[0], Moment(0, 0)))
    assert told["type"] == "cardspeak.head.v1"
    assert is_genuine(SignedHead(**told["data"]))

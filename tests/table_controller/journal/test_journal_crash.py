"""The power goes at every step of a hand: what was acknowledged is there, exactly, or the journal is refused."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest
from support.counting import counted
from support.one_hand import HEADER, entries_of
from support.simulated_disk import PAGE_BYTES, SECTOR_BYTES, SimulatedDisk

from table_controller.journal.journal import Journal, JournalDamaged, entries
from table_controller.journal.records import SLOT_BYTES, decode_slot

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SEED = int(os.environ.get("CARDSPEAK_SEED", "1"))

BOOT = UUID(int=7)
LOG = Path("/j.log")


def as_recovery_sees_it(path: Path, content: bytes) -> Hashable:
    """The head file is read only for its newer good slot: two that say the same are one case."""
    if path.suffix != ".head":
        return content
    slots = [decode_slot(content[at : at + SLOT_BYTES]) for at in (0, SLOT_BYTES)]
    return max((slot.sequence for slot in slots if slot is not None), default=None)


@dataclass
class Witness:
    """What was appended and acknowledged, to hold against what a disk gives back."""

    written: list[bytes] = field(default_factory=list)
    acknowledged: int = 0
    created: bool = False

    def check(self, disk: SimulatedDisk) -> str:
        """Open what is left: ``whole``, ``nothing`` or ``refused``; an `AssertionError` if it is anything else."""
        try:
            journal = Journal.open(LOG, boot_id=BOOT, storage=disk)
        except FileNotFoundError:
            assert not self.created, "the journal is gone"
            return "nothing"
        except JournalDamaged as refused:
            self.check_refusal(refused)
            return "refused"
        self.check_prefix([entry.payload for entry in journal.entries()])
        journal.close()
        return "whole"

    def check_refusal(self, refused: JournalDamaged) -> None:
        assert refused.verified >= self.acknowledged or not self.created, "acknowledged records do not verify"

    def check_prefix(self, kept: Sequence[bytes]) -> None:
        assert kept == self.written[: len(kept)], "something that was never appended"
        assert len(kept) >= self.acknowledged, f"{self.acknowledged - len(kept)} acknowledged records are lost"


@dataclass
class EveryPowerCut:
    """At each call of the journal to its disk, or one in `every`: all that a power cut could leave, each once."""

    disk: SimulatedDisk
    witness: Witness
    block_bytes: int
    every: int = 1
    verdicts: dict[str, int] = field(default_factory=dict)
    seen: set[Hashable] = field(default_factory=set)

    def __call__(self) -> None:
        if len(self.disk.calls) % self.every:
            return
        for state in self.disk.power_cuts(self.block_bytes, as_recovery_sees_it):
            known = tuple((path, as_recovery_sees_it(path, bytes(one.live))) for path, one in state.names.items())
            key = (known, self.witness.acknowledged, self.witness.created)
            if key in self.seen:
                continue
            self.seen.add(key)
            verdict = self.witness.check(state)
            self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1


def journal_a_hand(disk: SimulatedDisk, witness: Witness, payloads: Sequence[bytes]) -> None:
    journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
    witness.created = True
    for payload in payloads:
        witness.written.append(payload)
        journal.append(payload, 0, 0)
        witness.acknowledged += 1
    journal.close()


def hand() -> list[bytes]:
    return [entry.payload for entry in entries_of(1)]


@pytest.mark.parametrize("block_bytes", [SECTOR_BYTES, PAGE_BYTES])
def test_every_power_cut_at_every_step_of_a_hand_keeps_what_was_acknowledged(block_bytes: int) -> None:
    disk, witness = SimulatedDisk(), Witness()
    watch = disk.watch = EveryPowerCut(disk, witness, block_bytes, every=1 if SOAK else 10)
    journal_a_hand(disk, witness, hand())
    assert witness.acknowledged == len(hand()) > 60
    assert set(watch.verdicts) <= {"whole", "nothing"}, "no crash alone makes a journal that is refused"
    counted(sum(watch.verdicts.values()), f"crash states of one hand, torn at {block_bytes}")


def planted_no_sync(disk: SimulatedDisk, _: pytest.MonkeyPatch) -> None:
    disk.lies = True


def planted_no_directory_sync(_: SimulatedDisk, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SimulatedDisk, "fsync_dir", lambda _disk, _path: None)


def planted_head_first(_: SimulatedDisk, patch: pytest.MonkeyPatch) -> None:
    """The head file is told of a record that is not synced yet: an alarm about records nobody was promised."""
    append = Journal.append

    def head_first(journal: Journal, payload: bytes, mono_ns: int, wall_ns: int) -> object:
        patch.setattr(journal._file, "fdatasync", lambda: None)
        entry = append(journal, payload, mono_ns, wall_ns)
        journal._head.fdatasync()
        patch.undo()
        return entry

    patch.setattr(Journal, "append", head_first)


@pytest.mark.parametrize("plant", [planted_no_sync, planted_no_directory_sync, planted_head_first])
def test_a_journal_that_does_not_sync_is_caught(
    plant: Callable[[SimulatedDisk, pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, witness = SimulatedDisk(), Witness()
    disk.watch = EveryPowerCut(disk, witness, SECTOR_BYTES)
    plant(disk, monkeypatch)
    with pytest.raises(AssertionError, match=r"lost|gone|do not verify"):
        journal_a_hand(disk, witness, hand()[:6])


# Beyond one hand: power cuts at random moments, also while a journal is being recovered.


class PowerGone(BaseException):
    """The moment at which nothing more is done."""


@dataclass
class Story:
    """One disk through several power cuts."""

    rng: random.Random
    disk: SimulatedDisk = field(default_factory=SimulatedDisk)
    witness: Witness = field(default_factory=Witness)
    junk: bytes = b""
    cuts: int = 0
    refused: int = 0

    def run(self, cuts: int) -> None:
        while self.cuts < cuts and not self.refused:
            self.lose_power_at(len(self.disk.calls) + self.rng.randrange(1, 60))
            try:
                self.write_for_ever()
            except PowerGone:
                self.cuts += 1
                block = self.rng.choice((SECTOR_BYTES, PAGE_BYTES))
                self.disk = self.disk.a_power_cut(block, self.rng, self.junk)
            except JournalDamaged as refused:
                self.witness.check_refusal(refused)
                self.refused += 1

    def lose_power_at(self, call: int) -> None:
        disk = self.disk

        def watch() -> None:
            if len(disk.calls) >= call:
                raise PowerGone

        disk.watch = watch

    def write_for_ever(self) -> None:
        """Open or begin the journal, check what it kept, and append until the power goes."""
        if LOG in self.disk.names:
            journal = Journal.open(LOG, boot_id=BOOT, storage=self.disk)
            kept = [entry.payload for entry in journal.entries()]
            self.witness.check_prefix(kept)
            self.witness.written, self.witness.acknowledged = kept, len(kept)
        else:
            assert not self.witness.created, "the journal is gone"
            journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=self.disk)
        self.witness.created = True
        while True:
            size = self.rng.choice((0, 40, 300, 600, 2000, 9000))
            payload = self.rng.randbytes(size)
            self.witness.written.append(payload)
            journal.append(payload, 0, 0)
            self.witness.acknowledged += 1


def old_journal() -> bytes:
    """Bytes of an earlier journal, as they may still lie in blocks that a file is given."""
    disk = SimulatedDisk()
    journal_a_hand(disk, Witness(), hand()[:20])
    return bytes(disk.names[LOG].live)


@pytest.mark.parametrize("stale", [False, True])
def test_random_power_cuts_also_during_recovery(*, stale: bool) -> None:
    junk, cuts, refused, number = old_journal() if stale else b"", 0, 0, 0
    while cuts < (10_000 if SOAK else 1_000):
        number += 1
        story = Story(random.Random(f"{SEED}-{stale}-{number}"), junk=junk)  # noqa: S311  # told again by its seed
        try:
            story.run(cuts=8)
        except AssertionError as problem:
            raise AssertionError(f"seed {SEED}, story {number}: {problem}") from problem
        cuts, refused = cuts + story.cuts, refused + story.refused
    # Only what an earlier file left in a block behind the end can look like damage.
    assert refused <= (cuts // 20 if stale else 0)
    counted(cuts, f"random power cuts{' over old blocks' if stale else ''}")


def test_after_a_failed_sync_the_next_open_makes_sure_of_the_last_record() -> None:
    """Linux calls the pages of a failed sync clean; without writing them again the next sync would save nothing."""
    disk = SimulatedDisk()
    journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
    journal.append(b"one", 0, 0)
    disk.plan["fdatasync"] = 5
    with pytest.raises(RuntimeError, match="Input/output error"):
        journal.append(b"two", 0, 0)
    journal.close()
    disk.plan.clear()
    again = Journal.open(LOG, boot_id=BOOT, storage=disk)
    assert again.last_sequence == 2
    again.append(b"three", 0, 0)
    kept = [[entry.payload for entry in entries(LOG, storage=disk)], [b"one", b"two", b"three"]]
    states = disk.power_cuts(SECTOR_BYTES, as_recovery_sees_it)
    kept += [[entry.payload for entry in entries(LOG, storage=state)] for state in states]
    assert all(one == kept[0] for one in kept)

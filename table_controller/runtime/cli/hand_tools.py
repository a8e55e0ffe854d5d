"""``cardspeak hands list|show|export|tournament|database|check``: hands out of a journal, without its controller."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct, ValidationError

from display.log import told_hand
from display.printed.paper import PAPER, Column, Paper, tabled
from display.wording import boundary
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.whole_files import read_setting, read_setting_toml, write_whole
from table_controller import __version__
from table_controller.controller.controller import ReplayDiffers
from table_controller.controller.played_hands import played_hands
from table_controller.game.rulebooks.known import books_of, read_shelf
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.histories.database import is_database, write_database
from table_controller.histories.ohh import ohh_text
from table_controller.histories.ots import Tournament, ots_text, tournament_of
from table_controller.histories.phh_check import check_text
from table_controller.histories.phh_writer import CannotTell, phh_text
from table_controller.journal.journal import JournalDamaged, entries, verify
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE, no_journal
from table_controller.runtime.processes.answers import printed_title
from table_controller.runtime.settings.kept_books import journal_header, journal_rulebook, kept_folder
from table_controller.vocabulary.accounts import HandAccount
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.settings_faults import settings_fault
from table_controller.vocabulary.views import FoundView

Told = tuple[int, str]
"""Exit status, and what is said."""

PUBLIC: Final = 0o644
"""What is exported is public already: who may read the folder may read it."""


class Played(Struct, frozen=True):
    """The hands of a journal that are over, the epoch that names it, and the table's language.

    `playing` are those who still have chips as the journal ends.
    """

    hands: tuple[HandAccount, ...]
    playing: frozenset[str]
    epoch: str
    language: str


def _read(path: Path) -> Played:
    header = journal_header(path)
    digest = header.rulebook_hash if header is not None else ""
    languages: list[str] = []

    def book_of(opened: TableOpened) -> Rulebook:
        languages.append(opened.language)
        return journal_rulebook(path.parent, digest, opened.rulebook, opened.house)

    with books_of(read_shelf(kept_folder(path.parent, digest))):
        played = played_hands(entries(path), book_of)
        hands = played.hands(printed_title)
    return Played(
        hands, played.playing(), header.epoch if header is not None else "", languages[0] if languages else ""
    )


def _damage(path: Path) -> str:
    """Why a journal does not hold all that was acknowledged; empty for one that does, though a table writes to it."""
    report = verify(path)
    if report.damage:
        report = verify(path)  # its head may have been written after the log was read
    if report.tail_bytes and not report.head_known:
        cut = f"{path}: ends within a record, and no {path.name}.head says whether more had been written\n"
        sys.stderr.write(cut)
    return report.damage


def _told_of(path: Path, tell: Callable[[Played], Told]) -> Told:
    """What is told of a journal's hands, or why it cannot be read."""
    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong
        if damage := _damage(path):
            return BAD, damage
        played = _read(path)
    except (JournalDamaged, LineError, ReplayDiffers) as problem:
        return BAD, f"{path}: {problem}"
    except ManifestError as problem:
        return UNREADABLE, f"{path}: {problem}"
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}"
    if not played.hands:
        return BAD, f"{path}: no hand has come to its end in it"
    return tell(played)


# A list.


class Wanted(Struct, frozen=True):
    """Which hands are asked for; what is empty or 0 asks for nothing."""

    player: str = ""
    finding: str = ""
    pot_chips: int = 0

    def is_met_by(self, hand: HandAccount) -> bool:
        """Whether it is one of those."""
        names = {told.name.casefold() for told in hand.seats}
        return (
            (not self.player or self.player.casefold() in names)
            and (not self.finding or any(map(self._is_found, hand.findings)))
            and hand.pot_chips >= self.pot_chips
        )

    def _is_found(self, found: FoundView) -> bool:
        return found.topic == self.finding.casefold() or _is_part_of(found.cite.ref.casefold(), self.finding.casefold())


def _is_part_of(ref: str, rule: str) -> bool:
    """Whether a printed rule is this one or a part of it: 51-B(1) is one of 51-B and of 51, not of 5."""
    return ref.startswith(rule) and not ref[len(rule) :][:1].isalnum()


def listed(path: Path, wanted: Wanted, paper: Paper = PAPER) -> Told:
    """A line for each hand that is asked for."""
    return _told_of(path, lambda played: _listed(path, played, wanted, paper))


def _listed(path: Path, played: Played, wanted: Wanted, paper: Paper) -> Told:
    hands = [hand for hand in played.hands if wanted.is_met_by(hand)]
    if not hands:
        topics = sorted({found.topic for hand in played.hands for found in hand.findings}) or ["none"]
        told = f"; its findings are {', '.join(topics)}" if wanted.finding else ""
        return BAD, f"{path}: none of its {len(played.hands)} hands is one of those{told}"
    first = Column("hand", [str(hand.number) for hand in hands])
    columns = (
        Column("players", [str(len(hand.seats)) for hand in hands]),
        Column("board", [" ".join(card or "??" for card in hand.board) for hand in hands], left=True),
        Column("pot", [f"{hand.pot_chips:,}" for hand in hands]),
        Column("won by", [_winners(hand, paper) for hand in hands], left=True),
        Column("findings", [_findings(hand, paper) for hand in hands], left=True),
    )
    count = f"{len(hands)} of {len(played.hands)} hands" if len(hands) < len(played.hands) else f"{len(hands)} hands"
    return OK, "\n".join([*tabled(first, columns, paper), count])


def _winners(hand: HandAccount, paper: Paper) -> str:
    if hand.voided:
        return "void"
    seats = sorted({share.seat for share in hand.shares})
    return ", ".join(f"{seat} {paper.name(hand.of(seat).name)}".rstrip() for seat in seats)


def _findings(hand: HandAccount, paper: Paper) -> str:
    told = dict.fromkeys(f"{found.topic} {found.cite.ref}" for found in hand.findings)
    return ", ".join(paper.text(one) for one in told)


# One hand.


def shown(path: Path, number: int, language: str = "") -> Told:
    """A hand as the log tells it."""

    def tell(played: Played) -> Told:
        hand = _hand(played, number)
        if hand is None:
            return BAD, _none(path, played, number)
        lines = told_hand(hand, wording_in(language or played.language))
        return OK, "\n".join(boundary.guard(line) for line in lines).rstrip()

    return _told_of(path, tell)


def _hand(played: Played, number: int) -> HandAccount | None:
    return next((hand for hand in played.hands if hand.number == number), None)


def _none(path: Path, played: Played, number: int) -> str:
    last = played.hands[-1].number
    return f"{path}: no hand {number} is over in it: the last one that is, is {last}"


# Files for others.


def exported(path: Path, into: Path, kind: str, number: int = 0) -> Told:
    """Hands written into a folder, a file each; those that the format cannot tell are named with the reason."""

    def tell(played: Played) -> Told:
        hands = played.hands if not number else tuple(hand for hand in played.hands if hand.number == number)
        if not hands:
            return BAD, _none(path, played, number)
        try:
            into.mkdir(parents=True, exist_ok=True)
            return _written(hands, played.epoch, into, kind)
        except OSError as problem:
            return UNREADABLE, f"{problem.filename or into}: cannot be written: {problem.strerror}"

    return _told_of(path, tell)


def _written(hands: Iterable[HandAccount], epoch: str, into: Path, kind: str) -> Told:
    count, untold = 0, list[str]()
    for hand in hands:
        try:
            text = phh_text(hand, epoch) if kind == "phh" else ohh_text(hand, epoch, __version__)
        except CannotTell as why:
            untold.append(f"hand {hand.number} cannot be told as {kind.upper()}: {why}")
            continue
        write_whole(into / f"hand-{hand.number:06d}.{kind}", text.encode(), PUBLIC)
        count += 1
    said = f"{count} hands written into {into}"
    return (BAD if untold else OK), "\n".join([*untold, said])


def tournament(path: Path, file: Path, into: Path) -> Told:
    """The summary of a tournament that this journal tells and `file` names."""
    try:
        told = tournament_of(read_setting_toml(file))
    except OSError as problem:
        return UNREADABLE, f"{file}: cannot be read: {problem.strerror}"
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as problem:
        return UNREADABLE, f"{file}: {settings_fault(problem, wanted=Tournament)}"

    def tell(played: Played) -> Told:
        try:
            text = ots_text(played.hands, played.playing, told, __version__)
            into.mkdir(parents=True, exist_ok=True)
            write_whole(into / f"tournament-{told.number}.ots", text.encode(), PUBLIC)
        except CannotTell as why:
            return BAD, f"{path}: cannot be told as a tournament: {boundary.guard(str(why))}"
        except OSError as problem:
            return UNREADABLE, f"{problem.filename or into}: cannot be written: {problem.strerror}"
        return OK, f"tournament {told.number} written into {into}"

    return _told_of(path, tell)


def database(path: Path, into: Path) -> Told:
    """All hands as a SQLite database."""

    def tell(played: Played) -> Told:
        try:
            if into.exists() and not is_database(into):
                return UNREADABLE, f"{into}: stands there and is no database: name another file"
            write_database(into, played.hands, played.epoch)
        except OSError as problem:
            return UNREADABLE, f"{into}: cannot be written: {problem.strerror}"
        return OK, f"{len(played.hands)} hands written into {into}"

    return _told_of(path, tell)


# Files of others.


def checked(paths: Iterable[Path]) -> Told:
    """All faults of PHH files."""
    files = [file for path in paths for file in (sorted(path.rglob("*.phh")) if path.is_dir() else [path])]
    if not files:
        return UNREADABLE, "no file to check: name .phh files, or a folder with some"
    faults: list[str] = []
    for file in files:
        try:
            faults += [f"{file}: {fault}" for fault in check_text(read_setting(file))]
        except (OSError, UnicodeDecodeError) as problem:
            return UNREADABLE, f"{file}: cannot be read: {getattr(problem, 'strerror', None) or 'is no text'}"
    said = f"{len(files)} files, {len(faults)} faults"
    return (BAD if faults else OK), "\n".join([*map(boundary.guard, faults), said])

"""``cardspeak journal show|hands|verify|pot|stacks|replay``: read a journal without its controller."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from display.printed.chart import SEVERAL, Line, drawn
from display.printed.paper import PAPER, Column, Paper, tabled
from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.observations import DelayAnswered, RevealPolicy
from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.controller.controller import ReplayDiffers, fold_record
from table_controller.game.rulebooks.known import books_of, read_shelf
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.game.state.hand import IDLE
from table_controller.game.state.table import Table
from table_controller.journal.heads import SignedHead, contradictions
from table_controller.journal.journal import Entry, JournalDamaged, entries, verify
from table_controller.journal.records import MAGIC
from table_controller.journal.scan import digests
from table_controller.projections.hand_history import History
from table_controller.projections.pot_rebuilt import RebuiltPots, rebuilt
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.kept_books import journal_header, journal_rulebook, kept_folder
from table_controller.session.state import new_session
from table_controller.vocabulary.commands import FromConsole
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record, decode_record, encode_record

OK: Final = 0
BAD: Final = 1
UNREADABLE: Final = 2

LOOKED_AT_BYTES: Final = 1 << 16
"""Of a damaged journal at least one record's mark is among its first bytes."""


def tell(status: int, text: str) -> int:
    """Say what a tool found, on the error output what it could not look at; the exit status."""
    (sys.stderr if status == UNREADABLE else sys.stdout).write(text + "\n")
    return status


def show(path: Path) -> Iterator[str]:
    """One line a record: sequence, wall time, input, and what it caused, as JSON a person can read."""
    for entry in entries(path):
        record = decode_record(entry.payload)
        when = datetime.fromtimestamp(entry.wall_ns / 1e9, UTC).strftime("%H:%M:%S.%f")[:-3]
        cause = "open" if record.cause is None else type(record.cause).__name__
        yield f"{entry.sequence:6d} {when} hand {record.hand:<4d} {cause:<14s} {_gist(record)}"


def _gist(record: Record) -> str:
    """The events and outcomes of a record in one line."""
    told = [_of_console(record.cause)] if isinstance(record.cause, FromConsole) else []
    told += [_fields(record.cause)] if isinstance(record.cause, RevealPolicy | DelayAnswered) else []
    for applied in record.applied_events:
        told.append(f"{applied.number}:{type(applied.event).__name__}{_fields(applied.event)}")
        told += [f"→{type(outcome).__name__}{_fields(outcome)}" for outcome in applied.outcomes]
        told += [f"!{finding.topic} seat {finding.seat} {finding.cite.ref}" for finding in applied.findings]
    return " ".join(told)


def _of_console(asked: FromConsole) -> str:
    """Who asked for what; a signed command that was taken stands in the journal whole."""
    what = f"refused, {asked.refused}" if asked.refused else asked.asked or asked.signed
    over = f", after {asked.left_out} too many" if asked.left_out else ""
    return f"{asked.client or '?'} ({asked.role or '?'}) {asked.id}: {asked.verb}{over}: {what}"


def _fields(value: object) -> str:
    fields: dict[str, Any] = msgspec.to_builtins(value)
    kept = {
        name: field
        for name, field in fields.items()
        if (name == "delay_s" or not name.endswith("_s")) and field not in (None, "", [], ())
    }
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=True)


def hands(path: Path, language: str = "") -> tuple[int, str]:
    """Every hand of a journal as text, newest first: board, who won what, each finding with its rule; exit status."""
    from table_controller.runtime.processes.answers import history_text  # brings the display's words: only here

    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong
        header = journal_header(path)
        with books_of(read_shelf(kept_folder(path.parent, header.rulebook_hash if header else ""))):
            return OK, history_text(entries(path), language)
    except (JournalDamaged, LineError) as problem:
        return BAD, str(problem)
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}"


def no_journal(path: Path) -> str:
    """Why `path` cannot be a journal at all, damaged or not; empty if it can.

    Raises `OSError` for a file that cannot be read. An empty file can: a journal that was begun and never written.
    """
    if path.is_dir():
        return f"{path}: is a folder: name the journal in it, {path / JOURNAL}"
    with path.open("rb") as file:
        begins = file.read(LOOKED_AT_BYTES)
    # One damaged byte makes no other file of it: any record's mark will do.
    if begins and MAGIC not in begins:
        return f"{path}: is no journal: a table's is called {JOURNAL}, in its state folder"
    return ""


def print_all(path: Path) -> int:
    """Print `show`; exit status, and the reason on the error output if it cannot be read to the end."""
    try:
        if wrong := no_journal(path):
            return tell(UNREADABLE, wrong)
        for line in show(path):
            sys.stdout.write(line + "\n")
    except (JournalDamaged, LineError) as problem:
        sys.stderr.write(f"{problem}\n")
        return BAD
    except BrokenPipeError:
        return OK  # whoever reads has seen enough
    except OSError as problem:
        sys.stderr.write(f"{path}: cannot be read: {problem.strerror}\n")
        return UNREADABLE
    return OK


def verified(path: Path, *, reveals: bool, heads: Path | None, key: Path | None) -> tuple[int, str]:
    """Exit status and lines: the journal itself, and if it is sound what else is asked of it."""
    done = [check(path)]
    if done[0][0] == OK:
        done += [check_reveals(path)] if reveals else []
        done += [check_heads(path, heads, key)] if heads is not None else []
    return max(status for status, _ in done), "\n".join(said for _, said in done)


def check(path: Path) -> tuple[int, str]:
    """Exit status and one line: whether every record, the chain and the head file agree."""
    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong
        report = verify(path)
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}"
    if report.damage:
        return BAD, report.damage
    tail = f", a torn tail of {report.tail_bytes} bytes will be cut at the next start" if report.tail_bytes else ""
    return OK, f"{path}: {report.records} records verify, last hash {report.last_hash[:16]}{tail}"


def check_heads(path: Path, kept: Path, key: Path | None) -> tuple[int, str]:
    """Exit status and a line: whether a sound journal holds all that signed heads in `kept` say.

    `kept` has a message or a bare head in each line, whatever stands before its brace; `key` is a ``table.pub``.
    """
    try:
        heads = _heads_in(kept)
        public = _public_key(key) if key is not None else ""
        report, known = verify(path), digests(path)
    except JournalDamaged as problem:
        return BAD, str(problem)
    except ValueError as problem:
        return UNREADABLE, str(problem)
    except OSError as problem:
        return UNREADABLE, f"{problem.filename}: cannot be read: {problem.strerror}"
    epoch = report.header.epoch if report.header is not None else ""
    mine = {head for head in heads if head.epoch == epoch}
    if wrong := contradictions(epoch, known, heads, public):
        return BAD, "\n".join(f"{path}: {what}" for what in wrong)
    if not mine:
        return BAD, f"{kept}: holds no head of this journal, whose epoch is {epoch}"
    last = max(mine, key=lambda head: head.sequence)
    return OK, f"{path}: {len(mine)} signed heads hold, the last of record {last.sequence}, key {last.key[:16]}"


def _public_key(path: Path) -> str:
    """The key in a ``table.pub``; raise `ValueError` for any other file: an empty one must not pass for no key."""
    text = path.read_bytes().strip()
    if not re.fullmatch(rb"[0-9a-f]{64}", text):
        raise ValueError(f"{path}: is no public key of a table: a table.pub holds 64 hexadecimal digits")
    return text.decode()


def _heads_in(kept: Path) -> list[SignedHead]:
    """Every head in a file; raise `ValueError` that names the line which is none."""
    heads: list[SignedHead] = []
    for number, line in enumerate(kept.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        if not line.strip():
            continue
        try:
            told = read_json(line[line.index("{") :].encode(), dict)
            heads.append(msgspec.convert(told.get("data", told), SignedHead))
        except (ValueError, msgspec.MsgspecError):
            raise ValueError(
                f"{kept}: line {number} is no signed head: one message of the topic head in each line"
            ) from None
    return heads


def check_reveals(path: Path) -> tuple[int, str]:
    """Exit status and a line: whether each released card of a sound journal is the one that was sealed."""
    from table_controller.projections.reveals import reveals_of  # brings the ciphers: only here

    try:
        found = reveals_of(decode_record(entry.payload) for entry in entries(path))
    except (JournalDamaged, LineError) as problem:
        return BAD, str(problem)
    if found.broken:
        return BAD, "\n".join(f"{path}: {what}" for what in found.broken)
    opened = sum(map(len, found.released.values()))
    unproved = f", {found.unproved} turned up without proof" if found.unproved else ""
    return OK, (
        f"{path}: {found.seals} sealed cards: {opened} released and proved, {found.sealed} still sealed; "
        f"{found.named} turned up and proved{unproved}"
    )


CHART_ROWS: Final = 16

SIGNS: Final = f"Each line has its seat's number, seat 10 a 0; {SEVERAL} is where several meet."


def pot(path: Path, hand: int, paper: Paper = PAPER) -> tuple[int, str]:
    """The pots of the hand of that number, a column each, a line for every seat with chips in them; exit status."""
    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong
        last = _last_of(path, hand)
    except (JournalDamaged, LineError, ReplayDiffers) as problem:
        return BAD, str(problem)
    except ManifestError as problem:
        return UNREADABLE, f"{path}: {problem}"
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}"
    pots = rebuilt(last) if last is not None else None
    if last is None or pots is None or not pots.parts:
        return BAD, f"{path}: no hand {hand} with chips in its pots"
    names = {player.seat: player.name for player in last.players if player is not None}
    return OK, "\n".join([f"hand {hand}", *_drawn_pots(pots, names, paper), *_told_pots(pots)])


def stacks(path: Path, paper: Paper = PAPER) -> tuple[int, str]:
    """The stacks at the end of every hand as lines of a chart, and where each began and ended; exit status."""
    history = History()
    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong
        for entry in entries(path):
            history.take(decode_record(entry.payload), entry.sequence)
    except (JournalDamaged, LineError) as problem:
        return BAD, str(problem)
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}"
    ends = [(number, dict(stacks)) for number, stacks in history.stacks()]
    if len(ends) == 1:
        return BAD, f"{path}: no hand has come to its end in it"
    lines = {seat: _line(seat, [stacks.get(seat) for _, stacks in ends]) for _, stacks in ends for seat in stacks}
    first, last = ends[1][0], ends[-1][0]
    told = f"stacks at the end of hand {first}" if first == last else f"stacks at the end of hands {first} to {last}"
    chart = drawn([lines[seat] for seat in sorted(lines)], CHART_ROWS, ("opened", f"hand {last}"), paper)
    return OK, "\n".join([told, "", *chart, "", SIGNS, *_drawn_stacks(lines, history.names, paper)])


def _line(seat: int, chips: list[int | None]) -> Line:
    """The line of a seat, which ends where its player is out."""
    points: list[int | None] = []
    for at, now in enumerate(chips):
        points.append(None if now == 0 and at and not chips[at - 1] else now)
    return Line(str(seat % 10), points)


def _drawn_stacks(lines: Mapping[int, Line], names: Mapping[int, str], paper: Paper) -> list[str]:
    seats = sorted(lines)
    points = [[point for point in lines[seat].points if point is not None] for seat in seats]
    columns = (
        Column("at first", [f"{there[0]:,}" for there in points]),
        Column("least", [f"{min(there):,}" for there in points]),
        Column("most", [f"{max(there):,}" for there in points]),
        Column("at last", [f"{there[-1]:,}" for there in points]),
    )
    return tabled(_seat_column(seats, names, paper), columns, paper)


def _seat_column(seats: list[int], names: Mapping[int, str], paper: Paper, foot: str = "") -> Column:
    """Seats with the names of their players, as far as these may be shown."""
    told = [f"{seat} {paper.name(names.get(seat, ''))}".rstrip() for seat in seats]
    return Column("seat", told, foot, left=True)


def _last_of(path: Path, hand: int) -> Table | None:
    """The last table of a hand before the next one begins, folded from the journal; None if there was no such hand."""
    session, book, last = new_session(), None, None
    for entry in entries(path):
        record = decode_record(entry.payload)
        if book is None:
            opened = _opened(record, entry)
            book = _book_of(path, opened)
        session, _ = fold_record(session, record, book)
        if session.table.hand.number > hand:
            break
        if session.table.hand.number == hand and session.table.hand.phase != IDLE:
            last = session.table
    return last


def _drawn_pots(pots: RebuiltPots, names: Mapping[int, str], paper: Paper) -> list[str]:
    """Seats down, pots across with what each seat has in them; then what moved, what was won and pushed; the sums."""
    seats = _seat_column([part.seat for part in pots.parts], names, paper, "together")
    by_pot = [
        _chips(_pot_name(number), [part.by_pot[number] for part in pots.parts]) for number in range(len(pots.pots))
    ]
    moved = [
        _chips("moved in", [part.moved_chips for part in pots.parts]),
        _chips("bet", [part.bet_chips for part in pots.parts]),
        _chips("won", [part.won_chips for part in pots.parts]),
        _chips("pushed", [part.pushed_chips for part in pots.parts]),
    ]
    return [*tabled(seats, by_pot, paper), *tabled(seats, moved, paper)]


def _chips(title: str, chips: list[int]) -> Column:
    """A column of amounts with their sum."""
    return Column(title, [f"{amount:,}" for amount in chips], f"{sum(chips):,}")


def _told_pots(pots: RebuiltPots) -> list[str]:
    """Who could win each pot and who did, then what is still to move."""
    lines: list[str] = []
    for number, pot in enumerate(pots.pots):
        won = ", ".join(f"seat {one.seat} {one.chips:,}" for one in pots.shares if one.pot == number)
        could = f"seat{'s' if len(pot.seats) > 1 else ''} {', '.join(map(str, pot.seats))}" if pot.seats else "nobody"
        lines.append(f"{_pot_name(number)} of {pot.chips:,}: for {could}" + (f"; to {won}" if won else ""))
    for part in pots.parts:
        lines += [f"seat {part.seat} owes {part.owes_chips:,}"] if part.owes_chips else []
        lines += [f"{part.returns_chips:,} go back to seat {part.seat}"] if part.returns_chips else []
    return lines


def _pot_name(number: int) -> str:
    return f"side pot {number}" if number else "main pot"


def _book_of(path: Path, opened: TableOpened) -> Rulebook:
    """The book that judged a journal: a shipped one, or as it was kept beside the journal; raises `ManifestError`."""
    header = journal_header(path)
    return journal_rulebook(path.parent, header.rulebook_hash if header else "", opened.rulebook, opened.house)


def replay(path: Path) -> tuple[int, str, Table | None]:
    """Fold the journal again and compare every record with what is written: status, one line, the final table."""
    session, book, count = new_session(), None, 0
    try:
        if wrong := no_journal(path):
            return UNREADABLE, wrong, None
        for entry in entries(path):
            record = decode_record(entry.payload)
            if book is None:
                opened = _opened(record, entry)
                book = _book_of(path, opened)
            session, again = fold_record(session, record, book)
            if encode_record(again) != entry.payload:
                return BAD, f"{path}: record {entry.sequence} comes out differently now", session.table
            count += 1
    except (JournalDamaged, ReplayDiffers) as problem:
        return BAD, str(problem), None
    except (LineError, ManifestError) as problem:
        return UNREADABLE, f"{path}: {problem}", None
    except OSError as problem:
        return UNREADABLE, f"{path}: cannot be read: {problem.strerror}", None
    return OK, f"{path}: {count} records replayed, every one as written", session.table


def _opened(record: Record, entry: Entry) -> TableOpened:
    for applied in record.applied_events:
        if isinstance(applied.event, TableOpened):
            return applied.event
    raise LineError(f"record {entry.sequence} comes before the table is opened")

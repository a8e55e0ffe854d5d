"""``cardspeak rules check``: what is wrong with a book of one's own, where, and what to do; and in what it differs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from display.languages import LANGUAGES
from display.printed.paper import paper_of
from table_controller.game.rulebooks.keys import policy_keys, ruled_at, said_as
from table_controller.game.rulebooks.known import FOLDER, Shelf, read_shelf
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.own import Known, differences, faults_of
from table_controller.game.rulebooks.rows import Row
from table_controller.game.rulebooks.shipped import rows_of, shipped_books
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.game.rulebooks.topics import POLICY_TOPICS, near_topics
from table_controller.game.rules.behaviour import BEHAVIOURS
from table_controller.runtime.cli.policy_carriers import carriers_of, known_behaviours

_BY_THE_TABLE: Final = frozenset({"AUTO", "ASSIST", "CLOCK"})
"""Classes of rules that the table sees to."""

MOST_CELLS: Final = 2000
"""What may be answered to a question, and the behaviours that carry it, stand in one line, and whole."""

SOUND, FAULTY, UNREADABLE = 0, 1, 2
"""Exit statuses."""


def check(file: Path | None, config: Path) -> int:
    """Report on a book, or on all beside the settings; the exit status."""
    folder = config.parent / FOLDER if file is None else file.parent
    if file is not None and file.is_dir():
        folder, file = file, None
    if file is not None and file.suffix != ".toml":
        return _unusable(f"{file}: a book is a file that ends in .toml")
    if file is not None and not file.is_file():
        return _unusable(f"{file}: is not there")
    try:
        shelf = read_shelf(folder)
    except OSError as problem:
        return _unusable(f"{folder}: {problem.strerror}")
    if file is None and not shelf.texts:
        return _unusable(f"{folder}: holds no book: name a file, or put one there")
    paper = paper_of(sys.stdout)
    worst = SOUND
    for name in (file.stem,) if file is not None else tuple(shelf.texts):
        sound, lines = _told(shelf, name, str(folder / f"{name}.toml"))
        worst = max(worst, SOUND if sound else FAULTY)
        for line in lines:
            indent = len(line) - len(line.lstrip())
            sys.stdout.write(" " * indent + paper.text(line, MOST_CELLS) + "\n")
    return worst


def _unusable(why: str) -> int:
    sys.stderr.write(f"cardspeak rules check: {why}\n")
    return UNREADABLE


def known_words(shelf: Shelf, name: str) -> Known:
    """All that a book is held against, the words of its rows too."""
    games = {game for book in shipped_books() for row in rows_of(book) for game in row.game.split(",")}
    return replace(shelf.known_to(name), languages=tuple(LANGUAGES), behaviours=known_behaviours(), games=games)


def _told(shelf: Shelf, name: str, path: str) -> tuple[bool, list[str]]:
    """Whether the book is sound, and the lines about it."""
    faults = faults_of(shelf.texts[name], f"{name}.toml", name, known_words(shelf, name))
    lines: list[str] = []
    for fault in faults:
        lines.append(f"{path}:{fault.line}: {fault.what}" if fault.line else f"{path}: {fault.what}")
        lines += [f"    to do: {fault.do}"] if fault.do else []
    if faults:
        return False, [*lines, f"{len(faults)} to mend"]
    try:
        return True, [f"{path}: sound", *_summary(shelf, name)]
    except ManifestError as problem:
        return False, [f"{path}: {problem}"]


def _summary(shelf: Shelf, name: str) -> Iterator[str]:
    """What the book is, in what it differs from its base, and what a person may have meant otherwise."""
    book, rows, base = shelf.rulebook(name), shelf.rows_of(name), shelf.base_of(name)
    yield f"  {book.title}: {len(rows)} {'row' if len(rows) == 1 else 'rows'} of its own" + (
        f", laid over {base}" if base is not None else ", a whole book"
    )
    if base is not None:
        changed = tuple(differences(book, shelf.rulebook(base)))
        yield f"  answers otherwise than {base}: {len(changed) or 'nothing'}"
        for one in changed:
            yield f"    {one.key}: {said_as(one.now)} ({one.now_in.ref}), there {said_as(one.was)} ({one.was_in.ref})"
        for key, ref in _the_same(shelf, name, base):
            yield f"  note: {key} ({ref}) says what {base} says; the rule is cited by your number"
    topics = {row.topic for known in shipped_books() for row in rows_of(known)} | {
        topic for some in POLICY_TOPICS.values() for topic in some
    }
    for row in rows:
        if row.topic not in topics:
            near = ", ".join(near_topics(row.topic, topics))
            then = f"near it: {near}" if near else "cardspeak compare sets it beside none"
            yield f"  note: {row.ref}: no other book has the topic {row.topic}: {then}"
    yield from _uncarried(book, name, rows)
    if base is None and (uncarried := sorted(set(BEHAVIOURS) - set(book.cites))):
        yield f"  note: {len(uncarried)} behaviours stand on no row and cite {book.discretion.ref}:"
        yield from (f"    {slug}" for slug in uncarried)


def _the_same(shelf: Shelf, name: str, base: str) -> Iterator[tuple[str, str]]:
    book, under = shelf.rulebook(name), shelf.rulebook(base)
    for key in policy_keys():
        now, was = ruled_at(book, key), ruled_at(under, key)
        if now.cite.book == name and now.value == was.value:
            yield key, now.cite.ref


def _uncarried(book: Rulebook, name: str, rows: tuple[Row, ...]) -> Iterator[str]:
    """Rows of the table's that name no behaviour, or none that carries the answer which stands on them."""
    said = {row.ref: row for row in rows if not (row.parts or row.restates)}
    told = set[str]()
    for key in policy_keys():
        ruled = ruled_at(book, key)
        row = said.get(ruled.cite.ref) if ruled.cite.book == name and ruled.value is not None else None
        carriers = carriers_of(key) if row is not None else frozenset()
        if row is not None and carriers and not carriers & {*row.behaviours}:
            told.add(row.ref)
            named = f"the row names {', '.join(row.behaviours)}" if row.behaviours else "the row names none"
            yield f"  note: {row.ref}: its answer {key} is carried by {' or '.join(sorted(carriers))}; {named}"
    for row in said.values():
        if row.kind in _BY_THE_TABLE and not row.behaviours and not row.waits and row.ref not in told:
            nothing = "the table does nothing by it; INFO is for people"
            yield f"  note: {row.ref}: {row.kind}, and names no behaviour: {nothing}"

"""A book of a card room's own: all that is wrong with it at once, what it holds, and in what it differs from another.

A shipped manifest is proved by our tests and read by the look of its lines. This one was written by a person who deals
cards, so it is read whole, and whatever is wrong with it is told with its line and with what to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec

from table_controller.game.rulebooks.keys import (
    WHOLE_PCT,
    answer_type,
    hints_of,
    is_group,
    members_of,
    policy_keys,
    ruled_at,
)
from table_controller.game.rulebooks.loader import HOUSE, answers_of, printed_ref, rulebook_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.rows import Row, faults_between, read_row
from table_controller.game.rulebooks.strict import ManifestError, near_words, parse, shown_text
from table_controller.game.rulebooks.topics import POLICY_TOPICS
from table_controller.vocabulary.findings import Citation

TITLES: Final = "titles"
"""The table of a manifest with titles in other languages: a table for each, from ref to title."""

_HEADER: Final = ("book", "title", "base", "discretion")
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_RESERVED: Final = frozenset({HOUSE, "check", "answers"})
"""What house rules cite; and words of the command line where a book is named."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: the line of the file (0: the whole of it), where that is, what it is, and what to do."""

    line: int
    what: str
    do: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What a book of one's own is held against: names that are taken, whole books to lay it over, words of its rows.

    An empty collection of words is one that is not looked at.
    """

    taken: Collection[str]
    base: Callable[[str], Rulebook]
    """The whole book of that name; raises `ManifestError` where there is none."""
    languages: Collection[str] = ()
    behaviours: Collection[str] = ()
    games: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class OwnBook:
    """A book that was read without a fault."""

    book: Rulebook
    base: str | None
    rows: tuple[Row, ...]
    judging: str
    """What of the manifest may bear on a judgement, in one form whatever spaces, remarks and titles it has."""
    titles: Mapping[str, Mapping[Citation, str]] = field(default_factory=lambda: MappingProxyType({}))
    """By language, titles beside those of the rows."""


def read_own(text: str, file: str, name: str, known: Known) -> OwnBook:
    """The book of the manifest `text`; raise `ManifestError` for the first fault of it."""
    for fault in faults_of(text, file, name, known):
        raise ManifestError(f"{file}: {fault.what} (cardspeak rules check tells all that is wrong with it)")
    tables = parse(text, file)
    rows = _rows(tables, file, name)
    base = known.base(tables["base"]) if "base" in tables else None
    policies = {key: value for key, value in tables.items() if key not in {"rows", TITLES}}
    carriers, titles = {row.ref: row.behaviours for row in rows}, {row.ref: row.title for row in rows}
    said = {key: value for key, value in tables.items() if key not in {"title", TITLES}}
    said["rows"] = [{key: value for key, value in row.items() if key != "title"} for row in tables.get("rows", ())]
    return OwnBook(
        rulebook_of(policies, file, carriers, titles, base),
        base.book if base is not None else None,
        rows,
        msgspec.json.encode(said, order="sorted").decode(),
        {
            language: {Citation(name, ref): title for ref, title in table.items()}
            for language, table in tables.get(TITLES, {}).items()
        },
    )


def _rows(tables: Mapping[str, Any], file: str, name: str) -> tuple[Row, ...]:
    return tuple(read_row(entry, number, file, name) for number, entry in enumerate(tables.get("rows", ()), start=1))


def digest_of(*judging: str, house: Collection[tuple[str, str]] = ()) -> str:
    """SHA-256 of what judges: the texts of a book and of its base, and house rules."""
    text = "".join(judging) + "".join(f"\nhouse:{key} = {value}" for key, value in sorted(house))
    return sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that two books answer otherwise, with the rule of each."""

    key: str
    was: object
    was_in: Citation
    now: object
    now_in: Citation


def differences(book: Rulebook, base: Rulebook) -> Iterator[Difference]:
    """Each question that `book` answers otherwise than `base`."""
    for key in policy_keys():
        was, now = ruled_at(base, key), ruled_at(book, key)
        if was.value != now.value:
            yield Difference(key, was.value, was.cite, now.value, now.cite)


def faults_of(text: str, file: str, name: str, known: Known) -> tuple[Fault, ...]:
    """All that is wrong with a manifest, in the order of its lines; `name` is its file's without the ending."""
    try:
        tables = parse(text, file)
    except ManifestError as problem:
        told = str(problem).removeprefix(f"{file}: ")
        place = re.search(r"at line (\d+)", told)
        do = "mend the TOML there; all else is looked at afterwards"
        if "('rows',)" in told:  # the parser's word for a table that is declared twice
            do = "write [[rows]], in two brackets, above each row"
        return (Fault(int(place[1]) if place else 0, told, do),)
    return tuple(sorted(_Check(tables, text, file, name, known).faults(), key=lambda fault: fault.line))


class _Check:
    """One manifest under its checks."""

    def __init__(self, tables: Mapping[str, Any], text: str, file: str, name: str, known: Known) -> None:
        self._tables, self._file, self._name, self._known = tables, file, name, known
        self._lines = text.splitlines()

    @property
    def _is_whole(self) -> bool:
        """Whether it is meant for a whole book: it names no base, nor is there a key that looks like a mistyped one."""
        return not ({"base", *self._mistyped_bases()} & {*self._tables})

    def _mistyped_bases(self) -> list[str]:
        known = {*_HEADER, *hints_of(Rulebook), "rows", TITLES}
        strange = {key.lower(): key for key in self._tables if key not in known}
        return [strange[near] for near in near_words("base", strange)]

    def faults(self) -> Iterator[Fault]:
        yield from self._of_header()
        yield from self._of_keys()
        rows = [*self._good_rows()]
        yield from self._row_faults
        refs = {entry["ref"] for entry in self._entries() if isinstance(entry.get("ref"), str)}
        yield from self._of_policies(refs)
        yield from self._of_rows(rows)
        yield from self._of_titles(refs)

    # ---------------------------------------------------------------------------------------------- the header

    def _of_header(self) -> Iterator[Fault]:
        tables, name = self._tables, self._name
        for key in ("book", "title"):
            if key not in tables:
                yield Fault(0, f"{key} is missing", f'write {key} = "…" at the top')
            else:
                yield from self._text(tables[key], key, self._line(key))
        book = tables.get("book")
        if isinstance(book, str) and book != name:
            do = f'write book = "{name}"' if self._is_name(name) else "give both the same name"
            yield Fault(self._line("book"), f"book is {book!r} and the file {name}.toml", do)
        if not self._is_name(name):
            small = name.lower()
            do = f"call the file {small}.toml and the book {small}: no capitals" if self._is_name(small) else ""
            yield Fault(
                self._line("book"),
                f"{name!r} is no name for a book",
                do or "use a-z, 0-9 and -, up to 32, such as harbour, for file and book",
            )
        elif name in self._known.taken:
            yield Fault(self._line("book"), f"{name} is the name of a shipped book", "choose another, file and book")
        yield from self._of_base()

    @staticmethod
    def _is_name(name: str) -> bool:
        return _NAME.fullmatch(name) is not None and name not in _RESERVED

    def _of_base(self) -> Iterator[Fault]:
        tables = self._tables
        if "base" in tables:
            at = self._line("base")
            if "discretion" in tables:
                yield Fault(self._line("discretion"), "discretion is that of the base", "leave it out")
            if not isinstance(tables["base"], str):
                yield Fault(at, "base must be text", 'write base = "BOOK"')
                return
            try:
                self._known.base(tables["base"])
            except ManifestError as problem:
                yield Fault(at, f"base: {problem}", "name a whole book")
        elif "discretion" not in tables and self._is_whole:
            yield Fault(
                0,
                "neither base nor discretion is there",
                'write base = "BOOK" for a book that differs from another one in some rules; in a whole book '
                'discretion = "REF", the rule by which the floor decides what no rule does',
            )

    # ------------------------------------------------------------------------------------------------- policies

    def _of_keys(self) -> Iterator[Fault]:
        """Keys that no book has."""
        groups = hints_of(Rulebook)
        there = {*_HEADER, *groups, "rows", TITLES}
        for key, value in self._tables.items():
            if key not in there:
                yield Fault(
                    self._line(key) or self._line("", key), f"unknown key {key!r}", _near(key, (*there, *policy_keys()))
                )
            elif key in groups and is_group(groups[key]):
                if not isinstance(value, dict):
                    yield Fault(
                        self._line(key) or self._line("", key),
                        f"{key} must be a table",
                        f"write [{key}] and its keys below",
                    )
                    continue
                for part in value:
                    if part not in hints_of(groups[key]):
                        yield Fault(
                            self._line(part, key), f"[{key}]: unknown key {part!r}", _near(part, hints_of(groups[key]))
                        )

    def _of_policies(self, refs: Collection[str]) -> Iterator[Fault]:
        whole = self._is_whole
        if whole and "discretion" in self._tables:
            try:
                printed_ref(self._tables, "discretion", "top level", refs)
            except ManifestError as problem:
                yield Fault(self._line("discretion"), str(problem), "name one of the rows of this book")
        for key in policy_keys():
            group, _, part = key.partition(".")
            held = self._tables.get(group, {} if part else None)
            entry = held if not part else held.get(part) if isinstance(held, dict) else None
            hint = hints_of(hints_of(Rulebook)[group])[part] if part else hints_of(Rulebook)[group]
            if entry is None:
                if whole and (not part or isinstance(held, dict)):
                    where = f"below [{group}]" if part else "above the first table"
                    yield Fault(
                        self._line("", group) if part and held else 0,
                        f"{key} has no value, and a whole book answers everything",
                        f'{where}: {part or group} = {{ value = …, ref = "…" }}, or = {{ silent = true }} where the '
                        f"book says nothing; the value: {choices_of(key)}",
                    )
                continue
            line = self._line(part or group, group if part else "")
            if incomplete := self._incomplete(entry, key, part or group, refs):
                yield Fault(line, *incomplete)
                continue
            ref = entry.get("ref") if isinstance(entry, dict) else None
            if isinstance(ref, str) and ref not in refs:
                near = near_words(ref, refs)
                do = f'add a row with ref = "{ref}"' + (
                    f", or take one that is there: {', '.join(near)}" if near else ""
                )
                yield Fault(line, f"{key}: ref: {ref!r} names no row of this book", do)
            try:
                answers_of(self._name, Citation(self._name, ""), {*refs, str(ref)})(entry, key, hint, key)
            except ManifestError as problem:
                yield Fault(line, str(problem), f"write {choices_of(key)}")

    def _incomplete(self, entry: Any, key: str, name: str, refs: Collection[str]) -> tuple[str, str] | None:
        """What an answer lacks of its two parts or has beside them, and what to do; None if it has just these."""
        if entry == {"silent": True} or (isinstance(entry, dict) and set(entry) == {"value", "ref"}):
            return None
        said = entry if isinstance(entry, dict) else {"value": entry}
        value = _written(said["value"]) if "value" in said else "…"
        topics = POLICY_TOPICS.get(key, ())
        own = [one for one in self._entries() if isinstance(one.get("ref"), str)]
        on_it = [one["ref"] for one in own if one.get("topic") in topics]
        near = list(dict.fromkeys([*on_it, *sorted(refs)]))[:_OFFERED]
        ref = said["ref"] if isinstance(said.get("ref"), str) else near[0] if near else "…"
        do = f'write {name} = {{ value = {value}, ref = "{ref}" }}'
        if not isinstance(entry, dict) or "silent" in entry:
            return f'{key}: write {{ value = …, ref = "…" }} or {{ silent = true }}', do
        if more := sorted(set(entry) - {"value", "ref"}):
            return f"{key}: unknown key {', '.join(more)}: an answer has value and ref, or silent = true", do
        if "value" not in entry:
            return f"{key}: value is missing", f"{do}; the value: {choices_of(key)}"
        rows = f"; rows of this book: {', '.join(near)}" if near else ", and add a row with that ref"
        return f"{key}: ref is missing, the row of your book on which the answer stands", do + rows

    # ----------------------------------------------------------------------------------------------------- rows

    def _entries(self) -> Iterator[dict[str, Any]]:
        rows = self._tables.get("rows", [])
        yield from (entry for entry in (rows if isinstance(rows, list) else []) if isinstance(entry, dict))

    def _good_rows(self) -> Iterator[Row]:
        self._row_faults: list[Fault] = []
        rows = self._tables.get("rows", [])
        if not isinstance(rows, list):
            self._row_faults.append(Fault(self._line("", "rows"), "rows must be a list", "write [[rows]] above each"))
            return
        for number, entry in enumerate(rows, start=1):
            try:
                yield read_row(entry, number, self._file, self._name)
            except ManifestError as problem:
                self._row_faults.append(Fault(self._row_line(number), *self._row_told(problem)))

    def _of_rows(self, rows: list[Row]) -> Iterator[Fault]:
        if not self._row_faults:  # else a ref that a faulty row prints would be called unknown
            for problem in faults_between(rows, self._file):
                found = re.search(r"\[\[rows\]\] (.+?): (ref|parts|restates):", str(problem))
                yield Fault(self._ref_line(found[1] if found else ""), self._told(problem), "each rule has one row")
        for row in rows:
            at = self._ref_line(row.ref)
            if self._known.behaviours:
                for slug in row.behaviours:
                    if slug not in self._known.behaviours:
                        yield Fault(
                            at, f"[[rows]] {row.ref}: no behaviour {slug!r}", _near(slug, self._known.behaviours)
                        )
            if self._known.games:
                for game in row.game.split(","):
                    if game not in self._known.games:
                        there = ", ".join(sorted(self._known.games))
                        yield Fault(at, f"[[rows]] {row.ref}: game: {game!r} is not there", f"use {there}")

    def _of_titles(self, refs: Collection[str]) -> Iterator[Fault]:
        titles = self._tables.get(TITLES, {})
        if not isinstance(titles, dict):
            yield Fault(self._line(TITLES), "titles must be tables", "write [titles.it] and ref = title below")
            return
        for language, table in titles.items():
            at = self._line("", f"{TITLES}.{language}")
            if self._known.languages and language not in self._known.languages:
                yield Fault(at, f"titles: no language {language!r}", f"use {', '.join(self._known.languages)}")
            if not isinstance(table, dict):
                yield Fault(at, f"titles.{language} must be a table", f"write [titles.{language}]")
                continue
            for ref, title in table.items():
                line = self._line(f'"{ref}"', f"{TITLES}.{language}") or self._line(ref, f"{TITLES}.{language}")
                if ref not in refs:
                    yield Fault(line, f"titles.{language}: {ref!r} names no row of this book", _near(ref, refs))
                yield from self._text(title, f"titles.{language}: {ref}", line)

    # ------------------------------------------------------------------------------------------- where it stands

    def _text(self, value: Any, where: str, line: int) -> Iterator[Fault]:
        try:
            shown_text(value, where)
        except ManifestError as problem:
            yield Fault(line, str(problem), _remedy(str(problem), _AS_TEXT))

    def _row_told(self, problem: ManifestError) -> tuple[str, str]:
        told = self._told(problem)
        return told, _remedy(told, _ROW)

    def _told(self, problem: ManifestError) -> str:
        return str(problem).removeprefix(f"{self._file}: ")

    def _line(self, key: str, table: str = "") -> int:
        """The line on which a key of a table stands ("": at the top level); without a key that of the table."""
        inside = ""
        for number, line in enumerate(self._lines, start=1):
            if header := re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line):
                inside = header[1]
                if not key and inside == table:
                    return number
            elif key and inside == table and re.match(rf"\s*{re.escape(key)}\s*=", line):
                return number
        return 0

    def _row_line(self, number: int) -> int:
        rows = [at for at, line in enumerate(self._lines, start=1) if re.match(r"\s*\[\[\s*rows\s*\]\]", line)]
        return rows[number - 1] if number <= len(rows) else 0

    def _ref_line(self, ref: str) -> int:
        wanted = re.compile(rf"\s*ref\s*=\s*[\"']{re.escape(ref)}[\"']")
        return next((at for at, line in enumerate(self._lines, start=1) if wanted.match(line)), 0)


_AS_TEXT: Final = 'write it as text, in "", in one line'

_OFFERED: Final = 6
"""So many rows are named to one who named none."""

_ROW: Final = (
    'a row has ref, title, topic, class (AUTO, ASSIST, CLOCK, ROOM or INFO) and game ("all"); behaviours, parts, '
    "restates and waits may follow"
)


def _remedy(told: str, otherwise: str) -> str:
    """What to do about a text of which that is told."""
    if " characters; " in told:
        return "shorten it"
    return "type it anew: nothing shows what is wrong with it" if "cannot be seen" in told else otherwise


def choices_of(key: str) -> str:
    """What may be answered at a policy key, as it is written."""
    told = []
    for member in members_of(answer_type(key)):
        if isinstance(member, str):
            told.append(f'"{member}"')
        elif member is bool:
            told.append("true or false")
        elif member is int:
            told.append("a whole number from 0" + (f" to {WHOLE_PCT}" if key.endswith("_pct") else ""))
        elif get_args(member):
            told.append("a list in [ ]")
    return "one of " + ", ".join(told) if len(told) > 1 else "".join(told)


def _written(value: Any) -> str:
    """A value as a manifest writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _near(word: str, words: Collection[str]) -> str:
    near = near_words(word, words)
    return (
        f"near it: {', '.join(near)}"
        if near
        else "take it out: cardspeak rules answers lists all that a book may answer"
    )

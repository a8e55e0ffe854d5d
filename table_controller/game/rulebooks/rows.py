"""The printed rules of a book, one row each: where a rule is found, what carries it, what it waits for.

The rows stand in the manifest below the policies, each under ``[[rows]]`` with one key a line, and are
read only where somebody asks: a table needs the policies, and which rule a behaviour stands on.
`carriers_in` finds refs and behaviours without reading the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, get_args

from table_controller.game.rulebooks.strict import ManifestError, key_table, parse, same_keys, text_at

RowClass: TypeAlias = Literal["AUTO", "ASSIST", "CLOCK", "ROOM", "INFO"]

_FIRST_ROW: Final = re.compile(r"^\[\[rows\]\]", re.MULTILINE)
_REF_OR_BEHAVIOURS: Final = re.compile(r'^ref *= *"([^"\n]+)"|^behaviours *= *\[([^\]]*)\]', re.MULTILINE)
_REF_AND_TITLE: Final = re.compile(r'^ref *= *"([^"\n]+)"\ntitle *= *"([^"\n]+)"', re.MULTILINE)
_TEXT: Final = re.compile(r'"([^"\n]+)"')
_SLUG: Final = re.compile(r"[a-z_]+(\.[a-z_]+)*\.[a-z_0-9]+")
_NEEDED: Final = ("ref", "title", "topic", "class", "game")
_OPTIONAL: Final = ("behaviours", "parts", "restates", "waits")


@dataclass(frozen=True, slots=True)
class Row:
    """One printed rule.

    `ref` is the rule as printed and `title` our own. `kind` says who sees that it is kept: AUTO the
    table, ASSIST the table with the floor's help, CLOCK a clock, ROOM the room's software, INFO people.
    `game` names the games that have the rule, parted by commas. `behaviours` are the slugs
    ``module.function`` that carry it; `parts` the rows through which a heading counts; `restates` the
    row that it says again; `waits` what must be there before the row can be played. Empty is none.
    """

    book: str
    ref: str
    title: str
    topic: str
    kind: RowClass
    game: str
    behaviours: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    restates: str = ""
    waits: str = ""


def policies_text(text: str) -> str:
    """The part of a manifest above the rows."""
    first = _FIRST_ROW.search(text)
    return text[: first.start()] if first else text


def carriers_in(text: str) -> dict[str, tuple[str, ...]]:
    """Each printed ref of a manifest and the behaviours of its row, in order, found by the look of their lines."""
    carriers: dict[str, tuple[str, ...]] = {}
    ref = ""
    for found in _REF_OR_BEHAVIOURS.finditer(text, len(policies_text(text))):
        if found[1]:
            ref = found[1]
            carriers[ref] = ()
        else:
            carriers[ref] = tuple(_TEXT.findall(found[2]))
    return carriers


def titles_in(text: str) -> dict[str, str]:
    """Each printed ref of a manifest and our title of its row, found by the look of their lines."""
    return {found[1]: found[2] for found in _REF_AND_TITLE.finditer(text, len(policies_text(text)))}


def load_rows(text: str, file: str, book: str) -> tuple[Row, ...]:
    """Read the rows of the manifest `text` of `book`; raise `ManifestError` naming file, row and key."""
    above = policies_text(text)
    # Empty lines stand for the policies, so that a fault of the syntax keeps its line.
    tables = parse("\n" * above.count("\n") + text[len(above) :], file)
    same_keys(tables, {"rows"}, f"{file}: below the rows")
    rows = tuple(read_row(entry, number, file, book) for number, entry in enumerate(tables["rows"], start=1))
    for fault in faults_between(rows, file):
        raise fault
    return rows


def faults_between(rows: Collection[Row], file: str) -> Iterator[ManifestError]:
    """What is wrong with rows that are right each by itself."""
    counts = Counter(row.ref for row in rows)
    for ref, count in counts.items():
        if count > 1:
            yield ManifestError(f"{file}: [[rows]] {ref}: ref: stands {count} times")
    for row in rows:
        yield from _wrongly_named(row, counts, file)


def read_row(entry: Any, number: int, file: str, book: str) -> Row:
    """The row of that number of `book`; raise `ManifestError` naming file, row and key."""
    where = f"{file}: [[rows]] number {number}"
    entry = key_table(entry, where)
    if isinstance(entry.get("ref"), str):
        where = f"{file}: [[rows]] {entry['ref']}"
    same_keys(entry, _NEEDED, where, optional=_OPTIONAL)
    texts = {key: text_at(entry, key, where) for key in (*_NEEDED, "restates", "waits") if key in entry}
    for slug in (behaviours := _texts(entry, "behaviours", where)):
        if not _SLUG.fullmatch(slug):
            raise ManifestError(f"{where}: behaviours: {slug!r} is not module.function")
    kind = next((kind for kind in get_args(RowClass) if kind == texts["class"]), None)
    if kind is None:
        raise ManifestError(f"{where}: class: {texts['class']!r} is not one of {', '.join(get_args(RowClass))}")
    return Row(
        book=book,
        ref=texts["ref"],
        title=texts["title"],
        topic=texts["topic"],
        kind=kind,
        game=texts["game"],
        behaviours=behaviours,
        parts=_texts(entry, "parts", where),
        restates=texts.get("restates", ""),
        waits=texts.get("waits", ""),
    )


def _texts(entry: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = entry.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
        raise ManifestError(f"{where}: {key}: must be a list of texts")
    if key in entry and not value:
        raise ManifestError(f"{where}: {key}: is empty; leave it out")
    if len(set(value)) != len(value):
        raise ManifestError(f"{where}: {key}: names one twice")
    return tuple(value)


def _wrongly_named(row: Row, refs: Collection[str], file: str) -> Iterator[ManifestError]:
    where = f"{file}: [[rows]] {row.ref}"
    named = [("parts", part) for part in row.parts] + ([("restates", row.restates)] if row.restates else [])
    for key, ref in named:
        if ref not in refs:
            yield ManifestError(f"{where}: {key}: {ref!r} names no row of this book")
        elif ref == row.ref:
            yield ManifestError(f"{where}: {key}: names the row itself")
    if row.parts and row.restates:
        yield ManifestError(f"{where}: restates: a heading counts through its parts and restates nothing")

"""Finding rules: what a printed rule carries, what a book prints, how the books differ on a topic.

Each tool returns text for a terminal and raises `NotThereError` for a book, rule or topic that is not there.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import table_controller.game.rules as all_rules
from display.printed.paper import PAPER, Column, Paper, broken, tabled
from display.printed.rules import prints_of, sentences
from firmware_bridge.vocabulary.whole_files import read_setting_toml
from table_controller.game.rulebooks.keys import answer_type, members_of, policy_keys, ruled_at, said_as
from table_controller.game.rulebooks.known import (
    FOLDER,
    base_of,
    known_books,
    known_rulebook,
    rows_of,
    shelf,
    take_books,
    why_not,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.own import choices_of
from table_controller.game.rulebooks.rows import Row
from table_controller.game.rulebooks.topics import near_topics, policies_of
from table_controller.runtime.cli.policy_carriers import carriers_of
from table_controller.scripts.header import parse_toml
from table_controller.scripts.unreadable import UnreadableError
from table_controller.vocabulary.findings import Citation

ROOT: Final = Path(__file__).resolve().parents[3]
"""The checkout, where the program runs from one."""

SCRIPTS: Final = Path("tests/scripts")

SEEN_BY: Final = {
    "AUTO": "the table sees it",
    "ASSIST": "the table sees it, the floor decides",
    "CLOCK": "a clock sees it",
    "ROOM": "the room's software sees it",
    "INFO": "only people see it",
}

_INDENT: Final = 12

_NARROWEST: Final = 11
"""The least width of a column that sets a book beside the others."""

_TOLD_COLUMNS: Final = 66
"""Sentences are broken so that their lines, indented, fit into 80 columns."""


class NotThereError(ValueError):
    """No such book, rule or topic; the message names what there is."""


def answer(tool: Callable[[], str]) -> int:
    """Print what `tool` finds; return the exit status, 2 with a line on the error output if it is not there."""
    try:
        text = tool()
    except NotThereError as problem:
        sys.stderr.write(f"cardspeak: {problem}\n")
        return 2
    sys.stdout.write(text)
    return 0


def take(config: Path) -> str:
    """Know the books that lie beside these settings; the language of the table, nothing where they cannot be read."""
    take_books(config.parent / FOLDER)
    try:
        language = read_setting_toml(config)["screen"]["language"]
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return language if isinstance(language, str) else ""


def _title(row: Row, language: str) -> str:
    """The title of a rule in that language, where its book has one."""
    own = shelf().own(row.book)
    titles = own.titles.get(language, {}) if own is not None else {}
    return titles.get(Citation(row.book, row.ref), row.title)


def explain(book: str, ref: str, root: Path = ROOT, own: Path | None = None, language: str = "") -> str:
    """One printed rule: title, the sentence that tells it, class, policies, behaviours, the scripts under `root`.

    Of a card room's own rule its own scripts are told, too, which lie beside its settings in the folder `own`.
    """
    row = find_row(book, ref)
    lines = [f"{row.book} {row.ref}: {_title(row, language)}"]
    # of an own rule the sentence is that of what carries it, whatever this book answers: its policies stand below
    lines += _line("in general" if row.book in shelf().texts else "says", _broken(_told(row)))
    lines += _line("prints", _broken([prints_of(row.book).get(row.ref, "")]))
    if row.book != book:
        lines += _line("book", [f"{book} is laid over {row.book}, which prints this rule"])
    lines += _line("topic", [row.topic])
    lines += _line("class", [f"{row.kind}: {SEEN_BY[row.kind]}"])
    lines += _line("games", [row.game])
    lines += _line("parts", [f"{part}: {find_row(row.book, part).title}" for part in row.parts])
    lines += _line("restates", [f"{row.restates}: {find_row(row.book, row.restates).title}"] if row.restates else [])
    lines += _line("waits for", [row.waits] if row.waits else [])
    lines += _line("policies", policies_citing(known_rulebook(book), row) or ["none cites it"])
    lines += _line("behaviours", _carried_by(row))
    lines += _line("scripts", _scripts_citing(row, {book, row.book}, root, own if row.book in shelf().texts else None))
    return "\n".join(lines) + "\n"


def rules(book: str, topic: str | None = None, language: str = "") -> str:
    """The printed rules of a book in their order, one a line; those of one topic if `topic` says so."""
    rows = _rows(book)
    base = base_of(book)
    if topic is not None:
        _check_topic(topic)
        rows = tuple(row for row in rows if row.topic == topic)
    wide = max((len(row.ref) for row in rows), default=0)
    lines = [
        f"{row.ref:{wide}}  {row.kind:6}  {_title(row, language)}" + ("" if topic else f"  [{row.topic}]")
        for row in rows
    ]
    if not rows:
        lines.append(f"{book} prints no rule on {topic}")
    if base is not None:
        lines.append(f"laid over {base}: cardspeak rules {base}" + (f" --topic {topic}" if topic else ""))
    return "\n".join(lines) + "\n"


def compare(topic: str, paper: Paper = PAPER) -> str:
    """A topic in all books: its policies as a table with a column a book, then the rules each book prints on it."""
    _check_topic(topic)
    books = known_books()
    lines = [topic]
    if keys := policies_of(topic):
        lines += ["", *_side_by_side(keys, books, paper)]
    for book in books:
        printed = [row for row in rows_of(book) if row.topic == topic]
        over = base_of(book)
        lines += ["", book + (f" (over {over})" if over else "")]
        widest = max((len(row.ref) for row in printed), default=0)
        lines += [f"  {row.ref:{widest}}  {row.title}" for row in printed] or ["  no rule of its own"]
    return "\n".join(lines) + "\n"


def answers(question: str | None = None) -> str:
    """What may be answered to one question, with the books that answer so and what carries it; or to each."""
    if question is None:
        wide = max(map(len, policy_keys()))
        return "".join(f"{key:{wide}}  {choices_of(key)}\n" for key in policy_keys())
    if question not in policy_keys():
        near = [key for key in policy_keys() if question and question in key][:6]
        near = near or get_close_matches(question, policy_keys(), 5, 0.5)
        raise NotThereError(f"no question {question!r}; {_near(near, 'cardspeak rules answers lists them')}")
    lines = [f"{question}: {choices_of(question)}"]
    for slug in sorted(carriers_of(question)):
        lines += _line("carried by", [slug, *_broken([sentences().get(slug, "")])])
    said = dict[str, list[str]]()
    for book in known_books():
        ruled = ruled_at(known_rulebook(book), question)
        if ruled.cite.book == book:
            title = "the floor decides" if ruled.value is None else find_row(book, ruled.cite.ref).title
            said.setdefault(said_as(ruled.value), []).append(f"{book} {ruled.cite.ref}: {title}")
    for value in sorted(said):
        lines += [f"  {value}", *(f"    {one}" for one in said[value])]
    free = [one for one in members_of(answer_type(question)) if isinstance(one, str) and one not in said]
    lines += [f"  {one}\n    no book says so" for one in free]
    return "\n".join(lines) + "\n"


def _side_by_side(keys: Sequence[str], books: Sequence[str], paper: Paper) -> list[str]:
    """The policies down, the books across; each answer with the rule that it stands on, as wide as there is room."""
    told = {book: [_answered(known_rulebook(book), key) for key in keys] for book in books}
    frame = 2 * len(books)
    natural = {
        book: max(len(line) for cell in cells for line in (book, *cell.split("\n"))) for book, cells in told.items()
    }
    names = max(map(len, keys))
    if frame + names + sum(natural.values()) > paper.columns:
        each = max(_NARROWEST, (paper.columns - frame) // (len(books) + 1))
        natural = {book: min(each, wide) for book, wide in natural.items()}
        names = min(names, max(_NARROWEST, paper.columns - frame - sum(natural.values())))
    columns = [
        Column(broken(book, natural[book]), [broken(cell, natural[book]) for cell in told[book]], left=True)
        for book in books
    ]
    return tabled(Column("policy", [broken(key, names) for key in keys], left=True), columns, paper, apart=True)


def _answered(book: Rulebook, key: str) -> str:
    ruled = ruled_at(book, key)
    if ruled.cite.book != book.book:
        return f"as {ruled.cite.book}"
    return f"{said_as(ruled.value)}\n({ruled.cite.ref})"


def find_row(book: str, ref: str) -> Row:
    """The printed rule `ref` of a book, or of the book that it is laid over; raise `NotThereError`."""
    base = base_of(book) if book in known_books() else None
    rows = {row.ref: row for over in (base, book) if over is not None for row in _rows(over)}
    if ref in rows:
        return rows[ref]
    plain = {_plainly(known): known for known in rows}
    if _plainly(ref) in plain:
        return rows[plain[_plainly(ref)]]
    parts = [known for known in rows if known.startswith(ref)] if ref else []
    near = parts[:6] or [plain[match] for match in get_close_matches(_plainly(ref), plain, 6, 0.5)]
    raise NotThereError(f"{book} prints no rule {ref!r}; {_near(near, f'cardspeak rules {book} lists them')}")


def policies_citing(book: Rulebook, row: Row) -> list[str]:
    """``key = value`` of each policy that rests on the row's rule."""
    ruled = ((key, ruled_at(book, key)) for key in policy_keys())
    return [
        f"{key} = {said_as(policy.value)}"
        for key, policy in ruled
        if (policy.cite.book, policy.cite.ref) == (row.book, row.ref) and policy.value is not None
    ]


def behaviour_of(slug: str) -> Callable[..., object] | None:
    """The function of `rules` that is called ``module.function``, in whichever chapter it stands, if there is one."""
    module, _, name = slug.rpartition(".")
    for found in pkgutil.walk_packages(all_rules.__path__, f"{all_rules.__name__}."):
        if not found.ispkg and found.name.rpartition(".")[2] == module:
            function = getattr(importlib.import_module(found.name), name, None)
            return function if callable(function) else None
    return None


def source_of(slug: str) -> str:
    """Where the behaviour ``module.function`` of `rules` stands, as file:line; says so where there is none."""
    found = behaviour_of(slug)
    if found is None:
        return "not there"
    function = inspect.unwrap(found)
    lines, first = inspect.getsourcelines(function)
    line = first + next(number for number, text in enumerate(lines) if text.startswith("def "))
    return f"{_shown(Path(inspect.getfile(function)), ROOT)}:{line}"


def _told(row: Row) -> list[str]:
    """What a rule says: a sentence for each behaviour that carries it; a heading says what its parts say."""
    if row.behaviours:
        return [sentences().get(slug, f"There is no behaviour {slug}.") for slug in row.behaviours]
    if row.parts:
        return [f"{part}: {sentence}" for part in row.parts for sentence in _told(find_row(row.book, part))]
    if row.restates:
        return _told(find_row(row.book, row.restates))
    return ["Nothing that the table judges; people see to it." if row.kind == "INFO" else "Nothing that is judged yet."]


def _broken(told: Iterable[str]) -> list[str]:
    return [line for sentence in told for line in textwrap.wrap(sentence, _TOLD_COLUMNS)]


def _carried_by(row: Row) -> list[str]:
    if row.behaviours:
        return [f"{slug}  {source_of(slug)}" for slug in row.behaviours]
    return ["those of its parts"] if row.parts else [f"those of {row.restates}"] if row.restates else ["none"]


def _rows(book: str) -> tuple[Row, ...]:
    if book in shelf().texts and (why := why_not(book)):
        raise NotThereError(why)
    if book not in known_books():
        near = get_close_matches(book, known_books(), 3, 0.5)
        there = ", ".join(known_books())
        raise NotThereError(f"no rulebook {book!r}; {_near(near, f'there is {there}')}")
    return rows_of(book)


def _check_topic(topic: str) -> None:
    topics = sorted({row.topic for book in known_books() for row in rows_of(book)})
    if topic not in topics:
        near = near_topics(topic, topics)
        there = ", ".join(topics)
        raise NotThereError(f"no rule has the topic {topic!r}; {_near(near, f'the topics are {there}')}")


def _near(near: Iterable[str], otherwise: str) -> str:
    near = ", ".join(near)
    return f"near it: {near}" if near else otherwise


def _plainly(ref: str) -> str:
    """A ref without what people leave out when they type it: ``45a`` is ``45-A``."""
    return "".join(sign for sign in ref.lower() if sign.isalnum() or sign in "~.:")


def _line(name: str, values: Iterable[str]) -> list[str]:
    return [f"  {name if not number else '':{_INDENT}}{value}" for number, value in enumerate(values)]


def _scripts_citing(row: Row, books: set[str], root: Path, own: Path | None) -> list[str]:
    folders = [folder for folder in (root / SCRIPTS, own) if folder is not None and folder.is_dir()]
    if not folders:
        return [f"not here: {SCRIPTS} is part of a checkout"]
    found: list[str] = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.toml"))):
        try:
            header, _ = parse_toml(str(path), path.read_text("utf-8"))
        except (UnreadableError, OSError, UnicodeDecodeError):
            continue  # `cardspeak script` says what is wrong with it
        if header.rulebook in books and row.ref in header.refs:
            found.append(f"{_shown(path, root)}  {header.title}")
    return found or ["none cites it"]


def _shown(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)

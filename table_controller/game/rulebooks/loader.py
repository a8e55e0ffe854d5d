"""Reads a manifest strictly: every policy once, none unknown, each with a rule that the book prints.

A whole book answers everything. An overlay names its `base` and answers a part; what it leaves out is
the base's answer with the base's rule. The text is an argument, so that the loader does no I/O;
`shipped.py` reads the manifests of the package.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias, get_args, get_origin

from table_controller.game.rulebooks.keys import (
    admits,
    answer_type,
    attribute_of,
    hints_of,
    is_group,
    members_of,
    out_of_range,
    policy_keys,
    with_ruled,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.rows import carriers_in, policies_text, titles_in
from table_controller.game.rulebooks.strict import ManifestError, key_table, parse, same_keys, text_at
from table_controller.vocabulary.findings import Citation, Ruled

HOUSE: Final = "house"
"""The book that a house rule cites."""

SILENT: Final = "silent"
"""The value of a house rule that leaves a question to the floor."""

_BASE: Final = re.compile(r'^base *= *"([^"\n]*)"', re.MULTILINE)


def base_in(text: str) -> str | None:
    """The id of the book that the manifest `text` is laid over; None for a whole book."""
    found = _BASE.search(policies_text(text))
    return found[1] if found else None


def load_rulebook(text: str, file: str, base: Rulebook | None = None) -> Rulebook:
    """Read the policies of the manifest `text`; `file` is its name in messages. Raises `ManifestError`.

    `base` is the book that an overlay is laid over; a whole book has none.
    """
    return rulebook_of(parse(policies_text(text), file), file, carriers_in(text), titles_in(text), base)


def rulebook_of(
    tables: Mapping[str, Any],
    file: str,
    carriers: Mapping[str, tuple[str, ...]],
    row_titles: Mapping[str, str],
    base: Rulebook | None,
) -> Rulebook:
    """The book of a manifest's policies, with the behaviours and the title of each printed ref."""
    top = f"{file}: top level"
    if ("base" in tables) != (base is not None):
        raise ManifestError(f"{top}: base: an overlay names the book that it is laid over, a whole book none")
    header = ("book", "title", "discretion" if base is None else "base")
    groups = hints_of(Rulebook)
    same_keys(tables, (*header, *(groups if base is None else ())), top, optional=groups)
    book = text_at(tables, "book", top)
    if base is None:
        discretion = Citation(book, printed_ref(tables, "discretion", top, carriers))
    else:
        discretion = base.discretion
        if text_at(tables, "base", top) != base.book:
            raise ManifestError(f"{top}: base: it is {tables['base']!r}, and laid over {base.book!r}")
    answer = answers_of(book, discretion, carriers)
    fields: dict[str, Any] = {"book": book, "title": text_at(tables, "title", top), "discretion": discretion}
    fields["cites"] = _cites(book, carriers, base)
    titles = {Citation(book, ref): title for ref, title in row_titles.items()}
    fields["titles"] = titles if base is None else {**base.titles, **titles}
    for name, hint in groups.items():
        if name in tables:
            attribute = attribute_of(Rulebook, name)
            under = None if base is None else getattr(base, attribute)
            fields[attribute] = _policy(hint, tables[name], (file, name), answer, under)
    return Rulebook(**fields) if base is None else replace(base, **fields)


def _cites(book: str, carriers: Mapping[str, tuple[str, ...]], base: Rulebook | None) -> dict[str, Citation]:
    """For each behaviour the first row that names it; the base's rows come after the overlay's own."""
    cites: dict[str, Citation] = {}
    for ref, slugs in carriers.items():
        for slug in slugs:
            cites.setdefault(slug, Citation(book, ref))
    return cites if base is None else {**base.cites, **cites}


Answer: TypeAlias = Callable[[Any, str, Any, str], Ruled[Any]]
"""Reads what stands at a policy key: the entry, the key, the type of its answer, and where it stands for messages."""


def _policy(hint: Any, value: Any, place: tuple[str, str], answer: Answer, under: Any) -> Any:
    """One top-level key: an answer, or a group of them laid over the base's group."""
    file, name = place
    if not is_group(hint):
        return answer(value, name, hint, f"{file}: top level: {name}")
    where = f"{file}: [{name}]"
    kind: Any = hint
    hints = hints_of(kind)
    table = key_table(value, where)
    same_keys(table, hints if under is None else (), where, optional=hints)
    given = {
        attribute_of(kind, key): answer(table[key], f"{name}.{key}", hints[key], f"{where} {key}")
        for key in hints
        if key in table
    }
    return kind(**given) if under is None else replace(under, **given)


def answers_of(book: str, discretion: Citation, refs: Collection[str]) -> Answer:
    """What reads the answers of a book that prints `refs`."""

    def answer(entry: Any, key: str, hint: Any, where: str) -> Ruled[Any]:
        kind = get_args(hint)[0]
        if entry == {"silent": True}:
            return Ruled(_checked(None, key, kind, where), discretion)
        if not isinstance(entry, dict) or set(entry) != {"value", "ref"}:
            raise ManifestError(f'{where}: write {{ value = …, ref = "45-A" }} or {{ silent = true }}')
        value = tuple(entry["value"]) if isinstance(entry["value"], list) else entry["value"]
        return Ruled(_checked(value, key, kind, where), Citation(book, printed_ref(entry, "ref", where, refs)))

    return answer


def printed_ref(table: Mapping[str, Any], key: str, where: str, refs: Collection[str]) -> str:
    """The ref at `key`; raise `ManifestError` for one that the book does not print."""
    ref = text_at(table, key, where)
    if ref not in refs:
        raise ManifestError(f"{where}: {key}: {ref!r} names no row of this book")
    return ref


def with_house(book: Rulebook, house: Iterable[tuple[str, str]]) -> Rulebook:
    """The book with house rules laid over it, each citing ``house:<key>``.

    Values are text as in a table script: ``true``, ``25``, a member's name, several of these with
    commas between them, or ``silent``. Raises `ManifestError` for an unknown key or value.
    """
    for key, text in house:
        if key not in policy_keys():
            known = ", ".join(policy_keys())
            raise ManifestError(f"house rule {key!r}: no such policy; policies are {known}")
        kind = answer_type(key)
        value = None if text == SILENT else _of_text(text, kind)
        _checked(value, key, kind, f"house rule {key}")
        book = with_ruled(book, key, Ruled(value, Citation(HOUSE, key)))
    return book


def house_pairs(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """House rules of a TOML table as (policy key, value as text), sorted; keys may be dotted or tables in tables."""
    return tuple(sorted(_pairs(values, "")))


def _pairs(values: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _pairs(value, f"{prefix}{key}.")
        else:
            yield prefix + key, ", ".join(map(_text, value)) if isinstance(value, list) else _text(value)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of_text(text: str, kind: Any) -> Any:
    value = _literal(text)
    if admits(kind, value) or not any(get_origin(member) is tuple for member in members_of(kind)):
        return value
    return tuple(_literal(item.strip(" '\"")) for item in text.strip("[]() ").split(","))


def _literal(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def _checked(value: Any, key: str, kind: Any, where: str) -> Any:
    """`value` if the policy's type, the argument of `Ruled[…]`, admits it, and no number in it is out of range."""
    if admits(kind, value):
        if why := out_of_range(key, value):
            raise ManifestError(f"{where}: {why}")
        return value
    choices = ", ".join(_said(member) for member in members_of(kind) if member is not type(None))
    said = _text(value) if isinstance(value, bool) else repr(value)
    raise ManifestError(f"{where}: {said} is not an answer here; it may be {choices}")


_KINDS: Final[Mapping[Any, str]] = {bool: "true or false", int: "a whole number", str: "text"}
_LISTED: Final[Mapping[Any, str]] = {int: "whole numbers"}


def _said(member: Any) -> str:
    if get_origin(member) is tuple:
        return f"a list of {' or '.join(_LISTED.get(part) or _said(part) for part in members_of(get_args(member)[0]))}"
    return _KINDS.get(member, repr(member))

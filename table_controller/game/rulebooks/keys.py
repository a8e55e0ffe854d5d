"""Policies by their dotted keys: to list them, to read one, to put another answer in its place.

The model is the one source: a key exists because `Rulebook` or one of its groups has such a field.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from table_controller.game.rulebooks.model import Rulebook
from table_controller.vocabulary.findings import Ruled

NO_POLICY: Final = frozenset({"book", "title", "discretion", "cites", "titles", "off"})
"""Fields of `Rulebook` that are no answers."""

WHOLE_PCT: Final = 100


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """Keys of `Rulebook` or of a group as a manifest writes them, and the types of their answers, in order."""
    return {name.rstrip("_"): hint for name, hint in get_type_hints(kind).items() if name not in NO_POLICY}


@cache
def policy_keys() -> tuple[str, ...]:
    """All policy keys, dotted where they stand in a group, in the order of the model."""
    return tuple(
        f"{name}.{part}" if part else name
        for name, hint in hints_of(Rulebook).items()
        for part in (hints_of(hint) if is_group(hint) else ("",))
    )


def is_group(hint: Any) -> bool:
    """Whether a key's type is a group of answers, not one answer."""
    return is_dataclass(hint)


def answer_type(key: str) -> Any:
    """What `Ruled[…]` holds at that key, such as ``bool | None``; raise KeyError for an unknown key."""
    group, _, name = key.partition(".")
    hint = hints_of(Rulebook)[group]
    if is_group(hint) != bool(name):
        raise KeyError(key)
    return get_args(hints_of(hint)[name] if name else hint)[0]


def ruled_at(book: Rulebook, key: str) -> Ruled[Any]:
    """The book's answer at that key; raise KeyError for an unknown key."""
    answer_type(key)
    found: Any = book
    for name in key.split("."):
        found = getattr(found, attribute_of(type(found), name))
    ruled: Ruled[Any] = found
    return ruled


def with_ruled(book: Rulebook, key: str, ruled: Ruled[Any]) -> Rulebook:
    """The book with another answer at that key; raise KeyError for an unknown key. The value is not checked."""
    answer_type(key)
    group, _, name = key.partition(".")
    field = attribute_of(Rulebook, group)
    changed: Any = ruled
    if name:
        held = getattr(book, field)
        changed = replace(held, **{attribute_of(type(held), name): ruled})
    return replace(book, **{field: changed})


def attribute_of(kind: type, key: str) -> str:
    """The field's name in Python: a key that is a word of the language carries an underscore there."""
    return next(field.name for field in fields(kind) if field.name.rstrip("_") == key)


def members_of(hint: Any) -> tuple[Any, ...]:
    """Types and literal values that an answer's type admits, unions and literals taken apart."""
    if get_origin(hint) in {Literal, tuple}:
        return get_args(hint) if get_origin(hint) is Literal else (hint,)
    arguments = get_args(hint)
    return tuple(member for argument in arguments for member in members_of(argument)) if arguments else (hint,)


def admits(hint: Any, value: Any) -> bool:
    """Whether an answer's type admits `value`; True is no number, and 1 is no yes."""
    return any(_is(member, value) for member in members_of(hint))


def _is(member: Any, value: Any) -> bool:
    if get_origin(member) is tuple:
        return isinstance(value, tuple) and len(value) > 0 and all(admits(get_args(member)[0], item) for item in value)
    if isinstance(member, type):
        return type(value) is member
    return type(value) is type(member) and bool(value == member)


def out_of_range(key: str, value: Any) -> str:
    """Why a number cannot be an answer at a policy key though its type can; empty if it can."""
    numbers = value if isinstance(value, tuple) else (value,)
    for number in numbers:
        if type(number) is not int:
            continue
        if number < 0:
            return f"{number} is below 0"
        if key.endswith("_pct") and number > WHOLE_PCT:
            return f"{number} is above {WHOLE_PCT} per cent"
    return ""


def said_as(value: object) -> str:
    """A policy's value as a house rule would write it."""
    if isinstance(value, tuple):
        return ", ".join(map(said_as, value))
    return str(value).lower() if isinstance(value, bool) else "silent" if value is None else str(value)

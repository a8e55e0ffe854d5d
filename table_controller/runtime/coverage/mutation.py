"""Changes every policy value that scripts read, in place, and finds the changes that no script notices.

A script that runs under a book of `Noted` answers tells which keys it read; only those that read a key
run again when its value changes. The citation stays, so that the value alone must be noticed; only
silence brings the discretion rule with it, as in a manifest. What the policy's type does not admit is not
tried: a load error is no kill.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from types import NoneType
from typing import Any, get_args, get_origin

from msgspec import Struct

from table_controller.game.rulebooks.keys import admits, answer_type, members_of, policy_keys, ruled_at, with_ruled
from table_controller.game.rulebooks.known import base_of, known_books, known_rulebook
from table_controller.game.rulebooks.loader import with_house
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.topics import POLICY_TOPICS
from table_controller.runtime.coverage.knockout import passes
from table_controller.scripts.parse import Script
from table_controller.scripts.report import rulebook_of
from table_controller.vocabulary.findings import Ruled


class Noted(Ruled[Any]):
    """An answer that puts its policy key into `read` whenever its value is read."""

    __slots__ = ("_key", "_read")

    def __init__(self, ruled: Ruled[Any], key: str, read: set[str]) -> None:
        super().__init__(ruled.value, ruled.cite)
        # Frozen like every answer: set past the guard, once.
        object.__setattr__(self, "_key", key)
        object.__setattr__(self, "_read", read)

    def __getattribute__(self, name: str) -> Any:
        if name == "value":
            object.__getattribute__(self, "_read").add(object.__getattribute__(self, "_key"))
        return object.__getattribute__(self, name)

    def __eq__(self, other: object) -> bool:
        # Comparing books must not count as asking them; a memory keyed by a book must not answer for another.
        return self is other

    def __hash__(self) -> int:
        return id(self)


class Mutation(Struct, frozen=True):
    """One policy of one book with another answer; `readers` is how many scripts read the key."""

    book: str
    key: str
    old: Any
    new: Any
    readers: int


class Mutated(Struct, frozen=True):
    """What became of a book's mutations. `unread` are keys that no passing script reads."""

    killed: int
    survivors: tuple[Mutation, ...]
    unread: tuple[str, ...]


def keys_read(script: Script) -> frozenset[str]:
    """Policy keys whose answer was looked at while the script ran; none if it does not pass."""
    read: set[str] = set()
    book = rulebook_of(script.header)
    for key in policy_keys():
        book = with_ruled(book, key, Noted(ruled_at(book, key), key, read))
    return frozenset(read) if passes(script, book) else frozenset()


def other_values(key: str, value: Any, elsewhere: Collection[Any] = ()) -> tuple[Any, ...]:
    """What the answer at `key` could be instead of `value`.

    Every other member and None; numbers up and down by one; lists with one item fewer, more or changed.
    Where `value` gives no number or list to start from, `elsewhere` does: answers of other books.
    """
    hint = answer_type(key)
    tried: list[Any] = []
    for member in members_of(hint):
        for new in _candidates(member, value, elsewhere):
            if admits(hint, new) and not any(_same(new, known) for known in (value, *tried)):
                tried.append(new)
    return tuple(tried)


def _candidates(member: Any, value: Any, elsewhere: Collection[Any]) -> Iterator[Any]:
    if member is NoneType:
        yield None
    elif member is bool:
        yield from (True, False)
    elif member is int:
        if type(value) is int:
            yield from (value - 1, value + 1)
        else:
            yield from [other for other in elsewhere if type(other) is int] or [1]
    elif get_origin(member) is tuple:
        if isinstance(value, tuple):
            yield from _lists(get_args(member)[0], value)
        else:
            yield from (other for other in elsewhere if isinstance(other, tuple))
    else:
        yield member


def _lists(item: Any, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for at, held in enumerate(value):
        yield value[:at] + value[at + 1 :]
        if type(held) is int:
            yield from ((*value[:at], held + step, *value[at + 1 :]) for step in (-1, 1))
    for member in members_of(item):
        if not isinstance(member, type) and member not in value:
            yield (*value, member)


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def mutate(book: str, scripts: Iterable[Script], topics: Collection[str] = ()) -> Mutated:
    """Change each value of a shipped book that its scripts read, of these topics if any are named.

    An overlay's values are those that its base answers otherwise; a key that a script's house rules
    answer is not read from the book.
    """
    readers: dict[str, list[Script]] = defaultdict(list)
    for script in scripts:
        if script.header.rulebook == book:
            for key in keys_read(script) - {key for key, _ in script.header.house}:
                readers[key].append(script)
    killed, survivors, unread = 0, list[Mutation](), list[str]()
    plain = known_rulebook(book)
    for key in _own_keys(book):
        if topics and not set(POLICY_TOPICS[key]) & set(topics):
            continue
        if not readers[key]:
            unread.append(key)
            continue
        ruled = ruled_at(plain, key)
        for new in other_values(key, ruled.value, _answers_elsewhere(key)):
            cite = plain.discretion if new is None else ruled.cite
            if _noticed(with_ruled(plain, key, Ruled(new, cite)), readers[key]):
                killed += 1
            else:
                survivors.append(Mutation(book, key, ruled.value, new, len(readers[key])))
    return Mutated(killed, tuple(survivors), tuple(unread))


def _noticed(book: Rulebook, scripts: Iterable[Script]) -> bool:
    return any(not passes(script, with_house(book, script.header.house)) for script in scripts)


def _answers_elsewhere(key: str) -> tuple[Any, ...]:
    return tuple(ruled_at(known_rulebook(book), key).value for book in known_books())


def _own_keys(book: str) -> Iterator[str]:
    base = base_of(book)
    for key in policy_keys():
        if base is None or ruled_at(known_rulebook(book), key) != ruled_at(known_rulebook(base), key):
            yield key

"""Registered decks: which tag is which card, the table's best kept secret.

A deck file is TOML, one table a deck, one key a card, the tag id in hex::

    [decks.red]
    2c = "e004015012345678"

Replacement cards of the same back go in ``[decks.red.spare]``; once a card and its spare
are both on the table, one of them is a duplicate. No text that this module makes (error,
repr) holds a tag id. The file is written readable by its owner alone.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from firmware_bridge.secrets.faults import why_of
from firmware_bridge.vocabulary.cards import DECK, Card, parse_card
from firmware_bridge.vocabulary.whole_files import UnusableFileError, read_setting_toml, rights_trouble, write_whole

TAG_LENGTHS_BYTES: Final = (4, 7, 8, 10)
"""Lengths of a tag id: 4, 7 or 10 bytes by ISO 14443A, 8 bytes by ISO 15693."""

MIN_SECRET_LENGTH: Final = 6
"""A text this long in a deck file could be a tag id."""

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


class DeckError(ValueError):
    """A deck cannot be used: names the file, the table and the key, never a tag id."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The 52 cards of one back and their tag ids; `spares` are further tags of cards by name."""

    name: str
    tags: Mapping[Card, bytes] = field(repr=False)
    spares: Mapping[Card, bytes] = field(default_factory=dict, repr=False)

    def tag_of(self, card: Card) -> bytes:
        """The tag id of `card`, for the simulated table that lays the cards out."""
        return self.tags[card]


@dataclass(frozen=True, slots=True)
class Registered:
    """What the deck book knows of a tag: its deck and, hidden in the repr, its card."""

    deck: str
    card: Card = field(repr=False)


class DeckBook:
    """Every registered deck, found by tag id."""

    __slots__ = ("_by_tag", "_decks")

    def __init__(self, decks: Iterable[Deck]) -> None:
        self._decks: dict[str, Deck] = {}
        self._by_tag: dict[bytes, Registered] = {}
        for deck in decks:
            if deck.name in self._decks:
                raise DeckError(f"deck {deck.name!r} is registered twice")
            self._decks[deck.name] = deck
            _check(deck)
            for table, tags in ((f"decks.{deck.name}", deck.tags), (f"decks.{deck.name}.spare", deck.spares)):
                for card, tag in tags.items():
                    self._register(deck.name, table, card, tag)

    def __repr__(self) -> str:
        """Names of the decks; never a tag."""
        return f"DeckBook({', '.join(self._decks)})"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks in the order registered."""
        return tuple(self._decks)

    def deck(self, name: str) -> Deck:
        """The deck of that name; raise `DeckError` that lists the names there are."""
        if name not in self._decks:
            raise DeckError(f"no deck {name!r}: registered are {', '.join(self._decks) or 'none'}")
        return self._decks[name]

    @property
    def is_public(self) -> bool:
        """Whether the simulated table's deck is all there is."""
        return all(deck == demo_deck() for deck in self._decks.values())

    def find(self, tag: bytes) -> Registered | None:
        """Which card of which deck carries `tag`; None for a tag of no registered deck."""
        return self._by_tag.get(tag)

    def _register(self, deck: str, table: str, card: Card, tag: bytes) -> None:
        there = self._by_tag.get(tag)
        if there is not None:
            raise DeckError(
                f"[{table}] {card}: its tag is registered already, as {there.card} of {there.deck}; read it again"
            )
        if len(tag) not in TAG_LENGTHS_BYTES:
            raise DeckError(f"[{table}] {card}: a tag id has 4, 7, 8 or 10 bytes, this one has {len(tag)}")
        self._by_tag[tag] = Registered(deck, card)


def generate_deck(name: str, seed: int) -> Deck:
    """A deck for the simulated table: the same name and seed give the same tag ids, shaped like ISO 15693 ones."""
    tags = {
        card: b"\xe0\x04\x01" + hashlib.blake2b(f"{seed}/{name}/{card}".encode(), digest_size=5).digest()
        for card in DECK
    }
    return Deck(name, tags)


def demo_deck() -> Deck:
    """The deck of the simulated table: anybody can work it out, so its file need not be kept from others."""
    return generate_deck("demo", 1)


def load_decks(path: Path) -> DeckBook:
    """Read a deck file; raise `DeckError` that names the file, the table and the key at fault.

    One that others may read or change is refused: who has it knows every hidden card.
    """
    book = _read(path)
    if not book.is_public and (wrong := rights_trouble(path)):
        raise DeckError(f"{path}: {wrong}")
    return book


def _read(path: Path) -> DeckBook:
    try:
        content = read_setting_toml(path)
    except UnusableFileError as problem:
        raise DeckError(f"{path}: cannot be read: {problem}") from None
    except OSError as problem:
        raise DeckError(f"{path}: cannot be read: {why_of(problem)}") from None
    except UnicodeDecodeError:
        raise DeckError(f"{path}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as problem:
        raise DeckError(f"{path}: is not TOML: {_where(str(problem))}") from None
    try:
        return _book(content)
    except DeckError as problem:
        raise DeckError(f"{path}: {problem}") from None


def save_decks(path: Path, decks: Iterable[Deck]) -> None:
    """Write a deck file that `load_decks` reads, replacing `path` whole; readable by its owner alone."""
    book = list(decks)
    DeckBook(book)  # never write a file that cannot be loaded
    text = "# Tag ids are secrets: who has this file can read hidden cards through the table.\n"
    text += "".join(_table_text(deck) for deck in book)
    write_whole(path, text.encode())


def _check(deck: Deck) -> None:
    if not _NAME.fullmatch(deck.name):
        raise DeckError(f"[decks.{deck.name!r}]: a deck's name is small letters, digits and hyphens, up to 32")
    missing = [card for card in DECK if card not in deck.tags]
    if missing:
        raise DeckError(f"[decks.{deck.name}]: {len(missing)} of 52 cards missing: {' '.join(missing)}")


def _book(content: dict[str, Any]) -> DeckBook:
    for key in content:
        if key != "decks":
            raise DeckError(f"[{key}]: unknown key: a deck file holds [decks.NAME] tables only")
    tables = content.get("decks")
    if not isinstance(tables, dict) or not tables:
        raise DeckError("[decks]: no deck: write one table [decks.NAME] for each")
    return DeckBook([_deck(name, table) for name, table in tables.items()])


def _deck(name: str, table: object) -> Deck:
    if not isinstance(table, dict):
        raise DeckError(f"[decks] {name}: is not a table: write [decks.{name}]")
    spare = table.get("spare", {})
    if not isinstance(spare, dict):
        raise DeckError(f"[decks.{name}] spare: is not a table: write [decks.{name}.spare]")
    cards = {key: value for key, value in table.items() if key != "spare"}
    return Deck(name, _tags(f"decks.{name}", cards), _tags(f"decks.{name}.spare", spare))


def _tags(table: str, cards: dict[str, object]) -> dict[Card, bytes]:
    tags: dict[Card, bytes] = {}
    for key, value in cards.items():
        try:
            card = parse_card(key)
        except ValueError:
            # A long key may be a tag id, written the wrong way round: not repeated.
            shown = repr(key) if len(key) < MIN_SECRET_LENGTH else f"a key of {len(key)} characters"
            raise DeckError(f"[{table}] {shown}: unknown key: keys are cards, rank and suit, like Ah") from None
        try:
            tags[card] = bytes.fromhex(value) if isinstance(value, str) else b""
        except ValueError:
            tags[card] = b""
        if not tags[card]:
            raise DeckError(f"[{table}] {key}: is not a tag id: write its bytes in hex, in quotes")
    return tags


def _where(problem: str) -> str:
    # tomllib quotes what it stumbled over, and that may be a tag id: keep only the place.
    place = re.search(r"at line \d+, column \d+|at end of document", problem)
    return f"look {place[0]}" if place else "look at its quotes and brackets"


def _table_text(deck: Deck) -> str:
    text = f"\n[decks.{deck.name}]\n" + "".join(f'{card} = "{deck.tags[card].hex()}"\n' for card in DECK)
    if deck.spares:
        text += f"\n[decks.{deck.name}.spare]\n"
        text += "".join(f'{card} = "{tag.hex()}"\n' for card, tag in deck.spares.items())
    return text

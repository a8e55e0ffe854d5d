"""The hands of a table as a SQLite database: a projection, never a source. Delete it, and the journal makes it again.

Same hands, same bytes: rows stand in the order of hands and seats, and nothing in them tells when the file was made.
Hole cards are in it only where the account of the hand has them, which is when they were shown or released.

| table        | a row is                                                                                    |
| ------------ | ------------------------------------------------------------------------------------------- |
| `source`     | what the database was made from: the journal's epoch, the shape of these tables             |
| `hands`      | a hand that is over; `board` as ``AhKd2c``, `began_utc` empty where no clock told           |
| `players`    | a player, by name; who has none is known by the seat alone                                  |
| `seats`      | a player in a hand: chips before and after, what was forced, bet, given back and won        |
| `acts`       | an act of a street, in order; `to_chips` is the seat's total for the street                 |
| `draws`      | how many cards a seat threw away before the acts of a street, and those that came           |
| `dealt`      | the cards that a street brought to a seat of stud, `up` of them face up                     |
| `shares`     | what a seat won of a pot; 0 is the main pot, `half` is ``high`` or ``low`` of one in halves |
| `findings`   | what did not go by the rules: topic, the rule as printed, facts as JSON, the floor's choice |
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.vocabulary.accounts import HandAccount

SHAPE: Final = 4
"""Goes up when tables or columns change."""

_SCHEMA: Final = """
CREATE TABLE source (epoch TEXT NOT NULL, shape INTEGER NOT NULL) STRICT;
CREATE TABLE players (player INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE hands (
  hand INTEGER PRIMARY KEY, began_utc TEXT NOT NULL, ended_utc TEXT NOT NULL, variant TEXT NOT NULL,
  rulebook TEXT NOT NULL, button INTEGER NOT NULL, small_blind INTEGER, big_blind INTEGER,
  small_blind_chips INTEGER NOT NULL, big_blind_chips INTEGER NOT NULL, ante_chips INTEGER NOT NULL,
  board TEXT NOT NULL, pot_chips INTEGER NOT NULL,
  bring_in INTEGER, bring_in_chips INTEGER NOT NULL,
  small_bet_chips INTEGER NOT NULL, big_bet_chips INTEGER NOT NULL,
  voided INTEGER NOT NULL, misdeals INTEGER NOT NULL, retold INTEGER NOT NULL
) STRICT;
CREATE TABLE seats (
  hand INTEGER NOT NULL REFERENCES hands, seat INTEGER NOT NULL, player INTEGER REFERENCES players,
  start_chips INTEGER NOT NULL, finish_chips INTEGER NOT NULL, ante_chips INTEGER NOT NULL,
  blind_chips INTEGER NOT NULL, bet_chips INTEGER NOT NULL, returned_chips INTEGER NOT NULL, won_chips INTEGER NOT NULL,
  ended TEXT NOT NULL, cards TEXT NOT NULL, shown INTEGER NOT NULL, label TEXT NOT NULL,
  PRIMARY KEY (hand, seat)
) STRICT;
CREATE TABLE acts (
  hand INTEGER NOT NULL REFERENCES hands, number INTEGER NOT NULL, street TEXT NOT NULL, seat INTEGER NOT NULL,
  kind TEXT NOT NULL, to_chips INTEGER NOT NULL, added_chips INTEGER NOT NULL,
  all_in INTEGER NOT NULL, in_turn INTEGER NOT NULL,
  PRIMARY KEY (hand, number)
) STRICT;
CREATE TABLE draws (
  hand INTEGER NOT NULL REFERENCES hands, number INTEGER NOT NULL, street TEXT NOT NULL, seat INTEGER NOT NULL,
  thrown INTEGER NOT NULL, came TEXT NOT NULL,
  PRIMARY KEY (hand, number)
) STRICT;
CREATE TABLE dealt (
  hand INTEGER NOT NULL REFERENCES hands, number INTEGER NOT NULL, street TEXT NOT NULL, seat INTEGER NOT NULL,
  up INTEGER NOT NULL, cards TEXT NOT NULL,
  PRIMARY KEY (hand, number)
) STRICT;
CREATE TABLE shares (
  hand INTEGER NOT NULL REFERENCES hands, number INTEGER NOT NULL, pot INTEGER NOT NULL, seat INTEGER NOT NULL,
  chips INTEGER NOT NULL, half TEXT NOT NULL,
  PRIMARY KEY (hand, number)
) STRICT;
CREATE TABLE findings (
  hand INTEGER NOT NULL REFERENCES hands, number INTEGER NOT NULL, topic TEXT NOT NULL, seat INTEGER,
  book TEXT NOT NULL, rule TEXT NOT NULL, title TEXT NOT NULL, facts TEXT NOT NULL, ruled TEXT NOT NULL,
  PRIMARY KEY (hand, number)
) STRICT;
CREATE INDEX findings_by_rule ON findings (book, rule);
CREATE INDEX seats_by_player ON seats (player);
"""

_MAGIC: Final = b"SQLite format 3\x00"
"""How every SQLite file begins."""

Row = tuple[Any, ...]


def write_database(path: Path, hands: Iterable[HandAccount], epoch: str) -> None:
    """Put the database of these hands in place, whole; what stood there before goes. Raises `OSError`."""
    write_whole(path, database_bytes(hands, epoch))


def is_database(path: Path) -> bool:
    """Whether a SQLite database stands there, so that writing one destroys nothing else. Raises `OSError`."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def database_bytes(hands: Iterable[HandAccount], epoch: str) -> bytes:
    """The file of these hands."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(_SCHEMA)
        base.execute("INSERT INTO source VALUES (?, ?)", (epoch, SHAPE))
        players: dict[str, int] = {}
        for hand in hands:
            _add(base, hand, players)
        base.commit()
        return base.serialize()


def _add(base: sqlite3.Connection, hand: HandAccount, players: dict[str, int]) -> None:
    for told in hand.seats:
        if told.name and told.name not in players:
            players[told.name] = len(players) + 1
            base.execute("INSERT INTO players VALUES (?, ?)", (players[told.name], told.name))
    _fill(base, "hands", [_hand_row(hand)])
    _fill(base, "seats", _seat_rows(hand, players))
    _fill(base, "acts", _act_rows(hand))
    _fill(base, "draws", _draw_rows(hand))
    _fill(base, "dealt", _dealt_rows(hand))
    _fill(base, "shares", _share_rows(hand))
    _fill(base, "findings", _finding_rows(hand))


def _fill(base: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    for row in rows:
        base.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - a name of ours


def _hand_row(hand: HandAccount) -> Row:
    began, ended = (
        datetime.fromtimestamp(at_ns // 10**9, UTC).isoformat() if at_ns else ""
        for at_ns in (hand.began_ns, hand.ended_ns)
    )
    blinds = (None, None) if hand.bring_in_chips else (hand.small_blind, hand.big_blind)
    return (
        *(hand.number, began, ended, hand.variant, hand.rulebook, hand.button, *blinds),
        *(hand.small_blind_chips, hand.big_blind_chips, hand.ante_chips, _named(hand.board), hand.pot_chips),
        *(hand.bring_in, hand.bring_in_chips, hand.small_bet_chips, hand.big_bet_chips),
        *(hand.voided, hand.misdeals, hand.retold),
    )


def _seat_rows(hand: HandAccount, players: dict[str, int]) -> Iterator[Row]:
    for told in hand.seats:
        yield (
            *(hand.number, told.seat, players.get(told.name), told.start_chips, told.finish_chips, told.ante_chips),
            *(told.blind_chips, told.bet_chips, told.returned_chips, told.won_chips),
            *(told.end, _named(told.cards), told.shown, told.label),
        )


def _act_rows(hand: HandAccount) -> Iterator[Row]:
    acts = ((street.name, act) for street in hand.streets for act in street.acts)
    for number, (street, act) in enumerate(acts, 1):
        added = act.to_chips - act.before_chips
        yield (hand.number, number, street, act.seat, act.kind, act.to_chips, added, act.all_in, act.in_turn)


def _draw_rows(hand: HandAccount) -> Iterator[Row]:
    draws = ((street.name, draw) for street in hand.streets for draw in street.draws)
    for number, (street, draw) in enumerate(draws, 1):
        yield (hand.number, number, street, draw.seat, draw.thrown, _named(draw.came))


def _dealt_rows(hand: HandAccount) -> Iterator[Row]:
    dealt = ((street.name, one) for street in hand.streets for one in street.dealt)
    for number, (street, one) in enumerate(dealt, 1):
        yield (hand.number, number, street, one.seat, one.up, _named(one.cards))


def _share_rows(hand: HandAccount) -> Iterator[Row]:
    for number, share in enumerate(hand.shares, 1):
        yield (hand.number, number, share.pot, share.seat, share.chips, share.half)


def _finding_rows(hand: HandAccount) -> Iterator[Row]:
    for number, found in enumerate(hand.findings, 1):
        facts = json.dumps(dict(found.facts), sort_keys=True)
        yield (
            *(hand.number, number, found.topic, found.seat),
            *(found.cite.book, found.cite.ref, found.title, facts, found.ruled),
        )


def _named(cards: Iterable[Card | None]) -> str:
    """Cards one after the other, ``??`` for one that nobody named."""
    return "".join(card or "??" for card in cards)

"""``cardspeak hands``: found, read and exported out of a journal; a database that is made again is the same."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
import tomllib
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
from support.command_line import cardspeak_here
from support.counting import counted, measured
from support.long_day import play_a_day
from support.one_hand import BOOK, HAND, HEADER, journalled_player
from support.script_text import A_HAND_OF_STUD, script_text, stud_text
from support.sealed_evening import DEALT, Sealed
from support.told_hands import account_told

from firmware_bridge.vocabulary.cards import parse_cards
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.played_hands import played_hands
from table_controller.histories.database import database_bytes, write_database
from table_controller.histories.ohh import read_ohh
from table_controller.histories.ots import read_ots
from table_controller.histories.phh_check import check_text
from table_controller.journal.journal import Entry, Journal, MemoryJournal
from table_controller.projections.accounts import with_released
from table_controller.runtime.simulated.one_process import NO_BOOT
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.accounts import HandAccount

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
STEPS = f"""{HAND.format(button=1, small=2, big=3)}next hand
deal
2: raises to 600
3: raises to 1800
1: pushes 500
floor complete-call
2: folds
to showdown
3: shows
1: mucks
next hand
deal
3: raises to 400
1: folds
floor void-hand
next hand
deal
1: calls
"""
"""Three hands that are over, one of them with an undercall and one void, and a fourth under way."""


@cache
def played() -> tuple[Entry, ...]:
    return _played(STEPS)


def _played(steps: str) -> tuple[Entry, ...]:
    journal = MemoryJournal(HEADER, boot_id=NO_BOOT)
    player = journalled_player(journal)
    done = play(parse_script("hands.toml", script_text("hands", steps)), lambda _: player)
    assert done.failure is None, done.failure
    return tuple(journal.entries())


def laid(folder: Path, entries: Iterable[Entry]) -> Path:
    """A journal on the disk."""
    path = folder / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=UUID(int=6), mono_ns=0)
    for entry in entries:
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    journal.close()
    return path


A_TOURNAMENT = """
deal 1=AhAd 2=KhKd 3=QhQd
1: all-in
2: all-in
3: folds
flop 2c3c4d
turn 9s
river Js
2: shows
1: shows
next hand
deal 1=AhAd 3=QhQd
3: all-in
1: all-in
flop 2c3c4d
turn 9s
river Js
3: shows
1: shows
"""
"""Seat 2 goes out, then seat 3."""
ORGANISER = Path(__file__).parents[3] / "config" / "tournament.toml"


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "160")  # a hand in one row
    return laid(tmp_path, played())


def said(folder: Path, *words: str) -> tuple[int, str]:
    done = cardspeak_here(folder, "hands", *words)
    return done.returncode, done.stdout + done.stderr


def rows(text: str) -> list[str]:
    """The rows of a table, by their first cell."""
    cells = (line.strip("│|").split() for line in text.splitlines() if line.startswith(("│", "|")))
    return [line[0] for line in cells if line and line[0].isdigit()]


def test_hands_are_listed_and_found(journal: Path) -> None:
    status, text = said(journal.parent, "list", str(journal))
    assert (status, rows(text), text.splitlines()[-1]) == (0, ["1", "2", "3"], "3 hands")
    assert "3s 4s 8h 9c Tc" in text
    assert "void" in text
    for words, numbers in (
        (["--finding", "undercall"], ["2"]),
        (["--finding", "51-B"], ["2"]),
        (["--finding", "51"], ["2"]),
        (["--finding", "UNDERCALL"], ["2"]),
        (["--finding", "51-b"], ["2"]),
        (["--pot", "4200"], ["2"]),
        (["--player", "SEAT 2"], ["1", "2", "3"]),
        (["--player", "Seat 2", "--pot", "1000"], ["1", "2"]),
    ):
        status, text = said(journal.parent, "list", str(journal), *words)
        assert (status, rows(text)) == (0, numbers), (words, text)
    status, text = said(journal.parent, "list", str(journal), "--finding", "undercal")
    assert (status, "its findings are" in text, "undercall" in text) == (1, True, True), "a slip of the pen is seen"
    assert said(journal.parent, "list", str(journal), "--player", "Nobody") == (
        1,
        f"{journal}: none of its 3 hands is one of those\n",
    )


def test_a_hand_is_told_in_three_languages(journal: Path) -> None:
    told = {code: said(journal.parent, "show", str(journal), "2", "--language", code)[1] for code in ("en", "it", "es")}
    assert "Seat 1 Seat 1 calls 1,800" in told["en"]
    assert "The floor rules" in told["en"]
    assert "Posto 1 Seat 1 chiama 1800" in told["it"]
    assert "Seat 1 throws the hand away unshown" in told["en"]
    assert len(set(told.values())) == 3
    assert "The hand is void" in said(journal.parent, "show", str(journal), "3")[1]
    status, text = said(journal.parent, "show", str(journal), "4")
    assert (status, text) == (1, f"{journal}: no hand 4 is over in it: the last one that is, is 3\n")


@pytest.mark.parametrize("kind", ["phh", "ohh"])
def test_hands_are_exported_and_what_cannot_be_is_said(journal: Path, kind: str) -> None:
    into = journal.parent / "new" / "folder"
    status, text = said(journal.parent, "export", str(journal), "--format", kind, "--into", str(into))
    assert (status, text.splitlines()[-1]) == (1, f"2 hands written into {into}")
    assert text.startswith(f"hand 3 cannot be told as {kind.upper()}: the hand was void")
    files = sorted(into.iterdir())
    assert [file.name for file in files] == [f"hand-000001.{kind}", f"hand-000002.{kind}"]
    if kind == "ohh":
        assert [read_ohh(file.read_bytes()).game_number for file in files] == [f"{HEADER.epoch}-{at}" for at in (1, 2)]
    else:
        fields = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
        assert [one["finishing_stacks"] for one in fields] == [[3900, 4800, 6300], [7200, 4500, 3300]]
        assert fields[1]["_findings"][0]["topic"] == "undercall"
        assert said(journal.parent, "check", str(into)) == (0, "2 files, 0 faults\n")
    status, text = said(journal.parent, "export", str(journal), "--into", str(into), "--format", kind, "--hand", "1")
    assert (status, text) == (0, f"1 hands written into {into}\n")


def test_a_file_with_a_fault_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.phh").write_text("variant = 'NT'", encoding="utf-8")
    status, text = said(tmp_path, "check", "bad.phh")
    assert (status, text.splitlines()[0]) == (1, "bad.phh: antes: is missing; write it")
    assert said(tmp_path, "check", "none.phh") == (2, "none.phh: cannot be read: No such file or directory\n")
    assert said(tmp_path, "check", str(tmp_path / "empty"))[0] == 2


def test_what_cannot_be_read_or_written_is_one_line(journal: Path) -> None:
    folder = journal.parent
    (folder / "a file").write_text("mine", encoding="utf-8")
    (folder / "junk").write_text("hello", encoding="utf-8")
    for words, line in (
        (["list", "none"], "none: cannot be read: No such file or directory"),
        (["list", "junk"], "junk: is no journal"),
        (["show", "junk", "1"], "junk: is no journal"),
        (["show", str(journal), "two"], "cardspeak: HAND two: is no whole number"),
        (["list", str(journal), "--pot", "much"], "cardspeak: --pot much: is no whole number"),
        (["export", str(journal), "--into", "x", "--format", "pdf"], "cardspeak: "),
        (["export", str(journal)], "cardspeak: "),
        (["export", str(journal), "--into", "a file"], "a file: cannot be written: File exists"),
        (["database", str(journal), "a file"], "a file: stands there and is no database: name another file"),
        (["database", str(journal), str(journal)], f"{journal}: stands there and is no database"),
        (["database", str(journal), "no/where.db"], "no/where.db: cannot be written: No such file or directory"),
    ):
        status, text = said(folder, *words)
        assert (status, text.startswith(line), text.count("\n")) == (2, True, 1), text
    assert (folder / "a file").read_text(encoding="utf-8") == "mine"
    damaged = bytearray(journal.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    journal.write_bytes(damaged)
    assert said(folder, "list", str(journal))[0] == 1


def test_on_a_full_disk_nothing_is_left_half(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into, base = journal.parent / "out", journal.parent / "hands.db"
    assert said(journal.parent, "export", str(journal), "--into", str(into), "--hand", "1")[0] == 0
    assert said(journal.parent, "database", str(journal), str(base))[0] == 0
    before = {file: file.read_bytes() for file in (into / "hand-000001.phh", base)}

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    status, text = said(journal.parent, "export", str(journal), "--into", str(into))
    assert (status, text) == (2, f"{into}: cannot be written: No space left on device\n")
    status, text = said(journal.parent, "database", str(journal), str(base))
    assert (status, text) == (2, f"{base}: cannot be written: No space left on device\n")
    assert {file: file.read_bytes() for file in before} == before
    assert [file.name for file in into.iterdir()] == ["hand-000001.phh"]


# The database.


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as base:
        return list(base.iterdump())


def asked(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as base:
        return base.execute(question).fetchall()


def test_a_database_answers_and_made_again_it_answers_the_same(journal: Path) -> None:
    path = journal.parent / "hands.db"
    assert said(journal.parent, "database", str(journal), str(path)) == (0, f"3 hands written into {path}\n")
    first = dump(path)
    assert asked(path, "SELECT hand, topic, rule, ruled FROM findings WHERE topic = 'undercall'") == [
        (2, "undercall", "51-B", "complete-call")
    ]
    assert asked(path, "SELECT hand FROM hands WHERE voided") == [(3,)]
    won = "SELECT name, SUM(won_chips) FROM seats JOIN players USING (player) GROUP BY name ORDER BY name"
    assert asked(path, won) == [("Seat 1", 2400), ("Seat 2", 0), ("Seat 3", 4200)]
    odd = "SELECT hand FROM seats GROUP BY hand HAVING SUM(start_chips) <> SUM(finish_chips)"
    assert asked(path, odd) == []
    path.unlink()
    assert said(journal.parent, "database", str(journal), str(path))[0] == 0
    assert dump(path) == first
    again = path.read_bytes()
    assert said(journal.parent, "database", str(journal), str(path))[0] == 0, "over the one that stands there"
    assert path.read_bytes() == again
    assert [one.name for one in sorted(journal.parent.iterdir()) if one.name.startswith(".hands")] == []


def test_a_hand_of_stud_has_bets_and_a_bring_in_and_no_blinds_in_the_database(tmp_path: Path) -> None:
    path = tmp_path / "stud.db"
    write_database(path, [account_told(stud_text("F7S", A_HAND_OF_STUD))], "E")
    (row,) = asked(
        path,
        "SELECT small_blind, big_blind, bring_in, bring_in_chips, small_bet_chips, big_bet_chips,"
        " ended_utc >= began_utc FROM hands",
    )
    assert row == (None, None, 2, 50, 100, 200, 1)


QUESTIONS = (
    "SELECT COUNT(*), SUM(pot_chips) FROM hands",
    "SELECT name, SUM(won_chips), SUM(bet_chips), SUM(shown) FROM seats JOIN players USING (player) GROUP BY name",
    "SELECT street, kind, COUNT(*), SUM(added_chips) FROM acts GROUP BY street, kind ORDER BY street, kind",
    "SELECT pot, half, SUM(chips) FROM shares GROUP BY pot, half ORDER BY pot, half",
    "SELECT book, rule, COUNT(*) FROM findings GROUP BY book, rule ORDER BY book, rule",
)


def test_a_database_of_a_day_that_was_deleted_answers_the_same_once_it_is_made_again(tmp_path: Path) -> None:
    """Planted: a hand fewer answers otherwise."""
    journal, path = MemoryJournal(HEADER, boot_id=NO_BOOT), tmp_path / "day.db"
    play_a_day(journal, events := 20_000 if SOAK else 1500)

    def answers(hands: Iterable[HandAccount]) -> list[list[tuple[object, ...]]]:
        write_database(path, hands, "E")
        return [asked(path, question) for question in QUESTIONS]

    hands = hands_of(journal.entries())
    before, was = answers(hands), path.read_bytes()
    assert len(hands) > events // 100
    path.unlink()
    began_s = time.process_time()
    assert answers(hands_of(journal.entries())) == before
    measured(f"{len(hands)} hands of {events} events made into a database again: {time.process_time() - began_s:.2f} s")
    assert path.read_bytes() == was
    assert answers(hands[:-1]) != before
    counted(events, "events in a database that was made twice")


def hands_of(entries: Iterable[Entry]) -> tuple[HandAccount, ...]:
    return played_hands(entries, lambda _: BOOK).hands(lambda _: "")


def sealed(folder: Path, policy: str, monkeypatch: pytest.MonkeyPatch) -> tuple[HandAccount, ...]:
    """The hands of an evening under a reveal policy."""
    journal = Journal.create(folder / "sealed.journal", HEADER, boot_id=NO_BOOT, mono_ns=0)
    Sealed(policy, monkeypatch, journal)
    told = hands_of(journal.entries())
    journal.close()
    return told


def leaks(base: bytes, hidden: Iterable[str]) -> set[str]:
    """Hidden cards that a database tells."""
    with closing(sqlite3.connect(":memory:")) as read:
        read.deserialize(base)
        told = "\n".join(read.iterdump())
    return {card for card in hidden if card in told}


HIDDEN = ("7c", "2d")
"""The big blind's cards in the first hand, which nobody saw."""


def test_no_hidden_card_is_in_the_database() -> None:
    hands = hands_of(played())
    base = database_bytes(hands, "E")
    assert leaks(base, ("Ah", "Kd")) == {"Ah", "Kd"}, "the search finds what was shown"
    assert leaks(base, HIDDEN) == set()
    planted = with_released(hands[0], dict(zip(hands[0].of(3).handles, parse_cards("7c2d"), strict=True)))
    assert leaks(database_bytes((planted, *hands[1:]), "E"), HIDDEN) == set(HIDDEN)


def test_cards_that_were_released_are_told_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two hands all cards were released; the third is being dealt."""
    hands = sealed(tmp_path, "all", monkeypatch)
    told = {(hand.number, seat.seat): set(seat.cards) for hand in hands for seat in hand.seats}
    assert told == {place: set(cards) for place, cards in DEALT.items()}
    assert [(seat.seat, seat.shown) for seat in hands[0].seats] == [(1, True), (2, True), (3, False)]


def test_under_shown_only_a_folded_hand_stays_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sealed(tmp_path, "shown-only", monkeypatch)
    assert {(hand.number, seat.seat) for hand in hands for seat in hand.seats if seat.cards} == {(1, 1), (1, 2)}
    hidden = [card for place, cards in DEALT.items() if place not in ((1, 1), (1, 2)) for card in cards]
    assert leaks(database_bytes(hands, "E"), hidden) == set()


def test_names_that_would_steer_a_terminal_or_a_file_do_not(journal: Path) -> None:
    (first, *_) = hands_of(played())
    hostile = "An\x1b[31mna'); DROP TABLE hands; --"
    named = replace(first, seats=tuple(replace(seat, name=hostile) for seat in first.seats))
    path = journal.parent / "named.db"
    path.write_bytes(database_bytes((named,), "E"))
    assert asked(path, "SELECT name FROM players") == [(hostile,)]
    assert asked(path, "SELECT COUNT(*) FROM hands") == [(1,)]


def test_the_checker_finds_nothing_in_what_is_exported(journal: Path) -> None:
    said(journal.parent, "export", str(journal), "--into", str(journal.parent / "out"))
    for file in (journal.parent / "out").iterdir():
        assert check_text(file.read_text(encoding="utf-8")) == ()


def test_a_tournament_is_summed_up_with_the_organisers_file(tmp_path: Path) -> None:
    began_s = 1_800_000_000
    stamped = (replace(one, wall_ns=(began_s + at) * 10**9) for at, one in enumerate(_played(A_TOURNAMENT)))
    journal = laid(tmp_path, stamped)
    about = tmp_path / "sunday.toml"
    text = ORGANISER.read_text(encoding="utf-8")
    about.write_text(text, encoding="utf-8")
    status, words = said(tmp_path, "tournament", str(journal), str(about), "--into", str(tmp_path / "out"))
    assert status == 1
    assert "the prizes make 300.00 together, and the pool of 3 players holds 150.00" in words
    assert not (tmp_path / "out").exists(), "nothing is half done"
    about.write_text(text.replace("[200, 100]", "[100, 50]"), encoding="utf-8")
    status, words = said(tmp_path, "tournament", str(journal), str(about), "--into", str(tmp_path / "out"))
    assert (status, words) == (0, f"tournament 1 written into {tmp_path / 'out'}\n")
    told = read_ots((tmp_path / "out" / "tournament-1.ots").read_bytes())
    assert [(one.player_name, one.prize) for one in told.tournament_finishes_and_winnings] == [
        ("Seat 1", 100),
        ("Seat 3", 50),
        ("Seat 2", 0),
    ]
    assert told.start_date_utc.startswith("2027-01-15T08:00:")
    assert told.start_date_utc < (told.end_date_utc or "")
    for wrong, why in (("buyin = 50", "buyin = true"), ("level_s = 1200", "levels = 1200")):
        about.write_text(text.replace(wrong, why), encoding="utf-8")
        status, words = said(tmp_path, "tournament", str(journal), str(about), "--into", str(tmp_path / "out"))
        assert (status, words.count("\n")) == (2, 1), words
        assert words.startswith(f"{about}: ")
    status, words = said(tmp_path, "tournament", str(journal), str(tmp_path / "no.toml"), "--into", str(tmp_path))
    assert (status, words) == (2, f"{tmp_path / 'no.toml'}: cannot be read: No such file or directory\n")


def test_a_journal_that_was_cut_is_no_short_evening(journal: Path) -> None:
    """Beside its head the loss is told and nothing is listed; without one, that it may be one."""
    whole = journal.read_bytes()
    journal.write_bytes(whole[: len(whole) * 5 // 6])
    status, text = said(journal.parent, "list", str(journal))
    assert status == 1
    assert "were acknowledged" in text
    journal.with_name(f"{journal.name}.head").unlink()
    status, text = said(journal.parent, "list", str(journal))
    assert (status, "ends within a record" in text) == (0, True)

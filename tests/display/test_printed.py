"""What the command line draws: a deck, pots and stacks, as wide as the terminal and in the signs that it has."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from rich.cells import cell_len
from support.one_hand import HEADER, entries_of

from display.printed.chart import Line, drawn
from display.printed.deck import RANKS, SUITS, grid
from display.printed.paper import LEAST_COLUMNS, Column, Paper, broken, paper_of, tabled
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.values import replace
from table_controller.journal.journal import Journal
from table_controller.projections.hand_history import History, hands_of
from table_controller.runtime.cli import journal_tools
from table_controller.vocabulary.events import TableOpened, Undone
from table_controller.vocabulary.outcomes import HandSettled
from table_controller.vocabulary.record import AppliedEvent, Record, decode_record, encode_record

WIDE = Paper(80)
ASCII = Paper(60, ascii_only=True)
HOSTILE = "An\x1b[31mna [bold]\u202e名" + "W" * 40


def hostile(record: Record) -> Record:
    """The record, its players with a name that would steer a terminal."""
    events = tuple(
        replace(
            one,
            event=replace(one.event, players=tuple(replace(seat, name=HOSTILE) for seat in one.event.players)),
        )
        if isinstance(one.event, TableOpened)
        else one
        for one in record.applied_events
    )
    return replace(record, applied_events=events)


def journal_of(folder: Path, hands: int, *, names: bool = False) -> Path:
    """A journal on the disk with so many hands in it."""
    path = folder / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=UUID(int=6), mono_ns=0)
    for entry in entries_of(hands):
        payload = encode_record(hostile(decode_record(entry.payload))) if names else entry.payload
        journal.append(payload, entry.mono_ns, entry.wall_ns)
    journal.close()
    return path


def cells_of(lines: list[str], paper: Paper) -> dict[str, str]:
    """What the grid tells of each card."""
    side = "|" if paper.ascii_only else "│"
    rows = [[cell.strip() for cell in line.split(side)[1:-1]] for line in lines if line.startswith(side)]
    rows = [row for row in rows if "-" not in row[0]]
    suits = {sign: suit for suit, sign in SUITS.items()} | {suit: suit for suit in SUITS}
    return {rank + suits[row[0]]: told for row in rows[1:] for rank, told in zip(rows[0][1:], row[1:], strict=True)}


@pytest.mark.parametrize("paper", [WIDE, ASCII])
def test_a_deck_is_a_grid_of_thirteen_by_four(paper: Paper) -> None:
    there = "." if paper.ascii_only else "·"
    assert set(cells_of(grid((), (), paper), paper).values()) == {there}
    lines = grid((Card("Ah"), Card("2c")), (Card("Td"), Card("7s"), Card("7s")), paper)
    told = cells_of(lines, paper)
    assert list(told) == [rank + suit for suit in SUITS for rank in RANKS]
    assert {card: cell for card, cell in told.items() if cell != there} == {"Ah": "0", "2c": "0", "Td": "2", "7s": "3"}
    assert set(told) == set(DECK)
    assert lines[-1] == f"{there} there   0 missing   2 there twice"
    assert max(map(cell_len, lines)) <= paper.columns


def test_columns_that_find_no_room_stand_in_a_table_below() -> None:
    first = Column("seat", ["1 Anna", "2 Bruno"], "together", left=True)
    pots = [Column(f"side pot {number}", ["1,000,000", "1,000,000"], "2,000,000") for number in range(9)]
    for paper in (WIDE, ASCII, Paper(LEAST_COLUMNS)):
        lines = tabled(first, pots, paper)
        assert max(map(cell_len, lines)) <= paper.columns
        assert "\n".join(lines).count("2,000,000") == len(pots)
        assert "\n".join(lines).count("1 Anna") > 1
    assert sum("1 Anna" in line for line in tabled(first, pots, Paper(400))) == 1


def test_a_cell_is_no_markup_and_long_words_are_broken_where_they_are_joined() -> None:
    assert "[bold]x[/bold]" in "\n".join(tabled(Column("a", ["[bold]x[/bold]"]), [Column("b", [":smile:"])], WIDE))
    assert broken("misdeal_until_bb_then_floor\n(39-1~2)", 11).split("\n") == [
        "misdeal",
        "_until_bb",
        "_then_floor",
        "(39-1~2)",
    ]
    assert broken("misdeal.deadline", 40) == "misdeal.deadline"


def test_the_width_is_the_terminals_and_the_signs_are_the_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "132")
    utf8, ascii_only = (io.TextIOWrapper(io.BytesIO(), encoding=name) for name in ("utf-8", "ascii"))
    assert paper_of(utf8) == Paper(132)
    assert paper_of(ascii_only) == Paper(132, ascii_only=True)
    monkeypatch.setenv("COLUMNS", "7")
    assert paper_of(utf8).columns == LEAST_COLUMNS


@pytest.mark.parametrize("paper", [WIDE, ASCII, Paper(LEAST_COLUMNS), Paper(200)])
def test_a_chart_is_as_wide_as_the_paper_and_has_every_line(paper: Paper) -> None:
    lines = [Line("1", [100, 300, 200]), Line("2", [100, 0, None]), Line("3", [100, None, 50])]
    chart = drawn(lines, 12, ("opened", "hand 2"), paper)
    assert (len(chart), max(map(cell_len, chart))) == (13, paper.columns)
    assert "300" in chart[0]
    assert chart[-2].lstrip().startswith("0 ")
    assert chart[-1].split() == ["opened", "hand", "2"]
    drawing = "\n".join(chart[:-1]).translate({ord(digit): None for digit in "0"})
    assert drawing.count("*") == 1, "all begin at one place"
    assert chart[0].rstrip().count("1") == 1
    assert chart[-2].rstrip()[-1] == "2" or "2" in chart[-2]
    assert "".join(chart).isascii() or not paper.ascii_only


def test_a_steep_line_has_no_gap() -> None:
    chart = drawn([Line("1", [0, 1000])], 30, ("", ""), ASCII)
    assert all(any(sign in ".1" for sign in row.partition("|")[2]) for row in chart[:-1])


def test_one_point_and_no_chips_are_drawn_too() -> None:
    assert len(drawn([Line("1", [5])], 4, ("a", "b"), WIDE)) == 5
    assert len(drawn([Line("1", [0, 0])], 4, ("a", "b"), WIDE)) == 5
    assert len(drawn([], 4, ("a", "b"), WIDE)) == 5


def test_the_stacks_of_a_session_are_those_that_each_hand_ended_with(tmp_path: Path) -> None:
    path = journal_of(tmp_path, 3)
    history = hands_of(decode_record(entry.payload) for entry in entries_of(3))
    ends = history.stacks()
    assert [number for number, _ in ends] == [0, 1, 2, 3]
    assert all(sum(chips for _, chips in stacks) == sum(chips for _, chips in ends[0][1]) for _, stacks in ends)
    assert ends[0][1] == ends[3][1] != ends[1][1], "the button has been round"
    status, text = journal_tools.stacks(path)
    assert (status, text.splitlines()[0]) == (0, "stacks at the end of hands 1 to 3")
    most = max(chips for _, stacks in ends for _, chips in stacks)
    assert f"{most:,} │" in text
    for seat, chips in ends[-1][1]:
        (row,) = (line for line in text.splitlines() if line.startswith(f"│ {seat} "))
        assert row.split("│")[-2].strip() == f"{chips:,}"


def test_the_stacks_of_a_hand_are_those_that_were_told_last_and_not_undone() -> None:
    """The floor may give found chips away when the hand is over: it is settled anew."""
    history, records = History(), [decode_record(entry.payload) for entry in entries_of(1)]
    (settling,) = (number for number, record in enumerate(records) if settled(record))
    for record in records[:settling]:
        history.take(record)
    assert len(history.stacks()) == 1, "under way"
    history.take(records[settling])
    (_, first), (number, then) = history.stacks()
    assert (number, [seat for seat, _ in then]) == (1, [seat for seat, _ in first])
    anew = ((1, 7), (2, 8), (3, 9))
    (applied,) = (one for one in records[settling].applied_events if settles(one))
    again = replace(applied, number=99, outcomes=(HandSettled(1, anew),))
    history.take(replace(records[settling], applied_events=(again,)))
    assert history.stacks()[1] == (1, anew)
    undoing = replace(applied, number=100, event=Undone((99,), 0.0), outcomes=())
    history.take(replace(records[settling], applied_events=(undoing,)))
    assert history.stacks()[1] == (1, then)


def settles(applied: AppliedEvent) -> bool:
    """Whether a hand's last stacks are told."""
    return any(isinstance(one, HandSettled) for one in applied.outcomes)


def settled(record: Record) -> bool:
    """Whether a hand ends in the record."""
    return any(settles(applied) for applied in record.applied_events)


@pytest.mark.parametrize("paper", [WIDE, ASCII, Paper(LEAST_COLUMNS)])
def test_names_are_shown_as_far_as_they_may_be(tmp_path: Path, paper: Paper) -> None:
    path = journal_of(tmp_path, 1, names=True)
    for text in (journal_tools.stacks(path, paper)[1], journal_tools.pot(path, 1, paper)[1]):
        assert "An[31mna [bold]" in text
        assert not {"\x1b", "\u202e"} & set(text)
        assert text.isascii() or not paper.ascii_only
        tables = [line for line in text.splitlines() if line[0:1] in "╭│├╰+|"]
        assert max(map(cell_len, tables)) <= paper.columns


def test_every_pot_is_a_column(tmp_path: Path) -> None:
    status, text = journal_tools.pot(journal_of(tmp_path, 1), 1)
    lines = text.splitlines()
    assert (status, lines[0]) == (0, "hand 1")
    assert lines[2].split() == ["│", "seat", "│", "main", "pot", "│"]
    assert any(line.split() == ["│", "together", "│", "2,400", "│"] for line in lines)


def test_a_journal_that_is_none_or_has_no_hand_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    journal = Journal.create(path, HEADER, boot_id=UUID(int=6), mono_ns=0)
    journal.append(entries_of(1)[0].payload, 1, 1)
    journal.close()
    assert journal_tools.stacks(path) == (journal_tools.BAD, f"{path}: no hand has come to its end in it")
    assert journal_tools.stacks(tmp_path)[0] == journal_tools.UNREADABLE
    assert journal_tools.stacks(tmp_path / "none")[0] == journal_tools.UNREADABLE
    path.write_bytes(path.read_bytes()[:-3] + b"xyz" + b"more")
    assert journal_tools.stacks(path)[0] in (journal_tools.BAD, journal_tools.OK)


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
@pytest.mark.parametrize("words", [("stacks",), ("pot", "1")])
def test_a_pipe_of_any_encoding_gets_it_plain(tmp_path: Path, encoding: str, words: tuple[str, ...]) -> None:
    path = journal_of(tmp_path, 1, names=True)
    env = dict(os.environ, PYTHONIOENCODING=encoding, COLUMNS="80", FORCE_COLOR="1")
    program = "from table_controller.runtime.cli.main import main; main()"
    command = [sys.executable, "-c", program, "journal", words[0], str(path), *words[1:]]
    ended = subprocess.run(command, env=env, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    lines = ended.stdout.decode(encoding).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert not any("\x1b" in line for line in lines)

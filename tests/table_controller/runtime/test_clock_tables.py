"""The clock of each book, found by playing, against the numbers printed in the books."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from docs import clock_tables

from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.vocabulary.findings import Ruled

# (asked at, granted, counted, expiry, facing a bet, with no bet, ladder), each with where it is printed:
PRINTED = {
    # 25: after a reasonable time; 60 s, the last 10 counted; folded either way
    "tda-holdem": (0, 60, 10, 60, "fold", "fold", ()),
    # 31: a reasonable time is 1 minute; 1 minute more, the last 10 s counted; folded; 60, 30, then 10 s for soft play
    "ipo-2015": (60, 60, 10, 120, "fold", "fold", (60, 30, 10)),
    # 29: a reasonable time; up to 25 s and a countdown of 5; dead facing a bet, else a check
    "tda-2019": (0, 30, 5, 30, "fold", "check", ()),
    "tda-2024-rp": (0, 30, 5, 30, "fold", "check", ()),
    # 22: after 30 s; 60 s more, then 10 counted; folded
    "figp-2012": (30, 70, 10, 100, "fold", "fold", ()),
}


def test_every_clock_is_the_one_printed() -> None:
    found = {(line.book, line.situation): line for line in clock_tables.lines()}
    assert {book for book, _ in found} == set(PRINTED)
    for book, (asked, granted, counted, expiry, facing, free, ladder) in PRINTED.items():
        for situation, act in (("facing a bet", facing), ("no bet to face", free)):
            line = found[book, situation]
            assert (line.asked_at_s, line.granted_s, line.counted_s, line.expiry_s) == (
                asked,
                granted,
                counted,
                expiry,
            ), line
            assert (line.consequence, line.ladder_s) == (act, ladder), line
            assert line.too_early == (asked == 0), "a book without a number leaves the reasonable time to the floor"


def test_the_page_in_the_tree_is_current(project: Path) -> None:
    assert (project / "hardware_docs" / "clocks.md").read_text("utf-8") == clock_tables.page(), "run: make docs"


def test_another_number_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted failure: one second more in one book, and its line is not the printed one."""
    book = package_rulebook("figp-2012")
    longer = dataclasses.replace(
        book, call_time=dataclasses.replace(book.call_time, clock_s=Ruled(61, book.call_time.clock_s.cite))
    )
    monkeypatch.setattr(clock_tables, "package_rulebook", lambda _: longer)
    assert clock_tables.lines()[0].granted_s == PRINTED["figp-2012"][1] + 1

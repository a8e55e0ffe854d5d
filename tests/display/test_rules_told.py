"""Every behaviour of the rules is told in one sentence, and where prints of a book disagree that is said."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import table_controller.game.rules as all_rules
from display.printed.rules import prints_of, sentences
from table_controller.game.rulebooks.shipped import rows_of, shipped_books
from table_controller.game.rules.behaviour import BEHAVIOURS
from table_controller.runtime.cli.rulebook_tools import explain

ONE_SENTENCE = re.compile(r"[A-Z][^.!?\n]{15,130}\.")


def slugs() -> set[str]:
    for found in pkgutil.walk_packages(all_rules.__path__, f"{all_rules.__name__}."):
        importlib.import_module(found.name)
    return set(BEHAVIOURS)


def test_every_behaviour_has_its_sentence_and_no_sentence_is_left_over() -> None:
    assert set(sentences()) == slugs()


def test_a_sentence_is_one_and_tells_of_one_behaviour() -> None:
    assert [slug for slug, told in sentences().items() if not ONE_SENTENCE.fullmatch(told)] == []
    assert len(set(sentences().values())) == len(sentences())
    for planted in ("two. Sentences here it is.", "No full stop at the end of it", "Short."):
        assert not ONE_SENTENCE.fullmatch(planted)


@pytest.mark.parametrize("book", shipped_books())
def test_every_rule_of_a_book_is_told(book: str, tmp_path: Path) -> None:
    for row in rows_of(book):
        lines = explain(book, row.ref, tmp_path).splitlines()
        assert re.match(r"  says        \S", lines[1]), row.ref
        told = [line for line in lines if line.startswith(("  says  ", "              "))]
        assert row.behaviours == () or sentences()[row.behaviours[0]].split()[0] in told[0]


def test_the_sentence_stands_beside_the_number() -> None:
    assert explain("tda-2019", "44").splitlines()[:3] == [
        "tda-2019 44: Oversized chip",
        "  says        One silent chip that is worth more than the call is a call, and",
        "              the change goes back.",
    ]


@pytest.mark.parametrize(("book", "ref"), [("figp-2012", "15-d"), ("tda-2019", "43"), ("ipo-2015", "49")])
def test_of_exactly_half_a_raise_no_more_is_said_than_every_book_prints(book: str, ref: str) -> None:
    """Two books have half of it or more, one more than half: there the table asks the floor about exactly half."""
    told = " ".join(explain(book, ref).split())
    assert "more than half a minimum raise" in told
    assert "just half as the book has it, or by the floor" in told


def test_where_english_prints_read_otherwise_it_is_said(tmp_path: Path) -> None:
    text = explain("tda-2019", "35-A(1)", tmp_path)
    assert "English prints read boxed cards" in " ".join(text.split())
    assert "(carte attaccate)" in " ".join(text.split())
    assert "prints  " not in explain("tda-2019", "35-A(2)", tmp_path)
    for book in shipped_books():
        assert set(prints_of(book)) <= {row.ref for row in rows_of(book)}


def test_an_overlay_tells_what_its_base_prints(tmp_path: Path) -> None:
    assert "carte attaccate" in " ".join(explain("tda-2024-rp", "35-A(1)", tmp_path).split())

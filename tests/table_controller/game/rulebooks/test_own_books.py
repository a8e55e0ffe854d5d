"""A card room's own book: all that is wrong with it is told at once, and what it leaves out is its base's."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.own_books import BASE, HARBOUR

from table_controller.game.rulebooks.keys import policy_keys, ruled_at
from table_controller.game.rulebooks.known import Shelf, read_shelf
from table_controller.game.rulebooks.own import differences, faults_of, read_own
from table_controller.game.rulebooks.shipped import package_rulebook, rows_of, rulebook_hash, shipped_books
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.runtime.cli.rulebook_check import known_words
from table_controller.vocabulary.findings import Citation, Ruled

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = files("table_controller.game.rulebooks").joinpath(f"{BASE}.toml").read_text("utf-8")
OWN_WHOLE = WHOLE.replace(f'book = "{BASE}"', 'book = "harbour"', 1)


def shelf_of(text: str, **more: str) -> Shelf:
    return Shelf({"harbour": text, **more})


def told(text: str, name: str = "harbour", **more: str) -> list[tuple[int, str]]:
    shelf = Shelf({name: text, **more})
    return [(fault.line, fault.what) for fault in faults_of(text, f"{name}.toml", name, known_words(shelf, name))]


def test_what_it_answers_is_cited_by_its_own_numbers_and_all_else_is_the_bases() -> None:
    shelf = shelf_of(HARBOUR)
    book, base = shelf.rulebook("harbour"), package_rulebook(BASE)
    assert book.undercall.multiway_raise == Ruled("complete", Citation("harbour", "H-4"))
    assert book.cites["undercalls.undercall"] == Citation("harbour", "H-4")
    changed = [(one.key, one.was, one.now) for one in differences(book, base)]
    assert changed == [("undercall.multiway_raise", "floor", "complete"), ("refuse_to_show_s", None, 30)]
    same = set(policy_keys()) - {one.key for one in differences(book, base)}
    assert all(ruled_at(book, key) == ruled_at(base, key) for key in same)
    assert shelf.base_of("harbour") == BASE
    assert [row.ref for row in shelf.rows_of("harbour")] == ["H-1", "H-4"]
    assert shelf.books() == tuple(sorted({*shipped_books(), "harbour"}))


def test_its_titles_are_those_of_the_tables_language() -> None:
    cite, shelf = Citation("harbour", "H-4"), shelf_of(HARBOUR)
    assert shelf.table_rulebook("harbour", (), "it").titles[cite] == "Chi mette meno completa"
    assert shelf.table_rulebook("harbour", (), "es").titles[cite] == "Too little for a call is made a call"


def test_a_whole_book_of_ones_own_is_read_as_the_shipped_one_is() -> None:
    assert told(OWN_WHOLE) == []
    own, shipped = shelf_of(OWN_WHOLE).rulebook("harbour"), package_rulebook(BASE)
    assert all(
        (ruled_at(own, key).value, ruled_at(own, key).cite.ref)
        == (ruled_at(shipped, key).value, ruled_at(shipped, key).cite.ref)
        for key in policy_keys()
    )
    assert {slug: cite.ref for slug, cite in own.cites.items()} == {
        slug: cite.ref for slug, cite in shipped.cites.items()
    }
    assert [row.ref for row in shelf_of(OWN_WHOLE).rows_of("harbour")] == [row.ref for row in rows_of(BASE)]


def test_an_own_book_may_be_laid_over_an_own_whole_one() -> None:
    shelf = Shelf({"club": OWN_WHOLE.replace('"harbour"', '"club"'), "harbour": HARBOUR.replace(BASE, "club")})
    assert shelf.rulebook("harbour").odd_chip.order.cite.book == "club"
    assert set(shelf.own_texts("harbour")) == {"club", "harbour"}


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('book = "harbour"', 'book = "haven"', 1, "book is 'haven' and the file harbour.toml"),
        ('title = "Harbour Card Room 2026"\n', "", 0, "title is missing"),
        ('"Harbour Card Room 2026"', '"Harbour\\u202e"', 2, "holds signs that cannot be seen"),
        ('"Harbour Card Room 2026"', '"\\u001b[2J"', 2, "holds signs that cannot be seen"),
        ('"Harbour Card Room 2026"', f'"{"x" * 81}"', 2, "has 81 characters"),
        ('"Harbour Card Room 2026"', "2026", 2, "must be text"),
        (f'base = "{BASE}"', 'base = "hoyle"', 3, "rulebook 'hoyle' is not there"),
        (f'base = "{BASE}"', 'base = "tda-2024-rp"', 3, "is an overlay itself"),
        (f'base = "{BASE}"', 'base = "harbour"', 3, "laid over itself"),
        (f'base = "{BASE}"', "base = 7", 3, "base must be text"),
        ("refuse_to_show_s", "refuse_to_shows", 5, "unknown key 'refuse_to_shows'"),
        ("value = 30", "value = -1", 5, "-1 is below 0"),
        ("value = 30", 'value = "long"', 5, "'long' is not an answer here"),
        ('{ value = 30, ref = "H-1" }', "30", 5, "refuse_to_show_s: write { value"),
        ('30, ref = "H-1"', '30, ref = "H-2"', 5, "ref: 'H-2' names no row"),
        ("[undercall]", "[undercalls]", 7, "unknown key 'undercalls'"),
        ("[undercall]\nmultiway_raise", "[undercall]\nmultiway", 8, "[undercall]: unknown key 'multiway'"),
        ('[undercall]\nmultiway_raise = { value = "complete", ref = "H-4" }', "undercall = 1", 7, "must be a table"),
        ('class = "CLOCK"', 'class = "WATCH"', 10, "class: 'WATCH' is not one of"),
        ('topic = "tabling"\n', "", 10, "missing key topic"),
        ('ref = "H-1"\ntitle', 'ref = "H-4"\ntitle', 0, "H-4: ref: stands 2 times"),
        ('game = "all"\n\n', 'game = "all"\nrestates = "9"\n\n', 11, "restates: '9' names no row"),
        ('game = "all"\n\n', 'game = "bridge"\n\n', 11, "game: 'bridge' is not there"),
        ("undercalls.undercall", "undercalls.under", 18, "no behaviour 'undercalls.under'"),
        ("[titles.it]", "[titles.xx]", 25, "no language 'xx'"),
        ('"H-4" = "Chi', '"H-5" = "Chi', 26, "'H-5' names no row"),
        ("Chi mette meno completa", "Chi\\u0007", 26, "holds signs that cannot be seen"),
        ("[titles.it]", "[[titles]]", 0, "titles must be tables"),
        ("[undercall]", "[undercall", 7, "at line 7"),
    ],
)
def test_a_fault_is_told_with_its_line_and_the_book_is_not_taken(old: str, new: str, line: int, says: str) -> None:
    assert old in HARBOUR
    text = HARBOUR.replace(old, new, 1)
    found = told(text)
    assert any(says in what for _, what in found), found
    assert not line or any(at == line and says in what for at, what in found), found
    if "behaviour" not in says and "game:" not in says and "language" not in says:
        with pytest.raises(ManifestError):
            shelf_of(text).rulebook("harbour")


def test_all_faults_are_told_at_once() -> None:
    text = HARBOUR.replace("value = 30", "value = -1").replace('"complete"', '"complet"').replace('"CLOCK"', '"WATCH"')
    assert [line for line, _ in told(text)] == [5, 8, 10]  # the row with a fault prints its ref all the same


@pytest.mark.parametrize("name", [*shipped_books(), "house", "check", "Harbour", "a b", "x" * 33])
def test_a_name_that_is_taken_or_is_none_is_told(name: str) -> None:
    text = HARBOUR.replace('book = "harbour"', f'book = "{name}"')
    assert any("name" in what for _, what in told(text, name))


def test_a_book_with_the_name_of_a_shipped_one_is_not_played_by_in_its_place() -> None:
    shelf = Shelf({BASE: HARBOUR.replace('book = "harbour"', f'book = "{BASE}"')})
    with pytest.raises(ManifestError, match="is the name of a shipped book"):
        shelf.table_rulebook(BASE, ())
    assert shelf.rulebook(BASE) == package_rulebook(BASE)  # to compare with, it is what it was


def test_a_whole_book_hears_of_every_question_that_it_leaves_out() -> None:
    text = 'book = "harbour"\ntitle = "H"\ndiscretion = "1"\n[[rows]]\n' + HARBOUR.split("[[rows]]\n")[1].replace(
        "H-1", "1"
    )
    missing = {what.split()[0] for _, what in told(text) if "has no value" in what}
    assert missing == set(policy_keys())
    assert told(text.replace('discretion = "1"\n', ""))[0] == (0, "neither base nor discretion is there")


def test_a_book_with_a_fault_hinders_no_other() -> None:
    shelf = shelf_of(HARBOUR, broken="book = ", haven=HARBOUR.replace('"harbour"', '"haven"'))
    assert "haven" in shelf.books()
    assert "broken" not in shelf.books()
    with pytest.raises(ManifestError, match=r"broken\.toml"):
        shelf.rulebook("broken")
    assert Shelf({"a": HARBOUR.replace(BASE, "b"), "b": HARBOUR.replace(BASE, "a")}).books() == shipped_books()


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("\n[undercall]", "\n# 2026\n\n\n[undercall]", True),
        ("value = 30, ref", "value   =   30  ,   ref", True),
        ("Harbour Card Room 2026", "Harbour Card Room 2027", True),
        ("Too little for a call", "Less than a call", True),
        ("Chi mette meno", "Chi mette poco", True),
        ("value = 30", "value = 31", False),
        ('behaviours = ["undercalls.undercall"]\n', "", False),
        ("H-1", "H-2", False),
        (BASE, "tda-holdem", False),
    ],
)
def test_its_digest_is_that_of_what_judges(old: str, new: str, same: bool) -> None:
    assert old in HARBOUR
    digest = shelf_of(HARBOUR).digest("harbour")
    assert (shelf_of(HARBOUR.replace(old, new)).digest("harbour") == digest) is same
    assert shelf_of(HARBOUR).digest("harbour", (("early_call", "silent"),)) != digest
    assert shelf_of(HARBOUR).digest(BASE) == rulebook_hash(BASE)


def test_what_is_no_text_in_the_folder_is_a_book_with_a_fault(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'book = "\xe9"')
    (tmp_path / "large.toml").write_bytes(b"#" * (1 << 21))
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "harbour.toml").write_text(HARBOUR, "utf-8")
    shelf = read_shelf(tmp_path)
    assert shelf.books() == tuple(sorted({*shipped_books(), "harbour"}))
    assert set(shelf.texts) == {"latin", "large", "folder", "harbour"}
    assert read_shelf(tmp_path / "nowhere").books() == shipped_books()


LINES = HARBOUR.splitlines(keepends=True)
SHREDS = st.sampled_from(
    [*LINES, "[", "]]", "[rows]\n", "rows = 1\n", "titles = 1\n", "= \n", '"', "\x00", "base = []\n"]
)


@given(st.lists(st.tuples(st.integers(0, len(LINES)), st.integers(0, 2), SHREDS), max_size=4))
def test_whatever_stands_there_is_told_or_read(changes: list[tuple[int, int, str]]) -> None:
    """What has no fault can be loaded, and nothing is any other exception."""
    lines = list(LINES)
    for at, cut, shred in changes:
        lines[at : at + cut] = [shred]
    text = "".join(lines)
    known = shelf_of(text).known_to("harbour")
    if faults_of(text, "harbour.toml", "harbour", known):
        with pytest.raises(ManifestError):
            read_own(text, "harbour.toml", "harbour", known)
    else:
        assert read_own(text, "harbour.toml", "harbour", known).book.book == "harbour"


TINY = HARBOUR.replace("multiway_raise", "tiny_chip")


def to_do(text: str, name: str = "harbour") -> list[tuple[str, str]]:
    shelf = Shelf({name: text})
    return [(fault.what, fault.do) for fault in faults_of(text, f"{name}.toml", name, known_words(shelf, name))]


@pytest.mark.parametrize(
    ("old", "new", "says", "do"),
    [
        (
            ', ref = "H-4" }',
            " }",
            "ref is missing",
            'tiny_chip = { value = "complete", ref = "H-4" }; rows of this book: H-4',
        ),
        ('value = "complete", ref', "ref", "value is missing", '"floor", "complete"'),
        ('{ value = "complete", ref = "H-4" }', '"complete"', "write { value", '{ value = "complete", ref = "H-4" }'),
        ('ref = "H-4" }', 'ref = "H-4", why = 1 }', "unknown key why", '{ value = "complete", ref = "H-4" }'),
        ('"Too little for a call is made a call"', f'"{"x" * 90}"', "title: has 90 characters", "shorten it"),
        ('base = "tda-2019"', 'base = "tda-2024-rp"', "is an overlay", "whole book"),
        ("refuse_to_show_s", "refuse_to_show", "unknown key", "near it: refuse_to_show_s"),
        ("value = 30", 'value = "long"', "it may be a whole number", "a whole number"),
        ("value = 30", "value = -30", "-30 is below 0", "a whole number from 0"),
        ("topic =", "topc =", "unknown key topc; near it: topic", "a row has ref, title, topic"),
        ("base =", "zzz = 1\nbase =", "unknown key 'zzz'", "cardspeak rules answers"),
        ('"Too little for a call is made a call"', '"Too\u200blittle"', "cannot be seen", "type it anew"),
    ],
)
def test_what_to_do_is_what_is_lacking(old: str, new: str, says: str, do: str) -> None:
    assert old in TINY
    found = to_do(TINY.replace(old, new, 1))
    assert [one for one in found if says in one[0] and do in one[1]], found
    assert len(found) == 1


def test_rows_in_one_bracket_are_told_with_the_two() -> None:
    ((says, do),) = to_do(HARBOUR.replace("[[rows]]", "[rows]") + '\n[rows]\nref = "H-9"\n')
    assert says.startswith("[rows]: Cannot declare"), "where it is stands there once"
    assert "[[rows]], in two brackets" in do


def test_what_is_near_is_named_once() -> None:
    ((_, do),) = to_do(HARBOUR.replace("refuse_to_show_s", "refuse_to_show"))
    assert do.count("refuse_to_show_s") == 1


def test_no_book_is_offered_that_would_be_refused() -> None:
    ((said, _),) = to_do(HARBOUR.replace(BASE, "hoyle"))
    wholes = said.rpartition("whole books are ")[2].split(", ")
    assert BASE in wholes
    for whole in wholes:
        assert not to_do(HARBOUR.replace(BASE, whole))


@pytest.mark.parametrize("key", ["basis", "Base", "bas"])
def test_a_mistyped_base_is_one_fault_and_not_all_that_a_whole_book_lacks(key: str) -> None:
    ((said, do),) = to_do(HARBOUR.replace("base =", f"{key} ="))
    assert said == f"unknown key '{key}'"
    assert "base" in do


def test_capitals_in_a_name_are_told_with_the_name_that_would_do() -> None:
    capitals = HARBOUR.replace('book = "harbour"', 'book = "Harbour"')
    assert [do for _, do in to_do(capitals)] == ['write book = "harbour"']
    assert [do for _, do in to_do(capitals, "Harbour")] == [
        "call the file harbour.toml and the book harbour: no capitals"
    ]


def test_a_mark_at_the_beginning_of_the_file_is_none_of_the_book(tmp_path: Path) -> None:
    (tmp_path / "harbour.toml").write_text(HARBOUR, "utf-8-sig")
    assert "harbour" in read_shelf(tmp_path).books()

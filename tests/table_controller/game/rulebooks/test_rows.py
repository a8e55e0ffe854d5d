"""Every printed rule has its row, and a row names nothing that is not there."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from table_controller.game.rulebooks.keys import admits, answer_type, members_of, policy_keys, ruled_at, with_ruled
from table_controller.game.rulebooks.rows import load_rows
from table_controller.game.rulebooks.shipped import base_of, package_rulebook, rows_of, shipped_books
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.game.rulebooks.topics import POLICY_TOPICS, policies_of
from table_controller.runtime.cli.rulebook_tools import behaviour_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COUNTS = {"tda-holdem": 205, "ipo-2015": 147, "tda-2019": 250, "figp-2012": 228, "tda-2024-rp": 49}

MANIFEST = """book = "x"

[[rows]]
ref = "1"
title = "Heading"
topic = "misdeal"
class = "AUTO"
game = "all"
parts = ["1-A", "1-B"]

[[rows]]
ref = "1-A"
title = "Part"
topic = "misdeal"
class = "ASSIST"
game = "nlhe,pl"
behaviours = ["misdeals.exposed", "misdeals.stuck"]
waits = "room"

[[rows]]
ref = "1-B"
title = "Part said again"
topic = "misdeal"
class = "AUTO"
game = "all"
restates = "1-A"
"""


def test_every_printed_rule_of_every_book_has_its_row() -> None:
    assert {book: len(rows_of(book)) for book in shipped_books()} == COUNTS
    assert sum(COUNTS.values()) == 879


@pytest.fixture
def shared(project: Path) -> Path:
    folder = project.parent / "shared" / "rules"
    if not folder.is_dir():  # the project stands without its neighbours; that no row is lost is held by `COUNTS`
        pytest.skip("the rules' own tables are not beside this checkout")
    return folder


def test_rows_are_those_of_the_matrix_in_its_order(shared: Path) -> None:
    with (shared / "rules-matrix.tsv").open(encoding="utf-8", newline="") as matrix:
        lines = list(csv.DictReader(matrix, delimiter="\t", quoting=csv.QUOTE_NONE))
    for book in shipped_books():
        printed = [(it["ref"], it["topic"], it["class"], it["game"]) for it in lines if it["book"] == book]
        assert [(row.ref, row.topic, row.kind, row.game) for row in rows_of(book)] == printed


def _flat(values: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        elif f"{prefix}{key}" in policy_keys():
            yield f"{prefix}{key}", tuple(value) if isinstance(value, list) else value
        else:
            # A whole group of which a book says nothing.
            silent = [policy for policy in policy_keys() if policy.startswith(f"{prefix}{key}.")]
            assert value is None
            assert silent
            yield from ((policy, None) for policy in silent)


READ_ANEW = {
    ("tda-holdem", "skipped_sa_counts_oot_action"): False,
    ("ipo-2015", "skipped_sa_counts_oot_action"): True,
    ("ipo-2015", "odd_chip.break_down"): True,
    ("figp-2012", "odd_chip.break_down"): True,
}
"""Where the profiles are silent and the text of the book is not.

Rule 30 counts to the left of the act out of turn, rule 42-B to the left of the skipped player. Odd are chips "che non
si possono dividere" (rule 24), and the parts are "eguali" as far as chips go: neither leaves a chip whole that the
smallest in play can make up.
"""


def test_policies_are_those_of_the_profiles(shared: Path) -> None:
    profiles = json.loads((shared / "rulebook-profiles.json").read_text("utf-8"))
    assert set(profiles) == set(shipped_books())
    for name, profile in profiles.items():
        book = package_rulebook(name)
        wanted = {key: READ_ANEW.get((name, key), value) for key, value in _flat(profile)}
        assert {key: ruled_at(book, key).value for key in wanted} == wanted
        if base_of(name) is None:
            said = {key for key in policy_keys() if ruled_at(book, key).value is not None}
            assert said <= set(wanted)


def test_a_row_is_read_whole() -> None:
    heading, part, again = load_rows(MANIFEST, "x.toml", "x")
    assert (heading.parts, heading.behaviours, heading.restates, heading.waits) == (("1-A", "1-B"), (), "", "")
    assert (part.book, part.kind, part.behaviours) == ("x", "ASSIST", ("misdeals.exposed", "misdeals.stuck"))
    assert (part.waits, part.game) == ("room", "nlhe,pl")
    assert again.restates == "1-A"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('ref = "1-B"', 'ref = "1-A"', "[[rows]] 1-A: ref: stands 2 times"),
        ('title = "Part"\n', "", "[[rows]] 1-A: missing key title"),
        ('title = "Part"', 'titel = "Part"', "[[rows]] 1-A: unknown key titel"),
        ('title = "Part"', 'title = "Part"\ntitle = "Part"', "[[rows]]: title"),
        ('ref = "1-A"\n', "", "[[rows]] number 2: missing key ref"),
        ('"ASSIST"', '"MANUAL"', "[[rows]] 1-A: class: 'MANUAL' is not one of AUTO, ASSIST"),
        ('["1-A", "1-B"]', '["1-A", "1-C"]', "[[rows]] 1: parts: '1-C' names no row of this book"),
        ('["1-A", "1-B"]', '["1"]', "[[rows]] 1: parts: names the row itself"),
        ('["1-A", "1-B"]', "[]", "[[rows]] 1: parts: is empty"),
        ('["1-A", "1-B"]', '["1-A", "1-A"]', "[[rows]] 1: parts: names one twice"),
        ('["1-A", "1-B"]', '"1-A"', "[[rows]] 1: parts: must be a list of texts"),
        ('parts = ["1-A", "1-B"]', 'parts = ["1-A"]\nrestates = "1-B"', "[[rows]] 1: restates: a heading counts"),
        ('restates = "1-A"', 'restates = "9"', "[[rows]] 1-B: restates: '9' names no row"),
        ('restates = "1-A"', 'restates = ""', "[[rows]] 1-B: restates: must be text"),
        ('"misdeals.stuck"', '"Stuck cards"', "[[rows]] 1-A: behaviours: 'Stuck cards' is not module.function"),
        ('restates = "1-A"\n', "[reopen]\ncumulative = true\n", "below the rows: unknown key reopen"),
    ],
)
def test_faults_of_rows_name_file_row_and_key(old: str, new: str, says: str) -> None:
    assert old in MANIFEST
    with pytest.raises(ManifestError) as fault:
        load_rows(MANIFEST.replace(old, new, 1), "x.toml", "x")
    assert str(fault.value).startswith(f"x.toml: {says}")


def _unknown_slugs(slugs: set[str]) -> set[str]:
    return {slug for slug in slugs if behaviour_of(slug) is None}


def test_every_behaviour_of_a_row_is_a_function_of_the_rules() -> None:
    slugs = {slug for book in shipped_books() for row in rows_of(book) for slug in row.behaviours}
    assert _unknown_slugs(slugs) == set()


def test_a_behaviour_that_is_not_there_is_seen() -> None:
    assert _unknown_slugs({"irregular.unread"}) == set()
    assert _unknown_slugs({"irregular.planted", "planted.unread"}) == {"irregular.planted", "planted.unread"}


def test_the_light_look_at_the_rows_sees_what_the_strict_one_reads() -> None:
    for book in shipped_books():
        text = files("table_controller.game.rulebooks").joinpath(f"{book}.toml").read_text("utf-8")
        named = {slug: row.ref for row in reversed(rows_of(book)) for slug in row.behaviours}
        own = {slug: cite.ref for slug, cite in package_rulebook(book).cites.items() if cite.book == book}
        assert own == named
        assert text.count("\n[[rows]]\n") == len(rows_of(book))


def test_every_policy_has_its_topics() -> None:
    topics = {row.topic for book in shipped_books() for row in rows_of(book)}
    assert tuple(POLICY_TOPICS) == policy_keys()
    assert {topic for found in POLICY_TOPICS.values() for topic in found} <= topics
    assert policies_of("reopening") == ("reopen.cumulative", "reopen.limit_half")


def test_a_policy_is_cited_from_a_row_of_its_topic_save_where_one_rule_has_several_subjects() -> None:
    strayed: set[tuple[str, str]] = set()
    for book in shipped_books():
        topics = {row.ref: row.topic for row in rows_of(book)}
        for key in policy_keys():
            policy = ruled_at(package_rulebook(book), key)
            if (
                policy.value is not None
                and policy.cite.book == book
                and topics[policy.cite.ref] not in POLICY_TOPICS[key]
            ):
                strayed.add((book, key))
    assert strayed == {
        ("figp-2012", "wrong_amount_fix"),
        ("figp-2012", "right_to_see_river_aggressor"),
        ("ipo-2015", "extra_card.more"),
        ("tda-holdem", "h4h.exists"),
    }


def test_the_answers_that_a_policy_may_have_are_listed_for_whoever_changes_them() -> None:
    assert members_of(answer_type("undercall.tiny_chip")) == ("floor", "complete", type(None))
    assert members_of(answer_type("limit.cap_raises")) == (int, "house", type(None))
    assert members_of(answer_type("call_time.ladder_s")) == (tuple[int, ...], type(None))
    assert admits(answer_type("reopen.cumulative"), value=True)
    assert not admits(answer_type("reopen.cumulative"), 1)
    assert not admits(answer_type("call_time.clock_s"), value=True)
    for key in ("raise", "undercall", "undercall.", "early_call.x", "nowhere", "book", "off", "cites"):
        with pytest.raises(KeyError):
            answer_type(key)


def test_one_answer_is_changed_in_place() -> None:
    book = package_rulebook("tda-2019")
    for key in ("raise.odd_first_motion", "early_call"):
        silent = type(ruled_at(book, key))(None, book.discretion)
        changed = with_ruled(book, key, silent)
        assert [other for other in policy_keys() if ruled_at(changed, other) != ruled_at(book, other)] == [key]
        assert ruled_at(changed, key) == silent

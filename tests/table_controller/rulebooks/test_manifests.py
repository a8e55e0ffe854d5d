"""Manifests are read strictly; a fault names file, table and key."""

from __future__ import annotations

from importlib.resources import files

import pytest

from table_controller.findings import Citation, Ruled
from table_controller.rulebooks.loader import ManifestError, load_rulebook, policy_keys, with_house
from table_controller.rulebooks.shipped import package_rulebook, rulebook_hash, shipped_books

TEXT = files("table_controller.rulebooks").joinpath("tda-2019.toml").read_text("utf-8")


def test_the_shipped_book_answers_with_its_rule() -> None:
    book = package_rulebook("tda-2019")
    assert book.odd_chip.order == Ruled("first_left_of_button", Citation("tda-2019", "20-A"))
    assert book.reopen.cumulative.cite.ref == "47-A"
    assert book.discretion == Citation("tda-2019", "1")


def test_silence_cites_the_discretion_rule() -> None:
    assert package_rulebook("tda-2019").dead_button.puck == Ruled(None, Citation("tda-2019", "1"))


def test_every_shipped_book_loads() -> None:
    assert "tda-2019" in shipped_books()
    for book in shipped_books():
        assert package_rulebook(book).book == book
        assert len(rulebook_hash(book)) == 64


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("cumulative = {", "cumulatve = {", "tda.toml: [reopen]: unknown key cumulatve"),
        ("[heads_up]\nadjust", "[heads_up]\n#", "tda.toml: [heads_up]: missing key adjust"),
        ("[side_pot]", "[side_pots]", "top level: unknown key side_pots"),
        ("[side_pot]", "[reopen]", r"tda.toml: \[reopen\]"),
        (
            'order = { value = "first',
            'order = { silent = true }\norder = { value = "first',
            r"tda.toml: \[odd_chip\]: order",
        ),
        (', ref = "47-A" }', "}", "[reopen] cumulative: write"),
        ('value = true, ref = "47-A"', 'value = "yes", ref = "47-A"', "'yes' is not an answer here; it may be bool"),
        ('value = true, ref = "47-A"', 'value = 1, ref = "47-A"', "1 is not an answer here"),
        ("first_left_of_button", "nearest", "'nearest' is not an answer here"),
        ('ref = "47-A"', "ref = 47", "cumulative: ref: must be text"),
        ('title = "TDA rules 2019"', "title = 2019", "top level: title: must be text"),
        ("[showdown]", "showdown = 1\n[other]", "tda.toml"),
    ],
)
def test_faults_name_file_table_and_key(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(ManifestError) as fault:
        load_rulebook(TEXT.replace(old, new, 1), "tda.toml")
    assert says.replace("\\", "") in str(fault.value)


def test_an_unknown_book_lists_those_there_are() -> None:
    with pytest.raises(ManifestError, match=r"there is .*tda-2019"):
        package_rulebook("hoyle")


def test_house_rules_cite_the_house() -> None:
    book = with_house(package_rulebook("tda-2019"), [("odd_chip.order", "all_to_first"), ("heads_up.adjust", "false")])
    assert book.odd_chip.order == Ruled("all_to_first", Citation("house", "odd_chip.order"))
    assert book.heads_up.adjust.value is False
    assert book.odd_chip.break_down.cite.book == "tda-2019"


@pytest.mark.parametrize(
    ("key", "text", "says"),
    [
        ("odd_chip.ordr", "all_to_first", "no such policy; policies are reopen.cumulative"),
        ("discretion.ref", "2", "no such policy"),
        ("book", "x", "no such policy"),
        ("odd_chip.order", "mine", "house rule odd_chip.order: 'mine' is not an answer here"),
        ("reopen.cumulative", "1", "1 is not an answer here"),
    ],
)
def test_house_rules_are_checked(key: str, text: str, says: str) -> None:
    with pytest.raises(ManifestError, match=says):
        with_house(package_rulebook("tda-2019"), [(key, text)])


def test_policy_keys_are_dotted() -> None:
    assert "dead_button.puck" in policy_keys()
    assert not any(key.startswith("discretion") for key in policy_keys())

"""Manifests are read strictly; a fault names file, table and key."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from table_controller.game.rulebooks import rows
from table_controller.game.rulebooks.keys import policy_keys, ruled_at
from table_controller.game.rulebooks.loader import base_in, load_rulebook, with_house
from table_controller.game.rulebooks.shipped import base_of, package_rulebook, rulebook_hash, shipped_books
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.vocabulary.findings import Citation, Ruled

TEXT = files("table_controller.game.rulebooks").joinpath("tda-2019.toml").read_text("utf-8")
OVERLAY = files("table_controller.game.rulebooks").joinpath("tda-2024-rp.toml").read_text("utf-8")


def test_the_shipped_book_answers_with_its_rule() -> None:
    book = package_rulebook("tda-2019")
    assert book.odd_chip.order == Ruled("first_left_of_button", Citation("tda-2019", "20-A"))
    assert book.reopen.cumulative.cite.ref == "47-A"
    assert book.discretion == Citation("tda-2019", "1")


def test_silence_cites_the_discretion_rule() -> None:
    assert package_rulebook("tda-2019").dead_button.puck == Ruled(None, Citation("tda-2019", "1"))


def test_every_shipped_book_loads() -> None:
    assert shipped_books() == ("figp-2012", "ipo-2015", "tda-2019", "tda-2024-rp", "tda-holdem")
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
        (
            'value = true, ref = "47-A"',
            'value = "yes", ref = "47-A"',
            "'yes' is not an answer here; it may be true or false",
        ),
        ('value = true, ref = "47-A"', 'value = 1, ref = "47-A"', "1 is not an answer here"),
        ("first_left_of_button", "nearest", "'nearest' is not an answer here"),
        ('ref = "47-A"', "ref = 47", "cumulative: ref: must be text"),
        ('title = "TDA rules 2019"', "title = 2019", "top level: title: must be text"),
        ("[overchip]", "[other]\nx = 1\n[overchip]", "top level: unknown key other"),
        ("[overchip]\n", "overchip = 1\n[other]\n", "tda.toml"),
        ("early_call = {", "early_cal = {", "top level: unknown key early_cal"),
        ("early_call = {", "# = {", "top level: missing key early_call"),
        ("early_call = {", "early_call = { silent = true }\nearly_call = {", "top level: early_call"),
        ('"riffle", "shuffler"', '"rifle", "shuffler"', "top level: hand_start: ('rifle', 'shuffler', 'dealer_push')"),
        ('["riffle", "shuffler", "dealer_push"]', "[]", "it may be a list of 'riffle' or 'shuffler' or 'dealer_push'"),
        ('ref = "47-A"', 'ref = "47-Z"', "[reopen] cumulative: ref: '47-Z' names no row of this book"),
        ('discretion = "1"', 'discretion = "one"', "top level: discretion: 'one' names no row"),
        ('discretion = "1"', 'base = "tda-holdem"', "top level: base: an overlay names"),
        ("[[rows]]", "[late]\nx = 1\n[[rows]]", "top level: unknown key late"),
    ],
)
def test_faults_name_file_table_and_key(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(ManifestError) as fault:
        load_rulebook(TEXT.replace(old, new, 1), "tda.toml")
    assert str(fault.value).startswith("tda.toml: ")
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
        ("odd_chip.ordr", "all_to_first", "no such policy; policies are substantial_action.preflop"),
        ("odd_chip", "all_to_first", "no such policy"),
        ("raise_.odd_first_motion", "min_raise", "no such policy"),
        ("cites", "1", "no such policy"),
        ("off", "1", "no such policy"),
        ("early_call", "any", "house rule early_call: 'any' is not an answer here; it may be 'floor_any_amount'"),
        ("call_time.ladder_s", "60, soon", "is not an answer here; it may be a list of whole numbers"),
        ("limit.cap_raises", "3, 4", "is not an answer here; it may be a whole number, 'house'"),
        ("discretion.ref", "2", "no such policy"),
        ("book", "x", "no such policy"),
        ("odd_chip.order", "mine", "house rule odd_chip.order: 'mine' is not an answer here"),
        ("reopen.cumulative", "1", "1 is not an answer here"),
    ],
)
def test_house_rules_are_checked(key: str, text: str, says: str) -> None:
    with pytest.raises(ManifestError, match=says):
        with_house(package_rulebook("tda-2019"), [(key, text)])


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("showdown_first", "last_aggressor_any_street", "last_aggressor_any_street"),
        ("raise.two_motion_after_declaration", "false", False),
        ("call_time.ladder_s", "60, 30", (60, 30)),
        ("call_time.ladder_s", "45", (45,)),
        ("hand_start", "['riffle', 'shuffler']", ("riffle", "shuffler")),
        ("limit.cap_raises", "4", 4),
        ("limit.cap_raises", "house", "house"),
        ("end_of_day.stop_before_min", "10", 10),
        ("end_of_day.stop_before_min", "5, 15", (5, 15)),
        ("unclear_amount", "silent", None),
        ("undercall.tiny_chip", "silent", None),
    ],
)
def test_house_rules_reach_every_kind_of_policy(key: str, text: str, value: object) -> None:
    book = with_house(package_rulebook("tda-2019"), [(key, text)])
    assert ruled_at(book, key) == Ruled(value, Citation("house", key))
    others = [other for other in policy_keys() if other != key]
    assert all(ruled_at(book, other) == ruled_at(package_rulebook("tda-2019"), other) for other in others)


def test_policy_keys_are_dotted() -> None:
    assert {"dead_button.puck", "showdown_first", "raise.odd_first_motion"} <= set(policy_keys())
    assert not any(key.partition(".")[0] in {"discretion", "book", "title", "cites", "off"} for key in policy_keys())


def test_every_answer_cites_its_own_book_and_silence_the_discretion_rule() -> None:
    for name in shipped_books():
        book = package_rulebook(name)
        for key in policy_keys():
            policy = ruled_at(book, key)
            assert policy.cite.book in {name, base_of(name)}
            assert policy.value is not None or policy.cite == book.discretion


def test_an_overlay_answers_its_own_and_leaves_the_rest_to_its_base() -> None:
    base, over = package_rulebook("tda-2019"), package_rulebook("tda-2024-rp")
    assert over.premature_turn == Ruled("reshuffle_turn", Citation("tda-2024-rp", "PR-5B"))
    assert base.premature_turn == Ruled("use_river_card", Citation("tda-2019", "RP-5B"))
    assert over.h4h.clock_per_hand_s.cite.book == "tda-2024-rp"
    assert over.h4h.bust_tiebreak == base.h4h.bust_tiebreak
    assert over.ante.mode == base.ante.mode
    assert over.discretion == base.discretion == Citation("tda-2019", "1")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[h4h]", "[hfh]", "rp.toml: top level: unknown key hfh"),
        ("exists = {", "exist = {", "rp.toml: [h4h]: unknown key exist"),
        ('base = "tda-2019"', 'discretion = "1"', "rp.toml: top level: base: an overlay names"),
        ('base = "tda-2019"', 'base = "tda-holdem"', "base: it is 'tda-holdem', and laid over 'tda-2019'"),
        ('ref = "PR-8B"', 'ref = "RP-8B"', "[h4h] clock_per_hand_s: ref: 'RP-8B' names no row of this book"),
        ("value = 120", "value = true", "[h4h] clock_per_hand_s: true is not an answer here; it may be a whole number"),
    ],
)
def test_faults_of_an_overlay_are_named(old: str, new: str, says: str) -> None:
    assert old in OVERLAY
    with pytest.raises(ManifestError) as fault:
        load_rulebook(OVERLAY.replace(old, new, 1), "rp.toml", package_rulebook("tda-2019"))
    assert says in str(fault.value)


def test_an_overlay_needs_its_base() -> None:
    assert (base_in(OVERLAY), base_in(TEXT)) == ("tda-2019", None)
    with pytest.raises(ManifestError, match="base: an overlay names the book that it is laid over"):
        load_rulebook(OVERLAY, "rp.toml")


def test_a_behaviour_cites_the_first_row_that_names_it() -> None:
    text = TEXT
    for ref in ("45-B", "43"):
        text = text.replace(f'ref = "{ref}"\ntitle', f'ref = "{ref}"\nbehaviours = ["chips.spare", "chips.x"]\ntitle')
    book = load_rulebook(text, "tda.toml")
    assert book.cites["chips.spare"] == book.cites["chips.x"] == Citation("tda-2019", "43")
    assert "chips.spare" not in load_rulebook(TEXT, "tda.toml").cites


def test_policies_load_without_building_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(*_: object, **__: object) -> None:
        raise AssertionError("a row was built")

    monkeypatch.setattr(rows, "Row", planted)
    assert load_rulebook(TEXT, "tda.toml").book == "tda-2019"
    with pytest.raises(AssertionError, match="a row was built"):
        rows.load_rows(TEXT, "tda.toml", "tda-2019")


def test_the_hash_of_an_overlay_tells_of_its_base(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rulebook_hash("tda-2024-rp")
    monkeypatch.setattr(
        "table_controller.game.rulebooks.shipped._manifest",
        lambda book: OVERLAY if book == "tda-2024-rp" else TEXT + "\n",
    )
    assert rulebook_hash("tda-2024-rp") != before


def test_the_hash_is_of_the_rules_and_not_of_the_names_of_our_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rulebook_hash("tda-2019")
    place = "table_controller.game.rulebooks.shipped._manifest"
    renamed = re.sub(r'^behaviours = \["', 'behaviours = ["elsewhere.', TEXT, flags=re.MULTILINE)
    assert renamed != TEXT
    monkeypatch.setattr(place, lambda _: renamed)
    assert rulebook_hash("tda-2019") == before
    monkeypatch.setattr(place, lambda _: TEXT.replace('title = "', 'title = "Another ', 1))
    assert rulebook_hash("tda-2019") != before

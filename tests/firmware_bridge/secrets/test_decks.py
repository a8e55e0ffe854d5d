"""Deck files are read strictly, and nothing that they make shows a tag."""

from __future__ import annotations

import dataclasses
import stat
from pathlib import Path

import pytest

from firmware_bridge.secrets.decks import Deck, DeckBook, DeckError, demo_deck, generate_deck, load_decks, save_decks
from firmware_bridge.vocabulary.cards import DECK, Card

RED = generate_deck("red", 1)
BLUE = generate_deck("blue", 1)


def test_a_generated_deck_is_the_same_every_time_and_different_by_name_and_seed() -> None:
    assert generate_deck("red", 1) == RED
    assert not set(generate_deck("red", 2).tags.values()) & set(RED.tags.values())
    assert not set(BLUE.tags.values()) & set(RED.tags.values())
    assert list(RED.tags) == list(DECK)
    assert {len(tag) for tag in RED.tags.values()} == {8}


def test_a_book_finds_a_card_by_its_tag() -> None:
    book = DeckBook((RED, BLUE))
    found = book.find(BLUE.tag_of(Card("Ah")))
    assert found is not None
    assert (found.deck, found.card) == ("blue", "Ah")
    assert book.find(b"\x01\x02\x03\x04") is None
    assert book.names == ("red", "blue")
    with pytest.raises(DeckError, match="no deck 'green': registered are red, blue"):
        book.deck("green")


def test_what_is_saved_can_be_loaded_and_is_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "decks.toml"
    spare = dataclasses.replace(RED, spares={Card("Ah"): b"\x04\x01\x02\x03\x04\x05\x06"})
    path.write_text("old", encoding="utf-8")
    save_decks(path, [spare, BLUE])
    book = load_decks(path)
    assert dict(book.deck("red").tags) == dict(spare.tags)
    assert dict(book.deck("red").spares) == dict(spare.spares)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["decks.toml"]


def _lines(deck: Deck) -> list[str]:
    return [f'{card} = "{tag.hex()}"' for card, tag in deck.tags.items()]


WHOLE = ["[decks.red]", *_lines(RED)]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["[decks"], r"is not TOML: look at (line 1|end of document)"),
        ([], r"\[decks\]: no deck"),
        (["decks = 3"], r"\[decks\]: no deck"),
        (["[shoes.red]"], r"\[shoes\]: unknown key"),
        (["[decks]", "red = 3"], r"\[decks\] red: is not a table"),
        (WHOLE[:-1], r"\[decks.red\]: 1 of 52 cards missing: As"),
        ([*WHOLE, 'Xy = "e004"'], r"\[decks.red\] 'Xy': unknown key: keys are cards"),
        ([*WHOLE[:-1], "As = 17"], r"\[decks.red\] As: is not a tag id"),
        ([*WHOLE[:-1], 'As = "not hex"'], r"\[decks.red\] As: is not a tag id"),
        ([*WHOLE[:-1], 'As = "e00401"'], r"\[decks.red\] As: a tag id has 4, 7, 8 or 10 bytes, this one has 3"),
        ([*WHOLE[:-1], WHOLE[1].replace("2c", "As")], r"\[decks.red\] As: its tag is registered already, as 2c of red"),
        ([*WHOLE, "spare = 1"], r"\[decks.red\] spare: is not a table"),
        ([*WHOLE, "[decks.red.spare]", WHOLE[1]], r"\[decks.red.spare\] 2c: its tag is registered already"),
        ([*WHOLE, "[decks.blue]", *WHOLE[1:]], r"\[decks.blue\] 2c: its tag is registered already, as 2c of red"),
        (["[decks.RED]", *WHOLE[1:]], r"a deck's name is small letters"),
    ],
)
def test_a_wrong_file_is_refused_with_file_table_and_key(tmp_path: Path, lines: list[str], says: str) -> None:
    path = tmp_path / "decks.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DeckError, match=says) as caught:
        load_decks(path)
    assert str(caught.value).startswith(str(path))
    assert not _leaks(str(caught.value))


def test_a_file_that_is_not_there_or_not_text_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"none\.toml: cannot be read: No such file"):
        load_decks(tmp_path / "none.toml")
    junk = tmp_path / "junk.toml"
    junk.write_bytes(b"\xff\xfe")
    with pytest.raises(DeckError, match="is not UTF-8"):
        load_decks(junk)


def test_one_deck_cannot_be_registered_twice_nor_a_broken_one_saved(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="registered twice"):
        DeckBook((RED, RED))
    with pytest.raises(DeckError, match="52 of 52 cards missing"):
        save_decks(tmp_path / "decks.toml", [Deck("empty", {})])
    assert not list(tmp_path.iterdir())


def _leaks(text: str) -> list[str]:
    """Cards whose tag stands in `text`, as hex or as Python writes bytes."""
    return [card for card, tag in RED.tags.items() if tag.hex() in text or repr(tag)[2:-1] in text]


def test_no_text_shows_a_tag(tmp_path: Path) -> None:
    book = DeckBook((RED,))
    found = book.find(RED.tag_of(Card("Ah")))
    texts = [repr(RED), str(RED), repr(book), f"{book}", repr(found)]
    assert not any(_leaks(text) for text in texts)
    assert "Ah" not in repr(found)
    path = tmp_path / "decks.toml"
    tag = RED.tag_of(Card("Ah")).hex()
    for line in (f"{tag} = 'Ah'", f"Ah = {tag}", f"Ah = '{tag}", f'"{tag}" = 1'):  # the wrong way round, no quotes …
        path.write_text("\n".join([*WHOLE, line]), encoding="utf-8")
        with pytest.raises(DeckError) as caught:
            load_decks(path)
        assert not _leaks(str(caught.value)), line


def test_a_planted_leak_is_seen() -> None:
    tag = RED.tag_of(Card("Ah"))
    assert _leaks(f"tag {tag.hex()} at seat:3") == ["Ah"]
    assert _leaks(f"unexpected {tag!r}") == ["Ah"]


@pytest.mark.parametrize("rights", [0o640, 0o604, 0o620, 0o602])
def test_a_file_that_others_may_read_or_change_is_refused(tmp_path: Path, rights: int) -> None:
    path = tmp_path / "decks.toml"
    save_decks(path, [RED])
    assert load_decks(path).find(RED.tag_of(Card("Ah"))) is not None
    path.chmod(rights)
    with pytest.raises(DeckError, match=f"others may read or change it: chmod 600 {path}") as caught:
        load_decks(path)
    assert not _leaks(str(caught.value))


def test_the_deck_of_the_simulated_table_is_no_secret(tmp_path: Path) -> None:
    """It comes with the source; with another deck beside it the file is one."""
    path = tmp_path / "decks.toml"
    for decks, public in (([demo_deck()], True), ([demo_deck(), RED], False), ([Deck("demo", RED.tags)], False)):
        save_decks(path, decks)
        path.chmod(0o644)
        assert load_or_refuse(path) is public


def load_or_refuse(path: Path) -> bool:
    try:
        load_decks(path)
    except DeckError:
        return False
    return True

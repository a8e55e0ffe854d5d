"""The public feed in words: every kind of message that the contract has, in every language, and names that are none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from display.languages import LANGUAGES
from display.wording.feed_words import names_of, words_of
from display.wording.wording import ENGLISH, wording_in

NAMES = {2: "Anna", 4: "Bob"}
QUIET = {
    *("acknowledgement", "answer", "avail", "head", "health", "state", "delayed_state", "replay_request"),
    "statistics",
    *("table_opened", "puck_placed", "riffled", "card_dealt", "card_burned", "card_boarded", "cards_mucked"),
    *("card_strayed", "hand_tabled", "card_shown", "hand_put_away", "chips_pushed", "chips_taken_back"),
    *("bets_gathered", "pot_pushed", "stack_counted", "hidden_chips_found", "all_in_button_placed", "declared"),
    *("asked", "floor_ruled"),
}
"""Motions, of which the game's own word follows, and what is no event; a ruling tells of `floor_ruled`."""


def examples(project: Path) -> dict[str, dict[str, Any]]:
    document = msgspec.json.decode((project / "hardware_docs" / "asyncapi.json").read_bytes())
    return {
        kind: message["examples"][0]["payload"]
        for kind, message in document["components"]["messages"].items()
        if message.get("examples") and "data" in message["examples"][0]["payload"]
    }


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_kind_is_told_or_left_out_on_purpose(project: Path, language: str) -> None:
    words = wording_in(language)
    for kind, message in examples(project).items():
        said = words_of(kind, message, NAMES, words)
        assert bool(said) == (kind not in QUIET), kind
        assert "{" not in said, said
        assert kind not in said, said


@pytest.mark.parametrize(
    ("kind", "data", "line"),
    [
        (
            "act_ruled",
            {"seat": 4, "kind": "raise", "to_chips": 1200, "all_in": True},
            "Seat 4 Bob raises to 1,200 and is all in",
        ),
        ("act_ruled", {"seat": 3, "kind": "fold"}, "Seat 3 folds"),
        ("board_named", {"cards": ["2s", "5c", "9h"]}, "On the board: 2s 5c 9h"),
        ("hole_card_dealt", {"seat": 2, "card": "Ah"}, "Ah to seat 2 Anna"),
        (
            "pot_awarded",
            {"seat": 2, "amount_chips": 900, "pot": 1, "label": ""},
            "Seat 2 Anna wins 900 from side pot 1",
        ),
        ("gap", {"first_n": 1200, "last_n": 1300}, "Messages 1200 to 1300 are not told"),
    ],
)
def test_a_line(project: Path, kind: str, data: dict[str, Any], line: str) -> None:
    assert words_of(kind, {"data": examples(project)[kind]["data"] | data}, NAMES, ENGLISH) == line


def test_names_are_cleaned() -> None:
    seats = [{"seat": 2, "name": "An\x1b[31mna\u202e", "status": "in"}, {"seat": 3, "name": "", "status": "empty"}]
    names = names_of({"seats": seats})
    assert set(names) == {2}
    folds = {"data": {"seat": 2, "kind": "fold", "to_chips": 0, "all_in": False}}
    said = words_of("act_ruled", folds, names, ENGLISH)
    assert said.startswith("Seat 2 An")
    assert not {"\x1b", "\u202e"} & set(said)


def test_what_is_not_understood_is_named_and_what_is_not_known_is_left_out() -> None:
    assert words_of("act_ruled", {"data": {"seat": 2}}, NAMES, ENGLISH) == "act_ruled"
    assert words_of("act_ruled", {"data": {"seat": [], "kind": "fold", "to_chips": 0}}, NAMES, ENGLISH) == "act_ruled"
    assert words_of("of_tomorrow", {"data": {}}, NAMES, ENGLISH) == ""

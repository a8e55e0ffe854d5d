"""Hand histories play as table scripts and end with the stacks of their files, or of pokerkit."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_hands import random_hand
from support.real_hands import DATASET

from table_controller.histories.phh import read_phh
from table_controller.scripts.phh_script import not_played, script_of
from table_controller.scripts.replay import Replayed, replay, replay_one
from table_controller.scripts.report import straight_player

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"


def _text(actions: Sequence[str], **fields: object) -> str:
    given_ = {
        "variant": "NT",
        "ante_trimming_status": True,
        "antes": [0, 0, 0],
        "blinds_or_straddles": [50, 100, 0],
        "min_bet": 100,
        "starting_stacks": [2000, 3000, 4000],
        "actions": list(actions),
    } | fields
    return "\n".join(
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}" for key, value in given_.items()
    )


def _replay(folder: Path, text: str) -> Replayed:
    file = folder / "hand.phh"
    file.write_text(text, encoding="utf-8")
    return replay_one(file, straight_player)


DEALT = ("d dh p1 AhKh", "d dh p2 QcQd", "d dh p3 7c7d")
CHECKED_DOWN = ("d db 9s", "p1 cc", "p3 cc", "d db Ts", "p1 cc", "p3 cc")

HANDS = {
    "a raise and a call, the loser mucks": _text(
        [*DEALT, "p3 cbr 300", "p1 cc", "p2 f", "d db 2c3d4h", "p1 cc", "p3 cc", *CHECKED_DOWN, "p1 sm", "p3 sm 7c7d"]
    ),
    "everyone antes": _text(
        [*DEALT, "p3 cbr 300", "p1 f", "p2 cc", "d db 2c3d4h", "p2 cbr 200", "p3 f"], antes=[25, 25, 25]
    ),
    "the big blind antes for the table": _text(
        [*DEALT, "p3 f", "p1 cc", "p2 cbr 400", "p1 f"], antes=[0, 100, 0], ante_trimming_status=False
    ),
    "all-in with a side pot, shown before the board": _text(
        [
            *(*DEALT, "p3 cbr 4000", "p1 cc", "p2 cc", "p1 sm AhKh", "p2 sm QcQd", "p3 sm 7c7d"),
            *("d db 2c3d4h", "d db 9s", "d db Ts"),
        ]
    ),
    "heads-up: the first player has the big blind": _text(
        ["d dh p1 AhKh", "d dh p2 QcQd", "p2 cbr 300", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cbr 400", "p1 f"],
        blinds_or_straddles=[50, 100],
        antes=[0, 0],
        starting_stacks=[2000, 3000],
    ),
    "heads-up with the big blind's ante": _text(
        ["d dh p1 AhKh", "d dh p2 QcQd", "p2 f"],
        blinds_or_straddles=[50, 100],
        antes=[0, 100],
        starting_stacks=[2000, 3000],
        ante_trimming_status=False,
    ),
    "a dead small blind": _text(
        [*DEALT, "p2 cbr 300", "p3 f", "p1 cc", "d db 2c3d4h", "p1 cc", "p2 cbr 300", "p1 f"],
        blinds_or_straddles=[100, 0, 0],
    ),
    "a dead small blind and the big blind's ante": _text(
        [*DEALT, "p2 f", "p3 f"], blinds_or_straddles=[100, 0, 0], antes=[100, 0, 0], ante_trimming_status=False
    ),
    "a dead small blind and everyone's antes": _text(
        [*DEALT, "p2 f", "p3 f"], blinds_or_straddles=[100, 0, 0], antes=[10, 10, 10]
    ),
    "cards that nobody saw": _text(
        [
            *("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 300", "p1 f", "p2 cc"),
            *("d db 2c3d4h", "p2 cc", "p3 cbr 250", "p2 f"),
        ]
    ),
    "cards seen only when shown": _text(
        [
            *("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 300", "p1 cc", "p2 f", "d db 2c3d4h", "p1 cc"),
            *("p3 cc", *CHECKED_DOWN, "p1 sm AhKh", "p3 sm 7c7d"),
        ]
    ),
    "bets that need small chips": _text(
        [
            *(*DEALT, "p3 cbr 233", "p1 cc", "p2 f", "d db 2c3d4h", "p1 cc", "p3 cbr 417", "p1 cc"),
            *(*CHECKED_DOWN, "p1 sm AhKh", "p3 sm 7c7d"),
        ]
    ),
}


@pytest.mark.parametrize("name", HANDS)
def test_hands_end_as_pokerkit_says(tmp_path: Path, name: str) -> None:
    result = _replay(tmp_path, HANDS[name])
    assert result.outcome == "equal", result.text
    assert "pokerkit" in result.text


def test_a_board_dealt_at_once_comes_street_by_street(tmp_path: Path) -> None:
    acts = [*DEALT, "p3 f", "p1 cbr 2000", "p2 cc", "p1 sm AhKh", "p2 sm QcQd", "d db 2c3d4h9sTs"]
    assert _replay(tmp_path, _text(acts, finishing_stacks=[0, 5000, 4000])).outcome == "equal"


def test_a_wrong_stack_in_the_file_is_seen(tmp_path: Path) -> None:
    text = HANDS["everyone antes"] + "\nfinishing_stacks = [1925, 3375, 3700]"
    assert _replay(tmp_path, text).outcome == "different"
    assert _replay(tmp_path, text).text == "seat 2: 3400, expected 3375; seat 3: 3675, expected 3700"


def test_a_hand_that_goes_another_way_is_different(tmp_path: Path) -> None:
    text = _text([*DEALT, "p1 cbr 300"], finishing_stacks=[2000, 3000, 4000])
    result = _replay(tmp_path, text)
    assert result.outcome == "different"
    assert result.text.startswith("at 'next hand': step 'next hand': the hand is not over")


SPLIT = _text(
    [
        *(
            "d dh p1 AhKh",
            "d dh p2 QcQd",
            "d dh p3 AdKd",
            "p3 cbr 300",
            "p1 cc",
            "p2 f",
            "d db 2c3c4h",
            "p1 cc",
            "p3 cc",
        ),
        *(*CHECKED_DOWN, "p1 sm AhKh", "p3 sm AdKd"),
    ],
    starting_stacks=[2001, 3001, 4001],
    blinds_or_straddles=[50, 101, 0],
)


def test_half_chips_of_a_file_are_listed_apart(tmp_path: Path) -> None:
    text = SPLIT + "\nfinishing_stacks = [2051.5, 2900, 4051.5]"
    result = _replay(tmp_path, text)
    assert result.outcome == "apart"
    assert result.text == "half chips: seat 1: 2052, expected 2051.5; seat 3: 4051, expected 4051.5"
    assert _replay(tmp_path, text.replace("2051.5", "2050.5").replace("4051.5", "4052.5")).outcome == "different"


def test_parts_of_a_chip_are_replayed_so_many_times_as_makes_them_whole(tmp_path: Path) -> None:
    text = HANDS["everyone antes"].replace("[2000, 3000, 4000]", "[2000.25, 3000.5, 4000]")
    result = _replay(tmp_path, text + "\nfinishing_stacks = [1925.25, 3375.5, 3700]")
    assert result.outcome == "different"
    assert result.text == (
        "all amounts 4 times those of the file, which has parts of a chip; "
        "seat 2: 13602, expected 13502; seat 3: 14700, expected 14800"
    )
    assert _replay(tmp_path, text + "\nfinishing_stacks = [1925.25, 3400.5, 3675]").outcome == "equal"


def test_an_odd_chip_goes_left_of_the_button(tmp_path: Path) -> None:
    assert _replay(tmp_path, SPLIT + "\nfinishing_stacks = [2052, 2900, 4051]").outcome == "equal"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"variant": "NS"}, "NS: a blind beside the button's is not played yet"),
        ({"variant": "XX"}, "XX: 'XX' is not a variant"),
        ({"blinds_or_straddles": [50, 100, 200]}, "NT: a straddle is not played yet"),
        ({"blinds_or_straddles": [50, 100, -100]}, "NT: a late post is not played yet"),
        ({"antes": [0, 0, 100]}, "NT: antes [0, 0, 100] are neither everyone's nor the big blind's"),
        ({"blinds_or_straddles": [0, 0, 0], "antes": [5, 5, 5]}, "NT: a hand without blinds is not played yet"),
    ],
)
def test_what_is_not_played_says_why(tmp_path: Path, fields: dict[str, object], why: str) -> None:
    result = _replay(tmp_path, _text([*DEALT], **fields))
    assert (result.outcome, result.text) == ("not played", why)


def test_the_report_counts_and_names(tmp_path: Path) -> None:
    for name, text in {
        "a.phh": HANDS["everyone antes"],
        "b.phh": SPLIT + "\nfinishing_stacks = [2051.5, 2900, 4051.5]",
        "c.phh": _text([*DEALT], variant="XX"),
        "d.txt": "no history",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said: list[str] = []
    assert replay([tmp_path], straight_player, said.append) == 0
    assert [line.partition(" /")[0] for line in said] == [
        *("equal", "apart", "not played"),
        "1 hands of games not played yet",
        "1 hands with half chips in the file, listed apart",
        "1 hands, 1 equal, 0 different",
    ]
    (tmp_path / "e.phh").write_text(HANDS["everyone antes"] + "\nfinishing_stacks = [1, 2, 3]", encoding="utf-8")
    said.clear()
    assert replay([tmp_path], straight_player, said.append, jobs=2) == 1
    assert said[-1] == "2 hands, 1 equal, 1 different"
    (tmp_path / "f.phh").write_text("no history", encoding="utf-8")
    assert replay([tmp_path], straight_player, said.append) == 2


def test_a_hand_becomes_a_script_that_people_can_read(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(HANDS["all-in with a side pot, shown before the board"], encoding="utf-8")
    hand = read_phh(file)
    assert not_played(hand) is None
    script = script_of(hand)
    assert [text for _, text in script.texts] == [
        *("deal 1=AhKh 2=QcQd 3=7c7d", "3: all-in", "1: calls", "2: calls", "1: shows", "2: shows", "3: shows"),
        *("flop 2c3d4h", "turn 9s", "river Ts", "next hand"),
    ]


@given(st.randoms(use_true_random=False))
@settings(max_examples=1000 if SOAK else 100)
def test_random_hands_of_pokerkit_end_alike(tmp_path_factory: pytest.TempPathFactory, random: Random) -> None:
    history = random_hand(random)
    result = _replay(tmp_path_factory.mktemp("random"), history.dumps())
    assert result.outcome == "equal", f"{result.text}\n{history.dumps()}"


@pytest.mark.skipif(DATASET is None, reason="no dataset of hand histories beside the project")
def test_a_tenth_of_the_dataset_ends_as_its_files_say() -> None:
    assert DATASET is not None
    files = sorted(DATASET.rglob("*.phh"))
    said: list[str] = []
    assert replay(files if SOAK else files[::10], straight_player, said.append) == 0
    assert said[-1].endswith(" equal, 0 different")
    assert int(said[-1].split()[0]) >= (748 if SOAK else 60)


def test_another_file_that_is_toml_is_refused_in_one_line(tmp_path: Path) -> None:
    """Of a table script each field was warned of, with the place in a library where that was done."""
    file = tmp_path / "script.phh"
    file.write_text('title = "A script"\nrulebook = "tda-2019"\nvariant = "NT"\n')
    said: list[str] = []
    replay([file], straight_player, said.append)
    assert said[0].startswith(f"unreadable {file} is not a hand history: antes")

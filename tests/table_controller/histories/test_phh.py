"""PHH files are read act by act, and a bad one is refused with its reason."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from table_controller.histories.phh import (
    BetTo,
    BoardDealt,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    PhhError,
    ShowedOrMucked,
    read_phh,
    referee_stacks,
)

TEXT = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [2000, 3000, 4000]
actions = ['d dh p1 AhKh', 'd dh p2 ????', 'd dh p3 7c7d', 'p3 cbr 300 # a comment', 'p1 cc', 'p2 f',
  'd db 2c3d4h', 'p1 cc', 'p3 cc', 'd db 9s', 'p1 cc', 'p3 cc', 'd db Ts', 'p1 cc', 'p3 cc', 'p1 sm AhKh', 'p3 sm']
"""


def _file(folder: Path, text: str) -> Path:
    file = folder / "hand.phh"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_hand_is_read_act_by_act(tmp_path: Path) -> None:
    hand = read_phh(_file(tmp_path, TEXT + "finishing_stacks = [1700, 2900, 4400.5]\n"))
    assert (hand.variant, hand.antes, hand.blinds) == ("NT", (0, 0, 0), (50, 100, 0))
    assert hand.starting_stacks == (2000, 3000, 4000)
    assert hand.finishing_stacks == (1700, 2900, Decimal("4400.5"))
    assert hand.acts[:6] == (
        HoleDealt(1, ("Ah", "Kh")),  # type: ignore[arg-type]
        HoleDealt(2, (None, None)),
        HoleDealt(3, ("7c", "7d")),  # type: ignore[arg-type]
        BetTo(3, 300),
        CheckedOrCalled(1),
        Folded(2),
    )
    assert hand.acts[6] == BoardDealt(("2c", "3d", "4h"))  # type: ignore[arg-type]
    assert hand.acts[-2:] == (ShowedOrMucked(1, ("Ah", "Kh")), ShowedOrMucked(3, ()))  # type: ignore[arg-type]


def test_pokerkit_is_the_referee_where_the_file_has_no_stacks(tmp_path: Path) -> None:
    file = _file(tmp_path, TEXT)
    assert read_phh(file).finishing_stacks is None
    assert referee_stacks(file) == (2400, 2900, 3700)


def test_other_games_are_named_but_not_read(tmp_path: Path) -> None:
    text = TEXT.replace("'NT'", "'XX'").replace("cbr 300", "cbr 300.5").replace("2000", "2000.25")
    hand = read_phh(_file(tmp_path, text))
    assert hand.variant == "XX"
    assert hand.acts == ()
    assert (hand.starting_stacks, hand.scale) == ((8001, 12000, 16000), 4)


def test_parts_of_a_chip_are_made_whole_by_the_least_number_of_times(tmp_path: Path) -> None:
    """Stacks, bets and what they end with, all of them; a share of an odd chip alone makes nothing finer."""
    text = TEXT.replace("cbr 300 ", "cbr 300.5 ").replace("[2000,", "[2000.25,")
    hand = read_phh(_file(tmp_path, text + "finishing_stacks = [1699.75, 2900, 4400.5]\n"))
    assert (hand.scale, hand.blinds, hand.starting_stacks) == (4, (200, 400, 0), (8001, 12000, 16000))
    assert (hand.acts[3], hand.finishing_stacks) == (BetTo(3, 1202), (6799, 11600, 17602))
    assert all(type(chips) is int for chips in (*hand.starting_stacks, hand.acts[3].to_chips))  # type: ignore[union-attr]
    odd = read_phh(_file(tmp_path, TEXT + "finishing_stacks = [2100.5, 2900, 4000.5]\n"))
    assert (odd.scale, odd.finishing_stacks) == (1, (Decimal("2100.5"), 2900, Decimal("4000.5")))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("p3 cbr 300", "p3 jumps"), "action 'p3 jumps # a comment': is no act"),
        (("p3 cbr 300", "p9 cbr 300"), "'p9' is not a player from p1 to p3"),
        (("p3 cbr 300", "p3 cbr 3e2"), "is no act that the format knows"),
        (("p3 cbr 300", "p3 cbr 300.0001"), "in parts of a chip finer than 1/1000"),
        (("[50, 100, 0]", "[50, inf, 0]"), "stacks, antes, blinds, bets: not all are numbers"),
        (("[50, 100, 0]", "[50, nan, 0]"), "stacks, antes, blinds, bets: not all are numbers"),
        (("d db 2c3d4h", "d db 2c3d4x"), "'4x' is not a card"),
        (("antes = [0, 0, 0]", "antes = [0, 0]"), "antes: 2 entries for 3 players"),
        (("variant = 'NT'", ""), "is not a hand history"),
        (("variant = 'NT'", "variant = 'NT"), "is not a hand history"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(tmp_path: Path, change: tuple[str, str], why: str) -> None:
    with pytest.raises(PhhError) as caught:
        read_phh(_file(tmp_path, TEXT.replace(*change)))
    assert why in str(caught.value)
    assert str(tmp_path / "hand.phh") in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PhhError, match="cannot be opened: No such file"):
        read_phh(tmp_path / "hand.phh")


def test_a_hand_that_pokerkit_cannot_replay(tmp_path: Path) -> None:
    with pytest.raises(PhhError, match="pokerkit cannot replay it"):
        referee_stacks(_file(tmp_path, TEXT.replace("p3 cbr 300", "p3 cbr 101")))

"""A tournament of one table as Open Tournament Summary: places from the hands, prizes from the organiser's file."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest
from support.script_text import script_text
from support.told_hands import account_told

from firmware_bridge.vocabulary.values import replace
from table_controller.histories.ots import (
    Finish,
    Rebuys,
    Summary,
    check,
    json_schema,
    ots_text,
    read_ots,
    tournament_of,
)
from table_controller.histories.phh_writer import CannotTell
from table_controller.vocabulary.accounts import HandAccount, SeatTold

HAND = account_told(script_text("one", "deal\n1: folds\n2: folds"))
SEAT = HAND.seats[0]
ABOUT: dict[str, Any] = {
    "number": "7",
    "name": "Sunday",
    "currency": "EUR",
    "buyin": 50,
    "fee": 5,
    "prizes": [100, 50],
    "level_s": 1200,
}
NOON_NS = 1_800_000_000_000_000_000
Stacks = Mapping[str, tuple[int, int]]
"""What players had before a hand and after it."""


def hands(*evening: Stacks) -> list[HandAccount]:
    return [
        replace(
            HAND,
            number=number,
            began_ns=NOON_NS + number * 10**9,
            ended_ns=NOON_NS + number * 10**9 + 5 * 10**8,
            seats=tuple(seat(at, name, chips) for at, (name, chips) in enumerate(stacks.items(), 1)),
        )
        for number, stacks in enumerate(evening, 1)
    ]


def seat(at: int, name: str, chips: tuple[int, int]) -> SeatTold:
    return replace(SEAT, seat=at, name=name, start_chips=chips[0], finish_chips=chips[1])


def told(evening: Iterable[HandAccount], playing: Collection[str], **about: Any) -> Summary:
    """The summary, read back from its file by the schema."""
    text = ots_text([*evening], playing, tournament_of({**ABOUT, **about}), "0.1.0")
    jsonschema.validate(json.loads(text), json_schema())
    summary = read_ots(text)
    assert check(summary) == ()
    return summary


def places(summary: Summary) -> list[tuple[str, int | None, float | None]]:
    return [(one.player_name, one.finish_position, one.prize) for one in summary.tournament_finishes_and_winnings]


THREE = hands(
    {"Ada": (5000, 4000), "Bo": (5000, 9000), "Cy": (5000, 2000)},
    {"Ada": (4000, 6000), "Bo": (9000, 9000), "Cy": (2000, 0)},
    {"Ada": (6000, 15000), "Bo": (9000, 0)},
)


def test_places_prizes_and_times() -> None:
    summary = told(THREE, {"Ada"})
    assert places(summary) == [("Ada", 1, 100), ("Bo", 2, 50), ("Cy", 3, 0)]
    assert (summary.player_count, summary.prize_pool, summary.initial_stack) == (3, 150, 5000)
    assert (summary.start_date_utc, summary.end_date_utc) == ("2027-01-15T08:00:01Z", "2027-01-15T08:00:03Z")
    assert (summary.buyin_amount, summary.fee_amount, summary.type, summary.speed.round_time) == (50, 5, "STT", 1200)


def test_it_is_the_same_when_the_winner_has_left_the_table() -> None:
    assert told(THREE, ()) == told(THREE, {"Ada"})


def test_who_still_plays_has_no_place_and_it_has_no_end() -> None:
    summary = told(THREE[:2], {"Ada", "Bo"})
    assert summary.end_date_utc is None
    assert [(one.player_name, one.still_playing) for one in summary.tournament_finishes_and_winnings] == [
        ("Ada", True),
        ("Bo", True),
        ("Cy", False),
    ]
    assert places(summary)[2] == ("Cy", 3, 0)
    assert '"still_playing": true\n' in ots_text(THREE[:2], {"Ada", "Bo"}, tournament_of(ABOUT), "0"), (
        "neither place nor prize stands there"
    )


def test_of_two_who_go_out_in_one_hand_the_larger_stack_is_higher() -> None:
    evening = hands(
        {"Ada": (5000, 8000), "Bo": (5000, 4000), "Cy": (5000, 3000)},
        {"Ada": (8000, 15000), "Bo": (4000, 0), "Cy": (3000, 0)},
    )
    assert places(told(evening, {"Ada"})) == [("Ada", 1, 100), ("Bo", 2, 50), ("Cy", 3, 0)]


def test_with_equal_stacks_they_share_the_place_and_its_prizes() -> None:
    """50.01 for the second and nothing for the third: 25.01 and 25.00."""
    evening = hands({"Ada": (5000, 15000), "Bo": (5000, 0), "Cy": (5000, 0)})
    summary = told(evening, {"Ada"}, prizes=[99.99, 50.01])
    assert places(summary) == [("Ada", 1, 99.99), ("Bo", 2, 25.01), ("Cy", 2, 25)]


def test_a_prize_that_is_higher_than_the_one_before_is_refused() -> None:
    evening = hands({"Ada": (5000, 15000), "Bo": (5000, 0), "Cy": (5000, 0)})
    with pytest.raises(CannotTell, match="that of place 2 is higher"):
        told(evening, {"Ada"}, prizes=[50, 100])


def test_who_leaves_with_chips_finishes_before_those_who_play_on_and_after_those_who_lost_theirs() -> None:
    evening = hands(
        {"Ada": (5000, 6000), "Bo": (5000, 9000), "Cy": (5000, 0), "Di": (5000, 5000)},
        {"Ada": (6000, 10000), "Bo": (9000, 5000)},
    )
    summary = told(evening, {"Ada", "Bo"}, prizes=[120, 80])
    assert places(summary)[2:] == [("Di", 3, 0), ("Cy", 4, 0)]


def test_rebuys_and_add_ons_are_counted_and_paid_into_the_pool() -> None:
    evening = hands(
        {"Ada": (5000, 6000), "Bo": (5000, 9000), "Cy": (5000, 0)},
        {"Ada": (6000, 7000), "Bo": (9000, 9000), "Cy": (5000, 4000)},
        {"Ada": (14000, 23000), "Bo": (9025, 0), "Cy": (10975, 10000)},
        {"Ada": (23000, 33000), "Cy": (10000, 0)},
    )
    sales = {"rebuy": {"cost": 40, "chips": 5000}, "addon": {"cost": 30, "chips": 7000}}
    summary = told(evening, {"Ada"}, prizes=[200, 50], **sales)
    assert summary.tournament_rebuys == (Rebuys("Ada", 0, 1), Rebuys("Cy", 1, 1))
    assert (summary.prize_pool, summary.rebuy_cost, summary.addon_cost) == (150 + 40 + 60, 40, 30)


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"prizes": [100, 60]}, r"the prizes make 160.00 together, and the pool of 3 players holds 150.00"),
        ({"prizes": [50, 50, 25, 25]}, "prizes: 4 for 3 players"),
        ({"buyin": 50.005, "prizes": [150]}, "buyin: 50.005 has more than two digits"),
    ],
)
def test_what_the_organiser_tells_must_agree(about: dict[str, Any], why: str) -> None:
    with pytest.raises(CannotTell, match=why):
        told(THREE, {"Ada"}, **about)


def test_a_guarantee_is_the_pool_that_is_given() -> None:
    assert told(THREE, {"Ada"}, prizes=[300, 200], prize_pool=500).prize_pool == 500


@pytest.mark.parametrize(
    ("stacks", "why"),
    [
        ({"Ada": (5000, 9000), "Bo": (4000, 0)}, "Bo came with 4,000 chips and others with 5,000"),
        ({"Ada": (5000, 9000), "": (5000, 0)}, "in hand 1 seat 2 has no name"),
    ],
)
def test_what_is_no_whole_tournament_is_refused(stacks: Stacks, why: str) -> None:
    with pytest.raises(CannotTell, match=why):
        told(hands(stacks), {"Ada"})


def test_two_players_of_one_name_are_refused() -> None:
    (hand,) = hands({"Ada": (5000, 9000), "Bo": (5000, 0)})
    with pytest.raises(CannotTell, match="in hand 1 two players are called Ada"):
        told([replace(hand, seats=tuple(replace(one, name="Ada") for one in hand.seats))], {"Ada"})


@pytest.mark.parametrize("sale", [{}, {"rebuy": {"cost": 40, "chips": 4000}}])
def test_chips_that_nothing_sold_are_refused(sale: dict[str, Any]) -> None:
    evening = hands({"Ada": (5000, 10000), "Bo": (5000, 0)}, {"Ada": (10000, 15000), "Bo": (5000, 0)})
    with pytest.raises(CannotTell, match="Bo had 0 chips after a hand and 5,000 before his next"):
        told(evening, {"Ada"}, **sale)


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"currency": "euro"}, "currency"),
        ({"number": "../7"}, "number"),
        ({"buyin": -1}, "buyin"),
        ({"speed": "Fast"}, "Invalid enum value 'Fast'"),
        ({"prize": [1]}, "unknown field `prize`"),
        ({"rebuy": {"cost": 5}}, "missing required field `chips`"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(about: dict[str, Any], why: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=why):
        tournament_of({**ABOUT, **about})


def test_whatever_is_not_kept_is_seen() -> None:
    """Planted: a player too many, a place twice or none, a prize too many, an end too early, a stranger's re-buy."""
    summary = told(THREE, {"Ada"})
    finishes = summary.tournament_finishes_and_winnings

    def planted(*changed: Finish, **fields: Any) -> str:
        rest = finishes[len(changed) :]
        return " ".join(check(replace(summary, tournament_finishes_and_winnings=(*changed, *rest), **fields)))

    assert "entered" in planted(player_count=4)
    assert "2 in place 2, and 0 players did better" in planted(replace(finishes[0], finish_position=2))
    assert "has no place" in planted(replace(finishes[0], finish_position=None))
    assert "are won" in planted(replace(finishes[0], prize=100.01))
    assert "end_date_utc" in planted(end_date_utc=None)
    assert "tournament_rebuys" in planted(tournament_rebuys=(Rebuys("Nobody", 1, 0),))


def test_whole_evenings_are_ranked_as_a_list_of_who_went_out_says() -> None:
    for number in range(60):
        chance = Random(number)  # noqa: S311 - seeded, so that a failure is one number
        stacks = {f"P{at}": 4000 for at in range(chance.randint(2, 9))}
        evening, out = list[Stacks](), list[set[str]]()
        while len(stacks) > 1:
            before, (winner, *losers) = dict(stacks), chance.sample(sorted(stacks), chance.randint(2, len(stacks)))
            for loser in losers:
                bet = min(stacks[winner], stacks[loser], chance.choice((1000, 2000, 40000)))
                stacks[winner], stacks[loser] = stacks[winner] + bet, stacks[loser] - bet
            evening.append({name: (chips, stacks[name]) for name, chips in before.items()})
            gone = [name for name, chips in stacks.items() if not chips]
            for size in sorted({before[name] for name in gone}):
                out.append({name for name in gone if before[name] == size})
            stacks = {name: chips for name, chips in stacks.items() if chips}
        out.append({*stacks})
        count = sum(map(len, out))
        summary = told(hands(*evening), stacks, prizes=[50 * count])
        ranked = places(summary)
        taken = sorted({place for _, place, _ in ranked if place is not None})
        assert [{name for name, place, _ in ranked if place == at} for at in taken] == out[::-1], number

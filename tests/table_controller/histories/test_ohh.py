"""Hands of our tables as Open Hand History: strict by our schema, and every chip that goes in comes out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from support.random_hands import random_hand
from support.script_text import A_HAND_OF_STUD, script_text, stud_text
from support.told_hands import account_played, account_told, accounts_of, script_in

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace
from table_controller.histories.ohh import (
    Hand,
    check,
    finishing,
    json_schema,
    ohh_text,
    read_ohh,
    uncalled,
)
from table_controller.histories.phh import read_phh
from table_controller.histories.phh_writer import CannotTell
from table_controller.vocabulary.accounts import HandAccount

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SCRIPTS = Path(__file__).parents[2] / "scripts"


def told(account: HandAccount) -> Hand:
    """The hand read back from its file: by the schema, and with the stacks with which it ended."""
    text = ohh_text(account, "T1", "0.1.0")
    jsonschema.validate(json.loads(text), json_schema())
    hand = read_ohh(text)
    assert check(hand) == ()
    assert finishing(hand) == {seat.seat: seat.finish_chips for seat in account.seats}
    return hand


def acts(hand: Hand) -> list[tuple[str, int, str, int]]:
    return [(told.street, act.player_id, act.action, act.amount) for told in hand.rounds for act in told.actions]


def test_a_hand_is_told_act_by_act() -> None:
    steps = (
        "deal 1=AhKh 2=QdQs\n1: raises to 600\n2: calls\n3: folds\nflop 2c3d9h\n2: checks\n1: bets 500\n"
        "2: raises to 1500\n1: calls\nturn 4c\nto showdown\n2: shows\n1: mucks"
    )
    hand = told(account_told(script_text("one", steps)))
    assert acts(hand)[:12] == [
        ("Preflop", 2, "Post SB", 100),
        ("Preflop", 3, "Post BB", 200),
        ("Preflop", 2, "Dealt Cards", 0),
        ("Preflop", 1, "Raise", 600),
        ("Preflop", 2, "Call", 500),
        ("Preflop", 3, "Fold", 0),
        ("Flop", 2, "Check", 0),
        ("Flop", 1, "Bet", 500),
        ("Flop", 2, "Raise", 1500),
        ("Flop", 1, "Call", 1000),
        ("Turn", 2, "Check", 0),
        ("Turn", 1, "Check", 0),
    ]
    assert acts(hand)[-2:] == [("Showdown", 2, "Shows Cards", 0), ("Showdown", 1, "Mucks Cards", 0)]
    assert hand.rounds[1].cards == ("2c", "3d", "9h")
    assert (hand.game_type, hand.bet_limit.bet_type, hand.game_number, hand.dealer_seat) == ("Holdem", "NL", "T1-1", 1)
    assert "Kh" not in ohh_text(account_told(script_text("one", steps)), "T1", "0"), "the loser's cards were not seen"


def test_a_bet_that_nobody_calls_is_in_no_pot() -> None:
    hand = told(account_told(script_text("two", "deal\n1: raises to 600\n2: folds\n3: folds")))
    assert (uncalled(hand), [pot.amount for pot in hand.pots]) == ({1: 400}, [500])


def test_the_big_blind_antes_for_all() -> None:
    text = script_text("ante", "deal\n1: folds\n2: raises to 600\n3: folds")
    hand = told(account_told(text.replace("button = 1", 'button = 1\nante = 200\nante_mode = "bb"')))
    assert ("Preflop", 3, "Post Ante", 200) in acts(hand)
    assert (uncalled(hand), [pot.amount for pot in hand.pots]) == ({2: 400}, [600])


def test_what_a_dead_hand_has_in_stays_in_the_pot() -> None:
    """The big blind is under a penalty, and all fold to the small blind, who wins what nobody could call."""
    steps = "deal\n1: folds\n2: folds\npenalty 1 1\nnext hand\ndeal\n2: folds\n"
    account = account_told(script_text("penalty", steps))
    hand = told(account)
    assert (account.big_blind, account.of(1).end) == (1, "folded")
    assert (acts(hand)[-1], uncalled(hand)) == (("Preflop", 1, "Fold", 0), {})
    assert [(pot.amount, pot.player_wins[0].player_id) for pot in hand.pots] == [(300, 3)]


def test_side_pots_are_each_told() -> None:
    steps = (
        "deal 1=AhAd 2=KhKd 3=QhQd\n1: all-in\n2: all-in\n3: all-in\nflop 2c3c4d\nturn 9s\nriver Js\n"
        "2: shows\n3: shows\n1: shows"
    )
    hand = told(account_told(script_text("all in", steps, {1: 1000, 2: 3000, 3: 2000})))
    assert [(pot.number, pot.amount, [win.player_id for win in pot.player_wins]) for pot in hand.pots] == [
        (0, 3000, [1]),
        (1, 2000, [2]),
    ]
    assert uncalled(hand) == {2: 1000}


def test_a_dead_button_and_empty_seats() -> None:
    seats = {1: 5000, 2: 5000, 3: 5000, 4: 5000, 6: 5000}
    steps = "deal\n4: folds\n6: folds\n1: folds\n2: folds\nstand 3\nnext hand\ndeal\n6: folds\n1: folds\n2: folds\n"
    small = told(account_told(script_text("dead", steps, seats)))
    assert [act for act in acts(small) if "Post" in act[2]] == [("Preflop", 4, "Post BB", 200)]
    button = told(account_told(script_text("dead", steps + "next hand\ndeal\n1: folds\n2: folds\n4: folds", seats)))
    assert (button.dealer_seat, sorted(one.seat for one in button.players)) == (3, [1, 2, 4, 6])


@pytest.mark.parametrize("variant", ["PT", "FT"])
def test_limit_games_are_told(variant: str) -> None:
    text = script_text("limit", "deal\n1: raises to 400\n2: folds\n3: folds").replace('"NT"', f'"{variant}"')
    assert told(account_told(text)).bet_limit.bet_type == {"PT": "PL", "FT": "FL"}[variant]


def test_a_void_hand_and_a_game_without_a_name_cannot_be_told() -> None:
    hand = account_told(script_text("void", "deal\n1: raises to 600\nfloor void-hand"))
    with pytest.raises(CannotTell, match="every chip went back"):
        ohh_text(hand, "T1", "0")
    for variant, why in (
        ("FR", "no name for limit razz"),
        ("PO5", "no name for five-card pot-limit Omaha"),
        ("PC", "no name for pot-limit Courchevel"),
        ("N2L1D", "no act for a discard, no round after one, and no name for no-limit 2-7 single draw"),
    ):
        with pytest.raises(CannotTell, match=why):
            ohh_text(replace(hand, voided=False, variant=variant), "T1", "0")


@pytest.mark.parametrize(
    ("variant", "game", "limit", "wins"),
    [
        ("PO", "Omaha", "PL", [(1, 1000)]),
        ("PO/8", "OmahaHiLo", "PL", [(1, 500), (2, 500)]),
        ("FO/8", "OmahaHiLo", "FL", [(1, 500), (2, 500)]),
    ],
)
def test_omaha_is_told_and_both_halves_of_a_pot(
    variant: str, game: str, limit: str, wins: list[tuple[int, int]]
) -> None:
    steps = (
        "deal 1=AhAdKs9s 2=2h4dQs9c\n1: raises to 400\n2: calls\n3: folds\nflop 3c5d8h\n2: checks\n1: checks\n"
        "turn Kd\n2: checks\n1: checks\nriver Jd\n2: checks\n1: checks\n2: shows\n1: shows"
    )
    hand = told(account_told(script_text("omaha", steps).replace('"NT"', f'"{variant}"')))
    assert (hand.game_type, hand.bet_limit.bet_type) == (game, limit)
    assert [[(win.player_id, win.win_amount) for win in pot.player_wins] for pot in hand.pots] == [wins]
    assert [len(act.cards) for act in hand.rounds[-1].actions] == [4, 4]


@pytest.mark.parametrize(("variant", "game"), [("F7S", "Stud"), ("F7S/8", "StudHiLo")])
def test_stud_is_told_round_by_round(variant: str, game: str) -> None:
    hand = told(account_told(stud_text(variant, A_HAND_OF_STUD)))
    assert (hand.game_type, hand.small_blind_amount, hand.big_blind_amount, hand.ante_amount) == (game, 50, 100, 25)
    assert [one.street for one in hand.rounds] == ["Preflop", "Fourth", "Fifth", "Sixth", "Seventh", "Showdown"]
    cards = [(act.player_id, "".join(act.cards)) for one in hand.rounds for act in one.actions if act.cards]
    assert cards[:5] == [(1, "Ks"), (2, "9c9d2d"), (3, "2h"), (1, "4d"), (2, "3c")]
    assert cards[-2:] == [(2, "5h"), (2, "9c9d2d3c9h7h5h")], "the last card of a hand that was mucked is in no field"
    assert acts(hand)[6:9] == [
        ("Preflop", 2, "Post SB", 50),
        ("Preflop", 3, "Fold", 0),
        ("Preflop", 1, "Raise", 100),
    ]
    lies = replace(hand.rounds[-1].actions[0], cards=(*hand.rounds[-1].actions[0].cards[:-1], Card("Qs")))
    rounds = (*hand.rounds[:-1], replace(hand.rounds[-1], actions=(lies, *hand.rounds[-1].actions[1:])))
    assert planted(hand, rounds=rounds) == ("rounds: player 2 shows other cards than he was dealt",)


def planted(hand: Hand, **fields: Any) -> tuple[str, ...]:
    return check(replace(hand, **fields))


def test_whatever_is_not_kept_is_seen() -> None:
    """Planted: a chip too many in each place where chips are, a card twice, a stranger, a seat that is not there."""
    steps = "deal 1=AhKh 2=QdQs\n1: raises to 600\n2: calls\n3: folds\nflop 2c3d9h\nto showdown\n2: shows\n1: shows"
    hand = told(account_told(script_text("one", steps)))
    (pot,) = hand.pots
    assert planted(hand, pots=(replace(pot, amount=pot.amount + 1),))
    more = replace(pot, amount=pot.amount + 1, player_wins=(replace(pot.player_wins[0], win_amount=pot.amount + 1),))
    assert planted(hand, pots=(more,)) == ("pots: 1400 chips went in, and 1401 are in the pots",)
    assert planted(hand, players=tuple(replace(one, starting_stack=599) for one in hand.players))
    assert planted(hand, players=hand.players[:2])
    assert planted(hand, dealer_seat=9)
    twice = (hand.rounds[0], replace(hand.rounds[1], cards=(Card("Ah"), Card("3d"), Card("9h"))), *hand.rounds[2:])
    assert planted(hand, rounds=twice) == ("rounds: Ah comes 2 times",)


def test_what_the_schema_does_not_know_is_refused() -> None:
    text = ohh_text(account_told(script_text("two", "deal\n1: folds\n2: folds")), "T1", "0")
    for old, new in (
        ('"rake": 0', '"rake": 5'),
        ('"action": "Fold"', '"action": "Thinks"'),
        ('"dealer_seat": 1', '"dealer_seat": "1"'),
        ('"dealer_seat": 1', '"dealer_seat": 1, "hero_player_id": 1'),
    ):
        assert old in text
        with pytest.raises(ValueError, match=r"ohh"):
            read_ohh(text.replace(old, new))
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(text.replace(old, new)), json_schema())


def test_random_hands_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    for seed in range(750 if SOAK else 60):
        variant = ("NT", "PO", "FO/8", "F7S", "F7S/8")[seed % 5]
        file.write_text(random_hand(Random(seed), variant).dumps(), encoding="utf-8")  # noqa: S311 - seeded
        told(account_played(read_phh(file)))


def test_of_every_script_a_hand_is_told_or_it_is_said_why_not() -> None:
    count, untold = 0, list[str]()
    for file in sorted(SCRIPTS.rglob("*.toml"))[:: 1 if SOAK else 12]:
        try:
            hands = accounts_of(script_in(file))
        except AssertionError:
            continue  # a script of what has no rule yet
        for hand in hands:
            try:
                told(hand)
                count += 1
            except CannotTell as why:
                untold.append(f"{file}: {why}")
    assert count > 3 * len(untold), untold

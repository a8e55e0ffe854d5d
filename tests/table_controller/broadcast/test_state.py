"""What a client draws: states and events add up, names say what they count, and a state has what graphics need."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from docs.asyncapi import SCRIPTS, of_script, published
from support.dealt_tables import Felt, KeysOnly

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.payloads import player_id
from table_controller.broadcast.snapshots import state_of
from table_controller.runtime.processes.publishing import titles_in
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import FindingView

PLAYED: Final = (
    "plain/a_call_before_the_turn_of_a_bet_that_goes_back.toml",
    "contrast/a_hand_thrown_at_showdown/tda-2019.toml",
    "contrast/big_blind_busts/figp-2012.toml",
    "contrast/side_pot_awarded_first/ipo-2015.toml",
)


@cache
def told(name: str) -> list[dict[str, Any]]:
    return list(published(of_script(SCRIPTS.parent / name)))


def states(name: str) -> list[dict[str, Any]]:
    return [message["data"] for message in told(name) if message["type"] == "cardspeak.state.v6"]


@pytest.mark.parametrize("name", PLAYED)
def test_a_state_never_overtakes_what_it_includes_and_each_event_has_one(name: str) -> None:
    seen_n, waiting = 0, False
    first = True
    for message in told(name):
        if "index" in message:
            continue
        if message["type"] == "cardspeak.state.v6":
            assert first or message["data"]["as_of"] <= seen_n
            assert message["data"]["as_of"] >= seen_n
            first, waiting = False, False
        elif "n" in message:
            assert message["n"] == seen_n + 1
            seen_n, waiting = message["n"], True
    assert not waiting, "the last state has all of it"


@pytest.mark.parametrize("name", PLAYED)
def test_what_lies_behind_in_front_and_in_the_middle_is_all_there_is(name: str) -> None:
    """Chips that are owed are counted once, where they lie."""
    for state in states(name):
        if state["street"] == "idle":
            continue
        behind = sum(seat["stack_chips"] for seat in state["seats"])
        assert behind + state["pot_chips"] == sum(seat["stack_chips"] for seat in states(name)[0]["seats"])
        assert all(seat["bet_chips"] >= 0 for seat in state["seats"])


def test_a_blind_is_in_the_bet_once_it_is_posted() -> None:
    seen = []
    for state in states("contrast/big_blind_busts/figp-2012.toml"):
        blind = state["big_blind_seat"]
        if state["street"] == "deal" and blind is not None and state["hand"] == 1:
            seat = state["seats"][blind - 1]
            seen.append((seat["bet_chips"], seat["owes_chips"]))
    assert seen[0][0] == 0
    assert seen[0][1] > 0
    assert seen[-1][0] == seen[0][1]
    assert seen[-1][1] == 0
    assert all(bet + owed == seen[0][1] for bet, owed in seen)


def test_the_five_cards_that_win_are_there_once_the_pot_is_awarded() -> None:
    winners = [
        seat
        for state in states("contrast/side_pot_awarded_first/ipo-2015.toml")
        for seat in state["seats"]
        if seat["winning_cards"]
    ]
    assert winners
    for seat in winners:
        assert seat["won_chips"]
        assert len(seat["winning_cards"]) == 5
        assert set(seat["tabled"]) & set(seat["winning_cards"]) or seat["hand_label"]


def test_who_wins_the_low_half_wins_with_the_cards_of_his_low() -> None:
    """On air the two who shared the low half of a pot stood there with a pair of kings."""
    (*_, told) = (one for one in states("tda-2019/20-A__the_low_half_is_quartered.toml") if one["street"] == "settled")
    cards = {seat["seat"]: seat["winning_cards"] for seat in told["seats"]}
    assert cards == {
        1: ["Ks", "Kh", "Kd", "Kc", "7s"],
        2: ["7s", "5h", "4c", "2c", "Ah"],
        3: ["7s", "5h", "4c", "2d", "Ac"],
    }


def test_in_stud_and_draw_the_five_that_won_are_told_too() -> None:
    for script, seats in (
        ("tda-2019/Ex_20-2__equal_hands_both_ways_in_stud.toml", {1: "6s5h4c3d2s", 2: "6c5d4s3c2h"}),
        ("plain/draw_goes_on_behind_an_all_in.toml", {1: "7h5d4c3c2c"}),
    ):
        (*_, told) = (one for one in states(script) if one["street"] == "settled")
        won = {seat["seat"]: "".join(seat["winning_cards"]) for seat in told["seats"] if seat["winning_cards"]}
        assert won == seats


def test_what_voided_a_deal_is_told_until_it_is_dealt_again() -> None:
    """Nothing is open of it, and yet play stands: an overlay has to say why."""
    felt = Felt()
    void = state_of(felt.told("puck 1", "shuffle", "2: pushes 2x25", "3: pushes 100", "card 6", "wait 1"))
    assert [(found.topic, found.seat, found.options) for found in void.findings] == [("misdeal", 6, ())]
    again = felt.told("gather", "shuffle", *(f"card {seat}" for seat in (2, 3, 4)), "wait 1")
    assert state_of(again).findings == ()


def test_a_state_says_what_each_has_bet_in_the_hand_and_who_was_given_which_pot() -> None:
    """Who is all-in has no chips behind, and is not out; who wins a side pot alone has not won the main pot."""
    hand = states("contrast/side_pot_awarded_first/ipo-2015.toml")
    turn, over = next(one for one in hand if one["street"] == "turn"), hand[-1]
    assert [seat["committed_chips"] for seat in turn["seats"][:4]] == [1_000, 2_000, 3_000, 3_000]
    assert turn["awards"] == []
    assert [(one["pot"], one["seat"], one["amount_chips"]) for one in over["awards"]] == [
        *((0, 1, 4_000), (1, 2, 3_000), (2, 3, 2_000)),
    ]
    assert [seat["committed_chips"] for seat in over["seats"][:4]] == [1_000, 2_000, 3_000, 3_000], (
        "until the next hand"
    )


def test_a_state_has_the_up_cards_of_stud_as_they_come_and_no_other() -> None:
    hand = states("plain/stud_the_low_card_brings_it_in.toml")
    first = {name: next(one for one in hand if one["street"] == name) for name in ("third", "seventh")}
    assert [first["third"]["seats"][at]["up_cards"] for at in range(4)] == [["Ks"], ["2d"], ["2c"], ["8s"]]
    sixth = ["Ks", "Kd", "4h", "7s"]
    assert first["seventh"]["seats"][0]["up_cards"] == sixth, "the last card lies face down"
    told_of = {
        card for one in hand if one["street"] != "showdown" for seat in one["seats"] for card in seat["up_cards"]
    }
    assert not told_of & {"Ah", "Ad", "9c", "9d", "Js", "Jd", "Qh", "Td", "8d", "8c"}


def test_a_state_says_who_draws_next() -> None:
    hand = states("plain/draw_discards_in_turn_and_one_burn.toml")
    asked = [one["draw_seat"] for one in hand if one["draw_seat"] is not None]
    assert list(dict.fromkeys(asked)) == [2, 3, 1]
    assert all(one["action"] is None for one in hand if one["draw_seat"] is not None)


def test_an_award_says_of_which_half_it_is() -> None:
    *_, over = states("tda-2019/20-C__the_odd_chip_of_the_whole_pot_goes_high.toml")
    assert {one["half"] for one in over["awards"]} == {"high", "low"}


def test_a_finding_has_its_title_in_english_and_in_the_language_of_the_table() -> None:
    assert titles_in("it")("undercall") == {"en": "Less than a call", "it": "Meno di un call"}
    assert titles_in("en")("undercall") == {"en": "Less than a call"}


def test_no_name_is_a_seat_in_one_message_and_an_amount_in_another(project: Path) -> None:
    """Names that end in a unit are whole numbers, or numbers of seconds; all other numbers are listed here."""
    document = msgspec.json.decode((project / "hardware_docs" / "asyncapi.json").read_bytes())
    bare: dict[str, set[str]] = {}
    for schema in document["components"]["schemas"].values():
        for name, one in schema.get("properties", {}).items():
            kinds = {one.get("type"), *(inner.get("type") for inner in one.get("anyOf", ()))}
            if kinds & {"integer", "number"} and not name.endswith(
                ("_seat", "_chips", "_s", "_n", "_count", "_hands", "_pct")
            ):
                bare.setdefault(name, set()).add(one["description"])
    assert set(bare) == {
        "seat",
        "total",
        "hand",
        "pot",
        "number",
        "as_of",
        "conn",
        "sequence",
        "backlog",
        "n",
        "of",
        "case",
        "index",
        "from",
        "to",
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [("José Núñez", "jose-nunez"), ("ANNA", "anna"), ("", ""), ("a" * 99, "a" * 40), ("- Bob -", "bob")],
)
def test_a_player_has_an_id_that_may_be_a_level_of_a_topic(name: str, expected: str) -> None:
    assert player_id(name) == expected


def test_names_in_other_letters_have_ids_of_their_own() -> None:
    ids = [player_id(name) for name in ("王", "李", "王")]
    assert ids[0] == ids[2] != ids[1]
    assert all(re.fullmatch("[0-9a-f]{8}", one) for one in ids)


def test_a_state_has_no_more_findings_than_it_has_room_for() -> None:
    """A floor that never comes leaves cases by the dozen."""
    felt = Felt()
    view = felt.told()
    said = FindingView(1, "undercall", 3, Citation("tda-2019", "51"), (), ("complete-call",) * 9, open=True, case=1)
    many = tuple([replace(said, number=number, case=number) for number in range(40, 0, -1)])
    told = state_of(replace(view, findings=many), titles_in("es")).findings
    assert [one.case for one in told] == list(range(40, 28, -1))


def test_what_play_waits_for_is_in_the_state_however_much_came_after_it() -> None:
    """Of thirteen open findings the twelve youngest were told, and the one that stopped the table was not."""
    cite = Citation("tda-2019", "1")
    found = [FindingView(number, "chip-handling", 1, cite, (), ("penalty",), open=True) for number in range(14, 1, -1)]
    oldest = FindingView(1, "misdeal", 2, cite, (), ("misdeal",), open=True, stops_play=True)
    view = replace(KeysOnly().view(), findings=(*found, oldest))
    told = state_of(view).findings
    assert [told[0].topic, len(told)] == ["misdeal", 12]


def test_who_wins_the_low_half_is_told_by_his_low() -> None:
    (*_, told) = (one for one in states("tda-2019/20-A__the_low_half_is_quartered.toml") if one["street"] == "settled")
    assert [seat["hand_label"] for seat in told["seats"][:3]] == ["Four of a kind", "Low", "Low"]


def test_the_last_card_of_who_showed_his_hand_early_is_told_when_he_shows_it_again() -> None:
    """It came face down to a hand that had been shown while others bet, and was named at once."""
    played = states("plain/stud_a_hand_shown_early_gets_its_last_card_face_down.toml")
    told = [(one["street"], "Ah" in json.dumps(one)) for one in played]
    assert told.index(("settled", True)) > 0
    assert not any(known for street, known in told if street not in ("showdown", "settled"))

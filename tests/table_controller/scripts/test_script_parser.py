"""Every word of the contract is read, everything else is refused with its place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.scripts import expected as want
from table_controller.scripts import steps
from table_controller.scripts.parse import parse_line, parse_script
from table_controller.scripts.unreadable import UnreadableError
from table_controller.scripts.words import read_spoken, split_words

TABLE_LINES = {
    "deal": steps.Deal(1),
    "deal 3=AhKh board=Qd": steps.Deal(1, ((3, ("Ah", "Kh")),), ("Qd",)),  # type: ignore[arg-type]
    "deal 3=AhKh 5=QdQs": steps.Deal(1, ((3, ("Ah", "Kh")), (5, ("Qd", "Qs")))),  # type: ignore[arg-type]
    "shuffle": steps.Shuffle(1),
    "card 3": steps.DealCard(1, 3),
    "card 3 Ah": steps.DealCard(1, 3, "Ah"),  # type: ignore[arg-type]
    "card 3 exposed": steps.DealCard(1, 3, None, exposed=True),
    "card 3 Ah exposed": steps.DealCard(1, 3, "Ah", exposed=True),  # type: ignore[arg-type]
    "stuck 4": steps.Stuck(1, 4),
    "expose 4": steps.Expose(1, 4),
    "expose 4 2d": steps.Expose(1, 4, "2d"),  # type: ignore[arg-type]
    "burn": steps.BurnCard(1),
    "return 3": steps.ReturnTo(1, 3),
    "push 3": steps.PushTo(1, 3),
    "make change 3": steps.MakeChange(1, 3),
    "board": steps.BoardCards(1, ()),
    "board AhKd2c": steps.BoardCards(1, ("Ah", "Kd", "2c")),  # type: ignore[arg-type]
    "flop": steps.StreetCards(1, "flop"),
    "flop AhKd2c": steps.StreetCards(1, "flop", ("Ah", "Kd", "2c")),  # type: ignore[arg-type]
    "turn": steps.StreetCards(1, "turn"),
    "turn Ah": steps.StreetCards(1, "turn", ("Ah",)),  # type: ignore[arg-type]
    "river": steps.StreetCards(1, "river"),
    "river Ah": steps.StreetCards(1, "river", ("Ah",)),  # type: ignore[arg-type]
    "to flop": steps.PlayTo(1, "flop"),
    "to turn": steps.PlayTo(1, "turn"),
    "to river": steps.PlayTo(1, "river"),
    "to showdown": steps.PlayTo(1, "showdown"),
    "boxed": steps.Boxed(1),
    "boxed 3": steps.Boxed(1, 3),
    "boxed Ah": steps.Boxed(1, None, "Ah"),  # type: ignore[arg-type]
    "boxed 3 Ah": steps.Boxed(1, 3, "Ah"),  # type: ignore[arg-type]
    "foreign 3": steps.Foreign(1, 3),
    "duplicate 3 Ah": steps.Duplicate(1, 3, "Ah"),  # type: ignore[arg-type]
    "missing Ah": steps.Missing(1, "Ah"),  # type: ignore[arg-type]
    "muck 3": steps.TakeCards(1, 3),
    "puck 3": steps.PutPuck(1, 3),
    "wait 30": steps.Wait(1, 30.0),
    "wait 2.5": steps.Wait(1, 2.5),
    "race 25": steps.Race(1, 25),
    "next hand": steps.NextHand(1),
    "sit 4 5000": steps.Sit(1, 4, 5000, "new"),
    "sit 4 5000 new": steps.Sit(1, 4, 5000, "new"),
    "sit 4 5000 moved": steps.Sit(1, 4, 5000, "moved"),
    "stand 4": steps.Stand(1, 4),
    "level 200 400": steps.Level(1, 200, 400, 0),
    "level 200 400 50": steps.Level(1, 200, 400, 50),
    "penalty 4 2": steps.Penalty(1, 4, 2),
    "change 2 1000": steps.Change(1, 2, ((1000, 1),)),
    "hidden 2 1000 2x500": steps.Hidden(1, 2, ((1000, 1), (500, 2))),
    "floor pick-burn card=9s": steps.Floor(1, "pick-burn", (("card", "9s"),)),
    "floor penalty seat=4 hands=2": steps.Floor(1, "penalty", (("seat", "4"), ("hands", "2"))),
    "floor stands": steps.Floor(1, "stands"),
}

PLAYER_LINES = {
    "3: folds": steps.Plain(1, 3, "folds"),
    "3: checks": steps.Plain(1, 3, "checks"),
    "3: calls": steps.Plain(1, 3, "calls"),
    "3: bets 600": steps.Plain(1, 3, "bets", 600),
    "3: raises to 1600": steps.Plain(1, 3, "raises", 1600),
    "3: all-in": steps.Plain(1, 3, "all-in"),
    "10: checks": steps.Plain(1, 10, "checks"),
    '3: says "raise 800"': steps.Says(1, 3, "raise", 800, "raise 800"),
    '3: says "five"': steps.Says(1, 3, "other", None, "five"),
    '3: says "800"': steps.Says(1, 3, "number", 800, "800"),
    '3: says "all-in"': steps.Says(1, 3, "all-in", None, "all-in"),
    "3: pushes 1000 2x500": steps.Pushes(1, 3, ((1000, 1), (500, 2))),
    "3: pulls 2x25": steps.Pulls(1, 3, ((25, 2),)),
    "3: folds silently": steps.FoldsSilently(1, 3),
    "3: shows": steps.Shows(1, 3),
    "3: shows Ah": steps.Shows(1, 3, "Ah"),  # type: ignore[arg-type]
    "3: mucks": steps.Mucks(1, 3),
    "3: away": steps.Presence(1, 3, "away"),
    "3: back": steps.Presence(1, 3, "back"),
    "3: clock": steps.Presence(1, 3, "clock"),
    "3: asks to see 2": steps.Asks(1, 3, "to see", 2),
    "3: away near": steps.Presence(1, 3, "away", near=True),
    "3: uses device": steps.Behaves(1, 3, "device"),
    "3: hides cards": steps.Behaves(1, 3, "cards-off"),
    "3: gives cards to 4": steps.GivesCards(1, 3, 4),
    "3: asks review 2": steps.Asks(1, 3, "review", 2),
    "bubble": steps.Announced(1, "bubble"),
    "bubble over": steps.Announced(1, "bubble-over"),
    "new dealer": steps.Announced(1, "new-dealer"),
    "3: asks count 2": steps.Asks(1, 3, "count", 2),
}

EXPECT_LINES = {
    "turn 3": want.ExpectTurn(1, 3),
    "turn none": want.ExpectTurn(1, None),
    "to-call 200": want.ExpectAmount(1, "to-call", 200),
    "min-raise-to 400": want.ExpectAmount(1, "min-raise-to", 400),
    "max-raise-to 400": want.ExpectAmount(1, "max-raise-to", 400),
    "may fold call raise": want.ExpectMay(1, frozenset({"fold", "call", "raise"})),
    "may check bet": want.ExpectMay(1, frozenset({"check", "bet"})),
    "action 3 raise 1600": want.ExpectAction(1, 3, "raise", 1600),
    "action 3 raise": want.ExpectAction(1, 3, "raise"),
    "action 3 all-in 500": want.ExpectAction(1, 3, "all-in", 500),
    "action 3 fold": want.ExpectAction(1, 3, "fold"),
    "returns 3 600": want.ExpectSeatAmount(1, "returns", 3, 600),
    "owes 3 600": want.ExpectSeatAmount(1, "owes", 3, 600),
    "finding out-of-turn": want.ExpectFinding(1, "out-of-turn"),
    "finding out-of-turn seat 5": want.ExpectFinding(1, "out-of-turn", 5),
    "finding out-of-turn seat 5 ref 23": want.ExpectFinding(1, "out-of-turn", 5, "23"),
    "finding undercall ref Ex 45-1A": want.ExpectFinding(1, "undercall", None, "Ex 45-1A"),
    "no finding": want.ExpectNoFinding(1),
    "no finding undercall": want.ExpectNoFinding(1, "undercall"),
    "option complete-call": want.ExpectOption(1, "complete-call"),
    "misdeal": want.ExpectDeal(1, "misdeal"),
    "void": want.ExpectDeal(1, "void"),
    "no misdeal": want.ExpectDeal(1, "no misdeal"),
    "street seventh": want.ExpectStreet(1, "seventh"),
    "live 3": want.ExpectLive(1, 3, live=True),
    "dead 3": want.ExpectLive(1, 3, live=False),
    "pot 4100": want.ExpectAmount(1, "pot", 4100),
    "pots 2100 2000": want.ExpectPots(1, (2100, 2000)),
    "stack 3 9400": want.ExpectSeatAmount(1, "stack", 3, 9400),
    "shows-first 3": want.ExpectShowsFirst(1, 3),
    "tables 1 2 3": want.ExpectTables(1, frozenset({1, 2, 3})),
    "wins 3 4100": want.ExpectSeatAmount(1, "wins", 3, 4100),
    "next deal-card 3": want.ExpectNext(1, "deal-card 3"),
    "next burn": want.ExpectNext(1, "burn"),
    "button 3": want.ExpectPlace(1, "button", 3),
    "small-blind 3": want.ExpectPlace(1, "small-blind", 3),
    "small-blind none": want.ExpectPlace(1, "small-blind", None),
    "big-blind 3": want.ExpectPlace(1, "big-blind", 3),
}


@pytest.mark.parametrize(("line", "step"), [*TABLE_LINES.items(), *PLAYER_LINES.items()])
def test_a_step_is_read(line: str, step: steps.Step) -> None:
    assert parse_line(line) == step
    assert parse_line(f"   {line}   # a remark") == step


@pytest.mark.parametrize(("line", "step"), EXPECT_LINES.items())
def test_an_expectation_is_read(line: str, step: want.Expectation) -> None:
    assert parse_line(f"expect {line}") == step


def test_every_street_of_the_contract_may_be_expected() -> None:
    for street in (
        *("deal", "preflop", "flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh"),
        *("draw", "showdown", "settled"),
    ):
        assert parse_line(f"expect street {street}") == want.ExpectStreet(1, street)


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("fold", ("fold", None)),
        ("Check", ("check", None)),
        ("call", ("call", None)),
        ("bet 600", ("bet", 600)),
        ("bet", ("bet", None)),
        ("raise", ("raise", None)),
        ("raise 800", ("raise", 800)),
        ("raise to 800", ("raise", 800)),
        ("800", ("number", 800)),
        ("all in", ("all-in", None)),
        ("pot", ("pot", None)),
        ("call 500", ("other", None)),
        ("five hundred", ("other", None)),
        ("one five", ("other", None)),
    ],
)
def test_words_said_count_as_what_they_are(text: str, spoken: tuple[str, int | None]) -> None:
    assert read_spoken(text) == spoken


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("jump 3", "'jump' is not a step"),
        ("3: dances", "'dances' is nothing that a player does"),
        ("expect rain", "nothing can be expected of 'rain'"),
        ("11: checks", "'11' is not a seat from 1 to 10"),
        ("0: checks", "'0' is not a seat"),
        ("x: checks", "'x' is not a seat"),
        ("3:", "what the player does is missing"),
        ("3: bets", "the bet is missing"),
        ("3: bets many", "the bet must be a whole number from 1, not 'many'"),
        ("3: raises 800", "the word after raises is one of to, not '800'"),
        ("3: checks twice", "'twice' is too much"),
        ("3: pushes", "chips, like 1000 2x500, is missing"),
        ("3: pushes 2*500", "is not a chip"),
        ("3: says raise", "stands between quotes"),
        ('3: says "raise', "a quote is not closed"),
        ('3: says ""', "stands between quotes"),
        ("deal 3", "is not a seat with its cards"),
        ("deal 3=AhKh 3=QdQs", "seat 3 is named twice"),
        ("deal 3=AhKh 4=AhQs", "one card is named for two seats"),
        ("deal 3=AhAh", "names a card twice"),
        ("deal 3=Ax", "'Ax' is not a card"),
        ("flop Ah", "a flop is 2 cards or more"),
        ("deal 3=Ah board=Ah", "one card is named twice"),
        ("make money 3", "the word after make is one of change"),
        ("to dinner", "the street to play to is one of flop, turn, river, showdown"),
        ("next round", "the word after next is one of hand"),
        ("wait long", "seconds must be a number"),
        ("sit 3 5000 late", "how the player came is one of new, moved"),
        ("floor Stands", "an option must be a name"),
        ("floor penalty hands", "is not key=value"),
        ("3: asks nicely", "what is asked is one of count, review, to see"),
        ("expect", "what is expected is missing"),
        ("expect may fold dance", "a choice is one of"),
        ("expect action 3 fold 200", "'200' is too much"),
        ("expect no luck", "what is not expected is one of finding, misdeal"),
        ("expect street eighth", "a street is one of"),
        ("expect finding Out", "a topic must be a name"),
        ("expect turn", "a seat is missing"),
        ("expect pots", "a pot is missing"),
        ("expect tables", "a seat is missing"),
        ("expect button none", "'none' is not a seat"),
    ],
)
def test_what_is_no_step_is_refused_with_its_reason(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        parse_line(line)


def test_comments_and_blank_lines_are_no_steps() -> None:
    assert parse_line("") is None
    assert parse_line("   # nothing happens") is None
    assert split_words('3: says "raise # 800" # a remark') == ["3:", "says", '"raise # 800"']


def test_a_step_that_is_no_step_names_file_and_line() -> None:
    text = (
        'title = "t"\nrulebook = "tda-2019"\nrefs = []\nvariant = "NT"\nblinds = [1, 2]\nbutton = 1\n'
        'stacks = { 1 = 10, 2 = 10 }\nscript = """\ndeal\n\n# remark\n3: sings\n"""\n'
    )
    with pytest.raises(UnreadableError) as caught:
        parse_script("some.toml", text)
    assert str(caught.value).startswith("some.toml:12 '3: sings': 'sings' is nothing that a player does")


@given(st.text(max_size=60))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        parse_line(line)
    except ValueError as problem:
        assert str(problem)  # noqa: PT017 - both outcomes are right, and only one has a message


@given(
    st.lists(
        st.sampled_from(sorted({word for line in (*TABLE_LINES, *PLAYER_LINES) for word in line.split()})), max_size=6
    )
)
def test_known_words_in_any_order_are_read_or_refused(words: list[str]) -> None:
    for line in (" ".join(words), f"expect {' '.join(words)}"):
        try:
            parse_line(line)
        except ValueError as problem:
            assert str(problem)  # noqa: PT017 - both outcomes are right, and only one has a message

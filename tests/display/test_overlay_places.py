"""Where graphics stand: no two of one page overlap, however full the table is, and names are whole if they fit."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from docs.asyncapi import SCRIPTS, of_script, published
from support.browser import Seen, needs_chromium, run_story, serving, shows

from display.wording.wording import ENGLISH, in_big_blinds
from table_controller.broadcast.pages import Pages

pytestmark = needs_chromium

ALL: Final = "table,player,board,finding,winner,chip-counts,level"
SIZES: Final = {"wide": (1920, 1080), "vertical": (1080, 1920)}
NAMES: Final = (
    "Alessandra Castellani",
    "Bartholomew Featherston",
    "Li",
    *(f"Maximiliano Oliveira {n}" for n in range(7)),
)
BOXES: Final = """() => [...document.querySelectorAll('.place > *')].flatMap((one) => {
  const box = one.shadowRoot.querySelector('.plate').getBoundingClientRect();
  return box.width ? [[one.id, box.left, box.top, box.right, box.bottom]] : [];
}).concat([...document.querySelectorAll('#mark')].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.id, box.left, box.top, box.right, box.bottom];
}))"""
"""The graphics that can be seen, and the mark: of each its left, top, right and bottom edge."""
CUT: Final = """() => [...document.querySelectorAll('.place > *')].flatMap((one) =>
  [...one.shadowRoot.querySelectorAll('.name')].filter((name) => name.scrollWidth > name.clientWidth)
    .map((name) => `${one.id}: ${name.textContent}`))"""
"""Names that are not whole."""


def overlaps(boxes: list[tuple[str, float, float, float, float]], size: tuple[int, int]) -> list[str]:
    """What lies on something else, or outside the picture."""
    found = [f"{name} is outside" for name, *at in boxes if min(at[:2]) < 0 or at[2] > size[0] or at[3] > size[1]]
    for (one, left, top, right, bottom), (other, *at) in itertools.combinations(boxes, 2):
        if left < at[2] and at[0] < right and top < at[3] and at[1] < bottom:
            found.append(f"{one} lies on {other}")
    return found


def full_table() -> tuple[dict[str, Any], dict[str, Any]]:
    """Ten players with all that a plate can have, in mid-hand and at its end with four winners."""
    script = published(of_script(SCRIPTS.parent / "contrast/side_pot_awarded_first/ipo-2015.toml"))
    states = [one["data"] for one in script if one["type"].startswith("cardspeak.state.")]
    turn = next(one for one in states if one["street"] == "turn")
    pattern = turn["seats"][0]
    seats = [
        {
            **pattern,
            "seat": number,
            "name": NAMES[number - 1],
            "status": "all-in" if number == 4 else "in",
            "stack_chips": 1_234_500 + 25 * number,
            "stack_sure": "differs" if number < 4 else "seen",
            "stack_off_chips": -12_500,
            "stack_seen_s": 61.0,
            "last_act": "raise",
            "last_act_to_chips": 1_250_000,
            "committed_chips": 100,
            "card_count": 2,
        }
        for number in range(1, 11)
    ]
    coming = {"small_blind_chips": 30_000, "big_blind_chips": 60_000, "ante_chips": 60_000}
    level = {**turn["level"], "number": 21, "left_s": 605, "small_blind_chips": 25_000, "big_blind_chips": 50_000}
    found = {"case": 7, "title": {"en": "Chips that the others must be able to see and count"}, "name": NAMES[1]}
    known = {
        "level": {**level, "ante_chips": 50_000, "coming": coming},
        "room": {**turn["room"], "hand_for_hand": True},
        "findings": [{**found, "book": "tda-2019", "rule": "25", "stops_play": True}],
        "hole_cards": [{"seat": number, "cards": ["As", "Kd"]} for number in range(1, 11)],
        "button_seat": 1,
        "small_blind_seat": 2,
        "big_blind_seat": 3,
    }
    outs = ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"]
    shares = [{"seat": number, "equity_pct": 10.0, "outs": outs if number < 4 else []} for number in range(1, 11)]
    pots = [{"amount_chips": 1_400_000 + number, "seats": [1, 2]} for number in range(4)]
    playing = {
        **turn,
        **known,
        "seats": seats,
        "pots": pots,
        "uncontested": [],
        "pot_chips": 5_600_006,
        "equities": {"players": shares},
        "action": {"seat": 2, "to_call_chips": 1_250_000},
    }
    best = ["As", "Kd", "Qd", "Jd", "Td"]
    won = [
        {**seat, "won_chips": 700_000, "hand_label": "Straight, ace high", "winning_cards": best, "tabled": best[:2]}
        for seat in seats[:4]
    ]
    awards = [{"pot": pot, "seat": seat, "amount_chips": 175_000} for pot in range(4) for seat in range(1, 5)]
    over = {**playing, "street": "settled", "action": None, "seats": [*won, *seats[4:]], "awards": awards}
    return playing, {**over, "board": [*best[1:], "2c"]}


FIGURES: Final = ("vpip", "pfr", "three_bet", "aggression", "went_to_showdown", "won_at_showdown")


async def stands(seen: Seen, pages: Pages, state: Mapping[str, Any]) -> None:
    """The page shows this state, with a ruling that is news to it."""
    pages.tell("state", {"stream": "delayed", "state": {**state, "findings": []}})
    await shows(seen, "Chip counts" if state["action"] else "wins 700,000")
    pages.tell("state", {"stream": "delayed", "state": state})
    await shows(seen, "Chips that the others")


@pytest.mark.parametrize("layout", SIZES)
def test_no_two_graphics_overlap_whatever_stands_on_them_and_however_large_letters_are(layout: str) -> None:
    """In the vertical layout the plate of the player to act lay on the rows of the table."""
    figures = {"name": NAMES[1], "hand_count": 20, **{name: {"n": 10, "of": 20} for name in FIGURES}}
    statistics = {"hand": 21, "players": [figures]}
    drawn: set[str] = set()

    async def story() -> None:
        async with serving(*SIZES[layout]) as (seen, pages, origin):
            pages.tell("there", {"ready": True})
            pages.tell("stream", {"stream": "delayed", "rehearsal": True})
            pages.tell("show", {"hidden": False, "off": []})
            pages.tell("statistics", statistics)
            for size in ("", "&cs-size=34px", "&cs-size=90px"):
                for state in full_table():
                    pages.forget()
                    pages.tell("statistics", statistics)
                    page = f"{origin}/?motion=off&graphics={ALL}&layout={layout}&stats=vpip,pfr,3bet,af,wtsd,wsd{size}"
                    await seen.page.goto(page)
                    await stands(seen, pages, state)
                    boxes = [tuple(one) for one in await seen.page.evaluate(BOXES)]
                    assert overlaps(boxes, SIZES[layout]) == [], (size, state["street"], boxes)
                    assert await seen.page.evaluate(CUT) == [], (size, state["street"])
                    drawn.update(name for name, *_ in boxes)
            assert seen.faults == []
        assert drawn == {*ALL.split(","), "mark"}

    run_story(story())


def test_a_plate_on_another_would_be_seen() -> None:
    one, other = ("table", 0.0, 0.0, 10.0, 10.0), ("player", 9.0, 9.0, 20.0, 20.0)
    assert overlaps([one, other], (15, 30)) == ["player is outside", "table lies on player"]


def test_a_stack_has_as_many_big_blinds_as_on_the_dealers_screen() -> None:
    """10,150 at 50/100 was 102 BB on the overlay, which rounded, and 101 BB on the dealer's screen, which cut."""
    stacks = (10_150, 9_999, 9_950, 10_000, 995, 99, 100, 123_456, 1_049, 1_050)
    playing, _ = full_table()
    seats = [{**seat, "stack_chips": chips} for seat, chips in zip(playing["seats"], stacks, strict=True)]
    state = {**playing, "seats": seats, "level": {**playing["level"], "big_blind_chips": 100}}
    said = [f"{in_big_blinds(chips, 100, ENGLISH)} BB" for chips in stacks]
    assert said[:5] == ["101 BB", "99.9 BB", "99.5 BB", "100 BB", "9.9 BB"]

    async def story() -> None:
        async with serving() as (seen, pages, origin):
            await seen.page.goto(f"{origin}/?motion=off&graphics=table&cs-font=None%20Such")
            pages.tell("there", {"ready": True})
            pages.tell("state", {"stream": "live", "state": msgspec.to_builtins(state)})
            await shows(seen, NAMES[0])
            drawn = await seen.page.locator("#table .stack").all_text_contents()
            assert [text.partition(" \u00b7 ")[2] for text in drawn] == said
            letters = await seen.page.evaluate("getComputedStyle(document.getElementById('table')).fontFamily")
            assert letters.endswith('"Liberation Sans", Arial, sans-serif'), "where those asked for are not installed"

    run_story(story())

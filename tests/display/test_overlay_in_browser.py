"""The graphics as a browser shows them: under a renderer that knows only OGraf, and on our page for OBS."""

from __future__ import annotations

import asyncio
import json
import urllib.parse
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from docs.asyncapi import SCRIPTS, of_script, published
from playwright.async_api import Route
from support.browser import BUILT, GRAPHICS, Seen, browsing, hosted, needs_chromium, run_story, shows, tell, until
from support.dealt_tables import Felt

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast import pages as served
from table_controller.broadcast.pages import Pages, Show
from table_controller.broadcast.snapshots import state_of
from table_controller.vocabulary.commands import Confirm, Say, TurnUp
from table_controller.vocabulary.views import TableView

pytestmark = needs_chromium

HOSTILE: Final = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "\u202eevil",
    "a" * 400,
    "'\";--",
)
DEALT: Final = ["puck 1", "shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {s}" for s in (2, 3, 4, 5, 6, 1) * 2)]
RENDERER: Final = """async ({name, data, update}) => {
  const manifest = await (await fetch(`/${name}.ograf.json`)).json();
  const made = (await import(`/${manifest.main}`)).default;
  if (customElements.get('a-graphic') === undefined) customElements.define('a-graphic', made);
  const graphic = document.createElement('a-graphic');
  document.body.append(graphic);
  const characteristics = {resolution: {width: 1920, height: 1080}, frameRate: 50};
  const told = [];
  const step = async (what, promise) => {
    const answer = (await promise) ?? {statusCode: 200};
    told.push([what, answer.statusCode, answer.currentStep]);
  };
  const shown = () => {
    const box = graphic.shadowRoot.firstElementChild.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  };
  await step('load', graphic.load({data, renderType: 'realtime', renderCharacteristics: characteristics}));
  const before = shown();
  await step('play', graphic.playAction({}));
  const during = shown();
  await step('update', graphic.updateAction({data: update, skipAnimation: true}));
  await step('custom', graphic.customAction({id: 'none', payload: {}}));
  await step('stop', graphic.stopAction({skipAnimation: true}));
  const after = shown();
  await step('play again', graphic.playAction({goto: 0, skipAnimation: true}));
  await step('to the end', graphic.playAction({delta: 1, skipAnimation: true}));
  await step('in at once', graphic.playAction({skipAnimation: true}));
  await step('offline', graphic.load({data, renderType: 'non-realtime', renderCharacteristics: characteristics}));
  await step('dispose', graphic.dispose({}));
  return {told, before, during, after, disposed: shown()};
}"""


ANSWERS: Final = [
    *(("load", 200), ("play", 200), ("update", 200), ("custom", 404), ("stop", 200), ("play again", 200)),
    *(("to the end", 200), ("in at once", 200), ("offline", 501), ("dispose", 200)),
]
"""What each call answers: no actions of its own, and no rendering but live."""


def example(schema: Mapping[str, Any], word: str) -> Any:
    """Data as a manifest describes it, with this word wherever there is text."""
    match schema["type"]:
        case "object":
            return {name: example(one, word) for name, one in schema["properties"].items()}
        case "array":
            return [example(schema["items"], word) for _ in range(3)]
        case "boolean":
            return True
        case "string":
            return "Ah" if "pattern" in schema else word
        case _:
            return 60


def test_each_graphic_runs_where_nobody_knows_anything_but_ograf() -> None:
    async def story() -> None:
        async with browsing() as first:
            for name in sorted(GRAPHICS):
                seen = await first.another()
                await hosted(seen, "http://plain.test", BUILT / "graphics", empty=True)
                await seen.page.goto("http://plain.test/")
                for word in (*HOSTILE[:2], "Anna"):
                    await runs(seen, name, word)
                await seen.page.close()

    run_story(story())


async def runs(seen: Seen, name: str, word: str) -> None:
    """One graphic through all that a renderer may ask of it, with data as its manifest has it, and with wrong data."""
    schema = json.loads((BUILT / "graphics" / f"{name}.ograf.json").read_text("utf-8"))["schema"]
    wrong = {field: {"no": ["such"]} for field in schema["properties"]}
    given = {"name": name, "data": example(schema, word), "update": {**wrong, "other": 1}}
    told = await seen.page.evaluate(RENDERER, given)
    assert [(what, status) for what, status, *_ in told["told"]] == ANSWERS, name
    steps = {what: step for what, _, *rest in told["told"] for step in rest}
    assert (steps["play"], steps["play again"], steps.get("to the end")) == (0, 0, None), name
    shown = (told["before"], told["during"], told["after"], told["disposed"])
    assert shown == (False, True, False, False), name
    assert seen.faults == [], name


def told(script: str) -> list[dict[str, Any]]:
    """The states that a table publishes as this script is played."""
    messages = published(of_script(SCRIPTS.parent / script))
    return [one["data"] for one in messages if one["type"].startswith("cardspeak.state.")]


def state(view: TableView, **more: object) -> dict[str, Any]:
    """What is told to pages of this view."""
    data = msgspec.to_builtins(state_of(view))
    return {"stream": "delayed" if more else "live", "state": {**data, **more}}


def test_the_page_follows_the_table_from_whatever_state_comes_first() -> None:
    felt = Felt()
    felt.told(*DEALT, "4: mucks", "5: pushes 3x100", "6: mucks", "1: mucks", "2: mucks", "wait 1")
    facing = felt.told("wait 1")
    felt.told("3: pushes 2x100", "wait 2", "sweep", "flop", "wait 2")
    flop = felt.told("wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=table,player,board,finding,winner,chip-counts,level")
        await shows(seen, "NO TABLE")
        pages.tell("state", state(facing))
        pages.tell("there", {"ready": True})
        await shows(seen, "LIVE", "raise 300", "200 to call", "450", "50 / 100")
        pages.tell("state", state(flop))
        await shows(seen, *(card[0].replace("T", "10") for card in flop.board), "650")
        await seen.page.reload()  # OBS tears pages down at will
        await shows(seen, "LIVE", "650")
        pages.tell("there", {"ready": False})
        await shows(seen, "PICTURE IS OLD")
        pages.forget()  # another table is there, and has told nothing yet
        await shows(seen, "NO TABLE")
        assert "650" not in await seen.text()
        assert seen.faults == []

    tell(story)


def test_a_page_that_was_held_up_takes_its_word_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent was silent for too long, on a connection that held: the next beat says that all is well."""
    monkeypatch.setattr(served, "BEAT_S", 6.0)
    view = Felt().told(*DEALT, "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=table")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await shows(seen, "LIVE")
        await until(seen, "said.includes('PICTURE IS OLD')", 8000)
        await shows(seen, "LIVE")

    tell(story)


def test_hidden_cards_come_with_the_delayed_table_only() -> None:
    felt = Felt()
    felt.told(*DEALT, "wait 1")
    view = felt.told("4: pushes 100", "wait 1")
    holes = [{"seat": seat, "cards": ["As", "Kd"]} for seat in range(1, 7)]
    players = [{"seat": seat, "equity_pct": 16.7, "outs": []} for seat in range(1, 7)]

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=table,bord&layout=vert&theme=&mark=no")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await shows(seen, "LIVE", "Player 4")
        assert not {"\u2660", "\u2666", "17%"} & set((await seen.text()).split("|"))
        pages.tell("state", state(view, hole_cards=holes, equities={"players": players}))
        await shows(seen, "DELAYED", "\u2660", "\u2666", "17%")
        await shows(seen, 'NO GRAPHIC bord \u00b7 NO LAYOUT vert \u00b7 NO THEME "" \u00b7 NO MARK no')
        await seen.page.goto(
            f"{origin}/?graphic=board&stats=vpip&language=de&cs-size=40&cs-foo=1&cs-ink=%23fff&cs-accent=#00a3e0"
        )
        asked = ("NO LANGUAGE de", "NO OPTION graphic", "NO CS-SIZE 40", "NO CS-FOO 1", 'NO CS-ACCENT ""')
        await shows(seen, " \u00b7 ".join((*asked, "NO GRAPHIC player FOR FIGURES")))
        styled = await seen.page.evaluate("document.documentElement.getAttribute('style')")
        assert styled == "--cs-ink: #fff;", "what cannot be is left as it was"
        wrong = await seen.page.locator("#wrong").bounding_box()
        mark = await seen.page.locator("#mark").bounding_box()
        assert wrong is not None
        assert mark is not None
        assert wrong["y"] >= mark["y"] + mark["height"], "below the mark, and never in its place"
        assert seen.faults == []

    tell(story)


def test_who_checks_his_option_is_drawn_without_the_chips_of_his_blind() -> None:
    felt = Felt()
    view = felt.told(*DEALT, "4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=table")
        pages.tell("there", {"ready": True})
        checked = replace(view.seats[2], last_act="check", last_act_to_chips=100)
        seats = tuple(checked if seat.seat == checked.seat else seat for seat in view.seats)
        pages.tell("state", state(replace(view, seats=seats)))
        await shows(seen, "Player 4|", "call 100", "check")
        assert "check 100" not in await seen.text()
        assert seen.faults == []

    tell(story)


def test_a_hostile_name_is_a_name() -> None:
    view = Felt().told(*DEALT, "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        odd = urllib.parse.quote("<b onclick=alert(9)>")
        await seen.page.goto(f"{origin}/?motion=off&graphics={','.join(sorted(GRAPHICS))}&theme={odd}&language={odd}")
        pages.tell("there", {"ready": True})
        for name in HOSTILE:
            named = tuple(replace(seat, name=name) for seat in view.seats)
            pages.tell("state", state(replace(view, seats=named)))
            await shows(seen, "LIVE", "NO THEME <b onclick=alert(9)>", name[:20])
        assert seen.faults == []
        assert all(url.startswith(f"{origin}/") for url in seen.asked)

    tell(story)


PRESSED_AT_ONCE: Final = """(labels) => {
  for (const label of labels) [...document.querySelectorAll('button')].find((one) => one.textContent === label).click();
}"""


def test_one_key_of_the_producer_hides_everything_on_every_page() -> None:
    view = Felt().told(*DEALT, "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        overlay = await seen.another()
        await overlay.page.goto(f"{origin}/?graphics=table,board,level")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await shows(overlay, "Player 4", "50 / 100")
        await seen.page.goto(f"{origin}/producer.html")
        await shows(seen, "1 page with graphics is open", "Level: on")
        await seen.page.keyboard.press("h")
        await shows(seen, "Everything is hidden")
        await until(overlay, "!said.includes('Player 4')")
        await seen.page.keyboard.press("h")
        await shows(overlay, "Player 4")
        await seen.page.get_by_text("Level: on").click()
        await shows(seen, "Level: off")
        await until(overlay, "!said.includes('50 / 100')")
        assert pages.newest("show") == msgspec.json.encode(Show(hidden=False, off=("finding", "level")))
        assert overlay.faults == seen.faults == []

    tell(story)


def test_a_press_that_is_on_its_way_is_not_undone_by_the_next_one() -> None:
    """On a slow line the second press of two, made before the first was answered, put everything on air again."""
    view = Felt().told(*DEALT, "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        pressed = asyncio.Event()

        async def slowly(route: Any) -> None:
            await pressed.wait()
            await route.continue_()

        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await seen.page.route("**/show.json", slowly)
        await seen.page.goto(f"{origin}/producer.html")
        await shows(seen, "Level: on")
        await seen.page.evaluate(PRESSED_AT_ONCE, ["Hide everything (H)", "Level: on", "Board and pots: on"])
        await shows(seen, "Everything is hidden", "Level: off", "Board and pots: off")
        overlay = await seen.another()
        await overlay.page.goto(f"{origin}/?graphics=table,board,level")
        await shows(overlay, "Player 4", "50 / 100")
        pressed.set()
        await until(overlay, "!said.includes('Player 4') && !said.includes('50 / 100')")
        await seen.page.keyboard.press("h")
        await shows(overlay, "Player 4")
        assert pages.newest("show") == msgspec.json.encode(Show(hidden=False, off=("board", "finding", "level")))

    tell(story)


def test_who_wins_stands_there_with_his_hand() -> None:
    felt = Felt()
    felt.told(*DEALT, "4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 2")
    felt.take(Say("check", 3))
    felt.told("sweep", "flop", "wait 2")
    for street in ("turn", "river"):
        for seat in (2, 3):
            felt.take(Say("check", seat))
        felt.told(street, "wait 2")
    for seat in (2, 3):
        felt.take(Say("check", seat))
    felt.take(TurnUp(2))
    felt.take(TurnUp(3))
    view = felt.told("wait 1")
    winner = max(view.seats, key=lambda seat: seat.won_chips)

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=winner,board")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await shows(seen, winner.name, "wins 200", winner.hand_label)
        assert seen.faults == []

    tell(story)


def test_stud_shows_what_lies_face_up_and_a_draw_whose_turn_it_is_to_discard() -> None:
    stud = told("tda-2019/Ex_20-2__equal_hands_both_ways_in_stud.toml")
    seventh = next(one for one in stud if [seat["card_count"] for seat in one["seats"]] == [7, 6, 6])
    third = next(one for one in stud if one["street"] == "third" and one["seats"][0]["card_count"] == 3)
    released = {"hole_cards": [{"seat": 1, "cards": ["2s", "3d", "4c"]}], "equities": None}
    old = [{name: value for name, value in seat.items() if name != "up_cards"} for seat in seventh["seats"]]
    draw = next(one for one in told("plain/draw_goes_on_behind_an_all_in.toml") if one["draw_seat"] == 2)
    faces = (
        "(all) => all.map((one) => [...one.querySelectorAll('.card')].map((card) => card.textContent || '-').join(' '))"
    )

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        async def draws(data: Mapping[str, Any], *plates: str) -> None:
            pages.tell("state", {"stream": "delayed", "state": data})
            for _ in range(50):
                found = await seen.page.locator("#table .player").evaluate_all(faces)
                if found == list(plates):
                    return
                await seen.page.wait_for_timeout(100)
            assert found == list(plates)

        await seen.page.goto(f"{origin}/?motion=off&graphics=table,player")
        pages.tell("there", {"ready": True})
        await draws(seventh, "- - 4♣ 5♥ 6♠ J♣ -", "- - 4♠ 5♦ 6♣ J♦", "- - 10♦ 9♥ 9♠ Q♣")
        await draws(
            {**seventh, "seats": old}, "- - - - - - -", "- - - - - -", "- - - - - -"
        )  # from before there was stud
        await draws({**third, **released}, "2♠ 3♦ 4♣", "- - 4♠", "- - 10♦")
        await draws(draw, "- - - - -", "- - - - -")
        assert await seen.page.locator("#player .name").all_text_contents() == ["Seat 2"]
        assert "BB" in await seen.text()
        await seen.page.goto(f"{origin}/?motion=off&graphics=table,board")
        pages.tell("there", {"ready": True})
        await draws(seventh, "- - 4♣ 5♥ 6♠ J♣ -", "- - 4♠ 5♦ 6♣ J♦", "- - 10♦ 9♥ 9♠ Q♣")
        assert "BB" not in await seen.text(), "stud has no blinds to count in"
        assert await seen.page.locator("#board .card").count() == 0, "nor a board"
        assert await seen.page.locator("#board .main").all_text_contents() == ["66"]
        assert seen.faults == []

    tell(story)


def test_halves_of_a_pot_are_named_and_the_low_stands_with_its_cards() -> None:
    (*_, quartered) = (
        one for one in told("tda-2019/20-A__the_low_half_is_quartered.toml") if one["street"] == "settled"
    )
    halves = [{"pot": 0, "seat": 1, "amount_chips": 30, "half": half} for half in ("high", "low")]
    whole = {**quartered, "awards": [{**halves[0], "half": ""}]}
    side = {"pot": 1, "seat": 1, "amount_chips": 10, "half": ""}
    cards = "(all) => all.map((one) => [...one.querySelectorAll('.card')].map((card) => card.textContent).join(' '))"

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        def tell_state(data: Mapping[str, Any]) -> None:
            pages.tell("state", {"stream": "live", "state": data})

        await seen.page.goto(f"{origin}/?motion=off&graphics=winner")
        pages.tell("there", {"ready": True})
        tell_state(quartered)
        await shows(seen, "Four of a kind", "wins 30|High\u00a0half", "Low|", "wins 15|Low\u00a0half")
        assert await seen.page.locator("#winner .row").evaluate_all(cards) == [
            "K♠ K♥ K♦ K♣ 7♠",
            "7♠ 5♥ 4♣ 2♣ A♥",
            "7♠ 5♥ 4♣ 2♦ A♣",
        ]
        tell_state({**quartered, "awards": halves})
        await shows(seen, "Four of a kind, and low")
        assert "half" not in await seen.text(), "he has both"
        tell_state({**quartered, "awards": [halves[0], side]})
        await shows(seen, "Main\u00a0pot,\u00a0high\u00a0half:\u00a030 · Side\u00a0pot:\u00a010")
        tell_state(whole)
        await until(seen, "!said.includes('half')")
        assert seen.faults == []

    tell(story)


def test_players_who_are_all_in_have_the_place_of_what_they_bet_until_the_pots_are_awarded() -> None:
    """Four of them, all-in for 1,000 to 3,000: on the turn, at the end, in the next hand; then two are left of them."""
    states = told("contrast/side_pot_awarded_first/ipo-2015.toml")
    for seat in (seat for one in states for seat in one["seats"]):
        seat["stack_sure"] = "seen"
    turn = next(one for one in states if one["street"] == "turn")
    shares = [{"seat": seat, "equity_pct": share, "outs": []} for seat, share in enumerate((70.0, 30.0, 0.0, 0.0), 1)]
    known = {"hole_cards": [], "equities": {"players": shares}}
    side, over = {**turn, "pots": turn["pots"][:2], "pot_chips": 7_000}, {**states[-1], **known}
    folds = [{**seat, "committed_chips": 0, "won_chips": 0, "tabled": [], "card_count": 0} for seat in over["seats"]]
    later = {**over, "hand": 2, "seats": folds, "awards": []}
    two = {**later, "small_blind_seat": 1, "big_blind_seat": 2}

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        def tell_state(data: Mapping[str, Any]) -> None:
            pages.tell("state", {"stream": "delayed", "state": data})

        await seen.page.goto(f"{origin}/?motion=off&graphics=table,board,winner,chip-counts")
        pages.tell("there", {"ready": True})
        tell_state({**turn, **known})
        await shows(seen, "Main: 4,000| \u00b7 |Side 1: 3,000| \u00b7 |Side 2: 2,000", "70%", "0%")
        counts = seen.page.locator("#chip-counts .row")
        rows = ["1Seat 3ALL-IN", "=Seat 4ALL-IN", "3Seat 2ALL-IN", "4Seat 1ALL-IN"]
        assert await counts.all_text_contents() == rows
        tell_state(side)
        await shows(seen, "Main: 4,000| \u00b7 |Side: 3,000")
        lines = "(one) => one.getClientRects().length"
        assert await seen.page.locator("#board .part").evaluate_all(f"(all) => all.map({lines})") == [1, 1]
        tell_state(over)
        await shows(seen, "wins 2,000|Side\u00a0pot\u00a02", "wins 4,000|Main\u00a0pot")
        text = await seen.text()
        assert "%" not in text, "what he would have won says nothing beside what he won"
        assert "busted" in text
        assert await seen.page.locator("#table .player").count() == 4
        assert (await counts.all_text_contents())[0] == "1Seat 14,00020 BB"
        both = [{"pot": pot, "seat": seat, "amount_chips": won} for pot, seat, won in ((0, 1, 3_150), (1, 1, 850))]
        tell_state({**over, "awards": both})
        await shows(seen, "wins 4,000|Main\u00a0pot:\u00a03,150 \u00b7 Side\u00a0pot:\u00a0850")
        tell_state(later)
        await until(seen, "!said.includes('busted')")
        assert await seen.page.locator("#table .player").count() == 3, "he went out in the hand before"
        tell_state(two)
        await shows(seen, "BTN/SB", "BB")
        await seen.page.goto(f"{origin}/?motion=off&layout=vertical&graphics=winner,chip-counts")
        await shows(seen, "Chip counts")
        tell_state(over)
        await shows(seen, "wins 4,000")
        assert "Chip counts" not in await seen.text(), "several winners stand where the counts do"
        assert seen.faults == []

    tell(story)


def test_the_cards_that_all_winners_have_stand_out_on_the_board() -> None:
    """With a main pot and a side pot of different players none did."""
    script = published(of_script(SCRIPTS.parent / "contrast/side_pot_awarded_first/ipo-2015.toml"))
    over = [one["data"] for one in script if one["type"].startswith("cardspeak.state.")][-1]
    board = over["board"]
    fives = {1: [*board[:3], "As", "Ks"], 2: [*board[1:5], "Ah"]}

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=board")
        for first, wins in ((1, board[1:3]), (2, board[1:])):
            seats = [{**one, "winning_cards": fives.get(one["seat"], [])} for one in over["seats"]]
            told = {**over, "seats": [one for one in seats if one["seat"] >= first]}
            pages.tell("state", {"stream": "live", "state": told})
            stand_out = seen.page.locator("#board .card.wins")
            await seen.page.wait_for_function(
                "(count) => document.getElementById('board')?.shadowRoot.querySelectorAll('.wins').length === count",
                arg=len(wins),
                timeout=5000,
            )
            drawn = await stand_out.locator(".rank").all_text_contents()
            assert drawn == [card[0].replace("T", "10") for card in wins]
        assert seen.faults == []

    tell(story)


def test_a_ruling_stands_for_twelve_seconds_though_the_floor_has_spoken() -> None:
    """It stood for five: the floor ruled, and the state told of it no more. The next one follows it."""
    view = Felt().told(*DEALT, "wait 1")

    def found(ante_chips: int, *cases: int) -> dict[str, Any]:
        """A state with these rulings, told apart by its ante."""
        said = {"name": "Elena", "book": "tda-2019", "rule": "51", "stops_play": True}
        told = state(replace(view, ante_chips=ante_chips))
        told["state"]["findings"] = [{**said, "case": case, "title": {"en": f"Ruling {case}"}} for case in cases]
        return told

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.clock.install()
        await seen.page.goto(f"{origin}/?motion=off&graphics=finding,level")
        pages.tell("there", {"ready": True})
        pages.tell("show", {"hidden": False, "off": []})
        pages.tell("state", found(0))
        await shows(seen, "Blinds")
        plate = seen.page.locator("#finding .plate")
        first = (((1,), 5, "Ruling 1"), ((), 5, "Ruling 1"), ((2,), 1, "Ruling 1"), ((2,), 2, "Ruling 2"))
        steps: tuple[tuple[tuple[int, ...], int, str], ...] = (
            *first,
            ((2,), 10, "Ruling 2"),
            ((2,), 3, ""),
            ((), 1, ""),
        )
        for step, (cases, after_s, stands) in enumerate(steps, 1):
            pages.tell("state", found(step, *cases))
            await shows(seen, f"ante {step}")
            await seen.page.clock.fast_forward(after_s * 1000)
            await plate.wait_for(state="visible" if stands else "hidden")
            assert stands in await plate.inner_text(), step
        pages.tell("state", found(8, 3))
        await plate.wait_for(state="visible")
        await seen.page.reload()  # a page that is opened later shows no ruling that is open still: it is no news
        await shows(seen, "ante 8")
        await plate.wait_for(state="hidden")
        pages.tell("state", found(9, 3, 4))
        await plate.wait_for(state="visible")
        assert "Ruling 4" in await plate.inner_text()
        assert seen.faults == []

    tell(story)


def test_how_sure_a_stack_is_stands_beside_it() -> None:
    """The tray of seat 4 is out of order, and that of seat 5 lacks chips that nobody has bet."""
    felt = Felt()
    felt.told(*DEALT, "wait 1")
    felt.kill("stack:4")
    view = felt.told("take 5 500", "wait 25")
    for prompt in view.prompts:
        felt.take(Confirm(prompt.prompt, "ignore"))
    view = felt.told("wait 65")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.clock.install()
        await seen.page.goto(f"{origin}/?motion=off&graphics=player,chip-counts")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        await shows(
            seen, "hand 1 \u00b7 4 of 6 seen", "by the books, seen 1 min ago", "tray shows 500 less, seen 1 min ago"
        )
        assert (await seen.text()).count("by the books") == 2, "on the plate of seat 4, who is to act, and in the list"
        await seen.page.clock.fast_forward(120_000)
        await shows(seen, "by the books, seen 3 min ago")
        told = state(view)
        for seat in told["state"]["seats"]:
            seat["stack_sure"], seat["stack_seen_s"] = "books", 0.3
        pages.tell("state", told)
        await shows(seen, "by the books, seen under 10 s ago")
        await seen.page.clock.fast_forward(11_000)
        await shows(seen, "by the books, seen 10 s ago")
        for seat in told["state"]["seats"]:
            seat["stack_sure"], seat["stack_seen_s"] = "books", None
        pages.tell("state", told)
        await shows(seen, "hand 1 \u00b7 0 of 6 seen")
        assert "seen" not in "".join(await seen.page.locator(".sure").all_text_contents()), "it was seen, if otherwise"
        assert seen.faults == []

    tell(story)


def test_figures_stand_on_the_plate_with_their_samples_where_they_are_asked_for() -> None:
    view = Felt().told(*DEALT, "wait 1")
    figures = {"vpip": (7, 21), "pfr": (3, 21), "three_bet": (0, 0), "aggression": (5, 2), "went_to_showdown": (1, 4)}
    told = {name: {"n": n, "of": of} for name, (n, of) in {**figures, "won_at_showdown": (1, 1)}.items()}
    statistics = {"hand": 21, "players": [{"name": "Player 4", "hand_count": 21, **told}]}

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=player,table&stats=vpip,3bet,AF,constructor")
        pages.tell("there", {"ready": True})
        pages.tell("state", state(view))
        pages.tell("statistics", statistics)
        await shows(seen, "VPIP |33%| (7/21)", "AF |2.5| (5:2)", "NO FIGURE constructor")
        text = await seen.text()
        assert not [one for one in ("PFR", "3-BET", "WTSD") if one in text], "not chosen, or of nothing yet"
        assert text.count("VPIP") == 1, "of the player to act, and in no other row"
        await seen.page.goto(f"{origin}/?motion=off&graphics=player")
        await shows(seen, "Player 4")
        assert "VPIP" not in await seen.text()
        assert seen.faults == []

    tell(story)


SHARES: Final = (
    ((49.5, 50.5), ["50%", "50%"]),
    ((33.4, 33.3, 33.3), ["34%", "33%", "33%"]),
    ((99.6, 0.4), [">99%", "<1%"]),
    ((100.0, 0.0), ["100%", "0%"]),
    ((90.4, 9.3, 0.3), ["91%", "9%", "<1%"]),
)


def test_what_hands_win_adds_to_a_hundred() -> None:
    """Each rounded by itself, 49.5 and 50.5 were 50 and 51."""
    felt = Felt()
    felt.told(*DEALT, "wait 1")
    view = felt.told("4: pushes 100", "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        await seen.page.goto(f"{origin}/?motion=off&graphics=table")
        for shares, drawn in SHARES:
            holes = [{"seat": seat, "cards": ["As", "Kd"]} for seat in range(1, len(shares) + 1)]
            players = [{"seat": seat, "equity_pct": share, "outs": []} for seat, share in enumerate(shares, 1)]
            pages.tell("state", state(view, hole_cards=holes, equities={"players": players}))
            await shows(seen, *drawn)
            assert [text for text in (await seen.text()).split("|") if text.endswith("%")] == drawn

    tell(story)


def test_a_rehearsal_is_marked_as_one_on_every_page() -> None:
    """It was LIVE on air, and on the producer's page a table that is there."""
    view = Felt().told(*DEALT, "wait 1")

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        pages.tell("there", {"ready": True})
        pages.tell("stream", {"stream": "live", "rehearsal": True})
        pages.tell("state", state(view))
        for language, mark in (("en", "REHEARSAL"), ("it", "PROVA"), ("es", "ENSAYO")):
            await seen.page.goto(f"{origin}/?motion=off&mark=off&language={language}")
            await shows(seen, mark, "Player 4")
            assert await seen.page.locator("#mark").is_visible(), "mark=off takes LIVE and DELAYED away alone"
        await seen.page.goto(f"{origin}/producer.html")
        await shows(seen, "no table: a rehearsal is played", "REHEARSAL, live")
        assert "the table is there" not in await seen.text()
        assert seen.faults == []

    tell(story)


def test_the_producer_is_told_when_table_or_overlay_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages were open of a program that had ended, and readers unplugged of a table that had ended."""
    monkeypatch.setattr(served, "BEAT_S", 60.0)
    fault = {"node": "seats", "status": "down", "reason": "port-closed", "unknown_zones": []}

    gone = False  # the way to the agent is watched from the start: nothing is switched under a request on its way

    async def way(route: Route) -> None:
        await (route.abort() if gone else route.continue_())

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        nonlocal gone
        await seen.page.clock.install(time=0)
        await seen.page.route("**/show.json", way)
        await seen.page.goto(f"{origin}/producer.html")
        await seen.page.clock.pause_at(3_600)  # a slow machine is not a silent agent
        pages.tell("health", {"nodes": [fault], "backlog": 0, "facts": {"journal": "ready"}})
        pages.tell("there", {"ready": True})
        await shows(seen, "0 pages with graphics are open", "seats is down")
        pages.tell("there", {"ready": False})
        await shows(seen, "The table is not there: of its readers nothing is known.")
        assert "seats is down" not in await seen.text()
        await seen.page.clock.fast_forward(6_000)
        await shows(seen, "cardspeak overlay does not answer")
        assert "pages with graphics" not in await seen.text()
        gone = True
        await seen.page.keyboard.press("h")
        await shows(seen, "that did not reach the graphics")
        pages.tell("there", {"ready": True})
        await shows(seen, "0 pages with graphics are open", "the table is there", "seats is down")
        await shows(seen, "that press was not carried out: press again")
        gone = False
        await seen.page.keyboard.press("h")
        await shows(seen, "show again (H)")
        assert "press again" not in await seen.text()
        assert not [fault for fault in seen.faults if "show.json" not in fault and "ERR_FAILED" not in fault]

    tell(story)


def test_the_producer_sees_what_the_pages_show_and_reads_it_in_plain_words() -> None:
    felt = Felt()
    felt.told(*DEALT, "wait 1")
    view = felt.told("4: pushes 100", "wait 1")
    nodes = [
        {"node": "bridge", "status": "ready", "reason": "", "unknown_zones": []},
        {"node": "centre", "status": "ready", "reason": "", "unknown_zones": []},
        {"node": "seats", "status": "down", "reason": "port-closed", "unknown_zones": ["seat:1", "seat:2"]},
    ]
    facts = {"journal": "disk-full", "reveal": "all delay_s=1800"}

    async def story(seen: Seen, pages: Pages, origin: str) -> None:
        pages.tell("there", {"ready": True})
        pages.tell("stream", {"stream": "live"})
        pages.tell("state", state(view))
        pages.tell("health", {"nodes": nodes, "backlog": 0, "facts": facts})
        await seen.page.goto(f"{origin}/producer.html")
        await shows(seen, "30 minutes after the end of a hand: those of every hand", "1 of 2 are ready")
        await shows(
            seen,
            "seats is down (port closed), 2 places are not seen",
            "disk is full or nearly so",
            "for the live pages",
        )
        preview = seen.page.frame_locator("#preview")
        await preview.get_by_text("Player 4").wait_for()
        await shows(seen, "0 pages with graphics are open")
        await seen.page.keyboard.press("h")
        await preview.get_by_text("Player 4").wait_for(state="hidden")
        assert seen.faults == []

    tell(story)

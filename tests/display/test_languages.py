"""Every language says everything: no key without words, no hole lost, nothing cut where it stands, no English left."""

from __future__ import annotations

import asyncio
import io
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from pathlib import Path
from string import Formatter
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from rich.cells import cell_len

from display import languages
from display.app import DealerScreen
from display.feed import Feed, Heard
from display.keys.menus import MENUS
from display.keys.modes import MODES
from display.keys.pad import Answer, Keypad
from display.languages import DEFAULT, LANGUAGES, own_words, tables_in, titles_of
from display.log import Teller, write_log
from display.screen import geometry
from display.screen.paint import Line, cells
from display.screen.themes import THEMES
from display.widgets.action import action_lines
from display.widgets.asking import asked
from display.widgets.bet import bet_line
from display.widgets.count import count_lines
from display.widgets.help import help_lines, menu_pages
from display.widgets.keys import key_line
from display.widgets.menu import menu_picture
from display.widgets.next_act import next_lines
from display.widgets.seat import SeatPicture, seat_lines
from display.widgets.shown import Shown
from display.widgets.status import status_line
from display.wording import sentences
from display.wording.boundary import ELLIPSIS, NAME_CELLS
from display.wording.made_hands import made, that_play
from display.wording.wording import ENGLISH, Wording, tenths, wording_in
from firmware_bridge.vocabulary.cards import parse_card
from firmware_bridge.vocabulary.values import replace
from table_controller.game.engine import step
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.rows import titles_in
from table_controller.game.state.table import NEW_TABLE
from table_controller.projections.table_view import Around, view_of
from table_controller.runtime.cli.display_commands import Language, Theme
from table_controller.runtime.demo.table_process import evening
from table_controller.runtime.processes.supervise import settings_text
from table_controller.runtime.settings.settings import SettingsError, opening, read_settings
from table_controller.vocabulary.commands import Rule
from table_controller.vocabulary.events import EVENTS, TableOpened, Word
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.outcomes import ActKind
from table_controller.vocabulary.views import FindingView, LogLine, NextAct, Notice, OptionView, SeatStatus, TableView

EN = own_words(DEFAULT)
OTHERS = tuple(code for code in LANGUAGES if code != "en")
COLUMNS = 80
LONGEST_TITLE = 60
RULEBOOKS = Path("table_controller/game/rulebooks")

SAME = frozenset(
    {
        "fold", "check", "call", "ante", "all in", "all-in", "ALL IN", "flop", "turn", "river", "preflop", "showdown",
        "razz", "TDA hold'em", "board", "Board", "Side pot {number}", "Side {number}", "{count} BB", "dealer",
        "floor", "misdeal",
        "ante {chips}", ", ante {chips}", "menu", "chip race", "Chip race", "add-on", "stub", "rack", "jack", "bet",
        "badugi", "Badugi", "Low", "2-7 triple draw", "raise", "pot", "Rabbit hunting", "Soft play",
        "{count} s", "{count} min",
    }
)  # fmt: skip
"""What players of all these languages call the same."""

ENGLISH_ONLY = re.compile(
    r"\b(the|of|and|with|was|were|are|this|that|these|not|be|by|which|his|whose|from|at|for|has|have|it|is|to|hand|"
    r"seat|player|chips of|card|cards|bet|bets|button|button is|pot is|burn|deck|blind|raise|says|small|big)\b",
    re.IGNORECASE,
)
"""English words that stand in no Italian or Spanish sentence; those that a language has too are left out below."""

ALLOWED = {"it": frozenset({"it"}), "es": frozenset({"has", "bet"})}
"""Words of a language that look English: Spanish ``has``."""

SPOKEN = re.compile(r"big blind|small blind|short deck|chip race|under the gun|string bet|check-raise", re.IGNORECASE)
"""Names that are said in English."""


def holes(words: str) -> Counter[str]:
    return Counter(hole for _, hole, _, _ in Formatter().parse(words) if hole is not None)


def faults(table: Mapping[str, str]) -> list[str]:
    """Keys that a table lacks or has too many, words that are empty where English has some, and holes that differ."""
    found = [f"{key}: missing" for key in EN if key not in table] + [
        f"{key}: unknown" for key in table if key not in EN
    ]
    both = [key for key in EN if key in table]
    found += [f"{key}: empty" for key in both if EN[key].strip() and not table[key].strip()]
    # of one thing a language may write the number or the word
    loose = [(key, {"count"} if key.endswith(".one") else set()) for key in both]
    return found + [
        f"{key}: holes" for key, free in loose if set(holes(EN[key])) - free != set(holes(table[key])) - free
    ]


def still_english(code: str, words: Iterable[tuple[str, str, str]]) -> list[str]:
    """Of (name, English, other language) those that are the same without reason, or have an English word in them."""
    found = []
    for name, english, other in words:
        plain = re.sub(r"\{\w+\}", "", other)
        if other == english and english not in SAME and re.search(r"[a-z]{3}", plain):
            found.append(f"{name}: {other}")
        odd = {one.lower() for one in ENGLISH_ONLY.findall(SPOKEN.sub("", plain))} - ALLOWED.get(code, frozenset())
        found += [f"{name}: {other} ({', '.join(odd)})"] if odd and other not in SAME else []
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_every_key_with_its_holes_and_no_other(code: str) -> None:
    assert faults(own_words(code)) == []


def twice(tables: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Keys that stand in more than one table of a language's file: only the last of them would be said."""
    return sorted(key for key, count in Counter(key for table in tables.values() for key in table).items() if count > 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_stands_once_in_its_file(code: str) -> None:
    tables = tables_in(code)
    assert len(tables) > 40, "the tables of a file part its sentences"
    assert twice(tables) == []


def test_a_sentence_that_stands_twice_is_seen() -> None:
    assert twice({**tables_in("it"), "more": {"panel.called": "FLOOR"}}) == ["panel.called"]


def test_what_the_display_says_by_name_has_words() -> None:
    sources = [path for path in Path(languages.__file__).parents[1].rglob("*.py") if "languages" not in path.parts]
    said = {key for path in sources for key in re.findall(r"say\(\s*\"([a-z][\w.-]+)\"", path.read_text("utf-8"))}
    assert len(said) > 50
    assert sorted(said - set(EN)) == []


def test_planted_faults_of_a_table_are_seen() -> None:
    table = {**EN, "next.deal-card": "Dai una carta", "key.call": " ", "planted": "x"}
    del table["next.burn"]
    assert faults(table) == ["next.burn: missing", "planted: unknown", "key.call: empty", "next.deal-card: holes"]


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_over(code: str) -> None:
    own = own_words(code)
    assert still_english(code, ((key, EN[key], own[key]) for key in EN if key in own)) == []


def test_planted_english_is_seen() -> None:
    planted = (("a", "burned early", "burned early"), ("b", "the deck", "il mazzo of cards"), ("c", "fold", "fold"))
    assert [found[:1] for found in still_english("it", planted)] == ["a", "b"]


def test_the_command_line_and_the_display_know_the_same_languages() -> None:
    assert set(get_args(Language)) - {""} == set(LANGUAGES)
    assert set(get_args(Theme)) - {""} == set(THEMES)
    assert wording_in("") is wording_in("xx") is ENGLISH


def test_a_word_that_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "own_words", lambda code: {"next.burn": "Brucia"} if code == "it" else EN)
    table = languages.table_of.__wrapped__("it")
    assert (table["next.burn"], table["next.deal-flop"]) == ("Brucia", EN["next.deal-flop"])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ("950", "1,400", "10,170,000", "-10,000", "9.5", "4")),
        ("it", ("950", "1400", "10.170.000", "-10.000", "9,5", "4")),
        ("es", ("950", "1400", "10.170.000", "-10.000", "9,5", "4")),
    ],
)
def test_amounts_are_written_as_the_language_writes_them(code: str, said: tuple[str, ...]) -> None:
    words = wording_in(code)
    assert tuple(words.amount(one) for one in (950, 1400, 10_170_000, -10_000)) == said[:4]
    assert (tenths(9.52, words), tenths(4.01, words)) == said[4:]
    assert said[2] in words.say("next.push-pot", chips=10_170_000, player="x")


@pytest.mark.parametrize("code", LANGUAGES)
def test_one_thing_is_no_several(code: str) -> None:
    words = wording_in(code)
    for key in (key.removesuffix(".one") for key in EN if key.endswith(".one") and key.removesuffix(".one") in EN):
        one, two = words.say(key, count=1, all=3), words.say(key, count=2, all=3)
        assert one != two.replace("2", "1"), key


def books(project: Path) -> dict[str, dict[str, str]]:
    """The English titles of every shipped book, by printed ref."""
    return {path.stem: titles_in(path.read_text("utf-8")) for path in sorted((project / RULEBOOKS).glob("*.toml"))}


def title_faults(code: str, english: Mapping[str, str], own: Mapping[str, str]) -> list[str]:
    found = [f"{ref}: missing" for ref in english if ref not in own] + [
        f"{ref}: unknown" for ref in own if ref not in english
    ]
    found += [f"{ref}: long" for ref, title in own.items() if cell_len(title) > LONGEST_TITLE]
    found += [
        f"{ref}: not one plain line" for ref, title in own.items() if title != " ".join(title.split()) or not title
    ]
    return found + still_english(code, ((ref, english[ref], own[ref]) for ref in english if ref in own))


@pytest.mark.parametrize("code", OTHERS)
def test_every_printed_rule_has_a_title(code: str, project: Path) -> None:
    shipped = books(project)
    assert sum(map(len, shipped.values())) > 800
    found = {book: title_faults(code, english, titles_of(code, book)) for book, english in shipped.items()}
    assert {book: faulty for book, faulty in found.items() if faulty} == {}


def test_planted_titles_are_seen() -> None:
    english = {"1": "Floor decisions", "2": "Odd chips", "3": "Side pots"}
    own = {"1": "Floor decisions", "2": "Chip  dispari" + "x" * 60, "9": "Side pot"}
    found = title_faults("it", english, own)
    assert [one.partition(" ")[0] for one in found] == ["3:", "9:", "2:", "2:", "1:"]


def test_a_rule_is_cited_with_its_title_in_the_language() -> None:
    cite = Citation("tda-2019", "45-A")
    finding = FindingView(1, "overchip", 3, cite, (), (), open=True, title="Multiple chips: need all chips test")
    said = {code: sentences.rule(finding, wording_in(code)) for code in LANGUAGES}
    assert said["en"] == "TDA 2019, rule 45-A: Multiple chips: need all chips test"
    assert said["it"] == "TDA 2019, regola 45-A: Più chip: servono tutte?"
    assert titles_of("es", "tda-2019")["45-A"] in said["es"]
    house = replace(finding, cite=Citation("house", "x"), title="")
    assert sentences.rule(house, wording_in("it")) == "regola della casa x"
    strange = replace(finding, cite=Citation("../../en", "1"), title="Ours")
    assert sentences.rule(strange, wording_in("it")).endswith(": Ours"), "no file outside the titles is read"


# ---- nothing is cut where it stands, on the smallest screen


def wide(view: TableView, make_seat: Callable[..., Any]) -> TableView:
    """The view with the longest names that a screen shows whole."""
    seats = tuple(
        replace(seat, name="W" * NAME_CELLS if seat.seat == len(view.seats) else "Anna") if seat.name else seat
        for seat in view.seats
    )
    del make_seat
    return replace(view, seats=seats)


def cut(lines: Iterable[Line], width: int = COLUMNS) -> list[str]:
    texts = [("".join(text for text, _ in line), cells(line)) for line in lines]
    return [text for text, length in texts if ELLIPSIS in text or length > width]


def test_a_planted_cut_is_seen() -> None:
    long = Wording({**EN, "help.c": "x" * 99, "next.burn": "y" * 99})
    assert [text.strip()[-1] for text in cut(help_lines(long, COLUMNS))] == [ELLIPSIS]
    view = SimpleNamespace(next=NextAct("burn"), repair=None, dues=(), seats=(), street="flop", action=None)
    shown: Any = SimpleNamespace(view=view, link="live")
    assert cut(next_lines(shown, long, COLUMNS, 1)) != []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_next_act_is_whole(code: str, make_table: Callable[..., TableView], make_seat: Callable[..., Any]) -> None:
    words, seats = wording_in(code), tuple(make_seat(number, "W" * NAME_CELLS) for number in range(1, 11))
    plain = make_table(seats=seats)
    acts = [key.removeprefix("next.") for key in EN if key.startswith("next.")]
    for act in {*acts, "await"} - {"title", "stale", "waiting"}:
        for street in ("deal", "flop", "showdown"):
            for chips in (0, 10_170_000):
                seat = None if act.startswith(("new", "burn", "deal-f", "deal-t", "deal-r")) else 10
                view = replace(plain, next=NextAct(act, seat, chips), street=street)
                assert cut(next_lines(Shown(view=view, link="live"), words, COLUMNS, 1)) == []
    for shown in (Shown(), Shown(view=plain, link="lost")):
        assert cut(next_lines(shown, words, COLUMNS, 1)) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_status_action_and_keys_are_whole(
    code: str, tables: Mapping[str, TableView], make_seat: Callable[..., Any]
) -> None:
    words = wording_in(code)
    for name, table in tables.items():
        view = wide(table, make_seat)
        for shown in (Shown(view=view, link="live", paused=True), Shown(view=view, link="lost")):
            line = status_line(shown, words, COLUMNS)
            assert cut([line]) == [], name
            number = words.say("hand.number", number=str(view.hand))
            assert shown.link == "lost" or not view.hand or number in "".join(text for text, _ in line), name
        assert cut(action_lines(Shown(view=view, link="live"), words, COLUMNS)) == [], name
        keys, targets = key_line(Shown(view=view, link="live"), words, COLUMNS)
        assert cut([keys]) == []
        english = {target.key for target in key_line(Shown(view=view, link="live"), ENGLISH, COLUMNS)[1]}
        acts = {"c", "k", "b", "r", "a", "f", "o", "t", ".", "u", "?"}
        assert (english & acts) <= {target.key for target in targets}, f"{name}: a key of the hand has no room"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_question_of_the_keypad_is_whole(code: str, tables: Mapping[str, TableView]) -> None:
    words, view = wording_in(code), tables["nine"]
    acts = [(act.code, act.asks) for group in MENUS.values() for act in group]
    for mode in (*MODES, "menu"):
        asking = [one for one, asks in acts if not callable(asks) and mode in asks] or ["level"]
        for act in asking:
            for typed in ("", "10170000"):
                pad = Keypad(mode=mode, act=act, typed=typed, given=(("option", "misdeal"), ("role", "director")))
                shown = Shown(view=view, link="live", pad=pad)
                assert cut(action_lines(shown, words, COLUMNS)) == [], (mode, act)
                assert cut([key_line(shown, words, COLUMNS)[0]]) == [], (mode, act)


def about(option: str, tables: Mapping[str, TableView]) -> TableView:
    """A case in which the floor may choose `option`, with the longest name at its seat."""
    case = replace(tables["full"].findings[0], seat=2, options=(option,), choices=(OptionView(option, ()),))
    return replace(tables["full"], findings=(case,))


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_asked_of_any_choice_is_whole(code: str, tables: Mapping[str, TableView]) -> None:
    words = wording_in(code)
    options = [key.removeprefix("option.") for key in EN if key.startswith("option.")]
    assert len(options) > 100
    for option in options:
        view = about(option, tables)
        for mode in ("role", "ruled-seat", "ruled-seconds", "ruled-card", "ruled-hands", "ruled-rounds", "reason"):
            given: tuple[tuple[str, Answer], ...] = (("option", option), ("role", "floor"))
            given += (("ruled-hands", 12),) if mode == "reason" and option == "penalty" else ()
            shown = Shown(view=view, link="live", pad=Keypad(mode, act="option", given=given))
            line = asked(shown, words, COLUMNS - 2)
            end = words.say(f"ask.{mode}", option="X", role=words.code("role", "floor"), typed="▁").partition("X")[2]
            assert "".join(text for text, _ in line).endswith(end), (option, mode, "the question is cut")
        shown = Shown(view=view, link="live", pad=Keypad("pin", act="option", given=given, held=Rule(option)))
        assert "".join(text for text, _ in action_lines(shown, words, COLUMNS)[1]).endswith("▁"), option


@pytest.mark.parametrize("code", LANGUAGES)
def test_menus_and_pages_of_help_are_whole(code: str, tables: Mapping[str, TableView]) -> None:
    words, view = wording_in(code), tables["full"]
    for group in ("", *MENUS):
        drawn, _ = menu_picture(Shown(view=view, pad=Keypad(mode="menu", menu=group)), words, COLUMNS, 10)
        assert cut(drawn) == [], group
    rows = geometry.screen(COLUMNS, 24).help.height
    pages = (help_lines(words, COLUMNS), *menu_pages(words, COLUMNS, rows))
    for page in pages:
        assert cut(page) == []
        assert len(page) <= rows
    text = "\n".join("".join(part for part, _ in line) for page in pages for line in page)
    assert [act.code for acts in MENUS.values() for act in acts if words.say(f"do.{act.code}") not in text] == []
    assert cut(count_lines(tables["nine"], words, COLUMNS)) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_stands_at_a_seat_is_whole_on_the_smallest_table(code: str, make_seat: Callable[..., Any]) -> None:
    words, width = wording_in(code), min(place.box.width for place in geometry.felt(10, COLUMNS, 16).places)
    boxes = [
        (make_seat(10, "W" * NAME_CELLS, status, 950), words.say(f"seat.{status}"))
        for status in get_args(SeatStatus)
        if status != "out"
    ]
    boxes.append((make_seat(10, "", "out", 20_340_000), words.say("seat.out-short")))
    aces = (parse_card("Ah"), parse_card("Ad"))
    boxes += [
        (
            make_seat(10, "", tabled=("Ah", "Ad"), hand_label=label),
            made(label, that_play(label, aces), words, brief=True),
        )
        for label in (key.removeprefix("rank.") for key in EN if key.startswith("rank."))
    ]
    boxes += [
        (make_seat(10, "", owes_chips=950), words.say("seat.owes", chips=950)),
        (make_seat(10, "", returns_chips=950), words.say("seat.returns-short", chips=950)),
        (make_seat(10, "", all_in_button=True), words.say("seat.all-in-button-short")),
    ]
    for seat, said in boxes:
        _, *rows = seat_lines(SeatPicture(seat, (), False, 200, width, False), words)
        assert cut(rows, width) == []
        assert said in "\n".join("".join(text for text, _ in row) for row in rows), said
    for act in (key for key in EN if key.startswith("act.")):
        said = words.say(act)
        bet = bet_line(make_seat(10, "", bet_chips=9500, last_act=act.removeprefix("act.")), None, words, width)
        assert cut([bet], width) == []
        assert said in "".join(text for text, _ in bet), f"{act}: no room beside 9500"


@pytest.mark.parametrize("code", OTHERS)
def test_codes_among_facts_are_told_in_the_language(code: str) -> None:
    words = wording_in(code)
    told = [("word", word) for word in get_args(Word)] + [("as_kind", kind) for kind in get_args(ActKind)]
    told += [("option", "void-hand"), ("street", "showdown"), ("zone", "burn"), ("cause", "two-burns")]
    same = [value for name, value in told if words.facts(((name, value),)).endswith(f" {value}") and value not in SAME]
    assert same == []
    assert words.reason("absent connection-refused", "broker").endswith(f"({words.code('why', 'connection-refused')})")
    assert words.facts((("word", "fol\x1bd"),)).endswith(" fold"), "what is no code is cleaned"


# ---- which language is spoken


def test_a_screen_speaks_the_tables_language_until_it_is_switched(
    make_table: Callable[..., TableView], make_seat: Callable[..., Any]
) -> None:
    table = make_table(seats=(make_seat(1, "Anna"), make_seat(2, "Bruno")), language="it")
    told = LogLine(3, 1.0, {"is": "ActRuled", "v": 1, "seat": 1, "kind": "check", "to_chips": 0, "all_in": False})

    async def story() -> list[tuple[str, tuple[str, ...], str]]:
        app, seen = DealerScreen(), []
        async with app.run_test(size=(80, 24)) as pilot:
            for message in (table, told, Notice("leave")):
                app.hear(message)
            for step in range(len(LANGUAGES) + 1):
                if step:
                    await pilot.press("L")
                app.hear(table)  # what the table speaks does not matter any more
                await pilot.pause()
                rows = [strip.text for strip in app.screen._compositor.render_strips()]
                seen.append(("\n".join(rows), app.shown.story, app.shown.note))
        return seen

    seen = asyncio.run(story())
    order = ("it", "es", "en", "it")
    assert order[1:3] == tuple(LANGUAGES)[2:] + tuple(LANGUAGES)[:1]
    for code, (text, said, note) in zip(order, seen, strict=True):
        words = wording_in(code)
        assert words.say("next.burn") in text
        assert words.say("street.flop") in text
        player = words.player(table.seats, 1)
        check = words.say("told.ActRuled.check", player=player[:1].upper() + player[1:])
        assert [one.strip() for one in said] == [check, words.say("notice.leave")], "the story is told anew"
        assert note in ("", words.say("note.language", language=LANGUAGES[code]))
    assert seen[-1][2] == "Questo schermo parla Italiano"


def test_the_teller_goes_on_in_another_language_where_it_stood(
    make_table: Callable[..., TableView], make_seat: Callable[..., Any]
) -> None:
    table = make_table(seats=(make_seat(1, "Anna"),))
    showdown = LogLine(1, 1.0, {"is": "StreetOpened", "v": 1, "street": "showdown"})
    board = LogLine(2, 1.0, {"is": "BoardNamed", "v": 1, "cards": ["Ah"]})
    teller = Teller(ENGLISH, brief=True)
    assert [teller.hear(heard) for heard in (table, showdown)] == [[], []], "the line waits for the cards"
    assert teller.speak(wording_in("it")) == []
    assert teller.hear(board) == ["  Sul board: Ah"]
    ended = LogLine(3, 1.0, {"is": "DealVoided", "v": 1, "hand": 1})
    assert teller.hear(ended) == ["Showdown", "  Misdeal: si ridistribuisce"]


@pytest.mark.parametrize(("language", "said"), [("", "Posto 1 Anna fa check"), ("en", "Seat 1 Anna checks")])
def test_the_plain_log_speaks_the_tables_language_or_its_own(
    language: str, said: str, make_table: Callable[..., TableView], make_seat: Callable[..., Any]
) -> None:
    table = make_table(seats=(make_seat(1, "Anna"),), language="it")
    check = LogLine(3, 1.0, {"is": "ActRuled", "v": 1, "seat": 1, "kind": "check", "to_chips": 0, "all_in": False})

    async def messages(*, follow: bool) -> AsyncGenerator[Heard, None]:
        assert not follow
        for heard in (table, check, table, check):
            yield heard

    stream, feed = io.StringIO(), Feed("nowhere")
    feed.messages = messages  # type: ignore[method-assign, assignment]
    asyncio.run(write_log(feed, stream, follow=False, language=language))
    assert [line.strip() for line in stream.getvalue().splitlines()] == [said, said]


def test_the_settings_choose_the_tables_language(project: Path, tmp_path: Path) -> None:
    text = (project / "config" / "table.toml").read_text("utf-8")
    english = 'language = "en"'
    assert english in text
    file = tmp_path / "table.toml"
    for code in LANGUAGES:
        file.write_text(text.replace(english, f'language = "{code}"'), "utf-8")
        opened = opening(read_settings(file), 0.0)
        table = step(NEW_TABLE, opened, table_rulebook(opened.rulebook, opened.house)).table
        assert (opened.language, view_of(table, Around(epoch="e", as_of=1)).language) == (code, code)
        old = EVENTS.to_object(opened)
        del old["language"]
        read = EVENTS.from_object(old)
        assert isinstance(read, TableOpened)
        assert read.language == "", "a journal of before has none"
    file.write_text(text.replace(english, 'language = "fr"'), "utf-8")
    with pytest.raises(SettingsError, match=r"table\.toml: screen\.language: 'fr' is not there; use one of en, it, es"):
        read_settings(file)


def test_a_demonstration_speaks_and_looks_as_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(settings_text(replace(evening().opened, language="it"), "monochrome"), encoding="utf-8")
    screen = read_settings(file).screen
    assert (screen.language, screen.theme) == ("it", "monochrome")

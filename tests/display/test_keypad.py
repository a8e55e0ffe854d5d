"""Each key of the dealer, and the command that it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.aims import aimless
from support.beforehand import told_beforehand

from display.keys.hints import each_key, offered, seat_keys, seldom
from display.keys.machine import pin_asked, press
from display.keys.pad import Keypad, Pressed
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import (
    AnnounceLevel,
    Ask,
    ChooseGame,
    Command,
    Confirm,
    CorrectBet,
    CorrectCard,
    CorrectStack,
    CountDeck,
    Done,
    FoundChips,
    GivePenalty,
    Leave,
    MarkBoxed,
    MarkDealt,
    MarkFold,
    MarkPresence,
    MarkRiffle,
    Pace,
    Preview,
    PutAway,
    RaceChips,
    Redo,
    Rule,
    Say,
    SeatPlayer,
    TellTable,
    TurnUp,
    Undo,
    authorized,
    preview_asked,
)
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.views import (
    NEVER_LIKELY,
    Choice,
    FindingView,
    NextAct,
    OptionView,
    SeatReads,
    SeatView,
    SenseView,
    TableView,
)


def keyed(keys: str, view: TableView | None = None, *, paused: bool = False, demo: bool = False) -> Pressed:
    """The outcome of keys pressed one after the other; > is enter, < backspace, ! escape; looks are answered."""
    names = {">": "enter", "<": "backspace", "!": "escape"}
    pressed = Pressed(Keypad())
    for key in keys:
        told = told_beforehand(view, pressed.pad)
        pressed = press(pressed.pad, names.get(key, key), told, paused=paused, demo=demo)
    return pressed


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        ("c", Say("check")),
        ("k", Say("call")),
        ("a", Say("all-in")),
        ("F", Say("fold")),
        ("f", MarkFold()),
        ("b600>", Say("bet", amount_chips=600)),
        ("r1600>", Say("raise", amount_chips=1600)),
        ("r1600<<5>", Say("raise", amount_chips=165)),
        ("r>", Say("raise")),
        ("b0>", Say("bet")),
        ("n500>", Say("number", amount_chips=500)),
        ("wk", Say("call", when="with")),
        ("wwr800>", Say("raise", amount_chips=800, when="after")),
        ("wwwc", Say("check")),
        ("e5c", Say("check", seat=5)),
        ("e0f", MarkFold(seat=10)),
        ("e3b200>", Say("bet", seat=3, amount_chips=200)),
        ("t4>", TurnUp(4)),
        ("t0>", TurnUp(10)),
        ("s>", MarkRiffle()),
        ("g", PutAway()),
        ("u>", Undo()),
        ("uu", Undo()),
        ("p", Pace(paused=True)),
        ("1", Confirm("cards-gone:8", "still-there")),
        ("2", Confirm("cards-gone:8", "folded")),
        ("o1>", Rule("complete-call", role="floor")),
        ("o21>", Rule("take-back", role="floor")),
        ("o22q? 12<1>", Rule("take-back", role="director", reason="q? 11")),
        ("m4", Ask("count", 4)),
        ("e3m0", Ask("count", 10, seat=3)),
        ("h41250>>", FoundChips(4, ((1000, 1), (100, 2), (25, 2)))),
        ("v5", MarkPresence(5, here=False)),
        ("e5v", MarkPresence(5, here=False)),
        ("e5t>", TurnUp(5)),
        ("V0", MarkPresence(10, here=True)),
        ("E5ah>", TurnUp(5, Card("Ah"))),
        ("E5Td<h>", TurnUp(5, Card("Th"))),
        ("E5t<<<6ah>", TurnUp(6, Card("Ah"))),
        ("d5>", TurnUp(5, by_dealer=True)),
        (".44>2c>", MarkBoxed(None, Card("2c"))),
        (".46>", CountDeck()),
        (".46ahkd>>", CountDeck((Card("Ah"), Card("Kd")))),
        (".264Jörg O'Neill>20000>>", SeatPlayer(4, "Jörg O'Neill", 20_000)),
        ("e2H7", Ask("show", 7, seat=2)),
        (".655>>>", GivePenalty(5, 0)),
        (".655>2>>", GivePenalty(5, 0, 2)),
        (".6553>>", GivePenalty(5, 3)),
        (".71200>400>>>", AnnounceLevel(200, 400, 0)),
        (".7a725>50>", ChooseGame("F7S", 25, 50)),
        (".7a7>50>", ChooseGame("F7S", None, 50)),
        (".7a6", ChooseGame("FO/8")),
        (".735>", TellTable("break-due", 300)),
        (".5323ah0kd>>", RaceChips(100, ((3, Card("Ah")), (10, Card("Kd"))))),
        (".5435000>>", Say("other", 3, text="rebuy 5000")),
        (".553>>", Say("other", 3, text="add-on")),
        ("U20>>", Undo(20)),
        ("y", Redo()),
        (".8551000>>", CorrectStack(5, ((1000, 1),))),
        (".865450>>", CorrectBet(5, 450)),
        ("OI fold maybe>", Say("other", text="I fold maybe")),
    ],
)
def test_keys_become_commands(keys: str, command: Command, tables: Mapping[str, TableView]) -> None:
    pressed = keyed(keys, tables["full"])
    assert aimless(pressed.command) == command
    assert pressed.pad == Keypad(), "a command uses up what was pointed at"


@pytest.mark.parametrize(
    "keys",
    [
        "n>",
        "r16!",
        "e5!",
        "t!",
        "x",
        "3",
        "9",
        "0",
        "o9",
        "t>",
        "rx",
        "b<",
        "o1",
        "o13",
        "o14",
        "o11late!",
        "m>",
        "h4>",
        "h4513>",
        "..",
        ".2<!",
        ".2.1",
        ".2<1!",
        "E5a>",
        "E5ax>",
        ".46ahah",
        ".5323a>",
        ".533",
        ".859!",
    ],
)
def test_keys_that_send_nothing(keys: str, tables: Mapping[str, TableView]) -> None:
    assert keyed(keys, tables["full"]).command is None


def test_pace_turns_round() -> None:
    assert keyed("p", paused=True).command == Pace(paused=False)


def test_leaving_ends_a_demonstration_and_only_the_screen_of_a_real_table() -> None:
    assert keyed("q").local == "", "a key beside all in does not end anything by itself"
    assert offered(keyed("q").pad, None) == (("enter", "key.leave"), ("esc", "key.cancel"))
    assert keyed("qq").local == "unknown-key"
    assert keyed("q!").pad == Keypad()
    assert keyed("q>") == Pressed(Keypad(), None, "leave")
    assert keyed("q>", demo=True) == Pressed(Keypad(), Leave(), "leave")


def test_what_the_floor_names_with_a_choice_is_asked_too(make_table: Callable[..., TableView]) -> None:
    def case(option: str) -> TableView:
        finding = FindingView(1, "pots", None, Citation("house", "x"), (), (option,), open=True)
        return make_table(findings=(finding,))

    assert aimless(keyed("o1>3", case("odd-chip")).command) == Rule("odd-chip", (("seat", "3"),))
    assert aimless(keyed("o11>why>", case("odd-chip")).command) == Rule("odd-chip", reason="why")
    assert aimless(keyed("o1>20>", case("shorter-clock")).command) == Rule("shorter-clock", (("seconds", "20"),))
    assert aimless(keyed("o12ah>>", case("pick-burn")).command) == Rule("pick-burn", (("card", "Ah"),), role="director")


def test_a_penalty_that_is_rather_a_slip_of_the_finger_is_looked_at(make_table: Callable[..., TableView]) -> None:
    view = make_table(findings=(FindingView(1, "early", 4, Citation("house", "x"), (), ("penalty",), open=True),))
    long = Rule("penalty", (("hands", "246"),), case=1)
    waits = keyed("o1>246>", view)
    assert (waits.pad.mode, waits.pad.held, waits.command) == ("look", long, preview_asked(long))
    assert keyed("o1>246>>", view).command == long
    assert keyed("o1>>20>", view).pad.mode == "look", "rounds are longer"
    assert keyed("o1>20>", view).command == replace(long, arguments=(("hands", "20"),))


def test_a_lone_zero_says_why_it_is_no_answer() -> None:
    assert keyed("U0").pad.typed == "0"
    assert keyed("U0>").local == keyed("U000>").local == "not-zero"
    assert keyed("U0<>").local == "not-all"
    assert keyed("U03").pad.typed == "3"


@pytest.mark.parametrize(
    ("street", "reads", "looks"),
    [("deal", "none", True), ("deal", "one", True), ("deal", "both", False), ("deal", "unreadable", False),
     ("flop", "none", False)],
)  # fmt: skip
def test_a_deal_that_living_readers_do_not_see_is_looked_at(
    street: str, reads: SeatReads, looks: bool, make_table: Callable[..., TableView], make_seat: Callable[..., SeatView]
) -> None:
    seats = (make_seat(1, "Anna"), make_seat(2, "Bruno"), make_seat(3, "", "empty"))
    senses = (SenseView(1, "both", 2, 2), SenseView(2, reads, 0, 2), SenseView(3, "none", 0, 2))
    view = make_table(street=street, seats=seats, senses=senses)
    assert (keyed("D", view).pad.mode == "look") == looks
    assert keyed("D>" if looks else "D", view).command == MarkDealt()
    assert keyed("D", replace(view, senses=())).command == MarkDealt(), "nothing lives that could see it"


def test_what_is_the_dealers_to_settle_he_decides_first(tables: Mapping[str, TableView]) -> None:
    seen = tables["full"]
    case = next(one.number for one in seen.findings if one.open)
    assert keyed("o11>", seen).command == Rule("complete-call", role="floor", case=case)
    his = replace(seen, on_screen=NextAct("settle", 4))
    assert keyed("o11>", his).command == Rule("complete-call", role="dealer", case=case)


def test_a_key_says_what_it_was_about(tables: Mapping[str, TableView]) -> None:
    seen = replace(tables["full"], undo_next=41)
    assert seen.action is not None
    turn, case = seen.action.seat, next(one.number for one in seen.findings if one.open)
    assert keyed("c", seen).command == Say("check", turn=turn)
    assert keyed("f", seen).command == MarkFold(turn=turn)
    assert keyed("uu", seen).command == Undo(after=41)
    assert keyed("o1>", seen).command == Rule("complete-call", case=case)
    assert keyed(" ", seen).command == Done(seen.next.code, seen.next.seat, seen.next.chips)
    pad = keyed("r80", seen).pad
    later = replace(seen, action=replace(seen.action, seat=turn + 1))
    sent = press(pad, "enter", later, paused=False, demo=False).command
    assert sent == Say("raise", amount_chips=80, turn=turn), "it is about what was seen as it began"


def test_a_dealer_decides_only_what_does_not_wait_for_the_floor(tables: Mapping[str, TableView]) -> None:
    def roles(*, stops_play: bool, needs_pin: bool) -> tuple[str, ...]:
        choices = (OptionView("complete-call", ()), OptionView("take-back", (), needs_pin=needs_pin))
        case = replace(tables["full"].findings[0], stops_play=stops_play, choices=choices)
        view = replace(tables["full"], findings=(case,))
        pad = keyed("o2", view).pad
        last = keyed("o23", view).pad.told("role")
        told = tuple(code for key, code in offered(pad, view) if key in "123")
        assert (last == "dealer") == ("role.dealer" in told), "what is offered is what is taken"
        return told

    floor = ("role.floor", "role.director")
    assert roles(stops_play=False, needs_pin=False) == (*floor, "role.dealer")
    assert roles(stops_play=True, needs_pin=False) == roles(stops_play=False, needs_pin=True) == floor


def test_a_penalty_in_a_case_has_a_length(make_table: Callable[..., TableView]) -> None:
    def ruled(keys: str, seat: int | None = 4, option: str = "penalty") -> tuple[tuple[str, str], ...]:
        finding = FindingView(1, "penalty", seat, Citation("house", "x"), (), (option,), open=True)
        command = keyed(keys, make_table(findings=(finding,))).command
        assert isinstance(command, Rule)
        return command.arguments

    assert ruled("o1>3>") == (("hands", "3"),)
    assert ruled("o1>>>") == (), "one hand, as the engine takes it"
    assert ruled("o1>>2>") == (("rounds", "2"),)
    assert ruled("o1>53>", seat=None) == (("seat", "5"), ("hands", "3")), "a case of nobody asks whose"
    assert ruled("o1>5", seat=None, option="warning") == (("seat", "5"),)
    assert ruled("o1>", option="warning") == ()


@pytest.mark.parametrize(
    ("keys", "local", "typed"),
    [
        ("rx", "unknown-key", ""),
        ("r16x", "unknown-key", "16"),
        ("n>", "not-all", ""),
        ("tx", "unknown-key", ""),
        ("o9", "no-line", ""),
        ("E5az", "no-card", "A"),
        ("E5x", "no-card", ""),
        (".46ahah", "card-twice", "AhA"),
        ("E5a>", "not-all", "A"),
        ("h4513>", "no-such-chips", "513"),
        (".29", "unknown-key", ""),
    ],
)
def test_a_wrong_key_says_so_and_loses_nothing(
    keys: str, local: str, typed: str, tables: Mapping[str, TableView]
) -> None:
    before, pressed = keyed(keys[:-1], tables["full"]), keyed(keys, tables["full"])
    assert (pressed.pad, pressed.command, pressed.local) == (before.pad, None, local)
    assert pressed.pad.typed == typed


def test_a_correction_is_looked_at_before_it_is_sent(tables: Mapping[str, TableView]) -> None:
    looked = keyed(".8551000>", tables["full"])
    assert looked.command == preview_asked(CorrectStack(5, ((1000, 1),)))
    assert looked.pad.mode == "look"
    assert keyed(".8551000>x", tables["full"]).local == "unknown-key"
    assert keyed(".8551000>!", tables["full"]) == Pressed(Keypad(), Preview())
    again = keyed(".8551000><", tables["full"])
    assert (again.command, again.pad.mode) == (Preview(), "stack-now")
    assert keyed(".8551000><500>>", tables["full"]).command == CorrectStack(5, ((500, 1),))
    assert keyed(".8712c>>", tables["full"]).command == CorrectCard("board:1", Card("2c"))


def test_the_pin_goes_beside_the_command(tables: Mapping[str, TableView]) -> None:
    pad = pin_asked(GivePenalty(5, 1))
    for key in "0042":
        pad = press(pad, key, tables["full"], paused=False, demo=False).pad
    assert press(pad, "x", None, paused=False, demo=False) == Pressed(pad, local="unknown-key")
    assert press(pad, "enter", None, paused=False, demo=False) == Pressed(
        Keypad(), authorized(GivePenalty(5, 1), "0042")
    )
    assert press(pin_asked(Undo()), "enter", None, paused=False, demo=False).local == "not-all"
    assert press(pad, "escape", None, paused=False, demo=False) == Pressed(Keypad(), Preview())


def test_backspace_goes_back_through_the_answers(tables: Mapping[str, TableView]) -> None:
    assert keyed(".655", tables["full"]).pad.mode == "hands"
    assert keyed(".655<", tables["full"]).pad.mode == "seat"
    assert keyed(".655<62>>", tables["full"]).command == GivePenalty(6, 2)


def test_a_touch_on_a_seat_points_at_it_or_answers_which() -> None:
    assert seat_keys(Keypad(), 10) == ("e", "0")
    assert seat_keys(keyed("t").pad, 4) == ("4",)
    assert seat_keys(keyed("r").pad, 4) == ()
    assert seat_keys(keyed(".").pad, 4) == ()


@pytest.mark.parametrize(
    ("shown", "keys"),
    [("0-9", "1234567890"), ("1-3", "123"), ("2-9tjqka", "23456789tjqka"), ("shdc", "shdc"), ("k", "k"), (".", ".")],
)
def test_a_hint_stands_for_its_keys(shown: str, keys: str) -> None:
    assert each_key(shown) == tuple(keys)
    assert (each_key("esc"), each_key("back"), each_key("enter")) == (("escape",), ("backspace",), ("enter",))


def test_a_choice_needs_an_open_case(make_table: Callable[..., TableView]) -> None:
    assert keyed("o", make_table()).local == "no-option"
    assert keyed("o", None).local == "no-option"


def test_an_amount_has_an_end() -> None:
    assert keyed("r" + "9" * 40).pad.typed == "9" * 12


def test_all_in_is_shown_where_it_is_a_bet_a_raise_or_the_call(tables: Mapping[str, TableView]) -> None:
    view, action = tables["full"], tables["full"].action
    assert action is not None
    behind = next(seat.stack_chips for seat in view.seats if seat.seat == action.seat)

    def shown(to_call_chips: int, *may: Choice) -> bool:
        now = replace(action, may=may, to_call_chips=to_call_chips)
        return "a" in [key for key, _ in offered(Keypad(), replace(view, action=now))]

    assert shown(behind - 1, "fold", "call", "raise")
    assert shown(0, "check", "bet")
    assert shown(behind, "fold", "call"), "he calls with all he has"
    assert not shown(behind - 1, "fold", "call")


def test_keys_are_shown_where_they_are_used(tables: Mapping[str, TableView]) -> None:
    def names(view: TableView | None, pad: Keypad | None = None) -> str:
        return " ".join(key for key, _ in offered(pad or Keypad(), view))

    assert names(tables["full"]) == "1-2 o k r a f . u ? q"
    assert names(tables["showdown"]) == "B t . u ? q", "the river has no face yet"
    shows = replace(tables["showdown"], next=NextAct("await", 3))
    assert offered(Keypad(), shows)[1:3] == (("t", "key.tabled"), ("f", "key.mucked"))
    assert names(replace(shows, tables=(3,))).split()[1:3] == ["t", "."], "who must show has no choice"
    assert names(replace(shows, street="deal", next=NextAct("deal-again"))) == "s . u ? q"
    assert names(replace(shows, street="settled", next=NextAct("new-hand"))).startswith("g s t")
    assert names(tables["heads-up"]) == "s t . u ? q"
    assert [key for key, _ in offered(Keypad(), tables["full"], demo=True)].count("p") == 1
    assert names(None) == "? q"
    assert names(tables["full"], Keypad("raise")) == "0-9 enter esc"
    assert names(tables["full"], Keypad("turn-up")) == "0-9 esc"
    assert names(tables["full"], Keypad("option")) == "1-2 esc"
    assert names(tables["full"], Keypad("role")) == "1 2 enter esc"
    assert names(tables["full"], Keypad("reason")) == "enter esc"


def test_the_key_of_the_board_is_shown_while_a_card_lies_there_without_a_face(tables: Mapping[str, TableView]) -> None:
    key, view = ("B", "key.board"), tables["full"]
    assert view.board
    assert view.action is not None
    assert key not in offered(Keypad(), view)
    faceless = replace(view, board=(), board_count=len(view.board))
    assert key in offered(Keypad(), faceless)
    assert key in offered(Keypad(), replace(faceless, street="showdown", action=None, next=NextAct("await", 3)))
    assert key not in offered(Keypad(), replace(faceless, action=None, next=NextAct("deal-flop"))), "more of it come"


def test_seldom_keys_are_for_a_hand_under_way(tables: Mapping[str, TableView]) -> None:
    assert [key for key, _ in seldom(Keypad(), tables["full"])] == ["w", "e", "m", "h", "l"]
    assert [key for key, _ in seldom(Keypad(), tables["showdown"])] == ["e", " ", "m", "h"]
    shows = replace(tables["showdown"], next=NextAct("await", 3))
    assert [key for key, _ in seldom(Keypad(), shows)] == ["e", "m", "h"], "nobody has done anything yet"
    assert " " in [key for key, _ in seldom(Keypad(), replace(shows, tables=(3,)))]
    assert seldom(Keypad(), tables["heads-up"]) == ()
    assert seldom(Keypad("bet"), tables["full"]) == ()


def test_a_hand_is_shown_at_once_only_where_it_is_asked_for(tables: Mapping[str, TableView]) -> None:
    betting = tables["full"]
    pressed = keyed("t4", betting)
    assert (pressed.pad.mode, pressed.pad.held, pressed.command) == ("look", TurnUp(4), preview_asked(TurnUp(4)))
    for view in (replace(betting, tables=(4,)), replace(betting, street="showdown")):
        assert keyed("t4", view).command == TurnUp(4)
    assert keyed("t5", replace(betting, tables=(4,))).pad.held == TurnUp(5)


def test_done_answers_no_question(tables: Mapping[str, TableView]) -> None:
    view = replace(tables["full"], street="deal", action=None, next=NextAct("answer-first"))
    pressed = keyed(" ", view)
    assert (pressed.command, pressed.local) == (None, "answer-first")
    assert [key for key, _ in offered(Keypad(), view)][:2] == ["1-2", "o"]


def test_a_shuffle_in_a_hand_is_looked_at_first(tables: Mapping[str, TableView]) -> None:
    assert keyed("s", tables["full"]).command == preview_asked(MarkRiffle())
    for street, code in (("settled", "push-pot"), ("idle", "new-hand"), ("deal", "deal-again")):
        view = replace(tables["full"], street=street, next=NextAct(code))
        assert keyed("s", view).command == MarkRiffle()


@pytest.mark.parametrize("kind", sorted(NEVER_LIKELY))
def test_enter_alone_kills_no_hand(kind: str, tables: Mapping[str, TableView]) -> None:
    asked = replace(tables["full"].prompts[0], kind=kind)
    view = replace(tables["full"], prompts=(asked,))
    assert (keyed(">", view).command, keyed(">", view).local) == (None, "unknown-key")
    harmless = replace(view, prompts=(replace(asked, kind="gap-dealt"),))
    assert keyed(">", harmless).command == Confirm(asked.prompt, asked.answers[0])


def test_a_reason_has_an_end_and_a_case_that_is_gone_is_not_ruled(tables: Mapping[str, TableView]) -> None:
    assert len(keyed("o11" + "x" * 200, tables["full"]).pad.typed) == 80
    pad = keyed("o2", tables["full"]).pad
    gone = press(pad, "enter", tables["nine"], paused=False, demo=False)
    assert (gone.command, gone.local) == (None, "no-option")


def test_chips_that_the_table_does_not_have_are_not_found(tables: Mapping[str, TableView]) -> None:
    assert keyed("h4513>", tables["full"]).local == "no-such-chips"


def test_a_word_before_the_chips_has_its_own_key(tables: Mapping[str, TableView]) -> None:
    """`r 500` there was the fifth word of the list, all in, and two digits too many."""
    by_number, by_key = keyed(".895", tables["full"]).pad, keyed(".895r", tables["full"]).pad
    assert by_key == keyed(".8951", tables["full"]).pad != by_number
    assert keyed("or", tables["full"]).local == "no-line", "no ruling is chosen by the key of an act"


@given(st.text(max_size=12), st.booleans())
def test_no_row_of_keys_fails(keys: str, paused: bool) -> None:
    pressed = keyed(keys, None, paused=paused)
    assert pressed.command is None or not pressed.local, "a key does one thing"
    assert len(pressed.pad.typed) <= len(keys)
    escaped = keyed(f"{keys}!", None, paused=paused)
    assert (escaped.pad.mode, escaped.pad.typed) == ("idle", ""), "escape always leads out"

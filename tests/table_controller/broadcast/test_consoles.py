"""What consoles may ask for: role, verb and state held against each other, and all that is no command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Final, get_args

import msgspec
import pytest
from support.consoles import CONSOLES, KEYS, TOPICS, WALL_S, Room, payload

from display.keys.acts.floor import RULED_WITH
from display.keys.cases import CHOOSING
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.requests import OverrideDelay
from firmware_bridge.vocabulary.signed_commands import ConsoleRole, SignedCommand, opened, signed
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.console_client import Decision
from table_controller.broadcast.console_door import (
    EACH_S,
    EACH_UNKNOWN_S,
    MOST_AT_ONCE,
    MOST_UNKNOWN_AT_ONCE,
    Allowance,
)
from table_controller.broadcast.console_verbs import VERBS, verbs_of
from table_controller.broadcast.public import PublicMessage, public_findings, public_messages
from table_controller.broadcast.snapshots import state_of
from table_controller.controller.controller import fold
from table_controller.game.steps.floor.option import ARGUMENTS
from table_controller.runtime.processes.publishing import titles_in
from table_controller.session.consoles import MOST_IN_A_HAND
from table_controller.vocabulary.commands import AnnounceLevel, FromConsole, MarkDealt, MarkRiffle, PutAway, Rule, Say
from table_controller.vocabulary.record import Record, decode_record, requests_of
from table_controller.vocabulary.views import Refused

ROLES: Final[tuple[ConsoleRole, ...]] = get_args(ConsoleRole)

FITTING: Final[dict[str, dict[str, Any]]] = {
    "rule": {"option": "warning", "case": 1},
    "penalty": {"seat": 4, "hands": 1},
    "level": {"small_blind_chips": 100, "big_blind_chips": 200},
    "tell": {"what": "bubble"},
    "clock": {},
    "seat": {"seat": 7, "name": "Cy", "stack_chips": 10_000},
    "unseat": {"seat": 3},
    "delay": {"delay_s": 600},
    "mute": {},
}


def between_hands(_room: Room) -> None:
    pass


def dealt(room: Room) -> None:
    for command in (MarkRiffle(), MarkDealt()):
        assert isinstance(room.table.take(command), Record)


def a_case_is_open(room: Room) -> None:
    """Seat 6 acts before its turn, and the floor is called."""
    dealt(room)
    assert isinstance(room.table.take(Say("raise", 6, 600)), Record)


STATES: Final[dict[str, Callable[[Room], None]]] = {
    "between hands": between_hands,
    "dealt": dealt,
    "a case is open": a_case_is_open,
}
OF_THE_TABLE: Final = {
    ("rule", "between hands"): "stale",
    ("rule", "dealt"): "stale",
    ("clock", "between hands"): "nobody-to-act",
    ("seat", "between hands"): "no-such-seat",
    ("seat", "dealt"): "no-such-seat",
    ("seat", "a case is open"): "no-such-seat",
    ("unseat", "dealt"): "left-during-hand",
    ("unseat", "a case is open"): "left-during-hand",
}
"""Why the table itself says no; else it does what is asked."""


def open_case(room: Room) -> int:
    return next((one.case for one in room.table.view().findings if one.open and one.case), 1)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", ROLES)
def test_role_verb_and_state(role: ConsoleRole, state: str) -> None:
    """The whole matrix: each verb, on the present state, a moment ago, in an earlier hand, and on none yet."""
    assert FITTING.keys() == VERBS.keys()
    room = Room()
    STATES[state](room)
    present = room.table.controller.session
    for verb, decided in product(VERBS, ("now", "just before", "the hand before", "never")):
        room.table.controller.session = present
        began = room.table.controller.session.consoles.since_n
        n = {"now": room.n, "just before": room.n - 1, "the hand before": began, "never": room.n + 1}[decided]
        data = FITTING[verb]
        if verb == "rule" and state == "a case is open":
            finding = next(one for one in room.table.view().findings if one.open)
            data = {"option": finding.options[0], "case": open_case(room)}
        before, found = room.n, room.sends(room.asked(role, verb, data=data, n=n))
        expected = expected_of(role, verb, state, n=n, began=began, last=before)
        assert found.partition(" ")[0] == expected, (role, verb, state, decided, found)


def expected_of(role: ConsoleRole, verb: str, state: str, *, n: int, began: int, last: int) -> str:
    if role not in VERBS[verb].roles:
        return "not-for-this-role"
    if n > last:
        return "unknown-n"
    if n < last if VERBS[verb].on == "moment" else n <= began:
        return "moved-on"
    return OF_THE_TABLE.get((verb, state), "done")


def test_every_verb_has_a_role_and_every_role_a_verb() -> None:
    assert all(verb.roles for verb in VERBS.values())
    assert all(verbs_of(role) for role in ROLES)
    assert verbs_of("overlay") == verbs_of("recorder") == ()


# What is no command.


@pytest.fixture
def room() -> Room:
    made = Room()
    dealt(made)
    return made


def test_forged_and_stray_commands(room: Room) -> None:
    asked = room.asked("floor", "penalty", data=FITTING["penalty"])
    other = TOPICS.of("cmd", "level")
    at_another = "cardspeak/v1/rome/cmd/table/t8/penalty"
    assert room.sends(asked, key=KEYS["producer"]) == "wrong-signature"
    assert room.sends(replace(asked, role="producer"), key=KEYS["floor"]) == "wrong-role"
    assert room.sends(replace(asked, client="nobody")) == "unknown-client"
    assert room.sends(asked, topic=other) == "another-table"
    assert room.sends(replace(asked, to=at_another), topic=asked.to) == "another-table"
    assert room.sends(replace(asked, to=TOPICS.of("cmd", "void"))) == "unknown-verb"
    assert room.sends(replace(asked, epoch="E0")) == "another-epoch"
    assert room.sends(replace(asked, expires_s=room.wall_s)) == "expired"
    assert room.sends(replace(asked, expires_s=room.wall_s + 61)) == "expiry-too-far"
    assert room.sends(asked, retained=True) == "retained"
    assert room.sends(replace(asked, data={"seat": 11})).startswith("wrong-data seat: must be at most 10")
    assert room.sends(replace(asked, data={"seat": 4, "more": 1})).startswith("wrong-data")
    for text in (b"", b"[" * 2000, b"x" * 5000, b"\xff"):
        assert room.hears(text, asked.to) in {"unreadable", "too-large"}
    assert not room.table.view().penalties
    # The control: the same command as it should be.
    assert room.sends(asked) == "done"


def test_a_command_is_taken_once(room: Room) -> None:
    asked = room.asked("floor", "penalty", data=FITTING["penalty"])
    assert room.sends(asked) == "done"
    assert room.sends(asked) == "seen-before"
    assert room.sends(replace(asked, nonce="f" * 16)) == "seen-before"
    assert room.sends(replace(asked, id="another")) == "seen-before"
    # Nor after the process was started anew, nor with a clock that was put back.
    room.wall_s = WALL_S - 86_400
    controller = room.table.controller
    controller.session = fold(controller.journal, controller.book)
    assert room.sends(replace(asked, expires_s=room.wall_s + 10)) == "seen-before"
    # Nor in the next hand, in which nothing of this one is remembered.
    for command in (Rule("void-hand"), PutAway()):
        assert isinstance(room.table.take(command), Record), command
    assert controller.session.consoles.seen == ()
    assert room.sends(replace(asked, expires_s=room.wall_s + 10)) == "moved-on"


def test_a_case_of_a_later_hand_is_ruled_on_by_its_number_in_the_state() -> None:
    """Cases are counted on from hand to hand, the findings on a screen anew in each: in the first they agree."""
    room = Room()
    a_case_is_open(room)
    for command in (Rule("void-hand"), PutAway()):
        assert isinstance(room.table.take(command), Record), command
    a_case_is_open(room)
    (found,) = [one for one in state_of(room.table.view()).findings if one.topic == "out-of-turn"]
    assert found.case > 1
    assert room.sends(room.asked("floor", "rule", data={"option": "nonsense", "case": found.case})) == "no-such-option"
    assert room.sends(room.asked("floor", "rule", data={"option": "warning", "case": found.case + 7})) == "stale"
    data = {"option": found.options[0].name, "case": found.case}
    assert room.sends(room.asked("floor", "rule", data=data)) == "done"


def test_what_an_option_takes_stands_in_the_state_and_nothing_else_is_taken() -> None:
    room = Room()
    a_case_is_open(room)
    (found,) = [one for one in state_of(room.table.view(), titles_in("it")).findings if one.topic == "out-of-turn"]
    offers = {one.name: one for one in found.options}
    assert offers["penalty"].arguments == ("seat", "hands", "rounds")
    assert offers["no-penalty"].arguments == ()
    assert offers["no-penalty"].title == {"en": "no penalty", "it": "nessuna penalità"}
    for option, arguments, why in (
        ("warned", {"foo": "1"}, "wrong-data arguments.foo: there is no such argument, warned takes no arguments"),
        (
            "penalty",
            {"seat": "6", "foo": "1"},
            "wrong-data arguments.foo: there is no such argument, penalty takes seat and hands and rounds",
        ),
        ("penalty", {"hands": "two"}, "wrong-data arguments.hands: must be a whole number in digits, as text"),
        ("pick-burn", {"card": "10h"}, "wrong-data arguments.card: must be a card, such as Ah"),
    ):
        data = {"option": option, "case": found.case, "arguments": arguments}
        assert room.sends(room.asked("floor", "rule", data=data)) == why
    data = {"option": "penalty", "case": found.case, "arguments": {"seat": "6", "hands": "2"}}
    assert room.sends(room.asked("floor", "rule", data=data)) == "done"
    told = [one for record in records(room) for one in (*public_messages(record), *of_findings(record))]
    ruled = {one.type: one.data for one in told if one.type in {"floor_ruled", "ruling"}}
    same = {"option": "penalty", "arguments": {"seat": "6", "hands": "2"}, "role": "floor", "case": found.case}
    assert ruled == {"floor_ruled": same, "ruling": same}


def of_findings(record: Record) -> Iterator[PublicMessage]:
    return (one.message for one in public_findings(record))


def test_the_dealers_keys_ask_for_what_an_option_takes() -> None:
    assert {option: f"ruled-{ARGUMENTS[option][0]}" for option in RULED_WITH} == dict(RULED_WITH)
    modes = {f"ruled-{name}" for taken in ARGUMENTS.values() for name in taken}
    assert modes <= CHOOSING


@pytest.mark.parametrize(
    "level",
    [AnnounceLevel(33, 66, 0), AnnounceLevel(0, 100, 0), AnnounceLevel(100, 200, 30), AnnounceLevel(200, 100, 0)],
)
def test_a_level_that_no_chip_in_play_can_pay_is_refused_to_console_and_dealer(level: AnnounceLevel) -> None:
    room = Room()
    assert room.table.view().denominations[0] == 25
    assert room.sends(room.asked("floor", "level", data=msgspec.structs.asdict(level))) == "set-up least=25"
    assert room.table.take(level) == Refused("set-up least=25")
    assert wording_in("en").reason("set-up least=25").endswith("the smallest is 25")


def test_what_is_wrong_with_the_data_is_said_in_plain_words() -> None:
    room = Room()
    for verb, wrong, why in (
        ("seat", {"name": ""}, "name: must be 1 character at least"),
        ("seat", {"name": "x" * 121}, "name: must be 120 characters at most"),
        (
            "tell",
            {"what": "lunch"},
            "what: 'lunch' is none of break, break-due, break-over, bubble,",
        ),
    ):
        told = room.sends(room.asked("floor", verb, data=FITTING[verb] | wrong))
        assert told.startswith(f"wrong-data {why}"), told


def test_a_level_without_an_ante_has_none() -> None:
    room = Room()
    assert room.sends(room.asked("floor", "level", data=FITTING["level"])) == "done"
    coming = state_of(room.table.view()).level.coming
    assert coming is not None
    assert coming.ante_chips == 0


def test_a_console_that_is_struck_off_is_out_at_once(room: Room) -> None:
    assert room.sends(room.asked("floor", "penalty", data=FITTING["penalty"])) == "done"
    del room.known["floor"]
    assert room.sends(room.asked("floor", "penalty", data=FITTING["penalty"])) == "unknown-client"


def test_as_many_in_a_hand_as_are_remembered(room: Room) -> None:
    for number in range(MOST_IN_A_HAND):
        asked = room.asked("technician", "mute", data={"muted": number % 2 == 0}, id=f"m-{number}")
        assert room.sends(asked) == "done"
    assert room.sends(room.asked("technician", "mute")) == "too-many"


# The journal.


def records(room: Room) -> Iterator[Record]:
    return (decode_record(entry.payload) for entry in room.table.controller.journal.entries())


def test_all_of_it_is_in_the_journal_and_folds_to_the_same(room: Room) -> None:
    taken = room.asked("floor", "penalty", data=FITTING["penalty"])
    room.sends(taken)
    room.sends(room.asked("floor", "level", data={"big_blind_chips": "many"}))
    room.sends(room.asked("producer", "level", data=FITTING["level"]))
    heard = [record.cause for record in records(room) if isinstance(record.cause, FromConsole)]
    assert [(one.client, one.verb, one.refused.partition(" ")[0]) for one in heard] == [
        ("floor", "penalty", ""),
        ("floor", "level", "wrong-data"),
        ("producer", "level", "not-for-this-role"),
    ]
    # Whoever has the public key proves who asked.
    assert opened(SignedCommand(heard[0].signed, heard[0].signature), room.known) == taken
    controller = room.table.controller
    assert fold(controller.journal, controller.book) == controller.session


def test_a_delay_goes_to_the_bridge_as_it_was_signed(room: Room) -> None:
    asked = room.asked("producer", "delay", data=FITTING["delay"])
    assert room.sends(asked) == "done"
    (*_, last) = records(room)
    command = signed(asked, KEYS["producer"])
    assert requests_of(last) == (OverrideDelay(command.asked, command.signature),)
    room.sends(room.asked("floor", "delay", data=FITTING["delay"]))
    (*_, last) = records(room)
    assert requests_of(last) == ()


def test_names_are_clean_and_signs_that_steer_reach_no_journal() -> None:
    room = Room()
    name = "A\u202enna\x1b[2J"
    assert room.sends(room.asked("floor", "unseat", data={"seat": 3})) == "done"
    assert room.sends(room.asked("floor", "seat", data=FITTING["seat"] | {"seat": 3, "name": name})) == "done"
    assert room.table.view().seats[2].name == "Anna[2J"
    room.hears(
        payload(signed(room.asked("floor", "mute"), KEYS["floor"])), "cardspeak/v1/rome/cmd/table/t7/\x1b[2Jmute"
    )
    for entry in room.table.controller.journal.entries():
        text = entry.payload.decode()
        assert text.isprintable()
        assert "\u202e" not in text


# How many.


def test_what_anybody_could_send_is_bounded(room: Room) -> None:
    """At, under and over the bound; who is over it hears nothing and is counted in the next that is told."""
    asked = room.asked("floor", "penalty", data=FITTING["penalty"])
    forged, genuine = payload(signed(asked, b"x" * 32)), payload(signed(asked, KEYS["floor"]))

    def heard(text: bytes, now_s: float) -> str | None:
        told = room.door.take(asked.to, text, now_s, retained=False)
        return None if told is None else told.refused

    assert [heard(forged, 100.0) for _ in range(MOST_UNKNOWN_AT_ONCE)] == ["wrong-signature"] * MOST_UNKNOWN_AT_ONCE
    assert [heard(forged, 100.0) for _ in range(5)] == [None] * 5
    assert heard(genuine, 100.0) == "", "a flood of forgeries keeps no console out"
    told = room.door.take(asked.to, forged, 100.0 + EACH_UNKNOWN_S, retained=False)
    assert told is not None
    assert (told.refused, told.left_out) == ("wrong-signature", 5)
    assert heard(forged, 100.0 + EACH_UNKNOWN_S) is None
    assert [heard(genuine, 101.0) for _ in range(MOST_AT_ONCE)] == [""] * MOST_AT_ONCE
    assert heard(genuine, 101.0) is None
    assert heard(genuine, 101.0 + EACH_S) == ""


def test_an_allowance_does_not_grow_beyond_its_bound() -> None:
    made = Allowance(2, 1.0)
    assert [made.takes_one(1e6) for _ in range(3)] == [True, True, False]


def test_a_journal_grows_by_little_under_a_flood(room: Room) -> None:
    """2,000 forged commands in 100 s."""
    before = len(list(room.table.controller.journal.entries()))
    forged = payload(signed(room.asked("floor", "penalty", data=FITTING["penalty"]), b"x" * 32))
    for number in range(2_000):
        told = room.door.take(TOPICS.of("cmd", "penalty"), forged, 1000 + number / 20, retained=False)
        if told is not None:
            room.takes(told)
    grown = len(list(room.table.controller.journal.entries())) - before
    assert grown <= MOST_UNKNOWN_AT_ONCE + 100 / EACH_UNKNOWN_S + 1


# The console's own side.


def test_what_the_console_makes_is_what_the_table_takes(room: Room) -> None:
    for role, verb in (("floor", "penalty"), ("technician", "mute")):
        on = Decision(room.epoch, room.n)
        command = CONSOLES[role].command(TOPICS, verb, FITTING[verb], on, room.wall_s + 20)  # type: ignore[index]  # the words are roles
        assert room.hears(payload(command), TOPICS.of("cmd", verb)) == "done"


def test_the_schema_of_a_command_is_what_travels(room: Room) -> None:
    command = signed(room.asked("floor", "penalty", data=FITTING["penalty"]), KEYS["floor"])
    assert msgspec.json.decode(payload(command)).keys() == {"asked", "signature"}

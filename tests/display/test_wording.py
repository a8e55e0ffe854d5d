"""Every code that the project knows has words, and words never say less than the code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from display.keys.hints import offered
from display.keys.menus import ACTS, MENUS
from display.keys.modes import MODES
from display.keys.pad import Keypad
from display.languages import DEFAULT, own_words
from display.widgets.help import KEYS
from display.widgets.panel import panel_lines
from display.widgets.pots import pot_lines
from display.widgets.shown import Shown
from display.widgets.status import status_line
from display.wording.sentences import choice
from display.wording.wording import ENGLISH, Wording, faces, wording_in
from firmware_bridge.vocabulary.observations import NodeStatus
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.events import Word
from table_controller.vocabulary.findings import Citation
from table_controller.vocabulary.outcomes import OUTCOMES, ActKind
from table_controller.vocabulary.views import (
    Choice,
    Effect,
    FindingView,
    LevelView,
    NextAct,
    NodeView,
    Notice,
    OptionView,
    PotView,
    PromptView,
    SeatStatus,
    SeatView,
    TableView,
)

EN = own_words(DEFAULT)

NEXT_CODES = (
    "new-hand",
    "deal-card",
    "burn",
    "deal-flop",
    "deal-turn",
    "deal-river",
    "return-chips",
    "make-change",
    "push-pot",
    "call-floor",
    "await",
)
STREETS = (
    "idle",
    "deal",
    "preflop",
    "flop",
    "turn",
    "river",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "draw",
    "showdown",
    "settled",
)
FORCED = ("ante", "small-blind", "big-blind")
RANKS = (
    "High card", "One pair", "Two pair", "Three of a kind", "Straight", "Flush", "Full house", "Four of a kind",
    "Straight flush", "Royal flush", "Low", "Badugi",
)  # fmt: skip


SPLIT = frozenset({"ActRuled", "ForcedBetPosted", "PotAwarded", "Corrected"})
"""Outcomes that are told by what they are about."""


def known_codes() -> dict[str, tuple[str, ...]]:
    """Every group of codes with its members, from the types where there are types."""
    return {
        "next": tuple(NEXT_CODES),
        "street": tuple(STREETS),
        "seat": get_args(SeatStatus),
        "choice": get_args(Choice),
        "act": (*get_args(ActKind), *FORCED),
        "told.ActRuled": get_args(ActKind),
        "told.ForcedBetPosted": FORCED,
        "told": tuple(name for name in OUTCOMES.names if name not in SPLIT),
        "told.Corrected": ("stack", "bet", "card", "seat", "moved", "word"),
        "node": get_args(NodeStatus),
        "rank": RANKS,
        "rank-long": RANKS,
        "help": KEYS,
        "ask": ("menu", *MODES),
        "do": tuple(ACTS),
        "menu": tuple(MENUS),
        "prompt": (
            *("cards-gone", "chips-came", "chips-went", "gap-card", "gap-dealt", "gap-folded", "gap-strayed"),
            *("gap-pushed", "gap-taken-back", "gap-gathered", "gap-bet-gathered", "gap-won", "gap-won-of"),
            *("gap-chips-more", "gap-chips-less", "gap-puck", "gap-allin-down", "gap-allin-up"),
            *(
                f"gap-{kind}-table"
                for kind in (
                    "burned",
                    "boarded",
                    "unburned",
                    "unboarded",
                    "mucked",
                    "riffled",
                    "gathered-hand",
                    "strayed",
                )
            ),
            *("gap-chips-more-table", "gap-chips-less-table", "chips-came-table", "chips-went-table"),
        ),
        "answer": ("folded", "still-there", "ignore", "yes", "no"),
        "broker": ("off", "connecting", "ready", "behind", "ahead", "absent", "refused", "port-taken", "stopped"),
        "reason": ("disk-full", "no-reserve", "no-new-hand", "journal-failed", "no-snapshot", "no-mirror"),
        "notice.journal": (
            "none",
            "disk-full",
            "no-reserve",
            "no-new-hand",
            "journal-failed",
            "no-snapshot",
            "no-mirror",
        ),
    }


def missing(table: Mapping[str, str]) -> list[str]:
    return [
        f"{group}.{code}" for group, codes in known_codes().items() for code in codes if f"{group}.{code}" not in table
    ]


def test_every_known_code_has_words() -> None:
    assert missing(EN) == []


def test_a_planted_gap_is_seen() -> None:
    assert missing({key: words for key, words in EN.items() if key != "next.burn"}) == ["next.burn"]


@pytest.mark.parametrize(
    ("folder", "pattern", "group"),
    [
        ("table_controller", r"\bRefused\(\s*f?\"([a-z-]+)", "reason"),
        ("table_controller", r"Unexplained\(\s*\"([a-z-]+)\"", "cause"),
        ("table_controller/runtime", r"Notice\(\"([a-z-]+)\"", "notice"),
    ],
)
def test_the_codes_in_the_controllers_sources_have_words(project: Path, folder: str, pattern: str, group: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (project / folder).rglob("*.py")]
    codes = {code for text in sources for code in re.findall(pattern, text)} - {"pace"}
    assert codes, "the pattern finds nothing any more"
    told = {key.removeprefix(f"{group}.").split(".")[0] for key in EN if key.startswith(f"{group}.")}
    assert sorted(codes - told) == []


def test_every_key_line_has_words(tables: Mapping[str, TableView]) -> None:
    for view in (None, *tables.values()):
        for mode in ("idle", "menu", *MODES):
            for _, code in offered(Keypad(mode=mode), view):
                assert ENGLISH.has(code), code


def test_holes_are_named_and_nothing_else() -> None:
    for key, words in EN.items():
        for _, hole, spec, conversion in Formatter().parse(words):
            assert not spec, key
            assert not conversion, key
            assert hole is None or hole.isidentifier(), key


def test_every_word_that_a_player_can_say_has_a_key() -> None:
    keyed = {"check", "call", "bet", "raise", "number", "all-in", "fold", "pat"}  # pat: the check key while one draws
    assert set(get_args(Word)) - keyed == {"pot", "other"}, "no key yet: pot-limit and odd words come later"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            "schema-mismatch node=00aa host=11bb",
            "it runs another release of the protocol (its schema 00aa, ours 11bb): flash the same release",
        ),
        ("silent for 2.1 s", "it fell silent"),
        (
            "disk-full free_bytes=812 reserve_bytes=9000",
            "its disk is full or nearly so: 812 bytes are free, 9000 are set aside; make room between hands",
        ),
        ("no-such-answer answers=folded,still-there", "that answer is not offered (folded,still-there)"),
        ("something-new \x1b[2Jx=1", "something-new [2Jx=1"),
        ("bad-inventory nonsense", "its list of zones makes no sense (?: ?)"),
        ("", ""),
    ],
)
def test_reasons(told: str, words: str) -> None:
    assert ENGLISH.reason(told) == words


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("ready", "MQTT ready"),
        ("behind 300", "MQTT behind by 300"),
        ("absent connection-refused", "MQTT absent (connection refused)"),
    ],
)
def test_the_broker(status: str, words: str) -> None:
    assert ENGLISH.reason(status, "broker") == words


def test_next_acts(tables: Mapping[str, TableView], make_table: Callable[..., TableView]) -> None:
    anna = (SeatView(1, "Anna", "in", 900, 0, 2), SeatView(2, "", "in", 900, 0, 2))

    def said(act: NextAct, street: str = "flop") -> str:
        return ENGLISH.next_act(make_table(seats=anna, next=act, street=street))

    assert said(NextAct("deal-card", 1)) == "Deal a card to seat 1 Anna"
    assert said(NextAct("return-chips", 2, 1400)) == "Return 1,400 to seat 2"
    assert said(NextAct("await", 1, 100), "deal") == "Seat 1 Anna posts the ante 100"
    assert said(NextAct("await", 1, 100)) == "Seat 1 Anna still owes 100"
    assert said(NextAct("await", 1), "showdown") == "Seat 1 Anna: show or muck"
    assert said(NextAct("wash-deck", 1)) == "wash deck seat 1 Anna"
    assert ENGLISH.next_act(tables["full"]) == "Action on seat 7 Gustavo"
    assert ENGLISH.next_act(tables["heads-up"]) == "Shuffle and start the first hand"


def test_findings_prompts_notices_rules(tables: Mapping[str, TableView]) -> None:
    facts = (("cause", "out-of-turn"), ("turn", 4), ("to_call_chips", 1400))
    assert ENGLISH.finding("irregular", facts) == ("Act out of turn", "it is the turn of seat 4")
    assert ENGLISH.finding("string-bet", (("said_chips", 5),)) == ("Chips added later", "the amount was 5")
    assert ENGLISH.rule(Citation("tda-2019", "45-A")) == "TDA 2019, rule 45-A"
    assert ENGLISH.rule(Citation("house", "cap")) == "house rule cap"
    went = PromptView("chips-adrift:pot", "chips-went", None, ("ignore",), 300)
    assert ENGLISH.question(went, tables["full"]).startswith("300 left the middle")
    pushed = PromptView("x", "gap-pushed", 1, ("yes", "no"), 1200)
    assert ENGLISH.question(pushed, tables["full"]).startswith("1,200 more in front of seat 1 Anna")
    assert ENGLISH.question(PromptView("x", "deck-short", 1, ()), tables["full"]) == "Seat 1 Anna: deck short?"
    assert ENGLISH.notice(Notice("disk-full", (("free_bytes", 12),))) == "disk full free bytes 12"


def test_a_word_after_chips_a_penalty_to_come_and_work_at_the_deck_are_said_as_a_dealer_would() -> None:
    said = (("word", "all-in"), ("as_chips", 500), ("instead_chips", 3975))
    assert ENGLISH.facts(said) == "said all in (3,975) after chips for 500", "as long as the floor has not chosen"
    assert ENGLISH.facts((*said, ("as_kind", "call"))) == "said all in (3,975): counts as a call of 500"
    assert ENGLISH.finding("penalty", ()) == ("May earn a penalty", "")
    assert ENGLISH.finding("penalty", (("hands_left", 2),))[0] == "A penalty"
    nothing = (Effect("nothing"),)
    case = FindingView(
        1, "misdeal", 3, Citation("figp-2012", "FIN"), (("cause", "boxed-cards"),), ("restore", "play-on"), open=True
    )
    assert choice(OptionView("restore", nothing), case, ENGLISH)[0] == "put it back in order: chips and hands stay"
    assert choice(OptionView("play-on", nothing), case, ENGLISH)[0] == "play on: nothing changes"
    stuck = replace(case, facts=(("cause", "stuck-cards"),))
    sorted_out = choice(OptionView("play-on", (Effect("deal-voided"),)), stuck, ENGLISH)[0]
    assert sorted_out.startswith("not stuck: each card came by itself"), "it said: play on, a misdeal"
    assert ENGLISH.code("rank", "Three of a kind") == "3 of a kind"
    assert ENGLISH.code("street", "settled") == "hand over"
    assert ENGLISH.code("node", "degraded") == "slow"


def test_the_blinds_stay_on_the_top_line_and_a_broker_that_is_well_is_not_told(
    make_table: Callable[..., TableView],
) -> None:
    def top(view: TableView, **more: Any) -> str:
        return "".join(text for text, _ in status_line(Shown(view=view, **{"link": "live", **more}), ENGLISH, 80))

    assert "MQTT" not in top(make_table())
    sick = (NodeView("seats-5-7", "refused", "silent"), NodeView("centre", "down", "silent"))
    worst = make_table(nodes=sick, broker="absent connection-refused", floor_called=True, muted=True)
    for view in (worst, replace(worst, coming=LevelView(200, 400, 50)), make_table(broker="behind 300")):
        for more in ({}, {"paused": True}, {"link": "lost", "paused": True}):
            line = top(view, **more)
            assert "Hand 12 · " in line
            assert "100/200 ante 25" in line
            assert "CONTROLLER LOST" in line or "link" not in more
    assert "MQTT behind by 300" in top(make_table(broker="behind 300"))
    long = "restarting nats not ready in time: certificate hostname-mismatch,-certificate-is-not-valid-for-'10.0.0.5'"
    assert "MQTT down" in top(make_table(broker=long)), "the reason has no room, that there is none has"
    assert "MQTT unheard" in top(make_table(broker="unheard"))


def test_pots_keep_their_names_in_italian_on_the_smallest_table(make_table: Callable[..., TableView]) -> None:
    pots = (PotView(12_400, (2, 3, 4, 5)), PotView(2_100, (2, 3, 4)))
    lines = pot_lines(make_table(pots=pots, pot_chips=14_500), wording_in("it"), 28, 4)
    told = ["".join(text for text, _ in line).strip() for line in lines]
    assert told == ["Principale 12.400 (2 3 4 5)", "Side 1 2100 (2 3 4)"]


def test_a_finding_that_the_floor_has_decided_has_a_sign_of_its_own(tables: Mapping[str, TableView]) -> None:
    case = tables["full"].findings[0]

    def told(*findings: FindingView) -> str:
        view = replace(tables["full"], findings=findings, prompts=())
        return "\n".join("".join(text for text, _ in line) for line in panel_lines(Shown(view=view), ENGLISH, 80, 20))

    assert "! Less than a call: seat 4 Dmitri" in told(case)
    decided = told(replace(case, open=False, choices=(), ruled="take-back"))
    assert "✓ Less than a call: seat 4 Dmitri: take it back" in decided
    assert "! Less" in told(replace(case, open=False, choices=())), "closed by another choice"


def test_another_language_is_another_table() -> None:
    italian = Wording({",": ".", "seat.player": "posto {seat} {name}"})
    assert italian.amount(10_170_000) == "10.170.000"
    assert italian.player((SeatView(1, "Anna", "in", 1, 0, 2),), 1) == "posto 1 Anna"


def test_faces() -> None:
    assert faces(("Ah", "Td", "2c", "9s")) == "A♥ T♦ 2♣ 9♠"
    assert faces(("nonsense", "Ax")) == "?? ??"

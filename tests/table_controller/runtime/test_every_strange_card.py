"""Each of the 52 cards as a stranger and as a double at every zone where a card can be read, by every policy.

The card is read by a node (snapshots in memory), goes through bridge and inference, and meets the table of each
book before anyone acted, after the first act, and on the flop: the right finding, cited right, every time. What
leaves the bridge never says which card it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import pytest
from support.card_felt import BLUE, RED, SEAT_1, SEAT_2, SPARES, TOLD_SCANS, ZONES, Felt
from support.counting import counted
from support.script_text import THREE_PLAYERS, script_text

from firmware_bridge.secrets.decks import generate_deck
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import StrangeCard
from firmware_bridge.vocabulary.zones import STUB, Zone, zone_seat
from table_controller.game.engine import step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.table import Table
from table_controller.inference.infer import Inference, answer, infer
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.scripts.interpret import failures, set_table
from table_controller.scripts.parse import parse_script
from table_controller.scripts.player import Player
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.commands import Confirm, Done, MarkFold, MarkRiffle, PutAway
from table_controller.vocabulary.events import StrangeCardFound
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.record import Record

MOMENTS: Final = {
    "nobody has acted": "deal",
    "one has acted": "deal\n1: raises to 600",
    "the big blind has acted": "deal\n1: calls\n2: calls\n3: checks\nflop",
}
VOID: Final = dict.fromkeys(MOMENTS, "void")
UNTIL_THE_BLIND: Final = {**dict.fromkeys(MOMENTS, "misdeal"), "the big blind has acted": ""}


@dataclass(frozen=True)
class Answer:
    """What a book prints: the rule for a foreign card and for a double, and what becomes of the hand.

    Where it is too `late` for that, the floor has `options`: of the hand, and its kinds of penalty for who knew.
    """

    foreign: str
    duplicate: str
    fates: Mapping[str, str]
    late: str = ""
    options: tuple[str, ...] = ()


IPO_PENALTIES: Final = ("penalty", "warning", "disqualify", "eliminate")
"""63-1 of that book, which names the cancelled hand among them as well."""

ANSWERS: Final = {
    "tda-holdem": Answer("27-MZ1", "27-MZ2", VOID),
    "tda-2019": Answer("35-E", "35-E", VOID),
    "figp-2012": Answer("45", "46", VOID),
    "ipo-2015": Answer(
        "39-1~2", "39-1~2", UNTIL_THE_BLIND, late="29", options=("void-hand", "play-on", *IPO_PENALTIES)
    ),
}
KINDS: Final = ("foreign", "other-deck", "duplicate")


def laid(card: Card, kind: str, zone: Zone) -> tuple[Felt, list[StrangeCard]]:
    """A felt on which such a card came to lie in `zone`, and what was told of it."""
    felt = Felt()
    if kind == "duplicate":
        felt.lay(SEAT_1, RED.tag_of(card))
        assert felt.scan(8) == []
    tag = {"foreign": b"nobody-" + card.encode(), "other-deck": BLUE.tag_of(card), "duplicate": SPARES[card]}[kind]
    felt.lay(zone, tag)
    return felt, felt.scan(TOLD_SCANS)


@cache
def tables(name: str) -> Mapping[str, Table]:
    """The table of a book at each moment."""
    return {
        moment: played(steps, name, StraightPlayer(package_rulebook(name))).table for moment, steps in MOMENTS.items()
    }


def played(steps: str, name: str, player: Player) -> Player:
    text = script_text("a strange card", steps, THREE_PLAYERS).replace("tda-2019", name)
    script = parse_script("strange.toml", text)
    assert list(failures(script, set_table(script, player))) == []
    return player


def judged(table: Table, seen: StrangeCard, book: Rulebook) -> tuple[Table, tuple[Finding, ...]]:
    """The table and the findings after the card was told, and the dealer has said that it lies there."""
    state, told = infer(Inference(), seen, settled=False)
    assert told == (), "no reader alone ends a hand"
    (asked,) = state.doubts()
    assert answer(state, asked.prompt, "no", 2.0)[1] == ()
    state, events = answer(state, asked.prompt, "yes", 2.0)
    assert [type(event) for event in events] == [StrangeCardFound]
    assert state.doubts() == ()
    after = step(table, events[0], book)
    return after.table, after.findings


def check(name: str, moment: str, seen: StrangeCard, kind: str) -> None:
    answer, book = ANSWERS[name], package_rulebook(name)
    after, found = judged(tables(name)[moment], seen, book)
    fate = answer.fates[moment]
    ref = (answer.duplicate if kind == "duplicate" else answer.foreign) if fate else answer.late
    assert [(one.topic, one.seat, one.cite.ref) for one in found] == [("fouled-deck", zone_seat(seen.zone), ref)]
    assert dict(found[0].facts)["cause"] == kind
    assert after.hand.fate == fate
    assert {option.name for option in found[0].options} == (set(answer.options) if not fate else set())
    if fate == "void":
        assert sum(money.committed_chips for money in after.ledger) == 0
        assert {money.stack_chips for money in after.ledger} == {5000}


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", KINDS)
def test_each_card_at_each_zone_at_each_moment_by_each_book(kind: str, zone: Zone) -> None:
    cases = 0
    for card in DECK:
        felt, told = laid(card, kind, zone)
        assert [(seen.zone, seen.kind) for seen in told] == [(zone, kind)], card
        assert card not in repr(told)
        assert felt.scan(20) == [], "told once"
        for name in ANSWERS:
            for moment in MOMENTS:
                check(name, moment, told[0], kind)
                cases += 1
    counted(cases, "strange cards judged")


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_stranger_that_only_flies_over_an_antenna_is_not_told(kind: str, zone: Zone) -> None:
    for scans in (1, 2, 3):
        felt, tag = Felt(), {"foreign": b"nobody", "other-deck": BLUE.tag_of(Card("Ah"))}.get(kind, SPARES[Card("Ah")])
        if kind == "duplicate":
            felt.lay(SEAT_1, RED.tag_of(Card("Ah")))
            felt.scan(8)
        felt.lay(zone, tag)
        felt.scan(scans)
        felt.lift(zone, tag)
        assert felt.scan(20) == [], f"read {scans} times"


def test_a_card_known_to_be_strange_is_a_double_once_its_twin_is_read() -> None:
    felt, told = laid(Card("Ah"), "other-deck", SEAT_2)
    assert [seen.kind for seen in told] == ["other-deck"]
    felt.lay(SEAT_1, RED.tag_of(Card("Ah")))
    assert [(seen.zone, seen.kind) for seen in felt.scan(TOLD_SCANS)] == [(SEAT_2, "duplicate")]
    assert felt.scan(8) == []


@pytest.mark.parametrize("kind", ["other-deck", "duplicate"])
@pytest.mark.parametrize("name", ANSWERS)
def test_a_second_deck_beside_the_table_says_nothing_once_the_pots_are_awarded(name: str, kind: str) -> None:
    book = package_rulebook(name)
    table = played("deal\n1: folds\n2: folds", name, StraightPlayer(book)).table
    assert table.hand.phase == "settled"
    for zone in ZONES:
        assert judged(table, StrangeCard(zone, kind, 1.0), book)[1] == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("kind", KINDS)
def test_through_the_frames_of_the_nodes(kind: str, zone: Zone) -> None:
    """The whole way once for each kind of zone: tag, node, frame, bridge, inference, engine."""
    player = HardwarePlayer(package_rulebook("tda-holdem"))
    played("deal 1=AhAd 2=KsKd 3=7c2d\n1: calls", "tda-holdem", player)
    table = player.process.table
    card = Card("Ah" if kind == "duplicate" else "9c")
    tag = generate_deck("stranger", 9).tag_of(card) if kind == "foreign" else table.setup.spare.tag_of(card)
    player.mark()
    table.run_until(table.cards.bring(tag, zone))
    table.run_for(2.0)
    assert (player.findings, player.table.hand.fate) == ((), ""), "nobody has said yet that it lies there"
    (asked,) = player.process.controller.view(table.now_s).prompts
    assert (asked.kind, asked.answers, asked.remedy) == (f"strange-{_told_as(kind, zone)}", ("no", "yes"), "void")
    player.process.key(Confirm(asked.prompt, "yes"))
    ref = "27-MZ2" if kind == "duplicate" and zone != STUB else "27-MZ1"  # the stub names no double of the other deck
    assert [(one.topic, one.seat, one.cite.ref) for one in player.findings] == [("fouled-deck", zone_seat(zone), ref)]
    assert player.table.hand.fate == "void"


def _told_as(kind: str, zone: Zone) -> str:
    return "other-deck" if zone == STUB and kind == "duplicate" else kind


@pytest.mark.parametrize("answered", [False, True])
def test_a_tag_that_a_reader_makes_up_costs_nobody_a_hand(answered: bool) -> None:
    """The dealer says no, or looks at nothing and plays on: the hand is played, and the next knows nothing of it."""
    player = HardwarePlayer(package_rulebook("tda-holdem"))
    played("deal 1=AhAd 2=KsKd 3=7c2d\n1: calls", "tda-holdem", player)
    table = player.process.table
    table.run_until(table.cards.bring(generate_deck("stranger", 9).tag_of(Card("9c")), SEAT_2))
    table.run_for(2.0)
    (asked,) = player.process.controller.view(table.now_s).prompts
    if answered:
        player.process.key(Confirm(asked.prompt, "no"))
        assert player.process.controller.view(table.now_s).prompts == ()
    for _ in range(2):
        player.process.key(MarkFold())
    while (view := player.process.controller.view(table.now_s)).next.code != "new-hand":
        due = view.on_screen or view.next
        assert isinstance(player.process.key(Done(due.code, due.seat, due.chips)), Record), due
    assert player.table.hand.fate == ""
    assert [one.topic for one in player.findings if one.topic == "fouled-deck"] == []
    player.process.key(PutAway())
    player.process.key(MarkRiffle())
    assert player.process.controller.view(table.now_s).prompts == ()


def planted() -> Iterator[tuple[str, Callable[[pytest.MonkeyPatch], None]]]:
    yield (
        "a bridge that knows no strange card",
        lambda patch: patch.setattr("firmware_bridge.sensing.strangers.Strangers.tell", lambda *_: []),
    )
    yield (
        "a bridge that calls every stranger foreign",
        lambda patch: patch.setattr("firmware_bridge.sensing.strangers.Strangers._kind", lambda *_: "foreign"),
    )
    yield (
        "a table without the rule for doubles",
        lambda patch: patch.setattr("table_controller.game.rules.deal.decks.duplicate_card", lambda *_: None),
    )


@pytest.mark.parametrize(("what", "plant"), list(planted()), ids=[what for what, _ in planted()])
def test_what_is_planted_is_caught(
    what: str, plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises((AssertionError, IndexError)):
        test_each_card_at_each_zone_at_each_moment_by_each_book("duplicate", SEAT_2)
    assert what

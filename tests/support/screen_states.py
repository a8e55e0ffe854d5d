"""Views that no table script comes to: what sensors see, chips that do not add up, and one for each kind of finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.findings import Citation, Fact
from table_controller.vocabulary.views import (
    AbsenceView,
    ActionView,
    ClockView,
    CountView,
    FindingView,
    LevelView,
    MiscountView,
    NextAct,
    NodeView,
    PenaltyView,
    PromptView,
    RoomView,
    SeatReads,
    SeatView,
    SenseView,
    SilentView,
    TableView,
)

READS: tuple[tuple[SeatReads, int], ...] = (
    ("none", 0), ("one", 1), ("both", 2), ("too-many", 3), ("unreadable", 0), ("foreign", 2), ("none", 0), ("none", 0),
    ("both", 2),
)  # fmt: skip
NAMES = ("Anna", "Bruno", "Carla", "Dan", "Eva", "Franz", "Greta", "Hugo", "Irene")
NODES = tuple(NodeView(node, "ready", "") for node in ("bridge", "centre", "seats-1-4"))
PLUG = NodeView("seats-5-6", "down", "port-lost the other end hung up")


def plain(**more: Any) -> TableView:
    """Nine players on the flop, the first to act, all well."""
    seats = tuple(SeatView(at, name, "in", 10_000, 0, 2) for at, name in enumerate(NAMES, 1))
    fields: dict[str, Any] = {
        "epoch": "e1", "as_of": 7, "hand": 12, "street": "flop", "variant": "NT", "rulebook": "tda-2019",
        "small_blind_chips": 100, "big_blind_chips": 200, "ante_chips": 25, "denominations": (25, 100, 500, 1000, 5000),
        "button": 3, "small_blind": 4, "big_blind": 5, "seats": seats, "board": (), "board_count": 3, "pots": (),
        "pot_chips": 725, "action": ActionView(1, 300, 500, 10_000, ("fold", "call", "raise")),
        "next": NextAct("await", 1, 300), "nodes": NODES,
        "counts": (CountView(1, 10_000, ((100, 20), (1000, 8))),), "broker": "ready", "can_undo": 3, "simulated": False,
    }  # fmt: skip
    return TableView(**{**fields, **more})


def with_seat(view: TableView, seat: int, **more: Any) -> TableView:
    """The view with one seat otherwise."""
    return replace(view, seats=tuple(replace(one, **more) if one.seat == seat else one for one in view.seats))


def senses() -> TableView:
    """Each thing that an antenna can say of a seat, a pulled plug, players away, a penalty, the next level."""
    view = plain(
        senses=tuple(SenseView(seat, reads, cards, 2) for seat, (reads, cards) in enumerate(READS, 1)),
        absent=(AbsenceView(7, near=False), AbsenceView(9, near=True)),
        penalties=(PenaltyView(8, 3),),
        coming=LevelView(200, 400, 50),
        nodes=(NodeView("bridge", "ready", "", ("seat:5", "stack:5", "bet:5", "board")), *NODES[1:], PLUG),
        silent=(SilentView("seats-5-6", 3.2),),
    )
    return with_seat(with_seat(view, 7, status="out", cards=0), 8, status="out", cards=0)


def counts(*, open_case: bool = True) -> TableView:
    """After a hand whose trays do not agree with the game: one has less, one is not seen."""
    trays = {2: ((100, 15), (1000, 8)), 4: None}
    view = plain(
        street="settled",
        action=None,
        next=NextAct("new-hand"),
        pots=(),
        pot_chips=0,
        counts=tuple(CountView(seat, 10_000, trays.get(seat, ((100, 20), (1000, 8)))) for seat in range(1, 10)),
        miscounts=(MiscountView(2, 10_000, 9_500),),
        findings=(counted(),) if open_case else (),
    )
    return replace(view, seats=tuple(replace(seat, cards=0) for seat in view.seats))


def counted() -> FindingView:
    """The case of a count that differs."""
    facts = (("count_seat", 2), ("expected_chips", 10_000), ("counted_chips", 9_500))
    title = "Whose chips they are, and who counts them"
    options = ("accept-count", "count-again")
    return FindingView(1, "chip-handling", 2, Citation("tda-2019", "31"), facts, options, True, title)


def clock() -> TableView:
    """The clock runs on the player to act."""
    return plain(clock=ClockView(1, 9.0, 10.0))


def of_each_kind(keys: Iterable[str]) -> Iterator[TableView]:
    """A view for each topic of a finding, each cause of an irregular act, and each question, that has words."""
    facts: tuple[Fact, ...] = (("pushed_chips", 10_170_000), ("to_call_chips", 400), ("min_raise_to_chips", 20_340_000))
    cite = Citation("tda-2024-rp", "RP-13-C")
    for key in sorted(keys):
        group, _, code = key.partition(".")
        if group == "cause":
            yield _found("irregular", (("cause", code), *facts), cite)
        elif group == "finding" and code not in _NO_TOPICS:
            yield _found(code, facts, cite)
        elif group == "prompt" and code not in {"name", "more", "more.one"}:
            yield _asked(code)


_NO_TOPICS = frozenset({"title", "rule", "house", "open", "options", "more", "more.one"})


def _found(topic: str, facts: tuple[Fact, ...], cite: Citation) -> TableView:
    title = "A rule with a title that is as long as titles are"
    options = ("complete-call", "take-back", "count-as-raise")
    return plain(findings=(FindingView(3, topic, 2, cite, facts, options, True, title, stops_play=True),))


def _asked(code: str) -> TableView:
    kind, at_table, _ = code.partition("-table")
    return plain(prompts=(PromptView(f"{kind}:2", kind, None if at_table else 2, ("yes", "no"), 10_170_000),))


def variants() -> Mapping[str, TableView]:
    """The plain view and others that differ from it, or from each other, in one thing that a dealer must see."""
    base = plain()
    reads: Mapping[SeatReads, int] = {"none": 0, "one": 1, "too-many": 3, "unreadable": 0, "foreign": 2}
    sensed = {f"sense {name}": replace(base, senses=(SenseView(2, name, cards, 2),)) for name, cards in reads.items()}
    case = counted()
    return {
        "plain": base,
        "turn": replace(base, action=replace(base.action, seat=2) if base.action else None),
        "nobody's turn": replace(base, action=None),
        "folded": with_seat(base, 2, status="folded"),
        "all-in": with_seat(base, 2, status="all-in"),
        "out": with_seat(base, 2, status="out"),
        "busted": with_seat(base, 2, status="busted", stack_chips=0),
        "left": with_seat(base, 2, status="left", stack_chips=0),
        "empty": with_seat(base, 2, status="empty"),
        "all-in button": with_seat(base, 2, all_in_button=True),
        "winner": with_seat(base, 2, won_chips=500),
        "owes": with_seat(base, 2, owes_chips=500),
        "gets back": with_seat(base, 2, returns_chips=500),
        "bet": with_seat(base, 2, bet_chips=500),
        "button": replace(base, button=2),
        "big blind": replace(base, big_blind=2),
        "tabled": with_seat(base, 2, tabled=("Ah", "Kd")),
        "other suits": with_seat(base, 2, tabled=("As", "Kc")),
        "no cards": with_seat(base, 2, cards=0),
        "away": replace(base, absent=(AbsenceView(2, near=False),)),
        "near": replace(base, absent=(AbsenceView(2, near=True),)),
        "penalty": replace(base, penalties=(PenaltyView(2, 3),)),
        "hand for hand": replace(base, room=RoomView(hand_for_hand=True)),
        "in a break": replace(base, room=RoomView(on_break=True)),
        "coming level": replace(base, coming=LevelView(200, 400, 50)),
        "level of the hand after": replace(base, coming=LevelView(200, 400, 50, later=True)),
        "warning": replace(base, findings=(case,)),
        "play waits": replace(base, findings=(replace(case, stops_play=True),)),
        "decided": replace(base, findings=(replace(case, open=False),)),
        "question": replace(base, prompts=(PromptView("cards-gone:2", "cards-gone", 2, ("still-there", "folded")),)),
        "plug": replace(base, nodes=(*NODES, PLUG)),
        "no bridge": replace(base, nodes=(replace(NODES[0], status="down", reason="bridge-gone"), *NODES[1:])),
        "zone": replace(base, nodes=(replace(NODES[0], unknown_zones=("seat:3",)), *NODES[1:])),
        "no broker": replace(base, broker="absent connection-refused"),
        "simulated": replace(base, simulated=True),
        "clock": clock(),
        "clock over": replace(base, clock=ClockView(1, 0.0, 10.0)),
        "miscount": counts(),
        "count agrees": replace(counts(open_case=False), miscounts=()),
        **sensed,
    }  # fmt: skip

"""Whether an expectation holds: what was expected and what came instead, in the script's own words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, TypeAlias, assert_never

from table_controller.game import queries
from table_controller.game.state.hand import IDLE
from table_controller.scripts import expected as want
from table_controller.scripts.player import Player
from table_controller.scripts.table_driver import StepError, next_text
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.views import SeatView

LEAST_S: Final = 0.01
"""So little more than a whole second is none: steps take a moment."""

Verdict: TypeAlias = tuple[str, str] | None
"""What was expected and what came; None when it holds."""


def judge(player: Player, line: want.Expectation) -> Verdict:  # noqa: C901, PLR0911 - one case an expectation
    """Read the table; raise `NotYetError` where no rule of this release can make the expectation true or false."""
    match line:
        case want.ExpectTurn():
            action = player.view.action
            return _same("turn", _seat(line.seat), _seat(action.seat if action else player.view.discards))
        case want.ExpectAmount():
            return _amount(player, line)
        case want.ExpectMay():
            action = player.view.action
            got = " ".join(sorted(action.may)) if action else "nobody to act"
            return _same("may", " ".join(sorted(line.choices)), got)
        case want.ExpectAction():
            return _action(_view(player, line.seat), line)
        case want.ExpectSeatAmount():
            return _same(f"{line.what} {line.seat}", str(line.chips), str(_seat_amount(player, line)))
        case want.ExpectFinding() | want.ExpectNoFinding():
            return _finding(player, line)
        case want.ExpectOption():
            offered = {option for finding in player.view.findings if finding.open for option in finding.options}
            return None if line.option in offered else (f"option {line.option}", _list("option", sorted(offered)))
        case want.ExpectDeal():
            return _deal(player, line)
        case want.ExpectStreet():
            return _same("street", line.street, player.view.street.partition("-")[0])
        case want.ExpectLive():
            live = _view(player, line.seat).status in {"in", "all-in"}
            return _same(
                "", f"{'live' if line.live else 'dead'} {line.seat}", f"{'live' if live else 'dead'} {line.seat}"
            )
        case want.ExpectPots() | want.ExpectShowsFirst() | want.ExpectTables():
            return _at_the_end(player, line)
        case want.ExpectNext():
            return _same("next", line.text, next_text(player.view.next))
        case want.ExpectPlace():
            view = player.view
            places = {"button": view.button, "small-blind": view.small_blind, "big-blind": view.big_blind}
            return _same(line.what, _seat(line.seat), _seat(places[line.what]))
        case want.ExpectClock():
            return _clock(player, line)
        case _:
            assert_never(line)


def _at_the_end(player: Player, line: want.ExpectPots | want.ExpectShowsFirst | want.ExpectTables) -> Verdict:
    """Pots, and who shows."""
    match line:
        case want.ExpectPots():
            pots = " ".join(str(pot.chips) for pot in player.view.pots)
            return _same("pots", " ".join(map(str, line.chips)), pots or "none")
        case want.ExpectShowsFirst():
            return _same("shows-first", str(line.seat), _seat(queries.shows_first(player.table)))
        case want.ExpectTables():
            return _same("tables", _seats(line.seats), _seats(queries.tables_now(player.table)))
        case _:
            assert_never(line)


def _clock(player: Player, line: want.ExpectClock) -> Verdict:
    clock = player.view.clock
    with_count = line.counted_s is not None
    got = "none" if clock is None else str(math.ceil(clock.left_s - LEAST_S))
    wanted = "none" if line.left_s is None else str(line.left_s)
    if with_count:
        got += f" counted {clock.counted_s:g}" if clock is not None else ""
        wanted += f" counted {line.counted_s}"
    return _same("clock", wanted, got)


def _same(what: str, expected: str, got: str) -> Verdict:
    return None if expected == got else (f"{what} {expected}".strip(), f"{what} {got}".strip())


def _seat(seat: int | None) -> str:
    return "none" if seat is None else str(seat)


def _seats(seats: Iterable[int]) -> str:
    return " ".join(map(str, sorted(seats))) or "none"


def _list(what: str, words: list[str]) -> str:
    return f"{what} {', '.join(words)}" if words else f"no {what}"


def _view(player: Player, seat: int) -> SeatView:
    for view in player.view.seats:
        if view.seat == seat:
            return view
    raise StepError(f"there is no seat {seat}")


def _amount(player: Player, line: want.ExpectAmount) -> Verdict:
    if line.what == "pot":
        return _same("pot", str(line.chips), str(player.view.pot_chips))
    action = player.view.action
    if action is None:
        return f"{line.what} {line.chips}", "nobody to act"
    got = {
        "to-call": action.to_call_chips,
        "min-raise-to": action.min_raise_to_chips,
        "max-raise-to": action.max_raise_to_chips,
    }[line.what]
    if not got and line.what != "to-call":
        return f"{line.what} {line.chips}", f"no raise open to seat {action.seat}"
    return _same(line.what, str(line.chips), str(got))


def _seat_amount(player: Player, line: want.ExpectSeatAmount) -> int:
    view = _view(player, line.seat)
    return {
        "returns": view.returns_chips,
        "owes": view.owes_chips,
        "stack": view.stack_chips,
        "wins": view.won_chips,
    }[line.what]


def _action(view: SeatView, line: want.ExpectAction) -> Verdict:
    """Kind and total must be right; ``all-in`` and the bet, call or raise that it amounts to are one."""
    total = "" if line.to_chips is None else f" {line.to_chips}"
    if not view.last_act:
        return f"action {line.seat} {line.kind}{total}", f"no action of seat {line.seat}"
    chips_in = {"call", "bet", "raise", "all-in"}
    kinds = {view.last_act}
    if view.last_act in chips_in and view.status == "all-in":
        kinds.add("all-in")
    right = line.kind in kinds and line.to_chips in {None, view.last_act_to_chips}
    if right:
        return None
    got = f" {view.last_act_to_chips}" if view.last_act in chips_in else ""
    return f"action {line.seat} {line.kind}{total}", f"action {line.seat} {view.last_act}{got}"


def _finding(player: Player, line: want.ExpectFinding | want.ExpectNoFinding) -> Verdict:
    got = _list("finding", [_told(finding) for finding in player.findings])
    if isinstance(line, want.ExpectNoFinding):
        found = any(line.topic in {None, finding.topic} for finding in player.findings)
        return (f"no finding {line.topic or ''}".strip(), got) if found else None
    if any(_fits(finding, line) for finding in player.findings):
        return None
    seat = "" if line.seat is None else f" seat {line.seat}"
    ref = "" if line.ref is None else f" ref {line.ref}"
    return f"finding {line.topic}{seat}{ref}", got


def _told(finding: Finding) -> str:
    seat = "" if finding.seat is None else f" seat {finding.seat}"
    cause = "".join(f" {name} {value}" for name, value in finding.facts if name == "cause")
    return f"{finding.topic}{seat} ref {finding.cite.ref}{cause}"


def _fits(finding: Finding, line: want.ExpectFinding) -> bool:
    return (
        finding.topic == line.topic
        and line.seat in {None, finding.seat}
        and (line.ref is None or is_part(finding.cite.ref, line.ref))
    )


def is_part(ref: str, of: str) -> bool:
    """Whether `ref` is the rule `of` or a lettered or numbered part of it: 45-A of 45, but not 45 of 4."""
    if not ref.startswith(of):
        return False
    after = ref[len(of) : len(of) + 1]
    return not after or not ((of[-1].isdigit() and after.isdigit()) or (of[-1].isalpha() and after.isalpha()))


def _deal(player: Player, line: want.ExpectDeal) -> Verdict:
    """Whether the deal or the hand counts."""
    if player.table.hand.phase == IDLE:
        return line.what, "no hand under way"
    return _same("", line.what, player.table.hand.fate or "no misdeal")

"""Lamp and buzzer in time: each need has its rhythm, the worst one is shown, and nothing flashes too fast."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from firmware_bridge.panel.patterns import PATTERNS, Levels, Need, Severity, Signals

SEVERITIES: tuple[Severity, ...] = get_args(Severity)


def signals(*needs: Need, at_s: float = 100.0, muted: bool = False) -> Signals:
    return Signals().heard(needs, at_s, muted=muted)


def drawn(shown: Signals, until_s: float, step_ms: int = 50) -> tuple[str, str]:
    """Lamp and buzzer from second 100 on, a sign each step."""
    times = [100.0 + number * step_ms / 1000 for number in range(round((until_s - 100) * 1000 / step_ms))]
    levels = [shown.levels(at_s) for at_s in times]
    return "".join("#" if one.lamp else "." for one in levels), "".join("!" if one.buzzer else "." for one in levels)


@pytest.mark.parametrize(
    ("severity", "lamp", "buzzer"),
    [
        ("called", "#" * 40, "." * 40),
        ("stop", "#####....." * 4, "!!.!!.!!" + "." * 32),
        ("trouble", ("#" * 18 + "..") * 2, "!!!..!!!" + "." * 32),
        ("finding", "###...###" + "." * 31, "!!" + "." * 38),
        ("note", "###...###" + "." * 31, "." * 40),
        ("question", "#" * 20 + "." * 20, "!" + "." * 39),
        ("refused", "##.#.#" + "." * 34, "!.!" + "." * 37),
    ],
)
def test_the_rhythm_of_each_need(severity: Severity, lamp: str, buzzer: str) -> None:
    shown, sounded = drawn(signals((severity, "x")), 102.0)
    assert (shown, sounded) == (lamp, buzzer)


def test_nothing_to_look_at_is_dark_and_silent() -> None:
    assert Signals().levels(5.0) == Levels()
    assert Signals().next_s(5.0) is None


def test_the_worst_need_is_shown_and_the_next_worst_after_it() -> None:
    order: list[Severity] = ["refused", "called", "stop", "trouble", "finding", "note", "question"]
    needs: list[Need] = [(severity, "x") for severity in order]
    while needs:
        assert signals(*reversed(needs)).shown(100.0) == needs[0]
        needs.pop(0)


def test_of_equal_needs_the_youngest_begins_anew() -> None:
    one = signals(("finding", "first"))
    two = one.heard((("finding", "first"), ("finding", "second")), 101.0, muted=False)
    assert two.shown(101.0) == ("finding", "second")
    assert two.levels(101.01) == Levels(lamp=True, buzzer=True)
    assert two.heard((("finding", "first"),), 102.0, muted=False).levels(102.01) == Levels(lamp=True)  # an old one


def test_a_need_that_is_told_again_goes_on_where_it_was() -> None:
    one = signals(("stop", "x"))
    again = one.heard((("stop", "x"),), 103.3, muted=False)
    assert [again.levels(at_s) for at_s in (103.3, 103.6)] == [one.levels(at_s) for at_s in (103.3, 103.6)]
    assert not any(again.levels(103.3 + number / 100).buzzer for number in range(100))


def test_trouble_that_is_known_makes_way_and_is_silent() -> None:
    shown = signals(("trouble", "seats-1-4 down"), ("question", "gone:3"))
    assert shown.shown(114.9) == ("trouble", "seats-1-4 down")
    assert shown.shown(115.1) == ("question", "gone:3")
    alone = shown.heard((("trouble", "seats-1-4 down"),), 120.0, muted=False)
    assert alone.shown(120.0) == ("trouble", "seats-1-4 down")
    assert not any(alone.levels(120 + number / 100).buzzer for number in range(2000))
    assert alone.heard((("trouble", "centre down"),), 130.0, muted=False).levels(130.01).buzzer  # other trouble


def test_a_note_and_a_refusal_pass_by_themselves() -> None:
    assert signals(("note", "x"), ("question", "q")).shown(101.0) == ("question", "q")
    assert signals(("refused", "1")).shown(100.5) is None
    assert signals(("refused", "1")).next_s(100.6) is None


def test_muted_is_the_lamp_alone() -> None:
    for severity in SEVERITIES:
        loud, mute = drawn(signals((severity, "x")), 132.0), drawn(signals((severity, "x"), muted=True), 132.0)
        assert loud[0] == mute[0]
        assert "!" not in mute[1]


def test_the_call_to_stop_is_repeated_every_15_seconds() -> None:
    _, sounded = drawn(signals(("stop", "x")), 131.0)
    assert [second for second in range(31) if "!" in sounded[second * 20 : second * 20 + 20]] == [0, 15, 30]


@pytest.mark.parametrize("severity", SEVERITIES)
def test_the_next_change_is_never_missed(severity: Severity) -> None:
    """Whoever sleeps until `next_s` sees each level that somebody sees who looks every millisecond."""
    shown = signals((severity, "x"), ("question", "q"))
    awake_s: list[float] = [100.0]
    while (due_s := shown.next_s(awake_s[-1])) is not None and due_s < 120.0:
        assert due_s > awake_s[-1]
        awake_s.append(due_s)
    for at_s, later_s in pairwise(awake_s):
        steps = round((later_s - at_s) * 1000)
        assert {shown.levels(at_s + step / 1000) for step in range(steps)} == {shown.levels(at_s)}


@pytest.mark.parametrize("severity", SEVERITIES)
def test_at_most_three_flashes_begin_within_a_second(severity: Severity) -> None:
    shown = signals((severity, "x"))
    lit = [shown.levels(100.0 + step / 1000).lamp for step in range(6000)]
    begun = [step for step, (before, now) in enumerate(pairwise([False, *lit])) if now and not before]
    assert all(later - earlier >= 1000 for earlier, later in zip(begun, begun[3:], strict=False))


def test_every_chirp_is_short() -> None:
    for pattern in PATTERNS.values():
        assert all(beat_ms <= 150 for beat_ms in pattern.buzzer.beats_ms[::2])

"""A sweep from places that are out of sight: the pot gained exactly what lay there, and the next bets come there."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening
from support.sensed_session import SensedSession

from firmware_bridge.simulator.world import BANK
from firmware_bridge.vocabulary.chips import Chips, parse_chips, total_chips
from firmware_bridge.vocabulary.observations import ChipsMoved, ZoneSeen
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone
from table_controller.vocabulary.commands import Confirm, Say, TurnUp
from table_controller.vocabulary.views import plainly


@pytest.fixture
def evening() -> Evening:
    """Seats 1 and 3 have 400 each in front, the small blind is dead, and seat 1 is out of sight."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 4x100", "2: mucks", "3: pushes 3x100", "wait 2")
    return evening


def settled(evening: Evening, wanted: tuple[str, ...] = ()) -> list[str]:
    """The kinds of the questions, each answered with what is wanted, or what is most likely."""
    asked = []
    while evening.view.prompts:
        prompt = evening.view.prompts[0]
        asked.append(prompt.kind)
        evening.key(Confirm(prompt.prompt, next((one for one in wanted if one in prompt.answers), prompt.answers[0])))
        evening.do("wait 2")
    return asked


@pytest.mark.parametrize("off", ["fault bet:1 off", "unplug seats-1-4"])
def test_what_the_pot_gained_lay_there(evening: Evening, off: str) -> None:
    evening.do(off, "wait 3", "sweep", "wait 4")
    assert evening.view.prompts == ()
    assert plainly(evening.view).next.code == "burn"
    evening.do("fault bet:1 ok" if "fault" in off else "plug seats-1-4", "wait 5")
    assert (settled(evening), evening.view.differences) == ([], ())


@pytest.mark.parametrize("bet", ["500", "6x100", "4x100", "1000"])
def test_what_was_bet_there_since_is_one_question(evening: Evening, bet: str) -> None:
    """The bet of the next street lies where the last one had been told to be gone; some of its chips are alike."""
    evening.do("unplug seats-1-4", "wait 3", "sweep", "wait 2", "burn", "board 3")
    evening.key(Say("check", 3))
    evening.do(f"1: pushes {bet}", "wait 2", "plug seats-1-4", "wait 5")
    assert settled(evening) == ["gap-pushed"]
    assert evening.acts() == {3: ("check", 0), 1: ("bet", total_chips(parse_chips(bet)))}
    assert evening.view.differences == ()


def test_what_is_less_is_asked_about(evening: Evening) -> None:
    """Planted: of the bet that nobody sees a chip is gone before it is drawn in."""
    evening.do("fault bet:1 off", "wait 3", "1: pulls 100", "wait 8", "take 1 100", "wait 1", "sweep", "wait 8")
    assert evening.view.prompts != ()


ACTED = ("4: pushes 100", "5: pushes 100", "6: mucks", "1: mucks", "2: mucks", "wait 1")


def found(evening: Evening) -> list[str]:
    return [finding.topic for one in evening.session.happened for finding in one.findings]


@pytest.mark.parametrize("off", ["fault pot off", "unplug centre"])
@pytest.mark.parametrize("before", [True, False])
def test_bets_that_left_every_place_are_in_a_pot_that_nobody_sees(off: str, before: bool) -> None:
    evening = Evening()
    evening.do(*((off, "wait 3") if before else ()), *ACTED, "wait 4")
    asked = [prompt.kind for prompt in evening.view.prompts]
    while evening.view.prompts:  # whether they folded, where nobody saw the muck
        evening.key(Confirm(evening.view.prompts[0].prompt, "folded"))
    assert set(asked) <= {"cards-gone"}
    evening.key(Say("check", 3))
    evening.do(*(() if before else (off, "wait 3")), "sweep", "wait 9")
    assert (evening.view.prompts, evening.view.differences, found(evening)) == ((), (), [])
    assert plainly(evening.view).next.code == "burn"
    evening.do("fault pot ok" if "fault" in off else "plug centre", "wait 5")
    assert (evening.view.prompts, evening.view.differences) == ((), ())


@pytest.mark.parametrize("off", ["fault pot off", "unplug centre"])
def test_the_last_bets_go_once_into_a_pot_that_nobody_sees(off: str) -> None:
    """With the hands turned up the books had drawn them in already, at the first tray that showed its own go."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: mucks", "2: pushes 2x25", "wait 2")
    evening.key(Say("check", 3))
    evening.do("sweep", "wait 1")
    for cards in (3, 1, 1):
        evening.do("burn", f"board {cards}", "wait 1")
        for seat in (2, 3) if len(evening.view.board) < 5 else ():
            evening.key(Say("check", seat))
    evening.do("2: pushes 500", "wait 2", "3: pushes 500", "wait 1", off, "wait 9")
    evening.key(TurnUp(2, by_dealer=False))
    evening.key(TurnUp(3, by_dealer=False))
    assert evening.view.street == "settled"
    evening.do("sweep", "wait 4")
    assert (evening.session.table.chips.found_chips, evening.view.differences) == (0, ())


def test_nobody_is_accused_while_folds_are_not_answered() -> None:
    """The screen asks who folded; hands go on, and the sweep was none too early."""
    evening = Evening()
    evening.do(
        "unplug centre", "wait 3", *ACTED, "wait 9", "sweep", "wait 3", "flop", "wait 3", "plug centre", "wait 5"
    )
    asked = settled(evening, ("folded", "yes"))
    assert asked.count("gap-folded") + asked.count("cards-gone") == 3, "one question a fold"
    assert (found(evening), evening.view.differences, evening.view.street) == ([], (), "flop")


def test_a_bet_that_stays_is_no_sweep() -> None:
    """Planted: one of two bets is gone, into a pocket."""
    evening = Evening()
    evening.do("fault pot off", "wait 3", *ACTED)
    evening.felt.process.table.world.chips.move(((100, 1),), "bet:5", BANK)
    evening.do("wait 9")
    assert evening.view.prompts != ()


def test_what_a_seat_owed_and_the_pot_has_was_put_in_and_swept() -> None:
    """Swept before the dealer answered whether it was pushed, it lay in front of the seat and came "from nowhere"."""
    evening = Evening(("fault bet:3 off", "shuffle", "2: pushes 2x25", "3: pushes 100", "wait 2", "sweep", "wait 2"))
    assert evening.view.prompts == ()
    assert {seat.seat: (seat.stack_chips, seat.owes_chips) for seat in evening.view.seats}[3] == (9_900, 0)
    evening.do("fault bet:3 ok", "wait 4")
    assert (evening.view.prompts, evening.view.differences) == ((), ())


def test_what_a_seat_does_not_owe_is_asked_about() -> None:
    """Planted: more than the blind left the stack, and the pot has just that."""
    evening = Evening(("fault bet:3 off", "shuffle", "2: pushes 2x25", "3: pushes 500", "wait 2", "sweep", "wait 9"))
    assert evening.view.prompts or evening.view.differences


def test_what_was_told_to_come_to_the_pot_is_not_the_bet_beside_it_that_nobody_sees() -> None:
    """Three bets of 200: the second was drawn in while the pot was away, the third lies there still, out of sight."""
    sensed = SensedSession().open().deal()
    sensed.push(1, ((100, 2),))
    sensed.push(2, ((100, 1),))
    sensed.took(Say("check", 3))

    def moved(zone: Zone, lay: Chips, lie: Chips) -> None:
        sensed.took(ChipsMoved(zone, lay, lie, sensed.now_s, sensed.now_s + 0.4))

    moved(bet_zone(3), ((100, 2),), ())
    moved(POT, (), ((100, 2),))
    for zone in (POT, bet_zone(2)):
        sensed.took(ZoneSeen(zone, "unknown", sensed.now_s))
    moved(bet_zone(1), ((100, 2),), ())
    sensed.took(ZoneSeen(POT, "ok", sensed.now_s))
    moved(POT, ((100, 2),), ((100, 4),))
    assert [total_chips(bet) for bet in sensed.session.table.chips.bets[:3]] == [0, 200, 0]
    moved(POT, ((100, 4),), ((100, 6),))
    assert [total_chips(bet) for bet in sensed.session.table.chips.bets[:3]] == [0, 0, 0]
    assert total_chips(sensed.session.table.chips.pot) == 600

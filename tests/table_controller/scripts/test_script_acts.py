"""Acts are values: whoever plays them, the table comes out the same, and hands, sensors and dealer do their part."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import stack_zone
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.table import Table
from table_controller.runtime.demo.cues import CueSheet, signature
from table_controller.runtime.demo.table_process import evening
from table_controller.runtime.simulated.hardware_player import DUE, HardwarePlayer, HardwareSetup
from table_controller.runtime.simulated.moves import Moves
from table_controller.scripts import acts
from table_controller.scripts.interpret import Played, play
from table_controller.scripts.parse import Script, parse_script
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.straight import StraightPlayer
from table_controller.scripts.telling import Teller
from table_controller.vocabulary import events

SHORT = (
    'title = "t"\nrulebook = "tda-2019"\nvariant = "NT"\nblinds = [100, 200]\nbutton = 1\n'
    "chips = [100, 500, 1000]\nstacks = {{ 1 = 1000, 2 = 10000, 3 = {big} }}\n"
    'script = """\n{lines}\n"""\n'
)


def told(lines: str, big_chips: int = 10000) -> Script:
    return parse_script("told.toml", SHORT.format(lines=lines, big=big_chips))


class Noted(StraightPlayer):
    """Keeps the acts that it is given."""

    def __init__(self, script: Script) -> None:
        super().__init__(rulebook_of(script.header))
        self.acts: list[acts.Act] = []

    def do(self, act: acts.Act) -> None:
        self.acts.append(act)
        super().do(act)


def acts_of(script: Script) -> list[acts.Act]:
    player = Noted(script)
    assert play(script, lambda _: player).failure is None
    return player.acts


def buttons_down(script: Script) -> list[int]:
    return [act.seat for act in acts_of(script) if isinstance(act, acts.Push) and act.allin_button]


def through_hardware(script: Script, make: Callable[[Script], HardwarePlayer] | None = None) -> Played:
    return play(script, lambda header: make(script) if make else HardwarePlayer(rulebook_of(header)))


# The all-in button.


@pytest.mark.parametrize(
    ("lines", "seats"),
    [
        ("deal\n1: all-in", [1]),
        ("deal\n1: raises to 1000", [1]),
        ("deal\n1: folds\n2: raises to 2000\n3: calls\nflop\n2: all-in\n3: calls", [2, 3]),
        ("deal\n1: raises to 900", []),
        ("deal\n1: pushes 500 5x100", []),
        ('deal\n1: says "all-in"\n1: pushes 1000', []),
        ("deal\n2: all-in\nexpect finding out-of-turn", [2]),
    ],
)
def test_the_allin_button_lies_beside_the_last_chips_of_a_plain_act_only(lines: str, seats: list[int]) -> None:
    assert buttons_down(told(lines)) == seats


def test_a_blind_that_takes_the_last_chips_has_no_button() -> None:
    script = told("deal\n1: calls\n2: folds", big_chips=200)
    posted = [act for act in acts_of(script) if isinstance(act, acts.Push) and act.seat == 3]
    assert [(total_chips(act.chips), act.allin_button) for act in posted] == [(200, False)]


def test_the_button_is_told_before_the_chips() -> None:
    heard = list(Teller().tell(acts.Push(3, ((100, 2),), allin_button=True)))
    assert [type(event) for event in heard] == [events.AllInButtonPlaced, events.ChipsPushed]
    assert [type(event) for event in Teller().tell(acts.Push(3, ((100, 2),)))] == [events.ChipsPushed]


STORIES = (
    "deal\n1: all-in",
    "deal\n1: pushes 500 5x100",
    "deal\n2: all-in\nexpect finding out-of-turn",
    'deal\n1: says "all-in"\n1: pushes 1000\n2: calls\n3: folds',
    "deal\n1: folds\n2: all-in\n3: calls\nto showdown\n2: shows\n3: shows\nnext hand",
)


def standing(table: Table) -> tuple[object, ...]:
    untold = replace(table.betting, recorded_acts=())  # how an act was made: a button seen before or after its chips
    return table.buttons, table.ledger, untold, table.hand.phase


@pytest.mark.parametrize("lines", STORIES)
def test_an_allin_is_the_same_told_and_seen(lines: str) -> None:
    straight, seen = play(told(lines), lambda _: Noted(told(lines))), through_hardware(told(lines))
    assert straight.player is not None
    assert seen.player is not None
    assert (straight.failure, seen.failure) == (None, None)
    assert standing(straight.player.table) == standing(seen.player.table)


def test_a_plain_allin_is_moved_and_not_keyed() -> None:
    assert through_hardware(told("deal\n1: all-in\n2: folds\n3: folds\nnext hand")).keys == (0,)


class ForgetsButtons(HardwarePlayer):
    """A dealer who never puts the all-in button down."""

    def do(self, act: acts.Act) -> None:
        super().do(replace(act, allin_button=False) if isinstance(act, acts.Push) else act)


def test_a_dealer_who_forgets_the_button_is_caught() -> None:
    script = told("deal\n1: all-in")
    straight = play(script, lambda _: Noted(script))
    forgetful = through_hardware(script, lambda script: ForgetsButtons(rulebook_of(script.header)))
    assert straight.player is not None
    assert forgetful.player is not None
    assert standing(straight.player.table) != standing(forgetful.player.table)


# Hands and keys.


def test_every_act_is_keyed_waited_for_or_known_to_settle_by_itself() -> None:
    keyed = {acts.Say, acts.TableHand, acts.ShowCard, acts.Sit, acts.Stand, acts.AnnounceLevel, acts.FloorPicks}
    keyed |= {acts.ChooseGame}
    keyed |= {acts.Ask, acts.Find, acts.ComeOrGo, acts.CountDeck, acts.FindBoxed, acts.Behave, acts.Tell, acts.Punish}
    keyed |= {acts.ShuffleIn, acts.ShuffleStub, acts.Race, acts.AskClock}
    every = {kind for union in get_args(acts.Act) for kind in (get_args(union) or (union,))}
    assert set(DUE) | keyed | {acts.MakeChange, acts.Restack, acts.Lose, acts.CountStacks, acts.Wait} == every
    assert not set(DUE) & keyed


class Watched(HardwarePlayer):
    """Notes table time, all-in buttons and puck after each act."""

    def __init__(self, script: Script, setup: HardwareSetup | None = None) -> None:
        super().__init__(rulebook_of(script.header), setup)
        self.seen: list[tuple[acts.Act, float, frozenset[int], int | None]] = []

    def do(self, act: acts.Act) -> None:
        began_s = self.process.table.now_s
        super().do(act)
        table = self.process.table
        self.seen.append((act, table.now_s - began_s, table.world.things.allin, table.world.things.puck))


def test_the_buttons_go_with_the_hand_and_the_puck_comes_before_the_riffle() -> None:
    player = Watched(script := told("deal\n1: all-in\n2: calls\n3: folds\nto showdown\n1: shows\n2: shows\nnext hand"))
    assert play(script, lambda _: player).failure is None
    down = {type(act): buttons for act, _, buttons, _ in player.seen}
    assert down[acts.TableHand] == {1}
    assert down[acts.PutAway] == set()
    assert [puck for act, _, _, puck in player.seen if isinstance(act, acts.Riffle)] == [1]


def test_a_wait_takes_its_time_on_both_tables() -> None:
    script = told("deal\nwait 3.5")
    player = Watched(script)
    assert play(script, lambda _: player).failure is None
    assert player.seen[-1][1] == pytest.approx(3.5)
    teller = Teller()
    assert list(teller.tell(acts.Wait(3.5))) == []
    assert teller.now_s == 3.5


def test_an_act_that_the_system_does_not_see_is_given_up_after_its_patience() -> None:
    script = told("deal\nexpect turn 1")
    player = Watched(script, HardwareSetup(drop_frames=True))
    failure = play(script, lambda _: player).failure
    assert failure is not None
    assert "did not notice PutPuck" in failure.text
    assert player.seen == [], "the act was never over"
    assert 2.0 <= player.process.table.now_s < 6.0


def test_nothing_can_be_done_before_the_table_is_open() -> None:
    with pytest.raises(RuntimeError, match="open the table first"):
        HardwarePlayer(package_rulebook("tda-2019")).do(acts.Riffle())


# The demonstration's cues.


@pytest.fixture(scope="module")
def sheet() -> CueSheet:
    return evening()


def astray(sheet: CueSheet, skip: int | None = None) -> int | None:
    """The first cue after which simulated hardware shows another table than the cue sheet says; one may be skipped."""
    player = HardwarePlayer(package_rulebook(sheet.opened.rulebook))
    player.open(sheet.opened, sheet.stacks)
    for at, cue in enumerate(sheet.cues):
        if at != skip:
            player.do(cue.act)
        if signature(player.view) != cue.then:
            return at
    return None


def test_every_cue_of_the_evening_leads_to_its_view(sheet: CueSheet) -> None:
    assert len(sheet.cues) > 150
    assert astray(sheet) is None


def test_a_cue_left_out_is_missed(sheet: CueSheet) -> None:
    pushes = [at for at, cue in enumerate(sheet.cues) if isinstance(cue.act, acts.Push) and not cue.posting]
    assert astray(sheet, pushes[0]) == pushes[0]


def test_forced_bets_are_posted_and_nothing_else_is(sheet: CueSheet) -> None:
    first = [at for at, cue in enumerate(sheet.cues) if isinstance(cue.act, acts.Riffle)][1]
    posting = [cue.act for cue in sheet.cues[:first] if cue.posting]
    assert len(posting) == 7  # five antes and two blinds
    assert all(isinstance(act, acts.Push) and not act.allin_button for act in posting)


def test_hands_that_hold_the_same_chips_make_no_change(sheet: CueSheet) -> None:
    player = HardwarePlayer(package_rulebook(sheet.opened.rulebook))
    player.open(sheet.opened, sheet.stacks)
    moves = Moves(player.process.table)
    assert list(moves.parts_of(acts.MakeChange(stack_zone(1), sheet.stacks[1]))) == []

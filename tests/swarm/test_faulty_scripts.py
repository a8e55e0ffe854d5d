"""Scripts and real hands through faulty hardware: the same outcome, every kind of fault counted, few prompts.

`make test` plays one script of ten in a storm, and one of twenty of regular play on a noisy day; a soak all of them,
and each in twenty storms of its own, as it does with the real hands.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import pytest
from support.counting import counted, failing, measured
from support.pace import PACE

from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.profiles import NOISY, OCCASIONS, STORM, FaultProfile
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.simulated.attending import Attending
from table_controller.runtime.simulated.hardware_player import HardwareSetup
from table_controller.runtime.simulated.playing import HardwarePlayers, play_scripts, replay_hands
from table_controller.scripts.replay import replay
from table_controller.scripts.report import FAILED, PASSED, run_scripts, script_files, straight_player

STEADY: Final = Timing()
SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
STORMS: Final = 20 if SOAK else 1
"""How many storms each script and each real hand is played in."""
NEEDS_ITS_TRAYS: Final = "a_bet_is_drawn_in_during_the_round"
"""What was drawn in while its tray was out, by the dealer's word, is drawn in too early by nobody: no script of that
ends in a storm as on a quiet day."""
MOST_PROMPTS = {"noisy": 3, "storm": 6}
"""In one hand."""
FAULT = re.compile(r"faults of kind ([a-z-]+): (\d+) injected, (\d+) seen, (\d+) healed")
PHH = Path("../shared/hands/phh") if SOAK else Path("../shared/hands/phh/pluribus/105")
TOTALS = re.compile(r"(\d+) hands, (\d+) equal, 0 different")


def injected(said: list[str]) -> dict[str, int]:
    return {found[1]: int(found[2]) for line in said if (found := FAULT.fullmatch(line))}


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A soak has fresh faults, from the seed of its run."""
    return 1 + (int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0)


def play(files: list[Path], profile: FaultProfile, seed: int, timing: Timing = STEADY) -> tuple[int, list[str]]:
    said: list[str] = []

    def tell(line: str) -> None:
        said.append(line)
        if line.startswith("FAIL"):
            failing(f"seed {seed}: {line}")

    players = HardwarePlayers(HardwareSetup(seed=seed, faults=profile, timing=timing))
    return run_scripts(files, players, tell, straight_player), said


def held(files: list[Path], profile: FaultProfile, seed: int) -> None:
    status, said = play(files, profile, seed, PACE)
    failed = [line for line in said if line.startswith("FAIL")]
    assert not failed, "\n".join((f"seed {seed}", *failed))
    assert status == PASSED
    counts = injected(said)
    assert tuple(sorted(counts)) == tuple(sorted(profile.kinds))
    assert sum(1 for number in counts.values() if number) >= 0.8 * len(counts)
    (prompts,) = [line for line in said if line.startswith("prompts per hand: ")]
    assert int(prompts.split()[6]) <= MOST_PROMPTS[profile.name]


@pytest.mark.timeout(1800)
def test_regular_scripts_pass_on_a_noisy_day(project: Path, seed: int) -> None:
    folders = [project / "tests/scripts/plain", project / "tests/scripts/tda-2019"]
    every = [file for folder in folders for file in script_files(folder)]
    files = every if SOAK else every[::20]
    held(files, NOISY, seed)
    counted(len(files), "scripts through hardware with the faults noisy")


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("storm", range(STORMS))
def test_every_script_ends_in_a_storm_with_the_stacks_of_a_quiet_day(project: Path, storm: int, seed: int) -> None:
    every = [file for file in script_files(project / "tests/scripts") if not file.stem.endswith(NEEDS_ITS_TRAYS)]
    files = every if SOAK else every[::10]
    held(files, STORM, STORMS * seed + storm)
    counted(len(files), "scripts through hardware with the faults storm")


FOUND: Final = (
    (
        1206022,
        "plain/nobody_sits_down_where_chips_are_owed.toml",
        "a tray that lived has seen that none came",
    ),
    (
        1207027,
        "tda-holdem/27-A~2__replaced_after_the_round_and_burned.toml",
        "a replacement read at the seat beside is seen to come by its correction",
    ),
    (2252364, "contrast/both_blinds_bust/tda-2019.toml", "a hand flies over a reader that comes back: not given away"),
    (2252365, "plain/nobody_sits_down_where_chips_are_owed.toml", "a bet's tray that goes later saw nothing come"),
    (2252366, "figp-2012/figp-2012__stuck_cards.toml", "a scan that takes almost twice as long sees the second"),
    (2252385, "contrast/two_cards_stuck_together/tda-holdem.toml", "two cards that came in the same moment"),
    (2252404, "tda-2019/39__the_floor_picks_the_next_burn.toml", "the fourth card of the flop was heard by the burns"),
    (1206029, "tda-2019/65__the_floor_is_called.toml", "a pot gains what lies in sight before what is out of sight"),
    (77020110, "figp-2012/42__two_burns_after_a_dead_hand.toml", "a card read at the seat beside voids the deal"),
    (77020110, "ipo-2015/1__two_burns_after_a_dead_hand.toml", "and where it voids nothing, both hands are miscounted"),
    (77020211, "figp-2012/23__skipped_player_calls.toml", "the seat passed over is taken to have a card unseen"),
    (77020110, "contrast/two_cards_stuck_together/ipo-2015.toml", "the second stuck card is missed twice"),
    (77020219, "tda-2019/35-A(1)__two_cards_leave_the_deck_together.toml", "its reader goes while they come"),
    (77020116, "ipo-2015/37~2__penalty_counts_one_hand.toml", "a card unseen is recognised, not seen to come"),
    (77020616, "tda-holdem/14-5__the_turn_without_a_burn.toml", "a reader that has only just died missed no burn"),
    (7702090, "tda-holdem/27-L__two_cards_too_many_before_anyone_acts.toml", "too many cards are no stuck ones"),
    (7702092, "tda-2019/35-A(1)__two_cards_leave_the_deck_together.toml", "its reader is away while both come"),
    (7702093, "figp-2012/figp-2012__stuck_cards.toml", "the reader starts again between the two"),
    (7702100, "ipo-2015/37~2__penalty_counts_one_hand.toml", "a tray that shows nonsense wins no pot"),
    (7702103, "ipo-2015/37-C__first_card_to_the_button.toml", "past a seat left out no card is implied"),
    (7702103, "ipo-2015/37~3__button_left_for_the_end.toml", "a reader whose plug is pulled has read until then"),
    (7702104, "tda-holdem/1__the_floor_decides_where_the_rules_are_silent.toml", "nobody acts on a card that fast"),
    (7702107, "tda-2019/RP-14__no_deadline_is_printed.toml", "a board card heard by the burn pile is no burn"),
    (7702108, "tda-2019/1__two_cards_in_a_row_to_one_seat.toml", "asked, the dealer says that none were stuck"),
    (
        7702183,
        "tda-holdem/27-A~3__two_cards_running_to_the_button.toml",
        "and says it of the youngest case, whatever was found before",
    ),
    (
        7702108,
        "tda-2019/47-A__a_sum_of_short_all_ins_reopens_with_the_old_minimum.toml",
        "an all-in button found late lay there before the chips",
    ),
    (7702109, "ipo-2015/61__not_counted_and_he_loses.toml", "a burn read by the board on its way is the burn"),
    (77020111, "figp-2012/22__just_too_soon.toml", "a fold is dated when the reader told of it"),
    (7702156, "tda-2019/37__the_button_acts_with_one_card.toml", "nor folds in less than half a second on it"),
    (
        7702160,
        "tda-2019/35-C__two_hands_of_a_penalty_and_a_misdeal.toml",
        "a stuck card read beside the seat is put right",
    ),
    (7702169, "figp-2012/GL-Foul__dead_by_its_cards_and_all_in_against_one.toml", "one too many, but not at that seat"),
    (7702191, "figp-2012/38-e__a_seat_left_out.toml", "a card taken to have come is not there as the reader is back"),
    (7702193, "tda-2019/Ex_38-1B__the_third_card_is_not_the_burn.toml", "nor was one burned while its reader was away"),
    (
        7702200,
        "figp-2012/35__a_hand_given_away_is_dead_before_the_showdown.toml",
        "a hand given away is read at two seats",
    ),
    (
        7702204,
        "tda-holdem/24__new_level_new_deck.toml",
        "what was found of a card read at the seat beside is put right",
    ),
    (7702156, "figp-2012/56__announced_before_the_hand.toml", "a card read at the seat beside has not moved there"),
    (1125095, "tda-2019/27__the_amount_is_said.toml", "chips bought while the tray is away are not won"),
    (1125096, "figp-2012/figp-2012__stuck_cards.toml", "a reader that comes and goes has missed it in between"),
    (
        1128021,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "a card read first at the seat beside may have come with the one before it",
    ),
    (
        1129021,
        "figp-2012/DEF-punti_b(2)__full_house_beats_a_flush.toml",
        "heard next door as its reader fails: not moved",
    ),
    (
        1129029,
        "tda-2019/59-B__a_call_before_the_size_is_fixed_may_be_for_any_amount.toml",
        "a burn that the board read first is the burn",
    ),
    (
        1127022,
        "contrast/count_of_an_all_in_out_of_turn/tda-holdem.toml",
        "an all-in button is read after its chips, and the dealer waits for it",
    ),
    (
        1127027,
        "plain/a_fold_is_not_taken_back_once_play_has_gone_on.toml",
        "past seats out of sight the dealer waits before he says that a turn was missed",
    ),
    (
        1127021,
        "plain/a_call_before_the_turn_of_a_bet_that_goes_back.toml",
        "a hand that the dealer took in is no act past seats that nobody sees",
    ),
    (1125096, "contrast/side_pot_awarded_first/ipo-2015.toml", "the button tells of an all-in before its tray is back"),
    (1203022, "tda-2019/Ex_45-2__1500_into_1100_must_become_1700.toml", "owed chips are in the books by then"),
    (1203026, "tda-holdem/27-G__four_cards_on_the_flop.toml", "readers that fail after the card hide no round"),
    (
        22558064,
        "tda-2019/51-B__a_short_all_in_over_an_all_in_is_no_opening_bet.toml",
        "the first card flew by a reader whose plug was pulled then: dealt where it lies, and no misdeal",
    ),
    (22554048, "plain/nobody_sits_down_where_chips_are_owed.toml", "owed chips fall as their trays go: seen once back"),
    (2522399, "plain/a_rebuy_said_in_the_hand_waits.toml", "what came back is not what another one had in front"),
    (2522394, "tda-2019/1__two_extra_cards_before_substantial_action.toml", "no card is dealt to a folded hand"),
    (
        2522398,
        "tda-2019/15-B__the_dealer_holds_the_cards_and_calls_the_floor.toml",
        "cards of the seat beside are heard for a while after a line came back",
    ),
    (2522372, "tda-2019/35-A(1)__two_cards_leave_the_deck_together.toml", "the second was missed, and a scan was lost"),
    (2522372, "tda-holdem/27-B__two_cards_leave_the_deck_together.toml", "the second was missed, and a scan was lost"),
    (2252405, "ipo-2015/17~3__who_threw_away_cannot_ask.toml", "the muck heard a burned card first"),
    (1204025, "tda-holdem/27-I__one_player_has_acted.toml", "a card of the flop was heard at the burn"),
    (
        2522454,
        "tda-2019/20__five_equal_hands_have_equal_parts.toml",
        "of equal shares none went yet to the one whose tray is out",
    ),
    (
        2522390,
        "plain/who_is_sent_off_has_less_than_he_owes.toml",
        "what followed the words in vain while trays were out is owed again",
    ),
    (
        2522662,
        "tda-2019/Ex_38-1B__the_third_card_is_not_the_burn.toml",
        "the last card of a deal that was read at the seat beside is put right as any other",
    ),
    (
        2522665,
        "tda-holdem/40~2__chips_in_front_before_the_deal_ends.toml",
        "a clock that jumped back has not told of it long ago; pushed is what the stack lacks by the books",
    ),
    (
        2522668,
        "tda-holdem/tda-holdem__trays_count_less_than_the_game.toml",
        "what the pot never showed is won all the same, be the winner's tray away as it came",
    ),
    (
        2522684,
        "figp-2012/41__four_cards_left_lying_and_the_flop_dealt_again.toml",
        "a burn that the muck hears for a while is burned once",
    ),
    (2522696, "ipo-2015/38__the_last_moment_of_the_minute.toml", "a wait begins with the act, not with word of it"),
    (
        2522681,
        "plain/main_pot_split_side_pot_not.toml",
        "what the pot had shown of a word before it went out is no news",
    ),
    (2522642, "ipo-2015/37__misdeal_is_dealt_again.toml", "what was heard before the riffle brings no card after it"),
    (
        2522641,
        "tda-2019/1__no_cards_to_show_void_hand.toml",
        "a share is nobody's while trays come back one after the other",
    ),
    (2522450, "figp-2012/DEF-carte__the_higher_kicker_wins.toml", "cards of the flop that the burns heard are keyed"),
    (
        2560047,
        "plain/nobody_sits_down_where_chips_are_owed.toml",
        "what left its stack just before the plug was pulled, and lies nowhere once it is in again, has not come",
    ),
    (
        2548041,
        "figp-2012/34__the_last_hand_but_one_is_given_back.toml",
        "a hand out of the muck is heard beside its seat first: not given away",
    ),
    (
        2548051,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "of two stuck cards the one that was read first may be told last",
    ),
    (22560041, "tda-holdem/RP-1A__button_in_place.toml", "a push waits while its button is asked about"),
    (22560059, "tda-2019/1__a_turn_without_a_burn_after_an_all_in.toml", "a flapping reader that reads is believed"),
    (
        22560086,
        "ipo-2015/39-1~2__foreign_card_before_the_big_blind_acts.toml",
        "what waited is told once a node that had fallen silent is heard again",
    ),
    (
        22560083,
        "plain/a_second_burn_during_the_betting.toml",
        "a second burn that the board read on its way is no turn, not even an early one",
    ),
    (
        22560086,
        "tda-2019/39__the_floor_picks_the_next_burn.toml",
        "the one card of a wrong flop that its reader will not name is the one that the floor names",
    ),
    (
        22564244,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "of two stuck cards the first was read at the seat beside, one of its scans before the second",
    ),
    (
        22564255,
        "tda-2019/1__a_turn_without_a_burn_after_an_all_in.toml",
        "a card that came while the board was out of sight, after its flop had been read, is not of it",
    ),
    (
        22574300,
        "tda-2019/39__four_cards_on_the_flop_of_an_all_in.toml",
        "the scan that saw three cards of a flop missed the fourth, and the next one came late",
    ),
)
"""What storms over all scripts have found, each of one in ten thousand."""

DENSE: Final = replace(STORM, occasions=tuple((fault, 0.7) for fault in OCCASIONS), spread_s=15.0)
"""A storm in which most hands see most faults: it finds in minutes what a storm finds in hours."""
FOUND_DENSE: Final = (
    (920005, "ipo-2015/37-A__third_card_is_not_one_of_them.toml", "a blind lies there as its tray is first heard of"),
    (
        920006,
        "plain/two_hands_of_a_wrong_count_and_one_is_left.toml",
        "a bet that leaves its tray while the floor has to rule may go back",
    ),
    (920012, "tda-holdem/RP-1A__button_in_place.toml", "an all-in button found beside the chips came with them"),
    (
        920011,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "a seat out of sight to which no card was due yet hides no order",
    ),
    (
        940003,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "no card of the deal comes to a stub out of sight",
    ),
    (
        920015,
        "plain/the_dealer_takes_in_a_deal_that_was_not_void.toml",
        "cards that the dealer has taken in himself were not folded",
    ),
    (
        920015,
        "figp-2012/DEF-carte__equal_five_cards_no_kicker.toml",
        "a card of the seat beside that is heard as well was not dealt there: nothing is corrected",
    ),
    (920006, "plain/who_is_sent_off_has_less_than_he_owes.toml", "what had left before and lies nowhere is no bet"),
    (
        940004,
        "plain/who_is_sent_off_is_asked_nothing_more_about_his_hand.toml",
        "two cards that went to the seat beside as their reader came back may only be heard there",
    ),
    (
        940004,
        "tda-2019/35-A(5b)__the_first_card_off_the_deck_is_exposed.toml",
        "a dealer keys a card that was exposed once the system knows of it",
    ),
    (
        950004,
        "tda-2019/53-A__a_fold_taken_back_after_the_uncalled_chips_went_back.toml",
        "cards heard at the seat beside as their own reader had only just come back were not given away",
    ),
    (
        950007,
        "ipo-2015/1__a_stuck_card_is_not_passed_on_out_of_the_muck.toml",
        "the scans of the seat beside do not say which of two cards came first",
    ),
    (
        950010,
        "figp-2012/40__two_extra_to_the_first_player.toml",
        "a second card too many that came in the dark is judged by the count of the hand",
    ),
    (
        950010,
        "tda-2019/39__four_cards_on_the_flop_of_an_all_in.toml",
        "one of four cards on the flop of an all-in that its reader missed for a moment is no turn without a burn",
    ),
)
FOUND_DENSE_STEADY: Final = (
    (
        3381003,
        "tda-holdem/47__all_in_declared.toml",
        "a stack that was nonsense as its tray went out, and is right as it is back, lacks nothing before its blind",
    ),
)
"""What dense storms have found, and at a steady pace."""


@pytest.mark.parametrize(("seed", "name", "why"), FOUND)
def test_what_storms_have_found_is_mended(project: Path, seed: int, name: str, why: str) -> None:
    status, said = play([project / "tests/scripts" / name], STORM, seed)
    assert status == PASSED, f"{why}: {said[0]}"


@pytest.mark.parametrize(("seed", "name", "why"), FOUND_DENSE)
def test_what_dense_storms_have_found_is_mended(project: Path, seed: int, name: str, why: str) -> None:
    status, said = play([project / "tests/scripts" / name], DENSE, seed, PACE)
    assert status == PASSED, f"{why}: {said[0]}"


@pytest.mark.parametrize(("seed", "name", "why"), FOUND_DENSE_STEADY)
def test_what_dense_storms_have_found_at_a_steady_pace_is_mended(project: Path, seed: int, name: str, why: str) -> None:
    status, said = play([project / "tests/scripts" / name], DENSE, seed)
    assert status == PASSED, f"{why}: {said[0]}"


def test_answers_that_are_not_what_lies_on_the_felt_are_caught(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a dealer who gives the last answer that is offered, whatever he sees."""
    monkeypatch.setattr(Attending, "_answer", lambda _self, doubt: doubt.answers[-1])
    asked = project / "tests/scripts/figp-2012/29__the_side_pot_is_decided_first.toml"  # in this storm: two questions
    status, said = play([asked], STORM, 1)
    assert status == FAILED, said[-1]


def real_hands(project: Path, faults: FaultProfile, seed: int) -> None:
    """Replayed from their files through faulty hardware, every hand ends with the stacks of its file."""
    folder = (project / PHH).resolve()
    if not folder.is_dir():  # the project stands without its neighbours; the soak names the hands as needed
        pytest.skip(f"no hand histories in {folder}")
    said: list[str] = []
    status = replay([folder], HardwarePlayers(HardwareSetup(seed=seed, faults=faults)), said.append)
    different = [f"seed {seed}: {line}" for line in said if line.startswith("different")]
    for line in different:
        failing(line)
    assert not different
    assert status == PASSED, said[-1]
    totals = TOTALS.fullmatch(said[-1])
    assert totals is not None
    assert injected(said)["miss"] > 0
    (prompts,) = [line for line in said if line.startswith("prompts per hand: ")]
    measured(f"seed {seed}: {prompts}")
    counted(int(totals[2]), f"real hands through hardware with the faults {faults.name}")


def test_real_hands_end_the_same_through_noisy_hardware(project: Path, seed: int) -> None:
    real_hands(project, NOISY, seed)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("storm", range(STORMS))
def test_real_hands_end_the_same_in_a_storm(project: Path, storm: int, seed: int) -> None:
    real_hands(project, STORM, STORMS * seed + storm)


def test_faults_without_hardware_and_unknown_ones_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_scripts([Path("x.toml")], "engine", 1, "noisy") == 2
    assert "add --through hardware" in capsys.readouterr().err
    assert replay_hands([Path("x")], "hardware", 1, 1, drop_frames=False, faults="quiet") == 2
    assert "there are noisy, storm" in capsys.readouterr().err

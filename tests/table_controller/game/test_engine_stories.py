"""Hands told from the riffle to the award, with what the dealer must do next."""

from __future__ import annotations

from collections.abc import Sequence

from support.robot import Robot

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from firmware_bridge.vocabulary.chips import parse_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import HandEnded, HandStarted, NameCards
from table_controller.game import next_act, queries
from table_controller.game.state.pots import Pot
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.outcomes import (
    ActRuled,
    BetReturned,
    BoardNamed,
    ForcedBetPosted,
    HandBegan,
    HandSettled,
    HandShown,
    PotAwarded,
    StreetOpened,
)


def deck(first: str) -> Sequence[Card]:
    """A deck with these cards on top."""
    top = parse_cards(first)
    return (*top, *(card for card in DECK if card not in top))


def code(robot: Robot) -> str:
    act = next_act.next_act(robot.table)
    return act.code if act.seat is None else f"{act.code} {act.seat}"


def facts(robot: Robot) -> dict[str, int | str]:
    return dict(robot.findings[-1].facts)


def three(**keywords: int | str) -> Robot:
    return Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100), **keywords)  # type: ignore[arg-type]


def test_a_hand_from_the_riffle_to_the_first_act() -> None:
    robot = three()
    assert code(robot) == "new-hand"
    robot.riffle()
    assert robot.outcomes == [HandBegan(1, 1, 2, 3, (1, 2, 3), ((1, 10_000), (2, 10_000), (3, 10_000)))]
    assert robot.requests == [HandStarted(1)]
    assert code(robot) == "await 2"
    assert queries.forced_bets_due(robot.table) == ((2, "small-blind", 50), (3, "big-blind", 100))
    robot.post()
    assert robot.outcomes[1:] == [ForcedBetPosted(2, "small-blind", 50), ForcedBetPosted(3, "big-blind", 100)]
    dealt = []
    while (act := next_act.next_act(robot.table)).code == "deal-card":
        assert act.seat is not None
        dealt.append(act.seat)
        robot.do(ev.CardDealt(act.seat, robot.draw(), 1.0, 1.1))
    assert dealt == [2, 3, 1, 2, 3, 1]
    assert robot.outcomes[-1] == StreetOpened("preflop")
    assert (robot.actor, code(robot), queries.may(robot.table)) == (1, "await 1", ("fold", "call", "raise"))
    assert (queries.to_call_chips(robot.table), queries.min_raise_to_chips(robot.table)) == (100, 200)
    assert queries.max_raise_to_chips(robot.table) == 10_000


def test_the_big_blind_has_its_option_and_the_button_acts_last() -> None:
    robot = three()
    robot.deal()
    robot.act("call")
    robot.act("call")
    assert (robot.actor, queries.may(robot.table)) == (3, ("check", "raise"))
    robot.act("check")
    assert code(robot) == "burn"
    robot.do(ev.CardBurned(robot.draw(), 1.0, 1.1))
    assert code(robot) == "deal-flop"
    for _ in range(3):
        robot.do(ev.CardBoarded(robot.draw(), 1.0, 1.1))
    assert (robot.actor, queries.may(robot.table)) == (2, ("check", "bet"))
    assert queries.min_raise_to_chips(robot.table) == 100


def test_heads_up_the_button_acts_first_then_last_and_is_dealt_last() -> None:
    robot = Robot().open({2: 5000, 5: 5000}, (50, 100), button=5)
    robot.riffle()
    assert robot.outcomes == [HandBegan(1, 5, 5, 2, (2, 5), ((2, 5000), (5, 5000)))]
    assert queries.deal_order(robot.table) == (2, 5, 2, 5)
    robot.post()
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), 1.0, 1.1))
    assert robot.actor == 5
    robot.act("call")
    robot.act("check")
    robot.street()
    assert robot.actor == 2


def test_a_walk_returns_what_the_small_blind_did_not_match() -> None:
    robot = three()
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    assert robot.outcomes[-3:] == [
        BetReturned(3, 50),
        PotAwarded(0, 3, 100),
        HandSettled(1, ((1, 10_000), (2, 9950), (3, 10_050))),
    ]
    assert robot.won(3) == 100
    assert code(robot) == "return-chips 3"
    robot.tidy()
    assert code(robot) == "new-hand"
    assert robot.table.chips.stacks == (10_000, 9950, 10_050)
    assert not robot.findings


def test_antes_of_everyone_come_before_the_blinds() -> None:
    robot = three(ante=25)
    robot.riffle()
    assert [kind for _, kind, _ in queries.forced_bets_due(robot.table)] == [*["ante"] * 3, "small-blind", "big-blind"]
    robot.post()
    assert queries.pot_chips(robot.table) == 225
    assert queries.pots(robot.table) == (Pot(225, (1, 2, 3)),)
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), 1.0, 1.1))
    assert queries.to_call_chips(robot.table) == 100


def test_the_book_lets_the_big_blind_pay_one_ante_first() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 130}, (50, 100), ante=100, ante_mode=None)
    robot.riffle()
    assert queries.forced_bets_due(robot.table) == (
        (3, "ante", 100),
        (2, "small-blind", 50),
        (3, "big-blind", 30),
    )
    robot.push(3, 130)
    assert robot.outcomes[-2:] == [ForcedBetPosted(3, "ante", 100), ForcedBetPosted(3, "big-blind", 30)]


def test_a_big_blind_all_in_for_the_ante_can_win_only_the_ante() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 60}, (50, 100), ante=100, ante_mode="bb")
    robot.deal(deck("2cAh7d3dAd8s" + "9c" + "QsJs9h" + "4h" + "4s" + "5h" + "Kd"))
    robot.act("call")
    robot.act("call")
    assert queries.pots(robot.table) == (Pot(60, (1, 2, 3)), Pot(200, (1, 2)))
    robot.run_out()
    assert (robot.won(3), robot.won(1), robot.won(2)) == (60, 200, 0)


def test_a_blind_posted_with_a_big_chip_has_change_coming() -> None:
    robot = three()
    robot.riffle()
    robot.push(3, parse_chips("500"))
    assert ForcedBetPosted(3, "big-blind", 100) in robot.outcomes
    assert queries.returns_due(robot.table) == ((3, 400),)
    assert not robot.findings
    robot.push(2, 50)
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), 1.0, 1.1))
    robot.act("raise", 300)
    robot.act("fold")
    robot.say(3, "call")
    assert queries.returns_due(robot.table) == ((3, 200),)
    assert code(robot) == "return-chips 3"


def test_missing_blinds_stop_no_deal_and_are_owed() -> None:
    robot = three()
    robot.riffle()
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), 1.0, 1.1))
    assert robot.actor == 1
    assert queries.owing(robot.table) == ((2, 50), (3, 100))
    robot.push(3, 100)
    assert ForcedBetPosted(3, "big-blind", 100) in robot.outcomes
    robot.act("fold")
    robot.push(2, 100)  # the blind it owed, and the rest of a call
    assert robot.outcomes[-1] == ActRuled(2, "call", 100, all_in=False)
    assert not robot.findings


def test_a_word_is_ruled_at_once_and_its_chips_are_owed() -> None:
    robot = three()
    robot.deal()
    robot.say(1, "raise", 800)
    assert robot.outcomes[-1] == ActRuled(1, "raise", 800, all_in=False)
    assert queries.owing(robot.table) == ((1, 800),)
    assert robot.actor == 2
    robot.push(1, 500)
    assert queries.owing(robot.table) == ((1, 300),)
    robot.push(1, 500)  # one chip too large: change
    assert queries.returns_due(robot.table) == ((1, 200),)
    assert not robot.findings


def test_raise_without_an_amount_waits_for_the_chips() -> None:
    robot = three()
    robot.deal()
    robot.say(1, "raise")
    assert robot.actor == 1
    robot.push(1, 450)
    assert robot.outcomes[-1] == ActRuled(1, "raise", 450, all_in=False)


def test_a_bare_number_is_a_call_or_a_raise_by_its_size() -> None:
    robot = three()
    robot.deal()
    robot.say(1, "number", 100)
    robot.say(2, "number", 600)
    assert [outcome for outcome in robot.outcomes if isinstance(outcome, ActRuled)] == [
        ActRuled(1, "call", 100, all_in=False),
        ActRuled(2, "raise", 600, all_in=False),
    ]


def test_a_word_after_the_chips_only_repeats_them() -> None:
    robot = three()
    robot.deal()
    robot.push(1, 300)
    robot.say(1, "raise", 300)
    robot.say(1, "raise")
    assert not robot.findings
    robot.say(1, "raise", 900)
    assert robot.findings[-1].topic == "betting-method", "the chips came first"


def test_the_all_in_button_says_all_in() -> None:
    robot = three()
    robot.deal()
    robot.do(ev.AllInButtonPlaced(1, down=True, at_s=1.0))
    assert robot.outcomes[-1] == ActRuled(1, "raise", 10_000, all_in=True)
    robot.do(ev.AllInButtonPlaced(1, down=False, at_s=1.0))
    assert robot.table.buttons == ()
    robot.act("fold")
    robot.push(3, 9900)
    robot.do(ev.AllInButtonPlaced(3, down=True, at_s=1.0))
    assert robot.outcomes[-1] == ActRuled(3, "call", 10_000, all_in=True)
    assert code(robot) == "await 1"  # the chips that it said
    assert [found.topic for found in robot.findings] == ["all-in-buttons"], "its chips came before the button"


def test_all_in_hands_are_tabled_before_the_board_and_awarded_after_it() -> None:
    robot = Robot().open({1: 700, 2: 3000, 3: 3000}, (50, 100), button=3)
    robot.deal(deck("2c3cAh2d3dAd"))
    robot.act("fold")
    robot.act("all-in")
    robot.act("call")
    assert queries.tables_now(robot.table) == (1, 2)
    assert code(robot) == "await 1"
    robot.show(1, 2)
    assert robot.requests[-2:] == [
        NameCards((Handle("h1-52"), Handle("h1-49")), "tabled"),
        NameCards((Handle("h1-51"), Handle("h1-48")), "tabled"),
    ]
    assert HandShown(1, parse_cards("2c2d"), "") in robot.outcomes
    assert code(robot) == "burn"
    robot.street()
    robot.street()
    assert robot.table.hand.phase == "turn"
    robot.street()
    assert isinstance(robot.outcomes[-1], HandSettled)
    assert sum(isinstance(outcome, BoardNamed) for outcome in robot.outcomes) == 3


def test_side_pot_is_pushed_before_the_main_pot() -> None:
    robot = Robot().open({1: 300, 2: 3000, 3: 3000}, (50, 100), button=3)
    robot.deal(deck("AhKc2dAdKd7s" + "3s" + "9h9s4c"))
    robot.act("raise", 600)
    robot.act("all-in")
    robot.act("call")
    assert queries.pots(robot.table) == (Pot(900, (1, 2, 3)), Pot(600, (2, 3)))
    robot.run_out()
    awards = [outcome for outcome in robot.outcomes if isinstance(outcome, PotAwarded)]
    assert awards == [PotAwarded(1, 2, 600, "Two pair"), PotAwarded(0, 1, 900, "Two pair")]
    assert queries.awards_due(robot.table) == ((2, 600), (1, 900))
    assert code(robot) == "push-pot 2"
    robot.tidy()
    assert code(robot) == "new-hand"
    assert robot.table.chips.stacks == (900, 3000, 2400)


def test_one_claimant_of_a_side_pot_counts_as_returned_until_the_award() -> None:
    robot = Robot().open({1: 300, 2: 3000, 3: 3000}, (50, 100), button=3)
    robot.deal()
    robot.act("raise", 600)
    robot.act("all-in")
    robot.act("call")
    robot.street()
    robot.act("check")
    robot.act("fold")
    assert queries.pots(robot.table) == (Pot(900, (1, 2)),)
    robot.run_out()
    assert (1, 2, 600) in [(one.pot, one.seat, one.chips) for one in robot.outcomes if isinstance(one, PotAwarded)]


def test_the_odd_chip_goes_left_of_the_button() -> None:
    robot = Robot(denominations=(25, 100, 500))
    robot.open(dict.fromkeys((1, 2, 3), 5000), (25, 50), button=2, ante=25, ante_mode="bb")
    robot.deal(deck("AhAc2dKdKh7s" + "3s" + "9h9s4c" + "5h" + "4d" + "6h" + "Jc"))
    robot.act("fold")
    robot.act("call")
    robot.act("check")
    robot.run_out()
    assert robot.outcomes[-3:-1] == [PotAwarded(0, 3, 75, "Two pair"), PotAwarded(0, 1, 50, "Two pair")]


def test_last_round_aggressor_shows_first_and_others_may_discard() -> None:
    robot = three()
    robot.deal(deck("AhKc2dAdKd7s"))
    robot.act("call")
    robot.act("call")
    robot.act("check")
    robot.street()
    robot.act("check")
    robot.act("check")
    robot.act("check")
    robot.street()
    robot.act("check")
    robot.act("check")
    robot.act("check")
    robot.street()
    robot.act("check")
    robot.act("bet", 200)
    robot.act("call")
    robot.act("call")
    assert (queries.shows_first(robot.table), code(robot)) == (3, "await 3")
    assert queries.tables_now(robot.table) == ()
    robot.show(3)
    assert queries.shows_first(robot.table) == 1
    robot.muck(1)
    assert 1 not in queries.live_seats(robot.table)
    robot.muck(2)
    assert robot.won(3) == 900
    assert not robot.findings


def test_a_checked_river_is_shown_from_the_left_of_the_button() -> None:
    robot = three()
    robot.deal()
    while robot.table.hand.phase != "showdown":
        if robot.actor is None:
            robot.street()
        else:
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
    assert queries.shows_first(robot.table) == 2


def test_the_next_hand_moves_button_and_blinds() -> None:
    robot = Robot().open(dict.fromkeys((1, 2, 3, 4), 10_000), (50, 100))
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    robot.act("fold")
    robot.tidy()
    robot.put_away()
    assert robot.requests[-1] == HandEnded(1)
    assert robot.table.positions is not None
    assert (robot.table.positions.button, robot.table.positions.big_blind) == (2, 4)
    robot.riffle()
    assert robot.outcomes[-1] == HandBegan(2, 2, 3, 4, (1, 2, 3, 4), ((1, 10_000), (2, 9950), (3, 10_050), (4, 10_000)))


def test_a_riffle_puts_the_finished_hand_away() -> None:
    robot = three()
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    robot.riffle()
    assert robot.requests[-2:] == [HandEnded(1), HandStarted(2)]


def test_players_and_levels_change_from_the_next_hand() -> None:
    robot = three()
    robot.deal()
    robot.do(ev.LevelAnnounced(100, 200, 25, 1.0))
    robot.do(ev.PlayerLeft(2, 1.0))
    assert facts(robot)["cause"] == "left-during-hand"
    robot.act("fold")
    robot.act("fold")
    robot.tidy()
    robot.do(ev.PlayerLeft(1, 1.0))
    robot.put_away()
    assert robot.table.players[0] is None
    robot.do(ev.PlayerSat(1, "New", 4000, "new", 1.0))
    robot.do(ev.PlayerSat(2, "Taken", 4000, "new", 1.0))
    assert facts(robot)["cause"] == "seat-taken"
    assert robot.table.level.big_blind_chips == 100
    robot.riffle()
    assert robot.table.level.big_blind_chips == 200
    assert robot.table.chips.brought_chips == 24_000

"""Contributions to pots, unmatched bets, and chips that lie where nobody expects them."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import add_chips, parse_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import earlier_chips
from table_controller.game.state import chip_custody
from table_controller.game.state.betting import Stand, Status
from table_controller.game.state.chip_custody import ChipBoard, lying_chips
from table_controller.game.state.ledger import SeatChips, owes_chips
from table_controller.game.state.pots import Pot, pots_of, unmatched
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player


def _table(*seats: tuple[int, Status], dead: int = 0) -> tuple[tuple[SeatChips, ...], tuple[Stand, ...]]:
    money = [SeatChips(0, chips, pushed_chips=chips) for chips, _ in seats]
    if dead:
        money[0] = SeatChips(0, money[0].committed_chips + dead, dead, money[0].committed_chips + dead)
    return tuple(money), tuple(Stand(status) for _, status in seats)


def test_two_all_ins_make_three_pots() -> None:
    ledger, stands = _table((100, "all-in"), (400, "all-in"), (900, "in"), (900, "in"), (50, "folded"))
    assert pots_of(ledger, stands) == (Pot(450, (1, 2, 3, 4)), Pot(900, (2, 3, 4)), Pot(1000, (3, 4)))


def test_what_is_not_put_in_yet_is_owed_to_the_pots_from_the_last_on() -> None:
    ledger, stands = _table((100, "all-in"), (400, "in"), (400, "in"))
    said = (*ledger[:2], SeatChips(0, 400, pushed_chips=50))
    assert pots_of(said, stands) == (Pot(300, (1, 2, 3), 50), Pot(600, (2, 3), 300))


def test_equal_all_ins_make_one_pot() -> None:
    ledger, stands = _table((300, "all-in"), (300, "all-in"), (300, "in"))
    assert pots_of(ledger, stands) == (Pot(900, (1, 2, 3)),)


def test_a_seat_still_to_act_claims_the_bet_it_may_call() -> None:
    ledger, stands = _table((100, "all-in"), (300, "in"), (0, "in"))
    behind = (*ledger[:2], SeatChips(500))
    assert pots_of(behind, stands) == (Pot(200, (1, 2, 3)), Pot(200, (2, 3)))


def test_who_has_too_few_chips_to_come_there_has_no_part_in_a_side_pot() -> None:
    """It was drawn with the seats of all who had yet to act, though none of them could call a chip of it."""
    ledger, stands = _table((1000, "all-in"), (1150, "all-in"), (0, "in"), (20, "in"))
    behind = (*ledger[:2], SeatChips(990), SeatChips(970, 20, pushed_chips=20))
    assert pots_of(behind, stands) == (Pot(2020, (1, 2, 3, 4)), Pot(150, (2,)))


def test_folded_chips_above_every_live_hand_stay_in_the_pot() -> None:
    ledger, stands = _table((30, "all-in"), (40, "all-in"), (100, "folded"))
    assert pots_of(ledger, stands) == (Pot(90, (1, 2)), Pot(80, (2,)))


def test_an_ante_for_the_table_is_won_by_anyone_and_matched_by_nobody() -> None:
    ledger, stands = _table((0, "all-in"), (200, "in"), (200, "in"), dead=60)
    assert pots_of(ledger, stands) == (Pot(60, (1, 2, 3)), Pot(400, (2, 3)))
    assert unmatched(ledger, stands) is None


def test_what_nobody_matched_is_found() -> None:
    assert unmatched(*_table((500, "in"), (200, "all-in"), (50, "folded"))) == (1, 300)
    assert unmatched(*_table((500, "folded"), (200, "all-in"))) == (1, 300), "nobody wins more of another than he bet"
    assert unmatched(*_table((200, "in"), (200, "in"))) is None


def test_chips_that_are_not_there_are_found_not_made_up() -> None:
    board = ChipBoard((100, 0), ((), ()), (), 100)
    board = chip_custody.pushed(board, 1, parse_chips("500"))
    assert (board.stacks, board.found_chips) == ((0, 0), 400)
    board = chip_custody.gathered(board, 1, parse_chips("500"), (25, 100, 500))
    board = chip_custody.pot_pushed(board, 2, parse_chips("4x100"), (25, 100, 500))
    assert board.pot == parse_chips("100")  # change was made unseen: the value counts
    board = chip_custody.pot_pushed(board, 2, parse_chips("500"), (25, 100, 500))
    assert (board.pot, board.stacks, board.found_chips) == ((), (0, 900), 800)
    assert lying_chips(board) == board.brought_chips + board.found_chips


def test_change_that_no_chip_makes_keeps_its_value() -> None:
    board = ChipBoard((0,), (parse_chips("100"),), (), 100)
    board = chip_custody.taken_back(board, 1, ((30, 1),), (25, 100))
    assert (board.bets, board.stacks) == ((((1, 70),),), (30,))


def test_an_ante_is_no_part_of_a_raise_that_owes_chips() -> None:
    """The ante lies there still: once more was owed, the screen drew it as chips of the raise."""
    script = (
        'title = "t"\nrulebook = "tda-2019"\nvariant = "NT"\nblinds = [100, 200]\nante = 25\nante_mode = "all"\n'
        "button = 1\nstacks = { 1 = 9000, 3 = 9000, 4 = 9000, 6 = 9000 }\nchips = [25, 100, 500, 1000]\n"
        'script = """\ndeal\n6: says "raise 2500"\n6: pushes 2x1000\n"""\n'
    )
    player = play(parse_script("t", script), straight_player).player
    assert player is not None
    swept = player.table.chips
    bets = (*swept.bets[:5], add_chips(swept.bets[5], parse_chips("25")), *swept.bets[6:])
    table = replace(player.table, chips=replace(swept, bets=bets, pot=parse_chips("3x25")))
    assert (earlier_chips(table, 6), owes_chips(table.ledger[5])) == (25, 500)

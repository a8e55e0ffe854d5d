"""Chips that moved: custody follows always, an act only where one is read."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import Chips, picked, total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.next_act import lying_loose
from table_controller.game.queries import (
    behind_chips,
    floor_stops,
    forced_bets_due,
    has_answered,
    is_no_act_yet,
    is_turn_unclear,
    not_given_chips,
    uncontested,
    who_acts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules import registry
from table_controller.game.rules.betting import prior_chips, string_bets
from table_controller.game.rules.betting.chip_push import in_front_chips
from table_controller.game.rules.betting.readings import Acts, Announces, Leaves, Pays
from table_controller.game.rules.table import early_collection
from table_controller.game.state import chip_custody
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, is_street
from table_controller.game.state.ledger import award_due_chips, balance_chips, owes_chips, push, put, returns_chips
from table_controller.game.state.table import Change, Table, Unexplained, without_case
from table_controller.game.steps.betting import bringing_in
from table_controller.game.steps.betting.words import read
from table_controller.vocabulary.events import (
    BetsGathered,
    ChipsPushed,
    ChipsTakenBack,
    PotCounted,
    PotPushed,
    StackCounted,
)
from table_controller.vocabulary.outcomes import ForcedBetPosted, Outcome


def on_push(table: Table, event: ChipsPushed, book: Rulebook) -> Change:
    """Chips went forward: what the seat owes is paid first, the rest is read as an act."""
    if wrong := _unsound(table, event.seat, event.chips):
        return wrong
    seat, table = event.seat, bringing_in.in_its_turn(table, event)
    reading = registry.read_push(table, event, book)
    moved = _laid(table, event, explained=isinstance(reading, Acts | Announces | Pays))
    if isinstance(reading, Leaves):
        moved = _without_asked_of_fewer(table, moved, seat, reading)
    if isinstance(reading, Pays) and (case := string_bets.made_good(moved, seat)) is not None:
        moved = without_case(moved, case)
    if isinstance(reading, Pays):
        moved = prior_chips.lying_again(moved, seat)
    return Change(moved, _posted(table, moved, seat)).then(read(moved, seat, reading, book))


def _without_asked_of_fewer(before: Table, moved: Table, seat: int, reading: Leaves) -> Table:
    """The table without the case about all that lay loose in front of the seat, where the same is asked of more by now.

    The floor rules once on the chips that lie there: a second ruling would have the first of them forfeited twice.
    """
    lay, lies = (table.ledger[seat - 1].loose_chips for table in (before, moved))
    asked = {found.topic for found in reading.findings if found.options and in_front_chips(found.facts) == lies}
    fewer = [
        case
        for case in moved.cases
        if case.seat == seat and case.finding.topic in asked and case.phase == moved.hand.phase
        if 0 < in_front_chips(case.finding.facts) == lay
    ]
    for case in fewer:
        moved = without_case(moved, case)
    return moved


def lay(table: Table, event: ChipsPushed | ChipsTakenBack) -> Table:
    """The chips where the motion left them, with no act made of it."""
    pushes = isinstance(event, ChipsPushed)
    if _unsound(table, event.seat, event.chips, change=not pushes):
        return table
    return _laid(table, event)


def _laid(table: Table, event: ChipsPushed | ChipsTakenBack, *, explained: bool = False) -> Table:
    """The same for chips that are sound; those that an act explains do not lie loose."""
    seat, amount = event.seat, total_chips(event.chips)
    money = table.ledger[seat - 1]
    if isinstance(event, ChipsPushed):
        board = chip_custody.pushed(table.chips, seat, event.chips)
        if explained:
            loose = money.loose_chips
        elif table.hand.phase in (IDLE, SETTLED) or _is_out_of_a_closed_round(table, seat):
            loose = 0  # no act can come of them: they go back
        else:
            loose = money.loose_chips + max(0, amount - owes_chips(money))
        money = push(money, amount, loose)
    else:
        board = chip_custody.taken_back(table.chips, seat, event.chips, table.setup.denominations)
        # what he has coming and what lies in the pot by now he does not take himself
        in_front = max(0, total_chips(table.chips.bets[seat - 1]) - money.loose_chips)
        of_his_own = max(0, amount - min(returns_chips(money), in_front))
        won = min(max(0, amount - returns_chips(money)), award_due_chips(money)) if table.hand.phase == SETTLED else 0
        money = push(money, won - amount, max(0, money.loose_chips - of_his_own))
        money = replace(money, received_chips=money.received_chips + won)  # of what he has won, he took so much himself
    return replace(table, chips=board, ledger=put(table.ledger, seat, money))


def _is_out_of_a_closed_round(table: Table, seat: int) -> bool:
    """Whether the seat has no hand, and nobody is to act on this street any more."""
    over = is_street(table.hand.phase) and table.betting.actor is None
    return over and not is_live(table.betting.stands[seat - 1])


def on_take_back(table: Table, event: ChipsTakenBack, book: Rulebook) -> Change:
    """Chips went back to the stack: due ones settle what was due, others are for the rules or irregular."""
    if wrong := _unsound(table, event.seat, event.chips, change=True):
        return wrong
    seat, amount = event.seat, total_chips(event.chips)
    if table.hand.phase == IDLE and not table.chips.bets[seat - 1] and not returns_chips(table.ledger[seat - 1]):
        return Change(table)  # they lay in front before anybody watched: the books have had them in the stack
    if (case := string_bets.taken_back_again(table, seat, amount)) is not None:
        freed = put(table.ledger, seat, replace(table.ledger[seat - 1], loose_chips=0))
        table = replace(without_case(table, case), ledger=freed)
    if (mistaken := bringing_in.taken_back_whole(table, event)) is not None:
        return Change(_laid(mistaken, event))
    money = table.ledger[seat - 1]
    due = returns_chips(money) + award_due_chips(money)
    moved = _laid(table, event)
    if table.hand.phase == DEAL and amount <= table.betting.stands[seat - 1].bet_chips:
        return Change(moved)  # nobody can act yet: a blind that is changed is owed for the moment
    if amount <= due + _free_to_go_back(table, seat) or _is_change(table, seat, event.chips):
        return Change(moved)
    if amount <= money.loose_chips and _asked_to_take_back(table, seat):
        return Change(moved)  # the floor is asked about them already
    if (reading := prior_chips.taken_back(table, event, book)) is not None:
        return read(moved, seat, reading, book)
    facts = (("taken_chips", amount), ("due_chips", due))
    return Change(moved, unexplained=(Unexplained("chips-taken-back", seat, facts),))


def _asked_to_take_back(table: Table, seat: int) -> bool:
    """Whether the floor is asked what loose chips of the seat are, and may have them taken back."""
    return any(
        case.seat == seat and case.finding.stops_play and any(one.name == "take-back" for one in case.finding.options)
        for case in table.cases
    )


def _free_to_go_back(table: Table, seat: int) -> int:
    """Loose chips that mean nothing: of a seat that bets no more or has acted, or of the one to act.

    Those of a player who is still to act may be an act out of turn, where they did not come while nobody was to act;
    and those under a case are for the floor.
    """
    if floor_stops(table):
        return 0
    if table.hand.phase == DEAL:  # nobody can act yet
        return table.ledger[seat - 1].loose_chips
    if is_live(table.betting.stands[seat - 1]):
        means_nothing = who_acts(table) == seat or has_answered(table, seat) or is_no_act_yet(table, seat)
        return lying_loose(table, seat) if means_nothing else 0
    return table.ledger[seat - 1].loose_chips


def _is_change(table: Table, seat: int, chips: Chips) -> bool:
    """Whether more was taken back than is due because no chips that lay there make it: the rest is owed, and no act.

    Of the seat to act it is not said once it has acted: with chips that lie there it may bet (TDA 2019, rule 46). A
    blind that was posted with a larger chip is changed at any time.
    """
    due = returns_chips(table.ledger[seat - 1])
    bets = who_acts(table) == seat and table.betting.stands[seat - 1].acted_at_chips is not None
    if not due or bets or picked(table.chips.bets[seat - 1], due) is not None:
        return False
    return total_chips(chips) - due < min(size for size, _ in chips)


def on_gather(table: Table, event: BetsGathered, book: Rulebook) -> Change:
    """The dealer drew chips into the pot: custody only; during a round it is looked at."""
    if wrong := _unsound(table, event.seat, event.chips, change=True):
        return wrong
    if event.unseen and total_chips(table.chips.bets[event.seat - 1]) < total_chips(event.chips):
        return Change(table)  # the books have it in the pot already: a street was dealt after it
    chips = chip_custody.gathered(table.chips, event.seat, event.chips, table.setup.denominations)
    early = () if event.unseen or is_turn_unclear(table) else early_collection.bets_drawn_in(table, event.seat, book)
    return Change(_owed_back(replace(table, chips=chips), event.seat), findings=early)


def _owed_back(table: Table, seat: int) -> Table:
    """Chips that no act explained and that lie in the pot by now are the seat's: what they were to be, they are not."""
    money, in_front = table.ledger[seat - 1], total_chips(table.chips.bets[seat - 1])
    if money.loose_chips <= in_front:
        return table
    return replace(table, ledger=put(table.ledger, seat, replace(money, loose_chips=in_front)))


def on_pot_push(table: Table, event: PotPushed, book: Rulebook) -> Change:
    """Chips of the pot went to a seat: right if the seat has them coming, or as change for what no act explains."""
    del book
    if wrong := _unsound(table, event.seat, event.chips, change=True):
        return wrong
    seat, amount = event.seat, total_chips(event.chips)
    money = table.ledger[seat - 1]
    board = chip_custody.pot_pushed(table.chips, seat, event.chips, table.setup.denominations)
    if table.hand.phase != SETTLED and (late_chips := not_given_chips(table, seat)):
        amount -= min(amount, late_chips)  # of an earlier hand: by the ledger it is there already
    # what was gathered too soon is as if it had never been put in
    back = 0 if money.won_chips else min(amount, returns_chips(money))
    change = min(amount - back, money.loose_chips)
    given = replace(
        money,
        pushed_chips=money.pushed_chips - back - change,
        received_chips=money.received_chips + amount - back - change,
        loose_chips=money.loose_chips - change,
    )
    moved = replace(table, chips=board, ledger=put(table.ledger, seat, given))
    alone = sum(pot.chips for pot in uncontested(table) if pot.seats == (seat,))
    due = max(0, balance_chips(money) + alone - money.loose_chips) + change
    exchanged = bool(back) and table.hand.phase != SETTLED  # a larger chip for less change: he gives the rest back
    if amount <= due or exchanged:
        return Change(moved)
    facts = (("gets_chips", amount), ("due_chips", due))
    return Change(moved, unexplained=(Unexplained("pot-pushed", seat, facts),))


def on_count(table: Table, event: StackCounted, book: Rulebook) -> Change:
    """A stack was read afresh: change made unseen leaves its value as it was."""
    del book
    if any(denomination <= 0 or count <= 0 for denomination, count in event.chips):
        return Change(table, unexplained=(Unexplained("no-such-chips", event.seat),))
    seat, value = event.seat, total_chips(event.chips)
    before = table.chips.stacks[seat - 1]
    if seat in table.recount and value == behind_chips(table, seat):  # exchanged, filled or cut as it was to be
        board = chip_custody.brought(table.chips, seat, value - before)
        waits = tuple(other for other in table.recount if other != seat)
        return Change(replace(table, chips=board, recount=waits))
    low, high = sorted((before, behind_chips(table, seat)))
    if seat in table.recount and low < value < high:
        return Change(replace(table, chips=chip_custody.brought(table.chips, seat, value - before)))  # a part of that
    counted = replace(table, chips=chip_custody.counted(table.chips, seat, value))
    if value in (before, behind_chips(table, seat)):  # what lay wrong before lies right now
        return Change(counted)
    facts = (("counted_chips", value), ("expected_chips", before))
    return Change(counted, unexplained=(Unexplained("stack-count", seat, facts),))


def on_pot_count(table: Table, event: PotCounted, book: Rulebook) -> Change:
    """Change was made of the pot: other chips lie there now; a count of another value is none of change."""
    del book
    same = total_chips(event.chips) == total_chips(table.chips.pot)
    if not same or any(denomination <= 0 or count <= 0 for denomination, count in event.chips):
        return Change(table)
    return Change(replace(table, chips=replace(table.chips, pot=event.chips)))


def _posted(before: Table, after: Table, seat: int) -> tuple[Outcome, ...]:
    """Forced bets of the seat that are in now and were not before."""
    if not owes_chips(before.ledger[seat - 1]):
        return ()
    due = [(kind, chips) for at, kind, chips in forced_bets_due(before) if at == seat]
    if not due:
        return ()
    money, stand = before.ledger[seat - 1], before.betting.stands[seat - 1]
    full = {"ante": money.committed_chips - stand.bet_chips}
    still = {kind for at, kind, _ in forced_bets_due(after) if at == seat}
    return tuple(ForcedBetPosted(seat, kind, full.get(kind, stand.bet_chips)) for kind, _ in due if kind not in still)


def _unsound(table: Table, seat: int, chips: Chips, *, change: bool = False) -> Change | None:
    """Chips that cannot be: no value, no such denomination, negative counts where no change is made."""
    value = 0
    for denomination, count in chips:
        if denomination <= 0 or (count <= 0 and not change):
            value = 0
            break
        value += denomination * count
    if value > 0:
        return None
    phase = table.hand.phase
    return Change(table, unexplained=(Unexplained("no-such-chips", seat, (("settled", int(phase == SETTLED)),)),))

"""Chips of an earlier bet of the round: pulled back, or left lying while new ones come without a word.

What lies in front of a seat is its bet, less what it owes, and its change that nobody has drawn yet.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting import raise_sizes, silent_chips
from table_controller.game.rules.betting.chip_push import ChipPush, with_more
from table_controller.game.rules.betting.readings import Acts, Leaves, Pays, Reading
from table_controller.game.rules.betting.string_bets import last_act_of
from table_controller.game.state.betting import may_raise
from table_controller.game.state.hand import SHOWDOWN, is_street
from table_controller.game.state.ledger import award_due_chips, owes_chips, returns_chips
from table_controller.game.state.table import Case, Table
from table_controller.vocabulary.events import ChipsTakenBack, Declared
from table_controller.vocabulary.findings import Citation, Fact

TOPIC: Final = "prior-bet-chips"

BOUND: Final = "call-or-raise"
"""The limit of a seat that pulled its bet back while it faced a raise."""

PULLED: Final = ("call", "min-raise", "play-on")
"""What the floor may make of a bet that its player pulled back before he acted.

Where the book is silent he may also be bound to `BOUND`, as other books have it.
"""

HANDFUL: Final = ("stands", "warning", "penalty")
"""What the floor may do with a bet of which a part went back at once: the bet stands, whichever it takes."""

ADDED: Final = ("count-as-call", "count-as-raise", "take-back")
"""What the floor may make of new chips beside old ones."""

GIVEN_UP: Final = ("call", "forfeit-and-fold")
"""What the floor may make of a fold by a player who is bound to call or raise."""


def taken_back(table: Table, event: ChipsTakenBack, book: Rulebook) -> Reading | None:
    """What it is that a seat took more back than it had coming; None if no rule reads it.

    Only chips of a ruled bet that still lie in front are a matter of these rules: loose ones are no bet yet,
    and what lies elsewhere was not the seat's to take.
    """
    money = table.ledger[event.seat - 1]
    playing = is_street(table.hand.phase) or table.hand.phase == SHOWDOWN
    in_front = total_chips(table.chips.bets[event.seat - 1])
    if not playing or money.loose_chips or total_chips(event.chips) > in_front:
        return None
    if owes_chips(money) and who_acts(table) != event.seat:  # what he owes comes in other chips: all of it is owed now
        return Pays(())
    for reader in (pulled_back, handful, stays_in):
        if (reading := reader(table, event, book)) is not None:
            return reading
    return None


@behaviour(None)
def pulled_back(table: Table, event: ChipsTakenBack, book: Rulebook) -> Reading | None:
    """The seat to act faces a raise and draws its own bet in: bound to call or raise, or the floor decides."""
    seat, betting = event.seat, table.betting
    own = betting.stands[seat - 1].bet_chips
    if who_acts(table) != seat or not 0 < own < betting.level_chips:
        return None
    policy, facts = book.prior_chips, _facts(table, event)
    if policy.value == "tda46":
        rule = cite(book, "prior_chips.pulled_back")
        return Leaves((finding("prior-bet-chips", seat, rule, (*facts, ("limit", BOUND))),))
    options = PULLED if policy.value == "floor" else (*PULLED, BOUND)
    return Leaves((finding("prior-bet-chips", seat, policy.cite, facts, options),))


def lying_again(table: Table, seat: int) -> Table:
    """The table where a bet that the player to act had pulled back lies there whole again: he has made change.

    Before it did, it looked as if he was to call or to raise with it, and in some books the floor was asked.
    """
    stand = table.betting.stands[seat - 1]
    asked = [case for case in table.cases if case.seat == seat and case.finding.topic == TOPIC and _is_of_pulled(case)]
    bound = stand.limit == BOUND
    if not (bound or asked) or who_acts(table) != seat or owes_chips(table.ledger[seat - 1]):
        return table
    stands = table.betting.stands
    freed = (*stands[: seat - 1], replace(stand, limit="" if bound else stand.limit), *stands[seat:])
    cases = tuple(case for case in table.cases if case not in asked)
    return replace(table, betting=replace(table.betting, stands=freed), cases=cases)


def _is_of_pulled(case: Case) -> bool:
    return any(name == "taken_chips" for name, _ in case.finding.facts)


@behaviour(None)
def handful(table: Table, event: ChipsTakenBack, book: Rulebook) -> Reading | None:
    """A part of the chips just put in goes back before anybody acted: not the size of the bet any more."""
    last = last_act_of(table, event.seat)
    if last is None or last.by != "chips" or total_chips(event.chips) >= last.to_chips - last.before_chips:
        return None
    policy, facts = book.string_bet.outcome, (*_facts(table, event), ("as_chips", last.to_chips))
    rule = book.cites.get("prior_chips.handful", policy.cite)
    if policy.value == "first_chips_count":
        return Pays((finding("string-bet", event.seat, rule, facts),))
    return Leaves((finding("string-bet", event.seat, rule, facts, HANDFUL),))


@behaviour(None)
def stays_in(table: Table, event: ChipsTakenBack, book: Rulebook) -> Reading | None:
    """Chips of a bet that was made stay in: who takes them back owes them."""
    if not table.ledger[event.seat - 1].committed_chips:
        return None
    rule = cite(book, "prior_chips.stays_in")
    return Pays((finding("binding-action", event.seat, rule, _facts(table, event)),))


@behaviour(None)
def fold_after_pulling(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """A fold by a seat that is bound to call or raise: the floor decides."""
    if event.word != "fold" or table.betting.stands[event.seat - 1].limit != BOUND:
        return None
    rule = cite(book, "prior_chips.pulled_back")
    return Leaves((finding("prior-bet-chips", event.seat, rule, (("word", "fold"),), GIVEN_UP),))


@behaviour(None)
def unclear(act: ChipPush, book: Rulebook) -> Reading | None:
    """New chips beside old ones that may be a call or a raise: where the book has no measure, the floor decides.

    Chips that make a whole raise leave no doubt, unless they are one chip or lie beside change not drawn.
    """
    policy = book.prior_chips
    if policy.value == "tda46" or not _faces_more(act) or _lying_chips(act) <= 0 or (whole := _whole(act)).is_all_in:
        return None
    if not may_raise(act.table.betting, act.seat):
        return None  # nothing but a call can be meant
    change_lies = whole is not act
    if whole.total_chips < act.level_chips or (whole.total_chips == act.level_chips and not change_lies):
        return None  # an undercall, or exactly the call
    if act.count > 1 and whole.total_chips >= act.minimum_chips and not change_lies:
        return None
    return Leaves((finding("prior-bet-chips", act.seat, policy.cite, whole.facts, ADDED),))


@behaviour(None)
def short_of_the_call(act: ChipPush, book: Rulebook) -> Reading | None:
    """Old chips that do not reach the call, or none left: the rules on one and on several silent chips."""
    if book.prior_chips.value != "tda46" or not _faces_more(act) or _covers(act) or _partly_pulled(act):
        return None
    whole = _whole(act)
    found = finding("prior-bet-chips", act.seat, cite(book, "prior_chips.short_of_the_call"), whole.facts)
    for reader in (silent_chips.facing_a_bet, silent_chips.none_to_spare, raise_sizes.half_rule):
        match reader(whole, book):
            case Acts() | Leaves() as reading:
                return replace(reading, findings=(found, *reading.findings))
            case _:
                continue
    if whole is act or whole.total_chips < act.level_chips:
        return None  # nothing but what the other rules see
    return _measured(whole, found.cite)


@behaviour(None)
def covers_or_partly_pulled(act: ChipPush, book: Rulebook) -> Reading | None:
    """Old chips that reach the call, or of which a part was pulled back: half a raise in all is a raise."""
    if book.prior_chips.value != "tda46" or not _faces_more(act) or not (_covers(act) or _partly_pulled(act)):
        return None
    whole = _whole(act)
    if whole.total_chips < act.level_chips:
        return None  # an undercall
    return _measured(whole, cite(book, "prior_chips.covers_or_partly_pulled"))


def _measured(whole: ChipPush, rule: Citation) -> Acts:
    """The chips by the half rule, the total in front being what counts."""
    more, full = whole.total_chips - whole.level_chips, whole.minimum_chips - whole.level_chips
    found = (finding("prior-bet-chips", whole.seat, rule, whole.facts),)
    open_to_raise = more > 0 and may_raise(whole.table.betting, whole.seat)
    if not open_to_raise or (2 * more < full and not whole.is_all_in):
        return Acts("call", whole.level_chips, found)
    to = whole.total_chips if whole.is_all_in else max(whole.total_chips, whole.minimum_chips)
    return Acts("raise", to, found)


def _faces_more(act: ChipPush) -> bool:
    """Whether the seat has a bet in this round and faces a higher one, with nothing waiting for the floor."""
    return act.bet_chips > 0 and act.call_chips > 0 and not act.table.ledger[act.seat - 1].loose_chips


def _whole(act: ChipPush) -> ChipPush:
    """The motion together with the change that the seat has left lying."""
    return with_more(act, returns_chips(act.table.ledger[act.seat - 1]))


def _covers(act: ChipPush) -> bool:
    return _lying_chips(act) >= act.level_chips


def _partly_pulled(act: ChipPush) -> bool:
    pulled = act.table.betting.stands[act.seat - 1].limit == BOUND
    return pulled and 0 < _lying_chips(act) < act.bet_chips


def _lying_chips(act: ChipPush) -> int:
    """What lay in front of the seat, of this round, before the motion."""
    money = act.table.ledger[act.seat - 1]
    return act.bet_chips + returns_chips(money) - owes_chips(money)


def _facts(table: Table, event: ChipsTakenBack) -> tuple[Fact, ...]:
    money = table.ledger[event.seat - 1]
    due = returns_chips(money) + award_due_chips(money)
    return (("taken_chips", total_chips(event.chips)), ("due_chips", due))

"""What a ruling of the floor does to the betting: acts, limits, chips, dead hands. `rulings` lists the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import level_of, max_raise_to_chips, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import out_of_turn, undercalls
from table_controller.game.rules.betting.chip_push import in_front_chips
from table_controller.game.rules.betting.readings import Acts, Amends, Reading
from table_controller.game.rules.betting.string_bets import last_act_of
from table_controller.game.state.betting import Held, folded_early, is_live, live_count, with_stand
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.corrections import all_in_now, amended, bet_again, without_fold, without_last
from table_controller.game.state.hand import DEAL, is_street, still_over
from table_controller.game.state.ledger import commit, put
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.betting import hidden
from table_controller.game.steps.betting.words import amend, with_limit
from table_controller.game.steps.floor.option import Effect, during_the_hand
from table_controller.game.steps.flow.acts import act, close_round
from table_controller.vocabulary.events import FloorRuled
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind, ActRuled


def _take_back(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    seat = case.seat or 1
    if undercalls.made_whole(table, case) is not None:
        betting, ledger = without_last(table.betting, table.ledger, seat)
        table = replace(table, betting=betting, ledger=ledger)
    return Change(given_back(_without_other_motions(_without_the_early_act(table, seat), case), seat))


def _without_other_motions(table: Table, case: Case) -> Table:
    """The table without what was asked about other motions of the player: their chips go back with these."""
    left = tuple(one for one in table.cases if (one.seat, one.finding.topic) != (case.seat, case.finding.topic))
    return replace(table, cases=left)


def _without_the_early_act(table: Table, seat: int) -> Table:
    """The table without the case about an act before its turn, where the floor has that very act taken back.

    With it the floor has said what becomes of it; punish a player it can at any time.
    """
    waits = any(held.seat == seat and held.by != "ruling" for held in table.betting.held)
    if not waits:
        return table
    left = tuple(case for case in table.cases if case.seat != seat or case.finding.topic != out_of_turn.TOPIC)
    return replace(table, cases=left)


def _dead_hand(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event
    return dead_hand(table, case.seat or 1, book)


def _found_chips(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    return hidden.ruled(table, case, event.option, book)


def _retrieve(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    seat = case.seat or 1
    betting, ledger = bet_again(table.betting, without_fold(table.betting, seat), table.ledger)
    if betting.stands[seat - 1].status == "in" and not ledger[seat - 1].stack_chips:
        betting = all_in_now(betting, seat)
    hand = still_over(table.hand, betting.actor is None)
    return Change(replace(table, betting=betting, ledger=ledger, hand=hand))


def _forfeit(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event
    seat = case.seat or 1
    if (whole := undercalls.made_whole(table, case)) is not None:
        given_up = whole.before_chips + _added_chips_of(case, whole.before_chips)
        betting, ledger = amended(table.betting, table.ledger, seat, "call", given_up)
        return dead_hand(replace(table, betting=betting, ledger=ledger), seat, book)
    return _forfeits(table, seat, _added_chips(table, case), book)


def _added_chips(table: Table, case: Case) -> int:
    """What was put in beside the bet that stood, or said to be."""
    return _added_chips_of(case, table.betting.stands[(case.seat or 1) - 1].bet_chips)


def _added_chips_of(case: Case, bet_chips: int) -> int:
    """The same where the bet that stood is not that of the table any more."""
    return in_front_chips(case.finding.facts) or max(0, case.fact("said_chips") - bet_chips)


def _limit(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    limit = "passive" if event.option == "passive-only" else event.option
    return Change(with_limit(table, Finding("", case.seat, book.discretion, (("limit", limit),))))


def _posted_blind(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event
    posted = _as_posted(table)
    if who_acts(posted) != case.seat:
        return Change(posted)
    return act(posted, case.seat or 1, "call", posted.betting.level_chips, book, "ruling")


def _act(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The act that the option names, in the round in which it was made: the next street has others."""
    if case.phase and is_street(case.phase) and is_street(table.hand.phase) and case.phase != table.hand.phase:
        return Change(table)
    reading = _act_named(table, case, event.option)
    return Change(table) if reading is None else _ruled_act(table, case.seat or 1, reading, book)


def is_left_behind(table: Table, case: Case, option: str) -> bool:
    """Whether the option names an act of the seat in this round, and others have acted since the seat has."""
    seat, phase = case.seat, table.hand.phase
    if seat is None or case.phase != phase or not is_street(phase) or not is_live(table.betting.stands[seat - 1]):
        return False
    return option in ACTS and who_acts(table) != seat and last_act_of(table, seat) is None


def _bound(table: Table, case: Case, seat: int) -> Table:
    """The seat is held to its words: to call whatever comes, or to raise; one that has folded meanwhile to nothing."""
    if not is_live(table.betting.stands[seat - 1]):
        return table
    if case.word("said") != "call":
        return with_limit(table, Finding("", seat, case.finding.cite, (("limit", "raise"),)))
    held = Held(seat, "call", 0, 0, len(table.betting.recorded_acts), "ruling")
    return replace(table, betting=replace(table.betting, held=(*table.betting.held, held)))


def _act_named(table: Table, case: Case, option: str) -> Reading | None:
    """The act that an option stands for, None if it changes nothing."""
    betting = table.betting
    least = betting.level_chips + betting.full_raise_chips
    more = "raise" if betting.level_chips else "bet"
    match option:
        case "complete-call" | "call" | "count-as-call":
            return Acts("call", betting.level_chips, by="ruling")
        case "check":
            return Acts("check", by="ruling")
        case "min-raise" | "min-bet":
            return Acts("raise" if more == "raise" else "bet", least, by="ruling")
        case "cut-to-pot":
            return Acts("raise", max_raise_to_chips(table), by="ruling")
        case "double-blind":
            return Acts("raise", 2 * table.level.big_blind_chips, by="ruling")
        case "count-as-raise":
            made = betting.stands[(case.seat or 1) - 1].bet_chips + _added_chips(table, case)
            return Acts("raise", max(least, made), by="ruling")
        case "word" if case.fact("instead_chips"):
            to = case.fact("instead_chips")
            return Acts("call" if to <= betting.level_chips else "raise", to, by="ruling")
        case "chips" | "stands" | "full-value" | "smallest" | "largest" | "below-pot" | "all-in":
            return _as_made(table, case, option)
        case _:
            return None


def _as_made(table: Table, case: Case, option: str) -> Reading | None:
    """The act with the amount that the player made it with."""
    seat, betting = case.seat or 1, table.betting
    bet = betting.stands[seat - 1].bet_chips
    meanings = sorted(value for name, value in case.finding.facts if name.startswith("meaning_") and type(value) is int)
    match option:
        case "all-in":
            to = bet + table.ledger[seat - 1].stack_chips
        case "smallest" | "largest" if meanings:
            to = max(betting.level_chips, meanings[0] if option == "smallest" else meanings[-1])
        case _:
            to = case.fact("as_chips") or bet + _added_chips(table, case)
    if case.word("as_kind") in ("check", "fold"):
        return Acts("check" if case.word("as_kind") == "check" else "fold", bet, by="ruling")
    if to <= betting.level_chips:
        return Acts("call", to, by="ruling")
    return Acts("raise" if betting.level_chips else "bet", to, by="ruling")


def _ruled_act(table: Table, seat: int, reading: Reading, book: Rulebook) -> Change:
    """The act, if it is the seat's turn; a late one has no place in the round any more."""
    if not isinstance(reading, Acts):
        return Change(table)
    if who_acts(table) != seat:
        last = last_act_of(table, seat)
        if last is None or last.to_chips == reading.to_chips:
            return Change(table)  # the act stands as it was ruled
        if last.kind != "fold" and not is_live(table.betting.stands[seat - 1]):
            return Change(table)  # the hand is dead since: what it bet is in the pot
        if reading.by == "ruling" and reading.kind not in ("fold", "check"):
            kind: ActKind = "raise" if last.level_chips else "bet"
            kind = "call" if reading.to_chips <= last.level_chips else kind
            return amend(table, seat, Amends(kind, reading.to_chips, ()), book)
        return Change(table)
    return act(table, seat, reading.kind, reading.to_chips, book, "ruling")


def _ante_kept(table: Table, case: Case) -> Table:
    """The level that was announced comes with the ante of the one before."""
    level = table.coming or table.level
    return replace(table, coming=replace(level, ante_chips=case.fact("before_chips")))


def _blind_first(table: Table, seat: int) -> Table:
    """What a short big blind has put in is blind, and only the rest of it ante."""
    if table.hand.phase not in (DEAL, variant_of(table).first.name):
        return table
    money, stands = table.ledger[seat - 1], table.betting.stands
    blind = min(level_of(table).big_blind_chips, money.committed_chips)
    stand = replace(stands[seat - 1], bet_chips=blind)
    betting = with_stand(table.betting, seat, stand)
    split = replace(money, dead_chips=money.committed_chips - blind)
    return replace(table, betting=betting, ledger=put(table.ledger, seat, split))


def _as_posted(table: Table) -> Table:
    """The bet of the first round is the largest blind that lies there, if nobody has acted on the whole one."""
    betting = table.betting
    if table.hand.phase != variant_of(table).first.name or betting.recorded_acts:
        return table
    return replace(table, betting=replace(betting, level_chips=max(stand.bet_chips for stand in betting.stands)))


def dead_hand(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand of the seat is dead, in its turn or out of it."""
    if not is_live(table.betting.stands[seat - 1]):
        return Change(table)
    table = given_back(table, seat)
    if who_acts(table) == seat:
        return act(table, seat, "fold", 0, book, "ruling")
    dead = replace(table, betting=folded_early(table.betting, seat, "ruling"))
    outcome = ActRuled(seat, "fold", dead.betting.stands[seat - 1].bet_chips, all_in=False)
    change = Change(dead, (outcome,))
    if live_count(dead.betting) < HEADS_UP:
        return change.then(close_round(dead, book))
    return change


def _forfeits(table: Table, seat: int, pushed_chips: int, book: Rulebook) -> Change:
    """What the seat pushed stays in the pot, and is owed if it was pulled back meanwhile; the hand is folded."""
    money, stands = table.ledger[seat - 1], table.betting.stands
    loose = min(max(money.loose_chips, pushed_chips), money.stack_chips)
    more = replace(stands[seat - 1], bet_chips=stands[seat - 1].bet_chips + loose)
    betting, ledger = with_stand(table.betting, seat, more), put(table.ledger, seat, commit(money, loose))
    return dead_hand(replace(table, betting=betting, ledger=ledger), seat, book)


def given_back(table: Table, seat: int) -> Table:
    """Chips that lie loose in front of the seat go back to it, and what it did before its turn waits no more."""
    money = table.ledger[seat - 1]
    held = tuple(one for one in table.betting.held if one.seat != seat or one.by == "ruling")
    betting = table.betting if held == table.betting.held else replace(table.betting, held=held)
    return replace(table, betting=betting, ledger=put(table.ledger, seat, replace(money, loose_chips=0)))


OF_THE_TABLE: Final = frozenset({"keep-ante"})
"""Options that need no seat."""

_OF_A_HAND: Final[Mapping[str, Effect]] = {
    "take-back": _take_back,
    "dead-hand": _dead_hand,
    "blind-first": lambda table, case, _event, _book: Change(_blind_first(table, case.seat or 1)),
    "posted-blind": _posted_blind,
    "retrieve": _retrieve,
    "forfeit-and-fold": _forfeit,
    "passive-only": _limit,
    "call-or-fold": _limit,
    "call-or-raise": _limit,
    "binding": lambda table, case, _event, _book: Change(_bound(table, case, case.seat or 1)),
}

EFFECTS: Final[Mapping[str, Effect]] = {
    "keep-ante": lambda table, case, _event, _book: Change(_ante_kept(table, case)),
    "counts": during_the_hand(_found_chips),
    "does-not-count": _found_chips,
    "to-winner": _found_chips,
    **{name: during_the_hand(effect) for name, effect in _OF_A_HAND.items()},
}
"""Options about betting by name; any other names an act, or changes nothing."""

ACTS: Final = frozenset(
    {
        *("check", "call", "complete-call", "count-as-call", "min-bet", "min-raise", "count-as-raise", "double-blind"),
        *("cut-to-pot", "below-pot", "full-value", "smallest", "largest", "all-in", "word", "chips", "stands"),
    }
)
"""Options that name an act."""

OF_A_ROUND: Final = ACTS.union(_OF_A_HAND) - {"retrieve"}
"""Options about what a seat does in a round: they change nothing once the hand is over."""

otherwise: Final[Effect] = during_the_hand(_act)
"""What an option that no table names does: the act of that name."""

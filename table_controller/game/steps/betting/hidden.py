"""Chips that come to light: into custody and stack, part of an all-in or not, and what the award makes of them."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import (
    behind_chips,
    level_of,
    stacks_of,
    variant_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import hidden_chips
from table_controller.game.rules.table import chip_handling
from table_controller.game.state import chip_custody
from table_controller.game.state.betting import Status, with_stand, with_turn
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.found import counted_in
from table_controller.game.state.hand import SETTLED, Share, is_street, still_over
from table_controller.game.state.ledger import Ledger, commit, put, win
from table_controller.game.state.table import Case, Change, Fate, Hidden, Table, Unexplained
from table_controller.game.steps.showdown.award import split
from table_controller.game.steps.table import racing
from table_controller.vocabulary.events import HiddenChipsFound
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActRuled, HandSettled, Outcome, PotAwarded


def on_found(table: Table, event: HiddenChipsFound, book: Rulebook) -> Change:
    """The chips lie with the stack of the seat; the book says whether its all-in had them in it."""
    seat, chips = event.seat, total_chips(event.chips)
    if not event.chips or any(denomination <= 0 or count <= 0 for denomination, count in event.chips):
        return Change(table, unexplained=(Unexplained("no-such-chips", seat),))
    if table.players[seat - 1] is None:
        board = chip_custody.counted(table.chips, seat, table.chips.stacks[seat - 1] + chips)
        return Change(replace(table, chips=board), unexplained=(Unexplained("seat-empty", seat),))
    lacked = min(chips, max(0, behind_chips(table, seat) - table.chips.stacks[seat - 1]))
    if lacked and seat not in table.recount:  # the count had missed them: they are in the books already
        table = replace(table, chips=chip_custody.counted(table.chips, seat, table.chips.stacks[seat - 1] + lacked))
        chips -= lacked
        if not chips:
            return Change(table)
    board = chip_custody.brought(table.chips, seat, chips)
    if (old := racing.old_chips(table, event, book)) is not None:
        return old
    money = table.ledger[seat - 1]
    more = replace(money, stack_chips=money.stack_chips + chips)
    found = replace(table, chips=board, ledger=put(table.ledger, seat, more))
    light = hidden_chips.after_an_all_in(found, seat, chips, book)
    if light is None:
        seen = chip_handling.large_in_sight(found, seat, event.chips, book)
        seen = (*seen, *chip_handling.out_of_sight(seat, event.chips, book))
        return Change(found, findings=(*seen, *chip_handling.table_stakes(found, seat, event.chips, book)))
    told = Change(found, findings=(light.finding,))
    return told.then(count_in(found, seat, chips) if light.counts else keep_apart(found, seat, chips, light.fate))


def keep_apart(table: Table, seat: int, chips: int, fate: Fate) -> Change:
    """The chips are no part of the all-in; `fate` is for the award."""
    return Change(replace(table, hidden=(*table.hidden, Hidden(seat, chips, fate))))


def ruled(table: Table, case: Case, option: str, book: Rulebook) -> Change:
    """The floor chose what becomes of found chips: they count, they do not, or the winner gets them."""
    seat, chips = case.seat or 1, case.fact("found_chips")
    apart = tuple(one for one in table.hidden if (one.seat, one.chips) != (seat, chips))
    free = replace(table, hidden=apart)
    if option == "counts":
        return count_in(free, seat, chips)
    if option == "does-not-count":
        return keep_apart(free, seat, chips, "kept")
    if table.hand.phase != SETTLED:
        return keep_apart(free, seat, chips, "winner")
    return _given(free, Hidden(seat, chips, "winner"), book)


def count_in(table: Table, seat: int, chips: int) -> Change:
    """The chips are part of the all-in; a blind is none: it is made good, and its player has the rest to play with."""
    if _is_only_a_blind(table, seat):
        return Change(_made_good(table, seat))
    before = table.betting.stands
    betting, ledger = counted_in(table.betting, table.ledger, seat, chips)
    outcomes: list[Outcome] = []
    for at, (old, new) in enumerate(zip(before, betting.stands, strict=True), 1):
        if new.act is not None and new.act != old.act:
            outcomes.append(ActRuled(at, new.act.kind, new.bet_chips, all_in=new.status == "all-in"))
    grown, over = betting is not table.betting, table.hand.betting_over
    if grown and betting.actor is None and is_street(table.hand.phase):  # who had nothing to call may have now
        betting = with_turn(replace(betting, actor=seat))
    if grown and sum(stand.status == "in" for stand in betting.stands) < HEADS_UP:
        over = True
    hand = still_over(replace(table.hand, betting_over=over), betting.actor is None)
    return Change(replace(table, betting=betting, ledger=ledger, hand=hand), tuple(outcomes))


def _is_only_a_blind(table: Table, seat: int) -> bool:
    """Whether the seat is all-in for what it was forced to put in, and has said and done nothing yet."""
    acted = any(act.seat == seat for act in table.betting.recorded_acts) or seat in table.declared_all_in
    return table.hand.phase == variant_of(table).first.name and not acted


def _made_good(table: Table, seat: int) -> Table:
    """The blind is what it should be, as far as the chips reach, and the turn comes to the seat."""
    betting, money, blinds = table.betting, table.ledger[seat - 1], who_posts(table)
    stand = betting.stands[seat - 1]
    due_chips = 0
    if blinds is not None and seat in (blinds.small_blind, blinds.big_blind):
        level = level_of(table)
        due_chips = level.big_blind_chips if seat == blinds.big_blind else level.small_blind_chips
    more_chips = min(money.stack_chips, max(0, due_chips - stand.bet_chips))
    paid = commit(money, more_chips)
    status: Status = "in" if paid.stack_chips else "all-in"
    stand = replace(stand, status=status, bet_chips=stand.bet_chips + more_chips)
    betting = with_stand(betting, seat, stand)
    if betting.actor is None:
        betting = with_turn(replace(betting, actor=seat))
    hand = still_over(table.hand, betting.actor is None)
    return replace(table, betting=betting, ledger=put(table.ledger, seat, paid), hand=hand)


def settled(
    table: Table, ledger: Ledger, shares: tuple[Share, ...], book: Rulebook
) -> tuple[Ledger, tuple[Share, ...], tuple[Finding, ...]]:
    """The ledger and the shares after the award, with found chips of losers where they go, and what is still open."""
    extra: list[Share] = []
    findings: list[Finding] = []
    for hidden in table.hidden:
        findings += hidden_chips.not_saved_by_hiding(hidden, shares, book)
        for share in _parts(table, ledger, shares, hidden, book):
            ledger = _moved(ledger, hidden.seat, share)
            extra.append(share)
    return ledger, (*shares, *extra), tuple(findings)


def _given(table: Table, hidden: Hidden, book: Rulebook) -> Change:
    """After the award: found chips of a loser go to the winner all the same."""
    ledger, outcomes = table.ledger, list[Outcome]()
    for share in _parts(table, ledger, table.hand.shares, hidden, book):
        ledger = _moved(ledger, hidden.seat, share)
        outcomes.append(PotAwarded(share.pot, share.seat, share.chips))
    if not outcomes:
        return Change(table)
    outcomes.append(HandSettled(table.hand.number, stacks_of(table, ledger)))  # the stacks told before hold no longer
    return Change(replace(table, ledger=ledger), tuple(outcomes))


def _parts(table: Table, ledger: Ledger, shares: tuple[Share, ...], hidden: Hidden, book: Rulebook) -> Iterator[Share]:
    """Who gets how much of the found chips: the winners of the main pot, in equal parts like those of a pot.

    ``winner-covered``: no more than they had behind.
    """
    if hidden.fate == "kept" or not hidden_chips.has_lost(hidden.seat, shares):
        return
    main = min(share.pot for share in shares)
    winners = tuple(dict.fromkeys(share.seat for share in shares if share.pot == main))
    chips = min(hidden.chips, ledger[hidden.seat - 1].stack_chips)
    unit = min(table.setup.denominations, default=1)
    for winner, part in zip(winners, split(chips, len(winners), unit, book.odd_chip.order.value), strict=True):
        behind = table.ledger[winner - 1].stack_chips
        paid = min(part, behind) if hidden.fate == "winner-covered" else part
        if paid:
            yield Share(main, winner, paid)


def _moved(ledger: Ledger, loser: int, share: Share) -> Ledger:
    ledger = put(ledger, loser, commit(ledger[loser - 1], share.chips))
    return put(ledger, share.seat, win(ledger[share.seat - 1], share.chips))

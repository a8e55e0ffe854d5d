"""Antes and blinds as a hand begins: bound from the riffle on, the chips follow."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import ante_mode_of, has_left, level_of, variant_of, who_posts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import forced_bets
from table_controller.game.rules.betting.terms import terms_of
from table_controller.game.rules.table import antes
from table_controller.game.state.betting import Round, Stand, Status
from table_controller.game.state.button import Positions
from table_controller.game.state.ledger import commit, put
from table_controller.game.state.table import Table


def with_forced_bets(table: Table, positions: Positions, book: Rulebook) -> Table:
    """The table with the forced bets of its hand in the books, and the round in which they stand.

    Whose player was sent off after the first deal was called void has no hand in the second one either.
    """
    positions = who_posts(table, positions) or positions
    level, ledger, stands = level_of(table), table.ledger, []
    everyone = ante_mode_of(table) == "all"
    blinds = dict(forced_bets.blinds(positions, level, book)) if variant_of(table).forced == "blinds" else {}
    for seat in range(1, table.setup.seats + 1):
        if seat not in table.hand.seats:
            stands.append(Stand())
            continue
        money, blind = ledger[seat - 1], blinds.get(seat, 0)
        pays = everyone or seat == positions.big_blind
        ante = antes.due(level.ante_chips if pays else 0, money.stack_chips, blind, book)
        paid = commit(commit(money, ante, 0 if everyone else ante), blind)
        live: Status = "in" if paid.stack_chips else "all-in"
        stands.append(Stand("folded" if has_left(table, seat) else live, paid.committed_chips - ante))
        ledger = put(ledger, seat, paid)
    big, terms = level.big_blind_chips, terms_of(table.setup.variant, book)
    return replace(table, ledger=ledger, betting=Round(tuple(stands), big, big, terms=terms))

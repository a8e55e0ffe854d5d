"""Coming in for no more than the blind, in games of one draw."""

from __future__ import annotations

from table_controller.game.queries import variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding


def limped(before: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """What is told of a call by which the seat comes in for the blind alone, where it may not."""
    game, betting = variant_of(before), before.betting
    one_draw = sum(street.draws for street in game.streets) == 1
    over_a_bet = betting.aggressor is not None or before.hand.phase != game.first.name
    if not one_draw or over_a_bet or may_limp(book):
        return ()
    facts = (("cause", "limp"), ("chips", betting.level_chips))
    options = ("stands", "take-back")
    return (finding("draw-procedure", seat, book.draw_limp_allowed.cite, facts, options, stops_play=False),)


@behaviour(False)
def may_limp(book: Rulebook) -> bool:
    """Whether the blind may be called before the draw: so wherever a house does not forbid it (TDA 2024 PR-17)."""
    return book.draw_limp_allowed.value is not False

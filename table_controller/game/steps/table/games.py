"""Games that take turns: which one the next hand is of, at what stakes.

| when the game is named              | it is played from                     |
| ----------------------------------- | ------------------------------------- |
| between hands                       | the coming hand                       |
| while a hand is played, or settled  | the hand after, however often it is dealt anew |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import level_in
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import IDLE
from table_controller.game.state.rotation import Rotation
from table_controller.game.state.table import NOT_BEGUN, Change, Level, Table, Unexplained
from table_controller.game.steps.table.placing import place_button
from table_controller.game.variants import VARIANTS, not_played
from table_controller.vocabulary.events import GameChosen


def on_chosen(table: Table, event: GameChosen, book: Rulebook) -> Change:
    """The next hands are of this game, unless it cannot be played so."""
    if (fault := fault_of(table, event)) is not None:
        return Change(table, unexplained=(Unexplained("set-up", None, (("fault", fault),)),))
    named = replace(table, rotation=replace(table.rotation, coming=event, changes=True))
    return Change(place_button(begun(named), book) if table.hand.phase == IDLE else named)


def fault_of(table: Table, event: GameChosen) -> str | None:
    """Why the game cannot be played at these stakes, as a code: ``variant``, ``blinds``, ``bring-in`` or ``ante``."""
    if not_played(event.variant) is not None:
        return "variant"
    game, played = VARIANTS[event.variant], stakes_of(table, event)
    if game.forced == "bring-in" and not 0 < played.bring_in_chips < played.small_bet_chips <= played.big_bet_chips:
        return "bring-in"
    if game.forced == "blinds" and not 0 <= played.small_blind_chips <= played.big_blind_chips > 0:
        return "blinds"
    return "ante" if played.ante_chips < 0 else None


def stakes_of(table: Table, event: GameChosen) -> Level:
    """What the game is played at that was named."""
    level = _table_level(table.coming or table.level, event)
    return level_in(VARIANTS[event.variant], level, event.ante_chips, event.bring_in_chips)


def begun(table: Table) -> Table:
    """The table between hands with the game that was named for the coming one."""
    event = table.rotation.coming
    if event is None:
        return table
    coming, begins = table.coming, table.begun
    level = _table_level(coming or table.level, event)
    if level != (coming or table.level):
        coming = level
        begins = begins if begins.level is None else replace(NOT_BEGUN, level=_table_level(begins.level, event))
    setup = replace(table.setup, variant=event.variant, ante_mode=event.ante_mode or table.setup.ante_mode)
    rotation = Rotation(changes=True, ante_chips=event.ante_chips, bring_in_chips=event.bring_in_chips)
    return replace(table, setup=setup, coming=coming, begun=begins, rotation=rotation)


def _table_level(level: Level, event: GameChosen) -> Level:
    """The level of the table with the blinds and bets that were named with the game."""
    if event.big_blind_chips:
        level = replace(level, small_blind_chips=event.small_blind_chips, big_blind_chips=event.big_blind_chips)
    if event.big_bet_chips:
        level = replace(level, small_bet_chips=event.small_bet_chips, big_bet_chips=event.big_bet_chips)
    return level

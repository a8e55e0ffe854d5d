"""The blinds: who posts them, what the others owe against them, and the big blind's own turn."""

from __future__ import annotations

from table_controller.game.queries import who_posts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.betting.chip_push import ChipPush
from table_controller.game.rules.betting.readings import Leaves, Reading
from table_controller.game.state.button import Positions
from table_controller.game.state.table import Level


@behaviour(())
def blinds(positions: Positions, level: Level, book: Rulebook) -> tuple[tuple[int, int], ...]:
    """Seats that post a blind and its chips: the small one left of the button, the big one left of that."""
    del book
    small = () if positions.small_blind is None else ((positions.small_blind, level.small_blind_chips),)
    return (*small, (positions.big_blind, level.big_blind_chips))


@behaviour(False)
def big_blind_may_raise(book: Rulebook) -> bool:
    """The big blind has not acted by posting: when everyone only called, it may still raise."""
    del book
    return True


@behaviour(0)
def entry_chips(posted_chips: int, level: Level, book: Rulebook) -> int:
    """What a player owes who comes in: the whole big blind, however short it was posted."""
    del book
    return max(posted_chips, level.big_blind_chips)


@behaviour(None)
def short_blind_called(act: ChipPush, book: Rulebook) -> Reading | None:
    """Chips of just the short big blind: where the book does not say what is owed against it, the floor decides."""
    table, entry = act.table, book.short_bb.entry
    posts = who_posts(table)
    big = posts.big_blind if posts else 0
    if entry.value is not None or not big or table.betting.raises > 1 or table.betting.aggressor is not None:
        return None
    posted, whole = table.betting.stands[big - 1].bet_chips, table.level.big_blind_chips
    if act.is_all_in or act.total_chips != posted or posted >= whole or act.level_chips != whole:
        return None
    facts = (*act.facts, ("posted_chips", posted), ("blind_chips", whole))
    return Leaves((finding("forced-bets", act.seat, entry.cite, facts, ("complete-call", "posted-blind")),))

"""What a command would change, before it is given: the table after it beside the table now, before and after.

Like the choices of the floor (`effects`) it is told by doing it, so that it cannot promise anything else than what
comes. Amounts that change stand with what they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from table_controller.machines.hand import IDLE, SETTLED
from table_controller.machines.ledger import owes_chips, returns_chips
from table_controller.queries import pot_chips
from table_controller.steps.effects import NOTED, NOTHING, changes
from table_controller.table import Step, Table
from table_controller.vocabulary.views import Effect

_TOLD_HERE: Final = frozenset({"bet", "stack", "pot", "returns", "owes"})
"""Effects that are told here with what was before."""


def previewed(before: Table, made: Step) -> tuple[Effect, ...]:
    """The differences, the corrected thing first; ``nothing`` if there are none."""
    after = made.table
    told = (*_players(before, after), *_cards(before, after), *_chips_moved(before, after))
    rest = tuple(one for one in changes(before, made) if one.code not in _TOLD_HERE and one not in (NOTED, NOTHING))
    if told or rest:
        return (*told, *rest)
    return (NOTHING,) if after == before else (NOTED,)


def _players(before: Table, after: Table) -> Iterator[Effect]:
    """Who sits where, if that changes."""
    for old, new in zip(before.players, after.players, strict=False):
        if new is not None and (old is None or old.name != new.name):
            yield Effect("sits", new.seat)
        elif old is not None and new is None:
            yield Effect("seat-free", old.seat)


def _cards(before: Table, after: Table) -> Iterator[Effect]:
    """Public cards with another name."""
    were = {card.handle: card for card in before.cards}
    for card in after.cards:
        old = were.get(card.handle)
        if old is not None and old.card != card.card:
            yield Effect("card", word=card.card or "", was=old.card or "")


def _chips_moved(before: Table, after: Table) -> Iterator[Effect]:
    """Stacks, bets, chips owed and coming back, the pot: what they were and what they are."""
    same_round = before.hand.phase == after.hand.phase
    stands = zip(before.betting.stands, after.betting.stands, strict=False)
    for seat, (old, new) in enumerate(stands, 1):
        if same_round and old.bet_chips != new.bet_chips:
            yield Effect("bet", seat, new.bet_chips, was_chips=old.bet_chips)
    for seat, (was, now) in enumerate(zip(before.ledger, after.ledger, strict=False), 1):
        if was.stack_chips != now.stack_chips:
            yield Effect("stack", seat, now.stack_chips, was_chips=was.stack_chips)
        if (due := owes_chips(now)) != owes_chips(was):
            yield Effect("owes" if due else "owes-nothing", seat, due, was_chips=owes_chips(was))
        if (back := returns_chips(now)) != returns_chips(was):
            yield Effect("returns" if back else "returns-nothing", seat, back, was_chips=returns_chips(was))
    if after.hand.phase not in (IDLE, SETTLED) and pot_chips(before) != pot_chips(after):
        yield Effect("pot", None, pot_chips(after), was_chips=pot_chips(before))

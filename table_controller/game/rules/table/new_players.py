"""Players who sit down at a table that plays: between which places they get no cards yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_table import NewPlayerZone, TableBreakZone
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.state.button import HEADS_UP, Positions
from table_controller.game.state.seats import Player, clockwise
from table_controller.vocabulary.findings import Finding, Ruled

TOPIC: Final = "new-player-position"
WAITS: Final = "newcomer-waits"
MAY_WAIT: Final = (WAITS, "newcomer-plays")


@behaviour(None)
def zone(player: Player, book: Rulebook) -> NewPlayerZone | TableBreakZone | None:
    """Between which places the newcomer waits: button and small blind, or button and big blind."""
    return _rule(player, book).value


@behaviour(())
def told_to_wait(waits: Iterable[Player], book: Rulebook) -> tuple[Finding, ...]:
    """Newcomers who get no cards in this hand: the button has not passed them."""
    return tuple(finding(TOPIC, player.seat, _rule(player, book).cite) for player in waits)


@behaviour(())
def for_the_floor(positions: Positions, seats: int, newcomers: Iterable[Player], book: Rulebook) -> tuple[Finding, ...]:
    """Newcomers behind the button and before the big blind, where the book does not say whether they get cards."""
    return tuple(
        finding(TOPIC, player.seat, rule.cite, (), MAY_WAIT, stops_play=False)
        for player in newcomers
        if (rule := _rule(player, book)).value is None and _between(positions, seats, player.seat, "bb_button")
    )


def waiting(
    positions: Positions, seats: int, players: tuple[int, ...], newcomers: Iterable[Player], book: Rulebook
) -> tuple[int, ...]:
    """Seats of newcomers who wait until the button has passed; nobody waits for a hand that needs him."""
    out = tuple(
        player.seat
        for player in newcomers
        if (where := zone(player, book)) is not None and _between(positions, seats, player.seat, where)
    )
    return out if len(players) - len(out) >= HEADS_UP else ()


def _between(positions: Positions, seats: int, seat: int, where: NewPlayerZone | TableBreakZone) -> bool:
    """Whether the seat is behind the button, and before the small blind or the big one."""
    if positions.button == positions.small_place:
        return False
    ring = clockwise(seats, positions.button)
    end = positions.small_place if where == "sb_button" else positions.big_blind
    return ring.index(seat) < ring.index(end)


def _rule(player: Player, book: Rulebook) -> Ruled[NewPlayerZone | None] | Ruled[TableBreakZone | None]:
    return book.table_break_zone if player.entry == "moved" else book.new_player_zone
